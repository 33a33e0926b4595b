import { expect, test } from "vitest";
import * as collection from "../../../../../src/contract/collection.ts";
import * as member from "../../../../../src/contract/member.ts";
import * as site from "../../../../../src/contract/site.ts";
import * as section from "../../../../../src/contract/site-section.ts";
import * as shareLink from "../../../../../src/contract/site-share-link.ts";
import * as siteSpace from "../../../../../src/contract/site-space.ts";
import * as space from "../../../../../src/contract/space.ts";
import * as url from "../../../../../src/contract/url.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { openSitesFixture } from "../fixture.ts";

/** All spaces in a response, with their published URLs. */
function listPublished(value: unknown): [id: string, published: unknown][] {
  if (Array.isArray(value)) return value.flatMap(listPublished);
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).flatMap(listPublished);
  const { object, id, urls } = { object: "", id: "", urls: {}, ...value };
  if (object !== "space" || typeof id !== "string") return inner;
  return [[id, { published: undefined, ...urls }.published], ...inner];
}

/** Two published sites and one that is not; each has a space, a section or a draft. */
async function start() {
  const fixture = await openSitesFixture();
  const { workspace, admin, org } = fixture;
  const first = await fixture.site("Guide", "Reference");
  const second = await fixture.site("Handbook");
  const hidden = await fixture.site("Plans");
  await fixture.section(second, "Support");
  const draft = await fixture.section(second, "Soon");
  const alone = await fixture.space("Alone");
  for (const id of [first, second]) await workspace.ok(admin, site.publish, fixture.of(id));
  return { fixture, workspace, admin, org, first, second, hidden, draft, alone };
}

slowTest("every response has the same published URL of a space", async () => {
  const { fixture, workspace, admin, org, first, second, alone } = await start();
  const { items } = await workspace.ok(admin, space.list, { organizationId: org, limit: 100 });
  const expected = new Map<string, unknown>();
  for (const { id } of items) {
    const { urls } = await workspace.ok(admin, space.get, { spaceId: id });
    expected.set(id, urls.published);
  }
  expect(expected.get(alone)).toBeUndefined();
  const set = [...expected.values()].filter((value) => value !== undefined);
  expect(new Set(set).size).toBe(set.length);
  expect(set.length).toBe(5);

  const { id: collectionId } = await workspace.ok(admin, collection.create, {
    organizationId: org,
    title: "All",
  });
  const responses: unknown[] = [items];
  for (const spaceId of expected.keys()) {
    responses.push(
      await workspace.ok(admin, space.update, { spaceId, emoji: "1f600" }),
      await workspace.ok(admin, space.move, { spaceId, parent: collectionId }),
    );
  }
  responses.push(
    await workspace.ok(admin, collection.spaces, { collectionId, limit: 100 }),
    await workspace.ok(admin, member.spaces, { organizationId: org, userId: admin, limit: 100 }),
    await fixture.structure(first),
    await fixture.structure(second),
  );
  for (const { urls } of items) {
    responses.push(await workspace.ok(admin, url.getContent, { url: urls.app }));
  }
  const presented = listPublished(responses);
  expect(presented.length).toBeGreaterThan(expected.size * 5);
  for (const [id, published] of presented) expect([id, published]).toEqual([id, expected.get(id)]);
});

test("an unpublished site, a draft and a site for a share link give no URL", async () => {
  const { fixture, workspace, admin, org, first, second, draft } = await start();
  const urls = async () =>
    listPublished(
      (await workspace.ok(admin, space.list, { organizationId: org, limit: 100 })).items,
    ).filter(([, published]) => published !== undefined);
  expect(await urls()).toHaveLength(5);
  await workspace.ok(admin, section.update, {
    ...fixture.of(second),
    siteSectionId: draft.id,
    draft: true,
  });
  expect(await urls()).toHaveLength(4);
  await fixture.change(first, { visibility: "share-link" });
  expect(await urls()).toHaveLength(2);
  await workspace.ok(admin, site.unpublish, fixture.of(second));
  expect(await urls()).toEqual([]);
});

slowTest(
  "the URL of a space on a site with share links has the key of the request, and no other",
  async () => {
    const { fixture, workspace, admin, second } = await start();
    await fixture.change(second, { visibility: "share-link" });
    const link = await workspace.ok(admin, shareLink.create, {
      ...fixture.of(second),
      name: "Link",
    });
    const key = new URL(link.urls.published ?? "").pathname.split("/").at(-1) ?? "";
    const { items } = await workspace.ok(admin, siteSpace.list, fixture.of(second));
    const spaceId = items[0]?.space.id ?? "";
    const read = async (shareKey?: string) => {
      const input = { spaceId, ...(shareKey !== undefined && { shareKey }) };
      return (await workspace.ok(admin, space.get, input)).urls.published;
    };
    expect(await read(key)).toContain(`/${key}`);
    expect([await read(), await read("unknown")]).toEqual([undefined, undefined]);
  },
);
