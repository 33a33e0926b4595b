import { expect, test } from "vitest";
import * as site from "../../../../src/contract/site.ts";
import * as section from "../../../../src/contract/site-section.ts";
import * as siteSpace from "../../../../src/contract/site-space.ts";
import * as space from "../../../../src/contract/space.ts";
import * as permission from "../../../../src/contract/space-permission.ts";
import { publishPages } from "../../../support/organizations/content.ts";
import { openSitesFixture, outline } from "./fixture.ts";

test("a space without a section goes to the default section, or to the root", async () => {
  const fixture = await openSitesFixture();
  const id = await fixture.site("Guide");
  const added = await fixture.add(id, await fixture.space("Anleitung"));
  expect(added).toMatchObject({ title: "Anleitung", path: "anleitung", default: false });
  expect(added).not.toHaveProperty("section");
  const api = await fixture.section(id, "API");
  await fixture.change(id, { defaultSiteSection: api.id });
  expect((await fixture.add(id, await fixture.space("v1"))).section).toBe(api.id);
  expect(outline(await fixture.structure(id))).toBe("Guide(Guide*, Anleitung), API*(API*, v1)");
});

test("a space can be on a site several times, each with its own path", async () => {
  const fixture = await openSitesFixture();
  const id = await fixture.site("Guide");
  const [first] = await fixture.siteSpaces(id);
  const again = await fixture.add(id, first?.space.id ?? "");
  expect(again.path).toBe("guide-2");
  expect((await fixture.get(id)).siteSpaces).toBe(2);
});

test("an unknown section is refused by name", async () => {
  const fixture = await openSitesFixture();
  const { workspace, admin } = fixture;
  const [id, other] = [await fixture.site(), await fixture.site()];
  const foreign = await fixture.section(other, "Elsewhere");
  const spaceId = await fixture.space("Guide");
  const input = { ...fixture.of(id), spaceId, sectionId: foreign.id };
  expect(await workspace.refused(admin, siteSpace.create, input)).toMatchObject({
    status: 400,
    message: expect.stringContaining(`sectionId ${foreign.id}`),
  });
});

test("an update of a site space keeps omitted fields, and replaces the space", async () => {
  const fixture = await openSitesFixture();
  const { workspace, admin } = fixture;
  const id = await fixture.site("Guide", "Other");
  const [made] = await fixture.siteSpaces(id);
  const update = (changes: object) =>
    workspace.ok(admin, siteSpace.update, {
      ...fixture.of(id),
      siteSpaceId: made?.id ?? "",
      ...changes,
    });
  expect(await update({})).toEqual(made);
  const condition = "visitor.claims.unsigned.beta";
  expect(await update({ path: "start", condition })).toEqual({ ...made, path: "start", condition });
  const newer = await fixture.space("Newer");
  const shown = await update({ spaceId: newer });
  expect(shown).toMatchObject({ id: made?.id, path: "start", condition, title: "Newer" });
  expect(shown.space.id).toBe(newer);
  expect(await update({ condition: null })).not.toHaveProperty("condition");
});

test("the home page of a site space belongs to its space", async () => {
  const fixture = await openSitesFixture();
  const { workspace, admin } = fixture;
  const id = await fixture.site("Guide");
  const [made] = await fixture.siteSpaces(id);
  const pages = async (spaceId: string) => {
    const drafts = ["one", "two"].map((slug) => ({ title: slug, slug, markdown: "Text.\n" }));
    return publishPages(workspace, spaceId, drafts);
  };
  const guide = made?.space.id ?? "";
  const newer = await fixture.space("Newer");
  const [own, other] = [await pages(guide), await pages(newer)];
  const update = (changes: object) =>
    workspace.ok(admin, siteSpace.update, {
      ...{ ...fixture.of(id), siteSpaceId: made?.id ?? "", ...changes },
    });
  const home = async (changes: object) => (await update(changes)).pageId;
  expect(await home({ pageId: own.two })).toBe(own.two);
  expect(await home({ spaceId: guide })).toBe(own.two);
  expect(await home({ path: "start" })).toBe(own.two);
  expect(await home({ spaceId: newer })).toBeUndefined();
  expect(await home({ spaceId: guide, pageId: own.two })).toBe(own.two);
  expect(await home({ spaceId: newer, pageId: other.two })).toBe(other.two);
  expect(await home({ pageId: null })).toBeUndefined();
});

test("on a published site the replacing space is visible, and the replaced one is not", async () => {
  const fixture = await openSitesFixture();
  const { workspace, admin } = fixture;
  const id = await fixture.site("Old");
  await workspace.ok(admin, site.publish, fixture.of(id));
  const [ownSiteSpace] = await fixture.siteSpaces(id);
  const newer = await fixture.space("New");
  const input = { ...fixture.of(id), siteSpaceId: ownSiteSpace?.id ?? "", spaceId: newer };
  await workspace.ok(admin, siteSpace.update, input);
  const listSpaces = async (spaceId = "") =>
    (await workspace.ok(admin, space.get, { spaceId })).visibility;
  expect([await listSpaces(ownSiteSpace?.space.id), await listSpaces(newer)]).toEqual([
    "private",
    "public",
  ]);
});

