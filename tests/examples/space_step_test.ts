import { assert, assertAlmostEquals, assertEquals, assertLess } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  box,
  capsule,
  chain,
  circle,
  type ConvexShape,
  pose,
  regularPolygon,
} from "@narrowphase/gjk2d";
import { BODY_STRIDE, INV_MASS, SpaceSimulation, SPIN, VX, VY } from "../../examples/space_step.ts";
import { bytesPerCall, describeLong } from "../contract/heap.ts";
import { effort } from "../effort.ts";
import { Random } from "../generate/random.ts";

const DT = 1 / 60;
const GROUND = { density: 0 };
const WOOD = { density: 1 };

function run(world: SpaceSimulation, seconds: number): SpaceSimulation {
  for (let step = 0; step < seconds / DT; step++) world.step(DT);
  return world;
}

/** The fastest that anything moves or turns. */
function liveliest({ bodies: S }: SpaceSimulation): number {
  let most = 0;
  for (let b = 0; b < S.length; b += BODY_STRIDE) {
    most = Math.max(most, Math.abs(S[b + VX]), Math.abs(S[b + VY]), Math.abs(S[b + SPIN]));
  }
  return most;
}

/** Energy of all bodies of a mass, in joules. */
function energy({ bodies: S, space, gravity }: SpaceSimulation): number {
  let sum = 0;
  for (let id = 0, b = 0; id < space.size; id++, b += BODY_STRIDE) {
    if (S[b + INV_MASS] === 0) continue;
    const square = S[b + VX] ** 2 + S[b + VY] ** 2, { y } = space.getPose(id);
    sum += (square / 2 - gravity * y) / S[b + INV_MASS];
    sum += S[b + SPIN] ** 2 / 2 / S[b + INV_MASS + 1];
  }
  return sum;
}

/** How deep the deepest of all overlaps is. */
function deepest({ space }: SpaceSimulation): number {
  const pairs = space.findPairs(), distances = space.signedDistances(pairs);
  let most = 0;
  for (let k = 0; 2 * k < pairs.length; k++) most = Math.max(most, -distances[8 * k]);
  return most;
}

/** All bits of poses and velocities in one number. */
function digest({ space, bodies }: SpaceSimulation): number {
  let hash = 0;
  for (const part of [space.poses.slice(0, 4 * space.size), bodies.slice()]) {
    for (const word of new Int32Array(part.buffer)) hash = (Math.imul(hash, 31) + word) | 0;
  }
  return hash;
}

function stack(height: number, jitter: number, shape: ConvexShape = box(1, 1)): SpaceSimulation {
  const world = new SpaceSimulation();
  world.add(box(20, 1), pose(0, -0.5), GROUND);
  const r = new Random("stack", height);
  for (let k = 0; k < height; k++) {
    world.add(shape, pose(jitter * r.range(-1, 1), 0.5 + k * (1 + jitter)), WOOD);
  }
  return world;
}

/** A bin of bodies of every kind, dropped at random. */
function pile(count: number, backend: "auto" | "ts" = "auto"): SpaceSimulation {
  const world = new SpaceSimulation(backend);
  world.add(box(14, 1), pose(0, -0.5), GROUND);
  for (const side of [-1, 1]) world.add(box(1, 80), pose(6.5 * side, 40), GROUND);
  const shapes = [
    box(1, 0.5),
    circle(0.375),
    capsule({ x: -0.375, y: 0 }, { x: 0.375, y: 0 }, 0.25),
    box(0.5, 0.5, { radius: 0.125 }),
    regularPolygon(6, 0.5),
    box(1.125, 0.125),
  ];
  const r = new Random("pile", 1);
  for (let k = 0; k < count; k++) {
    const at = pose(1.3 * (k % 8) - 4.5, 1 + 1.3 * Math.floor(k / 8), r.range(-3, 3));
    world.add(shapes[k % shapes.length], at, { ...WOOD, bounce: k % 5 === 0 ? 0.5 : 0 });
  }
  return world;
}

