/**
 * What is wrong with a list of points as a convex polygon. `polygon()` throws what this reports.
 *
 * @module
 */
import { atan2 } from "../math/angle.ts";
import { show } from "../math/check.ts";
import { orientation } from "../math/orient.ts";
import { norm, type Vec2 } from "../math/vec2.ts";
import { MAX_COORDINATE, MIN_SIZE } from "./limits.ts";

/** Result of {@linkcode inspectPolygon}. All indices are positions in the list that was given. */
export interface PolygonReport {
  /** Whether `polygon()` accepts the list. */
  valid: boolean;
  /** Why it does not, in one sentence; `null` when it does. */
  problem: string | null;
  /** Vertices that `polygon()` keeps: counter-clockwise, strictly convex. Empty when not valid. */
  vertices: Vec2[];
  /** Entries that are not an object with the numbers `x` and `y`. */
  notPoints: number[];
  /** Points with a coordinate that is NaN or infinite. */
  nonFinite: number[];
  /** Points with a coordinate beyond ±2^250. */
  tooLarge: number[];
  /** Vertices equal to the kept vertex before them (the last one: to the first); dropped. */
  duplicates: number[];
  /** Vertices exactly on the straight line between their neighbours; dropped. */
  collinear: number[];
  /** Whether the list winds clockwise; it is then taken in reverse. */
  reversed: boolean;
  /** Whether all points lie on one line, so that the polygon has no area. */
  zeroArea: boolean;
  /** First vertex where the boundary turns straight back, or `null`. */
  foldsBackAt: number | null;
  /** First vertex that turns against the winding, or `null`. */
  nonConvexAt: number | null;
  /** Revolutions that the boundary makes when all turns agree: 1, or more for a star; else 0. */
  revolutions: number;
  /** First edge (named by its start) shorter than 2^-250, or `null`. */
  tooShortAt: number | null;
}

/**
 * Examines a list of points as a convex polygon, with exact predicates: what `polygon()` would drop,
 * reverse or refuse, and why. It never throws for an array; points are not modified.
 *
 * @param points Vertices in either winding
 * @returns The report
 * @throws {TypeError} If `points` is not an array
 *
 * @example Usage
 * ```ts
 * import { inspectPolygon } from "@narrowphase/gjk2d";
 * import { assertEquals } from "@std/assert";
 *
 * const arrow = [{ x: 0, y: 0 }, { x: 4, y: 0 }, { x: 1, y: 1 }, { x: 0, y: 4 }];
 * const report = inspectPolygon(arrow);
 * assertEquals(report.valid, false);
 * assertEquals(report.nonConvexAt, 2);
 * ```
 */
