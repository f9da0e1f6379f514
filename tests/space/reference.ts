/**
 * What the object API answers, in the layout of a space, and where a space answers something else.
 *
 * @module
 */
import {
  circle,
  collide,
  type ConvexShape,
  distance,
  DISTANCE_STRIDE,
  IDENTITY,
  intersects,
  MANIFOLD_POINTS_OFFSET,
  MANIFOLD_STRIDE,
  OVERLAPPING,
  PAIR_OFFSET,
  penetration,
  PENETRATION_STRIDE,
  type Pose,
  SEPARATED,
  signedDistance,
  Space,
  TOUCHING,
} from "@narrowphase/gjk2d";

const CODES = { separated: SEPARATED, touching: TOUCHING, overlapping: OVERLAPPING, exhausted: 3 };
const RESULT = distance(circle(1), IDENTITY, circle(1), IDENTITY);
const MARGIN = 0.125;
const OPTIONS = { margin: 0 };
const MANIFOLD = collide(circle(1), IDENTITY, circle(1), IDENTITY);
const HIT = penetration(circle(1), IDENTITY, circle(1), IDENTITY)!;

/** The answers of the object API to pair (2 k, 2 k + 1), in the layout of the space. */
export class Reference {
  readonly booleans: Uint8Array;
  readonly distances: Float64Array;
  readonly signed: Float64Array;
  readonly penetrations: Float64Array;
  /** Without and with a margin. */
  readonly manifolds: [Float64Array, Float64Array];

  constructor(pairs: number) {
    this.booleans = new Uint8Array(pairs);
    this.distances = new Float64Array(DISTANCE_STRIDE * pairs);
    this.signed = new Float64Array(DISTANCE_STRIDE * pairs);
    this.penetrations = new Float64Array(PENETRATION_STRIDE * pairs);
    this.manifolds = [
      new Float64Array(MANIFOLD_STRIDE * pairs),
      new Float64Array(MANIFOLD_STRIDE * pairs),
    ];
  }

  askManifolds(k: number, a: ConvexShape, poseA: Pose, b: ConvexShape, poseB: Pose): void {
    for (const [m, out] of this.manifolds.entries()) {
      OPTIONS.margin = m * MARGIN;
      const { pointCount, normal, points } = collide(a, poseA, b, poseB, OPTIONS, MANIFOLD);
      const o = MANIFOLD_STRIDE * k;
      out.fill(0, o, o + MANIFOLD_STRIDE);
      out[o + PAIR_OFFSET] = k;
      if (pointCount === 0) continue;
      out.set([pointCount, normal.x, normal.y, k], o);
      for (let p = 0; p < pointCount; p++) {
        const { point: { x, y }, separation, id } = points[p];
        out.set([x, y, separation, id], o + MANIFOLD_POINTS_OFFSET + 4 * p);
      }
    }
  }

  ask(k: number, a: ConvexShape, poseA: Pose, b: ConvexShape, poseB: Pose): void {
    this.booleans[k] = intersects(a, poseA, b, poseB) ? 1 : 0;
    this.#write(this.distances, k, distance(a, poseA, b, poseB, RESULT).distance, RESULT);
    this.distances[8 * k + 7] = CODES[RESULT.status];
    this.#write(this.signed, k, signedDistance(a, poseA, b, poseB, RESULT).distance, RESULT);
    this.signed[8 * k + 7] = CODES[RESULT.status];
    if (penetration(a, poseA, b, poseB, HIT) === null) {
      this.penetrations.fill(0, 8 * k, 8 * k + 8);
    } else {
      this.#write(this.penetrations, k, HIT.depth, HIT);
      this.penetrations[8 * k + 7] = HIT.depth > 0 ? OVERLAPPING : TOUCHING;
    }
  }

  #write(
    out: Float64Array,
    k: number,
    distance: number,
    { normal, pointA, pointB }: typeof HIT | typeof RESULT,
  ): void {
    out[8 * k] = distance;
    out[8 * k + 1] = normal.x;
    out[8 * k + 2] = normal.y;
    out[8 * k + 3] = pointA.x;
    out[8 * k + 4] = pointA.y;
    out[8 * k + 5] = pointB.x;
    out[8 * k + 6] = pointB.y;
  }
}

/** Index of the first element whose bits differ, or -1. */
function findDifference(a: Float64Array, b: Float64Array): number {
  const x = new BigUint64Array(a.buffer, a.byteOffset, a.length);
  const y = new BigUint64Array(b.buffer, b.byteOffset, b.length);
  for (let k = 0; k < x.length; k++) if (x[k] !== y[k]) return k;
  return -1;
}

/** A pair for which a space answers something else than the object API. */
export interface Difference {
  pair: number;
  detail: string;
}

/** The first pair for which a space answers something else than the reference. */
export function findUnequal(
  space: Space,
  pairs: Uint32Array,
  reference: Reference,
): Difference | null {
  const booleans = space.intersects(pairs);
  const pair = booleans.findIndex((hit, k) => hit !== reference.booleans[k]);
  if (pair >= 0) return { pair, detail: `${space.backend} intersects: pair ${pair}` };
  for (
    const [name, got, wanted] of [
      ["distances", space.distances(pairs), reference.distances],
      ["signedDistances", space.signedDistances(pairs), reference.signed],
      ["penetrations", space.penetrations(pairs), reference.penetrations],
    ] as const
  ) {
    const found = compareResults(`${space.backend} ${name}`, DISTANCE_STRIDE, got, wanted);
    if (found !== null) return found;
  }
  return null;
}

/** The first pair that has other manifolds. */
export function findUnequalManifolds(
  space: Space,
  pairs: Uint32Array,
  reference: Reference,
): Difference | null {
  for (const [m, wanted] of reference.manifolds.entries()) {
    const got = space.manifolds(pairs, undefined, m * MARGIN);
    const found = compareResults(`${space.backend} manifolds`, MANIFOLD_STRIDE, got, wanted);
    if (found !== null) return found;
  }
  return null;
}

function compareResults(
  name: string,
  stride: number,
  got: Float64Array,
  wanted: Float64Array,
): Difference | null {
  const at = findDifference(got, wanted);
  if (at < 0) return null;
  const pair = Math.floor(at / stride);
  return {
    pair,
    detail: `${name}: pair ${pair}, element ${at % stride}: ${got[at]} for ${wanted[at]}`,
  };
}

/** Asks both backends about placed shapes: of each the first pair that differs, and the first whose manifold does. */
export function findDifferences(
  placed: readonly (readonly [ConvexShape, Pose, ConvexShape, Pose])[],
  withManifolds = true,
  reference = new Reference(placed.length),
): Difference[] {
  const spaces = [new Space({ backend: "simd" }), new Space({ backend: "ts" })];
  for (const [k, [a, poseA, b, poseB]] of placed.entries()) {
    reference.ask(k, a, poseA, b, poseB);
    if (withManifolds) reference.askManifolds(k, a, poseA, b, poseB);
    for (const space of spaces) {
      space.add(a, poseA);
      space.add(b, poseB);
    }
  }
  const pairs = Uint32Array.from({ length: 2 * placed.length }, (_, k) => k);
  return spaces.flatMap((space) => [
    findUnequal(space, pairs, reference),
    withManifolds ? findUnequalManifolds(space, pairs, reference) : null,
  ]).filter((found) => found !== null);
}
