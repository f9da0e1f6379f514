import { assert, assertAlmostEquals, assertEquals, assertLess, assertNotEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { box, capsule, circle, convex, polygon, pose } from "@narrowphase/gjk2d";
import { type Body, Simulation } from "../../examples/physics_step.ts";

const DT = 1 / 60;

/** All bits of all bodies in one number. */
function digest(bodies: readonly Body[]): number {
  const view = new DataView(new ArrayBuffer(8));
  let hash = 0;
  for (const { pose: { x, y, cos, sin }, vx, vy, spin } of bodies) {
    for (const number of [x, y, cos, sin, vx, vy, spin]) {
      view.setFloat64(0, number);
      hash = (Math.imul(hash, 31) + view.getInt32(0)) | 0;
      hash = (Math.imul(hash, 31) + view.getInt32(4)) | 0;
    }
  }
  return hash;
}

/** Five crates, each a little beside the one below, dropped from a few centimetres. */
function stack(backend: "auto" | "ts"): Simulation {
  const world = new Simulation(backend);
  world.add(box(20, 1), pose(0, -0.5), 0);
  for (let k = 0; k < 5; k++) {
    world.add(box(1, 1), pose(0.03 * (k % 3), 0.55 + 1.05 * k), 1);
  }
  return world;
}

function run(world: Simulation, seconds: number): Simulation {
  for (let step = 0; step < seconds / DT; step++) world.step(DT);
  return world;
}

/** A crate on a slope of 25°, tan 25° = 0.466, after three seconds: how far it has slid. */
function slide(friction: number): number {
  const world = new Simulation();
  world.friction = friction;
  const angle = 25 * Math.PI / 180;
  world.add(box(40, 1), pose(0, 0, angle), 0);
  const [nx, ny] = [-Math.sin(angle), Math.cos(angle)];
  const crate = world.add(box(1, 0.5), pose(0.75 * nx, 0.75 * ny, angle), 1);
  run(world, 3);
  return Math.sqrt((crate.pose.x - 0.75 * nx) ** 2 + (crate.pose.y - 0.75 * ny) ** 2);
}

describe("examples/physics_step.ts", () => {
  it("add() takes the pose with its rotation, and keeps none of the caller's objects", () => {
    const world = new Simulation();
    const at = pose(1, 2, 0.5);
    const crate = world.add(box(1, 0.5), at, 1);
    assertEquals(crate.pose, pose(1, 2, 0.5));
    assertAlmostEquals(crate.angle, 0.5, 1e-15);
    world.step(DT);
    assertEquals(at, pose(1, 2, 0.5));
    assertLess(crate.pose.y, 2);
    assertAlmostEquals(crate.pose.sin, at.sin, 1e-15);
  });

  it("brings a stack of five crates to rest", () => {
    const { bodies } = run(stack("auto"), 20);
    for (const [k, { pose: p, vx, vy, spin }] of bodies.slice(1).entries()) {
      assertLess(Math.abs(vx) + Math.abs(vy) + Math.abs(spin), 1e-5, `crate ${k} moves`);
      assertLess(Math.abs(p.y - (0.5 + k)), 0.05, `crate ${k} is at its height`);
      assertLess(Math.abs(p.x - 0.03 * (k % 3)), 0.03, `crate ${k} is where it fell`);
      assertLess(Math.abs(p.sin), 0.01, `crate ${k} is upright`);
    }
  });

  it("brings shapes with a support function to rest on their straight sides, as it does polygons", () => {
    // A half disk about its center of mass, a box and a stadium; then the same as polygons.
    const low = 4 / (3 * Math.PI);
    const halfDisk = convex({
      center: { x: 0, y: 0 },
      support(dx, dy, out) {
        const l = Math.sqrt(dx * dx + dy * dy);
        out.x = dy > 0 ? dx / l : Math.sign(dx);
        out.y = (dy > 0 ? dy / l : 0) - low;
      },
      edges: [{ a: { x: -1, y: -low }, b: { x: 1, y: -low } }],
    });
    const rounded = (hx: number, hy: number, r: number) =>
      convex({
        center: { x: 0, y: 0 },
        support(dx, dy, out) {
          const l = Math.sqrt(dx * dx + dy * dy);
          out.x = Math.sign(dx) * hx + r * dx / l;
          out.y = Math.sign(dy) * hy + r * dy / l;
        },
        edges: [
          { a: { x: -hx, y: -hy - r }, b: { x: hx, y: -hy - r } },
          { a: { x: hx, y: hy + r }, b: { x: -hx, y: hy + r } },
        ],
      });
    const arc = Array.from({ length: 65 }, (_, k) => {
      const angle = k * Math.PI / 64;
      return { x: Math.cos(angle), y: Math.sin(angle) - low };
    });
    const flat = capsule({ x: -0.75, y: 0 }, { x: 0.75, y: 0 }, 0.25);
    const piles = [
      [box(20, 1), box(2.5, 0.5), flat, box(1.5, 0.5), polygon(arc)],
      [rounded(10, 0.5, 0), rounded(1.25, 0.25, 0), rounded(0.75, 0, 0.25)],
    ];
    piles[1].push(rounded(0.625, 0.125, 0.125), halfDisk);
    const [expected, customs] = piles.map(([ground, ...pile]) => {
      const world = new Simulation();
      world.iterations = 20;
      world.add(ground, pose(0, -0.5), 0);
      for (const [k, shape] of pile.entries()) {
        world.add(shape, pose(0.03 * (k % 2), 0.27 + 0.52 * k + (k < 3 ? 0 : low - 0.25), 0.02), 1);
      }
      return run(world, 15).bodies.slice(1);
    });
    for (const [k, { pose: p, vx, vy, spin }] of customs.entries()) {
      assertLess(Math.abs(vx) + Math.abs(vy) + Math.abs(spin), 1e-4, `${k} moves`);
      assertLess(Math.abs(p.sin), 0.01, `${k} leans`);
      assertLess(Math.abs(p.x - expected[k].pose.x), 0.01, `${k} is elsewhere`);
      assertLess(Math.abs(p.y - expected[k].pose.y), 0.002, `${k} is elsewhere`);
    }
  });

  it("keeps a flush stack of ten rounded crates upright, as it does one of plain crates", () => {
    for (const radius of [0, 0.05, 0.2]) {
      const world = new Simulation();
      world.iterations = 40;
      world.add(box(20, 1), pose(0, -0.5), 0);
      const crate = box(1 - 2 * radius, 1 - 2 * radius, { radius });
      for (let k = 0; k < 10; k++) world.add(crate, pose(0, 0.5 + k), 1);
      run(world, 20);
      for (const [k, { pose: p, vx, vy }] of world.bodies.slice(1).entries()) {
        assertLess(Math.abs(p.y - (0.5 + k)), 0.01, `crate ${k} is at its height: ${radius}`);
        assertLess(Math.abs(p.x), 0.05, `crate ${k} is in its column: ${radius}`);
        assertLess(Math.abs(vx) + Math.abs(vy), 0.05, `crate ${k} is quiet: ${radius}`);
      }
    }
  });

  it("gives the same bits twice and with either backend", () => {
    const first = digest(run(stack("auto"), 3).bodies);
    assertEquals(digest(run(stack("auto"), 3).bodies), first);
    assertEquals(digest(run(stack("ts"), 3).bodies), first);
    const other = stack("auto");
    other.bodies[3].pose.x += 1e-9;
    other.bodies[3].vx = 1e-9;
    assertNotEquals(digest(run(other, 3).bodies), first);
  });

  it("holds a crate on a slope up to the angle of friction", () => {
    assertLess(slide(0.5), 0.01);
    // 3 s of g (sin 25° - 0.4 cos 25°) = 0.6 m/s².
    const distance = slide(0.4);
    assert(distance > 2.5 && distance < 2.9, `slid ${distance} m`);
  });

  it("conserves momentum when two balls meet, and passes no wall at speed", () => {
    const world = new Simulation();
    world.gravity = 0;
    const left = world.add(circle(0.5), pose(-2, 0.2), 1);
    const right = world.add(circle(0.75), pose(2, -0.1), 2);
    left.vx = 6;
    right.vx = -1;
    const [m, n] = [1 / left.invMass, 1 / right.invMass];
    const px = m * left.vx + n * right.vx;
    run(world, 2);
    assertLess(Math.abs(m * left.vx + n * right.vx - px), 1e-12);
    assertLess(Math.abs(m * left.vy + n * right.vy), 1e-12);
    assert(left.vx < 6);

    const hall = new Simulation();
    hall.gravity = 0;
    hall.margin = 2;
    hall.add(box(0.1, 10), pose(5, 0), 0);
    const bullet = hall.add(circle(0.05), pose(0, 0), 1);
    bullet.vx = 100; // 1.7 m a step, through a wall of 0.1 m
    run(hall, 1);
    assertLess(bullet.pose.x, 5);
  });
});
