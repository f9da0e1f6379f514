/**
 * A platformer: slopes, stairs, a ledge to jump through from below, and a platform that carries the hero. Run with
 * `deno run examples/platformer.ts`, or `node platformer.ts` from Node 22.18 on.
 *
 * @module
 */
import {
  box,
  capsule,
  clipVelocity,
  moveAndSlide,
  type MoveResult,
  polygon,
  type Pose,
  pose,
  Space,
} from "@narrowphase/gjk2d";

const UP = { x: 0, y: 1 };
const HERO = capsule({ x: 0, y: 0.3 }, { x: 0, y: 0.9 }, 0.3);

/** What the player does. */
export interface Input {
  /** -1 … 1 */
  run: number;
  jump: boolean;
}

/** A level, and a hero in it. */
export class Level {
  readonly space: Space = new Space();
  readonly hero: Pose = pose(0, 0.05);
  readonly velocity: { x: number; y: number } = { x: 0, y: 0 };
  /** What the hero has met; `met.ground` is the body that it stands on, or -1. */
  readonly met: MoveResult = moveAndSlide(this.space, HERO, this.hero, { x: 0, y: 0 });
  readonly #ledge: number;
  readonly #lift: number;
  #time = 0;
  #liftX = 20;

  constructor() {
    const { space } = this;
    space.add(box(40, 1), pose(0, -0.5));
    space.add(polygon([{ x: 4, y: 0 }, { x: 8, y: 0 }, { x: 8, y: 2 }])); // a slope
    for (let k = 1; k <= 4; k++) space.add(box(1, 0.25 * k), pose(-4 - k, 0.125 * k)); // stairs
    this.#ledge = space.add(box(3, 0.25), pose(0, 1.5));
    this.#lift = space.add(box(3, 0.5), pose(this.#liftX, 1.75));
  }

  step({ run, jump }: Input, dt: number): void {
    const { space, hero, met, velocity: v } = this;
    // The platform goes to and fro; the hero on it goes along.
    const before = this.#liftX;
    this.#time += dt;
    this.#liftX = 12 + 3 * Math.cos(this.#time);
    space.setTransform(this.#lift, this.#liftX, 1.75, 0);
    const carry = { x: met.ground === this.#lift ? this.#liftX - before : 0, y: 0 };

    v.x += (5 * run - v.x) * 12 * dt;
    v.y -= 20 * dt;
    if (jump && met.ground >= 0) v.y = 9;
    // The ledge holds only whoever comes from above.
    const filter = (id: number): boolean => id !== this.#ledge || (v.y <= 0 && hero.y >= 1.625);
    const way = { x: v.x * dt, y: v.y * dt };
    moveAndSlide(space, HERO, hero, way, { up: UP, step: 0.3, carry, filter }, met);
    hero.x = met.x;
    hero.y = met.y;
    clipVelocity(v, met, v);
  }
}

if (import.meta.main) {
  const level = new Level();
  for (let step = 0; step < 360; step++) {
    level.step({ run: step < 180 ? 1 : -1, jump: step % 120 === 60 }, 1 / 60);
    const { hero, met: { ground } } = level;
    if (step % 30 === 29) {
      console.log(
        `${hero.x.toFixed(2)} ${hero.y.toFixed(2)} ${ground < 0 ? "in the air" : "on " + ground}`,
      );
    }
  }
}
