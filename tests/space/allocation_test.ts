/**
 * What the questions of a space leave on the heap when they are given `out`.
 *
 * @module
 */
import {
  box,
  capsule,
  chain,
  circle,
  compound,
  moveAndSlide,
  type MoveResult,
  newImpactResult,
  pose,
  RAY_STRIDE,
  regularPolygon,
  type Shape,
  Space,
} from "@narrowphase/gjk2d";
import { allocateNothing, describeLong, type Queries } from "../contract/heap.ts";
import { vector } from "../contract/single_queries.ts";

const SHAPES: readonly Shape[] = [
  circle(0.5),
  box(1, 0.5),
  capsule({ x: -0.5, y: 0.25 }, { x: 0.5, y: 0 }, 0.25),
  regularPolygon(7, 0.75),
  compound([box(1, 0.25), { shape: box(0.25, 1), pose: pose(0.5, 0.5) }]),
];
/** Bodies that overlap their neighbours, on ground that is a chain. */
const space = new Space();
for (let k = 0; k < 20; k++) {
  space.add(SHAPES[k % SHAPES.length], pose(0.9 * (k % 10), 0.9 * Math.floor(k / 10), k));
}
space.add(chain([{ x: 12, y: -0.25 }, { x: 4, y: -0.5 }, { x: -3, y: -0.25 }]));
space.add(box(2, 2), pose(5, 2), { sensor: true });
space.update();

/** Places from one corner of the crowd to the other and beyond. */
const CASES = 16;
const places = Array.from({ length: CASES }, (_, k) => pose(0.6 * k - 0.3, 0.35 * k + 0.1, k));
const ways = places.map((_, k) => vector(7.5 - k, 0.5 * k - 3.25));
const points = places.map(({ x, y }) => vector(x, y));
const boxes = places.map(({ x, y }, k) => {
  const b = { minX: NaN, minY: NaN, maxX: NaN, maxY: NaN };
  b.minX = x - 0.5;
  b.minY = y - 0.5;
  b.maxX = x + 0.25 * k;
  b.maxY = y + 0.5;
  return b;
});
const sweeps = places.map((from, k) => ({
  localCenter: vector(0.125, 0),
  from,
  to: pose(5.5 - from.x, 4.25 - from.y, 2 * k),
}));
const ids = new Uint32Array(256);
const hit = space.rayCast(vector(-5, 0.1), vector(20, 0))!;
const hits = { count: 0, hits: [] };
const rays = new Float64Array(10 * RAY_STRIDE);
for (let k = 0; k < 10; k++) rays.set([k - 0.5, -1, 0.5, 9, 0], RAY_STRIDE * k);
const found = space.rayCasts(rays);
const manyBoxes = Float64Array.of(0, 0, 3, 3, -Infinity, -Infinity, Infinity, Infinity);
const listed = space.inBoxes(manyBoxes);
const near = { count: 0, neighbours: [] };
const impact = { id: -1, ...newImpactResult() };
const casts = [undefined, { targetSeparation: 0.125 }, { mask: 3 }];
const selections = [
  undefined,
  { mask: 5, except: 7 },
  { except: Uint32Array.of(3, 5), sensors: false },
  { except: new Set([3, 5]) },
];
const nearest = [{ count: 3 }, { count: 1, max: 2.5 }, { count: 8 }];
const contact = space.contacts.get(0);

/** Stairs up to a wall, boulders and a ramp, for movers. */
const stage = new Space();
for (let k = 0; k < 5; k++) stage.add(box(1, 1), pose(k, 0.25 * k - 0.5));
for (let k = 0; k < 4; k++) stage.add(circle(0.5), pose(-k, -0.5));
stage.add(box(1, 4), pose(5, 1));
stage.add(chain([{ x: -3.25, y: 0 }, { x: -9, y: 1.5 }]));
const HERO = capsule({ x: 0, y: 0.25 }, { x: 0, y: 0.75 }, 0.25);
/** Where they are and want to go; most stand on something. */
const STANDS = [0, 0.4, 0.9, 1.4, 1.9, 2.4, 3.4, 4.2, -0.5, -1, -1.5, -2, -4, -5, -6, 3];
const stands = STANDS.map((x) =>
  pose(x, x > 0 ? 0.25 * Math.floor(x + 0.5) + 0.01 : x < -3 ? 1 : 0.05)
);
const walks = STANDS.map((_, k) => vector(k % 3 === 0 ? -0.3 : 0.3, k === 15 ? 0.4 : -0.1));
const stride = { up: vector(0, 1), step: 0.3, snap: 0.25 };
const met: MoveResult = {
  ...{ x: NaN, y: NaN, count: 0, hits: [], ground: -1, groundNormal: vector(0, 0), depth: NaN },
};
const FAR = pose(0, 99);
const hero = stage.add(HERO, pose(0, 9));
const sink = { count: 0 };

const QUESTIONS: Queries = {
  update(i) {
    space.setPose(0, places[i]);
    space.setPose(9, places[(i + 1) % CASES]);
    space.update();
    sink.count += space.began.size + space.ended.size + space.contacts.size;
  },
  contacts(i) {
    sink.count += space.contacts.get(i, contact).count;
  },
  findPairs(i) {
    space.setPose(7, places[i]);
    sink.count += space.findPairs(0, ids).length;
  },
  rayCast(i) {
    if (space.rayCast(points[i], ways[i], selections[i % 4], hit) !== null) sink.count++;
  },
  rayCastAll(i) {
    sink.count += space.rayCastAll(points[i], ways[i], selections[i % 4], hits).count;
  },
  rayCasts() {
    if (space.rayCasts(rays, undefined, found)[0] >= 0) sink.count++;
  },
  rayCastAny(i) {
    if (space.rayCastAny(points[i], ways[i], selections[i % 4])) sink.count++;
  },
  shapeCast(i) {
    const shape = SHAPES[i % SHAPES.length];
    if (space.shapeCast(shape, places[i], ways[i], casts[i % 3], hit) !== null) sink.count++;
  },
  overlaps(i) {
    sink.count += space.overlaps(SHAPES[i % SHAPES.length], places[i], undefined, ids).length;
  },
  at(i) {
    sink.count += space.at(points[i], undefined, ids).length;
  },
  inBox(i) {
    sink.count += space.inBox(boxes[i], undefined, ids).length;
  },
  inBoxes() {
    sink.count += space.inBoxes(manyBoxes, undefined, listed).length;
  },
  nearest(i) {
    sink.count += space.nearest(points[i], nearest[i % 3], near).count;
  },
  moveAndSlide(i) {
    moveAndSlide(stage, HERO, stands[i], walks[i], stride, met);
    sink.count += met.count;
    moveAndSlide(stage, SHAPES[i % 4], stands[i], walks[i], undefined, met);
    stage.setPose(hero, stands[i]);
    sink.count += moveAndSlide(stage, hero, walks[i], stride, met).count;
    stage.setPose(hero, FAR);
  },
  timeOfImpact(i) {
    if (space.timeOfImpact(i, sweeps[i], undefined, impact).id >= 0) sink.count++;
  },
};

describeLong("allocation of a space", () => allocateNothing("", QUESTIONS, CASES, sink));
