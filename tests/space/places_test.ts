/**
 * Bodies of a space in a place and on a ray, against a look at every body.
 *
 * @module
 */
import { assert, assertEquals, assertLess, assertStrictEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  aabb,
  box,
  capsule,
  circle,
  convex,
  type ConvexShape,
  ellipse,
  findInBoxes,
  HIT_STRIDE,
  IDENTITY,
  point,
  type Pose,
  pose,
  RAY_STRIDE,
  rayCast,
  rayCasts,
  regularPolygon,
  segment,
  Space,
} from "@narrowphase/gjk2d";
import { Random } from "../generate/random.ts";

interface Body {
  shape: ConvexShape;
  at: Pose;
  group: number;
}

const SHAPES: readonly ConvexShape[] = [
  box(1, 0.5),
  circle(0.5, { x: 0.25, y: 0 }),
  capsule({ x: -1, y: 0 }, { x: 1, y: 0.5 }, 0.1),
  regularPolygon(6, 0.75),
  ellipse(1, 0.25),
  point({ x: 0, y: 0 }),
  box(30, 0.5),
];

/** A space that comes to be what it is over time, and its bodies. */
function* histories(r: Random): Generator<[Space, Map<number, Body>]> {
  for (const [span, far] of [[8, 0], [40, 0], [10, 1e12], [0.001, 0]]) {
    const space = new Space({ backend: "ts", capacity: 0 });
    const bodies = new Map<number, Body>();
    const anywhere = (): Pose =>
      pose(
        r.range(-span, span) + (r.chance(0.2) ? far : 0),
        r.range(-span, span) - (r.chance(0.1) ? far : 0),
        r.range(-3, 3),
      );
    const put = (): void => {
      const body = { shape: r.pick(SHAPES), at: anywhere(), group: r.int(0, 3) };
      const id = space.add(body.shape, body.at);
      space.setGroup(id, body.group);
      bodies.set(id, body);
    };
    yield [space, bodies];
    for (let k = 0; k < 300; k++) put();
    for (let step = 0; step < 12; step++) {
      if (step % 4 === 1) space.findPairs(step % 8 === 1 ? 0.5 : 0);
      yield [space, bodies];
      for (const [id, body] of bodies) {
        if (!r.chance(step % 5 === 0 ? 0.6 : 0.03)) continue;
        if (r.chance(0.2)) {
          space.remove(id);
          bodies.delete(id);
          continue;
        }
        body.at = anywhere();
        space.setPose(id, body.at);
      }
      for (let k = 0; k < 5; k++) put();
    }
  }
}

