import type { Pose } from "../../math/pose.ts";
import { normalize, type Vec2 } from "../../math/vec2.ts";
import { reach, region } from "../../shapes/box_tree.ts";
import { setSlack, SLACK } from "../../shapes/part_set.ts";
import type { Shape } from "../../shapes/shape.ts";
import { support } from "../support.ts";
import { partsOf } from "./parts.ts";

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
