/**
 * Which bodies are near one another: all pairs whose bounding boxes are within a margin. And which are in a place.
 *
 * Boxes are cut into horizontal strips, sorted by their left side, and swept within each strip. The
 * strips are bounded by quantiles of the boxes' lower sides, so that a crowd or an outlier spoils none;
 * each is about two boxes high, so that a sweep meets few boxes that are not near, and at least half of one, so that no
 * box is in many. A pair that shares several strips is reported in the strip where the higher of the two begins. Sides
 * are compared by their keys, see axis.ts.
 *
 * What is swept are fat boxes, and the result, the candidates, is kept from call to call: while a box
 * stays in its fat one, it only has to be compared with its candidates. Bodies that left theirs are
 * looked up one by one, in the strips and among all that did (they are loose then, their entries in the strips void),
 * until that takes longer than to build all anew. Boxes and groups decide what is reported, never the fat
 * boxes, so that the answer does not depend on what was asked before. Two bodies of one group are no
 * candidates; one that comes into another group is looked up as if it had left its fat box.
 *
 * A look into a place finds its strips by their bounds, and in each begins at the first entry that may reach
 * it, no further to the left than the widest of the strip.
 *
 * Only TypeScript: these loops wait for memory, and WebAssembly would gain them nothing.
 *
 * @module
 */
import { smooth } from "../query/attached.ts";
import { EXTENT, LOCAL, RADIUS } from "../shapes/record.ts";
import type { Shape } from "../shapes/shape.ts";
import { Axis } from "./axis.ts";

/** Flag: shape or existence has changed; the box is not right. */
const DIRTY = 1;
/** Flag: left its fat box since the strips were built. */
const LOOSE = 2;
/** Flag: left its fat box, or came into another group, in this call. */
const ESCAPED = 4;
/** Flag: has come into another group, so that its candidates have to be found anew. */
const REGROUPED = 8;

/** Most strips. */
const STRIPS_MAX = 4096;
/** A strip is about as high as this many boxes. */
const STRIP_HEIGHT = 1.8;
/** And at least so many times as high. */
const STRIP_LEAST = 0.5;
/** A fat box has this share of width + height around it on all sides, or less: see CROWD. */
const SLACK = 0.05;
/**
 * Where so many candidates a body are found, of which this share or more is not near but for the slack, there is less of
 * it: thin bodies side by side are such a crowd, since what is little of their length is many times their width. There
 * is more again where no more than SPARE candidates a body are not near.
 */
const CROWD = 4;
const CROWD_SHARE = 0.75;
const SPARE = 0.25;
/** So many times these where the strips were good for no more than so many calls: then little slack costs more. */
const HASTE = 4;
const HASTY = 8;
/** So many times less or more; less until it is some 10^-5 of width + height. */
const SLACK_STEP = 4;
const SLACK_LEAST = SLACK / 4096;
/** Of so many candidates it is asked whether they are near. */
const ASKED = 256;
/** 2^510, beyond which no box reaches: coordinates and lengths of (cos, sin) are at most 2^250. */
const WORLD = 3.3519519824856493e153;
/** All is built anew when more than one body in this many is loose. */
const LOOSE_SHARE = 12;
/** And when those that left their fat boxes in one call were compared with so many times all bodies. */
const LOOKS = 20;
/** As many are sorted faster by insertion than by digits. */
const FEW = 64;

/** A piece of a ray is about as long as so many boxes are wide, or high. */
const PIECE = 4;
/** Most pieces of a ray, for each body and in all. */
const PIECE_SHARE = 0.25;
const PIECES_MAX = 4096;

/** Flips the sign bit: then keys have the order of unsigned integers. */
const SIGN = -2_147_483_648;

/** A list of integers for so many pairs. */
function roomFor(pairs: number, length: number): Int32Array<ArrayBuffer> {
  try {
    return new Int32Array(length);
  } catch (cause) {
    throw new RangeError(
      `Cannot find pairs: there is no memory for ${pairs} of them, ${4 * length} bytes`,
      { cause },
    );
  }
}

/** Whether two bodies are in one group, of which no pairs are made. */
function areGrouped(groups: Int32Array, i: number, j: number): boolean {
  return i < groups.length && j < groups.length && groups[i] === groups[j] && groups[i] !== 0;
}

/** The list of ids for `Axis.find` to look at the one box that is given, which is no body's. */
const NO_ID = /* @__PURE__ */ new Int32Array(1);

/** Behind the box in `#place`. */
const LEFT = 4;

/** The bodies of one batch that are near one another, or in a place. */
export class Broadphase {
  /** Where `findBuilt` and `findLoose` look: minX, minY, maxX, maxY. */
  readonly region: Float64Array = new Float64Array(4);
  /** Ids that these have found, as many as they returned. */
  found: Int32Array = new Int32Array(0);
  /** Ids that `look` has listed, as many as it returned. */
  moved: Int32Array = new Int32Array(0);
  #movedCount = 0;
  /** Bodies whose boxes meet this box too are not listed by `findBuilt`: Infinity for none. */
  readonly before: Float64Array = new Float64Array(4);
  /** A key that is asked for, and a box with the side that is asked about; what `#seek` looks for. */
  readonly #key = new Int32Array(1);
  readonly #place = new Float64Array(5);

  /** Bodies there is room for. */
  #room = 0;
  /** No body has this id or a greater one, nor has had since the strips were built. */
  #limit = 0;

