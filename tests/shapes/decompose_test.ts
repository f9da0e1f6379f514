import { assert, assertEquals, assertLess, assertLessOrEqual, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { convexHull, decompose, inspectPolygon, polygon, type Vec2 } from "@narrowphase/gjk2d";
import { Random, unitVector } from "../generate/random.ts";
import { corridor, spiral, star } from "../generate/rings.ts";
import { lowExponent, scaled } from "../exact/oracle/dyadic.ts";

const SEED = 20261121;

/** Points as integers on one exponent. */
function exactly(points: readonly Vec2[], e: number): [bigint, bigint][] {
  return points.map(({ x, y }) => [scaled(x, e), scaled(y, e)]);
}

function turn(p: [bigint, bigint], q: [bigint, bigint], r: [bigint, bigint]): bigint {
  return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
}

/**
 * Proves in integers that the parts are convex, do not overlap and make up the polygon: their boundaries
 * add up to the polygon's. Every edge, split at all vertices on it, is passed once in each direction
 * within, and once along the boundary; then so do the winding numbers, 1 inside a convex part.
 */
function prove(points: readonly Vec2[], parts: readonly Vec2[][], name: string): void {
  let e = 1 << 20;
  for (const { x, y } of points) e = Math.min(e, lowExponent(x), lowExponent(y));
  const all = exactly(points, e);
  const count = new Map<string, number>();
  const add = (ring: [bigint, bigint][], sign: number): void => {
    for (let k = 0; k < ring.length; k++) {
      const p = ring[k];
      const q = ring[(k + 1) % ring.length];
      const dx = q[0] - p[0];
      const dy = q[1] - p[1];
      const along = (v: [bigint, bigint]): bigint => (v[0] - p[0]) * dx + (v[1] - p[1]) * dy;
      const on = all.filter((v) => turn(p, q, v) === 0n && along(v) >= 0n && along(v) <= along(q));
      on.sort((v, w) => along(v) < along(w) ? -1 : along(v) > along(w) ? 1 : 0);
      for (let m = 1; m < on.length; m++) {
        const [u, v] = [String(on[m - 1]), String(on[m])];
        if (u === v) continue;
        const key = u < v ? `${u} ${v}` : `${v} ${u}`;
        count.set(key, (count.get(key) ?? 0) + (u < v ? sign : -sign));
      }
    }
  };
  let area = 0n;
  for (let k = 0; k < all.length; k++) {
    const [p, q] = [all[k], all[(k + 1) % all.length]];
    area += p[0] * q[1] - p[1] * q[0];
  }
  add(all, area > 0n ? -1 : 1);
  for (const part of parts) {
    const ring = exactly(part, e);
    const n = ring.length;
    assert(n > 2, name);
    for (let k = 0; k < n; k++) {
      // Strictly convex, and (once round) by the half-planes of all edges.
      for (let m = 0; m < n; m++) {
        if (m === k || m === (k + 1) % n) continue;
        assert(turn(ring[k], ring[(k + 1) % n], ring[m]) > 0n, name);
      }
      const [x, y] = ring[k];
      assert(all.some((v) => v[0] === x && v[1] === y), `${name}: a vertex that was not given`);
    }
    add(ring, 1);
  }
  for (const [key, sum] of count) assertEquals(sum, 0, `${name}: ${key}`);
}

/** Boundary of a random tree of grid cells without holes: right angles, collinear vertices, corridors. */
function maze(r: Random, cells: number): Vec2[] {
  const inside = new Set<string>(["0,0"]);
  const has = (x: number, y: number): boolean => inside.has(`${x},${y}`);
  let list: [number, number][] = [[0, 0]];
  for (let k = 0; k < 40 * cells && inside.size < cells; k++) {
    const [x, y] = r.pick(list);
    const [dx, dy] = r.pick([[1, 0], [-1, 0], [0, 1], [0, -1]]);
    const [u, v] = [x + dx, y + dy];
    if (has(u, v)) continue;
    // One neighbour only, diagonals included, apart from those beside that neighbour: no holes, no touch.
    let near = 0;
    for (let i = -1; i <= 1; i++) {
      for (let j = -1; j <= 1; j++) {
        if (has(u + i, v + j) && Math.abs(u + i - x) + Math.abs(v + j - y) > 1) near++;
      }
    }
    if (near > 0) continue;
    inside.add(`${u},${v}`);
    list = [...list, [u, v]];
  }
  // Walk the boundary, cells on the left.
  const edges = new Map<string, [number, number]>();
  for (const [x, y] of list) {
    if (!has(x, y - 1)) edges.set(`${x},${y}`, [x + 1, y]);
    if (!has(x + 1, y)) edges.set(`${x + 1},${y}`, [x + 1, y + 1]);
    if (!has(x, y + 1)) edges.set(`${x + 1},${y + 1}`, [x, y + 1]);
    if (!has(x - 1, y)) edges.set(`${x},${y + 1}`, [x, y]);
  }
  const start = edges.keys().next().value!;
  const ring: Vec2[] = [];
  for (let at = start;;) {
    const [x, y] = edges.get(at)!;
    ring.push({ x, y });
    at = `${x},${y}`;
    if (at === start) return ring;
  }
}

describe("decompose()", () => {
  it("covers star-shaped polygons exactly, in either winding, at any place and size", () => {
    const r = new Random("stars", SEED);
    for (let k = 0; k < 1500; k++) {
      const n = r.int(3, r.chance(0.05) ? 60 : 16);
      let points = star(r, n);
      const offset = r.chance(0.3) ? r.magnitude(0, 8) : 0;
      const size = r.chance(0.3) ? 2 ** r.int(-200, 200) : 1;
      points = points.map(({ x, y }) => ({ x: size * (x + offset), y: size * (y - 3 * offset) }));
      if (r.chance(0.5)) points.reverse();
      let found: Vec2[][];
      try {
        found = decompose(points);
      } catch (error) {
        // An offset rounds, and the boundary may then touch itself.
        assert(offset > 0, String(error));
        continue;
      }
      prove(points, found, `star ${k}`);
      for (const part of found) assert(inspectPolygon(part).valid);
      assertLessOrEqual(found.length, n - 2);
    }
  });

  it("covers polygons of grid cells exactly, with collinear vertices and corridors", () => {
    const r = new Random("mazes", SEED);
    let corners = 0;
    for (let k = 0; k < 500; k++) {
      const points = maze(r, r.int(1, 40));
      const parts = decompose(points);
      prove(points, parts, `maze ${k}`);
      // The corners that turn right need one cut each at most, and every cut serves two at most.
      const n = points.length;
      const reflex = points.filter((q, i) => {
        const p = points[(i + n - 1) % n];
        const s = points[(i + 1) % n];
        return (q.x - p.x) * (s.y - q.y) - (q.y - p.y) * (s.x - q.x) < 0;
      }).length;
      corners += reflex;
      assertLessOrEqual(parts.length, 2 * reflex + 1);
      assertLessOrEqual(Math.ceil(reflex / 2) + 1, parts.length);
    }
    assertLess(3000, corners);
  });

  it("covers spirals and combs", () => {
    const spiral: Vec2[] = [];
    for (let k = 0; k <= 60; k++) {
      const { x, y } = unitVector(0.25 * (k % 25));
      spiral.push({ x: (1 + k) * x, y: (1 + k) * y });
    }
    for (let k = 60; k >= 0; k--) {
      const { x, y } = unitVector(0.25 * (k % 25));
      spiral.push({ x: (3 + k) * x, y: (3 + k) * y });
    }
    const comb: Vec2[] = [{ x: 40, y: -1 }, { x: 0, y: -1 }];
    for (let k = 0; k < 20; k++) comb.push({ x: 2 * k, y: 0 }, { x: 2 * k + 1, y: 9 });
    comb.push({ x: 40, y: 0 });
    prove(comb, decompose(comb), "comb");
    const parts = decompose(spiral.slice(0, 24).concat(spiral.slice(-24)));
    assertLess(parts.length, 40);
    prove(spiral.slice(0, 24).concat(spiral.slice(-24)), parts, "spiral");
  });

  it("keeps a convex polygon whole, and cuts as little as an L, a U, a T and a plus need", () => {
    const at = (...xy: number[]): Vec2[] =>
      Array.from({ length: xy.length / 2 }, (_, k) => ({ x: xy[2 * k], y: xy[2 * k + 1] }));
    const shapes: [Vec2[], number][] = [
      [at(0, 0, 4, 0, 4, 3, 0, 3), 1],
      [at(0, 0, 0, 3, 4, 3, 4, 0), 1],
      [at(0, 0, 3, 0, 3, 1, 1, 1, 1, 4, 0, 4), 2],
      [at(0, 0, 5, 0, 5, 4, 4, 4, 4, 1, 1, 1, 1, 4, 0, 4), 3],
      [at(0, 0, 1, 0, 1, 3, 2, 3, 2, 4, -1, 4, -1, 3, 0, 3), 3],
      [at(1, 0, 2, 0, 2, 1, 3, 1, 3, 2, 2, 2, 2, 3, 1, 3, 1, 2, 0, 2, 0, 1, 1, 1), 3],
      [at(0, 0, 4, 0, 1, 1, 0, 4), 2],
    ];
    for (const [points, least] of shapes) {
      for (const ring of [points, points.toReversed()]) {
        const parts = decompose(ring);
        prove(ring, parts, "letter");
        assertLessOrEqual(parts.length, least === 3 ? 5 : least);
        for (const part of parts) assertEquals(polygon(part).points.length, part.length);
      }
    }
  });

  it("makes no slivers of stars, which have none", () => {
    const r = new Random("slivers", SEED);
    for (let k = 0; k < 150; k++) {
      const n = 30;
      const points = Array.from({ length: n }, (_, k) => {
        const { x, y } = unitVector(6.283185307179586 * k / n);
        const d = r.range(1, 10);
        return { x: d * x, y: d * y };
      });
      for (const part of decompose(points)) {
        // Least width, across one of its sides, and length.
        let width = Infinity, length = 0;
        for (const [m, p] of part.entries()) {
          const q = part[(m + 1) % part.length];
          const side = Math.hypot(q.x - p.x, q.y - p.y);
          let across = 0;
          for (const v of part) {
            across = Math.max(across, (q.x - p.x) * (v.y - p.y) - (q.y - p.y) * (v.x - p.x));
            length = Math.max(length, Math.hypot(v.x - p.x, v.y - p.y));
          }
          width = Math.min(width, across / side);
        }
        assertLess(0.05, width / length, JSON.stringify(part));
      }
    }
  });

  it("is not changed by duplicates and collinear vertices, and leaves its argument alone", () => {
    const points = [
      { x: 0, y: 0 },
      { x: 1.5, y: 0 },
      { x: 3, y: 0 },
      { x: 3, y: 1 },
      { x: 3, y: 1 },
      { x: 1, y: 1 },
      { x: 1, y: 4 },
      { x: 0, y: 4 },
      { x: 0, y: 2 },
      { x: 0, y: 0 },
    ];
    const before = JSON.stringify(points);
    const parts = decompose(points);
    assertEquals(JSON.stringify(points), before);
    assertEquals(parts, decompose([0, 2, 3, 5, 6, 7].map((k) => points[k])));
    assertEquals(parts.length, 2);
  });

  it("refuses boundaries that cross or touch themselves and says where", () => {
    const p = (x: number, y: number): Vec2 => ({ x, y });
    const cases: [Vec2[], string][] = [
      [
        [p(0, 0), p(4, 4), p(4, 0), p(0, 4)],
        "the edge from vertex 0 to 1 of points crosses the edge from vertex 2 to 3",
      ],
      [
        [p(0, 0), p(4, 0), p(4, 4), p(2, 0), p(0, 4)],
        "the edge from vertex 0 to 1 of points touches the edge from vertex 2 to 3",
      ],
      [
        [p(0, 0), p(4, 0), p(4, 4), p(1, 1), p(4, 4), p(0, 4)],
        "vertex 3 of points turns straight back",
      ],
      [
        [p(0, 0), p(4, 0), p(4, 4), p(6, 4), p(4, 4), p(0, 4)],
        "vertex 3 of points turns straight back",
      ],
      [[p(0, 0), p(2, 0), p(2, 0)], "points has 3 vertices, 2 of them distinct"],
      [[p(0, 0), p(2, 1), p(4, 2), p(1, 0.5)], "all 4 points lie on one line"],
      [[], "points has 0 vertices"],
      [[p(0, 0), p(NaN, 0), p(1, 1)], "points[1].x is NaN"],
      [[p(0, 0), p(1, 0), p(1, 2 ** 251)], "points[2].y"],
      // Sides that no polygon may have: of the boundary, and across a waist.
      [[p(0, 0), p(1e-80, 0), p(1, 1)], "the side from vertex 0 to 1 of points is 1e-80 long"],
      [
        [p(-1, -1), p(1, -1), p(1e-80, 0), p(1, 1), p(-1, 1), p(0, 0)],
        "the side from vertex 2 to 5 of points is 1e-80 long, must be at least 2^-250",
      ],
    ];
    for (const [points, message] of cases) {
      assertThrows(() => decompose(points), RangeError, message);
      assertThrows(() => decompose(points), RangeError, "Cannot decompose polygon");
    }
    // deno-lint-ignore no-explicit-any
    const untyped = (value: unknown): any => value;
    for (const value of [undefined, null, 3, {}, "x"]) {
      assertThrows(() => decompose(untyped(value)), TypeError, "points is");
      assertThrows(() => decompose([p(0, 0), p(1, 0), untyped(value)]), TypeError, "points[2]");
    }
    // By an ulp: a notch whose tip touches the floor, and one that just does not.
    const notch = (y: number): Vec2[] => [p(0, 0), p(4, 0), p(4, 4), p(2, y), p(0, 4)];
    assertThrows(() => decompose(notch(0)), RangeError, "touches");
    assertThrows(() => decompose(notch(-5e-324)), RangeError, "crosses");
    prove(notch(2 ** -60), decompose(notch(2 ** -60)), "notch");
    // What `polygon()` takes, with a vertex in between that both drop.
    const thin = [p(0, 0), p(2 ** -251, 0), p(2 ** -250, 0), p(1, 1)];
    assertEquals(decompose(thin), [polygon(thin).points.map((v) => ({ ...v }))]);
  });

  it("takes a ring of whole numbers if no two of its edges meet, else names two and how they meet", () => {
    const r = new Random("rings on a grid");
    // Of edges p q and r s: whether they share a point, and whether that is inside both.
    const meet = (p: Vec2, q: Vec2, r: Vec2, s: Vec2): "" | "crosses" | "touches" => {
      const side = (a: Vec2, b: Vec2, c: Vec2): number =>
        Math.sign((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
      const [a, b, c, d] = [side(p, q, r), side(p, q, s), side(r, s, p), side(r, s, q)];
      if (a * b < 0 && c * d < 0) return "crosses";
      const isOn = (side: number, a: Vec2, b: Vec2, c: Vec2): boolean =>
        side === 0 && (c.x - a.x) * (c.x - b.x) <= 0 && (c.y - a.y) * (c.y - b.y) <= 0;
      const touches = isOn(a, p, q, r) || isOn(b, p, q, s) || isOn(c, r, s, p) || isOn(d, r, s, q);
      return touches ? "touches" : "";
    };
    const counts = { "": 0, crosses: 0, touches: 0 };
    for (let k = 0; k < 6000; k++) {
      const n = r.int(4, 8);
      const ring = Array.from({ length: n }, () => ({ x: r.int(0, 6), y: r.int(-4, 1) }));
      const edge = (i: number): [Vec2, Vec2] => [ring[i], ring[(i + 1) % n]];
      const isBent = ring.every((p, i) => {
        const [, q] = edge(i), [, s] = edge((i + 1) % n);
        return (q.x - p.x) * (s.y - q.y) !== (q.y - p.y) * (s.x - q.x);
      });
      if (!isBent) continue;
      const ways = new Map<string, string>();
      for (let i = 0; i < n; i++) {
        for (let j = i + 2; j < n - (i === 0 ? 1 : 0); j++) {
          const how = meet(...edge(i), ...edge(j));
          if (how === "") continue;
          const name = (k: number): string => `the edge from vertex ${k} to ${(k + 1) % n}`;
          ways.set(`${name(i)} of points ${how} ${name(j)}`, how);
        }
      }
      if (ways.size === 0) {
        prove(ring, decompose(ring), JSON.stringify(ring));
        counts[""]++;
        continue;
      }
      const { message } = assertThrows(() => decompose(ring), RangeError);
      const how = ways.get(message.replace("Cannot decompose polygon: ", ""));
      assert(how !== undefined, `${message}: ${JSON.stringify(ring)}`);
      counts[how as "crosses" | "touches"]++;
    }
    assertLess(300, Math.min(counts[""], counts.crosses, counts.touches));
  });

  it("covers corridors exactly, in which ears are few and far between", () => {
    for (const isRound of [true, false]) {
      const points = corridor(240, isRound);
      const parts = decompose(points);
      prove(points, parts, `round: ${isRound}`);
      assertLessOrEqual(parts.length, 120);
    }
  });

  it("covers a corridor, whichever vertex is the first and whichever way it runs", () => {
    for (const isRound of [true, false]) {
      const points = corridor(26, isRound);
      for (let k = 0; k < points.length; k++) {
        const turned = [...points.slice(k), ...points.slice(0, k)];
        for (const ring of [turned, turned.toReversed()]) {
          prove(ring, decompose(ring), `round: ${isRound}, from ${k}`);
        }
      }
    }
  });

  it("leaves no two parts that are convex together, and cuts alike wherever the polygon lies", () => {
    const r = new Random("parts that cannot be merged", SEED);
    // Whole numbers: all of this is exact.
    const twiceArea = (ring: readonly Vec2[]): number =>
      ring.reduce((sum, p, k) => {
        const q = ring[(k + 1) % ring.length];
        return sum + (p.x * q.y - p.y * q.x);
      }, 0);
    let pairs = 0;
    for (let k = 0; k < 400; k++) {
      const points = k % 2 === 0
        ? maze(r, r.int(4, 30))
        : star(r, r.int(6, 20)).map(({ x, y }) => ({
          x: Math.round(2 ** 20 * x),
          y: Math.round(2 ** 20 * y),
        }));
      const parts = decompose(points);
      const areas = parts.map(twiceArea);
      for (let i = 0; i < parts.length; i++) {
        for (let j = 0; j < i; j++) {
          const together = twiceArea(convexHull([...parts[i], ...parts[j]]));
          assertLess(areas[i] + areas[j], together, JSON.stringify([points, parts[i], parts[j]]));
          pairs++;
        }
      }
      const move = ({ x, y }: Vec2): Vec2 => ({ x: x + 2 ** 23, y: y - 2 ** 24 });
      assertEquals(decompose(points.map(move)), parts.map((part) => part.map(move)));
    }
    assertLess(5000, pairs);
  });

  it("names the first edge that meets another, and the first that it meets", () => {
    // Spikes upward, of which two reach a bar above them.
    const points: Vec2[] = [];
    for (let k = 0; k < 50; k++) {
      points.push({ x: 2 * k, y: 0 }, { x: 2 * k + 1, y: k === 20 || k === 31 ? 9 : 1 });
    }
    points.push({ x: 100, y: 0 }, { x: 100, y: 5 }, { x: 101, y: 6 }, { x: 0, y: 7 }, {
      x: 0,
      y: 5,
    });
    points.push({ x: 99, y: 4 }, { x: -1, y: 4 });
    for (const turned of [0, 17]) {
      const ring = [...points.slice(turned), ...points.slice(0, turned)];
      const name = (k: number): string =>
        `the edge from vertex ${k - turned} to ${k + 1 - turned} of points`;
      const { message } = assertThrows(() => decompose(ring), RangeError);
      assertEquals(
        message,
        `Cannot decompose polygon: ${name(40)} crosses ${name(102).slice(0, -10)}`,
      );
    }
  });

  it("covers spirals of long straight pieces exactly, and says where one crosses itself", () => {
    for (const pieces of [3, 4, 5]) {
      const points = spiral(300, pieces);
      const parts = decompose(points);
      prove(points, parts, `pieces: ${pieces}`);
      assertLessOrEqual(parts.length, 150);
      // A corner of the outer wall is moved over the next turn of the inner one.
      const { x, y } = points[100];
      const crossed = points.with(100, { x: 1.05 * x, y: 1.05 * y });
      const told = "the edge from vertex 99 to 100 of points crosses the edge from vertex 10";
      assertThrows(() => decompose(crossed), RangeError, told);
    }
  });

  it("takes a thousand vertices", () => {
    const points = star(new Random("large", SEED), 1000);
    const parts = decompose(points);
    assertLess(parts.length, 700);
    let area = 0;
    for (const part of parts) {
      for (let k = 0; k < part.length; k++) {
        const q = part[(k + 1) % part.length];
        area += part[k].x * q.y - part[k].y * q.x;
      }
    }
    for (let k = 0; k < points.length; k++) {
      const q = points[(k + 1) % points.length];
      area -= points[k].x * q.y - points[k].y * q.x;
    }
    assertLess(Math.abs(area), 1e-12);
  });
});
