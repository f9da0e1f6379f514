import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import ts from "typescript";
import { applyMutant, findMutants, findScopes, parse } from "../../tools/mutate/operators.ts";
import { switchMutants } from "../../tools/mutate/schemata.ts";

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
      ["f(new Float64Array(2 * a));", "drop: ;", "arithmetic: f(new Float64Array(2 / a));"],
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

describe("switchMutants()", () => {
  const SOURCE = `
    const WEIGHT: number = 3;
    export class Scale {
      sum = 1;
      add(x: number): void {
        if (x < 2 && x > -2) this.sum += WEIGHT * x;
      }
    }
    export const half = (x: number): number => x / 2;
    export function count(n: number, list: readonly number[] = [5, 6]): number {
      let sum = 0;
      for (let i = 0; i < n; i++) {
        if (i === 4) continue;
        else sum += Math.max(i, list[i % 2] ?? 1);
      }
      const later = (): number => { return -sum; };
      return later();
    }
    export function answers(): unknown[] {
      const scale = new Scale();
      for (const x of [-3, -2, -1, 0, 1, 2, 5]) scale.add(x);
      return [scale.sum, half(3), count(3), count(7), count(2, [0.5])];
    }`;
  interface Made {
    answers(): unknown[];
    $reached: Uint8Array;
  }

  /** The module of a text, with a mutant switched on from its start. */
  function load(text: string, mutant: number): Made {
    const js = ts.transpileModule(text.replace(/^import .*?;/, ""), {
      compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.CommonJS },
    }).outputText;
    const exports = { $reached: new Uint8Array(20) };
    new Function("exports", "$mutant", "$reached", js)(exports, mutant, exports.$reached);
    return exports as unknown as Made;
  }

  const mutants = findMutants("f.ts", SOURCE);
  const all = switchMutants("f.ts", SOURCE, mutants.map((one, k) => [k + 10, one]), 5, "m.js");

  it("does what each mutant alone does when its number is on", () => {
    assert(mutants.length > 40);
    let different = 0;
    const plain = load(SOURCE, -1).answers();
    for (const [k, mutant] of mutants.entries()) {
      const alone = load(applyMutant(SOURCE, mutant), -1).answers();
      assertEquals(load(all, k + 10).answers(), alone, mutant.change);
      if (JSON.stringify(alone) !== JSON.stringify(plain)) different++;
    }
    assert(different > 30);
    assertEquals(load(all, -1).answers(), plain);
  });

  it("sets the flags of the named functions that are reached, from the given number on", () => {
    const names = findScopes(parse("f.ts", SOURCE)).map(({ name }) => name);
    assertEquals(names, ["Scale.add", "count", "later", "answers"]);
    const made = load(all, -1);
    assertEquals([...made.$reached], new Array(20).fill(0));
    made.answers();
    assertEquals([...made.$reached].flatMap((flag, k) => flag === 1 ? [k] : []), [5, 6, 7, 8]);
  });
});
