/**
 * Scenes that are made when a benchmark first runs, in its warm-up, so that `deno bench` shows its
 * first line at once and makes only the scenes that `--filter` asks for.
 *
 * @module
 */

/** A function that makes its value on the first call, and keeps it. */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}
