/**
 * The package seen by a strict compiler: the types of every entry point are used and must mean what they
 * say. Then it plays the scene.
 *
 * @module
 */
import {
  type Aabb,
  aabb,
  box,
  type CastHit,
  circle,
  collide,
  type CollideOptions,
  convex,
  type ConvexShape,
  distance,
  type DistanceResult,
  type Feature,
  gjkTrace,
  type Manifold,
  type MassProperties,
  massProperties,
  type Penetration,
  penetration,
  polygon,
  type Pose,
  pose,
  rayCast,
  type ShapeKind,
  SimplexCache,
  Space,
  type SpaceOptions,
  type Status,
  type TraceStep,
  type Vec2,
} from "@narrowphase/gjk2d";
import { POSE_STRIDE } from "@narrowphase/gjk2d/space";
import { type Clock, GameLoop, presets } from "@narrowphase/gjk2d/loop";
import { VirtualTime } from "@narrowphase/gjk2d/loop/testing";
import { sincos } from "@narrowphase/gjk2d/math";
import { playScene } from "./scene.js";

// All of the host that this file asks for.
declare const console: { log(line: string): void };

const crate: ConvexShape = box(2, 1, { radius: 0.125 });
const kind: ShapeKind = crate.kind;
const at: Readonly<Pose> = pose(1, 2);
const corners: Vec2[] = [{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 0, y: 2 }];
const wedge: ConvexShape = polygon(corners);
const out: DistanceResult = distance(crate, at, wedge, { x: 4, y: 0, cos: 1, sin: 0 });
const again: DistanceResult = distance(crate, at, wedge, pose(4, 0), out, new SimplexCache());
const status: Status = again.status;
const feature: Feature = again.featureA;
const overlap: Penetration | null = penetration(crate, at, wedge, at);
const manifold: Manifold = collide(crate, at, wedge, at, { margin: 0.5 });
const count: 0 | 1 | 2 = manifold.pointCount;
const hit: CastHit | null = rayCast(crate, at, { x: -4, y: 2 }, { x: 8, y: 0 });
const bounds: Aabb = aabb(crate, at);
const mass: MassProperties = massProperties(wedge, 2);
const steps: TraceStep[] = gjkTrace(crate, at, wedge, at);
const blob: ConvexShape = convex({
  center: { x: 0, y: 0 },
  support(dx: number, dy: number, point: Vec2): void {
    const l = Math.sqrt(dx * dx + dy * dy);
    point.x = dx / l;
    point.y = dy / l;
  },
});

/** Never called: the compiler must refuse each line, and complains where it does not. */
export function refused(): SpaceOptions {
  // @ts-expect-error a shape cannot be changed
  crate.radius = 1;
  // @ts-expect-error what only looks like a shape is none
  distance({ kind: "point", points: [{ x: 0, y: 0 }], radius: 0, support: null }, at, crate, at);
  // @ts-expect-error a radius is a number
  circle("1");
  // @ts-expect-error null must be looked at
  hit.fraction;
  // @ts-expect-error there is no such backend
  return { backend: "gpu" };
}

// An option may be left out or be undefined, also under exactOptionalPropertyTypes.
const unset: undefined = undefined;
const margin: CollideOptions = { margin: unset };
collide(crate, at, box(1, 1, { radius: unset, center: unset, angle: unset }), at, margin);

const options: SpaceOptions = { capacity: 4, backend: "ts" };
const space = new Space(options);
const id: number = space.add(blob, at);
const y: number = space.poses[POSE_STRIDE * id + 1] ?? NaN;

const time = new VirtualTime();
const clock: Clock = time;
let updates = 0;
const loop = new GameLoop(
  { update: (_dt: number): void => void updates++, draw(): void {} },
  clock,
  presets.advanced(20),
);
const ended: Promise<string> = loop.run(time);
await time.run(205);
loop.stop();
await Promise.all([ended, time.run(300)]);

const found = [
  kind === "polygon",
  status === "separated",
  feature.type === "vertex" || feature.type === "edge",
  overlap !== null && overlap.depth > 0,
  count > 0,
  hit?.fraction === 0.3671875 || hit !== null,
  bounds.minX < bounds.maxX,
  mass.mass === 2,
  steps.length > 0,
  y === 2,
  updates > 0,
  sincos(0).cos === 1,
];
if (found.includes(false)) throw new Error(`typed.ts: ${found}`);

const { hash, backend }: { hash: string; backend: string } = playScene();
console.log(`scene ${hash} ${backend}`);
