/**
 * Bodies thrown up through a platform of chain segments, as docs/recipes.md lets them: they pass while they are behind
 * it, and what has got out in front stays there, by `timeOfImpact` alone. The platform is turned and far from
 * the world's origin, level or bent up or down, and bodies spin, so that their ends come to it first.
 *
 * @module
 */
import { assertLess } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  angleOf,
  box,
  capsule,
  chain,
  circle,
  type Compound,
  compound,
  type ConvexShape,
  distance,
  ellipse,
  type ImpactResult,
  inverseTransformPoint,
  type Pose,
  pose,
  sweepPose,
  timeOfImpact,
  transformPoint,
  type Vec2,
} from "@narrowphase/gjk2d";
import { orient2d } from "@narrowphase/gjk2d/math";
import { motion, still } from "../generate/shapes.ts";
import { contactsOf } from "./outline.ts";
import { Random } from "../generate/random.ts";

const SLOP = 0.005;
const DT = 1 / 60;
const BODIES: ConvexShape[] = [
  capsule({ x: 0, y: -0.5 }, { x: 0, y: 0.5 }, 0.25),
  circle(0.4),
  box(0.8, 0.6),
  box(2, 0.1),
  ellipse(0.6, 0.3),
];

/** A body of mass 1 above or below a platform, whose frame has the platform's front above. */
class Thrown {
  passes = true;
  readonly #platform: Compound;
  readonly #segments: readonly ConvexShape[];
  readonly #frame: Pose;

  constructor(
    segments: readonly ConvexShape[],
    frame: Pose,
    readonly shape: ConvexShape,
    public at: Pose,
    public vx: number,
    public vy: number,
    public w: number,
  ) {
    this.#segments = segments;
    this.#platform = compound(segments);
    this.#frame = frame;
  }

  /** Where its center is in the frame of the platform. */
  get place(): Vec2 {
    return inverseTransformPoint(this.#frame, this.at);
  }

  step(): void {
    const frame = this.#frame;
    this.vx += 20 * DT * frame.sin;
    this.vy -= 20 * DT * frame.cos;
    const gap = distance(this.#platform, frame, this.shape, this.at);
    if (gap.distance > 0) {
      const [p, q] = this.#segments[gap.partA].points;
      const { x, y } = this.place;
      this.passes = orient2d(p.x, p.y, q.x, q.y, x, y) > 0;
    }
    const [platform, rest] = [this.#platform, still(frame)];
    let left = 1;
    for (let k = 0; k < 12 && left > 0; k++) {
      const { at, vx, vy, w } = this;
      const h = left * DT;
      const turn = Math.max(-3, Math.min(w * h, 3));
      const to = pose(at.x + h * vx, at.y + h * vy, angleOf(at) + turn);
      const sweep = motion(at, to);
      this.at = to;
      if (this.passes) return;
      const impactWith = (allowedOverlap: number): ImpactResult =>
        timeOfImpact(platform, rest, this.shape, sweep, { allowedOverlap });
      let impact = impactWith(2 * SLOP);
      if (impact.status === "overlapping") impact = impactWith(-impact.distance);
      if (impact.status === "separated") return;
      this.at = sweepPose(sweep, impact.fraction);
      left *= 1 - impact.fraction;
      this.#bounce();
    }
  }

  /** Velocities that part the body from what it touches. */
  #bounce(): void {
    const { at } = this;
    const margin = 0.002;
    const contacts = contactsOf(this.#platform, this.#frame, this.shape, at, { margin });
    const sums = new Float64Array(2 * contacts.length);
    for (let round = 0; round < 20; round++) {
      for (const [c, { normal: n, points }] of contacts.entries()) {
        for (const [i, { point, separation }] of points.entries()) {
          const rx = point.x - at.x, ry = point.y - at.y;
          const arm = rx * n.y - ry * n.x;
          const speed = n.x * this.vx + n.y * this.vy + arm * this.w;
          const bias = Math.max(0, Math.min(0.2 * (-SLOP - separation) / DT, 1));
          const old = sums[2 * c + i];
          sums[2 * c + i] = Math.max(0, old + (bias - speed) / (1 + arm * arm / 0.15));
          const j = sums[2 * c + i] - old;
          this.vx += j * n.x;
          this.vy += j * n.y;
          this.w += j * arm / 0.15;
        }
      }
    }
  }
}

describe("a one-sided platform", () => {
  it("lets 60 bodies through from behind, and none back", () => {
    const r = new Random("platforms", 20261124);
    let through = 0;
    let resting = 0;
    for (let k = 0; k < 60; k++) {
      const far = r.pick([0, 5e4]);
      const frame = pose(far * r.range(-1, 1), far * r.range(-1, 1), r.range(-3, 3));
      const n = r.pick([1, 6]);
      const bend = r.pick([0, 0.06, -0.06]);
      const { segments } = chain(Array.from({ length: n + 1 }, (_, i) => {
        const x = 3 - 6 * i / n;
        return { x, y: bend * x * x };
      }));
      const at = {
        ...pose(0, 0, r.range(-3, 3)),
        ...transformPoint(frame, { x: r.range(-2, 2), y: r.range(-4, -2) }),
      };
      const up = r.range(10, 60), side = r.range(-1, 1);
      const vx = side * frame.cos - up * frame.sin, vy = side * frame.sin + up * frame.cos;
      const w = r.pick([0, r.range(-8, 8), r.range(-60, 60)]);
      const body = new Thrown(segments, frame, r.pick(BODIES), at, vx, vy, w);
      let isOut = false;
      for (let step = 0; step < 400; step++) {
        body.step();
        const { x, y } = body.place;
        if (Math.abs(x) > 2.5) break;
        // The links are chords of the parabola.
        const height = y - bend * (n === 1 ? 9 : x * x);
        if (isOut) assertLess(-0.1, height, `body ${k}, step ${step}`);
        else if (!body.passes && height > 0) {
          isOut = true;
          through++;
        }
        if (isOut && step === 399) resting++;
      }
    }
    assertLess(40, through);
    assertLess(10, resting);
  });
});
