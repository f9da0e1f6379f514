import { assert, assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  CompensatingGovernor,
  DeadlineGovernor,
  FixedDelayGovernor,
  type LoopGovernor,
  runGoverned,
  SamplerGovernor,
  WindowedGovernor,
} from "@narrowphase/gjk2d/loop/classic";
import { VirtualTime } from "@narrowphase/gjk2d/loop/testing";
import { random } from "./random.ts";

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
      for (let seed = 1; seed <= 200; seed++) {
        const next = random(seed);
        const governor = make();
        let now = next() < 0.5 ? 0 : next() * 1e12;
        for (let i = 0; i < 200; i++) {
          const kind = next();
          if (kind < 0.1) now = odd[Math.floor(next() * odd.length)];
          else if (kind < 0.2) now -= next() * 100;
          else if (kind < 0.3) now += next() * 1e5;
          else if (kind < 0.8) now += next() * 20;
          const { delay, yield: yields } = governor.plan(now);
          assert(delay >= 0 && delay < Infinity, `seed ${seed} frame ${i}: delay ${delay}`);
          // A frame without a sleep lets the host run.
          assertEquals(yields, delay === 0);
          const actual = kind < 0.05 ? odd[Math.floor(next() * odd.length)] : delay * next() * 2;
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
        assertEquals(b.plan(now), plan);
        assertEquals(b.plan(NaN), plan);
        now += plan.delay;
        a.slept(plan.delay, plan.delay, now);
        b.slept(plan.delay, plan.delay, now);
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
  it("calls nothing when aborted before", async () => {
    const time = new VirtualTime();
    let calls = 0;
    const game = { update: (): void => void calls++, draw: (): void => void calls++ };
    const governor = new DeadlineGovernor(10);
    assertEquals(await runGoverned(game, governor, time, time, AbortSignal.abort()), "aborted");
    assertEquals(calls, 0);
  });

  it("finishes the callback in which it is aborted, and wakes from a sleep at once", async () => {
    for (const point of ["update", "draw", "sleep"]) {
      const time = new VirtualTime();
      const controller = new AbortController();
      const log: string[] = [];
      const call = (name: string) => (): void => {
        log.push(name);
        if (name === point) controller.abort();
      };
      const game = { update: call("update"), draw: call("draw") };
      if (point === "sleep") time.at(5, () => controller.abort());
      let at = NaN;
      const ended = runGoverned(game, new DeadlineGovernor(10), time, time, controller.signal)
        .then((reason) => {
          at = time.real;
          return reason;
        });
      await time.run(50);
      assertEquals(await ended, "aborted");
      assertEquals(log.join(), point === "update" ? "update" : "update,draw");
      assertEquals(at, point === "sleep" ? 5 : 0);
    }
  });

  it("stops when a callback returns false, also in an owed update", async () => {
    for (const which of [1, 2, 3]) {
      const time = new VirtualTime();
      let updates = 0;
      const game = {
        update(): void | false {
          time.advance(25);
          if (++updates === which) return false;
        },
        draw(): void {},
      };
      const ended = runGoverned(game, new CompensatingGovernor(10), time, time);
      await time.run(1000);
      assertEquals(await ended, "stopped");
      assertEquals(updates, which);
    }
  });

  it("stops when draw returns false, and when aborted in an owed update", async () => {
    for (const point of ["draw", "update"]) {
      const time = new VirtualTime();
      const controller = new AbortController();
      let updates = 0, draws = 0;
      const game = {
        update(): void {
          time.advance(25);
          // The second is one that the first, which was late, left owing.
          if (++updates === 2 && point === "update") controller.abort();
        },
        draw(): void | false {
          if (++draws === 1 && point === "draw") return false;
        },
      };
      const governor = new CompensatingGovernor(10);
      const ended = runGoverned(game, governor, time, time, controller.signal);
      await time.run(1000);
      assertEquals(await ended, point === "draw" ? "stopped" : "aborted");
      assertEquals([updates, draws], point === "draw" ? [1, 1] : [2, 1]);
    }
  });

  it("rejects with the error of a callback", async () => {
    const time = new VirtualTime();
    const error = new TypeError("boom");
    const game = {
      update(): void {
        throw error;
      },
      draw(): void {},
    };
    const caught = await assertRejects(
      () => runGoverned(game, new DeadlineGovernor(10), time, time),
      TypeError,
      "boom",
    );
    assert(caught === error);
  });
});
