/**
 * The same benchmark on another runtime: one bundle of the library as its package has it, the peers and the harness.
 *
 * @module
 */
import { build, stop } from "esbuild";
import { buildLibrary } from "../tools/build.ts";
import { findRuntime } from "../tools/runtime.ts";
import type { Options } from "./run.ts";

const ROOT = decodeURIComponent(new URL("..", import.meta.url).pathname);

/** Bundles and runs the benchmark; returns the runtime's exit code. */
export async function runElsewhere(runtime: string, options: Options): Promise<number> {
  const { command: [command, ...before] } = await findRuntime(runtime, "run benchmarks");
  const directory = await Deno.makeTempDir();
  const file = `${directory}/bench.mjs`;
  try {
    const { modules } = await buildLibrary(new URL(`file://${directory}/library/`));
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
      // The longer names first: of two that fit esbuild takes the first.
      alias: Object.fromEntries([...modules].reverse()),
      // sat is CommonJS and sees no module system of its own inside a module.
      mainFields: ["module", "main"],
      logLevel: "error",
    });
    const child = new Deno.Command(command, {
      args: [...before, "--expose-gc", file, JSON.stringify(options)],
      stdout: "inherit",
      stderr: "inherit",
    });
    return (await child.output()).code;
  } finally {
    await stop();
    await Deno.remove(directory, { recursive: true });
  }
}
