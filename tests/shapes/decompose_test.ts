import {
  assert,
  assertEquals,
  assertLess,
  assertLessOrEqual,
  assertMatch,
  assertThrows,
} from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { convexHull, decompose, inspectPolygon, polygon, type Vec2 } from "@narrowphase/gjk2d";
import { cross, dot, edgesOf, lengthTo, minus } from "../boundary/outline.ts";
import { effort } from "../effort.ts";
import { Random, unitVector } from "../generate/random.ts";
import { corridor, ring, spiral, star } from "../generate/rings.ts";
import { lowExponent, scaled } from "../exact/oracle/dyadic.ts";

const SEED = 20261121;

/** Points as integers on one exponent. */
function exactly(points: readonly Vec2[], e: number): [bigint, bigint][] {
  return points.map(({ x, y }) => [scaled(x, e), scaled(y, e)]);
}

/** Twice the area of a ring, positive if it runs counter-clockwise. */
function twiceArea(ring: readonly Vec2[]): number {
  return ring.reduce((sum, p, k) => sum + cross(p, ring[(k + 1) % ring.length]), 0);
}

function turn(p: [bigint, bigint], q: [bigint, bigint], r: [bigint, bigint]): bigint {
  return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
}

/**
 * Proves in integers that the parts are convex, do not overlap and make up the polygon without its holes:
 * their boundaries add up to its own. Every edge, split at all vertices on it, is passed once in each direction
 * within, and once along the boundary; then so do the winding numbers, 1 inside a convex part.
 */
