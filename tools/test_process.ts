/**
 * A process of `deno task test` and its kin: runs the test files that are its arguments, after the
 * filter, one file after the other.
 *
 * @module
 */
import process from "node:process";
import { type Event, explain, MARK, replaceDenoTest, runTests } from "./harness.ts";

/** Whether a name contains the text, or matches it if it is a /regular expression/. */
function matcher(text: string): (name: string) => boolean {
  const [, expression] = /^\/(.+)\/$/.exec(text) ?? [];
  const pattern = expression === undefined ? null : new RegExp(expression);
  return (name) => pattern === null ? name.includes(text) : pattern.test(name);
}

// Tests put other consoles in its place.
const print = console.log.bind(console);
const say = (event: Event): void => print(MARK + JSON.stringify(event));
const [filter, ...files] = process.argv.slice(2);
const isWanted = matcher(filter);
// Bundled for Node, this file lies beside the bundled tests.
const suffix = import.meta.url.endsWith(".mjs") ? ".mjs" : "";

/** Seconds of processor time of this process when the file before this one had ended. */
let spent = 0;

replaceDenoTest();
for (const file of files) {
  say({ begin: file });
  try {
    await import(new URL(`../${file}${suffix}`, import.meta.url).href);
    await runTests(say, isWanted);
  } catch (thrown) {
    say({ name: file, ms: 0, outcome: "failed", error: explain(thrown) });
  }
  const { user, system } = process.cpuUsage();
  say({ end: file, seconds: (user + system) / 1e6 - spent });
  spent = (user + system) / 1e6;
}
// What a test has left running must not keep the process.
process.stdout.write("", () => process.exit(0));
