/**
 * Builds the library as a user without Deno gets it: one JavaScript module per entry point of
 * deno.json in `dist/`, shared code in chunks.
 *
 * @module
 */
import * as esbuild from "esbuild";
import { fromFileUrl, ROOT } from "./std.ts";

/** Public specifier of each entry point and its built file. */
export interface Built {
  /** "@narrowphase/gjk2d/math" → absolute path of its built module. */
  modules: Map<string, string>;
}

/** Entry points of deno.json whose source exists: specifier → source path. */
export async function entryPoints(): Promise<Map<string, string>> {
  const config = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
  const entries = new Map<string, string>();
  for (const [key, path] of Object.entries(config.exports as Record<string, string>)) {
    const source = fromFileUrl(new URL(path, ROOT));
    try {
      await Deno.stat(source);
    } catch {
      console.error(`warning: deno.json exports ${path}, which does not exist`);
      continue;
    }
    entries.set(config.name + key.slice(1), source);
  }
  return entries;
}

/** Builds into `outdir` (a URL that ends in "/"); does not stop esbuild's service. */
export async function buildLibrary(outdir: URL = new URL("dist/", ROOT)): Promise<Built> {
  const modules = new Map<string, string>();
  const points: { in: string; out: string }[] = [];
  for (const [specifier, source] of await entryPoints()) {
    const out = specifier.split("/").slice(2).join("_") || "mod";
    points.push({ in: source, out });
    modules.set(specifier, fromFileUrl(new URL(`${out}.js`, outdir)));
  }
  await esbuild.build({
    entryPoints: points,
    outdir: fromFileUrl(outdir),
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    platform: "neutral",
    logLevel: "warning",
  });
  return { modules };
}
