import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { findBrokenAnchors, findBrokenLinks, replaceBlock } from "../../tools/markdown.ts";

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

  it("findBrokenAnchors() finds links to headings that are not there, in the file and in others", () => {
    const texts = new Map([
      ["README.md", "# A\n[b](#a) [c](#c) [d](docs/b.md#of-f-and-g) [e](docs/b.md#of-f)\n"],
      [
        "docs/b.md",
        "## Of `f()`, and _G_\n```sh\n# no heading\n```\n[x](#no-heading)\n# Twice\n# Twice\n" +
        "[y](#twice-1) [z](#twice-2) [r](../README.md#a) [q](../README.md#b) [c](gone.md#c) `[k](#k)`",
      ],
    ]);
    assertEquals(findBrokenAnchors("README.md", texts), ["#c", "docs/b.md#of-f"]);
    assertEquals(findBrokenAnchors("docs/b.md", texts), [
      "#no-heading",
      "#twice-2",
      "../README.md#b",
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
