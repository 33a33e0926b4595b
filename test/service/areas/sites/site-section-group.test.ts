import { expect, test } from "vitest";
import * as section from "../../../../src/contract/site-section.ts";
import * as group from "../../../../src/contract/site-section-group.ts";
import { openStage, outline } from "./stage.ts";

async function start() {
  const stage = await openStage();
  const id = await stage.site();
  const sections = [];
  for (const title of ["One", "Two", "Three"]) sections.push((await stage.section(id, title)).id);
  const [one = "", two = "", three = ""] = sections;
  return { stage, workspace: stage.workspace, admin: stage.admin, id, one, two, three };
}

test("A new group takes sections in the order given and stands last", async () => {
  const { stage, id, one, two } = await start();
  const made = await stage.group(id, "Group", [two, one]);
  expect(made).toMatchObject({ title: "Group", children: [{ id: two }, { id: one }] });
  expect(made.sections?.map((item) => item.id)).toEqual([two, one]);
  expect(made).not.toHaveProperty("sectionGroup");
  const said = "Three(Three*), Group[Two(Two*), One*(One*)]";
  expect(outline(await stage.structure(id))).toBe(said);
});

test("Groups stand in groups, ten deep and no deeper", async () => {
  const { stage, workspace, admin, id, one } = await start();
  const outer = await stage.group(id, "Outer");
  const inner = await stage.group(id, "Inner", [one], outer.id);
  expect(inner.sectionGroup).toBe(outer.id);
  expect(outline(await stage.structure(id))).toContain("Outer[Inner[One*(One*)]]");
  let deepest = inner.id;
  for (let depth = 3; depth <= 10; depth++) {
    deepest = (await stage.group(id, `Depth ${depth}`, [], deepest)).id;
  }
  const deeper = { ...stage.of(id), title: "Deeper", parent: deepest };
  expect(await workspace.refused(admin, group.create, deeper)).toMatchObject({
    status: 400,
    message: expect.stringContaining("10 groups deep"),
  });
});

test("A group names sections and a parent of its own site, each section once", async () => {
  const { stage, workspace, admin, id, one } = await start();
  const elsewhere = await stage.site();
  const foreign = (await stage.section(elsewhere, "Foreign")).id;
  const foreignGroup = (await stage.group(elsewhere, "Foreign")).id;
  for (const [wrong, said] of [
    [{ sections: [foreign] }, foreign],
    [{ sections: [one, one] }, "twice"],
    [{ parent: foreignGroup }, foreignGroup],
    [{ parent: "nothing" }, "nothing"],
  ] as const) {
    const given = "sections" in wrong ? { sections: [...wrong.sections] } : wrong;
    const input = { ...stage.of(id), title: "Group", ...given };
    const refusal = { status: 400, message: expect.stringContaining(said) };
    expect(await workspace.refused(admin, group.create, input)).toEqual(refusal);
  }
  const list = await workspace.ok(admin, group.list, stage.of(id));
  expect(list.items).toEqual([]);
});

test("A section is put into a group as its last, also out of another group", async () => {
  const { stage, workspace, admin, id, one, two } = await start();
  const [first, second] = [await stage.group(id, "First", [one]), await stage.group(id, "Second")];
  const add = (siteSectionGroupId: string, sectionId: string) =>
    workspace.ok(admin, group.addSection, { ...stage.of(id), siteSectionGroupId, sectionId });
  await add(second.id, two);
  const added = await add(second.id, one);
  expect(added.children.map((child) => child.id)).toEqual([two, one]);
  expect(await add(second.id, two)).toEqual(added);
  expect(outline(await stage.structure(id))).toBe(
    "Three(Three*), First[], Second[Two(Two*), One*(One*)]",
  );
  const wrong = { ...stage.of(id), siteSectionGroupId: first.id, sectionId: "nothing" };
  expect(await workspace.refused(admin, group.addSection, wrong)).toMatchObject({ status: 400 });
});

