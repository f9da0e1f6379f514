import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  FixedTimestep,
  FrameLimiter,
  FrameStatistics,
  GameLoop,
  hz,
  InterpolationBuffer,
  lerpState,
  preciseSleeper,
  presets,
  Regularizer,
  systemClock,
  timerSleeper,
} from "@narrowphase/gjk2d/loop";
import {
  CompensatingGovernor,
  DeadlineGovernor,
  FixedDelayGovernor,
  govern,
  measureResolution,
  periodic,
  runGoverned,
  SamplerGovernor,
  sleepAccuracy,
  StopWatch,
  TimeSmoother,
  WindowedGovernor,
} from "@narrowphase/gjk2d/loop/classic";
import { VirtualTime } from "@narrowphase/gjk2d/loop/testing";

const game = { update(): void {}, draw(): void {} };
const sleeper = timerSleeper();
const task = (): false => false;
const stopped = { update: task, draw: task };

/** Callers without types get here what the compiler refuses elsewhere. */
type Make = (value: never) => unknown;

/** An option of something: how it is given, and what its kind is. */
function options(make: (options: never) => unknown, kinds: Record<string, string>): [
  string,
  string,
  Make,
][] {
  return Object.entries(kinds).map((
    [name, kind],
  ) => [name, kind, (value) => make({ [name]: value } as never)]);
}

