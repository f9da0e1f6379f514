/**
 * `deno task fuzz`: judges random cases of every family against the exact oracle, on all cores, and compares both
 * backends of a space with the single calls, bit by bit.
 *
 * ```
 * --cases N    cases in all (default 1 000 000)
 * --minutes N  stop after N minutes instead
 * --seed S     default: today's date as a number, printed
 * --family F   only this family
 * --workers N  default: one per core
 * ```
 *
 * Prints a progress line, a table per family, and the smallest form of each failing case, which it writes to
 * `tests/exact/fixtures/found/`. Exit code 1 if anything failed.
 *
 * @module
 */
import { FAMILIES, makeCase } from "../tests/generate/families.ts";
import {
  addScore,
  noScore,
  type Score,
  SCORE_HEAD,
  scoreLine,
  shrink,
} from "../tests/exact/run.ts";
import { writePlaced } from "../tests/exact/fixtures/fixture.ts";
import { library } from "../tests/exact/oracle/public_api.ts";
import { validate } from "../tests/exact/oracle/validate.ts";
import { readArguments, readCount, refuse } from "./arguments.ts";
import type { FuzzJob } from "./fuzz_worker.ts";
import { ROOT } from "./std.ts";

/** Weight in the distribution of cases: families with expensive cases get fewer. */
const WEIGHT: Readonly<Record<string, number>> = { many_vertices: 0.1 };

/** Longest time that a run of cases may take, in ms. A run that hangs is reported with its seed. */
const PATIENCE = 300_000;

/** Failing cases that are shrunk per family, since one bug fails often. */
const SHRUNK = 3;

const { values } = readArguments({
  cases: { type: "string", default: "1000000" },
  minutes: { type: "string" },
  seed: { type: "string", default: new Date().toISOString().slice(0, 10).replaceAll("-", "") },
  family: { type: "string" },
  workers: { type: "string", default: `${navigator.hardwareConcurrency}` },
});
const minutes = readCount("fuzz", "--minutes", values.minutes ?? "1");
const total = values.minutes === undefined ? readCount("fuzz", "--cases", values.cases) : Infinity;
const deadline = total < Infinity ? Infinity : performance.now() + minutes * 60_000;
const seed = readCount("fuzz", "--seed", values.seed);
const workers = readCount("fuzz", "--workers", values.workers);
const families = values.family === undefined
  ? FAMILIES
  : FAMILIES.filter((f) => f === values.family);
if (families.length === 0) {
  refuse(`Cannot find family "${values.family}": one of ${FAMILIES.join(", ")}`);
}
console.log(`seed ${seed}, ${total} cases, ${families.length} families, ${workers} workers`);

const scores = new Map<string, Score>(families.map((f) => [f, noScore(f)]));
const weights = families.map((f) => WEIGHT[f] ?? 1);
const weightSum = weights.reduce((s, w) => s + w);

/** Goes over all families in rounds, so that an early stop has seen every one. */
function* jobs(): Generator<FuzzJob> {
  const next = families.map(() => 0);
  const chunk = 500;
  for (let done = 0; done < total;) {
    const before = done;
    for (const [k, family] of families.entries()) {
      const quota = total === Infinity ? Infinity : Math.ceil(total * weights[k] / weightSum);
      const count = Math.min(Math.ceil(chunk * weights[k]), quota - next[k]);
      if (count <= 0) continue;
      yield { family, seed, from: next[k], count };
      next[k] += count;
      done += count;
    }
    if (done === before) return;
  }
}

const start = performance.now();
let cases = 0;
let failed = 0;
let shown = 0;
const queue = jobs();

function progress(final = false): void {
  const now = performance.now();
  if (!final && now - shown < 2000) return;
  shown = now;
  const seconds = (now - start) / 1000;
  const rate = Math.round(cases / seconds);
  console.log(
    `${cases} cases, ${failed} failed, ${seconds.toFixed(0)} s, ${rate} cases/s`,
  );
}

await Promise.all(Array.from({ length: workers }, () =>
  new Promise<void>((resolve, reject) => {
    const worker = new Worker(new URL("fuzz_worker.ts", import.meta.url), { type: "module" });
    let patience: ReturnType<typeof setTimeout> | undefined;
    const feed = (): void => {
      const job = performance.now() < deadline ? queue.next() : { done: true, value: undefined };
      if (job.done || job.value === undefined) {
        worker.terminate();
        resolve();
        return;
      }
      const { family, from, count } = job.value;
      patience = setTimeout(() => {
        console.log(`${family}: no end of the cases from ${from} to ${from + count - 1}`);
        failed++;
        worker.terminate();
        resolve();
      }, PATIENCE);
      worker.postMessage(job.value);
    };
    worker.onmessage = ({ data }: MessageEvent<Score>): void => {
      clearTimeout(patience);
      addScore(scores.get(data.family)!, data);
      cases += data.cases;
      failed += data.failed;
      progress();
      feed();
    };
    worker.onerror = (event): void => reject(new Error(event.message));
    feed();
  })));
progress(true);

console.log(`\n${SCORE_HEAD}`);
for (const score of scores.values()) console.log(scoreLine(score));

for (const { family, failures } of scores.values()) {
  const seen = new Set<string>();
  for (const { index, violations: [{ check, detail }] } of failures) {
    if (seen.has(check) || seen.size >= SHRUNK) continue;
    seen.add(check);
    const c = makeCase(family, seed, index);
    const small = shrink(
      library,
      c,
      check,
      c.a.points.length + c.b.points.length > 40 ? 400 : 3000,
    );
    const judged = validate(library, small.a, small.poseA, small.b, small.poseB).violations;
    // A space that differs from single calls is not judged by the oracle, and such a case is not
    // shrunk.
    const violations = judged.length > 0 ? judged : [{ check, detail }];
    console.log(`\n${family} ${index} breaks "${check}"; smallest form found:`);
    // As in found.ts.
    console.log(`A ${writePlaced(small.a, small.poseA)}\nB ${writePlaced(small.b, small.poseB)}`);
    for (const violation of violations) console.log(`  ${violation.check}: ${violation.detail}`);
    const { a, poseA, b, poseB } = small;
    const found = { family, seed, index, check, a, poseA, b, poseB, violations };
    const dir = new URL("tests/exact/fixtures/found/", ROOT);
    await Deno.mkdir(dir, { recursive: true });
    const file = `${family}_${seed}_${index}_${check.replaceAll(" ", "_")}.json`;
    await Deno.writeTextFile(new URL(file, dir), JSON.stringify(found, null, 2) + "\n");
    console.log(`written to tests/exact/fixtures/found/${file}`);
  }
}

// If the time was up before any case was judged, nothing is proven.
if (cases === 0) failed = 1;
console.log(`${Math.max(0, cases - failed)} passed, ${failed} failed`);
Deno.exit(failed > 0 ? 1 : 0);
