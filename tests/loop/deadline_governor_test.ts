import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { hz } from "@narrowphase/gjk2d/loop";
import { DeadlineGovernor } from "@narrowphase/gjk2d/loop/classic";
import { effort } from "../effort.ts";
import { frames } from "./governed.ts";
import { random } from "./random.ts";

describe("DeadlineGovernor", () => {
  it("keeps the frequency exactly, by multiplication", async () => {
    const next = random(1);
    const seconds = effort(600);
    const starts = await frames(
      new DeadlineGovernor(hz(60)),
      () => next() * 10,
      seconds,
      (time) => {
        time.oversleep = () => next() * 2;
      },
    );
    // Oversleeping all the time: every frame begins after its deadline by less than the oversleep.
    starts.forEach((t, n) => {
      const late = t - n * hz(60);
      assert(late >= -1e-6 && late < 2 + 1e-6, `frame ${n} late ${late}`);
    });
    assertEquals(starts.length, 60 * seconds);
  });

  it("starts anew after a lag above maxLag and counts it", () => {
    const governor = new DeadlineGovernor(10, 100);
    governor.slept(0, 0, 0);
    assertEquals(governor.plan(4).delay, 6); // due 10
    assertEquals(governor.plan(120).delay, 0); // due 20, lag 100: kept
    assertEquals(governor.dropped, 0);
    assertEquals(governor.plan(131).delay, 0); // due 30, lag 101: base 131
    assertEquals(governor.dropped, 101);
    assertEquals(governor.plan(133).delay, 8); // due 141
    assertEquals(governor.plan(1000), { delay: 0, yield: true }); // the 8 ms are no more
    governor.reset();
    assertEquals([governor.plan(NaN).delay, governor.dropped], [10, 0]);
  });

  it("moves its deadlines back with the clock", () => {
    const governor = new DeadlineGovernor(10);
    governor.slept(0, 0, 1000);
    assertEquals(governor.plan(1004).delay, 6);
    governor.slept(6, 6, 1010);
    assertEquals(governor.plan(510).delay, 10); // back by 500: the deadline was 1020, is 520
    assertEquals(governor.plan(524).delay, 6);
    assertEquals(governor.dropped, 0);
  });

  it("does not take a coarse clock for a faulty one: 24 Hz on 55 ms ticks", async () => {
    const starts = await frames(new DeadlineGovernor(hz(24)), 3, 60, (time) => time.quantum = 55);
    assertAlmostEquals(starts.length / 60, 24, 0.05);
  });
});
