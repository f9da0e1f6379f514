import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { RECORDED_GAME } from "../../demo/asteroids/recorded_game.ts";
import type { RecordedEvent } from "../../demo/engine/mod.ts";
import { readGame, type SharedGame, writeGame } from "../../demo/asteroids/shared.ts";

const game = (await readGame(RECORDED_GAME))!;

describe("a shared game", () => {
  it("writeGame() fits an address, and readGame() gives the same game", async () => {
    const text = await writeGame(game);
    assert(/^[\w-]+$/.test(text));
    assert(text.length < 12_000, `${text.length} letters`);
    assertEquals(await readGame(text), game);
    // Any device and key.
    const events: RecordedEvent[] = [
      [0, "k", "down", "Enter"],
      [0, "m", "down", -0.5, 1e-9, 2],
      [0, "w", -1],
      [7, "k", "up", "ArrowUp"],
      [1000, "k", "down", "KeyQ"],
    ];
    const other = { ...game, recording: { seed: 3, updates: 1001, events } };
    assertEquals(await readGame(await writeGame(other)), other);
  });

  it("readGame() refuses what is no game", async () => {
    const refused = async (recording: unknown, digest: unknown = game.digest) =>
      assertEquals(await readGame(await writeGame({ recording, digest } as SharedGame)), null);
    const { seed, updates } = game.recording;
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
