import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { timerSleeper } from "@narrowphase/gjk2d/loop";
import { withGlobals } from "./rig.ts";

describe("timerSleeper()", () => {
  it("yield() takes the cheapest macrotask of the host, each call its own", async () => {
    const waiting: [string, () => void][] = [];
    let channels = 0;
    class FakeChannel {
      constructor() {
        channels++;
      }
      readonly port1 = { onmessage: (): void => {} };
      readonly port2 = {
        postMessage: (): void => void waiting.push(["message", () => this.port1.onmessage()]),
      };
    }
    const immediate = (callback: () => void): void => void waiting.push(["immediate", callback]);
    const fakes: [string, unknown, unknown][] = [
      ["immediate", immediate, FakeChannel],
      ["message", undefined, FakeChannel],
    ];
    for (const [kind, setImmediate, MessageChannel] of fakes) {
      await withGlobals({ setImmediate, MessageChannel }, async () => {
        const sleepers = [timerSleeper(), timerSleeper()];
        const log: string[] = [];
        const yields = ["a", "b"].map((name, i) => sleepers[i].yield().then(() => log.push(name)));
        const calls = waiting.splice(0);
        assertEquals(calls.map(([of]) => of), [kind, kind]);
        for (const [i, [, call]] of calls.entries()) {
          call();
          await yields[i];
          assertEquals(log.join(""), "ab".slice(0, i + 1));
        }
      });
    }
    // Browsers never collect a channel that listens.
    assertEquals(channels, 1);
  });

  it("sleep() sets timers of whole ms that hosts hold, and none for Infinity", async () => {
    const asked: number[] = [];
    const setTimeout = (ring: () => void, ms: number): number => asked.push((ring(), ms));
    await withGlobals({ setTimeout }, async () => {
      const sleeper = timerSleeper();
      for (const ms of [0.25, 1, 2.5, 2 ** 31 + 5]) await sleeper.sleep(ms);
      void sleeper.sleep(Infinity);
    });
    // A chain is noted from its end.
    assertEquals(asked, [1, 1, 3, 6, 2 ** 31 - 1]);
  });
});
