/**
 * `deno task bench`: gjk2d beside planck and sat. See docs/benchmarks.md.
 *
 *   --quick      rough numbers in less than half a minute
 *   --gates      print what the project asks of itself, and end with exit code 1 when that is missed
 *   --csv FILE   write the rows, those of the game loop to FILE_frame.csv, of warm starts to FILE_warm.csv, of the
 *                spaces to FILE_space.csv and FILE_scene.csv
 *   --spaces    only the spaces
 *   --compare REF  instead, this checkout against another commit, as ratios
 *   --runtime R  measure there instead: node, bun, node@24, … (from the PATH, else through npx)
 *
 * @module
 */
import { readArguments } from "../tools/arguments.ts";
import { compare } from "./compare.ts";
import { runElsewhere } from "./elsewhere.ts";
import { type Options, run } from "./run.ts";

const { values } = readArguments({
  quick: { type: "boolean", default: false },
  gates: { type: "boolean", default: false },
  csv: { type: "string" },
  spaces: { type: "boolean", default: false },
  runtime: { type: "string" },
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
  spaces: values.spaces,
  csv: values.csv ?? null,
  planck: pinned("planck"),
  sat: pinned("sat"),
};
const { runtime } = values;
Deno.exit(await (runtime === undefined ? run(options) : runElsewhere(runtime, options)));
