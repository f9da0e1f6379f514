/**
 * Spaces beside single calls, planck and sat; the broadphase beside flatbush and rbush; whole
 * frames.
 *
 * The answers of a space are compared with those of single calls, bit by bit, outside the timing.
 * The rest of the benchmark judges the single calls against exact arithmetic.
 *
 * @module
 */
import { MANIFOLD_STRIDE, pose, Space } from "@narrowphase/gjk2d";
import { box, circle, regularPolygon } from "@narrowphase/gjk2d";
import type { ConvexShape } from "@narrowphase/gjk2d";
import Flatbush from "flatbush";
// @ts-types="./rbush.d.ts"
import RBush from "rbush";
import { makeShape } from "../tests/exact/oracle/public_api.ts";
import { Random } from "../tests/generate/random.ts";
import { contenders, type Library } from "./contenders.ts";
import { interleave, medianRatio, type Pass, quantile, type Timing } from "./measure.ts";
import { type Gate, printTable } from "./report.ts";
import { makeWorkload, type Workload } from "./workloads.ts";

const PAIRS = 10_000;

type SpaceQuery = "intersects" | "distances" | "signedDistances" | "penetrations" | "manifolds";

/** A query of a space: its single call, its peer, and the gate for peer / simd. */
interface Subject {
  query: SpaceQuery;
  /** The single call, if the benchmark has it. */
  single: "intersects" | "distance" | "signedDistance" | "penetration" | null;
  peer: Library | null;
  /** Least value and aim of peer / simd and of ts / simd, on boxes and 8-gons. */
  gates: { peer: [gate: number, aim: number]; ts: [gate: number, aim: number] } | null;
}

const SUBJECTS: readonly Subject[] = [
  {
    query: "intersects",
    single: "intersects",
    peer: "sat",
    gates: { peer: [20, 35], ts: [2.5, 4] },
  },
  {
    query: "distances",
    single: "distance",
    peer: "planck",
    gates: { peer: [8, 12], ts: [1.5, 2] },
  },
  { query: "signedDistances", single: "signedDistance", peer: null, gates: null },
  {
    query: "penetrations",
    single: "penetration",
    peer: "sat",
    gates: { peer: [20, 35], ts: [2.5, 4] },
  },
  { query: "manifolds", single: null, peer: null, gates: null },
];

const WORKLOADS = [
  "circle",
  "box",
  "upright",
  "8-gon",
  "32-gon",
  "mixed",
  "rounded",
  "touching",
  "box at one angle",
  "8-gon at one angle",
  "box in single precision",
  "8-gon in single precision",
] as const;

/** A workload; with all bodies at one angle, or with poses in single precision, if the name says so. */
function workloadOf(name: string): Workload {
  const [, base, how] = /^(.*?)(| at one angle| in single precision)$/.exec(name)!;
  const workload = makeWorkload(base, PAIRS);
  const { cos, sin } = pose(0, 0, 0.3), round = Math.fround;
  for (const p of [...workload.poseA, ...workload.poseB]) {
    if (how === " at one angle") Object.assign(p, { cos, sin });
    if (how === " in single precision") {
      Object.assign(p, { x: round(p.x), y: round(p.y), cos: round(p.cos), sin: round(p.sin) });
    }
  }
  return { ...workload, name };
}

/** One query of a space on one workload. */
export interface SpaceRow {
  query: SpaceQuery;
  workload: string;
  /** Nanoseconds per pair: both backends, the single call, the peer (NaN if there is none). */
  simd: number;
  ts: number;
  single: number;
  peer: string;
  peerNs: number;
  /** Medians of the ratios of each round. */
  tsRatio: number;
  singleRatio: number;
  peerRatio: number;
  /** Number of results whose bits differ between simd and ts. */
  differing: number;
}

