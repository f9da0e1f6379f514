/**
 * The stress scene on a page: switches, chart and numbers.
 *
 * @module
 */
import {
  FrameStatistics,
  GameLoop,
  preciseSleeper,
  presets,
  rafScheduler,
  type Report,
  systemClock,
} from "@narrowphase/gjk2d/loop";
import {
  CompensatingGovernor,
  DeadlineGovernor,
  FixedDelayGovernor,
  govern,
  type LoopGovernor,
  SamplerGovernor,
  WindowedGovernor,
} from "@narrowphase/gjk2d/loop/classic";
import { byId, type Palette, palette, showPage, startTheme } from "../shared/theme.ts";
import { FrameChart } from "./chart.ts";
import { Painter, type View, zoomed } from "./painter.ts";
import { Recent } from "./recent.ts";
import { type Mode, type StepCounts, StressScene } from "./scene.ts";

const COUNTS = [100, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000];
const RATES = [10, 30, 60, 120];
const MODES: [Mode, string][] = [
  ["simd", "Space, WebAssembly"],
  ["ts", "Space, TypeScript"],
  ["call", "One call per pair"],
];

/** From this number of bodies on, a frame has one update, in parts: Pause has to be heard in between. */
const HEAVY = 20_000;
/** Parts of an update, with their colours. */
const PHASES = [["move", "a"], ["find", "found"], ["ask", "diff"], ["respond", "b"]] as const;

/** A driver of the loop: frames of the display, or sleeping. */
interface Driver {
  name: string;
  words: string;
  /** Whether it draws between updates. */
  blends: boolean;
  run(signal: AbortSignal): Promise<unknown>;
}

function framed(slow: boolean): Driver["run"] {
  return (signal) => {
    const period = 1000 / settings.rate;
    const options = slow ? presets.slowDown(period) : presets.advanced(period);
    const loop = new GameLoop(game, systemClock, {
      ...options,
      drawEveryFrame: true,
      pauseWhenHidden: true,
      ...settings.count >= HEAVY ? { maxUpdatesPerPump: 1 } : {},
    });
    dropped = () => loop.stats.dropped;
    return loop.runFrames(rafScheduler(), signal);
  };
}

/**
 * One for all loops: it keeps what it has learned about this machine, and a channel that is never
 * closed.
 */
const sleeper = preciseSleeper();

function governed(make: (period: number) => LoopGovernor): Driver["run"] {
  return async (signal) => {
    dropped = () => NaN;
    const governor = make(1000 / settings.rate);
    governor.slept(0, 0, systemClock.now());
    for (let owed = 0; !signal.aborted;) {
      await update();
      if (signal.aborted) return;
      if (owed-- > 0) continue;
      draw(1);
      owed = await govern(governor, systemClock, sleeper, signal);
    }
  };
}

const DRIVERS: Record<string, Driver> = {
  advanced: {
    name: "Frames, make up lost time",
    words:
      "GameLoop on the display's frames. Late updates are made up for, half a second at most; " +
      "meanwhile up to five draws in a row are skipped. From 20 000 bodies on each is drawn.",
    blends: true,
    run: framed(false),
  },
  slow: {
    name: "Frames, slow down",
    words: "GameLoop on the display's frames. What cannot be done in time is given up: the scene " +
      "becomes slower instead of jerky.",
    blends: true,
    run: framed(true),
  },
  deadline: {
    name: "DeadlineGovernor",
    words: "Sleeps until start + n · period. No drift; late updates follow each other at once.",
    blends: false,
    run: governed((period) => new DeadlineGovernor(period)),
  },
  windowed: {
    name: "WindowedGovernor",
    words: "Sleeps the period less the mean work of the last 100 rounds.",
    blends: false,
    run: governed((period) => new WindowedGovernor(period)),
  },
  sampler: {
    name: "SamplerGovernor",
    words:
      "Counts the rounds of three seconds and then corrects the sleep. Holds the rate on any clock " +
      "in the long run; a change of the work, such as a busy start, shows for some samples.",
    blends: false,
    run: governed((period) => new SamplerGovernor(1000 / period)),
  },
  compensating: {
    name: "CompensatingGovernor",
    words: "Takes oversleeping off the next sleep and runs up to five extra updates when behind.",
    blends: false,
    run: governed((period) => new CompensatingGovernor(period)),
  },
  fixed: {
    name: "FixedDelayGovernor",
    words: "Sleeps the same time after every round: the work comes on top, so the rate is too low.",
    blends: false,
    run: governed((period) => new FixedDelayGovernor(period)),
  },
};

