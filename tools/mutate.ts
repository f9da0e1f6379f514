/**
 * `deno task mutate`: does the suite notice when the library is wrong? Breaks one place at a time, as
 * tools/mutate/operators.ts lists, and runs the tests that reach the broken function until one fails. A
 * mutant that no test notices survives; it needs a test, or a line with a reason in
 * tools/mutate/survivors.json. Tests that watch the heap or count what the engine does are not asked. Ends
 * with "N passed, N failed".
 *
 * ```
 * words           only mutants whose "file#function operator" contains one of them
 * --changed REF   only lines that differ from a commit, such as HEAD~1
 * --sample N      at most N mutants, drawn at random (default: all that words, --changed or --each select,
 *                 else 200)
 * --each N        at most N of every function, drawn at random
 * --seed S        which ones are drawn (default 1)
 * --budget S      seconds of the processor for a mutant, the nearest tests first (default 10)
 * --jobs N        how many mutants at a time (default 2)
 * --all           also those whose survival has a reason in tools/mutate/survivors.json
 * --fresh         measure again which tests reach what (coverage/reach.json)
 * --list          only name the mutants
 * --write         add survivors to tools/mutate/survivors.json, for a reason to be filled in
 * ```
 *
 * @module
 */
import { readArguments, readCount, refuse } from "./arguments.ts";
import {
  type Bench,
  findImporters,
  LANES,
  listSources,
  measureReach,
  type Reach,
  type Test,
  testsOf,
  Tree,
} from "./mutate/laboratory.ts";
import { applyMutant, findMutants, MODULE_SCOPE, type Mutant } from "./mutate/operators.ts";
import type { Numbered } from "./mutate/schemata.ts";
import { ROOT } from "./std.ts";

/** Mutants that no test can or need notice, and why. In a name, `…` stands for any text. */
interface Excuse {
  reason: string;
  mutants: string[];
}

const SURVIVORS = new URL("tools/mutate/survivors.json", ROOT);

/** A name that stays the same when lines move. */
const keyOf = ({ file, scope, operator, change }: Mutant): string =>
  `${file}#${scope} ${operator}: ${change}`;

