import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { measureResolution, timerResolution } from "@narrowphase/gjk2d/loop/classic";
import { scripted } from "./rig.ts";
import { VirtualTime } from "@narrowphase/gjk2d/loop/testing";

describe("measureResolution()", () => {
  for (const quantum of [55, 10, 15.625, 1]) {
    it(`finds a quantum of ${quantum} ms as mean and minimum`, () => {
      const time = new VirtualTime();
      time.quantum = quantum;
      time.readCost = 0.01;
      const r = measureResolution(time);
      assertEquals(r.samples, 100);
      assertEquals(r.complete, true);
      assertEquals([r.min, r.median, r.max, r.mean], [quantum, quantum, quantum, quantum]);
      assertEquals(r.backwards, 0);
      assertEquals(timerResolution(time), quantum * 1000);
    });
  }

  it("gives up on a frozen clock after exactly maxReads readings", () => {
    const clock = scripted(5);
    const r = measureResolution(clock, { maxReads: 1000 });
    assertEquals([r.samples, r.complete, r.reads, clock.reads], [0, false, 1000, 1000]);
    assertEquals([r.min, r.median, r.max, r.mean], [NaN, NaN, NaN, NaN]);
  });

  it("gives up after maxTime", () => {
    const time = new VirtualTime();
    time.quantum = 55;
    time.readCost = 0.01;
    const r = measureResolution(time, { maxTime: 100 });
    assertEquals([r.samples, r.complete, r.mean], [2, false, 55]);
  });

  it("counts steps back and never records them", () => {
    const r = measureResolution(scripted(10, 11, 5, 6, NaN, 7, 6.5, 8.5), {
      samples: 4,
      maxReads: 100,
    });
    assertEquals(r.backwards, 2);
    assertEquals([r.samples, r.complete], [4, true]);
    assertEquals([r.min, r.median, r.max, r.mean], [1, 1, 2, 1.25]);
  });

  it("gives the middle step as the median, or the mean of both", () => {
    const median = (...readings: number[]): number =>
      measureResolution(scripted(...readings), { samples: readings.length - 1 }).median;
    assertEquals(median(0, 10, 11, 15, 18, 20), 3);
    assertEquals(median(0, 10, 11, 15, 17), 3);
    assertEquals(median(0, 5), 5);
  });

  it("timerResolution() is the mean of four steps in µs", () => {
    assertEquals(timerResolution(scripted(0, 1, 3, 6, 10, 99)), 2500);
    assertEquals(timerResolution(scripted(0, 1, 3)), 1500);
  });

  it("survives a clock that starts with NaN", () => {
    for (const first of [Infinity, -Infinity]) {
      const r = measureResolution(scripted(first, 1, 3, 4), { samples: 2 });
      assertEquals([r.min, r.max, r.samples, r.backwards], [1, 2, 2, 0]);
    }
    const r = measureResolution(scripted(NaN, NaN, 1, 2), { samples: 1 });
    assertEquals([r.samples, r.min], [1, 1]);
  });
});
