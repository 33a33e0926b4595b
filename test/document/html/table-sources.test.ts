/** HTML tables as table blocks, and back. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ContentReference } from "../../../src/contract/content-reference.model.ts";
import type { Document, Node } from "../../../src/contract/document.model.ts";
import { withTableBlocks, withTableHtml } from "../../../src/document/html/table-sources.ts";
import { addKeys } from "../../../src/document/keys.ts";
import { parseMarkdown, writeMarkdown } from "../../../src/document/markdown.ts";
import { listNodes, mapNodes } from "../../../src/document/walk.ts";
import { computeHash, toCanonicalText } from "../../../src/json/canonical.ts";
import { amount, slowTest } from "../../support/generators/amount.ts";

const find = (url: string): ContentReference =>
  url === "two.md" ? { kind: "page", page: "p2" } : { kind: "url", url };

const read = (markdown: string) => addKeys(parseMarkdown(markdown));

/** As a client that reads the document and returns it. */
const transfer = (document: Document): Document => JSON.parse(JSON.stringify(document));

const typesIn = ({ nodes }: Document) =>
  [...listNodes({ nodes })].flatMap(({ node }) => (node.object === "block" ? node.type : []));

const tables: Readonly<Record<string, string>> = {
  "with widths": '<table><tr><th width="120">A</th></tr><tr><td><b>c</b></td></tr></table>',
  "with cells across columns": '<table><tr><td colspan="2">A</td></tr><tr><td>b</td></tr></table>',
  "of cards": '<table data-view="cards"><tr><td><a href="two.md">two.md</a></td></tr></table>',
  "with Markdown in a cell": "<table><tr><td>\n\n**A**\n\n* b\n\n</td></tr></table>",
  "on several lines": "<table>\n<tr><td>A</td></tr>\n</table>",
  "with a caption": "<table><caption>About</caption><tr><td>A</td></tr></table>",
  "after other HTML": "<p>About</p><table><tr><td>A</td></tr></table><p>More</p>",
  "in another table": "<table><tr><td><table><tr><td>A</td></tr></table></td></tr></table>",
};

const surroundings: Readonly<Record<string, (table: string) => string>> = {
  "between paragraphs": (table) => `Before\n\n${table}\n\nAfter`,
  "in a hint": (table) => `{% hint style="info" %}\n${table}\n{% endhint %}`,
  "in a tab": (table) =>
    `{% tabs %}\n{% tab title="A" %}\n${table}\n{% endtab %}\n{% endtabs %}\n\nAfter`,
  "in an expandable section": (table) =>
    `<details>\n\n<summary>A</summary>\n\n${table}\n\n</details>`,
  "after a table of Markdown": (table) => `| A |\n| - |\n| b |\n\n${table}`,
};

const cases = Object.keys(tables).flatMap((table) =>
  Object.keys(surroundings).map((position) => [table, position] as const),
);

describe.each(cases)("a table %s, %s", (table, position) => {
  const before = read(surroundings[position]?.(tables[table] ?? "") ?? "");
  const shown = withTableBlocks(before, find);

  test("is a table block with records", () => {
    const blocks = [...listNodes(shown)].map(({ node }) => node);
    const own = blocks.filter(({ type, data }) => type === "table" && data?.source !== undefined);
    expect(own.length).toBeGreaterThan(0);
    for (const { data } of own) expect(Object.keys(data?.records ?? {})).not.toEqual([]);
    expect(blocks.filter(({ type }) => type === "html")).toEqual([]);
  });

  test("is the same HTML again if it is returned unchanged", () => {
    expect(withTableHtml(transfer(shown))).toEqual(before);
  });
});

test("links in a table are references, and are written as they were", () => {
  const before = read('<table><tr><td><a href="two.md">x</a></td></tr></table>');
  const shown = withTableBlocks(before, find);
  expect(JSON.stringify(shown.nodes[0]?.fragments)).toContain('"page":"p2"');
  expect(withTableHtml(transfer(shown))).toEqual(before);
});

