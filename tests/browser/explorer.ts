/**
 * The explorer, driven by mouse and keyboard; every number it shows is compared with the library's
 * answer for the scene in its address, bit for bit.
 *
 * @module
 */
import type { Page } from "playwright-core";
import { assert, assertAlmostEquals, assertEquals, assertStringIncludes } from "@std/assert";
import {
  collide,
  type ConvexShape,
  gjkTrace,
  intersects,
  penetration,
  type Pose,
  rayCast,
  shapeCast,
  signedDistance,
  sweepPose,
  timeOfImpact,
  type Vec2,
} from "@narrowphase/gjk2d";
import {
  formatScene,
  KINDS,
  parseScene,
  poseOf,
  type Scene,
  shapeOf,
} from "../../demo/explorer/scene.ts";
import { codeOf } from "../../demo/explorer/code.ts";
import { sweepOf } from "../../demo/explorer/impact_view.ts";
import {
  assertStill,
  boxOf,
  drawn,
  focus,
  middleOf,
  testsOf,
  textOf,
  watchShifts,
} from "./browser.ts";

const test = testsOf("explorer");

/** The scene that is drawn. The address follows a third of a second behind, or when one leaves. */
async function sceneOf(page: Page): Promise<Scene> {
  await drawn(page);
  return parseScene(
    await page.evaluate(() => {
      dispatchEvent(new PageTransitionEvent("pagehide"));
      return location.hash;
    }),
  );
}

/** The numbers of the readout by their ids. */
async function values(page: Page): Promise<Record<string, string>> {
  return await page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll<HTMLDataElement>("#readout data[id]")].map((
        node,
      ) => [node.id, node.value]),
    )
  );
}

async function value(page: Page, id: string): Promise<string> {
  return (await values(page))[id] ?? "none";
}

async function show(page: Page, scene: string): Promise<Scene> {
  await page.evaluate((hash) =>
    new Promise((resolve) => {
      if (decodeURIComponent(location.hash.slice(1)) === hash) return resolve(null);
      addEventListener("hashchange", resolve, { once: true });
      location.hash = hash;
    }), scene);
  return await sceneOf(page);
}

const text = ({ x, y }: Vec2): string => `${x},${y}`;

/** The arguments of a query about a scene. */
function pairOf({ a, b }: Scene): [ConvexShape, Pose, ConvexShape, Pose] {
  return [shapeOf(a), poseOf(a), shapeOf(b), poseOf(b)];
}

/** Compares what the distance view shows with the library. */
async function checkDistance(page: Page, scene: Scene): Promise<void> {
  const pair = pairOf(scene);
  const expected = signedDistance(...pair);
  const { iterations: _, ...shown } = await values(page);
  assertEquals(shown, {
    status: expected.status,
    intersects: String(intersects(...pair)),
    normal: text(expected.normal),
    "point-a": text(expected.pointA),
    "point-b": text(expected.pointB),
    ...expected.distance > 0
      ? { distance: String(expected.distance) }
      : { depth: String(penetration(...pair)?.depth) },
  });
}

async function drag(page: Page, from: Vec2, to: Vec2): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
}

/** Pixels per unit of the world, from the distance of two places of shape A. */
async function pixelsPerUnit(page: Page): Promise<number> {
  const svg = await boxOf(page, "#world");
  return Math.min(svg.width / 9.8, svg.height / 7.2);
}

test("every pair of kinds shows the library's numbers", async (page) => {
  for (const [i, kindA] of KINDS.entries()) {
    for (const kindB of KINDS.slice(i)) {
      for (const x of [0.4, 2.6]) {
        await checkDistance(
          page,
          await show(page, `view=distance&a=${kindA},-1,0.3,25,1&b=${kindB},${x},0.7,-40,0.9`),
        );
      }
    }
  }
});

test("shapes are dragged with the mouse", async (page) => {
  const before = await sceneOf(page);
  const scale = await pixelsPerUnit(page);
  const from = await middleOf(page, "#shape-a text");
  await drag(page, from, { x: from.x + 60, y: from.y - 35 });
  const after = await sceneOf(page);
  assertAlmostEquals(after.a.x, before.a.x + 60 / scale, 0.03);
  assertAlmostEquals(after.a.y, before.a.y + 35 / scale, 0.03);
  assertEquals(after.b, before.b);
  await checkDistance(page, after);

  // Into each other.
  const a = await middleOf(page, "#shape-a text");
  await drag(page, await middleOf(page, "#shape-b text"), { x: a.x + 10, y: a.y + 5 });
  const inside = await sceneOf(page);
  await checkDistance(page, inside);
  assertEquals(await value(page, "status"), "overlapping");
  assertStringIncludes(await page.locator("#words").innerText(), "Overlapping");
});

