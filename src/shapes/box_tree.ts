/**
 * A tree of bounding boxes: which of many items, parts of a body or edges of an outline, come near
 * something. It only excludes those that are certainly too far away to matter, and lists the others
 * in ascending order, so that it never affects answers.
 *
 * @module
 */
import type { Aabb } from "../math/aabb.ts";

/**
 * Boxes are enlarged by this fraction of their size, so that neither rounding nor a pose that
 * scales by less than 2^-20 moves an item out of its box.
 */
const AMPLE = 1e-6;

/** How finely places along a box are told apart when its items are sorted. */
const STEPS = 1048576;

/**
 * What to search, in the frame of the tree: everything within w and h, along x and y, of the segment
 * from (x, y) along (dx, dy). If one of the numbers is NaN, that is everywhere.
 */
class Region {
  x = NaN;
  y = NaN;
  dx = NaN;
  dy = NaN;
  w = NaN;
  h = NaN;
}

/** The next search. An object, since V8 boxes doubles that are passed. */
export const region: Region = /* @__PURE__ */ new Region();

/** Boxes of items and of groups of items, in preorder: a box is followed by everything in it. */
export class BoxTree {
  /** Center, half width and half height of each box. */
  readonly boxes: Float64Array;
  /** The node to continue at if a box is skipped with everything in it. */
  readonly next: Int32Array;
  /** The item in a box, or -1 for a box around a group. */
  readonly items: Int32Array;

  /** @param bounds minX, minY, maxX, maxY of each item */
  constructor(bounds: readonly number[]) {
    const n = bounds.length >> 2, size = Math.max(2 * n - 1, 0);
    const boxes = this.boxes = new Float64Array(4 * size);
    const next = this.next = new Int32Array(size);
    const items = this.items = new Int32Array(size).fill(-1);
    const order = Int32Array.from({ length: n }, (_, k) => k), keys = new Float64Array(n);
    let at = 0;
    const build = (from: number, to: number): void => {
      const node = at++;
      let minX = Infinity, minY = Infinity, maxX = -Infinity, maxY = -Infinity;
      for (let k = from; k < to; k++) {
        const b = 4 * order[k];
        minX = Math.min(minX, bounds[b]);
        minY = Math.min(minY, bounds[b + 1]);
        maxX = Math.max(maxX, bounds[b + 2]);
        maxY = Math.max(maxY, bounds[b + 3]);
      }
      const w = 0.5 * (maxX - minX), h = 0.5 * (maxY - minY), ample = AMPLE * (w + h);
      const b = 4 * node;
      boxes[b] = minX + w;
      boxes[b + 1] = minY + h;
      boxes[b + 2] = w + ample;
      boxes[b + 3] = h + ample;
      if (to - from === 1) items[node] = order[from];
      else {
        // Split at the median along the longer side: by steps of it, and the number of the item, as one number, since
        // engines sort numbers faster than they call a comparison.
        const side = w < h ? 1 : 0, low = side === 0 ? minX : minY, length = 2 * Math.max(w, h);
        // Two need no order.
        const end = to - from === 2 ? from : to;
        for (let k = from; k < end; k++) {
          const b = 4 * order[k] + side, up = 0.5 * (bounds[b] + bounds[b + 2]) - low;
          keys[k] = length > 0 ? Math.floor(STEPS * (up / length)) * n + order[k] : order[k];
        }
        if (from < end) keys.subarray(from, end).sort();
        for (let k = from; k < end; k++) order[k] = keys[k] % n;
        const middle = (from + to) >> 1;
        build(from, middle);
        build(middle, to);
      }
      next[node] = at;
    };
    if (n > 0) build(0, n);
  }

  /** An item whose box is about as near to the start of the region as any. */
  nearest(): number {
    const { boxes, next, items } = this, { x, y } = region;
    let node = 0;
    while (items[node] < 0) {
      const left = node + 1, right = next[left];
      node = toBox(boxes, left, x, y) <= toBox(boxes, right, x, y) ? left : right;
    }
    return items[node];
  }

  /** An item whose box reaches about as far along the region's (dx, dy) as any. */
  furthest(): number {
    const { boxes, next, items } = this, { dx, dy } = region;
    let node = 0;
    while (items[node] < 0) {
      const left = node + 1, right = next[left];
      node = reach(boxes, left, dx, dy) >= reach(boxes, right, dx, dy) ? left : right;
    }
    return items[node];
  }
}

