import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { hz, presets } from "@narrowphase/gjk2d/loop";
import { effort } from "../effort.ts";
import { normal, random } from "./random.ts";
import {
  calls,
  DRIVERS,
  gaps,
  only,
  play,
  type Rig,
  rig,
  runFor,
  runFrames,
  shows,
} from "./rig.ts";

/** Runs by timers or frames; returns the times of the updates and checks that deltas are 10. */
async function updates(r: Rig, driver: "run" | "runFrames", until: number): Promise<string> {
  r.time.refresh = 10;
  await play(r, driver, until);
  assertEquals(new Set(r.deltas), new Set([10]));
  return only(r, "u");
}

describe("GameLoop.timeScale", () => {
  it("spreads updates in slow motion, gathers them in fast, from the moment it is set", async () => {
    for (
      const [scale, until, due] of [
        [0.5, 100, "u@0 u@10 u@20 u@35 u@55 u@75 u@95"],
        [2, 50, "u@0 u@10 u@20 u@27.5 u@32.5 u@37.5 u@42.5 u@47.5"],
      ] as const
    ) {
      const r = rig(presets.advanced(10));
      r.time.at(25, () => r.loop.timeScale = scale);
      assertEquals(await updates(r, "run", until), due);
      const { dropped, runningSlowly } = r.loop.stats;
      assertEquals([r.loop.timeScale, dropped, runningSlowly], [scale, 0, false]);
    }
  });

  it("holds from the last frame on in runFrames, where the regularizer follows it", async () => {
    const r = rig(presets.slowDown(10));
    r.time.at(45, () => r.loop.timeScale = 0.25);
    r.time.at(165, () => r.loop.timeScale = 3);
    // From the frame of 40 on, the due time 50 takes 40 ms; from that of 160 on there are three a frame.
    assertEquals(
      await updates(r, "runFrames", 185),
      "u@10 u@20 u@30 u@40 u@80 u@120 u@160 u@170 u@170 u@170 u@180 u@180 u@180",
    );
    assertEquals(r.dropped, []);
  });

  it("0 stands still: no updates, frames are drawn, and nothing is made up afterwards", async () => {
    for (const driver of DRIVERS) {
      const r = rig({ ...presets.advanced(10), drawEveryFrame: true });
      r.time.at(25, () => r.loop.timeScale = 0);
      r.time.at(5025, () => r.loop.timeScale = 1);
      const first = driver === "run" ? "u@0 " : "";
      // By frames, the 5 ms from that of 20 on are not played: the speed holds from there.
      assertEquals(await updates(r, driver, 5045), `${first}u@10 u@20 u@5030 u@5040`);
      assertEquals(r.loop.stats.draws, driver === "run" ? 5 : 504);
    }
  });

  it("lasts through a pause, and into the next run", async () => {
    const r = rig(presets.advanced(10));
    r.loop.timeScale = 0.5;
    r.time.at(30, () => r.loop.pause("hard"));
    r.time.at(1030, () => r.loop.resume());
    assertEquals(await updates(r, "run", 1075), "u@0 u@20 u@1040 u@1060");
    r.log.length = 0;
    await r.time.run(3000);
    await runFor(r, 3050);
    assertEquals(only(r, "u"), "u@3000 u@3020 u@3040");
  });

  it("measures maxDrawDelay and overruns in real time", async () => {
    const overruns: number[][] = [];
    const options = {
      ...presets.frameSkipping(10),
      maxDrawDelay: 100,
      onOverrun: (...args: number[]) => void overruns.push(args),
    };
    // 15 ms of work for 20 ms of real time; then 45, so the loop is late.
    const r = rig(options, { update: (n) => n <= 3 ? 15 : 45 });
    r.loop.timeScale = 0.5;
    await runFor(r, 400);
    assertEquals(only(r, "d"), "d@15 d@35 d@55 d@195 d@330 d@465");
    assertEquals(overruns[0], [45, 20]);
  });

  it("keeps frames regular on a jittery display: two updates in three frames at 2/3", async () => {
    const next = random(4);
    const r = rig(presets.frameSkipping(hz(60)));
    const made: number[] = [];
    r.loop.timeScale = 2 / 3;
    await runFrames(
      r,
      20_000,
      shows(r, (t) => (made.push(r.deltas.length), t + normal(next) * 0.3)),
    );
    const odd = made.slice(100, -3).filter((n, i) => made[i + 103] - n !== 2).length;
    assert(odd <= 0.002 * made.length, `${odd} of ${made.length}`);
  });

  it("refuses what is no speed", () => {
    const { loop } = rig(presets.simple);
    assertThrows(() => loop.timeScale = -1, RangeError, "timeScale is -1");
    assertEquals(loop.timeScale, 1);
  });
});

