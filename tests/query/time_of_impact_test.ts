import {
  assert,
  assertAlmostEquals,
  assertEquals,
  assertLess,
  assertLessOrEqual,
  assertStrictEquals,
} from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  angleOf,
  box,
  capsule,
  chain,
  circle,
  compound,
  convexHull,
  type ConvexShape,
  ellipse,
  type ImpactResult,
  intersects,
  point,
  polygon,
  type Pose,
  pose,
  regularPolygon,
  segment,
  type Shape,
  shapeCast,
  signedDistance,
  support,
  type Sweep,
  sweepPose,
  timeOfImpact,
  transformPoint,
  type Vec2,
} from "@narrowphase/gjk2d";
import { disk, halfDisk, motion, still } from "../generate/shapes.ts";
import { effort } from "../effort.ts";
import { survey } from "../generate/survey.ts";
import { Random } from "../generate/random.ts";

const SEED = 20261121;
const O: Vec2 = { x: 0, y: 0 };
/** Default tolerance. */
const TOLERANCE = 2 ** -12;
const ULP = 2 ** -52;

/** At rest at the origin. */
const REST = still(pose());

/** Bodies that rest and slide. */
const BODIES = [
  box(1.25, 1),
  circle(0.5),
  capsule({ x: -1, y: 0 }, { x: 1, y: 0 }, 0.5),
  ellipse(1, 0.5),
  box(0.25, 0.75, { radius: 0.125 }),
];

/** Furthest point of a shape from the sweep's center, radius included. */
function sizeOf(shape: ConvexShape, center: Readonly<Vec2>): number {
  return Math.max(...shape.points.map((p) => Math.hypot(p.x - center.x, p.y - center.y))) +
    shape.radius;
}

function toleranceOf(a: ConvexShape, sa: Sweep, b: ConvexShape, sb: Sweep): number {
  const x = sizeOf(a, sa.localCenter), y = sizeOf(b, sb.localCenter);
  return TOLERANCE * (Math.min(x, y) > 0 ? Math.min(x, y) : Math.max(x, y));
}

function distanceAt(a: ConvexShape, sa: Sweep, b: ConvexShape, sb: Sweep, t: number): number {
  return signedDistance(a, sweepPose(sa, t), b, sweepPose(sb, t)).distance;
}

/** Judges an answer by looking at many moments; returns the first at which the shapes touch. */
function judge(
  a: ConvexShape,
  sa: Sweep,
  b: ConvexShape,
  sb: Sweep,
  result: ImpactResult,
  samples: number,
  name: string,
): number {
  for (let i = 0; i <= samples; i++) {
    const t = i / samples;
    if (!intersects(a, sweepPose(sa, t), b, sweepPose(sb, t))) continue;
    assertLessOrEqual(result.fraction, t, name);
    assert(result.status !== "separated", name);
    return t;
  }
  return 2;
}

/** The least signed distance up to the fraction, at so many moments. */
function leastGap(
  a: ConvexShape,
  sa: Sweep,
  b: ConvexShape,
  sb: Sweep,
  fraction: number,
  samples: number,
): number {
  let least = Infinity;
  for (let i = 0; i <= samples; i++) {
    least = Math.min(least, distanceAt(a, sa, b, sb, fraction * i / samples));
  }
  return least;
}

/** Moves B to have that signed distance from A. */
function approach(a: ConvexShape, at: Pose, b: ConvexShape, from: Pose, distance: number): void {
  for (let i = 0; i < 4; i++) {
    const found = signedDistance(a, at, b, from), move = found.distance - distance;
    from.x -= move * found.normal.x;
    from.y -= move * found.normal.y;
  }
}

/** Counts how an impact ended, and returns whether the shapes were apart at the start. */
function isApart(
  { status }: ImpactResult,
  met: Partial<Record<ImpactResult["status"], number>>,
  name: string,
): boolean {
  assert(status !== "exhausted", name);
  met[status] = (met[status] ?? 0) + 1;
  return status !== "overlapping";
}

