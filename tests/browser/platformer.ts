/**
 * The platformer on its page: keys, buttons for fingers, pauses.
 *
 * @module
 */
import type { Page } from "playwright-core";
import { assert, assertEquals } from "@std/assert";
import { drawn, focus, testsOf } from "./browser.ts";

const test = testsOf("platformer");

async function coins(page: Page): Promise<number> {
  return Number(await page.locator("#coins").innerText());
}

test("a key makes the hero run to the first coins", async (page) => {
  await focus(page, "#field");
  await page.keyboard.down("ArrowRight");
  await page.waitForFunction(() => Number(document.getElementById("coins")?.textContent) >= 2);
  await page.keyboard.up("ArrowRight");
  await page.keyboard.press("Escape");
  assertEquals(await page.locator("#notice").innerText(), "Paused");
  await drawn(page);
  const time = await page.locator("#time").innerText();
  await page.waitForTimeout(300);
  assertEquals(await page.locator("#time").innerText(), time);
  await page.locator("#new").click();
  await page.waitForFunction(() => document.getElementById("coins")?.textContent === "0");
  assertEquals(await page.locator("#notice").innerText(), "");
});

test("buttons for fingers send keys", async (page) => {
  const pad = page.locator("[data-key=ArrowRight]");
  await pad.dispatchEvent("pointerdown", { pointerId: 1, pointerType: "touch", buttons: 1 });
  await page.waitForFunction(() => Number(document.getElementById("coins")?.textContent) >= 1);
  await pad.dispatchEvent("pointerup", { pointerId: 1, pointerType: "touch" });
  assertEquals(await pad.getAttribute("data-held"), null);
  assert(await coins(page) >= 1);
});

test("begins with a pause for who asked for little motion", async (page) => {
  await page.waitForTimeout(300);
  assertEquals(await page.locator("#time").innerText(), "0");
  await page.locator("#pause").click();
  await page.waitForFunction(() => Number(document.getElementById("time")?.textContent) > 0);
}, { reduced: true });
