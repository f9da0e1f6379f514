import { checkFunction } from "./check.ts";

/**
 * Calls back once per displayed frame, as `requestAnimationFrame` does.
 *
 * @example One frame of a virtual display
 * ```ts
 * import type { FrameScheduler } from "@narrowphase/gjk2d/loop";
 * import { VirtualTime } from "@narrowphase/gjk2d/loop/testing";
 *
 * const time = new VirtualTime();
 * const scheduler: FrameScheduler = time;
 * let stamp = 0;
 * scheduler.request((timestamp) => stamp = timestamp);
 * await time.run(20);
 * if (Math.abs(stamp - 1000 / 60) > 1e-9) throw new Error("unexpected");
 * ```
 */
export interface FrameScheduler {
  /**
   * Asks for one callback at the next frame.
   *
   * @param callback Receives the frame's own timestamp in ms, which is steadier than a clock read
   * inside the callback (p1–p99 in Chromium 16.66–16.67 against 13.45–18.29 ms).
   * @returns A handle for `cancel`.
   */
  request(callback: (timestamp: number) => void): number;
  /**
   * Withdraws a request; unknown handles are ignored.
   *
   * @param id The handle that `request` gave.
   */
  cancel(id: number): void;
}

interface FrameHost {
  requestAnimationFrame: (callback: (timestamp: number) => void) => number;
  cancelAnimationFrame: (id: number) => void;
}

/**
 * The display's own pace through `requestAnimationFrame`, on the main thread or in a dedicated
 * worker that has it.
 *
 * @returns A scheduler over the host's animation frames.
 * @throws {TypeError} If the host has no `requestAnimationFrame` (Deno, Node, some workers); use
 * `GameLoop.run` with `preciseSleeper()` there.
 *
 * @example Fall back where there is no display
 * ```ts
 * import { GameLoop, preciseSleeper, presets, rafScheduler, systemClock } from "@narrowphase/gjk2d/loop";
 *
 * const game = { update() {}, draw() { loop.stop(); } };
 * const loop: GameLoop = new GameLoop(game, systemClock, presets.rateLimited(1000 / 60));
 * await ("requestAnimationFrame" in globalThis
 *   ? loop.runFrames(rafScheduler())
 *   : loop.run(preciseSleeper()));
 * ```
 */
export function rafScheduler(): FrameScheduler {
  const host = globalThis as unknown as FrameHost;
  for (const name of ["requestAnimationFrame", "cancelAnimationFrame"] as const) {
    checkFunction("create frame scheduler", name, host[name]);
  }
  return {
    request: host.requestAnimationFrame.bind(host),
    cancel: host.cancelAnimationFrame.bind(host),
  };
}
