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
 * 3. `settle`, in the end: h is flat at its minimum, so that its last digit leaves half of the digits of n,
 *    and with them of the witness points, open. The root of f has them all. Where a flat of C lies across n
 *    there is no root; f jumps from one end of it to the other, and the witness lies between these two.
 *
 * The first two choose among three next directions. The normal of a chord between two support points halves an
 * arc of smooth boundary and hits a flat one exactly. The circle through the support points of two
 * samples with their normals gives the root of f on a circular arc or at a vertex at once, and on any
 * smooth boundary it converges like the secant method. A march is the longest step along which a chord
 * proves that there is no smaller h, and closes the bounds around a minimum in few samples.
 *
 * Where h hardly depends on n, as about the center of a disk, chords would have to be shorter than 2^-25 to
 * prove a minimum. Ellipses tell their radius of curvature. Of other support functions only samples tell, and the
 * polygon that these make is convex, too: no number of them proves anything about the rest. What is taken for granted is
 * that the boundary misses a circle by no more than STEADY times what a sample of an arc does. It divides the arc at
 * GOLDEN, so that a polygon with its vertices on a circle, which shows another side at every sample, is no circle.
 *
 * @module
 */
import { DX, DY } from "../kernel/registers.ts";
import { supportIndex } from "../kernel/support.ts";
import type { Pose } from "../math/pose.ts";
import { SCALE_DOWN, SCALE_UP, SQUARE_MAX, SQUARE_MIN } from "../math/float.ts";
import type { Vec2 } from "../math/vec2.ts";
import { CENTER_X, CENTER_Y, HALF_AXES, LOCAL, REF_X, REF_Y } from "../shapes/record.ts";
import type { Shape } from "../shapes/shape.ts";
import { DIRECTION, findMove, findSupport, FURTHEST } from "../shapes/support.ts";
import { DECIDE, SIGNED } from "./attached.ts";
import { Levels } from "./levels.ts";
import { type DistanceResult, type Feature, newDistanceResult } from "./result.ts";

/** Samples after which `search` stops proving that its minimum is the least. */
const SEARCH_CAP = 256;
/** Samples that `separate` may take after that. */
const SEPARATE_CAP = 128;
/** Samples that `settle` may take in the end. */
const SETTLE_CAP = 24;
/** Room for all of them, for the direction that is being chosen, and for the far end of a flat. */
const CAPACITY = SEARCH_CAP + SEPARATE_CAP + SETTLE_CAP + 8;

/** Relative duality gap at which a search ends: 2^-51. */
const GAP = 4.440892098500626e-16;
/** Rounding of h and f relative to the largest coordinate seen: 2^-52. */
const ROUNDING = 2.220446049250313e-16;
/** The origin is inside C beyond doubt when it is inside a polygon of samples by so many roundings. */
const CERTAIN = 8;
/** A support point that misses a known one by more roundings is not the furthest. */
const LIE = 4;
/** Support points that miss a line by no more roundings lie on it. */
const FLAT = 8;
/** A direction is as good as the best when its h is larger by no more roundings; with fewer, roundings decide. */
const GOOD = 3;
/** It may stand for the best when its f, by which the witness points then miss each other, is no more. */
const LEVEL = 2;
/** A flat that is longer than this part of C is none of the short chords of a smooth boundary: 2^-20. */
const LONG = 9.5367431640625e-7;
/** A circle step is worth its sample when it lowers h by more than this part of the tolerance. */
const GAIN = 0.25;
/** On an arc support points miss a circle by no more than so many times what a sample in it does. */
const STEADY = 64;
/** An arc looks round when its chord is at right angles to the mean of its normals to this sine. */
const ROUND = 0.125;
/** A depth depends little on the direction when the center of the circle is off by no more of its radius. */
const CENTRIC = 0.25;
/** Where a sample divides an arc: at no fraction that has a vertex or an edge of something regular on it. */
const GOLDEN = 0.6180339887498949;
/** Part of the provable step that a march takes, for boundaries that are not quite circular. */
const MARCH = 0.9;
/** Doubles a sample: direction n; support point v of C and those of A and of B; h; f; bounds of the arc. */
const STRIDE = 12;
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
/** By how much a sample on that arc has missed a circle; -1 when none has been compared. */
const MISS = 11;

/**
 * Registers: largest |coordinate| of C; least h; length from `unit`; ρ from `roll`; h from `circle`; half axes;
 * largest |coordinate| of C, and of A and B from their centers, which follow; distance from `measureChord`; sum of the radii;
 * center from `fitCircle`; largest |coordinate| of the centers of A and of B in their own frames.
 */
const EXTENT = 0;
const LEAST = 1;
const LENGTH = 2;
const RHO = 3;
const MODEL = 4;
const AXES_A = 5;
const AXES_B = 7;
const SIZE = 9;
const CENTER_A = 10;
const CENTER_B = 12;
const CHORD = 14;
const RADII = 15;
const MX = 16;
const MY = 17;
const OFFSET = 18;

