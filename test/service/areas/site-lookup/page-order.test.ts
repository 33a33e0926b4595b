import { describe, expect, test } from "vitest";
import { getTreeIndex, isHidden } from "../../../../src/service/areas/content/tree/tree-index.ts";
import {
  findFirstPage,
  findNeighbors,
  getPagePath,
  listReadablePages,
  withText,
} from "../../../../src/service/areas/site-lookup/page-order.ts";
import { page, tree } from "../../../support/organizations/content.ts";

const group = { type: "group" } as const;
const site = tree([
  page("hidden", { hidden: true, pages: [page("below-hidden")] }),
  page("empty", { ...group, pages: [page("secret", { hidden: true })] }),
  page("guides", {
    ...group,
    pages: [
      page("draft", { hidden: true }),
      page("void", { ...group }),
      page("inner", { ...group, pages: [page("one")] }),
      page("two"),
    ],
  }),
  page("link", { type: "link" } as object),
  page("three"),
]);

const find = (id: string) => {
  const found = getTreeIndex(site).pages.get(id);
  if (!found) throw new Error(`The tree has no page ${id}.`);
  return found;
};

describe("the reading order of a space", () => {
  test("has the visible pages with a document", () => {
    expect(listReadablePages(site).map((one) => one.page.id)).toEqual(["one", "two", "three"]);
    expect(["hidden", "below-hidden", "secret", "one"].map((id) => isHidden(find(id)))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(isHidden(undefined)).toBe(false);
  });

  test.each([
    ["one", undefined, "two"],
    ["two", "one", "three"],
    ["three", "two", undefined],
    ["hidden", undefined, undefined],
    ["guides", undefined, undefined],
  ])("around %s has %s and %s", (id, before, after) => {
    const neighbors = findNeighbors(site, find(id));
    expect([neighbors.before?.page.id, neighbors.after?.page.id]).toEqual([before, after]);
  });
});

describe("the home page", () => {
  test.each([
    [null, "one"],
    ["three", "three"],
    ["hidden", "hidden"],
    ["guides", "one"],
    ["unknown", "one"],
  ])("for the setting %s is %s", (home, expected) => {
    expect(findFirstPage(site, home)?.page.id).toBe(expected);
    for (const id of ["one", "two", "three", "hidden"]) {
      const path = getPagePath(site, find(id), { page_id: home });
      expect([id, path]).toEqual([id, id === expected ? "" : find(id).path]);
    }
  });

  test("of a space without visible pages is the first hidden one", () => {
    const hidden = tree([
      page("group", group),
      page("a", { hidden: true }),
      page("b", { hidden: true }),
    ]);
    expect(findFirstPage(hidden, null)?.page.id).toBe("a");
    expect(findFirstPage(tree([page("group", group)]), null)).toBeUndefined();
  });
});

test.each([
  ["two", "two"],
  ["hidden", "hidden"],
  ["guides", "one"],
  ["inner", "one"],
  ["void", undefined],
  ["empty", undefined],
])("the page with text at %s is %s", (id, expected) => {
  expect(withText(site, find(id))?.page.id).toBe(expected);
});