  // By id.
  /** Boxes, fat boxes: minX, minY, maxX, maxY; an empty box has minX = Infinity. */
  #boxes = new Float64Array(0);
  #fat = new Float64Array(0);
  /** Poses that the boxes belong to. */
  #seen = new Float64Array(0);
  #flags = new Uint8Array(0);
  /** Groups, 0 for none; empty as long as there are none. */
  #groups = new Int32Array(0);
  /** First and last strip. */
  #first = new Int32Array(0);
  #last = new Int32Array(0);

  // Scratch: one integer per id, one more in `counts`.
  #ids = new Int32Array(0);
  #ids2 = new Int32Array(0);
  #keys = new Int32Array(0);
  #keys2 = new Int32Array(0);
  #counts = new Int32Array(0);
  /** All 0 between uses. */
  #bits = new Int32Array(0);
  readonly #histogram = new Int32Array(3 * 2048);

  // The strips: key of the lower bound, first entry. Entries: id, or ~id but in
  // the first strip of a body; keys of left and right side; box.
  #strips = 1;
  readonly #bounds = new Int32Array(STRIPS_MAX + 1);
  readonly #starts = new Int32Array(STRIPS_MAX + 1);
  /** Width of the widest box in each. */
  readonly #widest = new Float64Array(STRIPS_MAX);
  /** How wide and how high a usual box is, 0 without bodies. */
  #usualWidth = 0;
  #usualHeight = 0;
  #entryIds = new Int32Array(0);
  #entryLeft = new Int32Array(0);
  #entryRight = new Int32Array(0);
  #entryBoxes = new Float64Array(0);
  /** The keys of fat boxes: integers in the order of their sides. */
  readonly #across = new Axis();
  readonly #upward = new Axis();
  /** Half of the margin that the fat boxes have room for; none have been built while it is negative. */
  #fatHalf = -1;
  /** Room around them for movement, in parts of width + height. */
  #slack = SLACK;
  /** Calls since the strips were built, but for those between which nothing has moved. */
  #age = 0;
  /** Bodies with a strip at all. */
  #built = 0;

  /** Loose bodies by the keys of their left sides, these keys, and the width of the widest. */
  #loose = new Int32Array(0);
  #looseLeft = new Int32Array(0);
  #looseCount = 0;
  readonly #looseWidest = new Float64Array(1);
  #escaped = new Int32Array(0);
  #escapedCount = 0;

  /** Lists of pairs: candidates, sorted; scratch of the same length; pairs of escaped bodies. */
  #candidates: Int32Array<ArrayBuffer> = new Int32Array(0);
  #scratch: Int32Array<ArrayBuffer> = new Int32Array(0);
  #fresh = new Int32Array(0);
  #count = 0;
  /** Margin that the pairs in the scratch list are for, negative for none, and how many these are. */
  #margin = -1;
  #near = 0;

