import { expect, test } from "vitest";
import * as redirect from "../../../../src/contract/site-redirect.ts";
import * as space from "../../../../src/contract/space.ts";
import type { ContentPage } from "../../../../src/service/areas/content/tree/tree.ts";
import { publish as publishContent } from "../../../support/organizations/content.ts";
import { readAllPages } from "../../../support/requests/all-pages.ts";
import { publish, publishNestedPages } from "../published/fixture.ts";
import { openSitesFixture } from "../sites/fixture.ts";

/** Renames a page at any position. */
function rename(pages: readonly ContentPage[], from: string, to: string): readonly ContentPage[] {
  return pages.map((page) => ({
    ...page,
    ...(page.slug === from && { slug: to }),
    pages: rename(page.pages, from, to),
  }));
}

test("each former path of a page leads to its current one, page by page", async () => {
  const fixture = await openSitesFixture();
  const { workspace, admin, org } = fixture;
  const siteId = await fixture.site();
  const of = fixture.of(siteId);
  const spaceId = await fixture.space("Guide");
  const made = await fixture.section(siteId, "Guide", spaceId);
  await fixture.section(siteId, "API", await fixture.space("API"));
  await publishNestedPages(fixture, spaceId, "Guide");
  await publish(fixture, siteId);
  const edit = (from: string, to: string) =>
    publishContent(workspace, spaceId, (tree) => ({
      ...tree,
      pages: rename(tree.pages, from, to),
    }));
  const list = async (asked: object = {}, { limit = 100, caller = admin } = {}) => {
    type Item = { source: string; target: string; destination: { siteSpaceId: string } };
    const input = { ...of, automatic: true, ...asked };
    const items = await readAllPages<Item>(workspace, caller, redirect.list, input, limit);
    for (const { destination } of items) {
      expect(destination.siteSpaceId).toBe(made.siteSpaces[0]?.id);
    }
    return items.map(({ source, target }) => `${source} ${target}`);
  };
  expect(await list()).toEqual([]);
  await edit("start", "begin");
  const renamed = [
    "/guide/start /begin",
    "/guide/start/child /begin/child",
    "/guide/start/child/leaf /begin/child/leaf",
    "/start /begin",
    "/start/child /begin/child",
    "/start/child/leaf /begin/child/leaf",
  ];
  const all = await list();
  expect(all).toEqual(expect.arrayContaining(renamed));
  expect(all).toEqual(all.toSorted());
  for (const limit of [1, 2, 3]) expect(await list({}, { limit })).toEqual(all);
  const leaves = all.filter((one) => one.split(" ")[0]?.includes("leaf"));
  expect(await list({ search: "LEAF" })).toEqual(leaves);
  expect(leaves.length).toBeGreaterThan(0);
  expect(await list({ search: "begin" })).toEqual(
    all.filter((one) => one.split(" ")[0]?.includes("begin")),
  );
  // An explicit redirect takes precedence, and so does a page.
  const destination = { kind: "external", url: "https://example.com/" } as const;
  await workspace.ok(admin, redirect.create, { ...of, source: "/start", destination });
  expect(await list()).toEqual(all.filter((one) => !one.startsWith("/start /")));
  await edit("end", "start");
  expect((await list()).filter((one) => /^\/(?:guide\/)?start \//.test(one))).toEqual([]);
  expect(await list()).toEqual(expect.arrayContaining(["/end /start"]));
  const reader = await workspace.member(org, "read");
  expect((await list({}, { caller: reader })).length).toBeGreaterThan(0);
  await workspace.ok(admin, space.update, { spaceId, defaultLevel: null });
  expect(await list({}, { caller: reader })).toEqual([]);
});
