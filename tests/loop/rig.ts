/**
 * A loop in simulated time, and what its tests share.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import {
  type FrameScheduler,
  type Game,
  GameLoop,
  type GameLoopOptions,
  type Sleeper,
  type StopReason,
} from "@narrowphase/gjk2d/loop";
import { VirtualTime } from "@narrowphase/gjk2d/loop/testing";

/** A game in simulated time that notes what is called. */
export interface Rig {
  time: VirtualTime;
  loop: GameLoop;
  /** What was called: `s`tartup, `u`pdate, `d`raw, shutdown `e`nd, each with the time. */
  log: string[];
  deltas: number[];
  alphas: number[];
  dropped: number[];
}

/** What a game runs in. */
export interface World {
  /** What callbacks cost in ms: the same each time, or the n-th call's. */
  update?: number | ((n: number) => number);
  draw?: number | ((n: number) => number);
  /** What the clock of the loop shows, if that is not the time. */
  clock?: (time: VirtualTime) => number;
  /** The time at the start. */
  start?: number;
  /** From frame to frame of the display, in ms. */
  refresh?: number;
}

/** Makes a loop in simulated time. */
export function rig(options: GameLoopOptions, world: World = {}, more: Partial<Game> = {}): Rig {
  const time = new VirtualTime(world.start);
  time.refresh = world.refresh ?? time.refresh;
  const log: string[] = [];
  const deltas: number[] = [];
  const alphas: number[] = [];
  const dropped: number[] = [];
  const note = (kind: string): void =>
    void log.push(`${kind}@${Math.round(time.real * 1000) / 1000}`);
  const spend = (cost: World["update"], n: number): void =>
    time.advance(typeof cost === "function" ? cost(n) : cost ?? 0);
  const game: Game = {
    ...more,
    startup: () => {
      note("s");
      return more.startup?.();
    },
    update: (delta, simTime) => {
      note("u");
      deltas.push(delta);
      spend(world.update, deltas.length);
      return more.update?.(delta, simTime);
    },
    draw: (alpha) => {
      note("d");
      alphas.push(alpha);
      spend(world.draw, alphas.length);
      return more.draw?.(alpha);
    },
    shutdown: () => {
      note("e");
      return more.shutdown?.();
    },
  };
  const onResync = (ms: number): void => {
    dropped.push(ms);
    options.onResync?.(ms);
  };
  const { clock } = world;
  const now = clock === undefined ? time : { now: () => clock(time) };
  const loop = new GameLoop(game, now, { ...options, onResync });
  return { time, loop, log, deltas, alphas, dropped };
}

/** By timers, or by the frames of a display. */
export const DRIVERS = ["run", "runFrames"] as const;
type Driver = (typeof DRIVERS)[number];

/** Starts a loop. What it rejects with may be looked at later. */
export function start(
  r: Rig,
  driver: Driver,
  signal?: AbortSignal,
  pace: Sleeper | FrameScheduler = r.time,
): Promise<StopReason> {
  const ended = r.loop[driver](pace as Sleeper & FrameScheduler, signal);
  ended.catch(() => {});
  return ended;
}

/** Runs until a time, and stops. */
export async function play(
  r: Rig,
  driver: Driver,
  until: number,
  pace?: Sleeper | FrameScheduler,
): Promise<void> {
  const ended = start(r, driver, undefined, pace);
  await r.time.run(until);
  r.loop.stop();
  // A callback may be under way, or a sleep on the ticks of a coarse timer.
  await r.time.run(Math.max(until, r.time.real) + 1000);
  assertEquals(await ended, "stopped");
}

/** Runs by timers until a time, and stops. */
export function runFor(r: Rig, until: number, sleeper?: Sleeper): Promise<void> {
  return play(r, "run", until, sleeper);
}

/** Runs by frames until a time, and stops. */
export function runFrames(r: Rig, until: number, display?: FrameScheduler): Promise<void> {
  return play(r, "runFrames", until, display);
}

/** Runs for a while, stops, and returns the log without startup and shutdown. */
export async function trace(r: Rig, until: number): Promise<string> {
  await runFor(r, until);
  assertEquals(r.log[0][0] + r.log[r.log.length - 1][0], "se");
  return r.log.slice(1, -1).join(" ");
}

