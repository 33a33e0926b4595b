import { expect, test } from "vitest";
import * as integration from "../../../../src/contract/integration.ts";
import { openGround } from "../../../support/integrations.ts";

const integrationName = "link-checker";

test("Who sees an integration follows from its visibility", async () => {
  const { workspace, org, admin, publish } = await openGround();
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

test("A stranger learns of the owner what it is called, and none of its settings", async () => {
  const { workspace, org, publish } = await openGround();
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

test("An unpublished integration is gone for everyone, and a new one of its name begins anew", async () => {
  const { workspace, org, admin, publish } = await openGround();
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

test("A private integration that one may not see is unpublished by nobody else", async () => {
  const { workspace, publish } = await openGround();
  await publish();
  const stranger = await workspace.person();
  expect(await workspace.ask(stranger, integration.unpublish, { integrationName })).toMatchObject({
    status: 204,
  });
  expect(await workspace.db.selectFrom("integrations").selectAll().execute()).toHaveLength(1);
});
