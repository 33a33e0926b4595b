import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { type Endpoint, getMethod, resolvePath } from "../../src/contract/endpoint.ts";
import { listEndpoints } from "../../src/service/core/route-module.ts";
import * as adminContract from "../../src/service/server/admin/endpoints.ts";
import { publicRoutes, routeModules } from "../../src/service/server/areas.ts";
import * as faultsContract from "../../src/service/server/faults/endpoints.ts";
import { countFaults } from "../support/commands/fault-count.ts";
import { amount, report, sample, slowTest } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { addSample } from "../support/platforms/sample.ts";
import { type Served, serve } from "../support/platforms/served.ts";

type Headers = Readonly<Record<string, string>>;

/**
 * The requests that a browser sends for a web page, with the token of the victim in addition unless it
 * is what admits pages to the API.
 */
function refusedHeaders(port: number): readonly Headers[] {
  const own = `127.0.0.1:${port}`;
  const foreignHosts = [
    "evil.example",
    `evil.example:${port}`,
    "127.0.0.1",
    "127.0.0.1:1",
    `localhost.evil.example:${port}`,
    `127.0.0.1.evil.example:${port}`,
    `127.0.0.1:${port}.evil.example`,
    `evil.example@127.0.0.1:${port}`,
    `127.0.0.1:${port}@evil.example`,
    `[::ffff:127.0.0.1]:${port}`,
    `0.0.0.0:${port}`,
    `0:${port}`,
    `127.1:${port}`,
    `2130706433:${port}`,
    `0x7f000001:${port}`,
    `localhost.:${port}`,
    `tome.localhost.evil.example:${port}`,
    `127.0.0.2:${port}`,
    "",
    `127.0.0.1:0${port}`,
  ];
  const foreignOrigins = [
    "http://evil.example",
    `http://evil.example:${port}`,
    "https://evil.example",
    "null",
    `https://${own}`,
    "http://127.0.0.1",
    "http://127.0.0.1:1",
    `http://localhost:${port}`,
    `http://[::1]:${port}`,
    `http://${own}.evil.example`,
    `http://evil.example#${own}`,
    `http://${own}/`,
    `http://${own}, http://evil.example`,
    "file://",
    "chrome-extension://abcdefghijklmnop",
    "http://localhost:3000",
    "",
    `//${own}`,
    own,
    "undefined",
  ];
  return [
    ...foreignHosts.map((host) => ({ host })),
    ...foreignOrigins.map((origin) => ({ host: own, origin })),
    // DNS rebinding: the browser takes the page for the platform's own.
    ...foreignHosts.slice(0, 10).map((host) => ({ host, origin: `http://${host}` })),
    ...foreignOrigins.slice(0, 10).map((origin) => ({
      host: own,
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization, content-type",
      "access-control-request-private-network": "true",
    })),
  ];
}

interface Route {
  readonly method: string;
  readonly path: string;
  readonly admin: boolean;
  /** Whether pages of other sites may navigate a browser there, as identity providers do. */
  readonly open?: boolean;
}

async function routes(): Promise<readonly Route[]> {
  const of = (endpoints: readonly Endpoint[], prefix: string, admin: boolean) =>
    endpoints.map((endpoint) => ({
      method: getMethod(endpoint),
      path: prefix + resolvePath(endpoint).replace(/\{\w+\}/g, "x"),
      admin,
    }));
  const open = publicRoutes.map(({ route, fromOtherSites = false }) => {
    const [method = "", path = ""] = route.split(" ");
    return { method, path: path.replace(/\{\w+\}/g, "x"), admin: false, open: fromOtherSites };
  });
  return [
    ...of(await listEndpoints(routeModules), "/v1", false),
    ...of(Object.values(adminContract), "/_tome", true),
    ...of(Object.values(faultsContract), "/_tome", true),
    ...open,
    { method: "GET", path: "/healthz", admin: false },
    { method: "GET", path: "/metrics", admin: true },
    { method: "GET", path: "/v1", admin: false },
    { method: "GET", path: "/v1/%zz", admin: false },
    { method: "GET", path: "/", admin: false },
  ];
}

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers: readonly string[];
}

function asker({ server }: Served) {
  const { hostname, port } = new URL(server.url);
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  return async ({ method, path, admin }: Route, headers: Headers, body?: string) => {
    const authorization = `Bearer ${admin ? server.adminToken : server.token}`;
    const sent = request({
      hostname,
      port,
      method,
      path,
      agent,
      setHost: false,
      headers: { authorization, ...headers },
    });
    const answer = await new Promise<Answer>((resolve, reject) => {
      sent.on("error", reject).on("response", async (message) => {
        const { statusCode: status = 0, headers: given } = message;
        resolve({ status, body: await text(message), headers: Object.keys(given) });
      });
      sent.end(body);
    });
    return answer;
  };
}

