/**
 * The same benchmark on another runtime. The harness is a bundle that imports the library as
 * packaged and the peers as they are published. Bundling them as well would change their variables,
 * and users would not see the same speed.
 *
 * @module
 */
import { build, stop } from "esbuild";
import { buildLibrary, importBuilt } from "../tools/build.ts";
import { findRuntime } from "../tools/runtime.ts";
import { fromFileUrl, ROOT } from "../tools/std.ts";
import type { Options } from "./run.ts";

/** Bundles and runs the benchmark; returns the runtime's exit code. */
export async function runElsewhere(runtime: string, options: Options): Promise<number> {
  const { command: [command, ...before] } = await findRuntime(runtime, "run benchmarks");
  // Inside the repository, so that runtimes find the peers.
  const dist = new URL(`dist/bench_${runtime.replace("@", "")}/`, ROOT);
  const file = fromFileUrl(new URL("bench.mjs", dist));
  try {
    await build({
      stdin: {
        contents: `import { run } from "./bench/run.ts";
process.exitCode = await run(JSON.parse(process.argv[2]));`,
        resolveDir: fromFileUrl(ROOT),
        loader: "ts",
      },
      outfile: file,
      bundle: true,
      format: "esm",
      platform: "node",
      target: "es2022",
      packages: "external",
      plugins: [importBuilt(await buildLibrary(dist))],
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
    await Deno.remove(dist, { recursive: true }).catch(() => {});
  }
}
