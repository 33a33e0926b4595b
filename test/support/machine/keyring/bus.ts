/** A D-Bus session bus with a single test service. */
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "../folder.ts";
import { type DBusMessage, pack, unpack } from "./wire.ts";

export interface Answer {
  readonly signature?: string;
  readonly body?: readonly unknown[];
  /** A signal that is sent after the reply. */
  readonly signal?: Pick<DBusMessage, "path" | "interface" | "member" | "signature" | "body">;
}

/** The reply to a call; undefined for no reply. */
export type Service = (call: DBusMessage) => Answer | DBusFailure | undefined;

export class DBusFailure {
  constructor(
    readonly name: string,
    readonly words: string,
  ) {}
}

export interface Bus {
  readonly address: string;
  /** The number of connected programs. */
  readonly connections: () => number;
}

/** @param greets whether the bus responds to connections; false simulates a hanging bus */
export async function openBus(service: Service, greets = true): Promise<Bus> {
  const path = join(temporaryFolder(), "bus");
  const sockets = new Set<Socket>();
  let count = 0;
  const server = createServer((socket) => {
    count += 1;
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    if (greets) converse(socket, service);
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { address: `unix:path=${path}`, connections: () => count };
}

function converse(socket: Socket, service: Service): void {
  let unread = Buffer.alloc(0);
  let isKnown = false;
  let serial = 0;
  const send = (message: Omit<DBusMessage, "serial">) => {
    serial += 1;
    socket.write(pack({ destination: ":1.1", ...message, serial }));
  };
  const answer = (call: DBusMessage) => {
    const said = call.destination === "org.freedesktop.DBus" ? ofBus(call) : service(call);
    if (said === undefined) return;
    const sender = call.destination === "org.freedesktop.DBus" ? call.destination : ":1.2";
    const reply = { sender, replyTo: call.serial };
    if (said instanceof DBusFailure) {
      send({ ...reply, type: 3, error: said.name, signature: "s", body: [said.words] });
      return;
    }
    send({ ...reply, type: 2, signature: said.signature, body: said.body ?? [] });
    if (said.signal !== undefined) send({ ...said.signal, sender: ":1.2", type: 4 });
  };
  socket.on("data", (data) => {
    unread = Buffer.concat([unread, data]);
    for (let end = unread.indexOf("\r\n"); !isKnown && end >= 0; end = unread.indexOf("\r\n")) {
      const line = unread.toString("utf8", 0, end).replace("\0", "");
      unread = unread.subarray(end + 2);
      if (line === "BEGIN") isKnown = true;
      else
        socket.write(line.startsWith("AUTH EXTERNAL") ? `OK ${"ab".repeat(16)}\r\n` : "ERROR\r\n");
    }
    if (!isKnown) return;
    for (let next = unpack(unread); next !== undefined; next = unpack(unread)) {
      unread = unread.subarray(next.size);
      answer(next.message);
    }
  });
}

function ofBus({ member }: DBusMessage): Answer | DBusFailure {
  if (member === "Hello") return { signature: "s", body: [":1.1"] };
  if (member === "GetNameOwner") return { signature: "s", body: [":1.2"] };
  return {};
}
