import { expect, test } from "vitest";
import * as section from "../../../../../src/contract/site-section.ts";
import * as group from "../../../../../src/contract/site-section-group.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { openWorkspace } from "../../../../support/platforms/workspace.ts";
import { addSitesFixture, outline } from "../fixture.ts";

/** One for all tests, each of which has its own organization. */
const shared = await openWorkspace();

async function start() {
  const fixture = await addSitesFixture(shared);
  const id = await fixture.site();
  const sections = [];
  for (const title of ["One", "Two", "Three"]) sections.push((await fixture.section(id, title)).id);
  const [one = "", two = "", three = ""] = sections;
  return { fixture, workspace: fixture.workspace, admin: fixture.admin, id, one, two, three };
}

test("a new group takes sections in the given order and is last", async () => {
  const { fixture, id, one, two } = await start();
  const made = await fixture.group(id, "Group", [two, one]);
  expect(made).toMatchObject({ title: "Group", children: [{ id: two }, { id: one }] });
  expect(made.sections?.map((item) => item.id)).toEqual([two, one]);
  expect(made).not.toHaveProperty("sectionGroup");
  const said = "Three(Three*), Group[Two(Two*), One*(One*)]";
  expect(outline(await fixture.structure(id))).toBe(said);
});

slowTest("groups can be nested ten deep and no deeper", async () => {
  const { fixture, workspace, admin, id, one } = await start();
  const outer = await fixture.group(id, "Outer");
  const inner = await fixture.group(id, "Inner", [one], outer.id);
  expect(inner.sectionGroup).toBe(outer.id);
  expect(outline(await fixture.structure(id))).toContain("Outer[Inner[One*(One*)]]");
  let deepest = inner.id;
  /** The groups by their depth, from 1. */
  const parents = ["", outer.id, inner.id];
  for (let depth = 3; depth <= 10; depth++) {
    deepest = (await fixture.group(id, `Depth ${depth}`, [], deepest)).id;
    parents.push(deepest);
  }
  const tooDeep = { status: 400, message: expect.stringContaining("at most 10 deep") };
  const deeper = { ...fixture.of(id), title: "Deeper", parent: deepest };
  expect(await workspace.refused(admin, group.create, deeper)).toMatchObject(tooDeep);
  // A moved group takes the groups in it along: one of the height 2 fits at the depth 9.
  const pair = await fixture.group(id, "Pair");
  await fixture.group(id, "Left", [], pair.id);
  const right = await fixture.group(id, "Right", [], pair.id);
  const move = { ...fixture.of(id), siteSectionGroupId: pair.id };
  const at = (depth: number) => ({ ...move, parentSectionGroupId: parents[depth] ?? "" });
  await workspace.ok(admin, group.update, at(8));
  for (const depth of [9, 10]) {
    expect(await workspace.refused(admin, group.update, at(depth))).toMatchObject(tooDeep);
  }
  await workspace.ok(admin, group.update, { ...move, parentSectionGroupId: null });
  await fixture.group(id, "Below", [], right.id);
  await workspace.ok(admin, group.update, at(7));
  expect(await workspace.refused(admin, group.update, at(8))).toMatchObject(tooDeep);
});

slowTest(
  "a group accepts only sections and a parent of its site, and each section once",
  async () => {
    const { fixture, workspace, admin, id, one } = await start();
    const elsewhere = await fixture.site();
    const foreign = (await fixture.section(elsewhere, "Foreign")).id;
    const foreignGroup = (await fixture.group(elsewhere, "Foreign")).id;
    for (const [wrong, said] of [
      [{ sections: [foreign] }, foreign],
      [{ sections: [one, one] }, "Duplicate id"],
      [{ parent: foreignGroup }, foreignGroup],
      [{ parent: "nothing" }, "nothing"],
    ] as const) {
      const given = "sections" in wrong ? { sections: [...wrong.sections] } : wrong;
      const input = { ...fixture.of(id), title: "Group", ...given };
      const refusal = { status: 400, message: expect.stringContaining(said) };
      expect(await workspace.refused(admin, group.create, input)).toEqual(refusal);
    }
    const list = await workspace.ok(admin, group.list, fixture.of(id));
    expect(list.items).toEqual([]);
  },
);

slowTest("a section is added to a group as its last, also from another group", async () => {
  const { fixture, workspace, admin, id, one, two } = await start();
  const [first, second] = [
    await fixture.group(id, "First", [one]),
    await fixture.group(id, "Second"),
  ];
  const add = (siteSectionGroupId: string, sectionId: string) =>
    workspace.ok(admin, group.addSection, { ...fixture.of(id), siteSectionGroupId, sectionId });
  await add(second.id, two);
  const added = await add(second.id, one);
  expect(added.children.map((child) => child.id)).toEqual([two, one]);
  expect(await add(second.id, two)).toEqual(added);
  expect(outline(await fixture.structure(id))).toBe(
    "Three(Three*), First[], Second[Two(Two*), One*(One*)]",
  );
  const wrong = { ...fixture.of(id), siteSectionGroupId: first.id, sectionId: "nothing" };
  expect(await workspace.refused(admin, group.addSection, wrong)).toMatchObject({ status: 400 });
});

