import { assert, assertEquals, assertLessOrEqual } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  collide,
  type ConvexShape,
  distance,
  IDENTITY,
  intersects,
  penetration,
  point,
  type Pose,
  signedDistance,
  SimplexCache,
  Space,
  type Vec2,
} from "@narrowphase/gjk2d";
import { placed } from "../generate/casts.ts";
import { FAMILIES, makeCase, ulps } from "../generate/families.ts";
import { outOfOrder } from "../generate/shapes.ts";
import { Random } from "../generate/random.ts";
import { effort } from "../effort.ts";
import { core } from "./fixtures/fixture.ts";
import { type Core, ExactPair, hullOfDoubles } from "./oracle/exact.ts";
import { makeShape, placedShape } from "./oracle/public_api.ts";

const SEED = 20261123;
const CASES = effort(500);

/** What a cache may remember: a query, by how much of their size the two were further apart then. */
const BEFORE = [[distance, -0.1], [distance, 1e-3], [signedDistance, 0.1]] as const;

/** Whether rounding has left the vertices of a placed core a convex polygon, in their order. */
function isConvex({ points }: Core): boolean {
  if (!points.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))) return false;
  if (points.length < 3) return true;
  const hull = hullOfDoubles(points);
  const first = points.findIndex(({ x, y }) => x === hull[0].x && y === hull[0].y);
  return hull.length === points.length && hull.every(({ x, y }, k) => {
    const p = points[(first + k) % points.length];
    return p.x === x && p.y === y;
  });
}

/** How far its points are apart, and its radius. */
function sizeOf({ points, radius }: Core): number {
  const [p] = points;
  return radius + Math.max(...points.map(({ x, y }) => Math.abs(x - p.x) + Math.abs(y - p.y)));
}

/** A core further from its own origin, where its corners are rounded to a convex polygon or fewer. */
function moved({ points, radius }: Core, by: Readonly<Vec2>): Core {
  return { points: hullOfDoubles(points.map((p) => ({ x: p.x + by.x, y: p.y + by.y }))), radius };
}

/** How far a core is from its own origin. */
function reachOf({ points }: Core): number {
  return Math.max(...points.map(({ x, y }) => Math.abs(x) + Math.abs(y)));
}

/** The distance of a point from a segment. */
function away(p: Vec2, u: Vec2, v: Vec2): number {
  const ex = v.x - u.x, ey = v.y - u.y, ee = ex * ex + ey * ey;
  const t = ee > 0 ? Math.max(0, Math.min(1, ((p.x - u.x) * ex + (p.y - u.y) * ey) / ee)) : 0;
  return Math.hypot(p.x - u.x - t * ex, p.y - u.y - t * ey);
}

/** Poses: turned; one turned as the other; a little longer or shorter; a little off the first. */
function turned(r: Random, from: Readonly<Pose>, first: Readonly<Pose> | null): Pose {
  const d = r.direction();
  let { x: cos, y: sin } = d;
  const kind = r.int(0, 9);
  const s = kind < 2 ? 1 + r.sign() * r.magnitude(-16, -6.4) : 1;
  if (first !== null && kind > 5) [cos, sin] = [first.cos, first.sin];
  if (first !== null && kind > 8) [cos, sin] = [cos - 1e-9 * sin, sin + 1e-9 * cos];
  return { x: from.x, y: from.y, cos: s * cos, sin: s * sin };
}

const STATUS = ["overlapping", "touching", "separated"];

/** The status on which all queries agree. */
function ask(a: ConvexShape, poseA: Pose, b: ConvexShape, poseB: Pose, what?: string): string {
  const { distance: d, status } = signedDistance(a, poseA, b, poseB);
  assertEquals(status, STATUS[Math.sign(d) + 1], what);
  assertEquals(intersects(a, poseA, b, poseB), d <= 0, what);
  assertEquals(collide(a, poseA, b, poseB).pointCount > 0, d <= 0, what);
  assertEquals(distance(a, poseA, b, poseB).distance, Math.max(d, 0), what);
  assertEquals(distance(a, poseA, b, poseB).status, status, what);
  assertEquals(penetration(a, poseA, b, poseB)?.depth, d > 0 ? undefined : -d, what);
  return status;
}

