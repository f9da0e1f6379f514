/**
 * `deno task mutate`: does the suite notice when the kernel is wrong? Breaks one thing at a time in a copy
 * of the library (a sign, a region, a tie, a bound, an exact path) and runs the quick tests until one
 * fails. Prints a table and ends with "N passed, N failed": a mutant that survives is a failure.
 *
 *   --list          only name the mutants
 *   --jobs N        how many run at a time, by default 2
 *   words           only mutants whose name or file contains one of them
 *
 * @module
 */
import { parseArgs } from "node:util";
import * as esbuild from "esbuild";
import { entryPoints } from "./build.ts";
import { fromFileUrl, ROOT } from "./std.ts";

/** One way to break the kernel. */
interface Mutant {
  /** What is wrong then. */
  name: string;
  /** File in `src/kernel/`. */
  file: string;
  /** Text that must occur exactly once, or once behind `after`. */
  find: string;
  replace: string;
  /** Text before which `find` is not looked for. */
  after?: string;
  /** Why no test can tell it from the original; it is named and not run. */
  equivalent?: string;
  /** Tests to run first, where they are not those of every query on a pair. */
  tests?: readonly string[];
}

/** Quick ones first. The families of hard cases come last: a mutant that gets there is a subtle one. */
const PAIR_TESTS: readonly string[] = [
  "fixtures/published_test.ts",
  "contract/tutorial_test.ts",
  "kernel/mutants_test.ts",
  "contract/properties_test.ts",
  "fixtures/found_test.ts",
  "contract/families_test.ts",
];
const MANIFOLD_TESTS: readonly string[] = ["query/collide_test.ts", "contract/manifold_test.ts"];
const CAST_TESTS: readonly string[] = ["query/ray_cast_test.ts", "query/shape_cast_test.ts"];
const IMPACT_TESTS: readonly string[] = ["query/time_of_impact_test.ts"];
const WARM_TESTS: readonly string[] = ["contract/warm_start_test.ts"];

