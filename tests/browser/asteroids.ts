/**
 * Asteroids on its page: the recorded game, a game by keyboard, and its replay.
 *
 * @module
 */
import type { Page } from "playwright-core";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { RECORDED_GAME, RECORDED_SCORE } from "../../demo/asteroids/recorded_game.ts";
import { readGame } from "../../demo/asteroids/shared.ts";
import { attachDomInput } from "../../demo/engine/dom_input.ts";
import { Input } from "../../demo/engine/mod.ts";
import { FakeField, type PointerFacts } from "../demo/fake_field.ts";
import { boxOf, drawn, focus, middleOf, slowFrames, SMALL, testsOf, textOf } from "./browser.ts";

const test = testsOf("asteroids", SMALL);

test("the recorded game ends in the recorded state", async (page) => {
  // The page's own clock, so that a minute takes as long as it must and no longer; at rest between
  // the seconds, or a slow machine would miss the score at the end.
  await page.clock.install({ time: 0 });
  // A few pictures a second are enough, and without a graphics card each takes a while.
  await slowFrames(page);
  await page.reload();
  await page.clock.pauseAt(60_000);
  await page.locator("#watch").click();
  let score = "";
  for (let second = 0; second < 63; second++) {
    await page.clock.runFor(1000);
    const verdict = await page.locator("#verdict").innerText();
    if (verdict !== "") {
      assertEquals(verdict, `${(await readGame(RECORDED_GAME))?.digest} = as recorded`);
      // The score of up to a second before the end.
      assert(Number(score) > 0.9 * RECORDED_SCORE, `${score} points`);
      return;
    }
    score = await page.locator("#score").innerText();
    if (Number(score) > RECORDED_SCORE) break;
  }
  throw new Error(`The recorded game has not ended; ${score} points`);
});

test("a game by keyboard, mouse and wheel replays to the same state", async (page) => {
  await focus(page, "#field");
  await page.keyboard.down("Space");
  await page.keyboard.down("ArrowRight");
  await page.waitForTimeout(900);
  await page.keyboard.up("ArrowRight");
  await page.keyboard.down("ArrowUp");
  await page.waitForTimeout(400);
  await page.keyboard.up("ArrowUp");
  await page.keyboard.up("Space");
  const box = await boxOf(page, "#field");
  await page.mouse.move(box.x + 100, box.y + 100);
  await page.mouse.wheel(0, 300);
  await page.mouse.down();
  await page.waitForTimeout(500);
  await page.mouse.up();
  await page.keyboard.press("Escape");
  await textOf(page, "notice", "Paused");

  await page.locator("#verify").click();
  const [, updates, again, sign, played] =
    /^(\d+) updates in \d+ ms: ([0-9a-f]{16}) (.) ([0-9a-f]{16})$/.exec(
      await page.locator("#verdict").innerText(),
    ) ?? [];
  assert(Number(updates) > 60, `${updates} updates`);
  assertEquals([again, sign], [played, "="]);

  await focus(page, "#field");
  await page.keyboard.press("Escape");
  await textOf(page, "notice", "");
  const log = await page.locator("#log").innerText();
  assertStringIncludes(log, "Info (Game):\nStarting up game with seed");
});

test("a game is shared as an address, which plays it to the same state", async (page) => {
  assertEquals(await page.locator("#sound").isChecked(), false);
  await page.locator("#sound").check();
  await focus(page, "#field");
  await page.keyboard.down("Space");
  await page.keyboard.down("ArrowRight");
  await page.waitForTimeout(500);
  await page.keyboard.up("ArrowRight");
  await page.keyboard.up("Space");
  await page.keyboard.press("Escape");
  await textOf(page, "notice", "Paused");
  await page.locator("#share").click();
  await page.waitForFunction(() => location.hash.startsWith("#game="));
  const played = await playedUpdates(page);
  assert(played > 10, `${played}`);
  await page.reload();
  await textOf(page, "notice", "Recorded");
  await page.waitForFunction(() =>
    document.getElementById("verdict")?.textContent?.endsWith("= as recorded")
  );
  await page.evaluate(() => location.hash = "#game=AAAA");
  await textOf(page, "verdict", "The address holds no game.");
});

