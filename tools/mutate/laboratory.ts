/**
 * A copy of the repository in which mutants are tested, processes that run tests in it, and which tests
 * reach which functions.
 *
 * @module
 */
import { MARK } from "../harness.ts";
import { fromFileUrl, ROOT } from "../std.ts";
import { findScopes, MODULE_SCOPE, type Mutant, parse } from "./operators.ts";
import { type Numbered, SWITCH, switchMutants } from "./schemata.ts";

/** Sources of the WebAssembly; a mutant there needs a new module. */
export const LANES = "wasm/";

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

/** A copy of the repository with mutants in it. */
export class Tree {
  /** Names of the functions, as `file#scope`, by their flags. */
  readonly scopes: string[] = [];
  readonly #root: URL;
  #flags: readonly string[] = [];

  constructor(root: URL) {
    this.#root = root;
  }

  /** Copies the repository. */
  async prepare(mutants: readonly Numbered[]): Promise<void> {
    const files = (await listFiles(".")).filter((file) => !/\.(svg|png|csv|lock)$/.test(file));
    for (const folder of new Set(files.map((file) => file.slice(0, file.lastIndexOf("/") + 1)))) {
      await Deno.mkdir(new URL(folder, this.#root), { recursive: true });
    }
    for (const file of files) await Deno.copyFile(new URL(file, ROOT), new URL(file, this.#root));
    await Deno.symlink(
      fromFileUrl(new URL("node_modules", ROOT)),
      fromFileUrl(new URL("node_modules", this.#root)),
    );
    await this.write("switch.js", SWITCH);
    const module = new URL("switch.js", this.#root).href;
    for (const file of await listSources()) {
      if (file.startsWith(LANES)) continue;
      const source = await this.read(file), first = this.scopes.length;
      for (const { name } of findScopes(parse(file, source))) this.scopes.push(`${file}#${name}`);
      const own = mutants.filter(([, mutant]) => mutant.file === file);
      await this.write(file, switchMutants(file, source, own, first, module));
    }
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
    return (await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "tools/build_wasm.ts"],
      cwd: this.#root,
      stdout: "null",
      stderr: "null",
    }).output()).success;
  }

  /** Starts a process that runs tests, with a mutant switched on from its start. */
  start(mutant = -1): Bench {
    return new Bench(
      new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", "--no-check", ...this.#flags, "tools/mutate/worker.ts"],
        cwd: this.#root,
        stdin: "piped",
        stdout: "piped",
        stderr: "null",
        env: { NO_COLOR: "1", MUTANT: `${mutant}` },
      }).spawn(),
    );
  }
}

/** A process that runs tests. */
export class Bench {
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #answers: AsyncIterator<unknown>;

  constructor(child: Deno.ChildProcess) {
    this.#child = child;
    this.#writer = child.stdin.getWriter();
    this.#answers = Bench.#listen(child.stdout);
  }

  static async *#listen(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator {
    let rest = "";
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split("\n");
      rest = lines.pop()!;
      for (const line of lines) if (line.startsWith(MARK)) yield JSON.parse(line.slice(1));
    }
  }

  /** Asks, and waits for the answer: undefined if none comes, and then the process has ended. */
  async ask(question: readonly unknown[], seconds: number): Promise<unknown> {
    const timer = setTimeout(() => this.end(), 1000 * seconds);
    try {
      await this.#writer.write(new TextEncoder().encode(`${JSON.stringify(question)}\n`));
      const { value, done } = await this.#answers.next();
      return done ? undefined : value;
    } catch {
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }

  end(): void {
    try {
      this.#child.kill("SIGKILL");
    } catch {
      // It has ended.
    }
  }
}

/** What a test takes and which functions it reaches, as `file#scope`. */
export interface Reach {
  /** Seconds of the processor, however busy the machine is. */
  seconds: number;
  functions: ReadonlySet<string>;
}

/** Where the reach of tests is kept between runs: by file, the hash of its text and its tests. */
const KEPT = new URL("coverage/reach.json", ROOT);
type Kept = Record<string, { hash: string; tests: [string, number, string[]][] }>;

/** Longest that a healthy test file may take, in seconds. */
const PATIENCE = 600;

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest, 0, 8), (n) => n.toString(16).padStart(2, "0")).join("");
}

/** Whether the tests of a file need a process of their own: they watch the heap, or count what the engine does. */
const isAlone = (text: string): boolean => /from "[./\w]*\/(?:heap|work)\.ts"/.test(text);

