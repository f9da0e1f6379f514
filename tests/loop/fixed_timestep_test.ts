import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  FixedTimestep,
  InterpolationBuffer,
  lerpState,
  Regularizer,
} from "@narrowphase/gjk2d/loop";
import { normal, random } from "./random.ts";

const none = (): void => {};

/** The update loop of the forum post, in ms: compares the accumulator with the frame time. */
function forum(dt: number, frames: number[]): { steps: number[]; acc: number[] } {
  let acc = 0;
  const result: { steps: number[]; acc: number[] } = { steps: [], acc: [] };
  for (const frame of frames) {
    const delta = Math.min(frame, 250);
    acc += delta;
    let steps = 0;
    while (acc > delta) {
      acc -= dt;
      steps++;
    }
    result.steps.push(steps);
    result.acc.push(acc);
  }
  return result;
}

describe("FixedTimestep", () => {
  const run = (frames: number[]): { steps: number[]; alphas: string[]; dropped: number[] } => {
    const fixed = new FixedTimestep(10);
    const all = frames.map((elapsed) => fixed.advance(elapsed, none));
    return {
      steps: all.map((a) => a.steps),
      alphas: all.map((a) => a.alpha.toFixed(3)),
      dropped: all.map((a) => a.dropped),
    };
  };

  it("advance() turns 16.667 ms frames into 1,2,2,1,2,2 steps of 10 ms", () => {
    const { steps, alphas } = run(Array(6).fill(16.667));
    assertEquals(steps, [1, 2, 2, 1, 2, 2]);
    assertEquals(alphas, ["0.667", "0.333", "0.000", "0.667", "0.334", "0.000"]);
    assertEquals(forum(10, Array(6).fill(16.667)).steps, [0, 2, 2, 2, 1, 2]);
  });

  it("advance() turns twelve 1 ms frames into one step at the tenth", () => {
    const frames = Array(12).fill(1);
    assertEquals(run(frames).steps, [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0]);
    const seed = forum(10, frames);
    assertEquals(seed.steps.slice(0, 3), [0, 1, 0]);
    assertEquals(seed.acc[1], -8);
    assertEquals(seed.steps[11], 1);
  });

  it("advance() pays a spike in its own frame and drops what passes maxFrame", () => {
    const { steps, dropped } = run([5, 300, 10]);
    assertEquals(steps, [0, 25, 1]);
    assertEquals(dropped, [0, 50, 0]);
    // 5, then 255 > 250: one step; then 255 > 10: 25 steps, one frame late.
    assertEquals(forum(10, [5, 300, 10]).steps, [0, 1, 25]);
  });

  it("advance() runs a step although rounding leaves the sum a hair short", () => {
    const fixed = new FixedTimestep(1);
    const counts = Array.from({ length: 30 }, () => fixed.advance(0.1, none).steps);
    // 0.1 added ten times is 0.9999999999999999.
    assertEquals(counts.map((n, i) => n === 1 ? i : -1).filter((i) => i >= 0), [9, 19, 29]);
    assert(fixed.alpha >= 0);
  });

  it("advance() calls back with the step", () => {
    const calls: number[] = [];
    const fixed = new FixedTimestep(4);
    fixed.advance(9, (step) => calls.push(step));
    assertEquals(calls, [4, 4]);
    assertEquals([fixed.steps, fixed.accumulator, fixed.alpha], [2, 1, 0.25]);
  });

  it("advance() counts negative and NaN frame times as 0, Infinity as maxFrame", () => {
    const fixed = new FixedTimestep(10);
    for (const bad of [-5, NaN, -Infinity]) assertEquals(fixed.advance(bad, none).steps, 0);
    assertEquals([fixed.rejected, fixed.accumulator], [3, 0]);
    assertEquals(fixed.advance(Infinity, none), { steps: 25, alpha: 0, dropped: 0 });
    const open = new FixedTimestep(10, { maxFrame: Infinity });
    assertEquals(open.advance(Infinity, none).steps, 0);
    assertEquals(open.rejected, 1);
  });

  it("advance() takes a maxFrame shorter than a ms", () => {
    const fixed = new FixedTimestep(0.25, { maxFrame: 0.5 });
    assertEquals(fixed.advance(3, none), { steps: 2, alpha: 0, dropped: 2.5 });
  });

  it("advance() drops whole steps beyond maxSteps and keeps the fraction", () => {
    const fixed = new FixedTimestep(10, { maxSteps: 3 });
    const { steps, alpha, dropped } = fixed.advance(58, none);
    assertEquals([steps, dropped], [3, 20]);
    assertAlmostEquals(alpha, 0.8);
    assertEquals(fixed.advance(2, none).steps, 1);
    // Without a fraction, and together with what passes maxFrame.
    assertEquals(fixed.advance(60, none), { steps: 3, alpha: 0, dropped: 30 });
    assertEquals(fixed.advance(300, none), { steps: 3, alpha: 0, dropped: 50 + 220 });
    assertEquals(fixed.dropped, 20 + 30 + 270);
  });

  it("advance() drops a step although rounding leaves it a hair short", () => {
    const fixed = new FixedTimestep(0.1, { maxSteps: 1 });
    // 0.3 − 0.1 is 0.19999999999999998: two steps to drop, and nothing left of a third.
    assertEquals(fixed.advance(0.3, () => {}), { steps: 1, alpha: 0, dropped: 0.2 });
    assert(Math.abs(fixed.accumulator) < 1e-15);
  });

  it("advance() drops steps that are too small to change the accumulator", () => {
    const fixed = new FixedTimestep(1e-17);
    let calls = 0;
    const { steps, dropped } = fixed.advance(200, () => void calls++);
    assertEquals([steps, calls], [0, 0]);
    assertAlmostEquals(dropped, 200, 1e-12);
    assertAlmostEquals(fixed.accumulator, 0, 1e-12);
    assert(fixed.alpha >= 0 && fixed.alpha < 1);
  });

  it("advance() commits a step before it is run", () => {
    const fixed = new FixedTimestep(10);
    let calls = 0;
    const boom = (): void => {
      if (++calls === 2) throw new Error("boom");
    };
    assertThrows(() => fixed.advance(45, boom), Error, "boom");
    assertEquals([calls, fixed.steps, fixed.accumulator], [2, 2, 25]);
    assertEquals(fixed.advance(0, boom).steps, 2);
    assertThrows(
      () => fixed.advance(10, () => void fixed.advance(1, none)),
      Error,
      "an advance is active",
    );
  });

  it("alpha is below 1 while whole steps wait, within onStep and after one that threw", () => {
    const fixed = new FixedTimestep(10);
    const seen: number[] = [];
    fixed.advance(35, () => void seen.push(fixed.alpha));
    assertEquals(seen, [1 - 2 ** -53, 1 - 2 ** -53, 0.5]);
    assertThrows(() =>
      fixed.advance(45, () => {
        throw new Error("boom");
      })
    );
    assertEquals([fixed.accumulator, fixed.alpha], [40, 1 - 2 ** -53]);
    assertEquals(fixed.advance(0, none).steps, 4);
  });

  it("advance() loses no time: Σ elapsed = steps·step + accumulator + dropped", () => {
    for (let seed = 1; seed <= 60; seed++) {
      const next = random(seed);
      const step = 1 + next() * 30;
      const maxSteps = next() < 0.5 ? Infinity : 1 + Math.floor(next() * 5);
      const regularize = next() < 0.5 ? "auto" : "off";
      const fixed = new FixedTimestep(step, { maxSteps, regularize });
      let sum = 0;
      let calls = 0;
      for (let i = 0; i < 2000; i++) {
        const kind = next();
        const elapsed = kind < 0.01
          ? 5000 * next()
          : kind < 0.02
          ? -3
          : kind < 0.9
          ? 1000 / 60 + normal(next)
          : 60 * next();
        if (elapsed > 0) sum += elapsed;
        const { alpha, steps } = fixed.advance(elapsed, () => calls++);
        assert(alpha >= 0 && alpha < 1, `alpha ${alpha}`);
        assert(steps <= maxSteps);
        const kept = fixed.steps * step + fixed.accumulator + fixed.dropped + fixed.deficit;
        assertAlmostEquals(kept, sum, 1e-6);
      }
      assertEquals(calls, fixed.steps);
    }
  });

  it("rejects arguments out of range", () => {
    assertThrows(() => new FixedTimestep(0), RangeError, "step is 0");
    assertThrows(() => new FixedTimestep(10, { maxFrame: 0 }), RangeError, "maxFrame is 0");
    for (const maxSteps of [1.5, 0, -1, -Infinity, NaN]) {
      const make = (): unknown => new FixedTimestep(10, { maxSteps });
      assertThrows(make, RangeError, `maxSteps is ${maxSteps}, must be a positive integer`);
    }
    assertThrows(
      () => new FixedTimestep(10, { regularize: "on" as "off" }),
      RangeError,
      "regularize is on",
    );
  });

  it("drops all of a frame where its steps are too small to count", () => {
    for (const step of [5e-324, 1e-310]) {
      const fixed = new FixedTimestep(step);
      assertEquals(fixed.advance(1, none), { steps: 0, alpha: 0, dropped: 1 });
      assertEquals([fixed.accumulator, fixed.dropped], [0, 1]);
    }
  });

  it("advance() returns what it dropped itself, also when onStep resets", () => {
    const fixed = new FixedTimestep(10);
    fixed.advance(1000, none); // 750 dropped
    const counted = fixed.advance(300, () => fixed.reset());
    assertEquals(counted, { steps: 1, alpha: 0, dropped: 50 });
    assertEquals([fixed.dropped, fixed.steps, fixed.accumulator], [0, 0, 0]);
  });

  it("reset() empties it", () => {
    const fixed = new FixedTimestep(10, { regularize: "auto" });
    fixed.advance(999, none);
    fixed.advance(NaN, none);
    fixed.reset();
    assertEquals(
      [fixed.steps, fixed.accumulator, fixed.dropped, fixed.rejected, fixed.deficit],
      [0, 0, 0, 0, 0],
    );
  });
});

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

