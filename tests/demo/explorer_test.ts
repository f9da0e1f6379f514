import { assert, assertAlmostEquals, assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  box,
  circle,
  type ConvexShape,
  gjkTrace,
  polygon,
  type Pose,
  pose,
  regularPolygon,
  signedDistance,
  type TraceStep,
  type Vec2,
} from "@narrowphase/gjk2d";
import * as library from "@narrowphase/gjk2d";
import { Random } from "../../demo/engine/mod.ts";
import { codeOf } from "../../demo/explorer/code.ts";
import { edgeNear, originOf, originWords } from "../../demo/explorer/edges.ts";
import {
  clip,
  differenceOf,
  nearestToOrigin,
  outlineOf,
  reach,
  regionsOf,
  wayOut,
} from "../../demo/explorer/geometry.ts";
import { sweepOf } from "../../demo/explorer/impact_view.ts";
import { type Box, clearPlace, placesBeside } from "../../demo/explorer/labels.ts";
import {
  body,
  firstScene,
  formatScene,
  hullOf,
  KINDS,
  parseScene,
  poseOf,
  shapeOf,
  tidy,
  tidyAngle,
  VIEWS,
} from "../../demo/explorer/scene.ts";
import { STEP_SCENES, stepsOf } from "../../demo/explorer/steps_view.ts";
import { tutorialTrace } from "../../demo/explorer/tutorial.ts";
import {
  boundsAfter,
  describeStep,
  describeTutorial,
  distinctSimplex,
  keptSimplex,
  show,
  showPoint,
} from "../../demo/explorer/words.ts";

/** Traces of random pairs, near and far, and what the library says about each. */
function* traces(): Generator<
  { steps: TraceStep[]; distance: number; a: ConvexShape; b: ConvexShape; pa: Pose; pb: Pose }
> {
  const random = new Random(2026);
  const sliver = polygon([{ x: -2, y: 0 }, { x: 1, y: -0.2 }, { x: 3, y: 0.5 }]);
  for (let i = 0; i < 400; i++) {
    const a = i % 3 === 0
      ? sliver
      : regularPolygon(3 + random.uint32() % 9, random.between(0.5, 2));
    const b = regularPolygon(3 + random.uint32() % 9, random.between(0.5, 2));
    const pa = pose(random.between(-2, 0), random.between(-1, 1), random.between(-3, 3));
    const pb = pose(random.between(0, 3), random.between(-1, 1), random.between(-3, 3));
    yield {
      steps: gjkTrace(a, pa, b, pb),
      distance: signedDistance(a, pa, b, pb).distance,
      a,
      b,
      pa,
      pb,
    };
  }
}

/** Whether a point is in a counter-clockwise or clockwise convex polygon, or on its border. */
function holds(points: readonly Vec2[], p: Vec2, slack: number): boolean {
  let left = false;
  let right = false;
  for (let i = 0; i < points.length; i++) {
    const q = points[i];
    const r = points[(i + 1) % points.length];
    const side = (r.x - q.x) * (p.y - q.y) - (r.y - q.y) * (p.x - q.x);
    if (side > slack) left = true;
    if (side < -slack) right = true;
  }
  return !(left && right);
}

