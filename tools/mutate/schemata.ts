/**
 * All mutants of a file in one text, of which a number switches one on: `(m === 17 ? a <= b : a < b)`.
 * So a process loads the library once and judges one mutant after the other.
 *
 * @module
 */
import ts from "typescript";
import { findScopes, type Mutant, parse } from "./operators.ts";

/** Name of the number, and of the flags of functions that were reached. */
const [NUMBER, REACHED] = ["$mutant", "$reached"];

/** The module that has both. */
export const SWITCH = `export let ${NUMBER} = Number(Deno.env.get("MUTANT") ?? -1);
export const ${REACHED} = new Uint8Array(1 << 16);
export function choose(mutant) { ${NUMBER} = mutant; }
`;

/** A mutant and the number that switches it on. */
export type Numbered = readonly [number: number, mutant: Mutant];

/** Whether an expression may stand in parentheses and still mean the same. */
function isFree(node: ts.Node): node is ts.Expression {
  if (!ts.isExpression(node) || ts.isSpreadElement(node) || ts.isOmittedExpression(node)) {
    return false;
  }
  const { parent } = node;
  const isNamed = parent as { name?: ts.Node };
  if (isNamed.name === node || ts.isPrivateIdentifier(node)) return false;
  if (ts.isShorthandPropertyAssignment(parent) || ts.isExpressionWithTypeArguments(parent)) {
    return false;
  }
  if (ts.isOptionalChain(parent) && parent.expression === node) return false;
  if (ts.isCallExpression(parent) && parent.expression === node) return false;
  if (ts.isNewExpression(parent) && parent.expression === node) return false;
  if (ts.isBinaryExpression(parent) && parent.left === node) {
    const { kind } = parent.operatorToken;
    return kind < ts.SyntaxKind.FirstAssignment || kind > ts.SyntaxKind.LastAssignment;
  }
  const isStep = ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent);
  if (isStep) {
    const { operator } = parent;
    return operator !== ts.SyntaxKind.PlusPlusToken && operator !== ts.SyntaxKind.MinusMinusToken;
  }
  return !ts.isDeleteExpression(parent) && !ts.isTypeOfExpression(parent);
}

/** The innermost node around the characters from `start` to `end`. */
function nodeAround(tree: ts.SourceFile, start: number, end: number): ts.Node {
  let found: ts.Node = tree;
  const visit = (node: ts.Node): void => {
    if (node.getStart(tree) > start || node.getEnd() < end) return;
    found = node;
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(tree, visit);
  return found;
}

/** The expression or, if it is missing in the mutant, the statement that changes. */
function hostOf(tree: ts.SourceFile, { operator, start, end }: Mutant): ts.Node {
  let node = nodeAround(tree, start, end);
  while (operator === "drop" ? !ts.isStatement(node) : !isFree(node)) node = node.parent;
  return node;
}

/** Whether a place is run when the module is loaded, and not again. */
export function isAtLoad(tree: ts.SourceFile, { start, end }: Mutant): boolean {
  let node: ts.Node | undefined = nodeAround(tree, start, end);
  while (node !== undefined && !ts.isFunctionLike(node)) node = node.parent;
  return node === undefined;
}

/**
 * The text of a file with its mutants in it, and with a flag set at the beginning of each named function:
 * `first` is the number of the flag of the first.
 */
export function switchMutants(
  file: string,
  source: string,
  mutants: readonly Numbered[],
  first: number,
  module: string,
): string {
  const tree = parse(file, source);
  const hosts = new Map<ts.Node, Numbered[]>(), inner = new Set<ts.Node>();
  const flags = new Map<ts.Node, number>(), returns = new Map<number, number>();
  const mark = (node: ts.Node): void => {
    for (let at = node; at !== undefined && !inner.has(at); at = at.parent) inner.add(at);
  };
  for (const [k, { body }] of findScopes(tree).entries()) {
    flags.set(body, first + k);
    mark(body);
  }
  for (const numbered of mutants) {
    const [number, mutant] = numbered;
    if (mutant.operator === "return") returns.set(mutant.start, number);
    else {
      const host = hostOf(tree, mutant);
      hosts.set(host, [...hosts.get(host) ?? [], numbered]);
      mark(host);
    }
  }

  /** A node's text from the start of the first child on that `from` has. */
  const inside = (node: ts.Node, from: number, isOn: boolean): string => {
    let text = "", at = from;
    ts.forEachChild(node, (child) => {
      if (!inner.has(child)) return;
      text += source.slice(at, child.getStart(tree)) + emit(child, isOn);
      at = child.getEnd();
    });
    return text + source.slice(at, node.getEnd());
  };
  /** The body of a named function: a mutant of another function costs it one comparison. */
  const body = (node: ts.Node, flag: number, isOn: boolean, isOutermost: boolean): string => {
    const from = node.getStart(tree) + 1, start = `{ ${REACHED}[${flag}] = 1;`;
    const back = returns.get(from);
    const early = (isOn || isOutermost) && back !== undefined
      ? ` if (${NUMBER} === ${back}) return;`
      : "";
    const own = mutants.filter(([, one]) => one.start >= from && one.end <= node.getEnd());
    if (!isOutermost || own.length === 0 || ts.isConstructorDeclaration(node.parent)) {
      return start + early + inside(node, from, isOn || isOutermost);
    }
    const [low, high] = [own[0][0], own[own.length - 1][0]];
    return `${start}${early} if (${NUMBER} >= ${low} && ${NUMBER} <= ${high}) {` +
      `${inside(node, from, true)} else {${inside(node, from, false)} }`;
  };
  let depth = 0;
  const emit = (node: ts.Node, isOn: boolean): string => {
    const flag = flags.get(node), start = node.getStart(tree);
    if (flag !== undefined) {
      const isOutermost = depth++ === 0, text = body(node, flag, isOn, isOutermost);
      depth--;
      return text;
    }
    let text = inside(node, start, isOn);
    for (const [number, mutant] of (isOn || depth === 0) && hosts.get(node) || []) {
      if (mutant.operator === "drop") text = `{ if (${NUMBER} !== ${number}) ${text} }`;
      else {
        const other = source.slice(start, mutant.start) + mutant.text +
          source.slice(mutant.end, node.getEnd());
        text = `(${NUMBER} === ${number} ? (${other}) : (${text}))`;
      }
    }
    return text;
  };
  return `import { ${NUMBER}, ${REACHED} } from "${module}";` + inside(tree, 0, true);
}
