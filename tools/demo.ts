/**
 * `deno task demo`: builds the pages of `demo/` and the documents into `demo/dist/` and serves them on
 * 127.0.0.1. The result is static and uses only relative addresses, so any file server will do; `deno
 * task site` adds the API reference. `--build` only
 * builds, and ends with exit code 1 if a page has become too large. `--port=8080` selects a
 * port.
 *
 * @module
 */
import * as esbuild from "esbuild";
import { readArguments } from "./arguments.ts";
import { entryPoints, inlineNumbers } from "./build.ts";
import { writeDocs } from "./doc_pages.ts";
import { type Links, shell } from "./shell.ts";
import { fromFileUrl, ROOT } from "./std.ts";

const SOURCE = new URL("demo/", ROOT);
const DIST = new URL("demo/dist/", ROOT);

/** Scripts in `demo/`, by the pages that load them; all pages of documents load `theme`. */
const SCRIPTS: Record<string, string> = {
  index: "story/main.ts",
  explorer: "explorer/main.ts",
  contacts: "contacts/main.ts",
  stress: "stress/main.ts",
  asteroids: "asteroids/main.ts",
  platformer: "platformer/main.ts",
  theme: "shared/start_theme.ts",
};

const TYPES: Record<string, string> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  json: "application/json",
  png: "image/png",
};

/** Maximum size of a page with all that it loads, in bytes, gzipped. */
export const MOST_BYTES = 150_000;

/** A plugin that resolves the public entry points to their source. */
export async function librarySource(): Promise<esbuild.Plugin> {
  const entries = await entryPoints();
  return {
    name: "library source",
    setup(build): void {
      build.onResolve({ filter: /^@narrowphase\// }, ({ path }) => {
        const source = entries.get(path);
        if (source === undefined) return { errors: [{ text: `no entry point "${path}"` }] };
        return { path: source };
      });
    },
  };
}

/** A page of the result. */
export interface BuiltPage {
  name: string;
  /** Size of the page with its script, style and icon, in bytes. */
  bytes: number;
  /** The same, gzipped. */
  gzipped: number;
}

async function gzippedSize(data: Uint8Array<ArrayBuffer>): Promise<number> {
  const stream = new Blob([data]).stream().pipeThrough(new CompressionStream("gzip"));
  return (await new Response(stream).arrayBuffer()).byteLength;
}

/**
 * Builds the pages and the documents; does not stop esbuild's service.
 *
 * @param out Directory, by default `demo/dist/`; what is in it is removed.
 */
export async function buildDemo(links: Links = {}, out: URL = DIST): Promise<BuiltPage[]> {
  await Deno.remove(out, { recursive: true }).catch(() => {});
  await Deno.mkdir(out, { recursive: true });
  await esbuild.build({
    entryPoints: Object.entries(SCRIPTS).map(([out, path]) => ({
      in: fromFileUrl(new URL(path, SOURCE)),
      out,
    })),
    outdir: fromFileUrl(out),
    bundle: true,
    // No shared chunks: they hold what any page needs, and every page would load all of it.
    minify: true,
    format: "esm",
    target: "es2022",
    platform: "browser",
    logLevel: "warning",
    // The library with its numbers inlined, as in the package.
    plugins: [await librarySource(), inlineNumbers()],
  });
  await esbuild.build({
    entryPoints: [fromFileUrl(new URL("shared/style.css", SOURCE))],
    outdir: fromFileUrl(out),
    minify: true,
    logLevel: "warning",
  });
  const names: string[] = [];
  for await (const { name } of Deno.readDir(SOURCE)) {
    if (/\.(svg|png)$/.test(name)) await Deno.copyFile(new URL(name, SOURCE), new URL(name, out));
    if (!name.endsWith(".html")) continue;
    const source = await Deno.readTextFile(new URL(name, SOURCE));
    const found =
      /^<title>([^]*?)<\/title>\s*<meta\s+name="description"\s+content="([^"]*)"\s*\/?>\s*([^]*)$/
        .exec(source);
    if (found === null) throw new Error(`Cannot build ${name}: no title, description and main`);
    const [, title, description, main] = found;
    const page = shell({ path: name, title, description, main, script: true }, links);
    await Deno.writeTextFile(new URL(name, out), page);
    names.push(name);
  }
  names.push(...await writeDocs(out, links));
  return await measurePages(out, names.sort());
}

/** What a page loads by itself: addresses in tags that load something. */
const LOADS = /<(?:script|link|img)\s[^>]*?(?:src|href)="([^"#?]+)"/g;

/** The sizes of pages below a directory. */
export async function measurePages(root: URL, names: readonly string[]): Promise<BuiltPage[]> {
  const known = new Map<string, Promise<[bytes: number, gzipped: number]>>();
  const sizeOf = (url: URL): Promise<[number, number]> => {
    let size = known.get(url.href);
    if (size === undefined) {
      size = Deno.readFile(url).then(async (data) => [data.length, await gzippedSize(data)]);
      known.set(url.href, size);
    }
    return size;
  };
  const pages: BuiltPage[] = [];
  for (const name of names) {
    const url = new URL(name, root);
    const page = { name, bytes: 0, gzipped: 0 };
    const source = await Deno.readTextFile(url);
    const files = [...source.matchAll(LOADS)].map(([, href]) => new URL(href, url).href);
    for (const file of new Set([url.href, ...files])) {
      const [bytes, gzipped] = await sizeOf(new URL(file));
      page.bytes += bytes;
      page.gzipped += gzipped;
    }
    pages.push(page);
  }
  return pages;
}

/** A running server. */
export interface DemoServer {
  /** `http://127.0.0.1:…/` */
  address: string;
  close(): Promise<void>;
}

/**
 * Serves files of a directory on 127.0.0.1.
 *
 * @param port 0 for any free port.
 * @param root Directory, by default `demo/dist/`.
 */
export function serveDemo(port = 0, root: URL = DIST): DemoServer {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port, onListen: () => {} },
    async (request) => {
      const { pathname } = new URL(request.url);
      const name = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
      const target = new URL(`.${name}`, root);
      if (!target.href.startsWith(root.href)) return new Response("Not found", { status: 404 });
      try {
        const type = TYPES[name.split(".").pop() ?? ""] ?? "application/octet-stream";
        return new Response(await Deno.readFile(target), {
          headers: {
            "content-type": type,
            "cache-control": "no-store",
            // With these two headers a page measures time to 5 µs instead of 100 µs.
            "cross-origin-opener-policy": "same-origin",
            "cross-origin-embedder-policy": "require-corp",
          },
        });
      } catch {
        return new Response("Not found", { status: 404 });
      }
    },
  );
  return { address: `http://127.0.0.1:${server.addr.port}/`, close: () => server.shutdown() };
}

if (import.meta.main) {
  const { build, port } = readArguments({
    build: { type: "boolean", default: false },
    port: { type: "string", default: "0" },
  }).values;
  const pages = await buildDemo();
  await esbuild.stop();
  for (const { name, bytes, gzipped } of pages) {
    const sizes = `${String(bytes).padStart(8)} bytes ${String(gzipped).padStart(7)} gzipped`;
    console.log(`${name.padEnd(40)} ${sizes}, at most ${MOST_BYTES}`);
  }
  if (build) {
    if (pages.some(({ gzipped }) => gzipped > MOST_BYTES)) Deno.exit(1);
  } else {
    const { address } = serveDemo(Number(port));
    console.log(`Serving on ${address} (Ctrl+C ends)`);
  }
}
