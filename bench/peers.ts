/**
 * Packages that only some benchmarks need, large ones. They are not in deno.json, where every task
 * would install them: npm fetches each on its first use, into dist/peers, in the version below.
 *
 * @module
 */

/** Versions, by package. */
export const VERSIONS = {
  "@dimforge/rapier2d-compat": "0.21.0",
  "@dimforge/rapier2d-simd-compat": "0.19.3",
  "box2d3-wasm": "5.2.0",
  "phaser-box2d": "1.1.0",
} as const;

export type PeerName = keyof typeof VERSIONS;

async function run(command: string, args: readonly string[], cwd: URL): Promise<void> {
  let reason: string;
  try {
    const { success, stderr } = await new Deno.Command(command, { args: [...args], cwd }).output();
    if (success) return;
    reason = new TextDecoder().decode(stderr).trim();
  } catch (error) {
    reason = (error as Error).message;
  }
  throw new Error(`Cannot fetch a peer: ${command} ${args.join(" ")} says ${reason}`);
}

/** The folder of a package's files. */
export async function fetchPeer(name: PeerName): Promise<URL> {
  const version = VERSIONS[name];
  const folder = new URL(
    `../dist/peers/${name.replace("/", "-")}-${version}/`,
    import.meta.url,
  );
  const files = new URL("package/", folder);
  try {
    Deno.statSync(new URL("package.json", files));
    return files;
  } catch {
    // Not here yet.
  }
  console.log(`fetching ${name} ${version}`);
  Deno.mkdirSync(folder, { recursive: true });
  await run("npm", ["pack", `${name}@${version}`, "--silent"], folder);
  const [archive] = [...Deno.readDirSync(folder)].filter((entry) => entry.name.endsWith(".tgz"));
  await run("tar", ["-xzf", archive.name], folder);
  Deno.removeSync(new URL(archive.name, folder));
  return files;
}

// What the benchmarks use of rapier, so that checking types needs no package.

interface Vector {
  x: number;
  y: number;
}

export interface RapierCollider {
  handle: number;
}

interface RapierColliderDesc {
  setDensity(density: number): RapierColliderDesc;
  setFriction(friction: number): RapierColliderDesc;
  setRestitution(restitution: number): RapierColliderDesc;
}

interface RapierBodyDesc {
  setTranslation(x: number, y: number): RapierBodyDesc;
  setRotation(angle: number): RapierBodyDesc;
  setCanSleep(can: boolean): RapierBodyDesc;
}

export interface RapierBody {
  translation(): Vector;
  rotation(): number;
  linvel(): Vector;
  angvel(): number;
  setTranslation(to: Vector, wakeUp: boolean): void;
}

export interface RapierWorld {
  timestep: number;
  step(): void;
  free(): void;
  createRigidBody(desc: RapierBodyDesc): RapierBody;
  createCollider(desc: RapierColliderDesc, body?: RapierBody): RapierCollider;
  castRayAndGetNormal(
    ray: object,
    most: number,
    solid: boolean,
  ): { collider: RapierCollider; timeOfImpact: number } | null;
  castShape(
    at: Vector,
    angle: number,
    way: Vector,
    shape: object,
    target: number,
    most: number,
    stops: boolean,
  ): { time_of_impact: number } | null;
  projectPoint(p: Vector, solid: boolean): { point: Vector } | null;
  intersectionsWithPoint(p: Vector, each: (collider: RapierCollider) => boolean): void;
  collidersWithAabbIntersectingAabb(
    center: Vector,
    half: Vector,
    each: (collider: RapierCollider) => boolean,
  ): void;
}

export interface Rapier {
  init(): Promise<void>;
  World: new (gravity: Vector) => RapierWorld;
  RigidBodyDesc: {
    dynamic(): RapierBodyDesc;
    fixed(): RapierBodyDesc;
    kinematicPositionBased(): RapierBodyDesc;
  };
  ColliderDesc: {
    ball(radius: number): RapierColliderDesc;
    cuboid(hx: number, hy: number): RapierColliderDesc;
    convexHull(points: Float32Array): RapierColliderDesc | null;
  };
  Ray: new (origin: Vector, way: Vector) => object;
  Ball: new (radius: number) => object;
}

/** rapier, ready for use; `init` is timed by the caller if it matters. */
export async function loadRapier(
  name: "@dimforge/rapier2d-compat" | "@dimforge/rapier2d-simd-compat",
): Promise<Rapier> {
  const folder = await fetchPeer(name);
  const file = name === "@dimforge/rapier2d-compat" ? "dist/rapier.mjs" : "rapier.mjs";
  const found = await import(new URL(file, folder).href);
  return found.default ?? found;
}
