/**
 * Seeded workloads: pairs of placed shapes, described in plain numbers so that every library gets
 * the same geometry.
 *
 * @module
 */
import { pose } from "@narrowphase/gjk2d";
import type { Pose } from "@narrowphase/gjk2d";
import { Random } from "../tests/generate/random.ts";

/** Core points, counter-clockwise around the local origin, and the radius that rounds them. */
export interface Geometry {
  points: { x: number; y: number }[];
  radius: number;
}

/** Pairs of placed shapes. Shapes come from a pool, as they do in a game. */
export interface Workload {
  name: string;
  /** What it represents, in a few words. */
  about: string;
  pool: Geometry[];
  /** Index into `pool` of the first and second shape of pair i. */
  a: Int32Array;
  b: Int32Array;
  poseA: Pose[];
  poseB: Pose[];
}

/**
 * Number of shapes in a workload's pool; few for the largest polygons, which would not fit into a
 * cache.
 */
const POOL = 256;
const SCALING_POOL = 8;
/** First shapes lie within this distance of the world's origin, in both axes. */
const WORLD = 10;

const SEED = "gjk2d bench 1";

/** Convex polygon on an ellipse, vertices at jittered angles. Sizes are about 1. */
function ngon(random: Random, n: number): Geometry {
  const rx = random.range(0.5, 1);
  const ry = random.range(0.5, 1);
  const points = [];
  for (let k = 0; k < n; k++) {
    const angle = 2 * Math.PI * (k + random.range(0, 0.6)) / n;
    points.push({ x: rx * Math.cos(angle), y: ry * Math.sin(angle) });
  }
  return { points, radius: 0 };
}

function rectangle(width: number, height: number, radius: number): Geometry {
  const x = width / 2;
  const y = height / 2;
  return { points: [{ x: -x, y: -y }, { x, y: -y }, { x, y }, { x: -x, y }], radius };
}

function randomBox(random: Random): Geometry {
  return rectangle(random.range(0.8, 2), random.range(0.8, 2), 0);
}

function randomCircle(random: Random): Geometry {
  return { points: [{ x: 0, y: 0 }], radius: random.range(0.4, 1) };
}

function randomMixed(random: Random): Geometry {
  switch (random.int(0, 3)) {
    case 0:
      return randomCircle(random);
    case 1:
      return randomBox(random);
    case 2:
      return ngon(random, random.int(5, 6));
    default:
      return ngon(random, 8);
  }
}

/** Like the shapes that touch on a grid. */
function randomRounded(random: Random): Geometry {
  return fillRounded(random, random.range(0.5, 2), random.range(0.5, 2));
}

/** What is asked of `makeWorkload`. */
interface Order {
  name: string;
  /** Name and list. */
  seed: string;
  count: number;
  poolSize: number;
}

/**
 * Random rotation by up to `turn` either way. The second shape is at a random offset within
 * `spread` in both axes. `spread` is chosen so that about half of the pairs overlap.
 */
function scattered(
  { name, seed, count, poolSize }: Order,
  about: string,
  spread: number,
  make: (random: Random) => Geometry,
  turn: number = Math.PI,
): Workload {
  const random = new Random(SEED, seed);
  const pool = Array.from({ length: poolSize }, () => make(random));
  const workload = empty(name, about, pool, count);
  for (let i = 0; i < count; i++) {
    const x = random.range(-WORLD, WORLD);
    const y = random.range(-WORLD, WORLD);
    workload.a[i] = random.int(0, poolSize - 1);
    workload.b[i] = random.int(0, poolSize - 1);
    workload.poseA.push(pose(x, y, random.range(-turn, turn)));
    workload.poseB.push(pose(
      x + random.range(-spread, spread),
      y + random.range(-spread, spread),
      random.range(-turn, turn),
    ));
  }
  return workload;
}

/**
 * The two shapes of every pair rest against each other on a grid of eighths: they touch exactly.
 * `make` returns a shape that fills a box of the given width and height. `slide` is how far, in
 * eighths of the distance from center to corner, the pair may be shifted along its common side.
 */