describe("Space.findInBox()", () => {
  it("lists the bodies whose boxes touch the box, and no others", () => {
    const r = new Random("places boxes");
    let found = 0;
    for (const [space, bodies] of histories(r)) {
      for (let k = 0; k < 20; k++) {
        // Around some body, or around nothing.
        const { x, y } = bodies.size > 0 ? r.pick([...bodies.values()]).at : { x: 0, y: 0 };
        const w = r.range(0, 1) ** 4 * 20;
        const h = r.int(0, 3) * r.range(0, 5);
        const place = { minX: x + r.range(-1, 1) - w, minY: y - h, maxX: 0, maxY: y + 1 };
        place.maxX = place.minX + 2 * w;
        const list = space.findInBox(place);
        for (let k = 1; k < list.length; k++) assertLess(list[k - 1], list[k]);
        const listed = new Set(list);
        for (const [id, { shape, at }] of bodies) {
          const b = aabb(shape, at);
          const gap = Math.max(
            b.minX - place.maxX,
            place.minX - b.maxX,
            b.minY - place.maxY,
            place.minY - b.maxY,
          );
          const size = Math.abs(at.x) + Math.abs(at.y) + 40;
          if (gap <= 0) assert(listed.has(id), `${id} is missing`);
          else if (listed.has(id)) assertLess(gap, 1e-13 * size);
          if (listed.has(id)) found++;
        }
        for (const id of listed) assert(bodies.has(id));
      }
    }
    assertLess(3000, found);
  });

  it("takes endless boxes, points and empty spaces", () => {
    const space = new Space();
    const all = { minX: -Infinity, minY: -Infinity, maxX: Infinity, maxY: Infinity };
    assertEquals(space.findInBox(all).length, 0);
    const ids = [-1e30, 0, 3, 1e12].map((x) => space.add(box(2, 2), pose(x, 0)));
    assertEquals([...space.findInBox(all)], ids);
    assertEquals([...space.findInBox({ ...all, maxX: -1 })], [0, 1]);
    assertEquals([...space.findInBox({ ...all, minX: 4 })], [2, 3]);
    assertEquals([...space.findInBox({ minX: 1, minY: 1, maxX: 1, maxY: 1 })], [1]);
    space.remove(1);
    assertEquals(space.findInBox({ minX: 1, minY: 1, maxX: 1, maxY: 1 }).length, 0);
  });

  it("does not list a body that was removed, in an endless box either", () => {
    const all = { minX: -Infinity, minY: -Infinity, maxX: Infinity, maxY: Infinity };
    const space = new Space();
    for (let k = 0; k < 100; k++) space.add(circle(1), pose(3 * k, 0));
    assertEquals(space.findInBox(all).length, 100);
    space.remove(40); // so few that the strips stay as they are
    const rest = [...Array(100).keys()].filter((id) => id !== 40);
    assertEquals([...space.findInBox(all)], rest);
    assertEquals([...space.findInBox({ ...all, minX: 0, minY: 0 })], rest);
    assertEquals(space.add(circle(1), pose(-9, 0)), 40);
    assertEquals(space.findInBox(all).length, 100);
  });

  it("fills out, and refuses what is no box or too short, by name", () => {
    const space = new Space();
    for (let k = 0; k < 5; k++) space.add(circle(1), pose(k, 0));
    const place = { minX: 0, minY: 0, maxX: 4, maxY: 0 };
    const out = new Uint32Array(9).fill(7);
    const found = space.findInBox(place, out);
    assertEquals([...found], [0, 1, 2, 3, 4]);
    assertStrictEquals(found.buffer, out.buffer);
    assertEquals([...out], [0, 1, 2, 3, 4, 7, 7, 7, 7]);
    const fit = new Uint32Array(5);
    assertStrictEquals(space.findInBox(place, fit), fit);
    const short = new Uint32Array(4).fill(9);
    assertThrows(() => space.findInBox(place, short), RangeError, "at least 5");
    assertEquals([...short], [9, 9, 9, 9]);
    // deno-lint-ignore no-explicit-any
    const untyped = (value: unknown): any => value;
    assertThrows(() => space.findInBox(untyped(null)), TypeError, "box is null");
    for (const side of ["minX", "minY", "maxX", "maxY"]) {
      const ask = (value: unknown) => () =>
        space.findInBox({ ...place, [side]: untyped(value) }, out);
      assertThrows(ask(NaN), RangeError, `box.${side} is NaN, must be a number`);
      assertThrows(ask("0"), TypeError, `box.${side} is the string "0", must be a number`);
    }
    assertThrows(
      () => space.findInBox({ ...place, maxX: -1 }),
      RangeError,
      "box.minX is 0, must be at most box.maxX, which is -1",
    );
    assertThrows(
      () => space.findInBox({ ...place, maxY: -2 }),
      RangeError,
      "box.minY is 0, must be at most box.maxY, which is -2",
    );
    assertThrows(() => space.findInBox(place, untyped([])), TypeError, "out is an array");
    space.poses[1] = NaN;
    assertThrows(() => space.findInBox(place), RangeError, "poses[1]");
  });
});