describe("timeOfImpact() against dense sampling", () => {
  const SHAPES: ConvexShape[] = [
    box(4, 0.01),
    box(1, 1),
    circle(0.5),
    capsule({ x: -2, y: 0 }, { x: 2, y: 0 }, 0.01),
    segment({ x: -3, y: 0 }, { x: 1, y: 0 }),
    regularPolygon(7, 1),
    regularPolygon(30, 0.75),
    point({ x: 1, y: 0 }),
    box(6, 0.001, { center: { x: 3, y: 0 } }),
    box(1, 1, { radius: 0.25 }),
  ];

  function anySweep(r: Random, span: number): Sweep {
    const angle = r.range(-4, 4);
    const from = pose(r.range(-span, span), r.range(-span, span), angle);
    const turn = r.chance(0.3) ? 0 : r.range(-3.1, 3.1);
    const to = pose(r.range(-2, 2) - from.x, r.range(-2, 2) - from.y, angle + turn);
    return motion(from, to, r.chance(0.5) ? O : { x: r.range(-1, 1), y: r.range(-1, 1) });
  }

  it("finds no contact before it, and shapes apart by the tolerance at it", () => {
    let most = 0, iterations = 0, unseen = 0;
    survey("impacts", 4000, { separated: 500, hit: 2000 }, (r, met, k) => {
      const a = r.pick(SHAPES), b = r.pick(SHAPES);
      const sa = anySweep(r, r.chance(0.5) ? 0.125 : 5), sb = anySweep(r, 8);
      const name = `motion ${k}, ${a.kind} and ${b.kind}`;
      const result = timeOfImpact(a, sa, b, sb), { status, fraction, distance, normal } = result;
      most = Math.max(most, result.iterations);
      iterations += result.iterations;
      const start = signedDistance(a, sa.from, b, sb.from);
      assertStrictEquals(status === "overlapping", start.distance < 0, name);
      if (!isApart(result, met, name)) {
        assertEquals([fraction, distance, normal], [0, start.distance, start.normal], name);
        return;
      }
      const first = judge(a, sa, b, sb, result, 300, name);
      if (status === "separated") assertStrictEquals(fraction, 1);
      if (status !== "hit") return;
      if (first > 1) unseen++;
      const tolerance = toleranceOf(a, sa, b, sb);
      assertStrictEquals(distance, distanceAt(a, sa, b, sb, fraction), name);
      if (start.distance <= tolerance) return;
      assertLessOrEqual(distance, tolerance * (1 + 1e-9), name);
      assertLessOrEqual(0.5 * tolerance - 1e-13, distance, name);
    });
    assertLess(iterations, effort(4000) * 6);
    assertLess(most, 32);
    // What sampling does not see is passed by within the tolerance, or is over between two samples.
    assertLess(unseen, effort(400));
  });

  it("stops thin rotors that sweep through thin things in a fraction of a sample", () => {
    survey("rotors", 1000, { hits: 250, misses: 160 }, (r, met, k) => {
      const length = r.range(1, 6);
      const width = length * r.magnitude(-6, -3);
      // Spins about one end or its middle by up to half a revolution while it flies by.
      const rotor = box(length, width, { center: { x: r.chance(0.5) ? length / 2 : 0, y: 0 } });
      const angle = r.range(-4, 4);
      const from = pose(r.range(-9, 9), r.range(-9, 9), angle);
      const turn = r.sign() * r.range(2, 3.14);
      const goal = { x: r.range(-4, 4) - from.x, y: r.range(-4, 4) - from.y };
      const rotorSweep = motion(from, pose(goal.x, goal.y, angle + turn));
      const kind = r.int(0, 2);
      const target = kind === 0
        ? circle(length * r.magnitude(-5, -2))
        : kind === 1
        ? box(r.range(0.5, 3), length * r.magnitude(-6, -3))
        : point(O);
      const at = pose(r.range(-3, 3), r.range(-3, 3), r.range(-4, 4));
      const targetSweep = r.chance(0.5)
        ? still(at)
        : motion(at, pose(r.range(-3, 3), r.range(-3, 3), angleOf(at) + r.range(-3, 3)));
      const result = timeOfImpact(rotor, rotorSweep, target, targetSweep, { tolerance: 1e-6 });
      const name = `rotor ${k}`;
      assert(result.status !== "exhausted", name);
      if (result.status === "overlapping") return;
      // The least distance: 1500 samples, and a search between those around every minimum.
      let previous = Infinity, before = Infinity, least = Infinity;
      const N = 1500;
      for (let i = 0; i <= N && least > 0; i++) {
        const d = distanceAt(rotor, rotorSweep, target, targetSweep, i / N);
        least = Math.min(least, d);
        if (previous <= before && previous <= d) {
          // A local minimum: golden section.
          let lo = Math.max(i - 2, 0) / N;
          let hi = i / N;
          for (let step = 0; step < 60 && least > 0; step++) {
            const p = lo + 0.381966 * (hi - lo);
            const q = hi - 0.381966 * (hi - lo);
            const dp = distanceAt(rotor, rotorSweep, target, targetSweep, p);
            const dq = distanceAt(rotor, rotorSweep, target, targetSweep, q);
            least = Math.min(least, dp, dq);
            if (least <= 0) assertLessOrEqual(result.fraction, dp <= 0 ? p : q, name);
            if (dp <= dq) hi = q;
            else lo = p;
          }
        }
        if (d <= 0) assertLessOrEqual(result.fraction, i / N, name);
        before = previous;
        previous = d;
      }
      if (result.status === "separated") {
        met.misses++;
        assertLess(0, least, name);
      } else {
        met.hits++;
        const d = distanceAt(rotor, rotorSweep, target, targetSweep, result.fraction);
        assertLess(0, d, name);
        assertLess(d, 1e-5 * length, name);
      }
    });
  });

  it("lets nothing through when bodies swing about centers in or far outside of them, smooth ones too", () => {
    const smooth = [ellipse(2, 0.125), ellipse(0.25, 1), ellipse(1, 0.01), halfDisk()];
    survey("swings", 2000, { hit: 500, separated: 375 }, (r, met, k) => {
      const isSmooth = k % 3 === 0;
      const a = r.pick(isSmooth ? smooth : SHAPES);
      const b = r.pick(isSmooth ? [...smooth, ...SHAPES] : SHAPES);
      const swing = (far: number): Sweep => {
        const angle = r.range(-4, 4), reach = r.pick([0, 1, 9, 9]);
        const localCenter = { x: r.range(-reach, reach), y: r.range(-reach, reach) };
        const from = pose(r.range(-far, far), r.range(-far, far), angle);
        const to = pose(r.range(-6, 6), r.range(-6, 6), angle + r.range(-3.1, 3.1));
        return motion(from, to, localCenter);
      };
      const sa = r.chance(0.5) ? REST : swing(1), sb = swing(6), name = `swing ${k}`;
      const result = timeOfImpact(a, sa, b, sb);
      assertStrictEquals(result.status === "overlapping", distanceAt(a, sa, b, sb, 0) < 0, name);
      if (!isApart(result, met, name)) return;
      judge(a, sa, b, sb, result, 150, name);
      if (result.status !== "hit") return;
      assertLess(0, result.distance, name);
      if (isSmooth && sa === REST) assertLess(result.distance, 0.002, name);
    });
  });
});

