import { expect, test } from "vitest";
import * as site from "../../../../src/contract/site.ts";
import * as redirect from "../../../../src/contract/site-redirect.ts";
import * as section from "../../../../src/contract/site-section.ts";
import * as siteSpace from "../../../../src/contract/site-space.ts";
import * as template from "../../../../src/contract/site-template.ts";
import * as space from "../../../../src/contract/space.ts";
import * as permission from "../../../../src/contract/space-permission.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { publishPages } from "../../../support/organizations/content.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";
import { addSitesFixture, outline } from "../sites/fixture.ts";

/** For all tests, each in its own organization. */
const shared = await openWorkspace();

test("a space without a section goes to the default section, or to the root", async () => {
  const fixture = await addSitesFixture(shared);
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
  const fixture = await addSitesFixture(shared);
  const id = await fixture.site("Guide");
  const [first] = await fixture.siteSpaces(id);
  const again = await fixture.add(id, first?.space.id ?? "");
  expect(again.path).toBe("guide-2");
  expect((await fixture.get(id)).siteSpaces).toBe(2);
});

test("an unknown section is refused by name", async () => {
  const fixture = await addSitesFixture(shared);
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
  const fixture = await addSitesFixture(shared);
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
  const fixture = await addSitesFixture(shared);
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
  const fixture = await addSitesFixture(shared);
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
  const fixture = await addSitesFixture(shared);
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
  const fixture = await addSitesFixture(shared);
  const { workspace, admin } = fixture;
  const id = await fixture.site();
  const [one, other] = [await fixture.section(id, "One"), await fixture.section(id, "Other")];
  const set = (mainId: string | undefined, path: string) =>
    workspace.ask(admin, siteSpace.update, { ...fixture.of(id), siteSpaceId: mainId ?? "", path });
  expect(await set(one.siteSpaces[0]?.id, "v1")).toMatchObject({ status: 200 });
  expect(await set(other.siteSpaces[0]?.id, "v1")).toMatchObject({ status: 200 });
});

test("removing a space from a site keeps the space, and reassigns the default", async () => {
  const fixture = await addSitesFixture(shared);
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
  const fixture = await addSitesFixture(shared);
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

slowTest("site spaces are listed by section, page by page, filtered by default", async () => {
  const fixture = await addSitesFixture(shared);
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

slowTest("a reader of a site changes none of its site spaces", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, org, admin } = fixture;
  const id = await fixture.site("One", "Two");
  const empty = await fixture.site();
  const before = await fixture.structure(id);
  const [one] = await fixture.siteSpaces(id);
  const reader = await workspace.member(org, "read");
  const author = await workspace.member(org, "create");
  const of = fixture.of(id);
  const part = { ...of, siteSpaceId: one?.id ?? "" };
  const spaceId = await fixture.space("New");
  await workspace.ok(admin, permission.grant, { spaceId, role: "create", users: [reader] });
  const requests = [
    (caller: string) => workspace.ask(caller, siteSpace.create, { ...of, spaceId }),
    (caller: string) => workspace.ask(caller, siteSpace.update, { ...part, hidden: true }),
    (caller: string) => workspace.ask(caller, siteSpace.move, part),
    (caller: string) => workspace.ask(caller, siteSpace.duplicate, part),
    (caller: string) => workspace.ask(caller, siteSpace.remove, part),
    (caller: string) => workspace.ask(caller, template.apply, fixture.of(empty)),
  ];
  for (const request of requests) expect((await request(reader)).status).toBe(403);
  expect(await fixture.structure(id)).toEqual(before);
  const statuses = [];
  for (const request of requests) statuses.push((await request(author)).status);
  expect(statuses).toEqual([201, 200, 200, 201, 205, 204]);
});

test("requests for a site space that is unknown or whose space is deleted or hidden say so", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, org, admin } = fixture;
  const id = await fixture.site("Guide", "Deleted", "Secret");
  const [guide, deleted, secret] = await fixture.siteSpaces(id);
  const author = await workspace.member(org, "create");
  const spaceId = secret?.space.id ?? "";
  await workspace.ok(admin, space.update, { spaceId, defaultLevel: null });
  await workspace.ask(admin, space.remove, { spaceId: deleted?.space.id ?? "" });
  for (const siteSpaceId of ["nothing", deleted?.id ?? "", secret?.id ?? ""]) {
    const input = { ...fixture.of(id), siteSpaceId };
    const refusal = {
      status: 404,
      message: `Site space ${siteSpaceId} does not exist, or you do not have access to it.`,
    };
    for (const endpoint of [siteSpace.update, siteSpace.move, siteSpace.duplicate]) {
      expect(await workspace.refused(author, endpoint, input)).toEqual(refusal);
    }
    expect((await workspace.ask(author, siteSpace.remove, input)).status).toBe(204);
  }
  expect((await fixture.siteSpaces(id)).map(({ id }) => id)).toEqual([guide?.id, secret?.id]);
});

