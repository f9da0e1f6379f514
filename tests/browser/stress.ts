/**
 * The stress scene on its page: equal states with every backend, every loop, and the rates it holds.
 *
 * @module
 */
import type { Page } from "playwright-core";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { StressScene } from "../../demo/stress/scene.ts";
import { above, boxOf, drawn, SMALL, testsOf } from "./browser.ts";

const test = testsOf("stress", SMALL);

async function number(page: Page, id: string): Promise<number> {
  return Number(await page.locator(`#${id}`).innerText());
}

test("every mode gives the state that Deno computes", async (page) => {
  const scene = new StressScene(1000, "ts");
  for (let i = 0; i < 120; i++) scene.update();
  await page.locator("#check").click();
  const lines = (await page.locator("#digests").innerText()).trim().split("\n");
  assertEquals(lines.at(-1), "All the same.");
  assertEquals(lines.length, 4);
  for (const line of lines.slice(0, 3)) assertEquals(line.split(" ")[0], scene.digest());
  assertStringIncludes(lines[0], "WebAssembly");
}, { hash: "#bodies=1000" });

test("modes, loops, rates and numbers of bodies can be changed while it runs", async (page) => {
  for (const mode of ["ts", "call", "simd"]) {
    await page.locator(`label:has(#mode-${mode})`).click();
    await above(page, "pairs", 10);
    assertStringIncludes(page.url(), `mode=${mode}`);
  }
  const drivers = await page.locator("#driver option").evaluateAll((options) =>
    options.map((option) => (option as HTMLOptionElement).value)
  );
  assertEquals(drivers, [
    "advanced",
    "slow",
    "deadline",
    "windowed",
    "sampler",
    "compensating",
    "fixed",
  ]);
  for (const driver of drivers) {
    await page.locator("#driver").selectOption(driver);
    // A report comes every 60 updates; a busy machine takes its time.
    await above(page, "ups", 0);
    const ups = await number(page, "ups");
    assert(ups > 2 && ups < 400, `${driver}: ${ups} updates a second`);
    // Only those that follow the display draw between updates.
    const blends = driver === "advanced" || driver === "slow";
    assertEquals(await page.locator("#interpolate").isEnabled(), blends, driver);
  }
  await page.locator("#driver").selectOption("advanced");
  await page.locator("#rate").selectOption("10");
  await page.locator("#interpolate").uncheck();
  await page.waitForFunction(
    () => Math.abs(Number(document.getElementById("ups")?.textContent) - 10) < 2,
  );
  // More frames than updates: those in between are drawn as well.
  await above(page, "fps", 12);
  assertStringIncludes(page.url(), "rate=10&loop=advanced&blend=0");
  await page.locator("#count").selectOption("5000");
  await above(page, "pairs", 3000);
  assert(await number(page, "heap") > 1);

  // A loop that is ended leaves nothing that listens.
  const devtools = await page.context().newCDPSession(page);
  const listeners = async (): Promise<number> => {
    await devtools.send("HeapProfiler.collectGarbage");
    return (await devtools.send("Memory.getDOMCounters")).jsEventListeners;
  };
  await page.locator("#count").selectOption("100");
  const before = await listeners();
  for (let i = 0; i < 20; i++) {
    await page.locator("#driver").selectOption(drivers[2 + i % 5]);
    await drawn(page);
  }
  await page.locator("#driver").selectOption("advanced");
  await page.waitForTimeout(300);
  const after = await listeners();
  assert(after < before + 10, `${before} listeners, then ${after}`);
}, { hash: "#bodies=100&rate=120" });

test("another address shows its settings", async (page) => {
  await page.evaluate(() => location.hash = "#bodies=2000&mode=ts&loop=fixed");
  await page.waitForFunction(() =>
    (document.getElementById("count") as HTMLSelectElement | null)?.value === "2000"
  );
  assert(await page.locator("#mode-ts").isChecked());
  assertEquals(await page.locator("#driver").inputValue(), "fixed");
}, { hash: "#bodies=100" });

