import { assert, assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  box,
  circle,
  convex,
  type ConvexShape,
  distance,
  DISTANCE_OFFSET,
  DISTANCE_STRIDE,
  ellipse,
  EXHAUSTED,
  IDENTITY,
  MANIFOLD_POINTS_OFFSET,
  MANIFOLD_STRIDE,
  NORMAL_OFFSET,
  OVERLAPPING,
  PENETRATION_STRIDE,
  POINT_A_OFFSET,
  POINT_B_OFFSET,
  type Pose,
  pose,
  POSE_STRIDE,
  regularPolygon,
  SEPARATED,
  Space,
  type SpaceOptions,
  STATUS_OFFSET,
  TOUCHING,
} from "@narrowphase/gjk2d";
import { disk } from "../generate/shapes.ts";
import { Random } from "../generate/random.ts";

const BACKENDS = ["simd", "ts"] as const;

/** The classes of another realm: of a frame on a page, of a context in Node; `null` in a browser's worker. */
function findRealm(): typeof globalThis | null {
  const { document, process } = globalThis as unknown as {
    document?: {
      createElement(tag: string): { remove(): void };
      body: { append(x: unknown): void };
    };
    process?: { getBuiltinModule?(name: string): { runInNewContext(code: string): unknown } };
  };
  if (document !== undefined) {
    const frame = document.createElement("iframe") as { contentWindow?: unknown; remove(): void };
    document.body.append(frame);
    const realm = frame.contentWindow as typeof globalThis;
    const { Uint8Array, Uint32Array, Float64Array } = realm;
    frame.remove();
    return { Uint8Array, Uint32Array, Float64Array } as unknown as typeof globalThis;
  }
  const realm = process?.getBuiltinModule?.("node:vm").runInNewContext("globalThis");
  return (realm ?? null) as typeof globalThis | null;
}
const REALM = findRealm();

/** Distance of the bodies of each pair by the object API. */
function expected(space: Space, pairs: Uint32Array): number[] {
  const distances: number[] = [];
  for (let k = 0; k < pairs.length; k += 2) {
    const [i, j] = [pairs[k], pairs[k + 1]];
    distances.push(
      distance(space.getShape(i), space.getPose(i), space.getShape(j), space.getPose(j)).distance,
    );
  }
  return distances;
}

function measured(space: Space, pairs: Uint32Array): number[] {
  return [...space.distances(pairs).filter((_, k) => k % DISTANCE_STRIDE === 0)];
}

/** Checks the distances of pairs. */
function checkDistances(space: Space, pairs: Uint32Array): void {
  assertEquals(measured(space, pairs), expected(space, pairs));
}

/** Each body from 0 on with the next one. */
function neighbours(count: number): Uint32Array {
  return Uint32Array.from({ length: 2 * (count - 1) }, (_, k) => (k + 1) >> 1);
}

describe("new Space()", () => {
  it("takes the backend that is asked for and says why", () => {
    for (const backend of BACKENDS) {
      const space = new Space({ backend });
      assertEquals(space.backend, backend);
      assertEquals(space.backendReason, "asked for");
    }
    const auto = new Space();
    assertEquals(auto.backend, "simd");
    assertEquals(auto.backendReason, "WebAssembly has SIMD");
  });

  it("refuses bad options by name", () => {
    const cases: [unknown, typeof TypeError | typeof RangeError, string][] = [
      [null, TypeError, "options is null"],
      [{ capacity: -1 }, RangeError, "options.capacity is -1"],
      [{ capacity: 1.5 }, RangeError, "options.capacity is 1.5"],
      [{ capacity: NaN }, RangeError, "options.capacity is NaN"],
      [{ capacity: "8" }, TypeError, "options.capacity is the string"],
      [{ capacity: 2 ** 27 }, RangeError, "must be a whole number from 0 to 2^26"],
      [{ backend: "gpu" }, RangeError, 'options.backend is the string "gpu"'],
      [{ backend: 3 }, TypeError, "options.backend is 3"],
    ];
    for (const [options, kind, message] of cases) {
      assertThrows(() => new Space(options as SpaceOptions), kind, message);
    }
    assertStrictEquals(new Space({ capacity: -0 }).capacity, 0);
  });

  it("says so when the memory cannot grow, and is then as it was", () => {
    const space = new Space({ backend: "simd", capacity: 2 });
    const a = space.add(circle(1), pose(0, 0));
    const b = space.add(circle(1), pose(5, 0));
    withoutGrowth(() => {
      const message = "bytes of WebAssembly memory are not to be had";
      // Bodies of one shape, until there is no room for poses...
      const ball = circle(1);
      const addBodies = (): void => {
        for (let k = 0; k < 1e5; k++) space.add(ball, pose(9, k));
      };
      assertThrows(addBodies, RangeError, message);
      const { size, capacity } = space;
      assert(size > 2);
      // ...and shapes, until there is none for them.
      const setShapes = (): void => {
        for (let k = 2; k < size; k++) space.setShape(k, regularPolygon(8, 2 + k));
        throw new Error("there was room for all");
      };
      assertThrows(setShapes, RangeError, message);
      assertEquals([space.size, space.capacity], [size, capacity]);
      for (let k = 2; k < size; k++) assertEquals(space.getPose(k).y, k - 2);
      checkDistances(space, neighbours(size));
      assertThrows(() => new Space({ backend: "simd", capacity: 1e6 }), RangeError);
    });
    space.setShape(b, circle(1));
    assertEquals(measured(space, Uint32Array.of(a, b)), [3]);
    const c = space.add(circle(1), pose(0, 2.5));
    assertEquals(measured(space, Uint32Array.of(a, c)), [0.5]);
  });
});