describe("scene", () => {
  it("an address holds a scene exactly, for every kind and view", () => {
    for (const view of VIEWS) {
      for (const kind of KINDS) {
        const scene = { ...firstScene(), view, a: body(kind, -1.234, 0.5, 33.5, 1.15) };
        if (view === "steps") scene.step = 3;
        const text = formatScene(scene);
        const again = parseScene(text);
        assertEquals(formatScene(again), text);
        assertEquals(again.a.kind, kind);
        assertEquals(poseOf(again.a), poseOf(scene.a));
        assertEquals(shapeOf(again.a).points, shapeOf(scene.a).points);
        assertEquals(shapeOf(again.a).radius, shapeOf(scene.a).radius);
      }
    }
  });

  it("senseless fields leave what was there", () => {
    const first = formatScene(firstScene());
    for (
      const text of [
        "",
        "#",
        "view=",
        "a=",
        "a=box",
        "a=box,1",
        "a=box,x,1",
        "a=box,1,",
        "a=box,Infinity,1",
        "a=box,1e9,1",
        "a=dodecahedron,0,0",
        "b=hull,0,0,0,1,0,0,1,1,2,2",
        "%E0%A4%A",
      ]
    ) assertEquals(formatScene(parseScene(text)), first, text);
  });

  it("a hull that an address may hold is a shape at every size", () => {
    const random = new Random(41);
    const p = (): Vec2 => ({
      x: tidy(random.between(-1.5, 1.5)),
      y: tidy(random.between(-1.5, 1.5)),
    });
    let thin = 0;
    for (let i = 0; i < 20_000; i++) {
      // Three points on a line, but for their last digit.
      const [q, r] = [p(), p()];
      const t = random.between(-0.5, 1.5);
      const s = { x: tidy(q.x + t * (r.x - q.x)), y: tidy(q.y + t * (r.y - q.y)) };
      const points = i % 4 === 0 ? [q, r, p()] : [q, r, s];
      const scene = { ...firstScene(), a: { ...body("hull", -1, 0.5), points } };
      const { a } = parseScene(formatScene(scene));
      if (hullOf(points) === null) {
        thin++;
        assertEquals(a.kind, "box");
        continue;
      }
      assertEquals(a.points, points);
      for (const size of [0.2, 0.35, 0.7, 1, 1.05, 1.9, 3]) shapeOf({ ...a, size });
    }
    assert(thin > 14_000 && thin < 16_000, `${thin}`);
  });

  it("an address with a hull that is a line at another size shows another shape", () => {
    const thin = parseScene("a=hull,0,0,0,1,-0.834,0.404,-0.812,0.385,-0.79,0.366");
    assertEquals(thin.a.kind, "box");
  });

  it("an address with a hull of more corners than a hand draws shows another shape", () => {
    const round = (count: number): string =>
      Array.from({ length: count }, (_, i) => {
        const t = 2 * Math.PI * i / count;
        return `${tidy(900 * Math.cos(t))},${tidy(900 * Math.sin(t))}`;
      }).join(",");
    assertEquals(parseScene(`a=hull,0,0,0,1,${round(400)}`).a.points.length, 400);
    assertEquals(parseScene(`a=hull,0,0,0,1,${round(20_000)}`).a, firstScene().a);
  });

  it("hullOf() measures the width across, whatever the direction", () => {
    for (let i = 0; i < 24; i++) {
      const t = Math.PI * i / 12;
      const [c, s] = [Math.cos(t), Math.sin(t)];
      const slab = (width: number): Vec2[] =>
        [[-1, 0], [1, 0], [1, width], [0, width / 2], [-1, width]].map(([x, y]) => (
          { x: 5 + c * x - s * y, y: 3 + s * x + c * y }
        ));
      assertEquals(hullOf(slab(0.0199)), null);
      assertEquals(hullOf(slab(0.0201))?.length, 4);
    }
    assertEquals(hullOf([]), null);
    assertEquals(hullOf([{ x: 1, y: 2 }, { x: 4, y: 3 }]), null);
  });

  it("numbers out of range are brought into it", () => {
    const { a, time, margin, moveA } = parseScene(
      "a=ngon,0,0,725,99,1000&time=7&margin=-3&moveA=1,2,300",
    );
    assertEquals([a.angle, a.size, a.sides], [5, 3, 12]);
    assertEquals([time, margin, moveA.angle], [1, 0, 175]);
    // A way may be twice as long as a place is far.
    const far = parseScene("a=box,-1000.5,2000&ray=1200,-3,-2000,5&cast=2000,-2000");
    assertEquals([far.a.x, far.a.y], [-1000, 1000]);
    assertEquals(far.ray, { x: 1000, y: -3, dx: -2000, dy: 5 });
    assertEquals(far.cast, { x: 2000, y: -2000 });
    assertEquals([-540, -180, 180, 190, 359.9996].map(tidyAngle), [180, 180, 180, -170, 0]);
  });

  it("the first scene shows shapes apart", () => {
    const { a, b } = firstScene();
    assert(signedDistance(shapeOf(a), poseOf(a), shapeOf(b), poseOf(b)).distance > 0.5);
  });
});

