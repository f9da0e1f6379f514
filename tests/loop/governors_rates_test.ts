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

// After 10 s of settling: the sampler spends its first sample at 67.7 Hz.
describe("frequency over 60 s at 85 Hz with 3 ms work and exact sleeps", () => {
  const governors: (() => LoopGovernor)[] = [
    () => new CompensatingGovernor(hz(85)),
    () => new SamplerGovernor(85),
    () => WindowedGovernor.ofFrequency(85),
    () => new DeadlineGovernor(hz(85)),
  ];
  const table: [tick: number, ...rates: number[]][] = [
    [1, 85.00, 84.99, 85.00, 85.00],
    [15.625, 84.99, 84.98, 85.00, 85.01],
    [55, 85.04, 84.99, 85.00, 85.01],
  ];
  for (const [tick, ...rates] of table) {
    for (const [i, make] of governors.entries()) {
      it(`${make().constructor.name} runs at ${rates[i]} Hz on a ${tick} ms clock`, async () => {
        const starts = await frames(make(), 3, 70, (time) => time.quantum = tick);
        const rate = starts.filter((t) => t >= 10_000).length / 60;
        assertAlmostEquals(rate, rates[i], rates[i] * 0.001);
      });
    }
  }
});