slowTest("a section that leaves its group is placed after the outermost one", async () => {
  const { fixture, workspace, admin, id, one, two, three } = await start();
  const outer = await fixture.group(id, "Outer", [three]);
  const inner = await fixture.group(id, "Inner", [one, two], outer.id);
  await fixture.group(id, "Last");
  const leave = (siteSectionGroupId: string, siteSectionId: string) =>
    workspace.ask(admin, group.removeSection, {
      ...fixture.of(id),
      siteSectionGroupId,
      siteSectionId,
    });
  expect(await leave(inner.id, one)).toMatchObject({ status: 205 });
  expect(outline(await fixture.structure(id))).toBe(
    "Outer[Three(Three*), Inner[Two(Two*)]], One*(One*), Last[]",
  );
  for (const [from, what] of [
    [inner.id, one],
    [outer.id, two],
    ["nothing", two],
    [inner.id, "nothing"],
  ] as const) {
    expect(await leave(from, what)).toMatchObject({ status: 204 });
  }
});

test("a group moves among its siblings", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, admin } = fixture;
  const id = await fixture.site();
  const guide = await fixture.section(id, "Guide");
  const first = await fixture.group(id, "First");
  const second = await fixture.group(id, "Second");
  const move = (position?: object) =>
    workspace.ask(admin, group.move, {
      ...fixture.of(id),
      siteSectionGroupId: first.id,
      ...(position && { position }),
    });
  const now = async () => outline(await fixture.structure(id));
  await move({ before: { type: "site-section", id: guide.id } });
  expect(await now()).toBe("First[], Guide*(Guide*), Second[]");
  await move({ after: { type: "site-section-group", id: second.id } });
  expect(await now()).toBe("Guide*(Guide*), Second[], First[]");
  expect((await move({ before: { type: "site-section", id: "none" } })).status).toBe(400);
  await move({ before: { type: "site-section-group", id: second.id } });
  await move();
  expect(await now()).toBe("Guide*(Guide*), Second[], First[]");
});

slowTest("the content of a deleted group takes its place in the same order", async () => {
  const { fixture, workspace, admin, id, one, two, three } = await start();
  const outer = await fixture.group(id, "Outer", [one]);
  await fixture.group(id, "Inner", [two], outer.id);
  const last = await fixture.group(id, "Last", [three]);
  const remove = (siteSectionGroupId: string) =>
    workspace.ask(admin, group.remove, { ...fixture.of(id), siteSectionGroupId });
  expect(await remove(outer.id)).toMatchObject({ status: 205 });
  expect(outline(await fixture.structure(id))).toBe(
    "One*(One*), Inner[Two(Two*)], Last[Three(Three*)]",
  );
  expect(await remove(outer.id)).toMatchObject({ status: 204 });
  expect(await remove(last.id)).toMatchObject({ status: 205 });
  expect(outline(await fixture.structure(id))).toBe("One*(One*), Inner[Two(Two*)], Three(Three*)");
});

slowTest("the title and icon of a group change, and null removes the icon", async () => {
  const { fixture, workspace, admin, id } = await start();
  const { id: siteSectionGroupId } = await fixture.group(id, "Group");
  const update = (changes: object) =>
    workspace.ask(admin, group.update, { ...fixture.of(id), siteSectionGroupId, ...changes });
  expect((await update({ icon: "star" })).body).toMatchObject({ title: "Group", icon: "star" });
  expect((await update({ title: "New" })).body).toMatchObject({ title: "New", icon: "star" });
  expect((await update({ icon: null })).body).not.toHaveProperty("icon");
  for (const wrong of [{ title: " " }, { title: "" }, { title: "a".repeat(101) }, { icon: "" }]) {
    expect(await update(wrong)).toMatchObject({ status: 400 });
  }
  const unknown = { ...fixture.of(id), siteSectionGroupId: "nothing" };
  expect(await workspace.refused(admin, group.update, unknown)).toMatchObject({ status: 404 });
});

test("groups are listed with nested ones right after them", async () => {
  const { fixture, workspace, admin, id } = await start();
  const outer = await fixture.group(id, "Outer");
  await fixture.group(id, "Last");
  await fixture.group(id, "Inner", [], outer.id);
  const all = await workspace.ok(admin, group.list, fixture.of(id));
  expect(all.items.map((item) => item.title)).toEqual(["Outer", "Inner", "Last"]);
  const first = await workspace.ok(admin, group.list, { ...fixture.of(id), limit: 1 });
  const page = first.next?.page ?? "";
  const rest = await workspace.ok(admin, group.list, { ...fixture.of(id), page });
  expect(rest.items.map((item) => item.title)).toEqual(["Inner", "Last"]);
});

test("a group on a site without sections puts its spaces into a section", async () => {
  const { fixture } = await start();
  const id = await fixture.site("Guide", "Anleitung");
  await fixture.group(id, "Group");
  expect(outline(await fixture.structure(id))).toBe("Guide*(Guide*, Anleitung), Group[]");
});

test("a space added to a site with only groups gets a section", async () => {
  const { fixture, workspace, admin } = await start();
  const id = await fixture.site();
  await fixture.group(id, "Group");
  const added = await fixture.add(id, await fixture.space("Guide"));
  expect(added.section).toBeDefined();
  expect(outline(await fixture.structure(id))).toBe("Group[], Guide*(Guide*)");
  const input = { ...fixture.of(id), siteSectionId: added.section ?? "" };
  await workspace.ask(admin, section.remove, input);
  expect(await fixture.structure(id)).toMatchObject({ type: "sections" });
});