describe("GameLoop.setRate()", () => {
  it("makes steps of the new length, the first a step after the last", async () => {
    for (const driver of DRIVERS) {
      const r = rig(presets.rateLimited(10), { refresh: 5 });
      r.time.at(22, () => r.loop.setRate(50));
      await play(r, driver, 90);
      const due = driver === "run" ? "u@0 u@10 u@20 u@40 u@60 u@80" : "u@5 u@15 u@35 u@55 u@75";
      assertEquals(only(r, "u"), due);
      const fast = driver === "run" ? 3 : 2;
      assertEquals(r.deltas, [...Array(fast).fill(10), 20, 20, 20]);
      assertEquals(r.loop.stats.simulated, fast * 10 + 60);
    }
  });

  it("may be called in an update, and does not drift: 64 Hz, 60 Hz and back for an hour", () => {
    const r: Rig = rig(presets.advanced(hz(64)), {}, {
      update: () => {
        const n = r.deltas.length;
        if (n % 1000 === 0) r.loop.setRate(n % 2000 === 0 ? 64 : 60);
      },
    });
    const end = effort(3_600_000);
    for (let due = r.loop.pump(); due < end; due = r.loop.pump()) {
      r.time.advance(Math.max(0, due - r.time.real));
    }
    assertAlmostEquals(r.loop.stats.simulated - hz(64), r.time.real, 1e-6);
    assertAlmostEquals(r.deltas.length, end / 1000 / (1 / 64 + 1 / 60) * 2, 1000);
    assertEquals(r.loop.stats.resyncs, 0);
  });

  it("sets minDelta where deltas vary, up to maxDelta", () => {
    const { loop, time, deltas } = rig(presets.variable(10, 40));
    loop.pump();
    loop.setRate(40);
    assertEquals(loop.pump(), 25);
    time.advance(30);
    loop.pump();
    assertEquals(deltas, [10, 30]);
    assertThrows(() => loop.setRate(20), RangeError, "Cannot set rate of GameLoop: period is 50");
    assertEquals(loop.pump(), 55);
  });
});

