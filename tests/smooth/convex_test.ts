import { describe, it } from "@std/testing/bdd";
import {
  assert,
  assertAlmostEquals,
  assertEquals,
  assertLessOrEqual,
  assertStrictEquals,
} from "@std/assert";
import {
  box,
  capsule,
  circle,
  convex,
  type ConvexShape,
  distance,
  ellipse,
  evaluateSupport,
  IDENTITY,
  intersects,
  point,
  polygon,
  type Pose,
  pose,
  regularPolygon,
  segment,
  signedDistance,
  transformPoint,
  type Vec2,
} from "@narrowphase/gjk2d";

import { disk, hullOf, wrap } from "../generate/shapes.ts";
import { effort } from "../effort.ts";
import { assertConsistent, random } from "./consistent.ts";

const ULP = 2 ** -52;

describe("queries on a convex()", () => {
  it("signedDistance() has its points at a corner when another lies hardly beyond the end of its flat side", () => {
    const next = random(17);
    const tip = polygon([{ x: 0, y: -0.25 }, { x: 0.5, y: 0.25 }, { x: -0.5, y: 0.25 }]);
    for (let k = 0; k < effort(4000); k++) {
      // A side from (-w, 0) to (0, 0), of a box or of half a disk below it.
      const w = 0.5 + 3 * next(), isDisk = next() < 0.5;
      const base = convex({
        center: { x: -w / 2, y: -w / 4 },
        support(dx, dy, out) {
          const l = Math.sqrt(dx * dx + dy * dy);
          const isSide = !isDisk || dy > 0;
          out.x = isSide ? (dx < 0 ? -w : 0) : (dx / l - 1) * w / 2;
          out.y = dy > 0 ? 0 : isDisk ? dy / l * w / 2 : -w;
        },
      });
      const gap = 10 ** (-2 * next());
      // Beyond either end, or on this side of it.
      const off = gap * 10 ** (-15 + 11 * next()) * (next() < 0.5 ? 1 : -1);
      const at = pose(4 * next(), 4 * next(), 6 * next());
      const isRight = k % 2 === 0, x = (isRight ? 0 : -w) + off, y = gap + 0.25;
      const beyond = Math.max(0, isRight ? off : -off);
      const over = { ...at, ...transformPoint(at, { x, y }) };
      const r = assertConsistent(base, at, tip, over, 8);
      assertAlmostEquals(r.distance, Math.sqrt(gap * gap + beyond * beyond), 16 * ULP * (w + 4));
      assertConsistent(tip, over, base, at, 8);
    }
  });

  it("signedDistance() is not exhausted behind one that is", () => {
    const around = signedDistance(disk(60), IDENTITY, regularPolygon(48, 1), pose(0, 0, 0.1));
    assertStrictEquals(around.status, "exhausted");
    const inside = signedDistance(ellipse(2, 1), IDENTITY, point({ x: 0.5, y: 0.25 }), IDENTITY);
    assertStrictEquals(inside.status, "overlapping");
    const beside = signedDistance(disk(1), IDENTITY, point({ x: 3, y: 4 }), IDENTITY);
    assertStrictEquals(beside.status, "separated");
    assertStrictEquals(distance(disk(1), IDENTITY, disk(1), pose(1, 0)).status, "overlapping");
  });

  it("signedDistance() knows vertices of a custom shape far from its own origin, on any side of it", () => {
    const next = random(34);
    const round = ellipse(0.5, 0.25);
    for (let k = 0; k < effort(2000); k++) {
      // Vertices on a grid of 2^-10 are exact there, and so are their sums with its points.
      const c = 2 ** (10 + k % 19), cx = [c, -c, 0, 0][k % 4], cy = [0, 0, c, -c][k % 4];
      const grid = () => Math.round(1024 * (4 * next() - 2)) / 1024;
      const square = hullOf(box(2, 2).points.map(({ x, y }) => ({ x: cx + x, y: cy + y })));
      const x = grid(), y = grid();
      const at = pose(x, y, 6 * next());
      const there = { ...at, x: x + cx, y: y + cy };
      const near = signedDistance(round, at, box(2, 2), IDENTITY).distance;
      const far = signedDistance(round, there, square, IDENTITY).distance;
      // Where nothing is rounded there, the answer is as good as near the origin.
      assertAlmostEquals(far, near, 32 * ULP, `case ${k}`);
    }
  });

  it("signedDistance() ends when the direction to the vertex is one of the first four", () => {
    // Round on the right, flat on the left, from (-0.5, -1) to (-0.5, 1): the vertex to the right of the
    // center looks back along the axis, where the support is one end of the flat.
    for (const end of [-1, 1]) {
      const plate = convex({
        center: { x: 0, y: 0 },
        support(dx, dy, out) {
          const l = Math.sqrt(dx * dx + dy * dy);
          out.x = dx > 0 ? dx / l : -0.5;
          out.y = dx > 0 ? dy / l : dy === 0 ? end : Math.sign(dy);
        },
      });
      const r = signedDistance(plate, IDENTITY, point({ x: 0, y: 0 }), IDENTITY);
      assertStrictEquals(r.distance, -0.5);
      assertEquals(r.normal, { x: -1, y: 0 });
      assertEquals(r.pointA, { x: -0.5, y: 0 });
    }
  });

  it("signedDistance() names every edge of a polygon when an oval lies beside it or cuts it", () => {
    const next = random(19);
    for (let k = 0; k < effort(1200); k++) {
      const n = 3 + k % 9, b = regularPolygon(n, 1.5), i = Math.floor(n * next());
      const p = b.points[i], q = b.points[(i + 1) % n];
      const length = Math.hypot(q.x - p.x, q.y - p.y);
      const tx = (q.x - p.x) / length, ty = (q.y - p.y) / length;
      // An ellipse turned by `turn` beside the edge: the point of it that is lowest is above `part` of the edge.
      const rx = 0.2 + next(), ry = 0.2 + next();
      const turn = k % 4 === 0 ? Math.atan2(ty, tx) : 6 * next();
      const part = 0.05 + 0.9 * next();
      const gap = k % 3 === 0 ? -0.01 * next() : 0.5 * next();
      // The direction into the polygon, in the frame of the ellipse; its furthest point there.
      const ux = -ty * Math.cos(turn) + tx * Math.sin(turn);
      const uy = ty * Math.sin(turn) + tx * Math.cos(turn);
      const h = Math.hypot(rx * ux, ry * uy), lx = rx * rx * ux / h, ly = ry * ry * uy / h;
      const e = pose(
        p.x + part * length * tx + gap * ty - (Math.cos(turn) * lx - Math.sin(turn) * ly),
        p.y + part * length * ty - gap * tx - (Math.sin(turn) * lx + Math.cos(turn) * ly),
        turn,
      );
      const oval = ellipse(rx, ry), a = k % 2 === 0 ? oval : wrap(oval);
      const first = signedDistance(a, e, b, IDENTITY), second = signedDistance(b, IDENTITY, a, e);
      for (const [r, on] of [[first, "B"], [second, "A"]] as const) {
        const at = r[`point${on}`];
        assertAlmostEquals(r.distance, gap, 32 * ULP, `case ${k}`);
        assertEquals({ ...r[`feature${on}`] }, { type: "edge", i, j: (i + 1) % n }, `case ${k}`);
        assertAlmostEquals(at.x, p.x + part * length * tx, 1e-12, `case ${k}`);
        assertAlmostEquals(at.y, p.y + part * length * ty, 1e-12, `case ${k}`);
      }
    }
  });

  it("signedDistance() handles a core that is a point or a segment", () => {
    const dot = hullOf([{ x: 0.5, y: 0.25 }]), p = point({ x: 0.5, y: 0.25 });
    const rod = hullOf([{ x: -1, y: 0 }, { x: 1, y: 0 }]);
    const cases: [ConvexShape, ConvexShape, number, number, number][] = [
      [dot, p, 0, 0, 0],
      [dot, dot, 3, 4, 5],
      [rod, rod, 0, 0, 0],
      [rod, rod, 0.5, 0, 0],
      [rod, rod, 4, 0, 2],
      [rod, rod, 0.5, 3, 3],
      [rod, p, 0, 0, 0.25],
      [rod, p, -0.25, -0.25, 0],
    ];
    for (const [a, b, x, y, expected] of cases) {
      const { distance, status } = signedDistance(a, IDENTITY, b, pose(x, y));
      assertEquals([distance, status], [expected, expected > 0 ? "separated" : "touching"]);
    }
  });

  it("signedDistance() ends soon when a custom disk has every depth axis, or nearly", () => {
    const off = disk(1, { x: 1000, y: 300 });
    for (const d of [0, 1e-16, 1e-14, 1e-12, 1e-9, 1e-6, 1e-4, 0.01, 0.1]) {
      const pairs: [ConvexShape, ConvexShape, number][] = [
        [disk(1), point({ x: 0, y: 0 }), 1],
        [disk(1), circle(0.5), 1.5],
        [circle(2), disk(0.25), 2.25],
        [disk(3), disk(0.5), 3.5],
        [ellipse(2, 2), disk(1), 3],
      ];
      for (const [a, b, sum] of pairs) {
        const r = signedDistance(a, IDENTITY, b, pose(0.6 * d, 0.8 * d));
        assertStrictEquals(r.status, "overlapping");
        assertAlmostEquals(r.distance, d - sum, 8 * ULP);
        // (All around it has been seen whether there are sides of a tenth of the radius.)
        assertLessOrEqual(r.iterations, 110, `${a.kind} ${d}`);
        assertStrictEquals(intersects(a, IDENTITY, b, pose(d, 0)), true);
        assertStrictEquals(distance(a, IDENTITY, b, pose(d, 0)).status, "overlapping");
      }
      // Its own coordinates have 1e-13 of rounding.
      const far = signedDistance(off, IDENTITY, point({ x: 1000, y: 300 }), pose(d, 0));
      assertStrictEquals(far.status, "overlapping");
      assertAlmostEquals(far.distance, d - 1, 1000 * 4 * ULP);
      assertLessOrEqual(far.iterations, 110);
    }
  });

  it("signedDistance() finds the flat sides of a custom disk from its center, down to a tenth of its radius", () => {
    const next = random(29);
    for (let k = 0; k < effort(2000); k++) {
      // One to three sides, between ±phi around a direction.
      const side = (_: unknown, i: number) => ({ at: i * 2.1 + next(), phi: 0.055 + 0.4 * next() });
      const sides = Array.from({ length: 1 + Math.floor(3 * next()) }, side);
      const cut = convex({
        center: { x: 0, y: 0 },
        support(dx, dy, out) {
          let angle = Math.atan2(dy, dx);
          for (const { at, phi } of sides) {
            const off = Math.atan2(Math.sin(angle - at), Math.cos(angle - at));
            if (Math.abs(off) < phi) angle = at + (off < 0 ? -phi : phi);
          }
          out.x = Math.cos(angle);
          out.y = Math.sin(angle);
        },
      });
      const r = k % 2 === 0 ? 0 : 0.25 * next(), direction = 7 * next();
      const p = { x: r * Math.cos(direction), y: r * Math.sin(direction) };
      const other = k % 3 === 0 ? circle(0.25) : point({ x: 0, y: 0 });
      let depth = 1 - r;
      for (const { at, phi } of sides) {
        depth = Math.min(depth, Math.cos(phi) - p.x * Math.cos(at) - p.y * Math.sin(at));
      }
      const { distance: d } = signedDistance(cut, IDENTITY, other, pose(p.x, p.y));
      assertAlmostEquals(d, -depth - other.radius, 1e-13, `case ${k}`);
    }
  });

  it("signedDistance() has witness points across the normal when custom points lie far from their origin", () => {
    const next = random(23);
    for (const far of [20, 80, 1000]) {
      const off = { x: far, y: -far / 2 };
      for (let k = 0; k < effort(3000); k++) {
        // The same oval about its origin and, in numbers that are rounded anew for every direction, about `off`.
        const oval = ellipse(0.2 + 2 * next(), 0.2 + 2 * next());
        const shifted = convex({
          center: off,
          support(dx, dy, out) {
            evaluateSupport(oval, dx, dy, out);
            out.x += off.x;
            out.y += off.y;
          },
        });
        const other = k % 2 === 0
          ? ellipse(0.2 + next(), 0.2 + next())
          : box(0.2 + next(), 0.2 + next(), { radius: 0.25 });
        const pa = pose(0, 0, 6 * next()), middle = { ...pa, ...transformPoint(pa, off) };
        // Pushed until it all but touches.
        const pb = pose(middle.x + 6 * next() - 3, middle.y + 6 * next() - 3, 6 * next());
        for (let i = 0; i < 3; i++) {
          const { distance: d, normal: n } = signedDistance(oval, middle, other, pb);
          pb.x -= d * n.x;
          pb.y -= d * n.y;
        }
        pb.x += 10 ** -Math.floor(3 + 12 * next());
        const forth = [shifted, pa, other, pb] as const, back = [other, pb, shifted, pa] as const;
        const pair = k % 4 < 2 ? forth : back;
        const r = signedDistance(...pair);
        const expected = signedDistance(oval, middle, other, pb);
        assertAlmostEquals(r.distance, expected.distance, 8 * ULP * far, `${far} ${k}`);
        const gap = Math.hypot(
          r.pointB.x - r.pointA.x - r.distance * r.normal.x,
          r.pointB.y - r.pointA.y - r.distance * r.normal.y,
        );
        assertLessOrEqual(gap, 8 * ULP * far, `${far} ${k}`);
        assertStrictEquals(intersects(...pair), r.distance <= 0, `${far} ${k}`);
      }
    }
  });

  it("signedDistance() ends when a custom ellipse is round and all but concentric", () => {
    for (const ry of [1 - 1e-9, 1 - 1e-6, 0.999, 0.99, 0.95]) {
      const oval = wrap(ellipse(1, ry));
      for (const other of [point({ x: 0, y: 0 }), circle(0.5), disk(0.5), ellipse(0.5, 0.5)]) {
        for (const d of [0, 1e-12, 1e-8, 1e-4, 0.01]) {
          // By s along the long axis: h = √(sin² + ry² cos²) - s sin is least near sin = s ry / (1 - ry²).
          const s = d * (1 - ry);
          const r = signedDistance(oval, IDENTITY, other, pose(s, 0));
          const depth = (other.kind === "point" ? ry : ry + 0.5) - s * d * ry / (2 * (1 + ry));
          assertStrictEquals(r.status, "overlapping", `${ry} ${other.kind} ${d}`);
          assertAlmostEquals(r.distance, -depth, d * d * d * s + 8 * ULP);
        }
      }
    }
  });

  it("signedDistance() takes no polygon for a disk, whose vertices lie on a circle", () => {
    const p = point({ x: 0, y: 0 });
    for (const n of [5, 8, 16, 32, 64, 96, 128, 256, 1024, 4096]) {
      for (const turn of [0, 0.25, 0.5, 0.3]) {
        const shape = regularPolygon(n, 1);
        const wrapped = wrap(shape);
        const pa = pose(0, 0, 2 * Math.PI * turn / n);
        for (const pb of [IDENTITY, pose(1e-12, 2e-12), pose(1e-5, 0), pose(0.01, 0.02)]) {
          const r = signedDistance(wrapped, pa, p, pb);
          const { distance: exact } = signedDistance(shape, pa, p, pb);
          if (n <= 128) assertStrictEquals(r.status, "overlapping");
          // Else one of a thousand edges may be a little better.
          if (r.status === "exhausted") assertLessOrEqual(r.distance, exact + 8 * ULP);
          else assertAlmostEquals(r.distance, exact, 8 * ULP, `${n} ${turn} ${pb.x}`);
        }
      }
    }
  });
});