slowTest("refusals for site spaces name the cause and suggest a command", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, admin } = fixture;
  const id = await fixture.site("Guide", "Other");
  const sectioned = await fixture.site();
  const only = await fixture.section(sectioned, "Only");
  const [guide] = await fixture.siteSpaces(id);
  const spaceId = guide?.space.id ?? "";
  const part = { ...fixture.of(id), siteSpaceId: guide?.id ?? "" };
  const [last] = only.siteSpaces;
  await fixture.add(sectioned, await fixture.space("Two"), only.id);
  const taken = { ...fixture.of(sectioned), siteSpaceId: last?.id ?? "", path: "two" };
  const no = (text: string) => ({ hint: undefined, message: expect.stringContaining(text) });
  expect(await workspace.explain(admin, siteSpace.update, { ...part, path: "other" })).toEqual({
    ...{ status: 409, notes: [] },
    ...no("path other is already used by another site space on the site."),
  });
  expect(await workspace.explain(admin, siteSpace.update, taken)).toEqual({
    ...{ status: 409, notes: [] },
    ...no("path two is already used by another site space in its section."),
  });
  expect(await workspace.ok(admin, siteSpace.update, { ...part, path: "guide" })).toEqual(guide);
  const home = { ...fixture.of(id), spaceId, pageId: "none" };
  expect(await workspace.explain(admin, siteSpace.create, home)).toEqual({
    status: 400,
    message: `pageId none is not a page of space ${spaceId}. Check the id.`,
    hint: `tome page list --space ${spaceId}`,
    notes: [],
  });
  const from = { ...fixture.of(id), spaceId, template: { id: "help-center" } };
  expect(await workspace.explain(admin, siteSpace.create, from)).toMatchObject({
    status: 400,
    hint: `tome content apply-template help-center --space ${spaceId}`,
  });
  expect(await workspace.explain(admin, template.apply, fixture.of(id))).toMatchObject({
    status: 409,
    message: `Site ${id} is not empty. Apply the template to a new site.`,
    hint: "tome site create",
  });
  const { id: siteSpaceId = "" } = only.siteSpaces[0] ?? {};
  const [, second] = await fixture.siteSpaces(sectioned);
  await workspace.ask(admin, siteSpace.remove, {
    ...fixture.of(sectioned),
    siteSpaceId: second?.id ?? "",
  });
  const remove = { ...fixture.of(sectioned), siteSpaceId };
  expect(await workspace.explain(admin, siteSpace.remove, remove)).toEqual({
    status: 409,
    message: `Site space ${siteSpaceId} is the only one in section ${only.id}. Delete the section instead.`,
    hint: `tome site section delete ${only.id} --site ${sectioned}`,
    notes: [],
  });
  const group = await fixture.site();
  await fixture.group(group, "Empty");
  expect(await workspace.explain(admin, template.apply, fixture.of(group))).toMatchObject({
    status: 409,
  });
  expect(outline(await fixture.structure(group))).toBe("Empty[]");
  const added = await fixture.add(group, await fixture.space("A"));
  expect(await fixture.sections(group)).toMatchObject([{ id: added.section, title: "Untitled" }]);
  const page = (await workspace.ok(admin, siteSpace.list, { ...fixture.of(id), limit: 1 })).next;
  const elsewhere = { ...fixture.of(id), default: true, page: page?.page ?? "" };
  expect((await workspace.refused(admin, siteSpace.list, elsewhere)).status).toBe(400);
});

