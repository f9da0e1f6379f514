/**
 * Generated Markdown, formatted as by `deno fmt`.
 *
 * @module
 */
import { ROOT } from "./std.ts";

/** The text as `deno fmt` formats it. */
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
 * Links and pictures of a Markdown file that lead to no file. Links with a scheme are ignored, and
 * anchors are cut off.
 *
 * @param path The file, relative to the base of `present`
 * @param text Its text
 * @param present Paths that exist
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
 * Links of a Markdown file to a heading, in the same file or another one, that does not exist.
 *
 * @param path The file, a key of `texts`
 * @param texts The text of each file, by path
 */
export function findBrokenAnchors(path: string, texts: ReadonlyMap<string, string>): string[] {
  return findLinks(texts.get(path) ?? "").filter((link) => {
    const { target, anchor } = resolveLink(path, link);
    const text = texts.get(target);
    return anchor !== "" && text !== undefined && !findAnchors(text).has(anchor);
  });
}

const BLOCKS = /^```[^]*?^```/gm;

/** Links and pictures without a scheme. Code contains no links. */
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

/**
 * The anchors of headings: lower case, no punctuation, hyphens for spaces, and a number for
 * repeated ones.
 */
function findAnchors(text: string): Set<string> {
  return new Set(anchorsOf(text));
}

/** The anchors of a text's headings in their order. */
export function* anchorsOf(text: string): Generator<string, undefined> {
  const seen = new Set<string>();
  for (const [, heading] of text.replaceAll(BLOCKS, "").matchAll(/^#{1,6} +(.+)$/gm)) {
    const name = heading.trim().replaceAll(/(?<!\w)_([^_]+)_(?!\w)/g, "$1").toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "").replaceAll(/\s/g, "-");
    let anchor = name;
    for (let k = 1; seen.has(anchor); k++) anchor = `${name}-${k}`;
    seen.add(anchor);
    yield anchor;
  }
}

/** The text with the part between two markers replaced. */
export function replaceBlock(text: string, start: string, end: string, block: string): string {
  const from = text.indexOf(start), to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`Cannot write block: there is no ${start} … ${end}`);
  return `${text.slice(0, from + start.length)}\n\n${block}\n\n${text.slice(to)}`;
}
