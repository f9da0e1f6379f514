import { assertLess } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { box, type ConvexShape, pose, Space } from "@narrowphase/gjk2d";
import { Random } from "../generate/random.ts";
import { countWork } from "./work.ts";

/** Where a body is: by its number. */
type Place = (k: number) => [x: number, y: number];

const grid: Place = (k) => [1.2 * (k % 100), 1.2 * Math.floor(k / 100)];
const row: Place = (k) => [1.2 * k, 0];
const tower: Place = (k) => [0, 1.2 * k];

/** Work of a list that is built from nothing. */
async function workOfFirst(
  n: number,
  place: Place,
  crate: ConvexShape = box(1, 1),
  far: readonly [number, number][] = [],
): Promise<number> {
  const space = new Space({ backend: "ts", capacity: n });
  for (let k = 0; k < n; k++) space.add(crate, pose(...place(k)));
  for (const [x, y] of far) space.add(crate, pose(x, y));
  return await countWork(() => space.findPairs());
}

/** Work of six steps, each of which moves a share of the bodies by up to `way` on either axis. */
async function workOfSteps(
  n: number,
  share: number,
  place: Place,
  crate: ConvexShape = box(1, 1),
  way = 0.5,
): Promise<number> {
  const r = new Random("steps", n);
  const space = new Space({ backend: "ts", capacity: n });
  for (let k = 0; k < n; k++) space.add(crate, pose(...place(k)));
  space.findPairs();
  const P = space.poses;
  let work = 0;
  for (let step = 0; step < 6; step++) {
    for (let k = 0; k < n; k++) {
      if (!r.chance(share)) continue;
      const [x, y] = place(k);
      P[4 * k] = x + r.range(-way, way);
      P[4 * k + 1] = y + r.range(-way, way);
    }
    work += await countWork(() => space.findPairs());
  }
  return work;
}

describe("Space.findPairs()", () => {
  it("is not held up by a few bodies far away, wherever", async () => {
    const usual = await workOfFirst(10_000, grid);
    // It was 80 times as much when what is far away was to the left and below.
    for (const edge of [1e12, -1e12]) {
      const far: [number, number][] = [[edge, edge], [-edge, 2 * edge], [edge / 3, 0], [
        0,
        edge / 7,
      ]];
      const work = await workOfFirst(10_000, grid, box(1, 1), far);
      assertLess(work, 15 * usual);
    }
  });

  it("does no more work for crowds that are far apart than for one", async () => {
    const measure = (crowds: number, apart: number, unit = 1, lost = 0): Promise<number> => {
      const r = new Random("crowds", crowds);
      const place: Place = (k) => {
        const x = r.range(-70, 70), y = r.range(-70, 70);
        const far = r.chance(lost) ? r.range(-1e60, -2e60) : apart * (k % crowds);
        return [unit * (x + far), unit * (y - 2 * far)];
      };
      return workOfFirst(10_000, place, box(unit, unit));
    };
    const usual = await measure(1, 0);
    // It was 25 times as much, since floats had no digits left for one of them.
    for (const crowds of [2, 5, 12]) {
      const work = await measure(crowds, 1e12);
      assertLess(work, 5 * usual, `${crowds} crowds`);
    }
    // Floats end at 10^±38.
    for (const unit of [1e-60, 1e60]) {
      const work = await measure(2, 1e12, unit);
      assertLess(work, 5 * usual, `units of ${unit}`);
    }
    // It was 60 times as much: boxes as far away as that are wide.
    const work = await measure(1, 0, 1, 0.05);
    assertLess(work, 5 * usual, "beside the lost");
  });

  for (
    const [name, place, six, one] of [
      ["a row", row, 1, 0.6],
      ["a tower", tower, 4, 4],
      ["a grid", grid, 2, 2],
    ] as const
  ) {
    it(`does little more work where some of ${name} have moved than where all have`, async () => {
      // In a row it was 7 times as much: a body was compared with half of the row, and with all that had left their
      // boxes.
      const all = await workOfSteps(10_000, 1, place);
      for (const [share, most] of [[0.06, six], [0.01, one]]) {
        const work = await workOfSteps(10_000, share, place);
        assertLess(work, most * all, `${share}`);
      }
    });
  }

  it("does less work for what moves a little than for what moves far", async () => {
    const far = await workOfSteps(10_000, 1, grid);
    const near = await workOfSteps(10_000, 1, grid, box(1, 1), 0.03);
    assertLess(near, 0.7 * far);
  });

  it("builds nothing anew for margins that are asked for in turn, but for one that comes no more", async () => {
    const n = 2500;
    const make = (): Space => {
      const space = new Space({ backend: "ts", capacity: n });
      for (let k = 0; k < n; k++) {
        space.add(box(1, 1), pose(1.2 * (k % 100), Math.floor(k / 100)));
      }
      return space;
    };
    /** Of the last four of twelve steps, in which a few bodies move to and fro. */
    const measure = async (space: Space, margins: number[]): Promise<number> => {
      let work = 0;
      for (let step = 0; step < 12; step++) {
        for (let k = 0; k < 100; k++) space.poses[4 * k] += step % 2 === 0 ? 0.01 : -0.01;
        const ask = (): void => {
          for (const margin of margins) space.findPairs(margin);
        };
        if (step < 8) ask();
        else work += await countWork(ask);
      }
      return work / 4;
    };
    const anew = await workOfFirst(n, (k) => [1.2 * (k % 100), Math.floor(k / 100)]);
    const turns = await measure(make(), [0, 0.1, 0.02]);
    assertLess(turns, 0.7 * anew);
    const space = make();
    space.findPairs(12);
    const usual = await measure(make(), [0.1]);
    const after = await measure(space, [0.1]);
    assertLess(after, 4 * usual);
  });

  it("does no more work for a tower beside a long row than for a grid", async () => {
    // It was 9 times as much: most strips were in the row, every body of it in hundreds of them, and when they were
    // made fewer the tower was in two or three.
    const usual = await workOfSteps(10_000, 1, grid);
    const work = await workOfSteps(10_000, 1, (k) => k % 2 === 0 ? [1.2 * k, 0] : [0, 1.2 * k]);
    assertLess(work, 4 * usual);
  });

  it("does not much more work for thin bodies side by side than for a row of crates", async () => {
    // It was 20 to 90 times as much: the room for movement around a plank reached over hundreds of others.
    const place: Place = (k) => [2 * k, 0];
    const usual = await workOfSteps(10_000, 1, place);
    for (const length of [10_000, 300_000]) {
      const work = await workOfSteps(10_000, 1, place, box(1, length));
      assertLess(work, 6 * usual, `${length}`);
    }
  });
});
