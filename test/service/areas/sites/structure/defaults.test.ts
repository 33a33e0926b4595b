import { describe, expect, test } from "vitest";
import { selectSites } from "../../../../../src/service/areas/sites/queries.ts";
import {
  getDefaults,
  storeDefaults,
} from "../../../../../src/service/areas/sites/structure/defaults.ts";
import { readStructure } from "../../../../../src/service/areas/sites/structure/structure.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { createStructure } from "../../../../support/organizations/site-parts.ts";
import { openSitesFixture } from "../fixture.ts";

const deleted = { deleted_at: "2026-03-01T00:00:00.000Z" };
const summarize = (outline: Parameters<typeof createStructure>[0]) => {
  const { section, siteSpaces } = getDefaults(createStructure(outline));
  return [section, [...siteSpaces].join(" ")];
};

describe("the defaults of a site", () => {
  const flat = { a: {}, b: {} };
  const sections = { one: {}, two: { default_site_space_id: "d" } };
  const filled = {
    a: { section_id: "one" },
    b: { section_id: "one" },
    c: { section_id: "two" },
    d: { section_id: "two" },
  };
  test.each([
    ["an empty site", {}, [undefined, ""]],
    ["the first site space at the root", { siteSpaces: flat }, [undefined, "a"]],
    [
      "the stored site space at the root",
      { site: { default_site_space_id: "b" }, siteSpaces: flat },
      [undefined, "b"],
    ],
    [
      "the first one while the stored one is deleted",
      { site: { default_site_space_id: "b" }, siteSpaces: { a: {}, b: deleted } },
      [undefined, "a"],
    ],
    [
      "the next one while the first one is deleted",
      { siteSpaces: { a: deleted, b: {} } },
      [undefined, "b"],
    ],
    ["the first section", { sections, siteSpaces: filled }, ["one", "a d"]],
    [
      "the stored section",
      { site: { default_section_id: "two" }, sections, siteSpaces: filled },
      ["two", "a d"],
    ],
    [
      "a section with spaces rather than an empty one",
      {
        site: { default_section_id: "one" },
        sections,
        siteSpaces: { c: { section_id: "two" } },
      },
      ["two", "c"],
    ],
    [
      "the stored section if all sections are empty",
      { site: { default_section_id: "two" }, sections },
      ["two", ""],
    ],
    [
      "a section whose spaces are deleted counts as empty",
      {
        sections,
        siteSpaces: { a: { section_id: "one", ...deleted }, c: { section_id: "two" } },
      },
      ["two", "c"],
    ],
  ])("%s", (_, outline, expected) => {
    expect(summarize(outline)).toEqual(expected);
  });
});

slowTest("missing defaults are stored, and those of deleted spaces are kept", async () => {
  const fixture = await openSitesFixture();
  const { db } = fixture.workspace;
  const id = await fixture.site();
  const other = await fixture.site();
  const [one, two] = [await fixture.section(id, "One"), await fixture.section(id, "Two")];
  const elsewhere = await fixture.section(other, "Elsewhere");
  const second = await fixture.add(id, await fixture.space("Second"), two.id);
  const first = [one.siteSpaces[0]?.id, two.siteSpaces[0]?.id, elsewhere.siteSpaces[0]?.id];
  const read = async () => {
    const sites = await db.selectFrom("sites").selectAll().where("id", "=", id).execute();
    const sections = await db.selectFrom("site_sections").selectAll().execute();
    const byId = new Map(sections.map((row) => [row.id, row.default_site_space_id]));
    const [row] = sites;
    return [
      ...[row?.default_section_id, row?.default_site_space_id],
      ...[one, two, elsewhere].map((section) => byId.get(section.id)),
    ];
  };
  const store = async () => {
    const row = await selectSites(db).where("id", "=", id).executeTakeFirstOrThrow();
    await storeDefaults(db, await readStructure({ db, caller: "" }, row));
    return read();
  };
  await db
    .updateTable("sites")
    .set({ default_section_id: null, default_site_space_id: "gone" })
    .execute();
  await db.updateTable("site_sections").set({ default_site_space_id: null }).execute();
  expect(await store()).toEqual([one.id, null, first[0], first[1], null]);
  await db.updateTable("sites").set({ default_section_id: two.id }).where("id", "=", id).execute();
  await db
    .updateTable("site_sections")
    .set({ default_site_space_id: second.id })
    .where("id", "=", two.id)
    .execute();
  const chosen = [two.id, null, first[0], second.id, null];
  expect(await store()).toEqual(chosen);
  await db
    .updateTable("site_sections")
    .set({ default_site_space_id: "gone" })
    .where("id", "=", one.id)
    .execute();
  expect(await store()).toEqual(chosen);
  await db
    .updateTable("spaces")
    .set({ deleted_at: "2026-03-02" })
    .where("id", "=", second.space.id)
    .execute();
  expect(await store()).toEqual(chosen);
  await db
    .updateTable("sites")
    .set({ default_section_id: elsewhere.id })
    .where("id", "=", id)
    .execute();
  expect(await store()).toEqual([one.id, ...chosen.slice(1)]);
  // The first deleted space is the default of its section, in case it is restored.
  await db
    .updateTable("spaces")
    .set({ deleted_at: "2026-03-02" })
    .where("id", "=", one.siteSpaces[0]?.space.id ?? "")
    .execute();
  await db
    .updateTable("site_sections")
    .set({ default_site_space_id: null })
    .where("id", "=", one.id)
    .execute();
  expect(await store()).toEqual([one.id, ...chosen.slice(1)]);
});
