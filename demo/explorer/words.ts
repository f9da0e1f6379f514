/**
 * What a step of the search did, in words, and how numbers are written.
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

/** What the search knows after a step about the distance of the two cores. */
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

/**
 * Bounds after the first `count` steps. The supporting line at w, with d · x <= d · w for all points
 * x of the difference, keeps the difference at least -d · w / |d| away from the origin; and every
 * point of the simplex is a point of the difference.
 */
export function boundsAfter(steps: readonly TraceStep[], count: number): Bounds {
  const bounds: Bounds = { low: 0, high: Infinity };
  for (const step of steps.slice(0, count)) {
    const { direction: d, support: { point: w } } = step;
    const length = Math.hypot(d.x, d.y);
    if (length > 0) bounds.low = Math.max(bounds.low, -(d.x * w.x + d.y * w.y) / length);
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
  return bounds;
}

const NAMES = ["", "a point", "a segment", "a triangle"];

const REGIONS: Record<number, string> = {
  1: "region 1, beyond A: the new point alone is nearest, B is dropped",
  2: "region 2, on the left of A → B: the segment stays, the next search is at right angles to it",
  3: "region 3, on the right of A → B: the segment stays, the next search is at right angles to it",
  4: "region 4, outside edge AB: C is dropped",
  5: "region 5, beyond A: B and C are dropped",
  6: "region 6, outside edge AC: B is dropped",
  7: "region 7, inside the triangle",
};

/**
 * A step in words.
 *
 * @param steps All steps of the search.
 * @param at Index of the step.
 * @param radius Sum of the radii of the two shapes.
 */
export function describeStep(steps: readonly TraceStep[], at: number, radius: number): string[] {
  const step = steps[at];
  const { direction: d, support: { point: w, indexA, indexB } } = step;
  const along = d.x * w.x + d.y * w.y;
  const last = at === steps.length - 1;
  const sentences: string[] = [];

  sentences.push(
    at === 0
      ? `The search starts in the direction from A to B, d = ${showPoint(d)}.`
      : `The search goes from the nearest point of the simplex towards the origin, d = ${
        showPoint(d)
      }.`,
  );
  sentences.push(
    `Farthest along d: corner ${indexA} of A minus corner ${indexB} of B, w = ${showPoint(w)}.`,
  );

  const before = steps.slice(0, at).some((s) => sign(s) < 0);
  if (along < 0 && !before) {
    sentences.push(
      "The dashed line through w is a wall: nothing of A ⊖ B lies beyond it, but the origin does." +
        (radius > 0
          ? " So the cores are apart. The search goes on for the distance."
          : last
          ? " So the shapes are apart."
          : " So the shapes are apart. The search goes on for the distance."),
    );
  }

  if (step.region === 7) {
    sentences.push(
      "With w the simplex is a triangle around the origin: the origin is in A ⊖ B, the shapes overlap.",
    );
  } else if (step.region > 0) {
    const size = distinctSimplex(step).length;
    sentences.push(
      `With w as the new point A the simplex is ${NAMES[size]}. The origin is in ${
        REGIONS[step.region]
      }.`,
    );
  } else if (at === 0 && !last) {
    sentences.push("The simplex is this one point.");
  }

  if (last && step.region !== 7) {
    const { low, high } = boundsAfter(steps, steps.length);
    const reached = at > 0 && high - low <= 1e-9 * Math.max(high, 1);
    const onSimplex = radius === 0 && step.verdict === "intersect";
    if (at > 0 && reached && !onSimplex) {
      sentences.push(
        `w is no farther along d than the simplex was: the wall touches it, nothing can be nearer. The cores are ${
          show(high)
        } apart.`,
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
    } else if (onSimplex) {
      sentences.push("The origin lies on the simplex, so it is in A ⊖ B: the shapes intersect.");
    }
  }
  return sentences;
}

function sign({ direction: d, support: { point: w } }: TraceStep): number {
  return Math.sign(d.x * w.x + d.y * w.y);
}
