import type { Input } from "./input.ts";

/** Pixels of a wheel turn that count as one notch where the browser reports pixels. */
const PIXELS_PER_NOTCH = 100;
/** Lines of a wheel turn that count as one notch where the browser reports lines. */
const LINES_PER_NOTCH = 3;

/**
 * Passes the events of a page on to an input.
 *
 * @param input The input to feed.
 * @param field The element the game is drawn in; it takes mouse, wheel and, when focused, keys.
 * @param width Width of the game's field, which fills the element.
 * @param height Height of the game's field.
 * @param uses Codes of the keys the game uses; others keep their meaning for the page.
 * @returns Ends the passing on.
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

  const onKey = (event: KeyboardEvent): void => {
    if (!uses.has(event.code) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    if (event.repeat) return;
    const type = event.type === "keydown" ? "down" : "up";
    input.keyboard.addEvent({ type, code: event.code });
  };
  field.addEventListener("keydown", onKey, { signal });
  field.addEventListener("keyup", onKey, { signal });

  const onPointer = (event: PointerEvent): void => {
    if (event.pointerType === "touch") return;
    const box = field.getBoundingClientRect();
    const x = (event.clientX - box.left) * width / box.width;
    const y = (event.clientY - box.top) * height / box.height;
    if (event.type === "pointermove") {
      input.mouse.addEvent({ type: "move", x, y, button: -1 });
    } else {
      const type = event.type === "pointerdown" ? "down" : "up";
      if (type === "down") {
        field.focus();
        field.setPointerCapture(event.pointerId);
      }
      input.mouse.addEvent({ type, x, y, button: event.button });
    }
  };
  field.addEventListener("pointermove", onPointer, { signal });
  field.addEventListener("pointerdown", onPointer, { signal });
  field.addEventListener("pointerup", onPointer, { signal });
  field.addEventListener("pointercancel", () => input.mouse.releaseAll(), { signal });

  field.addEventListener("wheel", (event) => {
    if (document.activeElement !== field) return;
    event.preventDefault();
    const perNotch = event.deltaMode === 0 ? PIXELS_PER_NOTCH : LINES_PER_NOTCH;
    input.wheel.addEvent({ notches: event.deltaY / perNotch });
  }, { signal, passive: false });

  // The key-up of a key that is held while the focus goes elsewhere never arrives.
  const release = (): void => {
    input.keyboard.releaseAll();
    input.mouse.releaseAll();
  };
  field.addEventListener("blur", release, { signal });
  globalThis.addEventListener("blur", release, { signal });

  return () => end.abort();
}