/** Runs `f` while a property of an object is another. */
function replacing(of: object, name: string, other: unknown, f: () => void): void {
  const kept = (of as Record<string, unknown>)[name];
  Object.assign(of, { [name]: other });
  try {
    f();
  } finally {
    Object.assign(of, { [name]: kept });
  }
}

function refuseMemory(): never {
  throw new RangeError("no memory");
}

/** Runs `f` while no WebAssembly memory grows. */
function withoutGrowth(f: () => void): void {
  replacing(WebAssembly.Memory.prototype, "grow", refuseMemory, f);
}

/** Runs `f` while typed arrays of a kind have at most so many elements. */
function withShort(
  name: "Int32Array" | "Float64Array" | "Uint8Array",
  most: number,
  f: () => void,
) {
  const refusing = new Proxy(globalThis[name], {
    construct(target, args: [unknown]): object {
      if (typeof args[0] === "number" && args[0] > most) refuseMemory();
      return Reflect.construct(target, args);
    },
  });
  replacing(globalThis, name, refusing, f);
}

describe("Space without memory", () => {
  it("falls back to TypeScript where an instance is refused, unless the backend was asked for", () => {
    const refuse = function (): never {
      throw new RangeError("refused here");
    };
    replacing(WebAssembly, "Instance", refuse, () => {
      const space = new Space();
      assertEquals(space.backend, "ts");
      assertEquals(space.backendReason, "WebAssembly is refused: refused here");
      space.add(circle(1));
      space.add(circle(1), pose(5, 0));
      assertEquals(measured(space, Uint32Array.of(0, 1)), [3]);
      assertThrows(() => new Space({ backend: "simd" }), RangeError, "refused here");
    });
  });

  it("findPairs() says so, and misses no pair afterwards", () => {
    const space = new Space();
    for (let k = 0; k < 600; k++) space.add(box(1, 1), pose(k % 2 === 0 ? 10 * k : 0, 0));
    const message = "Cannot find pairs: there is no memory for";
    withShort("Int32Array", 1e5, () => assertThrows(() => space.findPairs(), RangeError, message));
    // 300 boxes on one place, and the one at the origin.
    assertEquals(space.findPairs().length / 2, 301 * 300 / 2);
  });

  it("findPairs() is the only one who misses it: bodies are added all the same", () => {
    const space = new Space({ capacity: 1000 });
    const crate = box(1, 1);
    space.add(crate);
    assertEquals(space.findPairs().length, 0);
    withShort("Float64Array", 256, () => {
      for (let k = 1; k < 500; k++) assertEquals(space.add(crate, pose(k, 0.25)), k);
      const message = "Cannot find pairs: there is no memory for the boxes of 500 bodies";
      assertThrows(() => space.findPairs(), RangeError, message);
    });
    assertEquals([space.size, space.getPose(499).x], [500, 499]);
    assertEquals(space.findPairs().length / 2, 499);
  });

  it("add() leaves the space as it was, on either backend", () => {
    for (const backend of BACKENDS) {
      const space = new Space({ backend, capacity: 1000 });
      const ball = circle(1);
      for (let k = 0; k < 1000; k++) space.add(ball, pose(3 * k, 0));
      withShort("Uint8Array", 1000, () => {
        assertThrows(() => space.add(ball, pose(7, 0)), RangeError);
      });
      assertEquals([space.size, space.capacity, space.has(1000)], [1000, 1000, false]);
      assertEquals(space.add(ball, pose(3001, 0)), 1000);
      assertEquals(space.has(1000), true);
      assertEquals(measured(space, Uint32Array.of(998, 1000, 999, 1000)), [5, 2]);
      space.remove(1000);
    }
  });
  it("grows by what it takes where a quarter more is not to be had: simd", () => {
    const space = new Space({ backend: "simd", capacity: 16384 });
    const { grow } = WebAssembly.Memory.prototype;
    const growByOne = function (this: WebAssembly.Memory, pages: number): number {
      return pages > 1 ? refuseMemory() : grow.call(this, pages);
    };
    replacing(WebAssembly.Memory.prototype, "grow", growByOne, () => {
      // Shapes of their own, 336 bytes each, and bodies beyond the capacity.
      for (let k = 0; k < 16388; k++) {
        space.add(regularPolygon(8, 1 + (k % 700)), pose(3000 * k, 0));
      }
    });
    assertEquals([space.size, space.capacity], [16388, 16388]);
    checkDistances(space, neighbours(16388));
  });

  it("grows by what it takes where a quarter more is not to be had: ts", () => {
    const space = new Space({ backend: "ts", capacity: 4096 });
    const ball = circle(1);
    withShort("Float64Array", 4 * 4100, () => {
      for (let k = 0; k < 4100; k++) space.add(ball, pose(3 * k, 0));
      assertThrows(() => space.add(ball), RangeError);
    });
    assertEquals([space.size, space.capacity], [4100, 4100]);
    assertEquals(measured(space, Uint32Array.of(4098, 4099)), [1]);
    space.add(ball);
    assertEquals([space.size, space.capacity], [4101, 5142]);
  });
});

