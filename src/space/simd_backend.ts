/**
 * The WebAssembly backend: bodies, shapes and results in one linear memory, and kernels that handle
 * two pairs per vector. docs/internals/memory_layout.md has the map.
 *
 * @module
 */
import {
  CENTER_X,
  CENTER_Y,
  EXTENT,
  HALF_U,
  HALF_V,
  INNER,
  NORMALS,
  OUTER,
  RADIUS,
  REF_X,
  REF_Y,
} from "../shapes/record.ts";
import type { ConvexShape, Shape } from "../shapes/shape.ts";
import type { Backend, PairQuery } from "./backend.ts";
import { DISTANCE_STRIDE, MANIFOLD_STRIDE, POSE_STRIDE } from "./layout.ts";
import { LinearMemory, type Region } from "./memory.ts";
import { Records } from "./records.ts";
import { askKernel } from "./scalar.ts";
import { instantiate } from "./wasm.ts";

/** Pairs that are answered at once. Their results are still in the cache when they are copied. */
const CHUNK = 1024;
/** The same for manifolds, whose rows are longer. */
const ROWS = 512;
/** Results are copied in pieces of this many doubles: a call of `set` per piece, and no view is made. */
const PIECE = 512;

// The fixed part of the memory, in bytes; see wasm/simd/layout.ts.
const PEAKS4 = 128;
const PEAKS8 = 192;
const CLASS_TABLE = 448;
const IDENTITY = 3840;
const PAIRS = 10_000;
const RESULTS = 50_960;
const BOX_EDGES = RESULTS + 64 * CHUNK;
const LEFT_LIST = BOX_EDGES + 10_944 + 10 * 2 * CHUNK;
const FIXED = LEFT_LIST + 2 * CHUNK;

/** Bytes per body: the offset of its record, and a word that describes its shape. */
const TABLE_BYTES = 8;

// Kinds of shapes, and classes of pairs; see wasm/simd/layout.ts.
const SMALL = 0;
const MANY = 1;
const ROUND = 2; // added to the two above
const BOX = 4;
const POINT = 5; // 6 with a radius
const LEFT = 7;
const CLASS_ROUND = 8;
const CLASS_BOX = 9;
const CLASS_LEFT = 10;
/** Bit of a shape's word: it has a reference point other than its origin. */
const SHIFTED = 256;

/** Most points of a shape with a lane record. Shapes with more are left to the kernel. */
const MOST_POINTS = 8;

/**
 * If the records of all shapes take more bytes than stay in a cache near the processor between two frames, queries that
 * read most of every record read it ahead. Where other memory was touched in between, penetrations and manifolds
 * of 4000 boxes take 0.90 and 0.95 of the time with it, and 1.1 where none was (2026-11-28).
 */
const CACHE = 524_288;

/**
 * After a chunk of which the lanes answered too little, this many chunks go straight to the kernel.
 */
const REST = 7;

const QUERIES: Record<PairQuery, number> = {
  intersects: 0,
  distances: 1,
  signedDistances: 2,
  penetrations: 3,
  manifolds: 4,
};

/** Spaces in WebAssembly. */
export class SimdBackend implements Backend {
  poses: Float64Array;
  /** The results of the lanes. */
  rows!: Float64Array;
  capacity: number;
  readonly #kernels = instantiate();
  readonly #memory = new LinearMemory(this.#kernels.memory);
  readonly #poses: Region;
  readonly #table: Region;
  readonly #region: Region;
  readonly #records: Records;
  readonly #shapes: readonly (Shape | null)[];
  readonly #rests: boolean;
  /** Number of bodies of each kind. */
  readonly #kinds: number[] = new Array(8).fill(0);
  /** By query: how many more chunks skip the lanes. */
  readonly #rest = new Uint8Array(5);
  /** Views of the fixed part of the memory. */
  #left!: Uint16Array;
  #pieces!: Float64Array[];
  #booleans!: Uint8Array;
  #pairs!: Uint32Array;

