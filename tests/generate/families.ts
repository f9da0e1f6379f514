/**
 * Seeded generators of shape pairs, one per family of degenerate or demanding input. A case depends
 * only on (family, seed, index), so any case of any run can be reproduced alone.
 *
 * @module
 */
import {
  type Core,
  hullOfDoubles,
  IDENTITY,
  type Point,
  type Transform,
} from "../exact/oracle/exact.ts";
import { Random, unitVector } from "./random.ts";

/** A pair of placed shapes. */
export interface Case {
  family: string;
  seed: number;
  index: number;
  a: Core;
  poseA: Transform;
  b: Core;
  poseB: Transform;
  /** Both poses are the identity: booleans must be exact. */
  worldSpace: boolean;
}

type Pair = [Core, Core] | [Core, Transform, Core, Transform];
type Generator = (r: Random) => Pair;

/** The double `steps` ulps above `x` (below when negative). */
export function ulps(x: number, steps: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  const raw = view.getBigInt64(0);
  // Order the bit patterns like the numbers.
  const ordered = raw < 0n ? -(raw & 0x7fffffffffffffffn) : raw;
  const moved = ordered + BigInt(steps);
  view.setBigInt64(0, moved < 0n ? -moved | -0x8000000000000000n : moved);
  return view.getFloat64(0);
}

/**
 * A shape whose polygon is certainly strictly convex. It has fewer points if they are degenerate.
 */
function core(points: Point[], radius = 0): Core {
  return { points: points.length < 2 ? points : hullOfDoubles(points), radius };
}

/** A direction, or with some probability that of the x axis. */
function upright(r: Random, p: number): Point {
  return r.chance(p) ? { x: 1, y: 0 } : r.direction();
}

/** A point in a square about the origin. */
function pointIn(r: Random, size: number): Point {
  return { x: size * r.range(-1, 1), y: size * r.range(-1, 1) };
}

/** A vector rotated and scaled by another. */
function turned(p: Point, by: Point): Point {
  return { x: by.x * p.x - by.y * p.y, y: by.y * p.x + by.x * p.y };
}

/** A pose at a point. */
function posed(at: Point, turn: Point): Transform {
  return { x: at.x, y: at.y, cos: turn.x, sin: turn.y };
}

/** The corners of a regular polygon. */
function regular(n: number, radius: number): Core {
  return core(Array.from({ length: n }, (_, i) => {
    const { x, y } = unitVector(2 * Math.PI * i / n - Math.PI);
    return { x: radius * x, y: radius * y };
  }));
}

function moved(shape: Core, dx: number, dy: number): Core {
  return core(shape.points.map((p) => ({ x: p.x + dx, y: p.y + dy })), shape.radius);
}

function grown(shape: Core, factor: number): Core {
  return {
    points: shape.points.map((p) => ({ x: p.x * factor, y: p.y * factor })),
    radius: shape.radius * factor,
  };
}

/** Starts the vertex list at another vertex. No query may depend on that. */
function turnedList(r: Random, shape: Core): Core {
  const k = r.int(0, shape.points.length - 1);
  return { points: [...shape.points.slice(k), ...shape.points.slice(0, k)], radius: shape.radius };
}

function box(w: number, h: number, turn: Point = { x: 1, y: 0 }): Core {
  return core([[-w, -h], [w, -h], [w, h], [-w, h]].map(([x, y]) => turned({ x, y }, turn)));
}

/** Hull of random points on a circle or ellipse; at least a triangle. */
function polygon(r: Random, n: number, size: number): Core {
  for (;;) {
    const flat = r.chance(0.3) ? r.range(0.1, 1) : 1;
    const points: Point[] = [];
    for (let i = 0; i < n; i++) {
      const d = r.direction();
      const s = r.chance(0.2) ? r.range(0.7, 1) : 1;
      points.push({ x: size * s * d.x, y: size * s * flat * d.y });
    }
    const shape = core(points);
    if (shape.points.length >= 3) return shape;
  }
}

/** Hull of random integer points, with many exact ties. */
function gridPolygon(r: Random, span: number): Core {
  for (;;) {
    const points: Point[] = [];
    const n = r.int(3, 8);
    for (let i = 0; i < n; i++) points.push({ x: r.int(-span, span), y: r.int(-span, span) });
    const shape = core(points);
    if (shape.points.length >= 3) return shape;
  }
}

/**
 * A polygon whose edges touch a circle about the origin. If symmetric, every edge has an opposite
 * one.
 */
function aroundCircle(r: Random, size: number, symmetric: boolean): Core {
  const n = symmetric ? 2 * r.int(2, 5) : r.int(3, 9);
  const jitter = r.chance(0.3) ? 0 : n === 3 ? 0.15 : 0.3;
  const turn = r.range(0, 1);
  const normals: Point[] = [];
  for (let k = 0; k < n; k++) {
    const opposite = normals[k - n / 2];
    normals.push(
      symmetric && k >= n / 2
        ? { x: -opposite.x, y: -opposite.y }
        : unitVector(2 * Math.PI * (turn + k + r.range(-jitter, jitter)) / n),
    );
  }
  const inner = size * r.range(0.1, 0.5);
  return core(normals.map((p, k) => {
    const q = normals[(k + 1) % n];
    const cross = p.x * q.y - p.y * q.x;
    return { x: inner * (q.y - p.y) / cross, y: inner * (p.x - q.x) / cross };
  }));
}

/** A polygon; half of them have exact coordinates. */
function anyPolygon(r: Random, size: number): Core {
  const round = (): Core => polygon(r, r.int(3, 12), size);
  return r.pick([
    () => grown(gridPolygon(r, 8), size / 8),
    () => box(size * r.range(0.2, 1), size * r.range(0.2, 1)),
    () => box(size * r.range(0.2, 1), size * r.range(0.2, 1), r.direction()),
    round,
    round,
  ])();
}

/** Any kind of shape about the origin. */
function anyShape(r: Random, size: number): Core {
  const radius = size * r.range(0.05, 1);
  const kind = r.int(0, 7);
  const end = (): Point => pointIn(r, size);
  if (kind < 4) return core(kind < 2 ? [end()] : [end(), end()], kind % 2 === 0 ? 0 : radius);
  return kind === 4 ? { ...anyPolygon(r, size), radius } : anyPolygon(r, size);
}

