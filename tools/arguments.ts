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

/** What the file at an address says of itself: the comment at its head. */
function readHead(address: string): string {
  const text = Deno.readTextFileSync(new URL(address));
  const head = /^\/\*\*\n([^]*?)\n \*\//.exec(text)![1];
  return head.replaceAll(/^ \*(?: |$)/gm, "").replaceAll(/^(?:```|@module)\n?/gm, "").trim();
}

/**
 * The arguments of the process. Refuses any that are not among `options`. `--help` prints the
 * comment at the head of the task's file and ends the process, unless it is among `options`.
 */
export function readArguments<const T extends Options, const P extends boolean = false>(
  options: T,
  allowPositionals: P = false as P,
): Arguments<T, P> {
  if (options.help === undefined && Deno.args.includes("--help")) {
    console.log(readHead(Deno.mainModule));
    Deno.exit(0);
  }
  try {
    return parseArgs({ args: Deno.args, options, allowPositionals });
  } catch (error) {
    refuse(`Cannot read the arguments: ${(error as Error).message}`);
  }
}

/** The value of an option that counts something. */
export function readCount(task: string, option: string, value: string): number {
  const count = Number(value);
  if (Number.isInteger(count) && count > 0) return count;
  refuse(`Cannot ${task}: ${option} must be a whole number from 1 on, but is ${value}`);
}