describe("signedDistance() of shapes of every kind, one of them smooth", () => {
  /** A shape, and what its core's support function is, told by its own formula. */
  type Kind = [shape: ConvexShape, support: (dx: number, dy: number) => Vec2];

  function furthest(points: readonly Readonly<Vec2>[]): Kind[1] {
    return (dx, dy) => points.reduce((p, q) => (q.x - p.x) * dx + (q.y - p.y) * dy > 0 ? q : p);
  }

  function oval(rx: number, ry: number): Kind[1] {
    return (dx, dy) => {
      const l = Math.hypot(rx * dx, ry * dy);
      return { x: rx * rx * dx / l, y: ry * ry * dy / l };
    };
  }

  function custom(of: Kind[1], radius = 0): Kind {
    const support = (dx: number, dy: number, out: Vec2) => void Object.assign(out, of(dx, dy));
    return [convex({ center: { x: 0.125, y: 0 }, radius, support }), of];
  }

  /** The right half of a disk. */
  function half(r: number): Kind[1] {
    return (dx, dy) => {
      const l = Math.hypot(dx, dy);
      return dx > 0 ? { x: r * dx / l, y: r * dy / l } : { x: 0, y: dy < 0 ? -r : r };
    };
  }

  /** What two disks of radius r, each with its center on the other's boundary, have in common. */
  function lens(r: number): Kind[1] {
    return (dx, dy) => {
      const l = Math.hypot(dx, dy);
      if (Math.abs(dx) < l / 2) return { x: 0, y: Math.sign(dy) * Math.sqrt(0.75) * r };
      return { x: r * (dx / l - Math.sign(dx) / 2), y: r * dy / l };
    };
  }

  /** A segment along the x axis plus a disk. */
  function stadium(half: number, r: number): Kind[1] {
    return (dx, dy) => {
      const l = Math.hypot(dx, dy);
      return { x: r * dx / l + (dx > 0 ? half : -half), y: r * dy / l };
    };
  }

  /** The point of a placed core that is furthest along (x, y). */
  function supportAt([, support]: Kind, p: Pose, x: number, y: number): Vec2 {
    return transformPoint(p, support(p.cos * x + p.sin * y, p.cos * y - p.sin * x));
  }

  function extent(kind: Kind, p: Pose, x: number, y: number): number {
    const v = supportAt(kind, p, x, y);
    return x * v.x + y * v.y + kind[0].radius;
  }

  /** The change of the extent of A ⊖ B, which is least across the least way out, as (x, y) turns left. */
  function slope(a: Kind, pa: Pose, b: Kind, pb: Pose, x: number, y: number): number {
    const v = supportAt(a, pa, x, y), w = supportAt(b, pb, -x, -y);
    return x * (v.y - w.y) - y * (v.x - w.x);
  }

  /** How far a point, seen from the vertex or edge that a feature names, is off the latter. */
  function offFeature(
    { points }: ConvexShape,
    p: Pose,
    feature: { i: number; j: number },
    at: Vec2,
  ): number {
    const [v, w] = [feature.i, feature.j].map((i) => transformPoint(p, points[i]));
    const ex = w.x - v.x, ey = w.y - v.y, ee = ex * ex + ey * ey;
    const t = ee > 0 ? Math.min(Math.max(((at.x - v.x) * ex + (at.y - v.y) * ey) / ee, 0), 1) : 0;
    return Math.hypot(at.x - v.x - t * ex, at.y - v.y - t * ey);
  }

  let next = random(0);
  const grid = (range: number) => Math.round(2 * range * (next() - 0.5)) / 2;
  const size = (onGrid: boolean) => onGrid ? 0.5 + Math.floor(4 * next()) / 2 : 0.2 + 2 * next();

  const smooth: ((g: number, h: number) => Kind)[] = [
    (g, h) => [ellipse(g, h), oval(g, h)],
    (g) => [ellipse(g, g), oval(g, g)],
    (g, h) => [ellipse(g, 1e-5 * h), oval(g, 1e-5 * h)],
    (g, h) => custom(oval(g, h)),
    (g, h) => custom(oval(g, g), h),
    (g) => custom(half(g)),
    (g, h) => custom(lens(g), h / 4),
    (g, h) => custom(stadium(g, h)),
    (g) => custom(furthest(regularPolygon(3 + Math.floor(9 * next()), g).points)),
    (g, h) => custom(furthest(box(g, h).points), g / 2),
  ];
  const pointed = [
    () => point({ x: 0.5, y: 0.25 }),
    (g: number) => circle(g),
    (g: number, h: number) => segment({ x: -g, y: 0 }, { x: g, y: h }),
    (g: number, h: number) => capsule({ x: -g, y: 0 }, { x: g, y: 0 }, h),
    (g: number, h: number) => box(g, h),
    (g: number, h: number) => box(g, h, { radius: 0.25 }),
    (g: number) => regularPolygon(3 + Math.floor(30 * next()), g),
  ].map((make) => (g: number, h: number): Kind => {
    const shape = make(g, h);
    return [shape, furthest(shape.points)];
  });
  const kinds = [...smooth, ...pointed];
  const angles = Array.from({ length: 64 }, (_, k) => k * Math.PI / 32 + 0.01);

  for (const what of ["anywhere", "deep inside each other", "on a grid", "all but touching"]) {
    it(`has its points on both boundaries, across the least way out, when they lie ${what}`, () => {
      next = random(29);
      for (let k = 0; k < effort(4000); k++) {
        const onGrid = what === "on a grid";
        let a = smooth[k % smooth.length](size(onGrid), size(onGrid));
        let b = kinds[Math.floor(kinds.length * next())](size(onGrid), size(onGrid));
        if (k % 2 === 0) [a, b] = [b, a];
        const reach = what === "deep inside each other" ? 0.5 : 6;
        const pa = onGrid ? pose(grid(2), grid(2)) : pose(next(), next(), 6 * next());
        const pb = onGrid
          ? pose(grid(5), grid(5), k % 3 === 0 ? Math.PI / 2 : 0)
          : pose(reach * (next() - 0.5), reach * (next() - 0.5), 6 * next());
        if (what === "all but touching") {
          for (let i = 0; i < 3; i++) {
            const { distance: d, normal: n } = signedDistance(a[0], pa, b[0], pb);
            pb.x -= d * n.x;
            pb.y -= d * n.y;
          }
          if (k % 3 > 0) pb.y += (k % 3 - 1.5) * 10 ** -(1 + 14 * next());
        }
        const label = `case ${k}, ${a[0].kind} ${b[0].kind}`;
        const width = (s: Kind) =>
          Math.max(...angles.map((t) => Math.abs(extent(s, IDENTITY, Math.cos(t), Math.sin(t)))));
        const unit = ULP *
          (width(a) + width(b) + Math.hypot(pb.x - pa.x, pb.y - pa.y) + Math.hypot(pa.x, pa.y));
        const r = assertConsistent(a[0], pa, b[0], pb, unit / ULP / 2);
        const { distance: d, normal: n, pointA, pointB } = r;
        assert(r.status !== "exhausted", label);
        if (a[0].kind === "ellipse" && b[0].kind === "ellipse") {
          assertLessOrEqual(r.iterations, 59, label);
        }
        const onA = n.x * pointA.x + n.y * pointA.y - extent(a, pa, n.x, n.y);
        const onB = -n.x * pointB.x - n.y * pointB.y - extent(b, pb, -n.x, -n.y);
        assertLessOrEqual(Math.abs(onA), 4 * unit, label);
        assertLessOrEqual(Math.abs(onB), 4 * unit, label);
        // The least is nowhere else than within so much of a turn to either side.
        const turned = 64 * ULP;
        const { x, y } = n;
        assertLessOrEqual(slope(a, pa, b, pb, x + turned * y, y - turned * x), 4 * unit, label);
        assertLessOrEqual(-4 * unit, slope(a, pa, b, pb, x - turned * y, y + turned * x), label);
        const common = distance(a[0], pa, b[0], pb);
        for (const t of angles) {
          const x = Math.cos(t), y = Math.sin(t);
          const ha = extent(a, pa, x, y), hb = extent(b, pb, x, y);
          assertLessOrEqual(-ha - extent(b, pb, -x, -y), d + 4 * unit, label);
          const both = d > 0 ? [] : [[common.pointA, common.pointA]];
          for (const [p, q] of [[pointA, pointB], ...both]) {
            assertLessOrEqual(x * p.x + y * p.y, ha + 4 * unit, label);
            assertLessOrEqual(x * q.x + y * q.y, hb + 4 * unit, label);
          }
        }
        const ends = [[a, pa, r.featureA, pointA, -1], [b, pb, r.featureB, pointB, 1]] as const;
        for (const [[shape], p, feature, at, sign] of ends) {
          assertStrictEquals(feature.type === "support", shape.support !== null, label);
          if (shape.support !== null) continue;
          const { radius } = shape;
          const core = { x: at.x + sign * radius * n.x, y: at.y + sign * radius * n.y };
          assertLessOrEqual(offFeature(shape, p, feature, core), 4 * unit, label);
        }
      }
    });
  }
});

