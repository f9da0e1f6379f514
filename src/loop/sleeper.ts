/**
 * A way to wait: by a timer, by blocking, or in simulated time.
 *
 * @example Wait for 2 ms
 * ```ts
 * import { timerSleeper } from "@narrowphase/gjk2d/loop";
 *
 * await timerSleeper().sleep(2);
 * ```
 */
export interface Sleeper {
  /**
   * Waits. It never rejects: when `signal` aborts, the promise *resolves* at once.
   *
   * @param ms How long to wait in ms. `NaN`, zero and negative values are a `yield()`; `Infinity`
   * waits for the signal.
   * @param signal Ends the wait.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Lets timers, I/O and events run: a macrotask, never just a microtask. */
  yield(): Promise<void>;
  /**
   * Waits by blocking the thread, where the host allows it.
   *
   * @param ms How long to block in ms.
   */
  sleepSync?(ms: number): void;
  /**
   * Waits as `sleep` does, but returns up to `lead` ms early if the rest should pass in macrotasks. A driver
   * that alternates `yield()` and reading its clock notices the due time 5–10 µs sooner than one that is woken,
   * because its code is then in the caches.
   *
   * @param ms How long to wait in ms, as for `sleep`.
   * @param signal Ends the wait.
   */
  approach?(ms: number, signal?: AbortSignal): Promise<void>;
  /**
   * How many ms before a due time a driver should be back, to poll its clock until then. Without it, a driver
   * sleeps to the end. Right after a sleep the caches are cold, which makes the following code 10–30 µs late;
   * after a short busy wait by the same code it is on time. With `approach`, this is how early that returns at
   * most.
   */
  readonly lead?: number;
}

/** setTimeout stores its delay in a signed 32-bit integer. A larger delay fires at once. */
export const MAX_TIMEOUT: number = 2147483647;

interface ImmediateHost {
  setImmediate?: (callback: () => void) => unknown;
  MessageChannel?: typeof MessageChannel;
}

/** One shared channel, because browsers never collect one that has a listener. */
let shared: { Channel: typeof MessageChannel; pass: () => Promise<void> } | null = null;

/** A macrotask that is a message through a channel. */
function throughMessages({ port1, port2 }: MessageChannel): () => Promise<void> {
  const waiting: (() => void)[] = [];
  port1.onmessage = (): void => waiting.shift()?.();
  return (): Promise<void> =>
    new Promise<void>((resolve) => {
      waiting.push(resolve);
      port2.postMessage(0);
    });
}

/**
 * Chooses the cheapest macrotask of the host: setImmediate (1.0–1.4 µs in Deno and Node), else a
 * MessageChannel (6–12 µs in browsers), else setTimeout(0) (1–4 ms). A promise is no substitute: a
 * loop that awaits promises starves timers.
 */
export function macrotask(): () => Promise<void> {
  const host = globalThis as unknown as ImmediateHost;
  const immediate = host.setImmediate;
  if (typeof immediate === "function") {
    return (): Promise<void> => new Promise<void>((resolve) => void immediate(resolve));
  }
  const Channel = host.MessageChannel;
  if (typeof Channel === "function") {
    if (shared?.Channel !== Channel) shared = { Channel, pass: throughMessages(new Channel()) };
    return shared.pass;
  }
  return (): Promise<void> => new Promise<void>((resolve) => void setTimeout(resolve, 0));
}

/**
 * One timer, or a chain of them above {@linkcode MAX_TIMEOUT}. Resolves early if `signal` aborts,
 * which must not have happened before the call. Fractions of a ms are rounded up because hosts
 * truncate them.
 */
export function timer(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise<void>((resolve) => {
    let left = ms;
    let id: ReturnType<typeof setTimeout> | undefined;
    const done = (): void => {
      clearTimeout(id);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const next = (): void => {
      if (left === Infinity) return;
      if (left <= 0) return done();
      const part = Math.min(left, MAX_TIMEOUT);
      left -= part;
      id = setTimeout(next, Math.ceil(part));
    };
    signal?.addEventListener("abort", done);
    next();
  });
}

/**
 * A sleeper on `setTimeout`: cheap and coarse. It wakes 0.1 ms late in Node, 1.1 ms in Deno and up
 * to 4 ms in browsers, and Node fires up to 1 ms early in 2 % of calls, so re-read the clock.
 *
 * @returns A sleeper without state of its own.
 *
 * @example An aborted sleep resolves
 * ```ts
 * import { timerSleeper } from "@narrowphase/gjk2d/loop";
 *
 * const controller = new AbortController();
 * const asleep = timerSleeper().sleep(Infinity, controller.signal);
 * controller.abort();
 * await asleep;
 * ```
 */
export function timerSleeper(): Sleeper {
  const pass = macrotask();
  return {
    sleep: (ms: number, signal?: AbortSignal): Promise<void> => {
      if (signal?.aborted) return Promise.resolve();
      return ms > 0 ? timer(ms, signal) : pass();
    },
    yield: (): Promise<void> => pass(),
  };
}
