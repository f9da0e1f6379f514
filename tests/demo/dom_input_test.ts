import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { attachDomInput } from "../../demo/engine/dom_input.ts";
import { Input } from "../../demo/engine/mod.ts";
import { FakeField, type PointerFacts } from "./fake_field.ts";

const USES: ReadonlySet<string> = new Set(["ArrowLeft", "Space"]);

function attached(): { field: FakeField; input: Input; detach: () => void } {
  const field = new FakeField();
  const input = new Input();
  const detach = attachDomInput(input, field.element, 640, 480, USES);
  return { field, input, detach };
}

/** What waits for the next update, updated. */
function keys({ keyboard }: Input): string[] {
  keyboard.update();
  return keyboard.events.map(({ type, code }) => `${type} ${code}`);
}

function buttons({ mouse }: Input): string[] {
  mouse.update();
  return mouse.events.map(({ type, button }) => type === "move" ? type : `${type} ${button}`);
}

const down = (button: number, held: number): PointerFacts => (
  { type: "pointerdown", button, buttons: held }
);
const up = (button: number): PointerFacts => ({ type: "pointerup", button, buttons: 0 });
const move = (held: number, button = -1): PointerFacts => (
  { type: "pointermove", button, buttons: held }
);

describe("attachDomInput()", () => {
  it("passes on the keys that the game uses, without repetitions", () => {
    const { field, input, detach } = attached();
    for (const repeat of [false, true]) {
      assert(!field.send("keydown", { code: "Space", repeat }), "the page scrolls");
    }
    assert(field.send("keydown", { code: "KeyB" }), "a key of the page is swallowed");
    field.send("keyup", { code: "Space" });
    field.send("keyup", { code: "KeyB" });
    assertEquals(keys(input), ["down Space", "up Space"]);
    detach();
    field.send("keydown", { code: "Space" });
    assertEquals(keys(input), []);
  });

  it("leaves commands to the browser, but lets go a key while Ctrl, Alt or Meta is held", () => {
    for (const modifier of ["ctrlKey", "altKey", "metaKey"]) {
      const { field, input } = attached();
      assert(field.send("keydown", { code: "ArrowLeft", [modifier]: true }));
      assertEquals(keys(input), []);
      field.send("keydown", { code: "ArrowLeft" });
      field.send("keyup", { code: "ArrowLeft", [modifier]: true });
      assertEquals(keys(input), ["down ArrowLeft", "up ArrowLeft"]);
      assert(!input.keyboard.isPressed("ArrowLeft"));
    }
  });

  it("lets go all keys when the command key of a Mac goes up, which hides their key-ups", () => {
    const { field, input } = attached();
    field.send("keydown", { code: "ArrowLeft" });
    field.send("keydown", { code: "MetaLeft", key: "Meta", metaKey: true });
    field.send("keyup", { code: "MetaLeft", key: "Meta" });
    assertEquals(keys(input), ["down ArrowLeft", "up ArrowLeft"]);
  });

  const CHORDS: [does: string, events: PointerFacts[], heard: string][] = [
    [
      "tells the buttons of a chord apart, which the page reports as moves",
      [down(0, 1), move(3, 2), move(3), move(2, 0), up(2)],
      "down 0, down 2, move, up 0, up 2",
    ],
    [
      "tells them apart in another order",
      [down(2, 2), move(3, 0), move(2, 0), up(2)],
      "down 2, down 0, up 0, up 2",
    ],
    [
      "knows that the middle button has the bit that follows that of the right one",
      [down(1, 4), move(6, 2), move(2, 1), up(2)],
      "down 1, down 2, up 1, up 2",
    ],
    [
      "lets go a button whose release was missed, at the next event",
      [down(2, 2), move(0), down(2, 2), down(2, 2), up(2)],
      "down 2, up 2, down 2, up 2, down 2, up 2",
    ],
    [
      "does not count a button that was pressed elsewhere and dragged here",
      [move(1), move(3, 2), move(1, 2), up(0)],
      "move, down 2, up 2, move",
    ],
  ];
  for (const [does, events, heard] of CHORDS) {
    it(does, () => {
      const { field, input } = attached();
      field.point(...events);
      assertEquals(buttons(input).join(", "), heard);
    });
  }

  it("lets go everything when the field or the window loses the focus, or the pointer is lost", () => {
    const { field, input } = attached();
    const ends = [
      () => field.send("blur"),
      () => field.ownerDocument.defaultView.dispatchEvent(new Event("blur")),
    ];
    for (const end of ends) {
      field.send("keydown", { code: "Space" });
      field.point(down(0, 1));
      end();
      // Held on, but the game has let it go.
      field.point(move(1));
      assertEquals(keys(input), ["down Space", "up Space"]);
      assertEquals(buttons(input), ["down 0", "up 0", "move"]);
      field.point(up(0));
      buttons(input);
    }
    for (const how of ["blur", "pointercancel"]) {
      field.point(down(0, 1));
      field.send(how);
      field.point(move(0)); // which lets go nothing again
      assertEquals(buttons(input), ["down 0", "up 0", "move"]);
    }
  });

  it("gives places in the units of the game, and leaves fingers to the page", () => {
    const { field, input } = attached();
    field.point({ ...move(0), clientX: 101 + 40, clientY: 51 + 90 });
    field.point({ ...down(0, 1), pointerType: "touch" });
    assertEquals(buttons(input), ["move"]);
    assertEquals([input.mouse.x, input.mouse.y], [80, 180]);
    field.point({ ...down(0, 1), pointerType: "pen" });
    assertEquals(buttons(input), ["down 0"]);
  });

  it("turns the wheel of a focused field in notches, and leaves zooming to the page", () => {
    const { field, input } = attached();
    assert(field.send("wheel", { deltaMode: 0, deltaY: 100 }));
    field.focus();
    assert(!field.send("wheel", { deltaMode: 0, deltaY: 150 }));
    field.send("wheel", { deltaMode: 1, deltaY: -3 });
    assert(field.send("wheel", { deltaMode: 0, deltaY: 100, ctrlKey: true }));
    input.wheel.update();
    assertEquals(input.wheel.events.map(({ notches }) => notches), [1.5, -1]);
  });

  it("takes focus and pointer for a press of the mouse, and leaves touches to the page", () => {
    const { field, input } = attached();
    field.point({ ...down(0, 1), pointerType: "touch" });
    assertEquals([field.ownerDocument.activeElement, field.captured], [null, []]);
    field.point(down(0, 1));
    assertEquals([field.ownerDocument.activeElement, field.captured], [field, [1]]);
    assertEquals(buttons(input), ["down 0"]);
  });

  it("takes no turn to the side for a turn of the wheel", () => {
    const { field, input } = attached();
    field.focus();
    field.send("wheel", { deltaX: 100, deltaY: 0, deltaMode: 0 });
    assertEquals(input.wheel.waiting, 0);
    field.send("wheel", { deltaX: 0, deltaY: 0.5, deltaMode: 0 });
    input.update();
    assertEquals(input.wheel.notches, 0.005);
  });
});
