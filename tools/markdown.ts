/**
 * Markdown that a task writes, as `deno fmt` leaves it.
 *
 * @module
 */
import { ROOT } from "./std.ts";

/** The text as `deno fmt` leaves it. */
export async function formatMarkdown(text: string): Promise<string> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["fmt", "--ext", "md", "-"],
    cwd: ROOT,
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(text));
  await writer.close();
  return new TextDecoder().decode((await child.output()).stdout);
}

/** The text with what is between two markers replaced. */
export function replaceBlock(text: string, start: string, end: string, block: string): string {
  const from = text.indexOf(start), to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`Cannot write block: there is no ${start} … ${end}`);
  return `${text.slice(0, from + start.length)}\n\n${block}\n\n${text.slice(to)}`;
}
