import { assert, assertAlmostEquals, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  type Game,
  GameLoop,
  type GameLoopOptions,
  type GamePhase,
  hz,
  preciseSleeper,
  presets,
  type VisibilitySource,
} from "@narrowphase/gjk2d/loop";
import { VirtualTime } from "@narrowphase/gjk2d/loop/testing";
import { normal, random } from "./random.ts";

interface Rig {
  time: VirtualTime;
  loop: GameLoop;
  /** What was called: `s`tartup, `u`pdate, `d`raw, shutdown `e`nd, each with the time. */
  log: string[];
  deltas: number[];
  alphas: number[];
  dropped: number[];
}

interface Costs {
  update?: number | ((n: number) => number);
  draw?: number | ((n: number) => number);
}

function rig(options: GameLoopOptions, costs: Costs = {}, more: Partial<Game> = {}): Rig {
  const time = new VirtualTime();
  const log: string[] = [];
  const deltas: number[] = [];
  const alphas: number[] = [];
  const dropped: number[] = [];
  const spend = (cost: Costs["update"], n: number): void =>
    time.advance(typeof cost === "function" ? cost(n) : cost ?? 0);
  const at = (): string => String(Math.round(time.real * 1000) / 1000);
  const game: Game = {
    startup: () => {
      log.push(`s@${at()}`);
      more.startup?.();
    },
    update: (delta, simTime) => {
      log.push(`u@${at()}`);
      deltas.push(delta);
      spend(costs.update, deltas.length);
      more.update?.(delta, simTime);
    },
    draw: (alpha) => {
      log.push(`d@${at()}`);
      alphas.push(alpha);
      spend(costs.draw, alphas.length);
      more.draw?.(alpha);
    },
    shutdown: () => {
      log.push(`e@${at()}`);
      more.shutdown?.();
    },
  };
  if (more.onError !== undefined) game.onError = more.onError;
  const onResync = (d: number): void => {
    dropped.push(d);
    options.onResync?.(d);
  };
  const all = { ...options, onResync };
  return { time, loop: new GameLoop(game, time, all), log, deltas, alphas, dropped };
}

