/**
 * Ways to break a source file, found on its syntax tree. Nothing here quotes the library: an
 * operator knows only what a comparison, a sum or a call looks like, so code may be rewritten
 * freely.
 *
 * | operator   | what it does                                                      |
 * | ---------- | ----------------------------------------------------------------- |
 * | compare    | `<` to `<=` and back, `>` to `>=` and back, `===` to `!==` and back |
 * | negate     | an `if` or a `?` goes the other way                               |
 * | leave      | a loop is not entered                                             |
 * | shorten    | `a && b` and `a \|\| b` to `a` or to `b`                          |
 * | arithmetic | `+` to `-` and back, `*` to `/` and back, assignments too         |
 * | sign       | `-x` and `!x` to `x`                                              |
 * | extreme    | `min` to `max` and back                                           |
 * | constant   | a whole number plus 1, another number times 1.5                   |
 * | drop       | a call, an assignment, a `throw`, an early `return` is missing    |
 * | return     | a function without a result does nothing                          |
 * | swap       | two neighbouring arguments change places                          |
 *
 * @module
 */
import ts from "typescript";

/** One way to break a file: `text` in place of the characters from `start` to `end`. */
export interface Mutant {
  /** Path from the root. */
  file: string;
  /** Name of the innermost named function around the place, `Class.method` for methods. */
  scope: string;
  operator: string;
  start: number;
  end: number;
  text: string;
  /** 1-based. */
  line: number;
  /** What changes, for readers and for the list of survivors: `a < b → a <= b`. */
  change: string;
}

/** Name of the scope of statements outside of functions. */
export const MODULE_SCOPE = "(module)";

const { SyntaxKind: K } = ts;

const COMPARED: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [K.LessThanToken, "<="],
  [K.LessThanEqualsToken, "<"],
  [K.GreaterThanToken, ">="],
  [K.GreaterThanEqualsToken, ">"],
  [K.EqualsEqualsEqualsToken, "!=="],
  [K.ExclamationEqualsEqualsToken, "==="],
]);
const CALCULATED: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [K.PlusToken, "-"],
  [K.MinusToken, "+"],
  [K.AsteriskToken, "/"],
  [K.SlashToken, "*"],
  [K.PlusEqualsToken, "-="],
  [K.MinusEqualsToken, "+="],
  [K.AsteriskEqualsToken, "/="],
  [K.SlashEqualsToken, "*="],
]);
const EXTREMES: ReadonlyMap<string, string> = new Map([["min", "max"], ["max", "min"]]);

/** A function with a body, and the name of its scope. */
export interface Scope {
  name: string;
  body: ts.Block;
}

/** Parses a source file. */
export function parse(file: string, source: string): ts.SourceFile {
  return ts.createSourceFile(file, source, ts.ScriptTarget.ESNext, true, ts.ScriptKind.TS);
}

/** Name that a function has by itself or by what it is assigned to; `null` if it has none. */
function nameOf(node: ts.SignatureDeclaration): string | null {
  if (ts.isConstructorDeclaration(node)) return "constructor";
  if (node.name !== undefined) return node.name.getText();
  const { parent } = node;
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) {
    return parent.name.getText();
  }
  return null;
}

/** The scope that a node opens, if it is a named function with a block of statements. */
function scopeOf(node: ts.Node): Scope | null {
  if (!ts.isFunctionLike(node)) return null;
  const { body } = node as ts.FunctionLikeDeclaration;
  if (body === undefined || !ts.isBlock(body)) return null;
  const own = nameOf(node);
  if (own === null) return null;
  const owner = ts.isClassLike(node.parent) ? node.parent.name?.text : undefined;
  return { name: owner === undefined ? own : `${owner}.${own}`, body };
}

/** All named functions of a file, in the order of their beginnings. */
export function findScopes(source: ts.SourceFile): Scope[] {
  const scopes: Scope[] = [];
  const visit = (node: ts.Node): void => {
    const scope = scopeOf(node);
    if (scope !== null) scopes.push(scope);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return scopes;
}

/** Whether an operand is text, so that `+` joins instead of adding. */
function isText(node: ts.Expression): boolean {
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) return true;
  return ts.isBinaryExpression(node) && node.operatorToken.kind === K.PlusToken &&
    (isText(node.left) || isText(node.right));
}

/** What is not broken: types, imports, the words of an error, an `out` that is filled before it is seen. */
function isSkipped(node: ts.Node): boolean {
  if (ts.isParameter(node) && node.name.getText() === "out") return true;
  if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
    return true;
  }
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true;
  return ts.isNewExpression(node) && /Error$/.test(node.expression.getText());
}

/** Whether a number says how much room is made: nobody notices more of it. */
function isRoom(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isBinaryExpression(parent)) return isRoom(parent);
  return ts.isNewExpression(parent) && /Array|ArrayBuffer/.test(parent.expression.getText());
}

/** Whether a statement may be left out: what it does is seen elsewhere, or it leaves early. */
function isDroppable(node: ts.Statement): boolean {
  if (ts.isThrowStatement(node)) return true;
  if (ts.isReturnStatement(node)) {
    // The last statement of a function is not an early return.
    const { parent } = node;
    return !(ts.isBlock(parent) && ts.isFunctionLike(parent.parent) &&
      parent.statements.at(-1) === node);
  }
  if (ts.isContinueStatement(node)) return true;
  if (!ts.isExpressionStatement(node)) return false;
  // `super(…)` cannot be left out.
  return !(ts.isCallExpression(node.expression) &&
    node.expression.expression.kind === K.SuperKeyword);
}

