/**
 * The view "GJK step by step".
 *
 * @module
 */
import {
  gjkTrace,
  intersects,
  point,
  polygon,
  segment,
  type TraceStep,
  type Vec2,
} from "@narrowphase/gjk2d";
import { nearestToOrigin, outlineOf, regionsOf } from "./geometry.ts";
import { parseScene, type Scene } from "./scene.ts";
import { tutorialTrace } from "./tutorial.ts";
import {
  type Account,
  dataText,
  drawDifference,
  drawOrigin,
  type Frame,
  lookAtAll,
  number,
  outlines,
  pointNode,
} from "./view.ts";
import {
  boundsAfter,
  describeStep,
  describeTutorial,
  distinctSimplex,
  keptSimplex,
} from "./words.ts";

/** Scenes with more steps than most: 95 of 100 random pairs end after three. */
export const STEP_SCENES: readonly [name: string, scene: string][] = [
  ["Five, apart", "a=box,-1.5,0.5,-55,1.1&b=box,1.5,-0.1,-85,1.4"],
  ["Five, overlap", "a=ngon,-1.6,0.8,40,1.4,10&b=ngon,1.9,-0.2,90,1.5,10"],
  ["Six, a walk", "a=ngon,-1.6,-0.7,40,1.3,9&b=box,1.7,-0.2,70,1.4"],
  ["Six, a search", "a=ngon,-1.9,0.8,-15,1.4,7&b=ngon,1.5,0.3,-55,1.4,7"],
  ["Seven", "a=ngon,-1.4,0.9,-30,1.3,5&b=ngon,1.8,-0.2,-85,1.4,9"],
  ["It errs", "a=box,-0.6,0,0,1&b=box,0.6,0,0,1&by=tutorial"],
];

/** The steps of both algorithms, `null` for a pair without core points. */
export interface Traces {
  library: TraceStep[];
  tutorial: TraceStep[];
}

/** The steps of the search and of the walk, and those of the tutorial's search. */
export function stepsOf({ a, poseA, b, poseB }: Frame): Traces | null {
  if (a.support !== null || b.support !== null) return null;
  return {
    library: gjkTrace(a, poseA, b, poseB),
    tutorial: tutorialTrace(outlineOf(a, poseA).points, outlineOf(b, poseB).points),
  };
}