for (const backend of BACKENDS) {
  describe(`Space on ${backend}`, () => {
    it("writes results over the pairs where the caller says so", () => {
      const space = new Space({ backend });
      for (let k = 0; k < 40; k++) space.add(circle(1), pose(1.5 * k, 0));
      const count = 3000;
      const list = Uint32Array.from({ length: 2 * count }, (_, k) => (k * 7 + (k >> 1)) % 40);
      const distances = space.distances(list), hits = space.intersects(list);
      const memory = new ArrayBuffer(64 * count);
      const pairs = new Uint32Array(memory, 0, 2 * count);
      pairs.set(list);
      assertEquals(space.distances(pairs, new Float64Array(memory)), distances);
      pairs.set(list);
      assertEquals(space.intersects(pairs, new Uint8Array(memory, 4 * count, count)), hits);
    });

    it("answers pairs in shared memory as they were when it was asked", () => {
      if (typeof SharedArrayBuffer === "undefined") return; // pages without isolation
      const space = new Space({ backend });
      for (let k = 0; k < 40; k++) space.add(circle(1), pose(1.5 * k, 0));
      for (const count of [3000, 20, 9000]) {
        const list = Uint32Array.from({ length: 2 * count }, (_, k) => (k * 7 + (k >> 1)) % 40);
        const distances = space.distances(list), manifolds = space.manifolds(list);
        const memory = new SharedArrayBuffer(96 * count);
        const pairs = new Uint32Array(memory, 64, 2 * count);
        // The same memory, but another object.
        const again = structuredClone(memory);
        assert(memory !== again);
        for (const buffer of [memory, again]) {
          pairs.set(list);
          const out = new Float64Array(buffer, 0, 8 * count);
          assert(space.distances(pairs, out) === out);
          assertEquals([...out], [...distances]);
          pairs.set(list);
          assertEquals([...space.manifolds(pairs, new Float64Array(buffer))], [...manifolds]);
        }
        pairs.set(list);
        pairs[7] = 40;
        assertThrows(() => space.intersects(pairs), RangeError, "pairs[7] is 40");
        assertThrows(() => space.intersects(pairs.subarray(1)), RangeError, "two per pair");
      }

      // Another thread writes to them while a support function runs; this one is as good.
      const memory = new SharedArrayBuffer(80);
      const pairs = new Uint32Array(memory);
      const bully = space.add(convex({
        center: { x: 0, y: 0 },
        support(dx, _dy, out): void {
          pairs.fill(4_000_000_000);
          out.x = dx > 0 ? 1 : -1;
          out.y = 0;
        },
      }));
      for (let k = 0; k < 20; k++) pairs[k] = k % 2 === 0 ? bully : k;
      const expected = space.signedDistances(pairs.slice());
      for (let k = 0; k < 20; k++) pairs[k] = k % 2 === 0 ? bully : k;
      assertEquals([...space.signedDistances(pairs)], [...expected]);
      assertEquals(pairs[0], 4_000_000_000);
    });

    it("answers for bodies of all kinds, or of some, that come, go and change their shapes", () => {
      const r = new Random("kinds", backend), space = new Space({ backend });
      const ovals = [ellipse(2, 1), ellipse(1, 2)];
      const others = [
        ...[box(2, 2), box(1, 1, { radius: 0.5 }), circle(2)],
        ...[regularPolygon(7, 1), regularPolygon(20, 2)],
      ];
      for (const kinds of [ovals, others, [...ovals, ...others], ovals]) {
        space.clear();
        for (let step = 0; step < 60; step++) {
          const ids = [...space], shape = r.pick(kinds);
          if (ids.length < 3 || r.chance(0.4)) {
            space.add(shape, pose(r.range(-4, 4), r.range(-4, 4), r.range(-3, 3)));
          } else if (r.chance(0.5)) space.setShape(r.pick(ids), shape);
          else space.remove(r.pick(ids));
          const now = [...space], pairs = now.flatMap((i) => now.flatMap((j) => [i, j]));
          checkDistances(space, Uint32Array.from(pairs));
        }
      }
    });

    it("reads what is written to poses, and refuses what setPose() would, by body and field", () => {
      const space = new Space({ backend });
      for (let k = 0; k < 40; k++) space.add(box(2, 2), pose(3 * k, 0));
      space.poses[4] = 1.5;
      assertEquals([...space.intersects(Uint32Array.of(0, 1))], [1]);
      const put = (at: Pose) => space.poses.set([at.x, at.y, at.cos, at.sin], 4 * 30);
      const right = pose(90, 0), limit = 2 ** 250;
      /** Poses of body 30, what is said of them, and of an argument. */
      const wrong: [at: Pose, says: string, ofArgument: string][] = [];
      for (const [field, name] of (["x", "y", "cos", "sin"] as const).entries()) {
        const beyond = [limit + 2 ** 198, -limit - 2 ** 198, 1e80, -Number.MAX_VALUE];
        for (const value of [NaN, Infinity, -Infinity, ...field < 2 ? beyond : []]) {
          const rule = `is ${value}, must be ${
            Number.isFinite(value) ? "within ±2^250" : "finite"
          }`;
          const says = `poses[${120 + field}] (${name} of body 30) ${rule}`;
          wrong.push([{ ...right, [name]: value }, says, `pose.${name} ${rule}`]);
        }
      }
      for (const [cos, sin, is] of [[0, 0, "0"], [2, 0, "4"], [0, 1 + 2 ** -20, "1.0000019"]]) {
        const says = `poses[122]² + poses[123]² (cos² + sin² of body 30) is ${is}`;
        const at = { ...right, cos, sin } as Pose;
        wrong.push([at, says, `pose.cos² + pose.sin² is ${is}`]);
      }
      const out = new Float64Array(16).fill(7);
      for (const [at, says, ofArgument] of wrong) {
        put(at);
        for (const many of [1, 50]) {
          const pairs = new Uint32Array(4 * many);
          pairs.set([0, 30], 2);
          const task = `Cannot test intersections: ${says}`;
          assertThrows(() => space.intersects(pairs), RangeError, task);
          assertThrows(() => space.distances(pairs), RangeError, says);
          assertThrows(() => space.manifolds(pairs), RangeError, says);
        }
        const pairs = Uint32Array.of(0, 1, 0, 30);
        assertThrows(() => space.signedDistances(pairs, out), RangeError, says);
        assertThrows(() => space.penetrations(pairs, out), RangeError, says);
        assertThrows(() => space.findPairs(), RangeError, `Cannot find pairs: ${says}`);
        assertThrows(() => space.setPose(30, at), RangeError, ofArgument);
        // Bodies that no pair names may have any pose, and those that are gone, however many pairs there are.
        space.distances(new Uint32Array(200));
        space.remove(30);
        assertEquals([...space.intersects(new Uint32Array(200))], Array(100).fill(1));
        assertEquals(space.add(box(2, 2), right), 30);
      }
      assertEquals([...out], Array(16).fill(7));
      const single = { cos: Math.fround(0.6), sin: Math.fround(0.8) };
      const barely = [{ cos: 1 + 2 ** -22 }, { cos: 0, sin: 2 ** -22 - 1 }, single];
      const far = [{ x: limit }, { x: -limit }, { y: limit }, { y: -limit }];
      for (const fields of [...barely, ...far]) {
        put({ ...right, ...fields });
        space.setPose(30, space.getPose(30));
        assertEquals([...space.intersects(Uint32Array.of(0, 30, 30, 30))], [0, 1]);
        assertEquals(
          space.distances(Uint32Array.from({ length: 100 }, (_, k) => k % 31)).length,
          400,
        );
      }
    });

    it("refuses its own memory for results, and for pairs, which would change under way", () => {
      const space = new Space({ backend, capacity: 10_000 });
      for (let k = 0; k < 2; k++) space.add(circle(1), pose(3 * k, 0));
      const { buffer, byteOffset } = space.poses, kept = space.poses.slice();
      const none = Uint32Array.of(0, 0), own = "is a view of the space's own memory";
      const bytes = new Uint8Array(buffer, byteOffset), ids = new Uint32Array(buffer, byteOffset);
      assertThrows(() => space.distances(none, space.poses), RangeError, `out ${own}`);
      assertThrows(() => space.intersects(none, bytes), RangeError, `out ${own}`);
      assertThrows(() => space.findPairs(0, ids), RangeError, `out ${own}`);
      assertEquals(space.poses, kept);
      // Where the WebAssembly has its results, and behind.
      const pairs = new Uint32Array(buffer, 50_960, 2 * 2000);
      for (let k = 0; k < pairs.length; k++) pairs[k] = k & 1;
      for (const query of ["intersects", "distances", "manifolds"] as const) {
        assertThrows(() => space[query](pairs), RangeError, `pairs ${own}`);
      }
    });

    it("refuses views that a resizable buffer has grown too short for", () => {
      type Resizable = ArrayBuffer & { resize(length: number): void };
      const Buffer = ArrayBuffer as unknown as new (
        length: number,
        options: { maxByteLength: number },
      ) => Resizable;
      const space = new Space({ backend });
      for (let k = 0; k < 2; k++) space.add(circle(1), pose(3 * k, 0));
      const buffer = new Buffer(80, { maxByteLength: 160 });
      const pairs = new Uint32Array(buffer, 8, 2), out = new Float64Array(buffer, 16, 8);
      pairs[1] = 1;
      assertEquals(space.distances(pairs, out)[0], 1);
      buffer.resize(8);
      const message = "is a view of memory that has moved or shrunk";
      assertThrows(() => space.distances(pairs), TypeError, `pairs ${message}`);
      assertThrows(() => space.findPairs(0, pairs), TypeError, `out ${message}`);
      assertThrows(() => space.distances(new Uint32Array(0), out), TypeError, `out ${message}`);
      buffer.resize(80);
      pairs[1] = 1;
      assertEquals(space.distances(pairs, out)[0], 1);
    });

    it("takes an out of getPose() that can carry a pose, and ids that are numbers", () => {
      const space = new Space({ backend });
      const id = space.add(circle(1), pose(3, 4));
      for (const out of [null, 5, "pose"]) {
        const get = () => space.getPose(id, out as unknown as Pose);
        assertThrows(get, TypeError, "Cannot get pose: out is ");
      }
      assertEquals(space.getPose(id, {} as Pose), { x: 3, y: 4, cos: 1, sin: 0 });
      for (const other of ["0", [0], null, undefined, 0.5, -1, 1, NaN]) {
        assertEquals(space.has(other as number), false);
      }
      assertEquals(space.has(-0), true);
    });

    it("numbers bodies from 0, reuses ids last removed first and keeps the others", () => {
      const space = new Space({ backend, capacity: 0 });
      for (let k = 0; k < 100; k++) assertEquals(space.add(circle(1 + k), pose(3 * k, k)), k);
      assertEquals(space.size, 100);
      assert(space.capacity >= 100);
      space.remove(10);
      space.remove(90);
      space.remove(50);
      assertEquals(space.size, 97);
      assert(!space.has(50) && space.has(51) && !space.has(100) && !space.has(-1));
      assertEquals([0, 0, 0, 0].map(() => space.add(box(1, 2), pose(7, 8))), [50, 90, 10, 100]);
      assertEquals(space.getPose(50), pose(7, 8));
      assertEquals(space.getPose(51), pose(153, 51));
      assertEquals((space.getShape(51) as ConvexShape).radius, 52);
      space.remove(-0);
      assert(Object.is(space.add(circle(1)), 0)); // not -0
    });

    it("lists its ids in order while bodies come and go, and numbers from 0 after clear()", () => {
      const space = new Space({ backend }), met: number[] = [];
      for (let k = 0; k < 6; k++) space.add(circle(1), pose(k, 0));
      space.remove(3);
      for (const id of space) {
        met.push(id);
        if (id === 1) space.remove(2);
        // Two that are behind.
        if (id === 4) assertEquals([space.add(circle(1)), space.add(circle(1))], [2, 3]);
        if (id === 5) space.add(circle(1));
      }
      assertEquals([met, [...space]], [[0, 1, 4, 5, 6], [0, 1, 2, 3, 4, 5, 6]]);
      space.remove(4);
      space.clear();
      assertEquals([space.size, [...space], space.has(0)], [0, [], false]);
      assertEquals(space.findPairs().length, 0);
      assertEquals(Array.from({ length: 8 }, () => space.add(circle(1))), [0, 1, 2, 3, 4, 5, 6, 7]);
    });

    it("has data of the type that it is told", () => {
      const space = new Space<{ name: string }>({ backend });
      const id = space.add(circle(1), pose(), { data: { name: "ball" } });
      const data: { name: string } | undefined = space.data(id);
      assertEquals([data?.name, space.data(space.add(circle(1)))?.name], ["ball", undefined]);
      // @ts-expect-error: it is of another type
      space.setData(id, 7);
    });

    it("keeps the rotation in setTransform() without an angle", () => {
      const space = new Space({ backend }), id = space.add(circle(1), pose(1, 2, 0.7));
      space.setTransform(id, 3, 4);
      assertEquals(space.getPose(id), pose(3, 4, 0.7));
      space.setTransform(id, 3, 4, 0);
      assertEquals(space.getPose(id), pose(3, 4));
      for (const angle of [null, "1"]) {
        assertThrows(() => space.setTransform(id, 0, 0, angle as never), TypeError, "angle is");
      }
    });

    it("keeps poses, shapes and answers while the memory grows", () => {
      const r = new Random("growth", backend);
      const space = new Space({ backend, capacity: 1 });
      const pairs: number[] = [];
      for (let k = 0; k < 3000; k++) {
        // Every shape its own, so that the records grow as well.
        const shape = r.chance(0.5)
          ? regularPolygon(r.int(3, 12), r.range(0.5, 1))
          : box(r.range(0.5, 1), r.range(0.5, 1));
        space.add(shape, pose(r.range(-9, 9), r.range(-9, 9), r.range(-3, 3)));
        if (k > 0) pairs.push(k, r.int(0, k - 1));
        if (k % 599 === 0) {
          const list = Uint32Array.from(pairs);
          checkDistances(space, list);
        }
      }
      const list = Uint32Array.from(pairs);
      checkDistances(space, list);
    });

    it("holds a million bodies", () => {
      const count = 1_000_000;
      const space = new Space({ backend, capacity: count });
      const shapes = [box(1, 1), circle(0.5), regularPolygon(6, 0.5)];
      for (let k = 0; k < count; k++) space.add(shapes[k % 3]);
      const P = space.poses;
      assertEquals(P.length, 4 * count);
      for (let k = 0; k < count; k++) P[4 * k] = k;
      const pairs = Uint32Array.of(0, 1, 999_999, 999_998, 500_000, 500_005);
      checkDistances(space, pairs);
      assertThrows(() => space.intersects(Uint32Array.of(0, count)), RangeError, "1000000");
      assertEquals(space.add(shapes[0], pose(1e6, 0)), count);
      assertEquals(space.poses[4 * 999_999], 999_999);
      assertEquals([...space.intersects(Uint32Array.of(count, 999_999))], [1]);
    });

    it("stays the same size through 100 000 additions and removals", () => {
      const r = new Random("soak", backend);
      const space = new Space({ backend, capacity: 256 });
      const alive: number[] = [];
      const buffer = (): ArrayBufferLike => space.poses.buffer;
      // Until everything has been there once.
      const turn = (): void => {
        if (alive.length < 200) {
          const n = r.int(3, 8);
          alive.push(space.add(regularPolygon(n, r.range(0.5, 2)), pose(r.range(0, 9), 1)));
        }
        if (alive.length === 200 || r.chance(0.5)) {
          const at = r.int(0, alive.length - 1);
          space.remove(alive[at]);
          alive[at] = alive[alive.length - 1];
          alive.pop();
        }
        if (r.chance(0.1) && alive.length > 0) space.setShape(r.pick(alive), box(1, r.range(1, 2)));
      };
      for (let k = 0; k < 20_000; k++) turn();
      const settled = buffer();
      const bytes = settled.byteLength;
      for (let k = 0; k < 80_000; k++) turn();
      assertEquals(buffer().byteLength, bytes);
      assert(buffer() === settled);
      assertEquals(space.size, alive.length);
      assertEquals(space.capacity, 256);
      const list = new Uint32Array(2 * (alive.length - 1));
      for (let k = 0; k + 1 < alive.length; k++) list.set([alive[k], alive[k + 1]], 2 * k);
      checkDistances(space, list);
    });

    it("refuses ids without a body, wherever they are in the list, and leaves out as it was", () => {
      const space = new Space({ backend });
      for (let k = 0; k < 5; k++) space.add(box(1, 1), pose(k, 0));
      space.remove(3);
      const out = new Uint8Array(5000).fill(9);
      for (const at of [0, 1, 2047, 2048, 9999]) {
        const pairs = new Uint32Array(10_000).fill(1), ask = () => space.intersects(pairs, out);
        pairs[at] = 3;
        assertThrows(ask, RangeError, `pairs[${at}] is 3, which was removed`);
        for (const id of [5, 6, 64, 65, 2 ** 31, 2 ** 32 - 1]) {
          pairs[at] = id;
          const rule = "must be the id of a body: 0, 1, 2, 4";
          assertThrows(ask, RangeError, `pairs[${at}] is ${id}, ${rule}`);
        }
      }
      assertEquals(out.findIndex((x) => x !== 9), -1);
      for (const id of [3, 5, -1, 0.5, NaN]) {
        assertThrows(() => space.setPose(id, IDENTITY), RangeError, `id is ${id}`);
        assertThrows(() => space.remove(id), RangeError, `id is ${id}`);
        assertThrows(() => space.setShape(id, circle(1)), RangeError, `id is ${id}`);
        assertThrows(() => space.getShape(id), RangeError, `id is ${id}`);
        assertThrows(() => space.getPose(id), RangeError, `id is ${id}`);
      }
      assertThrows(() => space.remove("1" as unknown as number), TypeError, "id is the string");
      assertEquals(space.size, 4);
    });

    it("refuses lists and outs of the wrong kind or length", () => {
      const space = new Space({ backend });
      space.add(circle(1));
      space.add(circle(1));
      const pairs = Uint32Array.of(0, 1, 1, 0), odd = new Uint32Array(3);
      assertEquals([...space.intersects(pairs, new Uint8Array(1))], [1, 1]);
      assertEquals(space.distances(pairs, new Float64Array(15)), space.distances(pairs));
      const calls: [() => unknown, typeof TypeError | typeof RangeError, string][] = [
        [() => space.intersects([1, 2] as never), TypeError, "pairs is an array"],
        [() => space.distances(odd), RangeError, "pairs has 3 elements, must have two per pair"],
        [
          () => space.penetrations(pairs, new Float32Array(16) as never),
          TypeError,
          "out is an obj",
        ],
        [() => space.intersects(pairs, [] as never), TypeError, "out is an array"],
        [() => space.manifolds(pairs, undefined, "1" as never), TypeError, "margin is the string"],
      ];
      for (const margin of [-1, NaN, Infinity]) {
        const says = `Cannot find manifolds: margin is ${margin}, must `;
        calls.push([() => space.manifolds(pairs, undefined, margin), RangeError, says]);
      }
      for (const [call, kind, message] of calls) assertThrows(call, kind, message);
    });

    (REALM === null ? it.ignore : it)("takes arrays of another realm", () => {
      const { Uint8Array: Bytes, Uint32Array: Ids, Float64Array: Doubles } = REALM!;
      assert(Ids !== Uint32Array);
      const space = new Space({ backend });
      space.add(circle(1), pose(0, 0));
      space.add(circle(1), pose(3, 4));
      space.add(circle(1), pose(3, 4.5));
      const pairs = new Ids([0, 1, 2, 1]);
      assertEquals([...space.intersects(pairs, new Bytes(2))], [0, 1]);
      const out = new Doubles(16);
      assert(space.distances(pairs, out) === out);
      assertEquals([out[0], out[8]], expected(space, pairs));
      assertEquals([...space.findPairs(0, new Ids(8))], [1, 2]);
      const wrong = () => space.distances(pairs, new Bytes(16) as never);
      assertThrows(wrong, TypeError, "out is an obj");
    });

    it("fills out, leaves what lies beyond the pairs, and takes an empty list", () => {
      const space = new Space({ backend });
      space.add(circle(1), pose(0, 0));
      space.add(circle(1), pose(3, 4));
      const pairs = Uint32Array.of(0, 1);
      const bytes = new Uint8Array(3).fill(9);
      assertEquals([...space.intersects(pairs, bytes)], [0]);
      assertEquals([...bytes], [0, 9, 9]);
      const out = new Float64Array(10).fill(9);
      assertEquals(space.distances(pairs, out).length, 8);
      assert(space.distances(pairs, out) === space.distances(pairs, out));
      assertEquals([...out], [3, 0.6, 0.8, 0.6, 0.8, 2.4, 3.2, 0, 9, 9]);
      assertEquals(space.distances(new Uint32Array(0)).length, 0);
      assertEquals(space.intersects(new Uint32Array(0)).length, 0);
      assertEquals([...space.penetrations(pairs)], [0, 0, 0, 0, 0, 0, 0, 0]);
      // Zeros and the index of the pair for a pair without contact, whatever was there.
      const points = new Float64Array(28).fill(9);
      assert(space.manifolds(Uint32Array.of(0, 0, 0, 1), points) === points);
      assert(points[0] > 0);
      assertEquals([...points.subarray(14)], [0, 0, 0, 1, ...Array(10).fill(0)]);
      points.fill(9);
      space.manifolds(pairs, points);
      assertEquals([...points], [...Array(14).fill(0), ...Array(14).fill(9)]);
      // A part of an array, at any offset.
      const part = new Uint32Array([9, 0, 1, 9]).subarray(1, 3);
      assertEquals(space.distances(part, out.subarray(1, 9))[0], 3);
    });

    it("lets errors of a support function through and refuses to be changed by it", () => {
      const space = new Space({ backend });
      let act = (): unknown => 0;
      space.add(disk(1, undefined, 0, () => act()), pose(0, 0));
      space.add(box(1, 1), pose(4, 0));
      const pairs = Uint32Array.of(0, 1);
      const before = measured(space, pairs);
      const busy = "of this space is running";
      const changes = [
        () => space.add(circle(1)),
        () => space.remove(1),
        () => space.setShape(1, circle(1)),
        () => space.setFilter(1, { group: 0 }),
        () => space.distances(pairs),
        () => space.findPairs(),
        () => space.inBox({ minX: 0, minY: 0, maxX: 1, maxY: 1 }),
        () => space.rayCasts(new Float64Array(5)),
      ];
      for (const change of changes) {
        act = change;
        assertThrows(() => space.distances(pairs), Error, busy);
        assertThrows(() => space.findPairs(), Error, busy);
      }
      act = () => 0;
      assertEquals(measured(space, pairs), before);
      assertEquals(space.size, 2);
    });

    it("gives a new array, or says so, when a support function takes the memory of out away", () => {
      const space = new Space({ backend });
      let act = (): void => {};
      space.add(disk(1, undefined, 0, () => act()));
      space.add(box(1, 2), pose(0.5, 1));
      const pairs = Uint32Array.of(1, 1, 0, 1);
      const buffer = new ArrayBuffer(192, { maxByteLength: 192 });
      const bytes = new Uint8Array(buffer), doubles = new Float64Array(buffer);
      act = () => buffer.resize(1);
      const queries: [() => ArrayLike<number>, number][] = [
        [() => space.intersects(pairs, bytes), 2],
        [() => space.distances(pairs, doubles), 16],
        [() => space.manifolds(pairs, doubles), 28],
      ];
      for (const [query, length] of queries) {
        buffer.resize(192);
        assertEquals(query().length, length);
      }
      buffer.resize(192);
      act = () => {
        structuredClone(buffer, { transfer: [buffer] });
        act = () => {};
      };
      assertThrows(() => space.distances(pairs, doubles), TypeError, "has moved or shrunk");
    });

    it("leaves out as it was when the support function of its last pair throws", () => {
      const space = new Space({ backend });
      let act = (): void => {};
      for (let k = 0; k < 7; k++) space.add(k === 5 ? ellipse(2, 1) : box(1, 2), pose(0.75 * k, 1));
      const custom = space.add(disk(1, undefined, 0, () => act()), pose(1, 2));
      const pairs = Uint32Array.of(0, 1, 5, 1, custom, 2, 3, 4, custom, 5, 0, 6, 6, custom);
      const ask = {
        intersects: (list: Uint32Array, out?: never) => space.intersects(list, out),
        distances: (list: Uint32Array, out?: never) => space.distances(list, out),
        signedDistances: (list: Uint32Array, out?: never) => space.signedDistances(list, out),
        penetrations: (list: Uint32Array, out?: never) => space.penetrations(list, out),
        manifolds: (list: Uint32Array, out?: never) => space.manifolds(list, out),
      };
      for (const [name, query] of Object.entries(ask)) {
        const right = query(pairs);
        const out = right.slice().fill(77) as never;
        const before = right.slice().fill(77);
        // Once for every call of the function, until it throws no more.
        let left = 0;
        act = () => {
          if (--left === 0) throw new Error("broken support");
        };
        for (let call = 1; call < 1000; call++) {
          left = call;
          try {
            query(pairs, out);
            break;
          } catch (error) {
            assertEquals((error as Error).message, "broken support");
            assertEquals(out, before, `${name}, call ${call}`);
          }
        }
        assertEquals(out, right, name);

        // Poses that it breaks are refused, and pairs that it writes to are answered as they were.
        const { poses } = space;
        before.fill(78);
        (out as Float64Array).fill(78);
        act = () => void (poses[4] = NaN);
        assertThrows(() => query(pairs, out), RangeError, "poses[4] (x of body 1) is NaN");
        assertEquals(out, before, name);
        poses[4] = 0.75;
        // By name also where the next pair to be asked about has it.
        const at = 4 * custom + 1;
        act = () => void (poses[at] = NaN);
        assertThrows(() => query(pairs, out), RangeError, `poses[${at}] (y of body 7) is NaN`);
        assertEquals(out, before, name);
        poses[at] = 2;
        const list = pairs.slice();
        act = () => void list.fill(4_000_000_000);
        assertEquals(query(list), right, name);
        assertEquals(list[0], 4_000_000_000);
        act = () => {};
      }
    });
  });
}

