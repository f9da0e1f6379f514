import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { systemClock, workerSleeper } from "@narrowphase/gjk2d/loop";
import { fail, withGlobals } from "./rig.ts";

/** Runs a test with another `Worker`, or without one, whose program has an address of its own. */
function withWorker(Worker: unknown, test: () => Promise<void>, urls = {}): Promise<void> {
  const fakes = { createObjectURL: () => "blob:program", revokeObjectURL() {}, ...urls };
  return withGlobals({ Worker, URL: Object.assign(class extends URL {}, fakes) }, test);
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

  it("is a timer where workers cannot be made or a program has no URL, and lets go of one that no worker takes", async () => {
    const log: string[] = [];
    const noted = {
      createObjectURL: () => "blob:program",
      revokeObjectURL: (url: string) => log.push(url),
    };
    const NoWorker = fail(new Error("no worker"));
    for (
      const globals of [
        { Worker: undefined },
        { Worker: NoWorker, URL: undefined },
        { Worker: NoWorker, URL: {} },
        { Worker: NoWorker, URL: noted },
      ]
    ) {
      await withGlobals(globals, async () => {
        const sleeper = workerSleeper();
        assertEquals(sleeper.active, false);
        await sleeper.sleep(1);
        sleeper.close();
      });
    }
    assertEquals(log[0], "blob:program");
  });

  it("close() ends every sleep under way, with a worker or without", async () => {
    const host = globalThis as Record<string, unknown>;
    for (const Worker of [host.Worker, undefined]) {
      await withGlobals({ Worker }, async () => {
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

  for (const how of ["close", "fail"] as const) {
    it(`ends its worker and lets go of its program at ${how}`, async () => {
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
      const revokeObjectURL = (url: string): void => void log.push(`revoke ${url}`);
      await withWorker(FakeWorker, async () => {
        const sleeper = workerSleeper();
        assertEquals(sleeper.active, true);
        const asleep = [sleeper.sleep(5000), sleeper.sleep(7000)];
        const failure = new Event("error", { cancelable: true });
        if (how === "close") sleeper.close();
        else failing?.(failure);
        await Promise.all(asleep);
        assertEquals([failure.defaultPrevented, sleeper.active], [how === "fail", false]);
        await sleeper.sleep(1);
        assertEquals(log, ["sleep 5000", "sleep 7000", "terminate", "revoke blob:program"]);
        sleeper.close();
      }, { revokeObjectURL });
    });
  }

  it("has its worker chain long timers and forget what was aborted", async () => {
    // The worker's program, run here with timers that are looked at instead of waited for.
    let time = 0;
    let ids = 0;
    let receive: (event: { data: unknown[] }) => void = () => {};
    const timers = new Map<number, [() => void, number]>();
    class FakeWorker {
      onmessage: ((event: { data: unknown }) => void) | null = null;
      postMessage(data: unknown[]): void {
        receive({ data });
      }
      terminate(): void {}
    }
    const host = {
      performance: { now: () => time += 1e-3 },
      setTimeout: (fn: () => void, ms: number): number => {
        assert(ms >= 0 && ms < 2 ** 31, `${ms}`);
        timers.set(++ids, [fn, ms]);
        return ids;
      },
      clearTimeout: (id: number): boolean => timers.delete(id),
      postMessage() {},
      SharedArrayBuffer: undefined,
      onmessage: undefined,
    };
    const blobs: Blob[] = [];
    const createObjectURL = (blob: Blob): string => `blob:${blobs.push(blob)}`;
    await withWorker(FakeWorker, async () => {
      const sleeper = workerSleeper();
      const program = `${await blobs[0].text()}; return onmessage;`;
      receive = new Function(...Object.keys(host), program)(...Object.values(host));
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
    }, { createObjectURL });
  });
});
