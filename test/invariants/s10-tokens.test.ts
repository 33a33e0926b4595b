import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Endpoint } from "../../src/contract/endpoint.ts";
import * as organization from "../../src/contract/organization.ts";
import type { WireRequest } from "../../src/contract/wire.ts";
import { toState } from "../../src/service/server/backup/state.ts";
import type { RequestRecord } from "../../src/service/server/metrics/request-record.ts";
import { issueToken } from "../../src/service/server/tokens.ts";
import { countFaults } from "../support/commands/fault-count.ts";
import { amount, report, sample, slowTest } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import {
  type FullOrganization,
  isDenied,
  openFullOrganization,
  tryAll,
} from "../support/organizations/full-organization.ts";
import { serve } from "../support/platforms/served.ts";
import { endpoints } from "../support/requests/made.ts";
import { listInputs, requestFor } from "../support/requests/requests.ts";

const base = "http://127.0.0.1:4000";
const word = "Confidential";
/** Operations open to any token; the responses are about the caller, or about no user. */
const forAnybody = new Set(["getAuthenticatedUser", "listOrganizationsForAuthenticatedUser"]);

async function requests({ ids }: FullOrganization, token: string) {
  const made: { readonly endpoint: Endpoint; readonly request: WireRequest }[] = [];
  for (const endpoint of sample(endpoints, 80)) {
    const [input = {}] = await listInputs(endpoint, { ids, word: "Probe" });
    made.push({ endpoint, request: requestFor(endpoint, input, { base, token }) });
  }
  return made;
}

function authorizations(valid: string, gone: string): readonly (string | undefined)[] {
  const secret = valid.slice("tome_".length);
  const known = [
    undefined,
    "",
    "Bearer",
    "Bearer ",
    `Bearer ${gone}`,
    valid,
    `Basic ${valid}`,
    `Basic ${Buffer.from(`x:${valid}`).toString("base64")}`,
    `Bearer ${valid}x`,
    `Bearer ${valid.slice(0, -1)}`,
    `Bearer ${valid.toLowerCase()}`,
    `Bearer ${secret}`,
    `Bearer tome_${secret}=`,
    `Bearer ${valid} ${valid}`,
    `Bearer ${valid},`,
    `Bearer "${valid}"`,
    `Bearer ' or '1'='1`,
    `Bearer ${"a".repeat(600)}`,
    "Bearer null",
    "Bearer undefined",
  ];
  const drawn = Array.from({ length: amount({ short: 0, full: 40 }) }, () => {
    return `Bearer tome_${randomBytes(32).toString("base64url")}`;
  });
  return [...known, ...drawn];
}

slowTest("without a valid token every operation returns the same 401", async () => {
  const target = await openFullOrganization(word);
  const { workspace, admin } = target;
  const { db, now, service } = workspace;
  const valid = await issueToken(db, { user: admin, label: "valid", now });
  const gone = await issueToken(db, { user: admin, label: "revoked", now });
  await db.deleteFrom("tokens").where("label", "=", "revoked").execute();
  await service.jobs.finish();
  const before = toState(await service.admin.export()).digest;
  const wrong = authorizations(valid, gone);
  const few = amount({ short: 4, full: wrong.length });
  const bodies = new Set<string>();
  let asked = 0;
  const answered = countFaults();
  const all = await requests(target, valid);
  for (const [at, { endpoint, request }] of all.entries()) {
    for (let nth = 0; nth < few; nth++) {
      const authorization = wrong[(at * few + nth) % wrong.length];
      // Visitors may call it without a token.
      if (endpoint.anonymous && authorization === undefined) continue;
      const { authorization: _, ...headers } = request.headers;
      const given = authorization === undefined ? headers : { ...headers, authorization };
      const answer = await service.transport({ ...request, headers: given });
      asked++;
      answered.add(answer.status !== 401);
      expect([endpoint.operation, authorization, answer.status]).toEqual([
        endpoint.operation,
        authorization,
        401,
      ]);
      bodies.add(String(answer.body));
    }
  }
  expect(bodies.size).toBe(1);
  expect(toState(await service.admin.export()).digest).toBe(before);
  const admitted = await service.transport({
    method: "GET",
    url: `${base}/v1/user`,
    headers: { authorization: `Bearer ${valid}` },
  });
  expect(admitted.status).toBe(200);
  report(
    "S10",
    `${asked} requests with ${wrong.length} kinds of wrong token on ${all.length} operations, ${answered.total()} answered`,
  );
});

