import { assertLess } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { decompose } from "@narrowphase/gjk2d";
import { Random } from "../generate/random.ts";
import { corridor, spiral, star } from "../generate/rings.ts";
import { countWork } from "./work.ts";

describe("decompose()", () => {
  it("does no more work for a corridor than for a star", async () => {
    const n = 2000;
    const points = star(new Random("large", 20261121), n);
    const usual = await countWork(() => decompose(points));
    for (const isRound of [true, false]) {
      const ring = corridor(n, isRound);
      const work = await countWork(() => decompose(ring));
      assertLess(work, 4 * usual, `round: ${isRound}`);
    }
    for (const pieces of [4, 3]) {
      const ring = spiral(n, pieces);
      const work = await countWork(() => decompose(ring));
      assertLess(work, 4 * usual, `${pieces} pieces`);
    }
  });
});
