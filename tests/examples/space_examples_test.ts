import { assert, assertAlmostEquals, assertEquals, assertLess } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { Level } from "../../examples/platformer.ts";
import { playTogether } from "../../examples/rollback.ts";
import { play } from "../../examples/sensors.ts";
import { Room } from "../../examples/top_down_mover.ts";
import { isLong } from "../effort.ts";

describe("examples/top_down_mover.ts", () => {
  it("keeps the hero in the room and out of the pillar, and lets him slide along both", () => {
    const room = new Room();
    for (let step = 0; step < 600; step++) {
      const t = step / 40;
      room.step({ x: Math.cos(t) + 0.3, y: Math.sin(1.7 * t) }, 1 / 60);
      const { x, y } = room.hero;
      assert(Math.abs(x) < 4.6 && Math.abs(y) < 3.6, `${x} ${y}`);
      assert(Math.hypot(x, y) > 1.39, `${x} ${y}`);
    }
    for (let step = 0; step < 200; step++) room.step({ x: 1, y: 0.2 }, 1 / 60);
    assertAlmostEquals(room.hero.x, 4.6, 0.02);
  });
});

describe("examples/platformer.ts", () => {
  it("walks the slope, takes the stairs, jumps through the ledge and stands on it", () => {
    const run = (input: number, steps: number, jumps: (step: number) => boolean): Level => {
      const level = new Level();
      for (let step = 0; step < steps; step++) {
        level.step({ run: input, jump: jumps(step) }, 1 / 60);
      }
      return level;
    };
    const slope = run(1, 75, () => false);
    assertLess(0.4, slope.hero.y);
    const stairs = run(-1, 100, () => false);
    assertAlmostEquals(stairs.hero.y, 1, 0.1);
    const ledge = run(0, 100, (step) => step === 20);
    assertAlmostEquals(ledge.hero.y, 1.625, 0.01);
    assert(ledge.met.ground >= 0);
  });
});

describe("examples/sensors.ts", () => {
  it("opens the door while somebody is near, and gives each coin once", () => {
    assertEquals(play(), [
      "hero takes a coin at 2",
      "hero takes a coin at 4",
      "hero opens the door",
      "hero takes a coin at 9",
      "the door closes",
    ]);
  });
});

describe("examples/rollback.ts", () => {
  it("gives both peers the same hash over a line that loses a fifth of the messages", () => {
    const ticks = isLong ? 2000 : 150, { peers, lost } = playTogether(ticks);
    const [one, two] = peers.map(({ game }) => game.space.hash());
    assertEquals(one, two);
    assertEquals(peers.map(({ tick, known }) => [tick, known]), [[ticks, ticks], [ticks, ticks]]);
    assert(lost > ticks / 10 && peers[0].rollbacks > ticks / 10, `${lost} ${peers[0].rollbacks}`);
    const { space } = peers[0].game;
    assertLess(42, space.size);
  });
});
