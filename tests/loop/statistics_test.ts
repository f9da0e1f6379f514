import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  formatReport,
  FrameLimiter,
  FrameStatistics,
  hz,
  type Report,
} from "@narrowphase/gjk2d/loop";
import { TimeSmoother } from "@narrowphase/gjk2d/loop/classic";
import { normal, random } from "./random.ts";

describe("FrameStatistics", () => {
  it("prints figure 2 of Killer Game Programming chapter 1 byte for byte", () => {
    const elapsed = [
      3.319,
      2.8592,
      2.7492,
      2.8592,
      2.7457,
      2.7986,
      2.8077,
      2.84,
      2.8643,
      2.7507,
      2.8428,
    ];
    const statistics = new FrameStatistics(20, 0);
    const lines: string[] = [];
    let start = 0;
    for (const seconds of elapsed) {
      const ms = seconds * 1000;
      for (let i = 1; i <= 50; i++) {
        const report = statistics.frame(start + ms * i / 50);
        if (report !== null) lines.push(formatReport(report));
      }
      start += ms;
    }
    assertEquals(lines, [
      "1 3.319s 231.9% 50c 15.06 15.06 afps",
      "1 2.8592s 185.92% 100c 16.19 15.63 afps",
      "1 2.7492s 174.92% 150c 16.8 16.02 afps",
      "1 2.8592s 185.92% 200c 16.97 16.26 afps",
      "1 2.7457s 174.57% 250c 17.2 16.44 afps",
      "1 2.7986s 179.86% 300c 17.31 16.59 afps",
      "1 2.8077s 180.77% 350c 17.38 16.7 afps",
      "1 2.84s 184% 400c 17.41 16.79 afps",
      "1 2.8643s 186.43% 450c 17.41 16.86 afps",
      "1 2.7507s 175.07% 500c 17.49 16.92 afps",
      "1 2.8428s 184.28% 550c 17.5 17.17 afps",
    ]);
  });

  it("avgFps passes 79 only 405 s in after a change from 40 to 80 at 10 s; intervalFps at once", () => {
    const statistics = new FrameStatistics(12.5, 0);
    let now = 0;
    let average = NaN;
    let interval = NaN;
    while (Number.isNaN(average)) {
      now += now < 10_000 ? 25 : 12.5;
      const report = statistics.frame(now);
      if (report === null) continue;
      if (Number.isNaN(interval) && report.intervalFps > 79) interval = now / 1000;
      if (report.avgFps > 79) average = now / 1000;
    }
    assertAlmostEquals(average, 405, 1);
    assertAlmostEquals(interval, 11, 1);
  });

  it("reports once the nominal time is reached, with periods that are not whole", () => {
    const statistics = new FrameStatistics(1000 / 60, 0);
    const reports: Report[] = [];
    for (let i = 1; i <= 600; i++) {
      const report = statistics.frame(i * 1000 / 60);
      if (report !== null) reports.push(report);
    }
    assertEquals(reports.length, 10);
    for (const report of reports) {
      assertAlmostEquals(report.errorPct, 0, 1e-9);
      assertAlmostEquals(report.fps, 60, 1e-9);
      assertAlmostEquals(report.nominal, 1000, 1e-9);
    }
  });

  it("reports on time although n periods may be a hair short of the interval", () => {
    for (let rate = 40; rate < 200; rate++) {
      const statistics = new FrameStatistics(1000 / rate, 0);
      for (let i = 1; i < rate; i++) assertEquals(statistics.frame(i), null);
      assert(statistics.frame(rate) !== null, `${rate}`);
    }
  });

  it("gives percentiles of |interval − period| over the newest intervals", () => {
    const statistics = new FrameStatistics(10, 0, { history: 100, percentiles: [0, 50, 99, 100] });
    let now = 0;
    let report: Report | null = null;
    for (let i = 1; i <= 100; i++) {
      now += 10 + (i % 2 ? i : -i) / 100;
      report = statistics.frame(now) ?? report;
    }
    assert(report !== null);
    assertAlmostEquals(report.p0, 0.01, 1e-9);
    assertAlmostEquals(report.p50, 0.5, 1e-9);
    assertAlmostEquals(report.p99, 0.99, 1e-9);
    assertAlmostEquals(report.p100, 1, 1e-9);
    assertAlmostEquals(report.max, 1, 1e-9);
    for (let i = 0; i < 100; i++) report = statistics.frame(now += 10) ?? report;
    assertAlmostEquals(report.max, 0, 1e-9);
  });

  it("reports what its defaults promise, of no more intervals than there were", () => {
    const statistics = new FrameStatistics(100, 0);
    let report: Report | null = null;
    for (let i = 1; i <= 10; i++) report = statistics.frame(i * 125);
    assert(report !== null);
    const percentiles = Object.keys(report).filter((key) => /^p\d/.test(key));
    assertEquals(percentiles, ["p50", "p90", "p99", "p99.9"]);
    for (const key of percentiles) assertEquals(report[key as "p50"], 25);
    assertEquals([report.fps, report.avgFps, report.intervalFps, report.max], [8, 8, 8, 25]);
  });

  it("reports a rate of 0 while no time has passed", () => {
    const statistics = new FrameStatistics(100, 5, { interval: 300 });
    const reports = [5, 5, 5].map((now) => statistics.frame(now));
    assertEquals(reports.slice(0, 2), [null, null]);
    const { fps, avgFps, intervalFps, errorPct } = reports[2] as Report;
    assertEquals([fps, avgFps, intervalFps, errorPct], [0, 0, 0, -100]);
  });

  it("survives readings that go back, repeat or are no numbers", () => {
    const statistics = new FrameStatistics(10, 1000, { interval: 100 });
    const next = random(2);
    let reports = 0;
    for (let i = 0; i < 2000; i++) {
      const now = [NaN, -5, 1000, Infinity, 1000 + i * 10, -Infinity][Math.floor(next() * 6)];
      const report = statistics.frame(now);
      if (report === null) continue;
      reports++;
      assert(report.elapsed >= 0 && report.max >= 0);
      for (const value of Object.values(report)) assert(Number.isFinite(value));
    }
    assertEquals(reports, 200);
  });

  it("frame() refuses what is no number, and counts nothing then", () => {
    const statistics = new FrameStatistics(500, 0);
    const bad: [unknown, string][] = [[10n, "10"], ["10", 'the string "10"'], [
      undefined,
      "undefined",
    ]];
    for (const [now, shown] of bad) {
      const message = `Cannot count frame: now is ${shown}, must be a number`;
      assertThrows(() => statistics.frame(now as number), TypeError, message);
    }
    assertEquals([statistics.frame(500), statistics.frame(1000)?.frames], [null, 2]);
  });

  it("rejects arguments out of range", () => {
    assertThrows(() => new FrameStatistics(0, 0), RangeError, "period is 0");
    assertThrows(() => new FrameStatistics(1, NaN), RangeError, "start is NaN");
    const make = (options: object) => () => new FrameStatistics(1, 0, options);
    assertThrows(make({ interval: -1 }), RangeError, "interval is -1");
    assertThrows(make({ averaging: 0 }), RangeError, "averaging is 0");
    assertThrows(make({ history: 1.5 }), RangeError, "history is 1.5");
    const most = "must be at most 2^24";
    assertThrows(make({ averaging: 2 ** 40 }), RangeError, `averaging is ${2 ** 40}, ${most}`);
    assertThrows(make({ history: 2 ** 24 + 1 }), RangeError, `history is ${2 ** 24 + 1}, ${most}`);
    assertThrows(make({ percentiles: [101] }), RangeError, "percentiles[0] is 101");
  });
});

