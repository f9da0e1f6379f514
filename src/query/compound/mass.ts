/**
 * Mass, center of mass and moment of inertia of a body.
 *
 * @module
 */
import { giveMassProperties, type MassProperties, massProperties } from "../../shapes/mass.ts";
import { type Body, partsOf } from "./compound.ts";

/**
 * Mass, center of mass and moment of inertia of a body with constant density, radii included: those of
 * {@linkcode massProperties}, summed over the parts.
 *
 * An overlap of parts is counted once for each of them, which makes the body too heavy there. Parts made by
 * `decompose` only touch.
 *
 * @param body Convex shape or compound
 * @param density Mass per unit of area, `>= 0`
 * @param out Receives the result
 * @returns `out`, in the body's frame: the center of mass, and the inertia about it in mass times length
 * squared. Without area, mass and inertia are 0 and the center is the mean of the parts' centroids
 * @throws {TypeError} If an argument has the wrong type
 * @throws {RangeError} If the density is negative, not finite, or so high that the mass or inertia is not finite
 *
 * @example Usage
 * ```ts
 * import { box, compound, compoundMassProperties } from "@narrowphase/gjk2d";
 * import { assertEquals } from "@std/assert";
 *
 * const plank = compound([
 *   box(1, 2, { center: { x: 8.5, y: 20 } }),
 *   box(3, 2, { center: { x: 10.5, y: 20 } }),
 * ]);
 * const { mass, center, inertia } = compoundMassProperties(plank, 3);
 * assertEquals(mass, 24);
 * assertEquals(center, { x: 10, y: 20 });
 * assertEquals(inertia, 24 * (4 * 4 + 2 * 2) / 12);
 * ```
 */
export function compoundMassProperties(
  body: Body,
  density: number,
  out: MassProperties = { mass: 0, center: { x: 0, y: 0 }, inertia: 0 },
): MassProperties {
  const task = "compute mass properties";
  const { parts } = partsOf(task, "body", body);
  // Check the density here, but multiply by it at the end: a density of 0 leaves the centers known.
  massProperties(parts[0], density);
  const each = parts.map((part) => massProperties(part, 1));
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
  return giveMassProperties(
    task,
    density,
    density * area,
    x + dx,
    y + dy,
    density * inertia,
    out,
  );
}
