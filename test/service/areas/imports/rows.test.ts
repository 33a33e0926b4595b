/** Recent imports in the responses for their targets. */
import { expect, test } from "vitest";
import * as contract from "../../../../src/contract/content-import.ts";
import * as cr from "../../../../src/contract/cr.ts";
import { issueToken } from "../../../../src/service/server/tokens.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { publishPages } from "../../../support/organizations/content.ts";
import { getText } from "../../../support/platforms/platform.ts";
import { publish } from "../published/fixture.ts";
import { openSitesFixture } from "../sites/fixture.ts";

const base = "http://127.0.0.1:4000/v1";

async function start() {
  const fixture = await openSitesFixture();
  const { workspace, org, admin } = fixture;
  const siteId = await fixture.site();
  const spaceId = await fixture.space("Guide");
  await fixture.add(siteId, spaceId);
  await publishPages(workspace, spaceId, [{ title: "Home", slug: "home", markdown: "Home" }]);
  await publish(fixture, siteId);
  const send = async (token: string, method: "GET" | "POST", path: string, body?: object) => {
    const answer = await workspace.service.transport({
      ...{ method, url: base + path },
      headers: {
        ...(token !== "" && { authorization: `Bearer ${token}` }),
        "content-type": "application/json",
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return JSON.parse(await getText(answer));
  };
  const url = (await fixture.get(siteId)).urls.published;
  const { apiToken } = await send("", "POST", "/urls/published", { url, visitor: {} });
  const adminToken = await issueToken(workspace.db, {
    ...{ user: admin, label: "test", now: workspace.now },
  });
  const importInto = (target: object) =>
    workspace.ok(admin, contract.start, {
      organizationId: org,
      source: { type: "website" as const, url: "https://website.example/" },
      target: { space: spaceId, ...target },
    });
  const list = async (token: string, path = "") =>
    (await send(token, "GET", `/spaces/${spaceId}${path}`)).imports;
  return { ...fixture, spaceId, apiToken, adminToken, importInto, list };
}

test("a space has its recent imports for users, and none for visitors of its site", async () => {
  const { apiToken, adminToken, importInto, list } = await start();
  const { id } = await importInto({});
  expect(await list(adminToken)).toEqual([expect.objectContaining({ id })]);
  expect(await list(apiToken)).toBeUndefined();
});

slowTest("a change request has only the imports into it, at most five, newest first", async () => {
  const { workspace, admin, spaceId, adminToken, importInto, list } = await start();
  const [one, other] = [
    await workspace.ok(admin, cr.create, { spaceId }),
    await workspace.ok(admin, cr.create, { spaceId }),
  ];
  const ids: string[] = [];
  for (let count = 0; count < 6; count++) {
    workspace.time.now = new Date(workspace.now.getTime() + 1000);
    ids.unshift((await importInto({ changeRequest: one.id })).id);
  }
  const listIds = async (changeRequestId: string) =>
    (await list(adminToken, `/change-requests/${changeRequestId}`))?.map(
      (run: { readonly id: string }) => run.id,
    );
  expect(await listIds(one.id)).toEqual(ids.slice(0, 5));
  expect(await listIds(other.id)).toBeUndefined();
});

slowTest("imports that ended more than a day ago are not listed", async () => {
  const { workspace, adminToken, importInto, list } = await start();
  const { id } = await importInto({});
  for (const [status, isListed] of [
    ["completed", false],
    ["failed", false],
    ["cancelled", false],
    ["pending", true],
    ["in-progress", true],
  ] as const) {
    await workspace.db
      .updateTable("imports")
      .set({ status, updated_at: workspace.now.toISOString() })
      .where("id", "=", id)
      .execute();
    expect([status, (await list(adminToken))?.length]).toEqual([status, 1]);
    workspace.passDays(1.01);
    expect([status, (await list(adminToken))?.length]).toEqual([status, isListed ? 1 : undefined]);
  }
});
