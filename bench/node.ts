/**
 * The same benchmark under Node: one bundle of the library, the peers and the harness.
 *
 * @module
 */
import { build, stop } from "esbuild";
import type { Options } from "./run.ts";

const ROOT = decodeURIComponent(new URL("..", import.meta.url).pathname);

/** Bundles and runs the benchmark; returns Node's exit code, or 0 when there is no Node. */
export async function runUnderNode(options: Options): Promise<number> {
  const directory = await Deno.makeTempDir();
  const file = `${directory}/bench.mjs`;
  try {
    await build({
      stdin: {
        contents: `import { run } from "./bench/run.ts";
process.exitCode = await run(JSON.parse(process.argv[2]));`,
        resolveDir: ROOT,
        loader: "ts",
      },
      outfile: file,
      bundle: true,
      format: "esm",
      platform: "node",
      target: "es2022",
      alias: {
        "@narrowphase/gjk2d/loop": `${ROOT}src/loop/mod.ts`,
        "@narrowphase/gjk2d": `${ROOT}mod.ts`,
      },
      // sat is CommonJS and sees no module system of its own inside a module.
      mainFields: ["module", "main"],
      logLevel: "error",
    });
    const node = new Deno.Command("node", {
      args: ["--expose-gc", file, JSON.stringify(options)],
      stdout: "inherit",
      stderr: "inherit",
    });
    return (await node.output()).code;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    console.log("No node on the PATH: nothing measured");
    return 0;
  } finally {
    await stop();
    await Deno.remove(directory, { recursive: true });
  }
}
