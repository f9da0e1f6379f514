/**
 * What the contacts of two shapes are found with: the memory of a running query, the shapes as it sees them, and the
 * contacts themselves.
 *
 * @module
 */
import type { Aabb } from "../math/aabb.ts";
import { IDENTITY, newPose, type Pose } from "../math/pose.ts";
import type { Vec2 } from "../math/vec2.ts";
import { aabb } from "../shapes/bounds.ts";
import { ItemList } from "../shapes/box_tree.ts";
import { CENTER_X, CENTER_Y, REF_X, REF_Y } from "../shapes/record.ts";
import type { ConvexShape } from "../shapes/shape.ts";
import { loadCurved, Samples } from "./curved_run.ts";
import { EdgeRun, type Outline, type OutlineEdge } from "./outline.ts";
import { leastWay, loadSegment, loadShape, Run, Way } from "./run.ts";

/** One point of a contact, in the frame of the outline. */
export interface Point {
  /** The middle between the surfaces. */
  x: number;
  y: number;
  separation: number;
  /** What meets there, on the outline and on the other: 2 k for edge k, 2 k + 1 for vertex k. */
  feature: number;
  otherFeature: number;
  /** How far along the edges it is. */
  along: number;
  otherAlong: number;
}

/** States of a contact: found, … */
export const NEW = 0;

/** … to be reported, … */
export const KEPT = 1;

/** … or dropped, as a shallower one leads out of its runs, too. */
export const FREED = 2;

/** A contact of an outline, in its frame and unit. */
export class Contact {
  /** From the outline to the other. */
  readonly axis: Vec2 = { x: NaN, y: NaN };
  gap = NaN;
  /** One of the following. */
  state: number = NEW;
  count = 0;
  /** From the right of the axis to its left. */
  readonly points: [Point, Point] = [newPoint(), newPoint()];
  /** The edge that it is on, and that of the other outline. */
  edge: OutlineEdge | null = null;
  otherEdge: OutlineEdge | null = null;
  /** That edge or, if the body does not touch it, the nearest one that it touches. */
  home: OutlineEdge | null = null;
  /** Where the body's center is along that. */
  under = NaN;
  /** The body with its part and its radius, or `null` for another outline. */
  body: ConvexShape | null = null;
  part = 0;
  radius = NaN;
  /** The runs that meet; that of the other outline is not used for a body. */
  readonly edges: EdgeRun = new EdgeRun();
  readonly others: EdgeRun = new EdgeRun();
}

export function newPoint(): Point {
  const along = NaN, otherAlong = NaN;
  return { x: NaN, y: NaN, separation: NaN, feature: 0, otherFeature: 0, along, otherAlong };
}

/** The touched edges of an outline, and the runs that they are joined to. */
export class Touched {
  outline: Outline | null = null;
  /** The other outline, if that is what it meets. */
  across: Outline | null = null;
  /** Touched edges. */
  count = 0;
  readonly list: OutlineEdge[] = [];
  /** Their runs. */
  runCount = 0;
  readonly runs: EdgeRun[] = [];
  /** For each edge of the outline: 0, -1 if it is touched, -2 if it overlaps the body, or 1 + the number of its run. */
  marks: Int32Array = new Int32Array(0);

  constructor(
    /** From the outline's frame to that of the meeting. */
    readonly pose: Readonly<Pose>,
    /** From the outline's frame to that of the other outline. */
    readonly toAcross: Readonly<Pose>,
  ) {}

  begin(outline: Outline, across: Outline | null): void {
    this.outline = outline;
    this.across = across;
    const size = outline.edges.length;
    if (this.marks.length < size) this.marks = new Int32Array(2 * size);
    this.runCount = 0;
  }

  /** To be called when the query is over, so that all marks are 0 in the next one. */
  end(): void {
    for (let k = 0; k < this.count; k++) this.marks[this.list[k].index] = 0;
    this.count = 0;
  }

  has(e: OutlineEdge | null): boolean {
    return e !== null && !e.isGhost && this.marks[e.index] !== 0;
  }

  add(e: OutlineEdge, overlaps: boolean): void {
    if (this.has(e)) return;
    this.marks[e.index] = overlaps ? -2 : -1;
    this.list[this.count++] = e;
  }

  /** Number of the run that an edge is in. */
  runOf(index: number): number {
    return this.marks[index] - 1;
  }
}

