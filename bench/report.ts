/**
 * The results of a run: as rows, as CSV and back, as plain tables, as gates.
 *
 * @module
 */
import { LIBRARIES, QUERIES } from "./contenders.ts";
import type { Library, Query } from "./contenders.ts";

/** One library, one query, one workload. */
export interface Row {
  query: Query;
  workload: string;
  library: Library;
  /** Function that was called. */
  call: string;
  /** Nanoseconds per call: median, 10th and 90th percentile of the rounds. */
  ns: number;
  p10: number;
  p90: number;
  /**
   * The same for a list that is asked after another one, so that no branch has been learned, and for
   * thousands of shapes after 32 MB of other memory, as once a frame; NaN if not measured.
   */
  fresh: number;
  cold: number;
  /** Time of this library over ours, median of the rounds. */
  ratio: number;
  /**
   * Number of pairs judged, of wrong answers, and of those that a documented tolerance explains.
   */
  checked: number;
  wrong: number;
  excused: number;
  /** Largest error of the other answers, in u = 2^-52 · diameter. */
  maxErrorU: number;
  /** Bytes on the heap per call; NaN if the engine does not report it. */
  bytes: number;
  /** Shares of the pairs. */
  overlapping: number;
  touching: number;
  separated: number;
}

/** Where and when the run took place. */
export interface Circumstances {
  runtime: string;
  version: string;
  /** JavaScript engine and its version. */
  engine: string;
  machine: string;
  date: string;
  planck: string;
  sat: string;
}

const CIRCUMSTANCES = ["runtime", "version", "engine", "machine", "date", "planck", "sat"];
/** Columns with text, in rows of any kind. */
const TEXT = new Set([
  ...["query", "workload", "library", "call", "peer", "movement"],
  ...["scene", "release", "question"],
]);

/** One line per row (of any kind, but all of the same), each preceded by the circumstances. */
export function toCsv(circumstances: Circumstances, rows: readonly object[]): string {
  const quote = (value: unknown): string => {
    const text = typeof value === "number" ? String(Number(value.toPrecision(6))) : String(value);
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = rows.map((row) => ({ ...circumstances, ...row }));
  return [Object.keys(lines[0]), ...lines.map((line) => Object.values(line))]
    .map((cells) => cells.map(quote).join(",") + "\n").join("");
}

/** Reads rows of the kind that `toCsv` wrote. */
export function fromCsv<T = Row>(text: string): { circumstances: Circumstances; rows: T[] } {
  const [names, ...lines] = text.trim().split("\n").map((line) =>
    Array.from(
      line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g),
      ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain,
    )
  );
  const records = lines.map((cells) => {
    return Object.fromEntries(names.map((name, k) => [name, cells[k]]));
  });
  const isRow = ([name]: [string, string]): boolean => !CIRCUMSTANCES.includes(name);
  const rows = records.map((record) =>
    Object.fromEntries(
      Object.entries(record).filter(isRow)
        .map(([name, cell]) => [name, TEXT.has(name) ? cell : Number(cell)]),
    ) as unknown as T
  );
  const circumstances = Object.fromEntries(CIRCUMSTANCES.map((name) => [name, records[0][name]]));
  return { circumstances: circumstances as unknown as Circumstances, rows };
}

/** Cells in aligned columns: the first to the left, the others to the right. */
export function alignColumns(cells: readonly (readonly string[])[]): string[] {
  const widths = cells[0].map((_, k) => Math.max(...cells.map((row) => row[k].length)));
  return cells.map((row) =>
    row.map((cell, k) => k === 0 ? cell.padEnd(widths[k]) : cell.padStart(widths[k])).join("  ")
      .trimEnd()
  );
}

/** Prints a table below its title. */
export function printTable(title: string, cells: readonly (readonly string[])[]): void {
  console.log(`\n${title}`);
  for (const line of alignColumns(cells)) console.log(`  ${line}`);
}

function formatTimes(ratio: number): string {
  return `${ratio.toFixed(ratio < 10 ? 1 : 0)}x`;
}

function formatBytes(bytes: number): string {
  return Number.isNaN(bytes)
    ? "-"
    : bytes < 0.01
    ? "0"
    : bytes < 10
    ? bytes.toFixed(2)
    : bytes.toFixed(0);
}

