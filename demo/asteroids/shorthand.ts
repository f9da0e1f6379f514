/**
 * A compact text form of the events of a game.
 *
 * @module
 */
import type { RecordedEvent } from "../engine/mod.ts";

/** The steering keys by letter: capital for down, small for up. */
const KEYS: Readonly<Record<string, string>> = {
  L: "ArrowLeft",
  R: "ArrowRight",
  U: "ArrowUp",
  S: "Space",
};

/**
 * Writes events: the number of updates since the event before, if any, then its letter, or the rest
 * of the event.
 */
export function writeEvents(events: readonly RecordedEvent[]): string {
  let text = "";
  let last = 0;
  for (const [update, ...rest] of events) {
    if (update > last) text += update - last;
    last = update;
    const letter = Object.keys(KEYS).find((key) => KEYS[key] === rest[2]);
    if (letter === undefined) text += JSON.stringify(rest);
    else text += rest[1] === "down" ? letter : letter.toLowerCase();
  }
  return text;
}

/** Reads the text of {@linkcode writeEvents}, on one line or several. */
export function readEvents(text: string): RecordedEvent[] {
  let update = 0;
  const line = text.replaceAll("\n", "");
  return Array.from(line.matchAll(/(\d*)(?:([A-Z])|(\[[^\]]*\]))/gi), ([, later, letter, rest]) => {
    update += Number(later);
    if (rest !== undefined) return [update, ...JSON.parse(rest)] as RecordedEvent;
    const key = letter.toUpperCase();
    return [update, "k", letter === key ? "down" : "up", KEYS[key]];
  });
}
