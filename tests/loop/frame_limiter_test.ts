import { assert, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { FrameLimiter, hz } from "@narrowphase/gjk2d/loop";
import { normal, random } from "./random.ts";

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
