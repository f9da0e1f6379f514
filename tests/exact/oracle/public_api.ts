/**
 * The library, with the interface that the validator judges. Uses the public entry point only.
 *
 * @module
 */
import {
  capsule,
  circle,
  collide,
  type ConvexShape,
  distance,
  intersects,
  penetration,
  point,
  polygon,
  type Pose,
  segment,
  signedDistance,
} from "@narrowphase/gjk2d";
import { readPlaced } from "../fixtures/fixture.ts";
import type { Core } from "./exact.ts";
import type { Api } from "./validate.ts";

/** The shape described by points and radius, made by its public constructor. */
export function makeShape({ points, radius }: Readonly<Core>): ConvexShape {
  switch (points.length) {
    case 1:
      return radius > 0 ? circle(radius, points[0]) : point(points[0]);
    case 2:
      return radius > 0 ? capsule(points[0], points[1], radius) : segment(points[0], points[1]);
    default:
      return polygon(points, { radius });
  }
}

/** The shape and the pose of "radius: x y, x y, … @ x y cos sin", as in the fixtures. */
export function placedShape(text: string): [ConvexShape, Pose] {
  const [core, pose] = readPlaced(text.replaceAll(/\s+/g, " ").trim());
  return [makeShape(core), pose];
}

/** The public queries. */
export const library: Api<ConvexShape> = {
  make: makeShape,
  intersects,
  distance,
  signedDistance,
  penetration,
  collide,
};
