import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  box,
  capsule,
  circle,
  convex,
  type ConvexShape,
  ellipse,
  IDENTITY,
  point,
  polygon,
  type Pose,
  pose,
  regularPolygon,
  segment,
  signedDistance,
  Space,
  transformPoint,
} from "@narrowphase/gjk2d";
import { orientations } from "../exact/fixtures/fixture.ts";
import { FOUND } from "../exact/fixtures/found.ts";
import { FIXTURES } from "../exact/fixtures/published.ts";
import { makeShape } from "../exact/oracle/public_api.ts";
import { FAMILIES, makeCase } from "../generate/families.ts";
import { Random, unitVector } from "../generate/random.ts";
import { findDifferences, findUnequal, findUnequalManifolds, Reference } from "./reference.ts";
import { polygonOf } from "../generate/rings.ts";
import { effort } from "../effort.ts";

function randomShapes(r: Random, count: number): ConvexShape[] {
  return Array.from({ length: count }, () => {
    const at = { x: r.range(-1, 1), y: r.range(-1, 1) };
    const to = { x: r.range(-1, 1), y: r.range(-1, 1) };
    const radius = r.range(0.01, 0.5);
    const n = r.pick([3, 4, 4, 4, 5, 6, 7, 8, 8, 9, 12, 16, 20, 21, 32, 64]);
    const { points } = regularPolygon(n, r.range(0.3, 2));
    const skewed = points.map(({ x, y }) => ({ x: x + 0.3 * y + at.x, y: 0.8 * y + at.y }));
    switch (r.int(0, 9)) {
      case 0:
        return point(at);
      case 1:
        return circle(radius, at);
      case 2:
        return segment(at, to);
      case 3:
        return capsule(at, to, radius);
      case 4:
        return polygon(skewed, { radius });
      default:
        return polygon(skewed);
    }
  });
}

type Placed = [ConvexShape, Pose, ConvexShape, Pose];

/** Fails where either backend answers pairs otherwise than the object API does. */
function check(pairs: readonly Placed[], what = "", withManifolds = true): void {
  assertEquals(findDifferences(pairs, withManifolds), [], what);
}

