import { assert, assertAlmostEquals, assertEquals, assertLess, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  aabb,
  box,
  capsule,
  chain,
  circle,
  clipVelocity,
  compound,
  type ConvexShape,
  ellipse,
  moveAndSlide,
  type MoveOptions,
  type MoveResult,
  point,
  polygon,
  type Pose,
  pose,
  regularPolygon,
  segment,
  type Shape,
  signedDistance,
  Space,
  type Vec2,
} from "@narrowphase/gjk2d";
import { effort } from "../effort.ts";
import { Random } from "../generate/random.ts";

const UP = { x: 0, y: 1 };
const HERO = capsule({ x: 0, y: 0.25 }, { x: 0, y: 0.75 }, 0.25);

/** Depth of the deepest overlap with any body. */
function depthAt(space: Space, ids: readonly number[], shape: Shape, at: Pose): number {
  let depth = 0;
  for (const id of ids) {
    const { distance } = signedDistance(space.getShape(id), space.getPose(id), shape, at);
    depth = Math.max(depth, -distance);
  }
  return depth;
}

/** Moves a mover, whose pose is then where it ends. */
function move(
  space: Space,
  at: Pose,
  way: Vec2,
  options: MoveOptions,
  shape: Shape = HERO,
): MoveResult {
  const met = moveAndSlide(space, shape, at, way, options);
  at.x = met.x;
  at.y = met.y;
  return met;
}

/** Moves a mover step by step. */
function walk(steps: number, ...of: Parameters<typeof move>): MoveResult[] {
  return Array.from({ length: steps }, () => move(...of));
}

/** How a level of stairs is built: bodies side by side, one body, rounded bodies, or a chain. */
const KINDS = ["tiles", "compound", "rounded", "chain", "back of a chain"] as const;

/** Stairs from x = -8 to 12, up and down, level at both ends. Returns the height of the right end. */
function buildStairs(space: Space, kind: typeof KINDS[number], r: Random): number {
  const outline = [{ x: -8, y: 0 }], parts: { shape: ConvexShape; pose: Pose }[] = [];
  let y = 0;
  for (let x = -8; x < 12;) {
    const tread = r.pick([0.5, 1, r.range(0.3, 0.8)]);
    if (x > -6 && x < 10) y += r.pick([0, 0.1, 0.25, 0.29, r.range(0, 0.29)]) * r.sign();
    if (outline.at(-1)!.y !== y) outline.push({ x, y });
    outline.push({ x: x + tread, y });
    const shape = kind === "rounded" ? box(tread - 0.04, 9.96, { radius: 0.02 }) : box(tread, 10);
    parts.push({ shape, pose: pose(x + tread / 2, y - 5) });
    x += tread;
  }
  if (kind === "chain") space.add(chain(outline.reverse()));
  else if (kind === "back of a chain") space.add(chain(outline));
  else if (kind === "compound") space.add(compound(parts));
  else for (const { shape, pose } of parts) space.add(shape, pose);
  return y;
}

