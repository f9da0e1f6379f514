/**
 * The state of the explorer as plain data, and its form in an address. Every number is rounded when
 * it is set, so an address holds the scene exactly: everyone who opens it sees the same bits.
 *
 * @module
 */
import {
  box,
  capsule,
  circle,
  convexHull,
  type ConvexShape,
  ellipse,
  polygon,
  type Pose,
  pose,
  regularPolygon,
  type Vec2,
} from "@narrowphase/gjk2d";

/** The kinds of shapes that can be chosen. */
export const KINDS = ["circle", "box", "ngon", "capsule", "rounded", "ellipse", "hull"] as const;
/** One of the kinds. */
export type Kind = typeof KINDS[number];

/** What the explorer does with the two shapes. */
export const VIEWS = ["distance", "steps", "contact", "ray", "cast", "impact"] as const;
/** One of the views. */
export type View = typeof VIEWS[number];

/** A shape and its place. Lengths in world units, angles in degrees. */
export interface Body {
  kind: Kind;
  x: number;
  y: number;
  angle: number;
  /** Factor on all lengths, from 0.2 to 3. */
  size: number;
  /** Number of corners of `ngon` and `rounded`, from 3 to 12. */
  sides: number;
  /** Radius of `capsule` and `rounded` before scaling, from 0 to 1. */
  round: number;
  /** Drawn points of `hull` before scaling; `hullOf` gives its corners. */
  points: Vec2[];
}

/** A movement: a translation and a turn in degrees. */
export interface Motion {
  x: number;
  y: number;
  angle: number;
}

/** Everything that an address holds. */
export interface Scene {
  view: View;
  a: Body;
  b: Body;
  /** Number of the step that is shown, from 1. */
  step: number;
  /** Whose steps are shown. */
  by: "library" | "tutorial";
  /** Largest distance of surfaces that still have contact points. */
  margin: number;
  /** The ray: origin and translation. */
  ray: { x: number; y: number; dx: number; dy: number };
  /** Translation of B in the shape cast. */
  cast: Vec2;
  /** Movements of A and B in the time of impact. */
  moveA: Motion;
  moveB: Motion;
  /** Time that is shown, from 0 to 1. */
  time: number;
}

/** Largest coordinate in the world. */
export const FAR = 1000;

/** Points of the hull before one is drawn. */
const FIRST_HULL: readonly Vec2[] = [
  { x: -1.1, y: -0.5 },
  { x: 0.2, y: -0.9 },
  { x: 1.2, y: -0.2 },
  { x: 0.7, y: 0.8 },
  { x: -0.6, y: 0.7 },
];

/** A body with the default parameters of its kind. */
export function body(kind: Kind, x: number, y: number, angle = 0, size = 1): Body {
  const points = FIRST_HULL.map((p) => ({ ...p }));
  return { kind, x, y, angle, size, sides: 5, round: 0.4, points };
}

/** The scene of an empty address. */
export function firstScene(): Scene {
  return {
    view: "distance",
    a: body("box", -2, -0.3, 20),
    b: body("ngon", 1.6, 0.6, 0),
    step: 1,
    by: "library",
    margin: 0.5,
    ray: { x: -4.5, y: -1.6, dx: 8.5, dy: 2.6 },
    cast: { x: -4, y: -0.8 },
    moveA: { x: 1.2, y: 0.4, angle: 60 },
    moveB: { x: -2.6, y: -0.6, angle: 150 },
    time: 0,
  };
}

/** Rounds to a multiple of 1/1000, the precision of an address. */
export function tidy(value: number): number {
  const rounded = Math.round(value * 1000) / 1000;
  return rounded === 0 ? 0 : rounded;
}

/** An angle in degrees, tidy and in (-180, 180]. */
export function tidyAngle(degrees: number): number {
  let turned = degrees % 360;
  if (turned > 180) turned -= 360;
  if (turned <= -180) turned += 360;
  return tidy(turned);
}

/**
 * Least width of a hull before scaling. Rounding may turn a thinner one into a line at some size.
 */
const LEAST_WIDTH = 0.02;

/**
 * Most corners of a hull: more than a hand draws, and few enough to compare each edge with each
 * corner.
 */
const MOST_CORNERS = 500;

/** The corners of the hull of some points, `null` if they lie on a line, or nearly, or are too many. */
export function hullOf(points: readonly Vec2[]): Vec2[] | null {
  const corners = convexHull(points);
  if (corners.length < 3 || corners.length > MOST_CORNERS) return null;
  for (let i = 0; i < corners.length; i++) {
    const p = corners[i];
    const q = corners[(i + 1) % corners.length];
    const length = Math.hypot(q.x - p.x, q.y - p.y);
    // The width of a polygon is the distance of the farthest corner from an edge, for the edge
    // where this is least.
    const away = corners.map((r) =>
      ((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)) / length
    );
    if (Math.max(...away) < LEAST_WIDTH) return null;
  }
  return corners;
}

/** The library's shape of a body. */
export function shapeOf(body: Body): ConvexShape {
  const s = body.size;
  switch (body.kind) {
    case "circle":
      return circle(s);
    case "box":
      return box(2.4 * s, 1.6 * s);
    case "ngon":
      return regularPolygon(body.sides, 1.3 * s);
    case "capsule":
      return capsule({ x: -0.9 * s, y: 0 }, { x: 0.9 * s, y: 0 }, body.round * s);
    case "rounded":
      return polygon(regularPolygon(body.sides, s).points, { radius: body.round * s });
    case "ellipse":
      return ellipse(1.4 * s, 0.8 * s);
    case "hull":
      return polygon(convexHull(body.points.map(({ x, y }) => ({ x: x * s, y: y * s }))));
  }
}

