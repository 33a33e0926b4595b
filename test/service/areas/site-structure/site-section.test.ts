import { expect, test } from "vitest";
import * as site from "../../../../src/contract/site.ts";
import * as redirect from "../../../../src/contract/site-redirect.ts";
import * as section from "../../../../src/contract/site-section.ts";
import * as group from "../../../../src/contract/site-section-group.ts";
import * as shareLink from "../../../../src/contract/site-share-link.ts";
import * as siteSpace from "../../../../src/contract/site-space.ts";
import * as space from "../../../../src/contract/space.ts";
import * as permission from "../../../../src/contract/space-permission.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { publishPages } from "../../../support/organizations/content.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";
import { addSitesFixture, outline } from "../sites/fixture.ts";

/** For all tests, each in its own organization. */
const shared = await openWorkspace();

test("the first section of an empty site is the landing page", async () => {
  const fixture = await addSitesFixture(shared);
  const id = await fixture.site();
  const made = await fixture.section(id, "Guide");
  expect(made).toMatchObject({ title: "Guide", path: "guide", default: true });
  expect(made.siteSpaces).toMatchObject([
    { title: "Guide", path: "guide", default: true, section: made.id },
  ]);
  const second = await fixture.section(id, "API");
  expect(second.default).toBe(false);
  expect((await fixture.get(id)).siteSpaces).toBe(2);
});

test("the first section of a site with spaces puts those into a section before it", async () => {
  const fixture = await addSitesFixture(shared);
  const id = await fixture.site("Guide", "Anleitung");
  const [, german] = await fixture.siteSpaces(id);
  await fixture.change(id, { defaultSiteSpace: german?.id ?? "" });
  await fixture.section(id, "API");
  expect(outline(await fixture.structure(id))).toBe("Anleitung*(Guide, Anleitung*), API(API*)");
  expect((await fixture.siteSpaces(id)).map((item) => item.path)).toEqual([
    "guide",
    "anleitung",
    "api",
  ]);
});

test("a site without sections accepts spaces at its root again", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, admin } = fixture;
  const id = await fixture.site();
  const only = await fixture.section(id, "Guide");
  const input = { ...fixture.of(id), siteSectionId: only.id };
  expect(await workspace.ask(admin, section.remove, input)).toMatchObject({ status: 205 });
  expect(await fixture.structure(id)).toEqual({ type: "siteSpaces", structure: [] });
  await fixture.add(id, await fixture.space("Back"));
  expect(outline(await fixture.structure(id))).toBe("Back*");
});

test("a section without a title has that of its space, and paths are unique", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, admin } = fixture;
  const id = await fixture.site();
  const guide = await fixture.space("User Guide!");
  const paths = [];
  for (const title of [undefined, null, "User guide"] as const) {
    const input = { ...fixture.of(id), spaceId: guide, ...(title !== undefined && { title }) };
    paths.push((await workspace.ok(admin, section.create, input)).path);
  }
  expect(paths).toEqual(["user-guide", "user-guide-2", "user-guide-3"]);
  for (const [title, path] of [
    ["🚀🚀", "section"],
    ["???", "section-2"],
    ["-- Début --", "début"],
    [`${"Long ".repeat(25)}end`, "long-".repeat(19).slice(0, 94)],
  ] as const) {
    expect((await fixture.section(id, title, guide)).path).toBe(path);
  }
  const short = await fixture.space("A");
  const made = await workspace.ok(admin, section.create, { ...fixture.of(id), spaceId: short });
  expect(made.title).toBe("Untitled");
});

test("an update of a section keeps omitted fields and removes null ones", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, admin } = fixture;
  const id = await fixture.site();
  await fixture.section(id, "Guide");
  const made = await fixture.section(id, "API");
  const update = (changes: object) =>
    workspace.ok(admin, section.update, { ...fixture.of(id), siteSectionId: made.id, ...changes });
  expect(await update({})).toEqual(made);
  const texts = {
    title: "Reference",
    path: "v2",
    icon: "gear",
    description: "All calls",
    condition: "visitor.claims.unsigned.beta == true",
  };
  expect(await update(texts)).toMatchObject(texts);
  expect(await update({ title: "API" })).toMatchObject({ ...texts, title: "API" });
  const bare = await update({ icon: null, description: null, condition: null });
  for (const name of ["icon", "description", "condition"]) expect(bare).not.toHaveProperty(name);
});

