/**
 * The page "Contacts": a body that is dragged, dropped and moved with keys.
 *
 * @module
 */
import type { Page } from "playwright-core";
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { drawn, focus, middleOf, testsOf } from "./browser.ts";

const test = testsOf("contacts");

function verdict(page: Page): Promise<string> {
  return page.locator("#verdict").innerText();
}

test("a body is dragged, dropped and pushed", async (page) => {
  assertEquals(await verdict(page), "Contact.");
  assertEquals(await page.locator("#readout > div").count(), 5);
  const { x, y } = await middleOf(page, "#body");
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 150, y - 60, { steps: 4 });
  await page.mouse.up();
  await drawn(page);
  assertEquals(await verdict(page), "No contact.");
  await page.keyboard.press("Space");
  await drawn(page);
  assertEquals(await verdict(page), "Contact.");
  await page.keyboard.press("ArrowDown");
  await drawn(page);
  assertMatch(await verdict(page), /^Overlap, 0\.\d+ at the deepest point\.$/);
});

test("another body, turned by keys", async (page) => {
  await page.locator("#kind").selectOption("star");
  await focus(page, "#body");
  await page.keyboard.press("KeyQ");
  await drawn(page);
  const label = await page.locator("#body").getAttribute("aria-label");
  assertStringIncludes(label ?? "", "star");
  assertStringIncludes(label ?? "", "turned 5 degrees");
});
