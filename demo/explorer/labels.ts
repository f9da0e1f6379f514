/**
 * Where a label stands, in pixels: x to the right, y down.
 *
 * @module
 */
import type { Vec2 } from "@narrowphase/gjk2d";

/** Offsets of a label along its line and away from it, the nearest first. */
const MOVES: readonly { along: number; away: number; side: 1 | -1 }[] = [0, 20, -20, 40, -40]
  .flatMap((along) => [0, 12, 24, 36].map((away) => ({ along, away })))
  .flatMap((move) => ([1, -1] as const).map((side) => ({ ...move, side })))
  .map((move) => ({
    ...move,
    // The other side costs ten pixels: a label does not change sides for less.
    cost: Math.abs(move.along) + move.away + (move.side < 0 ? 10 : 0),
  }))
  .sort((a, b) => a.cost - b.cost);

/**
 * Positions of a label's middle beside the middle of a line: above it if the line has an upper
 * side, then further and further away.
 *
 * @param p One end.
 * @param q The other end.
 * @param half Half the width and height of the label.
 */
export function placesBeside(p: Vec2, q: Vec2, half: Vec2): Vec2[] {
  const length = Math.hypot(q.x - p.x, q.y - p.y);
  const sign = q.x < p.x ? -1 : 1;
  const ux = length === 0 ? 1 : sign * (q.x - p.x) / length;
  const uy = length === 0 ? 0 : sign * (q.y - p.y) / length;
  // Leave room for half the size of the label.
  const gap = 8 + half.x * Math.abs(uy) + 0.75 * half.y * Math.abs(ux);
  return MOVES.map(({ along, away, side }) => ({
    x: (p.x + q.x) / 2 + along * ux + side * (gap + away) * uy,
    y: (p.y + q.y) / 2 + along * uy - side * (gap + away) * ux,
  }));
}

/** A rectangle: its middle and half its size. */
export interface Box {
  x: number;
  y: number;
  half: Vec2;
}

/** Positions around a place, the nearest first: that place, then rings of eight. */
export function placesAround({ x, y }: Vec2): Vec2[] {
  const places = [{ x, y }];
  for (const r of [12, 20, 30, 42]) {
    for (const [dx, dy] of [[0, -1], [1, 0], [0, 1], [-1, 0], [1, -1], [1, 1], [-1, 1], [-1, -1]]) {
      places.push({ x: x + r * dx, y: y + r * dy });
    }
  }
  return places;
}

/**
 * The first position at which a label covers nothing, or the one at which it covers least.
 *
 * @param places Positions of the label's middle; at least one.
 * @param half Half the width and height of the label.
 * @param obstacles What it must not cover.
 */
export function clearPlace(
  places: readonly Vec2[],
  half: Vec2,
  obstacles: readonly Box[],
): Vec2 {
  let best = places[0];
  let least = Infinity;
  for (const place of places) {
    let covered = 0;
    for (const { x, y, half: reach } of obstacles) {
      const w = half.x + reach.x - Math.abs(x - place.x);
      const h = half.y + reach.y - Math.abs(y - place.y);
      if (w > 0 && h > 0) covered += w * h;
    }
    if (covered >= least) continue;
    if (covered === 0) return place;
    best = place;
    least = covered;
  }
  return best;
}
