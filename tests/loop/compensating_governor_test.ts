import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { CompensatingGovernor, govern, runGoverned } from "@narrowphase/gjk2d/loop/classic";
import { VirtualTime } from "@narrowphase/gjk2d/loop/testing";

describe("CompensatingGovernor", () => {
  it("sleeps 12 for 10, then asks 8 for ever", async () => {
    const time = new VirtualTime();
    time.oversleep = () => 2;
    const governor = new CompensatingGovernor(10);
    const asked: number[] = [];
    const sleeper = {
      sleep: (ms: number): Promise<void> => {
        asked.push(ms);
        return time.sleep(ms);
      },
      yield: (): Promise<void> => time.yield(),
    };
    const loop = async (): Promise<void> => {
      governor.slept(0, 0, time.now());
      for (let i = 0; i < 6; i++) {
        await govern(governor, time, sleeper);
        assertEquals(governor.overSleep, 2);
      }
    };
    const done = loop();
    await time.run(1000);
    await done;
    assertEquals(asked, [10, 8, 8, 8, 8, 8]);
  });

  it("owes one update whenever the excess passes a period", () => {
    const governor = new CompensatingGovernor(10);
    governor.slept(0, 0, 0);
    const trace: string[] = [];
    let now = 0;
    for (let i = 0; i < 11; i++) {
      now += 12;
      const plan = governor.plan(now);
      assertEquals(plan, { delay: 0, yield: true });
      governor.slept(0, 0, now);
      const excess = governor.excess;
      const owed = governor.owedUpdates();
      trace.push(owed === 0 ? `${excess}` : `${excess}→${governor.excess} (${owed})`);
    }
    assertEquals(trace.join(" "), "2 4 6 8 10 12→2 (1) 4 6 8 10 12→2 (1)");
  });

  /** Updates and draws that begin within 10 s, per second. */
  async function rates(update: number, draw: number): Promise<{ ups: number; fps: number }> {
    const time = new VirtualTime();
    const controller = new AbortController();
    let updates = 0;
    let draws = 0;
    const game = {
      update(): void {
        if (time.real < 10_000) updates++;
        time.advance(update);
      },
      draw(): void {
        if (time.real < 10_000) draws++;
        time.advance(draw);
      },
    };
    const ended = runGoverned(game, new CompensatingGovernor(10), time, time, controller.signal);
    await time.run(10_000);
    controller.abort();
    await time.run(11_000);
    await ended;
    return { ups: updates / 10, fps: draws / 10 };
  }

  for (
    const [update, draw, ups, fps] of [
      [0, 12, 100, 83.4],
      [2, 10, 100, 80],
      [6, 6, 99.9, 66.8],
      [12, 0, 83.4, 14.7],
    ] as const
  ) {
    it(`runs ${ups} UPS, ${fps} FPS with ${update} ms updates and ${draw} ms draws`, async () => {
      // Within one update or draw in the 10 s.
      const measured = await rates(update, draw);
      assertAlmostEquals(measured.ups, ups, 0.1 + 1e-9);
      assertAlmostEquals(measured.fps, fps, 0.1 + 1e-9);
    });
  }

  it("runs the published trace of 2 ms updates and 10 ms draws", async () => {
    const time = new VirtualTime();
    const trace: string[] = [];
    const game = {
      update(): void {
        trace.push(`u@${time.real}`);
        time.advance(2);
      },
      draw(): void {
        trace.push(`d@${time.real}`);
        time.advance(10);
      },
    };
    const controller = new AbortController();
    const ended = runGoverned(game, new CompensatingGovernor(10), time, time, controller.signal);
    await time.run(80);
    controller.abort();
    await time.run(200);
    await ended;
    assertEquals(
      trace.slice(0, 15).join(" "),
      "u@0 d@2 u@12 d@14 u@24 d@26 u@36 d@38 u@48 d@50 u@60 d@62 u@72 u@74 d@76",
    );
  });

  it("caps the debt and counts what it drops", () => {
    // The book's loop owes 1612 ms after 10 s of 12 ms updates at 10 ms, 3280 ms at 15 ms.
    for (const [work, debt] of [[12, 1612], [15, 3280]]) {
      const run = (maxExcess: number | undefined): CompensatingGovernor => {
        const governor = new CompensatingGovernor(10, { maxExcess });
        let now = 0;
        governor.slept(0, 0, now);
        while (now < 10_000) {
          now += work;
          assertEquals(governor.plan(now).delay, 0);
          governor.slept(0, 0, now);
          now += work * governor.owedUpdates();
        }
        return governor;
      };
      assertEquals(run(Infinity).excess, debt);
      assertEquals(run(Infinity).dropped, 0);
      assertEquals(run(undefined).excess, 50);
      assertEquals(run(undefined).dropped, debt - 50);
    }
  });

  it("yields after frames of exactly a period, which leave no time to sleep", () => {
    const governor = new CompensatingGovernor(10);
    governor.slept(0, 0, 0);
    for (let now = 10; now < 100; now += 10) {
      assertEquals(governor.plan(now), { delay: 0, yield: true });
      governor.slept(0, 0, now);
      assertEquals([governor.excess, governor.owedUpdates()], [0, 0]);
    }
  });

  it("does not take the time of a yield for an oversleep", () => {
    const governor = new CompensatingGovernor(10);
    governor.slept(0, 0, 0);
    assertEquals(governor.plan(12), { delay: 0, yield: true });
    governor.slept(0, 3, 15);
    assertEquals(governor.overSleep, 0);
    assertEquals(governor.plan(16).delay, 9);
  });

  it("yields once in noDelaysPerYield frames without a sleep", async () => {
    const time = new VirtualTime();
    const asked: string[] = [];
    const sleeper = {
      sleep: (ms: number): Promise<void> => {
        asked.push(`${ms}`);
        return time.sleep(ms);
      },
      yield: (): Promise<void> => {
        asked.push("yield");
        return time.yield();
      },
    };
    let updates = 0;
    const game = {
      update: (): void | false => {
        time.advance(updates++ === 0 ? 4 : 10);
        if (updates === 8) return false;
      },
      draw: (): void => {},
    };
    const governor = new CompensatingGovernor(10, { noDelaysPerYield: 3 });
    const ended = runGoverned(game, governor, time, sleeper);
    await time.run(1000);
    await ended;
    assertEquals(asked, ["6", "yield", "yield"]);
  });

  it("resets the count of sleepless frames at a sleep", () => {
    const governor = new CompensatingGovernor(10, { noDelaysPerYield: 2 });
    let now = 0;
    const frame = (work: number): boolean => {
      governor.slept(0, 0, now);
      now += work;
      return governor.plan(now).yield;
    };
    assertEquals([12, 1, 12, 12].map(frame), [false, false, false, true]);
  });

  it("asks at most for a bounded sleep on a clock that stands still or goes back", () => {
    const governor = new CompensatingGovernor(10);
    for (let i = 0; i < 10_000; i++) {
      const { delay } = governor.plan(5);
      assert(delay <= 1010, `${delay}`);
      governor.slept(delay, 0, 5);
    }
    governor.reset();
    governor.slept(0, 0, 1e9);
    assertEquals(governor.plan(0).delay, 10);
  });

  it("rejects arguments out of range", () => {
    assertThrows(() => new CompensatingGovernor(-1), RangeError, "period is -1");
    const make = (options: object) => () => new CompensatingGovernor(10, options);
    assertThrows(make({ noDelaysPerYield: 0 }), RangeError, "noDelaysPerYield is 0");
    assertThrows(make({ maxFrameSkips: -1 }), RangeError, "maxFrameSkips is -1");
    assertThrows(make({ maxFrameSkips: 1.5 }), RangeError, "maxFrameSkips is 1.5");
    assertThrows(make({ maxExcess: NaN }), RangeError, "maxExcess is NaN");
  });
});
