/** Makes a module of WebAssembly, in component/, of SpiderMonkey and of the bundle that is named. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
// @ts-ignore: The project that it is copied to has it.
import { componentize } from "@bytecodealliance/componentize-js";

const source = readFileSync(process.argv[2], "utf8");
const world = "package local:scene;\nworld scene { export play: func() -> string; }";
const { component } = await componentize(source, world, {
  disableFeatures: ["clocks", "fetch-event", "http", "random"],
});
writeFileSync("scene.wasm", component);
execFileSync("npx", ["--no-install", "jco", "transpile", "scene.wasm", "--out-dir", "component"]);
