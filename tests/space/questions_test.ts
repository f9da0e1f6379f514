/**
 * Questions to a space, against a loop over all bodies with the functions on single pairs.
 *
 * @module
 */
import { assert, assertEquals, assertLess, assertStrictEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  aabb,
  type BodyOptions,
  box,
  capsule,
  circle,
  containsPoint,
  distance,
  HIT_STRIDE,
  type InitialOverlap,
  intersects,
  NEAREST_STRIDE,
  point,
  type Pose,
  pose,
  RAY_HIT_STRIDE,
  rayCast,
  type Selection,
  type Shape,
  shapeCast,
  Space,
  type SpaceHit,
  timeOfImpact,
  type Vec2,
} from "@narrowphase/gjk2d";
import { BODIES, disk, motion, still } from "../generate/shapes.ts";
import { Random } from "../generate/random.ts";

interface Body {
  shape: Shape;
  at: Pose;
  category: number;
  mask: number;
  group: number;
  sensor: boolean;
}

const optionsOf = ({ shape: _, at: __, ...options }: Body): BodyOptions => options;

const SHAPES: readonly Shape[] = [...BODIES, point({ x: 0, y: 0 }), box(30, 0.5)];

type World = Map<number, Body>;

/** Spaces that come to be what they are over time, and what is in them. */
function* histories(r: Random, backends: readonly ("ts" | "simd")[] = ["ts"]): Generator<
  [Space, World]
> {
  for (const [span, far] of [[8, 0], [40, 0], [10, 1e12], [0.001, 0]]) {
    const space = new Space({ backend: r.pick(backends), capacity: 0 });
    const bodies: World = new Map();
    const anywhere = (): Pose =>
      pose(
        r.range(-span, span) + (r.chance(0.2) ? far : 0),
        r.range(-span, span) - (r.chance(0.1) ? far : 0),
        r.range(-3, 3),
      );
    const put = (): void => {
      const body = {
        shape: r.pick(SHAPES),
        at: anywhere(),
        category: r.pick([1, 2, 4]),
        mask: r.pick([~0, ~0, 6, 1]),
        group: r.pick([0, 0, 1, -3]),
        sensor: r.chance(0.3),
      };
      bodies.set(space.add(body.shape, body.at, optionsOf(body)), body);
    };
    yield [space, bodies];
    for (let k = 0; k < 300; k++) put();
    for (let step = 0; step < 10; step++) {
      if (step % 4 === 1) space.findPairs(step % 8 === 1 ? 0.5 : 0);
      yield [space, bodies];
      for (const [id, body] of bodies) {
        if (!r.chance(step % 5 === 0 ? 0.6 : 0.03)) continue;
        if (r.chance(0.2)) {
          space.remove(id);
          bodies.delete(id);
        } else if (r.chance(0.25)) {
          body.category = r.pick([1, 2]);
          space.setFilter(id, { category: body.category });
        } else if (r.chance(0.3)) {
          body.sensor = !body.sensor;
          space.setSensor(id, body.sensor);
        } else {
          body.at = anywhere();
          space.setPose(id, body.at);
        }
      }
      for (let k = 0; k < 5; k++) put();
    }
  }
}

/** Some selection, and the bodies that it selects, by id. */
function select(r: Random, bodies: World): [Selection | undefined, [number, Body][]] {
  const all = [...bodies].sort(([i], [j]) => i - j);
  const ids = all.map(([id]) => id);
  switch (r.int(0, 5)) {
    case 0: {
      const mask = r.pick([1, 2, 6, ~0, 0]);
      return [{ mask }, all.filter(([, { category }]) => (category & mask) !== 0)];
    }
    case 1: {
      const except = ids.length > 0 ? r.pick(ids) : 7;
      return [{ except }, all.filter(([id]) => id !== except)];
    }
    case 2: {
      const except = ids.filter(() => r.chance(0.3));
      const given = r.pick([except, Uint32Array.from(except), new Set(except)]);
      return [{ except: given }, all.filter(([id]) => !except.includes(id))];
    }
    case 4: {
      const sensors = r.chance(0.2);
      return [{ sensors }, all.filter(([, { sensor }]) => sensors || !sensor)];
    }
    case 3: {
      const filter = (id: number): boolean => id % 3 !== 1;
      return [{ filter, mask: 3 }, all.filter(([id, b]) => filter(id) && b.category < 4)];
    }
    default:
      return [undefined, all];
  }
}