for (const reduced of [false, true]) {
  test(
    `a pause stops the motion, and is how it begins ${reduced ? "" : "not "}if asked for`,
    async (page) => {
      const picture = (): Promise<string> =>
        page.evaluate(() =>
          (document.getElementById("field") as HTMLCanvasElement).toDataURL("image/png")
        );
      const button = page.locator("#pause");
      if (!reduced) {
        await drawn(page);
        assertEquals(await button.innerText(), "Pause");
        await button.click();
      }
      assertEquals(await button.innerText(), "Go on");
      await drawn(page);
      const before = await picture();
      await page.waitForTimeout(300);
      assertEquals(await picture() === before, true);
      // What is changed meanwhile is shown, and does not set it in motion.
      await page.locator("#theme").click();
      await page.locator("#theme").click();
      await page.locator("#driver").selectOption("fixed");
      await drawn(page);
      const dark = await picture();
      assert(dark !== before);
      const width = (): Promise<number> =>
        page.evaluate(() => (document.getElementById("field") as HTMLCanvasElement).width);
      const coarse = await width();
      const devtools = await page.context().newCDPSession(page);
      await devtools.send("Emulation.setDeviceMetricsOverride", {
        ...SMALL,
        deviceScaleFactor: 2,
        mobile: false,
      });
      await page.waitForFunction(
        (wanted) => (document.getElementById("field") as HTMLCanvasElement).width === wanted,
        2 * coarse,
      );
      await devtools.send("Emulation.clearDeviceMetricsOverride");
      await page.setViewportSize({ width: 700, height: 700 });
      await page.locator("#count").selectOption("5000");
      await drawn(page);
      const many = await picture();
      assert(many !== dark);
      await page.waitForTimeout(200);
      assertEquals(await picture() === many, true);
      await button.click();
      assertEquals(await button.innerText(), "Pause");
      await above(page, "pairs", 3000);
      assert(await picture() !== many);
    },
    { hash: "#bodies=1000", reduced },
  );
}

test(
  "100 000 bodies are paused, keep their readings, and are looked at from near",
  async (page) => {
    const text = (id: string): Promise<string> => page.locator(`#${id}`).innerText();
    await above(page, "pairs", 60_000);
    await page.locator("#rate-simd", { hasNotText: "—" }).waitFor();
    await page.locator("#pause").click();
    assertEquals(await text("pause"), "Go on");
    // The readings are written twice a second.
    await page.waitForTimeout(600);
    const kept = ["pairs", "contacts", "update-ms", "phase-words", "rate-simd"];
    const before = await Promise.all(kept.map(text));
    for (const reading of before) assert(/[1-9]/.test(reading), before.join("; "));
    await page.waitForTimeout(600);
    assertEquals(await Promise.all(kept.map(text)), before);
    assertEquals(await page.locator("#phases i").count(), 4);

    const picture = (): Promise<string> =>
      page.evaluate(() => (document.getElementById("field") as HTMLCanvasElement).toDataURL());
    const all = await picture();
    assert(await page.locator("#zoom-out").isDisabled());
    for (let i = 0; i < 3; i++) await page.locator("#zoom-in").click();
    assertEquals(await text("zoom"), "8.0 ×");
    const near = await picture();
    assert(near !== all);
    await page.locator("#field").scrollIntoViewIfNeeded();
    const box = await boxOf(page, "#field");
    await page.mouse.move(box.x + 200, box.y + 200);
    await page.mouse.down();
    await page.mouse.move(box.x + 120, box.y + 150, { steps: 3 });
    await page.mouse.up();
    assert(await picture() !== near);
    for (let i = 0; i < 3; i++) await page.locator("#zoom-out").click();
    assertEquals(await picture(), all);
  },
  { hash: "#bodies=100000" },
);

test("a machine that is late is offered fewer bodies", async (page) => {
  await page.addInitScript(() => {
    // A clock on which everything takes long.
    const now = performance.now.bind(performance);
    performance.now = () => 200 * now();
  });
  await page.reload();
  await page.locator("#fewer").click();
  assert(Number(await page.locator("#count").inputValue()) < 2000);
  assertEquals(await page.evaluate(() => document.activeElement?.id), "count");
}, { hash: "#bodies=2000" });

for (const mode of ["simd", "ts"]) {
  test(`10 000 bodies on ${mode}`, async (page) => {
    await above(page, "pairs", 6000);
    await above(page, "ups", 0);
    assertEquals(await page.locator("#count").inputValue(), "10000");
    assertEquals(await page.locator(`#mode-${mode}`).isChecked(), true);
  }, { hash: `#bodies=10000&mode=${mode}` });
}
