import { expect, test } from "vitest";
import * as collection from "../../../../src/contract/collection.ts";
import * as member from "../../../../src/contract/member.ts";
import * as organization from "../../../../src/contract/organization.ts";
import * as invite from "../../../../src/contract/organization-invite.ts";
import * as space from "../../../../src/contract/space.ts";
import { sample } from "../../../support/generators/amount.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

async function start() {
  const workspace = await openWorkspace();
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  return { workspace, organizationId, admin };
}

test("the creator of an organization is its admin", async () => {
  const { workspace } = await start();
  const person = await workspace.person();
  const asked = { title: "Docs", emailDomains: ["Example.COM", "bücher.example", "example.com"] };
  const made = await workspace.ok(person, organization.create, asked);
  expect(made).toMatchObject({
    title: "Docs",
    emailDomains: ["example.com", "xn--bcher-kva.example"],
    type: "business",
    plan: "free_2024",
    trial: { status: "notapplicable", count: 0 },
    permissions: { admin: true, createContent: true },
  });
  expect(await workspace.ok(person, organization.get, { organizationId: made.id })).toEqual(made);
});

test("the list has the caller's organizations, page by page", async () => {
  const { workspace } = await start();
  const person = await workspace.person();
  const made: string[] = [];
  for (const title of ["One", "Two", "Three"]) {
    made.push((await workspace.ok(person, organization.create, { title })).id);
    workspace.passDays(1);
  }
  const first = await workspace.ok(person, organization.list, { limit: 2 });
  const page = first.next?.page ?? "";
  const second = await workspace.ok(person, organization.list, { limit: 2, page });
  expect([...first.items, ...second.items].map((item) => item.id)).toEqual(made);
  expect(second.next).toBeUndefined();
});

test("every setting is stored, and omitted ones stay", async () => {
  const { workspace, organizationId, admin } = await start();
  const { id } = await workspace.ok(admin, space.create, { organizationId });
  const settings = {
    title: "New title",
    emailDomains: ["example.org"],
    hostname: "docs-team",
    defaultRole: "comment",
    defaultContent: { type: "space", space: id },
    sso: true,
    ai: true,
    inviteLinks: false,
    mergeRules: { type: "rules", rules: [{ rule: "require_at_least_one_review" }] },
  } as const;
  const logo = "https://example.com/logo.png";
  const input = {
    organizationId,
    ...settings,
    mergeRules: { ...settings.mergeRules, rules: [...settings.mergeRules.rules] },
    logo,
  };
  const changed = await workspace.ok(admin, organization.update, input);
  expect(changed).toMatchObject({ ...settings, urls: { logo } });
  expect(await workspace.ok(admin, organization.update, { organizationId })).toEqual(changed);
  const cleared = await workspace.ok(admin, organization.update, {
    organizationId,
    defaultRole: null,
    defaultContent: null,
    logo: null,
  });
  expect(cleared).toMatchObject({ defaultRole: null, hostname: "docs-team" });
  expect(cleared).not.toHaveProperty("defaultContent");
  expect(cleared.urls).not.toHaveProperty("logo");
});

test.each(
  sample(
    [
      "",
      "example",
      "exa mple.com",
      "-a.example.com",
      "a..example.com",
      "user@example.com",
      "example.com/path",
      "example.com:443",
      "example.com?query",
      "exam\tple.com",
      "1.2.3.4",
      `${"x".repeat(64)}.com`,
      "under_score.example.com",
    ],
    4,
  ),
)("the email domain %j is refused by name", async (domain) => {
  const { workspace, organizationId, admin } = await start();
  const input = { organizationId, emailDomains: ["good.example.com", domain] };
  expect(await workspace.refused(admin, organization.update, input)).toEqual({
    status: 400,
    message: `emailDomains contains ${JSON.stringify(domain)}, which is not a domain name. Use the form example.com.`,
  });
  const left = await workspace.ok(admin, organization.get, { organizationId });
  expect(left.emailDomains).toEqual([]);
});

test("a hostname belongs to one organization", async () => {
  const { workspace, organizationId, admin } = await start();
  const other = await workspace.ok(admin, organization.create, { title: "Other" });
  const hostname = "docs";
  await workspace.ok(admin, organization.update, { organizationId, hostname });
  await workspace.ok(admin, organization.update, { organizationId, hostname });
  const taken = { organizationId: other.id, hostname };
  expect(await workspace.refused(admin, organization.update, taken)).toMatchObject({
    status: 409,
    message: expect.stringContaining("docs"),
  });
});

