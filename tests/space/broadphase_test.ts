import { assert, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  aabb,
  box,
  capsule,
  circle,
  type ConvexShape,
  ellipse,
  type Pose,
  pose,
  regularPolygon,
  segment,
  Space,
} from "@narrowphase/gjk2d";
import { overlapsAabb } from "@narrowphase/gjk2d/math";
import { disk } from "../generate/shapes.ts";
import { Random, unitVector } from "../generate/random.ts";

interface Body {
  shape: ConvexShape;
  pose: Pose;
}

function randomShape(r: Random, size: number): ConvexShape {
  switch (r.int(0, 5)) {
    case 0:
      return box(size * r.range(0.2, 1), size * r.range(0.2, 1));
    case 1:
      return circle(size * r.range(0.1, 0.5), { x: r.range(-1, 1), y: r.range(-1, 1) });
    case 2:
      return regularPolygon(r.int(3, 9), size * 0.6);
    case 3:
      return ellipse(size * r.range(0.1, 1), size * r.range(0.1, 1));
    case 4:
      return capsule({ x: -size, y: 0 }, { x: size, y: 0.1 }, 0.1 * size);
    default:
      return segment({ x: 0, y: -size }, { x: 0.2, y: size });
  }
}

function randomPose(r: Random, width: number, height: number): Pose {
  const { x: cos, y: sin } = unitVector(r.range(-3, 3));
  return { x: r.range(-width, width), y: r.range(-height, height), cos, sin };
}

/** A space, and what is in it. */
class World {
  readonly space: Space;
  readonly bodies = new Map<number, Body>();

  constructor(backend: "ts" | "auto" = "auto") {
    this.space = new Space({ backend });
  }

  put(shape: ConvexShape, pose: Pose): void {
    this.bodies.set(this.space.add(shape, pose), { shape, pose });
  }

  remove(id: number): void {
    this.space.remove(id);
    this.bodies.delete(id);
  }

  /** The pairs, checked against all pairs of bodies: none is missed, and none is listed that is not near. */
  check(margin = 0): Uint32Array {
    const { bodies } = this, pairs = this.space.findPairs(margin);
    const listed = new Set<number>();
    let last = -1;
    for (let k = 0; k < pairs.length; k += 2) {
      const [i, j] = [pairs[k], pairs[k + 1]];
      assert(i < j && bodies.has(i) && bodies.has(j), `pair ${i}, ${j}`);
      const order = i * 1e6 + j;
      assert(order > last, `pair ${i}, ${j} is not in order`);
      last = order;
      listed.add(order);
    }
    const boxes = [...bodies].sort(([i], [j]) => i - j)
      .map(([id, { shape, pose }]) => ({ id, pose, box: aabb(shape, pose) }));
    for (const [k, { id: i, pose: a, box: p }] of boxes.entries()) {
      for (let l = k + 1; l < boxes.length; l++) {
        const { id: j, pose: b, box: q } = boxes[l];
        const gap = Math.max(q.minX - p.maxX, p.minX - q.maxX, q.minY - p.maxY, p.minY - q.maxY);
        // (Names are made only for what is wrong: there are millions of pairs.)
        if (gap <= margin === listed.has(i * 1e6 + j)) continue;
        assert(gap > margin, `pair ${i}, ${j} is missing`);
        const size = Math.abs(a.x) + Math.abs(a.y) + Math.abs(b.x) + Math.abs(b.y) + 1e4;
        assert(gap <= margin + 1e-13 * size, `pair ${i}, ${j} is ${gap} apart`);
      }
    }
    return pairs;
  }

  /** The pairs that a new space has of the same bodies. */
  pairsAnew(margin = 0): Uint32Array {
    const fresh = new Space({ backend: "ts" });
    const ids = [...this.bodies.keys()].sort((a, b) => a - b);
    for (const id of ids) fresh.add(this.bodies.get(id)!.shape, this.bodies.get(id)!.pose);
    return fresh.findPairs(margin).map((k) => ids[k]);
  }
}

