import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { IDENTITY, outline, type Pose, type Vec2 } from "@narrowphase/gjk2d";
import {
  BODIES,
  type BodyName,
  contactsOf,
  GROUND,
  lowered,
  MARGIN,
  placed,
  type Scene,
  SCENES,
  summary,
  VIEW,
} from "../../demo/contacts/scene.ts";

/** The distance of a point from a line of points. */
function distanceTo(line: readonly Vec2[], p: Vec2): number {
  let least = Infinity;
  for (let k = 1; k < line.length; k++) {
    const a = line[k - 1], b = line[k], dx = b.x - a.x, dy = b.y - a.y;
    const t = ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy);
    const s = Math.min(Math.max(t, 0), 1);
    least = Math.min(least, Math.hypot(a.x + s * dx - p.x, a.y + s * dy - p.y));
  }
  return least;
}

/** The outlines of a body in the world, by degrees and sines instead of a pose. */
function rings({ body, x, y, angle }: Scene): Vec2[][] {
  const c = Math.cos(angle * Math.PI / 180), s = Math.sin(angle * Math.PI / 180);
  const still: Pose = IDENTITY;
  return outline(BODIES[body], still, 1e-4).map(({ points }) => {
    const ring: Vec2[] = [];
    for (let k = 0; k < points.length; k += 2) {
      const [px, py] = [points[k], points[k + 1]];
      ring.push({ x: x + c * px - s * py, y: y + s * px + c * py });
    }
    return [...ring, ring[0]];
  });
}

describe("scenes", () => {
  for (const [name, start] of SCENES) {
    const scene = lowered(start);
    it(`"${name}" rests on the ground, and its points are on both outlines`, () => {
      const found = contactsOf(scene), { points, least } = summary(found);
      assert(points > 0 && scene.y < start.y);
      assertAlmostEquals(least, 0, 1e-9);
      const outlines = rings(scene);
      for (const { normal, pointCount, points } of found.manifolds.slice(0, found.count)) {
        assertAlmostEquals(Math.hypot(normal.x, normal.y), 1, 1e-12);
        for (const { point, separation } of points.slice(0, pointCount)) {
          assert(separation <= MARGIN);
          // Half way between the surfaces, and the margin is the most.
          assert(distanceTo(GROUND.points, point) <= MARGIN / 2 + 1e-9);
          const nearest = Math.min(...outlines.map((ring) => distanceTo(ring, point)));
          assert(nearest <= MARGIN / 2 + 2e-4, `${nearest}`);
        }
      }
    });
  }

  it("the jaw of the spanner is held by the bolt from above and on both sides", () => {
    const { count, manifolds } = contactsOf(lowered(SCENES[0][1]));
    const normals = new Set(manifolds.slice(0, count).map(({ normal: { x, y } }) => `${x} ${y}`));
    assertEquals(normals, new Set(["0 1", "1 0", "-1 0"]));
  });

  it("a body above the ground has no contacts, and one pushed into it a negative separation", () => {
    const scene = SCENES[1][1];
    assertEquals(summary(contactsOf(scene)), { points: 0, least: Infinity });
    const { x, y, angle } = lowered(scene);
    const { least } = summary(contactsOf({ ...scene, x, y: y - 0.01, angle }));
    assert(least < -0.005 && least >= -0.01 - 1e-9, `${least}`);
  });
});

describe("bodies", () => {
  const count: Record<BodyName, number> = { spanner: 2, star: 1, cup: 1, dumbbell: 3 };
  for (const [name, expected] of Object.entries(count)) {
    it(`the ${name} is drawn with ${expected} lines`, () => {
      assertEquals(outline(BODIES[name as BodyName], IDENTITY).length, expected);
    });
  }
});

describe("placed", () => {
  it("keeps a body in the picture, with tidy numbers", () => {
    const scene = SCENES[0][1];
    const { x, y, angle } = placed(scene, 99, -99, 450.00049);
    assert(x < VIEW.x + VIEW.halfWidth && y > VIEW.y - VIEW.halfHeight);
    assertEquals(angle, 90);
    assertEquals(placed(scene, 1.00049, 2), { ...scene, x: 1, y: 2 });
  });
});
