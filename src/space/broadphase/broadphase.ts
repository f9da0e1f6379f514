/**
 * Finds the bodies that are near one another: all pairs whose bounding boxes are within a margin.
 * And finds the bodies in a place.
 *
 * Boxes are cut into horizontal strips. In each strip they are sorted by their left side and swept.
 * The bounds of the strips are quantiles of the boxes' lower sides, so crowds and outliers do no
 * harm. A strip is about two boxes high, so that a sweep meets few boxes that are not near, and at
 * least half a box, so that no box is in many strips. A pair that shares several strips is reported
 * in the strip where the higher of the two begins. Keys of the sides are compared first (see
 * axis.ts), and the sides themselves only if the keys do not separate the boxes.
 *
 * The sweep uses fat boxes, and its result, the candidates, is kept from call to call. As long as a
 * box stays inside its fat box, it only has to be compared with its candidates. A body that has
 * left its fat box is called loose, and its entries in the strips are ignored. Each such body is
 * looked up in the strips and among the loose bodies, until that takes longer than to rebuild
 * everything. The boxes and filters decide what is reported, never the fat boxes, so the answer does
 * not depend on earlier calls. Two bodies that filters keep apart are no candidates. A body that gets
 * another filter is looked up as if it had left its fat box.
 *
 * A single question (`prepare`) brings boxes and strips up to date for the bodies that were noted,
 * and leaves the candidates alone: bodies that escape gather until `find` pairs them. Only `look`
 * reads the poses of all bodies.
 *
 * This file decides when to do what, and how much slack fat boxes get. The work itself is in the
 * files beside it: bodies, strips, loose bodies, pairs and places.
 *
 * This is TypeScript only: these loops wait for memory, so WebAssembly would gain nothing.
 *
 * @module
 */
import type { Shape } from "../../shapes/shape.ts";
import { Bodies, ESCAPED, LOOSE, WAITING } from "./bodies.ts";
import { Loose } from "./loose.ts";
import { Order } from "./order.ts";
import { NOTED, Pairs } from "./pairs.ts";
import { Place } from "./place.ts";
import { Strips } from "./strips.ts";

/**
 * A fat box has this fraction of width + height as slack on all sides, or less for bodies in a
 * crowd.
 */
const SLACK = 0.05;
/**
 * The slack shrinks if there are many candidates per body of which most are near only because of
 * the slack. Thin bodies side by side are such a crowd, since a small fraction of their length is
 * many times their width. The slack grows again if at most this many candidates per body are not
 * near.
 */
const SPARE = 0.25;
/**
 * If the strips lasted for at most HASTY calls, both limits are multiplied by HASTE: then little
 * slack costs more.
 */
const HASTE = 4;
const HASTY = 8;
/**
 * Factor by which the slack shrinks and grows, and its least value: some 10^-5 of width + height.
 */
const SLACK_STEP = 4;
const SLACK_LEAST = SLACK * 0.000244140625;
/**
 * 2^510. No box reaches beyond it, since coordinates and lengths of (cos, sin) are at most 2^250.
 */
const WORLD = 3.3519519824856493e153;
/**
 * Fat boxes with room for a much greater margin are rebuilt at this many calls in a row that do not
 * need it.
 */
const WIDE = 4;
/** This many loose bodies may wait, unsorted; then all are sorted. */
const WAITING_MOST = 32;
/** Everything is rebuilt if more than one body in this many is loose, as if there were SPARSE more bodies. */
const LOOSE_SHARE = 12;
const SPARSE = 32;

