import { expect, test } from "vitest";
import * as page from "../../../../src/contract/page.ts";
import * as site from "../../../../src/contract/site.ts";
import * as section from "../../../../src/contract/site-section.ts";
import * as siteSpace from "../../../../src/contract/site-space.ts";
import * as template from "../../../../src/contract/site-template.ts";
import * as space from "../../../../src/contract/space.ts";
import { sample, slowTest } from "../../../support/generators/amount.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";
import { addSitesFixture, outline } from "../sites/fixture.ts";

/** For all tests, each in its own organization. */
const shared = await openWorkspace();

test("a space is created with its section, from the template", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, admin } = fixture;
  const id = await fixture.site();
  const title = "Everything that people ask before they have read anything";
  const made = await workspace.ok(admin, section.create, {
    ...fixture.of(id),
    spaceId: null,
    title,
    template: { id: "help-center" },
  });
  expect(made.title).toBe(title);
  const spaceId = made.siteSpaces[0]?.space.id ?? "";
  const own = await workspace.ok(admin, space.get, { spaceId });
  expect([title.startsWith(own.title), own.title.length <= 50]).toEqual([true, true]);
  const pages = await workspace.ok(admin, page.list, { spaceId });
  expect(pages.pages[0]?.title).toBe("Help center");
});

test("a new site space without a title has an untitled space, and a page or an unknown template is refused", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, admin } = fixture;
  const id = await fixture.site("Guide");
  const input = { ...fixture.of(id), spaceId: null };
  expect((await workspace.ok(admin, siteSpace.create, input)).title).toBe("Untitled");
  const refusedFor = async (more: object) => {
    const { status, message } = await workspace.refused(admin, siteSpace.create, {
      ...input,
      ...more,
    });
    return [status, message.split(" ", 3).join(" ")];
  };
  expect(await refusedFor({ pageId: "page" })).toEqual([400, "pageId applies only"]);
  expect(await refusedFor({ template: { id: "nothing" } })).toEqual([404, "No template has"]);
  const spaceId = await fixture.space("Existing");
  const given = { spaceId, template: { id: "help-center" } };
  expect(await refusedFor(given)).toEqual([400, "template applies only"]);
  expect(outline(await fixture.structure(id))).toBe("Guide*, Untitled");
});

test("an editor of a site who may not create in the organization creates no space for it", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, admin } = fixture;
  const id = await fixture.site("Guide");
  await fixture.change(id, { defaultLevel: "create" });
  const reader = await workspace.member(fixture.org, "read");
  const input = { ...fixture.of(id), spaceId: null };
  expect((await workspace.refused(reader, siteSpace.create, input)).status).toBe(403);
  expect((await workspace.ok(admin, siteSpace.create, input)).title).toBe("Untitled");
});

test("a duplicate is next to its original, for the same visitors", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, admin } = fixture;
  const id = await fixture.site("v1", "v2", "v3");
  const [, second] = await fixture.siteSpaces(id);
  const siteSpaceId = second?.id ?? "";
  const condition = "visitor.claims.unsigned.beta";
  await workspace.ok(admin, siteSpace.update, { ...fixture.of(id), siteSpaceId, condition });
  const copy = await workspace.ok(admin, siteSpace.duplicate, { ...fixture.of(id), siteSpaceId });
  expect(copy).toMatchObject({ title: "v2 (copy)", condition, default: false });
  expect(copy.space.id).not.toBe(second?.space.id);
  expect(outline(await fixture.structure(id))).toBe("v1*, v2, v2 (copy), v3");
});

slowTest("a site space alone in its section is duplicated with the section", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, admin } = fixture;
  const id = await fixture.site();
  const guide = await fixture.section(id, "Guide");
  const api = await fixture.section(id, "API");
  await fixture.group(id, "Group", [guide.id, api.id]);
  const condition = "visitor.claims.unsigned.beta";
  const changed = { siteSectionId: guide.id, condition, icon: "book" };
  await workspace.ok(admin, section.update, { ...fixture.of(id), ...changed });
  const siteSpaceId = guide.siteSpaces[0]?.id ?? "";
  await workspace.ok(admin, siteSpace.duplicate, { ...fixture.of(id), siteSpaceId });
  expect(outline(await fixture.structure(id))).toBe(
    "Group[Guide*(Guide*), Guide (copy)(Guide (copy)*), API(API*)]",
  );
  const copy = (await fixture.sections(id)).find(({ title }) => title === "Guide (copy)");
  expect(copy).toMatchObject({ condition, icon: "book", default: false });
});

const draftCases = [true, false].flatMap((isAlone) =>
  [true, false].flatMap((isSpaceDraft) =>
    [true, false].flatMap((isSectionDraft) =>
      [undefined, true, false].map((requested) => ({
        ...{ isAlone, isSpaceDraft, isSectionDraft, requested },
      })),
    ),
  ),
);

test.each(sample(draftCases, 6))(
  "a duplicate is a draft if its original is, unless it is requested otherwise: %j",
  async ({ isAlone, isSpaceDraft, isSectionDraft, requested }) => {
    const fixture = await addSitesFixture(shared);
    const { workspace, admin } = fixture;
    const id = await fixture.site();
    const of = fixture.of(id);
    await fixture.section(id, "Start");
    const guide = await fixture.section(id, "Guide");
    if (!isAlone) await fixture.add(id, await fixture.space("Other"), guide.id);
    const siteSpaceId = guide.siteSpaces[0]?.id ?? "";
    const description = "About guides";
    const changes = { siteSectionId: guide.id, description, draft: isSectionDraft };
    await workspace.ok(admin, section.update, { ...of, ...changes });
    await workspace.ok(admin, siteSpace.update, { ...of, siteSpaceId, draft: isSpaceDraft });
    await workspace.ok(admin, site.publish, of);
    const copy = await workspace.ok(admin, siteSpace.duplicate, {
      ...{ ...of, siteSpaceId },
      ...(requested !== undefined && { draft: requested }),
    });
    expect(copy.draft).toBe(requested ?? isSpaceDraft);
    const parent = (await fixture.sections(id)).find((one) => one.id === copy.section);
    const isParentDraft = isAlone ? (requested ?? isSectionDraft) : isSectionDraft;
    expect([parent?.id === guide.id, parent?.draft, parent?.description]).toEqual([
      !isAlone,
      isParentDraft,
      description,
    ]);
    const isVisible = outline((await fixture.published(id)).structure).includes("Guide (copy)");
    expect(isVisible).toBe(!copy.draft && !isParentDraft);
    const { visibility } = await workspace.ok(admin, space.get, { spaceId: copy.space.id });
    expect(visibility).toBe(isVisible ? "public" : "private");
  },
);

test("an empty site is filled from the template once", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, admin } = fixture;
  const id = await fixture.site();
  await workspace.ok(admin, template.apply, fixture.of(id));
  expect(outline(await fixture.structure(id))).toBe(
    "Documentation*(Documentation*), Help center(Help center*)",
  );
  const again = await workspace.refused(admin, template.apply, fixture.of(id));
  expect([again.status, again.message]).toEqual([409, expect.stringContaining("is not empty")]);
});
