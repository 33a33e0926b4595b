/** Requests that wait for a slot are executed with the permissions at that time. */
import { describe, expect, test } from "vitest";
import { endpoint } from "../../../src/contract/endpoint.ts";
import { text } from "../../../src/contract/fields.ts";
import * as integration from "../../../src/contract/integration.ts";
import * as installation from "../../../src/contract/integration-installation.ts";
import * as space from "../../../src/contract/space.ts";
import { createRouteModule } from "../../../src/service/core/route-module.ts";
import { routeModules } from "../../../src/service/server/areas.ts";
import { issueToken } from "../../../src/service/server/tokens.ts";
import { openIntegrations } from "../../support/organizations/integrations.ts";
import { getMessage, openTestPlatform } from "../../support/platforms/platform.ts";
import { onPostgres } from "../../support/platforms/postgres/databases.ts";

const lockedRoutes = {
  hold: endpoint({
    summary: "Wait",
    operation: "getUserById",
    route: "GET /held/{name}",
    input: { name: text("Name") },
    output: () => import("zod/mini").then((z) => z.unknown()),
  }),
};

/** The number of concurrent requests of one client. */
const slots = 6;

function openGate() {
  let release = () => {};
  let arrived = 0;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const module = createRouteModule(lockedRoutes, async () => ({
    async hold() {
      arrived++;
      await gate;
      return {};
    },
  }));
  return { modules: [...routeModules, module], release: () => release(), arrived: () => arrived };
}

