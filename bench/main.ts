/**
 * `deno task bench`: gjk2d beside planck and sat. See docs/benchmarks.md.
 *
 *   --quick      rough numbers in less than half a minute
 *   --gates      exit code 1 when a gate is missed
 *   --csv FILE   write the rows, those of the game loop to FILE_frame.csv, of warm starts to FILE_warm.csv, of the
 *                batches to FILE_batch.csv and FILE_scene.csv
 *   --batches    only the batches
 *   --compare REF  instead, this checkout against another commit, as ratios
 *   --node       measure under Node instead (bundled; `node` must be on the PATH)
 *
 * @module
 */
import { readArguments } from "../tools/arguments.ts";
import { type Options, run } from "./run.ts";
import { runUnderNode } from "./node.ts";
import { compare } from "./compare.ts";

const { values } = readArguments({
  quick: { type: "boolean", default: false },
  gates: { type: "boolean", default: false },
  csv: { type: "string" },
  batches: { type: "boolean", default: false },
  node: { type: "boolean", default: false },
  compare: { type: "string" },
});
if (values.compare !== undefined) {
  Deno.exit(await compare(values.compare, values.quick, values.gates));
}

const config = JSON.parse(Deno.readTextFileSync(new URL("../deno.json", import.meta.url)));
const pinned = (name: string): string => String(config.imports[name]).split("@")[1];

const options: Options = {
  quick: values.quick,
  gates: values.gates,
  batches: values.batches,
  csv: values.csv ?? null,
  planck: pinned("planck"),
  sat: pinned("sat"),
};
Deno.exit(await (values.node ? runUnderNode : run)(options));
