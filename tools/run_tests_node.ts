/**
 * `deno task test:node`, `test:node22`, `test:node24`, `test:bun`: the same suite on other
 * runtimes. Every `*_test.ts` is bundled with the stand-ins of `tests/_std`, the library is
 * imported as built files. `--runtime node@24` fetches
 * that version with npx unless the PATH has it; plain `node` is the one on the PATH.
 *
 * ```
 * words       only files whose paths contain one of them, such as tests/math
 * --core      only the folders of what decides bits and of what all queries promise
 * --brief     without property tests of folders that only calculate: for an engine of the same family
 * --filter T  as in `deno task test`
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
import { chooseFiles, closeRun, runFiles } from "./test_files.ts";

/**
 * With `--core`, files of these folders run: what decides bits, and what all queries promise.
 */
const CORE = /^tests\/(?:math|exact|contract|query|space)\//;

/**
 * With `--brief`, files of these folders run only if they have no long form. The others try thousands
 * of cases of the same arithmetic, which tests/exact judges on every engine.
 */
const CALCULATED = /^tests\/(?:boundary|kernel|query|shapes|smooth)\//;

const { values, positionals } = readArguments({
  runtime: { type: "string", default: "node" },
  filter: { type: "string" },
  long: { type: "boolean", default: false },
  brief: { type: "boolean", default: false },
  core: { type: "boolean", default: false },
  jobs: { type: "string", default: `${navigator.hardwareConcurrency}` },
}, true);
const runtime = await findRuntime(values.runtime, "run tests");

const chosen = await chooseFiles(positionals, values.long ? "long" : "all");
const rest = values.brief ? await chooseFiles(positionals, "rest") : chosen;
const tests = chosen.filter((path) =>
  (!values.core || CORE.test(path)) && (rest.includes(path) || !CALCULATED.test(path))
);
const jobs = readCount("run tests", "--jobs", values.jobs);

// A directory for each runtime, because two may be tested at the same time.
const dist = new URL(`dist/${values.runtime.replace("@", "")}/`, ROOT);
await Deno.remove(dist, { recursive: true }).catch(() => {});
const built = await buildLibrary(dist);
await esbuild.build({
  entryPoints: ["tools/test_process.ts", ...tests].map((path) => ({
    in: fromFileUrl(new URL(path, ROOT)),
    out: path === "tools/test_process.ts" ? path.replace(".ts", "") : path,
  })),
  outdir: fromFileUrl(dist),
  outExtension: { ".js": ".mjs" },
  bundle: true,
  splitting: true,
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
    "node:test": fromFileUrl(new URL("tools/harness.ts", ROOT)),
  },
  plugins: [importBuilt(built)],
}).catch((error) => refuse(`Cannot run tests: ${(error as Error).message}`));
await esbuild.stop();

console.log(`${tests.length} test files on ${values.runtime}, ${jobs} at a time`);
const sum = await runFiles(
  tests,
  {
    words: [
      ...runtime.command,
      fromFileUrl(new URL("tools/test_process.mjs", dist)),
      values.filter ?? "",
    ],
    env: values.long ? { EFFORT: "long" } : {},
  },
  jobs,
  values.filter !== undefined,
);
closeRun(sum);
