import { assertAlmostEquals, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { formatSleepAccuracy, sleepAccuracy } from "@narrowphase/gjk2d/loop/classic";
import { VirtualTime } from "@narrowphase/gjk2d/loop/testing";

describe("sleepAccuracy()", () => {
  async function measure(
    delays: number[],
    over: (ms: number) => number,
    repeats = 1,
  ): ReturnType<typeof sleepAccuracy> {
    const time = new VirtualTime();
    time.oversleep = over;
    const rows = sleepAccuracy(time, time, delays, repeats);
    await time.run(1e6);
    return await rows;
  }

  it("reports the seed's sign and denominator", async () => {
    const rows: [delay: number, over: number, name: string | undefined, line: string][] = [
      [10, 2, undefined, "Slept: 10 ms   J3D: 12 ms   err: -16.67 %"],
      [5, 0.9, undefined, "Slept: 5 ms   J3D: 5.9 ms   err: -15.25 %"],
      [1, 1, "virtual", "Slept: 1 ms   virtual: 2 ms   err: -50 %"],
      [1000, 0.05, undefined, "Slept: 1000 ms   J3D: 1000.05 ms   err: -0 %"],
    ];
    for (const [delay, over, name, line] of rows) {
      assertEquals(formatSleepAccuracy((await measure([delay], () => over))[0], name), line);
    }
  });

  it("measures the book's delays by default", async () => {
    const time = new VirtualTime();
    const rows = sleepAccuracy(time, time);
    await time.run(5000);
    const requested = (await rows).map((row) => row.requested);
    assertEquals(requested, [1000, 500, 200, 100, 50, 20, 10, 5, 1]);
    for (const row of await rows) assertAlmostEquals(row.errorPct, 0, 1e-9);
  });

  it("reports 0 for no sleep asked, Infinity for none given", async () => {
    const rows = await measure([0, 5], (ms) => -ms);
    assertEquals(rows.map((row) => row.errorPct), [0, Infinity]);
    assertEquals(formatSleepAccuracy(rows[1]), "Slept: 5 ms   J3D: 0 ms   err: ∞ %");
  });

  it("reports percentiles of the oversleep in µs, by the nearest rank, when repeated", async () => {
    let n = 0;
    // From the longest to the shortest.
    const [row] = await measure([10], () => (100 - n++) / 1000, 100);
    assertAlmostEquals(row.p50 ?? NaN, 50, 1e-6);
    assertAlmostEquals(row.p99 ?? NaN, 99, 1e-6);
    assertAlmostEquals(row.max ?? NaN, 100, 1e-6);
    assertAlmostEquals(row.actual, 10.0505, 1e-9);
    const [few] = await measure([10], () => [9, 1, 2][n++ % 3], 3);
    assertEquals([few.p50, few.p99, few.max], [2000, 9000, 9000]);
    const [single] = await measure([10], () => 2);
    assertEquals(Object.keys(single), ["requested", "actual", "errorPct"]);
  });

  it("prints two decimals", () => {
    const row = { requested: 16.6667, actual: 17.1234, errorPct: -2.6666 };
    const line = "Slept: 16.67 ms   J3D: 17.12 ms   err: -2.67 %";
    assertEquals(formatSleepAccuracy(row), line);
  });

  it("returns the finished rows when aborted", async () => {
    const time = new VirtualTime();
    const controller = new AbortController();
    const rows = sleepAccuracy(time, time, [10, 20, 30], 1, controller.signal);
    time.at(15, () => controller.abort());
    await time.run(20);
    assertEquals((await rows).map((row) => row.requested), [10]);
  });
});

describe("formatSleepAccuracy()", () => {
  it("rounds half to even on the exact binary value, strips zeros, keeps the sign of zero", () => {
    const cases: [number, string][] = [
      [0.125, "0.12"],
      [0.375, "0.38"],
      [-0.125, "-0.12"],
      [0.005, "0.01"], // a little more than 0.005 in binary
      [1.005, "1"], // a little less than 1.005
      [2.675, "2.67"],
      [1234567.891, "1234567.89"],
      [100, "100"],
      [16.8, "16.8"],
      [-0.004, "-0"],
      [-0, "-0"],
      [0, "0"],
      [1e21, "1000000000000000000000"],
      [-Infinity, "-∞"],
      [NaN, "NaN"],
    ];
    for (const [errorPct, text] of cases) {
      const line = formatSleepAccuracy({ requested: 1, actual: 1, errorPct });
      assertEquals(line.split("err: ")[1], `${text} %`);
    }
  });
});
