/**
 * Compiles AssemblyScript entries, with the kernel read as it stands in `src/kernel`. The compiler reads
 * files through a hook that does four things to the shared text: swaps the pointer twin
 * (`src/kernel/ptr.ts` for `wasm/ptr.ts`), imports its operations where they are repeated, turns
 * `import type` into what it means there (memory types are imported, scalar types are built in), and
 * strips `.ts` from re-exports.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import asc from "assemblyscript/asc";

/** Types that the pointer twin defines; `f64` and `i32` are AssemblyScript's own. */
const MEMORY_TYPES = new Set(["Ptr", "Verts"]);

function translate(source: string): string {
  return source
    .replace(/^import type \{([^}]*)\} from ("[^"]*");/gm, (_, names: string, from: string) => {
      const kept = names.split(",").map((name) => name.trim()).filter((n) => MEMORY_TYPES.has(n));
      const lines = "\n".repeat(names.split("\n").length - 1);
      return (kept.length > 0 ? `import { ${kept.join(", ")} } from ${from};` : "") + lines;
    })
    .replace(/^(export [^;]*? from\s+"[^"]+)\.ts"/gm, '$1"')
    .replace(/^const (abs|sqrt|max|min|clz|int) = .*;$/gm, 'import { $1 } from "./ptr";');
}

/** What a compilation yields. */
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
      const path = name.replace(/^src\/kernel\/ptr\.ts$/, "wasm/ptr.ts");
      try {
        return translate(readFileSync(root + path, "utf8"));
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

/**
 * Compiles the kernel as it is, for tests of its bits. It imports `env.memory`, so that the test can fill that
 * first, and nothing else.
 *
 * @param root Folder of the repository, with a trailing slash
 */
export async function compileScalar(root: string): Promise<Compiled> {
  return await compileWasm(root, "wasm/scalar.ts", ["--importMemory"]);
}

/** Most bytes the module of the batches may have. */
export const LIMIT = 20_000;

/**
 * Compiles the module of the batches, the one that ships. It imports nothing, and exports its memory.
 *
 * @param root Folder of the repository, with a trailing slash
 */
export async function compileBatch(root: string): Promise<Compiled> {
  // With two pages promised, addresses in the fixed part of the memory need no check of bounds. The constants lie from
  // 16 on, where addresses are short.
  const memory = ["--initialMemory", "2", "--memoryBase", "16"];
  const flags = ["--enable", "simd", "--shrinkLevel", "1", ...memory];
  return await compileWasm(root, "wasm/batch.ts", flags);
}
