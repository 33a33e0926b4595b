import { expect, test } from "vitest";
import * as page from "../../../../../src/contract/page.ts";
import * as site from "../../../../../src/contract/site.ts";
import * as redirect from "../../../../../src/contract/site-redirect.ts";
import * as space from "../../../../../src/contract/space.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { publishPages } from "../../../../support/organizations/content.ts";
import { openSitesFixture } from "../../sites/fixture.ts";

const home = "https://docs.example.com/help";

async function start() {
  const fixture = await openSitesFixture();
  const { workspace, admin } = fixture;
  const siteId = await fixture.site();
  const [guide, api] = [await fixture.space("Guide"), await fixture.space("API")];
  await fixture.section(siteId, "Guide", guide);
  await fixture.section(siteId, "API", api);
  await workspace.ok(admin, site.publish, fixture.of(siteId));
  const ids = await publishPages(workspace, api, [
    { title: "Overview", markdown: "Hello.\n" },
    { title: "Calls", pages: [{ title: "Limits", markdown: "## 1. Rate & size\n" }] },
  ]);
  /** The links of a page with these URLs, as `status: target`. */
  const links = async (...urls: string[]) => {
    const markdown = urls.map((url) => `[x](${url})\n`).join("\n");
    const made = await publishPages(workspace, guide, [{ title: "Links", markdown }]);
    const pageId = Object.values(made).at(-1) ?? "";
    const { items } = await workspace.ok(admin, page.links, { spaceId: guide, pageId });
    return items.map(({ status, targetReference: to }) => {
      if (to?.kind === "page") return `${status}: ${to.space.title} ${to.page.title}`;
      return `${status}: ${to?.kind === "space" ? to.space.title : to?.kind === "url" && to.url}`;
    });
  };
  return { fixture, siteId, guide, api, ids, links };
}

test("a published URL of a space of the same site leads to its page", async () => {
  const { fixture, siteId, links } = await start();
  await fixture.change(siteId, { proxy: "docs.example.com/help" });
  expect(
    await links(
      `${home}/api`,
      `${home}/API/api/calls/limits/?q=1`,
      `${home}/api/calls/limits#id-1.-rate-and-size`,
      `${home}/api/calls/limits#rate-size`,
      `${home}/api/calls/gone`,
      `${home}/api/calls/limits.md`,
      `${home}/~gitbook/mcp`,
      `${home}/llms.txt`,
      `${home}/`,
      `${home}/guide/links`,
      "https://docs.example.com/helpful",
    ),
  ).toEqual([
    "ok: API",
    "ok: API Limits",
    "ok: API Limits",
    "broken: API Limits",
    `broken: ${home}/api/calls/gone`,
    `ok: ${home}/~gitbook/mcp`,
    `ok: ${home}/llms.txt`,
    "ok: Guide",
    "ok: Guide Links",
    "ok: https://docs.example.com/helpful",
  ]);
});

slowTest("a redirected URL leads to the page of its redirect, or remains a URL", async () => {
  const { fixture, siteId, api, links } = await start();
  const { workspace, admin } = fixture;
  await fixture.change(siteId, { proxy: "docs.example.com/help" });
  for (const [source, destination] of [
    ["/old", { kind: "path", spaceId: api, path: "calls/limits" }],
    ["/away", { kind: "external", url: "https://example.com/" }],
  ] as const) {
    await workspace.ok(admin, redirect.create, { ...fixture.of(siteId), source, destination });
  }
  expect(
    await links(
      `${home}/old`,
      `${home}/old#id-1.-rate-and-size`,
      `${home}/old#none`,
      `${home}/old/none`,
      `${home}/away`,
    ),
  ).toEqual([
    "ok: API Limits",
    "ok: API Limits",
    "broken: API Limits",
    `broken: ${home}/old/none`,
    `ok: ${home}/away`,
  ]);
});

slowTest("without a proxy, the URL from the platform leads to the page too", async () => {
  const { fixture, siteId, links } = await start();
  const { urls } = await fixture.get(siteId);
  const published = urls.published ?? "";
  const inFolder = `https://tome.example.com/_site/${siteId}`;
  expect(
    await links(
      published,
      `${published}/api/overview`,
      `${published.replace(/:\d+/, "")}/api/calls/`,
      `${published}/api/none`,
      `${inFolder}/api/overview#top`,
      `${inFolder}x/api/overview`,
    ),
  ).toEqual([
    "ok: Guide",
    "ok: API Overview",
    "ok: API Calls",
    "broken: ".concat(`${published}/api/none`),
    "broken: API Overview",
    "ok: ".concat(`${inFolder}x/api/overview`),
  ]);
});

slowTest(
  "a site that is not published, or does not show the space, is like any other host",
  async () => {
    const { fixture, siteId, guide, links } = await start();
    const { workspace, admin } = fixture;
    await fixture.change(siteId, { proxy: "docs.example.com/help" });
    const url = `${home}/api/gone`;
    expect(await links(url)).toEqual([`broken: ${url}`]);
    await workspace.ok(admin, site.unpublish, fixture.of(siteId));
    expect(await links(url)).toEqual([`ok: ${url}`]);
    const { stats } = await workspace.ok(admin, space.links, { spaceId: guide });
    expect(stats.broken.total).toBe(0);
  },
);

slowTest("on a site with share links, the key in a URL is not part of the path", async () => {
  const { fixture, siteId, links } = await start();
  await fixture.change(siteId, { visibility: "share-link" });
  const published = (await fixture.get(siteId)).urls.published ?? "";
  expect(await links(`${published}/api/overview`, `${published}x/api/overview`)).toEqual([
    "ok: API Overview",
    "broken: ".concat(`${published}x/api/overview`),
  ]);
});
