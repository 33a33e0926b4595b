/** Access of tokens of integrations and installations: every operation, with every scope. */
import { expect, test } from "vitest";
import type { Endpoint } from "../../../../../src/contract/endpoint.ts";
import { resolvePath } from "../../../../../src/contract/endpoint.ts";
import * as integration from "../../../../../src/contract/integration.ts";
import * as installation from "../../../../../src/contract/integration-installation.ts";
import {
  installationOperations,
  integrationOperations,
} from "../../../../../src/contract/integration-operations.ts";
import { openToInstallations } from "../../../../../src/contract/integration-scopes.ts";
import { scopes } from "../../../../../src/contract/integration-values.ts";
import * as member from "../../../../../src/contract/member.ts";
import * as site from "../../../../../src/contract/site.ts";
import * as space from "../../../../../src/contract/space.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { manifestFor, openIntegrations } from "../../../../support/organizations/integrations.ts";
import { endpoints } from "../../../../support/requests/made.ts";
import { readDescriptions } from "../../../../support/requests/published.ts";
import { requestFor } from "../../../../support/requests/requests.ts";

const base = "http://127.0.0.1:4000";
type Scopes = (typeof scopes)[number][];

async function start(granted: Scopes, name = "link-checker") {
  const setup = await openIntegrations();
  const { workspace, org, admin, publish } = setup;
  await publish({ integrationName: name, scopes: granted, target: "all" });
  const ids = { integrationName: name };
  const { id } = await workspace.ok(admin, integration.install, { ...ids, organization: org });
  const one = { ...ids, installationId: id };
  const { token } = await workspace.ok(admin, installation.createToken, one);
  const ask = async (what: string, body?: object, bearer = token) => {
    const [method, path = ""] = what.split(" ");
    const answer = await workspace.service.transport({
      method: method as "GET",
      url: `${base}/v1${path}`,
      headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = String(answer.body);
    return { status: answer.status, body: text === "" ? undefined : JSON.parse(text) };
  };
  const made = async (title: string) =>
    (await workspace.ok(admin, space.create, { organizationId: org, title })).id;
  return { ...setup, ...one, one, token, ask, made };
}

/** A request with unknown ids, which only the scopes can refuse. */
function anyRequest(endpoint: Endpoint, token: string) {
  return requestFor(endpoint, { ...getInput(endpoint) }, { base, token });
}

function getInput(endpoint: Endpoint): object {
  const names = [...resolvePath(endpoint).matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  return Object.fromEntries(names.map((name) => [name, "X0000000000000000000"]));
}

slowTest("every operation is available with its scope, and with no other", async () => {
  const faults: string[] = [];
  const table: Readonly<Record<string, string | undefined>> = openToInstallations;
  let asked = 0;
  for (const granted of [undefined, ...scopes]) {
    const { workspace, token } = await start(granted === undefined ? [] : [granted]);
    for (const endpoint of endpoints.filter(({ route }) => !route.includes("/_tome"))) {
      const scope = table[endpoint.operation];
      const isOpen = scope === "no scope" || (scope !== undefined && scope === granted);
      const { status, body } = await workspace.service.transport(anyRequest(endpoint, token));
      asked += 1;
      const isClosed =
        status === 403 &&
        /not available with any integration scope|requires the scope/.test(String(body));
      if (isClosed !== isOpen) continue;
      faults.push(`${endpoint.operation} with ${granted}: ${status} ${String(body).slice(0, 100)}`);
    }
  }
  expect(faults).toEqual([]);
  expect(asked).toBe(endpoints.length * (scopes.length + 1));
});

test("operations for installations match the description, or a scope has their name", () => {
  const described = readDescriptions().find(({ version }) => version === "0.202.0");
  const paths = Object.values(Object(described?.document).paths).flatMap((one) =>
    Object.values(Object(one)),
  );
  const getSecurity = (name: string) =>
    Object(paths.find((one) => Object(one).operationId === name)).security;
  const named = /^(?:openapi|conversations):/;
  const closed = Object.entries(openToInstallations).filter(([name, scope]) => {
    const security: unknown = getSecurity(name);
    const kinds = Array.isArray(security) ? security.flatMap((one) => Object.keys(one)) : undefined;
    return (
      kinds !== undefined &&
      !kinds.some((kind) => kind.startsWith("integration")) &&
      !named.test(scope ?? "")
    );
  });
  expect(closed).toEqual([]);
  expect(integrationOperations).toContain("createIntegrationInstallationToken");
});

slowTest(
  "a token gives access to the spaces of its installation, and to no other organization",
  async () => {
    const { workspace, admin, org, one, ask, made } = await start([
      "space:metadata:read",
      "space:content:read",
    ]);
    const [first, second] = [await made("First"), await made("Second")];
    const titles = async () =>
      Object(await ask(`GET /orgs/${org}/spaces`)).body.items.map(
        (item: { title: string }) => item.title,
      );
    expect(await titles()).toEqual(["First", "Second"]);
    await workspace.ok(admin, installation.update, { ...one, space_selection: "selected" });
    expect(await titles()).toEqual([]);
    expect((await ask(`GET /spaces/${first}`)).status).toBe(404);
    await workspace.ok(admin, installation.installOnSpace, { ...one, space: first });
    expect(await titles()).toEqual(["First"]);
    expect((await ask(`GET /spaces/${first}/content`)).status).toBe(200);
    expect((await ask(`GET /spaces/${second}/content`)).status).toBe(404);
    // The admin for whom the token acts is in another organization too.
    const other = await workspace.organization("Other");
    await workspace.db
      .insertInto("members")
      .values({
        organization_id: other,
        user_id: admin,
        role: "admin",
        disabled: 0,
        joined_at: workspace.now.toISOString(),
        last_seen_at: null,
        sso: 0,
      })
      .execute();
    const foreign = (await workspace.ok(admin, space.create, { organizationId: other })).id;
    expect((await ask(`GET /spaces/${foreign}`)).status).toBe(404);
    expect((await ask(`GET /orgs/${other}/spaces`)).status).toBe(404);
    expect((await ask(`GET /orgs/${org}`)).status).toBe(200);
  },
);

slowTest(
  "an installation changes its settings but not its targets, and reads nothing without the scope",
  async () => {
    const { one, ask, made } = await start([]);
    const path = `/integrations/${one.integrationName}/installations/${one.installationId}`;
    expect((await ask(`PATCH ${path}`, { externalIds: ["a"] })).body.externalIds).toEqual(["a"]);
    const selections = ["all", "selected"] as const;
    for (const input of [
      ...selections.map((space_selection) => ({ space_selection })),
      ...selections.map((site_selection) => ({ site_selection })),
      ...selections.map((one) => ({ space_selection: one, site_selection: one })),
      { externalIds: ["b"], site_selection: "all" },
    ]) {
      const widened = await ask(`PATCH ${path}`, input);
      expect([input, widened.status, widened.body.error.message]).toEqual([
        input,
        403,
        expect.stringContaining("cannot change its own spaces and sites"),
      ]);
    }
    expect((await ask(`GET ${path}`)).body).toMatchObject({
      ...{ space_selection: "all", site_selection: "all", externalIds: ["a"] },
    });
    const spaceId = await made("Guide");
    // It already works on all spaces.
    expect((await ask(`POST ${path}/spaces`, { space: spaceId })).status).toBe(409);
    expect((await ask(`GET ${path}/spaces`)).body.items[0].space).toBe(spaceId);
    expect((await ask(`GET ${path}/spaces?extended=true`)).status).toBe(403);
    expect((await ask("GET /user")).status).toBe(403);
  },
);

slowTest(
  "a token ends after an hour, with its installation, and with the last admin's permissions",
  async () => {
    const { workspace, admin, org, one, ask } = await start(["space:metadata:read"]);
    expect((await ask(`GET /orgs/${org}`)).status).toBe(200);
    workspace.passDays(1 / 25);
    expect((await ask(`GET /orgs/${org}`)).status).toBe(200);
    workspace.passDays(1 / 24);
    expect((await ask(`GET /orgs/${org}`)).status).toBe(401);
    const { token } = await workspace.ok(admin, installation.createToken, one);
    const successor = await workspace.member(org, "admin");
    const input = { organizationId: org, userId: admin };
    await workspace.ok(successor, member.update, { ...input, role: "read" });
    expect((await ask(`GET /orgs/${org}`, undefined, token)).status).toBe(200);
    await workspace.ok(successor, installation.remove, one);
    expect((await ask(`GET /orgs/${org}`, undefined, token)).status).toBe(401);
    expect((await ask(`GET /orgs/${org}`, undefined, `${token.slice(0, -8)}AAAAAAAA`)).status).toBe(
      401,
    );
  },
);

test("an integration lists its installations and creates tokens for them", async () => {
  const { workspace, admin, org, one, ask } = await start(["space:metadata:read"]);
  const { integrationName: name, installationId: id } = one;
  const { token } = await workspace.ok(admin, integration.createToken, { integrationName: name });
  const listed = await ask(`GET /integrations/${name}/installations`, undefined, token);
  expect(listed.body.items.map((item: { id: string }) => item.id)).toEqual([id]);
  expect(
    (await ask(`GET /integrations/${name}/installations/${id}`, undefined, token)).status,
  ).toBe(200);
  const tokens = `POST /integrations/${name}/installations/${id}/tokens`;
  const made = await ask(tokens, {}, token);
  expect((await ask(`GET /orgs/${org}/spaces`, undefined, made.body.token)).status).toBe(200);
  expect((await ask(`GET /orgs/${org}/spaces`, undefined, token)).status).toBe(403);
  const reader = await workspace.member(org, "read");
  expect((await workspace.refused(reader, installation.createToken, one)).status).toBe(403);
  const { status } = await workspace.refused(reader, integration.createToken, {
    integrationName: name,
  });
  expect(status).toBe(403);
});

/** An integration with all scopes that is installed in two organizations, each with a space. */
async function installTwice() {
  const setup = await start([...scopes]);
  const { workspace, admin, one, publish } = setup;
  const { integrationName } = one;
  await publish({ integrationName, scopes: [...scopes], target: "all", visibility: "public" });
  const { token } = await workspace.ok(admin, integration.createToken, { integrationName });
  const other = await workspace.organization("Other");
  const stranger = await workspace.member(other, "admin");
  const { id } = await workspace.ok(stranger, integration.install, {
    integrationName,
    organization: other,
  });
  const foreign = await workspace.ok(stranger, space.create, { organizationId: other });
  return { ...setup, own: token, other, stranger, foreign, otherInstallation: id };
}

slowTest("no operation of the description is refused for its kind of token", async () => {
  const { workspace, token, own } = await installTwice();
  const refused: string[] = [];
  for (const [bearer, operations] of [
    [token, installationOperations],
    [own, integrationOperations],
  ] as const) {
    for (const endpoint of endpoints.filter((one) =>
      operations.some((name) => name === one.operation),
    )) {
      const { status, body } = await workspace.service.transport(anyRequest(endpoint, bearer));
      if (status === 401 || status === 403) refused.push(`${endpoint.operation} ${body}`);
    }
  }
  expect(refused).toEqual([]);
});

slowTest(
  "an integration token acts as the installation in the organization of the request",
  async () => {
    const { workspace, admin, org, own, other, foreign, one, otherInstallation, ask, made } =
      await installTwice();
    const spaceId = await made("Guide");
    for (const id of [spaceId, foreign.id]) {
      expect((await ask(`GET /spaces/${id}`, undefined, own)).body.id).toBe(id);
      const url = `${base}/v1/spaces/${id}`;
      const found = await ask(`GET /urls/content?url=${encodeURIComponent(url)}`, undefined, own);
      expect(found.body.space.id).toBe(id);
    }
    for (const id of [org, other]) {
      expect((await ask(`GET /orgs/${id}`, undefined, own)).body.id).toBe(id);
      const { body } = await ask(`GET /orgs/${id}/installations`, undefined, own);
      expect(body.items).toHaveLength(1);
      expect(body.items[0].installation.target.organization).toBe(id);
    }
    const path = `/integrations/${one.integrationName}/installations/${otherInstallation}`;
    const changed = await ask(`PATCH ${path}`, { externalIds: ["b"] }, own);
    expect([changed.status, changed.body.externalIds]).toEqual([200, ["b"]]);
    const nowhere = await workspace.organization("Nowhere");
    expect((await ask(`GET /orgs/${nowhere}`, undefined, own)).status).toBe(404);
    await workspace.ok(admin, installation.update, { ...one, space_selection: "selected" });
    expect((await ask(`GET /spaces/${spaceId}`, undefined, own)).status).toBe(404);
  },
);

slowTest("an installation reads only its own organization, content and installation", async () => {
  const { workspace, admin, org, stranger, foreign, other, one, ask, made, publish } =
    await installTwice();
  const spaceId = await made("Guide");
  const at = (id: string) =>
    `GET /urls/content?url=${encodeURIComponent(`${base}/v1/spaces/${id}`)}`;
  expect((await ask(at(spaceId))).body.space.id).toBe(spaceId);
  // The admin for whom the token acts is in the other organization too.
  await workspace.db
    .insertInto("members")
    .values({
      organization_id: other,
      user_id: admin,
      role: "admin",
      disabled: 0,
      joined_at: workspace.now.toISOString(),
      last_seen_at: null,
      sso: 0,
    })
    .execute();
  expect((await ask(at(foreign.id))).status).toBe(404);
  await workspace.ok(stranger, integration.publish, {
    ...manifestFor(other),
    integrationName: "foreign-secret",
  });
  await publish({ integrationName: "neighbor" });
  await workspace.ok(admin, integration.install, {
    integrationName: "neighbor",
    organization: org,
  });
  const names = (items: { name: string }[]) => items.map(({ name }) => name);
  expect(names((await ask("GET /integrations")).body.items)).not.toContain("foreign-secret");
  const installed = await ask(`GET /orgs/${org}/installations`);
  expect(
    installed.body.items.map((item: { installation: { id: string } }) => item.installation.id),
  ).toEqual([one.installationId]);
  const events = await ask(`GET /integrations/${one.integrationName}/events`);
  const seen = events.body.items.map((item: { installationId: string }) => item.installationId);
  expect(new Set(seen)).toEqual(new Set([one.installationId]));
});

slowTest("an installation adds a space of its organization, but no other", async () => {
  const { workspace, admin, foreign, one, ask, made } = await installTwice();
  const spaceId = await made("Guide");
  await workspace.ok(admin, installation.update, { ...one, space_selection: "selected" });
  const path = `/integrations/${one.integrationName}/installations/${one.installationId}/spaces`;
  expect((await ask(`POST ${path}`, { space: foreign.id })).status).toBe(404);
  expect((await ask(`POST ${path}`, { space: spaceId })).status).toBe(201);
  expect((await ask(`GET /spaces/${spaceId}`)).status).toBe(200);
});

slowTest(
  "no token adds an installation to content that another organization did not choose",
  async () => {
    const { workspace, stranger, foreign, other, own, one, otherInstallation, ask } =
      await installTwice();
    const { integrationName } = one;
    const there = { integrationName, installationId: otherInstallation };
    const { id: siteId } = await workspace.ok(stranger, site.create, {
      organizationId: other,
      title: "Docs",
    });
    await workspace.ok(stranger, installation.update, {
      ...there,
      space_selection: "selected",
      site_selection: "selected",
    });
    const path = `/integrations/${integrationName}/installations/${otherInstallation}`;
    const { body } = await ask(`POST ${path}/tokens`, {}, own);
    for (const bearer of [own, body.token]) {
      for (const [what, input] of [
        ["spaces", { space: foreign.id }],
        ["sites", { siteId }],
      ] as const) {
        const { status, body: answer } = await ask(`POST ${path}/${what}`, input, bearer);
        expect([what, status, answer.error.message]).toEqual([
          what,
          403,
          expect.stringContaining("cannot add itself"),
        ]);
      }
      expect((await ask(`GET /spaces/${foreign.id}`, undefined, bearer)).status).toBe(404);
    }
    await workspace.ok(stranger, installation.installOnSpace, { ...there, space: foreign.id });
    expect((await ask(`GET /spaces/${foreign.id}`, undefined, own)).status).toBe(200);
  },
);
