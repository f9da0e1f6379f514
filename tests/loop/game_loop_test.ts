import { assert, assertAlmostEquals, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  type Game,
  GameLoop,
  type GameLoopOptions,
  type GamePhase,
  preciseSleeper,
  presets,
  type VisibilitySource,
} from "@narrowphase/gjk2d/loop";
import { VirtualTime } from "@narrowphase/gjk2d/loop/testing";
import { random } from "./random.ts";
import { calls, during, only, Page, type Rig, rig, runFor, runFrames, trace } from "./rig.ts";

describe("GameLoop options", () => {
  it("rejects options out of range", () => {
    const bad: [GameLoopOptions, string][] = [
      [{ minDelta: -1 }, "minDelta is -1, must be finite and not negative"],
      [{ minDelta: NaN }, "minDelta is NaN"],
      [{ minDelta: Infinity }, "minDelta is Infinity"],
      [{ maxDelta: 0 }, "maxDelta is 0, must be positive"],
      [{ maxDelta: NaN }, "maxDelta is NaN"],
      [{ minDelta: 10, maxDelta: 5 }, "maxDelta is 5, must be positive and at least minDelta (10)"],
      [{ maxUpdateDelay: -1 }, "maxUpdateDelay is -1"],
      [{ maxDrawDelay: NaN }, "maxDrawDelay is NaN"],
      [{ maxSkippedDraws: -1 }, "maxSkippedDraws is -1"],
      [{ maxUpdatesPerPump: 0 }, "maxUpdatesPerPump is 0"],
      [{ noDelaysPerYield: NaN }, "noDelaysPerYield is NaN"],
      [{ regularize: "x" as "off" }, "regularize is x"],
    ];
    for (const [options, message] of bad) {
      assertThrows(() => rig(options), RangeError, `Cannot create GameLoop: ${message}`);
    }
  });

  it("presets hold the table", () => {
    assertEquals({ ...presets.simple }, {
      minDelta: 0,
      maxDelta: Infinity,
      maxUpdateDelay: Infinity,
      maxDrawDelay: 0,
    });
    const row = (o: GameLoopOptions): unknown[] => [
      o.minDelta,
      o.maxDelta,
      o.maxUpdateDelay,
      o.maxDrawDelay,
      o.maxSkippedDraws,
    ];
    assertEquals(row(presets.rateLimited(10)), [10, 10, Infinity, 0, undefined]);
    assertEquals(row(presets.frameSkipping(10)), [10, 10, Infinity, Infinity, Infinity]);
    assertEquals(row(presets.advanced(10)), [10, 10, 500, Infinity, 5]);
    assertEquals(row(presets.variable(5, 40)), [5, 40, 500, 100, Infinity]);
    assertEquals(row(presets.slowDown(10)), [10, 10, 0, Infinity, Infinity]);
  });

  it("have defaults: no bounds, and no page is watched", async () => {
    const r = rig({}, { update: 3, draw: 4 });
    assertEquals(await trace(r, 20), "u@0 d@3 u@7 d@10 u@14 d@17");
    assertEquals(r.deltas, [0, 7, 7]);
  });

  it("pauseWhenHidden true watches the document, where there is one", async () => {
    if ("document" in globalThis) return; // a real one cannot be exchanged
    const page = new Page(true);
    const updates = async (options: GameLoopOptions): Promise<number> => {
      const r = rig({ ...presets.rateLimited(10), ...options });
      r.time.at(95, page.show(false));
      await trace(r, 109);
      page.hidden = true;
      return r.deltas.length;
    };
    assertEquals(await updates({ pauseWhenHidden: true }), 11);
    Object.defineProperty(globalThis, "document", { value: page, configurable: true });
    try {
      assertEquals(await updates({ pauseWhenHidden: true }), 2);
      assertEquals(await updates({ pauseWhenHidden: false }), 11);
      assertEquals(await updates({}), 11);
    } finally {
      delete (globalThis as { document?: unknown }).document;
    }
  });
});

