/**
 * A number made of the contents of a shape: the same for equal shapes, in every program.
 *
 * @module
 */
import type { Vec2 } from "../math/vec2.ts";
import { NORMALS } from "../shapes/record.ts";
import { ConvexShape, type Shape } from "../shapes/shape.ts";

/** Directions in which a support function is asked. */
const DIRECTIONS = 32;

const DOUBLE = new Float64Array(1);

const keys: WeakMap<Shape, number> = /* @__PURE__ */ new WeakMap();

/** The key of a shape: a whole number below 2^53. */
export function keyOf(shape: Shape): number {
  let key = keys.get(shape);
  if (key === undefined) {
    const low = sum(shape, 1), high = sum(shape, 2) & 0x1fffff;
    key = low + 4294967296 * high;
    keys.set(shape, key);
  }
  return key;
}

function sum(shape: Shape, seed: number): number {
  const hash = { h: seed };
  if (shape instanceof ConvexShape) addConvex(hash, shape);
  else {
    const parts = shape.kind === "compound" ? shape.parts : shape.segments;
    for (const part of parts) addConvex(hash, part);
    add(hash, shape.kind === "compound" ? parts.length : -parts.length);
    if (shape.kind === "chain") add(hash, Number(shape.frontOnly));
  }
  return hash.h >>> 0;
}

function addConvex(hash: { h: number }, shape: ConvexShape): void {
  const { record, count, radius, support } = shape, first = NORMALS + 2 * count;
  add(hash, count);
  add(hash, radius);
  for (let k = first; k < first + 2 * count; k++) add(hash, record[k]);
  // A segment of a chain has the ends of its neighbours.
  for (const ghost of ["before", "after"]) {
    const p = (shape as unknown as Record<string, Vec2 | null | undefined>)[ghost];
    add(hash, p?.x ?? 0);
    add(hash, p?.y ?? 0);
  }
  if (support === null) return;
  const out = { x: 0, y: 0 };
  for (let k = 0; k < DIRECTIONS; k++) {
    // Around the square of directions.
    const t = k % 8 / 4 - 1, side = k >> 3;
    const [x, y] = side === 0 ? [1, t] : side === 1 ? [-t, 1] : side === 2 ? [-1, -t] : [t, -1];
    support(x, y, out);
    add(hash, out.x);
    add(hash, out.y);
  }
}

function add(hash: { h: number }, value: number): void {
  DOUBLE[0] = value;
  // (A view made at module level would stay in every bundle, because reading `buffer` might have an
  // effect.)
  for (const word of new Uint32Array(DOUBLE.buffer)) {
    let x = Math.imul(word, 0xcc9e2d51);
    x = Math.imul((x << 15) | (x >>> 17), 0x1b873593);
    const h = hash.h ^ x;
    hash.h = Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64 | 0;
  }
}
