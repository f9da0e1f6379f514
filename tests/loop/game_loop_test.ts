import { assert, assertAlmostEquals, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  type Game,
  GameLoop,
  type GameLoopOptions,
  type GamePhase,
  preciseSleeper,
  presets,
  type Sleeper,
} from "@narrowphase/gjk2d/loop";
import { VirtualTime } from "@narrowphase/gjk2d/loop/testing";
import { effort } from "../effort.ts";
import { random } from "./random.ts";
import {
  calls,
  counting,
  display,
  DRIVERS,
  fail,
  gaps,
  only,
  Page,
  play,
  type Rig,
  rig,
  runFor,
  start,
  times,
  trace,
  watched,
  withGlobals,
} from "./rig.ts";

const TEN = presets.rateLimited(10);

describe("GameLoop options", () => {
  it("presets hold the table", () => {
    const row = (o: GameLoopOptions): unknown[] => [
      o.minDelta,
      o.maxDelta,
      o.maxUpdateDelay,
      o.maxDrawDelay,
      o.maxSkippedDraws,
    ];
    assertEquals(row(presets.simple), [0, Infinity, Infinity, 0, undefined]);
    assertEquals(row(presets.rateLimited(10)), [10, 10, Infinity, 0, undefined]);
    assertEquals(row(presets.frameSkipping(10)), [10, 10, Infinity, Infinity, Infinity]);
    assertEquals(row(presets.advanced(10)), [10, 10, 500, Infinity, 5]);
    assertEquals(row(presets.variable(5, 40)), [5, 40, 500, 100, Infinity]);
    assertEquals(row(presets.slowDown(10)), [10, 10, 0, Infinity, Infinity]);
  });

  it("pauseWhenHidden true watches the document, where there is one", async () => {
    if ("document" in globalThis) return; // a real one cannot be exchanged
    const page = new Page(true);
    const updates = async (options: GameLoopOptions): Promise<number> => {
      page.hidden = true;
      const r = rig({ ...TEN, ...options });
      r.time.at(95, page.show(false));
      await trace(r, 109);
      return r.deltas.length;
    };
    assertEquals(await updates({ pauseWhenHidden: true }), 11);
    await withGlobals({ document: page }, async () => {
      assertEquals(await updates({ pauseWhenHidden: true }), 2);
      assertEquals(await updates({ pauseWhenHidden: false }), 11);
      assertEquals(await updates({}), 11);
    });
  });
});

