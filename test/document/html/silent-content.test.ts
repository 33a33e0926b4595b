import { describe, expect, test } from "vitest";
import { collectAnchors } from "../../../src/document/anchors.ts";
import { writePage } from "../../../src/document/html/page.ts";
import {
  findSilentSpans,
  withoutSilentContent,
} from "../../../src/document/html/silent-content.ts";
import { parseTree } from "../../../src/document/markdown/tree.ts";
import { parseMarkdown } from "../../../src/document/markdown.ts";
import { writePlainText } from "../../../src/document/plain-text.ts";
import { findTextTags } from "../../../src/document/repository/text-tags.ts";
import { listSections } from "../../../src/service/areas/content/search/sections.ts";

const elements = (
  "script style iframe object noscript template textarea title xmp noembed noframes plaintext svg " +
  "math select option applet audio canvas head"
).split(" ");

test.each(elements)("the content of <%s> between words is not text of the page", (name) => {
  const document = parseMarkdown(`a <${name} x="y">one *two* [three](b)</${name}> b`);
  const { html } = writePage(document, { find: () => undefined, operation: () => undefined });
  expect([html, writePlainText(document.nodes)]).toEqual(["<p>a  b</p>", "a  b"]);
});

describe("readers see the text around hidden elements", () => {
  test.each([
    ["a <script>b", "<p>a b</p>", "a b"],
    ["a <script/> b", "<p>a  b</p>", "a  b"],
    ["a <embed src=x> b", "<p>a  b</p>", "a  b"],
    ["<div><embed src=x> b</div>", "<div> b</div>", " b"],
    ["a <script>b</scripts>c</SCRIPT >d", "<p>a d</p>", "a d"],
    ["a <script>b</script>c<style>d</style>e", "<p>a ce</p>", "a ce"],
    ["a <script>b</style>c</script>d", "<p>a d</p>", "a d"],
    ["a <script>b <style>c</script>d", "<p>a d</p>", "a d"],
    ["a <script>b</style>c <style>d</style>e", "<p>a bc e</p>", "a bc e"],
    ["*a <script>b* c</script> d", "<p><em>a </em> d</p>", "a  d"],
    ["- a <svg><title>b</title></svg> c", "<ul><li>a  c</li></ul>", "a  c"],
    ["<template>\n\nb\n\n</template>\n<p>c</p>\n\nd", "\n<p>c</p><p>d</p>", "c\nd"],
    ["<template>\n\nb\n\n</template>\n<template>\n\nc\n\n</template>\n\nd", "\n<p>d</p>", "d"],
    ["<template>\n\nb", "<p>b</p>", "b"],
    ["a <template>b\n\nc\n\n</template> d", "<p>a </p><p> d</p>", "a \n d"],
    [
      "a <script>b\n\n- c\n- d </script> *e*\n- f",
      "<p>a </p><ul><li> <em>e</em></li><li>f</li></ul>",
      "a \n e\nf",
    ],
    ["- a <style>\n- b\n\n> c\n\n</style>\n\nd", "<ul><li>a </li></ul><p>d</p>", "a \nd"],
    [
      "<noscript>\n\n# A\n\n- b </noscript>c <svg>d\n\ne </svg>f",
      "<ul><li>c </li></ul><p>f</p>",
      "c \nf",
    ],
    ["a <script>\n\n- </style>b\n\nc", "<p>a </p><ul><li>b</li></ul><p>c</p>", "a \nb\nc"],
    ["a <script>\n\n| b |\n| - |\n| </script> c |\n\nd </script>e", "<p>a </p><p>e</p>", "a \ne"],
    ["a <template>b\n\n<p>c</p></template><p>d</p>", "<p>a </p><p>d</p>", "a \nd"],
    ["| a |\n| - |\n| b <title>c</title> |\n\nd</title>", undefined, "a\nb \nd"],
    [
      "<details>\n<summary>A <canvas>b</canvas></summary>\n\nc <head>d\n\n- e</head>f\n\n</details>\n\ng",
      undefined,
      "A \nc \nf\ng",
    ],
  ])("%s", (markdown, html, text) => {
    const document = parseMarkdown(markdown);
    const page = writePage(document, { find: () => undefined, operation: () => undefined });
    expect([html && page.html, writePlainText(document.nodes)]).toEqual([html, text]);
  });
});

