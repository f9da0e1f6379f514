import { assert, assertEquals } from "@std/assert";
import { beforeAll, describe, it } from "@std/testing/bdd";
import {
  capsule,
  circle,
  type ConvexShape,
  point,
  polygon,
  regularPolygon,
  segment,
} from "@narrowphase/gjk2d";
import process from "node:process";
import {
  intersects,
  penetration,
  SIGNED,
  signedDistance,
  UNSIGNED,
} from "../../src/kernel/pair.ts";
import { registers } from "../../src/kernel/ptr.ts";
import { DISTANCE, ITERATIONS, REGISTERS } from "../../src/kernel/registers.ts";
import { compileScalar } from "../../tools/compile_wasm.ts";
import { type Case, FAMILIES, makeCase } from "../generate/families.ts";
import { Random } from "../generate/random.ts";
import { effort } from "../effort.ts";

/** What `wasm/scalar.ts` exports: the kernel's functions, with byte addresses for memory. */
interface ScalarKernel {
  intersects(...args: number[]): number;
  penetration(...args: number[]): void;
  signedDistance(...args: number[]): void;
}

const REGISTER_BYTES = 8 * REGISTERS;

describe("kernel", () => {
  const memory = new WebAssembly.Memory({ initial: 64 });
  const doubles = new Float64Array(memory.buffer);
  const wasmW = new BigUint64Array(memory.buffer, 0, REGISTERS);
  const W = registers;
  const bits = new BigUint64Array(W.buffer);
  let wasm: ScalarKernel;
  // Records lie behind the registers: a shape is stored once, at its byte address.
  let top = REGISTER_BYTES;
  const address = new Map<ConvexShape, number>();

  function store(shape: ConvexShape): number {
    const known = address.get(shape);
    if (known !== undefined) return known;
    const at = top;
    doubles.set(shape.record, at / 8);
    top += 8 * shape.record.length;
    address.set(shape, at);
    return at;
  }

  function forget(): void {
    address.clear();
    top = REGISTER_BYTES;
  }

  let compared = 0;
  let different = "";

  /** Runs all queries in both and compares every result register bit by bit. */
  function compare(a: ConvexShape, b: ConvexShape, poses: readonly number[], name: string): void {
    const atA = store(a);
    const atB = store(b);
    const js = [a.record, a.count, b.record, b.count] as const;
    const ws = [atA, a.count, atB, b.count] as const;
    for (let i = 0; i < 8; i++) doubles[i] = W[i] = poses[i];
    const hit = intersects(...js);
    const same = hit === wasm.intersects(...ws) && agree();
    signedDistance(...js, SIGNED);
    wasm.signedDistance(...ws, SIGNED);
    const signed = agree();
    signedDistance(...js, UNSIGNED);
    wasm.signedDistance(...ws, UNSIGNED);
    const unsigned = agree();
    penetration(...js);
    wasm.penetration(...ws);
    if (!same || !signed || !unsigned || !agree()) different ||= name;
    compared++;
  }

  function agree(): boolean {
    for (let i = DISTANCE; i <= ITERATIONS; i++) if (bits[i] !== wasmW[i]) return false;
    return true;
  }

  function shapeOf({ points, radius }: Case["a"]): ConvexShape {
    const [p, q] = points;
    if (points.length === 1) return radius > 0 ? circle(radius, p) : point(p);
    if (points.length === 2) return radius > 0 ? capsule(p, q, radius) : segment(p, q);
    return polygon(points, { radius });
  }

  beforeAll(async () => {
    const { bytes } = await compileScalar(`${process.cwd()}/`);
    const module = new WebAssembly.Module(bytes);
    assertEquals(WebAssembly.Module.imports(module).map(({ name }) => name), ["memory"]);
    const instance = new WebAssembly.Instance(module, { env: { memory } });
    wasm = instance.exports as unknown as ScalarKernel;
  });

  it("gives the same bits in TypeScript and WebAssembly for random pairs", () => {
    forget();
    const r = new Random(20261121);
    const shapes: ConvexShape[] = [];
    for (let i = 0; i < 240; i++) {
      const at = { x: r.range(-1, 1), y: r.range(-1, 1) };
      const to = { x: r.range(-1, 1), y: r.range(-1, 1) };
      const radius = r.range(0.01, 0.5);
      const n = [3, 4, 5, 6, 8, 11, 12, 13, 16, 32, 64][r.int(0, 10)];
      const { points } = regularPolygon(n, r.range(0.3, 2));
      const skewed = points.map(({ x, y }) => ({ x: x + 0.3 * y + at.x, y: 0.8 * y + at.y }));
      shapes.push(
        [
          (): ConvexShape => point(at),
          (): ConvexShape => circle(radius, at),
          (): ConvexShape => segment(at, to),
          (): ConvexShape => capsule(at, to, radius),
          (): ConvexShape => polygon(skewed),
          (): ConvexShape => polygon(skewed, { radius }),
        ][Math.min(r.int(0, 8), 5)](),
      );
    }
    compared = 0;
    different = "";
    for (let i = 0; i < effort(1_000_000); i++) {
      const a = shapes[r.int(0, shapes.length - 1)];
      const b = shapes[r.int(0, shapes.length - 1)];
      const s = r.range(-6, 6);
      const t = r.range(-6, 6);
      const [cosA, sinA, cosB, sinB] = [Math.cos(s), Math.sin(s), Math.cos(t), Math.sin(t)];
      const poses = [r.range(-1, 1), r.range(-1, 1), cosA, sinA, r.range(-3, 3), r.range(-3, 3)];
      compare(a, b, [...poses, cosB, sinB], `random pair ${i}`);
    }
    assertEquals(different, "");
    assertEquals(compared, effort(1_000_000));
  });

  it("gives the same bits in TypeScript and WebAssembly when every demanding family is compared", () => {
    compared = 0;
    different = "";
    for (const family of FAMILIES) {
      for (let index = 0; index < effort(1000); index++) {
        forget();
        const { a, poseA, b, poseB } = makeCase(family, 4, index);
        const poses = [poseA, poseB].flatMap(({ x, y, cos, sin }) => [x, y, cos, sin]);
        compare(shapeOf(a), shapeOf(b), poses, `${family} ${index}`);
      }
    }
    assertEquals(different, "");
    assert(compared >= effort(15_000));
  });
});
