/**
 * Views of the story that the explorer does not have.
 *
 * @module
 */
import type { Vec2 } from "@narrowphase/gjk2d";
import {
  type Account,
  drawDifference,
  drawOrigin,
  type Frame,
  lookAtAll,
  outlines,
} from "../explorer/view.ts";
import { show } from "../explorer/words.ts";

/** All differences of corners: a cloud of points, of which A ⊖ B is the hull. */
export function pointsView(frame: Frame): Account {
  const { difference: drawing, picture, world, over } = frame;
  const { a, b, difference } = outlines(frame);
  lookAtAll(frame, [difference]);
  drawDifference(frame, difference, false);
  for (const p of a.points) {
    over.append(world.dot(p, 3.5, { fill: "var(--a)" }));
    for (const q of b.points) {
      picture.append(drawing.dot({ x: p.x - q.x, y: p.y - q.y }, 3, { fill: "var(--diff)" }));
    }
  }
  for (const q of b.points) over.append(world.dot(q, 3.5, { fill: "var(--b)" }));
  drawOrigin(frame, false);
  const count = a.points.length * b.points.length;
  return {
    words: [
      `${a.points.length} corners of A less ${b.points.length} of B: ${count} points, and their hull has ${difference.points.length} corners.`,
    ],
    readout: [],
    caption: "",
  };
}

function farthest(points: readonly Vec2[], d: Vec2): Vec2 {
  return points.reduce((best, p) => d.x * p.x + d.y * p.y > d.x * best.x + d.y * best.y ? p : best);
}

/** The farthest point in a direction: of A, of B against it, and of A ⊖ B. */
export function supportView(frame: Frame, d: Vec2): Account {
  const { difference: drawing, picture, world, over } = frame;
  const { a, b, difference } = outlines(frame);
  lookAtAll(frame, [difference]);
  drawDifference(frame, difference, false);
  const p = farthest(a.points, d);
  const q = farthest(b.points, { x: -d.x, y: -d.y });
  const w = { x: p.x - q.x, y: p.y - q.y };
  const to = (from: Vec2, by: number): Vec2 => ({ x: from.x + by * d.x, y: from.y + by * d.y });
  over.append(
    world.arrow(p, to(p, 0.8), "var(--a)"),
    world.arrow(q, to(q, -0.8), "var(--b)"),
    world.dot(p, 5, { class: "side-a dot" }),
    world.dot(q, 5, { class: "side-b dot" }),
    world.label(to(p, 0.8), "d", 12 * d.x, -12 * d.y + 5, { fill: "var(--a)" }),
    world.label(to(q, -0.8), "−d", -14 * d.x, 14 * d.y + 5, { fill: "var(--b)" }),
  );
  const far = 40;
  const separates = d.x * w.x + d.y * w.y < 0;
  const color = separates ? "var(--found)" : "var(--ink)";
  picture.append(
    drawing.line({ x: w.x - far * d.y, y: w.y + far * d.x }, {
      x: w.x + far * d.y,
      y: w.y - far * d.x,
    }, { stroke: color, "stroke-width": 1.5, "stroke-dasharray": "7 5" }),
    drawing.arrow(w, to(w, 0.8), color),
    drawing.dot(w, 5.5, { fill: "var(--found)", stroke: "var(--panel)", "stroke-width": 1.5 }),
    drawing.label(w, "w", -14 * d.x, 14 * d.y + 5),
  );
  drawOrigin(frame, false);
  const along = show(d.x * w.x + d.y * w.y, 3);
  return {
    words: [
      separates
        ? `d · w = ${along}: the line through w has the origin beyond it. They are apart, proven.`
        : `d · w = ${along}: the origin is on this side of the line. Nothing proven yet.`,
    ],
    readout: [],
    caption: "",
  };
}
