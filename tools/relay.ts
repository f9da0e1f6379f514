/**
 * Runs a child process, forwards its output immediately, and passes each line, without colors, to a
 * callback.
 *
 * @module
 */

// deno-lint-ignore no-control-regex
const ANSI = /\x1b\[[0-9;]*m/g;

/** Resolves to the exit code of the child. */
export async function relay(
  command: string,
  args: string[],
  cwd: URL,
  onLine: (line: string) => void,
  env: Record<string, string> = {},
): Promise<number> {
  const child = new Deno.Command(command, {
    args,
    cwd,
    env,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const pass = async (
    from: ReadableStream<Uint8Array>,
    to: { writeSync(data: Uint8Array): number },
  ): Promise<void> => {
    let rest = "";
    const decoder = new TextDecoder();
    for await (const chunk of from) {
      for (let at = 0; at < chunk.length;) at += to.writeSync(chunk.subarray(at));
      rest += decoder.decode(chunk, { stream: true });
      const lines = rest.split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) onLine(line.replaceAll(ANSI, ""));
    }
    if (rest !== "") onLine(rest.replaceAll(ANSI, ""));
  };
  await Promise.all([pass(child.stdout, Deno.stdout), pass(child.stderr, Deno.stderr)]);
  return (await child.status).code;
}
