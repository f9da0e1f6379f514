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
import { collide, collideEdge } from "../../src/kernel/manifold.ts";
import { registers } from "../../src/kernel/ptr.ts";
import { MANIFOLD_NX, MANIFOLD_POINTS, MARGIN, REGISTERS } from "../../src/kernel/registers.ts";
import { compileScalar } from "../../tools/compile_wasm.ts";
import { type Case, FAMILIES, makeCase } from "../generate/families.ts";
import { Random } from "../generate/random.ts";
import { effort } from "../effort.ts";

/** What `wasm/scalar.ts` exports: the kernel's functions, with byte addresses for memory. */
interface ScalarKernel {
  collide(...args: number[]): number;
  collideEdge(...args: number[]): number;
}

describe("manifold kernel", () => {
  const memory = new WebAssembly.Memory({ initial: 64 });
  const doubles = new Float64Array(memory.buffer);
  const wasmW = new BigUint64Array(memory.buffer, 0, REGISTERS);
  const W = registers;
  const bits = new BigUint64Array(W.buffer);
  let wasm: ScalarKernel;
  let top = 8 * REGISTERS;
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
    top = 8 * REGISTERS;
  }

  const tally = [0, 0, 0];
  let different = "";

  function agree(count: number): boolean {
    const end = MANIFOLD_POINTS + 4 * count;
    for (let i = MANIFOLD_NX; i < end; i++) if (bits[i] !== wasmW[i]) return false;
    return true;
  }

  /** Compares every bit of both manifolds: of the pair, and with A's edge `edge` as reference. */
  function compare(
    a: ConvexShape,
    b: ConvexShape,
    poses: number[],
    margin: number,
    edge: number,
  ): boolean {
    const js = [a.record, a.count, b.record, b.count] as const;
    const ws = [store(a), a.count, store(b), b.count] as const;
    for (let i = 0; i < 8; i++) doubles[i] = W[i] = poses[i];
    doubles[MARGIN] = W[MARGIN] = margin;
    const count = collide(...js);
    tally[count]++;
    if (count !== wasm.collide(...ws) || !agree(count)) return false;
    if (edge < 0) return true;
    const along = collideEdge(...js, edge);
    return along === wasm.collideEdge(...ws, edge) && agree(along);
  }

  function shapeOf({ points, radius }: Case["a"]): ConvexShape {
    const [p, q] = points;
    if (points.length === 1) return radius > 0 ? circle(radius, p) : point(p);
    if (points.length === 2) return radius > 0 ? capsule(p, q, radius) : segment(p, q);
    return polygon(points, { radius });
  }

  beforeAll(async () => {
    const { bytes } = await compileScalar(`${process.cwd()}/`);
    const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory } });
    wasm = instance.exports as unknown as ScalarKernel;
  });

  it("gives the same bits in TypeScript and WebAssembly for random pairs", () => {
    forget();
    const r = new Random("manifold parity");
    const shapes: ConvexShape[] = [];
    for (let i = 0; i < 240; i++) {
      const at = { x: r.range(-1, 1), y: r.range(-1, 1) };
      const to = { x: r.range(-1, 1), y: r.range(-1, 1) };
      const radius = r.range(0.01, 0.5);
      const n = r.pick([3, 4, 5, 8, 12, 20, 21, 32, 64]);
      const { points } = regularPolygon(n, r.range(0.3, 2));
      const skewed = points.map(({ x, y }) => ({ x: x + 0.3 * y + at.x, y: 0.8 * y + at.y }));
      switch (Math.min(r.int(0, 8), 5)) {
        case 0:
          shapes.push(point(at));
          break;
        case 1:
          shapes.push(circle(radius, at));
          break;
        case 2:
          shapes.push(segment(at, to));
          break;
        case 3:
          shapes.push(capsule(at, to, radius));
          break;
        case 4:
          shapes.push(polygon(skewed));
          break;
        default:
          shapes.push(polygon(skewed, { radius }));
      }
    }
    for (let i = 0; i < effort(150_000); i++) {
      const [a, b] = [r.pick(shapes), r.pick(shapes)];
      const [p, q] = [r.direction(), r.direction()];
      const poses = [r.range(-1, 1), r.range(-1, 1), p.x, p.y];
      poses.push(r.range(-3, 3), r.range(-3, 3), q.x, q.y);
      const margin = r.chance(0.5) ? 0 : r.range(0, 1);
      const edge = a.count > 1 ? r.int(0, a.count - 1) : -1;
      if (!compare(a, b, poses, margin, edge)) different ||= `random pair ${i}`;
    }
    assertEquals(different, "");
    for (const n of tally) assert(n > effort(15_000), String(tally));
  });

  it("gives the same bits in TypeScript and WebAssembly for every demanding family", () => {
    different = "";
    for (const family of FAMILIES) {
      for (let index = 0; index < effort(1000); index++) {
        forget();
        const { a, poseA, b, poseB } = makeCase(family, 5, index);
        const poses = [poseA, poseB].flatMap(({ x, y, cos, sin }) => [x, y, cos, sin]);
        const [A, B] = [shapeOf(a), shapeOf(b)];
        if (!compare(A, B, poses, 0, -1)) different ||= `${family} ${index}`;
        if (!compare(A, B, poses, B.record[1], 0 < A.count - 1 ? 0 : -1)) {
          different ||= `${family} ${index}, margin`;
        }
      }
    }
    assertEquals(different, "");
  });
});
