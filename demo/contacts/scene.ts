/**
 * The scene of the page "Contacts": a concave body over ground, and what the library says about the two.
 * Lengths in world units with y up, angles in degrees.
 *
 * @module
 */
import {
  capsule,
  type Chain,
  chain,
  circle,
  type Compound,
  compound,
  decompose,
  IDENTITY,
  type ManifoldList,
  manifolds,
  polygon,
  type Pose,
  pose,
  shapeCast,
  type Vec2,
} from "@narrowphase/gjk2d";
import { tidy, tidyAngle } from "../explorer/scene.ts";

/** The part of the world that the picture shows. */
export const VIEW = { x: 0, y: 1.4, halfWidth: 5.8, halfHeight: 2.9 } as const;

/** The corners of the ground from left to right: hills, a valley, the head of a bolt, stairs. */
const PROFILE: readonly (readonly [number, number])[] = [
  ...[[-20, 1.6], [-5.6, 1.6], [-4.6, 1.3], [-3.8, 0.6], [-3.2, -0.2], [-2.6, -0.7], [-2, -0.7]],
  ...[[-1.3, -0.2], [-0.8, -0.1], [0.4, -0.1], [0.4, 0.7], [1.3, 0.7], [1.3, -0.1], [2.7, -0.1]],
  ...[[2.7, 0.3], [3.5, 0.3], [3.5, 0.7], [4.3, 0.7], [4.3, 1.1], [20, 1.1]],
] as [number, number][];

/** The ground. The front of a chain is on the right as one walks along it, so it runs from right to left. */
export const GROUND: Chain = chain(PROFILE.map(([x, y]) => ({ x, y })).reverse());

/** `count` points around a center, at radii that repeat. */
function around(x: number, y: number, count: number, ...radii: number[]): Vec2[] {
  return Array.from({ length: count }, (_, i) => {
    const t = 2 * Math.PI * (i + 0.5) / count, r = radii[i % radii.length];
    return { x: x + r * Math.cos(t), y: y + r * Math.sin(t) };
  });
}

/** A body of the convex parts of an outline. */
function solid(outline: Vec2[], holes: Vec2[][] = []): Compound {
  return compound(decompose(outline, { holes }).map((points) => polygon(points)));
}

/** An outline that is its own mirror image in the y axis, from its left half. */
function symmetric(left: readonly (readonly [number, number])[]): Vec2[] {
  const half = left.map(([x, y]) => ({ x, y }));
  return [...half, ...half.map(({ x, y }) => ({ x: -x, y })).reverse()];
}

/** A spanner: a jaw below that fits the bolt, a handle, and an eye. */
function spanner(): Compound {
  const jaw = [[-0.48, -1.2], [-0.48, -2], [-0.78, -2], [-0.78, -1], [-0.2, -0.7], [
    -0.2,
    0.9,
  ]] as const;
  const eye = around(0, 1.4, 8, 0.66).filter(({ x, y }) => x < 0 && y > 0.8).reverse();
  return solid(symmetric([...jaw, ...eye.map(({ x, y }) => [x, y] as const)]), [
    around(0, 1.4, 6, 0.34),
  ]);
}

/** The bodies that can be chosen. */
export const BODIES = {
  spanner: spanner(),
  star: solid(around(0, 0, 10, 1.3, 0.6)),
  cup: solid(symmetric([[-0.7, -0.5], [-0.95, 0.9], [-1.3, 0.9], [-1, -0.9]])),
  dumbbell: compound([
    { shape: circle(0.6), pose: pose(-1.2, 0) },
    { shape: circle(0.6), pose: pose(1.2, 0) },
    capsule({ x: -1.2, y: 0 }, { x: 1.2, y: 0 }, 0.2),
  ]),
} as const satisfies Record<string, Compound>;

/** The name of a body. */
export type BodyName = keyof typeof BODIES;

/** A body and its place. */
export interface Scene {
  body: BodyName;
  x: number;
  y: number;
  angle: number;
}

/** Scenes to look at, by their names for visitors. Each body is lowered from there to the ground. */
export const SCENES: readonly (readonly [string, Scene])[] = [
  ["Spanner on the bolt", { body: "spanner", x: 0.85, y: 3.5, angle: 0 }],
  ["Star in the valley", { body: "star", x: -2.3, y: 3, angle: 0 }],
  ["Cup over the bolt", { body: "cup", x: 0.85, y: 3, angle: 180 }],
  ["Spanner on the stairs", { body: "spanner", x: 3.35, y: 3.6, angle: -71 }],
  ["Dumbbell on the slope", { body: "dumbbell", x: -3.4, y: 3.6, angle: -45 }],
];

/** Greatest distance between two surfaces that the page counts as contact. */
export const MARGIN = 0.05;

/** The pose of the body. */
export function poseOf({ x, y, angle }: Scene): Pose {
  return pose(x, y, angle * Math.PI / 180);
}

/** The scene with its body elsewhere, in the picture and with numbers that are easy to read. */
export function placed(scene: Scene, x: number, y: number, angle = scene.angle): Scene {
  const within = (value: number, center: number, half: number): number =>
    tidy(Math.min(Math.max(value, center - half), center + half));
  return {
    ...scene,
    x: within(x, VIEW.x, VIEW.halfWidth - 0.4),
    y: within(y, VIEW.y, VIEW.halfHeight - 0.2),
    angle: tidyAngle(angle),
  };
}

/** The scene with its body lowered until it touches the ground; as it is if it overlaps it. */
export function lowered(scene: Scene): Scene {
  const hit = shapeCast(GROUND, IDENTITY, BODIES[scene.body], poseOf(scene), { x: 0, y: -9 });
  return hit === null ? scene : { ...scene, y: scene.y - 9 * hit.fraction };
}

/** The contacts of ground (A) and body (B); normals lead away from the ground. */
export function contactsOf(scene: Scene, out?: ManifoldList): ManifoldList {
  const { body } = scene;
  return manifolds(GROUND, IDENTITY, BODIES[body], poseOf(scene), { margin: MARGIN }, out);
}

/** Contacts in numbers. */
export interface Summary {
  points: number;
  /** The least separation of all points; Infinity without any. Negative where surfaces overlap. */
  least: number;
}

/** Counts the points and finds the deepest. */
export function summary({ count, manifolds }: ManifoldList): Summary {
  let points = 0, least = Infinity;
  for (const manifold of manifolds.slice(0, count)) {
    points += manifold.pointCount;
    for (const { separation } of manifold.points.slice(0, manifold.pointCount)) {
      least = Math.min(least, separation);
    }
  }
  return { points, least };
}
