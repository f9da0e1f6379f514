/**
 * Casts derived from the families of pairs: B is moved in directions that meet, graze or just miss
 * A.
 *
 * @module
 */
import { type Core, hullOfDoubles, type Point, type Transform } from "../exact/oracle/exact.ts";
import { makeCase } from "./families.ts";
import { Random } from "./random.ts";

/** A motion of one placed shape towards another. */
export interface Cast {
  name: string;
  a: Core;
  poseA: Transform;
  b: Core;
  poseB: Transform;
  d: Point;
  target: number;
  worldSpace: boolean;
}

/** The points as the kernel sees them, in doubles: rotated, then moved relative to A's position. */
export function placed(core: Core, t: Readonly<Transform>, origin: Readonly<Transform>): Core {
  return {
    points: core.points.map(({ x, y }) => ({
      x: t.cos * x - t.sin * y + (t.x - origin.x),
      y: t.sin * x + t.cos * y + (t.y - origin.y),
    })),
    radius: core.radius,
  };
}

/**
 * Casts of one case: in random directions, from a vertex of B to one of A (exactly where
 * coordinates allow), along an edge or diagonal of either, and along the first axis. Each starts at
 * B's position, and from further back, so that the motion passes through A. A third of them stop at
 * some distance.
 */
export function makeCasts(family: string, seed: number, index: number): Cast[] {
  const { a, poseA, b, poseB, worldSpace } = makeCase(family, seed, index);
  const r = new Random("casts", family, seed, index);
  const p = r.pick(a.points), q = r.pick(b.points);
  const p2 = r.pick(a.points), q2 = r.pick(b.points);
  let size = Math.max(a.radius, b.radius);
  for (const v of [...a.points, ...b.points]) {
    size = Math.max(size, Math.abs(v.x - p.x) + Math.abs(v.y - p.y));
  }
  const turn = r.direction();
  const directions: Point[] = [
    { x: turn.x * size, y: turn.y * size },
    { x: p.x - q.x, y: p.y - q.y },
    { x: p2.x - p.x, y: p2.y - p.y },
    { x: q2.x - q.x, y: q2.y - q.y },
    { x: 2 * (p.x - q.x), y: 2 * (p.y - q.y) },
    { x: size, y: 0 },
  ];
  const casts: Cast[] = [];
  for (const [k, d] of directions.entries()) {
    for (const back of [0, 2 ** r.int(0, 3)]) {
      const target = r.chance(0.3) ? size * r.range(0, 0.5) : 0;
      const points = b.points.map((v) => ({ x: v.x - back * d.x, y: v.y - back * d.y }));
      casts.push({
        name: `${family} ${seed} ${index}, direction ${k}, back ${back}`,
        a,
        poseA,
        // That far away, rounding may make a polygon degenerate.
        b: { points: points.length > 1 ? hullOfDoubles(points) : points, radius: b.radius },
        poseB,
        d: back === 0 ? d : { x: 2 * back * d.x, y: 2 * back * d.y },
        target,
        worldSpace,
      });
    }
  }
  return casts;
}