describe("timeOfImpact()", () => {
  it("is not disturbed by an impact that an accessor of a sweep asks for, whenever that is", () => {
    const crate = box(1, 1), localCenter = { x: 0, y: 0 };
    const still = { localCenter, from: pose(0, 0), to: pose(0, 0) };
    const comes = { localCenter, from: pose(10, 0), to: pose(0, 0) };
    const passes = { localCenter, from: pose(-5, 0), to: pose(5, 0) };
    const expected = timeOfImpact(crate, still, crate, comes);
    for (let when = 0; when < 9; when++) {
      let reads = 0;
      const asks = {
        ...comes,
        get from() {
          if (reads++ === when) timeOfImpact(crate, comes, crate, passes);
          return comes.from;
        },
      };
      assertEquals(timeOfImpact(crate, still, crate, asks), expected, `read ${when}`);
    }
  });

  it("agrees with shapeCast() on motions without rotation", () => {
    const shapes = [box(1, 2), circle(0.5), regularPolygon(5, 1), box(1, 1, { radius: 0.25 })];
    survey("straight", 2000, { hits: 1000 }, (r, met) => {
      const a = r.pick(shapes), b = r.pick(shapes);
      const pa = pose(r.range(-1, 1), r.range(-1, 1), r.range(-4, 4));
      const pb = pose(r.range(-8, 8), r.range(-8, 8), r.range(-4, 4));
      const d = { x: -2 * pb.x + r.range(-2, 2), y: -2 * pb.y + r.range(-2, 2) };
      const sb = motion(pb, { ...pb, x: pb.x + d.x, y: pb.y + d.y });
      const tolerance = toleranceOf(a, still(pa), b, sb);
      const result = timeOfImpact(a, still(pa), b, sb);
      if (result.status === "overlapping") return;
      const half = shapeCast(a, pa, b, pb, d, { targetSeparation: tolerance / 2 });
      const whole = shapeCast(a, pa, b, pb, d, { targetSeparation: tolerance });
      if (result.status === "hit") {
        met.hits++;
        assert(whole !== null);
        assertLessOrEqual(whole.fraction, result.fraction + 1e-12);
        if (half !== null) assertLessOrEqual(result.fraction, half.fraction + 1e-12);
      } else assertStrictEquals(half, null);
    });
  });

  it("stops at the target separation", () => {
    const sweep = motion(pose(-10, 0), pose(10, 0, 2));
    const result = timeOfImpact(box(1, 9), REST, circle(1), sweep, { targetSeparation: 0.5 });
    assertStrictEquals(result.status, "hit");
    assertAlmostEquals(result.fraction, 0.4, TOLERANCE / 20);
    assertAlmostEquals(result.distance, 0.5 + 0.75 * TOLERANCE, 0.26 * TOLERANCE);
    assertEquals(result.normal, { x: -1, y: 0 });
    assertEquals(result.featureA.type, "edge");
    assertEquals(result.featureB, { type: "vertex", i: 0, j: 0 });
  });

  it("keeps the target separation in sweep after sweep, each from where the last one hit", () => {
    const b = box(2, 2), options = { targetSeparation: 0.5 };
    for (const angle of [0, 0.5]) {
      let from = pose(4, 0.25, 0.125), gap = Infinity;
      for (let k = 0; k < 80; k++) {
        const sweep = motion(from, pose(0, 0.25, 0.125 + angle));
        const result = timeOfImpact(b, REST, b, sweep, options);
        assertStrictEquals(result.status, "hit", `sweep ${k}`);
        from = sweepPose(sweep, result.fraction);
        const next = signedDistance(b, pose(), b, from).distance;
        assertLessOrEqual(next, gap, `sweep ${k}`);
        assertLess(0.5 - 1e-13, next, `sweep ${k}`);
        gap = next;
      }
      // There it slides along the wall and parts freely.
      const { x, cos, sin } = from;
      for (const to of [{ x, y: 9, cos, sin }, { x: x + 4, y: 0, cos, sin }, pose(9, 2, -2)]) {
        const { status } = timeOfImpact(b, REST, b, motion(from, to), options);
        assertStrictEquals(status, "separated");
      }
    }
  });

  it("gets no closer to a target than that, or than it starts, when it moves from near it", () => {
    const shapes = [box(1, 1), circle(0.5), box(4, 0.01), regularPolygon(7, 1), ellipse(1, 0.5)];
    survey("impacts near the target", 4000, { hit: 1000, separated: 1000 }, (r, met, k) => {
      const a = r.pick(shapes), b = r.pick(shapes), target = r.pick([0, 0.25, 1]);
      // Apart by the target or less, or more by part of the tolerance.
      const n = r.direction(), angle = r.range(-3, 3), from = pose(9 * n.x, 9 * n.y, angle);
      const far = signedDistance(a, pose(), b, from);
      const start = r.pick([target, target * r.unit(), target + 2 ** -r.int(10, 40)]);
      from.x -= (far.distance - start) * far.normal.x;
      from.y -= (far.distance - start) * far.normal.y;
      const d = r.range(0, 2 ** -r.int(0, 12)), along = r.direction();
      const turn = r.chance(0.5) ? 0 : d * r.range(-1, 1);
      const sb = motion(from, pose(from.x + d * along.x, from.y + d * along.y, angle + turn));
      const result = timeOfImpact(a, REST, b, sb, { targetSeparation: target });
      const name = `motion ${k}, ${a.kind} and ${b.kind}`;
      if (!isApart(result, met, name)) return;
      const least = Math.min(target, distanceAt(a, REST, b, sb, 0));
      assertLess(least - 1e-13, leastGap(a, REST, b, sb, result.fraction, 64), name);
    });
  });

  it("is as fine as its tolerance", () => {
    const sweep = motion(pose(-10, 0), pose(10, 0, 2)), size = Math.sqrt(1.25);
    for (const tolerance of [1e-9, 1e-6, 1e-3, 0.1, 1]) {
      const result = timeOfImpact(box(1, 9), REST, box(2, 1), sweep, { tolerance });
      assertLessOrEqual(0.5 * tolerance * size * (1 - 1e-6), result.distance);
      assertLessOrEqual(result.distance, tolerance * size * (1 + 1e-6));
      assertLess(result.iterations, 12);
    }
  });

  it("takes for touch what rounding makes of a body that was placed flush", () => {
    const ground = box(20, 2);
    survey("placed flush", 2000, { overlaps: 500 }, (r, met, k) => {
      const body = BODIES[k % 4], name = `case ${k}`;
      const frame = pose(r.range(-500, 500), r.range(-500, 500), r.range(-3, 3));
      const at = (x: number, y: number): Pose => ({ ...frame, ...transformPoint(frame, { x, y }) });
      const x = r.range(-4, 4), up = r.range(0, 1), along = r.range(-1, 1);
      const floor = still(at(0, -1));
      const move = (y: number, from = 0.5): ImpactResult =>
        timeOfImpact(ground, floor, body, motion(at(x, from), at(x + along, y)));
      if (signedDistance(ground, floor.from, body, at(x, 0.5)).distance < 0) met.overlaps++;
      // A slide that rounding turns downwards may be a hit; one that rises is none.
      const away = move(0.5 + up), down = move(0.25);
      assertEquals([away.status, away.fraction], ["separated", 1], name);
      assertEquals(down.status, "hit", name);
      assertLess(down.fraction, 1e-3);
      // What is deeper than that overlaps.
      assertEquals(move(2, 0.5 - 1e-9).status, "overlapping", name);
    });
  });

  it("lets shapes that touch at the start slide and part, and stops them when they approach", () => {
    const to = (x: number, y: number, angle = 0, gap = 0): ImpactResult =>
      timeOfImpact(box(4, 2), REST, box(2, 2), motion(pose(0.5, 2 + gap), pose(x, y, angle)));
    for (const free of [to(0.5, 2), to(9, 2), to(3, 7), to(3, 7, 2), to(3, 2.001, 0, 0.001)]) {
      assertStrictEquals(free.status, "separated");
    }
    for (const down of [to(0.5, 1), to(9, 1.875), to(0.5, 2, 1)]) {
      assertEquals([down.status, down.fraction], ["hit", 0]);
    }
    // Within the tolerance: stopped at half the distance.
    assertStrictEquals(to(3, 2 + TOLERANCE, 0, TOLERANCE).status, "separated");
    const near = to(0.5, 2 - TOLERANCE, 0, TOLERANCE);
    assertStrictEquals(near.status, "hit");
    assertAlmostEquals(near.fraction, 0.3125, 0.0626);
  });

  describe("of a rod on a hinge beside a wall", () => {
    const wall = box(2, 20),
      at = still(pose(-1, 0)),
      rod = segment({ x: -3, y: 0 }, { x: 0.5, y: 0 });
    /** Its end is in contact where cos = 5/6. */
    const contact = Math.acos(2.5 / 3);
    const swing = (from: number, to: number, shape = rod, x = 2.5): ImpactResult =>
      timeOfImpact(wall, at, shape, motion(pose(x, 0, from), pose(x, 0, to)));

    it("follows it when it parts, swings round and comes back", () => {
      const result = swing(0.6, 0.6 - 2.9);
      assertStrictEquals(result.status, "hit");
      assertAlmostEquals(result.fraction, (0.6 - contact) / 2.9, 1e-3);
      assertStrictEquals(swing(contact + 1e-9, contact + 3).status, "separated");
    });

    it("stops it by half the tolerance when one end leaves and the other comes", () => {
      const both = segment({ x: -3, y: 0 }, { x: 3, y: 0 });
      const result = swing(contact + 6e-6, contact + 2.4, both);
      assertStrictEquals(result.status, "hit");
      assertAlmostEquals(result.fraction, (Math.PI - 2 * contact) / 2.4, 1e-3);
      assertLess(1.5 * TOLERANCE - 1e-12, result.distance);
      assertLessOrEqual(result.distance, 3 * TOLERANCE);
    });

    it("lets it swing by when it comes a quarter closer than it starts, not when it comes to half", () => {
      // Level it is closest, `part` of what it starts with from the wall.
      for (const [part, status] of [[0.75, "separated"], [0.4, "hit"]] as const) {
        const rest = 4e-4, angle = Math.acos(1 - (1 - part) * rest / 3);
        const half = segment({ x: -3, y: 0 }, { x: 0, y: 0 });
        assertStrictEquals(swing(-angle, 1, half, 3 + part * rest).status, status);
      }
    });
  });

  it("lets a body that starts within the tolerance come to half of that, and no closer", () => {
    const wall = box(2, 20), at = still(pose(-1, 0));
    for (const ball of [circle(1), ellipse(1, 1)]) {
      for (const targetSeparation of [0, 0.5]) {
        for (const part of [0.125, 0.5, 0.875]) {
          const rest = part * TOLERANCE, x = 1 + targetSeparation + rest;
          const sweep = motion(pose(x, 0), pose(x - 1, 0));
          const result = timeOfImpact(wall, at, ball, sweep, { targetSeparation });
          const left = result.distance - targetSeparation;
          assertStrictEquals(result.status, "hit");
          assertLessOrEqual(left, 0.5 * rest + 1e-12);
          assertLessOrEqual(0.25 * rest - 1e-12, left);
          assertAlmostEquals(result.fraction, rest - left, 1e-12);
        }
      }
    }
  });

  it("lets a body that starts within the target turn away and back, but not quite", () => {
    // A square on its corner over the floor, which it comes back to after a quarter of a turn.
    const y = 0.7 + Math.SQRT1_2, options = { targetSeparation: 1 }, floor = still(pose(0, -1));
    for (const [turn, status] of [[1.2, "separated"], [2, "hit"]] as const) {
      const crate = motion(pose(0, y, Math.PI / 4), pose(0, y, Math.PI / 4 + turn));
      const result = timeOfImpact(box(200, 2), floor, box(1, 1), crate, options);
      assertStrictEquals(result.status, status);
      if (status === "hit") assertAlmostEquals(result.fraction * turn, Math.PI / 2, 1e-5);
    }
  });

  it("stops a body far from the origin before it overlaps", () => {
    const r = new Random("far impacts", SEED), wall = box(1, 1);
    for (let k = 0; k < 100; k++) {
      const at = pose(1e8 * r.range(1, 2), 1e8 * r.range(-2, 2), r.range(-3, 3));
      const ball = motion(
        pose(at.x - r.range(3, 5), at.y + r.range(-0.25, 0.25)),
        pose(at.x + 5, at.y, r.range(-3, 3)),
      );
      const shape = k % 2 === 0 ? circle(0.5) : box(1, 0.5);
      const result = timeOfImpact(wall, still(at), shape, ball, { tolerance: 1e-9 });
      assertStrictEquals(result.status, "hit", `${k}`);
      assertLess(0, result.distance, `${k}`);
    }
  });

  it("Box2D 115: a square that turns beside a plank", () => {
    const turns = 162 * Math.PI;
    const plank = box(50, 10), square = box(5, 5);
    const sweep = motion(
      pose(53.474274, -50.252514, 513.36676 - turns),
      pose(54.595478, -51.083473, 513.62781 - turns),
    );
    const at = still(pose(24, -60, 2.95));
    const result = timeOfImpact(plank, at, square, sweep);
    assert(result.status === "hit" || result.status === "separated");
    judge(plank, at, square, sweep, result, 4000, "Box2D 115");
    if (result.status === "hit") assertLess(result.distance, 0.01);
  });

  it("finds a bullet's way through a wall of paper, at any speed", () => {
    for (const speed of [1, 1e3, 1e6, 1e9]) {
      const sweep = motion(pose(-1, 0), pose(speed, 0.5));
      const result = timeOfImpact(box(1e-4, 10), REST, circle(0.01), sweep);
      assertStrictEquals(result.status, "hit");
      // Rounding of a motion so long is all that is added to the tolerance.
      assertAlmostEquals(result.fraction * (speed + 1), 1 - 0.01 - 5e-5, 5e-6 + 2e-13 * speed);
    }
  });

  it("certifies the time up to which it is safe when its iterations run out", () => {
    const r = new Random("exhausted", SEED), target = box(1, 0.5), rotor = box(6, 0.01);
    let exhausted = 0;
    for (let k = 0; k < 300; k++) {
      const from = pose(r.range(-6, 6), r.range(-6, 6), r.range(-4, 4));
      const sweep = motion(from, pose(-from.x, -from.y, angleOf(from) + r.range(-3, 3)));
      const result = timeOfImpact(target, REST, rotor, sweep, { maxIterations: 2 });
      if (result.status !== "exhausted") continue;
      exhausted++;
      assertStrictEquals(result.iterations, 2);
      assertLess(0, result.fraction);
      assertLess(0, leastGap(target, REST, rotor, sweep, result.fraction, 200));
      assertLessOrEqual(result.fraction, timeOfImpact(target, REST, rotor, sweep).fraction);
    }
    assertLess(100, exhausted);
  });

  it("gives the same answer with A and B exchanged, and at other scales", () => {
    const r = new Random("exchanged", SEED);
    for (let k = 0; k < 300; k++) {
      const from = pose(r.range(-6, 6), r.range(-6, 6), r.range(-4, 4));
      const to = pose(-from.x, -from.y, r.range(-4, 4));
      const args = (f: number) => {
        const move = (p: Pose): Pose => ({ ...p, x: f * p.x, y: f * p.y });
        const at = still(pose(0.25 * f, 0, 0.5)), center = { x: 0.25 * f, y: 0 };
        const sweep = motion(move(from), move(to), center);
        return [box(2 * f, f), at, box(3 * f, 0.125 * f), sweep] as const;
      };
      const result = timeOfImpact(...args(1)), [a, sa, b, sb] = args(1);
      for (const f of [2 ** 40, 2 ** -40]) {
        assertEquals(timeOfImpact(...args(f)).fraction, result.fraction);
      }
      const other = timeOfImpact(b, sb, a, sa);
      assertStrictEquals(other.status, result.status);
      if (other.status === "hit") assertAlmostEquals(other.fraction, result.fraction, 0.01);
    }
  });
});

