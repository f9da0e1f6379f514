/**
 * `deno task docs`: the API reference of every entry point of deno.json, as HTML in `dist/api`.
 * (`deno doc` empties the directory that it writes to, and its default is `docs`.)
 *
 * @module
 */
import { readArguments } from "./arguments.ts";
import { ROOT } from "./std.ts";

readArguments({});
const { exports } = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
await Deno.mkdir(new URL("dist/", ROOT), { recursive: true });
const { code } = await new Deno.Command(Deno.execPath(), {
  args: ["doc", "--html", "--name=gjk2d", "--output=dist/api", ...Object.values<string>(exports)],
  cwd: ROOT,
}).output();
Deno.exit(code);
