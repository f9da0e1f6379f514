import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { type ConvexShape, IDENTITY } from "@narrowphase/gjk2d";
import { collinearGap, scanBoundary } from "../../src/kernel/boundary.ts";
import { isClosest } from "../../src/kernel/proof.ts";
import { climb, supportIndex } from "../../src/kernel/support.ts";
import { boundReach, Line, MovingBody } from "../../src/kernel/toi.ts";
import { Random, unitVector } from "../generate/random.ts";
import { lowExponent, scaled } from "../exact/oracle/dyadic.ts";
import { type Core, ExactPair, hullOfDoubles, type Point } from "../exact/oracle/exact.ts";
import { makeShape } from "../exact/oracle/public_api.ts";
import { direction, features, measured, poses } from "../../src/kernel/state.ts";
import { effort } from "../effort.ts";

const SEED = 20261123;
const CASES = effort(12_000);

type Whole = { x: bigint; y: bigint };

/** The points of both as whole multiples of one power of two. */
function whole(a: readonly Point[], b: readonly Point[]): [Whole[], Whole[]] {
  const all = [...a, ...b];
  const e = Math.min(...all.map(({ x, y }) => Math.min(lowExponent(x), lowExponent(y))), 0);
  const up = ({ x, y }: Point): Whole => ({ x: scaled(x, e), y: scaled(y, e) });
  return [a.map(up), b.map(up)];
}

const less = (p: Whole, q: Whole): Whole => ({ x: p.x - q.x, y: p.y - q.y });
const crossOf = (p: Whole, q: Whole): bigint => p.x * q.y - p.y * q.x;
const dotOf = (p: Whole, q: Whole): bigint => p.x * q.x + p.y * q.y;

/** A grid, as it is or turned to (3, 1), of whole numbers or of such that products round. */
interface Grid {
  turn: boolean;
  unit: number;
  span: number;
}

/** Grids for a pair: mostly the same one. */
function grids(r: Random): [Grid, Grid] {
  const grid = (): Grid => ({
    turn: r.chance(0.5),
    unit: r.chance(0.5) ? 1 : 1 + r.int(1, 5) * 2 ** -46,
    span: r.pick([2, 4, 9]),
  });
  const a = grid();
  return [a, r.chance(0.8) ? a : grid()];
}

/** A convex core on a grid, so with right angles, parallel sides and ties. */
function ties(r: Random, { turn, unit, span }: Grid, at: number, most: number): Core {
  const n = r.int(1, most);
  const points = Array.from({ length: n }, () => {
    const x = at + r.int(-span, span), y = r.int(-span, span);
    return turn ? { x: unit * (3 * x - y), y: unit * (x + 3 * y) } : { x: unit * x, y: unit * y };
  });
  return { points: n === 1 ? points : hullOfDoubles(points), radius: 0 };
}

/** Loads a pair without moving it. */
function place(): void {
  poses.set([0, 0, 1, 0, 0, 0, 1, 0]);
}

/** Closest features of two cores that are apart: vertices i, j, or an edge of either and the other's vertex. */
interface Pairing {
  onEdge: number;
  side: number;
  k: number;
  j: number;
  /** Square of the distance as a fraction, and whether the vertex is beside the edge. */
  top: bigint;
  bottom: bigint;
  beside: boolean;
}

/** All pairings, with their distances. */
function pairings(a: readonly Whole[], b: readonly Whole[]): Pairing[] {
  const all: Pairing[] = [];
  for (const [i, u] of a.entries()) {
    for (const [j, v] of b.entries()) {
      const w = less(v, u);
      all.push({ onEdge: 0, side: 0, k: i, j, top: dotOf(w, w), bottom: 1n, beside: true });
    }
  }
  for (const [side, reference, incident] of [[0, a, b], [1, b, a]] as const) {
    for (let k = 0; k < reference.length && reference.length > 1; k++) {
      const u = reference[k], e = less(reference[(k + 1) % reference.length], u), ee = dotOf(e, e);
      for (const [j, v] of incident.entries()) {
        const out = crossOf(less(v, u), e), t = dotOf(less(v, u), e);
        const beside = out > 0n && t >= 0n && t <= ee;
        all.push({ onEdge: 1, side, k, j, top: out * out, bottom: ee, beside });
      }
    }
  }
  return all;
}

describe("the proof of closest features", () => {
  it("isClosest() is 2 of features that are closest alone, 1 of others that are, else 0", () => {
    const seen = [0, 0, 0];
    for (let i = 0; i < CASES; i++) {
      const r = new Random("closest", SEED, i);
      const [g, h] = grids(r), ca = ties(r, g, 0, 6), cb = ties(r, h, r.int(3, 14), 6);
      if (new ExactPair(ca, IDENTITY, cb, IDENTITY).sign <= 0) continue;
      const a = makeShape(ca), b = makeShape(cb);
      const all = pairings(...whole(ca.points, cb.points));
      let best = all[0];
      for (const p of all) if (p.beside && p.top * best.bottom < best.top * p.bottom) best = p;
      const equal = all.filter((p) => p.beside && p.top * best.bottom === best.top * p.bottom);
      for (const p of all) {
        place();
        const { onEdge, side, k, j } = p;
        Object.assign(features, { onEdge, side, a0: k, b0: j, edge: k, facing: j });
        const found = isClosest(a.record, b.record);
        const expected = !equal.includes(p) ? 0 : equal.length > 1 ? 1 : 2;
        seen[expected]++;
        assertEquals(
          found,
          expected,
          JSON.stringify([i, ca.points, cb.points, onEdge, side, k, j]),
        );
      }
    }
    assert(Math.min(...seen) > effort(1200), `${seen}`);
  });
});

