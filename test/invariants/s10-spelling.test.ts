import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { getMethod, resolvePath } from "../../src/contract/endpoint.ts";
import { listEndpoints } from "../../src/service/core/route-module.ts";
import * as adminContract from "../../src/service/server/admin/endpoints.ts";
import { publicRoutes, routeModules } from "../../src/service/server/areas.ts";
import { toState } from "../../src/service/server/backup/state.ts";
import * as faultsContract from "../../src/service/server/faults/endpoints.ts";
import type { RequestRecord } from "../../src/service/server/metrics/request-record.ts";
import { countFaults } from "../support/commands/fault-count.ts";
import { amount, report, sample, slowTest } from "../support/generators/amount.ts";
import { randomFrom } from "../support/generators/random.ts";
import { addSample } from "../support/platforms/sample.ts";
import { type Served, serve } from "../support/platforms/served.ts";

interface Target {
  readonly method: string;
  readonly path: string;
  readonly admin: boolean;
}

async function targets(): Promise<readonly Target[]> {
  const of = (
    endpoints: Awaited<ReturnType<typeof listEndpoints>>,
    prefix: string,
    admin: boolean,
  ) =>
    endpoints.map((endpoint) => ({
      method: getMethod(endpoint),
      path: prefix + resolvePath(endpoint).replace(/\{\w+\}/g, "x"),
      admin,
    }));
  const open = publicRoutes.map(({ route }) => {
    const [method = "", path = ""] = route.split(" ");
    return { method, path: path.replace(/\{\w+\}/g, "x"), admin: false };
  });
  return [
    ...of(await listEndpoints(routeModules), "/v1", false),
    ...of(Object.values(adminContract), "/_tome", true),
    ...of(Object.values(faultsContract), "/_tome", true),
    ...open,
    { method: "GET", path: "/metrics", admin: true },
    { method: "GET", path: "/v1", admin: false },
    { method: "GET", path: "/v1/", admin: false },
  ];
}

/** Other spellings of a path: each is not the normal form, or not a path. */
function spellings(path: string, pick: (below: number) => number, port: string): string[] {
  const hex = (character: string) => character.charCodeAt(0).toString(16).padStart(2, "0");
  const letters = [...path.matchAll(/[\w-]/g)].map(({ index }) => index);
  const slashes = [...path.matchAll(/\//g)].map(({ index }) => index);
  const replaced = (at: number, by: string, length = 1) =>
    path.slice(0, at) + by + path.slice(at + length);
  const letter = letters[pick(letters.length)] ?? 1;
  const slash = slashes[pick(slashes.length)] ?? 0;
  const code = hex(path[letter] ?? "");
  const prefix = path.split("/")[1] ?? "";
  const others = path.startsWith("/_tome") ? path : `/_tome${path}`;
  return [
    replaced(letter, `%${code}`),
    replaced(letter, `%${code.toUpperCase()}`),
    replaced(letter, `%25${code}`),
    replaced(letter, `%u00${code}`),
    replaced(
      letter,
      `%C${code < "40" ? 0 : 1}%${(0x80 + (Number.parseInt(code, 16) % 64)).toString(16)}`,
    ),
    replaced(letter, `%EF%BC%${(0x80 + (Number.parseInt(code, 16) % 64)).toString(16)}`),
    `/${[...path.slice(1)].map((one) => (one === "/" ? one : `%${hex(one)}`)).join("")}`,
    `/${prefix.toUpperCase() === prefix ? `${prefix}x` : prefix.toUpperCase()}${path.slice(prefix.length + 1)}`,
    replaced(slash, "//"),
    replaced(slash, "///"),
    replaced(slash, "/./"),
    replaced(slash, "/%2e/"),
    replaced(slash, "/x/../"),
    replaced(slash, "/x/%2e%2e/"),
    replaced(slash, "/..;/"),
    replaced(slash, "%2f"),
    replaced(slash, "%2F"),
    replaced(slash, "\\"),
    replaced(slash, "%5c"),
    replaced(slash, "%c0%af"),
    `/v1/..${others}`,
    `/v1/..%2f${others.slice(1)}`,
    `/v1/%2e%2e${others}`,
    `/healthz/..${others}`,
    `${path}/`,
    `${path}%00`,
    `${path}%00.json`,
    `${path}%20`,
    `${path}%09`,
    `${path}%0d%0a`,
    `${path}.`,
    `${path};x=1`,
    `${path}%3f`,
    `${path}%23`,
    `${path}#x`,
    `${path}~`,
    `http://127.0.0.1:${port}${path}`,
    `//127.0.0.1:${port}${path}`,
    // Without a slash or a scheme it is not a request, and the connection is closed.
  ].filter((spelling) => /^\/|^http:/.test(spelling));
}

function asker({ server }: Served) {
  const { hostname, port } = new URL(server.url);
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  return (method: string, path: string, token: string | undefined) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const json = { "content-type": "application/json" };
      const headers = token === undefined ? json : { ...json, authorization: `Bearer ${token}` };
      request({ hostname, port, method, path, agent, headers })
        .on("error", (error) => reject(new Error(`${method} ${path}`, { cause: error })))
        .on("response", async (message) => {
          resolve({ status: message.statusCode ?? 0, body: await text(message) });
        })
        .end(method === "GET" || method === "DELETE" ? undefined : "{}");
    });
}

