import { describe, expect, test } from "vitest";
import {
  formatSearchIndex,
  readExportedPage,
  toSearchPage,
} from "../../../../src/features/sites/export/search-index.ts";

const article = (header: string, body = "", rest = "") =>
  `<main>no<article>${header}<div class="text">${body}</div><p class="time">Now</p>${rest}</article>no</main>`;

describe("the text of a page", () => {
  test.each<readonly [string, string, string, readonly (readonly [string, string, string])[]]>([
    ["with a title only", article("<h1 class=x>Home &amp; more</h1>"), "Home & more", []],
    [
      "before the first heading has the description",
      article('<h1>Home</h1><p class="lead-in">All about it</p>', "<p>Some  <b>text</b>\n</p>"),
      "Home",
      [["", "", "All about it Some text"]],
    ],
    [
      "has a section for each heading",
      article(
        "<h1>Home</h1>",
        '<p>First</p><h2 id="a&quot;b">One <a href="x">more</a></h2><p>Text</p><h6>Six</h6><h7>x</h7>',
      ),
      "Home",
      [
        ["", "", "First"],
        ['a"b', "One more", "Text"],
        ["", "Six", "x"],
      ],
    ],
    [
      "has no id of an element in a heading",
      article("<h1>Home</h1>", '<h2>One<a id="inner">x</a></h2>'),
      "Home",
      [["", "One x", ""]],
    ],
    [
      "without the description has only the sections with text",
      article("", '<h2 id="a"></h2><h2 id="b">B</h2><h3 id="c"></h3>Text'),
      "",
      [
        ["b", "B", ""],
        ["c", "", "Text"],
      ],
    ],
    [
      "in several parts is complete",
      article("<h1>Home</h1>", '<p>One</p></div><div class="text wide"><p>Two</p>'),
      "Home",
      [["", "", "One Two"]],
    ],
    [
      "in a broken heading is its text",
      article("<h1>Home</h1>", '<h2 id="a">One').replace("</div>", ""),
      "Home",
      [["a", "One", ""]],
    ],
  ])("%s", (_, source, title, sections) => {
    expect(readExportedPage(source, "home/")).toEqual({
      title,
      url: "home/",
      sections: sections.map(([anchor, heading, text]) => ({ anchor, heading, text })),
    });
  });

  test.each(["", "<main></main>", "<article>", "</article><article>"])("%j has none", (source) => {
    expect(readExportedPage(source, "x")).toBeUndefined();
  });
});

test("the index has the titles, URLs and sections of the pages", () => {
  const sections = [{ anchor: "a", heading: "H", text: "T" }];
  expect(JSON.parse(formatSearchIndex([{ title: "Home", url: "home/", sections }]))).toEqual([
    ["Home", "home/", [["a", "H", "T"]]],
  ]);
});

test("the search page has a place for the results, and the script", () => {
  const page = toSearchPage("<head></head><main></main>");
  expect(page).toMatch(
    /^<head><script src="search\.js" defer><\/script>\n<\/head><main><p role="status"/,
  );
  expect(page).toContain('<ol class="results" id="~results" hidden></ol>');
  expect(page).toMatch(/<\/noscript>\n<\/main>$/);
});
