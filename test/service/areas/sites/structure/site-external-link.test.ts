import { describe, expect, test } from "vitest";
import * as site from "../../../../../src/contract/site.ts";
import * as link from "../../../../../src/contract/site-external-link.ts";
import * as section from "../../../../../src/contract/site-section.ts";
import * as group from "../../../../../src/contract/site-section-group.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { openWorkspace } from "../../../../support/platforms/workspace.ts";
import { addSitesFixture, outline } from "../fixture.ts";

/** One for all tests, each of which has its own organization. */
const shared = await openWorkspace();

async function start() {
  const fixture = await addSitesFixture(shared);
  const { workspace, admin } = fixture;
  const id = await fixture.site();
  const guide = await fixture.section(id, "Guide");
  const of = fixture.of(id);
  const url = "https://status.example.com/";
  const add = (more: object = {}) =>
    workspace.ok(admin, link.create, { ...of, title: "Status", url, ...more });
  const now = async () => outline(await fixture.structure(id)).replaceAll(/>[^,\]]*/g, ">");
  return { fixture, workspace, admin, id, of, guide, url, add, now };
}

test("a link is a sibling of sections and groups, and moves among them", async () => {
  const { fixture, workspace, admin, id, of, guide, add, now } = await start();
  const made = await add({ description: "Is it up?", icon: "signal" });
  expect(made).toMatchObject({ title: "Status", draft: false, description: "Is it up?" });
  expect(await now()).toBe("Guide*(Guide*), Status>");
  const item = { type: "site-external-link", id: made.id } as const;
  const before = { type: "site-section", id: guide.id } as const;
  expect(await workspace.ok(admin, site.sort, { ...of, item, position: { before } })).toEqual(made);
  expect(await now()).toBe("Status>, Guide*(Guide*)");
  const inner = await fixture.group(id, "More");
  const siteExternalLinkId = made.id;
  const put = { ...of, siteExternalLinkId, parent: inner.id };
  expect((await workspace.ok(admin, link.update, put)).sectionGroup).toBe(inner.id);
  expect(await now()).toBe("Guide*(Guide*), More[Status>]");
  await workspace.ok(admin, link.update, { ...put, parent: null });
  expect(await now()).toBe("Guide*(Guide*), More[], Status>");
  await workspace.ok(admin, link.update, put);
  await workspace.ok(admin, group.remove, { ...of, siteSectionGroupId: inner.id });
  expect(await now()).toBe("Guide*(Guide*), Status>");
  await workspace.ok(admin, link.remove, { ...of, siteExternalLinkId });
  expect(await now()).toBe("Guide*(Guide*)");
});

test("an empty description of a link or section is absent, like a removed one", async () => {
  const { fixture, workspace, admin, id, of, guide, add } = await start();
  const made = await add({ description: "Is it up?", icon: "signal" });
  const empty = { description: "" };
  const none = { description: null };
  const ids = { ...of, siteExternalLinkId: made.id };
  await workspace.ok(admin, link.update, { ...ids, ...empty });
  await workspace.ok(admin, section.update, { ...of, siteSectionId: guide.id, ...empty });
  const emptied = await fixture.structure(id);
  await workspace.ok(admin, link.update, { ...ids, ...none });
  await workspace.ok(admin, section.update, { ...of, siteSectionId: guide.id, ...none });
  expect(emptied).toEqual(await fixture.structure(id));
});

test("visitors see a live link whose condition holds, with its groups", async () => {
  const { fixture, id, add } = await start();
  const inner = await fixture.group(id, "More");
  const shown = await add({ parent: inner.id });
  await add({ title: "Draft", draft: true });
  await add({ title: "Beta", condition: "visitor.claims.unsigned.beta == true" });
  await fixture.change(id, { adaptiveContent: { enabled: true } });
  await fixture.workspace.ok(fixture.admin, site.publish, fixture.of(id));
  const visible = async (claims?: object) => {
    const asked = claims && { claims: JSON.stringify(claims) };
    return outline((await fixture.published(id, asked)).structure);
  };
  expect(await visible()).toBe(`Guide*(Guide*), More[Status>${shown.url}]`);
  expect(await visible({ unsigned: { beta: true } })).toContain("Beta>");
  expect(await visible({ unsigned: { beta: true } })).not.toContain("Draft>");
});

