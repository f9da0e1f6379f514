/**
 * `deno task bench --compare REF`: is this checkout slower than another commit? Each library is
 * bundled with drivers of its own, and both are timed in turn in one process. Only the ratio
 * counts: times on a shared machine mean little, but ratios of interleaved rounds are stable to a
 * few per cent.
 *
 * @module
 */
import { build, stop } from "esbuild";
import type { Contender, Query } from "./contenders.ts";
import { interleave, medianRatio, type Pass, quantile, type Timing } from "./measure.ts";
import { alignColumns } from "./report.ts";
import type { Workload } from "./workloads.ts";

const ROOT = decodeURIComponent(new URL("..", import.meta.url).pathname);

/** What the drivers import. Queries that a commit does not have yet are not measured. */
const NEEDED = [
  "Space",
  "capsule",
  "circle",
  "collide",
  "distance",
  "intersects",
  "penetration",
  "polygon",
  "pose",
  "segment",
  "signedDistance",
];

const CALLS: readonly Query[] = [
  "intersects",
  "distance",
  "signedDistance",
  "penetration",
  "collide",
];
const WORKLOADS = ["circle", "box", "8-gon", "32-gon", "mixed", "rounded", "touching"];
const LISTS = ["intersects", "distances", "signedDistances", "penetrations", "manifolds"] as const;
const SPACE_WORKLOADS = ["circle", "box", "8-gon", "mixed", "touching"];
const PAIRS = 10_000;
/** Doubles of the widest row of a list, a manifold. */
const WIDEST = 14;

/** A line is marked if the median ratio of its rounds is at least this. */
const SLOWER = 1.05;
const FASTER = 1 / SLOWER;
/** Median of all ratios above which `--gates` fails. */
const GATE = 1.05;

/** Passes of each kind before any is timed. */
const WARM_UPS = 40;

/**
 * Shows a query all kinds of shapes, as a program does. Else the code that was compiled for the first
 * row is thrown away in the second one, which then tells how long that takes.
 */
function warmUp(passes: readonly Pass[]): void {
  for (let k = 0; k < WARM_UPS; k++) {
    for (const { pass } of passes) pass();
  }
}

/** A bundle of a library with its drivers. */
interface Side {
  names: ReadonlySet<string>;
  contenders(workload: Workload, query: Query): Contender[];
  makeWorkload(name: string, count: number): Workload;
  makeShape(geometry: Workload["pool"][number]): unknown;
  // A library of another commit, about which no more is known.
  Space: new (options: { backend: "simd" | "ts" }) => {
    add(shape: unknown, pose: unknown): number;
  } & Record<string, (pairs: Uint32Array, out: ArrayLike<number>) => ArrayLike<number>>;
}

async function git(...args: string[]): Promise<Uint8Array> {
  const { success, stdout, stderr } = await new Deno.Command("git", { args, cwd: ROOT }).output();
  if (success) return stdout;
  throw new Error(
    `Cannot compare: git ${args[0]} says ${new TextDecoder().decode(stderr).trim()}`,
  );
}

/** Writes the sources of a commit to a directory. */
async function checkOut(ref: string, directory: string): Promise<void> {
  const archive = `${directory}/sources.tar`;
  await git("archive", "--output", archive, ref, "mod.ts", "src");
  const { success } = await new Deno.Command("tar", { args: ["-xf", archive, "-C", directory] })
    .output();
  if (!success) throw new Error(`Cannot compare: tar does not unpack ${ref}`);
}

/** Bundles the library at `root` with this checkout's drivers. */
async function load(root: string, file: string): Promise<Side> {
  const { metafile } = await build({
    entryPoints: [`${root}mod.ts`],
    bundle: true,
    format: "esm",
    write: false,
    metafile: true,
    logLevel: "error",
  });
  const names = new Set(Object.values(metafile.outputs)[0].exports);
  const missing = NEEDED.filter((name) => !names.has(name));
  await build({
    stdin: {
      contents: `export { contenders } from "./bench/contenders.ts";
export { makeWorkload } from "./bench/workloads.ts";
import { Space, capsule, circle, polygon, segment } from "@narrowphase/gjk2d";
export { Space };
export function makeShape({ points, radius }) {
  if (points.length === 1) return circle(radius, points[0]);
  if (points.length > 2) return polygon(points, { radius });
  return radius > 0 ? capsule(points[0], points[1], radius) : segment(points[0], points[1]);
}`,
      resolveDir: ROOT,
      loader: "ts",
    },
    outfile: file,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "es2022",
    mainFields: ["module", "main"],
    logLevel: "error",
    plugins: [{
      name: "library",
      setup({ onResolve, onLoad }): void {
        onResolve(
          { filter: /^@narrowphase\/gjk2d$/ },
          () => ({ path: root, namespace: "library" }),
        );
        onLoad({ filter: /./, namespace: "library" }, () => ({
          contents: `export * from "${root}mod.ts";\n` +
            missing.map((name) => `export function ${name}() {}`).join("\n"),
          resolveDir: root,
          loader: "ts",
        }));
      },
    }],
  });
  return { ...await import(`file://${file}`), names };
}

