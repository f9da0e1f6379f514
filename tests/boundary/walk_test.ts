/**
 * A character that walks over a floor of tiles, or the short links of a chain, as docs/embedding.md moves it: by casts,
 * each of which goes on along what it met. The floor is level in a frame that is turned and far from the world's
 * origin, of boxes or links that are bodies of their own or parts of one. It has to get as far as the way is long, at
 * the height where it stands. In a round room, and over bumps, it has to keep its distance, too.
 *
 * @module
 */
import { assert, assertAlmostEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  box,
  capsule,
  type CastHit,
  type Chain,
  chain,
  circle,
  type Compound,
  compound,
  type ConvexShape,
  ellipse,
  IDENTITY,
  inverseTransformPoint,
  polygon,
  type Pose,
  pose,
  shapeCast,
  timeOfImpact,
  transformPoint,
  type Vec2,
} from "@narrowphase/gjk2d";
import { Random } from "../generate/random.ts";
import { motion, still } from "../generate/shapes.ts";
import { effort } from "../effort.ts";
import { cross, dot, lengthTo, nearestOn } from "./outline.ts";

/** Shapes u wide and v high, their lowest point below the origin. */
const HEROES: Record<string, (u: number, v: number) => ConvexShape> = {
  box: (u, v) => box(u, v),
  "rounded box": (u, v) => box(u - 0.1, v - 0.1, { radius: 0.05 }),
  capsule: (u, v) => capsule({ x: -u / 2, y: 0 }, { x: u / 2, y: 0 }, v / 2),
  circle: (_, v) => circle(v / 2),
  ellipse: (u, v) => ellipse(u / 2, v / 2),
  diamond: (u, v) =>
    polygon([{ x: u / 2, y: 0 }, { x: 0, y: v / 2 }, { x: -u / 2, y: 0 }, { x: 0, y: -v / 2 }]),
};

type Cast = (hero: ConvexShape, at: Pose, d: Vec2) => CastHit | null;

/** Boxes from x = -2 to 14 with their tops at y = 0, side by side. */
function tilesOf(r: Random): { x: number; w: number; h: number }[] {
  const tiles = [];
  for (let x = -2; x < 14;) {
    const w = r.int(1, 8) / 4;
    tiles.push({ x: x + w / 2, w, h: r.int(1, 4) / 2 });
    x += w;
  }
  return tiles;
}

/** The tiles as parts of a body. */
function bodyOf(r: Random): Compound {
  return compound(tilesOf(r).map(({ x, w, h }) => ({ shape: box(w, h), pose: pose(x, -h / 2) })));
}

function firstOf(hits: (CastHit | null)[]): CastHit | null {
  return hits.reduce((p, q) => q === null || p !== null && p.fraction <= q.fraction ? p : q, null);
}

/** Casts against a floor of tiles in a frame: one body, or bodies of their own that are turned by quarters. */
function floorOf(r: Random, frame: Pose, isOne: boolean, targetSeparation: number): Cast {
  const options = { initialOverlap: "ignore", targetSeparation } as const;
  if (isOne) {
    const body = bodyOf(r);
    return (hero, at, d) => shapeCast(body, frame, hero, at, d, options);
  }
  const tiles = tilesOf(r).map(({ x, w, h }) => {
    const turn = r.int(0, 3), c = [1, 0, -1, 0][turn], s = [0, 1, 0, -1][turn];
    const { cos, sin } = frame;
    const turned = { cos: cos * c - sin * s, sin: sin * c + cos * s };
    return {
      shape: turn % 2 === 0 ? box(w, h) : box(h, w),
      at: { ...transformPoint(frame, { x, y: -h / 2 }), ...turned },
    };
  });
  return (hero, at, d) =>
    firstOf(tiles.map((tile) => shapeCast(tile.shape, tile.at, hero, at, d, options)));
}

/** A chain through points of a frame: posed there, or drawn there. */
function chainOf(points: Vec2[], frame: Pose, isPosed: boolean, loop = false): [Chain, Pose] {
  if (isPosed) return [chain(points, { loop }), frame];
  return [chain(points.map((p) => transformPoint(frame, p)), { loop }), IDENTITY];
}

/** Casts against the links of a chain, as one body or one by one. */
function linksOf([line, place]: [Chain, Pose], isOne: boolean, targetSeparation: number): Cast {
  const options = { initialOverlap: "ignore", targetSeparation } as const;
  if (isOne) {
    const body = compound(line.segments);
    return (hero, at, d) => shapeCast(body, place, hero, at, d, options);
  }
  const links = line.segments.map((link) => ({ link, p: transformPoint(place, link.points[0]) }));
  return (hero, at, d) => {
    const near = links.filter(({ p }) => Math.max(Math.abs(p.x - at.x), Math.abs(p.y - at.y)) <= 2);
    return firstOf(near.map(({ link }) => shapeCast(link, place, hero, at, d, options)));
  };
}

