import { assertAlmostEquals, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { type GameLoopOptions, presets } from "@narrowphase/gjk2d/loop";
import { only, rig, runFor, runFrames, trace, type World } from "./rig.ts";

describe("presets", () => {
  for (
    const [name, made, drawn] of [
      ["rateLimited", 6001, 6002],
      ["frameSkipping", 6001, 2],
      ["advanced", 2, 2],
      ["slowDown", 2, 2],
    ] as const
  ) {
    it(`${name} plays ${made} updates and ${drawn} draws of a suspend of a minute`, async () => {
      const r = rig(presets[name](10), { update: (n) => n === 2 ? 60_000 : 0 });
      await runFor(r, 60_025);
      assertEquals([r.loop.stats.updates - 2, r.loop.stats.draws - 1], [made, drawn], name);
    });
  }

  const update = (n: number): number => n === 2 ? 25 : 1;
  const TRACES: [
    does: string,
    GameLoopOptions,
    World,
    until: number,
    made: string,
    more: { deltas?: number[]; dropped?: number[] },
  ][] = [
    [
      "simple updates and draws in turn, with the time that passed",
      presets.simple,
      { update: 3, draw: 4 },
      20,
      "u@0 d@3 u@7 d@10 u@14 d@17",
      { deltas: [0, 7, 7] },
    ],
    [
      "simple is what a loop does without options",
      {},
      { update: 3, draw: 4 },
      20,
      "u@0 d@3 u@7 d@10 u@14 d@17",
      { deltas: [0, 7, 7] },
    ],
    [
      "rateLimited keeps its grid and draws every update",
      presets.rateLimited(10),
      { update: 2, draw: 3 },
      35,
      "u@0 d@2 u@10 d@12 u@20 d@22 u@30 d@32",
      { deltas: [10, 10, 10, 10] },
    ],
    [
      "rateLimited makes late updates up, drawing each",
      presets.rateLimited(10),
      { update, draw: 1 },
      52,
      "u@0 d@1 u@10 d@35 u@36 d@37 u@38 d@39 u@40 d@41 u@50 d@51",
      {},
    ],
    [
      // The draw at 2 ends at 14: the update of 10 runs at 14, ends at 16, not late: drawn.
      "frameSkipping skips draws while late, and keeps the update rate",
      presets.frameSkipping(10),
      { update: 2, draw: 12 },
      60,
      "u@0 d@2 u@14 d@16 u@28 u@30 d@32 u@44 d@46 u@58 u@60 d@62",
      {},
    ],
    [
      "frameSkipping is rateLimited with another option, no class of its own",
      { ...presets.rateLimited(10), maxDrawDelay: Infinity },
      { update: 2, draw: 12 },
      60,
      "u@0 d@2 u@14 d@16 u@28 u@30 d@32 u@44 d@46 u@58 u@60 d@62",
      {},
    ],
    [
      "variable gives the time that passed as delta",
      presets.variable(5, 40),
      { update: 12, draw: 8 },
      50,
      "u@0 d@12 u@20 d@32 u@40 d@52",
      { deltas: [5, 20, 20] },
    ],
    [
      "slowDown drops all lateness: one update, one draw a turn",
      presets.slowDown(10),
      { update: 8, draw: 8 },
      50,
      "u@0 d@8 u@16 d@24 u@32 d@40 u@48 d@56",
      { deltas: [10, 10, 10, 10], dropped: [6, 6, 6] },
    ],
  ];
  for (const [does, options, costs, until, made, { deltas, dropped }] of TRACES) {
    it(does, async () => {
      const r = rig(options, costs);
      assertEquals(await trace(r, until), made);
      assertEquals([r.deltas, r.dropped], [deltas ?? r.deltas, dropped ?? []]);
    });
  }

  it("frameSkipping runs 100 updates a second with 2 ms updates and 12 ms draws, rateLimited 71", async () => {
    const costs = { update: 2, draw: 12 };
    const r = rig(presets.frameSkipping(10), costs);
    await trace(r, 10_000);
    assertAlmostEquals(r.deltas.length / 10, 100, 0.2);
    assertAlmostEquals(r.alphas.length / 10, 66.7, 0.2);
    assertEquals(r.loop.stats.skippedDraws, r.deltas.length - r.alphas.length);
    const every = rig(presets.rateLimited(10), costs);
    await trace(every, 500);
    assertEquals(every.alphas.length, 36);
  });

  it("advanced gives up what passes 500 ms of lateness, and makes that up, not a bit more", async () => {
    const r = rig(presets.advanced(10), { update: (n) => n === 3 ? 700 : 0 });
    await runFor(r, 745);
    // The third update begins at 20 and ends at 720, with S = 20: behind by 700, and one update
    // covers 10.
    assertEquals([r.dropped, r.loop.stats.resyncs, r.loop.stats.dropped], [[690], 1, 690]);
    assertEquals(only(r, "u", 10), "u@20 u@720 u@730 u@740");
    for (const [work, drops] of [[510, 0], [510.001, 1]]) {
      const r = rig(presets.advanced(10), { update: (n) => n === 1 ? work : 0 });
      await trace(r, 1000);
      assertEquals(r.dropped.length, drops);
    }
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
    const r = rig(presets.slowDown(10), { update: 15, refresh: 10 });
    await runFrames(r, 1000);
    assertEquals(r.loop.stats.draws, r.loop.stats.updates);
  });
});
