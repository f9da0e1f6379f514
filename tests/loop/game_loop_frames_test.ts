import { assert, assertAlmostEquals, assertEquals, assertLess } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { GameLoop, type GameLoopOptions, hz, presets } from "@narrowphase/gjk2d/loop";
import { effort } from "../effort.ts";
import { normal, random } from "./random.ts";
import {
  calls,
  display,
  gaps,
  only,
  play,
  type Rig,
  rig,
  runFrames,
  shows,
  Slides,
  start,
  times,
} from "./rig.ts";

const REGULARIZE = ["off", "auto"] as const;

/** What each frame calls, without the first frame and what follows the last draw. */
function frames(r: Rig): string[] {
  return calls(r).slice(1, -1).split("d").slice(1, -1);
}

/** A loop that is shown frames at given timestamps, with nothing to do. */
async function slideShow(options: GameLoopOptions, stamps: Iterable<number>): Promise<GameLoop> {
  const slides = new Slides();
  const loop = new GameLoop({ update() {}, draw() {} }, { now: () => 0 }, options);
  loop.runFrames(slides);
  for (const stamp of stamps) await slides.show(stamp);
  loop.stop();
  return loop;
}

describe("GameLoop.runFrames()", () => {
  it("is anchored at the first frame and uses the timestamps", async () => {
    const r = rig(presets.rateLimited(10), { update: 1, refresh: 10 });
    r.time.at(49, () => r.time.advance(3)); // the frame of 50 is called at 52
    await runFrames(r, 70);
    assertEquals(only(r, "u"), "u@10 u@20 u@30 u@40 u@52 u@60 u@70");
    assertEquals(r.loop.stats.runningSlowly, false);
  });

  it("does not take the time spent in a frame for time passed", async () => {
    // 12 ms of work in frames of 10: callbacks come at every second frame, two updates each.
    const r = rig(presets.frameSkipping(10), { update: 2, draw: 12, refresh: 10 });
    await runFrames(r, 1005);
    assertAlmostEquals(r.deltas.length, 100, 2);
    assertEquals(r.loop.stats.backwards, 0);
  });

  const { slowDown, rateLimited, frameSkipping, advanced, variable } = presets;
  for (const preset of [slowDown, rateLimited, frameSkipping, advanced]) {
    it(`runs at speed 1 and gives nothing up with ${preset.name} on an idle machine, whatever the display`, async () => {
      const until = effort(5000);
      for (const dt of [1000 / 60, 1000 / 120, 1000 / 240, 10, 25, 1]) {
        for (const rate of [10, 30, 50, 59.94, 60, 75, 144]) {
          for (const sigma of [0, 0.3]) {
            for (const regularize of REGULARIZE) {
              const next = random(rate);
              // What takes less than a frame, however many updates that has.
              const world = { update: 0.1 * Math.min(dt, 1), draw: 0.1, refresh: 1000 / rate };
              const r = rig({ ...preset(dt), regularize }, world);
              await runFrames(r, until, shows(r, (t) => t + normal(next) * sigma));
              const name = `${dt} ${rate} ${sigma} ${regularize}`;
              const { simulated, resyncs, draws, pumps } = r.loop.stats;
              assertEquals([r.dropped, resyncs], [[], 0], name);
              assertAlmostEquals(simulated, until, 2 * r.time.refresh + dt, name);
              // Of two draws in a frame only the second would be seen.
              if (preset !== advanced) assert(draws <= pumps, `${name}: ${draws} of ${pumps}`);
            }
          }
        }
      }
    });
  }

  it("runs at speed 1 with variable deltas on a display that is slower than the longest", async () => {
    for (const regularize of REGULARIZE) {
      const world = { update: 0.1, draw: 0.2, refresh: 1000 / 30 };
      const r = rig({ ...variable(1, 2), regularize }, world);
      await runFrames(r, 5000);
      const { simulated, dropped, resyncs, draws, pumps } = r.loop.stats;
      assertAlmostEquals(simulated, 5000, 3 * r.time.refresh);
      assertEquals([dropped, resyncs], [0, 0]);
      assert(draws <= pumps, `${draws} of ${pumps}`);
    }
  });

  it("draws the last of a frame's updates when maxDrawDelay asks for draws", async () => {
    const r = rig(presets.rateLimited(10), { refresh: 30 });
    await runFrames(r, 65);
    assertEquals(r.log.join(" "), "s@0 u@30 d@30 u@60 u@60 u@60 d@60 e@65");
    assertEquals([r.alphas, r.loop.stats.skippedDraws], [[0, 0], 2]);
  });

  it("draws within a frame when maxSkippedDraws asks for it, and when maxUpdatesPerPump ends it", async () => {
    for (
      const [options, made] of [
        [{ ...presets.frameSkipping(10), maxSkippedDraws: 1 }, "uuduudud"],
        [{ ...presets.rateLimited(10), maxUpdatesPerPump: 3 }, "uuud"],
      ] as const
    ) {
      const r = rig(options, { refresh: 50 });
      await runFrames(r, 105);
      assertEquals(calls(r), `sud${made}e`);
    }
  });

  it("ends a frame after an update that does not gain on the time", async () => {
    // 20 ms of work for 10 ms of game: every frame shows what there is.
    for (const options of [presets.rateLimited(10), presets.variable(10, 10)]) {
      const r = rig({ ...options, maxDrawDelay: 0 }, { update: 20, refresh: 10 });
      await runFrames(r, 1000);
      assertEquals(calls(r).slice(1, -1).replaceAll("ud", ""), "");
    }
  });

  it("draws the last update of every frame, also when maxUpdatesPerPump leaves it late", async () => {
    // An idle machine, with fewer updates a frame than the display brings, and after a long stall.
    for (const preset of [slowDown, frameSkipping, advanced, rateLimited]) {
      const r = rig({ ...preset(5), maxUpdatesPerPump: 2 });
      r.time.hidden = [[1000, 4000]];
      await runFrames(r, 5000);
      assertEquals(frames(r).length, 119, preset.name);
      assertEquals(frames(r).filter((f) => f !== "uu" && f !== "u"), []);
      assertEquals(r.loop.stats.skippedDraws, r.loop.stats.updates - r.loop.stats.draws);
    }
  });

  it("draws the update that pauses the loop, also a late one", async () => {
    const late: Rig = rig(presets.frameSkipping(10), { update: (n) => n === 3 ? 25 : 0 }, {
      update: () => late.deltas.length === 3 ? late.loop.pause("hard") : undefined,
    });
    await play(late, "run", 100);
    assertEquals(late.log.join(" "), "s@0 u@0 d@0 u@10 d@10 u@20 d@45 e@100");
    const r: Rig = rig(presets.frameSkipping(10), { refresh: 50 }, {
      update: () => r.deltas.length === 3 ? r.loop.pause("hard") : undefined,
    });
    await runFrames(r, 1000);
    assertEquals(r.log.slice(1, -1).join(" "), "u@50 d@50 u@100 u@100 d@100");
  });

  it("draws once in a frame whose update pauses the loop and whose draw resumes it", async () => {
    const r: Rig = rig(presets.frameSkipping(10), { refresh: 50 }, {
      update: () => r.deltas.length === 3 ? r.loop.pause() : undefined,
      draw: () => r.loop.resume(),
    });
    await runFrames(r, 150);
    // What the frame of 100 leaves is made up by the next.
    assertEquals(calls(r), "s" + "ud" + "uud" + "uuuuuuuud" + "e");
  });

  it("gives nothing up of a frame that a pause ends before its last update", async () => {
    // Five updates a frame on an idle machine: none is late, whenever the others are run.
    for (const mode of ["soft", "hard"] as const) {
      for (const later of [true, false]) {
        for (let n = 2; n <= 6; n++) {
          const r: Rig = rig(presets.slowDown(10), { refresh: 50 }, {
            update: () => {
              if (r.deltas.length !== n) return;
              r.loop.pause(mode);
              if (later) r.time.at(1117, () => r.loop.resume());
            },
            draw: () => later ? undefined : r.loop.resume(),
          });
          await runFrames(r, 1505);
          // Paused from 100 to 1117, or not at all, and the first frame is that of 50.
          const played = later ? 1450 - 1017 : 1450;
          assertEquals([r.dropped, r.loop.stats.runningSlowly], [[], false]);
          assertAlmostEquals(r.loop.stats.simulated, played + 10, 10);
        }
      }
    }
    // Nor of one in which onResync pauses, after what it has dropped.
    const onResync = (): void => r.loop.pause("hard");
    const r: Rig = rig({ ...presets.slowDown(10), onResync }, { refresh: 50 });
    r.time.at(125, () => r.time.advance(100));
    r.time.at(1217, () => r.loop.resume());
    await runFrames(r, 1505);
    assertEquals(r.dropped, [50]);
  });

  it("shows a frame at least every 50 ms of catching up", async () => {
    const r = rig(presets.rateLimited(1000 / 60), { update: 8, draw: 5 });
    r.time.at(1005, () => r.time.advance(3000));
    await runFrames(r, 12_000);
    // 7 updates pass 50 ms, the draw and the wait for the display come on top.
    const longest = Math.max(...gaps(times(r, "d")).filter((gap) => gap < 3000));
    assert(longest <= 7 * 8 + 5 + 17, `${longest}`);
    assertAlmostEquals(r.loop.stats.simulated, 12_000, 40);
    // 50 ms are 5 of these, and not 6.
    const even = rig(presets.rateLimited(1000 / 60), { update: 10 });
    even.time.at(1005, () => even.time.advance(3000));
    await runFrames(even, 6000);
    assertEquals(Math.max(...frames(even).map((made) => made.length)), 5);
  });

  it("goes on in no frame that was stopped or paused in a draw", async () => {
    for (const act of ["stop", "hard", "soft"] as const) {
      const r: Rig = rig({ ...presets.frameSkipping(10), maxSkippedDraws: 0 }, { refresh: 50 }, {
        draw: () => {
          if (r.alphas.length === 2) act === "stop" ? r.loop.stop() : r.loop.pause(act);
        },
      });
      await runFrames(r, 105);
      assertEquals(r.deltas.length, 2);
    }
  });

  it("draws between updates for drawEveryFrame, with growing alpha; pump() alone does not", async () => {
    const options = { ...presets.frameSkipping(20), drawEveryFrame: true };
    const r = rig(options, { refresh: 5 });
    await runFrames(r, 46);
    assertEquals(r.alphas, [0, 0.25, 0.5, 0.75, 0, 0.25, 0.5, 0.75, 0]);
    assertEquals(r.deltas.length, 3);
    const alone = rig(options);
    for (let i = 0; i < 9; i++) {
      alone.loop.pump();
      alone.time.advance(5);
    }
    assertEquals(alone.log.join(" "), "s@0 u@0 d@0 u@20 d@20 u@40 d@40");
  });

  it("gives draw the alpha of the frame, not of the time spent in it", async () => {
    const r = rig(presets.frameSkipping(20), { update: 3, refresh: 15 });
    await runFrames(r, 80);
    // Anchored at 15: due at 35, 55, 75; frames at 45, 60, 75.
    assertEquals(r.alphas, [0, 0.5, 0.25, 0]);
  });

  it("after a hidden tab without limits catches up at maxUpdatesPerPump a frame", async () => {
    const r = rig(presets.frameSkipping(10), { refresh: 10 });
    r.time.hidden = [[95, 10_095]];
    await runFrames(r, 10_196);
    assertEquals(Math.max(...frames(r).map((made) => made.length)), 240);
    assertEquals(r.deltas.length, 1019);
  });

  it("makes maxUpdateDelay of lateness up, and not a bit more", async () => {
    for (const [stall, dropped, updates] of [[500, 0, 51], [510, 510, 1]]) {
      const r = rig(presets.advanced(10), { refresh: 10 });
      r.time.at(95, () => r.time.advance(stall + 10)); // the next frame is that of stall + 100
      await runFrames(r, stall + 107);
      assertEquals([r.loop.stats.dropped, r.deltas.length], [dropped, 9 + updates]);
    }
  });

  it("goes on from a pump() by hand, by a clock with another origin", async () => {
    const clock = (time: { now(): number }): number => 1.7e12 + time.now();
    const r = rig(presets.advanced(10), { refresh: 10, clock });
    r.loop.pump();
    await runFrames(r, 45);
    // The first frame takes the place of the reading.
    assertEquals(only(r, "u"), "u@0 u@20 u@30 u@40");
  });

  it("withdraws the frame that it has asked for when it ends", async () => {
    for (const how of ["stop", "abort", "stop in a draw"] as const) {
      const r: Rig = rig(presets.rateLimited(10), { refresh: 10 }, {
        draw: () => how === "stop in a draw" && r.alphas.length === 4 ? r.loop.stop() : undefined,
      });
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
      const ended = start(r, "runFrames", controller.signal, scheduler);
      await r.time.run(35);
      assertEquals(asked.size, 1);
      if (how === "stop") r.loop.stop();
      else if (how === "abort") controller.abort();
      if (how !== "stop in a draw") assertEquals(asked.size, 0);
      await r.time.run(45);
      await ended;
      assertEquals(asked.size, 0);
    }
  });

  it("draws when maxDrawDelay has passed, by what the frame has taken, whatever the clock shows once", async () => {
    const drawn: number[][] = [];
    for (const fault of [0, -1e6, NaN, Infinity]) {
      // From the fourth update on 20 ms of work for 10 ms of game.
      let shift = 0;
      const update = (n: number): number => {
        if (n === 10) shift = fault;
        return n <= 3 ? 1 : 20;
      };
      const world = { refresh: 10, update, clock: ({ real }: { real: number }) => real + shift };
      const r = rig({ ...presets.frameSkipping(10), maxDrawDelay: 200 }, world);
      await runFrames(r, 3000, shows(r, (t) => (shift = 0, t)));
      drawn.push(times(r, "d"));
    }
    const [usual, ...faulty] = drawn;
    assert(usual.length > 18);
    for (const gap of gaps(usual).slice(6)) assert(gap >= 200 && gap <= 230, usual.join());
    // What cannot be measured has taken no time, so the next draw comes the sooner.
    for (const draws of faulty) assertEquals(draws.slice(5, 8), [280, 350, 560]);
  });
});

