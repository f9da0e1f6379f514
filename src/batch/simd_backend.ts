/**
 * The WebAssembly backend: bodies, shapes and results in one linear memory, kernels with two pairs per
 * vector. See docs/memory_layout.md for the map.
 *
 * @module
 */
import { REGISTERS } from "../kernel/registers.ts";
import type { Shape } from "../shapes/shape.ts";
import type { Backend, PairQuery } from "./backend.ts";
import { POSE_STRIDE } from "./layout.ts";
import { LinearMemory, type Region } from "./memory.ts";
import { RecordHeap } from "./records.ts";
import { instantiate, type Kernels } from "./wasm.ts";

/** Pairs that go through the memory at once; their results are then still in the cache. */
const CHUNK = 1024;

/** Bytes per body: offset of its record in doubles, number of its core points. */
const TABLE_BYTES = 8;

const MODES = { signedDistances: 0, distances: 1, penetrations: 2 } as const;

/** Batches in WebAssembly. */
export class SimdBackend implements Backend {
  poses: Float64Array;
  capacity: number;
  readonly #memory = new LinearMemory();
  readonly #pairs: Region;
  readonly #out: Region;
  readonly #poses: Region;
  readonly #table: Region;
  readonly #records: Region;
  readonly #heap = new RecordHeap();
  readonly #shapes: (Shape | null)[] = [];
  readonly #kernels: Kernels;

  constructor(capacity: number) {
    const memory = this.#memory;
    memory.allocate(8 * REGISTERS);
    this.#pairs = memory.allocate(8 * CHUNK);
    this.#out = memory.allocate(64 * CHUNK);
    this.#poses = memory.allocate(8 * POSE_STRIDE * capacity);
    this.#table = memory.allocate(TABLE_BYTES * capacity);
    this.#records = memory.allocate(4096);
    this.#kernels = instantiate(memory.memory);
    this.capacity = capacity;
    this.poses = this.#viewPoses();
  }

  #viewPoses(): Float64Array {
    const { f64 } = this.#memory;
    return new Float64Array(f64.buffer, this.#poses.at, POSE_STRIDE * this.capacity);
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
    this.poses = this.#viewPoses();
  }

  place(id: number, shape: Shape): void {
    // The new shape first: if there is no room for it, the body keeps its old one.
    let entry = null;
    if (shape.support === null) {
      entry = this.#heap.entries.get(shape) ?? this.#store(shape);
      entry.users++;
    }
    this.clear(id);
    while (this.#shapes.length <= id) this.#shapes.push(null);
    this.#shapes[id] = shape;
    if (entry === null) return;
    const at = this.#table.at / 4 + 2 * id;
    this.#memory.u32[at] = entry.offset;
    this.#memory.u32[at + 1] = shape.count;
  }

  clear(id: number): void {
    const shape = id < this.#shapes.length ? this.#shapes[id] : null;
    if (shape === null) return;
    this.#shapes[id] = null;
    this.#memory.u32[this.#table.at / 4 + 2 * id + 1] = 0;
    if (shape.support === null) this.#heap.release(shape);
  }

  #store(shape: Shape): ReturnType<RecordHeap["insert"]> {
    const heap = this.#heap;
    const { length } = shape.record;
    if (8 * (heap.find(length) + length) > this.#records.bytes && 2 * heap.free > heap.top) {
      this.#compact();
    }
    const end = 8 * (heap.find(length) + length);
    if (end > this.#records.bytes) {
      this.#memory.resize([this.#records], [Math.max(end, 2 * this.#records.bytes)]);
      this.poses = this.#viewPoses();
    }
    const entry = heap.insert(shape, length);
    this.#memory.f64.set(shape.record, this.#records.at / 8 + entry.offset);
    return entry;
  }

  #compact(): void {
    const heap = this.#heap;
    const { f64, u32 } = this.#memory;
    const base = this.#records.at / 8;
    heap.compact((from, to, length) => {
      f64.copyWithin(base + to, base + from, base + from + length);
    });
    const table = this.#table.at / 4;
    for (let id = 0; id < this.#shapes.length; id++) {
      const shape = this.#shapes[id];
      if (shape?.support === null) u32[table + 2 * id] = heap.entries.get(shape)!.offset;
    }
  }

  intersects(pairs: Uint32Array, out: Uint8Array): void {
    const { u32, u8 } = this.#memory;
    const [table, poses, records] = [this.#table.at, this.#poses.at, this.#records.at];
    const at = this.#out.at;
    for (let from = 0; 2 * from < pairs.length; from += CHUNK) {
      const count = Math.min(CHUNK, pairs.length / 2 - from);
      const part = pairs.length <= 2 * CHUNK ? pairs : pairs.subarray(2 * from, 2 * (from + count));
      u32.set(part, this.#pairs.at / 4);
      this.#kernels.intersects(table, poses, records, this.#pairs.at, count, at);
      out.set(u8.subarray(at, at + count), from);
    }
  }

  measure(query: Exclude<PairQuery, "intersects">, pairs: Uint32Array, out: Float64Array): void {
    const { u32, f64 } = this.#memory;
    const [table, poses, records] = [this.#table.at, this.#poses.at, this.#records.at];
    const at = this.#out.at;
    for (let from = 0; 2 * from < pairs.length; from += CHUNK) {
      const count = Math.min(CHUNK, pairs.length / 2 - from);
      const part = pairs.length <= 2 * CHUNK ? pairs : pairs.subarray(2 * from, 2 * (from + count));
      u32.set(part, this.#pairs.at / 4);
      this.#kernels.measurePairs(table, poses, records, this.#pairs.at, count, at, MODES[query]);
      out.set(f64.subarray(at / 8, at / 8 + 8 * count), 8 * from);
    }
  }
}
