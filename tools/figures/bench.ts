/**
 * Charts of the committed benchmark results: bars by workload, lines by number of vertices.
 *
 * @module
 */
import type { Circumstances, Row } from "../../bench/report.ts";
import { type Box, card, COLORS, page, px, text, TOP, WIDTH } from "./svg.ts";

const ORDER: readonly string[] = ["gjk2d", "planck", "sat"];
const FILL: Record<string, string> = { gjk2d: COLORS.simplex, planck: "#a16207", sat: "#7c83a6" };
const fillOf = (library: string): string => FILL[library] ?? COLORS.c;

/** Which libraries a query was measured with, ours first. */
function librariesOf(rows: readonly Row[]): string[] {
  const found = [...new Set(rows.map((row) => row.library as string))];
  const rank = (name: string) => (ORDER.indexOf(name) + ORDER.length + 1) % (ORDER.length + 1);
  return found.sort((a, b) => rank(a) - rank(b));
}

function legend(libraries: readonly string[], x: number, y: number): string[] {
  return libraries.flatMap((library, k) => [
    `<rect x="${px(x + 84 * k)}" y="${px(y - 10)}" width="12" height="12" rx="2" fill="${
      fillOf(library)
    }"/>`,
    text(x + 84 * k + 18, y, library, { anchor: "start" }),
  ]);
}

function footnote(circumstances: Circumstances, y: number): string {
  const { runtime, version, machine, date, planck, sat } = circumstances;
  const line = `${runtime} ${version}, ${machine}, ${date}; planck ${planck}, sat ${sat}`;
  return text(WIDTH - 20, y, line, { anchor: "end", size: 11, fill: COLORS.muted });
}

/** Step of an axis that has about `count` of them: 1, 2 or 5 times a power of ten. */
function axisStep(range: number, count: number): number {
  const power = 10 ** Math.floor(Math.log10(range / count));
  const rest = range / count / power;
  return power * (rest > 5 ? 10 : rest > 2 ? 5 : rest > 1 ? 2 : 1);
}

/** Nanoseconds per call of one query, all workloads, all who were measured. */
export function drawBars(
  query: string,
  title: string,
  circumstances: Circumstances,
  all: readonly Row[],
): string {
  const rows = all.filter((row) => row.query === query && !row.workload.startsWith("n = "));
  const workloads = [...new Set(rows.map((row) => row.workload))];
  const libraries = librariesOf(rows);
  const BAR = 13;
  const GAP = 13;
  const heights = workloads.map((workload) =>
    BAR * rows.filter((row) => row.workload === workload).length + GAP
  );
  const box: Box = {
    x: 16,
    y: TOP,
    width: WIDTH - 32,
    height: 78 + heights.reduce((sum, height) => sum + height, 0),
  };
  const left = box.x + 118;
  const right = box.x + box.width - 66;
  const top = box.y + 60;
  const bottom = box.y + box.height - 10;
  // The axis ends where two of the libraries do; a bar that is longer is cut, its number is not.
  const longest = libraries.map((library) =>
    Math.max(...rows.filter((row) => row.library === library).map(({ ns }) => ns))
  ).sort((a, b) => a - b);
  const end = 1.02 * longest[Math.min(1, longest.length - 1)];
  const scale = (right - left) / end;
  const body = [card(box), ...legend(libraries, left, box.y + 22)];
  const step = axisStep(end, 6);
  for (let ns = 0; ns <= end; ns += step) {
    const x = left + scale * ns;
    body.push(
      `<path d="M${px(x)} ${px(top)}V${px(bottom)}" stroke="${
        ns === 0 ? COLORS.axis : COLORS.grid
      }"/>`,
    );
    body.push(text(x, top - 7, ns === 0 ? "0" : `${ns} ns`, { size: 11, fill: COLORS.muted }));
  }
  let y = top + GAP / 2;
  for (const workload of workloads) {
    const here = rows.filter((row) => row.workload === workload);
    body.push(
      text(left - 10, y + BAR * here.length / 2 + 4.5, workload, { anchor: "end" }),
    );
    for (const library of libraries) {
      const row = here.find((row) => row.library === library);
      if (row === undefined) continue;
      const cut = row.ns > end;
      const width = cut ? right - left : scale * row.ns;
      body.push(
        `<rect x="${px(left)}" y="${px(y)}" width="${px(width)}" height="${BAR - 2}" fill="${
          fillOf(library)
        }"/>`,
      );
      if (cut) {
        const x = right - 16;
        body.push(
          `<path d="M${px(x)} ${px(y + BAR)}l5 -${BAR + 2}h5l-5 ${
            BAR + 2
          }z" fill="${COLORS.panel}"/>`,
        );
      }
      body.push(
        text(left + width + 5, y + BAR - 3, row.ns.toFixed(0), {
          anchor: "start",
          size: 11,
          bold: library === "gjk2d",
        }),
      );
      y += BAR;
    }
    // Which libraries have no bar here, and why.
    const missing = libraries.filter((library) => here.every((row) => row.library !== library));
    if (missing.length > 0) {
      const reason = workload.includes("round") ? "no rounded shapes" : "not measured";
      const longest = Math.max(...here.map(({ ns }) => Math.min(ns, end)));
      body.push(
        text(left + scale * longest + 40, y - 3, `${missing.join(", ")}: ${reason}`, {
          anchor: "start",
          size: 11,
          italic: true,
          fill: COLORS.muted,
        }),
      );
    }
    y += GAP;
  }
  const height = box.y + box.height + 34;
  body.push(footnote(circumstances, height - 14));
  return page(title, height, body);
}

