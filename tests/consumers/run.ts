/**
 * `deno task test:consumers`: packs the library and uses the package as others do. Each consumer is a
 * project of its own in a temporary directory: it has the package as npm installs the tarball, builds if
 * it has a build, plays the scene and must come to the known hash. One line each; what this machine lacks
 * is skipped with the reason. Arguments are parts of names that select consumers; `--keep` leaves the
 * projects behind.
 *
 * @module
 */
import { cp as copy } from "node:fs/promises";
import * as esbuild from "esbuild";
import type { Browser } from "playwright-core";
import { readArguments, refuse } from "../../tools/arguments.ts";
import { serveDemo } from "../../tools/demo.ts";
import { pack } from "../../tools/pack.ts";
import { findRuntime } from "../../tools/runtime.ts";
import { findChromium, launch } from "../browser/chromium.ts";
import { SCENE_HASH } from "./files/scene.js";

const FILES = new URL("files/", import.meta.url);

/** What consumers build with. */
const VERSIONS = {
  typescript: "5.9.3",
  esbuild: "0.28.2",
  vite: "8.3.8",
  "quickjs-emscripten": "0.32.0",
  "@bytecodealliance/componentize-js": "0.23.0",
  "@bytecodealliance/jco": "1.35.0",
  // Which the first needs and does not name.
  "@bytecodealliance/preview2-shim": "0.26.1",
};

/** Something that is not there: the consumer is skipped, not failed. */
class Missing extends Error {}

interface Consumer {
  name: string;
  /** Files of `files/` in the project. */
  files: string[];
  /** Exact versions of npm packages that it builds with. */
  tools?: (keyof typeof VERSIONS)[];
  /** Text files in it besides. */
  texts?: Record<string, string>;
  /** Backend that has to answer. */
  backend?: "simd" | "ts";
  /** Builds and plays; the output ends with the scene's line. */
  play(project: Project): Promise<string>;
}

/** First line that says something. */
function firstLine(text: string): string {
  return text.split("\n").map((line) => line.trim()).find((line) =>
    line !== "" && !/npm warn/i.test(line)
  ) ?? "no message";
}

/** A directory with a package.json. */
class Project {
  readonly dir: string;

  constructor(dir: string) {
    this.dir = dir;
  }

  /** Runs a command and returns what it wrote; throws when it fails or takes over ten minutes. */
  async run(command: string, ...args: string[]): Promise<string> {
    const child = new Deno.Command(command, {
      args,
      cwd: this.dir,
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
      signal: AbortSignal.timeout(600_000),
    });
    const { success, stdout, stderr } = await child.output();
    const decoder = new TextDecoder();
    const output = decoder.decode(stdout);
    if (success) return output;
    throw new Error(`${[command, ...args].join(" ")}: ${output}${decoder.decode(stderr)}`.trim());
  }

  /** A tool that is installed in the folder around the projects. */
  tool(name: string, ...args: string[]): Promise<string> {
    return this.run(`${this.dir}/../node_modules/.bin/${name}`, ...args);
  }
}

/** How a program is started, once it is known to start; `null` for "not asked yet". */
const starters = new Map<string, Promise<string[]>>();

/** The command that starts a runtime, once it is known to start. */
function starter(name: "node" | "bun", major: number): Promise<string[]> {
  const key = `${name}@${major}`;
  let found = starters.get(key);
  if (found === undefined) {
    found = (async () => {
      const { command } = await findRuntime(key, "use the package");
      const [program, ...args] = command;
      await new Project(Deno.cwd()).run(program, ...args, "--version").catch((error) => {
        const reason = firstLine((error as Error).message);
        throw new Missing(`${command.join(" ")} does not start: ${reason}`);
      });
      return command;
    })();
    starters.set(key, found);
  }
  return found;
}

function onNode(major: number, file = "main.js"): Consumer["play"] {
  return async (project) => {
    const [command, ...args] = await starter("node", major);
    return project.run(command, ...args, file);
  };
}

let browser: Promise<Browser> | null = null;

