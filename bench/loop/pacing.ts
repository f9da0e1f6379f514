/**
 * `deno task bench:loop`: how precisely frames are paced in real time, in Deno and in Node, beside
 * MainLoop.js and setInterval in the same run. Prints the table with the machine, the versions, the
 * date and the load of other processes, and writes it to results/pacing_<machine>.csv.
 *
 * Options: `--seconds=3` per row (the regression of ppm wants 60), `--only=preciseSleeper` for the
 * strategies whose name contains that, `--runtime=deno` or `node`, `--fifo` to run under SCHED_FIFO
 * 50, which stands for a quiet machine (Linux, root), `--label=quiet` to name the result,
 * `--no-save`.
 *
 * @module
 */
import { readArguments } from "../../tools/arguments.ts";
import { fromFileUrl, ROOT } from "../../tools/std.ts";
import { bundleForNode } from "./bundle.ts";
import type { PacingRow } from "./pacing_run.ts";

const { seconds, only, runtime: wanted, fifo, label, "no-save": isLost } = readArguments({
  seconds: { type: "string", default: "3" },
  only: { type: "string", default: "" },
  runtime: { type: "string", default: "" },
  fifo: { type: "boolean", default: false },
  label: { type: "string", default: `${Deno.build.os}_${Deno.build.arch}` },
  "no-save": { type: "boolean", default: false },
}).values;

async function output(command: string, args: string[]): Promise<string> {
  try {
    const { stdout } = await new Deno.Command(command, { args, stderr: "null" }).output();
    return new TextDecoder().decode(stdout).trim();
  } catch {
    return "";
  }
}

/** The processor's name and the number of cores. */
async function machine(): Promise<string> {
  let model = "unknown processor";
  try {
    const info = await Deno.readTextFile("/proc/cpuinfo");
    model = /^model name\s*: (.*)$/m.exec(info)?.[1] ?? model;
  } catch {
    // Not Linux: the architecture has to suffice.
  }
  return `${model}, ${navigator.hardwareConcurrency} cores, ${Deno.build.os} ${Deno.build.arch}`;
}

async function measure(command: string, args: string[]): Promise<PacingRow[]> {
  const [program, ...rest] = [...(fifo ? ["chrt", "-f", "50"] : []), command, ...args];
  const child = new Deno.Command(program, {
    args: rest,
    cwd: fromFileUrl(ROOT),
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const rows: PacingRow[] = [];
  let pending = "";
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    const lines = (pending + text).split("\n");
    pending = lines.pop() ?? "";
    for (const line of lines) {
      const row: PacingRow = JSON.parse(line, (_key, value) => value === null ? NaN : value);
      rows.push(row);
      const f = (x: number, digits = 1): string => Number.isNaN(x) ? "–" : x.toFixed(digits);
      console.log(
        [
          row.strategy.padEnd(39),
          String(row.hz).padStart(5),
          f(row.late_p50).padStart(9),
          f(row.late_p99).padStart(9),
          f(row.late_max, 0).padStart(8),
          f(row.update_p50).padStart(9),
          f(row.update_p99).padStart(9),
          f(row.interval_p50).padStart(9),
          f(row.interval_p99).padStart(9),
          f(row.ppm).padStart(11),
          f(row.cpu_pct).padStart(6),
          f(row.other_cpu_pct, 0).padStart(6),
        ].join(" "),
      );
    }
  }
  const { success } = await child.status;
  if (!success) throw new Error(`${program} ${rest.join(" ")} failed`);
  return rows;
}

const date = new Date().toISOString().slice(0, 10);
const host = await machine();
console.log(`Pacing of empty frames, ${seconds} s a row after 1 s of warm-up, ${date}`);
console.log(host + (fifo ? ", SCHED_FIFO 50" : ", normal priority"));
console.log(
  "late: µs from the absolute deadline until the loop is awake and finds the update due;",
);
console.log(
  "upd.: until the first statement of the update; int.: µs of |interval − period|; CPU and",
);
console.log(
  "other processes' CPU in percent of a core: above 20 % of the latter, tails are noise.\n",
);

const lines: string[] = [];
let header = "";
const runtimes: [string, string, string[]][] = [
  [
    `Deno ${Deno.version.deno}`,
    Deno.execPath(),
    ["run", "-q", "-A", fromFileUrl(new URL("pacing_run.ts", import.meta.url))],
  ],
];
const node = await output("node", ["--version"]);
if (node !== "") {
  runtimes.push([`Node ${node.slice(1)}`, "node", [await bundleForNode("pacing_run.ts")]]);
}
for (const [runtime, command, args] of runtimes) {
  if (!runtime.toLowerCase().includes(wanted.toLowerCase())) continue;
  console.log(
    `${
      runtime.padEnd(39)
    }    Hz  late p50      p99      max  upd. p50      p99  int. p50      p99         ppm    CPU  other`,
  );
  for (const row of await measure(command, [...args, seconds, only])) {
    header = ["date", "runtime", "seconds", "priority", "machine", ...Object.keys(row)].join(",");
    const priority = fifo ? "fifo" : "normal";
    const values = Object.values(row).map((value) =>
      typeof value === "number" ? String(Math.round(value * 100) / 100) : `"${value}"`
    );
    lines.push([date, runtime, seconds, priority, `"${host}"`, ...values].join(","));
  }
  console.log();
}
if (!isLost && lines.length > 0) {
  const file = new URL(`results/pacing_${label}.csv`, import.meta.url);
  await Deno.mkdir(new URL("results/", import.meta.url), { recursive: true });
  await Deno.writeTextFile(file, [header, ...lines].join("\n") + "\n");
  console.log(`Written to bench/loop/results/pacing_${label}.csv`);
}
