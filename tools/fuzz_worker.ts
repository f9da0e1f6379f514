/**
 * Worker of `fuzz.ts`: judges the cases it is told to and posts the score.
 *
 * @module
 */
import { runCases, type Score } from "../tests/families/run.ts";
import { library } from "../tests/oracle/public_api.ts";

/** A run of cases of one family. */
export interface FuzzJob {
  family: string;
  seed: number;
  from: number;
  count: number;
}

interface Scope {
  onmessage: (event: MessageEvent<FuzzJob>) => void;
  postMessage(score: Score): void;
}

const scope = globalThis as unknown as Scope;

scope.onmessage = ({ data }): void => {
  scope.postMessage(runCases(library, data.family, data.seed, data.from, data.count));
};