/** Chromium, started at the first page. */
function startBrowser(): Promise<Browser> {
  return browser ??= (async () => {
    const path = await findChromium().catch((error) => {
      throw new Missing((error as Error).message);
    });
    return await launch(path);
  })();
}

/** Opens a page of the project and waits for the scene's line on the console. */
function onPage(file: string, root = ""): Consumer["play"] {
  return async (project) => {
    const context = await (await startBrowser()).newContext();
    const server = serveDemo(0, new URL(`file://${project.dir}/${root}`));
    try {
      const page = await context.newPage();
      return await new Promise<string>((resolve, reject) => {
        page.setDefaultTimeout(0);
        const silent = (): void => reject(new Error("the page says nothing for five minutes"));
        const timer = setTimeout(silent, 300_000);
        const end = (settle: () => void): void => {
          clearTimeout(timer);
          settle();
        };
        page.on("console", (message) => {
          // The refusal of WebAssembly is what the strict page is about.
          if (/Content Security Policy|favicon/.test(message.text() + message.location().url)) {
            return;
          }
          if (message.type() === "error") end(() => reject(new Error(message.text())));
          else end(() => resolve(message.text()));
        });
        page.on("pageerror", (error) => end(() => reject(error)));
        page.goto(new URL(file, server.address).href).catch((error) => end(() => reject(error)));
      });
    } finally {
      await context.close();
      await server.close();
    }
  };
}

const BUNDLE = ["--bundle", "--minify", "--format=esm", "--target=es2022", "--log-level=warning"];

/** Strict in every way, and it looks into the package's declarations too. */
function tsconfig(module: string, moduleResolution: string, lib: string[]): string {
  return JSON.stringify({
    compilerOptions: {
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      noImplicitOverride: true,
      isolatedModules: true,
      verbatimModuleSyntax: true,
      skipLibCheck: false,
      allowJs: true,
      types: [],
      target: "es2022",
      outDir: "built",
      rootDir: ".",
      module,
      moduleResolution,
      lib,
    },
    files: ["typed.ts", "internal.ts"],
  });
}

/** What the declarations of the package do not have. The sources do, so this is no file that is checked with them. */
const INTERNAL = `
import * as library from "@narrowphase/gjk2d";

const { Chain, ChainSegment, Compound, ConvexShape, SimplexCache, Space } = library;
const { box, chain, compound } = library;
const shape = box(2, 1);
const ground = chain([{ x: 0, y: 0 }, { x: 1, y: 2 }]);
const body = compound([shape]);

/** Never called: the compiler must refuse each line, and complains where it does not. */
export function refused(): void {
  // @ts-expect-error what the kernel reads
  shape.record.length = 0;
  // @ts-expect-error shapes are made by functions that validate
  new ConvexShape("polygon", [{ x: 0, y: 0 }, { x: NaN, y: 1 }], -3);
  // @ts-expect-error by \`chain\`
  new ChainSegment();
  // @ts-expect-error by \`chain\`
  new Chain();
  // @ts-expect-error by \`compound\`
  new Compound([shape], true);
  // @ts-expect-error what moves a compound's parts
  ground.segments[0]!.moved;
  // @ts-expect-error where parts are
  body.circles;
  // @ts-expect-error where queries work
  new SimplexCache().registers;
  // @ts-expect-error a space locks itself
  new Space().openPlaces("test");
  // @ts-expect-error what has the members of a compound is none
  const other: library.Compound = { parts: [shape] };
}
`;

function typed(name: string, module: string, resolution: string, lib: string[]): Consumer {
  return {
    name,
    files: ["scene.js", "typed.ts"],
    tools: ["typescript", "esbuild"],
    texts: { "tsconfig.json": tsconfig(module, resolution, lib), "internal.ts": INTERNAL },
    backend: "simd",
    async play(project) {
      await project.tool("tsc", "-p", ".");
      return await project.run("node", "built/typed.js");
    },
  };
}

