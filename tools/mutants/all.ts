/**
 * Every mutant, by the part of the library that it breaks.
 *
 * @module
 */
import { SPACEES } from "./spaces.ts";
import { BOXES } from "./boxes.ts";
import { CASTS } from "./casts.ts";
import { CHAINS } from "./chains.ts";
import { COMPOUNDS } from "./compounds.ts";
import { CONTACTS } from "./contacts.ts";
import { EXACT } from "./exact.ts";
import { LANES } from "./lanes.ts";
import { LOOPS } from "./loops.ts";
import { PAIRS } from "./pairs.ts";
import { QUERIES } from "./queries.ts";
import { SEARCH } from "./search.ts";
import { SHAPES } from "./shapes.ts";
import { SMOOTH } from "./smooth.ts";
import type { Mutant } from "./mutant.ts";

export const MUTANTS: readonly Mutant[] = [
  ...SEARCH,
  ...PAIRS,
  ...BOXES,
  ...EXACT,
  ...CONTACTS,
  ...CASTS,
  ...CHAINS,
  ...SMOOTH,
  ...COMPOUNDS,
  ...QUERIES,
  ...SHAPES,
  ...SPACEES,
  ...LOOPS,
  ...LANES,
];