describe("geometry", () => {
  it("the region that the search chose holds the origin", () => {
    const seen = new Set<string>();
    const within = { minX: -50, minY: -50, maxX: 50, maxY: 50 };
    for (const { steps } of traces()) {
      for (const step of steps) {
        if (step.region === 0) continue;
        const simplex = distinctSimplex(step).map((p) => p.point);
        const region = regionsOf(simplex, within, step.stage).find(({ number }) =>
          number === step.region
        );
        assert(region !== undefined);
        assert(holds(region.points, { x: 0, y: 0 }, 1e-9), `region ${step.region}`);
        seen.add(`${step.stage} ${step.region}`);
      }
    }
    const expected = ["search 2", "search 3", "search 4", "search 6", "search 7"];
    assertEquals([...seen].sort(), [...expected, "walk 1", "walk 2", "walk 3"]);
  });

  it("the regions of a triangle do not overlap", () => {
    const within = { minX: -9, minY: -9, maxX: 9, maxY: 9 };
    const random = new Random(5);
    const p = (): Vec2 => ({ x: random.between(-3, 3), y: random.between(-3, 3) });
    for (let i = 0; i < 200; i++) {
      const regions = regionsOf([p(), p(), p()], within).filter(({ points }) => points.length > 2);
      const at = { x: random.between(-9, 9), y: random.between(-9, 9) };
      const hits = regions.filter(({ points }) => holds(points, at, -1e-9)).map((r) => r.number);
      // Behind an edge that faces away both the corner and an edge may claim a point.
      assert(hits.length <= 2 && (hits.length < 2 || !hits.includes(7)), hits.join());
    }
  });

  it("outlines of smooth shapes have the size of the shape", () => {
    const scene = firstScene();
    scene.a = body("ellipse", 3, -2, 30, 1);
    const outline = outlineOf(shapeOf(scene.a), poseOf(scene.a));
    assertAlmostEquals(reach(outline, scene.a), 1.4, 1e-3);
    const round = differenceOf(
      outlineOf(circle(1), pose(1, 2)),
      outlineOf(circle(0.5), pose(3, 1)),
    );
    assertEquals(round, { points: [{ x: -2, y: 1 }], radius: 1.5 });
  });

  it("clip() keeps the part on one side", () => {
    const square = box(2, 2).points;
    assertEquals(clip(square, 1, 0, 5).length, 4);
    assertEquals(clip(square, 1, 0, -5), []);
    const half = clip(square, 1, 0, 0.25);
    assertEquals(Math.max(...half.map(({ x }) => x)), 0.25);
  });

  it("wayOut() shows all points, and stays as it is for what is dragged to the border", () => {
    assertEquals(wayOut([{ x: -4, y: 3 }, { x: 1, y: -2 }], 4.9, 3.6, 0.2), 1);
    const random = new Random(5);
    for (let i = 0; i < 200; i++) {
      // Any window: as low or as narrow as it may be.
      const maxX = random.between(4.9, 20);
      const maxY = random.between(3.6, 20);
      const rim = random.between(0.05, 0.9);
      const far = { x: random.between(-1000, 1000), y: random.between(-1000, 1000) };
      const out = wayOut([{ x: 1, y: 1 }, far], maxX, maxY, rim);
      assert(Math.abs(far.x) < out * maxX && Math.abs(far.y) < out * maxY);
      for (
        const p of [{ x: -tidy(out * (maxX - rim)), y: 0 }, { x: 0, y: tidy(out * (maxY - rim)) }]
      ) {
        assertEquals(wayOut([far, p], maxX, maxY, rim), out);
      }
      assertEquals(wayOut([{ x: tidy(maxX - rim), y: tidy(rim - maxY) }], maxX, maxY, rim), 1);
    }
  });

  it("nearestToOrigin() of points, segments and triangles", () => {
    assertEquals(nearestToOrigin([{ x: 3, y: 4 }]), { x: 3, y: 4 });
    assertEquals(nearestToOrigin([{ x: -1, y: 2 }, { x: 3, y: 2 }]), { x: 0, y: 2 });
    assertEquals(nearestToOrigin([{ x: 1, y: 2 }, { x: 3, y: 2 }]), { x: 1, y: 2 });
    assertEquals(nearestToOrigin([{ x: 1, y: 2 }, { x: 1, y: 2 }]), { x: 1, y: 2 });
  });
});

