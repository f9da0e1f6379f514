/** Plays the scene in a worker; `worker_page.js` says what it came to. */
import { playScene } from "./scene.js";

const { hash, backend } = playScene();
globalThis.postMessage(`scene ${hash} ${backend}`);
