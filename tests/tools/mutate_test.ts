import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  applyMutant,
  findMutants,
  findScopes,
  instrument,
  parse,
} from "../../tools/mutate/operators.ts";

/** What the mutants of a function body look like, by operator. */
function breaksOf(body: string): string[] {
  const source = `function f(a: number, b: number): number {${body}}`;
  return findMutants("f.ts", source)
    .filter(({ operator }) => operator !== "return")
    .map((mutant) => `${mutant.operator}: ${applyMutant(source, mutant).slice(42, -1).trim()}`);
}

describe("findMutants()", () => {
  const BREAKS: [does: string, breaks: [body: string, ...mutants: string[]][]][] = [
    ["swaps comparisons with their neighbours", [
      ["return a < b;", "compare: return a <= b;"],
      ["return a >= b;", "compare: return a > b;"],
      ["return a === b;", "compare: return a !== b;"],
    ]],
    ["swaps arithmetic, but does not subtract texts", [
      ["return a + b;", "arithmetic: return a - b;"],
      ["return a / b;", "arithmetic: return a * b;"],
      ["a *= b;", "drop: ;", "arithmetic: a /= b;"],
      ['return "a" + b + a;'],
    ]],
    ["negates conditions, shortens them and leaves out loops", [
      [
        "if (a && b) f(a);",
        "negate: if (!(a && b)) f(a);",
        "shorten: if (a) f(a);",
        "shorten: if (b) f(a);",
        "drop: if (a && b) ;",
      ],
      ["return a ? b : a;", "negate: return !(a) ? b : a;"],
      ["while (a) f();", "leave: while (false) f();", "drop: while (a) ;"],
    ]],
    ["changes numbers, signs, extremes and the order of arguments", [
      ["return 3;", "constant: return 4;"],
      ["return 0.5;", "constant: return 0.75;"],
      ["return -2;", "sign: return 2;"],
      ["return !a;", "sign: return a;"],
      ["return min(a, b);", "extreme: return max(a, b);"],
      ["return g(a, b);", "swap: return g(b, a);"],
      ["return g(a, a);"],
    ]],
    ["drops statements, throws and early returns, but not the words of an error", [
      [
        "if (a) return b; return a;",
        "negate: if (!(a)) return b; return a;",
        "drop: if (a) ; return a;",
      ],
      ["throw new RangeError(`${a + 1}`);", "drop: ;"],
    ]],
  ];
  for (const [does, breaks] of BREAKS) {
    it(does, () => {
      for (const [body, ...mutants] of breaks) assertEquals(breaksOf(body), mutants, body);
    });
  }

  it("leaves types and imports alone", () => {
    const source = 'import { a } from "./a.ts";\nexport type T = 1 | 2;\nlet x: -1 | 0;';
    assertEquals(findMutants("t.ts", source), []);
  });

  it("names the innermost function and the line", () => {
    const source =
      "class Box {\n  size(): void {\n    const f = (): void => {\n      g();\n    };\n  }\n}";
    const [method, inner, call] = findMutants("box.ts", source);
    assertEquals([method.scope, method.operator, method.line], ["Box.size", "return", 2]);
    assertEquals([inner.scope, inner.operator, inner.line], ["f", "return", 3]);
    assertEquals([call.scope, call.operator, call.change], ["f", "drop", "g(); → ;"]);
  });

  it("makes only sources that parse", () => {
    const source = `
      export function f(a: readonly number[], ...b: number[]): number {
        for (let i = 0; i < a.length; i++) if (a[i] > 0 || -a[i] < b[0] * 2) b.push(Math.min(1, -0.5));
        label: while (true) { if (b.length > 3) break label; else continue; }
        return a.reduce((x, y) => x + (y === 0 ? 1 : y), 0);
      }`;
    const mutants = findMutants("f.ts", source);
    assert(mutants.length > 20);
    for (const mutant of mutants) {
      const tree = parse("f.ts", applyMutant(source, mutant));
      const { parseDiagnostics } = tree as unknown as { parseDiagnostics: unknown[] };
      assertEquals(parseDiagnostics.length, 0, mutant.change);
    }
  });
});

describe("instrument()", () => {
  it("counts the named functions of a file from the given number on", () => {
    const source = "function f() {\n}\nconst g = () => {\n};\n[1].map((x) => { return x; });";
    assertEquals(findScopes(parse("f.ts", source)).map(({ name }) => name), ["f", "g"]);
    const host = globalThis as unknown as { reached?: Uint8Array };
    host.reached = new Uint8Array(7);
    try {
      new Function(`${instrument("f.ts", source, 5)}; g();`)();
      assertEquals([...host.reached], [0, 0, 0, 0, 0, 0, 1]);
    } finally {
      delete host.reached;
    }
  });
});
