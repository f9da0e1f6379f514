/**
 * `Shape`, the class of all convex shapes with the flat record that the kernel reads, and the base
 * class of concave ones.
 *
 * @module
 */
import type { Pose } from "../math/pose.ts";
import type { Vec2 } from "../math/vec2.ts";
import type { Chain } from "./chain.ts";
import type { Compound } from "./compound.ts";
import type { PartSet } from "./part_set.ts";
import {
  BOUND,
  CENTER_X,
  CENTER_Y,
  EXTENT,
  HALF_U,
  HALF_V,
  INNER,
  NORMALS,
  OUTER,
  RADIUS,
  REF_X,
  REF_Y,
  TURN,
} from "./record.ts";

/**
 * The kind of a convex shape. A degenerate shape has the kind of what is left: a capsule of radius 0 is a `"segment"`,
 * one with equal ends a `"circle"`. A polygon with `radius > 0` is a rounded polygon.
 */
export type ShapeKind =
  | "point"
  | "circle"
  | "segment"
  | "capsule"
  | "polygon"
  | "ellipse"
  | "convex";

/**
 * Support function of a smooth or user-defined shape, in the shape's local frame: writes to `out` a
 * point of the shape that is furthest in direction (`dx`, `dy`). The direction is never (0, 0) and
 * need not have unit length.
 */
export type SupportFunction = (dx: number, dy: number, out: Vec2) => void;

/**
 * The original of a moved shape with a support function, and the pose it was moved by.
 * @internal
 */
export interface Placed {
  readonly shape: ConvexShape;
  readonly pose: Readonly<Pose>;
}

/**
 * What only a shape with a support function has.
 * @internal
 */
export interface Curved {
  /** What consoles print besides kind, points and radius. */
  readonly shown?: object;
  /** The original and its pose if this is a moved shape. */
  readonly placed?: Placed;
  /** The object on which a custom support function is called as a method. */
  readonly owner?: object;
  /**
   * The straight sides that were stated for a custom support function, without
   * the offset that `transformShape` has added.
   */
  readonly sides?: readonly StatedSide[];
}

/** What queries take: a convex shape, a {@linkcode Compound} of several, or a {@linkcode Chain}. */
export type Shape = ConvexShape | Compound | Chain;

/**
 * A straight side of a support function: its ends, counter-clockwise, with their names in ids, and its outward normal.
 * @internal
 */
export interface StatedSide {
  readonly a: Readonly<Vec2>;
  readonly b: Readonly<Vec2>;
  readonly nameA: number;
  readonly nameB: number;
  readonly n: Readonly<Vec2>;
}

/** The key under which Node, Deno and Bun look for a text of their own. */
const INSPECT: unique symbol = /* @__PURE__ */ Symbol.for("nodejs.util.inspect.custom");

/**
 * A convex shape: the set of points within `radius` of a convex core.
 *
 * The core is the convex hull of `points` (one point, a segment, or a strictly convex polygon,
 * counter-clockwise, in the shape's local frame). An ellipse and a `convex()` shape have a `support`
 * function instead, and `points` then holds one point inside the core.
 *
 * Shapes have no position: queries take a {@linkcode Pose} with each shape. They are frozen, so any number of
 * bodies may share one. Queries refuse look-alikes, such as copies of a shape made by JSON or `structuredClone`.
 */
export class ConvexShape {
  /** Kind of the shape: a circle of radius 0 is a `"point"`, a moved ellipse `"convex"`. */
  declare readonly kind: ShapeKind;
  /** Core points, counter-clockwise, local frame; frozen. They are made when first asked for. */
  declare readonly points: readonly Readonly<Vec2>[];
  /** Distance by which the core is rounded, in the caller's units, `>= 0`. */
  declare readonly radius: number;
  /** Support function of the core for an ellipse or a custom shape, else `null`. */
  declare readonly support: SupportFunction | null;
  /**
   * The shape as the kernel reads it; see `record.ts` for the layout.
   * @internal
   */
  declare readonly record: number[];
  /**
   * Number of core points.
   * @internal
   */
  declare readonly count: number;
  /**
   * Whether it is a circle or a point about its own origin, so that its radius tells all. Queries on two of them
   * have answered before they read a record.
   * @internal
   */
  declare readonly isDisk: boolean;
  /**
   * What only a shape with a support function has, else `null`.
   * @internal
   */
  declare readonly curved: Curved | null;

