/**
 * `deno task test`: runs the suite and ends with the line "N passed, N failed". `deno task
 * test:long` is the same with `--long`: the files that import `tests/effort.ts`, with long counts.
 *
 * ```
 * words       only files whose paths contain one of them, such as query/distance or tests/math
 * --filter T  only tests whose names contain T; /T/ is a regular expression
 * --long      the files that import tests/effort.ts, with as many cases as it says
 * --check     check types, too, which `deno task ok` does for all files
 * --jobs N    files at a time (default: one per core)
 * ```
 *
 * @module
 */
import { readArguments, readCount, refuse } from "./arguments.ts";
import { chooseStd } from "./std.ts";
import {
  closeRun,
  type Counts,
  describeTime,
  findTestFiles,
  hasLongForm,
  runFiles,
  selectFiles,
} from "./test_files.ts";

/** Seconds of processor time that all files take, about. */
const COST = { short: 300, long: 600 };

const { values, positionals } = readArguments(
  {
    filter: { type: "string" },
    long: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
    jobs: { type: "string", default: `${navigator.hardwareConcurrency}` },
  },
  true,
);
const jobs = readCount("run tests", "--jobs", values.jobs);

const all = await findTestFiles();
/** Files that are no part of the suite run if they are named whole. */
const others = positionals.filter((word) => /\.ts$/.test(word) && !/_test\.ts$/.test(word));
const words = positionals.filter((word) => !others.includes(word));
const unknown = words.filter((word) => selectFiles(all, [word]).length === 0);
if (unknown.length > 0) {
  refuse(`Cannot run tests: no test file has ${unknown.join(" or ")} in its path`);
}
let files = positionals.length > 0 && words.length === 0 ? [] : selectFiles(all, words);
if (values.long) {
  const long = await Promise.all(files.map(hasLongForm));
  files = files.filter((_, k) => long[k]);
}
files.push(...others);

const std = await chooseStd();
const cores = Math.min(jobs, navigator.hardwareConcurrency);
const time = positionals.length > 0
  ? ""
  : `: about ${describeTime((values.long ? COST.long : COST.short) / cores)} on ${cores} idle ` +
    (cores === 1 ? "core" : "cores");
console.log(
  files.length === 1
    ? `1 test file${time}`
    : `${files.length} test files, ${jobs} at a time${time}`,
);
console.log(std.line);

/** ok | 12 passed (3 steps) | 0 failed | 2 ignored (1s) */
const SUMMARY =
  /^(?:ok|FAILED) \| (\d+) passed(?: \((\d+) steps?\))? \| (\d+) failed(?: \| (\d+) ignored)?/m;

function count(output: string): Counts | null {
  const found = SUMMARY.exec(output);
  if (found === null) return null;
  const [passed, steps, failed, left] = found.slice(1).map((text) => Number(text ?? 0));
  return { passed: passed + steps, failed, left };
}

const options = [
  ...(values.check ? [] : ["--no-check"]),
  ...(values.filter === undefined ? [] : [`--filter=${values.filter}`]),
  ...std.flags,
];
const env: Record<string, string> = values.long ? { EFFORT: "long" } : {};
const sum = await runFiles(
  files.map((name) => ({
    name,
    command: Deno.execPath(),
    args: ["test", "-A", ...options, name],
    env,
  })),
  count,
  jobs,
  values.filter !== undefined,
);
closeRun(sum);
