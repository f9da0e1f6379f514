import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { EventQueue, Input, Recorder, type Recording, Replay } from "../../demo/engine/mod.ts";

class Numbers extends EventQueue<number> {
  readonly processed: number[] = [];
  onProcess: (n: number) => void = () => {};

  protected override processEvent(event: number): void {
    this.processed.push(event);
    this.onProcess(event);
  }
}

type Keyboard = Input["keyboard"];
type Mouse = Input["mouse"];

/** Sends keys: "+KeyA" goes down, "-KeyA" up. */
function type(keyboard: Keyboard, ...keys: string[]): Keyboard {
  keyboard.addEvents(
    keys.map((key) => ({ type: key[0] === "+" ? "down" : "up", code: key.slice(1) })),
  );
  return keyboard;
}

/** Moves a mouse, or presses (+) or lets go (−) a button there. */
function point(mouse: Mouse, x: number, y: number, what = ""): Mouse {
  const kind = what === "" ? "move" : what[0] === "+" ? "down" : "up";
  mouse.addEvent({ type: kind, x, y, button: what === "" ? -1 : Number(what.slice(1)) });
  return mouse;
}

/** Of a key after an update: is it held, did it go down, did it go up. */
function stateOf(keyboard: Keyboard, code: string, update = true): boolean[] {
  if (update) keyboard.update();
  return [keyboard.isPressed(code), keyboard.wasPressed(code), keyboard.wasReleased(code)];
}

function buttonOf(mouse: Mouse, button: number, update = true): boolean[] {
  if (update) mouse.update();
  return [mouse.isPressed(button), mouse.wasPressed(button), mouse.wasReleased(button)];
}

/** Where a mouse is after an update, and the way that it went. */
function wayOf(mouse: Mouse, update = true): number[] {
  if (update) mouse.update();
  return [mouse.x, mouse.y, mouse.dx, mouse.dy];
}

const UP = [false, false, false], DOWN = [true, true, false], HELD = [true, false, false];
const RELEASED = [false, false, true], TAPPED = [false, true, true];

describe("EventQueue", () => {
  it("update() moves what waits, in order, and processes each event once; a list that is kept does not change", () => {
    const queue = new Numbers();
    queue.addEvent(1);
    queue.addEvents([2, 3]);
    assertEquals([queue.events.length, queue.waiting], [0, 3]);
    queue.update();
    assertEquals([[...queue], queue.waiting], [[1, 2, 3], 0]);
    const kept = queue.events;
    queue.addEvent(4);
    assertEquals([...queue], [1, 2, 3]);
    queue.update();
    assertEquals([...queue.events], [4]);
    queue.update();
    assertEquals([[...queue.events], [...kept]], [[], [1, 2, 3]]);
    assertEquals(queue.processed, [1, 2, 3, 4]);
  });

  it("update() leaves events that are added while it runs to the next one", () => {
    const queue = new Numbers();
    queue.onProcess = (n) => {
      if (n < 3) queue.addEvent(n + 1);
    };
    queue.addEvent(1);
    for (const seen of [[1], [2], [3], []]) {
      queue.update();
      assertEquals([...queue.events], seen);
    }
    assertEquals(queue.processed, [1, 2, 3]);
  });

  it("update() does not repeat events after one that failed", () => {
    const queue = new Numbers();
    queue.onProcess = (n) => {
      if (n === 2) throw new Error("two");
    };
    queue.addEvents([1, 2, 3]);
    assertThrows(() => queue.update(), Error, "two");
    queue.update();
    assertEquals(queue.processed, [1, 2]);
  });
});

