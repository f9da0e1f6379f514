/**
 * Argument checks with uniform messages: `Cannot <task>: <argument> is <value>, must be <rule>`. A
 * wrong type is a `TypeError`, a bad value a `RangeError`.
 *
 * @module
 */
import type { Pose } from "./pose.ts";
import type { Vec2 } from "./vec2.ts";

/** A value as it appears in an error message: short. Never throws. */
export function show(value: unknown): string {
  const type = typeof value;
  if (typeof value === "string") {
    const text = JSON.stringify(value.slice(0, 40));
    return `the string ${value.length > 40 ? `${text}…` : text}`;
  }
  if (type === "bigint") return `the bigint ${String(value).slice(0, 40)}`;
  if (type === "symbol" || type === "function") return `a ${type}`;
  if (type === "object" && value !== null) return Array.isArray(value) ? "an array" : "an object";
  return Object.is(value, -0) ? "-0" : String(value);
}

/**
 * Throws the error for an argument that breaks a rule. By default a number is assumed to be of the
 * right type, and its value wrong.
 */
export function refuse(
  task: string,
  name: string,
  value: unknown,
  rule: string,
  Kind: ErrorConstructor = typeof value === "number" ? RangeError : TypeError,
): never {
  throw new Kind(`Cannot ${task}: ${name} is ${show(value)}, must ${rule}`);
}

/** A rule for coordinates, worded to follow "must". */
export type Rule = "be a number" | "be finite" | "be within ±2^250";

/** The first rule that a coordinate breaks, or `null` if it breaks none. */
export function brokenRule(value: unknown, limit: number): Rule | null {
  if (typeof value !== "number") return "be a number";
  if (Math.abs(value) <= limit) return null;
  return Number.isFinite(value) ? "be within ±2^250" : "be finite";
}

/** Throws unless the value is a finite number. */
export function checkFinite(task: string, name: string, value: unknown): asserts value is number {
  checkCoordinate(task, name, value, Number.MAX_VALUE);
}

/** Throws unless the value is a number within ±`limit`. */
export function checkCoordinate(
  task: string,
  name: string,
  value: unknown,
  limit: number = POSITION_LIMIT,
): asserts value is number {
  const rule = brokenRule(value, limit);
  if (rule !== null) refuse(task, name, value, rule);
}

/** Throws unless the value is an object. */
export function checkObject(task: string, name: string, value: unknown, rule: string): void {
  if (typeof value !== "object" || value === null) {
    refuse(task, name, value, `be ${rule}`, TypeError);
  }
}

/** What names mean that are used elsewhere: names of options, and advice if none of these is known. */
export type OtherNames = ReadonlyMap<string, readonly string[]>;

/**
 * Throws if an object of options has one that is not known. `Cannot cast ray: options.maks is unknown, must be
 * options.mask`.
 */
export function checkKnown(
  task: string,
  options: object,
  known: readonly string[],
  others?: OtherNames,
  object: string = "options",
): void {
  for (const name in options) {
    if (!known.includes(name)) refuseUnknown(task, `${object}.`, name, known, others?.get(name));
  }
}

function refuseUnknown(
  task: string,
  object: string,
  name: string,
  known: readonly string[],
  others: readonly string[] = [],
): never {
  const meant = others.filter((other) => known.includes(other));
  const advice = others.find((other) => other.includes(" "));
  if (others.length === 0) {
    const [nearest] = [...known].sort((a, b) => countEdits(name, a) - countEdits(name, b));
    if (countEdits(name, nearest) <= 1 + nearest.length / 3) meant.push(nearest);
  }
  const rule = meant.length > 0
    ? `, must be ${meant.map((word) => object + word).join(" and ")}`
    : advice !== undefined
    ? `; ${advice}`
    : `, must be one of ${known.join(", ")}`;
  throw new TypeError(`Cannot ${task}: ${object}${name} is unknown${rule}`);
}

/** How many letters have to be added, dropped or changed to make one word of another (Levenshtein). */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, k) => k);
  for (let j = 1; j <= from.length; j++) {
    const next = [j];
    for (let k = 1; k <= to.length; k++) {
      const change = row[k - 1] + Number(from[j - 1].toLowerCase() !== to[k - 1].toLowerCase());
      next.push(Math.min(change, row[k] + 1, next[k - 1] + 1));
    }
    row = next;
  }
  return row[to.length];
}

/** Throws unless the value is an array. */
export function checkArray(task: string, name: string, value: unknown, of: string): void {
  if (!Array.isArray(value)) refuse(task, name, value, `be an array of ${of}`, TypeError);
}

