import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { hz } from "@narrowphase/gjk2d/loop";
import { FixedDelayGovernor } from "@narrowphase/gjk2d/loop/classic";
import { frames } from "./governed.ts";

describe("FixedDelayGovernor", () => {
  it("plan() gives the same delay whatever the time", () => {
    const governor = new FixedDelayGovernor(20);
    for (const now of [0, 5, -3, NaN, Infinity]) {
      assertEquals(governor.plan(now), { delay: 20, yield: false });
    }
  });

  it("runs 3036 of 3600 frames a minute at 60 Hz with 2 ms work, 1.1 ms oversleep", async () => {
    const starts = await frames(new FixedDelayGovernor(hz(60)), 2, 60, (time) => {
      time.oversleep = () => 1.1;
    });
    assertEquals(starts.length, 3036);
  });
});