test("other schemes, groups of other sites and sites without sections are refused", async () => {
  const { fixture, workspace, admin, of, url } = await start();
  const refused = async (more: object, parents = of) =>
    workspace.refused(admin, link.create, { ...parents, title: "Status", url, ...more });
  expect((await refused({ url: "javascript:alert(1)" })).status).toBe(400);
  expect((await refused({ parent: "none" })).message).toContain("parent none");
  expect((await refused({ condition: "visitor." })).status).toBe(400);
  const plain = fixture.of(await fixture.site("Alone"));
  expect((await refused({}, plain)).message).toContain("Add a section first");
  const reader = await workspace.member(fixture.org, "read");
  const input = { ...of, title: "Status", url };
  expect((await workspace.refused(reader, link.create, input)).status).toBe(403);
});

test("titles in other languages are stored, and removed by null", async () => {
  const { workspace, admin, of, add } = await start();
  const made = await add({ localizedTitle: { de: "Zustand" } });
  expect(made.localizedTitle).toEqual({ de: "Zustand" });
  const input = { ...of, siteExternalLinkId: made.id, localizedTitle: null };
  expect(await workspace.ok(admin, link.update, input)).not.toHaveProperty("localizedTitle");
});

describe("a link", () => {
  slowTest("belongs to its site, and changes alone", async () => {
    const { fixture, workspace, admin, of, add, url } = await start();
    const [one, two] = [await add(), await add({ title: "Blog" })];
    const at = { ...of, siteExternalLinkId: one.id };
    const update = (changes: object) => workspace.ok(admin, link.update, { ...at, ...changes });
    let expected: object = one;
    expect(await update({})).toEqual(expected);
    for (const changes of [
      { title: "Health" },
      { url: "http://status.example.com/" },
      { description: "Is it up?" },
      { icon: "signal" },
      { draft: true },
      { condition: "visitor.claims.beta == true" },
    ]) {
      expected = { ...expected, ...changes };
      expect(await update(changes)).toMatchObject(changes);
      expect(await update({})).toMatchObject(expected);
    }
    for (const [changes, message] of [
      [{ url: "ftp://example.com/" }, expect.stringContaining("url")],
      [{ url: "javascript:alert(1)" }, expect.stringContaining("url")],
      [{ title: "   " }, "title must not be blank."],
      [{ icon: " " }, "icon must not be blank."],
      [{ condition: "(" }, expect.stringContaining("condition")],
    ] as const) {
      const input = { ...at, ...changes };
      expect(await workspace.refused(admin, link.update, input)).toEqual({ status: 400, message });
    }
    expect(await update({})).toMatchObject(expected);
    const rows = await workspace.db
      .selectFrom("site_external_links")
      .select(["id", "title", "url"])
      .where("id", "=", two.id)
      .execute();
    expect(rows).toEqual([{ id: two.id, title: "Blog", url }]);
    const other = await fixture.site();
    await fixture.section(other, "Elsewhere");
    const elsewhere = { ...fixture.of(other), siteExternalLinkId: one.id };
    expect((await workspace.refused(admin, link.update, elsewhere)).status).toBe(404);
    expect((await workspace.ask(admin, link.remove, elsewhere)).status).toBe(204);
    expect((await workspace.ask(admin, link.remove, at)).status).toBe(205);
    expect((await workspace.ask(admin, link.remove, at)).status).toBe(204);
    const left = await workspace.db
      .selectFrom("site_external_links")
      .select("id")
      .where("id", "in", [one.id, two.id])
      .execute();
    expect(left).toEqual([{ id: two.id }]);
  });

  test("keeps its place in the same group, and is last in another one", async () => {
    const { fixture, workspace, admin, id, of, add, now } = await start();
    const [first, second] = [await fixture.group(id, "First"), await fixture.group(id, "Second")];
    const one = await add({ title: "One", parent: first.id });
    await add({ title: "Two", parent: first.id });
    await add({ title: "Three", parent: second.id });
    const at = { ...of, siteExternalLinkId: one.id };
    const move = (parent: string | null) => workspace.ok(admin, link.update, { ...at, parent });
    expect(await now()).toBe("Guide*(Guide*), First[One>, Two>], Second[Three>]");
    await move(first.id);
    expect(await now()).toBe("Guide*(Guide*), First[One>, Two>], Second[Three>]");
    await move(second.id);
    expect(await now()).toBe("Guide*(Guide*), First[Two>], Second[Three>, One>]");
    await move(null);
    const outside = await now();
    expect(outside).toBe("Guide*(Guide*), First[Two>], Second[Three>], One>");
    await move(null);
    expect(await now()).toBe(outside);
    const input = { ...at, parent: "unknown" };
    expect(await workspace.refused(admin, link.update, input)).toEqual({
      status: 400,
      message: expect.stringContaining("parent unknown"),
    });
  });
});