/** Moves B to where it touches A, but for a few ulps. */
function touch(r: Random, a: ConvexShape, poseA: Pose, b: ConvexShape, poseB: Pose): void {
  const { distance: d, normal } = signedDistance(a, poseA, b, poseB);
  poseB.x = ulps(poseB.x - d * normal.x, r.pick([0, 0, 0, 1, -1, 2, -3, 7, -40]));
  poseB.y -= d * normal.y;
}

describe("the sign of the distance between bodies as their poses place them", () => {
  // Poses turn the thinnest shapes inside out (see below), and points given twice are no vertices.
  const left = ["hairs", "duplicates_collinear"];
  for (const family of FAMILIES.filter((name) => !left.includes(name))) {
    it(`is exact in every query for ${family}, and as close to touching as they get`, () => {
      // One for all cases: to start its WebAssembly takes an engine longer than to judge a case.
      const space = new Space();
      let judged = 0;
      for (let index = 0; index < CASES; index++) {
        const c = makeCase(family, SEED, index), r = new Random("sign", family, SEED, index);
        const a = makeShape(c.a), b = makeShape(c.b);
        const poseA = turned(r, c.poseA, null), poseB = turned(r, c.poseB, poseA);
        for (let near = 0; near < 3; near++) {
          if (near > 0) touch(r, a, poseA, b, poseB);
          const ca = placed(c.a, poseA, poseA), cb = placed(c.b, poseB, poseA);
          if (!isConvex(ca) || !isConvex(cb)) continue;
          judged++;
          const { sign, value, diameter } = new ExactPair(ca, IDENTITY, cb, IDENTITY);
          const name = `${index}, ${near}: ${value}`, status = STATUS[sign + 1];
          assertEquals(ask(a, poseA, b, poseB, name), status, name);
          const signed = signedDistance(a, poseA, b, poseB).distance;
          // A pose rounds what it turns: vertices far from their origin by their own size.
          const reach = Math.max(
            ...[...c.a.points, ...c.b.points].flatMap((v) => [Math.abs(v.x), Math.abs(v.y)]),
          );
          assertLessOrEqual(Math.abs(signed - value), 2 ** -50 * Math.max(diameter, reach), name);
          space.clear();
          const pair = Uint32Array.of(space.add(a, poseA), space.add(b, poseB));
          assertEquals(space.signedDistances(pair)[0], signed, name);
          assertEquals(space.intersects(pair)[0] === 1, sign <= 0, name);
          // Whatever is remembered.
          const size = sizeOf(ca) + sizeOf(cb);
          const { normal } = signedDistance(a, poseA, b, poseB);
          for (const [query, part] of BEFORE) {
            const cache = new SimplexCache(), way = part * size;
            const x = poseB.x + way * normal.x, y = poseB.y + way * normal.y;
            query(a, poseA, b, { ...poseB, x, y }, undefined, cache);
            const warm = query(a, poseA, b, poseB, undefined, cache);
            assertEquals(warm.status, status, `${name}, warm`);
            assertEquals(Math.sign(warm.distance), query === distance ? Math.max(sign, 0) : sign);
          }
        }
      }
      assert(judged > CASES, `${judged}`);
    });
  }
});