test("the default content must be in the organization", async () => {
  const { workspace, organizationId, admin } = await start();
  const other = await workspace.ok(admin, organization.create, { title: "Other" });
  const elsewhere = { organizationId: other.id };
  const book = await workspace.ok(admin, space.create, elsewhere);
  const group = await workspace.ok(admin, collection.create, elsewhere);
  const deleted = await workspace.ok(admin, space.create, { organizationId });
  await workspace.ok(admin, space.remove, { spaceId: deleted.id });
  for (const defaultContent of [
    { type: "space", space: book.id },
    { type: "space", space: deleted.id },
    { type: "collection", collection: group.id },
    { type: "collection", collection: book.id },
    { type: "site", site: "site" },
  ] as const) {
    const input = { organizationId, defaultContent };
    expect(await workspace.refused(admin, organization.update, input)).toMatchObject({
      status: 400,
      message: expect.stringContaining(`a ${defaultContent.type} outside the organization`),
    });
  }
});

test("merge rules can name members only, in any number", async () => {
  const { workspace, organizationId, admin } = await start();
  const users = [admin];
  for (let index = 0; index < 1200; index++) users.push(`nobody${index}`);
  const rules = (named: string[]) => ({
    organizationId,
    mergeRules: {
      type: "rules" as const,
      rules: [{ rule: "require_one_of_specific_reviewers" as const, users: named }],
    },
  });
  expect(await workspace.refused(admin, organization.update, rules(users))).toMatchObject({
    status: 400,
    message: expect.stringContaining("nobody0"),
  });
  const kept = await workspace.ok(admin, organization.update, rules([admin]));
  expect(kept.mergeRules).toEqual(rules([admin]).mergeRules);
});

test("users of an allowed domain join with the default role, once", async () => {
  const { workspace, organizationId, admin } = await start();
  const newcomer = await workspace.person("New@Docs.Example.com");
  const join = () => workspace.ask(newcomer, organization.join, { organizationId });
  const emailDomains = ["docs.example.com"];
  await workspace.vouch(organizationId, "docs.example.com");
  await workspace.ok(admin, organization.update, {
    organizationId,
    emailDomains,
    defaultRole: "comment",
  });
  expect((await join()).status).toBe(204);
  const mine = await workspace.ok(newcomer, organization.get, { organizationId });
  expect(mine.permissions).toMatchObject({ view: true, listMembers: true, createContent: false });
  await workspace.ok(admin, organization.update, { organizationId, defaultRole: "admin" });
  expect((await join()).status).toBe(204);
  const still = await workspace.ok(newcomer, organization.get, { organizationId });
  expect(still.permissions.admin).toBe(false);
});

test("without a default role users join as guests", async () => {
  const { workspace, organizationId, admin } = await start();
  const newcomer = await workspace.person("new@example.org");
  await workspace.vouch(organizationId, "example.org");
  await workspace.ok(admin, organization.update, { organizationId, emailDomains: ["example.org"] });
  await workspace.ask(newcomer, organization.join, { organizationId });
  const mine = await workspace.ok(newcomer, organization.get, { organizationId });
  expect(mine.permissions).toMatchObject({ view: true, listMembers: false });
});

test("A user whom an admin removed joins again by invitation only", async () => {
  const { workspace, organizationId, admin } = await start();
  const emailDomains = ["example.org"];
  await workspace.vouch(organizationId, "example.org");
  await workspace.ok(admin, organization.update, { organizationId, emailDomains });
  const removed = await workspace.person("removed@example.org");
  const other = await workspace.person("other@example.org");
  const join = (user: string) => workspace.ask(user, organization.join, { organizationId });
  expect((await join(removed)).status).toBe(204);
  expect((await join(other)).status).toBe(204);
  await workspace.ok(admin, member.remove, { organizationId, userId: removed });
  await workspace.ok(other, member.remove, { organizationId, userId: other });
  expect(await workspace.refused(removed, organization.join, { organizationId })).toMatchObject({
    status: 403,
    message: expect.stringContaining("An admin removed you from the organization."),
  });
  expect(await workspace.refused(removed, organization.get, { organizationId })).toMatchObject({
    status: 404,
  });
  // Users who left by themselves may return.
  expect((await join(other)).status).toBe(204);
  // A former member is told of an organization only while it admits the domain.
  await workspace.ok(admin, organization.update, { organizationId, emailDomains: [] });
  expect(await workspace.refused(removed, organization.join, { organizationId })).toMatchObject({
    status: 400,
  });
  const { id: inviteId } = await workspace.ok(admin, invite.create, {
    organizationId,
    role: "read",
  });
  await workspace.ok(removed, invite.accept, { organizationId, inviteId });
  expect((await workspace.ok(removed, organization.get, { organizationId })).id).toBe(
    organizationId,
  );
});

