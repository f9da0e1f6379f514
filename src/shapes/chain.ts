/**
 * Chains of one-sided segments, for ground that bodies slide over without noticing the joints.
 *
 * @module
 */
import { refuse } from "../math/check.ts";
import { type Pose, transformPoint } from "../math/pose.ts";
import type { Vec2 } from "../math/vec2.ts";
import { checkEdge, checkOptions, checkVertex, checkVertices } from "./check.ts";
import { PartSet } from "./part_set.ts";
import { ConcaveShape, ConvexShape, hide } from "./shape.ts";

/**
 * The points of a chain, which it shares with its segments.
 * @internal
 */
export interface ChainLine {
  readonly points: readonly Readonly<Vec2>[];
  readonly loop: boolean;
  /** The points before and after, `null` at a free end and for a loop. */
  readonly before: Readonly<Vec2> | null;
  readonly after: Readonly<Vec2> | null;
}

/**
 * One segment of a {@linkcode Chain}. To `collide` it is one-sided, and a piece of its chain; to every
 * other query it is a plain segment.
 */
export class ChainSegment extends ConvexShape {
  /** Neighbouring point before the segment's first point (ghost vertex), `null` at a free end. */
  readonly before: Readonly<Vec2> | null;
  /** Neighbouring point after the segment's second point (ghost vertex), `null` at a free end. */
  readonly after: Readonly<Vec2> | null;

  /**
   * The chain that it belongs to, and its number there.
   * @internal
   */
  declare readonly line: ChainLine;
  /** @internal */
  declare readonly index: number;

  /**
   * For `chain`, after validation.
   * @internal
   */
  constructor(line: ChainLine, index: number) {
    const { points, loop, before, after } = line, n = points.length;
    const at = (k: number): Readonly<Vec2> => points[(k + n) % n];
    super("segment", [at(index), at(index + 1)], 0);
    this.before = loop || index > 0 ? at(index - 1) : before;
    this.after = loop || index + 2 < n ? at(index + 2) : after;
    hide(this, "line", line);
    hide(this, "index", index);
    Object.freeze(this);
  }

  /**
   * Contacts know which side is solid.
   * @internal
   */
  override get special(): boolean {
    return true;
  }

  /**
   * The segment with a pose baked in, and the rest of its chain with it.
   * @throws {RangeError} As `transformShape`, which calls this
   * @internal
   */
  moved(task: string, pose: Readonly<Pose>): ChainSegment {
    const { points, loop, before, after } = this.line;
    const move = (p: Readonly<Vec2>): Vec2 =>
      checkVertex(task, "a transformed point", transformPoint(pose, p));
    const moved = points.map(move);
    return new ChainSegment(
      lineOf(task, moved, loop, before && move(before), after && move(after)),
      this.index,
    );
  }
}

/** A line whose points are known to be in range; frozen. */
function lineOf(
  task: string,
  points: readonly Vec2[],
  loop: boolean,
  before: Vec2 | null,
  after: Vec2 | null,
): ChainLine {
  const n = points.length;
  for (let k = 0; k < (loop ? n : n - 1); k++) {
    const next = (k + 1) % n;
    checkEdge(task, `the segment from points[${k}] to points[${next}]`, points[k], points[next]);
  }
  if (before !== null) checkEdge(task, "the way from options.before", before, points[0]);
  if (after !== null) checkEdge(task, "the way to options.after", points[n - 1], after);
  for (const p of [before, after, ...points]) Object.freeze(p);
  return Object.freeze({ points: Object.freeze(points), loop, before, after });
}

/** Options of {@linkcode chain}. */
export interface ChainOptions {
  /** Whether the last point is joined to the first; default `false`. */
  loop?: boolean | undefined;
  /**
   * Point before the first one (a ghost vertex), for an open chain that something else continues. It affects
   * the contacts at the first point but is not part of the chain. Without it the chain has a free end there.
   */
  before?: Readonly<Vec2> | undefined;
  /** Point after the last one, likewise. */
  after?: Readonly<Vec2> | undefined;
  /**
   * Whether rays, casts and impacts see the chain from its front only, as contacts do; default `false`: from both
   * sides. What comes from behind passes through.
   */
  frontOnly?: boolean | undefined;
}

const OPTIONS = ["loop", "before", "after", "frontOnly"] as const;

/** A polyline of one-sided segments that know their neighbours; made by `chain`. */
export class Chain extends ConcaveShape {
  /** What tells a chain from other shapes. */
  readonly kind = "chain";
  /** The points, in the local frame; frozen. */
  readonly points: readonly Readonly<Vec2>[];
  /** Whether the last point is joined to the first. */
  readonly loop: boolean;
  /** Whether rays, casts and impacts see its front only, as contacts do. */
  readonly frontOnly: boolean;
  /** Segment k leads from point k to the next one. Each is a shape of its own; frozen. */
  declare readonly segments: readonly ChainSegment[];

  /**
   * For `chain`, after validation.
   * @internal
   */
  constructor(line: ChainLine, frontOnly: boolean) {
    const { points, loop } = line, count = loop ? points.length : points.length - 1;
    const list = Array.from({ length: count }, (_, k) => new ChainSegment(line, k));
    super(new PartSet(list));
    this.points = points;
    this.loop = loop;
    this.frontOnly = frontOnly;
    hide(this, "segments", Object.freeze(list));
    Object.freeze(this);
  }

  /**
   * `massProperties`, which a chain has not.
   * @internal
   */
  measureMass(task: string): never {
    throw new TypeError(
      `Cannot ${task}: shape is a chain, which has no inside, must be a convex shape or a compound; ` +
        "compound(decompose(points).map((p) => polygon(p))) fills a closed outline",
    );
  }
}

/** The chain with these points and options, after validation. */
export function makeChain(
  task: string,
  points: readonly Readonly<Vec2>[],
  options: ChainOptions | undefined,
): Chain {
  const list = checkVertices(task, "points", points);
  checkOptions(task, options, OPTIONS);
  const loop = options?.loop === undefined ? false : options.loop;
  if (typeof loop !== "boolean") refuse(task, "options.loop", loop, "be a boolean", TypeError);
  const frontOnly = options?.frontOnly === undefined ? false : options.frontOnly;
  if (typeof frontOnly !== "boolean") {
    refuse(task, "options.frontOnly", frontOnly, "be a boolean", TypeError);
  }
  const ghosts = [options?.before, options?.after].map((ghost, k) => {
    const name = `options.${k === 0 ? "before" : "after"}`;
    if (ghost === undefined) return null;
    if (loop) throw new TypeError(`Cannot ${task}: ${name} is given for a loop, must not be`);
    return checkVertex(task, name, ghost);
  });
  // A loop may repeat its first point at the end.
  while (loop && list.length > 1 && isSame(list[0], list[list.length - 1])) list.pop();
  const least = loop ? 3 : 2;
  if (list.length < least) {
    throw new RangeError(
      `Cannot ${task}: points has ${list.length} ${
        list.length === 1 ? "entry" : "entries"
      }, must have at least ${least}`,
    );
  }
  return new Chain(lineOf(task, list, loop, ghosts[0], ghosts[1]), frontOnly);
}

function isSame(p: Vec2, q: Vec2): boolean {
  return p.x === q.x && p.y === q.y;
}
