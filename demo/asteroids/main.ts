/**
 * Asteroids on a page: drawing, and buttons.
 *
 * @module
 */
import { interpolatePose, type Pose } from "@narrowphase/gjk2d";
import { presets } from "@narrowphase/gjk2d/loop";
import { GameWindow } from "../engine/game_window.ts";
import {
  Input,
  logger,
  minimumLevel,
  Recorder,
  type Recording,
  Replay,
  setLogStream,
  setMinimumLevel,
} from "../engine/mod.ts";
import { byId, type Palette, palette, startTheme } from "../shared/theme.ts";
import { Afterglow } from "./afterglow.ts";
import type { Contact } from "./contact.ts";
import { ARROW, ARROW_SCALE, AsteroidsGame, HEIGHT, WIDTH } from "./game.ts";
import { attachPads } from "./pads.ts";
import type { Actor, Asteroid, Ship } from "./parts.ts";
import { RECORDED_GAME } from "./recorded_game.ts";
import { readGame, type SharedGame, writeGame } from "./shared.ts";
import { Sound } from "./sound.ts";

/** Keys that go to the game itself and are recorded. */
const KEYS = new Set([
  "ArrowLeft",
  "ArrowRight",
  "ArrowUp",
  "ArrowDown",
  "KeyA",
  "KeyD",
  "KeyW",
  "KeyS",
  "Space",
]);

/**
 * Keys of the page, which also work while the game stands still. The games that this one follows
 * run in a window and quit at Esc, Q, End or Ctrl-C. A page cannot quit itself, and Ctrl-C copies.
 * So Q and End end the game and Esc pauses it, as players expect on a page. Q is next to the
 * steering keys, so Esc also returns to a game that was ended by accident.
 */
const COMMANDS: Record<string, () => void> = {
  Escape: togglePause,
  KeyQ: endGame,
  End: endGame,
  Enter: startAnother,
  NumpadEnter: startAnother,
};

const view = new GameWindow(byId<HTMLCanvasElement>("field"), { update, draw }, {
  ...presets.advanced(1000 / 60),
  pauseWhenHidden: true,
  drawEveryFrame: true,
  width: WIDTH,
  height: HEIGHT,
  keys: KEYS,
});
const { canvas, context, loop } = view;
let colors: Palette = palette();

// ---- Log

const paper = byId("log");
setLogStream({
  print(text) {
    paper.append(text);
    // The last few dozen lines are enough.
    while (paper.childNodes.length > 60) paper.firstChild?.remove();
  },
  flush() {
    paper.scrollTop = paper.scrollHeight;
  },
});
const log = logger("Page");

// ---- Sparks: for the eye only, so they may use the browser's random numbers

interface Spark {
  x: number;
  y: number;
  vx: number;
  vy: number;
  left: number;
}

let sparks: Spark[] = [];

/** Whether the visitor asked for little motion: no sparks, and the game begins with a pause. */
const still = matchMedia("(prefers-reduced-motion: reduce)").matches;

function burst(x: number, y: number, count: number, speed: number): void {
  if (still) return;
  for (let i = 0; i < count && sparks.length < 400; i++) {
    const t = 2 * Math.PI * Math.random();
    const v = speed * (0.3 + Math.random());
    sparks.push({ x, y, vx: v * Math.cos(t), vy: v * Math.sin(t), left: 20 + 30 * Math.random() });
  }
}

// ---- The current game

let input = new Input();
let game: AsteroidsGame;
let recorder: Recorder;
let replay: Replay | null = null;
/** The recorded game that is shown. */
let film: SharedGame | null = null;
const sound = new Sound();
/** Whether the game is over or was ended by the player. */
let ended = false;
/** Whether the player asked for a pause. */
let resting = false;
/**
 * Whether another window is in use, so that no keys arrive. The game then waits for this window.
 */
let away = false;

