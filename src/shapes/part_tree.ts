/**
 * Which parts of a body come near something: a tree of bounding boxes over the parts of large
 * bodies.
 *
 * A query visits parts in ascending order, because among equal answers the first counts. The tree
 * only excludes parts that are certainly too far away to matter, so it does not affect answers.
 *
 * @module
 */

/** From this number of parts on, a tree is faster than visiting every part. */
const TREE_LEAST = 16;

/**
 * Boxes are enlarged by this fraction of their size, so a pose that scales by less than `STRETCHED`
 * does not move a part out of its box.
 */
const AMPLE = 1e-6;

/**
 * The region to search, in the body's frame: everything within REGION_R of the segment from
 * (REGION_X, REGION_Y) along (REGION_DX, REGION_DY). If one of the numbers is NaN, the region is
 * everywhere. JavaScript engines would box these numbers as arguments.
 */
export const REGION: Float64Array = /* @__PURE__ */ new Float64Array(5);
export const REGION_X = 0;
export const REGION_Y = 1;
export const REGION_DX = 2;
export const REGION_DY = 3;
export const REGION_R = 4;

/** Boxes of parts and of groups of parts, in preorder: a box is followed by everything in it. */
export class PartTree {
  /** Center, half width and half height of each box. */
  readonly boxes: Float64Array;
  /** The node to continue at if a box is skipped with everything in it. */
  readonly next: Int32Array;
  /** The part in a box, or -1 for a box around a group. */
  readonly parts: Int32Array;

  /** @param bounds minX, minY, maxX, maxY of each part, in the body's frame */
  constructor(bounds: readonly number[]) {
    const n = bounds.length >> 2;
    const boxes = this.boxes = new Float64Array(4 * (2 * n - 1));
    const next = this.next = new Int32Array(2 * n - 1);
    const parts = this.parts = new Int32Array(2 * n - 1).fill(-1);
    const order = Int32Array.from({ length: n }, (_, k) => k);
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
      const w = 0.5 * (maxX - minX);
      const h = 0.5 * (maxY - minY);
      const ample = AMPLE * (w + h);
      boxes.set([minX + w, minY + h, w + ample, h + ample], 4 * node);
      if (to - from === 1) parts[node] = order[from];
      else {
        // Split at the median along the longer side.
        const side = w < h ? 1 : 0;
        const key = (k: number): number => bounds[4 * k + side] + bounds[4 * k + 2 + side];
        order.subarray(from, to).sort((i, j) => key(i) - key(j));
        const middle = (from + to) >> 1;
        build(from, middle);
        build(middle, to);
      }
      next[node] = at;
    };
    build(0, n);
  }

  /** A part whose box is about as near to the start of the region as any. */
  nearest(): number {
    const { boxes, next, parts } = this;
    const x = REGION[REGION_X];
    const y = REGION[REGION_Y];
    let node = 0;
    while (parts[node] < 0) {
      const left = node + 1;
      const right = next[left];
      node = toBox(boxes, left, x, y) <= toBox(boxes, right, x, y) ? left : right;
    }
    return parts[node];
  }

  /** A part whose box reaches about as far along (REGION_DX, REGION_DY) as any. */
  furthest(): number {
    const { boxes, next, parts } = this;
    const x = REGION[REGION_DX];
    const y = REGION[REGION_DY];
    let node = 0;
    while (parts[node] < 0) {
      const left = node + 1;
      const right = next[left];
      node = reach(boxes, left, x, y) >= reach(boxes, right, x, y) ? left : right;
    }
    return parts[node];
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
  const b = 4 * node;
  const dx = Math.abs(x - boxes[b]);
  const dy = Math.abs(y - boxes[b + 1]);
  const gapX = Math.max(dx - boxes[b + 2], 0);
  const gapY = Math.max(dy - boxes[b + 3], 0);
  if (gapX > 0 || gapY > 0) return gapX * gapX + gapY * gapY;
  return -1 / (dx + dy);
}

/** The tree over parts with these bounds, or `null` if there are too few of them. */
export function plantTree(bounds: readonly number[]): PartTree | null {
  return bounds.length < 4 * TREE_LEAST ? null : new PartTree(bounds);
}

/**
 * 0, 1, 2, …: the shared list for bodies whose parts are all listed, without a tree or in a sweep
 * whose poses scale.
 */
let ascending = /* @__PURE__ */ new Int32Array(0);

/** Parts to visit, in ascending order. The object is reused, so that nothing is allocated. */
export class PartList {
  /** The list. The functions that fill it return its length. */
  parts: Int32Array = ascending;
  /**
   * Room for the parts near something, and one bit for each part of the body. All bits are 0
   * between calls.
   */
  #near: Int32Array = new Int32Array(0);
  #marks: Int32Array = new Int32Array(0);

  /** Lists 0 … n - 1; returns n. */
  all(n: number): number {
    if (ascending.length < n) {
      ascending = Int32Array.from({ length: Math.max(2 * n, TREE_LEAST) }, (_, k) => k);
    }
    this.parts = ascending;
    return n;
  }

  /** Lists part 0 and all parts whose boxes may meet the region; returns their number. */
  near(tree: PartTree): number {
    const n = (tree.parts.length + 1) >> 1;
    if (this.#near.length < n) {
      this.#near = new Int32Array(2 * n);
      this.#marks = new Int32Array((2 * n + 31) >> 5);
    }
    const marks = this.#marks;
    const { boxes, next, parts } = tree;
    const x = REGION[REGION_X];
    const y = REGION[REGION_Y];
    const dx = 0.5 * REGION[REGION_DX];
    const dy = 0.5 * REGION[REGION_DY];
    const r = REGION[REGION_R];
    // The middle of the segment, half its extent, and its normal: separating axes are x, y and that
    // normal.
    const mx = x + dx;
    const my = y + dy;
    // Scaled by the longer side first, since the squares of a short segment would underflow.
    const side = Math.max(Math.abs(dx), Math.abs(dy));
    const ex = side > 0 ? dx / side : 0;
    const ey = side > 0 ? dy / side : 0;
    const l = Math.sqrt(ex * ex + ey * ey);
    const nx = l > 0 ? -ey / l : 0;
    const ny = l > 0 ? ex / l : 0;
    const rx = r + Math.abs(dx);
    const ry = r + Math.abs(dy);
    const end = next.length;
    let low = n;
    let high = 0;
    for (let node = 0; node < end;) {
      const b = 4 * node;
      const px = boxes[b] - mx;
      const py = boxes[b + 1] - my;
      const w = boxes[b + 2];
      const h = boxes[b + 3];
      if (
        Math.abs(px) > w + rx || Math.abs(py) > h + ry ||
        Math.abs(nx * px + ny * py) > Math.abs(nx) * w + Math.abs(ny) * h + r
      ) {
        node = next[node];
        continue;
      }
      const part = parts[node];
      if (part > 0) {
        const word = part >> 5;
        marks[word] |= 1 << (part & 31);
        if (word < low) low = word;
        if (word > high) high = word;
      }
      node++;
    }
    const list = this.parts = this.#near;
    let count = 1;
    list[0] = 0;
    for (let word = low; word <= high; word++) {
      for (let bits = marks[word]; bits !== 0; bits &= bits - 1) {
        list[count++] = (word << 5) + 31 - Math.clz32(bits & -bits);
      }
      marks[word] = 0;
    }
    return count;
  }
}
