/**
 * `deno task bench:world`: questions to a whole world of bodies, beside planck and rapier. Each of
 * 1000 questions is a call of its own; `in lists` is gjk2d with all of them in one call. Then frames:
 * bodies move, and 100 rays are cast.
 *
 * ```
 * --quick     1000 and 10 000 bodies, fewer rounds
 * --csv FILE  write the rows, for docs/benchmarks.md
 * ```
 *
 * Bodies are circles, boxes and hexagons about one unit wide, 1.4 apart. In the peers they are
 * kinematic, in a world without gravity, and rapier's index is brought up to date by its `step`.
 * `differ` counts questions that a peer answers otherwise than gjk2d by more than 1/1000 unit, or
 * with another number of bodies. planck's rays do not hit what they start in, and its boxes and
 * rapier's find bodies near the box, too.
 *
 * @module
 */
import {
  box,
  circle,
  type ConvexShape,
  type NeighbourList,
  pose,
  regularPolygon,
  Space,
} from "@narrowphase/gjk2d";
import * as planck from "planck";
import process from "node:process";
import { readArguments } from "../tools/arguments.ts";
import { Random } from "../tests/generate/random.ts";
import { describePlace, introduce, tick } from "./machine.ts";
import { quantile } from "./measure.ts";
import { loadRapier, type Rapier, type RapierBody, VERSIONS } from "./peers.ts";
import { alignColumns, toCsv } from "./report.ts";

const QUESTIONS = 1000;
const RAYS = 100;
const LENGTH = 20;
const TOLERANCE = 1e-3;

type Subject = "ray" | "box" | "point" | "nearest" | "shape cast";

/** One question about one world. */
export interface WorldRow {
  question: string;
  bodies: number;
  /** Microseconds a question (or a frame): one call each, all in a list, and the peers; NaN: none. */
  one: number;
  list: number;
  planckUs: number;
  rapierUs: number;
  /** Of 1000 questions, how many a peer answers otherwise. */
  planckDiffers: number;
  rapierDiffers: number;
}

/** A world: how it answers question k with a number that can be compared, and how bodies move. */
interface World {
  ask: Partial<Record<Subject, (k: number) => number>>;
  move(id: number, x: number, y: number): void;
  /** Ends the moves of a frame. */
  settle(): void;
}

/** Where everything is: the same numbers for all worlds. */
class Scene {
  readonly shapes: ConvexShape[] = [];
  readonly at: Float64Array;
  readonly rays: Float64Array = new Float64Array(5 * QUESTIONS);
  readonly boxes: Float64Array = new Float64Array(4 * QUESTIONS);
  readonly points: Float64Array = new Float64Array(2 * QUESTIONS);
  readonly casts: Float64Array = new Float64Array(6 * QUESTIONS);
  readonly span: number;

  constructor(readonly bodies: number) {
    const r = new Random("world", bodies), span = 1.4 * Math.sqrt(bodies);
    this.span = span;
    const shapes = [circle(0.5), box(1, 0.75), regularPolygon(6, 0.5)];
    this.at = new Float64Array(3 * bodies);
    for (let k = 0; k < bodies; k++) {
      this.shapes.push(shapes[k % 3]);
      this.at.set([r.range(0, span), r.range(0, span), r.range(-3, 3)].map(Math.fround), 3 * k);
    }
    for (let k = 0; k < QUESTIONS; k++) {
      const x = r.range(0, span), y = r.range(0, span), angle = r.range(-3, 3);
      const dx = LENGTH * Math.cos(angle), dy = LENGTH * Math.sin(angle);
      this.rays.set([x, y, dx, dy, -1], 5 * k);
      this.boxes.set([x, y, x + 4, y + 3], 4 * k);
      this.points.set([x, y], 2 * k);
      this.casts.set([x, y, 1, 0, dx, dy], 6 * k);
    }
  }
}

const MOVER = circle(0.25);

class Ours implements World {
  readonly space: Space;
  readonly ask: Record<Subject, (k: number) => number>;
  readonly askAll: Record<Subject, () => number>;
  readonly #at = { x: 0, y: 0, cos: 1, sin: 0 };

