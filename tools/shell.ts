/**
 * The frame of every page of the site: head, preview for those who share it, pages, links and the
 * install line. All addresses in it are relative, so that the site works from any folder.
 *
 * @module
 */

/** The pages with a script, in the order of the head; the home is `index`, which the mark leads to. */
export const PAGES: readonly { name: string; label: string }[] = [
  { name: "explorer", label: "Explorer" },
  { name: "contacts", label: "Contacts" },
  { name: "stress", label: "Stress" },
  { name: "asteroids", label: "Asteroids" },
  { name: "platformer", label: "Platformer" },
];

/** Where the site leads to outside itself, as far as it is known. */
export interface Links {
  /** The repository, such as https://github.com/owner/name. */
  repository?: string;
  /** Where the site will be, for the pictures of previews, which need a whole address. */
  address?: string;
  /** Whether the API reference is in `api/`. */
  api?: boolean;
}

/** What is in the frame. */
export interface Content {
  /** Path of the page below the site's root. */
  path: string;
  title: string;
  description: string;
  /** `<main>` as HTML. */
  main: string;
  /** Whether the script of the same name runs on it. */
  script?: boolean;
}

/** Text as HTML. */
export function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** The links that every page ends with; `root` leads from it to the site's root. */
export function endsOf(root: string, links: Links): string[] {
  return [
    `<a href="${root}README.html">Docs</a>`,
    ...links.api ? [`<a href="${root}api/index.html">API</a>`] : [],
    `<a href="${links.repository ?? `${root}CONTRIBUTING.html`}">Repository</a>`,
    `<a class="push" href="${root}README.html#install"><code>npm install @narrowphase/gjk2d</code></a>`,
  ];
}

/** The page as HTML. */
export function shell({ path, title, description, main, script }: Content, links: Links): string {
  const root = "../".repeat(path.split("/").length - 1);
  const current = (page: string): string => page === path ? ' aria-current="page"' : "";
  const pages = PAGES.map(({ name, label }) =>
    `        <a href="${root}${name}.html"${current(`${name}.html`)}>${label}</a>`
  );
  const picture = new URL("preview.png", links.address ?? "file:///").href.replace(
    "file:///",
    root,
  );
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <meta name="description" content="${description}">
    <meta property="og:title" content="${title}">
    <meta property="og:description" content="${description}">
    <meta property="og:type" content="website">
    <meta property="og:image" content="${picture}">
    <meta name="twitter:card" content="summary_large_image">
    <link rel="icon" href="${root}mark.svg">
    <link rel="stylesheet" href="${root}style.css">${
    script
      ? `
    <script
      type="module"
      src="${root}${path.replace(".html", ".js")}"
      onerror="document.body.prepend('The script of this page cannot be loaded. Pages opened as files get none: \`deno task demo\` serves them.')"
    ></script>`
      : ""
  }
  </head>
  <body>
    <header class="top">
      <a class="mark" href="${root}index.html"${current("index.html")}>gjk2d</a>
      <nav aria-label="Pages">
${pages.join("\n")}
      </nav>
      <a class="push docs" href="${root}README.html"${current("README.html")}>Docs</a>
      <button id="theme" class="quiet" title="Light or dark">◐ auto</button>
    </header>
${main}
    <footer class="foot">
      ${endsOf(root, links).join("\n      ")}
    </footer>
  </body>
</html>
`;
}
