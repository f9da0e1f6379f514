/**
 * Images of a space: what comes after `restore` against what came after `save`.
 *
 * @module
 */
import { assert, assertEquals, assertLess, assertStrictEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { box, circle, type Pose, pose, Space } from "@narrowphase/gjk2d";
import { BODIES } from "../generate/shapes.ts";
import { Random } from "../generate/random.ts";

/** Changes a space at random, and returns what it then answers, as bits. */
function step(space: Space, r: Random): unknown[] {
  const anywhere = (): Pose => pose(r.range(0, 7), r.range(0, 7), r.range(-3, 3));
  const added: number[] = [];
  if (r.chance(0.03)) space.clear();
  for (let id = 0; id < 60; id++) {
    if (!space.has(id) || !r.chance(0.2)) continue;
    switch (r.int(0, 5)) {
      case 0:
        space.remove(id);
        break;
      case 1:
        space.setShape(id, r.pick(BODIES));
        break;
      case 2:
        space.setFilter(id, {
          category: r.pick([1, 2]),
          mask: r.pick([~0, 1]),
          group: r.int(0, 2),
        });
        break;
      case 3:
        space.setSensor(id, r.chance(0.3));
        break;
      default:
        space.setPose(id, anywhere());
    }
  }
  for (let k = r.int(0, 4); k > 0; k--) {
    const options = { sensor: r.chance(0.2), data: { number: r.int(0, 99) } };
    added.push(space.add(r.pick(BODIES), anywhere(), options));
  }
  if (r.chance(0.7)) space.update({ margin: r.pick([0, 0.125]) });
  return [
    added,
    [...space.contacts],
    [...space.began, ...space.began.sensors, ...space.ended, ...space.ended.sensors],
    [...space.findPairs(0.25)],
    space.rayCastAll({ x: -1, y: 3 }, { x: 9, y: 1 }),
    space.nearest({ x: r.range(0, 7), y: 3 }, { count: 5 }),
    [...space],
    space.hash(),
  ];
}

describe("Space.save() and restore()", () => {
  it("give the same future, to the last bit, from any moment, on both backends", () => {
    for (const backend of ["ts", "simd"] as const) {
      const space = new Space({ backend, capacity: 0 });
      const r = new Random(`images ${backend}`);
      let contacts = 0;
      for (let round = 0; round < 12; round++) {
        for (let k = r.int(1, 4); k > 0; k--) step(space, new Random(`${backend} ${round} ${k}`));
        if (r.chance(0.5)) space.remove(r.pick([...space.inBox(ALL)])); // after the update
        const image = space.save(), hash = space.hash(), read = [...space.contacts];
        const data = [...space.inBox(ALL)].map((id) => space.data(id));
        const future = (): unknown[] =>
          [0, 1, 2, 3].map((k) => step(space, new Random(`${round} ${k}`)));
        const expected = future();
        const later = space.hash();
        space.restore(image);
        assertEquals(space.hash(), hash);
        assertEquals(space.save(), image);
        assertEquals([...space.inBox(ALL)].map((id) => space.data(id)), data);
        if (r.chance(0.5)) assertEquals([...space.contacts], read);
        contacts += read.filter(({ count }) => count > 0).length;
        assertEquals(future(), expected);
        assertEquals(space.hash(), later);
      }
      assertLess(100, contacts);
    }
  });

  it("lead through many images in any order", () => {
    const space = new Space();
    const images: [Uint8Array, string][] = [];
    for (let k = 0; k < 40; k++) {
      step(space, new Random(`walk ${k}`));
      images.push([space.save(), space.hash()]);
    }
    const r = new Random("jumps");
    for (let k = 0; k < 200; k++) {
      const n = r.int(0, 39);
      space.restore(images[n][0]);
      assertEquals(space.hash(), images[n][1]);
      if (n < 39 && r.chance(0.5)) {
        step(space, new Random(`walk ${n + 1}`));
        assertEquals(space.hash(), images[n + 1][1]);
      }
    }
  });

  it("take at most 96 bytes a body and 48 a contact, into the caller's array", () => {
    const space = new Space();
    for (let k = 0; k < 800; k++) space.add(circle(0.6), pose(k % 30, Math.floor(k / 30)));
    space.update();
    for (let k = 0; k < 800; k++) space.setTransform(k, k % 29, Math.floor(k / 29), 1);
    const out = new Uint8Array(200_000).fill(7);
    const image = space.save(out);
    assertLess(image.length, 64 + 96 * 800 + 48 * space.contacts.size + 1);
    assertEquals([image.buffer === out.buffer, out[image.length]], [true, 7]);
    assertStrictEquals(space.save(out), image);
    const short = new Uint8Array(8);
    assertEquals(space.save(short), image);
    const fit = new Uint8Array(image.length);
    assertStrictEquals(space.save(fit), fit);
    space.remove(5);
    space.restore(image);
    assert(space.has(5));
  });

  it("refuse what is damaged, cut or foreign, and change nothing", () => {
    const space = new Space(), other = new Space();
    for (let k = 0; k < 6; k++) space.add(box(1, 1), pose(0.75 * k, 0));
    space.remove(2);
    space.update();
    const image = space.save();
    space.setTransform(0, 3, 3, 1);
    const hash = space.hash();
    for (let k = 0; k < image.length; k++) {
      const wrong = image.slice();
      wrong[k] ^= 1 << (k & 7);
      assertThrows(
        () => space.restore(wrong),
        RangeError,
        "Cannot restore space: image is not one",
      );
    }
    for (const length of [0, 3, 60, 64, image.length - 4, image.length - 1]) {
      assertThrows(() => space.restore(image.slice(0, length)), RangeError, "bytes");
    }
    assertThrows(() => space.restore([1] as unknown as Uint8Array), TypeError, "image is an array");
    assertEquals(space.hash(), hash);
    other.add(circle(1));
    assertThrows(() => other.restore(image), RangeError, "has not saved the shape of its body 0");
    assertEquals(other.size, 1);
    space.restore(image);
    assertEquals(space.getPose(0).x, 0);
  });

  it("restore into another space that has saved the same shapes, without data", () => {
    const make = (): Space => {
      const space = new Space();
      for (let k = 0; k < 4; k++) space.add(BODIES[k], pose(0.5 * k, 0), { data: k });
      space.update();
      return space;
    };
    const one = make(), two = make();
    assertEquals(one.hash(), two.hash());
    two.save();
    one.setTransform(2, 9, 9, 9);
    one.update();
    two.restore(one.save());
    assertEquals(two.hash(), one.hash());
    assertEquals([...two.contacts], [...one.contacts]);
    assertEquals([one.data(2), two.data(2)], [2, undefined]);
  });

  it("keep few shapes of bodies that are gone", () => {
    const space = new Space();
    const first = space.add(circle(1));
    const image = space.save();
    for (let k = 0; k < 20_000; k++) {
      space.remove(first);
      space.add(circle(1 + k / 1024));
      space.hash();
    }
    assertThrows(() => space.restore(image), RangeError, "has not saved the shape of its body 0");
  });
});

describe("Space.hash()", () => {
  it("tells apart whatever answers depend on, and nothing else", () => {
    const make = (change: (space: Space) => void, backend: "simd" | "ts" = "simd"): string => {
      const space = new Space({ backend });
      for (let k = 0; k < 4; k++) space.add(box(1, 1), pose(0.75 * k, 0));
      space.update();
      change(space);
      return space.hash();
    };
    const same = [
      make(() => {}),
      make(() => {}, "ts"),
      make((space) => space.findPairs(3)),
      make((space) => space.at({ x: 0, y: 0 })),
      make((space) => {
        const image = space.save();
        space.remove(3);
        space.update();
        space.restore(image);
      }),
    ];
    assertEquals(new Set(same).size, 1);
    const others = [
      make((space) => space.update()),
      make((space) => space.setShape(1, box(1, 1))), // its contacts have no points
      make((space) => space.setTransform(2, 1.5, 1e-9, 0)),
      make((space) => space.setShape(1, box(1, 1.0001))),
      make((space) => space.setFilter(1, { mask: 3 })),
      make((space) => space.remove(3)),
      make((space) => {
        space.remove(3);
        space.add(box(1, 1), pose(2.25, 0));
      }),
      make((space) => space.add(circle(1), pose(50, 0), { sensor: true })),
      make((space) => space.add(circle(1), pose(50, 0))),
    ];
    assertEquals(new Set([...same, ...others]).size, others.length + 1);
    assert(/^[0-9a-f]{16}$/.test(same[0]));
  });
});

const ALL = { minX: -Infinity, minY: -Infinity, maxX: Infinity, maxY: Infinity };
