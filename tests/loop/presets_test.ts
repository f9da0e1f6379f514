import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { type GameLoopOptions, presets } from "@narrowphase/gjk2d/loop";
import { rig, runFor, runFrames, trace } from "./rig.ts";

describe("presets", () => {
  it("refuse periods that are none", () => {
    for (const name of ["rateLimited", "frameSkipping", "advanced", "slowDown"] as const) {
      for (const dt of [NaN, 0, -1, Infinity]) {
        const message = `Cannot make preset ${name}: dt is ${dt}, must be positive and finite`;
        assertThrows(() => presets[name](dt), RangeError, message);
      }
    }
    for (
      const [min, max, message] of [
        [NaN, 10, "min is NaN"],
        [-1, 10, "min is -1"],
        [5, NaN, "max is NaN"],
        [0, 0, "max is 0"],
        [10, 5, "max is 5, must be positive and at least min"],
      ] as const
    ) {
      assertThrows(() => presets.variable(min, max), RangeError, `preset variable: ${message}`);
    }
  });

  it("rateLimited and frameSkipping play all of a suspend, advanced and slowDown drop it", async () => {
    for (
      const [name, made, drawn] of [
        ["rateLimited", 6001, 6002],
        ["frameSkipping", 6001, 2],
        ["advanced", 2, 2],
        ["slowDown", 2, 2],
      ] as const
    ) {
      const r = rig(presets[name](10), { update: (n) => n === 2 ? 60_000 : 0 });
      const ended = r.loop.run(r.time);
      await r.time.run(60_025);
      r.loop.stop();
      await ended;
      assertEquals([r.loop.stats.updates - 2, r.loop.stats.draws - 1], [made, drawn], name);
    }
  });

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
    await runFor(r, 1000);
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
      await runFor(r, 3000);
      return r.loop.stats.draws;
    };
    assertEquals(await draws({}), 1);
    assertEquals(await draws({ maxSkippedDraws: 1 }), 1 + 100);
    assertEquals(await draws({ maxDrawDelay: 0 }), 201);
    const r = rig(presets.slowDown(10), { update: 15 });
    r.time.refresh = 10;
    await runFrames(r, 1000);
    assertEquals(r.loop.stats.draws, r.loop.stats.updates);
  });

  it("slowDown drops nothing on time", async () => {
    const r = rig(presets.slowDown(1000 / 60), { update: 1, draw: 1 });
    await trace(r, 10_000);
    assertEquals([r.deltas.length, r.loop.stats.resyncs], [600, 0]);
  });
});
