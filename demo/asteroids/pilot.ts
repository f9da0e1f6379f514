/**
 * The player of the recorded game.
 *
 * @module
 */
import { atan2 } from "@narrowphase/gjk2d/math";
import type { Input } from "../engine/mod.ts";
import { type AsteroidsGame, HEIGHT, WIDTH } from "./game.ts";

const BULLET_SPEED = 460;

/**
 * A pilot that plays through the input like a person: it turns towards the most urgent asteroid,
 * leads it, and shoots. From the second half minute on it also uses mouse and wheel now and then,
 * so that a recording has events of every device.
 */
export class Pilot {
  readonly #game: AsteroidsGame;
  readonly #input: Input;
  readonly #held = new Set<string>();
  #clicking = false;

  constructor(game: AsteroidsGame) {
    this.#game = game;
    this.#input = game.input;
  }

  /** Adds the events of the next update; call it before each `update()` of the game. */
  steer(): void {
    const game = this.#game;
    const { ship } = game;
    const wanted = new Set<string>();
    let click = false;
    if (ship !== null) {
      const { pose } = ship.placement;
      let urgency = Infinity;
      let aim = 0;
      let far = 0;
      for (const { placement, motion, solid } of game.asteroids) {
        let dx = game.field.shortest(placement.pose.x - pose.x, WIDTH);
        let dy = game.field.shortest(placement.pose.y - pose.y, HEIGHT);
        const away = Math.sqrt(dx * dx + dy * dy);
        const vx = motion.vx - ship.motion.vx;
        const vy = motion.vy - ship.motion.vy;
        const closing = -(dx * vx + dy * vy) / away;
        const urgent = (away - solid.reach) / Math.max(40 + closing, 10);
        if (urgent >= urgency) continue;
        urgency = urgent;
        const time = away / BULLET_SPEED;
        dx += vx * time;
        dy += vy * time;
        aim = atan2(dx, -dy);
        far = away;
      }
      if (game.asteroids.length > 0) {
        let off = aim - ship.placement.angle;
        if (off > Math.PI) off -= 2 * Math.PI;
        if (off < -Math.PI) off += 2 * Math.PI;
        const manual = game.updates > 1800 && game.updates % 600 < 200;
        if (manual && Math.abs(off) > 0.2 && game.updates % 6 === 0) {
          this.#input.wheel.addEvent({ notches: off > 0 ? 1 : -1 });
        } else if (off > 0.05) wanted.add("ArrowRight");
        else if (off < -0.05) wanted.add("ArrowLeft");
        if (Math.abs(off) < 0.13) {
          if (manual) click = true;
          else wanted.add("Space");
          if (far > 190) wanted.add("ArrowUp");
        }
      }
    }
    const { keyboard, mouse } = this.#input;
    for (const code of this.#held) {
      if (!wanted.has(code)) {
        keyboard.addEvent({ type: "up", code });
        this.#held.delete(code);
      }
    }
    for (const code of wanted) {
      if (!this.#held.has(code)) {
        keyboard.addEvent({ type: "down", code });
        this.#held.add(code);
      }
    }
    if (click !== this.#clicking) {
      const { x, y } = mouse;
      mouse.addEvent({ type: "move", x: x + 0.5, y: y + 0.25, button: -1 });
      mouse.addEvent({ type: click ? "down" : "up", x: x + 0.5, y: y + 0.25, button: 0 });
      this.#clicking = click;
    }
  }
}
