import { expect, test } from "vitest";
import * as section from "../../../../src/contract/site-section.ts";
import { putFile } from "../../../../src/service/areas/content/files/blobs.ts";
import { withFile } from "../../../../src/service/areas/content/tree/tree-edit.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { publish as publishContent, publishPages } from "../../../support/organizations/content.ts";
import { publish as publishSite, requestSite } from "../published/fixture.ts";
import { openSitesFixture } from "../sites/fixture.ts";

test("a mention shows the name of a member of the organization, and of no other user", async () => {
  const fixture = await openSitesFixture();
  const { workspace, org } = fixture;
  const own = await workspace.member(org, "read");
  const foreign = await workspace.member(await workspace.organization("Other"), "admin");
  const rename = (id: string, name: string) =>
    workspace.db.updateTable("users").set({ display_name: name }).where("id", "=", id).execute();
  await rename(own, "Own Member");
  await rename(foreign, "Foreign User");
  const siteId = await fixture.site();
  const space = await fixture.space("Docs");
  await fixture.add(siteId, space);
  const mentions = [own, foreign].map((id) => `<a href="/users/${id}" data-mention>Who</a>`);
  const rows = [own, foreign].map((id) => `<tr><td><a href="/users/${id}">Who</a></td></tr>`);
  const table = `<table><thead><tr><th data-type="users">People</th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
  await publishPages(workspace, space, [
    { title: "Team", slug: "team", markdown: `${mentions.join(" and ")}\n\n${table}\n` },
  ]);
  await publishSite(fixture, siteId);
  await fixture.change(siteId, { visibility: "public" });
  const { status, body } = await requestSite(fixture, siteId, "/");
  expect(status).toBe(200);
  expect(String(body)).toContain("Own Member");
  expect(String(body)).not.toContain("Foreign User");
});

slowTest(
  "links lead to the site, or to what another public site shows to all visitors",
  async () => {
    const fixture = await openSitesFixture();
    const { workspace, admin } = fixture;
    const addSite = async (visibility: "public" | "unlisted") => {
      const id = await fixture.site();
      await fixture.change(id, { visibility });
      return id;
    };
    const addSpace = async (siteId: string, title: string, changes: object = {}) => {
      const spaceId = await fixture.space(title);
      const { id: siteSectionId } = await fixture.section(siteId, title, spaceId);
      await workspace.ok(admin, section.update, {
        ...fixture.of(siteId),
        siteSectionId,
        ...changes,
      });
      const pages = await publishPages(workspace, spaceId, [
        { title: "Start", slug: "start", markdown: "Text.\n" },
        { title: "Second", slug: "second", markdown: "## A b\n" },
      ]);
      return { spaceId, start: pages.start, second: pages.second };
    };
    const [siteId, other, unlisted] = [
      await addSite("public"),
      await addSite("public"),
      await addSite("unlisted"),
    ];
    const guide = await addSpace(siteId, "Guide");
    const faq = await addSpace(siteId, "FAQ");
    const shown = await addSpace(other, "Shown");
    const draft = await addSpace(other, "Draft", { draft: true });
    const conditional = await addSpace(other, "Some", { condition: "visitor.claims.a" });
    const secret = await addSpace(unlisted, "Secret");
    const toFile = async (spaceId: string) => {
      const file = await putFile(workspace.db, spaceId, Buffer.from("a"));
      const added = { id: "plan", name: "a/b.pdf", contentType: "application/pdf", ...file };
      await publishContent(workspace, spaceId, (tree) => withFile(tree, added));
    };
    await toFile(guide.spaceId);
    await toFile(shown.spaceId);
    const links = {
      page: `/pages/${guide.second}`,
      anchor: `/pages/${guide.second}#a-b`,
      encoded: `/pages/${guide.second}#x%20y`,
      own: "#x%20y",
      gone: "/pages/gone",
      goneAnchor: "/pages/gone#a",
      file: "/files/plan",
      part: "/files/plan#page=2%20b",
      goneFile: "/files/gone#page=2",
      web: "https://example.com/#x%20y",
      faq: `/spaces/${faq.spaceId}/pages/${faq.second}#a-b`,
      home: `/spaces/${faq.spaceId}`,
      there: `/spaces/${shown.spaceId}`,
      thereFirst: `/spaces/${shown.spaceId}/pages/${shown.start}`,
      thereSecond: `/spaces/${shown.spaceId}/pages/${shown.second}#x%20y`,
      thereGone: `/spaces/${shown.spaceId}/pages/gone`,
      thereFile: `/spaces/${shown.spaceId}/files/plan`,
      draft: `/spaces/${draft.spaceId}/pages/${draft.second}`,
      conditional: `/spaces/${conditional.spaceId}/pages/${conditional.second}`,
      unlisted: `/spaces/${secret.spaceId}`,
    };
    const markdown = Object.entries(links).map(([name, url]) => `[${name}](${url})\n`);
    await publishPages(workspace, guide.spaceId, [
      { title: "Links", slug: "links", markdown: markdown.join("\n") },
    ]);
    for (const id of [siteId, other, unlisted]) await publishSite(fixture, id);
    const { body } = await requestSite(fixture, siteId, "/guide/links");
    const written = [...String(body).matchAll(/<a href="([^"]*)"[^>]*>(\w+)<\/a>/g)].filter(
      ([, , name = ""]) => name in links,
    );
    const toUrl = (path: string) => `/_site/${siteId}${path}`;
    const origin = new URL((await fixture.get(other)).urls.published ?? "").origin;
    expect(Object.fromEntries(written.map(([, url = "", name = ""]) => [name, url]))).toEqual({
      page: toUrl("/second"),
      anchor: toUrl("/second#a-b"),
      encoded: toUrl("/second#x%20y"),
      own: "#x%20y",
      file: toUrl("/~files/plan/a_b.pdf"),
      part: toUrl("/~files/plan/a_b.pdf#page=2%20b"),
      web: "https://example.com/#x%20y",
      faq: toUrl("/faq/second#a-b"),
      home: toUrl("/faq"),
      there: origin,
      thereFirst: origin,
      thereSecond: `${origin}/second#x%20y`,
    });
  },
);