describe("GameLoop.runFrames() with slowDown", () => {
  it("gives nothing up on fast displays whose timestamps are whole ms", async () => {
    // Frame times are off by a ms, which is half a frame of 480 Hz.
    for (const [rate, steps] of [[165, 100], [240, 50], [360, 100], [480, 100], [480, 120]]) {
      const next = random(rate);
      const count = effort(20_000);
      const stamps = Array.from(
        { length: count + 1 },
        (_, frame) => Math.floor(frame * 1000 / rate + 0.1 * normal(next)),
      );
      const { stats } = await slideShow(presets.slowDown(1000 / steps), stamps);
      assertEquals(stats.dropped, 0, `${steps} steps on ${rate} Hz`);
      assertAlmostEquals(stats.simulated, count * 1000 / rate, 2000 / steps + 2000 / rate);
    }
  });

  it("gives up no more than some frames on the way to a slower display", async () => {
    // For as long as its frames are taken for those of the faster one, some are missed.
    for (const [from, to] of [[144, 60], [90, 60]]) {
      const next = random(from);
      let time = 0;
      const stamps = Array.from({ length: 1000 }, (_, frame) => {
        time += 1000 / (frame < 500 ? from : to);
        return time + 0.3 * normal(next);
      });
      const { dropped } = (await slideShow(presets.slowDown(1000 / 60), stamps)).stats;
      assert(dropped < 100, `${from} to ${to} Hz: ${dropped} ms`);
    }
  });

  it("gives up the frames that are missed, and no others", async () => {
    const r = rig(presets.slowDown(5), { refresh: 10 });
    r.time.at(55, () => r.time.advance(21)); // the frame of 60 is called at 76 as that of 70
    r.time.at(105, () => r.time.advance(3000));
    await runFrames(r, 3130);
    assertEquals(r.dropped, [10, 2990]);
    // Two updates in every frame but the first, the frames of 70 and 3100 included.
    assertEquals(frames(r).filter((f) => f !== "uu"), []);
    assertEquals(r.loop.stats.simulated + 3000, 3130 - 10 + 5);
  });

  it("gives up a frame that is missed on a fast display, whose frames are not much longer than a ms", async () => {
    const all = Array.from({ length: 1000 }, (_, frame) => frame * 1000 / 480);
    const options = { ...presets.slowDown(1000 / 480), regularize: "off" } as const;
    const { dropped } = (await slideShow(options, all.filter((_, frame) => frame !== 500))).stats;
    assertAlmostEquals(dropped, 1000 / 480, 1e-9);
  });

  it("gives up what a slow machine cannot do, frame by frame", async () => {
    // Idle for a while, then 25 ms of work for 16.7 ms of game.
    const r = rig(presets.slowDown(1000 / 60), { update: (n) => n <= 300 ? 1 : 25 });
    await runFrames(r, 20_000);
    assertEquals(calls(r).slice(1, -1).replaceAll("ud", ""), "");
    assertAlmostEquals(r.deltas.length, 300 + 15_000 / (2 * 1000 / 60), 2);
    const { simulated, dropped } = r.loop.stats;
    assertAlmostEquals(simulated + dropped, 20_000, 40);
  });

  it("gives up a stall at the start, which is no slow display, and one after a pause, but no pause", async () => {
    // The step, the stall's moment and length, a pause before it, the end, and what is given up.
    const rows: [step: number, from: number, stall: number, until: number, dropped: number[]][] = [
      [2, 12, 0, 200, []],
      [2, 12, 20, 200, []],
      [2, 105, 0, 200, []],
      // In two parts, each shorter than a period, nothing is late; 978 of 998 are.
      [2, 105, 1000, 1200, [978]],
    ];
    for (const [step, from, stall, until, dropped] of rows) {
      const r = rig(presets.slowDown(step), { refresh: 10 });
      r.time.at(from, () => r.loop.pause("hard"));
      r.time.at(from + 2, () => r.loop.resume());
      r.time.at(from + 3, () => r.time.advance(stall));
      await runFrames(r, until);
      assertEquals(r.dropped, dropped);
    }
    const r = rig(presets.slowDown(10), { refresh: 10 });
    r.time.at(15, () => r.time.advance(2000)); // the second frame is that of 2010
    await runFrames(r, 2045);
    assertEquals([r.dropped, r.deltas.length], [[1990], 5]);
  });

  it("does not take frames with one timestamp for those of a fast display", async () => {
    for (const regularize of REGULARIZE) {
      const r = rig({ ...presets.slowDown(5), regularize }, { refresh: 10 });
      let shown: number | null = null;
      const twice = display(r, (callback) => {
        if (shown === null) return r.time.request((t) => callback(shown = t));
        const again = shown;
        shown = null;
        return r.time.at(r.time.real, () => callback(again));
      });
      await runFrames(r, 500, twice);
      assertEquals([r.dropped, r.loop.stats.simulated], [[], 495]);
    }
  });
});

