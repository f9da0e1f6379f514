/**
 * The view "GJK step by step".
 *
 * @module
 */
import { gjkTrace, type TraceStep, type Vec2 } from "@narrowphase/gjk2d";
import { nearestToOrigin, regionsOf } from "./geometry.ts";
import {
  type Account,
  dataText,
  drawDifference,
  drawOrigin,
  type Frame,
  lookAtOrigin,
  number,
  outlines,
  pointNode,
} from "./view.ts";
import { boundsAfter, describeStep, distinctSimplex, keptSimplex } from "./words.ts";

/** The steps of the search and of the walk, `null` for a pair without core points. */
export function stepsOf({ a, poseA, b, poseB }: Frame): TraceStep[] | null {
  return a.support !== null || b.support !== null ? null : gjkTrace(a, poseA, b, poseB);
}

/** One step. */
export function stepsView(frame: Frame, steps: readonly TraceStep[] | null): Account {
  const { difference: drawing, picture, scene } = frame;
  const { difference } = outlines(frame);
  lookAtOrigin(frame, difference);
  const searches = "A ⊖ B: the simplex, the direction d and the wall through w";
  if (steps === null) {
    drawDifference(frame, difference, false);
    drawOrigin(frame, false);
    return {
      words: [
        "An ellipse has no corners to walk along: its farthest point comes from a formula. Choose another kind to see the steps.",
      ],
      readout: [],
      caption: searches,
    };
  }
  const at = Math.min(scene.step, steps.length) - 1;
  const step = steps[at];
  const last = at === steps.length - 1;
  const hit = last && step.verdict === "intersect";
  const { direction: d, support: w } = step;
  const isWalk = step.stage === "walk";
  const length = Math.hypot(d.x, d.y);
  const u = length === 0 ? d : { x: d.x / length, y: d.y / length };

  if (isWalk) drawCorners(frame, step);
  else drawSupports(frame, step, u);

  // The difference, with the regions below everything else.
  const simplex = distinctSimplex(step).map((p) => p.point);
  drawDifference(frame, difference, hit);

  // The direction, from the search's last position. For a walk, the whole vector from its corner to
  // the origin.
  const before = isWalk
    ? simplex[1]
    : at === 0
    ? { x: 0, y: 0 }
    : nearestToOrigin(keptSimplex(steps[at - 1]).map((q) => q.point));
  const arrow = Math.max(28, Math.min(80, 0.6 * Math.hypot(before.x, before.y) * drawing.scale)) /
    drawing.scale;
  const tip = isWalk ? { x: 0, y: 0 } : { x: before.x + arrow * u.x, y: before.y + arrow * u.y };
  const half = { x: (before.x + tip.x) / 2, y: (before.y + tip.y) / 2 };
  const beside = 12 / drawing.scale;
  /** The numbers of regions must not cover these: points, the arrow, and its name. */
  const taken = [
    ...simplex,
    { x: 0, y: 0 },
    half,
    { x: half.x - beside * u.y, y: half.y + beside * u.x },
  ];

  if (step.region > 0) drawRegions(frame, step, simplex, taken);
  const { low, high } = boundsAfter(steps, at + 1);
  drawWall(frame, w.point, isWalk ? wayFrom(simplex[1], simplex[0]) : { x: -u.y, y: u.x });
  if (isWalk) drawWay(frame, [...steps.slice(0, at), step], high);

  drawSimplex(frame, simplex, step.region === 7);
  picture.append(
    drawing.arrow(before, tip, "var(--ink)"),
    drawing.label(half, "d", -12 * u.y, -12 * u.x + 5),
  );
  nameSimplex(frame, simplex, u);
  drawOrigin(frame, hit);

  const sentences = describeStep(steps, at, frame.a.radius + frame.b.radius);
  const verdict = document.createElement("span");
  verdict.className = "verdict";
  verdict.textContent = `Step ${at + 1} of ${steps.length}. `;
  return {
    words: [verdict, sentences.join(" ")],
    caption: isWalk ? "A ⊖ B: the walk along its boundary, edge by edge" : searches,
    readout: [
      { name: "stage", value: [dataText(step.stage, "stage")] },
      { name: isWalk ? "way d to the origin" : "direction d", value: [pointNode(d, "direction")] },
      {
        name: isWalk ? "end w of the edge" : "farthest point w",
        value: [pointNode(w.point, "support")],
      },
      { name: "region", value: [step.region === 0 ? "—" : number(step.region, "region")] },
      {
        name: "core distance is at least",
        value: [number(low, "low")],
      },
      { name: "and at most", value: [number(step.region === 7 ? 0 : high, "high")] },
      {
        name: "verdict",
        value: [dataText(
          step.verdict === "continue"
            ? "goes on"
            : step.verdict === "intersect"
            ? "intersect"
            : "apart",
          "verdict",
        )],
      },
    ],
  };
}

