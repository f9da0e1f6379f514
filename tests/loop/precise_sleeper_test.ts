import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { preciseSleeper, systemClock } from "@narrowphase/gjk2d/loop";
import { effort } from "../effort.ts";
import { withGlobals } from "./rig.ts";

/** Whether this host lets the thread block. */
const CAN_BLOCK = ((): boolean => {
  try {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 0);
    return true;
  } catch {
    return false;
  }
})();

/** With a spin and without, blocking and not. */
const KINDS = [{}, { maxSpin: 0 }, { block: false }, { block: false, maxSpin: 0 }];
const LENGTHS = [0.05, 0.5, 1, 2.25, 5, 0.3, 0.4, 0.6, 0.7, 0.8, 0.9];

/** A time that timers and waits advance, so that a test need not wait for them. */
interface TimerTime {
  /** The real time in ms, and when the last wait ended. */
  real: number;
  woke: number;
  /** What timers and waits were asked for so far, and the last timer, in ms. */
  asked: number;
  timer: number;
  waits: number;
  /** How late timers and the n-th wait are. */
  timerLate: number;
  waitLate: (n: number) => number;
}

/** Runs a test with timers and waits that end at once, as if late (early when negative). */
async function withTimers(
  timerLate: number,
  test: (time: TimerTime) => unknown,
): Promise<TimerTime> {
  const waitLate = (n: number): number => n % 2 === 0 ? 0.1 : 0.05;
  const none = { real: 0, woke: 0, asked: 0, timer: 0, waits: 0 };
  const time: TimerTime = { ...none, timerLate, waitLate };
  const setTimeout = (ring: () => void, ms: number): number => {
    time.timer = ms;
    time.asked += ms;
    time.real += ms + time.timerLate;
    queueMicrotask(ring);
    // A sleep that takes its clock's word would go on for ever.
    if (time.asked > 1e6) throw new Error("timers without end");
    return 0;
  };
  const { wait } = Atomics;
  Atomics.wait = (_cell: unknown, _i: unknown, _value: unknown, ms = Infinity): "timed-out" => {
    if (++time.waits > 1e6) throw new Error("waits for ever");
    time.asked += ms;
    time.woke = time.real += ms + time.waitLate(time.waits);
    return "timed-out";
  };
  try {
    await withGlobals({ setTimeout }, () => test(time));
  } finally {
    Atomics.wait = wait;
  }
  return time;
}

