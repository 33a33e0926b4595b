import { expect, test } from "vitest";
import {
  listTextLinks,
  replaceTextLinks,
  toRelativeLink,
} from "../../../../src/features/sites/export/links.ts";

test.each([
  ["[A](/docs)", ["/docs"]],
  ["[A](/docs/a)", ["/docs/a"]],
  ["[A](/docs#part)", ["/docs#part"]],
  ["[A](/docs?x=1)", ["/docs?x=1"]],
  ["[A](/docs-old/a)", []],
  ["[A](/docsearch)", []],
  ["[A](/other/docs)", []],
  ['![A](/docs/a.png "Title")', ["/docs/a.png"]],
  ["[/docs/a](/docs/a)", ["/docs/a"]],
])("links in %j below /docs", (text, links) => {
  expect(listTextLinks(text, "/docs")).toEqual(links);
  const replaced = replaceTextLinks(text, "/docs", () => "x");
  expect(replaced.includes("(x")).toBe(links.length > 0);
});

test.each([
  ["index.html", "a/index.html", "a/"],
  ["a/index.html", "index.html", "../"],
  ["a/index.html", "a/index.html", "./"],
  ["a/b/index.html", "a/c/index.html", "../c/"],
  ["a/index.html", "a b/index.html", "../a%20b/"],
  ["index.html", "a:b/index.html", "a%3Ab/"],
])("the link from %s to %s is %s", (from, to, link) => {
  expect(toRelativeLink(from, to)).toBe(link);
});
