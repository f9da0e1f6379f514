/**
 * The page at the end of the quick start, as a reader makes it: bundled, opened, steered.
 *
 * @module
 */
import * as esbuild from "esbuild";
import { assertEquals } from "@std/assert";
import { librarySource } from "../../tools/demo.ts";
import { ROOT } from "../../tools/std.ts";
import { pageTest } from "./browser.ts";

pageTest(
  "quick start: a player slides around a pillar to the wall",
  "README.html",
  async (page) => {
    const text = await Deno.readTextFile(new URL("docs/quick_start.md", ROOT));
    const block = (kind: string): string =>
      new RegExp(`^\`\`\`${kind}\n([^]*?)^\`\`\`$`, "m").exec(text)![1];
    const { outputFiles } = await esbuild.build({
      stdin: { contents: block("js page") },
      bundle: true,
      write: false,
      plugins: [await librarySource()],
    });
    await esbuild.stop();
    const [{ text: script }] = outputFiles;
    await page.route(
      "**/game.html",
      (to) => to.fulfill({ contentType: "text/html", body: block("html") }),
    );
    await page.route(
      "**/dist/player.js",
      (to) => to.fulfill({ contentType: "text/javascript", body: script }),
    );
    await page.goto(new URL("game.html", page.url()).href);
    await page.evaluate(() => {
      const copy = new OffscreenCanvas(640, 320).getContext("2d", { willReadFrequently: true })!;
      /** Whether the player, the only red thing, is in a column of pixels. */
      const isIn = (x: number): boolean => {
        copy.clearRect(0, 0, 640, 320);
        copy.drawImage(document.querySelector("canvas")!, 0, 0);
        return copy.getImageData(x, 0, 1, 320).data.some((red, k) => k % 4 === 0 && red === 255);
      };
      Object.assign(globalThis, { isIn });
    });
    await page.waitForFunction("isIn(100)");
    await page.keyboard.down("ArrowRight");
    // It touches the wall at 630, and is not in it.
    await page.waitForFunction("isIn(628)");
    assertEquals(await page.evaluate("[isIn(632), isIn(100)]"), [false, false]);
  },
);
