/**
 * Where a measurement takes place, and whether that is a good place.
 *
 * @module
 */
import { cpus, loadavg } from "node:os";
import process from "node:process";

/** Runtime, engine, machine and date of a measurement. */
export interface Place {
  runtime: string;
  version: string;
  /** JavaScript engine and its version. */
  engine: string;
  machine: string;
  date: string;
}

export function describePlace(): Place {
  const { deno, bun, node, v8 } = process.versions as Record<string, string | undefined>;
  const processors = cpus();
  return {
    runtime: deno !== undefined ? "Deno" : bun !== undefined ? "Bun" : "Node",
    version: deno ?? bun ?? `${node}`,
    // (Bun gives the version of V8 that it stands in for.)
    engine: bun !== undefined ? "JavaScriptCore" : `V8 ${v8}`,
    machine: `${processors.length} x ${processors[0]?.model ?? "unknown CPU"}`,
    date: new Date().toISOString().slice(0, 10),
  };
}

/** Says where and when, and warns when other programs have the cores that times are measured on. */
export function introduce(title: string): void {
  const { runtime, version, engine, machine, date } = describePlace();
  const [load] = loadavg(), cores = cpus().length;
  console.log(title);
  console.log(`${runtime} ${version} (${engine}), ${machine}, ${date}`);
  if (load < 0.5 * cores) return;
  console.log(
    `WARNING: this machine is busy (load ${load.toFixed(1)} on ${cores} cores): times are too ` +
      "long,\nand ratios may be wrong",
  );
}

/** Shows that something is going on, on the same line. */
export function tick(text = "."): void {
  process.stdout.write(text);
}
