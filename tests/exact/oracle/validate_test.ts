import { assert } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { ConvexShape } from "@narrowphase/gjk2d";
import { makeCase } from "../../generate/families.ts";
import { library } from "./public_api.ts";
import { type Api, type DistanceLike, validate } from "./validate.ts";

type Library = Api<ConvexShape>;
type Asked = Parameters<Library["signedDistance"]>;

/** Names of the promises that an implementation breaks on some easy cases. */
function broken(api: Library): Set<string> {
  const found = new Set<string>();
  for (const family of ["random", "posed", "grid_ties"]) {
    for (let i = 0; i < 60; i++) {
      const c = makeCase(family, 7, i);
      for (const v of validate(api, c.a, c.poseA, c.b, c.poseB).violations) found.add(v.check);
    }
  }
  return found;
}

/** A query with one thing changed in every result. */
function changed(
  change: (r: DistanceLike, asked: Asked) => void,
  name: "signedDistance" | "distance" = "signedDistance",
): Partial<Library> {
  return {
    [name](...asked: Asked) {
      const r = library[name](...asked);
      change(r, asked);
      return r;
    },
  };
}

describe("validate()", () => {
  const scale = (v: { x: number; y: number }, k: number): void => {
    v.x *= k;
    v.y *= k;
  };
  const turn = (r: DistanceLike, by: number): void => {
    const { x, y } = r.normal;
    r.normal = { x: x - by * y, y: y + by * x };
  };
  const mutants: [string, string, Partial<Library>][] = [
    ["a wrong boolean", "boolean", { intersects: (...pair) => !library.intersects(...pair) }],
    ["touching that does not count", "boolean", {
      intersects: (...pair) => library.signedDistance(...pair).distance < 0,
    }],
    ["a distance 9 u off", "distance", changed((r) => r.distance *= 1 + 2 ** -44)],
    [
      "a depth that is not the least",
      "depth",
      changed((r) => r.distance *= r.distance < 0 ? 1.5 : 1),
    ],
    [
      "a distance that disagrees",
      "agreement",
      changed((r) => r.distance *= 1 + 2 ** -52, "distance"),
    ],
    ["penetration that is null when touching", "agreement", {
      penetration(...asked) {
        const r = library.penetration(...asked);
        return r !== null && r.depth === 0 ? null : r;
      },
    }],
    ["a wrong status", "status", changed((r) => r.status = "touching")],
    ["an unfinished status", "status", changed((r) => r.status = "exhausted")],
    ["a normal from B to A", "normal", changed((r) => scale(r.normal, -1))],
    ["a normal turned by 1e-9", "normal", changed((r) => turn(r, 1e-9))],
    ["a normal of another length", "unit normal", changed((r) => scale(r.normal, 1 + 1e-14))],
    ["a zero normal", "unit normal", changed((r) => scale(r.normal, 0))],
    ["witness points off the shapes", "witness", changed((r) => r.pointA.x += 1e-9)],
    [
      "witness points exchanged",
      "witness difference",
      changed((r) => [r.pointA, r.pointB] = [r.pointB, r.pointA]),
    ],
    ["out.y = x + y", "witness", changed((r) => r.pointB.y += r.pointB.x)],
    ["NaN", "finite", changed((r) => r.pointB = { x: NaN, y: 0 })],
    ["an exception", "signedDistance", {
      signedDistance: () => {
        throw new Error("no");
      },
    }],
    [
      "an order that matters",
      "swap",
      changed((r, [a, , b]) => r.distance *= a.points.length > b.points.length ? 1 + 2 ** -40 : 1),
    ],
    ["an absolute tolerance", "scaling", changed((r) => r.distance += r.distance > 0 ? 1e-18 : 0)],
    ["no common point at overlap", "common point", {
      distance: (...asked) => {
        const r = library.signedDistance(...asked);
        r.distance = Math.max(0, r.distance);
        return r;
      },
    }],
    ["iterations that are no count", "iterations", changed((r) => r.iterations = NaN)],
  ];
  for (const [what, check, api] of mutants) {
    it(`refuses ${what}`, () => {
      const found = broken({ ...library, ...api });
      assert(found.has(check), `broken: ${[...found].join(", ") || "nothing"}`);
    });
  }
});
