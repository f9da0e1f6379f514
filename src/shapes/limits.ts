/**
 * The range of sizes of a shape. Within it no intermediate result of any query overflows or
 * underflows. Outside, a constructor refuses with a reason, so that no query answers wrongly later.
 *
 * @module
 */
import { POSITION_LIMIT } from "../math/check.ts";

/**
 * Greatest magnitude of a coordinate, and of a radius, width or height, in the caller's units: about 1.8e75. It is
 * 2^250. Exact predicates multiply four coordinate differences, which with a sum of a few such products must stay
 * below 2^1024; with larger coordinates they would become infinite and a query would lose its exact sign.
 */
export const MAX_COORDINATE: number = POSITION_LIMIT;

/**
 * Least length of an edge, and least radius besides 0, in the caller's units: about 5.5e-76. It is 2^-250.
 * A product of four such lengths is still a normal double; with smaller ones squared lengths
 * underflow, and an edge would lose its normal.
 */
export const MIN_SIZE: number = 5.527147875260445e-76;