/** Memory of a running query. */
export class Meeting {
  /** The contacts found. */
  count = 0;
  readonly contacts: Contact[] = [];
  /** From the other's frame to the outline's, in the outline's unit: as all numbers here. */
  readonly move: Pose = newPose();
  /** The way back. */
  readonly back: Pose = newPose();
  margin = NaN;
  /** The margin in the world. A field, since V8 boxes a double that is passed. */
  reach = NaN;
  /** 1 in the world, in the outline's frame: not 1 for rotations in single precision, which leave radii alone. */
  unit = NaN;
  /** Gaps beyond the margin by no more than this are rounding errors. */
  slack = NaN;
  /** The body, or `null` for another outline. */
  body: ConvexShape | null = null;
  part = 0;
  radius = NaN;
  readonly center: Vec2 = { x: NaN, y: NaN };
  outline: Outline | null = null;
  other: Outline | null = null;
  readonly r: Run = new Run();
  readonly s: Run = new Run();
  readonly probe: Run = new Run();
  readonly way: Way = new Way();
  readonly samples: Samples = new Samples();
  readonly box: Aabb = { minX: NaN, minY: NaN, maxX: NaN, maxY: NaN };
  readonly found: ItemList = new ItemList();
  readonly foundThere: ItemList = new ItemList();
  readonly here: Touched = new Touched(IDENTITY, this.back);
  readonly there: Touched = new Touched(this.move, this.move);
  /** Pairs of edges that touch each other: an index here, one there, and 1 if they overlap. */
  readonly pairs: number[] = [];
  /** How many numbers of `pairs` count. It never shrinks: to empty it would throw its memory away. */
  pairCount = 0;
  /** A point to look at. */
  readonly spot: Vec2 = { x: NaN, y: NaN };
}

/** Sets a meeting's numbers, for an outline and another shape at their poses. Its `reach` is set. */
export function begin(
  m: Meeting,
  { bounds }: Outline,
  { x, y, cos, sin }: Readonly<Pose>,
  other: Readonly<Pose>,
): void {
  const square = cos * cos + sin * sin, { move } = m;
  m.unit = 1 / Math.sqrt(square);
  const wx = other.x - x, wy = other.y - y;
  move.x = (cos * wx + sin * wy) / square;
  move.y = (cos * wy - sin * wx) / square;
  move.cos = (cos * other.cos + sin * other.sin) / square;
  move.sin = (cos * other.sin - sin * other.cos) / square;
  setBack(m);
  m.margin = m.reach * m.unit;
  const size = Math.max(-bounds.minX, bounds.maxX, -bounds.minY, bounds.maxY);
  m.slack = SLACK * Math.max(size, Math.abs(move.x), Math.abs(move.y));
  m.count = 0;
}

function setBack({ move: { x, y, cos, sin }, back }: Meeting): void {
  const square = cos * cos + sin * sin;
  back.cos = cos / square;
  back.sin = -sin / square;
  back.x = -(cos * x + sin * y) / square;
  back.y = (sin * x - cos * y) / square;
}

/** What rounding makes of exactly touching shapes, as a fraction of their coordinates: 2^-50. */
const SLACK = 8.881784197001252e-16;

export function takeBody(m: Meeting, outline: Outline, body: ConvexShape, part: number): void {
  const { center, move, box, s } = m, { record } = body;
  m.body = body;
  m.outline = outline;
  m.other = null;
  m.part = part;
  m.radius = m.unit * body.radius;
  // The mean of its core points.
  const x = record[REF_X] + record[CENTER_X], y = record[REF_Y] + record[CENTER_Y];
  center.x = move.cos * x - move.sin * y + move.x;
  center.y = move.sin * x + move.cos * y + move.y;
  // The box of what it reaches. A body without a support function is in `s` from now on.
  if (body.support !== null) aabb(body, move, box);
  else {
    loadShape(s, body, move);
    s.radius = m.radius;
    box.minX = box.minY = Infinity;
    box.maxX = box.maxY = -Infinity;
    for (let k = 0; k < s.count; k++) {
      box.minX = Math.min(box.minX, s.x[k]);
      box.minY = Math.min(box.minY, s.y[k]);
      box.maxX = Math.max(box.maxX, s.x[k]);
      box.maxY = Math.max(box.maxY, s.y[k]);
    }
  }
  const reach = m.radius + m.margin + outline.near;
  box.minX -= reach;
  box.minY -= reach;
  box.maxX += reach;
  box.maxY += reach;
}

/** Fills `s` with the body as far as `r` can meet it. */
export function show(m: Meeting, r: Run): void {
  if (m.body !== null && m.body.support !== null) {
    loadCurved(m.s, r, m.body, m.move, m.samples);
    m.s.radius = m.radius;
  }
}

/** Whether `probe` and `s` touch, or are within the margin. */
export function areNear({ probe, s, way, margin, slack }: Meeting): boolean {
  return leastWay(probe, s, way) && way.gap <= margin + slack;
}

/** Whether the body touches an edge; its signed distance is `way.gap`. */
export function touches(m: Meeting, e: OutlineEdge): boolean {
  loadSegment(m.probe, e, IDENTITY);
  show(m, m.probe);
  return areNear(m);
}

export function isBehind({ center }: Meeting, e: OutlineEdge): boolean {
  return e.nx * (center.x - e.px) + e.ny * (center.y - e.py) < 0;
}

/** The object for the next contact. */
export function contactFor({ contacts, count }: Meeting): Contact {
  if (count === contacts.length) contacts.push(new Contact());
  contacts[count].state = NEW;
  return contacts[count];
}
