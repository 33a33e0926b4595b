import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { fastify } from "fastify";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { listen } from "../../../../src/service/listen.ts";
import {
  type ClientMemory,
  createMemoryLimits,
} from "../../../../src/service/server/pipeline/client-memory.ts";
import { sample, slowTest } from "../../../support/generators/amount.ts";
import { openTestService } from "../../../support/platforms/postgres/databases.ts";
import { sender } from "../../../support/platforms/served.ts";

const mebibyte = 1024 * 1024;
const limits = {
  anonymous: 3 * mebibyte,
  ofAddress: 2 * mebibyte,
  known: 4 * mebibyte,
  ofToken: 2 * mebibyte,
};
/** More than half of the limit, and less than the limit of a body. */
const size = 1.5 * mebibyte;

async function openServer() {
  const service = await openTestService();
  const server = await listen(service, { bodyLimits: limits });
  onTestFinished(async () => {
    await server.close();
    await service.close();
  });
  const { hostname, port, host } = new URL(server.url);

  /** Sends a body except for its last byte. @returns the socket, and the status of an early response */
  async function begin(
    path: string,
    { token, isChunked = false }: { readonly token?: string; readonly isChunked?: boolean } = {},
  ) {
    const socket: Socket = connect(Number(port), hostname);
    onTestFinished(() => void socket.destroy());
    let text = "";
    socket.on("error", () => {}).on("data", (part) => (text += part.toString()));
    const lines = [
      `POST ${path} HTTP/1.1`,
      `host: ${host}`,
      "content-type: application/json",
      isChunked ? "transfer-encoding: chunked" : `content-length: ${size}`,
      ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
    ];
    await once(socket, "connect");
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    if (isChunked) socket.write(`${size.toString(16)}\r\n`);
    const isSent = new Promise<void>((resolve) => {
      socket.write(Buffer.alloc(size - 1, "x"), () => resolve());
    });
    const closed = once(socket, "close");
    return { socket, isSent, closed, status: () => text.slice(9, 12), text: () => text };
  }

  return { server, send: sender(server), begin };
}

type Upload = Awaited<ReturnType<Awaited<ReturnType<typeof openServer>>["begin"]>>;

/**
 * The server may read a part of the second body before the rest of the first one, so either of them
 * can be the one that exceeds the limit.
 */
function findRefused(one: Upload, other: Upload) {
  return Promise.race([
    one.closed.then(() => ({ refused: one, remaining: other })),
    other.closed.then(() => ({ refused: other, remaining: one })),
  ]);
}

const paths = ["/v1/orgs/any/spaces", "/v1/nothing", "/", "/_tome/clock", "/v1/orgs/a/saml/b/acs"];

describe.each(sample(paths, 2))("bodies in progress for %s", (path) => {
  test.each([false, true])(
    "of an address without a token are limited (chunked: %s)",
    async (isChunked) => {
      const { send, begin } = await openServer();
      const first = await begin(path, { isChunked });
      await first.isSent;
      const second = await begin(path, { isChunked, token: "tome_invalid" });
      const { refused, remaining } = await findRefused(first, second);
      expect(refused.status()).toBe("503");
      expect(refused.text()).toMatch(/retry-after: 1\r\n/i);
      expect(refused.text()).toContain("Too many large request bodies are in progress");
      // Others are not affected.
      const big = await send("POST /v1/orgs", { json: { title: "x".repeat(size) } });
      expect(big.status).toBe(400);
      expect((await send("GET /v1/user")).status).toBe(200);
      // The memory is available again after the remaining request.
      remaining.socket.destroy();
      await vi.waitFor(async () => {
        const third = await begin(path, { isChunked });
        await third.isSent;
        await new Promise((resolve) => setImmediate(resolve));
        expect(third.status()).toBe("");
        third.socket.destroy();
      }, 20_000);
    },
  );
});

test("bodies in progress of a token are limited", async () => {
  const { server, begin } = await openServer();
  const { token } = server;
  const first = await begin("/v1/orgs/any/spaces", { token });
  await first.isSent;
  const second = await begin("/v1/orgs/any/spaces", { token });
  const { refused } = await findRefused(first, second);
  expect(refused.status()).toBe("503");
  const anonymous = await begin("/v1/orgs/any/spaces");
  await anonymous.isSent;
  expect(anonymous.status()).toBe("");
});

test.each(["while its token is checked", "after it has used memory"])(
  "a response that is closed %s takes no more memory",
  async (moment) => {
    const app = fastify();
    onTestFinished(() => app.close());
    let checkToken = async () => {};
    const findMemory = createMemoryLimits(limits, async () => {
      await checkToken();
      return false;
    });
    const memories: Promise<ClientMemory>[] = [];
    app.get("/closed", async (request, reply) => {
      const closed = once(reply.raw, "close");
      if (moment === "while its token is checked") checkToken = async () => void (await closed);
      const memory = findMemory(request, reply);
      memories.push(memory.finally(() => closed));
      if (moment === "after it has used memory") (await memory).take(size);
      return "";
    });
    // Only a client that uses no memory may take more than its limit.
    app.get("/any", async (request, reply) =>
      String((await findMemory(request, reply)).take(limits.anonymous + 1)),
    );
    const url = await app.listen({ host: "127.0.0.1", port: 0 });
    await fetch(`${url}/closed`);
    const [memory] = await Promise.all(memories);
    expect(memory?.take(size)).toBe(false);
    checkToken = async () => {};
    expect(await (await fetch(`${url}/any`)).text()).toBe("true");
  },
);

slowTest("bodies that are complete are not counted", async () => {
  const { send } = await openServer();
  const json = { title: "x".repeat(size) };
  for (let count = 0; count < 5; count++) {
    expect((await send("POST /v1/orgs", { json })).status).toBe(400);
  }
});
