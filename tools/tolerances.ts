/**
 * Checks docs/tolerances.md against the source: every constant in its tables has the value given
 * there, and no constant of the collision library is missing. Prints the problems; exit code 1 if
 * there are any.
 *
 * @module
 */
import { ROOT } from "./std.ts";

/** The rooms whose constants the page lists, in this order. */
const ROOMS = ["src/kernel/", "src/query/", "src/smooth/", "src/shapes/", "src/math/"];

/**
 * Coefficients of trigonometry, the unit roundoff, factors that split or scale doubles, and bit
 * masks. These are not tolerances.
 */
const ARITHMETIC =
  /^([ACSP]\d+|(\w+_)?PI(_HI|_LO)?|ATAN_\w+|SQRT_HALF|CODY_WAITE_MAX|TWO_\w+|U|U_UP|SPLITTER|SCALE_(UP|DOWN)|\w+_MASK)$/;

/** A constant that may be a tolerance: a fraction, a power, or a cap on rounds. */
const CONSTANT = /^(?:export )?const ([A-Z]\w*)(?:: \w+)? = ([\d.]+(?:e-?\d+)?);/gm;

/** Constants copied from another file of the kernel are listed where they are defined. */
const COPIES = /^\/\/ Copies of\b(?:.|\n(?!\n))*/gm;

const SUPERSCRIPT = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** Value of a cell: "2⁻⁴⁹", "10⁹", "1/4", "0.9", "64"; NaN for any other text. */
export function parseValue(cell: string): number {
  const power = /^(2|10)(⁻?)([⁰¹²³⁴-⁹]+)$/.exec(cell);
  if (power !== null) {
    const digits = [...power[3]].map((digit) => SUPERSCRIPT.indexOf(digit)).join("");
    const exponent = power[2] === "" ? digits : `-${digits}`;
    return power[1] === "10" ? Number(`1e${exponent}`) : 2 ** Number(exponent);
  }
  const [, p, q = "1"] = /^([\d.]+)(?:\/(\d+))?$/.exec(cell) ?? [];
  return Number(p) / Number(q);
}

/** The problems found. `files` maps paths to sources. */
export function checkTolerances(page: string, files: ReadonlyMap<string, string>): string[] {
  const problems: string[] = [];
  const named = new Set<string>();
  for (const line of page.split("\n")) {
    const row = /^\| `((?:\w+\/)?\w+\.ts)`( \(query\))? `([A-Z]\w*)` +\| ([^|]+?) +\|/.exec(line);
    if (row === null) continue;
    const [, file, query, name, cell] = row;
    const rooms = query === undefined ? [...ROOMS, "src/"] : ["src/query/"];
    const found = rooms.map((room) => room + file).filter((path) =>
      new RegExp(`^(export )?const ${name}\\b`, "m").test(files.get(path) ?? "")
    );
    if (found.length === 0) problems.push(`${file} has no constant ${name}`);
    for (const path of found.slice(0, 1)) {
      named.add(`${path} ${name}`);
      const given = new RegExp(`^(?:export )?const ${name}(?:: \\w+)? = ([^;]+);`, "m")
        .exec(files.get(path)!)![1];
      const value = parseValue(cell);
      if (!Number.isNaN(value) && value !== Number(given)) {
        problems.push(`${path}: ${name} is ${given}, the page says ${cell}`);
      }
    }
  }
  for (const [path, source] of files) {
    if (!ROOMS.some((room) => path.startsWith(room))) continue;
    const blocks = [...source.matchAll(COPIES)].map(({ index, 0: text }) =>
      [index, index + text.length] as const
    );
    for (const { index, 1: name, 2: text } of source.matchAll(CONSTANT)) {
      const isFraction = !Number.isInteger(Number(text)) || Number(text) > 1e6;
      if (!isFraction && !/_CAP$|_ENOUGH$|^LATE$/.test(name)) continue;
      if (ARITHMETIC.test(name) || blocks.some(([from, to]) => index > from && index < to)) {
        continue;
      }
      if (!named.has(`${path} ${name}`)) problems.push(`${path}: ${name} is not on the page`);
    }
  }
  return problems;
}

if (import.meta.main) {
  const files = new Map<string, string>();
  const read = async (room: string): Promise<void> => {
    for await (const { name, isDirectory } of Deno.readDir(new URL(room, ROOT))) {
      if (isDirectory) await read(`${room}${name}/`);
      else files.set(room + name, await Deno.readTextFile(new URL(room + name, ROOT)));
    }
  };
  for (const room of ROOMS) await read(room);
  const page = await Deno.readTextFile(new URL("docs/tolerances.md", ROOT));
  const problems = checkTolerances(page, files);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) Deno.exit(1);
}
