/**
 * `deno task test`: runs the suite with the real `@std` packages or the stand-ins (see std.ts) and
 * ends with the line "N passed, N failed". Files run in parallel, as many as there are cores.
 * Arguments go to `deno test`: a path, `--filter`, …. If single files are named, they run one after
 * the other, unless `--parallel` is given.
 *
 * A file without a test, or a run without one, is a failure: it must not look as if it had passed.
 *
 * @module
 */
import { relay } from "./relay.ts";
import { chooseStd, fromFileUrl, ROOT } from "./std.ts";

const std = await chooseStd();
console.log(std.line);

const root = fromFileUrl(ROOT);
const isFiltered = Deno.args.some((arg) => arg.startsWith("--filter"));
const areFiles = Deno.args.some((arg) => arg.endsWith(".ts"));
const mode = areFiles || Deno.args.includes("--parallel") ? [] : ["--parallel"];

/**
 * The test files at a path, relative to the root; none if it is not a path but the value of an
 * option.
 */
async function findTests(path: string): Promise<string[]> {
  if (path.endsWith(".ts")) return [path];
  const found: string[] = [];
  try {
    for await (const { name, isDirectory } of Deno.readDir(root + path)) {
      const inside = `${path}/${name}`;
      if (isDirectory || name.endsWith("_test.ts")) found.push(...await findTests(inside));
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return found;
}

let passed = 0;
let failed = 0;
const tested = new Set<string>();
let code = await relay(
  Deno.execPath(),
  ["test", "-A", ...mode, ...std.flags, ...Deno.args],
  ROOT,
  (line) => {
    // "./tests/math/vec2_test.ts => length() … ok (1ms)", or one by one "running 3 tests from ./tests/…"
    const file = /^(?:running [1-9]\d* tests? from )?\.\/(\S+\.ts)(?: => |$)/.exec(line);
    if (file !== null) tested.add(file[1]);
    // ok | 12 passed (3 steps) | 0 failed | 2 ignored (1s)
    const summary = /^(?:ok|FAILED) \| (\d+) passed(?: \((\d+) steps?\))? \| (\d+) failed/.exec(
      line,
    );
    if (summary === null) return;
    passed = Number(summary[1]) + Number(summary[2] ?? 0);
    failed = Number(summary[3]);
  },
);
// A module that does not load fails the run although no test fails.
if (code !== 0 && failed === 0) failed = 1;
const named = Deno.args.filter((arg) => !arg.startsWith("-"));
for (const path of isFiltered ? [] : named.length > 0 ? named : ["tests"]) {
  for (const file of await findTests(path.replace(root, "").replace(/^\.\/|\/$/g, ""))) {
    if (tested.has(file)) continue;
    console.log(`${file} has no test`);
    failed++;
  }
}
if (passed + failed === 0) {
  console.log("No test was run");
  failed = 1;
}
if (code === 0 && failed > 0) code = 1;
console.log(`${passed} passed, ${failed} failed`);
Deno.exit(code);