/** A place where there may be something. */
function somewhere(r: Random, bodies: World, around = 5): Vec2 {
  const { x, y } = bodies.size > 0 ? r.pick([...bodies.values()]).at : { x: 0, y: 0 };
  return { x: x + r.range(-around, around), y: y + r.int(0, 1) * r.range(-around, around) };
}

function someWay(r: Random): Vec2 {
  const length = r.pick([0, 0.01, 3, 30, 300]);
  return { x: r.range(-length, length), y: r.int(0, 2) * r.range(-length, length) };
}

/** The first of the answers by fraction and id. */
function firstOf<T extends { fraction: number; id: number }>(hits: readonly T[]): T | null {
  return hits.toSorted((a, b) => a.fraction - b.fraction || a.id - b.id)[0] ?? null;
}

describe("Space.rayCast(), rayCastAll() and rayCastAny()", () => {
  it("answer as a loop over all bodies does when bodies come, move, go and are filtered", () => {
    const r = new Random("space rays");
    const counts = { hits: 0, inside: 0, several: 0 };
    for (const [space, bodies] of histories(r)) {
      for (let k = 0; k < 40; k++) {
        const origin = somewhere(r, bodies), way = someWay(r);
        const [options, selected] = select(r, bodies);
        const expected: SpaceHit[] = [];
        for (const [id, { shape, at }] of selected) {
          const hit = rayCast(shape, at, origin, way);
          if (hit !== null) expected.push({ id, ...hit });
        }
        assertEquals(space.rayCast(origin, way, options), firstOf(expected));
        assertEquals(space.rayCastAny(origin, way, options), expected.length > 0);
        expected.sort((a, b) => a.fraction - b.fraction || a.id - b.id);
        const { count, hits } = space.rayCastAll(origin, way, { ...options, exits: true });
        assertEquals(hits.slice(0, count).map(({ exit: _, ...hit }) => hit), expected);
        const end = { x: origin.x + way.x, y: origin.y + way.y };
        for (const { id, fraction, exit } of hits.slice(0, count)) {
          const { shape, at } = bodies.get(id)!;
          const back = rayCast(shape, at, end, { x: -way.x, y: -way.y });
          assertEquals(exit, back === null ? fraction : Math.max(fraction, 1 - back.fraction));
        }
        if (count > 0) counts.hits++;
        if (count > 1) counts.several++;
        if (count > 0 && hits[0].depth > 0) counts.inside++;
      }
    }
    const { hits, several, inside } = counts;
    assert(hits > 400 && several > 150 && inside > 40, `${Object.values(counts)}`);
  });

  it("hit the lower id of two at the end of a ray", () => {
    const space = new Space();
    for (let k = 0; k < 2; k++) space.add(box(2, 2), pose(5, 0));
    const ask = (options?: Selection) => space.rayCast({ x: 0, y: 0.25 }, { x: 4, y: 0 }, options);
    assertEquals(ask()?.id, 0);
    assertEquals(ask({ except: 0 })?.id, 1);
    assertEquals(ask({ except: [1, 0] }), null);
  });

  it("find a body before the hit of one that begins earlier and is hit far ahead", () => {
    for (const length of [40, 80, 160]) {
      const space = new Space();
      // They make the pieces of the ray short, and are beside it.
      for (let k = 0; k < 300; k++) space.add(circle(0.5), pose(2 * k, 30));
      space.add(capsule({ x: 10, y: 1 }, { x: 10 + length, y: -1 }, 0), pose());
      const id = space.add(circle(0.5), pose(10 + length / 4, 0));
      const hit = space.rayCast({ x: 0, y: 0 }, { x: 600, y: 0 });
      assertEquals([hit?.id, 600 * hit!.fraction], [id, 9.5 + length / 4]);
    }
  });

  it("ask few of many bodies, and none twice", () => {
    const asked: number[] = [];
    const filter = (id: number): boolean => asked.push(id) > 0;
    const ask = (space: Space, x: number, y: number, dx: number, dy: number): number => {
      asked.length = 0;
      const hit = space.rayCast({ x, y }, { x: dx, y: dy }, { filter });
      assertEquals(asked.length, new Set(asked).size);
      return hit?.id ?? -1;
    };
    const fence = new Space();
    for (let k = 0; k < 1000; k++) fence.add(box(0.1, 1000), pose(0.2 * k, 0));
    for (const [x, id] of [[0.1, 1], [100.1, 501], [-0.1, 0], [-3000, 0], [-20_000, 0]]) {
      assertEquals(ask(fence, x, 0, 200 - x, 1), id);
      assertLess(asked.length, 100);
    }
    const grid = new Space();
    for (let k = 0; k < 900; k++) grid.add(circle(0.4), pose(2 * (k % 30), 2 * Math.floor(k / 30)));
    assertEquals(ask(grid, 1, 0, 56, 56), -1);
    assertLess(asked.length, 150);
    // One wide floor under all, and bodies that have moved since.
    const row = new Space();
    row.add(box(5000, 1), pose(1000, -3));
    for (let k = 1; k < 1000; k++) row.add(circle(0.5), pose(2 * k, k % 2 === 0 ? -1 : 3));
    row.findPairs();
    for (const id of [300, 400, 600]) row.setPose(id, pose(1000 + id, 0));
    assertEquals(ask(row, 0, 0.25, 2000, 0), 300);
    assertLess(asked.length, 10);
    assertEquals(ask(row, 3, -0.5, 2000, 0), 2);
    assertLess(asked.length, 10);
  });
});

