/**
 * What other libraries call the options of a space.
 *
 * @module
 */
import type { OtherNames } from "../math/check.ts";

const STATIC = ["bodies of one group are no pairs, so give all static bodies the same group"];
const LENGTH = ["max", "a ray or a cast goes as far as its translation"];
const PLACE = ["the second argument places the body, as in add(shape, pose(x, y, angle), options)"];

/** For each name those here, and advice for where they are none. */
export const OTHER_NAMES: OtherNames = /* @__PURE__ */ new Map([
  ["radius", ["max"]],
  ["distance", LENGTH],
  ["maxDistance", LENGTH],
  ["length", LENGTH],
  ["ignore", ["except"]],
  ["exclude", ["except"]],
  ["layer", ["category", "mask"]],
  ["layers", ["category", "mask"]],
  ["group", ["mask"]],
  ["groups", ["category", "mask"]],
  ["isSensor", ["sensor"]],
  ["isTrigger", ["sensor"]],
  ["trigger", ["sensor"]],
  ["userData", ["data"]],
  ["isStatic", STATIC],
  ["static", STATIC],
  ["type", STATIC],
  ["position", PLACE],
  ["x", PLACE],
  ["angle", PLACE],
]);
