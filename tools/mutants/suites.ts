/**
 * The tests that are run on mutants, relative to `tests/`.
 *
 * @module
 */

/**
 * Quick ones first. The families of hard cases come last: a mutant that gets that far is a subtle
 * one.
 */
export const PAIR_TESTS: readonly string[] = [
  "fixtures/published_test.ts",
  "contract/tutorial_test.ts",
  "kernel/mutants_test.ts",
  "contract/properties_test.ts",
  "fixtures/found_test.ts",
  "contract/families_test.ts",
];
export const MANIFOLD_TESTS: readonly string[] = [
  "query/collide_test.ts",
  "contract/manifold_test.ts",
];
export const CAST_TESTS: readonly string[] = ["query/ray_cast_test.ts", "query/shape_cast_test.ts"];
export const IMPACT_TESTS: readonly string[] = ["query/time_of_impact_test.ts"];
export const CHAIN_TESTS: readonly string[] = ["query/chain_test.ts"];
export const SMOOTH_TESTS: readonly string[] = ["query/smooth_test.ts"];
export const MOVED_TESTS: readonly string[] = ["query/moved_ellipse_test.ts"];
export const SIDES_TESTS: readonly string[] = ["query/sides_test.ts"];
/** These import the kernel's internals, so they are bundled together with the mutant. */
export const INSIDE_TESTS: readonly string[] = ["kernel/exact_test.ts", "kernel/proof_test.ts"];
export const SIGN_TESTS: readonly string[] = ["contract/posed_sign_test.ts"];
export const WARM_TESTS: readonly string[] = ["contract/warm_start_test.ts"];
export const TRACE_TESTS: readonly string[] = ["query/trace_test.ts"];
export const SPACE_TESTS: readonly string[] = ["space/parity_test.ts"];
export const BROADPHASE_TESTS: readonly string[] = [
  "space/axis_test.ts",
  "space/broadphase_test.ts",
];
export const PLACES_TESTS: readonly string[] = ["space/places_test.ts"];
export const INPUT_TESTS: readonly string[] = ["contract/bad_input_test.ts"];
export const MEMORY_TESTS: readonly string[] = ["space/memory_test.ts"];
export const TREE_TESTS: readonly string[] = ["query/part_tree_test.ts"];
export const SEAM_TESTS: readonly string[] = ["query/seams_test.ts", "query/compound_test.ts"];
export const CASTS_TESTS: readonly string[] = ["query/compound_casts_test.ts"];
export const GRID_TESTS: readonly string[] = ["query/grid_test.ts"];