/** The share of frames, after the first 200, whose number of steps breaks the regular pattern. */
function irregular(step: number, rate: number, sigma: number, regularize: "off" | "auto"): number {
  const fixed = new FixedTimestep(step, { regularize });
  const counts = jittered(rate, sigma, 20_000, 7).map((e) => fixed.advance(e, none).steps)
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
      const share = (regularize: "off" | "auto"): number =>
        irregular(1000 / steps, rate, 0.3, regularize);
      assert(share("off") > 0.1, `${steps} on ${rate}: ${share("off")}`);
      assertEquals(share("auto"), 0, `${steps} on ${rate}`);
    }
  });

  it("is needed: a plain accumulator is irregular in most frames", () => {
    assert(irregular(step, 60, 0.3, "off") > 0.5);
    assert(irregular(step, 60, 1, "off") > 0.5);
    assert(irregular(step, 120, 0.3, "off") > 0.3);
  });

  it("next() keeps the sums within two periods, whatever comes in", () => {
    for (let seed = 1; seed <= 100; seed++) {
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
    for (let seed = 1; seed <= 200; seed++) {
      const next = random(seed);
      const step = 1000 / [60, 240, 20][seed % 3];
      const regularizer = new Regularizer(step);
      let owed = 0;
      let locked = 0;
      const feed = (elapsed: number): void => {
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
          feed(Math.max(0, P + late + normal(next) * sigma));
        }
      }
      // And it does lock again, or is still locked to a whole fraction of this period.
      for (let i = 0; i < 500; i++) feed(step / 4);
      const { period } = regularizer;
      assert(period > 0 && period <= step / 4, `${period}`);
      assertAlmostEquals(Math.round(step / 4 / period) * period, step / 4, 1e-9);
    }
  });

  it("next() does not lock to a fast display with what a slow one left behind", () => {
    // It has given out less, or more, than it was given.
    for (const last of [2.6, 1.4]) {
      const regularizer = new Regularizer(step);
      for (let i = 0; i < 200; i++) regularizer.next(2 * step);
      for (let i = 0; i < 4; i++) regularizer.next(last * step);
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

  it("period locks to the recognised ratio of the step", () => {
    const whole = [60, 120, 30, 180, 240, 20, 15, 12, 300, 360, 480, 960, 60 / 16];
    for (const rate of [...whole, 90, 144, 165, 150, 75]) {
      const period = 60 / rate;
      const regularizer = new Regularizer(step);
      for (const elapsed of jittered(rate, 0.1, 200, 3)) regularizer.next(elapsed);
      assertAlmostEquals(regularizer.period, period * step, 1e-9);
    }
  });

  it("period locks to no other ratio", () => {
    for (const rate of [80, 100, 50, 40, 1020, 60 / 17]) {
      const regularizer = new Regularizer(step);
      for (const elapsed of jittered(rate, 0.02, 600, 3)) regularizer.next(elapsed);
      assertEquals(regularizer.period, 0, `${rate} Hz`);
    }
  });

  it("period is locked to within 0.25 % and given up beyond 0.5 %", () => {
    const regularizer = new Regularizer(step);
    const feed = (rate: number): number => {
      for (let i = 0; i < 600; i++) regularizer.next(1000 / rate);
      return regularizer.period;
    };
    // 0.4, 0, 0.4, 0.8 and 0.4 % off.
    assertEquals([60.24, 60, 60.24, 60.48, 60.24].map(feed), [0, step, step, 0, 0]);
  });

  it("reset() forgets the display and the deficit", () => {
    const regularizer = new Regularizer(step);
    for (const elapsed of jittered(60, 0.3, 200, 5)) regularizer.next(elapsed);
    for (let i = 0; i < 5; i++) regularizer.next(1.3 * step);
    assertEquals(regularizer.period, step);
    assert(Math.abs(regularizer.deficit) > step);
    regularizer.reset();
    assertEquals([regularizer.period, regularizer.deficit], [0, 0]);
    const another = new Regularizer(step);
    for (const elapsed of jittered(144, 0.3, 200, 6)) {
      assertEquals(regularizer.next(elapsed), another.next(elapsed));
      assertEquals(regularizer.period, another.period);
    }
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
      for (const elapsed of jittered(rate, 0.1, 300, rate)) regularizer.next(elapsed);
      assertAlmostEquals(regularizer.period, ratio * step, 1e-9);
    }
  });

  it("lets go of a display after eight frames of one that it has no multiples for", () => {
    // A window that is dragged to another screen: with the old P every second frame had no step.
    for (const [from, to, steps] of [[30, 60, 60], [75, 30, 60], [90, 60, 60], [60, 120, 120]]) {
      const length = 1000 / steps;
      const regularizer = new Regularizer(length);
      const fixed = new FixedTimestep(length, { regularize: "auto" });
      for (const elapsed of jittered(from, 0.3, 300, from)) {
        regularizer.next(elapsed);
        fixed.advance(elapsed, none);
      }
      const locked = regularizer.period;
      assert(locked > 0);
      let held = 0, uneven = 0;
      for (const elapsed of jittered(to, 0.3, 300, to)) {
        regularizer.next(elapsed);
        if (regularizer.period === locked) held++;
        if (Math.abs(fixed.advance(elapsed, none).steps - steps / to) >= 1) uneven++;
      }
      assertEquals(held, 7, `${from} to ${to} Hz`);
      assert(uneven <= 30, `${from} to ${to} Hz: ${uneven} frames`);
    }
  });

  it("pays a whole period back at 59.94 Hz, once in 17 s, and takes frames for whole steps between", () => {
    const regularizer = new Regularizer(step);
    const beats: { from: number; to: number }[] = [];
    for (let frame = 0; frame < 4000; frame++) {
      const given = regularizer.next(1000 / 59.94);
      if (frame < 200 || Math.abs(given - step) < 1e-9) continue;
      assertAlmostEquals(given, step + 0.5, 1e-9);
      const last = beats.at(-1);
      if (last?.to === frame - 1) last.to = frame;
      else beats.push({ from: frame, to: frame });
    }
    // 1000 / 59.94 - step goes 1000 times into a step; 0.5 ms, 34 times into that and what is added meanwhile.
    assertEquals(beats.length, 3);
    for (const [k, { from, to }] of beats.entries()) {
      assertAlmostEquals(to - from, 33, 2);
      if (k > 0) assertAlmostEquals(from - beats[k - 1].from, 1000, 40);
    }
  });

  it("next() counts NaN and negative times as 0", () => {
    const regularizer = new Regularizer(step);
    assertEquals([regularizer.next(NaN), regularizer.next(-4)], [0, 0]);
    // It goes on as if nothing had been.
    assertEquals(regularizer.next(Infinity), Infinity);
    assertEquals([regularizer.deficit, regularizer.next(4)], [0, 4]);
    assertThrows(() => new Regularizer(-1), RangeError, "step is -1");
  });
});

