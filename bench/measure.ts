/**
 * Measuring: interleaved rounds, medians with spread, bytes allocated.
 *
 * @module
 */
import { memoryUsage } from "node:process";

/** The part of a contender that timing needs. */
export interface Pass {
  /** Runs the loop once and returns a number that depends on every answer. */
  pass(): number;
}

/** Times of one contender, one per round, in nanoseconds per call. */
export interface Timing {
  rounds: Float64Array;
  median: number;
  p10: number;
  p90: number;
  /** The value that every pass returned. A different value is an error. */
  checksum: number;
}

/**
 * A pass is repeated until the timed stretch is this long, because clocks and timer interrupts are
 * coarse.
 */
const STRETCH = 2; // ms

const MAX_ROUNDS = 101;

/**
 * Times the contenders in turn, round after round (A B C A B C …), so that a disturbance of the
 * machine affects all of them. `calls` is the number of calls in one pass. Rounds continue for
 * `seconds`, and for at least `minRounds`.
 */
export function interleave(
  passes: readonly Pass[],
  calls: number,
  seconds: number,
  minRounds: number,
): Timing[] {
  const repeats: number[] = [];
  const checksums: number[] = [];
  let round = 0; // ms
  for (const { pass } of passes) {
    // The last of three warm passes determines how many fill a stretch.
    checksums.push(pass());
    pass();
    const start = performance.now();
    pass();
    const time = performance.now() - start;
    const repeat = Math.max(1, Math.ceil(STRETCH / time));
    repeats.push(repeat);
    round += repeat * time;
  }
  const rounds = Math.min(MAX_ROUNDS, Math.max(minRounds, Math.round(1000 * seconds / round)));
  const times = passes.map(() => new Float64Array(rounds));
  for (let round = 0; round < rounds; round++) {
    for (let k = 0; k < passes.length; k++) {
      const pass = passes[k];
      let sum = 0;
      const start = performance.now();
      for (let i = 0; i < repeats[k]; i++) sum = pass.pass();
      times[k][round] = (performance.now() - start) * 1e6 / (calls * repeats[k]);
      if (sum !== checksums[k]) {
        throw new Error(`Checksum changed from ${checksums[k]} to ${sum} in round ${round}`);
      }
    }
  }
  return times.map((rounds, k) => {
    const sorted = rounds.toSorted();
    return {
      rounds,
      median: quantile(sorted, 0.5),
      p10: quantile(sorted, 0.1),
      p90: quantile(sorted, 0.9),
      checksum: checksums[k],
    };
  });
}

/**
 * Median nanoseconds per call of single passes, each after something else has run: another list, or
 * what empties the caches. The passes take turns.
 */
export function interleaveDisturbed(
  passes: readonly Pass[],
  calls: number,
  rounds: number,
  disturb: (k: number) => void,
): number[] {
  const times = passes.map(() => new Float64Array(rounds));
  for (let round = -1; round < rounds; round++) {
    for (let k = 0; k < passes.length; k++) {
      disturb(k);
      const start = performance.now();
      passes[k].pass();
      if (round >= 0) times[k][round] = (performance.now() - start) * 1e6 / calls;
    }
  }
  return times.map((list) => quantile(list.sort(), 0.5));
}

/** More memory than a core's own caches hold, and as much as most shared ones. */
const OTHER_MEMORY = new Float64Array(1 << 22);

/** Touches 32 MB, as the rest of a game does between two frames. */
export function touchMemory(): void {
  for (let k = 0; k < OTHER_MEMORY.length; k += 8) OTHER_MEMORY[k]++;
}

/** Quantile of sorted numbers, by linear interpolation. */
export function quantile(sorted: ArrayLike<number>, q: number): number {
  const at = q * (sorted.length - 1);
  const low = Math.floor(at);
  const high = Math.min(low + 1, sorted.length - 1);
  return sorted[low] + (at - low) * (sorted[high] - sorted[low]);
}

/** Median of the ratios of each round, so a disturbed round weighs no more than any other. */
export function medianRatio(slow: Timing, fast: Timing): number {
  return quantile(slow.rounds.map((time, k) => time / fast.rounds[k]).toSorted(), 0.5);
}

/**
 * Bytes that one call leaves on the heap: the growth of the heap from one run of the loop to the
 * next, over at least `minCalls` calls of a warm loop. A run with a garbage collection is left out,
 * because it says nothing.
 *
 * The engine's own occasional allocations (feedback, code), and those of code that is not optimized
 * yet, would count as well. So this takes the least of up to four attempts, and stops when two
 * agree.
 *
 * NaN if the engine does not report it, like JavaScriptCore.
 */
export function heapBytes(loop: () => void, calls: number, minCalls: number): number {
  if (!countsAllocations()) return NaN;
  let least = Infinity;
  for (let attempt = 0; attempt < 4 && least > 0; attempt++) {
    const baseline = growth(() => {}, 50);
    const grown = growth(loop, Math.ceil(minCalls / calls));
    const bytes = Math.max(0, grown - baseline) / calls;
    const isSettled = Math.abs(bytes - least) < 0.01 * least;
    least = Math.min(least, bytes);
    if (isSettled) break;
  }
  return least;
}

/** Whether allocations show in `memoryUsage` immediately. */
function countsAllocations(): boolean {
  const kept: number[][] = [];
  return growth(() => void kept.push(new Array(1000).fill(0.5)), 10) > 0;
}

/** Mean growth of the heap during one run. */
function growth(loop: () => void, runs: number): number {
  let bytes = 0;
  let counted = 0;
  for (let i = 0; i < runs; i++) {
    const before = memoryUsage().heapUsed;
    loop();
    const grown = memoryUsage().heapUsed - before;
    if (grown < 0) continue;
    bytes += grown;
    counted++;
  }
  return counted > 0 ? bytes / counted : Infinity;
}