test("users of another domain cannot join, and do not learn whether an organization exists", async () => {
  const { workspace, organizationId, admin } = await start();
  await workspace.vouch(organizationId, "example.org");
  await workspace.ok(admin, organization.update, { organizationId, emailDomains: ["example.org"] });
  for (const email of ["a@example.com", "a@sub.example.org", "a@notexample.org"]) {
    const person = await workspace.person(email);
    expect(await workspace.refused(person, organization.join, { organizationId })).toMatchObject({
      status: 400,
      message: expect.stringContaining(email.slice(2)),
    });
    expect((await workspace.ok(person, organization.list, {})).items).toEqual([]);
  }
  const stranger = await workspace.person("b@example.com");
  const getError = async (id: string) => {
    const refused = await workspace.refused(stranger, organization.join, { organizationId: id });
    return { ...refused, message: refused.message.replaceAll(id, "ID") };
  };
  const unknown = await getError("unknown");
  expect(await getError(organizationId)).toEqual(unknown);
  await workspace.db.updateTable("organizations").set({ sso: 1 }).execute();
  expect(await getError(organizationId)).toEqual(unknown);
});

test("joining changes nothing for a member of any domain, nor for a disabled one", async () => {
  const { workspace, organizationId } = await start();
  const reader = await workspace.member(organizationId, "read");
  const disabled = await workspace.member(organizationId, "read", true);
  const input = { organizationId };
  expect((await workspace.ask(reader, organization.join, input)).status).toBe(204);
  expect((await workspace.ask(disabled, organization.join, input)).status).toBe(400);
  const { permissions } = await workspace.ok(reader, organization.get, input);
  expect(permissions.listMembers).toBe(true);
  expect(await workspace.refused(disabled, organization.get, input)).toMatchObject({ status: 404 });
});

test("an invite is deleted once, and only in its own organization", async () => {
  const { workspace, organizationId, admin } = await start();
  const other = await workspace.ok(admin, organization.create, { title: "Other" });
  const inviteId = "invite";
  await workspace.db
    .insertInto("link_invites")
    .values({ id: inviteId, organization_id: organizationId, role: "read", created_at: "" })
    .execute();
  const remove = (id: string) =>
    workspace.ask(admin, organization.deleteInvite, { organizationId: id, inviteId });
  expect((await remove(other.id)).status).toBe(204);
  expect((await remove(organizationId)).status).toBe(205);
  expect((await remove(organizationId)).status).toBe(204);
  expect((await remove("unknown")).status).toBe(404);
});

test("users outside an organization see only the data that they need to join it", async () => {
  const { workspace, organizationId, admin } = await start();
  const person = await workspace.person();
  await workspace.vouch(organizationId, "docs.example.com");
  const input = {
    organizationId,
    emailDomains: ["docs.example.com", "second.example.com"],
    hostname: "docs",
    defaultRole: "read",
    mergeRules: { type: "rules", rules: [{ rule: "allow_bypass", users: [admin] }] },
  } as const;
  const mergeRules = { ...input.mergeRules, rules: [{ rule: "allow_bypass", users: [admin] }] };
  const rules = mergeRules.rules.map((rule) => ({ ...rule, rule: "allow_bypass" as const }));
  const emailDomains = [...input.emailDomains];
  await workspace.ok(admin, organization.update, {
    ...input,
    emailDomains,
    mergeRules: { type: "rules", rules },
  });
  const ask = (caller: string, emailDomain: string) =>
    workspace.ok(caller, organization.forDomain, { emailDomain });
  const [seen] = (await ask(person, "DOCS.example.com")).organizations;
  expect(seen).toMatchObject({
    id: organizationId,
    emailDomains: ["docs.example.com"],
    mergeRules: { type: "none" },
  });
  expect(Object.values(seen?.permissions ?? {})).not.toContain(true);
  for (const hidden of ["hostname", "defaultRole", "defaultContent", "sso", "ai"]) {
    expect(seen).not.toHaveProperty(hidden);
  }
  const disabled = await workspace.member(organizationId, "admin", true);
  expect((await ask(disabled, "docs.example.com")).organizations).toEqual([seen]);
  const [own] = (await ask(admin, "docs.example.com")).organizations;
  expect(own).toEqual(await workspace.ok(admin, organization.get, { organizationId }));
  expect((await ask(person, "example.com")).organizations).toEqual([]);
  // It owns the domain, but lets only users of a part of it join.
  await workspace.vouch(organizationId, "example.com");
  expect((await ask(person, "example.com")).organizations).toEqual([]);
  expect(
    await workspace.refused(person, organization.forDomain, { emailDomain: "no domain" }),
  ).toMatchObject({ status: 400 });
});
