/**
 * Bodies of several parts on a grid, where ties are exact: rectangles and triangles with their corners on whole
 * numbers, turned by quarters. The answers are those of the rectangles that the bodies fill, found without the library.
 * What B's origin may not enter is A's rectangles grown by B's, in A's frame; what lies around a place there, one of
 * four quarters after the other, says which normals the outline has.
 *
 * @module
 */
import { assert, assertAlmostEquals, assertStrictEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  box,
  type ImpactResult,
  type Pose,
  rayCast,
  type Shape,
  signedDistance,
  timeOfImpact,
  type Vec2,
} from "@narrowphase/gjk2d";
import { survey } from "../generate/survey.ts";
import { Random } from "../generate/random.ts";
import { polygons, ring } from "../generate/rings.ts";
import { motion, still } from "../generate/shapes.ts";
import { effort, isLong } from "../effort.ts";
import { castBoth, type Contact, contactsFrom, dot, negate } from "./outline.ts";

interface Rect {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** Parts, the rectangles that they fill, and whether these may overlap. */
interface Filled {
  body: Shape;
  rects: Rect[];
  overlaps: boolean;
}

/** Whether there is ground up to the right of a place, up to the left, down to the left, down to the right. */
type Quarters = [boolean, boolean, boolean, boolean];

const TURNS = [[1, 0], [0, 1], [-1, 0], [0, -1]] as const;

function turned({ x0, y0, x1, y1 }: Rect, turn: number): Rect {
  const [c, s] = TURNS[turn];
  const x = [c * x0 - s * y0, c * x1 - s * y1];
  const y = [s * x0 + c * y0, s * x1 + c * y1];
  return { x0: Math.min(...x), y0: Math.min(...y), x1: Math.max(...x), y1: Math.max(...y) };
}

/** What `a` may not be entered by: places of b's origin. */
function grow(a: readonly Rect[], b: readonly Rect[]): Rect[] {
  return a.flatMap((r) =>
    b.map((s) => ({ x0: r.x0 - s.x1, y0: r.y0 - s.y1, x1: r.x1 - s.x0, y1: r.y1 - s.y0 }))
  );
}

function isIn(rects: readonly Rect[], x: number, y: number): boolean {
  return rects.some((r) => r.x0 < x && x < r.x1 && r.y0 < y && y < r.y1);
}

function quartersAt(rects: readonly Rect[], { x, y }: Vec2): Quarters {
  const e = 1e-7;
  return [
    isIn(rects, x + e, y + e),
    isIn(rects, x - e, y + e),
    isIn(rects, x - e, y - e),
    isIn(rects, x + e, y - e),
  ];
}

/** Whether an outline with these quarters has this normal; at a corner with ground in one, all between its two sides'. */
function hasNormal([ne, nw, sw, se]: Quarters, { x, y }: Vec2): boolean {
  if (+ne + +nw + +sw + +se === 1) {
    return x * (ne || se ? -1 : 1) >= 0 && y * (ne || nw ? -1 : 1) >= 0;
  }
  if (y === 0) return x > 0 ? nw && !ne || sw && !se : ne && !nw || se && !sw;
  return x === 0 && (y > 0 ? se && !ne || sw && !nw : ne && !se || nw && !sw);
}

/** Whether a motion by d leads into ground: the quarter ahead, or both quarters beside the way. */
function leadsIn([ne, nw, sw, se]: Quarters, { x, y }: Vec2): boolean {
  if (x === 0) return y > 0 ? ne && nw : sw && se;
  if (y === 0) return x > 0 ? ne && se : nw && sw;
  return x > 0 ? (y > 0 ? ne : se) : y > 0 ? nw : sw;
}

/** When a point at o that moves by d meets one of the rectangles. */
function entry(rects: readonly Rect[], o: Vec2, d: Vec2): number {
  let first = Infinity;
  for (const r of rects) {
    let enter = -Infinity, leave = Infinity;
    for (
      const [from, way, low, high] of [[o.x, d.x, r.x0, r.x1], [o.y, d.y, r.y0, r.y1]]
    ) {
      if (way === 0) {
        if (from < low || from > high) enter = Infinity;
        continue;
      }
      const s = (low - from) / way, t = (high - from) / way;
      enter = Math.max(enter, Math.min(s, t));
      leave = Math.min(leave, Math.max(s, t));
    }
    if (enter <= leave && leave >= 0 && enter <= 1) first = Math.min(first, Math.max(enter, 0));
  }
  return first;
}

/** Connected cells, covered by rectangles, some split into two triangles, in random order. */
function polyomino(r: Random): Filled {
  const wide = r.int(2, 5), high = r.int(1, 4);
  const size = r.int(2, wide * high);
  const cells = new Set([10 * r.int(0, high - 1) + r.int(0, wide - 1)]);
  while (cells.size < size) {
    const cell = [...cells][r.int(0, cells.size - 1)];
    const [dx, dy] = TURNS[r.int(0, 3)];
    const x = cell % 10 + dx, y = Math.floor(cell / 10) + dy;
    if (x >= 0 && x < wide && y >= 0 && y < high) cells.add(10 * y + x);
  }
  const open = new Set(cells), overlaps = r.chance(0.3);
  const rects: Rect[] = [], parts: Vec2[][] = [];
  while (open.size > 0) {
    const cell = [...open][r.int(0, open.size - 1)];
    const x = cell % 10, y = Math.floor(cell / 10), rect = { x0: x, y0: y, x1: x, y1: y };
    for (let k = r.int(0, 4); k > 0; k--) {
      const wider = { ...rect };
      const side = r.int(0, 3);
      if (side === 0) wider.x0--;
      else if (side === 1) wider.y0--;
      else if (side === 2) wider.x1++;
      else wider.y1++;
      let fits = wider.x0 >= 0;
      for (let y = wider.y0; y <= wider.y1; y++) {
        for (let x = wider.x0; x <= wider.x1; x++) {
          fits &&= (overlaps ? cells : open).has(10 * y + x);
        }
      }
      if (fits) Object.assign(rect, wider);
    }
    for (let y = rect.y0; y <= rect.y1; y++) {
      for (let x = rect.x0; x <= rect.x1; x++) open.delete(10 * y + x);
    }
    rect.x1++;
    rect.y1++;
    rects.push(rect);
    const { x0, y0, x1, y1 } = rect;
    const [p, q, s, t] = ring([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]);
    const split = r.int(0, 4);
    if (split === 0) parts.push([p, q, s], [p, s, t]);
    else if (split === 1) parts.push([p, q, t], [q, s, t]);
    else parts.push([p, q, s, t]);
  }
  for (let i = parts.length - 1; i > 0; i--) {
    const j = r.int(0, i);
    [parts[i], parts[j]] = [parts[j], parts[i]];
  }
  return { body: polygons(parts), rects, overlaps };
}

/** A body, where it is, and how the world is seen from it: a grid, or one that is turned by an angle. */
class Placed {
  readonly pose: Pose;

