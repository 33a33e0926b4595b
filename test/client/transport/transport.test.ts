/** Transports: proxies, certificates, IP addresses, and loaded modules. */
import { rootCertificates } from "node:tls";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test, vi } from "vitest";
import { buildReport } from "../../../src/app/output/report.ts";
import { openTransport } from "../../../src/client/transport/transport.ts";
import * as collection from "../../../src/contract/collection.ts";
import { UsageError } from "../../../src/errors.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { canary, getClient, rejection } from "../../support/network/client.ts";
import {
  answerJson,
  certificate,
  closedPort,
  serve,
  serveProxy,
  serveSecurely,
} from "../../support/network/loopback.ts";

const there = { collectionId: "c1" };
const fine = () => serve((_, response) => answerJson(response, 200, { id: "c1" }));

afterEach(() => vi.unstubAllEnvs());

test("a request uses the proxy of the environment, and the proxy gets no token", async () => {
  const proxy = await serveProxy();
  const server = await fine();
  const environment = { HTTP_PROXY: proxy.url.replace("//", "//user:pa%20ss@") };
  const client = getClient(server.url, { transport: openTransport({ environment }) });
  expect((await client.call(collection.get, there)).value).toEqual({ id: "c1" });
  expect(proxy.seen).toHaveLength(1);
  expect(proxy.seen[0]).toMatchObject({ method: "CONNECT", url: new URL(server.url).host });
  expect(proxy.seen[0]?.headers["proxy-authorization"]).toBe(`Basic ${btoa("user:pa ss")}`);
  expect(JSON.stringify(proxy.seen)).not.toContain(canary);
  expect(server.seen[0]?.headers.authorization).toBe(`Bearer ${canary}`);
});

test("a request to an exempt server does not use the proxy", async () => {
  const proxy = await serveProxy();
  const server = await fine();
  const environment = { http_proxy: proxy.url, no_proxy: "127.0.0.1" };
  await getClient(server.url, { transport: openTransport({ environment }) }).call(
    collection.get,
    there,
  );
  expect(proxy.seen).toEqual([]);
  expect(server.seen).toHaveLength(1);
});