  /**
   * For the constructors of this library, after validation.
   * @internal
   */
  constructor(
    kind: ShapeKind,
    points: readonly Readonly<Vec2>[],
    radius: number,
    support: SupportFunction | null = null,
    curved: Curved | null = null,
  ) {
    this.kind = kind;
    Object.defineProperty(this, "points", POINTS);
    this.radius = radius;
    const record = buildRecord(points, radius);
    if (!(radius >= 0 && record[BOUND] < Infinity)) {
      throw new RangeError("Cannot create shape: radius is negative or a number not finite");
    }
    hide(this, "support", support);
    hide(this, "record", record);
    hide(this, "count", points.length);
    hide(this, "isDisk", points.length === 1 && support === null && record[EXTENT] === 0);
    hide(this, "curved", curved);
    // A subclass sets fields of its own and then freezes itself.
    if (new.target === ConvexShape) Object.freeze(this);
  }

  /**
   * Whether contacts need special code: for a support function or a one-sided segment.
   * @internal
   */
  get special(): boolean {
    return this.support !== null;
  }

  /**
   * What consoles print. They do not ask getters, and `points` is one.
   * @internal
   */
  [INSPECT](): object {
    const { name } = this.constructor, Shown = { [name]: class {} }[name];
    return Object.assign(new Shown(), this, this.curved?.shown);
  }
}

/** The points that were asked for. Without them a shape takes less than half of the memory. */
const asked = /* @__PURE__ */ new WeakMap<ConvexShape, readonly Readonly<Vec2>[]>();

const POINTS: PropertyDescriptor & ThisType<ConvexShape> = {
  enumerable: true,
  get() {
    let points = asked.get(this);
    if (points === undefined) {
      points = Object.freeze(corePoints(this).map((p) => Object.freeze(p)));
      asked.set(this, points);
    }
    return points;
  },
};

/**
 * A copy of the core points, for one use. (Those that `points` returns stay as long as the shape.)
 * @internal
 */
export function corePoints({ record, count }: ConvexShape): Vec2[] {
  const points: Vec2[] = [];
  for (let k = NORMALS + 2 * count; points.length < count; k += 2) {
    points.push({ x: record[k], y: record[k + 1] });
  }
  return points;
}

/**
 * The base of compounds and chains: a shape that is the union of convex parts.
 *
 * The getters have the names that queries read first, with values that no convex shape has. So a
 * query on convex shapes needs no test of its own to tell the two apart.
 */
export abstract class ConcaveShape {
  /**
   * The parts, and what finds those near something.
   * @internal
   */
  declare readonly set: PartSet;

  /**
   * For the classes of this library.
   * @internal
   */
  constructor(set: PartSet) {
    hide(this, "set", set);
  }

  /**
   * No core points.
   * @internal
   */
  get count(): number {
    return 0;
  }

  /**
   * No disk.
   * @internal
   */
  get isDisk(): false {
    return false;
  }

  /**
   * Neither `null` nor a support function.
   * @internal
   */
  get support(): undefined {
    return undefined;
  }

  /**
   * Contacts need special code.
   * @internal
   */
  get special(): boolean {
    return true;
  }
}

/**
 * Gives a shape a field that consoles and JSON do not show. (Reading it costs what reading any other does.)
 * @internal
 */
export function hide(shape: object, name: string, value: unknown): void {
  Object.defineProperty(shape, name, { value });
}

/**
 * Flattens core points and radius into the record that the kernel reads.
 * @internal
 */
