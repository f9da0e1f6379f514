import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { restoreConstants, restoreNames } from "../../tools/build.ts";

describe("the build", () => {
  it("restoreConstants() makes variables of a module constants, except those assigned to later", async () => {
    const code = (
      [fixed, set, added, counted, taken, empty, kind]: string[],
    ) =>
      `${fixed} fixed = 1;
${set} set = 2;
${added} added = 3;
${counted} counted = 4;
${taken} taken = 5;
${empty} empty;
${kind} Kind = class {
};
function change(set2, fixed2) {
  var inner = fixed;
  fixed2 = inner === fixed;
  set = set2;
  added += fixed2;
  counted++;
  [taken] = [set2];
}
export {
  change
};
`;
    assertEquals(
      await restoreConstants(code(Array(7).fill("var"))),
      code(["const", "let", "let", "let", "let", "let", "const"]),
    );
  });

  it("restoreNames() calls classes that refer to themselves what the source calls them", () => {
    const code = (inner: string): string =>
      `const Shape = class ${inner} {
  static make() {
    this._Shape = x_Shape;
    return new ${inner}();
  }
};
const Other = class {
};
`;
    assertEquals(restoreNames(code("_Shape")), code("Shape"));
  });
});
