/**
 * `deno task figures`: draws docs/figures/*.svg from the library's own answers and from the committed
 * benchmark results. `--check` writes nothing and fails when a figure is not what would be drawn.
 *
 * @module
 */
import { fromCsv } from "../../bench/report.ts";
import { readArguments } from "../arguments.ts";
import { fromFileUrl, ROOT } from "../std.ts";
import { drawAll } from "./draw.ts";

const FOLDER = "docs/figures/";

/** The pictures as `deno fmt` wants them, which formats SVG too. */
async function format(figures: Map<string, string>): Promise<Map<string, string>> {
  const folder = await Deno.makeTempDir();
  try {
    for (const [name, svg] of figures) await Deno.writeTextFile(`${folder}/${name}.svg`, svg);
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["fmt", "-q", "--config", fromFileUrl(new URL("deno.json", ROOT)), folder],
      stdout: "null",
      stderr: "piped",
    }).output();
    if (!success) throw new Error(`deno fmt refused: ${new TextDecoder().decode(stderr)}`);
    const formatted = new Map<string, string>();
    for (const name of figures.keys()) {
      formatted.set(name, await Deno.readTextFile(`${folder}/${name}.svg`));
    }
    return formatted;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const { check } = readArguments({ check: { type: "boolean", default: false } }).values;
const results = await Deno.readTextFile(new URL("bench/results/deno.csv", ROOT));
const { circumstances, rows } = fromCsv(results);
const figures = await format(drawAll(circumstances, rows));
const known = new Set([...figures.keys()].map((name) => `${name}.svg`));
let stale = 0;
for (const [name, svg] of figures) {
  const path = `${FOLDER}${name}.svg`;
  const file = new URL(path, ROOT);
  if (await Deno.readTextFile(file).catch(() => "") === svg) continue;
  stale++;
  console.log(`${check ? "stale" : "written"}: ${path}`);
  if (!check) await Deno.writeTextFile(file, svg);
}
let orphans = 0;
for await (const { name } of Deno.readDir(new URL(FOLDER, ROOT))) {
  if (!name.endsWith(".svg") || known.has(name)) continue;
  orphans++;
  console.log(`drawn by nothing: ${FOLDER}${name}`);
}
console.log(`${figures.size} figures, ${stale} ${check ? "stale" : "written"}`);
if (check && stale > 0) console.log("deno task figures draws them; look at what changed");
if (check && stale + orphans > 0) Deno.exit(1);
