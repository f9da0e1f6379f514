import { assertEquals, assertLess } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  box,
  capsule,
  chain,
  circle,
  compound,
  convex,
  type ConvexShape,
  distance,
  ellipse,
  point,
  type Pose,
  pose,
  regularPolygon,
  segment,
  signedDistance,
  SimplexCache,
} from "@narrowphase/gjk2d";
import { effort } from "../effort.ts";
import { ask, compoundVerbs, plainVerbs } from "./verbs.ts";

const FLOOR = chain([{ x: 4, y: 0 }, { x: 0, y: 0 }, { x: -4, y: 1 }]).segments[0];
const ROD = segment({ x: -1, y: 0.5 }, { x: 0.75, y: -0.5 });
const BAR = capsule({ x: -1, y: 0.5 }, { x: 1, y: 0 }, 0.25);
const WHEEL = regularPolygon(40, 1.5);

/** Pairs that touch, overlap, hold one another and lie apart, of every kind of shape. */
const PAIRS: [ConvexShape, Pose, ConvexShape, Pose][] = [
  [box(1, 2), pose(), box(2, 1), pose(1.5, 0.25)],
  [box(1, 2), pose(0.5, 1, 0.5), box(2, 1), pose(1.25, 0.75, 2)],
  [WHEEL, pose(-1, 2, 1), regularPolygon(7, 0.5), pose(-0.75, 2.25, 0.25)],
  [WHEEL, pose(), BAR, pose(1, 3)],
  [circle(1), pose(), circle(0.5, { x: 0.25, y: 1 }), pose(1.25, -1)],
  [circle(2), pose(3, 1), point({ x: 0.5, y: 0.25 }), pose(3.5, 0.75, 2)],
  [ROD, pose(), box(1, 3, { radius: 0.5 }), pose(1, 1)],
  [ellipse(2, 1), pose(), circle(0.5), pose(2.25, 0.5)],
  [ellipse(2, 1), pose(0, 0, 1), box(1, 2), pose(0.5, -0.75)],
  [FLOOR, pose(), box(1, 1), pose(1, 0.375)],
];

const FAILING = convex({
  center: { x: 0, y: 0 },
  support() {
    throw new Error("no support");
  },
});

/** Options that leave something behind if any do; the last ones are refused. */
const OPTIONS: object[] = [
  { margin: 3, targetSeparation: 2.5 },
  { initialOverlap: "ignore", tolerance: 0.125 },
  { initialOverlap: "pushOut", targetSeparation: 2.5 },
  { margin: -1, targetSeparation: -1 },
];

/** Whatever a query answers or throws, as text with all digits. */
function answer(query: () => unknown): string {
  try {
    return JSON.stringify(query(), (_, value) => {
      if (Object.is(value, -0)) return "-0";
      return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
    });
  } catch (error) {
    return String(error);
  }
}

function makeQueries(): [string, () => unknown][] {
  const queries: [string, () => unknown][] = [];
  for (const [k, [a, pa, b, pb]] of PAIRS.entries()) {
    const both = compound([a, { shape: box(1, 1), pose: pose(0.5, 0.5) }]);
    const verbs = {
      ...plainVerbs(a, pa, b, pb),
      ...k % 2 === 0 ? compoundVerbs(both, pa, b, pb) : {},
    };
    for (const [name, verb] of Object.entries(verbs)) {
      queries.push([`${name} ${k}`, () => ask(verb)]);
      if (!("options" in verb.args) || name.endsWith("compound") || k % 4 > 1) continue;
      for (const options of OPTIONS) {
        queries.push([`${name} ${k}, ${JSON.stringify(options)}`, () => ask(verb, { options })]);
      }
    }
    // The verb is asked of B further away.
    queries.push([`distance ${k}, in place`, () => distance(a, pa, b, pb)]);
    queries.push([`signedDistance ${k}, cache`, () => {
      const cache = new SimplexCache();
      distance(a, pa, b, pb, undefined, cache);
      return signedDistance(a, pa, b, pb, undefined, cache);
    }]);
  }
  // What stops half-way, in a support function.
  const verbs = plainVerbs(FAILING, pose(0.5, 7, 1), box(9, 9), pose());
  for (const [name, verb] of Object.entries(verbs)) {
    const options = "options" in verb.args ? { options: OPTIONS[0] } : {};
    queries.push([`${name}, thrown`, () => ask(verb, options)]);
  }
  return queries;
}

describe("a query", () => {
  it("has the same bits after every other, with whatever options", () => {
    const queries = makeQueries();
    // The first answers come after the query itself and the one before in the list.
    const fresh = queries.map(([, query]) => answer(query));
    assertLess(150, new Set(fresh).size);
    for (const [i, [before, disturb]] of queries.entries()) {
      for (const [k, [name, query]] of queries.entries()) {
        // Of five neighbours, each comes after and before one.
        if ((i + k) % 5 >= effort(5)) continue;
        answer(disturb);
        assertEquals(answer(query), fresh[k], `${name} after ${before}`);
      }
    }
  });
});
