import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { GameLoop, type GameLoopOptions, hz, presets } from "@narrowphase/gjk2d/loop";
import { VirtualTime } from "@narrowphase/gjk2d/loop/testing";
import { normal, random } from "./random.ts";
import { calls, during, only, rig, runFrames, shows, Slides } from "./rig.ts";

describe("GameLoop.runFrames()", () => {
  it("is anchored at the first frame and uses the timestamps", async () => {
    const r = rig(presets.rateLimited(10), { update: 1 });
    r.time.refresh = 10;
    r.time.at(49, () => r.time.advance(3)); // the frame of 50 is called at 52
    await during(r.loop, "runFrames", r.time, r.time, 70);
    assertEquals(only(r, "u"), "u@10 u@20 u@30 u@40 u@52 u@60 u@70");
    assertEquals(r.loop.stats.runningSlowly, false);
  });

  it("does not take the time spent in a frame for time passed", async () => {
    // 12 ms of work in frames of 10: callbacks come at every second frame, two updates each.
    const r = rig(presets.frameSkipping(10), { update: 2, draw: 12 });
    r.time.refresh = 10;
    await runFrames(r, 1005);
    assertAlmostEquals(r.deltas.length, 100, 2);
    assertEquals(r.loop.stats.backwards, 0);
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
        await runFrames(r, 20_000);
        const { simulated, dropped, resyncs, draws, pumps } = r.loop.stats;
        assertAlmostEquals(simulated, 20_000, 3 * r.time.refresh);
        assertEquals([dropped, resyncs], [0, 0]);
        // Of two draws in a frame only the second would be seen.
        const { maxSkippedDraws = Infinity } = preset;
        if (maxSkippedDraws === Infinity) assert(draws <= pumps, `${draws} in ${pumps} frames`);
      }
    }
  });

  it("draws the last of a frame's updates when maxDrawDelay asks for draws", async () => {
    const r = rig(presets.rateLimited(10));
    r.time.refresh = 30;
    await runFrames(r, 65);
    assertEquals(r.log.join(" "), "s@0 u@30 d@30 u@60 u@60 u@60 d@60 e@65");
    assertEquals(r.alphas, [0, 0]);
    assertEquals(r.loop.stats.skippedDraws, 2);
  });

  it("draws within a frame when maxSkippedDraws asks for it, and goes on", async () => {
    const r = rig({ ...presets.frameSkipping(10), maxSkippedDraws: 1 });
    r.time.refresh = 50;
    await runFrames(r, 105);
    assertEquals(r.log.slice(3, -1).map((c) => c[0]).join(""), "uuduudud");
  });

  it("draws when maxUpdatesPerPump ends a frame that owes a draw", async () => {
    const r = rig({ ...presets.rateLimited(10), maxUpdatesPerPump: 3 });
    r.time.refresh = 50;
    await runFrames(r, 105);
    assertEquals(r.log.slice(3, -1).map((c) => c[0]).join(""), "uuud");
  });

  it("ends a frame after an update that does not gain on the time", async () => {
    // 20 ms of work for 10 ms of game: every frame shows what there is.
    for (const options of [presets.rateLimited(10), presets.variable(10, 10)]) {
      const r = rig({ ...options, maxDrawDelay: 0 }, { update: 20 });
      r.time.refresh = 10;
      await runFrames(r, 1000);
      assertEquals(calls(r).slice(1, -1).replaceAll("ud", ""), "");
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
      await runFrames(r, 10_000);
      const frames = calls(r).slice(1, -1).split("d").slice(0, -1);
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
    await runFrames(r, 1000);
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
    await runFrames(r, 150);
    // What the frame of 100 leaves is made up by the next.
    const frames = calls(r).slice(1, -1);
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
          await runFrames(r, 1505);
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
    await runFrames(r, 1505);
    assertEquals(r.dropped, [50]);
  });

  it("shows a frame at least every 50 ms of catching up", async () => {
    const r = rig(presets.rateLimited(1000 / 60), { update: 8, draw: 5 });
    r.time.at(1005, () => r.time.advance(3000));
    await runFrames(r, 12_000);
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
            const scheduler = shows(r, (t) => t + normal(next) * sigma);
            await runFrames(r, 5000, scheduler);
            assertEquals(r.dropped, [], `${dt} ${display} ${sigma} ${regularize}`);
            assertAlmostEquals(r.loop.stats.simulated, 5000, 2 * r.time.refresh + dt);
          }
        }
      }
    }
  });

  it("slowDown gives nothing up on fast displays whose timestamps are whole ms", async () => {
    // Frame times are off by a ms, which is half a frame of 480 Hz.
    for (const [rate, steps] of [[165, 100], [240, 50], [360, 100], [480, 100], [480, 120]]) {
      const next = random(rate);
      const slides = new Slides();
      const options = presets.slowDown(1000 / steps);
      const loop = new GameLoop({ update() {}, draw() {} }, { now: () => 0 }, options);
      loop.runFrames(slides);
      const frames = 10_000;
      for (let frame = 0; frame <= frames; frame++) {
        await slides.show(Math.floor(frame * 1000 / rate + 0.1 * normal(next)));
      }
      loop.stop();
      const { dropped, simulated } = loop.stats;
      assertEquals(dropped, 0, `${steps} steps on ${rate} Hz`);
      assertAlmostEquals(simulated, frames * 1000 / rate, 2000 / steps + 2000 / rate);
    }
  });

  it("slowDown gives up no more than some frames on the way to a slower display", async () => {
    // For as long as its frames are taken for those of the faster one, some are missed.
    for (const [from, to] of [[144, 60], [90, 60]]) {
      const next = random(from);
      const slides = new Slides();
      const options = presets.slowDown(1000 / 60);
      const loop = new GameLoop({ update() {}, draw() {} }, { now: () => 0 }, options);
      loop.runFrames(slides);
      let time = 0;
      for (let frame = 0; frame < 1000; frame++) {
        time += 1000 / (frame < 500 ? from : to);
        await slides.show(time + 0.3 * normal(next));
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
    await runFrames(r, 3130);
    assertEquals(r.dropped, [10, 2990]);
    // Two updates in every frame but the first, the frames of 70 and 3100 included.
    const frames = calls(r).slice(1, -1).split("d").slice(0, -1);
    assertEquals(frames.slice(1).filter((f) => f !== "uu"), []);
    assertEquals(r.loop.stats.simulated + 3000, 3130 - 10 + 5);
  });

  it("slowDown gives up what a slow machine cannot do, frame by frame", async () => {
    // Idle for a while, then 25 ms of work for 16.7 ms of game.
    const r = rig(presets.slowDown(1000 / 60), { update: (n) => n <= 300 ? 1 : 25 });
    await runFrames(r, 20_000);
    const made = calls(r).slice(1, -1);
    assertEquals(made.replaceAll("ud", ""), "");
    assertAlmostEquals(r.deltas.length, 300 + 15_000 / (2 * 1000 / 60), 2);
    const { simulated, dropped } = r.loop.stats;
    assertAlmostEquals(simulated + dropped, 20_000, 40);
  });

  it("makes maxUpdateDelay of lateness up, and not a bit more", async () => {
    for (const [stall, dropped, updates] of [[500, 0, 51], [510, 510, 1]]) {
      const r = rig(presets.advanced(10));
      r.time.refresh = 10;
      r.time.at(95, () => r.time.advance(stall + 10)); // the next frame is that of stall + 100
      await runFrames(r, stall + 107);
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
    await runFrames(r, 46);
    assertEquals(r.alphas, [0, 0.25, 0.5, 0.75, 0, 0.25, 0.5, 0.75, 0]);
    assertEquals(r.deltas.length, 3);
  });

  it("gives draw the alpha of the frame, not of the time spent in it", async () => {
    const r = rig(presets.frameSkipping(20), { update: 3 });
    r.time.refresh = 15;
    await runFrames(r, 80);
    // Anchored at 15: due at 35, 55, 75; frames at 45, 60, 75.
    assertEquals(r.alphas, [0, 0.5, 0.25, 0]);
  });

  it("after a hidden tab drops what passes maxUpdateDelay", async () => {
    const r = rig(presets.advanced(10));
    r.time.refresh = 10;
    r.time.hidden = [[95, 10_095]];
    await runFrames(r, 10_120);
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
    let before = 0;
    r.time.at(30, () => r.loop.pause("hard"));
    r.time.at(33, () => before = requests);
    r.time.at(5001, () => {
      assertEquals(requests, before);
      r.loop.resume();
    });
    await during(r.loop, "runFrames", scheduler, r.time, 5030);
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
      r.time.at(53, () => r.loop.pause("soft"));
      r.time.at(60_004, () => {
        r.loop.resume();
        r.loop.pause(second);
      });
      r.time.at(120_006, () => r.loop.resume());
      await during(r.loop, "runFrames", r.time, r.time, 120_050);
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
            const scheduler = shows(r, (t) => t + normal(next) * 0.3);
            const ended = r.loop.runFrames(scheduler);
            let paused = 0;
            for (let t = 112; t + length < 5_000; t += every) {
              r.time.at(t, () => r.loop.pause(mode));
              r.time.at(t + length, () => r.loop.resume());
              paused += length;
            }
            await r.time.run(5_000);
            r.loop.stop();
            await r.time.run(5_100);
            await ended;
            const { simulated, dropped } = r.loop.stats;
            const name = `${every} ${length} ${display} ${step} ${mode} ${regularize}`;
            // The frames at both ends, and what the regularizer holds.
            assertAlmostEquals(simulated, 5_000 - paused, 4 * r.time.refresh, name);
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
      r.time.at(30, () => loop.pause("hard"));
      r.time.at(35, () => {
        away = 1;
        loop.resume();
      });
      await during(loop, "runFrames", r.time, r.time, 60);
      // Behind 4 at the frame of 28, and at that of 36 as well.
      assertEquals(r.deltas, [4, 16, 24, 44, 52], clock);
    }
  });

  it("resumes in phase at the first frame that has a time", async () => {
    const r = rig(presets.frameSkipping(10));
    r.time.refresh = 16;
    const scheduler = shows(r, (t) => r.time.real > 5000 && r.time.real < 5030 ? NaN : t);
    r.time.at(53, () => r.loop.pause("hard"));
    r.time.at(5001, () => r.loop.resume());
    await runFrames(r, 5070, scheduler);
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
      await runFrames(r, 60_000, scheduler);
      const irregular = perFrame.slice(64).filter((n) => n !== 1).length / perFrame.length;
      if (regularize === "auto") assert(irregular <= 0.001, `${irregular}`);
      else assert(irregular > 0.1, `${irregular}`);
    }
  });

  it("keeps its rate and its pattern at large times, with and without regularize", async () => {
    // display, steps, frames, origin of the timestamps: an epoch clock, or 11 days of performance.now()
    for (
      const [rate, steps, frames, origin] of [
        [144, 60, 30_000, 1.7e13], // a sum of frame times is short by 1 µs a frame there
        [60, 60, 20_000, 1.7e12],
        [30, 60, 20_000, 1e9],
        [60, 240, 20_000, 1e9],
      ]
    ) {
      for (const regularize of ["off", "auto"] as const) {
        const slides = new Slides();
        let updates = 0;
        const game = { update: () => void updates++, draw() {} };
        const options = { ...presets.frameSkipping(hz(steps)), regularize };
        const loop = new GameLoop(game, { now: () => 0 }, options);
        loop.runFrames(slides);
        const perFrame = new Set<number>();
        for (let frame = 0; frame < frames; frame++) {
          const before = updates;
          await slides.show(origin + frame * 1000 / rate);
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
    await runFrames(r, 20_000, scheduler);
    for (const delta of r.deltas) assertEquals(delta, 10);
    assert(r.deltas.length > 1800 && r.deltas.length <= 2001, `${r.deltas.length}`);
    assert(r.loop.stats.backwards > 10);
  });

  it("keeps its time when timestamps go back while the regularizer holds some of it", async () => {
    for (const rate of [59.94, 60.06]) {
      const slides = new Slides();
      const loop = new GameLoop(
        { update() {}, draw() {} },
        { now: () => 0 },
        presets.advanced(hz(60)),
      );
      loop.runFrames(slides);
      let stamp = 0;
      let elapsed = 0;
      for (let frame = 0; frame < 20_000; frame++) {
        await slides.show(stamp);
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
    await runFrames(r, 2045);
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
      r.time.at(from, () => r.loop.pause("hard"));
      r.time.at(to, () => r.loop.resume());
      r.time.at(to + 1, () => r.time.advance(stall));
      await runFrames(r, until);
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
      await runFrames(r, 500, scheduler);
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
    await during(loop, "runFrames", time, time, 45);
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
      await during(loop, "runFrames", scheduler, time, 3000);
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
      r.time.at(150, () => r.loop.pause("hard"));
      r.time.at(1150, () => r.loop.resume());
      r.time.at(1205, () => r.time.advance(120));
      await runFrames(r, 1500);
      // Drawn at 10 and 110, but for the pause at 1110; the frame of 1320 has two updates to make.
      const late = r.log.filter((c) => Number(c.slice(2)) > 1200 && Number(c.slice(2)) < 1500);
      assertEquals(late.map((c) => c[0]).join("").slice(0, calls.length), calls, late.join(" "));
    }
  });
});
