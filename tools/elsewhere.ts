/**
 * Checks that nothing depends on where the repository lies and on who imports it:
 *
 * - a clone inside the folder of a CommonJS package builds the same bytes;
 * - a file of a user, with the libraries that Deno includes unless told otherwise, type-checks.
 *
 * A step of `deno task ok`. Works in a temporary folder.
 *
 * @module
 */
import { cpSync, readdirSync, readFileSync } from "node:fs";
import * as esbuild from "esbuild";
import { readArguments } from "./arguments.ts";
import { buildLibrary } from "./build.ts";
import { ROOT } from "./std.ts";

/** Builds the library of the clone that this script lies in. */
const BUILD = `
  import * as esbuild from "esbuild";
  import { buildLibrary } from "./build.ts";
  await buildLibrary(new URL(Deno.args[0]));
  await esbuild.stop();
`;
const USER = `
  import { box, distance, pose, Space } from "${new URL("mod.ts", ROOT)}";
  const space = new Space();
  space.add(box(1, 1), pose(0, 0));
  console.log(distance(box(1, 1), pose(), box(1, 1), pose(2, 0)).distance);
`;

async function deno(cwd: string, ...args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), { args, cwd })
    .output();
  const decoder = new TextDecoder();
  if (success) return decoder.decode(stdout);
  throw new Error(`deno ${args.join(" ")}: ${decoder.decode(stdout)}${decoder.decode(stderr)}`);
}

/** Texts of the files in a folder and below, by path. */
const readFiles = (folder: string): Map<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
      .map(({ parentPath, name }) => {
        const path = `${parentPath}/${name}`;
        return [path.slice(folder.length), readFileSync(path, "utf8")];
      }),
  );

readArguments({});
const folder = await Deno.makeTempDir();
let failed = 0;
try {
  await Deno.writeTextFile(
    `${folder}/package.json`,
    `{ "type": "commonjs", "sideEffects": false }`,
  );
  const clone = `${folder}/clone`;
  for (const path of ["deno.json", "mod.ts", "src", "tools"]) {
    cpSync(new URL(path, ROOT), `${clone}/${path}`, { recursive: true });
  }
  await buildLibrary(new URL(`file://${folder}/here/`));
  await esbuild.stop();
  await Deno.writeTextFile(`${clone}/tools/build_there.ts`, BUILD);
  const address = `file://${folder}/there/`;
  await deno(clone, "run", "-A", "-q", "--no-lock", "--no-check", "tools/build_there.ts", address);
  const here = readFiles(`${folder}/here`), there = readFiles(`${folder}/there`);
  for (const path of new Set([...here.keys(), ...there.keys()])) {
    if (here.get(path) === there.get(path)) continue;
    console.log(`${path} is built otherwise inside a CommonJS package`);
    failed++;
  }
  if (here.size === 0) throw new Error("nothing was built");

  await Deno.mkdir(`${folder}/user`);
  await Deno.writeTextFile(`${folder}/user/deno.json`, "{}");
  await Deno.writeTextFile(`${folder}/user/main.ts`, USER);
  await deno(`${folder}/user`, "check", "-q", "--no-lock", "main.ts");
} catch (error) {
  console.log((error as Error).message);
  failed++;
} finally {
  await Deno.remove(folder, { recursive: true });
}
if (failed > 0) Deno.exit(1);