slowTest("on a published site, spaces are public while a live part shows them", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, admin } = fixture;
  const id = await fixture.site("Guide", "Next");
  const of = fixture.of(id);
  await workspace.ok(admin, site.publish, of);
  const [guide, next] = await fixture.siteSpaces(id);
  const readVisibility = async (spaceId = "") =>
    (await workspace.ok(admin, space.get, { spaceId })).visibility;
  const update = async (changes: object) => {
    const input = { ...of, siteSpaceId: guide?.id ?? "", ...changes };
    const { draft } = await workspace.ok(admin, siteSpace.update, input);
    return [draft, await readVisibility(guide?.space.id)];
  };
  expect(await update({ draft: true })).toEqual([true, "private"]);
  expect(await update({ hidden: true })).toEqual([true, "private"]);
  expect(await update({ draft: false })).toEqual([false, "public"]);
  const copy = await workspace.ok(admin, siteSpace.duplicate, {
    ...of,
    siteSpaceId: next?.id ?? "",
  });
  expect([copy.draft, await readVisibility(copy.space.id)]).toEqual([false, "public"]);
  expect(outline(await fixture.structure(id))).toBe("Guide*, Next, Next (copy)");
  await workspace.ask(admin, siteSpace.remove, { ...of, siteSpaceId: copy.id });
  expect(await readVisibility(copy.space.id)).toBe("private");
  const added = await fixture.add(id, await fixture.space("Added"));
  expect(await readVisibility(added.space.id)).toBe("public");
  const filled = await fixture.site();
  await workspace.ok(admin, site.publish, fixture.of(filled));
  await workspace.ok(admin, template.apply, fixture.of(filled));
  expect((await fixture.siteSpaces(filled)).map((one) => one.space.visibility)).toEqual([
    "public",
    "public",
  ]);
});

test("a site space moves between its siblings, and a copy stays in a section with others", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, admin } = fixture;
  const id = await fixture.site();
  const guide = await fixture.section(id, "Guide");
  await fixture.add(id, await fixture.space("Second"), guide.id);
  const third = await fixture.add(id, await fixture.space("Third"), guide.id);
  const [first] = guide.siteSpaces;
  const at = (siteSpaceId = "") => ({ type: "site-space", siteSpace: siteSpaceId }) as const;
  const move = async (position: object) => {
    const input = { ...fixture.of(id), siteSpaceId: third.id, position };
    await workspace.ok(admin, siteSpace.move, input);
    return outline(await fixture.structure(id));
  };
  expect(await move({ before: at(first?.id) })).toBe("Guide*(Third, Guide*, Second)");
  expect(await move({ after: at(first?.id) })).toBe("Guide*(Guide*, Third, Second)");
  await workspace.ok(admin, siteSpace.duplicate, { ...fixture.of(id), siteSpaceId: third.id });
  expect(outline(await fixture.structure(id))).toBe("Guide*(Guide*, Third, Third (copy), Second)");
});

test("the removal of a site space names the redirects that lead to it", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, admin } = fixture;
  const id = await fixture.site("Guide", "Other");
  const of = fixture.of(id);
  const [guide, other] = await fixture.siteSpaces(id);
  for (const [source, siteSpaceId = ""] of [
    ["/old", guide?.id],
    ["/kept", other?.id],
  ] as const) {
    const destination = { kind: "site-space", siteSpaceId } as const;
    await workspace.ok(admin, redirect.create, { ...of, source, destination });
  }
  const input = { ...of, siteSpaceId: guide?.id ?? "" };
  expect((await workspace.explain(admin, siteSpace.remove, input)).notes).toEqual([
    `1 redirect of site ${id} leads to a removed part of the site and will return 404: /old. Change or delete them: tome site redirect list --site ${id}`,
  ]);
});
