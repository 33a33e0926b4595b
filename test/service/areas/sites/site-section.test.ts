import { expect, test } from "vitest";
import * as site from "../../../../src/contract/site.ts";
import * as section from "../../../../src/contract/site-section.ts";
import * as siteSpace from "../../../../src/contract/site-space.ts";
import * as space from "../../../../src/contract/space.ts";
import { openStage, outline } from "./stage.ts";

test("A first section on an empty site is where visitors arrive", async () => {
  const stage = await openStage();
  const id = await stage.site();
  const made = await stage.section(id, "Guide");
  expect(made).toMatchObject({ title: "Guide", path: "guide", default: true });
  expect(made.siteSpaces).toMatchObject([
    { title: "Guide", path: "guide", default: true, section: made.id },
  ]);
  const second = await stage.section(id, "API");
  expect(second.default).toBe(false);
  expect((await stage.get(id)).siteSpaces).toBe(2);
});

test("A first section on a site with spaces keeps those together in a section before it", async () => {
  const stage = await openStage();
  const id = await stage.site("Guide", "Anleitung");
  const [, german] = await stage.siteSpaces(id);
  await stage.change(id, { defaultSiteSpace: german?.id ?? "" });
  await stage.section(id, "API");
  expect(outline(await stage.structure(id))).toBe("Anleitung*(Guide, Anleitung*), API(API*)");
  expect((await stage.siteSpaces(id)).map((item) => item.path)).toEqual([
    "guide",
    "anleitung",
    "api",
  ]);
});

test("A site that has lost its last section takes spaces at its root again", async () => {
  const stage = await openStage();
  const { workspace, admin } = stage;
  const id = await stage.site();
  const only = await stage.section(id, "Guide");
  const input = { ...stage.of(id), siteSectionId: only.id };
  expect(await workspace.ask(admin, section.remove, input)).toMatchObject({ status: 205 });
  expect(await stage.structure(id)).toEqual({ type: "siteSpaces", structure: [] });
  await stage.add(id, await stage.space("Back"));
  expect(outline(await stage.structure(id))).toBe("Back*");
});

test("A section without a title takes that of its space, and every path is one of its own", async () => {
  const stage = await openStage();
  const { workspace, admin } = stage;
  const id = await stage.site();
  const guide = await stage.space("User Guide!");
  const paths = [];
  for (const title of [undefined, null, "User guide"] as const) {
    const input = { ...stage.of(id), spaceId: guide, ...(title !== undefined && { title }) };
    paths.push((await workspace.ok(admin, section.create, input)).path);
  }
  expect(paths).toEqual(["user-guide", "user-guide-2", "user-guide-3"]);
  for (const [title, path] of [
    ["🚀🚀", "section"],
    ["???", "section-2"],
    ["-- Début --", "début"],
    [`${"Long ".repeat(25)}end`, "long-".repeat(19).slice(0, 94)],
  ] as const) {
    expect((await stage.section(id, title, guide)).path).toBe(path);
  }
  const short = await stage.space("A");
  const made = await workspace.ok(admin, section.create, { ...stage.of(id), spaceId: short });
  expect(made.title).toBe("Untitled");
});

