/**
 * A step of rigid body worlds for `deno bench`: the two of `examples`, and planck's with the
 * iterations that its manual recommends and without sleeping. The worlds have come to rest before
 * they are timed, so all have the same contacts. It is checked that the bodies are where they
 * should be.
 *
 * @module
 */
import { box, circle, type ConvexShape, pose, regularPolygon } from "@narrowphase/gjk2d";
import * as planck from "planck";
import { SpaceSimulation } from "../examples/space_step.ts";
import { Simulation } from "../examples/physics_step.ts";
import { Random } from "../tests/generate/random.ts";

interface Body {
  shape: ConvexShape;
  x: number;
  y: number;
  density: number;
}

const DT = 1 / 60;

function pyramid(rows: number): Body[] {
  const bodies = [{ shape: box(2 * rows, 1), x: 0, y: -0.5, density: 0 }];
  const crate = box(1, 1);
  for (let row = 0; row < rows; row++) {
    for (let k = 0; k < rows - row; k++) {
      bodies.push({ shape: crate, x: 1.1 * (k - (rows - row) / 2), y: 0.5 + row, density: 1 });
    }
  }
  return bodies;
}

function bin(count: number): Body[] {
  const r = new Random("bin", count), wide = Math.sqrt(count);
  const bodies = [{ shape: box(wide + 2, 1), x: 0, y: -0.5, density: 0 }];
  for (const side of [-1, 1]) {
    bodies.push({ shape: box(1, 8 * wide), x: side * (wide + 1) / 2, y: 4 * wide, density: 0 });
  }
  const shapes: ConvexShape[] = [
    box(1, 0.6),
    circle(0.4),
    regularPolygon(3, 0.6),
    regularPolygon(6, 0.5),
  ];
  const columns = Math.floor(wide / 1.3);
  for (let k = 0; k < count; k++) {
    const x = 1.3 * (k % columns - (columns - 1) / 2) + r.range(-0.05, 0.05);
    bodies.push({ shape: shapes[k % 4], x, y: 1 + 1.3 * Math.floor(k / columns), density: 1 });
  }
  return bodies;
}

for (
  const [what, bodies] of [["a pyramid of 1035 boxes", pyramid(45)], [
    "1000 bodies in a bin",
    bin(1000),
  ]] as const
) {
  const world = new SpaceSimulation(), quick = new SpaceSimulation(), plain = new Simulation();
  quick.substeps = 4;
  const peer = new planck.World({
    gravity: { x: 0, y: -10 },
    allowSleep: false,
    continuousPhysics: false,
  });
  let last: planck.Body | undefined;
  for (const { shape, x, y, density } of bodies) {
    for (const w of [world, quick]) w.add(shape, pose(x, y), { density });
    plain.add(shape, pose(x, y), density);
    last = peer.createBody({ type: density > 0 ? "dynamic" : "static", position: { x, y } });
    const form = shape.kind === "circle"
      ? new planck.Circle(shape.radius)
      : new planck.Polygon(shape.points.map((p) => planck.Vec2(p.x, p.y)));
    last.createFixture(form, { density: 1, friction: 0.6 });
  }
  const steps: [string, () => void][] = [
    ["examples/space_step.ts, 8 substeps", () => world.step(DT)],
    ["examples/space_step.ts, 4 substeps", () => quick.step(DT)],
    ["examples/physics_step.ts, 10 iterations", () => plain.step(DT)],
    ["planck, 8 and 3 iterations", () => peer.step(DT, 8, 3)],
  ];
  for (let step = 0; step < 600; step++) for (const [, run] of steps) run();
  const top = bodies.length - 1;
  const heights = [world, quick].map(({ space }) => space.getPose(top).y);
  heights.push(plain.bodies[top].pose.y, last!.getPosition().y);
  for (const y of heights) if (!(y > 0.2)) throw new Error(`the last body has fallen to ${y}`);
  for (const [name, fn] of steps) {
    Deno.bench({ name, group: what, baseline: name === steps[0][0], n: 60, warmup: 10, fn });
  }
}
