import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { hz } from "@narrowphase/gjk2d/loop";
import { SamplerGovernor, WindowedGovernor } from "@narrowphase/gjk2d/loop/classic";
import { frames } from "./governed.ts";

describe("SamplerGovernor", () => {
  // Work goes from 3 to 8 ms at 20 s, at 60 Hz.
  const step = (now: number): number => now < 20_000 ? 3 : 8;

  /** Intervals after the step, and when the first is within 2 % of the period. */
  function settle(starts: number[]): { first: number; seconds: number; frames: number } {
    let frames = 0;
    let first = NaN;
    for (let i = 1; i < starts.length; i++) {
      if (starts[i - 1] < 20_000) continue;
      const interval = starts[i] - starts[i - 1];
      if (Number.isNaN(first)) first = interval;
      if (Math.abs(interval / hz(60) - 1) <= 0.02) {
        return { first, seconds: (starts[i - 1] - 20_000) / 1000, frames };
      }
      frames++;
    }
    return { first, seconds: NaN, frames };
  }

  it("settles 13.1 s after a step of the work", async () => {
    const { first, seconds } = settle(await frames(new SamplerGovernor(60), step, 60));
    assertAlmostEquals(first, 21.67, 0.01);
    assertAlmostEquals(seconds, 13.1, 0.1);
  });

  it("is beaten by WindowedGovernor, which settles in 1.80 s, 93 frames", async () => {
    const starts = await frames(WindowedGovernor.ofFrequency(60), step, 60);
    const { first, seconds, frames: count } = settle(starts);
    assertAlmostEquals(first, 21.67, 0.1);
    assertAlmostEquals(seconds, 1.8, 0.01);
    assertEquals(count, 93);
  });

  it("begins anew after a frame longer than a sample, and holds its rate", async () => {
    // A stall of an hour in the first sample, and one after many.
    for (const at of [500, 20_000]) {
      const stall = 3_600_000;
      const work = (now: number): number => now >= at && now < at + 20 ? stall : 3;
      const starts = await frames(new SamplerGovernor(60), work, (at + stall) / 1000 + 13);
      const after = starts.filter((t) => t > at + stall);
      for (const seconds of [3, 6, 12]) {
        const count = after.filter((t) => t <= after[0] + seconds * 1000).length;
        // The first sample of all runs at 16.7 + 3 ms: 152 frames in 3 s.
        const least = at === 500 ? 60 * seconds - 30 : 60 * seconds - 2;
        assert(count >= least && count <= 60 * seconds + 2, `${count} frames in ${seconds} s`);
      }
    }
  });

  it("works on a clock that starts at zero, and on one that goes back", () => {
    const governor = new SamplerGovernor(50, 100, 1);
    const run = (from: number): number => {
      for (let i = 0; i <= 4; i++) {
        const { delay } = governor.plan(from + i * 25);
        governor.slept(delay, delay, from + i * 25);
      }
      return governor.plan(0).delay;
    };
    assertEquals(run(0), 15); // 25 − 20 of work, 20 wanted
    const before = governor.plan(0).delay;
    governor.slept(0, 0, -1e9);
    assertEquals(governor.plan(0).delay, before);
    assertEquals(run(-1e9 + 25), 10); // 25 − 15 of work
  });
});