describe("moveAndSlide()", () => {
  it("never ends deeper in a body than it began, and uses its way where nothing is in it", () => {
    const r = new Random("mover");
    const shapes = [
      box(1, 0.5),
      circle(0.5),
      regularPolygon(5, 0.6),
      capsule({ x: -1, y: 0 }, { x: 1, y: 0 }, 0.1),
    ];
    const movers = [HERO, box(0.5, 0.9), circle(0.3), ellipse(0.5, 0.25)];
    let free = 0, held = 0, inside = 0;
    for (let world = 0; world < 30; world++) {
      const space = new Space(), ids: number[] = [];
      for (let k = 0; k < 40; k++) {
        ids.push(space.add(r.pick(shapes), pose(r.range(-6, 6), r.range(-6, 6), r.range(-3, 3))));
      }
      for (let k = 0; k < 20; k++) {
        const shape = r.pick(movers), at = pose(r.range(-6, 6), r.range(-6, 6), r.range(-3, 3));
        const way = { x: r.range(-3, 3), y: r.range(-3, 3) };
        const options = r.chance(0.5)
          ? {}
          : { up: UP, step: r.pick([0, 0.5]), snap: r.pick([0, 0.5]) };
        const before = depthAt(space, ids, shape, at);
        const { x, y, count } = moveAndSlide(space, shape, at, way, options);
        const after = depthAt(space, ids, shape, { ...at, x, y });
        assert(after <= before + 1e-9, `${world} ${k}: ${before} ${after}`);
        if (before > 0) inside++;
        else if (count === 0) {
          free++;
          assertAlmostEquals(x, at.x + way.x, 0.03);
        } else held++;
      }
    }
    assert(free > 20 && held > 100 && inside > 50, `${free} ${held} ${inside}`);
  });

  it("goes along a row of tiles without stopping at their joints", () => {
    for (const shape of [box(0.5, 1), HERO, circle(0.5)]) {
      const space = new Space();
      for (let k = 0; k < 400; k++) space.add(box(1, 1), pose(k, -0.5));
      const floor = shape === HERO ? 0 : 0.5;
      const at = pose(0, floor + 0.02);
      const path = walk(50, space, at, { x: 7.3, y: -1 }, { up: UP }, shape);
      for (const [k, { x, y }] of path.entries()) {
        assertAlmostEquals(x, 7.3 * (k + 1), 1e-6);
        assert(y > floor && y < floor + 0.02, `${y}`);
      }
    }
  });

  it("rests in corners of any angle without shaking", () => {
    for (const angle of [0.3, 0.8, 1.5, 2.4]) {
      const space = new Space();
      // Two walls that meet at the origin and open upward.
      for (const side of [-1, 1]) {
        const x = Math.sin(angle / 2) * side, y = Math.cos(angle / 2);
        space.add(capsule({ x: 0, y: 0 }, { x: 20 * x, y: 20 * y }, 0.05), pose());
      }
      const at = pose(0.2, 6);
      const path = walk(60, space, at, { x: 0, y: -0.5 }, {}, circle(0.5));
      for (const { x, y } of path.slice(40)) {
        assertAlmostEquals(x, path[59].x, 1e-9);
        assertAlmostEquals(y, path[59].y, 1e-9);
      }
      assertAlmostEquals(path[59].x, 0, 0.05);
    }
  });

  it("walks up slopes that are not too steep, stays on them, and is held by steeper ones", () => {
    for (const degrees of [10, 30, 44, 46, 60, 80]) {
      const space = new Space(), t = Math.tan(degrees * Math.PI / 180);
      space.add(box(40, 1), pose(-18, -0.5));
      space.add(polygon([{ x: 0, y: 0 }, { x: 9, y: 0 }, { x: 9, y: 9 * t }]), pose(1, 0));
      const at = pose(0, 0.01);
      const path = walk(40, space, at, { x: 0.1, y: -0.05 }, { up: UP, snap: 0.2 });
      if (degrees < 45) {
        assertLess(2, at.x);
        assertAlmostEquals(at.y, (at.x - 1) * t, 0.15);
        // Only gravity: it does not slide down.
        const still = walk(20, space, at, { x: 0, y: -0.1 }, { up: UP, snap: 0.2 });
        assertAlmostEquals(still[19].x, path[39].x, 0.03);
        assertAlmostEquals(still[19].x, still[2].x, 1e-9);
      } else {
        assertLess(at.y, 0.05);
        assertLess(at.x, 1);
      }
    }
  });

  it("takes stairs up and down at full speed, and stands on each", () => {
    const r = new Random("stairs"), options = { up: UP, step: 0.3 };
    const shapes = [
      HERO,
      circle(0.3),
      ellipse(0.25, 0.5),
      box(0.5, 1),
      polygon([{ x: -0.2, y: 0.1 }, { x: 0.2, y: 0.1 }, { x: 0, y: 0.9 }], { radius: 0.1 }),
    ];
    for (let world = 0; world < effort(60); world++) {
      const space = new Space(), kind = r.pick(KINDS), end = buildStairs(space, kind, r);
      for (const shape of shapes) {
        const { minX, maxX, minY, maxY } = aabb(shape, pose()), isRight = r.chance(0.5);
        const speed = r.range(0.5, 8) * (isRight ? 1 : -1), start = isRight ? -7.5 : 10.5;
        const at = pose(start, (isRight ? 0 : end) + 0.01 - minY), v = { x: speed, y: 0 };
        for (let k = 1; k <= 150 && Math.abs(at.x - start) < 17; k++) {
          v.y -= 20 / 60;
          const way = { x: v.x / 60, y: v.y / 60 };
          const met = move(space, at, way, options, shape);
          clipVelocity(v, met, v);
          // It may be ahead: by up to two skins at each stair.
          const ahead = (at.x - start - speed * k / 60) * Math.sign(speed);
          const most = 50 * Math.min(maxX - minX, maxY - minY) / 64;
          const text = `${world} ${kind} ${shape.kind} ${speed} ${k}`;
          assert(ahead > -1e-6 && ahead < most, `${text}: ${ahead} ahead`);
          assert(met.ground >= 0, text);
          assertAlmostEquals(v.x, speed, 1e-9, text);
        }
      }
    }
  });

  it("climbs no stair higher than a step, and a low one however slowly", () => {
    for (
      const shape of [
        HERO,
        circle(0.3, { x: 0, y: 0.3 }),
        box(0.5, 1, { center: { x: 0, y: 0.5 } }),
      ]
    ) {
      for (const height of [0.25, 0.35]) {
        const space = new Space();
        space.add(box(40, 1), pose(0, -0.5));
        space.add(box(4, height), pose(3, height / 2));
        const at = pose(0.6, 0.01);
        walk(200, space, at, { x: 0.002, y: -0.01 }, { up: UP, step: 0.3 }, shape);
        if (height < 0.3) assertAlmostEquals(at.x, 1, 0.02);
        else assertLess(at.x, 0.76);
      }
    }
  });

  it("climbs nothing under a lintel or a low ceiling, and slips off a ledge", () => {
    const space = new Space(), floor = space.add(box(40, 1), pose(0, -0.5));
    space.add(box(1, 9), pose(3, 1.1 + 4.5)); // 1.1 above the floor; HERO is 1 high
    space.add(box(4, 0.2), pose(7, 0.1)); // a stair …
    space.add(box(4, 1), pose(8, 1.7)); // … under a ceiling at 1.2
    const at = pose(0, 0.01), options = { up: UP, step: 0.3 };
    const path = walk(100, space, at, { x: 0.1, y: -0.1 }, options);
    assertAlmostEquals(path[40].x, 4.1, 1e-6, "through the door");
    assert(path[99].x > 5.2 && path[99].x < 6, `up to the ceiling: ${path[99].x}`);
    // Nothing is a step below this ledge: it is slipped off, and not stood on with the side of the foot.
    const ledge = space.add(box(2, 2), pose(-12, 1));
    at.x = -10.85;
    at.y = 2.01;
    const grounds = walk(30, space, at, { x: 0.01, y: -0.1 }, options).map((met) => met.ground);
    assertEquals([grounds[0], grounds[29], grounds.includes(-1)], [ledge, floor, true]);
  });

  it("stays on a platform that moves in any way, and keeps its own speed there", () => {
    for (const [cx, cy] of [[3, 0], [0, 2], [0, -2], [-2, 1.5], [4, -3]]) {
      const space = new Space(), lift = space.add(box(8, 0.5), pose());
      const at = pose(0, 0.26), v = { x: 0.5, y: 0 };
      for (let k = 1; k <= 60; k++) {
        const t = k / 60;
        space.setTransform(lift, cx * t, cy * t, 0);
        v.y -= 20 / 60;
        const way = { x: v.x / 60, y: v.y / 60 }, carry = { x: cx / 60, y: cy / 60 };
        const met = move(space, at, way, { up: UP, step: 0.3, carry });
        clipVelocity(v, met, v);
        assertEquals([met.ground, v.y], [lift, 0], `${cx} ${cy}: ${k}`);
        assertAlmostEquals(at.x, (cx + 0.5) * t, 1e-9);
        assertAlmostEquals(at.y, 0.25 + cy * t, 0.01);
      }
    }
  });

  it("is brought back to ground that falls away, unless it jumps", () => {
    const space = new Space();
    space.add(polygon([{ x: 0, y: 0 }, { x: 10, y: -4 }, { x: 0, y: -4 }]), pose());
    space.add(box(10, 4), pose(-5, -2));
    const at = pose(-1, 0.005);
    const path = walk(40, space, at, { x: 0.2, y: -0.001 }, { up: UP, snap: 0.3 });
    for (const [k, { ground }] of path.entries()) assert(ground >= 0, `${k}`);
    const jump = moveAndSlide(space, HERO, at, { x: 0.2, y: 0.2 }, { up: UP, snap: 0.3 });
    assertEquals(jump.ground, -1);
    assertAlmostEquals(jump.y, at.y + 0.2, 1e-9);
  });

  it("is pushed out of what it overlaps, passes what the filter leaves out and sensors, and is carried", () => {
    const space = new Space();
    const floor = space.add(box(10, 1), pose(0, -0.5));
    const ledge = space.add(box(2, 0.2), pose(0, 2));
    space.add(box(9, 9), pose(), { sensor: true });
    const out = moveAndSlide(space, HERO, pose(0, -0.2), { x: 0, y: 0 }, { up: UP });
    assert(out.y > 0 && out.y < 0.02 && out.ground === floor, `${out.y}`);
    // A ledge that is left out from below, and holds from above.
    const jump = (y: number, dy: number): number =>
      moveAndSlide(space, HERO, pose(0, y), { x: 0, y: dy }, {
        up: UP,
        filter: (id) => id !== ledge || (dy <= 0 && y >= 2.1),
      }).y;
    assertAlmostEquals(jump(0.01, 4), 4.01, 0.01);
    assertAlmostEquals(jump(4, -3), 2.1, 0.02);
    assertLess(jump(0.9, 0.9), 1.81);
    const { x, y } = moveAndSlide(space, HERO, pose(0, 0.01), { x: 0.5, y: -0.1 }, {
      up: UP,
      carry: { x: 0.25, y: 0 },
    });
    assertAlmostEquals(x, 0.75, 1e-9);
    assert(y > 0);
  });

  it("knows nothing of the move before: without up, nothing is ground", () => {
    const space = new Space(), way = { x: 0.25, y: -1 };
    space.add(box(20, 1), pose(0, -1, 0.3));
    const move = (options: MoveOptions) =>
      moveAndSlide(space, circle(0.5), pose(0, 1), way, options);
    const { hits, ground } = move({ up: UP, step: 0.3 });
    assertEquals([hits[0].stop, ground], [UP, 0]);
    const met = move({ step: 0.3 });
    assertEquals([met.hits[0].stop, met.ground], [met.hits[0].normal, -1]);
  });

  it("refuses bad arguments by name", () => {
    const space = new Space(), no = {} as never, way = { x: 1, y: 0 };
    const withOptions = (options: object) => () => moveAndSlide(space, HERO, pose(), way, options);
    const cases: [() => unknown, typeof TypeError | typeof RangeError, string][] = [
      [() => moveAndSlide(no, HERO, pose(), way), TypeError, "space is an object, must be a Space"],
      [() => moveAndSlide(space, no, pose(), way), TypeError, "shape is"],
      [() => moveAndSlide(space, HERO, pose(), { x: NaN, y: 0 }), RangeError, "translation.x"],
      [withOptions(null as never), TypeError, "options"],
      [
        withOptions({ maxSlope: 45 }),
        RangeError,
        "options.maxSlope is 45, must be from 0 to π/2; in radians",
      ],
      [withOptions({ maxSlope: -1 }), RangeError, "options.maxSlope is -1"],
      [withOptions({ step: -1 }), RangeError, "options.step is -1"],
      [withOptions({ snap: -1 }), RangeError, "options.snap is -1"],
      [withOptions({ skin: 0 }), RangeError, "options.skin is 0, must be positive"],
      [
        withOptions({ up: { x: 0, y: 0 } }),
        RangeError,
        "options.up is { x: 0, y: 0 }, must be longer",
      ],
    ];
    for (const [call, kind, message] of cases) assertThrows(call, kind, message);
    const far = pose(-(2 ** 250), 0),
      beyond = () => moveAndSlide(space, HERO, far, { x: -1e75, y: 0 });
    const says = "translation is { x: -1e+75, y: 0 }, must not lead beyond ±2^250";
    assertThrows(beyond, RangeError, says);
    assertEquals(moveAndSlide(space, HERO, far, { x: 1e75, y: 0 }).x, far.x + 1e75);
  });
});

