/**
 * Time of impact, for docs/internals/casts_and_compounds.md: the bound of the reach, and the steps that it allows.
 *
 * @module
 */
import {
  box,
  type ConvexShape,
  pose,
  rotateVector,
  signedDistance,
  type Sweep,
  sweepPose,
  timeOfImpact,
} from "@narrowphase/gjk2d";
import type { Vec2 } from "@narrowphase/gjk2d";
import { type Box, card, COLORS, page, px, text, TOP, View, WIDTH } from "./svg.ts";

const BOUND = "#6d28d9";
/** Of the bound (1) where it is not the smaller one. */
const FIRST = COLORS.simplex;
/** Half of the tolerance, much larger than by default so that it can be seen. */
const AIM = 0.06;

const WALL = box(0.4, 4);
const ROD = box(2.6, 0.36);
const STILL: Sweep = { localCenter: { x: 0, y: 0 }, from: pose(0, 0), to: pose(0, 0) };
const THROWN: Sweep = {
  localCenter: { x: 0, y: 0 },
  from: pose(2.7, -0.5, 1.45),
  to: pose(0.75, 0.5, -0.85),
};

const dot = (p: Vec2, q: Vec2): number => p.x * q.x + p.y * q.y;
const leftOf = ({ x, y }: Vec2): Vec2 => ({ x: -y, y: x });

/** What a body's points do along n while it turns by φ: the truth, the tangents, the bounds (1) and (2). */
function reachOf(points: readonly Vec2[], n: Vec2, phi: number) {
  const r = Math.max(...points.map((v) => Math.hypot(v.x, v.y)));
  const now = Math.max(...points.map((v) => dot(n, v)));
  const m = Math.max(...points.map((v) => dot(n, v) + phi * dot(n, leftOf(v))));
  const truth = Math.max(
    ...points.map((v) => dot(n, v) * Math.cos(phi) + dot(n, leftOf(v)) * Math.sin(phi)),
  );
  const first = m + 0.5 * r * phi * phi;
  const second = Math.max(m, r * Math.abs(phi));
  return { truth, m, first, second, bound: now >= 0 ? Math.min(first, second) : first };
}

interface Plot {
  x(value: number): number;
  y(value: number): number;
}

/** Curve of a function over [from, to]. */
function curve(
  plot: Plot,
  f: (x: number) => number,
  from: number,
  to: number,
  color: string,
  width = 2,
  dash = "",
): string {
  const points = Array.from({ length: 61 }, (_, k) => {
    const x = from + (to - from) * k / 60;
    return `${px(plot.x(x))} ${px(plot.y(f(x)))}`;
  });
  return `<path d="M${points.join("L")}" fill="none" stroke="${color}" stroke-width="${width}"` +
    (dash === "" ? "" : ` stroke-dasharray="${dash}"`) + "/>";
}

function axes(box: Box, plot: Plot, zero: number, caption: string): string[] {
  return [
    `<path d="M${px(box.x)} ${px(plot.y(zero))}H${px(box.x + box.width)}M${px(box.x)} ${
      px(box.y)
    }V${px(box.y + box.height)}" fill="none" stroke="${COLORS.axis}"/>`,
    text(box.x + box.width, box.y + box.height + 18, caption, {
      anchor: "end",
      fill: COLORS.muted,
    }),
  ];
}

