/**
 * `deno task bench:docs`: writes docs/benchmarks.md, its details in docs/internals and the blocks
 * between the markers of README.md and docs/embedding.md from the results in bench/results. `--check` only says whether they are up to date.
 *
 * @module
 */
import { QUERIES } from "./contenders.ts";
import type { Library, Query } from "./contenders.ts";
import { type SceneRow, type SpaceRow, tabulateScenes, tabulateSpaces } from "./space.ts";
import { type EngineRow, SCENES, tabulateEngines } from "./engines.ts";
import { VERSIONS } from "./peers.ts";
import { tabulateWorlds, type WorldRow } from "./world.ts";
import { describeFrames, type FrameRow, tabulateFrames } from "./frame.ts";
import {
  BY_VERTICES,
  type Circumstances,
  fromCsv,
  HEADLINE,
  MAIN,
  type Row,
  summarizeRows,
  tabulate,
} from "./report.ts";
import { tabulateWarmStarts, type WarmRow } from "./warm.ts";
import { readArguments } from "../tools/arguments.ts";
import { formatMarkdown, replaceBlock } from "../tools/markdown.ts";

const ROOT = new URL("../", import.meta.url);
/** Runtimes whose results are shown; those of the first one in full, too. */
const RUNTIMES = ["deno", "node", "bun"];
const START = "<!-- bench:start -->";
const END = "<!-- bench:end -->";
interface Results {
  circumstances: Circumstances;
  rows: Row[];
  /**
   * Cost of the queries in a game loop. This and the following are empty or null if not measured.
   */
  frames: FrameRow[];
  warmStarts: WarmRow[];
  /** Measurements of the spaces, and when they were made. */
  spaces: { circumstances: Circumstances; rows: SpaceRow[] } | null;
  scenes: SceneRow[];
}

