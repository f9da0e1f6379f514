/**
 * The part of the pacing benchmark that runs in one runtime: paces empty frames with each strategy
 * in turn and prints one JSON line per measurement. Runs unchanged in Deno and, bundled, in Node.
 * pacing.ts starts it with the seconds per row and the number of the first row as arguments.
 *
 * @module
 */
import process from "node:process";
import { readFileSync } from "node:fs";
import { GameLoop, preciseSleeper, presets, systemClock } from "@narrowphase/gjk2d/loop";
import type { PreciseSleeperOptions } from "@narrowphase/gjk2d/loop";
import MainLoop from "mainloop.js";

/** One measurement. Times are in µs unless they say otherwise. */
export interface PacingRow {
  /** What paced the frames. */
  strategy: string;
  /** The rate asked for. */
  hz: number;
  /** The frames measured. */
  frames: number;
  /** Frames a second between the first and the last. */
  fps: number;
  /**
   * How long after the absolute deadline the loop is awake and sees that an update is due, for
   * strategies with deadlines.
   */
  late_p50: number;
  late_p99: number;
  late_max: number;
  /** The same for the first statement of the update itself. */
  update_p50: number;
  update_p99: number;
  /** |interval − period|. */
  interval_p50: number;
  interval_p99: number;
  interval_max: number;
  /** Frequency error of the line fitted through all frames, in parts per million. */
  ppm: number;
  /** CPU usage of this process; 100 is one core. */
  cpu_pct: number;
  /** CPU usage of all other processes; 100 is one core. NaN where it cannot be read. */
  other_cpu_pct: number;
}

/** The part of MainLoop.js that is used; it has no types of its own. */
interface MainLoopApi {
  setSimulationTimestep(ms: number): MainLoopApi;
  setMaxAllowedFPS(fps: number): MainLoopApi;
  setUpdate(update: (delta: number) => void): MainLoopApi;
  start(): MainLoopApi;
  stop(): MainLoopApi;
}

/** Runs frames at a rate, calls `frame(deadline, awake)` for each, and ends soon after `signal` aborts. */
type Strategy = (
  hz: number,
  signal: AbortSignal,
  frame: (deadline: number, awake: number) => void,
) => Promise<void>;

const ours = (options: PreciseSleeperOptions): Strategy => async (hz, signal, frame) => {
  // The last clock reading before an update is the one by which the loop found the update due.
  let awake = 0;
  const clock = { now: (): number => awake = systemClock.now() };
  const game = { update: (_: number, simTime: number): void => frame(simTime, awake), draw() {} };
  const loop = new GameLoop(game, clock, presets.rateLimited(1000 / hz));
  await loop.run(preciseSleeper(options), signal);
};

const mainLoop: Strategy = (hz, signal, frame) =>
  new Promise((resolve) => {
    const api = MainLoop as unknown as MainLoopApi;
    api.setSimulationTimestep(1000 / hz).setMaxAllowedFPS(hz).setUpdate(() => frame(NaN, NaN))
      .start();
    signal.addEventListener("abort", () => {
      api.stop();
      resolve();
    });
  });

const interval: Strategy = (hz, signal, frame) =>
  new Promise((resolve) => {
    const id = setInterval(() => frame(NaN, NaN), 1000 / hz);
    signal.addEventListener("abort", () => {
      clearInterval(id);
      resolve();
    });
  });

/** The busy ms of all processes since boot, or NaN. */
function busyMs(): number {
  try {
    const line = readFileSync("/proc/stat", "utf8").split("\n")[0];
    const [user, nice, system, , , irq, softirq] = line.trim().split(/\s+/).slice(1).map(Number);
    return (user + nice + system + irq + softirq) * 10; // ticks of 10 ms
  } catch {
    return NaN;
  }
}

function ownMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function quantile(sorted: Float64Array, q: number): number {
  return sorted.length === 0 ? NaN : sorted[Math.ceil(q * sorted.length) - 1];
}

async function measure(
  name: string,
  run: Strategy,
  hz: number,
  seconds: number,
): Promise<PacingRow> {
  const period = 1000 / hz;
  // The first second warms up: adaptive margins settle, code is compiled.
  const warmUp = systemClock.now() + 1000;
  const stamps = new Float64Array(Math.ceil(hz * seconds * 2) + 1000);
  const late = new Float64Array(stamps.length);
  const updateLate = new Float64Array(stamps.length);
  let n = 0;
  let own = NaN;
  let busy = NaN;
  let start = NaN;
  const controller = new AbortController();
  const frame = (deadline: number, awake: number): void => {
    const now = systemClock.now();
    if (now < warmUp) return;
    if (n === 0) {
      start = now;
      own = ownMs();
      busy = busyMs();
    }
    if (n < stamps.length) {
      stamps[n] = now;
      updateLate[n] = (now - deadline) * 1000;
      late[n++] = (awake - deadline) * 1000;
    }
    if (now - start >= seconds * 1000 && !controller.signal.aborted) controller.abort();
  };
  await run(hz, controller.signal, frame);
  const elapsed = systemClock.now() - start;
  own = ownMs() - own;
  busy = busyMs() - busy;

  // Least squares t = a + b·k. Comparing b with the period avoids the jitter of both end points.
  const t = stamps.subarray(0, n);
  const mean = (n - 1) / 2;
  let meanT = 0;
  for (let k = 0; k < n; k++) meanT += (t[k] - t[0]) / n;
  let above = 0;
  let below = 0;
  for (let k = 0; k < n; k++) {
    above += (k - mean) * (t[k] - t[0] - meanT);
    below += (k - mean) ** 2;
  }
  const error = new Float64Array(n - 1);
  for (let k = 1; k < n; k++) error[k - 1] = Math.abs(t[k] - t[k - 1] - period) * 1000;
  error.sort();
  const lateness = late.slice(0, n).sort();
  const updates = updateLate.slice(0, n).sort();
  return {
    strategy: name,
    hz,
    frames: n,
    fps: (n - 1) / (t[n - 1] - t[0]) * 1000,
    late_p50: quantile(lateness, 0.5),
    late_p99: quantile(lateness, 0.99),
    late_max: quantile(lateness, 1),
    update_p50: quantile(updates, 0.5),
    update_p99: quantile(updates, 0.99),
    interval_p50: quantile(error, 0.5),
    interval_p99: quantile(error, 0.99),
    interval_max: quantile(error, 1),
    ppm: (period / (above / below) - 1) * 1e6,
    cpu_pct: own / elapsed * 100,
    other_cpu_pct: Math.max(0, busy - own) / elapsed * 100,
  };
}

const rows: [string, Strategy, number[]][] = [
  ["GameLoop + preciseSleeper", ours({}), [60, 144, 240, 1000]],
  ["GameLoop + preciseSleeper, maxSpin 0", ours({ maxSpin: 0 }), [60]],
  ["GameLoop + preciseSleeper, block false", ours({ block: false }), [60]],
  ["MainLoop.js 1.0.4", mainLoop, [60, 144, 240, 1000]],
  ["setInterval", interval, [60, 144, 240, 1000]],
];

const seconds = Number(process.argv[2] ?? 3);
const only = process.argv[3] ?? "";
for (const [name, run, rates] of rows) {
  if (!name.includes(only)) continue;
  for (const hz of rates) console.log(JSON.stringify(await measure(name, run, hz, seconds)));
}
process.exit(0);
