/**
 * Which bodies are near one another: all pairs whose bounding boxes are within a margin. And which are in a place.
 *
 * Boxes are cut into horizontal strips, sorted by their left side, and swept within each strip. The
 * strips are bounded by quantiles of the boxes' lower sides, so that a crowd or an outlier spoils none;
 * each is about two boxes high, so that a sweep meets few boxes that are not near, and at least half of one, so that no
 * box is in many. A pair that shares several strips is reported in the strip where the higher of the two begins. Keys
 * of the sides are compared first, see axis.ts, and the sides where these do not tell the boxes apart.
 *
 * What is swept are fat boxes, and the result, the candidates, is kept from call to call: while a box
 * stays in its fat one, it only has to be compared with its candidates. Bodies that left theirs are
 * looked up one by one, in the strips and among all that did (they are loose then, their entries in the strips void),
 * until that takes longer than to build all anew. Boxes and groups decide what is reported, never the fat
 * boxes, so that the answer does not depend on what was asked before. Two bodies of one group are no
 * candidates; one that comes into another group is looked up as if it had left its fat box.
 *
 * A look into a place finds its strips by their bounds, and in each begins at the first entry that may reach
 * it: entries know the rightmost side of all up to them.
 *
 * Only TypeScript: these loops wait for memory, and WebAssembly would gain them nothing.
 *
 * @module
 */
import type { Vec2 } from "../math/vec2.ts";
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
/** A sweep notes so many pairs before it looks at them more closely. */
const NOTED = 256;
/** As many are sorted faster by insertion than by digits. */
const FEW = 64;

/** A piece of a ray is about as long as so many boxes are wide, or high. */
const PIECE = 4;
/** Most pieces of a ray, for each body and in all. */
const PIECE_SHARE = 0.25;
const PIECES_MAX = 4096;

/** Below all keys; and the sign bit: flipped, keys have the order of unsigned integers. */
const LEAST = -2_147_483_648;

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

/** Whether the boxes of two bodies have no point in common. */
function areApart(boxes: Float64Array, i: number, j: number): boolean {
  const a = 4 * i, b = 4 * j;
  return boxes[a] > boxes[b + 2] || boxes[b] > boxes[a + 2] || boxes[a + 1] > boxes[b + 3] ||
    boxes[b + 1] > boxes[a + 3];
}

/** The last strip that begins at or below a key, or the first. */
function findStrip(bounds: Int32Array, strips: number, bottom: number): number {
  let s = 0, over = strips;
  while (over - s > 1) {
    const mid = (s + over) >> 1;
    if (bounds[mid] <= bottom) s = mid;
    else over = mid;
  }
  return s;
}

/** The first of the entries from `e` to `after` that may reach a left side. */
function seek(reach: Int32Array, e: number, after: number, left: number): number {
  while (e < after) {
    const mid = (e + after) >> 1;
    if (reach[mid] < left) e = mid + 1;
    else after = mid;
  }
  return e;
}

