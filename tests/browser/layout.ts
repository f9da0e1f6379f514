/**
 * What holds for every page: nothing jumps while it loads, it fits windows from 320 to 2560 px, its controls have names, axe finds
 * nothing in light or dark, what is chosen shows where the system chooses the colours, and it stays
 * small.
 *
 * @module
 */
import axe from "axe-core";
import type { Page } from "playwright-core";
import { assert, assertEquals } from "@std/assert";
import { MOST_BYTES } from "../../tools/demo.ts";
import { PAGES } from "../../tools/shell.ts";
import { assertStill, drawn, pageTest, watchShifts } from "./browser.ts";

/** Windows for a mouse, and for fingers. The last one stays, and to draw in a large one takes long. */
const DESKTOPS = [[2560, 1440], [1360, 900], [768, 1024], [1024, 600]];
const PHONES = [[390, 844], [320, 568], [360, 640], [640, 360]];

async function checkFit(page: Page, path: string, windows: number[][]): Promise<void> {
  for (const [width, height] of windows) {
    await page.setViewportSize({ width, height });
    await drawn(page);
    const { overflow, head, mark, button } = await page.evaluate(() => {
      const root = document.documentElement;
      const box = (selector: string): DOMRect => {
        const element = document.querySelector(selector);
        if (element === null) throw new Error(selector);
        return element.getBoundingClientRect();
      };
      return {
        overflow: root.scrollWidth - root.clientWidth,
        head: box(".top").height,
        mark: box(".mark").left -
          Math.min(
            ...[...document.querySelectorAll("main > *")].map((e) =>
              e.getBoundingClientRect().left
            ),
          ),
        button: box("#theme").right - root.clientWidth,
      };
    });
    const where = `${path}, ${width} by ${height}`;
    assertEquals(overflow, 0, where);
    // One line; on phones the pages have a second one.
    assert(head < (width > 512 ? 60 : 90), `${head} px, ${where}`);
    // In line with the page, whose bench has room for the rings of focus around it.
    assert(Math.abs(mark) <= 5, `${mark} px, ${where}`);
    assert(button <= 0, where);
  }
}

/** What axe finds on the page: rule and elements. */
async function complaintsOfAxe(page: Page): Promise<string[]> {
  // Colours that change over time would be judged on their way.
  await page.addStyleTag({ content: "* { transition: none !important }" });
  await page.evaluate(axe.source);
  return await page.evaluate(async () => {
    type Found = { violations: { id: string; nodes: { html: string }[] }[] };
    const { axe } = globalThis as unknown as { axe: { run(): Promise<Found> } };
    const { violations } = await axe.run();
    return violations.map(({ id, nodes }) =>
      `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`
    );
  });
}

const PATHS = [
  "index.html",
  ...PAGES.map(({ name }) => `${name}.html`),
  "README.html",
  "docs/internals/how_it_works.html",
];

// One page for all: to open another one takes longer than what is looked at.
pageTest(
  "all pages fit windows, in light, and name their controls",
  PATHS[0],
  async (page, rig) => {
    await watchShifts(page);
    for (const path of PATHS) {
      await page.goto(new URL(path, rig.server.address).href);
      await page.waitForTimeout(300);
      await assertStill(page, path);
      await checkFit(page, path, DESKTOPS);
      const nameless = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>("button, select, input, [tabindex]")].filter((
          e,
        ) =>
          e.checkVisibility() && e.innerText?.trim() === "" &&
          e.getAttribute("aria-label") === null &&
          (e as HTMLInputElement).labels?.length !== 1 && e.id !== "log"
        ).map((e) => e.outerHTML.slice(0, 120))
      );
      assertEquals(nameless, [], path);
      assertEquals(await complaintsOfAxe(page), [], path);
    }
  },
);
pageTest("all pages fit phones, in dark", PATHS[0], async (page, rig) => {
  await watchShifts(page);
  for (const path of PATHS) {
    await page.goto(new URL(path, rig.server.address).href);
    await page.waitForTimeout(300);
    await assertStill(page, path);
    await checkFit(page, path, PHONES);
    assertEquals(await complaintsOfAxe(page), [], path);
  }
}, { width: 390, height: 844, touch: true, dark: true });

pageTest(
  `each page is at most ${
    MOST_BYTES / 1000
  } kB gzipped with all that it loads and names no other host`,
  "index.html",
  async (page, { pages, server }) => {
    for (const { name, gzipped } of pages) {
      assert(gzipped <= MOST_BYTES, `${name}: ${gzipped} bytes`);
      const source = await (await fetch(server.address + name)).text();
      assertEquals(/<(?:script|link|img)\s[^>]*="(?:https?:|\/)[^>]*>/.exec(source), null, name);
    }
    assertEquals(await page.title(), "How GJK sees two shapes");
  },
);

pageTest(
  "links and pictures of all pages lead to what is there, also from a folder of a server",
  "README.html",
  async (_page, { pages, server }) => {
    const texts = new Map<string, string>();
    for (const { name } of pages) {
      texts.set(name, await (await fetch(server.address + name)).text());
    }
    const loaded = new Set<string>();
    let links = 0;
    for (const [name, text] of texts) {
      for (const [, href] of text.matchAll(/\s(?:src|href)="([^"]*)"/g)) {
        if (/^https?:/.test(href)) continue;
        assert(!href.startsWith("/"), `${name}: ${href}`);
        const { pathname, hash } = new URL(href, server.address + name);
        const target = pathname.slice(1);
        const page = texts.get(target);
        links++;
        if (page === undefined) loaded.add(target);
        else if (/^#[^=&]+$/.test(hash)) {
          const id = decodeURIComponent(hash.slice(1));
          assert(page.includes(`id="${id}"`), `${name}: no ${hash} in ${target}`);
        }
      }
    }
    assert(links > 500, `${links} links`);
    for (const path of loaded) {
      const { status, body } = await fetch(server.address + path);
      await body?.cancel();
      assertEquals(status, 200, path);
    }
  },
);

pageTest(
  "what is chosen shows where the system chooses the colours",
  "explorer.html",
  async (page) => {
    const paint = (
      selector: string,
      property: "backgroundColor" | "borderBottomColor",
    ): Promise<string> =>
      page.locator(selector).first().evaluate(
        (element, property) => getComputedStyle(element)[property],
        property,
      );
    assert(
      await paint(".segmented input:checked + span", "backgroundColor") !==
        await paint(".segmented input:not(:checked) + span", "backgroundColor"),
    );
    assert(
      await paint("nav a[aria-current]", "borderBottomColor") !==
        await paint("nav a:not([aria-current])", "borderBottomColor"),
    );
  },
  { forced: true },
);

pageTest("the theme is chosen and kept", "explorer.html", async (page) => {
  const paper = (): Promise<string> =>
    page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.locator("#theme").click();
  assertEquals(await paper(), light);
  await page.locator("#theme").click();
  const dark = await paper();
  assert(dark !== light);
  await page.reload();
  assertEquals(await paper(), dark);
});
