import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { findBrokenLinks, replaceBlock } from "../../tools/markdown.ts";

describe("markdown", () => {
  it("findBrokenLinks() finds what leads out of the package and leaves code and addresses alone", () => {
    const present = new Set(["README.md", "docs/a.md", "docs/figures/b.svg"]);
    const text =
      "[a](docs/a.md#part) ![b](docs/figures/b.svg) [c](https://c.org/c.md) [d](#here)\n" +
      "[e](docs/e.md) `[f](f.md)`\n```ts\nx[g](h.md);\n```\n[i](src/i.ts)";
    assertEquals(findBrokenLinks("README.md", text, present), ["docs/e.md", "src/i.ts"]);
    assertEquals(findBrokenLinks("docs/a.md", "[r](../README.md) [a](docs/a.md)", present), [
      "docs/a.md",
    ]);
  });

  it("replaceBlock() replaces what is between the markers", () => {
    assertEquals(
      replaceBlock("a <!-- s --> old <!-- e --> b", "<!-- s -->", "<!-- e -->", "new"),
      [
        "a <!-- s -->",
        "new",
        "<!-- e --> b",
      ].join("\n\n"),
    );
  });
});
