/**
 * What the queries cost in a game. A `GameLoop` at 60 updates a second drives moving bodies. Every
 * update makes all queries on the pairs whose bounding boxes are near each other, and the loop's
 * frames are timed.
 *
 * @module
 */
import {
  box,
  circle,
  distance,
  DISTANCE_STRIDE,
  intersects,
  polygon,
  pose,
  POSE_STRIDE,
  setAngle,
  Space,
} from "@narrowphase/gjk2d";
import type { ConvexShape, DistanceResult, Pose } from "@narrowphase/gjk2d";
import { GameLoop, preciseSleeper, presets, systemClock } from "@narrowphase/gjk2d/loop";
import { Random } from "../tests/generate/random.ts";
import { quantile } from "./measure.ts";

/** Length of a frame in ms. */
const FRAME = 1000 / 60;

const BODIES = 1000;
/** Half the side of the square that the bodies bounce in. */
const WORLD = 26;
/** Pairs whose bounding boxes are this close are queried. */
const MARGIN = 0.25;
const SEED = "gjk2d frame 1";

/** Results of a run of the loop, one row for each way of querying. */
export interface FrameRow {
  query: "frame";
  workload: string;
  library: "gjk2d";
  /** What was called. */
  call: string;
  /** Nanoseconds per pair: median, 10th and 90th percentile of the updates. */
  ns: number;
  p10: number;
  p90: number;
  /** Pairs that fill a 60 Hz frame at the median. */
  pairsPerFrame: number;
  /** Pairs near each other, mean of the updates, and the share of them that intersect. */
  pairs: number;
  meeting: number;
  /** Counters of the loop. */
  updates: number;
  draws: number;
  skippedDraws: number;
  /** Time from draw to draw in ms: 16.67 if the pace is kept. */
  frameP50: number;
  frameP90: number;
  frameP99: number;
  frameMax: number;
  /** Everything that an update did, in ms: motion, finding near pairs, all ways of querying. */
  workP50: number;
  workP90: number;
  workP99: number;
  workMax: number;
}

/** Bodies that move and turn at constant speed and bounce off the walls; they pass through each other. */
class Scene {
  readonly shapes: ConvexShape[] = [];
  readonly poses: Pose[] = [];
  readonly #velocity: [x: number, y: number, turn: number][] = [];
  readonly #angle: number[] = [];

  /** Circles, boxes, 5- to 8-gons, of about the same size. */
  constructor(bodies: number) {
    const random = new Random(SEED);
    for (let i = 0; i < bodies; i++) {
      const kind = random.int(0, 2);
      this.shapes.push(
        kind === 0
          ? circle(random.range(0.3, 0.7))
          : kind === 1
          ? box(random.range(0.5, 1.4), random.range(0.5, 1.4))
          : polygon(ring(random, random.int(5, 8))),
      );
      this.poses.push(pose(random.range(-WORLD, WORLD), random.range(-WORLD, WORLD)));
      this.#angle.push(random.range(-Math.PI, Math.PI));
      this.#velocity.push([random.range(-4, 4), random.range(-4, 4), random.range(-3, 3)]);
    }
    this.step(0);
  }

