import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { listen } from "../../../../src/service/listen.ts";
import type { SendLimits } from "../../../../src/service/server/pipeline/send-response.ts";
import { openTestService } from "../../../support/platforms/postgres/databases.ts";
import { sender } from "../../../support/platforms/served.ts";

/** More than an operating system buffers for a connection. */
const large = "x".repeat(30 * 1024 * 1024);

async function serveLarge(sendLimits: SendLimits) {
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
    { sendLimits },
  );
  onTestFinished(async () => {
    await server.close();
    await service.close();
  });
  return { service, server, send: sender(server) };
}

/** Requests the large response, and reads only its beginning. */
async function askAndStop(url: string): Promise<Socket> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  socket.write(`GET /large HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
  await once(socket, "readable");
  return socket;
}

test("a client that stops reading a large response is disconnected after a time, and others are served", async () => {
  const { service, server, send } = await serveLarge({ patience: 300, unsent: 2 * large.length });
  const sockets = await Promise.all(Array.from({ length: 2 }, () => askAndStop(server.url)));
  expect((await send("GET /small")).body).toBe("small");
  await vi.waitFor(async () => {
    expect(await service.instrumentation.connections.count()).toBe(0);
  }, 30_000);
  for (const socket of sockets) socket.destroy();
});

test("unread large responses do not accumulate: the next one is refused until there is space", async () => {
  const { server, send } = await serveLarge({ patience: 60_000, unsent: large.length });
  const socket = await askAndStop(server.url);
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
