/**
 * Shapes by their support functions, and motions, that tests of several queries use.
 *
 * @module
 */
import {
  box,
  capsule,
  chain,
  circle,
  compound,
  convex,
  type ConvexShape,
  ellipse,
  evaluateSupport,
  point,
  type Pose,
  pose,
  regularPolygon,
  segment,
  type Shape,
  type StraightSide,
  type Sweep,
  type Vec2,
} from "@narrowphase/gjk2d";
import { type Core, hullOfDoubles } from "../exact/oracle/exact.ts";
import type { Random } from "./random.ts";

/** The right half of the unit disk, moved by its radius: round on one side, flat on the other. */
export function halfDisk(radius = 0): ConvexShape {
  return convex({
    center: { x: 0.5, y: 0 },
    radius,
    support(dx, dy, out) {
      const l = Math.sqrt(dx * dx + dy * dy);
      out.x = dx > 0 ? dx / l : 0;
      out.y = dx > 0 ? dy / l : Math.sign(dy);
    },
  });
}

/** A disk by its support function, which may do something else first, and a radius around it. */
export function disk(
  r: number,
  center: Vec2 = { x: 0, y: 0 },
  radius = 0,
  before = (): unknown => 0,
): ConvexShape {
  return convex({
    center,
    radius,
    support(dx, dy, out) {
      before();
      const l = Math.sqrt(dx * dx + dy * dy);
      out.x = r * dx / l + center.x;
      out.y = r * dy / l + center.y;
    },
  });
}

/** The convex hull of points, by its support function. */
export function hullOf(points: readonly Readonly<Vec2>[], radius = 0): ConvexShape {
  const n = points.length;
  return convex({
    center: {
      x: points.reduce((sum, p) => sum + p.x / n, 0),
      y: points.reduce((sum, p) => sum + p.y / n, 0),
    },
    radius,
    support(dx, dy, out) {
      let best = points[0];
      for (const p of points) {
        if ((p.x - best.x) * dx + (p.y - best.y) * dy > 0) best = p;
      }
      out.x = best.x;
      out.y = best.y;
    },
  });
}

/** The core of a shape, by its support function, about another center, with a radius around it, and sides that it states. */
export function wrap(
  shape: ConvexShape,
  center: Vec2 = { x: 0, y: 0 },
  radius = 0,
  edges?: StraightSide[],
): ConvexShape {
  return convex({
    center,
    radius,
    edges,
    support: (dx, dy, out) => void evaluateSupport(shape, dx, dy, out),
  });
}

/** A motion about the origin of the body, or about another center. */
export function motion(from: Pose, to: Pose, localCenter: Vec2 = { x: 0, y: 0 }): Sweep {
  return { localCenter, from, to };
}

/** No motion. */
export function still(at: Pose): Sweep {
  return motion(at, at);
}

/** One of each kind, none about its own origin but the boxes, the polygon and the ellipse. */
export const SHAPES: readonly ConvexShape[] = [
  point({ x: 0.25, y: -0.5 }),
  circle(0.75, { x: 0.25, y: 0.5 }),
  segment({ x: -1, y: 0.5 }, { x: 1, y: -0.25 }),
  capsule({ x: -1, y: 0.5 }, { x: 1, y: -0.25 }, 0.5),
  box(1.5, 0.75),
  box(1.5, 0.75, { radius: 0.25 }),
  regularPolygon(64, 1),
  ellipse(1, 0.5),
];

/** One of each kind that a space takes, and another size. */
export const BODIES: readonly Shape[] = [
  box(1, 0.5),
  circle(0.5, { x: 0.25, y: 0 }),
  capsule({ x: -1, y: 0 }, { x: 1, y: 0.5 }, 0.1),
  regularPolygon(6, 0.75),
  ellipse(1, 0.25),
  compound([box(1, 0.25), { shape: box(0.25, 1), pose: pose(0.5, 0.5) }]),
  chain([{ x: 1, y: 0 }, { x: 0, y: -0.25 }, { x: -1, y: 0.25 }]),
];

/** A core in a frame far from it: needles as thin as the frame rounds, and corners that are rounded away. */
export function outOfOrder(r: Random, name: "needles" | "dents"): Core {
  const o = r.direction(), u = r.direction(), far = r.magnitude(0, name === "dents" ? 12 : 8);
  const thick = name === "dents" ? 1 : far * r.magnitude(-19, -15.5);
  const points: Vec2[] = [];
  for (let i = r.int(2, 4); i > 0; i--) {
    const t = r.direction(), w = r.magnitude(-9, -2);
    for (let j = r.int(1, 3); j > 0; j--) {
      const v = r.direction(), x = t.x + w * v.x, y = thick * (t.y + w * v.y);
      points.push({ x: far * o.x + u.x * x - u.y * y, y: far * o.y + u.y * x + u.x * y });
    }
  }
  return { points: hullOfDoubles(points), radius: r.pick([0, 0, 0.1]) };
}
