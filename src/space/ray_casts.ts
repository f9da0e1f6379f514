/**
 * Casts rays at all bodies of a space. It is not a method, so that bundles without rays leave it
 * out.
 *
 * @module
 */
import { checkCoordinate, POSITION_LIMIT, refuse } from "../math/check.ts";
import type { Pose } from "../math/pose.ts";
import type { Vec2 } from "../math/vec2.ts";
import { type CastHit, newCastHit } from "../query/cast.ts";
import { Levels } from "../query/levels.ts";
import { rayCast } from "../query/ray_cast.ts";
import { Space } from "./space.ts";
import { HIT_STRIDE, RAY_STRIDE } from "./layout.ts";
import { checkView } from "./views.ts";

const TASK = "cast rays";

/**
 * A stretch of several pieces that meets more bodies than MANY is examined piece by piece. A single
 * piece may meet any number.
 */
const MANY = 16;
const ANY = 1e9;

/**
 * Working memory of one call. There is one per depth of nesting, since support functions may cast
 * rays at other spaces.
 */
interface Work {
  origin: Vec2;
  way: Vec2;
  pose: Pose;
  hit: CastHit;
  /** The rays, followed by their hits. */
  numbers: Float64Array;
}

const levels: Levels<Work> = /* @__PURE__ */ new Levels(() => ({
  origin: { x: NaN, y: NaN },
  way: { x: NaN, y: NaN },
  pose: { x: NaN, y: NaN, cos: NaN, sin: NaN },
  hit: newCastHit(),
  numbers: new Float64Array(0),
}));

/**
 * Casts many rays at the bodies of a space and returns what each hits first, with the same answers as
 * {@linkcode rayCast} for each body: the hit with the least fraction, and of several the one with the lowest
 * id.
 *
 * Only bodies near a ray are tested. It costs least if {@linkcode Space.findPairs} is called in every step,
 * since the two share their data on bounding boxes. Every call checks whether any body has moved, which takes
 * about 0.005 ms per 1000 bodies, so one call for many rays takes less time than one call per ray.
 *
 * @param space The bodies
 * @param rays `RAY_STRIDE` doubles per ray: origin x, y, translation x, y to its end, and the group
 * ({@linkcode Space.setGroup}) whose bodies it passes through, 0 for none; in world coordinates and the
 * caller's units
 * @param out Receives the results; may be longer than needed, and may be `rays` or overlap it
 * @returns `HIT_STRIDE` doubles per ray: id or -1, fraction, normal x, y, point x, y, depth; a new array, or
 * the part of `out` that was filled
 * @throws {TypeError} If an argument is of the wrong type
 * @throws {RangeError} If a number of `rays` is not finite or beyond ±2^250, a group is no whole number from 0 to
 * 2^31 - 1, a pose is out of range, or an array is of the wrong length; `out` is then as it was
 *
 * @example Usage
 * ```ts
 * import { Space, circle, HIT_STRIDE, pose, rayCasts } from "@narrowphase/gjk2d";
 * import { assertEquals } from "@std/assert";
 *
 * const space = new Space();
 * const [shooter, target] = [0, 4].map((x) => space.add(circle(1), pose(x, 0)));
 * space.setGroup(shooter, 1);
 * const hits = rayCasts(space, Float64Array.of(0, 0, 12, 0, 1, 0, 0, -12, 0, 1));
 * assertEquals([...hits.subarray(0, HIT_STRIDE)], [target, 0.25, -1, 0, 3, 0, 0]);
 * assertEquals(hits[HIT_STRIDE], -1);
 * ```
 */
export function rayCasts(space: Space, rays: Float64Array, out?: Float64Array): Float64Array {
  if (!(space instanceof Space)) refuse(TASK, "space", space, "be a Space", TypeError);
  const { poses } = space;
  checkView(TASK, "rays", rays, "Float64Array", poses);
  if (out !== undefined) checkView(TASK, "out", out, "Float64Array", poses);
  const { length } = rays; // it may become longer at any time, in shared memory
  if (length % RAY_STRIDE !== 0) {
    throw new RangeError(
      `Cannot ${TASK}: rays has ${length} elements, must have ${RAY_STRIDE} per ray`,
    );
  }
  const count = length / RAY_STRIDE;
  const size = HIT_STRIDE * count;
  if (out !== undefined && out.length < size) {
    throw new RangeError(
      `Cannot ${TASK}: out has ${out.length} elements, must have at least ${size} for ${count} rays`,
    );
  }
  const work = levels.enter();
  try {
    // A copy: other threads and support functions may write to `rays`, and `out` may overlap it.
    if (work.numbers.length < length + size) work.numbers = new Float64Array(length + size);
    const { numbers } = work;
    for (let k = 0; k < length; k++) {
      const value = numbers[k] = rays[k];
      // The name is built only for a bad value.
      if (k % RAY_STRIDE < 4) {
        if (!(Math.abs(value) <= POSITION_LIMIT)) checkCoordinate(TASK, `rays[${k}]`, value);
      } else if (!(Number.isInteger(value) && value >= 0 && value <= 2147483647)) {
        refuse(TASK, `rays[${k}]`, value, "be a group, a whole number from 0 to 2^31 - 1");
      }
    }
    cast(space, work, count);
    if (out === undefined) return numbers.slice(length, length + size);
    for (let k = 0; k < size; k++) out[k] = numbers[length + k];
    return out.length > size ? out.subarray(0, size) : out;
  } finally {
    levels.leave();
  }
}

