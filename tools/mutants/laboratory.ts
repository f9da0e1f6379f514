/**
 * The place where mutants are tested: a copy of the library and of its tests, built once for each
 * mutant.
 *
 * @module
 */
import * as esbuild from "esbuild";
import { entryPoints } from "../build.ts";
import { render } from "../build_wasm.ts";
import { compileSpace } from "../compile_wasm.ts";
import { fromFileUrl, ROOT } from "../std.ts";
import { apply, type Mutant } from "./mutant.ts";
import { INSIDE_TESTS } from "./suites.ts";

/** The sources that are only compiled into the module of Space, and the generated module. */
const LANES = "wasm/";
const MODULE = "src/space/wasm_bytes.ts";

async function copyTree(from: URL, to: URL): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const entry of Deno.readDir(from)) {
    if (entry.isDirectory) {
      await copyTree(new URL(`${entry.name}/`, from), new URL(`${entry.name}/`, to));
    } else if (/\.(ts|js)$/.test(entry.name)) {
      await Deno.copyFile(new URL(entry.name, from), new URL(entry.name, to));
    }
  }
}

/** A copy of the library and of the tests, so that edits made meanwhile do not matter. */
export class Laboratory {
  readonly #root: URL;
  /** Specifier of each entry point and the name of its built file. */
  readonly #names = new Map<string, string>();
  readonly #sources = new Map<string, string>();

  constructor(root: URL) {
    this.#root = root;
  }

  /** Copies everything, and bundles the tests without the library. */
  async prepare(tests: readonly string[]): Promise<void> {
    for (const room of ["src/", "tests/", "tools/", "wasm/"]) {
      await copyTree(new URL(room, ROOT), new URL(room, this.#root));
    }
    await Deno.copyFile(new URL("mod.ts", ROOT), new URL("mod.ts", this.#root));
    const root = fromFileUrl(ROOT);
    for (const [specifier, source] of await entryPoints()) {
      this.#names.set(specifier, specifier.split("/").slice(2).join("_") || "mod");
      this.#sources.set(specifier, fromFileUrl(new URL(source.slice(root.length), this.#root)));
    }
    await this.#bundle(tests.filter((test) => !INSIDE_TESTS.includes(test)), this.#root, {
      name: "library left out",
      setup: (build): void => {
        build.onResolve({ filter: /^@narrowphase\// }, ({ path }) => ({
          // Relative to built/x/y_test.mjs in the directory of a mutant.
          path: `../../library/${this.#names.get(path)}.js`,
          external: true,
        }));
      },
    });
  }

  /** Bundles tests into built/ of a directory. */
  async #bundle(tests: readonly string[], dir: URL, ...plugins: esbuild.Plugin[]): Promise<void> {
    const local = (path: string): string => fromFileUrl(new URL(path, this.#root));
    await esbuild.build({
      entryPoints: tests.map((test) => local(`tests/${test}`)),
      outbase: local("tests/"),
      outdir: fromFileUrl(new URL("built/", dir)),
      outExtension: { ".js": ".mjs" },
      bundle: true,
      format: "esm",
      target: "es2022",
      platform: "node",
      logLevel: "warning",
      define: { "import.meta.main": "false" },
      nodePaths: [fromFileUrl(new URL("node_modules/", ROOT))],
      alias: {
        "@std/assert": local("tests/_std/assert.ts"),
        "@std/testing/bdd": local("tests/_std/bdd.ts"),
      },
      plugins,
    });
  }

  /** The file that replaces another one to build a mutant, and its text. */
  async #replacement(key: string, mutant: Mutant): Promise<[file: string, source: string]> {
    const { file } = mutant;
    const source = apply(mutant, await Deno.readTextFile(new URL(file, this.#root)));
    if (!file.startsWith(LANES)) return [file, source];
    const dir = new URL(`wasm-${key}/`, this.#root);
    for (const room of ["src/kernel/", "src/shapes/", "wasm/"]) {
      await copyTree(new URL(room, this.#root), new URL(room, dir));
    }
    await Deno.writeTextFile(new URL(file, dir), source);
    const { bytes } = await compileSpace(fromFileUrl(dir));
    await Deno.remove(dir, { recursive: true });
    return [MODULE, render(bytes)];
  }

  /** Builds the library with a mutant and runs tests until one fails. Returns its name, or null. */
  async test(key: string, tests: readonly string[], mutant: Mutant | null): Promise<string | null> {
    const dir = new URL(`runs/${key}/`, this.#root);
    const [replaced, contents] = mutant === null ? ["", ""] : await this.#replacement(key, mutant);
    const file = fromFileUrl(new URL(replaced, this.#root));
    const replace: esbuild.Plugin = {
      name: "mutant",
      setup: (build): void => {
        build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
          return path === file ? { contents, loader: "ts" } : null;
        });
      },
    };
    const inside = tests.filter((test) => INSIDE_TESTS.includes(test));
    if (inside.length > 0) {
      await this.#bundle(inside, dir, replace, {
        name: "library taken in",
        setup: (build): void => {
          build.onResolve({ filter: /^@narrowphase\// }, ({ path }) => ({
            path: this.#sources.get(path),
          }));
        },
      });
    }
    await copyBuilt(new URL("built/", this.#root), new URL("built/", dir));
    await esbuild.build({
      entryPoints: [...this.#sources].map(([specifier, source]) => ({
        in: source,
        out: this.#names.get(specifier)!,
      })),
      outdir: fromFileUrl(new URL("library/", dir)),
      bundle: true,
      splitting: true,
      format: "esm",
      target: "es2022",
      logLevel: "warning",
      plugins: [replace],
    });
    for (const test of tests) {
      const file = fromFileUrl(new URL(`built/${test.replace(/\.ts$/, ".mjs")}`, dir));
      const answer = await runTest(file);
      if (answer !== null) {
        await Deno.remove(dir, { recursive: true });
        return answer;
      }
    }
    await Deno.remove(dir, { recursive: true });
    return null;
  }
}

async function copyBuilt(from: URL, to: URL): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const entry of Deno.readDir(from)) {
    const [source, target] = [new URL(entry.name, from), new URL(entry.name, to)];
    if (entry.isDirectory) await copyBuilt(new URL(`${source}/`), new URL(`${target}/`));
    else await Deno.copyFile(source, target);
  }
}

/** Longest time that a file of tests may take, in ms: a mutant may loop forever. */
const PATIENCE = 120_000;

/** Name of the first test that fails, or null when all pass. */
async function runTest(file: string): Promise<string | null> {
  const signal = AbortSignal.timeout(PATIENCE);
  const child = new Deno.Command(Deno.execPath(), {
    args: ["test", "-A", "--no-config", "--no-lock", "--no-check", "--fail-fast", file],
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    env: { NO_COLOR: "1" },
    signal,
  });
  const { success, stdout, stderr } = await child.output();
  if (success) return null;
  if (signal.aborted) return "does not end";
  const output = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  const failed = /^(.+?) \.\.\. (?:[^\n]*)FAILED/m.exec(output);
  if (failed !== null) return failed[1];
  // If a test prints something, its verdict is on another line, and its name is listed below.
  const named = /^ (?:FAILURES|ERRORS) *\n+(.+?) =>/m.exec(output);
  return named?.[1] ?? output.trim().split("\n").find((line) => /error/i.test(line)) ?? "a crash";
}
