import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  checkCircles,
  checkConstants,
  checkFile,
  findImports,
  stripComments,
} from "../../tools/layers.ts";

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
      findImports(source).map(({ specifier, typeOnly, line }) =>
        `${specifier} ${typeOnly} ${line}`
      ),
      [
        "./a.ts false 2",
        "./b.ts true 3",
        "./c.ts false 4",
        "./d.ts false 8",
        "./e.ts false 9",
        "./f.ts true 10",
        "./g.ts false 11",
      ],
    );
  });

  it("checkFile() lets imports point down only", () => {
    assertEquals(checkFile("src/query/a.ts", 'import { x } from "../kernel/gjk.ts";'), []);
    assertEquals(checkFile("src/query/a.ts", 'import { x } from "./b.ts";'), []);
    assertEquals(checkFile("src/query/concave/a.ts", 'import { x } from "../b.ts";'), []);
    assertEquals(checkFile("src/query/smooth/a.ts", 'import { x } from "../b.ts";'), []);
    assertEquals(checkFile("src/query/smooth_shapes.ts", 'import { x } from "./smooth/a.ts";'), []);
    assertEquals(checkFile("src/shapes/a.ts", 'import type { i32 } from "../kernel/ptr.ts";'), []);
    for (
      const [path, source] of [
        ["src/kernel/a.ts", 'import { x } from "../query/b.ts";'],
        ["src/math/a.ts", 'import type { X } from "../shapes/shape.ts";'],
        ["src/shapes/a.ts", 'import { abs } from "../kernel/ptr.ts";'],
        ["src/query/a.ts", 'import { Space } from "../space/mod.ts";'],
        ["src/query/a.ts", 'import { x } from "./concave/b.ts";'],
        ["src/query/a.ts", 'import { x } from "./smooth/b.ts";'],
        ["src/query/concave/a.ts", 'import { x } from "../smooth/b.ts";'],
        ["src/query/smooth/a.ts", 'import { x } from "../concave/b.ts";'],
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
    assertEquals(checkFile("src/math/a.ts", "const a = Math.sqrt(2); // Math.sin(1)"), []);
    assertEquals(checkFile("src/math/a.ts", "const a = Math.hypot(3, 4);").length, 1);
    assertEquals(checkFile("src/math/a.ts", "const { sin } = Math;").length, 1);
    assertEquals(checkFile("src/math/a.ts", "const a = 2 ** b;").length, 1);
    assertEquals(checkFile("src/loop/a.ts", "const a = Math.exp(1);").length, 1);
    // Under another name, or reached for in another way, it is the same object.
    assertEquals(checkFile("src/math/a.ts", "const m = Math;").length, 1);
    assertEquals(checkFile("src/math/a.ts", "const a = Math?.sin(1);").length, 1);
    assertEquals(checkFile("src/math/a.ts", 'const a = Math["sin"](1);').length, 1);
    assertEquals(checkFile("tests/loop/a_test.ts", "const a = Math.exp(1);"), []);
  });

  it("checkConstants() finds a copy that differs and a constant that the kernel imports", () => {
    const files = new Map([
      ["src/kernel/registers.ts", "export const NX: i32 = 9;\nexport const NY: i32 = 10;\n"],
      ["src/kernel/good.ts", "// Copies of them.\nconst NX: i32 = 9;\n\nconst OWN: i32 = 1;\n"],
      [
        "src/kernel/bad.ts",
        'import { f, NY } from "./registers.ts";\n// Copies of\n// two.\nconst NX: i32 = 8;\n',
      ],
      ["src/query/bad.ts", "// Copies of\nconst NX = 9;\nconst NY = 11;\n"],
      ["demo/any.ts", "const NY = 11;\n"],
    ]);
    assertEquals(checkConstants(files), [
      "src/kernel/bad.ts:4: NX is 8 here, 9 where it is exported",
      "src/kernel/bad.ts:1: must repeat the constant NY, not import it",
      "src/query/bad.ts:3: NY is 11 here, 10 where it is exported",
    ]);
  });

  it("checkConstants() finds a copy outside of its block and a name that means two things", () => {
    const files = new Map([
      ["src/kernel/registers.ts", "export const NX: i32 = 9;\nexport const NY: i32 = 10;\n"],
      ["src/kernel/toi.ts", "// Layout, see\n// registers.ts.\nconst NX: i32 = 9;\n"],
      ["src/kernel/entry.ts", "// Copies of\nconst NX: i32 = 9;\n\nconst NY: i32 = 10;\n"],
      ["src/kernel/exact.ts", "export const NY: i32 = 11;\n"],
      // A query has names of its own, but what it calls a copy is one, exported or not.
      ["src/query/pair.ts", "const NX = 0;\n"],
      ["src/query/sweep.ts", "// Copies of\nexport const NX = 9;\nexport const NY = 11;\n"],
    ]);
    assertEquals(checkConstants(files), [
      "src/kernel/exact.ts:1: NY is exported by src/kernel/registers.ts already",
      'src/kernel/toi.ts:3: NX is a constant of src/kernel/registers.ts, must stand below "// Copies of"',
      'src/kernel/entry.ts:4: NY is a constant of src/kernel/registers.ts, must stand below "// Copies of"',
      "src/query/sweep.ts:3: NY is 11 here, 10 where it is exported",
    ]);
  });

  it("checkConstants() takes a copy in a room of queries for one of the room's constant", () => {
    const files = new Map([
      ["src/kernel/registers.ts", "export const NX: i32 = 9;\nexport const DX: i32 = 33;\n"],
      ["src/query/smooth/samples.ts", "export const NX = 0;\nexport const NY = 1;\n"],
      ["src/query/smooth/good.ts", "// Copies of\nconst NX = 0;\nconst DX = 33;\n"],
      [
        "src/query/smooth/bad.ts",
        'import { DX } from "../../kernel/registers.ts";\nimport { NY } from "./samples.ts";\n' +
        "// Copies of\nconst NX = 9;\n",
      ],
      ["src/query/pair.ts", "// Copies of\nconst NX = 9;\nconst NY = 1;\n"],
    ]);
    assertEquals(checkConstants(files), [
      "src/query/smooth/bad.ts:4: NX is 9 here, 0 where it is exported",
      "src/query/smooth/bad.ts:2: must repeat the constant NY, not import it",
      "src/query/pair.ts:3: NY is 1 here, undefined where it is exported",
    ]);
  });

  it("checkConstants() finds an operation that is another one or imported", () => {
    const files = new Map([
      [
        "src/kernel/ptr.ts",
        "export const abs: (x: f64) => f64 = Math.abs;\n" +
        "export const int: (x: f64) => i32 = (x: f64): i32 => x | 0;\n",
      ],
      [
        "src/kernel/good.ts",
        "// Copies of the operations.\nconst abs = Math.abs;\nconst int = (x: f64): i32 => x | 0;\n",
      ],
      ["src/kernel/bad.ts", "// Copies of\nconst abs = Math.max;\n"],
      ["src/kernel/lazy.ts", 'import { abs, int } from "./ptr.ts";\n'],
    ]);
    assertEquals(checkConstants(files), [
      "src/kernel/bad.ts:2: abs is Math.max here, Math.abs where it is exported",
      "src/kernel/lazy.ts:1: must repeat the constant abs, not import it",
      "src/kernel/lazy.ts:1: must repeat the constant int, not import it",
    ]);
  });
});
