/**
 * Runs the examples of the documents and of the doc comments. An example is what a reader pastes: it
 * shows results as comments, `distance(a, p, b, q).distance; // 2.5`. Here each such comment
 * becomes an assertion, so that no comment can be wrong.
 *
 * A comment counts if it begins with a value: a number, a text, `true`, `null`, a list or an object.
 * `; ` ends the value, and words may follow. `…` as the last property of an object stands for any
 * others, and `≈ 2.83` for a number that rounds to these digits. Behind `console.log(…)` stands what it
 * prints, and `throws RangeError: Cannot …` behind a statement that throws.
 *
 * Arguments are parts of paths that select documents. Ends with "N passed, N failed".
 *
 * @module
 */
import { globSync } from "node:fs";
import ts from "typescript";
import { readArguments } from "./arguments.ts";
import { chooseStd, fromFileUrl, ROOT } from "./std.ts";

/** A block of code in a document. */
export interface Example {
  file: string;
  /** 1-based line of its first line of code. */
  line: number;
  code: string;
}

/** The pages for users, whose blocks are JavaScript. */
const USERS = /^(README|docs\/[^/]+)\.md$/;

/** Blocks marked as `ts` or `js` in a Markdown file. */
export function examplesOf(file: string, text: string): Example[] {
  const examples: Example[] = [];
  for (const match of text.matchAll(/^```[tj]s\n([^]*?)^```$/gm)) {
    const line = text.slice(0, match.index).split("\n").length + 1;
    examples.push({ file, line, code: match[1] });
  }
  return examples;
}

