import { describe, expect, test } from "vitest";
import * as site from "../../../../../src/contract/site.ts";
import * as section from "../../../../../src/contract/site-section.ts";
import * as contract from "../../../../../src/contract/site-share-link.ts";
import * as siteSpace from "../../../../../src/contract/site-space.ts";
import * as space from "../../../../../src/contract/space.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { readAllPages } from "../../../../support/requests/all-pages.ts";
import { openSitesFixture } from "../fixture.ts";

async function start() {
  const fixture = await openSitesFixture();
  const { workspace, admin } = fixture;
  const siteId = await fixture.site("Guide");
  const of = fixture.of(siteId);
  const create = (name: string) => workspace.ok(admin, contract.create, { ...of, name });
  const list = async (search?: string) =>
    (await workspace.ok(admin, contract.list, { ...of, ...(search !== undefined && { search }) }))
      .items;
  const getKey = (published: string | undefined) =>
    new URL(published ?? "http://none").pathname.slice(1);
  return { fixture, workspace, admin, siteId, of, create, list, getKey };
}

test("a share link gets its URL once the site is published with share links", async () => {
  const { fixture, workspace, admin, siteId, of, create, list, getKey } = await start();
  const early = await create("Early");
  expect(early).toMatchObject({ object: "share-link", name: "Early", active: true });
  expect(early.urls).not.toHaveProperty("published");
  workspace.passDays(1);
  await fixture.change(siteId, { visibility: "share-link" });
  await workspace.ok(admin, site.publish, of);
  const late = await create("Late");
  const [one, two] = await list();
  expect([one?.id, two?.id]).toEqual([early.id, late.id]);
  expect(getKey(one?.urls.published)).toMatch(/^\w{20}$/);
  expect(getKey(one?.urls.published)).not.toBe(getKey(two?.urls.published));
  expect((await fixture.get(siteId)).urls.published).toBe(one?.urls.published);
  expect((await list("LAT")).map(({ id }) => id)).toEqual([late.id]);
  expect((await list(getKey(late.urls.published))).map(({ id }) => id)).toEqual([late.id]);
  await fixture.change(siteId, { visibility: "public" });
  expect((await list()).map(({ urls }) => urls.published)).toEqual([undefined, undefined]);
});

slowTest(
  "each active key gives access to the URLs of the site, and a revoked or unknown one does not",
  async () => {
    const { fixture, workspace, admin, siteId, of, create, getKey } = await start();
    await fixture.change(siteId, { visibility: "share-link" });
    await workspace.ok(admin, site.publish, of);
    const [spaceId = ""] = (await fixture.siteSpaces(siteId)).map((one) => one.space.id);
    await fixture.section(siteId, "More");
    const reader = await workspace.member(fixture.org, "read");
    const links = [await create("One"), await create("Two")];
    const [one = "", two = ""] = links.map(({ urls }) => getKey(urls.published));
    /** Whether a reader of the organization gets the URLs everywhere, or nowhere. */
    const opens = async (shareKey: string) => {
      const asked = { ...of, shareKey };
      const { structure } = await workspace.ok(reader, site.structure, asked);
      const sections = await workspace.ok(reader, section.list, asked);
      const siteSpaces = await workspace.ok(reader, siteSpace.list, asked);
      const read = await workspace.ok(reader, space.get, { spaceId, shareKey });
      const addresses = [
        ...[...structure, ...sections.items, ...siteSpaces.items].map(
          (item) => item.urls?.published,
        ),
        read.urls.published,
      ];
      const published = await workspace.ask(reader, site.published, asked);
      const isOpen = addresses.every((address) => address?.includes(shareKey));
      expect(isOpen || addresses.every((address) => address === undefined)).toBe(true);
      expect(published.status).toBe(isOpen ? 200 : 404);
      return isOpen;
    };
    expect([await opens(one), await opens(two), await opens("guessed")]).toEqual([
      true,
      true,
      false,
    ]);
    const it = { ...of, shareLinkId: links[0]?.id ?? "" };
    const revoked = await workspace.ok(admin, contract.update, { ...it, active: false });
    expect(revoked.urls).not.toHaveProperty("published");
    expect([await opens(one), await opens(two)]).toEqual([false, true]);
    await workspace.ok(admin, contract.update, { ...it, active: true, name: "First" });
    expect(await opens(one)).toBe(true);
    expect((await workspace.ask(admin, contract.remove, it)).status).toBe(205);
    expect((await workspace.ask(admin, contract.remove, it)).status).toBe(204);
    expect(await opens(one)).toBe(false);
    expect((await workspace.refused(admin, contract.update, { ...it, name: "x" })).status).toBe(
      404,
    );
  },
);

test("only admins of a site see its share links", async () => {
  const { fixture, workspace, of, create } = await start();
  const { id: shareLinkId } = await create("One");
  const creator = await workspace.member(fixture.org, "create");
  expect((await workspace.refused(creator, contract.list, of)).status).toBe(403);
  expect((await workspace.refused(creator, contract.create, { ...of, name: "x" })).status).toBe(
    403,
  );
  const it = { ...of, shareLinkId };
  expect((await workspace.refused(creator, contract.update, { ...it, active: false })).status).toBe(
    403,
  );
  expect((await workspace.refused(creator, contract.remove, it)).status).toBe(403);
});

