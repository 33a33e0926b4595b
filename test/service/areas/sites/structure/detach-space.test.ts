import { expect, test } from "vitest";
import * as collection from "../../../../../src/contract/collection.ts";
import * as site from "../../../../../src/contract/site.ts";
import * as siteSpace from "../../../../../src/contract/site-space.ts";
import * as space from "../../../../../src/contract/space.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { openSitesFixture, outline } from "../fixture.ts";

async function start() {
  const fixture = await openSitesFixture();
  const { workspace, org, admin } = fixture;
  const other = await workspace.organization();
  await workspace.enroll(other, admin, "admin");
  const id = await fixture.site();
  const guide = await fixture.space("Guide");
  const one = await fixture.section(id, "One", guide);
  const v2 = await fixture.space("v2");
  const added = await fixture.add(id, v2, one.id);
  await fixture.section(id, "Two");
  return { fixture, workspace, org, admin, other, id, guide, v2, one, added };
}

test("the site space of a deleted space is hidden, and another default replaces it", async () => {
  const { fixture, workspace, admin, id, guide, one, added } = await start();
  const before = await fixture.structure(id);
  expect(outline(before)).toBe("One*(Guide*, v2), Two(Two*)");
  await workspace.ask(admin, space.remove, { spaceId: guide });
  expect(outline(await fixture.structure(id))).toBe("One*(v2*), Two(Two*)");
  expect((await fixture.siteSpaces(id)).map((item) => item.title)).toEqual(["v2", "Two"]);
  expect((await fixture.get(id)).siteSpaces).toBe(2);
  const waiting = { ...fixture.of(id), siteSpaceId: one.siteSpaces[0]?.id ?? "" };
  expect(await workspace.refused(admin, siteSpace.update, waiting)).toMatchObject({ status: 404 });
  const last = { ...fixture.of(id), siteSpaceId: added.id };
  expect(await workspace.ask(admin, siteSpace.remove, last)).toMatchObject({ status: 409 });
  await workspace.ok(admin, space.restore, { spaceId: guide });
  expect(outline(await fixture.structure(id))).toBe("One*(Guide*, v2), Two(Two*)");
});

slowTest(
  "a default whose space is restored becomes the default again, after any changes",
  async () => {
    const { fixture, workspace, admin, id, guide } = await start();
    await workspace.ask(admin, space.remove, { spaceId: guide });
    await fixture.section(id, "Three");
    expect(outline(await fixture.structure(id))).toBe("One*(v2*), Two(Two*), Three(Three*)");
    await workspace.ok(admin, space.restore, { spaceId: guide });
    expect(outline(await fixture.structure(id))).toBe("One*(Guide*, v2), Two(Two*), Three(Three*)");
  },
);

slowTest("parts moved next to a hidden site space keep their order after a restore", async () => {
  const fixture = await openSitesFixture();
  const { workspace, admin } = fixture;
  const id = await fixture.site("A", "B", "C");
  const [a, b, c] = await fixture.siteSpaces(id);
  await workspace.ask(admin, space.remove, { spaceId: b?.space.id ?? "" });
  const position = { after: { type: "site-space", siteSpace: a?.id ?? "" } as const };
  for (const title of ["D", "E"]) {
    const added = await fixture.add(id, await fixture.space(title));
    await workspace.ok(admin, siteSpace.move, {
      ...fixture.of(id),
      siteSpaceId: added.id,
      position,
    });
  }
  await workspace.ok(admin, siteSpace.move, {
    ...fixture.of(id),
    siteSpaceId: c?.id ?? "",
    position,
  });
  await workspace.ok(admin, space.restore, { spaceId: b?.space.id ?? "" });
  expect(outline(await fixture.structure(id))).toBe("A*, C, E, D, B");
});

