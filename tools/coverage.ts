/**
 * `deno task coverage`: which lines of `src` the suite runs. Lists the lines missed, and fails below
 * 95 % in total, or if a file of `src` is in no test at all. Arguments are test files or folders of
 * them. Writes `coverage/`, with pages in `coverage/html`.
 *
 * @module
 */
import { globSync, readFileSync } from "node:fs";
import { readArguments } from "./arguments.ts";
import { chooseStd, fromFileUrl, ROOT } from "./std.ts";

/** Percent of the lines of `src` that must run. */
const LEAST = 95;

/**
 * Tests that repeat what others do once, a million times or in WebAssembly: counting prevents the
 * engine from optimizing, so they would take most of an hour. And tests that use the counters.
 */
const LEFT_OUT = [
  ...["allocation", "concave_allocation", "smooth_allocation"].map((name) =>
    `tests/contract/${name}_test.ts`
  ),
  ...["tests/space/determinism_test.ts", "tests/space/parity_test.ts"],
  ...["tests/demo/", "tests/work/", "tests/tools/"],
];

/**
 * Files with lines that no test can run: an engine without SIMD, a policy against WebAssembly, a full memory,
 * clocks and sleepers of other runtimes.
 */
const EXPLAINED = /^src\/(space\/(wasm|memory)|loop\/(clock|sleep|precise|worker|sleeper))/;

async function deno(...args: string[]): Promise<{ code: number; text: string }> {
  const { code, stdout } = await new Deno.Command(Deno.execPath(), {
    args,
    cwd: ROOT,
    stderr: "inherit",
  }).output();
  return { code, text: new TextDecoder().decode(stdout) };
}

const { positionals } = readArguments({}, true);
const std = await chooseStd();
console.log(std.line);
const directory = fromFileUrl(new URL("coverage/", ROOT));
await Deno.remove(directory, { recursive: true }).catch(() => {});
const ignored = [`--coverage=${directory}`, `--ignore=${LEFT_OUT.join(",")}`];
const tests = await deno(
  ...["test", "-A", "-q", "--no-check", "--reporter=dot", ...ignored],
  ...std.flags,
  ...positionals,
);
if (tests.code !== 0) console.log(tests.text);
await deno("coverage", "--html", "--include=/src/", directory);
const { text } = await deno("coverage", "--lcov", "--include=/src/", directory);

let lines = 0, missed = 0;
const seen = new Set<string>();
for (const record of text.split("end_of_record").slice(0, -1)) {
  const file = /^SF:(.*)$/m.exec(record)![1].replaceAll("\\", "/").split(ROOT.pathname)[1];
  const counts = [...record.matchAll(/^DA:(\d+),(\d+)$/gm)];
  const never = counts.filter(([, , count]) => count === "0").map(([, line]) => line);
  seen.add(file);
  lines += counts.length;
  missed += never.length;
  const why = EXPLAINED.test(file) ? " (other runtimes)" : "";
  if (never.length > 0) console.log(`${file}${why}: ${never.join(" ")}`);
}
// Files with types only have nothing that could run.
const unseen = globSync("src/**/*.ts", { cwd: fromFileUrl(ROOT) }).filter((file) =>
  !seen.has(file) && !EXPLAINED.test(file) &&
  /^(export )?(async )?(abstract )?(const|let|function|class) /m.test(
    readFileSync(new URL(file, ROOT), "utf8"),
  )
);
for (const file of unseen) console.log(`${file}: no test imports it`);
const share = 100 * (1 - missed / Math.max(1, lines));
console.log(`${share.toFixed(2)} % of ${lines} lines of src; ${missed} never run`);
const isWhole = positionals.length > 0 || unseen.length === 0;
const passed = share >= LEAST && tests.code === 0 && isWhole;
console.log(passed ? "1 passed, 0 failed" : "0 passed, 1 failed");
Deno.exit(passed ? 0 : 1);
