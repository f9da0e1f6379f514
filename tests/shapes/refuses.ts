/**
 * What constructors refuse, as a list.
 *
 * @module
 */
import { assertThrows } from "@std/assert";

/** Arguments that must be refused, class, part of the message. */
export type Refusal = [unknown[], typeof TypeError | typeof RangeError, string];

/** Throws unless a call with each of these lists of arguments is refused so. */
export function refuses(make: (...args: never[]) => unknown, refusals: Refusal[]): void {
  for (const [args, kind, message] of refusals) {
    assertThrows(() => make(...args as never[]), kind, message);
  }
}