describe("moveAndSlide() of a body", () => {
  it("does what the form with its shape does among those that it may be a pair with, and puts it there", () => {
    const r = new Random("mover body");
    const space = new Space();
    let stops = 0, passes = 0;
    for (let k = 0; k < 150; k++) {
      space.clear();
      for (let n = 0; n < 12; n++) {
        space.add(r.pick([box(1, 0.5), circle(0.5)]), pose(r.range(-3, 3), r.range(-3, 3), n), {
          ...{ category: r.pick([1, 2]), mask: r.pick([~0, 1, 2]), group: r.int(-1, 1) },
          sensor: r.chance(0.2),
        });
      }
      const id = r.int(0, 11), shape = space.getShape(id), at = space.getPose(id);
      const f = space.getFilter(id), sensors = [...space].filter((other) => space.isSensor(other));
      const filter = (other: number): boolean => {
        const g = space.getFilter(other);
        const isGrouped = f.group !== 0 && f.group === g.group;
        return (f.category & g.mask) !== 0 && (g.category & f.mask) !== 0 && !isGrouped;
      };
      const except = [id, ...sensors], up = r.pick([undefined, UP]);
      const way = { x: r.range(-3, 3), y: r.range(-3, 3) };
      const expected = moveAndSlide(space, shape, at, way, { up, filter, except });
      if (expected.count > 0) stops++;
      if (moveAndSlide(space, shape, at, way, { up, except: id }).x !== expected.x) passes++;
      const own = r.chance(0.5) ? { up } : { up, filter: () => true };
      assertEquals(moveAndSlide(space, id, way, own), expected);
      assertEquals(space.getPose(id), { ...at, x: expected.x, y: expected.y });
      assertEquals(moveAndSlide(space, id, way, { filter: () => false }).count, 0);
    }
    assert(stops > 25 && passes > 50, `${stops} ${passes}`);
  });

  it("fires triggers and stops at walls in one call, and refuses ids without a body", () => {
    const space = new Space(), out = moveAndSlide(space, HERO, pose(), { x: 0, y: 0 });
    const zone = space.add(box(1, 1), pose(1, 0.5), { sensor: true });
    space.add(box(1, 4), pose(3, 0));
    const hero = space.add(HERO, pose(-1, 0)), events: string[] = [];
    for (let k = 0; k < 20; k++) {
      moveAndSlide(space, hero, { x: 0.25, y: 0 }, undefined, out);
      space.update();
      for (const { a, b } of space.began.sensors) events.push(`${a} ${b} at ${k}`);
    }
    assertEquals(events, [`${zone} ${hero} at 4`]);
    assertAlmostEquals(space.getPose(hero).x, 2.25, 0.01);
    for (const id of [7, -1, 0.5]) {
      assertThrows(
        () => moveAndSlide(space, id, { x: 1, y: 0 }),
        RangeError,
        `id is ${id}, must be the id of a body`,
      );
    }
    const removed = space.add(HERO, pose(9, 9));
    space.remove(removed);
    const says = `Cannot move and slide: id is ${removed}, which was removed`;
    assertThrows(() => moveAndSlide(space, removed, { x: 1, y: 0 }), RangeError, says);
    const filter = (): boolean => moveAndSlide(space, hero, { x: 1, y: 0 }).count > 0;
    const busy = 'Cannot move and slide: "find bodies in box" of this space is running';
    assertThrows(() => moveAndSlide(space, hero, { x: 9, y: 0 }, { filter }), Error, busy);
    assertThrows(() => moveAndSlide(space, hero, pose(), null as never), TypeError, "options is");
    assertThrows(() => moveAndSlide(space, hero, 3 as never), TypeError, "translation is 3");
    assertAlmostEquals(space.getPose(hero).x, 2.25, 0.01);
  });
});