/** Poses of B at a few times, the reach while it turns, and the distance with the steps below it. */
export function drawReach(): string {
  const height = 330;
  const cards: Box[] = [
    { x: 16, y: TOP, width: 236, height },
    { x: 264, y: TOP, width: 314, height },
    { x: 590, y: TOP, width: WIDTH - 606, height },
  ];
  const impact = timeOfImpact(WALL, STILL, ROD, THROWN, { tolerance: 0.0001 });
  const corners = (shape: ConvexShape, sweep: Sweep, t: number): Vec2[] => {
    const p = sweepPose(sweep, t);
    return shape.points.map((v) => {
      const { x, y } = rotateVector(p, v);
      return { x: x + p.x, y: y + p.y };
    });
  };
  const at = (t: number) => signedDistance(WALL, pose(), ROD, sweepPose(THROWN, t));

  const body: string[] = cards.map(card);
  const title = (k: number, caption: string): string =>
    text(cards[k].x + 12, TOP + 20, caption, { anchor: "start", bold: true });

  // 1. The bodies.
  const t1 = impact.fraction;
  const view = new View({ ...cards[0], y: TOP + 26, height: height - 30 }, [
    { x: -0.2, y: -2 },
    ...corners(ROD, THROWN, 0),
    { x: 0, y: 2 },
  ], 14);
  body.push(title(0, "A rests, B comes turning"));
  body.push(view.polygon(WALL.points, { stroke: COLORS.a, fill: COLORS.aFill, width: 2 }));
  for (const t of [t1 / 3, 2 * t1 / 3]) {
    body.push(
      view.polygon(corners(ROD, THROWN, t), { stroke: COLORS.b, width: 1.2, dash: "4 4" }),
    );
  }
  body.push(
    view.polygon(corners(ROD, THROWN, 0), { stroke: COLORS.b, width: 1.5, dash: "4 4" }),
    view.polygon(corners(ROD, THROWN, t1), { stroke: COLORS.b, fill: COLORS.bFill, width: 2 }),
    view.dot(at(t1).pointB, COLORS.newest, 4.5, COLORS.panel),
    view.name({ x: 0, y: 0 }, "A", 17),
    view.name(sweepPose(THROWN, t1), "B", 17),
  );

  // 2. The reach of B along -n while it turns on from the start.
  const start = sweepPose(THROWN, 0);
  const points = ROD.points.map((v) => rotateVector(start, v));
  const { normal } = at(0);
  const n = { x: -normal.x, y: -normal.y };
  // A turn to the other side is the mirror image.
  const mirrored = points.map((v) => ({ x: v.x, y: -v.y }));
  const last = 1.3;
  const box2: Box = {
    x: cards[1].x + 22,
    y: TOP + 44,
    width: cards[1].width - 40,
    height: height - 80,
  };
  const top = 2.15;
  const reach: Plot = {
    x: (phi) => box2.x + box2.width * phi / last,
    y: (value) => box2.y + box2.height * (1 - value / top),
  };
  const of = (phi: number) => reachOf(mirrored, n, phi);
  body.push(
    title(1, "how far B reaches towards A"),
    ...axes(box2, reach, 0, "angle φ"),
    curve(reach, (phi) => of(phi).first, 0, 0.75, FIRST, 1.5, "6 4"),
    curve(reach, (phi) => of(phi).bound, 0, last, BOUND, 2.5),
    curve(reach, (phi) => of(phi).truth, 0, last, COLORS.b, 2.5),
    text(reach.x(1.05), reach.y(of(1.05).truth) + 24, "f, the truth", {
      fill: COLORS.b,
      bold: true,
    }),
    text(reach.x(0.75) - 4, reach.y(of(0.75).first) - 6, "(1) max m + r φ²/2", {
      anchor: "end",
      fill: FIRST,
    }),
    text(reach.x(last), reach.y(of(last).second) - 12, "(2) max(max m, r |φ|)", {
      anchor: "end",
      fill: BOUND,
    }),
  );

  // 3. The distance, and below it what each step proves.
  const box3: Box = {
    x: cards[2].x + 22,
    y: TOP + 44,
    width: cards[2].width - 40,
    height: height - 80,
  };
  const end = Math.min(1, t1 * 1.06);
  const high = at(0).distance * 1.08;
  const low = -0.16;
  const distances: Plot = {
    x: (t) => box3.x + box3.width * t / end,
    y: (d) => box3.y + box3.height * (high - d) / (high - low),
  };
  body.push(
    title(2, "the distance, and what each step proves"),
    ...axes(box3, distances, 0, "time t"),
    `<path d="M${px(box3.x)} ${px(distances.y(AIM))}H${
      px(box3.x + box3.width)
    }" stroke="${COLORS.newest}" stroke-dasharray="4 3"/>`,
    text(box3.x + 6, distances.y(AIM) - 6, "aim", { anchor: "start", fill: COLORS.newest }),
  );
  const turn = -2.3; // from 1.45 to -0.85
  let t = 0;
  for (let step = 0; step < 12; step++) {
    const now = at(t);
    if (now.distance <= 2 * AIM) break;
    const p = sweepPose(THROWN, t);
    const away = { x: -now.normal.x, y: -now.normal.y };
    const vectors = ROD.points.map((v) => rotateVector(p, v));
    const motion = { x: THROWN.to.x - THROWN.from.x, y: THROWN.to.y - THROWN.from.y };
    const rest = now.distance - dot(now.normal, { x: p.x, y: p.y }) +
      reachOf(vectors, away, 0).truth;
    const gap = (h: number): number =>
      rest + dot(now.normal, { x: p.x, y: p.y }) + h * dot(now.normal, motion) -
      reachOf(vectors, away, turn * h).bound;
    let [lo, hi] = [0, 1];
    for (let k = 0; k < 40; k++) {
      const mid = 0.5 * (lo + hi);
      if (gap(mid) >= AIM) lo = mid;
      else hi = mid;
    }
    const from = t;
    body.push(
      curve(distances, (x) => gap(x - from), from, from + lo, BOUND, 1.8),
      `<path d="M${px(distances.x(from + lo))} ${px(distances.y(AIM))}V${
        px(distances.y(at(from + lo).distance))
      }" stroke="${COLORS.line}" stroke-dasharray="2 3"/>`,
    );
    t += lo;
  }
  body.push(
    curve(distances, (x) => at(x).distance, 0, end, COLORS.b, 2.5),
    `<circle cx="${px(distances.x(t1))}" cy="${
      px(distances.y(at(t1).distance))
    }" r="4.5" fill="${COLORS.newest}"/>`,
  );
  return page("Time of impact: a bound for the whole step", TOP + height + 16, body);
}
