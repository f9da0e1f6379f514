import { assert, assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  CompensatingGovernor,
  DeadlineGovernor,
  FixedDelayGovernor,
  govern,
  type LoopGovernor,
  runGoverned,
  SamplerGovernor,
  WindowedGovernor,
} from "@narrowphase/gjk2d/loop/classic";
import { VirtualTime } from "@narrowphase/gjk2d/loop/testing";
import { effort } from "../effort.ts";
import { random } from "./random.ts";
import { fail } from "./rig.ts";

describe("LoopGovernor", () => {
  const makers: (() => LoopGovernor)[] = [
    () => new FixedDelayGovernor(10),
    () => new SamplerGovernor(100, 50, 3),
    () => new WindowedGovernor(10, 5),
    () => new CompensatingGovernor(10),
    () => new CompensatingGovernor(10, { maxExcess: Infinity, maxFrameSkips: 0 }),
    () => new DeadlineGovernor(10),
    () => new DeadlineGovernor(10, Infinity),
  ];
  const odd = [NaN, Infinity, -Infinity, 0, -1, 1e308, -1e308, 5e-324, 2 ** 53];

  for (const make of makers) {
    const name = make().constructor.name;

    it(`${name} plans a finite delay whatever the clock shows`, () => {
      for (let seed = 1; seed <= effort(500); seed++) {
        const next = random(seed);
        const pick = (): number => odd[Math.floor(next() * odd.length)];
        const governor = make();
        let now = next() < 0.5 ? 0 : next() * 1e12;
        for (let i = 0; i < 100; i++) {
          const kind = next();
          if (kind < 0.1) now = pick();
          else if (kind < 0.2) now -= next() * 100;
          else if (kind < 0.3) now += next() * 1e5;
          else if (kind < 0.8) now += next() * 20;
          const { delay, yield: yields } = governor.plan(now);
          // A frame without a sleep lets the host run.
          const finite = delay >= 0 && delay < Infinity && yields === (delay === 0);
          if (!finite) assert(false, `seed ${seed} frame ${i}: delay ${delay}, ${yields}`);
          const actual = kind < 0.05 ? pick() : delay * next() * 2;
          now += kind < 0.15 ? 0 : actual;
          governor.slept(delay, actual, now);
          const owed = governor.owedUpdates();
          assert(Number.isInteger(owed) && owed >= 0 && owed <= 5, `owed ${owed}`);
        }
      }
    });

    it(`${name} keeps its state through readings that are not finite`, () => {
      const [a, b] = [make(), make()];
      const next = random(9);
      let now = 0;
      for (let i = 0; i < 300; i++) {
        for (const bad of [NaN, Infinity, -Infinity]) {
          const again = b.plan(bad).delay;
          if (i > 0) b.slept(0, NaN, bad);
          assert(again >= 0 && again < Infinity);
        }
        now += next() * 15;
        const plan = a.plan(now);
        assertEquals([b.plan(now), b.plan(NaN)], [plan, plan]);
        now += plan.delay;
        for (const governor of [a, b]) governor.slept(plan.delay, plan.delay, now);
        assertEquals(a.owedUpdates(), b.owedUpdates());
      }
    });

    it(`${name} is new after reset()`, () => {
      const trace = (governor: LoopGovernor, now: number): string => {
        const next = random(4);
        let text = "";
        for (let i = 0; i < 100; i++) {
          now += next() * 30;
          const { delay } = governor.plan(now);
          now += delay + next();
          governor.slept(delay, delay, now);
          text += `${delay}/${governor.owedUpdates()} `;
        }
        return text;
      };
      const governor = make();
      for (const start of [100, 100, 1e6]) {
        assertEquals(trace(governor, start), trace(make(), start));
        governor.reset();
      }
    });
  }
});

describe("runGoverned()", () => {
  it("calls nothing when aborted before, and rejects with the error of a callback", async () => {
    const time = new VirtualTime();
    const error = new TypeError("boom");
    const game = { update: fail(error), draw: fail(error) };
    const run = (signal?: AbortSignal): Promise<string> =>
      runGoverned(game, new DeadlineGovernor(10), time, time, signal);
    assertEquals(await run(AbortSignal.abort()), "aborted");
    assertEquals(await assertRejects(() => run(), TypeError, "boom"), error);
  });

  /** What ends a loop whose updates take 25 of 10 ms, and so leave others owing. */
  const ENDS: [what: string, ended: string, updates: number, draws: number][] = [
    ["update 1 returns false", "stopped", 1, 0],
    // The second is one that the first, which was late, left owing.
    ["update 2 returns false", "stopped", 2, 1],
    ["update 3 returns false", "stopped", 3, 1],
    ["draw 1 returns false", "stopped", 1, 1],
    ["update 1 aborts", "aborted", 1, 0],
    ["update 2 aborts", "aborted", 2, 1],
    ["draw 1 aborts", "aborted", 1, 1],
  ];
  for (const [what, result, updates, draws] of ENDS) {
    it(`ends at once when ${what}`, async () => {
      const time = new VirtualTime();
      const controller = new AbortController();
      const counts = { update: 0, draw: 0 };
      const call = (name: "update" | "draw", cost: number) => (): void | false => {
        time.advance(cost);
        const event = `${name} ${++counts[name]}`;
        if (what === `${event} aborts`) controller.abort();
        if (what === `${event} returns false`) return false;
      };
      const game = { update: call("update", 25), draw: call("draw", 0) };
      const governor = new CompensatingGovernor(10);
      const ended = runGoverned(game, governor, time, time, controller.signal);
      await time.run(1000);
      assertEquals([await ended, counts], [result, { update: updates, draw: draws }]);
    });
  }

  it("wakes from a sleep at once when aborted", async () => {
    const time = new VirtualTime();
    const controller = new AbortController();
    const game = { update() {}, draw() {} };
    time.at(5, () => controller.abort());
    let at = NaN;
    const ended = runGoverned(game, new DeadlineGovernor(10), time, time, controller.signal)
      .finally(() => at = time.real);
    await time.run(50);
    assertEquals([await ended, at], ["aborted", 5]);
  });
});

describe("govern()", () => {
  it("sleeps when the delay is a fraction of a millisecond, and yields when there is none", async () => {
    const time = new VirtualTime();
    const slept: number[] = [];
    const governor = (delay: number): LoopGovernor => ({
      period: 10,
      reset() {},
      plan: () => ({ delay, yield: delay === 0 }),
      slept: (planned, actual) => void slept.push(planned, actual),
      owedUpdates: () => 2,
    });
    const turns = (async () => {
      assertEquals(await govern(governor(0.5), time, time), 2);
      assertEquals(await govern(governor(0), time, time), 2);
    })();
    await time.run(10);
    await turns;
    assertEquals(slept, [0.5, 0.5, 0, 0]);
  });
});