/** The calls of one kind after a time, with their times. */
export function only(r: Rig, kind: string, after = -Infinity): string {
  return r.log.filter((c) => c[0] === kind && Number(c.slice(2)) > after).join(" ");
}

/** The times of the calls of one kind. */
export function times(r: Rig, kind: string): number[] {
  return r.log.filter((c) => c[0] === kind).map((c) => Number(c.slice(2)));
}

/** The calls without their times. */
export function calls(r: Rig): string {
  return r.log.map((c) => c[0]).join("");
}

/** From each number to the next. */
export function gaps(numbers: readonly number[]): number[] {
  return numbers.slice(1).map((n, i) => n - numbers[i]);
}

/** Throws an error. */
export function fail(error: unknown = new Error("boom")): () => never {
  return () => {
    throw error;
  };
}

/** A sleeper of a time that counts what it is asked for. */
export interface Counting extends Sleeper {
  asked: number[];
  yields: number;
  /** `s` for each sleep and `y` for each yield. */
  order: string;
}

/** Makes one; a yield costs some ms. */
export function counting(time: VirtualTime, more: Partial<Sleeper> = {}, cost = 0): Counting {
  const counted: Counting = {
    asked: [],
    yields: 0,
    order: "",
    sleep(ms, signal) {
      counted.asked.push(ms);
      counted.order += "s";
      return time.sleep(ms, signal);
    },
    yield() {
      counted.yields++;
      counted.order += "y";
      time.advance(cost);
      return time.yield();
    },
    ...more,
  };
  return counted;
}

/** A signal, and how many listeners it has more than at first. */
export function watched(): { controller: AbortController; listeners(): number } {
  const controller = new AbortController();
  const { signal } = controller;
  let listeners = 0;
  for (const [name, change] of [["addEventListener", 1], ["removeEventListener", -1]] as const) {
    const own = signal[name].bind(signal) as (...args: unknown[]) => void;
    signal[name] = (...args: unknown[]): void => {
      listeners += change;
      own(...args);
    };
  }
  return { controller, listeners: () => listeners };
}

type Frame = (timestamp: number) => void;

/** The display of a time, asked in another way. */
export function display(
  { time }: { time: VirtualTime },
  request: (callback: Frame) => number,
): FrameScheduler {
  return { request, cancel: (id) => time.cancel(id) };
}

/** The display of a rig with other timestamps. */
export function shows(r: { time: VirtualTime }, stamp: (t: number) => number): FrameScheduler {
  return display(r, (callback) => r.time.request((t) => callback(stamp(t))));
}

/** A display whose frames come when they are shown, without any time. */
export class Slides implements FrameScheduler {
  #next: Frame | null = null;

  request(callback: Frame): number {
    this.#next = callback;
    return 1;
  }

  cancel(): void {}

  /** Shows a frame once it is asked for. */
  async show(timestamp: number): Promise<void> {
    for (let i = 0; this.#next === null && i < 100; i++) await null;
    const next = this.#next;
    this.#next = null;
    next?.(timestamp);
  }
}

/** A page that hides and shows. */
export class Page extends EventTarget {
  constructor(public hidden: boolean) {
    super();
  }

  readonly show = (hidden: boolean) => (): void => {
    this.hidden = hidden;
    this.dispatchEvent(new Event("visibilitychange"));
  };
}

/** A clock that shows the given readings, then repeats the last. */
export function scripted(...readings: number[]): { now(): number; reads: number } {
  return {
    reads: 0,
    now(): number {
      return readings[Math.min(this.reads++, readings.length - 1)];
    },
  };
}

/** Runs a test with other global values, and puts back what was there. */
export async function withGlobals<T>(
  values: Record<string, unknown>,
  test: () => T | Promise<T>,
): Promise<T> {
  const names = Object.keys(values);
  const saved = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));
  try {
    for (const name of names) {
      Object.defineProperty(globalThis, name, {
        value: values[name],
        configurable: true,
        writable: true,
      });
    }
    return await test();
  } finally {
    names.forEach((name, i) => {
      const descriptor = saved[i];
      if (descriptor === undefined) delete (globalThis as Record<string, unknown>)[name];
      else Object.defineProperty(globalThis, name, descriptor);
    });
  }
}
