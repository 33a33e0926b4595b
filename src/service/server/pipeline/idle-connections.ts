/**
 * Limit of the idle connections of one IP address. Timeouts close an idle connection within seconds,
 * but a client could open any number of them in that time, which use memory and file descriptors.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Above the number of connections that the system accepts at once (511 in Node.js), so that requests
 * of a burst are read first. Reverse proxies keep some hundred connections open.
 */
export const usualIdleLimit = 1000;

/**
 * Closes the connection that has been idle for the longest time if an IP address has more idle
 * connections. nginx does the same if it runs out of connections: clients repeat a request on a
 * connection that was closed between two requests.
 */
export function limitIdleConnections(server: Server, limit: number): void {
  /** By IP address; the connection that has been idle longest is the first. */
  const idle = new Map<string, Set<Socket>>();
  /** The number of requests in progress. A client can send several without waiting. */
  const requests = new WeakMap<Socket, number>();

  server.on("connection", (socket: Socket) => {
    const address = socket.remoteAddress ?? "";
    add(address, socket);
    socket.once("close", () => remove(address, socket));
  });
  server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    const address = socket.remoteAddress ?? "";
    remove(address, socket);
    requests.set(socket, (requests.get(socket) ?? 0) + 1);
    response.once("close", () => {
      const count = (requests.get(socket) ?? 1) - 1;
      requests.set(socket, count);
      if (count === 0 && !socket.destroyed) add(address, socket);
    });
  });

  function add(address: string, socket: Socket): void {
    const sockets = idle.get(address) ?? new Set();
    idle.set(address, sockets.add(socket));
    const [oldest] = sockets;
    if (sockets.size > limit) oldest?.destroy();
  }

  function remove(address: string, socket: Socket): void {
    const sockets = idle.get(address);
    sockets?.delete(socket);
    if (sockets?.size === 0) idle.delete(address);
  }
}
