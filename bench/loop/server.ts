/**
 * `deno task bench:loop:server`: the example server under simulated clients, paced by `GameLoop`
 * and by setInterval. Prints how exactly it ticks, its CPU time, and how long HTTP requests beside
 * the loop take.
 *
 * Options: `--seconds=10` per row, `--clients=20`, `--runtime=deno` or `node`, `--only=GameLoop` for
 * that strategy alone, `--fifo` to run the server under SCHED_FIFO 50, which stands
 * for a quiet machine (Linux, root).
 *
 * @module
 */
import { readArguments } from "../../tools/arguments.ts";
import { chooseStd, fromFileUrl, ROOT } from "../../tools/std.ts";
import { bundle } from "./bundle.ts";
import type { ServerRow } from "./server_run.ts";

const { seconds, clients, runtime: wanted, only, fifo } = readArguments({
  seconds: { type: "string", default: "10" },
  clients: { type: "string", default: "20" },
  runtime: { type: "string", default: "" },
  only: { type: "string", default: "" },
  fifo: { type: "boolean", default: false },
}).values;

const STRATEGIES = ["GameLoop", "GameLoop, maxSpin 0", "GameLoop, block false", "setInterval"];
/** How often a client sends its input, and how often a request is made, in ms. */
const INPUT_EVERY = 100;
const REQUEST_EVERY = 37;

/** A client that walks about. Returns how many snapshots came, and a function that ends it. */
function connect(port: number, seed: number): { snapshots: () => number; end: () => void } {
  const socket = new WebSocket(`ws://127.0.0.1:${port}`);
  let snapshots = -1; // the first message is the welcome
  let input = 0;
  socket.onmessage = () => snapshots++;
  const timer = setInterval(() => {
    if (socket.readyState !== 1) return;
    const angle = seed + input * 0.37;
    socket.send(JSON.stringify({ input: ++input, x: Math.cos(angle), y: Math.sin(angle) }));
  }, INPUT_EVERY);
  const end = (): void => {
    clearInterval(timer);
    socket.close();
  };
  return { snapshots: () => snapshots, end };
}

async function measure(command: string, args: string[], strategy: string): Promise<void> {
  const [program, ...rest] = [...(fifo ? ["chrt", "-f", "50"] : []), command, ...args];
  const child = new Deno.Command(program, {
    args: [...rest, strategy],
    cwd: fromFileUrl(ROOT),
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const output = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const port = Number((await output.read()).value);
  const crowd = Array.from({ length: Number(clients) }, (_, k) => connect(port, k));
  const latencies: number[] = [];
  const end = performance.now() + Number(seconds) * 1000 + 2000;
  while (performance.now() < end) {
    const start = performance.now();
    await (await fetch(`http://127.0.0.1:${port}/`)).text();
    latencies.push(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, REQUEST_EVERY));
  }
  const snapshots = crowd.map((client) => client.snapshots());
  for (const client of crowd) client.end();
  await child.stdin.close();
  let text = "";
  for (let part = await output.read(); !part.done; part = await output.read()) text += part.value;
  await child.status;
  const row: ServerRow = JSON.parse(text);
  latencies.sort((a, b) => a - b);
  const rank = (p: number): string => latencies[Math.ceil(p * latencies.length) - 1].toFixed(2);
  const cells = [
    command.endsWith("node") ? "Node" : "Deno",
    strategy,
    row.rate.toFixed(3),
    row.ppm.toFixed(1),
    row.p50.toFixed(1),
    row.p99.toFixed(0),
    row.max.toFixed(0),
    `${row.tick_p50.toFixed(0)} / ${row.tick_p99.toFixed(0)}`,
    row.cpu_pct.toFixed(1),
    `${rank(0.5)} / ${rank(0.99)}`,
    `${Math.min(...snapshots)}–${Math.max(...snapshots)}`,
    row.dropped_ms.toFixed(0),
  ];
  console.log(`| ${cells.join(" | ")} |`);
}

console.log(
  `The server with ${clients} clients, ${seconds} s a row. µs, but for requests: ms.\n\n` +
    "| runtime | paced by | Hz | ppm | p50 | p99 | max | tick p50 / p99 | CPU % | request p50 / p99 | snapshots | dropped, ms |\n" +
    "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
);
// Where Node's bundle looks for it.
const page = "server_client.html";
const scripts = await Deno.makeTempDir();
await Deno.copyFile(new URL(`examples/${page}`, ROOT), `${scripts}/${page}`);
const bundled = `${scripts}/server_run.mjs`;
await Deno.writeTextFile(bundled, await bundle("server_run.ts", "node"));
const { flags } = await chooseStd();
const script = fromFileUrl(new URL("bench/loop/server_run.ts", ROOT));
for (const strategy of STRATEGIES.filter((name) => only === "" || name === only)) {
  if (wanted !== "node") await measure(Deno.execPath(), ["run", "-A", ...flags, script], strategy);
  if (wanted !== "deno") await measure("node", [bundled], strategy);
}
