/**
 * Asteroids on its page: the recorded game, a game by keyboard, and its replay.
 *
 * @module
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { RECORDED_DIGEST, RECORDED_SCORE } from "../../demo/asteroids/recorded_game.ts";
import { endRig, pageTest } from "./browser.ts";

pageTest(
  "asteroids: the recorded game ends in the recorded state",
  "asteroids.html",
  async (page) => {
    // The page's own clock, so that a minute takes as long as it must and no longer.
    await page.clock.install();
    await page.reload();
    await page.locator("#watch").click();
    let score = "";
    for (let second = 0; second < 63; second++) {
      await page.clock.runFor(1000);
      const verdict = await page.locator("#verdict").innerText();
      if (verdict !== "") {
        assertEquals(verdict, `${RECORDED_DIGEST} = as recorded`);
        // The score of up to a second before the end.
        assert(Number(score) > 0.9 * RECORDED_SCORE, `${score} points`);
        return;
      }
      score = await page.locator("#score").innerText();
      if (Number(score) > RECORDED_SCORE) break;
    }
    throw new Error(`The recorded game has not ended; ${score} points`);
  },
);

pageTest(
  "asteroids: a game by keyboard, mouse and wheel replays to the same state",
  "asteroids.html",
  async (page) => {
    const field = page.locator("#field");
    await field.focus();
    await page.keyboard.down("Space");
    await page.keyboard.down("ArrowRight");
    await page.waitForTimeout(900);
    await page.keyboard.up("ArrowRight");
    await page.keyboard.down("ArrowUp");
    await page.waitForTimeout(400);
    await page.keyboard.up("ArrowUp");
    await page.keyboard.up("Space");
    const box = await field.boundingBox();
    assert(box !== null);
    await page.mouse.move(box.x + 100, box.y + 100);
    await page.mouse.wheel(0, 300);
    await page.mouse.down();
    await page.waitForTimeout(500);
    await page.mouse.up();
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => document.getElementById("notice")?.textContent === "Paused");

    await page.locator("#verify").click();
    const [, updates, again, sign, played] =
      /^(\d+) updates in \d+ ms: ([0-9a-f]{16}) (.) ([0-9a-f]{16})$/.exec(
        await page.locator("#verdict").innerText(),
      ) ?? [];
    assert(Number(updates) > 60, `${updates} updates`);
    assertEquals([again, sign], [played, "="]);

    await field.focus();
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => document.getElementById("notice")?.textContent === "");
    const log = await page.locator("#log").innerText();
    assertStringIncludes(log, "Info (Game):\nStarting up game with seed");
  },
);

pageTest("asteroids: buttons for fingers send keys", "asteroids.html", async (page) => {
  const pad = page.locator('[data-key="Space"]');
  assert(await pad.isVisible());
  await pad.tap();
  await page.waitForTimeout(200);
  await page.locator("#verify").click();
  assertStringIncludes(await page.locator("#verdict").innerText(), " = ");
}, { width: 390, height: 844, touch: true });

endRig();
