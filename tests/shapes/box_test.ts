import { box } from "@narrowphase/gjk2d";
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { Random } from "../generate/random.ts";

import { ring } from "../generate/rings.ts";
import { refuses } from "./refuses.ts";

describe("box()", () => {
  it("has exact corners, counter-clockwise from the lowest, when not turned", () => {
    const b = box(0.1, 6);
    assertEquals([b.kind, b.radius], ["polygon", 0]);
    assertEquals(b.points, ring([[-0.05, -3], [0.05, -3], [0.05, 3], [-0.05, 3]]));
  });

  it("takes center, angle and radius", () => {
    const b = box(2, 4, { center: { x: 10, y: 20 }, radius: 0.25 });
    assertEquals(b.points, ring([[9, 18], [11, 18], [11, 22], [9, 22]]));
    assertStrictEquals(b.radius, 0.25);
    const turned = box(2, 4, { center: { x: 10, y: 20 }, angle: Math.PI / 2 });
    assertEquals(turned.points[0], { x: 12, y: 19 });
  });

  it("refuses a center that is none, and corners that rounding or the range do not leave", () => {
    refuses(box, [
      [[1, 1, { center: null }], TypeError, "Cannot create box: options.center is null"],
      [[1, 1, { center: { x: NaN, y: 0 } }], RangeError, "options.center.x is NaN"],
      [
        [1, 2, { center: { x: 1e30, y: 5 } }],
        RangeError,
        "width is 1 and height 2, must survive the rounding of corners around (1e+30, 5)",
      ],
      [
        [1e75, 1, { center: { x: 1.5e75, y: 0 } }],
        RangeError,
        "a corner.x is 2e+75, must be within ±2^250",
      ],
    ]);
  });

  it("has four corners wherever it is, or is refused", () => {
    // Two of the corners of a leaning box come together where the exponent of x changes.
    const center = { x: -(2 ** 53), y: 2 ** 53 };
    const leaning = { center, angle: 5.787898905808106 };
    refuses(box, [
      [
        [4.2180707566440105, 0.18829552010399675, leaning],
        RangeError,
        "width is 4.218070",
      ],
    ]);
    refuses(box, [[[1, 1e-17, { angle: 0.3 }], RangeError, "around (0, 0)"]]);
    const random = new Random("far boxes");
    for (let i = 0; i < 2000; i++) {
      const x = random.sign() * 2 ** random.int(52, 54),
        y = random.sign() * 2 ** random.int(52, 54);
      const options = { center: { x, y }, angle: random.range(0, 7) };
      try {
        assertStrictEquals(box(random.range(0, 8), random.range(0, 8), options).points.length, 4);
      } catch (error) {
        assert(error instanceof RangeError);
      }
    }
  });
});
