/**
 * The tests of the demo's pages, file after file, since they build the demo into one folder.
 * `deno task test:browser` runs them beside suite.ts.
 *
 * @module
 */
import "./explorer.ts";
import "./contacts.ts";
import "./asteroids.ts";
import "./platformer.ts";
import "./stress.ts";
