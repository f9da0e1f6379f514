import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { TimeSmoother } from "@narrowphase/gjk2d/loop/classic";
import { effort, isLong } from "../effort.ts";
import { random } from "./random.ts";

const WINDOWS = ["count", "sum", "all"] as const;

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

/** What a smoother with some options makes of frames. */
function smooth(frames: readonly number[], options: object = {}): number[] {
  const smoother = new TimeSmoother(options);
  return frames.map((elapsed) => smoother.next(elapsed));
}

/** How far the sums of input and output are apart at most. */
function apart(frames: readonly number[], options: object = {}): number {
  let debt = 0;
  let most = 0;
  for (const [i, out] of smooth(frames, options).entries()) {
    debt += Math.min(frames[i], 100) - out;
    most = Math.max(most, Math.abs(debt));
  }
  return most;
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
      const options = { window, round: true, conserve: false };
      assertEquals(smooth([0, 55, 0, 55, 0, 55], options), [...table]);
    });
  }

  it("next() is off in the mean by window and clock, and not when it conserves", () => {
    // The error in percent, and the standard deviation of what it gives if that is known.
    const rows: [frame: number, tick: number, "sum" | "count", boolean, number, sd?: number][] = [
      [28, 55, "sum", false, 16.664],
      [28, 55, "count", false, 0, 2.6],
      [28, 55, "count", true, 0],
      [16.667, 15.625, "sum", false, 0.891],
      [16.667, 15.625, "count", false, 0.596],
      [16.667, 15.625, "count", true, 0],
    ];
    for (const [frame, tick, window, conserve, error, deviation] of rows) {
      // 20 000 frames once the 64 samples are filled.
      const frames = coarse(frame, tick, 20_064);
      const { mean, sd } = stats(smooth(frames, { window, conserve }).slice(64));
      const name = `${frame} ms on ${tick} ms, ${window}, ${conserve}`;
      assertAlmostEquals((mean / frame - 1) * 100, error, 0.0035, name);
      if (deviation !== undefined) assertAlmostEquals(sd, deviation, 0.05);
    }
  });

  it("next() keeps the sums of input and output together, as near as the docs say", () => {
    for (const [frame, most] of [[28, 49.1], [16.667, 62.9], [33.01, 138.8]]) {
      assertAlmostEquals(apart(coarse(frame, 55, 20_000)), most, 0.05);
    }
    for (let frame = 0.5; frame <= 100; frame += isLong ? 0.5 : 1.5) {
      assert(apart(coarse(frame, 55, 2000)) <= 139, `${frame}`);
    }
    const change = Array.from({ length: 900 }, (_, k) => k < 300 ? 2 : 100);
    assertAlmostEquals(apart(change), 397, 0.05);

    // The bound that always holds, (1 / gain − 1) · maxElapsed, with frames in bursts.
    for (const gain of [1 / 64, 1 / 8, 1 / 2, 1]) {
      for (let seed = 1; seed <= effort(20); seed++) {
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
      const frames = coarse(frame, 55, 20_000);
      const whole = smooth(frames, { maxElapsed: frame + 55 });
      const cut = smooth(frames);
      let debt = 0;
      let lost = 0;
      let shown = 0;
      for (const [i, elapsed] of frames.entries()) {
        debt += elapsed - whole[i];
        assert(Math.abs(debt) <= 55, `${frame}: ${debt}`);
        shown += elapsed - cut[i];
        lost += Math.max(0, elapsed - 100); // 10 of each reading of two ticks
      }
      assertAlmostEquals(shown, lost, 139);
      assert(lost > 3000);
    }
  });

  it("next() reaches 90 % of a step from 16.7 to 33.3 ms 5 frames after its first; the printed code 57", () => {
    const frames = [...Array(200).fill(16.7), ...Array(100).fill(33.3)];
    for (const [window, count] of [["count", 5], ["all", 57]] as const) {
      const after = smooth(frames, { window, conserve: false }).slice(200);
      assertEquals(after.findIndex((out) => out >= 16.7 + 0.9 * (33.3 - 16.7)), count);
    }
  });

  it("next() caps a spike at maxElapsed and never goes below zero", () => {
    assertEquals(new TimeSmoother().next(500), 100);
    const next = random(8);
    const wild = Array.from(
      { length: 5000 },
      () => [NaN, -30, 0, Infinity, 100 * next()][Math.floor(next() * 5)],
    );
    for (const out of smooth(wild, { gain: 1 })) assert(out >= 0 && out < Infinity, `${out}`);
  });

  it("next() is not poisoned by Infinity or NaN, with or without a cap, nor by frames without a length", () => {
    for (const window of WINDOWS) {
      assertEquals(new Set(smooth(Array(100).fill(0), { window })), new Set([0]));
      for (const maxElapsed of [100, Infinity]) {
        for (const conserve of [true, false]) {
          const frames = [16, Infinity, NaN, -Infinity, ...Array(201).fill(16)];
          const out = smooth(frames, { maxElapsed, window, conserve, gain: 1 });
          for (const shown of out) {
            assert(shown >= 0 && shown < Infinity, `${maxElapsed} ${window}`);
          }
          assertAlmostEquals(out[204], 16, 1e-9);
        }
      }
    }
    assertEquals(new TimeSmoother({ maxElapsed: Infinity }).next(Infinity), 0);
  });

  it("average() of nothing is 0; add() counts like next()", () => {
    for (const [options, mean] of [[{ round: true }, 16], [{}, 15.5]] as const) {
      const smoother = new TimeSmoother(options);
      assertEquals(smoother.average(), 0);
      smoother.add(10);
      smoother.add(21);
      assertEquals(smoother.average(), mean);
      smoother.reset();
      assertEquals(smoother.average(), 0);
    }
  });

  it("frameRate() is recomputed only when more than 500 ms have passed, and takes no number for no time", () => {
    const smoother = new TimeSmoother();
    const rates: number[] = [];
    for (let i = 0; i <= 60; i++) {
      if (i > 0) smoother.add(20);
      for (const bad of [NaN, Infinity, -Infinity]) smoother.frameRate(bad);
      rates.push(smoother.frameRate(10_000 + i * 20));
    }
    assertEquals(rates.indexOf(50), 26); // at 520 ms; at 500 it is not yet *more*
    assertEquals(new Set(rates), new Set([0, 50]));
    assertEquals(smoother.frameRate(NaN), 50);
    assertEquals(smoother.frameRate(0), 50); // the clock went back: measured afresh
    smoother.add(20);
    assertEquals(smoother.frameRate(501), 1000 / 501);
    smoother.reset();
    smoother.add(20);
    assertEquals(smoother.frameRate(1200), 0); // counts from here on
  });
});
