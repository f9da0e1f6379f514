/**
 * Writes `demo/asteroids/recorded_game.ts`: the pilot plays a minute, its input is recorded. Run it
 * by hand when the rules of the game change:
 * `deno run -A tests/demo/record.ts`.
 *
 * @module
 */
import { AsteroidsGame } from "../../demo/asteroids/game.ts";
import { Pilot } from "../../demo/asteroids/pilot.ts";
import { writeEvents } from "../../demo/asteroids/shorthand.ts";
import { Input, Recorder, setMinimumLevel } from "../../demo/engine/mod.ts";

const SEED = 7;
const UPDATES = 3600;

setMinimumLevel("error");
const input = new Input();
const game = new AsteroidsGame(SEED, input);
const pilot = new Pilot(game);
const recorder = new Recorder(input, SEED);
while (game.updates < UPDATES) {
  pilot.steer();
  game.update();
  recorder.capture();
}
const { seed, updates, events } = recorder.recording();
const target = new URL("../../demo/asteroids/recorded_game.ts", import.meta.url);
await Deno.writeTextFile(
  target,
  `/**
 * The game that "Watch a recorded game" shows.
 *
 * @module
 */
import type { Recording } from "../engine/mod.ts";
import { readEvents } from "./shorthand.ts";

/** A minute of play; written by \`tests/demo/record.ts\`. */
// deno-fmt-ignore
export const RECORDED_GAME: Recording = {
  seed: ${seed},
  updates: ${updates},
  events: readEvents(\`
${writeEvents(events).replace(/.{1,90}[A-Z\]]/gi, "$&\n")}\`),
};

/** What \`digest()\` says after it. */
export const RECORDED_DIGEST = "${game.digest()}";

/** Points at its end. */
export const RECORDED_SCORE = ${game.score};
`,
);
console.log(`${events.length} events, ${game.score} points, ${game.digest()}`);
