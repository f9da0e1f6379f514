import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { playScene, SCENE_HASH } from "./files/scene.js";

describe("the consumers' scene", () => {
  it("gives the same bits on this engine, with either backend", () => {
    assertEquals(playScene().hash, SCENE_HASH);
    assertEquals(playScene("ts").hash, SCENE_HASH);
  });
});
