import {
  assert,
  assertAlmostEquals,
  assertEquals,
  AssertionError,
  assertLess,
  assertLessOrEqual,
  assertMatch,
  assertNotEquals,
  assertNotStrictEquals,
  assertRejects,
  assertStrictEquals,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { describe, it } from "@std/testing/bdd";

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
    const different: [unknown, unknown][] = [
      [[1, 2], [1, 3]],
      [[1, 2], [1, 2, 3]],
      [{ a: undefined }, {}],
      [{ a: undefined }, { b: undefined }],
      [new Float64Array(2), new Float64Array(3)],
      [new Float64Array(2), new Float32Array(2)],
      [new Map([[1, 2]]), new Map([[1, 3]])],
      [new Set([1, 2]), new Set([1, 3])],
      [[], {}],
      [null, {}],
      ["1", 1],
    ];
    for (const [a, b] of different) fails(() => assertEquals(a, b));
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
    const rows: [passes: () => unknown, fails: () => unknown][] = [
      [() => assertMatch("abc", /b/), () => assertMatch("abc", /d/)],
      [() => assertStringIncludes("abc", "bc"), () => assertStringIncludes("abc", "cb")],
      [() => assertLess(1, 2), () => assertLess(1, 1)],
      [() => assertLessOrEqual(1, 1), () => assertLessOrEqual(NaN, 1)],
      [() => assertNotStrictEquals(0, -0), () => assertNotStrictEquals(NaN, NaN)],
      [() => assert(1), () => assert(0)],
    ];
    for (const [passing, failing] of rows) {
      passing();
      fails(failing);
    }
  });
});

describe("@std/testing/bdd", () => {
  let ran = "";
  it("runs a test and waits for it", async () => {
    await null;
    ran += "first ";
  });
  it("runs tests in order", () => assertEquals(ran, "first "));
});
