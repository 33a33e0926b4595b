import { expect, test } from "vitest";
import { publishPages } from "../../../support/organizations/content.ts";
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
