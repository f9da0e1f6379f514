/**
 * Shapes and what is computed from one shape.
 *
 * @module
 */
export { aabb } from "./bounds.ts";
export { Chain, type ChainOptions, ChainSegment } from "./chain.ts";
export { Compound, type CompoundPart } from "./compound.ts";
export { decompose, type DecomposeOptions } from "./decompose.ts";
export { convexHull } from "./hull.ts";
export { inspectPolygon, type PolygonReport } from "./inspect.ts";
export { MAX_COORDINATE, MIN_SIZE } from "./limits.ts";
export { area, centroid, type MassProperties, massProperties } from "./mass.ts";
export { box, type BoxOptions, polygon, type PolygonOptions, regularPolygon } from "./polygon.ts";
export { capsule, circle, point, segment } from "./round.ts";
export {
  ConcaveShape,
  ConvexShape,
  type Shape,
  type ShapeKind,
  type SupportFunction,
} from "./shape.ts";
export { evaluateSupport } from "./support.ts";
export { transformShape } from "./transform.ts";
