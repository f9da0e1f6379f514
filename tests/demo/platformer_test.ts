import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { Random, StateHash } from "../../demo/engine/mod.ts";
import { HERO, PlatformerGame } from "../../demo/platformer/game.ts";

const KEYS = ["ArrowLeft", "ArrowRight", "Space", "ArrowDown"];

/** A game whose hero stands still at a place. */
function at(x: number, y: number): PlatformerGame {
  const game = new PlatformerGame();
  Object.assign(game.pose, { x, y });
  return game;
}

function press(game: PlatformerGame, type: "down" | "up", code: string): void {
  game.input.keyboard.addEvent({ type, code });
}

function run(game: PlatformerGame, updates: number): PlatformerGame {
  for (let k = 0; k < updates; k++) game.update();
  return game;
}

/** Plays random keys. */
function play(seed: number, updates: number, each: (game: PlatformerGame) => void): string {
  const game = at(44, 12), random = new Random(seed), hash = new StateHash();
  for (let k = 0; k < updates; k++) {
    if (k % 7 === 0) {
      const code = KEYS[Math.floor(random.next() * KEYS.length)];
      press(game, random.next() < 0.6 ? "down" : "up", code);
    }
    game.update();
    each(game);
    hash.add(game.pose.x);
    hash.add(game.pose.y);
  }
  return hash.digest();
}

describe("PlatformerGame", () => {
  it("runs over the hill and up the stairs at full speed, and takes coins on the way", () => {
    const game = run(at(3, 13.9), 30);
    press(game, "down", "ArrowRight");
    run(game, 200);
    assert(game.pose.x > 27 && game.pose.x < 29, `${game.pose.x}`);
    assertAlmostEquals(game.pose.y, 12.8, 0.02);
    assertEquals(game.taken, 3);
  });

  it("stands still on a slope", () => {
    const game = run(at(8.5, 13), 30), { x, y } = game.pose;
    assertEquals(game.met.ground, game.ground);
    run(game, 300);
    assertAlmostEquals(game.pose.x, x, 1e-9);
    assertAlmostEquals(game.pose.y, y, 1e-9);
  });

  it("jumps through a plank from below, stands on it, and falls through it with the key down", () => {
    const game = run(at(45, 14), 30);
    press(game, "down", "Space");
    run(game, 60);
    assertAlmostEquals(game.pose.y, 11.775, 0.02);
    press(game, "down", "ArrowDown");
    run(game, 60);
    assertAlmostEquals(game.pose.y, 14, 0.02);
  });

  it("jumps less high when the key is let go early", () => {
    const height = (updates: number): number => {
      const game = run(at(20, 14), 30);
      let top = game.pose.y;
      press(game, "down", "Space");
      for (let k = 0; k < 60; k++) {
        if (k === updates) press(game, "up", "Space");
        game.update();
        top = Math.min(top, game.pose.y);
      }
      return 14 - top;
    };
    assert(height(60) > 2.4 && height(4) < 1.6, `${height(60)} and ${height(4)}`);
  });

  it("is carried by the gondola, and held by its sides", () => {
    const game = at(35.3, 12.7), { space, gondola } = game;
    run(game, 20);
    assertEquals(game.met.ground, gondola);
    const offset = game.pose.x - space.getPose(gondola).x;
    run(game, 400);
    assertEquals(game.met.ground, gondola);
    assertAlmostEquals(game.pose.x - space.getPose(gondola).x, offset, 1e-6);
  });

  it("returns to the start from the pit, and ends at the flag", () => {
    const game = run(at(29.5, 14), 120);
    assertAlmostEquals(game.pose.x, 3, 1e-9);
    const end = at(85, 9);
    press(end, "down", "ArrowRight");
    run(end, 60);
    assert(end.isWon);
    const { updates } = end;
    assertEquals(run(end, 10).updates, updates);
  });

  it("keeps the hero out of all that is solid, and goes the same way again, whatever keys are pressed", () => {
    let stood = 0, highest = 99;
    const watch = ({ space, pose, gondola, met }: PlatformerGame): void => {
      // Planks may overlap a hero who jumps through them.
      const inside = [...space.overlaps(HERO, pose, { mask: 1 })].filter((id) =>
        id < 4 && id !== gondola
      );
      assertEquals(inside, []);
      stood += Number(met.ground >= 0);
      highest = Math.min(highest, pose.y);
    };
    for (const seed of [1, 2, 3]) assertEquals(play(seed, 1500, watch), play(seed, 1500, () => {}));
    assert(stood > 500 && highest < 11, `${stood} ${highest}`);
  });
});
