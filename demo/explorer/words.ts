/**
 * Describes a step of the search or of the walk in words, and formats numbers.
 *
 * @module
 */
import type { SimplexPoint, TraceStep, Vec2 } from "@narrowphase/gjk2d";
import { nearestToOrigin } from "./geometry.ts";

/** A number for reading: few significant digits, no exponent near 1, a true minus sign. */
export function show(value: number, digits = 5): string {
  if (!Number.isFinite(value)) return value > 0 ? "∞" : value < 0 ? "−∞" : "—";
  const size = Math.abs(value);
  let text: string;
  if (size === 0) text = "0";
  else if (size >= 1e5 || size < 1e-4) text = value.toExponential(digits - 2);
  else text = String(Number(value.toPrecision(digits)));
  return text.replace(/-/g, "−");
}

/** A point or vector for reading. */
export function showPoint({ x, y }: Vec2): string {
  return `(${show(x, 4)}, ${show(y, 4)})`;
}

/** Bounds of the distance of the two cores after a step. */
export interface Bounds {
  /** Never more than the distance; 0 while nothing is proven. */
  low: number;
  /** Never less than the distance. */
  high: number;
}

/** The points of a step's simplex without repetition, newest first. */
export function distinctSimplex(step: TraceStep): SimplexPoint[] {
  const seen: SimplexPoint[] = [];
  for (const p of step.simplex) {
    if (!seen.some((q) => q.point.x === p.point.x && q.point.y === p.point.y)) seen.push(p);
  }
  return seen;
}

/** The points that the choice of a region keeps, newest first. */
export function keptSimplex(step: TraceStep): SimplexPoint[] {
  const simplex = distinctSimplex(step);
  switch (step.region) {
    case 1:
    case 5:
      return [simplex[0]];
    case 4:
      return [simplex[0], simplex[1]];
    case 6:
      return [simplex[0], simplex[2]];
    default:
      return simplex;
  }
}

/** Closer to the origin than this, doubles may not decide on which side it is. */
const TOO_CLOSE = 1e-12;

/** Whether the wall through w, with d · x <= d · w for all x of the difference, has the origin beyond it. */
function separates({ stage, direction: d, support: { point: w } }: TraceStep): boolean {
  const length = Math.hypot(d.x, d.y);
  return stage === "search" && -(d.x * w.x + d.y * w.y) > TOO_CLOSE * length;
}

/** Distance of the origin from the line through the first two points. */
function distanceFromLine([p, q]: readonly Vec2[]): number {
  return Math.abs(p.x * q.y - p.y * q.x) / Math.hypot(q.x - p.x, q.y - p.y);
}

/**
 * Bounds after the first `count` steps.
 *
 * The lower bound comes from walls: no point of the difference is closer than the wall through a
 * search's w, which is at the distance -d · w / |d| from the origin, or than the line of an edge
 * that the walk examines. The upper bound comes from points of the difference: those of the
 * simplex, and the corners that the walk passes. Where the walk ends, the nearest point is found,
 * and the bounds are equal.
 */
export function boundsAfter(steps: readonly TraceStep[], count: number): Bounds {
  const bounds: Bounds = { low: 0, high: Infinity };
  for (const step of steps.slice(0, count)) {
    const { stage, direction: d, support: { point: w } } = step;
    const length = Math.hypot(d.x, d.y);
    const wall = stage === "walk"
      ? distanceFromLine(step.simplex.map((p) => p.point))
      : length > 0
      ? -(d.x * w.x + d.y * w.y) / length
      : 0;
    bounds.low = Math.max(bounds.low, wall);
    const simplex = step.region === 7 ? step.simplex : keptSimplex(step);
    const points = simplex.map((p) => p.point);
    // A triangle that no region was chosen for does not contain the origin; its edges may.
    const parts = step.region === 0 && points.length > 2
      ? [[points[0], points[1]], [points[1], points[2]], [points[2], points[0]]]
      : [points];
    for (const part of parts) {
      const near = nearestToOrigin(part);
      bounds.high = Math.min(bounds.high, Math.hypot(near.x, near.y));
    }
  }
  if (count >= steps.length && steps.some(separates)) bounds.low = bounds.high;
  return bounds;
}

const NAMES = ["", "a point", "a segment", "a triangle"];

const SEARCH_REGIONS: Record<number, string> = {
  1: "region 1, beyond the point w₀: w₁ is dropped",
  2: "region 2, on the left of w₀ → w₁: the next search looks to that side",
  3: "region 3, on the right of w₀ → w₁: the next search looks to that side",
  4: "region 4, outside edge w₀w₁: w₂ is dropped",
  5: "region 5, beyond the point w₀: the others are dropped",
  6: "region 6, outside edge w₀w₂: w₁ is dropped",
  7: "region 7, inside the triangle",
};

const WALK_REGIONS: Record<number, string> = {
  1: "region 1, beyond the point w₀, so that is nearer than w₁",
  2: "region 2, beside the edge, on the left of w₀ → w₁",
  3: "region 3, beside the edge, on the right of w₀ → w₁",
};