// The argument as the message names it, the kind it must have, and how it is passed.
const table: [string, [string, string, Make][]][] = [
  ["create GameLoop", [
    ["game", "an object", (v) => new GameLoop(v, systemClock)],
    ["game.update", "a function", (v) => new GameLoop({ ...game, update: v }, systemClock)],
    ["game.draw", "a function", (v) => new GameLoop({ ...game, draw: v }, systemClock)],
    ["game.startup", "a function?", (v) => new GameLoop({ ...game, startup: v }, systemClock)],
    ["game.begin", "a function?", (v) => new GameLoop({ ...game, begin: v }, systemClock)],
    ["game.end", "a function?", (v) => new GameLoop({ ...game, end: v }, systemClock)],
    ["game.shutdown", "a function?", (v) => new GameLoop({ ...game, shutdown: v }, systemClock)],
    ["game.onError", "a function?", (v) => new GameLoop({ ...game, onError: v }, systemClock)],
    ["clock", "an object", (v) => new GameLoop(game, v)],
    ["clock.now", "a function", (v) => new GameLoop(game, { now: v })],
    ["options", "an object?", (v) => new GameLoop(game, systemClock, v)],
    ...options((o) => new GameLoop(game, systemClock, o), {
      minDelta: "a number?",
      maxDelta: "a number?",
      maxUpdateDelay: "a number?",
      maxDrawDelay: "a number?",
      maxSkippedDraws: "a number?",
      maxUpdatesPerPump: "a number?",
      noDelaysPerYield: "a number?",
      drawEveryFrame: "true or false?",
      pauseWhenHidden: "an object?",
      regularize: '"off" or "auto"?',
      onResync: "a function?",
      onOverrun: "a function?",
    }),
    [
      "pauseWhenHidden.addEventListener",
      "a function",
      (v) =>
        new GameLoop(game, systemClock, {
          pauseWhenHidden: { hidden: false, addEventListener: v, removeEventListener() {} },
        }),
    ],
  ]],
  ["pause GameLoop", [
    ["mode", '"soft" or "hard"?', (v) => new GameLoop(game, new VirtualTime()).pause(v)],
  ]],
  ["run GameLoop", [
    ["sleeper", "an object", (v) => new GameLoop(game, systemClock).run(v)],
    [
      "sleeper.sleep",
      "a function",
      (v) => new GameLoop(game, systemClock).run({ ...sleeper, sleep: v }),
    ],
    [
      "sleeper.yield",
      "a function",
      (v) => new GameLoop(game, systemClock).run({ ...sleeper, yield: v }),
    ],
    ["signal", "an object?", (v) => new GameLoop(game, systemClock).run(sleeper, v)],
    ["scheduler", "an object", (v) => new GameLoop(game, systemClock).runFrames(v)],
    [
      "scheduler.request",
      "a function",
      (v) => new GameLoop(game, systemClock).runFrames({ request: v, cancel() {} }),
    ],
    [
      "scheduler.cancel",
      "a function",
      (v) => new GameLoop(game, systemClock).runFrames({ request: () => 0, cancel: v }),
    ],
    [
      "signal",
      "an object?",
      (v) => new GameLoop(game, systemClock).runFrames(new VirtualTime(), v),
    ],
  ]],
  ["govern loop", [
    ["governor", "an object", (v) => govern(v, systemClock, sleeper)],
    ["clock", "an object", (v) => govern(new DeadlineGovernor(10), v, sleeper)],
    ["sleeper", "an object", (v) => govern(new DeadlineGovernor(10), systemClock, v)],
    ["signal", "an object?", (v) => govern(new DeadlineGovernor(10), systemClock, sleeper, v)],
  ]],
  ["run governed loop", [
    ["game", "an object", (v) => runGoverned(v, new DeadlineGovernor(10), systemClock, sleeper)],
    ["governor", "an object", (v) => runGoverned(stopped, v, systemClock, sleeper)],
    ["clock", "an object", (v) => runGoverned(stopped, new DeadlineGovernor(10), v, sleeper)],
    ["sleeper", "an object", (v) => runGoverned(stopped, new DeadlineGovernor(10), systemClock, v)],
    [
      "signal",
      "an object?",
      (v) => runGoverned(stopped, new DeadlineGovernor(10), systemClock, sleeper, v),
    ],
  ]],
  ["make preset rateLimited", [["dt", "a number", presets.rateLimited]]],
  ["make preset frameSkipping", [["dt", "a number", presets.frameSkipping]]],
  ["make preset advanced", [["dt", "a number", presets.advanced]]],
  ["make preset slowDown", [["dt", "a number", presets.slowDown]]],
  ["make preset variable", [
    ["min", "a number", (v) => presets.variable(v, 10)],
    ["max", "a number", (v) => presets.variable(10, v)],
  ]],
  ["create FixedTimestep", [
    ["step", "a number", (v) => new FixedTimestep(v)],
    ["options", "an object?", (v) => new FixedTimestep(10, v)],
    ...options((o) => new FixedTimestep(10, o), {
      maxFrame: "a number?",
      maxSteps: "a number?",
      regularize: '"off" or "auto"?',
    }),
  ]],
  ["advance FixedTimestep", [
    ["elapsed", "a number", (v) => new FixedTimestep(10).advance(v, () => {})],
    ["onStep", "a function", (v) => new FixedTimestep(10).advance(10, v)],
  ]],
  ["create Regularizer", [["step", "a number", (v) => new Regularizer(v)]]],
  ["regularize frame time", [["elapsed", "a number", (v) => new Regularizer(10).next(v)]]],
  ["create TimeSmoother", [
    ["options", "an object?", (v) => new TimeSmoother(v)],
    ...options((o) => new TimeSmoother(o), {
      samples: "a number?",
      averagePeriod: "a number?",
      maxElapsed: "a number?",
      window: '"count", "sum" or "all"?',
      conserve: "true or false?",
      gain: "a number?",
      round: "true or false?",
    }),
  ]],
  ["create FrameStatistics", [
    ["period", "a number", (v) => new FrameStatistics(v, 0)],
    ["start", "a number", (v) => new FrameStatistics(20, v)],
    ["options", "an object?", (v) => new FrameStatistics(20, 0, v)],
    ["percentiles[1]", "a number", (v) => new FrameStatistics(20, 0, { percentiles: [50, v] })],
    ...options((o) => new FrameStatistics(20, 0, o), {
      interval: "a number?",
      averaging: "a number?",
      history: "a number?",
      percentiles: "an array?",
    }),
  ]],
  ["create FrameLimiter", [["period", "a number", (v) => new FrameLimiter(v)]]],
  ["create FixedDelayGovernor", [["delay", "a number", (v) => new FixedDelayGovernor(v)]]],
  ["create DeadlineGovernor", [
    ["period", "a number", (v) => new DeadlineGovernor(v)],
    ["maxLag", "a number?", (v) => new DeadlineGovernor(10, v)],
  ]],
  ["create CompensatingGovernor", [
    ["period", "a number", (v) => new CompensatingGovernor(v)],
    ["options", "an object?", (v) => new CompensatingGovernor(10, v)],
    ...options((o) => new CompensatingGovernor(10, o), {
      noDelaysPerYield: "a number?",
      maxFrameSkips: "a number?",
      maxExcess: "a number?",
    }),
  ]],
  ["create WindowedGovernor", [
    ["period", "a number", (v) => new WindowedGovernor(v)],
    ["maxWindowSize", "a number?", (v) => new WindowedGovernor(10, v)],
    ["resetTime", "a number?", (v) => new WindowedGovernor(10, 100, v)],
  ]],
  ["create SamplerGovernor", [
    ["samplePeriod", "a number?", (v) => new SamplerGovernor(60, v)],
    ["averagingSamplesMax", "a number?", (v) => new SamplerGovernor(60, 3000, v)],
  ]],
  ["convert frequency", [
    ["frequency", "a number", hz],
    ["frequency", "a number", WindowedGovernor.ofFrequency],
    ["frequency", "a number", (v) => new SamplerGovernor(v)],
  ]],
  ["create InterpolationBuffer", [["state", "an array", (v) => new InterpolationBuffer(v)]]],
  ["create StopWatch", [
    ["clock", "an object?", (v) => new StopWatch(v)],
    ["clock.now", "a function", (v) => new StopWatch({ now: v })],
  ]],
  ["create precise sleeper", [
    ["options", "an object?", (v) => preciseSleeper(v)],
    ...options((o) => preciseSleeper(o), {
      block: "true or false?",
      timerMargin: "a number?",
      waitMargin: "a number?",
      maxSpin: "a number?",
      yieldPerFrame: "true or false?",
      clock: "an object?",
    }),
  ]],
  ["measure resolution", [
    ["clock", "an object", (v) => measureResolution(v)],
    ["options", "an object?", (v) => measureResolution({ now: () => 0 }, v)],
    ...options((o) => measureResolution({ now: () => 0 }, o), {
      samples: "a number?",
      maxReads: "a number?",
      maxTime: "a number?",
    }),
  ]],
  ["measure sleep accuracy", [
    ["clock", "an object", (v) => sleepAccuracy(v, sleeper, [])],
    ["sleeper", "an object", (v) => sleepAccuracy(systemClock, v, [])],
    ["delays", "an array?", (v) => sleepAccuracy(systemClock, sleeper, v)],
    ["repeats", "a number?", (v) => sleepAccuracy(systemClock, sleeper, [], v)],
    ["signal", "an object?", (v) => sleepAccuracy(systemClock, sleeper, [], 1, v)],
  ]],
  ["create periodic task", [
    ["clock", "an object", (v) => periodic(v, sleeper, { period: 1 }, task)],
    ["sleeper", "an object", (v) => periodic(systemClock, v, { period: 1 }, task)],
    ["options", "an object", (v) => periodic(systemClock, sleeper, v, task)],
    ["task", "a function", (v) => periodic(systemClock, sleeper, { period: 1 }, v)],
    ["signal", "an object?", (v) => periodic(systemClock, sleeper, { period: 1 }, task, v)],
    ["period", "a number", (v) => periodic(systemClock, sleeper, { period: v }, task)],
    ...options((o: object) => periodic(systemClock, sleeper, { period: 1, ...o }, task), {
      delay: "a number?",
      mode: '"fixedRate" or "fixedDelay"?',
      anchor: '"start" or "end"?',
      catchUp: '"all" or "coalesce"?',
      maxBurst: "a number?",
      maxCatchUp: "a number?",
      onDrop: "a function?",
    }),
  ]],
  ["create VirtualTime", [["start", "a number?", (v) => new VirtualTime(v)]]],
  ["advance VirtualTime", [["ms", "a number", (v) => new VirtualTime().advance(v)]]],
  ["schedule VirtualTime event", [
    ["t", "a number", (v) => new VirtualTime().at(v, () => {})],
    ["fn", "a function", (v) => new VirtualTime().at(0, v)],
  ]],
  ["run VirtualTime", [["until", "a number", (v) => new VirtualTime().run(v)]]],
  ["smooth frame time", [
    ["elapsed", "a number", (v) => new TimeSmoother().next(v)],
    ["elapsed", "a number", (v) => new TimeSmoother().add(v)],
  ]],
  ["blend states", [
    ["previous", "an array", (v) => lerpState(v, [1], 0)],
    ["current", "an array", (v) => lerpState([1], v, 0)],
    ["alpha", "a number", (v) => lerpState([1], [1], v)],
    ["out", "an array?", (v) => lerpState([1], [1], 0, v)],
    ["alpha", "a number", (v) => new InterpolationBuffer([1]).sample(v)],
  ]],
  ["push state", [
    ["state", "an array", (v) => new InterpolationBuffer([1]).push(v)],
    ["state", "an array", (v) => new InterpolationBuffer([1]).reset(v)],
  ]],
];

