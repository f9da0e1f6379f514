/**
 * The views "Ray cast" and "Shape cast".
 *
 * @module
 */
import { type CastHit, type ConvexShape, rayCast, shapeCast, type Vec2 } from "@narrowphase/gjk2d";
import { type Outline, outlineOf } from "./geometry.ts";
import {
  type Account,
  dataText,
  drawDifference,
  drawOrigin,
  featureWords,
  type Frame,
  lookAtAll,
  number,
  outlines,
  pointNode,
  span,
} from "./view.ts";
import { show } from "./words.ts";

function along({ x, y }: Vec2, way: Vec2, t: number): Vec2 {
  return { x: x + t * way.x, y: y + t * way.y };
}

function shifted({ points, radius }: Outline, by: Vec2): Outline {
  return { points: points.map(({ x, y }) => ({ x: x + by.x, y: y + by.y })), radius };
}

/** A ray against both shapes. */
export function rayView(frame: Frame): Account {
  const { a, poseA, b, poseB, world, over, difference: drawing, picture, scene } = frame;
  const origin = { x: scene.ray.x, y: scene.ray.y };
  const way = { x: scene.ray.dx, y: scene.ray.dy };
  const hits: ["A" | "B", CastHit | null][] = [
    ["A", rayCast(a, poseA, origin, way)],
    ["B", rayCast(b, poseB, origin, way)],
  ];
  const first = hits.reduce(
    (least, [, hit]) => Math.min(least, hit?.fraction ?? Infinity),
    Infinity,
  );
  const end = along(origin, way, 1);
  const stop = along(origin, way, Math.min(first, 1));
  over.append(
    world.line(origin, end, {
      stroke: "var(--ink)",
      "stroke-dasharray": "2 5",
      "stroke-width": 1.5,
    }),
    first < Infinity
      ? world.line(origin, stop, { stroke: "var(--ink)", "stroke-width": 2 })
      : world.arrow(origin, end, "var(--ink)"),
  );
  for (const [name, hit] of hits) {
    if (hit === null) continue;
    const { point, normal, fraction } = hit;
    const color = fraction === first ? "var(--found)" : "var(--muted)";
    over.append(
      world.arrow(point, along(point, normal, 0.7), color),
      world.dot(point, 4.5, { fill: color, stroke: "var(--panel)", "stroke-width": 1.5 }),
      world.label(along(point, normal, 0.7), name, 10 * normal.x, -10 * normal.y + 5, {
        fill: color,
      }),
    );
  }

  // A ray is a moving point, so the difference is that of the shape and this point.
  const back = { x: -origin.x, y: -origin.y };
  const shapes: [ConvexShape, Outline, string][] = [
    [a, shifted(outlineOf(a, poseA), back), "var(--a)"],
    [b, shifted(outlineOf(b, poseB), back), "var(--b)"],
  ];
  lookAtAll(frame, shapes.map(([, outline]) => outline), [way]);
  picture.append(drawing.grid());
  for (const [, outline, color] of shapes) {
    picture.append(
      drawing.path(drawing.outline(outline), {
        fill: color,
        "fill-opacity": 0.1,
        stroke: color,
        "stroke-width": 2,
      }),
    );
  }
  picture.append(drawing.arrow({ x: 0, y: 0 }, way, "var(--ink)"));
  for (const [, hit] of hits) {
    if (hit === null) continue;
    picture.append(
      drawing.dot(along({ x: 0, y: 0 }, way, hit.fraction), 4.5, {
        fill: hit.fraction === first ? "var(--found)" : "var(--muted)",
      }),
    );
  }
  drawOrigin(frame, first === 0);

  const names = hits.filter(([, hit]) => hit !== null && hit.fraction === first).map(([n]) => n);
  return {
    words: first === Infinity
      ? [span("Miss. ", "verdict"), "The ray passes both shapes."]
      : first === 0
      ? [
        span("Inside. ", "verdict"),
        `The ray starts in ${
          names.join(" and ")
        }: it hits at once, at fraction 0, and the normal shows the shortest way out.`,
      ]
      : [
        span(`Hits ${names.join(" and ")}. `, "verdict"),
        `After ${show(100 * first, 3)} % of its way the ray meets ${
          names.join(" and ")
        }. What lies behind is found as well, with a larger fraction.`,
      ],
    world: "The world: drag the shapes and both ends of the ray",
    caption: "Shapes less the ray's origin: a ray is a point on the move",
    readout: hits.flatMap(([name, hit]) => {
      const side = name.toLowerCase();
      return hit === null
        ? [{ name: `hit on ${name}`, value: [dataText("none", `hit-${side}`)] }]
        : [
          { name: `fraction on ${name}`, value: [number(hit.fraction, `hit-${side}`)] },
          {
            name: "point",
            value: [
              pointNode(hit.point, `hit-point-${side}`),
              span(featureWords(hit.featureA, name === "A" ? a : b), "note"),
            ],
          },
          { name: "normal", value: [pointNode(hit.normal, `hit-normal-${side}`)] },
        ];
    }),
  };
}

