import { assertEquals, assertLess } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  angleOf,
  box,
  capsule,
  chain,
  circle,
  collide,
  compound,
  convex,
  type ConvexShape,
  ellipse,
  IDENTITY,
  inverseMultiply,
  manifolds,
  multiply,
  polygon,
  type Pose,
  pose,
  regularPolygon,
  signedDistance,
  timeOfImpact,
  transformPoint,
  transformShape,
} from "@narrowphase/gjk2d";
import { survey } from "../generate/survey.ts";
import { Random } from "../generate/random.ts";
import { effort } from "../effort.ts";

/** Contacts of ellipses, moved or not, with everything, in numbers. */
function contacts(): number[] {
  const r = new Random(5), numbers: number[] = [];
  const ground = chain([{ x: 4, y: 0 }, { x: 1, y: 0 }, { x: -2, y: 0 }, { x: -5, y: 1 }]);
  const body = compound([
    { shape: box(2, 0.5), pose: pose(1, 0) },
    { shape: box(2, 0.5), pose: pose(-1, 0) },
  ]);
  const smooth = (): ConvexShape => {
    const oval = ellipse(r.range(0.2, 2), 10 ** r.range(-30, 0));
    if (r.chance(0.5)) return oval;
    const once = transformShape(oval, pose(r.range(-2, 2), 1, r.range(0, 6.3)));
    return transformShape(once, pose(-1, 0.5, 1));
  };
  const near = (): Pose => pose(r.range(-2, 2), r.range(-1, 1), r.range(0, 6.3));
  for (let k = 0; k < 200; k++) {
    const a = smooth();
    const other = r.pick([
      smooth(),
      box(2, 1, { radius: r.pick([0, 0.1]) }),
      polygon(regularPolygon(7, 1).points),
      capsule({ x: -1, y: 0 }, { x: 1, y: 0.5 }, 0.2),
      circle(1),
      ...ground.segments,
    ]);
    const poseA = near();
    for (const m of [collide(a, poseA, other, IDENTITY), collide(other, IDENTITY, a, poseA)]) {
      numbers.push(m.pointCount, m.normal.x, m.normal.y);
      const [{ point, separation, id }] = m.points;
      if (m.pointCount > 0) numbers.push(point.x, point.y, separation, id);
    }
    const { count, manifolds: all } = manifolds(body, IDENTITY, compound([{ shape: a }]), poseA);
    numbers.push(count);
    for (const m of all.slice(0, count)) {
      numbers.push(m.pointCount, m.points[0].separation, m.points[0].id);
    }
  }
  return numbers;
}

