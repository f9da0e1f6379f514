/**
 * An authoritative room: it alone moves the players, 60 times a second, and tells them 20 times a second where all
 * are. Clients send what they want to do, never where they are. server.ts puts it on the net, and docs/servers.md
 * explains it.
 */
import { box, circle, PENETRATION_STRIDE, pose, POSE_STRIDE, Space } from "@narrowphase/gjk2d";
import { GameLoop, GameTimers, hz, presets, systemClock } from "@narrowphase/gjk2d/loop";

/** Ticks a second, snapshots a second; the side of the field, the radius and speed of players, in units and seconds. */
export const RATE = 60, SNAPSHOTS = 20, SIDE = 100, RADIUS = 2, SPEED = 30;
export const MAX_MESSAGE = 200; // of a client, in characters
/** Center and half the size of the walls and of a block in the middle. */
const WALLS = [[50, -5, 50, 5], [50, 105, 50, 5], [-5, 50, 5, 50], [105, 50, 5, 50]];
const BLOCK = [50, 50, 9, 9];

/** A player: its body in the space, the direction it wants to go, and the way to its client. */
interface Player {
  body: number;
  x: number;
  y: number;
  input: number; // the last one taken over; the client gets it back with the snapshots
  send: (text: string) => void;
}

/** The room; its `loop` is run by the server. */
export class Room {
  readonly players: Map<number, Player> = new Map();
  readonly loop: GameLoop;
  tick = 0;
  readonly #space = new Space();
  readonly #walls: number;
  readonly #timers = new GameTimers({ snapshot: () => this.#snapshot() });
  #ids = 0;

  constructor() {
    for (const [x, y, w, h] of [...WALLS, BLOCK]) this.#space.add(box(2 * w, 2 * h), pose(x, y, 0));
    this.#walls = this.#space.size;
    this.#timers.every(hz(SNAPSHOTS), "snapshot");
    const game = { update: (delta: number) => this.update(delta), draw() {} };
    this.loop = new GameLoop(game, systemClock, presets.advanced(hz(RATE)));
  }

  /** Lets a player in, at a place that depends on its number. Returns the number. */
  join(send: (text: string) => void): number {
    const id = ++this.#ids;
    const body = this.#space.add(circle(RADIUS), pose(10 + (id * 37) % 80, id % 2 ? 15 : 85, 0));
    this.players.set(id, { body, x: 0, y: 0, input: 0, send });
    send(JSON.stringify({ id, rate: RATE, side: SIDE, radius: RADIUS }));
    return id;
  }

  leave(id: number): void {
    const player = this.players.get(id);
    if (this.players.delete(id)) this.#space.remove(player!.body);
  }

  /** Takes over what a client wants. What is no such message is ignored. */
  receive(id: number, text: unknown): void {
    const player = this.players.get(id);
    if (player === undefined || typeof text !== "string" || text.length > MAX_MESSAGE) return;
    try {
      const { input, x, y } = JSON.parse(text);
      const length = Math.hypot(x, y);
      if (!Number.isInteger(input) || !Number.isFinite(length)) return;
      const speed = SPEED / Math.max(length, 1);
      Object.assign(player, { input, x: x * speed, y: y * speed });
    } catch {
      // Not JSON, or null.
    }
  }

  /** One tick: players move, then what overlaps is pushed apart, walls excepted. */
  update(delta: number): void {
    const { poses } = this.#space;
    for (const { body, x, y } of this.players.values()) {
      poses[body * POSE_STRIDE] += x * delta / 1000;
      poses[body * POSE_STRIDE + 1] += y * delta / 1000;
    }
    const pairs = this.#space.findPairs();
    const found = this.#space.penetrations(pairs);
    for (let k = 0; k < pairs.length / 2; k++) {
      const [depth, nx, ny] = found.subarray(k * PENETRATION_STRIDE);
      const push = (body: number, by: number): void => {
        if (body < this.#walls) return;
        poses[body * POSE_STRIDE] += by * nx;
        poses[body * POSE_STRIDE + 1] += by * ny;
      };
      const [a, b] = pairs.subarray(2 * k);
      push(a, -depth / 2); // the normal points from a to b; a wall stays
      push(b, a < this.#walls ? depth : depth / 2);
    }
    this.tick++;
    this.#timers.advance(delta);
  }

  #snapshot(): void {
    const { poses } = this.#space;
    const round = (x: number): number => Math.round(x * 1000) / 1000;
    const at = [...this.players].map(([id, { body, input }]) => {
      const [x, y] = poses.subarray(body * POSE_STRIDE);
      return [id, round(x), round(y), input];
    });
    const text = JSON.stringify({ tick: this.tick, at });
    for (const { send } of this.players.values()) send(text);
  }
}
