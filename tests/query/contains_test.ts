import { assert, assertStrictEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  box,
  capsule,
  chain,
  circle,
  compound,
  contains,
  convexHull,
  type ConvexShape,
  decompose,
  ellipse,
  IDENTITY,
  multiply,
  point,
  polygon,
  type Pose,
  pose,
  segment,
  type Shape,
  type Vec2,
} from "@narrowphase/gjk2d";
import { makeShape } from "../exact/oracle/public_api.ts";
import { survey } from "../generate/survey.ts";
import { Random } from "../generate/random.ts";
import { hullOf, SHAPES } from "../generate/shapes.ts";

const SEED = 20261127;

/** Coordinates are multiples of 1/8: eight times each is an integer, and all below is exact. */
const int = (v: number): bigint => BigInt(8 * v);

/** Twice the area of a triangle: positive if c is to the left of the way from a to b. */
function turn(a: Vec2, b: Vec2, c: Vec2): bigint {
  return (int(b.x) - int(a.x)) * (int(c.y) - int(a.y)) -
    (int(b.y) - int(a.y)) * (int(c.x) - int(a.x));
}

/** Whether a disk of radius s around q lies in the polygon or segment, rounded by r. */
function holdsDisk(ring: readonly Vec2[], r: number, q: Vec2, s: number): boolean {
  const sides = ring.map((p, k) => [p, ring[(k + 1) % ring.length]] as const);
  const room = int(r) - int(s);
  const isIn = ring.length > 2 && sides.every(([p, o]) => turn(p, o, q) >= 0n);
  const squareOf = (p: Vec2, o: Vec2): bigint =>
    (int(o.x) - int(p.x)) ** 2n + (int(o.y) - int(p.y)) ** 2n;
  if (room < 0n) {
    // As deep as -room below every side.
    return isIn && sides.every(([p, o]) => turn(p, o, q) ** 2n >= room ** 2n * squareOf(p, o));
  }
  return isIn || sides.some(([p, o]) => {
    const length = squareOf(p, o), toP = squareOf(p, q), toO = squareOf(o, q);
    // An obtuse angle at an end: that end is nearest.
    if (toO >= toP + length) return toP <= room ** 2n;
    if (toP >= toO + length) return toO <= room ** 2n;
    return turn(p, o, q) ** 2n <= room ** 2n * length;
  });
}

/** A random polygon, segment or point on the grid of `step`. */
function anyRing(r: Random, most: number, step: number): Vec2[] {
  const count = r.pick([1, 2, 3, 4, 6, 12]);
  const at = (): number => step * r.int(-most, most);
  return convexHull(Array.from({ length: count }, () => ({ x: at(), y: at() })));
}

const shapeOf = (points: readonly Vec2[], radius: number) =>
  makeShape({ points: [...points], radius });

const QUARTERS: readonly Pose[] = [[1, 0], [0, 1], [-1, 0], [0, -1]]
  .map(([cos, sin], k) => ({ x: 3 * k, y: 5 - k, cos, sin }));