describe("GameLoop.pump()", () => {
  it("starts with startup, an update of minDelta and a draw", () => {
    const r = rig(TEN, { start: 123 });
    assertEquals(r.loop.pump(), 133);
    assertEquals([r.log, r.deltas], [["s@123", "u@123", "d@123"], [10]]);
    const s = rig(presets.simple);
    assertEquals([s.loop.pump(), s.deltas], [0, [0]]);
  });

  it("starts with minDelta and without lateness, however coarse the numbers of the time are", () => {
    for (let i = 0; i < 20; i++) {
      for (const options of [presets.slowDown(1000 / 60), presets.variable(1000 / 60, 40)]) {
        const r = rig(options, { start: 1.7e12 + i * 0.37 }); // doubles are 0.0002 ms apart
        r.loop.pump();
        assertEquals([r.deltas, r.loop.stats.resyncs], [[1000 / 60], 0]);
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
    assertEquals([r.deltas.length, r.loop.stats.simulated], [100_001, 100_001 * 0.1]);
  });

  it("keeps maxDrawDelay when the clock goes back", () => {
    let shift = 0;
    const options = { minDelta: 10, maxDelta: 10, maxDrawDelay: 40 };
    const r = rig(options, { update: 15, clock: (time) => time.now() + shift });
    for (let i = 0; i < 10; i++) {
      if (i === 5) shift = -1e6;
      r.loop.pump();
    }
    assertEquals(r.alphas.length, 10);
    assert(Math.max(...gaps(times(r, "d"))) <= 60, only(r, "d"));
  });

  it("covers what the first update takes, also after draws of a pause before it", () => {
    const r = rig(presets.advanced(10), { update: (n) => n === 1 ? 1000 : 0 });
    r.loop.pause("soft");
    r.loop.pump();
    r.loop.resume();
    r.loop.pump();
    assertEquals(r.dropped, [990]);
  });

  it("refuses re-entrancy and a second driver", async () => {
    const refused: string[] = [];
    const attempt = (): void => {
      refused.push(assertThrows(() => r.loop.pump(), Error, "a callback is running").message);
    };
    const phases = { startup: attempt, update: attempt, draw: attempt, shutdown: attempt };
    const r: Rig = rig(TEN, {}, phases);
    for (const driver of DRIVERS) {
      let second: Promise<unknown> | undefined;
      const other: Rig = rig(TEN, {}, { update: () => void (second = start(other, driver)) });
      other.loop.pump();
      await assertRejects(() => second!, Error, "Cannot run GameLoop: a callback is running");
    }
    const ended = r.loop.run(r.time);
    await assertRejects(() => r.loop.run(r.time), Error, "a driver is running");
    await assertRejects(() => r.loop.runFrames(r.time), Error, "a driver is running");
    assertThrows(() => r.loop.pump(), Error, "a driver is running");
    await r.time.run(5);
    r.loop.stop();
    await ended;
    assertEquals(refused.length, 4);
  });

  it("runs shutdown once when stopped by hand, and calls nothing after a stop() before the start", () => {
    const r = rig(TEN);
    r.loop.pump();
    r.loop.stop();
    r.loop.stop();
    assertEquals([r.loop.pump(), r.log.join(" ")], [Infinity, "s@0 u@0 d@0 e@0"]);
    const before = rig(TEN);
    before.loop.stop();
    assertEquals([before.loop.pump(), before.log], [Infinity, []]);
  });

  it("throws the error of a callback after shutdown, and is over", () => {
    const r = rig(TEN, {}, { update: fail(new TypeError("boom")) });
    assertThrows(() => r.loop.pump(), TypeError, "boom");
    assertEquals([r.loop.pump(), r.log.join(" ")], [Infinity, "s@0 u@0 e@0"]);
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
    assertEquals([loop.pump(), log.join(" ")], [Infinity, "update( ) shutdown( )"]);
  });

  it("is refused in onResync, and obeys what that asked for", () => {
    const r: Rig = rig({
      ...presets.slowDown(10),
      onResync: () => {
        assertThrows(() => r.loop.pump(), Error, "Cannot pump GameLoop: a callback is running");
        r.loop.pause("hard");
      },
    });
    r.loop.pump();
    r.time.advance(100);
    assertEquals([r.loop.pump(), r.loop.pump(), r.dropped], [Infinity, Infinity, [90]]);
    r.loop.stop();
    assertEquals(r.log.join(" "), "s@0 u@0 d@0 e@100");
  });
});

describe("GameLoop.run()", () => {
  it("is ended by a stop() before it, without calling anything, and then runs", async () => {
    const r = rig(TEN);
    r.loop.stop();
    assertEquals(await r.loop.run(r.time), "stopped");
    assertEquals([r.log, r.loop.state], [[], "over"]);
    assertEquals(await trace(r, 15), "u@0 d@0 u@10 d@10");
  });

  it("starts anew after a stop, an abort or an error: startup, counters of zero, no time made up", async () => {
    for (const driver of DRIVERS) {
      for (const how of ["stopped", "aborted", "failed"] as const) {
        const controller = new AbortController();
        const r: Rig = rig(presets.advanced(10), { refresh: 10 }, {
          update: () => how === "failed" && r.deltas.length === 3 ? fail()() : undefined,
        });
        assertEquals(r.loop.state, "idle");
        const ended = start(r, driver, controller.signal).catch(() => "failed");
        await r.time.run(35);
        if (how === "stopped") r.loop.stop();
        if (how === "aborted") controller.abort();
        assertEquals([await ended, r.loop.state], [how, "over"]);
        assertEquals(r.loop.stats.updates, driver === "run" && how !== "failed" ? 4 : 3);
        r.log.length = 0;
        r.loop.pause("soft"); // a pause is the caller's, and lasts
        r.time.at(1005, () => r.loop.resume());
        await r.time.run(1000);
        await play(r, driver, 1028);
        const due = driver === "run" ? "u@1005 u@1015 u@1025" : "u@1010 u@1020";
        assertEquals([r.log[0], only(r, "u")], ["s@1000", due]);
        assertEquals([r.loop.stats.updates, r.loop.stats.dropped], [due.split(" ").length, 0]);
      }
    }
  });

  it("calls nothing when the signal is aborted already, and can run later", async () => {
    const r = rig(TEN);
    for (const driver of DRIVERS) {
      assertEquals(await start(r, driver, AbortSignal.abort()), "aborted");
    }
    assertEquals(r.log, []);
    assertEquals(await trace(r, 5), "u@0 d@0");
  });

  const ENDS = { startup: "se", update: "sue", draw: "sude", sleep: "sudude" };
  for (const [where, made] of Object.entries(ENDS)) {
    it(`ends at once on stop() or abort in ${where}, also by frames; pump() on stop()`, async () => {
      for (const how of ["stopped", "aborted"]) {
        for (const driver of DRIVERS) {
          const controller = new AbortController();
          const end = (): void => how === "stopped" ? r.loop.stop() : controller.abort();
          const world = { update: 1, draw: 1, refresh: 100 };
          const r: Rig = rig(presets.rateLimited(100), world, { [where]: end });
          if (where === "sleep") r.time.at(150, end);
          let at = NaN;
          const ended = start(r, driver, controller.signal).finally(() => at = r.time.real);
          await r.time.run(1000);
          assertEquals(await ended, how);
          const first = driver === "run" ? 0 : 100;
          // By frames the first update is at 100.
          const called = where === "sleep" && driver === "runFrames" ? "sude" : made;
          const due = { startup: 0, update: first + 1, draw: first + 2, sleep: 150 }[where];
          assertEquals([calls(r), at], [called, due]);
          if (where === "startup") assertEquals(r.loop.stats.pumps, 0);
        }
      }
      const r: Rig = rig(TEN, {}, { [where]: () => r.loop.stop() });
      if (where !== "sleep") assertEquals([r.loop.pump(), calls(r)], [Infinity, made]);
    });
  }

  it("ends for the first of the reasons it is given", async () => {
    for (const driver of DRIVERS) {
      for (const first of ["stopped", "aborted"] as const) {
        const controller = new AbortController();
        const r: Rig = rig(TEN, {}, {
          update: () => {
            if (first === "aborted") controller.abort();
            r.loop.stop();
            controller.abort();
          },
        });
        const ended = start(r, driver, controller.signal);
        await r.time.run(25);
        assertEquals(await ended, first);
      }
    }
  });

  it("removes its listeners", async () => {
    const { controller, listeners } = watched();
    for (const driver of DRIVERS) {
      const r = rig(TEN);
      const ended = start(r, driver, controller.signal);
      await r.time.run(100);
      assertEquals(listeners() > 0, true);
      r.loop.stop();
      await ended;
      assertEquals(listeners(), 0);
    }
  });

  it("leaves a loop that is over: nothing is called or asked for any more", async () => {
    for (const driver of DRIVERS) {
      const r = rig(TEN);
      await play(r, driver, 25);
      const before = [r.log.join(" "), r.time.real];
      assertEquals(r.loop.pump(), Infinity);
      r.loop.pause("hard");
      r.loop.resume();
      r.loop.stop();
      await r.time.run(100);
      assertEquals([r.log.join(" "), r.time.real], before);
    }
  });

  it("does not run startup again after a pump() by hand", async () => {
    for (const driver of DRIVERS) {
      const r = rig(TEN);
      r.loop.pump();
      await play(r, driver, 25);
      assertEquals(times(r, "s"), [0]);
    }
  });
});

describe("GameLoop.run() with its sleeper", () => {
  it("sleeps until the due time, whole, and yields when it is late", async () => {
    const update = (n: number): number => n > 3 && n < 10 ? 10 : 2.25;
    const r = rig({ ...TEN, noDelaysPerYield: 2 }, { update });
    const sleeper = counting(r.time);
    await runFor(r, 99, sleeper);
    assertEquals([sleeper.order, sleeper.asked], ["sssyyys", [7.75, 7.75, 7.75, 7.75]]);
  });

  /** A game of 2 ms that notes how late its updates are. */
  function punctual(world: Parameters<typeof rig>[1] = {}): { r: Rig; late: number[] } {
    const late: number[] = [];
    const r: Rig = rig(TEN, world, {
      update: (_, simTime) => {
        late.push(r.time.real - simTime);
        r.time.advance(2);
      },
    });
    return { r, late };
  }

  it("comes back early by the sleeper's lead and reads the clock until the update is due", async () => {
    const { r, late } = punctual();
    r.time.readCost = 0.001;
    const sleeper = counting(r.time, { lead: 0.05 });
    await runFor(r, 95, sleeper);
    assertEquals([late.length, sleeper.asked.length, sleeper.yields], [10, 10, 0]);
    for (const ms of late) assert(ms >= -1e-9 && ms <= 0.002, `${ms}`);
    for (const ms of sleeper.asked) assertAlmostEquals(ms, 7.95, 0.01);
  });

  it("yields in every frame that ends within the lead, and survives a clock that then stops", async () => {
    let frozen = false;
    const r = rig(TEN, { update: 9.98, clock: (time) => frozen ? 50 : time.now() });
    r.time.readCost = 0.001;
    const sleeper = counting(r.time, { lead: 0.05 });
    const ended = start(r, "run", undefined, sleeper);
    await r.time.run(95);
    assertEquals([r.deltas.length, sleeper.order], [10, "y".repeat(10)]);
    frozen = true; // the clock stops: bounded polls, then yields
    r.time.at(r.time.real, () => r.loop.stop());
    await r.time.run(200);
    await ended;
  });

  it("passes what a sleeper's approach() leaves in macrotasks, and finds the time come itself", async () => {
    let reads = 0;
    const { r, late } = punctual({ clock: (time) => (reads++, time.real) });
    const asked: number[] = [];
    const approach = (ms: number, signal?: AbortSignal): Promise<void> => {
      asked.push(ms);
      return r.time.sleep(ms - 0.1, signal);
    };
    const sleep = (): Promise<void> => Promise.reject(new Error("not called"));
    const sleeper = counting(r.time, { lead: 0.2, sleep, approach }, 0.015);
    const ended = start(r, "run", undefined, sleeper);
    await r.time.run(95);
    // 0.1 ms are seven macrotasks, each with one reading of the clock: nothing spins.
    assertEquals([late.length, sleeper.yields, r.loop.stats.pumps], [10, 63, 10]);
    for (const ms of late) assert(ms >= -1e-9 && ms < 0.015, `${ms}`);
    for (const ms of asked) assertAlmostEquals(ms, 8, 0.02);
    assert(reads < 10 * 12, `${reads}`);
    // Between two macrotasks the loop ends at once, and not when the update is due.
    r.time.at(99.93, () => r.loop.stop());
    await r.time.run(120);
    assertEquals([await ended, late.length], ["stopped", 10]);
    assert(sleeper.yields > 63 && sleeper.yields < 68, `${sleeper.yields}`);
  });

  it("sleeps again where approach() leaves more than it may, as by a slower clock of the game", async () => {
    for (const stopsAt of [Infinity, 49.9]) {
      // A tenth of the speed, and one that stands still within the lead.
      const r = rig(TEN, { clock: (time) => Math.min(time.real / 10, stopsAt) });
      let sleeps = 0;
      const approach: Sleeper["sleep"] = (ms, signal) => (sleeps++, r.time.sleep(ms, signal));
      const sleeper = counting(r.time, { lead: 0.2, approach }, 0.01);
      const ended = start(r, "run", undefined, sleeper);
      await r.time.run(495);
      assertEquals(r.deltas.length, 5);
      assert(sleeper.yields < 5 * 420, `${sleeper.yields}`); // 0.4 ms of the clock are 4 ms, 400 macrotasks
      const before = sleeps;
      await r.time.run(605);
      assert(sleeps > before + 5, `${sleeps - before}`);
      r.loop.stop();
      await r.time.run(700);
      await ended;
      assertEquals(r.deltas.length, stopsAt === Infinity ? 7 : 5);
    }
  });

  it("refuses an approach that is no function, and a lead that is no time, with which it would never sleep", async () => {
    const r = rig(TEN);
    const approach = 5 as unknown as Sleeper["sleep"];
    const rows: [Sleeper, typeof TypeError | typeof RangeError, string][] = [
      [{ ...preciseSleeper(), approach }, TypeError, "approach is 5, must be a function"],
      [counting(r.time, { lead: NaN }), RangeError, "lead is NaN, must not be negative"],
      [counting(r.time, { lead: -1 }), RangeError, "lead is -1, must not be negative"],
    ];
    for (const [sleeper, kind, message] of rows) {
      const error = await assertRejects(() => r.loop.run(sleeper), kind);
      assertEquals(error.message, `Cannot run GameLoop: sleeper.${message}`);
    }
    assertEquals(r.log, []);
  });

  it("re-sleeps after a sleep that was too short", async () => {
    const r = rig(TEN);
    r.time.oversleep = (ms) => ms > 1 ? -0.9 : 0;
    assertEquals(await trace(r, 25), "u@0 d@0 u@10 d@10 u@20 d@20");
  });

  it("sleeps again, instead of reading the clock, after a sleep that ended long before its time", async () => {
    let reads = 0;
    const r = rig(TEN, { clock: (time) => (reads++, time.now()) });
    r.time.readCost = 0.001;
    const sleep: Sleeper["sleep"] = (ms, signal) => r.time.sleep(ms / 2, signal);
    await runFor(r, 95, counting(r.time, { lead: 0.05, sleep }));
    assertEquals(r.deltas.length, 10);
    // About eight sleeps, and 0.1 ms of readings at the end.
    assert(reads < 10 * 150, `${reads}`);
  });

  it("counts the pumps without a sleep from the last sleep", async () => {
    // Every second update ends when the next one is due.
    for (const withApproach of [true, false]) {
      const update = (n: number): number => n % 2 === 0 ? 2 : 10;
      const r = rig({ ...TEN, noDelaysPerYield: 2 }, { update });
      const approach: Sleeper["sleep"] = (ms, signal) => {
        assert(ms > 0, "it is time");
        return r.time.sleep(ms, signal);
      };
      const sleeper = counting(r.time, withApproach ? { approach } : {});
      await runFor(r, 195, sleeper);
      assertEquals([r.deltas.length, sleeper.yields], [20, 0]);
    }
  });

  it("holds its rate through minutes of bad sleeps and work", async () => {
    const next = random(11);
    const r = rig(presets.rateLimited(1000 / 60), { update: () => next() * 8, draw: 1 });
    r.time.oversleep = () => next() * 2 - 0.5;
    const until = effort(600_000);
    await trace(r, until);
    assertEquals([r.deltas.length, r.dropped], [until * 0.06, []]);
  });
});

describe("GameLoop.run() with its clock", () => {
  it("keeps its phase at large times", async () => {
    const r = rig(presets.advanced(1000 / 60), { start: 1.7e12 }); // doubles are 0.0002 ms apart
    const sleeper = counting(r.time);
    await runFor(r, 1.7e12 + 9_995, sleeper);
    assertEquals([r.deltas.length, sleeper.yields], [600, 0]);
  });

  it("survives clocks that go back, stand still and show NaN", async () => {
    let shift = 0;
    let shown: number | null = null;
    const clock = (time: VirtualTime): number => shown ?? time.now() + shift;
    const r = rig(presets.advanced(10), { update: 1, clock });
    r.time.at(101, () => shift = -1e7); // back by hours: no sleep of hours
    r.time.at(205, () => shown = NaN);
    r.time.at(255, () => shown = null);
    r.time.at(305, () => shown = clock(r.time));
    r.time.at(355, () => shown = null);
    await runFor(r, 1000);
    assertEquals([r.loop.stats.backwards, r.dropped, new Set(r.deltas)], [1, [], new Set([10])]);
    // The step back costs its own wait; the blind 50 ms are made up after one more wait.
    const stamps = times(r, "u");
    assert(stamps.length >= 98 && stamps.length <= 101, `${stamps.length}`);
    assert(Math.max(...gaps(stamps)) <= 70, stamps.join());
  });

  it("waits for a clock that starts with NaN, and begins when it shows a number, however low", async () => {
    const late = rig(TEN, { clock: (time) => time.now() < 5 ? NaN : time.real });
    late.time.readCost = 0.01;
    await runFor(late, 30);
    assertEquals(late.deltas, [10, 10, 10]);
    let reads = 0;
    const low = rig(TEN, { clock: (time) => reads++ === 0 ? NaN : time.real - 1e6 });
    await runFor(low, 35);
    assertEquals([low.loop.stats.updates, low.loop.stats.backwards], [4, 0]);
  });

  it("sleeps while it waits for such a clock, and ends in that sleep", async () => {
    for (const mode of [null, "soft"] as const) {
      let reads = 0;
      const r = rig(presets.simple, { clock: () => (reads++, NaN) });
      if (mode !== null) r.loop.pause(mode);
      const ended = start(r, "run");
      await r.time.run(200.5);
      assert(reads <= 410, `${reads}`);
      r.loop.stop();
      await r.time.run(200.5);
      assertEquals([await ended, r.loop.stats.updates], ["stopped", 0]);
    }
  });

  it("is exact on a quantised clock with coarse timers", async () => {
    const r = rig(presets.frameSkipping(10), { update: 1 });
    r.time.quantum = r.time.timerTick = 55;
    await trace(r, 60_000);
    assertAlmostEquals(r.deltas.length / 60, 100, 0.2);
  });
});

const PHASES = ["startup", "begin", "update", "draw", "end", "shutdown"] as const;

describe("GameLoop errors", () => {
  it("that a callback throws or rejects with go to onError: on with it, or shutdown and the error", async () => {
    const own = new Error("policy");
    for (const driver of DRIVERS) {
      for (const phase of PHASES) {
        const error = new TypeError(phase);
        for (const act of [fail(error), () => Promise.resolve().then(fail(error))]) {
          for (const verdict of ["stop", "continue", "throw", undefined] as const) {
            const seen: [unknown, GamePhase][] = [];
            const more: Partial<Game> = { [phase]: act };
            if (verdict !== undefined) {
              more.onError = (...of) => {
                seen.push(of);
                return verdict === "throw" ? fail(own)() : verdict;
              };
            }
            const r = rig(TEN, { refresh: 10 }, more);
            r.time.at(35, () => r.loop.stop());
            const ended = start(r, driver);
            await r.time.run(100);
            const goesOn = verdict === "continue";
            if (goesOn) assertEquals(await ended, "stopped");
            else assertEquals(await assertRejects(() => ended), verdict === "throw" ? own : error);
            assertEquals(seen.length > 0, verdict !== undefined, phase);
            for (const one of seen) assertEquals(one, [error, phase]);
            const shutdowns = phase === "startup" && !goesOn ? 0 : 1;
            assertEquals([times(r, "e").length, r.loop.state], [shutdowns, "over"]);
            assertEquals(r.loop.stats.errors, goesOn ? seen.length : 0);
          }
        }
      }
    }
  });

  it("report the first error when shutdown throws too", async () => {
    const game = { update: fail(new Error("first")), shutdown: fail(new Error("second")) };
    const r = rig(TEN, {}, game);
    await assertRejects(() => r.loop.run(r.time), Error, "first");
  });

  it("are passed by onError: the step stays committed and the loop goes on", async () => {
    const phases: GamePhase[] = [];
    const r: Rig = rig(TEN, {}, {
      update: () => r.deltas.length === 2 ? fail()() : undefined,
      draw: () => r.deltas.length === 3 ? fail()() : undefined,
      onError: (_error, phase) => (phases.push(phase), "continue"),
    });
    assertEquals(await trace(r, 45), "u@0 d@0 u@10 d@10 u@20 d@20 u@30 d@30 u@40 d@40");
    assertEquals([phases, r.loop.stats.errors], [["update", "draw"], 2]);
  });

  /** A loop that gives up 80 ms before its third update. */
  function late(onResync: () => void, more: Partial<Game> = {}): Rig {
    const r: Rig = rig({ minDelta: 10, maxDelta: 10, maxUpdateDelay: 0, onResync }, {}, {
      update: (_delta, simTime) => {
        if (simTime === 20) r.time.advance(100);
      },
      ...more,
    });
    return r;
  }

  it("of onResync are those of an update: thrown, or passed by onError", async () => {
    for (const verdict of ["stop", "continue"] as const) {
      const phases: GamePhase[] = [];
      const r = late(fail(), { onError: (_error, phase) => (phases.push(phase), verdict) });
      if (verdict === "continue") await runFor(r, 200);
      else {
        const ended = start(r, "run");
        await r.time.run(200);
        await assertRejects(() => ended, Error, "boom");
      }
      assertEquals([phases, r.dropped.length, r.loop.stats.resyncs], [["update"], 1, 1]);
      assertEquals(r.log.at(-1)?.[0], "e");
    }
  });

  it("of nobody, a stop in onResync and a pause there hold before the next update", async () => {
    for (const what of ["stop", "pause"] as const) {
      let updates = 0;
      const r: Rig = late(() => {
        updates = r.deltas.length;
        if (what === "stop") r.loop.stop();
        else r.loop.pause("hard");
      });
      await runFor(r, 200);
      assertEquals([r.dropped.length, r.deltas.length], [1, updates]);
    }
  });

  it("of a sleeper reach the caller after shutdown", async () => {
    const r = rig(TEN);
    const sleeper = counting(r.time, { sleep: () => Promise.reject(new Error("no sleep")) });
    await assertRejects(() => r.loop.run(sleeper), Error, "no sleep");
    assertEquals(r.log.join(" "), "s@0 u@0 d@0 e@0");
  });

  it("of a clock that is read when the page is hidden at the start end the loop as any other", async () => {
    const page = new Page(true);
    const r = rig({ pauseWhenHidden: page }, { clock: fail(new Error("no time")) });
    await assertRejects(() => r.loop.run(r.time), Error, "no time");
    page.show(false)(); // nobody listens
    assertEquals([r.loop.paused, r.loop.state], ["hard", "over"]);
  });

  it("of a display reach the caller after shutdown, in whatever frame", async () => {
    for (const [good, log] of [[0, "s@0 e@0"], [2, "s@0 u@10 d@10 u@20 d@20 e@20"]] as const) {
      const r = rig(TEN, { refresh: 10 });
      let requests = 0;
      const broken = display(r, (callback) => {
        if (requests++ === good) throw new Error("no display");
        return r.time.request(callback);
      });
      const ended = start(r, "runFrames", undefined, broken);
      await r.time.run(100);
      await assertRejects(() => ended, Error, "no display");
      assertEquals(r.log.join(" "), log);
    }
  });

  it("of a clock that fails in a frame reach the caller after shutdown", async () => {
    const r = rig(TEN, { refresh: 10, clock: ({ real }) => real < 20 ? real : fail()() });
    const ended = start(r, "runFrames");
    await r.time.run(100);
    await assertRejects(() => ended, Error, "boom");
    assertEquals([only(r, "e"), r.loop.state], ["e@20", "over"]);
  });

  it("of a display that is asked again by resume(), or by a page that shows, end the loop", async () => {
    for (const how of ["resume", "page"] as const) {
      const page = new Page(false);
      const r = rig({ ...TEN, pauseWhenHidden: page }, { refresh: 10 });
      let broken = false;
      const breaks = display(r, (callback) => broken ? fail()() : r.time.request(callback));
      const ended = start(r, "runFrames", undefined, breaks);
      r.time.at(15, () => how === "resume" ? r.loop.pause("hard") : page.show(true)());
      r.time.at(55, () => {
        broken = true;
        if (how === "resume") r.loop.resume();
        else page.show(false)();
      });
      await r.time.run(100);
      assertEquals(r.log.join(" "), "s@0 u@10 d@10 e@55");
      await assertRejects(() => ended, Error, "boom");
    }
  });

  it("of a frame end the calls, although the display ignores cancel()", async () => {
    const r: Rig = rig(TEN, {}, { update: () => r.deltas.length === 2 ? fail()() : undefined });
    const asked: ((t: number) => void)[] = [];
    const deaf = { request: (callback: (t: number) => void) => asked.push(callback), cancel() {} };
    const ended = start(r, "runFrames", undefined, deaf);
    await null;
    asked[0](10);
    for (let i = 0; asked.length === 1 && i < 100; i++) await null;
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
      for (const rate of [30, 40, 59.94, 75]) {
        let slow = 0;
        const r: Rig = rig(preset(1000 / 120), { update: 0.1, draw: 1, refresh: 1000 / rate }, {
          draw: () => void (slow += Number(r.loop.stats.runningSlowly)),
        });
        await play(r, "runFrames", 2000);
        assertEquals(slow, 0);
      }
    }
    const r = rig(presets.advanced(1000 / 60), { update: 10, draw: 10 });
    await play(r, "runFrames", 2000);
    assertEquals(r.loop.stats.runningSlowly, true);
  });

  it("runningSlowly is set when a slow display's frames are missed, and cleared when they are not", async () => {
    // Four updates a frame; between 1 and 2 s each frame takes longer than the display's.
    const busy = (ms: number) => (): number => r.time.real > 1000 && r.time.real < 2000 ? ms : 0.1;
    const world = { update: busy(4), draw: busy(20), refresh: 1000 / 30 };
    const r: Rig = rig(presets.rateLimited(1000 / 120), world);
    const seen: boolean[] = [];
    for (const at of [995, 1995, 4990]) r.time.at(at, () => seen.push(r.loop.stats.runningSlowly));
    await play(r, "runFrames", 4995);
    assertEquals(seen, [false, true, false]);
  });

  it("counts updates, draws, pumps and simulated time", async () => {
    const r = rig(presets.frameSkipping(10), { update: (n) => n === 2 ? 25 : 0 });
    await trace(r, 55);
    const { updates, draws, skippedDraws, simulated } = r.loop.stats;
    assertEquals([updates, draws, skippedDraws, simulated], [6, 4, 2, 60]);
  });
});

type Limit = "maxUpdateDelay" | "maxDrawDelay" | "maxSkippedDraws" | "maxUpdatesPerPump";
type Bounds = Required<Pick<GameLoopOptions, "minDelta" | "maxDelta" | Limit>>;

/**
 * The loop as it is specified: pumps after gaps, the first with startup; callbacks cost time. All times are
 * whole numbers, of parts of a ms.
 */
function specified(bounds: Bounds, start: number, gaps: number[], costs: number[]): string[] {
  const { minDelta: min, maxDelta: max } = bounds;
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
    for (let updates = 0; updates < bounds.maxUpdatesPerPump; updates++) {
      const first = pump === 0 && updates === 0;
      let behind = first ? min : t - S;
      if (!first && (behind < min || behind === 0)) break;
      const drop = behind - max;
      if (drop > bounds.maxUpdateDelay) {
        log.push(`drop ${drop}`);
        S += drop;
        behind = max;
      }
      const delta = Math.min(behind, max);
      S += delta;
      call(`update ${delta} to ${S}`);
      t = now;
      const late = t - S >= max;
      if (late && skipped < bounds.maxSkippedDraws && t - drawn < bounds.maxDrawDelay) {
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
      for (let seed = 1; seed <= effort(1000); seed++) {
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
        const bounds = { ...options };
        for (const name of ["minDelta", "maxDelta", "maxUpdateDelay", "maxDrawDelay"] as const) {
          bounds[name] *= unit;
        }
        const whole = (times: number[]): number[] => times.map((ms) => ms * unit);
        const expected = specified(bounds, start * unit, whole(gaps), whole(costs));
        assertEquals(log.join("\n"), expected.join("\n"), `seed ${seed} from ${start}`);
      }
    }
  });

  it("never gives a negative delta, a burst beyond its caps, or a second shutdown", async () => {
    for (let seed = 1; seed <= effort(400); seed++) {
      const next = random(seed);
      const pick = <T>(...of: T[]): T => of[Math.floor(next() * of.length)];
      const minDelta = pick(0, 5, 10, 1000 / 60);
      const options = {
        minDelta,
        maxDelta: pick(minDelta, minDelta * 2, Infinity) || Infinity,
        maxUpdatesPerPump: pick(1, 5, 240),
        maxUpdateDelay: pick(0, 50, 500, Infinity),
        maxSkippedDraws: pick(0, 3, Infinity),
        regularize: pick<"off" | "auto">("off", "auto"),
        maxDrawDelay: pick(0, 30, Infinity),
        noDelaysPerYield: pick(1, 3),
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
            loop.pause(pick<"soft" | "hard">("soft", "hard"));
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
          assert(burst <= options.maxUpdatesPerPump);
          assert(++skipped <= options.maxSkippedDraws + 1);
          guard("u", () => {
            assert(
              delta >= (calls === "su" ? 0 : minDelta) && delta <= options.maxDelta,
              `${delta}`,
            );
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
        onError: (error) => (error as Error).message === "random" ? "continue" : "stop",
      };
      const loop = new GameLoop(game, clock, options);
      const begin = time.real;
      const ended = loop[pick(...DRIVERS)](time, controller.signal);
      ended.catch(() => {});
      time.at(begin + 3000 * next(), () => controller.abort());
      await time.run(begin + 4000);
      assertEquals(await ended.catch((error) => `seed ${seed}: ${error}`), "aborted");
      assertEquals(afterEnd, 0, `seed ${seed}`);
      assertEquals(calls.replaceAll(/[ud]/g, ""), "se", `seed ${seed}`);
      assertEquals(calls.indexOf("e"), calls.length - 1);
      assert(simulated <= loop.stats.simulated + 1e-6);
      assert(loop.stats.dropped >= 0);
    }
  });
});