describe("GameLoop.pump()", () => {
  it("starts with startup, an update of minDelta and a draw", () => {
    const r = rig(presets.rateLimited(10));
    r.time.advance(123);
    assertEquals(r.loop.pump(), 133);
    assertEquals(r.log, ["s@123", "u@123", "d@123"]);
    assertEquals(r.deltas, [10]);
    const s = rig(presets.simple);
    assertEquals(s.loop.pump(), 0);
    assertEquals(s.deltas, [0]);
  });

  it("starts with minDelta and without lateness, however coarse the numbers of the time are", () => {
    for (let i = 0; i < 20; i++) {
      for (const options of [presets.slowDown(1000 / 60), presets.variable(1000 / 60, 40)]) {
        const deltas: number[] = [];
        const game = { update: (delta: number): void => void deltas.push(delta), draw(): void {} };
        const time = new VirtualTime(1.7e12 + i * 0.37); // doubles are 0.0002 ms apart
        const loop = new GameLoop(game, time, options);
        loop.pump();
        assertEquals([deltas, loop.stats.resyncs], [[1000 / 60], 0]);
      }
    }
  });

  it("keeps S as a product: no drift in 100 000 steps", () => {
    const r = rig(presets.frameSkipping(0.1));
    let next = r.loop.pump();
    for (let i = 0; i < 100_000; i++) {
      r.time.advance(Math.max(0, next - r.time.real));
      next = r.loop.pump();
    }
    assertAlmostEquals(next, 10_000.1, 1e-8);
    assertEquals(r.deltas.length, 100_001);
    assertEquals(r.loop.stats.simulated, 100_001 * 0.1);
  });

  it("keeps maxDrawDelay when the clock goes back", () => {
    const time = new VirtualTime();
    let shift = 0;
    const draws: number[] = [];
    const game = {
      update: (): void => time.advance(15),
      draw: (): void => void draws.push(time.real),
    };
    const clock = { now: (): number => time.now() + shift };
    const loop = new GameLoop(game, clock, { minDelta: 10, maxDelta: 10, maxDrawDelay: 40 });
    for (let i = 0; i < 10; i++) {
      if (i === 5) shift = -1e6;
      loop.pump();
    }
    assertEquals(draws.length, 10);
    for (let i = 1; i < draws.length; i++) assert(draws[i] - draws[i - 1] <= 60, draws.join());
  });

  it("does not count a pause as time without a draw", () => {
    const r = rig({ minDelta: 10, maxDelta: 10, maxDrawDelay: 100 }, { update: 1 });
    r.loop.pump();
    r.loop.pause("hard");
    r.time.advance(5000);
    assertEquals(r.loop.pump(), Infinity);
    r.loop.resume();
    r.time.advance(35);
    r.loop.pump();
    // Three updates are due; the first two are late, and not long enough for a forced draw.
    assertEquals(calls(r), "sud" + "uuud");
  });

  it("does nothing after a stop() before the start", () => {
    const r = rig(presets.rateLimited(10));
    r.loop.stop();
    assertEquals(r.loop.pump(), Infinity);
    assertEquals(r.log, []);
  });

  it("updates nothing after a stop() in startup", async () => {
    for (const driver of ["pump", "run", "runFrames"] as const) {
      const r = rig(presets.rateLimited(10), {}, { startup: () => r.loop.stop() });
      const ended = driver === "pump" ? r.loop.pump() : r.loop[driver](r.time);
      await r.time.run(100);
      assertEquals(await ended, driver === "pump" ? Infinity : "stopped");
      assertEquals(r.log.join(" "), "s@0 e@0");
      assertEquals(r.loop.stats.pumps, 0);
    }
  });

  it("refuses re-entrancy and a second driver", async () => {
    const errors: unknown[] = [];
    const attempt = (): void => {
      try {
        r.loop.pump();
      } catch (error) {
        errors.push(error);
      }
    };
    const r = rig(presets.rateLimited(10), {}, {
      startup: attempt,
      update: attempt,
      draw: attempt,
      shutdown: attempt,
    });
    for (const driver of ["run", "runFrames"] as const) {
      let refused: Promise<unknown> | undefined;
      const game = { update: (): void => void (refused = loop[driver](r.time)), draw(): void {} };
      const loop = new GameLoop(game, r.time, presets.rateLimited(10));
      loop.pump();
      await assertRejects(() => refused!, Error, "it is running already");
    }
    const ended = r.loop.run(r.time);
    await assertRejects(() => r.loop.run(r.time), Error, "it is running already");
    await assertRejects(() => r.loop.runFrames(r.time), Error, "it is running already");
    assertThrows(() => r.loop.pump(), Error, "run or runFrames is driving it");
    await r.time.run(5);
    r.loop.stop();
    await ended;
    assertEquals(errors.length, 4);
    for (const error of errors) {
      assert(error instanceof Error && error.message.includes("a callback is running"));
    }
  });

  it("runs shutdown once when stopped by hand", () => {
    const r = rig(presets.rateLimited(10));
    r.loop.pump();
    r.loop.stop();
    r.loop.stop();
    assertEquals(r.loop.pump(), Infinity);
    assertEquals(r.log.join(" "), "s@0 u@0 d@0 e@0");
  });

  it("throws the error of a callback after shutdown, and is over", () => {
    const r = rig(presets.rateLimited(10), {}, {
      update: () => {
        throw new TypeError("boom");
      },
    });
    assertThrows(() => r.loop.pump(), TypeError, "boom");
    assertEquals(r.log.join(" "), "s@0 u@0 e@0");
    assertEquals(r.loop.pump(), Infinity);
  });

  it("covers what the first update takes, also after draws of a pause before it", () => {
    const r = rig(presets.advanced(10), { update: (n) => n === 1 ? 1000 : 0 });
    r.loop.pause("soft");
    r.loop.pump();
    r.loop.resume();
    r.loop.pump();
    assertEquals(r.dropped, [990]);
  });

  it("shuts down after the callback that calls stop(), not within it", () => {
    const log: string[] = [];
    const stop = (name: string) => (): void => {
      log.push(`${name}(`);
      loop.stop();
      log.push(")");
    };
    const game = { update: stop("update"), draw: stop("draw"), shutdown: stop("shutdown") };
    const loop: GameLoop = new GameLoop(game, new VirtualTime());
    assertEquals(loop.pump(), Infinity);
    assertEquals(log.join(" "), "update( ) shutdown( )");
  });

  it("is refused in onResync, and obeys what that asked for", () => {
    const errors: unknown[] = [];
    const r: Rig = rig({
      ...presets.slowDown(10),
      onResync: () => {
        try {
          r.loop.pump();
        } catch (error) {
          errors.push(error);
        }
        r.loop.pause("hard");
      },
    });
    r.loop.pump();
    r.time.advance(100);
    assertEquals(r.loop.pump(), Infinity);
    assert(errors.length === 1 && errors[0] instanceof Error);
    assertEquals(errors[0].message, "Cannot pump GameLoop: a callback is running");
    assertEquals(r.loop.pump(), Infinity);
    r.loop.stop();
    assertEquals(r.log.join(" "), "s@0 u@0 d@0 e@100");
  });
});

