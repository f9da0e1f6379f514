/**
 * The planes that hold a mover, and the step closest to the one that it wants; see mover.ts.
 *
 * @module
 */
import type { Vec2 } from "../math/vec2.ts";

/** Planes beyond this number are left out: the nearest ones decide. */
const MOST = 32;

/** What a plane is to a mover: too steep to stand on, ground, or the edge of ground a step away. */
export const WALL = 0;
export const GROUND = 1;
export const EDGE = 2;

/** Half of the plane, as a mover sees it: it may move by d if n · d >= target - gap. */
export interface Plane {
  id: number;
  /** Unit normal, from the body to the mover. */
  n: Vec2;
  /** Infinity for a plane that only forbids to go on. */
  gap: number;
  /** The normal of the surface, which a level plane in front of a steep wall does not have. */
  surface: Vec2;
  kind: number;
  /** The normal of the ground, there or at the corner of an edge. */
  tread: Vec2;
}

const newVector = (): Vec2 => ({ x: NaN, y: NaN });
const newPlane = (): Plane => ({
  ...{ id: -1, n: newVector(), gap: NaN, surface: newVector(), kind: WALL, tread: newVector() },
});

/** The planes around a mover. */
export class Planes {
  count = 0;
  /** The distance that the mover keeps. A field, since V8 boxes a double that is passed. */
  skin: number = NaN;
  readonly list: Plane[] = [];
  /** The step that `solve` has found, and the planes that it is on. */
  readonly step: Vec2 = { x: NaN, y: NaN };
  activeCount = 0;
  readonly active: Int32Array = new Int32Array(2);
  readonly #bounds = new Float64Array(MOST);
  readonly #best: Vec2 = { x: NaN, y: NaN };

  /** The next plane, to fill; the furthest one if there are too many. */
  add(): Plane {
    const { list, count } = this;
    if (count < MOST) {
      if (count === list.length) list.push(newPlane());
      return list[this.count++];
    }
    let furthest = list[0];
    for (const plane of list) if (plane.gap > furthest.gap) furthest = plane;
    return furthest;
  }

  /**
   * Finds the step closest to `wish` that leaves all gaps at least at 1.5 skins, those of edges at one, or, if no step
   * does, that makes none of them smaller than that or than it is. Returns whether the former.
   */
  solve(wish: Readonly<Vec2>): boolean {
    const bounds = this.#bounds, { list, count, skin } = this;
    for (let k = 0; k < count; k++) {
      const { gap, kind } = list[k];
      bounds[k] = gap === Infinity ? 0 : (kind === EDGE ? skin : 1.5 * skin) - gap;
    }
    if (this.#solve(wish)) return true;
    for (let k = 0; k < count; k++) bounds[k] = Math.min(bounds[k], 0);
    if (!this.#solve(wish)) {
      this.step.x = this.step.y = 0;
      this.activeCount = Math.min(count, 2);
      for (let k = 0; k < this.activeCount; k++) this.active[k] = k;
    }
    return false;
  }

  #solve({ x, y }: Readonly<Vec2>): boolean {
    const { list, count, step, active } = this, bounds = this.#bounds, best = this.#best;
    step.x = x;
    step.y = y;
    this.activeCount = 0;
    if (this.#isFree(-1, -1)) return true;
    // On one plane: the projection of the wish. Or in the corner of two.
    let least = Infinity;
    for (let k = 0; k < count; k++) {
      const { n } = list[k], missing = bounds[k] - (n.x * x + n.y * y);
      if (missing <= 0) continue; // the wish is on the free side
      step.x = x + missing * n.x;
      step.y = y + missing * n.y;
      if (!(missing * missing < least) || !this.#isFree(k, -1)) continue;
      least = missing * missing;
      best.x = step.x;
      best.y = step.y;
      active[0] = k;
      this.activeCount = 1;
    }
    for (let k = 0; k < count; k++) {
      for (let m = k + 1; m < count; m++) {
        const { n } = list[k], { n: o } = list[m], det = n.x * o.y - n.y * o.x;
        if (Math.abs(det) < 1e-9) continue;
        step.x = (bounds[k] * o.y - bounds[m] * n.y) / det;
        step.y = (n.x * bounds[m] - o.x * bounds[k]) / det;
        const dx = step.x - x, dy = step.y - y, way = dx * dx + dy * dy;
        if (!(way < least) || !this.#isFree(k, m)) continue;
        least = way;
        best.x = step.x;
        best.y = step.y;
        active[0] = k;
        active[1] = m;
        this.activeCount = 2;
      }
    }
    step.x = best.x;
    step.y = best.y;
    return this.activeCount > 0;
  }

  /** Whether the step is on the free side of all planes, of which it lies on two. */
  #isFree(a: number, b: number): boolean {
    const { list, count, step: { x, y } } = this, bounds = this.#bounds;
    const noise = 1e-12 * (Math.abs(x) + Math.abs(y));
    for (let k = 0; k < count; k++) {
      if (k === a || k === b) continue;
      const { n } = list[k], bound = bounds[k];
      if (n.x * x + n.y * y < bound - noise - 1e-12 * Math.abs(bound)) return false;
    }
    return true;
  }
}
