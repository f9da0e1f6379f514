import { assert, assertEquals, assertNotStrictEquals, assertStrictEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  box,
  circle,
  collide,
  compound,
  ellipse,
  newCastHit,
  newDistanceResult,
  newImpactResult,
  newManifold,
  newPenetration,
  pose,
} from "@narrowphase/gjk2d";
import {
  ask,
  at,
  compoundVerbs,
  objectsIn,
  plainVerbs,
  POSE_A,
  POSE_B,
  spoilt,
  type Verb,
  VERBS,
  walk,
} from "./verbs.ts";

const CASES = VERBS.filter(([, { args }]) => "out" in args);

/** The vectors and poses in a value. */
function vectorsIn(value: unknown): string[][] {
  return objectsIn(value).filter((path) => "x" in (at(value, path) as object));
}

/** A copy of an answer, without the contact points that are none. */
function clean(answer: unknown): unknown {
  const copy = structuredClone(answer);
  for (const [, value] of walk(copy)) {
    const { points, pointCount } = (value ?? {}) as { points?: unknown[]; pointCount?: number };
    if (points !== undefined) points.length = pointCount!;
  }
  return copy;
}

/** Copies of all arguments but the shapes. */
function copyArguments({ args }: Verb): Record<string, unknown> {
  const { a: _a, b: _b, shape: _shape, ...others } = args;
  return structuredClone(others);
}

/** The answer where the vector of `out` at a path is one of the arguments. */
function answerInto(verb: Verb, whole: unknown, path: string[], argument: string[]): unknown {
  const args = copyArguments(verb);
  const given = at(args, argument) as { x: number; y: number };
  const parent = path.slice(0, -1), key = path.at(-1)!;
  const out = path.length === 0 ? given : spoilt(whole);
  if (path.length > 0) (at(out, parent) as Record<string, unknown>)[key] = given;
  assertStrictEquals(ask(verb, { ...args, out }), out);
  // Of what else is in the argument nothing is asked.
  const answer = Object.fromEntries(
    Object.keys(at(whole, path) as object).map((key) => [key, at(given, [key])]),
  );
  if (path.length === 0) return answer;
  (at(out, parent) as Record<string, unknown>)[key] = answer;
  return clean(out);
}

for (const [name, verb] of CASES) {
  describe(`${name}() with out`, () => {
    const whole = ask(verb), expected = clean(whole);

    it("fills it, gives it back, and keeps no reference to what was asked", () => {
      assert(expected !== null);
      const args = copyArguments(verb);
      const out = spoilt(whole);
      assertStrictEquals(ask(verb, { ...args, out }), out);
      assertEquals(clean(out), expected);
      for (const [path] of [...walk(args)].filter(([, value]) => typeof value === "number")) {
        (at(args, path.slice(0, -1)) as Record<string, unknown>)[path.at(-1)!] = 77;
      }
      assertEquals(clean(out), expected);
    });

    it("may have any of its vectors among the arguments, whose numbers are read before", () => {
      for (const path of vectorsIn(whole)) {
        for (const argument of vectorsIn(copyArguments(verb))) {
          const answer = answerInto(verb, whole, path, argument);
          assertEquals(answer, expected, `${path.join(".")} in ${argument.join(".")}`);
        }
      }
    });

    const { make } = verb;
    if (make === undefined) return;
    it("takes one made in advance, fills its objects and replaces none", () => {
      const out = make();
      const inside = objectsIn(out).map((path) => at(out, path));
      assertStrictEquals(ask(verb, { out }), out);
      assertEquals(clean(out), expected);
      assertEquals(Object.keys(out), Object.keys(whole as object));
      const filled = objectsIn(out).map((path) => at(out, path));
      assertEquals(filled.length, inside.length);
      for (const [k, object] of inside.entries()) assertStrictEquals(filled[k], object);
    });
  });
}

/** Queries that may find nothing, asked where there is nothing. */
const NOTHING = [
  ...Object.entries(plainVerbs(box(2, 4), POSE_A, circle(0.75), POSE_B)),
  ...Object.entries(plainVerbs(ellipse(1, 2), POSE_A, box(1, 1), POSE_B)),
  ...Object.entries(compoundVerbs(compound([box(2, 4)]), POSE_A, circle(0.75), POSE_B)),
].filter(([name]) => /penetration|cast/i.test(name));

describe("penetration() and casts", () => {
  it("leave out alone when they find nothing", () => {
    for (const [name, verb] of NOTHING) {
      const out = verb.make!(), away = { x: 16, y: 5 };
      const other = { poseB: pose(50, 3), translation: away, translationB: away, out };
      const args = Object.fromEntries(Object.entries(other).filter(([key]) => key in verb.args));
      assertStrictEquals(ask(verb, args), null, name);
      assertEquals(out, verb.make!(), name);
    }
  });

  it("take a hit made by hand of fraction, point and normal, and add the rest once", () => {
    for (const [name, verb] of CASES.filter(([, { task }]) => task.startsWith("cast"))) {
      const out = { fraction: 0, point: { x: 0, y: 0 }, normal: { x: 0, y: 0 } };
      const expected = ask(verb);
      assertStrictEquals(ask(verb, { out }), out, name);
      assertEquals(out, expected as typeof out, name);
      const { featureA, featureB } = out as unknown as Record<string, object>;
      ask(verb, { out });
      assertStrictEquals((out as unknown as Record<string, object>).featureA, featureA);
      assertStrictEquals((out as unknown as Record<string, object>).featureB, featureB);
      // What lacks a part and takes none is refused as it is.
      for (const key of ["depth", "featureA", "featureB"]) {
        const { [key]: _, ...closed } = spoilt(expected) as Record<string, unknown>;
        const before = JSON.stringify(closed);
        let says = "";
        try {
          ask(verb, { out: Object.preventExtensions(closed) });
        } catch (error) {
          says = String(error);
        }
        assert(says.includes("out is an object, must be a hit { fraction, point, normal"), says);
        assertStrictEquals(JSON.stringify(closed), before, name);
      }
    }
  });
});

for (const make of [newDistanceResult, newPenetration, newManifold, newCastHit, newImpactResult]) {
  describe(`${make.name}()`, () => {
    it("shares no object with another, and has numbers that mean nothing", () => {
      const one = make(), other = make();
      for (const path of objectsIn(one)) {
        assertNotStrictEquals(at(one, path), at(other, path));
        assertEquals(at(one, path), at(other, path));
        if ("x" in (at(one, path) as object)) assertEquals(at(one, path), { x: NaN, y: NaN });
      }
    });
  });
}

describe("collide() with out", () => {
  it("has zeros where no contact is, whatever the query before or out has left there", () => {
    const nothing = { point: { x: 0, y: 0 }, separation: 0, id: 0 };
    const out = newManifold(), crate = box(2, 2), at = pose();
    for (const ball of [circle(1), ellipse(1, 0.5)]) {
      for (const [x, count] of [[1.5, 1], [9, 0]]) {
        for (const given of [undefined, out]) {
          assertStrictEquals(collide(crate, at, crate, pose(1.5, 0.25), {}, out).pointCount, 2);
          const { pointCount, points } = collide(crate, at, ball, pose(x, 0), {}, given);
          assertStrictEquals(pointCount, count);
          assertEquals(points.slice(count), [nothing, nothing].slice(count));
        }
      }
    }
  });
});
