/**
 * Checks the map of Space's memory in docs/internals/memory_layout.md against wasm/simd/layout.ts and against a
 * space. Prints what is wrong; exit code 1 if anything is.
 *
 * @module
 */
import { Space } from "@narrowphase/gjk2d/space";
import { ROOT } from "./std.ts";

/** Heading of the section with the map. */
const HEADING = "## The WebAssembly memory";

/** A row that begins with an address and the name of what is stored there. */
const ROW = /^\| (\d[\d ]*?) +\| `(\w+)`/gm;

/** The row of the records, which gives their lengths. */
const RECORDS = /records of shapes, (\d+) bytes up to four points, (\d+) up to eight/;

/** Bytes of the edges' columns in a lane record with this many points: three doubles each. */
const columns = (points: number): number => 3 * 8 * points;

/**
 * The problems found. `layout` is the source of layout.ts, `poses` the address of a space's poses.
 */
export function checkMemoryMap(page: string, layout: string, poses: number): string[] {
  const problems: string[] = [];
  const known = new Map([["poses", poses]]);
  for (const [, name, value] of layout.matchAll(/^export const (\w+): usize = ([\d_]+);/gm)) {
    known.set(name, Number(value.replaceAll("_", "")));
  }
  const map = page.split(HEADING)[1] ?? "";
  const rows = [...map.matchAll(ROW)];
  for (const [, cell, name] of rows) {
    const value = known.get(name);
    if (value !== Number(cell.replaceAll(" ", ""))) {
      problems.push(`${name} is at ${value}, the page says ${cell}`);
    }
  }
  for (const name of ["PAIRS", "SLOTS", "RESULTS", "BOX_EDGES", "poses"]) {
    if (!rows.some((row) => row[2] === name)) problems.push(`${name} is not on the page`);
  }
  const lengths = RECORDS.exec(map)?.slice(1).map(Number);
  const wanted = [known.get("EDGES4")! + columns(4), known.get("EDGES8")! + columns(8)];
  if (lengths?.join() !== wanted.join()) {
    problems.push(
      `records have ${wanted.join(" and ")} bytes, the page says ${lengths?.join(" and ")}`,
    );
  }
  return problems;
}

if (import.meta.main) {
  const read = (path: string): Promise<string> => Deno.readTextFile(new URL(path, ROOT));
  const { poses } = new Space({ backend: "simd" });
  const problems = checkMemoryMap(
    await read("docs/internals/memory_layout.md"),
    await read("wasm/simd/layout.ts"),
    poses.byteOffset,
  );
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) Deno.exit(1);
}
