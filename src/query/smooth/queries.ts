/**
 * The queries on pairs with a support function that give results of the caller's: arguments are checked already, the
 * result is not. Nothing of it is touched before the answer is there, since user code may fail.
 *
 * @module
 */
import { aabb } from "../../shapes/bounds.ts";
import { SIGNED, type SmoothQueries } from "../attached.ts";
import { checkPenetration, copyWitness, giveResult, newPenetration } from "../result.ts";
import { collide, collideAlong, findSide, solve, trace } from "./solve.ts";

/** What the constructors of shapes with a support function attach. */
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