slowTest("a token of another workspace reads and changes nothing in this one", async () => {
  const target = await openFullOrganization(word);
  const { workspace, ids } = target;
  const home = await workspace.organization("Home");
  const stranger = await workspace.member(home, "admin");
  await workspace.ok(stranger, organization.get, { organizationId: home });
  const chosen = new Set(sample(endpoints, 100));
  const tried = await tryAll(target, stranger, (endpoint) => chosen.has(endpoint));
  const own = new Set([stranger, home]);
  const secrets = [...ids.values()].filter((id) => id.length >= 20 && !own.has(id));
  expect(secrets.length).toBeGreaterThan(20);
  const leaked = countFaults();
  for (const one of tried) {
    const { name, status, body } = one;
    expect([name, leaked.add(body.includes(word))]).toEqual([name, false]);
    if (status >= 400)
      expect([name, [400, 403, 404, 409, 412, 501].includes(status)]).toEqual([name, true]);
    if (status < 300 && !isDenied(one) && !forAnybody.has(one.endpoint.operation)) {
      const told = secrets.filter(
        (id) => body.includes(id) && !JSON.stringify(one.input).includes(id),
      );
      expect([name, leaked.add(told)]).toEqual([name, []]);
    }
  }
  const findings = `${leaked.total()} ids or texts of the other workspace`;
  report("S10", `${tried.length} requests of a stranger, ${findings}`);
});

test("the admin token gives no access to the API, and a user's token none to the administration", async () => {
  const { send, server } = await serve();
  for (const what of ["GET /v1/user", "GET /v1/orgs", "POST /v1/orgs"]) {
    expect((await send(what, { admin: true })).status).toBe(401);
  }
  for (const what of [
    "GET /_tome/export",
    "POST /_tome/reset",
    "GET /_tome/faults",
    "GET /metrics",
  ]) {
    expect((await send(what)).status).toBe(401);
  }
  expect(server.token).not.toBe(server.adminToken);
});

slowTest(
  "only the hash of a token is stored: in the data, exports, the request journal and logs",
  async () => {
    const outer = temporaryFolder();
    const dataFolder = join(outer, "data");
    const log: string[] = [];
    const served = await serve(
      {
        folder: dataFolder,
        onRequest: (entry: RequestRecord) => log.push(JSON.stringify(entry)),
        log: (message, error) => log.push(message, String(error)),
      },
      { dataFolder },
    );
    const { send, server, service } = served;
    const made = await send("POST /_tome/token", { admin: true, json: { role: "read" } });
    const { token } = JSON.parse(made.body) as { token: string };
    await send("GET /v1/user", { headers: { authorization: `Bearer ${token}` } });
    await send(`GET /v1/${token}?token=${token}`);
    await send("POST /v1/orgs", { json: { title: 1, [token]: token } });
    const journal = await send("GET /_tome/requests", { admin: true });
    const state = await send("GET /_tome/state?rows=true", { admin: true });
    const exported = JSON.stringify(await service.admin.export());
    await server.close();
    await service.close();
    const known = readdirSync(dataFolder)
      // Users who can read this file act as the owner, as intended.
      .filter((name) => name !== "token")
      .map((name) => readFileSync(join(dataFolder, name), "latin1"));
    expect(known.length).toBeGreaterThan(0);
    const texts = [...known, log.join("\n"), journal.body, state.body, exported];
    for (const secret of [token, server.token, server.adminToken]) {
      expect(texts.map((text) => text.includes(secret))).toEqual(texts.map(() => false));
      expect(texts.map((text) => text.includes(secret.slice(-20)))).toEqual(texts.map(() => false));
    }
    expect(log.length).toBeGreaterThan(4);
  },
);
