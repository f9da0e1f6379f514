/**
 * Queries on pairs where at least one shape is given by a support function.
 *
 * Everything follows from the support function of C = A ⊖ B, h(n) = max over c in C of n·c for unit n
 * (cores in the pair frame: world axes, origin at A's position). The signed distance of the cores is
 *
 *   s = -min over n of h(n),   attained at the normal n from A to B,
 *
 * for shapes that are apart (s > 0) and for shapes that overlap (s < 0) alike: h(n) is how far B has to
 * move along n until a line across n separates it from A. One sample at n is a support point v of C with
 * h = n·v and, t being n turned to the left, f = t·v = dh/dθ. Where the boundary of C has radius of
 * curvature ρ, df/dθ = ρ - h.
 *
 * 1. `search`, as long as no n with h(n) < 0 is known: the support points form a polygon inside C, and
 *    the edge whose line is lowest, seen from the origin, is expanded. While the origin is outside this
 *    is GJK in terms of directions, inside it is the expanding polytope (van den Bergen, "Proximity
 *    queries and penetration depth computation on 3D game objects", 2001). It is one loop, so that no
 *    verdict has to be handed from the one to the other.
 * 2. `separate`, once h(n) < 0: the shapes are apart, f grows strictly wherever h < 0, and the closest
 *    points are at its only root.
 *
 * Both choose among three next directions. The normal of a chord between two support points halves an
 * arc of smooth boundary and hits a flat one exactly. The circle through the support points of two
 * samples with their normals gives the root of f on a circular arc or at a vertex at once, and on any
 * smooth boundary it converges like the secant method. A march is the longest step along which a chord
 * proves that there is no smaller h, and closes the bounds around a minimum in few samples.
 *
 * @module
 */
import { supportIndex } from "../kernel/support.ts";
import type { Pose } from "../math/pose.ts";
import type { Vec2 } from "../math/vec2.ts";
import { CENTER_X, CENTER_Y, LOCAL, REF_X, REF_Y } from "../shapes/record.ts";
import type { Shape } from "../shapes/shape.ts";
import { evaluateSupport } from "../shapes/support.ts";
import { DECIDE, SIGNED } from "./attached.ts";
import { type DistanceResult, type Feature, newDistanceResult } from "./result.ts";

/** Samples after which `search` stops proving that its minimum is the least. */
const SEARCH_CAP = 256;
/** Samples that `separate` may take after that. */
const SEPARATE_CAP = 128;
/** Room for both and for the last, polishing samples. */
const CAPACITY = SEARCH_CAP + SEPARATE_CAP + 16;
/** Most samples that sharpen the normal after the distance is found. */
const POLISH_CAP = 3;

/** Relative duality gap at which a search ends: 2^-51. */
const GAP = 4.440892098500626e-16;
/** Rounding of h and f relative to the largest coordinate of C seen: 2^-52. */
const ROUNDING = 2.220446049250313e-16;
/** The origin is inside C beyond doubt when it is inside a polygon of samples by so many roundings. */
const CERTAIN = 8;
/** A support point that misses a known one by more roundings is not the furthest. */
const LIE = 4;
/** Support points that miss a line by no more roundings lie on it. */
const FLAT = 8;
/** A circle step is worth its sample when it lowers h by more than this part of the tolerance. */
const GAIN = 0.25;
/** Part of the provable step that a march takes, for boundaries that are not quite circular. */
const MARCH = 0.9;
/** Solvers kept for later queries; deeper nesting makes its own. */
const KEPT = 8;

/** Doubles a sample: direction n; support point v of C and those of A and of B; h; f; arc bound. */
const STRIDE = 11;
const NX = 0;
const NY = 1;
const VX = 2;
const VY = 3;
const AX = 4;
const AY = 5;
const BX = 6;
const BY = 7;
const H = 8;
const F = 9;
/** Lower bound of h on the arc from this sample's direction to that of the next one. */
const BOUND = 10;

/** Registers: largest |coordinate| of C; least h; length from `unit`; ρ from `roll`; h from `circle`; half axes. */
const EXTENT = 0;
const LEAST = 1;
const LENGTH = 2;
const RHO = 3;
const MODEL = 4;
const AXES_A = 5;
const AXES_B = 7;

/** Outcome: the least h is known, whatever its sign, … */
const MEASURED = 0;
/** … or only that the cores overlap. */
const INSIDE = 1;

// Squares of lengths between these two neither overflow nor lose bits to underflow; see `unit`.
const SQUARE_MIN = 3.054936363499605e-151; // 2^-500
const SQUARE_MAX = 3.273390607896142e150; // 2^500
const SCALE_UP = 4.149515568880993e180; // 2^600
const SCALE_DOWN = 2.409919865102884e-181; // 2^-600

/**
 * State of one query. A support function may itself ask queries, so every level of nesting has a solver
 * of its own. Methods take indices of samples and leave doubles in memory: a double as an argument would
 * be boxed by the JavaScript engine.
 */
