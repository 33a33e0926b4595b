import { expect, test } from "vitest";
import { presentSite } from "../../../../src/service/areas/sites/present.ts";
import { siteRow } from "../../../support/organizations/site-parts.ts";

const base = "https://tome.example.com";
const row = {
  ...{ ...siteRow, site_spaces: 2, link_key: null, organization_hostname: null, styleguide: null },
};
const folder = `${base}/_site/site`;

test("a site is presented with the URLs and settings that it has", () => {
  const plain = presentSite(row, "read", base);
  expect(plain).toMatchObject({
    ...{ object: "site", id: "site", type: "basic", title: "Docs", basename: "docs" },
    ...{ visibility: "public", defaultLevel: "inherit", published: true, siteSpaces: 2 },
    ...{ createdAt: siteRow.created_at, adaptiveContent: { enabled: false } },
    agentsContext: "excluded",
    urls: { location: `${base}/v1/orgs/org/sites/site`, published: folder },
    permissions: { view: true, edit: false, admin: false },
  });
  for (const name of ["hostname", "proxy", "styleguide", "ads"] as const) {
    expect(plain[name]).toBeUndefined();
  }
  expect(plain.features?.map(({ id, plan, frozen }) => [id, plan, frozen])).toEqual(
    [
      ...["sites-sections", "sites-multivariant-site", "sites-adaptive-content"],
      ...["sites-public-visibility", "sites-unlisted-visibility", "sites-share-links"],
      ...["sites-visitor-authentication", "sites-custom-subdirectory"],
    ].map((id) => [id, "basic", false]),
  );
  const full = { hostname: "docs.example.com", proxy: "example.com/docs", styleguide: "S" };
  expect(presentSite({ ...row, ...full, adaptive_content: 1 }, "read", base)).toMatchObject({
    hostname: "docs.example.com",
    proxy: { origin: "example.com/docs", target: folder },
    styleguide: { kind: "space", space: "S" },
    adaptiveContent: { enabled: true },
    urls: { published: "https://example.com/docs" },
  });
  const draft = presentSite({ ...row, published: 0 }, "read", base);
  expect([draft.published, draft.urls.published]).toEqual([false, undefined]);
});

test.each([
  [null, "admin", undefined, undefined],
  ["link", "admin", undefined, `${folder}/link`],
  ["link", "create", undefined, undefined],
  ["link", "read", undefined, undefined],
  ["link", null, undefined, undefined],
  [null, "read", "own", `${folder}/own`],
  ["link", "admin", "own", `${folder}/own`],
] as const)(
  "with the link %j, the role %j and the key %j, the published URL is %j",
  (link_key, role, key, url) => {
    const site = { ...row, link_key, visibility: "share-link" as const };
    expect(presentSite(site, role, base, key && { key }).urls.published).toBe(url);
  },
);

test.each([
  [null, null, undefined],
  ["webdev", 1, { status: "in-review", topic: "webdev" }],
  [null, 1, { status: "pending", submittable: true }],
  ["webdev", 0, { status: "pending", submittable: true }],
  ["webdev", null, { status: "pending", submittable: true }],
  [null, 0, { status: "pending", submittable: true }],
] as const)("ads with the topic %j and the review %j are %j", (ads_topic, ads_in_review, ads) => {
  expect(presentSite({ ...row, ads_topic, ads_in_review }, "admin", base).ads).toEqual(ads);
});
