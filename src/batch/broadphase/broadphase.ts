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
 * Here is when what is done, and how much slack fat boxes have. The work itself is in the files beside this one: bodies,
 * strips and loose bodies, pairs of both, and places among both.
 *
 * Only TypeScript: these loops wait for memory, and WebAssembly would gain them nothing.
 *
 * @module
 */
import type { Shape } from "../../shapes/shape.ts";
import { Bodies, ESCAPED, LOOSE } from "./bodies.ts";
import { Loose } from "./loose.ts";
import { Order } from "./order.ts";
import { NOTED, Pairs } from "./pairs.ts";
import { Place } from "./place.ts";
import { Strips } from "./strips.ts";

/** A fat box has this share of width + height around it on all sides, or less where bodies are in a crowd. */
const SLACK = 0.05;
/**
 * Where many candidates a body are found, of which most are not near but for the slack, there is less of it: thin bodies
 * side by side are such a crowd, since what is little of their length is many times their width. There is more again
 * where no more than so many candidates a body are not near.
 */
const SPARE = 0.25;
/** So many times these where the strips were good for no more than so many calls: then little slack costs more. */
const HASTE = 4;
const HASTY = 8;
/** So many times less slack or more; less until it is some 10^-5 of width + height. */
const SLACK_STEP = 4;
const SLACK_LEAST = SLACK * 0.000244140625;
/** 2^510, beyond which no box reaches: coordinates and lengths of (cos, sin) are at most 2^250. */
const WORLD = 3.3519519824856493e153;
/** Fat boxes with room for a much greater margin are built anew at the call in a row that has no need of it. */
const WIDE = 4;
/** All is built anew when more than one body in this many is loose. */
const LOOSE_SHARE = 12;

