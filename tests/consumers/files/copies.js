/**
 * Gives shapes, caches and arrays of one copy of the package to another one, and what came through a clone or
 * JSON: a clear error, or the right answer. Then plays the scene, or says what is wrong.
 */
import { cpSync } from "node:fs";
import { box, circle, distance, intersects, pose, SimplexCache } from "@narrowphase/gjk2d";
import { playScene } from "./scene.js";

cpSync("node_modules/@narrowphase/gjk2d", "copy", { recursive: true });
const other = await import("./copy/mod.js");
const at = pose(0, 0);
const far = pose(4, 0);

/** What a call throws, "" for nothing. */
function messageOf(ask) {
  try {
    ask();
    return "";
  } catch (error) {
    return error instanceof TypeError ? error.message : `${error}`;
  }
}

/** What is wrong, or `null`. */
function findFault() {
  const strangers = [
    other.box(1, 1),
    structuredClone(box(1, 1)),
    JSON.parse(JSON.stringify(circle(1))),
  ];
  for (const shape of strangers) {
    const message = messageOf(() => intersects(box(1, 1), at, shape, at));
    if (!message.includes("b is a clone of a Shape or one of another copy")) return message;
  }
  const cache = new other.SimplexCache();
  const message = messageOf(() => distance(box(1, 1), at, box(1, 1), far, undefined, cache));
  if (!message.includes("cache is an object, must be a SimplexCache")) return `cache: ${message}`;
  // What is plain data may come from anywhere.
  const out = structuredClone(
    other.distance(other.box(1, 1), at, other.box(1, 1), other.pose(9, 0)),
  );
  const found = distance(box(1, 1), other.pose(0, 0), box(1, 1), far, out, new SimplexCache());
  return found === out && out.distance === 3 ? null : `distance is ${out.distance}, expected 3`;
}

const fault = findFault();
const { hash, backend } = playScene();
console.log(fault ?? `scene ${hash} ${backend}`);
