import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  Batch,
  box,
  capsule,
  chain,
  circle,
  type ConvexShape,
  ellipse,
  PARALLEL_PAIRS,
  ParallelBatch,
  type ParallelBatchOptions,
  type ParallelWorker,
  point,
  regularPolygon,
  segment,
} from "@narrowphase/gjk2d";
import { Random, unitVector } from "../generate/random.ts";
import { makeShape } from "../exact/oracle/public_api.ts";
import { FAMILIES, makeCase } from "../generate/families.ts";

const QUERIES = [
  "intersects",
  "distances",
  "signedDistances",
  "penetrations",
  "manifolds",
] as const;

/** The module of the workers; the bundled tests lie two directories below the built library. */
const WORKER = import.meta.url.endsWith(".ts")
  ? new URL("../../src/batch/parallel_worker.ts", import.meta.url)
  : new URL("../../parallel_worker.js", import.meta.url);

/** What makes a worker here: of Node, of the web. */
function findMakers(): ((address?: URL) => ParallelWorker)[] {
  const { process } = globalThis as {
    process?: { getBuiltinModule?(name: string): { Worker: new (url: URL) => ParallelWorker } };
  };
  const node = process?.getBuiltinModule?.("node:worker_threads");
  const makers: ((address?: URL) => ParallelWorker)[] = [];
  if (node !== undefined) makers.push((address = WORKER) => new node.Worker(address));
  if (typeof Worker === "function") {
    makers.push((address = WORKER) => new Worker(address, { type: "module" }));
  }
  return makers;
}

/** A worker that first runs `code`. */
function spoiled(code: string): URL {
  return new URL(
    `data:text/javascript,${encodeURIComponent(`${code}\nawait import("${WORKER}");`)}`,
  );
}

/** Index of the first double (or byte) whose bits differ, or -1. */
function findDifference(a: Uint8Array | Float64Array, b: Uint8Array | Float64Array): number {
  if (a.length !== b.length) return Math.min(a.length, b.length);
  for (let k = 0; k < a.length; k++) if (!Object.is(a[k], b[k])) return k;
  return -1;
}

/** What a parallel batch answers otherwise than a batch on one thread, or "". */
function compare(parallel: ParallelBatch, single: Batch, pairs: Uint32Array): string {
  for (const query of QUERIES) {
    const at = findDifference(parallel[query](pairs), single[query](pairs));
    if (at >= 0) return `${query}: element ${at}`;
  }
  const at = findDifference(
    parallel.manifolds(pairs, undefined, 0.125),
    single.manifolds(pairs, undefined, 0.125),
  );
  return at < 0 ? "" : `manifolds with a margin: element ${at}`;
}

const CHAIN = chain([{ x: 1, y: 0.5 }, { x: 0, y: 0 }, { x: -1, y: 0.25 }]);

const SHAPES: readonly ConvexShape[] = [
  box(1, 0.5),
  box(0.7, 0.7, { angle: 0.3 }),
  circle(0.4),
  capsule({ x: -0.4, y: 0.1 }, { x: 0.5, y: 0 }, 0.2),
  regularPolygon(3, 0.6),
  regularPolygon(8, 0.5),
  regularPolygon(24, 0.6),
  box(0.6, 0.4, { radius: 0.1 }),
  segment({ x: -0.5, y: -0.1 }, { x: 0.5, y: 0.2 }),
  point({ x: 0.1, y: -0 }),
  ellipse(0.5, 0.25),
  CHAIN.segments[0],
  CHAIN.segments[1],
];

/** The same bodies in both. */
class Twins {
  readonly parallel: ParallelBatch;
  readonly single: Batch;
  readonly r: Random;

  constructor(seed: string, options: ParallelBatchOptions) {
    this.parallel = new ParallelBatch({ leastPairs: 0, threads: 2, ...options });
    this.single = new Batch({ backend: options.backend ?? "auto" });
    this.r = new Random(seed);
  }

  add(shape: ConvexShape, pose = this.pose()): number {
    const id = this.parallel.add(shape, pose);
    assertEquals(this.single.add(shape, pose), id);
    return id;
  }

