/**
 * Contacts from update to update, against a loop over all pairs and sets of what touched before.
 *
 * @module
 */
import { assert, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  type BodyOptions,
  box,
  circle,
  compound,
  intersects,
  MANIFOLD_STRIDE,
  manifolds,
  PAIR_OFFSET,
  type PairEvents,
  type Pose,
  pose,
  type Shape,
  Space,
} from "@narrowphase/gjk2d";
import { BODIES, disk } from "../generate/shapes.ts";
import { Random } from "../generate/random.ts";

const optionsOf = ({ category, mask, sensor }: Body): BodyOptions => ({ category, mask, sensor });

interface Body {
  shape: Shape;
  at: Pose;
  category: number;
  mask: number;
  sensor: boolean;
  /** Each body has a number of its own, unlike its id. */
  serial: number;
}

/** "a b" of each pair, by both ways to go through them. */
function textOf(events: PairEvents): string[] {
  const text = [...events].map(({ a, b }) => `${a} ${b}`), heard: string[] = [];
  events.forEach((a, b) => heard.push(`${a} ${b}`));
  assertEquals(heard, text);
  return text;
}

describe("Space.update()", () => {
  it("tells of a crate on the ground beside a sensor, one by one and in rows, and drops what has gone", () => {
    const space = new Space(), ground = space.add(box(10, 2), pose(0, -1));
    const crate = space.add(box(1, 1), pose(2, 0.25));
    const zone = space.add(circle(1), pose(2, 1), { sensor: true });
    assertEquals([ground, crate, zone], [0, 1, 2]);
    space.update();
    space.update();
    const { contacts } = space, seen: unknown[] = [];
    contacts.forEach(({ a, b, sensor, age, count, manifolds: [m] }) => {
      seen.push({ a, b, sensor, age, count });
      if (sensor) return;
      assertEquals([{ ...m.normal }, m.pointCount, m.partA, m.partB], [{ x: 0, y: 1 }, 2, 0, 0]);
      assertEquals(m.points.map(({ point }) => ({ ...point })), [
        { x: 2.5, y: -0.125 },
        { x: 1.5, y: -0.125 },
      ]);
      assertEquals(m.points.map(({ separation }) => separation), [-0.25, -0.25]);
    });
    assertEquals(seen, [
      { a: 0, b: 1, sensor: false, age: 2, count: 1 },
      { a: 0, b: 2, sensor: true, age: 2, count: 0 },
      { a: 1, b: 2, sensor: true, age: 2, count: 0 },
    ]);
    assertEquals([...contacts.rows.subarray(0, 4)], [0, 1, 1, 1]);
    assertEquals([...contacts.manifolds.subarray(0, 3)], [2, 0, 1]);
    space.remove(crate);
    assertEquals([...contacts.rows.subarray(0, 4)], [0, 0, 0, 0]);
    // Others in their places; the crate does not reach as low.
    space.remove(ground);
    assertEquals(space.add(box(10, 2), pose(0, -1)), ground);
    assertEquals(space.add(box(1, 0.75), pose(2, 0.25)), crate);
    space.update();
    assertEquals(contacts.get(0).manifolds[0].points.map(({ separation }) => separation), [
      -0.125,
      -0.125,
    ]);
    assertEquals([...contacts].map(({ a, b, age }) => [a, b, age]), [[0, 1, 1], [0, 2, 1], [
      1,
      2,
      1,
    ]]);
    assertEquals([...space.ended].map(({ a, b }) => [a, b]), [[0, 1]]);
    assertEquals([...space.began].map(({ a, b }) => [a, b]), [[0, 1]]);
  });

  it("lists contacts, ages and events as a loop over all pairs does", () => {
    for (const backend of ["ts", "simd"] as const) {
      const r = new Random("space contacts"), space = new Space({ backend });
      const bodies = new Map<number, Body>();
      let serial = 0, points = 0, persisting = 0, ending = 0, sensing = 0, several = 0;
      let neighbours = 0;
      /** Of the last update: ages by the serial numbers of the bodies; "s" for sensors. */
      let before = new Map<string, { age: number; text: string }>();
      const anywhere = (): Pose => pose(r.range(0, 9), r.range(0, 9), r.range(-3, 3));
      for (let step = 0; step < 60; step++) {
        for (let k = step === 0 ? 60 : r.int(0, 3); k > 0; k--) {
          const body = {
            shape: r.pick(BODIES),
            at: anywhere(),
            category: r.pick([1, 2]),
            mask: r.pick([~0, ~0, 1]),
            sensor: r.chance(0.2),
            serial: serial++,
          };
          bodies.set(space.add(body.shape, body.at, optionsOf(body)), body);
        }
        const margin = r.pick([0, 0, 0.125]);
        space.update({ margin });
        const now = new Map<string, { age: number; text: string }>();
        const expected: unknown[] = [];
        const ids = [...bodies.keys()].sort((i, j) => i - j);
        for (const [k, a] of ids.entries()) {
          for (const b of ids.slice(k + 1)) {
            const A = bodies.get(a)!, B = bodies.get(b)!;
            if ((A.category & B.mask) === 0 || (B.category & A.mask) === 0) continue;
            const sensor = A.sensor || B.sensor;
            const found = manifolds(A.shape, A.at, B.shape, B.at, { margin });
            if (sensor ? !intersects(A.shape, A.at, B.shape, B.at) : found.count === 0) {
              continue;
            }
            const key = `${A.serial} ${B.serial}${sensor ? " s" : ""}`;
            const age = (before.get(key)?.age ?? 0) + 1;
            now.set(key, { age, text: `${a} ${b}` });
            expected.push({
              ...{ a, b, sensor, age, count: sensor ? 0 : found.count },
              manifolds: sensor ? [] : found.manifolds,
            });
            if (sensor) sensing++;
            if (!sensor && found.count > 1) several++;
            if (!sensor) points += found.manifolds[0].pointCount;
            if (age > 1) persisting++;
          }
        }
        assertEquals([...space.contacts], expected);
        const { contacts, began, ended } = space;
        for (let k = 0; k < contacts.size; k++) {
          for (let row = contacts.rows[k]; row < contacts.rows[k + 1]; row++) {
            assertEquals(contacts.manifolds[MANIFOLD_STRIDE * row + PAIR_OFFSET], k);
          }
          const [a, b] = contacts.pairs.subarray(2 * k);
          if (k === step) {
            const own = [...contacts].filter((it) => it.a === b || it.b === b);
            assertEquals([...contacts.of(b)], own);
            if (own.length > 1) neighbours++;
          }
          assertEquals([contacts.find(a, b), contacts.find(b, a)], [k, k]);
        }
        assertEquals(contacts.find(9999, 1), -1);
        const sorted = (from: typeof now, other: typeof now, isSensor: boolean): string[] =>
          [...from].filter(([key]) => !other.has(key) && key.endsWith("s") === isSensor)
            .map(([, { text }]) => text).sort((s, t) => {
              const [[a, b], [c, d]] = [s, t].map((pair) => pair.split(" ").map(Number));
              return a - c || b - d;
            });
        assertEquals(textOf(began), sorted(now, before, false));
        assertEquals(textOf(began.sensors), sorted(now, before, true));
        assertEquals(textOf(ended), sorted(before, now, false));
        assertEquals(textOf(ended.sensors), sorted(before, now, true));
        ending += ended.size + ended.sensors.size;
        before = now;
        if (step === 30) {
          space.clear();
          bodies.clear();
          for (let k = 0; k < 60; k++) {
            const body = { shape: r.pick(BODIES), at: anywhere(), category: 1, mask: ~0 };
            const sensor = r.chance(0.2);
            assertEquals(space.add(body.shape, body.at, { sensor }), k);
            bodies.set(k, { ...body, sensor, serial: serial++ });
          }
        }
        // Some change where they are, some move, some of these by a direct write; some go, some of these come back at
        // once.
        for (const [id, body] of bodies) {
          if (r.chance(0.03)) {
            body.sensor = !body.sensor;
            space.setSensor(id, body.sensor);
          }
          if (r.chance(0.03)) {
            body.mask = r.pick([~0, ~0, 1]);
            space.setFilter(id, { mask: body.mask });
          }
          if (r.chance(0.03)) {
            body.shape = r.pick(BODIES);
            space.setShape(id, body.shape);
          }
          if (!r.chance(0.15)) continue;
          if (r.chance(0.3)) {
            space.remove(id);
            bodies.delete(id);
            if (r.chance(0.5)) {
              assertEquals(space.add(body.shape, body.at, optionsOf(body)), id);
              bodies.set(id, { ...body, serial: serial++ });
            }
            continue;
          }
          body.at = anywhere();
          if (r.chance(0.5)) space.setPose(id, body.at);
          else space.poses.set([body.at.x, body.at.y, body.at.cos, body.at.sin], 4 * id);
        }
        if (step % 5 === 4) space.restore(space.save());
        if (step % 10 === 4) assertEquals(space.contacts.rows[0], 0); // finds the points of before
      }
      const counts = [points, persisting, ending, sensing, several];
      assert(counts.every((n) => n > 100) && neighbours > 10, `${counts} ${neighbours}`);
    }
  });

  it("keeps thousands of contacts as they are where nothing has changed", () => {
    for (const backend of ["ts", "simd"] as const) {
      const [kept, anew] = [new Space({ backend }), new Space({ backend })];
      for (const space of [kept, anew]) {
        for (let k = 0; k < 1500; k++) {
          const shape = k % 5 === 0
            ? compound([circle(1), box(1, 3)])
            : k % 2
            ? box(2, 2)
            : circle(1);
          space.add(shape, pose(1.9 * k, 0, 0.01 * k), { sensor: k % 7 === 0 });
        }
      }
      for (const moved of [[], [3], [700, 1499], []]) {
        for (const id of moved) {
          for (const space of [kept, anew]) space.setTransform(id, 1.9 * id, 0.5, 0.25);
        }
        for (const id of anew) anew.setFilter(id, {}); // looked at again
        for (const space of [kept, anew]) space.update();
        assert(kept.contacts.size > 1400);
        assertEquals([...kept.contacts], [...anew.contacts]);
        assertEquals([textOf(kept.began), textOf(kept.ended)], [
          textOf(anew.began),
          textOf(anew.ended),
        ]);
      }
    }
  });

  it("leaves contacts and events as they were when a support function throws", () => {
    let broken = false;
    const space = new Space();
    for (let k = 0; k < 3; k++) space.add(box(2, 2), pose(1.5 * k, 0));
    const moody = disk(1, { x: 0, y: 0 }, 0, () => {
      if (broken) throw new Error("no such luck");
    });
    space.add(moody, pose(0, 1));
    space.update();
    const before = [...space.contacts], began = [...space.began];
    space.setTransform(1, 50, 0, 0);
    space.setTransform(3, 0, 1.125, 0);
    broken = true;
    assertThrows(() => space.update(), Error, "no such luck");
    assertEquals([...space.contacts], before);
    assertEquals([...space.began], began);
    broken = false;
    space.update();
    assertEquals(textOf(space.ended), ["0 1", "1 2", "1 3"]);
  });

  it("cannot be called, nor can restore(), while contacts or events are gone through", () => {
    const space = new Space(), text = "update() or restore() has changed them meanwhile";
    for (let k = 0; k < 6; k++) {
      space.add(circle(1), pose(k / 2, 0), { sensor: k > 3 });
    }
    space.update();
    const image = space.save();
    const lists = [
      (): Iterable<unknown> => space.contacts,
      () => space.contacts.of(1),
      () => space.began,
      () => space.began.sensors,
      () => space.ended,
      () => space.ended.sensors,
    ];
    for (const [k, list] of lists.entries()) {
      for (const change of [() => space.update(), () => space.restore(image)]) {
        space.restore(image);
        if (k >= 4) { for (let id = 0; id < 6; id++) space.setTransform(id, 9 * id, 0); }
        if (k >= 4) space.update();
        let seen = 0;
        assertThrows(
          () => {
            for (const _ of list()) if (++seen === 2) change();
          },
          Error,
          text,
        );
        assertEquals(seen, 2);
      }
    }
    space.restore(image);
    assertThrows(() => space.began.forEach(() => space.update()), Error, text);
    space.restore(image);
    assertThrows(() => space.contacts.forEach(() => space.update()), Error, text);
    // Bodies may be removed on the way, and what breaks off may do anything.
    space.restore(image);
    for (const { a } of space.began) if (space.has(a)) space.remove(a);
    for (const _ of space.contacts) {
      space.update();
      break;
    }
    assertEquals([...space], [3, 4, 5]);
  });

  it("refuses margins by name", () => {
    const space = new Space();
    assertThrows(() => space.update({ margin: -1 }), RangeError, "margin is -1");
    assertThrows(() => space.update({ margin: NaN }), RangeError, "margin is NaN");
    assertThrows(() => space.contacts.get(0), RangeError, "index is 0, there are 0");
  });
});