describe("GameLoop.run()", () => {
  it("is ended by a stop() before it, without calling anything, and then runs", async () => {
    const r = rig(presets.rateLimited(10));
    r.loop.stop();
    assertEquals(await r.loop.run(r.time), "stopped");
    assertEquals([r.log, r.loop.state], [[], "over"]);
    assertEquals(await trace(r, 15), "u@0 d@0 u@10 d@10");
  });

  it("starts anew after a stop, an abort or an error: startup, counters of zero, no time made up", async () => {
    for (const driver of ["run", "runFrames"] as const) {
      for (const how of ["stop", "abort", "error"] as const) {
        const controller = new AbortController();
        const r = rig(presets.advanced(10), {}, {
          update: () => {
            if (how === "error" && r.deltas.length === 3) throw new Error("boom");
          },
        });
        r.time.refresh = 10;
        const states: string[] = [r.loop.state];
        const ended = r.loop[driver](r.time, controller.signal).catch(() => "failed");
        await r.time.run(35);
        states.push(r.loop.state);
        if (how === "stop") r.loop.stop();
        if (how === "abort") controller.abort();
        const result = await ended;
        assertEquals(result, { stop: "stopped", abort: "aborted", error: "failed" }[how]);
        assertEquals(r.loop.state, "over");
        const { updates } = r.loop.stats;
        r.log.length = 0;
        r.loop.pause("soft"); // a pause is the caller's, and lasts
        r.time.at(1005, () => r.loop.resume());
        await r.time.run(1000);
        await (driver === "run" ? runFor(r, 1028) : runFrames(r, 1028));
        assertEquals(updates, driver === "run" && how !== "error" ? 4 : 3);
        const due = driver === "run" ? "u@1005 u@1015 u@1025" : "u@1010 u@1020";
        assertEquals([r.log[0], only(r, "u")], ["s@1000", due]);
        assertEquals([r.loop.stats.updates, r.loop.stats.dropped], [due.split(" ").length, 0]);
      }
    }
  });

  it("calls nothing when the signal is aborted already, and can run later", async () => {
    const r = rig(presets.rateLimited(10));
    assertEquals(await r.loop.run(r.time, AbortSignal.abort()), "aborted");
    assertEquals(await r.loop.runFrames(r.time, AbortSignal.abort()), "aborted");
    assertEquals(r.log, []);
    assertEquals(await trace(r, 5), "u@0 d@0");
  });

  for (const how of ["stop", "abort"] as const) {
    for (const where of ["startup", "update", "draw", "sleep"] as const) {
      for (const driver of ["run", "runFrames"] as const) {
        it(`${driver}() ends at once on ${how} in ${where}`, async () => {
          const controller = new AbortController();
          const end = (): void => how === "stop" ? r.loop.stop() : controller.abort();
          const more: Partial<Game> = where === "sleep" ? {} : { [where]: end };
          const r = rig(presets.rateLimited(100), { update: 1, draw: 1 }, more);
          r.time.refresh = 100;
          if (where === "sleep") r.time.at(150, end);
          let at = NaN;
          const ended = r.loop[driver](r.time, controller.signal).then((reason) => {
            at = r.time.real;
            return reason;
          });
          await r.time.run(1000);
          assertEquals(await ended, how === "stop" ? "stopped" : "aborted");
          const first = driver === "run" ? 0 : 100;
          const made = calls(r);
          assertEquals(
            made,
            {
              startup: "se",
              update: "sue",
              draw: "sude",
              sleep: driver === "run" ? "sudude" : "sude",
            }[
              where
            ],
          );
          assertEquals(at, { startup: 0, update: first + 1, draw: first + 2, sleep: 150 }[where]);
        });
      }
    }
  }

  it("removes its listeners", async () => {
    let listeners = 0;
    const controller = new AbortController();
    const signal = controller.signal;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>): void => {
      listeners++;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>): void => {
      listeners--;
      remove(...args);
    };
    for (const driver of ["run", "runFrames"] as const) {
      const r = rig(presets.rateLimited(10));
      const ended = r.loop[driver](r.time, signal);
      await r.time.run(100);
      r.loop.stop();
      await ended;
    }
    assertEquals(listeners, 0);
  });

  it("sleeps until the due time, whole, and yields when it is late", async () => {
    const asked: string[] = [];
    const r = rig({ ...presets.rateLimited(10), noDelaysPerYield: 2 }, {
      update: (n) => n > 3 && n < 10 ? 10 : 2.25,
    });
    const sleeper = {
      sleep: (ms: number, signal?: AbortSignal): Promise<void> => {
        asked.push(ms.toFixed(2));
        return r.time.sleep(ms, signal);
      },
      yield: (): Promise<void> => {
        asked.push("yield");
        return r.time.yield();
      },
    };
    await runFor(r, 99, sleeper);
    assertEquals(asked.join(" "), "7.75 7.75 7.75 yield yield yield 7.75");
  });

  it("comes back early by the sleeper's lead and reads the clock until the update is due", async () => {
    const r = rig(presets.rateLimited(10), { update: 2 });
    r.time.readCost = 0.001;
    const asked: number[] = [];
    let yields = 0;
    const sleeper = {
      lead: 0.05,
      sleep: (ms: number, signal?: AbortSignal): Promise<void> => {
        asked.push(ms);
        return r.time.sleep(ms, signal);
      },
      yield: (): Promise<void> => {
        yields++;
        return r.time.yield();
      },
    };
    const late: number[] = [];
    const game = {
      update: (_: number, simTime: number): void => {
        late.push(r.time.real - simTime);
        r.time.advance(2);
      },
      draw: (): void => {},
    };
    const loop = new GameLoop(game, r.time, presets.rateLimited(10));
    await during(loop, "run", sleeper, r.time, 95);
    assertEquals([late.length, asked.length, yields], [10, 10, 0]);
    for (const ms of late) assert(ms >= -1e-9 && ms <= 0.002, `${ms}`);
    for (const ms of asked) assertAlmostEquals(ms, 7.95, 0.01);
  });

  it("yields in every frame that ends within the lead, and survives a clock that then stops", async () => {
    const r = rig(presets.rateLimited(10), { update: 9.98 });
    r.time.readCost = 0.001;
    let yields = 0;
    let sleeps = 0;
    let frozen = false;
    const sleeper = {
      lead: 0.05,
      sleep: (ms: number, signal?: AbortSignal): Promise<void> => {
        sleeps++;
        return r.time.sleep(ms, signal);
      },
      yield: (): Promise<void> => {
        yields++;
        return r.time.yield();
      },
    };
    const clock = { now: (): number => frozen ? 50 : r.time.now() };
    let updates = 0;
    const game = {
      update: (): void => {
        updates++;
        r.time.advance(9.98);
      },
      draw: (): void => {},
    };
    const loop = new GameLoop(game, clock, presets.rateLimited(10));
    const ended = loop.run(sleeper);
    await r.time.run(95);
    assertEquals([updates, yields, sleeps], [10, 10, 0]);
    frozen = true; // the clock stops: bounded polls, then yields
    r.time.at(r.time.real, () => loop.stop());
    await r.time.run(200);
    await ended;
  });

  it("passes what a sleeper's approach() leaves in macrotasks, and finds the time come itself", async () => {
    const r = rig(presets.rateLimited(10));
    let yields = 0;
    const asked: number[] = [];
    const sleeper = {
      lead: 0.2,
      sleep: (): Promise<void> => Promise.reject(new Error("not called")),
      approach: (ms: number, signal?: AbortSignal): Promise<void> => {
        asked.push(ms);
        return r.time.sleep(ms - 0.1, signal);
      },
      yield: (): Promise<void> => {
        yields++;
        r.time.advance(0.015);
        return r.time.yield();
      },
    };
    const late: number[] = [];
    let reads = 0;
    const clock = { now: (): number => (reads++, r.time.real) };
    const game = {
      update: (_: number, simTime: number): void => {
        late.push(r.time.real - simTime);
        r.time.advance(2);
      },
      draw: (): void => {},
    };
    const loop = new GameLoop(game, clock, presets.rateLimited(10));
    const ended = loop.run(sleeper);
    await r.time.run(95);
    // 0.1 ms are seven macrotasks, each with one reading of the clock: nothing spins.
    assertEquals([late.length, yields], [10, 63]);
    for (const ms of late) assert(ms >= -1e-9 && ms < 0.015, `${ms}`);
    for (const ms of asked) assertAlmostEquals(ms, 8, 0.02);
    assert(reads < 10 * 12, `${reads}`);
    assertEquals(loop.stats.pumps, 10);
    // Between two macrotasks the loop ends at once, and not when the update is due.
    const after = yields;
    r.time.at(99.93, () => loop.stop());
    await r.time.run(120);
    assertEquals([await ended, late.length], ["stopped", 10]);
    assert(yields > after && yields < after + 5, `${yields - after}`);
  });

  it("sleeps again where approach() leaves more than it may, as by a slower clock of the game", async () => {
    for (const stopsAt of [Infinity, 49.9]) {
      const time = new VirtualTime();
      let yields = 0;
      let sleeps = 0;
      const sleeper = {
        lead: 0.2,
        sleep: (ms: number, signal?: AbortSignal): Promise<void> => time.sleep(ms, signal),
        approach: (ms: number, signal?: AbortSignal): Promise<void> => {
          sleeps++;
          return time.sleep(ms, signal);
        },
        yield: (): Promise<void> => {
          yields++;
          time.advance(0.01);
          return time.yield();
        },
      };
      let updates = 0;
      const game = { update: (): void => void updates++, draw: (): void => {} };
      // A tenth of the speed, and one that stands still within the lead.
      const clock = { now: (): number => Math.min(time.real / 10, stopsAt) };
      const loop = new GameLoop(game, clock, presets.rateLimited(10));
      const ended = loop.run(sleeper);
      await time.run(495);
      assertEquals(updates, 5);
      assert(yields < 5 * 420, `${yields}`); // 0.4 ms of the clock are 4 ms, 400 macrotasks
      const before = sleeps;
      await time.run(605);
      assert(sleeps > before + 5, `${sleeps - before}`);
      loop.stop();
      await time.run(700);
      await ended;
      assertEquals(updates, stopsAt === Infinity ? 7 : 5);
    }
  });

  it("refuses an approach that is no function", async () => {
    const r = rig(presets.rateLimited(10));
    const sleeper = { ...preciseSleeper(), approach: 5 as unknown as () => Promise<void> };
    const error = await assertRejects(() => r.loop.run(sleeper), TypeError);
    assertEquals(error.message, "Cannot run GameLoop: sleeper.approach is 5, must be a function");
    assertEquals(r.log, []);
  });

  it("refuses a lead that is no time: with NaN it would never sleep", async () => {
    const r = rig(presets.rateLimited(10));
    for (const lead of [NaN, -1]) {
      const sleeper = { sleep: r.time.sleep, yield: r.time.yield, lead };
      const error = await assertRejects(() => r.loop.run(sleeper), RangeError);
      assertEquals(
        error.message,
        `Cannot run GameLoop: sleeper.lead is ${lead}, must not be negative`,
      );
    }
    assertEquals(r.log, []);
  });

  it("re-sleeps after a sleep that was too short", async () => {
    const r = rig(presets.rateLimited(10));
    r.time.oversleep = (ms) => ms > 1 ? -0.9 : 0;
    assertEquals(await trace(r, 25), "u@0 d@0 u@10 d@10 u@20 d@20");
  });

  it("holds its rate for ten minutes of bad sleeps and work", async () => {
    const next = random(11);
    const r = rig(presets.rateLimited(1000 / 60), { update: () => next() * 8, draw: 1 });
    r.time.oversleep = () => next() * 2 - 0.5;
    await trace(r, 600_000);
    assertEquals(r.deltas.length, 36_000);
    assertEquals(r.loop.stats.dropped, 0);
  });

  it("keeps its phase at large times", async () => {
    const time = new VirtualTime(1.7e12); // an epoch clock: doubles are 0.0002 ms apart
    let updates = 0;
    let yields = 0;
    const sleeper = {
      sleep: (ms: number, signal?: AbortSignal): Promise<void> => time.sleep(ms, signal),
      yield: (): Promise<void> => {
        yields++;
        return time.yield();
      },
    };
    const game = { update: (): void => void updates++, draw(): void {} };
    const loop = new GameLoop(game, time, presets.advanced(1000 / 60));
    await during(loop, "run", sleeper, time, 1.7e12 + 9_995);
    assertEquals([updates, yields], [600, 0]);
  });

  it("survives clocks that go back, stand still and show NaN", async () => {
    const r = rig(presets.advanced(10), { update: 1, draw: 1 });
    let shift = 0;
    let mode: "good" | "nan" | "frozen" = "good";
    let frozen = 0;
    const clock = {
      now: (): number => mode === "nan" ? NaN : mode === "frozen" ? frozen : r.time.now() + shift,
    };
    const deltas: number[] = [];
    const stamps: number[] = [];
    const game = {
      update: (delta: number): void => {
        deltas.push(delta);
        stamps.push(r.time.real);
        r.time.advance(1);
      },
      draw(): void {},
    };
    const loop = new GameLoop(game, clock, presets.advanced(10));
    r.time.at(101, () => shift = -1e7); // back by hours: no sleep of hours
    r.time.at(205, () => mode = "nan");
    r.time.at(255, () => mode = "good");
    r.time.at(305, () => {
      frozen = clock.now();
      mode = "frozen";
    });
    r.time.at(355, () => mode = "good");
    await during(loop, "run", r.time, r.time, 1000);
    assertEquals(loop.stats.backwards, 1);
    assertEquals(loop.stats.dropped, 0);
    for (const delta of deltas) assertEquals(delta, 10);
    // The step back costs its own wait; the blind 50 ms are made up after one more wait.
    assert(stamps.length >= 98 && stamps.length <= 101, `${stamps.length}`);
    const gap = Math.max(...stamps.slice(1).map((t, i) => t - stamps[i]));
    assert(gap <= 70, `${gap}`);
  });

  it("waits for a clock that starts with NaN", async () => {
    const time = new VirtualTime();
    time.readCost = 0.01;
    const clock = { now: (): number => time.now() < 5 ? NaN : time.real };
    const deltas: number[] = [];
    const game = { update: (d: number): void => void deltas.push(d), draw(): void {} };
    const loop = new GameLoop(game, clock, presets.rateLimited(10));
    await during(loop, "run", time, time, 30);
    assertEquals(deltas, [10, 10, 10]);
  });

  it("begins when such a clock shows a number, however low", async () => {
    const time = new VirtualTime();
    let reads = 0;
    const clock = { now: (): number => reads++ === 0 ? NaN : time.real - 1e6 };
    const game = { update: (): void => {}, draw(): void {} };
    const loop = new GameLoop(game, clock, presets.rateLimited(10));
    await during(loop, "run", time, time, 35);
    assertEquals([loop.stats.updates, loop.stats.backwards], [4, 0]);
  });

  it("sleeps while it waits for such a clock, and ends in that sleep", async () => {
    for (const mode of [null, "soft"] as const) {
      const time = new VirtualTime();
      let reads = 0;
      const clock = {
        now: (): number => {
          reads++;
          return NaN;
        },
      };
      const game = { update: (): void => {}, draw: (): void => {} };
      const loop = new GameLoop(game, clock, presets.simple);
      if (mode !== null) loop.pause(mode);
      const ended = loop.run(time);
      await time.run(200.5);
      assert(reads <= 410, `${reads}`);
      loop.stop();
      await time.run(200.5);
      assertEquals([await ended, loop.stats.updates], ["stopped", 0]);
    }
  });

  it("is exact on a quantised clock with coarse timers", async () => {
    const r = rig(presets.frameSkipping(10), { update: 1 });
    r.time.quantum = r.time.timerTick = 55;
    await trace(r, 60_000);
    assertAlmostEquals(r.deltas.length / 60, 100, 0.2);
  });

  it("leaves a loop that is over: nothing is called or asked for any more", async () => {
    for (const driver of ["run", "runFrames"] as const) {
      const r = rig(presets.rateLimited(10));
      await during(r.loop, driver, r.time, r.time, 25);
      const log = r.log.join(" ");
      const { real } = r.time;
      assertEquals(r.loop.pump(), Infinity);
      r.loop.pause("hard");
      r.loop.resume();
      r.loop.stop();
      await r.time.run(100);
      assertEquals([r.log.join(" "), r.time.real], [log, real]);
    }
  });

  it("does not run startup again after a pump() by hand", async () => {
    for (const driver of ["run", "runFrames"] as const) {
      const r = rig(presets.rateLimited(10));
      r.loop.pump();
      await during(r.loop, driver, r.time, r.time, 25);
      assertEquals(r.log.filter((c) => c[0] === "s").length, 1);
    }
  });

  it("ends for the first of the reasons it is given", async () => {
    for (const driver of ["run", "runFrames"] as const) {
      for (const first of ["stopped", "aborted"] as const) {
        const controller = new AbortController();
        const r = rig(presets.rateLimited(10), {}, {
          update: () => {
            if (first === "aborted") controller.abort();
            r.loop.stop();
            controller.abort();
          },
        });
        const ended = r.loop[driver](r.time, controller.signal);
        await r.time.run(25);
        assertEquals(await ended, first);
      }
    }
  });

  it("counts the pumps without a sleep from the last sleep", async () => {
    // Every second update ends when the next one is due.
    for (const approach of [true, false]) {
      const r = rig({ ...presets.rateLimited(10), noDelaysPerYield: 2 }, {
        update: (n) => n % 2 === 0 ? 2 : 10,
      });
      let yields = 0;
      const sleep = (ms: number, signal?: AbortSignal): Promise<void> => r.time.sleep(ms, signal);
      const sleepOn = (ms: number, signal?: AbortSignal): Promise<void> => {
        assert(ms > 0, "it is time");
        return sleep(ms, signal);
      };
      const sleeper = {
        sleep,
        yield: (): Promise<void> => {
          yields++;
          return r.time.yield();
        },
        ...(approach ? { approach: sleepOn } : {}),
      };
      await runFor(r, 195, sleeper);
      assertEquals([r.deltas.length, yields], [20, 0]);
    }
  });

  it("sleeps again, instead of reading the clock, after a sleep that ended long before its time", async () => {
    const time = new VirtualTime();
    time.readCost = 0.001;
    let reads = 0;
    const clock = { now: (): number => (reads++, time.now()) };
    const sleeper = {
      lead: 0.05,
      sleep: (ms: number, signal?: AbortSignal): Promise<void> => time.sleep(ms / 2, signal),
      yield: (): Promise<void> => time.yield(),
    };
    let updates = 0;
    const game = { update: (): void => void updates++, draw: (): void => {} };
    const loop = new GameLoop(game, clock, presets.rateLimited(10));
    await during(loop, "run", sleeper, time, 95);
    assertEquals(updates, 10);
    // About eight sleeps, and 0.1 ms of readings at the end.
    assert(reads < 10 * 150, `${reads}`);
  });
});

