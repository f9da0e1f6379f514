import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { systemClock, workerSleeper } from "@narrowphase/gjk2d/loop";

/** Runs a test with another `Worker`, or without one. */
async function withWorker(Worker: unknown, test: () => Promise<void>): Promise<void> {
  const host = globalThis as Record<string, unknown>;
  const saved = Object.getOwnPropertyDescriptor(host, "Worker");
  try {
    Object.defineProperty(host, "Worker", { value: Worker, configurable: true });
    await test();
  } finally {
    if (saved === undefined) delete host.Worker;
    else Object.defineProperty(host, "Worker", saved);
  }
}

describe("workerSleeper()", () => {
  it("sleeps overlap, do not end early, and end at close()", async () => {
    const sleeper = workerSleeper();
    const start = systemClock.now();
    await Promise.all([5, 1, 3].map(async (ms) => {
      await sleeper.sleep(ms);
      // A timer of the fallback may be early by the host's fault, a worker not.
      if (sleeper.active) assert(systemClock.now() - start >= ms - 0.01);
    }));
    const long = sleeper.active ? sleeper.sleep(60_000) : Promise.resolve();
    sleeper.close();
    await long;
    assertEquals(sleeper.active, false);
    await sleeper.sleep(1);
    sleeper.close();
  });

  it("ends sleeps where it was declared with using, too", async () => {
    const sleeper = workerSleeper();
    const asleep = sleeper.active ? sleeper.sleep(60_000) : Promise.resolve();
    sleeper[Symbol.dispose]();
    await asleep;
    assertEquals(sleeper.active, false);
  });

  it("is a timer where workers cannot be made", async () => {
    await withWorker(undefined, async () => {
      const sleeper = workerSleeper();
      assertEquals(sleeper.active, false);
      await sleeper.sleep(1);
      sleeper.close();
    });
  });

  it("is a timer where a program has no URL, and lets go of one that no worker takes", async () => {
    const host = globalThis as Record<string, unknown>;
    const { URL } = host;
    const log: string[] = [];
    const urls = {
      createObjectURL: (): string => "blob:program",
      revokeObjectURL: (url: string): void => void log.push(url),
    };
    class NoWorker {
      constructor() {
        throw new Error("no worker");
      }
    }
    for (const hostUrl of [undefined, {}, urls]) {
      host.URL = hostUrl;
      try {
        await withWorker(NoWorker, async () => {
          const sleeper = workerSleeper();
          assertEquals(sleeper.active, false);
          await sleeper.sleep(1);
          sleeper.close();
        });
      } finally {
        host.URL = URL;
      }
    }
    assertEquals(log[0], "blob:program");
  });

  it("close() ends every sleep under way, with a worker or without", async () => {
    const host = globalThis as Record<string, unknown>;
    for (const Worker of [host.Worker, undefined]) {
      await withWorker(Worker, async () => {
        const sleeper = workerSleeper();
        for (let i = 0; i < 2; i++) {
          const { signal } = new AbortController();
          const asleep = [60_000, 2 ** 40, Infinity].map((ms) => sleeper.sleep(ms, signal));
          sleeper.close();
          assertEquals(sleeper.active, false);
          await Promise.all(asleep);
        }
      });
    }
  });

  it("ends its worker and lets go of its program at close(), or when the worker fails", async () => {
    let failing: ((event: Event) => void) | null = null;
    const log: string[] = [];
    class FakeWorker {
      set onerror(listener: (event: Event) => void) {
        failing = listener;
      }
      postMessage([, ms]: number[]): void {
        log.push(`sleep ${ms}`);
      }
      terminate(): void {
        log.push("terminate");
      }
    }
    const { createObjectURL, revokeObjectURL } = URL;
    URL.createObjectURL = (): string => "blob:program";
    URL.revokeObjectURL = (url: string): void => void log.push(`revoke ${url}`);
    try {
      await withWorker(FakeWorker, async () => {
        for (const how of ["close", "fail"] as const) {
          log.length = 0;
          const sleeper = workerSleeper();
          assertEquals(sleeper.active, true);
          const asleep = [sleeper.sleep(5000), sleeper.sleep(7000)];
          const failure = new Event("error", { cancelable: true });
          if (how === "close") sleeper.close();
          else failing?.(failure);
          await Promise.all(asleep);
          assertEquals(failure.defaultPrevented, how === "fail");
          assertEquals(sleeper.active, false);
          const ended = ["sleep 5000", "sleep 7000", "terminate", "revoke blob:program"];
          assertEquals(log, ended);
          await sleeper.sleep(1);
          assertEquals(log, ended);
          sleeper.close();
        }
      });
    } finally {
      Object.assign(URL, { createObjectURL, revokeObjectURL });
    }
  });

  it("has its worker chain long timers and forget what was aborted", async () => {
    // The worker's program, run here with timers that are looked at instead of waited for.
    let program = "";
    let time = 0;
    let receive: (event: { data: unknown[] }) => void = () => {};
    const timers = new Map<number, [() => void, number]>();
    class FakeWorker {
      onmessage: ((event: { data: unknown }) => void) | null = null;
      postMessage(data: unknown[]): void {
        receive({ data });
      }
      terminate(): void {}
    }
    const urls = URL.createObjectURL;
    const blobs: Blob[] = [];
    URL.createObjectURL = (blob: Blob): string => {
      blobs.push(blob);
      return "blob:none";
    };
    try {
      await withWorker(FakeWorker, async () => {
        const sleeper = workerSleeper();
        program = await blobs[0].text();
        let ids = 0;
        receive = new Function(
          "performance",
          "setTimeout",
          "clearTimeout",
          "postMessage",
          "SharedArrayBuffer",
          "onmessage",
          `${program}; return onmessage;`,
        )(
          { now: () => time += 1e-3 },
          (fn: () => void, ms: number): number => {
            assert(ms >= 0 && ms < 2 ** 31, `${ms}`);
            timers.set(++ids, [fn, ms]);
            return ids;
          },
          (id: number): boolean => timers.delete(id),
          () => {},
        );
        const controller = new AbortController();
        const asleep = sleeper.sleep(2 ** 33, controller.signal);
        for (let i = 0; i < 2; i++) {
          assertEquals(timers.size, 1);
          const [[id, [fn, ms]]] = timers;
          timers.delete(id);
          time += ms;
          fn();
        }
        assertEquals(timers.size, 1);
        controller.abort();
        await asleep;
        assertEquals(timers.size, 0);
        sleeper.close();
      });
    } finally {
      URL.createObjectURL = urls;
    }
  });
});