slowTest("invalid values of a section are named, and change nothing", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, admin } = fixture;
  const id = await fixture.site();
  await fixture.section(id, "Guide");
  const { id: siteSectionId } = await fixture.section(id, "API");
  const before = await fixture.sections(id);
  const [, foreign] = await fixture.siteSpaces(id);
  const wrong: [object, number, string][] = [
    [{ path: "guide" }, 409, "path guide is already used"],
    [{ path: "a/b" }, 400, "path"],
    [{ title: "  " }, 400, "title"],
    [{ title: "A" }, 400, "title"],
    [{ icon: " " }, 400, "icon"],
    [{ condition: "visitor.claims.a = 1" }, 400, "Invalid condition at character 1"],
    [{ condition: "" }, 400, "Invalid condition at character 1"],
    [{ condition: `'${"a".repeat(1023)}'` }, 400, "1024"],
    [{ defaultSiteSpace: "nothing" }, 400, "defaultSiteSpace nothing"],
    [{ title: "New", path: "guide" }, 409, "path"],
  ];
  for (const [changes, status, said] of wrong) {
    const input = { ...fixture.of(id), siteSectionId, ...changes };
    const refusal = await workspace.refused(admin, section.update, input);
    expect(refusal).toEqual({ status, message: expect.stringContaining(said) });
  }
  const other = {
    ...fixture.of(id),
    siteSectionId: before[0]?.id ?? "",
    defaultSiteSpace: foreign?.id ?? "",
  };
  expect(await workspace.refused(admin, section.update, other)).toMatchObject({ status: 400 });
  expect(await fixture.sections(id)).toEqual(before);
});

slowTest(
  "the default of a section is one of its site spaces, and the next one if it is removed",
  async () => {
    const fixture = await addSitesFixture(shared);
    const { workspace, admin } = fixture;
    const id = await fixture.site();
    const guide = await fixture.section(id, "Guide");
    const second = await fixture.add(id, await fixture.space("Second"), guide.id);
    const third = await fixture.add(id, await fixture.space("Third"), guide.id);
    const choose = { ...fixture.of(id), siteSectionId: guide.id, defaultSiteSpace: third.id };
    await workspace.ok(admin, section.update, choose);
    expect(outline(await fixture.structure(id))).toBe("Guide*(Guide, Second, Third*)");
    const remove = (siteSpaceId: string) =>
      workspace.ask(admin, siteSpace.remove, { ...fixture.of(id), siteSpaceId });
    expect(await remove(third.id)).toMatchObject({ status: 205 });
    expect(outline(await fixture.structure(id))).toBe("Guide*(Guide*, Second)");
    expect(await remove(guide.siteSpaces[0]?.id ?? "")).toMatchObject({ status: 205 });
    expect(outline(await fixture.structure(id))).toBe("Guide*(Second*)");
    expect(await remove(second.id)).toMatchObject({
      status: 409,
      message: expect.stringContaining("Delete the section instead"),
    });
  },
);

test("a reassigned default stays when the order changes", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, admin } = fixture;
  const id = await fixture.site();
  const [one, two, three] = [
    await fixture.section(id, "One"),
    await fixture.section(id, "Two"),
    await fixture.section(id, "Three"),
  ];
  await workspace.ask(admin, section.remove, { ...fixture.of(id), siteSectionId: one.id });
  const position = { before: { type: "site-section", siteSection: two.id } as const };
  await workspace.ok(admin, section.move, { ...fixture.of(id), siteSectionId: three.id, position });
  expect(outline(await fixture.structure(id))).toBe("Three(Three*), Two*(Two*)");
});

test("visitors no longer see the spaces of a deleted section", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, admin } = fixture;
  const id = await fixture.site();
  await fixture.section(id, "Kept");
  const made = await fixture.section(id, "Gone");
  await workspace.ok(admin, site.publish, fixture.of(id));
  const spaceId = made.siteSpaces[0]?.space.id ?? "";
  expect((await workspace.ok(admin, space.get, { spaceId })).visibility).toBe("public");
  await workspace.ask(admin, section.remove, { ...fixture.of(id), siteSectionId: made.id });
  expect((await workspace.ok(admin, space.get, { spaceId })).visibility).toBe("private");
});

test("deleting a missing section returns 204", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, admin } = fixture;
  const [id, other] = [await fixture.site(), await fixture.site()];
  const { id: siteSectionId } = await fixture.section(other, "Elsewhere");
  for (const unknown of ["nothing", siteSectionId]) {
    const input = { ...fixture.of(id), siteSectionId: unknown };
    expect(await workspace.ask(admin, section.remove, input)).toMatchObject({ status: 204 });
    expect(await workspace.refused(admin, section.update, input)).toMatchObject({ status: 404 });
    expect(await workspace.refused(admin, section.move, input)).toMatchObject({ status: 404 });
  }
  expect(await fixture.sections(other)).toHaveLength(1);
});

