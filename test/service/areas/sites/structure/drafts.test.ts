/** Drafts, hidden spaces and landing pages, for editors of a site and for visitors. */
import { expect, test } from "vitest";
import * as site from "../../../../../src/contract/site.ts";
import * as link from "../../../../../src/contract/site-external-link.ts";
import * as section from "../../../../../src/contract/site-section.ts";
import * as group from "../../../../../src/contract/site-section-group.ts";
import * as siteSpace from "../../../../../src/contract/site-space.ts";
import * as space from "../../../../../src/contract/space.ts";
import { slowTest, slowTests } from "../../../../support/generators/amount.ts";
import { openWorkspace } from "../../../../support/platforms/workspace.ts";
import { getResolver, local, outcome } from "../../published/fixture.ts";
import { addSitesFixture, outline } from "../fixture.ts";

/** One for all tests, each of which has its own organization. */
const shared = await openWorkspace();

async function start() {
  const fixture = await addSitesFixture(shared);
  const { workspace, admin } = fixture;
  const id = await fixture.site();
  const of = fixture.of(id);
  const guide = await fixture.section(id, "Guide");
  const later = await fixture.section(id, "Later");
  await workspace.ok(admin, site.publish, of);
  const visitors = async () => outline((await fixture.published(id)).structure);
  const change = (siteSectionId: string, more: object) =>
    workspace.ok(admin, section.update, { ...of, siteSectionId, ...more });
  const visibility = async (spaceId: string) =>
    (await workspace.ok(admin, space.get, { spaceId })).visibility;
  return { fixture, workspace, admin, id, of, guide, later, visitors, change, visibility };
}

test("editors see drafts, and visitors do not until they are live", async () => {
  const { fixture, id, later, visitors, change, visibility } = await start();
  const spaceId = later.siteSpaces[0]?.space.id ?? "";
  expect(await visitors()).toBe("Guide*(Guide*), Later(Later*)");
  expect(await visibility(spaceId)).toBe("public");
  expect(await change(later.id, { draft: true })).toMatchObject({ draft: true });
  expect(await visitors()).toBe("Guide*(Guide*)");
  expect(await visibility(spaceId)).toBe("private");
  expect(outline(await fixture.structure(id))).toBe("Guide*(Guide*), Later(Later*)");
  await change(later.id, { draft: false });
  expect(await visitors()).toBe("Guide*(Guide*), Later(Later*)");
  expect(await visibility(spaceId)).toBe("public");
});

test("content of a draft group is hidden from visitors too", async () => {
  const { fixture, workspace, admin, id, of, later, visitors, change, visibility } = await start();
  const { id: siteSectionGroupId } = await fixture.group(id, "More", [later.id]);
  const update = { ...of, siteSectionGroupId };
  expect(await workspace.ok(admin, group.update, { ...update, draft: true })).toMatchObject({
    draft: true,
  });
  expect(await visitors()).toBe("Guide*(Guide*)");
  const spaceId = later.siteSpaces[0]?.space.id ?? "";
  expect(await visibility(spaceId)).toBe("private");
  await change(later.id, { siteSectionGroupId: null });
  expect(await visitors()).toBe("Guide*(Guide*), Later(Later*)");
  expect(await visibility(spaceId)).toBe("public");
});

slowTests.each(["part", "group", "group around the group"])(
  "sections and links are hidden from visitors while their %s is a draft",
  async (hidden) => {
    const { fixture, workspace, admin, id, of, later, visitors, change } = await start();
    const { id: outer } = await fixture.group(id, "Outer");
    const { id: inner } = await fixture.group(id, "Inner", [later.id], outer);
    const at = { ...of, title: "Status", url: "https://status.example.com/", parent: inner };
    const { id: siteExternalLinkId } = await workspace.ok(admin, link.create, at);
    const setDraft = async (draft: boolean) => {
      if (hidden === "part") {
        await change(later.id, { draft });
        await workspace.ok(admin, link.update, { ...of, siteExternalLinkId, draft });
      } else {
        const siteSectionGroupId = hidden === "group" ? inner : outer;
        await workspace.ok(admin, group.update, { ...of, siteSectionGroupId, draft });
      }
    };
    const all = `Guide*(Guide*), Outer[Inner[Later(Later*), Status>${at.url}]]`;
    const openLater = async () => outcome(await getResolver(fixture)(`${local}/_site/${id}/later`));
    expect([await visitors(), await openLater()]).toEqual([all, "Later"]);
    await setDraft(true);
    expect([await visitors(), await openLater()]).toEqual(["Guide*(Guide*)", "Guide"]);
    expect(outline(await fixture.structure(id))).toBe(all);
    await setDraft(false);
    expect([await visitors(), await openLater()]).toEqual([all, "Later"]);
  },
);

