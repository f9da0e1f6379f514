/**
 * The state diagrams of docs/loop.md.
 *
 * @module
 */
import { COLORS, figure, px as r, text as write, tip } from "./svg.ts";

interface Node {
  /** Name used by edges. */
  id: string;
  /** Column and row of the center; halves are allowed. */
  at: [column: number, row: number];
  /** One or two lines. */
  text: string[];
  /** A state does something, a choice asks, an end is where the system begins or stops. */
  kind?: "state" | "choice" | "end";
}

/** From where to where, what stands on the way, and the way if it is not straight. */
type Edge = [from: string, to: string, label?: string, way?: Way];

interface Way {
  /** How far the middle bulges to the left of the direction, in px; default 0, straight. */
  bend?: number;
  /** Corners of a way around boxes, as columns and rows; instead of `bend`. */
  via?: [column: number, row: number][];
  /** Where it leaves and where it arrives, in px from the center of the box; default by direction. */
  out?: [x: number, y: number];
  in?: [x: number, y: number];
  /** Where along the edge the label sits, 0 to 1; default 0.5. */
  place?: number;
}

/** Boxes and the arrows between them. */
export interface Diagram {
  file: string;
  title: string;
  nodes: Node[];
  edges: Edge[];
}

const COLUMN = 214;
const ROW = 94;
const WIDTH = 164;
const HEIGHT = 46;
const MARGIN = 26;
const TITLE = 34;

