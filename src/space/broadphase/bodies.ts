/**
 * What the broadphase knows about each body: its box, its fat box, its filter, and whether it
 * has changed.
 *
 * @module
 */
import { aabb } from "../../shapes/bounds.ts";
import { EXTENT, NORMALS, RADIUS } from "../../shapes/record.ts";
import type { ConvexShape, Shape } from "../../shapes/shape.ts";
import { longer } from "../views.ts";

/** Flag: the body was added or removed, or has another shape. Its box is out of date. */
const DIRTY = 1;
/** Flag: the body has left its fat box since the strips were built. */
export const LOOSE = 2;
/**
 * Flag: the body has left its fat box, or has another filter, since the candidates were brought up
 * to date.
 */
export const ESCAPED = 4;
/** Flag: the body has another filter, so its candidates have to be found anew. */
const REFILTERED = 8;
/** Flag: the body is in `moved`. */
const NOTED = 16;
/** Flag: the body is loose and waits to be sorted. */
export const WAITING = 32;

/** Numbers per body in `filters`: category, mask, group. */
export const FILTER_STRIDE = 3;

/** Boxes are larger than bodies by 16 roundings, as a fraction of their size. */
const ROUNDING = 1.7763568394002505e-15; // 16 × 2^-53

/** The bodies of one space, by id. */
export class Bodies {
  /** Number of bodies that fit. */
  room = 0;
  /** No body has this id or a greater one, nor has had one since the strips were built. */
  limit = 0;
  /**
   * Boxes, up to date after `update`, and fat boxes: minX, minY, maxX, maxY. An empty box has
   * minX = Infinity.
   */
  boxes: Float64Array = new Float64Array(0);
  fat: Float64Array = new Float64Array(0);
  flags: Uint8Array = new Uint8Array(0);
  /** Category, mask and group by id; those beyond the end have the default 1, -1, 0. */
  filters: Int32Array = new Int32Array(0);
  /** Poses for which the boxes were computed, stride 4. */
  seen: Float64Array = new Float64Array(0);

  /** Ids whose boxes may be out of date: those noted, or all that `look` has found. */
  moved: Int32Array = new Int32Array(0);
  movedCount = 0;
  /**
   * Ids of the bodies that have left their fat boxes or have other filters since the candidates
   * were brought up to date.
   */
  escaped: Int32Array = new Int32Array(0);
  escapedCount = 0;
  /** Ids of the bodies that need new fat boxes. The list is one for sorting: they are good until the next sort. */
  left: Int32Array = new Int32Array(0);
  leftCount = 0;

  /**
   * Notes that the box of body `id` is out of date: the body was added or removed, or has another
   * shape. `Broadphase.look` makes room for it, so that a body can be added even if memory is short.
   */
  touch(id: number): void {
    this.limit = Math.max(this.limit, id + 1);
    if (id < this.room) {
      this.flags[id] |= DIRTY;
      this.note(id);
    }
  }

  /** Notes that a pose was written by a method. `look` finds all others. */
  note(id: number): void {
    if (id >= this.room || (this.flags[id] & NOTED) !== 0) return; // `look` will find it
    this.flags[id] |= NOTED;
    this.moved[this.movedCount++] = id;
  }

  /** Sets the filter of body `id`, all three as 32 bits with a sign. */
  setFilter(id: number, category: number, mask: number, group: number): void {
    const f = FILTER_STRIDE * id;
    if (f >= this.filters.length) {
      if (category === 1 && mask === -1 && group === 0) return;
      this.#growFilters(Math.max(id + 1, 2 * (this.filters.length / FILTER_STRIDE), this.room));
    }
    const M = this.filters;
    if (M[f] === category && M[f + 1] === mask && M[f + 2] === group) return;
    M[f] = category;
    M[f + 1] = mask;
    M[f + 2] = group;
    if (id < this.room) {
      this.flags[id] |= REFILTERED;
      this.note(id);
    }
  }

