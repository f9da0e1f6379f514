/** The scene for a host that calls functions of a module and has no console. */
import { playScene } from "./scene.js";

export function play() {
  const { hash, backend } = playScene();
  return `scene ${hash} ${backend}`;
}