/** The numbers a coarse clock gives for frames of `frame` ms. */
function coarse(frame: number, tick: number, count: number): number[] {
  const shown = (k: number): number => Math.floor(k * frame / tick + 1e-9) * tick;
  return Array.from({ length: count }, (_, k) => shown(k + 1) - shown(k));
}

function stats(values: number[]): { mean: number; sd: number } {
  const mean = values.reduce((a, b) => a + b, 0) / values.length;
  const sd = Math.sqrt(values.reduce((a, b) => a + (b - mean) ** 2, 0) / values.length);
  return { mean, sd };
}

describe("TimeSmoother", () => {
  for (
    const [window, table] of [
      ["all", [0, 28, 18, 28, 22, 28]],
      ["count", [0, 28, 18, 28, 22, 28]],
      ["sum", [0, 28, 18, 37, 28, 37]],
    ] as const
  ) {
    it(`next() gives ${table} for 0,55,0,55,0,55 with window "${window}"`, () => {
      const smoother = new TimeSmoother({ window, round: true, conserve: false });
      assertEquals([0, 55, 0, 55, 0, 55].map((e) => smoother.next(e)), [...table]);
    });
  }

  it("next() is unbiased for 28 ms frames on a 55 ms clock, unlike the book's intent", () => {
    // 20 000 frames once the 64 samples are filled.
    const frames = coarse(28, 55, 20_064);
    const raw = stats(frames);
    assertAlmostEquals(raw.sd, 27.5, 0.05);
    const out = (window: "sum" | "count", conserve: boolean): number[] => {
      const smoother = new TimeSmoother({ window, conserve });
      return frames.map((e) => smoother.next(e)).slice(64);
    };
    const sum = stats(out("sum", false));
    assertAlmostEquals(sum.mean, 32.666, 0.001);
    assertAlmostEquals((sum.mean / 28 - 1) * 100, 16.66, 0.01);
    const count = stats(out("count", false));
    assertAlmostEquals(count.mean, 27.999, 0.001);
    assertAlmostEquals(count.sd, 2.6, 0.05);
    assertAlmostEquals(stats(out("count", true)).mean, 28, 0.001);
    const smoother = new TimeSmoother();
    let debt = 0;
    for (const elapsed of frames) {
      debt += elapsed - smoother.next(elapsed);
      assert(Math.abs(debt) <= 50, `${debt}`);
    }
  });

  it("next() keeps the sums of input and output together, as near as the docs say", () => {
    const apart = (frames: Iterable<number>, options: object = {}): number => {
      const smoother = new TimeSmoother(options);
      let debt = 0;
      let most = 0;
      for (const elapsed of frames) {
        debt += Math.min(elapsed, 100) - smoother.next(elapsed);
        most = Math.max(most, Math.abs(debt));
      }
      return most;
    };
    assertAlmostEquals(apart(coarse(28, 55, 20_000)), 49.1, 0.05);
    assertAlmostEquals(apart(coarse(16.667, 55, 20_000)), 62.9, 0.05);
    assertAlmostEquals(apart(coarse(33.01, 55, 20_000)), 138.8, 0.05);
    for (let frame = 0.5; frame <= 100; frame += 0.5) {
      assert(apart(coarse(frame, 55, 2000)) <= 139, `${frame}`);
    }
    const change = Array.from({ length: 900 }, (_, k) => k < 300 ? 2 : 100);
    assertAlmostEquals(apart(change), 397, 0.05);

    // The bound that always holds, (1 / gain − 1) · maxElapsed, with frames in bursts.
    for (const gain of [1 / 64, 1 / 8, 1 / 2, 1]) {
      for (let seed = 1; seed <= 20; seed++) {
        const next = random(seed);
        let long = 0;
        const frames = Array.from({ length: 2000 }, () => {
          if (next() < 0.05) long = next() < 0.5 ? 0 : 100;
          return long;
        });
        const bound = (1 / gain - 1) * 100;
        assert(apart(frames, { gain }) <= bound + 1e-9, `${gain} ${seed}`);
        const uneven = frames.map((elapsed) => elapsed * next());
        const rounded = apart(uneven, { gain, round: true });
        assert(rounded <= bound + 0.5 / gain + 1e-9, `${gain} ${seed} rounded`);
      }
    }
    assertEquals(apart([0.25], { gain: 1, round: true }), 0.25); // where the bound without is 0
  });

  it("next() keeps to a coarse clock when maxElapsed is a tick longer than the frames", () => {
    for (const frame of [56, 60, 80, 100]) {
      const whole = new TimeSmoother({ maxElapsed: frame + 55 });
      const cut = new TimeSmoother();
      let debt = 0;
      let lost = 0;
      let shown = 0;
      for (const elapsed of coarse(frame, 55, 20_000)) {
        debt += elapsed - whole.next(elapsed);
        assert(Math.abs(debt) <= 55, `${frame}: ${debt}`);
        shown += elapsed - cut.next(elapsed);
        lost += Math.max(0, elapsed - 100); // 10 of each reading of two ticks
      }
      assertAlmostEquals(shown, lost, 139);
      assert(lost > 3000);
    }
  });

  it("next() is off by 0.89, 0.60 and 0.00 % for 16.667 ms frames on a 15.625 ms clock", () => {
    const frames = coarse(16.667, 15.625, 20_000);
    const error = (window: "sum" | "count", conserve: boolean): number => {
      const smoother = new TimeSmoother({ window, conserve });
      const shown = frames.map((e) => smoother.next(e));
      return (stats(shown).mean / stats(frames).mean - 1) * 100;
    };
    assertAlmostEquals(error("sum", false), 0.89, 0.005);
    assertAlmostEquals(error("count", false), 0.6, 0.005);
    assertAlmostEquals(error("count", true), 0, 0.005);
  });

  it("next() reaches 90 % of a step from 16.7 to 33.3 ms 5 frames after its first; the printed code 57", () => {
    const frames = (window: "all" | "count"): number => {
      const smoother = new TimeSmoother({ window, conserve: false });
      for (let i = 0; i < 200; i++) smoother.next(16.7);
      for (let i = 0; i < 100; i++) {
        if (smoother.next(33.3) >= 16.7 + 0.9 * (33.3 - 16.7)) return i;
      }
      return Infinity;
    };
    assertEquals(frames("count"), 5);
    assertEquals(frames("all"), 57);
  });

  it("next() caps a spike at maxElapsed and never goes below zero", () => {
    assertEquals(new TimeSmoother().next(500), 100);
    const smoother = new TimeSmoother({ gain: 1 });
    const next = random(8);
    for (let i = 0; i < 5000; i++) {
      const out = smoother.next([NaN, -30, 0, Infinity, 100 * next()][Math.floor(next() * 5)]);
      assert(out >= 0 && out < Infinity, `${out}`);
    }
  });

  it("next() is not poisoned by Infinity or NaN, with or without a cap", () => {
    for (const maxElapsed of [100, Infinity]) {
      for (const window of ["count", "sum", "all"] as const) {
        for (const conserve of [true, false]) {
          const smoother = new TimeSmoother({ maxElapsed, window, conserve, gain: 1 });
          smoother.next(16);
          for (const elapsed of [Infinity, NaN, -Infinity]) {
            const shown = smoother.next(elapsed);
            assert(shown >= 0 && shown < Infinity, `${maxElapsed} ${window} ${elapsed}: ${shown}`);
          }
          for (let i = 0; i < 200; i++) smoother.next(16);
          assertAlmostEquals(smoother.next(16), 16, 1e-9);
        }
      }
    }
    assertEquals(new TimeSmoother({ maxElapsed: Infinity }).next(Infinity), 0);
  });

  it("average() of nothing is 0; add() counts like next()", () => {
    const smoother = new TimeSmoother({ round: true });
    assertEquals(smoother.average(), 0);
    smoother.add(10);
    smoother.add(21);
    assertEquals(smoother.average(), 16);
    const exact = new TimeSmoother();
    exact.add(10);
    exact.add(21);
    assertEquals(exact.average(), 15.5);
    smoother.reset();
    assertEquals(smoother.average(), 0);
  });

  it("frameRate() is recomputed only when more than 500 ms have passed", () => {
    const smoother = new TimeSmoother();
    assertEquals(smoother.frameRate(10_000), 0);
    const rates: number[] = [];
    for (let i = 1; i <= 60; i++) {
      smoother.add(20);
      rates.push(smoother.frameRate(10_000 + i * 20));
    }
    assertEquals(rates.indexOf(50), 25); // at 520 ms; at 500 it is not yet *more*
    assertEquals(new Set(rates), new Set([0, 50]));
    assertEquals(smoother.frameRate(NaN), 50);
    assertEquals(smoother.frameRate(0), 50); // the clock went back: measured afresh
    smoother.add(20);
    assertEquals(smoother.frameRate(501), 1000 / 501);
  });

  it("frameRate() takes a time that is no number for none", () => {
    const smoother = new TimeSmoother();
    const rates: number[] = [];
    for (let i = 0; i <= 60; i++) {
      if (i > 0) smoother.add(20);
      for (const bad of [NaN, Infinity, -Infinity]) smoother.frameRate(bad);
      rates.push(smoother.frameRate(10_000 + i * 20));
    }
    assertEquals([rates[25], rates[26], rates[60]], [0, 50, 50]);
  });

  it("next() of frames without a length has none", () => {
    for (const window of ["count", "sum", "all"] as const) {
      const smoother = new TimeSmoother({ window });
      for (let i = 0; i < 100; i++) assertEquals(smoother.next(0), 0);
    }
  });

  it("rejects options out of range", () => {
    const make = (options: object) => () => new TimeSmoother(options);
    for (const samples of [48, 0, 0.5, -4, 3, Infinity, NaN, 2 ** 50 + 1]) {
      const message = `samples is ${samples}, must be a power of two`;
      assertThrows(make({ samples }), RangeError, message);
    }
    const most = `samples is ${2 ** 40}, must be at most 2^24`;
    assertThrows(make({ samples: 2 ** 40 }), RangeError, most);
    assertThrows(make({ averagePeriod: 0 }), RangeError, "averagePeriod is 0");
    assertThrows(make({ maxElapsed: NaN }), RangeError, "maxElapsed is NaN");
    assertThrows(make({ window: "some" }), RangeError, "window is some");
    for (const gain of [2, 0, -1]) {
      assertThrows(make({ gain }), RangeError, `gain is ${gain}`);
    }
  });
});

