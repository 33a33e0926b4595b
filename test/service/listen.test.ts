import { once } from "node:events";
import { existsSync, readFileSync, statSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { endpoint } from "../../src/contract/endpoint.ts";
import { createRouteModule } from "../../src/service/core/route-module.ts";
import { storageFolder } from "../../src/service/core/storage-folder.ts";
import { type ListenOptions, listen } from "../../src/service/listen.ts";
import type { RequestRecord } from "../../src/service/server/metrics/request-record.ts";
import { getReadyFile, readTransition } from "../../src/service/server/ready-file.ts";
import type { Service, ServiceOptions } from "../../src/service/service.ts";
import { slowTest, slowTests } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { closedPort } from "../support/network/loopback.ts";
import { openTestService } from "../support/platforms/postgres/databases.ts";
import { addSample } from "../support/platforms/sample.ts";
import { answersIn, exchange } from "../support/requests/raw-requests.ts";

interface Sending {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

async function start(
  options: ServiceOptions = {},
  listening: ListenOptions = {},
  replaced?: Partial<Service>,
) {
  const service = await openTestService(options);
  const server = await listen(replaced ? { ...service, ...replaced } : service, listening);
  onTestFinished(async () => {
    await server.close();
    await service.close();
  });
  const bearer = { authorization: `Bearer ${server.token}` };
  /** Not fetch, which sets Host and Origin itself. */
  const send = async (path: string, { method = "GET", headers = {}, body }: Sending = {}) => {
    const sent = request(`${server.url}${path}`, {
      method,
      headers: { ...bearer, ...headers },
      agent: false,
    });
    const answered = new Promise<import("node:http").IncomingMessage>((resolve, reject) => {
      sent.on("response", resolve).on("error", reject);
    });
    sent.end(body);
    const answer = await answered;
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: await text(answer),
    };
  };
  return { service, server, send, bearer };
}

const json = { "content-type": "application/json" };

test("HTTP responses equal those in the process, with URLs of the server", async () => {
  const { server, send } = await start();
  const me = await send("/v1/user");
  expect(me.status).toBe(200);
  expect(me.headers["x-request-id"]).toBeDefined();
  expect(JSON.parse(me.body).urls.location).toContain(`${server.url}/v1/users/`);
  const made = await send("/v1/orgs", {
    method: "POST",
    headers: json,
    body: '{"title":"Größe"}',
  });
  expect(made.status).toBe(201);
  expect(JSON.parse(made.body).title).toBe("Größe");
  expect(made.headers.location).toBe(JSON.parse(made.body).urls.location);
  expect((await send("/healthz", { headers: { authorization: "" } })).status).toBe(200);
});

test("methods and paths that the server library would refuse get the platform's responses", async () => {
  const { send } = await start();
  const odd = [
    await send("/v1/%zz"),
    await send("/v1/user", { method: "PROPFIND" }),
    await send("//v1/user"),
    await send("/v1/orgs/..%2f..%2fetc"),
    await send("/v1/user", { method: "OPTIONS" }),
  ];
  expect(odd.map((answer) => answer.status)).toEqual([400, 405, 400, 400, 405]);
  for (const { body, status, headers } of odd) {
    expect(JSON.parse(body)).toMatchObject({ error: { code: status } });
    expect(headers["x-request-id"]).toBeDefined();
  }
});

slowTest(
  "requests to another host, and requests of web pages without a token, are refused and change nothing",
  async () => {
    const { server, service, send } = await start();
    const port = new URL(server.url).port;
    const before = await service.admin.export();
    const admin = { authorization: `Bearer ${server.adminToken}` };
    const refused: [Record<string, string>, number][] = [
      [{ host: "evil.example" }, 421],
      [{ host: `evil.example:${port}` }, 421],
      [{ host: "127.0.0.1" }, 421],
      [{ host: `127.0.0.1:1` }, 421],
      [{ host: `localhost.evil.example:${port}` }, 421],
      [{ host: `127.0.0.1:${port}@evil.example` }, 421],
      [{ origin: "http://evil.example" }, 403],
      [{ origin: "null" }, 403],
      [{ origin: `https://127.0.0.1:${port}` }, 403],
      [{ origin: "http://localhost:1" }, 403],
    ];
    for (const [headers, status] of refused) {
      const api = { ...headers, ...("origin" in headers && { authorization: "" }) };
      const tries = [
        send("/v1/orgs", {
          method: "POST",
          headers: { ...json, ...api },
          body: '{"title":"Mine"}',
        }),
        send("/_tome/seed", { method: "POST", headers: { ...headers, ...admin } }),
        send("/v1/user", { headers: api }),
        send("/healthz", { headers }),
        send("/v1/user", { method: "OPTIONS", headers: api }),
        send("/v1/%zz", { headers: api }),
      ];
      for (const answer of await Promise.all(tries)) {
        expect([headers, answer.status]).toEqual([headers, status]);
        expect(answer.body).not.toContain("owner@example.com");
        const cors = Object.keys(answer.headers).filter((name) =>
          name.startsWith("access-control"),
        );
        expect(cors).toEqual([]);
      }
    }
    const plain = { "content-type": "text/plain" };
    const form = await send("/v1/orgs", {
      method: "POST",
      headers: plain,
      body: '{"title":"Mine"}',
    });
    expect(form.status).toBe(415);
    expect(await service.admin.export()).toEqual(before);
    for (const host of [`localhost:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`]) {
      expect((await send("/v1/user", { headers: { host } })).status).toBe(200);
    }
    expect((await send("/v1/user", { headers: { origin: server.url } })).status).toBe(200);
  },
);

test("the server is reachable from this machine only", async () => {
  const { server } = await start();
  expect(new URL(server.url).hostname).toBe("127.0.0.1");
});

test("one additional hostname can be allowed", async () => {
  const { server, send } = await start({}, { names: ["tome.example"] });
  const port = new URL(server.url).port;
  const status = async (host: string) => (await send("/v1/user", { headers: { host } })).status;
  expect(await status(`tome.example:${port}`)).toBe(200);
  expect(await status(`sub.tome.example:${port}`)).toBe(421);
});

test("behind a proxy the server accepts only the public hostname, and uses it in URLs", async () => {
  const { server, send } = await start({}, { publicUrl: "https://tome.example.com" });
  const host = "tome.example.com";
  const title = '{"title":"Mine"}';
  const made = await send("/v1/orgs", { method: "POST", headers: { ...json, host }, body: title });
  expect(made.status).toBe(201);
  expect(made.headers.location).toMatch(/^https:\/\/tome\.example\.com\/v1\/orgs\//);
  const status = async (headers: Record<string, string>) =>
    (await send("/v1/user", { headers })).status;
  expect(await status({ host, origin: "https://tome.example.com" })).toBe(200);
  const foreign = { host, origin: "http://tome.example.com" };
  expect(await status({ ...foreign, authorization: "" })).toBe(403);
  expect(await status(foreign)).toBe(200);
  expect(await status({ host: "tome.example.com:444" })).toBe(421);
  expect(await status({ host: "other.example.com" })).toBe(421);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  const direct = await send("/v1/orgs", { method: "POST", headers: json, body: title });
  expect(direct.headers.location).toContain(`${server.url}/v1/orgs/`);
});

test("web pages of other origins may send requests with a token", async () => {
  const { send } = await start();
  const origin = "https://app.example.com";
  const preflight = await send("/v1/user", {
    method: "OPTIONS",
    headers: {
      ...{ origin, authorization: "", "access-control-request-method": "GET" },
      "access-control-request-headers": "authorization",
    },
  });
  expect([preflight.status, preflight.body]).toEqual([204, ""]);
  const answer = await send("/v1/user", { headers: { origin } });
  for (const { headers } of [preflight, answer]) {
    expect(headers["access-control-allow-origin"]).toMatch(/^(\*|https:\/\/app\.example\.com)$/);
  }
});

slowTest("browsers get errors of sites as pages, and programs and the API get JSON", async () => {
  const { send } = await start();
  const accept = { accept: "text/html", authorization: "" };
  const body = Buffer.from([0xff]);
  const types = await Promise.all(
    [
      send("/_site/nosuch", { headers: accept }),
      send("/_site/nosuch", { method: "DELETE", headers: accept }),
      send("/_site/nosuch", { method: "DELETE", headers: { authorization: "" } }),
      send("/_site/nosuch", { method: "POST", headers: accept, body }),
      send("/_site/nosuch", { method: "POST", headers: { authorization: "" }, body }),
      send("/v1/nosuch", { headers: { accept: "text/html" } }),
      send("/", { headers: accept }),
    ].map(async (one) => {
      const { status, headers } = await one;
      return `${status} ${headers["content-type"]?.split(";")[0]}`;
    }),
  );
  expect(types).toEqual([
    "404 text/html",
    "401 text/html",
    "401 application/json",
    "400 text/html",
    "400 application/json",
    "404 application/json",
    "200 text/html",
  ]);
});

test("an upload may have any bytes, but not a request to another path or with another method", async () => {
  const { send } = await start();
  const body = Buffer.from([0xff, 0xfe]);
  const invalid = "The body is not valid UTF-8.";
  const message = async (path: string, method: string) =>
    JSON.parse((await send(path, { method, body })).body).error.message === invalid;
  expect(await message(`/${storageFolder}/x`, "PUT")).toBe(false);
  expect(await message(`/${storageFolder}/x`, "POST")).toBe(true);
  expect(await message(`/v1/${storageFolder}/x`, "PUT")).toBe(true);
});

test("a server can listen on an IPv6 address, and counts its connections", async () => {
  const { service, server, send } = await start({}, { host: "::1" });
  expect(server.url).toMatch(/^http:\/\/\[::1\]:\d+$/);
  expect((await send("/v1/user")).status).toBe(200);
  const { port } = new URL(server.url);
  const socket = connect(Number(port), "::1");
  await once(socket, "connect");
  await expect.poll(() => service.instrumentation.connections.count?.()).toBe(1);
  socket.destroy();
});

slowTest("a body beyond the limit is refused, with or without Content-Length", async () => {
  const { server, service, send, bearer } = await start({ bodyLimit: 1000 });
  const body = JSON.stringify({ title: "x".repeat(5000) });
  const told = await send("/v1/orgs", { method: "POST", headers: json, body });
  expect(told.status).toBe(413);
  expect(JSON.parse(told.body).error.message).toContain("1000 bytes");
  // The browser types do not know the option for a body without a length.
  const streamed: RequestInit & { readonly duplex: "half" } = {
    method: "POST",
    headers: { ...json, ...bearer },
    body: new Blob([body]).stream(),
    duplex: "half",
  };
  const untold = await fetch(`${server.url}/v1/orgs`, streamed);
  expect(untold.status).toBe(413);
  const { tables } = await service.admin.export();
  expect(tables.organizations).toHaveLength(1);
  await addSample(service);
  const admin = { ...json, authorization: `Bearer ${server.adminToken}` };
  const { body: exported } = await send("/_tome/export", { headers: admin });
  // A large response has no other limit than those of its client.
  expect(exported.length).toBeGreaterThan(64 * 1024);
  const imported = await send("/_tome/import", { method: "POST", headers: admin, body: exported });
  expect(imported.status).toBe(200);
});

slowTest(
  "the private ready file contains the URL and tokens while the server accepts requests",
  async () => {
    const outer = temporaryFolder();
    const dataFolder = join(outer, "data");
    const readyFile = join(outer, "ready.json");
    const { service, server, bearer } = await start(
      { folder: dataFolder },
      { dataFolder, readyFile },
    );
    for (const path of [join(dataFolder, "serve.json"), readyFile]) {
      expect(statSync(path).mode & 0o777).toBe(0o600);
      const ready = JSON.parse(readFileSync(path, "utf8"));
      expect(ready).toMatchObject({ url: server.url, token: server.token, pid: process.pid });
      const answer = await fetch(`${ready.url}/v1/user`, { headers: bearer });
      expect(answer.status).toBe(200);
    }
    await service.admin.rotateToken({ tokenId: "folder" });
    const rotated = JSON.parse(readFileSync(readyFile, "utf8"));
    expect(rotated.token).toBe(service.token);
    expect(rotated.token).not.toBe(server.token);
    await server.close();
    // A later rotation does not announce a server that has stopped.
    await service.admin.rotateToken({ tokenId: "folder" });
    expect(existsSync(join(dataFolder, "serve.json"))).toBe(false);
    expect(existsSync(readyFile)).toBe(false);
  },
);

test("closing completes requests in progress, and accepts no new ones", async () => {
  const contract = {
    wait: endpoint({
      summary: "Wait",
      operation: "wait",
      route: "POST /wait",
      input: {},
      status: 204,
    }),
  };
  let arrived = () => {};
  let release = () => {};
  const inside = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const routeModules = [
    createRouteModule(contract, async () => ({
      wait: async () => {
        arrived();
        await released;
        return undefined;
      },
    })),
  ];
  const dataFolder = join(temporaryFolder(), "data");
  const { server, send } = await start({ routeModules, folder: dataFolder }, { dataFolder });
  const head = `HTTP/1.1\r\nHost: ${new URL(server.url).host}\r\nAuthorization: Bearer ${server.token}\r\n\r\n`;
  const underWay = exchange({ server }, `POST /v1/wait ${head}GET /v1/user ${head}`);
  await inside;
  const closing = server.close();
  await expect(send("/v1/user")).rejects.toThrow("ECONNREFUSED");
  const readyFile = getReadyFile(dataFolder);
  await expect.poll(() => readTransition(readyFile)).toMatchObject({ state: "stopping" });
  release();
  const [ended, late] = answersIn(await underWay);
  expect(ended?.status).toBe(204);
  expect(late).toMatchObject({
    status: 503,
    headers: { connection: "close", "x-request-id": expect.any(String) },
  });
  expect(JSON.parse(late?.body ?? "")).toEqual({
    error: { code: 503, message: expect.stringContaining("stopping") },
  });
  await closing;
  expect(existsSync(readyFile)).toBe(false);
});

slowTest("due jobs run without requests", async () => {
  const { service, server, send } = await start();
  const orgs = JSON.parse((await send("/v1/orgs")).body);
  const path = `/v1/orgs/${orgs.items[0].id}/spaces`;
  const made = await send(path, { method: "POST", headers: json, body: "{}" });
  const { id } = JSON.parse(made.body);
  await send(`/v1/spaces/${id}`, { method: "DELETE" });
  const moved = await fetch(`${server.url}/_tome/clock`, {
    method: "POST",
    headers: { ...json, authorization: `Bearer ${server.adminToken}` },
    body: '{"advance":"7d"}',
  });
  expect(moved.status).toBe(200);
  expect(await service.db.selectFrom("spaces").select("id").execute()).toEqual([]);
  // Enqueued without a request that would notice it: the timer does.
  const payload = { spaceId: "none" };
  await service.jobs.enqueue(service.db, { kind: "purge-space", payload });
  await expect.poll(() => service.db.selectFrom("jobs").select("id").execute()).toEqual([]);
});

test("a body that is not UTF-8 is refused, and a large one is accepted", async () => {
  const { send } = await start();
  const create = (body: string | Buffer) =>
    send("/v1/orgs", { method: "POST", headers: json, body });
  const invalid = await create(Buffer.from('{"title":"Gr\xfc\xdfe"}', "latin1"));
  expect([invalid.status, JSON.parse(invalid.body)]).toEqual([
    400,
    { error: { code: 400, message: "The body is not valid UTF-8." } },
  ]);
  expect((await create(`{"title":"Mine"${" ".repeat(300 * 1024)}}`)).status).toBe(201);
});

test("an import without the admin token is refused before its body is read", async () => {
  const { server, send } = await start();
  for (const authorization of ["", `Bearer ${server.token}`]) {
    const headers = { ...json, authorization };
    const refused = await send("/_tome/import", { method: "POST", headers, body: "{}" });
    expect([refused.status, refused.headers.connection]).toEqual([401, "close"]);
    expect(refused.headers["x-request-id"]).toBeDefined();
  }
});

test("a platform that cannot listen or write its ready file leaves no server behind", async () => {
  const { server, service } = await start();
  const port = Number(new URL(server.url).port);
  await expect(listen(service, { port })).rejects.toThrow("EADDRINUSE");
  const readyFile = join(temporaryFolder(), "nosuch", "ready.json");
  await expect(listen(service, { readyFile })).rejects.toThrow("ENOENT");
  const free = await closedPort();
  const freePort = Number(new URL(free).port);
  await expect(listen(service, { readyFile, port: freePort })).rejects.toThrow("ENOENT");
  await expect(fetch(`${free}/healthz`)).rejects.toThrow();
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});

test("a dropped connection has no response", async () => {
  const { server, send } = await start();
  const body = JSON.stringify({ seed: 1, rules: [{ fault: "drop", match: "GET /v1/user" }] });
  const headers = { ...json, authorization: `Bearer ${server.adminToken}` };
  expect((await send("/_tome/faults", { method: "PUT", headers, body })).status).toBe(200);
  await expect(send("/v1/user")).rejects.toThrow("socket hang up");
  expect((await send("/v1/orgs")).status).toBe(200);
});

test("the oldest idle connection of a client is closed beyond the limit", async () => {
  const { server } = await start({}, { idleLimit: 1 });
  const { hostname, port } = new URL(server.url);
  const first = connect(Number(port), hostname);
  const ended = text(first);
  await once(first, "connect");
  const second = connect(Number(port), hostname);
  expect(await ended).toBe("");
  expect(second.destroyed).toBe(false);
  second.destroy();
});

slowTests.each([
  ["head", ""],
  ["body", "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"],
])("a request whose %s never ends is refused, and others get responses", async (_part, rest) => {
  const { server, send } = await start({}, { patience: { head: 50, whole: 100 } });
  const { hostname, port, host } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const ended = text(socket);
  const authorization = `Authorization: Bearer ${server.token}`;
  socket.write(`POST /v1/orgs HTTP/1.1\r\nHost: ${host}\r\n${authorization}\r\n${rest}`);
  expect((await send("/v1/user")).status).toBe(200);
  expect(await ended).toContain("The request was not received in time.");
});

test("connections stay open for five seconds, except after refusals that end them", async () => {
  const { server } = await start();
  const read = async (path: string) => {
    const answer = await fetch(`${server.url}${path}`, { method: "POST", body: "{}" });
    return [answer.status, answer.headers.get("keep-alive"), answer.headers.get("connection")];
  };
  expect(await read("/v1/user")).toEqual([401, "timeout=5", "keep-alive"]);
  expect(await read("/_tome/import")).toEqual([401, null, "close"]);
});

test("refused requests are reported with the id of their response", async () => {
  const entries: RequestRecord[] = [];
  const { send } = await start({ onRequest: (entry) => entries.push(entry) });
  const answers = [
    await send("/v1/user?key=secret", { headers: { host: "evil.example" } }),
    await send("/v1/orgs", { method: "POST", body: Buffer.from([0xff]) }),
  ];
  expect(entries).toMatchObject([
    { id: answers[0]?.headers["x-request-id"], method: "GET", status: 421 },
    { id: answers[1]?.headers["x-request-id"], method: "POST", status: 400 },
  ]);
  expect(JSON.stringify(entries)).not.toContain("secret");
});

test("a response has the URL that the request used, in any case of letters", async () => {
  const { send } = await start({}, { publicUrl: "https://Tome.example.com" });
  const locations = await Promise.all(
    ["tome.example.com", "TOME.example.com"].map(async (host) => {
      const { body } = await send("/v1/user", { headers: { host } });
      return JSON.parse(body).urls.location;
    }),
  );
  for (const location of locations) {
    expect(location).toMatch(/^https:\/\/tome\.example\.com\/v1\/users\//);
  }
});

test("an unexpected error is logged, and not shown to the client", async () => {
  const messages: string[] = [];
  const log = (message: string, error: unknown) => messages.push(`${message} ${error}`);
  const transport = () => Promise.reject(new Error("A private detail."));
  const { send } = await start({ log }, {}, { transport });
  const answer = await send("/v1/user");
  expect([answer.status, JSON.parse(answer.body)]).toEqual([
    500,
    { error: { code: 500, message: "Internal error." } },
  ]);
  expect(messages).toEqual(["The server failed. Error: A private detail."]);
});

slowTest(
  "a request that cannot be recorded has its response, and the reason is logged",
  async () => {
    const messages: string[] = [];
    const { send } = await start({
      onRequest() {
        throw new Error("A private detail.");
      },
      log: (message, error) => messages.push(`${message} ${error}`),
    });
    const sent: [status: number, path: string, sending?: Sending][] = [
      [200, "/v1/user"],
      [404, "/v1/spaces/S9"],
      [405, "/v1/user", { method: "DELETE" }],
      // The server refuses these itself.
      [421, "/v1/user", { headers: { host: "other.example" } }],
      [413, "/v1/orgs", { method: "POST", body: " ".repeat(20 * 1024 * 1024) }],
    ];
    for (const [status, path, sending] of sent) {
      const answer = await send(path, sending);
      expect([path, answer.status]).toEqual([path, status]);
      expect(answer.body).not.toContain("detail");
    }
    expect(messages).toEqual(
      sent.map(() => "Recording a request failed. Error: A private detail."),
    );
  },
);

slowTest("headers of a proxy are used only if it is trusted", async () => {
  const headers = { "x-forwarded-host": "not a host" };
  const statuses = [];
  for (const trustedProxies of [undefined, ["10.0.0.1"], ["127.0.0.1"]]) {
    const { send } = await start({}, { trustedProxies });
    statuses.push((await send("/v1/user", { headers })).status);
  }
  expect(statuses).toEqual([200, 200, 400]);
});

test("large bodies and responses in progress are limited for each client", async () => {
  const limits = { anonymous: 1, ofAddress: 1, known: 1, ofToken: 1 };
  const { server, service } = await start({}, { bodyLimits: limits, sendLimits: limits });
  const { host } = new URL(server.url);
  const own = `Host: ${host}\r\nAuthorization: Bearer ${server.token}\r\nConnection: close\r\n`;
  const body = `{"title":"Mine"${" ".repeat(100_000)}}`;
  const head = `POST /v1/orgs HTTP/1.1\r\n${own}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  // The first part is always accepted, and a second part is beyond the limit.
  const [refused] = answersIn(await exchange({ server }, head + body));
  expect(refused?.status).toBe(503);
  expect(refused?.headers).toMatchObject({ connection: "close", "retry-after": "1" });
  expect(JSON.parse(refused?.body ?? "").error.message).toBe(
    "Too many large request bodies are in progress. Retry in a moment.",
  );
  expect((await service.admin.export()).tables.organizations).toHaveLength(1);
});

test("scripts of integrations send requests to the public URL of the platform", async () => {
  const bases = [];
  for (const publicUrl of [undefined, "https://tome.example.com"]) {
    const { service, server } = await start({ integrations: true }, { publicUrl });
    bases.push(service.scripts?.base === (publicUrl ?? server.url));
  }
  expect(bases).toEqual([true, true]);
});

test("metrics contain the delays of the event loop while the server listens", async () => {
  const { service, server } = await start();
  expect(service.instrumentation.eventLoop.read()).toMatchObject({});
  await server.close();
});

describe("jobs of a server", () => {
  const job = { kind: "purge-space", payload: { spaceId: "none" } };
  const listJobs = (service: Service) => service.db.selectFrom("jobs").select("id").execute();

  test("are left to other processes, if it runs none", async () => {
    const { service, send } = await start({ jobRole: "none" });
    await service.jobs.enqueue(service.db, job);
    for (let count = 0; count < 5; count++) await send("/v1/user");
    expect(await listJobs(service)).toHaveLength(1);
  });

  test("do not run after its end", async () => {
    const { service, server } = await start();
    await server.close();
    await service.jobs.enqueue(service.db, job);
    for (let count = 0; count < 5; count++) await new Promise(setImmediate);
    expect(await listJobs(service)).toHaveLength(1);
  });
});
