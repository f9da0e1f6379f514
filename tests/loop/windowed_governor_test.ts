import { assertAlmostEquals, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { WindowedGovernor } from "@narrowphase/gjk2d/loop/classic";
import { VirtualTime } from "@narrowphase/gjk2d/loop/testing";
import { random } from "./random.ts";

describe("WindowedGovernor", () => {
  it("plan() follows the trace: max 3, period 10, work 4, the sixth frame 1500", async () => {
    const governor = new WindowedGovernor(10, 3);
    const time = new VirtualTime();
    const trace: string[] = [];
    const loop = async (): Promise<void> => {
      for (let frame = 1; frame <= 9; frame++) {
        time.advance(frame === 6 ? 1500 : 4);
        const now = time.now();
        const { delay } = governor.plan(now);
        trace.push(`${now}/${governor.windowSize}/${delay}`);
        await time.sleep(delay);
      }
    };
    loop();
    await time.run(2000);
    assertEquals(
      trace.join(", "),
      "4/0/10, 18/1/6, 28/2/6, 38/3/6, 48/3/6, 1554/0/6, 1564/1/6, 1574/2/6, 1584/3/6",
    );
  });

  it("plan() resets on a clock that jumps back, and keeps its delay", () => {
    const governor = new WindowedGovernor(10);
    for (const now of [4, 18, 28, 38]) governor.plan(now);
    assertEquals(governor.windowSize, 3);
    assertEquals(governor.plan(-5000).delay, 6);
    assertEquals(governor.windowSize, 0);
    assertEquals(governor.plan(-4990).delay, 6);
    assertEquals(governor.windowSize, 1);
  });

  it("plan() sums afresh so that rounding does not pile up", () => {
    const governor = new WindowedGovernor(1000, 7);
    const next = random(3);
    let now = 0;
    let delay = governor.plan(0).delay;
    const works: number[] = [];
    for (let i = 0; i < 50_000; i++) {
      const work = next() * 900;
      works.push(work);
      now += delay + work;
      delay = governor.plan(now).delay;
      if (works.length > 7) works.shift();
      const mean = works.reduce((a, b) => a + b) / works.length;
      assertAlmostEquals(delay, 1000 - mean, 1e-6);
    }
  });
});
