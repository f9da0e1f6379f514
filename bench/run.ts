/**
 * The benchmark itself, on any runtime: workloads in, rows out.
 *
 * @module
 */
import { writeFileSync } from "node:fs";
import process from "node:process";
import { describePlace, introduce } from "./machine.ts";
import { findSpaceGates, measureAllSpaces } from "./space.ts";
import { contenders, QUERIES } from "./contenders.ts";
import type { Contender, Query } from "./contenders.ts";
import { describeFrames, measureFrames, tabulateFrames } from "./frame.ts";
import { distribution, findTruth, judge } from "./judge.ts";
import type { Truth } from "./judge.ts";
import { heapBytes, interleave, interleaveDisturbed, medianRatio, touchMemory } from "./measure.ts";
import type { Timing } from "./measure.ts";
import {
  alignColumns,
  BY_VERTICES,
  findGates,
  gradeGate,
  HEADLINE,
  MAIN,
  printTable,
  summarizeRows,
  tabulate,
  tabulateGates,
  toCsv,
} from "./report.ts";
import type { Circumstances, Gate, Row } from "./report.ts";
import { findWarmGates, measureWarmStarts, tabulateWarmStarts, WARM_STARTS } from "./warm.ts";
import { makeWorkload, SCALING, WORKLOADS } from "./workloads.ts";
import type { Workload } from "./workloads.ts";

/** What the command line asks for. */
export interface Options {
  /** A rough answer in less than 30 s. */
  quick: boolean;
  /** File to write the rows to. */
  csv: string | null;
  /** Only the spaces. */
  spaces: boolean;
  /** Whether a missed gate is a failure. */
  gates: boolean;
  /** Versions of the peers, as pinned. */
  planck: string;
  sat: string;
}

/** Pairs in a workload. */
const PAIRS = 10_000;
/** Shapes of the cold lists: more than the caches of a core hold. */
const COLD_POOL = 4096;

/** How thorough a run is. */
interface Effort {
  /** Seconds of timing for each query on each workload, and fewest rounds. */
  seconds: number;
  rounds: number;
  /** Pairs judged by the oracle, in the main workloads and in those with many vertices. */
  checked: number;
  checkedScaling: number;
  /** Number of our calls during which the heap is watched, for the same two groups. */
  heapCalls: number;
  heapCallsScaling: number;
  /** Seconds in the game loop. */
  frameSeconds: number;
  /** Whether fresh and cold lists are measured of ours alone. */
  alone: boolean;
}

const FULL: Effort = {
  seconds: 0.5,
  rounds: 7,
  checked: 2000,
  checkedScaling: 50,
  heapCalls: 300_000,
  heapCallsScaling: 30_000,
  frameSeconds: 3,
  alone: false,
};
const QUICK: Effort = {
  seconds: 0.05,
  rounds: 3,
  checked: 200,
  checkedScaling: 10,
  heapCalls: 30_000,
  heapCallsScaling: 10_000,
  frameSeconds: 1,
  alone: true,
};

/** A query on some workloads. */
interface Group {
  query: Query;
  names: readonly string[];
  checked: number;
  heapCalls: number;
}

/** A workload with the contenders timed on it. */
interface Entry {
  workload: Workload;
  contenders: Contender[];
  timings: Timing[];
  /** Nanoseconds per call of fresh lists and of cold ones; NaN if not measured. */
  fresh: number[];
  cold: number[];
  /** Timing of ours when interleaved over all workloads of the group. */
  own: Timing;
  bytes: number[];
}

