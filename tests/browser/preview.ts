/**
 * Draws `demo/preview.png`, the picture that a shared link shows: the head of the story, without its
 * motion. Run it after a change of what is seen there:
 * `deno run -A --no-lock tests/browser/preview.ts`.
 *
 * @module
 */
import { fromFileUrl, ROOT } from "../../tools/std.ts";
import { startRig } from "./browser.ts";

const { browser, server } = await startRig();
const page = await browser.newPage({
  viewport: { width: 1200, height: 630 },
  reducedMotion: "reduce",
});
await page.goto(server.address);
await page.addStyleTag({
  content:
    ".top { display: none } .tale { padding: 0 2.5rem } .tale section { padding-top: 9rem }" +
    ".tale .panels { height: 630px } .says, .tale section + section { visibility: hidden }" +
    ".tale section.read { border-color: transparent } .tale article { padding-top: 0 }",
});
await page.locator(".lead").last().evaluate((node) => node.remove());
await page.screenshot({ path: fromFileUrl(new URL("demo/preview.png", ROOT)) });
await browser.close();
await server.close();
