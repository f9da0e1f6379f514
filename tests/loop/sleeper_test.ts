import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { preciseSleeper, type Sleeper, timerSleeper, workerSleeper } from "@narrowphase/gjk2d/loop";
import { watched } from "./rig.ts";

// These run in real time, but check only what holds at any load: order, and never early.

const makers: [string, () => Sleeper & { close?(): void }][] = [
  ["timerSleeper", timerSleeper],
  ["preciseSleeper", preciseSleeper],
  ["preciseSleeper without spin", () => preciseSleeper({ maxSpin: 0 })],
  ["preciseSleeper without blocking", () => preciseSleeper({ block: false })],
  ["preciseSleeper with margins", () => preciseSleeper({ timerMargin: 2, waitMargin: 0.2 })],
  ["preciseSleeper without yields", () => preciseSleeper({ yieldPerFrame: false })],
  ["workerSleeper", workerSleeper],
];

for (const [name, make] of makers) {
  describe(name, () => {
    it("sleep() resolves at once when aborted before", async () => {
      const sleeper = make();
      await sleeper.sleep(1e9, AbortSignal.abort());
      await sleeper.sleep(Infinity, AbortSignal.abort());
      // At once is before any macrotask, also where it would be a yield.
      for (const ms of [5, 0, NaN, Infinity]) {
        let yielded = false;
        sleeper.yield().then(() => yielded = true);
        await sleeper.sleep(ms, AbortSignal.abort());
        assertEquals(yielded, false);
      }
      sleeper.close?.();
    });

    it("sleep() resolves when aborted during, however long it is", async () => {
      const sleeper = make();
      for (const ms of [5000, 2 ** 31 + 5, 1e15, Infinity]) {
        const controller = new AbortController();
        let woke = false;
        const asleep = sleeper.sleep(ms, controller.signal).then(() => woke = true);
        for (let i = 0; i < 20; i++) await sleeper.yield();
        assertEquals(woke, false);
        controller.abort();
        await asleep;
      }
      sleeper.close?.();
    });

    it("sleep() leaves no listener on the signal", async () => {
      const sleeper = make();
      const { controller: { signal }, listeners } = watched();
      await sleeper.sleep(3, signal);
      assertEquals(listeners(), 0);
      sleeper.close?.();
    });

    it("sleep() yields for NaN, zero and negative times", async () => {
      const sleeper = make();
      for (const ms of [NaN, 0, -0, -1e9, -Infinity]) {
        let yielded = false;
        sleeper.yield().then(() => yielded = true);
        await sleeper.sleep(ms);
        assert(yielded, `${ms}`);
      }
      sleeper.close?.();
    });

    it("yield() lets timers run, which promises alone do not", async () => {
      const sleeper = make();
      let fired = false;
      setTimeout(() => fired = true, 1);
      while (!fired) await sleeper.yield();
      sleeper.close?.();
    });
  });
}
