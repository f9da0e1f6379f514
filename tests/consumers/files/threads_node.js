/** Workers by their address, as a bundle for Node has them. */
import { askThreads } from "./threads.js";

console.log(await askThreads(new URL("./own_worker.js", import.meta.url)));