/** Runs everything, prints tables, returns the exit code. */
export async function run(options: Options): Promise<number> {
  const effort = options.quick ? QUICK : FULL;
  const start = performance.now();
  const circumstances = { ...describePlace(), planck: options.planck, sat: options.sat };
  introduce(`gjk2d benchmark: one call per pair, ${PAIRS} seeded pairs per workload`);
  console.log(`peers: planck ${options.planck}, sat ${options.sat}`);
  if (options.spaces) {
    const spaces = measureAllSpaces(options.quick);
    spaces.print();
    const missed = options.gates ? printGates(findSpaceGates(spaces.rows)) : 0;
    writeRows(options.csv, "_space", circumstances, spaces.rows);
    writeRows(options.csv, "_scene", circumstances, spaces.scenes);
    return missed > 0 ? 1 : 0;
  }
  console.log(`
planck/ours   time of planck over time of gjk2d: above 1 gjk2d is faster
ours ns       median nanoseconds per call of interleaved rounds, the same list again and again
fresh, cold   another list asked in between; ${COLD_POOL} shapes, after 32 MB of other memory
wrong         ours, planck's and sat's of ${effort.checked} pairs, against exact arithmetic; *: planck's skin
overlap       share of the pairs that overlap; "touch": every pair touches exactly`);

  // First time everything, then call the oracle. Its heap of big integers would slow down libraries
  // that allocate (planck took 2.5 times as long after it).
  const groups: Group[] = [
    ...QUERIES.map((query) => ({
      query,
      names: WORKLOADS,
      checked: effort.checked,
      heapCalls: effort.heapCalls,
    })),
    {
      query: "distance" as const,
      names: (options.quick ? [32, 1024] : SCALING).map((n) => `n = ${n}`),
      checked: effort.checkedScaling,
      heapCalls: effort.heapCallsScaling,
    },
  ];
  process.stdout.write("\n1/5 measuring pairs");
  const entries = groups.map((group) => measureGroup(group, effort));
  process.stdout.write("\n2/5 running a game loop");
  const frames = await measureFrames(effort.frameSeconds);
  process.stdout.write("\n3/5 measuring warm starts");
  const warmStarts = measureWarmStarts(options.quick);
  process.stdout.write("\n4/5 measuring spaces");
  const spaces = measureAllSpaces(options.quick);
  process.stdout.write("\n5/5 judging answers");
  const truths = new Map<string, Truth>();
  const rows = entries.flatMap((list, k) => judgeGroup(groups[k], list, truths));
  console.log();

  for (const query of QUERIES) print(rows, query, MAIN, HEADLINE[query]);
  print(
    rows,
    "distance",
    BY_VERTICES,
    "distance of two n-gons: growth with the number of vertices",
  );

  console.log("\nall of these; u is 2^-52 x diameter of the pair, and gjk2d promises 4");
  for (const line of summarizeRows(rows)) console.log(`  ${line}`);

  console.log(`\nin a GameLoop: ${describeFrames(frames).replace("; ", ";\n")}`);
  for (const cells of tabulateFrames(frames)) {
    for (const line of alignColumns(cells)) console.log(`  ${line}`);
  }

  printTable(WARM_STARTS, tabulateWarmStarts(warmStarts));
  spaces.print();
  const missed = options.gates
    ? printGates([
      ...findGates(rows),
      ...findWarmGates(warmStarts),
      ...findSpaceGates(spaces.rows),
    ])
    : 0;

  writeRows(options.csv, "", circumstances, rows);
  writeRows(options.csv, "_frame", circumstances, frames);
  writeRows(options.csv, "_warm", circumstances, warmStarts);
  writeRows(options.csv, "_space", circumstances, spaces.rows);
  writeRows(options.csv, "_scene", circumstances, spaces.scenes);
  console.log(`\n${((performance.now() - start) / 1000).toFixed(0)} s`);
  return missed > 0 ? 1 : 0;
}

/** Prints gates; returns how many are missed. */
function printGates(gates: readonly Gate[]): number {
  printTable(
    "gates: what the project asks of itself (aim: and the goal beyond; MISS: not reached here)",
    tabulateGates(gates),
  );
  const missed = gates.filter((gate) => gradeGate(gate) === "MISS").length;
  console.log(`  ${gates.length - missed} hold, ${missed} missed`);
  return missed;
}

/**
 * Writes rows to the requested file, with a suffix added to its name; does nothing without a file.
 */
