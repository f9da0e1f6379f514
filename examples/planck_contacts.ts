/**
 * planck 1.5 with the contacts of `collide`: planck keeps its world, broadphase, solver, joints, sensors and continuous
 * collision; only the contact points come from here. docs/embedding.md explains it.
 *
 * @module
 */
import {
  chain,
  circle,
  collide,
  convexHull,
  newManifold,
  polygon,
  segment,
} from "@narrowphase/gjk2d";
import type { ConvexShape, Pose } from "@narrowphase/gjk2d";
import * as planck from "planck";

/** Shapes never change, in planck or here, so each is converted once. */
const converted = new WeakMap<planck.Shape, readonly ConvexShape[]>();

/**
 * The convex parts of a planck shape without its skin, by planck's child index. A chain, or an edge with neighbours, is
 * one-sided.
 */
export function shapesOf(shape: planck.Shape): readonly ConvexShape[] {
  let parts = converted.get(shape);
  if (parts === undefined) converted.set(shape, parts = convert(shape));
  return parts;
}

function convert(shape: planck.Shape): readonly ConvexShape[] {
  if (shape instanceof planck.CircleShape) return [circle(shape.getRadius(), shape.getCenter())];
  if (shape instanceof planck.PolygonShape) {
    // The hull drops what rounding has made concave by an ulp.
    return [polygon(convexHull(shape.m_vertices))];
  }
  if (shape instanceof planck.EdgeShape) {
    const { m_vertex1: p, m_vertex2: q } = shape;
    const before = shape.m_hasVertex0 ? shape.m_vertex0 : undefined;
    const after = shape.m_hasVertex3 ? shape.m_vertex3 : undefined;
    return before || after ? chain([p, q], { before, after }).segments : [segment(p, q)];
  }
  if (shape instanceof planck.ChainShape) {
    // The last vertex of a loop is its first one again.
    if (shape.isLoop()) return chain(shape.m_vertices.slice(0, -1), { loop: true }).segments;
    const before = shape.m_prevVertex ?? undefined;
    return chain(shape.m_vertices, { before, after: shape.m_nextVertex ?? undefined }).segments;
  }
  throw new TypeError(`Cannot convert shape: type is "${shape.getType()}"`);
}

const poseA: Pose = { x: 0, y: 0, cos: 1, sin: 0 };
const poseB: Pose = { x: 0, y: 0, cos: 1, sin: 0 };
const options = { margin: 0 };
const found = newManifold();

function copyTransform({ p, q }: planck.TransformValue, out: Pose): void {
  out.x = p.x;
  out.y = p.y;
  out.cos = q.c;
  out.sin = q.s;
}

/** Fills planck's manifold. planck matches its ids with those of the last step, and so finds its impulses again. */
function evaluate(
  this: planck.Contact,
  manifold: planck.Manifold,
  xfA: planck.TransformValue,
  xfB: planck.TransformValue,
): void {
  const shapeA = this.getFixtureA().getShape(), shapeB = this.getFixtureB().getShape();
  const a = shapesOf(shapeA)[this.getChildIndexA()], b = shapesOf(shapeB)[this.getChildIndexB()];
  copyTransform(xfA, poseA);
  copyTransform(xfB, poseB);
  // planck's shapes touch when their skins do.
  options.margin = shapeA.getRadius() - a.radius + (shapeB.getRadius() - b.radius);
  const { normal, pointCount, points } = collide(a, poseA, b, poseB, options, found);
  const [p, q] = points;
  manifold.pointCount = pointCount;
  if (pointCount === 0) return;

  // Points lie midway between the surfaces. The face belongs to the shape on which both are level. planck's stacks sway
  // if it is always A's.
  const rise = (q.point.x - p.point.x) * normal.x + (q.point.y - p.point.y) * normal.y;
  const half = (q.separation - p.separation) / 2;
  const onB = pointCount === 2 && Math.abs(rise + half) < Math.abs(rise - half);
  manifold.type = onB ? planck.ManifoldType.e_faceB : planck.ManifoldType.e_faceA;
  const face = onB ? xfB : xfA, other = onB ? xfA : xfB, sign = onB ? -1 : 1;
  const nx = sign * normal.x, ny = sign * normal.y;
  // A point of the face, and the contact points on the other shape. planck adds the radii, of circles too.
  const inside = p.separation / 2 + (onB ? b.radius : a.radius);
  toLocal(face, p.point.x - inside * nx, p.point.y - inside * ny, manifold.localPoint);
  manifold.localNormal.x = face.q.c * nx + face.q.s * ny;
  manifold.localNormal.y = face.q.c * ny - face.q.s * nx;
  for (let k = 0; k < pointCount; k++) {
    const { point, separation, id } = points[k];
    const depth = separation / 2 + (onB ? a.radius : b.radius);
    toLocal(other, point.x + depth * nx, point.y + depth * ny, manifold.points[k].localPoint);
    // planck recomputes the key from the features whenever it copies an id. A key alone would be lost.
    manifold.points[k].id.setFeatures(id, 0, 0, 0);
  }
}

function toLocal({ p, q }: planck.TransformValue, x: number, y: number, out: planck.Vec2Value) {
  const dx = x - p.x, dy = y - p.y;
  out.x = q.c * dx + q.s * dy;
  out.y = q.c * dy - q.s * dx;
}

/** Makes all worlds use `collide`, until the function that it returns is called. */
export function useCollide(): () => void {
  const { prototype } = planck.Contact, { evaluate: own } = prototype;
  prototype.evaluate = evaluate;
  return () => {
    prototype.evaluate = own;
  };
}
