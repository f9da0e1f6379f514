/**
 * Argument checks with uniform messages: `Cannot <task>: <argument> is <value>, must <rule>`. A
 * wrong type is a `TypeError`, a bad value a `RangeError`. A string that looks like a number is a
 * wrong type, because `step + elapsed` would then concatenate text.
 *
 * @module
 */

/** A check of an argument: the task, its name, its value. */
export type Check = (task: string, name: string, value: unknown) => void;

/** A value for an error message: short, and computed without ever throwing. */
function show(value: unknown): string {
  const kind = typeof value;
  if (kind === "string") return `the string ${JSON.stringify((value as string).slice(0, 40))}`;
  if (Array.isArray(value)) return "an array";
  if (kind === "object" && value !== null) return "an object";
  return kind === "function" || kind === "symbol" ? `a ${kind}` : String(value);
}

/** Refuses a value of the wrong type. */
function checkType(
  task: string,
  name: string,
  value: unknown,
  right: boolean,
  must: string,
): asserts right {
  if (!right) throw new TypeError(`Cannot ${task}: ${name} is ${show(value)}, must be ${must}`);
}

/** Refuses anything but a number. */
export function checkKind(task: string, name: string, value: unknown): asserts value is number {
  checkType(task, name, value, typeof value === "number", "a number");
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

/** Rates whose periods are given in seconds by mistake. As milliseconds they would be 30 to 144 kHz. */
const RATES = [30, 60, 120, 144];

/** Refuses a period that is not positive and finite, or in seconds. */
export function checkPeriod(task: string, name: string, value: unknown): void {
  checkPositiveFinite(task, name, value);
  const rate = 1 / (value as number);
  const rule = `be in milliseconds: hz(${rate})`;
  checkNumber(task, name, value, () => !RATES.includes(rate), rule);
}

/** Refuses anything but a positive, finite number. */
export function checkPositiveFinite(task: string, name: string, value: unknown): void {
  checkNumber(task, name, value, (x) => x > 0 && x < Infinity, "be positive and finite");
}

/** Refuses anything but a number that is not negative. */
export function checkLimit(task: string, name: string, value: unknown): void {
  checkNumber(task, name, value, (limit) => limit >= 0, "not be negative");
}

/** Refuses anything but a positive number, `Infinity` included. */
export function checkPositive(task: string, name: string, value: unknown): void {
  checkNumber(task, name, value, (x) => x > 0, "be positive");
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

/** Makes a check that refuses anything but one of the given words. */
export function oneOf(...words: readonly unknown[]): Check {
  return (task, name, value) => {
    if (words.includes(value)) return;
    const must = words.map((word) => `"${word}"`).join(" or ");
    checkType(task, name, value, typeof value === "string", must);
    throw new RangeError(`Cannot ${task}: ${name} is ${value}, must be ${must}`);
  };
}

/** Refuses anything but `true` or `false`. */
export function checkFlag(task: string, name: string, value: unknown): void {
  checkType(task, name, value, typeof value === "boolean", "true or false");
}

/** Refuses anything but a function. */
export function checkFunction(task: string, name: string, value: unknown): void {
  checkType(task, name, value, typeof value === "function", "a function");
}

/** Refuses anything but an object that has the given methods. */
export function checkObject(
  task: string,
  name: string,
  value: unknown,
  ...methods: readonly string[]
): void {
  checkType(task, name, value, Object(value) === value, "an object");
  for (const method of methods) {
    checkFunction(task, `${name}.${method}`, (value as Record<string, unknown>)[method]);
  }
}

/** Refuses anything but a clock. */
export function checkClock(task: string, name: string, value: unknown): void {
  checkObject(task, name, value, "now");
}

/** Refuses anything but a sleeper. */
export function checkSleeper(task: string, value: unknown): void {
  checkObject(task, "sleeper", value, "sleep", "yield");
}

/**
 * Refuses anything but an `AbortSignal` or `undefined`. An `AbortController` is easily passed by
 * mistake.
 */
export function checkSignal(task: string, signal: unknown): void {
  if (signal !== undefined) {
    checkObject(task, "signal", signal, "addEventListener", "removeEventListener");
  }
}

/** What an option is if it is left out, and the check of what is given. */
export type Table<T> = { readonly [K in keyof T]-?: readonly [left: T[K], check: Check] };

/** Checks options by a table, and fills in what is left out. */
export function readOptions<T extends object>(
  task: string,
  options: T,
  table: Table<T>,
): Required<T> {
  // A preset that was not called, for one.
  checkType(task, "options", options, typeof options === "object" && options !== null, "an object");
  const known = Object.keys(table);
  for (const name in options) {
    if (known.includes(name)) continue;
    const must = `one of ${known.join(", ")}`;
    throw new TypeError(`Cannot ${task}: options.${name} is unknown, must be ${must}`);
  }
  const settings: Partial<T> = {};
  for (const name in table) {
    const [left, check] = table[name];
    const value = options[name];
    if (value !== undefined) check(task, name, value);
    settings[name] = value === undefined ? left : value;
  }
  return settings as Required<T>;
}

/** Refuses anything but an array or a typed array of numbers that is not too long. */
export function checkList(task: string, name: string, value: unknown): void {
  const list = value as ArrayLike<unknown>;
  const right = typeof value === "object" && typeof list?.length === "number";
  checkType(task, name, value, right, "an array");
  const good = (n: number): boolean => Number.isInteger(n) && n >= 0 && n <= MAX_SIZE;
  checkNumber(task, `${name}.length`, list.length, good, "be a whole number of at most 2^24");
  // Of a typed array one number tells.
  const checked = ArrayBuffer.isView(value) ? Math.min(list.length, 1) : list.length;
  for (let k = 0; k < checked; k++) checkKind(task, `${name}[${k}]`, list[k]);
}