/** 0, or something small of either sign, in units of `size`. */
function smallGap(r: Random, size: number): number {
  if (r.chance(0.3)) return 0;
  return r.sign() * size * r.magnitude(-15, -6);
}

/**
 * The coordinate, some ulps away. From 0 it is a step of 2^-60, because subnormals are a separate
 * topic.
 */
function nudged(x: number, steps: number): number {
  return x === 0 ? steps * 2 ** -60 : ulps(x, steps);
}

/** Moves one or all coordinates of a shape by an ulp or two, for the smallest possible gaps. */
function jolted(r: Random, shape: Core): Core {
  if (r.chance(0.6)) return shape;
  const sx = r.int(-2, 2), sy = r.int(-2, 2);
  const only = r.chance(0.5) ? r.int(0, shape.points.length - 1) : -1;
  return core(
    shape.points.map((p, i) =>
      only >= 0 && only !== i ? p : { x: nudged(p.x, sx), y: nudged(p.y, sy) }
    ),
    shape.radius,
  );
}

function dotOf(p: Point, q: Point): number {
  return p.x * q.x + p.y * q.y;
}

/** Index of the point furthest along (x, y). */
function furthest(points: readonly Readonly<Point>[], x: number, y: number): number {
  let best = 0;
  for (let i = 1; i < points.length; i++) {
    if ((points[i].x - points[best].x) * x + (points[i].y - points[best].y) * y > 0) best = i;
  }
  return best;
}

interface Edge {
  p: Point;
  /** Vector to the edge's end. */
  e: Point;
  /** Unit outward normal. */
  n: Point;
}

function anyEdge(r: Random, shape: Core): Edge {
  const k = r.int(0, shape.points.length - 1);
  const p = shape.points[k];
  const q = shape.points[(k + 1) % shape.points.length];
  const e = { x: q.x - p.x, y: q.y - p.y };
  const length = Math.sqrt(e.x * e.x + e.y * e.y);
  return { p, e, n: { x: e.y / length, y: -e.x / length } };
}

/** Puts B's lowest vertex, along the edge's normal, on the edge or `gap` away from it. */
function onEdge(r: Random, a: Core, b: Core, gap: number): Core {
  const { p, e, n } = anyEdge(r, a);
  const q = b.points[furthest(b.points, -n.x, -n.y)];
  const t = r.chance(0.3) ? 0.5 : r.unit();
  return moved(b, p.x + t * e.x + gap * n.x - q.x, p.y + t * e.y + gap * n.y - q.y);
}

/** Puts a vertex of B on a vertex of A, or `gap` away in a direction in both normal cones. */
function onVertex(r: Random, a: Core, b: Core, gap: number): Core {
  const d = r.direction();
  const p = a.points[furthest(a.points, d.x, d.y)];
  const q = b.points[furthest(b.points, -d.x, -d.y)];
  return moved(b, p.x + gap * d.x - q.x, p.y + gap * d.y - q.y);
}

/** Point reflection of a polygon about an edge of A: edge on edge, slid along it, or `gap` away. */
function edgeOnEdge(r: Random, a: Core, gap: number): Core {
  const { p, e, n } = anyEdge(r, a);
  const slide = r.chance(0.3) ? r.pick([-1, -0.5, 0, 0.5, 1]) : r.range(-1.1, 1.1);
  const x = 2 * p.x + (1 + slide) * e.x + gap * n.x;
  const y = 2 * p.y + (1 + slide) * e.y + gap * n.y;
  return core(a.points.map((v) => ({ x: x - v.x, y: y - v.y })), a.radius);
}

function size(r: Random): number {
  return r.chance(0.5) ? 2 ** r.int(-4, 6) : r.magnitude(-2, 3);
}

/** Pythagorean triples, for exact roots. */
const TRIPLES = [[3, 4, 5], [5, 12, 13], [8, 15, 17], [7, 24, 25], [20, 21, 29], [9, 40, 41], [
  0,
  1,
  1,
]];

function triple(r: Random): [number, number, number] {
  const [x, y, z] = r.pick(TRIPLES);
  const f = 2 ** r.int(-3, 3) * r.int(1, 5);
  const [p, q] = r.chance(0.5) ? [x, y] : [y, x];
  return [f * p * r.sign(), f * q * r.sign(), f * z];
}

/** Splits a length into two radii that add up exactly, then perhaps shifts one by an ulp. */
function radii(r: Random, sum: number): [number, number] {
  const ra = sum * r.pick([0, 0.25, 0.5, 0.75]);
  const rb = sum - ra;
  const off = r.chance(0.4) ? 0 : r.int(-2, 2);
  const near = r.chance(0.8) ? nudged(rb, off) : rb * (1 + r.sign() * r.magnitude(-15, -6));
  return [ra, Math.max(0, near)];
}

/** Radii whose sum is not a double, and a distance within an ulp of it. */
function roundedSum(r: Random): { ra: number; rb: number; d: number } {
  const ra = r.pick([0.1, 1 / 3, 1]) * r.range(0.5, 2);
  const rb = r.chance(0.5) ? r.range(0, 1) : r.magnitude(-25, -10);
  return { ra, rb, d: ulps(ra + rb, r.int(-1, 1)) };
}

/** A world-space pair as local shapes with random poses; equal up to rounding. */
function placed(r: Random, pair: [Core, Core]): Pair {
  const local = (shape: Core): [Core, Transform] => {
    const d = upright(r, 0.2);
    // The local origin stays within one size of the shape. If it is further away, rounding the
    // rotation of the large coordinates moves the shape by more than its own u.
    const center = shape.points[0];
    let s = shape.radius;
    for (const p of shape.points) {
      s = Math.max(s, Math.abs(p.x - center.x), Math.abs(p.y - center.y));
    }
    const x = center.x + s * r.range(-1, 1);
    const t = { x, y: center.y + s * r.range(-1, 1), cos: d.x, sin: d.y };
    const points = shape.points.map((p) => ({
      x: (p.x - t.x) * t.cos + (p.y - t.y) * t.sin,
      y: (p.y - t.y) * t.cos - (p.x - t.x) * t.sin,
    }));
    return [core(points, shape.radius), t];
  };
  return [...local(pair[0]), ...local(pair[1])];
}

