import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  checkComments,
  examplesOf,
  examplesOfSource,
  notJavaScript,
  testsOf,
  valueOf,
} from "../../tools/doc_examples.ts";
import { prints, rounds, shows, throws } from "../../tools/doc_values.ts";

const check = (code: string): string => checkComments({ file: "a.md", line: 10, code }).body;

describe("valueOf()", () => {
  it("reads a value, which words may follow", () => {
    for (const text of ["2.5", "-1", "true", "null", '"hit"', "[1, 2]", "{ x: 1, y: -0.5 }"]) {
      assertEquals(valueOf(text), { text, isPartial: false });
      assertEquals(valueOf(`${text}; since they touch`), { text, isPartial: false });
    }
    assertEquals(valueOf("{ depth: 0.25, … }"), { text: "{ depth: 0.25 }", isPartial: true });
  });

  it("leaves other comments alone", () => {
    for (const text of ["width, height", "touching counts", "(1, 0)", "x", "f(2)"]) {
      assertEquals(valueOf(text), null, text);
    }
  });
});

describe("checkComments()", () => {
  it("makes assertions of values beside statements", () => {
    const rows: [code: string, checked: string][] = [
      ["f(a); // 2.5", "shows(f(a), 2.5, false, 10); // 2.5"],
      [
        "\nconst d = f(a); // { x: 1, … }",
        "const d = f(a); shows(d, { x: 1 }, true, 11); // { x: 1, … }",
      ],
      ["f(a); // ≈ 2.83; about", 'rounds(f(a), "2.83", 10); // ≈ 2.83; about'],
      [
        "f(a); // throws TypeError: a is 1",
        'throws(() => f(a), TypeError, "a is 1", 10); // throws TypeError: a is 1',
      ],
      ["console.log(a, b); // 1 2", 'prints([a, b], "1 2", 10); // 1 2'],
      ["const a = box(2, 1); // width, height", "const a = box(2, 1); // width, height"],
      [
        "const f = (a, { b }, c = 1) => xs.map((x) => x + a);",
        "const f = (a: any, { b }: any, c = 1) => xs.map((x) => x + a);",
      ],
      ["const a = [], b = [1];", "const a: any[] = [], b = [1];"],
    ];
    for (const [code, checked] of rows) assertEquals(check(code), checked);
  });

  it("keeps imports apart, and counts what is checked", () => {
    const code = 'import { box } from "x";\nbox(1, 1).radius; // 0\n';
    const { imports, count } = checkComments({ file: "a.md", line: 1, code });
    assertEquals([imports, count], ['import { box } from "x";', 1]);
  });
});

describe("examplesOf()", () => {
  it("finds blocks of ts and js, and where they are", () => {
    const text = "# A\n\n```ts\nf();\n```\n\n```sh\nls\n```\n\n```js\ng();\n```\n";
    assertEquals(examplesOf("a.md", text), [
      { file: "a.md", line: 4, code: "f();\n" },
      { file: "a.md", line: 12, code: "g();\n" },
    ]);
    const source = "/**\n * X.\n *\n * ```ts\n * f();\n *\n * g();\n * ```\n */\n";
    assertEquals(examplesOfSource("a.ts", source), [
      { file: "a.ts", line: 5, code: "f();\n\ng();\n" },
    ]);
  });
});

describe("notJavaScript()", () => {
  it("names the lines with types, with ! and with a wrong syntax, and no others", () => {
    const find = (code: string): string[] =>
      notJavaScript({ file: "a.md", line: 10, code }).map((text) => text.split(" ")[0]);
    const plain = 'import { f } from "x";\nconst a = f?.(1) ?? await f(2n);\na.b ||= class {};\n';
    assertEquals(find(plain), []);
    assertEquals(find(`${plain}const n: number = 1;\n`), ["a.md:13"]);
    assertEquals(find('import { type F, f } from "x";\n\nf()!.id;\n'), ["a.md:10", "a.md:12"]);
    assertEquals(find("f(1, ;\n"), ["a.md:10"]);
  });
});

describe("testsOf()", () => {
  it("shares a file, but gives no example what only others import", () => {
    const examples = ["a", "b"].map((name, k) => ({
      file: "a.md",
      line: 10 * k,
      code: `import { ${name} } from "x";\n${name}();\n`,
    }));
    const [text, ...others] = testsOf(examples, "helper");
    assertEquals(others, []);
    assertEquals(text.match(/const \[.*?\]|^[ab]\(\);/gm), [
      "const [b]",
      "a();",
      "const [a]",
      "b();",
    ]);
  });
});

describe("the values of examples", () => {
  it("shows() compares all properties, or those that the comment names; prints() all words", () => {
    shows(new Float64Array([1, 2]), [1, 2], false, 1);
    shows({ a: { x: 1, y: 2 }, b: 3 }, { a: { x: 1 } }, true, 1);
    assertThrows(() => shows({ a: 1, b: 2 }, { a: 1 }, false, 1));
    assertThrows(() => shows({ a: 1, b: 2 }, { a: 2 }, true, 1));
    prints([1, "a", [2]], "1 a [2]", 1);
    assertThrows(() => prints([1], "2", 1));
  });

  it("rounds() accepts what rounds to the digits shown", () => {
    rounds(2.8284, "2.83", 1);
    rounds(1.24e-3, "1.2e-3", 1);
    assertThrows(() => rounds(2.84, "2.83", 1));
    assertThrows(() => rounds(1.26e-3, "1.2e-3", 1));
  });

  it("throws() wants the error and its words", () => {
    const act = (): never => {
      throw new RangeError("Cannot do it: a is 1");
    };
    throws(act, RangeError, "a is 1", 1);
    assertThrows(() => throws(act, TypeError, "a is 1", 1));
    assertThrows(() => throws(act, RangeError, "a is 2", 1));
    assertThrows(() => throws(() => 1, RangeError, "a is 1", 1));
  });
});
