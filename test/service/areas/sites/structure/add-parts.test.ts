import { describe, expect, test } from "vitest";
import * as site from "../../../../../src/contract/site.ts";
import * as section from "../../../../../src/contract/site-section.ts";
import * as siteSpace from "../../../../../src/contract/site-space.ts";
import * as space from "../../../../../src/contract/space.ts";
import * as permission from "../../../../../src/contract/space-permission.ts";
import { toPartTitle } from "../../../../../src/service/areas/sites/structure/add-parts.ts";
import { openWorkspace } from "../../../../support/platforms/workspace.ts";
import { addSitesFixture, outline } from "../fixture.ts";

/** One for all tests, each of which has its own organization. */
const shared = await openWorkspace();

test.each([
  ["A", "Untitled"],
  ["🚀", "Untitled"],
  ["", "Untitled"],
  ["AB", "AB"],
  ["🚀🚀", "🚀🚀"],
])("the title %j of a space becomes %j", (title, expected) => {
  expect(toPartTitle(title)).toBe(expected);
});

describe("a space for a site", () => {
  test("is refused by the reason, and the site does not change", async () => {
    const fixture = await addSitesFixture(shared);
    const { workspace, org, admin } = fixture;
    const id = await fixture.site("Guide");
    const before = await fixture.structure(id);
    const other = await workspace.organization("Other");
    const author = await workspace.member(org, "create");
    await workspace.enroll(other, author, "admin");
    const foreign = await workspace.ok(author, space.create, { organizationId: other });
    const [hidden, readable, deleted] = [
      ...[await fixture.space("Hidden"), await fixture.space("Read"), await fixture.space("Gone")],
    ];
    await workspace.ok(admin, space.update, { spaceId: hidden ?? "", defaultLevel: null });
    await workspace.ok(admin, space.update, { spaceId: readable ?? "", defaultLevel: "edit" });
    await workspace.ask(admin, space.remove, { spaceId: deleted ?? "" });
    const unknown = (spaceId = "") =>
      `spaceId ${spaceId} is not a space that you can access. Check the id.`;
    for (const [spaceId, status, message] of [
      ["nothing", 400, unknown("nothing")],
      [hidden, 400, unknown(hidden)],
      [deleted, 400, unknown(deleted)],
      [
        foreign.id,
        400,
        `spaceId ${foreign.id} belongs to another organization. A site can contain only spaces of its own organization.`,
      ],
      [readable, 403, expect.stringContaining(`in the space ${readable}`)],
    ] as const) {
      const input = { ...fixture.of(id), spaceId: spaceId ?? "" };
      expect(await workspace.refused(author, siteSpace.create, input)).toEqual({ status, message });
    }
    expect(await fixture.structure(id)).toEqual(before);
  });

  test("gives visitors at most the role of the user who added it", async () => {
    const fixture = await addSitesFixture(shared);
    const { workspace, org, admin } = fixture;
    const id = await fixture.site();
    const author = await workspace.member(org, "read");
    await fixture.change(id, { defaultLevel: "create" });
    const [spaceId, own] = [await fixture.space("Guide"), await fixture.space("Own")];
    await workspace.ok(admin, permission.grant, { spaceId, role: "create", users: [author] });
    await workspace.ok(author, siteSpace.create, { ...fixture.of(id), spaceId });
    await workspace.ok(admin, siteSpace.create, { ...fixture.of(id), spaceId: own });
    const rows = await workspace.db
      .selectFrom("site_spaces")
      .select(["space_id", "role_cap"])
      .execute();
    const caps = new Map(rows.map((row) => [row.space_id, row.role_cap]));
    expect(caps.get(spaceId)).toBeLessThan(caps.get(own) ?? 0);
  });
});

test("parts get paths that their siblings do not have", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, org, admin } = fixture;
  const [one, two] = [await fixture.space("Guide"), await fixture.space("Guide")];
  const input = { organizationId: org, title: "Docs", spaces: [one, two] };
  const { id } = await workspace.ok(admin, site.create, input);
  const paths = async () => (await fixture.siteSpaces(id)).map(({ path }) => path);
  expect(await paths()).toEqual(["guide", "guide-2"]);
  await fixture.add(id, one);
  expect(await paths()).toEqual(["guide", "guide-2", "guide-3"]);
  const sections = [await fixture.section(id, "Guide"), await fixture.section(id, "Guide")];
  expect(sections.map(({ path }) => path)).toEqual(["guide-2", "guide-3"]);
  expect((await fixture.sections(id)).map(({ path }) => path)).toEqual([
    ...["guide", "guide-2", "guide-3"],
  ]);
});

test("the first section keeps the default space of the site, or its first one", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, admin } = fixture;
  for (const [isChosen, expected] of [
    [true, "Two*(One, Two*), New(New*)"],
    [false, "One*(One*, Two), New(New*)"],
  ] as const) {
    const id = await fixture.site("One", "Two");
    const [, two] = await fixture.siteSpaces(id);
    if (isChosen) await fixture.change(id, { defaultSiteSpace: two?.id ?? "" });
    else {
      const columns = { default_site_space_id: null };
      await workspace.db.updateTable("sites").set(columns).where("id", "=", id).execute();
    }
    const spaceId = await fixture.space("New");
    const input = { ...fixture.of(id), spaceId, title: "New" };
    await workspace.ok(admin, section.create, input);
    expect(outline(await fixture.structure(id))).toBe(expected);
  }
});
