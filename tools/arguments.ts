/**
 * Command-line arguments of tasks. Unknown options are refused: a misspelt one must not make a
 * check write, or make a run do less than was meant.
 *
 * @module
 */
import { parseArgs, type ParseArgsConfig } from "node:util";

/** Options by name, as `node:util` describes them. */
type Options = NonNullable<ParseArgsConfig["options"]>;

/** What `parseArgs` returns for them. */
type Arguments<T extends Options, P extends boolean> = ReturnType<
  typeof parseArgs<{ args: string[]; options: T; allowPositionals: P }>
>;

/** Reports a problem as the only failure, and ends the process with exit code 2. */
export function refuse(message: string): never {
  console.error(message);
  console.log("0 passed, 1 failed");
  Deno.exit(2);
}

/** The arguments of the process. Refuses any that are not among `options`. */
export function readArguments<const T extends Options, const P extends boolean = false>(
  options: T,
  allowPositionals: P = false as P,
): Arguments<T, P> {
  try {
    return parseArgs({ args: Deno.args, options, allowPositionals });
  } catch (error) {
    refuse(`Cannot read the arguments: ${(error as Error).message}`);
  }
}