describe("offsets and codes of results", () => {
  it("are where the results have what they are named for", () => {
    const space = new Space();
    space.add(box(2, 2), pose(10, 20));
    space.add(box(1, 4), pose(12.5, 20.5));
    space.add(box(2, 2), pose(11.5, 20.25));
    space.add(box(2, 2), pose(12, 20.25));
    const check = (out: Float64Array, k: number, expected: number[]): void => {
      const o = 8 * k;
      const { x, y } = space.getPose(k + 1);
      assertEquals(out[o + DISTANCE_OFFSET], expected[0]);
      assertEquals([...out.subarray(o + NORMAL_OFFSET, o + NORMAL_OFFSET + 2)], [1, 0]);
      assertEquals(out[o + POINT_A_OFFSET], 11);
      assert(Math.abs(out[o + POINT_A_OFFSET + 1] - 20) <= 1);
      const half = k === 0 ? 0.5 : 1;
      assertEquals(out[o + POINT_B_OFFSET], x - half);
      assert(Math.abs(out[o + POINT_B_OFFSET + 1] - y) <= 2);
      assertEquals(out[o + STATUS_OFFSET], expected[1]);
    };
    const out = space.signedDistances(Uint32Array.of(0, 1, 0, 2, 0, 3));
    assertEquals(out.length, 3 * DISTANCE_STRIDE);
    check(out, 0, [1, SEPARATED]);
    check(out, 1, [-0.5, OVERLAPPING]);
    check(out, 2, [0, TOUCHING]);
    assertEquals(
      [SEPARATED, TOUCHING, OVERLAPPING, EXHAUSTED, POSE_STRIDE, PENETRATION_STRIDE],
      [0, 1, 2, 3, 4, 8],
    );
    const manifold = space.manifolds(Uint32Array.of(0, 2));
    assertEquals(manifold.length, MANIFOLD_STRIDE);
    const [x, , separation] = manifold.subarray(MANIFOLD_POINTS_OFFSET);
    assertEquals([manifold[0], x, separation], [2, 10.75, -0.5]);
  });
});

