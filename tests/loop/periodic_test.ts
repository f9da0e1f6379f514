import { assert, assertAlmostEquals, assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { hz } from "@narrowphase/gjk2d/loop";
import { periodic, type PeriodicOptions } from "@narrowphase/gjk2d/loop/classic";
import { VirtualTime } from "@narrowphase/gjk2d/loop/testing";
import { random } from "./random.ts";

interface Call {
  scheduled: number;
  now: number;
  real: number;
}

async function calls(
  options: PeriodicOptions,
  until: number,
  work: (time: VirtualTime, n: number) => void = () => {},
  setup: (time: VirtualTime) => void = () => {},
): Promise<Call[]> {
  const time = new VirtualTime();
  setup(time);
  const made: Call[] = [];
  const controller = new AbortController();
  const ended = periodic(time, time, options, (scheduled, now) => {
    made.push({ scheduled, now, real: time.real });
    work(time, made.length);
  }, controller.signal);
  await time.run(until);
  controller.abort();
  await time.run(until + 1000);
  assertEquals(await ended, "aborted");
  return made;
}

/** Calls a second between the first and the last call. */
function rate(made: Call[]): number {
  return (made.length - 1) / (made[made.length - 1].real - made[0].real) * 1000;
}

/** The books' periods are whole ms, cut off: 80 Hz become 12 ms, which is 83.333 Hz. */
const integerPeriod = (frequency: number): number => Math.trunc(hz(frequency));

describe("periodic() on the ticks of old Windows", () => {
  const coarse = (tick: number) => (time: VirtualTime): void => {
    time.quantum = tick;
    time.timerTick = tick;
  };
  // Table 1 of Killer Game Programming chapter 1: the Swing timer, a fixed delay.
  const swing: [string, number, number[]][] = [
    ["XP, 15.625 ms", 15.625, [16, 32, 64, 64]],
    ["98, 55 ms", 55, [18.18, 18.18, 18.18, 18.18]],
    ["2000, 10 ms", 10, [20, 50, 50, 100]],
  ];
  for (const [name, tick, expected] of swing) {
    it(`fixedDelay gives ${expected} of 20, 50, 80, 100 Hz on Windows ${name}`, async () => {
      for (const [i, frequency] of [20, 50, 80, 100].entries()) {
        const period = integerPeriod(frequency);
        const made = await calls({ period, mode: "fixedDelay" }, 60_000, () => {}, coarse(tick));
        assertAlmostEquals(rate(made), expected[i], 0.005);
      }
    });
  }

  it("a model of 15 ms ticks does not give the XP row", async () => {
    for (const [i, expected] of [16.67, 33.33, 66.67, 66.67].entries()) {
      const period = integerPeriod([20, 50, 80, 100][i]);
      const made = await calls({ period, mode: "fixedDelay" }, 60_000, () => {}, coarse(15));
      assertAlmostEquals(rate(made), expected, 0.005);
    }
  });

  // Table 2: the utility timer, a fixed rate.
  for (const [name, tick] of swing) {
    it(`fixedRate gives 20, 50, 83.33, 100 of 20, 50, 80, 100 Hz on Windows ${name}`, async () => {
      for (const [i, frequency] of [20, 50, 80, 100].entries()) {
        const period = integerPeriod(frequency);
        const made = await calls({ period }, 60_000, () => {}, coarse(tick));
        const due = made[made.length - 1].scheduled - made[0].scheduled;
        assertAlmostEquals((made.length - 1) / due * 1000, [20, 50, 83.333, 100][i], 0.001);
        assertAlmostEquals(made.length / 60, [20, 50, 83.333, 100][i], 0.08);
      }
    });
  }

  it("fixedRate comes in bursts: on 55 ms ticks 78 % of the gaps at 83.3 Hz are 0", async () => {
    const made = await calls({ period: integerPeriod(80) }, 60_000, () => {}, coarse(55));
    const gaps = made.slice(1).map((call, i) => call.real - made[i].real);
    assertAlmostEquals(gaps.filter((gap) => gap === 0).length / gaps.length, 0.78, 0.005);
    for (const gap of gaps) assert(gap === 0 || Math.abs(gap - 55) < 1e-9, `${gap}`);
  });
});

describe("periodic()", () => {
  it("fixedRate schedules at start + delay + k·period, however late sleeps are", async () => {
    const made = await calls({ period: 10, delay: 3 }, 100, () => {}, (time) => {
      time.oversleep = () => 4;
    });
    assertEquals(made.map((c) => c.scheduled), [3, 13, 23, 33, 43, 53, 63, 73, 83, 93]);
    for (const call of made) assert(call.now >= call.scheduled && call.now <= call.scheduled + 4);
  });

  it("coalesce makes each call once when sleeps end a hair early", async () => {
    const made = await calls({ period: 10, catchUp: "coalesce" }, 55, () => {}, (time) => {
      time.oversleep = () => -1e-9;
    });
    assertEquals(made.map((c) => c.scheduled), [0, 10, 20, 30, 40, 50]);
  });

  it("fixedRate does not drift in an hour", async () => {
    const made = await calls({ period: hz(3) }, 3_600_000, () => {}, (time) => {
      time.oversleep = () => 1.1;
    });
    assertAlmostEquals(made[10_799].scheduled, 10_799 * hz(3), 1e-9);
    assertEquals(made.length, 10_800);
  });

  it("fixedDelay runs 3036 or 3378 of 3600 calls, anchored at the end or the start", async () => {
    for (const [anchor, count] of [["end", 3036], ["start", 3378]] as const) {
      const made = await calls(
        { period: hz(60), mode: "fixedDelay", anchor },
        60_000,
        (time) => time.advance(2),
        (time) => time.oversleep = () => 1.1,
      );
      assertEquals(made.length, count);
    }
  });

  it("catchUp all makes late calls back to back, coalesce makes one with the newest time", async () => {
    const stall = (time: VirtualTime, n: number): void => {
      if (n === 2) time.advance(35);
    };
    const all = await calls({ period: 10 }, 60, stall);
    assertEquals(
      all.map((c) => `${c.scheduled}@${c.real}`).join(" "),
      "0@0 10@10 20@45 30@45 40@45 50@50 60@60",
    );
    const one = await calls({ period: 10, catchUp: "coalesce" }, 60, stall);
    assertEquals(
      one.map((c) => `${c.scheduled}@${c.real}`).join(" "),
      "0@0 10@10 40@45 50@50 60@60",
    );
  });

  it("makes up at most maxCatchUp late calls, the newest, and counts what it drops", async () => {
    // An hour's suspend in the second call: 180 005 calls are late.
    for (const maxCatchUp of [undefined, 3, Infinity]) {
      const made = Math.min(maxCatchUp ?? 100, 180_005);
      const lost = 180_005 - made;
      const drops: number[] = [];
      const options = { period: 20, maxCatchUp, onDrop: (n: number) => void drops.push(n) };
      const late = (await calls(options, 3_600_150, (time, n) => {
        if (n === 2) time.advance(3_600_100);
      })).slice(2, -1);
      assertEquals([late.length, late[0].scheduled, late[made - 1].scheduled], [
        made,
        40 + lost * 20,
        3_600_120,
      ]);
      assertEquals(drops, lost > 0 ? [lost] : []);
    }
    // Calls merged by "coalesce" are not dropped.
    const drops: number[] = [];
    const options = {
      period: 10,
      catchUp: "coalesce",
      onDrop: (n: number) => void drops.push(n),
    } as const;
    await calls(options, 500, (time, n) => time.advance(n === 2 ? 300 : 0));
    assertEquals(drops, []);
  });

  it("yields after maxBurst calls without a pause, 16 by default", async () => {
    for (const maxBurst of [8, undefined]) assertEquals(await burst(maxBurst), maxBurst ?? 16);
  });

  async function burst(maxBurst: number | undefined): Promise<number> {
    const time = new VirtualTime();
    let made = 0;
    const seen: number[] = [];
    const controller = new AbortController();
    const watch = (): void => {
      seen.push(made);
      if (made < 50) time.at(time.real, watch);
    };
    const ended = periodic(time, time, { period: 1, maxBurst }, () => {
      if (++made === 1) {
        time.advance(49);
        time.at(time.real, watch);
      }
    }, controller.signal);
    await time.run(49.5);
    controller.abort();
    await ended;
    assertEquals(made, 50);
    assertEquals(seen[1], 2 * seen[0]);
    return seen[0];
  }

  it("moves the schedule back with the clock and survives NaN", async () => {
    const time = new VirtualTime();
    let shift = 0;
    const clock = {
      now: (): number => time.real > 33 && time.real < 34 ? NaN : time.real + shift,
    };
    const stamps: number[] = [];
    periodic(clock, time, { period: 10 }, () => {
      stamps.push(time.real);
      time.advance(1);
    });
    time.at(55, () => shift = -1e6);
    await time.run(95);
    // The clock is read at 61 for the first time after the shift: one period late, no burst.
    assertEquals(stamps.slice(0, 6), [0, 10, 20, 30, 40, 50]);
    for (let i = 1; i < stamps.length; i++) assert(stamps[i] - stamps[i - 1] >= 10 - 1e-9);
    assert(stamps.length >= 9, stamps.join());
  });

  it("takes a reading that is no number for the last one", async () => {
    for (const bad of [NaN, Infinity, -Infinity]) {
      const time = new VirtualTime();
      const clock = {
        now: (): number => time.real > 15 && time.real < 25 ? bad : time.real,
      };
      const made: string[] = [];
      periodic(clock, time, { period: 10 }, (scheduled, now) => {
        made.push(`${scheduled}@${now}`);
      });
      await time.run(45);
      // Woken at 20, it sees 10 again, and sleeps once more.
      assertEquals(made.join(" "), "0@0 10@10 20@30 30@30 40@40");
    }
  });

  it("ends when aborted while the clock shows no number", async () => {
    const time = new VirtualTime();
    const controller = new AbortController();
    let reads = 0;
    const clock = {
      now: (): number => {
        if (++reads > 1000) throw new Error("does not end");
        return NaN;
      },
    };
    const ended = periodic(clock, time, { period: 10 }, () => {}, controller.signal);
    time.at(25, () => controller.abort());
    await time.run(30);
    assertEquals(await ended, "aborted");
  });

  it("has no use for an anchor at a fixed rate", async () => {
    const made = await calls({ period: 10, anchor: "end" }, 45, (time) => time.advance(4));
    assertEquals(made.map((c) => c.scheduled), [0, 10, 20, 30, 40]);
  });

  it("waits for a clock that starts with NaN", async () => {
    const time = new VirtualTime();
    const clock = { now: (): number => time.real < 25 ? NaN : time.real };
    const stamps: number[] = [];
    periodic(clock, time, { period: 10 }, () => void stamps.push(time.real));
    await time.run(55);
    assertEquals(stamps, [30, 40, 50]);
  });

  it("ends when the task returns false, rejects when it throws, calls nothing when aborted", async () => {
    const time = new VirtualTime();
    let n = 0;
    const stopped = periodic(time, time, { period: 10 }, () => ++n === 3 ? false : undefined);
    await time.run(100);
    assertEquals([await stopped, n], ["stopped", 3]);
    const failed = periodic(time, time, { period: 10 }, () => {
      throw new TypeError("boom");
    });
    await assertRejects(() => failed, TypeError, "boom");
    const none = periodic(time, time, { period: 10 }, () => void n++, AbortSignal.abort());
    assertEquals([await none, n], ["aborted", 3]);
  });

  it("ends at once when aborted in a sleep, after the task when aborted in it", async () => {
    const time = new VirtualTime();
    const sleeping = new AbortController();
    let ended = NaN;
    periodic(time, time, { period: 100 }, () => {}, sleeping.signal).then(() => ended = time.real);
    time.at(30, () => sleeping.abort());
    const inside = new AbortController();
    let count = 0;
    const second = periodic(time, time, { period: 1 }, () => {
      time.advance(10);
      if (++count === 2) inside.abort();
    }, inside.signal);
    await time.run(50);
    assertEquals([ended, await second, count], [30, "aborted", 2]);
  });

  it("never calls early or twice for one due time on random schedules", async () => {
    for (let seed = 1; seed <= 60; seed++) {
      const next = random(seed);
      const mode = next() < 0.5 ? "fixedRate" : "fixedDelay";
      const catchUp = next() < 0.5 ? "all" : "coalesce";
      const anchor = next() < 0.5 ? "start" : "end";
      const period = 1 + next() * 30;
      const made = await calls(
        { period, mode, catchUp, anchor, delay: next() * 50 },
        2000,
        (time) => time.advance(next() < 0.05 ? next() * 200 : next() * 5),
        (time) => {
          time.quantum = next() < 0.5 ? 0 : next() * 60;
          time.oversleep = (): number => next() * 3 - 1;
        },
      );
      assert(made.length > 2);
      for (let i = 0; i < made.length; i++) {
        assert(made[i].now >= made[i].scheduled - 1e-6, `seed ${seed}`);
        if (i === 0) continue;
        const gap = made[i].scheduled - made[i - 1].scheduled;
        assert(gap >= period - 1e-6, `seed ${seed}: ${gap} < ${period}`);
      }
    }
  });

  it("rejects options out of range", async () => {
    const time = new VirtualTime();
    const make = (options: object) => () =>
      periodic(time, time, { period: 10, ...options }, () => {});
    await assertRejects(make({ period: 0 }), RangeError, "period is 0");
    await assertRejects(make({ delay: -1 }), RangeError, "delay is -1");
    await assertRejects(make({ mode: "x" }), RangeError, "mode is x");
    await assertRejects(make({ anchor: "x" }), RangeError, "anchor is x");
    await assertRejects(make({ catchUp: "x" }), RangeError, "catchUp is x");
    await assertRejects(make({ maxBurst: 0 }), RangeError, "maxBurst is 0");
  });
});
