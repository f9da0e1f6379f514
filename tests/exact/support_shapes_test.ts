import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { convex, type ConvexShape } from "@narrowphase/gjk2d";
import { makeCase } from "../generate/families.ts";
import type { Core } from "./oracle/exact.ts";
import { library, makeShape } from "./oracle/public_api.ts";
import { type Api, validate } from "./oracle/validate.ts";

/** The same shape behind a support function, of which the library knows nothing. */
function hidden(core: Readonly<Core>): ConvexShape {
  const { points, radius } = makeShape(core);
  const center = { x: 0, y: 0 };
  for (const p of points) {
    center.x += p.x / points.length;
    center.y += p.y / points.length;
  }
  return convex({
    center,
    radius,
    support(dx, dy, out) {
      let best = points[0];
      let most = 0;
      for (const p of points) {
        const along = (p.x - points[0].x) * dx + (p.y - points[0].y) * dy;
        if (along > most) [best, most] = [p, along];
      }
      out.x = best.x;
      out.y = best.y;
    },
  });
}

describe("shapes given by a support function", () => {
  const both: Api<ConvexShape> = { ...library, make: hidden };
  let turn = 0;
  const one: Api<ConvexShape> = {
    ...library,
    make: (core) => turn++ % 2 === 0 ? hidden(core) : makeShape(core),
  };
  for (const [what, api] of [["on both sides", both], ["on one side", one]] as const) {
    for (const family of ["random", "nested", "offset", "circles", "grid_ties", "posed"]) {
      it(`keep the contract ${what} on ${family}, booleans to 4 u`, () => {
        for (let i = 0; i < 300; i++) {
          const c = makeCase(family, 41, i);
          const options = { scaling: false, exactBooleans: false };
          const { violations } = validate(api, c.a, c.poseA, c.b, c.poseB, options);
          assertEquals(violations, [], `${family} ${i}`);
        }
      });
    }
  }
});