describe("Space.poses", () => {
  for (const backend of ["simd", "ts"] as const) {
    it(`is empty when the memory has moved away, and refused as an argument, on ${backend}`, () => {
      const space = new Space({ backend, capacity: 4 });
      const stale = space.poses;
      const words = new Uint32Array(stale.buffer, 0, 2);
      for (let k = 0; k < 5000; k++) space.add(circle(1), pose(k, 0));
      assert(space.poses !== stale);
      assertEquals(space.poses[4 * 4999], 4999);
      assertEquals(stale.length, 0);
      stale[0] = 7; // vanishes
      assertEquals([stale[0], space.poses[0]], [undefined, 0]);
      const says = "is a view of memory that has moved";
      assertThrows(() => space.distances(Uint32Array.of(0, 1), stale), TypeError, `out ${says}`);
      assertThrows(() => space.distances(words), TypeError, `pairs ${says}`);
    });
  }

  it("grows on ts where the engine cannot take an array away", () => {
    replacing(globalThis, "structuredClone", undefined, () => {
      const space = new Space({ backend: "ts", capacity: 1 });
      const stale = space.poses;
      space.add(circle(1), pose(2, 3));
      space.add(circle(1), pose(5, 4));
      assertEquals([...space.poses.subarray(0, 6)], [2, 3, 1, 0, 5, 4]);
      assertEquals(stale.length, 4);
    });
  });
});

