/**
 * The contact of a body with a chain segment by brute force: the rule of `collide`, word for word,
 * with every normal found by sampling many and refining. The body is given by its support function,
 * which the tests derive by hand, independently of the library.
 *
 * @module
 */
import type { Chain, ChainSegment, Pose, Vec2 } from "@narrowphase/gjk2d";

/** A body: furthest point of its core in a direction, in its frame. */
export interface Body {
  support(x: number, y: number): Vec2;
  /** Mean of the core points. */
  center: Vec2;
  radius: number;
  /** Whether it has straight sides; `null` if that is too close to call. */
  hasSides: boolean | null;
}

/** The expected contact of a segment with a body. */
export interface Expected {
  /** The rule that decides it; `"doubtful"` if the decision is too close to call. */
  kind:
    | "doubtful"
    | "behind"
    | "apart"
    /** The contact that the segment alone would have, at its edge or at an end. */
    | "edge"
    | "end"
    /**
     * The contact at an end if a side of the body leans slightly over the neighbour: along the
     * neighbour's normal.
     */
    | "leaning"
    /** Instead of a contact that a chain does not have: */
    | "neighbour"
    | "instead: edge"
    | "instead: corner"
    | "instead: corner beside"
    | "instead: joint"
    | "instead: nothing"
    /** The body leaves the segment sooner along the contact of another segment. */
    | "elsewhere";
  normal: Vec2;
  separation: number;
  point: Vec2;
}

/** Decisions closer than this are doubtful. */
const DOUBT = 1e-7;

const dot = (a: Vec2, b: Vec2): number => a.x * b.x + a.y * b.y;
const cross = (a: Vec2, b: Vec2): number => a.x * b.y - a.y * b.x;
const minus = (a: Vec2, b: Vec2): Vec2 => ({ x: a.x - b.x, y: a.y - b.y });
const unit = (a: Vec2): Vec2 => ({ x: a.x / Math.hypot(a.x, a.y), y: a.y / Math.hypot(a.x, a.y) });
const atAngle = (angle: number): Vec2 => ({ x: Math.cos(angle), y: Math.sin(angle) });

/** Whether a path along u and then v has a convex joint: it turns left, or goes straight back. */
const bendsOut = (u: Vec2, v: Vec2): boolean =>
  cross(u, v) > 0 || (cross(u, v) === 0 && dot(u, v) < 0);

/**
 * The angles of all local maxima of f among `steps` + 1 samples from `from` to `to`, refined by
 * golden sections.
 */
function maxima(f: (angle: number) => number, from: number, to: number, steps: number): number[] {
  const width = (to - from) / steps;
  const values = Array.from({ length: steps + 1 }, (_, k) => f(from + k * width));
  const found: number[] = [];
  for (let k = 0; k <= steps; k++) {
    if (k > 0 && values[k - 1] > values[k] || k < steps && values[k + 1] >= values[k]) continue;
    let lo = from + Math.max(0, k - 1) * width, hi = from + Math.min(steps, k + 1) * width;
    for (let i = 0; i < 48; i++) {
      const a = lo + 0.381966 * (hi - lo), b = hi - 0.381966 * (hi - lo);
      if (f(a) >= f(b)) hi = b;
      else lo = a;
    }
    found.push((lo + hi) / 2);
  }
  return found;
}

/** The kinds that are contacts. */
export const HELD: readonly Expected["kind"][] = [
  "edge",
  "end",
  "leaning",
  "instead: edge",
  "instead: corner",
  "instead: corner beside",
  "instead: joint",
];

/** The point of a body that is furthest against n, in world coordinates. */
function lowest(body: Body, { x, y, cos, sin }: Readonly<Pose>, n: Vec2): Vec2 {
  const p = body.support(-(cos * n.x + sin * n.y), -(cos * n.y - sin * n.x));
  return { x: cos * p.x - sin * p.y + x, y: sin * p.x + cos * p.y + y };
}

