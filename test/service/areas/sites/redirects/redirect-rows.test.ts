import { expect, test } from "vitest";
import { getSourceKey } from "../../../../../src/contract/site-redirect-values.ts";
import {
  findRedirect,
  presentRedirect,
  redirectFinder,
} from "../../../../../src/service/areas/sites/redirects/redirect-rows.ts";
import { openSitesFixture } from "../fixture.ts";

const time = "2026-03-02T08:00:00.000Z";

function createRow(siteId: string, source: string, columns: object = {}) {
  return {
    ...{ id: `${siteId} ${source}`, site_id: siteId, source, source_key: getSourceKey(source) },
    ...{ draft: 0, capture_wildcard: 0, permanent: 1, created_at: time, updated_at: null },
    ...{ destination: '{"kind":"external","url":"https://example.com/"}', touched_at: time },
    ...columns,
  };
}

test("the most specific live redirect of the site applies, with the text of its wildcard", async () => {
  const fixture = await openSitesFixture();
  const { db } = fixture.workspace;
  const [siteId, other] = [await fixture.site(), await fixture.site()];
  const find = await redirectFinder(db, siteId);
  expect(find("/old")).toBeUndefined();
  const rows = [
    createRow(siteId, "/old"),
    createRow(siteId, "/old/*"),
    createRow(siteId, "/old/api*"),
    createRow(siteId, "/%C3%9Cber/*"),
    createRow(siteId, "/draft", { draft: 1 }),
    createRow(other, "/other"),
    createRow(other, "/*"),
  ];
  for (const row of rows) await db.insertInto("site_redirects").values(row).execute();
  const findLoaded = await redirectFinder(db, siteId);
  for (const [path, source, captured] of [
    ["/old", "/old", ""],
    ["OLD/", "/old", ""],
    ["/old/a", "/old/*", "a"],
    ["/Old/A/B", "/old/*", "A/B"],
    ["/old/API", "/old/api*", ""],
    ["/old/api-v2/X", "/old/api*", "-v2/X"],
    ["/old/api/X", "/old/api*", "X"],
    ["/older", undefined, undefined],
    ["/%c3%bcber/X", "/%C3%9Cber/*", "X"],
    ["/über/İx", "/%C3%9Cber/*", "i̇x"],
    ["/draft", undefined, undefined],
    ["/other", undefined, undefined],
    ["/", undefined, undefined],
    [`/old/${"x".repeat(600)}`, "/old/*", "x".repeat(600)],
  ] as const) {
    const expected = source && { id: `${siteId} ${source}`, captured };
    for (const match of [await findRedirect(db, siteId, path), findLoaded(path)]) {
      expect([path, match && { id: match.row.id, captured: match.captured }]).toEqual([
        path,
        expected,
      ]);
    }
  }
});

test("a redirect is presented with its flags, and its last change if there is one", () => {
  const destination = { kind: "external", url: "https://example.com/" };
  const plain = {
    ...{ object: "site-redirect", id: "s /a", source: "/a", draft: false, destination },
    ...{ captureWildcard: false, permanent: true, createdAt: time },
  };
  expect(presentRedirect(createRow("s", "/a"))).toEqual(plain);
  const changes = { draft: 1, capture_wildcard: 1, permanent: 0, updated_at: time };
  expect(presentRedirect(createRow("s", "/a", changes))).toEqual({
    ...plain,
    ...{ draft: true, captureWildcard: true, permanent: false, updatedAt: time },
  });
});
