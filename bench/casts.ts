/**
 * `rayCast`, `shapeCast` and `timeOfImpact` beside planck's RayCast, ShapeCast and TimeOfImpact, on
 * the workloads of the other benchmarks, interleaved in one process and judged outside the timing.
 *
 *   deno run -A bench/casts.ts
 *
 * Casts are judged by exact arithmetic, impacts by 400 samples of the motion. An answer is wrong if
 * it reports a hit for a miss or the reverse, or if its place is off by more than 0.03 units (3 %
 * of a shape, more than planck's slop and the skin of its polygons). An impact is wrong if the
 * shapes overlap by more than that in an earlier sample.
 *
 * @module
 */
import {
  capsule,
  circle,
  intersects,
  polygon,
  pose,
  rayCast,
  shapeCast,
  sweepPose,
  timeOfImpact,
} from "@narrowphase/gjk2d";
import type { CastHit, ConvexShape, Pose, Sweep, Vec2 } from "@narrowphase/gjk2d";
import * as planck from "planck";
import { Random } from "../tests/generate/random.ts";
import { exactCast } from "../tests/exact/oracle/cast.ts";
import { interleave, medianRatio, quantile } from "./measure.ts";
import { type Geometry, makeWorkload } from "./workloads.ts";

const COUNT = 4000;
const JUDGED = 1000;
const PLACE = 0.03;
const STILL = { x: 0, y: 0, cos: 1, sin: 0 };

function ourShape({ points, radius }: Geometry): ConvexShape {
  if (points.length === 1) return circle(radius, points[0]);
  if (points.length === 2) return capsule(points[0], points[1], radius);
  return polygon(points, { radius });
}

function planckShape({ points, radius }: Geometry): planck.Circle | planck.Polygon {
  if (points.length === 1) return new planck.Circle(radius);
  return new planck.Polygon(points.map(({ x, y }) => new planck.Vec2(x, y)));
}

function proxyOf(shape: planck.Shape): planck.DistanceProxy {
  const proxy = new planck.DistanceProxy();
  proxy.set(shape, 0);
  return proxy;
}

/** One library on one query: the timed loop, and its answer for pair i as a fraction, -1 for none. */
interface Contender {
  library: string;
  pass(): number;
  answer(i: number): number;
}

interface Setting {
  geometryA: Geometry[];
  geometryB: Geometry[];
  poseA: Pose[];
  poseB: Pose[];
  motion: Vec2[];
  sweepA: Sweep[];
  sweepB: Sweep[];
}

/** Pairs of a workload. B starts further back, moves past A or through it, and turns on the way. */
function makeSetting(name: string): Setting {
  const { pool, a, b, poseA, poseB } = makeWorkload(name, COUNT);
  const r = new Random("casts bench", name);
  const setting: Setting = {
    geometryA: Array.from(a, (k) => pool[k]),
    geometryB: Array.from(b, (k) => pool[k]),
    poseA,
    poseB: [],
    motion: [],
    sweepA: [],
    sweepB: [],
  };
  for (let i = 0; i < COUNT; i++) {
    const d = r.direction();
    const far = r.range(2, 5);
    const from = { ...poseB[i], x: poseB[i].x - far * d.x, y: poseB[i].y - far * d.y };
    const length = r.range(1, 9);
    const motion = { x: length * d.x, y: length * d.y };
    const angle = Math.atan2(from.sin, from.cos) + r.range(-2, 2);
    const to = pose(from.x + motion.x, from.y + motion.y, angle);
    const localCenter = { x: 0, y: 0 };
    setting.poseB.push(from);
    setting.motion.push(motion);
    setting.sweepA.push({ localCenter, from: poseA[i], to: poseA[i] });
    setting.sweepB.push({ localCenter, from, to });
  }
  return setting;
}

const OUT: CastHit = rayCast(circle(1), STILL, { x: -3, y: 0.5 }, { x: 9, y: 0.25 })!;
const IMPACT = timeOfImpact(
  circle(1),
  { localCenter: { x: 0, y: 0 }, from: STILL, to: STILL },
  circle(1),
  { localCenter: { x: 0, y: 0 }, from: { ...STILL, x: 5 }, to: STILL },
);

