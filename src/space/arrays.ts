/**
 * The questions of questions.ts over arrays: many rays, shapes, points or boxes in one call.
 *
 * The input is copied first, since support functions, filters and other threads may write to it,
 * and since the output may lie over it. The output is written last, when nothing can fail.
 *
 * @module
 */
import { checkCoordinate, isPose, POSITION_LIMIT, refuse, refuseScale } from "../math/check.ts";
import { newPose, type Pose, readPose } from "../math/pose.ts";
import type { Vec2 } from "../math/vec2.ts";
import type { CastHit } from "../query/cast.ts";
import type { ShapeCastOptions } from "../query/shape_cast.ts";
import type { Sweep } from "../query/sweep.ts";
import type { ImpactOptions, ImpactStatus } from "../query/time_of_impact.ts";
import type { Shape } from "../shapes/shape.ts";
import type { Core } from "./core.ts";
import {
  CAST_STRIDE,
  EXHAUSTED,
  HIT_STRIDE,
  IMPACT_STRIDE,
  OVERLAPPING,
  POSE_STRIDE,
  RAY_STRIDE,
  SEPARATED,
  SWEEP_STRIDE,
  TOUCHING,
} from "./layout.ts";
import { pointShape, type Questions, type Selection } from "./questions.ts";
import { checkView, longer, refuseBox } from "./views.ts";

/** What is asked about each element of the input. */
export type ArrayQuestion =
  | "rays"
  | "all hits"
  | "any hit"
  | "casts"
  | "overlaps"
  | "points"
  | "nearest"
  | "boxes"
  | "impacts";

/** The arrays that outputs are: ids, booleans, or numbers of all kinds. */
const OUTPUTS = { Uint32Array, Uint8Array, Float64Array };

/** The task; the input, how many numbers an element of it has, and what that is; the output. */
const ASKED: Record<
  ArrayQuestion,
  readonly [task: string, name: string, stride: number, one: string, out: keyof typeof OUTPUTS]
> = {
  rays: ["cast rays", "rays", RAY_STRIDE, "ray", "Float64Array"],
  "all hits": ["cast rays", "rays", RAY_STRIDE, "ray", "Float64Array"],
  "any hit": ["cast rays", "rays", RAY_STRIDE, "ray", "Uint8Array"],
  casts: ["cast shapes", "casts", CAST_STRIDE, "cast", "Float64Array"],
  overlaps: ["find overlaps", "poses", POSE_STRIDE, "pose", "Uint32Array"],
  points: ["find bodies at points", "points", 2, "point", "Uint32Array"],
  nearest: ["find nearest bodies", "points", 2, "point", "Float64Array"],
  boxes: ["find bodies in boxes", "boxes", 4, "box", "Uint32Array"],
  impacts: ["find times of impact", "sweeps", SWEEP_STRIDE, "sweep", "Float64Array"],
};

/** Numbers for the states of an impact. */
const CODES: Record<ImpactStatus, number> = {
  hit: TOUCHING,
  separated: SEPARATED,
  overlapping: OVERLAPPING,
  exhausted: EXHAUSTED,
};

