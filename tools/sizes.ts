/**
 * `deno task size`: what the library adds to a page. Imports of the packed package are bundled and
 * minified as in an application's build, compressed, and compared with the last measurement. Exit
 * code 1 if one has grown by more than 3 % or contains what it does not need, such as the boundary of
 * compounds in a program without any. `--modules` lists the bytes per source file. `--write`
 * keeps the sizes: below, and in the block between the markers of README.md. `--check` measures
 * nothing and only compares that block with the kept sizes.
 *
 * @module
 */
import { Buffer } from "node:buffer";
import { gzipSync } from "node:zlib";
import * as esbuild from "esbuild";
import { readArguments } from "./arguments.ts";
import { buildLibrary, entryPoints, inlineNumbers } from "./build.ts";
import { formatMarkdown, replaceBlock } from "./markdown.ts";
import { fromFileUrl, ROOT } from "./std.ts";

interface Import {
  name: string;
  /** What an application would write. */
  code: string;
  /** Rooms of the sources of which it must contain nothing. */
  without: RegExp | null;
}

/** What only compounds, chains and support functions need: their constructors attach it. */
const ATTACHED = /^src\/(boundary|smooth|query\/concave)\//;

/** Bytes as last measured, in the order of `imports`. `--write` rewrites this line. */
const LAST: readonly number[] = [19_803, 90_543, 84_229, 34_976, 6_144, 4_459];

/** The text about sizes in README.md. */
function describe([core, all, space]: readonly number[]): string {
  const kB = (bytes: number): string => `${Math.round(bytes / 1000)} kB`;
  return `Bundles contain only what you import. Minified and compressed, polygons, circles,
\`intersects\` and \`distance\` take ${kB(core)}, a \`Space\` with its WebAssembly takes ${
    kB(space)
  }, and
everything except loops and \`Space\` takes ${kB(all)}. \`deno task size\` measures this.`;
}

/** README.md with the block for `sizes`. */
function writeBlock(readme: string, sizes: readonly number[]): Promise<string> {
  return formatMarkdown(
    replaceBlock(readme, "<!-- size:start -->", "<!-- size:end -->", describe(sizes)),
  );
}

/** Growth that is accepted. A change that makes them smaller should keep the new size. */
const SLACK = 0.03;

const PACKAGE = "@narrowphase/gjk2d";

/** The exports of a module. */
async function exportsOf(entry: string): Promise<string[]> {
  const { metafile } = await esbuild.build({
    entryPoints: [entry],
    bundle: true,
    format: "esm",
    write: false,
    metafile: true,
    logLevel: "warning",
  });
  return Object.values(metafile.outputs)[0].exports;
}

async function imports(): Promise<Import[]> {
  const entries = await entryPoints();
  const space = new Set(await exportsOf(entries.get(`${PACKAGE}/space`)!));
  const rest = (await exportsOf(entries.get(PACKAGE)!)).filter((name) => !space.has(name));
  const math = await exportsOf(entries.get(`${PACKAGE}/math`)!);
  return [
    {
      name: "polygon, circle, intersects, distance",
      code: `export { polygon, circle, intersects, distance } from "${PACKAGE}";`,
      without: /^src\/(?!math|shapes|kernel|query\/(?!concave))|_cast|contact|manifold/,
    },
    {
      name: "everything but loop and space",
      code: `export { ${rest.join(", ")} } from "${PACKAGE}";\n` +
        `export { ${
          math.map((name) => `${name} as math_${name}`).join(", ")
        } } from "${PACKAGE}/math";`,
      without: /^src\/(space|loop)\//,
    },
    {
      name: "Space with wasm",
      code: `export { Space } from "${PACKAGE}/space";`,
      without: ATTACHED,
    },
    {
      // Without straight sides, which only `convex` attaches, and without compounds.
      name: "ellipse, polygon, collide",
      code: `export { ellipse, polygon, collide } from "${PACKAGE}";`,
      without: /^src\/(boundary|query\/concave|space)\//,
    },
    {
      name: "GameLoop, presets, rafScheduler",
      code: `export { GameLoop, presets, rafScheduler } from "${PACKAGE}/loop";`,
      without: /^src\/(?!loop)/,
    },
    {
      name: "all of loop/classic",
      code: `export * from "${PACKAGE}/loop/classic";`,
      without: /^src\/(?!loop)/,
    },
  ];
}

