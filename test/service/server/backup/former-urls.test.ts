/** Former URLs of pages, webhooks and SAML groups in exports of the local platform. */
import { expect, test } from "vitest";
import * as saml from "../../../../src/contract/saml.ts";
import * as redirect from "../../../../src/contract/site-redirect.ts";
import * as section from "../../../../src/contract/site-section.ts";
import * as team from "../../../../src/contract/team.ts";
import * as webhook from "../../../../src/contract/webhook.ts";
import { publish, publishPages } from "../../../support/organizations/content.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";
import { publish as publishSite } from "../../areas/published/fixture.ts";
import { openSitesFixture } from "../../areas/sites/fixture.ts";

test("an import has the automatic redirects, webhooks and SAML groups of its export", async () => {
  const fixture = await openSitesFixture();
  const { workspace, admin, org } = fixture;
  const siteId = await fixture.site();
  const space = await fixture.space("Guide");
  const added = await fixture.section(siteId, "Guide", space);
  await publishPages(workspace, space, [
    { title: "Home", slug: "home", markdown: "Text.\n" },
    { title: "Install", slug: "install", markdown: "Text.\n" },
  ]);
  await publishSite(fixture, siteId);
  await publish(workspace, space, (tree) => ({
    ...tree,
    pages: tree.pages.map((page) => (page.slug === "install" ? { ...page, slug: "setup" } : page)),
  }));
  await workspace.ok(admin, section.update, {
    ...fixture.of(siteId),
    siteSectionId: added.id,
    path: "manual",
  });
  const organizationId = org;
  const url = "https://hooks.example.com/";
  await workspace.ok(admin, webhook.create, { organizationId, url });
  const { id: teamId } = await workspace.ok(admin, team.create, { organizationId, title: "Docs" });
  const groups = [{ name: "writers", team: teamId }];
  await workspace.ok(admin, saml.create, { organizationId, label: "Login", groups });

  const read = async (of: typeof workspace) => ({
    former: (
      await of.ok(admin, redirect.list, { ...fixture.of(siteId), automatic: true, limit: 100 })
    ).items.map(({ source }) => source),
    webhooks: (await of.ok(admin, webhook.list, { organizationId })).items.map((one) => one.url),
    groups: (await of.ok(admin, saml.list, { organizationId })).items.map((one) => one.groups),
  });
  const before = await read(workspace);
  expect(before.former).toContain("/guide/install");
  const copy = await openWorkspace();
  await copy.service.admin.import(await workspace.service.admin.export(), {
    keepOwnerTokens: true,
  });
  expect(await read(copy)).toEqual(before);
  expect(before).toMatchObject({ webhooks: [url], groups: [groups] });
});
