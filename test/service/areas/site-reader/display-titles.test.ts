import { expect, test } from "vitest";
import {
  toDisplayText,
  toDisplayTree,
} from "../../../../src/service/areas/site-reader/display-titles.ts";
import { page, tree } from "../../../support/organizations/content.ts";

test("short codes in titles and descriptions become emoji, at every depth", async () => {
  const below = page("below", { title: "Below", pages: [page("deep", { title: ":rocket: up" })] });
  const content = tree([below, page("plain", { title: "Plain", description: "In :rocket:" })]);
  const shown = await toDisplayTree(content);
  expect(shown).toEqual({
    ...content,
    pages: [
      { ...below, pages: [{ ...below.pages[0], title: "🚀 up" }] },
      { ...content.pages[1], description: "In 🚀" },
    ],
  });
  expect(await toDisplayTree(content)).toBe(shown);
  expect("description" in (shown.pages[0] ?? {})).toBe(false);
});

test.each([
  ["the title of a page", [page("a", { title: "a :rocket:" })]],
  ["its description", [page("a", { description: "a :rocket:" })]],
  ["a page below it", [page("a", { pages: [page("b", { title: "a :rocket:" })] })]],
  ["a later page", [page("a"), page("b", { title: "a :rocket:" })]],
])("a single short code is found in %s", async (_, pages) => {
  expect(JSON.stringify(await toDisplayTree(tree(pages)))).toContain("a 🚀");
});

test("a tree without short codes stays the same", async () => {
  const content = tree([page("a", { title: "12:30 to 13:30", pages: [page("b")] })]);
  expect(await toDisplayTree(content)).toBe(content);
});

test("a text has its emoji", async () => {
  expect(await toDisplayText("Go :rocket:")).toBe("Go 🚀");
  expect(await toDisplayText("Plain :not-an-emoji-at-all: text")).toBe(
    "Plain :not-an-emoji-at-all: text",
  );
});
