/**
 * `deno task bench:engines`: whole engines on the same scenes. The engine of
 * examples/space_step.ts beside rapier, Box2D v3 (WebAssembly and phaser's port), planck and
 * matter: milliseconds a step once everything lies still, and how well it lies.
 *
 * ```
 * --bodies N      bodies of a scene, about (default 500)
 * --only A,B      only engines whose names contain one of these
 * --quick         100 bodies, 2 seconds
 * --csv FILE      write the rows, for docs/benchmarks.md
 * ```
 *
 * All engines have steps of 1/60 s, gravity 10, friction 0.6, no sleeping, no continuous collision,
 * one thread, and else their own defaults: 4 substeps or iterations of ours, rapier and Box2D, 8 and
 * 3 iterations of planck. After ten seconds, the steps of all engines are timed in turn for another
 * ten: `ms a step` is the median of the processor's time, not of the clock's, because where other
 * programs run, long steps would be interrupted more often than short ones.
 *
 * `speed` is the greatest of any body at the end, `overlap` the deepest of any pair, measured by
 * gjk2d on the poses of each engine, `drift` the furthest that a body got in the last ten seconds;
 * metres and seconds, bodies are about 1 m wide. `load` is the time until a worker that has nothing
 * yet can use the package (for Box2D: until the process can), `kB` what a page loads for the scenes,
 * minified and gzipped.
 *
 * @module
 */
import { Buffer } from "node:buffer";
import process from "node:process";
import { gzipSync } from "node:zlib";
import { box, circle, type ConvexShape, pose, regularPolygon, Space } from "@narrowphase/gjk2d";
import * as P from "planck";
import { BODY_STRIDE, SpaceSimulation, VX, VY } from "../examples/space_step.ts";
import { readArguments, readCount, refuse } from "../tools/arguments.ts";
import { Random } from "../tests/generate/random.ts";
import type { Load } from "./engine_load.ts";
import { describePlace, introduce, tick } from "./machine.ts";
import { quantile } from "./measure.ts";
import { fetchPeer, loadRapier, VERSIONS } from "./peers.ts";
import { alignColumns, toCsv } from "./report.ts";

const DT = 1 / 60;
const GRAVITY = 10;
const FRICTION = 0.6;
const SUBSTEPS = 4;

/** A body of a scene: its shape is box, circle or convex polygon about its center. */
interface Body {
  shape: ConvexShape;
  x: number;
  y: number;
  isStatic: boolean;
}

/** Position, rotation and velocity of a body. */
interface State {
  x: number;
  y: number;
  angle: number;
  vx: number;
  vy: number;
}

/** An engine with a scene in it. */
interface World {
  step(): void;
  state(k: number): State;
}

/** A package, loaded. */
interface Engine extends Shipped {
  name: string;
  version: string;
  make(bodies: readonly Body[]): World;
}

/** One engine on one scene. */
export interface EngineRow {
  scene: string;
  bodies: number;
  library: string;
  release: string;
  ms: number;
  p10: number;
  p90: number;
  ratio: number;
  speed: number;
  overlap: number;
  drift: number;
  load: number;
  bytes: number;
}

// ---- Scenes

const CRATE = box(1, 1);
const BALL = circle(0.5);

/** A stack of rows, each one box shorter. */
function pyramid(bodies: number): Body[] {
  const rows = Math.round(Math.sqrt(2 * bodies));
  const all: Body[] = [{ shape: box(3 * rows, 1), x: 0, y: -0.5, isStatic: true }];
  for (let row = 0; row < rows; row++) {
    for (let k = 0; k < rows - row; k++) {
      const x = 1.1 * (k - (rows - row - 1) / 2);
      all.push({ shape: CRATE, x, y: 0.5 + row, isStatic: false });
    }
  }
  return all;
}

