import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { readdirSync, readFileSync } from "node:fs";
import process from "node:process";
import { parse } from "yaml";

interface Workflow {
  on: Record<string, unknown>;
  jobs: Record<string, {
    steps: { uses?: string; run?: string; with?: Record<string, string> }[];
    strategy?: { matrix: { include?: { task: string }[] } };
  }>;
}

const ROOT = `${process.cwd()}/`;
const WORKFLOWS = ".github/workflows/";
const TASKS = Object.keys(JSON.parse(readFileSync(`${ROOT}deno.json`, "utf8")).tasks);

/** Names of the tasks that a text runs. */
function tasksIn(text: string): string[] {
  return [...text.matchAll(/(?:deno|deno@\S+) task ([\w:]+)/g)].map(([, name]) => name);
}

describe("workflows", () => {
  for (const file of readdirSync(ROOT + WORKFLOWS)) {
    it(`${file} names tasks that exist and the Deno that .ci/run has`, () => {
      const { on, jobs } = parse(readFileSync(ROOT + WORKFLOWS + file, "utf8")) as Workflow;
      assert(Object.keys(on).length > 0);
      const version = /^DENO_VERSION=(.+)$/m.exec(readFileSync(`${ROOT}.ci/run`, "utf8"))![1];
      let found = 0;
      for (const [name, { steps, strategy }] of Object.entries(jobs)) {
        const tasks = steps.flatMap(({ run }) => tasksIn(run ?? ""));
        for (const { task } of strategy?.matrix.include ?? []) {
          tasks.push(...tasksIn(`deno task ${task}`));
        }
        for (const task of tasks) assert(TASKS.includes(task), `${name} runs ${task}`);
        found += tasks.length;
        const deno = steps.find(({ uses }) => uses?.startsWith("denoland/setup-deno"));
        assertEquals(deno?.with?.["deno-version"], version, name);
      }
      assert(found > 0);
    });
  }

  it(".ci/run names tasks that exist", () => {
    const tasks = tasksIn(readFileSync(`${ROOT}.ci/run`, "utf8"));
    assert(tasks.length > 5);
    for (const task of tasks) assert(TASKS.includes(task), task);
  });
});
