import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { checkCircles, checkFile, findImports, stripComments } from "../../tools/layers.ts";

describe("layers", () => {
  it("stripComments() keeps strings, regular expressions and line numbers", () => {
    const source = [
      'const a = "/* no */ // no"; // yes',
      "/* import",
      ' "x" */ const b = /["/]\\/\\/[*"]/; const c = `// ${a}`;',
      "const d = a / b; // gone",
    ].join("\n");
    assertEquals(stripComments(source).split("\n").map((line) => line.trimEnd()), [
      'const a = "/* no */ // no";',
      "",
      '        const b = /["/]\\/\\/[*"]/; const c = `// ${a}`;',
      "const d = a / b;",
    ]);
  });

  it("findImports() finds every form and tells types apart", () => {
    const source = `/** import { no } from "./no.ts"; */
import a from "./a.ts";
import type { B } from "./b.ts";
import {
  c,
  d as e,
} from "./c.ts";
import "./d.ts";
export * from "./e.ts";
export type { F } from "./f.ts";
const g = await import("./g.ts");`;
    assertEquals(
      findImports(source).map(({ specifier, typeOnly, line }) => [specifier, typeOnly, line]),
      [
        ["./a.ts", false, 2],
        ["./b.ts", true, 3],
        ["./c.ts", false, 4],
        ["./d.ts", false, 8],
        ["./e.ts", false, 9],
        ["./f.ts", true, 10],
        ["./g.ts", false, 11],
      ],
    );
  });

  it("checkFile() lets imports point down only", () => {
    for (
      const [path, from] of [
        ["src/query/a.ts", "../kernel/gjk.ts"],
        ["src/query/a.ts", "./b.ts"],
        ["src/query/concave/a.ts", "../b.ts"],
        ["src/smooth/a.ts", "../query/attached.ts"],
        ["mod.ts", "./src/smooth/a.ts"],
      ]
    ) assertEquals(checkFile(path, `import { x } from "${from}";`), []);
    for (
      const [path, source] of [
        ["src/kernel/a.ts", 'import { x } from "../query/b.ts";'],
        ["src/math/a.ts", 'import type { X } from "../shapes/shape.ts";'],
        ["src/shapes/a.ts", 'import { NX } from "../kernel/registers.ts";'],
        ["src/query/a.ts", 'import { Space } from "../space/mod.ts";'],
        ["src/query/a.ts", 'import { x } from "./concave/b.ts";'],
        ["src/query/a.ts", 'import { x } from "../smooth/b.ts";'],
        ["src/query/concave/a.ts", 'import { x } from "../../smooth/b.ts";'],
        ["src/smooth/a.ts", 'import { x } from "../query/distance.ts";'],
        ["src/loop/a.ts", 'import { x } from "../math/vec2.ts";'],
        ["src/math/a.ts", 'import { x } from "@std/assert";'],
        ["tests/query/a_test.ts", 'import { x } from "../../src/query/distance.ts";'],
        ["demo/a.ts", 'import { x } from "../src/math/vec2.ts";'],
        ["tests/query/a_test.ts", 'import { x } from "../../mod.ts";'],
      ]
    ) assertEquals(checkFile(path, source).length, 1, `${path}: ${source}`);
  });

  it("checkCircles() finds files that import themselves by way of others, types aside", () => {
    const files = new Map([
      ["src/math/a.ts", 'import { b } from "./b.ts";\nimport type { d } from "../shapes/d.ts";'],
      ["src/math/b.ts", 'export { c } from "./c.ts";'],
      ["src/math/c.ts", 'import { e } from "./e.ts";'],
      ["src/shapes/d.ts", 'import { a } from "../math/a.ts";\nimport "@std/assert";'],
      ["src/math/e.ts", 'import { b } from "./b.ts";\nimport { gone } from "./gone.ts";'],
      ["src/math/f.ts", 'import { f } from "./f.ts";'],
    ]);
    assertEquals(checkCircles(files), [
      "src/math/b.ts:1: imports itself by src/math/c.ts, src/math/e.ts",
      "src/math/f.ts:1: imports itself by name",
    ]);
  });

  it("checkFile() refuses Math functions that differ between engines", () => {
    const rows: [path: string, source: string, faults: number][] = [
      ["src/math/a.ts", "const a = Math.sqrt(2); // Math.sin(1)", 0],
      ["src/math/a.ts", "const a = Math.hypot(3, 4);", 1],
      ["src/math/a.ts", "const { abs, clz32: clz, sqrt } = Math;", 0],
      ["src/math/a.ts", "const { sin } = Math;", 1],
      ["src/math/a.ts", "const { abs, sin } = Math;", 1],
      ["src/math/a.ts", "const { sin, abs } = Math;", 1],
      ["src/math/a.ts", "const a = 2 ** b;", 1],
      ["src/loop/a.ts", "const a = Math.exp(1);", 1],
      // Under another name, or reached for in another way, it is the same object.
      ["src/math/a.ts", "const m = Math;", 1],
      ["src/math/a.ts", "const a = Math?.sin(1);", 1],
      ["src/math/a.ts", 'const a = Math["sin"](1);', 1],
      ["tests/loop/a_test.ts", "const a = Math.exp(1);", 0],
    ];
    for (const [path, source, faults] of rows) {
      assertEquals(checkFile(path, source).length, faults, source);
    }
  });
});
