/**
 * Argument checks of the shape constructors.
 *
 * @module
 */
import {
  checkArray,
  checkCoordinate,
  checkFinite,
  checkKnown,
  checkObject,
  checkPointObject,
  refuse,
} from "../math/check.ts";
import { norm, type Vec2 } from "../math/vec2.ts";
import { MAX_COORDINATE, MIN_SIZE } from "./limits.ts";
import { ConcaveShape, ConvexShape, type Shape } from "./shape.ts";

/**
 * Throws unless the value is a point whose coordinates are in range. Returns a copy of the point,
 * whose coordinates are read once: an accessor may return something else the next time.
 */
export function checkVertex(task: string, name: string, value: unknown, limit?: number): Vec2 {
  checkPointObject(task, name, value, "a point { x, y }");
  const { x, y } = value as Vec2;
  checkCoordinate(task, `${name}.x`, x, limit);
  checkCoordinate(task, `${name}.y`, y, limit);
  return { x, y };
}

/** Throws unless the value is an array of such points. Returns copies of them. */
export function checkVertices(task: string, name: string, value: unknown, limit?: number): Vec2[] {
  checkArray(task, name, value, "points");
  const points = value as readonly unknown[], vertices: Vec2[] = [];
  for (let k = 0; k < points.length; k++) {
    vertices.push(checkVertex(task, `${name}[${k}]`, points[k], limit));
  }
  return vertices;
}

/** Throws unless the value is 0 or a number in [MIN_SIZE, MAX_COORDINATE]. Returns the number. */
export function checkRadius(task: string, name: string, value: unknown): number {
  checkFinite(task, name, value);
  if (value < 0) refuse(task, name, value, "not be negative");
  if (value !== 0) checkSize(task, name, value);
  return Math.abs(value); // -0 becomes 0
}

/** Throws unless the value is a number in [MIN_SIZE, MAX_COORDINATE]. Returns the number. */
export function checkSize(task: string, name: string, value: unknown): number {
  checkFinite(task, name, value);
  if (value <= 0) refuse(task, name, value, "be positive");
  if (value < MIN_SIZE || value > MAX_COORDINATE) {
    refuse(task, name, value, "be from 2^-250 to 2^250");
  }
  return value;
}

/** Throws if an edge is too short to have a normal. */
export function checkEdge(task: string, name: string, p: Vec2, q: Vec2): void {
  const length = norm(q.x - p.x, q.y - p.y);
  if (length < MIN_SIZE) {
    throw new RangeError(`Cannot ${task}: ${name} is ${length} long, must be at least 2^-250`);
  }
}

/**
 * Throws unless the value is an object of known options or undefined. A number may be the index that
 * `map` passes; `mend` says what to write instead.
 */
export function checkOptions(
  task: string,
  value: unknown,
  known: readonly string[],
  mend = "",
): void {
  if (value === undefined) return;
  const hint = typeof value === "number" && mend !== "" ? ` (${mend})` : "";
  checkObject(task, "options", value, `an object${hint}`);
  checkKnown(task, value as object, known);
}

/** Throws unless the value is a shape made by this library: convex, a compound or a chain. */
export function checkShape(task: string, name: string, value: unknown): asserts value is Shape {
  if (value instanceof ConvexShape || value instanceof ConcaveShape) return;
  checkOrigin(task, name, value, "Shape");
  refuse(task, name, value, "be a Shape", TypeError);
}

/** Throws unless the value is a convex shape made by this library. `mend` says what takes others. */
export function checkConvex(
  task: string,
  name: string,
  value: unknown,
  mend?: string,
): asserts value is ConvexShape {
  if (value instanceof ConvexShape) return;
  const rule = "ConvexShape";
  if (!(value instanceof ConcaveShape)) {
    checkOrigin(task, name, value, rule);
    refuse(task, name, value, `be a ${rule}`, TypeError);
  }
  const [what, part] = "parts" in value ? ["compound", "parts"] : ["chain", "segments"];
  const way = mend ?? `each of its ${part} is one`;
  throw new TypeError(`Cannot ${task}: ${name} is a ${what}, must be a ${rule}; ${way}`);
}

/**
 * Throws for a look-alike of a shape that was made elsewhere. Only the class shows that a shape has
 * been validated. A compound or a chain is recognized by its parts or segments.
 */
export function checkOrigin(task: string, name: string, value: unknown, rule: string): void {
  const { parts, segments } = (value ?? {}) as { parts?: unknown; segments?: unknown };
  const first = Array.isArray(parts) ? parts[0] : Array.isArray(segments) ? segments[0] : value;
  const { kind, points } = (first ?? {}) as { kind?: unknown; points?: unknown };
  if (typeof kind !== "string" || !Array.isArray(points)) return;
  throw new TypeError(
    `Cannot ${task}: ${name} is a clone of a Shape or one of another copy of the library, ` +
      `must be a ${rule} made by this one`,
  );
}