  constructor(readonly scene: Scene) {
    const { bodies, shapes, at, rays, boxes, points, casts } = scene;
    const space = this.space = new Space({ capacity: bodies });
    for (let k = 0; k < bodies; k++) {
      space.add(shapes[k], pose(at[3 * k], at[3 * k + 1], at[3 * k + 2]));
    }
    const from = { x: 0, y: 0 }, way = { x: 0, y: 0 }, start = pose(0, 0);
    const window = { minX: 0, minY: 0, maxX: 0, maxY: 0 };
    // (A ray through a body, for a result to fill.)
    const hit = space.rayCast({ x: at[0] - 1, y: at[1] }, { x: 2, y: 0 })!;
    const ids = new Uint32Array(bodies);
    const near: NeighbourList = { count: 0, neighbours: [] };
    const aim = (a: Float64Array, k: number, target: { x: number; y: number }): void => {
      target.x = a[k];
      target.y = a[k + 1];
    };
    this.ask = {
      ray: (k) => {
        aim(rays, 5 * k, from);
        aim(rays, 5 * k + 2, way);
        return space.rayCast(from, way, undefined, hit) === null ? -1 : LENGTH * hit.fraction;
      },
      box: (k) => {
        aim(boxes, 4 * k, from);
        window.minX = from.x;
        window.minY = from.y;
        window.maxX = boxes[4 * k + 2];
        window.maxY = boxes[4 * k + 3];
        return space.inBox(window, undefined, ids).length;
      },
      point: (k) => {
        aim(points, 2 * k, from);
        return space.at(from, undefined, ids).length;
      },
      nearest: (k) => {
        aim(points, 2 * k, from);
        space.nearest(from, undefined, near);
        return near.neighbours[0].distance;
      },
      "shape cast": (k) => {
        aim(casts, 6 * k, start);
        aim(casts, 6 * k + 4, way);
        return space.shapeCast(MOVER, start, way, undefined, hit) === null
          ? -1
          : LENGTH * hit.fraction;
      },
    };
    const hits = new Float64Array(7 * QUESTIONS), nearest = new Float64Array(4 * QUESTIONS);
    let found = new Uint32Array(64 * QUESTIONS);
    const grow = (list: Uint32Array): number => {
      if (list.length > found.length) found = new Uint32Array(2 * list.length);
      return list.length;
    };
    this.askAll = {
      ray: () => space.rayCasts(rays, undefined, hits)[1],
      box: () => grow(space.inBoxes(boxes, undefined, found)),
      point: () => grow(space.atPoints(points, undefined, found)),
      nearest: () => space.nearestTo(points, undefined, nearest)[1],
      "shape cast": () => space.shapeCasts(MOVER, casts, undefined, hits)[1],
    };
  }

  move(id: number, x: number, y: number): void {
    const at = this.space.getPose(id, this.#at);
    at.x = x;
    at.y = y;
    this.space.setPose(id, at);
  }

  settle(): void {}
}

class Planck implements World {
  readonly ask: Partial<Record<Subject, (k: number) => number>>;
  readonly #bodies: planck.Body[] = [];

  constructor({ bodies, shapes, at, rays, boxes, points }: Scene) {
    const world = new planck.World();
    for (let k = 0; k < bodies; k++) {
      const body = world.createBody({
        type: "kinematic",
        position: { x: at[3 * k], y: at[3 * k + 1] },
        angle: at[3 * k + 2],
      });
      const { radius, points } = shapes[k];
      body.createFixture(
        radius > 0
          ? new planck.Circle(radius)
          : new planck.Polygon(points.map(({ x, y }) => planck.Vec2(x, y))),
      );
      this.#bodies.push(body);
    }
    const from = planck.Vec2(0, 0), to = planck.Vec2(0, 0), window = new planck.AABB();
    this.ask = {
      ray: (k) => {
        from.set(rays[5 * k], rays[5 * k + 1]);
        to.set(from.x + rays[5 * k + 2], from.y + rays[5 * k + 3]);
        let first = -1;
        world.rayCast(from, to, (_fixture, _point, _normal, fraction) => {
          first = LENGTH * fraction;
          return fraction;
        });
        return first;
      },
      box: (k) => {
        window.lowerBound.set(boxes[4 * k], boxes[4 * k + 1]);
        window.upperBound.set(boxes[4 * k + 2], boxes[4 * k + 3]);
        let count = 0;
        world.queryAABB(window, () => ++count > 0);
        return count;
      },
      point: (k) => {
        from.set(points[2 * k], points[2 * k + 1]);
        window.lowerBound.set(from);
        window.upperBound.set(from);
        let count = 0;
        world.queryAABB(window, (fixture) => {
          if (fixture.testPoint(from)) count++;
          return true;
        });
        return count;
      },
    };
  }

  move(id: number, x: number, y: number): void {
    const body = this.#bodies[id];
    body.setTransform({ x, y }, body.getAngle());
  }

  settle(): void {}
}

class Rapiers implements World {
  readonly ask: Record<Subject, (k: number) => number>;
  readonly #bodies: RapierBody[] = [];
  readonly settle: () => void;