slowTest(
  "a section that enters or leaves a draft group is hidden or shown with its space",
  async () => {
    const { fixture, workspace, admin, id, of, later, visibility } = await start();
    const spaceId = later.siteSpaces[0]?.space.id ?? "";
    const { id: outer } = await fixture.group(id, "Outer");
    await workspace.ok(admin, group.update, { ...of, siteSectionGroupId: outer, draft: true });
    const add = (siteSectionGroupId: string) =>
      workspace.ok(admin, group.addSection, { ...of, siteSectionGroupId, sectionId: later.id });
    await add(outer);
    expect(await visibility(spaceId)).toBe("private");
    const leave = { ...of, siteSectionGroupId: outer, siteSectionId: later.id };
    await workspace.ask(admin, group.removeSection, leave);
    expect(await visibility(spaceId)).toBe("public");
    const { id: inner } = await fixture.group(id, "Inner", [later.id]);
    const put = { ...of, siteSectionGroupId: inner, parentSectionGroupId: outer };
    await workspace.ok(admin, group.update, put);
    expect(await visibility(spaceId)).toBe("private");
    await workspace.ok(admin, group.update, { ...put, parentSectionGroupId: null, draft: false });
    expect(await visibility(spaceId)).toBe("public");
    await workspace.ok(admin, group.update, put);
    await workspace.ask(admin, group.remove, { ...of, siteSectionGroupId: outer });
    expect(await visibility(spaceId)).toBe("public");
    const draft = { ...of, title: "Draft", sections: [later.id], draft: true };
    await workspace.ok(admin, group.create, draft);
    expect(await visibility(spaceId)).toBe("private");
  },
);

test("a new part is a draft on request, and so is a duplicate", async () => {
  const { workspace, admin, of, guide, visitors, fixture } = await start();
  const spaceId = await fixture.space("Second");
  const added = await workspace.ok(admin, siteSpace.create, {
    ...of,
    spaceId,
    sectionId: guide.id,
    draft: true,
  });
  expect(added).toMatchObject({ draft: true, hidden: false });
  const siteSpaceId = guide.siteSpaces[0]?.id ?? "";
  const copy = await workspace.ok(admin, siteSpace.duplicate, { ...of, siteSpaceId, draft: true });
  expect(copy.draft).toBe(true);
  expect(await visitors()).toBe("Guide*(Guide*), Later(Later*)");
});

test("titles in other languages, hidden spaces and landing pages are stored and returned", async () => {
  const { workspace, admin, of, guide, change } = await start();
  const texts = { localizedTitle: { fr: "Guide pratique" }, localizedDescription: { fr: "Tout" } };
  expect(await change(guide.id, texts)).toMatchObject(texts);
  const without = await change(guide.id, { localizedTitle: null });
  expect(without).not.toHaveProperty("localizedTitle");
  const { id: siteSectionGroupId } = await workspace.ok(admin, group.create, {
    ...{ ...of, title: "More" },
  });
  const changeGroup = (changes: object) =>
    workspace.ok(admin, group.update, { ...of, siteSectionGroupId, ...changes });
  const localizedTitle = { fr: "Plus" };
  expect(await changeGroup({ localizedTitle })).toMatchObject({ title: "More", localizedTitle });
  expect(await changeGroup({ icon: "book" })).toMatchObject({ icon: "book", localizedTitle });
  expect(await changeGroup({ localizedTitle: null })).not.toHaveProperty("localizedTitle");
  const siteSpaceId = guide.siteSpaces[0]?.id ?? "";
  const update = { ...of, siteSpaceId };
  const hidden = await workspace.ok(admin, siteSpace.update, { ...update, hidden: true });
  expect(hidden.hidden).toBe(true);
  const refused = await workspace.refused(admin, siteSpace.update, { ...update, pageId: "none" });
  expect(refused).toEqual({
    status: 400,
    message: expect.stringContaining("is not a page of space"),
  });
});
