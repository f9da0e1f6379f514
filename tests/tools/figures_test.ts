import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { gjkTrace, IDENTITY, polygon } from "@narrowphase/gjk2d";
import type { Circumstances, Row } from "../../bench/report.ts";
import { drawBars } from "../../tools/figures/bench.ts";
import { drawAll } from "../../tools/figures/draw.ts";
import { OVERLAPPING } from "../../tools/figures/search.ts";
import { points, View } from "../../tools/figures/svg.ts";

const circumstances: Circumstances = {
  runtime: "Deno",
  version: "2.9.6",
  engine: "V8 15.0",
  machine: "2 x <CPU> & more",
  date: "2026-11-21",
  planck: "1.5.0",
  sat: "0.9.0",
};

function row(query: Row["query"], workload: string, library: Row["library"], ns: number): Row {
  const times = { ns, p10: ns, p90: ns, fresh: ns, cold: ns, ratio: 1, bytes: 0 };
  const checks = { checked: 1, wrong: 0, excused: 0, maxErrorU: 0 };
  const shares = { overlapping: 0.5, touching: 0, separated: 0.5 };
  return { query, workload, library, call: query, ...times, ...checks, ...shares };
}

const rows = (["intersects", "distance"] as const).flatMap((query) =>
  ["box", "n = 8", "n = 64"].flatMap((workload) => [
    row(query, workload, "gjk2d", 100),
    row(query, workload, "planck", 400),
    row(query, workload, "sat", 5000),
  ])
);

describe("figures", () => {
  it("drawAll() draws well-formed pictures without a number that is none, on the page, and the same twice", () => {
    const figures = drawAll(circumstances, rows);
    assertEquals([...drawAll(circumstances, rows)], [...figures]);
    assert(figures.has("gjk") && figures.has("regions") && figures.has("loop_game_loop"));
    for (const [name, svg] of figures) {
      assertEquals(/NaN|undefined|Infinity|\[object/.exec(svg), null, name);
      const open: string[] = [];
      for (const [, close, tag, self] of svg.matchAll(/<(\/?)(\w+)[^<>]*?(\/?)>/g)) {
        if (close === "/") assertEquals(open.pop(), tag, name);
        else if (self !== "/") open.push(tag);
      }
      assertEquals(open, [], name);
      for (const [, id] of svg.matchAll(/url\(#([\w-]+)\)/g)) {
        assert(svg.includes(`<marker id="${id}"`), `${name} lacks marker ${id}`);
      }
      const [x, y, width, height] = /viewBox="([^"]*)"/.exec(svg)![1].split(" ").map(Number);
      for (const [, px, py] of svg.matchAll(/<(?:text x|circle cx)="([-\d.]+)" c?y="([-\d.]+)"/g)) {
        const inside = Number(px) > x && Number(px) < x + width &&
          Number(py) > y && Number(py) < y + height;
        assert(inside, `${name}: (${px}, ${py}) is off the page`);
      }
    }
  });

  it("the example that overlaps has the origin well inside its last triangle", () => {
    const [a, b] = OVERLAPPING.map((points) => polygon(points));
    const last = gjkTrace(a, IDENTITY, b, IDENTITY).at(-1)!;
    assertEquals([last.region, last.simplex.length], [7, 3]);
    const corners = last.simplex.map(({ point }) => point);
    corners.forEach((p, k) => {
      const q = corners[(k + 1) % 3];
      const cross = p.x * q.y - p.y * q.x;
      assert(Math.abs(cross) / Math.hypot(q.x - p.x, q.y - p.y) >= 0.3);
    });
  });

  it("drawBars() says who has no bar", () => {
    const svg = drawBars("intersects", "title", circumstances, [
      ...rows,
      row("intersects", "rounded", "gjk2d", 100),
    ]);
    assert(svg.includes("planck, sat: no rounded shapes"));
    assert(!drawBars("intersects", "title", circumstances, rows).includes("no rounded shapes"));
  });

  it("drawBars() draws lengths in proportion and cuts only the longest", () => {
    const svg = drawBars("intersects", "title", circumstances, rows);
    const widths = Array.from(
      svg.matchAll(/<rect x="[^"]*" y="[^"]*" width="([^"]*)" height="11"/g),
      (match) => Number(match[1]),
    );
    assertEquals(widths.length, 3);
    assert(Math.abs(widths[1] / widths[0] - 4) < 0.01, `${widths}`);
    assert(widths[2] > widths[1] && widths[2] < 1.05 * widths[1], `${widths}`);
    assert(svg.includes(">5000</text>"));
    assert(svg.includes("2 x &lt;CPU&gt; &amp; more"));
  });

  it("View.at() keeps the shape of things, y upwards", () => {
    const view = new View({ x: 10, y: 20, width: 100, height: 60 }, points([0, 0], [4, 2]), 10);
    assertEquals(view.scale, 20);
    assertEquals(view.at({ x: 0, y: 0 }), [20, 70]);
    assertEquals(view.at({ x: 4, y: 2 }), [100, 30]);
  });
});