describe("moveAndSlide() out of overlaps", () => {
  it("moves as far as it must to get out, however deep it is, and no further", () => {
    const r = new Random("way out"), space = new Space();
    for (let k = 0; k < 200; k++) {
      space.clear();
      const shape = r.pick(MOVERS.slice(0, 5));
      const body = r.pick([...OBSTACLES.slice(0, 4), OBSTACLES[6], shape, box(0.2, 4), box(9, 9)]);
      space.add(body, pose(0, 0, r.range(-3, 3)));
      const at = r.chance(0.2) ? pose() : pose(r.range(-0.5, 0.5), r.range(-0.5, 0.5), k);
      const { distance } = signedDistance(body, space.getPose(0), shape, at);
      const { x, y, depth } = moveAndSlide(space, shape, at, { x: 0, y: 0 }, { skin: 0.01 });
      assertEquals(depth, 0);
      const far = Math.hypot(x - at.x, y - at.y);
      if (distance > 0.015) assertEquals(far, 0);
      else assertAlmostEquals(far, 0.015 - distance, 1e-6);
    }
  });

  it("is never flung out of a heap: it goes about as far as the nearest place that is free", () => {
    const r = new Random("heap"), shapes = [box(1, 0.5), circle(0.5), box(2, 0.2)];
    const space = new Space();
    let freed = 0;
    for (let k = 0; k < 150; k++) {
      space.clear();
      const shape = r.pick(MOVERS.slice(0, 3)), at = pose(0, 0, r.range(-3, 3));
      for (let n = 0; n < 6; n++) {
        space.add(r.pick(shapes), pose(r.range(-1.2, 1.2), r.range(-1.2, 1.2), r.range(-3, 3)));
      }
      const isFree = (x: number, y: number): boolean =>
        space.overlaps(shape, { ...at, x, y }).length === 0;
      if (isFree(0, 0)) continue;
      const { x, y, depth } = moveAndSlide(space, shape, at, { x: 0, y: 0 });
      let least = 0;
      for (let isFound = false; !isFound;) {
        least += 0.05;
        for (let a = 0; a < 36 && !isFound; a++) {
          isFound = isFree(least * Math.cos(a / 18 * Math.PI), least * Math.sin(a / 18 * Math.PI));
        }
      }
      assertLess(Math.hypot(x, y), 2.5 * least);
      if (depth === 0) freed++;
    }
    assertLess(50, freed);
  });

  it("tells how deep it is where there is no room, and goes no further than the wall needs", () => {
    const hero = capsule({ x: 0, y: 0.3 }, { x: 0, y: 0.9 }, 0.3);
    for (const width of [1, 30]) {
      const space = new Space();
      space.add(box(40, 1), pose(0, -0.5));
      const press = space.add(box(width, 4), pose());
      space.add(box(1, 4), pose(4, 2)); // its face is at x = 3.5
      const player = space.add(hero, pose(0, 0.01));
      let crushed = 0, last = 0;
      for (let k = 0; k < 100; k++) {
        const face = -1 + 0.05 * k, { x, y } = space.getPose(player);
        space.setTransform(press, face - width / 2, 2);
        const before = depthAt(space, [0, press, 2], hero, space.getPose(player));
        const met = moveAndSlide(space, player, { x: 0, y: -0.02 }, { up: UP });
        const after = depthAt(space, [0, press, 2], hero, space.getPose(player));
        assertAlmostEquals(met.depth, after, 1e-9);
        assertLess(Math.hypot(met.x - x, met.y - y), before + 0.04);
        if (met.depth > 0) crushed++;
        if (face < 2.88) assertEquals(met.depth, 0);
        last = met.depth;
      }
      // A thin wall goes over the player in the end; a thick one does not.
      assert(crushed > 5 && (width === 1) === (last === 0), `${width} ${crushed} ${last}`);
    }
  });
});