class Solver {
  readonly #S: Float64Array = new Float64Array(CAPACITY * STRIDE);
  /** Sample with the next direction, counter-clockwise; only in `search`. */
  readonly #next: Int32Array = new Int32Array(CAPACITY);
  /** Vertex indices of the support points on A and on B, -1 on a support function. */
  readonly #ia: Int32Array = new Int32Array(CAPACITY);
  readonly #ib: Int32Array = new Int32Array(CAPACITY);
  readonly #R: Float64Array = new Float64Array(9);
  /** Poses of A and of B: x, y, cos, sin. */
  readonly #P: Float64Array = new Float64Array(8);
  /** Registers of `supportIndex`. */
  readonly #W: Float64Array = new Float64Array(40);
  readonly #answer: Vec2 = { x: NaN, y: NaN };
  readonly #result: DistanceResult = newDistanceResult();
  #a: Shape | null = null;
  #b: Shape | null = null;
  #mode = SIGNED;
  /** Slots of samples in use; the slot after them holds the direction that is being chosen. */
  #count = 0;
  /** Support pairs evaluated. */
  #evaluations = 0;
  /** Sample with the least h, and the samples on either side of the minimum (both `best` at a vertex). */
  #best = 0;
  #lo = 0;
  #hi = 0;
  #exhausted = false;
  #rolling = false;

  run(
    a: Shape,
    poseA: Readonly<Pose>,
    b: Shape,
    poseB: Readonly<Pose>,
    mode: number,
    out: DistanceResult | null,
  ): DistanceResult {
    const P = this.#P;
    P[0] = poseA.x;
    P[1] = poseA.y;
    P[2] = poseA.cos;
    P[3] = poseA.sin;
    P[4] = poseB.x;
    P[5] = poseB.y;
    P[6] = poseB.cos;
    P[7] = poseB.sin;
    this.#a = a;
    this.#b = b;
    this.#mode = mode;
    this.#count = 0;
    this.#evaluations = 0;
    this.#best = 0;
    this.#exhausted = false;
    this.#rolling = false;
    this.#ia[0] = 0;
    this.#ib[0] = 0;
    this.#S.fill(NaN, 0, 5 * STRIDE);
    this.#R[EXTENT] = 0;
    this.#R[LEAST] = Infinity;
    const outcome = this.#search(a, b);
    // Nothing of the caller's is touched before here, where no user code can fail any more.
    return this.#report(a, b, outcome, out ?? this.#result);
  }

  /** Forgets the caller's shapes. */
  release(): void {
    this.#a = null;
    this.#b = null;
  }

  #search(a: Shape, b: Shape): number {
    const S = this.#S;
    const R = this.#R;

    // 1. Sample 0 looks from centre to centre, 4 from its support point to the origin, 1 to 3 across.
    this.#centreDirection(a.record, b.record);
    this.#evaluate(0, 0, 0);
    if (S[H] < 0) return this.#separate(0, 5);
    const oblique = this.#vertex(4, 0);
    if (oblique) {
      this.#evaluate(4, 0, 0);
      if (S[4 * STRIDE + H] < 0) return this.#separate(4, 5);
    }
    for (let k = 1, o = STRIDE; k < 4; k++, o += STRIDE) {
      S[o + NX] = -S[o - STRIDE + NY];
      S[o + NY] = S[o - STRIDE + NX];
      this.#evaluate(k, k - 1, 0);
      if (S[o + H] < 0) return this.#separate(k, 5);
    }
    this.#count = 5;
    for (let k = 0; k < 4; k++) this.#next[k] = (k + 1) & 3;
    for (let k = 0; oblique && k < 4; k++) {
      if (this.#between(4, k, (k + 1) & 3)) {
        this.#insert(4, k);
        break;
      }
    }
    this.#boundAll();

