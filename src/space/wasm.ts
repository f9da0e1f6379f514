/**
 * Decodes and compiles the WebAssembly module once, on first use, without network or `await`.
 * Chromium compiles modules up to 8 MB synchronously on its main thread; this one has less than 32
 * kB.
 *
 * @module
 */
import { WASM_TEXT } from "./wasm_bytes.ts";

/** The module's exports. Addresses and lengths are in bytes unless stated otherwise. */
export interface Kernels {
  /** JavaScript grows it, and tells the kernels the addresses. */
  readonly memory: WebAssembly.Memory;
  /**
   * Answers `count` pairs; returns how many it left to the kernel. `query`: 0 intersects, 1
   * distances, 2 signedDistances, 3 penetrations, 4 manifolds. `only`: the class of all pairs if they
   * have the same one, else -1. `margin` is that of the manifolds, `first` the index of the first pair.
   * `far`: 1 if the records are too many for a cache.
   */
  run(
    table: number,
    poses: number,
    records: number,
    count: number,
    query: number,
    only: number,
    margin: number,
    first: number,
    far: number,
  ): number;
}

/** `(func (result v128) i32.const 0 i8x16.splat)`: valid only with 128-bit vectors. */
const PROBE: readonly number[] = [
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3],
  ...[2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11],
];

let compiled: WebAssembly.Module | null = null;
let refusal: string | null = null;

/** Why the module cannot be used here, or `null` if it can. The first call compiles it. */
export function findRefusal(): string | null {
  if (compiled !== null || refusal !== null) return refusal;
  try {
    if (typeof WebAssembly !== "object" || WebAssembly === null) refusal = "WebAssembly is missing";
    else if (!WebAssembly.validate(new Uint8Array(PROBE))) refusal = "WebAssembly has no SIMD";
    else compiled = new WebAssembly.Module(decode(WASM_TEXT));
  } catch (error) {
    // For example, a content security policy without 'wasm-unsafe-eval'.
    refusal = refusalOf(error);
  }
  return refusal;
}

/** Why WebAssembly cannot be used, from the error that it threw. */
export function refusalOf(error: unknown): string {
  return `WebAssembly is refused: ${error instanceof Error ? error.message : error}`;
}

/** Creates the kernels with a new memory. Only call it after `findRefusal` has returned `null`. */
export function instantiate(): Kernels {
  return new WebAssembly.Instance(compiled!).exports as unknown as Kernels;
}

/**
 * Decodes the text that `tools/build_wasm.ts` wrote. The characters # to | stand for the 90 byte
 * values from 0xFD on, modulo 256, since the array wraps them. } and ~ add 90 and 180 to the next
 * character.
 */
export function decode(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  let length = 0;
  let first = 0xfd;
  for (let i = 0; i < text.length; i++) {
    const value = text.charCodeAt(i) - 35;
    if (value < 90) {
      bytes[length++] = first + value;
      first = 0xfd;
    } else first += 90 * (value - 89);
  }
  return bytes.slice(0, length);
}
