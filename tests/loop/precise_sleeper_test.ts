import { assert, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { preciseSleeper, systemClock } from "@narrowphase/gjk2d/loop";

/** Whether this host lets the thread block. */
function canBlock(): boolean {
  try {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 0);
    return true;
  } catch {
    return false;
  }
}

describe("preciseSleeper()", () => {
  it("has a sleepSync() where the host can block", () => {
    assertEquals(preciseSleeper().sleepSync !== undefined, canBlock());
    assertEquals(preciseSleeper({ maxSpin: 0 }).sleepSync !== undefined, canBlock());
  });

  it("sleep() too short for a timer lets the host run once, unless it need not", async () => {
    if (!canBlock()) return; // it polls with macrotasks
    for (const yieldPerFrame of [true, false, undefined]) {
      const sleeper = preciseSleeper({ yieldPerFrame });
      let yielded = false;
      sleeper.yield().then(() => yielded = true);
      await sleeper.sleep(0.3);
      assertEquals(yielded, yieldPerFrame ?? true);
    }
  });

  it("ends on time where waits are late, blocked or asleep", async () => {
    if (!canBlock()) return;
    await withTimers(0.5, async (time) => {
      const clock = { now: (): number => time.real += 1e-3 };
      const sleeper = preciseSleeper({ clock });
      for (const ms of [0.4, 0.7, 2.5, 17]) {
        const start = time.real;
        await sleeper.sleep(ms);
        const between = time.real;
        sleeper.sleepSync?.(ms);
        for (const took of [between - start, time.real - between]) {
          assert(took >= ms && took < ms + 0.01, `${took} for ${ms}`);
        }
      }
    });
  });

  it("learns how late timers and waits are, upwards and downwards", async () => {
    if (!canBlock()) return;
    const { setTimeout } = globalThis as unknown as Record<string, unknown>;
    const { wait } = Atomics;
    let real = 0;
    let timerLate = 0;
    let waitLate = 0;
    let slept = 0;
    let woke = 0;
    const host = globalThis as Record<string, unknown>;
    try {
      host.setTimeout = (ring: () => void, ms: number): void => {
        slept = ms;
        real += ms + timerLate;
        queueMicrotask(ring);
      };
      Atomics.wait = (_cell: unknown, _i: unknown, _value: unknown, ms?: number): "timed-out" => {
        real += (ms ?? Infinity) + waitLate;
        woke = real;
        return "timed-out";
      };
      const clock = { now: (): number => real += 2e-3 };
      for (const maxSpin of [0.5, 0]) {
        const sleeper = preciseSleeper({ clock, maxSpin });
        for (const [timer, late, asked] of [[0.2, 0.05, 9], [3.2, 0.3, 6], [0.2, 0.05, 9]]) {
          timerLate = timer;
          waitLate = late;
          for (let i = 0; i < 2100; i++) {
            const end = real + 10;
            await sleeper.sleep(10);
            if (i < 2000) continue;
            assertEquals(slept, asked);
            // What a wait leaves; without a spin also for the first macrotask after it.
            const left = end - woke;
            assert(left > -0.02 && left < 0.06, `${maxSpin} ${late}: ${left} left`);
          }
        }
      }
    } finally {
      host.setTimeout = setTimeout;
      Atomics.wait = wait;
    }
  });

  it("learns nothing from a sleep that is aborted", async () => {
    const host = globalThis as Record<string, unknown>;
    const { setTimeout } = host;
    let real = 0;
    let ring = (): void => {};
    const asked: number[] = [];
    try {
      host.setTimeout = (fn: () => void, ms: number): void => {
        asked.push(ms);
        ring = fn;
      };
      const sleeper = preciseSleeper({ clock: { now: () => real } });
      for (let i = 0; i < 50; i++) {
        const controller = new AbortController();
        const asleep = sleeper.sleep(10, controller.signal);
        if (i < 49) {
          controller.abort();
        } else {
          real += 10;
          ring();
        }
        await asleep;
      }
    } finally {
      host.setTimeout = setTimeout;
    }
    // The margin at the start is 1.5 ms.
    assertEquals(asked, Array(50).fill(8));
  });

  it("approach() comes back before the time, where macrotasks are to pass the rest", async () => {
    if (!canBlock()) return;
    await withTimers(0.5, async (time) => {
      const clock = { now: (): number => time.real += 1e-3 };
      const { approach } = preciseSleeper({ clock, maxSpin: 0, waitMargin: 0.15 });
      for (const ms of [0.4, 0.7, 2.5, 17]) {
        const start = time.real;
        await approach?.(ms);
        const left = ms - (time.real - start);
        assert(left > 0 && left <= 0.2, `${left} of ${ms}`);
      }
    });
  });

  it("lets the host run again and again while it polls", async () => {
    for (const maxSpin of [0.5, 0]) {
      let real = 0;
      const sleeper = preciseSleeper({ clock: { now: () => real += 0.01 }, block: false, maxSpin });
      let turns = 0;
      let over = false;
      const host = async (): Promise<void> => {
        for (; !over; turns++) await sleeper.yield();
      };
      const hosting = host();
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

  it("sleep() does not end early, with a spin or without", async () => {
    for (const options of [{}, { maxSpin: 0 }, { block: false }, { block: false, maxSpin: 0 }]) {
      const sleeper = preciseSleeper(options);
      for (const ms of [0.05, 0.5, 1, 2.25, 5, 0.3, 0.4, 0.6, 0.7, 0.8, 0.9]) {
        const start = systemClock.now();
        await sleeper.sleep(ms);
        assert(systemClock.now() - start >= ms, `${JSON.stringify(options)} ${ms}`);
      }
    }
  });

  it("approach() is there without a spin, and comes back no earlier than by the lead", async () => {
    assertEquals(preciseSleeper().approach, undefined);
    for (const options of [{}, { block: false }, { waitMargin: 2 }, { yieldPerFrame: false }]) {
      const { approach, lead = NaN } = preciseSleeper({ ...options, maxSpin: 0 });
      assert(lead > 0 && lead <= 0.2, `${lead}`);
      for (const ms of [0.05, 0.5, 1, 2.25, 5, 0.3, 0.4, 0.6, 0.7, 0.8, 0.9]) {
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
    const sleeper = preciseSleeper();
    if (sleeper.sleepSync === undefined) return; // this host cannot block
    const start = systemClock.now();
    sleeper.sleepSync(2.5);
    sleeper.sleepSync(-1);
    sleeper.sleepSync(NaN);
    assert(systemClock.now() - start >= 2.5);
    const still = preciseSleeper({ maxSpin: 0 });
    for (let i = 0; i < 5; i++) {
      const start = systemClock.now();
      still.sleepSync?.(0.5);
      assert(systemClock.now() - start >= 0.5);
    }
  });

  it("has no sleepSync() when it must not block", () => {
    assertEquals(preciseSleeper({ block: false }).sleepSync, undefined);
  });

  it("works where SharedArrayBuffer and setImmediate are missing", async () => {
    const host = globalThis as Record<string, unknown>;
    for (const missing of [["SharedArrayBuffer"], ["SharedArrayBuffer", "setImmediate"]]) {
      const saved = missing.map((name) => Object.getOwnPropertyDescriptor(host, name));
      try {
        for (const name of missing) {
          Object.defineProperty(host, name, { value: undefined, configurable: true });
        }
        if (missing.length === 2) {
          // Without setImmediate a message channel is used, which would keep this process alive.
          const channel = Object.getOwnPropertyDescriptor(host, "MessageChannel");
          saved.push(channel);
          missing.push("MessageChannel");
          Object.defineProperty(host, "MessageChannel", { value: undefined, configurable: true });
        }
        const sleeper = preciseSleeper();
        assertEquals(sleeper.sleepSync, undefined);
        const start = systemClock.now();
        await sleeper.sleep(3);
        await sleeper.yield();
        assert(systemClock.now() - start >= 3);
      } finally {
        missing.forEach((name, i) => {
          const descriptor = saved[i];
          if (descriptor === undefined) delete host[name];
          else Object.defineProperty(host, name, descriptor);
        });
      }
    }
  });

  it("reaches its deadline on an injected clock, and ends on one that shows NaN", async () => {
    let reads = 0;
    const start = systemClock.now();
    const clock = {
      now: (): number => {
        reads++;
        return systemClock.now() - start;
      },
    };
    await preciseSleeper({ clock }).sleep(2);
    assert(reads > 2 && clock.now() >= 2);
    for (const options of [{}, { maxSpin: 0 }, { block: false }, { block: false, maxSpin: 0 }]) {
      await preciseSleeper({ ...options, clock: { now: () => NaN } }).sleep(5);
    }
  });

  it("blocks no longer than asked when the clock stands still or goes back", () => {
    const { wait } = Atomics;
    for (const readings of [[0], [0, 0, -5000], [0, 0, NaN]]) {
      for (const maxSpin of [0.5, 0]) {
        let asked = 0;
        let waits = 0;
        let reads = 0;
        const clock = { now: (): number => readings[Math.min(reads++, readings.length - 1)] };
        const sleeper = preciseSleeper({ clock, maxSpin });
        if (sleeper.sleepSync === undefined) return; // this host cannot block
        try {
          Atomics.wait = (_cell: unknown, _i: unknown, _value: unknown, ms?: number): "ok" => {
            asked += ms ?? Infinity;
            if (++waits > 100) throw new Error("waits for ever");
            return "ok";
          };
          sleeper.sleepSync(2);
        } finally {
          Atomics.wait = wait;
        }
        assert(waits > 0 && asked <= 2, `${asked}`);
      }
    }
  });

  it("sleep() takes no longer when the clock is set back or stands still", async () => {
    for (const fault of ["back", "back 50", "still"] as const) {
      for (const options of [{}, { maxSpin: 0 }, { block: false }]) {
        await withTimers(0.2, async (time) => {
          let shown = 0;
          const clock = {
            now: (): number => {
              if (time.real < 20) return shown = time.real += 1e-3;
              if (fault === "still") return shown;
              return (time.real += 1e-3) - (fault === "back" ? 5000 : 50);
            },
          };
          await preciseSleeper({ ...options, clock }).sleep(100);
        }).then(({ asked }) => assert(asked > 90 && asked <= 100, `${fault}: ${asked}`));
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
            for (let i = 0; i < 200; i++) {
              const start = time.real;
              await sleeper.sleep(1 + i * 0.37);
              assert(time.real - start >= 1 + i * 0.37);
            }
          });
        }
      }
    }
  });

  it("sleeps that overlap end each in its own time", async () => {
    const sleeper = preciseSleeper();
    const order: number[] = [];
    await Promise.all([12, 3, 7].map(async (ms) => {
      const start = systemClock.now();
      await sleeper.sleep(ms);
      assert(systemClock.now() - start >= ms);
      order.push(ms);
    }));
    assertEquals(order.length, 3);
  });

  it("rejects options out of range", () => {
    assertThrows(() => preciseSleeper({ timerMargin: -1 }), RangeError, "timerMargin is -1");
    assertThrows(() => preciseSleeper({ waitMargin: NaN }), RangeError, "waitMargin is NaN");
    // A hard pause sleeps until it is woken: with such a margin it would block for ever.
    for (const name of ["timerMargin", "waitMargin"]) {
      assertThrows(
        () => preciseSleeper({ [name]: Infinity }),
        RangeError,
        `Cannot create precise sleeper: ${name} is Infinity, must be finite and not negative`,
      );
    }
    assertThrows(() => preciseSleeper({ maxSpin: -0.1 }), RangeError, "maxSpin is -0.1");
  });
});

/** A time that timers and waits advance, so that a test need not wait for them. */
interface TimerTime {
  /** The real time in ms. */
  real: number;
  /** The ms asked for so far. */
  asked: number;
}

/**
 * Runs a test with timers that ring at once, as if `late` ms after their time (before it when
 * negative), and with waits that are late by 0.05 and 0.1 ms in turn.
 */
async function withTimers(
  late: number,
  test: (time: TimerTime) => Promise<void>,
): Promise<TimerTime> {
  const time: TimerTime = { real: 0, asked: 0 };
  const host = globalThis as Record<string, unknown>;
  const { setTimeout } = host;
  const { wait } = Atomics;
  let waits = 0;
  try {
    host.setTimeout = (ring: () => void, ms: number): number => {
      time.asked += ms;
      time.real += ms + late;
      queueMicrotask(ring);
      // A sleep that takes its clock's word would go on for ever.
      if (time.asked > 1e6) throw new Error("timers without end");
      return 0;
    };
    Atomics.wait = (_cell: unknown, _i: unknown, _value: unknown, ms?: number): "timed-out" => {
      time.asked += ms ?? Infinity;
      time.real += (ms ?? Infinity) + (waits++ % 2 === 0 ? 0.05 : 0.1);
      return "timed-out";
    };
    await test(time);
  } finally {
    host.setTimeout = setTimeout;
    Atomics.wait = wait;
  }
  return time;
}
