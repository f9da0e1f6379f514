/**
 * The library's own tests in a browser: each file is bundled, loaded as a module of a page and run
 * there. Not those about tools, which work with files.
 *
 * @module
 */
import * as esbuild from "esbuild";
import { assert, assertEquals } from "@std/assert";
import { librarySource, serveDemo } from "../../tools/demo.ts";
import { fromFileUrl, ROOT } from "../../tools/std.ts";
import { findChromium, launch } from "./chromium.ts";
import type { PageResult } from "./page_tests.ts";

/** Tests that cannot run on a page, and why. */
const ELSEWHERE: [path: RegExp, reason: string][] = [
  [/^tools\//, "work with files"],
  [/^kernel\/parity_test\.ts$/, "compiles the kernel"],
  [/^contract\/allocation_test\.ts$/, "asks the process for its memory"],
];

/** Arguments after `--` select files by parts of their names. */
const wanted = Deno.args;

async function findTests(dir: URL, found: string[] = []): Promise<string[]> {
  for await (const entry of Deno.readDir(dir)) {
    if (entry.isDirectory) await findTests(new URL(`${entry.name}/`, dir), found);
    else if (entry.name.endsWith("_test.ts")) found.push(new URL(entry.name, dir).href);
  }
  return found;
}

const base = new URL("tests/", ROOT);
const out = new URL("dist/browser/", ROOT);
const files = (await findTests(base)).map((href) => href.slice(base.href.length)).filter((path) =>
  !ELSEWHERE.some(([pattern]) => pattern.test(path)) &&
  (wanted.length === 0 || wanted.some((part) => path.includes(part)))
).sort();

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
    assert(count > (wanted.length === 0 ? 300 : 0), `only ${count} tests`);
  },
});