  constructor(R: Rapier, { bodies, shapes, at, rays, boxes, points, casts }: Scene) {
    const world = new R.World({ x: 0, y: 0 });
    for (let k = 0; k < bodies; k++) {
      const { radius, points, kind } = shapes[k];
      const [p] = points;
      const body = world.createRigidBody(
        R.RigidBodyDesc.kinematicPositionBased().setTranslation(at[3 * k], at[3 * k + 1])
          .setRotation(at[3 * k + 2]),
      );
      world.createCollider(
        kind === "circle"
          ? R.ColliderDesc.ball(radius)
          : points.length === 4
          ? R.ColliderDesc.cuboid(Math.abs(p.x), Math.abs(p.y))
          : R.ColliderDesc.convexHull(Float32Array.from(points.flatMap(({ x, y }) => [x, y])))!,
        body,
      );
      this.#bodies.push(body);
    }
    this.settle = () => world.step();
    world.step();
    const from = { x: 0, y: 0 }, half = { x: 2, y: 1.5 }, way = { x: 0, y: 0 };
    const mover = new R.Ball(MOVER.radius);
    // Made before, as a game would keep them.
    const made = Array.from(
      { length: QUESTIONS },
      (_, k) =>
        new R.Ray({ x: rays[5 * k], y: rays[5 * k + 1] }, {
          x: rays[5 * k + 2],
          y: rays[5 * k + 3],
        }),
    );
    let count = 0;
    const each = (): boolean => ++count > 0;
    this.ask = {
      // With the normal, as gjk2d and planck give it.
      ray: (k) => {
        const hit = world.castRayAndGetNormal(made[k], 1, true);
        return hit === null ? -1 : LENGTH * hit.timeOfImpact;
      },
      box: (k) => {
        count = 0;
        from.x = boxes[4 * k] + half.x;
        from.y = boxes[4 * k + 1] + half.y;
        world.collidersWithAabbIntersectingAabb(from, half, each);
        return count;
      },
      point: (k) => {
        count = 0;
        from.x = points[2 * k];
        from.y = points[2 * k + 1];
        world.intersectionsWithPoint(from, each);
        return count;
      },
      nearest: (k) => {
        from.x = points[2 * k];
        from.y = points[2 * k + 1];
        const { point } = world.projectPoint(from, true)!;
        const x = point.x - from.x, y = point.y - from.y;
        return Math.sqrt(x * x + y * y);
      },
      "shape cast": (k) => {
        from.x = casts[6 * k];
        from.y = casts[6 * k + 1];
        way.x = casts[6 * k + 4];
        way.y = casts[6 * k + 5];
        const hit = world.castShape(from, 0, way, mover, 0, 1, true);
        return hit === null ? -1 : LENGTH * hit.time_of_impact;
      },
    };
  }

