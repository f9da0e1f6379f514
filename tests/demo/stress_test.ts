import { assert, assertAlmostEquals, assertEquals, assertNotEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { intersects, type Pose } from "@narrowphase/gjk2d";
import { zoomed } from "../../demo/stress/painter.ts";
import { Recent } from "../../demo/stress/recent.ts";
import { type Mode, StressScene } from "../../demo/stress/scene.ts";

const MODES: readonly Mode[] = ["simd", "ts", "call"];

describe("StressScene", () => {
  it("goes the same way with every mode, bit for bit, and from one to the other", () => {
    const digest = (scene: StressScene, each = (_i: number): void => {}): string => {
      for (let i = 0; i < 60; i++) {
        each(i);
        scene.update();
      }
      return scene.digest();
    };
    const digests = MODES.map((mode) => digest(new StressScene(700, mode)));
    const changing = new StressScene(700, "ts");
    digests.push(digest(changing, (i) => changing.setMode(MODES[i % 3])));
    assertEquals(new Set(digests).size, 1);
    assertNotEquals(digest(new StressScene(700, "ts", 1 / 60, 2)), digests[0]);
  });

  it("goes the same way in parts, of which none asks about more pairs than a slice has", () => {
    for (const mode of MODES) {
      const whole = new StressScene(3000, mode);
      const parted = new StressScene(3000, mode);
      for (let turn = 0; turn < 5; turn++) {
        const { pairs, contacts } = whole.update();
        assert(pairs > 1000 && contacts > 0);
        const steps = parted.advance(() => 0, 100);
        let parts = 1;
        let part = steps.next();
        for (; !part.done; part = steps.next()) parts++;
        // The movement, the broadphase, the slices, the response.
        assertEquals(parts, 3 + Math.ceil(pairs / 100));
        assertEquals([part.value.pairs, part.value.contacts], [pairs, contacts]);
      }
      assertEquals(parted.digest(), whole.digest());
    }
  });

  it("the time between the parts of an update is not that of the update", () => {
    const scene = new StressScene(500, "ts");
    let now = 0;
    const steps = scene.advance(() => now++, 50);
    let part = steps.next();
    for (; !part.done; part = steps.next()) now += 1000;
    const [move, find, ask, respond] = part.value.times;
    assertEquals([move, find, respond], [1, 1, 1]);
    assertEquals(ask, Math.ceil(part.value.pairs / 50));
  });

  it("the pairs that touch are all pairs that intersect", () => {
    const scene = new StressScene(150, "simd");
    for (let i = 0; i < 40; i++) scene.update();
    // The next update asks at the poses after its movement; the response then moves bodies a little.
    const twin = new StressScene(150, "simd");
    for (let i = 0; i < 40; i++) twin.update();
    assertEquals(twin.digest(), scene.digest());
    for (let turn = 0; turn < 20; turn++) {
      const { contacts } = twin.update();
      const moved = moveOnly(scene);
      let expected = 0;
      for (let i = 0; i < scene.count; i++) {
        for (let j = i + 1; j < scene.count; j++) {
          const a = scene.kinds[scene.kindOf[i]].shape;
          const b = scene.kinds[scene.kindOf[j]].shape;
          if (intersects(a, moved[i], b, moved[j])) expected++;
        }
      }
      assertEquals(contacts, expected);
      scene.update();
    }
  });

  it("bodies stay in the box, rotations on the circle, and energy where it was", () => {
    const scene = new StressScene(400, "ts");
    const energy = (): number => {
      let sum = 0;
      for (let i = 0; i < scene.count; i++) {
        const v = scene.velocities;
        const { inverseMass } = scene.kinds[scene.kindOf[i]];
        sum += (v[2 * i] * v[2 * i] + v[2 * i + 1] * v[2 * i + 1]) / inverseMass / 2;
      }
      return sum;
    };
    const before = energy();
    let most = 0;
    for (let k = 0; k < 1200; k++) most = Math.max(most, scene.update().contacts);
    assert(most > 20, `only ${most} contacts`);
    assertAlmostEquals(energy() / before, 1, 1e-9);
    for (let i = 0; i < scene.count; i++) {
      const [x, y, c, s] = scene.poses.subarray(4 * i, 4 * i + 4);
      assert(x > -1 && x < scene.width + 1 && y > -1 && y < scene.height + 1, `${x}, ${y}`);
      assertAlmostEquals(c * c + s * s, 1, 1e-14);
    }
  });
});

describe("Recent", () => {
  it("keeps the newest numbers, oldest first, with their percentiles", () => {
    const recent = new Recent(4);
    assertEquals([recent.length, ...recent.percentiles(50, 100)], [0, 0, 0]);
    const all = (): number[] => Array.from({ length: recent.length }, (_, i) => recent.at(i));
    for (const value of [5, 1, 3]) recent.add(value);
    assertEquals(all(), [5, 1, 3]);
    assertEquals(recent.percentiles(0, 33, 34, 50, 99, 100), [1, 1, 3, 3, 5, 5]);
    for (const value of [9, 2, 7]) recent.add(value);
    assertEquals(all(), [3, 9, 2, 7]);
    assertEquals(recent.percentiles(25, 50, 75, 100), [2, 3, 7, 9]);
    recent.clear();
    recent.add(8);
    assertEquals(all(), [8]);
  });
});

/** Poses after the movement of the next update, before the response. */
function moveOnly(scene: StressScene): Pose[] {
  const poses: Pose[] = [];
  for (let i = 0; i < scene.count; i++) {
    const [x, y, cos, sin] = scene.poses.subarray(4 * i, 4 * i + 4);
    const turn = scene.turnOf(i);
    const c = cos * turn.cos - sin * turn.sin;
    const s = sin * turn.cos + cos * turn.sin;
    const shrink = 1.5 - 0.5 * (c * c + s * s);
    poses.push({
      x: x + 1 / 60 * scene.velocities[2 * i],
      y: y + 1 / 60 * scene.velocities[2 * i + 1],
      cos: shrink * c,
      sin: shrink * s,
    });
  }
  return poses;
}

describe("zoomed()", () => {
  it("keeps the point under the pointer, and the view in the field", () => {
    const at = { x: 0.3, y: 0.6 };
    const point = ({ zoom, x, y }: ReturnType<typeof zoomed>) => [
      x + (at.x - 0.5) / zoom,
      y + (at.y - 0.5) / zoom,
    ];
    const once = zoomed({ zoom: 2, x: 0.5, y: 0.5 }, 5, at);
    point(once).forEach((v, i) =>
      assert(Math.abs(v - point({ zoom: 2, x: 0.5, y: 0.5 })[i]) < 1e-12)
    );
    assertEquals(zoomed(once, 1), { zoom: 1, x: 0.5, y: 0.5 });
    assertEquals(zoomed({ zoom: 4, x: 2, y: -1 }, 4), { zoom: 4, x: 0.875, y: 0.125 });
  });
});
