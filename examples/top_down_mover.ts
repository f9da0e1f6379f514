/**
 * A hero in a room seen from above, who slides along walls and cannot enter a pillar: run with
 * `deno run examples/top_down_mover.ts`, or `node top_down_mover.ts` from Node 22.18 on.
 *
 * @module
 */
import {
  box,
  circle,
  clipVelocity,
  moveAndSlide,
  type Pose,
  pose,
  Space,
} from "@narrowphase/gjk2d";

const HERO = circle(0.4);

/** A room with a pillar, and a hero in it. */
export class Room {
  readonly space: Space = new Space();
  readonly hero: Pose = pose(-3, 0);
  readonly velocity: { x: number; y: number } = { x: 0, y: 0 };

  constructor() {
    for (const side of [-1, 1]) {
      this.space.add(box(12, 1), pose(0, 4.5 * side));
      this.space.add(box(1, 10), pose(5.5 * side, 0));
    }
    this.space.add(box(2, 2), pose(0, 0, 0.5));
  }

  /** One step: `push` is where the player pushes the stick, at most 1 long. */
  step(push: { x: number; y: number }, dt: number): void {
    const { hero, velocity } = this;
    velocity.x += (6 * push.x - velocity.x) * 8 * dt;
    velocity.y += (6 * push.y - velocity.y) * 8 * dt;
    const way = { x: velocity.x * dt, y: velocity.y * dt };
    const met = moveAndSlide(this.space, HERO, hero, way);
    hero.x = met.x;
    hero.y = met.y;
    clipVelocity(velocity, met, velocity);
  }
}

if (import.meta.main) {
  const room = new Room();
  for (let step = 0; step < 240; step++) {
    room.step(step < 120 ? { x: 1, y: 0.25 } : { x: 0, y: -1 }, 1 / 60);
    if (step % 30 === 29) console.log(`${room.hero.x.toFixed(2)} ${room.hero.y.toFixed(2)}`);
  }
}