describe("FrameLimiter", () => {
  const gaps = new Map([[60, [1]], [75, [1, 2]], [120, [2]], [144, [2, 3]], [165, [2, 3]]]);
  for (const [rate, allowed] of gaps) {
    for (const sigma of [0, 0.3]) {
      it(`fires exactly 60 times a second on ${rate} Hz with σ ${sigma} ms`, () => {
        const limiter = new FrameLimiter(hz(60));
        const next = random(rate);
        const fired: number[] = [];
        for (let frame = 0; frame < rate * 60; frame++) {
          const exact = frame * 1000 / rate + normal(next) * sigma;
          const stamp = sigma === 0 ? exact : Math.round(exact * 10) / 10;
          if (limiter.fire(stamp)) fired.push(frame);
        }
        assertEquals(fired.length, 3600);
        const seen = new Set(fired.slice(1).map((frame, i) => frame - fired[i]));
        assertEquals([...seen].sort(), allowed);
      });
    }
  }

  it("keeps its rate for hours at the times of an epoch clock", () => {
    // A sum of periods there is 0.08 µs long a call, and loses one in 208 000.
    const limiter = new FrameLimiter(hz(60));
    let missed = 0;
    for (let frame = 0; frame < 220_000; frame++) {
      if (!limiter.fire(1.7e12 + frame * hz(60))) missed++;
    }
    assertEquals(missed, 0);
  });

  it("fires every frame of a slower display", () => {
    const limiter = new FrameLimiter(hz(60));
    let calls = 0;
    for (let frame = 0; frame < 300; frame++) if (limiter.fire(frame * hz(30))) calls++;
    assertEquals(calls, 300);
  });

  it("fires without a burst after a stall", () => {
    const limiter = new FrameLimiter(20);
    const fired: number[] = [];
    for (let t = 0; t < 100; t += 10) if (limiter.fire(t)) fired.push(t);
    for (let t = 10_000; t < 10_100; t += 10) if (limiter.fire(t)) fired.push(t);
    assertEquals(fired, [0, 20, 40, 60, 80, 10_000, 10_020, 10_040, 10_060, 10_080]);
  });

  it("makes up a call that is late by a period, so that the rate holds", () => {
    const limiter = new FrameLimiter(20);
    const fired = [0, 10, 40, 50, 60, 70, 80].filter((t) => limiter.fire(t));
    assertEquals(fired, [0, 40, 50, 60, 80]);
  });

  it("fires once for a timestamp that repeats", () => {
    const limiter = new FrameLimiter(20);
    const fired = [100, 100, 100, 120, 120].map((t) => limiter.fire(t));
    assertEquals(fired, [true, false, false, true, false]);
  });

  it("fires once for a timestamp that repeats on a display slower than half the cap", () => {
    const limiter = new FrameLimiter(20);
    for (let t = 0; t <= 1000; t += 100) assert(limiter.fire(t));
    assertEquals([limiter.fire(1000), limiter.fire(1000), limiter.fire(1100)], [
      false,
      false,
      true,
    ]);
  });

  it("holds the cap when the display becomes faster", () => {
    // The median of the frame times is that of the slow display for 16 frames more.
    for (const [cap, slow, fast] of [[30, 1, 60], [60, 10, 60], [60, 24, 144], [60, 30, 120]]) {
      const limiter = new FrameLimiter(hz(cap));
      let t = 0;
      for (let i = 0; i < 40; i++) assert(limiter.fire(t += hz(slow)));
      const from = t;
      for (let i = 1, calls = 0; i <= fast; i++) {
        if (limiter.fire(t += hz(fast))) calls++;
        const due = (t - from) / hz(cap);
        assert(Math.abs(calls - due) <= 1, `${cap} ${slow} ${fast}: ${calls} of ${due}`);
      }
    }
  });

  it("reset() forgets the display, as does a timestamp that goes back", () => {
    const frames = (limiter: FrameLimiter, rate: number, start: number): boolean[] =>
      Array.from({ length: 200 }, (_, k) => limiter.fire(start + k * hz(rate)));
    const expected = frames(new FrameLimiter(hz(50)), 144, 500);
    const [limiter, other] = [new FrameLimiter(hz(50)), new FrameLimiter(hz(50))];
    frames(limiter, 30, 0);
    limiter.reset();
    assertEquals(frames(limiter, 144, 500), expected);
    frames(other, 30, 1000);
    assertEquals(frames(other, 144, 500), expected);
  });

  it("fire() takes a timestamp that repeats for no frame of the display", () => {
    const [limiter, other] = [new FrameLimiter(hz(60)), new FrameLimiter(hz(60))];
    for (let k = 0; k < 400; k++) {
      assertEquals(limiter.fire(k * hz(144)), other.fire(k * hz(144)));
      for (let again = 0; again < 2; again++) assertEquals(other.fire(k * hz(144)), false);
    }
  });

  it("refuses NaN and starts anew when time goes back", () => {
    const limiter = new FrameLimiter(20);
    assertEquals([limiter.fire(NaN), limiter.fire(100), limiter.fire(101)], [false, true, false]);
    assertEquals([limiter.fire(50), limiter.fire(51), limiter.fire(70)], [true, false, true]);
    assertThrows(() => new FrameLimiter(0), RangeError, "period is 0");
  });
});
