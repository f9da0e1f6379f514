/**
 * Shapes given by a support function, and with them the solver for their queries.
 *
 * @module
 */
import { checkArray, checkObject, refuse } from "../math/check.ts";
import { norm, type Vec2 } from "../math/vec2.ts";
import { checkEdge, checkRadius, checkSize, checkVertex } from "../shapes/check.ts";
import { findCurvedSupport } from "../shapes/curved_support.ts";
import { HALF_AXES } from "../shapes/record.ts";
import { ConvexShape, type StatedSide, type SupportFunction } from "../shapes/shape.ts";
import { attachCurved, evaluateSupport } from "../shapes/support.ts";
import { attachSmooth } from "../query/attached.ts";
import { attachArcs } from "./bounds.ts";
import { roundArcs } from "./round_arcs.ts";
import { straightSides } from "./sides.ts";
import { attachSides, smoothQueries } from "./solve.ts";

/** A straight side of a {@linkcode convex} shape, counter-clockwise: the shape is on the left on the way from a to b. */
export interface StraightSide {
  /** Where the side begins, in the local frame. */
  a: Readonly<Vec2>;
  /** Where it ends. */
  b: Readonly<Vec2>;
}

/** Argument of {@linkcode convex}. */
export interface ConvexOptions {
  /**
   * Support function of the core, in the local frame: writes a furthest point in direction (`dx`, `dy`) to
   * `out`. It must be pure, and describe a bounded convex set. `this` is this options object.
   */
  support: SupportFunction;
  /** A point of the core, in the local frame, preferably well inside. Searches start from it. */
  center: Readonly<Vec2>;
  /** Distance by which the core is rounded outward, in the caller's units, `>= 0`; default 0. */
  radius?: number | undefined;
  /**
   * The straight sides of the core, in any order. {@linkcode collide} rests the shape on them like a polygon, with
   * two points; elsewhere it has one point.
   */
  edges?: readonly StraightSide[] | undefined;
}

/**
 * Makes an ellipse around the origin, with its axes along the coordinate axes; a pose or
 * {@linkcode transformShape} puts it elsewhere. Queries on it, booleans included, are accurate to 4 u (see
 * {@linkcode distance}); for shapes with vertices booleans are exact.
 *
 * @param rx Half extent along the first axis, from 2^-250 to 2^250
 * @param ry Half extent along the second axis, from 2^-250 to 2^250
 * @returns A shape of kind `"ellipse"`, also when both are equal (a `circle` is exact and faster)
 * @throws {TypeError} If an argument is not a number
 * @throws {RangeError} If an argument is not positive or out of range
 *
 * @example Usage
 * ```ts
 * import { circle, distance, ellipse, pose } from "@narrowphase/gjk2d";
 *
 * const egg = ellipse(3, 1);
 * distance(egg, pose(0, 0), circle(1), pose(6, 0)).distance; // ≈ 2.000000
 * ```
 */
export function ellipse(rx: number, ry: number): ConvexShape {
  checkSize("create ellipse", "rx", rx);
  checkSize("create ellipse", "ry", ry);
  attachCurved(findCurvedSupport);
  attachSmooth(smoothQueries);
  const support: SupportFunction = (dx, dy, out) => evaluateSupport(shape, dx, dy, out);
  const curved = { shown: { rx, ry } };
  const shape = new ConvexShape("ellipse", [{ x: 0, y: 0 }], 0, support, curved);
  shape.record[HALF_AXES] = rx;
  shape.record[HALF_AXES + 1] = ry;
  return shape;
}

/**
 * Makes a shape from a support function, which returns the furthest point of a convex set in a direction.
 * A function does not tell where the boundary is straight: state such sides in `edges`, and the shape rests on them
 * like a polygon. A polygon is much faster.
 *
 * @param options Support function, a point of the core, radius, straight sides
 * @returns A shape of kind `"convex"`
 * @throws {TypeError} If an option has the wrong type
 * @throws {RangeError} If a number is not finite or out of range, the radius is negative, there are more than
 * 8192 edges, one is shorter than 2^-250, or the function disagrees with its ends by more than 4 u
 *
 * @remarks
 * Queries on it, booleans included, are accurate to 4 u (see {@linkcode distance}), provided that a stretch of
 * boundary up to a tenth of its radius long that looks like a circular arc is one: where the depth of an overlap
 * hardly depends on the direction, as in the middle of a disk, no number of samples proves more.
 *
 * If the function throws, the query throws the same error. A result that is not two finite numbers is refused
 * with an error that names the direction. A query calls it between a few and about eighty times. With `out`
 * nothing is allocated except what the function itself allocates, and the two numbers that a JavaScript
 * engine boxes to call a function that it does not inline.
 *
 * @example Usage
 * ```ts
 * import { convex, evaluateSupport } from "@narrowphase/gjk2d";
 *
 * // A half disk: the right half of the unit disk.
 * const halfDisk = convex({
 *   center: { x: 0.5, y: 0 },
 *   support(dx, dy, out) {
 *     const l = Math.sqrt(dx * dx + dy * dy);
 *     out.x = dx > 0 ? dx / l : 0;
 *     out.y = dx > 0 ? dy / l : Math.sign(dy);
 *   },
 *   edges: [{ a: { x: 0, y: 1 }, b: { x: 0, y: -1 } }],
 * });
 * evaluateSupport(halfDisk, -1, 2); // { x: 0, y: 1 }
 * ```
 */
