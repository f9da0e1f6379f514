/**
 * Runs cases of a family through the validator and keeps the score. Also shrinks a failing case.
 *
 * @module
 */
import { IDENTITY, isIdentity } from "./oracle/exact.ts";
import { type Api, type Errors, noErrors, validate, type Violation } from "./oracle/validate.ts";
import { type Case, makeCase } from "../generate/families.ts";

/** Score of a family. */
export interface Score {
  family: string;
  cases: number;
  /** Cases with exact signed distance <= 0. */
  overlapping: number;
  /** Cases with a boolean that the oracle refutes. */
  wrongBooleans: number;
  /** Cases with any violation. */
  failed: number;
  errors: Errors;
  /** The first failing cases, with their violations. */
  failures: { index: number; violations: Violation[] }[];
}

/** An empty score. */
export function noScore(family: string): Score {
  return {
    family,
    cases: 0,
    overlapping: 0,
    wrongBooleans: 0,
    failed: 0,
    errors: noErrors(),
    failures: [],
  };
}

const KEPT = 20;

/** Adds the second score to the first. */
export function addScore(sum: Score, more: Score): void {
  sum.cases += more.cases;
  sum.overlapping += more.overlapping;
  sum.wrongBooleans += more.wrongBooleans;
  sum.failed += more.failed;
  for (const key of Object.keys(sum.errors) as (keyof Errors)[]) {
    sum.errors[key] = Math.max(sum.errors[key], more.errors[key]);
  }
  sum.failures.push(...more.failures.slice(0, KEPT - sum.failures.length));
}

/** Judges cases `from` to `from + count - 1`. */
export function runCases<Shape>(
  api: Api<Shape>,
  family: string,
  seed: number,
  from: number,
  count: number,
): Score {
  const score = noScore(family);
  for (let index = from; index < from + count; index++) {
    const { a, poseA, b, poseB } = makeCase(family, seed, index);
    const { exact, errors, violations } = validate(api, a, poseA, b, poseB);
    score.cases++;
    if (exact.sign <= 0) score.overlapping++;
    for (const key of Object.keys(errors) as (keyof Errors)[]) {
      if (!(errors[key] <= score.errors[key])) score.errors[key] = errors[key];
    }
    if (violations.length === 0) continue;
    score.failed++;
    if (violations.some((v) => v.check === "boolean")) score.wrongBooleans++;
    if (score.failures.length < KEPT) score.failures.push({ index, violations });
  }
  return score;
}

/** Heading of the table that `scoreLine` fills. */
export const SCORE_HEAD = "family                  cases  overlap  wrong bool  failed  " +
  "distance u  depth u  witness w  normal u  unit";

/** One line of the table. */
export function scoreLine(
  { family, cases, overlapping, wrongBooleans, failed, errors }: Score,
): string {
  const f = (x: number, width: number): string =>
    (x < 1e4 ? x.toFixed(2) : x.toExponential(1)).padStart(width);
  return family.padEnd(20) + String(cases).padStart(9) +
    `${(100 * overlapping / Math.max(1, cases)).toFixed(0)} %`.padStart(9) +
    String(wrongBooleans).padStart(12) + String(failed).padStart(8) + f(errors.distance, 12) +
    f(errors.depth, 9) + f(errors.witness, 11) + f(errors.normal, 10) + f(errors.unit, 6);
}

type Pair = Pick<Case, "a" | "poseA" | "b" | "poseB">;

/** `x` rounded to `digits` significant binary digits. */
function rounded(x: number, digits: number): number {
  if (x === 0) return 0;
  const step = 2 ** (Math.floor(Math.log2(Math.abs(x))) + 1 - digits);
  return Number.isFinite(step) && step > 0 ? Math.round(x / step) * step : x;
}

/** Simpler variants of a pair, the most drastic first. */
function* simpler(pair: Pair): Generator<Pair> {
  for (const key of ["poseA", "poseB"] as const) {
    if (!isIdentity(pair[key])) yield { ...pair, [key]: IDENTITY };
  }
  for (const key of ["a", "b"] as const) {
    const { points, radius } = pair[key];
    if (radius !== 0) yield { ...pair, [key]: { points, radius: 0 } };
    for (let size = points.length >> 1; size > 0; size >>= 1) {
      for (let k = 0; k + size <= points.length && points.length > size; k += size) {
        yield { ...pair, [key]: { points: points.toSpliced(k, size), radius } };
      }
    }
  }
  // Every number but those of the rotations, with fewer and fewer digits.
  const places = (pair: Pair): [object, string][] =>
    [pair.a, pair.b].filter(({ points }) => points.length <= 16).flatMap((core) => [
      [core, "radius"] as [object, string],
      ...core.points.flatMap((p): [object, string][] => [[p, "x"], [p, "y"]]),
    ]).concat([pair.poseA, pair.poseB].flatMap((t): [object, string][] => [[t, "x"], [t, "y"]]));
  for (const digits of [0, 1, 3, 8, 20, 35]) {
    for (const [k, [owner, key]] of places(pair).entries()) {
      const value = (owner as Record<string, number>)[key];
      const better = digits === 0 ? 0 : rounded(value, digits);
      if (better === value) continue;
      const copy = structuredClone(pair), [place, name] = places(copy)[k];
      (place as Record<string, number>)[name] = better;
      yield copy;
    }
  }
}

/** The simplest pair found that still breaks the same promise, with at most `steps` attempts. */
export function shrink<Shape>(api: Api<Shape>, pair: Pair, check: string, steps = 5000): Pair {
  const fails = ({ a, poseA, b, poseB }: Pair): boolean => {
    try {
      return validate(api, a, poseA, b, poseB).violations.some((v) => v.check === check);
    } catch {
      return false;
    }
  };
  let best = pair;
  for (let tries = 0;;) {
    let found: Pair | undefined;
    for (const candidate of simpler(best)) {
      if (tries++ >= steps) return best;
      if (!fails(candidate)) continue;
      found = candidate;
      break;
    }
    if (found === undefined) return best;
    best = found;
  }
}
