/**
 * What a user sees who looks at a shape in a console, or mistakes a name.
 *
 * @module
 */
import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  box,
  capsule,
  chain,
  circle,
  collide,
  compound,
  convexHull,
  decompose,
  distance,
  ellipse,
  manifolds,
  moveAndSlide,
  polygon,
  pose,
  rayCast,
  type Shape,
  shapeCast,
  Space,
  timeOfImpact,
} from "@narrowphase/gjk2d";

const BALL = circle(1), AT = pose(), WAY = { x: 1, y: 0 };
const SWEEP = { localCenter: { x: 0, y: 0 }, from: AT, to: AT };

describe("a shape in a console", () => {
  it("shows its kind, points and radius, and nothing internal", () => {
    const shapes: [Shape, string[]][] = [
      [BALL, ["kind", "points", "radius"]],
      [box(1, 2), ["kind", "points", "radius"]],
      [capsule({ x: 0, y: 0 }, { x: 1, y: 0 }, 1), ["kind", "points", "radius"]],
      [ellipse(1, 2), ["kind", "points", "radius"]],
      [compound([BALL, box(1, 2)]), ["kind", "parts"]],
      [chain([{ x: 0, y: 0 }, { x: 1, y: 0 }]), ["kind", "points", "loop", "frontOnly"]],
    ];
    for (const [shape, keys] of shapes) {
      const seen: string[] = [];
      for (const key in shape) seen.push(key);
      assertEquals(seen.sort(), keys.sort());
    }
    assertEquals(JSON.parse(JSON.stringify(BALL)), {
      kind: "circle",
      points: [{ x: 0, y: 0 }],
      radius: 1,
    });
  });
});

describe("an unknown option", () => {
  const space = new Space();
  space.add(BALL);
  const given: [string, (options: never) => unknown, string, string][] = [
    ["box", (o) => box(1, 1, o), "radios", "options.radius"],
    ["polygon", (o) => polygon([], o), "redius", "options.radius"],
    ["chain", (o) => chain([], o), "looop", "options.loop"],
    ["decompose", (o) => decompose(box(1, 1).points, o), "hole", "options.holes"],
    ["collide", (o) => collide(BALL, AT, BALL, AT, o), "margn", "options.margin"],
    ["manifolds", (o) => manifolds(BALL, AT, BALL, AT, o), "margins", "options.margin"],
    ["shapeCast", (o) => shapeCast(BALL, AT, BALL, AT, WAY, o), "mask", "one of initialOverlap"],
    ["timeOfImpact", (o) => timeOfImpact(BALL, SWEEP, BALL, SWEEP, o), "tol", "one of targetSep"],
    ["Space", (o) => new Space(o), "backends", "options.backend"],
    ["add", (o) => space.add(BALL, AT, o), "senser", "options.sensor"],
    ["update", (o) => space.update(o), "margim", "options.margin"],
    ["Space.rayCast", (o) => space.rayCast(WAY, WAY, o), "maks", "options.mask"],
    ["Space.rayCastAll", (o) => space.rayCastAll(WAY, WAY, o), "exit", "options.exits"],
    ["Space.rayCastAny", (o) => space.rayCastAny(WAY, WAY, o), "Filter", "options.filter"],
    ["Space.shapeCast", (o) => space.shapeCast(BALL, AT, WAY, o), "margin", "one of mask"],
    ["Space.overlaps", (o) => space.overlaps(BALL, AT, o), "excpet", "options.except"],
    ["Space.at", (o) => space.at(WAY, o), "masks", "options.mask"],
    ["Space.inBox", (o) => space.inBox({ minX: 0, minY: 0, maxX: 1, maxY: 1 }, o), "m", "one of"],
    ["Space.nearest", (o) => space.nearest(WAY, o), "cuont", "options.count"],
    ["Space.timeOfImpact", (o) => space.timeOfImpact(0, SWEEP, o), "tolerence", "options.toler"],
    ["Space.rayCasts", (o) => space.rayCasts(new Float64Array(5), o), "exits", "one of mask"],
    ["Space.nearestTo", (o) => space.nearestTo(new Float64Array(2), o), "count", "one of mask"],
    ["moveAndSlide", (o) => moveAndSlide(space, BALL, AT, WAY, o), "maxslope", "options.maxSlope"],
  ];
  for (const [name, act, option, mend] of given) {
    it(`${name}() refuses by name, and says which is near`, () => {
      const text = `options.${option} is unknown, must be ${mend}`;
      assertThrows(() => act({ [option]: 1 } as never), TypeError, text);
    });
  }
});

describe("an error of a type", () => {
  it("says how to mend poses and lists of points", () => {
    const no = (value: unknown): never => value as never;
    const errors: [() => unknown, string][] = [
      [() => distance(BALL, no(WAY), BALL, AT), "poseA.cos is undefined, must be a number; pose("],
      [() => rayCast(BALL, no({ ...WAY, angle: 1 }), WAY, WAY), "pose(x, y, angle) makes a pose"],
      [() => polygon(no([[0, 0], [1, 0], [0, 1]])), "points[0] is an array, must be a point"],
      [() => polygon(no([0, 0, 1, 0, 0, 1])), "make one of each two numbers"],
      [() => convexHull(no([[0, 0]])), "([x, y]) => ({ x, y }) makes one"],
      [() => chain(no([0, 0, 1, 0])), "points[0] is 0, must be a point { x, y }; make one of"],
      [() => new Space().at(no([1, 2])), "p is an array, must be a point { x, y }; ([x, y]) =>"],
    ];
    for (const [act, text] of errors) assertThrows(act, TypeError, text);
  });
});
