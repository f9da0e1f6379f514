/**
 * Argument checks of the shape constructors.
 *
 * @module
 */
import { checkArray, checkCoordinate, checkFinite, checkObject, refuse } from "../math/check.ts";
import { norm, type Vec2 } from "../math/vec2.ts";
import { MAX_COORDINATE, MIN_SIZE } from "./limits.ts";
import { ConvexShape } from "./shape.ts";

/**
 * Throws unless the value is a point whose coordinates are in range. Returns a copy of the point,
 * whose coordinates are read once: an accessor may return something else the next time.
 */
export function checkVertex(task: string, name: string, value: unknown, limit?: number): Vec2 {
  checkObject(task, name, value, "a point { x, y }");
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
 * Throws unless the value is an object of options or undefined. A number may be the index that
 * `map` passes; `mend` says what to write instead.
 */
export function checkOptions(task: string, value: unknown, mend = ""): void {
  if (value === undefined) return;
  const hint = typeof value === "number" && mend !== "" ? ` (${mend})` : "";
  checkObject(task, "options", value, `an object${hint}`);
}

/** Throws unless the value is a shape made by this library. */
export function checkShape(
  task: string,
  name: string,
  value: unknown,
): asserts value is ConvexShape {
  if (!(value instanceof ConvexShape)) refuseShape(task, name, value);
}

/**
 * Throws the error for a value that is not a shape. For a compound or a chain, recognized by its
 * parts or segments, the message says where it can be used.
 */
export function refuseShape(task: string, name: string, value: unknown, rule = "Shape"): never {
  checkOrigin(task, name, value, rule);
  const { parts, segments } = (value ?? {}) as { parts?: unknown; segments?: unknown };
  const [what, way] = rule === "Shape" && Array.isArray(parts)
    ? ["a compound", "compoundIntersects() and its family take compounds"]
    : Array.isArray(segments)
    ? ["a chain", "use its segments, or compound(segments)"]
    : refuse(task, name, value, `be a ${rule}`, TypeError);
  throw new TypeError(`Cannot ${task}: ${name} is ${what}, must be a ${rule}; ${way}`);
}

/**
 * Throws for a look-alike of a shape that was made elsewhere. Only the class shows that a shape has
 * been validated.
 */
export function checkOrigin(task: string, name: string, value: unknown, rule: string): void {
  const { kind, points } = (value ?? {}) as { kind?: unknown; points?: unknown };
  if (typeof kind !== "string" || !Array.isArray(points)) return;
  throw new TypeError(
    `Cannot ${task}: ${name} is a clone of a Shape or one of another copy of the library, ` +
      `must be a ${rule} made by this one`,
  );
}
