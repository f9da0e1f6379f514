/**
 * Puts the measurements of results/*.csv into the table of docs/internals/loop_pacing.md, between the two
 * `pacing` marks. `--check` writes nothing and fails if the table is not what the files say.
 *
 * @module
 */
import { readArguments } from "../../tools/arguments.ts";

const { check } = readArguments({ check: { type: "boolean", default: false } }).values;

const DOC = new URL("../../docs/internals/loop_pacing.md", import.meta.url);
const RESULTS = new URL("results/", import.meta.url);
const BEGIN = "<!-- pacing: begin, written by bench/loop/pacing_table.ts -->";
const END = "<!-- pacing: end -->";

/** Splits a CSV line whose quoted fields contain commas but no quotes. */
function fields(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|([^,]+)/g)].map((match) => match[1] ?? match[2]);
}

const text: string[] = [];
const files = [...Deno.readDirSync(RESULTS)].map((entry) => entry.name).filter((name) =>
  /^pacing_.*\.csv$/.test(name)
).sort();
for (const name of files) {
  const [head, ...lines] = Deno.readTextFileSync(new URL(name, RESULTS)).trim().split("\n");
  const columns = fields(head);
  const rows = lines.map((line) =>
    Object.fromEntries(fields(line).map((value, i) => [columns[i], value]))
  );
  const { date, machine, priority, seconds } = rows[0];
  const loads = rows.map((row) => Number(row.other_cpu_pct)).sort((a, b) => a - b);
  const f = (value: string, digits: number): string =>
    Number.isFinite(Number(value)) ? Number(value).toFixed(digits) : "–";
  text.push(
    "",
    `${date}, ${machine}, ${
      priority === "fifo" ? "SCHED_FIFO 50" : "normal priority"
    }, ${seconds} s a row; other processes took ${loads[0].toFixed(0)} to ${
      loads[loads.length - 1].toFixed(0)
    } % of a core (median ${loads[loads.length >> 1].toFixed(0)} %):`,
    "",
    "| runtime | strategy | Hz | late p50 | p99 | max | update p50 | p99 | interval p50 | p99 | ppm | CPU % | other % |",
    "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
    ...rows.map((row) =>
      `| ${
        [
          row.runtime,
          row.strategy,
          row.hz,
          f(row.late_p50, 1),
          f(row.late_p99, 0),
          f(row.late_max, 0),
          f(row.update_p50, 1),
          f(row.update_p99, 0),
          f(row.interval_p50, 1),
          f(row.interval_p99, 0),
          f(row.ppm, 1),
          f(row.cpu_pct, 1),
          f(row.other_cpu_pct, 0),
        ].join(" | ")
      } |`
    ),
  );
}

const doc = Deno.readTextFileSync(DOC);
const begin = doc.indexOf(BEGIN);
const end = doc.indexOf(END);
if (begin < 0 || end < begin) {
  throw new Error(`docs/internals/loop_pacing.md has no "${BEGIN}" … "${END}"`);
}
const next = doc.slice(0, begin + BEGIN.length) + "\n" + text.join("\n") + "\n\n" + doc.slice(end);
if (next === doc) {
  console.log(`docs/internals/loop_pacing.md holds ${files.join(", ")}`);
} else if (check) {
  console.log("docs/internals/loop_pacing.md is stale: run deno task bench:loop:table");
  Deno.exit(1);
} else {
  Deno.writeTextFileSync(DOC, next);
  console.log(`docs/internals/loop_pacing.md written from ${files.join(", ")}`);
}