function touching(r: Random, s: number): [Core, Core] {
  const a = anyPolygon(r, s);
  const gap = smallGap(r, s);
  const b = r.pick([
    () => onEdge(r, a, anyPolygon(r, s), gap),
    () => onVertex(r, a, anyPolygon(r, s), gap),
    () => edgeOnEdge(r, a, gap),
  ])();
  return [a, jolted(r, b)];
}

function sliver(r: Random, length: number): Core {
  const thin = length * r.magnitude(-9, -2);
  const d = upright(r, 0.3);
  if (r.chance(0.5)) return box(length, thin, d);
  for (;;) {
    const low = r.range(-thin, thin), right = r.range(-thin, thin), top = r.range(-length, length);
    const shape = core(
      [[-length, low], [length, right], [top, thin]].map(([x, y]) => turned({ x, y }, d)),
    );
    if (shape.points.length === 3) return shape;
  }
}

/** 64 to 1024 vertices on an ellipse, a superellipse or a flat arc; neighbours nearly collinear. */
function manyVertices(r: Random, s: number): Core {
  const n = r.pick([64, 64, 64, 64, 96, 128, 128, 192, 256, 256, 384, 512, 1024]);
  const flat = r.chance(0.5) ? 1 : r.magnitude(-3, 0);
  const phase = r.range(-0.2, 0.2);
  const arc = r.chance(0.2) ? r.magnitude(-4, 0) : 2 * Math.PI;
  const points: Point[] = [];
  for (let i = 0; i < n; i++) {
    const { x, y } = unitVector(phase + arc * i / n - Math.PI);
    points.push({ x: s * x, y: s * flat * y });
  }
  const shape = core(points);
  return shape.points.length >= 3 ? shape : box(s, s);
}

/** Duplicates, collinear runs, either winding: input that `polygon()` promises to accept. */
function untidy(r: Random, shape: Core): Core {
  const points: Point[] = [];
  const n = shape.points.length;
  for (let i = 0; i < n; i++) {
    const p = shape.points[i];
    const q = shape.points[(i + 1) % n];
    for (let k = r.int(1, 3); k > 0; k--) points.push({ x: p.x, y: p.y });
    // Halves of integer coordinates are exact.
    if (r.chance(0.5)) {
      points.push({ x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 });
      if (r.chance(0.5)) points.push({ x: (p.x + 3 * q.x) / 4, y: (p.y + 3 * q.y) / 4 });
    }
  }
  if (r.chance(0.5)) points.reverse();
  return { points, radius: shape.radius };
}

