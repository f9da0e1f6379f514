/**
 * `deno task test:jit [--runs n] [--seed s]`: runs the allocation tests under n settings (default
 * 10) of when V8 compiles functions. What V8 has learned about a function by then decides which
 * calls it inlines, and so whether it boxes a double that a usual run never boxes. On a busy
 * machine the compiler is late. A failure names the flags that reproduce it.
 *
 * @module
 */
import { Random } from "../tests/generate/random.ts";
import { readArguments, readCount } from "./arguments.ts";
import { fromFileUrl, ROOT } from "./std.ts";

const TESTS = ["allocation", "concave_allocation", "smooth_allocation"].map((name) =>
  `tests/contract/${name}_test.ts`
);

const { values } = readArguments({
  runs: { type: "string", default: "10" },
  seed: { type: "string", default: "1" },
});
const runs = readCount("run tests", "--runs", values.runs);

const random = new Random("jit", values.seed);
let passed = 0;
let failed = 0;
for (let run = 0; run < runs; run++) {
  // Calls until a function is compiled by the fast compiler, by the optimizing one, and while it
  // runs. V8's own values are 400, 3000 and 500.
  const flags = [
    `--invocation-count-for-maglev=${random.int(50, 1700)}`,
    `--invocation-count-for-turbofan=${random.int(500, 6000)}`,
    `--invocation-count-for-osr=${random.int(60, 900)}`,
  ].join(",");
  const { success, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "tools/run_tests.ts", "--long", ...TESTS],
    cwd: fromFileUrl(ROOT),
    env: { DENO_V8_FLAGS: flags },
    stderr: "inherit",
  }).output();
  if (success) passed++;
  else failed++;
  console.log(`${success ? "ok     " : "FAILED "} DENO_V8_FLAGS=${flags}`);
  if (!success) console.log(new TextDecoder().decode(stdout));
}
console.log(`${passed} passed, ${failed} failed`);
if (failed > 0) Deno.exit(1);
