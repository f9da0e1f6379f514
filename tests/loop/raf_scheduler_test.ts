import { assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { rafScheduler } from "@narrowphase/gjk2d/loop";
import { withGlobals } from "./rig.ts";

describe("rafScheduler()", () => {
  it("throws where there is no display, and where frames cannot be cancelled", async () => {
    const rows: [globals: Record<string, unknown>, missing: string][] = [
      [{ requestAnimationFrame: undefined }, "requestAnimationFrame"],
      [{ requestAnimationFrame: () => 1, cancelAnimationFrame: undefined }, "cancelAnimationFrame"],
    ];
    for (const [globals, missing] of rows) {
      const message = `Cannot create frame scheduler: ${missing} is undefined, must be a function`;
      await assertRejects(() => withGlobals(globals, rafScheduler), TypeError, message);
    }
  });

  it("request() and cancel() go to the host", async () => {
    const log: unknown[] = [];
    const host = {
      requestAnimationFrame: (callback: (t: number) => void): number => (callback(16), 7),
      cancelAnimationFrame: (id: number): void => void log.push(`cancel ${id}`),
    };
    await withGlobals(host, () => {
      const scheduler = rafScheduler();
      log.push(scheduler.request((t) => log.push(t)));
      scheduler.cancel(7);
    });
    assertEquals(log, [16, 7, "cancel 7"]);
  });
});