test("a drag ends with its button, whatever the others do", async (page) => {
  await show(page, "view=impact&a=box,-2.4,-0.4,20,1&b=ngon,2.4,0.6,0,0.9,5&time=0");
  const chord = async (from: Vec2): Promise<void> => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 20, from.y);
    await page.mouse.down({ button: "right" });
    await page.mouse.up();
  };
  const shape = await middleOf(page, "#shape-a text");
  await chord(shape);
  const { a } = await sceneOf(page);
  assert(a.x > -2.4);
  await page.mouse.move(shape.x + 80, shape.y);
  await page.mouse.up({ button: "right" });
  assertEquals((await sceneOf(page)).a, a);

  const curve = await middleOf(page, "svg.curve");
  await chord(curve);
  const { time } = await sceneOf(page);
  assert(time > 0.5);
  await page.mouse.move(curve.x + 80, curve.y);
  await page.mouse.up({ button: "right" });
  assertEquals((await sceneOf(page)).time, time);

  await page.locator("#kind-a").selectOption("hull");
  const before = await sceneOf(page);
  await page.locator("#draw-a").click();
  const click = await middleOf(page, "#world");
  await chord({ x: click.x - 60, y: click.y });
  await page.mouse.move(click.x, click.y + 80, { steps: 5 });
  await page.mouse.move(click.x + 80, click.y, { steps: 5 });
  await page.mouse.up({ button: "right" });
  // One short stroke along a line: no hull yet.
  assertEquals((await sceneOf(page)).a, before.a);
  assertEquals(await page.locator("#draw-a").innerText(), "Done");
});

test("a shape cannot be lost outside the picture", async (page) => {
  const from = await middleOf(page, "#shape-a text");
  await drag(page, from, { x: 5, y: 880 });
  const scene = await sceneOf(page);
  const scale = await pixelsPerUnit(page);
  const svg = await boxOf(page, "#world");
  assert(
    Math.abs(scene.a.x) < svg.width / 2 / scale && Math.abs(scene.a.y) < svg.height / 2 / scale,
  );
  await checkDistance(page, scene);
  // Back from the corner.
  const corner = await middleOf(page, "#shape-a text");
  await drag(page, corner, from);
  assertAlmostEquals((await sceneOf(page)).a.x, -2, 0.3);

  const far = await show(page, "view=distance&a=box,-300,20,0,1&b=box,2,0,0,1");
  await checkDistance(page, far);
  assert(await page.locator("#shape-a").isVisible());
});

test("at the border of a low window a dragged shape stays under the pointer", async (page) => {
  await page.locator("#world").scrollIntoViewIfNeeded();
  const from = await middleOf(page, "#shape-a text");
  const svg = await boxOf(page, "#world");
  const border = { x: svg.x + 12, y: from.y };
  await drag(page, from, border);
  const { a } = await sceneOf(page);
  const at = await middleOf(page, "#shape-a text");
  assertAlmostEquals(at.x, border.x, 3);
  await drag(page, at, { x: at.x - 8, y: at.y });
  assertAlmostEquals((await sceneOf(page)).a.x, a.x, 0.05);
  await drag(page, await middleOf(page, "#shape-a text"), from);
  assertAlmostEquals((await sceneOf(page)).a.x, -2, 0.3);
}, { width: 844, height: 390 });

test("shapes are dragged with a finger, and the page scrolls beside them", async (page) => {
  const before = await sceneOf(page);
  const touch = await page.context().newCDPSession(page);
  const swipe = async (from: Vec2, dx: number, dy: number): Promise<void> => {
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [from] });
    for (let i = 1; i <= 8; i++) {
      const at = { x: from.x + dx * i / 8, y: from.y + dy * i / 8 };
      await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [at] });
      await page.waitForTimeout(30);
    }
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
  await swipe(await middleOf(page, "#shape-a text"), 30, 45);
  const after = await sceneOf(page);
  const scale = await pixelsPerUnit(page);
  assertAlmostEquals(after.a.x, before.a.x + 30 / scale, 0.1);
  assertAlmostEquals(after.a.y, before.a.y - 45 / scale, 0.1);
  assertEquals(await page.evaluate(() => scrollY), 0);
  await checkDistance(page, after);

  // A second finger on the same shape does not pull it away from the first one.
  const first = await middleOf(page, "#shape-a text");
  const fingers = (type: "touchStart" | "touchMove", dx: number, ...more: Vec2[]) =>
    touch.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: [{ x: first.x + dx, y: first.y }, ...more],
    });
  const second = { x: first.x - 25, y: first.y + 8 };
  await fingers("touchStart", 0);
  await fingers("touchStart", 0, second);
  await fingers("touchMove", 10, second);
  await fingers("touchMove", 10, { x: second.x - 20, y: second.y });
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  const held = await sceneOf(page);
  assertAlmostEquals(held.a.x, after.a.x + 10 / scale, 0.05);
  assertAlmostEquals(held.a.y, after.a.y, 0.05);

  const box = await boxOf(page, "#world");
  await swipe({ x: box.x + 12, y: box.y + box.height - 12 }, 0, -160);
  await page.waitForFunction(() => scrollY > 60);
  assertEquals((await sceneOf(page)).a, held.a);
}, { width: 390, height: 844, touch: true });

