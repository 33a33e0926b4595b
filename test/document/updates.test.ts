import { expect, test } from "vitest";
import { collectAnchors } from "../../src/document/anchors.ts";
import { parseMarkdown } from "../../src/document/markdown.ts";
import { listUpdates } from "../../src/document/updates.ts";

const list = (content: string, attributes = 'date="2026-01-31" tags="fix, new"') => {
  const document = parseMarkdown(
    `{% updates %}\n{% update ${attributes} %}\n${content}\n{% endupdate %}\n{% endupdates %}\n`,
  );
  return listUpdates(document, collectAnchors(document));
};

test.each([
  ["## Title\n\na\n\nb", { id: "title", title: "Title", paragraphs: ["a", "b"] }],
  // A title is one line.
  ["## A *b*  \n", { id: "a-b", title: "A b", paragraphs: [] }],
  ["A\nb\n---\n\nc", { title: "A b", paragraphs: ["c"] }],
  // Without a heading at the start, there is no title.
  ["a\n\n## Title", { id: undefined, title: "", paragraphs: ["a", "Title"] }],
  ["a", { id: undefined, title: "", paragraphs: ["a"] }],
  ["***\n\n![](x)\n\na", { title: "", paragraphs: ["a"] }],
  ["* a\n* b", { paragraphs: ["a\nb"] }],
])("the update %j is %j", (content, expected) => {
  expect(list(content)).toMatchObject([{ date: "2026-01-31", tags: ["fix", "new"], ...expected }]);
});

test.each([
  ["", { date: "", tags: [] }],
  ['date="soon"', { date: "soon", tags: [] }],
  ['tags=" a ,, b"', { date: "", tags: ["a", "b"] }],
])("an update with the attributes %j has %j", (attributes, expected) => {
  expect(list("a", attributes)).toMatchObject([expected]);
});

test("updates are in the order of the text, and those that are hidden are left out", () => {
  const update = (title: string) =>
    `{% update date="2026-01-31" %}\n## ${title}\n{% endupdate %}\n`;
  const document = parseMarkdown(
    `{% updates %}\n${update("One")}${update("Two")}{% endupdates %}\n\n<template>\n\n{% updates %}\n${update("Three")}{% endupdates %}\n\n</template>\n`,
  );
  const updates = listUpdates(document, collectAnchors(document));
  expect(updates.map(({ title }) => title)).toEqual(["One", "Two"]);
});