    // 2. Expand the arc with the lowest bound until none is lower than the least h.
    let certain = false;
    for (;;) {
      let i = 0;
      let d = S[BOUND];
      for (let k = this.#next[0]; k !== 0; k = this.#next[k]) {
        if (S[k * STRIDE + BOUND] < d) {
          i = k;
          d = S[k * STRIDE + BOUND];
        }
      }
      if (!certain && d > CERTAIN * ROUNDING * R[EXTENT]) {
        // The polygon of samples has the origin inside: from here on it can only be a matter of depth.
        // Up to here all modes take the same samples, so that they agree on every class.
        certain = true;
        if (this.#mode !== SIGNED) return INSIDE;
        if (a.kind === "ellipse" || b.kind === "ellipse") {
          this.#rolling = true;
          this.#halfAxes(a, AXES_A);
          this.#halfAxes(b, AXES_B);
          this.#boundAll();
          continue;
        }
      }
      const h = S[this.#best * STRIDE + H];
      if (!(d < h - (GAP * h + ROUNDING * R[EXTENT]))) break;
      if (this.#count >= SEARCH_CAP) {
        this.#exhausted = true;
        break;
      }
      const j = this.#next[i];
      if (!this.#choose(i, j)) {
        // No double lies between the two directions.
        S[i * STRIDE + BOUND] = Math.min(S[i * STRIDE + H], S[j * STRIDE + H]);
        continue;
      }
      const k = this.#count++;
      this.#evaluate(k, i, j);
      if (S[k * STRIDE + H] < 0) return this.#separate(k, this.#count);
      this.#insert(k, i);
      this.#bound(i);
      this.#bound(k);
    }
    this.#polishOverlap();
    return MEASURED;
  }

  /** Writes the unit vector from A's centre to B's to sample 0, A's own x axis where they coincide. */
  #centreDirection(a: number[], b: number[]): void {
    const S = this.#S;
    const P = this.#P;
    const ax = a[REF_X] + a[CENTER_X];
    const ay = a[REF_Y] + a[CENTER_Y];
    const bx = b[REF_X] + b[CENTER_X];
    const by = b[REF_Y] + b[CENTER_Y];
    S[NX] = (P[6] * bx - P[7] * by) - (P[2] * ax - P[3] * ay) + (P[4] - P[0]);
    S[NY] = (P[7] * bx + P[6] * by) - (P[3] * ax + P[2] * ay) + (P[5] - P[1]);
    if (this.#unit(0)) return;
    S[NX] = P[2];
    S[NY] = P[3];
    if (this.#unit(0)) return;
    S[NX] = 1;
    S[NY] = 0;
  }

  /** Chooses a direction strictly between those of samples i and j, for the slot after the last. */
  #choose(i: number, j: number): boolean {
    const S = this.#S;
    const k = this.#count;
    this.#R[RHO] = 0;
    if (this.#rolling) {
      this.#roll(i, j);
      this.#R[RHO] = Math.min(this.#R[RHO], S[i * STRIDE + BOUND]);
    }
    if ((k & 1) === 0) {
      const hi = S[i * STRIDE + H];
      const hj = S[j * STRIDE + H];
      if (S[i * STRIDE + F] < 0 && S[j * STRIDE + F] > 0 && this.#circle(k, i, j)) {
        // Worth a sample when the circle goes lower than the least h by enough to matter.
        const h = S[this.#best * STRIDE + H];
        const target = h - GAIN * (GAP * h + ROUNDING * this.#R[EXTENT]);
        if (this.#R[MODEL] < target && this.#between(k, i, j)) return true;
      }
      if (this.#march(k, hi <= hj ? i : j, i, j) && this.#between(k, i, j)) return true;
    }
    if (this.#chord(k, i, j) && this.#between(k, i, j)) return true;
    return this.#middle(k, i, j) && this.#between(k, i, j);
  }

  /**
   * Outward normal of the chord between the support points i and j, for slot k. With disks of radius ρ
   * rolled off the arc, its ends are v - ρ n.
   */
  #chord(k: number, i: number, j: number): boolean {
    const S = this.#S;
    const rho = this.#R[RHO];
    const p = i * STRIDE;
    const q = j * STRIDE;
    S[k * STRIDE + NX] = (S[q + VY] - S[p + VY]) - rho * (S[q + NY] - S[p + NY]);
    S[k * STRIDE + NY] = (S[p + VX] - S[q + VX]) - rho * (S[p + NX] - S[q + NX]);
    return this.#unit(k);
  }

  /**
   * Direction of the least h on the circle m + ρ n through support points i and j, for slot k: with
   * e = v_j - v_i = ρ (n_j - n_i), ρ = e·(n_j - n_i) / |n_j - n_i|², and h = ρ + n·m is least at -m/|m|.
   * Leaves that h in MODEL.
   */
  #circle(k: number, i: number, j: number): boolean {
    const S = this.#S;
    const R = this.#R;
    const p = i * STRIDE;
    const q = j * STRIDE;
    const dx = S[q + NX] - S[p + NX];
    const dy = S[q + NY] - S[p + NY];
    const dd = dx * dx + dy * dy;
    const ed = (S[q + VX] - S[p + VX]) * dx + (S[q + VY] - S[p + VY]) * dy;
    const rho = ed > 0 && dd > 0 ? ed / dd : 0;
    S[k * STRIDE + NX] = 0.5 * (rho * (S[p + NX] + S[q + NX]) - (S[p + VX] + S[q + VX]));
    S[k * STRIDE + NY] = 0.5 * (rho * (S[p + NY] + S[q + NY]) - (S[p + VY] + S[q + VY]));
    if (!this.#unit(k)) return false;
    R[MODEL] = rho - R[LENGTH];
    return true;
  }

  /**
   * The furthest direction from sample `from`, into the arc between i and j, such that the chord of a
   * circular boundary stays above the least h, for slot k. The chord over an angle δ has its normal δ/2
   * away, and (less the disks of radius ρ, which leave h and the target lower by ρ) its distance is
   *
   *   h cos δ/2 + f sin δ/2  ~  h - h δ²/8 + f δ/2  =  target,   δ = 4 (f/2 + √(f²/4 + h (h - target) / 2)) / h.
   */
  #march(k: number, from: number, i: number, j: number): boolean {
    const S = this.#S;
    const R = this.#R;
    const o = from * STRIDE;
    const sign = from === i ? 1 : -1;
    const half = 0.5 * sign * S[o + F];
    const h = S[o + H] - R[RHO];
    const least = S[this.#best * STRIDE + H];
    const above = S[o + H] - least + (GAP * least + ROUNDING * R[EXTENT]);
    const root = Math.sqrt(half * half + 0.5 * Math.max(h, 0) * above);
    const step = half >= 0 ? 4 * (half + root) / h : 2 * above / (root - half);
    const delta = MARCH * step;
    const width = Math.abs(S[j * STRIDE + NX] - S[i * STRIDE + NX]) +
      Math.abs(S[j * STRIDE + NY] - S[i * STRIDE + NY]);
    // A step over most of the arc is the chord's business.
    if (!(delta > 0 && delta < 0.5 * width)) return false;
    S[k * STRIDE + NX] = S[o + NX] - sign * delta * S[o + NY];
    S[k * STRIDE + NY] = S[o + NY] + sign * delta * S[o + NX];
    return this.#unit(k);
  }

  /** Direction from support point i of C to the origin, for slot k: the optimum when that is a vertex. */
  #vertex(k: number, i: number): boolean {
    const S = this.#S;
    S[k * STRIDE + NX] = -S[i * STRIDE + VX];
    S[k * STRIDE + NY] = -S[i * STRIDE + VY];
    return this.#unit(k);
  }

  #middle(k: number, i: number, j: number): boolean {
    const S = this.#S;
    S[k * STRIDE + NX] = S[i * STRIDE + NX] + S[j * STRIDE + NX];
    S[k * STRIDE + NY] = S[i * STRIDE + NY] + S[j * STRIDE + NY];
    return this.#unit(k);
  }

  /** Whether direction k is strictly left of i and right of j. From differences, which are exact. */
  #between(k: number, i: number, j: number): boolean {
    const S = this.#S;
    const o = k * STRIDE;
    const p = i * STRIDE;
    const q = j * STRIDE;
    return S[p + NX] * (S[o + NY] - S[p + NY]) - S[p + NY] * (S[o + NX] - S[p + NX]) > 0 &&
      S[q + NX] * (S[o + NY] - S[q + NY]) - S[q + NY] * (S[o + NX] - S[q + NX]) < 0;
  }

  /** Brings direction k to unit length and leaves its former length in LENGTH; false without one. */
  #unit(k: number): boolean {
    const S = this.#S;
    const o = k * STRIDE;
    const m = Math.max(Math.abs(S[o + NX]), Math.abs(S[o + NY]));
    if (!(m > 0 && m < Infinity)) return false;
    const scale = m < SQUARE_MIN ? SCALE_UP : m > SQUARE_MAX ? SCALE_DOWN : 1;
    const x = scale * S[o + NX];
    const y = scale * S[o + NY];
    const l = Math.sqrt(x * x + y * y);
    this.#R[LENGTH] = l / scale;
    S[o + NX] = x / l;
    S[o + NY] = y / l;
    return true;
  }

  /**
   * Fills sample k, whose direction is set. Where the support point is not as far as that of sample i or
   * j, by more than rounding, theirs is taken: samples stay consistent with one another whatever a
   * support function says.
   */
  #evaluate(k: number, i: number, j: number): void {
    const S = this.#S;
    const R = this.#R;
    const o = k * STRIDE;
    this.#ia[k] = this.#support(this.#a!, o, 0, this.#ia[i]);
    this.#ib[k] = this.#support(this.#b!, o, 4, this.#ib[i]);
    this.#evaluations++;
    S[o + VX] = S[o + AX] - S[o + BX];
    S[o + VY] = S[o + AY] - S[o + BY];
    R[EXTENT] = Math.max(R[EXTENT], Math.abs(S[o + VX]), Math.abs(S[o + VY]));
    S[o + H] = S[o + NX] * S[o + VX] + S[o + NY] * S[o + VY];
    if (i !== k) this.#keepFurther(k, i);
    if (j !== k) this.#keepFurther(k, j);
    S[o + F] = S[o + NX] * S[o + VY] - S[o + NY] * S[o + VX];
    if (S[o + H] < R[LEAST]) {
      R[LEAST] = S[o + H];
      this.#best = k;
    }
  }

