import { expect, test } from "vitest";
import * as organization from "../../../../src/contract/organization.ts";
import * as site from "../../../../src/contract/site.ts";
import * as schema from "../../../../src/contract/site-adaptive-schema.ts";
import * as group from "../../../../src/contract/site-section-group.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";
import { outline } from "./fixture.ts";

async function start() {
  const workspace = await openWorkspace();
  await workspace.service.admin.seed();
  const first = await workspace.db
    .selectFrom("organizations")
    .innerJoin("members", "members.organization_id", "organizations.id")
    .select(["organizations.id", "members.user_id"])
    .where("organizations.title", "=", "My organization")
    .where("members.role", "=", "admin")
    .orderBy("members.joined_at", "desc")
    .executeTakeFirstOrThrow();
  const organizationId = first.id;
  const { items } = await workspace.ok(first.user_id, site.list, { organizationId });
  return { workspace, organizationId, owner: first.user_id, sites: items };
}

/** For all tests, which change nothing. */
const { workspace, organizationId, owner, sites } = await start();

test("the sample has a published site of sections in nested groups, and an unfinished one", async () => {
  expect(sites.map((item) => [item.title, item.published])).toEqual([
    ["Lumen documentation", true],
    ["Team handbook", false],
  ]);
  const [docs, handbook] = sites.map((item) => ({ organizationId, siteId: item.id }));
  if (!docs || !handbook) throw new Error("The sample has no sites.");
  expect(outline(await workspace.ok(owner, site.structure, docs))).toBe(
    "Getting started*(Getting started*), " +
      "Product[User guide(User guide*, Benutzerhandbuch, Guide de l’utilisateur), Release notes(Release notes*)], " +
      "Developers[API reference(API reference*), Command line(Command line*), " +
      "Client libraries[JavaScript(JavaScript client*), Python(Python client*)]], " +
      "Support(Support answers*)",
  );
  expect(outline(await workspace.ok(owner, site.structure, handbook))).toBe(
    "Welcome*, Support answers",
  );
  const groups = await workspace.ok(owner, group.list, docs);
  expect(groups.items.map((item) => item.title)).toEqual([
    "Product",
    "Developers",
    "Client libraries",
  ]);
});

slowTest("the conditions of the sample match the claims of its schema", async () => {
  const docs = { organizationId, siteId: sites[0]?.id ?? "" };
  const readSite = async (asked: object) =>
    outline((await workspace.ok(owner, site.published, { ...docs, ...asked })).structure);
  expect(await readSite({})).not.toContain("Support");
  for (const claims of ['{"isCustomer": true}', '{"unsigned": {"showsSupport": true}}']) {
    expect(await readSite({ claims })).toContain("Support");
  }
  const { items } = await workspace.ok(owner, schema.conditions, docs);
  expect(items).toHaveLength(4);
});

test("members of the sample see its published site first", async () => {
  const shown = await workspace.ok(owner, organization.get, { organizationId });
  expect(shown.defaultContent).toEqual({ type: "site", site: sites[0]?.id });
});
