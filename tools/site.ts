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
import { endsOf, type Links } from "./shell.ts";
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
  return option === "address" ? text.replace(/\/?$/, "/") : text.replace(/(?<!:\/)\/$/, "");
}

const out = new URL(`${values.out.replace(/\/$/, "")}/`, ROOT);
if (ROOT.href.startsWith(out.href)) refuse(`Cannot build the site: it would empty ${values.out}`);
const site = address("address");
const links: Links = { repository: address("repository"), address: site, api: true };
const pages = await buildDemo(links, out);
await esbuild.stop();

const { exports } = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
const api = fromFileUrl(new URL("api", out));
const { success, stderr } = await new Deno.Command(Deno.execPath(), {
  args: ["doc", "--html", "--name=gjk2d", `--output=${api}`, ...Object.values<string>(exports)],
  cwd: ROOT,
}).output();
if (!success) refuse(new TextDecoder().decode(stderr));

const found = globSync("api/**/*.html", { cwd: fromFileUrl(out) });
for (const name of found) {
  const page = new URL(name, out);
  const root = "../".repeat(name.split("/").length - 1);
  const ends = endsOf(root, links).join("\n");
  const text = await Deno.readTextFile(page);
  const title = /<title>([^<]*)/.exec(text)?.[1] ?? name;
  // What those miss who do not see the page, and where to go from here.
  const mended = text.replace(/<html(?=[ >])/, '<html lang="en"')
    .replace("</head>", `<link rel="icon" href="${root}mark.svg"></head>`)
    .replace(/<main[^>]*>/, `$&<h1 class="title">${title}</h1>`)
    .replaceAll('<div class="toc">', '<div class="toc" role="complementary">')
    .replace('<nav class="topSymbols"', '<nav class="topSymbols" aria-label="Symbols"')
    .replace(
      /<ul class="breadcrumbs">[^]*?<\/nav>/,
      (trail) => trail.replaceAll(/<(\/?)(?:ul|li)(?=[ >])/g, "<$1span"),
    )
    // Sources are where this was built, which nobody else can open.
    .replaceAll(/<a\s+class="sourceButton"\s+href="([^"]*)">([^]*?)<\/a>/g, (_, href, icon) => {
      const path = href.replaceAll("&#x2F;", "/").slice(ROOT.href.length);
      return links.repository === undefined
        ? ""
        : `<a class="sourceButton" aria-label="Source" href="${links.repository}/blob/main/${path}">${icon}</a>`;
    })
    // deno doc names entry points as deno.json does.
    .replaceAll(
      /from &quot;(?:\.|((?:math|space|loop)[\w/]*))&quot;/g,
      (_, door) => `from &quot;@narrowphase/gjk2d${door === undefined ? "" : `/${door}`}&quot;`,
    )
    .replaceAll('<button class="copyButton"', '<button aria-label="Copy" class="copyButton"')
    .replaceAll('<code class="language-', '<code tabindex="0" class="language-')
    .replace('<nav id="topnav"', '<nav id="topnav" aria-label="Where"')
    .replace("</body>", `<footer class="ends ddoc">${ends}</footer></body>`);
  await Deno.writeTextFile(page, mended);
}
const style = await Deno.readTextFile(new URL("demo/shared/api.css", ROOT));
await Deno.writeTextFile(new URL("api/page.css", out), style, { append: true });
const reference = await measurePages(out, found);
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
