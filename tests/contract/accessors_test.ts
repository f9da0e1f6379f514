import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { box, capsule, circle, ellipse, pose, regularPolygon } from "@narrowphase/gjk2d";
import { ask, compoundVerbs, plainVerbs, quietOptions, type Verb } from "./verbs.ts";

const SHAPES = [
  box(2, 2),
  box(2, 1, { radius: 0.25 }),
  circle(1),
  capsule({ x: -1, y: 0 }, { x: 1, y: 0.5 }, 0.25),
  regularPolygon(20, 1.25),
  ellipse(2, 1),
];
const [A, B] = [pose(0.25, 0.5, 0.5), pose(2, 0, 1)];

/** All queries but impacts, which read the two sweeps where they use them. */
const QUERIES: [string, Verb][] = SHAPES.flatMap((a) =>
  SHAPES.flatMap((b): [string, Verb][] => [
    ...Object.entries(plainVerbs(a, A, b, B)),
    ...a === b ? Object.entries(compoundVerbs(a, A, b, B)) : [],
  ])
).filter(([name]) => !/impact|sweep/i.test(name))
  .filter(([name, { args }]) => name !== "gjkTrace" || ![args.a, args.b].includes(SHAPES[5]));

/** Asks with accessors, of what is not a shape, for fields. */
function askBy(verb: Verb, read: (value: unknown) => unknown): unknown {
  const { a: _a, b: _b, shape: _shape, ...args } = verb.args;
  const given = "options" in args ? { ...args, options: quietOptions(verb) } : args;
  return ask(verb, withAccessors(given, read, true));
}

/** A copy with accessors for fields, but for its own at the top. */
function withAccessors<T extends object>(
  value: T,
  read: (value: unknown) => unknown,
  top = false,
): T {
  const copy = {} as Record<string, unknown>;
  for (const [key, field] of Object.entries(value)) {
    const inner = typeof field === "object" && field !== null ? withAccessors(field, read) : field;
    if (top) copy[key] = inner;
    else Object.defineProperty(copy, key, { enumerable: true, get: () => read(inner) });
  }
  return copy as T;
}

describe("accessors in the arguments of a query", () => {
  it("may make queries of their own", () => {
    const others = Object.values(plainVerbs(regularPolygon(7, 3), pose(9, 1, 0.25), SHAPES[1], A));
    let isNested = false;
    const disturb = (value: unknown): unknown => {
      if (!isNested) {
        isNested = true;
        for (const verb of others) ask(verb);
        isNested = false;
      }
      return value;
    };
    for (const [name, verb] of QUERIES) assertEquals(askBy(verb, disturb), ask(verb), name);
  });

  it("that change from one reading to the next leave no query without an end", () => {
    const { signedDistance } = plainVerbs(SHAPES[5], A, SHAPES[0], B);
    const expected = ask(signedDistance);
    for (const wrong of [NaN, Infinity, 1e300, "3", null]) {
      for (const [name, verb] of QUERIES) {
        for (let right = 0, readings = Infinity; right < readings; right++) {
          readings = 0;
          try {
            askBy(verb, (field) => readings++ < right ? field : wrong);
          } catch (error) {
            assert(error instanceof RangeError || error instanceof TypeError, name);
          }
        }
      }
      assertEquals(ask(signedDistance), expected);
    }
  });
});