/**
 * A step in words.
 *
 * @param steps All steps of the search and the walk.
 * @param at Index of the step.
 * @param radius Sum of the radii of the two shapes.
 */
export function describeStep(steps: readonly TraceStep[], at: number, radius: number): string[] {
  const step = steps[at];
  const last = at === steps.length - 1;
  const sentences = step.stage === "walk" ? describeWalk(step) : describeSearch(steps, at, radius);
  if (!last || step.region === 7) return sentences;

  const what = radius > 0 ? "cores" : "shapes";
  const { high } = boundsAfter(steps, steps.length);
  if (steps.some(separates)) {
    const where = step.region > 1
      ? "The point of the edge that is nearest to the origin is the nearest of A ⊖ B"
      : `The edges at ${
        step.stage === "walk" ? "the point w₀" : "w₀"
      } lead away from the origin, so it is nearest`;
    sentences.push(`${where}: the ${what} are ${show(high)} apart.`);
  } else {
    sentences.push(
      "The origin lies on the simplex as far as rounding lets one see, and exact signs decide: " +
        (radius > 0 || step.verdict === "intersect"
          ? `the ${what} intersect.`
          : "the shapes are apart."),
    );
  }
  if (radius > 0) {
    sentences.push(
      step.verdict === "intersect"
        ? `The radii add up to ${show(radius)}, which is as much or more: the shapes intersect.`
        : `The radii add up to ${show(radius)}, which is less: ${
          show(high - radius)
        } is left between the shapes.`,
    );
  }
  return sentences;
}

function describeSearch(steps: readonly TraceStep[], at: number, radius: number): string[] {
  const step = steps[at];
  const { direction: d, support: { point: w, indexA, indexB } } = step;
  const ways = [
    "The search starts in the direction from the middle of shape A to that of shape B",
    "The search goes from the first point towards the origin",
    "The search goes on at right angles to the segment, towards the origin",
  ];
  const sentences = [
    `${ways[Math.min(at, 2)]}, d = ${showPoint(d)}.`,
    `Farthest along d: corner ${indexA} of shape A minus corner ${indexB} of shape B, w₀ = ${
      showPoint(w)
    }.`,
  ];
  if (separates(step)) {
    sentences.push(
      `The dashed line through w₀ is a wall: A ⊖ B on one side, the origin on the other. So the ${
        radius > 0 ? "cores" : "shapes"
      } are apart.`,
    );
    if (at < steps.length - 1) {
      sentences.push("From w₀ a walk along the boundary leads to the nearest point.");
    }
  } else if (step.region === 7) {
    sentences.push(
      "With w₀ the simplex is a triangle around the origin: the origin is in A ⊖ B, the shapes overlap.",
    );
  } else if (step.region > 0) {
    sentences.push(
      `With w₀ the simplex is ${NAMES[distinctSimplex(step).length]}. The origin is in ${
        SEARCH_REGIONS[step.region]
      }.`,
    );
  } else if (at === 0) {
    sentences.push("The simplex is this one point.");
  }
  return sentences;
}

function describeWalk({ direction: d, simplex: [end, start], region }: TraceStep): string[] {
  const ofA = end.indexA !== start.indexA;
  const { indexA: i, indexB: j, point: w } = end;
  return [
    `The walk stands at the point w₁, a corner of A ⊖ B, with the origin at d = ${
      showPoint(d)
    } from there.`,
    `The next edge is ${
      ofA ? "one of shape A" : "one of shape B, turned around"
    }. It ends at corner ${i} of shape A ` +
    `minus corner ${j} of shape B, w₀ = ${showPoint(w)}.`,
    `The origin is in ${WALK_REGIONS[region]}.`,
  ];
}

/**
 * A step of the tutorial's GJK in words.
 *
 * @param steps Its steps.
 * @param at Index of the step.
 * @param verdict What the library says of the same cores.
 */
export function describeTutorial(
  steps: readonly TraceStep[],
  at: number,
  verdict: TraceStep["verdict"],
): string[] {
  const step = steps[at];
  const { direction: d, support: { point: w, indexA, indexB } } = step;
  const sentences = [
    `${
      at === 0
        ? "The tutorial begins to the right"
        : at === 1
        ? "It turns around, from the first point towards the origin"
        : "It looks on from what it kept"
    }, d = ${showPoint(d)}, and finds corner ${indexA} of A minus corner ${indexB} of B, w₀ = ${
      showPoint(w)
    }.`,
  ];
  if (step.region > 0 && step.region < 7) {
    sentences.push(`The origin is in ${SEARCH_REGIONS[step.region]}.`);
  }
  if (at < steps.length - 1) return sentences;
  const said = step.verdict === "intersect"
    ? "The origin is inside the triangle: they overlap, it says"
    : step.verdict === "separate"
    ? "d · w₀ is not above 0: they are apart, it says"
    : "It would go on like this for ever";
  const wrong = step.verdict !== verdict;
  sentences.push(
    wrong
      ? `${said}, and errs: the library decides this case with exact signs, and they ${
        verdict === "intersect" ? "intersect" : "are apart"
      }.`
      : `${said}. How far, it does not ask.`,
  );
  return sentences;
}