function ours(query: string, s: Setting): Contender {
  const a = s.geometryA.map(ourShape);
  const b = s.geometryB.map(ourShape);
  const ask: Record<string, (i: number) => number> = {
    rayCast: (i) => rayCast(a[i], s.poseA[i], s.poseB[i], s.motion[i], OUT)?.fraction ?? -1,
    shapeCast: (i) => {
      const { poseA, poseB, motion } = s;
      return shapeCast(a[i], poseA[i], b[i], poseB[i], motion[i], undefined, OUT)?.fraction ?? -1;
    },
    timeOfImpact: (i) => {
      const { status, fraction } = timeOfImpact(
        a[i],
        s.sweepA[i],
        b[i],
        s.sweepB[i],
        undefined,
        IMPACT,
      );
      return status === "separated" ? -1 : fraction;
    },
  };
  return contender("gjk2d", ask[query]);
}

function theirs(query: string, s: Setting): Contender {
  const a = s.geometryA.map(planckShape);
  const b = s.geometryB.map(planckShape);
  const proxyA = a.map(proxyOf);
  const proxyB = b.map(proxyOf);
  const angleOf = (p: Pose): number => Math.atan2(p.sin, p.cos);
  const transform = (p: Pose): planck.Transform =>
    new planck.Transform(new planck.Vec2(p.x, p.y), angleOf(p));
  const ta = s.poseA.map(transform);
  const tb = s.poseB.map(transform);
  const rays = s.poseB.map(({ x, y }, i) => ({
    p1: new planck.Vec2(x, y),
    p2: new planck.Vec2(x + s.motion[i].x, y + s.motion[i].y),
    maxFraction: 1,
  }));
  const ray = { fraction: 0, normal: new planck.Vec2(0, 0) };
  const casts = s.poseB.map((_, i) => {
    const input = new planck.ShapeCastInput();
    return Object.assign(input, {
      proxyA: proxyA[i],
      proxyB: proxyB[i],
      transformA: ta[i],
      transformB: tb[i],
      translationB: new planck.Vec2(s.motion[i].x, s.motion[i].y),
    });
  });
  const hit = new planck.ShapeCastOutput();
  const sweep = ({ from, to }: Sweep): planck.Sweep => {
    const out = new planck.TOIInput().sweepA;
    out.localCenter.set(0, 0);
    out.c0.set(from.x, from.y);
    out.c.set(to.x, to.y);
    const turn = Math.atan2(
      from.cos * to.sin - from.sin * to.cos,
      from.cos * to.cos + from.sin * to.sin,
    );
    out.a0 = angleOf(from);
    out.a = out.a0 + turn;
    out.alpha0 = 0;
    return out;
  };
  const impacts = s.sweepA.map((sa, i) => {
    const input = new planck.TOIInput();
    input.proxyA = proxyA[i];
    input.proxyB = proxyB[i];
    input.sweepA = sweep(sa);
    input.sweepB = sweep(s.sweepB[i]);
    input.tMax = 1;
    return input;
  });
  const impact = new planck.TOIOutput();
  const ask: Record<string, (i: number) => number> = {
    rayCast: (i) => a[i].rayCast(ray, rays[i], ta[i], 0) ? ray.fraction : -1,
    shapeCast: (i) => planck.ShapeCast(hit, casts[i]) ? hit.lambda : -1,
    timeOfImpact: (i) => {
      planck.TimeOfImpact(impact, impacts[i]);
      return impact.state === planck.TOIOutputState.e_separated ? -1 : impact.t;
    },
  };
  return contender("planck", ask[query]);
}

function contender(library: string, answer: (i: number) => number): Contender {
  return {
    library,
    answer,
    pass() {
      let sum = 0.5;
      for (let i = 0; i < COUNT; i++) sum += answer(i);
      return sum;
    },
  };
}

