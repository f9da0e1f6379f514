import { assert, assertEquals, assertLessOrEqual, assertStrictEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { FAMILIES, makeCase } from "../generate/families.ts";
import { runCases } from "./run.ts";
import { library } from "./oracle/public_api.ts";
import { type Errors, TOLERANCE } from "./oracle/validate.ts";
import { effort } from "../effort.ts";

const SEED = 20261121;
const CASES = effort(2000);

/** What the numerics contract says, on every family: no wrong boolean, errors within 4 u. */
describe("numerics contract", () => {
  for (const family of FAMILIES) {
    it(`holds for ${CASES} cases of ${family}`, () => {
      const score = runCases(library, family, SEED, 0, CASES);
      assertEquals(score.failures.slice(0, 3), [], `seed ${SEED}`);
      assertStrictEquals(score.cases, CASES);
      assertStrictEquals(score.wrongBooleans, 0);
      assertStrictEquals(score.failed, 0);
      for (const key of Object.keys(TOLERANCE) as (keyof Errors)[]) {
        assertLessOrEqual(score.errors[key], TOLERANCE[key], key);
      }
      // A family that never meets one of the two classes tests half of what it claims.
      assert(score.overlapping > 0 && score.overlapping < CASES);
    });
  }
});

describe("makeCase()", () => {
  it("makes the same case from the same name", () => {
    for (const family of FAMILIES) {
      assertEquals(makeCase(family, 5, 17), makeCase(family, 5, 17));
      assert(
        JSON.stringify(makeCase(family, 5, 17).b) !== JSON.stringify(makeCase(family, 5, 18).b) ||
          JSON.stringify(makeCase(family, 5, 17).a) !== JSON.stringify(makeCase(family, 6, 17).a),
      );
    }
  });
});