  /**
   * The box of body `id` is not right any more: it was added, removed, or has another shape. Room for it is
   * made by `find`, so that a body can be added whatever the memory.
   */
  touch(id: number): void {
    this.#limit = Math.max(this.#limit, id + 1);
    if (id < this.#room) this.#flags[id] |= DIRTY;
  }

  /** Body `id` is in this group from now on; no pair is made of two bodies in one group, except in group 0. */
  setGroup(id: number, group: number): void {
    if (id >= this.#groups.length) {
      if (group === 0) return;
      const groups = new Int32Array(Math.max(id + 1, 2 * this.#groups.length, 64));
      groups.set(this.#groups);
      this.#groups = groups;
    }
    if (this.#groups[id] === group) return;
    this.#groups[id] = group;
    if (id < this.#room) this.#flags[id] |= REGROUPED;
  }

  /** The group of a body. */
  getGroup(id: number): number {
    return id < this.#groups.length ? this.#groups[id] : 0;
  }

  /**
   * Writes the pairs whose boxes are within `margin` to `#scratch`, sorted; returns how many. After `look`.
   *
   * @param shapes By id; `null` for no body
   * @param P Poses by id
   */
  find(shapes: readonly (Shape | null)[], P: Float64Array, margin: number): number {
    if (this.#movedCount === 0 && margin === this.#margin) return this.#near;
    // Rounded up: what is compared with it is rounded too. Half of the least double is no double. More room than there
    // is between any two bodies is none the better, and sums of it would overflow.
    const half = 0.5 * margin * (1 + 8.881784197001252e-16) + (margin > 0 ? 5e-324 : 0);
    this.#refresh(shapes, P, Math.min(half, WORLD));
    this.#near = this.#filter(margin);
    this.#margin = margin;
    return this.#near;
  }

  /**
   * Lists the ids that have another pose, shape or group than when they were looked at last in `moved`, ascending;
   * returns how many. Changes nothing else: they are listed again until `find` or `prepare` has looked at them.
   */
  look(P: Float64Array): number {
    if (this.#limit > this.#room) {
      try {
        this.#grow(this.#limit);
      } catch (cause) {
        throw new RangeError(
          `Cannot find pairs: there is no memory for the boxes of ${this.#limit} bodies`,
          { cause },
        );
      }
    }
    const Q = this.#seen, flags = this.#flags, moved = this.moved, limit = this.#limit;
    let count = 0;
    for (let id = 0; id < limit; id++) {
      const p = 4 * id;
      if (
        P[p] === Q[p] && P[p + 1] === Q[p + 1] && P[p + 2] === Q[p + 2] && P[p + 3] === Q[p + 3] &&
        (flags[id] & (DIRTY | REGROUPED)) === 0
      ) continue;
      moved[count++] = id;
    }
    this.#movedCount = count;
    return count;
  }

  /** Brings boxes, strips and candidates up to date; fat boxes get room for half a margin, unless that is negative. */
  #refresh(shapes: readonly (Shape | null)[], P: Float64Array, half: number): void {
    this.#margin = -1;
    let fatHalf = this.#fatHalf;
    const widen = fatHalf < 0 || half > fatHalf || (half >= 0 && 4 * half + 1e-300 < fatHalf);
    if (half < 0) half = Math.max(fatHalf, 0);
    this.#age++;
    this.#fatHalf = -1; // until all has gone well: a support function may throw, memory be short
    this.#update(shapes, P, fatHalf);
    let isStale = widen ||
      LOOSE_SHARE * (this.#looseCount + this.#escapedCount) > this.#built + 32;
    if (!isStale && this.#escapedCount > 0) {
      this.#release(fatHalf);
      let count = this.#findFresh();
      if (2 * count > this.#fresh.length) {
        this.#fresh = roomFor(count, 4 * count);
        count = this.#findFresh();
      }
      isStale = count < 0;
      if (!isStale) {
        if (2 * (this.#count + count) > this.#scratch.length) this.#makeRoom(this.#count + count);
        this.#merge(count);
      }
    }
    if (isStale) {
      fatHalf = half;
      this.#build(fatHalf);
      if (this.#scratch.length < 2 * ASKED) this.#makeRoom(ASKED);
      for (;;) {
        const count = this.#sweep(half);
        if (count < 0) {
          this.#slack /= SLACK_STEP;
          this.#build(fatHalf);
        } else if (2 * count > this.#scratch.length) this.#makeRoom(count);
        else {
          // For the next time that all is built anew.
          if (
            this.#slack < SLACK &&
            count * this.#findFar(count, half) <= SPARE * this.#haste() * this.#built
          ) this.#slack *= SLACK_STEP;
          this.#age = 0;
          this.#sort(count, this.#scratch, this.#candidates);
          this.#swap();
          this.#count = count;
          break;
        }
      }
    }
    this.#fatHalf = fatHalf;
  }

  /** How many more candidates may be in vain. */
  #haste(): number {
    return this.#age <= HASTY ? HASTE : 1;
  }

  /** The share of the `count` pairs that were swept which are not near but for the slack: of some in the scratch list. */
  #findFar(count: number, half: number): number {
    const C = this.#scratch, T = this.#boxes;
    const listed = Math.min(count, C.length >> 1), asked = Math.min(listed, ASKED);
    let far = 0;
    for (let m = 0; m < asked; m++) {
      const k = 2 * Math.floor(m * listed / asked);
      const a = 4 * C[k], b = 4 * C[k + 1];
      const gap = Math.max(
        T[b] - T[a + 2],
        T[a] - T[b + 2],
        T[b + 1] - T[a + 3],
        T[a + 1] - T[b + 3],
      );
      if (gap > 2 * half) far++;
    }
    return asked > 0 ? far / asked : 0;
  }

  /** Brings boxes and strips up to date for `findBuilt` and `findLoose`. After `look`. */
  prepare(shapes: readonly (Shape | null)[], P: Float64Array): void {
    if (this.#movedCount > 0 || this.#fatHalf < 0) this.#refresh(shapes, P, -1);
  }

  /** Lists the bodies whose boxes meet the one in `region` in `found`, ascending; returns how many. */
  findInRegion(): number {
    this.before.fill(Infinity);
    const count = this.findLoose(this.findBuilt());
    const found = this.found;
    if (count <= FEW) {
      for (let k = 1; k < count; k++) {
        const id = found[k];
        let m = k;
        for (; m > 0 && found[m - 1] > id; m--) found[m] = found[m - 1];
        found[m] = id;
      }
      return count;
    }
    // Many: a bit for each id, 32 in a word.
    const bits = this.#bits;
    for (let k = 0; k < count; k++) bits[found[k] >> 5] |= 1 << (found[k] & 31);
    for (let w = 0, k = 0; k < count; w++) {
      let rest = bits[w];
      bits[w] = 0;
      for (; rest !== 0; rest &= rest - 1) found[k++] = 32 * w + 31 - Math.clz32(rest & -rest);
    }
    return count;
  }

  /**
   * Lists the bodies of the strips in `found` whose boxes meet the one in `region` and do not meet the one in
   * `before`, in no order; returns how many.
   */
  findBuilt(): number {
    const G = this.region, x0 = G[0], y0 = G[1], x1 = G[2], y1 = G[3];
    const H = this.before, u0 = H[0], v0 = H[1], u1 = H[2], v1 = H[3];
    const B = this.#entryBoxes, E = this.#entryIds, T = this.#boxes, flags = this.#flags;
    const lefts = this.#entryLeft;
    const bounds = this.#bounds, starts = this.#starts, strips = this.#strips;
    const out = this.found, key = this.#key, widest = this.#widest;
    const anyLoose = this.#looseCount > 0, anyBefore = u0 < Infinity;
    this.#place[LEFT] = x0;
    this.#across.find(1, NO_ID, G, 2, key);
    const right = key[0];
    this.#upward.find(1, NO_ID, G, 1, key);
    const bottom = key[0];
    this.#upward.find(1, NO_ID, G, 3, key);
    const top = key[0];
    let count = 0;
    // The last strip that begins at or below the region.
    let s = 0, over = strips;
    while (over - s > 1) {
      const mid = (s + over) >> 1;
      if (bounds[mid] <= bottom) s = mid;
      else over = mid;
    }
    const begin = s;
    for (; s < strips && (s === begin || bounds[s] <= top); s++) {
      const end = starts[s + 1];
      let e = this.#seek(lefts, starts[s], end, widest, s);
      for (; e < end && lefts[e] <= right; e++) {
        const b = 4 * e;
        const fx0 = B[b], fy0 = B[b + 1], fx1 = B[b + 2], fy1 = B[b + 3];
        if (fx1 < x0 || fy0 > y1 || fy1 < y0 || fx0 > x1) continue;
        let id = E[e];
        if (id < 0) {
          if (s !== begin) continue;
          id = ~id;
        }
        if (anyLoose && (flags[id] & LOOSE) !== 0) continue;
        // Where the fat box is within the region, the box is, which is not at hand.
        if (anyBefore || fx0 < x0 || fy0 < y0 || fx1 > x1 || fy1 > y1) {
          const t = 4 * id;
          if (T[t + 2] < x0 || T[t + 1] > y1 || T[t + 3] < y0 || T[t] > x1) continue;
          if (T[t + 2] >= u0 && T[t + 1] <= v1 && T[t + 3] >= v0 && T[t] <= u1) continue;
        }
        out[count++] = id;
      }
    }
    return count;
  }

  /**
   * The first of the entries from `e` to `after`, of which `widest[w]` is the width of the widest, that may reach the
   * side in `#place[LEFT]`.
   */
  #seek(lefts: Int32Array, e: number, after: number, widest: Float64Array, w: number): number {
    const place = this.#place, key = this.#key, x = place[LEFT];
    // None is wider than rounding adds.
    place[0] = x - widest[w] * (1 + ROUNDING) - ROUNDING * Math.abs(x);
    this.#across.find(1, NO_ID, place, 0, key);
    const left = key[0];
    while (e < after) {
      const mid = (e + after) >> 1;
      if (lefts[mid] < left) e = mid + 1;
      else after = mid;
    }
    return e;
  }

  /** Adds the loose bodies whose boxes meet the one in `region` to `count` in `found`; returns how many there are then. */
  findLoose(count: number): number {
    const G = this.region, x0 = G[0], y0 = G[1], x1 = G[2], y1 = G[3];
    const T = this.#boxes, loose = this.#loose, out = this.found;
    const n = this.#looseCount, lefts = this.#looseLeft, key = this.#key;
    if (n === 0) return count;
    this.#across.find(1, NO_ID, G, 2, key);
    const right = key[0];
    this.#place[LEFT] = x0;
    let k = this.#seek(lefts, 0, n, this.#looseWidest, 0);
    for (; k < n && lefts[k] <= right; k++) {
      const id = loose[k], t = 4 * id;
      if (T[t + 2] < x0 || T[t + 1] > y1 || T[t + 3] < y0 || T[t] > x1) continue;
      // Removed: an endless region meets even an empty box.
      if (T[t] === Infinity) continue;
      out[count++] = id;
    }
    return count;
  }

  /**
   * Into how many pieces a way is cut, so long along the axes: each as long as a few bodies are wide or high, but so few
   * that it does not take longer to look for bodies than to ask them all.
   */
  countPieces(across: number, upward: number): number {
    const most = Math.min(PIECE_SHARE * this.#built, PIECES_MAX);
    const pieces = Math.min(
      Math.max(across / (PIECE * this.#usualWidth), upward / (PIECE * this.#usualHeight)),
      most,
    );
    return pieces >= 1 ? Math.floor(pieces) : 1;
  }

  /** Copies the `count` pairs that `find` has found. */
  copy(count: number, out: Uint32Array): void {
    out.set(new Uint32Array(this.#scratch.buffer, 0, 2 * count));
  }

  #grow(least: number): void {
    const room = Math.max(least, 2 * this.#room, 64);
    const doubles = (from: Float64Array): Float64Array<ArrayBuffer> => {
      const to = new Float64Array(4 * room);
      to.set(from);
      return to;
    };
    this.#boxes = doubles(this.#boxes);
    this.#boxes.fill(Infinity, 4 * this.#room);
    this.#fat = doubles(this.#fat);
    this.#fat.fill(Infinity, 4 * this.#room);
    this.#seen = doubles(this.#seen);
    const flags = new Uint8Array(room);
    flags.set(this.#flags);
    flags.fill(DIRTY, this.#room);
    this.#flags = flags;
    this.#first = new Int32Array(room);
    const loose = new Int32Array(room);
    loose.set(this.#loose);
    this.#loose = loose;
    const looseLeft = new Int32Array(room);
    looseLeft.set(this.#looseLeft);
    this.#looseLeft = looseLeft;
    this.#last = new Int32Array(room);
    this.#escaped = new Int32Array(room);
    this.found = new Int32Array(room);
    this.moved = new Int32Array(room);
    this.#ids = new Int32Array(room);
    this.#ids2 = new Int32Array(room);
    this.#keys = new Int32Array(room);
    this.#keys2 = new Int32Array(room);
    this.#counts = new Int32Array(room + 1);
    this.#bits = new Int32Array((room >> 5) + 1);
    this.#room = room;
  }

  #makeRoom(pairs: number): void {
    const length = Math.max(2 * pairs + (pairs >> 1), 256);
    const candidates = roomFor(pairs, length), scratch = roomFor(pairs, length);
    candidates.set(this.#candidates.subarray(0, 2 * this.#count));
    this.#candidates = candidates;
    this.#scratch = scratch;
  }

  #swap(): void {
    const list = this.#candidates;
    this.#candidates = this.#scratch;
    this.#scratch = list;
  }

  /** Brings the boxes up to date and lists the bodies that left their fat ones. */
  #update(shapes: readonly (Shape | null)[], P: Float64Array, half: number): void {
    const T = this.#boxes, F = this.#fat, Q = this.#seen, flags = this.#flags;
    this.#escapedCount = 0;
    const moved = this.moved, count = this.#movedCount;
    for (let k = 0; k < count; k++) {
      const id = moved[k], p = 4 * id;
      const x = P[p], y = P[p + 1], c = P[p + 2], s = P[p + 3];
      const shape = shapes[id];
      if (shape === null) T.fill(Infinity, p, p + 4);
      else if (shape.support === null) boundBody(shape, x, y, c, s, T, p);
      else boundSmooth(shape, x, y, c, s, T, p);
      Q[p] = x;
      Q[p + 1] = y;
      Q[p + 2] = c;
      Q[p + 3] = s;
      const isRegrouped = (flags[id] & REGROUPED) !== 0;
      flags[id] &= ~(DIRTY | REGROUPED);
      // Removed, and known to be: its pose means nothing.
      if (shape === null && F[p] === Infinity) continue;
      // A rounded difference is at least `half`, rounded up, only where the true one is at least half.
      if (
        !isRegrouped && T[p] - F[p] >= half && T[p + 1] - F[p + 1] >= half &&
        F[p + 2] - T[p + 2] >= half &&
        F[p + 3] - T[p + 3] >= half
      ) continue;
      flags[id] |= ESCAPED;
      this.#escaped[this.#escapedCount++] = id;
    }
  }

  /** Makes the fat box of a body from its box, with room for half a margin. */
  #fatten(id: number, half: number): void {
    const T = this.#boxes, F = this.#fat;
    const p = 4 * id;
    const x0 = T[p], y0 = T[p + 1], x1 = T[p + 2], y1 = T[p + 3];
    if (x0 === Infinity) {
      F.fill(Infinity, p, p + 4);
      return;
    }
    const slack = half + this.#slack * ((x1 - x0) + (y1 - y0));
    // Rounded outward.
    const grow = slack +
      8.881784197001252e-16 *
        (slack + Math.abs(x0) + Math.abs(y0) + Math.abs(x1) + Math.abs(y1));
    F[p] = x0 - grow;
    F[p + 1] = y0 - grow;
    F[p + 2] = x1 + grow;
    F[p + 3] = y1 + grow;
  }

  /** Makes all boxes fat, with room for half a margin, and cuts them into strips. */
  #build(half: number): void {
    const F = this.#fat, first = this.#first, last = this.#last;
    const ids = this.#ids, keys = this.#keys, ids2 = this.#ids2, keys2 = this.#keys2;
    const bounds = this.#bounds, starts = this.#starts;
    const across = this.#across, upward = this.#upward;

    // 1. The bodies there are, where most of them are, and their usual height.
    let n = 0;
    let sum = 0, sumAcross = 0;
    for (let id = 0; id < this.#limit; id++) {
      this.#flags[id] = 0;
      this.#fatten(id, half);
      const f = 4 * id;
      if (F[f] === Infinity) continue;
      ids[n++] = id;
      sum += F[f + 3] - F[f + 1];
      sumAcross += F[f + 2] - F[f];
    }
    this.#limit = n > 0 ? ids[n - 1] + 1 : 0;
    across.fit(n, ids, F, 0);
    upward.fit(n, ids, F, 1);
    this.#built = n;
    this.#looseCount = 0;
    this.#escapedCount = 0;
    let usual = 0, usualCount = 0, usualAcross = 0, usualCountAcross = 0;
    for (let k = 0; k < n; k++) {
      const f = 4 * ids[k];
      const height = F[f + 3] - F[f + 1], width = F[f + 2] - F[f];
      // A few giants among many small ones raise the mean; they do not count.
      if (height * n <= 4 * sum) {
        usual += height;
        usualCount++;
      }
      if (width * n <= 4 * sumAcross) {
        usualAcross += width;
        usualCountAcross++;
      }
    }

    this.#usualHeight = usualCount > 0 ? usual / usualCount : 0;
    this.#usualWidth = usualCountAcross > 0 ? usualAcross / usualCountAcross : 0;

    // 2. By lower side; bounds of the strips.
    const tops = this.#counts;
    upward.find(n, ids, F, 1, keys);
    this.#sortByKey(n, ids, keys, ids2, keys2);
    upward.find(n, ids2, F, 3, tops);
    let strips = 1;
    if (n > 16) {
      const low = Math.floor(0.05 * n);
      const span = upward.measure(keys2[low], keys2[n - 1 - low]);
      const wanted = usual > 0 ? span * usualCount / (STRIP_HEIGHT * usual) : STRIPS_MAX;
      strips = wanted >= 1 ? Math.floor(Math.min(wanted, STRIPS_MAX, 0.25 * n)) : 1;
    }
    let entries = 0;
    for (;;) {
      strips = this.#cut(n, ids2, keys2, strips, sum);
      starts.fill(0, 0, strips + 1);
      entries = 0;
      for (let k = 0, s = 0; k < n; k++) {
        const id = ids2[k];
        while (s + 1 < strips && bounds[s + 1] <= keys2[k]) s++;
        let t = s;
        while (t + 1 < strips && bounds[t + 1] <= tops[k]) t++;
        first[id] = s;
        last[id] = t;
        entries += t - s + 1;
        if (entries > 4 * n) break;
        for (let u = s; u <= t; u++) starts[u]++;
      }
      if (entries <= 4 * n) break;
      strips = Math.max(1, strips >> 2);
    }
    this.#strips = strips;
    let at = 0;
    for (let s = 0; s <= strips; s++) {
      const count = starts[s];
      starts[s] = at;
      at += count;
    }
    if (entries > this.#entryIds.length) {
      const room = entries + (entries >> 2);
      this.#entryIds = new Int32Array(room);
      this.#entryLeft = new Int32Array(room);
      this.#entryRight = new Int32Array(room);
      this.#entryBoxes = new Float64Array(4 * room);
    }

    // 3. By left side; into the strips in this order.
    across.find(n, ids2, F, 0, keys2);
    this.#sortByKey(n, ids2, keys2, ids, keys);
    const rights = keys2;
    across.find(n, ids, F, 2, rights);
    const B = this.#entryBoxes, E = this.#entryIds;
    const low = this.#entryLeft, high = this.#entryRight, widest = this.#widest;
    widest.fill(0, 0, strips);
    for (let k = 0; k < n; k++) {
      const id = ids[k];
      const f = 4 * id;
      const x0 = F[f], y0 = F[f + 1], x1 = F[f + 2], y1 = F[f + 3];
      const begin = first[id], end = last[id];
      for (let s = begin; s <= end; s++) {
        const e = starts[s]++;
        E[e] = s === begin ? id : ~id;
        low[e] = keys[k];
        high[e] = rights[k];
        const b = 4 * e;
        B[b] = x0;
        B[b + 1] = y0;
        B[b + 2] = x1;
        B[b + 3] = y1;
        if (x1 - x0 > widest[s]) widest[s] = x1 - x0;
      }
    }
    starts.copyWithin(1, 0, strips);
    starts[0] = 0;
  }

  /**
   * Bounds of strips: quantiles of the lower sides, but where boxes begin closer together the strips are half as high as
   * the boxes, which would else be in many. Every second body tells. Returns how many there are, no more than `most`.
   *
   * @param ids By their lower side, of which `keys` are the keys
   * @param sum Of all heights
   */
  #cut(n: number, ids: Int32Array, keys: Int32Array, most: number, sum: number): number {
    const F = this.#fat, bounds = this.#bounds;
    let strips = 1;
    let low = 0, height = 0, count = 0;
    for (let k = 0, next = 0; k < n && most > 1; k += 2) {
      const f = 4 * ids[k], y = F[f + 1], h = F[f + 3] - y;
      if (k === 0) {
        low = y;
        next = n / most;
      } else if (k >= next && (y - low) * count > STRIP_LEAST * height) {
        bounds[strips++] = keys[k];
        low = y;
        height = count = 0;
        next = (Math.floor(k * most / n) + 1) * n / most;
      }
      if (h * n > 4 * sum) continue; // a giant, as above
      height += h;
      count++;
    }
    return strips;
  }

  /** Sorts `n` ids by their keys, stably: from `ids`, `keys` to `ids2`, `keys2`. */
  #sortByKey(
    n: number,
    ids: Int32Array,
    keys: Int32Array,
    ids2: Int32Array,
    keys2: Int32Array,
  ): void {
    if (n <= FEW) {
      for (let k = 0; k < n; k++) {
        const key = keys[k];
        let m = k;
        for (; m > 0 && keys2[m - 1] > key; m--) {
          ids2[m] = ids2[m - 1];
          keys2[m] = keys2[m - 1];
        }
        ids2[m] = ids[k];
        keys2[m] = key;
      }
      return;
    }
    const H = this.#histogram;
    H.fill(0);
    for (let k = 0; k < n; k++) {
      const x = keys[k];
      H[x & 2047]++;
      H[2048 + ((x >> 11) & 2047)]++;
      H[4096 + ((x ^ SIGN) >>> 22)]++;
    }
    for (let pass = 0; pass < 3; pass++) {
      const G = 2048 * pass, shift = 11 * pass;
      let sum = 0;
      for (let k = G; k < G + 2048; k++) {
        const count = H[k];
        H[k] = sum;
        sum += count;
      }
      const a = pass === 1 ? ids2 : ids, b = pass === 1 ? keys2 : keys;
      const a2 = pass === 1 ? ids : ids2, b2 = pass === 1 ? keys : keys2;
      for (let k = 0; k < n; k++) {
        const x = b[k];
        const to = H[G + (((x ^ SIGN) >>> shift) & 2047)]++;
        a2[to] = a[k];
        b2[to] = x;
      }
    }
  }

  /**
   * Sweeps all strips: pairs to the scratch list as far as there is room; returns how many there are, or -1 where there
   * is too much slack around boxes with room for half a margin.
   */
  #sweep(half: number): number {
    const B = this.#entryBoxes, E = this.#entryIds;
    const low = this.#entryLeft, high = this.#entryRight;
    const starts = this.#starts, out = this.#scratch, groups = this.#groups;
    let count = 0;
    let crowd = this.#slack > SLACK_LEAST ? CROWD * this.#haste() * this.#built + ASKED : Infinity;
    for (let s = 0; s < this.#strips; s++) {
      const end = starts[s + 1];
      for (let e = starts[s]; e < end; e++) {
        const b = 4 * e;
        const x0 = B[b], y0 = B[b + 1], x1 = B[b + 2], y1 = B[b + 3];
        const right = high[e];
        if (count >= crowd) {
          if (this.#findFar(count, half) >= CROWD_SHARE) return -1;
          crowd = Infinity;
        }
        for (let f = e + 1; f < end && low[f] <= right; f++) {
          const c = 4 * f;
          if (B[c + 1] > y1 || B[c + 3] < y0 || B[c] > x1 || B[c + 2] < x0) continue;
          let i = E[e], j = E[f];
          if ((i & j) < 0) continue;
          i ^= i >> 31;
          j ^= j >> 31;
          if (areGrouped(groups, i, j)) continue;
          if (2 * count < out.length) {
            out[2 * count] = i < j ? i : j;
            out[2 * count + 1] = i < j ? j : i;
          }
          count++;
        }
      }
    }
    return count;
  }

  /** Sorts `count` pairs in `list` by their first and then by their second id; `other` is scratch. */
  #sort(count: number, list: Int32Array, other: Int32Array): void {
    const counts = this.#counts;
    const n = this.#limit;
    let a = list, b = other;
    for (let digit = 1; digit >= 0; digit--) {
      counts.fill(0, 0, n + 1);
      for (let k = digit; k < 2 * count; k += 2) counts[a[k]]++;
      let sum = 0;
      for (let k = 0; k < n; k++) {
        const c = counts[k];
        counts[k] = sum;
        sum += c;
      }
      for (let k = 0; k < 2 * count; k += 2) {
        const at = 2 * counts[a[k + digit]]++;
        b[at] = a[k];
        b[at + 1] = a[k + 1];
      }
      const swap = a;
      a = b;
      b = swap;
    }
  }

  /** Gives the escaped bodies new fat boxes and drops their candidates. */
  #release(half: number): void {
    const flags = this.#flags, C = this.#candidates;
    for (let k = 0; k < this.#escapedCount; k++) {
      const id = this.#escaped[k];
      this.#fatten(id, half);
      if ((flags[id] & LOOSE) === 0) this.#loose[this.#looseCount++] = id;
      flags[id] |= LOOSE;
    }
    this.#sortLoose();
    let kept = 0;
    for (let k = 0; k < 2 * this.#count; k += 2) {
      const i = C[k], j = C[k + 1];
      if (((flags[i] | flags[j]) & ESCAPED) !== 0) continue;
      C[kept] = i;
      C[kept + 1] = j;
      kept += 2;
    }
    this.#count = kept / 2;
  }

  /** Sorts the loose bodies by their left sides. */
  #sortLoose(): void {
    const F = this.#fat, ids = this.#loose, keys = this.#looseLeft, n = this.#looseCount;
    const widest = this.#looseWidest;
    this.#across.find(n, ids, F, 0, keys);
    widest[0] = 0;
    for (let k = 0; k < n; k++) {
      const f = 4 * ids[k];
      if (F[f + 2] - F[f] > widest[0]) widest[0] = F[f + 2] - F[f];
    }
    const ids2 = this.#ids2, keys2 = this.#keys2;
    this.#sortByKey(n, ids, keys, ids2, keys2);
    for (let k = 0; k < n; k++) {
      ids[k] = ids2[k];
      keys[k] = keys2[k];
    }
  }

  /**
   * Finds the pairs of escaped bodies: to the fresh list as far as there is room; returns how many, or -1 where it takes
   * less time to build all anew.
   */
  #findFresh(): number {
    const B = this.#entryBoxes, E = this.#entryIds, low = this.#entryLeft;
    const flags = this.#flags, F = this.#fat;
    const bounds = this.#bounds, starts = this.#starts, strips = this.#strips;
    const loose = this.#loose, out = this.#fresh, groups = this.#groups;
    const escaped = this.#escaped, n = this.#escapedCount;
    const rights = this.#keys, bottoms = this.#keys2, tops = this.#counts;
    const widest = this.#widest, looseWidest = this.#looseWidest;
    const looseCount = this.#looseCount, looseLeft = this.#looseLeft, place = this.#place;
    this.#across.find(n, escaped, F, 2, rights);
    this.#upward.find(n, escaped, F, 1, bottoms);
    this.#upward.find(n, escaped, F, 3, tops);
    const most = LOOKS * this.#built;
    let count = 0, looks = 0;
    for (let k = 0; k < n; k++) {
      if (looks > most) return -1;
      const id = escaped[k];
      const x0 = F[4 * id], y0 = F[4 * id + 1], x1 = F[4 * id + 2], y1 = F[4 * id + 3];
      if (x0 === Infinity) continue;
      const right = rights[k], bottom = bottoms[k], top = tops[k];
      place[LEFT] = x0;
      // The last strip that begins at or below the box.
      let s = 0, over = strips;
      while (over - s > 1) {
        const mid = (s + over) >> 1;
        if (bounds[mid] <= bottom) s = mid;
        else over = mid;
      }
      const begin = s;
      for (; s < strips && (s === begin || bounds[s] <= top); s++) {
        const end = starts[s + 1];
        let e = this.#seek(low, starts[s], end, widest, s);
        looks -= e;
        for (; e < end && low[e] <= right; e++) {
          const c = 4 * e;
          if (B[c + 2] < x0 || B[c + 1] > y1 || B[c + 3] < y0 || B[c] > x1) continue;
          let j = E[e];
          if (j < 0) {
            if (s !== begin) continue;
            j = ~j;
          }
          if ((flags[j] & LOOSE) !== 0) continue;
          if (areGrouped(groups, id, j)) continue;
          if (2 * count < out.length) {
            out[2 * count] = id < j ? id : j;
            out[2 * count + 1] = id < j ? j : id;
          }
          count++;
        }
        looks += e;
      }
      let m = this.#seek(looseLeft, 0, looseCount, looseWidest, 0);
      looks -= m;
      for (; m < looseCount && looseLeft[m] <= right; m++) {
        const j = loose[m];
        const c = 4 * j;
        if (F[c] > x1 || F[c + 2] < x0 || F[c + 1] > y1 || F[c + 3] < y0) continue;
        // Two escaped bodies meet twice; the lower id reports it.
        if (j === id || (j < id && (flags[j] & ESCAPED) !== 0)) continue;
        if (areGrouped(groups, id, j)) continue;
        if (2 * count < out.length) {
          out[2 * count] = id < j ? id : j;
          out[2 * count + 1] = id < j ? j : id;
        }
        count++;
      }
      looks += m;
    }
    return count;
  }

  /** Merges `count` fresh pairs into the candidates, for which there is room, and forgets the escaped. */
  #merge(count: number): void {
    for (let k = 0; k < this.#escapedCount; k++) this.#flags[this.#escaped[k]] &= ~ESCAPED;
    if (count === 0) return;
    const A = this.#fresh, C = this.#candidates, out = this.#scratch;
    this.#sort(count, A, out);
    let i = 0, j = 0;
    const endA = 2 * count, endC = 2 * this.#count;
    for (let k = 0; k < endA + endC; k += 2) {
      const fresh = j >= endC ||
        (i < endA && (A[i] < C[j] || (A[i] === C[j] && A[i + 1] < C[j + 1])));
      out[k] = fresh ? A[i] : C[j];
      out[k + 1] = fresh ? A[i + 1] : C[j + 1];
      if (fresh) i += 2;
      else j += 2;
    }
    this.#count += count;
    this.#swap();
  }

  /** The candidates whose boxes are within the margin: to the scratch list; returns how many. */
  #filter(margin: number): number {
    const C = this.#candidates, out = this.#scratch, T = this.#boxes;
    let count = 0;
    for (let k = 0; k < 2 * this.#count; k += 2) {
      const i = C[k], j = C[k + 1];
      const a = 4 * i, b = 4 * j;
      if (
        T[b] - T[a + 2] <= margin && T[a] - T[b + 2] <= margin && T[b + 1] - T[a + 3] <= margin &&
        T[a + 1] - T[b + 3] <= margin
      ) {
        out[count] = i;
        out[count + 1] = j;
        count += 2;
      }
    }
    return count / 2;
  }
}

/** 16 roundings, by which boxes are larger than bodies, in parts of their size. */
const ROUNDING = 1.7763568394002505e-15; // 16 × 2^-53

/**
 * Bounds a body: the box contains its points as any query places them. Coordinates are off by a few
 * roundings of `extent + radius + position`; the box is larger by more.
 */
function boundBody(
  { record: V, count: n }: Shape,
  x: number,
  y: number,
  c: number,
  s: number,
  T: Float64Array,
  t: number,
): void {
  let x0 = Infinity, y0 = Infinity, x1 = -Infinity, y1 = -Infinity;
  const end = LOCAL + 6 * n;
  for (let j = LOCAL + 4 * n; j < end; j += 2) {
    const u = V[j], v = V[j + 1];
    const px = c * u - s * v, py = s * u + c * v;
    x0 = Math.min(x0, px);
    x1 = Math.max(x1, px);
    y0 = Math.min(y0, py);
    y1 = Math.max(y1, py);
  }
  const r = V[RADIUS];
  const size = (Math.abs(c) + Math.abs(s)) * V[EXTENT] + r + Math.abs(x) + Math.abs(y);
  const grow = r + ROUNDING * size;
  T[t] = x0 - grow + x;
  T[t + 1] = y0 - grow + y;
  T[t + 2] = x1 + grow + x;
  T[t + 3] = y1 + grow + y;
}

const POSE = { x: NaN, y: NaN, cos: NaN, sin: NaN };
const BOX = { minX: NaN, minY: NaN, maxX: NaN, maxY: NaN };

/** The same for a shape with a support function: its exact box, larger by as much. */
function boundSmooth(
  shape: Shape,
  x: number,
  y: number,
  c: number,
  s: number,
  T: Float64Array,
  t: number,
): void {
  POSE.x = x;
  POSE.y = y;
  POSE.cos = c;
  POSE.sin = s;
  smooth!.aabb(shape, POSE, BOX);
  const { minX, minY, maxX, maxY } = BOX;
  const size = Math.abs(x) + Math.abs(y) + Math.max(Math.abs(minX), Math.abs(maxX)) +
    Math.max(Math.abs(minY), Math.abs(maxY));
  const grow = ROUNDING * size;
  T[t] = minX - grow;
  T[t + 1] = minY - grow;
  T[t + 2] = maxX + grow;
  T[t + 3] = maxY + grow;
}
