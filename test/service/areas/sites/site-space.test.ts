import { expect, test } from "vitest";
import * as site from "../../../../src/contract/site.ts";
import * as section from "../../../../src/contract/site-section.ts";
import * as siteSpace from "../../../../src/contract/site-space.ts";
import * as space from "../../../../src/contract/space.ts";
import * as permission from "../../../../src/contract/space-permission.ts";
import { openStage, outline } from "./stage.ts";

test("A space without a section named goes to the default section, or to the root", async () => {
  const stage = await openStage();
  const id = await stage.site("Guide");
  const added = await stage.add(id, await stage.space("Anleitung"));
  expect(added).toMatchObject({ title: "Anleitung", path: "anleitung", default: false });
  expect(added).not.toHaveProperty("section");
  const api = await stage.section(id, "API");
  await stage.change(id, { defaultSiteSection: api.id });
  expect((await stage.add(id, await stage.space("v1"))).section).toBe(api.id);
  expect(outline(await stage.structure(id))).toBe("Guide(Guide*, Anleitung), API*(API*, v1)");
});

test("One space may stand at several places of a site, each with a path of its own", async () => {
  const stage = await openStage();
  const id = await stage.site("Guide");
  const [first] = await stage.siteSpaces(id);
  const again = await stage.add(id, first?.space.id ?? "");
  expect(again.path).toBe("guide-2");
  expect((await stage.get(id)).siteSpaces).toBe(2);
});

test("A section that the site does not have is refused by its name", async () => {
  const stage = await openStage();
  const { workspace, admin } = stage;
  const [id, other] = [await stage.site(), await stage.site()];
  const foreign = await stage.section(other, "Elsewhere");
  const spaceId = await stage.space("Guide");
  const input = { ...stage.of(id), spaceId, sectionId: foreign.id };
  expect(await workspace.refused(admin, siteSpace.create, input)).toMatchObject({
    status: 400,
    message: expect.stringContaining(`sectionId ${foreign.id}`),
  });
});

test("A change of a site space keeps what is absent, and shows another space in its place", async () => {
  const stage = await openStage();
  const { workspace, admin } = stage;
  const id = await stage.site("Guide", "Other");
  const [made] = await stage.siteSpaces(id);
  const update = (changes: object) =>
    workspace.ok(admin, siteSpace.update, {
      ...stage.of(id),
      siteSpaceId: made?.id ?? "",
      ...changes,
    });
  expect(await update({})).toEqual(made);
  const condition = "visitor.claims.unsigned.beta";
  expect(await update({ path: "start", condition })).toEqual({ ...made, path: "start", condition });
  const newer = await stage.space("Newer");
  const shown = await update({ spaceId: newer });
  expect(shown).toMatchObject({ id: made?.id, path: "start", condition, title: "Newer" });
  expect(shown.space.id).toBe(newer);
  expect(await update({ condition: null })).not.toHaveProperty("condition");
});

test("On a published site the space that is shown anew is visible, and the one before it is not", async () => {
  const stage = await openStage();
  const { workspace, admin } = stage;
  const id = await stage.site("Old");
  await workspace.ok(admin, site.publish, stage.of(id));
  const [place] = await stage.siteSpaces(id);
  const newer = await stage.space("New");
  const input = { ...stage.of(id), siteSpaceId: place?.id ?? "", spaceId: newer };
  await workspace.ok(admin, siteSpace.update, input);
  const seen = async (spaceId = "") =>
    (await workspace.ok(admin, space.get, { spaceId })).visibility;
  expect([await seen(place?.space.id), await seen(newer)]).toEqual(["private", "public"]);
});

test("What is wrong with a site space's new values is named, and changes nothing", async () => {
  const stage = await openStage();
  const { workspace, admin } = stage;
  const id = await stage.site("Guide", "Other");
  const before = await stage.siteSpaces(id);
  const siteSpaceId = before[0]?.id ?? "";
  for (const [changes, status, said] of [
    [{ path: "other" }, 409, "path other is taken"],
    [{ path: "" }, 400, "path"],
    [{ path: "a b" }, 400, "path"],
    [{ condition: "visitor.claims.a ==" }, 400, "character 20"],
    [{ spaceId: "nothing" }, 400, "spaceId nothing"],
  ] as const) {
    const input = { ...stage.of(id), siteSpaceId, ...changes };
    const refusal = await workspace.refused(admin, siteSpace.update, input);
    expect(refusal).toEqual({ status, message: expect.stringContaining(said) });
  }
  expect(await stage.siteSpaces(id)).toEqual(before);
});