test("proxy variables of the process are ignored if another environment is given", async () => {
  const proxy = await serveProxy();
  for (const name of ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy"])
    vi.stubEnv(name, proxy.url);
  const server = await fine();
  for (const many of [false, true]) {
    const transport = openTransport({ many, environment: {} });
    await getClient(server.url, { transport }).call(collection.get, there);
  }
  expect(proxy.seen).toEqual([]);
});

test("TLS is tunneled through a proxy", async () => {
  const proxy = await serveProxy();
  const server = await serveSecurely((_, response) => answerJson(response, 200, { id: "c1" }));
  const environment = { HTTPS_PROXY: proxy.url };
  const transport = openTransport({ environment, authorities: certificate });
  expect((await getClient(server.url, { transport }).call(collection.get, there)).status).toBe(200);
  expect(proxy.seen).toHaveLength(1);
});

test.each([
  ["refuses", async () => (await serveProxy(407)).url],
  ["is not there", closedPort],
])("a proxy that %s is named without its password, and a POST was not sent", async (_, address) => {
  const proxy = await address();
  const server = await fine();
  const environment = { HTTP_PROXY: proxy.replace("//", "//user:hunter2@") };
  const client = getClient(server.url, { transport: openTransport({ environment }) });
  const error = await rejection(client.call(collection.create, { organizationId: "o1" }));
  expect(error).toMatchObject({ name: "NetworkError", arrived: "no" });
  expect(error).toHaveProperty(
    "message",
    expect.stringContaining(`The proxy ${new URL(proxy).host}`),
  );
  expect(error).not.toHaveProperty("message", expect.stringContaining("hunter2"));
  expect(server.seen).toEqual([]);
});

test.each([
  [407, "requires a valid user name and password (status 407).", 1],
  [403, "did not connect to the server 127.0.0.1", 1],
  [502, "(status 502).", 3],
])("a proxy's status %i is reported", async (status, text, attempts) => {
  const proxy = await serveProxy(status);
  const server = await fine();
  const transport = openTransport({ environment: { HTTP_PROXY: proxy.url } });
  const error = await rejection(
    getClient(server.url, { transport, retries: 2 }).call(collection.get, there),
  );
  expect(error).toMatchObject({ name: "NetworkError", status, arrived: "no" });
  expect(error).toHaveProperty("message", expect.stringContaining(text));
  expect(buildReport(error)).toMatchObject({ exitCode: 7, category: "network", status });
  expect([proxy.seen.length, server.seen]).toEqual([attempts, []]);
});

describe.each([
  ["the direct wire", false],
  ["the pool", true],
])("over %s", (_, many) => {
  const wired = (url: string, authorities?: string) =>
    getClient(url, { transport: openTransport({ many, environment: {}, authorities }) });

  test("an untrusted certificate is refused once, even if the runtime disables verification", async () => {
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    const server = await serveSecurely((_, response) => answerJson(response, 200, {}));
    const error = await rejection(wired(server.url).call(collection.get, there));
    expect(error).toMatchObject({ name: "NetworkError", arrived: "no" });
    expect(error).toHaveProperty("message", expect.stringContaining("is not trusted"));
    expect(error).toHaveProperty("hint", expect.stringContaining("NODE_EXTRA_CA_CERTS"));
    expect(server.seen).toEqual([]);
  });

  slowTest("a certificate of a custom authority is trusted only for its own hostname", async () => {
    const server = await serveSecurely((_, response) => answerJson(response, 200, {}));
    await wired(server.url, certificate).call(collection.get, there);
    await wired(server.url.replace("127.0.0.1", "localhost"), certificate).call(
      collection.get,
      there,
    );
    const other = server.url.replace("127.0.0.1", "127.0.0.2");
    const error = await rejection(wired(other, certificate).call(collection.get, there));
    expect(error).toHaveProperty("name", "NetworkError");
    expect(server.seen).toHaveLength(2);
  });

  slowTest(
    "a server of the default authorities is trusted in addition to custom ones",
    async () => {
      const server = await serveSecurely((_, response) => answerJson(response, 200, { id: "c1" }));
      // The extra authorities of the runtime are among the default ones.
      const file = fileURLToPath(
        new URL("../../support/network/certificate/certificate.pem", import.meta.url),
      );
      const environment = { NODE_EXTRA_CA_CERTS: file };
      const transport = openTransport({ many, environment, authorities: rootCertificates[0] });
      const client = getClient(server.url, { transport });
      expect((await client.call(collection.create, { organizationId: "o1" })).status).toBe(200);
      await client.call(collection.get, there);
      expect(server.seen.map(({ method }) => method)).toEqual(["POST", "GET"]);
    },
  );

  slowTest("a server that requests a client certificate is refused", async () => {
    const server = await serveSecurely((_, response) => answerJson(response, 200, {}), {
      requestCert: true,
    });
    const error = await rejection(wired(server.url, certificate).call(collection.get, there));
    expect(error).toHaveProperty("name", "NetworkError");
    // The pool notices the closed connection before it reads the reason.
    if (!many)
      expect(error).toHaveProperty("message", expect.stringContaining("client certificate"));
    expect(server.seen).toEqual([]);
  });

  test("a server without TLS is refused for https", async () => {
    const server = await fine();
    const error = await rejection(
      wired(server.url.replace("http:", "https:")).call(collection.get, there),
    );
    expect(error).toMatchObject({ name: "NetworkError", arrived: "no" });
    expect(server.seen).toEqual([]);
  });

  test.each([undefined, certificate])(
    "a write that a server breaks off is sent once",
    async (pem) => {
      const server = await serve((_, response) => response.destroy());
      const error = await rejection(
        wired(server.url, pem).call(collection.create, { organizationId: "o1" }),
      );
      expect(error).toMatchObject({ name: "IncompleteError", how: "unknown" });
      expect(server.seen).toHaveLength(1);
    },
  );

  test("a request that was aborted before is not sent", async () => {
    const server = await fine();
    const transport = openTransport({ many, environment: {} });
    const request = { method: "POST", url: server.url, headers: {}, body: "{}" } as const;
    await expect(transport({ ...request, signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: "NetworkError",
    });
    expect(server.seen).toEqual([]);
  });

  test("an authority file without a certificate is a usage error", async () => {
    const server = await fine();
    const error = await rejection(wired(server.url, "no certificate").call(collection.get, there));
    expect(error).toBeInstanceOf(UsageError);
    expect(server.seen).toEqual([]);
  });

  test("a server with only an IPv6 address is reached", async () => {
    const server = await serve((_, response) => answerJson(response, 200, {}), "::1");
    expect((await wired(server.url).call(collection.get, there)).status).toBe(200);
  });

  test("an unknown hostname is reported, and the POST was not sent", async () => {
    const error = await rejection(
      wired("http://nowhere.invalid").call(collection.create, { organizationId: "o1" }),
    );
    expect(error).toMatchObject({ name: "NetworkError", arrived: "no" });
    expect(error).toHaveProperty("message", expect.stringContaining("could not be resolved"));
  });

  test("sequential requests share a connection, and concurrent ones are answered", async () => {
    const ports = new Set<number | undefined>();
    const server = await serve((_, response) => {
      ports.add(response.socket?.remotePort);
      answerJson(response, 200, { id: "c1" });
    });
    const client = wired(server.url);
    for (let round = 0; round < 5; round++) await client.call(collection.get, there);
    expect(ports.size).toBeLessThan(3);
    await Promise.all(Array.from({ length: 20 }, () => client.call(collection.get, there)));
    expect(server.seen).toHaveLength(25);
  });

  test("a body is sent completely with every method, in any script", async () => {
    const server = await serve((seen, response) => answerJson(response, 200, seen.body.length));
    const client = wired(server.url);
    const body = JSON.stringify({ text: "é€😀".repeat(1000) });
    for (const method of ["POST", "PUT", "PATCH", "DELETE"] as const) {
      const answer = await client.send({ method, path: "/things", body });
      expect(answer.text).toBe(String(body.length));
    }
    expect(server.seen).toHaveLength(4);
  });
});