/** One pass of a side's space over a workload: one query about all pairs. */
function spacePass(
  side: Side,
  workload: Workload,
  query: typeof LISTS[number],
  backend: "simd" | "ts",
): Pass {
  const space = new side.Space({ backend });
  const pool = workload.pool.map((geometry) => side.makeShape(geometry));
  const pairs = new Uint32Array(2 * PAIRS);
  for (let k = 0; k < PAIRS; k++) {
    pairs[2 * k] = space.add(pool[workload.a[k]], workload.poseA[k]);
    pairs[2 * k + 1] = space.add(pool[workload.b[k]], workload.poseB[k]);
  }
  const out = query === "intersects" ? new Uint8Array(PAIRS) : new Float64Array(WIDEST * PAIRS);
  return {
    pass(): number {
      const results = space[query](pairs, out);
      let sum = 0;
      for (let k = 0; k < results.length; k += 104) sum += results[k];
      return sum;
    },
  };
}

function row(name: string, workload: string, [before, after]: Timing[], ratios: number[]) {
  const ratio = medianRatio(after, before);
  ratios.push(ratio);
  const rounds = after.rounds.map((time, k) => time / before.rounds[k]).toSorted();
  const [low, high] = [quantile(rounds, 0.1), quantile(rounds, 0.9)];
  // On a disturbed machine ratios scatter around 1, so nearly all rounds have to agree.
  const mark = ratio > SLOWER && low > 1 ? "slower" : ratio < FASTER && high < 1 ? "faster" : "";
  const answers = Object.is(before.checksum, after.checksum) ? "" : "other answers";
  return [
    name,
    workload,
    before.median.toFixed(0),
    after.median.toFixed(0),
    ratio.toFixed(2),
    `${low.toFixed(2)}-${high.toFixed(2)}`,
    [mark, answers].filter((text) => text !== "").join(", "),
  ];
}

/** Compares this checkout with a commit; returns the exit code. */
export async function compare(ref: string, quick: boolean, gates: boolean): Promise<number> {
  const commit = new TextDecoder().decode(await git("rev-parse", "--short", `${ref}^{commit}`))
    .trim();
  const directory = await Deno.makeTempDir();
  try {
    await Deno.mkdir(`${directory}/before`);
    await checkOut(commit, `${directory}/before`);
    const before = await load(`${directory}/before/`, `${directory}/before.mjs`);
    const after = await load(ROOT, `${directory}/after.mjs`);
    const shared = (name: string): boolean => before.names.has(name) && after.names.has(name);
    const [seconds, rounds] = quick ? [0.05, 5] : [0.4, 15];
    console.log(`this checkout against ${ref} (${commit}): ns per pair, ratio > 1 is slower\n`);
    const table = [["query", "workload", "before", "after", "ratio", "10-90 %", ""]];
    const ratios: number[] = [];
    for (const query of CALLS.filter(shared)) {
      const rows = WORKLOADS.map((name) =>
        [before, after].map((side) => side.contenders(side.makeWorkload(name, PAIRS), query)[0])
      );
      warmUp(rows.flat());
      rows.forEach((passes, k) => {
        table.push(row(query, WORKLOADS[k], interleave(passes, PAIRS, seconds, rounds), ratios));
      });
    }
    if (shared("Space")) {
      for (const backend of ["simd", "ts"] as const) {
        for (const query of LISTS) {
          for (const name of SPACE_WORKLOADS) {
            const passes = [before, after].map((side) =>
              spacePass(side, side.makeWorkload(name, PAIRS), query, backend)
            );
            const timings = interleave(passes, PAIRS, seconds, rounds);
            table.push(row(`${query}, space ${backend}`, name, timings, ratios));
          }
        }
      }
    }
    for (const line of alignColumns(table)) console.log(line.trimEnd());
    const middle = quantile(ratios.toSorted((a, b) => a - b), 0.5);
    const slower = table.filter((cells) => cells[6].startsWith("slower")).length;
    console.log(
      `\nmedian ratio ${middle.toFixed(3)}; ${slower} of ${ratios.length} clearly slower`,
    );
    return gates && middle > GATE ? 1 : 0;
  } finally {
    await stop();
    await Deno.remove(directory, { recursive: true });
  }
}