/** Whether a mutant's name is that of the list. */
function fits(key: string, name: string): boolean {
  const [start, ...parts] = name.split("…");
  if (parts.length === 0) return key === name;
  const end = parts.pop()!;
  let at = key.startsWith(start) ? start.length : Infinity;
  for (const part of parts) {
    const found = key.indexOf(part, at);
    at = found < 0 ? Infinity : found + part.length;
  }
  return key.length - end.length >= at && key.endsWith(end);
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** `count` of the items at random, in their order. */
function draw<T>(items: readonly T[], count: number, seed: number): T[] {
  const random = generator(seed);
  const order = items.map((item, k) => ({ item, k, rank: random() }));
  return order.sort((a, b) => a.rank - b.rank).slice(0, count).sort((a, b) => a.k - b.k)
    .map(({ item }) => item);
}

/** `count` of each function at random, in their order. */
function drawOfEach(mutants: readonly Mutant[], count: number, seed: number): Mutant[] {
  const functions = new Map<string, Mutant[]>();
  for (const one of mutants) {
    const name = `${one.file}#${one.scope}`, list = functions.get(name);
    if (list === undefined) functions.set(name, [one]);
    else list.push(one);
  }
  return [...functions.values()].flatMap((list, k) => draw(list, count, seed + k));
}

/** Lines of each file that differ from a commit. */
async function changedLines(ref: string): Promise<Map<string, Set<number>>> {
  const { success, stdout, stderr } = await new Deno.Command("git", {
    args: ["diff", "-U0", "--no-color", ref, "--", "src", "wasm"],
    cwd: ROOT,
  }).output();
  if (!success) refuse(`Cannot compare with "${ref}": ${new TextDecoder().decode(stderr).trim()}`);
  const changed = new Map<string, Set<number>>();
  let lines = new Set<number>();
  for (const line of new TextDecoder().decode(stdout).split("\n")) {
    const file = /^\+\+\+ b\/(.+)$/.exec(line);
    if (file !== null) changed.set(file[1], lines = new Set());
    const hunk = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (hunk === null) continue;
    for (let k = 0; k < Number(hunk[2] ?? 1); k++) lines.add(Number(hunk[1]) + k);
  }
  return changed;
}

/**
 * Tests that fit the budget, the first in any case: for half of it those that come first, since they are
 * quick, and then those that try most and little else.
 */
function plan(tests: readonly Test[], budget: number): Test[] {
  let sum = 0;
  const take = (some: readonly Test[], limit: number): Test[] =>
    some.filter(([, seconds], k) => {
      const fits = sum === 0 && k === 0 || sum + seconds <= limit;
      if (fits) sum += seconds;
      return fits;
    });
  const quick = take(tests, budget / 2);
  const rest = tests.filter((test) => !quick.includes(test));
  return [...quick, ...take(rest.sort((a, b) => a[2] / a[1] - b[2] / b[1]), budget)];
}

/** What failed, and whether the process must end; if nothing did, whether the function was reached. */
type Verdict = [killer: string, isSpoiled: boolean] | boolean;

/** The number of a mutant, and the flag of its function. */
type Place = readonly [number: number, flag: number];

/** Asks for one test after the other, until one fails. */
async function runTests(
  bench: Bench,
  [number, flag]: Place,
  tests: readonly Test[],
): Promise<Verdict> {
  let isReached = false;
  for (const [name, seconds] of tests) {
    // A busy machine must not end a healthy test.
    const answer = await bench.ask([number, name, flag], 10 + 20 * seconds);
    if (answer === undefined) return ["does not end", true];
    if (typeof answer !== "boolean") return answer as Verdict;
    isReached ||= answer;
  }
  return isReached;
}

/** Judges mutants, one after the other. */
class Judge {
  readonly #tree: Tree;
  readonly #lanes: () => Promise<Tree>;
  readonly #reach: ReadonlyMap<string, Reach>;
  readonly #atLoad: ReadonlySet<string>;
  readonly #importers: ReadonlyMap<string, readonly string[]>;
  readonly #budget: number;
  /** What noticed the last mutants of a file often notices the next one. */
  readonly #killers = new Map<string, string[]>();
  /** Tests that fail when they run for the second time. */
  readonly #once = new Set<string>();
  #bench: Bench | null = null;

  constructor(
    tree: Tree,
    lanes: () => Promise<Tree>,
    reach: ReadonlyMap<string, Reach>,
    atLoad: ReadonlySet<string>,
    importers: ReadonlyMap<string, readonly string[]>,
    budget: number,
  ) {
    this.#tree = tree;
    this.#lanes = lanes;
    this.#reach = reach;
    this.#atLoad = atLoad;
    this.#importers = importers;
    this.#budget = budget;
  }

  /** The name of the test that notices a mutant; null if none does, undefined if it does not compile. */
  async judge([number, mutant]: Numbered): Promise<string | null | undefined> {
    const killers = this.#killers.get(mutant.file) ?? [];
    const scope = `${mutant.file}#${mutant.scope}`, isAtLoad = this.#atLoad.has(scope);
    const tests = testsOf(mutant, this.#reach, this.#importers, isAtLoad)
      .filter(([name]) => !this.#once.has(name))
      .sort(([a], [b]) => killers.indexOf(b) - killers.indexOf(a));
    if (mutant.file.startsWith(LANES)) return await this.#judgeLanes([number, mutant], tests);
    const place: Place = [number, this.#tree.scopes.indexOf(scope)];
    const verdict = mutant.scope === MODULE_SCOPE ? false : await this.#judgeHere(place, tests);
    // What is run when a module is loaded, or once and then remembered, needs a process of its own.
    const killer = verdict === false || verdict === null && isAtLoad
      ? await this.#judgeAlone(place, tests)
      : verdict;
    if (killer !== null) {
      this.#killers.set(mutant.file, [
        ...killers.filter((one) => one !== killer).slice(-4),
        killer,
      ]);
    }
    return killer;
  }

  /** By the process that judged the last one; false if no test comes to the place again. */
  async #judgeHere(place: Place, tests: readonly Test[]): Promise<string | null | false> {
    this.#bench ??= this.#tree.start();
    const verdict = await runTests(this.#bench, place, plan(tests, this.#budget));
    if (typeof verdict === "boolean") return verdict && null;
    const [killer, isSpoiled] = verdict;
    if (!isSpoiled) return killer;
    this.end();
    const suspect = tests.filter(([name]) => name === killer);
    // Did the mutant leave something behind, or does the test fail whenever it runs again?
    if (suspect.length === 0 || await this.#judgeAlone(place, suspect) !== null) return killer;
    this.#once.add(killer);
    return await this.#judgeHere(place, tests.filter(([name]) => name !== killer));
  }

  /** By a process of its own, which loads the library with the mutant in it. */
  async #judgeAlone(
    place: Place,
    tests: readonly Test[],
    tree = this.#tree,
  ): Promise<string | null> {
    const bench = tree.start(place[0]);
    const verdict = await runTests(bench, place, plan(tests, this.#budget));
    bench.end();
    return typeof verdict === "boolean" ? null : verdict[0];
  }

  async #judgeLanes(
    [number, mutant]: Numbered,
    tests: readonly Test[],
  ): Promise<string | null | undefined> {
    const tree = await this.#lanes(), source = await tree.read(mutant.file);
    await tree.write(mutant.file, applyMutant(source, mutant));
    try {
      return await tree.buildLanes()
        ? await this.#judgeAlone([number, -1], tests, tree)
        : undefined;
    } finally {
      await tree.write(mutant.file, source);
    }
  }

  end(): void {
    this.#bench?.end();
    this.#bench = null;
  }
}

async function chooseMutants(
  words: readonly string[],
  ref: string | undefined,
): Promise<Mutant[]> {
  const changed = ref === undefined ? null : await changedLines(ref);
  const mutants: Mutant[] = [];
  for (const file of await listSources()) {
    const lines = changed?.get(file);
    if (changed !== null && lines === undefined) continue;
    const all = findMutants(file, await Deno.readTextFile(new URL(file, ROOT)));
    mutants.push(...all.filter((mutant) =>
      (lines === undefined || lines.has(mutant.line)) &&
      (words.length === 0 ||
        words.some((word) => `${file}#${mutant.scope} ${mutant.operator}`.includes(word)))
    ));
  }
  return mutants;
}

if (import.meta.main) {
  const { values, positionals } = readArguments({
    changed: { type: "string" },
    sample: { type: "string" },
    each: { type: "string" },
    seed: { type: "string", default: "1" },
    budget: { type: "string", default: "10" },
    jobs: { type: "string", default: "2" },
    all: { type: "boolean", default: false },
    fresh: { type: "boolean", default: false },
    list: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  }, true);
  const jobs = readCount("mutate", "--jobs", values.jobs);
  const budget = readCount("mutate", "--budget", values.budget);
  const seed = readCount("mutate", "--seed", values.seed);
  const isWide = positionals.length === 0 && values.changed === undefined;
  const sample = values.sample ?? (isWide && values.each === undefined ? "200" : undefined);

  const excuses: Excuse[] = JSON.parse(await Deno.readTextFile(SURVIVORS));
  const names = excuses.flatMap(({ reason, mutants }) => reason === "" ? [] : mutants);
  const isExcused = (one: Mutant): boolean => names.some((name) => fits(keyOf(one), name));
  const found = await chooseMutants(positionals, values.changed);
  if (found.length === 0) {
    console.log("No place that a mutant could be made of is selected");
    // Nothing to break in a commit of documents is no failure; a word that fits nothing is.
    console.log(values.changed === undefined ? "0 passed, 1 failed" : "1 passed, 0 failed");
    Deno.exit(values.changed === undefined ? 1 : 0);
  }
  const isStale = (name: string): boolean => isWide && !found.some((one) => fits(keyOf(one), name));
  for (const name of names.filter(isStale)) console.log(`no longer there: ${name}`);
  const open = values.all ? found : found.filter((one) => !isExcused(one));
  const wide = values.each === undefined
    ? open
    : drawOfEach(open, readCount("mutate", "--each", values.each), seed);
  const chosen = sample === undefined
    ? wide
    : draw(wide, readCount("mutate", "--sample", sample), seed);
  console.log(`${chosen.length} of ${found.length} mutants, seed ${seed}`);
  if (values.list) {
    for (const one of chosen) {
      console.log(`${one.file}:${one.line} ${one.scope} ${one.operator}: ${one.change}`);
    }
    Deno.exit(0);
  }

  const directory = new URL(`file://${await Deno.makeTempDir({ prefix: "mutants-" })}/`);
  const lived: Mutant[] = [];
  let caught = 0;
  let invalid = 0;
  const start = performance.now();
  const numbered = chosen.map((mutant, number): Numbered => [number, mutant]);
  const judges: Judge[] = [];
  try {
    const copy = async (name: string, mutants: readonly Numbered[]): Promise<Tree> => {
      const root = new URL(`${name}/`, directory);
      await Deno.mkdir(root);
      const tree = new Tree(root);
      await tree.prepare(mutants);
      return tree;
    };
    const tree = await copy("all", numbered);
    const { reach, atLoad } = await measureReach(tree, values.fresh);
    const importers = await findImporters();
    const queue = [...numbered];
    let done = 0;
    const begin = performance.now();
    const work = async (k: number): Promise<void> => {
      let lanes: Promise<Tree> | null = null;
      const judge = new Judge(
        tree,
        () => lanes ??= copy(`${k}`, []),
        reach,
        atLoad,
        importers,
        budget,
      );
      judges.push(judge);
      for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
        const killer = await judge.judge(one), [, mutant] = one;
        done++;
        if (killer === undefined) invalid++;
        else if (killer === null) lived.push(mutant);
        else caught++;
        const rate = (60_000 * done / (performance.now() - begin)).toFixed(0);
        const verdict = killer === undefined
          ? "invalid "
          : killer === null
          ? "SURVIVES"
          : "caught  ";
        const { file, line, scope, operator, change } = mutant;
        console.log(
          `${done}/${chosen.length} (${rate}/min) ${verdict} ${file}:${line} ${scope} ${operator}: ${change}` +
            (killer ? `  [${killer}]` : ""),
        );
      }
    };
    await Promise.all(Array.from({ length: jobs }, (_, k) => work(k)));
  } finally {
    for (const judge of judges) judge.end();
    await Deno.remove(directory, { recursive: true });
  }
  if (lived.length > 0) console.log("\nSurvivors:");
  for (const one of lived) console.log(`${one.file}:${one.line} ${keyOf(one)}`);
  if (values.write) {
    const list = excuses.map(({ reason, mutants }) => ({
      reason,
      mutants: mutants.filter((name) => !isStale(name)),
    })).filter(({ mutants }) => mutants.length > 0);
    const fresh = lived.filter((one) => !isExcused(one)).map(keyOf);
    if (fresh.length > 0) list.push({ reason: "", mutants: fresh });
    await Deno.writeTextFile(SURVIVORS, `${JSON.stringify(list, null, 2)}\n`);
    console.log(`wrote tools/mutate/survivors.json`);
  }
  const share = (100 * caught / Math.max(1, caught + lived.length)).toFixed(1);
  const minutes = ((performance.now() - start) / 60_000).toFixed(1);
  console.log(`score ${share} %, ${invalid} invalid, ${minutes} minutes`);
  console.log(`${caught} passed, ${lived.length} failed`);
  if (lived.length > 0) Deno.exit(1);
}
