import { assert, assertEquals } from "@std/assert";
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

  /** A list of times, from one on. */
  const every = (step: number, count: number, from = 0): number[] =>
    Array.from({ length: count }, (_, k) => from + k * step);
  const slow = every(hz(30), 300), ten = every(100, 11);
  const stall = (step: number, count: number): number[] =>
    [0, 10_000].flatMap((from) => every(step, count, from));
  const rows: [name: string, period: number, stamps: number[], fired: number[]][] = [
    ["every frame of a slower display", hz(60), slow, slow],
    ["without a burst after a stall", 20, stall(10, 10), stall(20, 5)],
    ["again soon where a call is late by a period", 20, [0, 10, 40, 50, 60, 70, 80], [
      0,
      40,
      50,
      60,
      80,
    ]],
    ["once for a timestamp that repeats", 20, [100, 100, 100, 120, 120], [100, 120]],
    ["once where half the cap repeats", 20, [...ten, 1000, 1000, 1100], [...ten, 1100]],
    ["at no NaN, and anew when time goes back", 20, [NaN, 100, 101, 50, 51, 70], [100, 50, 70]],
  ];
  for (const [name, period, stamps, fired] of rows) {
    it(`fires ${name}`, () => {
      const limiter = new FrameLimiter(period);
      assertEquals(stamps.filter((t) => limiter.fire(t)), fired);
    });
  }

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
});