describe("contains() of convex shapes", () => {
  it("is exact when corners and radii are on a grid, touching included", () => {
    survey("contains convex", 12_000, { inside: 2000, outside: 2000 }, (r, met, k) => {
      const a = anyRing(r, 6, 1), b = anyRing(r, k % 2 === 0 ? 2 : 4, 0.5);
      const ra = r.pick([0, 0, 1, 2.5, 5]), rb = r.pick([0, 0, 0.5, 2.5, 3]);
      const expected = b.every((q) => holdsDisk(a, ra, q, rb));
      expected ? met.inside++ : met.outside++;
      const at = r.pick(QUARTERS);
      const what = JSON.stringify({ a, ra, b, rb, at });
      assertStrictEquals(contains(shapeOf(a, ra), at, shapeOf(b, rb), at), expected, what);
    });
  });

  it("is exact when one ulp decides", () => {
    const big = box(2, 4), small = box(1, 1), up = 2 ** -52;
    const needle = segment({ x: -3, y: -1 }, { x: 3, y: 1 }), dot = point({ x: 0, y: 0 });
    const cases: [ConvexShape, ConvexShape, number, number, boolean][] = [
      [big, small, 0.5, 1.5, true],
      [big, small, 0.5 + up, 1.5, false],
      [big, small, 0.5, 1.5 + 2 * up, false],
      // 3, 4, 5: the center is 5 from the origin.
      [circle(13), circle(8), 3, 4, true],
      [circle(13), circle(8 + 8 * up), 3, 4, false],
      [circle(13 - 8 * up), circle(8), 3, 4, false],
      [circle(13), circle(8), 3, 4 + 4 * up, false],
      [needle, dot, 1.5, 0.5, true],
      [needle, dot, 1.5, 0.5 + up / 2, false],
    ];
    for (const [k, [a, b, x, y, expected]] of cases.entries()) {
      assertStrictEquals(contains(a, IDENTITY, b, pose(x, y)), expected, `case ${k}`);
    }
  });

  it("is true of every shape and itself at any pose", () => {
    const r = new Random("contains itself", SEED);
    const few = SHAPES.filter(({ count }) => count < 64);
    for (let k = 0; k < 200; k++) {
      const at = pose(r.range(-9, 9), r.range(-9, 9), r.range(-3, 3));
      // The wheel, whose pairs of sides are thousands, less often.
      for (const shape of k % 20 === 0 ? SHAPES : few) {
        assert(contains(shape, at, shape, { ...at }), shape.kind);
      }
      const turned = { ...at, sin: -at.sin };
      for (const other of [turned, { ...at, x: at.x + 1 }, { ...at, y: at.y + 1 }]) {
        assert(!contains(few[0], at, few[0], other), "at a pose that differs in one number");
      }
    }
  });
});

describe("contains() with support functions", () => {
  it("compares an ellipse with boxes, circles and ellipses, in any frame", () => {
    const r = new Random("contains ellipse", SEED);
    for (let k = 0; k < 400; k++) {
      const at = pose(r.range(-9, 9), r.range(-9, 9), r.range(-3, 3));
      const rx = r.range(0.1, 3), ry = r.range(0.1, 3), s = r.pick([0.9, 1 - 1e-9, 1 + 1e-9, 1.1]);
      const less = s < 1, egg = ellipse(rx, ry);
      const is = (a: ConvexShape, b: ConvexShape, expected: boolean, what: string): void =>
        assertStrictEquals(contains(a, at, b, at), expected, `${what} ${rx} ${ry} ${s}`);
      is(box(2 * rx, 2 * ry), ellipse(s * rx, ry), less, "box");
      is(circle(Math.max(rx, ry)), ellipse(s * Math.max(rx, ry), ry), less, "circle");
      is(egg, circle(s * Math.min(rx, ry)), less, "ellipse of circle");
      is(egg, ellipse(s * rx, 0.5 * ry), less, "ellipse of ellipse");
      // A box with its corners on the ellipse: (3/5)² + (4/5)² = 1.
      is(egg, box(1.2 * s * rx, 1.6 * s * ry), less, "ellipse of box");
      is(box(1, 1, { radius: 3 }), ellipse(3.5 * s, 0.5), less, "rounded box");
    }
  });

  it("takes a polygon by its support function for the polygon", () => {
    survey("contains support", 3000, { inside: 400, outside: 400 }, (r, met) => {
      const rings = [anyRing(r, 6, 1), anyRing(r, 3, 0.5)];
      const expected = rings[1].every((q) => holdsDisk(rings[0], 0, q, 0));
      expected ? met.inside++ : met.outside++;
      const [a, b] = rings.map((ring) => shapeOf(ring, 0));
      const [A, B] = rings.map((ring) => hullOf(ring)), what = JSON.stringify(rings);
      for (const [p, q] of [[a, B], [A, b], [A, B]]) {
        assertStrictEquals(contains(p, IDENTITY, q, IDENTITY), expected, what);
      }
    });
  });
});

const SIDE = 6;

/** Cells of a grid, by x + SIDE y, that are filled. */
type Cells = boolean[];

