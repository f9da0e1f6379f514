import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { CompensatingGovernor, govern, runGoverned } from "@narrowphase/gjk2d/loop/classic";
import { VirtualTime } from "@narrowphase/gjk2d/loop/testing";
import { counting } from "./rig.ts";

const LATE = { delay: 0, yield: true };

/** A governor of 10 ms that has begun. */
function begun(options: object = {}): CompensatingGovernor {
  const governor = new CompensatingGovernor(10, options);
  governor.slept(0, 0, 0);
  return governor;
}

/** The calls of a governed loop until a time, as `u` or `d` with their times. */
async function played(
  update: number | ((n: number) => number),
  draw: number,
  until: number,
  options: object = {},
): Promise<{ calls: string[]; order: string; asked: number[] }> {
  const time = new VirtualTime();
  const sleeper = counting(time);
  const controller = new AbortController();
  const calls: string[] = [];
  let updates = 0;
  const call = (name: string, cost: () => number) => (): void => {
    if (time.real < until) calls.push(`${name}@${time.real}`);
    time.advance(cost());
  };
  const game = {
    update: call("u", () => typeof update === "number" ? update : update(updates++)),
    draw: call("d", () => draw),
  };
  const governor = new CompensatingGovernor(10, options);
  const ended = runGoverned(game, governor, time, sleeper, controller.signal);
  await time.run(until);
  controller.abort();
  await time.run(until + 1000);
  await ended;
  return { calls, order: sleeper.order, asked: sleeper.asked };
}

describe("CompensatingGovernor", () => {
  it("sleeps 12 for 10, then asks 8 for ever", async () => {
    const time = new VirtualTime();
    time.oversleep = () => 2;
    const governor = new CompensatingGovernor(10);
    const sleeper = counting(time);
    const done = (async () => {
      governor.slept(0, 0, time.now());
      for (let i = 0; i < 6; i++) {
        await govern(governor, time, sleeper);
        assertEquals(governor.overSleep, 2);
      }
    })();
    await time.run(1000);
    await done;
    assertEquals(sleeper.asked, [10, 8, 8, 8, 8, 8]);
  });

  it("owes one update whenever the excess passes a period", () => {
    const governor = begun();
    const trace: string[] = [];
    for (let now = 12; now <= 11 * 12; now += 12) {
      assertEquals(governor.plan(now), LATE);
      governor.slept(0, 0, now);
      const { excess } = governor;
      const owed = governor.owedUpdates();
      trace.push(owed === 0 ? `${excess}` : `${excess}→${governor.excess} (${owed})`);
    }
    assertEquals(trace.join(" "), "2 4 6 8 10 12→2 (1) 4 6 8 10 12→2 (1)");
  });

  for (
    const [update, draw, ups, fps] of [
      [0, 12, 100, 83.4],
      [2, 10, 100, 80],
      [6, 6, 99.9, 66.8],
      [12, 0, 83.4, 14.7],
    ] as const
  ) {
    it(`runs ${ups} UPS, ${fps} FPS with ${update} ms updates and ${draw} ms draws`, async () => {
      const { calls } = await played(update, draw, 10_000);
      const updates = calls.filter((call) => call[0] === "u").length;
      // Within one update or draw in the 10 s.
      assertAlmostEquals(updates / 10, ups, 0.1 + 1e-9);
      assertAlmostEquals((calls.length - updates) / 10, fps, 0.1 + 1e-9);
    });
  }

  it("runs the published trace of 2 ms updates and 10 ms draws", async () => {
    assertEquals(
      (await played(2, 10, 80)).calls.join(" "),
      "u@0 d@2 u@12 d@14 u@24 d@26 u@36 d@38 u@48 d@50 u@60 d@62 u@72 u@74 d@76",
    );
  });

  it("caps the debt and counts what it drops", () => {
    // The book's loop owes 1612 ms after 10 s of 12 ms updates at 10 ms, 3280 ms at 15 ms.
    for (const [work, debt] of [[12, 1612], [15, 3280]]) {
      for (const [maxExcess, excess] of [[Infinity, debt], [undefined, 50]] as const) {
        const governor = begun({ maxExcess });
        for (let now = 0; now < 10_000;) {
          now += work;
          assertEquals(governor.plan(now).delay, 0);
          governor.slept(0, 0, now);
          now += work * governor.owedUpdates();
        }
        assertEquals([governor.excess, governor.dropped], [excess, debt - excess]);
      }
    }
  });

  it("yields after frames of exactly a period, which leave no time to sleep", () => {
    const governor = begun();
    for (let now = 10; now < 100; now += 10) {
      assertEquals(governor.plan(now), LATE);
      governor.slept(0, 0, now);
      assertEquals([governor.excess, governor.owedUpdates()], [0, 0]);
    }
  });

  it("does not take the time of a yield for an oversleep", () => {
    const governor = begun();
    assertEquals(governor.plan(12), LATE);
    governor.slept(0, 3, 15);
    assertEquals([governor.overSleep, governor.plan(16).delay], [0, 9]);
  });

  it("yields once in noDelaysPerYield frames without a sleep", async () => {
    const work = (n: number): number => n === 0 ? 4 : 10;
    const { order, asked } = await played(work, 0, 75, { noDelaysPerYield: 3 });
    assertEquals([order, asked], ["syyy", [6]]); // at 4, 40, 70 and 100
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
    assertEquals(governor.plan(NaN).delay, 10);
    governor.slept(0, 0, 1e9);
    assertEquals(governor.plan(0).delay, 10);
  });
});