describe("Keyboard", () => {
  it("changes at update() only, and tells when a key goes down or up, but not that it is repeated", () => {
    const keyboard = type(new Input().keyboard, "+KeyA");
    assertEquals(stateOf(keyboard, "KeyA", false), UP);
    assertEquals([stateOf(keyboard, "KeyA"), stateOf(keyboard, "KeyB", false)], [DOWN, UP]);
    type(keyboard, "+KeyA");
    assertEquals([stateOf(keyboard, "KeyA"), keyboard.events.length], [HELD, 1]);
    type(keyboard, "-KeyA");
    assertEquals(stateOf(keyboard, "KeyA", false), HELD);
    assertEquals([stateOf(keyboard, "KeyA"), stateOf(keyboard, "KeyA")], [RELEASED, UP]);
  });

  it("wasPressed() and wasReleased() see a press shorter than an update, in that update", () => {
    const { keyboard, mouse } = new Input();
    type(keyboard, "+KeyA", "-KeyA");
    point(point(mouse, 3, 5, "+2"), 3, 5, "-2");
    for (const state of [TAPPED, UP]) {
      assertEquals([stateOf(keyboard, "KeyA"), buttonOf(mouse, 2)], [state, state]);
    }
  });

  it("releaseAll() lets every held key go at the next update, and what went down since the last", () => {
    const { keyboard } = new Input();
    type(keyboard, "+KeyA", "+KeyB", "+KeyC").update();
    type(keyboard, "-KeyA", "+Space").releaseAll();
    assertEquals([stateOf(keyboard, "KeyB", false)[0], stateOf(keyboard, "KeyB")], [
      true,
      RELEASED,
    ]);
    const states = ["KeyA", "KeyC", "Space"].map((code) => stateOf(keyboard, code, false));
    assertEquals(states, [RELEASED, RELEASED, TAPPED]);
    // A key that is up already gets no second "up".
    const ups = keyboard.events.filter((event) => event.type === "up").map(({ code }) => code);
    assertEquals(ups.sort(), ["KeyA", "KeyB", "KeyC", "Space"]);
  });
});

describe("Mouse", () => {
  it("keeps position, way and buttons of an update", () => {
    const { mouse } = new Input();
    point(mouse, 3, 5).update();
    point(point(mouse, 10, 6), 11, 4, "+2");
    assertEquals([wayOf(mouse), buttonOf(mouse, 2, false)], [[11, 4, 8, -1], DOWN]);
    assertEquals(buttonOf(mouse, 0, false), UP);
    mouse.releaseAll();
    assertEquals([wayOf(mouse), buttonOf(mouse, 2, false)], [[11, 4, 0, 0], RELEASED]);
  });

  it("releaseAll() lets go what went down since the last update, where the mouse is now", () => {
    const { mouse } = new Input();
    point(point(mouse, 3, 5, "+0"), 7, 4).releaseAll();
    assertEquals([buttonOf(mouse, 0), wayOf(mouse, false)], [TAPPED, [7, 4, 7, 4]]);
    mouse.releaseAll();
    assertEquals(mouse.waiting, 0);
  });
});

describe("MouseWheel", () => {
  it("adds up the notches of an update", () => {
    const { wheel } = new Input();
    wheel.addEvents([{ notches: 1 }, { notches: 2.5 }]);
    for (const notches of [3.5, 0]) {
      wheel.update();
      assertEquals(wheel.notches, notches);
    }
  });
});

describe("Input", () => {
  it("while paused it takes the release of what is held and nothing else", () => {
    const input = new Input();
    const { keyboard, mouse, wheel } = input;
    type(keyboard, "+ArrowUp");
    point(mouse, 3, 5, "+0");
    input.update();
    // Between the last update and the pause: belongs to the game.
    type(keyboard, "+KeyD");
    assertEquals(input.paused, false);
    input.paused = true;
    assertEquals(input.paused, true);
    type(keyboard, "+ArrowUp");
    point(mouse, 3, 5, "+0");
    for (let i = 0; i < 50; i++) {
      type(keyboard, "+Space", "-Space");
      for (const what of ["", "+2", "-2"]) point(mouse, i, 2 * i, what);
      wheel.addEvent({ notches: 1 });
    }
    assertEquals([keyboard.waiting, mouse.waiting, wheel.waiting], [1, 0, 0]);
    for (let i = 0; i < 2; i++) {
      type(keyboard, "-ArrowUp", "-KeyD");
      point(mouse, 8, 9, "-0");
    }
    input.paused = false;
    wheel.addEvent({ notches: -2 });
    input.update();
    const states = ["ArrowUp", "KeyD", "Space"].map((code) => stateOf(keyboard, code, false));
    assertEquals([states, keyboard.events.length], [[RELEASED, TAPPED, UP], 3]);
    assertEquals([...mouse], [
      { type: "place", x: 8, y: 9, button: -1 },
      { type: "up", x: 8, y: 9, button: 0 },
    ]);
    assertEquals(wheel.notches, -2);
  });

  it("is paused when all of its devices are", () => {
    const input = new Input();
    const devices = [input.keyboard, input.mouse, input.wheel];
    for (const going of devices) {
      input.paused = true;
      assertEquals(devices.map(({ paused }) => paused), [true, true, true]);
      going.paused = false;
      assertEquals(input.paused, false);
    }
  });

  it("after a pause the mouse is where it is, without the way that it went", () => {
    const { mouse } = new Input();
    const away = (act: () => void): void => {
      mouse.paused = true;
      act();
      mouse.paused = false;
    };
    point(mouse, 10, 20).update();
    // Moved before the pause, in it and after it: the first and the last are the game's.
    point(mouse, 11, 22);
    away(() => {
      for (let i = 0; i < 50; i++) point(mouse, 500 + i, 300);
    });
    point(mouse, 551, 304);
    assertEquals(wayOf(mouse), [551, 304, 3, 6]);

    // Straight down, and without another event after it.
    for (const [x, y] of [[551, 299], [7, 9]]) {
      away(() => point(mouse, x, y));
      assertEquals(wayOf(mouse), [x, y, 0, 0]);
    }
    mouse.update();
    assertEquals([mouse.x, mouse.events.length], [7, 0]);

    // A button is let go in the pause, and the window loses the mouse in another one.
    for (const letGo of [false, true]) {
      point(mouse, 7, 9, "+0").update();
      away(() => {
        point(mouse, 90, 80);
        if (letGo) point(mouse, 91, 82, "-0");
        else mouse.releaseAll();
      });
      assertEquals(wayOf(mouse), letGo ? [91, 82, 0, 0] : [90, 80, 0, 0]);
      assertEquals(mouse.isPressed(0), false);
      point(mouse, 7, 9);
    }
  });
});

