/**
 * A process that judges mutants, in a copy of the repository with all of them in it. It reads lines of
 * JSON. `[mutant, "file > test", flag]` has it run the test with the mutant switched on; the answer is what
 * failed and whether it fails without the mutant, too, since that has left something behind; or, if the test
 * passes, whether it reached the function of that flag.
 * `[-1, file]` asks what the tests of a file reach and take.
 *
 * @module
 */
import process from "node:process";
import { createInterface } from "node:readline";
import { type Definition, explain, MARK, replaceDenoTest, run, takeTests } from "../harness.ts";

const { choose, $reached } = await import(new URL("../../switch.js", import.meta.url).href);

const print = console.log.bind(console);
const say = (answer: unknown): void => print(MARK + JSON.stringify(answer));

const tests = new Map<string, Definition>();
const known = new Set<string>();

/** Registers the tests of a file; returns their names. */
async function load(file: string): Promise<string[]> {
  if (known.has(file)) return [];
  known.add(file);
  await import(new URL(`../../${file}`, import.meta.url).href);
  return takeTests().filter(({ ignore }) => !ignore).map((test) => {
    const name = `${file} > ${test.name}`;
    tests.set(name, test);
    return name;
  });
}

/** Whether a test fails. */
async function fails(name: string): Promise<boolean> {
  const test = tests.get(name);
  let failed = false;
  if (test !== undefined) await run(test, ({ outcome }) => failed ||= outcome === "failed");
  return failed;
}

/** Flags of all that is reached, which are then cleared. */
function takeReached(): number[] {
  const reached = ($reached as Uint8Array).entries().filter(([, flag]) => flag === 1)
    .map(([k]) => k).toArray();
  $reached.fill(0);
  return reached;
}

/** What each test of a file reaches, and its seconds of the processor; first what loading reaches. */
async function measure(file: string): Promise<unknown> {
  const names = await load(file);
  const found: [name: string, seconds: number, reached: number[]][] = [["", 0, takeReached()]];
  for (const name of names) {
    const before = process.cpuUsage(), isBroken = await fails(name);
    const { user, system } = process.cpuUsage(before), reached = takeReached();
    // A test that fails anyway notices nothing.
    if (!isBroken) found.push([name, (user + system) / 1e6, reached]);
  }
  return found;
}

async function judge(mutant: number, name: string, flag: number): Promise<unknown> {
  await load(name.slice(0, name.indexOf(" > ")));
  $reached[flag] = 0;
  choose(mutant);
  const isCaught = await fails(name);
  choose(-1);
  return isCaught ? [name, await fails(name)] : $reached[flag] === 1;
}

replaceDenoTest();
for await (const line of createInterface({ input: process.stdin })) {
  const [mutant, name, flag] = JSON.parse(line);
  try {
    say(mutant === -1 ? await measure(name) : await judge(mutant, name, flag));
  } catch (error) {
    say(mutant === -1 ? null : [explain(error).split("\n")[0], true]);
  }
}
process.exit(0);
