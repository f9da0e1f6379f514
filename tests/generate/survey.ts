/**
 * Surveys: many random cases, of which enough must be of each kind.
 *
 * @module
 */
import { assertLess } from "@std/assert";
import { effort } from "../effort.ts";
import { Random } from "./random.ts";

/**
 * Judges effort(cases) cases, the k-th by numbers that depend on `name` and k alone. `judge` counts what it meets;
 * that must be more than effort(least) of each kind.
 */
export function survey<Kind extends string>(
  name: string,
  cases: number,
  least: Readonly<Record<Kind, number>>,
  judge: (r: Random, met: Record<Kind, number>, k: number) => void,
): void {
  const kinds = Object.keys(least) as Kind[];
  const met = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<Kind, number>;
  for (let k = 0; k < effort(cases); k++) judge(new Random(name, k), met, k);
  for (const kind of kinds) assertLess(effort(least[kind]), met[kind], kind);
}
