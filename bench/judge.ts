/**
 * Judging: compares every answer with the exact oracle of the tests, outside the timing.
 *
 * @module
 */
import { ExactPair } from "../tests/exact/oracle/exact.ts";
import type { Contender, Query } from "./contenders.ts";
import type { Workload } from "./workloads.ts";

/** The truth about some of a workload's pairs. */
export interface Truth {
  /** Indices of the pairs. */
  pairs: number[];
  exact: ExactPair[];
}

/**
 * A value whose error exceeds this fraction of the diameter is wrong: rounding cannot explain it.
 */
const WRONG = 1e-9;

/** How a contender fared. */
export interface Verdict {
  checked: number;
  /** Wrong answers. */
  wrong: number;
  /** How many of them the library's documented tolerance excuses. */
  excused: number;
  /** Largest error of a value that is not wrong, in u = 2^-52 · diameter; NaN for booleans. */
  maxError: number;
}

/** The exact answers to `count` pairs, spread over the workload. */
export function findTruth(workload: Workload, count: number): Truth {
  const { pool, a, b, poseA, poseB } = workload;
  const step = Math.max(1, Math.floor(a.length / count));
  const pairs: number[] = [];
  for (let i = 0; i < a.length && pairs.length < count; i += step) pairs.push(i);
  const exact = pairs.map((i) => new ExactPair(pool[a[i]], poseA[i], pool[b[i]], poseB[i]));
  return { pairs, exact };
}

/** Compares the contender's answers with the truth. */
export function judge(contender: Contender, query: Query, { pairs, exact }: Truth): Verdict {
  let wrong = 0;
  let excused = 0;
  let maxError = query === "intersects" ? NaN : 0;
  for (let k = 0; k < pairs.length; k++) {
    const answer = contender.answer(pairs[k]);
    const { sign, value, diameter, u } = exact[k];
    const apart = sign > 0;
    let error = 0; // share of the diameter
    if (query === "intersects") error = (answer === 1) === apart ? 1 : 0;
    else if ((query === "penetration" || query === "collide") && (answer === Infinity || apart)) {
      error = (answer === Infinity) === apart ? 0 : 1;
    } else {
      const expected = query === "distance" ? Math.max(0, value) : value;
      error = Math.abs(answer - expected) / diameter;
      if (error <= WRONG) maxError = Math.max(maxError, Math.abs(answer - expected) / u);
    }
    if (error <= WRONG) continue;
    wrong++;
    // A manifold's depth may be off by the tolerance as well, because planck deliberately prefers
    // one reference edge.
    const missed = query === "intersects" || answer === Infinity ? value : answer - value;
    const measured = query === "intersects" || query === "collide";
    if (measured && Math.abs(missed) <= contender.tolerance) excused++;
  }
  return { checked: pairs.length, wrong, excused, maxError };
}

/** Shares of the checked pairs that overlap, touch and are apart. */
export function distribution({ exact }: Truth): [number, number, number] {
  const share = (wanted: number) =>
    exact.filter(({ sign }) => sign === wanted).length / exact.length;
  return [share(-1), share(0), share(1)];
}
