/** Workers by a function, which bundlers know by sight; on a worker of the page, which may wait for others. */
import { askThreads } from "./threads.js";

const make = () => new Worker(new URL("./own_worker.js", import.meta.url), { type: "module" });
askThreads(make).then((line) => globalThis.postMessage(line));
