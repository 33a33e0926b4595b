import { expect, test } from "vitest";
import * as cr from "../../../../src/contract/cr.ts";
import * as site from "../../../../src/contract/site.ts";
import * as redirect from "../../../../src/contract/site-redirect.ts";
import { readWarnings } from "../../../../src/contract/warning.ts";
import { issueToken } from "../../../../src/service/server/tokens.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { publishPages } from "../../../support/organizations/content.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";
import { addSitesFixture } from "../sites/fixture.ts";

/** For all tests, each in its own organization. */
const shared = await openWorkspace();

const base = "http://127.0.0.1:4000";

/** A published site with two sections, redirects to a page and a section, and a sender of raw requests. */
async function start() {
  const fixture = await addSitesFixture(shared);
  const { workspace, admin } = fixture;
  const siteId = await fixture.site("Docs");
  const of = fixture.of(siteId);
  const [guide, api] = [await fixture.space("Guide"), await fixture.space("API")];
  const guideSection = await fixture.section(siteId, "Guide", guide);
  const apiSection = await fixture.section(siteId, "API", api);
  await workspace.ok(admin, site.publish, of);
  const pages = await publishPages(workspace, guide, [
    { title: "Home", slug: "home", markdown: "Hello.\n" },
    { title: "Setup", slug: "setup", markdown: "Install.\n" },
  ]);
  const siteSpaceId = guideSection.siteSpaces[0]?.id ?? "";
  const toPage = { kind: "site-page", siteSpaceId, pageId: pages.setup ?? "" } as const;
  const toSection = { kind: "site-section", siteSectionId: apiSection.id } as const;
  await workspace.ok(admin, redirect.create, { ...of, source: "/old/setup", destination: toPage });
  await workspace.ok(admin, redirect.create, { ...of, source: "/rest", destination: toSection });
  const token = await issueToken(workspace.db, { user: admin, label: "test", now: workspace.now });

  /** @returns the notes of the response */
  async function send(method: "POST" | "DELETE", path: string): Promise<readonly string[]> {
    const answer = await workspace.service.transport({
      method,
      url: `${base}/v1${path}`,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(method === "POST" && { body: "{}" }),
    });
    expect(answer.status).toBeLessThan(300);
    return readWarnings(answer.headers.warning ?? "");
  }

  return { fixture, workspace, admin, siteId, of, guide, pages, toPage, apiSection, send };
}

test("a merge that deletes the destination of a redirect returns a note", async () => {
  const { workspace, admin, siteId, of, guide, pages, toPage, send } = await start();
  const { id: changeRequestId } = await workspace.ok(admin, cr.create, { spaceId: guide });
  const changes = [{ operation: "delete_page" as const, page: pages.setup ?? "" }];
  await workspace.ok(admin, cr.edit, { spaceId: guide, changeRequestId, changes });
  // A draft is not active, so its visitors lose nothing.
  await workspace.ok(admin, redirect.create, {
    ...of,
    source: "/draft",
    destination: toPage,
    draft: true,
  });
  const notes = await send("POST", `/spaces/${guide}/change-requests/${changeRequestId}/merge`);
  expect(notes).toEqual([
    `1 redirect of site ${siteId} leads to a deleted page and will return 404: /old/setup. Change or delete them: tome site redirect list --site ${siteId}`,
  ]);
});

slowTest(
  "the removal of a section that is the destination of a redirect returns a note",
  async () => {
    const { siteId, apiSection, send, of } = await start();
    const path = `/orgs/${of.organizationId}/sites/${siteId}/sections/${apiSection.id}`;
    const [note] = await send("DELETE", path);
    expect(note).toContain("leads to a removed part of the site and will return 404: /rest.");
  },
);

test("a merge that deletes another page returns no note", async () => {
  const { workspace, admin, guide, pages, send } = await start();
  const { id: changeRequestId } = await workspace.ok(admin, cr.create, { spaceId: guide });
  const changes = [{ operation: "delete_page" as const, page: pages.home ?? "" }];
  await workspace.ok(admin, cr.edit, { spaceId: guide, changeRequestId, changes });
  const notes = await send("POST", `/spaces/${guide}/change-requests/${changeRequestId}/merge`);
  expect(notes).toEqual([]);
});