function fillSpace(backend: "simd" | "ts", name: string): Space {
  const { pool, a, b, poseA, poseB } = workloadOf(name);
  const shapes = pool.map(makeShape);
  const space = new Space({ backend, capacity: 2 * PAIRS });
  for (let k = 0; k < PAIRS; k++) {
    space.add(shapes[a[k]], poseA[k]);
    space.add(shapes[b[k]], poseB[k]);
  }
  return space;
}

function passOf(space: Space, query: SpaceQuery, pairs: Uint32Array): Pass {
  const stride = query === "manifolds" ? MANIFOLD_STRIDE : 8;
  if (query === "intersects") {
    const out = new Uint8Array(PAIRS);
    return { pass: () => space.intersects(pairs, out)[PAIRS >> 1] };
  }
  const out = new Float64Array(stride * PAIRS);
  return { pass: () => space[query](pairs, out)[stride * (PAIRS >> 1)] };
}

function countDifferences(a: Space, b: Space, query: SpaceQuery, pairs: Uint32Array): number {
  const x = new Uint8Array(a[query](pairs).buffer), y = new Uint8Array(b[query](pairs).buffer);
  const step = x.length / PAIRS;
  let count = 0;
  for (let k = 0; k < x.length; k += step) {
    let same = true;
    for (let m = k; m < k + step; m++) same &&= x[m] === y[m];
    if (!same) count++;
  }
  return count;
}

/** Times every query of the space on every workload. */
export function measureSpaces(seconds: number, rounds: number): SpaceRow[] {
  const pairs = Uint32Array.from({ length: 2 * PAIRS }, (_, k) => k);
  const rows: SpaceRow[] = [];
  for (const { query, single, peer } of SUBJECTS) {
    const teams = WORKLOADS.map((name) => {
      const spaces = [fillSpace("simd", name), fillSpace("ts", name)];
      const passes: Pass[] = spaces.map((space) => passOf(space, query, pairs));
      if (single !== null) {
        const all = contenders(workloadOf(name), single);
        passes.push(all.find(({ library }) => library === "gjk2d")!);
        const other = all.find(({ library }) => library === peer);
        if (other !== undefined) passes.push(other);
      }
      return { name, spaces, passes };
    });
    for (let k = 0; k < 3; k++) {
      for (const { passes } of teams) for (const { pass } of passes) pass();
    }
    for (const { name, spaces, passes } of teams) {
      const timings: (Timing | undefined)[] = interleave(passes, PAIRS, seconds, rounds);
      const [simd, ts, call, other] = timings;
      rows.push({
        query,
        workload: name,
        simd: simd!.median,
        ts: ts!.median,
        single: call?.median ?? NaN,
        peer: other === undefined ? "-" : peer!,
        peerNs: other?.median ?? NaN,
        tsRatio: medianRatio(ts!, simd!),
        singleRatio: call === undefined ? NaN : medianRatio(call, simd!),
        peerRatio: other === undefined ? NaN : medianRatio(other, simd!),
        differing: countDifferences(spaces[0], spaces[1], query, pairs),
      });
    }
  }
  return rows;
}

/** One scene size and kind of movement. */
export interface SceneRow {
  bodies: number;
  movement: string;
  pairs: number;
  /** Milliseconds: medians over the frames. */
  findPairs: number;
  manifoldsSimd: number;
  manifoldsTs: number;
  /** The same pairs by building an index and searching it for every body; NaN if not measured. */
  flatbush: number;
  rbush: number;
}

const MOVEMENTS: readonly { name: string; share: number; step: number }[] = [
  { name: "none", share: 0, step: 0 },
  { name: "1 % by 0.1", share: 0.01, step: 0.1 },
  { name: "all by 0.02", share: 1, step: 0.02 },
  { name: "all by 1", share: 1, step: 1 },
];

