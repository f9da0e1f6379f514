/** Plays the scene and says what it came to. */
import { playScene } from "./scene.js";

const { hash, backend } = playScene();
const { hash: plain } = playScene("ts");
if (hash !== plain) throw new Error(`${backend} gives ${hash}, ts gives ${plain}`);
console.log(`scene ${hash} ${backend}`);