  constructor(
    readonly filled: Filled,
    readonly turn: number,
    x: number,
    y: number,
    readonly angle = 0,
  ) {
    const [c, s] = TURNS[turn], u = Math.cos(angle), w = Math.sin(angle);
    this.pose = { x, y, cos: u * c - w * s, sin: u * s + w * c };
  }

  vectorToWorld({ x, y }: Vec2): Vec2 {
    const { cos, sin } = this.pose;
    return { x: cos * x - sin * y, y: sin * x + cos * y };
  }

  vectorToLocal({ x, y }: Vec2): Vec2 {
    const { cos, sin } = this.pose;
    return { x: cos * x + sin * y + 0, y: cos * y - sin * x + 0 };
  }

  toWorld(p: Vec2): Vec2 {
    const { x, y } = this.vectorToWorld(p);
    return { x: x + this.pose.x, y: y + this.pose.y };
  }

  toLocal({ x, y }: Vec2): Vec2 {
    return this.vectorToLocal({ x: x - this.pose.x, y: y - this.pose.y });
  }
}

/** A pair of bodies: A, B's turn, and what B fills in A's frame with its origin at (0, 0). */
interface Pair {
  a: Placed;
  filledB: Filled;
  turnB: number;
  rectsB: Rect[];
  grown: Rect[];
}

function anyPair(r: Random): Pair {
  const a = new Placed(polyomino(r), r.int(0, 3), r.int(-8, 8), r.int(-8, 8));
  let filledB: Filled;
  if (r.chance(0.5)) filledB = polyomino(r);
  else {
    const w = r.int(1, 8) / 4, h = r.int(1, 8) / 4;
    const rects = [{ x0: -w / 2, y0: -h / 2, x1: w / 2, y1: h / 2 }];
    filledB = { body: box(w, h), rects, overlaps: false };
  }
  const turnB = r.int(0, 3);
  const rectsB = filledB.rects.map((rect) => turned(rect, (turnB - a.turn + 4) % 4));
  return { a, filledB, turnB, rectsB, grown: grow(a.filled.rects, rectsB) };
}

/** B with its origin at p in A's frame. */
function place({ a, filledB, turnB }: Pair, p: Vec2): Placed {
  const { x, y } = a.toWorld(p);
  return new Placed(filledB, turnB, x, y, a.angle);
}

/**
 * Whether the outlines have the normal n, in A's frame: what B's origin at p may not enter does, or both bodies
 * where they touch.
 */
function isNormal({ a, grown, rectsB }: Pair, n: Vec2, p: Vec2, touch: Vec2): boolean {
  if (hasNormal(quartersAt(grown, p), n)) return true;
  const t = a.toLocal(touch);
  return hasNormal(quartersAt(a.filled.rects, t), n) &&
    hasNormal(quartersAt(rectsB, { x: t.x - p.x, y: t.y - p.y }), negate(n));
}

/** Contacts of A and B, asked both ways, with normals in A's frame. */
function contactsBoth({ a }: Pair, b: Placed): Contact[] {
  return [true, false].flatMap((isFirst) => {
    const found = contactsFrom(isFirst, a.filled.body, a.pose, b.filled.body, b.pose);
    assert(found.length > 0);
    return found.map((contact) => ({ ...contact, normal: a.vectorToLocal(contact.normal) }));
  });
}

/** When B, moved without turning, meets A. */
function impactOf(a: Placed, b: Placed, way: Vec2): ImpactResult {
  const moves = motion(b.pose, { ...b.pose, x: b.pose.x + way.x, y: b.pose.y + way.y });
  return timeOfImpact(a.filled.body, still(a.pose), b.filled.body, moves);
}

/** A place on the outline of what B may not enter, at an eighth of one of its sides, or null. */
function anyPlace(r: Random, { grown }: Pair): Vec2 | null {
  const { x0, y0, x1, y1 } = grown[r.int(0, grown.length - 1)];
  const across = r.int(0, 8) / 8, far = r.chance(0.5);
  const p = r.chance(0.5)
    ? { x: far ? x1 : x0, y: y0 + across * (y1 - y0) }
    : { x: x0 + across * (x1 - x0), y: far ? y1 : y0 };
  const quarters = quartersAt(grown, p);
  return quarters.every((q) => q === quarters[0]) ? null : p;
}

describe("bodies of rectangles and triangles on a grid", () => {
  it("are hit by rays where their outline is, with its normal", () => {
    survey("rays on a grid", 8000, { hits: 500, misses: 500, starts: 500 }, (r, met, k) => {
      const a = new Placed(polyomino(r), r.int(0, 3), r.int(-8, 8), r.int(-8, 8));
      const { rects } = a.filled;
      // Many start on a whole number.
      const o = { x: r.int(-16, 56) / r.pick([8, 16]), y: r.int(-16, 48) / 8 };
      if (r.chance(0.3)) Object.assign(o, { x: Math.round(o.x), y: Math.round(o.y) });
      const d = { x: r.int(-6, 6), y: r.chance(0.4) ? 0 : r.int(-6, 6) };
      const when = entry(rects, o, d);
      const hit = rayCast(a.filled.body, a.pose, a.toWorld(o), a.vectorToWorld(d));
      assertStrictEquals(hit !== null, when <= 1);
      if (hit === null) {
        met.misses++;
        return;
      }
      const n = a.vectorToLocal(hit.normal);
      if (when === 0) {
        // On the outline, where the ray may lead anywhere, or inside.
        const quarters = quartersAt(rects, o);
        assertStrictEquals(hit.fraction, 0);
        if (quarters.includes(false)) assert(hasNormal(quarters, n), `case ${k}`);
        met.starts++;
        return;
      }
      met.hits++;
      assertAlmostEquals(hit.fraction, when, 1e-15);
      assert(hasNormal(quartersAt(rects, { x: o.x + when * d.x, y: o.y + when * d.y }), n));
      assert(n.x * d.x + n.y * d.y <= 0);
    });
  });

  it("are hit by bodies where outlines meet, with a normal of theirs, whichever moves", () => {
    const r = new Random("casts on a grid");
    let hits = 0, misses = 0, grazes = 0;
    for (let k = 0; k < effort(8000); k++) {
      const pair = anyPair(r), { a, grown } = pair;
      const o = { x: r.int(-32, 64) / 8, y: r.int(-32, 64) / 8 };
      const d = { x: r.int(-6, 6), y: r.chance(0.4) ? 0 : r.int(-6, 6) };
      const when = entry(grown, o, d);
      if (when === 0) continue;
      const b = place(pair, o), way = a.vectorToWorld(d);
      const found = castBoth(a.filled.body, a.pose, b.filled.body, b.pose, way);
      const { status, fraction } = impactOf(a, b, way);
      for (const hit of found) assertStrictEquals(hit !== null, when <= 1);
      if (when > 1) {
        // (A time of impact stops within its tolerance of what it passes.)
        misses++;
        continue;
      }
      assertStrictEquals(status, "hit");
      // Within the tolerance before, never after.
      assert(fraction <= when + 1e-12);
      assertAlmostEquals(fraction, when, 0.01);
      const p = { x: o.x + when * d.x, y: o.y + when * d.y };
      const stops = leadsIn(quartersAt(grown, p), d);
      hits++;
      if (!stops) grazes++;
      for (const hit of found) {
        const n = a.vectorToLocal(hit!.normal), along = dot(n, d);
        assertAlmostEquals(hit!.fraction, when, 1e-15);
        assert(isNormal(pair, n, p, hit!.point));
        // Against what stops it, along what it passes.
        if (stops) assert(along < 0);
        else assertAlmostEquals(along, 0, 1e-15);
      }
    }
    assert(Math.min(hits, misses) > effort(500) && grazes > (isLong ? 20 : 0));
  });

  it("touch with separations of 0 and normals of their outlines", () => {
    survey("touching on a grid", 8000, { judged: 4000 }, (r, met) => {
      const pair = anyPair(r), p = anyPlace(r, pair);
      if (p === null) return;
      met.judged++;
      const { a } = pair, b = place(pair, p);
      const { distance } = signedDistance(a.filled.body, a.pose, b.filled.body, b.pose);
      assertStrictEquals(distance, 0);
      for (const { points, normal } of contactsBoth(pair, b)) {
        for (const { separation, point } of points) {
          assertStrictEquals(separation, 0);
          assert(isNormal(pair, normal, p, point));
        }
      }
    });
  });

  it("are held by the side that they have come in through by a little", () => {
    survey("a little in, on a grid", 12000, { judged: 2000 }, (r, met) => {
      const pair = anyPair(r), at = anyPlace(r, pair);
      if (at === null) return;
      const { grown } = pair;
      const side = TURNS.find(([x, y]) => hasNormal(quartersAt(grown, at), { x, y }));
      if (side === undefined) return;
      const [nx, ny] = side;
      const depth = 1 / 64;
      // Only where the outline is straight to both sides, and there is ground behind.
      let isPlain = true;
      for (let u = -3; u <= 3; u++) {
        const x = at.x - u / 48 * ny, y = at.y + u / 48 * nx;
        isPlain &&= !isIn(grown, x + depth * nx, y + depth * ny);
        for (let v = 1; v <= 4; v++) {
          isPlain &&= isIn(grown, x - v * depth * nx, y - v * depth * ny);
        }
      }
      if (!isPlain) return;
      met.judged++;
      const p = { x: at.x - depth * nx, y: at.y - depth * ny };
      for (const { points, normal: n } of contactsBoth(pair, place(pair, p))) {
        if (n.x === nx && n.y === ny) continue;
        // Another side may be touched.
        for (const { separation, point } of points) {
          assertStrictEquals(separation, 0);
          assert(isNormal(pair, n, p, point));
        }
      }
    });
  });

  it("stop, graze and slide the same where the grid is turned, near the origin and far from it", () => {
    const least = { held: 1000, slid: 1000, hit: 1000, passed: 1000 };
    survey("turned grids", 16000, least, (r, counts, k) => {
      const plain = anyPair(r), far = r.pick([0, 1, 100, 1e4]);
      const a = new Placed(
        plain.a.filled,
        plain.a.turn,
        far * r.range(-5, 5),
        far * r.range(-5, 5),
        r.range(-4, 4),
      );
      const pair = { ...plain, a }, { grown } = pair;
      const o = r.chance(0.7)
        ? anyPlace(r, pair)
        : { x: r.int(-16, 40) / 8, y: r.int(-16, 40) / 8 };
      if (o === null || isIn(grown, o.x, o.y)) return;
      const starts = quartersAt(grown, o);
      if (starts.every((q) => q)) return;
      const d = { x: r.int(-6, 6), y: r.chance(0.4) ? 0 : r.int(-6, 6) };
      if (d.x === 0 && d.y === 0) return;

      // When B is stopped, and what it grazes before. Whether it fits through a gap of its own width is rounding's.
      const times = [0];
      for (const { x0, y0, x1, y1 } of grown) {
        for (
          const t of [(x0 - o.x) / d.x, (x1 - o.x) / d.x, (y0 - o.y) / d.y, (y1 - o.y) / d.y]
        ) {
          if (t > 0 && t <= 1) times.push(t);
        }
      }
      let when = Infinity, fits = false;
      const grazes: number[] = [];
      for (const t of times.sort((s, t) => s - t)) {
        const p = { x: o.x + t * d.x, y: o.y + t * d.y };
        const quarters = quartersAt(grown, p), [ne, nw, sw, se] = quarters;
        if (!quarters.includes(true)) continue;
        if (isIn(grown, p.x + 1e-7 * d.x, p.y + 1e-7 * d.y)) {
          when = t;
          break;
        }
        if (leadsIn(quarters, d) || (d.x * d.y > 0 ? nw && se : d.x * d.y < 0 && ne && sw)) {
          fits = true;
          break;
        }
        grazes.push(t);
      }
      if (fits) return;

      const b = place(pair, o), way = a.vectorToWorld(d);
      // Where parts overlap, rounding may leave a gap beside the outline.
      const overlaps = a.filled.overlaps || b.filled.overlaps;
      const near = (s: number, t: number): boolean => Math.abs(s - t) < 1e-9;
      for (const initialOverlap of ["report", "ignore", "pushOut"] as const) {
        const options = { initialOverlap };
        for (const hit of castBoth(a.filled.body, a.pose, b.filled.body, b.pose, way, options)) {
          const name = `case ${k}, ${initialOverlap}`;
          if (hit === null) {
            // Never through what stops B, not even what it stands on.
            assert(when >= 1, name);
            if (starts.includes(true)) counts.slid++;
            else counts.passed++;
            continue;
          }
          const { x, y } = a.vectorToLocal(hit.normal);
          const n = { x: Math.abs(x) < 1e-7 ? 0 : x, y: Math.abs(y) < 1e-7 ? 0 : y };
          const along = (n.x * d.x + n.y * d.y) / Math.hypot(d.x, d.y);
          if (initialOverlap === "pushOut" && hit.depth > 0) {
            // Pushed out by the rounding of the start.
            assert(hit.depth < 1e-9 && starts.includes(true), name);
            assert(near(hit.fraction, Math.min(when, 1)), name);
            assert(overlaps || isNormal(pair, n, o, hit.point), name);
            continue;
          }
          if (near(hit.fraction, when)) {
            assert(along < 0, name);
            if (starts.includes(true)) counts.held++;
            else counts.hit++;
          } else {
            // Only a report tells what is grazed, anywhere along a side in line with the way. A start may be reported
            // as soon as it touches.
            assertStrictEquals(initialOverlap, "report", name);
            if (starts.includes(true) && hit.fraction < 1e-9) {
              assert(overlaps || isNormal(pair, n, o, hit.point), name);
              continue;
            }
            assert(grazes.some((t) => hit.fraction > t - 1e-9), name);
            assertAlmostEquals(along, 0, 1e-6, name);
          }
          const p = { x: o.x + hit.fraction * d.x, y: o.y + hit.fraction * d.y };
          assert(isNormal(pair, n, p, hit.point), name);
        }
      }
      const { status, fraction } = impactOf(a, b, way);
      assert(status !== "exhausted", `case ${k}`);
      if (status === "overlapping") assert(starts.includes(true));
      else assert(fraction <= when + 1e-9, `case ${k}`);
    });
  });
});