/** A motion about a center by an angle, which moves the center on: worked out by the functions of the engine. */
type Swing = { center: Vec2; at: Pose; angle: number; turn: number; move: Vec2 };

function turned(v: Readonly<Vec2>, angle: number): Vec2 {
  const c = Math.cos(angle), s = Math.sin(angle);
  return { x: c * v.x - s * v.y, y: s * v.x + c * v.y };
}

/** Where it is at time t. */
function swingPose({ center, at, angle, turn, move }: Swing, t: number): Pose {
  const from = turned(center, angle), to = turned(center, angle + t * turn);
  const x = at.x + t * move.x + (from.x - to.x);
  const y = at.y + t * move.y + (from.y - to.y);
  return { x, y, cos: Math.cos(angle + t * turn), sin: Math.sin(angle + t * turn) };
}

function sweepOf(swing: Swing): Sweep {
  return motion(swingPose(swing, 0), swingPose(swing, 1), swing.center);
}

describe("timeOfImpact() with an allowed overlap", () => {
  const SHAPES = [
    box(1, 1),
    box(3, 0.75),
    circle(0.5),
    capsule({ x: -1, y: 0 }, { x: 1, y: 0 }, 0.25),
    regularPolygon(7, 1),
    box(1, 1, { radius: 0.25 }),
    segment({ x: -1, y: 0 }, { x: 1, y: 0 }),
    ellipse(1, 0.5),
  ];

  it("gets no deeper than that, and hits there, when motions start in or near", () => {
    survey(
      "allowed overlaps",
      4000,
      { hit: 500, separated: 1000, overlapping: 200 },
      (r, met, k) => {
        const a = r.pick(SHAPES), b = r.pick(SHAPES);
        const name = `motion ${k}, ${a.kind} and ${b.kind}`;
        const allowedOverlap = r.range(0.001, 0.1);
        const depth = allowedOverlap * r.pick([0, 1, r.unit(), r.unit(), -5 * r.unit(), 1.25]);
        const n = r.direction(), angle = r.range(-3, 3), from = pose(9 * n.x, 9 * n.y, angle);
        approach(a, pose(), b, from, -depth);
        const { distance: start, normal } = signedDistance(a, pose(), b, from);
        // Along the surface, or anywhere.
        const l = r.range(-3, 3), turn = r.chance(0.5) ? 0 : r.range(-2, 2);
        const way = r.chance(0.5) ? { x: -normal.y, y: normal.x } : r.direction();
        const sb = motion(from, pose(from.x + l * way.x, from.y + l * way.y, angle + turn));
        const result = timeOfImpact(a, REST, b, sb, { allowedOverlap });
        assertStrictEquals(result.status === "overlapping", start < -allowedOverlap, name);
        if (!isApart(result, met, name)) {
          assertEquals([result.fraction, result.distance], [0, start], name);
          return;
        }
        const least = leastGap(a, REST, b, sb, result.fraction, 200);
        assertLess(-allowedOverlap - 1e-13, least, name);
        if (result.status !== "hit") return;
        const tolerance = TOLERANCE * Math.SQRT2 * 1.5;
        const gap = distanceAt(a, REST, b, sb, result.fraction);
        assertLess(gap, Math.max(-allowedOverlap + tolerance, -depth + 1e-12), name);
      },
    );
  });

  const columns = Array.from({ length: 24 }, (_, k) => 0.75 * (k - 12));
  const rowOf = (shape: ConvexShape) => columns.map((x) => ({ shape, pose: pose(x, -0.5) }));

  /** A frame that is turned or not, far away or not. */
  function anyFrame(r: Random): (x: number, y: number) => Pose {
    const turn = r.pick([0, 0.5, -2]), far = r.pick([0, 1e4]), frame = pose(far, -far, turn);
    return (x, y) => ({ ...frame, ...transformPoint(frame, { x, y }) });
  }

  it("lets bodies at rest slide over tiles, a chain and a compound, and stops what strikes them", () => {
    const r = new Random("bodies at rest", SEED), options = { allowedOverlap: 0.01 };
    const tile = box(0.75, 1), ground = compound(rowOf(tile));
    const { segments } = chain(columns.map((x) => ({ x: -x, y: 0 })));
    for (let k = 0; k < effort(400); k++) {
      const body = r.pick(BODIES),
        name = `slide ${k}`,
        place = anyFrame(r),
        at = still(place(0, 0));
      const x = r.range(-4, 4), y = 0.5 - r.range(0, 0.009);
      const slid = motion(place(x, y), place(-x, 0.5 - r.range(0, 0.009)));
      const struck = { ...slid, to: place(x, -40) };
      const all: [Shape, Sweep][] = [[ground, at]];
      for (const segment of segments) all.push([segment, at]);
      for (const column of columns) all.push([tile, still(place(column, -0.5))]);
      for (const [shape, there] of all) {
        assertEquals(timeOfImpact(shape, there, body, slid, options).status, "separated", name);
      }
      const impact = timeOfImpact(body, struck, ground, at, options);
      assertEquals(impact.status, "hit", name);
      assertAlmostEquals(impact.distance, -0.01, 3 * TOLERANCE, name);
      // Without it nothing of that moves.
      assertEquals(timeOfImpact(body, struck, ground, at).status, "overlapping", name);
    }
  });

  it("lets bodies within the tolerance slide over joints of chains and of round or pointed tiles, up to a wall", () => {
    const r = new Random("within the tolerance", SEED);
    const wedge = polygon([{ x: -0.375, y: 0.5 }, { x: 0, y: -0.5 }, { x: 0.375, y: 0.5 }]);
    const wall = { shape: box(1, 4), pose: pose(8.5, 2) };
    const grounds = [
      chain(columns.map((x) => ({ x: -x, y: 0 }))).segments,
      rowOf(box(0.75, 0.9, { radius: 0.05 })),
      rowOf(wedge),
      rowOf(box(0.75, 1)),
    ].map((parts) => compound([...parts, wall]));
    for (let k = 0; k < 200; k++) {
      const body = r.pick(BODIES), ground = r.pick(grounds), name = `slide ${k}`;
      const place = anyFrame(r), at = still(place(0, 0)), target = r.pick([0, 0.0625, -0.0625]);
      const options = target < 0 ? { allowedOverlap: -target } : { targetSeparation: target };
      const tolerance = TOLERANCE * 0.375;
      const x = r.range(-4, 4), y = 0.5 + target + tolerance * r.range(0.25, 1);
      const slid = motion(place(x, y), place(-x, y));
      assertEquals(timeOfImpact(ground, at, body, slid, options).status, "separated", name);
      assertEquals(timeOfImpact(body, slid, ground, at, options).status, "separated", name);
      // The wall is no joint: half of its own tolerance stays.
      const impact = timeOfImpact(ground, at, body, { ...slid, to: place(12, y) }, options);
      assertEquals([impact.status, impact.partA], ["hit", ground.parts.length - 1], name);
      assertLess(target + tolerance * 0.5, impact.distance, name);
    }
  });

  it("asked again with the depth of what is deeper lets it get no deeper, through thin walls", () => {
    const line = segment({ x: 0, y: -4 }, { x: 0, y: 4 });
    const walls = [box(0.25, 9), box(9, 0.5, { radius: 0.125 }), line];
    const bodies = [box(1, 0.5), circle(0.5), ellipse(1, 0.5), box(3, 0.25)];
    survey("deeper than allowed", 2000, { hit: 500, separated: 500 }, (r, met, k) => {
      const name = `motion ${k}`;
      const a = r.pick(walls), b = r.pick(bodies), far = r.pick([0, 5e4]);
      const at = pose(far * r.range(-1, 1), far * r.range(-1, 1), r.range(-3, 3)), sa = still(at);
      const from = pose(at.x + r.range(-4, 4), at.y + r.range(-4, 4), r.range(-3, 3));
      approach(a, at, b, from, -r.range(0.01, 0.06));
      const l = r.pick([0.1, 1, 1e3]), way = r.direction(), turn = r.pick([0, 1, -3]);
      const to = pose(from.x + l * way.x, from.y + l * way.y, angleOf(from) + turn);
      const sb = motion(from, to, r.pick([O, r.direction()]));
      const first = timeOfImpact(a, sa, b, sb, { allowedOverlap: 0.005 });
      assertStrictEquals(first.status, "overlapping", name);
      const result = timeOfImpact(a, sa, b, sb, { allowedOverlap: -first.distance });
      assert(isApart(result, met, name), name);
      const noise = 48 * ULP * (16 + l + far);
      assertLess(first.distance - noise, leastGap(a, sa, b, sb, result.fraction, 50), name);
    });
  });

  it("stops a needle between two tiles when less than half of its thickness is allowed", () => {
    const ground = compound([-0.5, 0.5].map((x) => ({ shape: box(1, 1), pose: pose(x, -0.5) })));
    const statusAt = (x: number, allowedOverlap: number): string => {
      const sweep = motion(pose(x, 0.75), pose(x, -0.25));
      return timeOfImpact(ground, REST, box(0.00390625, 1), sweep, { allowedOverlap }).status;
    };
    for (const x of [0, 0.0009765625, -0.001953125, 0.125]) {
      assertStrictEquals(statusAt(x, 0.0015), "hit");
    }
    // In either tile it is no deeper than half of its thickness.
    assertStrictEquals(statusAt(0, 0.0022), "separated");
  });

  it("takes the place of a target separation", () => {
    const ball = circle(1), sweep = motion(pose(2, 0), pose(1, 0));
    const none = timeOfImpact(ball, REST, ball, sweep);
    for (const allowedOverlap of [0, -0, undefined]) {
      assertEquals(timeOfImpact(ball, REST, ball, sweep, { allowedOverlap }), none);
    }
    const options = { allowedOverlap: 0.25, targetSeparation: 0 };
    const { status, fraction, distance } = timeOfImpact(ball, REST, ball, sweep, options);
    assertStrictEquals(status, "hit");
    assertAlmostEquals(fraction, 0.25 - 0.75 * TOLERANCE, 0.26 * TOLERANCE);
    assertAlmostEquals(distance, -fraction, 1e-15);
  });
});