async function turnAndScale(page: Page): Promise<void> {
  await show(page, "view=distance&a=box,-1,0,0,1&b=ngon,2,0,0,1,5");
  const center = await middleOf(page, "#shape-a text");
  const turn = await middleOf(page, '[aria-label="Turn A"]');
  // To right above the center: a quarter turn.
  await drag(page, turn, { x: center.x, y: center.y - 90 });
  const turned = await sceneOf(page);
  assertAlmostEquals(turned.a.angle, 90, 4);
  await checkDistance(page, turned);

  const grip = await middleOf(page, '[aria-label="Scale A"]');
  const out = { x: grip.x - center.x, y: grip.y - center.y };
  await drag(page, grip, { x: grip.x + 0.5 * out.x, y: grip.y + 0.5 * out.y });
  const scaled = await sceneOf(page);
  assertAlmostEquals(scaled.a.size, 1.5, 0.1);
  await checkDistance(page, scaled);
}

test("handles turn and scale", turnAndScale);
test("handles turn and scale between two frames", turnAndScale, { slow: true });

test("everything by keyboard", async (page) => {
  const before = await sceneOf(page);
  const reach = async (wanted: string): Promise<void> => {
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press("Tab");
      const found = await page.evaluate(() =>
        document.activeElement?.id || document.activeElement?.getAttribute("aria-label") || ""
      );
      if (found === wanted) return;
    }
    throw new Error(`Tab does not reach ${wanted}`);
  };
  await reach("shape-a");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+ArrowUp");
  await page.keyboard.press("q");
  await page.keyboard.press("Shift+E");
  await page.keyboard.press("+");
  const after = await sceneOf(page);
  assertAlmostEquals(after.a.x, before.a.x + 0.1, 1e-9);
  assertAlmostEquals(after.a.y, before.a.y + 0.01, 1e-9);
  assertAlmostEquals(after.a.angle, before.a.angle + 4.5, 1e-9);
  assertAlmostEquals(after.a.size, before.a.size + 0.05, 1e-9);
  await checkDistance(page, after);

  await reach("Turn B");
  await page.keyboard.press("ArrowRight");
  assertAlmostEquals((await sceneOf(page)).b.angle, before.b.angle - 5, 1e-9);
  await reach("kind-a");
  await page.keyboard.type("ci");
  assertEquals((await sceneOf(page)).a.kind, "circle");
  await checkDistance(page, await sceneOf(page));
  await reach("size-b");
  await page.keyboard.press("Home");
  assertEquals((await sceneOf(page)).b.size, 0.2);
  await checkDistance(page, await sceneOf(page));
});

test("the mouse wheel turns a chosen shape", async (page) => {
  const before = await sceneOf(page);
  const at = await middleOf(page, "#shape-b text");
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.up();
  await page.mouse.wheel(0, -100);
  assertAlmostEquals((await sceneOf(page)).b.angle, before.b.angle + 5, 1e-9);
  // Shift turns the wheel sideways in some browsers.
  await page.keyboard.down("Shift");
  await page.mouse.wheel(-100, 0);
  assertAlmostEquals((await sceneOf(page)).b.angle, before.b.angle + 5.5, 1e-9);
  await page.mouse.wheel(0, -100);
  assertAlmostEquals((await sceneOf(page)).b.angle, before.b.angle + 6, 1e-9);
});

test("the steps are those of gjkTrace, and the bounds close in", async (page) => {
  const long = "a=ngon,-1,0,0,1,12&b=ngon,1.3,0.9,3,1,12";
  const scenes = [
    long,
    "a=ngon,-1.9,-0.5,12,1.2,7&b=ngon,1.8,0.9,0,1.1,6",
    "a=ngon,-0.8,-0.3,12,1.2,7&b=ngon,0.7,0.5,40,1.1,6",
    "a=rounded,-1.9,0,10,1,4,0.4&b=capsule,1.7,0.3,60,1,0.4",
    "a=circle,-1,0,0,1&b=circle,1.5,0.5,0,1",
  ];
  for (const hash of scenes) {
    const scene = await show(page, `view=steps&step=1&${hash}`);
    const pair = pairOf(scene);
    const trace = gjkTrace(...pair);
    const core = signedDistance(...pair).distance + pair[0].radius + pair[2].radius;
    let low = 0;
    let high = Infinity;
    for (const [i, step] of trace.entries()) {
      const shown = await values(page);
      assertEquals(shown.direction, text(step.direction));
      assertEquals(shown.support, text(step.support.point));
      if (step.region > 0) assertEquals(shown.region, String(step.region));
      const words = await page.locator("#words").innerText();
      assertStringIncludes(words, `Step ${i + 1} of ${trace.length}.`);
      const [nextLow, nextHigh] = [Number(shown.low), Number(shown.high)];
      assert(nextLow >= low && nextHigh <= high);
      [low, high] = [nextLow, nextHigh];
      assert(
        core < 0 || low <= core * (1 + 1e-12) && high >= core * (1 - 1e-12),
        `${low} ${core} ${high}`,
      );
      if (i + 1 < trace.length) await page.locator("#step-next").click();
      await sceneOf(page);
    }
    const { verdict } = trace[trace.length - 1];
    assertEquals(await value(page, "verdict"), verdict === "intersect" ? "intersect" : "apart");
    if (core > 0) {
      assertAlmostEquals(low, core, 1e-9);
      assertAlmostEquals(high, core, 1e-9);
    } else assertEquals(high, 0);
    assert(await page.locator("#step-next").isDisabled());
  }
  await show(page, `view=steps&step=2&${long}`);
  await focus(page, "#step");
  await page.keyboard.press("End");
  assert((await sceneOf(page)).step > 2);
  await page.keyboard.press("Home");
  assertEquals((await sceneOf(page)).step, 1);
  // A visitor who steps by keyboard stays at the steps, also where a button has done its work.
  for (const [id, step] of [["step-next", 2], ["step-back", 1]] as const) {
    const scene = await show(page, `view=steps&step=${3 - step}&${scenes[1]}`);
    assertEquals(scene.step, 3 - step);
    await focus(page, `#${id}`);
    await page.keyboard.press("Enter");
    assertEquals((await sceneOf(page)).step, step);
    assertEquals(await page.evaluate(() => document.activeElement?.id), "step");
  }
});