describe("moveAndSlide() on compounds and chains", () => {
  it("goes along their joints without stopping, and falls through no joint", () => {
    const tiles = compound(
      Array.from({ length: 60 }, (_, k) => ({ shape: box(1, 1), pose: pose(k, -0.5) })),
    );
    const line = Array.from({ length: 121 }, (_, k) => ({
      ...{ x: 60 - k / 2, y: 0.25 * Math.sin(k / 8) },
    }));
    for (const level of [tiles, chain(line), chain(line.toReversed())]) {
      for (const shape of [HERO, box(0.5, 1, { center: { x: 0, y: 0.5 } })]) {
        const space = new Space();
        const ground = space.add(level);
        const at = pose(3, 1);
        const options = { up: UP, snap: 0.2 };
        const path = walk(200, space, at, { x: 0.25, y: -0.25 }, options, shape);
        for (let k = 7; k < 200; k++) {
          assertEquals(path[k].ground, ground, `${k}`);
          assertAlmostEquals(path[k].x - path[k - 1].x, 0.25, 0.05);
        }
        assertLess(50, at.x);
      }
    }
  });
});

/** Chains with front and back on the outside, and whatever else stops a mover. */
const ZIGZAG = [[2, 0], [1, 0.6], [0, -0.4], [-1, 0.5], [-2, 0]].map(([x, y]) => ({ x, y }));
const ROOM = [[-2, -2], [2, -2], [2, 2], [0.5, 0.5], [-2, 2]].map(([x, y]) => ({ x, y }));
const ONE_WAY = chain(ZIGZAG, { frontOnly: true });
const OBSTACLES: readonly Shape[] = [
  ...[box(1, 0.5), circle(0.5), regularPolygon(5, 0.6), ellipse(1, 0.25), point({ x: 0, y: 0 })],
  ...[segment({ x: -1, y: 0 }, { x: 1, y: 0.5 }), capsule({ x: -1, y: 0 }, { x: 1, y: 0 }, 0.1)],
  compound([box(1, 0.25), { shape: box(0.25, 1), pose: pose(0.5, 0.5) }]),
  ...[chain(ZIGZAG), ONE_WAY],
  ...[chain(ROOM, { loop: true }), chain(ROOM.toReversed(), { loop: true })],
];
const MOVERS: readonly Shape[] = [
  ...[HERO, box(0.5, 0.9), circle(0.3), ellipse(0.5, 0.25), box(0.5, 0.5, { radius: 0.1 })],
  compound([box(0.5, 0.2), { shape: circle(0.2), pose: pose(0.1, 0.3) }]),
];