/** Frames of findPairs and manifolds over scenes of bodies about one unit wide, 1.4 apart. */
export function measureScenes(frames: number, sizes: readonly number[]): SceneRow[] {
  const rows: SceneRow[] = [];
  for (const bodies of sizes) {
    for (const { name, share, step } of MOVEMENTS) {
      const r = new Random("scene", bodies);
      const side = 1.4 * Math.sqrt(bodies);
      const shapes: ConvexShape[] = [
        box(1, 1),
        box(1.2, 0.6),
        circle(0.5),
        regularPolygon(6, 0.55),
      ];
      const space = new Space({ capacity: bodies, backend: "simd" });
      const ts = new Space({ capacity: bodies, backend: "ts" });
      for (let k = 0; k < bodies; k++) {
        const at = pose(r.range(0, side), r.range(0, side), r.range(-3, 3));
        space.add(shapes[k % 4], at);
        ts.add(shapes[k % 4], at);
      }
      const list = new Uint32Array(16 * bodies);
      const out = new Float64Array(MANIFOLD_STRIDE * 8 * bodies);
      const P = space.poses;
      const times: number[][] = [[], [], [], [], []];
      const time = (column: number, work: () => void): void => {
        const start = performance.now();
        work();
        times[column].push(performance.now() - start);
      };
      let pairs = space.findPairs(0, list);
      for (let frame = 0; frame < frames + 3; frame++) {
        for (let k = 0; k < bodies; k++) {
          if (!r.chance(share)) continue;
          P[4 * k] += r.range(-step, step);
          P[4 * k + 1] += r.range(-step, step);
        }
        ts.poses.set(P);
        time(0, () => pairs = space.findPairs(0, list));
        time(1, () => space.manifolds(pairs, out));
        time(2, () => ts.manifolds(pairs, out));
        if (frame > 4) continue;
        time(3, () => searchFlatbush(P, bodies));
        if (bodies <= 10_000) time(4, () => searchRBush(P, bodies));
      }
      const median = (column: number): number =>
        quantile(times[column].slice(2).toSorted((a, b) => a - b), 0.5);
      rows.push({
        bodies,
        movement: name,
        pairs: pairs.length / 2,
        findPairs: median(0),
        manifoldsSimd: median(1),
        manifoldsTs: median(2),
        flatbush: median(3),
        rbush: bodies <= 10_000 ? median(4) : NaN,
      });
    }
  }
  return rows;
}

/** Half the width of a box around any of the scene's bodies: cheaper for the peers than exact boxes. */
const REACH = 0.6;

function searchFlatbush(P: Float64Array, bodies: number): number {
  const index = new Flatbush(bodies);
  for (let p = 0; p < 4 * bodies; p += 4) {
    index.add(P[p] - REACH, P[p + 1] - REACH, P[p] + REACH, P[p + 1] + REACH);
  }
  index.finish();
  let count = 0;
  for (let k = 0; k < bodies; k++) {
    const x = P[4 * k], y = P[4 * k + 1];
    const found = index.search(x - REACH, y - REACH, x + REACH, y + REACH);
    for (const j of found) if (j > k) count++;
  }
  return count;
}

function searchRBush(P: Float64Array, bodies: number): number {
  const items = Array.from({ length: bodies }, (_, k) => {
    const x = P[4 * k], y = P[4 * k + 1];
    return { minX: x - REACH, minY: y - REACH, maxX: x + REACH, maxY: y + REACH, k };
  });
  const tree = new RBush<typeof items[number]>().load(items);
  let count = 0;
  for (const item of items) for (const { k } of tree.search(item)) if (k > item.k) count++;
  return count;
}

/**
 * Milliseconds for the first space of a process (creation, two bodies, one query), and for the
 * second.
 */
export function measureColdStart(): [number, number] {
  const ball = circle(1);
  const run = (): number => {
    const start = performance.now();
    const space = new Space({ backend: "simd" });
    space.add(ball);
    space.add(ball, { x: 3, y: 0, cos: 1, sin: 0 });
    space.distances(Uint32Array.of(0, 1));
    return performance.now() - start;
  };
  return [run(), run()];
}