/** In the world: the two farthest points, and the directions in which they are farthest. */
function drawSupports({ world, over }: Frame, { support: w }: TraceStep, u: Vec2): void {
  const size = 0.9;
  over.append(
    world.arrow(w.pointA, { x: w.pointA.x + size * u.x, y: w.pointA.y + size * u.y }, "var(--a)"),
    world.arrow(w.pointB, { x: w.pointB.x - size * u.x, y: w.pointB.y - size * u.y }, "var(--b)"),
    world.dot(w.pointA, 5, { class: "side-a dot" }),
    world.dot(w.pointB, 5, { class: "side-b dot" }),
    world.label(
      { x: w.pointA.x + size * u.x, y: w.pointA.y + size * u.y },
      "d",
      10 * u.x + 8,
      -10 * u.y + 4,
      { fill: "var(--a)" },
    ),
    world.label(
      { x: w.pointB.x - size * u.x, y: w.pointB.y - size * u.y },
      "−d",
      -10 * u.x - 10,
      10 * u.y + 4,
      { fill: "var(--b)" },
    ),
  );
}

/** In the world: the corners at which the walk is, and the edge that it examines. */
function drawCorners({ world, over }: Frame, { simplex: [end, start] }: TraceStep): void {
  const ofA = end.indexA !== start.indexA;
  const [from, to] = ofA ? [start.pointA, end.pointA] : [start.pointB, end.pointB];
  const color = ofA ? "var(--a)" : "var(--b)";
  over.append(
    world.line(start.pointA, start.pointB, {
      stroke: "var(--found)",
      "stroke-width": 1.5,
      "stroke-dasharray": "4 4",
    }),
    world.arrow(from, to, color, { "stroke-width": 4 }),
    world.dot(start.pointA, 5, { class: "side-a dot" }),
    world.dot(start.pointB, 5, { class: "side-b dot" }),
  );
}

/**
 * The Voronoi regions of the simplex, with the origin's region filled. Their numbers do not cover
 * `taken`.
 */
function drawRegions(
  { difference: drawing, picture }: Frame,
  step: TraceStep,
  simplex: readonly Vec2[],
  taken: readonly Vec2[],
): void {
  for (const { number: n, points } of regionsOf(simplex, drawing.visible(), step.stage)) {
    if (points.length < 3) continue;
    const chosen = n === step.region;
    picture.append(
      drawing.path(drawing.polygon(points), {
        fill: "var(--found)",
        "fill-opacity": chosen ? 0.15 : 0,
        stroke: "var(--found)",
        "stroke-width": 1,
        "stroke-opacity": 0.45,
        "stroke-dasharray": "2 4",
      }),
    );
    const inside = regionLabels(n, simplex, points).find((place) =>
      taken.every((q) =>
        Math.hypot(q.x - place.x, q.y - place.y) * drawing.scale >= (chosen ? 14 : 24)
      )
    );
    if (inside === undefined) continue;
    picture.append(
      drawing.label(inside, String(n), 0, 5, {
        fill: "var(--found)",
        opacity: chosen ? 1 : 0.75,
      }),
    );
  }
}

/** The wall through p: at right angles to d, or along the edge. */
function drawWall({ difference: drawing, picture }: Frame, p: Vec2, wall: Vec2): void {
  const view = drawing.visible();
  const far = 4 * Math.hypot(view.maxX - view.minX, view.maxY - view.minY);
  picture.append(
    drawing.line({ x: p.x + far * wall.x, y: p.y + far * wall.y }, {
      x: p.x - far * wall.x,
      y: p.y - far * wall.y,
    }, {
      stroke: "var(--ink)",
      "stroke-width": 1.5,
      "stroke-dasharray": "7 5",
    }),
  );
}

/** How near the walk has come, and its path. */
function drawWay(
  { difference: drawing, picture }: Frame,
  steps: readonly TraceStep[],
  distance: number,
): void {
  const way = steps.filter(({ stage }) => stage === "walk")
    .map(({ simplex: [, start] }) => start.point);
  picture.append(
    drawing.dot({ x: 0, y: 0 }, distance * drawing.scale, {
      fill: "none",
      stroke: "var(--found)",
      "stroke-dasharray": "3 3",
    }),
    ...way.slice(1).map((q, i) =>
      drawing.line(way[i], q, {
        stroke: "var(--found)",
        "stroke-width": 5,
        "stroke-opacity": 0.35,
        "stroke-linecap": "round",
      })
    ),
  );
}

