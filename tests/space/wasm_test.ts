import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { decode } from "../../src/space/wasm.ts";
import { WASM_TEXT } from "../../src/space/wasm_bytes.ts";
import { LIMIT } from "../../tools/compile_wasm.ts";

describe("WASM_TEXT", () => {
  const bytes = decode(WASM_TEXT);

  it("is small and imports nothing", () => {
    assert(bytes.length <= LIMIT, `${bytes.length} bytes`);
    const module = new WebAssembly.Module(bytes);
    assertEquals(WebAssembly.Module.imports(module), []);
  });
});
