import { Kysely, sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import * as auditEvent from "../../../../../src/contract/audit-event.ts";
import * as content from "../../../../../src/contract/content.ts";
import * as integration from "../../../../../src/contract/integration.ts";
import * as event from "../../../../../src/contract/integration-event.ts";
import * as installation from "../../../../../src/contract/integration-installation.ts";
import * as space from "../../../../../src/contract/space.ts";
import { findVisitorIntegration } from "../../../../../src/service/areas/sites/visitors/visitor-integration.ts";
import { migrate, selectMigrations } from "../../../../../src/service/database/migrate.ts";
import { addInstallationConsent } from "../../../../../src/service/database/migrations/0024-installation-consent.ts";
import { migrations } from "../../../../../src/service/database/migrations.ts";
import { getDialect } from "../../../../../src/service/database/sqlite/dialect.ts";
import { openSqlite } from "../../../../../src/service/database/sqlite/sqlite.ts";
import type { CoreTables, Queries } from "../../../../../src/service/database/tables.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { type Manifest, openIntegrations } from "../../../../support/organizations/integrations.ts";

const name = "link-checker";

/** An integration of one organization, installed in another one. */
async function start(fields: Partial<Manifest> = {}) {
  const setup = await openIntegrations();
  const { workspace } = setup;
  onTestFinished(() => workspace.service.close());
  await setup.publish({ visibility: "public", ...fields });
  const organizationId = await workspace.organization("Customer");
  const customer = await workspace.member(organizationId, "admin");
  const { id } = await workspace.ok(customer, integration.install, {
    integrationName: name,
    organization: organizationId,
  });
  const one = { integrationName: name, installationId: id };
  const publish = (more: Partial<Manifest>) =>
    setup.publish({ visibility: "public", ...fields, ...more });
  const show = () => workspace.ok(customer, installation.get, one);
  const { id: spaceId } = await workspace.ok(customer, space.create, { organizationId });
  const read = async () => {
    const { token } = await workspace.ok(setup.admin, installation.createToken, one);
    const { status, body } = await workspace.service.transport({
      method: "GET",
      url: `http://127.0.0.1:4000/v1/spaces/${spaceId}/content`,
      headers: { authorization: `Bearer ${token}` },
    });
    return { status, text: String(body) };
  };
  const audited = async (admin = customer, of = organizationId) => {
    const { items } = await workspace.ok(admin, auditEvent.list, { organizationId: of });
    return items.map(({ action, actor }) => `${action} by ${actor.type}`);
  };
  return { ...setup, publish, organizationId, customer, one, show, spaceId, read, audited };
}

const narrow: Manifest["scopes"] = ["site:metadata:read"];
const wide: Manifest["scopes"] = ["site:metadata:read", "space:content:read", "space:git:sync"];

describe("a version with more permissions", () => {
  test("keeps the accepted permissions until an admin of the organization accepts it", async () => {
    const { workspace, customer, one, publish, show, read } = await start({
      scopes: narrow,
      target: "site",
    });
    expect((await read()).status).toBe(403);
    await publish({ scopes: wide, target: "all" });
    const refused = await read();
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining("accept")]);
    const pending = {
      version: 2,
      scopes: ["space:content:read", "space:git:sync"],
      target: "all",
    };
    expect(await show()).toMatchObject({
      space_selection: "selected",
      acceptedPermissions: { scopes: narrow, target: "site" },
      pendingPermissions: pending,
    });
    const accepted = await workspace.ok(customer, installation.accept, { ...one, version: 2 });
    expect(accepted).toMatchObject({
      space_selection: "all",
      acceptedPermissions: { scopes: wide, target: "all" },
    });
    expect(accepted).not.toHaveProperty("pendingPermissions");
    expect((await read()).status).toBe(200);
  });

  slowTest("is accepted only by an admin of the organization", async () => {
    const { workspace, admin, organizationId, one, publish } = await start({ scopes: narrow });
    await publish({ scopes: wide });
    const reader = await workspace.member(organizationId, "create");
    expect(
      (await workspace.refused(admin, installation.accept, { ...one, version: 2 })).status,
    ).toBe(404);
    expect(
      (await workspace.refused(reader, installation.accept, { ...one, version: 2 })).status,
    ).toBe(403);
    for (const { token } of [
      await workspace.ok(admin, installation.createToken, one),
      await workspace.ok(admin, integration.createToken, { integrationName: name }),
    ]) {
      const { status } = await workspace.service.transport({
        method: "POST",
        url: `http://127.0.0.1:4000/v1/integrations/${name}/installations/${one.installationId}/accept`,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ version: 2 }),
      });
      expect(status).toBe(403);
    }
  });

  test("is not accepted in place of the version that the admin reviewed", async () => {
    const { workspace, customer, one, publish, show } = await start({ scopes: narrow });
    await publish({ scopes: wide });
    await publish({ scopes: [...wide, "openapi:write"] });
    const refused = await workspace.refused(customer, installation.accept, { ...one, version: 2 });
    expect(refused).toMatchObject({ status: 409, message: expect.stringContaining("is 3, not 2") });
    expect((await show()).acceptedPermissions).toMatchObject({ scopes: narrow });
  });

  slowTest("gets no events of spaces before it is accepted", async () => {
    const { workspace, customer, spaceId, one, publish } = await start({
      scopes: narrow,
      target: "site",
    });
    await publish({ scopes: wide, target: "all" });
    const change = () =>
      workspace.ok(customer, content.applyTemplate, { spaceId, id: "help-center" });
    const types = async () => {
      const { items } = await workspace.ok(customer, event.list, { integrationName: name });
      return items.map(({ payload }) => payload.type);
    };
    await change();
    expect(await types()).toEqual(["installation_setup"]);
    await workspace.ok(customer, installation.accept, { ...one, version: 2 });
    await change();
    expect(await types()).toContain("space_content_updated");
  });

  test("is announced in the audit log of the organization, as is its acceptance", async () => {
    const { workspace, customer, one, publish, audited } = await start({ scopes: narrow });
    await publish({ scopes: wide });
    expect((await audited())[0]).toBe("publishIntegration by integration");
    await workspace.ok(customer, installation.accept, { ...one, version: 2 });
    expect((await audited())[0]).toBe("acceptIntegrationInstallationPermissions by user");
  });

  test("is announced once for each permission, however often it is released", async () => {
    const { publish, audited } = await start({ scopes: narrow });
    const announced = async () =>
      (await audited()).filter((one) => one.startsWith("publishIntegration")).length;
    for (let round = 0; round < 4; round++) {
      await publish({ scopes: wide });
      await publish({ scopes: narrow });
    }
    expect(await announced()).toBe(1);
    await publish({ scopes: [...wide, "openapi:read"] });
    expect(await announced()).toBe(2);
  });
});