/** The updates that were played so far, after a replay that ended in the same state. */
async function playedUpdates(page: Page): Promise<number> {
  // Without a pointer, which would tell the game that somebody is there.
  await page.locator("#verify").evaluate((button) => (button as HTMLButtonElement).click());
  const verdict = await page.locator("#verdict").innerText();
  const [, updates, again, played] =
    /^(\d+) updates in \d+ ms: ([0-9a-f]{16}) = ([0-9a-f]{16})$/.exec(verdict) ?? [];
  assertEquals(again, played, verdict);
  return Number(updates);
}

test("Q and End end the game, Esc goes back to it, Enter starts another", async (page) => {
  const ending = page.locator("#ending");
  const started = (): Promise<number> =>
    page.evaluate(() =>
      document.getElementById("log")?.textContent?.split("Starting up game").length ?? 0
    );
  await focus(page, "#field");
  for (const key of ["q", "End"]) {
    await page.keyboard.press(key);
    await textOf(page, "notice", "Game ended");
    assertStringIncludes(await ending.innerText(), "0 points, level 1");
    const before = await playedUpdates(page);
    await page.waitForTimeout(100);
    assertEquals(await playedUpdates(page), before);
    await focus(page, "#field");
    await page.keyboard.press("Escape");
    await textOf(page, "notice", "");
    assertEquals(await ending.isVisible(), false);
  }
  // Also from a pause.
  await page.keyboard.press("Escape");
  await textOf(page, "notice", "Paused");
  assertEquals(await ending.isVisible(), false);
  await page.keyboard.press("q");
  await textOf(page, "notice", "Game ended");
  assertEquals(await started(), 2);
  await page.keyboard.press("Enter");
  await textOf(page, "notice", "");
  assertEquals(await started(), 3);
  // Enter is a key of the ended game only, and Ctrl with a key is the browser's.
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+q");
  await drawn(page);
  assertEquals(await started(), 3);
  assertEquals(await ending.isVisible(), false);

  await page.keyboard.press("q");
  await page.locator("#back").click();
  await textOf(page, "notice", "");
  await page.keyboard.press("q");
  await page.locator("#again").click();
  await textOf(page, "notice", "");
  assertEquals(await started(), 4);
  // The keys go to the field again.
  await page.keyboard.press("Escape");
  await textOf(page, "notice", "Paused");
});

test("after the last ship", async (page) => {
  await page.clock.install();
  await slowFrames(page);
  // A game that who flies ahead loses soon.
  await page.addInitScript(() => Math.random = () => 975.5e-9);
  await page.reload();
  await focus(page, "#field");
  await page.keyboard.down("ArrowUp");
  for (let second = 0; second < 60; second++) {
    await page.clock.runFor(1000);
    if (await page.locator("#notice").innerText() !== "") break;
  }
  assertEquals(await page.locator("#notice").innerText(), "Game over");
  const score = await page.locator("#score").innerText();
  assertEquals(await page.locator("#ending-words").innerText(), `${score} points, level 1`);
  assertStringIncludes(await page.locator("#log").innerText(), `Over with ${score} points`);
  assertEquals(await page.locator("#back").isVisible(), false);
  assert(await page.locator("#pause").isDisabled());
  // Nothing goes on, so nothing is recorded.
  const updates = await playedUpdates(page);
  await page.clock.runFor(1000);
  assertEquals(await playedUpdates(page), updates);
  await focus(page, "#field");
  for (const key of ["Escape", "q"]) await page.keyboard.press(key);
  assert(await page.locator("#ending").isVisible());
  await page.keyboard.press("Enter");
  assertEquals(await page.locator("#ending").isVisible(), false);
  await page.clock.runFor(500);
  assert(await playedUpdates(page) < updates);
});