// ---- Settings, in the address

const fields = new URLSearchParams(location.hash.slice(1));

function oneOf<T>(value: T, allowed: readonly T[], or: T): T {
  return allowed.includes(value) ? value : or;
}

const settings = {
  count: oneOf(Number(fields.get("bodies")), COUNTS, 1000),
  mode: oneOf(fields.get("mode") as Mode, MODES.map(([mode]) => mode), "simd"),
  rate: oneOf(Number(fields.get("rate")), RATES, 60),
  driver: oneOf(fields.get("loop") ?? "", Object.keys(DRIVERS), "advanced"),
  interpolate: fields.get("blend") !== "0",
};

function writeAddress(): void {
  const { count, mode, rate, driver, interpolate } = settings;
  history.replaceState(
    null,
    "",
    `#bodies=${count}&mode=${mode}&rate=${rate}&loop=${driver}&blend=${interpolate ? 1 : 0}`,
  );
}

// The page's own changes of the address do not trigger this event.
globalThis.addEventListener("hashchange", () => location.reload());

// ---- The scene and what is measured

const painter = new Painter(byId<HTMLCanvasElement>("field"));
const chart = new FrameChart(byId<HTMLCanvasElement>("chart"));
let colors: Palette = palette();
let scene: StressScene;
let updates: FrameStatistics;
let frames: FrameStatistics;
let updateReport: Report | null = null;
let frameReport: Report | null = null;
let dropped: () => number = () => NaN;
/** Time of each of the last updates. A frame may have none or many, which the chart shows. */
const updateTimes = new Recent(240);
/** Time of the updates since the last draw, and the last counts. */
let updateTime = 0;
let lastFrame = NaN;
let pairs = 0;
let contacts = 0;
const phases = [0, 0, 0, 0];
/** Pairs that each way of asking answers in a second, as last measured with this number of bodies. */
const rates = new Map<Mode, number>();
/** Updates since a way of asking was chosen: the first ones warm up. */
let warm = 0;
let view: View = { zoom: 1, x: 0.5, y: 0.5 };

function makeScene(): void {
  const { count, rate } = settings;
  rates.clear();
  step = null;
  try {
    scene = new StressScene(count, settings.mode, 1 / rate);
  } catch (error) {
    if (settings.mode !== "simd") throw error;
    // The browser has no WebAssembly SIMD.
    settings.mode = "ts";
    scene = new StressScene(count, "ts", 1 / rate);
  }
}

/** Measures on after a pause; the readings stay until there are new ones. */
function continueStatistics(): void {
  const now = systemClock.now();
  updates = new FrameStatistics(1000 / settings.rate, now);
  frames = new FrameStatistics(1000 / 60, now);
  lastFrame = NaN;
  updateTime = 0;
}

function restartStatistics(): void {
  continueStatistics();
  updateReport = frameReport = null;
  pairs = contacts = warm = 0;
  phases.fill(0);
  chart.clear();
  updateTimes.clear();
  showNumbers();
}

/** The update under way. In a pause it stays where it is. */
let step: Generator<void, StepCounts> | null = null;

/** Runs an update, and between its parts lets the browser have its turn if there are many bodies. */
function update(): void | Promise<void> {
  finishUpdate();
  step = scene.advance(systemClock.now);
  if (settings.count >= HEAVY) return updateInParts(step);
  finishUpdate();
}