describe("GameLoop errors", () => {
  it("stop the loop, shut down once and reject with the same error", async () => {
    for (const phase of ["startup", "update", "draw", "shutdown"] as const) {
      for (const driver of ["run", "runFrames"] as const) {
        const error = new TypeError(phase);
        const r = rig(presets.rateLimited(10), {}, {
          [phase]: () => {
            throw error;
          },
        });
        if (phase === "shutdown") r.time.at(45, () => r.loop.stop());
        const ended = r.loop[driver](r.time);
        ended.catch(() => {});
        await r.time.run(100);
        const caught = await assertRejects(() => ended, TypeError, phase);
        assert(caught === error);
        const ends = r.log.filter((c) => c[0] === "e").length;
        assertEquals([ends, r.loop.state], [phase === "startup" ? 0 : 1, "over"]);
      }
    }
  });

  it("report the first error when shutdown throws too", async () => {
    const r = rig(presets.rateLimited(10), {}, {
      update: () => {
        throw new Error("first");
      },
      shutdown: () => {
        throw new Error("second");
      },
    });
    await assertRejects(() => r.loop.run(r.time), Error, "first");
  });

  it("are passed by onError: the step stays committed and the loop goes on", async () => {
    const phases: GamePhase[] = [];
    let n = 0;
    const r = rig(presets.rateLimited(10), {}, {
      update: () => {
        if (++n === 2) throw new Error("boom");
      },
      draw: () => {
        if (n === 3) throw new Error("boom");
      },
      onError: (_error, phase) => {
        phases.push(phase);
        return "continue";
      },
    });
    assertEquals(await trace(r, 45), "u@0 d@0 u@10 d@10 u@20 d@20 u@30 d@30 u@40 d@40");
    assertEquals(phases, ["update", "draw"]);
    assertEquals(r.loop.stats.errors, 2);
  });

  it("of onResync are those of an update: thrown, or passed by onError", async () => {
    for (const verdict of ["stop", "continue"] as const) {
      const phases: GamePhase[] = [];
      const fail = (): void => {
        throw new Error("boom");
      };
      const options = { minDelta: 10, maxDelta: 10, maxUpdateDelay: 0, onResync: fail };
      const r = rig(options, {}, {
        update: (_delta, simTime) => {
          if (simTime === 20) r.time.advance(100);
        },
        onError: (_error, phase) => {
          phases.push(phase);
          return verdict;
        },
      });
      const ended = r.loop.run(r.time);
      ended.catch(() => {});
      await r.time.run(200);
      if (verdict === "stop") await assertRejects(() => ended, Error, "boom");
      else {
        r.loop.stop();
        await r.time.run(1000);
        assertEquals(await ended, "stopped");
      }
      assertEquals(phases, ["update"]);
      assertEquals(r.dropped.length, 1);
      assertEquals(r.loop.stats.resyncs, 1);
      assertEquals(r.log.at(-1)?.[0], "e");
    }
  });

  it("stop in onResync, and a pause there, hold before the next update", async () => {
    for (const what of ["stop", "pause"] as const) {
      let updates = 0;
      const r: Rig = rig(
        {
          minDelta: 10,
          maxDelta: 10,
          maxUpdateDelay: 0,
          onResync: () => {
            updates = r.deltas.length;
            if (what === "stop") r.loop.stop();
            else r.loop.pause("hard");
          },
        },
        {},
        {
          update: (_delta, simTime) => {
            if (simTime === 20) r.time.advance(100);
          },
        },
      );
      const ended = r.loop.run(r.time);
      await r.time.run(200);
      assertEquals(r.dropped.length, 1);
      assertEquals(r.deltas.length, updates);
      r.loop.stop();
      await r.time.run(1000);
      assertEquals(await ended, "stopped");
    }
  });

  it("of startup that onError lets pass count as done: shutdown is called", async () => {
    for (const driver of ["run", "runFrames"] as const) {
      const r = rig(presets.rateLimited(10), {}, {
        startup: () => {
          throw new Error("boom");
        },
        onError: () => "continue",
      });
      r.time.refresh = 10;
      r.time.at(15, () => r.loop.stop());
      const ended = r.loop[driver](r.time);
      await r.time.run(30);
      assertEquals(await ended, "stopped");
      assertEquals(calls(r), driver === "run" ? "sudude" : "sude");
    }
  });

  it("stop when onError says stop, or throws", async () => {
    for (const policy of ["stop", "throw"]) {
      const r = rig(presets.rateLimited(10), {}, {
        draw: () => {
          throw new Error("original");
        },
        onError: () => {
          if (policy === "throw") throw new Error("policy");
          return "stop";
        },
      });
      await assertRejects(
        () => r.loop.run(r.time),
        Error,
        policy === "throw" ? "policy" : "original",
      );
      assertEquals(r.log.join(" "), "s@0 u@0 d@0 e@0");
    }
  });

  it("of a sleeper reach the caller after shutdown", async () => {
    const r = rig(presets.rateLimited(10));
    const sleeper = {
      sleep: (): Promise<void> => Promise.reject(new Error("no sleep")),
      yield: (): Promise<void> => Promise.resolve(),
    };
    await assertRejects(() => r.loop.run(sleeper), Error, "no sleep");
    assertEquals(r.log.join(" "), "s@0 u@0 d@0 e@0");
  });

  it("of a clock that is read when the page is hidden at the start end the loop as any other", async () => {
    const heard = new Set<unknown>();
    const page: VisibilitySource = {
      hidden: true,
      addEventListener: (_, listener) => void heard.add(listener),
      removeEventListener: (_, listener) => void heard.delete(listener),
    };
    const clock = {
      now: (): never => {
        throw new Error("no time");
      },
    };
    const game = { update(): void {}, draw(): void {} };
    const loop = new GameLoop(game, clock, { pauseWhenHidden: page });
    const time = new VirtualTime();
    await assertRejects(() => loop.run(time), Error, "no time");
    assertEquals([heard.size, loop.state], [0, "over"]);
  });

  it("of a display reach the caller after shutdown, in whatever frame", async () => {
    for (const good of [0, 2]) {
      const r = rig(presets.rateLimited(10));
      r.time.refresh = 10;
      let requests = 0;
      const scheduler = {
        request: (callback: (t: number) => void): number => {
          if (requests++ === good) throw new Error("no display");
          return r.time.request(callback);
        },
        cancel: (id: number): void => r.time.cancel(id),
      };
      const ended = r.loop.runFrames(scheduler);
      ended.catch(() => {});
      await r.time.run(100);
      await assertRejects(() => ended, Error, "no display");
      assertEquals(r.log.join(" "), good === 0 ? "s@0 e@0" : "s@0 u@10 d@10 u@20 d@20 e@20");
    }
  });

  it("of a display that is asked again by resume(), or by a page that shows, end the loop", async () => {
    for (const how of ["resume", "page"] as const) {
      const page = new Page(false);
      const pauseWhenHidden = page;
      const r = rig({ ...presets.rateLimited(10), pauseWhenHidden });
      r.time.refresh = 10;
      let broken = false;
      const scheduler = {
        request: (callback: (t: number) => void): number => {
          if (broken) throw new Error("no display");
          return r.time.request(callback);
        },
        cancel: (id: number): void => r.time.cancel(id),
      };
      const ended = r.loop.runFrames(scheduler);
      ended.catch(() => {});
      r.time.at(15, () => how === "resume" ? r.loop.pause("hard") : page.show(true)());
      r.time.at(55, () => {
        broken = true;
        if (how === "resume") r.loop.resume();
        else page.show(false)();
      });
      await r.time.run(100);
      assertEquals(r.log.join(" "), "s@0 u@10 d@10 e@55");
      await assertRejects(() => ended, Error, "no display");
    }
  });

  it("of a frame end the calls, although the display ignores cancel()", async () => {
    const r = rig(presets.rateLimited(10), {}, {
      update: () => {
        if (r.deltas.length === 2) throw new Error("boom");
      },
    });
    const asked: ((t: number) => void)[] = [];
    const scheduler = {
      request: (callback: (t: number) => void): number => asked.push(callback),
      cancel: (): void => {},
    };
    const ended = r.loop.runFrames(scheduler);
    await null;
    asked[0](10);
    for (let i = 0; asked.length === 1; i++) await null;
    asked[1](20);
    await assertRejects(() => ended, Error, "boom");
    const log = r.log.join(" ");
    asked[1](30);
    asked[0](40);
    assertEquals(r.log.join(" "), log);
  });
});

