import { describe, expect, test } from "vitest";
import { findCatalogCommand, loadCatalog, searchCatalog } from "../../../src/app/agents/catalog.ts";

describe("a search", () => {
  test.each([
    ["rename a page and update links to it", "cr edit"],
    ["delete a page", "cr edit"],
    ["who can edit a space and why", "access list"],
    ["what changed last week", "org audit list"],
    ["give a team edit access to a space", "space permission grant"],
    ["remove a member from all teams", "team drop"],
    ["schedule a merge of a change request", "cr merge"],
    ["replace a term in all pages of a space", "cr replace"],
    ["make a share link for a site", "site share-link create"],
    ["set a glossary term", "translation glossary update"],
    ["compare versions of an API for breaking changes", "openapi diff"],
    ["move a space to another collection", "space move"],
  ])("for %j finds %s", async (query, command) => {
    const found = searchCatalog(await loadCatalog(), query, 8);
    expect(found.map(({ name }) => name)).toContain(command);
  });

  test("prefers commands that are not deprecated", async () => {
    const [first] = searchCatalog(await loadCatalog(), "move a section of a site", 8);
    expect(first?.summary).not.toContain("deprecated");
  });
});

test.each([
  ["space permission add", "There are space permission list, space permission grant"],
  ["backup create", "about folders of this machine"],
  ["spase list", "The most similar one is space list"],
])("the unknown command %j is refused with what there is", async (name, message) => {
  const catalog = await loadCatalog();
  expect(() => findCatalogCommand(catalog, name)).toThrow(message);
});