slowTest("sections are listed in navigation order, page by page", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, admin } = fixture;
  const id = await fixture.site();
  const ids: string[] = [];
  for (const title of ["A1", "B1", "C1", "D1", "E1"])
    ids.push((await fixture.section(id, title)).id);
  const [a = "", b = "", c = "", d = "", e = ""] = ids;
  const outer = await fixture.group(id, "Outer", [c, a]);
  await fixture.group(id, "Inner", [b], outer.id);
  const titles = (await fixture.sections(id)).map((item) => item.title);
  expect(titles).toEqual(["D1", "E1", "C1", "A1", "B1"]);
  const found: string[] = [];
  let page: string | undefined;
  do {
    const input = { ...fixture.of(id), limit: 2, ...(page !== undefined && { page }) };
    const answer = await workspace.ok(admin, section.list, input);
    found.push(...answer.items.map((item) => item.id));
    page = answer.next?.page;
  } while (page !== undefined);
  expect(found).toEqual([d, e, c, a, b]);
});

test("a page of sections continues after its last section was deleted", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, admin } = fixture;
  const id = await fixture.site();
  const made = [
    await fixture.section(id, "One"),
    await fixture.section(id, "Two"),
    await fixture.section(id, "Three"),
  ];
  const first = await workspace.ok(admin, section.list, { ...fixture.of(id), limit: 2 });
  await workspace.ask(admin, section.remove, {
    ...fixture.of(id),
    siteSectionId: made[1]?.id ?? "",
  });
  const page = first.next?.page ?? "";
  const rest = await workspace.ok(admin, section.list, { ...fixture.of(id), limit: 2, page });
  expect(rest.items.map((item) => item.title)).toEqual(["Three"]);
});

test("a reader of a site changes none of its sections, and an unknown section is named", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, org, admin } = fixture;
  const id = await fixture.site();
  const made = await fixture.section(id, "Guide");
  const reader = await workspace.member(org, "read");
  const spaceId = await fixture.space("New");
  await workspace.ok(admin, permission.grant, { spaceId, role: "create", users: [reader] });
  const before = await fixture.structure(id);
  const of = fixture.of(id);
  const part = { ...of, siteSectionId: made.id };
  const refusals = [
    await workspace.refused(reader, section.create, { ...of, spaceId }),
    await workspace.refused(reader, section.update, { ...part, title: "New" }),
    await workspace.refused(reader, section.move, part),
    await workspace.refused(reader, section.remove, part),
  ];
  expect(refusals.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  const unknown = { ...of, siteSectionId: "nothing" };
  for (const endpoint of [section.update, section.move]) {
    expect(await workspace.refused(admin, endpoint, unknown)).toEqual({
      status: 404,
      message: "Section nothing does not exist, or you do not have access to it.",
    });
  }
  for (const [input, said] of [
    [{ title: "  " }, "title"],
    [{ icon: " " }, "icon"],
    [{ siteSectionGroupId: "nothing" }, "siteSectionGroupId nothing"],
    [{ title: " ", spaceId: null }, "title"],
  ] as const) {
    expect(await workspace.refused(admin, section.create, { ...of, spaceId, ...input })).toEqual({
      status: 400,
      message: expect.stringContaining(said),
    });
  }
  expect(await fixture.structure(id)).toEqual(before);
});

slowTest("a section keeps its path and group, and starts with the given page", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, admin } = fixture;
  const id = await fixture.site();
  const of = fixture.of(id);
  await workspace.ok(admin, site.publish, of);
  const spaceId = await fixture.space("Guide");
  const drafts = ["one", "two"].map((slug) => ({ title: slug, slug, markdown: "Text.\n" }));
  const { two = "" } = await publishPages(workspace, spaceId, drafts);
  const made = await workspace.ok(admin, section.create, { ...of, spaceId, pageId: two });
  expect(made.siteSpaces).toMatchObject([{ pageId: two }]);
  expect((await workspace.ok(admin, space.get, { spaceId })).visibility).toBe("public");
  const others = [await fixture.section(id, "Two"), await fixture.section(id, "Three")];
  const part = { ...of, siteSectionId: made.id };
  expect(await workspace.ok(admin, section.update, { ...part, path: "guide" })).toMatchObject({
    path: "guide",
  });
  const input = { ...part, siteSectionGroupId: null };
  await workspace.ok(admin, section.update, input);
  expect(outline(await fixture.structure(id))).toBe("Guide*(Guide*), Two(Two*), Three(Three*)");
  const group = await fixture.group(id, "Group", [others[0]?.id ?? "", others[1]?.id ?? ""]);
  const first = { ...of, siteSectionId: others[0]?.id ?? "" };
  await workspace.ok(admin, section.update, { ...first, title: "First" });
  await workspace.ok(admin, section.update, { ...first, siteSectionGroupId: group.id });
  expect(outline(await fixture.structure(id))).toBe(
    "Guide*(Guide*), Group[First(Two*), Three(Three*)]",
  );
});

