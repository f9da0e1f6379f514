/**
 * The TypeScript side of the kernel's memory access. The kernel reads memory as `V[i]` and calls
 * its scalars `f64` and `i32`. This file defines what that means in JavaScript, and `wasm/ptr.ts`
 * what it means in linear memory; the kernel's source is the same for both. Only operations whose
 * result IEEE 754 fixes to the last bit are here, which is why TypeScript and WebAssembly agree.
 *
 * A plus turns a comparison into a bit without a branch, `+(x > y)`. Before it is shifted or
 * negated, `as i32` makes it an integer in AssemblyScript. This is not a function, because V8 would
 * inline its calls only where they are made often.
 *
 * @module
 */

// Copies of the constant in registers.ts.
const REGISTERS: i32 = 4096;

/** Every scalar of the kernel is a double... */
export type f64 = number;

/** ...or a 32-bit integer (index, count, bit mask). */
export type i32 = number;

/** The register file and results: doubles that the kernel writes. */
export type Ptr = Float64Array;

/**
 * Shape records: doubles that the kernel only reads. A plain array, because V8 reads one per shape
 * 5–25 % faster than a `Float64Array` per shape; `buildRecord` keeps its elements kind `double`.
 */
export type Verts = number[];

/**
 * The register file, which the kernel's files call `W`. There is one for all queries: a kernel call
 * runs to its end without calling back, and a query does not rely on it while user code runs. It is
 * not passed as an argument, because V8 builds the
 * address and length of a typed array that is a constant into the code, and then has no bound to
 * check for a fixed register.
 */
export const registers: Ptr = new Float64Array(REGISTERS);

// The kernel's files repeat these operations, as they repeat constants. V8 looks an imported one up
// at every use, and checks that it is initialised and unchanged, which takes longer than the
// operation itself. The AssemblyScript build imports them instead.
export const sqrt: (x: f64) => f64 = Math.sqrt;
export const abs: (x: f64) => f64 = Math.abs;
export const max: (x: f64, y: f64) => f64 = Math.max;
export const min: (x: f64, y: f64) => f64 = Math.min;
export const clz: (x: i32) => i32 = Math.clz32;

/** A double that holds a whole number, as an integer. */
export const int: (x: f64) => i32 = (x: f64): i32 => x | 0;
