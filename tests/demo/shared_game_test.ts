import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { RECORDED_DIGEST, RECORDED_GAME } from "../../demo/asteroids/recorded_game.ts";
import { readGame, type SharedGame, writeGame } from "../../demo/asteroids/shared.ts";

describe("a shared game", () => {
  const game: SharedGame = { recording: RECORDED_GAME, digest: RECORDED_DIGEST };

  it("writeGame() fits an address, and readGame() gives the same game", async () => {
    const text = await writeGame(game);
    assert(/^[\w-]+$/.test(text));
    assert(text.length < 12_000, `${text.length} letters`);
    assertEquals(await readGame(text), game);
  });

  it("readGame() refuses what is no game", async () => {
    const refused = async (recording: unknown, digest: unknown = RECORDED_DIGEST) =>
      assertEquals(await readGame(await writeGame({ recording, digest } as SharedGame)), null);
    const { seed, updates } = RECORDED_GAME;
    await refused({ seed: -1, updates, events: [] });
    await refused({ seed, updates: 1e9, events: [] });
    await refused({ seed, updates, events: [[0, "k", "press", "KeyA"]] });
    await refused({ seed, updates, events: [[0, "m", "move", 1, null, -1]] });
    await refused({ seed, updates, events: [[0, "x"]] });
    await refused({ seed, updates, events: [[5, "w", 1], [4, "w", 1]] });
    await refused({ seed, updates, events: [] }, "0");
    for (const text of ["", "A", "not a game", (await writeGame(game)).slice(0, 100)]) {
      assertEquals(await readGame(text), null, text);
    }
  });
});
