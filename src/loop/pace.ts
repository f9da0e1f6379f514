/**
 * The two ways for a `GameLoop` to wait for its next turn: a sleeper, or the frames of a display.
 *
 * @module
 */
import type { FrameScheduler } from "./frame_scheduler.ts";
import { resume, type Run } from "./run.ts";
import type { Sleeper } from "./sleeper.ts";

/** How often a clock that has not shown a number yet is read, in ms. */
const AWAIT_CLOCK = 1;
/** The most readings in one poll, in case the clock stands still. */
const MAX_POLLS = 1e5;
/** The most macrotasks before a sleep is tried again, for the same reason. They take 1–2 ms. */
const MAX_YIELDS = 1000;

/**
 * Waits for turns of a run and runs them, at least one. `run.wake` ends a wait early. What it returns
 * rejects with the error that ended the run, or with one of the sleeper or the display.
 */
export type Pace = (run: Run) => () => Promise<void>;

/** Waits with a sleeper, and lets the host have its turn after `sleepless` turns without a sleep. */
export function sleeperPace(sleeper: Sleeper, sleepless: number): Pace {
  const { lead = 0 } = sleeper;
  return (run) => {
    // The first turn comes at once.
    let turns = -1;
    let waking = new AbortController();
    run.wake = (): void => {
      waking.abort();
      waking = new AbortController();
    };
    /** Whether the turn is not due yet, and no more than about `lead` away. */
    const isNear = (): boolean => {
      const left = run.left();
      return left > 0 && left <= 2 * lead;
    };

    return async () => {
      const { signal } = waking;
      const left = run.left();
      if (left > 0 && left < Infinity && sleeper.approach !== undefined) {
        turns = 0;
        await sleeper.approach(left, signal);
        // The rest passes in macrotasks. If more is left than the sleeper leaves, it is slept: the
        // game's clock may be slower than the sleeper's.
        for (let n = 0; isNear() && n < MAX_YIELDS && !signal.aborted; n++) await sleeper.yield();
      } else {
        if (!(left <= lead)) {
          turns = 0;
          await sleeper.sleep(left - lead || AWAIT_CLOCK, signal);
        } else if (++turns >= sleepless) {
          turns = 0;
          await sleeper.yield();
        }
        // The code that runs next is then in the caches.
        for (let reads = 0; reads < MAX_POLLS && isNear(); reads++);
      }
      await resume(run);
    };
  };
}

/**
 * Runs turns in the frames of a display, until a callback returns a promise or the run is woken. A run
 * that rests asks for no frames.
 */
export function framePace(scheduler: FrameScheduler): Pace {
  return (run) => {
    run.time.useFrames();
    return () =>
      new Promise((resolve, reject) => {
        let id: number | undefined;
        const request = (): void => {
          run.wake = wake;
          id = run.resting ? undefined : scheduler.request(frame);
        };
        const wake = (): void => {
          run.wake = null;
          if (id !== undefined) scheduler.cancel(id);
          resolve();
        };
        const frame = (timestamp: number): void => {
          // A display may call although it has been told not to.
          if (run.wake !== wake) return;
          run.wake = null;
          try {
            const wait = run.time.frame(timestamp) ? run.advance() : null;
            if (wait !== null) resolve(resume(run, wait));
            else if (run.reason !== null) resolve();
            else request();
          } catch (error) {
            reject(error);
          }
        };
        request();
      });
  };
}
