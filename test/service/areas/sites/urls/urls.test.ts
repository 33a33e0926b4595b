import { describe, expect, test } from "vitest";
import {
  buildPublishedUrl,
  createSiteUrls,
  escapePath,
  isLoopback,
} from "../../../../../src/service/areas/sites/urls/urls.ts";

const local = "http://127.0.0.1:4000";
const plain = {
  ...{ id: "siteA", basename: "docs", organization_hostname: "acme" as string | null },
  ...{ proxy: null as string | null, hostname: null as string | null, published: 1 },
  visibility: "public" as "public" | "share-link",
};

describe("the URL of a site", () => {
  test.each([
    [local, {}, "http://docs.acme.site.localhost:4000/a"],
    ["http://localhost", {}, "http://docs.acme.site.localhost/a"],
    ["https://[::1]:1", {}, "https://docs.acme.site.localhost:1/a"],
    [local, { organization_hostname: null }, "http://sitea-10.site.localhost:4000/a"],
    [local, { id: "x_y", organization_hostname: null }, `${local}/_site/x_y/a`],
    ["https://tome.example.com", {}, "https://tome.example.com/_site/siteA/a"],
    [local, { hostname: "docs.example.com" }, "https://docs.example.com/a"],
    [
      local,
      { hostname: "docs.example.com", proxy: "example.com/help" },
      "https://example.com/help/a",
    ],
    [local, { visibility: "share-link" }, "http://docs.acme.site.localhost:4000/k%2Fy/a"],
    [local, { published: 0 }, undefined],
    [local, { published: 0, visibility: "share-link" }, undefined],
  ] as const)("below %s with %j is %j", (base, changes, expected) => {
    const site = { ...plain, ...changes };
    const toUrl = buildPublishedUrl(base, site, { key: "k/y" });
    expect(toUrl?.("/a")).toBe(expected);
    // Without a key, a site with share links has no published URL.
    const isOpen = site.visibility !== "share-link" && expected !== undefined;
    expect(buildPublishedUrl(base, site, undefined)?.("/a")).toBe(isOpen ? expected : undefined);
  });

  test("of a preview does not depend on the publication, and needs no key", () => {
    const site = { ...plain, published: 0, visibility: "share-link" as const };
    const home = "http://docs.acme.site.localhost:4000";
    expect(createSiteUrls(local, site, undefined)("/x y")).toBe(`${home}/x%20y`);
    expect(createSiteUrls(local, site, { key: "k" })("")).toBe(`${home}/k`);
    expect(createSiteUrls(local, { ...site, visibility: "public" }, { key: "k" })("")).toBe(home);
  });
});

test.each([
  ["localhost", true],
  ["a.b.localhost", true],
  ["127.0.0.1", true],
  ["127.1.2.3", true],
  ["[::1]", true],
  ["localhost.example.com", false],
  ["xlocalhost", false],
  ["127.0.0.1.example.com", false],
  ["1127.0.0.1", false],
  ["127.0.0", false],
])("the hostname %s leads to this machine: %s", (hostname, expected) => {
  expect(isLoopback(hostname)).toBe(expected);
});

test("the segments of a path are encoded, not its slashes", () => {
  expect(escapePath("/a b/ü?#%/")).toBe("/a%20b/%C3%BC%3F%23%25/");
});
