/**
 * Finds the bodies of a space in many boxes. It is not a method, so that bundles without it leave
 * it out.
 *
 * @module
 */
import { refuse } from "../math/check.ts";
import { Space } from "./space.ts";
import type { Place } from "./broadphase/place.ts";
import { checkView, refuseBox } from "./views.ts";

const TASK = "find bodies in boxes";

const SIDES = 4;

/**
 * The results, before their number is known. No callback can run while it is filled, so all spaces
 * share it.
 */
let list = new Uint32Array(64);

/**
 * Finds the bodies in each of many boxes, with the same answers as {@linkcode Space.findInBox} for each. It
 * takes less time than that many calls, since it checks only once whether any body has moved.
 *
 * @param space The bodies
 * @param boxes Four doubles per box: minX, minY, maxX, maxY, in world coordinates and the caller's units. Sides
 * may be infinite
 * @param out Receives the result; may be longer than needed
 * @returns Two numbers for each body in each box: the number of the box (from 0) and the id of the body, sorted
 * by the first and then by the second. A new array, or the part of `out` that was filled
 * @throws {TypeError} If an argument is of the wrong type
 * @throws {RangeError} If a side of a box is NaN or a minimum above its maximum, a pose is out of range, or an array is
 * of the wrong length; `out` is then as it was
 *
 * @example Usage
 * ```ts
 * import { Space, circle, findInBoxes, pose } from "@narrowphase/gjk2d";
 * import { assertEquals } from "@std/assert";
 *
 * const space = new Space();
 * for (const x of [0, 3, 6, 9]) space.add(circle(1), pose(x, 0));
 * const boxes = Float64Array.of(2.5, -1, 5.5, 1, 20, 0, 30, 5, 9, 0, 9, 0);
 * assertEquals([...findInBoxes(space, boxes)], [0, 1, 0, 2, 2, 3]);
 * ```
 */
export function findInBoxes(space: Space, boxes: Float64Array, out?: Uint32Array): Uint32Array {
  if (!(space instanceof Space)) refuse(TASK, "space", space, "be a Space", TypeError);
  const { poses } = space;
  checkView(TASK, "boxes", boxes, "Float64Array", poses);
  if (out !== undefined) checkView(TASK, "out", out, "Uint32Array", poses);
  const { length } = boxes; // it may become longer at any time, in shared memory
  if (length % SIDES !== 0) {
    throw new RangeError(
      `Cannot ${TASK}: boxes has ${length} elements, must have ${SIDES} per box`,
    );
  }
  const places = space.openPlaces(TASK);
  space.closePlaces();
  const size = look(places.place, boxes, length);
  if (out === undefined) return list.slice(0, size);
  if (out.length < size) {
    throw new RangeError(
      `Cannot ${TASK}: out has ${out.length} elements, must have at least ${size} for ${
        size / 2
      } bodies`,
    );
  }
  for (let k = 0; k < size; k++) out[k] = list[k];
  return out.length > size ? out.subarray(0, size) : out;
}

/** Fills the list. Returns how many elements it has. */
function look(place: Place, boxes: Float64Array, length: number): number {
  const { region, found } = place;
  let size = 0;
  for (let b = 0; b < length; b += SIDES) {
    // Each number is read only once, since other threads may write there.
    for (let k = 0; k < SIDES; k++) region[k] = boxes[b + k];
    if (!(region[0] <= region[2] && region[1] <= region[3])) refuseBoxAt(region, b);
    const count = place.findAll();
    if (size + 2 * count > list.length) {
      const longer = new Uint32Array(2 * (size + 2 * count));
      longer.set(list.subarray(0, size));
      list = longer;
    }
    for (let k = 0; k < count; k++) {
      list[size++] = b / SIDES;
      list[size++] = found[k];
    }
  }
  return size;
}

/** Refuses the box at `b`. A function of its own, as V8 would make room for its closure at every box. */
function refuseBoxAt(region: Float64Array, b: number): never {
  refuseBox(TASK, region, (k) => `boxes[${b + k}]`);
}
