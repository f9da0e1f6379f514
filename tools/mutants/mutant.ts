/**
 * What a mutant is, and how its source is made.
 *
 * @module
 */

/** One way to break a file. */
interface Break {
  /** What is wrong in the mutant. */
  name: string;
  /** Text that must occur exactly once, or once behind `after`. */
  find: string;
  replace: string;
  /** Text after which the search for `find` begins. */
  after?: string;
  /** Why no test can distinguish it from the original. Such a mutant is listed but not run. */
  equivalent?: string;
  /** Tests to run first, if not those of every query on a pair. */
  tests?: readonly string[];
}

/** One way to break the library. */
export interface Mutant extends Break {
  /** The file, seen from the root. */
  file: string;
}

/** Mutants of a file; `tests` run first for those that name none of their own. */
export function breaks(
  file: string,
  list: readonly Break[],
  tests?: readonly string[],
): readonly Mutant[] {
  return list.map((one) => ({ file, tests, ...one }));
}

/** The source with the mutant in it. Throws unless its place is there exactly once. */
export function apply(mutant: Mutant, source: string): string {
  const { name, file, find, replace, after } = mutant;
  const from = after === undefined ? 0 : source.indexOf(after);
  const at = from < 0 ? -1 : source.indexOf(find, from);
  if (at < 0) {
    throw new Error(`Cannot mutate ${file}: "${name}" looks for text that is not there: ${find}`);
  }
  if (after === undefined && source.indexOf(find, at + 1) >= 0) {
    throw new Error(`Cannot mutate ${file}: "${name}" looks for text that is there twice: ${find}`);
  }
  return source.slice(0, at) + replace + source.slice(at + find.length);
}
