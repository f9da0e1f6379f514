import {
  angleOf,
  copyPose,
  cos,
  IDENTITY,
  interpolatePose,
  inverseMultiply,
  inverseRotateVector,
  inverseTransformPoint,
  multiply,
  type Pose,
  pose,
  rotateVector,
  setAngle,
  sin,
  transformPoint,
  type Vec2,
} from "@narrowphase/gjk2d/math";
import {
  assert,
  assertAlmostEquals,
  assertEquals,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { describe, it } from "@std/testing/bdd";

const P = pose(3, 5, 0.7);
const Q = pose(-11, 2, -2.1);
const V = { x: 2, y: 7 };

function assertClose(actual: object, expected: object): void {
  for (const [key, value] of Object.entries(expected)) {
    assertAlmostEquals((actual as Record<string, number>)[key], value, 1e-14, key);
  }
}

describe("pose()", () => {
  it("is the identity when called without arguments", () => {
    assertEquals(pose(), { x: 0, y: 0, cos: 1, sin: 0 });
    assertEquals(pose(), { ...IDENTITY });
  });

  it("takes position and angle", () => {
    assertEquals(pose(3, 5, 0.7), { x: 3, y: 5, cos: cos(0.7), sin: sin(0.7) });
  });

  it("throws TypeError when an argument is not a number, and RangeError when it is not finite", () => {
    const rows: [act: () => unknown, typeof TypeError | typeof RangeError, message: string][] = [
      [() => pose("1" as never), TypeError, 'x is the string "1"'],
      [() => pose(Math.sin as never), TypeError, "x is a function"],
      [() => pose(1, null as never), TypeError, "y is null"],
      [() => pose(1, 2, {} as never), TypeError, "angle is an object"],
      [() => pose(1, 2, 3n as never), TypeError, "angle is the bigint 3"],
      [() => pose(NaN), RangeError, "x is NaN, must be finite"],
      [() => pose(1, -Infinity), RangeError, "y is -Infinity"],
      [() => pose(1, 2, Infinity), RangeError, "angle is Infinity"],
    ];
    for (const [act, kind, message] of rows) {
      assertThrows(act, kind, `Cannot create pose: ${message}`);
    }
  });
});

describe("IDENTITY", () => {
  it("is frozen", () => {
    assert(Object.isFrozen(IDENTITY));
  });

  it("moves nothing when applied", () => {
    assertEquals(transformPoint(IDENTITY, V), V);
    assertEquals(inverseTransformPoint(IDENTITY, V), V);
    assertEquals(multiply(IDENTITY, P), P);
    assertEquals(multiply(P, IDENTITY), P);
  });
});

describe("setAngle()", () => {
  it("sets the rotation and keeps the position", () => {
    const p = pose(3, 5, 0.7);
    assertStrictEquals(setAngle(p, 2), p);
    assertEquals(p, { x: 3, y: 5, cos: cos(2), sin: sin(2) });
    assertAlmostEquals(angleOf(p), 2, 1e-15);
  });

  it("leaves the pose alone when the angle is refused", () => {
    const p = pose(3, 5, 0.7);
    assertThrows(() => setAngle(p, NaN), RangeError, "Cannot set angle: angle is NaN");
    assertThrows(() => setAngle(p, undefined as never), TypeError, "angle is undefined");
    for (const [value, shown] of [[undefined, "undefined"], [null, "null"], ["x", "the string"]]) {
      const message = `Cannot set angle: pose is ${shown}`;
      assertThrows(() => setAngle(value as never, 1), TypeError, message);
    }
    assertEquals(p, P);
  });
});

const C = Math.cos(0.7), S = Math.sin(0.7);
const points: [string, (p: Pose, v: Vec2, out?: Vec2) => Vec2, Vec2][] = [
  ["transformPoint", transformPoint, { x: 2 * C - 7 * S + 3, y: 2 * S + 7 * C + 5 }],
  ["inverseTransformPoint", inverseTransformPoint, { x: -C + 2 * S, y: S + 2 * C }],
  ["rotateVector", rotateVector, { x: 2 * C - 7 * S, y: 2 * S + 7 * C }],
  ["inverseRotateVector", inverseRotateVector, { x: 2 * C + 7 * S, y: -2 * S + 7 * C }],
];
for (const [name, f, expected] of points) {
  describe(`${name}()`, () => {
    it("agrees with the formula", () => assertClose(f(P, V), expected));

    it("gives the same when out is its input, or the pose itself", () => {
      const v = { ...V }, p = { ...P };
      assertStrictEquals(f(P, v, v), v);
      f(p, V, p);
      assertEquals([v, { x: p.x, y: p.y }], [f(P, V), f(P, V)]);
    });
  });
}

describe("inverseTransformPoint()", () => {
  it("undoes transformPoint", () => {
    assertClose(inverseTransformPoint(P, transformPoint(P, V)), V);
    assertClose(inverseRotateVector(P, rotateVector(P, V)), V);
  });
});

const compositions: [string, (a: Pose, b: Pose, out?: Pose) => Pose][] = [
  ["multiply", multiply],
  ["inverseMultiply", inverseMultiply],
  ["interpolatePose", (a, b, out) => interpolatePose(a, b, 0.375, out)],
];
for (const [name, f] of compositions) {
  describe(`${name}()`, () => {
    it("gives the same when out is either input", () => {
      const expected = f(P, Q);
      const a = { ...P }, b = { ...Q };
      assertStrictEquals(f(a, Q, a), a);
      assertStrictEquals(f(P, b, b), b);
      assertEquals([a, b], [expected, expected]);
      const both = { ...P };
      assertEquals(f(both, both, both), f(P, P));
    });
  });
}

describe("multiply()", () => {
  it("applies the second pose first", () => {
    assertClose(transformPoint(multiply(P, Q), V), transformPoint(P, transformPoint(Q, V)));
    assertClose(multiply(P, Q), { cos: Math.cos(-1.4), sin: Math.sin(-1.4) });
  });
});

describe("inverseMultiply()", () => {
  it("expresses the second pose in the frame of the first", () => {
    assertClose(multiply(P, inverseMultiply(P, Q)), Q);
    assertClose(inverseMultiply(P, P), IDENTITY);
  });
});

describe("copyPose()", () => {
  it("copies all four numbers", () => {
    const out = pose();
    assertStrictEquals(copyPose(P, out), out);
    assertEquals(out, P);
  });
});

describe("interpolatePose()", () => {
  it("is exact at both ends", () => {
    assertEquals(interpolatePose(P, Q, 0), P);
    assertEquals(interpolatePose(P, Q, 1), Q);
    // Normalising again would change the last bits of some, and the size of one that scales.
    for (let k = 0; k < 100; k++) {
      const a = pose(k, -k, 0.1 * k), b = pose(1 / (k + 1), k, -0.3 * k);
      assertEquals([interpolatePose(a, b, 0), interpolatePose(a, b, 1)], [a, b]);
    }
    const twice = { x: 1, y: 2, cos: 2, sin: 0 };
    assertEquals([interpolatePose(P, twice, 1), interpolatePose(twice, P, 0)], [twice, twice]);
  });

  it("moves on a straight line and turns along the shorter arc", () => {
    const a = pose(1, 2, 3), b = pose(5, -6, -3); // 3 → 2π - 3, over π
    const middle = interpolatePose(a, b, 0.5);
    assertClose(middle, { x: 3, y: -2, cos: -1, sin: 0 });
    let last = angleOf(a);
    for (let t = 1; t < 8; t++) {
      const { cos, sin } = interpolatePose(a, b, t / 8);
      assertAlmostEquals(cos * cos + sin * sin, 1, 1e-15);
      const angle = Math.atan2(sin, cos) + (sin < 0 ? 2 * Math.PI : 0);
      assert(angle > last);
      last = angle;
    }
  });

  it("stays within the stated angle of a constant velocity", () => {
    const worst = (arc: number) => {
      let most = 0;
      for (let t = 0; t <= 1; t += 1 / 256) {
        const angle = angleOf(interpolatePose(pose(0, 0, 0), pose(0, 0, arc), t));
        most = Math.max(most, Math.abs(angle - t * arc));
      }
      return most * 180 / Math.PI;
    };
    assert(worst(Math.PI / 2) < 4.1, `${worst(Math.PI / 2)}`);
    assert(worst(Math.PI / 12) < 0.02, `${worst(Math.PI / 12)}`);
  });

  it("takes the quarter turn to the left in the middle when the rotations are opposite", () => {
    const a = { x: 0, y: 2, cos: 0.6, sin: 0.8 };
    const b = { x: 4, y: 8, cos: -0.6, sin: -0.8 };
    assertEquals(interpolatePose(a, b, 0.5), { x: 2, y: 5, cos: -0.8, sin: 0.6 });
    assertClose(interpolatePose(a, b, 0.25), { x: 1, y: 3.5, cos: 0.6, sin: 0.8 });
    assertClose(interpolatePose(a, b, 0.75), { x: 3, y: 6.5, cos: -0.6, sin: -0.8 });
  });
});