/** B on a straight way towards A. */
export function castView(frame: Frame): Account {
  const { a, poseA, b, poseB, world, over, under, difference: drawing, picture, scene } = frame;
  const way = scene.cast;
  const hit = shapeCast(a, poseA, b, poseB, way);
  const t = hit?.fraction ?? 1;
  const outline = outlineOf(b, poseB);
  const ghost = (at: number, attributes: Record<string, string | number>): SVGPathElement =>
    world.path(world.outline(shifted(outline, { x: at * way.x, y: at * way.y })), {
      fill: "none",
      stroke: "var(--b)",
      ...attributes,
    });
  under.append(ghost(1, { "stroke-dasharray": "3 5", opacity: 0.7 }));
  over.append(
    world.line(poseB, along(poseB, way, 1), { stroke: "var(--b)", "stroke-dasharray": "2 5" }),
  );
  if (hit !== null) {
    under.append(ghost(t, { "stroke-width": 2, fill: "var(--b)", "fill-opacity": 0.1 }));
    const { point, normal } = hit;
    over.append(
      world.arrow(poseB, along(poseB, way, t), "var(--b)"),
      world.arrow(point, along(point, normal, 0.7), "var(--found)"),
      world.dot(point, 4.5, { fill: "var(--found)", stroke: "var(--panel)", "stroke-width": 1.5 }),
    );
  } else over.append(world.arrow(poseB, along(poseB, way, 1), "var(--b)"));

  const { difference } = outlines(frame);
  lookAtAll(frame, [difference], [way]);
  drawDifference(frame, difference, t === 0);
  const o = { x: 0, y: 0 };
  picture.append(
    drawing.line(o, way, { stroke: "var(--ink)", "stroke-dasharray": "2 5", "stroke-width": 1.5 }),
    drawing.arrow(o, along(o, way, t), "var(--ink)"),
  );
  if (hit !== null) picture.append(drawing.dot(along(o, way, t), 4.5, { fill: "var(--found)" }));
  drawOrigin(frame, t === 0);

  return {
    words: hit === null
      ? [
        span("Free. ", "verdict"),
        "B can go all the way: the arrow in the second picture never enters A ⊖ B.",
      ]
      : t === 0
      ? [
        span("In contact. ", "verdict"),
        `The shapes touch before B moves, ${
          show(hit.depth)
        } deep: the arrow in the second picture starts inside.`,
      ]
      : [
        span("Stopped. ", "verdict"),
        `After ${
          show(100 * t, 3)
        } % of its way B touches A: there the arrow from the origin enters A ⊖ B.`,
      ],
    world: "The world: drag the shapes and the end of the way of B",
    caption: "The shape cast as one ray from the origin into A ⊖ B",
    readout: hit === null ? [{ name: "hit", value: [dataText("none", "fraction")] }] : [
      { name: "fraction", value: [number(hit.fraction, "fraction")] },
      { name: "point", value: [pointNode(hit.point, "point")] },
      { name: "normal", value: [pointNode(hit.normal, "normal")] },
      { name: "depth at the start", value: [number(hit.depth, "depth")] },
      {
        name: "what meets",
        value: [`A: ${featureWords(hit.featureA, a)}, B: ${featureWords(hit.featureB, b)}`],
      },
    ],
  };
}
