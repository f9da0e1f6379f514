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

/** The argument as the message names it, the kind it must have, and how it is passed. */
type Row = [name: string, kind: string, make: Make];

/** Members of an object, such as options: how it is given, and the kinds of its members. */
function members(make: (object: never) => unknown, kinds: Record<string, string>, of = ""): Row[] {
  return Object.entries(kinds).map(([name, kind]) => [
    of + name,
    kind,
    (value) => make({ [name]: value } as never),
  ]);
}

const loop = (game: object, clock: object = systemClock, options?: object): GameLoop =>
  new GameLoop(game as never, clock as never, options);
const drive = (sleeper: object, signal?: object): Promise<unknown> =>
  loop(game).run(sleeper as never, signal as never);
const show = (scheduler: object, signal?: object): Promise<unknown> =>
  loop(game).runFrames(scheduler as never, signal as never);
const deadlines = new DeadlineGovernor(10);

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
    ...members((o) => loop(game, systemClock, o), {
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
  ["set GameLoop", [["timeScale", "a number", (v) => loop(game).timeScale = v]]],
  ["nudge GameLoop", [["ms", "a number", (v) => loop(game).nudge(v)]]],
  ["pause GameLoop", [["mode", '"soft" or "hard"?', (v) => loop(game).pause(v)]]],
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
  ): [string, Row[]] => [`make preset ${name}`, [["dt", "a number", presets[name]]]]),
  ["make preset variable", [
    ["min", "a number", (v) => presets.variable(v, 10)],
    ["max", "a number", (v) => presets.variable(10, v)],
  ]],
  ["create FixedTimestep", [
    ["step", "a number", (v) => new FixedTimestep(v)],
    ["options", "an object?", (v) => new FixedTimestep(10, v)],
    ...members((o) => new FixedTimestep(10, o), {
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
    ...members((o) => new TimeSmoother(o), {
      samples: "a number?",
      averagePeriod: "a number?",
      maxElapsed: "a number?",
      window: '"count" or "sum" or "all"?',
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
    ...members((o) => new FrameStatistics(20, 0, o), {
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
    ...members((o) => new CompensatingGovernor(10, o), {
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
    ["frequency", "a number", (v) => loop(game).setRate(v)],
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
    ...members((o) => preciseSleeper(o), {
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
    ...members((o) => measureResolution({ now: () => 0 }, o), {
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
    ...members((o: object) => periodic(systemClock, sleeper, { period: 1, ...o }, task), {
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

const MOST = "be at most 2^24";
const WHOLE = "be a positive integer";
const LIMIT = "not be negative";
const SPAN = "be finite and not negative";
const PERIOD = "be positive and finite";
const NONE = [0, -1, NaN, Infinity];

/** Values out of range: of which argument, what they must, the values, and how they are passed. */
type Range = [name: string, must: string, values: unknown[], make: Make];

/** The same for an option. */
function option(
  make: (options: never) => unknown,
  name: string,
  must: string,
  values: unknown[],
): Range {
  return [name, must, values, (value) => make({ [name]: value } as never)];
}

const { rateLimited, variable } = presets;
const ten = (o: object): GameLoop => loop(game, systemClock, { minDelta: 10, maxDelta: 10, ...o });
const step = (o: object): FixedTimestep => new FixedTimestep(10, o);
const sleeps = (o: object): unknown => preciseSleeper(o);
const count = (o: object): unknown => new FrameStatistics(1, 0, o);
const excess = (o: object): unknown => new CompensatingGovernor(10, o);
const measure = (o: object): unknown => measureResolution({ now: () => 0 }, o);
const repeat = (o: object): unknown => periodic(systemClock, sleeper, { period: 1, ...o }, task);
const smooth = (o: object): unknown => new TimeSmoother(o);
const words = (...all: string[]): string => `be ${all.map((word) => `"${word}"`).join(" or ")}`;

const ranges: [doing: string, Range[]][] = [
  ["create GameLoop", [
    option(loop.bind(null, game, systemClock), "minDelta", SPAN, [-1, NaN, Infinity]),
    option(ten, "maxDelta", "be positive and at least minDelta (10)", [0, NaN, 5]),
    option(ten, "maxUpdateDelay", LIMIT, [-1, NaN]),
    option(ten, "maxDrawDelay", LIMIT, [-1, NaN]),
    option(ten, "maxSkippedDraws", LIMIT, [-1, NaN]),
    option(ten, "maxUpdatesPerPump", "be at least 1", [0, 0.9, NaN]),
    option(ten, "noDelaysPerYield", "be at least 1", [0, NaN]),
    option(ten, "regularize", words("off", "auto"), ["x"]),
  ]],
  ["set GameLoop", [["timeScale", SPAN, [-1, NaN, Infinity], (v) => ten({}).timeScale = v]]],
  ["nudge GameLoop", [["ms", "be finite", [NaN, Infinity], (v) => ten({}).nudge(v)]]],
  ["convert frequency", [
    ["frequency", PERIOD, [...NONE, -Infinity], hz],
    ["frequency", PERIOD, NONE, (v) => ten({}).setRate(v)],
    ["frequency", PERIOD, [0], (v) => new SamplerGovernor(v)],
  ]],
  ...(["rateLimited", "frameSkipping", "advanced", "slowDown"] as const).map((
    name,
  ): [string, Range[]] => [`make preset ${name}`, [["dt", PERIOD, NONE, presets[name]]]]),
  ["make preset variable", [
    ["min", SPAN, [NaN, -1, Infinity], (v) => variable(v, 10)],
    ["max", "be positive and at least min", [NaN, 4], (v) => variable(5, v)],
    ["max", "be positive and at least min", [0], (v) => variable(0, v)],
  ]],
  ["create FixedTimestep", [
    ["step", PERIOD, NONE, (v) => new FixedTimestep(v)],
    option(step, "maxFrame", "be positive", [0, NaN]),
    option(step, "maxSteps", `${WHOLE} or Infinity`, [1.5, 0, -1, -Infinity, NaN]),
    option(step, "regularize", words("off", "auto"), ["on"]),
  ]],
  ["create Regularizer", [["step", PERIOD, NONE, (v) => new Regularizer(v)]]],
  ["create FrameLimiter", [["period", PERIOD, NONE, (v) => new FrameLimiter(v)]]],
  ["create FrameStatistics", [
    ["period", PERIOD, NONE, (v) => new FrameStatistics(v, 0)],
    ["start", "be finite", [NaN, Infinity], (v) => new FrameStatistics(1, v)],
    option(count, "interval", PERIOD, NONE),
    option(count, "averaging", WHOLE, [0, 1.5]),
    option(count, "averaging", MOST, [2 ** 40]),
    option(count, "history", WHOLE, [1.5]),
    option(count, "history", MOST, [2 ** 24 + 1]),
    ["percentiles[0]", "be from 0 to 100", [101, -1, NaN], (v) => count({ percentiles: [v] })],
  ]],
  ["create precise sleeper", [
    // A hard pause sleeps until it is woken: with an infinite margin it would block for ever.
    option(sleeps, "timerMargin", SPAN, [-1, NaN, Infinity]),
    option(sleeps, "waitMargin", SPAN, [-1, NaN, Infinity]),
    option(sleeps, "maxSpin", LIMIT, [-0.1, NaN]),
  ]],
  ["create CompensatingGovernor", [
    ["period", PERIOD, NONE, (v) => new CompensatingGovernor(v)],
    option(excess, "noDelaysPerYield", WHOLE, [0]),
    option(excess, "maxFrameSkips", "be a non-negative integer", [-1, 1.5]),
    option(excess, "maxExcess", LIMIT, [-1, NaN]),
  ]],
  ["create DeadlineGovernor", [
    ["period", PERIOD, NONE, (v) => new DeadlineGovernor(v)],
    ["maxLag", LIMIT, [-1, NaN], (v) => new DeadlineGovernor(10, v)],
  ]],
  ["create FixedDelayGovernor", [["delay", PERIOD, NONE, (v) => new FixedDelayGovernor(v)]]],
  ["create SamplerGovernor", [
    [
      "samplePeriod",
      "be finite and at least two periods (40)",
      [39.9, Infinity],
      (v) => new SamplerGovernor(50, v),
    ],
    ["averagingSamplesMax", WHOLE, [0], (v) => new SamplerGovernor(50, 3000, v)],
  ]],
  ["create WindowedGovernor", [
    ["period", PERIOD, NONE, (v) => new WindowedGovernor(v)],
    ["maxWindowSize", WHOLE, [0, 1.5], (v) => new WindowedGovernor(10, v)],
    ["maxWindowSize", MOST, [1e300], (v) => new WindowedGovernor(10, v)],
    ["resetTime", PERIOD, [0, Infinity], (v) => new WindowedGovernor(10, 5, v)],
  ]],
  ["create TimeSmoother", [
    option(smooth, "samples", "be a power of two", [48, 0, 0.5, -4, 3, Infinity, NaN, 2 ** 50 + 1]),
    option(smooth, "samples", MOST, [2 ** 40]),
    option(smooth, "averagePeriod", "be positive", [0]),
    option(smooth, "maxElapsed", "be positive", [NaN]),
    option(smooth, "window", words("count", "sum", "all"), ["some"]),
    option(smooth, "gain", "be above 0 and at most 1", [2, 0, -1]),
  ]],
  ["measure resolution", [
    option(measure, "samples", WHOLE, [0]),
    option(measure, "maxReads", WHOLE, [1.5]),
    option(measure, "maxTime", "be positive", [NaN]),
  ]],
  ["measure sleep accuracy", [
    ["repeats", WHOLE, [0], (v) => sleepAccuracy(systemClock, sleeper, [], v)],
  ]],
  ["create periodic task", [
    option(repeat, "period", PERIOD, NONE),
    option(repeat, "delay", SPAN, [-1, Infinity]),
    option(repeat, "mode", words("fixedRate", "fixedDelay"), ["x"]),
    option(repeat, "anchor", words("start", "end"), ["x"]),
    option(repeat, "catchUp", words("all", "coalesce"), ["x"]),
    option(repeat, "maxBurst", WHOLE, [0]),
    option(repeat, "maxCatchUp", WHOLE, [0, 1.5]),
  ]],
  ["create VirtualTime", [["start", "be finite", [NaN], (v) => new VirtualTime(v)]]],
  ["advance VirtualTime", [["ms", SPAN, [-1, Infinity], (v) => new VirtualTime().advance(v)]]],
  ["schedule VirtualTime event", [["t", "be finite", [NaN], (v) => new VirtualTime().at(v, task)]]],
  ["run VirtualTime", [["until", "be finite", [Infinity], (v) => new VirtualTime().run(v)]]],
];

describe("arguments out of range", () => {
  for (const [doing, rows] of ranges) {
    it(`are refused with a RangeError that names them: ${doing}`, async () => {
      for (const [name, must, values, make] of rows) {
        for (const value of values) {
          const message = `Cannot ${doing}: ${name} is ${value}, must ${must}`;
          await assertRejects(async () => await make(value as never), RangeError, message);
        }
      }
    });
  }

  it("are not those at its ends", () => {
    assertEquals([hz(80), WindowedGovernor.ofFrequency(80).period], [12.5, 12.5]);
    rateLimited(5e-324);
    variable(0, Infinity);
    ten({ maxUpdatesPerPump: 1, noDelaysPerYield: 1, maxUpdateDelay: 0, maxDrawDelay: 0 });
    step({ maxFrame: Infinity, maxSteps: 1 });
    count({ percentiles: [0, 100], history: 1, averaging: 1 });
    smooth({ gain: 1, samples: 1, maxElapsed: Infinity });
    sleeps({ timerMargin: 0, waitMargin: 0, maxSpin: 0 });
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