describe("the memory of shapes", () => {
  it("has equal shapes once, as long as one body has one", () => {
    const space = new Space({ backend: "simd", capacity: 5000 });
    const r = new Random("equal shapes"), memory = space.poses.buffer;
    const kinds = [
      () => box(1, 2),
      () => box(1, 2, { radius: 0.25 }),
      () => circle(0.5),
      () => regularPolygon(6, 1),
      () => regularPolygon(3, 1),
      () => box(0.5, 1 + r.int(0, 19)),
    ];
    const all: number[] = [];
    for (let k = 0; k < 20_000; k++) {
      if (all.length < 4000 && (all.length === 0 || r.int(0, 2) > 0)) {
        all.push(space.add(r.pick(kinds)(), pose(r.range(-9, 9), r.range(-9, 9), k)));
      } else space.remove(all.splice(r.int(0, all.length - 1), 1)[0]);
    }
    assertStrictEquals(space.poses.buffer, memory); // it has not grown
    const pairs = Uint32Array.from({ length: 4000 }, () => r.pick(all));
    checkDistances(space, pairs);
  });

  it("is used to the end where there is no more, by the next shapes of the same size", () => {
    const space = new Space({ backend: "simd", capacity: 4096 });
    const r = new Random("to the end"), made: number[] = [];
    const put = (k: number): void => {
      const shape = k % 3 === 0 ? box(1, 1 + k / 1024) : regularPolygon(8, 1 + k / 1024);
      made.push(space.add(shape, pose(r.range(-3, 3), r.range(-3, 3), k)));
    };
    withoutGrowth(() => {
      let k = 0;
      const fill = () => {
        for (; k < 4000; k++) put(k);
      };
      assertThrows(fill, RangeError, "WebAssembly memory are not to be had");
      const full = made.length;
      assert(full > 20, `${full}`);
      // Two that have no record there.
      for (const shape of [ellipse(2, 1), regularPolygon(20, 1)]) space.add(shape, pose(1, 2));
      for (let round = 0; round < 3; round++) {
        for (const id of made.splice(0)) space.remove(id);
        for (let k = 0; k < full; k++) put(k + 99 * round);
        const all = [...space];
        const pairs = Uint32Array.from(all.flatMap((id, k) => [id, all[(7 * k + 1) % all.length]]));
        checkDistances(space, pairs);
      }
    });
  });
});