  move(id: number, x: number, y: number): void {
    this.#bodies[id].setTranslation({ x, y }, true);
  }
}

/** Keeps every answer alive. */
const sink = new Float64Array(1);

/**
 * Median milliseconds of each run, of the processor's time, since a busy machine interrupts long
 * runs more often than short ones. The runs take turns, round after round; NaN for what is missing.
 */
function race(
  runs: readonly ((() => void) | null)[],
  rounds: number,
  prepare: (round: number) => void = () => {},
): number[] {
  const times = runs.map(() => new Float64Array(rounds));
  for (let round = -2; round < rounds; round++) {
    prepare(round);
    for (let m = 0; m < runs.length; m++) {
      const at = (m + round + 2) % runs.length, run = runs[at];
      if (run === null) continue;
      const start = process.cpuUsage();
      run();
      const { user, system } = process.cpuUsage(start);
      if (round >= 0) times[at][round] = (user + system) / 1000;
    }
  }
  return times.map((list, k) => runs[k] === null ? NaN : quantile(list.sort(), 0.5));
}

/** Of 1000 questions, how many are answered otherwise; NaN without answers. */
function countDifferent(
  ours: (k: number) => number,
  theirs: ((k: number) => number) | undefined,
): number {
  if (theirs === undefined) return NaN;
  let count = 0;
  for (let k = 0; k < QUESTIONS; k++) {
    if (Math.abs(ours(k) - theirs(k)) > TOLERANCE) count++;
  }
  return count;
}

/** Measures a world of so many bodies. */
function measureWorld(R: Rapier, bodies: number, rounds: number): WorldRow[] {
  const scene = new Scene(bodies);
  const ours = new Ours(scene), rapier = new Rapiers(R, scene), peer = new Planck(scene);
  const rows: WorldRow[] = [];
  for (const subject of Object.keys(ours.ask) as Subject[]) {
    const loop = (ask: ((k: number) => number) | undefined) =>
      ask === undefined ? null : () => {
        for (let k = 0; k < QUESTIONS; k++) sink[0] += ask(k);
      };
    const [one, list, p, r] = race([
      loop(ours.ask[subject]),
      () => void (sink[0] += ours.askAll[subject]()),
      loop(peer.ask[subject]),
      loop(rapier.ask[subject]),
    ], rounds).map((ms) => 1000 * ms / QUESTIONS);
    rows.push({
      question: subject,
      bodies,
      one,
      list,
      planckUs: p,
      rapierUs: r,
      planckDiffers: countDifferent(ours.ask[subject], peer.ask[subject]),
      rapierDiffers: countDifferent(ours.ask[subject], rapier.ask[subject]),
    });
    tick();
  }
  // Frames. Bodies go to and fro, so that the scene stays what it was.
  const rays = scene.rays.subarray(0, 5 * RAYS), hits = new Float64Array(7 * RAYS);
  for (const [what, share] of [["1 % move", 0.01], ["all move", 1]] as const) {
    const step = Math.round(1 / share);
    let shift = 0;
    const frame = (world: World, cast: () => void) => () => {
      for (let k = 0; k < bodies; k += step) {
        world.move(k, scene.at[3 * k] + shift, scene.at[3 * k + 1]);
      }
      world.settle();
      cast();
    };
    const castEach = (world: World) => () => {
      const ray = world.ask.ray!;
      for (let k = 0; k < RAYS; k++) sink[0] += ray(k);
    };
    const [one, list, p, r] = race(
      [
        frame(ours, castEach(ours)),
        frame(ours, () => void (sink[0] += ours.space.rayCasts(rays, undefined, hits)[1])),
        frame(peer, castEach(peer)),
        frame(rapier, castEach(rapier)),
      ],
      Math.max(5, rounds >> 1),
      (round) => shift = 0.0625 * ((round & 3) - 1),
    ).map((ms) => 1000 * ms);
    rows.push({
      question: `frame: ${what}, ${RAYS} rays`,
      bodies,
      one,
      list,
      planckUs: p,
      rapierUs: r,
      planckDiffers: NaN,
      rapierDiffers: NaN,
    });
    tick();
  }
  return rows;
}

const time = (us: number): string =>
  Number.isNaN(us) ? "-" : us < 10 ? us.toFixed(2) : us.toFixed(us < 100 ? 1 : 0);
const times = (ratio: number): string =>
  Number.isNaN(ratio) ? "-" : `${ratio.toFixed(ratio < 10 ? 1 : 0)}x`;

/** Cells of the table. */
export function tabulateWorlds(rows: readonly WorldRow[]): string[][] {
  return [
    [
      "question",
      "bodies",
      "gjk2d us",
      "in lists",
      "planck",
      "rapier",
      "planck/ours",
      "rapier/ours",
      "differ",
    ],
    ...rows.map((row) => [
      row.question,
      `${row.bodies}`,
      time(row.one),
      time(row.list),
      time(row.planckUs),
      time(row.rapierUs),
      times(row.planckUs / row.one),
      times(row.rapierUs / row.one),
      [row.planckDiffers, row.rapierDiffers].map((n) => Number.isNaN(n) ? "-" : n).join(", "),
    ]),
  ];
}

if (import.meta.main) {
  const { quick, csv } = readArguments({
    quick: { type: "boolean", default: false },
    csv: { type: "string" },
  }).values;
  const config = JSON.parse(Deno.readTextFileSync(new URL("../deno.json", import.meta.url)));
  const pinned = (name: string): string => String(config.imports[name]).split("@")[1];
  introduce(`gjk2d world benchmark: ${QUESTIONS} questions to a world, ${RAYS} rays a frame`);
  console.log(`peers: planck, rapier ${VERSIONS["@dimforge/rapier2d-compat"]}`);
  const rapier = await loadRapier("@dimforge/rapier2d-compat");
  await rapier.init();
  const rows: WorldRow[] = [];
  for (const bodies of quick ? [1000, 10_000] : [1000, 10_000, 100_000]) {
    tick(`\n${bodies} bodies `);
    rows.push(...measureWorld(rapier, bodies, quick ? 7 : 15));
  }
  console.log("\n\nmicroseconds a question, and a frame; differ: of 1000 answers, planck, rapier");
  for (const line of alignColumns(tabulateWorlds(rows))) console.log(line);
  if (csv !== undefined) {
    Deno.writeTextFileSync(
      csv,
      toCsv({ ...describePlace(), planck: pinned("planck"), sat: pinned("sat") }, rows),
    );
  }
}
