import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { makeCase } from "../../generate/families.ts";
import { bruteForce } from "./brute_force.ts";
import type { Core } from "./exact.ts";
import { type Api, type DistanceLike, validate } from "./validate.ts";

/** Names of the promises that an implementation breaks on some easy cases. */
function broken(api: Api<Core>, families = ["random", "posed", "grid_ties"], n = 60): Set<string> {
  const found = new Set<string>();
  for (const family of families) {
    for (let i = 0; i < n; i++) {
      const c = makeCase(family, 7, i);
      for (const v of validate(api, c.a, c.poseA, c.b, c.poseB).violations) found.add(v.check);
    }
  }
  return found;
}

/** The brute force with one thing changed in every distance result. */
function changed(change: (r: DistanceLike) => void, separatedOnly = false): Api<Core> {
  return {
    ...bruteForce,
    signedDistance(a, ta, b, tb, out) {
      const r = bruteForce.signedDistance(a, ta, b, tb, out);
      if (!separatedOnly || r.distance > 0) change(r);
      return r;
    },
  };
}

describe("validate()", () => {
  it("accepts a right implementation", () => {
    for (const family of ["random", "posed"]) {
      for (let i = 0; i < 200; i++) {
        const c = makeCase(family, 3, i);
        const { violations } = validate(bruteForce, c.a, c.poseA, c.b, c.poseB);
        assertEquals(violations, [], `${family} ${i}`);
      }
    }
  });

  const mutants: [string, string, Api<Core>][] = [
    ["a wrong boolean", "boolean", {
      ...bruteForce,
      intersects: (a, ta, b, tb) => !bruteForce.intersects(a, ta, b, tb),
    }],
    ["touching that does not count", "boolean", {
      ...bruteForce,
      intersects: (a, ta, b, tb) => bruteForce.signedDistance(a, ta, b, tb).distance < 0,
    }],
    ["a distance 9 u off", "distance", changed((r) => r.distance *= 1 + 2 ** -44)],
    [
      "a depth that is not the least",
      "depth",
      changed((r) => {
        if (r.distance < 0) r.distance *= 1.5;
      }),
    ],
    ["a distance that disagrees", "agreement", {
      ...bruteForce,
      distance(a, ta, b, tb, out) {
        const r = bruteForce.distance(a, ta, b, tb, out);
        r.distance *= 1 + 2 ** -52;
        return r;
      },
    }],
    ["penetration that is null when touching", "agreement", {
      ...bruteForce,
      penetration(a, ta, b, tb, out) {
        const r = bruteForce.penetration(a, ta, b, tb, out);
        return r !== null && r.depth === 0 ? null : r;
      },
    }],
    ["a wrong status", "status", changed((r) => r.status = "touching")],
    ["an unfinished status", "status", changed((r) => r.status = "exhausted")],
    [
      "a normal from B to A",
      "normal",
      changed((r) => {
        r.normal = { x: -r.normal.x, y: -r.normal.y };
      }),
    ],
    [
      "a normal turned by 1e-9",
      "normal",
      changed((r) => {
        r.normal = { x: r.normal.x - 1e-9 * r.normal.y, y: r.normal.y + 1e-9 * r.normal.x };
      }),
    ],
    [
      "a normal of another length",
      "unit normal",
      changed((r) => {
        r.normal = { x: r.normal.x * (1 + 1e-14), y: r.normal.y * (1 + 1e-14) };
      }),
    ],
    [
      "a zero normal",
      "unit normal",
      changed((r) => {
        r.normal = { x: 0, y: 0 };
      }),
    ],
    [
      "witness points off the shapes",
      "witness",
      changed((r) => {
        r.pointA = { x: r.pointA.x + r.normal.x * 1e-9, y: r.pointA.y + r.normal.y * 1e-9 };
      }),
    ],
    [
      "witness points exchanged",
      "witness difference",
      changed((r) => {
        [r.pointA, r.pointB] = [r.pointB, r.pointA];
      }),
    ],
    [
      "out.y = x + y",
      "witness",
      changed((r) => {
        r.pointB = { x: r.pointB.x, y: r.pointB.x + r.pointB.y };
      }),
    ],
    ["NaN", "finite", changed((r) => r.pointB = { x: NaN, y: 0 })],
    ["an exception", "signedDistance", {
      ...bruteForce,
      signedDistance: () => {
        throw new Error("no");
      },
    }],
    ["an order that matters", "swap", {
      ...bruteForce,
      signedDistance(a, ta, b, tb, out) {
        const r = bruteForce.signedDistance(a, ta, b, tb, out);
        if (a.points.length > b.points.length) r.distance *= 1 + 2 ** -40;
        return r;
      },
    }],
    ["a result left from before", "out", {
      ...bruteForce,
      signedDistance(a, ta, b, tb, out) {
        const before = out?.normal;
        const r = bruteForce.signedDistance(a, ta, b, tb, out);
        if (before !== undefined) r.normal = before;
        return r;
      },
    }],
    ["an absolute tolerance", "scaling", changed((r) => r.distance += 1e-18, true)],
    ["no common point at overlap", "common point", {
      ...bruteForce,
      distance: (a, ta, b, tb, out) => {
        const r = bruteForce.signedDistance(a, ta, b, tb, out);
        r.distance = Math.max(0, r.distance);
        return r;
      },
    }],
    ["iterations that are no count", "iterations", changed((r) => r.iterations = NaN)],
  ];
  for (const [what, check, api] of mutants) {
    it(`refuses ${what}`, () => {
      const found = broken(api);
      assert(found.has(check), `broken: ${[...found].join(", ") || "nothing"}`);
    });
  }
});
