/**
 * Warm starts: `distance` with a `SimplexCache` for each pair beside `distance` without, on pairs that move
 * a little from call to call, as bodies do from frame to frame.
 *
 * @module
 */
import { distance, type Pose, pose, SimplexCache } from "@narrowphase/gjk2d";
import { makeShape } from "../tests/exact/oracle/public_api.ts";
import { interleave, medianRatio, type Pass } from "./measure.ts";
import type { Gate } from "./report.ts";
import { makeWorkload } from "./workloads.ts";

const PAIRS = 2000;

/** Steps that B takes away from its pose and back again. */
const STEPS = 4;

/** What B does in a step, in units of a shape's size and in radians. */
const SHIFT = { x: 0.01, y: -0.005, angle: 0.01 };

/** For pairs that are apart. Overlapping pairs are mostly decided by circles, before any search. */
const GATE = 1.5;

/** One workload: nanoseconds per call without and with a cache, and the median of the ratios. */
export interface WarmRow {
  workload: string;
  /** For the pairs that are apart. */
  cold: number;
  warm: number;
  ratio: number;
  /** For all pairs. */
  coldAll: number;
  warmAll: number;
  ratioAll: number;
}

const WORKLOADS: readonly string[] = ["box", "8-gon", "32-gon", "mixed", "n = 256"];

/**
 * One pass without caches and one with them, over the same poses. The sums of distances agree up to
 * rounding.
 */
function passesOf(name: string, apart: boolean): { calls: number; passes: [Pass, Pass] } {
  const { pool, a, b, poseA, poseB } = makeWorkload(name, PAIRS);
  const shapes = pool.map(makeShape);
  const pairs = [...a.keys()].filter((i) =>
    !apart || distance(shapes[a[i]], poseA[i], shapes[b[i]], poseB[i]).distance > 0.05
  );
  const A = pairs.map((i) => shapes[a[i]]), B = pairs.map((i) => shapes[b[i]]);
  const fixed: Pose[] = pairs.map((i) => poseA[i]);
  const caches = pairs.map(() => new SimplexCache());
  const moved: Pose[][] = [];
  for (let step = 0; step <= STEPS; step++) {
    moved.push(pairs.map((i) => {
      const { x, y, cos, sin } = poseB[i];
      const angle = Math.atan2(sin, cos) + step * SHIFT.angle;
      return pose(x + step * SHIFT.x, y + step * SHIFT.y, angle);
    }));
  }
  const out = distance(shapes[0], poseA[0], shapes[0], poseB[0]);
  const pass = (isWarm: boolean): Pass => ({
    pass(): number {
      let sum = 0.5;
      for (let frame = 0; frame < 2 * STEPS; frame++) {
        const poses = moved[frame <= STEPS ? frame : 2 * STEPS - frame];
        for (let k = 0; k < A.length; k++) {
          const cache = isWarm ? caches[k] : undefined;
          sum += distance(A[k], fixed[k], B[k], poses[k], out, cache).distance;
        }
      }
      return Math.round(sum * 1e6);
    },
  });
  return { calls: 2 * STEPS * pairs.length, passes: [pass(false), pass(true)] };
}

/** Times every workload. */
export function measureWarmStarts(quick: boolean): WarmRow[] {
  return WORKLOADS.map((workload): WarmRow => {
    const [apart, all] = [true, false].map((isApart) => {
      const { calls, passes } = passesOf(workload, isApart);
      for (let i = 0; i < 10; i++) for (const { pass } of passes) pass();
      const [cold, warm] = interleave(passes, calls, quick ? 0.1 : 0.5, quick ? 3 : 9);
      if (cold.checksum !== warm.checksum) throw new Error(`Warm starts differ: ${workload}`);
      return { cold: cold.median, warm: warm.median, ratio: medianRatio(cold, warm) };
    });
    return { workload, ...apart, coldAll: all.cold, warmAll: all.warm, ratioAll: all.ratio };
  });
}

/** Caption of the table. */
export const WARM_STARTS =
  "distance with a SimplexCache: ns per call, pairs that move and turn by about 0.01 a call";

/** Cells of the table. */
export function tabulateWarmStarts(rows: readonly WarmRow[]): string[][] {
  return [
    ["workload", "cold/warm, apart", "cold", "warm", "cold/warm, all pairs", "cold", "warm"],
    ...rows.map((row) => [
      row.workload,
      `${row.ratio.toFixed(2)}x`,
      row.cold.toFixed(0),
      row.warm.toFixed(0),
      `${row.ratioAll.toFixed(2)}x`,
      row.coldAll.toFixed(0),
      row.warmAll.toFixed(0),
    ]),
  ];
}

/** The gates of warm starts. A missing row misses its gate. */
export function findWarmGates(rows: readonly WarmRow[]): Gate[] {
  return WORKLOADS.map((workload) => ({
    name: `distance with a SimplexCache, ${workload}, apart: cold / warm`,
    measured: rows.find((row) => row.workload === workload)?.ratio ?? NaN,
    gate: GATE,
    aim: GATE,
    atLeast: true,
  }));
}
