import { expect, onTestFinished, test } from "vitest";
import { openClient } from "../../../../src/client/client.ts";
import type { SiteCopy } from "../../../../src/contract/site-copy.ts";
import { readSiteCopy } from "../../../../src/features/sites/export/site-copy.ts";
import { storeSiteCopy } from "../../../../src/service/server/site-copy/store-site-copy.ts";
import { issueToken } from "../../../../src/service/server/tokens.ts";
import { openTestService } from "../../../support/platforms/postgres/databases.ts";
import { openSitesFixture } from "../../areas/sites/fixture.ts";

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