test("titles, anchors, outlines, updates and sections of the search have no hidden content", () => {
  const markdown = `# A <script>x</script>B <template><a id="c"></a></template>

<template>

# Hidden

</template>

{% updates %}
{% update date="2026-01-02" %}
## D <style>x</style>E

<noscript>

F

</noscript>

G
{% endupdate %}
{% endupdates %}

| H <script>x</script>I |
| - |
| J |
`;
  const document = parseMarkdown(markdown);
  const page = writePage(document, { find: () => undefined, operation: () => undefined });
  expect({
    outline: page.outline,
    updates: page.updates,
    table: Object.values(document.nodes.at(-1)?.data?.definition ?? {}),
    sections: listSections(document),
  }).toEqual({
    outline: [{ id: "a-b", title: "A B", level: 2 }],
    updates: [{ id: "d-e", title: "D E", date: "2026-01-02", tags: [], paragraphs: ["G"] }],
    table: [expect.objectContaining({ title: "H I" })],
    sections: [
      { anchor: "", heading: "", body: "" },
      { anchor: "a-b", heading: "A B", body: "2026-01-02" },
      { anchor: "d-e", heading: "D E", body: "G\nH I\nJ" },
    ],
  });
});

test("headings in elements that end at another level are hidden everywhere", () => {
  const document = parseMarkdown(
    "a <template>\n\n# Hidden\n\n- b </template> c\n\n# Shown\n\nd <script>\n\n# Open\n",
  );
  const page = writePage(document, { find: () => undefined, operation: () => undefined });
  expect({
    outline: page.outline.map(({ id }) => id),
    anchors: [...collectAnchors(document).values()].map(({ id }) => id),
    sections: listSections(document),
  }).toEqual({
    outline: ["shown", "open"],
    anchors: ["shown", "open"],
    sections: [
      { anchor: "", heading: "", body: "a \n c" },
      { anchor: "shown", heading: "Shown", body: "d" },
      { anchor: "open", heading: "Open", body: "" },
    ],
  });
});

test("the text below an element is shown if it has another end tag", () => {
  const { nodes } = parseMarkdown("a <script>b\n\n- c</script> d\n- e</script> f\n");
  const visible = withoutSilentContent(nodes);
  expect([writePlainText(visible), withoutSilentContent(visible)]).toEqual([
    "a \n d\ne f",
    visible,
  ]);
});

test("a text without such elements is the same list", () => {
  const { nodes } = parseMarkdown("a <script>b\n\n- <b>c</b>\n\n| d |\n| - |\n| <b>e</b> |\n");
  expect(withoutSilentContent(nodes)).toBe(nodes);
});

test("a template tag in hidden content is no text for readers", () => {
  const source = "a <script>{% hint %} *{% tab %}</script>*\nb {% hint %}\n";
  expect(findTextTags(parseTree(source), source, () => true)).toEqual([{ name: "hint", line: 2 }]);
});

test("each span ends at the first end tag of its element", () => {
  expect(
    findSilentSpans([
      "z<script>",
      "",
      "</style>",
      "x</script>y<style>",
      "<script>",
      "</style>",
      "</style>",
      "<title>",
      "<math>",
      "</math>",
    ]),
  ).toEqual([
    { from: 0, before: "z", to: 3, rest: "y<style>" },
    { from: 3, before: "y", to: 5, rest: "" },
    { from: 8, before: "", to: 9, rest: "" },
  ]);
});