describe("words", () => {
  it("the bounds always enclose the distance and meet at the end", () => {
    for (const { steps, distance } of traces()) {
      const truth = Math.max(distance, 0);
      for (let count = 1; count <= steps.length; count++) {
        const { low, high } = boundsAfter(steps, count);
        assert(low <= truth + 1e-12 && high >= truth - 1e-12, `${low} ${truth} ${high}`);
      }
      const { low, high } = boundsAfter(steps, steps.length);
      if (distance > 0) assertAlmostEquals(high - low, 0, 1e-9);
      else assertEquals(high, 0);
    }
  });

  it("every step says what it does, and the last one how it ends", () => {
    for (const { steps, distance } of traces()) {
      steps.forEach((step, i) => {
        const text = describeStep(steps, i, 0).join(" ");
        assertStringIncludes(text, `d = ${showPoint(step.direction)}`);
        assertStringIncludes(text, `w₀ = ${showPoint(step.support.point)}`);
        if (step.region > 0 && step.region < 7) assertStringIncludes(text, `region ${step.region}`);
        assertEquals(/overlap/.test(text), step.region === 7);
        assertEquals(text.includes("starts"), i === 0);
        assert(keptSimplex(step).length <= 3);
      });
      const walls = steps.filter((_, i) => describeStep(steps, i, 0).join(" ").includes("wall: "));
      assertEquals(walls.length, distance > 0 ? 1 : 0);
      const end = describeStep(steps, steps.length - 1, 0).join(" ");
      if (distance > 0) assertStringIncludes(end, `${show(distance)} apart`);
    }
  });

  it("a search that ends with the origin on the simplex says that they intersect", () => {
    const crate = box(2, 2);
    for (const [x, y] of [[2, 0], [2, 0.5], [2, 2], [0, -2], [-2, 1], [0, 0], [1, 1]]) {
      const steps = gjkTrace(crate, pose(), crate, pose(x, y));
      const end = describeStep(steps, steps.length - 1, 0).join(" ");
      assert(/the shapes (intersect|overlap)/.test(end), end);
      assert(!end.includes("apart"), end);
      assertEquals(boundsAfter(steps, steps.length), { low: 0, high: 0 });
    }
  });

  it("radii decide in the last sentence", () => {
    for (
      const [x, words] of [[3, "less"], [2, "as much or more"], [1, "as much or more"]] as const
    ) {
      const steps = gjkTrace(circle(1), pose(), circle(1), pose(x, 0));
      const end = describeStep(steps, steps.length - 1, 2).join(" ");
      assertStringIncludes(end, "add up to 2");
      assertStringIncludes(end, words);
    }
  });

  it("show() writes few digits and a true minus sign", () => {
    assertEquals(
      [0, -0, 1, -1.5, 1 / 3, 123456, -1e-7, Infinity, NaN].map((v) => show(v)),
      ["0", "0", "1", "−1.5", "0.33333", "1.235e+5", "−1.000e−7", "∞", "—"],
    );
  });
});

describe("tutorial", () => {
  it("tutorialTrace() agrees with the library on random pairs, and its regions hold the origin", () => {
    for (const { a, b, pa, pb, distance } of traces()) {
      const [pointsA, pointsB] = [outlineOf(a, pa).points, outlineOf(b, pb).points];
      const steps = tutorialTrace(pointsA, pointsB);
      assertEquals(steps.at(-1)!.verdict, distance > 0 ? "separate" : "intersect");
      for (const { simplex, region } of steps) {
        if (region === 0) continue;
        const points = simplex.map(({ point }) => point);
        const within = { minX: -50, minY: -50, maxX: 50, maxY: 50 };
        const mine = regionsOf(points, within, "tutorial").filter((r) => r.number === region);
        // Beyond the newest point of a triangle there are two parts, of which one is drawn.
        if (region !== 5) assert(mine.some((r) => holds(r.points, { x: 0, y: 0 }, 1e-9)));
      }
    }
  });

  it("scenes of many steps have five to eight, and the last one shows where the tutorial errs", () => {
    STEP_SCENES.forEach(([name, text], i) => {
      const { a, b, by } = parseScene(text);
      const frame = { a: shapeOf(a), b: shapeOf(b), poseA: poseOf(a), poseB: poseOf(b) };
      const { library, tutorial } = stepsOf(frame as Parameters<typeof stepsOf>[0])!;
      if (i < STEP_SCENES.length - 1) {
        assert(library.length >= 5 && library.length <= 8, `${name}: ${library.length}`);
        return;
      }
      assertEquals(by, "tutorial");
      assertEquals([library.at(-1)!.verdict, tutorial.at(-1)!.verdict], ["intersect", "separate"]);
      const end = describeTutorial(tutorial, tutorial.length - 1, "intersect").join(" ");
      assertStringIncludes(end, "errs");
    });
  });
});

