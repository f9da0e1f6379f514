/**
 * The story: the stage follows the paragraph that is read, shapes are the reader's once they are taken,
 * and what the page says is what the library answers.
 *
 * @module
 */
import type { Page } from "playwright-core";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { gjkTrace, signedDistance } from "@narrowphase/gjk2d";
import { parseScene, poseOf, type Scene, shapeOf } from "../../demo/explorer/scene.ts";
import { describeStep, show } from "../../demo/explorer/words.ts";
import { assertStill, boxOf, drawn, focus, pageTest, watchShifts } from "./browser.ts";

const PAGE = "index.html";

/** Scrolls a paragraph to where one reads. */
async function read(page: Page, index: number): Promise<void> {
  await page.evaluate((index) => {
    const { top } = document.querySelectorAll("[data-scene]")[index].getBoundingClientRect();
    const { height, left } = document.getElementById("stage")!.getBoundingClientRect();
    const line = left < 100 ? height + 0.3 * (innerHeight - height) : 0.4 * innerHeight;
    scrollBy({ top: top - line, behavior: "instant" });
  }, index);
  await page.waitForFunction(
    (index) => document.querySelectorAll("[data-scene]")[index].classList.contains("read"),
    index,
  );
  await drawn(page);
}

/** The scene as it is, which the link to the explorer carries. */
async function sceneOf(page: Page): Promise<Scene> {
  return parseScene(
    await page.evaluate(() => {
      const link = document.getElementById("play") as HTMLAnchorElement;
      link.addEventListener("click", (event) => event.preventDefault(), { once: true });
      link.click();
      return new URL(link.href).hash;
    }),
  );
}

const says = (page: Page): Promise<string> => page.locator("#says").innerText();

async function readAll(page: Page): Promise<void> {
  const parts = await page.locator("[data-scene]").evaluateAll((nodes) =>
    nodes.map((node) => ({ scene: (node as HTMLElement).dataset.scene!, text: node.textContent! }))
  );
  assert(parts.length >= 12);
  for (const [i, { scene: text }] of parts.entries()) {
    await read(page, i);
    const { view, step, a, b } = parseScene(text);
    const words = await says(page);
    assert(words.length > 20, `${i}: ${words}`);
    if (view !== "steps") continue;
    const steps = gjkTrace(shapeOf(a), poseOf(a), shapeOf(b), poseOf(b));
    assertEquals(steps.length, 6);
    // The bodies take 0.6 s to the places of a paragraph, and may have other steps on their way.
    await page.waitForFunction(
      ({ i, says, told }) =>
        document.getElementById("says")!.innerText.includes(says) &&
        document.querySelectorAll("[data-scene]")[i]
            .querySelector<HTMLElement>("[data-step]")!.innerText === told,
      { i, says: `Step ${step} of 6.`, told: describeStep(steps, step - 1, 0).join(" ") },
    );
  }
}

pageTest("story: every paragraph has its scene, and nothing jumps", PAGE, async (page) => {
  await watchShifts(page);
  await page.reload();
  await readAll(page);
  await assertStill(page);
});

pageTest("story: a phone reads it, too, without motion if so asked", PAGE, async (page) => {
  const picture = (): Promise<string> => page.locator("#world").innerHTML();
  const before = await picture();
  await page.waitForTimeout(200);
  assertEquals(await picture(), before);
  await readAll(page);
}, { width: 390, height: 844, touch: true, reduced: true });

pageTest("story: who takes a shape has it, and the words are the library's", PAGE, async (page) => {
  await focus(page, "#shape-a");
  for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowLeft");
  await drawn(page);
  const check = async (): Promise<Scene> => {
    const scene = await sceneOf(page);
    const { a, b } = scene;
    const { distance } = signedDistance(shapeOf(a), poseOf(a), shapeOf(b), poseOf(b));
    assertStringIncludes(await says(page), show(Math.abs(distance)));
    return scene;
  };
  const { a } = await check();
  const box = await boxOf(page, "#shape-a text");
  await page.mouse.move(box.x + 5, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x + 65, box.y + 8, { steps: 4 });
  await page.mouse.up();
  await drawn(page);
  assert((await check()).a.x > a.x + 0.2);
  // What has been dragged stays through the steps, whose texts follow it.
  await read(page, 5);
  await focus(page, "#shape-b");
  for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowRight");
  await read(page, 6);
  const scene = await sceneOf(page);
  assert(scene.b.x > 1.9, `${scene.b.x}`);
  const steps = gjkTrace(
    shapeOf(scene.a),
    poseOf(scene.a),
    shapeOf(scene.b),
    poseOf(scene.b),
  );
  const told = await page.locator("[data-scene]").nth(6).locator("[data-step]").innerText();
  assertEquals(
    told,
    steps.length < 2
      ? "The way you have dragged them, the search has ended before."
      : describeStep(steps, 1, 0).join(" "),
  );
});

pageTest(
  "story: a shared link has a title, words and a picture",
  PAGE,
  async (page, { server }) => {
    const meta = (name: string): Promise<string | null> =>
      page.locator(`meta[property="og:${name}"]`).getAttribute("content");
    assertEquals(await meta("title"), await page.title());
    assert((await meta("description"))!.length > 50);
    const { status, headers, body } = await fetch(new URL((await meta("image"))!, server.address));
    await body?.cancel();
    assertEquals([status, headers.get("content-type")], [200, "image/png"]);
  },
);
