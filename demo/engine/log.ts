/**
 * The engine's log: levels DEBUG < INFO < WARNING < ERROR, a module name with every message, a
 * stream that can be exchanged at run time, and a flush after every message, so that a crash loses
 * nothing. LogTape does the work. This module configures it.
 *
 * A message is two lines, `Info (Ship):` and its text.
 *
 * @module
 */
import {
  configureSync,
  getLogger,
  getTextFormatter,
  type Logger,
  type LogRecord,
  type TextFormatter,
} from "@logtape/logtape";

/** From least to most important. */
export type Level = "debug" | "info" | "warning" | "error";

/** Where messages go. `null` stands for the console. */
export interface LogStream {
  /** Takes a message with its final line break. */
  print(text: string): void;
  /** Called after each message. */
  flush?(): void;
}

/** The names that messages show. */
const NAMES: Record<string, string> = {
  debug: "Debug",
  info: "Info",
  warning: "Warning",
  error: "Error",
};

/** All loggers of the engine live below this LogTape category. */
const ROOT_CATEGORY = "engine";

let minimum: Level = "debug";
let stream: LogStream | null = null;
let configured = false;

/** The text of a record of a logger of this module: level, module and message. */
export const formatRecord: TextFormatter = getTextFormatter({
  value: "bare",
  lineEnding: "lf",
  format: ({ record: { level, category }, message }) =>
    `${NAMES[level] ?? level} (${category.slice(1).join(".")}):\n${message}`,
});

function write(record: LogRecord): void {
  const line = formatRecord(record);
  const text = line.slice(0, -1);
  if (stream !== null) {
    stream.print(line);
    stream.flush?.();
  } else if (record.level === "error") console.error(text);
  else if (record.level === "warning") console.warn(text);
  else if (record.level === "info") console.info(text);
  else console.debug(text);
}

function configure(): void {
  configured = true;
  configureSync({
    reset: true,
    sinks: { engine: write, console: (record) => console.warn(formatRecord(record)) },
    loggers: [
      { category: ROOT_CATEGORY, lowestLevel: minimum, sinks: ["engine"] },
      // LogTape's messages about itself. A stream that throws must not be reported through itself.
      { category: ["logtape", "meta"], lowestLevel: "warning", sinks: ["console"] },
    ],
  });
}

/**
 * A logger that tags its messages with the name of a module.
 *
 * @param module Name of the module, such as `"Ship"`.
 */
export function logger(module: string): Logger {
  if (!configured) configure();
  return getLogger([ROOT_CATEGORY, module]);
}

/** The least important level that is written. */
export function minimumLevel(): Level {
  return minimum;
}

/**
 * Sets the least important level that is written, also for existing loggers.
 *
 * @throws {RangeError} If `level` is none of the four.
 */
export function setMinimumLevel(level: Level): void {
  if (!Object.hasOwn(NAMES, level)) {
    throw new RangeError(
      `Cannot set minimum level: level is ${level}, must be debug, info, warning or error`,
    );
  }
  minimum = level;
  configure();
}

/** The stream that messages go to, `null` for the console. */
export function logStream(): LogStream | null {
  return stream;
}

/** Exchanges the stream; `null` for the console. */
export function setLogStream(to: LogStream | null): void {
  stream = to;
}