/** The distance of p from the line through points that are in order. */
function distanceFrom(points: Vec2[], p: Vec2): number {
  return Math.min(...points.slice(1).map((q, k) => lengthTo(nearestOn({ p: points[k], q }, p), p)));
}

/** One step: as far as casts allow, and on along what is met. */
function walk(
  cast: Cast,
  hero: ConvexShape,
  at: Pose & { x: number; y: number },
  motion: Vec2,
): void {
  const met: Vec2[] = [];
  let { x, y } = motion;
  for (let turn = 0; turn < 64; turn++) {
    const hit = cast(hero, at, { x, y });
    const fraction = hit?.fraction ?? 1;
    at.x += fraction * x;
    at.y += fraction * y;
    if (hit === null) return;
    met.push({ ...hit.normal });
    x *= 1 - fraction;
    y *= 1 - fraction;
    for (const n of met) {
      const into = Math.min(0, x * n.x + y * n.y);
      x -= into * n.x;
      y -= into * n.y;
    }
    if (met.some((n) => x * n.x + y * n.y < -1e-9) || x * motion.x + y * motion.y <= 0) return;
  }
}

/** Casts against a level ground in a frame; and which heroes a corner that slides at distance 0 lets be caught there. */
const GROUNDS: Record<string, Ground> = {
  tiles: { cases: 400, steps: 100, caught: ["box", "diamond"], make: floorOf },
  links: {
    cases: 60,
    steps: 50,
    caught: ["diamond"],
    make: (r, frame, isOne, target) => {
      const length = r.pick([0.01, 0.03, 0.1, 0.7]), points: Vec2[] = [];
      for (let x = 6; x > -1; x -= length * r.range(0.2, 1.8)) points.push({ x, y: 0 });
      return linksOf(chainOf(points, frame, r.chance(0.5)), isOne, target);
    },
  },
};
interface Ground {
  cases: number;
  steps: number;
  caught: string[];
  make: (r: Random, frame: Pose, isOne: boolean, target: number) => Cast;
}

describe("a walk over tiles, or links of a chain, in line", () => {
  for (const [ground, { cases, steps, caught, make }] of Object.entries(GROUNDS)) {
    for (const isOne of [false, true]) {
      for (const target of [0.01, 0]) {
        // At distance 0 the rounding of far positions adds up to overlap, and of boxes or links of their own one may
        // stick out.
        const distances = target > 0 ? [0, 1, 100, 1e4] : [0, 1];
        const kinds = Object.keys(HEROES).filter((kind) =>
          target > 0 || isOne || !caught.includes(kind)
        );
        it(`gets there: ${ground} ${isOne ? "of one body" : "of their own"}, ${target} above them`, () => {
          const r = new Random("walks", ground, +isOne);
          for (let k = 0; k < effort(cases); k++) {
            const far = r.pick(distances), kind = r.pick(kinds);
            const frame = pose(far * r.range(-5, 5), far * r.range(-5, 5), r.range(-4, 4));
            const cast = make(r, frame, isOne, target);
            const u = r.range(0.3, 1.3), v = r.range(0.3, 1.3), hero = HEROES[kind](u, v);
            const start = { x: 0, y: v / 2 + target + (r.chance(0.5) ? 0 : r.range(0, 1)) };
            const at = { ...frame, ...transformPoint(frame, start) };
            const along = r.range(0.005, 0.1), down = r.range(0.03, 0.1);
            const { cos, sin } = frame;
            const motion = { x: cos * along + sin * down, y: sin * along - cos * down };
            for (let step = 0; step < steps; step++) walk(cast, hero, at, motion);
            const there = inverseTransformPoint(frame, at);
            const name = `walk ${k}: ${kind}, ${far} away`;
            assertAlmostEquals(there.x, steps * along, 1e-6, name);
            // A tile that sticks out by a rounding is met at its corner, where the normal is off by `tilt`. The rest of
            // that step leads up by so much of `along`, more than 1e-6 only 10 000 away; the next one leads down again.
            const rounding = 2 ** -48 * far,
              tilt = target > 0 ? Math.sqrt(2 * rounding / target) : 0;
            assertAlmostEquals(there.y, v / 2 + target, Math.max(1e-6, along * tilt), name);
          }
        });
      }
    }
  }

  it("that are parts of a body gets there by sweeps, which never give up", () => {
    const r = new Random("sweeps");
    const kinds = Object.keys(HEROES).filter((kind) => kind !== "ellipse");
    for (let k = 0; k < effort(300); k++) {
      const far = r.pick([0, 1, 100]), kind = r.pick(kinds);
      const frame = pose(far * r.range(-5, 5), far * r.range(-5, 5), r.range(-4, 4));
      const { cos, sin } = frame;
      const body = bodyOf(r);
      const u = r.range(0.3, 1.3), v = r.range(0.3, 1.3), hero = HEROES[kind](u, v);
      const at = { ...frame, ...transformPoint(frame, { x: 0, y: v / 2 + r.range(0.01, 0.5) }) };
      // Each step leads down, too, so that what is left above the floor is halved until only rounding is left.
      const along = r.range(0.01, 0.1), down = r.range(0.01, 0.1);
      for (let step = 0; step < 100; step++) {
        let x = cos * along + sin * down, y = sin * along - cos * down;
        for (let turn = 0; turn < 4; turn++) {
          const name = `walk ${k}, step ${step}: ${kind}, ${far} away`;
          const sweep = motion({ ...at }, { ...at, x: at.x + x, y: at.y + y });
          const { status, fraction, normal } = timeOfImpact(body, still(frame), hero, sweep);
          assert(status === "hit" || status === "separated" || status === "overlapping", name);
          // Where rounding has brought it in by an ulp it is up to the contacts to bring it out.
          const t = status === "overlapping" ? 1 : fraction;
          at.x += t * x;
          at.y += t * y;
          if (t === 1) break;
          const into = Math.min(0, x * normal.x + y * normal.y);
          x = (1 - t) * (x - into * normal.x);
          y = (1 - t) * (y - into * normal.y);
        }
        const sunk = v / 2 - inverseTransformPoint(frame, at).y;
        if (sunk > 0) {
          at.x -= sin * sunk * 1.5;
          at.y += cos * sunk * 1.5;
        }
      }
      assertAlmostEquals(inverseTransformPoint(frame, at).x / (100 * along), 1, 0.05);
    }
  });
});

