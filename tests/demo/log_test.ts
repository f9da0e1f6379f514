import {
  assert,
  assertEquals,
  assertStrictEquals,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  type Level,
  logger,
  type LogStream,
  logStream,
  minimumLevel,
  setLogStream,
  setMinimumLevel,
} from "../../demo/engine/mod.ts";
import { fail } from "../loop/rig.ts";

const LEVELS: readonly Level[] = ["debug", "info", "warning", "error"];

/** What is written to the console meanwhile, with the method. */
function consoleOf(act: () => void): string[] {
  const written: string[] = [];
  const methods = ["debug", "info", "warn", "error"] as const;
  const saved = methods.map((method) => console[method]);
  for (const method of methods) {
    console[method] = (text: string) => void written.push(`${method}: ${text}`);
  }
  try {
    act();
  } finally {
    methods.forEach((method, i) => console[method] = saved[i]);
  }
  return written;
}

/** Keeps what is printed and flushed, in order. */
class Paper implements LogStream {
  readonly calls: string[] = [];

  print(text: string): void {
    this.calls.push(text);
  }

  flush(): void {
    this.calls.push("flush");
  }
}

describe("log", () => {
  /** A test with a paper for all levels. */
  const paperTest = (name: string, test: (paper: Paper) => void): void =>
    it(name, () => {
      const paper = new Paper();
      setLogStream(paper);
      setMinimumLevel("debug");
      try {
        test(paper);
      } finally {
        setLogStream(null);
        setMinimumLevel("debug");
      }
    });

  paperTest("writes level, module and text, and flushes after every message", (paper) => {
    logger("Ship").info("Starting up game");
    logger("Gun").warning("Out of {what} after {n} shots", { what: "bullets", n: 3 });
    assertEquals(paper.calls, [
      "Info (Ship):\nStarting up game\n",
      "flush",
      "Warning (Gun):\nOut of bullets after 3 shots\n",
      "flush",
    ]);
  });

  paperTest(
    "setMinimumLevel() drops what is less important, for loggers made before too",
    (paper) => {
      const log = logger("Example");
      for (const minimum of LEVELS) {
        setMinimumLevel(minimum);
        assertEquals(minimumLevel(), minimum);
        paper.calls.length = 0;
        for (const level of LEVELS) log[level](level);
        const written = paper.calls.filter((call) => call !== "flush");
        const texts = written.map((text) => text.split("\n")[1]);
        assertEquals(texts, LEVELS.slice(LEVELS.indexOf(minimum)));
      }
    },
  );

  paperTest("setLogStream() exchanges the stream for what comes after", (paper) => {
    const other = new Paper();
    const log = logger("Example");
    log.debug("first");
    setLogStream(other);
    assertStrictEquals(logStream(), other);
    log.debug("second");
    assertEquals(paper.calls, ["Debug (Example):\nfirst\n", "flush"]);
    assertEquals(other.calls, ["Debug (Example):\nsecond\n", "flush"]);
  });

  paperTest("without a stream writes to the console, each level by its own method", () => {
    const written = consoleOf(() => {
      setLogStream(null);
      for (const level of LEVELS) logger("Example")[level](level[0]);
    });
    assertEquals(written, [
      "debug: Debug (Example):\nd",
      "info: Info (Example):\ni",
      "warn: Warning (Example):\nw",
      "error: Error (Example):\ne",
    ]);
  });

  paperTest("a value of any kind is shown", (paper) => {
    const log = logger("Example");
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    for (const value of [5, NaN, undefined, null, 7n, { x: 1, y: [2, 3n] }, circle, () => {}]) {
      log.info("It is {value}.", { value });
    }
    log.error("Failed: {error}", { error: new RangeError("radius is -1") });
    const texts = paper.calls.filter((call) => call !== "flush");
    assertEquals(texts.length, 9);
    for (const text of texts.slice(0, 8)) assert(/^Info \(Example\):\nIt is [^]+\.\n$/.test(text));
    assertStringIncludes(texts[0], "It is 5.");
    assertStringIncludes(texts[8], "RangeError: radius is -1\n");
  });

  paperTest("a stream that throws is reported to the console, with the reason", () => {
    const written = consoleOf(() => {
      setLogStream({ print: fail(new Error("disk full")) });
      logger("Example").info("Starting up game");
    });
    assertEquals(written.length, 1);
    assertStringIncludes(written[0], "Failed to emit a log record");
    assertStringIncludes(written[0], "Error: disk full");
  });

  paperTest("setMinimumLevel() refuses a level that does not exist", () => {
    assertThrows(() => setMinimumLevel("fatal" as Level), RangeError, "level is fatal");
    assertEquals(minimumLevel(), "debug");
  });
});
