/**
 * Two peers in lockstep with rollback, over a line that delays, loses and reorders messages, in virtual time: each
 * peer guesses the other's input, and when the true one comes, goes back to an image of the space and plays on from
 * there. Run with `deno run examples/rollback.ts [ticks]`, or `node rollback.ts` from Node 22.18 on.
 *
 * @module
 */
import { box, circle, moveAndSlide, pose, Space } from "@narrowphase/gjk2d";

/** A small generator of random numbers, equal on every engine. */
function random(seed: number): () => number {
  let s = seed;
  return () => (s = (Math.imul(s, 1664525) + 1013904223) >>> 0) / 4294967296;
}

/** Inputs of both players at a tick: a direction from 0 to 4, or -1 while it is not known. */
type Inputs = [number, number];

const WAYS = [[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1]].map(([x, y]) => ({
  x: 0.1 * x,
  y: 0.1 * y,
}));
const HERO = circle(0.4), SHOT = circle(0.1);
/** So many ticks a guess may be old. */
const WINDOW = 32;

/** The game: a function of inputs, and all of its state is in the space. */
export class Game {
  readonly space: Space = new Space();
  readonly #heroes: number[];

  constructor() {
    for (let k = 0; k < 40; k++) this.space.add(box(1, 1), pose(k % 8 * 2 - 8, (k >> 3) * 2 - 4));
    this.#heroes = [pose(-9, 0), pose(9, 1)].map((at) => this.space.add(HERO, at));
  }

  step(tick: number, inputs: Inputs): void {
    const { space } = this;
    for (const [k, id] of this.#heroes.entries()) {
      const input = Math.max(inputs[k], 0); // a guess: it stands still
      const { x, y } = moveAndSlide(space, id, WAYS[input]);
      // Some ticks a hero drops a shot, which is gone when something touches it for the third tick.
      if ((tick + input) % 7 === 0) space.add(SHOT, pose(x, y), { mask: 3, category: 2 });
    }
    space.update();
    const gone = new Set<number>();
    space.contacts.forEach(({ a, b, age }) => {
      if (age < 3) return;
      for (const id of [a, b]) if (space.getFilter(id, FILTER).category === 2) gone.add(id);
    });
    for (const id of gone) space.remove(id);
  }
}

const FILTER = { category: 0, mask: 0, group: 0 };

/** One of the two. */
export class Peer {
  readonly game: Game = new Game();
  /** Next tick to play; and the first whose inputs are not all known. */
  tick = 0;
  known = 0;
  rollbacks = 0;
  readonly #me: number;
  readonly #inputs: Inputs[] = [];
  readonly #buffers = Array.from({ length: WINDOW }, () => new Uint8Array(1 << 15));
  readonly #images: Uint8Array[] = [];
  readonly #random: () => number;
  #first = Infinity;

  constructor(me: number) {
    this.#me = me;
    this.#random = random(me + 7);
  }

  #at(tick: number): Inputs {
    return this.#inputs[tick] ??= [-1, -1];
  }

  /** Notes what the other has done. */
  receive(tick: number, input: number): void {
    const inputs = this.#at(tick), other = 1 - this.#me;
    if (inputs[other] >= 0) return;
    inputs[other] = input;
    if (tick < this.tick && input !== 0) this.#first = Math.min(this.#first, tick); // guessed 0
  }

  /** Plays a tick before the last one, unless the other is too far behind. Returns the inputs of the last ticks to send. */
  play(last: number): [number, number][] {
    const me = this.#me;
    if (this.#first < this.tick) {
      // Back to the image before the first wrong guess, and on with the inputs that are known now.
      this.rollbacks++;
      this.game.space.restore(this.#images[this.#first % WINDOW]);
      for (let t = this.#first; t < this.tick; t++) this.#step(t);
      this.#first = Infinity;
    }
    while (this.known < this.tick && Math.min(...this.#at(this.known)) >= 0) this.known++;
    if (this.tick < last && this.tick - this.known < WINDOW - 1) {
      this.#at(this.tick)[me] = Math.floor(5 * this.#random());
      this.#step(this.tick++);
    }
    const sent: [number, number][] = [];
    for (let t = Math.max(0, this.tick - WINDOW); t < this.tick; t++) {
      sent.push([t, this.#at(t)[me]]);
    }
    return sent;
  }

  #step(tick: number): void {
    const { space } = this.game, k = tick % WINDOW;
    this.#images[k] = space.save(this.#buffers[k]);
    this.game.step(tick, this.#at(tick));
  }
}

/** Plays until both peers know all inputs of so many ticks. Returns them, and what happened. */
export function playTogether(ticks: number, seed = 1): { peers: Peer[]; lost: number } {
  const peers = [new Peer(0), new Peer(1)], chance = random(seed);
  const line: { due: number; to: number; messages: [number, number][] }[] = [];
  let lost = 0;
  for (let now = 0; Math.min(...peers.map(({ known }) => known)) < ticks; now++) {
    for (const message of line.filter(({ due }) => due <= now)) {
      for (const [tick, input] of message.messages) peers[message.to].receive(tick, input);
      line.splice(line.indexOf(message), 1);
    }
    for (const [k, peer] of peers.entries()) {
      const messages = peer.play(ticks);
      if (chance() < 0.2) lost++;
      else line.push({ due: now + 1 + Math.floor(8 * chance()), to: 1 - k, messages });
    }
  }
  return { peers, lost };
}

if (import.meta.main) {
  const ticks = 10_000, { peers, lost } = playTogether(ticks);
  console.log(
    `${lost} messages lost, rollbacks: ${peers.map(({ rollbacks }) => rollbacks).join(" and ")}`,
  );
  console.log(`hashes: ${peers.map(({ game }) => game.space.hash()).join(" and ")}`);
}
