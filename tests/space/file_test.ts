import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  box,
  capsule,
  chain,
  circle,
  compound,
  convex,
  ellipse,
  exportSpace,
  importSpace,
  point,
  polygon,
  pose,
  segment,
  type Shape,
  Space,
} from "@narrowphase/gjk2d";
import { Random } from "../generate/random.ts";

const CORNER = [{ x: 0, y: 0 }, { x: -0, y: -1 }, { x: 2, y: 0.1 }];
const SHAPES: readonly Shape[] = [
  point({ x: 0.1, y: -0 }),
  circle(0.3, { x: -0, y: 0.7 }),
  segment({ x: 0, y: 0 }, { x: 1 / 3, y: 2 }),
  capsule({ x: -1, y: 0 }, { x: 1, y: 0.1 }, 0.1),
  box(1, 0.5, { angle: 0.7, radius: 0.05 }),
  polygon(CORNER),
  ellipse(1, 0.3),
  compound([box(1, 1), { shape: ellipse(0.5, 1), pose: pose(2, 0, 0.3) }, circle(0.5)]),
  chain([{ x: -3, y: 0 }, { x: 0, y: 1 }, { x: 3, y: 0 }], { before: { x: -4, y: 2 } }),
  chain(CORNER, { loop: true, frontOnly: true }),
];

describe("exportSpace() and importSpace()", () => {
  it("give a space with the same bits, now and later", () => {
    const r = new Random("export");
    const space = new Space();
    for (let k = 0; k < 60; k++) {
      const at = pose(r.range(-6, 6), r.range(-6, 6), r.range(-3, 3));
      space.add(r.pick(SHAPES), at, { category: r.pick([1, 2]), sensor: r.chance(0.1) });
    }
    space.update();
    for (const id of [5, 17, 9]) space.remove(id);
    space.update({ margin: 0.125 });
    const copy = importSpace(exportSpace(space), { backend: "ts" });
    for (let step = 0; step < 5; step++) {
      assertEquals(copy.hash(), space.hash());
      assertEquals([...copy.contacts], [...space.contacts]);
      const id = space.add(SHAPES[step]);
      assertEquals(copy.add(SHAPES[step]), id);
      for (const one of [space, copy]) {
        one.setTransform(step, step, 0.1, step);
        one.update();
      }
    }
    copy.setData(0, "hero");
    assertEquals([copy.data(0), copy.data(1)], ["hero", undefined]);
  });

  it("refuse what no file can hold, and texts that are damaged", () => {
    const space = new Space(), text = exportSpace(space);
    const blob = convex({ support: (_x, _y, out) => void (out.x = out.y = 0), center: CORNER[0] });
    space.add(compound([box(1, 1), blob]));
    assertThrows(() => exportSpace(space), TypeError, "body 0 has a shape of convex()");
    assertThrows(() => exportSpace({} as never), TypeError, "space is an object, must be a Space");
    assertThrows(() => importSpace(7 as never), TypeError, "text is 7, must be a string");
    for (const bad of ["", "{}", "[]", text.slice(1), text.replace(/.{9}"}$/, '"}')]) {
      assertThrows(() => importSpace(bad), RangeError, "is not one that exportSpace() made");
    }
  });
});