async function updateInParts(own: typeof step): Promise<void> {
  // A pause leaves it, and another scene or loop takes its place.
  while (step === own && !paused && runPart()) await sleeper.yield();
}

function finishUpdate(): void {
  while (runPart());
}

/** Runs the next part of the update under way. Returns whether there is another one. */
function runPart(): boolean {
  if (step === null) return false;
  const part = step.next();
  if (!part.done) return true;
  step = null;
  noteUpdate(part.value);
  return false;
}

function noteUpdate(counts: StepCounts): void {
  pairs = counts.pairs;
  contacts = counts.contacts;
  // An exponential mean of about the last 30 updates.
  warm++;
  const weight = Math.max(1 / warm, 1 / 30);
  counts.times.forEach((time, i) => phases[i] += (time - phases[i]) * weight);
  if (warm > 10 && phases[2] > 0) rates.set(scene.mode, 1000 * pairs / phases[2]);
  const took = counts.times.reduce((sum, time) => sum + time, 0);
  updateTimes.add(took);
  updateTime += took;
  updateReport = updates.frame(systemClock.now()) ?? updateReport;
}

function draw(alpha: number): void {
  const start = systemClock.now();
  painter.draw(scene, settings.interpolate ? alpha : 1, colors, view);
  const end = systemClock.now();
  frameReport = frames.frame(end) ?? frameReport;
  if (!Number.isNaN(lastFrame)) chart.add(updateTime, end - start, start - lastFrame);
  lastFrame = start;
  updateTime = 0;
}

const game = { update, draw };

// ---- Running

let running = new AbortController();
/** A visitor who asked for little motion sees the scene at rest first. */
let paused = matchMedia("(prefers-reduced-motion: reduce)").matches;

function restart(measure = restartStatistics): void {
  running.abort();
  running = new AbortController();
  measure();
  const driver = DRIVERS[settings.driver];
  byId("driver-words").textContent = driver.words;
  byId<HTMLInputElement>("interpolate").disabled = !driver.blends;
  byId("pause").textContent = paused ? "Go on" : "Pause";
  if (paused) drawAtRest();
  else void driver.run(running.signal);
}

/** Screen pixels per pixel of the page when the scene was drawn at rest. */
let density = NaN;

/**
 * Draws the scene while it is paused and no loop draws it: its size or colours may have changed.
 */
function drawAtRest(): void {
  density = devicePixelRatio;
  if (paused) painter.draw(scene, 1, colors, view);
}

// ---- Numbers, twice a second

function fixed(value: number, digits = 1): string {
  return Number.isFinite(value) ? value.toFixed(digits) : "—";
}

function showNumbers(): void {
  // On another screen the field's size in the page may stay the same.
  if (density !== devicePixelRatio) drawAtRest();
  chart.draw(colors);
  const three = (times: Recent): string =>
    times.percentiles(50, 99, 100).map((v) => fixed(v)).join(" / ");
  const memory = (performance as { memory?: { usedJSHeapSize: number } }).memory;
  const items: [string, string, string][] = [
    ["ups", "updates per second", fixed(updateReport?.intervalFps ?? NaN)],
    ["fps", "frames per second", fixed(frameReport?.intervalFps ?? NaN)],
    ["update-ms", "one update, ms: p50 / p99 / max", three(updateTimes)],
    ["draw-ms", "one draw, ms: p50 / p99 / max", three(chart.draws)],
    ["interval-ms", "frame to frame, ms", three(chart.intervals)],
    ["pairs", "pairs of boxes per update", String(pairs)],
    ["contacts", "of which touch", String(contacts)],
    ["dropped", "time given up, ms", fixed(dropped(), 0)],
    ["heap", "heap, MB", fixed((memory?.usedJSHeapSize ?? NaN) / 1e6)],
  ];
  const list = byId("numbers");
  if (list.childElementCount !== items.length) {
    list.replaceChildren(...items.map(([id, name]) => {
      const item = document.createElement("div");
      const term = document.createElement("dt");
      term.textContent = name;
      const definition = document.createElement("dd");
      definition.id = id;
      item.append(term, definition);
      return item;
    }));
  }
  for (const [id, , text] of items) byId(id).textContent = text;
  showPhases();
  showRates();
  offerFewer();
}