describe("GameLoop.stats", () => {
  it("runningSlowly is set at five updates of lateness and cleared by clean pumps", () => {
    const r = rig(presets.frameSkipping(10));
    r.loop.pump();
    const slow = (ms: number): boolean => {
      r.time.advance(ms);
      r.loop.pump();
      return r.loop.stats.runningSlowly;
    };
    assertEquals(slow(50), false); // five updates: lag 4
    assertEquals(slow(20), true); // lag 5
    for (let i = 0; i < 9; i++) assertEquals(slow(0), true); // no update is due
    assertEquals([10, 10, 10, 10, 10].map(slow), [true, true, true, true, false]);
  });

  it("runningSlowly is not set on a slow display, but on a slow machine", async () => {
    for (const preset of [presets.rateLimited, presets.frameSkipping, presets.slowDown]) {
      for (const display of [30, 40, 59.94, 75]) {
        let slow = 0;
        const r = rig(preset(1000 / 120), { update: 0.1, draw: 1 }, {
          draw: () => slow += Number(r.loop.stats.runningSlowly),
        });
        r.time.refresh = 1000 / display;
        const ended = r.loop.runFrames(r.time);
        await r.time.run(5000);
        assertEquals(slow, 0);
        r.loop.stop();
        await ended;
      }
    }
    const r = rig(presets.advanced(1000 / 60), { update: 10, draw: 10 });
    const ended = r.loop.runFrames(r.time);
    await r.time.run(2000);
    assertEquals(r.loop.stats.runningSlowly, true);
    r.loop.stop();
    await ended;
  });

  it("runningSlowly is set when a slow display's frames are missed, and cleared when they are not", async () => {
    // Four updates a frame; between 1 and 2 s each frame takes longer than the display's.
    const r = rig(presets.rateLimited(1000 / 120), {
      update: () => r.time.real > 1000 && r.time.real < 2000 ? 4 : 0.1,
      draw: () => r.time.real > 1000 && r.time.real < 2000 ? 20 : 0.1,
    });
    r.time.refresh = 1000 / 30;
    const ended = r.loop.runFrames(r.time);
    const seen: boolean[] = [];
    for (const at of [995, 1995, 4995]) {
      await r.time.run(at);
      seen.push(r.loop.stats.runningSlowly);
    }
    r.loop.stop();
    await ended;
    assertEquals(seen, [false, true, false]);
  });

  it("counts updates, draws, pumps and simulated time", async () => {
    const r = rig(presets.frameSkipping(10), { update: (n) => n === 2 ? 25 : 0 });
    await trace(r, 55);
    const { updates, draws, skippedDraws, simulated } = r.loop.stats;
    assertEquals([updates, draws, skippedDraws, simulated], [6, 4, 2, 60]);
  });
});

