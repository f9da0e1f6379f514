import { assert, assertAlmostEquals, assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { VirtualTime } from "@narrowphase/gjk2d/loop/testing";
import { random } from "./random.ts";
import { gaps } from "./rig.ts";

type Members = Partial<Pick<VirtualTime, "refresh" | "hidden">>;

/** Frames that are asked for one after the other until a time: the timestamps they get. */
async function framesUntil(
  end: number,
  members: Members = {},
  start = 0,
  each: (t: number, time: VirtualTime) => void = () => {},
): Promise<number[]> {
  const time = Object.assign(new VirtualTime(start), { refresh: 10, ...members });
  const stamps: number[] = [];
  const frame = (t: number): void => {
    stamps.push(t);
    each(t, time);
    time.request(frame);
  };
  time.request(frame);
  await time.run(end);
  return stamps;
}

describe("VirtualTime", () => {
  it("now() shows multiples of the quantum, and costs readCost before that", () => {
    const time = new VirtualTime(7);
    assertEquals(time.now(), 7);
    time.quantum = 55;
    assertEquals(time.now(), 0);
    time.advance(47.9);
    assertEquals(time.now(), 0);
    time.advance(0.1);
    assertEquals([time.now(), time.real], [55, 55]);
    const slow = new VirtualTime();
    slow.readCost = 0.25;
    assertEquals([slow.now(), slow.now(), slow.real], [0.25, 0.5, 0.5]);
  });

  it("run() fires events of one time in scheduling order and settles promises between", async () => {
    const time = new VirtualTime();
    const log: string[] = [];
    for (const [t, name] of [[10, "c"], [5, "a"], [10, "d"], [5, "b"]] as const) {
      time.at(t, async () => {
        log.push(name);
        for (let i = 0; i < 5; i++) await null;
        log.push(name + "'");
      });
    }
    await time.run(10);
    assertEquals(log.join(" "), "a a' b b' c c' d d'");
  });

  it("run() calls many events in order of time, then of scheduling, each once but the cancelled", async () => {
    const time = new VirtualTime();
    const next = random(12);
    const expected: { t: number; i: number }[] = [];
    const called: number[] = [];
    for (let i = 0; i < 500; i++) {
      const t = Math.floor(next() * 100);
      const id = time.at(t, () => called.push(i));
      if (next() < 0.2) time.cancel(id);
      else expected.push({ t, i });
    }
    expected.sort((a, b) => a.t - b.t || a.i - b.i);
    await time.run(40);
    await time.run(100);
    assertEquals(called, expected.map(({ i }) => i));
  });

  it("run() lets what was begun before it come to its first wait", async () => {
    const time = new VirtualTime();
    let woke = NaN;
    (async () => {
      for (let i = 0; i < 5; i++) await null;
      await time.sleep(3);
      woke = time.real;
    })();
    await time.run(3);
    assertEquals(woke, 3);
  });

  it("run() leaves the time at until, or where the last work ended", async () => {
    const time = new VirtualTime();
    await time.run(3);
    assertEquals(time.real, 3);
    time.at(5, () => time.advance(10));
    const late: number[] = [];
    time.at(6, () => late.push(time.now()));
    await time.run(5.5);
    assertEquals([time.real, late], [15, []]);
    await time.run(20);
    assertEquals([time.real, late], [20, [15]]);
  });

  it("run() throws what an event throws, and can go on", async () => {
    const time = new VirtualTime();
    time.at(1, () => {
      throw new TypeError("boom");
    });
    let ran = false;
    time.at(2, () => ran = true);
    await assertRejects(() => time.run(5), TypeError, "boom");
    assertEquals([time.real, ran], [1, false]);
    await time.run(5);
    assert(ran);
  });

  it("run() refuses a second run and a loop that takes no time", async () => {
    const time = new VirtualTime();
    (async () => {
      await time.sleep(0.5);
      while (true) await time.yield();
    })();
    const running = time.run(1);
    await assertRejects(() => time.run(1), Error, "a run is active already");
    await assertRejects(() => running, Error, "must take time");
  });

  it("sleep() takes oversleep and wakes at ticks", async () => {
    const time = new VirtualTime();
    time.oversleep = (ms) => ms / 10;
    const woke: number[] = [];
    time.sleep(10).then(() => woke.push(time.now()));
    await time.run(100);
    time.timerTick = 15.625;
    time.sleep(10).then(() => woke.push(time.now()));
    await time.run(200);
    assertEquals(woke, [11, 125]);
  });

  it("sleep() that ends on a tick is not rounded to the next, at the time of an epoch clock either", async () => {
    const time = new VirtualTime();
    time.timerTick = 0.1;
    const woke: number[] = [];
    for (let k = 1; k <= 50; k++) time.sleep(k * 0.1).then(() => woke.push(time.now()));
    await time.run(10);
    woke.forEach((t, i) => assertAlmostEquals(t, (i + 1) * 0.1, 1e-9));
    const late = new VirtualTime(1.7e12);
    late.timerTick = 16.6667;
    let sleeps = 0;
    (async () => {
      for (;; sleeps++) await late.sleep(16.6667);
    })();
    await late.run(1.7e12 + 60_000);
    assert(woke.length === 50 && Math.abs(sleeps - 3600) <= 1, `${sleeps} sleeps`);
  });

  it("sleep() resolves at once when aborted, before or during", async () => {
    const time = new VirtualTime();
    const controller = new AbortController();
    const woke: number[] = [];
    const sleep = (ms: number): void => {
      time.sleep(ms, controller.signal).then(() => woke.push(time.now()));
    };
    for (const ms of [100, Infinity]) sleep(ms);
    time.at(30, () => controller.abort());
    await time.run(50);
    for (const ms of [Infinity, 5]) sleep(ms);
    await time.run(50);
    assertEquals(woke, [30, 30, 50, 50]);
    await time.run(500);
    assertEquals(woke.length, 4);
    // As in real time, also where it would be a yield.
    for (const ms of [100, 0, -5, NaN]) await time.sleep(ms, controller.signal);
  });

  it("sleep() yields for NaN, zero and negative times; sleepSync() passes time without events", async () => {
    const time = new VirtualTime();
    const log: string[] = [];
    time.at(0, () => log.push("event"));
    for (const ms of [NaN, 0, -5]) time.sleep(ms).then(() => log.push(`${ms}`));
    await time.run(0);
    assertEquals(log, ["event", "NaN", "0", "-5"]);
    time.at(2, () => log.push("late"));
    time.oversleep = () => 1;
    time.sleepSync(4);
    time.sleepSync(-1);
    assertEquals([time.real, log.length], [5, 4]);
  });

  it("cancel() withdraws events and frames and ignores others", async () => {
    const time = new VirtualTime();
    let calls = 0;
    time.cancel(time.at(1, () => calls++));
    time.cancel(time.request(() => calls++));
    time.cancel(12345);
    await time.run(100);
    assertEquals(calls, 0);
  });

  it("request() calls at multiples of refresh, strictly later", async () => {
    const stamps = await framesUntil(70, {}, 0, (t, time) => {
      if (t === 20) time.advance(25); // busy past the frames at 30 and 40
    });
    assertEquals(stamps, [10, 20, 50, 60, 70]);
  });

  it("request() calls once per frame at the times of epoch clocks, before and after their origin", async () => {
    // There k·refresh / refresh may be a rounding below k.
    for (const start of [1.4e12, 1.7e12, -1.7e12]) {
      for (const rate of [24, 60, 85, 144, 180]) {
        const refresh = 1000 / rate;
        const stamps = await framesUntil(start + 300.5 * refresh, { refresh }, start);
        assert(stamps.length === 300 || stamps.length === 301, `${stamps.length}`);
        for (const gap of gaps(stamps)) assertAlmostEquals(gap, refresh, 0.001);
      }
    }
  });

  it("request() gives no frame while hidden, whatever the order of the intervals, or for ever", async () => {
    const twice: [number, number][] = [[15, 41], [41, 55]];
    assertEquals(await framesUntil(80, { hidden: twice }), [10, 60, 70, 80]);
    assertEquals(await framesUntil(80, { hidden: [...twice].reverse() }), [10, 60, 70, 80]);
    assertEquals(await framesUntil(100, { hidden: [[15, Infinity]] }), [10]);
    const stops = await framesUntil(100, {}, 0, (t, time) => {
      if (t === 80) time.refresh = 0;
    });
    assertEquals(stops.at(-1), 80);
  });

  it("request() gives the frame that is due a rounding before the display shows again", async () => {
    const time = new VirtualTime();
    time.hidden = [[100, 0.1 * 3 * 1000]]; // 300.00000000000006, and frame 18 is due at 300
    const stamps: number[] = [];
    time.at(95, () => time.request((t) => stamps.push(t)));
    await time.run(400);
    assertEquals(stamps, [300]);
  });

  it("request() gives the newest timestamp when other work delays the frame, hidden before or not", async () => {
    const rows: [Members["hidden"], busy: [at: number, ms: number][], stamp: number, at: number][] =
      [
        [[], [[9, 26]], 30, 35],
        // The frame of 10 is called at 21, in a hidden page.
        [[[15, 40]], [[9, 12], [39, 25]], 60, 64],
      ];
    for (const [hidden, busy, stamp, at] of rows) {
      const time = Object.assign(new VirtualTime(), { refresh: 10, hidden });
      const stamps: [number, number][] = [];
      time.request((t) => stamps.push([t, time.now()]));
      for (const [t, ms] of busy) time.at(t, () => time.advance(ms));
      await time.run(100);
      assertEquals(stamps, [[stamp, at]]);
    }
  });
});
