import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { formatReport, FrameStatistics, type Report } from "@narrowphase/gjk2d/loop";
import { random } from "./random.ts";

describe("FrameStatistics", () => {
  it("prints figure 2 of Killer Game Programming chapter 1 byte for byte", () => {
    const elapsed = "3.319 2.8592 2.7492 2.8592 2.7457 2.7986 2.8077 2.84 2.8643 2.7507 2.8428"
      .split(" ");
    const statistics = new FrameStatistics(20, 0);
    const lines: string[] = [];
    let start = 0;
    for (const seconds of elapsed) {
      const ms = Number(seconds) * 1000;
      for (let i = 1; i <= 50; i++) {
        const report = statistics.frame(start + ms * i / 50);
        if (report !== null) lines.push(formatReport(report));
      }
      start += ms;
    }
    assertEquals(lines, [
      "1 3.319s 231.9% 50c 15.06 15.06 afps",
      "1 2.8592s 185.92% 100c 16.19 15.63 afps",
      "1 2.7492s 174.92% 150c 16.8 16.02 afps",
      "1 2.8592s 185.92% 200c 16.97 16.26 afps",
      "1 2.7457s 174.57% 250c 17.2 16.44 afps",
      "1 2.7986s 179.86% 300c 17.31 16.59 afps",
      "1 2.8077s 180.77% 350c 17.38 16.7 afps",
      "1 2.84s 184% 400c 17.41 16.79 afps",
      "1 2.8643s 186.43% 450c 17.41 16.86 afps",
      "1 2.7507s 175.07% 500c 17.49 16.92 afps",
      "1 2.8428s 184.28% 550c 17.5 17.17 afps",
    ]);
  });

  it("avgFps passes 79 only 405 s in after a change from 40 to 80 at 10 s; intervalFps at once", () => {
    const statistics = new FrameStatistics(12.5, 0);
    let now = 0;
    let average = NaN;
    let interval = NaN;
    while (Number.isNaN(average)) {
      now += now < 10_000 ? 25 : 12.5;
      const report = statistics.frame(now);
      if (report === null) continue;
      if (Number.isNaN(interval) && report.intervalFps > 79) interval = now / 1000;
      if (report.avgFps > 79) average = now / 1000;
    }
    assertAlmostEquals(average, 405, 1);
    assertAlmostEquals(interval, 11, 1);
  });

  it("reports once the nominal time is reached, although n periods may be a hair short of it", () => {
    for (let rate = 40; rate < 200; rate++) {
      const statistics = new FrameStatistics(1000 / rate, 0);
      for (let i = 1; i <= 3 * rate; i++) {
        const report = statistics.frame(i * 1000 / rate);
        assertEquals(report !== null, i % rate === 0, `${rate} ${i}`);
        if (report === null) continue;
        assertAlmostEquals(report.errorPct, 0, 1e-9);
        assertAlmostEquals(report.fps, rate, 1e-9);
        assertAlmostEquals(report.nominal, 1000, 1e-9);
      }
    }
  });

  it("gives percentiles of |interval − period| over the newest intervals", () => {
    const statistics = new FrameStatistics(10, 0, { history: 100, percentiles: [0, 50, 99, 100] });
    let now = 0;
    let report: Report | null = null;
    for (let i = 1; i <= 100; i++) {
      now += 10 + (i % 2 ? i : -i) / 100;
      report = statistics.frame(now) ?? report;
    }
    assert(report !== null);
    const expected = { p0: 0.01, p50: 0.5, p99: 0.99, p100: 1, max: 1 };
    for (const [key, value] of Object.entries(expected)) {
      assertAlmostEquals(report[key as "max"], value, 1e-9);
    }
    for (let i = 0; i < 100; i++) report = statistics.frame(now += 10) ?? report;
    assertAlmostEquals(report.max, 0, 1e-9);
  });

  it("reports what its defaults promise, of no more intervals than there were", () => {
    const statistics = new FrameStatistics(100, 0);
    let report: Report | null = null;
    for (let i = 1; i <= 10; i++) report = statistics.frame(i * 125);
    assert(report !== null);
    const percentiles = Object.keys(report).filter((key) => /^p\d/.test(key));
    assertEquals(percentiles, ["p50", "p90", "p99", "p99.9"]);
    for (const key of percentiles) assertEquals(report[key as "p50"], 25);
    assertEquals([report.fps, report.avgFps, report.intervalFps, report.max], [8, 8, 8, 25]);
  });

  it("reports a rate of 0 while no time has passed", () => {
    const statistics = new FrameStatistics(100, 5, { interval: 300 });
    const reports = [5, 5, 5].map((now) => statistics.frame(now));
    assertEquals(reports.slice(0, 2), [null, null]);
    const { fps, avgFps, intervalFps, errorPct } = reports[2] as Report;
    assertEquals([fps, avgFps, intervalFps, errorPct], [0, 0, 0, -100]);
  });

  it("survives readings that go back, repeat or are no numbers", () => {
    const statistics = new FrameStatistics(10, 1000, { interval: 100 });
    const next = random(2);
    let reports = 0;
    for (let i = 0; i < 2000; i++) {
      const now = [NaN, -5, 1000, Infinity, 1000 + i * 10, -Infinity][Math.floor(next() * 6)];
      const report = statistics.frame(now);
      if (report === null) continue;
      reports++;
      assert(report.elapsed >= 0 && report.max >= 0);
      for (const value of Object.values(report)) assert(Number.isFinite(value));
    }
    assertEquals(reports, 200);
  });

  it("frame() refuses what is no number, and counts nothing then", () => {
    const statistics = new FrameStatistics(500, 0);
    for (const [now, shown] of [[10n, "10"], ["10", 'the string "10"'], [undefined, "undefined"]]) {
      const message = `Cannot count frame: now is ${shown}, must be a number`;
      assertThrows(() => statistics.frame(now as never), TypeError, message);
    }
    assertEquals([statistics.frame(500), statistics.frame(1000)?.frames], [null, 2]);
  });
});
