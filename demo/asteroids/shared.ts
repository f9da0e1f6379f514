/**
 * A recorded game in an address: JSON, compressed, in the letters that addresses may have.
 *
 * @module
 */
import type { RecordedEvent, Recording } from "../engine/mod.ts";

/** A game and the state in which it ended. */
export interface SharedGame {
  recording: Recording;
  digest: string;
}

/** Ten minutes: nobody watches more, and a hostile address must not keep the page busy. */
const MOST_UPDATES = 36_000;
const MOST_EVENTS = 100_000;

async function pass(
  data: Uint8Array<ArrayBuffer>,
  through: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([data]).stream().pipeThrough(through);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The game as text of A–Z, a–z, 0–9, - and _. */
export async function writeGame({ recording, digest }: SharedGame): Promise<string> {
  const { seed, updates, events } = recording;
  // Differences of update numbers compress better than the numbers.
  let last = 0;
  const short = events.map(([update, ...rest]) => {
    const wait = update - last;
    last = update;
    return [wait, ...rest];
  });
  const json = JSON.stringify([seed, updates, digest, short]);
  const bytes = await pass(new TextEncoder().encode(json), new CompressionStream("deflate-raw"));
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function isCount(value: unknown, most: number): value is number {
  return Number.isInteger(value) && value as number >= 0 && value as number <= most;
}

/** Whether what follows the update of an event is one. */
function isEvent([device, ...rest]: unknown[]): boolean {
  const [type, x, y, button] = rest;
  switch (device) {
    case "k":
      return (type === "down" || type === "up") && typeof x === "string" && rest.length === 2;
    case "m":
      return ["down", "up", "move", "place"].includes(type as string) && rest.length === 4 &&
        [x, y, button].every(Number.isFinite);
    case "w":
      return Number.isFinite(type) && rest.length === 1;
    default:
      return false;
  }
}

/** The game of a text, `null` if it holds none. */
export async function readGame(text: string): Promise<SharedGame | null> {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (c) => c.charCodeAt(0));
    const data = await pass(bytes, new DecompressionStream("deflate-raw"));
    const [seed, updates, digest, short] = JSON.parse(new TextDecoder().decode(data));
    if (!isCount(seed, 1e9) || !isCount(updates, MOST_UPDATES)) return null;
    if (!/^[0-9a-f]{16}$/.test(digest) || short.length > MOST_EVENTS) return null;
    let update = 0;
    const events: RecordedEvent[] = [];
    for (const [wait, ...rest] of short) {
      if (!isCount(wait, MOST_UPDATES) || !isEvent(rest)) return null;
      update += wait;
      events.push([update, ...rest] as RecordedEvent);
    }
    return { recording: { seed, updates, events }, digest };
  } catch {
    return null;
  }
}
