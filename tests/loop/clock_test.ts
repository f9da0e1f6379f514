import { assert } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { systemClock } from "@narrowphase/gjk2d/loop";

describe("systemClock", () => {
  it("now() counts ms and does not go back", () => {
    let last = systemClock.now();
    for (let i = 0; i < 1000; i++) {
      const now = systemClock.now();
      assert(now >= last);
      last = now;
    }
  });
});