function prove(
  points: readonly Vec2[],
  parts: readonly Vec2[][],
  name: string,
  holes: readonly Vec2[][] = [],
): void {
  let e = 1 << 20;
  const rings = [points, ...holes];
  for (const { x, y } of rings.flat()) e = Math.min(e, lowExponent(x), lowExponent(y));
  const all = exactly(rings.flat(), e);
  const count = new Map<string, number>();
  const add = (ring: [bigint, bigint][], sign: number): void => {
    for (let k = 0; k < ring.length; k++) {
      const p = ring[k], q = ring[(k + 1) % ring.length];
      const dx = q[0] - p[0], dy = q[1] - p[1];
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
  for (const [k, points] of rings.entries()) {
    const ring = exactly(points, e);
    const area = ring.reduce((sum, p, k) => {
      const q = ring[(k + 1) % ring.length];
      return sum + p[0] * q[1] - p[1] * q[0];
    }, 0n);
    add(ring, area > 0n === (k === 0) ? -1 : 1);
  }
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

/** On which side of the way from a to b the point c is. */
const side = (a: Vec2, b: Vec2, c: Vec2): number => Math.sign(cross(minus(b, a), minus(c, a)));

const isOn = (a: Vec2, b: Vec2, c: Vec2): boolean =>
  side(a, b, c) === 0 && (c.x - a.x) * (c.x - b.x) <= 0 && (c.y - a.y) * (c.y - b.y) <= 0;

describe("decompose()", () => {
  it("covers star-shaped polygons exactly, in either winding, at any place and size", () => {
    const r = new Random("stars", SEED);
    for (let k = 0; k < effort(3000); k++) {
      const n = r.int(3, r.chance(0.05) ? 60 : 16);
      const offset = r.chance(0.3) ? r.magnitude(0, 8) : 0;
      const size = r.chance(0.3) ? 2 ** r.int(-200, 200) : 1;
      const move = ({ x, y }: Vec2) => ({ x: size * (x + offset), y: size * (y - 3 * offset) });
      const points = star(r, n).map(move);
      if (r.chance(0.5)) points.reverse();
      let found: Vec2[][];
      try {
        found = decompose(points);
      } catch (error) {
        assert(offset > 0, String(error)); // which rounds, and the boundary may then touch itself
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
    for (let k = 0; k < effort(1000); k++) {
      const points = maze(r, r.int(1, 40));
      const parts = decompose(points);
      prove(points, parts, `maze ${k}`);
      // The corners that turn right need one cut each at most, and every cut serves two at most.
      const n = points.length;
      const reflex = points.filter((q, i) => {
        const p = points[(i + n - 1) % n], s = points[(i + 1) % n];
        return (q.x - p.x) * (s.y - q.y) - (q.y - p.y) * (s.x - q.x) < 0;
      }).length;
      corners += reflex;
      assertLessOrEqual(parts.length, 2 * reflex + 1);
      assertLessOrEqual(Math.ceil(reflex / 2) + 1, parts.length);
    }
    assertLess(effort(6000), corners);
  });

  it("keeps a convex polygon whole, and cuts as little as an L, a U, a T and a plus need", () => {
    const shapes: [string, number][] = [
      ["0 0, 4 0, 4 3, 0 3", 1],
      ["0 0, 0 3, 4 3, 4 0", 1],
      ["0 0, 3 0, 3 1, 1 1, 1 4, 0 4", 2],
      ["0 0, 5 0, 5 4, 4 4, 4 1, 1 1, 1 4, 0 4", 5],
      ["0 0, 1 0, 1 3, 2 3, 2 4, -1 4, -1 3, 0 3", 5],
      ["1 0, 2 0, 2 1, 3 1, 3 2, 2 2, 2 3, 1 3, 1 2, 0 2, 0 1, 1 1", 5],
      ["0 0, 4 0, 1 1, 0 4", 2],
    ];
    for (const [text, most] of shapes) {
      for (const points of [ring(text), ring(text).reverse()]) {
        const parts = decompose(points);
        prove(points, parts, "letter");
        assertLessOrEqual(parts.length, most);
        for (const part of parts) assertEquals(polygon(part).points.length, part.length);
      }
    }
  });

  it("makes no slivers of stars, which have none", () => {
    const r = new Random("slivers", SEED);
    for (let k = 0; k < 150; k++) {
      const points = Array.from({ length: 30 }, (_, k) => {
        const { x, y } = unitVector(6.283185307179586 * k / 30), d = r.range(1, 10);
        return { x: d * x, y: d * y };
      });
      for (const part of decompose(points)) {
        // Least width, across one of its sides, and length.
        const widths = edgesOf(part).map(({ p, n }) =>
          Math.max(...part.map((v) => -dot(n, minus(v, p))))
        );
        const length = Math.max(...part.flatMap((p) => part.map((q) => lengthTo(p, q))));
        assertLess(0.05, Math.min(...widths) / length, JSON.stringify(part));
      }
    }
  });

  it("is not changed by duplicates and collinear vertices, and leaves its argument alone", () => {
    const points = ring("0 0, 1.5 0, 3 0, 3 1, 3 1, 1 1, 1 4, 0 4, 0 2, 0 0");
    const before = JSON.stringify(points);
    const parts = decompose(points);
    assertEquals(JSON.stringify(points), before);
    assertEquals(parts, decompose([0, 2, 3, 5, 6, 7].map((k) => points[k])));
    assertEquals(parts.length, 2);
  });

  it("refuses boundaries that cross or touch themselves and says where", () => {
    const cases: [string, string][] = [
      [
        "0 0, 4 4, 4 0, 0 4",
        "the edge from vertex 0 to 1 of outline crosses the edge from vertex 2 to 3",
      ],
      [
        "0 0, 4 0, 4 4, 2 0, 0 4",
        "the edge from vertex 0 to 1 of outline touches the edge from vertex 2 to 3",
      ],
      ["0 0, 4 0, 4 4, 1 1, 4 4, 0 4", "vertex 3 of outline turns straight back"],
      ["0 0, 4 0, 4 4, 6 4, 4 4, 0 4", "vertex 3 of outline turns straight back"],
      ["0 0, 2 0, 2 0", "outline has 3 vertices, 2 of them distinct"],
      ["0 0, 2 1, 4 2, 1 0.5", "all 4 points lie on one line"],
      // Sides that no polygon may have: of the boundary, and across a waist.
      ["0 0, 1e-80 0, 1 1", "the side from vertex 0 to 1 of outline is 1e-80 long"],
      [
        "-1 -1, 1 -1, 1e-80 0, 1 1, -1 1, 0 0",
        "the side from vertex 2 to 5 of outline is 1e-80 long, must be at least 2^-250",
      ],
    ];
    for (const [text, message] of cases) {
      assertThrows(() => decompose(ring(text)), RangeError, message);
      assertThrows(() => decompose(ring(text)), RangeError, "Cannot decompose polygon");
    }
    assertThrows(() => decompose([]), RangeError, "outline has 0 vertices");
    // By an ulp: a notch whose tip touches the floor, and one that just does not.
    const notch = (y: number): Vec2[] => ring([[0, 0], [4, 0], [4, 4], [2, y], [0, 4]]);
    assertThrows(() => decompose(notch(0)), RangeError, "touches");
    assertThrows(() => decompose(notch(-5e-324)), RangeError, "crosses");
    prove(notch(2 ** -60), decompose(notch(2 ** -60)), "notch");
    // What `polygon()` takes, with a vertex in between that both drop.
    const thin = ring([[0, 0], [2 ** -251, 0], [2 ** -250, 0], [1, 1]]);
    assertEquals(decompose(thin), [polygon(thin).points.map((v) => ({ ...v }))]);
  });

  it("takes a ring of whole numbers if no two of its edges meet, else names two and how they meet", () => {
    const r = new Random("rings on a grid");
    // Of edges p q and r s: whether they share a point, and whether that is inside both.
    const meet = (p: Vec2, q: Vec2, r: Vec2, s: Vec2): "" | "crosses" | "touches" => {
      const [a, b, c, d] = [side(p, q, r), side(p, q, s), side(r, s, p), side(r, s, q)];
      if (a * b < 0 && c * d < 0) return "crosses";
      const touches = isOn(p, q, r) || isOn(p, q, s) || isOn(r, s, p) || isOn(r, s, q);
      return touches ? "touches" : "";
    };
    const counts = { "": 0, crosses: 0, touches: 0 };
    for (let k = 0; k < effort(12_000); k++) {
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
          ways.set(`${name(i)} of outline ${how} ${name(j)}`, how);
        }
      }
      if (ways.size === 0) {
        prove(ring, decompose(ring), JSON.stringify(ring));
        counts[""]++;
        continue;
      }
      const { message } = assertThrows(() => decompose(ring), RangeError);
      const how = ways.get(
        message.replace("Cannot decompose polygon: ", "").replace(/runs (back )?along/, "touches")
          .replace(/:? \(.*|: it looks.*/, ""),
      );
      assert(how !== undefined, `${message}: ${JSON.stringify(ring)}`);
      counts[how as "crosses" | "touches"]++;
    }
    assertLess(effort(600), Math.min(counts[""], counts.crosses, counts.touches));
  });

  it("covers corridors exactly, in which ears are few, whichever vertex is first and way it runs", () => {
    for (const isRound of [true, false]) {
      const long = corridor(240, isRound), parts = decompose(long);
      prove(long, parts, `round: ${isRound}`);
      assertLessOrEqual(parts.length, 120);
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
    const whole = ({ x, y }: Vec2): Vec2 => {
      return { x: Math.round(2 ** 20 * x), y: Math.round(2 ** 20 * y) };
    };
    let pairs = 0;
    for (let k = 0; k < effort(1000); k++) {
      const points = k % 2 === 0 ? maze(r, r.int(4, 30)) : star(r, r.int(6, 20)).map(whole);
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
    assertLess(effort(10_000), pairs);
  });

  it("names the two edges whose meeting is furthest to the left", () => {
    // Spikes upward, of which two reach a bar above them.
    const points: Vec2[] = [];
    for (let k = 0; k < 50; k++) {
      points.push({ x: 2 * k, y: 0 }, { x: 2 * k + 1, y: k === 20 || k === 31 ? 9 : 1 });
    }
    points.push(...ring("100 0, 100 5, 101 6, 0 7, 0 5, 99 4, -1 4"));
    for (const turned of [0, 17]) {
      const ring = [...points.slice(turned), ...points.slice(0, turned)];
      const name = (k: number): string =>
        `the edge from vertex ${k - turned} to ${k + 1 - turned} of outline`;
      const { message } = assertThrows(() => decompose(ring), RangeError);
      const where = `${name(40)} crosses ${name(105).slice(0, -11)}`;
      const mend = "(docs/recipes.md shows how to repair it)";
      assertEquals(message, `Cannot decompose polygon: ${where} ${mend}`);
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
      const { message } = assertThrows(() => decompose(crossed), RangeError);
      assertMatch(message, /the edge from vertex (99 to 100|100 to 101) of outline crosses/);
    }
  });

  it("takes a thousand vertices", () => {
    const points = star(new Random("large", SEED), 1000), parts = decompose(points);
    assertLess(parts.length, 700);
    const area = parts.reduce((sum, part) => sum + twiceArea(part), -twiceArea(points));
    assertLess(Math.abs(area), 1e-12);
  });
});

describe("decompose() with holes", () => {
  const rect = (x: number, y: number, w: number, h: number): Vec2[] =>
    ring([[x, y], [x + w, y], [x + w, y + h], [x, y + h]]);
  const oval = (x: number, y: number, rx: number, ry: number, n = 24): Vec2[] =>
    Array.from({ length: n }, (_, k) => {
      const v = unitVector(6.283185307179586 * k / n);
      return { x: x + rx * v.x, y: y + ry * v.y };
    });

  /** Outlines that people draw, with their holes. */
  const REAL: [string, Vec2[], Vec2[][], number][] = [
    ["a frame", rect(0, 0, 4, 4), [rect(1, 1, 2, 2)], 4],
    ["the letter O", oval(0, 0, 3, 4), [oval(0, 0, 2, 3)], 24],
    ["the letter A", ring("0 0, 1 0, 1.75 2, 3.25 2, 4 0, 5 0, 3 7, 2 7"), [
      ring("2 3, 3 3, 2.5 5"),
    ], 8],
    [
      "the letter B",
      ring("0 0, 3 0, 4 1, 4 2.5, 3.5 3, 4 3.5, 4 5, 3 6, 0 6"),
      [ring("1 1, 2.5 1, 3 1.5, 2.5 2.5, 1 2.5"), rect(1, 3.5, 1.5, 1.5)],
      14,
    ],
    ["the digit 8", oval(0, 0, 3, 5, 40), [oval(0, 2, 1, 1.5), oval(0, -2, 1.5, 1.75)], 48],
    [
      "a city block with courtyards",
      ring("0 0, 60 0, 60 25, 85 25, 85 70, 40 70, 40 55, 0 55"),
      [
        rect(10, 10, 15, 12),
        ring("35 12, 48 12, 48 30, 42 30, 42 40, 35 40"),
        rect(8, 32, 20, 15),
        ring("60 35, 75 35, 75 60, 55 60, 55 45, 60 45"),
      ],
      22,
    ],
    [
      "a map with lakes",
      star(new Random("coast", SEED), 120).map(({ x, y }) => ({
        x: 100 * x + (x > 0 ? 90 : -90) * Math.abs(x),
        y: 90 * y + (y > 0 ? 90 : -90) * Math.abs(y),
      })),
      [oval(0, 0, 9, 5, 30), oval(-1, 9, 3, 2, 11), oval(4, -9, 4, 2, 17)],
      170,
    ],
  ];

  for (const [name, outline, holes, most] of REAL) {
    it(`covers ${name} exactly, in whatever winding, order and place of the first vertex`, () => {
      const parts = decompose(outline, { holes });
      prove(outline, parts, name, holes);
      assertLessOrEqual(parts.length, most);
      assertEquals(decompose(outline, { holes }), parts);
      const turned = (ring: Vec2[]): Vec2[] => [...ring.slice(2), ...ring.slice(0, 2)].reverse();
      const others = [turned, (ring: Vec2[]) => [...ring, ring[0]]].map((change) =>
        decompose(change(outline), { holes: holes.map(change).reverse() })
      );
      for (const parts of others) prove(outline, parts, name, holes);
    });
  }

  it("covers rings one inside the other, each with the next as its hole", () => {
    const rings = Array.from(
      { length: 12 },
      (_, k) => oval(0, 0, 24 - 2 * k, 20 - 1.5 * k, 30 - k),
    );
    for (const [k, hole] of rings.slice(1).entries()) {
      prove(rings[k], decompose(rings[k], { holes: [hole] }), `${k}`, [hole]);
    }
  });

  it("covers a plate with 144 holes", () => {
    const r = new Random("a plate", SEED);
    const holes = Array.from({ length: 144 }, (_, k) => {
      const [x, y] = [3 * (k % 12) + 1.5, 3 * Math.floor(k / 12) + 1.5];
      const at = (p: Vec2) => ({ x: x + p.x, y: y + p.y });
      return r.chance(0.5) ? rect(x - 1, y - 1, 2, 2) : star(r, 5).map(at);
    });
    const parts = decompose(rect(0, 0, 36, 36), { holes });
    prove(rect(0, 0, 36, 36), parts, "plate", holes);
    assertLessOrEqual(parts.length, 720);
  });

  it("takes holes that touch the outline or each other in single points", () => {
    const square = rect(0, 0, 4, 4), large = rect(0, 0, 8, 8);
    const cases: [string, Vec2[], Vec2[][]][] = [
      ["corner to corner", square, ["0 0, 2 1, 1 2"].map(ring)],
      ["corner on an edge", square, ["2 0, 3 2, 1 2"].map(ring)],
      ["from edge to edge", square, ["0 2, 2 1, 4 2, 2 3"].map(ring)],
      ["an edge on corners", ring("0 0, 2 1, 4 0, 4 4, 0 4"), [rect(1, 1, 2, 1)]],
      ["two holes, corner to corner", square, [rect(1, 1, 1, 1), rect(2, 2, 1, 1)]],
      ["two holes, corner on an edge", rect(0, 0, 5, 5), [rect(1, 1, 1, 2), ring("2 2, 3 1, 3 3")]],
      [
        "four triangles in a cross",
        large,
        ["4 4, 5 2, 3 2", "4 4, 6 5, 6 3", "4 4, 3 6, 5 6", "4 4, 2 3, 2 5"].map(ring),
      ],
      [
        "a wreath that cuts out an island",
        large,
        ["1 1, 4 1, 1 4", "4 1, 7 1, 7 4", "7 4, 7 7, 4 7", "4 7, 1 7, 1 4"].map(ring),
      ],
      [
        "a wedge within the wedge between two",
        ring("0 0, 8 -8, 8 8"),
        ["0 0, 4 1, 4 2", "0 0, 4 -2, 4 -1"].map(ring),
      ],
      [
        "a checkerboard",
        rect(0, 0, 16, 16),
        Array.from({ length: 98 }, (_, k) => {
          const y = Math.floor(k / 7) + 1;
          return rect(2 * (k % 7) + 1 + y % 2, y, 1, 1);
        }),
      ],
    ];
    for (const [name, outline, holes] of cases) {
      prove(outline, decompose(outline, { holes }), name, holes);
      const move = ({ x, y }: Vec2): Vec2 => ({ x: 3 * x - 2 * y, y: 2 * x + 3 * y });
      const [turned, others] = [outline.map(move), holes.map((hole) => hole.map(move))];
      prove(turned, decompose(turned, { holes: others }), `${name}, turned`, others);
    }
  });

  it("takes rings of whole numbers if they bound an area, else names two edges or the hole", () => {
    const r = new Random("holes on a grid", SEED);
    const edges = (ring: Vec2[]): [Vec2, Vec2][] =>
      ring.map((p, k) => [p, ring[(k + 1) % ring.length]]);
    /** Whether two edges cross, or share more than a point. */
    const isBad = ([p, q]: [Vec2, Vec2], [r, s]: [Vec2, Vec2]): boolean => {
      const [a, b, c, d] = [side(p, q, r), side(p, q, s), side(r, s, p), side(r, s, q)];
      if (a * b < 0 && c * d < 0) return true;
      if (a !== 0 || b !== 0) return false;
      const ends = [isOn(p, q, r), isOn(p, q, s), isOn(r, s, p), isOn(r, s, q)];
      // Two of them say the same of a common end.
      const common = [p, q].filter((v) => [r, s].some((w) => v.x === w.x && v.y === w.y)).length;
      return ends.filter((is) => is).length > 2 * common || common === 2;
    };
    /** 1 inside, -1 outside, 0 on the boundary. */
    const where = (ring: Vec2[], v: Vec2): number => {
      let winding = -1;
      for (const [p, q] of edges(ring)) {
        if (isOn(p, q, v)) return 0;
        if (p.y > v.y !== q.y > v.y && side(p, q, v) * (q.y > p.y ? 1 : -1) > 0) winding = -winding;
      }
      return winding;
    };
    const isSimple = (ring: Vec2[]): boolean =>
      edges(ring).every(([p, q], i) =>
        edges(ring).every(([r, s], j) => {
          if (j === i) return p.x !== q.x || p.y !== q.y;
          if (j === (i + 1) % ring.length) return side(p, q, s) !== 0;
          if (i === (j + 1) % ring.length) return true;
          return !isBad([p, q], [r, s]) && ![p, q].some((v) => isOn(r, s, v)) &&
            ![r, s].some((v) => isOn(p, q, v));
        })
      );
    const anyRing = (n: number, x: number, y: number, size: number): Vec2[] => {
      for (;;) {
        const grid = () => ({ x: 12 * r.int(x, x + size), y: 12 * r.int(y, y + size) });
        const found = Array.from({ length: n }, grid);
        if (isSimple(found)) return found;
      }
    };
    const counts = {
      taken: 0,
      touching: 0,
      crosses: 0,
      "runs along": 0,
      "is inside": 0,
      "not inside": 0,
    };
    for (let k = 0; k < effort(12_000); k++) {
      const outline = r.chance(0.6) ? rect(0, 0, 108, 108) : anyRing(r.int(3, 6), 0, 0, 9);
      const holes = Array.from({ length: r.int(1, 3) }, () => {
        const size = r.pick([1, 2, 7]);
        return anyRing(r.int(3, 4), r.int(0, 9 - size), r.int(0, 9 - size), size);
      });
      const rings = [outline, ...holes], name = JSON.stringify(rings);
      let meet = false, touch = false;
      for (let i = 0; i < rings.length; i++) {
        for (let j = 0; j < i; j++) {
          for (const e of edges(rings[i])) {
            for (const f of edges(rings[j])) {
              meet ||= isBad(e, f);
              touch ||= [...e].some((v) => isOn(...f, v)) || [...f].some((v) => isOn(...e, v));
            }
          }
        }
      }
      // Points that divide the edges: where rings do not meet, one that is on no other ring tells.
      const inner = holes.map((hole) =>
        edges(hole).flatMap(([p, q]) =>
          Array.from({ length: 11 }, (_, m) => {
            const f = (m + 1) / 12;
            return { x: p.x + f * (q.x - p.x), y: p.y + f * (q.y - p.y) };
          })
        )
      );
      const isNested = inner.every((points, k) =>
        points.every((v) =>
          where(outline, v) >= 0 && holes.every((hole, m) => m === k || where(hole, v) <= 0)
        )
      );
      if (!meet && isNested) {
        prove(outline, decompose(outline, { holes }), name, holes);
        counts.taken++;
        if (touch) counts.touching++;
        continue;
      }
      const { message } = assertThrows(() => decompose(outline, { holes }), RangeError);
      const said = /crosses|runs along|is inside|not inside/.exec(message)
        ?.[0] as keyof typeof counts;
      assert(said !== undefined, `${message}: ${name}`);
      assertEquals(said === "crosses" || said === "runs along", meet, `${message}: ${name}`);
      counts[said]++;
      if (meet) {
        const edge = /from vertex (\d+) to (\d+) of (outline|options.holes\[(\d)\])/g;
        const named = [...message.matchAll(edge)].map(([, from, to, , hole]): [Vec2, Vec2] => {
          const ring = hole === undefined ? outline : holes[Number(hole)];
          assertEquals((Number(from) + 1) % ring.length, Number(to), message);
          return [ring[Number(from)], ring[Number(to)]];
        });
        assert(isBad(named[0], named[1]), `${message}: ${name}`);
        continue;
      }
      const what = /options.holes\[(\d)\] is (not )?inside (outline|options.holes\[\d\])/;
      const [, hole, , other] = what.exec(message)!;
      const points = inner[Number(hole)];
      assert(
        other === "outline"
          ? points.some((v) => where(outline, v) < 0) ||
            points.some((v) => holes.some((h, m) => m !== Number(hole) && where(h, v) > 0))
          : points.some((v) => where(holes[Number(other.at(-2))], v) > 0),
        `${message}: ${name}`,
      );
    }
    for (const [name, count] of Object.entries(counts)) assertLess(5, count, name);
  });

  it("refuses a hole joined by a bridge, and rings joined in a vertex, and says what they look like", () => {
    const cases: [string, string][] = [
      [
        "0 0, 6 0, 6 6, 0 6, 0 0, 2 2, 2 4, 4 4, 4 2, 2 2",
        "the edge from vertex 4 to 5 of outline runs back along the edge from vertex 9 to 0: it looks " +
        "like a hole joined by a bridge (give the hole in options.holes)",
      ],
      [
        "0 0, 6 0, 6 6, 0 6, 0 0, 2 4, 4 2",
        "touches the edge from vertex 6 to 0: it looks like two rings joined in a vertex",
      ],
      [
        "0 0, 2 2, 4 0, 4 4, 2 2, 0 4",
        "of outline touches the edge from vertex 3 to 4: it looks like two rings joined in a vertex",
      ],
    ];
    for (const [text, message] of cases) {
      const outline = ring(text);
      assertThrows(() => decompose(outline), RangeError, message);
      const words = message.slice(message.indexOf("it looks"));
      const around = rect(-9, -9, 30, 30);
      assertThrows(() => decompose(around, { holes: [outline] }), RangeError, words);
    }
  });

  it("refuses options and holes by name", () => {
    const square = rect(0, 0, 4, 4), wrong = "must be an array of points";
    const holes = (...holes: unknown[]) => ({ holes });
    const cases: [unknown, ErrorConstructor, string][] = [
      [7, TypeError, "options is 7, must be an object (write .map((p) => decompose(p)))"],
      ["x", TypeError, 'options is the string "x", must be an object'],
      [{ holes: 3 }, TypeError, "options.holes is 3, must be an array of lists of points"],
      [holes(undefined), TypeError, `options.holes[0] is undefined, ${wrong}`],
      [{ holes: new Array(2 ** 32 - 1) }, TypeError, "options.holes[0] is undefined"],
      [{ holes: square }, TypeError, `options.holes[0] is an object, ${wrong}`],
      [holes([]), RangeError, "options.holes[0] has 0 vertices, must have at least 3"],
      [
        holes(rect(1, 1, 1, 1), ring("1 1, NaN 2, 3 1")),
        RangeError,
        "options.holes[1][1].x is NaN",
      ],
      [{ holes: [rect(5, 5, 1, 1)] }, RangeError, "options.holes[0] is not inside outline"],
      [{ holes: [rect(-1, -1, 9, 9)] }, RangeError, "options.holes[0] is not inside outline"],
      [{ holes: [square] }, RangeError, "runs along the edge from vertex"],
      [
        { holes: [rect(1, 1, 2, 2), rect(1.5, 1.5, 0.5, 0.5)] },
        RangeError,
        "options.holes[1] is inside options.holes[0], must be inside outline and outside of the other holes",
      ],
      [holes(ring("1 1, 3 1, 3 3"), rect(0, 1, 1e-80, 1)), RangeError, "options.holes[1]"],
      // An edge of the outline is cut where a hole touches it, and a piece is too short.
      [
        holes(ring("1e-80 0, 1 2, 1 1")),
        RangeError,
        "the side from vertex 0 of outline to vertex 0 of options.holes[0] is 1e-80 long",
      ],
    ];
    for (const [options, Kind, message] of cases) {
      assertThrows(() => decompose(square, options as never), Kind, message);
    }
  });
});