test("A path is taken in its own section only", async () => {
  const stage = await openStage();
  const { workspace, admin } = stage;
  const id = await stage.site();
  const [one, other] = [await stage.section(id, "One"), await stage.section(id, "Other")];
  const set = (place: string | undefined, path: string) =>
    workspace.ask(admin, siteSpace.update, { ...stage.of(id), siteSpaceId: place ?? "", path });
  expect(await set(one.siteSpaces[0]?.id, "v1")).toMatchObject({ status: 200 });
  expect(await set(other.siteSpaces[0]?.id, "v1")).toMatchObject({ status: 200 });
});

test("Taking a space off leaves the space, and passes the default on", async () => {
  const stage = await openStage();
  const { workspace, admin } = stage;
  const id = await stage.site("One", "Two", "Three");
  const [one, two] = await stage.siteSpaces(id);
  const remove = (siteSpaceId: string | undefined) =>
    workspace.ask(admin, siteSpace.remove, { ...stage.of(id), siteSpaceId: siteSpaceId ?? "" });
  expect(await remove(one?.id)).toMatchObject({ status: 205 });
  expect(outline(await stage.structure(id))).toBe("Two*, Three");
  expect(await remove(one?.id)).toMatchObject({ status: 204 });
  await workspace.ok(admin, space.get, { spaceId: one?.space.id ?? "" });
  await remove(two?.id);
  for (const { id: last } of await stage.siteSpaces(id)) await remove(last);
  expect((await stage.get(id)).siteSpaces).toBe(0);
});

test("A space that is hidden from members stands on the site for those to whom it is granted", async () => {
  const stage = await openStage();
  const { workspace, org, admin } = stage;
  const id = await stage.site("Guide", "Runbooks");
  const [, runbooks] = await stage.siteSpaces(id);
  const spaceId = runbooks?.space.id ?? "";
  await workspace.ok(admin, space.update, { spaceId, defaultLevel: null });
  const [reader, named] = [
    await workspace.member(org, "read"),
    await workspace.member(org, "read"),
  ];
  await workspace.ok(admin, permission.grant, { spaceId, role: "edit", users: [named] });
  expect(outline(await stage.structure(id, reader))).toBe("Guide*");
  expect(outline(await stage.structure(id, named))).toBe("Guide*, Runbooks");
  const listed = await workspace.ok(named, siteSpace.list, stage.of(id));
  expect(listed.items[1]?.space.permissions).toMatchObject({ edit: true, admin: false });
});

test("The list of site spaces goes section by section, page by page, defaults or others only", async () => {
  const stage = await openStage();
  const { workspace, admin } = stage;
  const id = await stage.site();
  const [one, other] = [await stage.section(id, "One"), await stage.section(id, "Other")];
  await stage.add(id, await stage.space("One 2"), one.id);
  await stage.add(id, await stage.space("Other 2"), other.id);
  const position = { before: { type: "site-section", siteSection: one.id } as const };
  await workspace.ok(admin, section.move, { ...stage.of(id), siteSectionId: other.id, position });
  const all = ["Other", "Other 2", "One", "One 2"];
  expect((await stage.siteSpaces(id)).map((item) => item.title)).toEqual(all);
  expect((await stage.siteSpaces(id, true)).map((item) => item.title)).toEqual(["Other", "One"]);
  expect((await stage.siteSpaces(id, false)).map((item) => item.title)).toEqual([
    "Other 2",
    "One 2",
  ]);
  const found: string[] = [];
  let page: string | undefined;
  do {
    const input = { ...stage.of(id), limit: 3, ...(page !== undefined && { page }) };
    const answer = await workspace.ok(admin, siteSpace.list, input);
    found.push(...answer.items.map((item) => item.title));
    page = answer.next?.page;
  } while (page !== undefined);
  expect(found).toEqual(all);
});
