import { regularPolygon } from "@narrowphase/gjk2d";
import { assertAlmostEquals, assertEquals, assertStrictEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";

import { ring } from "../generate/rings.ts";
import { refuses } from "./refuses.ts";

describe("regularPolygon()", () => {
  it("is exactly symmetric about the origin, the first vertex on the axis", () => {
    assertEquals(regularPolygon(4, 2).points, ring([[2, 0], [0, 2], [-2, 0], [0, -2]]));
    for (const n of [3, 5, 8, 31, 64, 1024]) {
      const { points: p, count } = regularPolygon(n, 3);
      assertStrictEquals(count, n);
      assertEquals(p[0], { x: 3, y: 0 });
      for (let k = 1; k < n; k++) {
        assertEquals([p[k].x, p[k].y], [p[n - k].x, -p[n - k].y]);
        assertAlmostEquals(Math.sqrt(p[k].x ** 2 + p[k].y ** 2), 3, 1e-15);
      }
    }
  });

  it("refuses what is no number of vertices", () => {
    refuses(regularPolygon, [
      [[2, 1], RangeError, "Cannot create regular polygon: n is 2"],
      [[3.5, 1], RangeError, "n is 3.5, must be an integer from 3 to 2^20"],
      [
        [1e300, 1],
        RangeError,
        "n is 1e+300, must be an integer from 3 to 2^20",
      ],
      [[2 ** 20 + 1, 1], RangeError, "n is 1048577"],
      [[NaN, 1], RangeError, "n is NaN"],
      [["3", 1], TypeError, "n is the string"],
    ]);
  });
});