interface Size {
  minified: number;
  compressed: number;
  /** Minified bytes per source file. */
  parts: [path: string, bytes: number][];
}

/** Bundles `code` with built modules, or with the sources if there are none. */
async function measure(code: string, modules: Map<string, string>): Promise<Size> {
  const { outputFiles, metafile } = await esbuild.build({
    stdin: { contents: code, resolveDir: fromFileUrl(ROOT), loader: "js" },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    write: false,
    metafile: true,
    logLevel: "warning",
    plugins: [{
      name: "package",
      setup(build): void {
        build.onResolve({ filter: /^@narrowphase\// }, ({ path }) => ({
          path: modules.get(path),
          sideEffects: false, // as in package.json
        }));
      },
    }, inlineNumbers()],
  });
  const { contents } = outputFiles[0];
  const parts = Object.values(metafile.outputs)[0].inputs;
  return {
    minified: contents.length,
    compressed: gzipSync(Buffer.from(contents), { level: 9 }).length,
    parts: Object.entries(parts).map(([path, { bytesInOutput }]): [string, number] => [
      path,
      bytesInOutput,
    ]).filter(([, bytes]) => bytes > 0).sort((a, b) => b[1] - a[1]),
  };
}

const { values } = readArguments({
  modules: { type: "boolean", default: false },
  write: { type: "boolean", default: false },
  check: { type: "boolean", default: false },
});

const README = new URL("README.md", ROOT);
const readme = await Deno.readTextFile(README);
if (values.check) {
  const isFresh = await writeBlock(readme, LAST) === readme;
  if (!isFresh) console.log("README.md has other sizes: deno task size --write");
  Deno.exit(isFresh ? 0 : 1);
}

const staged = new URL("dist/size/", ROOT);
const { modules } = await buildLibrary(staged);
const sizes: number[] = [];
let passed = 0;
let failed = 0;
for (const [k, { name, code, without }] of (await imports()).entries()) {
  const last = LAST[k];
  const { minified, compressed } = await measure(code, modules);
  // From the sources, because built chunks do not have the names of files.
  const { parts } = await measure(code, await entryPoints());
  const strangers = parts.filter(([path]) => without?.test(path) === true);
  sizes.push(compressed);
  const growth = compressed / last - 1;
  const verdict = growth > SLACK ? "GREW" : growth < -SLACK ? "LESS" : "same";
  if (growth > SLACK || strangers.length > 0) failed++;
  else passed++;
  console.log(
    `${verdict} ${name}: ${compressed} bytes gzip (last ${last}), ${minified} minified`,
  );
  for (const [path, bytes] of values.modules ? parts : strangers) {
    const isStrange = strangers.some((one) => one[0] === path);
    console.log(
      `       ${String(bytes).padStart(6)}  ${path}${isStrange ? " MUST NOT BE THERE" : ""}`,
    );
  }
}
await Deno.remove(staged, { recursive: true });
await esbuild.stop();
if (values.write) {
  const file = new URL(import.meta.url);
  const kept = sizes.map((bytes) => String(bytes).replace(/(?=\d{3}$)/, "_")).join(", ");
  const source = await Deno.readTextFile(file);
  await Deno.writeTextFile(file, source.replace(/(const LAST.*= )\[.*\];/, `$1[${kept}];`));
  await Deno.writeTextFile(README, await writeBlock(readme, sizes));
}
console.log(`${passed} passed, ${failed} failed`);
if (failed > 0 && !values.write) Deno.exit(1);
