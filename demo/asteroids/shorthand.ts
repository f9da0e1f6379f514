/**
 * The events of a game in little text.
 *
 * @module
 */
import type { RecordedEvent } from "../engine/mod.ts";

/** The keys that steer, by letter: capital when it goes down, small when it comes up. */
const KEYS: Readonly<Record<string, string>> = {
  L: "ArrowLeft",
  R: "ArrowRight",
  U: "ArrowUp",
  S: "Space",
};

/** Writes events: how many updates each comes after the one before, if any, and its letter, or all else of it. */
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

/** What {@linkcode writeEvents} wrote, on one line or several. */
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
