import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { timerSleeper } from "@narrowphase/gjk2d/loop";

describe("timerSleeper()", () => {
  it("yield() takes the cheapest macrotask of the host, each call its own", async () => {
    const host = globalThis as Record<string, unknown>;
    const names = ["setImmediate", "MessageChannel"];
    const saved = names.map((name) => Object.getOwnPropertyDescriptor(host, name));
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
    try {
      for (const [kind, setImmediate, MessageChannel] of fakes) {
        [setImmediate, MessageChannel].forEach((value, i) =>
          Object.defineProperty(host, names[i], { value, configurable: true })
        );
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
      }
      // Browsers never collect a channel that listens.
      assertEquals(channels, 1);
    } finally {
      names.forEach((name, i) => {
        const descriptor = saved[i];
        if (descriptor === undefined) delete host[name];
        else Object.defineProperty(host, name, descriptor);
      });
    }
  });

  it("sleep() sets timers of whole ms that hosts hold, and none for Infinity", async () => {
    const host = globalThis as Record<string, unknown>;
    const { setTimeout } = host;
    const asked: number[] = [];
    try {
      host.setTimeout = (ring: () => void, ms: number): number => asked.push((ring(), ms));
      const sleeper = timerSleeper();
      for (const ms of [0.25, 1, 2.5, 2 ** 31 + 5]) await sleeper.sleep(ms);
      void sleeper.sleep(Infinity);
    } finally {
      host.setTimeout = setTimeout;
    }
    // A chain is noted from its end.
    assertEquals(asked, [1, 1, 3, 6, 2 ** 31 - 1]);
  });
});