  /**
   * @param rests Whether chunks may skip the lanes if these would answer too little
   */
  constructor(capacity: number, shapes: readonly (Shape | null)[], rests: boolean) {
    this.#shapes = shapes;
    this.#rests = rests;
    const memory = this.#memory;
    memory.allocate(FIXED);
    this.#poses = memory.allocate(8 * POSE_STRIDE * capacity);
    this.#table = memory.allocate(TABLE_BYTES * capacity);
    this.#region = memory.allocate(4096);
    this.#records = new Records(memory, this.#region);
    this.capacity = capacity;
    this.poses = this.#view();
    for (let k = 0; k < CHUNK; k++) memory.u8.set([k & 255, k >> 8], IDENTITY + 2 * k);
    for (let a = 0; a < 8; a++) {
      for (let b = 0; b < 8; b++) memory.u8[CLASS_TABLE + 8 * a + b] = classify(a, b);
    }
    for (let mask = 0; mask < 256; mask++) memory.u8[PEAKS8 + mask] = findPeak(mask, 8);
    for (let mask = 0; mask < 16; mask++) memory.u8[PEAKS4 + mask] = findPeak(mask, 4);
    for (let mask = 0; mask < 128; mask++) writeBoxEdge(memory.u8, mask);
  }

  /** Creates the views of the memory at its current address. Returns the one of the poses. */
  #view(): Float64Array {
    const { buffer } = this.#memory.f64;
    this.#left = new Uint16Array(buffer, LEFT_LIST, CHUNK);
    this.rows = new Float64Array(buffer, RESULTS, 8 * CHUNK);
    this.#pieces = [];
    for (let k = 0; k < 8 * CHUNK; k += PIECE) {
      this.#pieces.push(new Float64Array(buffer, RESULTS + 8 * k, PIECE));
    }
    this.#booleans = new Uint8Array(buffer, RESULTS, CHUNK);
    this.#pairs = new Uint32Array(buffer, PAIRS, 2 * CHUNK);
    return new Float64Array(buffer, this.#poses.at, POSE_STRIDE * this.capacity);
  }

