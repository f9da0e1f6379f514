/**
 * Contact points of concave shapes: one manifold for each run of an outline that is touched, and one for
 * each pair of parts that have no outline, such as circles and rounded polygons.
 *
 * @module
 */
import { meetBody, meetInside, meetOutline } from "../../boundary/contacts.ts";
import { begin, type Contact, Meeting } from "../../boundary/meeting.ts";
import { ANY, cutTo, partAt } from "../../boundary/on_parts.ts";
import { SAME } from "../../boundary/outline.ts";
import { settle } from "../../boundary/settle.ts";
import { idOf } from "../../kernel/contact.ts";
import type { Pose } from "../../math/pose.ts";
import type { Vec2 } from "../../math/vec2.ts";
import { NORMALS } from "../../shapes/record.ts";
import type { ConvexShape, Shape } from "../../shapes/shape.ts";
import type { CastHit } from "../cast.ts";
import { collide, type Manifold, newManifold } from "../collide.ts";
import { Levels } from "../levels.ts";
import { checkList, copyManifold, type ManifoldList } from "../manifolds.ts";
import type { Feature } from "../result.ts";
import { NearPairs, STILL } from "./near_parts.ts";
import { APPROACH } from "./outline.ts";
import { ALONE, havePairs, isPairOf, partsOf, type Rim, rimOf } from "./parts.ts";

/** Memory of a running query. */
class Memory {
  readonly meeting: Meeting = new Meeting();
  readonly near: NearPairs = new NearPairs();
  /** The manifolds found. */
  readonly list: Manifold[] = [];
  count = 0;

  /** The object for the next manifold, which counts once `count` has grown. */
  next(): Manifold {
    if (this.count === this.list.length) this.list.push(newManifold());
    return this.list[this.count];
  }
}

const levels = /* @__PURE__ */ new Levels(() => new Memory());

/** `manifolds` for concave shapes. */
export function concaveManifolds(
  task: string,
  a: Shape,
  poseA: Readonly<Pose>,
  b: Shape,
  poseB: Readonly<Pose>,
  options: Readonly<{ margin: number }>,
  out: ManifoldList,
): ManifoldList {
  const A = partsOf(a), B = partsOf(b), rimA = rimOf(a, A.parts), rimB = rimOf(b, B.parts);
  const memory = levels.enter(), { meeting, near } = memory, { margin } = options;
  try {
    meeting.reach = near.reach = margin;
    findContacts(memory, rimA, poseA, rimB, poseB);
    if (havePairs(rimA, rimB)) {
      near.begin(A, poseA, B, poseB, STILL);
      while (near.next()) {
        const { partA, partB } = near;
        if (!isPairOf(rimA, partA, rimB, partB)) continue;
        const manifold = memory.next();
        collide(A.parts[partA], poseA, B.parts[partB], poseB, options, manifold);
        if (manifold.pointCount === 0) continue;
        manifold.partA = partA;
        manifold.partB = partB;
        memory.count++;
      }
    }
    // Write to `out` only now, when no user code can fail any more.
    checkList(task, out, memory.count);
    for (let k = 0; k < memory.count; k++) copyManifold(memory.list[k], out.manifolds[k]);
    return out;
  } finally {
    levels.leave();
  }
}

/**
 * Fills a hit with the deepest contact in which an outline takes part, for a cast by `d` of shapes that overlap. Its
 * fraction is 0 if the motion leads into any of these contacts, else 1. `false` if there is none: behind a chain.
 */
export function findWayOut(
  a: Rim,
  poseA: Readonly<Pose>,
  b: Rim,
  poseB: Readonly<Pose>,
  d: Readonly<Vec2>,
  hit: CastHit,
): boolean {
  const memory = levels.enter();
  try {
    memory.meeting.reach = 0;
    findContacts(memory, a, poseA, b, poseB);
    const least = APPROACH * (Math.abs(d.x) + Math.abs(d.y));
    hit.fraction = 1;
    hit.depth = -Infinity;
    for (let k = 0; k < memory.count; k++) {
      const { normal: { x, y }, points, pointCount, partA, partB } = memory.list[k];
      if (x * d.x + y * d.y < -least) hit.fraction = 0;
      const p = points[0], q = points[pointCount - 1];
      const depth = Math.max(-p.separation, -q.separation);
      if (depth <= hit.depth) continue;
      hit.depth = depth;
      hit.normal.x = x;
      hit.normal.y = y;
      // Of two that are as deep, the middle.
      const u = -p.separation < depth ? q : p, v = -q.separation < depth ? p : q;
      hit.point.x = 0.5 * (u.point.x + v.point.x);
      hit.point.y = 0.5 * (u.point.y + v.point.y);
      hit.partA = partA;
      hit.partB = partB;
    }
    if (hit.depth === -Infinity) return false;
    nameFeature(a.parts[hit.partA], poseA, hit.normal, 1, hit.featureA);
    nameFeature(b.parts[hit.partB], poseB, hit.normal, -1, hit.featureB);
    return true;
  } finally {
    levels.leave();
  }
}