describe("Recorder and Replay", () => {
  function observe(input: Input): unknown {
    const { keyboard, mouse, wheel } = input;
    return {
      events: [[...keyboard], [...mouse], [...wheel]],
      a: stateOf(keyboard, "KeyA", false),
      at: [...wayOf(mouse, false), mouse.isPressed(0)],
      notches: wheel.notches,
    };
  }

  /** What each update shows, and the recording of it, through JSON. */
  function record(
    seed: number,
    updates: number,
    play: (input: Input, update: number) => void,
  ): { seen: unknown[]; recording: Recording } {
    const input = new Input();
    const recorder = new Recorder(input, seed);
    const seen = Array.from({ length: updates }, (_, update) => {
      play(input, update);
      input.update();
      recorder.capture();
      return observe(input);
    });
    return { seen, recording: JSON.parse(JSON.stringify(recorder.recording())) };
  }

  function replayed(recording: Recording): unknown[] {
    const input = new Input();
    const replay = new Replay(recording);
    const seen: unknown[] = [];
    while (!replay.done) {
      replay.feed(input);
      input.update();
      seen.push(observe(input));
    }
    return seen;
  }

  it("replay shows every update the same input, through JSON", () => {
    // Events at odd moments: several per update, none for a while, all devices.
    const { seen, recording } = record(42, 9, ({ keyboard, mouse, wheel }, update) => {
      if (update === 0) type(keyboard, "+KeyA");
      if (update === 2) {
        point(mouse, 0.1 + 0.2, -7 / 3);
        type(keyboard, "-KeyA", "+KeyA");
        point(mouse, 1e-300, 5, "+0");
      }
      if (update === 5) wheel.addEvent({ notches: -0.25 });
      if (update === 6) type(keyboard, "-KeyA");
    });
    assertEquals([recording.seed, recording.updates, recording.events.length], [42, 9, 7]);
    assertEquals(replayed(recording), seen);
  });

  it("replay has the pauses that were between the updates", () => {
    const { seen, recording } = record(1, 3, (input, update) => {
      point(input.mouse, 10 * update, 5);
      input.paused = true;
      point(input.mouse, 300, 200 + update);
      input.paused = false;
    });
    assertEquals(replayed(recording).slice(0, 3), seen);
  });

  it("recording() is a copy, and a later recorder counts from its own start", () => {
    const input = new Input();
    input.update();
    input.update();
    const recorder = new Recorder(input, 1);
    assertEquals(recorder.recording(), { seed: 1, updates: 0, events: [] });
    input.wheel.addEvent({ notches: 1 });
    input.update();
    recorder.capture();
    const first = recorder.recording();
    assertEquals(first, { seed: 1, updates: 1, events: [[0, "w", 1]] });
    input.update();
    recorder.capture();
    assertEquals([first.updates, recorder.recording().updates], [1, 2]);
  });
});