/** All state diagrams. */
export const diagrams: readonly Diagram[] = [
  {
    file: "loop_simple",
    title: "simple: as fast as it goes",
    nodes: [
      { id: "start", at: [0, 0], text: ["startup"], kind: "end" },
      { id: "update", at: [1, 0], text: ["update", "delta = time passed"] },
      { id: "draw", at: [2, 0], text: ["draw"] },
      { id: "stop", at: [3.25, 0], text: ["shutdown"], kind: "end" },
    ],
    edges: [
      ["start", "update"],
      ["update", "draw"],
      ["draw", "update", "next turn", { bend: 62 }],
      ["draw", "stop", "stop"],
    ],
  },
  {
    file: "loop_rate_limited",
    title: "rateLimited: sleep when early",
    nodes: [
      { id: "start", at: [0, 0], text: ["startup"], kind: "end" },
      { id: "due", at: [1, 0], text: ["due yet?", "now ≥ S + dt"], kind: "choice" },
      { id: "update", at: [2.2, 0], text: ["S += dt", "update(dt)"] },
      { id: "draw", at: [3.2, 0], text: ["draw"] },
      { id: "sleep", at: [1, 1.1], text: ["sleep", "until S + dt"] },
      { id: "stop", at: [3.2, 1.1], text: ["shutdown"], kind: "end" },
    ],
    edges: [
      ["start", "due"],
      ["due", "update", "yes"],
      ["update", "draw"],
      ["draw", "due", "next turn", { bend: -46 }],
      ["due", "sleep", "no", { bend: 26 }],
      ["sleep", "due", undefined, { bend: 26 }],
      ["draw", "stop", "stop"],
      ["sleep", "stop", "stop wakes at once"],
    ],
  },
  {
    file: "loop_frame_skipping",
    title: "frameSkipping: draw only when on time",
    nodes: [
      { id: "start", at: [0, 0], text: ["startup"], kind: "end" },
      { id: "due", at: [1, 0], text: ["due yet?", "now ≥ S + dt"], kind: "choice" },
      { id: "update", at: [2.2, 0], text: ["S += dt", "update(dt)"] },
      { id: "late", at: [3.4, 0], text: ["still late?", "now ≥ S + dt"], kind: "choice" },
      { id: "draw", at: [3.4, 1.2], text: ["draw"] },
      { id: "sleep", at: [1, 1.2], text: ["sleep", "until S + dt"] },
    ],
    edges: [
      ["start", "due"],
      ["due", "update", "yes"],
      ["update", "late"],
      ["late", "update", "yes: skip the draw", { bend: -42 }],
      ["late", "draw", "no"],
      ["draw", "due", "next turn"],
      ["due", "sleep", "no", { bend: 26 }],
      ["sleep", "due", undefined, { bend: 26 }],
    ],
  },
  {
    file: "loop_game_loop",
    title: "advanced, variable, slowDown: one pump of GameLoop",
    nodes: [
      { id: "due", at: [0, 0], text: ["due yet?", "t − S ≥ minDelta"], kind: "choice" },
      { id: "late", at: [1, 0], text: ["behind − maxDelta", "> maxUpdateDelay?"], kind: "choice" },
      { id: "drop", at: [1, 1.15], text: ["drop the excess", "onResync"] },
      { id: "update", at: [2, 0], text: ["S += delta", "update(delta, S)"] },
      { id: "slow", at: [3, 0], text: ["t − S ≥ maxDelta?", "(t read again)"], kind: "choice" },
      { id: "force", at: [3, 1.15], text: ["maxDrawDelay or", "maxSkippedDraws?"], kind: "choice" },
      { id: "draw", at: [3, 2.3], text: ["draw(alpha)"] },
      { id: "skip", at: [2, 1.15], text: ["skipped++"] },
      { id: "out", at: [0, 2.3], text: ["return S + minDelta", "sleep or yield"], kind: "end" },
    ],
    edges: [
      ["due", "late", "yes"],
      ["due", "out", "no"],
      ["late", "update", "no"],
      ["late", "drop", "yes"],
      ["drop", "update"],
      ["update", "slow"],
      ["slow", "force", "yes: late"],
      ["slow", "draw", "no", { via: [[3.6, 0], [3.6, 2.3]] }],
      ["force", "draw", "reached"],
      ["force", "skip", "no"],
      ["skip", "due", "next update, at most maxUpdatesPerPump", {
        via: [[2, 1.75], [0.48, 1.75], [0.48, 0.6]],
        place: 0.36,
      }],
      ["draw", "out", "a draw ends the pump"],
    ],
  },
  {
    file: "loop_lifecycle",
    title: "GameLoop: life and pauses",
    nodes: [
      { id: "idle", at: [0, 0.75], text: ["idle"], kind: "end" },
      { id: "live", at: [1.3, 0.75], text: ["live", "update and draw"] },
      { id: "soft", at: [3, 0], text: ["paused soft", "draws, alpha frozen"] },
      { id: "hard", at: [3, 1.5], text: ["paused hard", "wakes for step() only"] },
      { id: "over", at: [1.3, 2.4], text: ["over", "shutdown ran once"], kind: "end" },
    ],
    edges: [
      ["idle", "live", "startup"],
      ["idle", "over", "stop before run", { place: 0.4 }],
      ["live", "soft", "pause(soft)", { bend: 14, out: [40, -26], in: [-85, -10] }],
      ["soft", "live", "resume", { bend: 14, out: [-85, 12], in: [85, -10] }],
      ["live", "hard", "pause(hard), hidden", { bend: 14, out: [85, 10], in: [-85, -12] }],
      ["hard", "live", "resume", { bend: 14, out: [-85, 10], in: [40, 26] }],
      ["soft", "hard", "pause"],
      ["hard", "soft"],
      ["live", "over", "stop, abort, error"],
      ["over", "idle", "run again", { via: [[0, 2.4]], place: 0.5 }],
      ["hard", "over", "stop, abort, error (soft too)", { via: [[3, 2.4]], place: 0.6 }],
    ],
  },
  {
    file: "loop_governor",
    title: "LoopGovernor: one turn of govern",
    nodes: [
      { id: "frame", at: [0, 0], text: ["update, draw"] },
      { id: "plan", at: [1, 0], text: ["plan(now)", "→ delay, yield"], kind: "choice" },
      { id: "sleep", at: [2, -0], text: ["sleep(delay)"] },
      { id: "yield", at: [2, 1.1], text: ["yield"] },
      { id: "slept", at: [3, 0], text: ["slept(requested,", "actual, now)"] },
      { id: "owed", at: [3, 1.1], text: ["owedUpdates()", "× update"] },
    ],
    edges: [
      ["frame", "plan"],
      ["plan", "sleep", "> 0"],
      ["plan", "yield", "0"],
      ["sleep", "slept"],
      ["yield", "slept"],
      ["slept", "owed"],
      ["owed", "frame", "next frame", { via: [[3, 1.75], [0, 1.75]] }],
    ],
  },
  {
    file: "loop_compensating",
    title: "CompensatingGovernor: oversleep and excess",
    nodes: [
      { id: "frame", at: [0, 0], text: ["update, draw", "work = after − before"] },
      { id: "s", at: [1.1, 0], text: ["s = period − work", "− overSleep"], kind: "choice" },
      { id: "sleep", at: [2.2, 0], text: ["sleep s", "noDelays = 0"] },
      { id: "over", at: [3.3, 0], text: ["overSleep =", "actual − s"] },
      { id: "excess", at: [1.1, 1.2], text: ["excess −= s", "overSleep = 0, yield"] },
      {
        id: "skip",
        at: [2.2, 1.2],
        text: ["excess > period,", "n < maxFrameSkips?"],
        kind: "choice",
      },
      { id: "update", at: [3.3, 1.2], text: ["update, no draw", "excess −= period"] },
      { id: "cap", at: [2.2, 2.3], text: ["excess ≤ maxExcess", "the rest is dropped"] },
    ],
    edges: [
      ["frame", "s"],
      ["s", "sleep", "s > 0"],
      ["sleep", "over"],
      ["over", "skip", undefined, { out: [-40, 26], in: [40, -26] }],
      ["s", "excess", "s ≤ 0"],
      ["excess", "skip"],
      ["skip", "update", "yes", { bend: 22 }],
      ["update", "skip", undefined, { bend: 22 }],
      ["skip", "cap", "no"],
      ["cap", "frame", "next frame", { bend: 92 }],
    ],
  },
  {
    file: "loop_fixed_timestep",
    title: "FixedTimestep: one advance",
    nodes: [
      { id: "in", at: [0, 0], text: ["elapsed", "capped at maxFrame"], kind: "end" },
      { id: "reg", at: [1, 0], text: ["regularizer", "(if auto)"] },
      { id: "acc", at: [2, 0], text: ["acc += elapsed"] },
      { id: "due", at: [2, 1.15], text: ["acc ≥ step?"], kind: "choice" },
      { id: "step", at: [3, 1.15], text: ["acc −= step", "onStep(step)"] },
      { id: "out", at: [0.6, 1.15], text: ["alpha = acc / step", "draw the blend"], kind: "end" },
    ],
    edges: [
      ["in", "reg"],
      ["reg", "acc"],
      ["acc", "due"],
      ["due", "step", "yes", { bend: 22 }],
      ["step", "due", undefined, { bend: 22 }],
      ["due", "out", "no, or maxSteps"],
    ],
  },
  {
    file: "loop_periodic",
    title: "periodic: fixed rate and fixed delay",
    nodes: [
      { id: "wait", at: [0, 0], text: ["now ≥ due?"], kind: "choice" },
      { id: "sleep", at: [0, 1.2], text: ["sleep until due"] },
      { id: "mode", at: [1.1, 0], text: ["mode?"], kind: "choice" },
      { id: "rate", at: [2.2, 0], text: ["due = t0 + (k + 1)·P", "coalesce skips k"] },
      { id: "start", at: [2.2, 1.2], text: ["due = now + P", "anchor start"] },
      { id: "task", at: [3.4, 0], text: ["task(scheduled,", "now)"] },
      { id: "end", at: [3.4, 1.2], text: ["due = after + P", "anchor end"] },
    ],
    edges: [
      ["wait", "mode", "yes"],
      ["wait", "sleep", "no", { bend: 26 }],
      ["sleep", "wait", undefined, { bend: 26 }],
      ["mode", "rate", "rate"],
      ["mode", "start", "delay"],
      ["rate", "task"],
      ["start", "task"],
      ["task", "end", "if delay, end"],
      ["task", "wait", "next; yield after maxBurst calls", { via: [[3.4, -0.62], [0, -0.62]] }],
      ["end", "wait", undefined, { via: [[3.4, 1.85], [-0.55, 1.85], [-0.55, 0]] }],
    ],
  },
  {
    file: "loop_precise_sleeper",
    title: "preciseSleeper: three stages",
    nodes: [
      { id: "in", at: [0, 0], text: ["sleep(ms)", "deadline = now + ms"], kind: "end" },
      { id: "timer", at: [1.25, 0], text: ["setTimeout, whole ms", "event loop free"] },
      { id: "wait", at: [2.5, 0], text: ["Atomics.wait", "the fraction"] },
      { id: "spin", at: [3.75, 0], text: ["read the clock", "≤ maxSpin"] },
      { id: "out", at: [3.75, 1.2], text: ["awake"], kind: "end" },
      { id: "learn", at: [1.25, 1.2], text: ["timerMargin", "95 % of lateness"] },
      { id: "learn2", at: [2.5, 1.2], text: ["waitMargin", "98.5 % of lateness"] },
    ],
    edges: [
      ["in", "timer"],
      ["timer", "wait", "margin"],
      ["wait", "spin", "margin"],
      ["spin", "out", "deadline"],
      ["timer", "learn", "late by", { bend: 22 }],
      ["learn", "timer", undefined, { bend: 22 }],
      ["wait", "learn2", "late by", { bend: 22 }],
      ["learn2", "wait", undefined, { bend: 22 }],
    ],
  },
];