/** Asks the bodies of one space about arrays. */
export class Arrays {
  readonly #core: Core;
  readonly #questions: Questions;
  #input = new Float64Array(0);
  #output = new Float64Array(0);
  #size = 0;
  readonly #point: Vec2 = { x: NaN, y: NaN };
  readonly #pose: Pose = { x: NaN, y: NaN, cos: 1, sin: 0 };
  readonly #sweep: Sweep & { localCenter: Vec2; from: Pose; to: Pose } = {
    localCenter: { x: NaN, y: NaN },
    from: newPose(),
    to: newPose(),
  };

  constructor(core: Core, questions: Questions) {
    this.#core = core;
    this.#questions = questions;
  }

  /**
   * Asks about each element of the input.
   *
   * @param shape What moves or overlaps, for `casts` and `overlaps`
   */
  ask<Out extends Uint8Array | Uint32Array | Float64Array>(
    question: ArrayQuestion,
    input: Float64Array,
    options: (Selection & ShapeCastOptions & ImpactOptions) | undefined,
    out: Out | undefined,
    shape: Shape | null = null,
  ): Out {
    const core = this.#core, questions = this.#questions;
    const [task, name, stride, one, kind] = ASKED[question];
    checkView(task, name, input, "Float64Array", core.backend.poses);
    if (out !== undefined) checkView(task, "out", out, kind, core.backend.poses);
    const { length } = input; // it may become longer at any time, in shared memory
    if (length % stride !== 0) {
      throw new RangeError(
        `Cannot ${task}: ${name} has ${length} elements, must have ${stride} per ${one}`,
      );
    }
    if (this.#input.length < length) this.#input = new Float64Array(length);
    for (let k = 0; k < length; k++) this.#input[k] = input[k];
    for (let at = 0; at < length; at += stride) this.#check(question, task, name, at);
    this.#size = 0;
    try {
      questions.begin(task, options);
      for (let at = 0; at < length; at += stride) {
        this.#answer(question, at, at / stride, shape, options);
      }
    } finally {
      questions.end();
    }
    const size = this.#size, from = this.#output;
    const to = out !== undefined && out.length >= size ? out : new OUTPUTS[kind](size) as Out;
    if (kind === "Float64Array") copyDoubles(from, size, to as Float64Array);
    else copyIntegers(from, size, to as Uint32Array);
    return core.views.of(to, size);
  }

  /** Refuses an element of the copied input, by the index of the bad number. */
  #check(question: ArrayQuestion, task: string, name: string, at: number): void {
    const I = this.#input;
    if (question === "boxes") {
      if (!(I[at] <= I[at + 2] && I[at + 1] <= I[at + 3])) this.#refuseBox(task, name, at);
      return;
    }
    if (question === "impacts") {
      if (!this.#core.has(I[at])) {
        refuse(task, `${name}[${at}]`, I[at], "be the id of a body");
      }
      this.#checkPose(task, name, at + 3);
      this.#checkPose(task, name, at + 7);
      at += 1;
    }
    if (question === "casts" || question === "overlaps") {
      this.#checkPose(task, name, at);
      if (question === "overlaps") return;
      at += 4;
    }
    const count = question === "rays" || question === "all hits" || question === "any hit" ? 4 : 2;
    for (let k = at; k < at + count; k++) {
      // The name is built only for a bad value.
      if (!(Math.abs(I[k]) <= POSITION_LIMIT)) checkCoordinate(task, `${name}[${k}]`, I[k]);
    }
    const id = I[at + 4];
    if (count === 4 && !(Number.isInteger(id) && id >= -1)) {
      refuse(task, `${name}[${at + 4}]`, id, "be the id of a body, or -1");
    }
  }

  #checkPose(task: string, name: string, at: number): void {
    const I = this.#input;
    if (isPose(readPose(I, at, this.#pose))) return;
    for (let k = at; k < at + 4; k++) checkCoordinate(task, `${name}[${k}]`, I[k]);
    refuseScale(task, `${name}[${at + 2}]² + ${name}[${at + 3}]²`, I[at + 2], I[at + 3]);
  }

  /** On its own: a function that closes over its arguments puts them on the heap in every call. */
  #refuseBox(task: string, name: string, at: number): never {
    return refuseBox(task, this.#input.subarray(at, at + 4), (k) => `${name}[${at + k}]`);
  }

  #readPoint(at: number): Vec2 {
    this.#point.x = this.#input[at];
    this.#point.y = this.#input[at + 1];
    return this.#point;
  }

  #readBox(at: number): void {
    const I = this.#input, { window } = this.#questions;
    window.minX = I[at];
    window.minY = I[at + 1];
    window.maxX = I[at + 2];
    window.maxY = I[at + 3];
  }

  #startRay(at: number): void {
    const I = this.#input, questions = this.#questions, { origin, way } = questions;
    origin.x = I[at];
    origin.y = I[at + 1];
    way.x = I[at + 2];
    way.y = I[at + 3];
    questions.source = I[at + 4] | 0;
    questions.startRay();
  }

  #answer(
    question: ArrayQuestion,
    at: number,
    index: number,
    shape: Shape | null,
    options: (ShapeCastOptions & ImpactOptions) | undefined,
  ): void {
    const I = this.#input, questions = this.#questions;
    switch (question) {
      case "rays":
        this.#startRay(at);
        return this.#addHit(questions.findFirst(), questions.first);
      case "any hit":
        this.#startRay(at);
        return this.#add(questions.findAny() ? 1 : 0);
      case "all hits": {
        this.#startRay(at);
        const count = questions.findHits(true);
        for (let k = 0; k < count; k++) {
          const hit = questions.hits[k];
          this.#reserve(2);
          this.#output[this.#size++] = index;
          this.#output[this.#size++] = hit.exit;
          this.#addHit(hit.id, hit);
        }
        return;
      }
      case "casts":
        questions.way.x = I[at + 4];
        questions.way.y = I[at + 5];
        questions.startShape(shape!, readPose(I, at, this.#pose), options);
        return this.#addHit(questions.findFirst(), questions.first);
      case "impacts":
        return this.#addImpact(at, options);
      case "overlaps":
        return this.#addIds(index, questions.findOverlaps(shape!, readPose(I, at, this.#pose)));
      case "points":
        return this.#addIds(index, questions.findAt(this.#readPoint(at)));
      case "boxes":
        this.#readBox(at);
        return this.#addIds(index, questions.findInBox());
      case "nearest": {
        const pose = this.#pose;
        pose.x = I[at];
        pose.y = I[at + 1];
        pose.cos = 1;
        pose.sin = 0;
        const isFound = questions.findNearest(pointShape(), pose, 1) > 0;
        const first = questions.neighbours[0];
        this.#reserve(4);
        const O = this.#output, o = this.#size;
        this.#size += 4;
        O[o] = isFound ? first.id : -1;
        O[o + 1] = isFound ? first.distance : Infinity;
        O[o + 2] = isFound ? first.pointB.x : 0;
        O[o + 3] = isFound ? first.pointB.y : 0;
      }
    }
  }

  #addHit(id: number, { fraction, normal, point, depth }: Readonly<CastHit>): void {
    this.#reserve(HIT_STRIDE);
    const O = this.#output, o = this.#size, isHit = id >= 0;
    this.#size += HIT_STRIDE;
    O[o] = id;
    O[o + 1] = isHit ? fraction : 1;
    O[o + 2] = isHit ? normal.x : 0;
    O[o + 3] = isHit ? normal.y : 0;
    O[o + 4] = isHit ? point.x : 0;
    O[o + 5] = isHit ? point.y : 0;
    O[o + 6] = isHit ? depth : 0;
  }

  #addImpact(at: number, options: ImpactOptions | undefined): void {
    const I = this.#input, questions = this.#questions, { localCenter, from, to } = this.#sweep;
    localCenter.x = I[at + 1];
    localCenter.y = I[at + 2];
    readPose(I, at + 3, from);
    readPose(I, at + 7, to);
    questions.startBody(I[at], this.#sweep, options);
    const id = questions.findFirst(), isFound = id >= 0;
    const { fraction, normal, pointA, distance, status } = questions.firstImpact;
    this.#reserve(IMPACT_STRIDE);
    const O = this.#output, o = this.#size;
    this.#size += IMPACT_STRIDE;
    O[o] = id;
    O[o + 1] = isFound ? fraction : 1;
    O[o + 2] = isFound ? normal.x : 0;
    O[o + 3] = isFound ? normal.y : 0;
    O[o + 4] = isFound ? pointA.x : 0;
    O[o + 5] = isFound ? pointA.y : 0;
    O[o + 6] = isFound ? distance : Infinity;
    O[o + 7] = isFound ? CODES[status] : SEPARATED;
  }

  #addIds(index: number, count: number): void {
    for (let k = 0; k < count; k++) {
      this.#add(index);
      this.#add(this.#questions.ids[k]);
    }
  }

  /** Adds an integer: V8 boxes a double that is passed. */
  #add(value: number): void {
    this.#reserve(1);
    this.#output[this.#size++] = value;
  }

  /** Makes room for this many more numbers. */
  #reserve(count: number): void {
    if (this.#size + count <= this.#output.length) return;
    this.#output = longer(this.#output, 2 * (this.#size + count) + 64);
  }
}

// One loop for each kind of array: V8 boxes every double that is stored in one of two kinds.

function copyDoubles(from: Float64Array, size: number, to: Float64Array): void {
  for (let k = 0; k < size; k++) to[k] = from[k];
}

function copyIntegers(from: Float64Array, size: number, to: Uint8Array | Uint32Array): void {
  for (let k = 0; k < size; k++) to[k] = from[k];
}
