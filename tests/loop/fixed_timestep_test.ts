import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { FixedTimestep } from "@narrowphase/gjk2d/loop";
import { effort } from "../effort.ts";
import { normal, random } from "./random.ts";
import { fail } from "./rig.ts";

const none = (): void => {};

describe("FixedTimestep", () => {
  const list = (text: string): number[] => text.split(" ").map(Number);
  const ones = "1 1 1 1 1 1 1 1 1 1 1 1", zeros = ones.replaceAll("1", "0");
  const sixty = "16.667 16.667 16.667 16.667 16.667 16.667";
  // Frames; the steps, alphas and what is dropped of each.
  const rows: [name: string, string, string, alphas: string, string][] = [
    ["16.667 ms frames", sixty, "1 2 2 1 2 2", "0.667 0.333 0 0.667 0.334 0", "0 0 0 0 0 0"],
    ["a spike in its own frame", "5 300 10", "0 25 1", "0.5 0.5 0.5", "0 50 0"],
    ["twelve 1 ms frames", ones, "0 0 0 0 0 0 0 0 0 1 0 0", "0.1", zeros],
  ];
  for (const [name, elapsed, steps, alphas, dropped] of rows) {
    it(`advance() turns ${name} into ${steps} steps of 10 ms and drops ${dropped} ms`, () => {
      const fixed = new FixedTimestep(10);
      const made = list(elapsed).map((elapsed) => fixed.advance(elapsed, none));
      assertEquals(made.map((a) => a.steps).join(" "), steps);
      assertEquals(made.map((a) => a.dropped).join(" "), dropped);
      for (const [i, alpha] of list(alphas).entries()) {
        assertAlmostEquals(made[i].alpha, alpha, 0.0005);
      }
    });
  }

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
    const nested = (): unknown => fixed.advance(10, () => void fixed.advance(1, none));
    assertThrows(nested, Error, "an advance is active");
  });

  it("alpha is below 1 while whole steps wait, within onStep and after one that threw", () => {
    const fixed = new FixedTimestep(10);
    const seen: number[] = [];
    fixed.advance(35, () => void seen.push(fixed.alpha));
    assertEquals(seen, [1 - 2 ** -53, 1 - 2 ** -53, 0.5]);
    assertThrows(() => fixed.advance(45, fail()));
    assertEquals([fixed.accumulator, fixed.alpha], [40, 1 - 2 ** -53]);
    assertEquals(fixed.advance(0, none).steps, 4);
  });

  it("advance() loses no time: Σ elapsed = steps·step + accumulator + dropped", () => {
    for (let seed = 1; seed <= effort(150); seed++) {
      const next = random(seed);
      const step = 1 + next() * 30;
      const maxSteps = next() < 0.5 ? Infinity : 1 + Math.floor(next() * 5);
      const regularize = next() < 0.5 ? "auto" : "off";
      const fixed = new FixedTimestep(step, { maxSteps, regularize });
      let sum = 0;
      let calls = 0;
      for (let i = 0; i < 2000; i++) {
        const kind = next();
        let elapsed = 60 * next();
        if (kind < 0.01) elapsed = 5000 * next();
        else if (kind < 0.02) elapsed = -3;
        else if (kind < 0.9) elapsed = 1000 / 60 + normal(next);
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

  it("reset() empties it, and the display is as unknown as to a new one", () => {
    const step = 1000 / 60, fixed = new FixedTimestep(step, { regularize: "auto" });
    const play = (by: FixedTimestep): number[] =>
      Array.from({ length: 205 }, (_, k) => {
        by.advance(k < 200 ? step + 0.3 * (k % 3 - 1) : 1.3 * step, none);
        return by.accumulator;
      });
    fixed.advance(999, none);
    fixed.advance(NaN, none);
    play(fixed);
    assert(Math.abs(fixed.deficit) > step);
    fixed.reset();
    const { steps, accumulator, dropped, rejected, deficit } = fixed;
    assertEquals([steps, accumulator, dropped, rejected, deficit], [0, 0, 0, 0, 0]);
    assertEquals(play(fixed), play(new FixedTimestep(step, { regularize: "auto" })));
  });
});
