/**
 * The queries that constructors of concave shapes attach.
 *
 * @module
 */
import type { ConcaveQueries } from "../attached.ts";
import { concaveContains } from "./contains.ts";
import { concaveDistance, concavePenetration } from "./distance.ts";
import { concaveIntersects } from "./intersects.ts";
import { concaveManifolds } from "./manifolds.ts";
import { concaveClosestPoint, concaveContainsPoint } from "./point.ts";
import { concaveRayCast } from "./ray_cast.ts";
import { concaveShapeCast } from "./shape_cast.ts";
import { concaveSupport } from "./support.ts";
import { concaveTimeOfImpact } from "./time_of_impact.ts";

export const concaveQueries: ConcaveQueries = {
  intersects: concaveIntersects,
  contains: concaveContains,
  measureDistance: concaveDistance,
  measurePenetration: concavePenetration,
  manifolds: concaveManifolds,
  containsPoint: concaveContainsPoint,
  closestPoint: concaveClosestPoint,
  support: concaveSupport,
  rayCast: concaveRayCast,
  shapeCast: concaveShapeCast,
  timeOfImpact: concaveTimeOfImpact,
};
