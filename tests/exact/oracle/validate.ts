/**
 * The validator: one call judges every query on one placed pair against the exact oracle, so that a
 * new fixture costs one line. It collects all violations with their values.
 *
 * @module
 */
import { scale2 } from "./dyadic.ts";
import { type Core, ExactPair, isIdentity, type Point, type Transform } from "./exact.ts";

/** What `distance` and `signedDistance` report. */
export interface DistanceLike {
  status: string;
  distance: number;
  normal: Point;
  pointA: Point;
  pointB: Point;
  iterations: number;
}

/** What `penetration` reports. */
export interface PenetrationLike {
  depth: number;
  normal: Point;
  pointA: Point;
  pointB: Point;
}

/** The queries under test. `Shape` is whatever `make` returns. */
export interface Api<Shape> {
  /** Constructs the shape that the points and the radius describe. */
  make(core: Readonly<Core>): Shape;
  intersects(a: Shape, pa: Transform, b: Shape, pb: Transform): boolean;
  distance(a: Shape, pa: Transform, b: Shape, pb: Transform): DistanceLike;
  signedDistance(a: Shape, pa: Transform, b: Shape, pb: Transform): DistanceLike;
  penetration(a: Shape, pa: Transform, b: Shape, pb: Transform): PenetrationLike | null;
  /** If missing, contacts are not judged. */
  collide?(
    a: Shape,
    pa: Transform,
    b: Shape,
    pb: Transform,
    options: { margin: number },
  ): ManifoldLike;
}

/** The part of a manifold that is judged. */
export interface ManifoldLike {
  normal: Point;
  pointCount: number;
  points: readonly { separation: number }[];
}

/** One broken promise. */
export interface Violation {
  /** Short name of the promise. */
  check: string;
  /** What was found, with the values. */
  detail: string;
}

/** Verdict on one pair. */
export interface Report {
  violations: Violation[];
  /** The exact answer. */
  exact: ExactPair;
  /** Largest errors: distance, depth and support gap in u, witness points in w, |n| in 2^-52. */
  errors: Errors;
}

/** Largest errors seen; see `Report`. */
export interface Errors {
  /** |distance - exact| in u = 2^-52 * diameter, pair apart. */
  distance: number;
  /** |depth - exact| in u, pair overlapping. */
  depth: number;
  /** Distance of a witness point from its shape in w = 2^-52 * max(|coordinate|, diameter). */
  witness: number;
  /**
   * By how much the separation along the normal is less than the exact distance, in u (of the
   * tolerance's scale).
   */
  normal: number;
  /** ||n| - 1| in 2^-52. */
  unit: number;
}

/** No errors yet. */
export function noErrors(): Errors {
  return { distance: 0, depth: 0, witness: 0, normal: 0, unit: 0 };
}

/** The contract, in the units of `Errors`. */
export const TOLERANCE: Readonly<Errors> = {
  distance: 4,
  depth: 4,
  witness: 4,
  normal: 4,
  unit: 4,
};

/** Which of the more expensive checks to run. */
export interface Options {
  /** Also run on shapes scaled by 2^k and compare bit by bit (identity poses only). Default true. */
  scaling?: boolean;
  /** Booleans must be right within 4 u of touching, too (identity poses only). Default true. */
  exactBooleans?: boolean;
}

function show(p: Readonly<Point>): string {
  return `(${p.x}, ${p.y})`;
}

type Numbers = Pick<DistanceLike, "normal" | "pointA" | "pointB">;

/**
 * Whether the normals are equal, and the points of q are those of p times `scale`. Subnormal
 * coordinates may differ by the digits that they lack.
 */
function samePoints(p: Numbers, q: Numbers, scale = 1): boolean {
  const same = (x: number, y: number): boolean =>
    x * scale === y ||
    scale !== 1 && Math.abs(x * scale - y) <= 2 ** -1074 * Math.max(1, scale);
  return p.normal.x === q.normal.x && p.normal.y === q.normal.y &&
    same(p.pointA.x, q.pointA.x) && same(p.pointA.y, q.pointA.y) &&
    same(p.pointB.x, q.pointB.x) && same(p.pointB.y, q.pointB.y);
}

