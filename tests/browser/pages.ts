/**
 * The tests of the demo's pages, in one process, since they share a browser and
 * the folder of the built demo.
 * `deno task test:browser` runs them beside suite.ts.
 *
 * @module
 */
import "./layout.ts";
import "./quick_start.ts";
import "./story.ts";
import "./explorer.ts";
import "./contacts.ts";
import "./asteroids.ts";
import "./platformer.ts";
import "./stress.ts";
