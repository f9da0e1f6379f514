import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { checkTolerances, parseValue } from "../../tools/tolerances.ts";

describe("tolerances", () => {
  it("parseValue() reads powers, parts and numbers", () => {
    assertEquals(["2⁻⁴⁹", "10⁹", "10⁻⁶", "1/4", "0.9", "64", "(3 + 16 u) u"].map(parseValue), [
      2 ** -49,
      1e9,
      1e-6,
      0.25,
      0.9,
      64,
      NaN,
    ]);
  });

  it("checkTolerances() finds other values, what is missing and what is gone", () => {
    const files = new Map([
      ["src/kernel/a.ts", "const E: f64 = 1e-9;\nconst F: f64 = 0.25;\nconst S1: f64 = 0.1;\n"],
      ["src/shapes/c.ts", "const GAP = 1e-9; // of the area\nconst PI = 3.14;\n"],
      [
        "src/math/c.ts",
        "const LENGTH = 0.5;\nconst SQRT_HALF = 0.7;\nexport const LEAST = 1e-3;\n",
      ],
      ["src/loop/d.ts", "const SHARE = 0.5;\n"],
      ["src/query/a.ts", "// Copies of\nconst E = 1e-9;\n\nexport const STEP_CAP = 64;\n"],
    ]);
    const page =
      "| `a.ts` `E` | 10⁻⁹ | x |\n| `a.ts` (query) `STEP_CAP` | 65 | x |\n| `b.ts` `G` | 1 | x |\n" +
      "| `c.ts` `GAP` | 10⁻⁸ | x |\n| `c.ts` `LEAST` | 10⁻³ | x |";
    assertEquals(checkTolerances(page, files), [
      "src/query/a.ts: STEP_CAP is 64, the page says 65",
      "b.ts has no constant G",
      "src/shapes/c.ts: GAP is 1e-9, the page says 10⁻⁸",
      "src/kernel/a.ts: F is not on the page",
      "src/math/c.ts: LENGTH is not on the page",
    ]);
  });
});
