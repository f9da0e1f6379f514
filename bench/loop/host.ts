/**
 * `deno task bench:loop:host`: what docs/loop.md says of timers, waits, macrotasks and frames, measured
 * on this machine: in Deno, in Node if there is one, and in headless Chromium if there is one.
 *
 * Option: `--frames=1200` that are watched in Chromium.
 *
 * @module
 */
import { findChromium, launch } from "../../tests/browser/chromium.ts";
import { readArguments } from "../../tools/arguments.ts";
import { serveDemo } from "../../tools/demo.ts";
import { fromFileUrl } from "../../tools/std.ts";
import { bundle, bundleForNode } from "./bundle.ts";

const count = Number(readArguments({ frames: { type: "string", default: "1200" } }).values.frames);

async function run(name: string, command: string, args: string[]): Promise<void> {
  console.log(`\n${name}`);
  const { success } = await new Deno.Command(command, { args }).spawn().status;
  if (!success) throw new Error(`${command} ${args.join(" ")} failed`);
}

const script = fromFileUrl(new URL("host_run.ts", import.meta.url));
await run(`Deno ${Deno.version.deno}`, Deno.execPath(), ["run", "-q", "-A", script]);
try {
  await run("Node", "node", [await bundleForNode("host_run.ts")]);
} catch (error) {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
  console.log("NOT RUN: there is no node on the PATH");
}

const chromium = await findChromium().catch((error: Error) => {
  console.log(`\nNOT RUN: ${error.message}`);
  return null;
});
if (chromium !== null) {
  // From a server that isolates the page: other pages get the time in steps of 0.1 ms.
  const folder = await Deno.makeTempDir();
  const script = await bundle("host_page.ts", "browser");
  await Deno.writeTextFile(`${folder}/index.html`, "<!doctype html><title>Frames</title>");
  const server = serveDemo(0, new URL(`file://${folder}/`));
  const browser = await launch(chromium);
  try {
    console.log(`\nChromium ${browser.version()}, headless`);
    const page = await browser.newPage();
    await page.goto(server.address);
    await page.addScriptTag({ content: script });
    const lines = await page.evaluate(
      (count) =>
        (globalThis as unknown as { measure(count: number): Promise<string[]> }).measure(count),
      count,
    );
    for (const line of lines) console.log(line);
  } finally {
    await browser.close();
    await server.close();
    await Deno.remove(folder, { recursive: true });
  }
}
