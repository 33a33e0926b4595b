import { expect, test } from "vitest";
import type { ContentPage } from "../../../../../src/service/areas/content/tree/tree.ts";
import { publish } from "../../../../support/organizations/content.ts";
import { publish as publishSite, requestSite } from "../../published/fixture.ts";
import { openSitesFixture } from "../../sites/fixture.ts";

test("groups of a large space share the entries, and the current page is listed", async () => {
  const fixture = await openSitesFixture();
  const siteId = await fixture.site();
  const space = await fixture.space("Docs");
  await fixture.add(siteId, space);
  const toPage = (group: number, at: number): ContentPage => ({
    id: `p${group}-${at}`,
    type: "document",
    title: `Page ${group}-${at}`,
    slug: `page-${at}`,
    pages: [],
  });
  await publish(fixture.workspace, space, (tree) => ({
    ...tree,
    pages: Array.from({ length: 50 }, (_, group) => ({
      id: `g${group}`,
      type: "group" as const,
      title: `Group ${group}`,
      slug: `group-${group}`,
      pages: Array.from({ length: 60 }, (_, at) => toPage(group, at)),
    })),
  }));
  await publishSite(fixture, siteId);
  await fixture.change(siteId, { visibility: "public" });
  const html = String((await requestSite(fixture, siteId, "/group-49/page-59")).body);
  const entries = [...html.matchAll(/>Page (\d+)-(\d+)</g)].map(([, group]) => Number(group));
  expect(new Set(entries).size).toBe(50);
  expect(entries.filter((group) => group === 0)).toHaveLength(20);
  expect(entries.filter((group) => group === 49).length).toBeGreaterThanOrEqual(60);
  expect(html).toContain('aria-current="page"');
});