describe("Space.findPairs()", () => {
  const moved = (at: Pose, x: number, y: number): Pose => ({ ...at, x: at.x + x, y: at.y + y });
  const shaped = (place: (r: Random) => Pose) => (r: Random): Body => {
    return { shape: randomShape(r, 1), pose: place(r) };
  };
  const crate = box(1, 1);
  /** The n-th body of a world, and how many bodies there are if not as many as usual. */
  const worlds: Record<string, [make: (r: Random, k: number) => Body, count?: number]> = {
    scattered: [shaped((r) => randomPose(r, 15, 15))],
    crowded: [shaped((r) => randomPose(r, 2, 2))],
    "in a row": [shaped((r) => randomPose(r, 200, 0.1))],
    "in a tower": [shaped((r) => randomPose(r, 0.1, 200))],
    "of all sizes": [(r) => {
      return { shape: randomShape(r, r.magnitude(-2, 2)), pose: randomPose(r, 50, 50) };
    }],
    "with outliers": [shaped((r) => randomPose(r, 3, r.chance(0.1) ? 1e9 : 3))],
    "far from the origin": [shaped((r) => moved(randomPose(r, 10, 10), 1e12, -1e9))],
    "in crowds far apart, a few between them": [shaped((r) => {
      const crowd = 4 ** r.int(0, 6), far = r.chance(0.05) ? r.range(0, 2) : 1;
      return moved(randomPose(r, 5, 5), 1e6 * far * crowd, -1e7 * far * crowd);
    })],
    "at the edges of crowds": [shaped((r) => {
      // Most are close together; the others lie where the crowd is taken to end, and in the void behind.
      const x = r.chance(0.8) ? r.range(0, 2) : r.range(-400, 400);
      const far = r.chance(0.5) ? 1e12 : 0;
      return { ...randomPose(r, 1, 1), x: far + x, y: far - x };
    })],
    "on a grid": [(r) => ({ shape: crate, pose: pose(r.int(0, 15), r.int(0, 15)) })],
    "planks on their sides": [(r) => {
      return { shape: box(0.1, 1000), pose: pose(0.2 * r.int(0, 300), r.range(0, 100)) };
    }],
    "planks on one another": [(r) => {
      return { shape: box(1000, 0.1), pose: pose(r.range(0, 100), 0.2 * r.int(0, 300)) };
    }],
    "all in one place": [(r) => ({ shape: r.chance(0.5) ? crate : circle(0), pose: pose(3, 4) })],
  };
  // Where crowds lie is asked of 31 bodies.
  const asked = Array.from({ length: 31 }, (_, k) => Math.floor((k + 0.5) * 1000 / 31));
  for (const far of [-1e39, 1e39, 3e38, 2 ** 249]) {
    worlds[`in a row but for the 31 that are asked, which are at ${far}`] = [(_, k) => {
      return { shape: crate, pose: asked.includes(k) ? pose(0, far) : pose(0.5 * k, 0) };
    }, 1000];
  }
  for (const way of [1, -1]) {
    worlds[`in two crowds and a chain between them, of which none is asked, ${way}`] = [(r, k) => {
      const x = k % 4 === 1 ? 1e12 - 0.65 * k / 4 : (r.chance(0.5) ? 0 : 1e12) + r.range(0, 2);
      return { shape: crate, pose: pose(way * x, r.range(0, 2)) };
    }, 1240];
  }
  for (const [name, [make, most]] of Object.entries(worlds)) {
    it(`lists the near pairs and no others when bodies are ${name}`, () => {
      const r = new Random("broadphase", name);
      for (const count of most === undefined ? [0, 1, 2, 17, 300] : [most]) {
        const world = new World("ts"), other = new Space();
        for (let k = 0; k < count; k++) {
          const body = make(r, k);
          world.put(body.shape, body.pose);
          other.add(body.shape, body.pose);
        }
        for (const margin of [0, 0.25, 3]) {
          assertEquals(other.findPairs(margin), world.check(margin));
        }
      }
    });
  }

  it("lists what a new space would after any moves, additions and removals", () => {
    const r = new Random("broadphase history");
    for (const speed of [0.01, 0.3, 5]) {
      const world = new World("ts"), { space, bodies } = world;
      const put = () => world.put(randomShape(r, 1), randomPose(r, 20, 20));
      for (let k = 0; k < 400; k++) put();
      let moves = 0;
      for (let step = 0; step < 60; step++) {
        for (const [id, body] of bodies) {
          if (!r.chance(step % 3 === 0 ? 0.5 : 0.02)) continue;
          body.pose.x += r.range(-speed, speed);
          body.pose.y += r.range(-speed, speed);
          space.poses.set([body.pose.x, body.pose.y], 4 * id);
          moves++;
        }
        if (step % 4 === 1) world.remove(r.pick([...bodies.keys()]));
        if (step % 5 === 2) put();
        if (step % 7 === 3) {
          const [id, body] = r.pick([...bodies]);
          body.shape = randomShape(r, 3);
          space.setShape(id, body.shape);
        }
        const margin = step % 20 < 15 ? 0.1 : r.range(0, 2);
        if (step % 10 === 9) world.check(margin);
        assertEquals(world.pairsAnew(margin), space.findPairs(margin));
      }
      assert(moves > 1000);
    }
  });

  it("lists no pair of one group, whatever has moved, come, gone or changed its group", () => {
    const r = new Random("broadphase groups");
    const space = new Space({ backend: "ts", capacity: 0 });
    // The same bodies without groups, whose pairs are looked through here.
    const plain = new Space({ backend: "ts" });
    const groups: number[] = [];
    const put = (): void => {
      const shape = randomShape(r, 1);
      const at = randomPose(r, 12, 12);
      const id = space.add(shape, at);
      assertEquals(plain.add(shape, at), id);
      groups[id] = 0;
      assertEquals(space.getFilter(id).group, 0);
    };
    let left = 0;
    let listed = 0;
    for (let step = 0; step < 120; step++) {
      if (step < 20) { for (let k = 0; k < 15; k++) put(); }
      else if (step % 3 === 0) put();
      for (let k = 0; k < 6; k++) {
        const id = r.int(0, groups.length - 1);
        if (!space.has(id)) continue;
        if (r.chance(0.1)) {
          space.remove(id);
          plain.remove(id);
          continue;
        }
        if (r.chance(0.7)) {
          groups[id] = r.pick([0, 1, 1, 1, 2, 7, 2147483647]);
          space.setFilter(id, { group: groups[id] });
          assertEquals(space.getFilter(id).group, groups[id]);
        }
        if (r.chance(step % 10 === 0 ? 0.9 : 0.1)) {
          const at = randomPose(r, 12, 12);
          space.setPose(id, at);
          plain.setPose(id, at);
        }
      }
      const margin = step % 40 < 30 ? 0.1 : r.range(0, 2);
      const expected: number[] = [];
      const all = plain.findPairs(margin);
      for (let k = 0; k < all.length; k += 2) {
        const i = all[k], j = all[k + 1];
        if (groups[i] > 0 && groups[i] === groups[j]) left++;
        else expected.push(i, j);
      }
      listed += expected.length / 2;
      assertEquals([...space.findPairs(margin)], expected);
    }
    assert(left > 500 && listed > 5000, `${left} ${listed}`);
  });

  it("knows the group of the last body there is room for", () => {
    for (const count of [64, 65, 66, 200]) {
      const space = new Space();
      for (let k = 0; k < count; k++) space.add(box(2, 2), pose(0, 10 * Math.floor(k / 2)));
      const last = count - 1;
      for (const id of [last, count >> 1]) {
        space.setFilter(id, { group: 5 });
        assertEquals([space.getFilter(id).group, space.getFilter(id - 1).group], [5, 0]);
      }
      space.setPose(last, space.getPose(count >> 1));
      const pairs = space.findPairs();
      for (let k = 0; k < pairs.length; k += 2) {
        assert(pairs[k] !== count >> 1 || pairs[k + 1] !== last);
      }
      assert(pairs.length >= 2 * (last >> 1));
    }
  });

  it("lists the near pairs of bodies that come and go as far as there are poses", () => {
    const r = new Random("broadphase far away");
    for (const share of [0.02, 0.02, 0.1, 0.1, 0.3, 0.7, 1]) {
      for (const [wide, high] of [[1, 0], [0, 1], [1, 1]]) {
        const ways = [2 ** 249, r.magnitude(30, 74), r.magnitude(-3, 74)].map((w) => r.sign() * w);
        const anywhere = (): Pose => {
          const at = randomPose(r, 6, 6);
          if (!r.chance(share)) return at;
          const way = r.pick(ways);
          return { ...at, x: at.x + wide * way, y: at.y - high * way };
        };
        const world = new World("ts"), { space, bodies } = world;
        const count = r.int(20, 200);
        for (let k = 0; k < count; k++) {
          const size = r.chance(0.05) ? r.magnitude(-3, 74) : 1;
          world.put(randomShape(r, size), anywhere());
        }
        for (let step = 0; step < 6; step++) {
          const margin = step === 3 ? r.magnitude(-3, 70) : 0.5;
          assertEquals(world.pairsAnew(margin), world.check(margin));
          for (const [id, body] of bodies) {
            if (!r.chance(0.04)) continue;
            body.pose = anywhere();
            space.setPose(id, body.pose);
          }
        }
      }
    }
  });

  it("notices a change of any one number of a pose, there and back", () => {
    // Wide one way and thin the other. Of cos and sin only the sign can change alone.
    const bar = box(8, 0.5, { center: { x: 4, y: 0 } }), ball = circle(0.5);
    const away = [[6, 0, 1, 0], [0, 3, 1, 0], [-6, 0, -1, 0], [0, -6, 0, -1]];
    const there = [[0, 0, 1, 0], [0, 0, 1, 0], [-6, 0, 1, 0], [0, -6, 0, 1]];
    for (const backend of ["ts", "auto"] as const) {
      for (let k = 0; k < away.length; k++) {
        const space = new Space({ backend });
        space.add(bar, pose());
        space.add(ball, pose());
        for (let round = 0; round < 3; round++) {
          for (const place of [away[k], there[k]]) {
            space.poses.set(place, 0);
            const [x, y, cos, sin] = place;
            const isThere = place === there[k];
            const around = aabb(bar, { x, y, cos, sin });
            assertEquals(overlapsAabb(around, aabb(ball, pose())), isThere);
            assertEquals([...space.findPairs()], isThere ? [0, 1] : [], `${place}`);
          }
        }
      }
    }
  });

  it("keeps what it knows of the others when there is no more room for the ids", () => {
    const world = new World(), { space, bodies } = world;
    const put = (x: number) => world.put(circle(1), pose(x, 0));
    for (let k = 0; k < 64; k++) put(10 * k);
    assertEquals(space.findPairs().length, 0);
    // One leaves its fat box and stays near where it was; then there are more ids, and another one grows.
    const moved = bodies.get(5)!, grown = bodies.get(20)!;
    moved.pose = pose(41.5, 0);
    space.setPose(5, moved.pose);
    assertEquals([...space.findPairs()], [4, 5]);
    grown.shape = box(30, 1);
    space.setShape(20, grown.shape);
    // (So few that not all is built anew.)
    for (let k = 0; k < 5; k++) put(10 * k + 1.5);
    assertEquals(world.check(), world.pairsAnew());
    assertEquals(space.findPairs().length / 2, 9);
  });

  it("misses no ellipses that touch by a rounding", () => {
    const space = new Space();
    for (let k = 0; k < 2; k++) space.add(circle(1));
    const pair = Uint32Array.of(0, 1);
    const check = (a: ConvexShape, poseA: Pose, b: ConvexShape, poseB: Pose): boolean => {
      space.setShape(0, a);
      space.setShape(1, b);
      space.setPose(0, poseA);
      space.setPose(1, poseB);
      const touches = space.intersects(pair)[0] === 1;
      if (touches) assertEquals([...space.findPairs()], [0, 1], JSON.stringify([poseA, poseB]));
      return touches;
    };
    const a = ellipse(0.1843265699222684, 0.49200378232635555);
    const b = ellipse(0.9039806955493986, 0.7754632813390344);
    assert(check(a, pose(0.18528037671931089, 0), b, pose(1.273587642190978, 0)));

    // Along a world axis, about as far apart as their half axes along it are long.
    const r = new Random("broadphase ellipses");
    let found = 0;
    for (let k = 0; k < 6000; k++) {
      const half = Array.from({ length: 4 }, () => r.range(0.1, 3));
      const [turnA, turnB] = [r.int(0, 1), r.int(0, 1)], up = r.int(0, 1);
      const x = r.range(-3, 3), y = r.range(-3, 3);
      const reach = half[turnA ^ up] + half[2 + (turnB ^ up)];
      const way = r.sign() * (reach + r.int(-2, 2) * 2.220446049250313e-16);
      const at = { x: x + (up ? 0 : way), y: y + (up ? way : 0), cos: 1 - turnB, sin: turnB };
      const from = { x, y, cos: 1 - turnA, sin: turnA };
      const other = r.chance(0.7) ? ellipse(half[2], half[3]) : box(2 * half[2], 2 * half[3]);
      if (check(ellipse(half[0], half[1]), from, other, at)) found++;
    }
    assert(found > 2000, `${found}`);
  });

  it("finds exactly touching boxes, whatever the scale, the quarter turn, the quadrant and the side", () => {
    const turns = [[1, 0], [0, 1], [-1, 0], [0, -1]];
    const row = Array.from({ length: 49 }, (_, k) => [k, k + 1]).flat();
    for (const [k, size] of [1e-9, 0.1, 1, 3, 1e9, -1e-9, -0.1, -1, -3, -1e9].entries()) {
      const space = new Space(), crate = box(Math.abs(size), Math.abs(size));
      const [cos, sin] = turns[k % 4];
      for (let k = 0; k < 50; k++) space.add(crate, { x: k * size, y: 7 * size, cos, sin });
      assertEquals([...space.findPairs()], row, `${size}`);
    }
    const wide = box(6, 2);
    for (const [cos, sin] of turns) {
      for (const [u, v] of [[3, 0], [-3, 0], [0, 1], [0, -1]]) {
        const space = new Space(), x = cos * u - sin * v, y = sin * u + cos * v;
        space.add(wide, { x, y, cos, sin });
        space.add(wide, { x: -x, y: -y, cos, sin });
        assertEquals([...space.findPairs()], [0, 1], `${[cos, sin, u, v]}`);
      }
    }
  });

  it("misses no pair when the margin is the least number there is", () => {
    for (const x of [5e-324, 1.5e-323]) {
      const space = new Space();
      for (const at of [0, x]) space.add(circle(0), pose(0, at));
      assertEquals([...space.findPairs(x)], [0, 1]);
    }
  });

  it("lists all pairs when the margin is larger than the world, and finds them in a place after", () => {
    for (const margin of [1e153, 1e300, 1e307, 1e308, Number.MAX_VALUE]) {
      const space = new Space();
      for (let k = 0; k < 40; k++) space.add(circle(1), pose(3 * k, k % 5));
      assertEquals(space.findPairs(margin).length / 2, 40 * 39 / 2, `${margin}`);
      const place = { minX: -9, minY: -9, maxX: 200, maxY: 9 };
      assertEquals(space.inBox(place).length, 40, `${margin}`);
      assertEquals(space.rayCasts(Float64Array.of(-10, 0.5, 1000, 0, -1))[0], 0, `${margin}`);
      // As far apart as bodies can be.
      const corner = circle(1, { x: 2 ** 250, y: -(2 ** 250) });
      for (const side of [1, -1]) {
        const far = side * 2 ** 250;
        space.add(corner, { x: far, y: -far, cos: side, sin: 0 });
      }
      assertEquals(space.findPairs(margin).length / 2, 42 * 41 / 2, `${margin}`);
      assertEquals(space.findPairs(1e74).length / 2, 40 * 39 / 2, `${margin}`);
    }
  });

  it("lists the pairs of thin bodies that crowd, part, turn and crowd again", () => {
    const r = new Random("planks");
    for (
      const plank of [box(0.1, 1000), box(300, 0.05), segment({ x: 0, y: 0 }, { x: 0, y: 50 })]
    ) {
      const world = new World("ts"), other = new Space();
      for (let k = 0; k < 350; k++) {
        world.put(plank, pose(0.2 * k, 0.2 * k));
        other.add(plank, pose(0.2 * k, 0.2 * k));
      }
      // Steps without a change, with small ones and with such that all is built anew, in a crowd and far apart.
      for (
        const [gap, speed] of [[0.2, 0], [0.2, 0.01], [0.2, 0.3], [300, 1], [300, 60], [0.3, 0.01]]
      ) {
        for (let step = 0; step < 12; step++) {
          for (const [id, { pose: at }] of world.bodies) {
            if (step === 0) {
              at.x = gap * id;
              at.y = gap * id;
            }
            at.x += r.range(-speed, speed);
            at.y += r.range(-speed, speed);
            if (speed > 0 && r.chance(0.002)) [at.cos, at.sin] = [at.sin, at.cos];
            for (const space of [world.space, other]) space.setPose(id, at);
          }
          const margin = step < 9 ? 0.05 : 1;
          assertEquals(other.findPairs(margin), world.space.findPairs(margin));
          if (step % 4 === 3) world.check(margin);
        }
      }
    }
  });

  it("gives the same list while nothing moves, whatever was asked in between", () => {
    const space = new Space();
    for (let k = 0; k < 50; k++) space.add(box(2, 2), pose(1.5 * k, 0));
    const near = space.findPairs(), wide = space.findPairs(3);
    assertEquals([near.length, wide.length], [98, 288]);
    const region = { minX: 0, minY: 0, maxX: 9, maxY: 0 };
    const out = new Uint32Array(300).fill(7);
    for (const margin of [3, 3, 0, -0, 0, 3]) {
      const list = margin === 3 ? wide : near;
      assertEquals(space.findPairs(margin), list);
      assertEquals(space.inBox(region).length, 7);
      assertEquals(space.findPairs(margin, out), list);
      assertEquals(space.findPairs(margin, new Uint32Array(5)), list);
    }
    // What is asked in between may be the first to see a change: of a pose, of a shape, of a group.
    const { x, y } = space.getPose(20);
    const changes: [() => void, number][] = [
      [() => space.setPose(20, pose(x, y + 9)), 94],
      [() => space.setPose(20, pose(x, y)), 98],
      [() => space.setShape(20, box(0.1, 0.1)), 94],
      [() => space.setShape(20, box(2, 2)), 98],
      [() => [20, 21].forEach((id) => space.setFilter(id, { group: 1 })), 96],
      [() => space.setFilter(20, { group: 0 }), 98],
    ];
    for (const isFirst of [true, false]) {
      for (const [change, length] of changes) {
        change();
        if (isFirst) space.inBox(region);
        assertEquals(space.findPairs().length, length);
      }
    }
  });

  it("lists the pairs of the few that are left of many, and of those that come after", () => {
    const r = new Random("few left");
    for (const last of [0, 7, 700]) {
      const world = new World(), { space, bodies } = world;
      const put = () => world.put(randomShape(r, 1), randomPose(r, 6, 6));
      for (let k = 0; k < 900; k++) put();
      for (let round = 0; round < 3; round++) {
        space.findPairs(0.1);
        for (const id of [...bodies.keys()]) {
          if (id === last || r.chance(0.02)) continue;
          world.remove(id);
          space.poses.fill(r.pick([NaN, Infinity, 3]), 4 * id, 4 * id + 4);
        }
        world.check(0.1);
        for (const count of [1, 5, 60, 400]) {
          for (let k = 0; k < count; k++) put();
          world.check(0.1);
        }
      }
    }
  });

  it("lists what a new space would while hundreds leave their boxes, and what is in a place", () => {
    const r = new Random("many escape");
    const worlds: ((k: number) => [number, number])[] = [
      (k) => [1.1 * (k % 40), 1.1 * Math.floor(k / 40)],
      (k) => [0.9 * k, k % 7],
      (k) => [k % 7, 0.9 * k],
      (k) => k % 2 === 0 ? [0.9 * k, 0] : [0, 0.9 * k],
    ];
    const shapes = [box(1, 1), circle(0.4), box(12, 0.2), box(0.2, 12)];
    for (const place of worlds) {
      const space = new Space();
      for (let k = 0; k < 1600; k++) {
        const shape = shapes[r.chance(0.9) ? r.int(0, 1) : r.int(0, 3)];
        const [x, y] = place(k);
        space.add(shape, pose(x, y));
      }
      space.findPairs(0.1);
      for (let step = 0; step < 12; step++) {
        for (let id = 0; id < 1600; id++) {
          if (!r.chance(0.02)) continue;
          const { x, y } = space.getPose(id);
          space.setPose(id, pose(x + r.range(-4, 4), y + r.range(-4, 4)));
        }
        const all = new Space();
        for (let id = 0; id < 1600; id++) all.add(space.getShape(id), space.getPose(id));
        assertEquals(space.findPairs(0.1), all.findPairs(0.1));
        for (let k = 0; k < 8; k++) {
          const { x, y } = space.getPose(r.int(0, 1599));
          const region = { minX: x - 3, minY: y - 3, maxX: x + 1, maxY: y + r.range(-3, 9) };
          assertEquals(space.inBox(region), all.inBox(region));
        }
      }
    }
  });

  it("pairs a body that left its box when only questions had been asked", () => {
    const space = new Space(), nowhere = { x: 0, y: 50 };
    for (const x of [0, 10, 20]) space.add(circle(1), pose(x, 0));
    assertEquals(space.at(nowhere).length, 0);
    space.setPose(0, pose(11, 0));
    assertEquals(space.at(nowhere).length, 0);
    assertEquals([...space.findPairs()], [0, 1]);
  });

  it("finds what lies behind a wide body and thousands of others, and points at the rim of a place", () => {
    const row = new Space(), last = 3999;
    row.add(box(20_000, 1), pose(3000, -3));
    for (let k = 1; k < last; k++) row.add(circle(0.5), pose(2 * k, 0));
    row.add(circle(0.5), pose(0, 50));
    assertEquals(row.findPairs().length, 0);
    for (const k of [1, 31, 32, 1023, 1024, 2047, 2048, 3071, 3072, 3073, 3998]) {
      assertEquals([...row.at({ x: 2 * k, y: 0 })], [k]);
      row.setPose(last, pose(2 * k + 0.25, 0));
      assertEquals([...row.findPairs()], [k, last]);
    }
    const dots = new Space();
    for (let k = 0; k < 100; k++) dots.add(circle(0), pose(0, k));
    for (let k = 0; k < 100; k++) {
      assertEquals([...dots.inBox({ minX: 0, minY: k - 0.5, maxX: 0, maxY: k })], [k]);
      assertEquals([...dots.inBox({ minX: 0, minY: k, maxX: 0, maxY: k + 0.5 })], [k]);
    }
  });

  it("fills out and returns the part it filled, or a longer one", () => {
    const space = new Space();
    for (let k = 0; k < 4; k++) space.add(box(2, 2), pose(k, 0));
    const out = new Uint32Array(20).fill(9);
    const pairs = space.findPairs(0, out);
    assertEquals(pairs.buffer, out.buffer);
    assertEquals([...pairs], [0, 1, 0, 2, 1, 2, 1, 3, 2, 3]);
    assertEquals(out[10], 9);
    const short = new Uint32Array(9).fill(9);
    assertEquals(space.findPairs(0, short), pairs);
    assertEquals([...short], Array(9).fill(9));
    const fit = new Uint32Array(10);
    assert(space.findPairs(0, fit) === fit);
    assert(space.findPairs(0, out) === pairs);
  });

  it("refuses bad arguments and poses by name", () => {
    const space = new Space();
    space.add(box(2, 2));
    const gone = space.add(box(2, 2));
    const text = () => space.findPairs("1" as never);
    const list = () => space.findPairs(0, [] as never);
    assertThrows(() => space.findPairs(-1), RangeError, "margin is -1");
    assertThrows(() => space.findPairs(Infinity), RangeError, "margin is Infinity");
    assertThrows(text, TypeError, "margin is the string");
    assertThrows(list, TypeError, "out is an array");
    space.poses[4 * gone + 1] = NaN;
    assertThrows(() => space.findPairs(), RangeError, "poses[5] (y of body 1) is NaN");
    space.remove(gone);
    assertEquals(space.findPairs().length, 0);
  });

  it("finds everything again after a support function has thrown", () => {
    const space = new Space();
    let broken = false;
    const shape = disk(1, { x: 0, y: 0 }, 0, () => {
      if (broken) throw new Error("broken support");
    });
    for (let k = 0; k < 10; k++) space.add(k === 5 ? shape : circle(1), pose(1.5 * k, 0));
    const before = space.findPairs();
    assertEquals(before.length, 18);
    broken = true;
    for (let k = 0; k < 10; k++) space.poses[4 * k + 1] += 100;
    assertThrows(() => space.findPairs(), Error, "broken support");
    broken = false;
    assertEquals(space.findPairs(), before);
  });
});

