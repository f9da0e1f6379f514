/**
 * Compiles AssemblyScript entries together with the unchanged kernel in `src/kernel`. The compiler
 * reads files through a hook that changes the shared text in four ways. It replaces
 * `src/kernel/ptr.ts` by `wasm/ptr.ts`. It imports the operations of that file where they are
 * repeated. It turns `import type` into what that means in AssemblyScript (memory types are
 * imported, scalar types are built in). And it strips `.ts` from re-exports.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import asc from "assemblyscript/asc";

/** Types that `ptr.ts` defines; `f64` and `i32` are AssemblyScript's own. */
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
 * Compiles the kernel unchanged, for tests of its bits. It imports only `env.memory`, so that the
 * test can fill the memory first.
 *
 * @param root Folder of the repository, with a trailing slash
 */
export async function compileScalar(root: string): Promise<Compiled> {
  return await compileWasm(root, "wasm/scalar.ts", ["--importMemory"]);
}

/** Maximum size of the module of Space, in bytes. */
export const LIMIT = 20_000;

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
