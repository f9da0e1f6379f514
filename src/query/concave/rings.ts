/**
 * The outline of a compound, to draw it.
 *
 * @module
 */
import type { OutlineEdge } from "../../boundary/outline.ts";
import type { Compound } from "../../shapes/compound.ts";
import { rimOf } from "./parts.ts";

/** The closed lines around the polygons of a compound: x and y of each corner. */
export function ringsOf(shape: Compound): number[][] {
  const { outline } = rimOf(shape, shape.parts);
  const rings: number[][] = [], left = new Set(outline?.edges);
  for (const start of left) {
    const ring: number[] = [];
    for (let e: OutlineEdge | null = start; e !== null && left.delete(e); e = e.after) {
      ring.push(e.px, e.py);
      if (e.after === null) ring.push(e.qx, e.qy);
    }
    rings.push(ring);
  }
  return rings;
}
