import { assertAlmostEquals, assertEquals, assertLess, assertLessOrEqual } from "@std/assert";
import { beforeAll, describe, it } from "@std/testing/bdd";
import {
  box,
  capsule,
  circle,
  type ConvexShape,
  IDENTITY,
  point,
  polygon,
  regularPolygon,
  segment,
} from "@narrowphase/gjk2d";
import process from "node:process";
import { linearCast } from "../../src/kernel/cast.ts";
import { CAST_HIT, CAST_START } from "../../src/kernel/entry.ts";
import { CAST_UNSURE, MAX_BITS, rayCircle, rayPolygon, rayRounded } from "../../src/kernel/ray.ts";
import { registers } from "../../src/kernel/ptr.ts";
import {
  CAST_DX,
  CAST_DY,
  CAST_FRACTION,
  CAST_TARGET,
  FA0,
  FA1,
  ITERATIONS,
  NX,
  NY,
  REGISTERS,
  TOI_NX,
  TOI_NY,
  TOI_PIVOT_A,
  TOI_REACH,
  TOI_STEP,
  TOI_SWEEP_A,
  TOI_TIME,
} from "../../src/kernel/registers.ts";
import { boundReach, measureSweep, placeSweep, prepareSweep } from "../../src/kernel/toi.ts";
import { compileScalar } from "../../tools/compile_wasm.ts";
import { makeCasts, placed } from "../generate/casts.ts";
import { FAMILIES } from "../generate/families.ts";
import { Random, unitVector } from "../generate/random.ts";
import { makeShape } from "../exact/oracle/public_api.ts";
import { effort } from "../effort.ts";

/** What `wasm/scalar.ts` exports, with byte addresses for memory. */
type Kernel = Record<
  | "linearCast"
  | "rayCircle"
  | "rayPolygon"
  | "rayRounded"
  | "prepareSweep"
  | "placeSweep"
  | "measureSweep"
  | "boundReach",
  (...args: number[]) => number
>;

const REGISTER_BYTES = 8 * REGISTERS;