/** Runs for a while, stops, and returns the log without startup and shutdown. */
async function trace(r: Rig, until: number): Promise<string> {
  const ended = r.loop.run(r.time);
  await r.time.run(until);
  r.loop.stop();
  await r.time.run(until + 1000);
  assertEquals(await ended, "stopped");
  assertEquals(r.log[0][0] + r.log[r.log.length - 1][0], "se");
  return r.log.slice(1, -1).join(" ");
}

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
    const page = Object.assign(new EventTarget(), { hidden: true });
    const updates = async (options: GameLoopOptions): Promise<number> => {
      const r = rig({ ...presets.rateLimited(10), ...options });
      r.time.at(95, () => {
        page.hidden = false;
        page.dispatchEvent(new Event("visibilitychange"));
      });
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

describe("GameLoop presets", () => {
  it("simple updates and draws in turn, with the time that passed", async () => {
    const r = rig(presets.simple, { update: 3, draw: 4 });
    assertEquals(await trace(r, 20), "u@0 d@3 u@7 d@10 u@14 d@17");
    assertEquals(r.deltas, [0, 7, 7]);
    assertEquals(r.alphas, [1, 1, 1]);
  });

  it("simple never issues a zero update after the first", async () => {
    const r = rig(presets.simple, { update: (n) => n % 3 === 0 ? 1 : 0 });
    r.time.readCost = 0.125;
    await trace(r, 30);
    assertEquals(r.deltas[0], 0);
    assert(r.deltas.length > 20);
    for (const delta of r.deltas.slice(1)) assert(delta > 0);
  });

  it("rateLimited keeps its grid and draws every update", async () => {
    const r = rig(presets.rateLimited(10), { update: 2, draw: 3 });
    assertEquals(await trace(r, 35), "u@0 d@2 u@10 d@12 u@20 d@22 u@30 d@32");
    assertEquals(r.deltas, [10, 10, 10, 10]);
  });

  it("rateLimited makes late updates up, drawing each", async () => {
    const r = rig(presets.rateLimited(10), { update: (n) => n === 2 ? 25 : 1, draw: 1 });
    assertEquals(
      await trace(r, 52),
      "u@0 d@1 u@10 d@35 u@36 d@37 u@38 d@39 u@40 d@41 u@50 d@51",
    );
  });

  it("frameSkipping skips draws while late, and keeps the update rate", async () => {
    const r = rig(presets.frameSkipping(10), { update: 2, draw: 12 });
    // The draw at 2 ends at 14: the update of 10 runs at 14, ends at 16, not late: drawn.
    assertEquals(
      await trace(r, 60),
      "u@0 d@2 u@14 d@16 u@28 u@30 d@32 u@44 d@46 u@58 u@60 d@62",
    );
  });

  it("frameSkipping differs from rateLimited by an option, not by a class", async () => {
    const costs = { update: 2, draw: 12 };
    const a = await trace(rig(presets.frameSkipping(10), costs), 500);
    const b = await trace(rig({ ...presets.rateLimited(10), maxDrawDelay: Infinity }, costs), 500);
    assertEquals(a, b);
    const every = await trace(rig(presets.rateLimited(10), costs), 500);
    assert(every !== a);
    assertEquals(every.split(" ").filter((c) => c[0] === "d").length, 36);
  });

  it("frameSkipping runs 100 updates a second with 2 ms updates and 12 ms draws", async () => {
    const r = rig(presets.frameSkipping(10), { update: 2, draw: 12 });
    await trace(r, 10_000);
    assertAlmostEquals(r.deltas.length / 10, 100, 0.2);
    assertAlmostEquals(r.alphas.length / 10, 66.7, 0.2);
    assertEquals(r.loop.stats.skippedDraws, r.deltas.length - r.alphas.length);
  });

  it("advanced skips exactly five draws: the sixth update draws", async () => {
    const r = rig({ ...presets.advanced(10), maxUpdateDelay: Infinity }, { update: 15 });
    const calls = (await trace(r, 400)).replaceAll(/@[\d.]+ ?/g, "");
    assertEquals(calls.slice(0, 16), "ud" + "uuuuuud" + "uuuuuud");
  });

  it("advanced gives up what passes 500 ms of lateness", async () => {
    const r = rig(presets.advanced(10), { update: (n) => n === 3 ? 700 : 0 });
    const ended = r.loop.run(r.time);
    await r.time.run(1000);
    r.loop.stop();
    await ended;
    // The third update begins at 20 and ends at 720, with S = 20: behind by 700, and one update
    // covers 10.
    assertEquals(r.dropped, [690]);
    assertEquals([r.loop.stats.resyncs, r.loop.stats.dropped], [1, 690]);
    assertEquals(r.log.filter((c) => c[0] === "u").slice(2, 6).join(" "), "u@20 u@720 u@730 u@740");
  });

  it("advanced makes 500 ms of lateness up, and not a bit more", async () => {
    for (const [work, drops] of [[510, 0], [510.001, 1]]) {
      const r = rig(presets.advanced(10), { update: (n) => n === 1 ? work : 0 });
      await trace(r, 1000);
      assertEquals(r.dropped.length, drops);
    }
  });

  it("variable keeps deltas between its bounds and draws at least every 100 ms", async () => {
    const r = rig(presets.variable(10, 40), { update: (n) => n % 50 < 10 ? 55 : 3, draw: 2 });
    await trace(r, 5000);
    for (const delta of r.deltas) assert(delta >= 10 && delta <= 40, `${delta}`);
    assert(r.deltas.some((d) => d === 10) && r.deltas.some((d) => d === 40));
    const draws = r.log.filter((c) => c[0] === "d").map((c) => Number(c.slice(2)));
    // A draw is decided after an update: 100 ms and one update of 55 later at most.
    for (let i = 1; i < draws.length; i++) assert(draws[i] - draws[i - 1] <= 157.001);
    assert(r.loop.stats.skippedDraws > 0);
  });

  it("variable gives the time that passed as delta", async () => {
    const r = rig(presets.variable(5, 40), { update: 12, draw: 8 });
    assertEquals(await trace(r, 50), "u@0 d@12 u@20 d@32 u@40 d@52");
    assertEquals(r.deltas, [5, 20, 20]);
  });

  it("slowDown drops all lateness: one update, one draw a turn", async () => {
    const r = rig(presets.slowDown(10), { update: 8, draw: 8 });
    assertEquals(await trace(r, 50), "u@0 d@8 u@16 d@24 u@32 d@40 u@48 d@56");
    assertEquals(r.deltas, [10, 10, 10, 10]);
    assertEquals(r.dropped, [6, 6, 6]);
  });

  it("slowDown never draws again when updates take a step or longer, unless draws are limited", async () => {
    const draws = async (more: GameLoopOptions): Promise<number> => {
      const r = rig({ ...presets.slowDown(10), ...more }, { update: 15 });
      const ended = r.loop.run(r.time);
      await r.time.run(3000);
      r.loop.stop();
      await r.time.run(20_000);
      await ended;
      return r.loop.stats.draws;
    };
    assertEquals(await draws({}), 1);
    assertEquals(await draws({ maxSkippedDraws: 1 }), 1 + 100);
    assertEquals(await draws({ maxDrawDelay: 0 }), 201);
    const r = rig(presets.slowDown(10), { update: 15 });
    r.time.refresh = 10;
    const ended = r.loop.runFrames(r.time);
    await r.time.run(1000);
    r.loop.stop();
    await ended;
    assertEquals(r.loop.stats.draws, r.loop.stats.updates);
  });

  it("slowDown drops nothing on time", async () => {
    const r = rig(presets.slowDown(1000 / 60), { update: 1, draw: 1 });
    await trace(r, 10_000);
    assertEquals([r.deltas.length, r.loop.stats.resyncs], [600, 0]);
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

  it("does nothing before the due time and returns it", () => {
    const r = rig(presets.rateLimited(10));
    r.loop.pump();
    r.time.advance(9.5);
    assertEquals(r.loop.pump(), 10);
    assertEquals(r.deltas.length, 1);
    r.time.advance(0.5);
    assertEquals(r.loop.pump(), 20);
    assertEquals(r.deltas.length, 2);
  });

  it("passes S to update and the fraction of a step to draw", () => {
    const simTimes: number[] = [];
    const r = rig(presets.frameSkipping(10), {}, { update: (_, s) => void simTimes.push(s) });
    r.time.advance(5);
    r.loop.pump();
    r.time.advance(12.5); // behind 12.5: one update to 15, then 2.5 of a step of 10
    r.loop.pump();
    assertEquals(simTimes, [5, 15]);
    assertEquals(r.alphas, [0, 0.25]);
  });

  it("runs at most maxUpdatesPerPump updates and says that more is due", () => {
    const r = rig({ ...presets.frameSkipping(1), maxUpdatesPerPump: 10 });
    r.loop.pump();
    r.time.advance(25);
    assertEquals(r.loop.pump(), 11);
    assertEquals(r.loop.pump(), 21);
    assertEquals(r.loop.pump(), 26);
    assertEquals([r.deltas.length, r.alphas.length], [26, 2]);
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

  it("draws when maxDrawDelay has passed although late", () => {
    const r = rig({ minDelta: 10, maxDelta: 10, maxDrawDelay: 40 }, { update: 15 });
    for (let i = 0; i < 5; i++) r.loop.pump();
    // Draws at 15, then at the first update end at least 40 later: 60, 105, …
    assertEquals(r.log.filter((c) => c[0] === "d").join(" "), "d@15 d@60 d@105 d@150 d@195");
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
    assertEquals(r.log.map((c) => c[0]).join(""), "sud" + "uuud");
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

  it("gives up lateness and skips draws also without a shortest delta", () => {
    const options = { minDelta: 0, maxDelta: 10, maxUpdateDelay: 50 };
    const r = rig(options, { update: (n) => n === 2 ? 200 : 3 });
    r.loop.pump();
    r.loop.pump();
    // The second update leaves it late by 200, of which the third covers 10.
    assertEquals(r.log.join(" "), "s@0 u@0 d@3 u@3 u@203 d@206");
    assertEquals([r.deltas, r.dropped], [[0, 3, 10], [190]]);
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
  it("is not stopped by what it did before, but by a stop() before it", async () => {
    const r = rig(presets.rateLimited(10));
    r.loop.stop();
    assertEquals(await r.loop.run(r.time), "stopped");
    assertEquals(r.log, []);
    await assertRejects(() => r.loop.run(r.time), Error, "it has run");
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
          const calls = r.log.map((c) => c[0]).join("");
          assertEquals(
            calls,
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
    const ended = r.loop.run(sleeper);
    await r.time.run(99);
    r.loop.stop();
    await r.time.run(200);
    await ended;
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
    const ended = loop.run(sleeper);
    await r.time.run(95);
    loop.stop();
    await r.time.run(100);
    await ended;
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
    const ended = loop.run(sleeper);
    await time.run(1.7e12 + 9_995);
    loop.stop();
    await ended;
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
    const ended = loop.run(r.time);
    r.time.at(101, () => shift = -1e7); // back by hours: no sleep of hours
    r.time.at(205, () => mode = "nan");
    r.time.at(255, () => mode = "good");
    r.time.at(305, () => {
      frozen = clock.now();
      mode = "frozen";
    });
    r.time.at(355, () => mode = "good");
    await r.time.run(1000);
    loop.stop();
    await ended;
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
    const ended = loop.run(time);
    await time.run(30);
    loop.stop();
    await ended;
    assertEquals(deltas, [10, 10, 10]);
  });

  it("begins when such a clock shows a number, however low", async () => {
    const time = new VirtualTime();
    let reads = 0;
    const clock = { now: (): number => reads++ === 0 ? NaN : time.real - 1e6 };
    const game = { update: (): void => {}, draw(): void {} };
    const loop = new GameLoop(game, clock, presets.rateLimited(10));
    const ended = loop.run(time);
    await time.run(35);
    loop.stop();
    await ended;
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
      const ended = r.loop[driver](r.time);
      await r.time.run(25);
      r.loop.stop();
      await ended;
      const log = r.log.join(" ");
      const { real } = r.time;
      assertEquals(r.loop.pump(), Infinity);
      r.loop.pause("hard");
      r.loop.resume();
      r.loop.stop();
      await r.time.run(100);
      assertEquals([r.log.join(" "), real], [log, 25]);
      await assertRejects(() => r.loop[driver](r.time), Error, "it has run, make another");
    }
  });

  it("does not run startup again after a pump() by hand", async () => {
    for (const driver of ["run", "runFrames"] as const) {
      const r = rig(presets.rateLimited(10));
      r.loop.pump();
      const ended = r.loop[driver](r.time);
      await r.time.run(25);
      r.loop.stop();
      await ended;
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
      const ended = r.loop.run(sleeper);
      await r.time.run(195);
      r.loop.stop();
      await r.time.run(300);
      await ended;
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
    const ended = loop.run(sleeper);
    await time.run(95);
    loop.stop();
    await time.run(100);
    await ended;
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
        assertEquals(ends, phase === "startup" ? 0 : 1);
        await assertRejects(() => r.loop.run(r.time), Error, "it has run");
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
      assertEquals(r.log.map((c) => c[0]).join(""), driver === "run" ? "sudude" : "sude");
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
    assertEquals(heard.size, 0);
    await assertRejects(() => loop.run(time), Error, "it has run");
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
      const page = Object.assign(new EventTarget(), { hidden: false });
      const show = (hidden: boolean) => (): void => {
        page.hidden = hidden;
        page.dispatchEvent(new Event("visibilitychange"));
      };
      const pauseWhenHidden = page as VisibilitySource;
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
      r.time.at(15, () => how === "resume" ? r.loop.pause("hard") : show(true)());
      r.time.at(55, () => {
        broken = true;
        if (how === "resume") r.loop.resume();
        else show(false)();
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
    asked[0](10);
    asked[1](20);
    await assertRejects(() => ended, Error, "boom");
    const log = r.log.join(" ");
    asked[1](30);
    asked[0](40);
    assertEquals(r.log.join(" "), log);
  });
});

describe("GameLoop.pause()", () => {
  it("hard does not wake up; resume() goes on in phase without catching up", async () => {
    const r = rig(presets.advanced(10), { update: 1 });
    let sleeps = 0;
    const sleeper = {
      sleep: (ms: number, signal?: AbortSignal): Promise<void> => {
        sleeps++;
        return r.time.sleep(ms, signal);
      },
      yield: (): Promise<void> => r.time.yield(),
    };
    const ended = r.loop.run(sleeper);
    r.time.at(23, () => r.loop.pause("hard"));
    let before = 0;
    r.time.at(24, () => before = sleeps);
    r.time.at(5000, () => {
      assertEquals(sleeps, before);
      assertEquals(r.loop.paused, "hard");
      r.loop.resume();
    });
    await r.time.run(5030);
    r.loop.stop();
    await ended;
    // Paused 3 ms after the update of 20: the next one comes 7 ms after resuming.
    assertEquals(
      r.log.filter((c) => c[0] === "u").join(" "),
      "u@0 u@10 u@20 u@5007 u@5017 u@5027",
    );
    assertEquals(r.loop.stats.dropped, 0);
  });

  it("soft draws at the update rate with the alpha of the pause", async () => {
    const r = rig(presets.advanced(10));
    const ended = r.loop.run(r.time);
    r.time.at(22.5, () => r.loop.pause());
    r.time.at(65, () => r.loop.resume());
    await r.time.run(90);
    r.loop.stop();
    await ended;
    assertEquals(
      r.log.slice(1, -1).join(" "),
      "u@0 d@0 u@10 d@10 u@20 d@20 d@30 d@40 d@50 d@60 u@72.5 d@72.5 u@82.5 d@82.5",
    );
    for (const alpha of r.alphas.slice(3, 7)) assertAlmostEquals(alpha, 0.25, 1e-12);
  });

  it("soft makes no burst of draws after a stall", async () => {
    const r = rig(presets.advanced(10), { draw: (n) => n === 3 ? 500 : 0 });
    r.loop.pause("soft");
    assertEquals(
      (await trace(r, 540)).split(" ").join(" "),
      "d@0 d@10 d@20 d@520 d@530 d@540",
    );
  });

  it("before the start waits with the first update until resume()", async () => {
    for (const mode of ["soft", "hard"] as const) {
      const r = rig(presets.rateLimited(10));
      r.loop.pause(mode);
      const ended = r.loop.run(r.time);
      r.time.at(25, () => r.loop.resume());
      await r.time.run(40);
      r.loop.stop();
      await ended;
      assertEquals(r.log.filter((c) => c[0] !== "d").join(" "), "s@0 u@25 u@35 e@40");
    }
  });

  it("in a callback takes effect when that returns", async () => {
    const r = rig(presets.frameSkipping(10), {}, {
      update: () => {
        if (r.deltas.length === 2) r.loop.pause("hard");
      },
    });
    const ended = r.loop.run(r.time);
    r.time.at(500, () => r.loop.resume());
    await r.time.run(525);
    r.loop.stop();
    await ended;
    assertEquals(r.log.filter((c) => c[0] === "u").join(" "), "u@0 u@10 u@510 u@520");
  });

  it("keeps the phase through changes between soft and hard, and repeated calls", async () => {
    const r = rig(presets.advanced(10));
    const ended = r.loop.run(r.time);
    const at = (t: number, mode: "soft" | "hard" | null): void => {
      r.time.at(t, () => mode === null ? r.loop.resume() : r.loop.pause(mode));
    };
    at(14, "soft");
    at(33, "hard");
    at(60, "hard");
    at(81, "soft");
    at(95, "soft");
    at(100, null);
    at(101, null);
    await r.time.run(120);
    r.loop.stop();
    await ended;
    // 4 ms into the step at 14: the next update 6 ms after 100.
    assertEquals(r.log.filter((c) => c[0] === "u").join(" "), "u@0 u@10 u@106 u@116");
    assertEquals(
      r.log.filter((c) => c[0] === "d").join(" "),
      "d@0 d@10 d@20 d@30 d@87 d@97 d@106 d@116",
    );
  });

  it("ends on stop and abort while paused", async () => {
    for (const mode of ["soft", "hard"] as const) {
      for (const driver of ["run", "runFrames"] as const) {
        const r = rig(presets.rateLimited(10));
        const controller = new AbortController();
        const ended = r.loop[driver](r.time, controller.signal);
        r.time.at(55, () => r.loop.pause(mode));
        r.time.at(5000, () => controller.abort());
        await r.time.run(5001);
        assertEquals(await ended, "aborted");
        assertEquals(r.log.filter((c) => c[0] === "e"), ["e@5000"]);
      }
    }
  });

  it("rejects other modes", () => {
    const r = rig(presets.simple);
    assertThrows(() => r.loop.pause("x" as "soft"), RangeError, "mode is x");
  });

  it("is made hard by a hidden page in runFrames too", async () => {
    for (const hidden of [true, false]) {
      const page = Object.assign(new EventTarget(), { hidden });
      const show = (hidden: boolean) => (): void => {
        page.hidden = hidden;
        page.dispatchEvent(new Event("visibilitychange"));
      };
      const r = rig({ ...presets.advanced(10), pauseWhenHidden: page as VisibilitySource });
      r.time.refresh = 10;
      const ended = r.loop.runFrames(r.time);
      if (hidden) r.time.at(5, show(false));
      r.time.at(25, show(true));
      r.time.at(5025, show(false));
      await r.time.run(5045);
      assertEquals(r.loop.stats.dropped, 0);
      r.loop.stop();
      await ended;
      assertEquals(r.log.join(" ").match(/u@\d+/g), ["u@10", "u@20", "u@5030", "u@5040"]);
      show(true)();
      assertEquals(r.loop.paused, null);
    }
  });

  it("is made hard by a hidden page with pauseWhenHidden", async () => {
    const page = Object.assign(new EventTarget(), { hidden: false });
    const show = (hidden: boolean) => (): void => {
      page.hidden = hidden;
      page.dispatchEvent(new Event("visibilitychange"));
    };
    const r = rig({ ...presets.advanced(10), pauseWhenHidden: page as VisibilitySource });
    const ended = r.loop.run(r.time);
    r.time.at(25, show(true));
    r.time.at(5000, show(false));
    r.time.at(5020, () => r.loop.pause("soft"));
    r.time.at(5021, show(true));
    r.time.at(6000, show(false));
    r.time.at(6016, () => r.loop.resume());
    await r.time.run(6031);
    r.loop.stop();
    await ended;
    assertEquals(
      r.log.filter((c) => c[0] === "u").join(" "),
      "u@0 u@10 u@20 u@5005 u@5015 u@6021 u@6031",
    );
    assertEquals(r.log.filter((c) => c[0] === "d").slice(5, 7).join(" "), "d@6005 d@6015");
    show(true)();
    assertEquals(r.loop.paused, null);
  });

  it("before the start draws the state that is there: alpha 0, or 1 when deltas vary", () => {
    for (const [options, alpha] of [[presets.advanced(10), 0], [presets.simple, 1]] as const) {
      const r = rig(options);
      r.time.advance(7);
      r.loop.pause();
      r.loop.pump();
      assertEquals(r.alphas, [alpha]);
    }
  });

  it("soft draws as fast as it goes when there is no shortest delta", async () => {
    const r = rig(presets.simple, { draw: 1 });
    r.loop.pause();
    assertEquals(await trace(r, 4), "d@0 d@1 d@2 d@3 d@4");
  });

  it("soft before the start draws on a display whose frames have another origin than the clock", async () => {
    for (const origin of [1.7e12, -1.7e12]) {
      const time = new VirtualTime();
      time.refresh = 10;
      const clock = { now: (): number => origin + time.now() };
      const draws: number[] = [];
      const game = { update: (): void => {}, draw: (): void => void draws.push(time.real) };
      const loop = new GameLoop(game, clock, presets.advanced(20));
      loop.pause();
      const ended = loop.runFrames(time);
      time.at(55, () => loop.resume());
      await time.run(85);
      loop.stop();
      await ended;
      assertEquals(draws, [10, 30, 50, 60, 80]);
      assertEquals([loop.stats.backwards, loop.stats.updates], [0, 2]);
    }
  });

  it("soft keeps its rate on a clock that shows no number at first, and on one that goes back", async () => {
    const time = new VirtualTime();
    let shift = 0;
    const clock = { now: (): number => time.real < 5 ? NaN : time.real + shift };
    const draws: number[] = [];
    const game = { update: (): void => {}, draw: (): void => void draws.push(time.real) };
    const loop = new GameLoop(game, clock, presets.advanced(10));
    loop.pause();
    const ended = loop.run(time);
    time.at(51, () => shift = -1e6);
    await time.run(104);
    loop.stop();
    await ended;
    // The step back costs its own wait, from the reading before it.
    assertEquals(draws, [5, 15, 25, 35, 45, 65, 75, 85, 95]);
  });

  it("and stop() in the draws of a soft pause take effect at once", async () => {
    for (const act of ["stop", "hard"] as const) {
      const make = (): Rig => {
        const r: Rig = rig(presets.advanced(10), {}, {
          draw: () => {
            if (r.alphas.length !== 3) return;
            if (act === "stop") r.loop.stop();
            else r.loop.pause("hard");
          },
        });
        r.loop.pause("soft");
        return r;
      };
      const byHand = make();
      const next: number[] = [];
      for (let i = 0; i < 4; i++) {
        next.push(byHand.loop.pump());
        byHand.time.advance(10);
      }
      assertEquals(next, [10, 20, Infinity, Infinity]);
      assertEquals(byHand.alphas.length, 3);

      const r = make();
      const ended = r.loop.run(r.time);
      await r.time.run(29);
      assertEquals(r.log.join(" "), `s@0 d@0 d@10 d@20${act === "stop" ? " e@20" : ""}`);
      r.loop.stop();
      await ended;
    }
  });

  it("is no time without a draw, also where the clock is set back in it", () => {
    const time = new VirtualTime(777);
    let shift = 0;
    let log = "";
    const game = {
      update: (): void => {
        log += "u";
        time.advance(1);
      },
      draw: (): void => void (log += "d"),
    };
    const clock = { now: (): number => time.real + shift };
    const loop = new GameLoop(game, clock, { minDelta: 10, maxDelta: 10, maxDrawDelay: 100 });
    loop.pump();
    loop.pause("hard");
    time.advance(5000);
    shift = -1e6;
    loop.resume();
    time.advance(60);
    loop.pump();
    assertEquals(log, "ud" + "uuuuuud");
  });

  it("is no time without a draw, but the draws of a soft one are draws", () => {
    for (const mode of ["hard", "soft"] as const) {
      const r = rig({ minDelta: 10, maxDelta: 10, maxDrawDelay: 100 }, { update: 1 });
      r.time.advance(777);
      r.loop.pump();
      r.loop.pause(mode);
      r.time.advance(4950);
      r.loop.pump();
      r.time.advance(50);
      r.loop.resume();
      r.time.advance(60);
      r.loop.pump();
      // Six updates are due. After the first, 61 ms have passed since the draw before the hard pause,
      // and 111 since the draw in the soft one.
      const calls = r.log.map((c) => c[0]).join("");
      assertEquals(calls, mode === "hard" ? "sud" + "uuuuuud" : "sudd" + "ud");
    }
  });
});

describe("GameLoop.runFrames()", () => {
  it("is anchored at the first frame and uses the timestamps", async () => {
    const r = rig(presets.rateLimited(10), { update: 1 });
    r.time.refresh = 10;
    const ended = r.loop.runFrames(r.time);
    r.time.at(49, () => r.time.advance(3)); // the frame of 50 is called at 52
    await r.time.run(70);
    r.loop.stop();
    await ended;
    assertEquals(
      r.log.filter((c) => c[0] === "u").join(" "),
      "u@10 u@20 u@30 u@40 u@52 u@60 u@70",
    );
    assertEquals(r.loop.stats.runningSlowly, false);
  });

  it("does not take the time spent in a frame for time passed", async () => {
    // 12 ms of work in frames of 10: callbacks come at every second frame, two updates each.
    const r = rig(presets.frameSkipping(10), { update: 2, draw: 12 });
    r.time.refresh = 10;
    const ended = r.loop.runFrames(r.time);
    await r.time.run(1005);
    r.loop.stop();
    await r.time.run(2000);
    await ended;
    assertAlmostEquals(r.deltas.length, 100, 2);
    assertEquals(r.loop.stats.backwards, 0);
  });

  it("runs 60 Hz updates on displays from 30 to 144 Hz", async () => {
    for (const display of [30, 60, 75, 120, 144]) {
      const r = rig(presets.frameSkipping(1000 / 60), { update: 0.1, draw: 0.1 });
      r.time.refresh = 1000 / display;
      const ended = r.loop.runFrames(r.time);
      await r.time.run(10_000 + 500 / display);
      r.loop.stop();
      await ended;
      assertAlmostEquals(r.deltas.length, 600, 2);
    }
  });

  it("runs at speed 1 with every preset on displays slower than the step", async () => {
    const options: [GameLoopOptions, number][] = [
      [presets.rateLimited(1000 / 60), 50],
      [presets.rateLimited(1000 / 60), 30],
      [presets.rateLimited(1000 / 60), 10],
      [presets.frameSkipping(1000 / 240), 30],
      [presets.advanced(1000 / 240), 30],
      [presets.advanced(1), 60],
      [presets.variable(1, 2), 30],
    ];
    for (const [preset, display] of options) {
      for (const regularize of ["off", "auto"] as const) {
        const r = rig({ ...preset, regularize }, { update: 0.1, draw: 0.2 });
        r.time.refresh = 1000 / display;
        const ended = r.loop.runFrames(r.time);
        await r.time.run(20_000);
        r.loop.stop();
        await ended;
        const { simulated, dropped, resyncs, draws, pumps } = r.loop.stats;
        assertAlmostEquals(simulated, 20_000, 3 * r.time.refresh);
        assertEquals([dropped, resyncs], [0, 0]);
        // Of two draws in a frame only the second would be seen.
        const { maxSkippedDraws = Infinity } = preset;
        if (maxSkippedDraws === Infinity) assert(draws <= pumps, `${draws} in ${pumps} frames`);
      }
    }
  });

  it("makes a stall up where maxUpdateDelay allows it", async () => {
    const r = rig(presets.rateLimited(1000 / 60), { update: 1, draw: 1 });
    r.time.at(1005, () => r.time.advance(3000));
    const ended = r.loop.runFrames(r.time);
    await r.time.run(6000);
    r.loop.stop();
    await ended;
    assertAlmostEquals(r.loop.stats.simulated, 6000, 17);
  });

  it("draws the last of a frame's updates when maxDrawDelay asks for draws", async () => {
    const r = rig(presets.rateLimited(10));
    r.time.refresh = 30;
    const ended = r.loop.runFrames(r.time);
    await r.time.run(65);
    r.loop.stop();
    await ended;
    assertEquals(r.log.join(" "), "s@0 u@30 d@30 u@60 u@60 u@60 d@60 e@65");
    assertEquals(r.alphas, [0, 0]);
    assertEquals(r.loop.stats.skippedDraws, 2);
  });

  it("draws within a frame when maxSkippedDraws asks for it, and goes on", async () => {
    const r = rig({ ...presets.frameSkipping(10), maxSkippedDraws: 1 });
    r.time.refresh = 50;
    const ended = r.loop.runFrames(r.time);
    await r.time.run(105);
    r.loop.stop();
    await ended;
    assertEquals(r.log.slice(3, -1).map((c) => c[0]).join(""), "uuduudud");
  });

  it("draws when maxUpdatesPerPump ends a frame that owes a draw", async () => {
    const r = rig({ ...presets.rateLimited(10), maxUpdatesPerPump: 3 });
    r.time.refresh = 50;
    const ended = r.loop.runFrames(r.time);
    await r.time.run(105);
    r.loop.stop();
    await ended;
    assertEquals(r.log.slice(3, -1).map((c) => c[0]).join(""), "uuud");
  });

  it("ends a frame after an update that does not gain on the time", async () => {
    // 20 ms of work for 10 ms of game: every frame shows what there is.
    for (const options of [presets.rateLimited(10), presets.variable(10, 10)]) {
      const r = rig({ ...options, maxDrawDelay: 0 }, { update: 20 });
      r.time.refresh = 10;
      const ended = r.loop.runFrames(r.time);
      await r.time.run(1000);
      r.loop.stop();
      await ended;
      assertEquals(r.log.slice(1, -1).map((c) => c[0]).join("").replaceAll("ud", ""), "");
    }
  });

  it("draws the last update of every frame, also when maxUpdatesPerPump leaves it late", async () => {
    // An idle machine, with fewer updates a frame than the display brings, and after a long stall.
    for (
      const preset of [
        presets.slowDown,
        presets.frameSkipping,
        presets.advanced,
        presets.rateLimited,
      ]
    ) {
      const r = rig({ ...preset(5), maxUpdatesPerPump: 2 });
      r.time.hidden = [[5000, 8000]];
      const ended = r.loop.runFrames(r.time);
      await r.time.run(10_000);
      r.loop.stop();
      await ended;
      const frames = r.log.slice(1, -1).map((c) => c[0]).join("").split("d").slice(0, -1);
      assertEquals(frames.length, 420, preset.name);
      assertEquals(frames.slice(1).filter((f) => f !== "uu" && f !== "u"), []);
      assertEquals(r.loop.stats.skippedDraws, r.loop.stats.updates - r.loop.stats.draws);
    }
  });

  it("draws the update that pauses the loop, also a late one", async () => {
    const r = rig(presets.frameSkipping(10), {}, {
      update: () => {
        if (r.deltas.length === 3) r.loop.pause("hard");
      },
    });
    r.time.refresh = 50;
    const ended = r.loop.runFrames(r.time);
    await r.time.run(1000);
    r.loop.stop();
    await ended;
    assertEquals(r.log.slice(1, -1).join(" "), "u@50 d@50 u@100 u@100 d@100");
  });

  it("draws once in a frame whose update pauses the loop and whose draw resumes it", async () => {
    const r = rig(presets.frameSkipping(10), {}, {
      update: () => {
        if (r.deltas.length === 3) r.loop.pause();
      },
      draw: () => r.loop.resume(),
    });
    r.time.refresh = 50;
    const ended = r.loop.runFrames(r.time);
    await r.time.run(150);
    r.loop.stop();
    await ended;
    // What the frame of 100 leaves is made up by the next.
    const frames = r.log.slice(1, -1).map((c) => c[0]).join("");
    assertEquals(frames, "ud" + "uud" + "uuuuuuuud");
  });

  it("gives nothing up of a frame that a pause ends before its last update", async () => {
    // Five updates a frame on an idle machine: none is late, whenever the others are run.
    for (const mode of ["soft", "hard"] as const) {
      for (const resume of ["later", "in the draw"]) {
        for (let n = 2; n <= 6; n++) {
          const r = rig(presets.slowDown(10), {}, {
            update: () => {
              if (r.deltas.length !== n) return;
              r.loop.pause(mode);
              if (resume === "later") r.time.at(1117, () => r.loop.resume());
            },
            draw: () => {
              if (resume !== "later") r.loop.resume();
            },
          });
          r.time.refresh = 50;
          const ended = r.loop.runFrames(r.time);
          await r.time.run(1505);
          r.loop.stop();
          await ended;
          // Paused from 100 to 1117, or not at all, and the first frame is that of 50.
          const played = resume === "later" ? 1450 - 1017 : 1450;
          assertEquals([r.dropped, r.loop.stats.runningSlowly], [[], false]);
          assertAlmostEquals(r.loop.stats.simulated, played + 10, 10);
        }
      }
    }
    // Nor of one in which onResync pauses, after what it has dropped.
    const r = rig({ ...presets.slowDown(10), onResync: () => r.loop.pause("hard") });
    r.time.refresh = 50;
    r.time.at(125, () => r.time.advance(100));
    r.time.at(1217, () => r.loop.resume());
    const ended = r.loop.runFrames(r.time);
    await r.time.run(1505);
    r.loop.stop();
    await ended;
    assertEquals(r.dropped, [50]);
  });

  it("shows a frame at least every 50 ms of catching up", async () => {
    const r = rig(presets.rateLimited(1000 / 60), { update: 8, draw: 5 });
    r.time.at(1005, () => r.time.advance(3000));
    const ended = r.loop.runFrames(r.time);
    await r.time.run(12_000);
    r.loop.stop();
    await ended;
    const draws = r.log.filter((c) => c[0] === "d").map((c) => Number(c.slice(2)));
    const gaps = draws.slice(1).map((t, i) => t - draws[i]).filter((gap) => gap < 3000);
    // 7 updates pass 50 ms, the draw and the wait for the display come on top.
    assert(Math.max(...gaps) <= 7 * 8 + 5 + 17, `${Math.max(...gaps)}`);
    assertAlmostEquals(r.loop.stats.simulated, 12_000, 40);
  });

  it("slowDown gives nothing up on an idle machine, whatever the display", async () => {
    for (const dt of [1000 / 60, 1000 / 120, 10, 25]) {
      for (const display of [10, 30, 50, 59.94, 60, 75, 144]) {
        for (const sigma of [0, 0.3]) {
          for (const regularize of ["off", "auto"] as const) {
            const next = random(display);
            const r = rig({ ...presets.slowDown(dt), regularize }, { update: 0.1, draw: 0.1 });
            r.time.refresh = 1000 / display;
            const scheduler = {
              request: (callback: (t: number) => void): number =>
                r.time.request((t) => callback(t + normal(next) * sigma)),
              cancel: (id: number): void => r.time.cancel(id),
            };
            const ended = r.loop.runFrames(scheduler);
            await r.time.run(5000);
            r.loop.stop();
            await ended;
            assertEquals(r.dropped, [], `${dt} ${display} ${sigma} ${regularize}`);
            assertAlmostEquals(r.loop.stats.simulated, 5000, 2 * r.time.refresh + dt);
          }
        }
      }
    }
  });

  it("slowDown gives nothing up on fast displays whose timestamps are whole ms", () => {
    // Frame times are off by a ms, which is half a frame of 480 Hz.
    for (const [rate, steps] of [[165, 100], [240, 50], [360, 100], [480, 100], [480, 120]]) {
      const next = random(rate);
      let callback = (_: number): void => {};
      const scheduler = { request: (f: typeof callback) => (callback = f, 1), cancel(): void {} };
      const options = presets.slowDown(1000 / steps);
      const loop = new GameLoop({ update() {}, draw() {} }, { now: () => 0 }, options);
      loop.runFrames(scheduler);
      const frames = 10_000;
      for (let frame = 0; frame <= frames; frame++) {
        callback(Math.floor(frame * 1000 / rate + 0.1 * normal(next)));
      }
      loop.stop();
      const { dropped, simulated } = loop.stats;
      assertEquals(dropped, 0, `${steps} steps on ${rate} Hz`);
      assertAlmostEquals(simulated, frames * 1000 / rate, 2000 / steps + 2000 / rate);
    }
  });

  it("slowDown gives up no more than some frames on the way to a slower display", () => {
    // For as long as its frames are taken for those of the faster one, some are missed.
    for (const [from, to] of [[144, 60], [90, 60]]) {
      const next = random(from);
      let callback = (_: number): void => {};
      const scheduler = { request: (f: typeof callback) => (callback = f, 1), cancel(): void {} };
      const options = presets.slowDown(1000 / 60);
      const loop = new GameLoop({ update() {}, draw() {} }, { now: () => 0 }, options);
      loop.runFrames(scheduler);
      let time = 0;
      for (let frame = 0; frame < 1000; frame++) {
        time += 1000 / (frame < 500 ? from : to);
        callback(time + 0.3 * normal(next));
      }
      loop.stop();
      const { dropped } = loop.stats;
      assert(dropped < 100, `${from} to ${to} Hz: ${dropped} ms`);
    }
  });

  it("slowDown gives up the frames that are missed, and no others", async () => {
    const r = rig(presets.slowDown(5));
    r.time.refresh = 10;
    r.time.at(55, () => r.time.advance(21)); // the frame of 60 is called at 76 as that of 70
    r.time.at(105, () => r.time.advance(3000));
    const ended = r.loop.runFrames(r.time);
    await r.time.run(3130);
    r.loop.stop();
    await ended;
    assertEquals(r.dropped, [10, 2990]);
    // Two updates in every frame but the first, the frames of 70 and 3100 included.
    const frames = r.log.slice(1, -1).map((c) => c[0]).join("").split("d").slice(0, -1);
    assertEquals(frames.slice(1).filter((f) => f !== "uu"), []);
    assertEquals(r.loop.stats.simulated + 3000, 3130 - 10 + 5);
  });

  it("slowDown gives up what a slow machine cannot do, frame by frame", async () => {
    // Idle for a while, then 25 ms of work for 16.7 ms of game.
    const r = rig(presets.slowDown(1000 / 60), { update: (n) => n <= 300 ? 1 : 25 });
    const ended = r.loop.runFrames(r.time);
    await r.time.run(20_000);
    r.loop.stop();
    await ended;
    const calls = r.log.slice(1, -1).map((c) => c[0]).join("");
    assertEquals(calls.replaceAll("ud", ""), "");
    assertAlmostEquals(r.deltas.length, 300 + 15_000 / (2 * 1000 / 60), 2);
    const { simulated, dropped } = r.loop.stats;
    assertAlmostEquals(simulated + dropped, 20_000, 40);
  });

  it("makes maxUpdateDelay of lateness up, and not a bit more", async () => {
    for (const [stall, dropped, updates] of [[500, 0, 51], [510, 510, 1]]) {
      const r = rig(presets.advanced(10));
      r.time.refresh = 10;
      r.time.at(95, () => r.time.advance(stall + 10)); // the next frame is that of stall + 100
      const ended = r.loop.runFrames(r.time);
      await r.time.run(stall + 107);
      r.loop.stop();
      await ended;
      assertEquals(r.loop.stats.dropped, dropped);
      assertEquals(r.deltas.length, 9 + updates);
    }
  });

  it("goes on in no frame that was stopped or paused in a draw", async () => {
    for (const act of ["stop", "hard", "soft"] as const) {
      const r = rig({ ...presets.frameSkipping(10), maxSkippedDraws: 0 }, {}, {
        draw: () => {
          if (r.alphas.length !== 2) return;
          if (act === "stop") r.loop.stop();
          else r.loop.pause(act);
        },
      });
      r.time.refresh = 50;
      const ended = r.loop.runFrames(r.time);
      await r.time.run(105);
      assertEquals(r.deltas.length, 2);
      r.loop.stop();
      await ended;
    }
  });

  it("alone draws between updates for drawEveryFrame", () => {
    const r = rig({ ...presets.frameSkipping(20), drawEveryFrame: true });
    for (let i = 0; i < 9; i++) {
      r.loop.pump();
      r.time.advance(5);
    }
    assertEquals(r.log.join(" "), "s@0 u@0 d@0 u@20 d@20 u@40 d@40");
  });

  it("with drawEveryFrame draws between updates, with growing alpha", async () => {
    const r = rig({ ...presets.frameSkipping(20), drawEveryFrame: true });
    r.time.refresh = 5;
    const ended = r.loop.runFrames(r.time);
    await r.time.run(46);
    r.loop.stop();
    await ended;
    assertEquals(r.alphas, [0, 0.25, 0.5, 0.75, 0, 0.25, 0.5, 0.75, 0]);
    assertEquals(r.deltas.length, 3);
  });

  it("gives draw the alpha of the frame, not of the time spent in it", async () => {
    const r = rig(presets.frameSkipping(20), { update: 3 });
    r.time.refresh = 15;
    const ended = r.loop.runFrames(r.time);
    await r.time.run(80);
    r.loop.stop();
    await ended;
    // Anchored at 15: due at 35, 55, 75; frames at 45, 60, 75.
    assertEquals(r.alphas, [0, 0.5, 0.25, 0]);
  });

  it("after a hidden tab drops what passes maxUpdateDelay", async () => {
    const r = rig(presets.advanced(10));
    r.time.refresh = 10;
    r.time.hidden = [[95, 10_095]];
    const ended = r.loop.runFrames(r.time);
    await r.time.run(10_120);
    r.loop.stop();
    await ended;
    assertEquals(r.dropped, [10_000]);
    assertEquals(r.deltas.length, 9 + 3);
  });

  it("after a hidden tab without limits catches up at maxUpdatesPerPump a frame", async () => {
    const r = rig(presets.frameSkipping(10));
    r.time.refresh = 10;
    r.time.hidden = [[95, 10_095]];
    let most = 0;
    let pumps = 0;
    const ended = r.loop.runFrames(r.time);
    const watch = (): void => {
      most = Math.max(most, r.deltas.length - pumps);
      pumps = r.deltas.length;
      r.time.at(r.time.real + 10, watch);
    };
    r.time.at(5, watch);
    await r.time.run(10_196);
    r.loop.stop();
    await ended;
    assertEquals(most, 240);
    assertEquals(r.deltas.length, 1019);
  });

  it("pauses hard without requesting frames, and resumes in phase", async () => {
    const r = rig(presets.advanced(10));
    r.time.refresh = 4;
    let requests = 0;
    const scheduler = {
      request: (callback: (t: number) => void): number => {
        requests++;
        return r.time.request(callback);
      },
      cancel: (id: number): void => r.time.cancel(id),
    };
    const ended = r.loop.runFrames(scheduler);
    let before = 0;
    r.time.at(30, () => r.loop.pause("hard"));
    r.time.at(33, () => before = requests);
    r.time.at(5001, () => {
      assertEquals(requests, before);
      r.loop.resume();
    });
    await r.time.run(5030);
    r.loop.stop();
    await ended;
    assertEquals(r.loop.stats.dropped, 0);
    assertEquals(r.loop.stats.backwards, 0);
    // Anchored at 4: S = 24 at the frame of 28, behind 6 at the pause and from 5001 on again, so
    // the next updates are due at 5005, 5015 and 5025.
    const late = r.log.filter((c) => c[0] === "u" && Number(c.slice(2)) > 33);
    assertEquals(late.join(" "), "u@5008 u@5016 u@5028");
  });

  it("keeps the phase when it is paused again before the first frame after resume()", async () => {
    for (const second of ["soft", "hard"] as const) {
      const r = rig(presets.frameSkipping(10));
      r.time.refresh = 16;
      const ended = r.loop.runFrames(r.time);
      r.time.at(53, () => r.loop.pause("soft"));
      r.time.at(60_004, () => {
        r.loop.resume();
        r.loop.pause(second);
      });
      r.time.at(120_006, () => r.loop.resume());
      await r.time.run(120_050);
      r.loop.stop();
      await ended;
      // Anchored at 16: S = 46 at the frame of 48, behind 7 at the pause and from 120 006 on again.
      const late = r.log.filter((c) => c[0] === "u" && Number(c.slice(2)) > 48);
      assertEquals(late.join(" "), "u@120016 u@120032 u@120032 u@120048", second);
      const frozen = r.alphas.slice(3, -3);
      assert(frozen.length > 3000 && frozen.every((alpha) => alpha === 0.2), second);
    }
  });

  it("loses and gains nothing by pauses, however short and many", async () => {
    // How often a pause begins and how long it is, in ms; the rate of the display; the step.
    for (const [every, length] of [[1000 / 60, 0], [100, 1], [100, 37], [7, 3], [431, 250]]) {
      for (const [display, step] of [[60, 1000 / 60], [60, 5], [30, 5], [144, 1000 / 60]]) {
        for (const mode of ["soft", "hard"] as const) {
          for (const regularize of ["auto", "off"] as const) {
            const r = rig({ ...presets.slowDown(step), regularize });
            r.time.refresh = 1000 / display;
            const next = random(5);
            const scheduler = {
              request: (callback: (t: number) => void): number =>
                r.time.request((t) => callback(t + normal(next) * 0.3)),
              cancel: (id: number): void => r.time.cancel(id),
            };
            const ended = r.loop.runFrames(scheduler);
            let paused = 0;
            for (let t = 112; t + length < 10_000; t += every) {
              r.time.at(t, () => r.loop.pause(mode));
              r.time.at(t + length, () => r.loop.resume());
              paused += length;
            }
            await r.time.run(10_000);
            r.loop.stop();
            await r.time.run(10_100);
            await ended;
            const { simulated, dropped } = r.loop.stats;
            const name = `${every} ${length} ${display} ${step} ${mode} ${regularize}`;
            // The frames at both ends, and what the regularizer holds.
            assertAlmostEquals(simulated, 10_000 - paused, 4 * r.time.refresh, name);
            assertEquals(dropped, 0, name);
          }
        }
      }
    }
  });

  it("takes no more out for a pause than has passed, and all of it where the clock cannot tell", async () => {
    for (const clock of ["fast", "back", "nan"] as const) {
      const r = rig(presets.frameSkipping(10));
      r.time.refresh = 4;
      let away = 0;
      const shown = (): number =>
        clock === "nan" ? NaN : r.time.now() + (clock === "fast" ? 50 * away : -1e6 * away);
      const game = { update: (): void => void r.deltas.push(r.time.real), draw(): void {} };
      const loop = new GameLoop(game, { now: shown }, presets.frameSkipping(10));
      const ended = loop.runFrames(r.time);
      r.time.at(30, () => loop.pause("hard"));
      r.time.at(35, () => {
        away = 1;
        loop.resume();
      });
      await r.time.run(60);
      loop.stop();
      await ended;
      // Behind 4 at the frame of 28, and at that of 36 as well.
      assertEquals(r.deltas, [4, 16, 24, 44, 52], clock);
    }
  });

  it("resumes in phase at the first frame that has a time", async () => {
    const r = rig(presets.frameSkipping(10));
    r.time.refresh = 16;
    const scheduler = {
      request: (callback: (t: number) => void): number =>
        r.time.request((t) => callback(r.time.real > 5000 && r.time.real < 5030 ? NaN : t)),
      cancel: (id: number): void => r.time.cancel(id),
    };
    const ended = r.loop.runFrames(scheduler);
    r.time.at(53, () => r.loop.pause("hard"));
    r.time.at(5001, () => r.loop.resume());
    await r.time.run(5070);
    r.loop.stop();
    await ended;
    // S = 46, behind 7 at the pause and from 5001 on again. The frames of 5008 and 5024 show no
    // number; that of 5040 is behind by 46.
    const late = r.log.filter((c) => c[0] === "u" && Number(c.slice(2)) > 48);
    assertEquals(late.join(" "), "u@5040 u@5040 u@5040 u@5040 u@5056 u@5056");
  });

  it("with regularize runs one update a frame on a jittery display", async () => {
    for (const regularize of ["off", "auto"] as const) {
      const next = random(4);
      const r = rig({ ...presets.frameSkipping(1000 / 60), regularize });
      let count = 0;
      const perFrame: number[] = [];
      const scheduler = {
        request: (callback: (t: number) => void): number =>
          r.time.request((t) => {
            callback(t + normal(next) * 0.3);
            perFrame.push(r.deltas.length - count);
            count = r.deltas.length;
          }),
        cancel: (id: number): void => r.time.cancel(id),
      };
      const ended = r.loop.runFrames(scheduler);
      await r.time.run(60_000);
      r.loop.stop();
      await ended;
      const irregular = perFrame.slice(64).filter((n) => n !== 1).length / perFrame.length;
      if (regularize === "auto") assert(irregular <= 0.001, `${irregular}`);
      else assert(irregular > 0.1, `${irregular}`);
    }
  });

  it("keeps its rate and its pattern at large times, with and without regularize", () => {
    // display, steps, frames, origin of the timestamps: an epoch clock, or 11 days of performance.now()
    for (
      const [rate, steps, frames, origin] of [
        [144, 60, 300_000, 1.7e12], // a sum of frame times is short by 0.1 µs a frame there
        [60, 60, 20_000, 1.7e12],
        [30, 60, 20_000, 1e9],
        [60, 240, 20_000, 1e9],
      ]
    ) {
      for (const regularize of ["off", "auto"] as const) {
        let callback = (_: number): void => {};
        const scheduler = { request: (f: typeof callback) => (callback = f, 1), cancel(): void {} };
        let updates = 0;
        const game = { update: () => void updates++, draw() {} };
        const options = { ...presets.frameSkipping(hz(steps)), regularize };
        const loop = new GameLoop(game, { now: () => 0 }, options);
        loop.runFrames(scheduler);
        const perFrame = new Set<number>();
        for (let frame = 0; frame < frames; frame++) {
          const before = updates;
          callback(origin + frame * 1000 / rate);
          if (frame > 0) perFrame.add(updates - before);
        }
        loop.stop();
        const name = `${steps} steps on ${rate} Hz from ${origin}, ${regularize}`;
        const due = (frames - 1) * steps / rate + 1;
        assert(Math.abs(updates - due) <= 1, `${name}: ${updates} of ${due}`);
        if (steps % rate === 0) assertEquals([...perFrame], [steps / rate], name);
        assertEquals(loop.stats.backwards, 0);
      }
    }
  });

  it("survives timestamps that go back or are no numbers", async () => {
    const r = rig({ ...presets.advanced(10), regularize: "auto" });
    r.time.refresh = 10;
    const next = random(6);
    let shift = 0;
    const scheduler = {
      request: (callback: (t: number) => void): number =>
        r.time.request((t) => {
          const kind = next();
          if (kind < 0.02) shift -= next() * 1000;
          callback(kind > 0.95 ? [NaN, Infinity, -Infinity][Math.floor(next() * 3)] : t + shift);
        }),
      cancel: (id: number): void => r.time.cancel(id),
    };
    const ended = r.loop.runFrames(scheduler);
    await r.time.run(20_000);
    r.loop.stop();
    await ended;
    for (const delta of r.deltas) assertEquals(delta, 10);
    assert(r.deltas.length > 1800 && r.deltas.length <= 2001, `${r.deltas.length}`);
    assert(r.loop.stats.backwards > 10);
  });

  it("keeps its time when timestamps go back while the regularizer holds some of it", () => {
    for (const rate of [59.94, 60.06]) {
      let callback = (_: number): void => {};
      const scheduler = { request: (f: typeof callback) => (callback = f, 1), cancel(): void {} };
      const loop = new GameLoop(
        { update() {}, draw() {} },
        { now: () => 0 },
        presets.advanced(hz(60)),
      );
      loop.runFrames(scheduler);
      let stamp = 0;
      let elapsed = 0;
      for (let frame = 0; frame < 20_000; frame++) {
        callback(stamp);
        const step = frame % 500 === 499 ? -0.1 : hz(rate);
        stamp += step;
        if (frame < 19_999) elapsed += Math.max(0, step);
      }
      // Up to two periods are in the regularizer, and less than a step is not due yet.
      assertAlmostEquals(loop.stats.simulated, elapsed, 3 * hz(60));
      assertEquals([loop.stats.backwards, loop.stats.resyncs], [40 - 1, 0]);
      loop.stop();
    }
  });

  it("does not take a stall at the start for a slow display", async () => {
    const r = rig(presets.slowDown(10));
    r.time.refresh = 10;
    r.time.at(15, () => r.time.advance(2000)); // the second frame is that of 2010
    const ended = r.loop.runFrames(r.time);
    await r.time.run(2045);
    r.loop.stop();
    await ended;
    assertEquals(r.dropped, [1990]);
    assertEquals(r.deltas.length, 5);
  });

  it("gives up nothing for a pause after the first frame, and a stall after a later one", async () => {
    // The pause, the stall's length, the end, and what is given up.
    for (
      const [from, to, stall, until, dropped] of [
        [12, 14, 0, 200, []],
        [12, 14, 20, 200, []],
        [105, 107, 0, 200, []],
        // In two parts, each shorter than a period, nothing is late; 978 of 998 are.
        [105, 107, 1000, 1200, [978]],
      ] as const
    ) {
      const r = rig(presets.slowDown(2));
      r.time.refresh = 10;
      const ended = r.loop.runFrames(r.time);
      r.time.at(from, () => r.loop.pause("hard"));
      r.time.at(to, () => r.loop.resume());
      r.time.at(to + 1, () => r.time.advance(stall));
      await r.time.run(until);
      r.loop.stop();
      await ended;
      assertEquals(r.dropped, [...dropped]);
    }
  });

  it("does not take frames with one timestamp for those of a fast display", async () => {
    for (const regularize of ["off", "auto"] as const) {
      const r = rig({ ...presets.slowDown(5), regularize });
      r.time.refresh = 10;
      let shown: number | null = null;
      const scheduler = {
        request: (callback: (t: number) => void): number => {
          if (shown === null) return r.time.request((t) => callback(shown = t));
          const again = shown;
          shown = null;
          return r.time.at(r.time.real, () => callback(again));
        },
        cancel: (id: number): void => r.time.cancel(id),
      };
      const ended = r.loop.runFrames(scheduler);
      await r.time.run(500);
      r.loop.stop();
      await ended;
      assertEquals([r.dropped, r.loop.stats.simulated], [[], 495]);
    }
  });

  it("goes on from a pump() by hand, by a clock with another origin", async () => {
    const time = new VirtualTime();
    time.refresh = 10;
    const clock = { now: (): number => 1.7e12 + time.now() };
    const updates: number[] = [];
    const game = { update: (): void => void updates.push(time.real), draw(): void {} };
    const loop = new GameLoop(game, clock, presets.advanced(10));
    loop.pump();
    const ended = loop.runFrames(time);
    await time.run(45);
    loop.stop();
    await ended;
    // The first frame takes the place of the reading.
    assertEquals(updates, [0, 20, 30, 40]);
  });

  it("withdraws the frame that it has asked for when it ends", async () => {
    for (const how of ["stop", "abort", "stop in a draw"] as const) {
      const r = rig(presets.rateLimited(10), {}, {
        draw: () => {
          if (how === "stop in a draw" && r.alphas.length === 4) r.loop.stop();
        },
      });
      r.time.refresh = 10;
      const asked = new Set<number>();
      const scheduler = {
        request: (callback: (t: number) => void): number => {
          const id = r.time.request((t) => {
            asked.delete(id);
            callback(t);
          });
          asked.add(id);
          return id;
        },
        cancel: (id: number): void => {
          assert(asked.delete(id), "no such frame is asked for");
          r.time.cancel(id);
        },
      };
      const controller = new AbortController();
      const ended = r.loop.runFrames(scheduler, controller.signal);
      await r.time.run(35);
      assertEquals(asked.size, 1);
      if (how === "stop") r.loop.stop();
      else if (how === "abort") controller.abort();
      await r.time.run(45);
      await ended;
      assertEquals(asked.size, 0);
    }
  });

  it("draws when maxDrawDelay has passed, by what the frame has taken, whatever the clock shows once", async () => {
    const drawn: number[][] = [];
    for (const fault of [0, -1e6, NaN, Infinity]) {
      // From the fourth update on 20 ms of work for 10 ms of game.
      const time = new VirtualTime();
      time.refresh = 10;
      let updates = 0;
      let shift = 0;
      const draws: number[] = [];
      const game = {
        update: (): void => {
          if (++updates === 10) shift = fault;
          time.advance(updates <= 3 ? 1 : 20);
        },
        draw: (): void => void draws.push(time.real),
      };
      const scheduler = {
        request: (callback: (t: number) => void): number =>
          time.request((t) => {
            shift = 0;
            callback(t);
          }),
        cancel: (id: number): void => time.cancel(id),
      };
      const clock = { now: (): number => time.real + shift };
      const options = { ...presets.frameSkipping(10), maxDrawDelay: 200 };
      const loop = new GameLoop(game, clock, options);
      const ended = loop.runFrames(scheduler);
      await time.run(3000);
      loop.stop();
      await time.run(4000);
      await ended;
      drawn.push(draws);
    }
    const gaps = drawn[0].map((t, i) => t - drawn[0][i - 1]).slice(7);
    assert(gaps.length > 10);
    for (const gap of gaps) assert(gap >= 200 && gap <= 230, gaps.join());
    // What cannot be measured has taken no time, so the next draw comes the sooner.
    for (const draws of drawn.slice(1)) assertEquals(draws.slice(5, 8), [280, 350, 560]);
  });

  it("takes a pause, and no more, out of the time without a draw", async () => {
    for (const [maxDrawDelay, calls] of [[250, "ud" + "ud"], [300, "uud"]] as const) {
      const r = rig({ ...presets.frameSkipping(100), maxDrawDelay }, {
        update: (n) => n > 2 ? 60 : 0,
      });
      r.time.refresh = 10;
      const ended = r.loop.runFrames(r.time);
      r.time.at(150, () => r.loop.pause("hard"));
      r.time.at(1150, () => r.loop.resume());
      r.time.at(1205, () => r.time.advance(120));
      await r.time.run(1500);
      r.loop.stop();
      await ended;
      // Drawn at 10 and 110, but for the pause at 1110; the frame of 1320 has two updates to make.
      const late = r.log.filter((c) => Number(c.slice(2)) > 1200 && Number(c.slice(2)) < 1500);
      assertEquals(late.map((c) => c[0]).join("").slice(0, calls.length), calls, late.join(" "));
    }
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
            time.at(time.real + next() * 200, () => loop.resume());
          }
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
