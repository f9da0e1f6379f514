/** Runs the module that is named in QuickJS, an interpreter without WebAssembly, workers, timers and clocks. */
import { readFileSync } from "node:fs";
// @ts-ignore: The project that it is copied to has it.
import { getQuickJS } from "quickjs-emscripten";

const context = (await getQuickJS()).newContext();
const { global } = context;
const log = context.newFunction("log", (text) => console.log(context.getString(text)));
const logger = context.newObject();
context.setProp(logger, "log", log);
context.setProp(global, "console", logger);
const file = process.argv[2];
context.unwrapResult(context.evalCode(readFileSync(file, "utf8"), file, { type: "module" }));