  /** Moves everything by `ms`. */
  step(ms: number): void {
    const seconds = ms / 1000;
    for (let i = 0; i < this.poses.length; i++) {
      const p = this.poses[i];
      const v = this.#velocity[i];
      p.x += seconds * v[0];
      p.y += seconds * v[1];
      if (p.x * v[0] > WORLD * Math.abs(v[0])) v[0] = -v[0];
      if (p.y * v[1] > WORLD * Math.abs(v[1])) v[1] = -v[1];
      this.#angle[i] += seconds * v[2];
      setAngle(p, this.#angle[i]);
    }
  }
}

/** Vertices on a circle at jittered angles. */
function ring(random: Random, n: number): { x: number; y: number }[] {
  const radius = random.range(0.4, 0.8);
  return Array.from({ length: n }, (_, k) => {
    const angle = 2 * Math.PI * (k + random.range(0, 0.6)) / n;
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  });
}

/** One way of querying all pairs. Returns how many of them intersect. */
interface Asker {
  call: string;
  ask(pairs: Uint32Array): number;
}

function makeAskers({ shapes, poses }: Scene, space: Space): Asker[] {
  const out: DistanceResult = distance(shapes[0], poses[0], shapes[1], poses[1]);
  let booleans = new Uint8Array(0);
  let distances = new Float64Array(0);
  return [
    {
      call: "intersects()",
      ask(pairs) {
        let hits = 0;
        for (let k = 0; k < pairs.length; k += 2) {
          const i = pairs[k], j = pairs[k + 1];
          if (intersects(shapes[i], poses[i], shapes[j], poses[j])) hits++;
        }
        return hits;
      },
    },
    {
      call: "distance()",
      ask(pairs) {
        let hits = 0;
        for (let k = 0; k < pairs.length; k += 2) {
          const i = pairs[k], j = pairs[k + 1];
          if (distance(shapes[i], poses[i], shapes[j], poses[j], out).distance <= 0) hits++;
        }
        return hits;
      },
    },
    {
      call: `Space.intersects(), ${space.backend}`,
      ask(pairs) {
        const count = pairs.length / 2;
        if (booleans.length < count) booleans = new Uint8Array(2 * count);
        space.intersects(pairs, booleans);
        let hits = 0;
        for (let k = 0; k < count; k++) hits += booleans[k];
        return hits;
      },
    },
    {
      call: `Space.distances(), ${space.backend}`,
      ask(pairs) {
        const size = pairs.length / 2 * DISTANCE_STRIDE;
        if (distances.length < size) distances = new Float64Array(2 * size);
        space.distances(pairs, distances);
        let hits = 0;
        for (let k = 0; k < size; k += DISTANCE_STRIDE) if (distances[k] <= 0) hits++;
        return hits;
      },
    },
  ];
}

/** Drives the scene for `seconds` of real time. */
export async function measureFrames(seconds: number): Promise<FrameRow[]> {
  const scene = new Scene(BODIES);
  const space = new Space({ capacity: BODIES });
  scene.shapes.forEach((shape) => space.add(shape));
  const askers = makeAskers(scene, space);
  const calls = [`Space.findPairs(), ${space.backend}`, ...askers.map(({ call }) => call)];
  const ns: number[][] = calls.map(() => []);
  let near = new Uint32Array(1 << 14);
  const frames: number[] = [];
  const work: number[] = [];
  let pairs = 0;
  let met = 0;

  function update(delta: number): void {
    const start = performance.now();
    scene.step(delta);
    const before = performance.now();
    const memory = space.poses;
    scene.poses.forEach(({ x, y, cos, sin }, i) => {
      memory[POSE_STRIDE * i] = x;
      memory[POSE_STRIDE * i + 1] = y;
      memory[POSE_STRIDE * i + 2] = cos;
      memory[POSE_STRIDE * i + 3] = sin;
    });
    const list = space.findPairs(MARGIN, near);
    const count = list.length / 2;
    ns[0].push((performance.now() - before) * 1e6 / count);
    if (2 * list.length > near.length) near = new Uint32Array(2 * near.length);
    let hits = 0;
    askers.forEach(({ call, ask }, k) => {
      const before = performance.now();
      const found = ask(list);
      ns[k + 1].push((performance.now() - before) * 1e6 / count);
      if (k > 0 && found !== hits) {
        throw new Error(`${call} finds ${found} pairs, ${calls[1]} ${hits}`);
      }
      hits = found;
    });
    pairs += count;
    met += hits;
    work.push(performance.now() - start);
  }

  // Let the optimizing compiler finish before the loop begins.
  for (let i = 0; i < 100; i++) update(FRAME);
  for (const list of [...ns, work]) list.length = 0;
  pairs = 0;
  met = 0;

  let begun = NaN;
  let drawn = NaN;
  const game = {
    update,
    draw(): void {
      const now = performance.now();
      if (!Number.isNaN(drawn)) frames.push(now - drawn);
      else begun = now;
      drawn = now;
      if (now - begun >= 1000 * seconds) loop.stop();
    },
  };
  const loop: GameLoop = new GameLoop(game, systemClock, presets.advanced(FRAME));
  await loop.run(preciseSleeper());

  const sortedFrames = Float64Array.from(frames).sort();
  const sortedWork = Float64Array.from(work).sort();
  const { updates, draws, skippedDraws } = loop.stats;
  return calls.map((call, k): FrameRow => {
    const sorted = Float64Array.from(ns[k]).sort();
    const median = quantile(sorted, 0.5);
    return {
      query: "frame",
      workload: `${BODIES} bodies`,
      library: "gjk2d",
      call,
      ns: median,
      p10: quantile(sorted, 0.1),
      p90: quantile(sorted, 0.9),
      pairsPerFrame: FRAME * 1e6 / median,
      pairs: pairs / updates,
      meeting: met / pairs,
      updates,
      draws,
      skippedDraws,
      frameP50: quantile(sortedFrames, 0.5),
      frameP90: quantile(sortedFrames, 0.9),
      frameP99: quantile(sortedFrames, 0.99),
      frameMax: quantile(sortedFrames, 1),
      workP50: quantile(sortedWork, 0.5),
      workP90: quantile(sortedWork, 0.9),
      workP99: quantile(sortedWork, 0.99),
      workMax: quantile(sortedWork, 1),
    };
  });
}

/** The scene and the loop in one sentence. */
export function describeFrames([row]: readonly FrameRow[]): string {
  const { workload, pairs, meeting, updates, draws, skippedDraws } = row;
  return `${workload} moving, ${pairs.toFixed(0)} near pairs an update, ${
    (100 * meeting).toFixed(0)
  } % of them intersect; ${updates} updates at 60 Hz, ${draws} draws, ${skippedDraws} skipped`;
}

/** Cells of the two tables: how long frames took, and what a pair costs in them. */
export function tabulateFrames(rows: readonly FrameRow[]): [string[][], string[][]] {
  const [row] = rows;
  const ms = (...values: number[]) => values.map((value) => value.toFixed(2));
  return [
    [
      ["ms", "p50", "p90", "p99", "max"],
      ["from draw to draw", ...ms(row.frameP50, row.frameP90, row.frameP99, row.frameMax)],
      ["work of an update", ...ms(row.workP50, row.workP90, row.workP99, row.workMax)],
    ],
    [
      ["call", "ns a pair", "p10-p90", "pairs per 60 Hz frame"],
      ...rows.map(({ call, ns, p10, p90, pairsPerFrame }) => [
        call,
        ns.toFixed(0),
        `${p10.toFixed(0)}-${p90.toFixed(0)}`,
        String(Number(pairsPerFrame.toPrecision(3))),
      ]),
    ],
  ];
}
