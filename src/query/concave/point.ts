/**
 * Points and concave shapes: containment and the closest point.
 *
 * @module
 */
import type { Pose } from "../../math/pose.ts";
import type { Vec2 } from "../../math/vec2.ts";
import { ItemList } from "../../shapes/box_tree.ts";
import { point } from "../../shapes/round.ts";
import type { ConvexShape, Shape } from "../../shapes/shape.ts";
import { UNSIGNED } from "../attached.ts";
import { Levels } from "../levels.ts";
import { closestPoint, containsPoint } from "../point.ts";
import { newDistanceResult } from "../result.ts";
import { concaveDistance } from "./distance.ts";
import { listOnRay, STILL } from "./near_parts.ts";
import { partsOf } from "./parts.ts";

const lists = /* @__PURE__ */ new Levels(() => new ItemList());

/** `containsPoint` for a concave shape: whether one of its parts contains the point. */
export function concaveContainsPoint(
  shape: Shape,
  pose: Readonly<Pose>,
  p: Readonly<Vec2>,
): boolean {
  const body = partsOf(shape);
  const list = lists.enter();
  try {
    const n = listOnRay(list, body, pose, p, STILL);
    for (let k = 0; k < n; k++) if (containsPoint(body.parts[list.items[k]], pose, p)) return true;
    return false;
  } finally {
    lists.leave();
  }
}

/** The point that `concaveClosestPoint` measures from. It is at the origin, and a pose moves it. */
const PROBE: ConvexShape = /* @__PURE__ */ point({ x: 0, y: 0 });

const probes = /* @__PURE__ */ new Levels(() => ({
  // Doubles, so that V8 expects doubles in x and y.
  at: { x: 0.5, y: 0.5, cos: 1, sin: 0 },
  found: newDistanceResult(),
}));

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
    const { distance, partA } = concaveDistance(task, shape, pose, PROBE, at, UNSIGNED, found);
    if (distance > 0) return closestPoint(parts[partA], pose, p, out);
    out.x = x;
    out.y = y;
    return out;
  } finally {
    probes.leave();
  }
}
