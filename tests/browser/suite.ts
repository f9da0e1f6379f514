/**
 * The library's own tests in a browser: each file is bundled, loaded as a module of a page and run
 * there. Chromium runs the same engine as Deno and Node, which run all files, so only those run here
 * whose answers a page can change and that need no more than a page has: clocks, timers and frames,
 * WebAssembly that a page compiles, and its memory.
 *
 * @module
 */
import * as esbuild from "esbuild";
import { assert, assertEquals } from "@std/assert";
import { librarySource, serveDemo } from "../../tools/demo.ts";
import { fromFileUrl, ROOT } from "../../tools/std.ts";
import { findTestFiles, selectFiles } from "../../tools/test_files.ts";
import { findChromium, launch } from "./chromium.ts";
import type { Result } from "../../tools/harness.ts";

/**
 * What a test imports or asks for that no page has: the compiler and files, modules of Node, the
 * memory of the process.
 */
const NOT_ON_A_PAGE =
  /from "(?:node:|[./]*tools\/|[./]*contract\/heap|[./]*heap|[./]*work|[./]*examples\/server)|process\.memoryUsage|\bDeno\b/;

/** Rooms and files that a page can change. */
const WANTED = ["/loop/", "determinism", "memory_test", "parity", "wasm_test"];

const out = new URL("dist/browser/", ROOT);
const files: string[] = [];
for (const path of selectFiles(findTestFiles(), WANTED)) {
  if (!NOT_ON_A_PAGE.test(await Deno.readTextFile(new URL(path, ROOT)))) files.push(path);
}

const local = (path: string): string => fromFileUrl(new URL(path, ROOT));
await Deno.remove(out, { recursive: true }).catch(() => {});
await esbuild.build({
  entryPoints: [
    ...files.map(local),
    local("tools/harness.ts"),
  ],
  outbase: local(""),
  outdir: fromFileUrl(out),
  bundle: true,
  splitting: true,
  format: "esm",
  target: "es2022",
  platform: "browser",
  logLevel: "warning",
  alias: {
    "@std/assert": local("tests/_std/assert.ts"),
    "@std/testing/bdd": local("tests/_std/bdd.ts"),
    "node:test": local("tools/harness.ts"),
  },
  plugins: [await librarySource()],
});
await esbuild.stop();
await Deno.writeTextFile(
  new URL("index.html", out),
  '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>Tests</title>\n',
);

const executablePath = await findChromium();
const server = serveDemo(0, out);
const browser = await launch(executablePath);
const page = await browser.newPage();
await page.goto(server.address);
assert(await page.evaluate(() => crossOriginIsolated));

/** Tests run so far. */
let count = 0;

for (const path of files) {
  Deno.test(`in a browser: ${path}`, async () => {
    const results: Result[] = await page.evaluate(
      `import("./${path.replace(/\.ts$/, ".js")}").then(() => import("./tools/harness.js"))` +
        `.then((m) => { const all = []; return m.runTests((r) => all.push(r)).then(() => all); })`,
    );
    count += results.length;
    const failed = results.filter(({ outcome }) => outcome === "failed");
    assertEquals(failed, [], `${failed.length} of ${results.length} failed`);
  });
}

Deno.test("in a browser: all files were run", () => {
  assert(count > 300, `only ${count} tests`);
});

Deno.test.afterAll(async () => {
  await browser.close();
  await server.close();
});