test("invalid values of a site space are named, and change nothing", async () => {
  const fixture = await openSitesFixture();
  const { workspace, admin } = fixture;
  const id = await fixture.site("Guide", "Other");
  const before = await fixture.siteSpaces(id);
  const siteSpaceId = before[0]?.id ?? "";
  for (const [changes, status, said] of [
    [{ path: "other" }, 409, "path other is already used"],
    [{ path: "" }, 400, "path"],
    [{ path: "a b" }, 400, "path"],
    [{ condition: "visitor.claims.a ==" }, 400, "character 20"],
    [{ spaceId: "nothing" }, 400, "spaceId nothing"],
  ] as const) {
    const input = { ...fixture.of(id), siteSpaceId, ...changes };
    const refusal = await workspace.refused(admin, siteSpace.update, input);
    expect(refusal).toEqual({ status, message: expect.stringContaining(said) });
  }
  expect(await fixture.siteSpaces(id)).toEqual(before);
});

test("a path is unique only within its section", async () => {
  const fixture = await openSitesFixture();
  const { workspace, admin } = fixture;
  const id = await fixture.site();
  const [one, other] = [await fixture.section(id, "One"), await fixture.section(id, "Other")];
  const set = (mainId: string | undefined, path: string) =>
    workspace.ask(admin, siteSpace.update, { ...fixture.of(id), siteSpaceId: mainId ?? "", path });
  expect(await set(one.siteSpaces[0]?.id, "v1")).toMatchObject({ status: 200 });
  expect(await set(other.siteSpaces[0]?.id, "v1")).toMatchObject({ status: 200 });
});

test("removing a space from a site keeps the space, and reassigns the default", async () => {
  const fixture = await openSitesFixture();
  const { workspace, admin } = fixture;
  const id = await fixture.site("One", "Two", "Three");
  const [one, two] = await fixture.siteSpaces(id);
  const remove = (siteSpaceId: string | undefined) =>
    workspace.ask(admin, siteSpace.remove, { ...fixture.of(id), siteSpaceId: siteSpaceId ?? "" });
  expect(await remove(one?.id)).toMatchObject({ status: 205 });
  expect(outline(await fixture.structure(id))).toBe("Two*, Three");
  expect(await remove(one?.id)).toMatchObject({ status: 204 });
  await workspace.ok(admin, space.get, { spaceId: one?.space.id ?? "" });
  await remove(two?.id);
  for (const { id: last } of await fixture.siteSpaces(id)) await remove(last);
  expect((await fixture.get(id)).siteSpaces).toBe(0);
});

test("a space hidden from members is on the site for users with a grant", async () => {
  const fixture = await openSitesFixture();
  const { workspace, org, admin } = fixture;
  const id = await fixture.site("Guide", "Runbooks");
  const [, runbooks] = await fixture.siteSpaces(id);
  const spaceId = runbooks?.space.id ?? "";
  await workspace.ok(admin, space.update, { spaceId, defaultLevel: null });
  const [reader, named] = [
    await workspace.member(org, "read"),
    await workspace.member(org, "read"),
  ];
  await workspace.ok(admin, permission.grant, { spaceId, role: "edit", users: [named] });
  expect(outline(await fixture.structure(id, reader))).toBe("Guide*");
  expect(outline(await fixture.structure(id, named))).toBe("Guide*, Runbooks");
  const listed = await workspace.ok(named, siteSpace.list, fixture.of(id));
  expect(listed.items[1]?.space.permissions).toMatchObject({ edit: true, admin: false });
});

test("site spaces are listed by section, page by page, filtered by default", async () => {
  const fixture = await openSitesFixture();
  const { workspace, admin } = fixture;
  const id = await fixture.site();
  const [one, other] = [await fixture.section(id, "One"), await fixture.section(id, "Other")];
  await fixture.add(id, await fixture.space("One 2"), one.id);
  await fixture.add(id, await fixture.space("Other 2"), other.id);
  const position = { before: { type: "site-section", siteSection: one.id } as const };
  await workspace.ok(admin, section.move, { ...fixture.of(id), siteSectionId: other.id, position });
  const all = ["Other", "Other 2", "One", "One 2"];
  expect((await fixture.siteSpaces(id)).map((item) => item.title)).toEqual(all);
  expect((await fixture.siteSpaces(id, true)).map((item) => item.title)).toEqual(["Other", "One"]);
  expect((await fixture.siteSpaces(id, false)).map((item) => item.title)).toEqual([
    "Other 2",
    "One 2",
  ]);
  const found: string[] = [];
  let page: string | undefined;
  do {
    const input = { ...fixture.of(id), limit: 3, ...(page !== undefined && { page }) };
    const answer = await workspace.ok(admin, siteSpace.list, input);
    found.push(...answer.items.map((item) => item.title));
    page = answer.next?.page;
  } while (page !== undefined);
  expect(found).toEqual(all);
});
