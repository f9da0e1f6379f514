/**
 * Argument checks of the shape constructors.
 *
 * @module
 */
import { checkFinite, checkObject, checkPoint, show } from "../math/check.ts";
import { norm, type Vec2 } from "../math/vec2.ts";
import { MAX_COORDINATE, MIN_SIZE } from "./limits.ts";
import { Shape } from "./shape.ts";

/** Refuses a number that is not finite or beyond `MAX_COORDINATE`. */
export function checkCoordinate(task: string, name: string, value: unknown): void {
  checkFinite(task, name, value);
  if (Math.abs(value) > MAX_COORDINATE) {
    throw new RangeError(`Cannot ${task}: ${name} is ${value}, must be within ±2^250`);
  }
}

/** Refuses everything but a point whose coordinates are in range; returns a copy of it. */
export function checkVertex(task: string, name: string, value: unknown): Vec2 {
  checkPoint(task, name, value);
  const p = { x: value.x, y: value.y };
  checkCoordinate(task, `${name}.x`, p.x);
  checkCoordinate(task, `${name}.y`, p.y);
  return p;
}

/** Refuses everything but 0 and numbers in [MIN_SIZE, MAX_COORDINATE]; returns the number. */
export function checkRadius(task: string, name: string, value: unknown): number {
  checkFinite(task, name, value);
  if (!(value >= 0)) {
    throw new RangeError(`Cannot ${task}: ${name} is ${show(value)}, must not be negative`);
  }
  if (value !== 0) checkSize(task, name, value);
  return Math.abs(value); // -0 becomes 0
}

/** Refuses everything but numbers in [MIN_SIZE, MAX_COORDINATE]; returns the number. */
export function checkSize(task: string, name: string, value: unknown): number {
  checkFinite(task, name, value);
  if (!(value > 0)) {
    throw new RangeError(`Cannot ${task}: ${name} is ${show(value)}, must be positive`);
  }
  if (value < MIN_SIZE || value > MAX_COORDINATE) {
    throw new RangeError(`Cannot ${task}: ${name} is ${value}, must be from 2^-250 to 2^250`);
  }
  return value;
}

/** Refuses an edge that is too short to have a normal. */
export function checkEdge(task: string, name: string, p: Vec2, q: Vec2): void {
  const length = norm(q.x - p.x, q.y - p.y);
  if (length < MIN_SIZE) {
    throw new RangeError(`Cannot ${task}: ${name} is ${length} long, must be at least 2^-250`);
  }
}

/** Refuses everything but an object of options, or nothing. */
export function checkOptions(task: string, value: unknown): void {
  if (value !== undefined) checkObject(task, "options", value, "an object");
}

/** Refuses everything but a shape made by this library. */
export function checkShape(task: string, name: string, value: unknown): asserts value is Shape {
  if (!(value instanceof Shape)) {
    throw new TypeError(`Cannot ${task}: ${name} is ${show(value)}, must be a Shape`);
  }
}