const DOM = ["es2022", "dom"];
const CONSUMERS: Consumer[] = [
  { name: "Node 20", files: ["scene.js", "main.js"], backend: "simd", play: onNode(20) },
  { name: "Node 22", files: ["scene.js", "main.js"], backend: "simd", play: onNode(22) },
  { name: "Node 24", files: ["scene.js", "main.js"], backend: "simd", play: onNode(24) },
  typed("TypeScript strict, nodenext", "nodenext", "nodenext", DOM),
  typed("TypeScript strict, bundler", "esnext", "bundler", DOM),
  // Resolved without exports, and with no types but those of the language.
  typed("TypeScript strict, node10, no browser", "es2022", "node10", ["es2020"]),
  {
    name: "two copies of the package on Node",
    files: ["scene.js", "copies.js"],
    backend: "simd",
    play: (project) => project.run("node", "copies.js"),
  },
  {
    name: "esbuild bundle on Node",
    files: ["scene.js", "main.js"],
    tools: ["esbuild"],
    backend: "simd",
    async play(project) {
      await project.tool("esbuild", "main.js", ...BUNDLE, "--outfile=built.mjs");
      return await project.run("node", "built.mjs");
    },
  },
  {
    name: "Bun",
    files: ["scene.js", "main.js"],
    backend: "simd",
    async play(project) {
      const [command, ...args] = await starter("bun", 1);
      return await project.run(command, ...args, "main.js");
    },
  },
  {
    name: "QuickJS",
    files: ["scene.js", "main.js", "quickjs.js"],
    tools: ["esbuild", "quickjs-emscripten"],
    backend: "ts",
    async play(project) {
      await project.tool("esbuild", "main.js", ...BUNDLE, "--outfile=built.mjs");
      return await project.run("node", "quickjs.js", "built.mjs");
    },
  },
  {
    name: "SpiderMonkey, Firefox's engine, as WebAssembly",
    files: ["scene.js", "guest.js", "spidermonkey.js"],
    tools: [
      "esbuild",
      "@bytecodealliance/componentize-js",
      "@bytecodealliance/jco",
      "@bytecodealliance/preview2-shim",
    ],
    texts: { "host.js": 'import { play } from "./component/scene.js"; console.log(play());' },
    backend: "ts",
    async play(project) {
      await project.tool("esbuild", "guest.js", ...BUNDLE, "--outfile=built.mjs");
      await project.run("node", "spidermonkey.js", "built.mjs").catch((error) => {
        throw new Missing(`SpiderMonkey cannot be had: ${firstLine((error as Error).message)}`);
      });
      return await project.run("node", "host.js");
    },
  },
  {
    name: "Vite bundle in Chromium",
    files: ["scene.js", "main.js", "vite.html"],
    tools: ["vite"],
    texts: {
      "vite.config.js": `export default { base: "./", logLevel: "error",
        build: { rollupOptions: { input: "vite.html" } } };`,
    },
    backend: "simd",
    async play(project) {
      await startBrowser();
      await project.tool("vite", "build");
      return await onPage("vite.html", "dist/")(project);
    },
  },
  {
    name: "plain page with an import map",
    files: ["scene.js", "main.js", "page.html"],
    backend: "simd",
    play: onPage("page.html"),
  },
  {
    name: "plain page that forbids WebAssembly",
    files: ["scene.js", "main.js", "strict.html"],
    backend: "ts",
    play: onPage("strict.html"),
  },
  {
    name: "worker of a page, esbuild bundle",
    files: ["scene.js", "worker.js", "worker_page.js", "worker.html"],
    tools: ["esbuild"],
    backend: "simd",
    async play(project) {
      await startBrowser();
      await project.tool("esbuild", "worker.js", ...BUNDLE, "--outfile=built/worker.js");
      await Deno.copyFile(`${project.dir}/worker_page.js`, `${project.dir}/built/worker_page.js`);
      await Deno.copyFile(`${project.dir}/worker.html`, `${project.dir}/built/worker.html`);
      return await onPage("worker.html", "built/")(project);
    },
  },
];

const INSTALL = ["install", "--silent", "--no-audit", "--no-fund"];

