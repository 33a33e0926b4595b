import { expect, test } from "vitest";
import * as integration from "../../../../src/contract/integration.ts";
import { handlers } from "../../../../src/service/areas/integrations/integration.ts";
import { selectAdministeredOrganizations } from "../../../../src/service/areas/integrations/queries.ts";
import type { Call } from "../../../../src/service/core/handlers.ts";
import { createPartial } from "../../../support/commands/partial.ts";
import { openIntegrations } from "../../../support/organizations/integrations.ts";

const integrationName = "link-checker";

test("the visibility of an integration determines who can see it", async () => {
  const { workspace, org, admin, publish } = await openIntegrations();
  const elsewhere = await workspace.organization("Elsewhere");
  const people = {
    admin,
    member: await workspace.member(org, "read"),
    guest: await workspace.member(org, null),
    disabled: await workspace.member(org, "admin", true),
    stranger: await workspace.member(elsewhere, "admin"),
  };
  const everyone = Object.keys(people);
  const seen = {
    public: { get: everyone, list: everyone },
    unlisted: { get: everyone, list: ["admin", "member"] },
    private: { get: ["admin", "member"], list: ["admin", "member"] },
  };
  for (const visibility of ["public", "unlisted", "private"] as const) {
    await publish({ visibility });
    for (const [name, person] of Object.entries(people)) {
      const got = await workspace.ask(person, integration.get, { integrationName });
      const { items } = await workspace.ok(person, integration.list, {});
      const expected = seen[visibility];
      expect([name, visibility, got.status === 200, items.length === 1]).toEqual([
        name,
        visibility,
        expected.get.includes(name),
        expected.list.includes(name),
      ]);
      if (got.status !== 200) expect(got.status).toBe(404);
    }
  }
});

test("a user outside the owning organization sees its title, and none of its settings", async () => {
  const { workspace, org, publish } = await openIntegrations();
  await workspace.db
    .updateTable("organizations")
    .set({ email_domains: '["acme.example"]', hostname: "acme-docs" })
    .where("id", "=", org)
    .execute();
  await publish({ visibility: "public" });
  const stranger = await workspace.person();
  const { owner, permissions } = await workspace.ok(stranger, integration.get, { integrationName });
  expect(owner).toMatchObject({ id: org, title: "Acme", emailDomains: [] });
  expect(owner.permissions.view).toBe(false);
  expect(permissions.admin).toBe(false);
  expect(JSON.stringify(owner)).not.toContain("acme");
});

test("an unpublished integration is removed everywhere, and a new one with its name starts over", async () => {
  const { workspace, org, admin, publish } = await openIntegrations();
  await publish({ visibility: "public", secrets: { KEY: "one" } });
  await publish({ visibility: "public" });
  await workspace.ok(admin, integration.install, { integrationName, organization: org });
  const stranger = await workspace.person();
  expect(
    await workspace.refused(stranger, integration.unpublish, { integrationName }),
  ).toMatchObject({ status: 403 });
  expect(await workspace.ask(admin, integration.unpublish, { integrationName })).toMatchObject({
    status: 205,
  });
  expect(await workspace.ask(admin, integration.unpublish, { integrationName })).toMatchObject({
    status: 204,
  });
  expect(await workspace.refused(admin, integration.get, { integrationName })).toMatchObject({
    status: 404,
  });
  expect((await publish()).version).toBe(1);
  const { items } = await workspace.ok(admin, integration.installations, { integrationName });
  expect(items).toEqual([]);
  expect(await workspace.db.selectFrom("integration_secrets").selectAll().execute()).toEqual([]);
});

test("a hidden private integration cannot be unpublished by other users", async () => {
  const { workspace, publish } = await openIntegrations();
  await publish();
  const stranger = await workspace.person();
  expect(await workspace.ask(stranger, integration.unpublish, { integrationName })).toMatchObject({
    status: 204,
  });
  expect(await workspace.db.selectFrom("integrations").selectAll().execute()).toHaveLength(1);
});