function finite(r: Numbers, value: number): boolean {
  return Number.isFinite(value) && Number.isFinite(r.normal.x) && Number.isFinite(r.normal.y) &&
    Number.isFinite(r.pointA.x) && Number.isFinite(r.pointA.y) &&
    Number.isFinite(r.pointB.x) && Number.isFinite(r.pointB.y);
}

const STATUSES: readonly string[] = ["separated", "touching", "overlapping"];

/** Judges the queries on one pair. */
export function validate<Shape>(
  api: Api<Shape>,
  a: Readonly<Core>,
  poseA: Transform,
  b: Readonly<Core>,
  poseB: Transform,
  options: Options = {},
): Report {
  const exact = new ExactPair(a, poseA, b, poseB);
  const errors = noErrors();
  const violations: Violation[] = [];
  const report: Report = { violations, exact, errors };
  const bad = (check: string, detail: string): void => {
    violations.push({ check, detail });
  };
  const guarded = <T>(check: string, run: () => T): T | undefined => {
    try {
      return run();
    } catch (error) {
      bad(check, `threw ${error instanceof Error ? `${error.name}: ${error.message}` : error}`);
      return undefined;
    }
  };

  const shapes = guarded("construct", () => [api.make(a), api.make(b)] as const);
  if (shapes === undefined) return report;
  const [sa, sb] = shapes;
  const signed = guarded("signedDistance", () => api.signedDistance(sa, poseA, sb, poseB));
  const plain = guarded("distance", () => api.distance(sa, poseA, sb, poseB));
  const pen = guarded("penetration", () => api.penetration(sa, poseA, sb, poseB));
  const hit = guarded("intersects", () => api.intersects(sa, poseA, sb, poseB));
  if (signed === undefined || plain === undefined || pen === undefined || hit === undefined) {
    return report;
  }
  for (const [name, r] of [["signedDistance", signed], ["distance", plain]] as const) {
    if (!finite(r, r.distance)) bad("finite", `${name}: ${JSON.stringify(r)}`);
  }
  if (pen !== null && !finite(pen, pen.depth)) bad("finite", `penetration: ${JSON.stringify(pen)}`);
  if (violations.length > 0) return report;

  const world = isIdentity(poseA) && isIdentity(poseB);
  // A rotation rounds what it rotates. With poses, local coordinates larger than the pair therefore
  // count.
  let reach = 0;
  if (!world) {
    for (const [{ points }, { cos, sin }] of [[a, poseA], [b, poseB]] as const) {
      const scale = Math.hypot(cos, sin);
      for (const p of points) reach = Math.max(reach, scale * Math.abs(p.x), scale * Math.abs(p.y));
    }
  }
  const blur = exact.diameter > 0 ? Math.max(1, reach / exact.diameter) : 1;
  const u = exact.u * blur;
  const w = 2 ** -52 * Math.max(exact.extent, exact.diameter, reach);
  const sd = signed.distance;

  // Booleans: exact in world space, and with poses wherever rounding of a pose cannot decide.
  const decided = (world && (options.exactBooleans ?? true)) ||
    Math.abs(exact.value) > TOLERANCE.distance * u;
  if (decided && hit !== exact.intersects) {
    bad("boolean", `intersects: ${hit}, exact signed distance ${exact.value}`);
  }
  if (hit !== (sd <= 0)) bad("agreement", `intersects: ${hit}, signedDistance: ${sd}`);
  if (plain.distance !== Math.max(0, sd)) {
    bad("agreement", `distance: ${plain.distance}, signedDistance: ${sd}`);
  }
  if ((pen === null) !== (sd > 0)) {
    bad("agreement", `penetration: ${pen === null ? "null" : pen.depth}, signedDistance: ${sd}`);
  }
  if (pen !== null && pen.depth !== -sd) {
    bad("agreement", `depth: ${pen.depth}, signedDistance: ${sd}`);
  }
  const status = STATUSES[sd > 0 ? 0 : sd === 0 ? 1 : 2];
  if (signed.status !== status) bad("status", `signedDistance: ${signed.status} at ${sd}`);
  // distance() does not measure depths, but its class must agree.
  const expected = sd > 0 ? ["separated"] : sd === 0 ? ["touching"] : ["overlapping"];
  if (!expected.includes(plain.status)) bad("status", `distance: ${plain.status} at ${sd}`);

  const off = Math.abs(exact.errorInU(sd)) / blur;
  const kind = exact.sign > 0 ? "distance" : "depth";
  errors[kind] = off;
  if (!(off <= TOLERANCE[kind])) {
    bad(kind, `signedDistance: ${sd}, exact ${exact.value}: ${off.toFixed(2)} u`);
  }

  // If cores nearly touch, only their difference vector gives the normal of a pair with radii, or
  // of one whose vertices were rounded by a pose.
  const rounded = a.radius + b.radius > 0;
  const core = exact.coreValue;
  let slack = 1;
  if (!world && Math.abs(core) <= 8 * u) slack = Infinity;
  else if (rounded && core === 0) slack = Infinity;
  else if ((rounded || !world) && core > 0) slack = Math.max(1, exact.diameter / core);

  const checkNormal = (name: string, n: Readonly<Point>): void => {
    const unit = Math.abs(n.x * n.x + n.y * n.y - 1) / 2 * 2 ** 52;
    errors.unit = Math.max(errors.unit, unit);
    if (!(unit <= TOLERANCE.unit)) bad("unit normal", `${name}: ${show(n)}`);
  };
  const checkWitness = (name: string, r: Numbers): void => {
    for (const [which, p] of [["a", r.pointA], ["b", r.pointB]] as const) {
      const outside = exact.outside(which, p);
      const inW = outside === 0 ? 0 : outside / w;
      errors.witness = Math.max(errors.witness, inW);
      if (!(inW <= TOLERANCE.witness)) {
        bad("witness", `${name}: point ${show(p)} is ${inW.toFixed(2)} w off shape ${which}`);
      }
    }
  };
  /**
   * Checks everything that holds for a result whose points and normal realize the signed distance.
   */
  const checkAxis = (name: string, r: Numbers): void => {
    checkNormal(name, r.normal);
    if (r.normal.x === 0 && r.normal.y === 0) return;
    checkWitness(name, r);
    const deficit = -exact.gapInU(r.normal.x, r.normal.y) / slack / blur;
    errors.normal = Math.max(errors.normal, deficit);
    if (!(deficit <= TOLERANCE.normal)) {
      bad(
        "normal",
        `${name}: ${show(r.normal)} separates ${deficit.toFixed(2)} u less than ${exact.value}`,
      );
    }
    // pointB - pointA = signed distance * normal
    const dx = r.pointB.x - r.pointA.x - sd * r.normal.x;
    const dy = r.pointB.y - r.pointA.y - sd * r.normal.y;
    const apart = Math.sqrt((dx / w) ** 2 + (dy / w) ** 2);
    const limit = 2 * TOLERANCE.witness + TOLERANCE.distance * u / w;
    if (w > 0 && !(apart <= limit)) {
      bad(
        "witness difference",
        `${name}: ${show(r.pointB)} - ${show(r.pointA)} is not ${sd} * ${show(r.normal)}: ` +
          `${apart.toFixed(2)} w`,
      );
    }
  };

  checkAxis("signedDistance", signed);
  if (pen !== null && !samePoints(signed, pen)) checkAxis("penetration", pen);
  if (sd > 0) {
    if (!samePoints(signed, plain)) checkAxis("distance", plain);
  } else {
    checkNormal("distance", plain.normal);
    checkWitness("distance", plain);
    const apart = Math.max(
      Math.abs(plain.pointA.x - plain.pointB.x),
      Math.abs(plain.pointA.y - plain.pointB.y),
    );
    if (!(apart <= 2 * TOLERANCE.witness * w)) {
      bad(
        "common point",
        `distance: ${show(plain.pointA)} and ${show(plain.pointB)} at overlap`,
      );
    }
  }
  for (const [name, r] of [["signedDistance", signed], ["distance", plain]] as const) {
    if (!(Number.isInteger(r.iterations) && r.iterations >= 0)) {
      bad("iterations", `${name}: ${r.iterations}`);
    }
  }

  // Swapping A and B: the same boolean, the same distance to tolerance.
  const swapped = guarded("swap", () => ({
    hit: api.intersects(sb, poseB, sa, poseA),
    sd: api.signedDistance(sb, poseB, sa, poseA).distance,
  }));
  if (swapped !== undefined) {
    if (decided && swapped.hit !== exact.intersects) {
      bad("swap", `intersects: ${swapped.hit}, exact signed distance ${exact.value}`);
    }
    if (swapped.hit !== (swapped.sd <= 0)) {
      bad("swap", `intersects: ${swapped.hit}, signedDistance: ${swapped.sd}`);
    }
    const error = Number.isFinite(swapped.sd) ? Math.abs(exact.errorInU(swapped.sd)) / blur : NaN;
    if (!(error <= TOLERANCE[kind])) {
      bad("swap", `signedDistance: ${swapped.sd}, exact ${exact.value}: ${error.toFixed(2)} u`);
    }
  }

  // There are contact points exactly if the shapes are at most the margin apart, and their least
  // separation is the distance. The points themselves have their own reference: see
  // oracle/manifold.ts.
  const contacts = (name: string, distance: number, found: ManifoldLike, margin: number): void => {
    const { normal, pointCount, points } = found;
    const any = distance <= margin;
    if ((pointCount > 0) !== any) {
      bad(
        "contacts",
        `${name}: ${pointCount} points, signedDistance: ${distance}, margin ${margin}`,
      );
    }
    checkNormal(name, normal);
    if (pointCount === 0 || !any) return;
    const least = Math.min(...points.slice(0, pointCount).map(({ separation }) => separation));
    const error = Number.isFinite(least) ? Math.abs(exact.errorInU(least)) / blur : NaN;
    if (!(error <= TOLERANCE[kind])) {
      bad("contacts", `${name}: ${least} deep, exact ${exact.value}: ${error.toFixed(2)} u`);
    }
  };
  if (api.collide !== undefined) {
    for (const margin of [0, Math.abs(sd)]) {
      const found = guarded("contacts", () => api.collide!(sa, poseA, sb, poseB, { margin }));
      if (found !== undefined) contacts("collide", sd, found, margin);
    }
    const other = guarded("contacts", () => api.collide!(sb, poseB, sa, poseA, { margin: 0 }));
    if (other !== undefined && swapped !== undefined) contacts("collide", swapped.sd, other, 0);
  }

  if (world && (options.scaling ?? true)) checkScaling(api, a, poseA, b, poseB, signed, hit, bad);
  return report;
}