test("an ellipse has no steps, and says why", async (page) => {
  await show(page, "view=steps&step=3&a=ellipse,-1,0,0,1&b=box,2,0,0,1");
  assertStringIncludes(await page.locator("#words").innerText(), "no corners");
  assert(await page.locator("#step").isDisabled());
});

test("contact points are those of collide", async (page) => {
  for (
    const [hash, points] of [
      ["a=box,-0.3,-1.1,0,1.5&b=box,0.4,0.7,4,1.1&margin=0.5", 2],
      ["a=box,-0.3,-1.1,0,1.5&b=ngon,0.4,1.2,40,1,5&margin=0.1", 1],
      ["a=circle,-0.3,-1.1,0,1&b=capsule,0.4,0.6,18,1,0.5&margin=0.6", 1],
      ["a=box,-2,-1.1,0,1&b=box,2,0.7,4,1&margin=0.5", 0],
    ] as const
  ) {
    const scene = await show(page, `view=contact&${hash}`);
    const expected = collide(...pairOf(scene), { margin: scene.margin });
    assertEquals(expected.pointCount, points);
    assertEquals(await value(page, "normal"), text(expected.normal));
    for (let i = 0; i < points; i++) {
      const { point, separation, id } = expected.points[i];
      assertEquals(await value(page, `contact-${i}`), text(point));
      assertEquals(await value(page, `separation-${i}`), String(separation));
      assertEquals(await value(page, `id-${i}`), String(id));
    }
    assertEquals(await page.locator("#readout #contact-1").count(), points === 2 ? 1 : 0);
  }
});

test("rays and shapes are cast, and the ray is dragged", async (page) => {
  const scene = await show(page, "view=ray");
  const check = async (s: Scene): Promise<void> => {
    const origin = { x: s.ray.x, y: s.ray.y };
    const way = { x: s.ray.dx, y: s.ray.dy };
    for (const side of ["a", "b"] as const) {
      const hit = rayCast(shapeOf(s[side]), poseOf(s[side]), origin, way);
      assertEquals(await value(page, `hit-${side}`), hit === null ? "none" : String(hit.fraction));
      if (hit !== null) assertEquals(await value(page, `hit-normal-${side}`), text(hit.normal));
    }
  };
  await check(scene);
  const end = await middleOf(page, '[aria-label="End of the ray"]');
  await drag(page, end, { x: end.x - 20, y: end.y + 60 });
  const after = await sceneOf(page);
  assert(after.ray.dy < scene.ray.dy && after.ray.dx < scene.ray.dx);
  await check(after);
  await focus(page, '[aria-label="Start of the ray"]');
  await page.keyboard.press("ArrowUp");
  const moved = await sceneOf(page);
  assertAlmostEquals(moved.ray.y, after.ray.y + 0.1, 1e-9);
  await check(moved);

  for (
    const hash of [
      "view=cast&a=ngon,-1.7,-0.5,12,1.2,7&b=capsule,2.2,1.1,30,1,0.4&cast=-4,-0.8",
      "view=cast&a=ngon,-1.7,-0.5,12,1.2,7&b=ellipse,2.2,1.1,30,1&cast=-4,-0.8",
      "view=cast&a=box,-1.7,-0.5,12,1&b=box,2.2,1.1,30,1&cast=1,1",
      "view=cast&a=box,-0.2,-0.5,12,1&b=box,0.2,0.3,30,1&cast=1,1",
    ]
  ) {
    const s = await show(page, hash);
    const hit = shapeCast(...pairOf(s), s.cast);
    assertEquals(await value(page, "fraction"), hit === null ? "none" : String(hit.fraction));
    if (hit === null) continue;
    assertEquals(await value(page, "point"), text(hit.point));
    assertEquals(await value(page, "normal"), text(hit.normal));
    assertEquals(await value(page, "depth"), String(hit.depth));
  }
});

