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

/** What a value of the right kind must do besides, and values that do not. */
type Limit = readonly [must: string, values: readonly unknown[]];

/** The argument as the message names it, the kind it must have, how it is passed, and its limits. */
type Row = [name: string, kind: string, make: Make, ...limits: Limit[]];

/** Members of an object, such as options: how it is given, and the kinds and limits of its members. */
function members(
  make: (object: never) => unknown,
  kinds: Record<string, string | readonly [kind: string, ...limits: Limit[]]>,
  of = "",
): Row[] {
  return Object.entries(kinds).map(([name, given]) => {
    const [kind, ...limits] = typeof given === "string" ? [given] : given;
    return [of + name, kind, (value) => make({ [name]: value } as never), ...limits];
  });
}

const words = (...all: string[]): string => all.map((word) => `"${word}"`).join(" or ");
/** A word of some, and that "x" is none. */
const word = (...all: string[]) => [`${words(...all)}?`, [`be ${words(...all)}`, ["x"]]] as const;

const NONE = [0, -1, NaN, Infinity];
const PERIOD: Limit = ["be positive and finite", NONE];
const SPAN: Limit = ["be finite and not negative", [-1, NaN, Infinity]];
const LIMIT: Limit = ["not be negative", [-1, NaN]];
const POSITIVE: Limit = ["be positive", [0, NaN]];
const WHOLE: Limit = ["be a positive integer", [0, 1.5]];
const MOST: Limit = ["be at most 2^24", [2 ** 24 + 1, 1e300]];

const loop = (game: object, clock: object = systemClock, options?: object): GameLoop =>
  new GameLoop(game as never, clock as never, options);
const ten = (options: object): GameLoop =>
  loop(game, systemClock, { minDelta: 10, maxDelta: 10, ...options });
const drive = (sleeper: object, signal?: object): Promise<unknown> =>
  loop(game).run(sleeper as never, signal as never);
const show = (scheduler: object, signal?: object): Promise<unknown> =>
  loop(game).runFrames(scheduler as never, signal as never);
const deadlines = new DeadlineGovernor(10);
const frozen = { now: () => 0 };

