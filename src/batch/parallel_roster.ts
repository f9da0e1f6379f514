/**
 * Which body of a parallel batch has which shape, by numbers, and which of this its workers do not
 * know yet.
 *
 * @module
 */
import { ConvexShape } from "../shapes/shape.ts";
import { ONE_SIDED, PLAIN, SMOOTH } from "./parallel_layout.ts";

/**
 * Bodies and shapes as sent to workers: each shape once, with a number, and each body with the
 * number of its shape.
 */
export class Roster {
  /** One more than the highest id so far. */
  limit = 0;
  /** Number of each body's shape, -1 for none. */
  readonly #numbers: number[] = [];
  /** Each body's shape. */
  readonly #bodyShapes: (ConvexShape | null)[] = [];
  /** The shapes in use: number of the shape, and how many bodies have it. */
  readonly #shapes = new Map<ConvexShape, { number: number; users: number }>();
  #shapeCount = 0;
  readonly #freeNumbers: number[] = [];
  /** Shapes and bodies that the workers do not know yet. */
  readonly #newShapes = new Set<ConvexShape>();
  readonly #newBodies = new Set<number>();

  /** Whether there is anything that the workers do not know yet. */
  get isNew(): boolean {
    return this.#newBodies.size > 0;
  }

  /** Gives body `id` a shape. */
  place(id: number, shape: ConvexShape): void {
    let entry = this.#shapes.get(shape);
    if (entry === undefined) {
      entry = { number: this.#freeNumbers.pop() ?? this.#shapeCount++, users: 0 };
      this.#shapes.set(shape, entry);
      this.#newShapes.add(shape);
    }
    entry.users++;
    this.#release(id);
    while (this.#numbers.length <= id) {
      this.#numbers.push(-1);
      this.#bodyShapes.push(null);
    }
    this.#numbers[id] = entry.number;
    this.#bodyShapes[id] = shape;
    this.#newBodies.add(id);
    this.limit = Math.max(this.limit, id + 1);
  }

  /** Removes body `id`. */
  clear(id: number): void {
    this.#release(id);
    this.#newBodies.add(id);
  }

  #release(id: number): void {
    const shape = id < this.#bodyShapes.length ? this.#bodyShapes[id] : null;
    if (shape === null) return;
    this.#bodyShapes[id] = null;
    this.#numbers[id] = -1;
    const entry = this.#shapes.get(shape)!;
    if (--entry.users > 0) return;
    this.#shapes.delete(shape);
    this.#newShapes.delete(shape);
    this.#freeNumbers.push(entry.number);
  }

  /** Describes the new shapes: number, class, radius, number of points, points. */
  describeShapes(): Float64Array {
    const list: number[] = [];
    for (const shape of this.#newShapes) {
      const { support, points, radius } = shape;
      const kind = support !== null
        ? SMOOTH
        : shape.constructor !== ConvexShape
        ? ONE_SIDED
        : PLAIN;
      list.push(this.#shapes.get(shape)!.number, kind, radius, points.length);
      for (const { x, y } of points) list.push(x, y);
    }
    return Float64Array.from(list);
  }

  /** Describes the changed bodies: id, and number of the shape or -1. */
  describeBodies(): Int32Array {
    const list = new Int32Array(2 * this.#newBodies.size);
    let k = 0;
    for (const id of this.#newBodies) {
      list[k++] = id;
      list[k++] = this.#numbers[id];
    }
    return list;
  }

  /** Notes that the workers know everything. */
  noteTold(): void {
    this.#newShapes.clear();
    this.#newBodies.clear();
  }

  /** Empties the roster, because there are no workers any more. */
  forget(): void {
    this.noteTold();
    this.#shapes.clear();
    this.#numbers.length = this.#bodyShapes.length = 0;
  }
}
