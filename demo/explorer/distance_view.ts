/**
 * The view "Distance".
 *
 * @module
 */
import { type DistanceResult, intersects, penetration, signedDistance } from "@narrowphase/gjk2d";
import { outlineOf } from "./geometry.ts";
import {
  type Account,
  dataText,
  drawDifference,
  drawOrigin,
  drawWitness,
  featureWords,
  type Frame,
  lookAtAll,
  number,
  outlines,
  pointNode,
  span,
} from "./view.ts";
import { show } from "./words.ts";

/** The signed distance with its witness points, in both pictures. */
export function drawSigned(frame: Frame, result: DistanceResult): void {
  const { world, over, under, difference: drawing, picture } = frame;
  const { distance, normal, pointA, pointB } = result;
  const { difference } = outlines(frame);
  const hit = distance <= 0;

  if (distance < 0) {
    // B, moved along the shortest way out.
    const out = {
      ...frame.poseB,
      x: frame.poseB.x - distance * normal.x,
      y: frame.poseB.y - distance * normal.y,
    };
    under.append(
      world.path(world.outline(outlineOf(frame.b, out)), {
        fill: "none",
        stroke: "var(--b)",
        "stroke-dasharray": "5 4",
      }),
    );
    over.append(world.arrow(pointB, pointA, "var(--warn)", { "stroke-width": 2.5 }));
    drawWitness(frame, pointA, pointB, show(-distance));
  } else {
    drawWitness(frame, pointA, pointB, distance > 0 ? show(distance) : "0");
  }

  const nearest = { x: pointA.x - pointB.x, y: pointA.y - pointB.y };
  lookAtAll(frame, [difference]);
  drawDifference(frame, difference, hit);
  picture.append(
    drawing.arrow({ x: 0, y: 0 }, nearest, hit ? "var(--warn)" : "var(--found)"),
    drawing.dot(nearest, 4.5, { fill: "var(--found)" }),
  );
  if (distance !== 0) {
    picture.append(
      drawing.labelBeside({ x: 0, y: 0 }, nearest, show(Math.abs(distance)), {
        fill: hit ? "var(--warn)" : "var(--found)",
      }),
    );
  }
  drawOrigin(frame, hit);
}

/** Distance, depth and nearest points. */
export function distanceView(frame: Frame): Account {
  const { a, poseA, b, poseB } = frame;
  const result = signedDistance(a, poseA, b, poseB);
  const hit = intersects(a, poseA, b, poseB);
  const depth = penetration(a, poseA, b, poseB);
  drawSigned(frame, result);

  const { status, distance, normal, pointA, pointB, featureA, featureB, iterations } = result;
  const words: (Node | string)[] = [];
  if (status === "overlapping") {
    words.push(
      span("Overlapping. ", "verdict"),
      `The origin is inside A ⊖ B, ${
        show(-distance)
      } from its boundary: moving B that far along the arrow separates the shapes.`,
    );
  } else if (status === "touching") {
    words.push(
      span("Touching. ", "verdict"),
      "The origin is on the boundary of A ⊖ B. The closed shapes share a point, so they intersect.",
    );
  } else {
    words.push(
      span("Apart. ", "verdict"),
      `The point of A ⊖ B nearest to the origin is ${show(distance)} away, and so are the shapes.`,
    );
  }
  return {
    words,
    caption: "A ⊖ B and the origin",
    readout: [
      { name: "intersects", value: [dataText(String(hit), "intersects")] },
      { name: "status", value: [dataText(status, "status")] },
      distance > 0
        ? { name: "distance", value: [number(distance, "distance")] }
        : { name: "penetration depth", value: [number(depth?.depth ?? NaN, "depth")] },
      { name: "normal, from A to B", value: [pointNode(normal, "normal")] },
      {
        name: "point on A",
        value: [pointNode(pointA, "point-a"), span(featureWords(featureA, a), "note")],
      },
      {
        name: "point on B",
        value: [pointNode(pointB, "point-b"), span(featureWords(featureB, b), "note")],
      },
      {
        name: "support questions",
        value: [
          number(iterations, "iterations"),
          span(iterations === 0 ? "circles or axes of boxes had the answer" : "", "note"),
        ],
      },
    ],
  };
}
