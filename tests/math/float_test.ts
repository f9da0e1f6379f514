import { nextDown, nextUp } from "@narrowphase/gjk2d/math";
import { assert, assertStrictEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { Random } from "../generate/random.ts";
import { fromBits } from "./reference.ts";

describe("nextUp() and nextDown()", () => {
  it("step over consecutive bit patterns of every exponent", () => {
    const random = new Random("next");
    for (let e = 0; e < 2047; e++) {
      const mantissas = [0n, 1n, (1n << 52n) - 1n, BigInt(random.int(0, 2 ** 31)) << 20n];
      for (const m of mantissas) {
        const bits = (BigInt(e) << 52n) | m;
        const x = fromBits(bits);
        assertStrictEquals(nextUp(x), fromBits(bits + 1n), `${x}`);
        assertStrictEquals(nextDown(-x), -fromBits(bits + 1n), `${x}`);
        if (bits > 0n) assertStrictEquals(nextDown(x), fromBits(bits - 1n), `${x}`);
      }
    }
  });

  it("leave infinity and NaN", () => {
    assertStrictEquals(nextUp(Infinity), Infinity);
    assertStrictEquals(nextUp(-Infinity), -Number.MAX_VALUE);
    assertStrictEquals(nextDown(Infinity), Number.MAX_VALUE);
    assert(Number.isNaN(nextUp(NaN)));
  });
});
