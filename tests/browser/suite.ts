/**
 * The library's own tests in a browser: each file is bundled, loaded as a module of a page and run
 * there. Chromium runs the same engine as Deno and Node, which run all files, so by default only those
 * run here whose answers a page can change: WebAssembly that a page compiles, its numbers, clocks,
 * timers and frames. A few of them need more than a page has; they are named at the start.
 *
 * @module
 */
import * as esbuild from "esbuild";
import { assert, assertEquals } from "@std/assert";
import { librarySource, serveDemo } from "../../tools/demo.ts";
import { fromFileUrl, ROOT } from "../../tools/std.ts";
import { findChromium, launch } from "./chromium.ts";
import type { PageResult } from "./page_tests.ts";

/**
 * What a test imports or asks for that no page has: the compiler and files, modules of Node, the
 * memory of the process.
 */
const NOT_ON_A_PAGE =
  /from "(?:node:|[./]*tools\/|[./]*contract\/heap|[./]*heap|[./]*work|[./]*examples\/server)|process\.memoryUsage|\bDeno\b/;

/** Arguments after `--` select files by parts of their names. */
const wanted = Deno.args.length > 0 ? Deno.args : ["math/", "space/", "loop/"];

async function findTests(dir: URL, found: string[] = []): Promise<string[]> {
  for await (const entry of Deno.readDir(dir)) {
    if (entry.isDirectory) await findTests(new URL(`${entry.name}/`, dir), found);
    else if (entry.name.endsWith("_test.ts")) found.push(new URL(entry.name, dir).href);
  }
  return found;
}

const base = new URL("tests/", ROOT);
const out = new URL("dist/browser/", ROOT);
const files: string[] = [];
const elsewhere: string[] = [];
for (const href of (await findTests(base)).sort()) {
  const path = href.slice(base.href.length);
  if (!wanted.some((part) => path.includes(part))) continue;
  const source = await Deno.readTextFile(new URL(href));
  (NOT_ON_A_PAGE.test(source) ? elsewhere : files).push(path);
}
if (elsewhere.length > 0) console.log(`Not for a page: ${elsewhere.join(", ")}`);

const local = (path: string): string => fromFileUrl(new URL(path, ROOT));
await Deno.remove(out, { recursive: true }).catch(() => {});
await esbuild.build({
  entryPoints: [
    ...files.map((path) => local(`tests/${path}`)),
    local("tests/browser/page_tests.ts"),
  ],
  outbase: local("tests/"),
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
    "node:test": local("tests/browser/page_tests.ts"),
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
  Deno.test({
    name: `in a browser: ${path}`,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn(): Promise<void> {
      const results: PageResult[] = await page.evaluate(
        `import("./${path.replace(/\.ts$/, ".js")}")` +
          `.then(() => import("./browser/page_tests.js")).then((m) => m.runTests())`,
      );
      count += results.length;
      const failed = results.filter(({ error }) => error !== null);
      assertEquals(failed, [], `${failed.length} of ${results.length} failed`);
    },
  });
}

Deno.test({
  name: "in a browser: all files were run",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn(): Promise<void> {
    await browser.close();
    await server.close();
    console.log(`${count} tests of ${files.length} files`);
    assert(count > (Deno.args.length === 0 ? 300 : 0), `only ${count} tests`);
  },
});