  reserve(capacity: number): void {
    if (capacity <= this.capacity) return;
    this.#memory.resize(
      [this.#poses, this.#table],
      [8 * POSE_STRIDE * capacity, TABLE_BYTES * capacity],
    );
    const { at } = this.#table;
    this.#memory.u8.fill(0, at + TABLE_BYTES * this.capacity, at + TABLE_BYTES * capacity);
    this.#memory.f64.fill(
      0,
      this.#poses.at / 8 + POSE_STRIDE * this.capacity,
      this.#poses.at / 8 + POSE_STRIDE * capacity,
    );
    this.capacity = capacity;
    this.poses = this.#view();
  }

  place(id: number, shape: Shape): void {
    // Store the new shape first: if there is no room for it, the body keeps its old one.
    const offset = hasRecord(shape) ? this.#store(shape) : 0;
    this.clear(id);
    this.#kinds[kindOf(shape)]++;
    const at = this.#table.at / 4 + 2 * id;
    this.#memory.u32[at] = 8 * offset + headOf(shape.count);
    this.#memory.u32[at + 1] = describe(shape);
  }

  clear(id: number): void {
    const shape = this.#shapes[id] ?? null;
    if (shape === null) return;
    this.#kinds[kindOf(shape)]--;
    const at = this.#table.at / 4 + 2 * id, { u32 } = this.#memory;
    u32[at + 1] = 0;
    if (hasRecord(shape)) {
      this.#records.release((u32[at] - headOf(shape.count)) / 8, shape.count > 4);
    }
  }

  /** Stores the record of one more body's shape. Returns its offset in doubles. */
  #store(shape: ConvexShape): number {
    writeRecord(shape, this.#records.given);
    const offset = this.#records.take(shape.count > 4);
    if (this.poses.buffer !== this.#memory.f64.buffer) this.poses = this.#view(); // it has grown
    return offset;
  }

  ask(
    query: PairQuery,
    pairs: Uint32Array,
    total: number,
    out: Uint8Array | Float64Array,
    margin: number,
  ): void {
    const shapes = this.#shapes, number = QUERIES[query];
    // If no body has a lane record, the lanes cannot answer anything.
    if (this.#kinds[LEFT] > 0 && this.#findClass() === CLASS_LEFT) {
      askKernel(query, shapes, this.poses, pairs, 0, null, total, out, margin);
      return;
    }
    const stride = query === "manifolds" ? MANIFOLD_STRIDE : DISTANCE_STRIDE;
    const chunk = query === "manifolds" ? ROWS : CHUNK;
    const readsAll = query === "penetrations" || query === "manifolds";
    const isFar = readsAll && 8 * this.#records.top > CACHE ? 1 : 0;
    for (let from = 0; from < total; from += chunk) {
      const count = Math.min(chunk, total - from);
      // If everything touches, the lanes can answer little. The bits are the same either way.
      if (this.#rest[number] > 0) {
        this.#rest[number]--;
        askKernel(query, shapes, this.poses, pairs, from, null, count, out, margin);
        continue;
      }
      this.#load(pairs, from, count);
      const left = this.#kernels.run(
        this.#table.at,
        this.#poses.at,
        this.#region.at,
        count,
        number,
        this.#findClass(),
        margin,
        from,
        isFar,
      );
      if (this.#rests && 2 * left > count) this.#rest[number] = REST;
      if (query === "intersects") this.#copyBooleans(out as Uint8Array, from, count);
      else if (out !== this.rows) {
        this.#copyResults(out as Float64Array, stride * from, stride * count);
      }
      if (left === 0) continue;
      askKernel(query, shapes, this.poses, pairs, from, this.#left, left, out, margin);
    }
  }

  // (A function for each kind of array: V8 makes slow code of a loop that sees two.)
  #copyBooleans(out: Uint8Array, at: number, count: number): void {
    const from = this.#booleans;
    if (count === CHUNK) out.set(from, at);
    else for (let k = 0; k < count; k++) out[at + k] = from[k];
  }

  #copyResults(out: Float64Array, at: number, count: number): void {
    let k = 0;
    for (; k + PIECE <= count; k += PIECE) out.set(this.#pieces[k / PIECE], at + k);
    const from = this.rows;
    for (; k < count; k++) out[at + k] = from[k];
  }

  /** Copies `count` pairs, from pair `from` on, to where the lanes read them. */
  #load(pairs: Uint32Array, from: number, count: number): void {
    const to = this.#pairs;
    if (from === 0 && pairs.length <= 2 * CHUNK) to.set(pairs);
    else for (let k = 0; k < 2 * count; k++) to[k] = pairs[2 * from + k];
  }

  /** The class of all pairs if all bodies are of one kind; else -1. */
  #findClass(): number {
    let found = -1;
    for (let kind = 0; kind <= LEFT; kind++) {
      if (this.#kinds[kind] === 0) continue;
      if (found >= 0) return -1;
      found = kind;
    }
    return found < 0 ? -1 : classify(found, found);
  }
}

function hasRecord(shape: Shape): shape is ConvexShape {
  return shape.support === null && shape.count <= MOST_POINTS && shape.record[INNER] > -Infinity;
}

/** The kind of a shape. */
function kindOf(shape: Shape): number {
  if (!hasRecord(shape)) return LEFT;
  const { count, radius, record } = shape;
  if (count === 1) return POINT + (radius > 0 ? 1 : 0);
  if (record[HALF_U] > 0 && radius === 0) return BOX;
  return (count > 4 ? MANY : SMALL) + (radius > 0 ? ROUND : 0);
}

/**
 * The word that describes a shape: the number of its points, whether it has a reference point, and
 * its kind from bit 16 on.
 */
function describe(shape: Shape): number {
  const kind = kindOf(shape) << 16;
  if (!hasRecord(shape)) return kind;
  const { count, record } = shape;
  return kind | count | (record[REF_X] !== 0 || record[REF_Y] !== 0 ? SHIFTED : 0);
}

