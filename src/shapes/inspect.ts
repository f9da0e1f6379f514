/**
 * What is wrong with a list of points as a convex polygon. `polygon()` throws what this reports.
 *
 * @module
 */
import { brokenRule, checkArray, mendPoint, type Rule, show } from "../math/check.ts";
import { orientExact } from "../math/orient.ts";
import { norm, type Vec2 } from "../math/vec2.ts";
import { MAX_COORDINATE, MIN_SIZE } from "./limits.ts";
import { findCorners, lowestLeft, type Vertex } from "./ring.ts";

/** Result of {@linkcode inspectPolygon}. All indices are positions in the list that was given. */
export interface PolygonReport {
  /** Whether `polygon()` accepts the list. */
  valid: boolean;
  /** Why it does not, in one sentence; `null` when it does. */
  problem: string | null;
  /** Vertices that `polygon()` keeps: counter-clockwise, strictly convex. Empty when not valid. */
  vertices: Vec2[];
  /** Entries that are not an object with the numbers `x` and `y`; of the gaps of a sparse array the first. */
  notPoints: number[];
  /** Points with a coordinate that is NaN or infinite. */
  nonFinite: number[];
  /** Points with a coordinate that is too large. The limit is ±2^250. */
  tooLarge: number[];
  /** Vertices equal to the kept vertex before them (the last one: to the first); dropped. */
  duplicates: number[];
  /** Vertices exactly on the straight line between their neighbours; dropped. */
  collinear: number[];
  /** Whether the list winds clockwise; it is then reversed. */
  reversed: boolean;
  /** Whether all points lie on one line, so that the polygon has no area. */
  zeroArea: boolean;
  /** First vertex where the boundary turns straight back, or `null`. */
  foldsBackAt: number | null;
  /** First vertex that turns against the winding, or `null`; `convexHull` or `decompose` make polygons of such points. */
  nonConvexAt: number | null;
  /** Number of revolutions that the boundary makes if all turns agree: 1, or more for a star; otherwise 0. */
  revolutions: number;
  /** First edge (named by its start) that is too short, or `null`. The least length is 2^-250. */
  tooShortAt: number | null;
}

/**
 * Examines a list of points as a convex polygon, with exact predicates: what `polygon()` would drop,
 * reverse or refuse, and why. It never throws for an array; points are not modified.
 *
 * What is dropped or reversed needs no repair. Where `nonConvexAt` is set, the outline is concave, and
 * {@linkcode decompose} cuts it into convex parts. If the turn there, which `problem` tells, is of the size of rounding
 * (points computed on a straight line are not exactly on it), or concave corners are to be filled, then
 * {@linkcode convexHull} gives the vertices of a polygon.
 *
 * @param points Vertices in either winding
 * @returns The report
 * @throws {TypeError} If `points` is not an array
 *
 * @example Usage
 * ```ts
 * import { inspectPolygon } from "@narrowphase/gjk2d";
 *
 * const arrow = [{ x: 0, y: 0 }, { x: 4, y: 0 }, { x: 1, y: 1 }, { x: 0, y: 4 }];
 * const report = inspectPolygon(arrow);
 * report.valid; // false
 * report.nonConvexAt; // 2
 * ```
 */
export function inspectPolygon(points: readonly Readonly<Vec2>[]): PolygonReport {
  checkArray("inspect polygon", "points", points, "points");
  const report: PolygonReport = {
    valid: false,
    problem: null,
    vertices: [],
    notPoints: [],
    nonFinite: [],
    tooLarge: [],
    duplicates: [],
    collinear: [],
    reversed: false,
    zeroArea: false,
    foldsBackAt: null,
    nonConvexAt: null,
    revolutions: 0,
    tooShortAt: null,
  };
  report.problem = examine(points, report);
  report.valid = report.problem === null;
  return report;
}

