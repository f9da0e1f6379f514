/**
 * `deno task size`: what the library adds to a page. Imports of the packed package are bundled and
 * minified as an application's build does it, compressed, and held against the budgets. Exit code 1 when
 * one is exceeded; `--modules` lists what the bytes are made of.
 *
 * @module
 */
import { Buffer } from "node:buffer";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import * as esbuild from "esbuild";
import { buildLibrary, entryPoints, inlineNumbers } from "./build.ts";
import { fromFileUrl, ROOT } from "./std.ts";

interface Budget {
  name: string;
  /** What an application would write. */
  code: string;
  /** Most bytes after minification and gzip. */
  limit: number;
  /** Where we would like to be. */
  aim: number;
}

const PACKAGE = "@narrowphase/gjk2d";

/** Names that `mod.ts` exports from the batch; they are not part of "everything but loop and batch". */
async function exportsOf(entry: string): Promise<string[]> {
  const { metafile } = await esbuild.build({
    entryPoints: [entry],
    bundle: true,
    format: "esm",
    write: false,
    metafile: true,
    logLevel: "warning",
  });
  return Object.values(metafile.outputs)[0].exports;
}

async function budgets(): Promise<Budget[]> {
  const entries = await entryPoints();
  const batch = new Set(await exportsOf(entries.get(`${PACKAGE}/batch`)!));
  const rest = (await exportsOf(entries.get(PACKAGE)!)).filter((name) => !batch.has(name));
  return [
    {
      name: "polygon, circle, intersects, distance",
      code: `export { polygon, circle, intersects, distance } from "${PACKAGE}";`,
      limit: 6000,
      aim: 4000,
    },
    {
      name: "everything but loop and batch",
      code: `export { ${rest.join(", ")} } from "${PACKAGE}";\n` +
        `export * as math from "${PACKAGE}/math";`,
      limit: 16_000,
      aim: 11_000,
    },
    {
      name: "Batch with wasm",
      code: `export { Batch } from "${PACKAGE}/batch";`,
      limit: 16_000,
      aim: 12_000,
    },
  ];
}

interface Size {
  minified: number;
  compressed: number;
  /** Minified bytes per source file. */
  parts: [path: string, bytes: number][];
}

/** Bundles `code` against built modules, or against the sources where there are none. */
async function measure(code: string, modules: Map<string, string>): Promise<Size> {
  const { outputFiles, metafile } = await esbuild.build({
    stdin: { contents: code, resolveDir: fromFileUrl(ROOT), loader: "js" },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    write: false,
    metafile: true,
    logLevel: "warning",
    plugins: [{
      name: "package",
      setup(build): void {
        build.onResolve({ filter: /^@narrowphase\// }, ({ path }) => ({
          path: modules.get(path),
          // What package.json says.
          sideEffects: false,
        }));
      },
    }, inlineNumbers()],
  });
  const { contents } = outputFiles[0];
  const parts = Object.values(metafile.outputs)[0].inputs;
  return {
    minified: contents.length,
    compressed: gzipSync(Buffer.from(contents), { level: 9 }).length,
    parts: Object.entries(parts).map(([path, { bytesInOutput }]): [string, number] => [
      path,
      bytesInOutput,
    ]).filter(([, bytes]) => bytes > 0).sort((a, b) => b[1] - a[1]),
  };
}

const { values } = parseArgs({
  args: Deno.args,
  options: { modules: { type: "boolean", default: false } },
});

const staged = new URL("dist/size/", ROOT);
const { modules } = await buildLibrary(staged);
let passed = 0;
let failed = 0;
for (const { name, code, limit, aim } of await budgets()) {
  const { minified, compressed } = await measure(code, modules);
  const verdict = compressed > limit ? "OVER" : compressed > aim ? "pass" : "aim ";
  if (compressed > limit) failed++;
  else passed++;
  console.log(
    `${verdict} ${name}: ${compressed} bytes gzip (budget ${limit}, aim ${aim}), ${minified} minified`,
  );
  if (!values.modules) continue;
  // From the sources, where files have names.
  for (const [path, bytes] of (await measure(code, await entryPoints())).parts) {
    console.log(`       ${String(bytes).padStart(6)}  ${path}`);
  }
}
await Deno.remove(staged, { recursive: true });
await esbuild.stop();
console.log(`${passed} passed, ${failed} failed`);
if (failed > 0) Deno.exit(1);
