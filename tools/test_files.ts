/**
 * Runs test files, each in a process of its own, as many at a time as there are cores. What they
 * print is kept and shown only if they fail, whole, after all files. Every file is one line:
 *
 * ```
 * [ 12/107] tests/math/vec2_test.ts         31 cases   0.4 s
 * ```
 *
 * @module
 */
import { fromFileUrl, ROOT } from "./std.ts";

/** A test file and the command that runs it. */
export interface TestFile {
  /** Path below the root. */
  name: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
}

/** What the output of a file says. */
export interface Counts {
  passed: number;
  failed: number;
  /** Tests that say of themselves that they cannot run here. */
  left: number;
}

/** Longest time without a line, in milliseconds. */
const SILENCE = 15_000;

// deno-lint-ignore no-control-regex
const ANSI = /\x1b\[[0-9;]*m/g;

/** Paths of the test files in `tests/`, relative to the root and in order. */
export async function findTestFiles(folder = "tests", found: string[] = []): Promise<string[]> {
  for await (const { name, isDirectory } of Deno.readDir(new URL(`${folder}/`, ROOT))) {
    const path = `${folder}/${name}`;
    if (isDirectory) await findTestFiles(path, found);
    else if (name.endsWith("_test.ts")) found.push(path);
  }
  return found.sort();
}

/** Whether a test file does more when `EFFORT=long` is set: it imports effort.ts, or heap.ts, which does. */
export async function hasLongForm(path: string): Promise<boolean> {
  return /from "[./\w]*\/(?:effort|heap)\.ts"/.test(await Deno.readTextFile(new URL(path, ROOT)));
}

/** The files whose paths contain one of the words, or all if there are no words. */
export function selectFiles(all: readonly string[], words: readonly string[]): string[] {
  const parts = words.map((word) => word.replaceAll("\\", "/").replace(/^\.\//, ""));
  return all.filter((path) => parts.length === 0 || parts.some((part) => path.includes(part)));
}

/** A time in words: 40 → "40 s", 200 → "4 minutes". */
export function describeTime(seconds: number): string {
  return seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} minutes`;
}

/** What a file printed, without the lines of tests that passed. */
function shorten(output: string): string {
  return output.replaceAll(/^.* \.\.\. (?:ok|ignored) \(.*\)$\n?|^\s*[✔﹣] .*$\n?/gm, "");
}

async function readAll(stream: ReadableStream<Uint8Array>): Promise<string> {
  return (await new Response(stream).text()).replaceAll(ANSI, "");
}

/**
 * Runs the files and prints their lines, then all that failed.
 *
 * @param count Reads the counts from what a file printed; `null` if they are not there
 * @param mayBeEmpty Whether a file may run no test, as when tests are chosen by name
 * @returns The sums. A file without a test and one that ends badly count as failures
 */
export async function runFiles(
  files: readonly TestFile[],
  count: (output: string) => Counts | null,
  jobs: number,
  mayBeEmpty = false,
): Promise<Counts> {
  const sum: Counts = { passed: 0, failed: 0, left: 0 };
  const failures: string[] = [];
  const width = Math.max(0, ...files.map(({ name }) => name.length));
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

  const run = async ({ name, command, args, env = {} }: TestFile): Promise<void> => {
    const start = performance.now();
    running.set(name, start);
    const child = new Deno.Command(command, {
      args,
      cwd: fromFileUrl(ROOT),
      env: { NO_COLOR: "1", ...env },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const [out, err, { success, code }] = await Promise.all([
      readAll(child.stdout),
      readAll(child.stderr),
      child.status,
    ]);
    const text = `${out}\n${err}`.trim();
    const found = count(text) ?? { passed: 0, failed: 0, left: 0 };
    let reason = "";
    if (!success && found.failed === 0) {
      reason = `ended with exit code ${code}`;
      found.failed = 1;
    } else if (found.passed + found.failed + found.left === 0 && !mayBeEmpty) {
      reason = "has no test";
      found.failed = 1;
    }
    sum.passed += found.passed;
    sum.failed += found.failed;
    sum.left += found.left;
    running.delete(name);
    ended++;
    const place = `[${`${ended}`.padStart(total.length)}/${total}]`;
    const cases = found.passed + found.failed;
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const verdict = (found.left > 0 ? `  ${found.left} left out` : "") +
      (found.failed > 0 ? `  ${found.failed} FAILED` : "");
    say(
      `${place} ${name.padEnd(width)} ${`${cases}`.padStart(5)} case${cases === 1 ? " " : "s"}` +
        `${seconds.padStart(7)} s${verdict}`,
    );
    if (found.failed > 0) {
      failures.push(`\nFAILED ${name}${reason === "" ? "" : ` ${reason}`}\n${shorten(text)}`);
    }
  };

  const queue = [...files];
  await Promise.all(Array.from({ length: jobs }, async () => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) await run(file);
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