slowTest(
  "a route accepts only its normalized path, and the administration API only the admin token",
  async () => {
    const log: RequestRecord[] = [];
    const served = await serve({ onRequest: (entry) => log.push(entry) });
    const { service, server, send } = served;
    await addSample(service);
    await service.jobs.finish();
    const made = await send("POST /_tome/token", { admin: true, json: { role: "read" } });
    const { token: reader } = JSON.parse(made.body) as { token: string };
    const tokens = { none: undefined, reader, owner: server.token, admin: server.adminToken };
    const ask = asker(served);
    const { port } = new URL(server.url);
    const before = toState(await service.admin.export()).digest;
    const all = await targets();
    const plain = new Set(all.map(({ path }) => path));
    const tried = sample(all, 70);
    const rounds = amount({ short: 1, full: 8 });
    const random = randomFrom();
    let asked = 0;
    const answered = countFaults();
    for (let round = 0; round < rounds; round++) {
      for (const [at, { method, path, admin }] of tried.entries()) {
        const ways = spellings(path, random.below, port).filter((way) => !plain.has(way));
        const each = amount({ short: admin ? 6 : 2, full: ways.length });
        for (let nth = 0; nth < each; nth++) {
          const spelling = ways[(at * each + nth) % ways.length] ?? "";
          for (const [whose, token] of Object.entries(tokens)) {
            // Each spelling of API routes with one token, and of administration routes with all.
            if (!admin && rounds === 1 && (at + nth) % 4 !== Object.keys(tokens).indexOf(whose))
              continue;
            const { status, body } = await ask(method, spelling, token);
            asked++;
            const said = { method, spelling, whose, status, seed: random.seed };
            // An additional letter at the end makes another name, which does not exist: already
            // deleted.
            const isOtherName =
              method === "DELETE" && (spelling === `${path}.` || spelling === `${path}~`);
            const refusals = isOtherName ? [204, 400, 401, 404, 405] : [400, 401, 404, 405];
            answered.add(!refusals.includes(status));
            expect({ ...said, refused: refusals.includes(status) }).toEqual({
              ...said,
              refused: true,
            });
            // Browser pages explain how to sign in.
            const isPage = body.startsWith("<!doctype html>");
            if (body !== "" && !isPage) expect(JSON.parse(body)).toHaveProperty("error");
          }
        }
        if (!admin) continue;
        for (const token of [undefined, reader, server.token]) {
          expect([path, (await ask(method, path, token)).status]).toEqual([path, 401]);
        }
      }
    }
    expect(toState(await service.admin.export()).digest).toBe(before);
    report(
      "S10",
      `${asked} other spellings of ${tried.length} routes with 4 kinds of token, ${answered.total()} answered`,
    );
  },
);