/** Whether a function returns a value somewhere. */
function hasResult(body: ts.Block): boolean {
  let found = false;
  const visit = (node: ts.Node): void => {
    if (found || ts.isFunctionLike(node)) return;
    if (ts.isReturnStatement(node) && node.expression !== undefined) found = true;
    else ts.forEachChild(node, visit);
  };
  ts.forEachChild(body, visit);
  return found;
}

const shorten = (text: string): string => {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= 60 ? line : `${line.slice(0, 57)}...`;
};

/** All mutants of a file, in the order of their places. */
export function findMutants(file: string, source: string): Mutant[] {
  const tree = parse(file, source);
  const mutants: Mutant[] = [];
  const scopes: string[] = [MODULE_SCOPE];

  /** `text` in place of `node`; `around` is what the reader sees before and after. */
  const replace = (
    operator: string,
    [start, end]: [number, number],
    text: string,
    around: ts.Node,
  ): void => {
    const [from, to] = [around.getStart(tree), around.getEnd()];
    const before = source.slice(from, to);
    const after = source.slice(from, start) + text + source.slice(end, to);
    const line = tree.getLineAndCharacterOfPosition(start).line + 1;
    const scope = scopes[scopes.length - 1];
    const change = `${shorten(before)} → ${shorten(after)}`;
    mutants.push({ file, scope, operator, start, end, text, line, change });
  };
  const whole = (node: ts.Node): [number, number] => [node.getStart(tree), node.getEnd()];
  const negate = (condition: ts.Expression): void => {
    replace("negate", whole(condition), `!(${condition.getText()})`, condition);
  };

  const visitBinary = (node: ts.BinaryExpression): void => {
    const { left, right, operatorToken: token } = node;
    const compared = COMPARED.get(token.kind);
    if (compared !== undefined) replace("compare", whole(token), compared, node);
    const calculated = CALCULATED.get(token.kind);
    if (calculated !== undefined && !isText(left) && !isText(right)) {
      replace("arithmetic", whole(token), calculated, node);
    }
    if (token.kind === K.AmpersandAmpersandToken || token.kind === K.BarBarToken) {
      replace("shorten", whole(node), left.getText(), node);
      replace("shorten", whole(node), right.getText(), node);
    }
  };
  const visitCall = (node: ts.CallExpression): void => {
    const { expression: callee, arguments: args } = node;
    const name = ts.isPropertyAccessExpression(callee) ? callee.name : callee;
    const other = ts.isIdentifier(name) ? EXTREMES.get(name.text) : undefined;
    if (other !== undefined) {
      replace("extreme", whole(name), other, node);
      return;
    }
    for (let k = 0; k + 1 < args.length; k++) {
      const [one, two] = [args[k], args[k + 1]];
      if (one.kind !== two.kind || ts.isFunctionLike(one) || ts.isStringLiteralLike(one)) continue;
      if (one.getText() === two.getText()) continue;
      const between = source.slice(one.getEnd(), two.getStart(tree));
      const swapped = two.getText() + between + one.getText();
      replace("swap", [one.getStart(tree), two.getEnd()], swapped, node);
      return;
    }
  };

  const visit = (node: ts.Node): void => {
    if (isSkipped(node)) return;
    const scope = scopeOf(node);
    if (scope !== null) {
      scopes.push(scope.name);
      if (scope.body.statements.length > 0 && !hasResult(scope.body)) {
        const at = scope.body.getStart(tree) + 1;
        const line = tree.getLineAndCharacterOfPosition(at).line + 1;
        const change = `${scope.name}() does nothing`;
        mutants.push({
          file,
          scope: scope.name,
          operator: "return",
          start: at,
          end: at,
          text: " return;",
          line,
          change,
        });
      }
    }
    if (ts.isStatement(node) && isDroppable(node)) replace("drop", whole(node), ";", node);
    if (ts.isIfStatement(node)) negate(node.expression);
    if (ts.isConditionalExpression(node)) negate(node.condition);
    if (ts.isWhileStatement(node)) {
      replace("leave", whole(node.expression), "false", node.expression);
    }
    if (ts.isForStatement(node) && node.condition !== undefined) {
      replace("leave", whole(node.condition), "false", node.condition);
    }
    if (ts.isBinaryExpression(node)) visitBinary(node);
    if (ts.isCallExpression(node)) visitCall(node);
    if (
      ts.isPrefixUnaryExpression(node) &&
      (node.operator === K.MinusToken || node.operator === K.ExclamationToken)
    ) {
      replace("sign", whole(node), node.operand.getText(), node);
    } else if (ts.isNumericLiteral(node) && !isRoom(node)) {
      const value = Number(node.text);
      const text = Number.isInteger(value) && value < 2 ** 31 ? `${value + 1}` : `${value * 1.5}`;
      replace("constant", whole(node), text, node.parent);
    }
    // A number with a sign is one constant.
    const isSigned = ts.isPrefixUnaryExpression(node) && ts.isNumericLiteral(node.operand);
    if (isSigned) return;
    ts.forEachChild(node, visit);
    if (scope !== null) scopes.pop();
  };
  visit(tree);
  return mutants;
}

/** The source with a mutant in it. */
export function applyMutant(source: string, { start, end, text }: Mutant): string {
  return source.slice(0, start) + text + source.slice(end);
}