function start(shown: SharedGame | null): void {
  film = shown;
  const recording: Recording | null = shown?.recording ?? null;
  input = new Input();
  const seed = recording?.seed ?? Math.floor(Math.random() * 1e9);
  game = new AsteroidsGame(seed, input);
  recorder = new Recorder(input, seed);
  replay = recording === null ? null : new Replay(recording);
  sparks = [];
  contacts = new Afterglow(30);
  // A recorded game takes no other input, but its keys must still not scroll the page.
  const nobody = new Input();
  nobody.paused = true;
  view.input = replay === null ? input : nobody;
  ended = resting = false;
  byId("verdict").textContent = "";
  settle();
}

/** Pauses or resumes the loop, and shows its state. While it is paused, its input is paused too. */
function settle(): void {
  // A recorded game needs no player.
  const waiting = away && !ended && replay === null;
  if (resting || waiting) loop.pause();
  else loop.resume();
  input.paused = resting || waiting || ended;
  const title = game.over ? "Game over" : "Game ended";
  byId("notice").textContent = ended
    ? title
    : resting
    ? "Paused"
    : waiting
    ? "Waits for you"
    : replay !== null
    ? "Recorded"
    : "";
  const pause = byId<HTMLButtonElement>("pause");
  pause.textContent = resting ? "Go on" : "Pause";
  pause.disabled = game.over;
  byId("ending").hidden = !ended;
  byId("ending-title").textContent = title;
  byId("ending-words").textContent = `${game.score} points, level ${game.level}`;
  byId("back").hidden = game.over;
}

function update(): void {
  if (replay !== null && replay.done) {
    const digest = game.digest();
    const same = digest === film?.digest;
    log.info("Recorded game ended with {score} points in state {digest}, {verdict}", {
      score: game.score,
      digest,
      verdict: same ? "as recorded" : "NOT as recorded",
    });
    start(null);
    byId("verdict").textContent = `${digest} ${same ? "= as recorded" : "≠ recorded"}`;
    return;
  }
  if (!ended) advance();
  // The sparks of the last crash keep flying.
  for (const spark of sparks) {
    spark.x += spark.vx / 60;
    spark.y += spark.vy / 60;
    spark.left--;
  }
  sparks = sparks.filter(({ left }) => left > 0);
}

function advance(): void {
  replay?.feed(input);
  game.update();
  recorder.capture();
  sound.play(game.events);
  for (const event of game.events) {
    if (event.type === "split") burst(event.x, event.y, 6 + event.area / 300, 70);
    else if (event.type === "crash") burst(event.x, event.y, 70, 120);
    else if (event.type === "bump" && event.speed > 12) {
      burst(event.contact.point.x, event.contact.point.y, 3, 35);
    }
  }
  // A recording has its own end.
  if (game.over && replay === null) {
    ended = true;
    settle();
  }
}

/** Pauses the game, or resumes one that is paused or was ended by the player. */
function togglePause(): void {
  if (game.over) return;
  resting = !resting;
  ended = false;
  settle();
}

function endGame(): void {
  if (ended) return;
  ended = resting = true;
  log.info("Ended by the player with {score} points", { score: game.score });
  settle();
}

function startAnother(): void {
  if (ended) start(null);
}

// ---- Drawing

const shown: Pose = { x: 0, y: 0, cos: 1, sin: 0 };
/** Contacts last one update; they are shown for half a second. */
let contacts = new Afterglow<Contact>(30);

/** The blend of the last two poses, without flying across the field when it wraps. */
function blend({ placement: { pose, before } }: Actor, alpha: number): Pose {
  if (Math.abs(pose.x - before.x) > WIDTH / 2 || Math.abs(pose.y - before.y) > HEIGHT / 2) {
    return Object.assign(shown, pose);
  }
  return interpolatePose(before, pose, alpha, shown);
}

