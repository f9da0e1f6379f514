import { assert, assertEquals, assertFalse, assertThrows } from "@std/assert";
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

describe("EventQueue", () => {
  it("update() moves what waits, in order, and processes each event once", () => {
    const queue = new Numbers();
    queue.addEvent(1);
    queue.addEvents([2, 3]);
    assertEquals([queue.events.length, queue.waiting], [0, 3]);
    queue.update();
    assertEquals([...queue], [1, 2, 3]);
    assertEquals(queue.waiting, 0);
    queue.addEvent(4);
    assertEquals([...queue], [1, 2, 3]);
    queue.update();
    assertEquals([...queue.events], [4]);
    queue.update();
    assertEquals([...queue.events], []);
    assertEquals(queue.processed, [1, 2, 3, 4]);
  });

  it("update() leaves events that are added while it runs to the next one", () => {
    const queue = new Numbers();
    queue.onProcess = (n) => {
      if (n < 3) queue.addEvent(n + 1);
    };
    queue.addEvent(1);
    queue.update();
    assertEquals([...queue.events], [1]);
    queue.update();
    assertEquals([...queue.events], [2]);
    queue.update();
    queue.update();
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

  it("an events list that is kept does not change", () => {
    const queue = new Numbers();
    queue.addEvent(1);
    queue.update();
    const kept = queue.events;
    queue.addEvent(2);
    queue.update();
    assertEquals([...kept], [1]);
  });
});

describe("Keyboard", () => {
  it("isPressed() changes at update() only", () => {
    const { keyboard } = new Input();
    keyboard.addEvent({ type: "down", code: "KeyA" });
    assertFalse(keyboard.isPressed("KeyA"));
    keyboard.update();
    assert(keyboard.isPressed("KeyA"));
    assertFalse(keyboard.isPressed("KeyB"));
    keyboard.addEvent({ type: "up", code: "KeyA" });
    assert(keyboard.isPressed("KeyA"));
    keyboard.update();
    assertFalse(keyboard.isPressed("KeyA"));
  });

  it("wasPressed() and wasReleased() see a press shorter than an update", () => {
    const { keyboard } = new Input();
    keyboard.addEvents([{ type: "down", code: "Space" }, { type: "up", code: "Space" }]);
    keyboard.update();
    assertFalse(keyboard.isPressed("Space"));
    assert(keyboard.wasPressed("Space"));
    assert(keyboard.wasReleased("Space"));
    keyboard.update();
    assertFalse(keyboard.wasPressed("Space"));
    assertFalse(keyboard.wasReleased("Space"));
  });

  it("wasPressed() does not count the repetition of a held key", () => {
    const { keyboard } = new Input();
    keyboard.addEvent({ type: "down", code: "Space" });
    keyboard.update();
    keyboard.addEvent({ type: "down", code: "Space" });
    keyboard.update();
    assert(keyboard.isPressed("Space"));
    assertFalse(keyboard.wasPressed("Space"));
    assertEquals(keyboard.events.length, 1);
  });

  it("releaseAll() lets every held key go at the next update", () => {
    const { keyboard } = new Input();
    keyboard.addEvents([{ type: "down", code: "KeyA" }, { type: "down", code: "KeyB" }]);
    keyboard.update();
    keyboard.releaseAll();
    assert(keyboard.isPressed("KeyA") && keyboard.isPressed("KeyB"));
    keyboard.update();
    assertFalse(keyboard.isPressed("KeyA") || keyboard.isPressed("KeyB"));
    assert(keyboard.wasReleased("KeyA") && keyboard.wasReleased("KeyB"));
  });

  it("releaseAll() lets go what went down since the last update", () => {
    const { keyboard } = new Input();
    keyboard.addEvent({ type: "down", code: "KeyA" });
    keyboard.update();
    keyboard.addEvents([{ type: "up", code: "KeyA" }, { type: "down", code: "Space" }]);
    keyboard.releaseAll();
    keyboard.update();
    assertFalse(keyboard.isPressed("Space"));
    assert(keyboard.wasPressed("Space") && keyboard.wasReleased("Space"));
    // A key that is up already gets no second "up".
    assertEquals(keyboard.events.map(({ type, code }) => `${type} ${code}`), [
      "up KeyA",
      "down Space",
      "up Space",
    ]);
  });
});

describe("Mouse", () => {
  it("keeps position, way and buttons of an update", () => {
    const { mouse } = new Input();
    mouse.addEvent({ type: "move", x: 3, y: 5, button: -1 });
    mouse.update();
    mouse.addEvents([
      { type: "move", x: 10, y: 6, button: -1 },
      { type: "down", x: 11, y: 4, button: 2 },
    ]);
    mouse.update();
    assertEquals([mouse.x, mouse.y, mouse.dx, mouse.dy], [11, 4, 8, -1]);
    assert(mouse.isPressed(2) && mouse.wasPressed(2));
    assertFalse(mouse.isPressed(0));
    mouse.releaseAll();
    mouse.update();
    assertEquals([mouse.x, mouse.y, mouse.dx, mouse.dy], [11, 4, 0, 0]);
    assertFalse(mouse.isPressed(2));
    assert(mouse.wasReleased(2));
  });

  it("releaseAll() lets go what went down since the last update, where the mouse is now", () => {
    const { mouse } = new Input();
    mouse.addEvents([
      { type: "down", x: 3, y: 5, button: 0 },
      { type: "move", x: 7, y: 4, button: -1 },
    ]);
    mouse.releaseAll();
    mouse.update();
    assertFalse(mouse.isPressed(0));
    assert(mouse.wasPressed(0) && mouse.wasReleased(0));
    assertEquals([mouse.x, mouse.y, mouse.dx, mouse.dy], [7, 4, 7, 4]);
    mouse.releaseAll();
    assertEquals(mouse.waiting, 0);
  });
});

describe("MouseWheel", () => {
  it("adds up the notches of an update", () => {
    const { wheel } = new Input();
    wheel.addEvents([{ notches: 1 }, { notches: 2.5 }]);
    wheel.update();
    assertEquals(wheel.notches, 3.5);
    wheel.update();
    assertEquals(wheel.notches, 0);
  });
});

describe("Input", () => {
  it("while paused it takes the release of what is held and nothing else", () => {
    const input = new Input();
    const { keyboard, mouse, wheel } = input;
    keyboard.addEvent({ type: "down", code: "ArrowUp" });
    mouse.addEvent({ type: "down", x: 3, y: 5, button: 0 });
    input.update();
    // Between the last update and the pause: belongs to the game.
    keyboard.addEvent({ type: "down", code: "KeyD" });
    assertEquals(input.paused, false);
    input.paused = true;
    assertEquals(input.paused, true);
    keyboard.addEvent({ type: "down", code: "ArrowUp" });
    mouse.addEvent({ type: "down", x: 3, y: 5, button: 0 });
    for (let i = 0; i < 50; i++) {
      keyboard.addEvents([{ type: "down", code: "Space" }, { type: "up", code: "Space" }]);
      mouse.addEvent({ type: "move", x: i, y: 2 * i, button: -1 });
      mouse.addEvent({ type: "down", x: i, y: 2 * i, button: 2 });
      mouse.addEvent({ type: "up", x: i, y: 2 * i, button: 2 });
      wheel.addEvent({ notches: 1 });
    }
    assertEquals([keyboard.waiting, mouse.waiting, wheel.waiting], [1, 0, 0]);
    for (let i = 0; i < 2; i++) {
      keyboard.addEvents([{ type: "up", code: "ArrowUp" }, { type: "up", code: "KeyD" }]);
      mouse.addEvent({ type: "up", x: 8, y: 9, button: 0 });
    }
    input.paused = false;
    wheel.addEvent({ notches: -2 });
    input.update();
    assertFalse(keyboard.isPressed("ArrowUp") || keyboard.isPressed("KeyD"));
    assertFalse(keyboard.wasPressed("Space"));
    assertEquals(keyboard.events.length, 3);
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

  it("a press and a release are those of one update", () => {
    const { keyboard, mouse } = new Input();
    keyboard.addEvents([{ type: "down", code: "KeyA" }, { type: "up", code: "KeyA" }]);
    mouse.addEvents([
      { type: "down", x: 3, y: 5, button: 2 },
      { type: "up", x: 3, y: 5, button: 2 },
    ]);
    for (const now of [true, false]) {
      keyboard.update();
      mouse.update();
      assertEquals([keyboard.wasPressed("KeyA"), keyboard.wasReleased("KeyA")], [now, now]);
      assertEquals([mouse.wasPressed(2), mouse.wasReleased(2)], [now, now]);
    }
  });

  it("after a pause the mouse is where it is, without the way that it went", () => {
    const { mouse } = new Input();
    mouse.addEvent({ type: "move", x: 10, y: 20, button: -1 });
    mouse.update();
    // Moved before the pause, in it and after it: the first and the last are the game's.
    mouse.addEvent({ type: "move", x: 11, y: 22, button: -1 });
    mouse.paused = true;
    for (let i = 0; i < 50; i++) mouse.addEvent({ type: "move", x: 500 + i, y: 300, button: -1 });
    mouse.paused = false;
    mouse.addEvent({ type: "move", x: 551, y: 304, button: -1 });
    mouse.update();
    assertEquals([mouse.x, mouse.y, mouse.dx, mouse.dy], [551, 304, 3, 6]);

    // Straight down.
    mouse.paused = true;
    mouse.addEvent({ type: "move", x: 551, y: 299, button: -1 });
    mouse.paused = false;
    mouse.update();
    assertEquals([mouse.x, mouse.y, mouse.dx, mouse.dy], [551, 299, 0, 0]);

    // Without another event after it.
    mouse.paused = true;
    mouse.addEvent({ type: "move", x: 7, y: 9, button: -1 });
    mouse.paused = false;
    mouse.update();
    assertEquals([mouse.x, mouse.y, mouse.dx, mouse.dy], [7, 9, 0, 0]);
    mouse.update();
    assertEquals([mouse.x, mouse.events.length], [7, 0]);

    // A button is let go in the pause, and the window loses the mouse in another one.
    for (const letGo of [false, true]) {
      mouse.addEvent({ type: "down", x: 7, y: 9, button: 0 });
      mouse.update();
      mouse.paused = true;
      mouse.addEvent({ type: "move", x: 90, y: 80, button: -1 });
      if (letGo) mouse.addEvent({ type: "up", x: 91, y: 82, button: 0 });
      else mouse.releaseAll();
      mouse.paused = false;
      mouse.update();
      assertFalse(mouse.isPressed(0));
      assertEquals([mouse.x, mouse.y, mouse.dx, mouse.dy], letGo ? [91, 82, 0, 0] : [90, 80, 0, 0]);
      mouse.addEvent({ type: "move", x: 7, y: 9, button: -1 });
    }
  });
});

describe("Recorder and Replay", () => {
  /** Events at odd moments: several per update, none for a while, all devices. */
  function play(input: Input, update: number): void {
    const { keyboard, mouse, wheel } = input;
    if (update === 0) keyboard.addEvent({ type: "down", code: "KeyA" });
    if (update === 2) {
      mouse.addEvent({ type: "move", x: 0.1 + 0.2, y: -7 / 3, button: -1 });
      keyboard.addEvents([{ type: "up", code: "KeyA" }, { type: "down", code: "KeyA" }]);
      mouse.addEvent({ type: "down", x: 1e-300, y: 5, button: 0 });
    }
    if (update === 5) wheel.addEvent({ notches: -0.25 });
    if (update === 6) keyboard.addEvent({ type: "up", code: "KeyA" });
  }

  function observe({ keyboard, mouse, wheel }: Input): unknown {
    return {
      keys: [...keyboard],
      mouse: [...mouse],
      wheel: [...wheel],
      a: [keyboard.isPressed("KeyA"), keyboard.wasPressed("KeyA"), keyboard.wasReleased("KeyA")],
      at: [mouse.x, mouse.y, mouse.dx, mouse.dy, mouse.isPressed(0)],
      notches: wheel.notches,
    };
  }

  it("replay shows every update the same input, through JSON", () => {
    const input = new Input();
    const recorder = new Recorder(input, 42);
    const seen: unknown[] = [];
    for (let update = 0; update < 9; update++) {
      play(input, update);
      input.update();
      recorder.capture();
      seen.push(observe(input));
    }
    const recording: Recording = JSON.parse(JSON.stringify(recorder.recording()));
    assertEquals([recording.seed, recording.updates], [42, 9]);
    assertEquals(new Recorder(input, 5).recording(), { seed: 5, updates: 0, events: [] });
    assertEquals(recording.events.length, 7);

    const again = new Input();
    const replay = new Replay(recording);
    const seenAgain: unknown[] = [];
    while (!replay.done) {
      replay.feed(again);
      again.update();
      seenAgain.push(observe(again));
    }
    assertEquals(seenAgain, seen);
  });

  it("replay has the pauses that were between the updates", () => {
    const input = new Input();
    const recorder = new Recorder(input, 1);
    const seen: unknown[] = [];
    for (let update = 0; update < 3; update++) {
      input.mouse.addEvent({ type: "move", x: 10 * update, y: 5, button: -1 });
      input.paused = true;
      input.mouse.addEvent({ type: "move", x: 300, y: 200 + update, button: -1 });
      input.paused = false;
      input.update();
      recorder.capture();
      seen.push(observe(input));
    }
    const again = new Input();
    const replay = new Replay(JSON.parse(JSON.stringify(recorder.recording())));
    for (const expected of seen) {
      replay.feed(again);
      again.update();
      assertEquals(observe(again), expected);
    }
  });

  it("recording() is a copy, and a later recorder counts from its own start", () => {
    const input = new Input();
    input.update();
    input.update();
    const recorder = new Recorder(input, 1);
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