export function inspectPolygon(points: readonly Readonly<Vec2>[]): PolygonReport {
  if (!Array.isArray(points)) {
    throw new TypeError(
      `Cannot inspect polygon: points is ${show(points)}, must be an array of points`,
    );
  }
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

  // Stage 1: numbers. Coordinates are read once and copied.
  const ring: Vertex[] = [];
  for (let i = 0; i < points.length; i++) {
    const fault = readVertex(points[i], i, ring);
    if (fault === null) continue;
    report[fault.list].push(i);
    // A wrong kind is the first thing to mend, whichever index it has.
    if (report.problem === null || (fault.list === "notPoints" && report.notPoints.length === 1)) {
      report.problem = fault.problem;
    }
  }
  if (report.problem !== null) return report;

  // Stage 2: distinct vertices.
  const distinct = ring.filter((v, k) => {
    const same = k > 0 && samePlace(v, ring[k - 1]);
    if (same) report.duplicates.push(v.index);
    return !same;
  });
  while (distinct.length > 1 && samePlace(distinct[distinct.length - 1], distinct[0])) {
    // The run that closes the ring goes, so that the first vertex stays first.
    report.duplicates.push(distinct.pop()!.index);
  }
  report.duplicates.sort((a, b) => a - b);
  if (distinct.length < 3) {
    report.problem = distinct.length === ring.length
      ? `points has ${ring.length} vertices, must have at least 3`
      : `points has ${ring.length} vertices, ${distinct.length} of them distinct, must have at ` +
        `least 3 distinct`;
    return report;
  }

  // Stage 3: the turn at every vertex. A vertex without a turn is passed straight or folds back;
  // dropping the former changes no other edge's direction, so one pass finds them all.
  const n = distinct.length;
  const turns = distinct.map((v, k) =>
    orientation(distinct[k === 0 ? n - 1 : k - 1], v, distinct[k + 1 === n ? 0 : k + 1])
  );
  if (turns.every((turn) => turn === 0)) {
    report.zeroArea = true;
    report.problem = `all ${ring.length} points lie on one line, so the area is 0`;
    return report;
  }
  const corners: Vertex[] = [];
  const cornerTurns: number[] = [];
  for (let k = 0; k < n; k++) {
    const v = distinct[k];
    if (turns[k] !== 0) {
      corners.push(v);
      cornerTurns.push(turns[k]);
    } else if (between(distinct[k === 0 ? n - 1 : k - 1], v, distinct[k + 1 === n ? 0 : k + 1])) {
      report.collinear.push(v.index);
    } else {
      report.foldsBackAt ??= v.index;
    }
  }
  if (report.foldsBackAt !== null) {
    report.problem = `vertex ${report.foldsBackAt} turns straight back`;
    return report;
  }

  // Stage 4: one winding. The lowest of the leftmost vertices is a corner of the hull, so it turns
  // the way the polygon winds.
  const m = corners.length;
  let first = 0;
  for (let k = 1; k < m; k++) {
    const a = corners[k], b = corners[first];
    if (a.x < b.x || (a.x === b.x && a.y < b.y)) first = k;
  }
  const winding = cornerTurns[first];
  report.reversed = winding < 0;
  for (let k = 0; k < m; k++) {
    if (cornerTurns[k] === winding) continue;
    const v = corners[k];
    const angle = turnAngle(corners[k === 0 ? m - 1 : k - 1], v, corners[k + 1 === m ? 0 : k + 1]);
    report.nonConvexAt = v.index;
    report.problem = winding > 0
      ? `vertex ${v.index} turns right by ${angle}`
      : `vertex ${v.index} turns left by ${angle} where the others turn right`;
    return report;
  }

  // Stage 5: one revolution. Every turn is less than half a revolution, so the edges' directions pass
  // from the lower half-plane to the upper (or back, when clockwise) once in each.
  for (let k = 0; k < m; k++) {
    const p = corners[k === 0 ? m - 1 : k - 1];
    const q = corners[k];
    const r = corners[k + 1 === m ? 0 : k + 1];
    if (!upward(p, q) && upward(q, r)) report.revolutions++;
  }
  if (report.revolutions !== 1) {
    report.problem = `the boundary makes ${report.revolutions} revolutions, must make 1`;
    return report;
  }

  // Stage 6: edges that can have a normal.
  for (let k = 0; k < m; k++) {
    const p = corners[k];
    const q = corners[k + 1 === m ? 0 : k + 1];
    const length = norm(q.x - p.x, q.y - p.y);
    if (length >= MIN_SIZE) continue;
    report.tooShortAt = p.index;
    report.problem = `the edge from vertex ${p.index} is ${length} long, must be at least 2^-250`;
    return report;
  }

  report.valid = true;
  report.vertices = corners.map(({ x, y }) => ({ x, y }));
  if (report.reversed) {
    // p0, pn-1, … p1
    report.vertices.reverse();
    report.vertices.unshift(report.vertices.pop()!);
  }
  return report;
}

/** A point and its position in the list that was given. */
interface Vertex extends Vec2 {
  index: number;
}

/** Appends point `i` to the ring, or says what is wrong with it. */
function readVertex(
  p: unknown,
  i: number,
  ring: Vertex[],
): { list: "notPoints" | "nonFinite" | "tooLarge"; problem: string } | null {
  if (typeof p !== "object" || p === null) {
    return { list: "notPoints", problem: `points[${i}] is ${show(p)}, must be a point { x, y }` };
  }
  const { x, y } = p as Vec2;
  for (const [name, value] of [["x", x], ["y", y]] as const) {
    if (typeof value !== "number") {
      const problem = `points[${i}].${name} is ${show(value)}, must be a number`;
      return { list: "notPoints", problem };
    }
  }
  for (const [name, value] of [["x", x], ["y", y]] as const) {
    if (!Number.isFinite(value)) {
      return { list: "nonFinite", problem: `points[${i}].${name} is ${value}, must be finite` };
    }
  }
  for (const [name, value] of [["x", x], ["y", y]] as const) {
    if (Math.abs(value) > MAX_COORDINATE) {
      const problem = `points[${i}].${name} is ${value}, must be within ±2^250`;
      return { list: "tooLarge", problem };
    }
  }
  ring.push({ x, y, index: i });
  return null;
}

function samePlace(a: Vec2, b: Vec2): boolean {
  return a.x === b.x && a.y === b.y;
}

/** Whether b lies strictly between a and c, for three collinear points with a ≠ b ≠ c. */
function between(a: Vec2, b: Vec2, c: Vec2): boolean {
  return a.x !== b.x
    ? (a.x < b.x) === (b.x < c.x) && b.x !== c.x
    : (a.y < b.y) === (b.y < c.y) && b.y !== c.y;
}

/** Whether the direction from p to q has an angle in [0, π). */
function upward(p: Vec2, q: Vec2): boolean {
  return q.y > p.y || (q.y === p.y && q.x > p.x);
}

/** Size in radians of the turn at b. */
function turnAngle(a: Vec2, b: Vec2, c: Vec2): number {
  const ux = b.x - a.x, uy = b.y - a.y, vx = c.x - b.x, vy = c.y - b.y;
  return Math.abs(atan2(ux * vy - uy * vx, ux * vx + uy * vy));
}