/** Calls `paint` for the pose and, near a border, for its image on the other side. */
function everywhere(pose: Pose, reach: number, paint: () => void): void {
  const xs = [pose.x];
  const ys = [pose.y];
  if (pose.x < reach) xs.push(pose.x + WIDTH);
  if (pose.x > WIDTH - reach) xs.push(pose.x - WIDTH);
  if (pose.y < reach) ys.push(pose.y + HEIGHT);
  if (pose.y > HEIGHT - reach) ys.push(pose.y - HEIGHT);
  for (const x of xs) {
    for (const y of ys) {
      context.save();
      context.transform(pose.cos, pose.sin, -pose.sin, pose.cos, x, y);
      paint();
      context.restore();
    }
  }
}

function trace(points: readonly { x: number; y: number }[], scale = 1): void {
  context.beginPath();
  for (const { x, y } of points) context.lineTo(scale * x, scale * y);
  context.closePath();
}

function draw(alpha: number): void {
  context.lineJoin = "round";
  const geometry = byId<HTMLInputElement>("geometry").checked;
  for (const asteroid of game.asteroids) drawAsteroid(asteroid, alpha, geometry);
  // A shield blinks in its last second.
  const { ship } = game;
  if (ship !== null && (ship.shield.left === 0 || ship.shield.left > 60 || ship.shield.left & 8)) {
    everywhere(blend(ship, alpha), 40, () => drawShip(ship, geometry));
  }
  drawBullets(alpha);
  drawSparks();
  if (geometry) drawContacts();
  byId("score").textContent = String(game.score);
  byId("level").textContent = String(game.level);
  byId("lives").textContent = String(game.lives);
}

function drawAsteroid(asteroid: Asteroid, alpha: number, geometry: boolean): void {
  const { shape, solid } = asteroid;
  context.lineWidth = 1.6;
  everywhere(blend(asteroid, alpha), solid.reach, () => {
    trace(shape.points);
    context.fillStyle = colors.grid;
    context.fill();
    context.strokeStyle = colors.ink;
    context.stroke();
    if (geometry) {
      context.fillStyle = colors.diff;
      for (const { x, y } of shape.points) context.fillRect(x - 1.5, y - 1.5, 3, 3);
      context.fillRect(-1.5, -1.5, 3, 3);
    }
  });
}

/** The ship in its own frame: flames, arrow, shield, and the triangles that it collides with. */
function drawShip(ship: Ship, geometry: boolean): void {
  context.lineWidth = 1.6;
  context.strokeStyle = colors.b;
  if (ship.helm.thrusting) {
    context.beginPath();
    context.moveTo(-4, 8);
    context.lineTo(0, 16 + 4 * (game.updates & 3));
    context.lineTo(4, 8);
    context.stroke();
  }
  if (ship.helm.braking) {
    const flame = -3 - 2 * (game.updates & 3);
    context.beginPath();
    for (const side of [-1, 1]) {
      context.moveTo(9 * side, 3);
      context.lineTo(12 * side, flame);
    }
    context.stroke();
  }
  trace(ARROW, ARROW_SCALE);
  context.fillStyle = colors.a;
  context.globalAlpha = 0.25;
  context.fill();
  context.globalAlpha = 1;
  context.strokeStyle = colors.a;
  context.stroke();
  if (ship.shield.left > 0) {
    context.beginPath();
    context.arc(0, 0, 24, 0, 2 * Math.PI);
    context.globalAlpha = 0.5;
    context.stroke();
    context.globalAlpha = 1;
  }
  if (geometry) {
    for (const { points } of ship.solid.parts) {
      trace(points);
      context.strokeStyle = colors.diff;
      context.stroke();
    }
  }
}

/** Draws each bullet as long as the ray that is cast for it. */
function drawBullets(alpha: number): void {
  context.strokeStyle = colors.b;
  context.lineCap = "round";
  context.lineWidth = 2.4;
  for (const bullet of game.bullets) {
    const { x, y } = blend(bullet, alpha);
    const { vx, vy } = bullet.motion;
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x - vx / 60, y - vy / 60);
    context.stroke();
  }
}

function drawSparks(): void {
  context.fillStyle = colors.muted;
  for (const { x, y, left } of sparks) {
    context.globalAlpha = Math.min(1, left / 20);
    context.fillRect(x - 1, y - 1, 2, 2);
  }
  context.globalAlpha = 1;
}