/** How the time of `distance` grows with the number of vertices; both axes logarithmic. */
export function drawGrowth(circumstances: Circumstances, all: readonly Row[]): string {
  const rows = all.filter((row) => row.query === "distance" && row.workload.startsWith("n = "))
    .map((row) => ({ ...row, n: Number(row.workload.slice(4)) }));
  const libraries = librariesOf(rows);
  const box: Box = { x: 16, y: TOP, width: WIDTH - 32, height: 330 };
  const [left, right] = [box.x + 84, box.x + box.width - 90];
  const [top, bottom] = [box.y + 44, box.y + box.height - 44];
  const ns = rows.map((row) => row.ns);
  const n = rows.map((row) => row.n);
  const [low, high] = [Math.min(...ns) / 1.4, Math.max(...ns) * 1.4];
  const [first, last] = [Math.min(...n), Math.max(...n)];
  const X = (n: number) => left + (right - left) * Math.log(n / first) / Math.log(last / first);
  const Y = (ns: number) => bottom - (bottom - top) * Math.log(ns / low) / Math.log(high / low);
  const body = [card(box), ...legend(libraries, left, box.y + 24)];
  for (let power = 10; power < high; power *= 10) {
    for (const ns of [power, 2 * power, 5 * power]) {
      if (ns < low || ns > high) continue;
      body.push(
        `<path d="M${left} ${px(Y(ns))}H${right}" stroke="${COLORS.grid}"/>`,
        text(left - 8, Y(ns) + 4, ns < 1000 ? `${ns} ns` : `${ns / 1000} µs`, {
          anchor: "end",
          size: 11.5,
          fill: COLORS.muted,
        }),
      );
    }
  }
  for (const k of new Set(n)) {
    body.push(
      `<path d="M${px(X(k))} ${top}V${bottom}" stroke="${COLORS.grid}"/>`,
      text(X(k), bottom + 18, String(k), { size: 11.5, fill: COLORS.muted }),
    );
  }
  body.push(
    text((left + right) / 2, bottom + 36, "vertices of each polygon", { fill: COLORS.muted }),
  );
  for (const library of libraries) {
    const own = rows.filter((row) => row.library === library).sort((a, b) => a.n - b.n);
    const fill = fillOf(library);
    body.push(
      `<path d="M${
        own.map((row) => `${px(X(row.n))} ${px(Y(row.ns))}`).join("L")
      }" fill="none" stroke="${fill}" stroke-width="2.5"/>`,
      ...own.map((row) =>
        `<circle cx="${px(X(row.n))}" cy="${px(Y(row.ns))}" r="3.5" fill="${fill}"/>`
      ),
    );
    const end = own[own.length - 1];
    body.push(
      text(X(end.n) + 10, Y(end.ns) + 4.5, `${(end.ns / 1000).toFixed(1)} µs`, {
        anchor: "start",
        bold: true,
        fill,
      }),
    );
  }
  const height = box.y + box.height + 34;
  body.push(footnote(circumstances, height - 14));
  return page("distance of two n-gons, both axes logarithmic", height, body);
}