  pose(): { x: number; y: number; cos: number; sin: number } {
    const { x: cos, y: sin } = unitVector(this.r.range(-3, 3));
    return { x: this.r.range(-1.5, 1.5), y: this.r.range(-1.5, 1.5), cos, sin };
  }

  fill(count: number, shapes: readonly ConvexShape[] = SHAPES): void {
    for (let k = 0; k < count; k++) this.add(this.r.pick(shapes));
  }

  /** Random pairs of bodies that are there. */
  pairs(count: number): Uint32Array {
    const ids: number[] = [];
    for (let id = 0; ids.length < this.single.size; id++) if (this.single.has(id)) ids.push(id);
    return Uint32Array.from({ length: 2 * count }, () => this.r.pick(ids));
  }
}

const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

// The thread of a page must not wait for others.
const onPage = "document" in globalThis;

(onPage ? describe : describe.ignore)("ParallelBatch on a page", () => {
  it("is a batch on one thread, says why, and gives the bits of Batch", async () => {
    const twins = new Twins("parallel page", {});
    twins.fill(500);
    await twins.parallel.ready();
    assertEquals(twins.parallel.threads, 1);
    assert(twins.parallel.threadsReason.length > 0);
    assertEquals(compare(twins.parallel, twins.single, twins.pairs(5000)), "");
    twins.parallel.close();
  });
});