/** Bodies dropped into a bin, a little apart. */
function bin(name: string, bodies: number, shapes: readonly ConvexShape[]): Body[] {
  const r = new Random(name, bodies), wide = Math.sqrt(bodies);
  const all: Body[] = [{ shape: box(wide + 2, 1), x: 0, y: -0.5, isStatic: true }];
  for (const side of [-1, 1]) {
    all.push({ shape: box(1, 6 * wide), x: side * (wide + 1) / 2, y: 3 * wide, isStatic: true });
  }
  const columns = Math.floor(wide / 1.3);
  for (let k = 0; k < bodies; k++) {
    const x = 1.3 * (k % columns - (columns - 1) / 2) + r.range(-0.05, 0.05);
    const y = 0.7 + 1.15 * Math.floor(k / columns);
    all.push({ shape: shapes[k % shapes.length], x, y, isStatic: false });
  }
  return all;
}

/** Scenes by name, made of so many bodies. */
export const SCENES: Readonly<Record<string, (bodies: number) => Body[]>> = {
  pyramid,
  pile: (bodies) => bin("pile", bodies, [CRATE, BALL]),
  mixed: (bodies) =>
    bin("mixed", bodies, [
      box(1, 0.6),
      circle(0.4),
      regularPolygon(3, 0.6),
      regularPolygon(6, 0.5),
    ]),
};

// ---- Engines

/** Half width and half height if a shape is a box. */
function halves({ points }: ConvexShape): { hx: number; hy: number } | null {
  return points.length === 4 ? { hx: Math.abs(points[0].x), hy: Math.abs(points[0].y) } : null;
}

/** What a page loads, and how long that takes. */
interface Shipped {
  /** Milliseconds until it can be used. */
  load: number;
  /** Bytes after gzip. */
  bytes: number;
}

/** Milliseconds until a file's package can be used: the least of three workers. */
async function timeLoad(load: Load): Promise<number> {
  let least = Infinity;
  for (let k = 0; k < 3; k++) {
    const worker = new Worker(new URL("engine_load.ts", import.meta.url), { type: "module" });
    const ms = await new Promise<number>((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(`Cannot load ${load.url}: ${message}`));
      worker.postMessage(load);
    });
    worker.terminate();
    least = Math.min(least, ms);
  }
  return least;
}

/**
 * Bundles `code` as for a page, and loads the bundle. If the package finds other `files` beside it,
 * these count too, and the caller loads it.
 */
async function ship(
  ready: Load["ready"],
  code: string,
  files: readonly URL[] = [],
): Promise<Shipped> {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: pathOf(".") },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    platform: "browser",
    plugins: [{
      name: "library",
      setup: ({ onResolve }) =>
        onResolve(
          { filter: /^@narrowphase/ },
          () => ({ path: pathOf("mod.ts"), sideEffects: false }), // as in package.json
        ),
    }],
    external: ["module", "node:*", "fs", "worker_threads"],
    write: false,
    logLevel: "error",
  });
  const [{ contents }] = outputFiles;
  const zip = (bytes: Uint8Array): number => gzipSync(Buffer.from(bytes), { level: 9 }).length;
  const bytes = files.reduce((sum, file) => sum + zip(Deno.readFileSync(file)), zip(contents));
  if (files.length > 0) return { bytes, load: NaN };
  const bundle = Deno.makeTempFileSync({ suffix: ".mjs" });
  try {
    Deno.writeFileSync(bundle, contents);
    return { bytes, load: await timeLoad({ url: `file://${bundle}`, ready }) };
  } finally {
    Deno.removeSync(bundle);
  }
}

/** Where a file is: a file of a package, or one of this repository. */
function pathOf(file: URL | string): string {
  const { pathname } = new URL(file, new URL("..", import.meta.url));
  return decodeURIComponent(pathname);
}

async function loadOurs(): Promise<Engine> {
  const file = new URL("../examples/space_step.ts", import.meta.url);
  return {
    name: "gjk2d example",
    version: "this checkout",
    ...await ship("space", `export { SpaceSimulation } from "${pathOf(file)}";`),
    make(bodies) {
      const world = new SpaceSimulation();
      world.substeps = SUBSTEPS;
      world.gravity = -GRAVITY;
      for (const { shape, x, y, isStatic } of bodies) {
        world.add(shape, pose(x, y), { density: isStatic ? 0 : 1, friction: FRICTION });
      }
      return {
        step: () => world.step(DT),
        state(k) {
          const { x, y, cos, sin } = world.space.getPose(k), v = BODY_STRIDE * k;
          const [vx, vy] = [world.bodies[v + VX], world.bodies[v + VY]];
          return { x, y, angle: Math.atan2(sin, cos), vx, vy };
        },
      };
    },
  };
}

