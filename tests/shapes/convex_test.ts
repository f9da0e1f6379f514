import {
  box,
  capsule,
  circle,
  convex,
  ConvexShape,
  distance,
  ellipse,
  evaluateSupport,
  polygon,
  pose,
  transformShape,
} from "@narrowphase/gjk2d";
import {
  assert,
  assertAlmostEquals,
  assertEquals,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { describe, it } from "@std/testing/bdd";

import { ring } from "../generate/rings.ts";
import { refuses } from "./refuses.ts";

const P = { x: 1, y: 2 };
const Q = { x: -3, y: 7 };

describe("convex() and evaluateSupport()", () => {
  it("convex() calls a support function that is a method on its object", () => {
    class Cross {
      center = { x: 1, y: 2 };
      constructor(readonly points: readonly number[]) {}
      support(dx: number, dy: number, out: { x: number; y: number }): void {
        const [reach] = this.points;
        out.x = this.center.x + (Math.abs(dx) >= Math.abs(dy) ? reach * Math.sign(dx) : 0);
        out.y = this.center.y + (Math.abs(dx) >= Math.abs(dy) ? 0 : reach * Math.sign(dy));
      }
    }
    const shape = convex(new Cross([3]));
    assertEquals(evaluateSupport(shape, 2, 1), { x: 4, y: 2 });
    const turned = transformShape(shape, { x: 0, y: 0, cos: 0, sin: 1 });
    assertEquals(evaluateSupport(turned, -1, 2), { x: -2, y: 4 });
    assertEquals(distance(shape, pose(1, 0), circle(1), pose(2, 9)).distance, 3);
  });

  it("evaluateSupport() refuses what is no direction, for every shape", () => {
    for (const shape of [box(2, 2), ellipse(2, 1)]) {
      const out = { x: 5, y: 7 };
      refuses((dx: number, dy: number) => evaluateSupport(shape, dx, dy, out), [
        [[NaN, 0], RangeError, "Cannot evaluate support: dx is NaN, must be finite"],
        [[1, -Infinity], RangeError, "dy is -Infinity, must be finite"],
        [[0, -0], RangeError, "Cannot evaluate support: (dx, dy) is (0, 0)"],
        [[], TypeError, "dx is undefined, must be a number"],
        [[1], TypeError, "dy is undefined, must be a number"],
        [[2n, 1], TypeError, "dx is the bigint 2"],
      ]);
      assertEquals(out, { x: 5, y: 7 });
    }
  });

  it("evaluateSupport() takes directions of any length", () => {
    for (
      const [dx, dy] of [[1e307, 1.5e307], [1e308, 0.5e308], [5e-324, 5e-324], [1e-280, 1e-290]]
    ) {
      assertEquals(evaluateSupport(box(0.2, 0.2), dx, dy), { x: 0.1, y: 0.1 });
      const round = evaluateSupport(ellipse(1, 1), dx, dy);
      assertAlmostEquals(round.x, Math.cos(Math.atan2(dy, dx)), 1e-15);
      assertAlmostEquals(round.y, Math.sin(Math.atan2(dy, dx)), 1e-15);
      // In the frame of a moved one it may be longer.
      const moved = transformShape(ellipse(1, 1), pose(0, 0, Math.PI / 4));
      const { x, y } = evaluateSupport(moved, dx, dy);
      assertAlmostEquals(x, round.x, 1e-15);
      assertAlmostEquals(y, round.y, 1e-15);
    }
    // A custom support function gets the direction as it is.
    const asked: number[] = [];
    const custom = convex({
      center: { x: 0, y: 0 },
      support(dx, dy, out) {
        asked.push(dx, dy);
        out.x = out.y = 0;
      },
    });
    evaluateSupport(custom, 1e308, 5e-324);
    assertEquals(asked, [1e308, 5e-324]);
  });

  const center = { x: 1, y: 2 };

  it("hold a center, a radius and the function", () => {
    const support = () => {};
    const shape = convex({ support, center, radius: 0.5 });
    assertEquals([shape.kind, shape.radius, shape.points], ["convex", 0.5, [center]]);
    assertStrictEquals(shape.support, support);
    assert(shape instanceof ConvexShape);
  });

  it("call the function only when evaluated, and let its error through unchanged", () => {
    const error = new Error("mine"), out = { x: 7, y: 8 };
    let calls = 0;
    const shape = convex({
      center,
      support(dx, dy, out) {
        if (++calls === 1) throw error;
        out.x = dx;
        out.y = dy;
      },
    });
    assertStrictEquals(calls, 0);
    assertStrictEquals(assertThrows(() => evaluateSupport(shape, 1, 2, out)), error);
    assertEquals(out, { x: 7, y: 8 });
    // It works again after that.
    assertStrictEquals(evaluateSupport(shape, 4, 6, out), out);
    assertEquals([out, calls], [{ x: 4, y: 6 }, 2]);
  });

  it("may be built from each other", () => {
    // The Minkowski sum of two shapes: x of the one is written before the other is asked.
    const support = (x: number, y: number, out: object) => void Object.assign(out, { x, y });
    const inner = convex({ center, support });
    const sum = convex({
      center,
      support(dx, dy, out) {
        const p = evaluateSupport(inner, dx, dy);
        out.x = 10 * p.x;
        const q = evaluateSupport(ellipse(3, 2), dx, 0);
        out.y = q.x;
      },
    });
    assertEquals(evaluateSupport(sum, 1, 5), { x: 10, y: 3 });
  });

  it("refuse answers that are not finite numbers, naming the direction", () => {
    const out = { x: 7, y: 8 };
    const cases: [object, ErrorConstructor, string][] = [
      [{ x: NaN, y: 1 }, RangeError, "support in direction (3, -4): out.x is NaN, must be finite"],
      [{ x: 1, y: -Infinity }, RangeError, "out.y is -Infinity"],
      [{ x: "1", y: 2 }, TypeError, 'out.x is the string "1"'],
      [{ x: 1, y: undefined }, TypeError, "out.y is undefined"],
      [{ x: 1, y: 1e76 }, RangeError, "must be within ±2^250"],
      [{}, RangeError, "out.x is NaN"],
    ];
    for (const [answer, Kind, message] of cases) {
      const shape = convex({ center, support: (_dx, _dy, out) => Object.assign(out, answer) });
      assertThrows(() => evaluateSupport(shape, 3, -4, out), Kind, message);
      assertThrows(() => evaluateSupport(shape, 3, -4, out), Kind, "Cannot evaluate");
    }
    assertEquals(out, { x: 7, y: 8 });
  });

  it("find the furthest core point of other shapes", () => {
    const far = polygon(ring([[1e12, 1e12], [1e12 + 2, 1e12 + 1], [1e12 + 1, 1e12 + 5]]));
    assertEquals(evaluateSupport(far, 0, 1), { x: 1e12 + 1, y: 1e12 + 5 });
    assertEquals(evaluateSupport(far, -1, -1), { x: 1e12, y: 1e12 });
    assertEquals(evaluateSupport(capsule(P, Q, 9), -1, 0), Q);
    assertThrows(() => evaluateSupport({} as never, 1, 0), TypeError, "shape is an object");
  });

  it("takes straight sides where the support function has them, else names the end that is wrong", () => {
    // A stadium: straight from (-1, -1) to (1, -1) and back above.
    const stadium = (edges: unknown, far = 0) =>
      convex({
        center: { x: far, y: far },
        support(dx, dy, out) {
          const l = Math.sqrt(dx * dx + dy * dy);
          out.x = far + (dx > 0 ? 1 : -1) + dx / l;
          out.y = far + dy / l;
        },
        edges: edges as never,
      });
    const edge = (ax: number, ay: number, bx: number, by: number, far = 0) => ({
      a: { x: far + ax, y: far + ay },
      b: { x: far + bx, y: far + by },
    });
    stadium([edge(-1, -1, 1, -1), edge(1, 1, -1, 1)]);
    stadium([edge(1, 1, -1, 1)]);
    stadium([edge(-1, -1, 1, -1, 1e9 / 3)], 1e9 / 3);
    const wrong: [unknown, ErrorConstructor, string][] = [
      [null, TypeError, "options.edges is null, must be an array of edges { a, b }"],
      [[3], TypeError, "options.edges[0] is 3, must be an edge { a, b }"],
      [new Array(2 ** 32 - 1), RangeError, "edges.length is 4294967295, must be at most 8192"],
      [[edge(-1, -1, 1, -1), { a: { x: 1, y: 1 } }], TypeError, "options.edges[1].b is undefined"],
      [[edge(-1, -1, NaN, -1)], RangeError, "options.edges[0].b.x is NaN"],
      [[edge(-1, -1, -1, -1)], RangeError, "the edge options.edges[0] is 0 long"],
      [[edge(-1, 1, 1, 1)], RangeError, "edges[0].a is 2 inside the shape, must be the end of a"],
      [[edge(-1, -1, 1, -1), edge(1, 1, -1, 0.75)], RangeError, "options.edges[1].a is"],
      [[edge(-1, -1 - 1e-14, 1, -1 - 1e-14)], RangeError, "edges[0].a is outside the shape by 9.9"],
      [[edge(-1, -1, 1.5, -1)], RangeError, "options.edges[0].b is outside the shape by"],
      [[edge(-1.001, -1, 1, -1)], RangeError, "options.edges[0].a is outside the shape by"],
    ];
    for (const [edges, Kind, message] of wrong) {
      const error = assertThrows(() => stadium(edges), Kind, message);
      assert((error as Error).message.startsWith("Cannot create convex shape: "));
    }
  });

  it("refuse bad options by name", () => {
    const support = () => {};
    const cases: [unknown, ErrorConstructor, string][] = [
      [undefined, TypeError, "Cannot create convex shape: options is undefined"],
      [{ center }, TypeError, "options.support is undefined, must be a function"],
      [{ support }, TypeError, "options.center is undefined"],
      [{ support, center: { x: NaN, y: 0 } }, RangeError, "options.center.x is NaN"],
      [{ support, center, radius: null }, TypeError, "options.radius is null"],
      [{ support, center, radius: -1 }, RangeError, "options.radius is -1"],
    ];
    for (const [options, Kind, message] of cases) {
      assertThrows(() => convex(options as never), Kind, message);
    }
  });
});