describe("moveAndSlide() among shapes of all kinds", () => {
  it("tells what has stopped it, and enters nothing but what it may come through", () => {
    const r = new Random("mover stops"), space = new Space();
    let stops = 0;
    for (let world = 0; world < effort(150); world++) {
      space.clear();
      const kinds = r.pick([[ONE_WAY], [r.pick(OBSTACLES)], OBSTACLES]);
      for (let k = 0; k < 16; k++) {
        space.add(r.pick(kinds), pose(r.range(-5, 5), r.range(-5, 5), r.range(-3, 3)));
      }
      const isWhole = (id: number): boolean => space.getShape(id) !== ONE_WAY;
      for (let k = 0; k < 20; k++) {
        const shape = r.pick(MOVERS), at = pose(r.range(-6, 6), r.range(-6, 6), r.range(-3, 3));
        if (space.overlaps(shape, at).length > 0) continue;
        const way = { x: r.range(-3, 3), y: r.range(-3, 3) };
        const options = r.chance(0.3) ? { up: UP, step: r.pick([0, 0.3]) } : {};
        const { x, y, count, depth } = moveAndSlide(space, shape, at, way, options);
        const isStopped = Math.hypot(x - at.x - way.x, y - at.y - way.y) > 0.05;
        assert(count > 0 || !isStopped, `${world} ${k}`);
        const there = { ...at, x, y };
        assertEquals([...space.overlaps(shape, there, { filter: isWhole })], [], `${world} ${k}`);
        assertEquals(depth, 0);
        if (isStopped) stops++;
      }
    }
    assertLess(effort(150), stops);
  });

  it("slides along the back of a chain as along a segment, and is pushed out of it", () => {
    const r = new Random("back of a chain"), space = new Space();
    const ends = [{ x: -9, y: 0 }, { x: 9, y: 0 }] as const;
    for (let k = 0; k < 60; k++) {
      const shape = r.pick(MOVERS), turn = r.range(-3, 3), options = k % 2 === 0 ? {} : { up: UP };
      const { minY } = aabb(shape, pose(0, 0, turn));
      const at = pose(r.range(-3, 3), r.pick([-0.02, 0.001, 0.5]) - minY, turn);
      const way = { x: r.range(-1, 1), y: r.range(-2, 0) };
      const [back, wall] = [chain(ends), segment(...ends)].map((body) => {
        space.clear();
        space.add(body);
        return moveAndSlide(space, shape, at, way, options);
      });
      const [v, w] = [back, wall].map((met) => clipVelocity(way, met));
      assertAlmostEquals(back.x, wall.x, 1e-6);
      assertAlmostEquals(back.y, wall.y, 1e-6);
      assertEquals([back.ground, back.count, back.depth], [wall.ground, wall.count, wall.depth]);
      assertAlmostEquals(Math.hypot(v.x - w.x, v.y - w.y), 0, 1e-9);
    }
  });

  it("comes through a chain with frontOnly from behind, steadily, and stands on its front", () => {
    const space = new Space(), ends = [{ x: 5, y: 0 }, { x: -5, y: 0 }];
    const ledge = space.add(chain(ends, { frontOnly: true }));
    const at = pose(0, -1.5);
    for (let k = 1; k <= 40; k++) {
      const { y, count } = move(space, at, { x: 0.02, y: 0.05 }, { up: UP });
      assertAlmostEquals(y, 0.05 * k - 1.5, 0.01); // on it, a skin is added
      assert(count === 0 || Math.abs(y) < 0.01);
    }
    const { ground, y } = moveAndSlide(space, HERO, at, { x: 0, y: -3 }, { up: UP });
    assertEquals(ground, ledge);
    assertAlmostEquals(y, 0, 0.01);
  });

  it("falls back through a chain with frontOnly if it is not yet through, and is not lifted onto it", () => {
    const space = new Space(), ends = [{ x: 5, y: 0 }, { x: -5, y: 0 }];
    space.add(chain(ends, { frontOnly: true }));
    for (const y of [-0.5, -0.35, -0.2]) {
      const at = pose(0, y);
      const met = moveAndSlide(space, HERO, at, { x: 0.02, y: -0.03 }, { up: UP });
      assertEquals([met.y, met.ground], [y - 0.03, -1]);
    }
  });
});