/** Finds the bodies of one space that are near one another, or in a place. */
export class Broadphase {
  readonly #order = new Order();
  readonly bodies: Bodies = new Bodies();
  readonly #strips = new Strips(this.bodies, this.#order);
  readonly #loose = new Loose();
  readonly pairs: Pairs = new Pairs(this.bodies, this.#strips, this.#loose, this.#order);
  /** For `findInBox` and the like, after `prepare`: finds bodies in a place. */
  readonly place: Place = new Place(this.bodies, this.#strips, this.#loose, this.#order);

  /** Half of the margin for which the fat boxes have room. Negative if none have been built. */
  #fatHalf = -1;
  /** For how many calls in a row that was more than four times what they needed. */
  #wide = 0;
  /** Slack of the fat boxes, as a fraction of width + height. */
  #slack = SLACK;
  /** Number of calls since the strips were built, not counting those at which nothing had moved. */
  #age = 1;
  /** Margin of the pairs found last, negative for none, and the number of these pairs. */
  #margin = -1;
  #near = 0;
  /** Whether the candidates belong to the strips as they are. */
  #isSwept = false;
  /** Of the last rebuild: whether it gave no slack, and the age of the strips before it. */
  #isRush = false;
  #lastAge = 1;

  /**
   * Lists in `bodies.moved`, in ascending order, the ids whose pose, shape or filter has changed since
   * `find` or `prepare` last processed them. Returns how many. Changes nothing else: until the next
   * `find` or `prepare`, they are listed again.
   *
   * @param P Poses by id
   */
  look(P: Float64Array): number {
    const { limit } = this.bodies;
    if (limit > this.bodies.room) {
      try {
        this.#grow(limit);
      } catch (cause) {
        throw new RangeError(
          `Cannot find pairs: there is no memory for the boxes of ${limit} bodies`,
          { cause },
        );
      }
    }
    return this.bodies.look(P);
  }

  /**
   * Finds the pairs whose boxes are within `margin`, for `pairs.copy`. Returns how many. Call `look`
   * first.
   *
   * @param shapes By id; `null` for no body
   * @param P Poses by id
   */
  find(shapes: readonly (Shape | null)[], P: Float64Array, margin: number): number {
    if (this.bodies.movedCount === 0 && margin === this.#margin) return this.#near;
    // Rounded up, since what is compared with it is rounded too. (Half of the least double is not a
    // double.) More room than there is between any two bodies is no use, and sums of it would
    // overflow.
    const half = 0.5 * margin * (1 + 8.881784197001252e-16) + (margin > 0 ? 5e-324 : 0);
    this.#refresh(shapes, P, Math.min(half, WORLD));
    this.#pair(this.#fatHalf);
    this.#near = this.pairs.filter(margin);
    this.#margin = margin;
    return this.#near;
  }

  /** Number of bodies in `moved`: those noted, or all that changed if there was no room for notes. */
  countNoted(P: Float64Array): number {
    return this.bodies.limit > this.bodies.room ? this.look(P) : this.bodies.movedCount;
  }

  /** Updates boxes and strips for `place`, for the bodies in `moved`. Call `countNoted` first. */
  prepare(shapes: readonly (Shape | null)[], P: Float64Array): void {
    if (this.bodies.movedCount > 0 || this.#fatHalf < 0) this.#refresh(shapes, P, -1);
  }

  /**
   * Updates boxes and strips. Fat boxes get room for half a margin, or as much as they had if `half`
   * is negative.
   */
  #refresh(shapes: readonly (Shape | null)[], P: Float64Array, half: number): void {
    const bodies = this.bodies;
    this.#margin = -1;
    let fatHalf = this.#fatHalf;
    // Room for a much greater margin makes many candidates. But if several margins are asked for in
    // turn, the greatest one serves all.
    if (half >= 0) this.#wide = 4 * half + 1e-300 < fatHalf ? this.#wide + 1 : 0;
    const isOther = fatHalf < 0 || half > fatHalf || this.#wide === WIDE;
    if (isOther) this.#wide = 0;
    if (half < 0 || this.#wide > 0) half = Math.max(fatHalf, 0);
    if (bodies.movedCount > 0) this.#age++;
    this.#fatHalf = -1; // until all is done: a support function may throw, or memory may run out
    bodies.update(shapes, P, fatHalf);
    if (isOther || this.#areTooMany(this.#loose.count + bodies.leftCount)) {
      fatHalf = half;
      // No slack if the last call's fat boxes did not last for another call, and the usual slack
      // would not have been enough either.
      const isRush = this.#age <= 1 && this.#areTooMany(bodies.countFar(SLACK));
      this.#build(half, isRush ? 0 : this.#slack);
      this.#isRush = isRush;
      this.#isSwept = false;
      this.#lastAge = this.#age;
      this.#age = 0;
    } else if (bodies.leftCount > 0) this.#release(fatHalf);
    this.#fatHalf = fatHalf;
  }

  /** Brings the candidates up to date with the strips, whose fat boxes have this much room. */
  #pair(half: number): void {
    const bodies = this.bodies, pairs = this.pairs;
    if (this.#isSwept && bodies.escapedCount > 0) {
      if (this.#loose.sorted < this.#loose.count) {
        this.#loose.sort(this.#order, this.#strips.keys, bodies.flags);
      }
      pairs.drop();
      this.#isSwept = pairs.add();
      for (let k = 0; k < bodies.escapedCount; k++) bodies.flags[bodies.escaped[k]] &= ~ESCAPED;
      bodies.escapedCount = 0;
      if (!this.#isSwept) this.#build(half, this.#slack);
    }
    if (this.#isSwept) return;
    if (this.#loose.count > 0) this.#build(half, this.#slack);
    const haste = this.#lastAge <= HASTY ? HASTE : 1, ample = haste * this.#strips.built;
    let count = -1;
    for (;;) {
      count = pairs.sweep(half, this.#slack > SLACK_LEAST ? ample : Infinity);
      if (count >= 0) break;
      this.#slack /= SLACK_STEP;
      this.#build(half, this.#slack);
    }
    // For the next rebuild.
    if (
      !this.#isRush && this.#slack < SLACK && count * pairs.findFar(count, half) <= SPARE * ample
    ) this.#slack *= SLACK_STEP;
    pairs.keep(count);
    this.#isSwept = true;
  }

  /**
   * Whether looking up this many loose bodies one by one takes longer than to rebuild everything.
   */
  #areTooMany(loose: number): boolean {
    return LOOSE_SHARE * loose > this.#strips.built + SPARSE;
  }

  /** Makes fat boxes for all bodies, and strips of these. */
  #build(half: number, slack: number): void {
    this.#strips.build(half, slack);
    this.#loose.count = this.#loose.sorted = 0;
    this.bodies.escapedCount = this.bodies.leftCount = 0;
  }

  /** Gives the escaped bodies new fat boxes, and makes them loose. */
  #release(half: number): void {
    const bodies = this.bodies, strips = this.#strips, loose = this.#loose;
    const { flags, left, leftCount: count } = bodies;
    for (let k = 0; k < count; k++) {
      const id = left[k];
      bodies.fatten(id, half, this.#slack);
      if ((flags[id] & WAITING) === 0) loose.ids[loose.count++] = id;
      flags[id] |= LOOSE | WAITING;
    }
    strips.findKeys(count, left, bodies.fat, strips.keys);
    if (loose.count - loose.sorted > WAITING_MOST) loose.sort(this.#order, strips.keys, flags);
  }

  /**
   * Makes room for this many bodies, and from the second time on for a quarter more. The list of bodies
   * comes last, because it records how much room there is.
   */
  #grow(least: number): void {
    const room = Math.max(least, this.bodies.room + (this.bodies.room >> 2), 64);
    this.#order.grow(room, NOTED);
    this.bodies.left = this.#order.ids;
    this.#strips.grow(room);
    this.#loose.grow(Math.ceil((room + SPARSE) / LOOSE_SHARE));
    this.bodies.grow(room);
  }
}