/** The class of a pair of kinds. */
function classify(a: number, b: number): number {
  if (a === LEFT || b === LEFT) return CLASS_LEFT;
  if (a >= POINT && b >= POINT) return CLASS_ROUND;
  if (a === BOX && b === BOX) return CLASS_BOX;
  const isMany = (kind: number): number => kind === MANY || kind === MANY + ROUND ? 1 : 0;
  const isRound = (kind: number): boolean => kind === 2 || kind === 3 || kind === POINT + 1;
  return isMany(a) | (isMany(b) << 1) | (isRound(a) || isRound(b) ? 4 : 0);
}

/** Writes the lane record of a shape; see wasm/simd/layout.ts. */
function writeRecord({ record, count }: ConvexShape, out: Float64Array): void {
  const N = edgesOf(count), head = 2 * N, points = NORMALS + 2 * count;
  out[head] = record[RADIUS];
  out[head + 1] = record[EXTENT];
  out[head + 2] = record[REF_X] + record[CENTER_X];
  out[head + 3] = record[REF_Y] + record[CENTER_Y];
  out[head + 4] = record[OUTER];
  out[head + 5] = record[INNER];
  out[head + 6] = record[HALF_U];
  out[head + 7] = record[HALF_V];
  for (let k = 0; k < N; k++) {
    const m = NORMALS + 2 * Math.min(k, count - 1), at = 2 * (N - 2 - k + (k & 1)) + (k & 1);
    out[at] = count === 1 ? NaN : record[m];
    out[at + 2] = count === 1 ? NaN : record[m + 1];
  }
  for (let k = 0; k <= N; k++) {
    const m = points + (k < count ? 2 * k : 0), at = head + 8 + 2 * k;
    out[at] = record[m];
    out[at + 1] = record[m + 1];
  }
}

/** Number of edges in the lane record of a shape of so many points. */
function edgesOf(count: number): number {
  return count > 4 ? 8 : 4;
}

/** The address of a lane record, which lies behind its normals but the first two, less that of its first number. */
function headOf(count: number): number {
  return 16 * edgesOf(count) - 32;
}

/**
 * Index of the vertex between an ascending edge and the next one that is not. Bit k of the mask
 * says that edge k of n ascends.
 */
function findPeak(mask: number, n: number): number {
  const peaks = ~mask & ((mask << 1) | (mask >>> (n - 1))) & (-1 >>> (32 - n));
  return peaks === 0 ? 0 : 31 - Math.clz32(peaks & -peaks);
}

/**
 * Writes the features of two rectangles for one value of the mask: the edge with the best axis, and
 * the vertex that faces it. Letters and arithmetic are those of src/kernel/boxes.ts.
 *
 * Bits: 0 and 1 are the signs of u and w; 2 is the sign of the vector from A to B across the edge;
 * 3 says whether the edge is B's; 4 whether it is on the second axis; 6 whether the features are a
 * corner and the facing vertex, and 5 whether that corner is the edge's start rather than its end.
 */
function writeBoxEdge(memory: Uint8Array, mask: number): void {
  const bit = (k: number): number => (mask >> k) & 1;
  const u = bit(0), w = bit(1), side = bit(3), k = bit(4), turned = bit(2) ^ side;
  const isU = u ^ turned, isW = w ^ turned ^ side;
  const first = k === 0 ? isU : isW ^ 1, second = k === 0 ? isW : isU;
  const edge = k + 2 * turned, facing = second ^ (3 & (first - 1));
  let at = BOX_EDGES;
  for (let m = 0; m < 7; m++) at += bit(m) << (2 * m + 1);
  if (bit(6) === 0) {
    memory[at] = side | (edge << 4);
    memory[at + 1] = facing << 4;
  } else {
    const corner = (edge + 1 - bit(5)) & 3;
    memory[at] = side === 0 ? corner | (facing << 4) : facing | (corner << 4);
    memory[at + 1] = 0;
  }
}
