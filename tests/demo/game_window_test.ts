import { assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { presets } from "@narrowphase/gjk2d/loop";
import { VirtualTime } from "@narrowphase/gjk2d/loop/testing";
import { GameWindow } from "../../demo/engine/game_window.ts";
import { Input } from "../../demo/engine/mod.ts";
import { fail } from "../loop/rig.ts";
import { FakeField } from "./fake_field.ts";

/** A canvas that notes what is done to it. */
class FakeCanvas extends FakeField {
  readonly log: string[] = [];
  #width = 300;
  #height = 150;

  constructor(readonly density: number) {
    super();
    Object.assign(this.ownerDocument, { title: "A game" });
    Object.assign(this.ownerDocument.defaultView, { devicePixelRatio: density });
  }

  get width(): number {
    return this.#width;
  }
  set width(width: number) {
    this.log.push(`width ${this.#width = width}`);
  }

  get height(): number {
    return this.#height;
  }
  set height(height: number) {
    this.log.push(`height ${this.#height = height}`);
  }

  getContext(kind: string): unknown {
    const note = (name: string) => (...args: number[]): void =>
      void this.log.push(`${name} ${args.join(" ")}`);
    return { kind, setTransform: note("setTransform"), clearRect: note("clearRect") };
  }
}

const OPTIONS = {
  ...presets.rateLimited(10),
  width: 640,
  height: 480,
  keys: new Set(["Space"]),
};

/** What the keyboard of an input heard since it was last asked. */
function heard({ keyboard }: Input): string[] {
  keyboard.update();
  return keyboard.events.map(({ type, code }) => `${type} ${code}`);
}

describe("GameWindow", () => {
  it("gives every draw an empty canvas in the units of the field, as fine as the screen", async () => {
    for (const [ratio, density] of [[1, 0.5], [1.5, 0.75], [3, 1]]) {
      const canvas = new FakeCanvas(ratio);
      const time = new VirtualTime();
      time.refresh = 10;
      const game = {
        update: (): void => void canvas.log.push("update"),
        draw: (alpha: number): void => {
          canvas.log.push(`draw ${alpha}`);
          if (view.loop.stats.draws === 2) view.halt();
        },
      };
      const view = new GameWindow(canvas.element as HTMLCanvasElement, game, OPTIONS, time);
      const ended = view.run(time);
      await time.run(100);
      assertEquals(await ended, "stopped");
      const cleared = [`setTransform ${density} 0 0 ${density} 0 0`, "clearRect 0 0 640 480"];
      assertEquals(canvas.log, [
        "update",
        `width ${640 * density}`,
        `height ${480 * density}`,
        ...cleared,
        "draw 0",
        "update",
        ...cleared,
        "draw 0",
      ]);
      assertEquals([view.width, view.height, view.title], [640, 480, "A game"]);
    }
  });

  it("calls the game as it is: all callbacks, as methods, and errors as it decides", async () => {
    // Private fields are there for methods only.
    class Counter {
      readonly #calls: string[] = [];
      readonly calls = (): string => this.#calls.join(" ");
      #note = (name: string): void => void this.#calls.push(name);
      startup(): void {
        this.#note("startup");
      }
      update(): void {
        this.#note("update");
        if (this.#calls.length === 2) throw new Error("one");
        view.halt();
      }
      draw(): void {
        this.#note("draw");
      }
      shutdown(): void {
        this.#note("shutdown");
      }
      onError(): "continue" {
        this.#note("onError");
        return "continue";
      }
    }
    const game = new Counter();
    const time = new VirtualTime();
    const canvas = new FakeCanvas(1).element as HTMLCanvasElement;
    const view = new GameWindow(canvas, game, OPTIONS, time);
    const ended = view.run(time);
    await time.run(100);
    assertEquals(await ended, "stopped");
    assertEquals(game.calls(), "startup update onError draw update shutdown");

    const fails = { update: fail(new Error("two")), draw() {} };
    const failing = new GameWindow(canvas, fails, OPTIONS, time).run(time);
    failing.catch(() => {});
    await time.run(200);
    await assertRejects(() => failing, Error, "two");
  });

  it("feeds one input at a time, and none once its game has ended", async () => {
    const canvas = new FakeCanvas(1);
    const time = new VirtualTime();
    const game = { update: (): void => {}, draw: (): void => {} };
    const view = new GameWindow(canvas.element as HTMLCanvasElement, game, OPTIONS, time);
    const press = (): boolean => canvas.send("keydown", { code: "Space" });
    const first = view.input;
    press();
    assertEquals(heard(first), ["down Space"]);
    const second = new Input();
    view.input = second;
    press();
    assertEquals([heard(first), heard(second), view.input === second], [[], ["down Space"], true]);
    const ended = view.run(time);
    await time.run(20);
    view.halt();
    assertEquals(await ended, "stopped");
    press();
    assertEquals(heard(second), []);
  });
});