/** One update as a bar of its parts. */
function showPhases(): void {
  const bar = byId("phases");
  if (bar.childElementCount === 0) {
    for (const [name, color] of PHASES) {
      const part = document.createElement("i");
      part.style.background = `var(--${color})`;
      part.title = name;
      bar.append(part);
    }
  }
  const sum = phases.reduce((a, b) => a + b, 0);
  phases.forEach((time, i) => {
    (bar.children[i] as HTMLElement).style.flexGrow = String(sum > 0 ? time / sum : 0.25);
  });
  byId("phase-words").replaceChildren(...PHASES.map(([name, color], i) => {
    const part = document.createElement("span");
    part.style.setProperty("--mark", `var(--${color})`);
    part.textContent = `${name} ${fixed(phases[i], 2)}`;
    return part;
  }));
}

/** Pairs that each way of asking answers in a second; — where it has not run with so many bodies. */
function showRates(): void {
  const list = byId("rates");
  if (list.childElementCount === 0) {
    for (const [mode, name] of MODES) {
      const term = document.createElement("dt");
      term.textContent = name;
      const definition = document.createElement("dd");
      definition.id = `rate-${mode}`;
      definition.append(document.createElement("i"), document.createElement("span"));
      list.append(term, definition);
    }
  }
  const most = Math.max(...rates.values(), 1);
  for (const [mode] of MODES) {
    const [bar, text] = byId(`rate-${mode}`).children as unknown as HTMLElement[];
    const rate = rates.get(mode);
    bar.style.width = `${100 * (rate ?? 0) / most}%`;
    text.textContent = rate === undefined ? "—" : `${(rate / 1e6).toFixed(rate < 1e7 ? 2 : 1)} M/s`;
  }
}

/** Reports in a row in which an update took longer than it has. */
let late = 0;

/** Offers as many bodies as this machine seems to move in time. */
function offerFewer(): void {
  const has = 1000 / settings.rate;
  const [took] = updateTimes.percentiles(50);
  if (!paused) late = took > has && updateTimes.length >= 10 ? late + 1 : 0;
  const fits = COUNTS.filter((n) => n < settings.count && n * took <= 0.8 * has * settings.count);
  const fewer = fits.at(-1) ?? COUNTS[0];
  const button = byId<HTMLButtonElement>("fewer");
  button.hidden = late < 3 || fewer >= settings.count;
  byId("busy").textContent = button.hidden
    ? ""
    : `An update takes ${fixed(took, 0)} ms and has ${fixed(has, 0)}.`;
  button.textContent = `Take ${nameOf(fewer)}`;
  button.value = String(fewer);
}

function nameOf(count: number): string {
  return count.toLocaleString("en").replaceAll(",", "\u202f");
}

// ---- Controls

/** A list of the page that is one of the settings; another choice begins anew. */
function choose(
  id: "count" | "rate" | "driver",
  options: [value: string, name: string][],
  refill: boolean,
): HTMLSelectElement {
  const select = byId<HTMLSelectElement>(id);
  for (const [key, name] of options) select.add(new Option(name, key));
  select.value = String(settings[id]);
  select.addEventListener("change", () => {
    Object.assign(settings, { [id]: id === "driver" ? select.value : Number(select.value) });
    if (refill) makeScene();
    restart();
    writeAddress();
  });
  return select;
}

const count = choose("count", COUNTS.map((n) => [String(n), nameOf(n)]), true);
choose("rate", RATES.map((n) => [String(n), String(n)]), true);
choose("driver", Object.entries(DRIVERS).map(([key, { name }]) => [key, name]), false);
const interpolate = byId<HTMLInputElement>("interpolate");
interpolate.checked = settings.interpolate;
interpolate.addEventListener("change", () => {
  settings.interpolate = interpolate.checked;
  writeAddress();
});