describe("Space", () => {
  it("gives the bits of the object API on random pairs, on both backends", () => {
    const r = new Random("space parity");
    const count = 10_000;
    const pairs = Uint32Array.from({ length: 2 * count }, (_, k) => k);
    const spaces = [new Space({ backend: "simd" }), new Space({ backend: "ts" })];
    const shapes = randomShapes(r, 400);
    const bodies: ConvexShape[] = [];
    for (let k = 0; k < 2 * count; k++) {
      bodies.push(r.pick(shapes));
      for (const space of spaces) assertEquals(space.add(bodies[k]), k);
    }
    const reference = new Reference(count);
    // Half of the rotations are kept in single precision.
    const turns = Array.from({ length: 1000 }, (_, k) => {
      const { x, y } = unitVector(r.range(-6, 6));
      return k % 2 === 0 ? { x, y } : { x: Math.fround(x), y: Math.fround(y) };
    });
    const a = { ...IDENTITY };
    const b = { ...IDENTITY };
    for (let round = 0; round < effort(100); round++) {
      const spread = round % 10 === 0 ? 0.5 : 3;
      for (let k = 0; k < count; k++) {
        const s = r.pick(turns), t = r.pick(turns);
        Object.assign(a, { x: r.range(-1, 1), y: r.range(-1, 1), cos: s.x, sin: s.y });
        const place = { x: r.range(-spread, spread), y: r.range(-spread, spread) };
        Object.assign(b, { ...place, cos: t.x, sin: t.y });
        for (const space of spaces) {
          space.setPose(2 * k, a);
          space.setPose(2 * k + 1, b);
        }
        reference.ask(k, bodies[2 * k], a, bodies[2 * k + 1], b);
        if (round % 5 === 0) reference.askManifolds(k, bodies[2 * k], a, bodies[2 * k + 1], b);
      }
      for (const space of spaces) {
        assertEquals(findUnequal(space, pairs, reference), null, `round ${round}`);
        if (round % 5 === 0) assertEquals(findUnequalManifolds(space, pairs, reference), null);
      }
    }
  });

  it("gives the bits of the object API on pairs that once failed, here or elsewhere, on both backends", () => {
    const pairs = [...FIXTURES, ...FOUND].flatMap(orientations);
    check(pairs.map(({ a, poseA, b, poseB }) => [makeShape(a), poseA, makeShape(b), poseB]));
  });

  it("gives the bits of the object API on the demanding families, on both backends", () => {
    for (const family of FAMILIES) {
      // (Rectangles so thin that rounding turns their sides are few, and shapes along each other that touch by a
      // rounding in just the way to tell short cuts apart.)
      const count = effort(family === "along" ? 20_000 : family === "corners" ? 3000 : 1000);
      const pairs = Array.from({ length: count }, (_, index): Placed => {
        const { a, poseA, b, poseB } = makeCase(family, 3, index);
        return [makeShape(a), poseA, makeShape(b), poseB];
      });
      check(pairs, family);
    }
  });

  it("gives the bits of the object API on bodies at the same angle, on grids and in stacks, on both backends", () => {
    const r = new Random("same angles");
    const kinds: Record<string, (size: number, other: number, radius: number) => ConvexShape> = {
      box: (w, h, radius) => polygon(box(2 * w, 2 * h).points, { radius }),
      moved: (w, h) => polygon(box(2 * w, 2 * h, { center: { x: 9, y: -3 } }).points),
      triangle: (w, _, radius) => polygon(regularPolygon(3, w).points, { radius }),
      hexagon: (w, _, radius) => polygon(regularPolygon(6, w).points, { radius }),
      octagon: (w) => polygon(regularPolygon(8, w).points),
      circle: (w) => circle(w),
      capsule: (w, h) => capsule({ x: -w, y: 0 }, { x: h, y: 0 }, 0.25),
      segment: (w, h) => segment({ x: -w, y: 0 }, { x: h, y: 0 }),
      point: () => point({ x: 0, y: 0 }),
    };
    const scenes: (keyof typeof kinds)[][] = [
      ["box"],
      ["hexagon"],
      ["octagon"],
      ["circle", "box"],
      Object.keys(kinds),
    ];
    for (const names of scenes) {
      for (const round of [Math.fround, (x: number) => x]) {
        const size = () => r.pick([r.range(0.3, 1.5), 0.5, 1, r.int(1, 6) / 4]);
        const shapes = Array.from({ length: 40 }, () => {
          return kinds[r.pick(names)](size(), size(), r.chance(0.3) ? 0.125 : 0);
        });
        let base = 0;
        const pairs = Array.from({ length: effort(10_000) }, (_, k): Placed => {
          if (k % 500 === 0) base = r.pick([0, Math.PI / 2, 0.3, r.range(-3, 3)]);
          const quarter = () => r.pick([0, 0, 0, Math.PI / 2, Math.PI, Math.PI / 4]);
          const nearly = r.pick([0, 0, 0, 1e-3, 1e-8, 1e-15]) * r.range(-1, 1);
          const poseA = pose(r.int(-8, 8) / 4, r.range(-3, 3), base + quarter());
          const poseB = pose(0, 0, base + quarter() + nearly);
          // On a grid, or one turned like the bodies: stacks and rows that touch. Or anywhere.
          const onGrid = [r.int(-8, 8) / 4, r.int(-8, 8) / 4];
          const [x, y] = r.pick([onGrid, [r.range(-2, 2), r.range(-2, 2)]]);
          const turn = unitVector(r.pick([0, base]));
          poseB.x = poseA.x + turn.x * x - turn.y * y;
          poseB.y = poseA.y + turn.y * x + turn.x * y;
          const rounded = ({ x, y, cos, sin }: Pose): Pose => {
            return { x: round(x), y: round(y), cos: round(cos), sin: round(sin) };
          };
          return [r.pick(shapes), rounded(poseA), r.pick(shapes), rounded(poseB)];
        });
        check(pairs, `${names}`);
      }
    }
  });

  it("gives the bits of the object API on rectangles in all ways to lie, on both backends", () => {
    const r = new Random("rectangles in a space");
    for (const scale of [1, 1, 2 ** -220, 2 ** 220]) {
      const shapes = Array.from({ length: 60 }, () => {
        const thin = r.range(0.01, 0.1), quarters = r.int(1, 8) / 4;
        const width = r.pick([r.range(0.5, 2), 1, thin, quarters, r.range(5, 50)]);
        const height = r.pick([r.range(0.5, 2), 1, r.range(0.01, 0.1), r.int(1, 8) / 4]);
        const x = r.pick([0, 0, r.range(-1, 1)]), y = r.pick([0, 0, r.range(-1, 1)]);
        const [w, h] = [width / 2, height / 2].map((half) => scale * half);
        return polygonOf(
          [[-w, -h], [w, -h], [w, h], [-w, h]].map(([u, v]) => [scale * x + u, scale * y + v]),
          r.chance(0.1) ? 0.25 * scale : 0,
        );
      });
      const pairs = Array.from({ length: effort(10_000) }, (): Placed => {
        const turn = r.pick([r.range(-4, 4), r.range(-4, 4), 0, Math.PI / 2, 0.25]);
        const almost = r.pick([1e-3, 1e-7, 1e-8, 1e-15]) * r.range(-1, 1);
        const others = [turn, turn + Math.PI / 2, turn + almost];
        const other = r.pick([r.range(-4, 4), r.range(-4, 4), ...others]);
        const spread = r.pick([1, 3, 3, 10, 50]);
        const x = r.pick([r.range(-spread, spread), r.int(-8, 8) / 4]) * scale;
        const y = r.pick([r.range(-spread, spread), r.int(-8, 8) / 4]) * scale;
        const at = pose(r.range(-1, 1) * scale, 0, turn);
        return [r.pick(shapes), at, r.pick(shapes), pose(x, y, other)];
      });
      check(pairs, `${scale}`, false);
    }
  });

  it("gives the bits of the object API where rectangles meet by a rounding", () => {
    const rectangle = (x: number, y: number, radius: number, middle = 0): ConvexShape =>
      polygonOf([[x, y], [-x, y], [-x, -y], [x, -y]].map(([x, y]) => [x, y + middle]), radius);
    const pairs: Placed[] = [
      // Their cores overlap: one was asked how deep, the other whether a search sees it.
      [
        rectangle(0.9375, 0.9375, 0),
        { x: 43.875, y: 13, cos: 0, sin: 1 },
        rectangle(-1, -0.3125, 0.125),
        { x: 42.625000000000014, y: 11.25, cos: 0, sin: -1 },
      ],
      // A corner is above another one but for 1e-16, by which it is beside: no edges that face each other.
      [
        rectangle(-0.8125, -0.75, 0.29487206067424265),
        { x: 10000000087.875, y: -69.875, cos: -0, sin: -0.9999999999999999 },
        rectangle(0.625, -0.4375, 0, -3),
        { x: 10000000086.5, y: -65.375, cos: 1, sin: 0 },
      ],
    ];
    for (const pair of pairs) check([pair, pair, pair], "", false);
  });

  it("gives the bits of the object API however many pairs there are, on both backends", () => {
    const r = new Random("lengths of lists");
    const kinds: [ConvexShape, ConvexShape][] = [
      [box(1, 2), box(2, 1)],
      [regularPolygon(3, 1), regularPolygon(4, 1)],
      [regularPolygon(8, 1), regularPolygon(4, 1)],
      [regularPolygon(8, 1), regularPolygon(7, 1)],
      [capsule({ x: -1, y: 0 }, { x: 1, y: 0 }, 0.5), regularPolygon(6, 1)],
      [circle(1), circle(0.5)],
      [circle(1), box(2, 1)],
    ];
    for (const [a, b] of kinds) {
      for (const count of [1, 2, 3, 255, 256, 257, 511, 512, 513, 1023, 1024, 1025]) {
        const pairs = Array.from({ length: count }, (): Placed => {
          const poseA = pose(0, 0, r.range(-4, 4));
          // All apart, or anything.
          const far = count % 3 === 0 ? 4 : 0;
          return [a, poseA, b, pose(far + r.range(-2, 2), r.range(-2, 2), r.range(-4, 4))];
        });
        check(pairs, `${count}`);
      }
    }
  });

  it("gives the bits of the object API where an edge is too short to tell its deeper end", () => {
    const e = 2 ** -52;
    const corner = [[0, 1], [1, 0], [1 + e, 1], [1, 1 + e]];
    const sharp = [
      polygonOf(corner),
      polygonOf(corner, 0.1),
      polygonOf([corner[0], [0.2, 0.3], [0.5, 0.1], ...corner.slice(1), [0.5, 1.2]]),
      polygonOf([[-0.5, 0], [0.3, -0.4], [0.1 + 0.2, -0.4 + e / 4], [0.1, 0.5]]),
      box(1e-8, 1000),
    ];
    const others = [box(2, 2), regularPolygon(3, 1), regularPolygon(8, 1), box(1e6, 0.05)];
    const r = new Random("short edges");
    const pairs: Placed[] = [];
    for (const a of sharp) {
      for (const b of others) {
        for (let k = 0; k < 400; k++) {
          const at = pose(r.range(-1.5, 1.5), r.range(-1.5, 1.5), r.range(-3, 3));
          pairs.push(k % 2 === 0 ? [a, at, b, pose()] : [b, pose(), a, at]);
        }
      }
    }
    check(pairs, "", false);
  });

  it("gives the same bits when it spares the lanes what they could not tell", () => {
    // Chunks in which everything touches, then ones in which nothing does.
    const count = 16 * 1024;
    const space = new Space({ backend: "auto" });
    const reference = new Space({ backend: "ts" });
    const crate = box(1, 1), gem = regularPolygon(6, 0.7);
    const r = new Random("spared lanes");
    for (let k = 0; k < 2 * count; k++) {
      const shape = k % 4 < 2 ? crate : gem;
      const at = k < count
        ? pose(k % 2 === 0 ? 0 : r.pick([-1, 0, 1]), k % 2 === 0 ? 0 : 1)
        : pose(r.range(-1, 1), r.range(-1, 1), r.range(-3, 3));
      for (const b of [space, reference]) b.add(shape, at);
    }
    const pairs = Uint32Array.from({ length: 2 * count }, (_, k) => k);
    for (let round = 0; round < 3; round++) {
      assertEquals(space.intersects(pairs), reference.intersects(pairs));
      assertEquals(space.distances(pairs), reference.distances(pairs));
      assertEquals(space.signedDistances(pairs), reference.signedDistances(pairs));
      assertEquals(space.penetrations(pairs), reference.penetrations(pairs));
      assertEquals(space.manifolds(pairs), reference.manifolds(pairs));
    }
  });

  it("gives the bits of the object API on grids of exact ties, on both backends", () => {
    // Everything touches, in all ways that boxes, 8-gons, triangles and capsules can on a grid.
    const shapes = [
      "0 0, 2 0, 2 1, 0 1",
      "1 0, 2 0, 2 1, 1 2, 0 1",
      "0 0, 2 0, 0 2",
      "1 0, 2 0, 3 1, 3 2, 2 3, 1 3, 0 2, 0 1",
    ].map((text) => polygonOf(text)).concat(
      capsule({ x: 0, y: 0 }, { x: 1, y: 0 }, 0.5),
      circle(1),
      point({ x: 1, y: 1 }),
      segment({ x: 0, y: 0 }, { x: 1, y: 1 }),
      polygonOf("0 0, 1 0, 1 1, 0 1", 0.5),
    );
    const bodies: [ConvexShape, Pose][] = [];
    const turns = [[1, 0], [0, 1], [-1, 0], [0, -1]];
    for (const shape of shapes) {
      for (const [cos, sin] of turns) bodies.push([shape, { x: 0, y: 0, cos, sin }]);
      for (let x = -3; x <= 3; x++) {
        for (let y = -3; y <= 3; y++) bodies.push([shape, { x, y, cos: 1, sin: 0 }]);
      }
    }
    const first = bodies.length / shapes.length;
    const pairs = shapes.flatMap((_, s) =>
      bodies.slice(s * first, s * first + 4).flatMap((a) => bodies.map((b): Placed => [...a, ...b]))
    );
    assert(pairs.filter((pair) => signedDistance(...pair).distance === 0).length > 1000);
    check(pairs);
  });

  it("gives no -0 where positions and turns have it, and the bits of the object API", () => {
    const shapes = [
      box(2, 1),
      box(1, 3),
      circle(1),
      point({ x: -0, y: -0 }),
      segment({ x: -1, y: -0 }, { x: 1, y: -0 }),
      capsule({ x: -0, y: -1 }, { x: -0, y: 1 }, 0.25),
      polygonOf([[0, 0], [1, 0], [1, 1], [-0, 1]]),
      regularPolygon(6, 1),
      regularPolygon(12, 1.5),
    ];
    const turn = unitVector(2.5);
    const turns = [[1, -0], [-0, 1], [-1, -0], [-0, -1], [turn.x, turn.y], [turn.x, -turn.y]];
    const bodies: [ConvexShape, Pose][] = [];
    for (const shape of shapes) {
      for (const [cos, sin] of turns) {
        for (const [x, y] of [[-0, -0], [-0, 4], [-4, -0], [0, 0], [-0, 0.5], [0.25, -0]]) {
          bodies.push([shape, { x, y, cos, sin }]);
        }
      }
    }
    const pairs = bodies.flatMap((a) => bodies.map((b): Placed => [...a, ...b]));
    const reference = new Reference(pairs.length);
    assertEquals(findDifferences(pairs, true, reference), []);
    const { distances, signed, penetrations } = reference;
    for (const [name, values] of Object.entries({ distances, signed, penetrations })) {
      const at = values.findIndex((value) => Object.is(value, -0));
      assertEquals(at, -1, `${name}: element ${at & 7} of pair ${at >> 3}`);
    }
  });

  it("gives the bits of the object API where only rounding tells the shallowest edge", () => {
    // The second shape lies on a line of symmetry of the first, or their centers coincide: two edges or more
    // are equally deep, and the poses turn them into all directions.
    const r = new Random("equal depths");
    const shapes = [3, 4, 5, 6, 8].map((n) => polygon(regularPolygon(n, 1).points));
    shapes.push(polygonOf("-1 -1, 1 -1, 1 1, -1 1"));
    const pairs = Array.from({ length: 4000 }, (): Placed => {
      const [a, b] = [r.pick(shapes), r.pick(shapes)];
      const [s, t] = [unitVector(r.range(-3, 3)), unitVector(r.range(-3, 3))];
      const poseA = { x: r.range(-2, 2), y: r.range(-2, 2), cos: s.x, sin: s.y };
      const { x, y } = r.pick([...a.points]);
      const l = r.pick([0, r.range(0, 0.5)]);
      const at = transformPoint(poseA, { x: l * x, y: l * y });
      return [a, poseA, b, { ...at, cos: t.x, sin: t.y }];
    });
    check(pairs, "", false);
  });

  it("answers pairs with support functions as the object API does", () => {
    const r = new Random("smooth bodies");
    const half = convex({
      center: { x: 0.5, y: 0 },
      support(dx, dy, out) {
        const l = Math.sqrt(dx * dx + dy * dy);
        out.x = dx > 0 ? dx / l : 0;
        out.y = dx > 0 ? dy / l : Math.sign(dy);
      },
      edges: [{ a: { x: 0, y: 1 }, b: { x: 0, y: -1 } }],
    });
    const shapes = [ellipse(2, 1), half, ...randomShapes(r, 6)];
    const anywhere = (): Pose => {
      const { x, y } = unitVector(r.range(-3, 3));
      return { x: r.range(-2, 2), y: r.range(-2, 2), cos: x, sin: y };
    };
    check(
      Array.from({ length: 500 }, () => [r.pick(shapes), anywhere(), r.pick(shapes), anywhere()]),
    );
  });
});
