import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { FixedTimestep, Regularizer } from "@narrowphase/gjk2d/loop";
import { effort } from "../effort.ts";
import { normal, random } from "./random.ts";

/** Frame times of a display whose timestamps jitter by a standard deviation of σ ms. */
function jittered(rate: number, sigma: number, count: number, seed: number): number[] {
  const next = random(seed);
  const frames: number[] = [];
  let last = 0;
  for (let k = 1; k <= count; k++) {
    const stamp = k * 1000 / rate + normal(next) * sigma;
    frames.push(Math.max(0, stamp - last));
    last = Math.max(stamp, last);
  }
  return frames;
}

/** Feeds a regularizer the frames of a display. */
function feed(regularizer: Regularizer, frames: Iterable<number>): number {
  for (const elapsed of frames) regularizer.next(elapsed);
  return regularizer.period;
}

/** The share of frames, after the first 200, whose number of steps breaks the regular pattern. */
function irregular(step: number, rate: number, sigma: number, regularize: "off" | "auto"): number {
  const fixed = new FixedTimestep(step, { regularize });
  const counts = jittered(rate, sigma, 20_000, 7).map((e) => fixed.advance(e, () => {}).steps)
    .slice(200);
  // A frame is regular if it repeats the number of steps one pattern length ago; a slip of the
  // phase breaks one pattern, so every slip counts and the pattern is not prescribed.
  const pattern = Math.max(1, Math.round(rate * step / 1000));
  let broken = 0;
  for (let i = pattern; i < counts.length; i++) if (counts[i] !== counts[i - pattern]) broken++;
  return broken / counts.length;
}

