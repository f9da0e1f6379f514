/**
 * Other runtimes that tests and benchmarks run on, as `--runtime` names them: `node`, `bun`, `node@24`, ….
 *
 * @module
 */
import { refuse } from "./arguments.ts";

export interface Runtime {
  name: "node" | "bun";
  /** The command that starts it, with its leading arguments. */
  command: string[];
}

/** The named runtime: from the PATH if it has that version, else through npx. */
export async function findRuntime(named: string, task: string): Promise<Runtime> {
  const [, name, version = ""] = /^(node|bun)(?:@([\d.]+))?$/.exec(named) ?? [];
  if (name !== "node" && name !== "bun") {
    refuse(`Cannot ${task}: --runtime is "${named}", must be node, bun, node@24, …`);
  }
  try {
    const { stdout } = await new Deno.Command(name, { args: ["--version"] }).output();
    const found = new TextDecoder().decode(stdout).trim().replace(/^v/, "");
    if (version === "" || found === version || found.startsWith(`${version}.`)) {
      return { name, command: [name] };
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return { name, command: ["npx", "-y", `${name}@${version || "latest"}`] };
}