const MUTANTS: readonly Mutant[] = [
  // The GJK loop.
  {
    name: "search away from a point",
    file: "gjk.ts",
    find: "nx = -px;\n      ny = -py;\n    } else {",
    replace: "nx = px;\n      ny = py;\n    } else {",
  },
  {
    name: "edge normal on the wrong side",
    file: "gjk.ts",
    find: "nx = py - qy;\n      ny = qx - px;\n    }\n    h =",
    replace: "nx = qy - py;\n      ny = px - qx;\n    }\n    h =",
  },
  {
    name: "region beyond q -> r dropped",
    file: "gjk.ts",
    find: "if (c1 < 0 && (alongQ > 0 || !(c2 < 0))) {",
    replace: "if (c1 < -1e300) {",
  },
  {
    name: "region of the new vertex taken for an edge",
    file: "gjk.ts",
    find: "} else if (alongP > 0) {",
    replace: "} else if (alongP > -1e300) {",
  },
  {
    name: "origin on the right of the first edge",
    file: "gjk.ts",
    find: "if (ey * px - ex * py >= 0) {",
    replace: "if (ey * px - ex * py <= 0) {",
  },
  {
    name: "search ends a hundredth too early",
    file: "gjk.ts",
    after: "if (count === 2) {\n      if",
    find: "(!(g > 1.1102230246251565e-16 * h))",
    replace: "(!(g > 0.01 * h))",
  },
  {
    name: "B's rotation transposed in the support search",
    file: "gjk.ts",
    find: "my: f64 = rs * nx - rc * ny;",
    replace: "my: f64 = -rs * nx - rc * ny;",
  },
  {
    name: "rounded shapes apart by less than the noise are apart",
    file: "gjk.ts",
    find: "low * low > near * near * (nx * nx + ny * ny)",
    replace: "low * low > far * far * (nx * nx + ny * ny)",
  },
  {
    name: "rounded shapes within the noise overlap",
    file: "gjk.ts",
    find: "h * h < far * far * (nx * nx + ny * ny) ? OVERLAPPING",
    replace: "h * h < near * near * (nx * nx + ny * ny) ? OVERLAPPING",
  },
  {
    name: "warm start keeps a triangle that the origin has left",
    file: "gjk.ts",
    find: "rp > E * (abs(px - rx) + abs(py - ry))\n      ) {",
    replace: "rp > -1e300\n      ) {",
    tests: WARM_TESTS,
  },
  {
    name: "warm start trusts indices of another shape",
    file: "gjk.ts",
    find: "if (pa >= nA || pb >= nB || qa >= nA || qb >= nB || ra >= nA || rb >= nB) count = 0;",
    replace: "",
    equivalent: "in JavaScript a vertex that is not there is NaN, and NaN starts the search afresh",
  },

  // Supports.
  {
    name: "scan shifts by the wrong remainder",
    file: "support.ts",
    find: "m >>>= -n & 3;",
    replace: "m >>>= n & 3;",
  },
  {
    name: "bisection does not wrap around the polygon",
    file: "support.ts",
    find: "mid < n ? mid : mid - n) << 1)",
    replace: "mid) << 1)",
  },
  {
    name: "gallop steps over the descending run",
    file: "support.ts",
    find: "if (hi >= end) {",
    replace: "if (hi > (end << 1)) {",
  },

  // Booleans.
  {
    name: "apart without regard to the noise",
    file: "decide.ts",
    find: "< -E * (abs(nx) + abs(ny))) return SEPARATED;",
    replace: "< 0) return SEPARATED;",
  },
  {
    name: "inside without regard to the noise",
    file: "decide.ts",
    find: "if (inside && c1 > e1 && c2 > e2) return OVERLAPPING;",
    replace: "if (inside) return OVERLAPPING;",
  },
  {
    name: "two circles decided by rounded squares",
    file: "pair.ts",
    find: "if (abs(gap) > 1.7763568394002505e-15 * (d2 + R2)) return gap < 0 ? 1 : 0;",
    replace: "return gap <= 0 ? 1 : 0;",
  },
  {
    name: "boxes of segments that touch do not meet",
    file: "boundary.ts",
    equivalent: "where this says no, the scan of all edges decides, exactly",
    find: "max(ax, bx) < min(cx, dx) || max(cx, dx) < min(ax, bx)",
    replace: "max(ax, bx) <= min(cx, dx) || max(cx, dx) < min(ax, bx)",
  },
  {
    name: "segments meet though one is beside the other",
    file: "boundary.ts",
    find: "if ((ofC > 0 && W[VALUE] > 0) || (ofC < 0 && W[VALUE] < 0)) return 0;",
    replace: "",
  },
  {
    name: "two vertices taken for closest without proof",
    file: "pair.ts",
    find: "return isClosest(VA, oA, nA, VB, oB, nB, P, a, b, W) > 0 ? 0 : UNCERTAIN;",
    replace: "return 0;",
  },

  // Exact predicates.
  {
    name: "filter bound too small",
    file: "exact.ts",
    find: "DETERMINANT_BOUND: f64 = 3.3306690738754716e-16",
    replace: "DETERMINANT_BOUND: f64 = 1e-18",
  },
  {
    name: "exact path of the determinant missing",
    file: "exact.ts",
    find: "  estimate(W, CROSS, crossExpansion(W));\n}\n\n/** As",
    replace: "}\n\n/** As",
  },
  {
    name: "differences taken for exact",
    file: "exact.ts",
    find: "det === 0 && isExact(W, OPERANDS + 2, OPERANDS, ux) &&\n" +
      "    isExact(W, OPERANDS + 3, OPERANDS + 1, uy) && isExact(W, OPERANDS + 6, OPERANDS + 4, vx) &&\n" +
      "    isExact(W, OPERANDS + 7, OPERANDS + 5, vy)",
    replace: "det === 0",
  },
  {
    name: "expansion loses the low half of a product",
    file: "exact.ts",
    find: "if (lo2 !== 0) W[h + n++] = lo2;",
    replace: "",
  },
  {
    name: "sum of expansions loses the carry",
    file: "exact.ts",
    find: "if (q !== 0) W[h + n++] = q;\n  return n;\n}\n\n/** W[h…] = e · W[b]",
    replace: "return n;\n}\n\n/** W[h…] = e · W[b]",
  },
  {
    name: "sum of the radii taken for exact",
    file: "exact.ts",
    find: "(ra - (R - part)) + (rb - part) === 0 && isExact",
    replace: "isExact",
  },
  {
    name: "squares taken for exact",
    file: "exact.ts",
    find: "roundingError(vx, vx, xx) === 0 && roundingError(vy, vy, yy) === 0 &&\n" +
      "        roundingError(R, R, square) === 0",
    replace: "square >= 0",
  },

  // The boundary scan.
  {
    name: "the last of equal edges wins",
    file: "boundary.ts",
    find: "if (!(s > best)) continue;",
    replace: "if (!(s >= best)) continue;",
  },
  {
    name: "edges ruled out too soon",
    file: "boundary.ts",
    find: "if (d + low <= best && d + low < -E) continue;",
    replace: "if (d + 0.5 * low <= best && d + low < -E) continue;",
  },
  {
    name: "exact sign of an edge missing",
    file: "boundary.ts",
    find: "if (s >= -E) {",
    replace: "if (s >= 1e300) {",
  },
  {
    name: "facing vertex looked for on one side only",
    file: "boundary.ts",
    find: "step >= -1 && nI > 1; step -= 2",
    replace: "step >= 1 && nI > 1; step -= 2",
  },
  {
    name: "collinear gap seen from one side only",
    file: "boundary.ts",
    find: "    W[PA] = lowA;\n    W[PB] = highB;\n    return 1;",
    replace: "    return 0;",
  },
  {
    name: "walk takes the edges of C in the wrong order",
    file: "boundary.ts",
    find: "first = order < 0 ? 0 : order > 0 ? 1",
    replace: "first = order > 0 ? 0 : order < 0 ? 1",
  },

  // Features and radii.
  {
    name: "coincident points forget A's rotation",
    file: "features.ts",
    find: "W[NX] = length > 0 ? c / length : 1;\n    W[NY] = length > 0 ? s / length : 0;",
    replace: "W[NX] = 1;\n    W[NY] = 0;",
  },
  {
    name: "normal of B's edge not turned around",
    file: "features.ts",
    find: "W[NX] = -Nx;\n    W[NY] = -Ny;",
    replace: "W[NX] = Nx;\n    W[NY] = Ny;",
  },
  {
    name: "edge always measured from its start",
    file: "features.ts",
    equivalent:
      "the sign stays exact, and a product over the whole edge is within the 4 u promised",
    find: "if (t > 0.5) {\n      ux",
    replace: "if (t > 1e300) {\n      ux",
  },
  {
    name: "middle of parallel edges missed",
    file: "features.ts",
    find: "0.5 * (low + high)",
    replace: "0.75 * (low + high)",
  },
  {
    name: "witness on A rounded inward",
    file: "pair.ts",
    find: "W[AX] += ra * W[NX];",
    replace: "W[AX] -= ra * W[NX];",
  },
  {
    name: "common point outside the smaller shape",
    file: "pair.ts",
    find: "(middle < 0 ? 0 : middle < c ? middle : c) - ra",
    replace: "middle - ra",
  },
  {
    name: "vertex beyond the end of its edge",
    file: "pair.ts",
    find: "if (W[ALONG] < 0) vertexPair",
    replace: "if (W[ALONG] < -1e300) vertexPair",
  },
  {
    name: "parallel edges that only pass each other taken for facing",
    file: "features.ts",
    after: "if (aa >= bb) {",
    find: "if (u0 < 0 && u1 < 0) {",
    replace: "if (u0 < -1e300 && u1 < 0) {",
  },
  {
    name: "radii taken off without exactness",
    file: "pair.ts",
    find: "if (R > 0 && core > 0 && abs(core - R) <= W[NOISE]) {",
    replace: "if (R < 0) {",
  },

  // Manifolds.
  {
    name: "speculative margin ignored",
    file: "manifold.ts",
    find: "const limit: f64 = W[MARGIN] + R;",
    replace: "const limit: f64 = R;",
    tests: MANIFOLD_TESTS,
  },
  {
    name: "B's edge preferred as reference",
    file: "manifold.ts",
    find: "const bias: f64 = BIAS * size;",
    replace: "const bias: f64 = -1e3 * BIAS * size;",
    tests: MANIFOLD_TESTS,
  },

  // Casts and times of impact.
  {
    name: "cast walks the wrong way around",
    file: "cast.ts",
    find: "turn = f > 0 ? 1 : -1;",
    replace: "turn = f > 0 ? -1 : 1;",
    tests: CAST_TESTS,
  },
  {
    name: "ray through a vertex passes it",
    file: "cast.ts",
    find: "if (s >= 0 && f <= 0) {",
    replace: "if (s > 0 && f < 0) {",
    tests: CAST_TESTS,
  },
  {
    name: "ray misses a rounded shape that it grazes",
    file: "cast.ts",
    find: "left ? g > noise * (abs(dx) + abs(dy)) : g < -noise * (abs(dx) + abs(dy))",
    replace: "left ? g > -noise * (abs(dx) + abs(dy)) : g < noise * (abs(dx) + abs(dy))",
    tests: CAST_TESTS,
  },
  {
    name: "ray enters where it leaves",
    file: "ray.ts",
    find: "const entry: i32 = left & ((right << 1) | (right >>> (n - 1)));",
    replace: "const entry: i32 = right & ((left << 1) | (left >>> (n - 1)));",
    tests: CAST_TESTS,
  },
  {
    name: "ray from inside taken for one that looks away",
    file: "ray.ts",
    find: "return l > r ? CAST_START : CAST_MISS;",
    replace: "return CAST_MISS;",
    tests: CAST_TESTS,
  },
  {
    name: "ray at a rounded corner stops at the edge's line",
    file: "ray.ts",
    find: "if (coreSide(W, E) >= 0 || sideOf(W, S) <= 0 || sideOf(W, F) >= 0) return CAST_UNSURE;",
    replace: "if (coreSide(W, E) >= 0) return CAST_UNSURE;",
    tests: CAST_TESTS,
  },
  {
    name: "rounded edge not moved out",
    file: "entry.ts",
    find: "const x: f64 = (l - r) + p,",
    replace: "const x: f64 = l - r,",
    tests: CAST_TESTS,
  },
  {
    name: "turning bodies bounded by their tangents",
    file: "toi.ts",
    find: "const first: f64 = most + 0.5 * r * turn * turn;",
    replace: "const first: f64 = most;",
    tests: IMPACT_TESTS,
  },
  {
    name: "rotation between two poses doubled",
    file: "toi.ts",
    find: "W[sweep + ANGLE] = 8 * (q - q * p);",
    replace: "W[sweep + ANGLE] = 16 * (q - q * p);",
    tests: IMPACT_TESTS,
  },
];

