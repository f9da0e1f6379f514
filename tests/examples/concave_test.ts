import { assert, assertEquals, assertLess } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { outline } from "@narrowphase/gjk2d";
import { contacts, cup, cupPose, draw } from "../../examples/concave.ts";

describe("a cup on a chain", () => {
  it("stands on the ground and holds the ball with its floor and its wall", () => {
    const lines = contacts();
    const on = (start: string): string[] => lines.filter((line) => line.startsWith(start));
    // The cup's foot is 3 wide: from -1 to 2, and 1/32 deep.
    const foot = on("ground, cup");
    for (const x of ["(-1.000", "(2.000"]) assert(foot.some((line) => line.includes(x)), x);
    for (const line of foot) {
      assert(/normal \(0\.00, 1\.00\), separation -0\.031[23]$/.test(line), line);
    }
    // The ball overlaps the floor by 0.00875, the wall by 0.01.
    assert(
      on("cup, ball").some((line) => line.endsWith("normal (0.00, 1.00), separation -0.0088")),
    );
    assert(
      on("cup, ball").some((line) => line.endsWith("normal (-1.00, 0.00), separation -0.0100")),
    );
    assertEquals(on("ground, ball"), []);
  });

  it("is drawn without the edges between its parts", () => {
    assertLess(3, cup.parts.length);
    const lines = outline(cup, cupPose);
    assertEquals(lines.map(({ points }) => points.length / 2).sort((a, b) => b - a), [10, 4]);
    const picture = draw();
    assertEquals(picture.split("\n").length, 22);
    for (const letter of "~#o") assert(picture.includes(letter), letter);
  });
});
