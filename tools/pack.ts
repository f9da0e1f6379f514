/**
 * `deno task pack`: builds the npm package as a tarball in `dist/`: one JavaScript module per entry
 * point of deno.json with shared chunks, type declarations per source file, and the documents. Then
 * it checks the staged files: no path of the building machine, no tests, and every import and every
 * link of a document (to headings, too) resolves inside the package.
 *
 * @module
 */
import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import * as esbuild from "esbuild";
import { readArguments } from "./arguments.ts";
import { buildLibrary } from "./build.ts";
import { declareModules, findTypeErrors, RELATIVE } from "./declarations.ts";
import { findBrokenAnchors, findBrokenLinks } from "./markdown.ts";
import { fromFileUrl, ROOT } from "./std.ts";

/** The directory in which the package is staged, as npm would unpack it. */
export const STAGE: URL = new URL("dist/npm/", ROOT);

/** The result of `deno task pack`. */
export interface Packed {
  /** Absolute path of the tarball. */
  tarball: string;
  /** Files in it, relative to the package. */
  files: string[];
}

interface Config {
  name: string;
  version: string;
  description: string;
  license: string;
  exports: Record<string, string>;
}

/** Path of the declarations of a source file, relative to the package. */
function declarationPath(source: string): string {
  return `types/${source.replace(/\.ts$/, ".d.ts")}`;
}

/** Writes the declarations of the entry points and of everything that they import. */
async function writeDeclarations(entries: readonly string[]): Promise<void> {
  const texts = await declareModules(entries, (path) => Deno.readTextFile(new URL(path, ROOT)));
  for (const [source, text] of texts) {
    const path = new URL(declarationPath(source), STAGE);
    await Deno.mkdir(new URL("./", path), { recursive: true });
    await Deno.writeTextFile(path, text);
  }
}

/** Files that are packed unchanged: README and everything it links to. */
function listDocuments(): string[] {
  const folders = ["docs/", "examples/"].flatMap((folder) =>
    listFiles(new URL(folder, ROOT)).map((file) => folder + file)
  );
  return ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", ...folders];
}

/** The author, from LICENSE. */
async function readAuthor(): Promise<string> {
  const licence = await Deno.readTextFile(new URL("LICENSE", ROOT));
  return /^Copyright \(c\) \d+ (.+)$/m.exec(licence)![1];
}

