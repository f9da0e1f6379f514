/**
 * Counts the work of a call instead of its time, so that a busy machine changes nothing: the engine
 * counts how often it enters each block of code (a function, a branch, the body of a loop).
 *
 * The counters are the ones that measure coverage. Only one of the two can have them, so these
 * tests are no part of `deno task coverage`.
 *
 * @module
 */
import { Session } from "node:inspector/promises";

interface Script {
  url: string;
  functions: { ranges: { count: number }[] }[];
}

const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });

/** Takes what has been counted since the last time, and sets all counters to zero. */
async function takeCounts(): Promise<number> {
  const taken = await session.post("Profiler.takePreciseCoverage") as { result: Script[] };
  let sum = 0;
  for (const { url, functions } of taken.result) {
    if (!url.startsWith("file:")) continue;
    for (const { ranges } of functions) for (const { count } of ranges) sum += count;
  }
  return sum;
}

/** Blocks of code that `run` enters. */
export async function countWork(run: () => void): Promise<number> {
  await takeCounts();
  run();
  return await takeCounts();
}