function formatWrong({ wrong, excused }: Row): string {
  if (wrong === 0) return "0";
  return excused === wrong ? `${wrong}*` : excused === 0 ? `${wrong}` : `${wrong} (${excused}*)`;
}

/** An error in u, as a plain number as long as it is due to rounding. */
function formatError(u: number): string {
  return Number.isNaN(u) ? "-" : u < 1000 ? u.toFixed(1) : u.toExponential(0);
}

export const HEADLINE: Record<Query, string> = {
  intersects: "intersects: do the shapes share a point?",
  distance: "distance: how far apart, and where?",
  signedDistance: "signedDistance: how far apart or how deep?",
  penetration: "penetration: how deep, along which axis?",
  collide: "collide: which contact points?",
};

/**
 * Cells of the table of one query, with the names of the columns first; `null` if there are no
 * rows. It fits into 100 columns.
 */
export function tabulate(rows: readonly Row[], query: Query, pattern: RegExp): string[][] | null {
  const chosen = rows.filter((row) => row.query === query && pattern.test(row.workload));
  if (chosen.length === 0) return null;
  const libraries = LIBRARIES.filter((library) => chosen.some((row) => row.library === library));
  const peers = libraries.filter((library) => library !== "gjk2d");
  const isMeasured = (x: number | undefined): x is number => x !== undefined && !Number.isNaN(x);
  const extra = (["fresh", "cold"] as const).filter((name) =>
    chosen.some((row) => isMeasured(row[name]))
  );
  const ns = (x: number | undefined): string => isMeasured(x) ? x.toFixed(0) : "-";
  const cells = [[
    "workload",
    ...peers.map((library) => `${library}/ours`),
    "ours ns",
    ...extra,
    ...peers.map((library) => `${library} ns`),
    `wrong: ${libraries.map((library) => library === "gjk2d" ? "ours" : library).join(", ")}`,
    "overlap",
  ]];
  for (const workload of new Set(chosen.map((row) => row.workload))) {
    const show = (library: Library, format: (row: Row) => string): string => {
      const row = chosen.find((row) => row.workload === workload && row.library === library);
      return row === undefined ? "-" : format(row);
    };
    cells.push([
      workload,
      ...peers.map((library) => show(library, ({ ratio }) => formatTimes(ratio))),
      show("gjk2d", (row) => ns(row.ns)),
      ...extra.map((name) => show("gjk2d", (row) => ns(row[name]))),
      ...peers.map((library) => show(library, (row) => ns(row.ns))),
      libraries.map((library) => show(library, formatWrong)).join(", "),
      show("gjk2d", ({ touching, overlapping }) => {
        return touching === 1 ? "touch" : `${(100 * overlapping).toFixed(0)} %`;
      }),
    ]);
  }
  return cells;
}

/** A sentence for each library: errors and bytes, over all of its rows. */
export function summarizeRows(rows: readonly Row[]): string[] {
  return LIBRARIES.map((library) => rows.filter((row) => row.library === library))
    .filter((own) => own.length > 0)
    .map((own) => {
      const most = (read: (row: Row) => number): number =>
        own.reduce((most, row) => Number.isNaN(read(row)) ? most : Math.max(most, read(row)), 0);
      const sum = (read: (row: Row) => number): number =>
        own.reduce((sum, row) => sum + read(row), 0);
      return `${own[0].library}: ${sum(({ wrong }) => wrong)} of ${
        sum(({ checked }) => checked)
      } ` +
        `answers wrong, the others within ${formatError(most(({ maxErrorU }) => maxErrorU))} u, ` +
        `at most ${formatBytes(most(({ bytes }) => bytes))} bytes a call`;
    });
}

/** Workloads that every query runs on, and the ones that only differ in the number of vertices. */
export const MAIN = /^(?!n = )/;
export const BY_VERTICES = /^n = /;

/** A bound that a run must meet, and the goal beyond it, which may be the same. */
export interface Gate {
  name: string;
  measured: number;
  gate: number;
  aim: number;
  /** Whether larger is better. */
  atLeast: boolean;
}

