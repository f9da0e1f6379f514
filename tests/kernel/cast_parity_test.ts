import { assertEquals, assertLess } from "@std/assert";
import { beforeAll, describe, it } from "@std/testing/bdd";
import { regularPolygon, type Shape } from "@narrowphase/gjk2d";
import process from "node:process";
import { CAST_HIT, linearCast } from "../../src/kernel/cast.ts";
import {
  CAST_DX,
  CAST_DY,
  CAST_FRACTION,
  CAST_TARGET,
  ITERATIONS,
  NX,
  REGISTERS,
  TOI_NX,
  TOI_NY,
  TOI_REACH,
  TOI_STEP,
  TOI_SWEEP_A,
  TOI_TIME,
} from "../../src/kernel/registers.ts";
import { boundReach, measureSweep, placeSweep, prepareSweep } from "../../src/kernel/toi.ts";
import { compileWasm } from "../../tools/compile_wasm.ts";
import { makeCasts } from "../families/casts.ts";
import { FAMILIES } from "../families/families.ts";
import { Random, unitVector } from "../families/random.ts";
import { makeShape } from "../oracle/public_api.ts";

/** What `wasm/scalar.ts` exports, with byte addresses for memory. */
type Kernel = Record<
  "linearCast" | "prepareSweep" | "placeSweep" | "measureSweep" | "boundReach",
  (...args: number[]) => number
>;

const REGISTER_BYTES = 8 * REGISTERS;

describe("casts and sweeps", () => {
  const memory = new WebAssembly.Memory({ initial: 64 });
  const doubles = new Float64Array(memory.buffer);
  const wasmW = new BigUint64Array(memory.buffer, 0, REGISTERS);
  const W = new Float64Array(REGISTERS);
  const bits = new BigUint64Array(W.buffer);
  let wasm: Kernel;

  /** Writes shapes behind the registers; returns their addresses. */
  function store(...shapes: Shape[]): number[] {
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
    const { bytes } = await compileWasm(`${process.cwd()}/`, "wasm/scalar.ts");
    const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory } });
    wasm = instance.exports as unknown as Kernel;
  });

  it("have the same bits in TypeScript and WebAssembly on every demanding family", () => {
    let compared = 0;
    let hits = 0;
    for (const family of FAMILIES) {
      for (let index = 0; index < 60; index++) {
        for (const { name, a, poseA, b, poseB, d, target } of makeCasts(family, 9, index)) {
          let shapes: [Shape, Shape];
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
          const verdict = linearCast(A.record, 0, A.count, B.record, 0, B.count, W, 0, 4, W);
          const other = wasm.linearCast(atA, 0, A.count, atB, 0, B.count, 0, 0, 4, 0);
          assertEquals(other, verdict, name);
          compared++;
          if (verdict !== CAST_HIT) continue;
          hits++;
          assertEquals(agree(NX, ITERATIONS) && agree(CAST_FRACTION, CAST_FRACTION), true, name);
        }
      }
    }
    assertLess(10_000, compared);
    assertLess(3000, hits);
  });

  it("place and bound turning bodies with the same bits", () => {
    const r = new Random("sweep parity", 1);
    const shape = regularPolygon(9, 1.25);
    const [at] = store(shape);
    for (let k = 0; k < 100_000; k++) {
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
      for (const [i, x] of numbers) doubles[i] = W[i] = x;
      prepareSweep(W, TOI_SWEEP_A);
      placeSweep(W, TOI_SWEEP_A, 0);
      measureSweep(shape.record, 0, shape.count, W, TOI_SWEEP_A);
      boundReach(shape.record, 0, shape.count, W, TOI_SWEEP_A, 0, 1);
      wasm.prepareSweep(0, TOI_SWEEP_A);
      wasm.placeSweep(0, TOI_SWEEP_A, 0);
      wasm.measureSweep(at, 0, shape.count, 0, TOI_SWEEP_A);
      wasm.boundReach(at, 0, shape.count, 0, TOI_SWEEP_A, 0, 1);
      assertEquals(agree(0, 3) && agree(TOI_SWEEP_A, TOI_REACH), true, `sweep ${k}`);
    }
  });
});
