/**
 * The search for the least h, as long as no n with h(n) < 0 is known. The support points form a
 * polygon inside C, and the search expands the edge whose line has the lowest h. While the origin
 * is outside the polygon, this is GJK in terms of directions. Once it is inside, this is the
 * expanding polytope algorithm (van den Bergen, "Proximity queries and penetration depth
 * computation on 3D game objects", 2001). Both are one loop, so no verdict has to be handed from
 * one to the other.
 *
 * @module
 */
import * as samples from "./samples.ts";
import { SIGNED } from "../query/attached.ts";
import { arcs, boundAll, boundArc, rollDisks } from "./bounds.ts";
import {
  circle,
  circleDirection,
  halve,
  isBetween,
  marchDirection,
  vertexDirection,
} from "./directions.ts";
import { isGood, type Query, type Sample } from "./samples.ts";
import { evaluate } from "./sampling.ts";

const { abs, max, min } = Math;

const { SEARCH_CAP, GAP, ROUNDING } = samples;

/** Outcomes of `search`: the minimum is between `lo` and `hi`; … */
export const BRACKETED = 0;
/** … the best sample has h < 0, so the cores are apart; … */
export const APART = 1;
/** … the cores overlap, which is enough for the query to know. */
export const INSIDE = 2;

/** The origin is certainly inside C if it is inside a polygon of samples by this many roundings. */
const CERTAIN = 8;
/** A circle step is worth its sample if it lowers h by more than this fraction of the tolerance. */
const GAIN = 0.25;
/** A direction may serve as the best if |f|, the offset between the witness points, is this many roundings. */
const LEVEL = 2;

/** Takes samples until the least h is known, or that it is below 0. Returns one of the outcomes. */
export function search(query: Query): number {
  if (!encircle(query)) return APART;

  // Expand the arc with the lowest bound until no bound is lower than the least h. Every iteration
  // either takes a sample, of which there are few, or raises the bound of an arc that cannot be
  // divided to the h of its ends, for good.
  let certain = false;
  for (;;) {
    const i = lowestArc(query), j = i.next;
    if (!certain && i.bound > CERTAIN * ROUNDING * max(query.extent, query.offset)) {
      // The origin is inside the polygon of samples, so only the depth remains open. Up to here all
      // modes take the same samples, so that they agree on every class.
      certain = true;
      if (query.mode !== SIGNED) return INSIDE;
      query.custom = query.a.isCustom || query.b.isCustom;
      query.rolling = query.a.isEllipse || query.b.isEllipse;
      if (query.rolling) {
        boundAll(query);
        continue;
      }
    }
    const { h } = query.best;
    if (!(i.bound < h - (GAP * h + ROUNDING * query.extent))) break;
    if (query.count >= SEARCH_CAP) {
      query.exhausted = true;
      break;
    }
    if (!chooseDirection(query, i, j)) {
      // No double lies between the two directions.
      i.bound = min(i.h, j.h);
      continue;
    }
    const k = query.keep();
    evaluate(query, k, i, j);
    if (k.h < 0) return APART;
    insert(k, i);
    if (query.custom) arcs!.judge(query, i, k, j);
    boundArc(query, i);
    boundArc(query, k);
  }
  bracketOverlap(query);
  return BRACKETED;
}

/**
 * Takes the first samples, a ring around the origin: sample 0 in the direction from center to
 * center, 1 to 3 each turned by a right angle from the one before, and 4 from the support point of 0
 * to the origin. Returns false once h < 0.
 */
function encircle(query: Query): boolean {
  const { pool } = query, first = pool[0], oblique = pool[4];
  query.count = 5;
  query.fresh = pool[5];
  evaluate(query, first, first, first);
  if (first.h < 0) return false;
  const isOblique = vertexDirection(oblique, first);
  if (isOblique) {
    evaluate(query, oblique, first, first);
    if (oblique.h < 0) return false;
  }
  for (let n = 1; n < 4; n++) {
    const k = pool[n], before = pool[n - 1];
    k.nx = -before.ny;
    k.ny = before.nx;
    evaluate(query, k, before, first);
    if (k.h < 0) return false;
  }
  first.next = first;
  first.miss = -1;
  for (let n = 1; n < 4; n++) insert(pool[n], pool[n - 1]);
  let n = 0;
  while (n < 4 && !(isOblique && isBetween(oblique, pool[n], pool[n].next))) n++;
  if (n < 4) insert(oblique, pool[n]);
  else if (query.best === oblique) {
    // It has the direction of another sample, which replaces it.
    query.best = first;
    for (n = 1; n < 4; n++) if (pool[n].h < query.best.h) query.best = pool[n];
  }
  boundAll(query);
  return true;
}

/** The sample at which the arc with the lowest bound begins. */
function lowestArc(query: Query): Sample {
  const first = query.pool[0];
  let i = first;
  for (let k = first.next; k !== first; k = k.next) if (k.bound < i.bound) i = k;
  return i;
}

/** Chooses a direction strictly between those of samples i and j, for the fresh sample. */
function chooseDirection(query: Query, i: Sample, j: Sample): boolean {
  const k = query.fresh;
  query.golden = false;
  if ((query.count & 1) === 0 && i.f < 0 && j.f > 0 && circleDirection(k, i, j)) {
    // Worth a sample if the circle is lower than the least h by enough to matter.
    const { h } = query.best, target = h - GAIN * (GAP * h + ROUNDING * query.extent);
    if (circle.h < target && isBetween(k, i, j)) return true;
  }
  if (query.custom && arcs!.divide(query, k, i, j)) return true;
  if (query.rolling) {
    rollDisks(query, i);
    query.rho = min(query.rho, i.bound);
  }
  const found = ((query.count & 1) === 0 && marchDirection(query, k, i, j)) ||
    halve(query, k, i, j);
  query.rho = 0;
  return found;
}

/** Inserts sample k into the ring after sample i. */
function insert(k: Sample, i: Sample): void {
  k.next = i.next;
  i.next = k;
  k.miss = -1;
}

/** Brackets the minimum of overlapping cores between two neighbours. */
function bracketOverlap(query: Query): void {
  const { best } = query, first = query.pool[0];
  query.second = best;
  if (isGood(query, first) && abs(first.f) <= LEVEL * ROUNDING * query.size) {
    // If no other direction is better, as for concentric disks, report the first one.
    query.bracket(first, first, first);
    return;
  }
  let lo = best, hi = best;
  if (best.f > 0) {
    // Within rounding of the least h, the sign of f tells on which side the minimum is. For a disk
    // around the origin this sign is due to rounding, too, and may be the same everywhere.
    do {
      hi = lo;
      lo = previousOf(lo);
    } while (lo !== best && lo.f > 0 && isGood(query, lo));
    if (lo === best) hi = best;
  } else if (best.f < 0) {
    do {
      lo = hi;
      hi = hi.next;
    } while (hi !== best && hi.f < 0 && isGood(query, hi));
    if (hi === best) lo = best;
  }
  query.bracket(best, lo, hi);
}

/** The sample whose next one is i. */
function previousOf(i: Sample): Sample {
  let k = i;
  while (k.next !== i) k = k.next;
  return k;
}
