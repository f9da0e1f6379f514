/**
 * Copies of the repository in which mutants are tested, and which tests reach which functions.
 *
 * Tests run from source, so a mutant costs one written file and the tests' own time.
 *
 * @module
 */
import { fromFileUrl, ROOT } from "../std.ts";
import { findScopes, instrument, MODULE_SCOPE, type Mutant, parse } from "./operators.ts";

/** Sources of the WebAssembly; a mutant there needs a new module. */
export const LANES = "wasm/";

/** What a test file takes and which functions it reaches, as `file#scope`. */
export interface Reach {
  /** Of the text of the test file. */
  hash: string;
  /** Seconds of the processor that the file takes, however busy the machine is. */
  seconds: number;
  functions: readonly string[];
}

/** Files that git knows or would add, below the given folders. */
export async function listFiles(...folders: string[]): Promise<string[]> {
  const { stdout } = await new Deno.Command("git", {
    args: ["ls-files", "--cached", "--others", "--exclude-standard", "-z", "--", ...folders],
    cwd: ROOT,
  }).output();
  const files = new TextDecoder().decode(stdout).split("\0").filter((file) => file !== "");
  const there = await Promise.all(files.map(async (file) => {
    return await Deno.stat(new URL(file, ROOT)).then(() => true, () => false);
  }));
  return files.filter((_, k) => there[k]);
}

/** The files in which mutants are made. */
export async function listSources(): Promise<string[]> {
  return (await listFiles("src", "wasm")).filter((file) =>
    file.endsWith(".ts") && !file.endsWith("wasm_bytes.ts")
  );
}

export async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest, 0, 8), (n) => n.toString(16).padStart(2, "0")).join("");
}

/** One copy of the repository. */
export class Tree {
  readonly #root: URL;
  #flags: readonly string[] = [];

  constructor(root: URL) {
    this.#root = root;
  }