describe("a walk over the links of a chain", () => {
  for (const isOne of [false, true]) {
    it(`${isOne ? "in" : "not in"} one body leads around a room, and over bumps`, () => {
      const r = new Random("rooms", +isOne), R = 4, target = 0.01;
      for (let k = 0; k < 20; k++) {
        const far = r.pick([0, 1, 100, 1e4]), radius = r.range(0.15, 0.6), hero = circle(radius);
        const frame = pose(far * r.range(-5, 5), far * r.range(-5, 5), r.range(-4, 4));
        const { cos, sin } = frame;
        const name = `walk ${k}: ${far} away`;
        const steps = 20, along = r.range(0.1, 0.4), down = r.range(0.02, 0.2);
        const n = r.int(100, 1200);
        // From the inside its front is on the right: clockwise.
        const room = Array.from({ length: n }, (_, i): Vec2 => {
          const a = 2 * Math.PI * i / n;
          return { x: R * Math.cos(a), y: -R * Math.sin(a) };
        });
        const step = r.pick([0.02, 0.1, 0.5]), bumps: Vec2[] = [];
        for (let x = 1 + steps * along; x > -2; x -= step * r.range(0.2, 1.8)) {
          bumps.push({ x, y: r.range(-0.1, 0) * step });
        }
        for (const isRoom of [true, false]) {
          const points = isRoom ? room : bumps;
          const way = isRoom ? [...room, room[0]] : bumps;
          const cast = linksOf(chainOf(points, frame, r.chance(0.5), isRoom), isOne, target);
          // What the path of its center is bent around.
          const path = R - radius - target;
          const start = {
            x: 0,
            y: isRoom ? -path * Math.cos(Math.PI / n) + 1e-3 : radius + target,
          };
          const at = { ...frame, ...transformPoint(frame, start) };
          let turned = 0, last = start;
          for (let s = 0; s < steps; s++) {
            const c = isRoom ? -last.y / Math.hypot(last.x, last.y) : 1;
            const d = isRoom ? last.x / Math.hypot(last.x, last.y) : 0;
            const x = c * along + d * down, y = d * along - c * down;
            walk(cast, hero, at, { x: cos * x - sin * y, y: sin * x + cos * y });
            const here = inverseTransformPoint(frame, at);
            assert(distanceFrom(way, here) >= radius + target - 1e-9, `${name}, step ${s}`);
            turned += Math.atan2(cross(last, here), dot(last, here));
            last = here;
          }
          if (!isRoom) assert(last.x > 0.8 * steps * along, `${name}: ${last.x / (steps * along)}`);
          else assertAlmostEquals(turned * path / (steps * along), 1, 0.02, name);
        }
      }
    });
  }
});
