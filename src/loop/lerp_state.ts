import { checkList, checkTime } from "./check.ts";

/**
 * Blends two states for drawing between fixed steps:
 * `out = previous · (1 − alpha) + current · alpha`, number by number.
 *
 * Drawing the blend shows the game one step late and smooth, whatever the ratio of steps to
 * frames (Fiedler, *Fix Your Timestep!*). Angles blend along the numbers, so keep them unwrapped.
 * `out` may be `previous` or `current`.
 *
 * @param previous The state before the last step.
 * @param current The state after it; same length.
 * @param alpha The fraction of a step that has passed since, 0 to 1.
 * @param out Receives the result; default a new `Float64Array`.
 * @returns `out`.
 * @throws {RangeError} If the lengths differ, or `alpha` is not finite.
 * @throws {TypeError} If an argument is of the wrong type.
 *
 * @example
 * ```ts
 * import { lerpState } from "@narrowphase/gjk2d/loop";
 *
 * const drawn = lerpState([0, 10], [4, 30], 0.25);
 * if (drawn[0] !== 1 || drawn[1] !== 15) throw new Error("unexpected");
 * ```
 */
export function lerpState<Out extends NumberList = Float64Array>(
  previous: ArrayLike<number>,
  current: ArrayLike<number>,
  alpha: number,
  out?: Out,
): Out {
  const task = "blend states";
  checkList(task, "previous", previous);
  checkList(task, "current", current);
  checkTime(task, "alpha", alpha);
  const n = previous.length;
  const to: NumberList = out === undefined ? new Float64Array(n) : out;
  checkList(task, "out", to);
  if (n > 0 && Object.isFrozen(to)) {
    throw new TypeError(`Cannot ${task}: out is frozen, must be writable`);
  }
  if (current.length !== n || to.length !== n) {
    throw new RangeError(
      `Cannot blend states: lengths are ${n}, ${current.length} and ${to.length}, must be equal`,
    );
  }
  const beta = 1 - alpha;
  for (let i = 0; i < n; i++) to[i] = previous[i] * beta + current[i] * alpha;
  return to as Out;
}

/** Something with a length and numbers that can be assigned. */
export interface NumberList {
  /** How many numbers there are. */
  readonly length: number;
  /** The numbers. */
  [index: number]: number;
}

/**
 * Keeps the last two states of a stepped simulation so that any moment between them can be drawn.
 *
 * @example
 * ```ts
 * import { FixedTimestep, InterpolationBuffer } from "@narrowphase/gjk2d/loop";
 *
 * const body = new Float64Array([0, 0]); // x, y
 * const shown = new Float64Array(2);
 * const buffer = new InterpolationBuffer(body);
 * const steps = new FixedTimestep(10);
 * const { alpha } = steps.advance(25, () => {
 *   body[0] += 1;
 *   body[1] += 3;
 *   buffer.push(body); // after every step
 * });
 * buffer.sample(alpha, shown); // at every frame
 * if (shown[0] !== 1.5 || shown[1] !== 4.5) throw new Error("unexpected");
 * ```
 */
export class InterpolationBuffer {
  /** The state before the last step; do not change it. */
  previous: Float64Array;
  /** The state after the last step; do not change it. */
  current: Float64Array;
  /** Where a state is read, so that one that cannot be read changes nothing. */
  #spare: Float64Array;

  /**
   * Creates a buffer in which both states are `state`.
   *
   * @param state The numbers to copy, at most 2^24.
   * @throws {TypeError} If `state` is not an array or a typed array of numbers.
   * @throws {RangeError} If its length is out of range.
   */
  constructor(state: ArrayLike<number>) {
    checkList("create InterpolationBuffer", "state", state);
    this.previous = new Float64Array(state.length);
    this.current = new Float64Array(state.length);
    this.#spare = new Float64Array(state.length);
    this.reset(state);
  }

  /**
   * Takes the state after a step; the one before it becomes `previous`.
   *
   * @param state The numbers to copy.
   * @throws {RangeError} If their count changed; nothing is changed then.
   * @throws {TypeError} If `state` is not an array or a typed array of numbers; nothing is changed then.
   */
  push(state: ArrayLike<number>): void {
    this.#read(state);
    const { previous, current } = this;
    this.previous = current;
    this.current = this.#spare;
    this.#spare = previous;
  }

  /**
   * Sets both states, so that a jump (a teleport, a new level) is not drawn as a movement.
   *
   * @param state The numbers to copy.
   * @throws {RangeError} If their count changed; nothing is changed then.
   * @throws {TypeError} If `state` is not an array or a typed array of numbers; nothing is changed then.
   */
  reset(state: ArrayLike<number>): void {
    this.#read(state);
    this.previous.set(this.#spare);
    this.current.set(this.#spare);
  }

  /**
   * Blends the two states as {@linkcode lerpState} does.
   *
   * @param alpha The fraction of a step since the last one, 0 to 1.
   * @param out Receives the result; default a new `Float64Array`.
   * @returns `out`.
   * @throws {RangeError} If `alpha` is not finite, or `out` has another length.
   * @throws {TypeError} If an argument is of the wrong type.
   */
  sample<Out extends NumberList = Float64Array>(alpha: number, out?: Out): Out {
    return lerpState(this.previous, this.current, alpha, out);
  }

  #read(state: ArrayLike<number>): void {
    checkList("push state", "state", state);
    const { length } = this.current;
    if (state.length !== length) {
      throw new RangeError(`Cannot push state: state.length is ${state.length}, must be ${length}`);
    }
    this.#spare.set(state);
  }
}