describe("Space.shapeCast()", () => {
  it("answers as a loop over all bodies does, whatever it does about overlaps", () => {
    const r = new Random("space casts");
    let hits = 0, starts = 0;
    for (const [space, bodies] of histories(r)) {
      for (let k = 0; k < 25; k++) {
        const shape = r.pick(SHAPES.slice(0, 6)), way = someWay(r);
        const { x, y } = somewhere(r, bodies), at = pose(x, y, r.range(-3, 3));
        const [options, selected] = select(r, bodies);
        const how = {
          initialOverlap: r.pick<InitialOverlap>(["report", "ignore", "pushOut"]),
          targetSeparation: r.pick([0, 0, 0.25]),
        };
        const expected: SpaceHit[] = [];
        for (const [id, body] of selected) {
          const hit = shapeCast(body.shape, body.at, shape, at, way, how);
          if (hit !== null) expected.push({ id, ...hit });
        }
        const found = space.shapeCast(shape, at, way, { ...options, ...how });
        assertEquals(found, firstOf(expected));
        if (found !== null) hits++;
        if (found !== null && found.depth > 0) starts++;
      }
    }
    assert(hits > 300 && starts > 50, `${hits} ${starts}`);
  });
});

describe("Space.overlaps(), at() and inBox()", () => {
  it("list what a loop over all bodies does, by id", () => {
    const r = new Random("space places");
    let overlapping = 0, there = 0, boxed = 0;
    for (const [space, bodies] of histories(r)) {
      for (let k = 0; k < 25; k++) {
        const shape = r.pick(SHAPES),
          p = somewhere(r, bodies, 1),
          at = pose(p.x, p.y, r.range(-3, 3));
        const [options, selected] = select(r, bodies);
        const which = (test: (body: Body) => boolean): number[] =>
          selected.filter(([, body]) => test(body)).map(([id]) => id);
        const overlaps = which((body) => intersects(body.shape, body.at, shape, at));
        assertEquals([...space.overlaps(shape, at, options)], overlaps);
        const around = which((body) => containsPoint(body.shape, body.at, p));
        assertEquals([...space.at(p, options)], around);
        // Half of the boxes touch that of some body exactly.
        const w = r.pick([0, 0.5, 3, 20, Infinity]), h = r.pick([0, 1, Infinity]);
        const place = { minX: p.x - w, minY: p.y - h, maxX: p.x + w, maxY: p.y + r.pick([h, 0]) };
        if (bodies.size > 0 && r.chance(0.5)) {
          const body = r.pick([...bodies.values()]);
          place.minX = aabb(body.shape, body.at).maxX;
          place.maxX = Math.max(place.maxX, place.minX);
        }
        const inBox = which(({ shape, at }) => {
          const b = aabb(shape, at);
          return b.minX <= place.maxX && b.maxX >= place.minX && b.minY <= place.maxY &&
            b.maxY >= place.minY;
        });
        assertEquals([...space.inBox(place, options)], inBox);
        overlapping += overlaps.length;
        there += around.length;
        boxed += inBox.length;
      }
    }
    assert(overlapping > 1000 && there > 200 && boxed > 3000, `${overlapping} ${there} ${boxed}`);
  });

  it("fill out, grow it, and give the same view for the same number", () => {
    const space = new Space();
    for (let k = 0; k < 5; k++) space.add(circle(1), pose(k, 0));
    const place = { minX: 0, minY: 0, maxX: 4, maxY: 0 };
    const out = new Uint32Array(9).fill(7);
    const found = space.inBox(place, undefined, out);
    assertEquals([...found], [0, 1, 2, 3, 4]);
    assertEquals([...out], [0, 1, 2, 3, 4, 7, 7, 7, 7]);
    assertStrictEquals(space.inBox(place, undefined, out), found);
    const fit = new Uint32Array(5);
    assertStrictEquals(space.overlaps(box(9, 9), pose(), undefined, fit), fit);
    const short = new Uint32Array(1).fill(9);
    assertEquals([...space.at({ x: 1, y: 0 }, undefined, short)], [0, 1, 2]);
    assertEquals([...short], [9]);
  });
});

