/**
 * Concave bodies as unions of convex parts.
 *
 * @module
 */
import { checkArray, checkKnown, checkObject, checkPose } from "../math/check.ts";
import type { Pose } from "../math/pose.ts";
import { checkConvex, checkOrigin } from "./check.ts";
import { giveMassProperties, type MassProperties, massProperties } from "./mass.ts";
import type { PartSet } from "./part_set.ts";
import { ConcaveShape, ConvexShape } from "./shape.ts";
import { transformShape } from "./transform.ts";

/** A convex shape and its pose in the body's frame. */
export interface CompoundPart {
  /** Convex shape. */
  shape: ConvexShape;
  /** Pose of the shape in the body's frame; default `IDENTITY`. */
  pose?: Readonly<Pose> | undefined;
}

/** A concave body: the union of convex parts in one local frame. Made by {@linkcode compound}. */
export class Compound extends ConcaveShape {
  /** What tells a compound from other shapes. */
  readonly kind = "compound";
  /** The parts, in the body's frame; frozen. */
  readonly parts: readonly ConvexShape[];

  /**
   * For `compound`, after validation.
   * @internal
   */
  constructor(set: PartSet) {
    super(set);
    this.parts = set.parts;
    Object.freeze(this);
  }

  /**
   * `massProperties`: those of the parts, summed.
   * @internal
   */
  measureMass(task: string, density: number, out: MassProperties): MassProperties {
    // Multiply by the density at the end: a density of 0 leaves the centers known.
    const each = this.parts.map((part) => massProperties(part, 1));
    let area = 0;
    for (const { mass } of each) area += mass;

    // Offsets from the center of the first part stay small wherever the body lies.
    const { x, y } = each[0].center;
    let dx = 0, dy = 0;
    for (const { mass, center } of each) {
      const weight = area > 0 ? mass / area : 1 / each.length;
      dx += weight * (center.x - x);
      dy += weight * (center.y - y);
    }
    // The parallel axis theorem: I = Σ (I_k + m_k |c_k - c|²).
    let inertia = 0;
    for (const { mass, center, inertia: own } of each) {
      const px = (center.x - x) - dx;
      const py = (center.y - y) - dy;
      inertia += own + mass * (px * px + py * py);
    }
    const mass = density * area;
    return giveMassProperties(task, density, mass, x + dx, y + dy, density * inertia, out);
  }
}

/** The parts of a new compound, validated and with their poses applied. */
export function placeParts(
  task: string,
  parts: readonly (ConvexShape | CompoundPart)[],
): ConvexShape[] {
  checkArray(task, "parts", parts, "parts");
  if (parts.length === 0) {
    throw new RangeError(`Cannot ${task}: parts is empty, must have at least one part`);
  }
  const placed: ConvexShape[] = [];
  // Not `parts.map`, which skips the holes of an array.
  for (let k = 0; k < parts.length; k++) placed.push(placePart(task, `parts[${k}]`, parts[k]));
  return placed;
}

function placePart(task: string, name: string, part: unknown): ConvexShape {
  if (part instanceof ConvexShape) return part;
  const rule = "a ConvexShape or a part { shape, pose }";
  if (Array.isArray(part)) {
    throw new TypeError(
      `Cannot ${task}: ${name} is a list of points, must be ${rule}; write .map((p) => polygon(p))`,
    );
  }
  checkObject(task, name, part, rule);
  if (part instanceof ConcaveShape) checkConvex(task, name, part);
  checkOrigin(task, name, part, "ConvexShape");
  checkKnown(task, part as CompoundPart, ["shape", "pose"], undefined, name);
  const { shape, pose } = part as CompoundPart;
  checkConvex(task, `${name}.shape`, shape);
  if (pose === undefined) return shape;
  checkPose(task, `${name}.pose`, pose);
  const { x, y, cos, sin } = pose;
  return x === 0 && y === 0 && cos === 1 && sin === 0 ? shape : transformShape(shape, pose);
}
