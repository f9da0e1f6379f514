/**
 * Regions of a linear memory: tables that follow one another and grow independently.
 *
 * @module
 */

const PAGE = 65_536;

/** Regions start at multiples of this many bytes: a cache line. */
const ALIGNMENT = 64;

/** Greatest size of a WebAssembly memory in bytes: 65 535 pages. */
const MOST = 65_535 * PAGE;

/** One table: its address and length. Growing any region can move those behind it. */
export interface Region {
  /** Byte address. */
  at: number;
  /** Length in bytes. */
  bytes: number;
}

/** A `WebAssembly.Memory` divided into regions. Its views are replaced at every growth. */
export class LinearMemory {
  readonly #memory: WebAssembly.Memory;
  /** All of the memory. */
  f64!: Float64Array<ArrayBuffer>;
  /** All of the memory. */
  u32!: Uint32Array<ArrayBuffer>;
  /** All of the memory. */
  u8!: Uint8Array<ArrayBuffer>;
  readonly #regions: Region[] = [];

  /** @param memory An unused memory */
  constructor(memory: WebAssembly.Memory) {
    this.#memory = memory;
    this.#view();
  }

  /** Creates the views of the memory at its current address. */
  #view(): void {
    const buffer = this.#memory.buffer as ArrayBuffer;
    this.f64 = new Float64Array(buffer);
    this.u32 = new Uint32Array(buffer);
    this.u8 = new Uint8Array(buffer);
  }

  /**
   * Adds a region behind the others.
   * @throws {RangeError} If the memory cannot grow; this object is unusable then
   */
  allocate(bytes: number): Region {
    const last = this.#regions.at(-1);
    const region = { at: last === undefined ? 0 : align(last.at + last.bytes), bytes: 0 };
    this.#regions.push(region);
    this.resize([region], [bytes]);
    return region;
  }

  /**
   * Makes regions longer, either all of them or none. Contents are kept; new bytes are undefined.
   * @throws {RangeError} If the memory cannot grow; nothing has changed then
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
    // Move the last region first, so that nothing is overwritten before it has moved.
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
        `Cannot grow space: ${end} bytes of WebAssembly memory are not to be had`,
        { cause },
      );
    }
    this.#view();
  }
}

function align(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}
