import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { rafScheduler } from "@narrowphase/gjk2d/loop";

describe("rafScheduler()", () => {
  const host = globalThis as Record<string, unknown>;

  it("throws where frames cannot be cancelled", () => {
    if ("requestAnimationFrame" in host) return;
    host.requestAnimationFrame = (): number => 1;
    try {
      assertThrows(
        () => rafScheduler(),
        TypeError,
        "Cannot create frame scheduler: cancelAnimationFrame is undefined, must be a function",
      );
    } finally {
      delete host.requestAnimationFrame;
    }
  });

  it("throws where there is no display", () => {
    if ("requestAnimationFrame" in host) return;
    assertThrows(
      () => rafScheduler(),
      TypeError,
      "Cannot create frame scheduler: requestAnimationFrame is undefined, must be a function",
    );
  });

  it("request() and cancel() go to the host", () => {
    const names = ["requestAnimationFrame", "cancelAnimationFrame"];
    const saved = names.map((name) => Object.getOwnPropertyDescriptor(host, name));
    const log: unknown[] = [];
    try {
      Object.defineProperty(host, "requestAnimationFrame", {
        configurable: true,
        value: (callback: (t: number) => void): number => {
          callback(16);
          return 7;
        },
      });
      Object.defineProperty(host, "cancelAnimationFrame", {
        configurable: true,
        value: (id: number): void => void log.push(`cancel ${id}`),
      });
      const scheduler = rafScheduler();
      log.push(scheduler.request((t) => log.push(t)));
      scheduler.cancel(7);
      assertEquals(log, [16, 7, "cancel 7"]);
    } finally {
      names.forEach((name, i) => {
        const descriptor = saved[i];
        if (descriptor === undefined) delete host[name];
        else Object.defineProperty(host, name, descriptor);
      });
    }
  });
});