describe("Space.setFilter()", () => {
  it("changes what it names, and leaves the rest and other bodies as they were", () => {
    const space = new Space(), filter = { category: 2, mask: 4, group: 8 };
    space.add(box(1, 1), pose(), { category: 16, mask: 32, group: 64 });
    const id = space.add(box(1, 1), pose(), filter);
    for (const [name, value] of Object.entries({ category: 3, mask: 2 ** 32 - 1, group: -9 })) {
      space.setFilter(id, { [name]: value });
      Object.assign(filter, { [name]: value });
      assertEquals(space.getFilter(id), filter);
    }
    for (const group of [-1 - 2 ** 31, 0.5, 2 ** 31, NaN, Infinity]) {
      const says = `group is ${group}, must be a whole number from -2^31 to 2^31 - 1`;
      assertThrows(() => space.setFilter(id, { group }), RangeError, says);
    }
    const text = "1" as unknown as number;
    assertThrows(() => space.setFilter(id, { group: text }), TypeError, "group is the string");
    assertThrows(() => space.setFilter(2, { group: 3 }), RangeError, "id is 2");
    assertThrows(() => space.getFilter(2), RangeError, "id is 2");
    assertThrows(() => space.getFilter(text), TypeError, "id is the string");
    assertEquals(space.getFilter(id), filter);
    assertEquals(space.getFilter(0), { category: 16, mask: 32, group: 64 });
  });
});