describe("code and edges", () => {
  it("codeOf() is a module that gives the library's answer for the scene, for every kind and view", () => {
    for (const kind of KINDS) {
      for (const view of VIEWS) {
        const scene = { ...firstScene(), view, a: body(kind, -0.4, 0.3, 25, 1.1) };
        if (view === "steps" && kind === "ellipse") continue;
        const [, names, rest] = /^import \{ (.*) \} from "@narrowphase\/gjk2d";\n([^]*)$/
          .exec(codeOf(scene))!;
        const said: unknown[] = [];
        const run = new Function("library", "console", `const { ${names} } = library;\n${rest}`);
        run(library, { log: (...values: unknown[]) => said.push(...values) });
        const [a, pa, b, pb] = [
          shapeOf(scene.a),
          poseOf(scene.a),
          shapeOf(scene.b),
          poseOf(scene.b),
        ];
        if (view === "distance") {
          const { status, distance, normal, pointA, pointB } = signedDistance(a, pa, b, pb);
          assertEquals(said, [status, distance, normal, pointA, pointB]);
        } else if (view === "steps") {
          assertEquals(
            said,
            library.gjkTrace(a, pa, b, pb).flatMap((s) => [
              s.stage,
              s.direction,
              s.support.point,
              s.region,
              s.verdict,
            ]),
          );
        } else if (view === "cast") {
          assertEquals(said, [library.shapeCast(a, pa, b, pb, scene.cast)]);
        } else if (view === "impact") {
          const [from, to] = [sweepOf(scene.a, scene.moveA), sweepOf(scene.b, scene.moveB)];
          assertEquals(said, [library.timeOfImpact(a, from, b, to)]);
        } else if (view === "contact") {
          const { normal, points, pointCount } = library.collide(a, pa, b, pb, { margin: 0.5 });
          assertEquals(said, [normal, points.slice(0, pointCount)]);
        } else {
          const { x, y, dx, dy } = scene.ray;
          assertEquals(
            said,
            [[a, pa], [b, pb]].map(([s, p]) =>
              library.rayCast(s as ConvexShape, p as typeof pa, { x, y }, { x: dx, y: dy })
            ),
          );
        }
      }
    }
  });

  it("originOf() names the points whose differences are the edge's ends", () => {
    for (const { a, b, pa, pb } of traces()) {
      const [as, bs] = [outlineOf(a, pa), outlineOf(b, pb)];
      const { points } = differenceOf(as, bs);
      points.forEach((p, i) => {
        const q = points[(i + 1) % points.length];
        assertEquals(edgeNear(points, { x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 }, 1e-6), i);
        const origin = originOf(as.points, bs.points, p, q);
        assert(origin.a.length + origin.b.length >= 3);
        for (const end of [p, q]) {
          const hit = origin.a.some((k) =>
            origin.b.some((l) => {
              const u = as.points[k], v = bs.points[l];
              return Math.hypot(u.x - v.x - end.x, u.y - v.y - end.y) < 1e-9;
            })
          );
          assert(hit, originWords(origin));
        }
      });
    }
  });
});

describe("placesBeside() and clearPlace()", () => {
  const half = { x: 24, y: 8 };
  const box10 = ({ x, y }: Vec2): Box => ({ x, y, half: { x: 10, y: 10 } });

  it("a label stands above the middle of its line, at the side of an upright one", () => {
    const first = (p: Vec2, q: Vec2): Vec2 => placesBeside(p, q, half)[0];
    for (
      const [p, q] of [[{ x: 10, y: 50 }, { x: 90, y: 50 }], [{ x: 90, y: 50 }, { x: 10, y: 50 }]]
    ) {
      assertEquals(first(p, q), { x: 50, y: 36 });
      assertEquals(clearPlace(placesBeside(p, q, half), half, []), { x: 50, y: 36 });
    }
    assertEquals(first({ x: 10, y: 90 }, { x: 10, y: 10 }), { x: 10 - 32, y: 50 });
    assertEquals(first({ x: 10, y: 10 }, { x: 10, y: 10 }), { x: 10, y: -4 });
  });

  it("it keeps clear of what is there, as near as it can", () => {
    const p = { x: 100, y: 100 };
    const q = { x: 160, y: 80 };
    const places = placesBeside(p, q, half);
    const random = new Random(4);
    let moved = 0;
    for (let i = 0; i < 500; i++) {
      const obstacles = Array.from({ length: 4 }, () => ({
        x: random.between(70, 190),
        y: random.between(50, 130),
      }));
      const at = clearPlace(places, half, obstacles.map(box10));
      const covers = (place: Vec2): boolean =>
        obstacles.some(({ x, y }) =>
          Math.abs(x - place.x) < half.x + 10 && Math.abs(y - place.y) < half.y + 10
        );
      const free = places.find((place) => !covers(place));
      if (free !== undefined) assertEquals(at, free);
      if (at !== places[0]) moved++;
    }
    assert(moved > 100, `${moved}`);
    // Where everything is full, the place with the least under it.
    const full = [...places, ...places].flatMap((place, i) => i === 3 ? [] : [place, place]);
    assert(places.includes(clearPlace(places, half, full.map(box10))));
    const two = [{ x: 0, y: 0 }, { x: 5, y: 0 }];
    assertEquals(clearPlace(two, half, [box10({ x: -20, y: 0 })]), two[1]);
  });
});
