import { expect, test } from "vitest";
import * as organization from "../../../../src/contract/organization.ts";
import * as site from "../../../../src/contract/site.ts";
import * as siteSpace from "../../../../src/contract/site-space.ts";
import * as space from "../../../../src/contract/space.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";
import { addSitesFixture, outline } from "./fixture.ts";

/** One for all tests, each of which has its own organization. */
const shared = await openWorkspace();

test("a new site has the documented defaults and is not published", async () => {
  const { workspace, org, admin } = await addSitesFixture(shared);
  const made = await workspace.ok(admin, site.create, { organizationId: org });
  expect(made).toMatchObject({
    type: "basic",
    title: "Untitled",
    basename: "untitled",
    visibility: "public",
    published: false,
    siteSpaces: 0,
    createdAt: workspace.now.toISOString(),
    adaptiveContent: { enabled: false },
    agentsContext: "excluded",
    permissions: { view: true, edit: true, admin: true },
  });
  expect(made.urls).not.toHaveProperty("published");
  expect(made).not.toHaveProperty("proxy");
});

test("a new site has the given values and its spaces in order, the first one as landing page", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, org, admin } = fixture;
  const spaces = [await fixture.space("User guide"), await fixture.space("API")];
  const given = { type: "ultimate", title: "Lumen docs", visibility: "unlisted" } as const;
  const made = await workspace.ok(admin, site.create, { organizationId: org, ...given, spaces });
  expect(made).toMatchObject({ ...given, siteSpaces: 2, basename: "lumen-docs" });
  expect(await fixture.get(made.id)).toEqual(made);
  const structure = await fixture.structure(made.id);
  expect(structure.type).toBe("siteSpaces");
  expect(outline(structure)).toBe("User guide*, API");
  expect((await fixture.siteSpaces(made.id)).map((item) => item.path)).toEqual([
    "user-guide",
    "api",
  ]);
});

test("without a title a site has that of its first space", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, org, admin } = fixture;
  const input = { organizationId: org, spaces: [await fixture.space("Handbook")] };
  expect((await workspace.ok(admin, site.create, input)).title).toBe("Handbook");
});

test("a site cannot contain a space that is unknown, hidden, deleted or of another organization", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, org, admin } = fixture;
  const elsewhere = await workspace.organization();
  await workspace.enroll(elsewhere, admin, "admin");
  const foreign = await workspace.ok(admin, space.create, { organizationId: elsewhere });
  const deleted = await fixture.space("Deleted");
  await workspace.ok(admin, space.remove, { spaceId: deleted });
  const hidden = await fixture.space("Hidden");
  await workspace.ok(admin, space.update, { spaceId: hidden, defaultLevel: null });
  const author = await workspace.member(org, "create");
  const make = (spaceId: string, caller = admin) =>
    workspace.refused(caller, site.create, { organizationId: org, spaces: [spaceId] });
  for (const [spaceId, caller] of [
    ["nothing", admin],
    [deleted, admin],
    [hidden, author],
  ] as const) {
    const refusal = { status: 400, message: expect.stringContaining(`spaces ${spaceId}`) };
    expect(await make(spaceId, caller)).toMatchObject(refusal);
  }
  expect(await make(foreign.id)).toMatchObject({
    status: 400,
    message: expect.stringContaining("another organization"),
  });
  const all = await workspace.ok(admin, site.list, { organizationId: org });
  expect(all.items).toEqual([]);
});

test("adding a space to a site requires the role create in the space", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, org, admin } = fixture;
  const readable = await fixture.space("Readable");
  await workspace.ok(admin, space.update, { spaceId: readable, defaultLevel: "read" });
  const author = await workspace.member(org, "create");
  const input = { organizationId: org, spaces: [readable] };
  expect(await workspace.refused(author, site.create, input)).toMatchObject({ status: 403 });
});

slowTest("sites with the same title get distinct basenames", async () => {
  const { workspace, org, admin } = await addSitesFixture(shared);
  const basenames = [];
  for (let number = 0; number < 25; number++) {
    const made = await workspace.ok(admin, site.create, { organizationId: org, title: "Docs 📚" });
    basenames.push(made.basename);
  }
  expect(basenames.slice(0, 3)).toEqual(["docs", "docs-2", "docs-3"]);
  expect(new Set(basenames).size).toBe(25);
  const other = await workspace.organization();
  await workspace.enroll(other, admin, "admin");
  const there = await workspace.ok(admin, site.create, { organizationId: other, title: "Docs" });
  expect(there.basename).toBe("docs");
});

