/**
 * `deno task test`: runs the suite and ends with the line "N passed, N failed". `deno task
 * test:long` is the same with `--long`: the files that import `tests/effort.ts`, with long counts.
 *
 * ```
 * words       only files whose paths contain one of them, such as query/distance or tests/math
 * --filter T  only tests whose names contain T; /T/ is a regular expression
 * --long      the files that import tests/effort.ts, with as many cases as it says
 * --rest      the files that --long leaves out
 * --jobs N    files at a time (default: one per core)
 * ```
 *
 * @module
 */
import { readArguments, readCount, refuse } from "./arguments.ts";
import { chooseStd } from "./std.ts";
import { chooseFiles, closeRun, describeTime, type Part, runFiles } from "./test_files.ts";

/** Seconds of processor time that all files take, about. */
const COST = { all: 190, long: 480, rest: 80 };

const { values, positionals } = readArguments(
  {
    filter: { type: "string" },
    long: { type: "boolean", default: false },
    rest: { type: "boolean", default: false },
    jobs: { type: "string", default: `${navigator.hardwareConcurrency}` },
  },
  true,
);
if (values.long && values.rest) refuse("Cannot run tests: --long and --rest exclude each other");
const part: Part = values.long ? "long" : values.rest ? "rest" : "all";
const jobs = readCount("run tests", "--jobs", values.jobs);
/** Files that are no part of the suite run if they are named whole. */
const others = positionals.filter((word) => /\.ts$/.test(word) && !/_test\.ts$/.test(word));
const words = positionals.filter((word) => !others.includes(word));
const files = others.length > 0 && words.length === 0 ? others : [
  ...await chooseFiles(words, part),
  ...others,
];

const std = await chooseStd();
const cores = Math.min(jobs, navigator.hardwareConcurrency);
const time = positionals.length > 0
  ? ""
  : `: about ${describeTime(COST[part] / cores)} on ${cores} idle ` +
    (cores === 1 ? "core" : "cores");
console.log(
  files.length === 1
    ? `1 test file${time}`
    : `${files.length} test files, ${jobs} at a time${time}`,
);
console.log(std.line);

const sum = await runFiles(
  files,
  {
    words: [
      ...[Deno.execPath(), "run", "-A", "--no-check", ...std.flags],
      ...["tools/test_process.ts", values.filter ?? ""],
    ],
    env: values.long ? { EFFORT: "long" } : {},
  },
  jobs,
  values.filter !== undefined,
);
closeRun(sum);