describe("Space.nearest()", () => {
  it("gives the nearest as a loop over all bodies does, from points and from shapes", () => {
    const r = new Random("space nearest");
    let found = 0, none = 0;
    const spot = point({ x: 0, y: 0 });
    for (const [space, bodies] of histories(r)) {
      for (let k = 0; k < 20; k++) {
        const p = somewhere(r, bodies, 3), isPoint = r.chance(0.5);
        const shape = isPoint ? spot : r.pick(SHAPES),
          at = isPoint ? pose(p.x, p.y) : pose(p.x, p.y, 1);
        const [options, selected] = select(r, bodies);
        const how = {
          max: r.pick([Infinity, 3, 0.5, 0]),
          count: r.pick([1, 2, 7, 1000, Infinity]),
        };
        const expected = selected.map(([id, b]) => ({ id, ...distance(shape, at, b.shape, b.at) }))
          .filter((it) => it.distance <= how.max)
          .sort((a, b) => a.distance - b.distance || a.id - b.id).slice(0, how.count);
        const { count, neighbours } = isPoint
          ? space.nearest(p, { ...options, ...how })
          : space.nearest(shape, at, { ...options, ...how });
        assertEquals(neighbours.slice(0, count), expected);
        found += count;
        if (count === 0) none++;
      }
    }
    assert(found > 10_000 && none > 20, `${found} ${none}`);
  });

  it("takes no end of bodies only with a distance", () => {
    const space = new Space(), p = { x: 0, y: 0 }, count = Infinity;
    const text = "options.count is Infinity, must have a max beside it";
    assertThrows(() => space.nearest(p, { count }), RangeError, text);
    assertThrows(() => space.nearest(p, { count: 1.5, max: 1 }), RangeError, "a whole number");
    for (let k = 0; k < 3; k++) space.add(point(p), pose(k, 0));
    const idsWithin = (max: number): number[] => {
      const { count: found, neighbours } = space.nearest(p, { count, max });
      return neighbours.slice(0, found).map(({ id }) => id);
    };
    assertEquals([idsWithin(1), idsWithin(Infinity)], [[0, 1], [0, 1, 2]]);
  });
});

