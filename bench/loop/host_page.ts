/**
 * The part of host.ts that runs in a page: how evenly frames come, and how many updates of 1/60 s
 * each frame has.
 *
 * @module
 */
import { GameLoop, presets, rafScheduler, systemClock } from "@narrowphase/gjk2d/loop";

/** Number of loops started to measure a percentage. */
const STARTS = 10;

function spread(values: readonly number[]): string {
  const sorted = values.toSorted((x, y) => x - y);
  const at = (q: number): string => sorted[Math.floor(q * (sorted.length - 1))].toFixed(2);
  return `${at(0.01)} to ${at(0.99)} ms (p1 to p99)`;
}

const differences = (times: readonly number[]): number[] =>
  times.slice(1).map((t, k) => t - times[k]);

/** Timestamps of `count` frames, and the clock's readings in their callbacks. */
async function frames(count: number): Promise<[stamps: number[], readings: number[]]> {
  const stamps: number[] = [];
  const readings: number[] = [];
  while (stamps.length < count) {
    stamps.push(
      await new Promise<number>((resolve) =>
        requestAnimationFrame((t) => {
          readings.push(performance.now());
          resolve(t);
        })
      ),
    );
  }
  return [stamps, readings];
}

/** The fraction of frames that do not have exactly one update. */
async function uneven(regularize: "off" | "auto", count: number): Promise<number> {
  let updates = 0;
  let odd = 0;
  let seen = 0;
  const game = {
    update(): void {
      updates++;
    },
    draw(): void {
      // In the first second the loop finds the period of the display.
      if (++seen > 60 && updates !== 1) odd++;
      updates = 0;
      if (seen === count + 60) loop.stop();
    },
  };
  const options = { ...presets.advanced(1000 / 60), drawEveryFrame: true, regularize };
  const loop: GameLoop = new GameLoop(game, systemClock, options);
  await loop.runFrames(rafScheduler());
  return odd / count;
}

/**
 * The same for loops started one after the other: the first timestamp of each is rounded
 * differently.
 */
async function unevenStarts(regularize: "off" | "auto", count: number): Promise<string> {
  const parts: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    parts.push(100 * await uneven(regularize, Math.ceil(count / STARTS)));
  }
  return `${Math.min(...parts).toFixed(1)} to ${Math.max(...parts).toFixed(1)} %`;
}

/** Measures for the requested number of frames. Returns one line per result. */
async function measure(count: number): Promise<string[]> {
  await frames(60);
  const [stamps, readings] = await frames(count);
  return [
    `timestamps of frames are ${spread(differences(stamps))} apart`,
    `the clock in their callbacks: ${spread(differences(readings))}`,
    `frames with 0 or 2 updates of 1/60 s: ${await unevenStarts(
      "off",
      count,
    )} with regularize "off", ${await unevenStarts("auto", count)} with "auto"`,
  ];
}

Object.assign(globalThis, { measure });
