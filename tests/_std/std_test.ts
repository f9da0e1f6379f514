import {
  assert,
  assertAlmostEquals,
  assertArrayIncludes,
  assertEquals,
  assertExists,
  assertGreater,
  assertGreaterOrEqual,
  assertInstanceOf,
  AssertionError,
  assertLess,
  assertLessOrEqual,
  assertMatch,
  assertNotEquals,
  assertObjectMatch,
  assertRejects,
  assertStrictEquals,
  assertStringIncludes,
  assertThrows,
  fail,
} from "@std/assert";
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from "@std/testing/bdd";

/** These hold for the real packages too: they say what the suite relies on. */
function fails(fn: () => unknown): void {
  let error: unknown = null;
  try {
    fn();
  } catch (caught) {
    error = caught;
  }
  if (!(error instanceof AssertionError)) throw new Error(`did not fail: ${fn}`);
}

describe("@std/assert", () => {
  it("assertEquals() compares deeply, NaN equal, zeros equal", () => {
    assertEquals({ a: [1, NaN], b: 0 }, { a: [1, NaN], b: -0 });
    assertEquals(new Float64Array([1, NaN, 0]), new Float64Array([1, NaN, -0]));
    assertEquals(new Map([[{ x: 1 }, 2]]), new Map([[{ x: 1 }, 2]]));
    assertEquals(new Set([1, 2]), new Set([2, 1]));
    fails(() => assertEquals<unknown>([1, 2], [1, 3]));
    fails(() => assertEquals<unknown>([1, 2], [1, 2, 3]));
    fails(() => assertEquals<unknown>({ a: undefined }, {}));
    fails(() => assertEquals<unknown>({ a: undefined }, { b: undefined }));
    fails(() => assertEquals<unknown>(new Float64Array(2), new Float64Array(3)));
    fails(() => assertEquals<unknown>(new Float64Array(2), new Float32Array(2)));
    fails(() => assertEquals<unknown>([], {}));
    fails(() => assertEquals<unknown>(null, {}));
    fails(() => assertEquals<unknown>("1", 1));
    assertNotEquals<unknown>([1], [2]);
    fails(() => assertNotEquals([1], [1]));
  });

  it("assertStrictEquals() tells 0 from -0", () => {
    assertStrictEquals(NaN, NaN);
    fails(() => assertStrictEquals(0, -0));
    fails(() => assertStrictEquals({}, {}));
  });

  it("assertAlmostEquals() takes an absolute tolerance, default 1e-7 relative", () => {
    assertAlmostEquals(1, 1.1, 0.2);
    assertAlmostEquals(1e9, 1e9 + 50);
    fails(() => assertAlmostEquals(1, 1.1, 0.05));
    fails(() => assertAlmostEquals(1e9, 1e9 + 150));
    fails(() => assertAlmostEquals(NaN, 1));
  });

  it("assertThrows() checks class and message and returns the error", () => {
    const boom = (): never => {
      throw new RangeError("vertex 3 is bad");
    };
    assertStrictEquals(assertThrows(boom, RangeError, "vertex 3").message, "vertex 3 is bad");
    assertThrows(boom, Error);
    assertThrows(boom);
    fails(() => assertThrows(boom, TypeError));
    fails(() => assertThrows(boom, RangeError, "vertex 4"));
    fails(() => assertThrows(() => 1));
  });

  it("assertRejects() checks class and message", async () => {
    const boom = (): Promise<never> => Promise.reject(new RangeError("late"));
    await assertRejects(boom, RangeError, "late");
    let failed = false;
    await assertRejects(() => Promise.resolve(1)).catch(() => {
      failed = true;
    });
    assert(failed);
  });

  it("the small ones fail when they should", () => {
    assertExists(0);
    fails(() => assertExists(null));
    assertInstanceOf(new RangeError(), Error);
    fails(() => assertInstanceOf({}, Error));
    assertMatch("abc", /b/);
    fails(() => assertMatch("abc", /d/));
    assertStringIncludes("abc", "bc");
    fails(() => assertStringIncludes("abc", "cb"));
    assertGreater(2, 1);
    fails(() => assertGreater(1, 1));
    fails(() => assertGreater(NaN, 1));
    assertGreaterOrEqual(1, 1);
    fails(() => assertGreaterOrEqual(0, 1));
    assertLess(1, 2);
    fails(() => assertLess(1, 1));
    assertLessOrEqual(1, 1);
    fails(() => assertLessOrEqual(NaN, 1));
    assertObjectMatch({ a: 1, b: { c: 2, d: 3 } }, { b: { c: 2 } });
    fails(() => assertObjectMatch({ a: 1 }, { a: 2 }));
    fails(() => assertObjectMatch({ a: 1 }, { b: 1 }));
    assertArrayIncludes([1, 2, { a: 1 }], [{ a: 1 }]);
    fails(() => assertArrayIncludes([1, 2], [3]));
    fails(() => fail("no"));
    fails(() => assert(0));
  });
});

describe("@std/testing/bdd", () => {
  const log: string[] = [];
  beforeAll(() => void log.push("all"));
  beforeEach(() => void log.push("each"));
  afterEach(() => void log.push("after"));
  describe("inner", () => {
    beforeEach(() => void log.push("inner"));
    afterAll(() => void log.push("done"));
    it("runs the hooks outside in", () => {
      assertEquals(log, ["all", "each", "inner"]);
    });
    it("runs beforeAll() once", () => {
      assertEquals(log, ["all", "each", "inner", "after", "each", "inner"]);
    });
  });
  it("runs afterAll() after the last test of its group", () => {
    assertEquals(log.slice(6), ["after", "done", "each"]);
  });
});
