import {
  assert,
  assertAlmostEquals,
  assertEquals,
  assertLess,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  aabb,
  box,
  compound,
  convex,
  type ConvexShape,
  ellipse,
  evaluateSupport,
  IDENTITY,
  intersects,
  manifolds,
  point,
  pose,
  signedDistance,
  type Vec2,
} from "@narrowphase/gjk2d";
import {
  ask,
  compoundVerbs,
  plainVerbs,
  POSE_A,
  POSE_B,
  spoilt,
  type Verb,
  VERBS,
} from "./verbs.ts";

const ULP = 2 ** -52;

/** An ellipse by its support function, which does something else before it answers. */
function oval(before: () => void): ConvexShape {
  return convex({
    center: { x: 0, y: 0 },
    support(dx, dy, out) {
      before();
      evaluateSupport(ellipse(1, 2), dx, dy, out);
    },
  });
}

/** Every query that asks for support points: of the shape alone, as B, and as a part. */
function queriesOf(shape: ConvexShape): [string, Verb][] {
  const crate = box(1, 2, { radius: 0.25 });
  const part = compound([{ shape: box(1, 1), pose: pose(0, 9) }, { shape }]);
  const second = Object.entries(plainVerbs(crate, POSE_A, shape, POSE_B))
    .filter(([, { args }]) => "b" in args);
  const queries = [
    ...Object.entries(plainVerbs(shape, POSE_A, crate, POSE_B)),
    ...second.map(([name, verb]): [string, Verb] => [`${name} as B`, verb]),
    ...Object.entries(compoundVerbs(part, POSE_A, crate, POSE_B)),
  ];
  // Those refuse the kind of shape, or ask for none, or (integrals) a thousand times for the same.
  const left = /^(gjkTrace|sweepPose|area|centroid|massProperties of)/;
  return queries.filter(([name]) => !left.test(name));
}

const QUIET = oval(() => {});
const EXPECTED = queriesOf(QUIET).map(([, verb]) => ask(verb));

function stillRight(): void {
  for (const [k, [name, verb]] of queriesOf(QUIET).entries()) {
    assertEquals(ask(verb), EXPECTED[k], name);
  }
}

