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

/** What callbacks cost in ms: the same each time, or the n-th call's. */
export interface Costs {
  update?: number | ((n: number) => number);
  draw?: number | ((n: number) => number);
}

/** Makes a loop in simulated time. */
export function rig(options: GameLoopOptions, costs: Costs = {}, more: Partial<Game> = {}): Rig {
  const time = new VirtualTime();
  const log: string[] = [];
  const deltas: number[] = [];
  const alphas: number[] = [];
  const dropped: number[] = [];
  const spend = (cost: Costs["update"], n: number): void =>
    time.advance(typeof cost === "function" ? cost(n) : cost ?? 0);
  const at = (): string => String(Math.round(time.real * 1000) / 1000);
  const game: Game = {
    startup: () => {
      log.push(`s@${at()}`);
      return more.startup?.();
    },
    update: (delta, simTime) => {
      log.push(`u@${at()}`);
      deltas.push(delta);
      spend(costs.update, deltas.length);
      return more.update?.(delta, simTime);
    },
    draw: (alpha) => {
      log.push(`d@${at()}`);
      alphas.push(alpha);
      spend(costs.draw, alphas.length);
      return more.draw?.(alpha);
    },
    shutdown: () => {
      log.push(`e@${at()}`);
      return more.shutdown?.();
    },
  };
  for (const name of ["begin", "end", "onError"] as const) {
    if (more[name] !== undefined) Object.assign(game, { [name]: more[name] });
  }
  const onResync = (d: number): void => {
    dropped.push(d);
    options.onResync?.(d);
  };
  const all = { ...options, onResync };
  return { time, loop: new GameLoop(game, time, all), log, deltas, alphas, dropped };
}

type Ended = Promise<StopReason>;

/** Runs by timers until a time, and stops. */
export async function runFor(r: Rig, until: number, sleeper: Sleeper = r.time): Promise<void> {
  await stopAt(r, r.loop.run(sleeper), until);
}

/** Runs by frames until a time, and stops. */
export async function runFrames(
  r: Rig,
  until: number,
  display: FrameScheduler = r.time,
): Promise<void> {
  await stopAt(r, r.loop.runFrames(display), until);
}

async function stopAt(r: Rig, ended: Ended, until: number): Promise<void> {
  await r.time.run(until);
  r.loop.stop();
  // A callback may be under way, or a sleep on the ticks of a coarse timer.
  await r.time.run(Math.max(until, r.time.real) + 1000);
  assertEquals(await ended, "stopped");
}

/** Runs for a while, stops, and returns the log without startup and shutdown. */
export async function trace(r: Rig, until: number): Promise<string> {
  await runFor(r, until);
  assertEquals(r.log[0][0] + r.log[r.log.length - 1][0], "se");
  return r.log.slice(1, -1).join(" ");
}

/** The calls of one kind, with their times. */
export function only(r: Rig, kind: string, after = -Infinity): string {
  return r.log.filter((c) => c[0] === kind && Number(c.slice(2)) > after).join(" ");
}

/** The calls without their times. */
export function calls(r: Rig): string {
  return r.log.map((c) => c[0]).join("");
}

/** The display of a rig with other timestamps. */
export function shows(r: { time: VirtualTime }, stamp: (t: number) => number): FrameScheduler {
  return {
    request: (callback): number => r.time.request((t) => callback(stamp(t))),
    cancel: (id): void => r.time.cancel(id),
  };
}

/** A display whose frames come when they are shown, without any time. */
export class Slides implements FrameScheduler {
  #next: ((t: number) => void) | null = null;

  request(callback: (t: number) => void): number {
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

/** Runs a loop until a time, and stops it. */
export async function during(
  loop: GameLoop,
  driver: "run" | "runFrames",
  pace: Sleeper & FrameScheduler | Sleeper | FrameScheduler,
  time: VirtualTime,
  until: number,
): Promise<void> {
  const ended = loop[driver](pace as Sleeper & FrameScheduler);
  await time.run(until);
  loop.stop();
  await time.run(Math.max(until, time.real) + 1000);
  assertEquals(await ended, "stopped");
}