/** Throws unless the value is an object that may be a point. */
export function checkPointObject(task: string, name: string, value: unknown, what: string): void {
  const mend = mendPoint(value, name.endsWith("]"));
  if (mend !== "") refuse(task, name, value, `be ${what}${mend}`, TypeError);
  checkObject(task, name, value, what);
}

/** How to make a point of a pair of numbers, or of a number in a list. */
export function mendPoint(value: unknown, isListed: boolean): string {
  if (Array.isArray(value)) return "; ([x, y]) => ({ x, y }) makes one";
  return isListed && typeof value === "number" ? "; make one of each two numbers" : "";
}

/**
 * Throws unless the value is an object with `x` and `y` within ±2^250, or another limit. `what` is
 * what it must be.
 */
export function checkPoint(
  task: string,
  name: string,
  value: unknown,
  limit: number = POSITION_LIMIT,
  what: string = "a point { x, y }",
): asserts value is Vec2 {
  // Good values pass without a call, for which V8 would box the numbers.
  const { x, y } = (value ?? {}) as Vec2;
  if (
    typeof x === "number" && typeof y === "number" && Math.abs(x) <= limit && Math.abs(y) <= limit
  ) return;
  checkPointObject(task, name, value, what);
  checkCoordinate(task, `${name}.x`, (value as Vec2).x, limit);
  checkCoordinate(task, `${name}.y`, (value as Vec2).y, limit);
}

/**
 * Throws, without changing anything, unless the value is an object whose `x` and `y` can be written
 * to.
 */
export function checkTarget(task: string, value: Vec2): void {
  try {
    const { x, y } = value;
    value.x = x;
    value.y = y;
  } catch {
    refuse(task, "out", value, "be a writable point { x, y }", TypeError);
  }
}

/** Refuses everything but an object with finite `x` and `y`. */
export function checkVector(task: string, name: string, value: unknown): asserts value is Vec2 {
  checkPoint(task, name, value, Number.MAX_VALUE);
}

/** Greatest magnitude of a position, 2^250. Coordinates of shapes have the same limit. */
export const POSITION_LIMIT = 1.8092513943330656e75;
/** Its square, 2^500. */
export const SQUARE_LIMIT = 3.273390607896142e150;

/**
 * How far cos² + sin² of a pose may be off 1: 2^-20. Rotations kept in single precision are off by less
 * than 2^-23, so ten thousands of steps may round them once each.
 */
export const SKEW_LIMIT = 9.5367431640625e-7;
/** Its square, 2^-40. */
export const SKEW_SQUARE = 9.094947017729282e-13;

/** Whether a value has `x` and `y` within ±2^250, and `cos` and `sin` of a rotation. */
export function isPose(value: unknown): boolean {
  const { x, y, cos, sin } = (value ?? {}) as Pose;
  return typeof x === "number" && typeof y === "number" && typeof cos === "number" &&
    typeof sin === "number" && Math.abs(x) <= POSITION_LIMIT && Math.abs(y) <= POSITION_LIMIT &&
    // As in `isRotation`, which V8 may call with numbers on the heap.
    Math.abs(cos * cos + sin * sin - 1) <= SKEW_LIMIT;
}

/** Whether cos² + sin² is 1 up to `SKEW_LIMIT`. */
export function isRotation(cos: number, sin: number): boolean {
  return Math.abs(cos * cos + sin * sin - 1) <= SKEW_LIMIT;
}

/** Refuses cos and sin of a pose that scales. `names` are theirs: `poseA.cos² + poseA.sin²`. */
export function refuseScale(task: string, names: string, cos: number, sin: number): never {
  const square = cos * cos + sin * sin, root = Math.sqrt(square);
  const mend = square > 0 && square < Infinity ? `divide both by ${root}, or use ` : "use ";
  refuse(task, names, square, `be 1 to within 2^-20; ${mend}setAngle()`, RangeError);
}

/** Throws unless the value is a pose. If `isPose` fails, the rest finds out why. */
export function checkPose(task: string, name: string, value: unknown): asserts value is Pose {
  if (isPose(value)) return;
  checkObject(task, name, value, "a pose { x, y, cos, sin }");
  for (const key of ["x", "y", "cos", "sin"] as const) {
    if ((value as Pose)[key] === undefined) {
      refuse(task, `${name}.${key}`, undefined, "be a number; pose(x, y, angle) makes a pose");
    }
    checkCoordinate(task, `${name}.${key}`, (value as Pose)[key]);
  }
  const { cos, sin } = value as Pose;
  refuseScale(task, `${name}.cos² + ${name}.sin²`, cos, sin);
}
