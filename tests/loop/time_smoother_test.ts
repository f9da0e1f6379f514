import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { TimeSmoother } from "@narrowphase/gjk2d/loop/classic";
import { random } from "./random.ts";

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
