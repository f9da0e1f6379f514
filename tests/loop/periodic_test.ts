import { assert, assertAlmostEquals, assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { hz } from "@narrowphase/gjk2d/loop";
import { periodic, type PeriodicOptions } from "@narrowphase/gjk2d/loop/classic";
import { VirtualTime } from "@narrowphase/gjk2d/loop/testing";
import { random } from "./random.ts";
import { fail, gaps } from "./rig.ts";

interface Call {
  scheduled: number;
  now: number;
  real: number;
}

/** How a periodic task runs. */
interface World {
  work?: (time: VirtualTime, n: number) => void;
  clock?: (time: VirtualTime) => number;
  quantum?: number;
  timerTick?: number;
  oversleep?: (ms: number) => number;
}

/** The calls of a task until a time, when it is aborted. */
async function calls(options: PeriodicOptions, until: number, world: World = {}): Promise<Call[]> {
  const { work, clock, ...members } = world;
  const time = Object.assign(new VirtualTime(), members);
  const made: Call[] = [];
  const controller = new AbortController();
  const shown = clock === undefined ? time : { now: () => clock(time) };
  const ended = periodic(shown, time, options, (scheduled, now) => {
    made.push({ scheduled, now, real: time.real });
    work?.(time, made.length);
  }, controller.signal);
  await time.run(until);
  controller.abort();
  await time.run(until + 1000);
  assertEquals(await ended, "aborted");
  return made;
}

const due = (made: Call[]): number[] => made.map(({ scheduled }) => scheduled);
const stamps = (made: Call[]): number[] => made.map(({ real }) => real);
const listed = (made: Call[]): string =>
  made.map(({ scheduled, real }) => `${scheduled}@${real}`).join(" ");

/** Calls a second between the first and the last of some times. */
function rate(times: number[]): number {
  return (times.length - 1) / (times[times.length - 1] - times[0]) * 1000;
}

describe("periodic() on the ticks of old Windows", () => {
  const FREQUENCIES = [20, 50, 80, 100];
  /** The books' periods are whole ms, cut off: 80 Hz become 12 ms, which is 83.333 Hz. */
  const on = (tick: number, frequency: number, mode: PeriodicOptions["mode"]): Promise<Call[]> =>
    calls({ period: Math.trunc(hz(frequency)), mode }, 60_000, { quantum: tick, timerTick: tick });

  // Table 1 of Killer Game Programming chapter 1: the Swing timer, a fixed delay. A model of 15 ms ticks does not
  // give the XP row. Table 2: the utility timer, a fixed rate, gives the same on all.
  const swing: [string, number, number[]][] = [
    ["XP, 15.625 ms", 15.625, [16, 32, 64, 64]],
    ["98, 55 ms", 55, [18.18, 18.18, 18.18, 18.18]],
    ["2000, 10 ms", 10, [20, 50, 50, 100]],
    ["with ticks of 15 ms", 15, [16.67, 33.33, 66.67, 66.67]],
  ];
  for (const [name, tick, expected] of swing) {
    it(`fixedDelay gives ${expected} and fixedRate 20, 50, 83.33, 100 of 20, 50, 80, 100 Hz on Windows ${name}`, async () => {
      for (const [i, frequency] of FREQUENCIES.entries()) {
        const delayed = await on(tick, frequency, "fixedDelay");
        assertAlmostEquals(rate(stamps(delayed)), expected[i], 0.005);
        if (tick === 15) continue;
        const made = await on(tick, frequency, "fixedRate");
        assertAlmostEquals(rate(due(made)), [20, 50, 83.333, 100][i], 0.001);
        assertAlmostEquals(made.length / 60, [20, 50, 83.333, 100][i], 0.08);
      }
    });
  }

  it("fixedRate comes in bursts: on 55 ms ticks 78 % of the gaps at 83.3 Hz are 0", async () => {
    const between = gaps(stamps(await on(55, 80, "fixedRate")));
    assertAlmostEquals(between.filter((gap) => gap === 0).length / between.length, 0.78, 0.005);
    for (const gap of between) assert(gap === 0 || Math.abs(gap - 55) < 1e-9, `${gap}`);
  });
});

describe("periodic()", () => {
  it("fixedRate schedules at start + delay + k·period, however late sleeps are", async () => {
    const made = await calls({ period: 10, delay: 3 }, 100, { oversleep: () => 4 });
    assertEquals(due(made), [3, 13, 23, 33, 43, 53, 63, 73, 83, 93]);
    for (const call of made) assert(call.now >= call.scheduled && call.now <= call.scheduled + 4);
  });

  it("coalesce makes each call once when sleeps end a hair early", async () => {
    const options = { period: 10, catchUp: "coalesce" } as const;
    const made = await calls(options, 55, { oversleep: () => -1e-9 });
    assertEquals(due(made), [0, 10, 20, 30, 40, 50]);
  });

  it("fixedRate does not drift in an hour", async () => {
    const made = await calls({ period: hz(3) }, 3_600_000, { oversleep: () => 1.1 });
    assertAlmostEquals(made[10_799].scheduled, 10_799 * hz(3), 1e-9);
    assertEquals(made.length, 10_800);
  });

  it("fixedDelay runs 3036 or 3378 of 3600 calls, anchored at the end or the start; a fixed rate has no anchor", async () => {
    for (const [anchor, count] of [["end", 3036], ["start", 3378]] as const) {
      const options = { period: hz(60), mode: "fixedDelay", anchor } as const;
      const world = { work: (time: VirtualTime) => time.advance(2), oversleep: () => 1.1 };
      assertEquals((await calls(options, 60_000, world)).length, count);
    }
    const made = await calls({ period: 10, anchor: "end" }, 45, {
      work: (time) => time.advance(4),
    });
    assertEquals(due(made), [0, 10, 20, 30, 40]);
  });

  it("catchUp all makes late calls back to back, coalesce makes one with the newest time", async () => {
    for (
      const [catchUp, made] of [
        ["all", "0@0 10@10 20@45 30@45 40@45 50@50 60@60"],
        ["coalesce", "0@0 10@10 40@45 50@50 60@60"],
      ] as const
    ) {
      const work = (time: VirtualTime, n: number): void => time.advance(n === 2 ? 35 : 0);
      assertEquals(listed(await calls({ period: 10, catchUp }, 60, { work })), made);
    }
  });

  it("makes up at most maxCatchUp late calls, the newest, and counts what it drops", async () => {
    // An hour's suspend in the second call: 180 005 calls are late.
    for (const maxCatchUp of [undefined, 3, Infinity]) {
      const made = Math.min(maxCatchUp ?? 100, 180_005);
      const lost = 180_005 - made;
      const drops: number[] = [];
      const options = { period: 20, maxCatchUp, onDrop: (n: number) => void drops.push(n) };
      const work = (time: VirtualTime, n: number): void => time.advance(n === 2 ? 3_600_100 : 0);
      const late = due(await calls(options, 3_600_150, { work })).slice(2, -1);
      const expected = [made, 40 + lost * 20, 3_600_120];
      assertEquals([late.length, late[0], late[made - 1]], expected);
      assertEquals(drops, lost > 0 ? [lost] : []);
    }
    // Calls merged by "coalesce" are not dropped.
    const options = { period: 10, catchUp: "coalesce", onDrop: fail() } as const;
    await calls(options, 500, { work: (time, n) => time.advance(n === 2 ? 300 : 0) });
  });

  it("yields after maxBurst calls without a pause, 16 by default", async () => {
    for (const maxBurst of [8, undefined]) {
      const seen: number[] = [];
      const work = (time: VirtualTime, n: number): void => {
        if (n > 1) return;
        time.advance(49);
        const watch = (): void => {
          seen.push(made);
          if (made < 50) time.at(time.real, watch);
        };
        time.at(time.real, watch);
      };
      let made = 0;
      const count = (time: VirtualTime, n: number): void => work(time, made = n);
      assertEquals((await calls({ period: 1, maxBurst }, 49.5, { work: count })).length, 50);
      assertEquals(seen.slice(0, 2), [maxBurst ?? 16, 2 * (maxBurst ?? 16)]);
    }
  });

  it("moves the schedule back with the clock and survives NaN", async () => {
    const clock = ({ real }: VirtualTime): number =>
      real > 33 && real < 34 ? NaN : real >= 55 ? real - 1e6 : real;
    const made = await calls({ period: 10 }, 95, { clock, work: (time) => time.advance(1) });
    // The clock is read at 61 for the first time after the shift: one period late, no burst.
    const at = stamps(made);
    assertEquals(at.slice(0, 6), [0, 10, 20, 30, 40, 50]);
    assert(at.length >= 9 && Math.min(...gaps(at)) >= 10 - 1e-9, at.join());
  });

  it("takes a reading that is no number for the last one, and waits for one at the start", async () => {
    for (const bad of [NaN, Infinity, -Infinity]) {
      const clock = ({ real }: VirtualTime): number => real > 15 && real < 25 ? bad : real;
      // Woken at 20, it sees 10 again, and sleeps once more.
      assertEquals(
        listed(await calls({ period: 10 }, 45, { clock })),
        "0@0 10@10 20@30 30@30 40@40",
      );
    }
    const clock = ({ real }: VirtualTime): number => real < 25 ? NaN : real;
    assertEquals(stamps(await calls({ period: 10 }, 55, { clock })), [30, 40, 50]);
  });

  it("ends when aborted while the clock shows no number", async () => {
    let reads = 0;
    const clock = (): number => ++reads > 1000 ? fail()() : NaN;
    assertEquals(await calls({ period: 10 }, 25, { clock }), []);
  });

  it("ends when the task returns false, rejects when it throws, calls nothing when aborted", async () => {
    const time = new VirtualTime();
    let n = 0;
    const stopped = periodic(time, time, { period: 10 }, () => ++n === 3 ? false : undefined);
    await time.run(100);
    assertEquals([await stopped, n], ["stopped", 3]);
    const failed = periodic(time, time, { period: 10 }, fail(new TypeError("boom")));
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
      const made = await calls({ period, mode, catchUp, anchor, delay: next() * 50 }, 2000, {
        work: (time) => time.advance(next() < 0.05 ? next() * 200 : next() * 5),
        quantum: next() < 0.5 ? 0 : next() * 60,
        oversleep: () => next() * 3 - 1,
      });
      assert(made.length > 2);
      for (const { now, scheduled } of made) assert(now >= scheduled - 1e-6, `seed ${seed}`);
      assert(Math.min(...gaps(due(made))) >= period - 1e-6, `seed ${seed}`);
    }
  });
});
