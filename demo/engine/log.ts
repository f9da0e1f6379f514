/**
 * The engine's log: levels DEBUG < INFO < WARNING < ERROR, a module name with every message, a
 * stream that can be exchanged at run time, and a flush after every message, so that a crash loses
 * nothing. LogTape does the work. This module configures it.
 *
 * A message is two lines, `Info (Ship):` and its text.
 *
 * @module
 */
import { configureSync, getLogger, type Logger, type LogRecord } from "@logtape/logtape";

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

/**
 * An error with its stack, which some engines give without the message. A program may have set it
 * to anything.
 */
function showError(error: Error): string {
  const stack = typeof error.stack === "string" ? error.stack : "";
  const name = String(error);
  return stack.includes(error.message) && stack !== "" ? stack : `${name}\n${stack}`.trimEnd();
}

/** A value in a message. A message is never lost because a value cannot be shown. */
function showValue(value: unknown): string {
  try {
    if (value instanceof Error) return showError(value);
    if (typeof value === "function") {
      // A class may have a static member with this name, and any value.
      const name: unknown = value.name;
      return typeof name === "string" && name !== "" ? name : "a function";
    }
    if (typeof value !== "object") return String(value);
    return JSON.stringify(value, (_, part) => {
      if (typeof part === "bigint") return String(part);
      return part instanceof Error ? showError(part) : part;
    }) ?? String(value);
  } catch {
    // A circular value, or a property that throws, which the next line may read too.
    try {
      return Object.prototype.toString.call(value);
    } catch {
      return "a value that cannot be shown";
    }
  }
}

/**
 * The text of a record: level, module and message.
 *
 * @param record A LogTape record of a logger of this module.
 */
export function formatRecord(record: LogRecord): string {
  const level = NAMES[record.level] ?? record.level;
  const module = record.category.slice(1).join(".");
  const text = record.message.map(showValue).join("");
  return `${level} (${module}):\n${text}`;
}

function write(record: LogRecord): void {
  const text = formatRecord(record);
  if (stream !== null) {
    stream.print(`${text}\n`);
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
