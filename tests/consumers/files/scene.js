/**
 * The scene that every consumer of the package plays: bodies of all kinds bounce about in a box, every
 * query is asked, and all bits of all answers go into one number. Plain JavaScript that imports nothing
 * but the package, so that it runs wherever the package does.
 *
 * @module
 */
import {
  box,
  capsule,
  circle,
  collide,
  containsPoint,
  distance,
  ellipse,
  intersects,
  penetration,
  polygon,
  pose,
  rayCast,
  regularPolygon,
  setAngle,
  shapeCast,
  signedDistance,
  SimplexCache,
  Space,
  timeOfImpact,
} from "@narrowphase/gjk2d";
import { Space as SameSpace } from "@narrowphase/gjk2d/space";
import { FixedTimestep } from "@narrowphase/gjk2d/loop";
import { VirtualTime } from "@narrowphase/gjk2d/loop/testing";
import { atan2, sin } from "@narrowphase/gjk2d/math";

/** What the scene comes to, everywhere. Changes only with a change of the library's answers. */
export const SCENE_HASH = "cb708d48d2d86298";

const BODIES = 36;
const STEPS = 120;
/** Half the side of the box that the bodies stay in. */
const ROOM = 6;

/** 64 bits of the bits of numbers, in order: FNV-1a over 32-bit words, in two streams. */
class Hash {
  #view = new DataView(new ArrayBuffer(8));
  #low = 0x811c9dc5;
  #high = 0x01000193;

  /** @param {number} x */
  add(x) {
    this.#view.setFloat64(0, x);
    for (let at = 0; at < 8; at += 4) {
      const word = this.#view.getInt32(at);
      this.#low = Math.imul(this.#low ^ word, 0x01000193);
      this.#high = Math.imul(this.#high ^ (word >>> 7) ^ (word << 25), 0x85ebca6b) + 1;
    }
  }

