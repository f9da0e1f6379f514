/**
 * `deno task mutate`: does the suite notice when the library is wrong? Breaks one thing at a time in a copy
 * of the library (a sign, a region, a tie, a bound, an exact path) and runs the quick tests until one
 * fails. Prints a table and ends with "N passed, N failed": a mutant that survives is a failure.
 *
 *   --list          only name the mutants
 *   --check         only check that each still finds its place in the source
 *   --jobs N        how many run at a time (default 2)
 *   words           only mutants whose name or file contains one of them
 *
 * @module
 */
import * as esbuild from "esbuild";
import { readArguments, refuse } from "./arguments.ts";
import { MUTANTS } from "./mutants/all.ts";
import { Laboratory } from "./mutants/laboratory.ts";
import { apply, type Mutant } from "./mutants/mutant.ts";
import { PAIR_TESTS } from "./mutants/suites.ts";
import { ROOT } from "./std.ts";

/** Column width for a path. */
const WIDTH = 40;

/** Runs the tests on each mutant. Returns how many were caught and how many were not. */
async function judge(chosen: readonly Mutant[], jobs: number): Promise<[number, number]> {
  const root = new URL(`file://${await Deno.makeTempDir({ prefix: "mutants-" })}/`);
  let caught = 0;
  let missed = 0;
  try {
    const laboratory = new Laboratory(root);
    const tests = new Set([...PAIR_TESTS, ...chosen.flatMap((mutant) => mutant.tests ?? [])]);
    await laboratory.prepare([...tests]);
    const healthy = await laboratory.test("none", [...tests], null);
    if (healthy !== null) throw new Error(`Cannot judge mutants: without one fails ${healthy}`);
    const queue = [...chosen.entries()];
    const worker = async (): Promise<void> => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const [k, mutant] = next;
        const { name, file, equivalent } = mutant;
        if (equivalent !== undefined) {
          console.log(`equal    ${file.padEnd(WIDTH)} ${name}: ${equivalent}`);
          continue;
        }
        const begin = performance.now();
        let verdict = "SURVIVES", killer = "";
        try {
          const order = [...(mutant.tests ?? []), ...PAIR_TESTS];
          const first = await laboratory.test(`${k}`, order, mutant);
          if (first !== null) [verdict, killer] = ["caught", first];
        } catch (error) {
          // A mutant that does not compile says nothing about the tests, and must not stop the
          // others.
          [verdict, killer] = ["BROKEN", (error as Error).message.split("\n")[0]];
        }
        if (verdict === "caught") caught++;
        else missed++;
        const seconds = `${((performance.now() - begin) / 1000).toFixed(1)} s`;
        console.log(
          `${verdict.padEnd(8)} ${file.padEnd(WIDTH)} ${name.padEnd(58)} ${
            seconds.padStart(7)
          }  ${killer}`,
        );
      }
    };
    await Promise.all(Array.from({ length: jobs }, worker));
  } finally {
    await esbuild.stop();
    await Deno.remove(root, { recursive: true });
  }
  return [caught, missed];
}

if (import.meta.main) {
  const { values, positionals } = readArguments({
    list: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
    jobs: { type: "string", default: "2" },
  }, true);
  const jobs = Number(values.jobs);
  if (!(Number.isInteger(jobs) && jobs > 0)) {
    refuse(`Cannot run --jobs: "${values.jobs}" is not a positive integer`);
  }
  const chosen = MUTANTS.filter(({ name, file }) =>
    positionals.length === 0 || positionals.some((word) => `${file} ${name}`.includes(word))
  );
  if (chosen.length === 0) refuse(`Cannot find a mutant: none has ${positionals.join(" or ")}`);
  if (values.list) {
    for (const { file, name } of chosen) console.log(`${file.padEnd(WIDTH)} ${name}`);
    Deno.exit(0);
  }
  const start = performance.now();
  // Report mutants whose place is gone at once, and run the others anyway.
  const placed: Mutant[] = [];
  for (const mutant of chosen) {
    try {
      apply(mutant, await Deno.readTextFile(new URL(mutant.file, ROOT)));
      placed.push(mutant);
    } catch (error) {
      console.log(`STALE    ${(error as Error).message}`);
    }
  }
  let [passed, failed] = [placed.length, chosen.length - placed.length];
  if (!values.check) {
    const [caught, missed] = await judge(placed, jobs);
    passed = caught;
    failed += missed;
    console.log(`${((performance.now() - start) / 1000).toFixed(0)} s`);
  }
  console.log(`${passed} passed, ${failed} failed`);
  if (failed > 0) Deno.exit(1);
}