test("the time of impact, its curve and its slider", async (page) => {
  for (
    const hash of [
      "view=impact&a=box,-2.4,-0.4,20,1&b=ngon,2.4,0.6,0,0.9,5&moveA=1.6,0.4,60&moveB=-3.2,-0.6,150&time=0",
      "view=impact&a=capsule,-1.5,0,90,1.6,0.05&b=ellipse,2.5,1.6,0,1.5&moveA=0,0,0&moveB=-4.6,-3,170&time=0",
      "view=impact&a=box,-2.4,-0.4,20,1&b=box,2.4,0.6,0,0.9&moveA=-1,0,60&moveB=1,0,90&time=0",
      "view=impact&a=box,-0.4,-0.4,20,1&b=box,0.4,0.6,0,0.9&moveA=-1,0,60&moveB=1,0,90&time=0",
    ]
  ) {
    const scene = await show(page, hash);
    const sweepA = sweepOf(scene.a, scene.moveA);
    const sweepB = sweepOf(scene.b, scene.moveB);
    const [a, b] = [shapeOf(scene.a), shapeOf(scene.b)];
    const expected = timeOfImpact(a, sweepA, b, sweepB);
    assertEquals(await value(page, "status"), expected.status);
    assertEquals(await value(page, "fraction"), String(expected.fraction));
    await page.locator("#time").fill("0.375");
    assertEquals((await sceneOf(page)).time, 0.375);
    const now = signedDistance(a, sweepPose(sweepA, 0.375), b, sweepPose(sweepB, 0.375));
    assertEquals(await value(page, "now"), String(now.distance));
    if (expected.status !== "hit") assert(await page.locator("#to-impact").isDisabled());
    else {
      await page.locator("#to-impact").click();
      assertAlmostEquals((await sceneOf(page)).time, expected.fraction, 6e-4);
      assert(Math.abs(Number(await value(page, "now"))) < 0.02);
    }
  }
  // The curve is a slider too, and the ends of the ways are handles.
  const curve = await boxOf(page, "svg.curve");
  await page.mouse.click(curve.x + 0.75 * curve.width, curve.y + 20);
  const before = await sceneOf(page);
  assertAlmostEquals(before.time, 0.75, 0.005);
  await page.mouse.click(curve.x + 0.25 * curve.width, curve.y + 20, { button: "right" });
  assertEquals((await sceneOf(page)).time, before.time);
  const end = await middleOf(page, '[aria-label="End of the way of B"]');
  await drag(page, end, { x: end.x - 40, y: end.y });
  const after = await sceneOf(page);
  assertAlmostEquals(after.moveB.x, before.moveB.x - 40 / await pixelsPerUnit(page), 0.03);
  await focus(page, '[aria-label="Turn of B on its way"]');
  await page.keyboard.press("ArrowUp");
  assertAlmostEquals((await sceneOf(page)).moveB.angle, after.moveB.angle + 5, 1e-9);
});

test("a finger moves the time along the curve", async (page) => {
  await show(page, "view=impact&a=box,-2.4,-0.4,20,1&b=ngon,2.4,0.6,0,0.9,5&time=0");
  await page.locator("svg.curve").scrollIntoViewIfNeeded();
  const curve = await boxOf(page, "svg.curve");
  const touch = await page.context().newCDPSession(page);
  const y = curve.y + curve.height / 2;
  const send = async (type: string, part: number): Promise<void> => {
    const touchPoints = type === "touchEnd" ? [] : [{ x: curve.x + part * curve.width, y }];
    await touch.send("Input.dispatchTouchEvent", { type: type as "touchMove", touchPoints });
    await page.waitForTimeout(30);
  };
  await send("touchStart", 0.1);
  for (let part = 0.2; part < 0.85; part += 0.1) await send("touchMove", part);
  await send("touchEnd", 0.8);
  assertAlmostEquals((await sceneOf(page)).time, 0.8, 0.01);
}, { width: 390, height: 844, touch: true });

test("sliders have room on a phone", async (page) => {
  for (const view of ["steps", "contact", "impact"]) {
    await page.locator(`label:has(#view-${view})`).click();
    await drawn(page);
    const slider = await page.locator('#strip input[type="range"]').boundingBox();
    assert(slider !== null && slider.width >= 120, `${view}: ${slider?.width} px`);
    for (const button of await page.locator("#strip button").all()) {
      const box = await button.boundingBox();
      assert(box !== null && box.height < 40, `${view}: ${box?.height} px`);
    }
  }
}, { width: 360, height: 640, touch: true });

