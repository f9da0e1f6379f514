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

/**
 * Links and pictures of a Markdown file that lead to no file: those without a scheme, anchors cut off.
 *
 * @param path The file, relative to where `present` begins
 * @param text What is in it
 * @param present Paths that there are
 */
export function findBrokenLinks(
  path: string,
  text: string,
  present: ReadonlySet<string>,
): string[] {
  const broken: string[] = [];
  // What is code is no link.
  const prose = text.replaceAll(/^```[^]*?^```/gm, "").replaceAll(/`[^`\n]*`/g, "");
  for (const [, link] of prose.matchAll(/\]\(([^()\s]+)\)/g)) {
    if (/^(#|[a-z][a-z+.-]*:)/.test(link)) continue;
    const target = decodeURIComponent(new URL(link, `file:///root/${path}`).pathname);
    if (!present.has(target.replace(/^\/root\//, ""))) broken.push(link);
  }
  return broken;
}

/** The text with what is between two markers replaced. */
export function replaceBlock(text: string, start: string, end: string, block: string): string {
  const from = text.indexOf(start), to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`Cannot write block: there is no ${start} … ${end}`);
  return `${text.slice(0, from + start.length)}\n\n${block}\n\n${text.slice(to)}`;
}