slowTest(
  "no spelling of a secret in a path or name appears in the log, the request journal or the fault log",
  async () => {
    const log: RequestRecord[] = [];
    const served = await serve({ onRequest: (entry) => log.push(entry) });
    const { server, send } = served;
    const ask = asker(served);
    const signature = "Zm9yLWV2ZXJ5Ym9keS1hbmQtbm9ib2R5LWF0LWFsbA1";
    const subject = "WzE3OTU0MzIxMDAseyJzcGFjZSI6ImFiYyJ9XQ";
    const signedPath = `${signature}/file/${subject}/plan.pdf`;
    const bare = server.token.slice("tome_".length);
    const paths = [server.token, server.adminToken].flatMap((secret) => [
      `/${secret}`,
      `/v1/${secret}`,
      `/v1/${secret.replace("_", "%5f")}`,
      `/v1/${secret.replace("_", "%5F")}/x`,
      `/v1//${secret.replace("_", "%5f")}`,
      `/v1/spaces/${secret.toUpperCase()}`,
      `/v1/spaces/${secret.replace("_", ":")}`,
      `/v1/spaces/${secret.replace("_", "%3A")}`,
      `/v1/spaces/${bare}`,
      `/v1/user?${secret}=1`,
      `/v1/user?${bare}=1`,
    ]);
    const addresses = [
      `/_download/${signedPath}`,
      `/_download/${signedPath}/`,
      `/_download%2F${signedPath.replaceAll("/", "%2F")}`,
      `/%2F_download%2f${signedPath}`,
      `/_download%5C${signedPath}`,
      `/_download%252F${signedPath.replaceAll("/", "%252F")}`,
      `/_download;v=1/${signedPath}`,
      `/_download;${signature}`,
      `/_download./${signedPath}`,
      `/_downloads/${signedPath}`,
      `/download/${signedPath}`,
      `/_DOWNLOAD/${signedPath}`,
      `/%5fdownload/${signedPath}`,
      `/x/../_download/${signedPath}`,
      `/${signedPath}`,
      `/_download/${signature}`,
      `/v1/spaces/${encodeURIComponent(`${server.url}/_download/${signedPath}`)}`,
      `/v1/user?${encodeURIComponent(`_download/${signedPath}`)}=1`,
    ];
    const rules = [{ fault: "delay", for: "0ms" }];
    await send("PUT /_tome/faults", { admin: true, json: { rules } });
    for (const path of [...paths, ...addresses]) {
      for (const method of ["GET", "PUT"]) await ask(method, path, server.token);
      await send(`GET ${path}`, { headers: { host: "evil.example" } });
    }
    const named = log.filter(({ operation }) => operation?.startsWith("GET /_download/"));
    expect(new Set(named.map(({ path }) => path))).toEqual(
      new Set(["/_download/{seal}/{kind}/{told}/{name}"]),
    );
    const told = await Promise.all(
      ["GET /_tome/requests", "GET /_tome/faults", "GET /metrics"].map(async (what) => {
        return (await send(what, { admin: true })).body;
      }),
    );
    const kept = [JSON.stringify(log), ...told].join("\n").toLowerCase();
    expect(log.length).toBeGreaterThan(3 * (paths.length + addresses.length));
    for (const secret of [bare, server.adminToken.slice(-20), signature].map((one) =>
      one.toLowerCase(),
    )) {
      const at = kept.indexOf(secret.slice(-20));
      expect(at < 0 ? "" : kept.slice(at - 100, at + 50)).toBe("");
    }
  },
);

test("the stored data of a request is short for any request", async () => {
  const log: RequestRecord[] = [];
  const { send } = await serve({ onRequest: (entry) => log.push(entry) });
  const long = "long ".repeat(100_000);
  for (const json of [{ [long]: 1 }, { [long.replaceAll(" ", "")]: 1 }, { title: [long] }]) {
    expect((await send("POST /v1/orgs", { json })).status).toBe(400);
  }
  await send(`GET /v1/${"a".repeat(10_000)}`);
  await send(`GET /v1${"/a".repeat(5_000)}`);
  expect(log.map((entry) => JSON.stringify(entry).length).filter((one) => one > 1000)).toEqual([]);
});