describe("timeOfImpact() of edges that turn", () => {
  it("meets what is near a door's hinge in ten steps", () => {
    const door = box(10, 0.02, { center: { x: 5, y: 0 } }), ball = circle(0.03);
    const shut = motion(pose(0, 0, 1), pose(0, 0, -0.5));
    // An ellipse is as good as an edge.
    const lens = ellipse(5, 0.001);
    const leafAt = (angle: number): Pose => pose(5 * Math.cos(angle), 5 * Math.sin(angle), angle);
    const leaf = motion(leafAt(1), leafAt(-0.5), { x: -5, y: 0 });
    for (const x of [0.05, 0.06, 0.1, 0.15, 0.25, 0.5, 1, 2, 5, 9]) {
      // The face is 0.01 from the line through the hinge.
      const contact = (1 - Math.asin((0.01 + 0.03) / x)) / 1.5;
      const tolerance = TOLERANCE * 0.03 / (1.5 * x * Math.cos(1 - 1.5 * contact));
      for (const stopper of [still(pose(x, 0)), motion(pose(x, 0), pose(x, 0, 3))]) {
        const found = [
          timeOfImpact(door, shut, ball, stopper),
          timeOfImpact(ball, stopper, door, shut),
          timeOfImpact(lens, leaf, ball, stopper),
        ];
        for (const [k, { status, iterations, fraction }] of found.entries()) {
          assertStrictEquals(status, "hit");
          assertLess(iterations, 11, `${x}`);
          if (k === 2) continue;
          assertLess(fraction, contact, `${x}`);
          assertLess(contact - 1.1 * tolerance, fraction, `${x}`);
        }
      }
    }
  });

  it("tips a plank on a roll, as far as they may come closer", () => {
    const [roll, plank] = [circle(0.1), box(4, 0.2)];
    for (const angle of [0.02, 0.2, 1]) {
      const tips = motion(pose(0, 0.2 + 1.5e-5), pose(0, 0.2 + 2.5e-5, angle));
      const result = timeOfImpact(roll, REST, plank, tips);
      assertStrictEquals(result.status, "hit");
      assertLess(result.iterations, 5, `${angle}`);
      // The face is 0.1 from the plank's center, whose height above the roll's leans with it.
      const t = result.fraction;
      const gap = (0.2 + 1.5e-5 + 1e-5 * t) * Math.cos(angle * t) - 0.2;
      assertAlmostEquals(result.distance, gap, 1e-15);
      assertLessOrEqual(result.distance, 0.5 * 1.5e-5 + 1e-14);
      assertLessOrEqual(0.25 * 1.5e-5 - 1e-14, result.distance);
    }
  });

  it("does not follow bodies that roll on each other in touch for hundreds of distances", () => {
    // A line touches a round body at one moment only, so each step is worth what rounding hides.
    for (const tolerance of [1e-9, TOLERANCE]) {
      for (const turn of [0.1, 1, 3]) {
        const to = pose(2 * Math.cos(turn), 2 * Math.sin(turn), turn);
        const orbit = motion(pose(2, 0), to, { x: -2, y: 0 });
        const result = timeOfImpact(ellipse(1, 1), REST, circle(1), orbit, { tolerance });
        assertStrictEquals(result.status, "hit");
        assertLess(result.iterations, 16);
      }
    }
  });

  it("lets a round ellipse spin a hair's breadth from what it stands or slides on", () => {
    const r = new Random("round ellipses that spin", SEED);
    for (let k = 0; k < 300; k++) {
      const radius = r.range(0.3, 1.3), y = radius + 10 ** r.range(-10, -7);
      // On the top of an oval only in place.
      const isFlat = r.chance(0.5), ground = isFlat ? box(9, 1) : ellipse(4.5, 0.5);
      const x = isFlat ? r.range(-1, 1) : 0, slide = isFlat && k % 2 > 0 ? r.range(-1, 1) : 0;
      const angle = r.range(-3, 3);
      const spin = motion(pose(x, y, angle), pose(x + slide, y, angle + r.range(-0.9, 0.9)));
      const result = timeOfImpact(ellipse(radius, radius), spin, ground, still(pose(0, -0.5)));
      assertStrictEquals(result.status, "separated", `case ${k}`);
      assertLessOrEqual(result.iterations, 2, `case ${k}`);
    }
  });

  it("lets no ellipse come closer than it starts while it turns about any point", () => {
    const r = new Random("ellipses that turn", SEED);
    for (let k = 0; k < effort(2000); k++) {
      const oval = () => {
        const radius = r.range(0.3, 1.3);
        return ellipse(radius, radius * r.pick([1, 1 + 1e-3, r.range(0.2, 5)]));
      };
      const sweepOf = (x: number) => {
        const angle = r.range(-3, 3), y = r.range(-1, 1), to = angle + r.range(-1, 1);
        const end = pose(x + r.range(-0.2, 0.2), y + r.range(-0.2, 0.2), to);
        const localCenter = k % 2 === 0 ? O : { x: r.range(-1, 1), y: r.range(-1, 1) };
        return motion(pose(x, y, angle), end, localCenter);
      };
      const a = oval();
      const b = r.pick([oval(), box(2, 1), capsule({ x: -3, y: 0 }, { x: 3, y: 0 }, 0.1)]);
      const sa = sweepOf(0), sb = sweepOf(4);
      // From a gap as wide as shapes at rest on each other have it, or a wider one.
      const gap = 10 ** r.range(-9, -1), { x, y } = sb.from;
      approach(a, sa.from, b, sb.from, gap);
      const to = { ...sb.to, x: sb.to.x + sb.from.x - x, y: sb.to.y + sb.from.y - y };
      const moved = motion(sb.from, to, sb.localCenter);
      const result = timeOfImpact(a, sa, b, moved);
      assert(result.status !== "overlapping" && result.status !== "exhausted", `case ${k}`);
      // Steps keep a quarter of the start, or half of the tolerance, which is more than 4e-6 for shapes of this size.
      const least = 0.25 * Math.min(gap, 4e-6) - 1e-13;
      assertLess(least, leastGap(a, sa, b, moved, result.fraction, 50), `case ${k}`);
    }
  });

  it("meets ovals that sink at first more slowly than they turn away from the ground", () => {
    const ground = box(40, 1, { center: { x: 0, y: -0.5 } });
    survey("ovals that sink", 1000, { hits: 500 }, (r, met, k) => {
      const rx = r.range(0.3, 1.3);
      const oval = ellipse(rx, rx * r.pick([1, r.range(0.2, 5)]));
      const localCenter = k % 2 === 0 ? O : { x: r.range(-1, 1), y: r.range(-1, 1) };
      const angle = r.range(-3, 3);
      const turned = angle + r.range(-1, 1);
      // Its lowest point is just above the ground at first, and a little above or below it in the end.
      const above = (at: number, gap: number): Pose => {
        const { y } = support(oval, pose(0, 0, at), { x: 0, y: -1 });
        return pose(0, gap - y, at);
      };
      const [a, b] = [above(angle, 10 ** r.range(-6, -2)), above(turned, 0.1 * r.range(-1, 0.2))];
      // The center goes along a line: x is free.
      const from = pose(0, a.y, angle), to = pose(r.range(-1, 1), b.y, turned);
      const sweep = motion(from, to, localCenter);
      const result = timeOfImpact(oval, sweep, ground, REST);
      assert(result.status === "hit" || result.status === "separated", `case ${k}`);
      if (result.status === "hit") met.hits++;
      assertLess(-1e-13, leastGap(oval, sweep, ground, REST, result.fraction, 40), `case ${k}`);
    });
  });

  it("turns slivers about a tip beside what has no vertices", () => {
    survey("slivers beside ellipses", 4000, { hit: 1000, separated: 500 }, (r, met, k) => {
      // The tip is above the top of an ellipse, or of a disk that only its support function tells.
      const [rx, ry] = [r.magnitude(-3, 1), r.magnitude(-1, 1)];
      const isDisk = r.chance(0.5), b = isDisk ? disk(ry) : ellipse(rx, ry);
      const L = r.magnitude(-1, 1), w = L * r.magnitude(-12, -1);
      const a = r.pick([
        segment(O, { x: L, y: 0 }),
        polygon([O, { x: L, y: -w }, { x: L, y: w }]),
        polygon([O, { x: L / 2, y: -w }, { x: L, y: 0 }, { x: L / 2, y: w }]),
      ]);
      const gap = r.magnitude(-13, -1);
      const start = r.range(-0.1, 3.2);
      const turn = r.sign() * r.range(0.5, 3.1);
      const swing = motion(pose(0, ry + gap, start), pose(0, ry + gap, start + turn));
      const result = r.chance(0.5)
        ? timeOfImpact(a, swing, b, REST)
        : timeOfImpact(b, REST, a, swing);
      const name = `sliver ${k}`;
      if (!isApart(result, met, name)) return;
      assertLess(result.iterations, 100, name);
      // Every edge from the tip stays clear of the disk, whose center is ry + gap below.
      if (!isDisk || a.kind !== "segment") return;
      const angle = start + turn * result.fraction;
      const least = (at: number): number => {
        const foot = Math.min(Math.max(-(ry + gap) * Math.sin(at), 0), L);
        return Math.sqrt((foot * Math.cos(at)) ** 2 + (ry + gap + foot * Math.sin(at)) ** 2) - ry;
      };
      for (let i = 0; i <= 50; i++) {
        assertLess(-1e-13, least(start + (angle - start) * i / 50), name);
      }
      if (result.status !== "hit") return;
      // A support function's size is that of its box.
      const tolerance = Math.SQRT2 * toleranceOf(a, swing, circle(ry), REST);
      assertLess(least(angle), Math.min(gap, tolerance) + 1e-14, name);
    });
  });

  it("sees the far corners of a club that turns about its tip of many points", () => {
    const ground = box(10, 1, { center: { x: 0, y: -0.5 } });
    for (const count of [8, 16, 60, 400]) {
      const tip = Array.from({ length: count + 1 }, (_, k) => {
        const { x, y } = turned({ x: -0.01, y: 0 }, Math.PI * k / count);
        return { x, y: y + 0.01 };
      });
      const club = polygon(convexHull([...tip, { x: 1, y: 2 }, { x: -1, y: 2 }]));
      for (const gap of [0.02, 0.05, 0.2]) {
        for (const turn of [1.3, 2, 3]) {
          const swing = motion(pose(0, gap), pose(0, gap, turn));
          const result = timeOfImpact(ground, REST, club, swing);
          // The corner is down when 2 cos φ - sin φ = -gap.
          const contact = Math.atan(2) + Math.asin(gap / Math.sqrt(5));
          assertStrictEquals(result.status, "hit");
          assertLess(result.fraction * turn, contact);
          assertLess(contact - 0.001, result.fraction * turn);
          assertLess(result.iterations, 20);
        }
      }
    }
  });

  it("lets corners that touch part, whichever side they leave by, and stops them when they meet", () => {
    const crate = box(2, 2);
    const wedge = polygon([{ x: -1, y: -1 }, { x: 1, y: -0.5 }, { x: 0.5, y: 1 }]);
    survey("corners", 3000, { parting: 1500 }, (r, met, k) => {
      const b = r.pick([crate, wedge, point({ x: -1, y: -1 })]);
      const swing: Swing = {
        center: r.chance(0.5) ? O : { x: r.range(-1, 1), y: r.range(-1, 1) },
        at: pose(2, 2),
        angle: 0,
        turn: r.chance(0.5) ? 0 : r.range(-0.5, 0.5),
        move: { x: r.range(-1, 1), y: r.range(-1, 1) },
      };
      const result = timeOfImpact(crate, REST, b, sweepOf(swing));
      const name = `corner ${k}`;
      let least = Infinity, most = 0;
      for (let i = 1; i <= 200; i++) {
        const at = swingPose(swing, (i / 200) ** 4);
        const { distance } = signedDistance(crate, pose(), b, at);
        least = Math.min(least, distance);
        most = Math.max(most, distance);
      }
      if (least < -1e-9) assertStrictEquals(result.status, "hit", name);
      if (least > 1e-13 && most > 0.01) {
        met.parting++;
        assertStrictEquals(result.status, "separated", name);
      }
    });
    // Two points need no line but the one across their way.
    const away = motion(pose(), pose(-1, 2));
    assertStrictEquals(timeOfImpact(point(O), REST, point(O), away).status, "separated");
  });

  it("finds no contact before it on hinges, see-saws, wheels and lids, in few steps", () => {
    // A step may lose 4 parts in 2^49 of sizes and offsets, which are less than 64.
    const ROUNDING = 2 ** -41;
    let most = 0, iterations = 0;
    survey("hinges", 6000, { hit: 1000, separated: 1000, parted: 200 }, (r, met, k) => {
      const L = r.range(1, 8), width = L * r.magnitude(-3, -1);
      const gap = r.pick([0, r.magnitude(-7, -1)]);
      const turn = r.sign() * (r.chance(0.5) ? r.range(0.5, 3.1) : r.magnitude(-3, 0));
      const kind = k % 4;
      let a: ConvexShape, b: ConvexShape, swing: Swing;
      if (kind === 0) {
        // A door, and something on its way or behind it.
        a = box(L, width, { center: { x: L / 2, y: 0 } });
        b = r.pick([circle(width), box(width, width), point(O), segment(O, { x: 0, y: -L })]);
        swing = { center: O, at: pose(), angle: r.range(-3, 3), turn, move: O };
      } else if (kind === 1) {
        // A plank on a roll or on an edge, that tips and rises.
        const R = width * r.range(1, 9);
        a = box(L, width, r.chance(0.5) ? {} : { radius: width });
        b = r.pick([circle(R), box(R, 2 * R), ellipse(2 * R, R)]);
        const height = R + width / 2 + a.radius + gap;
        const move = { x: 0, y: r.pick([0, gap, 0.1]) };
        swing = { center: O, at: pose(r.range(-0.3, 0.3) * L, height), angle: 0, turn, move };
      } else if (kind === 2) {
        // A wheel on a plank, that rolls, slides or is lifted.
        a = regularPolygon(r.int(3, 12), 1);
        b = box(20, width);
        const angle = r.chance(0.5) ? 0 : r.range(-3, 3);
        const low = Math.min(...a.points.map((v) => turned(v, angle).y));
        const move = { x: -turn * r.pick([1, 0]), y: r.pick([0, 0.1, r.range(0, 1)]) };
        swing = { center: O, at: pose(0, width / 2 - low + gap), angle, turn, move };
      } else {
        // A lid on one of its corners, beside the end of the ground or on it.
        const line = segment({ x: -L / 2, y: -width / 2 }, { x: L / 2, y: -width / 2 });
        a = r.pick([box(L, width), line]);
        b = box(20, 1);
        const center = r.pick(a.points), x = r.pick([0, 10 + L / 2, 10 - L / 4, -10]);
        const move = { x: 0, y: r.pick([0, gap, 0.01]) };
        swing = { center, at: pose(x, 0.5 + width / 2 + gap), angle: 0, turn, move };
      }
      const at = kind === 0 ? pose(L * r.magnitude(-2, 0.1), gap * r.sign()) : pose();
      const sweep = sweepOf(swing), name = `hinge ${k}`;
      const result = r.chance(0.5)
        ? timeOfImpact(b, still(at), a, sweep)
        : timeOfImpact(a, sweep, b, still(at));
      const far = (t: number): number => signedDistance(a, swingPose(swing, t), b, at).distance;
      const start = far(0);
      if (Math.abs(start) > 1e-14) assertStrictEquals(result.status === "overlapping", start < 0);
      if (!isApart(result, met, name)) return;
      most = Math.max(most, result.iterations);
      iterations += result.iterations;
      // Densest near the start.
      for (let i = 1; i <= 100; i++) {
        assertLess(-ROUNDING, far(result.fraction * i / 100), name);
        assertLess(-ROUNDING, far(result.fraction * (i / 100) ** 4), name);
      }
      const tolerance = toleranceOf(a, sweep, b, still(at));
      if (result.status === "hit" && b.support === null) {
        assertLess(far(result.fraction), tolerance + 1e-13, name);
      }
      // What touches, never comes closer, and leaves for good is free.
      if (Math.abs(start) > 1e-15) return;
      let closer = Infinity, later = Infinity;
      for (let i = 1; i <= 100; i++) {
        closer = Math.min(closer, far((i / 100) ** 4));
        later = Math.min(later, far(i / 100));
      }
      if (closer > 1e-12 && later > 1.5 * tolerance) {
        met.parted++;
        assertStrictEquals(result.status, "separated", name);
      }
    });
    assertLess(iterations, effort(6000) * 6);
    assertLess(most, 32);
  });
});
