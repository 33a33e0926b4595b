import { describe, expect, test } from "vitest";
import { getDefaults } from "../../../../../src/service/areas/sites/structure/defaults.ts";
import { createStructure } from "../../../../support/organizations/site-parts.ts";

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
