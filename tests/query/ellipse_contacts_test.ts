import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  box,
  capsule,
  chain,
  circle,
  collide,
  compound,
  compoundCollide,
  convex,
  ellipse,
  IDENTITY,
  polygon,
  type Pose,
  pose,
  regularPolygon,
  type Shape,
  transformShape,
} from "@narrowphase/gjk2d";
import { Random } from "../families/random.ts";

/** Contacts of ellipses, moved or not, with everything, in numbers. */
function contacts(): number[] {
  const r = new Random(5), numbers: number[] = [];
  const ground = chain([{ x: 4, y: 0 }, { x: 1, y: 0 }, { x: -2, y: 0 }, { x: -5, y: 1 }]);
  const body = compound([
    { shape: box(2, 0.5), pose: pose(1, 0) },
    { shape: box(2, 0.5), pose: pose(-1, 0) },
  ]);
  const smooth = (): Shape => {
    const oval = ellipse(r.range(0.2, 2), 10 ** r.range(-30, 0));
    return r.chance(0.5) ? oval : transformShape(
      transformShape(oval, pose(r.range(-2, 2), 1, r.range(0, 6.3))),
      pose(-1, 0.5, 1),
    );
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
    const { count, contacts } = compoundCollide(body, IDENTITY, compound([{ shape: a }]), poseA);
    numbers.push(count);
    for (const m of contacts.slice(0, count)) {
      numbers.push(m.pointCount, m.points[0].separation, m.points[0].id);
    }
  }
  return numbers;
}

describe("collide() of an ellipse", () => {
  it("has the same bits before any convex() and after, as moved ellipses have no straight sides", () => {
    const before = contacts();
    convex({ center: { x: 0, y: 0 }, support: () => {} });
    assertEquals(contacts(), before);
  });
});
