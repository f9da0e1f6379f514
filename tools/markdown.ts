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
  return findLinks(text).filter((link) =>
    !link.startsWith("#") && !present.has(resolveLink(path, link).target)
  );
}

/**
 * Links of a Markdown file to a heading, in it or in another one, that is not there.
 *
 * @param path The file, a key of `texts`
 * @param texts What is in each file, by path
 */
export function findBrokenAnchors(path: string, texts: ReadonlyMap<string, string>): string[] {
  return findLinks(texts.get(path) ?? "").filter((link) => {
    const { target, anchor } = resolveLink(path, link);
    const text = texts.get(target);
    return anchor !== "" && text !== undefined && !findAnchors(text).has(anchor);
  });
}

const BLOCKS = /^```[^]*?^```/gm;

/** Links and pictures without a scheme. What is code is no link. */
function findLinks(text: string): string[] {
  const prose = text.replaceAll(BLOCKS, "").replaceAll(/`[^`\n]*`/g, "");
  return [...prose.matchAll(/\]\(([^()\s]+)\)/g)].map(([, link]) => link)
    .filter((link) => !/^[a-z][a-z+.-]*:/.test(link));
}

function resolveLink(path: string, link: string): { target: string; anchor: string } {
  const { pathname, hash } = new URL(link, `file:///root/${path}`);
  const target = decodeURIComponent(pathname).replace(/^\/root\//, "");
  return { target, anchor: decodeURIComponent(hash.slice(1)) };
}

/** What headings are called in links: lower case, no punctuation, hyphens for spaces, a number after the first. */
function findAnchors(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading] of text.replaceAll(BLOCKS, "").matchAll(/^#{1,6} +(.+)$/gm)) {
    const name = heading.trim().replaceAll(/(?<!\w)_([^_]+)_(?!\w)/g, "$1").toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "").replaceAll(/\s/g, "-");
    let anchor = name;
    for (let k = 1; anchors.has(anchor); k++) anchor = `${name}-${k}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** The text with what is between two markers replaced. */
export function replaceBlock(text: string, start: string, end: string, block: string): string {
  const from = text.indexOf(start), to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`Cannot write block: there is no ${start} … ${end}`);
  return `${text.slice(0, from + start.length)}\n\n${block}\n\n${text.slice(to)}`;
}
