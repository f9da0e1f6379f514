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

// Longest first: two run at a time.
const steps: Step[] = [
  { name: "check", args: ["check", ...std.flags, ...rooms] },
  {
    name: "examples in docs",
    args: [
      "run",
      "-q",
      "-A",
      "--no-lock",
      fromFileUrl(new URL("tools/doc_examples.ts", ROOT)),
    ],
  },
  {
    name: "publish --dry-run",
    args: ["publish", "--dry-run", "--allow-dirty", "--no-check", ...std.flags.slice(0, 1)],
  },
  {
    name: "figures",
    args: [
      "run",
      "-q",
      "-A",
      "--no-lock",
      fromFileUrl(new URL("tools/figures/main.ts", ROOT)),
      "--check",
    ],
  },
  {
    name: "wasm is fresh",
    args: [
      "run",
      "-A",
      "-q",
      "--no-lock",
      fromFileUrl(new URL("tools/build_wasm.ts", ROOT)),
      "--check",
    ],
  },
  {
    name: "pack",
    args: ["run", "-q", "-A", "--no-lock", fromFileUrl(new URL("tools/pack.ts", ROOT))],
  },
  {
    name: "elsewhere",
    args: ["run", "-q", "-A", "--no-lock", fromFileUrl(new URL("tools/elsewhere.ts", ROOT))],
  },
  {
    name: "benchmarks in docs",
    args: [
      "run",
      "-q",
      "-A",
      "--no-lock",
      fromFileUrl(new URL("bench/docs.ts", ROOT)),
      "--check",
    ],
  },
  {
    name: "paces in docs",
    args: [
      "run",
      "-q",
      "-A",
      "--no-lock",
      fromFileUrl(new URL("bench/loop/pacing_table.ts", ROOT)),
      "--check",
    ],
  },
  {
    name: "sizes in README",
    args: [
      "run",
      "-q",
      "-A",
      "--no-lock",
      fromFileUrl(new URL("tools/sizes.ts", ROOT)),
      "--check",
    ],
  },
  {
    name: "size of the pages",
    args: ["run", "-q", "-A", "--no-lock", fromFileUrl(new URL("tools/demo.ts", ROOT)), "--build"],
  },
  {
    name: "memory map in docs",
    args: [
      "run",
      "-q",
      "--no-lock",
      "--allow-read",
      fromFileUrl(new URL("tools/memory_map.ts", ROOT)),
    ],
  },
  { name: "doc --lint", args: ["doc", "--lint", ...std.flags, ...entries] },
  { name: "lint", args: ["lint", "-q"] },
  { name: "fmt", args: ["fmt", "--check", "-q"] },
  {
    name: "layers",
    args: ["run", "-q", "--no-lock", "--allow-read", fromFileUrl(new URL("tools/layers.ts", ROOT))],
  },
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