/** What keeps an example from being JavaScript, as `file:line what`: types, `!`, a wrong syntax. */
export function notJavaScript({ file, line, code }: Example): string[] {
  const compilerOptions = { target: ts.ScriptTarget.ES2022, allowJs: true };
  const options = { fileName: "example.js", reportDiagnostics: true, compilerOptions };
  return (ts.transpileModule(code, options).diagnostics ?? []).map(({ start, messageText }) => {
    const at = line + code.slice(0, start).split("\n").length - 1;
    return `${file}:${at} ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
  });
}

/** Blocks marked as `ts` in the doc comments of a source file. */
export function examplesOfSource(file: string, text: string): Example[] {
  const examples: Example[] = [];
  for (const match of text.matchAll(/^( *)\* ```ts\n([^]*?)^ *\* ```$/gm)) {
    const line = text.slice(0, match.index).split("\n").length + 1;
    const code = match[2].replaceAll(/^ *\* ?/gm, "");
    examples.push({ file, line, code });
  }
  return examples;
}

/** The value that a comment begins with, as source text, and whether it names only some properties. */
export function valueOf(comment: string): { text: string; isPartial: boolean } | null {
  const head = comment.split("; ")[0].trim();
  const text = head.replace(/,? … \}$/, " }");
  const tree = ts.createSourceFile("v.ts", `(${text})`, ts.ScriptTarget.ESNext, true);
  const { parseDiagnostics } = tree as unknown as { parseDiagnostics: readonly unknown[] };
  const [statement] = tree.statements;
  if (parseDiagnostics.length > 0 || tree.statements.length !== 1) return null;
  if (!ts.isExpressionStatement(statement)) return null;
  const isValue = (node: ts.Expression): boolean => {
    if (ts.isParenthesizedExpression(node)) return isValue(node.expression);
    if (ts.isPrefixUnaryExpression(node)) return ts.isNumericLiteral(node.operand);
    if (ts.isNumericLiteral(node) || ts.isStringLiteral(node)) return true;
    if (ts.isIdentifier(node)) return /^(undefined|NaN|Infinity)$/.test(node.text);
    if (ts.isArrayLiteralExpression(node)) return node.elements.every(isValue);
    if (ts.isObjectLiteralExpression(node)) {
      return node.properties.every((p) => ts.isPropertyAssignment(p) && isValue(p.initializer));
    }
    return /^(true|false|null)$/.test(node.getText(tree));
  };
  return isValue(statement.expression) ? { text, isPartial: text !== head } : null;
}

/** What an example imports, and what it does, with its comments as assertions. */
export interface Checked {
  imports: string;
  body: string;
  /** How many comments are checked. */
  count: number;
}

/** Whether plain JavaScript cannot say the type: parameters outside of calls, and empty lists. */
function isUntyped(node: ts.Node): node is ts.ParameterDeclaration | ts.VariableDeclaration {
  if (ts.isParameter(node)) {
    const isTyped = (node.type ?? node.initializer) !== undefined;
    return !isTyped && !ts.isCallExpression(node.parent.parent);
  }
  return ts.isVariableDeclaration(node) && node.type === undefined &&
    node.initializer?.getText() === "[]";
}

/** The call of doc_values.ts that compares an expression with the comment beside it, if it shows a value. */
function checkOf(expression: ts.Expression, comment: string, line: number): string | null {
  const code = expression.getText();
  if (ts.isCallExpression(expression) && expression.expression.getText() === "console.log") {
    const args = expression.arguments.map((arg) => arg.getText()).join(", ");
    return `prints([${args}], ${JSON.stringify(comment.split("; ")[0])}, ${line});`;
  }
  const error = /^throws (\w+): (.+)$/.exec(comment);
  if (error !== null) {
    return `throws(() => ${code}, ${error[1]}, ${JSON.stringify(error[2])}, ${line});`;
  }
  const round = /^≈ (-?\d[\d.e-]*)/.exec(comment);
  if (round !== null) return `rounds(${code}, "${round[1]}", ${line});`;
  const value = valueOf(comment);
  return value && `shows(${code}, ${value.text}, ${value.isPartial}, ${line});`;
}

/** Makes assertions of the comments of an example: calls of doc_values.ts. */
export function checkComments({ code, line }: Example): Checked {
  const tree = ts.createSourceFile("example.ts", code, ts.ScriptTarget.ESNext, true);
  const edits: { start: number; end: number; text: string }[] = [];
  const imports: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      imports.push(node.getText());
      edits.push({ start: node.getStart(), end: node.getEnd(), text: "" });
      return;
    }
    if (isUntyped(node)) {
      const end = node.name.getEnd();
      edits.push({ start: end, end, text: ts.isParameter(node) ? ": any" : ": any[]" });
    }
    const comment = /^[ \t]*\/\/ (.+)/.exec(code.slice(node.getEnd()))?.[1];
    const at = line + tree.getLineAndCharacterOfPosition(node.getStart()).line;
    if (comment !== undefined && ts.isExpressionStatement(node)) {
      const text = checkOf(node.expression, comment, at);
      if (text !== null) {
        edits.push({ start: node.getStart(), end: node.getEnd(), text });
        return;
      }
    }
    if (comment !== undefined && ts.isVariableStatement(node)) {
      const [declaration] = node.declarationList.declarations;
      if (ts.isIdentifier(declaration.name) && valueOf(comment) !== null) {
        const text = ` ${checkOf(declaration.name, comment, at)}`;
        edits.push({ start: node.getEnd(), end: node.getEnd(), text });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  edits.sort((a, b) => b.start - a.start);
  const body = edits.reduce(
    (text, { start, end, text: edit }) => text.slice(0, start) + edit + text.slice(end),
    code,
  );
  const count = edits.filter(({ text }) => text !== "" && !text.startsWith(":")).length;
  return { imports: imports.join("\n"), body: body.trim(), count };
}

/** What a file of tests imports: for each local name its declaration. */
type Imports = Map<string, string>;

/** The local names that the imports of an example bind, each with a declaration of its own. */
function importsOf(imports: string, file: string): Imports {
  const tree = ts.createSourceFile("imports.ts", imports, ts.ScriptTarget.ESNext, true);
  const found: Imports = new Map();
  for (const statement of tree.statements) {
    if (!ts.isImportDeclaration(statement)) continue;
    const path = (statement.moduleSpecifier as ts.StringLiteral).text;
    // A document may import another file of the repository.
    const from = JSON.stringify(/^\./.test(path) ? new URL(path, new URL(file, ROOT)).href : path);
    const { name, namedBindings } = statement.importClause ?? {};
    const type = statement.importClause?.isTypeOnly ? "type " : "";
    if (name !== undefined) found.set(name.text, `import ${type}${name.text} from ${from};`);
    if (namedBindings === undefined) continue;
    if (ts.isNamespaceImport(namedBindings)) {
      found.set(namedBindings.name.text, `import ${type}${namedBindings.getText()} from ${from};`);
    } else {
      for (const element of namedBindings.elements) {
        found.set(element.name.text, `import ${type}{ ${element.getText()} } from ${from};`);
      }
    }
  }
  return found;
}

/** Examples that one test file runs: none imports under the same name what another does not mean. */
interface Group {
  imports: Imports;
  cases: { example: Example; names: Imports; body: string }[];
}

/**
 * Test files that run the examples and check their comments. As few as their imports allow: every
 * file loads the library anew.
 */
export function testsOf(examples: readonly Example[], helper: string): string[] {
  const groups: Group[] = [];
  for (const example of examples) {
    const { imports, body } = checkComments(example);
    const names = importsOf(imports, example.file);
    const agrees = ({ imports }: Group): boolean =>
      [...names].every(([name, text]) => (imports.get(name) ?? text) === text);
    let group = groups.find(agrees);
    if (group === undefined) {
      group = { imports: new Map(), cases: [] };
      groups.push(group);
    }
    for (const [name, text] of names) group.imports.set(name, text);
    group.cases.push({ example, names, body });
  }
  return groups.map(({ imports, cases }) =>
    `${[...imports.values()].join("\n")}
import { prints, rounds, shows, throws } from ${JSON.stringify(helper)};
import { it } from "@std/testing/bdd";

void [prints, rounds, shows, throws];
${
      cases.map(({ example: { file, line }, names, body }) => {
        // What only others import is nothing here.
        const missing = [...imports.keys()].filter((name) => !names.has(name)).join(", ");
        return `it(${JSON.stringify(`${file}:${line}`)}, async () => {
const [${missing}]: never[] = await Promise.resolve([]);
{
${body}
}
});
`;
      }).join("\n")
    }`
  );
}

/** All examples of README, docs, mod.ts and src whose path contains one of the words. */
export async function findExamples(words: readonly string[]): Promise<Example[]> {
  const patterns = ["README.md", "docs/**/*.md", "mod.ts", "src/**/*.ts"];
  const files = globSync(patterns, { cwd: fromFileUrl(ROOT) }).sort()
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => words.length === 0 || words.some((word) => file.includes(word)));
  const examples = await Promise.all(files.map(async (file) => {
    const text = await Deno.readTextFile(new URL(file, ROOT));
    return file.endsWith(".md") ? examplesOf(file, text) : examplesOfSource(file, text);
  }));
  return examples.flat();
}

if (import.meta.main) {
  const { positionals } = readArguments({}, true);
  const std = await chooseStd();
  const map = std.flags.filter((flag) => flag !== "--no-lock");
  const folder = new URL("dist/examples/", ROOT);
  await Deno.remove(folder, { recursive: true }).catch(() => {});
  await Deno.mkdir(folder, { recursive: true });
  const helper = new URL("tools/doc_values.ts", ROOT).href;
  const examples = await findExamples(positionals);
  // A reader may have no library of assertions.
  const asserting = examples.find(({ file, code }) => /\.md$/.test(file) && /assert/.test(code));
  if (asserting !== undefined) {
    console.log(`${asserting.file}:${asserting.line} asserts, must show values as comments`);
    Deno.exit(1);
  }
  // On the pages for users every block pastes into a plain file of Node.
  const typed = examples.filter(({ file }) => USERS.test(file)).flatMap(notJavaScript);
  if (typed.length > 0) {
    console.log(typed.join("\n"));
    Deno.exit(1);
  }
  let comments = 0;
  for (const example of examples) comments += checkComments(example).count;
  for (const [k, text] of testsOf(examples, helper).entries()) {
    await Deno.writeTextFile(new URL(`${k}_test.ts`, folder), text);
  }
  const config = fromFileUrl(new URL("tools/doc_tests.jsonc", ROOT));
  const { code, stdout } = await new Deno.Command(Deno.execPath(), {
    // With a configuration of its own it would look for a lock beside that.
    args: ["test", "-A", "-q", "--no-lock", "--config", config, ...map, fromFileUrl(folder)],
    cwd: ROOT,
    env: { NO_COLOR: "1" },
    stderr: "inherit",
  }).output();
  const text = new TextDecoder().decode(stdout);
  const counts = /^(?:ok|FAILED) \| (\d+) passed.* \| (\d+) failed/m.exec(text) ?? [];
  const [passed = 0, failed = Number(code !== 0 || examples.length === 0)] = counts.slice(1).map(
    Number,
  );
  if (code !== 0) console.log(text);
  console.log(`${examples.length} examples, ${comments} values in comments checked`);
  console.log(`${passed} passed, ${failed} failed`);
  Deno.exit(failed === 0 && code === 0 ? 0 : 1);
}
