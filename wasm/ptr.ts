// The AssemblyScript version of src/kernel/ptr.ts. The build replaces that file by this one. A Ptr
// is a byte address; V[i] is the i-th double behind it.

@unmanaged
export class Memory {
  // @ts-ignore: decorator
  @inline @operator("[]")
  get(i: i32): f64 {
    return load<f64>(changetype<usize>(this) + (<usize>i << 3));
  }
  // @ts-ignore: decorator
  @inline @operator("[]=")
  set(i: i32, value: f64): void {
    store<f64>(changetype<usize>(this) + (<usize>i << 3), value);
  }
}

export type Ptr = Memory;
export type Verts = Memory;

/** The register file begins at address 0. */
export const registers = changetype<Memory>(0);

// @ts-ignore: decorator
@inline export function sqrt(x: f64): f64 {
  return Math.sqrt(x);
}
// @ts-ignore: decorator
@inline export function abs(x: f64): f64 {
  return Math.abs(x);
}
// @ts-ignore: decorator
@inline export function max(x: f64, y: f64): f64 {
  return Math.max(x, y);
}
// @ts-ignore: decorator
@inline export function min(x: f64, y: f64): f64 {
  return Math.min(x, y);
}
// @ts-ignore: decorator
@inline export function clz(x: i32): i32 {
  return i32(Math.clz32(<f64>x));
}
// @ts-ignore: decorator
@inline export function b2i(x: bool): i32 {
  return i32(x);
}
// @ts-ignore: decorator
@inline export function int(x: f64): i32 {
  return <i32>x;
}
