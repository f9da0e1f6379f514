import { assertAlmostEquals, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { presets } from "@narrowphase/gjk2d/loop";
import {
  calls,
  counting,
  DRIVERS,
  only,
  Page,
  play,
  type Rig,
  rig,
  runFor,
  runFrames,
  start,
  trace,
} from "./rig.ts";

describe("GameLoop.pause()", () => {
  it("hard does not wake up; resume() goes on in phase without catching up", async () => {
    const r = rig(presets.advanced(10), { update: 1 });
    const sleeper = counting(r.time);
    r.time.at(23, () => r.loop.pause("hard"));
    let before = "";
    r.time.at(24, () => before = sleeper.order);
    r.time.at(5000, () => {
      assertEquals([sleeper.order, r.loop.paused], [before, "hard"]);
      r.loop.resume();
    });
    await runFor(r, 5030, sleeper);
    // Paused 3 ms after the update of 20: the next one comes 7 ms after resuming.
    assertEquals(only(r, "u"), "u@0 u@10 u@20 u@5007 u@5017 u@5027");
    assertEquals(r.loop.stats.dropped, 0);
  });

  it("soft draws at the update rate with the alpha of the pause", async () => {
    const r = rig(presets.advanced(10));
    r.time.at(22.5, () => r.loop.pause());
    r.time.at(65, () => r.loop.resume());
    await runFor(r, 90);
    assertEquals(only(r, "u"), "u@0 u@10 u@20 u@72.5 u@82.5");
    assertEquals(only(r, "d"), "d@0 d@10 d@20 d@30 d@40 d@50 d@60 d@72.5 d@82.5");
    for (const alpha of r.alphas.slice(3, 7)) assertAlmostEquals(alpha, 0.25, 1e-12);
  });

  it("soft makes no burst of draws after a stall", async () => {
    const r = rig(presets.advanced(10), { draw: (n) => n === 3 ? 500 : 0 });
    r.loop.pause("soft");
    assertEquals(await trace(r, 540), "d@0 d@10 d@20 d@520 d@530 d@540");
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

  it("soft begins without the updates that step() asked for in the pause before", async () => {
    const r = rig(presets.advanced(10));
    r.time.at(13, () => r.loop.pause("soft"));
    r.time.at(14, () => {
      r.loop.step();
      r.loop.resume();
    });
    r.time.at(33, () => r.loop.pause("soft"));
    await runFor(r, 90);
    assertEquals(only(r, "u"), "u@0 u@10 u@21 u@31");
  });

  it("in a callback takes effect when that returns", async () => {
    const r: Rig = rig(presets.frameSkipping(10), {}, {
      update: () => r.deltas.length === 2 ? r.loop.pause("hard") : undefined,
    });
    r.time.at(500, () => r.loop.resume());
    await runFor(r, 525);
    assertEquals(only(r, "u"), "u@0 u@10 u@510 u@520");
  });

  it("keeps the phase through changes between soft and hard, and repeated calls", async () => {
    const r = rig(presets.advanced(10));
    for (const [t, mode] of [[14, "soft"], [33, "hard"], [60, "hard"], [81, "soft"]] as const) {
      r.time.at(t, () => r.loop.pause(mode));
    }
    r.time.at(95, () => r.loop.pause("soft"));
    for (const t of [100, 101]) r.time.at(t, () => r.loop.resume());
    await runFor(r, 120);
    // 4 ms into the step at 14: the next update 6 ms after 100.
    assertEquals(only(r, "u"), "u@0 u@10 u@106 u@116");
    assertEquals(only(r, "d"), "d@0 d@10 d@20 d@30 d@87 d@97 d@106 d@116");
  });

  it("ends on stop and abort while paused", async () => {
    for (const mode of ["soft", "hard"] as const) {
      for (const driver of DRIVERS) {
        const r = rig(presets.rateLimited(10));
        const controller = new AbortController();
        const ended = start(r, driver, controller.signal);
        r.time.at(55, () => r.loop.pause(mode));
        r.time.at(500, () => controller.abort());
        await r.time.run(501);
        assertEquals([await ended, only(r, "e")], ["aborted", "e@500"]);
      }
    }
  });

  it("is made hard by a hidden page in runFrames too", async () => {
    for (const hidden of [true, false]) {
      const page = new Page(hidden);
      const r = rig({ ...presets.advanced(10), pauseWhenHidden: page }, { refresh: 10 });
      if (hidden) r.time.at(5, page.show(false));
      r.time.at(25, page.show(true));
      r.time.at(5025, page.show(false));
      await runFrames(r, 5045);
      assertEquals([only(r, "u"), r.dropped], ["u@10 u@20 u@5030 u@5040", []]);
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
    assertEquals(only(r, "d", 6000), "d@6005 d@6015 d@6021 d@6031");
    page.show(true)();
    assertEquals(r.loop.paused, null);
  });

  it("before the start draws the state that is there: alpha 0, or 1 when deltas vary", () => {
    for (const [options, alpha] of [[presets.advanced(10), 0], [presets.simple, 1]] as const) {
      const r = rig(options, { start: 7 });
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
      const r = rig(presets.advanced(20), { refresh: 10, clock: ({ real }) => origin + real });
      r.loop.pause();
      r.time.at(55, () => r.loop.resume());
      await runFrames(r, 85);
      assertEquals(only(r, "d"), "d@10 d@30 d@50 d@60 d@80");
      assertEquals([r.loop.stats.backwards, r.loop.stats.updates], [0, 2]);
    }
  });

  it("soft keeps its rate on a clock that shows no number at first, and on one that goes back", async () => {
    let shift = 0;
    const r = rig(presets.advanced(10), { clock: ({ real }) => real < 5 ? NaN : real + shift });
    r.loop.pause();
    r.time.at(51, () => shift = -1e6);
    await runFor(r, 104);
    // The step back costs its own wait, from the reading before it.
    assertEquals(only(r, "d"), "d@5 d@15 d@25 d@35 d@45 d@65 d@75 d@85 d@95");
  });

  it("and stop() in the draws of a soft pause take effect at once", async () => {
    for (const act of ["stop", "hard"] as const) {
      const make = (): Rig => {
        const r: Rig = rig(presets.advanced(10), {}, {
          draw: () => {
            if (r.alphas.length === 3) act === "stop" ? r.loop.stop() : r.loop.pause("hard");
          },
        });
        r.loop.pause("soft");
        return r;
      };
      const byHand = make();
      const next = Array.from({ length: 4 }, () => {
        const due = byHand.loop.pump();
        byHand.time.advance(10);
        return due;
      });
      assertEquals([next, byHand.alphas.length], [[10, 20, Infinity, Infinity], 3]);
      const r = make();
      await play(r, "run", 29);
      assertEquals(r.log.join(" "), `s@0 d@0 d@10 d@20 e@${act === "stop" ? 20 : 29}`);
    }
  });

  it("is no time without a draw, soft or hard, also where the clock is set back in it", () => {
    for (const [mode, back] of [["hard", 0], ["soft", 0], ["hard", 1e6]] as const) {
      let shift = 0;
      const options = { minDelta: 10, maxDelta: 10, maxDrawDelay: 100 };
      const r = rig(options, { update: 1, start: 777, clock: ({ real }) => real + shift });
      r.loop.pump();
      r.loop.pause(mode);
      r.time.advance(4950);
      shift -= back;
      if (back === 0) assertEquals(r.loop.pump() === Infinity, mode === "hard");
      r.time.advance(50);
      r.loop.resume();
      r.time.advance(60);
      r.loop.pump();
      // Six updates are due. After the first, 61 ms have been played since the last draw.
      assertEquals(calls(r), (mode === "hard" ? "sud" : "sudd") + "uuuuuud");
    }
  });
});