describe("moveAndSlide() against walls that lean back", () => {
  const RUN = { x: 0.1, y: -0.01 };

  /** A hero at a point, a floor, and a wall that rises from (3, 0) by an angle in degrees. */
  function meet(degrees: number, x: number, y: number): { space: Space; hero: number } {
    const space = new Space();
    space.add(box(60, 1), pose(0, -0.5));
    const [cos, sin] = [Math.cos(degrees * Math.PI / 180), Math.sin(degrees * Math.PI / 180)];
    space.add(polygon([{ x: 3, y: 0 }, { x: 13, y: 0 }, { x: 3 + 10 * cos, y: 10 * sin }]));
    return { space, hero: space.add(HERO, pose(x, y)) };
  }

  it("has ground while it runs into one on a floor", () => {
    for (let degrees = 46; degrees < 90; degrees += 4) {
      for (const x of [1.9, 2, 2.05]) {
        const { space, hero } = meet(degrees, x, 0.05);
        const v = { x: 0, y: 0 };
        for (let k = 0; k < 60; k++) {
          v.x += 0.2 * (5 - v.x);
          v.y -= 20 / 60;
          const met = moveAndSlide(space, hero, { x: v.x / 60, y: v.y / 60 }, {
            up: UP,
            step: 0.3,
          });
          clipVelocity(v, met, v);
          if (k >= 40) assertEquals(met.ground, 0, `${degrees} from ${x}`);
        }
      }
    }
  });

  it("slides down one that it is pushed into in the air", () => {
    for (const degrees of [50, 60, 70, 80]) {
      const { space, hero } = meet(degrees, 2, 2);
      let met = moveAndSlide(space, hero, { x: 3, y: 0 }, { up: UP });
      const from = met.y;
      for (let k = 0; k < 50; k++) met = moveAndSlide(space, hero, RUN, { up: UP });
      assertAlmostEquals(from - met.y, 0.5, 0.01);
    }
  });
});

describe("clipVelocity()", () => {
  it("gives the closest velocity that leads into none of the hits", () => {
    const r = new Random("clip velocity");
    for (let k = 0; k < 500; k++) {
      const hits = Array.from({ length: r.int(0, 4) }, (_, id) => {
        const t = r.range(-3, 3), stop = { x: Math.cos(t), y: Math.sin(t) };
        return { id, normal: { x: 1, y: 0 }, stop };
      });
      const v = { x: r.range(-2, 2), y: r.range(-2, 2) };
      const u = clipVelocity(v, { count: hits.length, hits });
      for (const { stop } of hits) assert(u.x * stop.x + u.y * stop.y >= -1e-9);
      // No sampled velocity that leads into none is closer.
      const far = Math.hypot(u.x - v.x, u.y - v.y);
      for (let m = 0; m < 50; m++) {
        const w = { x: v.x + r.range(-2, 2), y: v.y + r.range(-2, 2) };
        if (hits.some(({ stop }) => w.x * stop.x + w.y * stop.y < 0)) continue;
        assert(Math.hypot(w.x - v.x, w.y - v.y) >= far - 1e-9);
      }
    }
  });
});
