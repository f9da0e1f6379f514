/**
 * Contacts of outlines: with convex bodies, and with each other.
 *
 * 1. **Evidence.** Only edges that the body touches, or that are within the margin, have contacts.
 * 2. **Run.** Touched edges, joined at convex corners that are touched, too, are one run. It acts as a
 *    convex solid (see run.ts) and has one manifold, however many parts it is made of.
 * 3. **Least way out.** The run is extended by its convex neighbours for up to half a turn: they may be a shorter
 *    way out, but only where the touched edges have a way at all.
 * 4. **Freed.** A contact is dropped if a shallower one of another direction takes the body out of this run,
 *    too: the lower side of a thin plate.
 * 5. **Inside.** A body that touches no edge, with its middle in the solid, goes out at the nearest edge. Chains
 *    have no inside: an edge lets go of a body whose center is behind it.
 *
 * Two outlines meet run by run: edges of either that touch the other are runs, and those with a pair of
 * edges that touch each other have one manifold.
 *
 * @module
 */
import type { Aabb } from "../math/aabb.ts";
import { IDENTITY, newPose, type Pose } from "../math/pose.ts";
import type { Vec2 } from "../math/vec2.ts";
import { ItemList } from "../shapes/box_tree.ts";
import { CENTER_X, CENTER_Y, REF_X, REF_Y } from "../shapes/record.ts";
import type { ConvexShape } from "../shapes/shape.ts";
import { smooth } from "../query/attached.ts";
import { loadCurved, Samples } from "./curved_run.ts";
import { isInside } from "./hits.ts";
import { EdgeRun, type Outline, type OutlineEdge, SAME } from "./outline.ts";
import {
  CORNERS,
  LEANS,
  leastWay,
  loadCorner,
  loadEdges,
  loadSegment,
  loadShape,
  ON_R,
  ON_S,
  Run,
  Way,
} from "./run.ts";

/** One point of a contact, in the frame of the outline. */
interface Point {
  /** The middle between the surfaces. */
  x: number;
  y: number;
  separation: number;
  /** What meets there, on the outline and on the other: 2 k for edge k, 2 k + 1 for vertex k. */
  feature: number;
  otherFeature: number;
}

/** States of a contact: found, … */
const NEW = 0;
/** … to be reported, … */
const KEPT = 1;
/** … or dropped, as a shallower one leads out of its runs, too. */
const FREED = 2;

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
  /** Parts of both that are under the deepest point. */
  part = 0;
  otherPart = 0;
  /** The body, or `null` for another outline. */
  body: ConvexShape | null = null;
  radius = NaN;
  /** The runs that meet; that of the other outline is not used for a body. */
  readonly edges: EdgeRun = new EdgeRun();
  readonly others: EdgeRun = new EdgeRun();
}