/** The bounds of a loop, and what is called by it when, in whole numbers of 1/1024 ms. */
interface Bounds {
  min: number;
  max: number;
  updateDelay: number;
  drawDelay: number;
  skips: number;
  updates: number;
}

/** The loop as it is specified: pumps after gaps, the first with startup; callbacks cost time. */
function specified(bounds: Bounds, start: number, gaps: number[], costs: number[]): string[] {
  const { min, max } = bounds;
  const log: string[] = [];
  let now = start;
  let S = NaN;
  let drawn = -Infinity;
  let skipped = 0;
  let calls = 0;
  const call = (what: string): void => {
    log.push(what);
    now += costs[calls++ % costs.length];
  };
  for (const [pump, gap] of gaps.entries()) {
    let t = now += gap;
    if (pump === 0) S = t - min;
    for (let updates = 0; updates < bounds.updates; updates++) {
      const first = pump === 0 && updates === 0;
      let behind = first ? min : t - S;
      if (!first && (behind < min || behind === 0)) break;
      const drop = behind - max;
      if (drop > bounds.updateDelay) {
        log.push(`drop ${drop}`);
        S += drop;
        behind = max;
      }
      const delta = Math.min(behind, max);
      S += delta;
      call(`update ${delta} to ${S}`);
      t = now;
      const late = t - S >= max;
      if (late && skipped < bounds.skips && t - drawn < bounds.drawDelay) {
        skipped++;
        continue;
      }
      drawn = t;
      skipped = 0;
      call(`draw ${min === max ? Math.min(Math.max((t - S) / min, 0), 1) : 1}`);
      break;
    }
    log.push(`next ${S + min}`);
  }
  return log;
}