/** Where the line from the center of a box towards a point leaves the box. */
function border(x: number, y: number, toX: number, toY: number): [number, number] {
  const dx = toX - x;
  const dy = toY - y;
  const t = Math.min(
    dx === 0 ? Infinity : (WIDTH / 2 + 3) / Math.abs(dx),
    dy === 0 ? Infinity : (HEIGHT / 2 + 3) / Math.abs(dy),
  );
  return [x + dx * t, y + dy * t];
}

/** Draws one. */
export function drawDiagram({ title, nodes, edges }: Diagram): string {
  const lastColumn = Math.max(...nodes.map((node) => node.at[0]));
  const lastRow = Math.max(...nodes.map((node) => node.at[1]));
  const center = new Map(
    nodes.map(({ id, at }) => [id, [at[0] * COLUMN, at[1] * ROW] as [number, number]]),
  );

  const lines: string[] = [];
  const labels: string[] = [];
  let left = -WIDTH / 2;
  let top = -HEIGHT / 2;
  let bottom = lastRow * ROW + HEIGHT / 2;
  let right = lastColumn * COLUMN + WIDTH / 2;
  for (const [from, to, label, way = {}] of edges) {
    const { bend = 0, via, out, in: end, place = 0.5 } = way;
    const [x0, y0] = center.get(from)!;
    const [x1, y1] = center.get(to)!;
    let lx = 0;
    let ly = 0;
    if (via !== undefined) {
      const corners = via.map(([column, row]) => [column * COLUMN, row * ROW]);
      const first = corners[0];
      const last = corners[corners.length - 1];
      const points = [
        border(x0, y0, first[0], first[1]),
        ...corners,
        border(x1, y1, last[0], last[1]),
      ];
      lines.push(`<path d="M${points.map(([x, y]) => `${r(x)} ${r(y)}`).join("L")}"/>`);
      const lengths = points.slice(1).map(([x, y], i) =>
        Math.hypot(x - points[i][0], y - points[i][1])
      );
      let rest = place * lengths.reduce((a, b) => a + b);
      let i = 0;
      while (rest > lengths[i]) rest -= lengths[i++];
      lx = points[i][0] + (points[i + 1][0] - points[i][0]) * rest / lengths[i];
      ly = points[i][1] + (points[i + 1][1] - points[i][1]) * rest / lengths[i];
      for (const [x, y] of corners) {
        left = Math.min(left, x);
        right = Math.max(right, x);
        top = Math.min(top, y);
        bottom = Math.max(bottom, y);
      }
    } else {
      // The control point lies twice the bulge beside the middle, to the left of the direction.
      const length = Math.hypot(x1 - x0, y1 - y0);
      const cx = (x0 + x1) / 2 + 2 * bend * (y1 - y0) / length;
      const cy = (y0 + y1) / 2 - 2 * bend * (x1 - x0) / length;
      const [ax, ay] = out === undefined ? border(x0, y0, cx, cy) : [x0 + out[0], y0 + out[1]];
      const [bx, by] = end === undefined ? border(x1, y1, cx, cy) : [x1 + end[0], y1 + end[1]];
      lines.push(`<path d="M${r(ax)} ${r(ay)}Q${r(cx)} ${r(cy)} ${r(bx)} ${r(by)}"/>`);
      // B(p) = (1 − p)²·a + 2p(1 − p)·c + p²·b
      const p = place;
      lx = (1 - p) ** 2 * ax + 2 * p * (1 - p) * cx + p ** 2 * bx;
      ly = (1 - p) ** 2 * ay + 2 * p * (1 - p) * cy + p ** 2 * by;
    }
    top = Math.min(top, ly - 12);
    bottom = Math.max(bottom, ly + 12);
    if (label === undefined) continue;
    const half = label.length * 3.3 + 5;
    right = Math.max(right, lx + half);
    labels.push(
      `<rect x="${r(lx - half)}" y="${r(ly - 9)}" width="${
        r(2 * half)
      }" height="18" rx="4" fill="${COLORS.page}"/>`,
      write(lx, ly + 4, label, { size: 12, italic: true }),
    );
  }
  left -= MARGIN;
  top -= MARGIN + TITLE;
  const width = right + MARGIN - left;
  const height = bottom + MARGIN - top;

  const boxes = nodes.flatMap(({ at, text, kind = "state" }) => {
    const [x, y] = [at[0] * COLUMN, at[1] * ROW];
    const radius = kind === "end" ? HEIGHT / 2 : kind === "choice" ? 4 : 9;
    const dash = kind === "choice" ? ` stroke-dasharray="5 3"` : "";
    const box = `<rect x="${r(x - WIDTH / 2)}" y="${
      r(y - HEIGHT / 2)
    }" width="${WIDTH}" height="${HEIGHT}" rx="${radius}" fill="${
      COLORS[kind]
    }" stroke="${COLORS.line}" stroke-width="1.3"${dash}/>`;
    const first = y + 4.5 - (text.length - 1) * 8;
    return [
      box,
      ...text.map((line, i) => write(x, first + 16 * i, line)),
    ];
  });

  return figure(title, { x: left, y: top, width, height }, [
    `<g fill="none" stroke="${COLORS.line}" stroke-width="1.5">`,
    ...lines.map((line) => line.replace("/>", `${tip(COLORS.line)}/>`)),
    "</g>",
    ...boxes,
    ...labels,
  ]);
}
