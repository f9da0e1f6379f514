/**
 * The view "Time of impact" and its curve.
 *
 * @module
 */
import {
  type ImpactResult,
  pose,
  signedDistance,
  type Sweep,
  sweepPose,
  timeOfImpact,
} from "@narrowphase/gjk2d";
import { drawSigned } from "./distance_view.ts";
import { element } from "./drawing.ts";
import { outlineOf } from "./geometry.ts";
import { type Body, type Motion, radians, type Scene } from "./scene.ts";
import {
  type Account,
  dataText,
  featureWords,
  type Frame,
  number,
  pointNode,
  sliderRow,
  span,
} from "./view.ts";
import { show } from "./words.ts";

/** The movement of a body as the library expects it: about the body's own origin. */
export function sweepOf(body: Body, { x, y, angle }: Motion): Sweep {
  return {
    localCenter: { x: 0, y: 0 },
    from: pose(body.x, body.y, radians(body.angle)),
    to: pose(body.x + x, body.y + y, radians(body.angle + angle)),
  };
}

/** The impact of a scene. */
export function impactOf(frame: Frame): ImpactResult {
  const { a, b, scene } = frame;
  return timeOfImpact(a, sweepOf(scene.a, scene.moveA), b, sweepOf(scene.b, scene.moveB));
}

/** Points of the curve of the distance over time. */
const SAMPLES = 160;

/** The signed distance at evenly spread times from 0 to 1. */
function curveOf({ a, b, scene }: Frame): number[] {
  const sweepA = sweepOf(scene.a, scene.moveA);
  const sweepB = sweepOf(scene.b, scene.moveB);
  const values: number[] = [];
  for (let i = 0; i <= SAMPLES; i++) {
    const t = i / SAMPLES;
    values.push(signedDistance(a, sweepPose(sweepA, t), b, sweepPose(sweepB, t)).distance);
  }
  return values;
}

/** Two movements, the time of impact, and the shapes at the time of the slider. */
export function impactView(frame: Frame, impact: ImpactResult): Account {
  const { a, b, scene, world, under, over } = frame;
  const sweepA = sweepOf(scene.a, scene.moveA);
  const sweepB = sweepOf(scene.b, scene.moveB);
  const t = scene.time;

  for (const [shape, sweep, color] of [[a, sweepA, "var(--a)"], [b, sweepB, "var(--b)"]] as const) {
    const outline = (at: number): string => world.outline(outlineOf(shape, sweepPose(sweep, at)));
    under.append(
      world.line(sweep.from, sweep.to, { stroke: color, "stroke-dasharray": "2 5" }),
      world.path(outline(1), {
        fill: "none",
        stroke: color,
        "stroke-dasharray": "3 5",
        opacity: 0.8,
      }),
    );
    if (impact.status === "hit") {
      under.append(
        world.path(outline(impact.fraction), {
          fill: "none",
          stroke: "var(--found)",
          "stroke-width": 1.5,
          "stroke-dasharray": "6 3",
        }),
      );
    }
    if (t > 0) {
      over.append(
        world.path(outline(t), {
          fill: color,
          "fill-opacity": 0.28,
          stroke: color,
          "stroke-width": 2,
        }),
      );
    }
  }
  const now: Frame = { ...frame, poseA: sweepPose(sweepA, t), poseB: sweepPose(sweepB, t) };
  const result = signedDistance(a, now.poseA, b, now.poseB);
  drawSigned(now, result);

  const { status, fraction, normal, distance, iterations, featureA, featureB } = impact;
  const words: Record<ImpactResult["status"], (Node | string)[]> = {
    hit: [
      span(`First contact at t = ${show(fraction)}. `, "verdict"),
      "Until then the shapes are proven apart at every moment, not only at the ones that were looked at: nothing slips through, however thin and fast. ",
    ],
    separated: [
      span("No contact. ", "verdict"),
      "The shapes are proven apart at every moment of the movement. ",
    ],
    overlapping: [span("They overlap from the start. ", "verdict"), "The time of impact is 0. "],
    exhausted: [
      span(`Apart until t = ${show(fraction)}. `, "verdict"),
      "Then the iterations ran out. ",
    ],
  };
  return {
    words: [
      ...words[status],
      `It took ${iterations} distance${iterations === 1 ? "" : "s"}. At t = ${
        show(t)
      } the signed distance is ${show(result.distance)}.`,
    ],
    world: "The world: drag the shapes and the ends of their ways",
    caption: `A ⊖ B at t = ${show(t, 3)}: turning shapes change its form`,
    readout: [
      { name: "status", value: [dataText(status, "status")] },
      { name: "time of impact", value: [number(fraction, "fraction")] },
      { name: "distance there", value: [number(distance, "distance")] },
      { name: "normal", value: [pointNode(normal, "normal")] },
      {
        name: "what meets",
        value: [`A: ${featureWords(featureA, a)}, B: ${featureWords(featureB, b)}`],
      },
      { name: "distance now", value: [number(result.distance, "now")] },
    ],
  };
}

