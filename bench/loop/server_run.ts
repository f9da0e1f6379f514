/**
 * The part of the server benchmark that runs in one runtime: serves the room of
 * examples/server_room.ts, paced as its first argument says, prints its port, and once its input
 * ends, one JSON line. Runs unchanged in Deno and, bundled, in Node. server.ts starts it.
 *
 * @module
 */
import process from "node:process";
import {
  hz,
  preciseSleeper,
  type PreciseSleeperOptions,
  systemClock,
} from "@narrowphase/gjk2d/loop";
import { serve } from "../../examples/server.ts";
import { RATE, type Room } from "../../examples/server_room.ts";

/** What a run came to. Times are in µs. */
export interface ServerRow {
  ticks: number;
  /** Ticks a second, and its error in parts per million. */
  rate: number;
  ppm: number;
  /** |interval between ticks − period|. */
  p50: number;
  p99: number;
  max: number;
  /** What a tick took. */
  tick_p50: number;
  tick_p99: number;
  /** CPU usage of this process; 100 is one core. */
  cpu_pct: number;
  dropped_ms: number;
}

const SLEEPERS: Record<string, PreciseSleeperOptions> = {
  "GameLoop": {},
  "GameLoop, maxSpin 0": { maxSpin: 0 },
  "GameLoop, block false": { block: false },
};
const WARM_UP = 2000;

const strategy = process.argv[2];
const times: number[] = [];
const took: number[] = [];
let begun = NaN;
let cpu = process.cpuUsage();

/** Drives a room and notes its ticks. */
function drive(room: Room): Promise<unknown> {
  const update = room.update.bind(room);
  room.update = (delta) => {
    const now = systemClock.now();
    if (Number.isNaN(begun)) begun = now;
    if (times.length === 0 && now - begun < WARM_UP) return update(delta);
    if (times.length === 0) cpu = process.cpuUsage();
    times.push(now);
    update(delta);
    took.push(systemClock.now() - now);
  };
  if (strategy in SLEEPERS) return room.loop.run(preciseSleeper(SLEEPERS[strategy]));
  const timer = setInterval(() => room.update(hz(RATE)), hz(RATE));
  return new Promise<void>((resolve) => {
    process.stdin.on("end", () => resolve(clearInterval(timer)));
  });
}

const { room, port, close } = await serve(0, drive);
console.log(port);
process.stdin.resume();
await new Promise((ended) => process.stdin.on("end", ended));
const { user, system } = process.cpuUsage(cpu);
const span = times[times.length - 1] - times[0];
await close();
const rank = (values: number[], p: number): number =>
  1000 * values.sort((a, b) => a - b)[Math.ceil(p * values.length) - 1];
const errors = times.slice(1).map((t, i) => Math.abs(t - times[i] - hz(RATE)));
const rate = (times.length - 1) / span * 1000;
const row: ServerRow = {
  ticks: times.length,
  rate,
  ppm: (rate / RATE - 1) * 1e6,
  p50: rank(errors, 0.5),
  p99: rank(errors, 0.99),
  max: rank(errors, 1),
  tick_p50: rank(took, 0.5),
  tick_p99: rank(took, 0.99),
  cpu_pct: (user + system) / 1000 / span * 100,
  dropped_ms: room.loop.stats.dropped,
};
console.log(JSON.stringify(row));
