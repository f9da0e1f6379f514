/**
 * All figures by name, as SVG text.
 *
 * @module
 */
import type { Circumstances, Row } from "../../bench/report.ts";
import { drawBars, drawGrowth } from "./bench.ts";
import { drawAnswers } from "./answers.ts";
import { drawJoints, drawStrips } from "./bodies.ts";
import { drawCast, drawManifold } from "./contact.ts";
import { drawDepth, drawNoise, drawSupport, drawWitness } from "./kernel.ts";
import { diagrams, drawDiagram } from "./loop.ts";
import { drawPolygons, drawSets } from "./minkowski.ts";
import { drawReach } from "./motion.ts";
import { drawQuickStart } from "./quick.ts";
import { drawRegions } from "./regions.ts";
import { APART, drawSearch, OVERLAPPING } from "./search.ts";

/**
 * Draws every figure; the keys are file names without `.svg`.
 *
 * @param circumstances Where and when the benchmark ran
 * @param rows What it found
 */
export function drawAll(
  circumstances: Circumstances,
  rows: readonly Row[],
): Map<string, string> {
  return new Map<string, string>([
    ["answers", drawAnswers()],
    ...drawQuickStart(),
    [
      "gjk",
      drawSearch("GJK separates; the walk finds the point of A ⊖ B closest to the origin", APART),
    ],
    ["gjk_overlap", drawSearch("GJK: a triangle in A ⊖ B around the origin", OVERLAPPING)],
    ["minkowski_sets", drawSets()],
    ["minkowski_polygons", drawPolygons()],
    ["regions", drawRegions()],
    ["support", drawSupport()],
    ["noise", drawNoise()],
    ["depth", drawDepth()],
    ["witness", drawWitness()],
    ["manifold", drawManifold()],
    ["cast", drawCast()],
    ["toi_reach", drawReach()],
    ["joints", drawJoints()],
    ["strips", drawStrips()],
    [
      "bench_intersects",
      drawBars("intersects", "intersects: nanoseconds a call, less is better", circumstances, rows),
    ],
    [
      "bench_distance",
      drawBars("distance", "distance: nanoseconds a call, less is better", circumstances, rows),
    ],
    ["bench_vertices", drawGrowth(circumstances, rows)],
    ...diagrams.map((diagram): [string, string] => [diagram.file, drawDiagram(diagram)]),
  ]);
}