test("what is pressed during a pause does not happen after it", async (page) => {
  await focus(page, "#field");
  const box = await boxOf(page, "#field");
  // A picture of the resting field; the sparks of shots would change it too.
  await page.keyboard.press("Escape");
  await textOf(page, "notice", "Paused");
  const before = await playedUpdates(page);
  await focus(page, "#field");
  for (let i = 0; i < 3; i++) await page.keyboard.press("Space");
  await page.keyboard.press("ArrowUp");
  for (let i = 0; i < 30; i++) await page.mouse.move(box.x + 50 + i, box.y + 60);
  await page.mouse.wheel(0, 500);
  await page.keyboard.press("Escape");
  await textOf(page, "notice", "");
  await page.waitForTimeout(200);
  await page.keyboard.press("Escape");
  await textOf(page, "notice", "Paused");
  assert(await playedUpdates(page) > before);
  // No colour of a bullet, and the ship still looks up.
  const shots = await page.evaluate(() => {
    const canvas = document.getElementById("field") as HTMLCanvasElement;
    const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) {
      if (data[i + 3] > 200 && data[i] > 150 && data[i + 1] < 110 && data[i + 2] < 60) count++;
    }
    return count;
  });
  assertEquals(shots, 0);
});

test("the buttons of a chord, as the browser reports them", async (page) => {
  await page.evaluate(() => {
    const field = document.getElementById("field");
    const seen: unknown[] = [];
    Object.assign(globalThis, { seen });
    for (const name of ["pointerdown", "pointermove", "pointerup"] as const) {
      field?.addEventListener(name, ({ type, button, buttons, pointerType }) => {
        seen.push({ type, button, buttons, pointerType });
      });
    }
    field?.addEventListener("contextmenu", (event) => event.preventDefault());
  });
  const box = await boxOf(page, "#field");
  await page.mouse.move(box.x + 90, box.y + 80);
  const press = async (...steps: [way: "down" | "up", button: "left" | "right" | "middle"][]) => {
    for (const [way, button] of steps) await page.mouse[way]({ button });
    return await page.evaluate(() =>
      (globalThis as unknown as { seen: PointerFacts[] }).seen.splice(0)
    );
  };
  const field = new FakeField();
  const { mouse } = ((input) => {
    attachDomInput(input, field.element, 640, 480, new Set());
    return input;
  })(new Input());
  const heard = (events: PointerFacts[]): string[] => {
    field.point(...events);
    mouse.update();
    return mouse.events.filter(({ type }) => type !== "move").map((e) => `${e.type} ${e.button}`);
  };
  assertEquals(
    heard(await press(["down", "left"], ["down", "right"], ["up", "left"], ["up", "right"])),
    ["down 0", "down 2", "up 0", "up 2"],
  );
  assertEquals(
    heard(await press(["down", "right"], ["down", "left"], ["up", "left"], ["up", "right"])),
    ["down 2", "down 0", "up 0", "up 2"],
  );
  assertEquals(
    heard(await press(["down", "middle"], ["down", "left"], ["up", "middle"], ["up", "left"])),
    ["down 1", "down 0", "up 1", "up 0"],
  );
  // Nothing is held any more, and the game that listened all the time goes the same way again.
  assertEquals([0, 1, 2].filter((button) => mouse.isPressed(button)), []);
  assert(await playedUpdates(page) > 0);
});

test("the game waits while another window is in use", async (page) => {
  const window = (type: "blur" | "focus"): Promise<void> =>
    page.evaluate((type) => void globalThis.dispatchEvent(new Event(type)), type);
  await window("blur");
  await textOf(page, "notice", "Waits for you");
  const before = await playedUpdates(page);
  await page.waitForTimeout(200);
  assertEquals(await playedUpdates(page), before);
  await window("focus");
  await textOf(page, "notice", "");
  await page.waitForTimeout(200);
  assert(await playedUpdates(page) > before);
  // A pause of the player's own is not ended by coming back, nor is an end.
  await focus(page, "#field");
  for (const [key, notice] of [["Escape", "Paused"], ["q", "Game ended"]]) {
    await page.keyboard.press(key);
    await textOf(page, "notice", notice);
    await window("blur");
    await window("focus");
    await drawn(page);
    await textOf(page, "notice", notice);
  }
  // A player who touches the page is back, whatever the window says.
  await page.keyboard.press("Escape");
  await window("blur");
  await textOf(page, "notice", "Waits for you");
  await page.locator("h1").click();
  await textOf(page, "notice", "");
  // A recorded game needs no player.
  await page.locator("#watch").click();
  await window("blur");
  await textOf(page, "notice", "Recorded");
  const updates = await playedUpdates(page);
  await page.waitForTimeout(200);
  assert(await playedUpdates(page) > updates);
});

