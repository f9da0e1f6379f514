/**
 * Support points of shapes given by a support function. The constructors of these shapes attach
 * this module.
 *
 * @module
 */
import { checkCoordinate } from "../math/check.ts";
import type { Vec2 } from "../math/vec2.ts";
import { MAX_COORDINATE } from "./limits.ts";
import { HALF_AXES } from "./record.ts";
import type { ConvexShape } from "./shape.ts";
import { DIRECTION, findSupport, FURTHEST, scaleDirection } from "./support.ts";

/** `findSupport` for a shape with a support function. */
export function findCurvedSupport(shape: ConvexShape): void {
  const { kind, support, curved } = shape, placed = curved?.placed;
  const dx = DIRECTION[0], dy = DIRECTION[1];
  if (kind === "ellipse") {
    // (A custom support function gets the direction as it is.)
    scaleDirection();
    findEllipseSupport(shape);
    return;
  }
  if (placed !== undefined) {
    scaleDirection();
    const { x, y, cos, sin } = placed.pose;
    const wx = DIRECTION[0], wy = DIRECTION[1];
    DIRECTION[0] = cos * wx + sin * wy;
    DIRECTION[1] = cos * wy - sin * wx;
    findSupport(placed.shape);
    const px = FURTHEST[0], py = FURTHEST[1], qx = FURTHEST[2], qy = FURTHEST[3];
    FURTHEST[0] = cos * px - sin * py + x;
    FURTHEST[1] = sin * px + cos * py + y;
    FURTHEST[2] = cos * qx - sin * qy;
    FURTHEST[3] = sin * qx + cos * qy;
    const isInRange = Math.abs(FURTHEST[0]) <= MAX_COORDINATE &&
      Math.abs(FURTHEST[1]) <= MAX_COORDINATE;
    if (!isInRange) refuseAnswer(FURTHEST[0], FURTHEST[1], dx, dy);
    return;
  }
  // One answer object per level of nesting, because a support function may use those of other
  // shapes.
  if (depth === answers.length) answers.push(newAnswer());
  let answer = answers[depth];
  try {
    answer.x = NaN;
    answer.y = NaN;
  } catch {
    // The last support function froze it.
    answer = newAnswer();
    answers[depth] = answer;
  }
  depth++;
  try {
    support!.call(curved!.owner, dx, dy, answer);
  } finally {
    depth--;
  }
  const { x, y } = answer;
  const isPoint = typeof x === "number" && Math.abs(x) <= MAX_COORDINATE &&
    typeof y === "number" && Math.abs(y) <= MAX_COORDINATE;
  if (!isPoint) refuseAnswer(x, y, dx, dy);
  FURTHEST[0] = x;
  FURTHEST[1] = y;
  FURTHEST[2] = x;
  FURTHEST[3] = y;
}

/** The point of an ellipse with the outward normal d = DIRECTION: (rx² dx, ry² dy) / |(rx dx, ry dy)|. */
function findEllipseSupport({ record }: ConvexShape): void {
  const rx = record[HALF_AXES], ry = record[HALF_AXES + 1];
  const dx = DIRECTION[0], dy = DIRECTION[1];
  const length = Math.sqrt(dx * dx + dy * dy);
  const ux = rx * (dx / length), uy = ry * (dy / length);
  const l = Math.sqrt(ux * ux + uy * uy);
  FURTHEST[0] = rx * (ux / l);
  FURTHEST[1] = ry * (uy / l);
  FURTHEST[2] = FURTHEST[0];
  FURTHEST[3] = FURTHEST[1];
}

/**
 * Answer objects of the running evaluations, innermost last. They are kept, to allocate nothing.
 */
const answers: Vec2[] = [];
let depth = 0;

/** Sealed, so that a support function cannot replace the coordinates by accessors. */
function newAnswer(): Vec2 {
  return Object.seal({ x: NaN, y: NaN });
}

function refuseAnswer(x: unknown, y: unknown, dx: number, dy: number): void {
  const task = `evaluate support in direction (${dx}, ${dy})`;
  checkCoordinate(task, "out.x", x);
  checkCoordinate(task, "out.y", y);
}
