/**
 * Decides where `@std/assert` and `@std/testing` come from: from JSR if it answers, else from the
 * stand-ins in `tests/_std`. `STD=jsr` or `STD=local` overrides this.
 *
 * @module
 */

/** Root directory of the repository as a URL that ends in "/". */
export const ROOT: URL = new URL("../", import.meta.url);

/** File path of a `file:` URL. */
export function fromFileUrl(url: URL): string {
  const path = decodeURIComponent(url.pathname);
  return Deno.build.os === "windows" ? path.slice(1).replaceAll("/", "\\") : path;
}

/** The chosen packages, and the flags that make `deno` use them. */
export interface Std {
  mode: "jsr" | "local";
  /** One line for the reader: which was chosen and why. */
  line: string;
  /** Flags for `deno test`, `deno check`, `deno doc`. */
  flags: string[];
}

/** The two lines of deno.json that name the real packages. */
const SPECIFIERS: readonly string[] = ["jsr:@std/assert@^1", "jsr:@std/testing@^1/bdd"];

async function jsrAnswers(): Promise<boolean> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["cache", "-q", "--no-lock", ...SPECIFIERS],
    stdin: "null",
    stdout: "null",
    stderr: "null",
    signal: AbortSignal.timeout(10_000),
  }).spawn();
  return (await child.status).success;
}

/** The imports of deno.json with absolute addresses, `@std` from where the mode says. */
async function importMapFlags(mode: Std["mode"]): Promise<string[]> {
  const config = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
  const imports: Record<string, string> = {};
  for (const [name, target] of Object.entries(config.imports as Record<string, string>)) {
    if (name.startsWith("@std/")) continue;
    imports[name] = target.startsWith("./") ? new URL(target, ROOT).href : target;
  }
  imports["@std/assert"] = mode === "jsr"
    ? SPECIFIERS[0]
    : new URL("tests/_std/assert.ts", ROOT).href;
  imports["@std/testing/bdd"] = mode === "jsr"
    ? SPECIFIERS[1]
    : new URL("tests/_std/bdd.ts", ROOT).href;
  const json = JSON.stringify({ imports });
  // deno.lock has no packages from JSR: it is made where JSR cannot be reached.
  const lock = mode === "jsr" ? ["--no-lock"] : [];
  return [...lock, "--import-map", `data:application/json,${encodeURIComponent(json)}`];
}

/** Probes JSR (at most 10 s) unless `STD` is set. */
export async function chooseStd(): Promise<Std> {
  const wish = Deno.env.get("STD");
  if (wish !== undefined && wish !== "jsr" && wish !== "local") {
    throw new RangeError(`Cannot choose @std: STD is "${wish}", not "jsr" or "local"`);
  }
  const jsr = wish === "jsr" || (wish === undefined && await jsrAnswers());
  const mode = jsr ? "jsr" : "local";
  const why = wish === undefined
    ? (jsr ? "" : "The package registry jsr.io does not answer. ")
    : `STD=${wish}. `;
  return {
    mode,
    line: why +
      (jsr
        ? "Assertions are those of @std/assert and @std/testing from jsr.io"
        : "Tests use this repository's copies of the assertions in @std/assert (tests/_std)"),
    flags: await importMapFlags(mode),
  };
}