describe("lerpState()", () => {
  it("blends number by number and is exact at both ends", () => {
    const a = [0.1, 10, -7];
    const b = [0.3, 30, 5];
    assertEquals([...lerpState(a, b, 0)], a);
    assertEquals([...lerpState(a, b, 1)], b);
    assertEquals([...lerpState(a, b, 0.25)].slice(1), [15, -4]);
  });

  it("writes to out, which may be an argument", () => {
    const previous = [1, 2];
    const current = [3, 8];
    const out = [0, 0];
    assert(lerpState(previous, current, 0.5, out) === out);
    assertEquals(out, [2, 5]);
    lerpState(previous, current, 0.5, previous);
    assertEquals(previous, [2, 5]);
    lerpState([1, 2], current, 0.5, current);
    assertEquals(current, [2, 5]);
  });

  it("rejects different lengths", () => {
    assertThrows(() => lerpState([1], [1, 2], 0), RangeError, "lengths are 1, 2 and 1");
    assertThrows(() => lerpState([1], [1], 0, [0, 0]), RangeError, "lengths are 1, 1 and 2");
  });

  it("refuses strings, endless lists and a frozen out before anything is written", () => {
    const out = [7, 7];
    const bad: [() => unknown, string][] = [
      [() => lerpState([1, 2], [1, "2" as never], 0.5, out), 'current[1] is the string "2"'],
      [() => lerpState(["1" as never, 2], [1, 2], 0.5, out), 'previous[0] is the string "1"'],
      [() => lerpState({ length: 2 ** 32 - 1 }, [1], 0.5), "previous.length is 4294967295"],
      [() => lerpState([1], [1], 0.5, new Array(2 ** 32 - 1)), "out.length is 4294967295"],
      [() => lerpState([1, 2], [3, 4], 0.5, Object.freeze([7, 7]) as number[]), "out is frozen"],
    ];
    for (const [act, message] of bad) assertThrows(act, Error, `Cannot blend states: ${message}`);
    assertEquals(out, [7, 7]);
  });

  it("rejects an alpha that is not finite and leaves out as it was", () => {
    const out = [7];
    for (const alpha of [NaN, Infinity, -Infinity]) {
      const message = `Cannot blend states: alpha is ${alpha}, must be finite`;
      assertThrows(() => lerpState([1], [3], alpha, out), RangeError, message);
      assertThrows(() => new InterpolationBuffer([1]).sample(alpha, out), RangeError, message);
    }
    assertEquals(out, [7]);
    assertEquals([...lerpState([1], [3], 1.5)], [4]);
  });
});

