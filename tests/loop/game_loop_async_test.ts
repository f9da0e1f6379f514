import { assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { GameLoop, type GamePhase, LoadMeter, presets } from "@narrowphase/gjk2d/loop";
import { VirtualTime } from "@narrowphase/gjk2d/loop/testing";
import { DRIVERS, fail, only, play, type Rig, rig, runFor, runFrames, start } from "./rig.ts";

describe("GameLoop with asynchronous callbacks", () => {
  it("awaits each before the next begins, in order, whatever they take", async () => {
    for (const driver of DRIVERS) {
      const time = new VirtualTime();
      time.refresh = 10;
      let log = "";
      const slow = (name: string, ms: number) => async (): Promise<void> => {
        log += `${name}(`;
        await time.sleep(ms);
        log += ")";
      };
      const game = {
        startup: slow("startup", 5),
        begin: slow("b", 1),
        update: slow("u", 3),
        draw: slow("d", 2),
        end: slow("e", 1),
        shutdown: slow("shutdown", 5),
      };
      const loop = new GameLoop(game, time, presets.advanced(10));
      const ended = loop[driver](time);
      await time.run(driver === "run" ? 28 : 33);
      assertThrows(() => loop.pump(), Error, "a callback is running");
      loop.stop();
      await time.run(100);
      assertEquals(await ended, "stopped");
      const turn = "b()u()d()e()";
      // By timers from 5 on, by frames from 10 on. The last update is not drawn.
      assertEquals(log, `startup()${turn}${turn}b()u()shutdown()`);
    }
  });

  it("counts the time until an update settles as lateness: caught up, skipped or dropped", async () => {
    // The third update begins at 20 and settles at 65.
    const rows = [
      ["rateLimited", "u@0 u@10 u@20 u@65 u@65 u@65 u@65 u@70", 8, 0],
      ["frameSkipping", "u@0 u@10 u@20 u@65 u@65 u@65 u@65 u@70", 4, 0],
      ["slowDown", "u@0 u@10 u@20 u@65 u@75", 4, 35],
    ] as const;
    for (const [preset, updates, draws, dropped] of rows) {
      const meter = new LoadMeter();
      const r: Rig = rig({ ...presets[preset](10), meter }, {}, {
        update: () => r.deltas.length === 3 ? r.time.sleep(45) : undefined,
      });
      await runFor(r, preset === "slowDown" ? 75.5 : 74.5);
      assertEquals(only(r, "u"), updates);
      assertEquals([r.loop.stats.draws, r.loop.stats.dropped], [draws, dropped]);
      assertEquals([meter.read().overruns, meter.read().max], [1, 45]);
    }
  });

  it("misses the frames that pass meanwhile, and makes them up in the next", async () => {
    const r: Rig = rig(presets.frameSkipping(10), { refresh: 10 }, {
      update: () => r.deltas.length === 2 ? r.time.sleep(25) : undefined,
    });
    await runFrames(r, 65);
    assertEquals(only(r, "u"), "u@10 u@20 u@50 u@50 u@50 u@60");
    assertEquals(only(r, "d"), "d@10 d@45 d@50 d@60");
  });

  it("ends after the callback in which it is stopped, aborted or paused has settled", async () => {
    for (const driver of DRIVERS) {
      for (const act of ["stop", "abort", "pause"] as const) {
        const controller = new AbortController();
        let settled = NaN;
        const r: Rig = rig(presets.advanced(10), { refresh: 10 }, {
          update: async () => {
            await r.time.sleep(8);
            settled = r.time.real;
          },
        });
        r.time.at(23, () => {
          if (act === "stop") r.loop.stop();
          if (act === "abort") controller.abort();
          if (act === "pause") r.loop.pause("hard");
        });
        const ended = start(r, driver, controller.signal);
        await r.time.run(60);
        assertEquals([settled, r.loop.paused], [28, act === "pause" ? "hard" : null]);
        assertEquals(r.log.at(-1), act === "pause" ? "d@28" : "e@28");
        r.loop.stop();
        assertEquals(await ended, act === "abort" ? "aborted" : "stopped");
      }
    }
  });

  it("awaits any thenable, and no other value", async () => {
    const values = [0, "", null, { then: 5 }, {
      then: (resolve: () => void) => void r.time.at(r.time.real + 4, resolve),
    }];
    const r: Rig = rig(presets.rateLimited(10), {}, { update: () => values[r.deltas.length - 1] });
    await runFor(r, 41);
    assertEquals(only(r, "d"), "d@0 d@10 d@20 d@30");
    assertEquals(only(r, "u"), "u@0 u@10 u@20 u@30 u@40");
  });

  it("refuses them in pump(), which cannot wait", () => {
    for (const phase of ["startup", "begin", "update", "draw", "end"] as const) {
      const r = rig(presets.rateLimited(10), {}, { [phase]: () => Promise.resolve() });
      const message = "Cannot pump GameLoop: a callback returned a promise";
      assertThrows(() => r.loop.pump(), Error, message);
      assertEquals(r.loop.state, "over");
    }
  });
});

describe("GameLoop hooks", () => {
  it("begin and end enclose the updates and the draw of each turn that has any", async () => {
    for (const driver of DRIVERS) {
      let log = "";
      const note = (name: string) => (): void => void (log += name);
      const game = { begin: note("("), update: note("u"), draw: note("d"), end: note(")") };
      const options = { ...presets.frameSkipping(20), drawEveryFrame: true };
      const r = rig(options, { refresh: 10 }, game);
      r.time.at(55, () => r.time.advance(50));
      r.time.at(145, () => r.loop.pause());
      r.time.at(165, () => r.loop.pause("hard"));
      r.time.at(205, () => r.loop.step());
      await play(r, driver, 250);
      // By timers at 0, 20, 40; those of 60, 80, 100 at 105; 120, 140; a draw in the pause; the step.
      const timers = "(ud)(ud)(ud)(uuud)(ud)(ud)(d)(ud)";
      // By frames from 10 on, with draws between; those of 70 and 90 in the frame of 100.
      const frames = "(ud)(d)(ud)(d)(ud)(uud)(ud)(d)(ud)(d)(d)(ud)";
      assertEquals(log, driver === "run" ? timers : frames);
    }
  });

  it("begin may pause or stop the loop before its updates", async () => {
    for (const act of ["pause", "stop"] as const) {
      for (const driver of DRIVERS) {
        let turns = 0;
        let ends = 0;
        const r: Rig = rig(presets.slowDown(10), { refresh: 10 }, {
          begin: () => {
            if (++turns === 3) act === "stop" ? r.loop.stop() : r.loop.pause("hard");
          },
          end: () => void ends++,
        });
        r.time.at(1000, () => r.loop.resume());
        await play(r, driver, 1009);
        const updates = driver === "run" ? "u@0 u@10" : "u@10 u@20";
        const after = act === "pause" && driver === "run" ? " u@1000" : "";
        assertEquals(only(r, "u"), updates + after);
        assertEquals([ends, r.dropped], [act === "stop" ? 2 : after === "" ? 3 : 4, []]);
      }
    }
  });
});

describe("LoadMeter", () => {
  it("has the percentiles of what updates take, of the newest 1024, and the longest", () => {
    const meter = new LoadMeter();
    const update = (n: number): number => n <= 10 ? 0.25 : n <= 1024 ? 8 : (n - 1024) / 256;
    const r = rig({ ...presets.rateLimited(10), meter }, { update });
    const pump = (times: number): void => {
      for (let i = 0; i < times; i++) {
        r.time.advance(Math.max(0, r.loop.pump() - r.time.real));
      }
    };
    assertEquals(meter.read(), { p50: 0, p99: 0, max: 0, utilisation: 0, overruns: 0 });
    pump(10);
    assertEquals([meter.read().p50, meter.read().p99, meter.read().max], [0.25, 0.25, 0.25]);
    pump(2038);
    // 1/256 … 4 ms: the 512th, and the 1014th, that 99 % do not exceed.
    assertEquals([meter.read().p50, meter.read().p99, meter.read().max], [2, 1014 / 256, 4]);
  });

  it("has the share of the last second that callbacks took, draws too, by timers and by frames", async () => {
    for (const driver of DRIVERS) {
      const cost = (first: number, then: number) => (n: number): number =>
        (n < 100 ? first : then) + (n % 2 === 0 ? 1 : -1);
      const start = 5000, world = { update: cost(3, 10), draw: cost(2, 5), refresh: 20, start };
      const meter = new LoadMeter();
      const r = rig({ ...presets.rateLimited(20), meter }, world);
      const seen: number[] = [];
      for (const at of [469, 969, 1900, 4000]) {
        r.time.at(start + at + 11, () => seen.push(meter.read().utilisation));
      }
      await play(r, driver, start + 4100);
      for (const [k, share] of [0.25, 0.25, 0.25, 0.75].entries()) {
        assertAlmostEquals(seen[k], share, 0.01); // a turn more or less
      }
    }
  });

  it("counts the updates that take longer than a step, and calls onOverrun after each", async () => {
    for (const driver of DRIVERS) {
      const seen: number[][] = [];
      const onOverrun = (...args: number[]): void => void seen.push([r.time.real, ...args]);
      const update = (n: number): number => n === 2 ? 14 : n === 4 ? 10 : 1;
      const meter = new LoadMeter();
      const r: Rig = rig({ ...presets.advanced(10), onOverrun, meter }, { update, refresh: 10 });
      await play(r, driver, 95);
      assertEquals(seen, [[driver === "run" ? 24 : 34, 14, 10]]);
      assertEquals(meter.read().overruns, 1);
    }
  });

  it("has overruns of steps of a ms, but none where there is no shortest delta", async () => {
    const meter = new LoadMeter();
    const short = rig({ ...presets.rateLimited(1), meter }, { update: (n) => n === 3 ? 2 : 0.5 });
    await runFor(short, 50);
    assertEquals([meter.read().overruns, meter.read().max], [1, 2]);
    // The meter of a loop that is over begins anew with another.
    const onOverrun = (): void => r.loop.stop();
    const r: Rig = rig({ ...presets.simple, onOverrun, meter }, { update: 1000 });
    await runFor(r, 5000);
    assertEquals([meter.read().overruns, r.loop.stats.updates >= 5], [0, true]);
  });

  it("puts what onOverrun throws before onError", async () => {
    const phases: GamePhase[] = [];
    const options = { ...presets.rateLimited(10), onOverrun: fail() };
    const r = rig(options, { update: (n) => n === 2 ? 12 : 0 }, {
      onError: (_, phase) => (phases.push(phase), "continue"),
    });
    await runFor(r, 55);
    assertEquals([phases, r.loop.stats.updates], [["update"], 6]);
  });
});
