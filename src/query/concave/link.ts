/**
 * The contact of one link of a chain, as `collide` asks for it.
 *
 * A link knows its neighbours, and they make an outline of three edges. The link is the only one that may be touched. It
 * has the contact of its run, unless the least way out is along the neighbour's normal or at the neighbour's
 * other end: then that contact is the neighbour's.
 *
 * @module
 */
import { begin, Meeting, meetLink } from "../../boundary/contacts.ts";
import { type Outline, outlineOfLink } from "../../boundary/outline.ts";
import * as state from "../../kernel/state.ts";
import { newPose, readPose } from "../../math/pose.ts";
import { ChainSegment } from "../../shapes/chain.ts";
import type { ConvexShape } from "../../shapes/shape.ts";
import { newManifold } from "../collide.ts";
import { Levels } from "../levels.ts";
import { place } from "./manifolds.ts";

const { poses, POSE_A, POSE_B, manifold, contacts } = state;

const outlines = /* @__PURE__ */ new WeakMap<ChainSegment, Outline>();

const levels = /* @__PURE__ */ new Levels(() => ({
  meeting: new Meeting(),
  contact: newManifold(),
  poseA: newPose(),
  poseB: newPose(),
}));

/**
 * Writes the manifold of a pair with a link to the kernel's, whose poses and margin it reads, and
 * returns the number of points; -1 for any other pair. Nothing is written before the last call of a
 * support function, which may throw.
 */
export function collideLink(a: ConvexShape, b: ConvexShape): number {
  const isSwapped = !(a instanceof ChainSegment), link = isSwapped ? b : a;
  if (!(link instanceof ChainSegment)) return -1;
  const { meeting: m, contact, poseA, poseB } = levels.enter();
  try {
    readPose(poses, POSE_A, poseA);
    readPose(poses, POSE_B, poseB);
    const pose = isSwapped ? poseB : poseA;
    let outline = outlines.get(link);
    if (outline === undefined) outlines.set(link, outline = outlineOfLink(link));
    const [e] = outline.edges;
    m.reach = manifold.margin;
    begin(m, outline, pose, isSwapped ? poseA : poseB);
    meetLink(m, outline, e, isSwapped ? a : b);
    contact.pointCount = 0;
    if (m.count > 0) place(m, m.contacts[0], pose, isSwapped, contact);
    else {
      const turn = isSwapped ? -m.unit : m.unit;
      contact.normal.x = turn * (pose.cos * e.nx - pose.sin * e.ny) + 0;
      contact.normal.y = turn * (pose.sin * e.nx + pose.cos * e.ny) + 0;
    }
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
  } finally {
    levels.leave();
  }
}