export function convex(options: ConvexOptions): ConvexShape {
  checkObject("create convex shape", "options", options, "an object");
  const { support, radius: given = 0 } = options;
  if (typeof support !== "function") {
    refuse("create convex shape", "options.support", support, "be a function", TypeError);
  }
  const center = checkVertex("create convex shape", "options.center", options.center);
  const radius = checkRadius("create convex shape", "options.radius", given);
  attachCurved(findCurvedSupport);
  attachSmooth(smoothQueries);
  attachArcs(roundArcs);
  const sides = readEdges(options.edges);
  const curved = sides === null ? { owner: options } : {
    owner: options,
    sides,
    shown: { edges: sides.map(({ a, b }) => ({ a, b })) },
  };
  const shape = new ConvexShape("convex", [center], radius, support, curved);
  if (sides !== null) {
    attachSides(straightSides);
    checkSides(shape, sides);
  }
  return shape;
}

/** The most straight sides, so that their names fit into ids. */
const MOST_EDGES = 8192;

/** Slope of the directions in which the ends of a side must not be beyond the shape: 2^-20. */
const ASLANT = 9.5367431640625e-7;
/** 4 u for a shape of which this is 1: its largest coordinate, half of its diameter. 2^-49. */
const NOISE = 1.7763568394002505e-15;

/** The sides as queries read them, `null` if there are none. */
function readEdges(edges: unknown): StatedSide[] | null {
  const task = "create convex shape", name = "options.edges";
  if (edges === undefined) return null;
  checkArray(task, name, edges, "edges { a, b }");
  const list = edges as readonly StraightSide[], { length } = list;
  if (length > MOST_EDGES) refuse(task, `${name}.length`, length, `be at most ${MOST_EDGES}`);
  if (length === 0) return null;
  const sides: StatedSide[] = [];
  // Ends at the same place have the same name.
  const names = new Map<string, number>();
  const nameOf = ({ x, y }: Vec2): number => {
    const place = `${x} ${y}`;
    if (!names.has(place)) names.set(place, names.size + 1);
    return names.get(place)!;
  };
  for (let k = 0; k < length; k++) {
    checkObject(task, `${name}[${k}]`, list[k], "an edge { a, b }");
    const a = checkVertex(task, `${name}[${k}].a`, list[k].a);
    const b = checkVertex(task, `${name}[${k}].b`, list[k].b);
    checkEdge(task, `the edge ${name}[${k}]`, a, b);
    const length = norm(b.x - a.x, b.y - a.y);
    const n = { x: (b.y - a.y) / length, y: (a.x - b.x) / length };
    sides.push({ a, b, nameA: nameOf(a), nameB: nameOf(b), n });
  }
  return sides;
}

/**
 * Throws if a side is none: an end must be on the boundary with the side's outward normal n, so no
 * point of the shape is further along n; and it must not be beyond the shape, which would lie
 * further back in the directions slightly to either side of n.
 */
function checkSides(shape: ConvexShape, sides: readonly StatedSide[]): void {
  sides.forEach(({ a, b, n }, k) => {
    for (const [name, p, slope] of [["a", a, -ASLANT], ["b", b, ASLANT]] as const) {
      const beyond = reachPast(shape, p, n.x, n.y);
      const beside = reachPast(shape, p, n.x - slope * n.y, n.y + slope * n.x);
      if (beyond === 0 && beside >= 0) continue;
      const how = beyond > 0
        ? `is ${beyond} inside the shape`
        : `is outside the shape by ${Math.max(-beyond, -beside)}`;
      throw new RangeError(
        `Cannot create convex shape: options.edges[${k}].${name} ${how}, ` +
          "must be the end of a straight side, counter-clockwise from a to b",
      );
    }
  });
}

/** How far a shape reaches past a point in direction d, 0 if that is within 4 u. */
function reachPast(shape: ConvexShape, { x, y }: Readonly<Vec2>, dx: number, dy: number): number {
  const p = evaluateSupport(shape, dx, dy), past = dx * (p.x - x) + dy * (p.y - y);
  const size = Math.max(Math.abs(x), Math.abs(y), Math.abs(p.x), Math.abs(p.y));
  return Math.abs(past) <= NOISE * size ? 0 : past;
}
