import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { listen } from "../../../../src/service/listen.ts";
import type { MemoryLimits } from "../../../../src/service/server/pipeline/client-memory.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { openTestService } from "../../../support/platforms/postgres/databases.ts";
import { sender } from "../../../support/platforms/served.ts";

/** More than an operating system buffers for a connection. */
const large = "x".repeat(30 * 1024 * 1024);

interface LargeOptions {
  /** Of a client without a token, in large responses. */
  readonly anonymous: number;
  readonly readPatience?: number;
}

async function serveLarge({ anonymous, readPatience }: LargeOptions) {
  const sendLimits: MemoryLimits = {
    anonymous: anonymous * large.length,
    ofAddress: anonymous * large.length,
    known: 3 * large.length,
    ofToken: large.length,
  };
  const service = await openTestService();
  const server = await listen(
    {
      ...service,
      transport: async ({ url }) => ({
        status: 200,
        headers: {},
        body: url.endsWith("/large") ? large : "small",
      }),
    },
    { sendLimits, readPatience },
  );
  onTestFinished(async () => {
    await server.close();
    await service.close();
  });
  return { service, server, send: sender(server) };
}

/** Requests the large response, and reads only its beginning. */
async function askAndStop(url: string, token?: string): Promise<Socket> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  const authorization = token === undefined ? "" : `authorization: Bearer ${token}\r\n`;
  socket.write(`GET /large HTTP/1.1\r\nhost: ${host}\r\n${authorization}\r\n`);
  await once(socket, "readable");
  return socket;
}

slowTest(
  "a client that stops reading a large response is disconnected after a time, and others are served",
  async () => {
    const { service, server, send } = await serveLarge({ anonymous: 2, readPatience: 100 });
    const sockets = await Promise.all(Array.from({ length: 2 }, () => askAndStop(server.url)));
    expect((await send("GET /small")).body).toBe("small");
    await vi.waitFor(async () => {
      expect(await service.instrumentation.connections.count()).toBe(0);
    }, 30_000);
    for (const socket of sockets) socket.destroy();
  },
);

test("unread large responses do not accumulate: the next one is refused until there is space", async () => {
  const { server, send } = await serveLarge({ anonymous: 1 });
  const socket = await askAndStop(server.url, server.token);
  const refused = await send("GET /large");
  expect(refused).toMatchObject({ status: 503, headers: { "retry-after": "1" } });
  expect(refused.body).toContain("Too many large responses are in progress");
  expect((await send("GET /small")).status).toBe(200);
  socket.destroy();
  await vi.waitFor(async () => {
    const { status, body } = await send("GET /large");
    expect({ status, length: body.length }).toEqual({ status: 200, length: large.length });
  }, 30_000);
});

slowTest("clients without a valid token take no memory of the others", async () => {
  const { server, send } = await serveLarge({ anonymous: 1 });
  const sockets = [await askAndStop(server.url), await askAndStop(server.url, "tome_invalid")];
  expect((await send("GET /large", { headers: { authorization: "" } })).status).toBe(503);
  expect((await send("GET /large")).body.length).toBe(large.length);
  sockets.push(await askAndStop(server.url, server.token));
  expect((await send("GET /large")).status).toBe(503);
  for (const socket of sockets) socket.destroy();
});
