import { assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { GameLoop, presets } from "@narrowphase/gjk2d/loop";
import { VirtualTime } from "@narrowphase/gjk2d/loop/testing";
import { calls, during, only, Page, type Rig, rig, runFor, trace } from "./rig.ts";

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
    r.time.at(23, () => r.loop.pause("hard"));
    let before = 0;
    r.time.at(24, () => before = sleeps);
    r.time.at(5000, () => {
      assertEquals(sleeps, before);
      assertEquals(r.loop.paused, "hard");
      r.loop.resume();
    });
    await during(r.loop, "run", sleeper, r.time, 5030);
    // Paused 3 ms after the update of 20: the next one comes 7 ms after resuming.
    assertEquals(only(r, "u"), "u@0 u@10 u@20 u@5007 u@5017 u@5027");
    assertEquals(r.loop.stats.dropped, 0);
  });

  it("soft draws at the update rate with the alpha of the pause", async () => {
    const r = rig(presets.advanced(10));
    r.time.at(22.5, () => r.loop.pause());
    r.time.at(65, () => r.loop.resume());
    await runFor(r, 90);
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
      r.time.at(25, () => r.loop.resume());
      await runFor(r, 40);
      assertEquals(r.log.filter((c) => c[0] !== "d").join(" "), "s@0 u@25 u@35 e@40");
    }
  });

  it("in a callback takes effect when that returns", async () => {
    const r = rig(presets.frameSkipping(10), {}, {
      update: () => {
        if (r.deltas.length === 2) r.loop.pause("hard");
      },
    });
    r.time.at(500, () => r.loop.resume());
    await runFor(r, 525);
    assertEquals(only(r, "u"), "u@0 u@10 u@510 u@520");
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
    assertEquals(only(r, "u"), "u@0 u@10 u@106 u@116");
    assertEquals(only(r, "d"), "d@0 d@10 d@20 d@30 d@87 d@97 d@106 d@116");
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
      const page = new Page(hidden);
      const r = rig({ ...presets.advanced(10), pauseWhenHidden: page });
      r.time.refresh = 10;
      const ended = r.loop.runFrames(r.time);
      if (hidden) r.time.at(5, page.show(false));
      r.time.at(25, page.show(true));
      r.time.at(5025, page.show(false));
      await r.time.run(5045);
      assertEquals(r.loop.stats.dropped, 0);
      r.loop.stop();
      await ended;
      assertEquals(r.log.join(" ").match(/u@\d+/g), ["u@10", "u@20", "u@5030", "u@5040"]);
      page.show(true)();
      assertEquals(r.loop.paused, null);
    }
  });

  it("is made hard by a hidden page with pauseWhenHidden", async () => {
    const page = new Page(false);
    const r = rig({ ...presets.advanced(10), pauseWhenHidden: page });
    r.time.at(25, page.show(true));
    r.time.at(5000, page.show(false));
    r.time.at(5020, () => r.loop.pause("soft"));
    r.time.at(5021, page.show(true));
    r.time.at(6000, page.show(false));
    r.time.at(6016, () => r.loop.resume());
    await runFor(r, 6031);
    assertEquals(only(r, "u"), "u@0 u@10 u@20 u@5005 u@5015 u@6021 u@6031");
    assertEquals(r.log.filter((c) => c[0] === "d").slice(5, 7).join(" "), "d@6005 d@6015");
    page.show(true)();
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
      time.at(55, () => loop.resume());
      await during(loop, "runFrames", time, time, 85);
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
    time.at(51, () => shift = -1e6);
    await during(loop, "run", time, time, 104);
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

  it("is no time without a draw, soft or hard", () => {
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
      // Six updates are due. After the first, 61 ms have been played since the last draw.
      assertEquals(calls(r), (mode === "hard" ? "sud" : "sudd") + "uuuuuud");
    }
  });
});
