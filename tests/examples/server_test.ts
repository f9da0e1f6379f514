import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { hz } from "@narrowphase/gjk2d/loop";
// @ts-types="@types/ws"
import { WebSocket } from "ws";
import { effort } from "../effort.ts";
import { serve } from "../../examples/server.ts";
import { RADIUS, RATE, Room, SIDE, SNAPSHOTS, SPEED } from "../../examples/server_room.ts";

interface Snapshot {
  tick: number;
  at: [id: number, x: number, y: number, input: number][];
}

/** A client's end of a room: what was sent to it, parsed. */
function seat(room: Room): { id: number; messages: Snapshot[] } {
  const messages: Snapshot[] = [];
  const id = room.join((text) => void messages.push(JSON.parse(text)));
  return { id, messages };
}

/** A client that collects snapshots. */
class Client {
  id = 0;
  readonly snapshots: Snapshot[] = [];
  readonly #socket: WebSocket;
  #check: () => void = () => {};

  constructor(port: number) {
    this.#socket = new WebSocket(`ws://127.0.0.1:${port}`);
    this.#socket.on("message", (data) => {
      const message = JSON.parse(String(data));
      if (message.id !== undefined) this.id = message.id;
      else this.snapshots.push(message);
      this.#check();
    });
  }

  send(text: string): void {
    this.#socket.send(text);
  }

  /** Resolves with the first snapshot that is as wanted. */
  async sees(wanted: (snapshot: Snapshot) => boolean): Promise<Snapshot> {
    await new Promise<void>((resolve) => {
      this.#check = (): void => {
        if (this.snapshots.some(wanted)) resolve();
      };
      this.#check();
    });
    return this.snapshots.find(wanted)!;
  }

  async leave(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#socket.on("close", () => resolve()));
    this.#socket.close();
    await closed;
  }
}

describe("Room", () => {
  it("moves players at their speed, and sends each the same snapshot of every third tick", () => {
    const room = new Room();
    const [a, b] = [seat(room), seat(room)];
    for (let i = 0; i < 3; i++) room.update(hz(RATE));
    room.receive(a.id, JSON.stringify({ input: 1, x: 5, y: 0 })); // faster is not possible
    room.receive(b.id, JSON.stringify({ input: 2, x: 0, y: -0.5 }));
    for (let i = 0; i < 30; i++) room.update(hz(RATE));
    const snapshots = a.messages.slice(1);
    assertEquals(snapshots.map(({ tick }) => tick), [3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33]);
    assertEquals(b.messages.slice(1), snapshots);
    const [first, last] = [snapshots[0].at, snapshots.at(-1)!.at];
    assertAlmostEquals(last[0][1] - first[0][1], SPEED / 2, 1e-3);
    assertAlmostEquals(last[1][2] - first[1][2], -SPEED / 4, 1e-3);
    assertEquals(last.map(([id, , , input]) => [id, input]), [[a.id, 1], [b.id, 2]]);
    assertEquals(snapshots.length - 1, 30 / RATE * SNAPSHOTS);
  });

  it("lets nobody through a wall or deep into another, with fifty that walk about", () => {
    const room = new Room();
    const seats = Array.from({ length: 50 }, () => seat(room));
    let deepest = 0;
    for (let tick = 0; tick < effort(3000); tick++) {
      for (const [k, { id }] of seats.entries()) {
        const angle = k * 2.4 + Math.floor(tick / 60);
        const text = JSON.stringify({ input: tick, x: Math.cos(angle), y: Math.sin(angle) });
        if (tick % 60 === 0) room.receive(id, text);
      }
      room.update(hz(RATE));
      const { at } = seats[0].messages.at(-1)!;
      if (tick % 3 !== 2) continue;
      for (const [, x, y] of at) {
        const inside = RADIUS + Math.min(9 - Math.abs(x - 50), 9 - Math.abs(y - 50));
        const outside = RADIUS + Math.max(-x, x - SIDE, -y, y - SIDE);
        deepest = Math.max(deepest, inside, outside);
      }
    }
    // Each tick pushes once; crowds press their neighbours against walls for a moment.
    assert(deepest < RADIUS, `${deepest}`);
  });

  it("ignores what is no input, and players that are gone", () => {
    const room = new Room();
    const { id, messages } = seat(room);
    const bad = ["", "x", "null", "[]", "{}", '{"input":1}', "9".repeat(999), 5, null, undefined];
    for (const text of [...bad, '{"input":1.5,"x":0,"y":0}', '{"input":1,"x":"a","y":0}']) {
      room.receive(id, text);
    }
    room.receive(99, '{"input":1,"x":1,"y":1}');
    for (let i = 0; i < 3; i++) room.update(hz(RATE));
    assertEquals(messages[1].at[0][3], 0);
    room.leave(id);
    room.leave(id);
    for (let i = 0; i < 3; i++) room.update(hz(RATE));
    assertEquals([messages.length, room.players.size], [2, 0]);
  });
});

describe("serve()", () => {
  it("runs a room for clients on the net: inputs come back, ticks are in order, who leaves is gone", async () => {
    const { room, port, close } = await serve(0);
    const clients = Array.from({ length: 5 }, () => new Client(port));
    for (const client of clients) await client.sees(({ at }) => at.length === 5);
    assertEquals(new Set(clients.map(({ id }) => id)).size, 5);

    clients[0].send("no input");
    clients[0].send(JSON.stringify({ input: 7, x: 1, y: 0 }));
    const mine = ({ at }: Snapshot): Snapshot["at"][0] => at.find(([id]) => id === clients[0].id)!;
    const answered = await clients[1].sees(({ at }) => at.some(([, , , input]) => input === 7));
    const moved = await clients[1].sees((s) =>
      s.at.length === 5 && mine(s)[1] > mine(answered)[1] + 1
    );
    assert(moved.tick > answered.tick);

    await clients[4].leave();
    await clients[1].sees(({ tick, at }) => tick > moved.tick && at.length === 4);
    for (const { snapshots } of clients) {
      const ticks = snapshots.map(({ tick }) => tick);
      for (let i = 1; i < ticks.length; i++) {
        assertEquals(ticks[i] - ticks[i - 1], RATE / SNAPSHOTS);
      }
    }
    await close();
    assertEquals(room.loop.state, "over");
  });
});
