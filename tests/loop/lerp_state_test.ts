import { assert, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { InterpolationBuffer, lerpState } from "@narrowphase/gjk2d/loop";

describe("lerpState()", () => {
  it("blends number by number and is exact at both ends", () => {
    const a = [0.1, 10, -7];
    const b = [0.3, 30, 5];
    assertEquals([...lerpState(a, b, 0)], a);
    assertEquals([...lerpState(a, b, 1)], b);
    assertEquals([...lerpState(a, b, 0.25)].slice(1), [15, -4]);
  });

  it("writes to out, which may be an argument", () => {
    const previous = [1, 2];
    const current = [3, 8];
    const out = [0, 0];
    assert(lerpState(previous, current, 0.5, out) === out);
    assertEquals(out, [2, 5]);
    lerpState(previous, current, 0.5, previous);
    assertEquals(previous, [2, 5]);
    lerpState([1, 2], current, 0.5, current);
    assertEquals(current, [2, 5]);
  });

  it("rejects different lengths", () => {
    assertThrows(() => lerpState([1], [1, 2], 0), RangeError, "lengths are 1, 2 and 1");
    assertThrows(() => lerpState([1], [1], 0, [0, 0]), RangeError, "lengths are 1, 1 and 2");
  });

  it("refuses strings, endless lists and a frozen out before anything is written", () => {
    const out = [7, 7];
    const bad: [() => unknown, string][] = [
      [() => lerpState([1, 2], [1, "2" as never], 0.5, out), 'current[1] is the string "2"'],
      [() => lerpState(["1" as never, 2], [1, 2], 0.5, out), 'previous[0] is the string "1"'],
      [() => lerpState({ length: 2 ** 32 - 1 }, [1], 0.5), "previous.length is 4294967295"],
      [() => lerpState([1], [1], 0.5, new Array(2 ** 32 - 1)), "out.length is 4294967295"],
      [() => lerpState([1, 2], [3, 4], 0.5, Object.freeze([7, 7]) as number[]), "out is frozen"],
    ];
    for (const [act, message] of bad) assertThrows(act, Error, `Cannot blend states: ${message}`);
    assertEquals(out, [7, 7]);
  });

  it("rejects an alpha that is not finite and leaves out as it was", () => {
    const out = [7];
    for (const alpha of [NaN, Infinity, -Infinity]) {
      const message = `Cannot blend states: alpha is ${alpha}, must be finite`;
      assertThrows(() => lerpState([1], [3], alpha, out), RangeError, message);
      assertThrows(() => new InterpolationBuffer([1]).sample(alpha, out), RangeError, message);
    }
    assertEquals(out, [7]);
    assertEquals([...lerpState([1], [3], 1.5)], [4]);
  });
});
