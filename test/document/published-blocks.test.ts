/** Rich texts for programs that support only the hosted platform's blocks. */
import { expect, test } from "vitest";
import type { ContentReference } from "../../src/contract/content-reference.model.ts";
import type { Node } from "../../src/contract/document.model.ts";
import { parseMarkdown } from "../../src/document/markdown.ts";
import { inPublishedBlocks } from "../../src/document/published-blocks.ts";
import { collectText, listNodes } from "../../src/document/walk.ts";

const find = (url: string): ContentReference =>
  url === "other.md" ? { kind: "page", page: "p2" } : { kind: "url", url };

const published = (markdown: string) => inPublishedBlocks(parseMarkdown(markdown), find).nodes;

const typesIn = (nodes: Node[]) =>
  [...listNodes({ nodes })].flatMap(({ node }) => node.type ?? []).toSorted();

test("a footnote becomes a numbered annotation without further footnotes", () => {
  const nodes = published("One[^a] and two[^b].\n\n[^a]: First[^a].\n[^b]: Second.");
  expect(typesIn(nodes)).toEqual([
    ...["annotation", "annotation", "annotation-body", "annotation-body"],
    ...["paragraph", "paragraph", "paragraph"],
  ]);
  const [first, second] = [...listNodes({ nodes })]
    .map(({ node }) => node)
    .filter(({ type }) => type === "annotation");
  expect(first?.nodes?.[0]?.leaves).toEqual([
    { object: "leaf", text: "1", marks: [{ object: "mark", type: "superscript" }] },
  ]);
  expect(first?.fragments?.[0]?.nodes?.map(collectText)).toEqual(["First1."]);
  expect(second?.fragments?.[0]?.nodes?.map(collectText)).toEqual(["Second."]);
});

test("soft line breaks continue a text, and hard breaks end a line", () => {
  const [paragraph] = published("One *line\nand* the next  \nthen a break.");
  expect(paragraph && collectText(paragraph)).toBe("One line and the next\nthen a break.");
});

test("HTML cards are a table with titles, texts, targets and covers", () => {
  const row = (name: string, target: string) =>
    `<tr><td><strong>${name}</strong></td><td>About &amp; more</td><td><a href="${target}">x</a></td><td><a href="a.png">y</a></td></tr>`;
  const [table, ...rest] = published(
    `<table data-view="cards"><thead><tr><th></th><th></th><th data-hidden data-card-target></th><th data-hidden data-card-cover></th></tr></thead><tbody>${row("Start", "other.md")}${row("API", "https://example.com")}</tbody></table>`,
  );
  expect(rest).toEqual([]);
  expect(table?.data?.view).toMatchObject({
    type: "cards",
    columns: ["c1", "c2"],
    targetDefinition: "target",
    coverDefinition: "cover",
  });
  expect(table?.data?.records).toMatchObject({
    r1: { values: { target: { kind: "page", page: "p2" }, cover: { kind: "url", url: "a.png" } } },
    r2: { values: { target: { kind: "url", url: "https://example.com" } } },
  });
  const texts = table?.fragments?.map(({ fragment, nodes = [] }) => [
    fragment,
    ...nodes.map(collectText),
  ]);
  expect(texts).toEqual([
    ["r1c1", "Start"],
    ["r1c2", "About & more"],
    ["r2c1", "API"],
    ["r2c2", "About & more"],
  ]);
});

test("other HTML keeps headings, paragraphs, links, images and marks, and nothing executable", () => {
  const nodes = published(
    '<h1 align="center">Fastify</h1>\n<p>A <b>bold</b> <a href="other.md">page</a><br><img src="a.png" alt="A"></p><script>alert(1)</script>\n<div>\n\n#### Deep\n\n</div>',
  );
  expect(nodes.map(({ type }) => type)).toEqual(["heading-1", "paragraph", "heading-3"]);
  expect(nodes.map(collectText)).toEqual(["Fastify", "A bold page\nA", "Deep"]);
  const inner = nodes[1]?.nodes ?? [];
  expect(inner.find(({ type }) => type === "link")?.data).toEqual({
    ref: { kind: "page", page: "p2" },
  });
  expect(inner[1]?.leaves?.[0]?.marks).toEqual([{ object: "mark", type: "bold" }]);
});

test("line breaks are kept, and other tags in text are removed", () => {
  const nodes = published(
    "one\\\ntwo<br>three <kbd>x</kbd>\n\n{% unknown %}\nInside\n{% endunknown %}",
  );
  expect(nodes.map(collectText)).toEqual(["one\ntwo\nthree x", "Inside"]);
  expect(typesIn(nodes)).toEqual(["paragraph", "paragraph"]);
});
