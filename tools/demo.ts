/**
 * `deno task demo`: builds the pages of `demo/` into `demo/dist/` and serves them on 127.0.0.1. The
 * result is static and uses only relative addresses, so any file server will do. `--build` only
 * builds, and ends with exit code 1 if a page has become too large. `--port=8080` selects a
 * port.
 *
 * @module
 */
import * as esbuild from "esbuild";
import { readArguments } from "./arguments.ts";
import { entryPoints, inlineNumbers } from "./build.ts";
import { fromFileUrl, ROOT } from "./std.ts";

const SOURCE = new URL("demo/", ROOT);
const DIST = new URL("demo/dist/", ROOT);

/** Script of each page, in `demo/`. */
const SCRIPTS: Record<string, string> = {
  explorer: "explorer/main.ts",
  contacts: "contacts/main.ts",
  stress: "stress/main.ts",
  asteroids: "asteroids/main.ts",
  platformer: "platformer/main.ts",
};

/** Names of the pages. */
export const PAGES: readonly string[] = ["index", ...Object.keys(SCRIPTS).slice(1)].map((name) =>
  `${name}.html`
);

const TYPES: Record<string, string> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  json: "application/json",
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

/** Builds `demo/dist/`; does not stop esbuild's service. */
export async function buildDemo(): Promise<BuiltPage[]> {
  await Deno.remove(DIST, { recursive: true }).catch(() => {});
  await Deno.mkdir(DIST, { recursive: true });
  await esbuild.build({
    entryPoints: Object.entries(SCRIPTS).map(([out, path]) => ({
      in: fromFileUrl(new URL(path, SOURCE)),
      out,
    })),
    outdir: fromFileUrl(DIST),
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
    outdir: fromFileUrl(DIST),
    minify: true,
    logLevel: "warning",
  });
  for await (const entry of Deno.readDir(SOURCE)) {
    if (/\.(html|svg)$/.test(entry.name)) {
      await Deno.copyFile(new URL(entry.name, SOURCE), new URL(entry.name, DIST));
    }
  }
  const sizes = new Map<string, { bytes: number; gzipped: number }>();
  for await (const { name } of Deno.readDir(DIST)) {
    const data = await Deno.readFile(new URL(name, DIST));
    sizes.set(name, { bytes: data.length, gzipped: await gzippedSize(data) });
  }
  const pages: BuiltPage[] = [];
  for (const [name, { bytes, gzipped }] of sizes) {
    if (!name.endsWith(".html")) continue;
    const page = { name, bytes, gzipped };
    const source = await Deno.readTextFile(new URL(name, DIST));
    for (const [file, size] of sizes) {
      // Links to other pages load nothing.
      if (file.endsWith(".html") || !source.includes(`"${file}"`)) continue;
      page.bytes += size.bytes;
      page.gzipped += size.gzipped;
    }
    pages.push(page);
  }
  return pages.sort((p, q) => p.name < q.name ? -1 : 1);
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
    console.log(`${name.padEnd(24)} ${sizes}, at most ${MOST_BYTES}`);
  }
  if (build) {
    if (pages.some(({ gzipped }) => gzipped > MOST_BYTES)) Deno.exit(1);
  } else {
    const { address } = serveDemo(Number(port));
    console.log(`Serving on ${address} (Ctrl+C ends)`);
  }
}