describe("examples/space_step.ts", () => {
  it("holds stacks of twenty boxes, flush or dropped askew, and shorter ones in fewer substeps", () => {
    for (const [height, jitter, substeps] of [[20, 0, 8], [20, 0.02, 8], [10, 0.02, 4]]) {
      const world = stack(height, jitter);
      world.substeps = substeps;
      run(world, 30);
      const name = `${height} boxes in ${substeps} substeps`;
      assertLess(liveliest(world), 0.01, name);
      assertLess(deepest(world), 0.01, name);
      const { x, y, sin } = world.space.getPose(height);
      assertLess(Math.abs(x), 0.1, name);
      assertLess(Math.abs(y - height + 0.5), 0.1, name);
      assertLess(Math.abs(sin), 0.01, name);
    }
  });

  it("brings round, thin and rounded bodies to rest in stacks, and a pyramid, to the last digits", () => {
    const flat = capsule({ x: -0.75, y: 0 }, { x: 0.75, y: 0 }, 0.5);
    for (const shape of [flat, box(0.75, 0.75, { radius: 0.125 })]) {
      assertLess(liveliest(run(stack(10, 0, shape), 20)), 1e-6);
    }
    const plates = new SpaceSimulation(), pyramid = new SpaceSimulation();
    for (const world of [plates, pyramid]) world.add(box(40, 1), pose(0, -0.5), GROUND);
    for (let k = 0; k < 20; k++) plates.add(box(2, 0.05), pose(k % 2 / 20, 0.025 + k / 19), WOOD);
    for (let row = 0; row < 15; row++) {
      for (let k = 0; k < 15 - row; k++) {
        pyramid.add(box(1, 1), pose(1.1 * (k - (15 - row) / 2), 0.5 + row), WOOD);
      }
    }
    for (const world of [plates, pyramid]) {
      assertLess(liveliest(run(world, 20)), 1e-9);
      assertLess(deepest(world), 0.01);
    }
  });

  it("brings a stack on a hill of a chain to rest", () => {
    const world = new SpaceSimulation();
    const hill = Array.from({ length: 61 }, (_, k) => (30.5 - k) / 4);
    for (const s of chain(hill.map((x) => ({ x, y: -x * x / 40 }))).segments) {
      world.add(s, pose(), GROUND);
    }
    const first = world.space.size;
    for (let k = 0; k < 10; k++) world.add(box(1, 0.5), pose(0, 0.26 + 0.5 * k), WOOD);
    assertLess(liveliest(run(world, 20)), 1e-9);
    assertLess(Math.abs(world.space.getPose(first + 9).y - 4.75), 0.01);
  });

  it("makes no energy of a falling pile, lets nothing out of its bin and comes to rest", () => {
    const world = pile(200);
    let before = energy(world);
    for (let step = 0; step < 1200; step++) {
      world.step(DT);
      const now = energy(world);
      assertLess(now - before, 1, `step ${step}`); // of 16 kJ at first
      before = now;
    }
    assertLess(liveliest(world), 1e-9);
    assertLess(deepest(world), 0.01);
    for (let id = 3; id < world.space.size; id++) {
      const { x, y } = world.space.getPose(id);
      assert(Math.abs(x) < 6 && y > 0, `${id} is at ${x}, ${y}`);
    }
  });

  it("gives the same bits twice and with either backend", () => {
    const [first, second, plain] = [pile(100), pile(100), pile(100, "ts")];
    const hashes = [first, second, plain].map((world) => digest(run(world, 4)));
    assertEquals(hashes, [hashes[0], hashes[0], hashes[0]]);
    first.bodies[3 * BODY_STRIDE + VX] += 1e-9;
    assert(digest(run(first, 1)) !== digest(run(second, 1)));
  });

  it("holds a crate on a slope up to the angle of friction", () => {
    const angle = 25 * Math.PI / 180, nx = -Math.sin(angle), ny = Math.cos(angle);
    const slide = (friction: number): number => {
      const world = new SpaceSimulation();
      world.add(box(40, 1), pose(0, 0, angle), { ...GROUND, friction });
      const crate = world.add(box(1, 0.5), pose(0.75 * nx, 0.75 * ny, angle), {
        ...WOOD,
        friction,
      });
      const { x, y } = run(world, 3).space.getPose(crate);
      return Math.hypot(x - 0.75 * nx, y - 0.75 * ny);
    };
    assertLess(slide(0.5), 0.01);
    // 3 s of g (sin 25° - 0.4 cos 25°) = 0.6 m/s².
    const distance = slide(0.4);
    assert(distance > 2.5 && distance < 2.9, `slid ${distance} m`);
  });

  it("bounces a ball to the square of its bounce, and keeps momentum where nothing pulls", () => {
    const world = new SpaceSimulation();
    world.add(box(10, 1), pose(0, -0.5), GROUND);
    const ball = world.add(circle(0.25), pose(0, 2.25), { ...WOOD, bounce: 0.8 });
    let top = 0;
    for (let step = 0; step < 90; step++) {
      world.step(DT);
      if (world.bodies[BODY_STRIDE * ball + VY] > 0) {
        top = Math.max(top, world.space.getPose(ball).y - 0.25);
      }
    }
    assertAlmostEquals(top, 2 * 0.8 ** 2, 0.1);

    const space = new SpaceSimulation();
    space.gravity = 0;
    const ids = [space.add(box(1, 1), pose(-2, 0.25, 0.5), WOOD)];
    ids.push(space.add(circle(0.75), pose(2, 0), { density: 2, bounce: 0.5 }));
    space.bodies[BODY_STRIDE * ids[0] + VX] = 6;
    const momenta = (): number[] =>
      [VX, VY].map((k) =>
        ids.reduce((sum, id) => {
          const b = BODY_STRIDE * id;
          return sum + space.bodies[b + k] / space.bodies[b + INV_MASS];
        }, 0)
      );
    const [px, py] = momenta();
    run(space, 2);
    assertLess(space.bodies[BODY_STRIDE * ids[0] + VX], 5);
    for (const [k, p] of [px, py].entries()) assertAlmostEquals(momenta()[k], p, 1e-12);
  });

  it("stops a bullet at a thin wall where the margin is as long as its way in a step", () => {
    const hall = new SpaceSimulation();
    hall.gravity = 0;
    hall.margin = 2;
    hall.add(box(0.1, 10), pose(5, 0), GROUND);
    const bullet = hall.add(circle(0.05), pose(0, 0), WOOD);
    hall.bodies[BODY_STRIDE * bullet + VX] = 100;
    run(hall, 1);
    const { x } = hall.space.getPose(bullet);
    assertLess(x, 4.95);
    assertLess(4.8, x);
  });

  it("turns by the angle that the spin says, and keeps cos and sin of unit length", () => {
    const world = new SpaceSimulation();
    world.gravity = 0;
    const id = world.add(box(1, 1), pose(0, 0), WOOD);
    world.bodies[BODY_STRIDE * id + SPIN] = 3;
    const steps = effort(36_000);
    for (let step = 0; step < steps; step++) world.step(DT);
    const { cos, sin } = world.space.getPose(id);
    assertAlmostEquals(cos * cos + sin * sin, 1, 1e-15);
    const turn = 2 * Math.atan(3 * DT / 2) * steps;
    assertAlmostEquals(cos, Math.cos(turn), 1e-9);
    assertAlmostEquals(2 * Math.atan(3 * DT / 2) / (3 * DT), 1, 0.0003);
  });

  it("does not give a new body the velocity and the impulses of the one whose id it gets", () => {
    const place = (world: SpaceSimulation): number => world.add(box(1, 1), pose(0, 0.5), WOOD);
    const world = new SpaceSimulation(), other = new SpaceSimulation();
    for (const w of [world, other]) w.add(box(20, 1), pose(0, -0.5), GROUND);
    const old = place(world);
    world.add(box(1, 1), pose(0, 1.5), { density: 100 });
    run(world, 2);
    world.bodies[BODY_STRIDE * old + VX] = 9;
    world.remove(old + 1);
    world.remove(old);
    assertEquals(place(world), old);
    assertEquals(place(other), old);
    for (const w of [world, other]) w.step(DT);
    assertEquals(world.space.getPose(old), other.space.getPose(old));
    const at = BODY_STRIDE * old;
    assertEquals(world.bodies.slice(at, at + 3), other.bodies.slice(at, at + 3));
    // And it may go while others lean on it.
    world.add(box(1, 1), pose(0, 1.5), WOOD);
    run(world, 1);
    world.remove(old);
    run(world, 2);
    assertAlmostEquals(world.space.getPose(old + 1).y, 0.5, 0.01);
  });
});

describeLong("a step of examples/space_step.ts", () => {
  it("leaves next to nothing on the heap: a view of the pairs", () => {
    const world = run(pile(60), 10);
    const watch = { warm: 2, batches: 5, attempts: 3 };
    assertLess(bytesPerCall(() => world.step(DT), 1, 400, watch), 400);
  });
});
