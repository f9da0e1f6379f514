import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { Axis } from "../../src/space/broadphase/axis.ts";
import { Random } from "../generate/random.ts";

/** Where a body of width 1 begins. */
type World = (r: Random) => number;

const WORLDS: readonly [name: string, hasVoids: boolean, at: World][] = [
  ["one crowd", false, (r) => r.range(-50, 50)],
  ["one crowd far away", false, (r) => 1e12 + r.range(-50, 50)],
  ["few and far between", false, (r) => r.range(-1e9, 1e9)],
  ["of all scales", false, (r) => r.magnitude(0, 12)],
  ["all in one place", false, () => 7],
  ["two crowds", true, (r) => (r.chance(0.5) ? 1e12 : 0) + r.range(-50, 50)],
  ["twelve crowds", true, (r) => 1e6 * 4 ** r.int(0, 11) + r.range(-50, 50)],
  ["two towers", true, (r) => r.chance(0.5) ? -1e9 : 1e12],
];

/** Boxes that begin at these coordinates, on the axis that is `side`. */
function boxesAt(coordinates: readonly number[], side: number): Float64Array {
  const boxes = new Float64Array(4 * coordinates.length).fill(NaN);
  coordinates.forEach((x, k) => {
    boxes[4 * k + side] = x;
    boxes[4 * k + side + 2] = x + 1;
  });
  return boxes;
}

const idsOf = (n: number): Int32Array => Int32Array.from({ length: n }, (_, k) => k);

function fitAxis(coordinates: readonly number[], side = 0): Axis {
  const axis = new Axis();
  axis.fit(coordinates.length, idsOf(coordinates.length), boxesAt(coordinates, side), side);
  return axis;
}

/** The keys of one side of all boxes. */
function sidesOf(axis: Axis, boxes: Float64Array, side: number): Int32Array {
  const keys = new Int32Array(boxes.length);
  axis.find(boxes.length / 4, idsOf(boxes.length / 4), boxes, side, keys);
  return keys.filter((_, k) => k % 4 === side);
}

function keysOf(axis: Axis, coordinates: readonly number[], side = 0): Int32Array {
  return sidesOf(axis, boxesAt(coordinates, 0), side);
}

describe("Axis", () => {
  for (const [name, hasVoids, at] of WORLDS) {
    it(`keeps the order, and the sides of bodies apart, where they are ${name}`, () => {
      for (const count of [1, 2, 30, 31, 1000]) {
        const r = new Random(name, count);
        const bodies = Array.from({ length: count }, () => at(r));
        const axis = fitAxis(bodies, count & 1);

        const asked = [...bodies];
        for (let k = 0; k < 1000; k++) {
          const x = r.pick(bodies), y = r.pick(bodies);
          asked.push(x + r.range(-100, 100), x + (y - x) * r.range(0, 1), x * r.range(-2, 2));
        }
        asked.push(-Infinity, Infinity, -1e300, 1e300, 0);
        asked.sort((x, y) => x - y);
        const keys = keysOf(axis, asked);
        for (let k = 1; k < asked.length; k++) {
          const [x, y] = [asked[k - 1], asked[k]];
          assert(keys[k - 1] <= keys[k], `${x} has key ${keys[k - 1]}, ${y} has ${keys[k]}`);
        }

        // Nobody in a crowd loses all digits, but the few that no sample shows.
        if (!hasVoids || count < 1000) continue;
        const left = keysOf(axis, bodies), right = keysOf(axis, bodies, 2);
        const flat = left.filter((key, k) => key === right[k]).length;
        assert(flat <= 0.1 * count, `${flat} of ${count} have no width`);
      }
    });
  }

  it("only shifts where there are no voids", () => {
    for (const [name, hasVoids, at] of WORLDS) {
      if (hasVoids) continue;
      const r = new Random(name);
      const bodies = Array.from({ length: 1000 }, () => at(r));
      const axis = fitAxis(bodies);
      const keys = keysOf(axis, bodies);
      // The median of those asked is at 0.
      const home = keys.indexOf(0);
      assert(home >= 0, name);
      const shift = bodies[home];
      bodies.forEach((x, k) =>
        assertAlmostEquals(
          axis.measure(0, keys[k]),
          x - shift,
          1e-6 * (1 + Math.abs(x - shift)),
          name,
        )
      );
    }
  });

  it("brings crowds together and leaves their shapes", () => {
    const crowd = [0, 1, 2, 5, 9];
    const bodies = Array.from({ length: 100 }, (_, k) => crowd[k % 5] + (k < 50 ? 0 : 1e12));
    const axis = fitAxis(bodies);
    const keys = keysOf(axis, bodies);
    for (let k = 0; k < 100; k += 5) {
      for (let m = 0; m < 5; m++) {
        assertAlmostEquals(axis.measure(keys[k], keys[k + m]), crowd[m], 1e-3);
      }
    }
    assert(Math.abs(axis.measure(keys[0], keys[99])) < 1e4);
  });

  it("tells bodies apart in units of any size", () => {
    for (const unit of [1e-70, 1e-40, 1, 1e30, 1e40, 1e70]) {
      const r = new Random("units", unit);
      for (const crowds of [1, 2]) {
        const bodies = Array.from(
          { length: 1000 },
          (_, k) => unit * (1e12 * (k % crowds) + r.range(-50, 50)),
        );
        const boxes = boxesAt(bodies, 0);
        bodies.forEach((x, k) => boxes[4 * k + 2] = x + unit);
        const axis = new Axis();
        axis.fit(1000, idsOf(1000), boxes, 0);
        const left = sidesOf(axis, boxes, 0), right = sidesOf(axis, boxes, 2);
        for (let k = 0; k < 1000; k++) {
          assert(left[k] < right[k], `${bodies[k]} in units of ${unit}`);
          assertAlmostEquals(axis.measure(left[k], right[k]) / unit, 1, 1e-3);
        }
      }
    }
  });

  it("keeps the crowds beside bodies lost so far away that their boxes are wide", () => {
    const r = new Random("lost");
    const bodies = Array.from({ length: 1000 }, (_, k) => 1e9 * (k % 3) + r.range(-50, 50));
    const boxes = boxesAt(bodies, 0);
    for (let k = 5; k < 1000; k += 10) boxes.set([-1e60, NaN, -1e60 + 1e45], 4 * k);
    const axis = new Axis();
    axis.fit(1000, idsOf(1000), boxes, 0);
    const left = sidesOf(axis, boxes, 0), right = sidesOf(axis, boxes, 2);
    for (let k = 0; k < 1000; k++) assert(left[k] < right[k] || k % 10 === 5, `body ${k}`);
  });

  it("forgets what it knew", () => {
    const axis = fitAxis(Array.from({ length: 40 }, (_, k) => 1e12 * (k & 1)));
    axis.fit(0, idsOf(0), new Float64Array(0), 0);
    assertEquals(axis.measure(0, keysOf(axis, [3 * 2 ** 37])[0]), 3 * 2 ** 37);
  });
});
