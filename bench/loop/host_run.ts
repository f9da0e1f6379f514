/**
 * The part of host.ts that runs in one runtime: prints how its timers, waits and macrotasks behave.
 * Runs unchanged in Deno and, bundled, in Node.
 *
 * @module
 */
import process from "node:process";
import { preciseSleeper, systemClock } from "@narrowphase/gjk2d/loop";
import { quantile } from "../measure.ts";

function at(q: number, values: readonly number[]): number {
  return quantile(values.toSorted((x, y) => x - y), q);
}

const us = (ms: number): string => `${(1000 * ms).toFixed(1)} µs`;

/** How late each of `count` waits is, in ms. */
async function lateness(
  count: number,
  ms: number,
  wait: (ms: number) => Promise<void> | void,
): Promise<number[]> {
  const late: number[] = [];
  for (let k = 0; k < count; k++) {
    const start = systemClock.now();
    await wait(ms);
    late.push(systemClock.now() - start - ms);
  }
  return late;
}

const timer = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

for (const ms of [1, 5, 16]) {
  const late = await lateness(300, ms, timer);
  const early = late.filter((x) => x < 0);
  const least = Math.min(...late);
  console.log(
    `setTimeout(${ms}) is late by ${us(at(0.5, late))} at the median, early in ${
      (100 * early.length / late.length).toFixed(1)
    } % of calls${early.length > 0 ? `, by up to ${us(-least)}` : ""}`,
  );
}

const PERIOD = 1000 / 60;
const begin = systemClock.now();
for (let k = 0; k < 300; k++) await timer(PERIOD);
const hz = 300_000 / (systemClock.now() - begin);
console.log(`a loop of setTimeout(1000 / 60) runs at ${hz.toFixed(1)} Hz`);

const cell = new Int32Array(new SharedArrayBuffer(4));
const late = await lateness(1000, 0.4, (ms) => void Atomics.wait(cell, 0, 0, ms));
console.log(
  `Atomics.wait for 0.4 ms is late by ${us(at(0.5, late))} at the median, ${
    us(at(0.99, late))
  } at the 99th percentile`,
);

const sleeper = preciseSleeper();
for (let k = 0; k < 20_000; k++) await sleeper.yield();
const rounds: number[] = [];
for (let round = 0; round < 20; round++) {
  const start = systemClock.now();
  for (let k = 0; k < 1000; k++) await sleeper.yield();
  rounds.push((systemClock.now() - start) / 1000);
}
console.log(`a macrotask costs ${us(at(0.5, rounds))}`);
process.exit(0);