function readText(path: string): string | null {
  try {
    return Deno.readTextFileSync(new URL(path, ROOT));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/** Cells as a Markdown table, aligned as `deno fmt` does it. */
function toMarkdown(cells: readonly (readonly string[])[]): string {
  const escaped = cells.map((row) => row.map((cell) => cell.replaceAll("*", "\\*")));
  const widths = escaped[0].map((_, k) => Math.max(3, ...escaped.map((row) => row[k].length)));
  const line = (row: readonly string[]) =>
    `| ${
      row.map((cell, k) => k === 0 ? cell.padEnd(widths[k]) : cell.padStart(widths[k])).join(" | ")
    } |`;
  const rule = widths.map((width, k) => k === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`);
  return [line(escaped[0]), line(rule), ...escaped.slice(1).map(line)].join("\n");
}

function describe({ runtime, version, engine, machine, date, planck, sat }: Circumstances): string {
  return `${runtime} ${version} (${engine}), ${machine}, ${date}; planck ${planck}, sat ${sat}.`;
}

/** The few numbers that a visitor looks for: how many times as fast, and the cost. */
function summarize({ circumstances, rows }: Results): string {
  const show = (query: string, workload: string, library: string, format: (row: Row) => string) => {
    const row = rows.find((row) =>
      row.query === query && row.workload === workload && row.library === library
    );
    return row === undefined ? "-" : format(row);
  };
  const ns = ({ ns }: Row) => `${ns.toFixed(0)} ns`;
  const ratio = ({ ratio }: Row) => `${ratio.toFixed(1)}x`;
  const wrong = ({ wrong, excused }: Row) => `${wrong}${wrong > 0 && wrong === excused ? "*" : ""}`;
  const cells = [[
    "per call",
    "distance",
    "planck / ours",
    "collide",
    "planck / ours",
    "intersects",
    "sat / ours",
    "planck / ours",
    "wrong: ours, planck, sat",
  ]];
  for (const workload of ["circle", "box", "8-gon", "32-gon", "mixed", "touching"]) {
    cells.push([
      workload,
      show("distance", workload, "gjk2d", ns),
      show("distance", workload, "planck", ratio),
      show("collide", workload, "gjk2d", ns),
      show("collide", workload, "planck", ratio),
      show("intersects", workload, "gjk2d", ns),
      show("intersects", workload, "sat", ratio),
      show("intersects", workload, "planck", ratio),
      ["gjk2d", "planck", "sat"].map((library) => show("intersects", workload, library, wrong))
        .join(", "),
    ]);
  }
  const checked = rows[0].checked;
  return `${toMarkdown(cells)}

${describe(circumstances)} The last column counts the wrong answers of \`intersects\` on ${checked}
pairs, judged by exact arithmetic. \\*: these pairs are within the skin that planck documents.
\`deno task bench\` measures all of this.`;
}

/** Queries of a space, and the functions that answer one pair. */
const SINGLE = {
  intersects: "intersects",
  distances: "distance",
  signedDistances: "signedDistance",
  penetrations: "penetration",
};

/** Where a space pays off: how many times as fast it is as one call per pair. */
function compareSpaces({ spaces, frames }: Results): string {
  const times = (gain: number) => `${gain.toFixed(1)}x`;
  /** Smallest and largest gain on the chosen workloads. */
  const gainsOn = (isMeant: (workload: string) => boolean) =>
    Object.keys(SINGLE).map((query) => {
      const gains = (spaces?.rows ?? [])
        .filter((row) => row.query === query && isMeant(row.workload))
        .map(({ singleRatio }) => singleRatio);
      if (gains.length === 0) return "-";
      const [least, most] = [times(Math.min(...gains)), times(Math.max(...gains))];
      return least === most ? least : `${least} to ${most}`;
    });
  const costOf = (call: string) => frames.find((row) => row.call.startsWith(call))?.ns ?? NaN;
  const gainsInLoop = Object.entries(SINGLE).map(([query, single]) => {
    const gain = costOf(`${single}()`) / costOf(`Space.${query}()`);
    return Number.isNaN(gain) ? "-" : times(gain);
  });
  return `${
    toMarkdown([
      ["pairs in a call", ...Object.keys(SINGLE)],
      [
        "10 000, up to 8 vertices a shape",
        ...gainsOn((workload) => workload !== "32-gon" && workload !== "touching"),
      ],
      ["10 000, all of which touch", ...gainsOn((workload) => workload === "touching")],
      ["10 000, of 32-gons", ...gainsOn((workload) => workload === "32-gon")],
      [`${frames.at(0)?.pairs.toFixed(0) ?? "-"}, once a frame of a game loop`, ...gainsInLoop],
    ])
  }

The table shows how many times faster a space on \`simd\` is than one call per pair; below 1 it is
slower. The numbers come from the tables in [Benchmarks](benchmarks.md).`;
}

/** What is shown of the other runtimes: each query against its peer, and the spaces. */
const PEERS: readonly [Query, Library][] = [
  ["intersects", "sat"],
  ["distance", "planck"],
  ["penetration", "sat"],
  ["collide", "planck"],
];
const SPACE_QUERIES = ["intersects", "distances", "penetrations"] as const;
const SHOWN = ["circle", "box", "8-gon", "32-gon", "mixed", "rounded", "touching"];

/** The results of another runtime in two tables. */
function summarizeRuntime({ circumstances, rows, spaces }: Results): string {
  const times = (ratio: number | undefined): string =>
    ratio === undefined || Number.isNaN(ratio) ? "-" : `${ratio.toFixed(ratio < 10 ? 1 : 0)}x`;
  const find = (query: Query, workload: string, library: Library): Row | undefined =>
    rows.find((row) => row.query === query && row.workload === workload && row.library === library);
  const single = SHOWN.map((workload) => [
    workload,
    ...PEERS.flatMap(([query, peer]) => [
      `${find(query, workload, "gjk2d")?.ns.toFixed(0) ?? "-"}`,
      times(find(query, workload, peer)?.ratio),
    ]),
  ]);
  const many = SHOWN.map((workload) => {
    const all = (spaces?.rows ?? []).filter((row) => row.workload === workload);
    return [
      workload,
      ...SPACE_QUERIES.flatMap((query) => {
        const row = all.find((row) => row.query === query);
        return [row?.simd.toFixed(0) ?? "-", times(row?.tsRatio), times(row?.peerRatio)];
      }),
    ];
  });
  const wrong = rows.filter(({ library }) => library === "gjk2d")
    .reduce((sum, row) => sum + row.wrong, 0);
  const differing = (spaces?.rows ?? []).reduce((sum, row) => sum + row.differing, 0);
  return `## ${circumstances.runtime} ${circumstances.version}

${describe(circumstances)} Of our answers ${wrong} are wrong, and the
backends of a \`Space\`, simd and ts, differ in ${differing}.

${
    toMarkdown([
      ["one call", ...PEERS.flatMap(([query, peer]) => [`${query} ns`, `${peer} / ours`])],
      ...single,
    ])
  }

${
    toMarkdown([
      [
        "10 000 pairs a call, simd",
        ...SPACE_QUERIES.flatMap((query) => [
          `${query} ns`,
          "ts / simd",
          `${query === "distances" ? "planck" : "sat"} / simd`,
        ]),
      ],
      ...many,
    ])
  }`;
}

/** The section about worlds, if they were measured. */
function describeWorlds(): string[] {
  const text = readText("bench/results/world.csv");
  if (text === null) return [];
  const { circumstances, rows } = fromCsv<WorldRow>(text);
  return [`## Questions to a world

${describe(circumstances)} rapier ${VERSIONS["@dimforge/rapier2d-compat"]}.

Microseconds for one of 1000 questions, each a call of its own (_gjk2d us_) or all in one (_in
lists_), and for a frame in which bodies move before 100 rays are cast. _differ_ counts the questions
that planck and rapier answer otherwise: planck's rays do not hit what they start in, and its boxes
and rapier's find bodies near the box, too. Times are the processor's, not the clock's.

${toMarkdown(tabulateWorlds(rows))}`];
}

/** The engines on all scenes in one table, and a table for each scene; `null` if not measured. */
function describeEngines(): { section: string; scenes: string[] } | null {
  const text = readText("bench/results/engines.csv");
  if (text === null) return null;
  const { circumstances, rows } = fromCsv<EngineRow>(text);
  const scenes = Object.keys(SCENES);
  const of = (scene: string) => rows.filter((row) => row.scene === scene);
  const cells = of(scenes[0]).map(({ library, release, load, bytes }) => [
    release === "this checkout" ? library : `${library} ${release}`,
    load.toFixed(0),
    (bytes / 1000).toFixed(0),
    ...scenes.flatMap((scene) => {
      const { ms, ratio, overlap } = of(scene).find((row) => row.library === library)!;
      return [ms.toFixed(2), `${ratio.toFixed(1)}x`, (1000 * overlap).toFixed(0)];
    }),
  ]);
  const columns = scenes.flatMap((scene) => [`${scene}: ms`, "times ours", "overlap"]);
  return {
    section: `## Whole engines

${describe(circumstances)}

The engine of [examples/space_step.ts](../examples/space_step.ts), 300 lines, beside others on the
same scenes of ${rows[0].bodies} bodies: steps of 1/60 s, gravity 10, friction 0.6, no sleeping, no
continuous collision, one thread, 4 substeps or iterations of ours, rapier and Box2D v3
(phaser-box2d is a port of it to JavaScript), 8 and 3 iterations of planck. The steps of all engines
are timed in turn, from the 10th to the 20th second. _ms_ of the processor a step, _times ours_ and
_overlap_, the deepest of any pair in thousandths of a body, are for each scene; _load_ is the
milliseconds until a new worker can use the package, _kB_ what a page loads for these scenes,
minified and gzipped. [Speeds and drift](internals/benchmarks.md#whole-engines).

${toMarkdown([["engine", "load", "kB", ...columns], ...cells])}

With 1000 and 4000 bodies (\`--bodies N\`, 2026-11-28) a step of rapier takes 2.2 to 2.9 times as
long as ours, of its SIMD build 1.6 to 3.3 times, of Box2D v3 1.5 to 2.0 times, of its SIMD build
0.88 to 1.20 times, of phaser-box2d 6 to 16 times. Overlaps with 4000 bodies are at most 0.10 deep
in ours, 0.17 in Box2D, 0.21 in rapier.`,
    scenes: scenes.map((scene) => `### ${scene}\n\n${toMarkdown(tabulateEngines(of(scene)))}`),
  };
}

/** The page for users. */
function writePage(all: readonly Results[]): string {
  const [{ rows, frames, warmStarts, scenes }] = all;
  const parts = [`# Benchmarks

To measure on your own machine:

\`\`\`sh
deno task bench                  # or: npx -y deno@2.9.6 task bench; --quick takes half a minute
deno task bench --runtime node   # on another runtime: node, bun, node@24, …
deno task bench --spaces         # spaces only
deno task bench:world            # questions to worlds, beside planck and rapier
deno task bench:engines          # whole engines on the same scenes
\`\`\`

Each workload has 10 000 seeded pairs, about half of which overlap; in _touching_, shapes rest
exactly against each other. Shapes, poses and loops are the same for every library, and prepared
before the clock starts: sat gets its vertices already rotated, planck's \`Distance\` bare vertices
without the skin that would make its distances wrong. The libraries take turns in one process, and
times and ratios are medians of the rounds: _planck/ours_ 16x means that planck takes 16 times as
long. The machine is shared, so trust the ratios more than the times.

![Times of intersects as bars](figures/bench_intersects.svg)

![Times of distance as bars](figures/bench_distance.svg)

[In full](internals/benchmarks.md): the peers' times and wrong answers, unlearned branches and cold
memory, both backends. After all timing, answers are judged by exact rational arithmetic. _wrong_ are
booleans that differ, and values off by more than 10⁻⁹ of the pair's diameter (planck's skin of 0.02
explains its wrong ones):`];
  parts.push(
    summarizeRows(rows).map((line) => `- ${line}.`).join("\n") +
      "\n\nHere u is 2⁻⁵² · diameter of the pair.",
    ...all.map(summarizeRuntime),
  );
  const cells = tabulate(rows, "distance", BY_VERTICES);
  if (cells !== null) {
    const growth = "![Growth of the times](figures/bench_vertices.svg)";
    parts.push(`## Distance of two n-gons\n\n${growth}\n\n${toMarkdown(cells)}`);
  }
  if (frames.length > 0) {
    parts.push(`## In a game loop

A \`GameLoop\` at 60 updates a second moves circles, boxes and 5- to 8-gons. \`findPairs\` lists the
pairs whose bounding boxes are within 0.25 (its time includes writing the poses), and all of them are
queried in four ways.

${toMarkdown(tabulateFrames(frames)[1])}`);
  }
  if (warmStarts.length > 0) {
    parts.push(`## From one call to the next

\`distance\` of pairs that move and turn by about 0.01 a call, with a \`SimplexCache\` each (_warm_)
and without (_cold_), ns a call.

${toMarkdown(tabulateWarmStarts(warmStarts))}`);
  }
  if (scenes.length > 0) {
    parts.push(`## Near pairs and contacts of whole scenes

Milliseconds a frame. Bodies are about one unit wide and 1.4 apart. Every frame runs \`findPairs\`,
then \`manifolds\` on the pairs found. flatbush and rbush build an index and search it for every
body.

${toMarkdown(tabulateScenes(scenes))}`);
  }
  parts.push(...describeWorlds());
  const engines = describeEngines();
  if (engines !== null) parts.push(engines.section);
  return parts.join("\n\n") + "\n";
}

/** The page for maintainers: all that the first runtime measured. */
function writeDetails({ circumstances, rows, frames, spaces }: Results): string {
  const judged = rows.map(({ checked }) => checked);
  const parts = [`# Benchmarks in full

\`deno task bench --csv bench/results/deno.csv\` keeps the rows of a run. From these rows
\`deno task bench:docs && deno task figures\` makes this page, [the one for users](../benchmarks.md),
the tables of README and embedding, and the charts.

${describe(circumstances)}

- **Times** are of the same list again and again; _fresh_ is a list with another one asked in
  between, so that the processor has not learned its branches, and _cold_ one of 4096 shapes after
  32 MB of other memory, as once a frame.
- **Peers.** Each of sat's bodies has corners of its own, turned beforehand, and its times depend on
  how many of those stay in the machine's caches. planck's \`Distance\` gets bare vertices
  (\`setVertices\`) and one reused input, which is faster than going through its shapes. Its
  \`testOverlap\` accepts shapes only.
- **Circles.** planck's \`CollideCircles\` gives the centers in local frames; normal, separation and points in
  the world, which \`collide\` gives, take a second call, \`getWorldManifold\`. Where there is a column _planck
  local_, it is without that call and _planck_ with it; else _planck_ is without it. [Counted](#two-circles-counted).
- **Accuracy.** Answers are judged on ${Math.max(...judged)} pairs of each workload (${
    Math.min(...judged)
  } where n goes up to 1024). \\* means that the skin of 0.02 that planck documents explains all of
  its wrong ones.
- **Allocation** is averaged over 300 000 calls of ours (30 000 where n goes up to 1024).`];
  for (const query of QUERIES) {
    const cells = tabulate(rows, query, MAIN);
    if (cells !== null) parts.push(`## ${HEADLINE[query]}\n\n${toMarkdown(cells)}`);
  }
  if (frames.length > 0) {
    const [times] = tabulateFrames(frames).map(toMarkdown);
    parts.push(`## In a game loop\n\n${describeFrames(frames)}.\n\n${times}`);
  }
  if (spaces !== null) {
    parts.push(`## Many pairs in a call

${describe(spaces.circumstances)}

10 000 pairs a call. _simd_ and _ts_ are the backends of a \`Space\`. _single_ is one call per pair
of the function of the same name. _other bits_ counts results in which the two backends differ.
_upright_ boxes do not turn and are at random offsets.`);
    for (const { query, cells } of tabulateSpaces(spaces.rows)) {
      parts.push(`### Space.${query}\n\n${toMarkdown(cells)}`);
    }
  }
  const engines = describeEngines();
  if (engines !== null) {
    parts.push(
      `## Whole engines

After 10 s the steps of all engines are timed in turn for another 10 s. _speed_ (m/s) is the greatest
of any body at the end, _overlap_ (m) the deepest of any pair, _drift_ (m) the furthest that a body
got in the last 10 s.`,
      ...engines.scenes,
    );
  }
  parts.push(CIRCLES, MISSED);
  return parts.join("\n\n") + "\n";
}

/** Why two circles are the rows closest to a peer. Counted by hand, so the date is in the text. */
const CIRCLES = `## Two circles, counted

Two circles are so little work that what surrounds it decides. Instructions of one call (callgrind, Node 20, the
difference of two runs with half a million calls between them), and cache lines of 64 bytes that a call touches for
each circle when nothing is cached (from the layout of V8's objects), 2026-11-28:

| call                                          | instructions | lines of a shape | lines of a pose |
| --------------------------------------------- | -----------: | ---------------: | --------------: |
| \`penetration\`, by records                   |          532 |           5 to 6 |          2 to 4 |
| \`penetration\`                               |          356 |                3 |          2 to 4 |
| sat's \`testCircleCircle\` with a \`Response\` |          506 |           3 to 4 |               - |
| \`collide\`, by records                       |          940 |           5 to 6 |          2 to 4 |
| \`collide\`                                   |          505 |                3 |          2 to 4 |
| planck's \`CollideCircles\` alone             |          372 |                  |                 |
| the same with \`getWorldManifold\`            |          713 |                  |                 |

A shape is an object of 80 bytes with its radius in a number of its own, a pose one of 56 bytes with four numbers of
16 each. All four are read: a pose that is no rotation is refused for circles too. sat's circle holds its position, so
that shape and pose are one. \`CollideCircles\` compares squares, and takes no root and divides by nothing, since it
has no normal to give.`;

/** Why rows miss what `--gates` asks. */
const MISSED = `## Gates that are missed, counted

Two runs of \`deno task bench --gates\` on Deno, 2026-11-28: 33 hold, 15 are missed. Calls of functions and lines of the cache are
counted for 1000 to 2000 pairs of a workload, calls by the engine's own counters.

| missed | measured, gate | counted |
| ------ | -------------: | ------- |
| touching round / rounded: \`distance\`, \`signedDistance\`, \`penetration\` | 2.4, 2.2 to 2.3, 3.0 to 3.1 of 2 | 71, 71 and 68 calls a pair in place of 20, 18 and 10. Each pair that touches takes one proof that its features are the closest: 4.6 exact cross products, 2 tests whether a difference is exact, 13 vertices placed once more. Rounded pairs take none of these, in 1000. |
| \`SimplexCache\`: cold / warm | 1.0 to 1.4 of 1.5 | What is spared is one call: \`search\`, or for boxes \`boxes\`, their four axes in closed form. \`resume\` takes its place, with 1.1 to 1.2 tests of a normal cone. Measuring, checks and results are the same. |
| lists, ts / simd: \`intersects\`, \`penetrations\`; \`distances\` of mixed | 1.2 to 1.7, 1.8 to 2.2 of 2.5; 1.3 to 1.5 of 1.5 | No pair of 2000 is left to the kernel. In a list too, each pose is tested to be a rotation: 2 calls a pair. |
| lists, peer / simd: \`distances\` of mixed, \`penetrations\` | 5.9 to 6.8 of 8, 14 to 19 of 20 | A pair reads two poses of 32 bytes, two entries of 8 and two records of 208 (336 up to eight points), and writes a row of 64: 10 to 14 lines. |`;

const { check } = readArguments({ check: { type: "boolean", default: false } }).values;
const all: Results[] = [];
for (const runtime of RUNTIMES) {
  const text = readText(`bench/results/${runtime}.csv`);
  if (text === null) continue;
  const spaces = readText(`bench/results/${runtime}_space.csv`);
  const readRows = <T>(part: string): T[] => {
    const text = readText(`bench/results/${runtime}_${part}.csv`);
    return text === null ? [] : fromCsv<T>(text).rows;
  };
  all.push({
    ...fromCsv(text),
    frames: readRows<FrameRow>("frame"),
    warmStarts: readRows<WarmRow>("warm"),
    spaces: spaces === null ? null : fromCsv<SpaceRow>(spaces),
    scenes: readRows<SceneRow>("scene"),
  });
}
if (all.length === 0) {
  console.error("No results in bench/results: run deno task bench --csv bench/results/deno.csv");
  Deno.exit(1);
}

const files = new Map([
  ["docs/benchmarks.md", writePage(all)],
  ["docs/internals/benchmarks.md", writeDetails(all[0])],
]);
const readme = readText("README.md") ?? "";
files.set("README.md", replaceBlock(readme, START, END, summarize(all[0])));
const embedding = readText("docs/embedding.md") ?? "";
files.set("docs/embedding.md", replaceBlock(embedding, START, END, compareSpaces(all[0])));

let stale = 0;
for (const [path, unformatted] of files) {
  const text = await formatMarkdown(unformatted);
  if (readText(path) === text) continue;
  stale++;
  if (check) console.log(`${path} is not up to date`);
  else {
    Deno.writeTextFileSync(new URL(path, ROOT), text);
    console.log(`${path} written`);
  }
}
if (check && stale > 0) Deno.exit(1);