test("the URLs of sections and site spaces contain the key of a share link on request", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, admin } = fixture;
  const id = await fixture.site();
  const of = fixture.of(id);
  await fixture.section(id, "Guide");
  await fixture.change(id, { visibility: "share-link" });
  await workspace.ok(admin, site.publish, of);
  const link = await workspace.ok(admin, shareLink.create, { ...of, name: "Link" });
  const shareKey = new URL(link.urls.published ?? "").pathname.split("/").at(-1) ?? "";
  const sections = await workspace.ok(admin, section.list, { ...of, shareKey });
  const siteSpaces = await workspace.ok(admin, siteSpace.list, { ...of, shareKey });
  const listed = [...sections.items, ...siteSpaces.items];
  expect(listed.map(({ urls }) => urls.published?.includes(`/${shareKey}`))).toEqual([true, true]);
  expect((await fixture.siteSpaces(id))[0]?.urls).not.toHaveProperty("published");
});

test("the removal of a section names the redirects that lead to it or its spaces", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, admin } = fixture;
  const id = await fixture.site();
  const of = fixture.of(id);
  const [made, kept] = [await fixture.section(id, "Gone"), await fixture.section(id, "Kept")];
  const redirects = [
    ["/section", { kind: "site-section", siteSectionId: made.id }],
    ["/space", { kind: "site-space", siteSpaceId: made.siteSpaces[0]?.id ?? "" }],
    ["/other", { kind: "site-section", siteSectionId: kept.id }],
    ["/other-space", { kind: "site-space", siteSpaceId: kept.siteSpaces[0]?.id ?? "" }],
  ] as const;
  for (const [source, destination] of redirects) {
    await workspace.ok(admin, redirect.create, { ...of, source, destination });
  }
  const input = { ...of, siteSectionId: made.id };
  expect((await workspace.explain(admin, section.remove, input)).notes).toEqual([
    `2 redirects of site ${id} lead to a removed part of the site and will return 404: /section, /space. Change or delete them: tome site redirect list --site ${id}`,
  ]);
});

test("a page token of another list of the site is refused", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, admin } = fixture;
  const id = await fixture.site();
  await fixture.section(id, "One");
  await fixture.section(id, "Two");
  const first = await workspace.ok(admin, section.list, { ...fixture.of(id), limit: 1 });
  const page = first.next?.page ?? "";
  const refusal = await workspace.refused(admin, siteSpace.list, { ...fixture.of(id), page });
  expect(refusal.status).toBe(400);
});

slowTest(
  "an update moves a section between groups only if the group differs, and shows its space",
  async () => {
    const fixture = await addSitesFixture(shared);
    const { workspace, admin } = fixture;
    const id = await fixture.site();
    const of = fixture.of(id);
    await workspace.ok(admin, site.publish, of);
    const made = [await fixture.section(id, "One"), await fixture.section(id, "Two")];
    const { id: siteSectionGroupId } = await fixture.group(id, "Group", [made[0]?.id ?? ""]);
    const two = { ...of, siteSectionId: made[1]?.id ?? "" };
    const draft = await fixture.group(id, "Draft");
    await workspace.ok(admin, group.update, {
      ...{ ...of, siteSectionGroupId: draft.id, draft: true },
    });
    const readOutline = async () => outline(await fixture.structure(id)).replaceAll("*", "");
    const before = "Two(Two), Group[One(One)], Draft[]";
    expect(await readOutline()).toBe(before);
    for (const changes of [{ siteSectionGroupId: null }, { title: "Two" }]) {
      await workspace.ok(admin, section.update, { ...two, ...changes });
      expect(await readOutline()).toBe(before);
    }
    const one = { ...of, siteSectionId: made[0]?.id ?? "" };
    await workspace.ok(admin, section.update, { ...one, siteSectionGroupId: null });
    const behind = "Two(Two), Group[], One(One), Draft[]";
    expect(await readOutline()).toBe(behind);
    await workspace.ok(admin, section.update, { ...one, siteSectionGroupId: null });
    expect(await readOutline()).toBe(behind);
    expect(
      await workspace.refused(admin, section.update, { ...two, siteSectionGroupId: "nothing" }),
    ).toEqual({
      status: 400,
      message: "siteSectionGroupId nothing is not a section group of this site. Check the id.",
    });
    const spaceId = made[1]?.siteSpaces[0]?.space.id ?? "";
    const readVisibility = async () =>
      (await workspace.ok(admin, space.get, { spaceId })).visibility;
    expect(await readVisibility()).toBe("public");
    await workspace.ok(admin, section.update, { ...two, siteSectionGroupId: draft.id });
    expect(await readVisibility()).toBe("private");
    await workspace.ok(admin, section.update, { ...two, siteSectionGroupId });
    expect(await readVisibility()).toBe("public");
  },
);
