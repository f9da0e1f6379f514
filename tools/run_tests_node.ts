/**
 * `deno task test:node`: the same suite on Node. Every `*_test.ts` is bundled with the stand-ins of
 * `tests/_std`, the library is imported as the built files of `dist/`, and `node --test` runs it.
 * Arguments are parts of file names that select tests.
 *
 * @module
 */
import * as esbuild from "esbuild";
import { buildLibrary } from "./build.ts";
import { relay } from "./relay.ts";
import { fromFileUrl, ROOT } from "./std.ts";

async function findTests(dir: URL): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of Deno.readDir(dir)) {
    if (entry.isDirectory) found.push(...await findTests(new URL(`${entry.name}/`, dir)));
    else if (entry.name.endsWith("_test.ts")) found.push(fromFileUrl(new URL(entry.name, dir)));
  }
  return found.sort();
}

const { modules } = await buildLibrary();
const outdir = new URL("dist/tests/", ROOT);
await Deno.remove(outdir, { recursive: true }).catch(() => {});
const tests = (await findTests(new URL("tests/", ROOT))).filter((path) =>
  Deno.args.length === 0 || Deno.args.some((part) => path.includes(part))
);

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
  // npm packages stay imports: node finds them in node_modules.
  packages: "external",
  alias: {
    "@std/assert": fromFileUrl(new URL("tests/_std/assert.ts", ROOT)),
    "@std/testing/bdd": fromFileUrl(new URL("tests/_std/bdd.ts", ROOT)),
  },
  plugins: [{
    name: "built library",
    setup(build): void {
      build.onResolve({ filter: /^@narrowphase\// }, ({ path }) => {
        const built = modules.get(path);
        if (built === undefined) return { errors: [{ text: `no entry point "${path}"` }] };
        return { path: built, external: true };
      });
    },
  }],
});
await esbuild.stop();

let passed = 0;
let failed = 0;
const files = tests.map((path) =>
  path.replace(fromFileUrl(new URL("tests/", ROOT)), fromFileUrl(outdir)).replace(/\.ts$/, ".mjs")
);
const code = await relay("node", ["--test", "--test-reporter=spec", ...files], ROOT, (line) => {
  const summary = /^ℹ (pass|fail|cancelled) (\d+)$/.exec(line);
  if (summary === null) return;
  if (summary[1] === "pass") passed += Number(summary[2]);
  else failed += Number(summary[2]);
});
if (code !== 0 && failed === 0) failed = 1;
console.log(`${passed} passed, ${failed} failed`);
Deno.exit(code);
