/** The room of server_room.ts on the net, with `ws`: `deno run -A server.ts`, or `node server.ts` from Node 24 on. */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { preciseSleeper } from "@narrowphase/gjk2d/loop";
// @ts-types="@types/ws"
import { WebSocketServer } from "ws";
import { MAX_MESSAGE, Room } from "./server_room.ts";

const PAGE = new URL("server_client.html", import.meta.url);
const MAX_WAITING = 1 << 20; // bytes: a client that does not read them gets no more

/** Serves the page and the room, which `run` drives. Port 0 takes a free one. */
export async function serve(
  port: number,
  run = (room: Room): Promise<unknown> => room.loop.run(preciseSleeper()),
): Promise<{ room: Room; port: number; close(): Promise<void> }> {
  const server = createServer(async (_, answer) => {
    answer.setHeader("content-type", "text/html").end(await readFile(PAGE));
  });
  const room = new Room();
  const sockets = new WebSocketServer({ server, maxPayload: 4 * MAX_MESSAGE });
  sockets.on("connection", (socket) => {
    const id = room.join((text) => {
      if (socket.readyState === 1 && socket.bufferedAmount < MAX_WAITING) socket.send(text);
    });
    socket.on("message", (data) => room.receive(id, String(data)));
    socket.on("close", () => room.leave(id));
    socket.on("error", () => {}); // "close" follows
  });
  await new Promise<void>((listening) => server.listen(port, listening));
  const ended = run(room);
  return {
    room,
    port: (server.address() as AddressInfo).port,
    close: async () => {
      room.loop.stop();
      await ended;
      for (const socket of sockets.clients) socket.terminate();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}

if (process.argv[1]?.endsWith("server.ts")) {
  console.log(`http://localhost:${(await serve(8000)).port}`);
}
