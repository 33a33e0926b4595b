import { expect, onTestFinished, test } from "vitest";
import * as page from "../../../../src/contract/page.ts";
import * as site from "../../../../src/contract/site.ts";
import * as siteSpace from "../../../../src/contract/site-space.ts";
import * as space from "../../../../src/contract/space.ts";
import * as contract from "../../../../src/contract/styleguide.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { publishPages } from "../../../support/organizations/content.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

async function start() {
  const workspace = await openWorkspace();
  onTestFinished(() => workspace.service.close());
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const { id: siteId } = await workspace.ok(admin, site.create, { organizationId, title: "Docs" });
  const list = async (user = admin) =>
    (await workspace.ok(user, contract.list, { organizationId })).styleguides;
  return { workspace, organizationId, admin, siteId, list, on: { organizationId, siteId } };
}

test("a style guide is a space, created once, and named by its site", async () => {
  const { workspace, admin, on, list } = await start();
  expect(await list()).toEqual([]);
  const guide = await workspace.ok(admin, contract.create, { ...on, template: "plain-language" });
  expect(guide).toMatchObject({ type: "styleguide", title: "Style guide of Docs" });
  const again = await workspace.ok(admin, contract.create, { ...on, template: "product-help" });
  expect(again.id).toBe(guide.id);
  const { pages } = await workspace.ok(admin, page.list, { spaceId: guide.id });
  expect(pages.map(({ title }) => title)).toEqual(["Plain language"]);
  const changed = await workspace.ok(admin, site.get, on);
  expect(changed.styleguide).toEqual({ kind: "space", space: guide.id });
  expect(await list()).toMatchObject([{ space: { id: guide.id }, sites: [{ id: on.siteId }] }]);
});

test("templates have the content that a new style guide gets", async () => {
  const { workspace, admin, on, organizationId } = await start();
  const { templates } = await workspace.ok(admin, contract.templates, { organizationId });
  expect(templates.length).toBeGreaterThan(1);
  for (const { markdown } of templates) expect(markdown).toMatch(/^## /);
  const refused = await workspace.refused(admin, contract.create, { ...on, template: "nosuch" });
  expect(refused).toMatchObject({ status: 400 });
  expect(await workspace.ok(admin, contract.create, on)).toMatchObject({ type: "styleguide" });
});

slowTest("a site can use a space as its style guide, or none", async () => {
  const { workspace, admin, on, organizationId, list } = await start();
  const own = await workspace.ok(admin, space.create, { organizationId, title: "Rules" });
  await workspace.ok(admin, site.update, { ...on, styleguide: own.id });
  expect((await workspace.ok(admin, site.get, on)).styleguide?.space).toBe(own.id);
  await workspace.ok(admin, site.update, { ...on, styleguide: null });
  expect((await workspace.ok(admin, site.get, on)).styleguide).toBeUndefined();
  expect(await list()).toMatchObject([{ space: { id: own.id }, sites: [] }]);
  await workspace.ok(admin, site.update, { ...on, styleguide: own.id });
  await workspace.ok(admin, space.remove, { spaceId: own.id });
  expect((await workspace.ok(admin, site.get, on)).styleguide).toBeUndefined();
  expect(await list()).toEqual([]);
  expect((await workspace.ok(admin, contract.create, on)).id).not.toBe(own.id);
  await workspace.ok(admin, site.remove, on);
});

test("only users who manage the site create a style guide, and readers see their own", async () => {
  const { workspace, admin, on, organizationId, list } = await start();
  const reader = await workspace.member(organizationId, "read");
  expect(await workspace.refused(reader, contract.create, on)).toMatchObject({ status: 403 });
  const guide = await workspace.ok(admin, contract.create, on);
  expect(await list(reader)).toMatchObject([{ space: { id: guide.id } }]);
  await workspace.ok(admin, space.update, { spaceId: guide.id, defaultLevel: null });
  expect(await list(reader)).toEqual([]);
});

test("a check needs a style guide and spaces of the site, and then a language model", async () => {
  const { workspace, admin, on, organizationId } = await start();
  const { id } = await workspace.ok(admin, space.create, { organizationId, title: "Guide" });
  const spaces = [id];
  const run = (more = {}) => workspace.refused(admin, contract.run, { ...on, spaces, ...more });
  expect(await run()).toMatchObject({ status: 404 });
  await workspace.ok(admin, contract.create, on);
  expect(await run()).toMatchObject({ status: 400 });
  await workspace.ok(admin, siteSpace.create, { ...on, spaceId: id });
  expect(await run({ spaces: [] })).toMatchObject({ status: 400 });
  expect(await run({ spaces: [id, id, id, id] })).toMatchObject({ status: 400 });
  const { styleguide } = await workspace.ok(admin, site.get, on);
  const rules = [{ title: "Rules", markdown: "Write short texts.\n" }];
  await publishPages(workspace, styleguide?.space ?? "", rules);
  const { status, message } = await run();
  expect([status, message]).toEqual([501, expect.stringContaining("language model")]);
  expect((await workspace.ok(admin, contract.runs, on)).items).toEqual([]);
});
