/**
 * Runs test files, many in one process, as many processes at a time as there are cores. A start of
 * the engine costs as much as a small file, and the library is compiled once for all that are in a
 * process. What files print is kept and shown only if they fail, whole, after all files. Every file
 * is one line with the processor time that it took, the start of its process included:
 *
 * ```
 * [ 12/107] tests/math/vec2_test.ts         31 cases   0.4 s
 * ```
 *
 * @module
 */
import { globSync } from "node:fs";
import { refuse } from "./arguments.ts";
import { type Event, MARK } from "./harness.ts";
import { fromFileUrl, ROOT } from "./std.ts";

/** How many tests passed and failed. */
export interface Counts {
  passed: number;
  failed: number;
  /** Tests that say of themselves that they cannot run here. */
  left: number;
}

/** The command that runs test files: its words, before the files' names. */
export interface Command {
  words: readonly string[];
  env: Record<string, string>;
}

/** Longest time without a line, in milliseconds. */
const SILENCE = 15_000;

/**
 * Longest time without news from a process, in milliseconds. Then it hangs: no test takes a minute
 * on an idle machine.
 */
const PATIENCE = 900_000;

/** Most files in a process. */
const MOST = 16;

/** Paths of the test files in `tests/`, relative to the root and in order. */
export function findTestFiles(): string[] {
  return globSync("tests/**/*_test.ts", { cwd: fromFileUrl(ROOT) })
    .map((path) => path.replaceAll("\\", "/")).sort();
}

/** Whether a test file does more when `EFFORT=long` is set: it imports effort.ts, or heap.ts or survey.ts, which do. */
async function hasLongForm(path: string): Promise<boolean> {
  return /from "[./\w]*\/(?:effort|heap|survey)\.ts"/.test(
    await Deno.readTextFile(new URL(path, ROOT)),
  );
}