/** The gates for single calls. A missing row misses its gate. */
export function findGates(rows: readonly Row[]): Gate[] {
  const find = (query: Query, workload: string, library: Library): Row | undefined =>
    rows.find((row) => row.query === query && row.workload === workload && row.library === library);
  const gates: Gate[] = [];
  const compare = (
    query: Query,
    peer: Library,
    bounds: Readonly<Record<string, readonly [gate: number, aim: number]>>,
  ): void => {
    for (const [workload, [gate, aim]] of Object.entries(bounds)) {
      gates.push({
        name: `${query}, ${workload}: ${peer} / ours`,
        measured: find(query, workload, peer)?.ratio ?? NaN,
        gate,
        aim,
        atLeast: true,
      });
    }
  };
  compare("distance", "planck", {
    "box": [2.5, 4],
    "8-gon": [3, 5],
    "32-gon": [4.5, 8],
    "mixed": [2.5, 4],
  });
  compare("intersects", "sat", { "box": [7, 12], "8-gon": [12, 18] });
  // (Set against its functions alone.)
  compare("collide", "planck local", { "box": [3, 4], "8-gon": [3.5, 5], "mixed": [2.8, 4] });
  gates.push({
    name: "any query on any workload: least peer / ours",
    measured: rows.filter(({ library }) => library === "planck" || library === "sat")
      .filter(({ workload }) => MAIN.test(workload))
      .reduce((least, { ratio }) => Math.min(least, ratio), Infinity),
    gate: 1,
    aim: 1,
    atLeast: true,
  });
  for (const query of QUERIES) {
    for (const [touching, random] of [["touching", "box"], ["touching round", "rounded"]]) {
      gates.push({
        name: `${query}: ${touching} / ${random}`,
        measured: (find(query, touching, "gjk2d")?.ns ?? NaN) /
          (find(query, random, "gjk2d")?.ns ?? NaN),
        gate: 2,
        aim: 1.3,
        atLeast: false,
      });
    }
  }
  gates.push({
    name: "distance: n = 1024 / n = 32",
    measured: (find("distance", "n = 1024", "gjk2d")?.ns ?? NaN) /
      (find("distance", "n = 32", "gjk2d")?.ns ?? NaN),
    gate: 2,
    aim: 2,
    atLeast: false,
  });
  const own = rows.filter((row) => row.library === "gjk2d");
  const worst = (read: (row: Row) => number): number =>
    own.reduce((most, row) => Math.max(most, Number.isNaN(read(row)) ? 0 : read(row)), 0);
  for (const query of QUERIES) {
    const bytes = own.filter((row) => row.query === query && MAIN.test(row.workload))
      .reduce((most, row) => Math.max(most, row.bytes), 0);
    if (Number.isNaN(bytes)) continue;
    // Less than a hundredth of a byte is the engine's own: the smallest object takes 12 bytes.
    gates.push({
      name: `${query}: bytes per call, worst workload`,
      measured: bytes < 0.01 ? 0 : bytes,
      gate: 0,
      aim: 0,
      atLeast: false,
    });
  }
  gates.push({
    name: "wrong answers, all queries",
    measured: worst((row) => row.wrong),
    gate: 0,
    aim: 0,
    atLeast: false,
  });
  gates.push({
    name: "largest error in u, all queries",
    measured: worst((row) => row.maxErrorU),
    gate: 4,
    aim: 4,
    atLeast: false,
  });
  return gates;
}

/** `pass`, `aim` if the goal is reached too, or `MISS`. */
export function gradeGate({ measured, gate, aim, atLeast }: Gate): "MISS" | "pass" | "aim" {
  const holds = (bound: number) => atLeast ? measured >= bound : measured <= bound;
  return holds(aim) ? "aim" : holds(gate) ? "pass" : "MISS";
}

/** Cells of the table of gates. */
export function tabulateGates(gates: readonly Gate[]): string[][] {
  const format = (value: number) => String(Number(value.toFixed(2)));
  return [["gate", "measured", "gate", "aim", ""]].concat(gates.map((gate) => {
    const sign = gate.atLeast ? ">=" : "<=";
    return [
      gate.name,
      format(gate.measured),
      `${sign} ${gate.gate}`,
      `${sign} ${gate.aim}`,
      gradeGate(gate),
    ];
  }));
}
