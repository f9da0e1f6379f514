/**
 * Worker of `fuzz.ts`: judges the cases that it is given and posts the score.
 *
 * @module
 */
import { findDifferences } from "../tests/space/reference.ts";
import { makeCase } from "../tests/generate/families.ts";
import { runCases, type Score } from "../tests/exact/run.ts";
import { library, makeShape } from "../tests/exact/oracle/public_api.ts";

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

scope.onmessage = ({ data: { family, seed, from, count } }): void => {
  const score = runCases(library, family, seed, from, count);
  const placed = Array.from({ length: count }, (_, k) => {
    const { a, poseA, b, poseB } = makeCase(family, seed, from + k);
    return [makeShape(a), poseA, makeShape(b), poseB] as const;
  });
  for (const { pair, detail } of findDifferences(placed)) {
    score.failed++;
    score.failures.push({ index: from + pair, violations: [{ check: "space", detail }] });
  }
  scope.postMessage(score);
};
