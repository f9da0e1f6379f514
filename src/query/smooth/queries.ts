/**
 * The queries on pairs with a support function that write to a result object of the caller.
 * Arguments are checked already, the result object is not. It is not touched until the answer is
 * known, because user code may throw.
 *
 * @module
 */
import { aabb } from "../../shapes/bounds.ts";
import { SIGNED, type SmoothQueries } from "../attached.ts";
import { checkPenetration, copyWitness, giveResult, newPenetration } from "../result.ts";
import { collide, collideAlong, findSide, solve, trace } from "./solve.ts";

/** The queries that constructors of shapes with a support function attach. */
export const smoothQueries: SmoothQueries = {
  solve,
  collide,
  collideAlong,
  findSide,
  trace,
  measureDistance(task, a, poseA, b, poseB, mode, out) {
    return giveResult(task, solve(a, poseA, b, poseB, mode), out);
  },
  measurePenetration(task, a, poseA, b, poseB, out) {
    const result = solve(a, poseA, b, poseB, SIGNED);
    if (result.distance > 0) return null;
    const target = out ?? newPenetration();
    checkPenetration(task, target);
    target.depth = result.distance < 0 ? -result.distance : 0;
    copyWitness(result, target);
    return target;
  },
  aabb,
};
