import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { FAMILIES } from "../families/families.ts";
import { runCases } from "../families/run.ts";
import { library } from "../oracle/public_api.ts";

const SEED = 7;
const CASES = 150;

/** The first cases of each family, and what `deno task mutate` found the rest of the suite to miss. */
describe("the kernel", () => {
  for (const family of FAMILIES) {
    it(`keeps the contract for ${CASES} cases of ${family}`, () => {
      const { failures } = runCases(library, family, SEED, 0, CASES);
      assertEquals(failures.slice(0, 1), [], `seed ${SEED}`);
    });
  }
});