describe("Space.timeOfImpact()", () => {
  it("gives the first impact as a loop over the bodies that pair with it does", () => {
    const r = new Random("space impacts");
    let impacts = 0, starts = 0;
    for (const [space, bodies] of histories(r)) {
      if (bodies.size === 0) continue;
      for (let k = 0; k < 12; k++) {
        const id = r.pick([...bodies.keys()]), own = bodies.get(id)!;
        const p = somewhere(r, bodies), way = someWay(r);
        const from = pose(p.x, p.y, r.range(-3, 3));
        const to = pose(p.x + way.x, p.y + way.y, r.range(-3, 3));
        const sweep = motion(from, to, { x: r.range(-0.5, 0.5), y: 0 });
        const [options, selected] = select(r, bodies);
        const how = { targetSeparation: r.pick([0, 0.125]) };
        const expected = selected.filter(([other, b]) =>
          other !== id && (b.category & own.mask) !== 0 && (own.category & b.mask) !== 0 &&
          (b.group === 0 || b.group !== own.group)
        ).map(([other, { shape, at }]) => {
          return { id: other, ...timeOfImpact(shape, still(at), own.shape, sweep, how) };
        }).filter(({ status }) => status !== "separated");
        const found = space.timeOfImpact(id, sweep, { ...options, ...how });
        if (expected.length === 0) {
          assertEquals([found.id, found.status, found.fraction], [-1, "separated", 1]);
          continue;
        }
        assertEquals(found, firstOf(expected));
        impacts++;
        if (found.status === "overlapping") starts++;
      }
    }
    assert(impacts > 60 && starts > 20, `${impacts} ${starts}`);
  });
});

describe("Space with a point at the origin, whose box has no size", () => {
  it("finds it there", () => {
    const space = new Space(), spot = point({ x: 0, y: 0 }), at = { x: 0, y: 0 };
    space.add(spot);
    assertEquals([...space.at(at)], [0]);
    assertEquals([...space.inBox({ minX: 0, minY: 0, maxX: 0, maxY: 0 })], [0]);
    assertEquals([...space.overlaps(spot, pose())], [0]);
    assertEquals(space.nearest(at).neighbours[0].distance, 0);
    for (const way of [{ x: 1, y: 0 }, { x: 0, y: -1 }]) {
      assertEquals(space.rayCast(at, way)?.id, 0);
      assertEquals(space.shapeCast(spot, pose(-way.x, -way.y), way)?.fraction, 1);
    }
  });
});

