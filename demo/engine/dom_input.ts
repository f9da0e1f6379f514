import type { Input, MouseEvent } from "./input.ts";

/** Pixels of a wheel turn that count as one notch where the browser reports pixels. */
const PIXELS_PER_NOTCH = 100;
/** Lines of a wheel turn that count as one notch where the browser reports lines. */
const LINES_PER_NOTCH = 3;

/** The bit of each button in `buttons` of a pointer event. Right and middle are swapped there. */
const BUTTON_BITS: readonly number[] = [1, 4, 2, 8, 16];

/**
 * Passes the events of a page to an input.
 *
 * @param input The input to feed.
 * @param field The element the game is drawn in; it takes mouse, wheel and, when focused, keys.
 * @param width Width of the game's field, which fills the element.
 * @param height Height of the game's field.
 * @param uses Codes of the keys the game uses; others keep their meaning for the page.
 * @returns A function that stops this.
 */
export function attachDomInput(
  input: Input,
  field: HTMLElement,
  width: number,
  height: number,
  uses: ReadonlySet<string>,
): () => void {
  const end = new AbortController();
  const { signal } = end;
  const { keyboard, mouse, wheel } = input;
  const page = field.ownerDocument;

  field.addEventListener("keydown", (event) => {
    // With these keys held it is a browser command.
    if (!uses.has(event.code) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    if (!event.repeat) keyboard.addEvent({ type: "down", code: event.code });
  }, { signal });
  field.addEventListener("keyup", (event) => {
    // A key may be released while Ctrl is held, after it went down without.
    if (uses.has(event.code)) keyboard.addEvent({ type: "up", code: event.code });
    // While the command key of a Mac is held, no other key-up arrives.
    if (event.key === "Meta") keyboard.releaseAll();
  }, { signal });

  /** Buttons that went down on the field, as bits. */
  let held = 0;
  const onPointer = (event: PointerEvent): void => {
    if (event.pointerType === "touch") return;
    const box = field.getBoundingClientRect();
    const x = (event.clientX - box.left - field.clientLeft) * width / field.clientWidth;
    const y = (event.clientY - box.top - field.clientTop) * height / field.clientHeight;
    const changes: MouseEvent[] = [];
    // The browser reports only the first button down and the last one up as such; in between,
    // buttons change with moves. So compare the bits. A button that is not down now is up, whatever
    // was missed, and before the first one no other is down. A button that is down may have been
    // pressed elsewhere and dragged here, so it counts only if the event is about it.
    BUTTON_BITS.forEach((bit, button) => {
      const down = (event.buttons & bit) !== 0;
      if ((held & bit) !== 0 && (!down || event.type === "pointerdown")) {
        changes.push({ type: "up", x, y, button });
        held &= ~bit;
      }
      if ((held & bit) === 0 && down && event.button === button) {
        changes.push({ type: "down", x, y, button });
        held |= bit;
      }
    });
    if (changes.length === 0) changes.push({ type: "move", x, y, button: -1 });
    mouse.addEvents(changes);
  };
  field.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "touch") {
      field.focus();
      field.setPointerCapture(event.pointerId);
    }
    onPointer(event);
  }, { signal });
  field.addEventListener("pointermove", onPointer, { signal });
  field.addEventListener("pointerup", onPointer, { signal });

  field.addEventListener("wheel", (event) => {
    // With Ctrl the wheel zooms the page.
    if (page.activeElement !== field || event.ctrlKey) return;
    event.preventDefault();
    const perNotch = event.deltaMode === 0 ? PIXELS_PER_NOTCH : LINES_PER_NOTCH;
    if (event.deltaY !== 0) wheel.addEvent({ notches: event.deltaY / perNotch });
  }, { signal, passive: false });

  const releaseButtons = (): void => {
    held = 0;
    mouse.releaseAll();
  };
  // If the focus moves elsewhere while a key is held, its key-up never arrives.
  const release = (): void => {
    keyboard.releaseAll();
    releaseButtons();
  };
  field.addEventListener("pointercancel", releaseButtons, { signal });
  field.addEventListener("blur", release, { signal });
  page.defaultView?.addEventListener("blur", release, { signal });

  return () => end.abort();
}