/** package.json of the package: a function of deno.json and LICENSE. */
function describe(config: Config, author: string): Record<string, unknown> {
  const exports: Record<string, { types: string; default: string }> = {};
  for (const [key, path] of Object.entries(config.exports)) {
    const source = path.replace(/^\.\//, "");
    // Named by its key, for resolvers that do not know `exports`: "./loop/testing" is
    // loop/testing.js.
    const built = key.slice(2) || "mod";
    exports[key] = { types: `./${declarationPath(source)}`, default: `./${built}.js` };
  }
  // For resolvers that do not know `exports`: Parcel, and TypeScript under "node10".
  const { ".": main, ...parts } = exports;
  const typesVersions = {
    "*": Object.fromEntries(
      Object.entries(parts).map(([key, { types }]) => [key.slice(2), [types]]),
    ),
  };
  return {
    name: config.name,
    version: config.version,
    description: config.description,
    license: config.license,
    author,
    keywords: ["collision", "gjk", "physics", "2d", "game-loop", "deterministic"],
    type: "module",
    sideEffects: false,
    engines: { node: ">=20" },
    main: main.default,
    types: main.types,
    typesVersions,
    exports: { ...exports, "./package.json": "./package.json" },
  };
}

/** Paths of the files in a folder and below, relative to it. */
function listFiles(dir: URL): string[] {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  return files.map((file) => relative(fromFileUrl(dir), file).replaceAll("\\", "/")).sort();
}

/** The problems of the staged package, a line each. */
async function inspect(files: readonly string[], manifest: Record<string, unknown>) {
  const problems: string[] = [];
  const present = new Set(files);
  const pages = new Map<string, string>();
  for (const file of files.filter((file) => file.endsWith(".md"))) {
    pages.set(file, await Deno.readTextFile(new URL(file, STAGE)));
  }
  const allowed =
    /^(package\.json|[A-Z]+\.md|LICENSE|([\w-]+\/)?[\w-]+\.js|types\/.+\.d\.ts|docs\/(internals\/)?\w+\.md|docs\/figures\/\w+\.svg|examples\/\w+\.(ts|html))$/;
  const home = fromFileUrl(ROOT);
  for (const file of files) {
    if (!allowed.test(file)) problems.push(`${file} does not belong in the package`);
    if (/(^|[/_])tests?([/_.]|$)/.test(file)) problems.push(`${file} looks like a test`);
    const text = await Deno.readTextFile(new URL(file, STAGE));
    for (const trace of [home, home.slice(0, -1), "file://", "sourceMappingURL"]) {
      if (text.includes(trace)) problems.push(`${file} contains ${trace}`);
    }
    if (file.endsWith(".md")) {
      for (const link of findBrokenLinks(file, text, present)) {
        problems.push(`${file} links ${link}, which is not there`);
      }
      for (const link of findBrokenAnchors(file, pages)) {
        problems.push(`${file} links ${link}, a heading that is not there`);
      }
    }
    if (!/\.(js|d\.ts)$/.test(file)) continue;
    for (const [, , specifier] of text.matchAll(RELATIVE)) {
      const target = new URL(specifier, `file:///${file}`).pathname.slice(1);
      const wanted = file.endsWith(".d.ts") ? target.replace(/\.js$/, ".d.ts") : target;
      if (!present.has(wanted)) problems.push(`${file} imports ${specifier}, which is not there`);
    }
    if (file.endsWith(".d.ts") && text.includes("@internal")) {
      problems.push(`${file} declares something that is @internal`);
    }
    if (file.endsWith(".js")) {
      const inner = /\bclass (_\w+)/.exec(text);
      if (inner !== null) problems.push(`${file} has a class that is called ${inner[1]}`);
      const bare = /^\s*(?:import|export)\b[^"'\n]*?["']([^."'][^"']*)["']/m.exec(text);
      if (bare !== null) problems.push(`${file} imports "${bare[1]}", which is not part of it`);
    }
  }
  for (const [key, target] of Object.entries(manifest.exports as Record<string, unknown>)) {
    for (const path of typeof target === "string" ? [target] : Object.values(target as object)) {
      if (!present.has(String(path).slice(2))) problems.push(`export ${key}: no file ${path}`);
    }
  }
  const declarations = files.filter((file) => file.endsWith(".d.ts"));
  const paths = declarations.map((file) => fromFileUrl(new URL(file, STAGE)));
  problems.push(...findTypeErrors(paths));
  return problems;
}

/** Stages and packs; does not stop esbuild's service. */
export async function pack(): Promise<Packed> {
  const config: Config = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
  const manifest = describe(config, await readAuthor());
  await Deno.remove(STAGE, { recursive: true }).catch(() => {});
  await Deno.mkdir(STAGE, { recursive: true });
  await buildLibrary(STAGE);
  await writeDeclarations(Object.values(config.exports).map((path) => path.replace(/^\.\//, "")));
  for (const name of listDocuments()) {
    const to = new URL(name, STAGE);
    await Deno.mkdir(new URL("./", to), { recursive: true });
    await Deno.copyFile(new URL(name, ROOT), to);
  }
  await Deno.writeTextFile(
    new URL("package.json", STAGE),
    `${JSON.stringify(manifest, null, 2)}\n`,
  );
  const files = listFiles(STAGE);
  const problems = await inspect(files, manifest);
  if (problems.length > 0) throw new Error(`Cannot pack: ${problems.join("; ")}`);

  const { success, stdout, stderr } = await new Deno.Command("npm", {
    args: ["pack", "--silent", "--pack-destination", fromFileUrl(new URL("dist/", ROOT))],
    cwd: STAGE,
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  if (!success) throw new Error(`Cannot pack: npm says ${decoder.decode(stderr).trim()}`);
  const name = decoder.decode(stdout).trim().split("\n").at(-1)!;
  return { tarball: fromFileUrl(new URL(`dist/${name}`, ROOT)), files };
}

if (import.meta.main) {
  readArguments({});
  const { tarball, files } = await pack();
  await esbuild.stop();
  const { size } = await Deno.stat(tarball);
  const declarations = files.filter((file) => file.endsWith(".d.ts")).length;
  const modules = files.filter((file) => file.endsWith(".js")).length;
  console.log(
    `${tarball.slice(fromFileUrl(ROOT).length)}: ${size} bytes, ${modules} modules, ` +
      `${declarations} declaration files`,
  );
}