describe("Space.rayCasts() and the other questions over arrays", () => {
  it("give what the single questions give", () => {
    const r = new Random("space arrays");
    for (const [space, bodies] of histories(r)) {
      const [options] = select(r, bodies);
      const count = r.int(0, 12), shape = r.pick(SHAPES);
      // What is asked, and what the single questions answer.
      const ask: Record<"rays" | "casts" | "points" | "boxes" | "poses" | "sweeps", number[]> = {
        rays: [],
        casts: [],
        points: [],
        boxes: [],
        poses: [],
        sweeps: [],
      };
      const first: number[] = [], all: number[] = [], any: number[] = [], casts: number[] = [];
      const overlaps: number[] = [],
        at: number[] = [],
        boxes: number[] = [],
        nearest: number[] = [];
      const impacts: number[] = [];
      const write = (hit: SpaceHit | null): number[] => {
        if (hit === null) return [-1, 1, 0, 0, 0, 0, 0];
        const { id, fraction, normal, point, depth } = hit;
        return [id, fraction, normal.x, normal.y, point.x, point.y, depth];
      };
      for (let k = 0; k < count; k++) {
        const p = somewhere(r, bodies), way = someWay(r), own = r.int(-1, 40);
        const on = pose(p.x, p.y, k), numbers = [on.x, on.y, on.cos, on.sin];
        ask.rays.push(p.x, p.y, way.x, way.y, own);
        ask.casts.push(...numbers, way.x, way.y);
        ask.poses.push(...numbers);
        ask.points.push(p.x, p.y);
        ask.boxes.push(p.x, p.y, p.x + 2, p.y + 1);
        const mine = (id: number): boolean => id !== own && (options?.filter?.(id) ?? true);
        const filtered = { ...options, filter: mine };
        first.push(...write(space.rayCast(p, way, filtered)));
        any.push(Number(space.rayCastAny(p, way, filtered)));
        const { count, hits } = space.rayCastAll(p, way, { ...filtered, exits: true });
        for (const hit of hits.slice(0, count)) all.push(k, hit.exit, ...write(hit));
        casts.push(...write(space.shapeCast(shape, on, way, options)));
        for (const id of space.overlaps(shape, on, options)) overlaps.push(k, id);
        for (const id of space.at(p, options)) at.push(k, id);
        const place = { minX: p.x, minY: p.y, maxX: p.x + 2, maxY: p.y + 1 };
        for (const id of space.inBox(place, options)) boxes.push(k, id);
        const mover = r.pick([...bodies.keys(), -1]), to = pose(p.x + way.x, p.y + way.y, k + 1);
        if (mover >= 0) {
          const sweep = motion(on, to, { x: 0.25, y: 0 });
          const { id, fraction, normal, pointA, distance, status } = space.timeOfImpact(
            mover,
            sweep,
            options,
          );
          ask.sweeps.push(mover, 0.25, 0, ...numbers, to.x, to.y, to.cos, to.sin);
          const states = ["separated", "hit", "overlapping", "exhausted"];
          impacts.push(id, fraction, normal.x, normal.y);
          impacts.push(...(id >= 0 ? [pointA.x, pointA.y] : [0, 0]));
          impacts.push(distance, states.indexOf(status));
        }
        const near = space.nearest(p, { ...options, max: 2 });
        const { id, distance, pointB } = near.neighbours[0] ?? {};
        nearest.push(
          ...(near.count > 0 ? [id, distance, pointB.x, pointB.y] : [-1, Infinity, 0, 0]),
        );
      }
      const of = (name: keyof typeof ask): Float64Array => Float64Array.from(ask[name]);
      assertEquals([...space.rayCasts(of("rays"), options)], first);
      assertEquals([...space.rayCastsAll(of("rays"), options)], all);
      assertEquals([...space.rayCastsAny(of("rays"), options)], any);
      assertEquals([...space.shapeCasts(shape, of("casts"), options)], casts);
      assertEquals([...space.overlapsAt(shape, of("poses"), options)], overlaps);
      assertEquals([...space.atPoints(of("points"), options)], at);
      assertEquals([...space.inBoxes(of("boxes"), options)], boxes);
      assertEquals([...space.nearestTo(of("points"), { ...options, max: 2 })], nearest);
      assertEquals([...space.timesOfImpact(of("sweeps"), options)], impacts);
      assertEquals(first.length, HIT_STRIDE * count);
      assertEquals(all.length % RAY_HIT_STRIDE, 0);
      assertEquals(nearest.length, NEAREST_STRIDE * count);
    }
  });

  it("write over their input when it is the output", () => {
    const space = new Space();
    space.add(circle(1), pose(5, 0));
    const rays = Float64Array.of(0, 0, 8, 0, -1, 0, 0, -8, 0, -1, 0, 0, 0, 0);
    const hits = space.rayCasts(rays.subarray(0, 10), undefined, rays);
    assertStrictEquals(hits, rays);
    assertEquals([...hits], [0, 0.5, -1, 0, 4, 0, 0, -1, 1, 0, 0, 0, 0, 0]);
  });

  it("refuse bad numbers by index, and leave out alone", () => {
    const space = new Space();
    space.add(circle(1));
    const rays = new Float64Array(10), out = new Float64Array(14).fill(8);
    const calls: [() => unknown, typeof TypeError | typeof RangeError, string][] = [
      [() => space.rayCasts([0] as never), TypeError, "rays is an array"],
      [() => space.rayCasts(new Float64Array(9)), RangeError, "must have 5 per ray"],
      [() => space.rayCasts(rays, undefined, "x" as never), TypeError, "out is the string"],
      [() => space.rayCasts(space.poses), RangeError, "own memory"],
      [
        () => space.inBoxes(Float64Array.of(0, 0, 1, 1, 0, 2, 1, 1)),
        RangeError,
        "boxes[5] is 2, must be at most boxes[7], which is 1",
      ],
      [
        () => space.inBoxes(Float64Array.of(2, 0, 1, 1)),
        RangeError,
        "boxes[0] is 2, must be at most boxes[2], which is 1",
      ],
      [
        () => space.overlapsAt(circle(1), new Float64Array(4)),
        RangeError,
        "poses[2]² + poses[3]² is 0, must be 1",
      ],
      [() => space.atPoints(Float64Array.of(0, NaN)), RangeError, "points[1] is NaN"],
    ];
    for (const [at, value] of [[6, NaN], [2, Infinity], [8, 1e80], [4, 0.5], [9, -2], [4, NaN]]) {
      const wrong = rays.slice();
      wrong[at] = value;
      const ask = () => space.rayCasts(wrong, undefined, out);
      calls.push([ask, RangeError, `rays[${at}] is ${value}`]);
    }
    for (const [call, kind, message] of calls) assertThrows(call, kind, message);
    assertEquals([...out], Array(14).fill(8));
  });
});

