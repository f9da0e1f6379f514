import { assert, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { GameTimers, hz, presets, type TimersState } from "@narrowphase/gjk2d/loop";
import { effort } from "../effort.ts";
import { random } from "./random.ts";
import { fail, rig, runFor } from "./rig.ts";

/** Timers that note what they call: the name, its data, when it was due, and at what time. */
function noting(): { timers: GameTimers<"a" | "b">; log: string[] } {
  const log: string[] = [];
  const note = (name: string) => (data: unknown, due: number): void =>
    void log.push(`${name}${data ?? ""} ${due}@${timers.time}`);
  const timers: GameTimers<"a" | "b"> = new GameTimers({ a: note("a"), b: note("b") });
  return { timers, log };
}

describe("GameTimers", () => {
  it("after() calls once, in the first advance that reaches its time", () => {
    const { timers, log } = noting();
    timers.advance(7);
    timers.after(25, "a", 1);
    timers.after(0, "b");
    for (let i = 0; i < 6; i++) timers.advance(10);
    assertEquals(log, ["b 7@17", "a1 32@37"]);
  });

  it("after() is no update late when a step has ten digits", () => {
    const { timers, log } = noting();
    timers.after(100, "a");
    for (let i = 0; i < 6; i++) timers.advance(16.666666666);
    assertEquals(log.length, 1);
  });

  it("every() calls at delay, delay + period, …, several times in a long advance", () => {
    const { timers, log } = noting();
    timers.every(4, "a");
    timers.every(20, "b", "!", 5);
    for (const delta of [10, 1, 14]) timers.advance(delta);
    const first = "a 4@10, b! 5@10, a 8@10";
    assertEquals(log.join(", "), `${first}, a 12@25, a 16@25, a 20@25, a 24@25, b! 25@25`);
  });

  it("every() makes sub-rates exact: 10 and 20 Hz in 60 Hz are each 6th and 3rd update, for two hours; 25 Hz in the mean", () => {
    let update = 0;
    let calls = 0;
    const last = { ai: 0, net: 0 };
    const wrong: number[] = [];
    const each = (name: "ai" | "net", updates: number) => (): void => {
      if (update - last[name] !== updates) wrong.push(update);
      last[name] = update;
    };
    const own = { ai: each("ai", 6), net: each("net", 3), odd: () => void calls++ };
    const timers = new GameTimers(own);
    timers.every(hz(10), "ai");
    timers.every(hz(20), "net");
    timers.every(hz(25), "odd");
    const end = 60 * 7200;
    for (update = 1; update <= end; update++) timers.advance(hz(60));
    assertEquals([wrong, last, calls], [[], { ai: end, net: end }, 25 * 7200]);
  });

  it("cancel() ends a timer, also from its own handler, and tells whether it ran", () => {
    let calls = 0;
    const timers: GameTimers = new GameTimers({
      a: () => {
        if (++calls === 3) assert(timers.cancel(id));
      },
    });
    const id = timers.every(1, "a");
    const other = timers.after(5, "a");
    assertEquals([timers.cancel(other), timers.cancel(other), timers.cancel(99)], [
      true,
      false,
      false,
    ]);
    timers.advance(10);
    assertEquals([calls, timers.cancel(id)], [3, false]);
  });

  it("advance() calls timers of one time in the order of their handles", () => {
    const { timers, log } = noting();
    timers.after(10, "b", 1);
    timers.every(5, "a", 2);
    timers.after(10, "b", 3);
    timers.advance(10);
    assertEquals(log, ["a2 5@10", "b1 10@10", "a2 10@10", "b3 10@10"]);
  });

  it("advance() counts timers that start in a handler from its own end, and bounds those of no delay", () => {
    const times: number[] = [];
    const timers: GameTimers = new GameTimers({
      chain: (left) => {
        times.push(timers.time);
        if (left as number > 0) timers.after(10, "chain", left as number - 1);
      },
      endless: () => void timers.after(0, "endless"),
    });
    timers.after(3, "chain", 2);
    for (let i = 0; i < 6; i++) timers.advance(8);
    assertEquals(times, [8, 24, 40]);
    timers.after(0, "endless");
    assertThrows(() => timers.advance(1), Error, "100000 calls are due");
  });

  it("advance() counts the call of a handler that throws as made, and goes on next time", () => {
    const log: string[] = [];
    const timers: GameTimers = new GameTimers({
      bad: fail(),
      good: () => void log.push("good"),
      nested: () => timers.advance(1),
    });
    timers.after(1, "bad");
    timers.after(2, "good");
    assertThrows(() => timers.advance(5), Error, "boom");
    timers.advance(0);
    assertEquals(log, ["good"]);
    timers.after(1, "nested");
    assertThrows(() => timers.advance(1), Error, "a handler is running");
    timers.advance(1);
  });

  it("save() and restore() give the future again, to the bit, through JSON and in another object", () => {
    for (let seed = 1; seed <= effort(100); seed++) {
      const next = random(seed);
      const play = (timers: GameTimers<"a" | "b">, steps: () => number): void => {
        for (let i = 0; i < 200; i++) {
          const kind = steps();
          if (kind < 0.1) timers.after(steps() * 100, "a", i);
          else if (kind < 0.15) timers.every(1 + steps() * 60, "b", i, steps() * 50);
          else if (kind < 0.2) timers.cancel(Math.ceil(steps() * 20));
          timers.advance(kind < 0.9 ? hz(60) : steps() * 40);
        }
      };
      const first = noting();
      play(first.timers, next);
      const state: TimersState = JSON.parse(JSON.stringify(first.timers.save()));
      const before = first.log.length;
      play(first.timers, random(-seed));
      const second = noting();
      second.timers.restore(state);
      play(second.timers, random(-seed));
      assertEquals(second.log, first.log.slice(before));
      assertEquals(second.timers.save(), first.timers.save());
      // A rollback in place, twice.
      first.timers.restore(state);
      first.timers.restore(state);
      play(first.timers, random(-seed));
      assertEquals(first.log.slice(-second.log.length), second.log);
    }
  });

  it("stand still in a pause of a GameLoop, and follow its speed", async () => {
    const calls: number[] = [];
    const timers = new GameTimers({ a: () => void calls.push(time.real) });
    timers.every(30, "a");
    const r = rig(presets.advanced(10), {}, { update: (delta) => timers.advance(delta) });
    const { time, loop } = r;
    time.at(45, () => loop.pause("hard"));
    time.at(1045, () => loop.resume());
    time.at(1055, () => loop.timeScale = 0.5);
    await runFor(r, 1200);
    // The update at 0 is the first 10 ms. From 1055 on a ms of the game takes two.
    assertEquals(calls, [20, 1050, 1105, 1165]);
  });

  it("refuse what is no time, and names without a handler", () => {
    const { timers, log } = noting();
    const toString = "toString" as "a";
    const make = (): unknown => new GameTimers({ x: 5 as never });
    const rows: [string, () => unknown, typeof RangeError | typeof TypeError][] = [
      ["start timer: delay is -1", () => timers.after(-1, "a"), RangeError],
      ["start timer: delay is NaN", () => timers.after(NaN, "a"), RangeError],
      ["start timer: delay is Infinity", () => timers.every(5, "a", 0, Infinity), RangeError],
      ["start timer: period is 0", () => timers.every(0, "a"), RangeError],
      ['start timer: delay is the string "5"', () => timers.after("5" as never, "a"), TypeError],
      [
        "start timer: name is toString, must be one of",
        () => timers.after(1, toString),
        RangeError,
      ],
      ["advance GameTimers: delta is -1", () => timers.advance(-1), RangeError],
      ["advance GameTimers: delta is NaN", () => timers.advance(NaN), RangeError],
      ["create GameTimers: handlers.x is 5, must be a function", make, TypeError],
    ];
    for (const [message, act, kind] of rows) assertThrows(act, kind, `Cannot ${message}`);
    timers.advance(10);
    assertEquals([log, timers.time], [[], 10]);
  });

  it("restore() refuses a state that is none, and changes nothing then", () => {
    const { timers } = noting();
    timers.every(5, "a");
    timers.advance(3);
    const state = timers.save();
    const timer = state.timers[0];
    const bad: [unknown, string][] = [
      [undefined, "state is undefined"],
      [{ ...state, delta: NaN }, "delta is NaN"],
      [{ ...state, timers: {} }, "timers must be an array"],
      [{ ...state, timers: [timer, { ...timer, period: -1 }] }, "timers[1].period is -1"],
      [{ ...state, timers: [{ ...timer, name: "c" }] }, "name is c, must be one of a, b"],
    ];
    for (const [value, message] of bad) {
      const act = (): void => timers.restore(value as never);
      assertThrows(act, Error, `Cannot restore GameTimers: ${message}`);
    }
    assertEquals(timers.save(), state);
  });
});