function newPoint(): Point {
  return { x: NaN, y: NaN, separation: NaN, feature: 0, otherFeature: 0 };
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
  /** The link of a chain that is asked for alone. */
  link: OutlineEdge | null = null;
  /** How near a neighbour of the link has to be to hold the body instead. */
  support = NaN;
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

/** The touched edges of an outline, and the runs that they are joined to. */
class Touched {
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
  #marks: Int32Array = new Int32Array(0);

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
    if (this.#marks.length < size) this.#marks = new Int32Array(2 * size);
    this.runCount = 0;
  }

  /** To be called when the query is over, so that all marks are 0 in the next one. */
  end(): void {
    for (let k = 0; k < this.count; k++) this.#marks[this.list[k].index] = 0;
    this.count = 0;
  }

  has(e: OutlineEdge | null): boolean {
    return e !== null && !e.isGhost && this.#marks[e.index] !== 0;
  }

  add(e: OutlineEdge, overlaps: boolean): void {
    if (this.has(e)) return;
    this.#marks[e.index] = overlaps ? -2 : -1;
    this.list[this.count++] = e;
  }

  /** Number of the run that an edge is in. */
  runOf(index: number): number {
    return this.#marks[index] - 1;
  }

  /** Joins the touched edges at corners that are touched and convex. */
  join(m: Meeting): void {
    // From where a run starts; then one that goes all around, from anywhere.
    for (let pass = 0; pass < 2; pass++) {
      for (let k = 0; k < this.count; k++) {
        const first = this.list[k];
        if (this.#marks[first.index] > 0) continue;
        if (pass === 0 && this.has(first.before) && goesOn(m, this, first.before!)) continue;
        if (this.runCount === this.runs.length) this.runs.push(new EdgeRun());
        const run = this.runs[this.runCount++];
        run.first = first;
        run.count = 0;
        run.overlaps = false;
        for (let e = first;; e = e.after!) {
          if (this.#marks[e.index] === -2) run.overlaps = true;
          this.#marks[e.index] = this.runCount;
          run.count++;
          if (!(this.has(e.after) && this.#marks[e.after!.index] < 0 && goesOn(m, this, e))) break;
        }
      }
    }
  }
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

/** Whether `probe` and `s` touch, or are within the margin. */
function areNear({ probe, s, way, margin, slack }: Meeting): boolean {
  return leastWay(probe, s, way) && way.gap <= margin + slack;
}

/** Whether an edge that leads to a touched one is joined to it: whether their corner is convex, and touched, too. */
function goesOn(m: Meeting, touched: Touched, e: OutlineEdge): boolean {
  if (!e.isConvex || !touched.has(e.after)) return false;
  if (m.body === null) return isEndInside(m, touched, e) || isEndTouched(m, touched, e);
  loadCorner(m.probe, e, IDENTITY);
  show(m, m.probe);
  return areNear(m);
}

// ---------------------------------------------------------------- A body

/**
 * Finds the contacts of an outline with a body, and adds them to those of the meeting, whose `move`, `margin` and
 * `slack` are set.
 */
export function meetBody(m: Meeting, outline: Outline, body: ConvexShape, part: number): void {
  takeBody(m, outline, body, part);
  const { here, found } = m, start = m.count;
  here.begin(outline, null);
  const count = found.inBox(outline.tree, m.box);
  try {
    for (let k = 0; k < count; k++) {
      const e = outline.edges[found.items[k]];
      if (!(outline.isChain && isBehind(m, e)) && touches(m, e)) here.add(e, m.way.gap <= 0);
    }
    here.join(m);
    for (let k = 0; k < here.runCount; k++) {
      const contact = contactFor(m);
      copyRun(here.runs[k], contact.edges);
      addWay(m, contact, m.margin > 0 && !contact.edges.overlaps);
    }
    if (!outline.isChain && !isHeld(m, start) && isInside(outline, m.center)) {
      wayFromInside(m, outline);
    }
  } finally {
    here.end();
  }
}

function takeBody(m: Meeting, outline: Outline, body: ConvexShape, part: number): void {
  const { center, move, box, s } = m, { record } = body;
  m.body = body;
  m.outline = outline;
  m.other = m.link = null;
  m.part = part;
  m.radius = m.unit * body.radius;
  // The mean of its core points.
  const x = record[REF_X] + record[CENTER_X], y = record[REF_Y] + record[CENTER_Y];
  center.x = move.cos * x - move.sin * y + move.x;
  center.y = move.sin * x + move.cos * y + move.y;
  // The box of what it reaches. A body without a support function is in `s` from now on.
  if (body.support !== null) smooth!.aabb(body, move, box);
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
function show(m: Meeting, r: Run): void {
  if (m.body !== null && m.body.support !== null) {
    loadCurved(m.s, r, m.body, m.move, m.samples);
    m.s.radius = m.radius;
  }
}

/** Whether the body touches an edge; its signed distance is `way.gap`. */
function touches(m: Meeting, e: OutlineEdge): boolean {
  loadSegment(m.probe, e, IDENTITY);
  show(m, m.probe);
  return areNear(m);
}

function isBehind({ center }: Meeting, e: OutlineEdge): boolean {
  return e.nx * (center.x - e.px) + e.ny * (center.y - e.py) < 0;
}

/** Whether any contact from number `start` on holds the body. */
function isHeld({ contacts, count }: Meeting, start: number): boolean {
  for (let k = start; k < count; k++) if (contacts[k].gap < 0) return true;
  return false;
}

/** Adds the way out at the edge that is nearest to the body's center. */
function wayFromInside(m: Meeting, outline: Outline): void {
  const { center, r } = m, contact = contactFor(m), { edges } = contact;
  let least = Infinity;
  edges.count = 1;
  for (const e of outline.edges) {
    const x = center.x - e.px, y = center.y - e.py;
    const a = Math.min(Math.max(y * e.nx - x * e.ny, 0), e.length);
    const u = x + a * e.ny, v = y - a * e.nx, square = u * u + v * v;
    if (square >= least) continue;
    least = square;
    edges.first = e;
  }
  extend(edges);
  loadEdges(r, edges, IDENTITY, outline);
  // Over a concave end there may be nothing of the body. Its line goes on for a body inside.
  for (let k = 0; k < 2; k++) {
    show(m, r);
    if (leastWay(r, m.s, m.way)) {
      describe(m, contact);
      return;
    }
    r.isStartConcave = r.isEndConcave = false;
  }
}

// ---------------------------------------------------------------- A body and a link

/**
 * Finds the contact of one link of a chain, whose outline has its neighbours, too: that of its run, unless it is one
 * with a neighbour.
 */
export function meetLink(m: Meeting, outline: Outline, link: OutlineEdge, body: ConvexShape): void {
  takeBody(m, outline, body, 0);
  m.link = link;
  if (isBehind(m, link) || !touches(m, link)) return;
  const overlaps = m.way.gap <= 0, contact = contactFor(m), { r, way } = m, { near } = outline;
  m.support = overlaps ? 0 : m.margin + m.slack;
  contact.edges.first = link;
  contact.edges.count = 1;
  if (!addWay(m, contact, m.margin > 0 && !overlaps)) return;
  // Of links in line, the one that the body's lowest point is over has it.
  const { along, on } = way;
  if (on !== ON_R || contact.count > 1 || along >= -near && along <= link.length + near) return;
  const { nx, ny } = neighbourIn(r, link, along < 0) ?? NONE;
  if (Math.abs(link.nx * ny - link.ny * nx) <= SAME) m.count--;
}

/** The neighbour of a link in its run, `null` for none. */
function neighbourIn(r: Run, link: OutlineEdge, isBefore: boolean): OutlineEdge | null {
  if (isBefore) return r.first > 0 ? link.before : null;
  return r.first + 1 < r.edgeCount ? link.after : null;
}

const NONE = { nx: NaN, ny: NaN };

/** Whether the way that has been found is one out of a link, and not out of its neighbour. */
function isOwn({ r, way }: Meeting, link: OutlineEdge): boolean {
  const k = r.first, next = k + 1 < r.count ? k + 1 : 0;
  for (let i = 0; i < r.edgeCount; i++) if (i !== k) r.isSide[i] = 0;
  if (way.on === ON_R) return way.edge === k;
  const vertex = way.on === ON_S ? way.vertex : way.edge;
  if (vertex !== k && vertex !== next) return false;
  const neighbour = neighbourIn(r, link, vertex === k);
  if (neighbour === null) return true;
  // What lies on the neighbour trembles.
  const { axisX: x, axisY: y } = way, { nx, ny } = neighbour;
  return Math.abs(x * ny - y * nx) > LEANS || x * nx + y * ny <= x * link.nx + y * link.ny;
}

/** Extends the run of a link by the neighbours that may hold the body instead; returns how many are in front. */
function extendLink(m: Meeting, link: OutlineEdge, edges: EdgeRun): number {
  const { before, after } = link;
  const isFront = before !== null && before.isConvex && isSupport(m, before);
  if (isFront) edges.first = before;
  edges.count += (isFront ? 1 : 0) + (link.isConvex && isSupport(m, after) ? 1 : 0);
  return isFront ? 1 : 0;
}

/** Whether a neighbour may hold the body instead: one that the body touches, with its center in front. */
function isSupport(m: Meeting, e: OutlineEdge | null): boolean {
  return e !== null && !e.isGhost && !isBehind(m, e) && touches(m, e) && m.way.gap <= m.support;
}

// ---------------------------------------------------------------- Another outline

/**
 * Finds the contacts of two outlines and adds them, as `meetBody` does. The other one is that of a solid.
 */
export function meetOutline(m: Meeting, outline: Outline, other: Outline): void {
  const { here, there, center, move } = m;
  m.body = m.link = null;
  m.outline = outline;
  m.other = other;
  m.radius = 0;
  const { minX, minY, maxX, maxY } = other.bounds, x = 0.5 * (minX + maxX), y = 0.5 * (minY + maxY);
  center.x = move.cos * x - move.sin * y + move.x;
  center.y = move.sin * x + move.cos * y + move.y;
  here.begin(outline, other);
  there.begin(other, outline);
  try {
    findPairs(m, outline, other);
    flood(m, here);
    flood(m, there);
    here.join(m);
    there.join(m);
    for (let k = 0; k < here.runCount; k++) {
      for (let l = 0; l < there.runCount; l++) if (findPair(m, k, l, false)) meetRuns(m, k, l);
    }
    // A run that is all inside the other solid leaves it where that is shortest: at any of the other's runs.
    for (let k = 0; k < here.runCount; k++) {
      if (findPair(m, k, ANY, false)) continue;
      for (let l = 0, first = m.count; l < there.runCount; l++) {
        meetRuns(m, k, l);
        keepOne(m, first, 1);
      }
    }
    for (let l = 0; l < there.runCount; l++) {
      if (findPair(m, ANY, l, false)) continue;
      for (let k = 0, first = m.count; k < here.runCount; k++) {
        meetRuns(m, k, l);
        keepOne(m, first, 1);
      }
    }
  } finally {
    here.end();
    there.end();
  }
}

/** Adds the contact of run k of an outline with run l of the other. */
function meetRuns(m: Meeting, k: number, l: number): void {
  const contact = contactFor(m);
  copyRun(m.here.runs[k], contact.edges);
  copyRun(m.there.runs[l], contact.others);
  addWay(m, contact, m.margin > 0 && !findPair(m, k, l, true));
}

/** Of the contacts from number `first` on, keeps the shallowest, or with a sign of -1 the deepest. */
function keepOne(m: Meeting, first: number, sign: number): void {
  const { contacts } = m, c = contacts[first], d = contacts[first + 1];
  if (m.count < first + 2) return;
  if (sign * (d.gap - c.gap) > 0) {
    contacts[first] = d;
    contacts[first + 1] = c;
  }
  m.count = first + 1;
}

/** Finds the pairs of edges that touch. */
function findPairs(m: Meeting, outline: Outline, other: Outline): void {
  const { box, found, foundThere, here, there, pairs, probe, s, way, move } = m;
  m.pairCount = 0;
  placeBox(m, move, other.bounds);
  const count = found.inBox(outline.tree, box);
  for (let k = 0; k < count; k++) {
    const e = outline.edges[found.items[k]];
    if (outline.isChain && isBehind(m, e)) continue;
    box.minX = Math.min(e.px, e.qx);
    box.minY = Math.min(e.py, e.qy);
    box.maxX = Math.max(e.px, e.qx);
    box.maxY = Math.max(e.py, e.qy);
    placeBox(m, m.back, box);
    const n = foundThere.inBox(other.tree, box);
    if (n > 0) loadSegment(probe, e, IDENTITY);
    for (let l = 0; l < n; l++) {
      const f = other.edges[foundThere.items[l]];
      loadSegment(s, f, move);
      if (!areNear(m)) continue;
      here.add(e, false);
      there.add(f, false);
      pairs[m.pairCount++] = e.index;
      pairs[m.pairCount++] = f.index;
      pairs[m.pairCount++] = way.gap <= 0 ? 1 : 0;
    }
  }
}

/** The box of what is `from` another frame, enlarged by what counts as touching. */
function placeBox(m: Meeting, { x, y, cos, sin }: Readonly<Pose>, from: Readonly<Aabb>): void {
  const { box } = m, c = Math.abs(cos), s = Math.abs(sin);
  const by = m.margin + m.slack + m.outline!.near;
  const w = 0.5 * (from.maxX - from.minX) + by, h = 0.5 * (from.maxY - from.minY) + by;
  const px = 0.5 * (from.minX + from.maxX), py = 0.5 * (from.minY + from.maxY);
  const mx = cos * px - sin * py + x, my = sin * px + cos * py + y;
  const rx = c * w + s * h, ry = s * w + c * h;
  box.minX = mx - rx;
  box.minY = my - ry;
  box.maxX = mx + rx;
  box.maxY = my + ry;
}

/** Edges that lead on from a corner inside the other solid are touched, too, as far as they go. */
function flood(m: Meeting, touched: Touched): void {
  for (let k = 0; k < touched.count; k++) {
    const e = touched.list[k], { before, after } = e;
    if (isNew(touched, after) && isEndInside(m, touched, e)) touched.add(after, false);
    if (isNew(touched, before) && isEndInside(m, touched, before)) touched.add(before, false);
  }
}

function isNew(touched: Touched, e: OutlineEdge | null): e is OutlineEdge {
  return e !== null && !e.isGhost && !touched.has(e);
}

/** Whether the end of an edge of one outline is in the solid of the other. */
function isEndInside({ spot }: Meeting, { across, toAcross }: Touched, e: OutlineEdge): boolean {
  if (across!.isChain) return false;
  const { x, y, cos, sin } = toAcross;
  spot.x = cos * e.qx - sin * e.qy + x;
  spot.y = sin * e.qx + cos * e.qy + y;
  return isInside(across!, spot);
}

/** Whether the end of an edge touches an edge of the other outline that touches it or the next one. */
function isEndTouched(m: Meeting, touched: Touched, e: OutlineEdge): boolean {
  const { pairs, probe, s, here, there } = m, own = touched === here ? 0 : 1;
  loadCorner(probe, e, touched.pose);
  for (let k = 0; k < m.pairCount; k += 3) {
    if (pairs[k + own] !== e.index && pairs[k + own] !== e.after!.index) continue;
    loadSegment(s, touched.across!.edges[pairs[k + 1 - own]], own === 0 ? there.pose : here.pose);
    if (areNear(m)) return true;
  }
  return false;
}

const ANY = -1;

/** Whether an edge of run k, or of any run, touches one of the other's run l; or overlaps it, if asked for that. */
function findPair(
  { pairs, pairCount, here, there }: Meeting,
  k: number,
  l: number,
  overlaps: boolean,
): boolean {
  for (let i = 0; i < pairCount; i += 3) {
    if (
      (k === ANY || here.runOf(pairs[i]) === k) && (l === ANY || there.runOf(pairs[i + 1]) === l) &&
      (!overlaps || pairs[i + 2] === 1)
    ) return true;
  }
  return false;
}

/**
 * For an outline that is all inside another solid: adds the way out of its deepest part.
 */
export function meetInside(m: Meeting, outline: Outline, parts: readonly ConvexShape[]): void {
  for (let k = 0, first = m.count; k < parts.length; k++) {
    takeBody(m, outline, parts[k], k);
    if (!isInside(outline, m.center)) continue;
    wayFromInside(m, outline);
    keepOne(m, first, -1);
  }
}

// ---------------------------------------------------------------- Ways and points

/** The object for the next contact. */
function contactFor({ contacts, count }: Meeting): Contact {
  if (count === contacts.length) contacts.push(new Contact());
  contacts[count].state = NEW;
  return contacts[count];
}

/**
 * Completes a contact whose runs are known, and adds it: extends them and finds the least way out. `false` if there is
 * none.
 */
function addWay(m: Meeting, contact: Contact, isApart: boolean): boolean {
  const { edges, others } = contact, { r, s, way, margin, slack, other, link } = m;
  const outline = m.outline!;
  // Without a concave end, an edge always has a way out of a body.
  for (let pass = other === null && !hasConcaveEnd(edges) ? 1 : 0; pass < 2; pass++) {
    let front = 0;
    if (pass === 1) {
      front = link !== null ? extendLink(m, link, edges) : extend(edges);
      if (other !== null) extend(others);
    }
    loadEdges(r, edges, IDENTITY, outline);
    r.first = front;
    // An edge of a chain pushes nothing whose center is behind it.
    for (let k = 0; outline.isChain && k < r.edgeCount; k++) {
      if (isBehind(m, r.edges[k])) r.isSide[k] = 0;
    }
    if (other === null) show(m, r);
    else loadEdges(s, others, m.move, other);
    if (!leastWay(r, s, way)) return false;
    // Of what is only rounded over an edge, the core is over the next one.
    if (pass === 0 && m.radius > 0 && !way.isSeen) return false;
  }
  if (way.gap > margin + slack || link !== null && !isOwn(m, link)) return false;
  // What is only near has a contact with what is in front of it.
  if (isApart && way.gap < -outline.near) return false;
  describe(m, contact);
  return true;
}

function copyRun(from: Readonly<EdgeRun>, to: EdgeRun): void {
  to.first = from.first;
  to.count = from.count;
  to.overlaps = from.overlaps;
}

/** The last edge of a run. */
function lastOf({ first, count }: EdgeRun): OutlineEdge {
  let e = first!;
  for (let k = 1; k < count; k++) e = e.after!;
  return e;
}

/** Whether a run ends at a concave corner, or at none. */
function hasConcaveEnd(run: EdgeRun): boolean {
  const { before } = run.first!;
  return before === null || !before.isConvex || !lastOf(run).isConvex;
}

/**
 * Extends a run by its convex neighbours, both ways, for up to half a turn; all around a convex outline. Returns how
 * many are now in front of it.
 */
function extend(run: EdgeRun): number {
  const first = run.first!, end = lastOf(run);
  let last = end;
  while (bendsOn(last) && last.after !== first) last = last.after!;
  const isAround = bendsOn(last) && last.after === first;
  if (!isAround) {
    for (let k = 0, e = first; k < run.count; k++, e = e.after!) {
      if (!isHalfTurn(first, e)) return 0;
    }
  }
  for (last = end; bendsOn(last) && last.after !== first; run.count++) {
    if (!isAround && !isHalfTurn(first, last.after!)) break;
    last = last.after!;
  }
  if (isAround) return 0;
  let front = 0;
  for (let e = first.before; e !== null && e.isConvex && !e.isGhost && e !== last; e = e.before) {
    if (!isHalfTurn(e, end)) break;
    run.first = e;
    front++;
  }
  run.count += front;
  return front;
}

/**
 * Whether the outline goes on in a convex corner. Where it touches itself, two edges may lead to one that comes
 * before only one of them; the other would never come back to where it started.
 */
function bendsOn(e: OutlineEdge): boolean {
  return e.isConvex && !e.after!.isGhost && e.after!.before === e;
}

/** Whether the turn from one edge of a run to another is less than half a turn. */
function isHalfTurn(e: OutlineEdge, f: OutlineEdge): boolean {
  const sin = e.nx * f.ny - e.ny * f.nx, cos = e.nx * f.nx + e.ny * f.ny;
  return cos > 0 ? sin >= -LEANS * LEANS : sin > LEANS;
}

/**
 * The edge at a vertex whose normal is nearest to the axis, or against it with a sign of -1; -1 for none. (It takes the
 * way, since V8 boxes doubles that are passed.)
 */
function facing(run: Run, vertex: number, { axisX, axisY }: Way, sign: 1 | -1): number {
  const after = sideFrom(run, vertex, 1), before = sideFrom(run, vertex - 1, -1);
  if (after < 0 || before < 0) return Math.max(after, before);
  const x = sign * axisX, y = sign * axisY;
  const u = run.nx[after] * x + run.ny[after] * y, v = run.nx[before] * x + run.ny[before] * y;
  return u >= v ? after : before;
}

/**
 * The first edge from k on that has a length, -1 if it is no side. Where two sides of a body with a support function
 * meet, edges without length are between them: both sides are at their ends.
 */
function sideFrom(
  { edgeCount: n, isClosed, length, isSide }: Run,
  k: number,
  step: 1 | -1,
): number {
  for (let left = n; left > 0; left--, k += step) {
    if (k < 0 || k >= n) {
      if (!isClosed) return -1;
      k = k < 0 ? n - 1 : 0;
    }
    if (length[k] > 0) return isSide[k] === 1 ? k : -1;
  }
  return -1;
}

/**
 * Writes a contact from the way that has been found, and adds it. The two edges that face each other, one of each run, are
 * measured along the tangent t, to the left of the axis m, from R's vertex o: positions t·(x - o) and heights
 * m·(x - o). R's leads from a0 to a1 and S's, backwards, from b0 to b1. The ends of what they share are the points.
 */
function describe(m: Meeting, contact: Contact): void {
  const { r, s, way, margin } = m,
    { near } = r,
    { axisX: mx, axisY: my, on, gap } = way,
    { axis, points } = contact;
  axis.x = mx;
  axis.y = my;
  contact.gap = gap;
  contact.body = m.body;
  contact.radius = m.radius;
  const i = on === ON_R ? way.edge : facing(r, on === ON_S ? way.vertex : way.edge, way, 1);
  const j = on === ON_S ? way.edge : facing(s, way.vertex, way, -1);
  const corner = on === CORNERS ? way.edge : way.vertex;
  const tx = -my, ty = mx;
  // Without an edge that leads along t, a corner.
  let i0 = i < 0 ? corner : i, i1 = i < 0 ? corner : i + 1 < r.count ? i + 1 : 0;
  if (on !== ON_R && tx * (r.x[i1] - r.x[i0]) + ty * (r.y[i1] - r.y[i0]) <= 0) i0 = i1 = corner;
  const j1 = j < 0 ? way.vertex : j, j0 = j < 0 ? way.vertex : j + 1 < s.count ? j + 1 : 0;
  const ox = r.x[i0], oy = r.y[i0];
  const rx = r.x[i1] - ox, ry = r.y[i1] - oy, ux = s.x[j0] - ox, uy = s.y[j0] - oy;
  const vx = s.x[j1] - ox, vy = s.y[j1] - oy;
  const a1 = tx * rx + ty * ry,
    b0 = tx * ux + ty * uy,
    b1 = tx * vx + ty * vy,
    h0 = mx * ux + my * uy;
  const slopeR = a1 > 0 ? (mx * rx + my * ry) / a1 : 0;
  const slopeS = b1 > b0 ? (mx * vx + my * vy - h0) / (b1 - b0) : 0;
  const radii = r.radius + s.radius;
  let low = Math.max(0, b0), high = Math.min(a1, b1);
  const sharesSide = high > low && i >= 0 && j >= 0 &&
    (on !== CORNERS || Math.abs(slopeR) <= LEANS && Math.abs(slopeS) <= LEANS);
  let isLow = false, isHigh = false, gapLow = gap, gapHigh = gap;
  if (sharesSide) {
    gapLow = h0 + slopeS * (low - b0) - slopeR * low - radii;
    gapHigh = h0 + slopeS * (high - b0) - slopeR * high - radii;
    isLow = gapLow <= margin + m.slack;
    isHigh = gapHigh <= margin + m.slack;
  }
  // A single point is where the vertex is; behind a corner it is at the edge's end, and as deep as the vertex.
  if (!isLow && !isHigh || way.isBehind && on !== CORNERS) {
    let at = corner === i0 ? 0 : a1;
    if (on === ON_R) at = Math.min(Math.max(way.along, 0), a1);
    else if (on === ON_S) at = Math.min(Math.max(b1 - way.along, b0), b1);
    const isFar = 1e-3 * (high - low);
    const isAtLow = sharesSide
      ? Math.abs(at - low) <= Math.abs(at - high)
      : on === ON_S
      ? corner === i0
      : way.isBehind
      ? at === 0
      : way.vertex === j0;
    if (isAtLow) {
      isHigh &&= high - at > isFar;
      isLow = true;
      low = at;
      gapLow = gap;
    } else {
      isLow &&= at - low > isFar;
      isHigh = true;
      high = at;
      gapHigh = gap;
    }
  }
  // Names: the longer of the two edges and the other's vertex on this side.
  const isLonger = j < 0 || i >= 0 && r.length[i] >= s.length[j];
  let count = 0;
  for (let end = 0; end < 2; end++) {
    if (!(end === 0 ? isLow : isHigh)) continue;
    const x = end === 0 ? low : high,
      separation = end === 0 ? gapLow : gapHigh,
      point = points[count++];
    const height = on === ON_S
      ? h0 + slopeS * (x - b0) - s.radius - 0.5 * separation
      : slopeR * x + r.radius + 0.5 * separation;
    point.x = ox + x * tx + height * mx;
    point.y = oy + x * ty + height * my;
    point.separation = Math.min(separation, margin);
    const vertex = end === 0 ? i0 : i1, other = end === 0 ? j0 : j1;
    point.feature = i >= 0 && isLonger ? 2 * r.edgeName[i] : 2 * r.vertexName[vertex] + 1;
    point.otherFeature = isLonger ? 2 * s.vertexName[other] + 1 : 2 * s.edgeName[j];
    r.fraction = a1 > 0 ? x / a1 : 0;
    s.fraction = b1 > b0 ? (b1 - x) / (b1 - b0) : 0;
    const part = partAt(r, i0), otherPart = m.body !== null ? m.part : partAt(s, j1);
    // Parts under the deeper point; if both are as deep, those with the lower numbers, so that A and B may be exchanged.
    if (count === 2) {
      const deeper = separation - points[0].separation;
      if (
        deeper > near || deeper >= -near && part + otherPart >= contact.part + contact.otherPart
      ) continue;
    }
    contact.part = part;
    contact.otherPart = otherPart;
  }
  contact.count = count;
  m.count++;
}

/** The part that owns the place at a run's fraction of an edge, or at the end of the run. */
function partAt(run: Run, k: number): number {
  const isEnd = k >= run.edgeCount, { owners, length } = run.edges[isEnd ? run.edgeCount - 1 : k];
  const along = isEnd ? length : run.fraction * length;
  let low = 0, high = owners.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (owners[middle].from <= along) low = middle;
    else high = middle - 1;
  }
  // Of parts that overlap, an earlier one may reach further.
  let best = low;
  for (let i = low; i >= 0 && owners[best].to < along; i--) {
    if (owners[i].to > owners[best].to) best = i;
  }
  return owners[best].part;
}

// ---------------------------------------------------------------- What is left

/**
 * Drops the contacts that a shallower one frees, the shallowest first. Then those that are an earlier one again: two runs
 * may have the same if a body has the sides of a sharp corner within it, but not the corner.
 */
export function settle(m: Meeting): void {
  const { contacts } = m, total = m.count;
  if (total < 2) return;
  for (let n = 0; n < total; n++) {
    let c: Contact | null = null;
    for (let k = 0; k < total; k++) {
      const next = contacts[k];
      if (next.state === NEW && (c === null || next.gap > c.gap)) c = next;
    }
    c!.state = c!.gap < 0 && isFreed(m, c!) ? FREED : KEPT;
  }
  m.count = 0;
  for (let k = 0; k < total; k++) {
    const c = contacts[k];
    if (c.state === FREED || isKnown(m, c)) continue;
    contacts[k] = contacts[m.count];
    contacts[m.count++] = c;
  }
}

/** Whether a contact has the axis, the depth and a point of one before it. */
function isKnown(
  { contacts, count, outline }: Meeting,
  { axis: n, gap, points, count: last }: Contact,
): boolean {
  const { near } = outline!;
  for (let k = 0; k < count; k++) {
    const { axis: { x, y }, gap: known, points: others, count: end } = contacts[k];
    if (
      !(Math.abs(x - n.x) <= SAME && Math.abs(y - n.y) <= SAME && Math.abs(known - gap) <= near)
    ) continue;
    for (let i = 0; i < last; i++) {
      for (let j = 0; j < end; j++) {
        const p = points[i], q = others[j];
        if (Math.abs(p.x - q.x) <= near && Math.abs(p.y - q.y) <= near) return true;
      }
    }
  }
  return false;
}

/** Whether one of the shallower contacts leads out of a contact's runs, too. */
function isFreed(m: Meeting, c: Contact): boolean {
  for (let k = 0; k < m.count; k++) {
    const { axis: { x, y }, gap, state } = m.contacts[k];
    const sin = x * c.axis.y - y * c.axis.x, cos = x * c.axis.x + y * c.axis.y;
    if (state !== KEPT || gap >= 0 || Math.abs(sin) <= LEANS && cos > 0) continue;
    m.spot.x = -gap * x;
    m.spot.y = -gap * y;
    if (frees(m, c)) return true;
  }
  return false;
}

/** Whether a translation by `spot` takes the runs of a contact out of each other. */
function frees(m: Meeting, { body, radius, edges, others }: Contact): boolean {
  const { s, move, probe, spot } = m, { x, y } = move;
  m.body = body;
  m.radius = radius;
  move.x += spot.x;
  move.y += spot.y;
  try {
    if (body !== null && body.support === null) {
      loadShape(s, body, move);
      s.radius = radius;
    }
    for (let k = 0, e = edges.first!; k < edges.count; k++, e = e.after!) {
      loadSegment(probe, e, IDENTITY);
      if (body !== null) {
        show(m, probe);
        if (isStuck(m)) return false;
        continue;
      }
      for (let l = 0, f = others.first!; l < others.count; l++, f = f.after!) {
        loadSegment(s, f, move);
        if (isStuck(m)) return false;
      }
    }
    return true;
  } finally {
    move.x = x;
    move.y = y;
  }
}

/** Whether `probe` and `s` overlap by more than rounding. */
function isStuck({ probe, s, way, outline }: Meeting): boolean {
  return leastWay(probe, s, way) && way.gap <= -1e-3 * outline!.near;
}