describe("findInBoxes()", () => {
  it("lists what findInBox() lists for each, in their order", () => {
    const r = new Random("many boxes");
    let most = 0;
    for (const [space, bodies] of histories(r)) {
      const count = r.pick([0, 1, 12]);
      const boxes = new Float64Array(4 * count);
      for (let k = 0; k < count; k++) {
        const { x, y } = bodies.size > 0 ? r.pick([...bodies.values()]).at : { x: 0, y: 0 };
        const [w, h] = [0, 1].map(() => r.pick([0, 0.5, 3, 20, Infinity]));
        boxes.set([x - w, y - h, x + w, y + r.pick([h, 0])], 4 * k);
      }
      const found = findInBoxes(space, boxes);
      const expected: number[] = [];
      for (let k = 0; k < count; k++) {
        const [minX, minY, maxX, maxY] = boxes.subarray(4 * k);
        const list = space.findInBox({ minX, minY, maxX, maxY });
        most = Math.max(most, list.length);
        for (const [m, id] of list.entries()) {
          if (m > 0) assertLess(list[m - 1], id);
          expected.push(k, id);
        }
      }
      assertEquals([...found], expected);
    }
    assertLess(250, most);
  });

  it("lists a whole world in the order of ids", () => {
    const space = new Space();
    const r = new Random("whole world");
    for (let k = 0; k < 1000; k++) space.add(box(1, 1), pose(r.range(0, 30), r.range(0, 30)));
    const all = [-Infinity, -Infinity, Infinity, Infinity];
    const ids = [...Array(1000).keys()];
    assertEquals(
      [...findInBoxes(space, Float64Array.of(...all, 50, 50, 60, 60, ...all))],
      [...ids.flatMap((id) => [0, id]), ...ids.flatMap((id) => [2, id])],
    );
  });

  it("fills out, which may lie in the boxes, and refuses by name what is wrong", () => {
    const space = new Space();
    for (let k = 0; k < 5; k++) space.add(circle(1), pose(k, 0));
    const boxes = Float64Array.of(-2, 0, -1, 0, 3, 0, 9, 0);
    const list = [0, 0, 1, 2, 1, 3, 1, 4];
    const out = new Uint32Array(11).fill(7);
    const found = findInBoxes(space, boxes, out);
    assertEquals([...found], list);
    assertStrictEquals(found.buffer, out.buffer);
    assertEquals([...out.subarray(8)], [7, 7, 7]);
    const fit = new Uint32Array(8);
    assertStrictEquals(findInBoxes(space, boxes, fit), fit);
    const short = new Uint32Array(7).fill(9);
    assertThrows(() => findInBoxes(space, boxes, short), RangeError, "at least 8 for 4 bodies");
    assertEquals([...short], Array(7).fill(9));
    const same = boxes.slice();
    assertEquals([...findInBoxes(space, same, new Uint32Array(same.buffer))], list);
    assertEquals(findInBoxes(space, new Float64Array(0)).length, 0);

    // deno-lint-ignore no-explicit-any
    const untyped = (value: unknown): any => value;
    const refused: [unknown, unknown, unknown, ErrorConstructor, string][] = [
      [{}, boxes, out, TypeError, "space is an object, must be a Space"],
      [space, [0, 0, 1, 1], out, TypeError, "boxes is an array, must be a Float64Array"],
      [space, new Float64Array(6), out, RangeError, "boxes has 6 elements, must have 4 per box"],
      [space, space.poses, out, RangeError, "boxes is a view of the space's own memory"],
      [space, boxes, boxes, TypeError, "out is an object, must be a Uint32Array"],
      [
        space,
        boxes,
        new Uint32Array(space.poses.buffer),
        RangeError,
        "out is a view of the space's own memory",
      ],
    ];
    for (const [a, b, c, kind, message] of refused) {
      assertThrows(() => findInBoxes(untyped(a), untyped(b), untyped(c)), kind, message);
    }
    for (const [k, value, rule] of [[5, NaN, "be a number"], [7, NaN, "be a number"]] as const) {
      const wrong = boxes.with(k, value);
      assertThrows(() => findInBoxes(space, wrong), RangeError, `boxes[${k}] is NaN, must ${rule}`);
    }
    for (const [k, value] of [[4, 10], [5, 1]]) {
      const wrong = boxes.with(k, value);
      assertThrows(
        () => findInBoxes(space, wrong, out),
        RangeError,
        `boxes[${k}] is ${value}, must be at most boxes[${k + 2}], which is ${wrong[k + 2]}`,
      );
    }
    assertEquals([...out.subarray(0, 8)], list);
    space.poses[1] = NaN;
    assertThrows(() => findInBoxes(space, boxes), RangeError, "poses[1] (y of body 0) is NaN");
  });
});

