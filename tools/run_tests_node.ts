/**
 * `deno task test:node`, `test:node22`, `test:node24`, `test:bun`: the same suite on other
 * runtimes. Every `*_test.ts` is bundled with the stand-ins of `tests/_std`, the library is
 * imported as built files, and the runtime's own test runner runs it. `--runtime node@24` fetches
 * that version with npx unless the PATH has it; plain `node` is the one on the PATH.
 *
 * ```
 * words       only files whose paths contain one of them, such as tests/math
 * --core      only the folders of what decides bits and of what all queries promise
 * --long      as in `deno task test:long`
 * --jobs N    files at a time (default: one per core)
 * ```
 *
 * Writes `dist/<runtime>`.
 *
 * @module
 */
import * as esbuild from "esbuild";
import { readArguments, readCount, refuse } from "./arguments.ts";
import { buildLibrary, importBuilt } from "./build.ts";
import { findRuntime } from "./runtime.ts";
import { fromFileUrl, ROOT } from "./std.ts";
import {
  closeRun,
  type Counts,
  findTestFiles,
  hasLongForm,
  runFiles,
  selectFiles,
} from "./test_files.ts";

/**
 * With `--core`, files of these folders run: what decides bits, and what all queries promise.
 */
const CORE = /^tests\/(?:math|exact|contract|query|space)\//;

const { values, positionals } = readArguments({
  runtime: { type: "string", default: "node" },
  long: { type: "boolean", default: false },
  core: { type: "boolean", default: false },
  jobs: { type: "string", default: `${navigator.hardwareConcurrency}` },
}, true);
const runtime = await findRuntime(values.runtime, "run tests");

const all = await findTestFiles();
// A renamed file must not drop out of a list unnoticed.
const unknown = positionals.filter((part) => selectFiles(all, [part]).length === 0);
if (unknown.length > 0) refuse(`Cannot run tests: no file has ${unknown.join(" or ")} in its path`);
let tests = selectFiles(all, positionals);
if (values.long) {
  const long = await Promise.all(tests.map(hasLongForm));
  tests = tests.filter((_, k) => long[k]);
}
if (values.core) tests = tests.filter((path) => CORE.test(path));
const jobs = readCount("run tests", "--jobs", values.jobs);

// A directory for each runtime, because two may be tested at the same time.
const dist = new URL(`dist/${values.runtime.replace("@", "")}/`, ROOT);
await Deno.remove(dist, { recursive: true }).catch(() => {});
const built = await buildLibrary(dist);
const outdir = new URL("tests/", dist);

await esbuild.build({
  entryPoints: tests.map((path) => fromFileUrl(new URL(path, ROOT))),
  outbase: fromFileUrl(new URL("tests/", ROOT)),
  outdir: fromFileUrl(outdir),
  outExtension: { ".js": ".mjs" },
  bundle: true,
  format: "esm",
  target: "node20",
  platform: "node",
  logLevel: "warning",
  // Modules bundled with a test are not the main module.
  define: { "import.meta.main": "false" },
  // npm packages stay imports: node finds them in node_modules.
  packages: "external",
  alias: {
    "@std/assert": fromFileUrl(new URL("tests/_std/assert.ts", ROOT)),
    "@std/testing/bdd": fromFileUrl(new URL("tests/_std/bdd.ts", ROOT)),
  },
  plugins: [importBuilt(built)],
}).catch((error) => refuse(`Cannot run tests: ${(error as Error).message}`));
await esbuild.stop();

const { name, command: [command, ...before] } = runtime;
// Bun stops a test after 5 s unless told otherwise.
const options = name === "node" ? ["--test-reporter=spec"] : ["test", "--timeout=600000"];
const env: Record<string, string> = values.long ? { EFFORT: "long" } : {};
const files = tests.map((path) => ({
  name: path,
  command,
  args: [
    ...before,
    ...options,
    fromFileUrl(new URL(path.replace(/^tests\//, "").replace(/\.ts$/, ".mjs"), outdir)),
  ],
  env,
}));

/** ℹ pass 12 (Node), 12 pass (Bun) */
const SUMMARY = /^(?:ℹ (pass|fail|cancelled|skipped) (\d+)|\s*(\d+) (pass|fail|error|skip)s?)$/gm;

function count(output: string): Counts | null {
  const found: Counts = { passed: 0, failed: 0, left: 0 };
  for (const [, word, number, bunNumber, bunWord] of output.matchAll(SUMMARY)) {
    const cases = Number(number ?? bunNumber), outcome = word ?? bunWord;
    if (outcome === "pass") found.passed += cases;
    else if (/^skip/.test(outcome)) found.left += cases;
    else found.failed += cases;
  }
  return found;
}

console.log(`${files.length} test files on ${values.runtime}, ${jobs} at a time`);
closeRun(await runFiles(files, count, jobs));