describe("Regularizer", () => {
  const step = 1000 / 60;
  // display rate, σ, largest share of irregular frames
  for (
    const [rate, sigma, limit] of [
      [60, 0.3, 0],
      [120, 0.3, 0],
      [30, 0.3, 0],
      [60, 1, 0.001],
      [120, 1, 0.005],
      [30, 1, 0],
      [59.94, 0.3, 0.005],
    ]
  ) {
    it(`makes 60 Hz steps regular on ${rate} Hz with σ ${sigma} ms`, () => {
      const share = irregular(step, rate, sigma, "auto");
      assert(share <= limit, `${share}`);
    });
  }

  it("makes any whole number of steps a frame, or of frames a step, regular", () => {
    for (
      const [steps, rate] of [[240, 60], [180, 60], [480, 60], [120, 30], [30, 240], [20, 120]]
    ) {
      assert(irregular(1000 / steps, rate, 0.3, "off") > 0.1, `${steps} on ${rate}`);
      assertEquals(irregular(1000 / steps, rate, 0.3, "auto"), 0, `${steps} on ${rate}`);
    }
  });

  it("next() locks to the displays on which 60 steps a second make a short pattern", () => {
    for (const rate of [75, 90, 144, 150, 165]) {
      const period = feed(new Regularizer(step), jittered(rate, 0.1, 400, 3));
      assertAlmostEquals(period, 1000 / rate, 1e-9, `${rate} Hz`);
    }
  });

  it("next() keeps the sums within two periods, whatever comes in", () => {
    for (let seed = 1; seed <= effort(250); seed++) {
      const next = random(seed);
      const regularizer = new Regularizer(step);
      const rate = [30, 59.94, 60, 61, 75, 120, 144, 165, 240][seed % 9];
      const bias = next() * 0.7 - 0.35;
      let sum = 0;
      let out = 0;
      let largest = 1000 / rate;
      for (let i = 0; i < 3000; i++) {
        const mode = i < 300 ? 0.3 : next();
        let elapsed = 1000 / rate + normal(next) * 0.3;
        if (mode < 0.02) elapsed *= 1 + Math.floor(next() * 5);
        else if (mode < 0.05) elapsed *= next() * 2;
        else if (i > 1000 && i < 1400) elapsed *= 1 + bias; // a lie just within the snap
        else if (mode > 0.99) elapsed = 0;
        elapsed = Math.max(0, elapsed);
        sum += elapsed;
        const given = regularizer.next(elapsed);
        assert(given >= 0);
        out += given;
        largest = Math.max(largest, regularizer.period);
        assert(Math.abs(out - sum) <= 2 * largest + 1e-6, `seed ${seed} frame ${i} ${out - sum}`);
        assertAlmostEquals(regularizer.deficit, sum - out, 1e-6);
      }
    }
  });

  it("next() keeps the sums within two periods of the display locked to, whichever came before", () => {
    const rates = [30, 60, 75, 90, 120, 144, 165, 240];
    for (let seed = 1; seed <= effort(500); seed++) {
      const next = random(seed);
      const step = 1000 / [60, 240, 20][seed % 3];
      const regularizer = new Regularizer(step);
      let owed = 0;
      let locked = 0;
      const take = (elapsed: number): void => {
        const given = regularizer.next(elapsed);
        assert(given >= 0);
        owed += elapsed - given;
        assertAlmostEquals(regularizer.deficit, owed, 1e-6);
        // Without a lock nothing is added to what the last one left.
        if (regularizer.period > 0) locked = regularizer.period;
        assert(Math.abs(owed) <= 2 * locked + 1e-6, `seed ${seed}: ${owed} on ${locked}`);
      };
      for (let display = 0; display < 8; display++) {
        const P = 1000 / rates[Math.floor(next() * rates.length)];
        const sigma = next() < 0.5 ? 0 : next();
        for (let i = Math.floor(next() * 600); i > 0; i--) {
          const late = next() < 0.02 ? P * next() * 2 : 0;
          take(Math.max(0, P + late + normal(next) * sigma));
        }
      }
      // And it does lock again, or is still locked to a whole fraction of this period.
      for (let i = 0; i < 500; i++) take(step / 4);
      const { period } = regularizer;
      assert(period > 0 && period <= step / 4, `${period}`);
      assertAlmostEquals(Math.round(step / 4 / period) * period, step / 4, 1e-9);
    }
  });

  it("next() does not lock to a fast display with what a slow one left behind", () => {
    // It has given out less, or more, than it was given.
    for (const last of [2.6, 1.4]) {
      const regularizer = new Regularizer(step);
      feed(regularizer, Array(200).fill(2 * step));
      feed(regularizer, Array(4).fill(last * step));
      assert(Math.abs(regularizer.deficit) > step);
      let frames = 0;
      for (let i = 0; i < 600; i++) {
        regularizer.next(step / 4);
        const { period, deficit } = regularizer;
        if (period === step / 4) frames++;
        assert(period === 0 || Math.abs(deficit) <= 2 * period + 1e-9, `${deficit} on ${period}`);
      }
      assert(frames > 300, `${frames}`);
    }
  });

  it("next() passes the frame times of a display without a period through", () => {
    for (let seed = 1; seed <= 50; seed++) {
      const regularizer = new Regularizer(step);
      const next = random(seed);
      for (let i = 0; i < 500; i++) {
        const elapsed = 10 + next() * 13; // 16.5 on average, as a period of 60 Hz would be
        assertAlmostEquals(regularizer.next(elapsed), elapsed, 1e-9);
      }
      assertEquals(regularizer.period, 0);
    }
  });

  it("period locks to the recognised ratio of the step, and to no other", () => {
    const whole = [60, 120, 30, 180, 240, 20, 15, 12, 300, 360, 480, 960, 60 / 16];
    for (const rate of [...whole, 90, 144, 165, 150, 75]) {
      const period = feed(new Regularizer(step), jittered(rate, 0.1, 200, 3));
      assertAlmostEquals(period, 60 / rate * step, 1e-9);
    }
    for (const rate of [80, 100, 50, 40, 1020, 60 / 17]) {
      assertEquals(feed(new Regularizer(step), jittered(rate, 0.02, 600, 3)), 0, `${rate} Hz`);
    }
  });

  it("period is locked to within 0.25 % and given up beyond 0.5 %", () => {
    const regularizer = new Regularizer(step);
    const after = (rate: number): number => feed(regularizer, Array(600).fill(1000 / rate));
    // 0.4, 0, 0.4, 0.8 and 0.4 % off.
    assertEquals([60.24, 60, 60.24, 60.48, 60.24].map(after), [0, step, step, 0, 0]);
  });

  it("reset() forgets the display and the deficit", () => {
    const regularizer = new Regularizer(step);
    feed(regularizer, jittered(60, 0.3, 200, 5));
    assertEquals(feed(regularizer, Array(5).fill(1.3 * step)), step);
    assert(Math.abs(regularizer.deficit) > step); // and is being paid back
    regularizer.reset();
    assertEquals([regularizer.period, regularizer.deficit], [0, 0]);
    const another = new Regularizer(step);
    for (const elapsed of jittered(144, 0.3, 200, 6)) {
      assertEquals(regularizer.next(elapsed), another.next(elapsed));
      assertEquals(regularizer.period, another.period);
    }
  });

  it("retune() finds the display anew for another step, and only for another", () => {
    const regularizer = new Regularizer(step);
    feed(regularizer, jittered(60, 0.3, 200, 5));
    regularizer.retune(step);
    assertEquals(regularizer.period, step);
    // Of seven frames in six steps there is no short pattern.
    regularizer.retune(7 / 6 * step);
    assertEquals(regularizer.period, 0);
    assertEquals(feed(regularizer, jittered(60, 0.3, 200, 6)), 0);
    regularizer.retune(2 * step);
    assertEquals(feed(regularizer, jittered(60, 0.3, 200, 7)), step);
  });

  it("next() pays the deficit back once it passes a period", () => {
    for (const rate of [59.94, 60.06]) {
      const regularizer = new Regularizer(step);
      let largest = 0;
      for (const elapsed of jittered(rate, 0.1, 20_000, 9)) {
        const given = regularizer.next(elapsed);
        largest = Math.max(largest, Math.abs(regularizer.deficit));
        if (regularizer.period > 0) {
          const off = given - Math.round(given / step) * step;
          assert(Math.abs(off) <= 0.5 + 1e-9, `${off}`);
        }
      }
      assert(largest > 0.9 * step && largest < 1.1 * step, `${rate} Hz: ${largest}`);
    }
  });

  it("next() takes late frames for whole steps, also while it pays back and after that", () => {
    for (const rate of [59.94, 60.06]) {
      const regularizer = new Regularizer(step);
      const timeOf = (frame: number): number =>
        1000 * frame / rate + (frame % 41 === 40 ? 0.4 * step : 0);
      for (let frame = 1; frame < 9000; frame++) {
        const given = regularizer.next(timeOf(frame) - timeOf(frame - 1));
        if (frame < 200) continue;
        assertEquals(regularizer.period, step);
        assert(Math.abs(given - step) < 0.5 + 1e-9, `${rate} Hz, frame ${frame}: ${given}`);
      }
    }
  });

  it("period follows the window to another display", () => {
    const regularizer = new Regularizer(step);
    for (const [rate, ratio] of [[60, 1], [144, 5 / 12], [75, 0.8], [30, 2], [60, 1]]) {
      assertAlmostEquals(feed(regularizer, jittered(rate, 0.1, 300, rate)), ratio * step, 1e-9);
    }
  });

  it("lets go of a display after eight frames of one that it has no multiples for", () => {
    // A window that is dragged to another screen: with the old P every second frame had no step.
    for (const [from, to, steps] of [[30, 60, 60], [75, 30, 60], [90, 60, 60], [60, 120, 120]]) {
      const length = 1000 / steps;
      const regularizer = new Regularizer(length);
      const fixed = new FixedTimestep(length, { regularize: "auto" });
      for (const elapsed of jittered(from, 0.3, 300, from)) fixed.advance(elapsed, () => {});
      const locked = feed(regularizer, jittered(from, 0.3, 300, from));
      assert(locked > 0);
      let held = 0, uneven = 0;
      for (const elapsed of jittered(to, 0.3, 300, to)) {
        regularizer.next(elapsed);
        if (regularizer.period === locked) held++;
        if (Math.abs(fixed.advance(elapsed, () => {}).steps - steps / to) >= 1) uneven++;
      }
      assertEquals(held, 7, `${from} to ${to} Hz`);
      assert(uneven <= 30, `${from} to ${to} Hz: ${uneven} frames`);
    }
  });

  it("pays a whole period back at 59.94 Hz, once in 17 s, and takes frames for whole steps between", () => {
    const regularizer = new Regularizer(step);
    const long: number[] = [];
    for (let frame = 0; frame < 4000; frame++) {
      const given = regularizer.next(1000 / 59.94);
      if (frame < 200 || Math.abs(given - step) < 1e-9) continue;
      assertAlmostEquals(given, step + 0.5, 1e-9);
      long.push(frame);
    }
    // 1000 / 59.94 - step goes 1000 times into a step; 0.5 ms, 34 times into that and what is added meanwhile.
    const starts = long.filter((frame) => !long.includes(frame - 1));
    assertEquals(starts.length, 3);
    for (const [k, from] of starts.entries()) {
      const to = long.find((frame) => frame >= from && !long.includes(frame + 1))!;
      assertAlmostEquals(to - from, 33, 2);
      if (k > 0) assertAlmostEquals(from - starts[k - 1], 1000, 40);
    }
  });

  it("next() counts NaN and negative times as 0", () => {
    const regularizer = new Regularizer(step);
    assertEquals([regularizer.next(NaN), regularizer.next(-4)], [0, 0]);
    // It goes on as if nothing had been.
    assertEquals(regularizer.next(Infinity), Infinity);
    assertEquals([regularizer.deficit, regularizer.next(4)], [0, 4]);
  });
});
