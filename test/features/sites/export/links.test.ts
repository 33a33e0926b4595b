import { expect, test } from "vitest";
import {
  decodeEntities,
  listHtmlLinks,
  listStyleLinks,
  listTextLinks,
  replaceHtmlLinks,
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

test.each([
  ["&quot;", '"'],
  ["&#39;", "'"],
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&amp;", "&"],
  ["a&amp;b&amp;c&#39;d&#39;", "a&b&c'd'"],
  // An escaped entity is text.
  ["&amp;lt;", "&lt;"],
  ["&amp;amp;", "&amp;"],
  ["plain", "plain"],
])("the entities in %j are decoded to %j", (text, decoded) => {
  expect(decodeEntities(text)).toBe(decoded);
});

test.each([
  ['<a href="/a">', ["/a"]],
  ['<a class="x" href="/a?b=1&amp;c=2">', ["/a?b=1&c=2"]],
  ['<img src="/a.png" srcset="/a.png 1x, /b.png 2x">', ["/a.png", "/a.png", "/b.png"]],
  ['<form action="/a"><video poster="/b" src="/c">', ["/a", "/b", "/c"]],
  ['<a data-href="/a">', []],
  ["href=&quot;/a&quot;", []],
])("the links of %j are %j", (html, links) => {
  expect(listHtmlLinks(html)).toEqual(links);
  expect(replaceHtmlLinks(html, (link) => link)).toBe(html);
  const replaced = replaceHtmlLinks(html, () => "x&'");
  expect(listHtmlLinks(replaced)).toEqual(links.map(() => "x&'"));
});

test.each([
  ['src: url("a.woff2")', ["/assets/a.woff2"]],
  ['src: url("../b.woff2"), url("/c.woff2")', ["/b.woff2", "/c.woff2"]],
  ['src: url("https://other.example/d.woff2")', []],
  ["src: url(e.woff2)", []],
])("a stylesheet with %j uses %j", (source, paths) => {
  expect(listStyleLinks(source, "/assets/site.css")).toEqual(paths);
});