test("a hull is drawn by mouse", async (page) => {
  await page.locator("#kind-a").selectOption("hull");
  await page.locator("#draw-a").click();
  const box = await boxOf(page, "#world");
  const scale = await pixelsPerUnit(page);
  const at = (x: number, y: number): Vec2 => ({
    x: box.x + box.width / 2 + scale * x,
    y: box.y + box.height / 2 - scale * y,
  });
  const start = at(-3.5, -2);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  for (const [x, y] of [[-1, -2.2], [-0.6, -0.5], [-2, -1.2], [-3, 1], [-3.5, -2]]) {
    const p = at(x, y);
    await page.mouse.move(p.x, p.y, { steps: 6 });
  }
  await page.mouse.up();
  const scene = await sceneOf(page);
  assertEquals(scene.a.kind, "hull");
  const corners = scene.a.points.map((p) => ({ x: p.x + scene.a.x, y: p.y + scene.a.y }));
  for (const [x, y] of [[-3.5, -2], [-1, -2.2], [-0.6, -0.5], [-3, 1]]) {
    const near = Math.min(...corners.map((p) => Math.hypot(p.x - x, p.y - y)));
    assert(near < 0.15, `no corner near ${x}, ${y}`);
  }
  assert(corners.every((p) => Math.hypot(p.x + 2, p.y + 1.2) > 0.5), "the dent is not filled");
  await checkDistance(page, scene);
});

test("a hull by keyboard: points on a line make none, and drawing goes on", async (page) => {
  await page.locator("#kind-a").selectOption("hull");
  const before = await sceneOf(page);
  await page.locator("#draw-a").click();
  const keys = async (...names: string[]): Promise<void> => {
    for (const name of names) await page.keyboard.press(name);
  };
  // A diagonal: the coordinates of its points are not exactly on a line.
  await keys("Space", "ArrowUp", "ArrowRight", "ArrowRight", "Space");
  await keys("ArrowUp", "ArrowRight", "ArrowRight", "Space", "Enter");
  assertEquals((await sceneOf(page)).a, before.a);
  assertStringIncludes(await page.locator("#words").innerText(), "not on a line");
  await keys("ArrowUp", "ArrowUp", "ArrowUp", "Space");
  await drawn(page);
  assertStringIncludes(await page.locator("#words").innerText(), "Draw around");
  await keys("Enter");
  const keyed = await sceneOf(page);
  assert(keyed.a.points.length >= 3);
  await checkDistance(page, keyed);
  for (const key of ["Home", "End"]) {
    await focus(page, "#size-a");
    await page.keyboard.press(key);
    await checkDistance(page, await sceneOf(page));
  }

  // A straight stroke is refused too; another scene ends the drawing.
  await page.locator("#draw-a").click();
  const from = await middleOf(page, "#world");
  await drag(page, from, { x: from.x + 90, y: from.y + 45 });
  await drawn(page);
  assertStringIncludes(await page.locator("#words").innerText(), "not on a line");
  assertEquals(await page.locator("#draw-a").innerText(), "Done");
  await page.locator("#reset").click();
  await drawn(page);
  assertEquals(await page.locator("#world.drawing").count(), 0);
  await checkDistance(page, await sceneOf(page));
});

test("a hull of five clicks", async (page) => {
  await page.locator("#kind-a").selectOption("hull");
  await page.locator("#draw-a").click();
  const center = await middleOf(page, "#world");
  for (const [x, y] of [[0, -90], [86, -28], [53, 73], [-53, 73], [-86, -28]]) {
    await page.mouse.click(center.x + x, center.y + y);
  }
  await page.locator("#draw-a").click();
  const scene = await sceneOf(page);
  assertEquals(scene.a.points.length, 5);
  assertEquals(await page.locator("#draw-a").innerText(), "Draw…");
  await checkDistance(page, scene);
});

test("an address with a hull that is no shape", async (page) => {
  const thin = "-0.834,0.404,-0.812,0.385,-0.79,0.366";
  const scene = await show(page, `view=distance&a=hull,0,0,0,1,${thin}&b=hull,1,1,0,1,${thin}`);
  await checkDistance(page, scene);
  await focus(page, "#size-a");
  await page.keyboard.press("End");
  await checkDistance(page, await sceneOf(page));
});

test(
  "what is dragged far out stays within what an address holds",
  async (page) => {
    await show(page, "view=ray&a=box,0,-999,0,1&b=box,2,0,0,1&ray=900,300,-500,0");
    const box = await boxOf(page, "#world");
    const start = await middleOf(page, '[aria-label="Start of the ray"]');
    await drag(page, start, { x: box.x + box.width - 2, y: start.y });
    assertEquals((await sceneOf(page)).ray.x, 1000);
    const end = await middleOf(page, '[aria-label="End of the ray"]');
    await drag(page, end, { x: box.x + 2, y: end.y });
    assertEquals((await sceneOf(page)).ray.dx, -2000);
  }, // In a low window the picture shows more of the world to the sides.
  { height: 400 },
);

test("the button that copies keeps its name when pressed twice", async (page) => {
  const button = page.locator("#share");
  const name = await button.innerText();
  // It says that it has copied for a moment only, which a slow machine may not look at.
  const copied = (): Promise<void> =>
    button.evaluate((node, name) =>
      new Promise<void>((resolve) => {
        new MutationObserver(() => {
          if (node.textContent !== name) resolve();
        }).observe(node, { childList: true });
      }), name);
  for (let press = 0; press < 2; press++) {
    const said = copied();
    await button.click();
    await said;
  }
  await textOf(page, "share", name);
});

