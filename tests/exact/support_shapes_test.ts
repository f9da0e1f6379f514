import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { ConvexShape } from "@narrowphase/gjk2d";
import { effort } from "../effort.ts";
import { makeCase } from "../generate/families.ts";
import { hullOf } from "../generate/shapes.ts";
import type { Core } from "./oracle/exact.ts";
import { library, makeShape } from "./oracle/public_api.ts";
import { type Api, validate } from "./oracle/validate.ts";

/** The same shape behind a support function, of which the library knows nothing. */
const hidden = ({ points, radius }: Readonly<Core>) =>
  hullOf(makeShape({ points, radius }).points, radius);

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
        for (let i = 0; i < effort(800); i++) {
          const c = makeCase(family, 41, i);
          const options = { scaling: false, exactBooleans: false };
          const { violations } = validate(api, c.a, c.poseA, c.b, c.poseB, options);
          assertEquals(violations, [], `${family} ${i}`);
        }
      });
    }
  }
});
