import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import {
  box,
  convexHull,
  minkowskiDifference,
  minkowskiSum,
  polygon,
  regularPolygon,
  type Vec2,
} from "@narrowphase/gjk2d";
import { effort } from "../effort.ts";
import { survey } from "../generate/survey.ts";
import { Random } from "../generate/random.ts";
import { scaled } from "../exact/oracle/dyadic.ts";

function randomPoints(r: Random, n: number, count: number): Vec2[] {
  return Array.from({ length: count }, () => ({ x: r.int(-n, n), y: r.int(-n, n) }));
}

function allSums(a: Vec2[], b: Vec2[], sign: number): Vec2[] {
  return a.flatMap((p) => b.map((q) => ({ x: p.x + sign * q.x, y: p.y + sign * q.y })));
}

/** The hull of the vertices, which are in counter-clockwise order without a right turn. */
function assertConvexLoop(loop: Vec2[], expected: Vec2[]): void {
  assertEquals(convexHull(loop), convexHull(expected));
  const area = (points: Vec2[]): number =>
    points.reduce((sum, p, k) => {
      const q = points[(k + 1) % points.length];
      return sum + p.x * q.y - p.y * q.x;
    }, 0);
  // A loop that turns around once encloses exactly its hull.
  assertStrictEquals(area(loop), area(convexHull(loop)));
  for (let k = 0; k < loop.length && loop.length > 2; k++) {
    const [p, q, r] = [k, k + 1, k + 2].map((i) => loop[i % loop.length]);
    assert((q.x - p.x) * (r.y - q.y) - (q.y - p.y) * (r.x - q.x) >= 0, JSON.stringify(loop));
  }
}

/** Points as multiples of 2^-1100 each way. */
type Exact = [bigint, bigint][];

function exact(points: readonly Vec2[]): Exact {
  return points.map(({ x, y }) => [scaled(x, -1100), scaled(y, -1100)]);
}

/** The edges of a convex loop turned outward: as long as they are. */
function normals(loop: Exact): Exact {
  return loop.map(([x, y], k) => {
    const [u, v] = loop[(k + 1) % loop.length];
    return [v - y, x - u];
  });
}

function supportOf(points: Exact, [u, v]: Exact[number]): bigint {
  return points.map(([x, y]) => x * u + y * v).reduce((p, q) => p > q ? p : q);
}

/** Twice the area of a convex loop: edges times their distances from the origin. */
function twiceArea(loop: Exact): bigint {
  return normals(loop).reduce((sum, n, k) => sum + loop[k][0] * n[0] + loop[k][1] * n[1], 0n);
}

/** A polygon, and one with edges parallel to some of its. */
function parallelPair(r: Random): [Vec2[], Vec2[]] {
  const angle = r.range(0, 6), size = r.chance(0.5) ? 1 : r.magnitude(-12, 3);
  const crate = (s: number): Vec2[] => [
    ...box(s * r.range(0.5, 3), s * r.range(0.5, 3), { angle }).points,
  ];
  let a = crate(1), b = crate(size);
  if (r.chance(0.6)) {
    const thin = r.chance(0.3) ? r.magnitude(-17, -1) : 1, { x: c, y: s } = r.direction();
    const cloud = Array.from({ length: r.int(3, 9) }, () => {
      const x = r.range(-1, 1), y = thin * r.range(-1, 1);
      return { x: c * x - s * y, y: s * x + c * y };
    });
    const hull = convexHull(cloud);
    if (hull.length > 2) a = hull;
    if (r.chance(0.3)) a = [...regularPolygon(r.int(3, 30), 1.25).points];
    b = a.map(({ x, y }) => ({ x: size * x, y: size * y }));
  }
  const far = r.chance(0.3) ? r.magnitude(0, 9) : 0, x = far * r.unit(), y = far * r.unit();
  return [a.map((p) => ({ x: p.x + x, y: p.y - y })), b];
}

