import { assert, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { InterpolationBuffer } from "@narrowphase/gjk2d/loop";
import { fail } from "./rig.ts";

describe("InterpolationBuffer", () => {
  it("keeps the last two states as copies", () => {
    const state = new Float64Array([1, 2]);
    const buffer = new InterpolationBuffer(state);
    state[0] = 3;
    buffer.push(state);
    state[0] = 7;
    buffer.push(state);
    state[0] = 99;
    assertEquals([...buffer.previous, ...buffer.current], [3, 2, 7, 2]);
    assertEquals([...buffer.sample(0.5)], [5, 2]);
    const out = [0, 0];
    assert(buffer.sample(0.25, out) === out);
    assertEquals(out, [4, 2]);
  });

  it("refuses what is no list of numbers, by name and at once, and stays as it was", () => {
    const unreadable = Object.defineProperty([1, 2], 1, { get: fail(new Error("unreadable")) });
    const endless = "state.length is 4294967295, must be a whole number of at most 2^24";
    const bad: [unknown, string][] = [
      [new Array(2 ** 32 - 1), endless],
      [{ length: 1e9 }, "state.length is 1000000000"],
      [{ length: -1 }, "state.length is -1"],
      [{ length: 1.5 }, "state.length is 1.5"],
      [{ length: NaN }, "state.length is NaN"],
      [{ length: "2" }, "state is an object, must be an array"],
      [new Array(2), "state[0] is undefined, must be a number"],
      [[1, "2"], 'state[1] is the string "2", must be a number'],
      [[1, null], "state[1] is null"],
      [new BigInt64Array(2), "state[0] is 0, must be a number"],
      [unreadable, "unreadable"],
    ];
    const buffer = new InterpolationBuffer([1, 10]);
    buffer.push([2, 20]);
    for (const [state, message] of bad) {
      assertThrows(() => new InterpolationBuffer(state as number[]), Error, message);
      for (const act of ["push", "reset"] as const) {
        assertThrows(() => buffer[act](state as number[]), Error, message);
      }
    }
    for (const state of [[1], [1, 2, 3], new Float64Array(5)]) {
      const message = `state.length is ${state.length}, must be 2`;
      assertThrows(() => buffer.push(state), RangeError, message);
    }
    assertEquals([[...buffer.previous], [...buffer.current]], [[1, 10], [2, 20]]);
    assertEquals([...new InterpolationBuffer({ length: 0 }).sample(0.5)], []);
  });

  it("reset() shows a jump at once", () => {
    const buffer = new InterpolationBuffer([0]);
    buffer.push([5]);
    buffer.reset([100]);
    assertEquals([...buffer.sample(0.3)], [100]);
    assertThrows(() => buffer.push([1, 2]), RangeError, "length is 2, must be 1");
    assertThrows(() => buffer.reset([]), RangeError, "length is 0, must be 1");
  });
});