describe("options of the questions", () => {
  it("are refused by name when they are of the wrong kind", () => {
    const space = new Space(), p = { x: 0, y: 0 };
    const ask = (options: object): unknown => space.rayCastAll(p, p, options);
    for (
      const [options, text] of [
        [{ sensors: 0 }, "options.sensors is 0, must be a boolean"],
        [{ exits: null }, "options.exits is null, must be a boolean"],
        [
          { except: null },
          "options.except is null, must be an id, an array of ids or a set of ids",
        ],
        [{ except: {} }, "options.except is an object, must be an id"],
        [{ except: ["1"] }, 'options.except[0] is the string "1", must be an id'],
        [{ mask: null }, "options.mask is null"],
        [{ filter: null }, "options.filter is null"],
      ] as const
    ) assertThrows(() => ask(options), TypeError, text);
    assertThrows(() => ask({ except: 1.5 }), RangeError, "options.except is 1.5, must be an id");
    assertThrows(() => ask({ except: [1, NaN] }), RangeError, "options.except[1] is NaN");
    assertThrows(
      () => ask({ except: new Set([0.5]) }),
      RangeError,
      "an element of options.except is 0.5",
    );
    // Also where there is nothing that could be met.
    const id = space.add(circle(1)), sweep = { localCenter: p, from: pose(), to: pose(1, 2) };
    const sweeps = Float64Array.of(id, 0, 0, 0, 0, 1, 0, 1, 2, 1, 0), none = new Float64Array(0);
    const ball = circle(1), far = pose(9, 9);
    for (const [name, value] of [["initialOverlap", 2], ["targetSeparation", 2 ** 251]] as const) {
      const options = { [name]: value }, text = `Cannot cast shape: options.${name} is ${value}`;
      assertThrows(() => space.shapeCast(ball, far, p, options), Error, text);
      assertThrows(() => space.shapeCasts(ball, none, options), Error, text);
    }
    for (const name of ["targetSeparation", "allowedOverlap", "tolerance", "maxIterations"]) {
      const options = { [name]: -1 }, text = `Cannot find time of impact: options.${name} is -1`;
      assertThrows(() => space.timeOfImpact(id, sweep, options), RangeError, text);
      assertThrows(() => space.timesOfImpact(sweeps, options), RangeError, text);
    }
    const margin = null as never;
    assertThrows(() => space.update({ margin }), TypeError, "margin is null");
  });
});

