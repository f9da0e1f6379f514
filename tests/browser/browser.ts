/**
 * The built demo in a headless Chromium, for tests that run on Deno.
 *
 * @module
 */
import type { Browser, ConsoleMessage, Page } from "playwright-core";
import * as esbuild from "esbuild";
import { assert, assertEquals } from "@std/assert";
import { buildDemo, type BuiltPage, type DemoServer, serveDemo } from "../../tools/demo.ts";
import { findChromium, launch } from "./chromium.ts";

/** A demo that is built and served, and a browser to look at it. */
export interface Rig {
  browser: Browser;
  server: DemoServer;
  pages: BuiltPage[];
}

let rig: Promise<Rig> | null = null;

/** Builds, serves and starts once; all tests of a run share it. */
export function startRig(): Promise<Rig> {
  return rig ??= (async () => {
    const executablePath = await findChromium();
    const pages = await buildDemo();
    await esbuild.stop();
    const server = serveDemo();
    const browser = await launch(executablePath);
    return { browser, server, pages };
  })();
}

/** How a page is opened. */
export interface PageOptions {
  /** The end of its address, which has its settings. */
  hash?: string;
  width?: number;
  height?: number;
  dark?: boolean;
  touch?: boolean;
  /** The visitor asks for little motion. */
  reduced?: boolean;
  /** The system chooses the colours. */
  forced?: boolean;
  /** Frames come seldom: many events fall between two. */
  slow?: boolean;
}

/** Lets frames of the page come seldom from its next load on. */
export async function slowFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const next = requestAnimationFrame;
    globalThis.requestAnimationFrame = (draw) => next(() => setTimeout(next, 150, draw));
  });
}

/** Pages that are open at a time: most of a test is waiting for frames of the display. */
const AT_A_TIME = 4;

/** The tests of this run, in the order of their registration. */
const queue: { start(): Promise<void>; ended: Promise<void> | null }[] = [];

/** What is done with a page. */
type PageTest = (page: Page, rig: Rig) => Promise<void>;

/**
 * Registers a test with a page of its own. Errors and warnings on the console, failed requests and
 * uncaught exceptions fail it. While it runs, so do the next ones on pages of their own.
 */
export function pageTest(
  name: string,
  path: string,
  test: PageTest,
  options: PageOptions = {},
): void {
  const entry: typeof queue[number] = {
    start: () => onPage(path, test, options),
    ended: null,
  };
  const at = queue.push(entry) - 1;
  Deno.test(name, (): Promise<void> => {
    for (const next of queue.slice(at, at + AT_A_TIME)) {
      if (next.ended !== null) continue;
      next.ended = next.start();
      // Who waits for it hears of it; with --filter nobody does.
      next.ended.catch(() => {});
    }
    return entry.ended!;
  });
}

async function onPage(
  path: string,
  test: PageTest,
  {
    hash = "",
    width = 1360,
    height = 900,
    dark = false,
    touch = false,
    reduced = false,
    forced = false,
    slow = false,
  }: PageOptions,
): Promise<void> {
  const all = await startRig();
  const context = await all.browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? "dark" : "light",
    reducedMotion: reduced ? "reduce" : "no-preference",
    forcedColors: forced ? "active" : "none",
    hasTouch: touch,
    isMobile: touch,
    deviceScaleFactor: 1,
  });
  const complaints: string[] = [];
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    if (slow) await slowFrames(page);
    page.on("console", (message: ConsoleMessage) => {
      if (message.type() === "error" || message.type() === "warning") {
        complaints.push(`${message.type()}: ${message.text()}`);
      }
    });
    page.on("pageerror", (error: Error) => complaints.push(`exception: ${error.message}`));
    page.on("requestfailed", (request) => {
      // A page that is left drops what it was still loading, the icon for one.
      const reason = request.failure()?.errorText ?? "for no reason given";
      if (reason !== "net::ERR_ABORTED") complaints.push(`${reason}: ${request.url()}`);
    });
    page.on("response", (response) => {
      if (response.status() >= 400) {
        complaints.push(`${response.status()}: ${response.url()}`);
      }
    });
    await page.goto(new URL(path + hash, all.server.address).href);
    await test(page, all);
  } finally {
    await context.close();
  }
  assertEquals(complaints, []);
}

Deno.test.afterAll(async () => {
  if (rig === null) return;
  await Promise.allSettled(queue.map(({ ended }) => ended));
  const { browser, server } = await rig;
  await browser.close();
  await server.close();
});

/**
 * A window for pages that move: without a graphics card every frame costs as much as it has pixels, and
 * this one has a third of those of the usual window.
 */
export const SMALL = { width: 720, height: 560 };

/**
 * Declares tests of one page, whose name theirs begin with.
 *
 * @param usual How it is opened where a test does not say it
 */
export function testsOf(page: string, usual: PageOptions = {}) {
  return (name: string, test: PageTest, options: PageOptions = {}): void =>
    pageTest(`${page}: ${name}`, `${page}.html`, test, { ...usual, ...options });
}

/**
 * Focuses an element by its selector once it is to be seen: of a hidden one, which the next frame shows,
 * the browser would refuse it without a word, and the keys that follow would go elsewhere.
 */
export async function focus(page: Page, selector: string): Promise<void> {
  const element = page.locator(selector);
  await element.waitFor({ state: "visible" });
  await element.focus();
  assert(
    await element.evaluate((node) => node === document.activeElement),
    `no focus: ${selector}`,
  );
}

/** Where an element is on the page, which must be to be seen. */
export async function boxOf(
  page: Page,
  selector: string,
): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await page.locator(selector).boundingBox();
  assert(box !== null, `${selector} is not to be seen`);
  return box;
}

/** The middle of an element, once what was changed is drawn. */
export async function middleOf(page: Page, selector: string): Promise<{ x: number; y: number }> {
  await drawn(page);
  const { x, y, width, height } = await boxOf(page, selector);
  return { x: x + width / 2, y: y + height / 2 };
}

/** Two animation frames: what was asked to be drawn is drawn. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(() =>
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  );
}

/** Waits until the text of an element is `wanted`. */
export async function textOf(page: Page, id: string, wanted: string): Promise<void> {
  await page.waitForFunction(
    ([id, wanted]) => document.getElementById(id)?.textContent === wanted,
    [id, wanted],
  );
}

/** Waits until a number on the page is above `least`. */
export async function above(page: Page, id: string, least: number): Promise<void> {
  await page.waitForFunction(
    ([id, least]) => Number(document.getElementById(id)?.textContent) > least,
    [id, least] as const,
  );
}

/** Lets a page add up, from its next load on, how far its parts jump by themselves. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const sum = { shift: 0 };
    Object.assign(globalThis, { sum });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        sum.shift += entry.value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** Fails if parts of a page have jumped since it was loaded. */
export async function assertStill(page: Page, what = ""): Promise<void> {
  const shift = await page.evaluate("sum.shift") as number;
  assert(shift < 0.01, `${what}: layout shift ${shift}`);
}
