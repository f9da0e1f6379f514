/**
 * `deno task ok`: everything that must hold before a commit, except the tests. Each step prints one
 * line with its time; a step that fails prints its output. Ends with "N passed, N failed".
 *
 * @module
 */
import { readArguments } from "./arguments.ts";
import { chooseStd, fromFileUrl, ROOT } from "./std.ts";

interface Step {
  name: string;
  args: string[];
}

async function exists(path: string): Promise<boolean> {
  try {
    await Deno.stat(new URL(path, ROOT));
    return true;
  } catch {
    return false;
  }
}

async function run(step: Step): Promise<boolean> {
  const start = performance.now();
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: step.args,
    cwd: ROOT,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).output();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${success ? "ok    " : "FAILED"} ${step.name} (${seconds} s)`);
  if (!success) {
    const decoder = new TextDecoder();
    console.log((decoder.decode(stdout) + decoder.decode(stderr)).trimEnd());
    console.log(`command: deno ${step.args.filter((a) => !a.startsWith("data:")).join(" ")}`);
  }
  return success;
}

readArguments({});
const std = await chooseStd();
console.log(std.line);

const config = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
const entries = Object.values(config.exports as Record<string, string>);
const rooms: string[] = [];
for (const room of ["mod.ts", "src", "tests", "bench", "tools", "demo", "examples"]) {
  if (await exists(room)) rooms.push(room);
}

/** A step that runs a file of the repository. */
function runs(name: string, file: string, ...args: string[]): Step {
  return { name, args: ["run", "-q", "-A", fromFileUrl(new URL(file, ROOT)), ...args] };
}

// Longest first: two run at a time.
const steps: Step[] = [
  { name: "check", args: ["check", "-q", ...std.flags, ...rooms] },
  runs("examples in docs", "tools/doc_examples.ts"),
  runs("elsewhere", "tools/elsewhere.ts"),
  runs("layers", "tools/layers.ts"),
  runs("pack", "tools/pack.ts"),
  runs("wasm is fresh", "tools/build_wasm.ts", "--check"),
  { name: "lint", args: ["lint", "-q"] },
  { name: "fmt", args: ["fmt", "--check", "-q"] },
  runs("size of the pages", "tools/demo.ts", "--build"),
  {
    name: "publish --dry-run",
    args: ["publish", "--dry-run", "--allow-dirty", "--no-check", "--no-lock"],
  },
  runs("figures", "tools/figures/main.ts", "--check"),
  runs("benchmarks in docs", "bench/docs.ts", "--check"),
  runs("paces in docs", "bench/loop/pacing_table.ts", "--check"),
  runs("sizes in README", "tools/sizes.ts", "--check"),
  { name: "doc --lint", args: ["doc", "--lint", ...std.flags, ...entries] },
];

let passed = 0;
let failed = 0;
const queue = [...steps];
async function worker(): Promise<void> {
  for (let step = queue.shift(); step !== undefined; step = queue.shift()) {
    if (await run(step)) passed++;
    else failed++;
  }
}
await Promise.all([worker(), worker()]);
console.log(`${passed} passed, ${failed} failed`);
if (failed > 0) Deno.exit(1);