test("an address shows the same scene again", async (page, { browser, server }) => {
  const text =
    "view=distance&a=hull,-1.5,0.25,33.5,1.1,-1,-1,1,-0.5,0.25,1.5&b=rounded,1.125,0.5,-12,0.9,6,0.35";
  const scene = await show(page, text);
  assertEquals(formatScene(scene), text);
  const numbers = await page.locator("#readout").innerText();
  const other = await browser.newPage();
  try {
    await other.goto(`${server.address}explorer.html#${text}`);
    await drawn(other);
    assertEquals(await other.locator("#readout").innerText(), numbers);
    await checkDistance(other, parseScene(new URL(other.url()).hash));
  } finally {
    await other.close();
  }
});

test("an address that is entered while the page writes its own", async (page) => {
  const text = "view=contact&a=box,-1,0,0,1&b=box,2,0,0,1&margin=0.5";
  const before = await sceneOf(page);
  await page.evaluate(([entered, own]) =>
    new Promise((resolve) => {
      addEventListener("hashchange", resolve, { once: true });
      location.hash = entered;
      // The event comes later than this, as it does after the page's own timer.
      history.replaceState(null, "", `#${own}`);
    }), [text, formatScene(before)]);
  assertEquals(formatScene(await sceneOf(page)), text);
});

test("senseless addresses show something sensible", async (page) => {
  for (
    const hash of [
      "view=nonsense&a=box&b=,,,",
      "a=ngon,1,1,0,1,1000&b=hull,0,0,0,1,0,0,1,1,2,2",
      "a=box,NaN,1e9,0,1&b=circle,0,0,0,-5",
      "%",
      "view=steps&step=-7",
      "view=ray&ray=1,2,3",
      "view=ray&ray=0,0,0,0",
    ]
  ) {
    await show(page, hash);
    assert((await page.locator("#words").innerText()).length > 10, hash);
  }
});

/** What the names of examples say. */
const STATUS: Record<string, string> = {
  Apart: "separated",
  Touching: "touching",
  Overlapping: "overlapping",
  Penetration: "overlapping",
};

test("each example of the text shows its scene", async (page) => {
  const buttons = page.locator("[data-scene]");
  const count = await buttons.count();
  assert(count >= 10);
  const seen = new Set<string>();
  for (let i = 0; i < count; i++) {
    const wanted = parseScene(await buttons.nth(i).getAttribute("data-scene") ?? "");
    await buttons.nth(i).click();
    const scene = await sceneOf(page);
    assertEquals(formatScene(scene), formatScene(wanted));
    seen.add(await page.locator("#words").innerText());
    // What it claims holds.
    const status = STATUS[(await buttons.nth(i).innerText()).trim()];
    if (status !== undefined) assertEquals(await value(page, "status"), status);
  }
  assert(seen.size > count / 2);
});

const SIX = "a=ngon,-1.6,-0.7,40,1.3,9&b=box,1.7,-0.2,70,1.4";

test("steps play, go by keys, and both algorithms by a click", async (page) => {
  await show(page, `view=steps&step=1&${SIX}`);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  assertEquals((await sceneOf(page)).step, 2);
  // Keys that come before the next frame count, too.
  await page.evaluate(() => {
    for (let k = 0; k < 3; k++) {
      document.body.dispatchEvent(
        new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true, cancelable: true }),
      );
    }
  });
  assertEquals((await sceneOf(page)).step, 5);
  // It plays to the end, begins again, and stops where it is told to.
  const play = page.locator("#step-play");
  await play.click();
  await page.waitForFunction(() =>
    (document.getElementById("step") as HTMLInputElement).value === "6" &&
    document.getElementById("step-play")?.textContent === "▶"
  );
  await play.evaluate((button) => {
    (button as HTMLButtonElement).click();
    (button as HTMLButtonElement).click();
  });
  assertEquals((await sceneOf(page)).step, 1);
  assertEquals(await play.innerText(), "▶");

  const chip = page.locator('[aria-label^="Tutorial, step 3"]');
  await chip.click();
  const scene = await sceneOf(page);
  assertEquals([scene.by, scene.step], ["tutorial", 3]);
  assertEquals(await chip.getAttribute("aria-pressed"), "true");
  assertStringIncludes(await page.locator("#words").innerText(), "Step 3 of 4.");
  await page.locator("#step-scene").selectOption({ label: "It errs" });
  await page.keyboard.press("Escape");
  assertEquals((await sceneOf(page)).by, "tutorial");
  await page.locator(".chips button").last().click();
  await drawn(page);
  assertStringIncludes(await page.locator("#words").innerText(), "and errs");
});