function sha256(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}

/** The data and all files next to it. */
async function imprint({ service }: Served, folder: string): Promise<string> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const contents = files
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => [path, sha256(readFileSync(path))]);
  return sha256(JSON.stringify([contents, await service.admin.export()]));
}

async function start() {
  const outer = temporaryFolder();
  const dataFolder = join(outer, "data");
  const served = await serve({ folder: dataFolder }, { dataFolder });
  await addSample(served.service);
  await served.service.jobs.finish();
  // Changes of an event loop turn are recorded next to the data at its end.
  await nextTurn();
  return { served, imprint: () => imprint(served, outer), ask: asker(served) };
}

slowTest(
  "a web page in a browser can neither read nor change anything without a token, on any route",
  async () => {
    const { served, imprint, ask } = await start();
    const own = new URL(served.server.url);
    const combinations = refusedHeaders(Number(own.port));
    expect(combinations).toHaveLength(60);
    const all = sample(await routes(), 80);
    const each = amount({ short: 3, full: combinations.length });
    const before = await imprint();
    let asked = 0;
    const admitted = countFaults();
    for (const [at, route] of all.entries()) {
      for (let nth = 0; nth < each; nth++) {
        const headers = combinations[(at * each + nth) % combinations.length] ?? {};
        const json = { "content-type": "application/json" };
        const isPlain = nth % 2 === 0;
        const given = { ...headers, ...(isPlain ? { "content-type": "text/plain" } : json) };
        const method = "access-control-request-method" in headers ? "OPTIONS" : route.method;
        const bodied = method === "GET" || method === "OPTIONS" ? undefined : "{}";
        const isApiOfOwn = /^\/v1(?:\/|$)/.test(route.path) && headers.host === own.host;
        const isPreflight = method === "OPTIONS" && isApiOfOwn && route.path !== "/v1/%zz";
        // A page does not know the token.
        const sent = isApiOfOwn && "origin" in headers ? { ...given, authorization: "" } : given;
        const answer = await ask({ ...route, method }, sent, bodied);
        asked++;
        if (isPreflight) {
          // It tells the page that a token is required, and is not executed.
          expect([route, answer.status, answer.body]).toEqual([route, 204, ""]);
          continue;
        }
        const said = { route, headers, status: answer.status };
        // Only the signature of the request counts there, and these requests are unsigned.
        const isAsked = route.open === true && method === route.method && headers.host === own.host;
        const refusals = isAsked ? [400, 403, 404, 415] : [400, 403, 421];
        admitted.add(!refusals.includes(answer.status));
        expect({ ...said, refused: refusals.includes(answer.status) }).toEqual({
          ...said,
          refused: true,
        });
        // Node itself refuses a request without Host silently; browsers get a page.
        if (answer.body !== "" && !isAsked) expect(JSON.parse(answer.body)).toHaveProperty("error");
        expect(answer.headers.filter((name) => name.startsWith("access-control"))).toEqual([]);
      }
    }
    const after = await imprint();
    const changes = countFaults();
    changes.add(after !== before);
    expect(after).toBe(before);
    report(
      "S9",
      `${combinations.length} sets of headers, ${all.length} routes, ${asked} requests, ${admitted.total()} read, ${changes.total()} changed`,
    );
  },
);

slowTest(
  "a form sent by a web page to the platform's own hostname changes nothing, with or without the token",
  async () => {
    const { served, imprint, ask } = await start();
    const { host } = new URL(served.server.url);
    // The first use of a token in an hour is recorded.
    await ask({ method: "GET", path: "/v1/user", admin: false }, { host });
    const before = await imprint();
    const types = [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "",
    ];
    const isChange = ({ method }: Route) => method !== "GET" && method !== "DELETE";
    const changing = sample((await routes()).filter(isChange), 60);
    for (const [at, route] of changing.entries()) {
      for (const type of types.slice(0, amount({ short: 1, full: types.length }))) {
        const typed = type === "" ? {} : { "content-type": type };
        const withToken = await ask(route, { host, ...typed }, '{"title":"Taken"}');
        expect([route, type, withToken.status >= 400]).toEqual([route, type, true]);
      }
      // A page cannot know the token, and a request without a body has no type to check.
      const without = await ask(route, { host, authorization: "" }, at % 2 ? "{}" : undefined);
      expect([route, without.status >= 400]).toEqual([route, true]);
    }
    expect(await imprint()).toBe(before);
  },
);

test("the server listens on this machine only, and secrets have full entropy", async () => {
  const { server } = await serve();
  expect(new URL(server.url).hostname).toBe("127.0.0.1");
  expect([server.token, server.adminToken]).toEqual([
    expect.stringMatching(/^tome_[\w-]{43}$/),
    expect.stringMatching(/^tome_admin_[\w-]{43}$/),
  ]);
});