/** The strip of the view: the curve of the distance over time above a slider for the time. */
export function impactStrip(onTime: (time: number) => void): {
  nodes: Node[];
  update(frame: Frame, impact: ImpactResult): void;
} {
  const slider = sliderRow({
    id: "time",
    label: "Time t",
    min: 0,
    max: 1,
    step: 0.001,
    onInput: onTime,
  });
  const jump = document.createElement("button");
  jump.id = "to-impact";
  jump.textContent = "To the impact";
  slider.node.append(jump);
  const svg = element("svg", {
    class: "frame curve",
    viewBox: "0 0 1000 100",
    preserveAspectRatio: "none",
    role: "img",
    "aria-label": "Signed distance over time",
  });
  const point = (event: PointerEvent): void => {
    const box = svg.getBoundingClientRect();
    onTime(Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1));
  };
  svg.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    svg.setPointerCapture(event.pointerId);
    point(event);
  });
  svg.addEventListener("pointermove", (event) => {
    if (svg.hasPointerCapture(event.pointerId) && (event.buttons & 1) !== 0) point(event);
  });
  let fraction = 0;
  jump.addEventListener("click", () => onTime(fraction));
  return {
    nodes: [svg, slider.node],
    update(frame, impact): void {
      const { time }: Scene = frame.scene;
      slider.show(time);
      fraction = impact.fraction;
      jump.disabled = impact.status !== "hit";
      const values = curveOf(frame);
      const top = Math.max(...values, 0.2) * 1.12;
      const bottom = Math.min(...values, -0.2) * 1.12;
      const y = (value: number): number => 100 * (top - value) / (top - bottom);
      const path = values.map((v, i) =>
        `${i === 0 ? "M" : "L"}${1000 * i / SAMPLES} ${y(v).toFixed(2)}`
      );
      const line = { fill: "none", "vector-effect": "non-scaling-stroke" };
      const upright = (
        t: number,
        stroke: string,
        more: Record<string, string> = {},
      ): SVGLineElement =>
        element("line", { x1: 1000 * t, x2: 1000 * t, y1: 0, y2: 100, stroke, ...line, ...more });
      svg.replaceChildren(
        element("rect", {
          x: 0,
          y: y(0),
          width: 1000,
          height: Math.max(0, 100 - y(0)),
          fill: "var(--warn)",
          "fill-opacity": 0.08,
        }),
        element("line", { x1: 0, x2: 1000, y1: y(0), y2: y(0), stroke: "var(--muted)", ...line }),
        element("path", { d: path.join(""), stroke: "var(--diff)", "stroke-width": 2, ...line }),
        ...(impact.status === "hit"
          ? [upright(impact.fraction, "var(--found)", { "stroke-width": "2" })]
          : []),
        upright(time, "var(--ink)", { "stroke-dasharray": "4 3" }),
      );
    },
  };
}