describe("Space, asked while it answers", () => {
  it("refuses by name from a filter, lets bodies be read, and can be asked afterwards", () => {
    const space = new Space();
    const id = space.add(circle(1), pose(), { data: "ball" });
    const read: unknown[] = [];
    const filter = (other: number): boolean => {
      read.push(space.data(other), space.getPose(other).x, space.has(other), space.size);
      space.remove(other);
      return true;
    };
    const says = 'Cannot remove body: "find bodies at point" of this space is running';
    assertThrows(() => space.at({ x: 0, y: 0 }, { filter }), Error, says);
    assertEquals(read, ["ball", 0, true, 1]);
    const ask = (): unknown =>
      space.rayCast({ x: -5, y: 0 }, { x: 9, y: 0 }, { filter: ask as never });
    assertThrows(ask as () => void, Error, 'Cannot cast ray: "cast ray" of this space is running');
    assertEquals([...space.at({ x: 0, y: 0 })], [id]);
  });

  it("can be asked again after a support function has thrown", () => {
    let broken = true;
    const moody = disk(1, { x: 0, y: 0 }, 0, () => {
      if (broken) throw new Error("no such luck");
    });
    const space = new Space();
    for (let k = 0; k < 40; k++) space.add(circle(1), pose(3 * k, 0));
    space.add(moody, pose(0, 5));
    const ask = () => [...space.inBox({ minX: 50, minY: 10, maxX: 60, maxY: 20 })];
    // Its box is asked for first.
    assertThrows(ask, Error, "no such luck");
    broken = false;
    assertEquals(ask(), []);
    // One that was looked at before it throws has moved; too few for all to be sorted anew.
    space.setPose(3, pose(55, 15));
    space.setPose(40, pose(1, 5));
    broken = true;
    assertThrows(ask, Error, "no such luck");
    space.setPose(4, pose(56, 15));
    broken = false;
    assertEquals(ask(), [3, 4]);
    assertEquals([...space.at({ x: 9, y: 0 })], []);
  });
});

describe("Space.check()", () => {
  it("names a body whose pose was written to poses and not seen", () => {
    const space = new Space();
    for (let k = 0; k < 3; k++) space.add(circle(1), pose(3 * k, 0));
    space.check();
    assertEquals([...space.at({ x: 3, y: 0 })], [1]);
    space.setPose(0, pose(-9, 0));
    space.check();
    space.poses[4] = 9;
    assertThrows(() => space.check(), Error, "The pose of body 1 was written to space.poses");
    assertEquals([...space.at({ x: 3, y: 0 })], [1]); // as it was seen
    space.findPairs();
    space.check();
    assertEquals([...space.at({ x: 9, y: 0 })], [1]);
  });
});

describe("Space behind a Proxy", () => {
  it("says why it cannot work", () => {
    const proxy = new Proxy(new Space(), {});
    const says = "Cannot add body: this is no Space but perhaps a Proxy";
    assertThrows(() => proxy.add(circle(1)), TypeError, says);
    assertThrows(() => proxy.at({ x: 0, y: 0 }), TypeError, "markRaw()");
  });
});
