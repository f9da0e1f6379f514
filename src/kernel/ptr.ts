/**
 * The pointer twin, TypeScript side. The kernel reads memory as `V[i]` and names its scalars `f64`
 * and `i32`; this file says what that means in JavaScript, `wasm/ptr.ts` says what it means in linear
 * memory, and the text between is the same. Only operations whose result IEEE 754 fixes to the last
 * bit are here, which is why TypeScript and WebAssembly agree.
 *
 * A comparison becomes a bit without a branch by a plus, `+(x > y)`; before it is shifted or negated, `as i32` makes
 * an integer of it in the twin. No function does that: V8 would inline its calls only where they are made often.
 *
 * @module
 */

/** Every scalar of the kernel is a double... */
export type f64 = number;

/** ...or a 32-bit integer (index, count, bit mask). */
export type i32 = number;

/** Register file and results: doubles that the kernel writes. */
export type Ptr = Float64Array;

/**
 * Shape records: doubles that the kernel only reads. A plain array, because V8 reads one per shape
 * 5–25 % faster than a `Float64Array` per shape; `buildRecord` keeps its elements kind `double`.
 */
export type Verts = number[];

// The kernel's files repeat these operations, as they repeat constants: V8 looks an imported one up at every use, and
// checks that it is initialised and still the same, which takes longer than what it does. The compiler of the twin
// imports them instead.
export const sqrt: (x: f64) => f64 = Math.sqrt;
export const abs: (x: f64) => f64 = Math.abs;
export const max: (x: f64, y: f64) => f64 = Math.max;
export const min: (x: f64, y: f64) => f64 = Math.min;
export const clz: (x: i32) => i32 = Math.clz32;

/** A double that holds a whole number, as an integer. */
export const int: (x: f64) => i32 = (x: f64): i32 => x | 0;