(onPage ? describe.ignore : describe)("ParallelBatch", () => {
  for (const backend of ["simd", "ts"] as const) {
    it(`gives the bits of Batch in the order of the list on ${backend}`, async () => {
      const twins = new Twins(`parallel ${backend}`, { backend, threads: 3 });
      const { parallel, single } = twins;
      twins.fill(2000);
      await parallel.ready();
      assertEquals(parallel.threads, 3);
      for (const count of [0, 1, 1024, 1025, 2048, 5000, 20_001]) {
        assertEquals(compare(parallel, single, twins.pairs(count)), "", `${count} pairs`);
      }
      parallel.close();
    });
  }

  it("gives the bits of Batch on the demanding families", async () => {
    const twins = new Twins("families", {});
    const { parallel, single } = twins;
    for (const family of FAMILIES) {
      for (let index = 0; index < 150; index++) {
        const { a, poseA, b, poseB } = makeCase(family, 5, index);
        twins.add(makeShape(a), poseA);
        twins.add(makeShape(b), poseB);
      }
    }
    await parallel.ready();
    const pairs = Uint32Array.from({ length: parallel.size }, (_, k) => k);
    assert(pairs.length > 2 * 2048);
    for (let round = 0; round < 2; round++) assertEquals(compare(parallel, single, pairs), "");
    parallel.close();
  });

  it("has its workers answer, not only the calling thread", async () => {
    // The workers' batch is spoiled: what they have answered can be told by its sign.
    const parallel = new ParallelBatch({
      threads: 2,
      leastPairs: 0,
      worker: spoiled(`
        const set = Float64Array.prototype.set;
        Float64Array.prototype.set = function (source, at) {
          set.call(this, source, at);
          if (this.buffer instanceof SharedArrayBuffer && this.length > 0) this[0] = -7;
        };
      `),
    });
    parallel.add(circle(1));
    parallel.add(circle(1), { x: 3, y: 0, cos: 1, sin: 0 });
    await parallel.ready();
    assertEquals(parallel.threads, 2);
    const pairs = Uint32Array.from({ length: 200_000 }, (_, k) => k % 2);
    let theirs = 0;
    for (let round = 0; round < 50 && theirs === 0; round++) {
      theirs = parallel.distances(pairs).filter((d) => d === -7).length;
    }
    assert(theirs > 0);
    parallel.close();
  });

  it("answers on the calling thread before its workers have started", async () => {
    const twins = new Twins("early", {});
    const { parallel, single } = twins;
    twins.fill(500);
    assertEquals(parallel.threads, 1);
    assertEquals(compare(parallel, single, twins.pairs(3000)), "");
    await parallel.ready();
    assertEquals(parallel.threads, 2);
    assertEquals(compare(parallel, single, twins.pairs(3000)), "");
    parallel.close();
  });

  it("lets workers start while the calling thread does not return", () => {
    const twins = new Twins("synchronous", {});
    const { parallel, single } = twins;
    twins.fill(500);
    const deadline = performance.now() + 30_000;
    while (parallel.threads < 2 && performance.now() < deadline) {
      assertEquals(compare(parallel, single, twins.pairs(2000)), "");
    }
    assertEquals(parallel.threads, 2);
    assertEquals(compare(parallel, single, twins.pairs(3000)), "");
    parallel.close();
  });

  for (const backend of ["simd", "ts"] as const) {
    it(`follows bodies that come, go, move and change their shapes on ${backend}`, async () => {
      const twins = new Twins(`changes ${backend}`, { backend, threads: 3, capacity: 0 });
      const { parallel, single, r } = twins;
      await parallel.ready();
      twins.fill(10);
      for (let round = 0; round < 30; round++) {
        for (let k = 0; k < 20; k++) {
          const id = r.int(0, 1000);
          if (!parallel.has(id)) twins.add(r.pick(SHAPES));
          else if (r.chance(0.3)) {
            parallel.remove(id);
            single.remove(id);
          } else if (r.chance(0.5)) {
            // Shapes of its own, so that records come and go.
            const shape = r.chance(0.5) ? r.pick(SHAPES) : circle(r.range(0.1, 1));
            parallel.setShape(id, shape);
            single.setShape(id, shape);
          } else {
            const pose = twins.pose();
            parallel.setPose(id, pose);
            single.setPose(id, pose);
          }
        }
        // The lists grow, and the shared memory with them.
        const pairs = twins.pairs(1025 + 200 * round);
        const at = round % 5 === 0 ? compare(parallel, single, pairs) : "";
        assertEquals(at, "", `round ${round}`);
        assertEquals(
          findDifference(parallel.distances(pairs), single.distances(pairs)),
          -1,
          `round ${round}`,
        );
      }
      assertEquals(parallel.threads, 3);
      parallel.close();
    });
  }

  it("fills `out`, also a longer one, and reads parts of arrays", async () => {
    const twins = new Twins("out", {});
    const { parallel, single } = twins;
    twins.fill(300);
    await parallel.ready();
    const pairs = twins.pairs(5000);
    const part = pairs.subarray(2 * 700, 2 * 4700);
    const wanted = single.penetrations(part);
    const long = new Float64Array(8 * 4100 + 3).fill(0.5);
    const out = long.subarray(3);
    assert(parallel.penetrations(part, out) === out);
    assertEquals(findDifference(out.subarray(0, 8 * 4000), wanted), -1);
    assert(long.subarray(0, 3).every((x) => x === 0.5));
    assert(out.subarray(8 * 4000).every((x) => x === 0.5));
    parallel.close();
  });

  it("refuses what Batch refuses, with nothing written", async () => {
    const parallel = new ParallelBatch({ threads: 2, leastPairs: 0 });
    for (let k = 0; k < 4; k++) parallel.add(SHAPES[k]);
    parallel.remove(2);
    await parallel.ready();
    const pairs = Uint32Array.from({ length: 6000 }, (_, k) => k % 2);
    pairs[5999] = 2;
    const out = new Float64Array(8 * 3000).fill(0.5);
    assertThrows(() => parallel.distances(pairs, out), RangeError, "pairs[5999] is 2, which was");
    pairs[5999] = 1;
    parallel.poses[4] = NaN;
    assertThrows(() => parallel.distances(pairs, out), RangeError, "poses[4] (x of body 1) is NaN");
    assert(out.every((x) => x === 0.5));
    parallel.poses[4] = 0;
    assertThrows(() => parallel.distances(pairs, out.subarray(1)), RangeError, "out has 23999");
    assertThrows(() => parallel.manifolds(pairs, undefined, -1), RangeError, "margin is -1");
    assert(parallel.distances(pairs, out) === out);
    parallel.close();
  });

  it("refuses bad options, by name", () => {
    const make = (options: unknown) => () => new ParallelBatch(options as ParallelBatchOptions);
    assertThrows(make(null), TypeError, "options is null, must be an object");
    assertThrows(make({ threads: "2" }), TypeError, "options.threads is");
    assertThrows(make({ threads: 0 }), RangeError, "options.threads is 0, must be a whole number");
    assertThrows(make({ threads: 1.5 }), RangeError, "options.threads is 1.5");
    assertThrows(make({ threads: 65 }), RangeError, "options.threads is 65");
    assertThrows(make({ leastPairs: -1 }), RangeError, "options.leastPairs is -1");
    assertThrows(make({ worker: 3 }), TypeError, "options.worker is 3, must be a string, a URL or");
    assertThrows(make({ worker: null }), TypeError, "options.worker is null, must be a string");
    assertThrows(make({ worker: {} }), TypeError, "options.worker is an object, must be a string");
    assertThrows(make({ worker: "./w.js" }), RangeError, "must be an absolute URL");
    assertThrows(make({ capacity: -1 }), RangeError, "options.capacity is -1");
    assertThrows(make({ backend: "gpu" }), RangeError, "options.backend is");
  });

  it("goes on without threads where options.worker returns no worker", () => {
    const returned: unknown[] = [null, undefined, {}, Promise.resolve(), { terminate() {} }];
    for (const value of returned) {
      const batch = new ParallelBatch({ threads: 2, worker: () => value as ParallelWorker });
      assertEquals(batch.threads, 1);
      assert(batch.threadsReason.includes("what options.worker returns is"), batch.threadsReason);
      batch.close();
    }
  });

  it("reads its options as Batch does, inherited ones too", () => {
    const options = Object.create({ threads: 1, backend: "ts", capacity: 7 });
    for (const batch of [new Batch(options), new ParallelBatch(options)]) {
      assertEquals([batch.backend, batch.capacity], ["ts", 7]);
    }
  });

  it("takes workers that a function makes, of the web and of Node", async () => {
    const makers = findMakers();
    assert(makers.length > 0);
    for (const make of makers) {
      let made = 0;
      const worker = (): ParallelWorker => (made++, make());
      const twins = new Twins("parallel function", { threads: 3, worker });
      const { parallel, single } = twins;
      twins.fill(64);
      await parallel.ready();
      assertEquals([made, parallel.threads, parallel.threadsReason], [2, 3, "asked for"]);
      assertEquals(compare(parallel, single, twins.pairs(4096)), "");
      parallel.close();
    }
  });

  it("is a batch on one thread, and says why, where its function makes no worker", async () => {
    const refusing = (): never => {
      throw new Error("no more workers");
    };
    for (
      const [worker, why] of [[refusing, "no more workers"], [
        () => null,
        "is null, must be a worker",
      ]]
    ) {
      const parallel = new ParallelBatch({ threads: 2, worker } as ParallelBatchOptions);
      await parallel.ready();
      assertEquals(parallel.threads, 1);
      assert(parallel.threadsReason.startsWith("workers cannot be started: "));
      assert(parallel.threadsReason.endsWith(why as string), parallel.threadsReason);
    }
  });

  it("is a batch on one thread where the host lacks all that it needs", async () => {
    const names = ["URL", "Worker", "process", "SharedArrayBuffer", "setTimeout"] as const;
    const kept = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));
    const options: ParallelBatchOptions[] = [{}, { worker: "https://host/worker.js" }];
    const stubs: unknown[] = [undefined, {}, {
      getBuiltinModule: (): never => {
        throw new Error("not implemented");
      },
    }];
    const found: unknown[] = [];
    try {
      for (const name of names) {
        Object.defineProperty(globalThis, name, {
          value: undefined,
          configurable: true,
          writable: true,
        });
      }
      for (const process of stubs) {
        Object.assign(globalThis, { process });
        for (const option of options) {
          const parallel = new ParallelBatch({ threads: 2, ...option });
          await parallel.ready();
          found.push(parallel.threads, parallel.threadsReason.split(" ")[0]);
        }
      }
      Object.assign(globalThis, { SharedArrayBuffer: ArrayBuffer });
      found.push(new ParallelBatch({ threads: 2 }).threadsReason);
    } finally {
      for (const [k, name] of names.entries()) {
        const descriptor = kept[k];
        if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
        else Object.defineProperty(globalThis, name, descriptor);
      }
    }
    const one = [1, "SharedArrayBuffer", 1, "SharedArrayBuffer"];
    assertEquals(found, [...one, ...one, ...one, "there are no workers here"]);
  });

  it("goes on without a worker that is none of its own", async () => {
    const { setTimeout: kept } = globalThis;
    const parallel = new ParallelBatch({
      threads: 2,
      leastPairs: 0,
      worker: "data:text/javascript,globalThis.onmessage = () => {}; setInterval(() => {}, 1000);",
    });
    try {
      Object.assign(globalThis, { setTimeout: (f: () => void) => kept(f, 500) });
      await parallel.ready();
    } finally {
      Object.assign(globalThis, { setTimeout: kept });
    }
    assertEquals(parallel.threads, 1);
    assert(parallel.threadsReason.endsWith("has ended: it has not started in 30 s"));
    parallel.close();
  });

  it("says how many threads there are and why", async () => {
    const one = new ParallelBatch({ threads: 1 });
    assertEquals([one.threads, one.threadsReason], [1, "asked for"]);
    await one.ready();
    one.close();
    assertEquals([one.threads, one.threadsReason], [1, "asked for"]);
    const two = new ParallelBatch({ threads: 2 });
    assertEquals(two.threadsReason, "asked for");
    await two.ready();
    assertEquals(two.threads, 2);
    two.close();
    two.close();
    assertEquals([two.threads, two.threadsReason], [1, "the workers were closed"]);
    const some = new ParallelBatch();
    assertMatch(some.threadsReason, /^there (are \d+ cores|is one core)$/);
    some.close();
    await some.ready();
  });

  it("is a batch on one thread after close(), any number of times", async () => {
    const twins = new Twins("closed", {});
    const { parallel, single } = twins;
    twins.fill(300);
    await parallel.ready();
    assertEquals(compare(parallel, single, twins.pairs(3000)), "");
    parallel[Symbol.dispose]();
    parallel.close();
    twins.fill(300);
    parallel.remove(5);
    single.remove(5);
    assertEquals(compare(parallel, single, twins.pairs(3000)), "");
    assertEquals(parallel.threads, 1);
  });

  it("wakes its workers before it ends them: not every host ends a thread that sleeps", async () => {
    for (const make of findMakers()) {
      const made = make() as ParallelWorker & {
        on?: (event: string, listener: () => void) => void;
        onmessage?: () => void;
      };
      const end = made.terminate.bind(made), post = made.postMessage.bind(made);
      let first: unknown = null;
      Object.assign(made, {
        terminate: () => {},
        postMessage: (message: unknown): void => post(first ??= message),
      });
      const parallel = new ParallelBatch({ threads: 2, leastPairs: 0, worker: () => made });
      await parallel.ready();
      assertEquals(parallel.threads, 2);
      parallel.close();
      // It answers its first message if it is awake.
      let patience = 0;
      const answered = new Promise<boolean>((resolve) => {
        const heard = (): void => resolve(true);
        if (made.on !== undefined) made.on("message", heard);
        else made.onmessage = heard;
        patience = setTimeout(() => resolve(false), 10_000) as unknown as number;
      });
      post(first);
      const awake = await answered;
      clearTimeout(patience);
      end();
      assert(awake);
    }
  });

  it("ends the workers of a batch that nobody has any more, and of no other", async () => {
    const [make] = findMakers();
    let ended = 0;
    const worker = (): ParallelWorker => {
      const made = make();
      const end = made.terminate.bind(made);
      made.terminate = () => {
        ended++;
        return end();
      };
      return made;
    };
    const use = async (): Promise<ParallelBatch> => {
      const batch = new ParallelBatch({ threads: 3, leastPairs: 0, worker });
      batch.add(circle(1));
      await batch.ready();
      batch.distances(new Uint32Array(4096));
      return batch;
    };
    const kept = await use();
    for (let k = 0; k < 3; k++) await use();
    // Memory enough to make any engine look for garbage.
    const deadline = performance.now() + 30_000;
    let bytes = 0;
    while (ended < 6 && performance.now() < deadline) {
      bytes += new ArrayBuffer(1 << 26).byteLength;
      await sleep(1);
    }
    assertEquals(ended, 6, `after ${bytes} bytes`);
    assertEquals(kept.threads, 3);
    kept.close();
  });

  it("does not trouble workers with lists below PARALLEL_PAIRS", async () => {
    // Workers that would never answer: who asks them waits for seconds and gets an error.
    const worker = spoiled(`
      const add = Atomics.add;
      Atomics.add = (...all) => { for (;;); };
    `);
    const parallel = new ParallelBatch({ threads: 2, worker });
    parallel.add(circle(1));
    await parallel.ready();
    assertEquals(parallel.threads, 2);
    for (const query of QUERIES) {
      const least = PARALLEL_PAIRS[query];
      assert(least > 1024);
      const start = performance.now();
      parallel[query](new Uint32Array(2 * (least - 1)));
      assert(performance.now() - start < 4000);
    }
    // Nor with short lists among very many bodies, whose poses would have to be handed over.
    const crowd = new ParallelBatch({ threads: 2, worker, leastPairs: 0 });
    for (let k = 0; k < 20_000; k++) crowd.add(SHAPES[0]);
    await crowd.ready();
    crowd.distances(new Uint32Array(2 * 4999));
    assertEquals([parallel.threads, crowd.threads], [2, 2]);
    parallel.close();
    crowd.close();
  });

  it("tells workers of its bodies when a list is long enough, and not before", async () => {
    const [make] = findMakers();
    let told = 0;
    const worker = (): ParallelWorker => {
      const made = make();
      const post = made.postMessage.bind(made);
      made.postMessage = (message) => {
        told++;
        post(message);
      };
      return made;
    };
    const parallel = new ParallelBatch({ threads: 2, worker });
    parallel.add(circle(1));
    await parallel.ready();
    assertEquals(told, 1); // which it is, and what to run
    for (const query of QUERIES) parallel[query](new Uint32Array(2 * (PARALLEL_PAIRS[query] - 1)));
    assertEquals(told, 1);
    parallel.manifolds(new Uint32Array(2 * PARALLEL_PAIRS.manifolds));
    assertEquals(told, 2);
    // So many pairs of which it has heard of the bodies: nothing to tell.
    parallel.manifolds(new Uint32Array(2 * PARALLEL_PAIRS.manifolds));
    assertEquals(told, 2);
    parallel.close();

    const crowd = new ParallelBatch({ threads: 2, worker, leastPairs: 0 });
    for (let k = 0; k < 20_000; k++) crowd.add(SHAPES[0]);
    await crowd.ready();
    assertEquals(told, 3);
    crowd.distances(new Uint32Array(2 * 4999));
    assertEquals(told, 3);
    crowd.distances(new Uint32Array(2 * 5000));
    assertEquals(told, 4);
    crowd.close();
  });

  it("answers on the calling thread where there is no shared memory left", async () => {
    const twins = new Twins("no shared memory", {});
    const { parallel, single } = twins;
    twins.fill(300);
    await parallel.ready();
    const kept = globalThis.SharedArrayBuffer;
    try {
      globalThis.SharedArrayBuffer = new Proxy(kept, {
        construct(target, args: [number]): object {
          if (args[0] > 10_000) throw new RangeError("no memory");
          return Reflect.construct(target, args);
        },
      });
      assertEquals(compare(parallel, single, twins.pairs(3000)), "");
      assertEquals([parallel.threads, parallel.threadsReason], [2, "asked for"]);
    } finally {
      globalThis.SharedArrayBuffer = kept;
    }
    assertEquals(compare(parallel, single, twins.pairs(3000)), "");
    assertEquals(parallel.threads, 2);
    parallel.close();
  });

  it("has a thread for every core, and no more than 8 unless asked", () => {
    const names = ["navigator", "process"] as const;
    const kept = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));
    const found: unknown[] = [];
    try {
      const put = (name: string, value: unknown): void => {
        Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
      };
      const count = (options: ParallelBatchOptions): void => {
        let made = 0;
        const worker = (): ParallelWorker => {
          made++;
          return { postMessage() {}, terminate() {} };
        };
        const parallel = new ParallelBatch({ ...options, worker });
        found.push([made, parallel.threadsReason]);
        parallel.close();
      };
      // What Node says where the web says nothing.
      put("process", { getBuiltinModule: () => ({ availableParallelism: () => 3 }) });
      for (const hardwareConcurrency of [undefined, 1, 2, 8, 12]) {
        put("navigator", { hardwareConcurrency });
        count({});
      }
      count({ threads: 12 });
      put("navigator", undefined);
      put("process", { getBuiltinModule: () => ({}) });
      count({});
    } finally {
      for (const [k, name] of names.entries()) {
        const descriptor = kept[k];
        if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
        else Object.defineProperty(globalThis, name, descriptor);
      }
    }
    assertEquals(found, [
      [2, "there are 3 cores"],
      [0, "there is one core"],
      [1, "there are 2 cores"],
      [7, "there are 8 cores"],
      [7, "there are 12 cores"],
      [11, "asked for"],
      [0, "there is one core"],
    ]);
  });

  it("goes on without a worker whose module is not to be had", async () => {
    const worker = new URL("data:text/javascript,throw new Error('no such luck')");
    const twins = new Twins("missing", { worker });
    const { parallel, single } = twins;
    twins.fill(300);
    await parallel.ready();
    assertEquals(parallel.threads, 1);
    assertMatch(parallel.threadsReason, /^worker 1 of 1 has ended: .*no such luck/);
    assertEquals(compare(parallel, single, twins.pairs(3000)), "");
  });

  it("throws what a worker threw, and goes on with the others", async () => {
    // The worker fails at its third block; one of the others does not.
    const worker = spoiled(`
      const add = Atomics.add;
      let calls = 0;
      Atomics.add = (C, at, by) => {
        if (++calls === 3) throw new Error("out of cheese");
        return add(C, at, by);
      };
    `);
    const twins = new Twins("throwing", { worker });
    const { parallel, single } = twins;
    twins.fill(300);
    await parallel.ready();
    const pairs = twins.pairs(20_000);
    const ask = (): void => {
      for (let round = 0; round < 100; round++) parallel.distances(pairs);
    };
    const error = assertThrows(ask, Error);
    assertEquals(
      error.message,
      "Cannot answer distances: worker 1 has ended: out of cheese; the batch goes on without it",
    );
    assertEquals(parallel.threads, 1);
    assertEquals(parallel.threadsReason, "worker 1 of 1 has ended: out of cheese");
    assertEquals(compare(parallel, single, pairs), "");
  });

  it("does the work of a worker that does not answer any more, and goes on with the others", async () => {
    const stuck = spoiled(`
      const add = Atomics.add;
      let calls = 0;
      Atomics.add = (C, at, by) => {
        if (++calls % 5 === 0) for (;;);
        return add(C, at, by);
      };
    `);
    const [make] = findMakers();
    let made = 0;
    const worker = (): ParallelWorker => make(++made === 2 ? stuck : WORKER);
    const twins = new Twins("stuck", { worker, threads: 3 });
    const { parallel, single } = twins;
    twins.fill(300);
    await parallel.ready();
    assertEquals(parallel.threads, 3);
    const pairs = twins.pairs(10_000);
    const wanted = single.distances(pairs);
    const out = new Float64Array(wanted.length);
    const deadline = performance.now() + 60_000;
    const message =
      /^Cannot answer distances: worker 2 has ended: it has not answered for 5 s; the batch goes/;
    while (parallel.threads === 3 && performance.now() < deadline) {
      const start = performance.now();
      try {
        parallel.distances(pairs, out.fill(0.5));
      } catch (error) {
        assertMatch((error as Error).message, message);
        break;
      }
      assert(performance.now() - start < 4000);
      assertEquals(findDifference(out, wanted), -1);
      // A worker that is alive has time to take part.
      await sleep(5);
    }
    assertEquals(parallel.threads, 2);
    assertMatch(
      parallel.threadsReason,
      /^worker 2 of 2 has ended: it has not answered for 5 s$/,
    );
    assertEquals(compare(parallel, single, pairs), "");
    twins.fill(300);
    assertEquals(compare(parallel, single, twins.pairs(30_000)), "");
    assertEquals(parallel.threads, 2);
    parallel.close();
  });

  for (
    const [how, code, reason] of [
      ["throws", `throw new Error("had enough")`, "had enough"],
      ["exits", `process.exit(3)`, "exit code 3"],
    ]
  ) {
    it(`goes on without a worker that ${how} between queries`, async () => {
      const worker = spoiled(`
        const wait = Atomics.wait;
        let calls = 0;
        Atomics.wait = (...all) => {
          if (++calls === 3) ${code};
          return wait(...all);
        };
      `);
      const twins = new Twins("leaving", { worker });
      const { parallel, single } = twins;
      twins.fill(300);
      await parallel.ready();
      const deadline = performance.now() + 30_000;
      while (parallel.threads > 1 && performance.now() < deadline) {
        assertEquals(compare(parallel, single, twins.pairs(3000)), "");
        await sleep(1);
      }
      assertEquals(parallel.threads, 1);
      assertEquals(parallel.threadsReason, `worker 1 of 1 has ended: ${reason}`);
      assertEquals(compare(parallel, single, twins.pairs(3000)), "");
    });
  }

  for (const [how, code] of [["exits", "process.exit(3)"], ["throws", `throw new Error("no")`]]) {
    it(`keeps the others when one ${how} at the gate, between two words of shared memory`, async () => {
      // Not at the first lists: there is new shared memory, with a gate of its own, until it suffices for the longest.
      const dying = spoiled(`
        const exchange = Atomics.compareExchange;
        let entries = 0;
        Atomics.compareExchange = (...all) => {
          const found = exchange(...all);
          if (found === all[2] && ++entries === 10) ${code};
          return found;
        };
      `);
      const [make] = findMakers();
      let made = 0, told = 0;
      const worker = (): ParallelWorker => {
        if (++made === 1) return make(dying);
        const other = make();
        const post = other.postMessage.bind(other);
        other.postMessage = (message) => {
          told++;
          post(message);
        };
        return other;
      };
      const twins = new Twins("gate", { worker, threads: 3 });
      const { parallel, single } = twins;
      twins.fill(300);
      await parallel.ready();
      const pairs = twins.pairs(5000);
      const deadline = performance.now() + 30_000;
      while (parallel.threads === 3 && performance.now() < deadline) {
        assertEquals(compare(parallel, single, pairs), "");
        await sleep(1);
      }
      // The gate is open again: what has changed is posted, and no worker is taken for late.
      const before = told;
      for (const batch of [parallel, single]) batch.setShape(7, circle(0.7));
      const limit = performance.now() + 4000;
      while (told === before && performance.now() < limit) {
        assertEquals(compare(parallel, single, pairs), "");
        await sleep(1);
      }
      assertEquals([parallel.threads, told], [2, before + 1]);
      parallel.close();
    });
  }

  it("does not take a worker for dead after a pause of all threads, as while a machine sleeps", async () => {
    const slow = spoiled(`
      const add = Atomics.add;
      Atomics.add = (...all) => {
        const start = performance.now();
        while (performance.now() < start + 30);
        return add(...all);
      };
    `);
    const twins = new Twins("pause", { worker: slow });
    const { parallel } = twins;
    twins.fill(300);
    await parallel.ready();
    const pairs = twins.pairs(5000);
    const { now } = performance;
    let asleep = 0;
    try {
      Object.assign(performance, { now: () => now.call(performance) + asleep });
      for (let round = 0; round < 8; round++) {
        parallel.distances(pairs);
        asleep += 3_600_000;
        parallel.distances(pairs);
        await sleep(80);
      }
    } finally {
      Object.assign(performance, { now });
    }
    assertEquals([parallel.threads, parallel.threadsReason], [2, "asked for"]);
    parallel.close();
  });

  it("says why a worker has ended before its message is here", async () => {
    // It gets tired while it waits for queries.
    const worker = spoiled(`
      const wait = Atomics.wait;
      Atomics.wait = (view, at, value) => {
        if (wait(view, at, value, 500) === "timed-out") throw new Error("had enough");
      };
    `);
    const twins = new Twins("telling", { worker });
    const { parallel, single } = twins;
    twins.fill(300);
    await parallel.ready();
    // No message is read in this loop: it never yields.
    const nothing = new Int32Array(new SharedArrayBuffer(4));
    const deadline = performance.now() + 30_000;
    while (parallel.threads > 1 && performance.now() < deadline) Atomics.wait(nothing, 0, 0, 5);
    assertEquals(parallel.threads, 1);
    assertEquals(parallel.threadsReason, "worker 1 of 1 has ended: had enough");
    await sleep(50);
    assertEquals(parallel.threadsReason, "worker 1 of 1 has ended: had enough");
    assertEquals(compare(parallel, single, twins.pairs(3000)), "");
  });
});