/** The simplex, below the direction. */
function drawSimplex(
  { difference: drawing, picture }: Frame,
  simplex: readonly Vec2[],
  holdsOrigin: boolean,
): void {
  if (simplex.length < 2) return;
  const color = holdsOrigin ? "var(--warn)" : "var(--found)";
  picture.append(
    drawing.path(drawing.polygon(simplex), {
      fill: color,
      "fill-opacity": simplex.length === 3 ? 0.18 : 0,
      stroke: color,
      "stroke-width": 2.5,
      "stroke-linejoin": "round",
    }),
  );
}

/** The points of the simplex with their names, on the side away from its middle; u is the direction. */
function nameSimplex(
  { difference: drawing, picture }: Frame,
  simplex: readonly Vec2[],
  u: Vec2,
): void {
  const middle = simplex.reduce(
    (sum, q) => ({ x: sum.x + q.x / simplex.length, y: sum.y + q.y / simplex.length }),
    { x: 0, y: 0 },
  );
  simplex.forEach((q, i) => {
    const name = i === 0 ? (simplex.length === 1 ? "w" : "A") : "ABC"[i];
    const away = simplex.length === 1
      ? { x: -u.x, y: -u.y }
      : { x: q.x - middle.x, y: q.y - middle.y };
    const l = Math.hypot(away.x, away.y) || 1;
    picture.append(
      drawing.dot(q, i === 0 ? 5.5 : 4.5, {
        fill: "var(--found)",
        stroke: "var(--panel)",
        "stroke-width": 1.5,
      }),
      drawing.label(q, name, 18 * away.x / l, -14 * away.y / l + 5),
    );
  });
}

/** The unit vector from p to q. */
function wayFrom(p: Vec2, q: Vec2): Vec2 {
  const length = Math.hypot(q.x - p.x, q.y - p.y);
  return { x: (q.x - p.x) / length, y: (q.y - p.y) / length };
}

/** Places for the number of a region, the best first: near the simplex, well inside the region. */
function regionLabels(n: number, simplex: readonly Vec2[], points: readonly Vec2[]): Vec2[] {
  const anchor = n === 1 || n === 5 ? simplex[0] : {
    x: (simplex[0].x + simplex[n === 6 ? 2 : 1].x) / 2,
    y: (simplex[0].y + simplex[n === 6 ? 2 : 1].y) / 2,
  };
  const middle = points.reduce(
    (s, p) => ({ x: s.x + p.x / points.length, y: s.y + p.y / points.length }),
    { x: 0, y: 0 },
  );
  const x = middle.x - anchor.x;
  const y = middle.y - anchor.y;
  // Then on to the middle of the region; in the triangle, half as far beyond it towards C.
  const [first, last] = n === 7 ? [1, 1.5] : [Math.min(0.55 / Math.hypot(x, y), 0.5), 1];
  return [0, 0.1, 0.2, 0.35, 0.5, 0.75, 1].map((way) => {
    const part = first + way * (last - first);
    return { x: anchor.x + part * x, y: anchor.y + part * y };
  });
}

/** The strip of the view: a slider with buttons. */
export function stepsStrip(onStep: (step: number) => void): {
  nodes: Node[];
  update(step: number, count: number): void;
} {
  const slider = document.createElement("input");
  slider.type = "range";
  slider.min = "1";
  slider.step = "1";
  slider.id = "step";
  slider.setAttribute("aria-label", "Step of the search and the walk");
  const output = document.createElement("output");
  const button = (text: string, label: string, by: number): HTMLButtonElement => {
    const node = document.createElement("button");
    node.textContent = text;
    node.setAttribute("aria-label", label);
    node.addEventListener("click", () => onStep(slider.valueAsNumber + by));
    return node;
  };
  const back = button("◂", "Step back", -1);
  const next = button("▸", "Next step", 1);
  back.id = "step-back";
  next.id = "step-next";
  slider.addEventListener("input", () => onStep(slider.valueAsNumber));
  const row = document.createElement("div");
  row.className = "row";
  row.append(back, slider, next, output);
  return {
    nodes: [row],
    update(step, count): void {
      const focused = document.activeElement;
      slider.max = String(count);
      slider.value = String(step);
      slider.disabled = count < 2;
      back.disabled = step <= 1;
      next.disabled = step >= count;
      // The focus on a disabled button would be lost.
      if ([back, next].some((button) => button === focused && button.disabled)) slider.focus();
      output.textContent = count === 0 ? "" : `${step} of ${count}`;
    },
  };
}