const cell = (k: number): Vec2[] => {
  const x = k % SIDE, y = Math.floor(k / SIDE);
  return [{ x, y }, { x: x + 1, y }, { x: x + 1, y: y + 1 }, { x, y: y + 1 }];
};

/** What is not filled: cells, and a frame around the grid. */
function emptiness(cells: Cells): Vec2[][] {
  const frame = [[-9, -9, 15, 0], [-9, 6, 15, 15], [-9, -9, 0, 15], [6, -9, 15, 15]]
    .map(([x, y, u, v]) => [{ x, y }, { x: u, y }, { x: u, y: v }, { x, y: v }]);
  return [...frame, ...cells.flatMap((filled, k) => filled ? [] : [cell(k)])];
}

/** Whether the interiors of two polygons share a point: no side of either separates them. */
function overlap(a: readonly Vec2[], b: readonly Vec2[]): boolean {
  const parts = (p: readonly Vec2[], q: readonly Vec2[]): boolean =>
    p.some((u, k) => q.every((o) => turn(u, p[(k + 1) % p.length], o) <= 0n));
  return !parts(a, b) && !parts(b, a);
}

/** Cells as parts: rectangles of filled cells that cover all of them, and may overlap. */
function partsOf(r: Random, cells: Cells): ConvexShape[] {
  const parts: ConvexShape[] = [];
  const isFull = (x: number, y: number, w: number, h: number): boolean => {
    for (let j = y; j < y + h; j++) {
      for (let i = x; i < x + w; i++) {
        if (i >= SIDE || j >= SIDE || !cells[i + SIDE * j]) return false;
      }
    }
    return true;
  };
  for (const [k, filled] of cells.entries()) {
    if (!filled) continue;
    const x = k % SIDE, y = Math.floor(k / SIDE);
    let w = 1, h = 1;
    for (let n = 0; n < 4; n++) {
      if (r.chance(0.5) && isFull(x, y, w + 1, h)) w++;
      if (r.chance(0.5) && isFull(x, y, w, h + 1)) h++;
    }
    parts.splice(r.int(0, parts.length), 0, box(w, h, { center: { x: x + w / 2, y: y + h / 2 } }));
  }
  return parts;
}