test("A section that leaves its group stands right after the outermost one", async () => {
  const { stage, workspace, admin, id, one, two, three } = await start();
  const outer = await stage.group(id, "Outer", [three]);
  const inner = await stage.group(id, "Inner", [one, two], outer.id);
  await stage.group(id, "Last");
  const leave = (siteSectionGroupId: string, siteSectionId: string) =>
    workspace.ask(admin, group.removeSection, {
      ...stage.of(id),
      siteSectionGroupId,
      siteSectionId,
    });
  expect(await leave(inner.id, one)).toMatchObject({ status: 205 });
  expect(outline(await stage.structure(id))).toBe(
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

test("What a deleted group holds takes its place in the same order", async () => {
  const { stage, workspace, admin, id, one, two, three } = await start();
  const outer = await stage.group(id, "Outer", [one]);
  await stage.group(id, "Inner", [two], outer.id);
  const last = await stage.group(id, "Last", [three]);
  const remove = (siteSectionGroupId: string) =>
    workspace.ask(admin, group.remove, { ...stage.of(id), siteSectionGroupId });
  expect(await remove(outer.id)).toMatchObject({ status: 205 });
  expect(outline(await stage.structure(id))).toBe(
    "One*(One*), Inner[Two(Two*)], Last[Three(Three*)]",
  );
  expect(await remove(outer.id)).toMatchObject({ status: 204 });
  expect(await remove(last.id)).toMatchObject({ status: 205 });
  expect(outline(await stage.structure(id))).toBe("One*(One*), Inner[Two(Two*)], Three(Three*)");
});

test("A group's title and icon change, and the icon goes with null", async () => {
  const { stage, workspace, admin, id } = await start();
  const { id: siteSectionGroupId } = await stage.group(id, "Group");
  const update = (changes: object) =>
    workspace.ask(admin, group.update, { ...stage.of(id), siteSectionGroupId, ...changes });
  expect((await update({ icon: "star" })).body).toMatchObject({ title: "Group", icon: "star" });
  expect((await update({ title: "New" })).body).toMatchObject({ title: "New", icon: "star" });
  expect((await update({ icon: null })).body).not.toHaveProperty("icon");
  for (const wrong of [{ title: " " }, { title: "" }, { title: "a".repeat(101) }, { icon: "" }]) {
    expect(await update(wrong)).toMatchObject({ status: 400 });
  }
  const unknown = { ...stage.of(id), siteSectionGroupId: "nothing" };
  expect(await workspace.refused(admin, group.update, unknown)).toMatchObject({ status: 404 });
});

test("The list of groups has those inside others right after them", async () => {
  const { stage, workspace, admin, id } = await start();
  const outer = await stage.group(id, "Outer");
  await stage.group(id, "Last");
  await stage.group(id, "Inner", [], outer.id);
  const all = await workspace.ok(admin, group.list, stage.of(id));
  expect(all.items.map((item) => item.title)).toEqual(["Outer", "Inner", "Last"]);
  const first = await workspace.ok(admin, group.list, { ...stage.of(id), limit: 1 });
  const page = first.next?.page ?? "";
  const rest = await workspace.ok(admin, group.list, { ...stage.of(id), page });
  expect(rest.items.map((item) => item.title)).toEqual(["Inner", "Last"]);
});

test("A group on a site without sections makes its spaces a section", async () => {
  const { stage } = await start();
  const id = await stage.site("Guide", "Anleitung");
  await stage.group(id, "Group");
  expect(outline(await stage.structure(id))).toBe("Guide*(Guide*, Anleitung), Group[]");
});

test("A space put on a site that has only groups gets a section", async () => {
  const { stage, workspace, admin } = await start();
  const id = await stage.site();
  await stage.group(id, "Group");
  const added = await stage.add(id, await stage.space("Guide"));
  expect(added.section).toBeDefined();
  expect(outline(await stage.structure(id))).toBe("Group[], Guide*(Guide*)");
  const input = { ...stage.of(id), siteSectionId: added.section ?? "" };
  await workspace.ask(admin, section.remove, input);
  expect(await stage.structure(id)).toMatchObject({ type: "sections" });
});