describe("preciseSleeper()", () => {
  it("has a sleepSync() where the host can block and it may", () => {
    for (const kind of KINDS) {
      const able = CAN_BLOCK && kind.block !== false;
      assertEquals(preciseSleeper(kind).sleepSync !== undefined, able);
    }
  });

  it("sleep() too short for a timer lets the host run once, unless it need not", async () => {
    if (!CAN_BLOCK) return; // it polls with macrotasks
    for (const yieldPerFrame of [true, false, undefined]) {
      const sleeper = preciseSleeper({ yieldPerFrame });
      let yielded = false;
      sleeper.yield().then(() => yielded = true);
      await sleeper.sleep(0.3);
      assertEquals(yielded, yieldPerFrame ?? true);
    }
  });

  it("ends on time where waits are late, blocked or asleep; approach() comes back before it", async () => {
    if (!CAN_BLOCK) return;
    await withTimers(0.5, async (time) => {
      const clock = { now: (): number => time.real += 1e-3 };
      const sleeper = preciseSleeper({ clock });
      const { approach } = preciseSleeper({ clock, maxSpin: 0, waitMargin: 0.15 });
      for (const ms of [0.4, 0.7, 2.5, 17]) {
        const start = time.real;
        await sleeper.sleep(ms);
        const between = time.real;
        sleeper.sleepSync?.(ms);
        for (const took of [between - start, time.real - between]) {
          assert(took >= ms && took < ms + 0.01, `${took} for ${ms}`);
        }
        const before = time.real;
        await approach?.(ms);
        // Macrotasks are to pass the rest.
        const left = ms - (time.real - before);
        assert(left > 0 && left <= 0.2, `${left} of ${ms}`);
      }
    });
  });

  it("learns how late timers and waits are, upwards and downwards", async () => {
    if (!CAN_BLOCK) return;
    for (const maxSpin of [0.5, 0]) {
      await withTimers(0, async (time) => {
        const sleeper = preciseSleeper({ clock: { now: () => time.real += 2e-3 }, maxSpin });
        for (const [timer, late, asked] of [[0.2, 0.05, 9], [3.2, 0.3, 6], [0.2, 0.05, 9]]) {
          time.timerLate = timer;
          time.waitLate = () => late;
          for (let i = 0; i < 2100; i++) {
            const end = time.real + 10;
            await sleeper.sleep(10);
            if (i < 2000) continue;
            assertEquals(time.timer, asked);
            // What a wait leaves; without a spin also for the first macrotask after it.
            const left = end - time.woke;
            assert(left > -0.02 && left < 0.06, `${maxSpin} ${late}: ${left} left`);
          }
        }
      });
    }
  });

  it("learns nothing from a sleep that is aborted", async () => {
    let real = 0;
    let ring = (): void => {};
    const asked: number[] = [];
    const setTimeout = (fn: () => void, ms: number): void => {
      asked.push(ms);
      ring = fn;
    };
    await withGlobals({ setTimeout }, async () => {
      const sleeper = preciseSleeper({ clock: { now: () => real } });
      for (let i = 0; i < 50; i++) {
        const controller = new AbortController();
        const asleep = sleeper.sleep(10, controller.signal);
        if (i < 49) controller.abort();
        else {
          real += 10;
          ring();
        }
        await asleep;
      }
    });
    // The margin at the start is 1.5 ms.
    assertEquals(asked, Array(50).fill(8));
  });

  it("lets the host run again and again while it polls", async () => {
    for (const maxSpin of [0.5, 0]) {
      let real = 0;
      const sleeper = preciseSleeper({ clock: { now: () => real += 0.01 }, block: false, maxSpin });
      let turns = 0;
      let over = false;
      const hosting = (async () => {
        for (; !over; turns++) await sleeper.yield();
      })();
      await sleeper.sleep(0.9); // 90 readings
      over = true;
      await hosting;
      assert(turns > 40, `${turns} turns`);
    }
  });

  it("asks to be back no earlier than it would spin", () => {
    assertEquals(preciseSleeper().lead, 0.05);
    assertEquals(preciseSleeper({ maxSpin: 0.01 }).lead, 0.01);
  });

  it("polls no longer for a clock that is set back meanwhile", async () => {
    const { asked } = await withTimers(0, async (time) => {
      const clock = { now: (): number => (time.real += 0.01) - (time.real > 0.4 ? 5000 : 0) };
      await preciseSleeper({ clock, block: false }).sleep(0.9);
      assert(time.real >= 0.9 && time.real < 1, `${time.real}`);
    });
    assertEquals(asked, 0); // no timer for the hours to where the clock was
  });

  for (const kind of KINDS) {
    it(`sleep() does not end early with ${JSON.stringify(kind)}, and ends on a clock of NaN`, async () => {
      const sleeper = preciseSleeper(kind);
      for (const ms of LENGTHS) {
        const start = systemClock.now();
        await sleeper.sleep(ms);
        assert(systemClock.now() - start >= ms, `${ms}`);
      }
      await preciseSleeper({ ...kind, clock: { now: () => NaN } }).sleep(5);
    });
  }

  it("approach() is there without a spin, and comes back no earlier than by the lead", async () => {
    assertEquals(preciseSleeper().approach, undefined);
    for (const options of [{}, { block: false }, { waitMargin: 2 }, { yieldPerFrame: false }]) {
      const { approach, lead = NaN } = preciseSleeper({ ...options, maxSpin: 0 });
      assert(lead > 0 && lead <= 0.2, `${lead}`);
      for (const ms of LENGTHS) {
        const start = systemClock.now();
        await approach?.(ms);
        assert(systemClock.now() - start >= ms - lead, `${JSON.stringify(options)} ${ms}`);
      }
      const controller = new AbortController();
      const waiting = approach?.(Infinity, controller.signal);
      controller.abort();
      await waiting;
      assertEquals(await approach?.(NaN), undefined);
    }
  });

  it("sleepSync() blocks for the time asked", () => {
    for (const maxSpin of [0.5, 0]) {
      const { sleepSync } = preciseSleeper({ maxSpin });
      for (const ms of [2.5, 0.5, 0.5, 0.5, -1, NaN]) {
        const start = systemClock.now();
        sleepSync?.(ms);
        if (sleepSync !== undefined && ms > 0) assert(systemClock.now() - start >= ms);
      }
    }
  });

  it("works where SharedArrayBuffer and setImmediate are missing", async () => {
    // Without setImmediate a message channel is used, which would keep this process alive.
    const others = { setImmediate: undefined, MessageChannel: undefined };
    for (const missing of [{}, others]) {
      await withGlobals({ SharedArrayBuffer: undefined, ...missing }, async () => {
        const sleeper = preciseSleeper();
        assertEquals(sleeper.sleepSync, undefined);
        const start = systemClock.now();
        await sleeper.sleep(3);
        await sleeper.yield();
        assert(systemClock.now() - start >= 3);
      });
    }
  });

  it("sleepSync() blocks no longer than asked when the clock stands still or goes back", async () => {
    if (!CAN_BLOCK) return;
    for (const readings of [[0], [0, 0, -5000], [0, 0, NaN]]) {
      for (const maxSpin of [0.5, 0]) {
        let reads = 0;
        const clock = { now: (): number => readings[Math.min(reads++, readings.length - 1)] };
        const { asked, waits } = await withTimers(
          0,
          () => preciseSleeper({ clock, maxSpin }).sleepSync?.(2),
        );
        assert(waits > 0 && waits <= 100 && asked <= 2, `${waits} waits of ${asked}`);
      }
    }
  });

  it("sleep() takes no longer when the clock is set back or stands still", async () => {
    for (const fault of ["back", "back 50", "still"] as const) {
      for (const options of [{}, { maxSpin: 0 }, { block: false }]) {
        const { asked } = await withTimers(0.2, async (time) => {
          let shown = 0;
          const now = (): number => {
            if (time.real < 20) return shown = time.real += 5e-3;
            if (fault === "still") return shown;
            return (time.real += 5e-3) - (fault === "back" ? 5000 : 50);
          };
          await preciseSleeper({ ...options, clock: { now } }).sleep(100);
        });
        assert(asked > 90 && asked <= 100, `${fault}: ${asked}`);
      }
    }
  });

  it("sleep() does not end early when timers do, nor when waits are less late than before", async () => {
    for (const early of [0.5, 0.999]) {
      for (const maxSpin of [0.5, 0]) {
        for (const timerMargin of [undefined, 0, 0.25, 3]) {
          await withTimers(-early, async (time) => {
            const clock = { now: (): number => time.real += 1e-3 };
            const sleeper = preciseSleeper({ clock, timerMargin, maxSpin });
            for (let i = 0; i < effort(200); i++) {
              const start = time.real;
              await sleeper.sleep(1 + i * 0.37);
              assert(time.real - start >= 1 + i * 0.37);
            }
          });
        }
      }
    }
  });

  it("lets the host have its turn in a sleep that is over when it begins", async () => {
    let now = 0;
    let over = false;
    const asleep = preciseSleeper({ clock: { now: () => now++ } }).sleep(0.5);
    asleep.then(() => over = true);
    for (let i = 0; i < 50; i++) await null;
    assertEquals(over, false);
    await asleep;
  });

  it("sleeps that overlap end each in its own time", async () => {
    const sleeper = preciseSleeper();
    await Promise.all([12, 3, 7].map(async (ms) => {
      const start = systemClock.now();
      await sleeper.sleep(ms);
      assert(systemClock.now() - start >= ms);
    }));
  });
});