function showMode(): void {
  byId<HTMLInputElement>(`mode-${settings.mode}`).checked = true;
  const reason = settings.mode === "call"
    ? "Broadphase of a space, then penetration() for each pair."
    : scene.reason === "asked for"
    ? ""
    : scene.reason;
  byId("reason").textContent = reason;
}

for (const [mode, name] of MODES) {
  const label = document.createElement("label");
  const input = document.createElement("input");
  input.type = "radio";
  input.name = "mode";
  input.id = `mode-${mode}`;
  const text = document.createElement("span");
  text.textContent = name;
  label.append(input, text);
  byId("modes").append(label);
  input.addEventListener("change", () => {
    try {
      finishUpdate();
      scene.setMode(mode);
      settings.mode = mode;
      restartStatistics();
      writeAddress();
      showMode();
    } catch (error) {
      showMode();
      byId("reason").textContent = error instanceof Error ? error.message : String(error);
    }
  });
}

byId("check").addEventListener("click", () => {
  const lines: string[] = [];
  const digests = new Set<string>();
  for (const [mode, name] of MODES) {
    try {
      const fresh = new StressScene(Math.min(settings.count, 5000), mode);
      const start = systemClock.now();
      for (let i = 0; i < 120; i++) fresh.update();
      const time = (systemClock.now() - start) / 120;
      const digest = fresh.digest();
      digests.add(digest);
      lines.push(`${digest} ${name}, ${time.toFixed(2)} ms`);
    } catch (error) {
      lines.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  lines.push(digests.size === 1 ? "All the same." : "DIFFERENT.");
  byId("digests").textContent = lines.join("\n");
  restartStatistics();
});

byId("pause").addEventListener("click", () => {
  paused = !paused;
  restart(continueStatistics);
});
byId("fewer").addEventListener("click", (event) => {
  count.value = (event.currentTarget as HTMLButtonElement).value;
  count.dispatchEvent(new Event("change"));
  late = 0;
  // The button is gone, and with it the focus.
  count.focus();
});

// ---- Zoom: buttons, the wheel with Ctrl (which is also a pinch), and dragging

const field = byId<HTMLCanvasElement>("field");

function look(next: View): void {
  view = next;
  byId<HTMLButtonElement>("zoom-out").disabled = view.zoom <= 1;
  byId<HTMLButtonElement>("zoom-in").disabled = view.zoom >= 32;
  byId("zoom").textContent = `${fixed(view.zoom, view.zoom < 10 ? 1 : 0)} ×`;
  field.classList.toggle("zoomed", view.zoom > 1);
  drawAtRest();
}

function zoomBy(factor: number, at?: { x: number; y: number }): void {
  look(zoomed(view, Math.min(Math.max(view.zoom * factor, 1), 32), at));
}

byId("zoom-in").addEventListener("click", () => zoomBy(2));
byId("zoom-out").addEventListener("click", () => zoomBy(0.5));
field.addEventListener("wheel", (event) => {
  if (!event.ctrlKey) return;
  event.preventDefault();
  zoomBy(Math.exp(-event.deltaY / 200), {
    x: event.offsetX / field.clientWidth,
    y: event.offsetY / field.clientHeight,
  });
}, { passive: false });
field.addEventListener("pointerdown", (event) => {
  if (event.button === 0 && view.zoom > 1) field.setPointerCapture(event.pointerId);
});
field.addEventListener("pointermove", (event) => {
  if (!field.hasPointerCapture(event.pointerId) || (event.buttons & 1) === 0) return;
  const { zoom, x, y } = view;
  look(zoomed({
    zoom,
    x: x - event.movementX / field.clientWidth / zoom,
    y: y - event.movementY / field.clientHeight / zoom,
  }, zoom));
});

makeScene();
startTheme(() => {
  colors = palette();
  drawAtRest();
});
new ResizeObserver(drawAtRest).observe(byId("field"));
showMode();
look(view);
restart();
showPage();
setInterval(showNumbers, 500);