describe("the scan of the boundary", () => {
  it("scanBoundary() has the exact sign, and collinearGap() what is left on one line", () => {
    const seen = { apart: 0, touching: 0, overlapping: 0, gaps: 0 };
    for (let i = 0; i < CASES; i++) {
      const r = new Random("scan", SEED, i);
      const [g, h] = grids(r), most = r.pick([2, 2, 8]);
      const ca = ties(r, g, 0, most), cb = ties(r, h, r.int(0, 9), most);
      const a = makeShape(ca), b = makeShape(cb);
      if (a.count + b.count === 2) continue;
      const exact = new ExactPair(ca, IDENTITY, cb, IDENTITY);
      place();
      // Both ends of what `search` may leave: nothing is beyond rounding, and everything.
      for (const noise of [2 ** -40, 2 ** 20]) {
        measured.noise = noise;
        scanBoundary(a.record, b.record);
        const name = JSON.stringify([i, ca.points, cb.points]);
        const s = measured.separation;
        if (s === 0 && collinearGap(a.record, b.record) === 1) {
          assertEquals(exact.sign, 1, name);
          const p = ca.points[features.a0], q = cb.points[features.b0];
          const d = Math.hypot(q.x - p.x, q.y - p.y);
          assert(Math.abs(d - exact.value) <= 1e-14 * d, name);
          seen.gaps++;
        } else {
          assertEquals(Math.sign(s), exact.sign, name);
          // No edge separates by more than the distance, and the least deep one is the depth.
          const off = exact.sign > 0 ? s - exact.value * (1 + 1e-14) : Math.abs(s - exact.value);
          assert(exact.sign > 0 ? off <= 0 : off < 1e-12, name);
          seen[s > 0 ? "apart" : s < 0 ? "overlapping" : "touching"]++;
        }
      }
    }
    assert(Math.min(...Object.values(seen)) > effort(120), JSON.stringify(seen));
  });
});

describe("the search for a support", () => {
  it("supportIndex() and climb() find a furthest vertex, from wherever they start", () => {
    for (let i = 0; i < 300; i++) {
      const r = new Random("support", SEED, i);
      const n = r.int(2, 60), flat = r.pick([1, 1, 30]);
      const around = () => {
        const d = r.direction();
        return { x: Math.round(9000 * d.x), y: Math.round(9000 * d.y / flat) };
      };
      const points = hullOfDoubles(Array.from({ length: n }, around));
      if (points.length < 2) continue;
      const shape: ConvexShape = makeShape({ points, radius: 0 }), m = shape.count;
      for (let turn = 0; turn < 8; turn++) {
        const d = turn < 4 ? r.direction() : { x: r.int(-2, 2), y: r.int(-2, 2) };
        if (d.x === 0 && d.y === 0) continue;
        const value = ({ x, y }: Point): number => x * d.x + y * d.y;
        const best = Math.max(...points.map(value));
        direction[0] = d.x;
        direction[1] = d.y;
        for (let from = 0; from < m; from++) {
          const { record } = shape;
          const far = [supportIndex(record, m, from), climb(record, m, from)];
          for (const k of far) {
            assert(best - value(points[k]) <= 1e-11, `${i}: ${JSON.stringify(d)} ${from}`);
          }
        }
      }
    }
  });
});

describe("the bound of a turning shape's reach", () => {
  it("boundReach() is no less than any point gets in a step, nor what lies between now and then, and little more", () => {
    for (let i = 0; i < effort(2000); i++) {
      const r = new Random("reach", SEED, i);
      const core = ties(r, grids(r)[0], r.int(-3, 3), 8), shape = makeShape(core);
      const pivot = r.chance(0.3) ? r.pick(core.points) : { x: r.range(-9, 9), y: r.range(-9, 9) };
      const pose = r.direction(), n = r.direction(), sign = r.sign(), step = r.range(0, 1);
      const turn = r.chance(0.1) ? 0 : r.sign() * 3.14 * r.pick([1, 1, 0.1, 0.001]) * r.unit();
      const radius = Math.max(...core.points.map((p) => Math.hypot(p.x - pivot.x, p.y - pivot.y)));
      const line = new Line(), body = new MovingBody();
      Object.assign(body, { pivotX: pivot.x, pivotY: pivot.y, turn, span: radius * (1 + 1e-15) });
      Object.assign(body.now, { x: 7, y: -3, cos: pose.x, sin: pose.y });
      Object.assign(line, { nx: n.x, ny: n.y, step });
      boundReach(shape.record, shape.count, line, body, sign);
      const angle = step * turn;
      /** How far a point of the shape has got when that part of the step is over. */
      const reached = (part: number): number => {
        const { x: c, y: s } = unitVector(angle * part);
        return Math.max(...core.points.map((p) => {
          const vx = p.x - pivot.x, vy = p.y - pivot.y;
          const x = pose.x * vx - pose.y * vy, y = pose.y * vx + pose.x * vy;
          return sign * (n.x * (c * x - s * y) + n.y * (s * x + c * y));
        }));
      };
      const name = JSON.stringify([i, core.points, pivot, pose, n, sign, step, turn]);
      const reach = line.reach, now = reached(0), slack = 1e-13 * (1 + radius);
      for (let k = 0; k <= 16; k++) {
        const between = now + k / 16 * (reach - now);
        assert(reached(k / 16) <= between + slack, `${name}: ${reached(k / 16)} ${between}`);
      }
      assert(reach <= reached(1) + radius * angle * angle + slack, `${name}: ${reach}`);
    }
  });
});
