/**
 * What a user sees who looks at a shape in a console, or mistakes a name.
 *
 * @module
 */
import { assert, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  box,
  capsule,
  chain,
  circle,
  clipVelocity,
  collide,
  compound,
  convexHull,
  decompose,
  distance,
  ellipse,
  exportSpace,
  importSpace,
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
import {
  FixedTimestep,
  FrameLimiter,
  GameLoop,
  GameTimers,
  hz,
  presets,
} from "@narrowphase/gjk2d/loop";
import { VirtualTime } from "@narrowphase/gjk2d/loop/testing";

const NONE = new Float64Array(0);
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
  });
});

describe("an unknown option", () => {
  const space = new Space();
  space.add(BALL);
  // Every public function that takes options, but convex(), whose function sees its own as `this`; those
  // of the loop have their own table.
  const given: [string, (options: never) => unknown, string, string][] = [
    ["box", (o) => box(1, 1, o), "radios", "options.radius"],
    ["polygon", (o) => polygon([], o), "redius", "options.radius"],
    ["chain", (o) => chain([], o), "looop", "options.loop"],
    ["decompose", (o) => decompose(box(1, 1).points, o), "hole", "options.holes"],
    ["compound", (o) => compound([o]), "x", "one of shape, pose"],
    ["collide", (o) => collide(BALL, AT, BALL, AT, o), "margn", "options.margin"],
    ["manifolds", (o) => manifolds(BALL, AT, BALL, AT, o), "margins", "options.margin"],
    ["shapeCast", (o) => shapeCast(BALL, AT, BALL, AT, WAY, o), "mask", "one of initialOverlap"],
    ["timeOfImpact", (o) => timeOfImpact(BALL, SWEEP, BALL, SWEEP, o), "tol", "one of targetSep"],
    ["Space", (o) => new Space(o), "backends", "options.backend"],
    ["importSpace", (o) => importSpace(exportSpace(space), o), "size", "one of capacity, backend"],
    ["add", (o) => space.add(BALL, AT, o), "senser", "options.sensor"],
    ["setFilter", (o) => space.setFilter(0, o), "categories", "filter.category"],
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
    ["Space.rayCastsAll", (o) => space.rayCastsAll(NONE, o), "exits", "one of mask"],
    ["Space.rayCastsAny", (o) => space.rayCastsAny(NONE, o), "maks", "options.mask"],
    ["Space.shapeCasts", (o) => space.shapeCasts(BALL, NONE, o), "maks", "options.mask"],
    ["Space.timesOfImpact", (o) => space.timesOfImpact(NONE, o), "maks", "options.mask"],
    ["Space.overlapsAt", (o) => space.overlapsAt(BALL, NONE, o), "maks", "options.mask"],
    ["Space.atPoints", (o) => space.atPoints(NONE, o), "maks", "options.mask"],
    ["Space.inBoxes", (o) => space.inBoxes(NONE, o), "maks", "options.mask"],
    ["Space.nearestTo", (o) => space.nearestTo(new Float64Array(2), o), "count", "one of mask"],
    ["moveAndSlide", (o) => moveAndSlide(space, BALL, AT, WAY, o), "maxslope", "options.maxSlope"],
  ];
  for (const [name, act, option, mend] of given) {
    it(`${name}() refuses by name, and says which is near`, () => {
      const text = `.${option} is unknown, must be ${mend}`;
      assertThrows(() => act({ [option]: 1 } as never), TypeError, text);
    });
  }

  it("of another library is told as what it is here", () => {
    const add = (o: never) => space.add(BALL, AT, o),
      ray = (o: never) => space.rayCast(WAY, WAY, o);
    const near = (o: never) => space.nearest(WAY, o);
    const rows: [(options: never) => unknown, string, string][] = [
      [near, "radius", ", must be options.max"],
      [near, "maxDistance", ", must be options.max"],
      [ray, "maxDistance", "; a ray or a cast goes as far as its translation"],
      [ray, "ignore", ", must be options.except"],
      [ray, "exclude", ", must be options.except"],
      [ray, "group", ", must be options.mask"],
      [add, "layer", ", must be options.category and options.mask"],
      [add, "isStatic", "; bodies of one group are no pairs, so give all static bodies the same"],
      [add, "isSensor", ", must be options.sensor"],
      [add, "x", "; the second argument places the body, as in add(shape, pose(x, y, angle)"],
    ];
    for (const [act, name, says] of rows) {
      const text = `options.${name} is unknown${says}`;
      assertThrows(() => act({ [name]: 1 } as never), TypeError, text);
    }
  });
});

describe("a period in seconds", () => {
  it("is refused where it is that of a common rate, and a frequency never", () => {
    const periods: ((ms: number) => unknown)[] = [
      (ms) => new FixedTimestep(ms),
      (ms) => new FrameLimiter(ms),
      (ms) => presets.advanced(ms),
      (ms) => new GameTimers({ act() {} }).every(ms, "act"),
    ];
    for (const act of periods) {
      for (const rate of [30, 60, 120, 144]) {
        const text = ` is ${1 / rate}, must be in milliseconds: hz(${rate})`;
        assertThrows(() => act(1 / rate), RangeError, text);
        act(hz(rate));
        act(hz(rate + 1));
      }
    }
    assertEquals(hz(1 / 60), 60000);
  });

  it("may come of a game that runs a thousand times as fast", async () => {
    const time = new VirtualTime();
    const loop = new GameLoop({ update() {}, draw() {} }, time, presets.advanced(hz(60)));
    loop.timeScale = 1000; // a step takes 1/60 ms
    for (const until of [100, 200]) { // the second run begins so
      const ended = loop.runFrames(time);
      await time.run(until);
      loop.stop();
      assertEquals(await ended, "stopped");
      assert(loop.stats.updates > 1000);
    }
  });
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

  it("says how to call what other libraries call with other arguments", () => {
    const no = (value: unknown): never => value as never;
    const space = new Space();
    const errors: [() => unknown, typeof TypeError | typeof RangeError, string][] = [
      [
        () => circle(no("x".repeat(41))),
        TypeError,
        `radius is the string "${"x".repeat(40)}"…, must`,
      ],
      [() => circle(0, no(0)), TypeError, "center is 0, must be a point { x, y }, as in circle(r"],
      [() => box(0, 0, no(2)), TypeError, "options is 2, must be an object (as in box(width, h"],
      [() => pose(no(WAY)), TypeError, "x is an object, must be a number, as in pose(p.x, p.y)"],
      [() => space.remove(-1), RangeError, "id is -1, must be the id of a body: there is none"],
      [() => clipVelocity(WAY, no(null)), TypeError, "met is null, must be what moveAndSlide()"],
      [() => clipVelocity(no(null), no({})), TypeError, "velocity is null, must be a vector"],
      [() => clipVelocity(WAY, no({})), TypeError, "met.hits is undefined, must be an array of"],
      [() => importSpace("{}"), RangeError, "made: format is undefined, must be "],
    ];
    for (const [act, kind, text] of errors) assertThrows(act, kind, text);
    for (let k = 0; k < 3; k++) space.add(BALL);
    space.remove(1);
    assertThrows(() => space.remove(3), RangeError, "must be the id of a body: 0, 2");
    for (let k = 0; k < 8; k++) space.add(BALL);
    const text = "id is 0.5, must be the id of a body: 0, 1, 2, 3, 4, 5, 6, 7, …";
    assertThrows(() => space.remove(0.5), RangeError, text);
  });
});