export function buildRecord(points: readonly Readonly<Vec2>[], radius: number): number[] {
  const n = points.length;
  // The literal starts with a fraction so that V8 stores doubles from the first element on. An
  // array of integers would get a different elements kind and make every kernel load polymorphic.
  const record: number[] = [0.5];
  for (let i = 1; i < NORMALS + 4 * n; i++) record.push(0.5);

  let extent = 0, bound = 0;
  let minX = Infinity, minY = Infinity, maxX = -Infinity, maxY = -Infinity;
  for (const { x, y } of points) {
    extent = Math.max(extent, Math.abs(x) + Math.abs(y));
    bound = Math.max(bound, Math.sqrt(x * x + y * y));
    minX = Math.min(minX, x);
    maxX = Math.max(maxX, x);
    minY = Math.min(minY, y);
    maxY = Math.max(maxY, y);
  }
  // If all coordinates agree within a factor of two, p - c is exact when c is one of them
  // (Sterbenz).
  const cx = agree(minX, maxX) ? points[0].x : 0;
  const cy = agree(minY, maxY) ? points[0].y : 0;

  let sumX = 0, sumY = 0;
  for (let k = 0; k < n; k++) {
    const p = points[k];
    const q = points[k + 1 === n ? 0 : k + 1];
    const ex = q.x - p.x;
    const ey = q.y - p.y;
    const length = Math.sqrt(ex * ex + ey * ey);
    sumX += p.x - cx;
    sumY += p.y - cy;
    record[NORMALS + 2 * k] = length > 0 ? ey / length : 0;
    record[NORMALS + 2 * k + 1] = length > 0 ? -ex / length : 0;
    record[NORMALS + 2 * n + 2 * k] = p.x;
    record[NORMALS + 2 * n + 2 * k + 1] = p.y;
  }
  record[RADIUS] = radius;
  record[EXTENT] = extent;
  record[REF_X] = cx;
  record[REF_Y] = cy;
  record[CENTER_X] = sumX / n;
  record[CENTER_Y] = sumY / n;
  let outer = 0, inner = Infinity;
  for (let k = NORMALS; k < NORMALS + 2 * n; k += 2) {
    const dx = record[k + 2 * n] - cx - record[CENTER_X];
    const dy = record[k + 2 * n + 1] - cy - record[CENTER_Y];
    outer = Math.max(outer, Math.sqrt(dx * dx + dy * dy));
    inner = Math.min(inner, record[k] * dx + record[k + 1] * dy);
  }
  // Rounded outward (OUTER) and inward (INNER).
  record[OUTER] = outer * (1 + 8.881784197001252e-16);
  record[INNER] = n > 2 && inner < THIN * outer ? -Infinity : inner - outer * 8.881784197001252e-16;
  record[HALF_U] = 0;
  record[HALF_V] = 0;
  record[BOUND] = bound + radius;
  if (n === 4 && isRectangle(record)) {
    for (let k = 0; k < 8; k += 2) {
      const dx = record[NORMALS + 8 + k] - cx - record[CENTER_X];
      const dy = record[NORMALS + 9 + k] - cy - record[CENTER_Y];
      record[HALF_U] = Math.max(record[HALF_U], record[NORMALS] * dx + record[NORMALS + 1] * dy);
      record[HALF_V] = Math.max(
        record[HALF_V],
        record[NORMALS + 2] * dx + record[NORMALS + 3] * dy,
      );
    }
  }
  alignNormals(record, n);
  if (record[HALF_U] === 0) record[TURN] = leastTurn(record, n);
  // A copy, because the array has room left to grow.
  return record.slice();
}

/**
 * A polygon whose inner radius is below this fraction of its outer radius, 2^-45, is treated as a
 * line.
 */
const THIN = 2.8421709430404007e-14;

/**
 * Sine of the angle between two normals, 2^-52, below which rounding may give their products with a
 * direction inconsistent signs.
 */
const SAME = 2.220446049250313e-16;

/**
 * Makes the normals of neighbouring edges equal if they differ only by rounding. The support search
 * uses the signs of edges along a direction. At the back of the polygon they change from - to +,
 * and rounding must not produce a + before a -, which would look like the front.
 */
function alignNormals(record: number[], n: number): void {
  const first = NORMALS, end = NORMALS + 2 * n;
  let leader = first;
  for (let k = first + 2; k < end; k += 2) {
    if (!isSame(record, leader, k)) leader = k;
    else copyNormal(record, leader, k);
  }
  if (leader === first || !isSame(record, leader, first)) return;
  for (let k = leader; k < end; k += 2) copyNormal(record, first, k);
}

/** The least sine of the angle between the normals of edges that meet at a vertex; 1 if there are none. */
function leastTurn(record: readonly number[], n: number): number {
  let least = 1, last = NORMALS + 2 * (n - 1);
  for (let k = NORMALS; n > 2 && k < NORMALS + 2 * n; k += 2) {
    least = Math.min(least, record[last] * record[k + 1] - record[last + 1] * record[k]);
    last = k;
  }
  return least;
}

function copyNormal(record: number[], from: number, to: number): void {
  record[to] = record[from];
  record[to + 1] = record[from + 1];
}

/** Whether the normal at j, which turns left from that at i, is the same up to rounding. */
function isSame(record: readonly number[], i: number, j: number): boolean {
  const x = record[i], y = record[i + 1], nx = record[j], ny = record[j + 1];
  return x * ny - y * nx <= SAME && x * nx + y * ny > 0;
}

/**
 * Whether edges 2 and 3 have exactly the opposite normals of edges 0 and 1, and these are at right
 * angles up to rounding. If the first edge runs along an axis, all edges must, to the last bit.
 */
function isRectangle(record: readonly number[]): boolean {
  const [ux, uy, vx, vy, Ux, Uy, Vx, Vy] = record.slice(NORMALS, NORMALS + 8);
  const [ax, ay, bx, by, cx, cy, dx, dy] = record.slice(NORMALS + 8, NORMALS + 16);
  return ux === -Ux && uy === -Uy && vx === -Vx && vy === -Vy &&
    Math.abs(ux * vx + uy * vy) < 4e-16 &&
    (ux * uy !== 0 ||
      ((ax === bx || ay === by) && (bx === cx || by === cy) && (cx === dx || cy === dy) &&
        (dx === ax || dy === ay)));
}

/** Whether the numbers from `low` to `high` have one sign and no more than a factor of two between them. */
function agree(low: number, high: number): boolean {
  return low > 0 ? high <= 2 * low : high < 0 && low >= 2 * high;
}