/** Lets all work continue that waits only for its turn, or until it is ready. */
async function waitForTurns(isReady?: () => boolean): Promise<void> {
  for (let turn = 0; isReady === undefined ? turn < 200 : !isReady(); turn++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const requests = [
  "GET /v1/user",
  "GET /v1/orgs",
  "GET /v1/orgs/{org}",
  "GET /v1/orgs/{org}/spaces",
  "GET /v1/orgs/{org}/members",
  "GET /v1/orgs/{org}/search?query=a",
  "POST /v1/orgs/{org}/spaces",
  "POST /v1/orgs/{org}/collections",
] as const;

async function openLocked() {
  const gate = openGate();
  const { service, ask } = await openTestPlatform({ routeModules: gate.modules });
  const { owner, organization } = await service.admin.beginning();
  const token = await issueToken(service.db, { user: owner, label: "test", now: new Date() });
  const send = (what: string) => {
    const body = what.startsWith("POST") ? { body: { title: "Made" } } : {};
    return ask(what.replace("{org}", organization), { token, ...body });
  };
  const holding = Array.from({ length: slots }, () => ask("GET /v1/held/x", { token }));
  await waitForTurns(() => gate.arrived() === slots);
  expect(gate.arrived()).toBe(slots);
  const count = async () => {
    const spaces = await service.db.selectFrom("spaces").select("id").execute();
    const collections = await service.db.selectFrom("collections").select("id").execute();
    return spaces.length + collections.length;
  };
  return { gate, service, send, holding, owner, token, count };
}

describe("a request that waits for a slot", () => {
  test("is answered as usual if nothing changes meanwhile", async () => {
    const { gate, send, holding } = await openLocked();
    const waiting = requests.map(send);
    await waitForTurns();
    gate.release();
    await Promise.all(holding);
    const answers = await Promise.all(waiting);
    expect(answers.map(({ status }) => status)).toEqual(
      requests.map((what) => (what.startsWith("POST") ? 201 : 200)),
    );
  });

  test("is refused if its token is revoked meanwhile, and changes nothing", async () => {
    const { gate, service, send, holding, owner, count } = await openLocked();
    const before = await count();
    const waiting = requests.map(send);
    await waitForTurns();
    await service.db.deleteFrom("tokens").where("user_id", "=", owner).execute();
    gate.release();
    await Promise.all(holding);
    const answers = await Promise.all(waiting);
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 401, headers: { "www-authenticate": "Bearer" } });
      expect(getMessage(answer)).toMatch(/revoked or expired while the request was waiting/);
    }
    expect(await count()).toBe(before);
  });

  // With several processes, it is checked again only after a long wait.
  test.skipIf(onPostgres)("gets nothing that was read before its token was revoked", async () => {
    const { gate, service, holding, owner } = await openLocked();
    await service.db.deleteFrom("tokens").where("user_id", "=", owner).execute();
    gate.release();
    expect((await Promise.all(holding)).map(({ status }) => status)).toEqual(
      Array.from({ length: slots }, () => 401),
    );
  });

  test("is refused if its token becomes that of another user meanwhile", async () => {
    const { gate, service, send, holding, owner } = await openLocked();
    const other = "another-user";
    await service.db
      .insertInto("users")
      .values({
        ...{ id: other, display_name: other, email: "other@example.com", photo_url: null },
        created_at: new Date().toISOString(),
      })
      .execute();
    const waiting = requests.map(send);
    await waitForTurns();
    await service.db
      .updateTable("tokens")
      .set({ user_id: other })
      .where("user_id", "=", owner)
      .execute();
    gate.release();
    await Promise.all(holding);
    for (const { status } of await Promise.all(waiting)) expect(status).toBe(401);
  });

  test("of an integration is answered for the installation that it acts for", async () => {
    const gate = openGate();
    const { workspace, org, admin, publish } = await openIntegrations({
      routeModules: gate.modules,
    });
    await publish({ scopes: ["space:metadata:read"], target: "all" });
    const named = { integrationName: "link-checker" };
    await workspace.ok(admin, integration.install, { ...named, organization: org });
    const { id } = await workspace.ok(admin, space.create, { organizationId: org, title: "One" });
    const { token } = await workspace.ok(admin, integration.createToken, named);
    const own = await issueToken(workspace.db, { user: admin, label: "own", now: workspace.now });
    const get = (path: string, bearer: string) =>
      workspace.service.transport({
        method: "GET",
        url: `http://127.0.0.1:4000/v1${path}`,
        headers: { authorization: `Bearer ${bearer}` },
      });
    const holding = Array.from({ length: slots }, () => get("/held/x", own));
    await waitForTurns(() => gate.arrived() === slots);
    const waiting = get(`/spaces/${id}`, token);
    await waitForTurns();
    gate.release();
    await Promise.all(holding);
    const { status, body } = await waiting;
    expect([status, body]).toEqual([200, expect.stringContaining(id)]);
    await workspace.service.close();
  });

  test("of an installation is refused if the installation is paused meanwhile", async () => {
    const gate = openGate();
    const { workspace, org, admin, publish } = await openIntegrations({
      routeModules: gate.modules,
    });
    await publish({ scopes: ["space:metadata:read"], target: "all" });
    const named = { integrationName: "link-checker" };
    const { id } = await workspace.ok(admin, integration.install, { ...named, organization: org });
    const one = { ...named, installationId: id };
    const { token } = await workspace.ok(admin, installation.createToken, one);
    const own = await issueToken(workspace.db, { user: admin, label: "own", now: workspace.now });
    const get = (path: string, bearer: string) =>
      workspace.service.transport({
        method: "GET",
        url: `http://127.0.0.1:4000/v1${path}`,
        headers: { authorization: `Bearer ${bearer}` },
      });
    // It acts for the admin, and so shares their turns.
    const holding = Array.from({ length: slots }, () => get("/held/x", own));
    await waitForTurns(() => gate.arrived() === slots);
    const waiting = get(`/orgs/${org}/spaces`, token);
    await waitForTurns();
    await workspace.db.updateTable("installations").set({ status: "paused" }).execute();
    gate.release();
    await Promise.all(holding);
    expect((await waiting).status).toBe(401);
    await workspace.service.close();
  });
});

describe("a change that waits for the database", () => {
  // On PostgreSQL it does not wait for others.
  test.skipIf(onPostgres)("is refused if its token is revoked meanwhile", async () => {
    const { service, ask } = await openTestPlatform();
    const { owner, organization } = await service.admin.beginning();
    const token = await issueToken(service.db, { user: owner, label: "test", now: new Date() });
    const input = { token, body: { title: "Made" } };
    const create = () => ask(`POST /v1/orgs/${organization}/spaces`, input);
    expect((await ask("GET /v1/user", { token })).status).toBe(200);
    let changing: ReturnType<typeof create> | undefined;
    await service.db.transaction().execute(async (transaction) => {
      changing = create();
      await waitForTurns();
      await transaction.deleteFrom("tokens").where("user_id", "=", owner).execute();
    });
    const answer = await changing;
    expect(answer?.status).toBe(401);
    expect(answer && getMessage(answer)).toMatch(/while the request was waiting/);
  });
});