describe("GameLoop on random schedules", () => {
  it("does what is specified, to the bit, at any origin of the clock", () => {
    const unit = 1024; // a double holds such parts of a ms up to the times of epoch clocks
    for (const start of [0, 2 ** 30, 1.7e12]) {
      for (let seed = 1; seed <= 400; seed++) {
        const next = random(seed);
        const pick = <T>(...of: T[]): T => of[Math.floor(next() * of.length)];
        const minDelta = pick(0, 1, 4, 10, 15.625, 33.25);
        const maxDelta = next() < 0.6 && minDelta > 0
          ? minDelta
          : pick(minDelta + 1, minDelta + 20, Infinity);
        const options = {
          minDelta,
          maxDelta,
          maxUpdateDelay: pick(0, 5, 50, 500, Infinity),
          maxDrawDelay: pick(0, 20, 100, Infinity),
          maxSkippedDraws: pick(0, 1, 5, Infinity),
          maxUpdatesPerPump: pick(1, 5, 240),
        };
        const some = (count: number, ms: () => number): number[] =>
          Array.from({ length: count }, () => Math.floor(ms() * unit) / unit);
        const usual = [0, minDelta, 2 * minDelta, Math.min(maxDelta, 7)];
        const gaps = some(50, () => next() < 0.1 ? next() * 2000 : pick(next() * 40, ...usual));
        const costs = some(11, () => next() < 0.3 ? 0 : next() * pick(5, 5, 5, 80));

        let now = start;
        let calls = 0;
        const log: string[] = [];
        const call = (what: string): void => {
          log.push(what);
          now += costs[calls++ % costs.length];
        };
        const game = {
          update: (delta: number, to: number) => call(`update ${delta * unit} to ${to * unit}`),
          draw: (alpha: number) => call(`draw ${alpha}`),
        };
        const onResync = (ms: number): void => void log.push(`drop ${ms * unit}`);
        const loop = new GameLoop(game, { now: () => now }, { ...options, onResync });
        for (const gap of gaps) {
          now += gap;
          log.push(`next ${loop.pump() * unit}`);
        }
        const bounds: Bounds = {
          min: minDelta * unit,
          max: maxDelta * unit,
          updateDelay: options.maxUpdateDelay * unit,
          drawDelay: options.maxDrawDelay * unit,
          skips: options.maxSkippedDraws,
          updates: options.maxUpdatesPerPump,
        };
        const whole = (times: number[]): number[] => times.map((ms) => ms * unit);
        const expected = specified(bounds, start * unit, whole(gaps), whole(costs));
        assertEquals(log.join("\n"), expected.join("\n"), `seed ${seed} from ${start}`);
      }
    }
  });

  it("never gives a negative delta, a burst beyond its caps, or a second shutdown", async () => {
    for (let seed = 1; seed <= 150; seed++) {
      const next = random(seed);
      const pick = <T>(...of: T[]): T => of[Math.floor(next() * of.length)];
      const minDelta = pick(0, 5, 10, 1000 / 60);
      const maxDelta = pick(minDelta, minDelta * 2, Infinity) || Infinity;
      const maxUpdatesPerPump = pick(1, 5, 240);
      const maxUpdateDelay = pick(0, 50, 500, Infinity);
      const maxSkippedDraws = pick(0, 3, Infinity);
      const regularize = pick("off", "auto");
      const options: GameLoopOptions = {
        minDelta,
        maxDelta,
        maxUpdateDelay,
        maxDrawDelay: pick(0, 30, Infinity),
        maxSkippedDraws,
        maxUpdatesPerPump,
        noDelaysPerYield: pick(1, 3),
        regularize,
        drawEveryFrame: pick(true, false),
      };
      const time = new VirtualTime(pick(0, 1e6, -50));
      time.readCost = 0.05;
      time.quantum = pick(0, 0, 1, 15.625);
      time.timerTick = pick(0, 15.625);
      time.oversleep = (ms): number => (next() - 0.3) * Math.min(ms, 3);
      time.hidden = [[400, 900]];
      let shift = 0;
      const clock = {
        now: (): number => {
          if (next() < 0.005) shift += (next() - 0.6) * 300;
          return next() < 0.01 ? pick(NaN, Infinity, -Infinity) : time.now() + shift;
        },
      };
      const controller = new AbortController();
      let calls = "";
      let depth = 0;
      let afterEnd = 0;
      let skipped = 0;
      let pump = 0;
      let burst = 0;
      const guard = (name: string, body: () => void): void => {
        assertEquals(depth, 0);
        depth++;
        calls += name;
        if (controller.signal.aborted && name !== "e") afterEnd++;
        try {
          time.advance(next() < 0.03 ? next() * 300 : next() * 6);
          const kind = next();
          if (kind < 0.004) controller.abort();
          else if (kind < 0.02) throw new Error("random");
          else if (kind < 0.04) {
            const mode = pick("soft", "hard") as "soft" | "hard";
            loop.pause(mode);
            if (next() < 0.5) loop.step();
            time.at(time.real + next() * 200, () => loop.resume());
          } else if (kind < 0.05) loop.timeScale = pick(0.25, 1, 1, 3);
          else if (kind < 0.06) loop.nudge((next() - 0.5) * 100);
          body();
        } finally {
          depth--;
        }
      };
      let simulated = 0;
      const game: Game = {
        startup: () => guard("s", () => {}),
        update: (delta) => {
          burst = loop.stats.pumps === pump ? burst + 1 : 1;
          pump = loop.stats.pumps;
          assert(burst <= maxUpdatesPerPump);
          assert(++skipped <= maxSkippedDraws + 1);
          guard("u", () => {
            assert(delta >= (calls === "su" ? 0 : minDelta) && delta <= maxDelta, `${delta}`);
            assert(calls === "su" || delta > 0);
            simulated += delta;
          });
        },
        draw: (alpha) => {
          skipped = 0;
          assert(alpha >= 0 && alpha <= 1, `${alpha}`);
          guard("d", () => {});
        },
        shutdown: () => guard("e", () => {}),
        onError: (error) => {
          if (error instanceof Error && error.message === "random") return "continue";
          return "stop";
        },
      };
      const loop = new GameLoop(game, clock, options);
      const begin = time.real;
      const driver = pick("run", "runFrames") as "run" | "runFrames";
      const ended = loop[driver](time, controller.signal);
      let failure: unknown = null;
      ended.catch((error) => failure = error);
      time.at(begin + 3000 * next(), () => controller.abort());
      await time.run(begin + 4000);
      assertEquals(failure, null, `seed ${seed}: ${failure}`);
      assertEquals(await ended, "aborted");
      assertEquals(afterEnd, 0, `seed ${seed}`);
      assertEquals(calls.replaceAll(/[ud]/g, ""), "se", `seed ${seed}`);
      assertEquals(calls.indexOf("e"), calls.length - 1);
      assert(simulated <= loop.stats.simulated + 1e-6);
      assert(loop.stats.dropped >= 0);
    }
  });
});