async function loadRapierEngine(
  name: "@dimforge/rapier2d-compat" | "@dimforge/rapier2d-simd-compat",
): Promise<Engine> {
  const folder = await fetchPeer(name);
  const isSimd = name.includes("simd");
  const file = new URL(isSimd ? "rapier.mjs" : "dist/rapier.mjs", folder);
  const shipped = await ship("init", `export * from "${pathOf(file)}";`);
  const R = await loadRapier(name);
  await R.init();
  return {
    name: isSimd ? "rapier simd" : "rapier",
    version: VERSIONS[name],
    ...shipped,
    make(bodies) {
      const world = new R.World({ x: 0, y: -GRAVITY });
      world.timestep = DT;
      const made = bodies.map(({ shape, x, y, isStatic }) => {
        const desc = isStatic ? R.RigidBodyDesc.fixed() : R.RigidBodyDesc.dynamic();
        const body = world.createRigidBody(desc.setTranslation(x, y).setCanSleep(false));
        const half = halves(shape);
        const collider = shape.kind === "circle"
          ? R.ColliderDesc.ball(shape.radius)
          : half !== null
          ? R.ColliderDesc.cuboid(half.hx, half.hy)
          : R.ColliderDesc.convexHull(Float32Array.from(shape.points.flatMap((p) => [p.x, p.y])))!;
        world.createCollider(collider.setDensity(1).setFriction(FRICTION), body);
        return body;
      });
      return {
        step: () => world.step(),
        state(k) {
          const { x, y } = made[k].translation(), v = made[k].linvel();
          return { x, y, angle: made[k].rotation(), vx: v.x, vy: v.y };
        },
      };
    },
  };
}

// The two ports of Box2D v3 have the same functions, so they are called through one interface.

interface B2Vec {
  x: number;
  y: number;
}
interface B2Polygon {
  count: number;
}
interface B2ShapeDef {
  density: number;
  friction: number;
  material: { friction: number };
}
interface Box2D {
  b2CreateWorldArray?(): void;
  b2Vec2: new (x?: number, y?: number) => B2Vec;
  b2Circle: new () => { center: B2Vec; radius: number };
  b2BodyType: { b2_dynamicBody: unknown };
  b2DefaultWorldDef(): {
    gravity: B2Vec;
    enableSleep: boolean;
    workerCount: number;
    enableContinuous?: boolean;
    enableContinous?: boolean;
  };
  b2CreateWorld(def: object): object;
  b2DefaultBodyDef(): { type: unknown; position: B2Vec };
  b2CreateBody(world: object, def: object): object;
  b2DefaultShapeDef(): B2ShapeDef;
  b2MakeBox(hx: number, hy: number): B2Polygon;
  b2ComputeHull(points: B2Vec[], count: number): object;
  b2MakePolygon(hull: object, radius: number): B2Polygon;
  b2CreatePolygonShape(body: object, def: object, polygon: B2Polygon): unknown;
  b2CreateCircleShape(body: object, def: object, circle: object): unknown;
  b2World_Step(world: object, dt: number, substeps: number): void;
  b2Body_GetPosition(body: object): B2Vec;
  b2Body_GetRotation(body: object): B2Vec;
  b2Rot_GetAngle(rotation: B2Vec): number;
  b2Body_GetLinearVelocity(body: object): B2Vec;
}