describe("casts and sweeps", () => {
  const memory = new WebAssembly.Memory({ initial: 64 });
  const doubles = new Float64Array(memory.buffer);
  const wasmW = new BigUint64Array(memory.buffer, 0, REGISTERS);
  const W = registers;
  const bits = new BigUint64Array(W.buffer);
  let wasm: Kernel;

  /** Writes shapes behind the registers; returns their addresses. */
  function store(...shapes: ConvexShape[]): number[] {
    let top = REGISTER_BYTES;
    return shapes.map(({ record }) => {
      const at = top;
      doubles.set(record, at / 8);
      top += 8 * record.length;
      return at;
    });
  }

  function agree(from: number, to: number): boolean {
    for (let i = from; i <= to; i++) if (bits[i] !== wasmW[i]) return false;
    return true;
  }

  beforeAll(async () => {
    const { bytes } = await compileScalar(`${process.cwd()}/`);
    const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory } });
    wasm = instance.exports as unknown as Kernel;
  });

  it("have the same bits in TypeScript and WebAssembly on every demanding family", () => {
    let compared = 0;
    let hits = 0;
    for (const family of FAMILIES) {
      for (let index = 0; index < effort(60); index++) {
        for (const { name, a, poseA, b, poseB, d, target } of makeCasts(family, 9, index)) {
          let shapes: [ConvexShape, ConvexShape];
          try {
            shapes = [makeShape(a), makeShape(b)];
          } catch {
            continue; // rounding made an edge too short
          }
          const [A, B] = shapes;
          const poses = [poseA, poseB].flatMap(({ x, y, cos, sin }) => [x, y, cos, sin]);
          for (let i = 0; i < 8; i++) doubles[i] = W[i] = poses[i];
          for (const [at, v] of [[CAST_DX, d.x], [CAST_DY, d.y], [CAST_TARGET, target]] as const) {
            doubles[at] = W[at] = v;
          }
          const [atA, atB] = store(A, B);
          const verdict = linearCast(A.record, A.count, B.record, B.count);
          const other = wasm.linearCast(atA, A.count, atB, B.count);
          assertEquals(other, verdict, name);
          compared++;
          if (verdict !== CAST_HIT) continue;
          hits++;
          assertEquals(agree(NX, ITERATIONS) && agree(CAST_FRACTION, CAST_FRACTION), true, name);
        }
      }
    }
    assertLess(effort(10_000), compared);
    assertLess(effort(3000), hits);
  });

  it("rays have the same bits, and agree with the cast of a point, on every demanding family", () => {
    const dot = point({ x: 0, y: 0 });
    let rays = 0;
    let hits = 0;
    let starts = 0;
    let unsure = 0;
    for (const family of FAMILIES) {
      for (let index = 0; index < effort(60); index++) {
        for (const { name, a, poseA, b, poseB, d } of makeCasts(family, 10, index)) {
          let shape: ConvexShape;
          try {
            shape = makeShape(a);
          } catch {
            continue; // rounding made an edge too short
          }
          const { record, count: n } = shape;
          const { x, y } = placed(b, poseB, IDENTITY).points[0];
          const poses = [poseA.x, poseA.y, poseA.cos, poseA.sin, x, y, 1, 0];
          for (let i = 0; i < 8; i++) doubles[i] = W[i] = poses[i];
          for (const [at, v] of [[CAST_DX, d.x], [CAST_DY, d.y], [CAST_TARGET, 0]] as const) {
            doubles[at] = W[at] = v;
          }
          const [at] = store(shape);
          let verdict = 0, other = 0;
          if (n === 1) {
            verdict = rayCircle(record);
            other = wasm.rayCircle(at);
          } else if (n <= MAX_BITS && shape.radius === 0) {
            verdict = rayPolygon(record, n);
            other = wasm.rayPolygon(at, n);
          } else {
            verdict = rayRounded(record, n);
            other = wasm.rayRounded(at, n);
          }
          assertEquals(other, verdict, name);
          rays++;
          if (verdict === CAST_UNSURE) {
            unsure++;
            continue;
          }
          const [t, nx, ny] = [W[CAST_FRACTION], W[NX], W[NY]];
          const edge = [W[FA0], W[FA1]];
          if (verdict === CAST_HIT) {
            assertEquals(agree(NX, NX + 1) && agree(FA0, FA1), true, name);
            assertEquals(agree(CAST_FRACTION, CAST_FRACTION), true, name);
          }
          const whole = linearCast(record, n, dot.record, 1);
          if (verdict === CAST_START) {
            starts++;
            assertEquals(whole, CAST_START, name);
          } else assertEquals(whole === CAST_HIT, verdict === CAST_HIT, name);
          if (verdict !== CAST_HIT) continue;
          hits++;
          assertLessOrEqual(Math.abs(t - W[CAST_FRACTION]), 2 ** -50, name);
          assertAlmostEquals(nx, W[NX], 1e-14, name);
          assertAlmostEquals(ny, W[NY], 1e-14, name);
          assertEquals(edge, [W[FA0], W[FA1]], name);
        }
      }
    }
    assertLess(effort(10_000), rays);
    assertLess(effort(2000), hits);
    assertLess(effort(100), starts);
    // They are made to be: half of them run through vertices or along edges.
    assertLess(unsure, rays / 2);
  });

  it("rays as they come are settled at a glance, and the shapes' every feature is hit", () => {
    const r = new Random("rays at a glance", 1);
    const shapes = [
      circle(0.75, { x: 0.25, y: -0.5 }),
      box(1, 2),
      segment({ x: -1, y: 0.5 }, { x: 0.75, y: -0.5 }),
      regularPolygon(7, 0.75),
      regularPolygon(31, 1),
      regularPolygon(32, 1),
      regularPolygon(50, 1),
      capsule({ x: -1, y: 0.25 }, { x: 1, y: 0 }, 0.25),
      box(1, 0.5, { radius: 0.25 }),
      polygon(regularPolygon(31, 0.5).points, { radius: 0.25 }),
      polygon(regularPolygon(40, 0.5).points, { radius: 0.25 }),
    ];
    for (const { record, count: n, radius } of shapes) {
      const features = new Set<number>();
      let unsure = 0;
      for (let k = 0; k < effort(10_000); k++) {
        const u = r.direction();
        const at = r.direction();
        const [x, y] = [r.range(-2, 2), r.range(-2, 2)];
        const from = [x - r.range(0, 6) * u.x, y - r.range(0, 6) * u.y];
        const poses = [r.range(-0.5, 0.5), r.range(-0.5, 0.5), at.x, at.y, ...from, 1, 0];
        for (let i = 0; i < 8; i++) W[i] = poses[i];
        W[CAST_DX] = 9 * u.x;
        W[CAST_DY] = 9 * u.y;
        const verdict = n === 1
          ? rayCircle(record)
          : n <= MAX_BITS && radius === 0
          ? rayPolygon(record, n)
          : rayRounded(record, n);
        if (verdict === CAST_UNSURE) unsure++;
        if (verdict === CAST_HIT) features.add(W[FA0] === W[FA1] ? -1 - W[FA0] : W[FA0]);
      }
      // Starts inside are for the distance to tell, for rounded shapes and many vertices.
      assertLess(
        unsure,
        n > MAX_BITS || (n > 1 && radius > 0) ? effort(1500) : 5,
        `${n} vertices, radius ${radius}`,
      );
      const edges = n === 1 ? 0 : n;
      assertEquals(features.size, radius > 0 ? edges + n : edges, `${n} vertices`);
    }
  });

  it("place and bound turning bodies with the same bits", () => {
    const r = new Random("sweep parity", 1);
    const shape = regularPolygon(9, 1.25);
    const [at] = store(shape);
    for (let k = 0; k < effort(100_000); k++) {
      const u = unitVector(r.range(-7, 7));
      const v = unitVector(r.range(-7, 7));
      const sweep = [r.range(-1, 1), r.range(-1, 1), 0, 0, 0, 0, 0];
      sweep.push(
        r.range(-9, 9),
        r.range(-9, 9),
        u.x,
        u.y,
        r.range(-9, 9),
        r.range(-9, 9),
        v.x,
        v.y,
      );
      sweep.forEach((x, i) => doubles[TOI_SWEEP_A + i] = W[TOI_SWEEP_A + i] = x);
      const n = r.direction();
      const numbers = [[TOI_TIME, r.unit()], [TOI_NX, n.x], [TOI_NY, n.y], [TOI_STEP, r.unit()]];
      // A pivot anywhere, or a corner: x, y, turn and radius.
      const corner = r.chance(0.5)
        ? { x: r.range(-1, 1), y: r.range(-1, 1) }
        : r.pick(shape.points);
      [corner.x, corner.y, r.range(-6, 6), 4].forEach((x, i) => numbers.push([TOI_PIVOT_A + i, x]));
      for (const [i, x] of numbers) doubles[i] = W[i] = x;
      prepareSweep(W, TOI_SWEEP_A);
      placeSweep(W, TOI_SWEEP_A, 0);
      measureSweep(shape.record, shape.count, W, TOI_SWEEP_A);
      boundReach(shape.record, shape.count, W, TOI_PIVOT_A, 0, 1);
      wasm.prepareSweep(0, TOI_SWEEP_A);
      wasm.placeSweep(0, TOI_SWEEP_A, 0);
      wasm.measureSweep(at, shape.count, 0, TOI_SWEEP_A);
      wasm.boundReach(at, shape.count, 0, TOI_PIVOT_A, 0, 1);
      assertEquals(agree(0, 3) && agree(TOI_SWEEP_A, TOI_REACH), true, `sweep ${k}`);
    }
  });
});