describe("a support function", () => {
  it("that throws lets its error out unchanged, whenever it does, and the next query is right", () => {
    const boom = new Error("boom");
    let left = -1;
    const shape = oval(() => {
      if (left-- === 0) throw boom;
    });
    for (const [k, [name, verb]] of queriesOf(shape).entries()) {
      const out = "out" in verb.args ? spoilt(EXPECTED[k]) : undefined;
      const before = JSON.stringify(out);
      for (const after of [0, 1, 5]) {
        left = after;
        try {
          ask(verb, out === undefined ? {} : { out });
          // It has been called less often than that.
          assertLess(0, after, name);
          break;
        } catch (error) {
          assertStrictEquals(error, boom, name);
          assertStrictEquals(JSON.stringify(out), before, name);
        }
      }
    }
    left = -1;
    stillRight();
  });

  it("that throws leaves what other parts of a body have answered out of the result", () => {
    let isBroken = false;
    const broken = convex({
      center: { x: 0, y: 0 },
      support(dx, dy, out) {
        if (isBroken) throw new Error("no support");
        out.x = Math.sign(dx);
        out.y = Math.sign(dy);
      },
    });
    // The box is asked first.
    const body = compound([box(2, 2), { shape: broken, pose: pose(3, 0) }]), crate = box(4, 1);
    const manifold = manifolds(body, pose(), crate, pose(1, 1.25));
    const bounds = aabb(body, pose());
    assertStrictEquals(manifold.count, 2);
    const before = JSON.stringify([manifold, bounds]);
    isBroken = true;
    const again = (): unknown => manifolds(body, pose(), crate, pose(1.5, 1.125), {}, manifold);
    assertThrows(again, Error, "no support");
    assertThrows(() => aabb(body, pose(5, 5), bounds), Error, "no support");
    assertStrictEquals(JSON.stringify([manifold, bounds]), before);
  });

  it("that answers with no number, an infinite one or nothing is refused by name", () => {
    for (const value of [NaN, Infinity, undefined, "1"]) {
      let isLost = false;
      const shape = convex({
        center: { x: 0, y: 0 },
        support(dx, dy, out) {
          out.x = 3 * Math.sign(dx);
          out.y = isLost ? value as number : 3 * Math.sign(dy);
        },
      });
      const kind = typeof value === "number" ? RangeError : TypeError;
      const queries = queriesOf(shape);
      isLost = true;
      for (const [name, verb] of queries) assertThrows(() => ask(verb), kind, "out.y is", name);
    }
    stillRight();
  });

  it("may ask any query itself", () => {
    let isNested = false;
    const shape = oval(() => {
      if (isNested) return;
      isNested = true;
      for (const [, verb] of VERBS) ask(verb);
      isNested = false;
    });
    for (const [k, [name, verb]] of queriesOf(shape).entries()) {
      if (name !== "massProperties") assertEquals(ask(verb), EXPECTED[k], name);
    }
  });

  it("may change the poses, sweeps and motions that a query was given: their numbers are read before", () => {
    let spoil: () => void = () => {};
    const shape = oval(() => spoil());
    for (const [k, [name, verb]] of queriesOf(shape).entries()) {
      // The points that a body is asked about, and its sweeps, are read for each of its parts.
      if (/^(containsPoint|closestPoint|timeOfImpact) of a compound$/.test(name)) continue;
      const { a: _a, b: _b, shape: _s, ...args } = verb.args;
      const copies = structuredClone(args);
      spoil = () => {
        for (const value of Object.values(copies)) overwrite(value);
      };
      assertEquals(ask(verb, copies), EXPECTED[k], name);
    }
  });

  it("that is none at all, but answers anything, still ends", () => {
    let state = 1;
    const random = (): number => {
      state = (state * 1103515245 + 12345) % 2147483648;
      return state / 1073741824 - 1;
    };
    let calls = 0;
    const shape = convex({
      center: { x: 0, y: 0 },
      support(_dx, _dy, out) {
        calls++;
        out.x = random();
        out.y = random();
      },
    });
    for (let i = 0; i < 50; i++) {
      const { status } = signedDistance(shape, pose(), box(2, 4), pose(1.5, 0.5));
      assert(["separated", "touching", "overlapping", "exhausted"].includes(status));
    }
    for (const [name, verb] of queriesOf(shape)) {
      calls = 0;
      ask(verb);
      assertLess(calls, 100_000, name);
    }
    stillRight();
  });
});

describe("a support function of an ellipse", () => {
  const p = point({ x: 3, y: 1 });
  const reference = signedDistance(ellipse(1, 2), IDENTITY, p, IDENTITY);

  function custom(support: (dx: number, dy: number, out: Vec2) => void): ConvexShape {
    return convex({ center: { x: 0, y: 0 }, support });
  }

  function answer(dx: number, dy: number, out: Vec2): void {
    evaluateSupport(ellipse(1, 2), dx, dy, out);
  }

  it("that asks about itself runs out of stack and does no harm", () => {
    const self: ConvexShape = custom(() => {
      intersects(self, IDENTITY, p, IDENTITY);
    });
    assertThrows(() => intersects(self, IDENTITY, p, IDENTITY), RangeError);
    stillRight();
  });

  it("that moves the poses, keeps or freezes out does no harm", () => {
    for (const freezes of [false, true]) {
      const pa = pose(0, 0);
      let kept: Vec2 | undefined;
      const thief = custom((dx, dy, out) => {
        if (!freezes && kept !== undefined) kept.x = 1e9;
        answer(dx, dy, out);
        kept = freezes ? Object.freeze(out) : out;
        pa.x += 1000;
      });
      const r = signedDistance(thief, pa, p, IDENTITY);
      assertAlmostEquals(r.distance, reference.distance, 16 * ULP);
      if (!freezes) kept!.x = 77;
      stillRight();
    }
  });
});

function overwrite(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === "number") (value as Record<string, number>)[key] = 77;
    else overwrite(inner);
  }
}
