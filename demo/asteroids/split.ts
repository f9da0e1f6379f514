import { convexHull, type ConvexShape, polygon, type Vec2 } from "@narrowphase/gjk2d";

/** The part of a convex polygon where `(p - through) · normal >= 0`. */
function half(points: readonly Readonly<Vec2>[], through: Vec2, normal: Vec2): Vec2[] {
  const kept: Vec2[] = [];
  for (let i = 0; i < points.length; i++) {
    const p = points[i];
    const q = points[(i + 1) % points.length];
    const dp = (p.x - through.x) * normal.x + (p.y - through.y) * normal.y;
    const dq = (q.x - through.x) * normal.x + (q.y - through.y) * normal.y;
    if (dp >= 0) kept.push({ x: p.x, y: p.y });
    if (dp > 0 && dq < 0 || dp < 0 && dq > 0) {
      const t = dp / (dp - dq);
      kept.push({ x: p.x + t * (q.x - p.x), y: p.y + t * (q.y - p.y) });
    }
  }
  return kept;
}

/**
 * Cuts a convex polygon by the line through a point at right angles to `normal`.
 *
 * @returns The part in the direction of `normal` and the other one, each `null` if no area is left.
 * Both are in the frame of the polygon.
 */
export function split(
  shape: ConvexShape,
  through: Vec2,
  normal: Vec2,
): [ConvexShape | null, ConvexShape | null] {
  const part = (side: Vec2): ConvexShape | null => {
    const kept = half(shape.points, through, side);
    if (kept.length < 3) return null;
    // The hull drops what rounding has made concave or collinear.
    const hull = convexHull(kept);
    return hull.length < 3 ? null : polygon(hull);
  };
  return [part(normal), part({ x: -normal.x, y: -normal.y })];
}
