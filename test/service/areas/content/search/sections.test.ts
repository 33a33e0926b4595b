import { expect, test } from "vitest";
import { parseMarkdown } from "../../../../../src/document/markdown.ts";
import { listSections } from "../../../../../src/service/areas/content/search/sections.ts";

test("a page is split at its headings, and text before the first is a section too", () => {
  const sections = listSections(
    parseMarkdown(
      "Before *it*.\n\n# One\n\nA\n\n* b\n\n## Two\n\n```js\nlet c;\n```\n\n| d |\n| - |\n| e |\n",
    ),
    "Described",
  );
  expect(sections).toEqual([
    { anchor: "", heading: "", body: "Described\nBefore it." },
    { anchor: "one", heading: "One", body: "A\nb" },
    { anchor: "two", heading: "Two", body: expect.stringMatching(/let c;[\s\S]*e/) },
  ]);
});

test("headings inside other blocks begin sections too", () => {
  const sections = listSections(
    parseMarkdown(
      "{% stepper %}\n{% step %}\n## First\n\nDo it.\n{% endstep %}\n{% endstepper %}\n",
    ),
  );
  expect(sections.map(({ anchor, body }) => [anchor, body])).toEqual([
    ["", ""],
    ["first", "Do it."],
  ]);
});

test("HTML is found by its text, not by its tags", () => {
  const [only] = listSections(parseMarkdown('<div class="secret">\n<b>seen</b>\n</div>\n'));
  expect(only?.body).toBe("seen");
});

test.each<readonly [string, string, readonly (readonly [string, string, string])[]]>([
  [
    "links stay in their sentence",
    "See [the page](https://example.com), *now*.\n\n## A\n",
    [
      ["", "", "See the page, now."],
      ["a", "A", ""],
    ],
  ],
  ["blocks without text leave no empty lines", "A\n\n---\n\nB\n\n---\n", [["", "", "A\nB"]]],
  [
    "a list and a table are written as a whole",
    "* a\n* b\n  * c\n\n| d | e |\n| - | - |\n| f | g |\n",
    [["", "", "a\nb\nc\nd\te\nf\tg"]],
  ],
  [
    "the title of a tab belongs to the section before its first heading",
    '# Top\n\n{% tabs %}\n{% tab title="Linux" %}\n## Inner\n\nText.\n{% endtab %}\n{% endtabs %}\n',
    [
      ["", "", ""],
      ["top", "Top", "Linux"],
      ["inner", "Inner", "Text."],
    ],
  ],
  [
    "headings in expandable blocks begin sections",
    "<details>\n\n<summary>Open</summary>\n\n## Inner\n\nText.\n\n</details>\n",
    [
      ["", "", "Open"],
      ["inner", "Inner", "Text."],
    ],
  ],
  [
    "a heading of symbols has no anchor",
    "## `??? `\n\nText.\n",
    [
      ["", "", ""],
      ["", "???", "Text."],
    ],
  ],
])("%s", (_, markdown, expected) => {
  const sections = listSections(parseMarkdown(markdown));
  expect(sections.map(({ anchor, heading, body }) => [anchor, heading, body])).toEqual(expected);
});

test("the description has no spaces at its ends", () => {
  const [only] = listSections(parseMarkdown(""), " Described ");
  expect(only?.body).toBe("Described");
});
