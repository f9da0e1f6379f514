/**
 * The platformer on its page: keys, buttons for fingers, pauses.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { above, drawn, focus, testsOf, textOf } from "./browser.ts";

const test = testsOf("platformer");

test("a key makes the hero run to the first coins", async (page) => {
  await focus(page, "#field");
  await page.keyboard.down("ArrowRight");
  await above(page, "coins", 1);
  await page.keyboard.up("ArrowRight");
  await page.keyboard.press("Escape");
  assertEquals(await page.locator("#notice").innerText(), "Paused");
  await drawn(page);
  const time = await page.locator("#time").innerText();
  await page.waitForTimeout(300);
  assertEquals(await page.locator("#time").innerText(), time);
  await page.locator("#new").click();
  await textOf(page, "coins", "0");
  assertEquals(await page.locator("#notice").innerText(), "");
});

test("buttons for fingers send keys", async (page) => {
  const pad = page.locator("[data-key=ArrowRight]");
  await pad.dispatchEvent("pointerdown", { pointerId: 1, pointerType: "touch", buttons: 1 });
  await above(page, "coins", 0);
  await pad.dispatchEvent("pointerup", { pointerId: 1, pointerType: "touch" });
  assertEquals(await pad.getAttribute("data-held"), null);
});

test("begins with a pause for who asked for little motion", async (page) => {
  await page.waitForTimeout(300);
  assertEquals(await page.locator("#time").innerText(), "0");
  await page.locator("#pause").click();
  await above(page, "time", 0);
}, { reduced: true });
