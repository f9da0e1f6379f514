import { assert, assertAlmostEquals, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { hz } from "@narrowphase/gjk2d/loop";
import {
  CompensatingGovernor,
  DeadlineGovernor,
  FixedDelayGovernor,
  govern,
  type LoopGovernor,
  runGoverned,
  SamplerGovernor,
  WindowedGovernor,
} from "@narrowphase/gjk2d/loop/classic";
import { VirtualTime } from "@narrowphase/gjk2d/loop/testing";
import { random } from "./random.ts";

/** The times at which a governed loop begins its frames. */
async function frames(
  governor: LoopGovernor,
  work: number | ((now: number) => number),
  seconds: number,
  setup: (time: VirtualTime) => void = () => {},
): Promise<number[]> {
  const time = new VirtualTime();
  setup(time);
  const starts: number[] = [];
  const controller = new AbortController();
  const game = {
    update(): void {
      starts.push(time.real);
      time.advance(typeof work === "number" ? work : work(time.real));
    },
    draw(): void {},
  };
  const ended = runGoverned(game, governor, time, time, controller.signal);
  await time.run(seconds * 1000);
  controller.abort();
  assertEquals(await ended, "aborted");
  return starts.filter((t) => t < seconds * 1000);
}

/** The loop of Killer Game Programming section 5, for comparison. */
async function naive(frequency: number, quantum: number): Promise<number> {
  const time = new VirtualTime();
  time.quantum = quantum;
  const period = 1000 / frequency;
  let count = 0;
  const loop = async (): Promise<void> => {
    let before = time.now();
    while (true) {
      count++;
      time.advance(3);
      const left = period - (time.now() - before);
      await time.sleep(left <= 0 ? 5 : left);
      before = time.now();
    }
  };
  loop();
  await time.run(10_000);
  const settled = count;
  await time.run(70_000);
  return (count - settled) / 60;
}

describe("hz()", () => {
  it("converts without rounding and rejects what is no frequency", () => {
    assertEquals(hz(80), 12.5);
    for (const f of [0, -1, NaN, Infinity, -Infinity]) {
      assertThrows(() => hz(f), RangeError, `frequency is ${f}, must be positive and finite`);
    }
  });
});

describe("FixedDelayGovernor", () => {
  it("plan() gives the same delay whatever the time", () => {
    const governor = new FixedDelayGovernor(20);
    for (const now of [0, 5, -3, NaN, Infinity]) {
      assertEquals(governor.plan(now), { delay: 20, yield: false });
    }
  });

  it("runs 3036 of 3600 frames a minute at 60 Hz with 2 ms work, 1.1 ms oversleep", async () => {
    const starts = await frames(new FixedDelayGovernor(hz(60)), 2, 60, (time) => {
      time.oversleep = () => 1.1;
    });
    assertEquals(starts.length, 3036);
  });
});

describe("WindowedGovernor", () => {
  it("plan() follows the trace: max 3, period 10, work 4, the sixth frame 1500", async () => {
    const governor = new WindowedGovernor(10, 3);
    const time = new VirtualTime();
    const trace: string[] = [];
    const loop = async (): Promise<void> => {
      for (let frame = 1; frame <= 9; frame++) {
        time.advance(frame === 6 ? 1500 : 4);
        const now = time.now();
        const { delay } = governor.plan(now);
        trace.push(`${now}/${governor.windowSize}/${delay}`);
        await time.sleep(delay);
      }
    };
    loop();
    await time.run(2000);
    assertEquals(
      trace.join(", "),
      "4/0/10, 18/1/6, 28/2/6, 38/3/6, 48/3/6, 1554/0/6, 1564/1/6, 1574/2/6, 1584/3/6",
    );
  });

  it("plan() averages negative measurements out on a clock of 55 ms ticks", async () => {
    const governor = new WindowedGovernor(10);
    const time = new VirtualTime();
    time.quantum = 55;
    const trace: string[] = [];
    const loop = async (): Promise<void> => {
      for (let frame = 0; frame < 12; frame++) {
        time.advance(4);
        const now = time.now();
        const { delay } = governor.plan(now);
        trace.push(`${now}:${Math.round(delay * 100) / 100}`);
        await time.sleep(delay);
      }
    };
    loop();
    await time.run(1000);
    assertEquals(
      trace.join(" "),
      "0:10 0:20 0:25 55:10 55:12.5 55:14.5 110:7 110:8.43 110:9.68 110:10.79 165:6.29 165:7.2",
    );
  });

  it("plan() resets on a clock that jumps back, and keeps its delay", () => {
    const governor = new WindowedGovernor(10);
    for (const now of [4, 18, 28, 38]) governor.plan(now);
    assertEquals(governor.windowSize, 3);
    assertEquals(governor.plan(-5000).delay, 6);
    assertEquals(governor.windowSize, 0);
    assertEquals(governor.plan(-4990).delay, 6);
    assertEquals(governor.windowSize, 1);
  });

  it("plan() sums afresh so that rounding does not pile up", () => {
    const governor = new WindowedGovernor(1000, 7);
    const next = random(3);
    let now = 0;
    let delay = governor.plan(0).delay;
    const works: number[] = [];
    for (let i = 0; i < 50_000; i++) {
      const work = next() * 900;
      works.push(work);
      now += delay + work;
      delay = governor.plan(now).delay;
      if (works.length > 7) works.shift();
      const mean = works.reduce((a, b) => a + b) / works.length;
      assertAlmostEquals(delay, 1000 - mean, 1e-6);
    }
  });

  it("rejects arguments out of range", () => {
    assertThrows(() => new WindowedGovernor(0), RangeError, "period is 0");
    assertThrows(() => new WindowedGovernor(NaN), RangeError, "period is NaN");
    assertThrows(() => new WindowedGovernor(10, 0), RangeError, "maxWindowSize is 0");
    assertThrows(() => new WindowedGovernor(10, 1.5), RangeError, "maxWindowSize is 1.5");
    const large = "maxWindowSize is 1e+300, must be at most 2^24";
    assertThrows(() => new WindowedGovernor(10, 1e300), RangeError, large);
    assertThrows(() => new WindowedGovernor(10, 5, 0), RangeError, "resetTime is 0");
    assertEquals(WindowedGovernor.ofFrequency(80).period, 12.5);
  });
});

describe("SamplerGovernor", () => {
  // Work goes from 3 to 8 ms at 20 s, at 60 Hz.
  const step = (now: number): number => now < 20_000 ? 3 : 8;

  /** Intervals after the step, and when the first is within 2 % of the period. */
  function settle(starts: number[]): { first: number; seconds: number; frames: number } {
    let frames = 0;
    let first = NaN;
    for (let i = 1; i < starts.length; i++) {
      if (starts[i - 1] < 20_000) continue;
      const interval = starts[i] - starts[i - 1];
      if (Number.isNaN(first)) first = interval;
      if (Math.abs(interval / hz(60) - 1) <= 0.02) {
        return { first, seconds: (starts[i - 1] - 20_000) / 1000, frames };
      }
      frames++;
    }
    return { first, seconds: NaN, frames };
  }

  it("settles 13.1 s after a step of the work", async () => {
    const { first, seconds } = settle(await frames(new SamplerGovernor(60), step, 60));
    assertAlmostEquals(first, 21.67, 0.01);
    assertAlmostEquals(seconds, 13.1, 0.1);
  });

  it("is beaten by WindowedGovernor, which settles in 1.80 s, 93 frames", async () => {
    const starts = await frames(WindowedGovernor.ofFrequency(60), step, 60);
    const { first, seconds, frames: count } = settle(starts);
    assertAlmostEquals(first, 21.67, 0.1);
    assertAlmostEquals(seconds, 1.8, 0.01);
    assertEquals(count, 93);
  });

  it("begins anew after a frame longer than a sample, and holds its rate", async () => {
    // A stall of an hour in the first sample, and one after many.
    for (const at of [500, 20_000]) {
      const stall = 3_600_000;
      const work = (now: number): number => now >= at && now < at + 20 ? stall : 3;
      const starts = await frames(new SamplerGovernor(60), work, (at + stall) / 1000 + 13);
      const after = starts.filter((t) => t > at + stall);
      for (const seconds of [3, 6, 12]) {
        const count = after.filter((t) => t <= after[0] + seconds * 1000).length;
        // The first sample of all runs at 16.7 + 3 ms: 152 frames in 3 s.
        const least = at === 500 ? 60 * seconds - 30 : 60 * seconds - 2;
        assert(count >= least && count <= 60 * seconds + 2, `${count} frames in ${seconds} s`);
      }
    }
  });

  it("works on a clock that starts at zero, and on one that goes back", () => {
    const governor = new SamplerGovernor(50, 100, 1);
    const run = (from: number): number => {
      for (let i = 0; i <= 4; i++) {
        const { delay } = governor.plan(from + i * 25);
        governor.slept(delay, delay, from + i * 25);
      }
      return governor.plan(0).delay;
    };
    assertEquals(run(0), 15); // 25 − 20 of work, 20 wanted
    const before = governor.plan(0).delay;
    governor.slept(0, 0, -1e9);
    assertEquals(governor.plan(0).delay, before);
    assertEquals(run(-1e9 + 25), 10); // 25 − 15 of work
  });

  it("rejects arguments out of range", () => {
    assertThrows(() => new SamplerGovernor(50, 39.9), RangeError, "samplePeriod is 39.9");
    assertThrows(() => new SamplerGovernor(50, Infinity), RangeError, "samplePeriod is Infinity");
    assertThrows(() => new SamplerGovernor(50, 3000, 0), RangeError, "averagingSamplesMax is 0");
    assertThrows(() => new SamplerGovernor(0), RangeError, "frequency is 0");
  });
});

// The 60 s begin after 10 s of settling: the sampler spends its first sample at 67.7 Hz.
describe("frequency over 60 s at 85 Hz with 3 ms work and exact sleeps", () => {
  const table: [number, number, number, number, number, number][] = [
    // tick, naive, compensating, sampler, windowed, deadline
    [1, 85.00, 85.00, 84.99, 85.00, 85.00],
    [15.625, 70.88, 84.99, 84.98, 85.00, 85.01],
    [55, 72.73, 85.04, 84.99, 85.00, 85.01],
  ];
  for (const [tick, naiveRate, ...rates] of table) {
    const governors: (() => LoopGovernor)[] = [
      () => new CompensatingGovernor(hz(85)),
      () => new SamplerGovernor(85),
      () => WindowedGovernor.ofFrequency(85),
      () => new DeadlineGovernor(hz(85)),
    ];
    it(`naive loop runs at ${naiveRate} Hz on a ${tick} ms clock`, async () => {
      const rate = await naive(85, tick);
      assertAlmostEquals(rate, naiveRate, naiveRate * 0.001);
    });
    governors.forEach((make, i) => {
      it(`${make().constructor.name} runs at ${rates[i]} Hz on a ${tick} ms clock`, async () => {
        const starts = await frames(make(), 3, 70, (time) => time.quantum = tick);
        const rate = starts.filter((t) => t >= 10_000).length / 60;
        assertAlmostEquals(rate, rates[i], rates[i] * 0.001);
      });
    });
  }

  it("naive loop runs at 53.24 instead of 60 Hz on a 55 ms clock", async () => {
    assertAlmostEquals(await naive(60, 55), 53.24, 0.0533);
  });
});

describe("CompensatingGovernor", () => {
  it("sleeps 12 for 10, then asks 8 for ever", async () => {
    const time = new VirtualTime();
    time.oversleep = () => 2;
    const governor = new CompensatingGovernor(10);
    const asked: number[] = [];
    const sleeper = {
      sleep: (ms: number): Promise<void> => {
        asked.push(ms);
        return time.sleep(ms);
      },
      yield: (): Promise<void> => time.yield(),
    };
    const loop = async (): Promise<void> => {
      governor.slept(0, 0, time.now());
      for (let i = 0; i < 6; i++) {
        await govern(governor, time, sleeper);
        assertEquals(governor.overSleep, 2);
      }
    };
    const done = loop();
    await time.run(1000);
    await done;
    assertEquals(asked, [10, 8, 8, 8, 8, 8]);
  });

  it("owes one update whenever the excess passes a period", () => {
    const governor = new CompensatingGovernor(10);
    governor.slept(0, 0, 0);
    const trace: string[] = [];
    let now = 0;
    for (let i = 0; i < 11; i++) {
      now += 12;
      const plan = governor.plan(now);
      assertEquals(plan, { delay: 0, yield: true });
      governor.slept(0, 0, now);
      const excess = governor.excess;
      const owed = governor.owedUpdates();
      trace.push(owed === 0 ? `${excess}` : `${excess}→${governor.excess} (${owed})`);
    }
    assertEquals(trace.join(" "), "2 4 6 8 10 12→2 (1) 4 6 8 10 12→2 (1)");
  });

  /** Updates and draws that begin within 10 s, per second. */
  async function rates(update: number, draw: number): Promise<{ ups: number; fps: number }> {
    const time = new VirtualTime();
    const controller = new AbortController();
    let updates = 0;
    let draws = 0;
    const game = {
      update(): void {
        if (time.real < 10_000) updates++;
        time.advance(update);
      },
      draw(): void {
        if (time.real < 10_000) draws++;
        time.advance(draw);
      },
    };
    const ended = runGoverned(game, new CompensatingGovernor(10), time, time, controller.signal);
    await time.run(10_000);
    controller.abort();
    await time.run(11_000);
    await ended;
    return { ups: updates / 10, fps: draws / 10 };
  }

  for (
    const [update, draw, ups, fps] of [
      [0, 12, 100, 83.4],
      [2, 10, 100, 80],
      [6, 6, 99.9, 66.8],
      [12, 0, 83.4, 14.7],
    ] as const
  ) {
    it(`runs ${ups} UPS, ${fps} FPS with ${update} ms updates and ${draw} ms draws`, async () => {
      // Within one update or draw in the 10 s.
      const measured = await rates(update, draw);
      assertAlmostEquals(measured.ups, ups, 0.1 + 1e-9);
      assertAlmostEquals(measured.fps, fps, 0.1 + 1e-9);
    });
  }

  it("runs the published trace of 2 ms updates and 10 ms draws", async () => {
    const time = new VirtualTime();
    const trace: string[] = [];
    const game = {
      update(): void {
        trace.push(`u@${time.real}`);
        time.advance(2);
      },
      draw(): void {
        trace.push(`d@${time.real}`);
        time.advance(10);
      },
    };
    const controller = new AbortController();
    const ended = runGoverned(game, new CompensatingGovernor(10), time, time, controller.signal);
    await time.run(80);
    controller.abort();
    await time.run(200);
    await ended;
    assertEquals(
      trace.slice(0, 15).join(" "),
      "u@0 d@2 u@12 d@14 u@24 d@26 u@36 d@38 u@48 d@50 u@60 d@62 u@72 u@74 d@76",
    );
  });

  it("caps the debt and counts what it drops", () => {
    // The book's loop owes 1612 ms after 10 s of 12 ms updates at 10 ms, 3280 ms at 15 ms.
    for (const [work, debt] of [[12, 1612], [15, 3280]]) {
      const run = (maxExcess: number | undefined): CompensatingGovernor => {
        const governor = new CompensatingGovernor(10, { maxExcess });
        let now = 0;
        governor.slept(0, 0, now);
        while (now < 10_000) {
          now += work;
          assertEquals(governor.plan(now).delay, 0);
          governor.slept(0, 0, now);
          now += work * governor.owedUpdates();
        }
        return governor;
      };
      assertEquals(run(Infinity).excess, debt);
      assertEquals(run(Infinity).dropped, 0);
      assertEquals(run(undefined).excess, 50);
      assertEquals(run(undefined).dropped, debt - 50);
    }
  });

  it("yields after frames of exactly a period, which leave no time to sleep", () => {
    const governor = new CompensatingGovernor(10);
    governor.slept(0, 0, 0);
    for (let now = 10; now < 100; now += 10) {
      assertEquals(governor.plan(now), { delay: 0, yield: true });
      governor.slept(0, 0, now);
      assertEquals([governor.excess, governor.owedUpdates()], [0, 0]);
    }
  });

  it("does not take the time of a yield for an oversleep", () => {
    const governor = new CompensatingGovernor(10);
    governor.slept(0, 0, 0);
    assertEquals(governor.plan(12), { delay: 0, yield: true });
    governor.slept(0, 3, 15);
    assertEquals(governor.overSleep, 0);
    assertEquals(governor.plan(16).delay, 9);
  });

  it("yields once in noDelaysPerYield frames without a sleep", async () => {
    const time = new VirtualTime();
    const asked: string[] = [];
    const sleeper = {
      sleep: (ms: number): Promise<void> => {
        asked.push(`${ms}`);
        return time.sleep(ms);
      },
      yield: (): Promise<void> => {
        asked.push("yield");
        return time.yield();
      },
    };
    let updates = 0;
    const game = {
      update: (): void | false => {
        time.advance(updates++ === 0 ? 4 : 10);
        if (updates === 8) return false;
      },
      draw: (): void => {},
    };
    const governor = new CompensatingGovernor(10, { noDelaysPerYield: 3 });
    const ended = runGoverned(game, governor, time, sleeper);
    await time.run(1000);
    await ended;
    assertEquals(asked, ["6", "yield", "yield"]);
  });

  it("resets the count of sleepless frames at a sleep", () => {
    const governor = new CompensatingGovernor(10, { noDelaysPerYield: 2 });
    let now = 0;
    const frame = (work: number): boolean => {
      governor.slept(0, 0, now);
      now += work;
      return governor.plan(now).yield;
    };
    assertEquals([12, 1, 12, 12].map(frame), [false, false, false, true]);
  });

  it("asks at most for a bounded sleep on a clock that stands still or goes back", () => {
    const governor = new CompensatingGovernor(10);
    for (let i = 0; i < 10_000; i++) {
      const { delay } = governor.plan(5);
      assert(delay <= 1010, `${delay}`);
      governor.slept(delay, 0, 5);
    }
    governor.reset();
    governor.slept(0, 0, 1e9);
    assertEquals(governor.plan(0).delay, 10);
  });

  it("rejects arguments out of range", () => {
    assertThrows(() => new CompensatingGovernor(-1), RangeError, "period is -1");
    const make = (options: object) => () => new CompensatingGovernor(10, options);
    assertThrows(make({ noDelaysPerYield: 0 }), RangeError, "noDelaysPerYield is 0");
    assertThrows(make({ maxFrameSkips: -1 }), RangeError, "maxFrameSkips is -1");
    assertThrows(make({ maxFrameSkips: 1.5 }), RangeError, "maxFrameSkips is 1.5");
    assertThrows(make({ maxExcess: NaN }), RangeError, "maxExcess is NaN");
  });
});

describe("DeadlineGovernor", () => {
  it("keeps the frequency exactly, by multiplication", async () => {
    const next = random(1);
    const starts = await frames(new DeadlineGovernor(hz(60)), () => next() * 10, 600, (time) => {
      time.oversleep = () => next() * 2;
    });
    // 600 s of oversleeping: every frame begins after its deadline by less than the oversleep.
    starts.forEach((t, n) => {
      const late = t - n * hz(60);
      assert(late >= -1e-6 && late < 2 + 1e-6, `frame ${n} late ${late}`);
    });
    assertEquals(starts.length, 36_000);
  });

  it("starts anew after a lag above maxLag and counts it", () => {
    const governor = new DeadlineGovernor(10, 100);
    governor.slept(0, 0, 0);
    assertEquals(governor.plan(4).delay, 6); // due 10
    assertEquals(governor.plan(120).delay, 0); // due 20, lag 100: kept
    assertEquals(governor.dropped, 0);
    assertEquals(governor.plan(131).delay, 0); // due 30, lag 101: base 131
    assertEquals(governor.dropped, 101);
    assertEquals(governor.plan(133).delay, 8); // due 141
    assertEquals(governor.plan(1000), { delay: 0, yield: true }); // the 8 ms are no more
  });

  it("moves its deadlines back with the clock", () => {
    const governor = new DeadlineGovernor(10);
    governor.slept(0, 0, 1000);
    assertEquals(governor.plan(1004).delay, 6);
    governor.slept(6, 6, 1010);
    assertEquals(governor.plan(510).delay, 10); // back by 500: the deadline was 1020, is 520
    assertEquals(governor.plan(524).delay, 6);
    assertEquals(governor.dropped, 0);
  });

  it("does not take a coarse clock for a faulty one: 24 Hz on 55 ms ticks", async () => {
    const starts = await frames(new DeadlineGovernor(hz(24)), 3, 60, (time) => time.quantum = 55);
    assertAlmostEquals(starts.length / 60, 24, 0.05);
  });

  it("rejects arguments out of range", () => {
    assertThrows(() => new DeadlineGovernor(Infinity), RangeError, "period is Infinity");
    assertThrows(() => new DeadlineGovernor(10, -1), RangeError, "maxLag is -1");
    assertThrows(() => new DeadlineGovernor(10, NaN), RangeError, "maxLag is NaN");
  });
});

describe("LoopGovernor", () => {
  const makers: (() => LoopGovernor)[] = [
    () => new FixedDelayGovernor(10),
    () => new SamplerGovernor(100, 50, 3),
    () => new WindowedGovernor(10, 5),
    () => new CompensatingGovernor(10),
    () => new CompensatingGovernor(10, { maxExcess: Infinity, maxFrameSkips: 0 }),
    () => new DeadlineGovernor(10),
    () => new DeadlineGovernor(10, Infinity),
  ];
  const odd = [NaN, Infinity, -Infinity, 0, -1, 1e308, -1e308, 5e-324, 2 ** 53];

  for (const make of makers) {
    const name = make().constructor.name;

    it(`${name} plans a finite delay whatever the clock shows`, () => {
      for (let seed = 1; seed <= 200; seed++) {
        const next = random(seed);
        const governor = make();
        let now = next() < 0.5 ? 0 : next() * 1e12;
        for (let i = 0; i < 200; i++) {
          const kind = next();
          if (kind < 0.1) now = odd[Math.floor(next() * odd.length)];
          else if (kind < 0.2) now -= next() * 100;
          else if (kind < 0.3) now += next() * 1e5;
          else if (kind < 0.8) now += next() * 20;
          const { delay, yield: yields } = governor.plan(now);
          assert(delay >= 0 && delay < Infinity, `seed ${seed} frame ${i}: delay ${delay}`);
          // A frame without a sleep lets the host run.
          assertEquals(yields, delay === 0);
          const actual = kind < 0.05 ? odd[Math.floor(next() * odd.length)] : delay * next() * 2;
          now += kind < 0.15 ? 0 : actual;
          governor.slept(delay, actual, now);
          const owed = governor.owedUpdates();
          assert(Number.isInteger(owed) && owed >= 0 && owed <= 5, `owed ${owed}`);
        }
      }
    });

    it(`${name} keeps its state through readings that are not finite`, () => {
      const [a, b] = [make(), make()];
      const next = random(9);
      let now = 0;
      for (let i = 0; i < 300; i++) {
        for (const bad of [NaN, Infinity, -Infinity]) {
          const again = b.plan(bad).delay;
          if (i > 0) b.slept(0, NaN, bad);
          assert(again >= 0 && again < Infinity);
        }
        now += next() * 15;
        const plan = a.plan(now);
        assertEquals(b.plan(now), plan);
        assertEquals(b.plan(NaN), plan);
        now += plan.delay;
        a.slept(plan.delay, plan.delay, now);
        b.slept(plan.delay, plan.delay, now);
        assertEquals(a.owedUpdates(), b.owedUpdates());
      }
    });

    it(`${name} is new after reset()`, () => {
      const trace = (governor: LoopGovernor, now: number): string => {
        const next = random(4);
        let text = "";
        for (let i = 0; i < 100; i++) {
          now += next() * 30;
          const { delay } = governor.plan(now);
          now += delay + next();
          governor.slept(delay, delay, now);
          text += `${delay}/${governor.owedUpdates()} `;
        }
        return text;
      };
      const governor = make();
      for (const start of [100, 100, 1e6]) {
        assertEquals(trace(governor, start), trace(make(), start));
        governor.reset();
      }
    });
  }
});

describe("runGoverned()", () => {
  it("calls nothing when aborted before", async () => {
    const time = new VirtualTime();
    let calls = 0;
    const game = { update: (): void => void calls++, draw: (): void => void calls++ };
    const governor = new DeadlineGovernor(10);
    assertEquals(await runGoverned(game, governor, time, time, AbortSignal.abort()), "aborted");
    assertEquals(calls, 0);
  });

  it("finishes the callback in which it is aborted, and wakes from a sleep at once", async () => {
    for (const point of ["update", "draw", "sleep"]) {
      const time = new VirtualTime();
      const controller = new AbortController();
      const log: string[] = [];
      const call = (name: string) => (): void => {
        log.push(name);
        if (name === point) controller.abort();
      };
      const game = { update: call("update"), draw: call("draw") };
      if (point === "sleep") time.at(5, () => controller.abort());
      let at = NaN;
      const ended = runGoverned(game, new DeadlineGovernor(10), time, time, controller.signal)
        .then((reason) => {
          at = time.real;
          return reason;
        });
      await time.run(50);
      assertEquals(await ended, "aborted");
      assertEquals(log.join(), point === "update" ? "update" : "update,draw");
      assertEquals(at, point === "sleep" ? 5 : 0);
    }
  });

  it("stops when a callback returns false, also in an owed update", async () => {
    for (const which of [1, 2, 3]) {
      const time = new VirtualTime();
      let updates = 0;
      const game = {
        update(): void | false {
          time.advance(25);
          if (++updates === which) return false;
        },
        draw(): void {},
      };
      const ended = runGoverned(game, new CompensatingGovernor(10), time, time);
      await time.run(1000);
      assertEquals(await ended, "stopped");
      assertEquals(updates, which);
    }
  });

  it("stops when draw returns false, and when aborted in an owed update", async () => {
    for (const point of ["draw", "update"]) {
      const time = new VirtualTime();
      const controller = new AbortController();
      let updates = 0, draws = 0;
      const game = {
        update(): void {
          time.advance(25);
          // The second is one that the first, which was late, left owing.
          if (++updates === 2 && point === "update") controller.abort();
        },
        draw(): void | false {
          if (++draws === 1 && point === "draw") return false;
        },
      };
      const governor = new CompensatingGovernor(10);
      const ended = runGoverned(game, governor, time, time, controller.signal);
      await time.run(1000);
      assertEquals(await ended, point === "draw" ? "stopped" : "aborted");
      assertEquals([updates, draws], point === "draw" ? [1, 1] : [2, 1]);
    }
  });

  it("rejects with the error of a callback", async () => {
    const time = new VirtualTime();
    const error = new TypeError("boom");
    const game = {
      update(): void {
        throw error;
      },
      draw(): void {},
    };
    const caught = await assertRejects(
      () => runGoverned(game, new DeadlineGovernor(10), time, time),
      TypeError,
      "boom",
    );
    assert(caught === error);
  });
});
