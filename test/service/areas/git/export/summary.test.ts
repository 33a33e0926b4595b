import { expect, test } from "vitest";
import { mostPages } from "../../../../../src/document/repository/import-limits.ts";
import {
  readSummary,
  rewriteSummary,
  writeSummary,
} from "../../../../../src/service/areas/git/export/summary.ts";
import { slowTest } from "../../../../support/generators/amount.ts";

const toItem = (title: string) => ({ title, address: `${title.toLowerCase()}.md`, items: [] });
const [a, b, c] = [toItem("A"), toItem("B"), toItem("C")];

test("a table of contents has a title, nested pages, groups, and links", () => {
  const parts = [
    {
      items: [
        { ...a, items: [{ ...b, title: "In *A*" }] },
        { title: "Text", items: [] },
      ],
    },
    { title: "Guides", items: [c] },
    { title: "API & more", slug: "api-ref", items: [] },
    { items: [{ title: "Last", address: "https://example.com/", items: [] }] },
  ];
  const text = `# Table of contents

* [A](a.md)
  * [In \\*A\\*](b.md)
* Text

## Guides

* [C](c.md)

## API & more <a href="#api-ref" id="api-ref"></a>

***

* [Last](https://example.com/)
`;
  expect(writeSummary(parts)).toBe(text);
  expect(readSummary(text)).toMatchObject(parts);
});

test.each([
  ["", "# Table of contents\n\n* [A](a.md)\n"],
  ["# My title\n\n* [A](old.md)\n", "# My title\n\n* [A](a.md)\n"],
  ["* [A](old.md)\n", "* [A](a.md)\n"],
  ["## Part\n\n* [A](old.md)\n", "* [A](a.md)\n"],
  ["Words.\n\n*   [A](old.md)\n\n---\n\n* [C](c.md)\n", "Words.\n\n*   [A](a.md)\n"],
  ["#  Toc\n\n-   [A](<a.md>)\n    - [B](b.md) \n", "#  Toc\n\n-   [A](<a.md>)\n"],
  ["* [A](./a.md)\n  > quote\n\n  more\n", "* [A](a.md)\n  > quote\n\n  more\n"],
])("the table of contents %j with another page becomes %j", (source, text) => {
  const resolve = (url: string) => url;
  expect(rewriteSummary(source, [{ items: [a] }], resolve, resolve)).toBe(text);
});

test("lines with the same target stay as they are written, and others are added", () => {
  const resolve = (url: string) => url.replace("./", "");
  const parts = [{ items: [{ ...a, items: [b] }] }, { items: [c] }];
  const rewrite = (source: string) => rewriteSummary(source, parts, resolve, resolve);
  expect(rewrite("-   [A](./a.md)\n    - [B](<b.md>) \n\n---\n\n* [C](c.md)\n")).toBe(
    "-   [A](./a.md)\n    - [B](<b.md>) \n\n---\n\n* [C](c.md)\n",
  );
  expect(rewrite("* [A](./a.md)\n  > quote\n")).toBe(
    "* [A](./a.md)\n  * [B](b.md)\n  > quote\n\n***\n\n* [C](c.md)\n",
  );
});

slowTest("a table of contents has at most as many pages as an import", () => {
  const list = (count: number) => "* [A](a.md)\n".repeat(count);
  // In a comment, the same lines are counted, but are not parsed as pages.
  expect(readSummary(`<!--\n${list(mostPages)}-->\n`)).toEqual([]);
  expect(() => readSummary(list(mostPages + 1))).toThrow(
    `The table of contents has ${mostPages + 1} pages, which exceeds the limit of ${mostPages}. Split it into several folders, and import each into a separate space.`,
  );
});