/** Installs what is not yet there into the folder around the projects, where all of them find it. */
async function installTools(tools: readonly (keyof typeof VERSIONS)[], root: string) {
  const there = async (tool: string): Promise<boolean> =>
    await Deno.stat(`${root}/node_modules/${tool}`).then(() => true, () => false);
  const missing: string[] = [];
  for (const tool of tools) if (!await there(tool)) missing.push(`${tool}@${VERSIONS[tool]}`);
  if (missing.length === 0) return;
  await new Project(root).run("npm", ...INSTALL, "--save-exact", ...missing).catch((error) => {
    const reason = firstLine((error as Error).message);
    throw new Missing(`npm cannot install ${missing.join(" ")}: ${reason}`);
  });
}

/** Makes the project, plays, and says what is wrong with the outcome, or `null`. */
async function consume(consumer: Consumer, installed: string, root: string, name: string) {
  const dir = `${root}/${name}`;
  const project = new Project(dir);
  await Deno.mkdir(dir);
  for (const file of consumer.files) await Deno.copyFile(new URL(file, FILES), `${dir}/${file}`);
  const manifest = { name: "consumer", private: true, type: "module" };
  const texts = { "package.json": JSON.stringify(manifest), ...consumer.texts };
  for (const [name, text] of Object.entries(texts)) {
    await Deno.writeTextFile(`${dir}/${name}`, text);
  }
  await installTools(consumer.tools ?? [], root);
  await copy(installed, `${dir}/node_modules`, { recursive: true });
  const line = (await consumer.play(project)).trim().split("\n").at(-1) ?? "";
  const [, hash, backend] = /^scene (\w+) (\w+)$/.exec(line) ?? [];
  if (hash === undefined) throw new Error(`expected the scene's line, got "${line}"`);
  if (hash !== SCENE_HASH) throw new Error(`scene came to ${hash}, expected ${SCENE_HASH}`);
  if (consumer.backend !== undefined && backend !== consumer.backend) {
    throw new Error(`backend is ${backend}, expected ${consumer.backend}`);
  }
  return `${hash} ${backend}`;
}

const { values, positionals } = readArguments({ keep: { type: "boolean", default: false } }, true);
const chosen = CONSUMERS.filter(({ name }) =>
  positionals.length === 0 ||
  positionals.some((part) => name.toLowerCase().includes(part.toLowerCase()))
);
if (chosen.length === 0) refuse(`Cannot find a consumer: none has ${positionals.join(" or ")}`);

const { tarball } = await pack();
await esbuild.stop();
const root = await Deno.makeTempDir({ prefix: "consumers-" });
await Deno.writeTextFile(`${root}/package.json`, '{ "private": true }');
const counts = { passed: 0, failed: 0, skipped: 0 };
try {
  // The package has no dependencies: it must install without a network. Once for all, since npm takes as
  // long as most of them.
  const first = new Project(`${root}/installed`);
  await Deno.mkdir(first.dir);
  await Deno.writeTextFile(`${first.dir}/package.json`, '{ "private": true }');
  await first.run("npm", ...INSTALL, "--offline", tarball);
  const installed = `${first.dir}/node_modules`;
  for (const [k, consumer] of chosen.entries()) {
    const start = performance.now();
    const seconds = (): string => `${((performance.now() - start) / 1000).toFixed(1)} s`;
    try {
      const answer = await consume(consumer, installed, root, `${k}`);
      counts.passed++;
      console.log(`ok      ${consumer.name}: ${answer} (${seconds()})`);
    } catch (error) {
      const { message } = error as Error;
      if (error instanceof Missing) {
        counts.skipped++;
        console.log(`skipped ${consumer.name}: ${message}`);
      } else {
        counts.failed++;
        console.log(`FAILED  ${consumer.name}: ${message} (${seconds()})`);
      }
    }
  }
} finally {
  if (browser !== null) await (await (browser as Promise<Browser>).catch(() => null))?.close();
  if (values.keep) console.log(`projects kept in ${root}`);
  else await Deno.remove(root, { recursive: true });
}
if (counts.skipped > 0) console.log(`${counts.skipped} skipped`);
if (counts.passed === 0) counts.failed = Math.max(counts.failed, 1);
console.log(`${counts.passed} passed, ${counts.failed} failed`);
Deno.exit(counts.failed > 0 ? 1 : 0);