function writeRows(
  csv: string | null,
  suffix: string,
  circumstances: Circumstances,
  rows: Parameters<typeof toCsv>[1],
): void {
  if (csv === null) return;
  const file = csv.replace(/(\.csv)?$/, `${suffix}.csv`);
  writeFileSync(file, toCsv(circumstances, rows));
  console.log(`rows written to ${file}`);
}

function measureGroup({ query, names, heapCalls }: Group, effort: Effort): Entry[] {
  const workloads = names.map((name) => makeWorkload(name, PAIRS));
  const teams = workloads.map((workload) => contenders(workload, query));
  // Run all workloads before any is timed, so that none profits from code that has seen only this
  // workload.
  for (let i = 0; i < 5; i++) {
    for (const { library, pass } of teams.flat()) if (i < 2 || library === "gjk2d") pass();
  }
  const timings = teams.map((team) => {
    process.stdout.write(".");
    return interleave(team, PAIRS, effort.seconds, effort.rounds);
  });
  // Peers only in a full run: their objects for other lists take seconds to make.
  const disturbed = names.map((name, k) => {
    const times = [teams[k].map(() => NaN), teams[k].map(() => NaN)];
    if (!MAIN.test(name)) return times;
    const { alone, rounds } = effort;
    const other = contenders(makeWorkload(name, PAIRS, " other"), query, alone);
    const cold = contenders(makeWorkload(name, PAIRS, " cold", COLD_POOL), query, alone);
    const fresh = teams[k].slice(0, other.length);
    interleaveDisturbed(fresh, PAIRS, rounds, (m) => void other[m].pass())
      .forEach((ns, m) => times[0][m] = ns);
    interleaveDisturbed(cold, PAIRS, rounds, touchMemory).forEach((ns, m) => times[1][m] = ns);
    return times;
  });
  // Ours on all workloads once more, interleaved, so that the workloads can be compared with one
  // another.
  const own = interleave(teams.map((team) => team[0]), PAIRS, 2 * effort.seconds, effort.rounds);
  return workloads.map((workload, k) => {
    const bytes = teams[k].map(({ library, calls }) => {
      const ours = library === "gjk2d";
      // The optimizing compiler works in the background: let it finish with our loop.
      for (let i = 0; ours && i < 10; i++) calls();
      return heapBytes(calls, PAIRS, ours ? heapCalls : PAIRS);
    });
    const [fresh, cold] = disturbed[k];
    return { workload, contenders: teams[k], timings: timings[k], fresh, cold, own: own[k], bytes };
  });
}

function judgeGroup(
  { query, checked }: Group,
  entries: readonly Entry[],
  truths: Map<string, Truth>,
): Row[] {
  return entries.flatMap(({ workload, contenders, timings, fresh, cold, own, bytes }) => {
    process.stdout.write(".");
    const truth = truths.get(workload.name) ?? findTruth(workload, checked);
    truths.set(workload.name, truth);
    const [overlapping, touching, separated] = distribution(truth);
    return contenders.map((contender, k) => {
      const verdict = judge(contender, query, truth);
      const timing = contender.library === "gjk2d" ? own : timings[k];
      return {
        query,
        workload: workload.name,
        library: contender.library,
        call: contender.call,
        ns: timing.median,
        p10: timing.p10,
        p90: timing.p90,
        fresh: fresh[k],
        cold: cold[k],
        ratio: medianRatio(timings[k], timings[0]),
        checked: verdict.checked,
        wrong: verdict.wrong,
        excused: verdict.excused,
        maxErrorU: verdict.maxError,
        bytes: bytes[k],
        overlapping,
        touching,
        separated,
      };
    });
  });
}

function print(rows: readonly Row[], query: Query, pattern: RegExp, headline: string): void {
  const cells = tabulate(rows, query, pattern);
  if (cells === null) return;
  console.log(`\n${headline}`);
  // The legend says whose they are, so that the table stays within 100 columns.
  cells[0] = cells[0].map((head) => head.replace(/^wrong: .*/, "wrong"));
  for (const line of alignColumns(cells)) console.log(`  ${line}`);
}
