/**
 * The contact of one link of a chain, as `collide` asks for it.
 *
 * A link knows its neighbours, and they make an outline of three edges. The link is the only one that may be touched. It
 * has the contact of its run, unless the least way out is along the neighbour's normal or at the neighbour's
 * other end: then that contact is the neighbour's.
 *
 * @module
 */
import * as state from "../kernel/state.ts";
import type { Pose } from "../math/pose.ts";
import { ChainSegment } from "../shapes/chain.ts";
import type { ConvexShape } from "../shapes/shape.ts";
import { begin, Meeting, meetLink } from "./contacts.ts";
import { newContact, place, type WorldContact } from "./manifolds.ts";
import { type Outline, outlineOfLink } from "./outline.ts";

const { poses, POSE_A, POSE_B, manifold, contacts } = state;

const outlines = /* @__PURE__ */ new WeakMap<ChainSegment, Outline>();

/** State of one level of nesting: a support function may ask about links, too. */
class Level {
  readonly meeting: Meeting = new Meeting();
  readonly contact: WorldContact = newContact();
  readonly poseA: Pose = { x: NaN, y: NaN, cos: NaN, sin: NaN };
  readonly poseB: Pose = { x: NaN, y: NaN, cos: NaN, sin: NaN };
}

const levels: Level[] = [];
let depth = 0;

/**
 * Writes the manifold of a pair with a link to the kernel's, whose poses and margin it reads, and
 * returns the number of points; -1 for any other pair. Nothing is written before the last call of a
 * support function, which may throw.
 */
export function collideLink(a: ConvexShape, b: ConvexShape): number {
  if (!(a instanceof ChainSegment) && !(b instanceof ChainSegment)) return -1;
  if (depth === levels.length) levels.push(new Level());
  const level = levels[depth++], { poseA, poseB } = level;
  try {
    readPose(poseA, POSE_A);
    readPose(poseB, POSE_B);
    return a instanceof ChainSegment
      ? collideBody(level, a, poseA, b, poseB, false)
      : collideBody(level, b as ChainSegment, poseB, a, poseA, true);
  } finally {
    depth--;
  }
}

function readPose(pose: Pose, at: number): void {
  pose.x = poses[at];
  pose.y = poses[at + 1];
  pose.cos = poses[at + 2];
  pose.sin = poses[at + 3];
}

function collideBody(
  { meeting: m, contact }: Level,
  link: ChainSegment,
  pose: Readonly<Pose>,
  body: ConvexShape,
  poseBody: Readonly<Pose>,
  isSwapped: boolean,
): number {
  let outline = outlines.get(link);
  if (outline === undefined) outlines.set(link, outline = outlineOfLink(link));
  const [e] = outline.edges;
  m.reach = manifold.margin;
  begin(m, outline, pose, poseBody);
  meetLink(m, outline, e, body);
  if (m.count === 0) {
    const turn = isSwapped ? -m.unit : m.unit;
    manifold.nx = turn * (pose.cos * e.nx - pose.sin * e.ny) + 0;
    manifold.ny = turn * (pose.sin * e.nx + pose.cos * e.ny) + 0;
    return 0;
  }
  place(m, m.contacts[0], pose, isSwapped, contact);
  const { normal, pointCount, points } = contact;
  manifold.nx = normal.x;
  manifold.ny = normal.y;
  for (let k = 0; k < pointCount; k++) {
    const at = 4 * k, { point, separation, id } = points[k];
    contacts[at] = point.x;
    contacts[at + 1] = point.y;
    contacts[at + 2] = separation;
    contacts[at + 3] = id;
  }
  return pointCount;
}
