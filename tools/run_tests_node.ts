/**
 * `deno task test:node`, `test:node22`, `test:node24`, `test:bun`: the same suite on other
 * runtimes. Every `*_test.ts` is bundled with the stand-ins of `tests/_std`, the library is
 * imported as built files, and the runtime's own test runner runs it. `--runtime node@24` fetches
 * that version with npx unless the PATH has it; plain `node` is the one on the PATH. Other
 * arguments are parts of paths, such as `tests/math`, that select tests. Each must match a path.
 *
 * @module
 */
import * as esbuild from "esbuild";
import { readArguments, refuse } from "./arguments.ts";
import { buildLibrary, importBuilt } from "./build.ts";
import { relay } from "./relay.ts";
import { findRuntime } from "./runtime.ts";
import { fromFileUrl, ROOT } from "./std.ts";

async function findTests(dir: URL): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of Deno.readDir(dir)) {
    if (entry.isDirectory) found.push(...await findTests(new URL(`${entry.name}/`, dir)));
    else if (entry.name.endsWith("_test.ts")) found.push(fromFileUrl(new URL(entry.name, dir)));
  }
  return found.sort();
}

const { values, positionals } = readArguments({
  runtime: { type: "string", default: "node" },
}, true);
const runtime = await findRuntime(values.runtime, "run tests");

const root = fromFileUrl(ROOT);
const all = await findTests(new URL("tests/", ROOT));
const isPart = (part: string) => (path: string): boolean =>
  path.slice(root.length).replaceAll("\\", "/").includes(part);
// A renamed file must not drop out of a list unnoticed.
const unknown = positionals.filter((part) => !all.some(isPart(part)));
if (unknown.length > 0) refuse(`Cannot run tests: no file has ${unknown.join(" or ")} in its path`);
const tests = all.filter((path) =>
  positionals.length === 0 || positionals.some((part) => isPart(part)(path))
);

// A directory for each runtime, because two may be tested at the same time.
const dist = new URL(`dist/${values.runtime.replace("@", "")}/`, ROOT);
await Deno.remove(dist, { recursive: true }).catch(() => {});
const built = await buildLibrary(dist);
const outdir = new URL("tests/", dist);

await esbuild.build({
  entryPoints: tests,
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

let passed = 0;
let failed = 0;
const files = tests.map((path) =>
  path.replace(fromFileUrl(new URL("tests/", ROOT)), fromFileUrl(outdir)).replace(/\.ts$/, ".mjs")
);
const { name, command: [command, ...before] } = runtime;
// By default Node leaves one core free, so with two cores it would run one file after the other.
const jobs = Math.max(2, navigator.hardwareConcurrency - 1);
const args = name === "node"
  ? ["--test", `--test-concurrency=${jobs}`, "--test-reporter=spec", ...files]
  // Bun stops a test after 5 s unless told otherwise, and reports on standard error.
  : ["test", "--timeout=600000", ...files];
// ℹ pass 12 (Node), 12 pass (Bun)
const SUMMARY = /^(?:ℹ (pass|fail|cancelled) (\d+)|\s*(\d+) (pass|fail|error)s?)$/;
let code = await relay(
  command,
  [...before, ...args],
  ROOT,
  (line) => {
    const summary = SUMMARY.exec(line);
    if (summary === null) return;
    const count = Number(summary[2] ?? summary[3]);
    if ((summary[1] ?? summary[4]) === "pass") passed += count;
    else failed += count;
  },
);
if (passed + failed === 0) console.log("No test was run");
if ((code !== 0 || passed === 0) && failed === 0) failed = 1;
if (code === 0 && failed > 0) code = 1;
console.log(`${passed} passed, ${failed} failed`);
Deno.exit(code);