describe("contains() of compounds", () => {
  it("is that of the union, for polygons across the joints of its parts", () => {
    survey("contains cells", 3000, { inside: 1000, outside: 1000 }, (r, met) => {
      const cells = Array.from({ length: SIDE * SIDE }, () => r.chance(0.85));
      const body = compound(partsOf(r, cells)), at = r.pick(QUARTERS);
      for (let n = 0; n < 4; n++) {
        const cx = 0.5 * r.int(1, 11), cy = 0.5 * r.int(1, 11);
        const ring = anyRing(r, 3, 0.5).map(({ x, y }) => ({ x: x + cx, y: y + cy }));
        if (ring.length < 3) continue;
        const expected = !emptiness(cells).some((hole) => overlap(hole, ring));
        expected ? met.inside++ : met.outside++;
        const what = JSON.stringify({ cells: cells.map(Number).join(""), ring, at });
        assertStrictEquals(contains(body, at, polygon(ring), at), expected, what);
      }
    });
  });

  it("is that of the union, for disks across the joints of its parts", () => {
    const least = { inside: 200, outside: 200, touching: 200 };
    survey("contains disks", 3000, least, (r, met) => {
      const cells = Array.from({ length: SIDE * SIDE }, () => r.chance(0.9));
      const body = compound(partsOf(r, cells)), at = r.pick(QUARTERS);
      const c = { x: 0.5 * r.int(1, 11), y: 0.5 * r.int(1, 11) }, radius = 0.25 * r.int(1, 8);
      // Of an axis-aligned hole the nearest point to c, in eighths.
      const squares = emptiness(cells).map(([{ x, y }, , { x: u, y: v }]) => {
        const dx = int(Math.min(Math.max(c.x, x), u) - c.x),
          dy = int(Math.min(Math.max(c.y, y), v) - c.y);
        return dx * dx + dy * dy;
      });
      const expected = squares.every((square) => square >= int(radius) ** 2n);
      expected ? met.inside++ : met.outside++;
      if (expected && squares.some((square) => square === int(radius) ** 2n)) met.touching++;
      const what = JSON.stringify({ cells: cells.map(Number).join(""), c, radius });
      assertStrictEquals(contains(body, at, circle(radius, c), at), expected, what);
    });
  });

  it("holds in any frame, with a little room or a little too little", () => {
    const r = new Random("contains turned", SEED);
    const outline = [[0, 0], [3, 0], [3, 1], [1, 1], [1, 4], [0, 4]].map(([x, y]) => ({ x, y }));
    const ell = compound(decompose(outline).map((p) => polygon(p)));
    const corner = polygon([{ x: 0, y: 0 }, { x: 2, y: 0 }, { x: 0, y: 2 }]);
    const tiles = compound(
      Array.from({ length: 12 }, (_, k) => ({ shape: box(1, 1), pose: pose(k % 4, k >> 2) })),
    );
    const within: [Shape, Shape, Pose][] = [
      [ell, polygon([{ x: 0, y: 0 }, { x: 1.99, y: 0 }, { x: 0, y: 1.99 }]), pose(1e-9, 1e-9)],
      [ell, circle(0.5), pose(0.5 + 1e-9, 0.5 + 1e-9)],
      [tiles, box(3.9, 2.9, { center: { x: 1.5, y: 1 } }), IDENTITY],
      [tiles, circle(1.4999), pose(1.7, 1)],
      [tiles, capsule({ x: 1, y: 1 }, { x: 2, y: 1 }, 1.4999), IDENTITY],
    ];
    const beyond: [Shape, Shape, Pose][] = [
      [ell, corner, pose(1e-9, 1e-9)],
      [ell, corner, pose(-1e-9, 1e-9)],
      [ell, circle(0.5), pose(0.5 - 1e-9, 0.5)],
      [tiles, box(4, 3, { center: { x: 1.5, y: 1 } }), pose(1e-9, 0)],
      [tiles, circle(1.50001), pose(1.7, 1)],
      [tiles, ell, IDENTITY],
    ];
    for (let k = 0; k < 100; k++) {
      const at = pose(r.range(-9, 9), r.range(-9, 9), r.range(-3, 3));
      for (const [a, b, local] of within) assert(contains(a, at, b, multiply(at, local)));
      for (const [a, b, local] of beyond) assert(!contains(a, at, b, multiply(at, local)));
    }
  });

  it("takes round parts together, a compound or a chain as B, and in a chain only what lies on it", () => {
    const beads = compound([-1, 0, 1].map((x) => circle(1, { x, y: 0 }))),
      dot = point({ x: 2, y: 1 });
    const way = chain([{ x: 1.5, y: 0 }, { x: 0, y: 0.25 }, { x: -1.5, y: 0 }]);
    const corners = [[0, 0], [2, 0], [4, 0], [4, 3], [0, 3]].map(([x, y]) => ({ x, y }));
    const room = chain(corners, { loop: true }), rod = segment({ x: 0, y: 0 }, { x: 1, y: 0 });
    const cases: [Shape, Shape, number, number, boolean][] = [
      [beads, box(3, 0.5), 0, 0, true],
      [beads, box(3, 1.8), 0, 0, false],
      [beads, beads, 0, 0, true],
      [beads, way, 0, 0, true],
      [beads, way, 1, 0, false],
      [circle(5), beads, 3, 0, true],
      [circle(5), beads, 3.25, 0, false],
      [room, box(0.5, 0.5), 2, 1, false],
      [room, dot, 0, 0, false],
      [room, dot, 1, -1, true],
      [room, rod, 0.5, 0, true],
      [room, rod, 1.5, 0, true],
      [room, rod, 3.5, 0, false],
      [room, room, 0, 0, true],
    ];
    for (const [k, [a, b, x, y, expected]] of cases.entries()) {
      assertStrictEquals(contains(a, IDENTITY, b, pose(x, y)), expected, `case ${k}`);
    }
  });
});
