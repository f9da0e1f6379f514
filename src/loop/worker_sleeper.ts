import { macrotask, type Sleeper, timer } from "./sleeper.ts";

/** A sleeper whose waiting is done by a worker; see {@linkcode workerSleeper}. */
export interface WorkerSleeper extends Sleeper {
  /** Whether a worker does the waiting; false where none could be made. */
  readonly active: boolean;
  /** Ends the worker. All sleeps under way resolve at once, later ones use timers. */
  close(): void;
  /** Does what `close` does: for `using`. */
  [Symbol.dispose](): void;
}

/**
 * The worker's code. Times are durations from the arrival of the message, because the clocks of two
 * threads may have different origins. A worker's timers are not clamped to 4 ms when nested and not
 * throttled in hidden tabs. Delays too long for one timer are chained, and the fraction is blocked
 * away where that is allowed. A message without a time cancels a sleep.
 */
const WORKER = `
const timers = new Map();
let cell = null;
try { cell = new Int32Array(new SharedArrayBuffer(4)); Atomics.wait(cell, 0, 0, 0); } catch { cell = null; }
onmessage = ({ data: [id, ms] }) => {
  if (ms === undefined) {
    clearTimeout(timers.get(id));
    timers.delete(id);
    return;
  }
  const deadline = performance.now() + ms;
  const check = () => {
    const left = deadline - performance.now();
    if (left > 2) {
      timers.set(id, setTimeout(check, Math.min(Math.floor(left - 1.5), 0x7fffffff)));
      return;
    }
    timers.delete(id);
    if (cell !== null && left > 0.2) Atomics.wait(cell, 0, 0, left - 0.2);
    while (performance.now() < deadline);
    postMessage(id);
  };
  check();
};
`;

/**
 * A sleeper for pages that must keep their pace while hidden: a worker waits and sends a message.
 *
 * Browsers clamp nested timers of the main thread to 4 ms and run them once a second (or once a
 * minute) in hidden tabs; timers of workers are spared. Costs a thread and 50–120 µs of lateness
 * for the message. Where no worker can be made from a blob (Node, strict content policies) it is
 * a plain `timerSleeper`.
 *
 * @returns A sleeper; `close()` it after use, or declare it with `using`.
 *
 * @example
 * ```ts
 * import { workerSleeper } from "@narrowphase/gjk2d/loop";
 *
 * const sleeper = workerSleeper();
 * await sleeper.sleep(3);
 * sleeper.close();
 * ```
 */
export function workerSleeper(): WorkerSleeper {
  const pass = macrotask();
  /**
   * Functions that end the current sleeps, by id. `away` has the ids of those that the worker
   * times.
   */
  const waiting = new Map<number, () => void>();
  const away = new Set<number>();
  let ids = 0;
  let worker: Worker | null = null;
  let url = "";
  const end = (): void => {
    worker?.terminate();
    worker = null;
    // Without a URL, the host may lack revokeObjectURL, too.
    if (url !== "") URL.revokeObjectURL(url);
  };
  try {
    url = URL.createObjectURL(new Blob([WORKER], { type: "text/javascript" }));
    worker = new Worker(url, { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<number>): void => waiting.get(data)?.();
    // A worker that fails to load reports that here, later. The sleeps that it was given wake
    // early.
    worker.onerror = (event: Event): void => {
      event.preventDefault();
      end();
      for (const id of [...away]) waiting.get(id)?.();
    };
  } catch {
    end();
  }
  const close = (): void => {
    end();
    for (const wake of [...waiting.values()]) wake();
  };
  return {
    get active(): boolean {
      return worker !== null;
    },
    close,
    [Symbol.dispose]: close,
    sleep: (ms: number, signal?: AbortSignal): Promise<void> => {
      if (signal?.aborted) return Promise.resolve();
      if (!(ms > 0)) return pass();
      return new Promise<void>((resolve) => {
        const id = ++ids;
        const here = new AbortController();
        const wake = (): void => {
          waiting.delete(id);
          away.delete(id);
          signal?.removeEventListener("abort", abort);
          here.abort();
          resolve();
        };
        const abort = (): void => {
          if (away.has(id)) worker?.postMessage([id]);
          wake();
        };
        waiting.set(id, wake);
        signal?.addEventListener("abort", abort);
        if (worker === null || ms === Infinity) {
          void timer(ms, here.signal).then(wake);
        } else {
          away.add(id);
          worker.postMessage([id, ms]);
        }
      });
    },
    yield: (): Promise<void> => pass(),
  };
}
