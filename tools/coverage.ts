/**
 * `deno task coverage`: which lines of `src` the suite runs. Prints the files that are not fully
 * covered, with the lines missed. Fails below 95 % in total, or if a file of `src` is in no test at
 * all. Arguments are test files or folders of them. Writes `coverage/`.
 *
 * @module
 */
import { readArguments } from "./arguments.ts";
import { relay } from "./relay.ts";
import { chooseStd, fromFileUrl, ROOT } from "./std.ts";

/** Fraction of the lines of `src` that must run. */
const LEAST = 0.95;

/**
 * Tests that repeat what others do once, a million times or in WebAssembly. Counting prevents the
 * engine from optimizing, so they would take most of an hour.
 */
const LEFT_OUT: readonly string[] = [
  "tests/contract/allocation_test.ts",
  "tests/contract/concave_allocation_test.ts",
  "tests/contract/smooth_allocation_test.ts",
  "tests/space/determinism_test.ts",
  "tests/space/parity_test.ts",
  "tests/demo/",
  // They use the counters themselves.
  "tests/work/",
  "tests/tools/",
];

/** Lines that no test of this suite can run, and why. */
const EXPLAINED: readonly [file: RegExp, reason: string][] = [
  [
    /space\/(wasm|memory)\.ts/,
    "an engine without SIMD, a policy against WebAssembly, a full memory",
  ],
  [
    /loop\/(clock|sleep|precise|worker|sleeper)/,
    "clocks and sleepers of other runtimes; the tests there run them",
  ],
];

/** Lines of a file: how many count, and which of them never ran. */
interface Coverage {
  file: string;
  lines: number;
  missed: number[];
}

/** Reads the LCOV format: `SF:` file, `DA:line,count`. */
function parseLcov(text: string, root: string): Coverage[] {
  const files: Coverage[] = [];
  for (const line of text.split("\n")) {
    if (line.startsWith("SF:")) {
      const file = line.slice(3).replace(root, "").replaceAll("\\", "/");
      files.push({ file, lines: 0, missed: [] });
    } else if (line.startsWith("DA:")) {
      const [at, count] = line.slice(3).split(",").map(Number);
      const current = files[files.length - 1];
      current.lines++;
      if (count === 0) current.missed.push(at);
    }
  }
  return files.filter(({ file }) => file.startsWith("src/"));
}

/** Paths of the sources that contain code. Files with types only have nothing that could run. */
async function listSources(dir: URL, found: string[] = []): Promise<string[]> {
  for await (const { name, isDirectory } of Deno.readDir(dir)) {
    const url = new URL(isDirectory ? `${name}/` : name, dir);
    if (isDirectory) await listSources(url, found);
    else if (
      /^(export )?(async )?(abstract )?(const|let|function|class) /m.test(
        (await Deno.readTextFile(url)).replaceAll(/^export (declare|type|interface) /gm, ""),
      )
    ) found.push(url.href.slice(ROOT.href.length));
  }
  return found.sort();
}

/** 3, 4, 5, 9 as "3-5, 9". */
function ranges(numbers: readonly number[]): string {
  const parts: string[] = [];
  for (let i = 0; i < numbers.length;) {
    let j = i;
    while (numbers[j + 1] === numbers[j] + 1) j++;
    parts.push(i === j ? `${numbers[i]}` : `${numbers[i]}-${numbers[j]}`);
    i = j + 1;
  }
  return parts.join(", ");
}

const { positionals } = readArguments({}, true);
const std = await chooseStd();
console.log(std.line);
const directory = fromFileUrl(new URL("coverage/", ROOT));
await Deno.remove(directory, { recursive: true }).catch(() => {});
let verdict = "";
const code = await relay(
  Deno.execPath(),
  [
    "test",
    "-A",
    "-q",
    "--no-check",
    `--coverage=${directory}`,
    `--ignore=${LEFT_OUT.join(",")}`,
    ...std.flags,
    ...positionals,
  ],
  ROOT,
  (line) => {
    if (/^(?:ok|FAILED) \| \d+ passed/.test(line)) verdict = line;
  },
);
const { stdout } = await new Deno.Command(Deno.execPath(), {
  args: ["coverage", "--lcov", "--include=/src/", directory],
  stderr: "inherit",
}).output();

let lines = 0;
let missed = 0;
let explained = 0;
console.log();
const coverages = parseLcov(new TextDecoder().decode(stdout), fromFileUrl(ROOT));
// A file that no test imports is not in the list, and none of its lines would count.
const seen = new Set(coverages.map(({ file }) => file));
const unseen = (await listSources(new URL("src/", ROOT))).filter((file) =>
  !seen.has(file) && !EXPLAINED.some(([explained]) => explained.test(file))
);
for (const file of unseen) console.log(`   0.0 %  ${file}: no test imports it`);
for (const coverage of coverages) {
  lines += coverage.lines;
  missed += coverage.missed.length;
  if (coverage.missed.length === 0) continue;
  const share = 100 * (1 - coverage.missed.length / coverage.lines);
  const reason = EXPLAINED.find(([file]) => file.test(coverage.file))?.[1];
  if (reason !== undefined) explained += coverage.missed.length;
  console.log(
    `${share.toFixed(1).padStart(6)} %  ${coverage.file}: ${ranges(coverage.missed)}` +
      (reason === undefined ? "" : ` (${reason})`),
  );
}
const share = lines === 0 ? 0 : 1 - missed / lines;
console.log(
  `${
    (100 * share).toFixed(2)
  } % of ${lines} lines of src; ${missed} never run, ${explained} of them explained`,
);
if (code !== 0) console.log(`tests: ${verdict}`);
const passed = share >= LEAST && code === 0 && (unseen.length === 0 || positionals.length > 0);
console.log(passed ? "1 passed, 0 failed" : "0 passed, 1 failed");
Deno.exit(passed ? 0 : 1);
