/**
 * Regions of a linear memory: tables that lie behind one another and grow separately.
 *
 * @module
 */

const PAGE = 65_536;

/** Bytes that a region starts at a multiple of: a cache line. */
const ALIGNMENT = 64;

/** Bytes that a WebAssembly memory can have at most: 65 535 pages. */
const MOST = 65_535 * PAGE;

/** One table: where it lies, and how long it is. Growing any region can move the ones behind it. */
export interface Region {
  /** Byte address. */
  at: number;
  /** Length in bytes. */
  bytes: number;
}

/** A `WebAssembly.Memory` cut into regions. Views of it are new after every growth. */
export class LinearMemory {
  readonly #memory: WebAssembly.Memory;
  /** All of the memory. */
  f64: Float64Array<ArrayBuffer>;
  /** All of the memory. */
  u32: Uint32Array<ArrayBuffer>;
  /** All of the memory. */
  u8: Uint8Array<ArrayBuffer>;
  readonly #regions: Region[] = [];

  /** @param memory Of which nothing has been used */
  constructor(memory: WebAssembly.Memory) {
    this.#memory = memory;
    const buffer = memory.buffer as ArrayBuffer;
    this.f64 = new Float64Array(buffer);
    this.u32 = new Uint32Array(buffer);
    this.u8 = new Uint8Array(buffer);
  }

  /**
   * Adds a region behind the others.
   * @throws {RangeError} When the memory cannot grow; it is of no use then
   */
  allocate(bytes: number): Region {
    const last = this.#regions.at(-1);
    const region = { at: last === undefined ? 0 : align(last.at + last.bytes), bytes: 0 };
    this.#regions.push(region);
    this.resize([region], [bytes]);
    return region;
  }

  /**
   * Makes regions longer, all of them or none; contents stay, new bytes are undefined.
   * @throws {RangeError} When the memory cannot grow; nothing has changed then
   */
  resize(regions: readonly Region[], bytes: readonly number[]): void {
    const all = this.#regions;
    const sizes = all.map((region) => {
      const k = regions.indexOf(region);
      return k < 0 ? region.bytes : Math.max(region.bytes, bytes[k]);
    });
    const places: number[] = [];
    let end = 0;
    for (const size of sizes) {
      places.push(end);
      end = align(end + size);
    }
    this.#grow(end);
    // Last first, so that nothing is overwritten before it has moved.
    for (let k = all.length - 1; k >= 0; k--) {
      const region = all[k];
      if (places[k] !== region.at) {
        this.u8.copyWithin(places[k], region.at, region.at + region.bytes);
      }
      region.at = places[k];
      region.bytes = sizes[k];
    }
  }

  #grow(end: number): void {
    const missing = end - this.u8.length;
    if (missing <= 0) return;
    try {
      if (end > MOST) throw new RangeError("more than 4 GB");
      this.#memory.grow(Math.ceil(missing / PAGE));
    } catch (cause) {
      throw new RangeError(
        `Cannot grow batch: ${end} bytes of WebAssembly memory are not to be had`,
        { cause },
      );
    }
    const buffer = this.#memory.buffer as ArrayBuffer;
    this.f64 = new Float64Array(buffer);
    this.u32 = new Uint32Array(buffer);
    this.u8 = new Uint8Array(buffer);
  }
}

function align(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}