  async prepare(): Promise<void> {
    const files = (await listFiles(".")).filter((file) => !/\.(svg|png|csv|lock)$/.test(file));
    for (const folder of new Set(files.map((file) => file.slice(0, file.lastIndexOf("/") + 1)))) {
      await Deno.mkdir(new URL(folder, this.#root), { recursive: true });
    }
    for (const file of files) await Deno.copyFile(new URL(file, ROOT), new URL(file, this.#root));
    await Deno.symlink(
      fromFileUrl(new URL("node_modules", ROOT)),
      fromFileUrl(new URL("node_modules", this.#root)),
    );
    const { chooseStd } = await import(new URL("tools/std.ts", this.#root).href);
    this.#flags = (await chooseStd()).flags;
  }

  read(file: string): Promise<string> {
    return Deno.readTextFile(new URL(file, this.#root));
  }

  write(file: string, text: string): Promise<void> {
    return Deno.writeTextFile(new URL(file, this.#root), text);
  }

  /** Compiles the WebAssembly of this copy. Returns whether that went well. */
  async buildLanes(): Promise<boolean> {
    return (await this.#deno(["run", "-A", "tools/build_wasm.ts"], 120)).success;
  }

  /** Runs test files until one fails. Returns the name of that test, or null. */
  async test(files: readonly string[], limit: number): Promise<string | null> {
    const { success, output, timedOut } = await this.#deno(
      ["test", "-A", "--no-check", "--fail-fast", ...this.#flags, ...files],
      limit,
    );
    if (success) return null;
    if (timedOut) return "does not end";
    const failed = /^(.+?) \.\.\. (?:[^\n]*)FAILED/m.exec(output) ??
      /^ (?:FAILURES|ERRORS) *\n+(.+?) =>/m.exec(output);
    return failed?.[1] ?? output.split("\n").find((line) => /error/i.test(line)) ?? "a crash";
  }

  /**
   * Runs one instrumented test file. Returns the numbers of the functions that it reached, and the seconds of
   * the processor that it took.
   */
  async reach(
    file: string,
    count: number,
    limit: number,
  ): Promise<{ numbers: number[]; seconds: number }> {
    const preload = `import { cpuUsage } from "node:process";
      globalThis.reached = new Uint8Array(${count});
      addEventListener("unload", () => {
        const { user, system } = cpuUsage();
        Deno.writeTextFileSync("spent.txt", String((user + system) / 1e6));
        Deno.writeFileSync("reached.bin", globalThis.reached);
      });`;
    await this.write("preload.js", preload);
    await this.write("reached.bin", "");
    await this.write("spent.txt", "0");
    // A test may fail because it is slower than it should be; what it reached counts all the same.
    await this.#deno(
      ["test", "-A", "--no-check", "--preload", "preload.js", ...this.#flags, file],
      limit,
    );
    const bytes = await Deno.readFile(new URL("reached.bin", this.#root));
    const numbers = [...bytes.keys()].filter((k) => bytes[k] === 1);
    return { numbers, seconds: Number(await this.read("spent.txt")) };
  }

  async #deno(
    args: string[],
    limit: number,
  ): Promise<{ success: boolean; output: string; timedOut: boolean }> {
    const signal = AbortSignal.timeout(1000 * limit);
    const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args,
      cwd: this.#root,
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
      env: { NO_COLOR: "1" },
      signal,
    }).output();
    const decoder = new TextDecoder();
    const output = decoder.decode(stdout) + decoder.decode(stderr);
    return { success, output, timedOut: signal.aborted };
  }
}

/** Where the reach of tests is kept between runs. */
const KEPT = new URL("coverage/reach.json", ROOT);
/** Longest that a healthy test file may take, in seconds. */
const PATIENCE = 300;

/**
 * Which functions each test file reaches. Files whose text has not changed since the last call are
 * not run again, so after a change of the library their reach is that of before.
 */
export async function measureReach(tree: Tree, fresh: boolean): Promise<Map<string, Reach>> {
  const tests = (await listFiles("tests")).filter((file) => file.endsWith("_test.ts"));
  let known: Record<string, Reach> = {};
  try {
    if (!fresh) known = JSON.parse(await Deno.readTextFile(KEPT));
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  const reach = new Map<string, Reach>();
  const missing: [file: string, hash: string][] = [];
  for (const file of tests) {
    const hash = await hashOf(await Deno.readTextFile(new URL(file, ROOT)));
    if (known[file]?.hash === hash) reach.set(file, known[file]);
    else missing.push([file, hash]);
  }
  if (missing.length === 0) return reach;

  const names: string[] = [];
  const originals = new Map<string, string>();
  for (const file of await listSources()) {
    if (file.startsWith(LANES)) continue;
    const source = await tree.read(file);
    originals.set(file, source);
    const first = names.length;
    for (const { name } of findScopes(parse(file, source))) names.push(`${file}#${name}`);
    await tree.write(file, instrument(file, source, first));
  }
  for (const [k, [file, hash]] of missing.entries()) {
    const { numbers, seconds } = await tree.reach(file, names.length, PATIENCE);
    const functions = [...new Set(numbers.map((number) => names[number]))];
    reach.set(file, { hash, seconds: Number(seconds.toFixed(2)), functions });
    console.log(
      `reach ${k + 1}/${missing.length}  ${file}: ${functions.length} functions, ${
        seconds.toFixed(1)
      } s`,
    );
    await Deno.mkdir(new URL("./", KEPT), { recursive: true });
    await Deno.writeTextFile(KEPT, JSON.stringify(Object.fromEntries(reach)));
  }
  for (const [file, source] of originals) await tree.write(file, source);
  return reach;
}

/**
 * The test files that reach a mutant, the best first: quick ones that reach little else. Code that
 * belongs to no named function, or to one that no test was seen to reach, counts as reached by all
 * tests of its file, and a file that no test was seen to reach by all; the sources of the WebAssembly by
 * all that load it.
 */
export function testsOf(
  { file, scope }: Mutant,
  reach: ReadonlyMap<string, Reach>,
): [file: string, seconds: number][] {
  const prefix = file.startsWith(LANES) ? /^src\/(batch|space)\/wasm\.ts#/ : null;
  const isIn = (name: string): boolean =>
    prefix === null ? name.startsWith(`${file}#`) : prefix.test(name);
  const exact = scope === MODULE_SCOPE ? null : `${file}#${scope}`;
  const all = [...reach].map(([test, { seconds, functions }]) => ({
    test,
    seconds,
    cost: seconds * Math.sqrt(functions.length),
    isExact: exact !== null && functions.includes(exact),
    isNear: functions.some(isIn),
  }));
  const isReached = all.some(({ isExact }) => isExact), isKnown = all.some(({ isNear }) => isNear);
  return all.filter((one) => isReached ? one.isExact : one.isNear || !isKnown)
    .sort((a, b) => a.cost - b.cost)
    .map(({ test, seconds }) => [test, seconds]);
}