describe("an ellipse that was moved", () => {
  it("has the bits of one in that pose, after as many samples, wherever centers do not coincide", () => {
    survey("moved ellipses", 4000, { deep: 1000 }, (r, met) => {
      const round = r.chance(0.3), aspect = 10 ** r.range(-9, 0);
      const oval = ellipse(1, round ? 1 - aspect : aspect);
      const at = pose(r.range(-2, 2), r.range(-2, 2), r.range(0, 6.3));
      const other = r.pick([ellipse(r.range(0.1, 2), r.range(0.1, 2)), circle(1), box(2, 1)]);
      const off = 10 ** r.range(-9, 0.3);
      const pb = pose(at.x + off, at.y + off * r.range(-1, 1), r.range(0, 6.3));
      const moved = transformShape(oval, at), isFirst = r.chance(0.5);
      const found = isFirst
        ? signedDistance(moved, IDENTITY, other, pb)
        : signedDistance(other, pb, moved, IDENTITY);
      met.deep += found.distance < -0.1 ? 1 : 0;
      const expected = isFirst ? [oval, at, other, pb] as const : [other, pb, oval, at] as const;
      assertEquals(found, signedDistance(...expected));
    });
  });

  it("has the bits of one that was not, beside corners, as a needle", () => {
    // Where a direction that belongs to a corner of both shapes would be tried: an ellipse has none.
    const cases = [
      [0.0000677, 0.0761, 0.000856, -1.0356830428124502, -0.013217794285590709, 0.366],
      [0.00000119, 0.019, 0.0000168, 1.009500000073196, -0.000008400000776295899, 0],
      [0.00000126, 0.0353, 0.000618, 1.0176501069327508, -0.000309003793020104, 0],
    ];
    for (const [thickness, width, height, x, y, angle] of cases) {
      const needle = ellipse(1, thickness), moved = transformShape(needle, IDENTITY);
      const pair = [IDENTITY, box(width, height), pose(x, y, angle)] as const;
      assertEquals(signedDistance(moved, ...pair), signedDistance(needle, ...pair));
    }
  });

  it("is measured as where all its moves together bring it, in as few samples", () => {
    const r = new Random(9);
    for (let k = 0; k < effort(2000); k++) {
      const oval = ellipse(r.range(0.5, 2), r.range(0.5, 2));
      const first = pose(r.range(-1, 1), r.range(-1, 1), r.range(0, 6.3));
      const second = pose(r.range(-1, 1), r.range(-1, 1), r.range(0, 6.3));
      const moved = transformShape(transformShape(oval, first), second);
      const together = multiply(second, first);
      const off = r.pick([1e-6, 1e-3, 0.5]);
      const pb = pose(together.x + off, together.y + off * r.range(-1, 1), r.range(0, 6.3));
      const other = r.pick([oval, circle(1), box(2, 1)]);
      const { distance, iterations } = signedDistance(other, pb, moved, IDENTITY);
      const expected = signedDistance(other, pb, oval, together);
      assertLess(Math.abs(distance - expected.distance), 2e-14);
      assertLess(iterations, 2 * expected.iterations + 8);
    }
  });

  it("hits when one does that was not moved, after as many steps, as a wheel and about any pivot", () => {
    const still = { localCenter: { x: 0, y: 0 }, from: IDENTITY, to: IDENTITY };
    const states = new Map<string, number>();
    for (let k = 0; k < 600; k++) {
      const r = new Random("moved wheels", k);
      // A wheel that spins in place a hair's breadth above the ground is what only (5) of `bound` sees.
      const isWheel = r.chance(0.5);
      const oval = isWheel ? ellipse(1, 1 - r.pick([0, 1e-9])) : ellipse(r.range(0.2, 2), 1);
      const first = pose(r.range(-1, 1), r.range(-1, 1), r.range(0, 6.3));
      const second = pose(r.range(-1, 1), r.range(-1, 1), r.range(0, 6.3));
      const isTwice = r.chance(0.5), at = isTwice ? multiply(second, first) : second;
      const moved = isTwice
        ? transformShape(transformShape(oval, first), second)
        : transformShape(oval, second);
      const pivot = isWheel ? { x: 0, y: 0 } : { x: r.range(-2, 2), y: r.range(-2, 2) };
      const from = isWheel
        ? pose(0, 2 + r.pick([1e-9, 1e-6]), r.range(0, 6.3))
        : pose(r.range(-4, 4), r.range(3, 6), r.range(0, 3));
      const turned = angleOf(from) + r.range(0.1, 3);
      const to = isWheel
        ? pose(0.03, from.y, turned)
        : pose(r.range(-4, 4), r.range(-1, 4), turned);
      const spun = { localCenter: pivot, from, to };
      const expected = timeOfImpact(box(20, 2), still, oval, spun);
      const back = inverseMultiply(at, IDENTITY);
      const found = timeOfImpact(box(20, 2), still, moved, {
        localCenter: transformPoint(at, pivot),
        from: multiply(from, back),
        to: multiply(to, back),
      });
      states.set(found.status, (states.get(found.status) ?? 0) + 1);
      assertEquals(found.status, expected.status, `${k}`);
      assertLess(found.iterations, 2 * expected.iterations + 8, `${k}`);
    }
    assertLess(100, states.get("hit")!);
    assertLess(100, states.get("separated")!);
  });

  it("has the same contacts before any convex() and after: it has no straight side, however thin", () => {
    const before = contacts();
    convex({ center: { x: 0, y: 0 }, support: () => {} });
    assertEquals(contacts(), before);
  });
});