/** How far a box reaches along (x, y), times the length of (x, y). */
export function reach(boxes: Float64Array, node: number, x: number, y: number): number {
  const b = 4 * node;
  return boxes[b] * x + boxes[b + 1] * y + boxes[b + 2] * Math.abs(x) + boxes[b + 3] * Math.abs(y);
}

/**
 * The squared distance of a point from a box. For a point in the box: a negative number that grows
 * with the distance from the center, so it is less than any outside.
 */
function toBox(boxes: Float64Array, node: number, x: number, y: number): number {
  const b = 4 * node, dx = Math.abs(x - boxes[b]), dy = Math.abs(y - boxes[b + 1]);
  const gapX = Math.max(dx - boxes[b + 2], 0), gapY = Math.max(dy - boxes[b + 3], 0);
  if (gapX > 0 || gapY > 0) return gapX * gapX + gapY * gapY;
  return -1 / (dx + dy);
}

/** 0, 1, 2, …: the list of all items, whatever they are. */
let ascending = /* @__PURE__ */ new Int32Array(0);

/** Items to visit, in ascending order. The object is reused, so that nothing is allocated. */
export class ItemList {
  /** The list. The functions that fill it return its length. */
  items: Int32Array = ascending;
  /** Room for items that are near, and one bit for each item of the tree: 0 between calls. */
  #near: Int32Array = new Int32Array(0);
  #marks: Int32Array = new Int32Array(0);

  /** Lists 0 … n - 1; returns n. */
  all(n: number): number {
    if (ascending.length < n) ascending = Int32Array.from({ length: 2 * n }, (_, k) => k);
    this.items = ascending;
    return n;
  }

  /** Lists the items whose boxes may meet a box, by which the region is replaced; returns their number. */
  inBox(tree: BoxTree, { minX, minY, maxX, maxY }: Readonly<Aabb>): number {
    region.w = 0.5 * (maxX - minX);
    region.h = 0.5 * (maxY - minY);
    region.x = minX + region.w;
    region.y = minY + region.h;
    region.dx = region.dy = 0;
    return this.near(tree);
  }

  /** Lists the items whose boxes may meet the region; returns their number. */
  near({ boxes, next, items }: BoxTree): number {
    const end = next.length, n = (end + 1) >> 1;
    if (this.#near.length < n) {
      this.#near = new Int32Array(2 * n);
      this.#marks = new Int32Array((2 * n + 31) >> 5);
    }
    const marks = this.#marks, { x, y, w: rw, h: rh } = region;
    // The middle of the segment, half its extent, and its normal: separating axes are x, y and that
    // normal. Scaled by the longer side first, since the squares of a short segment would underflow.
    const dx = 0.5 * region.dx, dy = 0.5 * region.dy, mx = x + dx, my = y + dy;
    const side = Math.max(Math.abs(dx), Math.abs(dy)), isLong = side > 0;
    const ex = isLong ? dx / side : 0, ey = isLong ? dy / side : 0;
    const ax = Math.abs(ex), ay = Math.abs(ey), rx = rw + Math.abs(dx), ry = rh + Math.abs(dy);
    let low = n, high = -1;
    for (let node = 0; node < end;) {
      const b = 4 * node, px = boxes[b] - mx, py = boxes[b + 1] - my;
      const w = boxes[b + 2], h = boxes[b + 3];
      if (
        Math.abs(px) > w + rx || Math.abs(py) > h + ry ||
        isLong && Math.abs(ex * py - ey * px) > ay * (w + rw) + ax * (h + rh)
      ) {
        node = next[node];
        continue;
      }
      const item = items[node++];
      if (item < 0) continue;
      const word = item >> 5;
      marks[word] |= 1 << (item & 31);
      if (word < low) low = word;
      if (word > high) high = word;
    }
    const list = this.items = this.#near;
    let count = 0;
    for (let word = low; word <= high; word++) {
      for (let bits = marks[word]; bits !== 0; bits &= bits - 1) {
        list[count++] = (word << 5) + 31 - Math.clz32(bits & -bits);
      }
      marks[word] = 0;
    }
    return count;
  }
}