function makeBox2D(B: Box2D, bodies: readonly Body[]): World {
  const vector = (x: number, y: number): B2Vec => {
    const v = new B.b2Vec2();
    v.x = x;
    v.y = y;
    return v;
  };
  B.b2CreateWorldArray?.();
  const def = B.b2DefaultWorldDef();
  def.gravity = vector(0, -GRAVITY);
  def.enableSleep = false;
  def.workerCount = 0;
  // (One port has the older spelling.)
  for (const name of ["enableContinuous", "enableContinous"] as const) {
    if (name in def) def[name] = false;
  }
  const world = B.b2CreateWorld(def);
  const made = bodies.map(({ shape, x, y, isStatic }) => {
    const bodyDef = B.b2DefaultBodyDef();
    if (!isStatic) bodyDef.type = B.b2BodyType.b2_dynamicBody;
    bodyDef.position = vector(x, y);
    const body = B.b2CreateBody(world, bodyDef);
    const shapeDef = B.b2DefaultShapeDef();
    shapeDef.density = 1;
    if (shapeDef.material !== undefined) shapeDef.material.friction = FRICTION;
    else shapeDef.friction = FRICTION;
    const half = halves(shape);
    if (shape.kind === "circle") {
      const disk = new B.b2Circle();
      disk.center = vector(0, 0);
      disk.radius = shape.radius;
      B.b2CreateCircleShape(body, shapeDef, disk);
    } else {
      const points = shape.points.map((p) => vector(p.x, p.y));
      B.b2CreatePolygonShape(
        body,
        shapeDef,
        half !== null
          ? B.b2MakeBox(half.hx, half.hy)
          : B.b2MakePolygon(B.b2ComputeHull(points, points.length), 0),
      );
    }
    return body;
  });
  return {
    step: () => B.b2World_Step(world, DT, SUBSTEPS),
    state(k) {
      const { x, y } = B.b2Body_GetPosition(made[k]), v = B.b2Body_GetLinearVelocity(made[k]);
      return { x, y, angle: B.b2Rot_GetAngle(B.b2Body_GetRotation(made[k])), vx: v.x, vy: v.y };
    },
  };
}

async function loadBox2DWasm(build: "compat" | "deluxe"): Promise<Engine> {
  const folder = new URL(`build/dist/es/${build}/`, await fetchPeer("box2d3-wasm"));
  const file = new URL(`Box2D.${build}.mjs`, folder);
  const shipped = await ship("import", `export { default } from "${pathOf(file)}";`, [
    new URL(`Box2D.${build}.wasm`, folder),
  ]);
  // Here, and not in a worker, where the build with threads does not start.
  const begin = performance.now();
  const { default: start } = await import(file.href);
  const B: Box2D = await start();
  const load = performance.now() - begin;
  return {
    name: build === "compat" ? "Box2D v3 wasm" : "Box2D v3 wasm simd",
    version: VERSIONS["box2d3-wasm"],
    bytes: shipped.bytes,
    load,
    make: (bodies) => makeBox2D(B, bodies),
  };
}

async function loadPhaser(): Promise<Engine> {
  const file = new URL("dist/PhaserBox2D.js", await fetchPeer("phaser-box2d"));
  const B: Box2D = await import(file.href);
  return {
    name: "phaser-box2d",
    version: VERSIONS["phaser-box2d"],
    ...await ship(
      "import",
      `export { b2CreateWorldArray, b2Vec2, b2Circle, b2BodyType, b2DefaultWorldDef,
      b2CreateWorld, b2DefaultBodyDef, b2CreateBody, b2DefaultShapeDef, b2MakeBox, b2ComputeHull, b2MakePolygon,
      b2CreatePolygonShape, b2CreateCircleShape, b2World_Step, b2Body_GetPosition, b2Body_GetRotation }
      from "${pathOf(file)}";`,
    ),
    make: (bodies) => makeBox2D(B, bodies),
  };
}

async function loadPlanck(version: string): Promise<Engine> {
  return {
    name: "planck",
    version,
    ...await ship("import", `export { World, Circle, Polygon, Vec2 } from "planck";`),
    make(bodies) {
      const world = new P.World({
        gravity: { x: 0, y: -GRAVITY },
        allowSleep: false,
        continuousPhysics: false,
      });
      const made = bodies.map(({ shape, x, y, isStatic }) => {
        const body = world.createBody({
          type: isStatic ? "static" : "dynamic",
          position: { x, y },
        });
        body.createFixture(
          shape.kind === "circle"
            ? new P.Circle(shape.radius)
            : new P.Polygon(shape.points.map((p) => P.Vec2(p.x, p.y))),
          { density: 1, friction: FRICTION },
        );
        return body;
      });
      return {
        step: () => world.step(DT, 8, 3),
        state(k) {
          const { x, y } = made[k].getPosition(), v = made[k].getLinearVelocity();
          return { x, y, angle: made[k].getAngle(), vx: v.x, vy: v.y };
        },
      };
    },
  };
}

