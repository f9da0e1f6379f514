/**
 * Simulated time for tests of loops: exact, repeatable, and without waiting.
 *
 * {@linkcode VirtualTime} is a clock, a sleeper and a display, so it can stand in for all three in
 * everything that `@narrowphase/gjk2d/loop` exports.
 *
 * @example A naive loop on the clock of Windows 98
 * ```ts
 * import { VirtualTime } from "@narrowphase/gjk2d/loop/testing";
 *
 * const time = new VirtualTime();
 * time.quantum = 55; // ms
 *
 * let frames = 0;
 * async function naive(period: number): Promise<void> {
 *   while (true) {
 *     const before = time.now();
 *     time.advance(3); // the frame's work
 *     frames++;
 *     const left = period - (time.now() - before);
 *     await time.sleep(left > 0 ? left : 5);
 *   }
 * }
 * naive(1000 / 85);
 * await time.run(1000);
 * if (frames !== 71) throw new Error(`${frames} frames a second instead of 85`);
 * ```
 *
 * @module
 */
export { VirtualTime } from "./virtual_time.ts";
export type { Clock } from "./clock.ts";
export type { FrameScheduler } from "./frame_scheduler.ts";
export type { Sleeper } from "./sleeper.ts";