function touching(
  { name, seed, count, poolSize }: Order,
  about: string,
  slide: number,
  make: (random: Random, width: number, height: number) => Geometry,
): Workload {
  const random = new Random(SEED, seed);
  const sizes: [number, number][] = [];
  const pool: Geometry[] = [];
  for (let k = 0; k < poolSize; k++) {
    const width = random.int(4, 16) / 8;
    const height = random.int(4, 16) / 8;
    sizes.push([width, height]);
    pool.push(make(random, width, height));
  }
  const workload = empty(name, about, pool, count);
  for (let i = 0; i < count; i++) {
    const a = random.int(0, poolSize - 1);
    const b = random.int(0, poolSize - 1);
    const x = random.int(-8 * WORLD, 8 * WORLD) / 8;
    const y = random.int(-8 * WORLD, 8 * WORLD) / 8;
    const dx = (sizes[a][0] + sizes[b][0]) / 2;
    const dy = (sizes[a][1] + sizes[b][1]) / 2;
    const along = random.int(-slide, slide) / 8;
    const side = random.chance(0.5);
    const sign = random.sign();
    workload.a[i] = a;
    workload.b[i] = b;
    workload.poseA.push(pose(x, y));
    workload.poseB.push(pose(
      x + (side ? sign * dx : along * dx),
      y + (side ? along * dy : sign * dy),
    ));
  }
  return workload;
}

/** A circle, a capsule or a rounded box that is `width` wide and `height` high. */
function fillRounded(random: Random, width: number, height: number): Geometry {
  if (random.chance(0.3)) return rectangle(width - 0.25, height - 0.25, 0.125);
  const x = (width - height) / 2;
  const y = (height - width) / 2;
  if (x > 0) return { points: [{ x: -x, y: 0 }, { x, y: 0 }], radius: height / 2 };
  if (y > 0) return { points: [{ x: 0, y: -y }, { x: 0, y }], radius: width / 2 };
  return { points: [{ x: 0, y: 0 }], radius: width / 2 };
}

function empty(name: string, about: string, pool: Geometry[], count: number): Workload {
  return {
    name,
    about,
    pool,
    a: new Int32Array(count),
    b: new Int32Array(count),
    poseA: [],
    poseB: [],
  };
}

/** Vertex counts of the scaling workloads. */
export const SCALING: readonly number[] = [8, 16, 32, 64, 128, 256, 512, 1024];

/** Names of the workloads that every query is measured on, in the order of the tables. */
export const WORKLOADS: readonly string[] = [
  "circle",
  "box",
  "8-gon",
  "32-gon",
  "mixed",
  "rounded",
  "touching",
  "touching round",
];

/**
 * The workload of the given name with `count` pairs: always the same for the same arguments. `list`
 * is another list of such pairs, `poolSize` how many shapes they are made of.
 */
export function makeWorkload(
  name: string,
  count: number,
  list: string = "",
  poolSize: number = POOL,
): Workload {
  const of = { name, seed: `${name}${list}`, count, poolSize };
  switch (name) {
    case "circle":
      return scattered(of, "two circles", 1.7, randomCircle);
    case "box":
      return scattered(of, "two boxes", 2.1, randomBox);
    case "8-gon":
      return scattered(of, "two 8-gons", 1.9, (random) => ngon(random, 8));
    case "32-gon":
      return scattered(of, "two 32-gons", 1.9, (random) => ngon(random, 32));
    case "mixed":
      return scattered(of, "circles, boxes, 5- to 8-gons", 1.85, randomMixed);
    case "upright":
      return scattered(of, "two boxes that do not turn", 1.8, randomBox, 0);
    case "rounded":
      return scattered(of, "capsules, rounded boxes", 1.7, randomRounded);
    case "touching":
      return touching(of, "boxes side by side on a grid", 8, (_, width, height) => {
        return rectangle(width, height, 0);
      });
    case "touching round":
      return touching(of, "capsules, rounded boxes, circles on a grid", 0, fillRounded);
    default: {
      const n = Number(/^n = (\d+)$/.exec(name)?.[1]);
      return scattered({ ...of, poolSize: SCALING_POOL }, `two ${n}-gons`, 1.9, (random) => {
        return ngon(random, n);
      });
    }
  }
}
