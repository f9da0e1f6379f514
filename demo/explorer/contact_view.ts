/**
 * The view "Contact points".
 *
 * @module
 */
import { collide, signedDistance } from "@narrowphase/gjk2d";
import {
  type Account,
  dataText,
  drawDifference,
  drawOrigin,
  type Frame,
  type Item,
  lookAtAll,
  number,
  outlines,
  pointNode,
  span,
} from "./view.ts";
import { show } from "./words.ts";

/** The contact points of a solver. */
export function contactView(frame: Frame): Account {
  const { a, poseA, b, poseB, world, over, difference: drawing, picture, scene } = frame;
  const { normal: n, pointCount, points } = collide(a, poseA, b, poseB, { margin: scene.margin });
  const { distance } = signedDistance(a, poseA, b, poseB);
  const hit = distance <= 0;
  const items: Item[] = [];

  for (const [i, { point: p, separation, id }] of points.slice(0, pointCount).entries()) {
    // The surfaces are half the separation away on either side, along the normal.
    const h = separation / 2;
    const low = { x: p.x - h * n.x, y: p.y - h * n.y };
    const high = { x: p.x + h * n.x, y: p.y + h * n.y };
    const color = separation <= 0 ? "var(--warn)" : "var(--found)";
    over.append(
      world.line(low, high, { stroke: color, "stroke-width": 4, "stroke-opacity": 0.45 }),
      world.arrow(p, { x: p.x + 0.75 * n.x, y: p.y + 0.75 * n.y }, color),
      world.dot(p, 4.5, { fill: color, stroke: "var(--panel)", "stroke-width": 1.5 }),
      world.label(p, show(separation, 3), -26 * n.x, 26 * n.y + 5, { fill: color }),
    );
    items.push(
      { name: `point ${i + 1}`, value: [pointNode(p, `contact-${i}`)] },
      { name: "separation", value: [number(separation, `separation-${i}`)] },
      {
        name: "id",
        value: [
          dataText(String(id), `id-${i}`),
          span(`${id & 0xffff} of A, ${id >>> 16} of B`, "note"),
        ],
      },
    );
  }

  const { difference } = outlines(frame);
  lookAtAll(frame, [difference]);
  drawDifference(frame, difference, hit);
  drawOrigin(frame, hit);
  const tip = { x: -n.x, y: -n.y };
  if (pointCount > 0) {
    picture.append(
      drawing.arrow({ x: 0, y: 0 }, tip, "var(--muted)"),
      drawing.label(tip, "−n", -12 * n.x, 12 * n.y + 5),
    );
  }

  const what = pointCount === 2
    ? "Two points: edges lie along each other. With both, a box at rest does not rock."
    : "One point: a corner or a round part meets the other shape.";
  return {
    words: pointCount === 0
      ? [
        span("No contact. ", "verdict"),
        `The shapes are ${show(distance)} apart, more than the margin of ${show(scene.margin)}.`,
      ]
      : [
        span(pointCount === 2 ? "Contact at an edge. " : "Contact at a point. ", "verdict"),
        `${what} `,
        hit
          ? "Where the separation is negative the surfaces overlap by that much."
          : "All is still apart, but within the margin: a solver can stop the shapes before they overlap.",
      ],
    caption: "A ⊖ B; the normal points from A to B",
    readout: [{
      // Without points the library returns the axis that has shown that they are far enough apart.
      name: pointCount > 0 ? "normal" : "an axis that separates",
      value: [pointNode(n, "normal")],
    }, ...items],
  };
}