/** The bodies of one batch that are near one another, or in a place. */
export class Broadphase {
  readonly #order = new Order();
  readonly #bodies = new Bodies();
  readonly #strips = new Strips(this.#bodies, this.#order);
  readonly #loose = new Loose();
  readonly #pairs = new Pairs(this.#bodies, this.#strips, this.#loose, this.#order);
  /** A place among the bodies: for `findInBox` and its like, after `prepare`. */
  readonly place: Place = new Place(this.#bodies, this.#strips, this.#loose, this.#order);

  /** Half of the margin that the fat boxes have room for; none have been built while it is negative. */
  #fatHalf = -1;
  /** For how many calls in a row that has been more than four times what they asked for. */
  #wide = 0;
  /** Room around them for movement, in parts of width + height. */
  #slack = SLACK;
  /** Calls since the strips were built, but for those between which nothing has moved. */
  #age = 1;
  /** Margin that the pairs found last are for, negative for none, and how many these are. */
  #margin = -1;
  #near = 0;

  /** Ids that `look` has listed, as many as it returned. */
  get moved(): Int32Array {
    return this.#bodies.moved;
  }

  /** Boxes by id, up to date after `prepare`: minX, minY, maxX, maxY. */
  get boxes(): Float64Array {
    return this.#bodies.boxes;
  }

  /**
   * The box of body `id` is not right any more: it was added, removed, or has another shape. Room for it is
   * made by `look`, so that a body can be added whatever the memory.
   */
  touch(id: number): void {
    this.#bodies.touch(id);
  }

  /** Body `id` is in this group from now on; no pair is made of two bodies in one group, except in group 0. */
  setGroup(id: number, group: number): void {
    this.#bodies.setGroup(id, group);
  }

  /** The group of a body. */
  getGroup(id: number): number {
    const { groups } = this.#bodies;
    return id < groups.length ? groups[id] : 0;
  }

  /**
   * Lists the ids that have another pose, shape or group than when they were looked at last in `moved`, ascending;
   * returns how many. Changes nothing else: they are listed again until `find` or `prepare` has looked at them.
   *
   * @param P Poses by id
   */
  look(P: Float64Array): number {
    const { limit } = this.#bodies;
    if (limit > this.#bodies.room) {
      try {
        this.#grow(limit);
      } catch (cause) {
        throw new RangeError(
          `Cannot find pairs: there is no memory for the boxes of ${limit} bodies`,
          { cause },
        );
      }
    }
    return this.#bodies.look(P);
  }

  /**
   * Finds the pairs whose boxes are within `margin`, for `copy`; returns how many. After `look`.
   *
   * @param shapes By id; `null` for no body
   * @param P Poses by id
   */
  find(shapes: readonly (Shape | null)[], P: Float64Array, margin: number): number {
    if (this.#bodies.movedCount === 0 && margin === this.#margin) return this.#near;
    // Rounded up: what is compared with it is rounded too. Half of the least double is no double. More room than there
    // is between any two bodies is none the better, and sums of it would overflow.
    const half = 0.5 * margin * (1 + 8.881784197001252e-16) + (margin > 0 ? 5e-324 : 0);
    this.#refresh(shapes, P, Math.min(half, WORLD));
    this.#near = this.#pairs.filter(margin);
    this.#margin = margin;
    return this.#near;
  }

  /** Copies the `count` pairs that `find` has found, in the order of their first and then of their second id. */
  copy(count: number, out: Uint32Array): void {
    this.#pairs.copy(count, out);
  }

  /** Brings boxes and strips up to date for `place`. After `look`. */
  prepare(shapes: readonly (Shape | null)[], P: Float64Array): void {
    if (this.#bodies.movedCount > 0 || this.#fatHalf < 0) this.#refresh(shapes, P, -1);
  }

  /** Brings boxes, strips and candidates up to date; fat boxes get room for half a margin, unless that is negative. */
  #refresh(shapes: readonly (Shape | null)[], P: Float64Array, half: number): void {
    const bodies = this.#bodies, pairs = this.#pairs;
    this.#margin = -1;
    let fatHalf = this.#fatHalf;
    // Room for a much greater margin makes many candidates. But of margins that are asked for in turn, that of the
    // greatest serves all.
    if (half >= 0) this.#wide = 4 * half + 1e-300 < fatHalf ? this.#wide + 1 : 0;
    const isOther = fatHalf < 0 || half > fatHalf || this.#wide === WIDE;
    if (isOther) this.#wide = 0;
    if (half < 0 || this.#wide > 0) half = Math.max(fatHalf, 0);
    if (bodies.movedCount > 0) this.#age++;
    this.#fatHalf = -1; // until all has gone well: a support function may throw, memory be short
    bodies.update(shapes, P, fatHalf);
    let isStale = isOther || this.#areTooMany(this.#loose.count + bodies.escapedCount);
    if (!isStale && bodies.escapedCount > 0) {
      this.#release(fatHalf);
      pairs.drop();
      isStale = !pairs.add();
      for (let k = 0; k < bodies.escapedCount; k++) bodies.flags[bodies.escaped[k]] &= ~ESCAPED;
    }
    if (isStale) {
      fatHalf = half;
      // No slack where that of the last call was good for no other, nor would the usual one have been.
      const isRush = this.#age === 1 && this.#areTooMany(bodies.countFar(SLACK));
      this.#build(half, isRush ? 0 : this.#slack);
      const haste = this.#age <= HASTY ? HASTE : 1, ample = haste * this.#strips.built;
      let count = -1;
      for (;;) {
        count = pairs.sweep(half, this.#slack > SLACK_LEAST ? ample : Infinity);
        if (count >= 0) break;
        this.#slack /= SLACK_STEP;
        this.#build(half, this.#slack);
      }
      // For the next time that all is built anew.
      if (
        !isRush && this.#slack < SLACK && count * pairs.findFar(count, half) <= SPARE * ample
      ) this.#slack *= SLACK_STEP;
      this.#age = 0;
      pairs.keep(count);
    }
    this.#fatHalf = fatHalf;
  }

  /** Whether so many are more than can be looked up one by one in the time that it takes to build all anew. */
  #areTooMany(loose: number): boolean {
    return LOOSE_SHARE * loose > this.#strips.built + 32;
  }

  /** Makes all bodies fat boxes, and strips of these. */
  #build(half: number, slack: number): void {
    this.#strips.build(half, slack);
    this.#loose.count = 0;
    this.#bodies.escapedCount = 0;
  }

  /** Gives the escaped bodies new fat boxes; they are loose from now on. */
  #release(half: number): void {
    const bodies = this.#bodies, strips = this.#strips, loose = this.#loose;
    const { flags, escaped, escapedCount: count } = bodies;
    for (let k = 0; k < count; k++) {
      const id = escaped[k];
      bodies.fatten(id, half, this.#slack);
      if ((flags[id] & LOOSE) === 0) loose.ids[loose.count++] = id;
      flags[id] |= LOOSE;
    }
    strips.findKeys(count, escaped, bodies.fat, strips.keys);
    loose.sort(this.#order, strips.keys);
  }

  /** Makes room for bodies, and for as many more. The list of bodies comes last: it knows how much room there is. */
  #grow(least: number): void {
    const room = Math.max(least, 2 * this.#bodies.room, 64);
    this.#order.grow(room, NOTED);
    this.#strips.grow(room);
    this.#loose.grow(room);
    this.place.grow(room);
    this.#bodies.grow(room);
  }
}