describe("rayCasts()", () => {
  it("gives the first hit that a look at every body gives, to the last bit", () => {
    const r = new Random("places rays");
    let hits = 0;
    let inside = 0;
    let passed = 0;
    for (const [space, bodies] of histories(r)) {
      const rays = new Float64Array(30 * RAY_STRIDE);
      for (let k = 0; k < 30; k++) {
        const { x, y } = bodies.size > 0 ? r.pick([...bodies.values()]).at : { x: 0, y: 0 };
        const length = r.pick([0, 0.01, 3, 30, 300]);
        const ray = [
          x + r.range(-5, 5),
          y + r.int(0, 1) * r.range(-5, 5),
          r.range(-length, length),
          r.int(0, 2) * r.range(-length, length),
          r.int(0, 3),
        ];
        rays.set(ray, RAY_STRIDE * k);
      }
      const found = rayCasts(space, rays);
      assertEquals(found.length, 30 * HIT_STRIDE);
      for (let k = 0; k < 30; k++) {
        const [x, y, dx, dy, group] = rays.subarray(RAY_STRIDE * k);
        let expected = [-1, 1, 0, 0, 0, 0, 0];
        for (const [id, body] of [...bodies].sort(([i], [j]) => i - j)) {
          const hit = rayCast(body.shape, body.at, { x, y }, { x: dx, y: dy });
          if (hit === null) continue;
          if (group > 0 && body.group === group) {
            passed++;
            continue;
          }
          if (expected[0] >= 0 && hit.fraction >= expected[1]) continue;
          const { fraction, normal, point, depth } = hit;
          expected = [id, fraction, normal.x, normal.y, point.x, point.y, depth];
        }
        if (expected[0] >= 0) hits++;
        if (expected[6] > 0) inside++;
        const answer = [...found.subarray(HIT_STRIDE * k, HIT_STRIDE * (k + 1))];
        assertEquals(answer, expected);
      }
    }
    assert(hits > 400 && inside > 50 && passed > 100, `${hits} ${inside} ${passed}`);
  });

  it("gives the first hit on long ways through a world with few bodies, wherever they lead", () => {
    const r = new Random("places long ways");
    const small = [circle(0.25), box(0.5, 0.25), capsule({ x: 0, y: -0.5 }, { x: 0.5, y: 0 }, 0.1)];
    const space = new Space({ backend: "ts" });
    const bodies: Body[] = [];
    for (let k = 0; k < 400; k++) {
      const body = {
        shape: r.pick(small),
        at: pose(r.range(-40, 40), r.range(-40, 40), r.range(-3, 3)),
        group: 0,
      };
      bodies.push(body);
      space.add(body.shape, body.at);
    }
    const hits: number[] = [];
    for (let round = 0; round < 4; round++) {
      const rays = new Float64Array(150 * RAY_STRIDE);
      for (let k = 0; k < 150; k++) {
        const [x, y] = [r.range(-60, 60), r.range(-60, 60)];
        // Toward some place in the world, and beyond.
        const far = r.range(1, 3);
        const way = [far * (r.range(-40, 40) - x), far * (r.range(-40, 40) - y)];
        if (r.chance(0.2)) way[r.int(0, 1)] = 0;
        rays.set([x, y, ...way, 0], RAY_STRIDE * k);
      }
      const found = rayCasts(space, rays);
      for (let k = 0; k < 150; k++) {
        const [x, y, dx, dy] = rays.subarray(RAY_STRIDE * k);
        let expected = [-1, 1];
        for (const [id, { shape, at }] of bodies.entries()) {
          const hit = rayCast(shape, at, { x, y }, { x: dx, y: dy });
          if (hit !== null && (expected[0] < 0 || hit.fraction < expected[1])) {
            expected = [id, hit.fraction];
          }
        }
        assertEquals([...found.subarray(HIT_STRIDE * k, HIT_STRIDE * k + 2)], expected);
        if (expected[0] >= 0) hits.push(expected[1]);
      }
      // A few have left their strips by the next time.
      for (let k = 0; k < 5; k++) {
        const id = r.int(0, 399);
        bodies[id].at = pose(r.range(-40, 40), r.range(-40, 40));
        space.setPose(id, bodies[id].at);
      }
    }
    assert(hits.length > 300 && hits.filter((f) => f > 0.3).length > 50, `${hits.length}`);
    const { place: places } = space.openPlaces("test");
    space.closePlaces();
    assertLess(5, places.countPieces({ x: 50, y: 0 }));
  });

  it("hits what is at the very end of a ray, and of two bodies there the one with the lower id", () => {
    const space = new Space();
    for (let k = 0; k < 3; k++) space.add(box(2, 2), pose(5, 0));
    space.setGroup(0, 7);
    const ray = Float64Array.of(0, 0.25, 4, 0, 0);
    assertEquals([...rayCasts(space, ray)].slice(0, 6), [0, 1, -1, 0, 4, 0.25]);
    ray[4] = 7;
    assertEquals([...rayCasts(space, ray)].slice(0, 6), [1, 1, -1, 0, 4, 0.25]);
    ray[2] = 3.9999999999999996;
    assertEquals([...rayCasts(space, ray)], [-1, 1, 0, 0, 0, 0, 0]);
  });

  it("hits a corner that its line touches by a rounding, as a look at the body does", () => {
    const space = new Space();
    space.add(box(2, 2));
    for (const [x, y, dx, dy] of [[-46, 92.7, 94, -183.4], [-914, 96.1, 1830, -190.2]]) {
      const hit = rayCast(box(2, 2), IDENTITY, { x, y }, { x: dx, y: dy })!;
      const found = rayCasts(space, Float64Array.of(x, y, dx, dy, 0));
      assertEquals([...found.subarray(0, 2)], [0, hit.fraction]);
    }
  });

  it("asks each body at most once for each ray, and the loose ones only along what is left of it", () => {
    const asked: number[] = [];
    class Watched extends Space {
      override getShape(id: number): ConvexShape {
        asked.push(id);
        return super.getShape(id);
      }
    }
    const space = new Watched();
    // Walls across everything, whose boxes meet all pieces of the ray, and small ones beside it.
    for (let k = 0; k < 5; k++) space.add(box(5000, 1), pose(-500 - 5 * k, 500, 0.75));
    for (let k = 0; k < 1000; k++) space.add(circle(0.5), pose(2 * k, k % 2 === 0 ? -1 : 3));
    const way = Float64Array.of(0, 0.25, 2000, 0, 0);
    assertEquals(rayCasts(space, way)[0], -1);
    assert(asked.length >= 5);
    assertEquals(asked.length, new Set(asked).size);
    // Those that have left their strips since are asked too, but not those behind a hit.
    for (const id of [300, 400, 600]) space.setPose(id, pose(1000 + id, 0));
    asked.length = 0;
    assertEquals(rayCasts(space, way)[0], 300);
    assertEquals(asked.length, new Set(asked).size);
    asked.length = 0;
    assertEquals(rayCasts(space, Float64Array.of(1, -0.5, 2000, 0, 0))[0], 7);
    assert([300, 400, 600].every((id) => !asked.includes(id)));
    // Nor is anybody asked who is in another piece than the hit, if not wide.
    assertLess(asked.length, 50);
  });

  it("finds a body before the hit of one that begins earlier and is hit far ahead", () => {
    for (const length of [40, 80, 160]) {
      const space = new Space();
      // They make the pieces of the ray short, and are beside it.
      for (let k = 0; k < 300; k++) space.add(circle(0.5), pose(2 * k, 30));
      space.add(segment({ x: 10, y: 1 }, { x: 10 + length, y: -1 }), pose());
      const id = space.add(circle(0.5), pose(10 + length / 4, 0));
      const [first, fraction] = rayCasts(space, Float64Array.of(0, 0, 600, 0, 0));
      assertEquals([first, 600 * fraction], [id, 9.5 + length / 4]);
    }
  });

  it("asks few of many thin bodies, and looks seldom where there are none", () => {
    let asked = 0;
    class Watched extends Space {
      override getShape(id: number): ConvexShape {
        asked++;
        return super.getShape(id);
      }
    }
    // It asked all of these: a piece was as long as they are high.
    const fence = new Watched();
    for (let k = 0; k < 1000; k++) fence.add(box(0.1, 1000), pose(0.2 * k, 0));
    for (const [x, id] of [[0.1, 1], [100.1, 501], [-0.1, 0], [-3000, 0], [-20_000, 0]]) {
      asked = 0;
      assertEquals(rayCasts(fence, Float64Array.of(x, 0, 200 - x, 1, 0))[0], id);
      assertLess(asked, x < -9999 ? 500 : 100);
    }
    // And it looked 250 times on the way across.
    const ring = new Space();
    for (let k = 0; k < 1000; k++) {
      ring.add(circle(0.5), pose(1000 * Math.cos(k / 160), 1000 * Math.sin(k / 160)));
    }
    const { place: places } = ring.openPlaces("test");
    ring.closePlaces();
    let looks = 0;
    const findBuilt = places.findBuilt.bind(places);
    places.findBuilt = (most) => {
      looks++;
      return findBuilt(most);
    };
    assertEquals(rayCasts(ring, Float64Array.of(-900, -100, 1900, 100, 0))[0], 0);
    assertLess(looks, 25);
    // Between two rows of a grid askew: it asked all whose boxes meet those around its pieces.
    const grid = new Watched();
    for (let k = 0; k < 900; k++) grid.add(circle(0.4), pose(2 * (k % 30), 2 * Math.floor(k / 30)));
    asked = 0;
    assertEquals(rayCasts(grid, Float64Array.of(1, 0, 56, 56, 0))[0], -1);
    assertEquals(asked, 0);
  });

  it("looks for bodies no longer than it takes to ask them all", () => {
    for (const [shape, count] of [[circle(1), 1], [circle(1), 40], [point({ x: 0, y: 0 }), 20]]) {
      const space = new Space();
      for (let k = 0; k < (count as number); k++) space.add(shape as ConvexShape, pose(0, 0));
      const { place: places } = space.openPlaces("test");
      space.closePlaces();
      for (const length of [0, 1e-300, 1, 1e6, 2 ** 249]) {
        for (
          const pieces of [
            places.countPieces({ x: length, y: 0 }),
            places.countPieces({ x: 0, y: length }),
          ]
        ) {
          assert(Number.isInteger(pieces) && pieces >= 1, `${pieces}`);
          assertLess(pieces, 2 + (count as number) / 4);
        }
      }
    }
    // Loose bodies, which are in no strip, are looked through once a ray.
    const space = new Space();
    for (let k = 0; k < 2000; k++) space.add(circle(0.5), pose(2 * k, 0));
    space.findPairs();
    for (let k = 0; k < 100; k++) space.setPose(k, pose(2 * k + 1, 0));
    const { place: places } = space.openPlaces("test");
    space.closePlaces();
    assertLess(100, places.countPieces({ x: 4000, y: 0 }));
    let looks = 0;
    const findLoose = places.findLoose.bind(places);
    places.findLoose = (count) => {
      looks++;
      return findLoose(count);
    };
    const rays = Float64Array.of(0, 2, 4000, 0, 0, 0, -2, 4000, 0, 0);
    const hits = rayCasts(space, rays);
    assertEquals([hits[0], hits[HIT_STRIDE]], [-1, -1]);
    assertEquals(looks, 2);
  });

  it("writes to out, the rays themselves too, and leaves it alone when something is wrong", () => {
    const space = new Space();
    let broken = false;
    space.add(circle(1), pose(5, 0));
    space.add(
      convex({
        center: { x: 0, y: 0 },
        support(dx, dy, out) {
          if (broken) throw new Error("no such luck");
          const l = Math.sqrt(dx * dx + dy * dy);
          out.x = dx / l;
          out.y = dy / l;
        },
      }),
      pose(0, 5),
    );
    const rays = Float64Array.of(0, 0, 8, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0);
    const given = rays.slice();
    const hits = rayCasts(space, rays.subarray(0, 10), rays);
    assertEquals([...hits.subarray(0, 7)], [0, 0.5, -1, 0, 4, 0, 0]);
    assertEquals([hits[7], hits[8], hits.length], [1, 0.5, 14]);
    assertStrictEquals(hits, rays);
    rays.set(given);
    broken = true;
    assertThrows(() => rayCasts(space, rays.subarray(0, 10), rays), Error, "no such luck");
    assertEquals(rays, given);
    broken = false;
    assertEquals(rayCasts(space, rays.subarray(0, 10))[0], 0);
    const long = new Float64Array(20).fill(8);
    assertEquals([...rayCasts(space, rays.subarray(0, 5), long)], [0, 0.5, -1, 0, 4, 0, 0]);
    assertEquals([...long.subarray(7)], Array(13).fill(8));
    assertEquals(rayCasts(space, new Float64Array(0)).length, 0);
  });

  it("refuses what is no space, no ray or too short, by name and index", () => {
    const space = new Space();
    space.add(circle(1));
    // deno-lint-ignore no-explicit-any
    const untyped = (value: unknown): any => value;
    const rays = new Float64Array(10);
    for (const bad of [null, undefined, {}, 3]) {
      assertThrows(() => rayCasts(untyped(bad), rays), TypeError, "space is");
    }
    assertThrows(() => rayCasts(space, untyped([0, 0, 1, 1, 0])), TypeError, "rays is an array");
    assertThrows(() => rayCasts(space, new Float64Array(9)), RangeError, "must have 5 per ray");
    assertThrows(() => rayCasts(space, rays, untyped("x")), TypeError, "out is the string");
    const short = new Float64Array(13);
    assertThrows(() => rayCasts(space, rays, short), RangeError, "at least 14 for 2 rays");
    assertThrows(() => rayCasts(space, space.poses), RangeError, "own memory");
    const bad = [[6, NaN], [2, Infinity], [8, 1e80], [4, 0.5], [9, -1], [9, 2 ** 31], [4, NaN]];
    for (const [at, value] of bad) {
      const wrong = rays.slice();
      wrong[at] = value;
      assertThrows(() => rayCasts(space, wrong), RangeError, `rays[${at}] is ${value}`);
    }
    const most = Float64Array.of(2 ** 250, -(2 ** 250), -(2 ** 250), 2 ** 250, 2 ** 31 - 1);
    assertEquals(rayCasts(space, most)[0], 0);
    space.poses[2] = Infinity;
    assertThrows(() => rayCasts(space, rays), RangeError, "poses[2]");
  });

  it("can be asked again after a support function has thrown, and so can findInBox()", () => {
    const space = new Space();
    let broken = true;
    space.add(convex({
      center: { x: 0, y: 0 },
      support(dx, dy, out) {
        if (broken) throw new Error("no such luck");
        out.x = Math.sign(dx);
        out.y = Math.sign(dy);
      },
    }));
    const place = { minX: 0.5, minY: 0, maxX: 2, maxY: 0 };
    const ray = Float64Array.of(-3, 0, 4, 0, 0);
    // Its box is asked for first, while the bodies are sorted.
    assertThrows(() => space.findInBox(place), Error, "no such luck");
    assertThrows(() => rayCasts(space, ray), Error, "no such luck");
    broken = false;
    assertEquals([...space.findInBox(place)], [0]);
    assertEquals([...rayCasts(space, ray)].slice(0, 3), [0, 0.5, -1]);
    assertEquals(space.add(circle(1), pose(9, 9)), 1);

    // One that was looked at before it throws has moved; too few for all to be sorted anew.
    const crowd = new Space();
    for (let k = 0; k < 40; k++) crowd.add(circle(1), pose(3 * k, 0));
    crowd.add(space.getShape(0), pose(0, 5));
    assertEquals([...crowd.findInBox({ minX: 50, minY: 10, maxX: 60, maxY: 20 })], []);
    crowd.setPose(3, pose(55, 15));
    crowd.setPose(40, pose(1, 5));
    broken = true;
    assertThrows(() => crowd.findInBox(place), Error, "no such luck");
    broken = false;
    assertEquals([...crowd.findInBox({ minX: 50, minY: 10, maxX: 60, maxY: 20 })], [3]);
    assertEquals([...crowd.findInBox({ minX: 8, minY: 0, maxX: 10, maxY: 0 })], []);
  });

  it("does not let support functions change the space", () => {
    const space = new Space();
    let problem: unknown = null;
    space.add(convex({
      center: { x: 0, y: 0 },
      support(dx, dy, out) {
        try {
          space.remove(0);
        } catch (error) {
          problem = error;
        }
        out.x = Math.sign(dx);
        out.y = Math.sign(dy);
      },
    }));
    assertEquals(rayCasts(space, Float64Array.of(-3, 0, 4, 0, 0))[1], 0.5);
    assert(problem instanceof Error);
    assert(space.has(0));
  });
});
