import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  box,
  capsule,
  circle,
  type ConvexShape,
  point,
  regularPolygon,
  segment,
  Space,
} from "@narrowphase/gjk2d";
import { Random, unitVector } from "../generate/random.ts";

const STEPS = 10_000;

/**
 * The hash that every engine on every machine must find with either backend. It changes with any bit of
 * any answer: after a change of the kernel that is meant to change bits, put the new one here.
 */
const HASH = "f65daf8d";

/** FNV-1a over 32-bit words. */
function hashWords(hash: number, words: Uint32Array): number {
  for (let k = 0; k < words.length; k++) hash = Math.imul(hash ^ words[k], 0x01000193);
  return hash;
}

/** Bodies that fly and spin through a box, by additions and products alone. */
class Scene {
  readonly space: Space;
  readonly #velocities: Float64Array;
  #hash = 0x811c9dc5 | 0;
  readonly #pairs = new Uint32Array(4096);
  readonly #bytes = new Uint8Array(2048);
  readonly #doubles = new Float64Array(8 * 2048);
  /** Answers of each kind, to know that all occur. */
  readonly counts = { pairs: 0, hits: 0 };

  constructor(backend: "simd" | "ts") {
    const r = new Random("determinism");
    this.space = new Space({ backend });
    const shapes: ConvexShape[] = [
      box(1, 0.5),
      box(0.7, 0.7, { angle: 0.3 }),
      circle(0.4),
      capsule({ x: -0.4, y: 0.1 }, { x: 0.5, y: 0 }, 0.2),
      regularPolygon(3, 0.6),
      regularPolygon(8, 0.5),
      regularPolygon(24, 0.6),
      box(0.6, 0.4, { radius: 0.1 }),
      segment({ x: -0.5, y: -0.1 }, { x: 0.5, y: 0.2 }),
      point({ x: 0.1, y: 0.2 }),
    ];
    const count = 30;
    this.#velocities = new Float64Array(4 * count);
    for (let k = 0; k < count; k++) {
      const { x: cos, y: sin } = unitVector(r.range(-3, 3));
      this.space.add(shapes[k % 10], { x: r.range(-2.5, 2.5), y: r.range(-2.5, 2.5), cos, sin });
      const spin = unitVector(r.range(-0.1, 0.1));
      // Every third body moves on a grid of sixteenths without turning: exact ties.
      const onGrid = k % 3 === 0;
      this.#velocities.set(
        onGrid
          ? [r.int(-2, 2) / 16, r.int(-2, 2) / 16, 1, 0]
          : [r.range(-0.05, 0.05), r.range(-0.05, 0.05), spin.x, spin.y],
        4 * k,
      );
      if (!onGrid) continue;
      const P = this.space.poses;
      P.set([r.int(-32, 32) / 16, r.int(-32, 32) / 16, 1, 0], 4 * k);
    }
  }

  step(): void {
    const P = this.space.poses, V = this.#velocities;
    for (let p = 0; p < V.length; p += 4) {
      P[p] += V[p];
      P[p + 1] += V[p + 1];
      if (P[p] < -3 || P[p] > 3) V[p] = P[p] < 0 ? Math.abs(V[p]) : -Math.abs(V[p]);
      if (P[p + 1] < -3 || P[p + 1] > 3) {
        V[p + 1] = P[p + 1] < 0 ? Math.abs(V[p + 1]) : -Math.abs(V[p + 1]);
      }
      const c = P[p + 2] * V[p + 2] - P[p + 3] * V[p + 3];
      const s = P[p + 2] * V[p + 3] + P[p + 3] * V[p + 2];
      const length = Math.sqrt(c * c + s * s);
      P[p + 2] = c / length;
      P[p + 3] = s / length;
    }
    const pairs = this.space.findPairs(0.25, this.#pairs);
    const n = pairs.length / 2;
    this.counts.pairs += n;
    this.#hash = hashWords(this.#hash, pairs);
    const bytes = this.space.intersects(pairs, this.#bytes);
    for (let k = 0; k < n; k++) this.counts.hits += bytes[k];
    this.#hash = hashWords(this.#hash, new Uint32Array(bytes.buffer, 0, (n + 3) >> 2));
    const words = new Uint32Array(this.#doubles.buffer, 0, 16 * n);
    this.space.distances(pairs, this.#doubles);
    this.#hash = hashWords(this.#hash, words);
    this.space.signedDistances(pairs, this.#doubles);
    this.#hash = hashWords(this.#hash, words);
    this.space.penetrations(pairs, this.#doubles);
    this.#hash = hashWords(this.#hash, words);
    bytes.fill(0);
  }

  get hash(): string {
    return (this.#hash >>> 0).toString(16).padStart(8, "0");
  }
}

describe("Space", () => {
  for (const backend of ["simd", "ts"] as const) {
    it(`has the same bits on every engine after ${STEPS} steps on ${backend}`, () => {
      const scene = new Scene(backend);
      for (let k = 0; k < STEPS; k++) scene.step();
      assert(scene.counts.pairs > 10 * STEPS);
      assert(scene.counts.hits > 0.1 * scene.counts.pairs);
      assert(scene.counts.hits < 0.9 * scene.counts.pairs);
      assertEquals(scene.hash, HASH);
    });
  }
});