describe("the sign of the distance of thin shapes", () => {
  it("is that of the hulls of their corners, in whatever order their poses have placed these", () => {
    const hullOf = ({ points, radius }: Core): Core => ({
      points: points.length > 1 ? hullOfDoubles(points) : points,
      radius,
    });
    const tally = [0, 0, 0];
    let dented = 0;
    for (let index = 0; index < effort(4000); index++) {
      const r = new Random("hulls", index), family = index % 4 > 0 ? "hairs" : "swallowed";
      const made = makeCase(family, SEED, index);
      const off = { x: r.direction().x * r.magnitude(0, 8), y: 0 };
      const [c, d] = [made.a, made.b].map((core) =>
        r.chance(0.2) ? outOfOrder(r, "needles") : r.chance(0.5) ? core : moved(core, off)
      );
      const a = makeShape(c), b = makeShape(d), u = r.direction();
      const v = r.chance(0.4) ? u : r.direction();
      const poseA = { x: made.poseA.x, y: made.poseA.y, cos: u.x, sin: u.y };
      const poseB = { x: made.poseB.x, y: made.poseB.y, cos: v.x, sin: v.y };
      for (let near = 0; near < 4; near++) {
        if (near > 0) touch(r, a, poseA, b, poseB);
        const ca = placed(c, poseA, poseA), cb = placed(d, poseB, poseA);
        if (!isConvex(ca) || !isConvex(cb)) dented++;
        const { sign } = new ExactPair(hullOf(ca), IDENTITY, hullOf(cb), IDENTITY);
        tally[sign + 1]++;
        const name = `${index}, ${near}`;
        assertEquals(ask(a, poseA, b, poseB, name), STATUS[sign + 1], name);
        // What is named is where the points are.
        const { normal: n, pointA, pointB, featureA, featureB } = signedDistance(
          a,
          poseA,
          b,
          poseB,
        );
        const noise = 2 ** -46 * (sizeOf(ca) + sizeOf(cb) + reachOf(c) + reachOf(d));
        for (
          const [core, feature, p, r] of [
            [ca, featureA, pointA, -c.radius],
            [cb, featureB, pointB, d.radius],
          ] as const
        ) {
          const x = p.x - poseA.x + r * n.x, y = p.y - poseA.y + r * n.y;
          assertLessOrEqual(away({ x, y }, core.points[feature.i], core.points[feature.j]), noise);
        }
        const { points, pointCount } = collide(a, poseA, b, poseB);
        for (const { point: { x, y }, separation, id } of points.slice(0, pointCount)) {
          // Of two corners, either is in the id, and an edge of the other.
          const isThere = ({ points }: Core, i: number, j: number): boolean =>
            away(points[i], points[j], points[j]) <= noise;
          const isEither = isThere(ca, id % 65536, featureA.i) ||
            isThere(cb, id >>> 16, featureB.i);
          const areCorners = featureA.i === featureA.j && featureB.i === featureB.j;
          assert(isEither || !areCorners || pointCount > 1, `${name}: ${id}`);
          const p = { x: x - poseA.x, y: y - poseA.y };
          for (const { points: [first, ...others], radius } of [ca, cb].map(hullOf)) {
            const ring = [first, ...others, first];
            const off = Math.min(...ring.map((v, k) => away(p, v, ring[Math.max(k - 1, 0)])));
            assertLessOrEqual(off, radius + Math.abs(separation) + noise, name);
          }
        }
      }
    }
    assert(
      tally.every((n) => n > effort(400)) && dented > effort(4000),
      `${tally}, ${dented}`,
    );
  });

  // The status, A with its pose and B with its, or one of them for both; without a status where any will do.
  const FOUND: [name: string, status: string, a: string, b?: string][] = [
    [
      // A minute triangle, which 1e8 away is rounded to 1e-8: two of its corners and one edge are closest around them.
      "is one in every query where a pose turns them inside out",
      "",
      `38368346.359565765: 75609423.8070009 -101205477.79992355
        @ 95904779.81564355 47388684.35609099 -0.4516784221637226 -0.8921808129250988`,
      `1: 0 0, 0.16383585968728356 -0.5653304679731879, 0.1810761714669282 -0.6248197247287981
        @ 0 0 0.5284052935795474 -0.8489922530371596`,
    ],
    // The cores are apart by the sum of the radii, less an overlap of 3e-15, 3e-17 and 3e-17.
    [
      "is exact where rounding in another frame is larger than the overlap",
      "overlapping",
      "31.25: -40 2.5, 20 20 @ 0 0 0.9688575630814645 0.24761870377628178",
      `31.249999990082763: -57.5 62.5, 2.5 80
        @ 5.047813295694863e-9 -8.536457686225965e-9 0.9688575630814645 0.24761870377628178`,
    ],
    [
      "is exact where rounding in another frame is larger, of a rounded plate and an edge",
      "overlapping",
      "2: -2 -2, 1 -1, 0 2, -1 2 @ 0 0 0.3865150896262996 -0.9222830831643686",
      `0: 1 -2, 2.010147526291954e-80 1
        @ 1.524846693198642 -1.7434889234831743 0.3865150896262996 -0.9222830831643686`,
    ],
    [
      "is exact where rounding in another frame is larger, of a tile and a wedge",
      "overlapping",
      `0.10434912510534287: -2 -1, 0 -1, 0 1, -2 1 @ 0 0 -0.4447907889053771 -0.8956344980542745`,
      `0.7639624831749321: 0.868311608280275 0.7237863245666363,
        1.8683116082802749 0.7237863245666363, 0.868311608280275 1.7237863245666363
        @ -4.785666274080711e-17 -9.636458124031383e-17 -0.4447907889053771 -0.8956344980542745`,
    ],
    [
      "is one of rounded boxes, as thin as their poses round",
      "",
      `0.5831563914631325: -0.001 -0.7860415181642565, 0.001 -0.7860415181642565,
        0.001 0.7860415181642565, -0.001 0.7860415181642565
        @ -0.8646245580492455 0.8124445314294035 -0.9650308749566874 -0.2621362439273333`,
      `2.7619082252119955e-7: -9.206360750706652e-17 -0.09206360750706652,
        9.206360750706652e-17 -0.09206360750706652, 9.206360750706652e-17 0.09206360750706652,
        -9.206360750706652e-17 0.09206360750706652
        @ 0 0 -0.5882056451333284 -0.8087113941532448`,
    ],
    [
      "is one of a point and a hair that its pose leaves in one line with it",
      "separated",
      "0: 5 2 @ -1.1533010820296483 -3.6528098419633412 0.8274301738735396 0.561568613228699",
      `0: 0.8607125608806513 0.8098935719272334, 0.8607125608806514 0.8098935719272333,
        1.8607125608806514 0.8098935719272331, 1.8607125608806514 0.8098935719272333
        @ 0 0 1 1e-300`,
    ],
    [
      "is 0 for a corner on a corner, whichever edges are measured",
      "touching",
      `0: -0.9700446458027903 -0.5732599353526426, 0.5596913105896504 0.9884107357947569,
        0.5596913105896504 0.9884107357947572`,
      `0: -2.4997806021952305 -2.134930606500043, -0.9700446458027903 -0.5732599353526427,
        -0.9700446458027903 -0.5732599353526425`,
    ],
    [
      "is 0 though rounding has a vertex beside the edge",
      "touching",
      `0: -0.2445639885642292 0.20324704419926906, 0.4686434427832722 0.4523659012234321,
        0.872383556646519 0.5933897762977394`,
      `0: -0.24456398856422923 0.2032470441992691, 0.872383556646519 0.5933897762977394,
        0.1591761252990176 0.3442709192735764`,
    ],
    [
      "is not 0 where rounding has a vertex on the edge",
      "overlapping",
      `0: -0.8948459887847586 0.5713933635441167, -0.8948459887847584 0.5713933635441164,
        0.0879383882716076 -0.43121697069664844`,
    ],
    [
      "is not 0 for an overlap of one ulp",
      "overlapping",
      `0: 1.3794354157431383e34 -1.553039746236431e33,
        7.610191645984932e34 -1.553039746236431e33,
        6.540309797524163e34 -1.5530397462364307e33`,
    ],
    [
      "is not 0 for an overlap of one ulp of a wedge and a plate",
      "overlapping",
      "0: -2.312602969454334 -2, 0.6873970305456671 -2, 0.6352005777778968 -1.9999999999999998",
      `0: -0.6873970305456671 -2, 0.6873970305456671 -2, 0.6873970305456671 2,
        -0.6873970305456671 2`,
    ],
  ];
  for (const [name, status, a, b = a] of FOUND) {
    it(name, () => {
      const [A, B] = [placedShape(a), placedShape(b)];
      const found = [ask(...A, ...B), ask(...B, ...A)];
      // Seen from the other, their vertices are rounded otherwise.
      const isPlain = !`${a}${b}`.includes("@");
      if (status !== "") {
        assertEquals(found.slice(0, isPlain ? 2 : 1), isPlain ? [status, status] : [status]);
      }
    });
  }

  it("is that of their nearer sides, a hair further apart than rounding on the way along them tells", () => {
    const r = 3.041794147352416e-9, h = 0.003041794147352416, w = 3.041794147352416e-23;
    const plank = makeShape(core(r, -w, -h, w, -h, w, h, -w, h));
    // The radii reach as far as the middles are apart, and both are 2 w thick.
    const right = { x: 2 * r, y: 7.60448536838104e-9, cos: 1, sin: 0 };
    assertEquals(ask(plank, IDENTITY, plank, right), "overlapping");
    const left = { x: -2 * r, y: 7.60448536838104e-9, cos: 1, sin: 0 };
    assertEquals(ask(plank, IDENTITY, plank, left), "overlapping");
  });

  it("leads past edges that the pose has rounded away to the closest features", () => {
    // Edges of 1e-21 and 9e-12 at a corner, 3e-3 away: the shorter one has no length there.
    const [a] = placedShape(`0: -0.004591558939087835 0.00453698650224673,
        -0.002293426125091281 -0.002875767315965787,
        0.005220357241058785 -0.0021688325962947144,
        0.00037315761295409513 0.003589826260111737`);
    const [b] = placedShape(`0: -4.3784671561302276e-13 9.837208755048355e-25,
        -1.6199570528618882e-26 -9.119547474531258e-12, 0 -1.061655054163567e-21,
        0 1.6199570528618882e-26, -1.766291143629498e-18 2.334604153480002e-9`);
    const poseA = { x: 0, y: 0, cos: 0.8660254037844387, sin: 0.49999999999999994 };
    const poseB = { x: -0.0014717491576092794, y: 0.0032954595429100526, cos: 0.28, sin: -0.96 };
    const { distance: d } = signedDistance(a, poseA, b, poseB);
    // It was 7.9e-15, 3000 u more.
    assert(Math.abs(d - 2.77e-17) < 4 * 2 ** -52 * 0.012, `${d}`);
  });

  it("is the one of a cold query from whatever a cache remembers", () => {
    const a = point({ x: 3, y: -4 });
    const [b] = placedShape(`3: -3.51556996995964e-16 -1.2340173014674046e-16,
        -1.1092828138740456e-16 -0.0078125, 0 -5.551115123125783e-17`);
    const poseA = { x: -3, y: 1, cos: 1, sin: 0 };
    const poseB = { x: 0, y: 0, cos: -0.9939988302246177, sin: -0.10939070121400453 };
    const cold = signedDistance(a, poseA, b, poseB).distance;
    for (let k = 0; k < 8; k++) {
      const cache = new SimplexCache();
      signedDistance(a, poseA, b, { ...poseB, x: 0.3 * (k - 4), y: -0.1 * k }, undefined, cache);
      assertEquals(signedDistance(a, poseA, b, poseB, undefined, cache).distance, cold);
      // Of a hull nothing is remembered.
      assertEquals(cache.count, 0);
      assertEquals(distance(a, poseA, b, poseB, undefined, cache).distance, Math.max(cold, 0));
    }
  });

  it("comes with the edge that carries the closest point", () => {
    const [b] = placedShape(
      `0: -0.2903064307251282 -0.16806561766511297, -0.2253153722561863 -0.6219213614472303,
        -0.2201881681543456 -0.6577264565785192,
        -0.2276792427157394 -0.6054136108289231,
        -0.28810189300751077 -0.18346069091204373,
        -0.2903064307251281 -0.16806561766511297`,
    );
    const near = { x: 3.774753274184741, y: -0.6224007440306057, cos: 1, sin: 0 };
    const dot = point({ x: -4, y: 0 });
    const { featureB, pointB } = signedDistance(dot, near, b, IDENTITY);
    const ys = [b.points[featureB.i].y, b.points[featureB.j].y].sort((p, q) => p - q);
    assert(ys[0] <= pointB.y && pointB.y <= ys[1], `${pointB.y} is not on ${featureB.i}`);
  });
});
