/**
 * Compiles the AssemblyScript in `wasm`.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import asc from "assemblyscript/asc";

/** The result of a compilation. */
export interface Compiled {
  /** The module's bytes. */
  bytes: Uint8Array<ArrayBuffer>;
  /** Its text form, for reading. */
  text: string;
}

/**
 * Compiles one entry.
 *
 * @param root Folder of the repository, with a trailing slash
 * @param entry Path of the entry below it
 * @param flags Compiler flags besides the usual ones
 * @throws {Error} With the compiler's messages
 */
async function compileWasm(
  root: string,
  entry: string,
  flags: readonly string[],
): Promise<Compiled> {
  let bytes = new Uint8Array();
  let text = "";
  const { error, stderr } = await asc.main([
    entry,
    ...["-O3", "--converge", "--noAssert", "--runtime", "stub"],
    ...["--use", "abort=", "--outFile", "out.wasm", "--textFile", "out.wat"],
    ...flags,
  ], {
    readFile(name: string): string | null {
      try {
        return readFileSync(root + name, "utf8");
      } catch {
        return null; // asc tries several names for a module
      }
    },
    writeFile(name: string, data: unknown): void {
      if (name === "out.wasm") bytes = new Uint8Array(data as Uint8Array);
      else text = String(data);
    },
    listFiles: (): string[] => [],
  });
  if (error !== null) throw new Error(`Cannot compile ${entry}: ${error.message}\n${stderr}`);
  return { bytes, text };
}

/** Maximum size of the module of Space, in bytes. */
export const LIMIT = 32_000;

/**
 * Compiles the module of Space, which is shipped. It imports nothing and exports its memory.
 *
 * @param root Folder of the repository, with a trailing slash
 */
export async function compileSpace(root: string): Promise<Compiled> {
  // With two pages guaranteed, addresses in the fixed part of the memory need no bounds check. The
  // constants begin at 16, where addresses are short.
  const memory = ["--initialMemory", "2", "--memoryBase", "16"];
  const flags = ["--enable", "simd", "--shrinkLevel", "1", ...memory];
  return await compileWasm(root, "wasm/space.ts", flags);
}