test("the share links of a site are deleted with it", async () => {
  const { workspace, admin, of, create } = await start();
  await create("One");
  await workspace.ask(admin, site.remove, of);
  expect(await workspace.db.selectFrom("site_share_links").selectAll().execute()).toEqual([]);
});

test("a share link with an expiry opens the site until then", async () => {
  const { fixture, workspace, admin, siteId, of, list, getKey } = await start();
  await fixture.change(siteId, { visibility: "share-link" });
  await workspace.ok(admin, site.publish, of);
  const inDays = (days: number) =>
    new Date(workspace.now.getTime() + days * 24 * 60 * 60 * 1000).toISOString();
  const expiresAt = inDays(2);
  const link = await workspace.ok(admin, contract.create, { ...of, name: "Trial", expiresAt });
  expect(link.expiresAt).toBe(expiresAt);
  const shareKey = getKey(link.urls.published);
  const isOpen = async () =>
    (await workspace.ask(admin, site.published, { ...of, shareKey })).status === 200;
  expect(await isOpen()).toBe(true);
  // The URL of the site uses a link without expiry.
  expect((await fixture.get(siteId)).urls.published).not.toBe(link.urls.published);
  workspace.passDays(3);
  expect(await isOpen()).toBe(false);
  const expired = (await list("Trial"))[0];
  expect(expired).toMatchObject({ active: true, expiresAt });
  expect(expired?.urls).not.toHaveProperty("published");
  const named = { ...of, shareLinkId: link.id };
  const past = await workspace.refused(admin, contract.update, { ...named, expiresAt: inDays(-1) });
  expect(past).toMatchObject({ status: 400, message: expect.stringContaining("is in the past") });
  await workspace.ok(admin, contract.update, { ...named, expiresAt: null });
  expect(await isOpen()).toBe(true);
});

describe("a share link", () => {
  slowTest("belongs to its site, and changes alone", async () => {
    const { fixture, workspace, admin, siteId, of, create } = await start();
    await fixture.change(siteId, { visibility: "share-link" });
    await workspace.ok(admin, site.publish, of);
    const [standard] = (await workspace.ok(admin, contract.list, of)).items;
    workspace.passDays(1);
    const one = await create("One");
    workspace.passDays(1);
    const two = await create("Two");
    const at = { ...of, shareLinkId: one.id };
    const update = (changes: object) => workspace.ok(admin, contract.update, { ...at, ...changes });
    expect(await update({})).toEqual(one);
    expect(await update({ name: "First" })).toEqual({ ...one, name: "First" });
    const { published: _, ...urls } = one.urls;
    const inactive = { ...one, name: "First", active: false, urls };
    expect(await update({ active: false })).toEqual(inactive);
    const expiresAt = new Date(workspace.now.getTime() + 1).toISOString();
    expect(await update({ expiresAt })).toEqual({ ...inactive, expiresAt });
    expect(await update({ active: true })).toEqual({ ...one, name: "First", expiresAt });
    workspace.time.now = new Date(expiresAt);
    expect(await update({})).toEqual({ ...one, name: "First", expiresAt, urls });
    for (const time of [expiresAt, "2020-01-01T00:00:00Z"]) {
      expect(await workspace.refused(admin, contract.update, { ...at, expiresAt: time })).toEqual({
        status: 400,
        message: `expiresAt ${time} is in the past. Choose a later time.`,
      });
    }
    const later = await update({ expiresAt: "2099-01-01T01:00:00+01:00" });
    expect(later.expiresAt).toBe("2099-01-01T00:00:00.000Z");
    expect(await readAllPages(workspace, admin, contract.list, of)).toEqual([standard, later, two]);
    const elsewhere = { ...fixture.of(await fixture.site("Other")), shareLinkId: one.id };
    expect((await workspace.refused(admin, contract.update, elsewhere)).status).toBe(404);
    expect((await workspace.ask(admin, contract.remove, elsewhere)).status).toBe(204);
    expect((await workspace.ask(admin, contract.remove, at)).status).toBe(205);
    expect((await workspace.ask(admin, contract.remove, at)).status).toBe(204);
    expect((await workspace.ok(admin, contract.list, of)).items).toEqual([standard, two]);
  });

  test("is one of at most a thousand", async () => {
    const { fixture, workspace, admin, of, create } = await start();
    await create("One");
    const { db } = workspace;
    const row = await db.selectFrom("site_share_links").selectAll().executeTakeFirstOrThrow();
    const rows = Array.from({ length: 998 }, (_, at) => ({
      ...{ ...row, id: `L${at}`, secret: `S${at}` },
    }));
    for (let at = 0; at < rows.length; at += 500) {
      await db
        .insertInto("site_share_links")
        .values(rows.slice(at, at + 500))
        .execute();
    }
    await create("Last");
    expect(await workspace.refused(admin, contract.create, { ...of, name: "More" })).toEqual({
      status: 409,
      message: "The site has reached the limit of 1000 share links. Delete some first.",
    });
    const elsewhere = fixture.of(await fixture.site("Other"));
    await workspace.ok(admin, contract.create, { ...elsewhere, name: "More" });
  });
});