test("A change of a section keeps what is absent and removes what is null", async () => {
  const stage = await openStage();
  const { workspace, admin } = stage;
  const id = await stage.site();
  await stage.section(id, "Guide");
  const made = await stage.section(id, "API");
  const update = (changes: object) =>
    workspace.ok(admin, section.update, { ...stage.of(id), siteSectionId: made.id, ...changes });
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

test("What is wrong with a section's new values is named, and changes nothing", async () => {
  const stage = await openStage();
  const { workspace, admin } = stage;
  const id = await stage.site();
  await stage.section(id, "Guide");
  const { id: siteSectionId } = await stage.section(id, "API");
  const before = await stage.sections(id);
  const [, foreign] = await stage.siteSpaces(id);
  const wrong: [object, number, string][] = [
    [{ path: "guide" }, 409, "path guide is taken"],
    [{ path: "a/b" }, 400, "path"],
    [{ title: "  " }, 400, "title"],
    [{ title: "A" }, 400, "title"],
    [{ icon: " " }, 400, "icon"],
    [{ condition: "visitor.claims.a = 1" }, 400, "condition has a fault at character 1"],
    [{ condition: "" }, 400, "condition has a fault at character 1"],
    [{ condition: `'${"a".repeat(1023)}'` }, 400, "1024"],
    [{ defaultSiteSpace: "nothing" }, 400, "defaultSiteSpace nothing"],
    [{ title: "New", path: "guide" }, 409, "path"],
  ];
  for (const [changes, status, said] of wrong) {
    const input = { ...stage.of(id), siteSectionId, ...changes };
    const refusal = await workspace.refused(admin, section.update, input);
    expect(refusal).toEqual({ status, message: expect.stringContaining(said) });
  }
  const other = {
    ...stage.of(id),
    siteSectionId: before[0]?.id ?? "",
    defaultSiteSpace: foreign?.id ?? "",
  };
  expect(await workspace.refused(admin, section.update, other)).toMatchObject({ status: 400 });
  expect(await stage.sections(id)).toEqual(before);
});

test("The default of a section is one of its site spaces and passes on when that goes", async () => {
  const stage = await openStage();
  const { workspace, admin } = stage;
  const id = await stage.site();
  const guide = await stage.section(id, "Guide");
  const second = await stage.add(id, await stage.space("Second"), guide.id);
  const third = await stage.add(id, await stage.space("Third"), guide.id);
  const choose = { ...stage.of(id), siteSectionId: guide.id, defaultSiteSpace: third.id };
  await workspace.ok(admin, section.update, choose);
  expect(outline(await stage.structure(id))).toBe("Guide*(Guide, Second, Third*)");
  const remove = (siteSpaceId: string) =>
    workspace.ask(admin, siteSpace.remove, { ...stage.of(id), siteSpaceId });
  expect(await remove(third.id)).toMatchObject({ status: 205 });
  expect(outline(await stage.structure(id))).toBe("Guide*(Guide*, Second)");
  expect(await remove(guide.siteSpaces[0]?.id ?? "")).toMatchObject({ status: 205 });
  expect(outline(await stage.structure(id))).toBe("Guide*(Second*)");
  expect(await remove(second.id)).toMatchObject({
    status: 409,
    message: expect.stringContaining("delete the section instead"),
  });
});

test("The default that was passed on stays where it is when the order changes", async () => {
  const stage = await openStage();
  const { workspace, admin } = stage;
  const id = await stage.site();
  const [one, two, three] = [
    await stage.section(id, "One"),
    await stage.section(id, "Two"),
    await stage.section(id, "Three"),
  ];
  await workspace.ask(admin, section.remove, { ...stage.of(id), siteSectionId: one.id });
  const position = { before: { type: "site-section", siteSection: two.id } as const };
  await workspace.ok(admin, section.move, { ...stage.of(id), siteSectionId: three.id, position });
  expect(outline(await stage.structure(id))).toBe("Three(Three*), Two*(Two*)");
});

test("The spaces of a deleted section are seen by visitors no more", async () => {
  const stage = await openStage();
  const { workspace, admin } = stage;
  const id = await stage.site();
  await stage.section(id, "Kept");
  const made = await stage.section(id, "Gone");
  await workspace.ok(admin, site.publish, stage.of(id));
  const spaceId = made.siteSpaces[0]?.space.id ?? "";
  expect((await workspace.ok(admin, space.get, { spaceId })).visibility).toBe("public");
  await workspace.ask(admin, section.remove, { ...stage.of(id), siteSectionId: made.id });
  expect((await workspace.ok(admin, space.get, { spaceId })).visibility).toBe("private");
});

test("Deleting a section that is not there answers that there was nothing", async () => {
  const stage = await openStage();
  const { workspace, admin } = stage;
  const [id, other] = [await stage.site(), await stage.site()];
  const { id: siteSectionId } = await stage.section(other, "Elsewhere");
  for (const unknown of ["nothing", siteSectionId]) {
    const input = { ...stage.of(id), siteSectionId: unknown };
    expect(await workspace.ask(admin, section.remove, input)).toMatchObject({ status: 204 });
    expect(await workspace.refused(admin, section.update, input)).toMatchObject({ status: 404 });
    expect(await workspace.refused(admin, section.move, input)).toMatchObject({ status: 404 });
  }
  expect(await stage.sections(other)).toHaveLength(1);
});

test("The list of sections is in the reader's order, page by page", async () => {
  const stage = await openStage();
  const { workspace, admin } = stage;
  const id = await stage.site();
  const ids: string[] = [];
  for (const title of ["A1", "B1", "C1", "D1", "E1"]) ids.push((await stage.section(id, title)).id);
  const [a = "", b = "", c = "", d = "", e = ""] = ids;
  const outer = await stage.group(id, "Outer", [c, a]);
  await stage.group(id, "Inner", [b], outer.id);
  const titles = (await stage.sections(id)).map((item) => item.title);
  expect(titles).toEqual(["D1", "E1", "C1", "A1", "B1"]);
  const found: string[] = [];
  let page: string | undefined;
  do {
    const input = { ...stage.of(id), limit: 2, ...(page !== undefined && { page }) };
    const answer = await workspace.ok(admin, section.list, input);
    found.push(...answer.items.map((item) => item.id));
    page = answer.next?.page;
  } while (page !== undefined);
  expect(found).toEqual([d, e, c, a, b]);
});

test("A page of sections goes on where it ended when the section it ended with is gone", async () => {
  const stage = await openStage();
  const { workspace, admin } = stage;
  const id = await stage.site();
  const made = [
    await stage.section(id, "One"),
    await stage.section(id, "Two"),
    await stage.section(id, "Three"),
  ];
  const first = await workspace.ok(admin, section.list, { ...stage.of(id), limit: 2 });
  await workspace.ask(admin, section.remove, { ...stage.of(id), siteSectionId: made[1]?.id ?? "" });
  const page = first.next?.page ?? "";
  const rest = await workspace.ok(admin, section.list, { ...stage.of(id), limit: 2, page });
  expect(rest.items.map((item) => item.title)).toEqual(["Three"]);
});