/** Fills the report up to the first problem, which it returns. */
function examine(points: readonly unknown[], report: PolygonReport): string | null {
  // Stage 1: numbers. Coordinates are read once and copied. A wrong type is reported first,
  // whatever its index.
  const ring: Vertex[] = [];
  let problem: string | null = null;
  for (let index = 0; index < points.length; index++) {
    const p = points[index];
    const isObject = typeof p === "object" && p !== null;
    const { x, y } = (isObject ? p : {}) as Vec2;
    const ruleX = brokenRule(x, MAX_COORDINATE), ruleY = brokenRule(y, MAX_COORDINATE);
    if (ruleX === null && ruleY === null) {
      ring.push({ x, y, index });
      continue;
    }
    const [list, rule] = FAULTS.find(([, rule]) => rule === ruleX || rule === ruleY)!;
    report[list].push(index);
    // A sparse array may have four billion gaps: the first one is enough.
    if (!(index in points)) {
      return `points[${index}] is ${show(p)}, must be a point { x, y } (the array is sparse)`;
    }
    if (problem !== null && !(list === "notPoints" && report.notPoints.length === 1)) continue;
    problem = !isObject || Array.isArray(p)
      ? `points[${index}] is ${show(p)}, must be a point { x, y }${mendPoint(p, true)}`
      : rule === ruleX
      ? `points[${index}].x is ${show(x)}, must ${rule}`
      : `points[${index}].y is ${show(y)}, must ${rule}`;
  }
  if (problem !== null) return problem;

  // Stage 2: corners.
  const corners: Vertex[] = [];
  const turns: number[] = [];
  problem = findCorners("points", ring, report, corners, turns);
  if (problem !== null) return problem;

  // Stage 3: one winding. A corner of the hull turns the way the polygon winds.
  const m = corners.length;
  const winding = turns[lowestLeft(corners)];
  report.reversed = winding < 0;
  let revolutions = 0;
  for (let k = 0; k < m; k++) {
    const p = corners[(k + m - 1) % m], q = corners[k], r = corners[(k + 1) % m];
    if (turns[k] !== winding) {
      report.nonConvexAt = q.index;
      const [side, others] = winding > 0 ? ["right", ""] : ["left", " where the others turn right"];
      const angle = turnAngle(p, q, r);
      const way = angle < STRAIGHT ? "convexHull" : "decompose";
      return `vertex ${q.index} of points turns ${side} by ${angle}${others} (use ${way})`;
    }
    // Stage 4: one revolution. Every turn is less than half a revolution, so each revolution has
    // exactly one vertex at which the edges begin to lead upward.
    if (q.y <= p.y && r.y > q.y) revolutions++;
  }
  report.revolutions = revolutions;
  if (revolutions !== 1) return `the boundary makes ${revolutions} revolutions, must make 1`;

  // Stage 5: edges that can have a normal.
  for (let k = 0; k < m; k++) {
    const p = corners[k], q = corners[(k + 1) % m];
    const length = norm(q.x - p.x, q.y - p.y);
    if (length >= MIN_SIZE) continue;
    report.tooShortAt = p.index;
    return `the edge from vertex ${p.index} of points is ${length} long, must be at least 2^-250`;
  }

  const [start, ...others] = corners.map(({ x, y }) => ({ x, y }));
  report.vertices = [start, ...(report.reversed ? others.reverse() : others)];
  return null;
}

/**
 * The list for a point with a bad coordinate, by the rule that it breaks, the most serious first.
 */
const FAULTS: readonly ["notPoints" | "nonFinite" | "tooLarge", Rule][] = [
  ["notPoints", "be a number"],
  ["nonFinite", "be finite"],
  ["tooLarge", "be within ±2^250"],
];

/**
 * Largest turn against the winding, in radians, that rounding makes of a straight line, even in
 * single precision.
 */
const STRAIGHT = 1e-6;

/**
 * If the product of two edge lengths is below 2^-800, their determinant may underflow, so the edges
 * are scaled by 2^700.
 */
const LEAST_AREA = 1.499696813895631e-241;
const SCALE_UP = 5.260135901548374e210;

/**
 * Magnitude in radians of the turn at b: the angle of (x, y), which is the second edge in the frame
 * of the first. Adding a vector's length to its x coordinate halves its angle. This is repeated
 * until angle and tangent are the same.
 */
function turnAngle(a: Vec2, b: Vec2, c: Vec2): number {
  const l = norm(b.x - a.x, b.y - a.y), m = norm(c.x - b.x, c.y - b.y);
  if (l * m < LEAST_AREA) {
    const [p, q, r] = [a, b, c].map(({ x, y }) => ({ x: SCALE_UP * x, y: SCALE_UP * y }));
    return turnAngle(p, q, r);
  }
  const ux = (b.x - a.x) / l, uy = (b.y - a.y) / l, vx = (c.x - b.x) / m, vy = (c.y - b.y) / m;
  // The exact determinant. For nearly collinear edges rounding would leave any value, often 0.
  const y = Math.abs(orientExact(a.x, a.y, b.x, b.y, c.x, c.y)) / l / m;
  let x = ux * vx + uy * vy;
  if (y === 0 && x < 0) return Math.PI; // straight back, up to rounding
  let half = 1;
  for (; half < 134217728; half *= 2) x += norm(x, y); // 2^27
  return Math.max(half * y / x, Number.MIN_VALUE);
}