describe("InterpolationBuffer", () => {
  it("keeps the last two states as copies", () => {
    const state = new Float64Array([1, 2]);
    const buffer = new InterpolationBuffer(state);
    state[0] = 3;
    buffer.push(state);
    state[0] = 7;
    buffer.push(state);
    state[0] = 99;
    assertEquals([...buffer.previous, ...buffer.current], [3, 2, 7, 2]);
    assertEquals([...buffer.sample(0.5)], [5, 2]);
    const out = [0, 0];
    assert(buffer.sample(0.25, out) === out);
    assertEquals(out, [4, 2]);
  });

  it("refuses what is no list of numbers, by name and at once, and stays as it was", () => {
    const unreadable = Object.defineProperty([1, 2], 1, {
      get: () => {
        throw new Error("unreadable");
      },
    });
    const bad: [unknown, string][] = [
      [
        new Array(2 ** 32 - 1),
        "state.length is 4294967295, must be a whole number of at most 2^24",
      ],
      [{ length: 1e9 }, "state.length is 1000000000"],
      [{ length: -1 }, "state.length is -1"],
      [{ length: 1.5 }, "state.length is 1.5"],
      [{ length: NaN }, "state.length is NaN"],
      [{ length: "2" }, "state is an object, must be an array"],
      [new Array(2), "state[0] is undefined, must be a number"],
      [[1, "2"], 'state[1] is the string "2", must be a number'],
      [[1, null], "state[1] is null"],
      [new BigInt64Array(2), "state[0] is 0, must be a number"],
      [unreadable, "unreadable"],
    ];
    const buffer = new InterpolationBuffer([1, 10]);
    buffer.push([2, 20]);
    for (const [state, message] of bad) {
      assertThrows(() => new InterpolationBuffer(state as number[]), Error, message);
      for (const act of ["push", "reset"] as const) {
        assertThrows(() => buffer[act](state as number[]), Error, message);
      }
    }
    for (const state of [[1], [1, 2, 3], new Float64Array(5)]) {
      assertThrows(
        () => buffer.push(state),
        RangeError,
        `state.length is ${state.length}, must be 2`,
      );
    }
    assertEquals([[...buffer.previous], [...buffer.current]], [[1, 10], [2, 20]]);
    assertEquals([...new InterpolationBuffer({ length: 0 }).sample(0.5)], []);
  });

  it("reset() shows a jump at once", () => {
    const buffer = new InterpolationBuffer([0]);
    buffer.push([5]);
    buffer.reset([100]);
    assertEquals([...buffer.sample(0.3)], [100]);
    assertThrows(() => buffer.push([1, 2]), RangeError, "length is 2, must be 1");
    assertThrows(() => buffer.reset([]), RangeError, "length is 0, must be 1");
  });
});
