import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { systemClock } from "@narrowphase/gjk2d/loop";
import {
  formatSleepAccuracy,
  measureResolution,
  sleepAccuracy,
  StopWatch,
  timerResolution,
} from "@narrowphase/gjk2d/loop/classic";
import { VirtualTime } from "@narrowphase/gjk2d/loop/testing";

/** A clock that shows the given readings, then repeats the last. */
function scripted(...readings: number[]): { now(): number; reads: number } {
  return {
    reads: 0,
    now(): number {
      return readings[Math.min(this.reads++, readings.length - 1)];
    },
  };
}

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

describe("measureResolution()", () => {
  for (const quantum of [55, 10, 15.625, 1]) {
    it(`finds a quantum of ${quantum} ms as mean and minimum`, () => {
      const time = new VirtualTime();
      time.quantum = quantum;
      time.readCost = 0.001;
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

  it("rejects limits out of range", () => {
    assertThrows(() => measureResolution(systemClock, { samples: 0 }), RangeError, "samples is 0");
    assertThrows(() => measureResolution(systemClock, { maxReads: 1.5 }), RangeError, "1.5");
    assertThrows(() => measureResolution(systemClock, { maxTime: NaN }), RangeError, "NaN");
  });
});

describe("StopWatch", () => {
  it("stop() gives the time since start(), and start() works again", () => {
    const time = new VirtualTime(1000);
    const watch = new StopWatch(time);
    watch.start();
    time.advance(12.5);
    assertEquals(watch.stop(), 12.5);
    time.advance(100);
    watch.start();
    time.advance(2);
    assertEquals(watch.lap(), 2);
    time.advance(3);
    assertEquals(watch.lap(), 3);
    assertEquals(watch.stop(), 5);
  });

  it("stop() and lap() give NaN when not running", () => {
    const watch = new StopWatch(new VirtualTime());
    assertEquals([watch.stop(), watch.lap()], [NaN, NaN]);
    watch.start();
    watch.stop();
    assertEquals([watch.stop(), watch.lap(), watch.lap()], [NaN, NaN, NaN]);
  });

  it("stop() gives 0 and counts when the clock went back", () => {
    const watch = new StopWatch(scripted(10, 8, 9, 4));
    watch.start();
    assertEquals(watch.lap(), 0);
    assertEquals(watch.lap(), 1);
    assertEquals(watch.stop(), 0);
    assertEquals(watch.backwards, 2);
  });

  it("lap() goes on from the last number that the clock has shown, and counts none that repeats", () => {
    const watch = new StopWatch(scripted(10, NaN, 14, 14, 20));
    watch.start();
    assertEquals([watch.lap(), watch.lap(), watch.lap(), watch.lap()], [NaN, 4, 0, 6]);
    assertEquals(watch.backwards, 0);
  });

  it("resolution() is the smallest of four steps in ms", () => {
    assertEquals(new StopWatch(scripted(0, 5, 8, 12, 14, 15)).resolution(), 2);
    const time = new VirtualTime();
    time.quantum = 55;
    time.readCost = 0.01;
    assertEquals(new StopWatch(time).resolution(), 55);
  });
});

describe("sleepAccuracy()", () => {
  async function measure(
    delays: number[],
    over: (ms: number) => number,
    repeats = 1,
  ): ReturnType<typeof sleepAccuracy> {
    const time = new VirtualTime();
    time.oversleep = over;
    const rows = sleepAccuracy(time, time, delays, repeats);
    await time.run(1e6);
    return await rows;
  }

  it("reports the seed's sign and denominator", async () => {
    const [row] = await measure([10], () => 2);
    assertEquals(formatSleepAccuracy(row), "Slept: 10 ms   J3D: 12 ms   err: -16.67 %");
    assertEquals(
      formatSleepAccuracy((await measure([5], () => 0.9))[0]),
      "Slept: 5 ms   J3D: 5.9 ms   err: -15.25 %",
    );
    assertEquals(
      formatSleepAccuracy((await measure([1], () => 1))[0], "virtual"),
      "Slept: 1 ms   virtual: 2 ms   err: -50 %",
    );
    assertEquals(
      formatSleepAccuracy((await measure([1000], () => 0.05))[0]),
      "Slept: 1000 ms   J3D: 1000.05 ms   err: -0 %",
    );
  });

  it("measures the book's delays by default", async () => {
    const time = new VirtualTime();
    const rows = sleepAccuracy(time, time);
    await time.run(5000);
    const requested = (await rows).map((row) => row.requested);
    assertEquals(requested, [1000, 500, 200, 100, 50, 20, 10, 5, 1]);
    for (const row of await rows) assertAlmostEquals(row.errorPct, 0, 1e-9);
  });

  it("reports 0 for no sleep asked, Infinity for none given", async () => {
    const rows = await measure([0, 5], (ms) => -ms);
    assertEquals(rows.map((row) => row.errorPct), [0, Infinity]);
    assertEquals(formatSleepAccuracy(rows[1]), "Slept: 5 ms   J3D: 0 ms   err: ∞ %");
  });

  it("reports percentiles of the oversleep in µs when repeated", async () => {
    let n = 0;
    const [row] = await measure([10], () => ++n / 1000, 100);
    assertAlmostEquals(row.p50 ?? NaN, 50, 1e-6);
    assertAlmostEquals(row.p99 ?? NaN, 99, 1e-6);
    assertAlmostEquals(row.max ?? NaN, 100, 1e-6);
    assertAlmostEquals(row.actual, 10.0505, 1e-9);
  });

  it("reports percentiles by the nearest rank, and none of a single sleep", async () => {
    const over = [9, 1, 2];
    const [row] = await measure([10], () => over.shift() ?? NaN, 3);
    assertEquals([row.p50, row.p99, row.max], [2000, 9000, 9000]);
    assertEquals(Object.keys((await measure([10], () => 2))[0]), [
      "requested",
      "actual",
      "errorPct",
    ]);
  });

  it("prints two decimals", () => {
    const row = { requested: 16.6667, actual: 17.1234, errorPct: -2.6666 };
    const line = "Slept: 16.67 ms   J3D: 17.12 ms   err: -2.67 %";
    assertEquals(formatSleepAccuracy(row), line);
  });

  it("returns the finished rows when aborted", async () => {
    const time = new VirtualTime();
    const controller = new AbortController();
    const rows = sleepAccuracy(time, time, [10, 20, 30], 1, controller.signal);
    time.at(15, () => controller.abort());
    await time.run(20);
    assertEquals((await rows).map((row) => row.requested), [10]);
  });
});

describe("formatSleepAccuracy()", () => {
  it("rounds half to even on the exact binary value, strips zeros, keeps the sign of zero", () => {
    const cases: [number, string][] = [
      [0.125, "0.12"],
      [0.375, "0.38"],
      [-0.125, "-0.12"],
      [0.005, "0.01"], // a little more than 0.005 in binary
      [1.005, "1"], // a little less than 1.005
      [2.675, "2.67"],
      [1234567.891, "1234567.89"],
      [100, "100"],
      [16.8, "16.8"],
      [-0.004, "-0"],
      [-0, "-0"],
      [0, "0"],
      [1e21, "1000000000000000000000"],
      [-Infinity, "-∞"],
      [NaN, "NaN"],
    ];
    for (const [errorPct, text] of cases) {
      const line = formatSleepAccuracy({ requested: 1, actual: 1, errorPct });
      assertEquals(line.split("err: ")[1], `${text} %`);
    }
  });
});