test("undo, the code of a scene, and where an edge comes from", async (page) => {
  const before = await sceneOf(page);
  assert(await page.locator("#undo").isDisabled());
  await drag(page, await middleOf(page, "#shape-a text"), await middleOf(page, "#world"));
  await page.locator("#kind-b").selectOption("circle");
  assertEquals((await sceneOf(page)).b.kind, "circle");
  await page.locator("#undo").click();
  await page.keyboard.press("Control+z");
  assertEquals(formatScene(await sceneOf(page)), formatScene(before));
  assert(await page.locator("#undo").isDisabled());

  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.locator("#code").click();
  await textOf(page, "code", "Copied");
  assertEquals(await page.evaluate(() => navigator.clipboard.readText()), codeOf(before));

  // Along a line to the middle the pointer crosses an edge of A ⊖ B.
  await show(page, `view=steps&step=1&${SIX}`);
  const box = await boxOf(page, "#difference");
  let found = "";
  for (let x = 6; x < box.width && found === ""; x += 6) {
    await page.mouse.move(box.x + x, box.y + box.height / 2);
    await drawn(page);
    const caption = await page.locator("#difference-caption").innerText();
    if (caption.startsWith("From")) found = caption;
  }
  assertStringIncludes(found, "edge");
  assertEquals(await page.locator("#world .origin-a, #world .origin-b").count(), 2);
  await page.mouse.move(2, 2);
  await drawn(page);
  assertEquals(await page.locator("#world .origin-a").count(), 0);
});

test("a phone shows pictures, words and buttons at once, and nothing jumps", async (page) => {
  await watchShifts(page);
  await show(page, `view=steps&step=1&${SIX}`);
  await page.reload();
  await drawn(page);
  for (const id of ["views", "world", "difference", "step-play", "step-scene", "words", "undo"]) {
    const box = await page.locator(`#${id}`).boundingBox();
    assert(box !== null && box.y >= 0 && box.y + box.height <= 844, `${id}: ${box?.y}`);
  }
  for (let step = 1; step <= 6; step++) {
    const hidden = await page.locator("#words").evaluate((p) => p.scrollHeight - p.clientHeight);
    assert(hidden <= 1, `${hidden} px of the words of step ${step} are out of sight`);
    await page.keyboard.press("ArrowRight");
    await drawn(page);
  }
  await assertStill(page);
  // In the other views, too, and one sees which is chosen.
  for (const view of ["impact", "distance", "contact", "ray", "cast"]) {
    await show(page, `view=${view}`);
    for (const selector of ["#undo", `label:has(#view-${view})`]) {
      const { x, y, width, height } = await boxOf(page, selector);
      assert(x >= 0 && x + width <= 391, `${selector} in ${view}: ${x}`);
      assert(y >= 0 && y + height <= 844, `${selector} in ${view}: ${y} + ${height}`);
    }
  }
}, { width: 390, height: 844, touch: true });

// Scenes that nobody has touched: what stands where must not be left to luck.
test("labels are clear of handles, pictures side by side in line, at any width", async (page) => {
  for (const [width, height] of [[1360, 900], [390, 844], [360, 740], [320, 640]]) {
    await page.setViewportSize({ width, height });
    for (const view of ["distance", "steps", "contact", "ray", "cast", "impact"]) {
      await page.locator(`#view-${view}`).check({ force: true });
      await drawn(page);
      const { covered, tops, scales } = await page.evaluate(() => {
        const world = document.getElementById("world");
        const other = document.getElementById("difference");
        if (world === null || other === null) throw new Error("no pictures");
        const covered: string[] = [];
        const boxes = [...document.querySelectorAll(".panels text")].map((label) => ({
          name: label.textContent,
          svg: label.closest("svg"),
          box: label.getBoundingClientRect(),
        }));
        boxes.forEach(({ name, svg, box: a }, i) => {
          for (const { name: other, svg: its, box: b } of boxes.slice(i + 1)) {
            const w = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const h = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            if (svg === its && w > 2 && h > 3) covered.push(`${name} over ${other}`);
          }
        });
        for (const label of world.querySelectorAll("#world > g > text")) {
          const a = label.getBoundingClientRect();
          for (const handle of world.querySelectorAll(".handle")) {
            const b = handle.getBoundingClientRect();
            const isOver = b.width > 0 && a.left < b.right && b.left < a.right &&
              a.top < b.bottom && b.top < a.bottom;
            if (isOver) {
              covered.push(`${label.textContent}: ${handle.getAttribute("aria-label")}`);
            }
          }
        }
        // Lines of the grid are as far apart in both pictures.
        const scales = [world, other].map((svg) => {
          const [p, q] = [...svg.querySelectorAll("line")].map((l) => Number(l.getAttribute("x1")));
          return q - p;
        });
        return {
          covered,
          scales,
          tops: [world, other].map((svg) => svg.getBoundingClientRect().top),
        };
      });
      assertEquals(covered, [], `${view}, ${width} px`);
      assertAlmostEquals(scales[0], scales[1], 0.05, `${view}, ${width} px`);
      if (width > 640) assertAlmostEquals(tops[0], tops[1], 0.5, view);
    }
  }
});