/** Values of all kinds, and as a message shows them. */
const values: [unknown, string, string][] = [
  ["10", 'the string "10"', "text"],
  [10n, "10", "a bigint"],
  [Symbol("ten"), "a symbol", "a symbol"],
  [true, "true", "true or false"],
  [null, "null", "nothing"],
  [undefined, "undefined", "nothing"],
  [{}, "an object", "an object"],
  [[], "an array", "an array"],
  [(): void => {}, "a function", "a function"],
  [10, "10", "a number"],
];

describe("arguments of a wrong kind", () => {
  it("leave a GameLoop as it was: it runs after them", async () => {
    const time = new VirtualTime();
    const loop = new GameLoop(game, time, presets.rateLimited(10));
    // A controller in the place of its signal.
    const controller = new AbortController() as unknown as AbortSignal;
    const message = "Cannot run GameLoop: signal.addEventListener is undefined, must be a function";
    await assertRejects(() => loop.run(time, controller), TypeError, message);
    await assertRejects(() => loop.runFrames(time, controller), TypeError, message);
    await assertRejects(() => loop.run(undefined as never), TypeError, "sleeper is undefined");
    await assertRejects(
      () => loop.runFrames(undefined as never),
      TypeError,
      "scheduler is undefined",
    );
    assertEquals(loop.stats.pumps, 0);
    const ended = loop.run(time);
    await time.run(95);
    loop.stop();
    await time.run(100);
    assertEquals([await ended, loop.stats.updates], ["stopped", 10]);
  });

  for (const [doing, rows] of table) {
    it(`are refused with a TypeError that names them: ${doing}`, async () => {
      for (const [name, kind, make] of rows) {
        const must = kind.replace("?", "");
        let refused = 0;
        for (const [value, shown, is] of values) {
          // What is left out has its default; a word may be wrong as a value, which has its tests.
          if (is === must || (value === undefined && kind !== must)) continue;
          if (is === "text" && must.startsWith('"')) continue;
          // Arrays and functions are objects; one of them may have what is asked for.
          if (must === "an object" && /^(an array|an object|a function)$/.test(is)) continue;
          if (name === "pauseWhenHidden" && is === "true or false") continue;
          const message = `Cannot ${doing}: ${name} is ${shown}, must be ${must}`;
          let result: unknown;
          try {
            result = make(value as never);
          } catch (error) {
            assertThrows(
              () => {
                throw error;
              },
              TypeError,
              message,
            );
            refused++;
            continue;
          }
          assert(result instanceof Promise, `${message}, but is accepted`);
          await assertRejects(() => result, TypeError, message);
          refused++;
        }
        assert(refused >= 5, `${name}: ${refused}`);
      }
    });
  }

  it("are not the reason to refuse a value of the right kind", () => {
    assertEquals(new FixedTimestep(10, {}).step, 10);
    new GameLoop(Object.assign(() => {}, game), systemClock, Object.assign([], { minDelta: 5 }));
    new StopWatch(Object.assign(() => {}, { now: () => 0 }));
    new InterpolationBuffer(new Float32Array(3));
    assertThrows(() => presets.rateLimited("5" as never), TypeError);
  });
});
