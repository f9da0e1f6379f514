/**
 * Buttons that stand for keys where there is no keyboard.
 *
 * @module
 */

/**
 * Lets buttons stand for keys: a key is down while a finger, or a pressed mouse, is on its button. A
 * thumb that slides from one button to the next lets go of the first and presses the second.
 *
 * @param pads Buttons with the code of their key in `data-key`; one that is held has `data-held`.
 * @param press Hears the code of a key that goes down or up.
 */
export function attachPads(
  pads: Iterable<HTMLElement>,
  press: (type: "down" | "up", code: string) => void,
): void {
  for (const pad of pads) {
    const code = pad.dataset.key ?? "";
    const holders = new Set<number>();
    const hold = (event: PointerEvent): void => {
      event.preventDefault();
      // A touch is captured by the element where it began, unless that element releases it.
      if (pad.hasPointerCapture(event.pointerId)) pad.releasePointerCapture(event.pointerId);
      holders.add(event.pointerId);
      if (holders.size > 1) return;
      pad.dataset.held = "";
      press("down", code);
    };
    const leave = (event: PointerEvent): void => {
      event.preventDefault();
      if (!holders.delete(event.pointerId) || holders.size > 0) return;
      delete pad.dataset.held;
      press("up", code);
    };
    pad.addEventListener("pointerdown", hold);
    pad.addEventListener("pointerenter", (event) => {
      // A touch presses wherever it is; a mouse may only be passing.
      if (event.buttons !== 0) hold(event);
    });
    for (const type of ["pointerup", "pointercancel", "pointerleave"] as const) {
      pad.addEventListener(type, leave);
    }
    pad.addEventListener("contextmenu", (event) => event.preventDefault());
  }
}