  toString() {
    return [this.#low, this.#high].map((h) => (h >>> 0).toString(16).padStart(8, "0")).join("");
  }
}

/** Shapes of every kind, none centerd on its origin alike. */
function makeShapes() {
  return [
    circle(0.5),
    box(1, 0.75),
    capsule({ x: -0.5, y: 0.125 }, { x: 0.5, y: 0 }, 0.25),
    regularPolygon(7, 0.625),
    box(0.875, 0.875, { radius: 0.125, angle: 0.3 }),
    polygon([{ x: -0.5, y: -0.375 }, { x: 0.75, y: -0.25 }, { x: 0.125, y: 0.625 }]),
    ellipse(0.625, 0.375),
    regularPolygon(24, 0.5),
  ];
}

/**
 * Plays the scene.
 *
 * @param {"auto" | "simd" | "ts"} [backend] Of the space
 * @returns {{ hash: string, backend: string }} Hash, and the backend that answered
 */
export function playScene(backend = "auto") {
  const hash = new Hash();
  const space = new Space({ backend });
  if (SameSpace !== Space) throw new Error("./space has a Space of its own");
  const shapes = makeShapes();
  const bodies = Array.from({ length: BODIES }, (_, k) => {
    const shape = shapes[k % shapes.length];
    const at = pose(2 * (k % 6) - 5, 2 * Math.floor(k / 6) - 5, 0.37 * k);
    return {
      id: space.add(shape, at),
      shape,
      at,
      angle: 0.37 * k,
      vx: 3 * sin(1 + 7 * k),
      vy: 3 * sin(2 + 5 * k),
      spin: 2 * sin(3 + 11 * k),
      dx: 0, // out of overlaps, in the next step
      dy: 0,
    };
  });
  const cache = new SimplexCache();
  const poll = distance(shapes[0], bodies[0].at, shapes[1], bodies[1].at);

  const step = () => {
    const dt = 1 / 64;
    for (const body of bodies) {
      const { at } = body;
      at.x += dt * body.vx + body.dx;
      at.y += dt * body.vy + body.dy;
      body.dx = body.dy = 0;
      body.angle += dt * body.spin;
      setAngle(at, body.angle);
      if (Math.abs(at.x) > ROOM) body.vx = -Math.sign(at.x) * Math.abs(body.vx);
      if (Math.abs(at.y) > ROOM) body.vy = -Math.sign(at.y) * Math.abs(body.vy);
      space.setPose(body.id, at);
    }
    const pairs = space.findPairs(0.5);
    const hits = space.intersects(pairs);
    const measured = space.signedDistances(pairs);
    const pushes = space.penetrations(pairs);
    for (const x of space.distances(pairs)) hash.add(x);
    for (const x of space.manifolds(pairs)) hash.add(x);
    for (const x of measured) hash.add(x);
    for (let k = 0; k < hits.length; k++) {
      const a = bodies[pairs[2 * k]];
      const b = bodies[pairs[2 * k + 1]];
      hash.add(pairs[2 * k] * BODIES + pairs[2 * k + 1]);
      hash.add(hits[k]);
      // One call at a time says the same as the space.
      if (intersects(a.shape, a.at, b.shape, b.at) !== (hits[k] === 1)) {
        throw new Error(`intersects() and the space disagree about pair ${k}`);
      }
      distance(a.shape, a.at, b.shape, b.at, poll);
      hash.add(poll.distance);
      const push = penetration(a.shape, a.at, b.shape, b.at);
      if ((push?.depth ?? 0) !== pushes[8 * k]) {
        throw new Error(`penetration() and the space disagree about pair ${k}`);
      }
      const manifold = collide(a.shape, a.at, b.shape, b.at, { margin: 0.0625 });
      const signed = signedDistance(a.shape, a.at, b.shape, b.at, undefined, cache);
      for (const { x, y } of [signed.normal, signed.pointA, signed.pointB]) hash.add(x + 3 * y);
      if (k % 4 === 0) {
        const ahead = (body) => ({
          localCenter: { x: 0.125, y: 0 },
          from: body.at,
          to: setAngle(
            { ...body.at, x: body.at.x + body.vx, y: body.at.y + body.vy },
            body.angle + 2,
          ),
        });
        const { fraction, distance, normal, pointA, iterations } = timeOfImpact(
          a.shape,
          ahead(a),
          b.shape,
          ahead(b),
        );
        for (const x of [fraction, distance, normal.x, pointA.y, iterations]) hash.add(x);
        const met = shapeCast(a.shape, a.at, b.shape, b.at, { x: -b.vx, y: -b.vy });
        if (met !== null) {
          for (const x of [met.fraction, met.point.x, met.normal.y]) hash.add(x);
        }
      }
      for (let i = 0; i < manifold.pointCount; i++) {
        const { point, separation, id } = manifold.points[i];
        for (const x of [point.x, point.y, separation, id]) hash.add(x);
      }
      if (push === null) continue;
      // Bounce: what they approach by is given back, and half the overlap to each.
      const { x, y } = push.normal;
      const approach = (b.vx - a.vx) * x + (b.vy - a.vy) * y;
      if (approach < 0) {
        a.vx += approach * x;
        a.vy += approach * y;
        b.vx -= approach * x;
        b.vy -= approach * y;
      }
      a.dx -= 0.5 * push.depth * x;
      a.dy -= 0.5 * push.depth * y;
      b.dx += 0.5 * push.depth * x;
      b.dy += 0.5 * push.depth * y;
      hash.add(atan2(y, x));
    }
    for (const { shape, at } of bodies) {
      const hit = rayCast(shape, at, { x: -9, y: 0.25 }, { x: 18, y: 0.5 });
      if (hit !== null) { for (const x of [hit.fraction, hit.point.x, hit.normal.y]) hash.add(x); }
      hash.add(containsPoint(shape, at, { x: 0.5, y: 0.25 }) ? 1 : 0);
      const cast = shapeCast(shape, at, shapes[0], { x: -8, y: 1, cos: 1, sin: 0 }, {
        x: 16,
        y: -2,
      });
      if (cast !== null) {
        for (const x of [cast.fraction, cast.point.y, cast.normal.x]) hash.add(x);
      }
    }
  };

  // Steps of a fixed length out of frames that are not, on a clock that is made of numbers.
  const time = new VirtualTime();
  const timestep = new FixedTimestep(1000 / 64);
  for (let frame = 0; timestep.steps < STEPS; frame++) {
    const before = time.now();
    time.advance(7 + frame % 23);
    timestep.advance(time.now() - before, step);
  }
  hash.add(time.now());
  return { hash: hash.toString(), backend: space.backend };
}
