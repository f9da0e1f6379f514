import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import process from "node:process";
import { decode } from "../../src/space/wasm.ts";
import { WASM_TEXT } from "../../src/space/wasm_bytes.ts";
import { compileSpace, LIMIT } from "../../tools/compile_wasm.ts";

describe("WASM_TEXT", () => {
  const bytes = decode(WASM_TEXT);

  it("is what its sources compile to, byte by byte", async () => {
    const { bytes: built } = await compileSpace(`${process.cwd()}/`);
    assert(
      built.length === bytes.length && built.every((byte, k) => byte === bytes[k]),
      "src/space/wasm_bytes.ts is stale: run deno task build",
    );
  });

  it("is small and imports nothing", () => {
    assert(bytes.length <= LIMIT, `${bytes.length} bytes`);
    const module = new WebAssembly.Module(bytes);
    assertEquals(WebAssembly.Module.imports(module), []);
  });
});
