import { expect, test } from "vitest";
import * as collection from "../../../../src/contract/collection.ts";
import * as cr from "../../../../src/contract/cr.ts";
import * as site from "../../../../src/contract/site.ts";
import * as space from "../../../../src/contract/space.ts";
import * as url from "../../../../src/contract/url.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { publishPages } from "../../../support/organizations/content.ts";
import { openSitesFixture } from "../sites/fixture.ts";

async function start() {
  const fixture = await openSitesFixture();
  const { workspace, admin, org } = fixture;
  const siteId = await fixture.site();
  const spaceId = await fixture.space("Guide");
  await fixture.add(siteId, spaceId);
  const pages = await publishPages(workspace, spaceId, [
    { title: "Home", slug: "home", markdown: "Home.\n" },
    { title: "Steps", slug: "steps", markdown: "Steps.\n" },
  ]);
  await workspace.ok(admin, site.publish, fixture.of(siteId));
  const { urls } = await fixture.get(siteId);
  const group = await workspace.ok(admin, collection.create, { organizationId: org });
  const { id: changeRequestId } = await workspace.ok(admin, cr.create, { spaceId });
  const show = async (address: string, caller = admin) => {
    const { status, body, message } = await workspace.ask(caller, url.getContent, { url: address });
    if (status >= 400) return [status, message];
    type ContentParts = Readonly<Record<string, { readonly id: string } | undefined>>;
    const found = body as ContentParts;
    return [found.collection?.id, found.space?.id, found.page?.id, found.changeRequest?.id];
  };
  const base = "http://127.0.0.1:4000";
  const published = urls.published ?? "";
  return {
    fixture,
    workspace,
    admin,
    org,
    spaceId,
    pages,
    published,
    group,
    changeRequestId,
    show,
    base,
  };
}

slowTest("content is found at its URLs in the API, in the workspace and on a site", async () => {
  const opened = await start();
  const { spaceId, pages, published, group, changeRequestId, show, base } = opened;
  const { home, steps } = pages;
  const none = undefined;
  for (const [address, expected] of [
    [`${base}/v1/collections/${group.id}`, [group.id, none, none, none]],
    [`${base}/_app/collections/${group.id}`, [group.id, none, none, none]],
    [`${base}/v1/spaces/${spaceId}`, [none, spaceId, none, none]],
    [`${base}/v1/spaces/${spaceId}/`, [none, spaceId, none, none]],
    [`${base}/v1/spaces/${spaceId}/content`, [none, spaceId, none, none]],
    [`${base}/_app/spaces/${spaceId}/page/${steps}`, [none, spaceId, steps, none]],
    [`${base}/v1/spaces/${spaceId}/content/page/${steps}?x=1#y`, [none, spaceId, steps, none]],
    [
      `${base}/v1/spaces/${spaceId}/change-requests/${changeRequestId}`,
      [none, spaceId, none, changeRequestId],
    ],
    [
      `${base}/v1/spaces/${spaceId}/change-requests/${changeRequestId}/content/page/${home}`,
      [none, spaceId, home, changeRequestId],
    ],
    [published, [none, spaceId, home, none]],
    [`${published}/steps`, [none, spaceId, steps, none]],
  ] as const) {
    expect([address, await show(address)]).toEqual([address, expected]);
  }
});

test("a URL that leads to no content of the caller is not found", async () => {
  const opened = await start();
  const { workspace, admin, spaceId, published, group, changeRequestId, show, base } = opened;
  const stranger = await workspace.person();
  const missing = (address: string) => [
    404,
    `No collection, space or page found at ${address}. Check the URL.`,
  ];
  for (const address of [
    `${base}/v1/collections/unknown`,
    `${base}/v1/collections`,
    `${base}/v2/spaces/${spaceId}`,
    `${base}/v1/spaces/${spaceId}/pages`,
    `${base}/x/v1/spaces/${spaceId}`,
    `${published}/unknown`,
    "https://example.com/",
  ]) {
    expect([address, await show(address)]).toEqual([address, missing(address)]);
  }
  const hidden = `${base}/v1/collections/${group.id}`;
  expect(await show(hidden, stranger)).toEqual(missing(hidden));
  for (const path of [
    `spaces/${spaceId}/content/page/unknown`,
    `spaces/${spaceId}/change-requests/unknown`,
    "spaces/unknown",
  ]) {
    expect([path, (await show(`${base}/v1/${path}`))[0]]).toEqual([path, 404]);
  }
  // A visitor of the site, without access to the space.
  expect((await show(`${published}/steps`, stranger))[0]).toBe(404);
  for (const path of [
    `spaces/${spaceId}`,
    `spaces/${spaceId}/change-requests/${changeRequestId}`,
  ]) {
    expect([path, (await show(`${base}/v1/${path}`, stranger))[0]]).toEqual([path, 404]);
  }
  await workspace.ok(admin, space.remove, { spaceId });
  expect((await show(`${base}/v1/spaces/${spaceId}`))[0]).toBe(404);
});
