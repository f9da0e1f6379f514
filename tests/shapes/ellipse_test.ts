import { ellipse, evaluateSupport, MAX_COORDINATE, MIN_SIZE } from "@narrowphase/gjk2d";
import { assertAlmostEquals, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { Random } from "../generate/random.ts";

describe("ellipse()", () => {
  it("has the support point of the closed form", () => {
    const e = ellipse(3, 2);
    assertEquals([e.kind, e.radius, e.points], ["ellipse", 0, [{ x: 0, y: 0 }]]);
    assertEquals(evaluateSupport(e, 5, 0), { x: 3, y: 0 });
    assertEquals(evaluateSupport(e, 0, -7), { x: 0, y: -2 });
    const random = new Random("ellipse");
    for (let i = 0; i < 1000; i++) {
      const rx = random.magnitude(-3, 3), ry = random.magnitude(-3, 3);
      const t = random.range(-Math.PI, Math.PI);
      const p = evaluateSupport(ellipse(rx, ry), Math.cos(t) / rx, Math.sin(t) / ry);
      assertAlmostEquals(p.x / rx, Math.cos(t), 2e-15);
      assertAlmostEquals(p.y / ry, Math.sin(t), 2e-15);
    }
  });

  it("answers for directions and sizes of every magnitude", () => {
    for (const length of [5e-324, 1e-200, 1, 1e200, 1.7e308]) {
      assertAlmostEquals(evaluateSupport(ellipse(1, 1), length, -length).x, Math.SQRT1_2, 1e-15);
    }
    assertEquals(evaluateSupport(ellipse(MAX_COORDINATE, MIN_SIZE), 3, 0), {
      x: MAX_COORDINATE,
      y: 0,
    });
  });
});
