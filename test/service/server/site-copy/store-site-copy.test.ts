import { expect, onTestFinished, test } from "vitest";
import { openClient } from "../../../../src/client/client.ts";
import type { SiteCopy } from "../../../../src/contract/site-copy.ts";
import * as link from "../../../../src/contract/site-external-link.ts";
import * as section from "../../../../src/contract/site-section.ts";
import * as sectionGroup from "../../../../src/contract/site-section-group.ts";
import * as siteSpace from "../../../../src/contract/site-space.ts";
import { readSiteCopy } from "../../../../src/features/sites/export/site-copy.ts";
import { storeSiteCopy } from "../../../../src/service/server/site-copy/store-site-copy.ts";
import { issueToken } from "../../../../src/service/server/tokens.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { openTestService } from "../../../support/platforms/postgres/databases.ts";
import { openSitesFixture, outline, type SitesFixture } from "../../areas/sites/fixture.ts";

type Redirect = SiteCopy["redirects"][number];

const destination = { kind: "external", url: "https://example.com/" } as const;

function explicit(source: string, more: Partial<Redirect> = {}): Redirect {
  const urls = { location: "https://api.example.com/v1/redirects/r1" };
  const flags = { draft: false, captureWildcard: false, permanent: false };
  return {
    object: "site-redirect",
    id: "r1",
    source,
    destination,
    ...flags,
    urls,
    ...more,
  } as Redirect;
}

function automatic(source: string): Redirect {
  const destination = { kind: "site-page", siteSpaceId: "ss1", pageId: "p1" } as const;
  return { object: "automatic-site-redirect", source, target: "/x", destination } as Redirect;
}

/** The redirects of a copy of a site with the specified ones. */
async function store(redirects: readonly Redirect[]) {
  const fixture = await openSitesFixture();
  const { workspace, admin, org } = fixture;
  const siteId = await fixture.site("Guide");
  const client = openClient({
    baseUrl: "http://127.0.0.1:4000",
    token: await issueToken(workspace.db, { user: admin, label: "copy", now: workspace.now }),
    transport: workspace.service.transport,
    userAgent: "tome/test",
  });
  const copy = await readSiteCopy(client, { organizationId: org, siteId });
  const mirror = await openTestService({});
  onTestFinished(() => mirror.close());
  await storeSiteCopy(mirror, { ...copy, redirects });
  const rows = await mirror.db.selectFrom("site_redirects").selectAll().orderBy("source").execute();
  return rows.map(({ source, capture_wildcard, permanent, draft }) => [
    source,
    ...[capture_wildcard === 1 && "captures", permanent === 1 && "permanent"].filter(Boolean),
    ...(draft === 1 ? ["draft"] : []),
  ]);
}

test.each<[string, readonly Redirect[], readonly (readonly string[])[]]>([
  ["live redirects", [explicit("/a"), explicit("/b")], [["/a"], ["/b"]]],
  ["no drafts", [explicit("/a", { draft: true }), explicit("/b")], [["/b"]]],
  [
    "an automatic redirect instead of a draft of the same source",
    [explicit("/a", { draft: true }), automatic("/a")],
    [["/a"]],
  ],
  [
    "an explicit redirect instead of an automatic one of the same source",
    [explicit("/a", { permanent: true }), automatic("/A")],
    [["/a", "permanent"]],
  ],
  [
    "the properties of each redirect",
    [
      explicit("/a/*", { captureWildcard: true }),
      explicit("/b", { permanent: true }),
      automatic("/c"),
    ],
    [["/a/*", "captures"], ["/b", "permanent"], ["/c"]],
  ],
])("a copy of a site has %s", async (_, redirects, expected) => {
  expect(await store(redirects)).toEqual(expected);
});

/** A copy of a site, and the same site read from a platform that stored the copy. */
async function copyAgain(fixture: SitesFixture, siteId: string) {
  const { workspace, admin, org: organizationId } = fixture;
  const token = await issueToken(workspace.db, { user: admin, label: "copy", now: workspace.now });
  const common = { baseUrl: "http://127.0.0.1:4000", userAgent: "tome/test" };
  const client = openClient({ ...common, token, transport: workspace.service.transport });
  const copy = await readSiteCopy(client, { organizationId, siteId });
  const mirror = await openTestService({});
  onTestFinished(() => mirror.close());
  await storeSiteCopy(mirror, copy);
  const { transport } = mirror;
  const mirrored = openClient({ ...common, token: mirror.token, transport });
  const { organization } = await mirror.admin.beginning();
  return { copy, again: await readSiteCopy(mirrored, { organizationId: organization, siteId }) };
}

slowTest("a copy has the sections, groups, links and variants of the site", async () => {
  const fixture = await openSitesFixture();
  const { workspace, admin } = fixture;
  const siteId = await fixture.site();
  const of = fixture.of(siteId);
  await fixture.section(siteId, "Guide");
  const inner = await fixture.section(siteId, "Reference");
  await fixture.add(siteId, await fixture.space("Version 1"), inner.id);
  const group = await fixture.group(siteId, "More", [inner.id]);
  await fixture.group(siteId, "Nested", [], group.id);
  const url = "https://status.example.com/";
  await workspace.ok(admin, link.create, { ...of, title: "Status", url, description: "Now" });
  const { again } = await copyAgain(fixture, siteId);
  expect(outline(again.structure)).toBe(
    "Guide*(Guide*), More[Reference(Reference*, Version 1), Nested[]], Status>https://status.example.com/",
  );
});

slowTest("a copy has no drafts, nor their content", async () => {
  const fixture = await openSitesFixture();
  const { workspace, admin } = fixture;
  const siteId = await fixture.site();
  const of = fixture.of(siteId);
  const guide = await fixture.section(siteId, "Guide");
  const later = await fixture.section(siteId, "Later");
  const variant = await fixture.add(siteId, await fixture.space("Next"), guide.id);
  const group = await fixture.group(siteId, "Soon", [(await fixture.section(siteId, "Part")).id]);
  const url = "https://status.example.com/";
  const status = await workspace.ok(admin, link.create, { ...of, title: "Status", url });
  const draft = true;
  await workspace.ok(admin, section.update, { ...of, siteSectionId: later.id, draft });
  await workspace.ok(admin, siteSpace.update, { ...of, siteSpaceId: variant.id, draft });
  await workspace.ok(admin, sectionGroup.update, { ...of, siteSectionGroupId: group.id, draft });
  await workspace.ok(admin, link.update, { ...of, siteExternalLinkId: status.id, draft });
  const { copy, again } = await copyAgain(fixture, siteId);
  expect(outline(again.structure)).toBe("Guide*(Guide*)");
  expect(copy.spaces.map(({ id }) => id)).toEqual([guide.siteSpaces[0]?.space.id]);
});

slowTest("a copy of a site without sections has no drafts either", async () => {
  const fixture = await openSitesFixture();
  const { workspace, admin } = fixture;
  const siteId = await fixture.site("Guide", "Next");
  const [, next] = await fixture.siteSpaces(siteId);
  const ids = { ...fixture.of(siteId), siteSpaceId: next?.id ?? "" };
  await workspace.ok(admin, siteSpace.update, { ...ids, draft: true });
  const { copy, again } = await copyAgain(fixture, siteId);
  expect([outline(again.structure), copy.spaces.length]).toEqual(["Guide*", 1]);
});
