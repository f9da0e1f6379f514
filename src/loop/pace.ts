/**
 * The two ways for a `GameLoop` to wait for its next turn: a sleeper, or the frames of a display.
 *
 * @module
 */
import type { FrameScheduler } from "./frame_scheduler.ts";
import type { Sleeper } from "./sleeper.ts";

/** How often a clock that has not shown a number yet is read, in ms. */
const AWAIT_CLOCK = 1;
/** The most readings in one poll, in case the clock stands still. */
const MAX_POLLS = 1e5;
/** The most macrotasks before a sleep is tried again, for the same reason. They take 1–2 ms. */
const MAX_YIELDS = 1000;

/** The loop, as its pace sees it. */
export interface Paced {
  /**
   * The ms until its next turn, by a new reading of its clock: not positive if it is due,
   * `Infinity` while it rests, `NaN` while the clock shows no number.
   */
  left(): number;
  /** Begins a frame; says whether it has a turn. */
  frame(timestamp: number): boolean;
  /** Runs a turn, at once but for what it awaits. */
  turn(): Promise<void>;
  /** Whether it wants no frames. */
  readonly resting: boolean;
}

/**
 * Waits for the next turn and runs it.
 *
 * @param loop Whose turn
 * @param woken Ends the wait early
 */
export type Pace = (loop: Paced, woken: AbortSignal) => Promise<void>;

/** Waits with a sleeper, and lets the host have its turn after `sleepless` turns without a sleep. */
export function sleeperPace(sleeper: Sleeper, sleepless: number): Pace {
  const { approach, lead = 0 } = sleeper;
  let begun = false;
  let turns = 0;

  /**
   * Reads the clock until the turn is due, if that is no more than about `lead` away. This keeps
   * the code that runs next in the caches.
   */
  const poll = (loop: Paced): void => {
    for (let reads = 0; reads < MAX_POLLS; reads++) {
      const left = loop.left();
      if (!(left > 0 && left <= 2 * lead)) return;
    }
  };

  const wait = async (loop: Paced, woken: AbortSignal): Promise<void> => {
    const left = loop.left();
    if (!begun && left <= 0) {
      // The first turn comes at once.
    } else if (left > 0 && left < Infinity && approach !== undefined) {
      turns = 0;
      await approach.call(sleeper, left, woken);
      // The rest passes in macrotasks. If more is left than the sleeper leaves, it is slept: the
      // game's clock may be slower than the sleeper's.
      let rest = loop.left();
      for (let n = 0; rest > 0 && rest <= 2 * lead && n < MAX_YIELDS && !woken.aborted; n++) {
        await sleeper.yield();
        rest = loop.left();
      }
    } else {
      if (left > lead || Number.isNaN(left)) {
        turns = 0;
        await sleeper.sleep(Number.isNaN(left) ? AWAIT_CLOCK : left - lead, woken);
      } else if (++turns >= sleepless) {
        turns = 0;
        await sleeper.yield();
      }
      poll(loop);
    }
  };
  return async (loop, woken) => {
    await wait(loop, woken);
    begun = true;
    await loop.turn();
  };
}

/**
 * Waits for the next frame of a display, and runs the turn in its callback. A loop that rests asks for
 * no frames.
 */
export function framePace(scheduler: FrameScheduler): Pace {
  return (loop, woken) =>
    new Promise<void>((resolve, reject) => {
      let id: number | null = null;
      let over = false;
      const end = (result?: Promise<void>): void => {
        over = true;
        woken.removeEventListener("abort", wake);
        resolve(result);
      };
      const wake = (): void => {
        if (id !== null) scheduler.cancel(id);
        end();
      };
      woken.addEventListener("abort", wake);
      if (loop.resting) return;
      try {
        id = scheduler.request((timestamp) => {
          // A display may call although it has been told not to.
          if (over) return;
          id = null;
          woken.removeEventListener("abort", wake);
          try {
            end(loop.frame(timestamp) ? loop.turn() : undefined);
          } catch (error) {
            reject(error);
          }
        });
      } catch (error) {
        woken.removeEventListener("abort", wake);
        reject(error);
      }
    });
}