/** Number of wrong answers among the first `JUDGED` pairs. */
function countWrong(query: string, s: Setting, answers: readonly number[]): number {
  let wrong = 0;
  for (let i = 0; i < JUDGED; i++) {
    const t = answers[i];
    const a = s.geometryA[i];
    const b = s.geometryB[i];
    const d = s.motion[i];
    if (query === "timeOfImpact") {
      const A = ourShape(a);
      const B = ourShape(b);
      let first = 2;
      for (let k = 0; k <= 400 && first > 1; k++) {
        const [pa, pb] = [sweepPose(s.sweepA[i], k / 400), sweepPose(s.sweepB[i], k / 400)];
        if (intersects(A, pa, B, pb)) first = k / 400;
      }
      const slop = PLACE / Math.sqrt(d.x * d.x + d.y * d.y);
      if (t < 0 ? first <= 1 : first < t - slop) wrong++;
      continue;
    }
    const body = query === "rayCast" ? { points: [{ x: 0, y: 0 }], radius: 0 } : b;
    const exact = exactCast(a, s.poseA[i], body, s.poseB[i], d);
    const off = (f: number): boolean => Math.abs(t - f) * Math.sqrt(d.x * d.x + d.y * d.y) > PLACE;
    if (exact.hit !== t >= 0) {
      // planck's skin turns near misses into hits.
      const grown = exactCast(
        a,
        s.poseA[i],
        { ...body, radius: body.radius + 0.02 },
        s.poseB[i],
        d,
      );
      if (query === "rayCast" || exact.hit === grown.hit) wrong++;
    } else if (exact.hit && off(exact.fraction) && !exact.start) wrong++;
  }
  return wrong;
}

/**
 * Number of distances that `timeOfImpact` measures per call: the middle half of the distribution.
 */
function countDistances(s: Setting): string {
  const counts: Record<string, number[]> = { hit: [], separated: [] };
  for (let i = 0; i < COUNT; i++) {
    const a = ourShape(s.geometryA[i]);
    const b = ourShape(s.geometryB[i]);
    const { status, iterations } = timeOfImpact(a, s.sweepA[i], b, s.sweepB[i]);
    counts[status]?.push(iterations);
  }
  return Object.entries(counts).map(([status, list]) => {
    const sorted = list.toSorted((x, y) => x - y);
    const [low, high] = [0.25, 0.75].map((q) => Math.round(quantile(sorted, q)));
    return `${low}-${high} distances where ${status}`;
  }).join(", ");
}

function run(): void {
  console.log(`casts: ${COUNT} seeded pairs, ${JUDGED} judged; Deno ${Deno.version.deno}`);
  console.log(
    "query         workload      gjk2d    planck   planck/gjk2d   wrong: gjk2d, planck   hits",
  );
  for (const query of ["rayCast", "shapeCast", "timeOfImpact"]) {
    for (const name of ["circle", "box", "8-gon", "mixed"]) {
      const setting = makeSetting(name);
      const team = [ours(query, setting), theirs(query, setting)];
      const answers = team.map(({ answer }) => Array.from({ length: COUNT }, (_, i) => answer(i)));
      for (let k = 0; k < 30; k++) team[0].pass();
      const [mine, other] = interleave(team, COUNT, 1, 7);
      const wrong = answers.map((list) => countWrong(query, setting, list));
      const hits = answers[0].filter((t) => t >= 0).length / COUNT;
      console.log(
        query.padEnd(14) + name.padEnd(8) + `${mine.median.toFixed(0)} ns`.padStart(11) +
          `${other.median.toFixed(0)} ns`.padStart(10) +
          `${medianRatio(other, mine).toFixed(2)}x`.padStart(15) +
          `${wrong[0]}, ${wrong[1]}`.padStart(22) + `${(100 * hits).toFixed(0)} %`.padStart(9),
      );
      if (query === "timeOfImpact") console.log(`              ${countDistances(setting)}`);
    }
  }
}

if (import.meta.main) run();
