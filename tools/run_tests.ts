/**
 * `deno task test`: runs the suite with the real `@std` packages or the stand-ins (see std.ts) and
 * ends with the line "N passed, N failed". Arguments go to `deno test`: a path, `--filter`, … A file without
 * a test, and a run without one, are failures: what tests nothing must not look as if it had passed.
 *
 * @module
 */
import { chooseStd, ROOT } from "./std.ts";
import { relay } from "./relay.ts";

const std = await chooseStd();
console.log(std.line);

let passed = 0;
let failed = 0;
const isFiltered = Deno.args.some((arg) => arg.startsWith("--filter"));
const empty: string[] = [];
let code = await relay(
  Deno.execPath(),
  ["test", "-A", ...std.flags, ...Deno.args],
  ROOT,
  (line) => {
    const idle = /^running 0 tests from (.+)$/.exec(line);
    if (idle !== null && !isFiltered) empty.push(idle[1]);
    // ok | 12 passed (3 steps) | 0 failed | 2 ignored (1s)
    const summary = /^(?:ok|FAILED) \| (\d+) passed(?: \((\d+) steps?\))? \| (\d+) failed/.exec(
      line,
    );
    if (summary === null) return;
    passed = Number(summary[1]) + Number(summary[2] ?? 0);
    failed = Number(summary[3]);
  },
);
// A module that does not load fails the run without failing a test.
if (code !== 0 && failed === 0) failed = 1;
for (const file of empty) console.log(`${file} has no test`);
failed += empty.length;
if (passed + failed === 0) {
  console.log("No test was run");
  failed = 1;
}
if (code === 0 && failed > 0) code = 1;
console.log(`${passed} passed, ${failed} failed`);
Deno.exit(code);
