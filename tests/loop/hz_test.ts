import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { hz } from "@narrowphase/gjk2d/loop";

describe("hz()", () => {
  it("converts without rounding and rejects what is no frequency", () => {
    assertEquals(hz(80), 12.5);
    for (const f of [0, -1, NaN, Infinity, -Infinity]) {
      assertThrows(() => hz(f), RangeError, `frequency is ${f}, must be positive and finite`);
    }
  });
});