/** Radians of degrees. */
export function radians(degrees: number): number {
  return degrees * Math.PI / 180;
}

/** The pose of a body. */
export function poseOf(body: Body): Pose {
  return pose(body.x, body.y, radians(body.angle));
}

/** The body at its place after the whole movement. */
export function moved(body: Body, by: Motion): Body {
  return { ...body, x: body.x + by.x, y: body.y + by.y, angle: body.angle + by.angle };
}

function formatBody(b: Body): string {
  const parts: (string | number)[] = [b.kind, b.x, b.y, b.angle, b.size];
  if (b.kind === "ngon") parts.push(b.sides);
  else if (b.kind === "capsule") parts.push(b.round);
  else if (b.kind === "rounded") parts.push(b.sides, b.round);
  else if (b.kind === "hull") { for (const { x, y } of b.points) parts.push(x, y); }
  return parts.join(",");
}

/** The part of an address after `#`. Holds only what the view shows. */
export function formatScene(scene: Scene): string {
  const { view, ray, cast, moveA, moveB } = scene;
  const parts = [`view=${view}`, `a=${formatBody(scene.a)}`, `b=${formatBody(scene.b)}`];
  if (view === "steps") {
    parts.push(`step=${scene.step}`);
    if (scene.by === "tutorial") parts.push("by=tutorial");
  }
  if (view === "contact") parts.push(`margin=${scene.margin}`);
  if (view === "ray") parts.push(`ray=${[ray.x, ray.y, ray.dx, ray.dy].join(",")}`);
  if (view === "cast") parts.push(`cast=${cast.x},${cast.y}`);
  if (view === "impact") {
    for (const [name, m] of [["moveA", moveA], ["moveB", moveB]] as const) {
      parts.push(`${name}=${m.x},${m.y},${m.angle}`);
    }
    parts.push(`time=${scene.time}`);
  }
  return parts.join("&");
}

/** The numbers of a list, `null` if one is not finite or larger than any distance in the world. */
function numbers(words: readonly string[]): number[] | null {
  const values = words.map((word) => word.trim() === "" ? NaN : Number(word));
  return values.every((v) => Math.abs(v) <= 2 * FAR) ? values.map(tidy) : null;
}

function clamp(value: number | undefined, low: number, high: number, or: number): number {
  return value === undefined ? or : Math.min(Math.max(value, low), high);
}

function place(value: number): number {
  return clamp(value, -FAR, FAR, 0);
}

function parseBody(text: string, or: Body): Body {
  const [kind, ...rest] = text.split(",");
  const values = numbers(rest);
  if (!(KINDS as readonly string[]).includes(kind) || values === null || values.length < 2) {
    return or;
  }
  const [x, y, angle = 0, size = 1, ...more] = values;
  const parsed = body(kind as Kind, place(x), place(y), tidyAngle(angle), clamp(size, 0.2, 3, 1));
  if (kind === "ngon" || kind === "rounded") {
    parsed.sides = Math.round(clamp(more[0], 3, 12, parsed.sides));
  }
  if (kind === "capsule") parsed.round = clamp(more[0], 0, 1, parsed.round);
  if (kind === "rounded") parsed.round = clamp(more[1], 0, 1, parsed.round);
  if (kind === "hull" && more.length >= 6) {
    parsed.points = [];
    for (let i = 0; i + 1 < more.length; i += 2) {
      parsed.points.push({ x: more[i], y: more[i + 1] });
    }
    if (hullOf(parsed.points) === null) return or;
  }
  return parsed;
}

/**
 * The scene of an address. Missing or invalid parts are taken from `or`.
 *
 * @param text The part after `#`.
 * @param or Supplies the rest.
 */
export function parseScene(text: string, or: Scene = firstScene()): Scene {
  const scene = structuredClone(or);
  const fields = new URLSearchParams(text.replace(/^#/, ""));
  const list = (name: string, length: number): number[] | null => {
    const values = numbers((fields.get(name) ?? "").split(","));
    return values?.length === length ? values : null;
  };
  const view = fields.get("view");
  if ((VIEWS as readonly (string | null)[]).includes(view)) scene.view = view as View;
  scene.a = parseBody(fields.get("a") ?? "", scene.a);
  scene.b = parseBody(fields.get("b") ?? "", scene.b);
  const step = list("step", 1);
  if (step !== null) scene.step = Math.max(1, Math.round(step[0]));
  scene.by = fields.get("by") === "tutorial" ? "tutorial" : "library";
  const margin = list("margin", 1);
  if (margin !== null) scene.margin = clamp(margin[0], 0, 2, 0);
  const ray = list("ray", 4);
  if (ray !== null) scene.ray = { x: place(ray[0]), y: place(ray[1]), dx: ray[2], dy: ray[3] };
  const cast = list("cast", 2);
  if (cast !== null) scene.cast = { x: cast[0], y: cast[1] };
  for (const name of ["moveA", "moveB"] as const) {
    const motion = list(name, 3);
    if (motion !== null) {
      // From half a revolution on, the sense of rotation would be ambiguous.
      scene[name] = { x: motion[0], y: motion[1], angle: clamp(motion[2], -175, 175, 0) };
    }
  }
  const time = list("time", 1);
  if (time !== null) scene.time = clamp(time[0], 0, 1, 0);
  return scene;
}
