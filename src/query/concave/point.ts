/**
 * Points and concave shapes: containment, the closest point, and the point furthest in a direction.
 *
 * @module
 */
import type { Pose } from "../../math/pose.ts";
import { normalize, type Vec2 } from "../../math/vec2.ts";
import { reach, region } from "../../shapes/box_tree.ts";
import { setSlack, SLACK } from "../../shapes/part_set.ts";
import { ORIGIN } from "../../shapes/round.ts";
import type { Shape } from "../../shapes/shape.ts";
import { UNSIGNED } from "../attached.ts";
import { Levels } from "../levels.ts";
import { closestPoint } from "../point.ts";
import { newDistanceResult } from "../result.ts";
import { support } from "../support.ts";
import { concaveDistance, concaveIntersects } from "./distance.ts";
import { partsOf } from "./parts.ts";

const probes = /* @__PURE__ */ new Levels(() => ({
  // Doubles, so that V8 expects doubles in x and y.
  at: { x: 0.5, y: 0.5, cos: 1, sin: 0 },
  found: newDistanceResult(),
}));

/** `containsPoint` for a concave shape: whether one of its parts contains the point. */
export function concaveContainsPoint(
  shape: Shape,
  pose: Readonly<Pose>,
  { x, y }: Readonly<Vec2>,
): boolean {
  const { at } = probes.enter();
  try {
    at.x = x;
    at.y = y;
    return concaveIntersects(shape, pose, ORIGIN, at);
  } finally {
    probes.leave();
  }
}

/** `closestPoint` for a concave shape: that of the nearest part, of equally near ones the first. */
export function concaveClosestPoint(
  task: string,
  shape: Shape,
  pose: Readonly<Pose>,
  p: Readonly<Vec2>,
  out: Vec2,
): Vec2 {
  const { parts } = partsOf(shape);
  const x = p.x;
  const y = p.y;
  const { at, found } = probes.enter();
  try {
    at.x = x;
    at.y = y;
    const { distance, partA } = concaveDistance(task, shape, pose, ORIGIN, at, UNSIGNED, found);
    if (distance > 0) return closestPoint(parts[partA], pose, p, out);
    out.x = x;
    out.y = y;
    return out;
  } finally {
    probes.leave();
  }
}

/**
 * `support` for a concave shape: the support point of the part that reaches furthest, of equals the
 * first. Skips boxes of the tree that certainly reach less far.
 */
export function concaveSupport(
  shape: Shape,
  pose: Readonly<Pose>,
  dir: Readonly<Vec2>,
  out: Vec2,
): Vec2 {
  const body = partsOf(shape), { parts, tree } = body;
  const { x, y, cos, sin } = pose;
  // A support function may call `support` itself, so shared objects are read before the next call.
  const { x: ux, y: uy } = normalize(dir, unit);
  const lx = cos * ux + sin * uy, ly = cos * uy - sin * ux;
  setSlack(body, pose);
  const slack = SLACK[0];
  region.dx = lx;
  region.dy = ly;
  const first = tree === null ? 0 : tree.furthest();
  support(parts[first], pose, dir, partPoint);
  let best = first, bestX = partPoint.x, bestY = partPoint.y;
  let furthest = (bestX - x) * ux + (bestY - y) * uy;
  const end = tree === null ? parts.length : tree.next.length;
  for (let node = 0; node < end;) {
    if (tree !== null && reach(tree.boxes, node, lx, ly) + slack < furthest) {
      node = tree.next[node];
      continue;
    }
    const k = tree === null ? node : tree.items[node];
    node++;
    if (k < 0 || k === first) continue;
    support(parts[k], pose, dir, partPoint);
    const px = partPoint.x, py = partPoint.y;
    const s = (px - x) * ux + (py - y) * uy;
    // Among parts that reach equally far the first counts, whatever the order of the visits.
    if (!(s > furthest || (s === furthest && k < best))) continue;
    furthest = s;
    best = k;
    bestX = px;
    bestY = py;
  }
  out.x = bestX;
  out.y = bestY;
  return out;
}

const unit: Vec2 = { x: NaN, y: NaN };

/** Support point of a part. It is read before any other code can run. */
const partPoint: Vec2 = { x: NaN, y: NaN };
