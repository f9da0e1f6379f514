/**
 * Checks which room imports which (`math ← shapes ← kernel ← boundary ← query ← space`, `loop` alone,
 * `smooth` beside `boundary`, known to the queries by its hooks; users through the public entry points),
 * that no imports are circular, and that the library uses no `Math` function whose last bits differ
 * between engines. Prints every violation; exit code 1 if there is one.
 *
 * @module
 */
import { readdirSync, readFileSync } from "node:fs";
import { fromFileUrl, ROOT } from "./std.ts";

/** What each room may import, besides itself. The first match wins. */
interface Rule {
  from: RegExp;
  /** Repository paths; a room's own path is always allowed. */
  to: RegExp[];
  /** Paths in its own room that it must not import. */
  never?: RegExp;
  /** Bare specifiers: the public entry points, npm packages, `@std`. */
  bare?: RegExp;
}

/** White-box tests: each may import the internals of the room that it tests. */
const WHITE_BOX: Record<string, RegExp[]> = {
  "tests/space/": [/^src\/space\/(broadphase\/axis|wasm|wasm_bytes)\.ts$/],
  "tests/kernel/": [/^src\/kernel\//, /^src\/shapes\/record\.ts$/, /^src\/math\//],
};

const RULES: Rule[] = [
  { from: /^src\/math\//, to: [] },
  { from: /^src\/shapes\//, to: [/^src\/math\//] },
  { from: /^src\/kernel\//, to: [/^src\/(math|shapes)\//] },
  { from: /^src\/boundary\//, to: [/^src\/(math|shapes|kernel)\//] },
  // Its constructors attach the code for shapes with a support function to the hooks of the queries.
  {
    from: /^src\/smooth\//,
    to: [/^src\/(math|shapes|kernel)\//, /^src\/query\/(attached|levels|result)\.ts$/],
  },
  // Only constructors of compounds and chains import the code for concave shapes.
  {
    from: /^src\/query\/(concave\/|concave_shapes\.ts$)/,
    to: [/^src\/(math|shapes|kernel|boundary)\//],
  },
  // The verbs know convex shapes only; what else they need is attached.
  {
    from: /^src\/query\//,
    to: [/^src\/(math|shapes|kernel)\//],
    never: /^src\/query\/concave\//,
  },
  // A file may hold ellipses.
  { from: /^src\/space\/file\.ts$/, to: [/^src\/(math|shapes|query|smooth)\//] },
  { from: /^src\/space\//, to: [/^src\/(math|shapes|kernel|query)\//] },
  { from: /^src\/loop\//, to: [] },
  { from: /^mod\.ts$/, to: [/^src\/(math|shapes|kernel|smooth|query|space)\//] },
  ...Object.entries(WHITE_BOX).map(([from, to]): Rule => ({
    from: new RegExp(`^${from}`),
    to: [...to, /^(tests|tools)\//],
    bare: /./,
  })),
  // The demos are tested from the outside, in Deno, Node and a browser.
  { from: /^(tests\/(demo|browser)\/|tools\/demo\.ts$)/, to: [/^(demo|tests|tools)\//], bare: /./ },
  { from: /^examples\/planck_/, to: [], bare: /^(@narrowphase\/gjk2d(\/|$)|planck$)/ },
  {
    from: /^examples\/server/,
    to: [/^examples\/server_room\.ts$/],
    bare: /^(@narrowphase\/gjk2d(\/|$)|ws$|node:)/,
  },
  { from: /^examples\//, to: [], bare: /^@narrowphase\/gjk2d(\/|$)/ },
  { from: /^tests\/examples\//, to: [/^(examples|tests)\//], bare: /./ },
  {
    from: /^bench\/(engines|loop\/server_run)\.ts$/,
    to: [/^(examples|tests|tools|bench)\//],
    bare: /./,
  },
  // The fuzzer and the bench count errors with the suite's oracle and generators.
  { from: /^(tests|tools|bench)\//, to: [/^(tests|tools|bench)\//], bare: /./ },
  { from: /^demo\//, to: [], bare: /^(@narrowphase\/gjk2d(\/|$)|@logtape\/logtape$)/ },
];

const FORBIDDEN_MATH =
  /\bMath\s*\.\s*(sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|hypot|pow|exp|expm1|log|log2|log10|log1p|cbrt)\b|(?<!\{ (?:(?:abs|clz32: clz|floor|max|min|sqrt)(?:, )?)+ \} = )\bMath\b(?!\s*\.\s*\w)|\*\*/g;

/** A comment, or else a text, a template or a regular expression, in which there may be slashes. */
const COMMENT_OR_TEXT =
  /(\/\/[^\n]*|\/\*[^]*?\*\/)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\[^]|[^`\\])*`|(?<=(?:[(,=:[!&|?{};+]|\breturn)\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\//g;

/** The source with comments blanked (texts and line numbers kept). */
export function stripComments(source: string): string {
  return source.replaceAll(
    COMMENT_OR_TEXT,
    (text, comment) => comment === undefined ? text : comment.replaceAll(/[^\n]/g, " "),
  );
}

/** An import or re-export found in a file. */
export interface Import {
  specifier: string;
  typeOnly: boolean;
  line: number;
}

/** Static and dynamic imports and re-exports of a source text. */
export function findImports(source: string): Import[] {
  const code = stripComments(source);
  const found: Import[] = [];
  const patterns = [
    /^[ \t]*(?:import|export)(\s+type)?\s+(?:[\w*\s{},$]+?\s+from\s+)?["']([^"']+)["']/gm,
    /\bimport(\s*)\(\s*["']([^"']+)["']/g,
  ];
  for (const pattern of patterns) {
    for (const match of code.matchAll(pattern)) {
      found.push({
        specifier: match[2],
        typeOnly: (match[1] ?? "").trim() === "type",
        line: code.slice(0, match.index).split("\n").length,
      });
    }
  }
  return found;
}

/** The repository path of what a file imports by a relative one. */
function resolve(specifier: string, path: string): string {
  return decodeURIComponent(new URL(specifier, `file:///${path}`).pathname.slice(1));
}

/** Circular imports, types aside. Even within a room, a file depends only on those before it. */
export function checkCircles(files: ReadonlyMap<string, string>): string[] {
  const problems: string[] = [];
  const done = new Set<string>();
  const way: string[] = [];
  const visit = (path: string): void => {
    const source = files.get(path);
    if (source === undefined || done.has(path)) return;
    const at = way.indexOf(path);
    if (at >= 0) {
      problems.push(`${path}:1: imports itself by ${way.slice(at + 1).join(", ") || "name"}`);
      return;
    }
    way.push(path);
    for (const { specifier, typeOnly } of findImports(source)) {
      if (!typeOnly && specifier.startsWith(".")) visit(resolve(specifier, path));
    }
    way.pop();
    done.add(path);
  };
  for (const path of files.keys()) visit(path);
  return problems;
}

/** The text of the WebAssembly, in which any two characters may follow each other. */
const GENERATED = "src/space/wasm_bytes.ts";

/** Violations of one file, each "path:line: …". */
export function checkFile(path: string, source: string): string[] {
  const problems: string[] = [];
  const rule = RULES.find((r) => r.from.test(path));
  if (rule === undefined) return [`${path}:1: no layering rule for this file`];
  const room = /^(src\/\w+|\w+)\//.exec(path)?.[0] ?? path;
  for (const { specifier, line } of findImports(source)) {
    if (!/^\.{0,2}\//.test(specifier)) {
      if (rule.bare?.test(specifier) !== true) {
        problems.push(`${path}:${line}: must not import "${specifier}"`);
      }
      continue;
    }
    const target = resolve(specifier, path);
    const isOwn = target.startsWith(room) && rule.never?.test(target) !== true;
    if (isOwn || rule.to.some((r) => r.test(target))) continue;
    problems.push(`${path}:${line}: must not import "${target}"`);
  }
  if (/^(mod\.ts$|src\/)/.test(path)) {
    const code = stripComments(source);
    for (const match of path === GENERATED ? [] : code.matchAll(FORBIDDEN_MATH)) {
      const line = code.slice(0, match.index).split("\n").length;
      problems.push(`${path}:${line}: "${match[0]}" differs between engines`);
    }
  }
  return problems;
}

if (import.meta.main) {
  const root = fromFileUrl(ROOT);
  const rooms = ["src", "tests", "tools", "bench", "demo", "examples"];
  const files = rooms.flatMap((room) =>
    readdirSync(root + room, { recursive: true }).map((file) => `${room}/${file}`)
  );
  const texts = new Map<string, string>();
  for (const file of [...files, "mod.ts"].filter((file) => /\.tsx?$/.test(file)).sort()) {
    texts.set(file.replaceAll("\\", "/"), readFileSync(root + file, "utf8"));
  }
  const problems = [...texts].flatMap(([path, text]) => checkFile(path, text));
  problems.push(...checkCircles(texts));
  for (const problem of problems) console.error(problem);
  console.log(`${texts.size} files, ${problems.length} violations`);
  if (problems.length > 0) Deno.exit(1);
}