test("who clicks beside the field steers on", async (page) => {
  const active = (): Promise<string | undefined> => page.evaluate(() => document.activeElement?.id);
  for (const id of ["geometry", "verify", "pause"]) {
    await page.locator(`#${id}`).click();
    assertEquals(await active(), "field", id);
  }
  assert(await page.locator("#geometry").isChecked());
  // By keyboard one stays where one is.
  await focus(page, "#geometry");
  await page.keyboard.press("Space");
  assertEquals(await page.locator("#geometry").isChecked(), false);
  assertEquals(await active(), "geometry");
});

test("begins at rest where little motion is asked for", async (page) => {
  await textOf(page, "notice", "Paused");
  assertEquals(await playedUpdates(page), 0);
  await page.locator("#pause").click();
  await textOf(page, "notice", "");
  await page.waitForTimeout(200);
  assert(await playedUpdates(page) > 0);
}, { reduced: true });

test("on a phone on its side the field is between the buttons", async (page) => {
  const field = await boxOf(page, "#field");
  // All of it is in the window, without scrolling.
  assert(field.y + field.height <= 360, `${field.y} and ${field.height}`);
  for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Space"]) {
    const pad = await boxOf(page, `[data-key="${key}"]`);
    const left = key === "ArrowLeft" || key === "ArrowRight";
    assert(left ? pad.x + pad.width <= field.x : pad.x >= field.x + field.width, key);
    assert(pad.y >= field.y - 1 && pad.y + pad.height <= field.y + field.height + 1, key);
  }
}, { width: 640, height: 360, touch: true });

test("without keys the end says nothing of keys", async (page) => {
  await focus(page, "#field");
  await page.keyboard.press("q");
  await textOf(page, "notice", "Game ended");
  assertEquals(await page.locator("#again").innerText(), "New game");
  await page.locator("#again").tap();
  await textOf(page, "notice", "");
}, { width: 390, height: 844, touch: true });

test("the page names every key of the game", async (page) => {
  const table = await page.locator("table.keys").innerText();
  for (const key of ["←", "→", "↑", "↓", "A", "D", "W", "S", "Space", "Esc", "Q", "End"]) {
    assert(table.split(/\s+/).includes(key), `${key} is not in the table`);
  }
});

test("a thumb that slides from pad to pad holds the one that it is on", async (page) => {
  const touch = await page.context().newCDPSession(page);
  const middle = (key: string) => middleOf(page, `[data-key="${key}"]`);
  const held = (): Promise<(string | undefined)[]> =>
    page.locator("[data-held]").evaluateAll((pads) =>
      pads.map((pad) => (pad as HTMLElement).dataset.key)
    );
  const send = async (
    type: "touchStart" | "touchMove" | "touchEnd",
    touchPoints: { x: number; y: number; id: number }[],
  ): Promise<void> => {
    await touch.send("Input.dispatchTouchEvent", { type, touchPoints });
    await drawn(page);
  };

  const left = { ...await middle("ArrowLeft"), id: 0 };
  const right = { ...await middle("ArrowRight"), id: 0 };
  const shoot = { ...await middle("Space"), id: 1 };
  await send("touchStart", [left]);
  assertEquals(await held(), ["ArrowLeft"]);
  await send("touchStart", [left, shoot]);
  await send("touchMove", [right, shoot]);
  assertEquals(await held(), ["ArrowRight", "Space"]);
  await send("touchMove", [{ ...right, y: right.y + 200 }, shoot]);
  assertEquals(await held(), ["Space"]);
  await send("touchEnd", []);
  assertEquals(await held(), []);
}, { width: 390, height: 844, touch: true });