const GENERATORS: Record<string, Generator> = {
  random(r) {
    const s = size(r);
    const d = r.direction();
    const far = s * r.range(0, 3);
    return [anyShape(r, s), moved(anyShape(r, s * r.range(0.2, 2)), far * d.x, far * d.y)];
  },
  touch_vertex_edge(r) {
    const s = size(r);
    const a = anyPolygon(r, s);
    return [a, jolted(r, onEdge(r, a, anyPolygon(r, s), smallGap(r, s)))];
  },
  touch_vertex_vertex(r) {
    const s = size(r);
    const a = anyPolygon(r, s);
    return [a, jolted(r, onVertex(r, a, anyPolygon(r, s), smallGap(r, s)))];
  },
  touch_edge_edge(r) {
    const s = size(r);
    const a = anyPolygon(r, s);
    return [a, jolted(r, edgeOnEdge(r, a, smallGap(r, s)))];
  },
  grid_ties(r) {
    const span = r.int(1, 6);
    const end = (): Point => ({ x: r.int(-span, span), y: r.int(-span, span) });
    const any = (): Core => {
      const kind = r.int(0, 5);
      if (kind === 0) return core([end()], r.int(0, span));
      if (kind > 1) return gridPolygon(r, span);
      return core([end(), end()], r.chance(0.5) ? 0 : r.int(0, span));
    };
    const f = 2 ** r.int(-20, 20);
    return [
      grown(any(), f),
      grown(moved(any(), r.int(-2 * span, 2 * span), r.int(-2 * span, 2 * span)), f),
    ];
  },
  nested(r) {
    const s = size(r);
    const a = anyShape(r, s);
    return r.pick<() => Pair>([
      () => [a, turnedList(r, a)],
      // Concentric by construction, because the polygon is symmetric about the origin.
      () => [box(s, s * r.range(0.1, 1)), grown(box(1, r.range(0.1, 1)), s * r.range(0.1, 1))],
      () => {
        const n = r.int(3, 40);
        return [regular(n, s), regular(n, s * r.pick([1, 0.5, r.range(0.1, 1)]))];
      },
      () => [a, moved(a, smallGap(r, s), smallGap(r, s))],
      () => [
        core([{ x: s, y: s / 2 }], s),
        core([{ x: s + smallGap(r, s), y: s / 2 + smallGap(r, s) }], s * r.range(0, 1)),
      ],
      () => [polygon(r, 12, s), grown(anyShape(r, 1), s * r.range(0.01, 0.4))],
      () => [
        core([{ x: s, y: -s }], s * r.range(0, 1)),
        core([{ x: s, y: -s }], s * r.range(0, 1)),
      ],
    ])();
  },
  slivers(r) {
    const s = size(r);
    const a = sliver(r, s);
    const b = r.chance(0.6) ? sliver(r, s * r.range(0.1, 1)) : anyPolygon(r, s);
    return [
      a,
      r.pick([
        () => onEdge(r, a, b, smallGap(r, s)),
        () => onVertex(r, a, b, smallGap(r, s)),
        () => edgeOnEdge(r, a, smallGap(r, s)),
        () => moved(b, s * r.range(-1, 1), s * r.range(-1, 1) * r.pick([1, 1e-3, 1e-8])),
      ])(),
    ];
  },
  size_ratio(r) {
    const small = r.magnitude(-9, 0), large = r.magnitude(0, 9);
    const a = r.chance(0.7) ? anyPolygon(r, large) : anyShape(r, large);
    const b = anyShape(r, small);
    if (a.points.length < 3) {
      return [a, onVertex(r, a, b, a.radius + b.radius + smallGap(r, small))];
    }
    const gap = r.chance(0.5) ? smallGap(r, small) : small * r.range(-1, 1);
    const both = [a, onEdge(r, a, b, gap + a.radius + b.radius)] as const;
    return r.chance(0.5) ? [both[0], both[1]] : [both[1], both[0]];
  },
  offset(r) {
    const s = r.magnitude(0, 3), far = r.magnitude(3, 12);
    const d = r.direction();
    const [a, b] = r.chance(0.5)
      ? touching(r, s)
      : [anyShape(r, s), moved(anyShape(r, s), s * r.range(-2, 2), s * r.range(-2, 2))];
    const x = Math.round(far * d.x), y = Math.round(far * d.y);
    return [moved(a, x, y), moved(b, x, y)];
  },
  many_vertices(r) {
    const s = size(r);
    const a = manyVertices(r, s);
    const b = r.chance(0.5) ? manyVertices(r, s * r.range(0.1, 1)) : anyShape(r, s);
    const gap = smallGap(r, s);
    const round = a.radius + b.radius;
    const anywhere = (): Core => moved(b, s * r.range(-2, 2), s * r.range(-2, 2));
    return [
      a,
      r.pick([
        () => onEdge(r, a, b, round + gap),
        () => onVertex(r, a, b, round + gap),
        // A copy, perhaps smaller or slightly offset, so that hundreds of axes tie.
        () => r.chance(0.5) ? turnedList(r, a) : moved(grown(a, r.pick([0.5, 1])), gap, gap),
        anywhere,
        anywhere,
        anywhere,
      ])(),
    ];
  },
  points_segments(r) {
    const s = size(r);
    const p = (): Point => pointIn(r, s);
    const thin = (): Core => core(r.chance(0.4) ? [p()] : [p(), p()]);
    const a = thin();
    const against = (put: typeof onEdge): Pair => {
      const polygon = anyPolygon(r, s);
      return [polygon, put(r, polygon, a, smallGap(r, s))];
    };
    return r.pick<() => Pair>([
      () => [a, thin()],
      () => against(onEdge),
      () => {
        // A point on a segment, or a segment collinear with it, to rounding.
        const seg = core([p(), p()]);
        if (seg.points.length < 2) return [seg, a];
        const [u, v] = seg.points;
        const along = (t: number): Point => ({
          x: u.x + t * (v.x - u.x) + (r.chance(0.5) ? 0 : smallGap(r, s)),
          y: u.y + t * (v.y - u.y),
        });
        const t = r.range(-0.5, 1.2);
        return [seg, core(r.chance(0.5) ? [along(t)] : [along(t), along(t + r.range(0, 1))])];
      },
      () => against(onVertex),
      () => [a, jolted(r, a)],
      () => [thin(), anyPolygon(r, s)],
      () => {
        // Integer multiples of one integer vector: exactly collinear, meeting or not.
        const d = { x: r.int(-3e7, 3e7), y: r.int(-3e7, 3e7) };
        const o = { x: r.int(-1e9, 1e9), y: r.int(-1e9, 1e9) };
        const on = (k: number): Point => ({ x: o.x + k * d.x, y: o.y + k * d.y });
        const k = r.int(-4, 4);
        const first = core([on(0), on(r.int(1, 4))]);
        return [first, core(r.chance(0.3) ? [on(k)] : [on(k), on(k + r.int(1, 3))])];
      },
    ])();
  },
  duplicates_collinear(r) {
    const f = 2 ** r.int(-6, 6);
    const make = (): Core => untidy(r, turnedList(r, grown(gridPolygon(r, 8), 4 * f)));
    const a = make(), b = make();
    const dx = 4 * f * r.int(-10, 10);
    const dy = 4 * f * r.int(-10, 10);
    return [a, { points: b.points.map((p) => ({ x: p.x + dx, y: p.y + dy })), radius: 0 }];
  },
  circles(r) {
    const x = r.int(-50, 50), y = r.int(-50, 50);
    if (r.chance(0.4)) {
      const [dx, dy, d] = triple(r);
      const [ra, rb] = radii(r, d);
      return [core([{ x, y }], ra), core([{ x: x + dx, y: y + dy }], rb)];
    }
    if (r.chance(0.3)) {
      const { ra, rb, d } = roundedSum(r);
      const c = r.chance(0.5) ? { x: d, y: 0 } : { x: 0, y: -d };
      return [core([{ x: 0, y: 0 }], ra), core([c], rb)];
    }
    const s = size(r);
    const ra = s * r.range(0, 1);
    const rb = s * r.range(0, 1);
    const d = r.direction();
    const far = r.chance(0.5) ? ra + rb + smallGap(r, s) : s * r.range(0, 3);
    const c = pointIn(r, s);
    return [core([c], ra), core([{ x: c.x + far * d.x, y: c.y + far * d.y }], rb)];
  },
  capsules(r) {
    const s = size(r);
    if (r.chance(0.4)) {
      // Ends or sides that are a Pythagorean vector apart, with radii that add up exactly to its
      // length.
      const [dx, dy, d] = triple(r);
      const [ra, rb] = radii(r, d);
      const p = { x: r.int(-20, 20), y: r.int(-20, 20) };
      // Behind the end in both directions, or along the side (perpendicular to d).
      const side = r.chance(0.5);
      const k = r.int(1, 3);
      const back = side ? { x: -dy * k, y: dx * k } : { x: -dx * k, y: -dy * k };
      const ahead = side && r.chance(0.5) ? { x: -dy * k, y: dx * k } : { x: dx * k, y: dy * k };
      const q = { x: p.x + dx, y: p.y + dy };
      return [
        core([p, { x: p.x + back.x, y: p.y + back.y }], ra),
        core([q, { x: q.x + ahead.x, y: q.y + ahead.y }], rb),
      ];
    }
    const p = (): Point => pointIn(r, s);
    const a = core([p(), p()], s * r.range(0, 1));
    if (r.chance(0.3)) {
      const d = r.direction();
      const b = core([p(), p()], s * r.range(0, 1));
      const u = a.points[furthest(a.points, d.x, d.y)];
      const v = b.points[furthest(b.points, -d.x, -d.y)];
      const far = a.radius + b.radius + smallGap(r, s);
      return [a, moved(b, u.x + far * d.x - v.x, u.y + far * d.y - v.y)];
    }
    return [a, moved(anyShape(r, s), s * r.range(-2, 2), s * r.range(-2, 2))];
  },
  rounded(r) {
    if (r.chance(0.3)) {
      // Corners of axis-parallel boxes that are a Pythagorean vector apart.
      const [dx, dy, d] = triple(r);
      const [ra, rb] = radii(r, d);
      const x = Math.sign(dx) || r.sign();
      const y = Math.sign(dy) || r.sign();
      const w = 2 * r.int(1, 9);
      const h = 2 * r.int(1, 9);
      const corner = (px: number, py: number, sx: number, sy: number, radius: number): Core => ({
        ...core([[0, 0], [sx * w, 0], [sx * w, sy * h], [0, sy * h]].map(([dx, dy]) => (
          { x: px + dx, y: py + dy }
        ))),
        radius,
      });
      return [corner(3, -7, -x, -y, ra), corner(3 + dx, -7 + dy, x, y, rb)];
    }
    if (r.chance(0.1)) {
      // Faces of axis-parallel boxes that are apart by a sum of radii that rounds.
      const { ra, rb, d } = roundedSum(r);
      const y = r.range(-1.5, 1.5);
      const left = [[0, -1], [0, 1], [-2, 1], [-2, -1]].map(([x, y]) => ({ x, y }));
      return [core(left, ra), core([{ x: d, y }, { x: d + 1, y }, { x: d, y: y + 1 }], rb)];
    }
    const s = size(r);
    const a = { ...anyPolygon(r, s), radius: s * r.range(0, 0.5) };
    const b = r.chance(0.5) ? { ...anyPolygon(r, s), radius: s * r.range(0, 0.5) } : anyShape(r, s);
    const round = a.radius + b.radius;
    return [
      a,
      r.pick([
        () => onEdge(r, a, b, round + smallGap(r, s)),
        () => onVertex(r, a, b, round + smallGap(r, s)),
        // Cores that almost touch, where nothing but the cores gives the normal.
        () => onVertex(r, a, b, smallGap(r, s)),
        () => moved(b, s * r.range(-2, 2), s * r.range(-2, 2)),
      ])(),
    ];
  },
  scaled(r) {
    const others =
      "random touch_vertex_edge touch_vertex_vertex touch_edge_edge grid_ties nested " +
      "slivers points_segments circles capsules rounded";
    const [a, b] = GENERATORS[r.pick(others.split(" "))](r) as [Core, Core];
    // Scale by no more than the constructors accept: features from 2^-250 to 2^250.
    let least = Infinity, most = 1;
    for (const { points, radius } of [a, b]) {
      most = Math.max(most, radius, ...points.flatMap((p) => [Math.abs(p.x), Math.abs(p.y)]));
      if (radius > 0) least = Math.min(least, radius);
      for (let i = 0; i < points.length; i++) {
        const p = points[i];
        const q = points[(i + 1) % points.length];
        const edge = Math.max(Math.abs(q.x - p.x), Math.abs(q.y - p.y));
        if (edge > 0) least = Math.min(least, edge);
      }
    }
    const down = least === Infinity ? 240 : Math.min(240, 230 + Math.floor(Math.log2(least)));
    const up = Math.min(240, 248 - Math.ceil(Math.log2(most)));
    const f = 2 ** (r.chance(0.5) ? r.int(1, up) : -r.int(1, Math.max(1, down)));
    return [grown(a, f), grown(b, f)];
  },
  posed(r) {
    const s = size(r);
    const at = (): Transform => {
      const d = upright(r, 0.2);
      return posed(pointIn(r, s), d);
    };
    return [anyShape(r, s), at(), anyShape(r, s), at()];
  },
  swallowed(r) {
    // A shape so far from the other one's position that rounding leaves little or nothing of its
    // size, or most of it, at a pose that rotates, a little longer or shorter than 1. The other shape is as large as
    // that distance, or as small as the first one and next to it. (In between, rounding dents the
    // shape: see docs/internals/degenerate.md.)
    const s = size(r),
      small = s * (r.chance(0.6) ? r.magnitude(-19, -16) : r.magnitude(-13, -11));
    const u = r.direction();
    const turn = (): Point => {
      const d = upright(r, 0.2);
      const f = r.chance(0.5) ? 1 : 1 + r.sign() * r.magnitude(-15, -6.4);
      return { x: f * d.x, y: f * d.y };
    };
    const p = turn(), q = turn();
    const at = { x: s * u.x, y: s * u.y };
    const b = anyShape(r, small), to: Transform = { ...at, cos: q.x, sin: q.y };
    if (r.chance(0.6)) return [anyShape(r, s), { x: 0, y: 0, cos: p.x, sin: p.y }, b, to];
    const next = { x: ulps(at.x, r.int(-3, 3)), y: ulps(at.y, r.int(-3, 3)) };
    // Both such shapes must be near the origin of the pair frame, which is A's position. So A is
    // moved within its own frame.
    const a = moved(anyShape(r, small), next.x, next.y);
    return [a, { ...IDENTITY }, b, to];
  },
  short_edges(r) {
    // Overlapping polygons with a corner cut off, at one of them or both, by a few ulps to a
    // millionth of their size.
    const s = size(r);
    const cut = (shape: Core): Core => {
      const k = r.int(0, shape.points.length - 1);
      const d = r.direction(), short = s * r.magnitude(-16, -6);
      const p = shape.points[k];
      return core([...shape.points, { x: p.x + short * d.x, y: p.y + short * d.y }], shape.radius);
    };
    const long = r.magnitude(-6, 0);
    const a = cut(polygon(r, r.int(3, 7), s)), b = cut(polygon(r, r.int(3, 7), long * s));
    const at = (): Transform => {
      const d = upright(r, 0.3);
      return posed(pointIn(r, 0.5 * s), d);
    };
    const radius = r.chance(0.8) ? 0 : s * r.range(0.05, 0.5);
    return [a, at(), { ...b, radius }, at()];
  },
  skewed_poses(r) {
    // Rotations that are not quite, as those kept in single precision, also just beyond the limit up
    // to which a length counts as about 1.
    const family = r.pick(["posed", "rectangles", "posed_touching"]);
    const [a, poseA, b, poseB] = GENERATORS[family](r) as [Core, Transform, Core, Transform];
    const scaled = (shape: Core, t: Transform): [Core, Transform] => {
      const f = r.chance(0.2)
        ? Math.sqrt(1 + r.sign() * 7e-15 * (1 + r.range(-3e-8, 1e-7)))
        : 1 + r.sign() * r.magnitude(-15, -6.4);
      const points = shape.points.map(({ x, y }) => ({ x: x / f, y: y / f }));
      return [core(points, shape.radius), { ...t, cos: t.cos * f, sin: t.sin * f }];
    };
    return [...scaled(a, poseA), ...scaled(b, poseB)];
  },
  rectangles(r) {
    // Rectangles as box() makes them, in their own frames: upright or nearly so, side by side or
    // overlapping. Some are an ulp or two out of square, some only a segment or a point.
    const s = size(r);
    const whole = r.chance(0.4);
    const half = (): number => s * (whole ? r.int(1, 8) / 8 : r.range(0.05, 1));
    const make = (): Core => {
      const straight = box(half(), half(), upright(r, 0.8));
      const [p, q, Q, P] = straight.points;
      const lean = (x: number): number => ulps(x, r.int(-2, 2));
      const shape = r.chance(0.7)
        ? straight
        : r.chance(0.4)
        ? core([p, q, { x: lean(Q.x), y: Q.y }, { x: lean(P.x), y: P.y }])
        : core(r.pick([[p], [p, q], [q, Q]]));
      const radius = r.chance(shape.points.length > 2 ? 0.75 : 0.3) ? 0 : half();
      const at = (): number => s * (whole ? r.int(-8, 8) / 8 : r.range(-2, 2));
      return { ...(r.chance(0.7) ? shape : moved(shape, at(), at())), radius };
    };
    const a = make(), b = r.chance(0.1) ? { ...a } : make();
    const quarter = (): Point =>
      r.pick([[1, 0], [0, 1], [-1, 0], [0, -1]].map(([x, y]) => ({ x, y })));
    const u = r.chance(0.5) ? quarter() : r.direction();
    let v = quarter();
    if (!r.chance(0.3)) {
      const tilt = r.chance(0.4) ? r.direction() : unitVector(r.sign() * r.magnitude(-17, -1));
      v = turned(turned(v, u), tilt);
    }
    // B's center relative to A's: along an axis about as far as their faces reach, or anywhere.
    const normal = r.chance(0.5) ? turned(quarter(), u) : turned(quarter(), v);
    const low = Math.min(...b.points.map((p) => dotOf(turned(p, v), normal)));
    const high = Math.max(...a.points.map((p) => dotOf(turned(p, u), normal)));
    const far = high - low + a.radius + b.radius +
      (r.chance(0.6) ? smallGap(r, s) : s * r.range(-2, 0.5));
    const slide = s * (whole ? r.int(-8, 8) / 8 : r.range(-1.5, 1.5));
    const x = s * (whole ? r.int(-16, 16) / 8 : r.range(-2, 2)), y = s * r.int(-16, 16) / 8;
    const at = posed({ x, y }, u);
    const to = posed(
      { x: x + far * normal.x - slide * normal.y, y: y + far * normal.y + slide * normal.x },
      v,
    );
    return r.chance(0.5) ? [a, at, b, to] : [b, to, a, at];
  },
  along(r) {
    // Sides along each other, like tiles and boxes that never rotate: all upright, or rotated
    // alike. They are apart, touching, or with one core just within the other, each also within
    // rounding.
    const s = size(r), whole = r.chance(0.6);
    const half = (): number => s * (whole ? r.int(1, 16) / 16 : r.range(0.05, 1));
    const make = (): { shape: Core; sides: number[] } => {
      const x = half(), y = half();
      const radius = r.chance(0.6) ? 0 : s * r.pick([0.125, r.range(0.01, 0.3)]);
      const { points } = box(x, y);
      const kind = r.int(0, 6);
      if (kind === 0) {
        return { shape: core([{ x: -x, y: 0 }, { x, y: 0 }], radius), sides: [x, 0] };
      }
      if (kind === 1) return { shape: core(points.slice(1), radius), sides: [x, y] };
      const octagon = points.flatMap((p) => [{ x: p.x / 2, y: p.y }, { x: p.x, y: p.y / 2 }]);
      const whole = kind === 2 ? core(octagon, radius) : { points, radius };
      return { shape: turnedList(r, whole), sides: [x, y] };
    };
    const a = make(), b = r.chance(0.2) ? a : make(), i = r.int(0, 3), j = r.int(0, 3);
    const u = upright(r, 0.7);
    const quarters = [u, { x: -u.y, y: u.x }, { x: -u.x, y: -u.y }, { x: u.y, y: -u.x }];
    // B's center relative to A's, along u and across it: as far as their sides reach, or anywhere.
    const offset = [0, 1].map((k) => {
      const reach = a.sides[(k + i) & 1] + b.sides[(k + j) & 1];
      if (r.chance(0.45)) return reach * r.range(-1.2, 1.2);
      const radii = r.chance(0.5) ? a.shape.radius + b.shape.radius : 0;
      const gap = r.chance(0.6) ? 0 : smallGap(r, s);
      return r.sign() * nudged(reach + radii + gap, r.chance(0.6) ? 0 : r.int(-8, 8));
    });
    const x = s * (whole ? r.int(-16, 16) / 8 : r.range(-2, 2)), y = s * r.int(-16, 16) / 8;
    const to = {
      x: x + u.x * offset[0] - u.y * offset[1],
      y: y + u.y * offset[0] + u.x * offset[1],
    };
    return [a.shape, posed({ x, y }, quarters[i]), b.shape, posed(to, quarters[j])];
  },
  corners(r) {
    // Rectangles, thick, thin or with almost no width, rotated against each other by a little or by
    // any angle, with a corner of one near a corner of the other. An edge, that corner or the next
    // corner may be closest.
    const s = size(r);
    const half = (): number =>
      s *
      r.pick([r.range(0.5, 2), 1, 2 ** -r.int(0, 50), 1e-8 * r.range(0.5, 2), r.range(0.01, 0.1)]);
    const make = (): Core => ({
      ...box(half(), half(), { x: 1, y: 0 }),
      radius: r.chance(0.85) ? 0 : s * r.pick([0.5, 1e-8, 0.1]),
    });
    const a = make(), b = make(), u = r.direction();
    const little = unitVector(r.pick([1e-3, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-15]) * r.range(-1, 1));
    const quarter = r.chance(0.5) ? { x: 1, y: 0 } : { x: 0, y: 1 };
    const turn = r.chance(0.3) ? quarter : turned(quarter, little);
    const v = r.chance(0.3) ? r.direction() : turned(turn, u);
    const p = r.pick(a.points), q = r.pick(b.points);
    const away = s * r.pick([1, 0.1, 1e-3, 1e-7, 1e-8, 1e-12]);
    const x = s * r.range(-1, 1), y = s * r.range(-1, 1);
    const from = turned(p, u), back = turned(q, v), off = pointIn(r, away);
    const to = { x: x + from.x - back.x + off.x, y: y + from.y - back.y + off.y };
    return [a, posed({ x, y }, u), b, posed(to, v)];
  },
  parallel(r) {
    // A shape and its own point reflection, perhaps of another size. Every edge faces a parallel
    // one: exactly in their own frames, and in the world up to a small tilt or the rounding of the
    // poses.
    const s = size(r);
    const radius = (): number => r.chance(0.7) ? 0 : s * r.range(0.05, 0.5);
    const end = (): Point => pointIn(r, s);
    const a = { ...(r.chance(0.15) ? core([end(), end()]) : anyPolygon(r, s)), radius: radius() };
    if (a.points.length < 2) return [a, { ...a }];
    const factor = r.chance(0.4) ? 1 : r.chance(0.7) ? 2 ** -r.int(1, 12) : r.range(0.1, 1);
    const b = {
      points: a.points.map(({ x, y }) => ({ x: -factor * x, y: -factor * y })),
      radius: radius(),
    };
    const u = upright(r, 0.3);
    const tilt = r.chance(0.3) ? { x: 1, y: 0 } : unitVector(r.sign() * r.magnitude(-17, -9));
    const v = turned(tilt, u);
    // The start of B's edge, opposite a point on the line of A's edge.
    const k = r.int(0, a.points.length - 1);
    const p = a.points[k], p2 = a.points[(k + 1) % a.points.length];
    const e = { x: p2.x - p.x, y: p2.y - p.y };
    const length = Math.sqrt(e.x * e.x + e.y * e.y);
    const gap = a.radius + b.radius + (r.chance(0.6) ? smallGap(r, s) : s * r.range(-0.5, 1));
    const t = r.chance(0.2) ? r.int(0, 1) : r.range(-0.5, 1.5 + factor);
    const x = p.x + t * e.x + gap * e.y / length, y = p.y + t * e.y - gap * e.x / length;
    const on = turned({ x, y }, u), from = turned(b.points[k], v);
    const at = { x: s * r.range(-2, 2), y: s * r.range(-2, 2) };
    const to = { x: at.x + on.x - from.x, y: at.y + on.y - from.y };
    return [a, posed(at, u), b, posed(to, v)];
  },
  equal_depths(r) {
    // Polygons around a circle, with a point, a circle, their own reflection or each other, center
    // on center. Up to rounding, many edges, or two opposite ones, are the axis of least
    // penetration.
    const s = size(r);
    const symmetric = r.chance(0.5);
    const radius = (): number => r.chance(0.6) ? 0 : s * r.range(0.05, 0.5);
    const a = { ...aroundCircle(r, s, symmetric), radius: radius() };
    const factor = r.chance(0.3) ? 1 : r.chance(0.5) ? 2 ** -r.int(1, 12) : r.range(0.05, 1);
    const kind = r.int(0, 3);
    const points = kind === 0
      ? [{ x: 0, y: 0 }]
      : kind === 1
      ? a.points.map(({ x, y }) => ({ x: -factor * x, y: -factor * y }))
      : aroundCircle(r, factor * s, symmetric).points;
    const b = { points, radius: radius() };
    const away = s * r.range(-1, 1);
    const u = upright(r, 0.3);
    const v = r.chance(0.5) ? u : r.direction();
    const at = posed({ x: s * r.range(-2, 2), y: s * r.range(-2, 2) }, u);
    // Towards a vertex, the two edges that meet there remain equally far.
    const p = r.pick(a.points), way = r.chance(0.7) ? 0 : r.range(0, 3);
    const near = (x: number): number => r.chance(0.5) ? x : x + smallGap(r, s);
    const d = turned(p, u);
    const to = posed({ x: near(at.x + way * d.x), y: near(at.y + way * d.y) }, v);
    if (r.chance(0.3)) {
      // A's own frame has its center elsewhere.
      at.x -= u.x * away;
      at.y -= u.y * away;
      return [moved(a, away, 0), at, b, to];
    }
    return r.chance(0.5) ? [a, at, b, to] : [b, to, a, at];
  },
  hairs(r) {
    // Polygons thinner than the rounding of their length. The normals of their two sides are
    // opposite, or more, and a pose may make all of their vertices collinear. They meet others
    // along the same line, and any shape.
    const s = size(r), d = upright(r, 0.5);
    const thin = s * 2 ** -r.int(40, r.chance(0.3) ? 120 : 62);
    const off = s * r.pick([0, 0, 0, 1, 1, 1, 1e2, 1e4, 1e8]);
    const at = { x: off * r.int(-4, 4), y: off * r.int(-4, 4) };
    const part = (most: number): number =>
      r.chance(0.5) ? r.int(-most, most) : r.range(-most, most);
    const hair = (): Core => {
      const points = Array.from({ length: r.int(3, 6) }, () => {
        const t = s * part(2), h = thin * part(2);
        return { x: at.x + t * d.x - h * d.y, y: at.y + t * d.y + h * d.x };
      });
      return core(points, r.chance(0.75) ? 0 : s * r.int(1, 2) / 4);
    };
    const other = (): Core => {
      const points = Array.from({ length: r.pick([1, 1, 2, 3, 4, 5]) }, () => ({
        x: at.x + s * part(3),
        y: at.y + s * part(3),
      }));
      return core(points, r.chance(0.6) ? 0 : s * r.int(1, 4) / 2);
    };
    const shapes = [hair(), r.chance(0.4) ? hair() : other()];
    // (Collinear points make a segment, and a segment must not be too short.)
    for (const [k, { points: [p, q, ...more], radius }] of shapes.entries()) {
      if (q !== undefined && more.length === 0 && Math.hypot(q.x - p.x, q.y - p.y) < s / 1024) {
        shapes[k] = { points: [p], radius };
      }
    }
    const [a, b] = r.chance(0.5) ? shapes : shapes.reverse();
    const place = (): Transform => {
      const turn = upright(r, 0.5);
      return posed({ x: s * r.int(-2, 2), y: s * r.int(-2, 2) }, turn);
    };
    return r.chance(0.5) ? [a, b] : [a, place(), b, place()];
  },
  straight_corners(r) {
    // Corners within edges that turn by no more than rounding, so that the normals beside them may
    // be equal, seen from in front and from behind; and slivers no thicker than that.
    const s = size(r);
    const bent = (): Core => {
      if (r.chance(0.1)) {
        const thin = s * r.magnitude(-15, -12), d = r.direction();
        const at = (t: number, h: number): Point => turned({ x: t, y: h }, d);
        const flat = core([at(-s, 0), at(s, thin * r.unit()), at(s * r.range(-1, 1), thin)]);
        return flat.points.length > 2 ? flat : box(s, s);
      }
      const shape = anyPolygon(r, s * r.pick([1, 1, r.magnitude(-4, 0)])), points: Point[] = [];
      for (const [i, p] of shape.points.entries()) {
        const q = shape.points[(i + 1) % shape.points.length];
        const ex = q.x - p.x, ey = q.y - p.y;
        points.push(p);
        for (let k = r.int(0, 4); k > 0; k--) {
          const t = r.range(0.05, 0.95), h = t * (1 - t) * r.magnitude(-17, -13);
          points.push({ x: p.x + t * ex + h * ey, y: p.y + t * ey - h * ex });
        }
      }
      return core(points, r.chance(0.7) ? 0 : s * r.range(0.05, 0.5));
    };
    const a = bent(), { p, e, n } = anyEdge(r, a);
    const end = (): Point => pointIn(r, s);
    const b = r.pick([
      bent,
      () => core([{ x: 0, y: 0 }], s * r.pick([0, 0.25])),
      () => core([end(), end()], s * r.pick([0, 0.25])),
      () => ({ points: a.points.map(({ x, y }) => ({ x: -x, y: -y })), radius: 0 }),
    ])();
    // B in front of the edge or behind it, as seen from A's center or from the edge.
    const reach = Math.max(...a.points.map((q) => Math.abs(q.x) + Math.abs(q.y)));
    const far = reach * r.pick([r.range(-2, 0), r.range(-1, 3)]), t = r.range(-0.5, 1.5);
    const c = { x: 0, y: 0 };
    for (const q of a.points) {
      c.x += q.x / a.points.length;
      c.y += q.y / a.points.length;
    }
    const from = r.chance(0.6) ? c : { x: p.x + t * e.x, y: p.y + t * e.y };
    const x = from.x + far * n.x, y = from.y + far * n.y;
    // Avoid rotations that round such a corner inward: there the edges would decide, not the hull.
    const turnOf = (shape: Core, d: Point): Point => {
      const points = shape.points.map((q) => turned(q, d));
      return core(points).points.length === points.length ? d : { x: 1, y: 0 };
    };
    const u = turnOf(a, upright(r, 0.4));
    const v = turnOf(b, r.chance(0.6) ? u : r.direction());
    const to = posed(turned({ x, y }, u), v);
    const pair: Pair = [a, posed({ x: 0, y: 0 }, u), b, to];
    return r.chance(0.5) ? pair : [pair[2], pair[3], pair[0], pair[1]];
  },
  tiny_offsets(r) {
    // Shapes on a grid, mostly touching. Some of their zeros are replaced by numbers whose squares
    // or products underflow. (If either has a radius, the products have four factors.)
    const s = r.chance(0.6) ? 1 : 2 ** r.int(-200, 40);
    const radii = [0, 0].map(() => r.chance(0.5) ? 0 : s * r.int(1, 2));
    const most = radii[0] + radii[1] > 0 ? 600 : 900;
    const made = (radius: number): Core => {
      const p = (): Point => ({ x: s * r.int(-2, 2), y: s * r.int(-2, 2) });
      const count = r.pick([1, 1, 2, 3, 4, 5]);
      const shape = core(Array.from({ length: count }, p));
      const near = (x: number): number =>
        x !== 0 || r.chance(0.5) ? x : r.sign() * r.range(1, 2) * 2 ** -r.int(260, most);
      return core(shape.points.map(({ x, y }) => ({ x: near(x), y: near(y) })), radius);
    };
    return [made(radii[0]), made(radii[1])];
  },
  posed_touching(r) {
    const s = size(r);
    if (r.chance(0.6)) return placed(r, touching(r, s));
    return placed(
      r,
      GENERATORS[r.pick(["rounded", "capsules", "slivers", "nested"])](r) as [Core, Core],
    );
  },
};

/** Names of all families. */
export const FAMILIES: readonly string[] = Object.keys(GENERATORS);

/** Reproduces a case from nothing but its name. */
export function makeCase(family: string, seed: number, index: number): Case {
  const generator = GENERATORS[family];
  if (generator === undefined) throw new RangeError(`Cannot make case: no family "${family}"`);
  const r = new Random(family, seed, index);
  const pair = generator(r);
  const [a, poseA, b, poseB] = pair.length === 4
    ? pair
    : [pair[0], { ...IDENTITY }, pair[1], { ...IDENTITY }] as const;
  return { family, seed, index, a, poseA, b, poseB, worldSpace: pair.length === 2 };
}