describe("GameLoop.runFrames() and pauses", () => {
  it("pauses hard without requesting frames, and resumes in phase", async () => {
    const r = rig(presets.advanced(10), { refresh: 4 });
    let requests = 0;
    const counted = display(r, (callback) => (requests++, r.time.request(callback)));
    let before = 0;
    r.time.at(30, () => r.loop.pause("hard"));
    r.time.at(33, () => before = requests);
    r.time.at(5001, () => {
      assertEquals(requests, before);
      r.loop.resume();
    });
    await runFrames(r, 5030, counted);
    assertEquals([r.dropped, r.loop.stats.backwards], [[], 0]);
    // Anchored at 4: S = 24 at the frame of 28, behind 6 at the pause and from 5001 on again, so
    // the next updates are due at 5005, 5015 and 5025.
    assertEquals(only(r, "u", 33), "u@5008 u@5016 u@5028");
  });

  it("keeps the phase when it is paused again before the first frame after resume()", async () => {
    for (const second of ["soft", "hard"] as const) {
      const r = rig(presets.frameSkipping(10), { refresh: 16 });
      r.time.at(53, () => r.loop.pause("soft"));
      r.time.at(6004, () => {
        r.loop.resume();
        r.loop.pause(second);
      });
      r.time.at(12_006, () => r.loop.resume());
      await runFrames(r, 12_050);
      // Anchored at 16: S = 46 at the frame of 48, behind 7 at the pause and from 12 006 on again.
      assertEquals(only(r, "u", 48), "u@12016 u@12032 u@12032 u@12048", second);
      const frozen = r.alphas.slice(3, -3);
      assert(frozen.length > 300 && frozen.every((alpha) => alpha === 0.2), second);
    }
  });

  it("loses and gains nothing by pauses, however short and many", async () => {
    const until = effort(5000);
    // How often a pause begins and how long it is, in ms; the rate of the display; the step.
    for (const [every, length] of [[1000 / 60, 0], [100, 1], [100, 37], [7, 3], [431, 250]]) {
      for (const [rate, step] of [[60, 1000 / 60], [60, 5], [30, 5], [144, 1000 / 60]]) {
        for (const mode of ["soft", "hard"] as const) {
          for (const regularize of REGULARIZE) {
            const r = rig({ ...presets.slowDown(step), regularize }, { refresh: 1000 / rate });
            const next = random(5);
            let paused = 0;
            for (let t = 112; t + length < until; t += every) {
              r.time.at(t, () => r.loop.pause(mode));
              r.time.at(t + length, () => r.loop.resume());
              paused += length;
            }
            await runFrames(r, until, shows(r, (t) => t + normal(next) * 0.3));
            const name = `${every} ${length} ${rate} ${step} ${mode} ${regularize}`;
            // The frames at both ends, and what the regularizer holds.
            assertAlmostEquals(r.loop.stats.simulated, until - paused, 4 * r.time.refresh, name);
            assertEquals(r.dropped, [], name);
          }
        }
      }
    }
  });

  it("takes no more out for a pause than has passed, and all of it where the clock cannot tell", async () => {
    for (const drift of [50, -1e6, NaN]) {
      let away = 0; // NaN · 0 is NaN, too
      const clock = ({ real }: { real: number }): number => real + drift * away;
      const r = rig(presets.frameSkipping(10), { refresh: 4, clock });
      r.time.at(30, () => r.loop.pause("hard"));
      r.time.at(35, () => {
        away = 1;
        r.loop.resume();
      });
      await runFrames(r, 60);
      // Behind 4 at the frame of 28, and at that of 36 as well.
      assertEquals(only(r, "u"), "u@4 u@16 u@24 u@44 u@52", `${drift}`);
    }
  });

  it("counts no pause as played that begins while the clock shows no number, and that another call changes", async () => {
    const clock = ({ real }: { real: number }): number => real === 32 ? NaN : real;
    const r = rig({ minDelta: 10, maxDelta: Infinity }, { refresh: 10, clock });
    r.time.at(32, () => r.loop.pause("soft"));
    r.time.at(432, () => {
      r.loop.pause("hard");
      r.loop.step();
    });
    r.time.at(632, () => r.loop.resume());
    await runFrames(r, 700);
    // The step takes its 10, and what had passed before the pause.
    assertLess(Math.max(...r.deltas), 31);
  });

  it("resumes in phase at the first frame that has a time", async () => {
    const r = rig(presets.frameSkipping(10), { refresh: 16 });
    const blind = shows(r, (t) => r.time.real > 5000 && r.time.real < 5030 ? NaN : t);
    r.time.at(53, () => r.loop.pause("hard"));
    r.time.at(5001, () => r.loop.resume());
    await runFrames(r, 5070, blind);
    // S = 46, behind 7 at the pause and from 5001 on again. The frames of 5008 and 5024 show no
    // number; that of 5040 is behind by 46.
    assertEquals(only(r, "u", 48), "u@5040 u@5040 u@5040 u@5040 u@5056 u@5056");
  });

  it("takes a pause, and no more, out of the time without a draw", async () => {
    for (const [maxDrawDelay, made] of [[250, "udud"], [300, "uud"]] as const) {
      const world = { update: (n: number) => n > 2 ? 60 : 0, refresh: 10 };
      const r = rig({ ...presets.frameSkipping(100), maxDrawDelay }, world);
      r.time.at(150, () => r.loop.pause("hard"));
      r.time.at(1150, () => r.loop.resume());
      r.time.at(1205, () => r.time.advance(120));
      await runFrames(r, 1500);
      // Drawn at 10 and 110, but for the pause at 1110; the frame of 1320 has two updates to make.
      assertEquals(calls(r).slice("sudud".length).slice(0, made.length), made, r.log.join(" "));
    }
  });
});

