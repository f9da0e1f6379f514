import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { LoadMeter } from "@narrowphase/gjk2d/loop";

const NOTHING = { p50: 0, p99: 0, max: 0, utilisation: 0, overruns: 0 };

describe("LoadMeter", () => {
  it("read() has the percentiles of the updates and how many took too long", () => {
    const meter = new LoadMeter();
    for (let took = 1; took <= 100; took++) meter.update(took, took > 97);
    const { p50, p99, max, overruns } = meter.read();
    assertEquals([p50, p99, max, overruns], [50, 99, 100, 3]);
  });

  it("read() has the share of the time that was spent, of the last whole second if there is one", () => {
    const meter = new LoadMeter();
    meter.turn(100, 5);
    meter.turn(195, 20);
    // From 95 to 195, 25 ms were spent.
    assertEquals(meter.read().utilisation, 0.25);
    meter.turn(1095, 475);
    assertEquals(meter.read().utilisation, 0.5);
    meter.turn(1595, 500);
    assertEquals(meter.read().utilisation, 0.5);
    meter.turn(2095, 500);
    assertEquals(meter.read().utilisation, 1);
  });

  it("reset() forgets all of it", () => {
    const meter = new LoadMeter();
    assertEquals(meter.read(), NOTHING);
    meter.update(3, true);
    meter.turn(100, 50);
    meter.turn(1100, 50);
    meter.reset();
    assertEquals(meter.read(), NOTHING);
    meter.turn(8, 1);
    meter.turn(10, 1);
    assertEquals(meter.read().utilisation, 2 / 3);
  });
});