/** The list of ids for `Axis.find` to look at the one box that is given, which is no body's. */
const NO_ID = /* @__PURE__ */ new Int32Array(1);

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
  /** The keys of `region`. */
  readonly #key = new Int32Array(4);

  /** Bodies there is room for. */
  #room = 0;
  /** No body has this id or a greater one, nor has had since the strips were built. */
  #limit = 0;

  // By id.
  /** Boxes, up to date after `prepare`, and fat boxes: minX, minY, maxX, maxY; an empty one has minX = Infinity. */
  boxes: Float64Array = new Float64Array(0);
  #fat = new Float64Array(0);
  /** Poses that the boxes belong to. */
  #seen = new Float64Array(0);
  #flags = new Uint8Array(0);
  /** Groups, 0 for none; empty as long as there are none. */
  #groups = new Int32Array(0);
  /** Keys of the sides of fat boxes, in the order of these: integers that ascend with them. */
  #fatKeys = new Int32Array(0);
  /** First and last strip, in one number. */
  #spans = new Int32Array(0);

  // Scratch: one integer per id, one more in `counts`, NOTED more in `ids`.
  #ids = new Int32Array(0);
  #ids2 = new Int32Array(0);
  #keys = new Int32Array(0);
  #keys2 = new Int32Array(0);
  #counts = new Int32Array(0);
  /** All 0 between uses. */
  #bits = new Int32Array(0);
  readonly #histogram = new Int32Array(3 * 2048);

  // The strips: key of the lower bound, first entry. Entries: id, or ~id but in
  // the first strip of a body; keys of the fat box; the rightmost of the right sides up to here in this strip.
  #strips = 1;
  readonly #bounds = new Int32Array(STRIPS_MAX + 1);
  readonly #starts = new Int32Array(STRIPS_MAX + 1);
  /** How wide and how high a usual box is, 0 without bodies. */
  #usualWidth = 0;
  #usualHeight = 0;
  #entryIds = new Int32Array(0);
  #entryKeys = new Int32Array(0);
  #entryReach = new Int32Array(0);
  readonly #across = new Axis();
  readonly #upward = new Axis();
  /** Half of the margin that the fat boxes have room for; none have been built while it is negative. */
  #fatHalf = -1;
  /** Room around them for movement, in parts of width + height. */
  #slack = SLACK;
  /** Calls since the strips were built, but for those between which nothing has moved. */
  #age = 1;
  /** Bodies with a strip at all. */
  #built = 0;

  /** Loose bodies, like one more strip. */
  #loose = new Int32Array(0);
  #looseKeys = new Int32Array(0);
  #looseReach = new Int32Array(0);
  #looseCount = 0;
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
    if (this.#movedCount > 0) this.#age++;
    this.#fatHalf = -1; // until all has gone well: a support function may throw, memory be short
    this.#update(shapes, P, fatHalf);
    let isStale = widen || this.#areTooMany(this.#looseCount + this.#escapedCount);
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
      // No slack where that of the last call was good for no other, nor would the usual one have been.
      const isRush = this.#age === 1 && this.#areTooMany(this.#countFar());
      this.#build(fatHalf, isRush ? 0 : this.#slack);
      if (this.#scratch.length < 2 * ASKED) this.#makeRoom(ASKED);
      for (;;) {
        const count = this.#sweep(half);
        if (count < 0) {
          this.#slack /= SLACK_STEP;
          this.#build(fatHalf, this.#slack);
        } else if (2 * count > this.#scratch.length) this.#makeRoom(count);
        else {
          // For the next time that all is built anew.
          if (
            !isRush && this.#slack < SLACK &&
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

  /** Whether so many are more than can be looked up one by one in the time that it takes to build all anew. */
  #areTooMany(loose: number): boolean {
    return LOOSE_SHARE * loose > this.#built + 32;
  }

  /** How many escaped bodies are further from where they got their fat boxes than the usual slack reaches. */
  #countFar(): number {
    const T = this.boxes, F = this.#fat;
    let count = 0;
    for (let k = 0; k < this.#escapedCount; k++) {
      const p = 4 * this.#escaped[k];
      const way = Math.abs((T[p] - F[p]) + (T[p + 2] - F[p + 2])) +
        Math.abs((T[p + 1] - F[p + 1]) + (T[p + 3] - F[p + 3]));
      count += Number(way > 2 * SLACK * ((T[p + 2] - T[p]) + (T[p + 3] - T[p + 1])));
    }
    return count;
  }

  /** How many more candidates may be in vain. */
  #haste(): number {
    return this.#age <= HASTY ? HASTE : 1;
  }

  /** The share of the `count` pairs that were swept which are not near but for the slack: of some in the scratch list. */
  #findFar(count: number, half: number): number {
    const C = this.#scratch, T = this.boxes;
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
    const count = this.findLoose(this.findBuilt(this.#room));
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
   * `before`, in no order; returns how many. Ends where these are more than `most`.
   */
  findBuilt(most: number): number {
    const G = this.region, x0 = G[0], y0 = G[1], x1 = G[2], y1 = G[3];
    const H = this.before, u0 = H[0], v0 = H[1], u1 = H[2], v1 = H[3];
    const ids = this.#entryIds, E = this.#entryKeys, T = this.boxes, flags = this.#flags;
    const bounds = this.#bounds, starts = this.#starts, strips = this.#strips;
    const out = this.found, reach = this.#entryReach;
    const anyLoose = this.#looseCount > 0, anyBefore = u0 < Infinity;
    const key = this.#key;
    this.#findKeys(1, NO_ID, G, key);
    const left = key[0], bottom = key[1], right = key[2], top = key[3];
    let count = 0;
    const begin = findStrip(bounds, strips, bottom);
    for (let s = begin; s < strips && (s === begin || bounds[s] <= top); s++) {
      const end = starts[s + 1];
      for (let e = seek(reach, starts[s], end, left); e < end; e++) {
        const f = 4 * e;
        const fatLeft = E[f], fatBottom = E[f + 1], fatRight = E[f + 2], fatTop = E[f + 3];
        if (fatLeft > right) break;
        if (fatRight < left || fatBottom > top || fatTop < bottom) continue;
        let id = ids[e];
        if (id < 0) {
          if (s !== begin) continue;
          id = ~id;
        }
        if (anyLoose && (flags[id] & LOOSE) !== 0) continue;
        // Where the fat box is within the region, the box is, which is not at hand.
        if (
          anyBefore || fatLeft <= left || fatBottom <= bottom || fatRight >= right || fatTop >= top
        ) {
          const t = 4 * id;
          if (T[t + 2] < x0 || T[t + 1] > y1 || T[t + 3] < y0 || T[t] > x1) continue;
          if (T[t + 2] >= u0 && T[t + 1] <= v1 && T[t + 3] >= v0 && T[t] <= u1) continue;
        }
        out[count++] = id;
        if (count > most) return count;
      }
    }
    return count;
  }

  /** Adds the loose bodies whose boxes meet the one in `region` to `count` in `found`; returns how many there are then. */
  findLoose(count: number): number {
    const G = this.region, x0 = G[0], y0 = G[1], x1 = G[2], y1 = G[3];
    const T = this.boxes, loose = this.#loose, out = this.found;
    const n = this.#looseCount, E = this.#looseKeys, key = this.#key;
    if (n === 0) return count;
    this.#findKeys(1, NO_ID, G, key);
    const right = key[2];
    for (let k = seek(this.#looseReach, 0, n, key[0]); k < n && E[4 * k] <= right; k++) {
      const id = loose[k], t = 4 * id;
      if (T[t + 2] < x0 || T[t + 1] > y1 || T[t + 3] < y0 || T[t] > x1) continue;
      // Removed: an endless region meets even an empty box.
      if (T[t] === Infinity) continue;
      out[count++] = id;
    }
    return count;
  }

  /**
   * Into how many pieces a way is cut: each as long as a few bodies are wide or high, but so few that it does not take
   * longer to look for bodies than to ask them all.
   */
  countPieces({ x, y }: Readonly<Vec2>): number {
    const most = Math.min(PIECE_SHARE * this.#built, PIECES_MAX);
    const pieces = Math.min(
      Math.max(
        Math.abs(x) / (PIECE * this.#usualWidth),
        Math.abs(y) / (PIECE * this.#usualHeight),
      ),
      most,
    );
    return pieces >= 1 ? Math.floor(pieces) : 1;
  }

  /** Copies the `count` pairs that `find` has found. */
  copy(count: number, out: Uint32Array): void {
    out.set(new Uint32Array(this.#scratch.buffer, 0, 2 * count));
  }

  /** The keys of the sides of fat boxes, to where these have them. */
  #findKeys(n: number, ids: Int32Array, boxes: Float64Array, keys: Int32Array): void {
    for (let side = 0; side < 4; side++) {
      (side % 2 === 0 ? this.#across : this.#upward).find(n, ids, boxes, side, keys);
    }
  }

  #grow(least: number): void {
    const room = Math.max(least, 2 * this.#room, 64);
    const doubles = (from: Float64Array): Float64Array<ArrayBuffer> => {
      const to = new Float64Array(4 * room);
      to.set(from);
      return to;
    };
    const integers = (from: Int32Array, each: number): Int32Array<ArrayBuffer> => {
      const to = new Int32Array(each * room);
      to.set(from);
      return to;
    };
    this.boxes = doubles(this.boxes);
    this.boxes.fill(Infinity, 4 * this.#room);
    this.#fat = doubles(this.#fat);
    this.#fat.fill(Infinity, 4 * this.#room);
    this.#seen = doubles(this.#seen);
    const flags = new Uint8Array(room);
    flags.set(this.#flags);
    flags.fill(DIRTY, this.#room);
    this.#flags = flags;
    this.#fatKeys = integers(this.#fatKeys, 4);
    this.#loose = integers(this.#loose, 1);
    this.#looseKeys = integers(this.#looseKeys, 4);
    this.#looseReach = integers(this.#looseReach, 1);
    this.#spans = new Int32Array(room);
    this.#escaped = new Int32Array(room);
    this.found = new Int32Array(room);
    this.moved = new Int32Array(room);
    this.#ids = new Int32Array(room + NOTED);
    this.#ids2 = new Int32Array(room + NOTED);
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
    const T = this.boxes, F = this.#fat, Q = this.#seen, flags = this.#flags;
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

  /** Makes the fat box of a body from its box, with room for half a margin and so much slack. */
  #fatten(id: number, half: number, slack: number): void {
    const T = this.boxes, F = this.#fat;
    const p = 4 * id;
    const x0 = T[p], y0 = T[p + 1], x1 = T[p + 2], y1 = T[p + 3];
    if (x0 === Infinity) {
      F.fill(Infinity, p, p + 4);
      return;
    }
    const room = half + slack * ((x1 - x0) + (y1 - y0));
    // Rounded outward.
    const grow = room +
      8.881784197001252e-16 *
        (room + Math.abs(x0) + Math.abs(y0) + Math.abs(x1) + Math.abs(y1));
    F[p] = x0 - grow;
    F[p + 1] = y0 - grow;
    F[p + 2] = x1 + grow;
    F[p + 3] = y1 + grow;
  }

  /** Makes all boxes fat, with room for half a margin and so much slack, and cuts them into strips. */
  #build(half: number, slack: number): void {
    const F = this.#fat, K = this.#fatKeys, spans = this.#spans;
    const ids = this.#ids, ids2 = this.#ids2, keys = this.#keys2;
    const bounds = this.#bounds, starts = this.#starts;
    const across = this.#across, upward = this.#upward;

    // 1. The bodies there are, where most of them are, and their usual height.
    let n = 0;
    let sum = 0, sumAcross = 0;
    for (let id = 0; id < this.#limit; id++) {
      this.#flags[id] = 0;
      this.#fatten(id, half, slack);
      const f = 4 * id;
      if (F[f] === Infinity) continue;
      ids[n++] = id;
      sum += F[f + 3] - F[f + 1];
      sumAcross += F[f + 2] - F[f];
    }
    this.#limit = n > 0 ? ids[n - 1] + 1 : 0;
    across.fit(n, ids, F, 0);
    upward.fit(n, ids, F, 1);
    this.#findKeys(n, ids, F, K);
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
    this.#sortBySide(n, ids, 1, ids2);
    let strips = 1;
    if (n > 16) {
      const low = Math.floor(0.05 * n);
      const span = upward.measure(keys[low], keys[n - 1 - low]);
      const wanted = usual > 0 ? span * usualCount / (STRIP_HEIGHT * usual) : STRIPS_MAX;
      strips = wanted >= 1 ? Math.floor(Math.min(wanted, STRIPS_MAX, 0.25 * n)) : 1;
    }
    let entries = 0;
    for (;;) {
      strips = this.#cut(n, ids2, keys, strips, sum);
      starts.fill(0, 0, strips + 1);
      entries = 0;
      for (let k = 0, s = 0; k < n; k++) {
        const id = ids2[k];
        while (s + 1 < strips && bounds[s + 1] <= keys[k]) s++;
        const top = K[4 * id + 3];
        let t = s;
        while (t + 1 < strips && bounds[t + 1] <= top) t++;
        spans[id] = STRIPS_MAX * s + t;
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
      this.#entryKeys = new Int32Array(4 * room);
      this.#entryReach = new Int32Array(room);
    }

    // 3. By left side; into the strips in this order.
    this.#sortBySide(n, ids2, 0, ids);
    const E = this.#entryKeys, entryIds = this.#entryIds;
    for (let k = 0; k < n; k++) {
      const id = ids[k];
      const f = 4 * id;
      const left = K[f], bottom = K[f + 1], right = K[f + 2], top = K[f + 3];
      const span = spans[id], begin = Math.floor(span / STRIPS_MAX), end = span % STRIPS_MAX;
      for (let s = begin; s <= end; s++) {
        const e = starts[s]++;
        entryIds[e] = s === begin ? id : ~id;
        const b = 4 * e;
        E[b] = left;
        E[b + 1] = bottom;
        E[b + 2] = right;
        E[b + 3] = top;
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

  /** Sorts `n` ids by the keys of a side, stably: to `ids2`, and these keys to `#keys2`. */
  #sortBySide(n: number, ids: Int32Array, side: number, ids2: Int32Array): void {
    const K = this.#fatKeys, keys = this.#keys, keys2 = this.#keys2;
    if (n <= FEW) {
      for (let k = 0; k < n; k++) {
        const id = ids[k], key = K[4 * id + side];
        let m = k;
        for (; m > 0 && keys2[m - 1] > key; m--) {
          ids2[m] = ids2[m - 1];
          keys2[m] = keys2[m - 1];
        }
        ids2[m] = id;
        keys2[m] = key;
      }
      return;
    }
    const H = this.#histogram;
    H.fill(0);
    for (let k = 0; k < n; k++) {
      const x = keys[k] = K[4 * ids[k] + side];
      H[x & 2047]++;
      H[2048 + ((x >> 11) & 2047)]++;
      H[4096 + ((x ^ LEAST) >>> 22)]++;
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
        const to = H[G + (((x ^ LEAST) >>> shift) & 2047)]++;
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
    const ids = this.#entryIds, E = this.#entryKeys, reach = this.#entryReach;
    const starts = this.#starts, I = this.#ids, J = this.#ids2;
    let count = 0, noted = 0;
    let crowd = this.#slack > SLACK_LEAST ? CROWD * this.#haste() * this.#built + ASKED : Infinity;
    for (let s = 0; s < this.#strips; s++) {
      const end = starts[s + 1];
      let rightmost = LEAST;
      for (let e = starts[s]; e < end; e++) {
        const i = ids[e], bottom = E[4 * e + 1], right = E[4 * e + 2], top = E[4 * e + 3];
        if (right > rightmost) rightmost = right;
        reach[e] = rightmost;
        for (let f = e + 1; f < end && E[4 * f] <= right; f++) {
          // A branch would be foretold no better than a coin: the next pair is written over one that is not kept. The
          // sign says so where one is above the other, or neither has this strip for its first.
          const j = ids[f];
          I[noted] = i;
          J[noted] = j;
          noted += ~((top - E[4 * f + 1]) | (E[4 * f + 3] - bottom) | (i & j)) >>> 31;
        }
        if (noted < NOTED) continue;
        count = this.#list(noted, count);
        noted = 0;
        if (count >= crowd) {
          if (this.#findFar(count, half) >= CROWD_SHARE) return -1;
          crowd = Infinity;
        }
      }
    }
    return this.#list(noted, count);
  }

  /** Adds the noted pairs that are candidates to `count` in the scratch list; returns how many there are then. */
  #list(noted: number, count: number): number {
    const F = this.#fat, I = this.#ids, J = this.#ids2, groups = this.#groups;
    const out = this.#scratch;
    for (let m = 0; m < noted; m++) {
      const i = I[m] ^ (I[m] >> 31), j = J[m] ^ (J[m] >> 31);
      if (areApart(F, i, j) || areGrouped(groups, i, j)) continue;
      if (2 * count < out.length) {
        const less = (j - i) & ((j - i) >> 31);
        out[2 * count] = i + less;
        out[2 * count + 1] = j - less;
      }
      count++;
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
      this.#fatten(id, half, this.#slack);
      if ((flags[id] & LOOSE) === 0) this.#loose[this.#looseCount++] = id;
      flags[id] |= LOOSE;
    }
    this.#findKeys(this.#escapedCount, this.#escaped, this.#fat, this.#fatKeys);
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
    const K = this.#fatKeys, ids = this.#loose, sorted = this.#ids2, n = this.#looseCount;
    const E = this.#looseKeys, reach = this.#looseReach;
    this.#sortBySide(n, ids, 0, sorted);
    let rightmost = LEAST;
    for (let k = 0; k < n; k++) {
      const id = ids[k] = sorted[k];
      for (let side = 0; side < 4; side++) E[4 * k + side] = K[4 * id + side];
      rightmost = Math.max(rightmost, E[4 * k + 2]);
      reach[k] = rightmost;
    }
  }

  /**
   * Finds the pairs of escaped bodies: to the fresh list as far as there is room; returns how many, or -1 where it takes
   * less time to build all anew.
   */
  #findFresh(): number {
    const ids = this.#entryIds, E = this.#entryKeys, reach = this.#entryReach;
    const flags = this.#flags, F = this.#fat, K = this.#fatKeys;
    const bounds = this.#bounds, starts = this.#starts, strips = this.#strips;
    const out = this.#fresh, groups = this.#groups;
    const loose = this.#loose, looseCount = this.#looseCount;
    const looseKeys = this.#looseKeys, looseReach = this.#looseReach;
    const escaped = this.#escaped, n = this.#escapedCount;
    const most = LOOKS * this.#built;
    let count = 0, looks = 0;
    for (let k = 0; k < n; k++) {
      if (looks > most) return -1;
      const id = escaped[k];
      if (F[4 * id] === Infinity) continue;
      const left = K[4 * id], bottom = K[4 * id + 1], right = K[4 * id + 2], top = K[4 * id + 3];
      const begin = findStrip(bounds, strips, bottom);
      for (let s = begin; s < strips && (s === begin || bounds[s] <= top); s++) {
        const end = starts[s + 1];
        let e = seek(reach, starts[s], end, left);
        looks -= e;
        for (; e < end && E[4 * e] <= right; e++) {
          if (((top - E[4 * e + 1]) | (E[4 * e + 3] - bottom) | (E[4 * e + 2] - left)) < 0) {
            continue;
          }
          let j = ids[e];
          if (j < 0) {
            if (s !== begin) continue;
            j = ~j;
          }
          if ((flags[j] & LOOSE) !== 0) continue;
          if (areApart(F, id, j) || areGrouped(groups, id, j)) continue;
          if (2 * count < out.length) {
            out[2 * count] = id < j ? id : j;
            out[2 * count + 1] = id < j ? j : id;
          }
          count++;
        }
        looks += e;
      }
      let m = seek(looseReach, 0, looseCount, left);
      looks -= m;
      for (; m < looseCount && looseKeys[4 * m] <= right; m++) {
        const j = loose[m];
        // Two escaped bodies meet twice; the lower id reports it.
        if (j === id || (j < id && (flags[j] & ESCAPED) !== 0)) continue;
        if (areApart(F, id, j) || areGrouped(groups, id, j)) continue;
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
    const C = this.#candidates, out = this.#scratch, T = this.boxes;
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