/** Pixels in a metre, for matter, whose tolerances are in pixels. */
const PIXELS = 40;

interface MatterBody {
  position: B2Vec;
  velocity: B2Vec;
  angle: number;
}
interface Matter {
  Engine: {
    create(options: object): { world: object };
    update(engine: object, ms: number): void;
  };
  Composite: { add(world: object, bodies: readonly MatterBody[]): void };
  Bodies: {
    rectangle(x: number, y: number, w: number, h: number, options: object): MatterBody;
    circle(x: number, y: number, radius: number, options: object): MatterBody;
    fromVertices(x: number, y: number, points: readonly B2Vec[][], options: object): MatterBody;
  };
}

async function loadMatter(version: string): Promise<Engine> {
  const { default: found } = await import("matter-js");
  const M = found as unknown as Matter;
  return {
    name: "matter",
    version,
    ...await ship("import", `export { Engine, Composite, Bodies } from "matter-js";`),
    make(bodies) {
      const gravity = { x: 0, y: -1, scale: GRAVITY * PIXELS / 1e6 };
      const engine = M.Engine.create({ gravity });
      const made = bodies.map(({ shape, x, y, isStatic }) => {
        const options = { isStatic, friction: FRICTION, density: 0.001 };
        const half = halves(shape), [u, v] = [PIXELS * x, PIXELS * y];
        if (shape.kind === "circle") return M.Bodies.circle(u, v, PIXELS * shape.radius, options);
        if (half !== null) {
          const [w, h] = [2 * PIXELS * half.hx, 2 * PIXELS * half.hy];
          return M.Bodies.rectangle(u, v, w, h, options);
        }
        const points = shape.points.map((p) => ({ x: PIXELS * p.x, y: PIXELS * p.y }));
        return M.Bodies.fromVertices(u, v, [points], options);
      });
      M.Composite.add(engine.world, made);
      return {
        step: () => M.Engine.update(engine, 1000 * DT),
        state(k) {
          const { position, velocity, angle } = made[k];
          // Its velocities are pixels a step.
          const [vx, vy] = [velocity.x, velocity.y].map((v) => v / PIXELS / DT);
          return { x: position.x / PIXELS, y: position.y / PIXELS, angle, vx, vy };
        },
      };
    },
  };
}

// ---- Measuring

/** The deepest overlap of any pair with a body that moves, by gjk2d on an engine's poses. */
function deepest(bodies: readonly Body[], states: readonly State[]): number {
  const space = new Space({ capacity: bodies.length });
  states.forEach(({ x, y, angle }, k) => {
    const group = bodies[k].isStatic ? 1 : 0;
    space.add(bodies[k].shape, pose(x, y, angle), { group });
  });
  const depths = space.penetrations(space.findPairs());
  let most = 0;
  for (let k = 0; k < depths.length; k += 8) most = Math.max(most, depths[k]);
  return most;
}

function measureScene(
  scene: string,
  size: number,
  engines: readonly Engine[],
  steps: number,
): EngineRow[] {
  const bodies = SCENES[scene](size);
  const worlds = engines.map((engine) => engine.make(bodies));
  const look = (world: World): State[] => bodies.map((_, k) => world.state(k));
  for (const world of worlds) {
    for (let step = 0; step < steps; step++) world.step();
    tick();
  }
  const before = worlds.map(look);
  const times = worlds.map(() => new Float64Array(steps));
  for (let step = 0; step < steps; step++) {
    for (let m = 0; m < worlds.length; m++) {
      const at = (m + step) % worlds.length;
      const start = process.cpuUsage();
      worlds[at].step();
      const { user, system } = process.cpuUsage(start);
      times[at][step] = (user + system) / 1000;
    }
    if (step % 100 === 99) tick();
  }
  const moving = [...bodies.keys()].filter((k) => !bodies[k].isStatic);
  const furthest = (measure: (k: number) => number): number =>
    moving.reduce((most, k) => Math.max(most, measure(k)), 0);
  return engines.map(({ name, version, load, bytes }, m) => {
    const after = look(worlds[m]), sorted = times[m].toSorted();
    return {
      scene,
      bodies: moving.length,
      library: name,
      release: version,
      ms: quantile(sorted, 0.5),
      p10: quantile(sorted, 0.1),
      p90: quantile(sorted, 0.9),
      ratio: quantile(times[m].map((time, k) => time / times[0][k]).toSorted(), 0.5),
      speed: furthest((k) => Math.hypot(after[k].vx, after[k].vy)),
      overlap: deepest(bodies, after),
      drift: furthest((k) => Math.hypot(after[k].x - before[m][k].x, after[k].y - before[m][k].y)),
      load,
      bytes,
    };
  });
}