describe("GameLoop.nudge()", () => {
  it("gains or loses its ms at a speed of 5 %, and then keeps the rate", async () => {
    // After 20 ms played at 105 or 95 % a ms is gained or lost.
    for (
      const [ms, due] of [
        [1, "u@0 u@10 u@19.524 u@29.048 u@39 u@49 u@59"],
        [-1, "u@0 u@10 u@20.526 u@31 u@41 u@51"],
        [0, "u@0 u@10 u@20 u@30 u@40 u@50"],
      ] as const
    ) {
      const r = rig(presets.rateLimited(10));
      r.time.at(10, () => r.loop.nudge(ms));
      assertEquals((await updates(r, "run", 59.5)).slice(0, due.length), due);
    }
  });

  it("adds up, goes on through pauses and changes of speed, and is exact to the end", async () => {
    for (const driver of DRIVERS) {
      const r = rig(presets.advanced(10), { refresh: 1 });
      r.time.at(10, () => r.loop.nudge(5));
      r.time.at(20, () => r.loop.nudge(7));
      r.time.at(60, () => r.loop.nudge(-2)); // 10 in all, of which 2.5 are made up
      r.time.at(100, () => r.loop.pause("hard"));
      r.time.at(600, () => r.loop.resume());
      r.time.at(640, () => r.loop.timeScale = 2);
      await play(r, driver, 1004);
      // 1004 − 500 of pause + 364 more of double speed + 10, less the anchor at 1 by frames
      const first = driver === "run" ? 0 : 1;
      const now = 1004 - 500 + 364 + 10 - first;
      assertEquals(r.loop.stats.updates, Math.floor(now / 10) + 1);
      assertEquals([r.loop.stats.dropped, r.loop.stats.skippedDraws], [0, 0]);
    }
  });

  it("follows a server whose clock is 100 ppm fast, without a jump", async () => {
    const errors: number[] = [];
    const stamps: number[] = [];
    const r: Rig = rig(presets.advanced(hz(60)), {}, {
      update: () => {
        // At every update the server's tick is known. Half the difference is nudged every second.
        const error = (r.time.real * 1.0001 + 3) - (r.deltas.length - 1) * hz(60);
        if (r.deltas.length % 60 === 0) r.loop.nudge(error / 2);
        errors.push(error);
        stamps.push(r.time.real);
      },
    });
    await runFor(r, 60_000);
    // 0.1 ms a second come, half goes: 0.2 remain before a nudge, 0.1 after it.
    for (const error of errors.slice(1200)) assert(error > 0.09 && error < 0.21, `${error}`);
    for (const gap of gaps(stamps)) {
      const speed = hz(60) / gap;
      assert(speed > 0.999999 && speed < 1.050001, `${speed}`);
    }
  });
});

describe("GameLoop.step()", () => {
  it("runs one update and a draw in a pause, and resume() goes on in phase", async () => {
    for (const driver of DRIVERS) {
      for (const mode of ["soft", "hard"] as const) {
        const r = rig(presets.advanced(10));
        r.time.at(24, () => r.loop.pause(mode));
        r.time.at(104, () => {
          r.loop.step();
          r.loop.step();
        });
        r.time.at(1024, () => r.loop.resume());
        const due = await updates(r, driver, 1045);
        const stepped = driver === "run" ? "u@104 u@104" : "u@110 u@120";
        const before = driver === "run" ? "u@0 u@10 u@20" : "u@10 u@20";
        assertEquals(due, `${before} ${stepped} u@1030 u@1040`, `${driver} ${mode}`);
        assertEquals(r.loop.stats.dropped, 0);
        if (mode === "hard") assertEquals(only(r, "d"), due.replaceAll("u", "d"));
      }
    }
  });

  it("steps by hand, with the alpha of the pause, also before the first update", () => {
    const r = rig(presets.advanced(10));
    r.loop.pause("hard");
    r.loop.step();
    assertEquals([r.loop.pump(), calls(r)], [Infinity, "sud"]);
    r.loop.resume();
    r.time.advance(12.5);
    assertEquals(r.loop.pump(), 20);
    r.loop.pause("hard");
    r.loop.step();
    r.loop.pump();
    assertEquals([r.alphas, r.loop.stats.simulated], [[0, 0.25, 0.25], 30]);
  });

  it("takes 1/60 s where there is no shortest delta, or maxDelta", () => {
    for (const [options, delta] of [[presets.simple, hz(60)], [{ maxDelta: 5 }, 5]] as const) {
      const { loop, deltas } = rig(options);
      loop.pump();
      loop.pause("hard");
      loop.step();
      loop.pump();
      assertEquals(deltas, [0, delta]);
    }
  });

  it("is refused outside a pause, and what resume() overtakes is not run", () => {
    const r = rig(presets.advanced(10));
    assertThrows(() => r.loop.step(), Error, "Cannot step GameLoop: it is not paused");
    r.loop.pump();
    r.loop.pause("hard");
    r.loop.step();
    r.loop.resume();
    r.loop.pump();
    assertEquals(calls(r), "sud");
  });
});