test("a changed cell is a table block, with the key of the HTML", () => {
  const before = read('<table><tr><td>old</td><td><a href="a.md">b</a></td></tr></table>\n\nText');
  const shown = withTableBlocks(before, find);
  const nodes = mapNodes(shown.nodes, (node) => ({
    ...node,
    ...(node.leaves && {
      leaves: node.leaves.map((leaf) => ({ ...leaf, text: leaf.text.replace("old", "new") })),
    }),
  }));
  const after = withTableHtml(transfer({ ...shown, nodes }));
  expect(typesIn(after)).toContain("table");
  expect(after.nodes[0]).toMatchObject({ key: before.nodes[0]?.key });
  expect(after.nodes[0]?.data).not.toHaveProperty("source");
  const written = writeMarkdown(after);
  for (const part of ["new", "a.md", "Text"]) expect(written).toContain(part);
  expect(written).not.toContain("old");
});

test("blocks that were removed around a table stay removed", () => {
  const before = read("<p>About</p><table><tr><td>A</td></tr></table><p>More</p>");
  const [, table] = withTableBlocks(before, find).nodes;
  const nodes = [table].flatMap((one) => one ?? []);
  const after = withTableHtml(transfer({ ...before, nodes }));
  expect(typesIn(after)).toEqual(["table", "paragraph"]);
  expect(writeMarkdown(after)).not.toContain("More");
});

test.each([
  ["no hash", { before: 0, after: 0, nodes: [] }],
  ["a node of another form", { hash: "x", before: 0, after: 0, nodes: [{ type: "html" }] }],
  ["a negative number", { hash: "x", before: -1, after: 0, nodes: [] }],
  ["blocks that do not exist", { hash: "x", before: 3, after: 9, nodes: [] }],
  ["a text", "html"],
])("a source with %s is ignored", (_, source) => {
  const table: Node = {
    ...{ object: "block", type: "table", isVoid: true, fragments: [] },
    data: { view: { type: "grid", columns: [] }, definition: {}, records: {}, source },
  };
  const document: Document = { object: "document", data: {}, nodes: [table] };
  expect(withTableHtml(document).nodes).toHaveLength(1);
});

test("a table that is never closed stays HTML", () => {
  const before = read("<table><tr><td>A\n\nText\n\n| a |\n| - |\n| b |");
  expect(withTableBlocks(before, find)).toEqual(before);
});

slowTest("generated sequences of tables, tags and text are the same when returned", () => {
  const piece = fc.constantFrom(
    ...Object.values(tables),
    ...["Text *with* marks", "* item\n* item", "</table>", "<table>", "<div>", "</div>"],
    ...["<p>a</p>", "<table><tr><td>", "</td></tr></table>", "| a |\n| - |\n| b |"],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const before = read(pieces.join("\n\n"));
      expect(withTableHtml(transfer(withTableBlocks(before, find)))).toEqual(before);
    }),
    { numRuns: amount({ short: 50, all: 200, full: 5000 }) },
  );
});

test("a table with a source that a client has made up does not remove blocks before it", () => {
  const plain = (text: string): Node => ({
    ...{ object: "block", type: "table", isVoid: true, fragments: [] },
    data: { view: { type: "grid", columns: [] }, definition: {}, records: {}, text },
  });
  const withSource = (table: Node, source: object): Node => ({
    ...table,
    data: { ...table.data, source },
  });
  const text: Node = { object: "block", type: "paragraph", nodes: [] };
  const hash = (nodes: readonly Node[]) => computeHash(toCanonicalText(nodes));
  const html: Node = { object: "block", type: "html", isVoid: true, data: { html: "<table>" } };
  // The first table and the text before it are one piece of HTML.
  const first = withSource(plain("1"), {
    ...{ hash: hash([text, plain("1")]), before: 1, after: 0, nodes: [html] },
  });
  // The second one has two blocks before it, of which only the HTML is left.
  const second = withSource(plain("2"), {
    ...{ hash: hash([text, first, plain("2")]), before: 2, after: 0, nodes: [] },
  });
  const { nodes } = withTableHtml({ object: "document", data: {}, nodes: [text, first, second] });
  expect(nodes).toEqual([html, plain("2")]);
});
