/**
 * What constructors refuse, as a list.
 *
 * @module
 */
import { assertThrows } from "@std/assert";
import type { Vec2 } from "@narrowphase/gjk2d";

/** Points from pairs of coordinates. */
export function points(...coordinates: [number, number][]): Vec2[] {
  return coordinates.map(([x, y]) => ({ x, y }));
}

/** Calls that must be refused: call, class, part of the message. */
export type Refusal = [() => unknown, typeof TypeError | typeof RangeError, string];

/** Throws unless each call is refused so. */
export function refuses(refusals: Refusal[]): void {
  for (const [call, kind, message] of refusals) assertThrows(call, kind, message);
}
