/**
 * `deno task site`: the whole site as static files in `dist/site`: the pages of `demo/`, README and
 * `docs/`, and the API reference below `api/`. All addresses are relative: it works from any folder of
 * any file server. Ends with exit code 1 if a page has more than 150 kB with all that it loads.
 *
 * ```
 * --out DIR          directory to write to, which is emptied first (default: dist/site)
 * --repository URL   what "Repository" links to (default: the page for those who contribute)
 * --address URL      where the site will be: previews of shared links need it to show their picture
 * ```
 *
 * @module
 */
import { globSync } from "node:fs";
import * as esbuild from "esbuild";
import { readArguments, refuse } from "./arguments.ts";
import { buildDemo, measurePages, MOST_BYTES } from "./demo.ts";
import { fromFileUrl, ROOT } from "./std.ts";

const { values } = readArguments({
  out: { type: "string", default: "dist/site" },
  repository: { type: "string" },
  address: { type: "string" },
});

function address(option: "repository" | "address"): string | undefined {
  const text = values[option];
  if (text === undefined || text === "") return undefined;
  if (!URL.canParse(text)) refuse(`Cannot build the site: --${option} is no address: ${text}`);
  return option === "address" && !text.endsWith("/") ? `${text}/` : text.replace(/(?<!:\/)\/$/, "");
}

const out = new URL(`${values.out.replace(/\/$/, "")}/`, ROOT);
if (ROOT.href.startsWith(out.href)) refuse(`Cannot build the site: it would empty ${values.out}`);
const site = address("address");
const pages = await buildDemo({
  repository: address("repository"),
  address: site === undefined || site.endsWith("/") ? site : `${site}/`,
  api: true,
}, out);
await esbuild.stop();

const { exports } = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
const api = fromFileUrl(new URL("api", out));
const { success, stderr } = await new Deno.Command(Deno.execPath(), {
  args: ["doc", "--html", "--name=gjk2d", `--output=${api}`, ...Object.values<string>(exports)],
  cwd: ROOT,
}).output();
if (!success) refuse(new TextDecoder().decode(stderr));

const reference = await measurePages(out, globSync("api/**/*.html", { cwd: fromFileUrl(out) }));
for (const { name, gzipped } of pages) {
  console.log(
    `${name.padEnd(40)} ${`${gzipped}`.padStart(7)} bytes gzipped with all that it loads`,
  );
}
const largest = reference.reduce((p, q) => p.gzipped > q.gzipped ? p : q);
console.log(`${reference.length} pages of the API, at most ${largest.gzipped} (${largest.name})`);
console.log(`Wrote ${fromFileUrl(out)}`);
const large = [...pages, ...reference].filter(({ gzipped }) => gzipped > MOST_BYTES);
for (const { name } of large) console.log(`More than ${MOST_BYTES} bytes: ${name}`);
if (large.length > 0) Deno.exit(1);
