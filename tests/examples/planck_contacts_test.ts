import { assert, assertAlmostEquals, assertEquals, assertLess, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { area, collide, type Manifold, polygon, type Pose, pose } from "@narrowphase/gjk2d";
import { transformPoint } from "@narrowphase/gjk2d";
import * as planck from "planck";
import { shapesOf, useCollide } from "../../examples/planck_contacts.ts";

const DT = 1 / 60;
const SKIN = 0.01; // planck's polygonRadius

/** Runs `action` with the contacts of collide, and planck's own again afterwards. */
function withCollide<T>(action: () => T): T {
  const restore = useCollide();
  try {
    return action();
  } finally {
    restore();
  }
}

/** A world with a ground of some shapes. */
function on(...shapes: planck.Shape[]): planck.World {
  const world = new planck.World({ gravity: { x: 0, y: -10 } });
  const ground = world.createBody();
  for (const shape of shapes) ground.createFixture({ shape, friction: 0.5 });
  return world;
}

function addBody(
  world: planck.World,
  shape: planck.Shape,
  x: number,
  y: number,
  options: { angle?: number; friction?: number; bullet?: boolean } = {},
): planck.Body {
  const { angle = 0, friction = 0.5, bullet = false } = options;
  const body = world.createBody({ type: "dynamic", position: { x, y }, angle, bullet });
  body.createFixture({ shape, density: 1, friction });
  return body;
}

function run(world: planck.World, steps: number): void {
  for (let step = 0; step < steps; step++) world.step(DT);
}

function poseOf(body: planck.Body): Pose {
  const { p, q } = body.getTransform();
  return { x: p.x, y: p.y, cos: q.c, sin: q.s };
}

/** The answer of collide for a contact, and the skins that planck adds to it. */
function collideAgain(contact: planck.Contact): [Manifold, number, number] {
  const fixtures = [contact.getFixtureA(), contact.getFixtureB()];
  const indices = [contact.getChildIndexA(), contact.getChildIndexB()];
  const [a, b] = fixtures.map((fixture, k) => shapesOf(fixture.getShape())[indices[k]]);
  const [skinA, skinB] = fixtures.map((fixture, k) =>
    fixture.getShape().getRadius() - [a, b][k].radius
  );
  const [poseA, poseB] = fixtures.map((fixture) => poseOf(fixture.getBody()));
  return [collide(a, poseA, b, poseB, { margin: skinA + skinB }), skinA, skinB];
}

/** Where a box of a half height rests, by planck. */
const high = (half: number): number => half + 3 * SKIN / 2;
const wedge = [{ x: -0.6, y: -0.3 }, { x: 0.7, y: -0.4 }, { x: 0.1, y: 0.5 }];

describe("examples/planck_contacts.ts", () => {
  it("gives planck the normal, points and separations of collide, for every pair of types", () => {
    const shapes = [
      new planck.Circle({ x: 0.1, y: -0.2 }, 0.5),
      new planck.Polygon(wedge),
      new planck.Edge({ x: -0.9, y: 0.1 }, { x: 0.8, y: -0.2 }),
      new planck.Chain([{ x: 1, y: 0 }, { x: 0.2, y: 0.15 }, { x: -1, y: 0.1 }]),
    ];
    const kinds = new Set<string>();
    const types = new Set<planck.ManifoldType>();
    withCollide(() => {
      for (const [k, fixed] of shapes.entries()) {
        for (const moving of shapes.slice(0, 2)) {
          for (let turn = 0; turn < 40; turn++) {
            const world = new planck.World({ gravity: { x: 0, y: 0 } });
            const at = { position: { x: 0.25, y: 3 }, angle: 0.3 * k };
            world.createBody({ type: "dynamic", ...at }).createFixture({ shape: fixed });
            // All around, at rest: the step finds the contacts and moves nothing that is apart.
            const [x, y] = [0.25 + 0.55 * Math.cos(turn), 3 + 0.45 * Math.sin(turn)];
            addBody(world, moving, x, y, { angle: 0.7 * turn });
            let seen = 0;
            world.on("pre-solve", (contact) => {
              const [{ normal, pointCount, points }, skinA, skinB] = collideAgain(contact);
              const got = contact.getWorldManifold(null)!;
              seen++;
              kinds.add(`${contact.getFixtureA().getType()} ${contact.getFixtureB().getType()}`);
              types.add(contact.getManifold().type);
              assertEquals(got.pointCount, pointCount);
              assertAlmostEquals(got.normal.x, normal.x, 1e-14);
              assertAlmostEquals(got.normal.y, normal.y, 1e-14);
              // The middle between surfaces with skins.
              const shift = (skinA - skinB) / 2;
              for (const [i, { point, separation }] of points.slice(0, pointCount).entries()) {
                const { x, y } = got.points[i];
                const [dx, dy] = [x - point.x - shift * normal.x, y - point.y - shift * normal.y];
                // planck keeps one face for both points, so one point may be off along the normal.
                assertAlmostEquals(dx * normal.y - dy * normal.x, 0, 1e-14);
                if (i === 0 || contact.getManifold().type === planck.ManifoldType.e_faceB) {
                  assertAlmostEquals(dx * normal.x + dy * normal.y, 0, 1e-14);
                }
                assertAlmostEquals(got.separations[i], separation - skinA - skinB, 1e-14);
              }
            });
            world.step(DT);
            assert(seen <= 2);
          }
        }
      }
    });
    const pairs = "chain circle, chain polygon, circle circle, edge circle, edge polygon, " +
      "polygon circle, polygon polygon";
    assertEquals([...kinds].sort().join(", "), pairs);
    assertEquals(types, new Set([planck.ManifoldType.e_faceA, planck.ManifoldType.e_faceB]));
  });

  it("keeps the impulses of points with the same id: a stack of ten comes to rest as planck's does", () => {
    function settle(): { heights: number[]; lost: number; slept: number } {
      const world = on(new planck.Box(20, 1, { x: 0, y: -1 }));
      const crate = new planck.Box(0.5, 0.5);
      const crates = Array.from(
        { length: 10 },
        (_, k) => addBody(world, crate, 0.05 * (k % 3), 0.55 + 1.05 * k),
      );
      let lost = 0;
      let slept = Infinity;
      let now = 0;
      world.on("pre-solve", (contact) => {
        const { pointCount, points } = contact.getManifold();
        if (now < 60) return; // still falling
        for (let i = 0; i < pointCount; i++) if (points[i].normalImpulse === 0) lost++;
      });
      for (; now < 600; now++) {
        world.step(DT);
        if (slept === Infinity && crates.every((body) => !body.isAwake())) slept = now;
      }
      return { heights: crates.map((body) => body.getPosition().y), lost, slept };
    }
    assertLess(settle().slept, 300);
    const { heights, lost, slept } = withCollide(settle);
    assertLess(slept, 300);
    assertEquals(lost, 0);
    // planck's skins are 0.02 together. Its solver lets them overlap by up to three times its slop of 0.005.
    for (const [k, y] of heights.entries()) {
      const gap = y - (k === 0 ? 0.5 : heights[k - 1] + 1);
      assert(gap > 0.005 && gap < 0.02, `crate ${k} is ${gap} above the one below`);
    }
  });

  it("keeps bodies of every kind inside a loop", () => {
    withCollide(() => {
      // Clockwise, so that the front is inside.
      const room = [[-3, 0], [-2, 12], [4, 12], [3, 0], [1, -1]].map(([x, y]) => ({ x, y }));
      const world = on(new planck.Chain(room, true));
      const shapes = [new planck.Circle(0.4), new planck.Box(0.5, 0.25), new planck.Polygon(wedge)];
      const bodies = Array.from(
        { length: 24 },
        (_, k) => addBody(world, shapes[k % 3], -1 + (k % 4), 1 + 0.45 * k, { angle: k }),
      );
      run(world, 900);
      for (const body of bodies) {
        const { x, y } = body.getPosition();
        assert(y > -1 && y < 6 && Math.abs(x) < 4, `a body is at ${x}, ${y}`);
        assertLess(body.getLinearVelocity().length(), 0.1);
      }
    });
  });

  it("slides over the joints of a chain and of edges that know their neighbours", () => {
    withCollide(() => {
      const points = Array.from({ length: 81 }, (_, k) => ({ x: 20 - k / 2, y: 0 }));
      const edges = points.slice(2, -1).map((q, k) =>
        new planck.Edge(points[k + 1], q).setPrevVertex(points[k]).setNextVertex(points[k + 3])
      );
      for (const shapes of [[new planck.Chain(points)], edges]) {
        const world = on(...shapes);
        const crate = addBody(world, new planck.Box(0.75, 0.25), -18, high(0.25), { friction: 0 });
        crate.setLinearVelocity({ x: 8, y: 0 });
        for (let step = 0; step < 240; step++) {
          world.step(DT);
          assertAlmostEquals(crate.getPosition().y, high(0.25), 1e-4);
          assertAlmostEquals(crate.getLinearVelocity().x, 8, 1e-9);
        }
      }
    });
  });

  it("lets a crate slide over a wavy chain of short links with less loss of energy than planck's own", () => {
    function loss(): number {
      const wave = Array.from({ length: 601 }, (_, k) => {
        const x = 22 - k / 25;
        return { x, y: 0.2 * Math.cos(x / 2) - 0.2 };
      });
      const world = on(new planck.Chain(wave));
      const crate = addBody(world, new planck.Box(0.4, 0.2), 0, high(0.2), { friction: 0 });
      crate.setLinearVelocity({ x: 5, y: 0 });
      const energy = (): number => {
        const moving = crate.getLinearVelocity().lengthSquared() / 2;
        const turning = crate.getInertia() * crate.getAngularVelocity() ** 2 / 2;
        return crate.getMass() * (moving + 10 * crate.getPosition().y) + turning;
      };
      const before = energy();
      for (let step = 0; step < 400 && crate.getPosition().x < 20; step++) world.step(DT);
      assert(crate.getPosition().x >= 20, "the crate got stuck");
      return (before - energy()) / before;
    }
    const own = loss();
    const ours = withCollide(loss);
    assert(ours > 0 && ours < own / 2, `${ours} instead of ${own}`);
  });

  it("leaves continuous collision to planck, which stops bullets at a thin wall", () => {
    withCollide(() => {
      const world = on(new planck.Box(0.02, 10, { x: 5, y: 0 }));
      world.setGravity({ x: 0, y: 0 });
      const shapes = [new planck.Circle(0.1), new planck.Box(0.2, 0.02), new planck.Polygon(wedge)];
      const bullets = shapes.map((shape, k) => {
        const bullet = addBody(world, shape, 0, 3 * k - 3, { bullet: true });
        bullet.setLinearVelocity({ x: 115, y: 2 });
        bullet.setAngularVelocity(20 * k);
        return bullet;
      });
      run(world, 60);
      for (const bullet of bullets) assertLess(bullet.getPosition().x, 5);
    });
  });

  it("makes chains and edges with neighbours one-sided, until planck's own contacts are back", () => {
    // The front of these is below: they run from left to right.
    const left = { x: -5, y: 0 }, right = { x: 5, y: 0 };
    const edge = () => new planck.Edge(left, right);
    const linked = [edge().setPrevVertex({ x: -9, y: 1 }), edge().setNextVertex({ x: 9, y: 1 })];
    function height(shape: planck.Shape): number {
      const world = on(shape);
      const ball = addBody(world, new planck.Circle(0.5), 0, 1);
      run(world, 120);
      return ball.getPosition().y;
    }
    for (const shape of [new planck.Chain([left, right]), ...linked]) {
      assertAlmostEquals(height(shape), 0.5 + SKIN, 0.01);
      assertLess(withCollide(() => height(shape)), -5);
      assertAlmostEquals(height(shape), 0.5 + SKIN, 0.01);
    }
    assertAlmostEquals(withCollide(() => height(edge())), 0.5 + SKIN, 0.01);
  });

  it("takes planck's polygons even where rounding has made them concave", () => {
    const turn = pose(0, 0, 1.02);
    // A square with points on its sides, which rounding moves out or in.
    const outline = [[-1, -1], [0, -1], [1, -1], [1, 0], [1, 1], [0.3, 1], [-1, 1], [-1, 0.2]];
    const tile = new planck.Polygon(outline.map(([x, y]) => transformPoint(turn, { x, y })));
    assertThrows(() => polygon(tile.m_vertices), RangeError, "turns right");
    const [shape] = shapesOf(tile);
    assertEquals(shapesOf(tile)[0], shape);
    assertAlmostEquals(area(shape), 4, 1e-14);
  });
});