/** The separation along n of a body from a segment with these ends. */
function apartAlong(ends: readonly Vec2[], body: Body, pose: Readonly<Pose>, n: Vec2): number {
  const v = lowest(body, pose, n);
  return Math.min(...ends.map((p) => dot(n, minus(v, p)))) - body.radius;
}

/**
 * The contact of segment k as part of the whole chain. It is dropped if the body leaves the segment
 * sooner along the contact of another segment; these are searched along the chain as far as the
 * body overlaps it. If a body has corners, contacts beside them are doubtful, because a side of the
 * body may be over the segment.
 */
export function expectChainContact(
  { segments, loop }: Chain,
  k: number,
  poseA: Readonly<Pose>,
  body: Body,
  poseB: Readonly<Pose>,
  margin: number,
  isSmooth: boolean,
): Expected {
  const contact = (j: number): Expected => expectContact(segments[j], poseA, body, poseB, margin);
  const endsOf = (j: number): Vec2[] =>
    segments[j].points.map(({ x, y }) => ({
      x: poseA.cos * x - poseA.sin * y + poseA.x,
      y: poseA.sin * x + poseA.cos * y + poseA.y,
    }));
  const alone = (j: number): number => {
    const ends = endsOf(j);
    const f = (angle: number): number => apartAlong(ends, body, poseB, atAngle(angle));
    return Math.max(...maxima(f, -4, 3, 280).map(f));
  };
  const own = contact(k);
  if (!own.kind.startsWith("instead: ") || !HELD.includes(own.kind)) return own;
  // Keep the contact if the body is apart, or not much deeper than without the neighbours.
  const further = 1.5 * alone(k) - own.separation;
  if (own.separation > 0 || further < -DOUBT) return own;
  if (further < DOUBT) return { ...own, kind: "doubtful" };
  const n = segments.length;
  for (const way of [-1, 1]) {
    for (let j = k + way; Math.abs(j - k) < n && (loop || (j >= 0 && j < n)); j += way) {
      const at = (j + n) % n;
      const overlap = alone(at);
      if (Math.abs(overlap) < DOUBT) return { ...own, kind: "doubtful" };
      if (overlap > 0) break;
      if (overlap < own.separation) continue;
      const other = contact(at);
      const isBeside = other.kind === "instead: nothing" || other.kind === "instead: corner beside";
      if (other.kind === "doubtful") return other;
      if (isBeside && !isSmooth) {
        // If that segment has a contact, it is along its own normal.
        const [p, q] = endsOf(at), { x, y } = unit(minus(q, p));
        if (apartAlong(endsOf(k), body, poseB, { x: y, y: -x }) < own.separation - DOUBT) continue;
        return { ...own, kind: "doubtful" };
      }
      if (!HELD.includes(other.kind) || other.separation < own.separation - DOUBT) continue;
      // At a common corner both have the same contact.
      const isSame = Math.abs(other.separation - own.separation) < DOUBT &&
        Math.abs(cross(own.normal, other.normal)) < 1e-6;
      if (isSame) continue;
      const late = other.separation - apartAlong(endsOf(k), body, poseB, other.normal);
      if (late > 100 * DOUBT) continue;
      const isClose = late > DOUBT || other.separation < own.separation + DOUBT;
      return { ...own, kind: isClose ? "doubtful" : "elsewhere" };
    }
  }
  return own;
}

