/**
 * The type declarations of the npm package: those of the sources, without anything marked
 * `@internal`.
 *
 * @module
 */
import ts from "typescript";

/** Relative specifiers of a module or a declaration file. */
export const RELATIVE: RegExp = /(\bfrom\s*|\bimport\s*\(?\s*)"(\.{1,2}\/[^"]+)"/g;

/**
 * A method named by a symbol, declared as a property. TypeScript, which sees no library here, does
 * not know the symbol and declares such a method twice: first like this, then correctly.
 */
const TWICE =
  /\n {4}(?:\/\*\*(?:(?!\*\/)[^])*\*\/\n {4})?\[Symbol\.\w+\]: \(.*\) => (?:.*|.*\{(?:\n {8}.*)*\n {4}.*);(?=\n)/g;

/**
 * Types of the host that declarations use. The rest of them needs only the library of the language.
 */
const HOSTS = ["AbortSignal", "URL"];

/** The declarations of a module. */
interface Declared {
  text: string;
  /** Its classes from which something was removed, and whether that includes the constructor. */
  stripped: Map<string, boolean>;
}

function parse(path: string, text: string): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
}

function classesOf(file: ts.SourceFile): ts.ClassDeclaration[] {
  return file.statements.filter(ts.isClassDeclaration);
}

function isInternal(node: ts.Node): boolean {
  return ts.getJSDocTags(node).some((tag) => tag.tagName.text === "internal");
}

/**
 * The declarations of a source file, from its annotations alone. Every export of the library states
 * its type, so no checker is needed, and a missing type is an error.
 */
function declare(path: string, source: string): Declared {
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(source, {
    fileName: path,
    reportDiagnostics: true,
    compilerOptions: {
      declaration: true,
      isolatedDeclarations: true,
      stripInternal: true,
      strict: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      allowImportingTsExtensions: true,
    },
  });
  if (diagnostics.length > 0) {
    const message = ts.flattenDiagnosticMessageText(diagnostics[0].messageText, "\n");
    throw new Error(`Cannot declare ${path}: ${message}`);
  }
  const stripped = new Map<string, boolean>();
  for (const { name, members } of classesOf(parse(path, source))) {
    const internal = members.filter(isInternal);
    if (internal.length > 0) stripped.set(name!.text, internal.some(ts.isConstructorDeclaration));
  }
  return { text: outputText.replaceAll(TWICE, ""), stripped };
}

/** The name of a class's base class. */
function baseOf({ heritageClauses }: ts.ClassDeclaration): string | undefined {
  return heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)
    ?.types[0].expression.getText();
}

/**
 * Closes classes from which something was removed. `#private` keeps look-alikes of the remaining
 * declaration from being assignable. A removed constructor is declared as private or protected:
 * otherwise the class would have its base's constructor, or one without arguments.
 */
function close(path: string, { text, stripped }: Declared, bases: ReadonlySet<string>): string {
  let closed = text;
  for (const { name, members } of classesOf(parse(path, text)).reverse()) {
    const hidden = stripped.get(name!.text);
    if (hidden === undefined) continue;
    let lines = "";
    const isBranded = members.some((member) => member.name && ts.isPrivateIdentifier(member.name));
    if (!isBranded) lines += "\n    #private;";
    // A class with a private constructor cannot be extended, not even here.
    if (hidden) lines += `\n    ${bases.has(name!.text) ? "protected" : "private"} constructor();`;
    closed = closed.slice(0, members.pos) + lines + closed.slice(members.pos);
  }
  return closed;
}

/**
 * The declarations of modules and of everything that these import, by path of the source.
 *
 * @param entries Paths of the sources, relative to their root
 * @param read Gives the text of a source
 */
export async function declareModules(
  entries: Iterable<string>,
  read: (path: string) => Promise<string>,
): Promise<Map<string, string>> {
  const declared = new Map<string, Declared>();
  const bases = new Set<string>();
  const queue = [...entries];
  const seen = new Set(queue);
  for (let source = queue.pop(); source !== undefined; source = queue.pop()) {
    const { text, stripped } = declare(source, await read(source));
    for (const base of classesOf(parse(source, text)).map(baseOf)) {
      if (base !== undefined) bases.add(base);
    }
    const linked = text.replaceAll(RELATIVE, (_, before, specifier) => {
      const target = new URL(specifier, new URL(source, "file:///")).pathname.slice(1);
      if (!seen.has(target)) queue.push(target);
      seen.add(target);
      return `${before}"${specifier.replace(/\.ts$/, ".js")}"`;
    });
    declared.set(source, { text: linked, stripped });
  }
  const texts = new Map<string, string>();
  for (const [source, module] of declared) {
    const text = close(source, module, bases);
    // The method that `using` calls. Libraries before esnext do not know its name.
    const head = text.includes("Symbol.dispose")
      ? '/// <reference lib="esnext.disposable" />\n'
      : "";
    // Programs without the types of browsers or Node do not know these. Where they are known, this
    // adds nothing.
    const code = text.replaceAll(/\/\*[^]*?\*\//g, "");
    const hosts = HOSTS.filter((name) => new RegExp(`\\b${name}\\b`).test(code));
    const tail = hosts.length === 0
      ? ""
      : `declare global {\n${hosts.map((name) => `    interface ${name} {}\n`).join("")}}\n`;
    texts.set(source, head + text + tail);
  }
  return texts;
}

/**
 * The errors of a strict compiler that knows only the language, for declaration files, a line each.
 */
export function findTypeErrors(paths: string[]): string[] {
  const program = ts.createProgram(paths, {
    noEmit: true,
    strict: true,
    lib: ["lib.es2020.d.ts"],
    types: [],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  });
  return ts.getPreEmitDiagnostics(program).map(({ file, messageText }) =>
    `${file?.fileName ?? "tsc"}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`
  );
}
