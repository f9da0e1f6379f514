/**
 * Chromium without a window.
 *
 * @module
 */
import { type Browser, chromium } from "playwright-core";

/** Where Chromium may be; `CHROMIUM` in the environment comes first. */
const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--enable-precise-memory-info",
];

/** The path of Chromium. */
export async function findChromium(): Promise<string> {
  const places = [Deno.env.get("CHROMIUM") ?? "", ...PLACES];
  for (const place of places) {
    try {
      if (place !== "" && (await Deno.stat(place)).isFile) return place;
    } catch {
      // Not there.
    }
  }
  throw new Error(`Cannot find Chromium: none of ${places.filter((p) => p !== "").join(", ")}`);
}

/** Starts a browser without a window. */
export function launch(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: FLAGS });
}