/** The contact points of the last half second, and their normals. */
function drawContacts(): void {
  context.lineWidth = 1.5;
  for (const { points, point, normal } of contacts.show(game.contacts, game.updates)) {
    context.strokeStyle = context.fillStyle = colors.found;
    for (const { x, y } of points) {
      context.beginPath();
      context.arc(x, y, 3, 0, 2 * Math.PI);
      context.fill();
    }
    context.beginPath();
    context.moveTo(point.x, point.y);
    context.lineTo(point.x + 22 * normal.x, point.y + 22 * normal.y);
    context.stroke();
  }
}

// ---- Start

const BUTTONS: Record<string, () => void> = {
  new: () => start(null),
  again: () => start(null),
  back: togglePause,
  pause: togglePause,
  watch: () => void readGame(RECORDED_GAME).then(start),
};
for (const [id, press] of Object.entries(BUTTONS)) {
  byId(id).addEventListener("click", () => {
    press();
    canvas.focus();
  });
}
byId("verify").addEventListener("click", () => {
  const played = recorder.recording();
  const expected = game.digest();
  // The log is about the game on the screen, not about this one.
  const level = minimumLevel();
  setMinimumLevel("error");
  const begin = performance.now();
  const again = new AsteroidsGame(played.seed);
  const tape = new Replay(played);
  while (!tape.done) {
    tape.feed(again.input);
    again.update();
  }
  const time = Math.round(performance.now() - begin);
  setMinimumLevel(level);
  const same = again.digest() === expected;
  byId("verdict").textContent = `${played.updates} updates in ${time} ms: ${again.digest()} ${
    same ? "=" : "≠"
  } ${expected}`;
});
byId<HTMLInputElement>("sound").addEventListener("change", (event) => {
  sound.on = (event.target as HTMLInputElement).checked;
});

// ---- A game as an address

byId("share").addEventListener("click", async () => {
  const played = { recording: recorder.recording(), digest: game.digest() };
  const link = `#game=${await writeGame(played)}`;
  history.replaceState(null, "", link);
  const { updates } = played.recording;
  const seconds = (updates / 60).toFixed(0);
  let copied = "the address of this page";
  try {
    await navigator.clipboard.writeText(location.href);
    copied = "a link, copied";
  } catch {
    // Then the address bar has it.
  }
  byId("verdict").textContent = `${seconds} s of play in ${link.length} letters: ${copied}`;
});

/** The game of the address, if it has one. */
async function openAddress(): Promise<void> {
  const text = /^#game=([\w-]+)$/.exec(location.hash)?.[1];
  if (text === undefined) return start(null);
  const shared = await readGame(text);
  start(shared);
  if (shared === null) byId("verdict").textContent = "The address holds no game.";
}
globalThis.addEventListener("hashchange", () => void openAddress());

// Give the focus back to the game if the player clicked there, but not if they came by keyboard.
for (const id of ["geometry", "verify", "share", "sound"]) {
  byId(id).addEventListener("click", (event) => {
    if (event.detail > 0) canvas.focus({ preventScroll: true });
  });
}
canvas.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (!Object.hasOwn(COMMANDS, event.code)) return;
  event.preventDefault();
  if (!event.repeat) COMMANDS[event.code]();
});
attachPads(document.querySelectorAll<HTMLButtonElement>("[data-key]"), (type, code) => {
  if (replay === null) input.keyboard.addEvent({ type, code });
});

// A player who touches the page is here, even if the browser has not reported it.
for (const type of ["blur", "focus", "pointerdown", "keydown"]) {
  globalThis.addEventListener(type, () => {
    const gone = type === "blur";
    // Before the game of an address is read, there is none.
    if (away === gone || game === undefined) return;
    away = gone;
    settle();
  });
}

startTheme(() => colors = palette());
await openAddress();
if (still) togglePause();
canvas.focus({ preventScroll: true });
void view.run();