describe("queries with a support function that misbehaves", () => {
  const good = ellipse(1, 2);
  const p = point({ x: 3, y: 1 });
  const reference = signedDistance(good, IDENTITY, p, IDENTITY);

  function assertUnaffected(): void {
    assertEquals(signedDistance(good, IDENTITY, p, IDENTITY), reference);
  }

  function custom(support: (dx: number, dy: number, out: Vec2) => void): ConvexShape {
    return convex({ center: { x: 0, y: 0 }, support });
  }

  it("every query ends with finite numbers when the support function lies or is noise", () => {
    const next = random(6);
    const starAt = (dx: number, dy: number) => 1 + 0.5 * Math.cos(7 * Math.atan2(dy, dx));
    const liars = [
      () => [4 * next() - 2, 4 * next() - 2],
      // The nearest point instead of the furthest.
      (dx: number, dy: number) => [-dx, -dy],
      // A star, which is not convex.
      (dx: number, dy: number) => [starAt(dx, dy) * dx, starAt(dx, dy) * dy],
      // A disk with noise.
      (dx: number, dy: number) => [dx + 1e-6 * next(), dy + 1e-6 * next()],
      // As large and as small as numbers may be.
      () => [1.8e75 * (2 * next() - 1), 1e-75 * next()],
    ].map((of) => custom((dx, dy, out) => void ([out.x, out.y] = of(dx, dy))));
    const others = [p, good, box(1, 2), circle(1), regularPolygon(64, 1), ...liars];
    for (let k = 0; k < effort(3000); k++) {
      const a = liars[k % liars.length];
      const b = others[k % others.length];
      const pb = pose(4 * next() - 2, 4 * next() - 2, 6 * next());
      const r = k % 2 === 0
        ? signedDistance(a, IDENTITY, b, pb)
        : signedDistance(b, pb, a, IDENTITY);
      assert(Number.isFinite(r.distance));
      assertAlmostEquals(Math.hypot(r.normal.x, r.normal.y), 1, 4 * ULP);
      assertLessOrEqual(r.iterations, 400);
      assert(distance(a, IDENTITY, b, pb).distance >= 0);
      intersects(a, IDENTITY, b, pb);
      if (k % 100 === 0) assertUnaffected();
    }
    assertUnaffected();
  });

  it("signedDistance() keeps to points that it knows when a support function answers with less", () => {
    // A square that shows its center only to those who look at its right side all but straight.
    const square = hullOf(box(2, 2).points);
    const liar = convex({
      center: { x: 0, y: 0 },
      support(dx, dy, out) {
        if (dx > 20 * Math.abs(dy)) out.x = out.y = 0;
        else evaluateSupport(square, dx, dy, out);
      },
    });
    const cases = [[2, 0.5, 1], [3, -0.75, 2], [1.25, 0.75, 0.25], [0.75, 0.25, -0.25]];
    for (const [x, y, expected] of cases) {
      const p = point({ x, y });
      for (const side of [1, -1]) {
        const r = side > 0
          ? signedDistance(liar, IDENTITY, p, IDENTITY)
          : signedDistance(p, IDENTITY, liar, IDENTITY);
        assertAlmostEquals(r.distance, expected, 8 * ULP, `${x} ${y} ${side}`);
        assertAlmostEquals(r.normal.x, side, 8 * ULP, `${x} ${y} ${side}`);
      }
    }
  });
});
