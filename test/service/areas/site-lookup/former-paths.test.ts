/** Former paths of pages that other parts of the site have hidden in the meantime. */
import { expect, test } from "vitest";
import * as site from "../../../../src/contract/site.ts";
import * as section from "../../../../src/contract/site-section.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { openSiteClient, publish, publishNestedPages } from "../published/fixture.ts";
import { openSitesFixture } from "../sites/fixture.ts";

async function openSections() {
  const fixture = await openSitesFixture();
  const { workspace, admin } = fixture;
  const siteId = await fixture.site();
  const of = fixture.of(siteId);
  const sections: string[] = [];
  for (const title of ["Guide", "API"]) {
    const space = await fixture.space(title);
    await publishNestedPages(fixture, space, title);
    sections.push((await fixture.section(siteId, title, space)).id);
  }
  const [guide = "", api = ""] = sections;
  await publish(fixture, siteId);
  return {
    ...{ guide, api, client: openSiteClient(fixture, siteId) },
    setPath: (siteSectionId: string, path: string) =>
      workspace.ok(admin, section.update, { ...of, siteSectionId, path }),
    setDefault: (defaultSiteSection: string) =>
      workspace.ok(admin, site.update, { ...of, defaultSiteSection }),
  };
}

test("a path leads to the page that had it, and not to one that never appeared at it", async () => {
  const { guide, api, client, setPath, setDefault } = await openSections();
  expect((await client.follow("/start/child")).title).toBe("Guide child");
  // Without this section, /start/child would be a path of the new default section.
  await setPath(guide, "start");
  await setDefault(api);
  expect(await client.follow("/start/child")).toEqual({
    status: 200,
    title: "Guide child",
    redirects: 1,
  });
});

slowTest(
  "a path leads to its last page, also if a section with that path was added later",
  async () => {
    const { guide, api, client, setPath, setDefault } = await openSections();
    await setDefault(api);
    expect((await client.follow("/start/child")).title).toBe("API child");
    await setPath(guide, "start");
    expect(await client.follow("/start/child")).toEqual({
      status: 200,
      title: "API child",
      redirects: 1,
    });
  },
);
