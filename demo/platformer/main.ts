/**
 * The page "Platformer": drawing, and buttons.
 *
 * @module
 */
import {
  interpolatePose,
  outline,
  type Polyline,
  type Pose,
  pose,
  type Shape,
} from "@narrowphase/gjk2d";
import { presets } from "@narrowphase/gjk2d/loop";
import { attachPads } from "../asteroids/pads.ts";
import { GameWindow } from "../engine/game_window.ts";
import { byId, type Palette, palette, startTheme } from "../shared/theme.ts";
import { HERO, LENGTH, PlatformerGame } from "./game.ts";

const view = new GameWindow(byId<HTMLCanvasElement>("field"), { update, draw }, {
  ...presets.advanced(1000 / 60),
  ...{ pauseWhenHidden: true, drawEveryFrame: true, width: 28, height: 15.75 },
  keys: new Set("ArrowLeft ArrowRight ArrowUp ArrowDown KeyA KeyD KeyW KeyS Space".split(" ")),
});
const { canvas, context, loop, width } = view;
let colors: Palette = palette();
let game = new PlatformerGame(view.input);

function pause(on: boolean): void {
  game.input.paused = on;
  loop[on ? "pause" : "resume"]();
  byId("pause").textContent = on ? "Go on" : "Pause";
  byId("notice").textContent = on ? "Paused" : "";
}

function update(): void {
  if (game.isWon) return;
  game.update();
  const { taken } = game, time = (game.updates / 60).toFixed(1);
  byId("coins").textContent = String(taken);
  byId("time").textContent = time;
  if (game.isWon) byId("notice").textContent = `There, with ${taken} coins in ${time} s!`;
}

const lines: Polyline[] = [];
const shown: Pose = pose();

function draw(alpha: number): void {
  const { space, ground, coins, flag, gondola } = game;
  const { x } = interpolatePose(game.before, game.pose, alpha, shown);
  context.translate(-Math.min(Math.max(x - width / 2, -0.5), LENGTH + 0.5 - width), -2.5);
  context.lineWidth = 0.1;
  context.lineJoin = "round";
  const colorOf = (id: number): string =>
    id === flag || coins.has(id) ? colors.found : id === gondola ? colors.diff : colors.a;
  for (const id of space.inBox({ minX: -99, minY: -99, maxX: 199, maxY: 99 })) {
    paint(space.getShape(id), space.getPose(id), colorOf(id), id === ground);
  }
  paint(HERO, shown, colors.b);
}

/** Fills and strokes a shape. Ground is a line: what is filled reaches around to below the screen. */
function paint(shape: Shape, at: Readonly<Pose>, color: string, isGround = false): void {
  const path = new Path2D();
  for (const { points, closed } of outline(shape, at, 0.01, lines)) {
    path.moveTo(points[0], points[1]);
    for (let k = 2; k < points.length; k += 2) path.lineTo(points[k], points[k + 1]);
    if (closed) path.closePath();
  }
  const inside = new Path2D(path);
  if (isGround) {
    for (const [x, y] of [[LENGTH + 2, -20], [LENGTH + 2, 50], [-2, 50], [-2, -20]]) {
      inside.lineTo(x, y);
    }
  }
  context.fillStyle = isGround ? colors.grid : color;
  context.globalAlpha = isGround ? 1 : 0.2;
  context.fill(inside);
  context.globalAlpha = 1;
  context.strokeStyle = color;
  context.stroke(path);
}

byId("new").addEventListener("click", () => {
  game = new PlatformerGame();
  view.input = game.input;
  pause(false);
  canvas.focus();
});
byId("pause").addEventListener("click", () => {
  pause(!game.input.paused);
  canvas.focus();
});
canvas.addEventListener("keydown", ({ code, repeat }) => {
  if (code === "Escape" && !repeat) pause(!game.input.paused);
});
attachPads(document.querySelectorAll<HTMLButtonElement>("[data-key]"), (type, code) => {
  game.input.keyboard.addEvent({ type, code });
});
startTheme(() => colors = palette());
// Who asked for little motion decides when it begins.
pause(matchMedia("(prefers-reduced-motion: reduce)").matches);
canvas.focus({ preventScroll: true });
void view.run();