/**
 * Casts the rays in `numbers`, and writes their hits behind them.
 *
 * A ray is cut into pieces, each as long as a few bodies. For each piece, the candidates are the
 * bodies whose boxes meet the piece's bounding box, except those that meet the previous piece's,
 * since they have been tested. A candidate is tested if the line of the ray meets its box. After a
 * stretch without candidates the next stretch has twice as many pieces. The piece in which the ray
 * hits is the last one needed: whatever later pieces meet is further away. Loose bodies, which are
 * in no strip, are examined one by one, so only once: at the end, along what is left of the ray.
 */
function cast(space: Space, { origin, way, pose, hit, numbers: R }: Work, count: number): void {
  const places = space.openPlaces(TASK);
  try {
    const { boxes, place } = places, { region, before, found } = place;
    for (let k = 0; k < count; k++) {
      const from = RAY_STRIDE * k, to = RAY_STRIDE * count + HIT_STRIDE * k;
      const x = origin.x = R[from], y = origin.y = R[from + 1];
      const dx = way.x = R[from + 2], dy = way.y = R[from + 3];
      const passed = R[from + 4];
      // A bound on the rounding errors of a piece's ends and of fractions.
      const ample = 2e-15 * (Math.abs(x) + Math.abs(y) + Math.abs(dx) + Math.abs(dy));
      const pieces = place.countPieces(way);
      let first = -1, fraction = 1, stretch = 1;
      for (let m = 2; m < HIT_STRIDE; m++) R[to + m] = 0;
      region.fill(Infinity);
      for (let m = 0; m <= pieces;) {
        if (first >= 0 && fraction < m / pieces) m = pieces;
        const isLast = m === pieces;
        const next = isLast ? m + 1 : Math.min(m + stretch, pieces);
        const begin = isLast ? 0 : m / pieces, end = isLast ? fraction : next / pieces;
        const x0 = x + begin * dx, x1 = x + end * dx;
        const y0 = y + begin * dy, y1 = y + end * dy;
        before.set(region);
        region[0] = Math.min(x0, x1) - ample;
        region[1] = Math.min(y0, y1) - ample;
        region[2] = Math.max(x0, x1) + ample;
        region[3] = Math.max(y0, y1) + ample;
        const near = isLast ? place.findLoose(0) : place.findBuilt(stretch > 1 ? MANY : ANY);
        if (near > MANY && stretch > 1 && !isLast) {
          stretch = 1;
          region.set(before);
          continue;
        }
        stretch = near === 0 ? 2 * stretch : 1;
        m = next;
        for (let n = 0; n < near; n++) {
          const id = found[n];
          if (isBeside(boxes, id, R, from)) continue;
          if (passed > 0 && places.getGroup(id) === passed) continue;
          space.getPose(id, pose);
          if (rayCast(space.getShape(id), pose, origin, way, hit) === null) continue;
          const isFirst = first < 0 || hit.fraction < fraction ||
            (hit.fraction === fraction && id < first);
          if (!isFirst) continue;
          first = id;
          fraction = hit.fraction;
          R[to + 2] = hit.normal.x;
          R[to + 3] = hit.normal.y;
          R[to + 4] = hit.point.x;
          R[to + 5] = hit.point.y;
          R[to + 6] = hit.depth;
        }
      }
      R[to] = first;
      R[to + 1] = fraction;
    }
  } finally {
    space.closePlaces();
  }
}

/**
 * Whether all corners of a body's box are certainly on one side of the line of a ray, despite
 * rounding.
 */
function isBeside(boxes: Float64Array, id: number, R: Float64Array, from: number): boolean {
  const x = R[from], y = R[from + 1], dx = R[from + 2], dy = R[from + 3];
  const b = 4 * id;
  const width = boxes[b + 2] - boxes[b], height = boxes[b + 3] - boxes[b + 1];
  // `off` is the cross product of the ray's vector and the vector to the middle of the box. `reach`
  // bounds the cross product with half its diagonal.
  const off = dx * (boxes[b + 1] + 0.5 * height - y) - dy * (boxes[b] + 0.5 * width - x);
  const across = Math.abs(dx), upward = Math.abs(dy);
  const ample = 4e-15 * (Math.abs(x) + Math.abs(y) + across + upward + width + height);
  const reach = (0.5 * height + ample) * across + (0.5 * width + ample) * upward;
  return Math.abs(off) > reach + 1e-300; // products may underflow
}