/** The files whose paths contain one of the words, or all if there are no words. */
export function selectFiles(all: readonly string[], words: readonly string[]): string[] {
  const parts = words.map((word) => word.replaceAll("\\", "/").replace(/^\.\//, ""));
  return all.filter((path) => parts.length === 0 || parts.some((part) => path.includes(part)));
}

/** Which files a run is about: all, those that do more with `EFFORT=long`, or the rest of them. */
export type Part = "all" | "long" | "rest";

/** The files of a part that words select. Refuses a word that selects none. */
export async function chooseFiles(words: readonly string[], part: Part): Promise<string[]> {
  const all = findTestFiles();
  const unknown = words.filter((word) => selectFiles(all, [word]).length === 0);
  if (unknown.length > 0) {
    refuse(`Cannot run tests: no test file has ${unknown.join(" or ")} in its path`);
  }
  const files = selectFiles(all, words);
  const long = await Promise.all(files.map(hasLongForm));
  return files.filter((_, k) => part === "all" || long[k] === (part === "long"));
}

/** A time in words: 40 → "40 s", 200 → "4 minutes". */
export function describeTime(seconds: number): string {
  return seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} minutes`;
}

/**
 * The files of a folder run in the same process, but for those that measure the heap or count what
 * the engine does: what others leave behind would change it.
 */
async function groupFiles(files: readonly string[]): Promise<string[][]> {
  const groups: string[][] = [];
  let folder = "";
  for (const file of files) {
    const text = await Deno.readTextFile(new URL(file, ROOT));
    const isAlone = /from "[./\w]*\/(?:heap|work)\.ts"/.test(text);
    const own = file.split("/", 2).join("/");
    if (isAlone || own !== folder || groups.at(-1)!.length === MOST) groups.push([]);
    groups.at(-1)!.push(file);
    folder = isAlone ? "" : own;
  }
  return groups;
}

/**
 * Runs the files and prints their lines, then all that failed.
 *
 * @param mayBeEmpty Whether a file may run no test, as when tests are chosen by name
 * @returns The sums. A file without a test and one that ends badly count as failures
 */
export async function runFiles(
  files: readonly string[],
  { words: [program, ...args], env }: Command,
  jobs: number,
  mayBeEmpty = false,
): Promise<Counts> {
  const sum: Counts = { passed: 0, failed: 0, left: 0 };
  const failures: string[] = [];
  const width = Math.max(0, ...files.map((name) => name.length));
  const total = `${files.length}`;
  const running = new Map<string, number>();
  const begin = performance.now();
  let ended = 0;
  let last = begin;

  const say = (line: string): void => {
    console.log(line);
    last = performance.now();
  };
  const watch = setInterval(() => {
    if (performance.now() - last < SILENCE) return;
    const names = [...running].map(([name, start]) =>
      `${name} (${describeTime((performance.now() - start) / 1000)})`
    );
    say(`${" ".repeat(2 * total.length + 3)} running: ${names.join(", ")}`);
  }, 1000);

  const close = (
    name: string,
    found: Counts,
    texts: readonly string[],
    reason: string,
    spent?: number,
  ): void => {
    if (reason === "" && found.passed + found.failed + found.left === 0 && !mayBeEmpty) {
      reason = "has no test";
    }
    if (reason !== "") found.failed++;
    sum.passed += found.passed;
    sum.failed += found.failed;
    sum.left += found.left;
    ended++;
    const place = `[${`${ended}`.padStart(total.length)}/${total}]`;
    const cases = found.passed + found.failed;
    const seconds = (spent ?? (performance.now() - running.get(name)!) / 1000).toFixed(1);
    running.delete(name);
    const verdict = (found.left > 0 ? `  ${found.left} left out` : "") +
      (found.failed > 0 ? `  ${found.failed} FAILED` : "");
    say(
      `${place} ${name.padEnd(width)} ${`${cases}`.padStart(5)} case${cases === 1 ? " " : "s"}` +
        `${seconds.padStart(7)} s${verdict}`,
    );
    if (found.failed > 0) {
      failures.push(`\nFAILED ${name} ${reason}\n${texts.join("\n").trim()}`);
    }
  };

  /** Runs files in one process. Returns those that it did not come to. */
  const run = async (group: readonly string[]): Promise<readonly string[]> => {
    const child = new Deno.Command(program, {
      args: [...args, ...group],
      cwd: fromFileUrl(ROOT),
      env: { NO_COLOR: "1", ...env },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    let done = 0, reason = "";
    let found: Counts, texts: string[];
    const open = (): void => {
      found = { passed: 0, failed: 0, left: 0 };
      texts = [];
      if (done < group.length) running.set(group[done], performance.now());
    };
    const hang = (): void => {
      reason = `said nothing for ${describeTime(PATIENCE / 1000)}`;
      child.kill("SIGKILL");
    };
    let timer = setTimeout(hang, PATIENCE);
    const hear = (line: string): void => {
      clearTimeout(timer);
      timer = setTimeout(hang, PATIENCE);
      if (!line.startsWith(MARK)) return void texts.push(line);
      const event: Event = JSON.parse(line.slice(1));
      if ("end" in event) {
        close(group[done++], found, texts, "", event.seconds);
        open();
      } else if ("outcome" in event) {
        found[event.outcome]++;
        if (event.outcome === "failed") texts.push(`\n${event.name}\n${event.error}`);
      }
    };
    const listen = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> => {
      let rest = "";
      for await (const text of stream.pipeThrough(new TextDecoderStream())) {
        const lines = (rest + text).split("\n");
        rest = lines.pop()!;
        lines.forEach(hear);
      }
      if (rest !== "") hear(rest);
    };
    open();
    const [{ code }] = await Promise.all([
      child.status,
      listen(child.stdout),
      listen(child.stderr),
    ]);
    clearTimeout(timer);
    if (done < group.length) {
      close(group[done++], found!, texts!, reason || `ended with exit code ${code}`);
    }
    return group.slice(done);
  };

  const queue: (readonly string[])[] = await groupFiles(files);
  await Promise.all(Array.from({ length: jobs }, async () => {
    for (let group = queue.shift(); group !== undefined; group = queue.shift()) {
      while (group.length > 0) group = await run(group);
    }
  }));
  clearInterval(watch);
  for (const failure of failures) console.log(failure);
  const seconds = (performance.now() - begin) / 1000;
  console.log(`\n${files.length} files in ${describeTime(seconds)}`);
  return sum;
}

/** Prints the closing line and ends the process. */
export function closeRun({ passed, failed, left }: Counts): never {
  if (left > 0) console.log(`${left} left out: they are for test:long, or cannot run here`);
  if (passed + failed === 0) {
    console.log("No test was run");
    failed = 1;
  }
  console.log(`${passed} passed, ${failed} failed`);
  Deno.exit(failed > 0 ? 1 : 0);
}