  #keepFurther(k: number, i: number): void {
    const S = this.#S;
    const o = k * STRIDE;
    const p = i * STRIDE;
    const h = S[o + NX] * S[p + VX] + S[o + NY] * S[p + VY];
    if (!(h > S[o + H] + LIE * ROUNDING * this.#R[EXTENT])) return;
    S[o + H] = h;
    for (let c = VX; c <= BY; c++) S[o + c] = S[p + c];
    this.#ia[k] = this.#ia[i];
    this.#ib[k] = this.#ib[i];
  }

  /** Support point of A (pose at 0) along the direction of the sample at o, or of B (4) against it. */
  #support(shape: Shape, o: number, pose: number, from: number): number {
    const S = this.#S;
    const P = this.#P;
    const side = pose === 0 ? 1 : -1;
    const nx = side * S[o + NX];
    const ny = side * S[o + NY];
    const c = P[pose + 2];
    const s = P[pose + 3];
    const dx = c * nx + s * ny;
    const dy = c * ny - s * nx;
    let index = -1;
    let x = 0;
    let y = 0;
    if (shape.support === null) {
      index = supportIndex(shape.record, shape.count, dx, dy, from > 0 ? from : 0, this.#W);
      const j = LOCAL + 4 * shape.count + 2 * index;
      x = shape.record[j];
      y = shape.record[j + 1];
    } else {
      // A pose without length shrinks the shape to a point; any direction will do.
      const none = dx === 0 && dy === 0;
      evaluateSupport(shape, none ? nx : dx, none ? ny : dy, this.#answer);
      x = this.#answer.x;
      y = this.#answer.y;
    }
    const to = pose === 0 ? AX : BX;
    S[o + to] = c * x - s * y + (P[pose] - P[0]);
    S[o + to + 1] = s * x + c * y + (P[pose + 1] - P[1]);
    return index;
  }

  #previous(i: number): number {
    let k = i;
    while (this.#next[k] !== i) k = this.#next[k];
    return k;
  }

  #insert(k: number, after: number): void {
    this.#next[k] = this.#next[after];
    this.#next[after] = k;
  }

  /**
   * Lower bound of h on the arc from sample i to the next, j. There h(n) >= max(n·v_i, n·v_j), of which
   * each part is concave where positive: the least value is at an end or where both are equal, at the
   * normal of the chord. A boundary whose radius of curvature is at least ρ is that of a smaller convex
   * set plus a disk of radius ρ, which brings the chord closer to it; but the same reasoning must hold
   * for the smaller set.
   */
  #bound(i: number): void {
    const S = this.#S;
    const R = this.#R;
    const j = this.#next[i];
    const k = this.#count;
    const p = i * STRIDE;
    const o = k * STRIDE;
    const end = Math.min(S[p + H], S[j * STRIDE + H]);
    S[p + BOUND] = end;
    R[RHO] = 0;
    if (!(this.#chord(k, i, j) && this.#between(k, i, j))) return;
    S[p + BOUND] = Math.min(end, S[o + NX] * S[p + VX] + S[o + NY] * S[p + VY]);
    if (!this.#rolling) return;
    // First all of ρ, and where the smaller set then misses the origin, no more than the bound so far.
    const safe = S[p + BOUND];
    for (let attempt = 0; attempt < 2; attempt++) {
      R[RHO] = safe;
      if (attempt === 0) {
        this.#roll(i, j);
        R[RHO] = Math.min(R[RHO], end);
      }
      const rho = R[RHO];
      S[p + BOUND] = end;
      if (!(this.#chord(k, i, j) && this.#between(k, i, j))) return;
      const x = S[p + VX] - rho * S[p + NX];
      const y = S[p + VY] - rho * S[p + NY];
      const d = S[o + NX] * x + S[o + NY] * y;
      S[p + BOUND] = Math.min(end, d + rho);
      if (d >= -ROUNDING * R[EXTENT]) return;
    }
  }

  #boundAll(): void {
    let k = 0;
    do {
      this.#bound(k);
      k = this.#next[k];
    } while (k !== 0);
  }

  #halfAxes(shape: Shape, at: number): void {
    this.#R[at] = 0;
    if (shape.kind !== "ellipse") return;
    this.#R[at] = evaluateSupport(shape, 1, 0, this.#answer).x;
    this.#R[at + 1] = evaluateSupport(shape, 0, 1, this.#answer).y;
  }

  /** Least radius of curvature of C between the directions i and j: the sum of those of A and B. */
  #roll(i: number, j: number): void {
    const R = this.#R;
    R[RHO] = 0;
    this.#rollEllipse(i, j, AXES_A, 0);
    this.#rollEllipse(i, j, AXES_B, 4);
  }

  /**
   * Adds the part of one ellipse. With half axes a >= b and g = |(a u_a, b u_b)| / a for a direction u in
   * its frame, ρ = b²/a / g³, least where g is greatest: at an end, or on the long axis (g = 1).
   */
  #rollEllipse(i: number, j: number, at: number, pose: number): void {
    const S = this.#S;
    const R = this.#R;
    if (!(R[at] > 0)) return;
    const c = this.#P[pose + 2];
    const s = this.#P[pose + 3];
    const p = i * STRIDE;
    const q = j * STRIDE;
    const long = R[at] >= R[at + 1];
    const a = long ? R[at] : R[at + 1];
    const b = long ? R[at + 1] : R[at];
    // Components along and across the long axis, up to a common sign of the latter.
    const ia = long ? c * S[p + NX] + s * S[p + NY] : c * S[p + NY] - s * S[p + NX];
    const ib = long ? c * S[p + NY] - s * S[p + NX] : c * S[p + NX] + s * S[p + NY];
    const ja = long ? c * S[q + NX] + s * S[q + NY] : c * S[q + NY] - s * S[q + NX];
    const jb = long ? c * S[q + NY] - s * S[q + NX] : c * S[q + NX] + s * S[q + NY];
    const kk = c * c + s * s;
    if (!(kk > 0)) return;
    const r = b / a;
    const gi = (ia * ia + r * ib * (r * ib)) / kk;
    const gj = (ja * ja + r * jb * (r * jb)) / kk;
    const gg = ib > 0 === jb > 0 ? Math.max(gi, gj) : 1;
    // Less by some roundings, to stay a lower bound.
    R[RHO] += (1 - 1e-15) * Math.sqrt(kk) * b * r / (gg * Math.sqrt(gg));
  }

  /**
   * Brackets the minimum of overlapping cores by two neighbours, and takes the last digits of its
   * direction, on which h depends only in second order, from the root of f.
   */
  #polishOverlap(): void {
    const S = this.#S;
    const R = this.#R;
    let best = this.#best;
    this.#lo = best;
    this.#hi = best;
    // Within rounding of the least h the sign of f tells which way the minimum is.
    const h = S[best * STRIDE + H];
    const limit = h + (GAP * h + ROUNDING * R[EXTENT]);
    if (S[best * STRIDE + F] > 0) {
      do {
        this.#hi = this.#lo;
        this.#lo = this.#previous(this.#lo);
      } while (S[this.#lo * STRIDE + F] > 0 && S[this.#lo * STRIDE + H] <= limit);
    } else if (S[best * STRIDE + F] < 0) {
      do {
        this.#lo = this.#hi;
        this.#hi = this.#next[this.#hi];
      } while (S[this.#hi * STRIDE + F] < 0 && S[this.#hi * STRIDE + H] <= limit);
    }
    for (let q = this.#lo, side = 0; side < 2; side++, q = this.#hi) {
      const flatter = Math.abs(S[q * STRIDE + F]) < Math.abs(S[best * STRIDE + F]);
      if (flatter && S[q * STRIDE + H] <= limit) best = q;
    }
    for (let step = 0; step < POLISH_CAP; step++) {
      const f = Math.abs(S[best * STRIDE + F]);
      const noise = ROUNDING * R[EXTENT];
      // A large f belongs to an end of a flat, whose direction is known.
      if (!(f > noise && f < 1e-4 * R[EXTENT])) break;
      if (!(S[this.#lo * STRIDE + F] < 0 && S[this.#hi * STRIDE + F] > 0)) break;
      const k = this.#count;
      if (!this.#circle(k, this.#lo, this.#hi)) break;
      if (!this.#between(k, this.#lo, this.#hi)) break;
      this.#count++;
      this.#evaluate(k, this.#lo, this.#hi);
      const fk = S[k * STRIDE + F];
      if (!(Math.abs(fk) < f && S[k * STRIDE + H] <= limit)) break;
      best = k;
      if (fk <= 0) this.#lo = k;
      if (fk >= 0) this.#hi = k;
    }
    this.#best = best;
    this.#findFlat();
  }

  /**
   * Where the line across the best direction touches C along a flat, the samples on either side of f = 0
   * carry the witness: `lo` and `hi` become the nearest of those that lie on the line.
   */
  #findFlat(): void {
    const S = this.#S;
    const best = this.#best;
    const o = best * STRIDE;
    const noise = ROUNDING * this.#R[EXTENT];
    const f = S[o + F];
    if (Math.abs(f) <= noise) return;
    const line = S[o + H] - FLAT * noise;
    let partner = best;
    let nearest = Infinity;
    for (let k = 0; k < this.#count; k++) {
      const x = S[k * STRIDE + VX];
      const y = S[k * STRIDE + VY];
      const across = f > 0
        ? S[o + NY] * x - S[o + NX] * y // -t·v
        : S[o + NX] * y - S[o + NY] * x;
      if (across >= -noise && across < nearest && S[o + NX] * x + S[o + NY] * y >= line) {
        partner = k;
        nearest = across;
      }
    }
    if (partner === best) return;
    this.#lo = f > 0 ? partner : best;
    this.#hi = f > 0 ? best : partner;
  }

  /** Closest points of cores that sample `first`, with h < 0, shows to be apart; `free`: an empty slot. */
  #separate(first: number, free: number): number {
    const S = this.#S;
    const R = this.#R;
    const radii = this.#a!.radius + this.#b!.radius;
    this.#count = free;
    this.#best = first;
    this.#lo = first;
    this.#hi = first;
    const f = S[first * STRIDE + F];
    if (f === 0 || (this.#mode === DECIDE && 0 - R[LEAST] > radii)) return MEASURED;

    // The root of f is on the side where f falls, and no further than the direction from v to the
    // origin: v is met there with f = 0, and the support point is at v or on its falling side.
    const last = this.#count++;
    this.#vertex(last, first);
    let lo = f > 0 ? last : first;
    let hi = f > 0 ? first : last;
    if (!this.#apart(lo, hi)) return MEASURED;
    this.#evaluate(last, first, first);
    const past = S[last * STRIDE + F];
    if (S[last * STRIDE + H] < 0 && (f > 0 ? past >= 0 : past <= 0)) {
      // So close to the root that the sign of f is rounding.
      const h = S[first * STRIDE + H];
      const limit = h - GAP * h + ROUNDING * R[EXTENT];
      this.#best = S[last * STRIDE + H] <= limit && Math.abs(past) <= Math.abs(f) ? last : first;
      this.#lo = this.#best;
      this.#hi = this.#best;
      return MEASURED;
    }

    const end = this.#count + SEPARATE_CAP;
    let best = first;
    // The two samples with the least |f|, for circle steps; a chord step after one that gained little.
    let flattest = lo;
    let second = hi;
    if (Math.abs(past) < Math.abs(f) === (hi === last)) {
      flattest = hi;
      second = lo;
    }
    let round = true;
    let polish = 0;
    for (;;) {
      if (this.#mode === DECIDE && 0 - R[LEAST] > radii) break;
      const upper = this.#chordDistance(lo, hi);
      const noise = ROUNDING * R[EXTENT];
      const tolerance = GAP * upper + noise;
      best = S[lo * STRIDE + H] <= S[hi * STRIDE + H] ? lo : hi;
      const h = S[best * STRIDE + H];
      const closed = upper + h <= tolerance;
      // Where h does not tell the two apart, f does.
      const other = best === lo ? hi : lo;
      if (
        S[other * STRIDE + H] - h <= tolerance &&
        Math.abs(S[other * STRIDE + F]) < Math.abs(S[best * STRIDE + F])
      ) best = other;
      if (closed) {
        // At a vertex or on a smooth boundary a few more roots of f give n its last digits.
        const fb = Math.abs(S[best * STRIDE + F]);
        if (!(fb > noise && fb * fb < 8 * upper * tolerance) || polish++ === POLISH_CAP) break;
      }
      if (this.#count >= end) {
        this.#exhausted = !closed;
        break;
      }
      const k = this.#count;
      R[RHO] = 0;
      round ||= closed;
      const found = (round && this.#circle(k, flattest, second) &&
        this.#between(k, lo, hi)) ||
        (round && this.#circle(k, lo, hi) && this.#between(k, lo, hi)) ||
        (closed && this.#vertex(k, best) && this.#between(k, lo, hi)) ||
        (!closed && this.#chord(k, lo, hi) && this.#between(k, lo, hi)) ||
        (!closed && this.#middle(k, lo, hi) && this.#between(k, lo, hi));
      if (!found) break;
      this.#count++;
      this.#evaluate(k, lo, hi);
      const fk = S[k * STRIDE + F];
      const f1 = Math.abs(S[flattest * STRIDE + F]);
      round = !round || Math.abs(fk) < 0.25 * f1;
      if (Math.abs(fk) <= f1) {
        second = flattest;
        flattest = k;
      } else if (Math.abs(fk) < Math.abs(S[second * STRIDE + F])) second = k;
      if (!(S[k * STRIDE + H] < 0)) {
        // Beyond the directions that separate, on the side of the other end.
        if (best === lo) hi = k;
        else lo = k;
      } else if (fk < 0) lo = k;
      else if (fk > 0) hi = k;
      else {
        lo = k;
        hi = k;
        best = k;
        break;
      }
    }
    this.#best = best;
    this.#lo = lo;
    this.#hi = hi;
    return MEASURED;
  }

  /** Whether direction j is strictly left of direction i. */
  #apart(i: number, j: number): boolean {
    const S = this.#S;
    const p = i * STRIDE;
    const q = j * STRIDE;
    return S[p + NX] * (S[q + NY] - S[p + NY]) - S[p + NY] * (S[q + NX] - S[p + NX]) > 0;
  }

  /** Distance of the origin from the segment between the support points i and j. */
  #chordDistance(i: number, j: number): number {
    const S = this.#S;
    const px = S[i * STRIDE + VX];
    const py = S[i * STRIDE + VY];
    const qx = S[j * STRIDE + VX];
    const qy = S[j * STRIDE + VY];
    const ex = qx - px;
    const ey = qy - py;
    if (!(px * ex + py * ey < 0)) return Math.sqrt(px * px + py * py);
    if (!(qx * ex + qy * ey > 0)) return Math.sqrt(qx * qx + qy * qy);
    return Math.abs(px * ey - py * ex) / Math.sqrt(ex * ex + ey * ey);
  }

  #report(a: Shape, b: Shape, outcome: number, out: DistanceResult): DistanceResult {
    const S = this.#S;
    const P = this.#P;
    const { normal, pointA, pointB, featureA, featureB } = out;
    out.iterations = this.#evaluations;
    if (outcome === INSIDE) {
      out.status = "overlapping";
      out.distance = 0;
      normal.x = S[NX];
      normal.y = S[NY];
      this.#commonPoint(pointA);
      pointB.x = pointA.x;
      pointB.y = pointA.y;
      setFeature(a, this.#ia[0], this.#ia[0], featureA);
      setFeature(b, this.#ib[0], this.#ib[0], featureB);
    } else {
      const o = this.#best * STRIDE;
      const nx = S[o + NX];
      const ny = S[o + NY];
      // On a flat between the samples p and q the witness is at l p + m q, l + m = 1, with f = 0.
      let p = this.#lo;
      let q = this.#hi;
      let m = 0;
      const fp = nx * S[p * STRIDE + VY] - ny * S[p * STRIDE + VX];
      const fq = nx * S[q * STRIDE + VY] - ny * S[q * STRIDE + VX];
      const noise = ROUNDING * this.#R[EXTENT];
      if (Math.abs(S[o + F]) > noise && fp <= noise && fq >= -noise && fp < fq) {
        m = Math.min(Math.max(fp / (fp - fq), 0), 1);
      } else {
        p = this.#best;
        q = p;
      }
      const l = 1 - m;
      const u = p * STRIDE;
      const v = q * STRIDE;
      const s = 0 - this.#R[LEAST];
      const ra = a.radius;
      const rb = b.radius;
      const d = s - (ra + rb);
      normal.x = nx;
      normal.y = ny;
      const ax = l * S[u + AX] + m * S[v + AX];
      const ay = l * S[u + AY] + m * S[v + AY];
      const bx = l * S[u + BX] + m * S[v + BX];
      const by = l * S[u + BY] + m * S[v + BY];
      if (this.#mode !== SIGNED && d <= 0) {
        // One common point between the cores: r_A at most from A's, r_B from B's.
        const t = s > 0 ? Math.min(Math.max(0.5 * (ra + s - rb) / s, 0), 1) : 0.5;
        pointA.x = ax + t * (bx - ax);
        pointA.y = ay + t * (by - ay);
        pointB.x = pointA.x;
        pointB.y = pointA.y;
        out.distance = 0;
      } else {
        pointA.x = ax + ra * nx;
        pointA.y = ay + ra * ny;
        pointB.x = bx - rb * nx;
        pointB.y = by - rb * ny;
        out.distance = d;
      }
      out.status = this.#exhausted
        ? "exhausted"
        : d > 0
        ? "separated"
        : d < 0
        ? "overlapping"
        : "touching";
      setFeature(a, this.#ia[p], this.#ia[q], featureA);
      setFeature(b, this.#ib[p], this.#ib[q], featureB);
    }
    pointA.x += P[0];
    pointA.y += P[1];
    pointB.x += P[0];
    pointB.y += P[1];
    return out;
  }

  /**
   * A point of both cores, the origin being inside the polygon of samples: the line through it along the
   * best direction n leaves the polygon through two edges, at g = l v_i + m v_j with n·g = G > 0 and at a
   * point with n·g = -E < 0, and the origin is between the two in the ratio E : G. The same weights make
   * the same point of support points of A as of B. Along the shortest way out, slivers do no harm.
   */
  #commonPoint(out: Vec2): void {
    const S = this.#S;
    const o = this.#best * STRIDE;
    const nx = S[o + NX];
    const ny = S[o + NY];
    let G = -Infinity;
    let E = -Infinity;
    let gx = 0;
    let gy = 0;
    let ex = 0;
    let ey = 0;
    let i = 0;
    do {
      const j = this.#next[i];
      const p = i * STRIDE;
      const q = j * STRIDE;
      // Along t, n turned left: counter-clockwise edges cross the line to the left on the side of n.
      const fi = nx * S[p + VY] - ny * S[p + VX];
      const fj = nx * S[q + VY] - ny * S[q + VX];
      i = j;
      if (!(fi <= 0 && fj >= 0) && !(fi >= 0 && fj <= 0)) continue;
      const m = fi === fj ? 0 : fi / (fi - fj);
      const l = 1 - m;
      const g = l * (nx * S[p + VX] + ny * S[p + VY]) + m * (nx * S[q + VX] + ny * S[q + VY]);
      // The mean of A's and B's, which rounding sets apart.
      const x = 0.5 * (l * (S[p + AX] + S[p + BX]) + m * (S[q + AX] + S[q + BX]));
      const y = 0.5 * (l * (S[p + AY] + S[p + BY]) + m * (S[q + AY] + S[q + BY]));
      if (g > G) {
        G = g;
        gx = x;
        gy = y;
      }
      if (-g > E) {
        E = -g;
        ex = x;
        ey = y;
      }
    } while (i !== 0);
    const k = Math.max(G, 0) / (Math.max(G, 0) + Math.max(E, 0));
    out.x = gx + k * (ex - gx);
    out.y = gy + k * (ey - gy);
  }
}

/** Feature from the vertex indices of the samples on either side of the witness. */
function setFeature(shape: Shape, i: number, j: number, out: Feature): void {
  out.i = i;
  out.j = j;
  if (shape.support !== null) {
    out.type = "support";
    return;
  }
  const isEdge = i !== j && (j === i + 1 || (j === 0 && i === shape.count - 1));
  if (!isEdge) out.j = i;
  out.type = isEdge ? "edge" : "vertex";
}

/** Solvers by depth of nesting, and how many of them are running. */
const solvers: Solver[] = [];
let depth = 0;

/** Answers a pair with a support function; arguments are checked already. */
export function solve(
  a: Shape,
  poseA: Readonly<Pose>,
  b: Shape,
  poseB: Readonly<Pose>,
  mode: number,
  out: DistanceResult | null,
): DistanceResult {
  const solver = depth < solvers.length ? solvers[depth] : new Solver();
  if (depth === solvers.length && depth < KEPT) solvers.push(solver);
  depth++;
  try {
    return solver.run(a, poseA, b, poseB, mode, out);
  } finally {
    depth--;
    solver.release();
  }
}