/** The source with the mutant in it; throws when its place is not there exactly once. */
export function apply(mutant: Mutant, source: string): string {
  const { name, file, find, replace, after } = mutant;
  const from = after === undefined ? 0 : source.indexOf(after);
  const at = from < 0 ? -1 : source.indexOf(find, from);
  if (at < 0) {
    throw new Error(`Cannot mutate ${file}: "${name}" looks for text that is not there: ${find}`);
  }
  if (after === undefined && source.indexOf(find, at + 1) >= 0) {
    throw new Error(`Cannot mutate ${file}: "${name}" looks for text that is there twice: ${find}`);
  }
  return source.slice(0, at) + replace + source.slice(at + find.length);
}

async function copyTree(from: URL, to: URL): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const entry of Deno.readDir(from)) {
    if (entry.isDirectory) {
      await copyTree(new URL(`${entry.name}/`, from), new URL(`${entry.name}/`, to));
    } else if (/\.(ts|js)$/.test(entry.name)) {
      await Deno.copyFile(new URL(entry.name, from), new URL(entry.name, to));
    }
  }
}

/** A copy of the library and of the tests: what others write meanwhile does not matter. */
class Laboratory {
  readonly #root: URL;
  /** Specifier of each entry point and the name of its built file. */
  readonly #names = new Map<string, string>();
  readonly #sources = new Map<string, string>();