const table: [doing: string, Row[]][] = [
  ["create GameLoop", [
    ["game", "an object", (v) => loop(v)],
    ...members((o: object) => loop({ ...game, ...o }), {
      update: "a function",
      draw: "a function",
      startup: "a function?",
      begin: "a function?",
      end: "a function?",
      shutdown: "a function?",
      onError: "a function?",
    }, "game."),
    ["clock", "an object", (v) => new GameLoop(game, v)],
    ["clock.now", "a function", (v) => loop(game, { now: v })],
    ["options", "an object?", (v) => loop(game, systemClock, v)],
    ...members(ten, {
      minDelta: ["a number?", SPAN],
      maxDelta: ["a number?", ["be positive and at least minDelta (10)", [0, NaN, 5]]],
      maxUpdateDelay: ["a number?", LIMIT],
      maxDrawDelay: ["a number?", LIMIT],
      maxSkippedDraws: ["a number?", LIMIT],
      maxUpdatesPerPump: ["a number?", ["be at least 1", [0, 0.9, NaN]]],
      noDelaysPerYield: ["a number?", ["be at least 1", [0, NaN]]],
      drawEveryFrame: "true or false?",
      pauseWhenHidden: "an object?",
      regularize: word("off", "auto"),
      onResync: "a function?",
      onOverrun: "a function?",
      meter: "an object?",
    }),
    ...members(
      (o: object) => {
        const page = { hidden: false, addEventListener() {}, removeEventListener() {}, ...o };
        return loop(game, systemClock, { pauseWhenHidden: page });
      },
      { addEventListener: "a function", removeEventListener: "a function" },
      "pauseWhenHidden.",
    ),
  ]],
  ["set GameLoop", [["timeScale", "a number", (v) => loop(game).timeScale = v, SPAN]]],
  ["nudge GameLoop", [
    ["ms", "a number", (v) => loop(game).nudge(v), ["be finite", [NaN, Infinity]]],
  ]],
  ["pause GameLoop", [
    ["mode", '"soft" or "hard"?', (v) => loop(game).pause(v), [`be ${words("soft", "hard")}`, [
      "x",
    ]]],
  ]],
  ["run GameLoop", [
    ["sleeper", "an object", drive],
    ["sleeper.sleep", "a function", (v) => drive({ ...sleeper, sleep: v })],
    ["sleeper.yield", "a function", (v) => drive({ ...sleeper, yield: v })],
    ["signal", "an object?", (v) => drive(sleeper, v)],
    ["scheduler", "an object", show],
    ["scheduler.request", "a function", (v) => show({ request: v, cancel() {} })],
    ["scheduler.cancel", "a function", (v) => show({ request: () => 0, cancel: v })],
    ["signal", "an object?", (v) => show(new VirtualTime(), v)],
  ]],
  ["govern loop", [
    ["governor", "an object", (v) => govern(v, systemClock, sleeper)],
    ["clock", "an object", (v) => govern(deadlines, v, sleeper)],
    ["sleeper", "an object", (v) => govern(deadlines, systemClock, v)],
    ["signal", "an object?", (v) => govern(deadlines, systemClock, sleeper, v)],
  ]],
  ["run governed loop", [
    ["game", "an object", (v) => runGoverned(v, deadlines, systemClock, sleeper)],
    ["governor", "an object", (v) => runGoverned(stopped, v, systemClock, sleeper)],
    ["clock", "an object", (v) => runGoverned(stopped, deadlines, v, sleeper)],
    ["sleeper", "an object", (v) => runGoverned(stopped, deadlines, systemClock, v)],
    ["signal", "an object?", (v) => runGoverned(stopped, deadlines, systemClock, sleeper, v)],
  ]],
  ...(["rateLimited", "frameSkipping", "advanced", "slowDown"] as const).map((
    name,
  ): [string, Row[]] => [`make preset ${name}`, [["dt", "a number", presets[name], PERIOD]]]),
  ["make preset variable", [
    ["min", "a number", (v) => presets.variable(v, 10), SPAN],
    ["max", "a number", (v) => presets.variable(5, v), [
      "be positive and at least min",
      [NaN, 0, 4],
    ]],
    ["max", "a number", (v) => presets.variable(0, v), ["be positive and at least min", [0]]],
  ]],
  ["create FixedTimestep", [
    ["step", "a number", (v) => new FixedTimestep(v), PERIOD],
    ["options", "an object?", (v) => new FixedTimestep(10, v)],
    ...members((o) => new FixedTimestep(10, o), {
      maxFrame: ["a number?", POSITIVE],
      maxSteps: ["a number?", [`${WHOLE[0]} or Infinity`, [1.5, 0, -1, -Infinity, NaN]]],
      regularize: word("off", "auto"),
    }),
  ]],
  ["advance FixedTimestep", [
    ["elapsed", "a number", (v) => new FixedTimestep(10).advance(v, () => {})],
    ["onStep", "a function", (v) => new FixedTimestep(10).advance(10, v)],
  ]],
  ["create Regularizer", [["step", "a number", (v) => new Regularizer(v), PERIOD]]],
  ["regularize frame time", [["elapsed", "a number", (v) => new Regularizer(10).next(v)]]],
  ["create TimeSmoother", [
    ["options", "an object?", (v) => new TimeSmoother(v)],
    ...members((o) => new TimeSmoother(o), {
      samples: [
        "a number?",
        ["be a power of two", [48, 0, 0.5, -4, 3, Infinity, NaN, 2 ** 50 + 1]],
        ["be at most 2^24", [2 ** 40]],
      ],
      averagePeriod: ["a number?", POSITIVE],
      maxElapsed: ["a number?", POSITIVE],
      window: [
        '"count" or "sum" or "all"?',
        [`be ${words("count", "sum", "all")}`, ["some"]],
      ],
      conserve: "true or false?",
      gain: ["a number?", ["be above 0 and at most 1", [2, 0, -1]]],
      round: "true or false?",
    }),
  ]],
  ["create FrameStatistics", [
    ["period", "a number", (v) => new FrameStatistics(v, 0), PERIOD],
    ["start", "a number", (v) => new FrameStatistics(20, v), ["be finite", [NaN, Infinity]]],
    ["options", "an object?", (v) => new FrameStatistics(20, 0, v)],
    ["percentiles[1]", "a number", (v) => new FrameStatistics(20, 0, { percentiles: [50, v] }), [
      "be from 0 to 100",
      [101, -1, NaN],
    ]],
    ...members((o) => new FrameStatistics(20, 0, o), {
      interval: ["a number?", PERIOD],
      averaging: ["a number?", WHOLE, MOST],
      history: ["a number?", WHOLE, MOST],
      percentiles: "an array?",
    }),
  ]],
  ["create FrameLimiter", [["period", "a number", (v) => new FrameLimiter(v), PERIOD]]],
  ["create FixedDelayGovernor", [["delay", "a number", (v) => new FixedDelayGovernor(v), PERIOD]]],
  ["create DeadlineGovernor", [
    ["period", "a number", (v) => new DeadlineGovernor(v), PERIOD],
    ["maxLag", "a number?", (v) => new DeadlineGovernor(10, v), LIMIT],
  ]],
  ["create CompensatingGovernor", [
    ["period", "a number", (v) => new CompensatingGovernor(v), PERIOD],
    ["options", "an object?", (v) => new CompensatingGovernor(10, v)],
    ...members((o) => new CompensatingGovernor(10, o), {
      noDelaysPerYield: ["a number?", WHOLE],
      maxFrameSkips: ["a number?", ["be a non-negative integer", [-1, 1.5]]],
      maxExcess: ["a number?", LIMIT],
    }),
  ]],
  ["create WindowedGovernor", [
    ["period", "a number", (v) => new WindowedGovernor(v), PERIOD],
    ["maxWindowSize", "a number?", (v) => new WindowedGovernor(10, v), WHOLE, MOST],
    ["resetTime", "a number?", (v) => new WindowedGovernor(10, 100, v), PERIOD],
  ]],
  ["create SamplerGovernor", [
    ["samplePeriod", "a number?", (v) => new SamplerGovernor(50, v), [
      "be finite and at least two periods (40)",
      [39.9, Infinity],
    ]],
    ["averagingSamplesMax", "a number?", (v) => new SamplerGovernor(60, 3000, v), WHOLE],
  ]],
  ["convert frequency", [
    ["frequency", "a number", hz, ["be positive and finite", [...NONE, -Infinity]]],
    ["frequency", "a number", (v) => loop(game).setRate(v), PERIOD],
    ["frequency", "a number", WindowedGovernor.ofFrequency, PERIOD],
    ["frequency", "a number", (v) => new SamplerGovernor(v), PERIOD],
  ]],
  ["create InterpolationBuffer", [["state", "an array", (v) => new InterpolationBuffer(v)]]],
  ["create StopWatch", [
    ["clock", "an object?", (v) => new StopWatch(v)],
    ["clock.now", "a function", (v) => new StopWatch({ now: v })],
  ]],
  ["create precise sleeper", [
    ["options", "an object?", (v) => preciseSleeper(v)],
    // A hard pause sleeps until it is woken: with an infinite margin it would block for ever.
    ...members((o) => preciseSleeper(o), {
      block: "true or false?",
      timerMargin: ["a number?", SPAN],
      waitMargin: ["a number?", SPAN],
      maxSpin: ["a number?", LIMIT],
      yieldPerFrame: "true or false?",
      clock: "an object?",
    }),
  ]],
  ["measure resolution", [
    ["clock", "an object", (v) => measureResolution(v)],
    ["options", "an object?", (v) => measureResolution(frozen, v)],
    ...members((o) => measureResolution(frozen, o), {
      samples: ["a number?", WHOLE],
      maxReads: ["a number?", WHOLE],
      maxTime: ["a number?", POSITIVE],
    }),
  ]],
  ["measure sleep accuracy", [
    ["clock", "an object", (v) => sleepAccuracy(v, sleeper, [])],
    ["sleeper", "an object", (v) => sleepAccuracy(systemClock, v, [])],
    ["delays", "an array?", (v) => sleepAccuracy(systemClock, sleeper, v)],
    ["repeats", "a number?", (v) => sleepAccuracy(systemClock, sleeper, [], v), WHOLE],
    ["signal", "an object?", (v) => sleepAccuracy(systemClock, sleeper, [], 1, v)],
  ]],
  ["create periodic task", [
    ["clock", "an object", (v) => periodic(v, sleeper, { period: 1 }, task)],
    ["sleeper", "an object", (v) => periodic(systemClock, v, { period: 1 }, task)],
    ["options", "an object", (v) => periodic(systemClock, sleeper, v, task)],
    ["task", "a function", (v) => periodic(systemClock, sleeper, { period: 1 }, v)],
    ["signal", "an object?", (v) => periodic(systemClock, sleeper, { period: 1 }, task, v)],
    ["period", "a number", (v) => periodic(systemClock, sleeper, { period: v }, task), PERIOD],
    ...members((o: object) => periodic(systemClock, sleeper, { period: 1, ...o }, task), {
      delay: ["a number?", SPAN],
      mode: word("fixedRate", "fixedDelay"),
      anchor: word("start", "end"),
      catchUp: word("all", "coalesce"),
      maxBurst: ["a number?", WHOLE],
      maxCatchUp: ["a number?", WHOLE],
      onDrop: "a function?",
    }),
  ]],
  ["create VirtualTime", [
    ["start", "a number?", (v) => new VirtualTime(v), ["be finite", [NaN]]],
  ]],
  ["advance VirtualTime", [["ms", "a number", (v) => new VirtualTime().advance(v), SPAN]]],
  ["schedule VirtualTime event", [
    ["t", "a number", (v) => new VirtualTime().at(v, () => {}), ["be finite", [NaN]]],
    ["fn", "a function", (v) => new VirtualTime().at(0, v)],
  ]],
  ["run VirtualTime", [
    ["until", "a number", (v) => new VirtualTime().run(v), ["be finite", [Infinity]]],
  ]],
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

describe("arguments out of range", () => {
  for (const [doing, rows] of table) {
    const limited = rows.filter(([, , , ...limits]) => limits.length > 0);
    if (limited.length === 0) continue;
    it(`are refused with a RangeError that names them: ${doing}`, async () => {
      for (const [name, , make, ...limits] of limited) {
        for (const [must, values] of limits) {
          for (const value of values) {
            const message = `Cannot ${doing}: ${name} is ${value}, must ${must}`;
            await assertRejects(async () => await make(value as never), RangeError, message);
          }
        }
      }
    });
  }

  it("are not those at its ends", () => {
    assertEquals([hz(80), WindowedGovernor.ofFrequency(80).period], [12.5, 12.5]);
    presets.rateLimited(5e-324);
    presets.variable(0, Infinity);
    ten({ maxUpdatesPerPump: 1, noDelaysPerYield: 1, maxUpdateDelay: 0, maxDrawDelay: 0 });
    new FixedTimestep(10, { maxFrame: Infinity, maxSteps: 1 });
    new FrameStatistics(1, 0, { percentiles: [0, 100], history: 1, averaging: 1 });
    new TimeSmoother({ gain: 1, samples: 1, maxElapsed: Infinity });
    preciseSleeper({ timerMargin: 0, waitMargin: 0, maxSpin: 0 });
  });
});

describe("arguments of a wrong kind", () => {
  it("leave a GameLoop as it was: it runs after them", async () => {
    const time = new VirtualTime();
    const loop = new GameLoop(game, time, presets.rateLimited(10));
    // A controller in the place of its signal.
    const controller = new AbortController() as unknown as AbortSignal;
    const message = "Cannot run GameLoop: signal.addEventListener is undefined, must be a function";
    await assertRejects(() => loop.run(time, controller), TypeError, message);
    await assertRejects(() => loop.runFrames(time, controller), TypeError, message);
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
          await assertRejects(async () => await make(value as never), TypeError, message);
          refused++;
        }
        assert(refused >= 5, `${name}: ${refused}`);
      }
    });
  }

  it("are refused with a TypeError that names them: options that are unknown", async () => {
    for (const [doing, rows] of table) {
      for (const [, , make] of rows.filter(([name]) => name === "options")) {
        const message = `Cannot ${doing}: options.nonsense is unknown, must be one of `;
        const act = async (): Promise<unknown> => await make({ nonsense: 1, period: 1 } as never);
        await assertRejects(act, TypeError, message);
      }
    }
  });

  it("are refused with a TypeError that names them: a preset that was not called", () => {
    const make = (): unknown => new GameLoop(game, systemClock, presets.advanced as never);
    const message = "Cannot create GameLoop: options is a function, must be an object";
    assertThrows(make, TypeError, message);
  });

  it("are not the reason to refuse a value of the right kind", () => {
    assertEquals(new FixedTimestep(10, {}).step, 10);
    new GameLoop(Object.assign(() => {}, game), systemClock, Object.assign([], { minDelta: 5 }));
    new StopWatch(Object.assign(() => {}, { now: () => 0 }));
    new InterpolationBuffer(new Float32Array(3));
  });
});
