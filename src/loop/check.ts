/**
 * Argument checks with uniform messages: `Cannot <task>: <argument> is <value>, must <rule>`. A
 * wrong type is a `TypeError`, a bad value a `RangeError`. A string that looks like a number is a
 * wrong type, because `step + elapsed` would then concatenate text.
 *
 * @module
 */

/** A value for an error message: short, and computed without ever throwing. */
function show(value: unknown): string {
  switch (typeof value) {
    case "string":
      return `the string ${JSON.stringify(value.slice(0, 40))}`;
    case "symbol":
      return "a symbol";
    case "function":
      return "a function";
    case "object":
      return value === null ? "null" : Array.isArray(value) ? "an array" : "an object";
    default:
      return String(value);
  }
}

/** Refuses anything but a number. */
export function checkKind(task: string, name: string, value: unknown): asserts value is number {
  if (typeof value === "number") return;
  throw new TypeError(`Cannot ${task}: ${name} is ${show(value)}, must be a number`);
}

/** Refuses anything but a number for which `good` is true. */
export function checkNumber(
  task: string,
  name: string,
  value: unknown,
  good: (value: number) => boolean,
  rule: string,
): void {
  checkKind(task, name, value);
  if (!good(value)) throw new RangeError(`Cannot ${task}: ${name} is ${value}, must ${rule}`);
}

/** Refuses a period that is not positive and finite. */
export function checkPeriod(task: string, name: string, value: unknown): void {
  checkNumber(task, name, value, (ms) => ms > 0 && ms < Infinity, "be positive and finite");
}

/** Refuses anything but a number that is not negative. */
export function checkLimit(task: string, name: string, value: unknown): void {
  checkNumber(task, name, value, (limit) => limit >= 0, "not be negative");
}

/** Refuses anything but a number that is finite and not negative. */
export function checkSpan(task: string, name: string, value: unknown): void {
  checkNumber(task, name, value, (ms) => ms >= 0 && ms < Infinity, "be finite and not negative");
}

/** Refuses anything but a positive integer. */
export function checkCount(task: string, name: string, value: unknown): void {
  const good = (n: number): boolean => Number.isInteger(n) && n >= 1;
  checkNumber(task, name, value, good, "be a positive integer");
}

/** The largest size of any buffer in this entry point, in numbers: 2^24. */
export const MAX_SIZE = 16_777_216;

/** Refuses anything but a positive integer of at most {@linkcode MAX_SIZE}. */
export function checkSize(task: string, name: string, value: unknown): void {
  checkCount(task, name, value);
  checkNumber(task, name, value, (n) => n <= MAX_SIZE, "be at most 2^24");
}

/** Refuses anything but a finite number. */
export function checkTime(task: string, name: string, value: unknown): void {
  checkNumber(task, name, value, Number.isFinite, "be finite");
}

/** Refuses anything but one of the given words. */
export function checkWord(
  task: string,
  name: string,
  value: unknown,
  ...words: readonly string[]
): void {
  if ((words as readonly unknown[]).includes(value)) return;
  const last = words.length - 1;
  const rule = `must be ${
    words.map((word, i) => (i === 0 ? "" : i < last ? ", " : " or ") + `"${word}"`).join("")
  }`;
  if (typeof value === "string") {
    throw new RangeError(`Cannot ${task}: ${name} is ${value}, ${rule}`);
  }
  throw new TypeError(`Cannot ${task}: ${name} is ${show(value)}, ${rule}`);
}

/** Refuses anything but `true` or `false`. */
export function checkFlag(task: string, name: string, value: unknown): void {
  if (typeof value === "boolean") return;
  throw new TypeError(`Cannot ${task}: ${name} is ${show(value)}, must be true or false`);
}

/** Refuses anything but a function. */
export function checkFunction(task: string, name: string, value: unknown): void {
  if (typeof value === "function") return;
  throw new TypeError(`Cannot ${task}: ${name} is ${show(value)}, must be a function`);
}

/** Refuses anything but an object that has the given methods. */
export function checkObject(
  task: string,
  name: string,
  value: unknown,
  ...methods: readonly string[]
): void {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) {
    throw new TypeError(`Cannot ${task}: ${name} is ${show(value)}, must be an object`);
  }
  for (const method of methods) {
    checkFunction(task, `${name}.${method}`, (value as Record<string, unknown>)[method]);
  }
}

/**
 * Refuses anything but an `AbortSignal` or `undefined`. An `AbortController` is easily passed by
 * mistake.
 */
export function checkSignal(task: string, signal: unknown): void {
  if (signal === undefined) return;
  checkObject(task, "signal", signal, "addEventListener", "removeEventListener");
}

/** Refuses anything but an array or a typed array of numbers that is not too long. */
export function checkList(task: string, name: string, value: unknown): void {
  const list = typeof value === "object" && value !== null && "length" in value;
  if (!list || typeof value.length !== "number") {
    throw new TypeError(`Cannot ${task}: ${name} is ${show(value)}, must be an array`);
  }
  const { length } = value;
  const good = (n: number): boolean => Number.isInteger(n) && n >= 0 && n <= MAX_SIZE;
  checkNumber(task, `${name}.length`, length, good, "be a whole number of at most 2^24");
  const numbers = value as ArrayLike<unknown>;
  // Of a typed array one number tells.
  const checked = ArrayBuffer.isView(value) ? Math.min(length, 1) : length;
  for (let k = 0; k < checked; k++) checkKind(task, `${name}[${k}]`, numbers[k]);
}