  constructor(root: URL) {
    this.#root = root;
  }

  /** Copies, and bundles the tests with the library left out. */
  async prepare(tests: readonly string[]): Promise<void> {
    for (const room of ["src/", "tests/", "tools/"]) {
      await copyTree(new URL(room, ROOT), new URL(room, this.#root));
    }
    await Deno.copyFile(new URL("mod.ts", ROOT), new URL("mod.ts", this.#root));
    const root = fromFileUrl(ROOT);
    for (const [specifier, source] of await entryPoints()) {
      this.#names.set(specifier, specifier.split("/").slice(2).join("_") || "mod");
      this.#sources.set(specifier, fromFileUrl(new URL(source.slice(root.length), this.#root)));
    }
    const local = (path: string): string => fromFileUrl(new URL(path, this.#root));
    await esbuild.build({
      entryPoints: tests.map((test) => local(`tests/${test}`)),
      outbase: local("tests/"),
      outdir: local("built/"),
      outExtension: { ".js": ".mjs" },
      bundle: true,
      format: "esm",
      target: "es2022",
      platform: "node",
      logLevel: "warning",
      define: { "import.meta.main": "false" },
      nodePaths: [fromFileUrl(new URL("node_modules/", ROOT))],
      alias: {
        "@std/assert": local("tests/_std/assert.ts"),
        "@std/testing/bdd": local("tests/_std/bdd.ts"),
      },
      plugins: [{
        name: "library left out",
        setup: (build): void => {
          build.onResolve({ filter: /^@narrowphase\// }, ({ path }) => ({
            // Relative to built/x/y_test.mjs in the directory of a mutant.
            path: `../../library/${this.#names.get(path)}.js`,
            external: true,
          }));
        },
      }],
    });
  }

  /** Kernel source by file name. */
  source(file: string): string {
    return Deno.readTextFileSync(new URL(`src/kernel/${file}`, this.#root));
  }

  /** Builds the library with a kernel file replaced, runs tests until one fails; says which, or null. */
  async test(
    key: string,
    tests: readonly string[],
    replaced: { file: string; source: string } | null,
  ): Promise<string | null> {
    const dir = new URL(`runs/${key}/`, this.#root);
    await copyBuilt(new URL("built/", this.#root), new URL("built/", dir));
    await esbuild.build({
      entryPoints: [...this.#sources].map(([specifier, source]) => ({
        in: source,
        out: this.#names.get(specifier)!,
      })),
      outdir: fromFileUrl(new URL("library/", dir)),
      bundle: true,
      splitting: true,
      format: "esm",
      target: "es2022",
      logLevel: "warning",
      plugins: [{
        name: "mutant",
        setup: (build): void => {
          build.onLoad({ filter: /[\\/]kernel[\\/]\w+\.ts$/ }, ({ path }) => {
            if (replaced === null || !path.endsWith(`kernel/${replaced.file}`)) return null;
            return { contents: replaced.source, loader: "ts" };
          });
        },
      }],
    });
    for (const test of tests) {
      const file = fromFileUrl(new URL(`built/${test.replace(/\.ts$/, ".mjs")}`, dir));
      const answer = await runTest(file);
      if (answer !== null) {
        await Deno.remove(dir, { recursive: true });
        return answer;
      }
    }
    await Deno.remove(dir, { recursive: true });
    return null;
  }
}

async function copyBuilt(from: URL, to: URL): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const entry of Deno.readDir(from)) {
    const [source, target] = [new URL(entry.name, from), new URL(entry.name, to)];
    if (entry.isDirectory) await copyBuilt(new URL(`${source}/`), new URL(`${target}/`));
    else await Deno.copyFile(source, target);
  }
}

/** Longest that a file of tests may take, in ms; a mutant may search for ever. */
const PATIENCE = 120_000;

/** Name of the first test that fails, or null when all pass. */
async function runTest(file: string): Promise<string | null> {
  const signal = AbortSignal.timeout(PATIENCE);
  const child = new Deno.Command(Deno.execPath(), {
    args: ["test", "-A", "--no-config", "--no-lock", "--no-check", "--fail-fast", file],
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    env: { NO_COLOR: "1" },
    signal,
  });
  const { success, stdout, stderr } = await child.output();
  if (success) return null;
  if (signal.aborted) return "does not end";
  const output = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  const failed = /^(.+?) \.\.\. (?:[^\n]*)FAILED/m.exec(output);
  if (failed !== null) return failed[1];
  // A test that prints has its verdict on another line, and its name below.
  const named = /^ (?:FAILURES|ERRORS) *\n+(.+?) =>/m.exec(output);
  return named?.[1] ?? output.trim().split("\n").find((line) => /error/i.test(line)) ?? "a crash";
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    args: Deno.args,
    options: { list: { type: "boolean", default: false }, jobs: { type: "string", default: "2" } },
    allowPositionals: true,
  });
  const chosen = MUTANTS.filter(({ name, file }) =>
    positionals.length === 0 || positionals.some((word) => `${file} ${name}`.includes(word))
  );
  if (values.list) {
    for (const { file, name } of chosen) console.log(`${file.padEnd(12)} ${name}`);
    Deno.exit(0);
  }
  const start = performance.now();
  const root = new URL(`file://${await Deno.makeTempDir({ prefix: "mutants-" })}/`);
  let passed = 0;
  let failed = 0;
  try {
    const laboratory = new Laboratory(root);
    const tests = new Set([...PAIR_TESTS, ...chosen.flatMap((mutant) => mutant.tests ?? [])]);
    await laboratory.prepare([...tests]);
    const healthy = await laboratory.test("none", [...tests], null);
    if (healthy !== null) throw new Error(`Cannot judge mutants: without one fails ${healthy}`);
    const queue = [...chosen.entries()];
    const worker = async (): Promise<void> => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const [k, mutant] = next;
        const begin = performance.now();
        const source = apply(mutant, laboratory.source(mutant.file));
        if (mutant.equivalent !== undefined) {
          console.log(`equal    ${mutant.file.padEnd(12)} ${mutant.name}: ${mutant.equivalent}`);
          continue;
        }
        const order = [...(mutant.tests ?? []), ...PAIR_TESTS];
        const killer = await laboratory.test(`${k}`, order, { file: mutant.file, source });
        if (killer === null) failed++;
        else passed++;
        const seconds = `${((performance.now() - begin) / 1000).toFixed(1)} s`;
        console.log(
          `${killer === null ? "SURVIVES" : "caught  "} ${mutant.file.padEnd(12)} ${
            mutant.name.padEnd(58)
          } ${seconds.padStart(7)}  ${killer ?? ""}`,
        );
      }
    };
    await Promise.all(Array.from({ length: Math.max(1, Number(values.jobs)) }, worker));
  } finally {
    await esbuild.stop();
    await Deno.remove(root, { recursive: true });
  }
  console.log(`${((performance.now() - start) / 1000).toFixed(0)} s`);
  console.log(`${passed} passed, ${failed} failed`);
  if (failed > 0) Deno.exit(1);
}