slowTest(
  "a section whose only space is deleted is empty and not the default until it is restored",
  async () => {
    const { fixture, workspace, admin, id, guide, v2, one } = await start();
    for (const spaceId of [guide, v2]) await workspace.ask(admin, space.remove, { spaceId });
    expect(outline(await fixture.structure(id))).toBe("One(), Two*(Two*)");
    await workspace.ok(admin, site.publish, fixture.of(id));
    expect(outline((await fixture.published(id)).structure)).toBe("Two*(Two*)");
    const choose = { ...fixture.of(id), defaultSiteSection: one.id };
    expect(await workspace.refused(admin, site.update, choose)).toMatchObject({ status: 400 });
    await workspace.ok(admin, space.restore, { spaceId: v2 });
    expect(outline(await fixture.structure(id))).toBe("One*(v2*), Two(Two*)");
  },
);

slowTest(
  "a purged space is removed from its sites, with sections that are then empty",
  async () => {
    const { fixture, workspace, admin, id, guide, v2 } = await start();
    await workspace.ask(admin, space.remove, { spaceId: guide });
    workspace.passDays(8);
    expect(outline(await fixture.structure(id))).toBe("One*(v2*), Two(Two*)");
    await workspace.ask(admin, space.remove, { spaceId: v2 });
    workspace.passDays(8);
    expect(outline(await fixture.structure(id))).toBe("Two*(Two*)");
    const rows = await workspace.db.selectFrom("site_spaces").select("space_id").execute();
    expect(rows).toHaveLength(1);
    const stored = await workspace.db.selectFrom("sites").selectAll().executeTakeFirstOrThrow();
    const [left] = await fixture.sections(id);
    expect(stored.default_section_id).toBe(left?.id);
  },
);

slowTest("a space on a site is transferred only after it is removed from the site", async () => {
  const { fixture, workspace, admin, other, id, v2, added } = await start();
  const away = { spaceId: v2, organization: other };
  expect(await workspace.refused(admin, space.transfer, away)).toEqual({
    status: 412,
    message: expect.stringContaining(id),
  });
  await workspace.ask(admin, siteSpace.remove, { ...fixture.of(id), siteSpaceId: added.id });
  expect(await workspace.ok(admin, space.transfer, away)).toMatchObject({ organization: other });
});

slowTest("a collection is transferred only if none of its content is on a site", async () => {
  const { fixture, workspace, org, admin, other, id, v2, added } = await start();
  const outer = await workspace.ok(admin, collection.create, { organizationId: org });
  const inner = await workspace.ok(admin, collection.create, {
    organizationId: org,
    parent: outer.id,
  });
  const waiting = await fixture.space("Waiting");
  await workspace.ok(admin, site.publish, fixture.of(id));
  await fixture.add(id, waiting);
  for (const spaceId of [v2, waiting]) {
    await workspace.ok(admin, space.move, { spaceId, parent: inner.id });
  }
  const away = { collectionId: outer.id, organization: other };
  expect(await workspace.refused(admin, collection.transfer, away)).toMatchObject({ status: 412 });
  await workspace.ask(admin, siteSpace.remove, { ...fixture.of(id), siteSpaceId: added.id });
  expect(await workspace.refused(admin, collection.transfer, away)).toMatchObject({ status: 412 });
  await workspace.ask(admin, space.remove, { spaceId: waiting });
  await workspace.ok(admin, collection.transfer, away);
  const back = await workspace.ok(admin, space.restore, { spaceId: waiting });
  expect(back).toMatchObject({ organization: other, visibility: "in-collection" });
  expect(outline(await fixture.structure(id))).toBe("One*(Guide*), Two(Two*)");
});

slowTest("deleting a collection does not change the sites with its spaces", async () => {
  const { fixture, workspace, org, admin, id, v2 } = await start();
  const parent = await workspace.ok(admin, collection.create, { organizationId: org });
  await workspace.ok(admin, space.move, { spaceId: v2, parent: parent.id });
  const before = outline(await fixture.structure(id));
  await workspace.ask(admin, collection.remove, { collectionId: parent.id });
  expect(outline(await fixture.structure(id))).toBe(before);
});