describe("minkowskiSum()", () => {
  it("is a polygon, to a rounding of the exact one, when edges are parallel", () => {
    survey("parallel sums", 4000, { bent: 1000 }, (r, met, k) => {
      const [a, b] = parallelPair(r);
      const A = convexHull(a), B = convexHull(b);
      if (A.length < 3 || B.length < 3) return;
      const opposite = b.map(({ x, y }) => ({ x: -x, y: -y }));
      const sum = k & 1 ? minkowskiSum(a, b) : minkowskiDifference(a, opposite);
      polygon(sum);
      if (sum.length < A.length + B.length) met.bent++;

      // Two roundings of the largest coordinate, along the normal of every edge.
      const [P, Q, S] = [exact(A), exact(B), exact(sum)];
      const largest = Math.max(...sum.flatMap(({ x, y }) => [Math.abs(x), Math.abs(y)]));
      const off = 2n * scaled(largest, -1100) >> 52n;
      for (const n of [...normals(P), ...normals(Q)]) {
        const length = (n[0] < 0n ? -n[0] : n[0]) + (n[1] < 0n ? -n[1] : n[1]);
        const error = supportOf(S, n) - supportOf(P, n) - supportOf(Q, n);
        assert((error < 0n ? -error : error) <= off * length, JSON.stringify([a, b]));
      }
      // |A + B| = |A| + |B| + the sum over the edges of B of their length times the support of A there.
      const mixed = normals(Q).reduce((s, n) => s + supportOf(P, n), 0n);
      const error = twiceArea(S) - (twiceArea(P) + twiceArea(Q) + 2n * mixed);
      const around = normals(S).reduce(
        (s, [x, y]) => s + (x < 0n ? -x : x) + (y < 0n ? -y : y),
        0n,
      );
      assert((error < 0n ? -error : error) <= 2n * off * around, JSON.stringify([a, b]));
    });
  });

  it("has the order of edges whose differences are rounded, where no sum is", () => {
    // The edge to (2^53 + 4, 2^52 + 2) has a length of 2^53 + 3 in x, which rounds, and is steeper than (2, 1).
    const a = [{ x: 1, y: 0 }, { x: 2 ** 53 + 4, y: 2 ** 52 + 2 }, { x: 1, y: 2 ** 53 }];
    const b = [{ x: 0, y: 0 }, { x: 2 ** 20, y: 2 ** 19 }, { x: 0, y: 2 ** 20 }];
    const sum = [
      a[0],
      { x: 2 ** 20 + 1, y: 2 ** 19 },
      { x: 2 ** 53 + 2 ** 20 + 4, y: 2 ** 52 + 2 ** 19 + 2 },
      { x: 2 ** 53 + 4, y: 2 ** 52 + 2 ** 20 + 2 },
      { x: 1, y: 2 ** 53 + 2 ** 20 },
      { x: 1, y: 2 ** 20 },
    ];
    assertEquals(minkowskiSum(a, b), sum);
    // Parallel edges in another order.
    assertEquals(convexHull(minkowskiSum(b, a)), convexHull(sum));
  });

  it("covers the rounding of every corner of the exact sum", () => {
    survey("corners of sums", 800, { corners: 5000 }, (r, met) => {
      // A set, and one with nearly the same edges.
      const a = Array.from(
        { length: r.int(2, 8) },
        () => ({ x: r.range(-1, 1), y: r.range(-2, 1) }),
      );
      const x = r.range(-2, 2), y = r.range(-3, 3), size = r.pick([1, 1, r.unit()]);
      const b = a.map((p) => ({ x: size * p.x + x, y: size * p.y + y }));
      const A = convexHull(a), B = convexHull(b);
      const rounded = A.flatMap((p) => B.map((q) => ({ x: p.x + q.x, y: p.y + q.y })));
      const [P, Q, loop] = [exact(A), exact(B), exact(minkowskiSum(a, b))];
      const sums = P.flatMap(([x, y]) => Q.map(([u, v]): [bigint, bigint] => [x + u, y + v]));
      const places = exact(rounded);
      const outward = normals(loop);
      for (const n of [...normals(P), ...normals(Q)]) {
        // The ends of each side: of all sums with the greatest support, those furthest along it.
        const most = supportOf(sums, n), along: [bigint, bigint] = [-n[1], n[0]];
        const side = sums.map((_, i) => i).filter((i) => supportOf([sums[i]], n) === most);
        const rank = (i: number): bigint => supportOf([sums[i]], along);
        for (const i of side) {
          if (side.some((j) => rank(j) > rank(i)) && side.some((j) => rank(j) < rank(i))) continue;
          met.corners++;
          for (const m of outward) {
            assert(supportOf([places[i]], m) <= supportOf(loop, m), JSON.stringify([a, b]));
          }
        }
      }
    });
  });

  it("is that of the GJK tutorial when given its sets", () => {
    const a = [{ x: 1, y: 1 }, { x: 2, y: 1 }];
    const b = [{ x: -2, y: 2 }, { x: -1, y: 2 }];
    const sum = minkowskiSum(a, b);
    assertEquals(convexHull(sum), [{ x: -1, y: 3 }, { x: 1, y: 3 }]);
    assertEquals(sum, [{ x: -1, y: 3 }, { x: 0, y: 3 }, { x: 1, y: 3 }, { x: 0, y: 3 }]);
    const difference = minkowskiDifference(a, b);
    assertEquals(convexHull(difference), [{ x: 2, y: -1 }, { x: 4, y: -1 }]);
  });

  it("has the hull of all pairwise sums when sets are random", () => {
    const r = new Random("sets", 1);
    for (let k = 0; k < effort(3000); k++) {
      const a = randomPoints(r, 6, 1 + k % 7), b = randomPoints(r, 6, 1 + k % 5);
      const sum = minkowskiSum(a, b);
      assertConvexLoop(sum, allSums(a, b, 1));
      const n = convexHull(a).length;
      const m = convexHull(b).length;
      assertStrictEquals(sum.length, Math.max(1, (n > 1 ? n : 0) + (m > 1 ? m : 0)));
    }
  });

  it("names a vertex once when rounding lets others coincide with it", () => {
    const square = [{ x: 1, y: 2 }, { x: 2, y: 2 }, { x: 2, y: 3 }, { x: 1, y: 3 }];
    const speck = [{ x: 0, y: 0 }, { x: 1e-20, y: 0 }, { x: 0, y: 1e-20 }];
    assertEquals(minkowskiSum(square, speck), square);
    assertEquals(minkowskiSum(speck, square), square);
    assertEquals(minkowskiSum(speck, [{ x: 5, y: 6 }]), [{ x: 5, y: 6 }]);
  });

  it("leaves its arguments alone", () => {
    const a = [{ x: 0, y: 1 }, { x: 2, y: 0 }, { x: 1, y: 3 }];
    const b = [{ x: 4, y: 1 }, { x: 3, y: 2 }, { x: 3, y: -5 }, { x: 7, y: 1 }];
    const before = JSON.stringify([a, b]);
    minkowskiSum(a, b);
    minkowskiDifference(a, b);
    assertStrictEquals(JSON.stringify([a, b]), before);
  });
});

describe("minkowskiDifference()", () => {
  it("has the hull of all pairwise differences when sets are random", () => {
    const r = new Random("sets", 2), n = 6;
    for (let k = 0; k < effort(3000); k++) {
      const a = randomPoints(r, n, 1 + k % 6), b = randomPoints(r, n, 1 + k % 7);
      assertConvexLoop(minkowskiDifference(a, b), allSums(a, b, -1));
    }
  });
});

describe("minkowskiSum() and minkowskiDifference()", () => {
  it("read each coordinate once", () => {
    const fickle = (): { x: number; y: number } => {
      const answers = [4, NaN];
      return {
        get x() {
          return answers.shift()!;
        },
        y: 1,
      };
    };
    assertEquals(minkowskiSum([fickle()], [{ x: 1, y: 2 }]), [{ x: 5, y: 3 }]);
    assertEquals(minkowskiDifference([{ x: 1, y: 2 }], [fickle()]), [{ x: -3, y: 1 }]);
  });
});