/**
 * Which functions each test reaches, and which are run when modules are loaded. Files whose text has not
 * changed since the last call are not run again, so after a change of the library their reach is that of before.
 */
export async function measureReach(
  tree: Tree,
  fresh: boolean,
): Promise<{ reach: Map<string, Reach>; atLoad: Set<string> }> {
  let known: Kept = {};
  try {
    if (!fresh) known = JSON.parse(await Deno.readTextFile(KEPT));
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  const files = (await listFiles("tests")).filter((file) => file.endsWith("_test.ts"));
  const kept: Kept = {}, reach = new Map<string, Reach>(), atLoad = new Set<string>();
  for (const [k, file] of files.entries()) {
    const text = await Deno.readTextFile(new URL(file, ROOT)), hash = await hashOf(text);
    if (isAlone(text)) continue;
    if (known[file]?.hash !== hash) {
      const bench = tree.start();
      const found = await bench.ask([-1, file], PATIENCE);
      bench.end();
      const tests = (found as [string, number, number[]][] | null | undefined ?? [])
        .map(([name, seconds, reached]): [string, number, string[]] => [
          name,
          Number(seconds.toFixed(3)),
          [...new Set(reached.map((flag) => tree.scopes[flag]))],
        ]);
      console.log(`reach ${k + 1}/${files.length}  ${file}: ${tests.length - 1} tests`);
      known[file] = { hash, tests };
    }
    kept[file] = known[file];
    for (const [name, seconds, functions] of kept[file].tests) {
      if (name !== "") reach.set(name, { seconds, functions: new Set(functions) });
      else for (const one of functions) atLoad.add(one);
    }
    await Deno.mkdir(new URL("./", KEPT), { recursive: true });
    await Deno.writeTextFile(KEPT, JSON.stringify({ ...known, ...kept }));
  }
  return { reach, atLoad };
}

/** The files that import each file: what it defines at its top is used there. */
export async function findImporters(): Promise<Map<string, string[]>> {
  const importers = new Map<string, string[]>();
  for (const file of await listSources()) {
    const text = await Deno.readTextFile(new URL(file, ROOT));
    for (const [, path] of text.matchAll(/from "(\.[^"]+)"/g)) {
      const target = new URL(path, new URL(file, ROOT)).href.slice(ROOT.href.length);
      importers.set(target, [...importers.get(target) ?? [], file]);
    }
  }
  return importers;
}

/** A test, its seconds of the processor, and how many functions it reaches. */
export type Test = readonly [name: string, seconds: number, functions: number];

/** Test files named after a source file, a function, or a class: "loop/frame_clock.ts" and "Foo.bar" give frame_clock and foo. */
function namesOf({ file, scope }: Mutant): string[] {
  const [symbol] = scope.split(".");
  const snake = symbol.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
  return [file.slice(file.lastIndexOf("/") + 1, -".ts".length), snake].map((name) =>
    `/${name}_test.ts`
  );
}

/**
 * The tests that reach a mutant, the best first: those of its symbol, then quick ones that reach little else.
 * Code that is run when modules are loaded counts as reached by all tests of its file and of those that import it; the sources of the
 * WebAssembly by all that load it.
 */
export function testsOf(
  mutant: Mutant,
  reach: ReadonlyMap<string, Reach>,
  importers: ReadonlyMap<string, readonly string[]>,
  isAtLoad: boolean,
): Test[] {
  const { file, scope } = mutant, own = namesOf(mutant);
  const isLane = file.startsWith(LANES);
  const files = isLane ? ["src/space/wasm.ts"] : [file, ...importers.get(file) ?? []];
  const isNear = (name: string): boolean => files.includes(name.slice(0, name.indexOf("#")));
  const isWhole = isLane || isAtLoad || scope === MODULE_SCOPE;
  const chosen = [...reach].filter(([, { functions }]) =>
    isWhole ? functions.values().some(isNear) : functions.has(`${file}#${scope}`)
  );
  return chosen.map(([name, { seconds, functions }]) => ({
    name,
    seconds,
    size: functions.size,
    cost: (seconds + 0.001) * Math.sqrt(functions.size) *
      (own.some((one) => name.includes(one)) ? 0.05 : 1),
  })).sort((a, b) => a.cost - b.cost).map(({ name, seconds, size }) => [name, seconds, size]);
}
