/**
 * A space as text for a file: its shapes, and beside them the image that `save` makes.
 *
 * The image names shapes by numbers made of their contents. A space that has the same shapes knows the same numbers, so
 * it takes the image back, and from then on gives the same bits.
 *
 * @module
 */
import { checkKnown, checkObject, refuse } from "../math/check.ts";
import type { Pose } from "../math/pose.ts";
import type { Vec2 } from "../math/vec2.ts";
import { chain, compound } from "../query/concave_shapes.ts";
import { polygon } from "../shapes/polygon.ts";
import { HALF_AXES } from "../shapes/record.ts";
import { capsule, circle, point, segment } from "../shapes/round.ts";
import { ConvexShape, corePoints, type Shape } from "../shapes/shape.ts";
import { transformShape } from "../shapes/transform.ts";
import { ellipse } from "../smooth/shapes.ts";
import { Space, type SpaceOptions } from "./space.ts";

const FORMAT = "gjk2d space 1";

/** What stands for a shape in a file. */
interface Saved {
  kind: string;
  points?: Vec2[];
  radius?: number;
  /** Half axes of an ellipse. */
  axes?: Vec2;
  /** The original of a moved shape, and the pose. */
  shape?: Saved;
  pose?: Pose;
  parts?: Saved[];
  loop?: boolean;
  frontOnly?: boolean;
  before?: Vec2 | null;
  after?: Vec2 | null;
}

/**
 * A space as text for a file, shapes included. What bodies have as `data` is yours to keep: {@linkcode Space.setData}
 * gives it back to them.
 *
 * @param space The space
 * @returns JSON, for {@linkcode importSpace}
 * @throws {TypeError} If `space` is no space, or a body has a shape of {@linkcode convex}: a file cannot hold its function
 *
 * @example Usage
 * ```ts
 * import { box, exportSpace, importSpace, pose, Space } from "@narrowphase/gjk2d";
 *
 * const space = new Space();
 * const crate = space.add(box(2, 2), pose(3, 0), { category: 4 });
 * const copy = importSpace(exportSpace(space));
 * copy.getPose(crate); // { x: 3, y: 0, cos: 1, sin: 0 }
 * copy.hash() === space.hash(); // true
 * ```
 */
export function exportSpace(space: Space): string {
  const task = "export space";
  if (!(space instanceof Space)) refuse(task, "space", space, "be a Space", TypeError);
  const shapes = new Set<Shape>();
  for (let id = 0, left = space.size; left > 0; id++) {
    if (!space.has(id)) continue;
    left--;
    const shape = space.getShape(id);
    if (holdsFunction(shape)) {
      const what = "a shape of convex(), whose function a file cannot hold";
      throw new TypeError(`Cannot ${task}: body ${id} has ${what}`);
    }
    shapes.add(shape);
  }
  let image = "";
  for (const byte of space.save()) image += String.fromCharCode(byte);
  const file = { format: FORMAT, shapes: [...shapes].map(write), image: btoa(image) };
  // JSON would make 0 of -0.
  return JSON.stringify(file, (_, value) => Object.is(value, -0) ? "-0" : value);
}

/**
 * The space that a text holds: bodies with their ids, shapes, poses and filters, and contacts. All later answers have the
 * bits that those of the exported space have.
 *
 * @param text What {@linkcode exportSpace} returned
 * @param options Options of the new space
 * @returns A new space
 * @throws {TypeError} If `text` is no string
 * @throws {RangeError} If it is damaged or was not made by `exportSpace`
 */
// deno-lint-ignore no-explicit-any
export function importSpace<Data = any>(text: string, options?: SpaceOptions): Space<Data> {
  const task = "import space";
  if (typeof text !== "string") refuse(task, "text", text, "be a string", TypeError);
  const space = new Space<Data>(options);
  try {
    const file = JSON.parse(text, (_, value) => value === "-0" ? -0 : value);
    checkObject(task, "text", file, "the JSON of an object");
    checkKnown(task, file, ["format", "shapes", "image"]);
    if (file.format !== FORMAT) refuse(task, "format", file.format, `be "${FORMAT}"`);
    for (const shape of file.shapes as Saved[]) space.add(read(shape));
    space.save(); // now it knows the shapes
    space.restore(Uint8Array.from(atob(file.image), (letter) => letter.charCodeAt(0)));
  } catch (error) {
    const reason = (error as Error).message.replace(`Cannot ${task}: `, "");
    throw new RangeError(`Cannot ${task}: text is not one that exportSpace() made: ${reason}`);
  }
  return space;
}

function holdsFunction(shape: Shape): boolean {
  if (!(shape instanceof ConvexShape)) return "parts" in shape && shape.parts.some(holdsFunction);
  if (shape.curved?.placed !== undefined) return holdsFunction(shape.curved.placed.shape);
  return shape.support !== null && shape.kind !== "ellipse";
}

function write(shape: Shape): Saved {
  const { kind } = shape;
  if (shape.kind === "compound") return { kind, parts: shape.parts.map(write) };
  if (shape.kind === "chain") {
    const { points, loop, frontOnly, segments } = shape;
    const { before } = segments[0], { after } = segments[segments.length - 1];
    return { kind, points: [...points], loop, frontOnly, before, after };
  }
  const { radius, record } = shape, placed = shape.curved?.placed;
  if (placed !== undefined) {
    return { kind: "moved", shape: write(placed.shape), pose: { ...placed.pose } };
  }
  if (kind === "ellipse") return { kind, axes: { x: record[HALF_AXES], y: record[HALF_AXES + 1] } };
  return { kind, points: corePoints(shape), radius };
}

function readConvex(saved: Saved): ConvexShape {
  const { kind, points = [], radius = 0, axes, shape, pose } = saved;
  if (kind === "point") return point(points[0]);
  if (kind === "circle") return circle(radius, points[0]);
  if (kind === "segment") return segment(points[0], points[1]);
  if (kind === "capsule") return capsule(points[0], points[1], radius);
  if (kind === "polygon") return polygon(points, { radius });
  if (kind === "ellipse") return ellipse(axes!.x, axes!.y);
  if (kind === "moved") return transformShape(readConvex(shape!), pose!);
  throw new RangeError(`kind is ${kind}`);
}

function read(saved: Saved): Shape {
  const { kind, parts = [], points = [], loop = false, frontOnly, before, after } = saved;
  if (kind === "compound") return compound(parts.map(readConvex));
  if (kind !== "chain") return readConvex(saved);
  const ends = loop ? {} : { before: before ?? undefined, after: after ?? undefined };
  return chain(points, { loop, frontOnly, ...ends });
}
