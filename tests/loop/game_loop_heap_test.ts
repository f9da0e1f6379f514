import { assert } from "@std/assert";
import { it } from "@std/testing/bdd";
import { GameLoop, type GameLoopOptions, hz, LoadMeter, presets } from "@narrowphase/gjk2d/loop";
import { bytesPerCall, describeLong } from "../contract/heap.ts";

const WATCH = { warm: 5, batches: 9, attempts: 20 };

/** Of a number that is passed to a function, V8 may make an object of 12 bytes. A promise takes more than ten. */
const NUMBERS = 160;

describeLong("GameLoop leaves no objects on the heap", () => {
  const game = { begin() {}, update() {}, draw() {}, end() {} };
  const kinds: [string, GameLoopOptions][] = [
    ["fixed steps", presets.advanced(10)],
    ["a step in every other frame", { ...presets.advanced(20), drawEveryFrame: true }],
    ["four steps", presets.frameSkipping(2.5)],
    ["varying deltas and a meter", { ...presets.variable(5, 40), meter: new LoadMeter() }],
  ];
  for (const [name, options] of kinds) {
    it(`pump() with ${name}`, () => {
      let now = 0;
      const loop = new GameLoop(game, { now: () => now }, options);
      const bytes = bytesPerCall(() => (now += 10, loop.pump()), 1, NUMBERS, WATCH);
      assert(bytes < NUMBERS, `${bytes} bytes`);
    });

    it(`runFrames() with ${name}`, async () => {
      let now = 0;
      let next: (timestamp: number) => void = () => {};
      const display = { request: (frame: typeof next) => (next = frame, 1), cancel() {} };
      const loop = new GameLoop(game, { now: () => now }, options);
      const ended = loop.runFrames(display);
      for (let i = 0; i < 20; i++) await null;
      const frame = (i: number): void => next(now += hz(100) + (i - 0.5) * 0.2);
      const bytes = bytesPerCall(frame, 2, NUMBERS, WATCH);
      assert(bytes < NUMBERS, `${bytes} bytes`);
      loop.stop();
      await ended;
    });
  }
});
