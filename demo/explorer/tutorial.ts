/**
 * The GJK of the tutorial that the library grew from (Entropy Interactive, 2011), as its pseudo-code
 * has it, beside the library's. It only tells whether cores intersect, and errs where the origin is on
 * the line of an edge or on a support point: `docs/internals/how_it_works.md` has the counts.
 *
 * @module
 */
import type { SimplexPoint, TraceStep, Vec2 } from "@narrowphase/gjk2d";

/** Rounds after which its loop, which has no limit, is stopped. */
const MOST_ROUNDS = 24;

function minus(v: Vec2, w: Vec2): Vec2 {
  return { x: v.x - w.x, y: v.y - w.y };
}

function dot(v: Vec2, w: Vec2): number {
  return v.x * w.x + v.y * w.y;
}

function sameDirection(v: Vec2, w: Vec2): boolean {
  return dot(v, w) > 0;
}

/** At right angles to v, on the side of `to`: scaled by their product, and so zero where that is. */
function perpendicular(v: Vec2, to: Vec2): Vec2 {
  const n = { x: -v.y, y: v.x };
  const k = dot(n, to);
  return { x: k * n.x, y: k * n.y };
}

function farthest(points: readonly Vec2[], d: Vec2): number {
  let best = 0;
  for (let i = 1; i < points.length; i++) if (dot(points[i], d) > dot(points[best], d)) best = i;
  return best;
}

function support(a: readonly Vec2[], b: readonly Vec2[], d: Vec2): SimplexPoint {
  const indexA = farthest(a, d), indexB = farthest(b, { x: -d.x, y: -d.y });
  const pointA = a[indexA], pointB = b[indexB];
  return { point: minus(pointA, pointB), pointA, pointB, indexA, indexB };
}

/** What is left of the simplex, newest first, the way to look next, and the region of the origin. */
interface Next {
  simplex: SimplexPoint[];
  direction: Vec2;
  region: 1 | 2 | 3 | 4 | 5 | 6 | 7;
}

function processSimplex(simplex: readonly SimplexPoint[]): Next {
  const [a, b, c] = simplex;
  const ao = { x: -a.point.x, y: -a.point.y };
  const ab = minus(b.point, a.point);
  const onlyA = { simplex: [a], direction: ao };
  if (simplex.length === 2) {
    if (!sameDirection(ab, ao)) return { ...onlyA, region: 1 };
    // The tutorial takes both sides as one region.
    const left = ab.x * ao.y - ab.y * ao.x >= 0;
    return { simplex: [a, b], direction: perpendicular(ab, ao), region: left ? 2 : 3 };
  }
  const ac = minus(c.point, a.point);
  const beyondAB = perpendicular(ab, { x: -ac.x, y: -ac.y });
  const beyondAC = perpendicular(ac, { x: -ab.x, y: -ab.y });
  if (sameDirection(beyondAB, ao)) {
    return sameDirection(ab, ao)
      ? { simplex: [a, b], direction: beyondAB, region: 4 }
      : { ...onlyA, region: 5 };
  }
  if (sameDirection(beyondAC, ao)) {
    return sameDirection(ac, ao)
      ? { simplex: [a, c], direction: beyondAC, region: 6 }
      : { ...onlyA, region: 5 };
  }
  return { simplex: [a, b, c], direction: ao, region: 7 };
}

/**
 * Its rounds for two cores, in the form of the library's trace. A last verdict of `continue` says that it
 * was stopped.
 */
export function tutorialTrace(a: readonly Vec2[], b: readonly Vec2[]): TraceStep[] {
  let direction: Vec2 = { x: 1, y: 0 };
  let simplex = [support(a, b, direction)];
  const steps: TraceStep[] = [];
  const note = (region: TraceStep["region"], verdict: TraceStep["verdict"]): void => {
    const iteration = steps.length + 1;
    steps.push({
      iteration,
      stage: "search",
      direction,
      support: simplex[0],
      simplex: [...simplex],
      region,
      verdict,
    });
  };
  note(0, "continue");
  const { x, y } = simplex[0].point;
  direction = { x: -x, y: -y };
  while (steps.length < MOST_ROUNDS) {
    simplex = [support(a, b, direction), ...simplex];
    if (!sameDirection(direction, simplex[0].point)) {
      note(0, "separate");
      break;
    }
    const next = processSimplex(simplex);
    note(next.region, next.region === 7 ? "intersect" : "continue");
    if (next.region === 7) break;
    ({ simplex, direction } = next);
  }
  return steps;
}
