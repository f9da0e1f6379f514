/**
 * Bundles scripts of this folder into one file, for hosts without import maps or TypeScript.
 *
 * @module
 */
import * as esbuild from "esbuild";
import { fromFileUrl, ROOT } from "../../tools/std.ts";

/** For packages such as `ws`, which require Node's own modules. */
const REQUIRE = 'import { createRequire } from "node:module";' +
  "const require = createRequire(import.meta.url);";

/** A script of `bench/loop` bundled with everything it imports, for Node 20 or for a page. */
export async function bundle(script: string, platform: "node" | "browser"): Promise<string> {
  const { outputFiles } = await esbuild.build({
    entryPoints: [fromFileUrl(new URL(script, import.meta.url))],
    write: false,
    bundle: true,
    format: platform === "node" ? "esm" : "iife",
    platform,
    target: platform === "node" ? "node20" : "es2022",
    logLevel: "warning",
    alias: {
      "@narrowphase/gjk2d/loop": fromFileUrl(new URL("src/loop/mod.ts", ROOT)),
      "@narrowphase/gjk2d": fromFileUrl(new URL("mod.ts", ROOT)),
    },
    banner: { js: platform === "node" ? REQUIRE : "" },
  });
  await esbuild.stop();
  return outputFiles[0].text;
}

/** The same as a file that Node runs. */
export async function bundleForNode(script: string): Promise<string> {
  const file = await Deno.makeTempFile({ suffix: ".mjs" });
  await Deno.writeTextFile(file, await bundle(script, "node"));
  return file;
}
