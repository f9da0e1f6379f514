/**
 * Writes `demo/asteroids/recorded_game.ts`: the pilot plays a minute, its input is recorded. Run it
 * by hand when the rules of the game change:
 * `deno run -A tests/demo/record.ts`.
 *
 * @module
 */
import { AsteroidsGame } from "../../demo/asteroids/game.ts";
import { Pilot } from "../../demo/asteroids/pilot.ts";
import { writeGame } from "../../demo/asteroids/shared.ts";
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
const recording = recorder.recording(), digest = game.digest();
const lines = (await writeGame({ recording, digest })).match(/.{1,92}/g)!;
await Deno.writeTextFile(
  new URL("../../demo/asteroids/recorded_game.ts", import.meta.url),
  `/**
 * The game that "Watch a recorded game" shows: a minute of play, as an address has it, and its score.
 * Written by \`tests/demo/record.ts\`.
 *
 * @module
 */
// deno-fmt-ignore
export const RECORDED_GAME: string =
${lines.map((line) => `  "${line}"`).join(" +\n")};

/** Points at its end. */
export const RECORDED_SCORE = ${game.score};
`,
);
console.log(`${recording.events.length} events, ${game.score} points, ${digest}`);
