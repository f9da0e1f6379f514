import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { StopWatch } from "@narrowphase/gjk2d/loop/classic";
import { scripted } from "./rig.ts";
import { VirtualTime } from "@narrowphase/gjk2d/loop/testing";

describe("StopWatch", () => {
  it("stop() gives the time since start(), and start() works again", () => {
    const time = new VirtualTime(1000);
    const watch = new StopWatch(time);
    watch.start();
    time.advance(12.5);
    assertEquals(watch.stop(), 12.5);
    time.advance(100);
    watch.start();
    time.advance(2);
    assertEquals(watch.lap(), 2);
    time.advance(3);
    assertEquals(watch.lap(), 3);
    assertEquals(watch.stop(), 5);
  });

  it("stop() and lap() give NaN when not running", () => {
    const watch = new StopWatch(new VirtualTime());
    assertEquals([watch.stop(), watch.lap()], [NaN, NaN]);
    watch.start();
    watch.stop();
    assertEquals([watch.stop(), watch.lap(), watch.lap()], [NaN, NaN, NaN]);
  });

  it("stop() gives 0 and counts when the clock went back", () => {
    const watch = new StopWatch(scripted(10, 8, 9, 4));
    watch.start();
    assertEquals(watch.lap(), 0);
    assertEquals(watch.lap(), 1);
    assertEquals(watch.stop(), 0);
    assertEquals(watch.backwards, 2);
  });

  it("lap() goes on from the last number that the clock has shown, and counts none that repeats", () => {
    const watch = new StopWatch(scripted(10, NaN, 14, 14, 20));
    watch.start();
    assertEquals([watch.lap(), watch.lap(), watch.lap(), watch.lap()], [NaN, 4, 0, 6]);
    assertEquals(watch.backwards, 0);
  });

  it("resolution() is the smallest of four steps in ms", () => {
    assertEquals(new StopWatch(scripted(0, 5, 8, 12, 14, 15)).resolution(), 2);
    const time = new VirtualTime();
    time.quantum = 55;
    time.readCost = 0.01;
    assertEquals(new StopWatch(time).resolution(), 55);
  });
});