  #growFilters(room: number): void {
    const before = this.filters.length;
    const filters = longer(this.filters, FILTER_STRIDE * room);
    for (let f = before; f < filters.length; f += FILTER_STRIDE) {
      filters[f] = 1;
      filters[f + 1] = -1;
    }
    this.filters = filters;
  }

  /** Makes room for this many bodies. */
  grow(room: number): void {
    const before = this.room;
    this.boxes = longer(this.boxes, 4 * room).fill(Infinity, 4 * before);
    this.fat = longer(this.fat, 4 * room).fill(Infinity, 4 * before);
    this.seen = longer(this.seen, 4 * room);
    this.flags = longer(this.flags, room).fill(DIRTY, before);
    this.moved = longer(this.moved, room);
    this.escaped = longer(this.escaped, room);
    // From now on, all ids of bodies have their filters.
    if (this.filters.length > 0 && this.filters.length < FILTER_STRIDE * room) {
      this.#growFilters(room);
    }
    this.room = room;
  }

  /**
   * Lists the ids whose pose, shape or filter has changed since the last `update`, however that was
   * done. Returns how many.
   */
  look(P: Float64Array): number {
    const Q = this.seen, flags = this.flags, moved = this.moved, limit = this.limit;
    let count = 0;
    for (let k = 0; k < this.movedCount; k++) flags[moved[k]] &= ~NOTED;
    this.movedCount = 0;
    for (let id = 0; id < limit; id++) {
      const p = 4 * id;
      if (
        P[p] === Q[p] && P[p + 1] === Q[p + 1] && P[p + 2] === Q[p + 2] && P[p + 3] === Q[p + 3] &&
        (flags[id] & (DIRTY | REFILTERED)) === 0
      ) continue;
      flags[id] |= NOTED;
      moved[count++] = id;
    }
    this.movedCount = count;
    return count;
  }

  /**
   * Updates the boxes of `moved`, and lists the bodies that have less than `half` of room around
   * them in their fat boxes.
   */
  update(shapes: readonly (Shape | null)[], P: Float64Array, half: number): void {
    const T = this.boxes, F = this.fat, Q = this.seen, flags = this.flags;
    this.leftCount = 0;
    const moved = this.moved, count = this.movedCount;
    for (let k = 0; k < count; k++) {
      const id = moved[k], p = 4 * id;
      const x = P[p], y = P[p + 1], c = P[p + 2], s = P[p + 3];
      const shape = id < shapes.length ? shapes[id] : null;
      if (shape === null) T.fill(Infinity, p, p + 4);
      else if (shape.support === null) boundBody(shape, x, y, c, s, T, p);
      else boundOther(shape, x, y, c, s, T, p);
      Q[p] = x;
      Q[p + 1] = y;
      Q[p + 2] = c;
      Q[p + 3] = s;
      const isRefiltered = (flags[id] & REFILTERED) !== 0;
      flags[id] &= ~(DIRTY | REFILTERED);
      // Already known to be removed: its pose means nothing.
      if (shape === null && F[p] === Infinity) continue;
      // Rounding is no problem: `half` is rounded up, so the rounded difference reaches it only if
      // the true one is at least half the margin.
      if (
        !isRefiltered && T[p] - F[p] >= half && T[p + 1] - F[p + 1] >= half &&
        F[p + 2] - T[p + 2] >= half &&
        F[p + 3] - T[p + 3] >= half
      ) continue;
      this.left[this.leftCount++] = id;
      if ((flags[id] & ESCAPED) !== 0) continue;
      flags[id] |= ESCAPED;
      this.escaped[this.escapedCount++] = id;
    }
    // Last, since a support function may throw: then the list stays.
    for (let k = 0; k < count; k++) flags[moved[k]] &= ~NOTED;
    this.movedCount = 0;
  }

  /** Id of the first body that is not noted and whose pose is not the one seen, or -1. */
  findUnseen(P: Float64Array): number {
    const Q = this.seen, flags = this.flags, limit = Math.min(this.limit, this.room);
    for (let id = 0; id < limit; id++) {
      const p = 4 * id;
      if (
        (flags[id] & NOTED) === 0 && this.fat[p] < Infinity &&
        !(P[p] === Q[p] && P[p + 1] === Q[p + 1] && P[p + 2] === Q[p + 2] && P[p + 3] === Q[p + 3])
      ) return id;
    }
    return -1;
  }

  /** Makes the fat box of a body from its box, with room for half a margin and this much slack. */
  fatten(id: number, half: number, slack: number): void {
    const T = this.boxes, F = this.fat;
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

  /**
   * Number of escaped bodies that are further from where they got their fat boxes than this slack
   * reaches.
   */
  countFar(slack: number): number {
    const T = this.boxes, F = this.fat;
    let count = 0;
    for (let k = 0; k < this.leftCount; k++) {
      const p = 4 * this.left[k];
      const way = Math.abs((T[p] - F[p]) + (T[p + 2] - F[p + 2])) +
        Math.abs((T[p + 1] - F[p + 1]) + (T[p + 3] - F[p + 3]));
      count += Number(way > 2 * slack * ((T[p + 2] - T[p]) + (T[p + 3] - T[p + 1])));
    }
    return count;
  }
}

/**
 * Bounds a body. The box contains the body's points as any query places them. Their coordinates are
 * off by a few roundings of `extent + radius + position`; the box is larger by more than that.
 */
function boundBody(
  { record: V, count: n }: ConvexShape,
  x: number,
  y: number,
  c: number,
  s: number,
  T: Float64Array,
  t: number,
): void {
  let x0 = Infinity, y0 = Infinity, x1 = -Infinity, y1 = -Infinity;
  const end = NORMALS + 4 * n;
  for (let j = NORMALS + 2 * n; j < end; j += 2) {
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

/** Bounds any other body: its exact box, enlarged by as much. */
function boundOther(
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
  aabb(shape, POSE, BOX);
  const { minX, minY, maxX, maxY } = BOX;
  const size = Math.abs(x) + Math.abs(y) + Math.max(Math.abs(minX), Math.abs(maxX)) +
    Math.max(Math.abs(minY), Math.abs(maxY));
  const grow = ROUNDING * size;
  T[t] = minX - grow;
  T[t + 1] = minY - grow;
  T[t + 2] = maxX + grow;
  T[t + 3] = maxY + grow;
}