/** The contact of `s`, at a pose that may scale, with a body at another pose. */
export function expectContact(
  s: ChainSegment,
  poseA: Readonly<Pose>,
  body: Body,
  poseB: Readonly<Pose>,
  margin: number,
): Expected {
  const at = (pose: Readonly<Pose>, p: Vec2): Vec2 => ({
    x: pose.cos * p.x - pose.sin * p.y + pose.x,
    y: pose.sin * p.x + pose.cos * p.y + pose.y,
  });
  // Everything is in world coordinates.
  const p = at(poseA, s.points[0]), q = at(poseA, s.points[1]);
  const before = s.before && at(poseA, s.before), after = s.after && at(poseA, s.after);
  const c = at(poseB, body.center);
  const least = (n: Vec2): Vec2 => lowest(body, poseB, n);
  const right = (from: Vec2, to: Vec2): Vec2 => {
    const d = unit(minus(to, from));
    return { x: d.y, y: -d.x };
  };
  const e = unit(minus(q, p));
  const n1 = right(p, q);
  const answer = (kind: Expected["kind"], normal: Vec2, x: Vec2, core: number): Expected => {
    const separation = core - body.radius;
    const half = separation / 2;
    const point = { x: x.x + half * normal.x, y: x.y + half * normal.y };
    if (Math.abs(separation - margin) < DOUBT) kind = "doubtful";
    else if (separation > margin) kind = "apart";
    return { kind, normal, separation, point };
  };
  const nothing = (kind: Expected["kind"]): Expected => ({
    kind,
    normal: n1,
    separation: Infinity,
    point: p,
  });
  /** The point, moved back by `far` along the normal. */
  const foot = (v: Vec2, n: Vec2, far: number): Vec2 => ({
    x: v.x - far * n.x,
    y: v.y - far * n.y,
  });

  const front = dot(n1, minus(c, p));
  if (Math.abs(front) < DOUBT) return nothing("doubtful");
  if (front < 0) return nothing("behind");

  // 1. The segment alone: the normal of greatest separation or least overlap.
  const apart = (angle: number): number => {
    const n = atAngle(angle);
    return dot(n, least(n)) - Math.max(dot(n, p), dot(n, q));
  };
  const all = maxima(apart, -4, 3, 280).sort((a, b) => apart(b) - apart(a));
  const best = apart(all[0]);
  const n = atAngle(all[0]);
  for (const other of all.slice(1)) {
    if (best - apart(other) < DOUBT && Math.abs(cross(n, atAngle(other))) > 1e-4) {
      return nothing("doubtful");
    }
  }
  if (Math.abs(best - body.radius - margin) < DOUBT) return nothing("doubtful");
  if (best - body.radius > margin) return nothing("apart");

  // 2. Is it between the neighbours' normals?
  const isFirst = dot(n, e) < 0;
  const joints = [
    {
      x: p,
      isFree: before === null,
      isConvex: before === null || bendsOut(minus(p, before), minus(q, p)),
      normal: before === null ? { x: -e.x, y: -e.y } : right(before, p),
      sign: -1,
    },
    {
      x: q,
      isFree: after === null,
      isConvex: after === null || bendsOut(minus(q, p), minus(after, q)),
      normal: after === null ? e : right(q, after),
      sign: 1,
    },
  ];
  let leaning: { joint: typeof joints[number]; contact: Expected } | null = null;
  if (Math.abs(dot(n, e)) < 1e-6) {
    if (dot(n, n1) > 0) return answer("edge", n1, foot(least(n), n, best), best);
  } else {
    const joint = joints[isFirst ? 0 : 1];
    // The angle from n1 to the normal, and the largest angle allowed, which exceeds a right angle
    // at a sharp corner.
    const turn = Math.atan2(joint.sign * cross(n1, n), dot(n1, n));
    const most = Math.atan2(joint.sign * cross(n1, joint.normal), dot(n1, joint.normal));
    if (joint.isConvex) {
      const limit = joint.isFree ? Math.PI : most < 0 ? most + 2 * Math.PI : most;
      if (Math.abs(turn - limit) < 1e-6) return nothing("doubtful");
      if (turn < limit) return answer("end", n, joint.x, best);
      const slope = Math.sin(turn - limit);
      if (!joint.isFree && body.hasSides !== false && turn - limit < 1 && slope < 1 / 32 + 1e-6) {
        const isDoubtful = body.hasSides === null || slope > 1 / 32 - 1e-6;
        const kind = isDoubtful ? "doubtful" : "leaning";
        // Along the neighbour's normal to the body's side, which is at right angles to n.
        const far = Math.min((best - body.radius) / dot(n, joint.normal), margin);
        leaning = { joint, contact: answer(kind, joint.normal, joint.x, far + body.radius) };
      }
    }
  }

  // 3. Use the segment's own normal instead, unless a neighbour at a convex joint sees the body
  //    less deep.
  const v = least(n1);
  const own = dot(n1, minus(v, p));
  const beyond = [dot(e, minus(p, v)), dot(e, minus(v, q))];
  /**
   * The contact at a corner, along the normal for which the body is least deep; null if the edge's
   * contact is as good.
   */
  const corner = (
    { x, normal, sign }: typeof joints[number],
    kind: Expected["kind"],
  ): Expected | null => {
    const start = Math.atan2(n1.y, n1.x);
    let most = sign * Math.atan2(cross(n1, normal), dot(n1, normal));
    if (most < 0) most += 2 * Math.PI;
    const seen = (turn: number): number => {
      const m = atAngle(start + sign * turn);
      return dot(m, minus(least(m), x));
    };
    const tops = maxima(seen, 0, most, 120);
    if (tops.length > 1) return nothing("doubtful");
    if (tops[0] < 1e-6) return null;
    if (seen(tops[0]) - own < DOUBT) return nothing("doubtful");
    return answer(kind, atAngle(start + sign * tops[0]), x, seen(tops[0]));
  };
  let held: typeof joints[number] | null = null;
  for (const joint of joints) {
    if (joint.isFree || !joint.isConvex) continue;
    const { x, normal: m, sign } = joint;
    const w = least(m);
    const next = dot(m, minus(w, x));
    if (Math.abs(next - own) < DOUBT) return nothing("doubtful");
    if (next < own) continue;
    held = joint;
    const off = dot(m, minus(c, x));
    if (Math.abs(off) < DOUBT) return nothing("doubtful");
    if (off < 0) continue;
    // Does the line from the body's center to its lowest point leave through the neighbour, or
    // reach it there?
    const t = next < 0 ? off / (off - next) : 1;
    const along = { x: -m.y, y: m.x };
    const meets = (1 - t) * dot(along, minus(c, x)) + t * dot(along, minus(w, x));
    if (Math.abs(meets) < DOUBT) return nothing("doubtful");
    if (sign * meets > 0) {
      return leaning?.joint === joint ? leaning.contact : nothing("neighbour");
    }
  }
  if (held !== null) {
    const found = corner(held, "instead: corner");
    if (found !== null) return found;
  }
  if (beyond.some((far) => Math.abs(far) < DOUBT)) return nothing("doubtful");
  const side = beyond.findIndex((far) => far > 0);
  if (side < 0) return answer("instead: edge", n1, foot(v, n1, own), own);
  const joint = joints[side];
  const beside = joint.isConvex ? corner(joint, "instead: corner beside") : null;
  if (beside !== null) return beside;

  // 4. Beyond a straight or concave joint the neighbour has the contact if it has the center in
  //    front, the line from there to the body's lowest point meets it, it has that point on its
  //    side, and the body does not reach over the segment.
  const { x, normal: m, sign } = joint;
  const w = least(m);
  const off = dot(m, minus(c, x)), next = dot(m, minus(w, x));
  const along = { x: -sign * m.y, y: sign * m.x };
  const t = next < 0 ? off / (off - next) : 1;
  const decisions = [
    dot(n1, m),
    off,
    dot(along, minus(w, x)),
    (1 - t) * dot(along, minus(c, x)) + t * dot(along, minus(w, x)),
  ];
  const over = { x: sign * e.x, y: sign * e.y };
  const reach = dot(over, minus(least(over), x));
  if ([...decisions, reach].some((far) => Math.abs(far) < DOUBT)) return nothing("doubtful");
  if (decisions.every((far) => far > 0) || reach > 0) return nothing("instead: nothing");
  // Otherwise the depth is that of the body at the joint: x + h n1 is in front of all its support
  // lines.
  const start = Math.atan2(n1.y, n1.x);
  const height = (turn: number): number => {
    const u = atAngle(start + turn);
    return dot(u, minus(least(u), x)) / dot(u, n1);
  };
  const heights = maxima(height, -1.570796, 1.570796, 400).map(height);
  return answer("instead: joint", n1, x, Math.max(...heights));
}
