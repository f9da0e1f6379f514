/**
 * The planes that hold a mover, and the step closest to the one that it wants.
 *
 * @module
 */
import type { Pose } from "../math/pose.ts";
import type { Manifold } from "../query/collide.ts";
import { type ManifoldList, manifolds } from "../query/manifolds.ts";
import type { Shape } from "../shapes/shape.ts";

/** Planes beyond this number are left out: the nearest ones decide. */
const MOST = 32;

/** See mover.ts. */
export class Planes {
  count = 0;
  readonly ids = new Int32Array(MOST);
  readonly nx = new Float64Array(MOST);
  readonly ny = new Float64Array(MOST);
  /** Gaps. Infinity for a plane that only forbids to go on. */
  readonly gaps = new Float64Array(MOST);
  /** The step that `solve` has found, and which planes it is on. */
  x = 0;
  y = 0;
  activeCount = 0;
  readonly active = new Int32Array(2);
  /** What is left of a way, after a step of stairs. */
  rest: [number, number] = [0, 0];
  readonly #bounds = new Float64Array(MOST);
  readonly #options = { margin: 0 };
  readonly #list: ManifoldList = { count: 0, manifolds: [] };

  clear(): void {
    this.count = 0;
  }

  add(id: number, nx: number, ny: number, gap: number): void {
    let k = this.count;
    if (k === MOST) {
      k = 0;
      for (let m = 1; m < MOST; m++) if (this.gaps[m] > this.gaps[k]) k = m;
      if (gap >= this.gaps[k]) return;
    } else this.count++;
    this.ids[k] = id;
    this.nx[k] = nx;
    this.ny[k] = ny;
    this.gaps[k] = gap;
  }

  /** Adds the planes of a body. Returns the least gap, at most 0. */
  collect(
    shape: Shape,
    pose: Readonly<Pose>,
    mover: Shape,
    at: Readonly<Pose>,
    reach: number,
    id: number,
  ): number {
    this.#options.margin = reach;
    const { count, manifolds: list } = manifolds(shape, pose, mover, at, this.#options, this.#list);
    let least = 0;
    for (let k = 0; k < count; k++) least = Math.min(least, this.#addManifold(id, list[k]));
    return least;
  }

  #addManifold(id: number, { pointCount, points, normal }: Manifold): number {
    if (pointCount === 0) return 0;
    let gap = points[0].separation;
    if (pointCount === 2) gap = Math.min(gap, points[1].separation);
    this.add(id, normal.x, normal.y, gap);
    return gap;
  }

  /**
   * Finds the step closest to (x, y) that leaves all gaps at least at `target`, or, if no step does, that makes
   * none of them smaller than that or than it is. Returns whether the former.
   */
  solve(x: number, y: number, target: number): boolean {
    const bounds = this.#bounds;
    for (let k = 0; k < this.count; k++) {
      bounds[k] = this.gaps[k] === Infinity ? 0 : target - this.gaps[k];
    }
    if (this.#solve(x, y)) return true;
    for (let k = 0; k < this.count; k++) bounds[k] = Math.min(bounds[k], 0);
    if (!this.#solve(x, y)) {
      this.x = this.y = 0;
      this.activeCount = Math.min(this.count, 2);
      for (let k = 0; k < this.activeCount; k++) this.active[k] = k;
    }
    return false;
  }

  #solve(x: number, y: number): boolean {
    const { nx, ny, count: n } = this, bounds = this.#bounds;
    this.x = x;
    this.y = y;
    this.activeCount = 0;
    if (this.#isFree(-1, -1)) return true;
    // On one plane: the projection of the wish. Or in the corner of two.
    let best = Infinity;
    let bx = 0, by = 0, first = -1, second = -1;
    for (let k = 0; k < n; k++) {
      const missing = bounds[k] - (nx[k] * x + ny[k] * y);
      if (missing <= 0) continue; // the wish is on the free side
      this.x = x + missing * nx[k];
      this.y = y + missing * ny[k];
      if (missing * missing < best && this.#isFree(k, -1)) {
        best = missing * missing;
        bx = this.x;
        by = this.y;
        first = k;
        second = -1;
      }
    }
    for (let k = 0; k < n; k++) {
      for (let m = k + 1; m < n; m++) {
        const det = nx[k] * ny[m] - ny[k] * nx[m];
        if (Math.abs(det) < 1e-9) continue;
        this.x = (bounds[k] * ny[m] - bounds[m] * ny[k]) / det;
        this.y = (nx[k] * bounds[m] - nx[m] * bounds[k]) / det;
        const dx = this.x - x, dy = this.y - y, way = dx * dx + dy * dy;
        if (!(way < best) || !this.#isFree(k, m)) continue;
        best = way;
        bx = this.x;
        by = this.y;
        first = k;
        second = m;
      }
    }
    this.x = bx;
    this.y = by;
    if (first >= 0) this.active[this.activeCount++] = first;
    if (second >= 0) this.active[this.activeCount++] = second;
    return first >= 0;
  }

  /** Whether the step is on the free side of all planes, of which it lies on two. */
  #isFree(a: number, b: number): boolean {
    const { nx, ny, x, y, count } = this, bounds = this.#bounds;
    const noise = 1e-12 * (Math.abs(x) + Math.abs(y));
    for (let k = 0; k < count; k++) {
      if (k === a || k === b) continue;
      if (nx[k] * x + ny[k] * y < bounds[k] - noise - 1e-12 * Math.abs(bounds[k])) return false;
    }
    return true;
  }
}
