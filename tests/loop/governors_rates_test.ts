import { assertAlmostEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { hz } from "@narrowphase/gjk2d/loop";
import {
  CompensatingGovernor,
  DeadlineGovernor,
  type LoopGovernor,
  SamplerGovernor,
  WindowedGovernor,
} from "@narrowphase/gjk2d/loop/classic";
import { frames } from "./governed.ts";
import { VirtualTime } from "@narrowphase/gjk2d/loop/testing";

/** The loop of Killer Game Programming section 5, for comparison. */
async function naive(frequency: number, quantum: number): Promise<number> {
  const time = new VirtualTime();
  time.quantum = quantum;
  const period = 1000 / frequency;
  let count = 0;
  const loop = async (): Promise<void> => {
    let before = time.now();
    while (true) {
      count++;
      time.advance(3);
      const left = period - (time.now() - before);
      await time.sleep(left <= 0 ? 5 : left);
      before = time.now();
    }
  };
  loop();
  await time.run(10_000);
  const settled = count;
  await time.run(70_000);
  return (count - settled) / 60;
}

describe("frequency over 60 s at 85 Hz with 3 ms work and exact sleeps", () => {
  const table: [number, number, number, number, number, number][] = [
    // tick, naive, compensating, sampler, windowed, deadline
    [1, 85.00, 85.00, 84.99, 85.00, 85.00],
    [15.625, 70.88, 84.99, 84.98, 85.00, 85.01],
    [55, 72.73, 85.04, 84.99, 85.00, 85.01],
  ];
  for (const [tick, naiveRate, ...rates] of table) {
    const governors: (() => LoopGovernor)[] = [
      () => new CompensatingGovernor(hz(85)),
      () => new SamplerGovernor(85),
      () => WindowedGovernor.ofFrequency(85),
      () => new DeadlineGovernor(hz(85)),
    ];
    it(`naive loop runs at ${naiveRate} Hz on a ${tick} ms clock`, async () => {
      const rate = await naive(85, tick);
      assertAlmostEquals(rate, naiveRate, naiveRate * 0.001);
    });
    governors.forEach((make, i) => {
      it(`${make().constructor.name} runs at ${rates[i]} Hz on a ${tick} ms clock`, async () => {
        const starts = await frames(make(), 3, 70, (time) => time.quantum = tick);
        const rate = starts.filter((t) => t >= 10_000).length / 60;
        assertAlmostEquals(rate, rates[i], rates[i] * 0.001);
      });
    });
  }

  it("naive loop runs at 53.24 instead of 60 Hz on a 55 ms clock", async () => {
    assertAlmostEquals(await naive(60, 55), 53.24, 0.0533);
  });
});