/** Where the poses end and the rotations of directions begin. */
const TURN_A = 8;
const TURN_B = 10;
/** The origin of all points in the world; what brings points of A and of B there, after their rotation. */
const ORIGIN = 12;
const SHIFT_A = 14;
const SHIFT_B = 16;
/** What A and B were moved by, rotated. */
const MOVE_A = 18;
const MOVE_B = 20;

/** Outcome: the least h is known, whatever its sign, … */
const MEASURED = 0;
/** … or only that the cores overlap. */
const INSIDE = 1;

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
  readonly #R: Float64Array = new Float64Array(19);
  /** Poses of A and of B: x, y, cos, sin; cos and sin by which directions are turned into each; places. */
  readonly #P: Float64Array = new Float64Array(22);
  /** Registers of `supportIndex`. */
  readonly #W: Float64Array = new Float64Array(40);
  readonly #result: DistanceResult = newDistanceResult();
  #a: Shape | null = null;
  #b: Shape | null = null;
  #mode = SIGNED;
  /** Slots of samples in use; the slot after them holds the direction that is being chosen. */
  #count = 0;
  /** Support pairs evaluated. */
  #evaluations = 0;
  /**
   * Sample with the least h, and the samples on either side of the minimum; when it is settled, the ends of
   * the flat on the line across the best direction, both `best` without a flat.
   */
  #best = 0;
  #lo = 0;
  #hi = 0;
  /** Another sample with small |f|, for a secant. */
  #second = 0;
  #exhausted = false;
  #rolling = false;
  /** Whether A or B has a boundary of which only samples tell. */
  #custom = false;
  /** Whether the direction that was chosen divides an arc that looks round. */
  #golden = false;

  run(
    a: Shape,
    poseA: Readonly<Pose>,
    b: Shape,
    poseB: Readonly<Pose>,
    mode: number,
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
    this.#turnDirections(0);
    this.#turnDirections(4);
    this.#chooseOrigin(a, b);
    this.#a = a;
    this.#b = b;
    this.#mode = mode;
    this.#count = 0;
    this.#evaluations = 0;
    this.#best = 0;
    this.#exhausted = false;
    this.#rolling = false;
    this.#custom = false;
    this.#ia[0] = 0;
    this.#ib[0] = 0;
    this.#S.fill(NaN, 0, 5 * STRIDE);
    this.#R[EXTENT] = 0;
    this.#R[SIZE] = 0;
    this.#R[LEAST] = Infinity;
    this.#R[RADII] = a.radius + b.radius;
    return this.#report(a, b, this.#search(a, b));
  }

  /**
   * Chooses what turns directions into the frame of A (pose at 0) or of B (4). Only their direction matters, and
   * a support function may square what it gets: a pose that scales without measure turns by a rotation of
   * about its size.
   */
  #turnDirections(pose: number): void {
    const P = this.#P;
    const m = Math.max(Math.abs(P[pose + 2]), Math.abs(P[pose + 3]));
    const scale = m >= SQUARE_MIN && m <= SQUARE_MAX ? 1 : m;
    const to = pose === 0 ? TURN_A : TURN_B;
    P[to] = P[pose + 2] / scale;
    P[to + 1] = P[pose + 3] / scale;
  }

  /**
   * Chooses the origin of all points: where the shape with a support function is, or A if both have one. Its points
   * are round numbers nowhere: counted from afar they would be rounded anew at every sample, by more than what tells
   * a flat from a curve. Vertices are rounded alike at each, wherever they are.
   *
   * A shape that was moved is where it was moved to.
   */
  #chooseOrigin(a: Shape, b: Shape): void {
    const P = this.#P;
    for (let pose = 0, to = MOVE_A; pose < 8; pose += 4, to = MOVE_B) {
      findMove(pose === 0 ? a : b);
      const x = FURTHEST[2], y = FURTHEST[3];
      P[to] = P[pose + 2] * x - P[pose + 3] * y;
      P[to + 1] = P[pose + 3] * x + P[pose + 2] * y;
    }
    const onA = a.support !== null;
    for (let c = 0; c < 2; c++) {
      const way = (P[4 + c] - P[c]) + (P[MOVE_B + c] - P[MOVE_A + c]);
      P[ORIGIN + c] = (onA ? P[c] + P[MOVE_A + c] : P[4 + c] + P[MOVE_B + c]) + 0;
      P[SHIFT_A + c] = onA ? 0 : 0 - way;
      P[SHIFT_B + c] = onA ? way : 0;
    }
  }

  /** Forgets the caller's shapes. */
  release(): void {
    this.#a = null;
    this.#b = null;
  }

  #search(a: Shape, b: Shape): number {
    const S = this.#S;
    const R = this.#R;

    // 1. Sample 0 looks from center to center, 4 from its support point to the origin, 1 to 3 across.
    this.#centerDirection(a.record, b.record);
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
    for (let k = 0; k < 5; k++) S[k * STRIDE + MISS] = -1;
    let inserted = false;
    for (let k = 0; oblique && !inserted && k < 4; k++) {
      inserted = this.#between(4, k, (k + 1) & 3);
      if (inserted) this.#insert(4, k);
    }
    if (!inserted && this.#best === 4) {
      // Its direction is that of another sample, which stands for it in the ring.
      this.#best = 0;
      for (let k = 1; k < 4; k++) {
        if (S[k * STRIDE + H] < S[this.#best * STRIDE + H]) this.#best = k;
      }
    }
    this.#boundAll();

    // 2. Expand the arc with the lowest bound until none is lower than the least h. Every turn takes a sample,
    // of which there are few, or raises the bound of an arc that cannot be expanded to its ends, for good.
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
        this.#custom = (a.support !== null && a.kind !== "ellipse") ||
          (b.support !== null && b.kind !== "ellipse");
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
      this.#judge(i, k, j);
      this.#bound(i);
      this.#bound(k);
    }
    this.#bracketOverlap();
    this.#settle();
    return MEASURED;
  }

  /** Writes the unit vector from A's center to B's to sample 0, A's own x axis where they coincide. */
  #centerDirection(a: number[], b: number[]): void {
    const S = this.#S;
    const P = this.#P;
    const ax = a[REF_X] + a[CENTER_X];
    const ay = a[REF_Y] + a[CENTER_Y];
    const bx = b[REF_X] + b[CENTER_X];
    const by = b[REF_Y] + b[CENTER_Y];
    const R = this.#R;
    const ux = (P[2] * ax - P[3] * ay) - P[MOVE_A];
    const uy = (P[3] * ax + P[2] * ay) - P[MOVE_A + 1];
    const vx = (P[6] * bx - P[7] * by) - P[MOVE_B];
    const vy = (P[7] * bx + P[6] * by) - P[MOVE_B + 1];
    R[CENTER_A] = ux + P[SHIFT_A];
    R[CENTER_A + 1] = uy + P[SHIFT_A + 1];
    R[CENTER_B] = vx + P[SHIFT_B];
    R[CENTER_B + 1] = vy + P[SHIFT_B + 1];
    R[OFFSET] = Math.max(Math.abs(ux), Math.abs(uy), Math.abs(vx), Math.abs(vy));
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
    this.#golden = false;
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
      if (this.#divide(k, i, j)) return true;
      if (this.#march(k, hi <= hj ? i : j, i, j) && this.#between(k, i, j)) return true;
    }
    if (this.#divide(k, i, j)) return true;
    if (this.#chord(k, i, j) && this.#between(k, i, j)) return true;
    return this.#middle(k, i, j) && this.#between(k, i, j);
  }

  /** A direction for slot k that divides an arc of a custom support function, when it looks like a circle's. */
  #divide(k: number, i: number, j: number): boolean {
    const S = this.#S;
    const R = this.#R;
    if (!this.#custom) return false;
    const rho = R[RHO];
    const round = this.#fitCircle(i, j);
    R[RHO] = rho;
    if (!round) return false;
    const p = i * STRIDE;
    const q = j * STRIDE;
    const o = k * STRIDE;
    S[o + NX] = S[p + NX] + GOLDEN * (S[q + NX] - S[p + NX]);
    S[o + NY] = S[p + NY] + GOLDEN * (S[q + NY] - S[p + NY]);
    this.#golden = this.#unit(k) && this.#between(k, i, j);
    return this.#golden;
  }

  /**
   * Circle m + ρ n along the arc from i to j: ρ in RHO as in `circle`, m in the middle. MODEL = half of what the two
   * support points miss it by, LENGTH = |n_j - n_i|. Whether there is one, nearly about the origin: where it is not, a
   * minimum of h is easily found.
   */
  #fitCircle(i: number, j: number): boolean {
    const S = this.#S;
    const R = this.#R;
    const p = i * STRIDE;
    const q = j * STRIDE;
    const dx = S[q + NX] - S[p + NX];
    const dy = S[q + NY] - S[p + NY];
    const ex = S[q + VX] - S[p + VX];
    const ey = S[q + VY] - S[p + VY];
    const dd = dx * dx + dy * dy;
    const rho = (ex * dx + ey * dy) / dd;
    const rx = ex - rho * dx;
    const ry = ey - rho * dy;
    const mx = 0.5 * ((S[p + VX] + S[q + VX]) - rho * (S[p + NX] + S[q + NX]));
    const my = 0.5 * ((S[p + VY] + S[q + VY]) - rho * (S[p + NY] + S[q + NY]));
    const most = CENTRIC * rho;
    R[RHO] = rho;
    R[LENGTH] = Math.sqrt(dd);
    R[MODEL] = 0.5 * Math.sqrt(rx * rx + ry * ry);
    R[MX] = mx;
    R[MY] = my;
    return rho > 0 && R[MODEL] < ROUND * rho * R[LENGTH] && mx * mx + my * my < most * most;
  }

  /**
   * Compares the new sample k with the circle that the samples i and j on either side of it have told of. Where an arc
   * was divided in a ratio that has nothing to do with its shape, the sample stands for the arc.
   */
  #judge(i: number, k: number, j: number): void {
    if (!this.#custom) return;
    const S = this.#S;
    const R = this.#R;
    const o = k * STRIDE;
    const noise = FLAT * ROUNDING * Math.max(R[SIZE], R[OFFSET]);
    this.#fitCircle(i, j);
    const x = S[o + VX] - R[RHO] * S[o + NX] - R[MX];
    const y = S[o + VY] - R[RHO] * S[o + NY] - R[MY];
    const miss = Math.sqrt(x * x + y * y);
    const before = S[i * STRIDE + MISS];
    let now = before;
    if (this.#golden) {
      now = miss <= noise ? 0 : miss;
    } else if (before >= 0 && !(miss <= Math.max(noise, STEADY * before))) now = -1;
    S[i * STRIDE + MISS] = now;
    S[o + MISS] = now;
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
    this.#sample(k, i);
    if (!this.#isFurthest(k, i)) this.#copySupport(k, i);
    if (!this.#isFurthest(k, j)) this.#copySupport(k, j);
    if (S[k * STRIDE + H] < this.#R[LEAST]) {
      this.#R[LEAST] = S[k * STRIDE + H];
      this.#best = k;
    }
  }

  /** Asks A and B for the support points of sample k, whose direction is set and close to that of sample i. */
  #sample(k: number, i: number): void {
    const S = this.#S;
    const R = this.#R;
    const o = k * STRIDE;
    this.#ia[k] = this.#support(this.#a!, o, 0, this.#ia[i]);
    this.#ib[k] = this.#support(this.#b!, o, 4, this.#ib[i]);
    this.#evaluations++;
    this.#measure(k);
    const extent = Math.max(R[EXTENT], Math.abs(S[o + VX]), Math.abs(S[o + VY]));
    const a = Math.max(Math.abs(S[o + AX] - R[CENTER_A]), Math.abs(S[o + AY] - R[CENTER_A + 1]));
    const b = Math.max(Math.abs(S[o + BX] - R[CENTER_B]), Math.abs(S[o + BY] - R[CENTER_B + 1]));
    R[EXTENT] = extent;
    R[SIZE] = Math.max(R[SIZE], extent, a, b);
  }

  /** v, h and f of sample k from its direction and its support points on A and B. */
  #measure(k: number): void {
    const S = this.#S;
    const o = k * STRIDE;
    S[o + VX] = S[o + AX] - S[o + BX];
    S[o + VY] = S[o + AY] - S[o + BY];
    S[o + H] = S[o + NX] * S[o + VX] + S[o + NY] * S[o + VY];
    S[o + F] = S[o + NX] * S[o + VY] - S[o + NY] * S[o + VX];
  }

  /** Whether the support point of sample i is, to rounding, no further along direction k than that of k. */
  #isFurthest(k: number, i: number): boolean {
    const S = this.#S;
    const o = k * STRIDE;
    const p = i * STRIDE;
    const h = S[o + NX] * S[p + VX] + S[o + NY] * S[p + VY];
    return !(h > S[o + H] + LIE * ROUNDING * this.#R[SIZE]);
  }

  #copySupport(k: number, i: number): void {
    const S = this.#S;
    for (let c = VX; c <= BY; c++) S[k * STRIDE + c] = S[i * STRIDE + c];
    this.#ia[k] = this.#ia[i];
    this.#ib[k] = this.#ib[i];
    this.#measure(k);
  }

  /** Support point of A (pose at 0) along the direction of the sample at o, or of B (4) against it. */
  #support(shape: Shape, o: number, pose: number, from: number): number {
    const S = this.#S;
    const P = this.#P;
    const side = pose === 0 ? 1 : -1;
    const nx = side * S[o + NX];
    const ny = side * S[o + NY];
    const turn = pose === 0 ? TURN_A : TURN_B;
    const dx = P[turn] * nx + P[turn + 1] * ny;
    const dy = P[turn] * ny - P[turn + 1] * nx;
    if (shape.support === null) {
      const W = this.#W;
      W[DX] = dx;
      W[DY] = dy;
      const index = supportIndex(shape.record, shape.count, W, Math.max(from, 0));
      this.#placeVertex(shape, index, o, pose);
      return index;
    }
    DIRECTION[0] = dx;
    DIRECTION[1] = dy;
    findSupport(shape);
    const x = FURTHEST[2], y = FURTHEST[3];
    const c = P[pose + 2];
    const s = P[pose + 3];
    const to = o + (pose === 0 ? AX : BX);
    const shift = pose === 0 ? SHIFT_A : SHIFT_B;
    S[to] = c * x - s * y + P[shift];
    S[to + 1] = s * x + c * y + P[shift + 1];
    return -1;
  }

  /** Writes a vertex of A (pose at 0) or B (4) to the sample at o. */
  #placeVertex(shape: Shape, index: number, o: number, pose: number): void {
    const S = this.#S;
    const P = this.#P;
    const c = P[pose + 2];
    const s = P[pose + 3];
    const j = LOCAL + 4 * shape.count + 2 * index;
    const x = shape.record[j];
    const y = shape.record[j + 1];
    const to = o + (pose === 0 ? AX : BX);
    const shift = pose === 0 ? SHIFT_A : SHIFT_B;
    S[to] = c * x - s * y + P[shift];
    S[to + 1] = s * x + c * y + P[shift + 1];
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
    if (this.#rolling) this.#boundRolling(i, j);
    if (this.#custom && S[p + MISS] >= 0) this.#boundCircle(i, j);
  }

  /** The same with disks rolled off, where ellipses tell their radius. */
  #boundRolling(i: number, j: number): void {
    const S = this.#S;
    const R = this.#R;
    const k = this.#count;
    const p = i * STRIDE;
    const o = k * STRIDE;
    const end = Math.min(S[p + H], S[j * STRIDE + H]);
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

  /**
   * Raises the bound of the arc from sample i to j, next to it, by the circle of these two: ρ + n·m is least at n = -m/|m|
   * or at an end. f is off from that of the circle by STEADY times what samples have missed it by at most, and h, its
   * integral, by as much times half of the arc.
   */
  #boundCircle(i: number, j: number): void {
    const S = this.#S;
    const R = this.#R;
    const p = i * STRIDE;
    const q = j * STRIDE;
    const o = this.#count * STRIDE;
    const noise = FLAT * ROUNDING * Math.max(R[SIZE], R[OFFSET]);
    if (!this.#fitCircle(i, j)) return;
    const mx = R[MX];
    const my = R[MY];
    const miss = Math.max(R[MODEL] - noise, 0) + STEADY * S[p + MISS] * R[LENGTH];
    let least = Math.min(S[p + NX] * mx + S[p + NY] * my, S[q + NX] * mx + S[q + NY] * my);
    S[o + NX] = -mx;
    S[o + NY] = -my;
    if (this.#unit(this.#count) && this.#between(this.#count, i, j)) least = -R[LENGTH];
    const end = Math.min(S[p + H], S[q + H]);
    S[p + BOUND] = Math.max(S[p + BOUND], Math.min(end, R[RHO] + least + noise - miss));
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
    this.#R[at] = shape.record[HALF_AXES];
    this.#R[at + 1] = shape.record[HALF_AXES + 1];
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

  /** Brackets the minimum of overlapping cores by two neighbours. */
  #bracketOverlap(): void {
    const S = this.#S;
    const R = this.#R;
    const limit = R[LEAST] + ROUNDING * (Math.abs(R[LEAST]) + GOOD * R[SIZE]);
    this.#second = this.#best;
    // Where others are no better, as around a disk, the first direction is the one to report.
    if (S[H] <= limit && Math.abs(S[F]) <= LEVEL * ROUNDING * R[SIZE]) {
      this.#best = 0;
      this.#lo = 0;
      this.#hi = 0;
      return;
    }
    const best = this.#best;
    let lo = best;
    let hi = best;
    // Within rounding of the least h the sign of f tells which way the minimum is. Around a disk about the
    // origin it is rounding, too, and may be the same everywhere.
    if (S[best * STRIDE + F] > 0) {
      do {
        hi = lo;
        lo = this.#previous(lo);
      } while (lo !== best && S[lo * STRIDE + F] > 0 && S[lo * STRIDE + H] <= limit);
      if (lo === best) hi = best;
    } else if (S[best * STRIDE + F] < 0) {
      do {
        lo = hi;
        hi = this.#next[hi];
      } while (hi !== best && S[hi * STRIDE + F] < 0 && S[hi * STRIDE + H] <= limit);
      if (hi === best) lo = best;
    }
    this.#lo = lo;
    this.#hi = hi;
  }

  /**
   * Takes the last digits of the best direction, on which h depends only in second order, from the root of f
   * between `lo`, where f < 0, and `hi`, where f > 0. Where the line across it touches C along a flat, f jumps:
   * `lo` and `hi` become ends of that flat, on either side of f = 0, and else both the best sample.
   */
  #settle(): void {
    const S = this.#S;
    const R = this.#R;
    let lo = this.#lo;
    let hi = this.#hi;
    let kept = this.#best;
    let best = lo === hi ? lo : kept;
    let second = this.#second;
    for (let step = 0;; step++) {
      // Where C is small beside A and B, their roundings are larger than its own.
      const noise = ROUNDING * R[EXTENT];
      const least = Math.abs(R[LEAST]);
      const limit = R[LEAST] + ROUNDING * (least + GOOD * R[SIZE]);
      const bound = R[LEAST] + ROUNDING * (2 * least + FLAT * R[SIZE]);
      if (lo !== hi) {
        const low = S[lo * STRIDE + H] <= limit;
        const high = S[hi * STRIDE + H] <= limit;
        const flatter = Math.abs(S[hi * STRIDE + F]) < Math.abs(S[lo * STRIDE + F]);
        const next = high && (flatter || !low) ? hi : lo;
        if (next !== best) second = best;
        best = next;
      }
      const other = best === lo ? hi : lo;
      if (second === best) second = other;
      const good = S[best * STRIDE + H] <= limit;
      const better = Math.abs(S[best * STRIDE + F]) < Math.abs(S[kept * STRIDE + F]);
      if (good && (better || !(S[kept * STRIDE + H] <= limit))) kept = best;
      this.#best = kept;
      this.#lo = kept;
      this.#hi = kept;
      if (!(Math.abs(S[best * STRIDE + F]) > noise)) return;

      // 1. An edge with vertices has its normal from them, and its other end at the next vertex.
      const k = this.#count;
      const edge = this.#edgeNormal(k, best) && this.#between(k, lo, hi);
      // 2. Of a support function's flat the samples have the ends. The line of either may be the right one.
      const both = lo !== hi && S[other * STRIDE + H] <= limit;
      if (!edge && good) {
        if (this.#edgeFlat(best) || (both && this.#edgeFlat(other))) return;
        if (lo !== hi && this.#chordFlat(best, other, true)) return;
        if (both && this.#chordFlat(other, best, true)) return;
      }
      // 3. The secant, or the circle from side to side; once in a while the chord, which halves arcs and hits flats.
      R[RHO] = 0;
      const found = edge ||
        (step % 3 !== 2 && this.#circle(k, best, second) && this.#between(k, lo, hi)) ||
        (step % 3 !== 2 && this.#circle(k, lo, hi) && this.#between(k, lo, hi)) ||
        (this.#chord(k, lo, hi) && this.#between(k, lo, hi)) ||
        (this.#middle(k, lo, hi) && this.#between(k, lo, hi));
      if (!found || step >= SETTLE_CAP) {
        // Between neighbouring doubles every boundary is flat.
        if (lo !== hi && good) this.#chordFlat(best, other, false);
        return;
      }
      this.#count++;
      this.#sample(k, best);
      if (this.#isFurthest(k, lo) && this.#isFurthest(k, hi)) {
        R[LEAST] = Math.min(R[LEAST], S[k * STRIDE + H]);
      }
      if (S[k * STRIDE + H] > bound) {
        // Past another rise, or beyond the directions that separate: on the side of the other end.
        if (best === lo) hi = k;
        else lo = k;
      } else {
        if (S[k * STRIDE + F] <= 0) lo = k;
        if (S[k * STRIDE + F] >= 0) hi = k;
        if (lo === hi) best = k;
      }
    }
  }

  /**
   * Normal of the edge of A or B, whichever has vertices, that leads from the vertex of sample i to the side of
   * f = 0, for slot k. Counter-clockwise both for n on A and for -n on B, f grows with the vertices.
   */
  #edgeNormal(k: number, i: number): boolean {
    const S = this.#S;
    const P = this.#P;
    const onA = this.#a!.support === null;
    const shape = onA ? this.#a! : this.#b!;
    if (shape.support !== null || shape.count < 2) return false;
    const vertex = onA ? this.#ia[i] : this.#ib[i];
    const edge = S[i * STRIDE + F] < 0 ? vertex : (vertex > 0 ? vertex : shape.count) - 1;
    const at = LOCAL + 2 * shape.count + 2 * edge;
    const side = onA ? 1 : -1;
    const x = side * shape.record[at];
    const y = side * shape.record[at + 1];
    const c = P[onA ? 2 : 6];
    const s = P[onA ? 3 : 7];
    S[k * STRIDE + NX] = c * x - s * y;
    S[k * STRIDE + NY] = s * x + c * y;
    return this.#unit(k);
  }

  /** Looks for the flat across the direction of sample i along the edges of A or B, whichever has vertices. */
  #edgeFlat(i: number): boolean {
    const S = this.#S;
    const onA = this.#a!.support === null;
    const shape = onA ? this.#a! : this.#b!;
    if (shape.support !== null) return false;
    const k = this.#count;
    const p = i * STRIDE;
    const o = k * STRIDE;
    const noise = ROUNDING * this.#R[EXTENT];
    const indices = onA ? this.#ia : this.#ib;
    for (let c = NX; c <= BY; c++) S[o + c] = S[p + c];
    this.#ia[k] = this.#ia[i];
    this.#ib[k] = this.#ib[i];
    const sign = S[p + F] < 0 ? 1 : -1;
    for (let n = 1; n < shape.count; n++) {
      let index = indices[k] + sign;
      if (index < 0) index = shape.count - 1;
      else if (index === shape.count) index = 0;
      indices[k] = index;
      this.#placeVertex(shape, index, o, onA ? 0 : 4);
      this.#measure(k);
      if (!(S[o + H] >= S[p + H] - FLAT * noise)) return false;
      if (sign * S[o + F] >= -noise) return this.#spanFlat(i, k);
    }
    return false;
  }

  /**
   * Looks for the flat across the direction of sample i in the support points of sample j: on A or on B alone,
   * where the other boundary is smooth and its support point is right as it is, or on both. With `long`, a flat
   * that is shorter than LONG counts as none.
   */
  #chordFlat(i: number, j: number, long: boolean): boolean {
    const S = this.#S;
    const k = this.#count;
    const p = i * STRIDE;
    const q = j * STRIDE;
    const o = k * STRIDE;
    const noise = ROUNDING * this.#R[EXTENT];
    const least = long ? LONG * this.#R[EXTENT] : 0;
    const sign = S[p + F] < 0 ? 1 : -1;
    S[o + NX] = S[p + NX];
    S[o + NY] = S[p + NY];
    for (let part = long ? 1 : 3; part <= 3; part++) {
      if (long && part !== 2 && this.#a!.kind === "ellipse") continue;
      if (long && part !== 1 && this.#b!.kind === "ellipse") continue;
      const a = part !== 2 ? q : p;
      const b = part !== 1 ? q : p;
      S[o + AX] = S[a + AX];
      S[o + AY] = S[a + AY];
      S[o + BX] = S[b + BX];
      S[o + BY] = S[b + BY];
      this.#ia[k] = this.#ia[part !== 2 ? j : i];
      this.#ib[k] = this.#ib[part !== 1 ? j : i];
      this.#measure(k);
      if (!(S[o + H] >= S[p + H] - FLAT * noise)) continue;
      if (!(sign * S[o + F] >= -noise && sign * (S[o + F] - S[p + F]) >= least)) continue;
      return this.#spanFlat(i, k);
    }
    return false;
  }

  /**
   * Keeps sample k, the last, as the other end of the flat from sample i, which becomes the best. The flat itself
   * has the direction to its last digit: where it lies on A or on B alone, the other's support point is taken
   * there.
   */
  #spanFlat(i: number, k: number): true {
    const S = this.#S;
    const R = this.#R;
    const p = i * STRIDE;
    const q = k * STRIDE;
    const lo = S[p + F] < 0 ? i : k;
    const hi = lo === i ? k : i;
    this.#best = i;
    this.#lo = lo;
    this.#hi = hi;
    const onA = S[p + BX] === S[q + BX] && S[p + BY] === S[q + BY];
    const onB = S[p + AX] === S[q + AX] && S[p + AY] === S[q + AY];
    const m = k + 1;
    this.#count = m;
    R[RHO] = 0;
    if (onA === onB || !this.#chord(m, lo, hi)) return true;
    const o = m * STRIDE;
    if (S[o + NX] === S[p + NX] && S[o + NY] === S[p + NY]) return true;
    this.#sample(m, i);
    const noise = ROUNDING * R[EXTENT];
    if (!(S[o + H] <= S[p + H] + noise) || !this.#isFurthest(m, i)) return true;
    R[LEAST] = Math.min(R[LEAST], S[o + H]);
    // Both ends again, with the support point of the one and the direction of this sample.
    for (let end = m, from = lo; end <= m + 1; end++, from = hi) {
      const to = end * STRIDE;
      const at = from * STRIDE;
      S[to + NX] = S[o + NX];
      S[to + NY] = S[o + NY];
      S[to + AX] = onA ? S[at + AX] : S[o + AX];
      S[to + AY] = onA ? S[at + AY] : S[o + AY];
      S[to + BX] = onA ? S[o + BX] : S[at + BX];
      S[to + BY] = onA ? S[o + BY] : S[at + BY];
      this.#ia[end] = this.#ia[onA ? from : m];
      this.#ib[end] = this.#ib[onA ? m : from];
      this.#measure(end);
    }
    if (!(S[o + F] <= noise && S[o + STRIDE + F] >= -noise)) return true;
    this.#count = m + 2;
    this.#best = m;
    this.#lo = m;
    this.#hi = m + 1;
    return true;
  }

  /** Closest points of cores that sample `first`, with h < 0, shows to be apart; `free`: an empty slot. */
  #separate(first: number, free: number): number {
    const S = this.#S;
    const R = this.#R;
    const radii = R[RADII];
    this.#count = free;
    this.#best = first;
    this.#lo = first;
    this.#hi = first;
    this.#second = first;
    const f = S[first * STRIDE + F];
    if (f === 0 || (this.#mode === DECIDE && 0 - R[LEAST] > radii)) return MEASURED;

    // The root of f is on the side where f falls, and no further than the direction from v to the
    // origin: v is met there with f = 0, and the support point is at v or on its falling side.
    const last = this.#count++;
    this.#vertex(last, first);
    let lo = f > 0 ? last : first;
    let hi = f > 0 ? first : last;
    if (!this.#apart(lo, hi)) {
      this.#settle();
      return MEASURED;
    }
    this.#evaluate(last, first, first);
    const past = S[last * STRIDE + F];
    if (S[last * STRIDE + H] < 0 && (f > 0 ? past >= 0 : past <= 0)) {
      // So close to the root that the sign of f is rounding.
      const h = S[first * STRIDE + H];
      const limit = h - GAP * h + ROUNDING * R[EXTENT];
      this.#best = S[last * STRIDE + H] <= limit && Math.abs(past) <= Math.abs(f) ? last : first;
      this.#lo = this.#best;
      this.#hi = this.#best;
      this.#settle();
      return MEASURED;
    }

    const end = this.#count + SEPARATE_CAP;
    // The two samples with the least |f|, for circle steps; a chord step after one that gained little.
    let flattest = lo;
    let second = hi;
    if (Math.abs(past) < Math.abs(f) === (hi === last)) {
      flattest = hi;
      second = lo;
    }
    let round = true;
    for (;;) {
      if (this.#mode === DECIDE && 0 - R[LEAST] > radii) return MEASURED;
      this.#measureChord(lo, hi);
      const upper = R[CHORD];
      const tolerance = GAP * upper + ROUNDING * R[EXTENT];
      if (upper + R[LEAST] <= tolerance) break;
      if (this.#count >= end) {
        this.#exhausted = true;
        break;
      }
      const k = this.#count;
      R[RHO] = 0;
      const found = (round && this.#circle(k, flattest, second) &&
        this.#between(k, lo, hi)) ||
        (round && this.#circle(k, lo, hi) && this.#between(k, lo, hi)) ||
        (this.#chord(k, lo, hi) && this.#between(k, lo, hi)) ||
        (this.#middle(k, lo, hi) && this.#between(k, lo, hi));
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
      if (S[k * STRIDE + H] > FLAT * ROUNDING * R[SIZE]) {
        // Beyond the directions that separate, on the side of the other end.
        if (S[lo * STRIDE + H] <= S[hi * STRIDE + H]) hi = k;
        else lo = k;
      } else {
        if (fk <= 0) lo = k;
        if (fk >= 0) hi = k;
        if (lo === hi) break;
      }
    }
    this.#lo = lo;
    this.#hi = hi;
    this.#second = flattest;
    this.#settle();
    return MEASURED;
  }

  /** Whether direction j is strictly left of direction i. */
  #apart(i: number, j: number): boolean {
    const S = this.#S;
    const p = i * STRIDE;
    const q = j * STRIDE;
    return S[p + NX] * (S[q + NY] - S[p + NY]) - S[p + NY] * (S[q + NX] - S[p + NX]) > 0;
  }

  /** R[CHORD] = the distance of the origin from the segment between the support points i and j. */
  #measureChord(i: number, j: number): void {
    const S = this.#S;
    const px = S[i * STRIDE + VX];
    const py = S[i * STRIDE + VY];
    const qx = S[j * STRIDE + VX];
    const qy = S[j * STRIDE + VY];
    const ex = qx - px;
    const ey = qy - py;
    if (!(px * ex + py * ey < 0)) this.#R[CHORD] = Math.sqrt(px * px + py * py);
    else if (!(qx * ex + qy * ey > 0)) this.#R[CHORD] = Math.sqrt(qx * qx + qy * qy);
    else this.#R[CHORD] = Math.abs(px * ey - py * ex) / Math.sqrt(ex * ex + ey * ey);
  }

  #report(a: Shape, b: Shape, outcome: number): DistanceResult {
    const out = this.#result;
    const S = this.#S;
    const P = this.#P;
    const { normal, pointA, pointB, featureA, featureB } = out;
    out.iterations = this.#evaluations;
    if (outcome === INSIDE) {
      out.status = "overlapping";
      out.distance = 0;
      normal.x = S[NX] + 0;
      normal.y = S[NY] + 0;
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
      const p = this.#lo;
      const q = this.#hi;
      const fp = nx * S[p * STRIDE + VY] - ny * S[p * STRIDE + VX];
      const fq = nx * S[q * STRIDE + VY] - ny * S[q * STRIDE + VX];
      const m = p === q ? 0 : Math.min(Math.max(fp / (fp - fq), 0), 1);
      const l = 1 - m;
      const u = p * STRIDE;
      const v = q * STRIDE;
      const ra = a.radius;
      const rb = b.radius;
      // The least h of all decides; the best sample's, which may be larger by rounding, agrees with its points.
      let s = 0 - this.#R[LEAST];
      const e = 0 - S[o + H];
      if (s > ra + rb ? e > ra + rb : s < ra + rb && e < ra + rb) s = e;
      const d = s - (ra + rb);
      // No -0.
      normal.x = nx + 0;
      normal.y = ny + 0;
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
    pointA.x += P[ORIGIN];
    pointA.y += P[ORIGIN + 1];
    pointB.x += P[ORIGIN];
    pointB.y += P[ORIGIN + 1];
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

const solvers: Levels<Solver> = /* @__PURE__ */ new Levels(() => new Solver());

/**
 * Answers a pair with a support function; arguments are checked already. The result is one that the next query
 * overwrites: nothing of the caller's is touched here, where user code may fail.
 */
export function solve(
  a: Shape,
  poseA: Readonly<Pose>,
  b: Shape,
  poseB: Readonly<Pose>,
  mode: number,
): DistanceResult {
  const solver = solvers.enter();
  try {
    return solver.run(a, poseA, b, poseB, mode);
  } finally {
    solvers.leave();
    solver.release();
  }
}