const format = (x: number, digits = 0): string => Number.isNaN(x) ? "-" : x.toFixed(digits);

/** Cells of a table for every query of the space. */
export function tabulateSpaces(
  rows: readonly SpaceRow[],
): { query: SpaceQuery; cells: string[][] }[] {
  const times = (x: number): string => Number.isNaN(x) ? "-" : `${format(x, 1)}x`;
  return SUBJECTS.map(({ query }) => ({
    query,
    cells: [
      [
        "workload",
        "single/simd",
        "ts/simd",
        "peer/simd",
        "simd ns",
        "ts ns",
        "one call",
        "peer ns",
        "other bits",
      ],
      ...rows.filter((row) => row.query === query).map((row) => [
        row.workload,
        times(row.singleRatio),
        times(row.tsRatio),
        times(row.peerRatio),
        format(row.simd),
        format(row.ts),
        format(row.single),
        Number.isNaN(row.peerNs) ? "-" : `${row.peer} ${format(row.peerNs)}`,
        String(row.differing),
      ]),
    ],
  }));
}

/** Cells of the table of whole scenes. */
export function tabulateScenes(scenes: readonly SceneRow[]): string[][] {
  return [
    ["bodies, movement", "pairs", "findPairs", "flatbush", "rbush", "manifolds simd", "ts"],
    ...scenes.map((row) => [
      `${row.bodies}, ${row.movement}`,
      String(row.pairs),
      format(row.findPairs, 2),
      format(row.flatbush, 2),
      format(row.rbush, 2),
      format(row.manifoldsSimd, 2),
      format(row.manifoldsTs, 2),
    ]),
  ];
}

/** The gates of the spaces. A missing row misses its gate. */
export function findSpaceGates(rows: readonly SpaceRow[]): Gate[] {
  const found: Gate[] = [];
  for (const { query, peer, gates } of SUBJECTS) {
    if (gates === null) continue;
    for (const workload of ["box", "8-gon", ...(peer === "planck" ? ["mixed"] : [])]) {
      const row = rows.find((row) => row.query === query && row.workload === workload);
      for (const other of ["peer", "ts"] as const) {
        const [gate, aim] = gates[other];
        found.push({
          name: `Space.${query}, ${workload}: ${other === "ts" ? "ts" : peer} / simd`,
          measured: (other === "ts" ? row?.tsRatio : row?.peerRatio) ?? NaN,
          gate,
          aim,
          atLeast: true,
        });
      }
    }
  }
  found.push({
    name: "Space: results that differ between simd and ts",
    measured: rows.length > 0 ? rows.reduce((sum, row) => sum + row.differing, 0) : NaN,
    gate: 0,
    aim: 0,
    atLeast: false,
  });
  return found;
}

/** The measurements of spaces. */
export interface Spaces {
  rows: SpaceRow[];
  scenes: SceneRow[];
  /** Prints everything except the gates. */
  print(): void;
}

/** Measures everything about spaces. */
export function measureAllSpaces(quick: boolean): Spaces {
  const [cold, next] = measureColdStart();
  const rows = measureSpaces(quick ? 0.03 : 0.2, quick ? 3 : 5);
  const scenes = measureScenes(quick ? 5 : 15, quick ? [1000, 10_000] : [1000, 10_000, 100_000]);
  return {
    rows,
    scenes,
    print(): void {
      for (const { query, cells } of tabulateSpaces(rows)) {
        // Within 100 columns.
        const narrow = cells.map(([name, ...rest]) => [
          name.replace("in single precision", "float32"),
          ...rest,
        ]);
        printTable(`Space.${query}: ns per pair, ${PAIRS} pairs a call`, narrow);
      }
      printTable("Space.findPairs and manifolds: ms a frame", tabulateScenes(scenes));
      console.log(
        `\nfirst space of the process: ${cold.toFixed(2)} ms; the next: ${next.toFixed(2)} ms`,
      );
    },
  };
}