/** One step. */
export function stepsView(frame: Frame, traces: Traces | null): Account {
  const { difference: drawing, picture, scene } = frame;
  const { difference } = outlines(frame);
  lookAtAll(frame, [difference]);
  const searches = "A ⊖ B: the simplex, the direction d, the wall through w₀";
  if (traces === null) {
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
  const steps = traces[scene.by];
  const isTutorial = scene.by === "tutorial";
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

  if (step.region > 0) {
    drawRegions(frame, step, isTutorial ? "tutorial" : step.stage, simplex, taken);
  }
  // The tutorial never knows the distance, and so ends before its last step.
  const { low, high } = boundsAfter(isTutorial ? [...steps, step] : steps, at + 1);
  drawWall(frame, w.point, isWalk ? wayFrom(simplex[1], simplex[0]) : { x: -u.y, y: u.x });
  if (isWalk) drawWay(frame, [...steps.slice(0, at), step], high);

  drawSimplex(frame, simplex, step.region === 7);
  picture.append(
    drawing.arrow(before, tip, "var(--ink)"),
    drawing.label(half, "d", -12 * u.y, -12 * u.x + 5),
  );
  nameSimplex(frame, simplex, u);
  drawOrigin(frame, hit);

  const sentences = isTutorial
    ? describeTutorial(steps, at, coresIntersect(frame) ? "intersect" : "separate")
    : describeStep(steps, at, frame.a.radius + frame.b.radius);
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
        name: isWalk ? "end w₀ of the edge" : "farthest point w₀",
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

/** Whether the cores intersect, without their radii. */
function coresIntersect({ a, poseA, b, poseB }: Frame): boolean {
  if (a.radius === 0 && b.radius === 0) return intersects(a, poseA, b, poseB);
  // Lines and points are no polygons; their first steps decide as the library does.
  const bare = ({ points }: typeof a): typeof a =>
    points.length > 2
      ? polygon(points)
      : points.length === 2
      ? segment(points[0], points[1])
      : point(points[0]);
  return intersects(bare(a), poseA, bare(b), poseB);
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
  stage: "search" | "walk" | "tutorial",
  simplex: readonly Vec2[],
  taken: readonly Vec2[],
): void {
  for (const { number: n, points } of regionsOf(simplex, drawing.visible(), stage)) {
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
      drawing.label(q, `w${"₀₁₂"[i]}`, 18 * away.x / l, -14 * away.y / l + 5),
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

/** Time of a step when they play by themselves, in milliseconds. */
const BEAT = 1100;

/** The strip of the view: buttons, a slider, and the regions that both algorithms went through. */
export function stepsStrip(onChange: (change: Partial<Scene>) => void): {
  nodes: Node[];
  update(scene: Scene, traces: Traces | null): void;
  /** One step on or back. */
  go(by: number): void;
} {
  const slider = document.createElement("input");
  slider.type = "range";
  slider.min = "1";
  slider.step = "1";
  slider.id = "step";
  slider.setAttribute("aria-label", "Step of the search and the walk");
  const output = document.createElement("output");
  const button = (
    id: string,
    text: string,
    label: string,
    press: () => void,
  ): HTMLButtonElement => {
    const node = document.createElement("button");
    node.id = id;
    node.textContent = text;
    node.setAttribute("aria-label", label);
    node.addEventListener("click", press);
    return node;
  };
  // The slider shows the step from the next frame on, and more keys may come before that.
  let current = 1;
  const goTo = (step: number): void => {
    current = step;
    onChange({ step });
  };
  const last = (): number => Number(slider.max);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const showPlaying = (): void => {
    play.textContent = timer === undefined ? "▶" : "❚❚";
    play.setAttribute("aria-label", timer === undefined ? "Play the steps" : "Stop");
  };
  const stop = (): void => {
    clearTimeout(timer);
    timer = undefined;
    showPlaying();
  };
  const beat = (): void => {
    if (!row.isConnected || current >= last()) return stop();
    timer = setTimeout(beat, BEAT);
    goTo(current + 1);
  };
  const go = (by: number): void => {
    stop();
    const step = current + by;
    if (step >= 1 && step <= last()) goTo(step);
  };
  const play = button("step-play", "▶", "Play the steps", () => {
    if (timer !== undefined) return stop();
    if (current >= last()) goTo(1);
    timer = setTimeout(beat, BEAT);
    showPlaying();
  });
  const back = button("step-back", "◂", "Step back", () => go(-1));
  const next = button("step-next", "▸", "Next step", () => go(1));
  slider.addEventListener("input", () => {
    stop();
    goTo(slider.valueAsNumber);
  });
  const row = document.createElement("div");
  row.className = "row";
  row.append(play, back, slider, next, output);

  const choice = document.createElement("select");
  choice.id = "step-scene";
  choice.setAttribute("aria-label", "Scenes with many steps");
  choice.add(new Option("Scenes", ""));
  for (const [name, text] of STEP_SCENES) choice.add(new Option(name, text));
  choice.addEventListener("change", () => {
    stop();
    const { a, b, by } = parseScene(choice.value);
    choice.value = "";
    onChange({ a, b, by, step: 1 });
  });
  const lines = (["library", "tutorial"] as const).map((by) => {
    const line = document.createElement("div");
    line.className = "chips";
    line.setAttribute("role", "group");
    const name = by === "library" ? "Library" : "Tutorial";
    line.setAttribute("aria-label", `${name}: regions`);
    return { by, name, line, shown: "" };
  });
  const both = document.createElement("div");
  both.className = "both";
  both.append(...lines.map(({ line }) => line), choice);

  return {
    nodes: [row, both],
    go,
    update({ step, by }, traces): void {
      const count = traces?.[by].length ?? 0;
      const focused = document.activeElement;
      slider.max = String(Math.max(count, 1));
      slider.value = String(step);
      current = step;
      slider.disabled = count < 2;
      back.disabled = step <= 1;
      next.disabled = step >= count;
      play.disabled = count < 2;
      // The focus on a disabled button would be lost.
      if ([back, next].some((button) => button === focused && button.disabled)) slider.focus();
      output.textContent = count === 0 ? "" : `${step} of ${count}`;
      for (const entry of lines) {
        const steps = traces?.[entry.by] ?? [];
        const texts = steps.map(({ region, verdict }) =>
          region > 0 ? String(region) : verdict === "separate" ? "wall" : "·"
        );
        if (entry.shown !== texts.join()) {
          entry.shown = texts.join();
          const label = document.createElement("span");
          label.textContent = entry.name;
          entry.line.replaceChildren(
            label,
            ...texts.map((text, i) => {
              const chip = document.createElement("button");
              chip.textContent = text;
              const region = text === "·" ? "no region" : text === "wall" ? text : `region ${text}`;
              chip.setAttribute("aria-label", `${entry.name}, step ${i + 1}: ${region}`);
              if (steps[i].stage === "walk") chip.className = "walk";
              chip.addEventListener("click", () => {
                stop();
                onChange({ by: entry.by, step: i + 1 });
              });
              return chip;
            }),
          );
        }
        [...entry.line.querySelectorAll("button")].forEach((chip, i) =>
          chip.setAttribute("aria-pressed", String(entry.by === by && i + 1 === step))
        );
      }
    },
  };
}