/**
 * Checks that scaling by a power of two scales every result by it, bit for bit, unless products of
 * coordinates leave the range of normal doubles.
 */
function checkScaling<Shape>(
  api: Api<Shape>,
  a: Readonly<Core>,
  poseA: Transform,
  b: Readonly<Core>,
  poseB: Transform,
  plain: DistanceLike,
  hit: boolean,
  bad: (check: string, detail: string) => void,
): void {
  // An exponent k that depends on the case. For sizes near the ends of the range it leads towards
  // 1.
  const sizes = [a, b].flatMap(({ points, radius }) => [
    radius,
    ...points.flatMap((p) => [Math.abs(p.x), Math.abs(p.y)]),
  ]);
  const extent = Math.max(...sizes);
  if (sizes.some((x) => x > 0 && x < 2 ** -400)) return;
  const k = extent < 2 ** -100
    ? 13
    : extent > 2 ** 100
    ? -13
    : a.points.length % 2 === 0
    ? 11
    : -17;
  const grow = (c: Readonly<Core>): Core => ({
    points: c.points.map((p) => ({ x: scale2(p.x, k), y: scale2(p.y, k) })),
    radius: scale2(c.radius, k),
  });
  try {
    const sa = api.make(grow(a)), sb = api.make(grow(b));
    const other = api.signedDistance(sa, poseA, sb, poseB);
    const f = 2 ** k;
    if (other.distance !== plain.distance * f || !samePoints(plain, other, f)) {
      bad(
        "scaling",
        `by 2^${k}: ${JSON.stringify(other)}, unscaled ${JSON.stringify(plain)}`,
      );
    }
    if (api.intersects(sa, poseA, sb, poseB) !== hit) bad("scaling", `by 2^${k}: intersects`);
  } catch (error) {
    bad("scaling", `by 2^${k}: threw ${error}`);
  }
}
