/**
 * From text to kernels, once, on first use: no network, no `await`. Chromium compiles modules up to
 * 8 MB synchronously on its main thread; this one has less than 20 kB.
 *
 * @module
 */
import { WASM_TEXT } from "./wasm_bytes.ts";

/** What the module exports; addresses and lengths in bytes where nothing else is said. */
export interface Kernels {
  /** Grows in JavaScript; the kernels are told where things lie. */
  readonly memory: WebAssembly.Memory;
  /** Index of the first id among `count` pairs that has no body, or -1; `gaps`: 1 if ids are unused. */
  check(table: number, count: number, limit: number, gaps: number): number;
  /** 1 when the poses of bodies 0 … limit - 1 are certainly ones that `setPose` takes. */
  checkPoses(poses: number, limit: number): number;
  /**
   * Answers `count` pairs; returns how many it left to the kernel. `query`: 0 intersects, 1 distances,
   * 2 signedDistances, 3 penetrations. `only`: the class of all of them where there is but one, or -1.
   */
  run(
    table: number,
    poses: number,
    records: number,
    count: number,
    query: number,
    only: number,
  ): number;
}

/** `(func (result v128) i32.const 0 i8x16.splat)`: valid exactly where vectors of 128 bits are. */
const PROBE: readonly number[] = [
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3],
  ...[2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11],
];

let compiled: WebAssembly.Module | null = null;
let refusal: string | null = null;

/** Why the module cannot be used here, or `null` when it can. Compiles it at the first call. */
export function findRefusal(): string | null {
  if (compiled !== null || refusal !== null) return refusal;
  try {
    if (typeof WebAssembly !== "object" || WebAssembly === null) refusal = "WebAssembly is missing";
    else if (!WebAssembly.validate(new Uint8Array(PROBE))) refusal = "WebAssembly has no SIMD";
    else compiled = new WebAssembly.Module(decode(WASM_TEXT));
  } catch (error) {
    // A content security policy without 'wasm-unsafe-eval' ends here.
    refusal = refusalOf(error);
  }
  return refusal;
}

/** Why WebAssembly cannot be used, by what it threw. */
export function refusalOf(error: unknown): string {
  return `WebAssembly is refused: ${error instanceof Error ? error.message : error}`;
}

/** The kernels with a new memory; only after `findRefusal` has found none. */
export function instantiate(): Kernels {
  return new WebAssembly.Instance(compiled!).exports as unknown as Kernels;
}

/**
 * The bytes that `tools/build_wasm.ts` wrote: # to | are the 90 from 0xFD on, counted modulo 256 as the array stores
 * them; } and ~ are 90 and 180 more for the next.
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