/** Names what of a part's core reaches furthest along a normal, or with a sign of -1 against it. */
export function nameFeature(
  { record, count: n, support }: ConvexShape,
  { cos, sin }: Readonly<Pose>,
  { x, y }: Readonly<Vec2>,
  sign: 1 | -1,
  feature: Feature,
): void {
  const u = sign * (cos * x + sin * y), v = sign * (cos * y - sin * x);
  let best = -1, most = -Infinity;
  for (let k = 0; support === null && k < n; k++) {
    const at = NORMALS + 2 * n + 2 * k, height = record[at] * u + record[at + 1] * v;
    if (height <= most) continue;
    best = k;
    most = height;
  }
  feature.type = support === null ? "vertex" : "support";
  feature.i = feature.j = best;
  for (let k = 0; n > 1 && support === null && k < n; k++) {
    const nx = record[NORMALS + 2 * k], ny = record[NORMALS + 2 * k + 1];
    if (nx * u + ny * v < 0 || Math.abs(nx * v - ny * u) > SAME) continue;
    feature.type = "edge";
    feature.i = k;
    feature.j = (k + 1) % n;
  }
}

/**
 * Finds all contacts in which an outline takes part, with the margin `memory.meeting.reach`, but for those
 * of two parts that have their own.
 */
function findContacts(
  memory: Memory,
  a: Rim,
  poseA: Readonly<Pose>,
  b: Rim,
  poseB: Readonly<Pose>,
): void {
  memory.count = 0;
  // A chain comes first: only solids meet it.
  if (b.outline !== null && b.outline.isChain) meet(memory, b, poseB, a, poseA, true);
  else meet(memory, a, poseA, b, poseB, false);
}

function meet(
  memory: Memory,
  a: Rim,
  poseA: Readonly<Pose>,
  b: Rim,
  poseB: Readonly<Pose>,
  isSwapped: boolean,
): void {
  const { meeting: m } = memory, { outline } = a, other = b.outline;
  let isApart = false;
  if (outline !== null) {
    begin(m, outline, poseA, poseB);
    if (other !== null && !other.isChain) {
      meetOutline(m, outline, other);
      isApart = m.count === 0 && !outline.isChain;
      if (isApart) meetInside(m, outline, b.parts);
    }
    for (let k = 0; k < b.parts.length; k++) {
      // The links of another chain are bodies, too.
      if (b.kinds[k] !== ALONE && (other === null || !other.isChain)) continue;
      meetBody(m, outline, b.parts[k], k);
    }
    isApart &&= m.count === 0;
    finish(memory, poseA, isSwapped);
  }
  if (other === null || !(a.hasAlone || isApart)) return;
  begin(m, other, poseB, poseA);
  if (isApart) meetInside(m, other, a.parts);
  for (let k = 0; k < a.parts.length; k++) {
    if (a.kinds[k] === ALONE) meetBody(m, other, a.parts[k], k);
  }
  finish(memory, poseB, !isSwapped);
}

/** Moves the contacts of a meeting to the world. */
function finish(memory: Memory, pose: Readonly<Pose>, isSwapped: boolean): void {
  const { meeting: m } = memory;
  settle(m);
  for (let k = 0; k < m.count; k++) {
    const contact = m.contacts[k];
    if (m.outline!.isChain && !cutTo(m, contact, ANY)) continue;
    place(m, contact, pose, isSwapped, memory.next());
    memory.count++;
  }
}

/** Writes a contact of a meeting in the world's terms. */
export function place(
  { unit, outline }: Meeting,
  { axis, count, points, edge, otherEdge, part: bodyPart }: Contact,
  { x, y, cos, sin }: Readonly<Pose>,
  isSwapped: boolean,
  out: Manifold,
): void {
  const turn = isSwapped ? -unit : unit;
  out.normal.x = turn * (cos * axis.x - sin * axis.y) + 0;
  out.normal.y = turn * (sin * axis.x + cos * axis.y) + 0;
  out.pointCount = count as 1 | 2;
  for (let k = 0; k < count; k++) {
    // From the right of the normal to its left, which has turned around.
    const from = points[k], to = out.points[isSwapped ? count - 1 - k : k], { point } = to;
    point.x = cos * from.x - sin * from.y + x;
    point.y = sin * from.x + cos * from.y + y;
    to.separation = from.separation / unit;
    const i = isSwapped ? from.otherFeature : from.feature;
    const j = isSwapped ? from.feature : from.otherFeature;
    to.id = idOf(i, j);
    const part = partAt(edge!, from, false);
    const otherPart = otherEdge === null ? bodyPart : partAt(otherEdge, from, true);
    // Parts under the deeper point; if both are as deep, those with the lower numbers, so that A and B may be exchanged.
    if (k > 0) {
      const deeper = from.separation - points[0].separation, { near } = outline!;
      if (deeper > near || deeper >= -near && part + otherPart >= out.partA + out.partB) continue;
    }
    out.partA = isSwapped ? otherPart : part;
    out.partB = isSwapped ? part : otherPart;
  }
}