describe("GameLoop.runFrames() and its timestamps", () => {
  it("with regularize runs one update a frame on a jittery display", async () => {
    for (const regularize of REGULARIZE) {
      const next = random(4);
      const r = rig({ ...presets.frameSkipping(1000 / 60), regularize });
      const before: number[] = [];
      await runFrames(
        r,
        60_000,
        shows(r, (t) => (before.push(r.deltas.length), t + normal(next) * 0.3)),
      );
      const irregular = gaps(before).slice(64).filter((n) => n !== 1).length / before.length;
      if (regularize === "auto") assert(irregular <= 0.001, `${irregular}`);
      else assert(irregular > 0.1, `${irregular}`);
    }
  });

  it("keeps its rate and its pattern at large times, with and without regularize", async () => {
    // The display, the steps, frames, and the origin: an epoch clock, or 11 days of performance.now().
    for (
      const [rate, steps, count, origin] of [
        [144, 60, 30_000, 1.7e13], // a sum of frame times is short by 1 µs a frame there
        [60, 60, effort(20_000), 1.7e12],
        [30, 60, effort(20_000), 1e9],
        [60, 240, effort(20_000), 1e9],
      ]
    ) {
      for (const regularize of REGULARIZE) {
        const slides = new Slides();
        let updates = 0;
        const game = { update: () => void updates++, draw() {} };
        const options = { ...presets.frameSkipping(hz(steps)), regularize };
        const loop = new GameLoop(game, { now: () => 0 }, options);
        loop.runFrames(slides);
        const perFrame = new Set<number>();
        for (let frame = 0; frame < count; frame++) {
          const before = updates;
          await slides.show(origin + frame * 1000 / rate);
          if (frame > 0) perFrame.add(updates - before);
        }
        loop.stop();
        const name = `${steps} steps on ${rate} Hz from ${origin}, ${regularize}`;
        const due = (count - 1) * steps / rate + 1;
        assert(Math.abs(updates - due) <= 1, `${name}: ${updates} of ${due}`);
        if (steps % rate === 0) assertEquals([...perFrame], [steps / rate], name);
        assertEquals(loop.stats.backwards, 0);
      }
    }
  });

  it("survives timestamps that go back or are no numbers", async () => {
    const r = rig({ ...presets.advanced(10), regularize: "auto" }, { refresh: 10 });
    const next = random(6);
    let shift = 0;
    const wild = shows(r, (t) => {
      const kind = next();
      if (kind < 0.02) shift -= next() * 1000;
      return kind > 0.95 ? [NaN, Infinity, -Infinity][Math.floor(next() * 3)] : t + shift;
    });
    await runFrames(r, 20_000, wild);
    assertEquals(new Set(r.deltas), new Set([10]));
    assert(r.deltas.length > 1800 && r.deltas.length <= 2001, `${r.deltas.length}`);
    assert(r.loop.stats.backwards > 10);
  });

  it("keeps its time when timestamps go back while the regularizer holds some of it", async () => {
    for (const rate of [59.94, 60.06]) {
      const stamps = [0];
      let elapsed = 0;
      for (let frame = 0; frame < 19_999; frame++) {
        const step = frame % 500 === 499 ? -0.1 : hz(rate);
        stamps.push(stamps[frame] + step);
        elapsed += Math.max(0, step);
      }
      const { stats } = await slideShow(presets.advanced(hz(60)), stamps);
      // Up to two periods are in the regularizer, and less than a step is not due yet.
      assertAlmostEquals(stats.simulated, elapsed, 3 * hz(60));
      assertEquals([stats.backwards, stats.resyncs], [39, 0]);
    }
  });
});
