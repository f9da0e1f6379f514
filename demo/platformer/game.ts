/**
 * The game of the page "Platformer", without the page. Lengths are about those of people in metres, y down.
 *
 * @module
 */
import {
  box,
  capsule,
  chain,
  circle,
  clipVelocity,
  compound,
  decompose,
  moveAndSlide,
  type MoveResult,
  polygon,
  type Pose,
  pose,
  Space,
  type Vec2,
} from "@narrowphase/gjk2d";
import { Input } from "../engine/mod.ts";

/** Points from their coordinates as text. */
const points = (text: string): Vec2[] =>
  text.split(" ").map((p) => p.split(",").map(Number)).map(([x, y]) => ({ x, y }));
/** A concave body of the convex parts of an outline. */
const solid = (text: string) => compound(decompose(points(text)).map((part) => polygon(part)));

/** Length of the level. */
export const LENGTH = 90;
/** The ground from left to right, with its front above: walls, a hill, stairs, a pit, a valley, steps. */
const GROUND = chain(points(
  "0,-20 0,14 7,14 10,12.4 13,12.4 15,13.4 19,14 22,14 22,13.6 23,13.6 23,13.2 24,13.2 24,12.8 " +
    "29,12.8 29,40 37,40 37,12.8 41,12.8 43,14 60,14 62,15.2 64,15.5 66,15 68,13.6 70,13 74,13 " +
    "74,11 78,11 78,9 90,9 90,-20",
));
const VAULT = solid(
  "-4,0 -4,-3.4 4,-3.4 4,0 2.8,0 2.6,-1 2.2,-1.6 1.6,-2.1 0.9,-2.5 0,-2.6 -0.9,-2.5 -1.6,-2.1 " +
    "-2.2,-1.6 -2.6,-1 -2.8,0",
);
const GONDOLA = solid("-1.1,0.6 -1.5,-0.4 -1.2,-0.4 -1.2,0 1.2,0 1.2,-0.4 1.5,-0.4 1.1,0.6");
const PLANK = box(3, 0.25), COIN = circle(0.35), FLAG = box(0.6, 3);
/** The hero; its feet are at (0, 0). */
export const HERO = capsule({ x: 0, y: -1.2 }, { x: 0, y: -0.4 }, 0.4);

const PLANKS = points("31.5,8.6 45,11.9 42.5,9.9 46,8 71,10.6");
const COINS = points(
  "11.5,11.5 11.5,9.9 17,12.6 23.5,11.4 33,9.6 31.5,7.6 45,10.8 50,11.2 52,10.4 54,11.2 50,6.7 " +
    "54,6.7 64,14.4 71,9.4 76,10 82,6.6",
);
const START: Vec2 = { x: 3, y: 13.9 }, UP: Vec2 = { x: 0, y: -1 };
/** What is taken and stops nobody. Bodies are in category 1 by default. */
const TAKEN = { sensor: true, category: 2 };
/** Seconds of an update; speeds per second; updates for which a jump and the ground are remembered. */
const STEP = 1 / 60, RUN = 7.5, GRAVITY = 40, JUMP = 14.5, FALL = 24, GRACE = 6;

/** A run through the level. */
export class PlatformerGame {
  readonly space: Space = new Space();
  /** The hero after the last update, and before it. */
  readonly pose: Pose = pose(START.x, START.y);
  readonly before: Pose = pose(START.x, START.y);
  readonly velocity: Vec2 = { x: 0, y: 0 };
  readonly ground: number = this.space.add(GROUND);
  readonly gondola: number = this.space.add(GONDOLA, gondolaAt(0));
  readonly flag: number = this.space.add(FLAG, pose(87, 7.5), TAKEN);
  readonly coins: Set<number> = new Set();
  /** The upper sides of planks, by id. */
  readonly #planks = new Map<number, number>();
  readonly met: MoveResult = moveAndSlide(this.space, HERO, this.pose, { x: 0, y: 0 }, { up: UP });
  updates = 0;
  isWon = false;
  /** Updates since the jump key went down, and since the hero stood. */
  #asked = GRACE;
  #stood = GRACE;

  /** @param input Its keys. */
  constructor(readonly input: Input = new Input()) {
    const { space } = this;
    space.add(VAULT, pose(52, 11.6));
    for (const { x, y } of PLANKS) this.#planks.set(space.add(PLANK, pose(x, y)), y - 0.125);
    for (const { x, y } of COINS) this.coins.add(space.add(COIN, pose(x, y), TAKEN));
  }

  /** Coins that were taken. */
  get taken(): number {
    return COINS.length - this.coins.size;
  }

  /** Advances by a sixtieth of a second. */
  update(): void {
    this.input.update();
    if (this.isWon) return;
    const { pose: at, before, velocity: v, space, met } = this;
    const to = gondolaAt(++this.updates), ride = to.x - space.getPose(this.gondola).x;
    space.setPose(this.gondola, to);
    const carry = { x: met.ground === this.gondola ? ride : 0, y: 0 };
    this.#steer();
    Object.assign(before, at);
    const falls = v.y >= 0 && !this.#isDown("ArrowDown", "KeyS");
    // A plank holds only those who come from above.
    const filter = (id: number): boolean => {
      const top = this.#planks.get(id);
      return top === undefined || falls && before.y <= top;
    };
    const options = { up: UP, step: 0.45, carry, mask: 1, filter };
    moveAndSlide(space, HERO, at, { x: v.x * STEP, y: v.y * STEP }, options, met);
    Object.assign(at, { x: met.x, y: met.y });
    this.#stood = met.ground >= 0 ? 0 : this.#stood + 1;
    clipVelocity(v, met, v);
    for (const id of space.overlaps(HERO, at, { mask: TAKEN.category })) {
      if (id === this.flag) this.isWon = true;
      else if (this.coins.delete(id)) space.remove(id);
    }
    if (at.y > 24) Object.assign(before, Object.assign(at, START));
  }

  #steer(): void {
    const { input: { keyboard }, velocity: v } = this, jumps = ["Space", "ArrowUp", "KeyW"];
    const way = Number(this.#isDown("ArrowRight", "KeyD")) -
      Number(this.#isDown("ArrowLeft", "KeyA"));
    const most = this.#stood === 0 ? 1.2 : 0.6;
    v.x += Math.min(Math.max(RUN * way - v.x, -most), most);
    this.#asked = jumps.some((key) => keyboard.wasPressed(key)) ? 0 : this.#asked + 1;
    if (this.#asked < GRACE && this.#stood < GRACE) {
      v.y = -JUMP;
      this.#asked = this.#stood = GRACE;
    }
    // Who lets go early jumps less high.
    const least = this.#isDown(...jumps) ? -JUMP : -6;
    v.y = Math.min(Math.max(v.y, least) + GRAVITY * STEP, FALL);
  }

  #isDown(...keys: string[]): boolean {
    return keys.some((key) => this.input.keyboard.isPressed(key));
  }
}

/** The gondola goes to and fro over the pit. */
function gondolaAt(updates: number): Pose {
  return pose(30.7 + 4.6 * Math.abs(updates % 480 - 240) / 240, 12.8);
}
