/**
 * README, CHANGELOG, CONTRIBUTING and docs/ as pages of the site, at the paths that they have in the
 * repository, with the pictures they show.
 *
 * @module
 */
import { Marked } from "marked";
import { anchorsOf } from "./markdown.ts";
import { escape, type Links, shell } from "./shell.ts";
import { ROOT } from "./std.ts";

/** The shelf of users, in the order in which one reads. */
const SHELF = [
  "README.md",
  "docs/quick_start.md",
  "docs/recipes.md",
  "docs/space.md",
  "docs/embedding.md",
  "docs/loop.md",
  "docs/servers.md",
  "docs/migrating.md",
  "docs/determinism.md",
  "docs/toolchains.md",
  "docs/benchmarks.md",
  "docs/glossary.md",
  "CHANGELOG.md",
];

/** Paths of all Markdown that becomes pages: first the shelf, then what else there is. */
export async function documents(): Promise<string[]> {
  const found = ["CONTRIBUTING.md"];
  for (const folder of ["docs/", "docs/internals/"]) {
    for await (const { name } of Deno.readDir(new URL(folder, ROOT))) {
      if (name.endsWith(".md")) found.push(folder + name);
    }
  }
  return [...SHELF, ...found.filter((path) => !SHELF.includes(path)).sort()];
}

function pageOf(path: string): string {
  return path.replace(/\.md$/, ".html");
}

/** Figures that are wider than this, in pixels, do not shrink to a phone. */
const WIDE = 600;

/** Width and height of a picture: with them the page has room for it before it is loaded. */
async function sizeOf(path: string): Promise<[width: number, height: number]> {
  const head = (await Deno.readTextFile(new URL(path, ROOT))).slice(0, 400);
  const box = /viewBox="\S+ \S+ (\S+) (\S+)"/.exec(head);
  if (box === null) throw new Error(`Cannot show ${path}: it has no viewBox`);
  return [Number(box[1]), Number(box[2])];
}

/** A relative address from one page to another. */
function between(from: string, to: string): string {
  return "../".repeat(from.split("/").length - 1) + to;
}

/** Writes the pages below `out`. */
export async function writeDocs(out: URL, links: Links): Promise<string[]> {
  const paths = await documents();
  const texts = new Map<string, string>();
  for (const path of paths) texts.set(path, await Deno.readTextFile(new URL(path, ROOT)));
  const titles = new Map(
    [...texts].map(([path, text]) => [path, /^# +(.+)$/m.exec(text)?.[1] ?? path]),
  );
  const pictures = new Map<string, [width: number, height: number]>();
  for (const [path, text] of texts) {
    for (const [, href] of text.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)) {
      const file = new URL(href, `file:///${path}`).pathname.slice(1);
      pictures.set(file, await sizeOf(file));
    }
  }
  for (const [path, text] of texts) {
    const target = (href: string): string => {
      if (/^(?:[a-z][a-z+.-]*:|#)/.test(href)) return href;
      const { pathname, hash } = new URL(href, `file:///${path}`);
      const file = decodeURIComponent(pathname.slice(1));
      if (texts.has(file)) return between(path, pageOf(file)) + hash;
      if (pictures.has(file)) return between(path, file);
      // Sources are read in the repository.
      return links.repository === undefined ? "" : `${links.repository}/blob/main/${file}`;
    };
    const anchors = anchorsOf(text);
    const marked = new Marked({
      renderer: {
        heading({ tokens, depth }): string {
          const id = anchors.next().value ?? "";
          return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
        },
        link({ href, tokens }): string {
          const to = target(href);
          const inner = this.parser.parseInline(tokens);
          return to === "" ? inner : `<a href="${escape(to)}">${inner}</a>`;
        },
        image({ href, text }): string {
          const file = new URL(href, `file:///${path}`).pathname.slice(1);
          const [width, height] = pictures.get(file)!;
          const img = `<img src="${escape(target(href))}" alt="${escape(text)}" loading="lazy" ` +
            `width="${width}" height="${height}">`;
          return width > WIDE
            ? `<span class="wide" role="group" aria-label="Figure" tabindex="0">${img}</span>`
            : img;
        },
        code({ text }): string {
          return `<pre tabindex="0"><code>${escape(text)}</code></pre>\n`;
        },
        table(token): string {
          const row = (cells: typeof token.header, tag: string): string =>
            `<tr>${
              cells.map((cell) =>
                `<${tag}${cell.align === null ? "" : ` class="${cell.align}"`}>${
                  this.parser.parseInline(cell.tokens)
                }</${tag}>`
              ).join("")
            }</tr>\n`;
          return `<div class="wide" tabindex="0"><table><thead>${
            row(token.header, "th")
          }</thead><tbody>${
            token.rows.map((cells) => row(cells, "td")).join("")
          }</tbody></table></div>\n`;
        },
      },
    });
    const html = await marked.parse(text);
    const heads = new Map([[SHELF[0], "For users"], [paths[SHELF.length], "For maintainers"]]);
    const shelf = paths.map((other) =>
      `${heads.has(other) ? `<li class="head">${heads.get(other)}</li>` : ""}<li><a href="${
        between(path, pageOf(other))
      }"${other === path ? ' aria-current="page"' : ""}>${
        escape(titles.get(other)!.replaceAll("`", ""))
      }</a></li>`
    );
    const title = titles.get(path)!.replaceAll("`", "");
    const description = /^(?![#!<|`>-])\S.+(?:\n\S.+)*/m.exec(text)?.[0]
      .replaceAll("\n", " ").replaceAll(/[`*]|\]\([^)]*\)|\[/g, "").slice(0, 180) ?? title;
    const page = new URL(pageOf(path), out);
    await Deno.mkdir(new URL(".", page), { recursive: true });
    await Deno.writeTextFile(
      page,
      shell({
        path: pageOf(path),
        title: escape(path === "README.md" ? "gjk2d: 2D collision detection" : `${title} · gjk2d`),
        description: escape(description),
        // The shelf comes last: on a phone it is below, and what comes later must not push it there.
        main: `    <main class="book">
      <article>${html}</article>
      <nav class="shelf" aria-label="Documents"><ul>${shelf.join("")}</ul></nav>
    </main>`,
      }, links).replace(
        "</body>",
        `  <script type="module" src="${between(path, "theme.js")}"></script>\n  </body>`,
      ),
    );
  }
  for (const picture of pictures.keys()) {
    const to = new URL(picture, out);
    await Deno.mkdir(new URL(".", to), { recursive: true });
    await Deno.copyFile(new URL(picture, ROOT), to);
  }
  return paths.map(pageOf);
}