slowTest("sites are listed oldest first, page by page, by every filter", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, org, admin } = fixture;
  const ids = [];
  for (const title of ["Straße", "Handbook", "STRASSE 2", "Notes"]) {
    workspace.passDays(1);
    const input = {
      organizationId: org,
      title,
      ...(title === "Notes" && { type: "premium" as const }),
    };
    ids.push((await workspace.ok(admin, site.create, input)).id);
  }
  const [first = "", second = "", third = "", fourth = ""] = ids;
  const list = async (asked: object) => {
    const page = await workspace.ok(admin, site.list, { organizationId: org, ...asked });
    return { ids: page.items.map((item) => item.id), next: page.next?.page };
  };
  expect((await list({})).ids).toEqual(ids);
  const page = await list({ limit: 3 });
  expect(page.ids).toEqual([first, second, third]);
  expect(await list({ limit: 3, page: page.next })).toEqual({ ids: [fourth], next: undefined });
  expect((await list({ title: "straße" })).ids).toEqual([first]);
  expect((await list({ title: "HAND" })).ids).toEqual([second]);
  expect((await list({ type: ["premium"] })).ids).toEqual([fourth]);
  await workspace.ok(admin, site.publish, fixture.of(third));
  expect((await list({ published: true })).ids).toEqual([third]);
  expect((await list({ published: false })).ids).toEqual([first, second, fourth]);
  const guide = await fixture.space("Guide");
  await fixture.add(second, guide);
  await fixture.add(second, guide);
  expect((await list({ space: guide })).ids).toEqual([second]);
  const foreign = { organizationId: org, limit: 3, page: page.next ?? "", published: true };
  expect(await workspace.refused(admin, site.list, foreign)).toMatchObject({ status: 400 });
});

test("publishing and unpublishing are idempotent, and change the site and its spaces", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, admin } = fixture;
  const id = await fixture.site("Guide");
  const [ownSiteSpace] = await fixture.siteSpaces(id);
  const spaceId = ownSiteSpace?.space.id ?? "";
  const readUrls = async () => {
    const shown = await workspace.ok(admin, space.get, { spaceId });
    return [shown.visibility, shown.urls.published !== undefined];
  };
  expect(await readUrls()).toEqual(["private", false]);
  for (const _ of [1, 2]) {
    expect(await workspace.ok(admin, site.publish, fixture.of(id))).toMatchObject({
      published: true,
    });
  }
  expect(await readUrls()).toEqual(["public", true]);
  await fixture.change(id, { visibility: "unlisted" });
  expect(await readUrls()).toEqual(["unlisted", true]);
  for (const _ of [1, 2]) {
    const offline = await workspace.ok(admin, site.unpublish, fixture.of(id));
    expect(offline).toMatchObject({ published: false });
  }
  expect(await readUrls()).toEqual(["private", false]);
});

slowTest(
  "a space on two published sites has the more open visibility, and is private on none",
  async () => {
    const fixture = await addSitesFixture(shared);
    const { workspace, admin } = fixture;
    const spaceId = await fixture.space("Guide");
    const [one, other] = [await fixture.site("A"), await fixture.site("B")];
    const readVisibility = async () =>
      (await workspace.ok(admin, space.get, { spaceId })).visibility;
    await fixture.change(one, { visibility: "visitor-auth" });
    for (const id of [one, other]) await workspace.ok(admin, site.publish, fixture.of(id));
    const ownSiteSpace = await fixture.add(one, spaceId);
    expect(await readVisibility()).toBe("visitor-auth");
    await fixture.add(other, spaceId);
    expect(await readVisibility()).toBe("public");
    await workspace.ask(admin, site.remove, fixture.of(other));
    expect(await readVisibility()).toBe("visitor-auth");
    await workspace.ask(admin, siteSpace.remove, {
      ...fixture.of(one),
      siteSpaceId: ownSiteSpace.id,
    });
    expect(await readVisibility()).toBe("private");
  },
);

test("a deleted site cannot be restored, and its spaces stay", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, org, admin } = fixture;
  const id = await fixture.site("Guide");
  await fixture.section(id, "Reference");
  await fixture.group(id, "Group");
  expect(await workspace.ask(admin, site.remove, fixture.of(id))).toMatchObject({ status: 205 });
  expect(await workspace.ask(admin, site.remove, fixture.of(id))).toMatchObject({ status: 204 });
  expect(await workspace.refused(admin, site.get, fixture.of(id))).toMatchObject({ status: 404 });
  const left = await workspace.ok(admin, space.list, { organizationId: org });
  expect(left.items.map((item) => item.title)).toEqual(["Guide", "Reference"]);
});

test("the default site of members belongs to the organization, and is cleared with it", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, org, admin } = fixture;
  const id = await fixture.site("Guide");
  const choose = (siteId: string) => ({
    organizationId: org,
    defaultContent: { type: "site", site: siteId } as const,
  });
  expect(await workspace.refused(admin, organization.update, choose("nothing"))).toMatchObject({
    status: 400,
  });
  const chosen = await workspace.ok(admin, organization.update, choose(id));
  expect(chosen.defaultContent).toEqual({ type: "site", site: id });
  await workspace.ask(admin, site.remove, fixture.of(id));
  const left = await workspace.ok(admin, organization.get, { organizationId: org });
  expect(left.defaultContent).toBeUndefined();
});
