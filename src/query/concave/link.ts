/**
 * The contact of one link of a chain, as `collide` asks for it: of the contacts that the whole chain has, what is on the
 * link, if that is touched.
 *
 * @module
 */
import { meetBody } from "../../boundary/contacts.ts";
import { begin, Meeting } from "../../boundary/meeting.ts";
import { cutTo } from "../../boundary/on_parts.ts";
import { settle } from "../../boundary/settle.ts";
import { outlineOfChain } from "../../boundary/outline.ts";
import * as state from "../../kernel/state.ts";
import { newPose, readPose } from "../../math/pose.ts";
import { ChainSegment } from "../../shapes/chain.ts";
import type { ConvexShape } from "../../shapes/shape.ts";
import { newManifold } from "../collide.ts";
import { signedDistance } from "../distance.ts";
import { Levels } from "../levels.ts";
import { newDistanceResult } from "../result.ts";
import { place } from "./manifolds.ts";

const { poses, POSE_A, POSE_B, manifold, contacts } = state;

const levels = /* @__PURE__ */ new Levels(() => ({
  meeting: new Meeting(),
  contact: newManifold(),
  gap: newDistanceResult(),
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
  const { meeting: m, contact, gap, poseA, poseB } = levels.enter();
  try {
    readPose(poses, POSE_A, poseA);
    readPose(poses, POSE_B, poseB);
    const pose = isSwapped ? poseB : poseA;
    m.reach = manifold.margin;
    const outline = outlineOfChain(link.line);
    begin(m, outline, pose, isSwapped ? poseA : poseB);
    contact.pointCount = 0;
    // A link that is not touched has nothing to say, and an engine would not ask it.
    if (signedDistance(a, poseA, b, poseB, gap).distance <= m.reach + m.slack) {
      meetBody(m, outline, isSwapped ? a : b, 0);
      settle(m);
    }
    for (let k = 0; k < m.count && contact.pointCount === 0; k++) {
      const found = m.contacts[k];
      if (cutTo(m, found, link.index)) place(m, found, pose, isSwapped, contact);
    }
    if (contact.pointCount === 0) {
      // Its own normal.
      const p = link.points[0], q = link.points[1], x = q.y - p.y, y = p.x - q.x;
      const l = Math.sqrt(x * x + y * y), turn = (isSwapped ? -m.unit : m.unit) / l;
      contact.normal.x = turn * (pose.cos * x - pose.sin * y) + 0;
      contact.normal.y = turn * (pose.sin * x + pose.cos * y) + 0;
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