test("a permission is announced again after a version without it was accepted", async () => {
  const { workspace, customer, one, publish, audited } = await start({ scopes: narrow });
  for (const announced of [1, 2]) {
    await publish({ scopes: wide });
    const { version } = await publish({ scopes: narrow });
    const actions = await audited();
    expect(actions.filter((action) => action.startsWith("publishIntegration"))).toHaveLength(
      announced,
    );
    await workspace.ok(customer, installation.accept, { ...one, version });
  }
});

test("a version with fewer permissions takes effect at once, and returning permissions are accepted", async () => {
  const { publish, show, read } = await start({ scopes: wide });
  expect((await read()).status).toBe(200);
  await publish({ scopes: narrow });
  expect((await read()).status).toBe(403);
  expect(await show()).not.toHaveProperty("pendingPermissions");
  await publish({ scopes: wide, target: "site" });
  expect((await read()).status).toBe(404);
  await publish({ scopes: wide });
  expect((await read()).status).toBe(200);
});

test("the publishing organization accepts versions that its admins publish", async () => {
  const { workspace, admin, org, publish } = await start({ scopes: narrow });
  const { id } = await workspace.ok(admin, integration.install, {
    integrationName: name,
    organization: org,
  });
  await publish({ scopes: wide });
  const own = await workspace.ok(admin, installation.get, {
    integrationName: name,
    installationId: id,
  });
  expect(own.acceptedPermissions).toMatchObject({ scopes: wide });
  expect(own).not.toHaveProperty("pendingPermissions");
});

test("a new installation accepts the permissions of the newest version", async () => {
  const { workspace, publish } = await start({ scopes: narrow });
  await publish({ scopes: wide });
  const organization = await workspace.organization("Later");
  const customer = await workspace.member(organization, "admin");
  const made = await workspace.ok(customer, integration.install, {
    integrationName: name,
    organization,
  });
  expect(made.acceptedPermissions).toMatchObject({ scopes: wide, target: "all" });
});

test("the scope to sign visitors in counts once it is accepted", async () => {
  const { workspace, customer, organizationId, one, publish } = await start({ scopes: narrow });
  await publish({ scopes: [...narrow, "site:visitor:auth"] });
  const site = { id: "any", organization_id: organizationId };
  expect(await findVisitorIntegration(workspace.db, site)).toBeUndefined();
  await workspace.ok(customer, installation.accept, { ...one, version: 2 });
  expect(await findVisitorIntegration(workspace.db, site)).toMatchObject({ name });
  await publish({ scopes: [...narrow, "site:visitor:auth"], target: "space" });
  expect(await findVisitorIntegration(workspace.db, site)).toBeUndefined();
});

slowTest(
  "an installation of an earlier build accepts the permissions of its manifest",
  async () => {
    const db: Queries = new Kysely<CoreTables>({
      dialect: getDialect(await openSqlite(":memory:")),
    });
    onTestFinished(() => db.destroy());
    await migrate(db, selectMigrations(migrations, 23));
    await sql`insert into organizations
    (id, title, type, email_domains, sso, ai, invite_links, merge_rules, created_at)
    values ('o', 'O', 'team', '[]', 0, 0, 0, '{}', '')`.execute(db);
    await sql`insert into integrations
    (name, organization_id, version, title, description, target, visibility, manifest, words,
      has_blocks, has_content_sources, hears_spaces, images, created_at, updated_at)
    values ('i', 'o', 1, 'I', '', 'space', 'public', ${JSON.stringify({ scopes: wide })}, '',
      0, 0, 1, '[]', '', '')`.execute(db);
    await sql`insert into installations
    (id, integration, organization_id, status, configuration, external_ids, created_at, updated_at)
    values ('n', 'i', 'o', 'active', '{}', '[]', '', '')`.execute(db);
    for (const change of addInstallationConsent(db.schema, db)) await change.execute();
    const { accepted } = await db
      .selectFrom("installations")
      .select("accepted")
      .executeTakeFirstOrThrow();
    expect(JSON.parse(accepted)).toEqual({ scopes: wide, target: "space" });
  },
);