/** Cells of the table of one scene. */
export function tabulateEngines(rows: readonly EngineRow[]): string[][] {
  const length = (x: number): string => x < 0.00005 ? "0" : x < 10 ? x.toFixed(4) : x.toFixed(0);
  return [
    ["engine", "version", "ms a step", "times ours", "speed", "overlap", "drift", "load ms", "kB"],
    ...rows.map((row) => [
      row.library,
      row.release,
      row.ms.toFixed(2),
      `${row.ratio.toFixed(2)}x`,
      length(row.speed),
      length(row.overlap),
      length(row.drift),
      row.load.toFixed(0),
      (row.bytes / 1000).toFixed(0),
    ]),
  ];
}

if (import.meta.main) {
  const { values } = readArguments({
    bodies: { type: "string" },
    only: { type: "string" },
    quick: { type: "boolean", default: false },
    csv: { type: "string" },
  });
  const config = JSON.parse(Deno.readTextFileSync(new URL("../deno.json", import.meta.url)));
  const pinned = (name: string): string => String(config.imports[name]).split("@")[1];
  const size = readCount(
    "measure engines",
    "--bodies",
    values.bodies ?? (values.quick ? "100" : "500"),
  );
  const steps = values.quick ? 120 : 600;
  introduce(`gjk2d engine benchmark: the same scenes of ${size} bodies in each engine`);
  const loaders: Record<string, () => Promise<Engine>> = {
    "gjk2d example": loadOurs,
    "rapier": () => loadRapierEngine("@dimforge/rapier2d-compat"),
    "rapier simd": () => loadRapierEngine("@dimforge/rapier2d-simd-compat"),
    "phaser-box2d": loadPhaser,
    "planck": () => loadPlanck(pinned("planck")),
    "matter": () => loadMatter(pinned("matter-js")),
    "box2d wasm": () => loadBox2DWasm("compat"),
    // Last: once its threads are there, no other worker starts.
    "box2d wasm simd": () => loadBox2DWasm("deluxe"),
  };
  const words = values.only?.toLowerCase().split(",") ?? [""];
  for (const word of words) {
    if (Object.keys(loaders).some((name) => name.includes(word))) continue;
    refuse(`Cannot measure engines: --only ${word} is none of ${Object.keys(loaders).join(", ")}`);
  }
  const engines: Engine[] = [];
  for (const [name, load] of Object.entries(loaders)) {
    // Ours is there in any case, to compare with.
    if (load !== loadOurs && !words.some((word) => name.includes(word))) continue;
    engines.push(await load());
    tick();
  }
  const { stop } = await import("esbuild");
  await stop();
  const rows: EngineRow[] = [];
  for (const scene of Object.keys(SCENES)) {
    tick(`\n${scene} `);
    rows.push(...measureScene(scene, size, engines, steps));
  }
  for (const scene of Object.keys(SCENES)) {
    const some = rows.filter((row) => row.scene === scene);
    console.log(`\n\n${scene} of ${some[0].bodies} bodies`);
    for (const line of alignColumns(tabulateEngines(some))) console.log(`  ${line}`);
  }
  if (values.csv !== undefined) {
    Deno.writeTextFileSync(
      values.csv,
      toCsv({ ...describePlace(), planck: pinned("planck"), sat: pinned("sat") }, rows),
    );
  }
  Deno.exit(0); // (The workers of Box2D's threaded build would keep the process.)
}
