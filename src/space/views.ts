/**
 * Checks of the caller's arrays.
 *
 * @module
 */
import { refuse } from "../math/check.ts";

/**
 * Refuses a value that is not an array of this kind, of any realm: each frame of a page has its own
 * classes.
 */
export function checkKind(task: string, name: string, value: unknown, kind: string): void {
  if (ArrayBuffer.isView(value) && (value as Uint8Array)[Symbol.toStringTag] === kind) return;
  refuse(task, name, value, `be a ${kind}`, TypeError);
}

/**
 * Refuses a view whose memory has been detached or has shrunk. Such a view looks like an empty one.
 */
export function checkAttached(
  task: string,
  name: string,
  view: Uint8Array | Uint32Array | Float64Array,
): void {
  try {
    view.at(0);
  } catch {
    throw new TypeError(
      `Cannot ${task}: ${name} is a view of memory that has moved or shrunk: fetch it again when a space ` +
        `has grown`,
    );
  }
}

/** Refuses a view of a space's own memory, which can move. */
export function checkForeign(
  task: string,
  name: string,
  view: ArrayBufferView,
  poses: Float64Array,
): void {
  if (view.buffer !== poses.buffer) return;
  throw new RangeError(`Cannot ${task}: ${name} is a view of the space's own memory`);
}

/** Refuses a value that is not an array of this kind, or is in a space's own memory. */
export function checkView(
  task: string,
  name: string,
  view: Uint8Array | Uint32Array | Float64Array,
  kind: string,
  poses: Float64Array,
): void {
  checkKind(task, name, view, kind);
  if (view.length === 0) checkAttached(task, name, view);
  checkForeign(task, name, view, poses);
}

/** A longer array that begins with the same numbers. */
export function longer<T extends Uint8Array | Uint32Array | Int32Array | Float64Array>(
  from: T,
  length: number,
): T {
  const kinds = globalThis as unknown as Record<string, new (length: number) => T>;
  const to = new kinds[from[Symbol.toStringTag]](length);
  to.set(from);
  return to;
}

/** `out`, or a new array if it is missing or too short. */
export function fit<Out extends { readonly length: number }>(
  out: Out | undefined,
  length: number,
  make: (length: number) => Out,
): Out {
  return out !== undefined && out.length >= length ? out : make(length);
}

/** Most views of one array that are kept. */
const KEPT = 64;

type View = Uint8Array | Uint32Array | Float64Array;

/**
 * The parts of outputs that were filled: for each output, those of the last 64 lengths. Passing the
 * same output again, for a number of results that it had before, makes no new view.
 */
export class Views {
  readonly #views = new WeakMap<View, Map<number, View>>();

  /** The first `length` elements of `out`. */
  of<Out extends View>(out: Out, length: number): Out {
    if (out.length === length) return out;
    let views = this.#views.get(out);
    if (views === undefined) this.#views.set(out, views = new Map());
    const known = views.get(length);
    // It is empty if the memory has shrunk in the meantime.
    if (known !== undefined && known.length === length) return known as Out;
    const view = out.subarray(0, length) as Out;
    views.set(length, view);
    // A map lists its keys from the oldest on.
    if (views.size > KEPT) { for (const oldest of views.keys()) if (views.delete(oldest)) break; }
    return view;
  }
}

/**
 * Throws the error that says what is wrong with a box: minX, minY, maxX, maxY. Infinite sides are
 * valid.
 */
export function refuseBox(
  task: string,
  box: ArrayLike<unknown>,
  nameOf: (k: number) => string,
): never {
  for (let k = 0; k < 4; k++) {
    const side = box[k];
    if (typeof side !== "number" || Number.isNaN(side)) {
      refuse(task, nameOf(k), side, "be a number");
    }
  }
  const k = box[0]! <= box[2]! ? 1 : 0;
  refuse(task, nameOf(k), box[k], `be at most ${nameOf(k + 2)}, which is ${box[k + 2]}`);
}

/** Returns the pairs, or a copy of them if results would be written over them. */
export function apart(pairs: Uint32Array, out: ArrayBufferView): Uint32Array {
  const isApart = out.buffer !== pairs.buffer ||
    out.byteOffset >= pairs.byteOffset + pairs.byteLength ||
    pairs.byteOffset >= out.byteOffset + out.byteLength;
  return isApart ? pairs : pairs.slice();
}