test("the list is filtered by name, title, category, scope, target, owner, domain, blocks and sources", async () => {
  const { workspace, org, admin, publish } = await openIntegrations();
  const elsewhere = await workspace.organization("Elsewhere");
  await workspace.enroll(elsewhere, admin, "admin");
  await publish({
    integrationName: "boards",
    title: "Ärger 100% off_er",
    categories: ["content"],
    scopes: ["space:content:write", "space:content:read"],
    target: "space",
    blocks: [{ id: "board", title: "Board", urlUnfurl: ["https://*.Boards.example.com/**"] }],
  });
  await publish({
    integrationName: "Feeds_2",
    title: "Feeds",
    organization: elsewhere,
    categories: ["content", "analytics"],
    scopes: ["site:views:read"],
    target: "site",
    contentSources: [{ id: "a", title: "Feed", configuration: { componentId: "c" } }],
  });
  const listed = async (filters: object) =>
    (await workspace.ok(admin, integration.list, filters)).items.map((item) => item.name);
  expect(await listed({})).toEqual(["Feeds_2", "boards"]);
  expect(await listed({ search: "FEEDS" })).toEqual(["Feeds_2"]);
  expect(await listed({ search: "ärger" })).toEqual(["boards"]);
  expect(await listed({ search: "100% off_" })).toEqual(["boards"]);
  expect(await listed({ search: "%" })).toEqual(["boards"]);
  expect(await listed({ search: "\\" })).toEqual([]);
  expect(await listed({ category: "content" })).toEqual(["Feeds_2", "boards"]);
  expect(await listed({ category: "analytics" })).toEqual(["Feeds_2"]);
  expect(await listed({ scope: "space:content:read" })).toEqual(["boards"]);
  expect(await listed({ target: "site" })).toEqual(["Feeds_2"]);
  expect(await listed({ owner: org })).toEqual(["boards"]);
  expect(await listed({ blocks: true })).toEqual(["boards"]);
  expect(await listed({ blocks: false })).toEqual(["Feeds_2"]);
  expect(await listed({ contentSources: true })).toEqual(["Feeds_2"]);
  expect(await listed({ blockDomain: "boards.example.com" })).toEqual(["boards"]);
  expect(await listed({ blockDomain: "EXAMPLE.com" })).toEqual(["boards"]);
  expect(await listed({ blockDomain: "ample.com" })).toEqual([]);
  expect(await listed({ category: "content", target: "space", search: "b" })).toEqual(["boards"]);
});

test("the list is paged, each integration once", async () => {
  const { workspace, admin, publish } = await openIntegrations();
  const names = ["a", "b", "c", "d", "e"];
  for (const integrationName of names) await publish({ integrationName });
  const listed: string[] = [];
  let page: string | undefined;
  do {
    const asked = { limit: 2, search: "link", ...(page !== undefined && { page }) };
    const answer = await workspace.ok(admin, integration.list, asked);
    listed.push(...answer.items.map((item) => item.name));
    page = answer.next?.page;
  } while (page !== undefined);
  expect(listed).toEqual(names);
});

test("a token of single sign-on sees private integrations of its organization only", async () => {
  const { workspace, org, admin, publish } = await openIntegrations();
  const { db } = workspace;
  const other = await workspace.organization();
  await workspace.enroll(other, admin, "admin");
  await publish({ integrationName: "own" });
  await publish({ integrationName: "foreign", organization: other });
  await publish({ integrationName: "open", organization: other, visibility: "public" });
  for (const organization of [org, other]) {
    await workspace.ok(admin, integration.install, { integrationName: "open", organization });
  }
  const see = async (boundTo: string | undefined) => {
    const call = createPartial<Call>({ db, caller: admin, base: "", boundTo });
    const { items } = await handlers.list({}, call);
    const administered = await selectAdministeredOrganizations(call).execute();
    return [
      items.map(({ name }) => name),
      administered.map((row) => row.organization_id).toSorted(),
    ];
  };
  expect(await see(org)).toEqual([["open", "own"], [org]]);
  expect(await see(other)).toEqual([["foreign", "open"], [other]]);
  expect(await see(undefined)).toEqual([["foreign", "open", "own"], [org, other].toSorted()]);
});
