import { expect, it } from "vitest";
import type { Node } from "../../../../src/contract/document.model.ts";
import type { Book, BookPage } from "../../../../src/service/engines/pdf/book.ts";
import { buildDefinition } from "../../../../src/service/engines/pdf/book-definition.ts";
import { buildBlock, buildText } from "../../../support/generators/nodes.ts";

const paragraph = (words: string) => buildBlock("paragraph", {}, [buildText(words)]);
const toBody = (...nodes: Node[]) =>
  JSON.stringify({ object: "document", data: { schemaVersion: 1 }, nodes });
const include = (reusableContent: string, more = {}) =>
  buildBlock("reusable-content", { ref: { kind: "reusable-content", reusableContent, ...more } });

/** The layout of a book; the footer is that of its second of three pages. */
function layOut(pages: readonly BookPage[], more: Partial<Book> = {}) {
  const book = {
    title: "Guide\u0007",
    subtitle: "Draft :tea:\ufe0f",
    printedAt: "2026-03-02T08:00:00.000Z",
    pages,
    images: {},
    ...more,
  };
  const titles = new Map(pages.map((page) => [page.id, page.title]));
  const emoji = (name: string) => (name === "tea" ? "🍵" : undefined);
  const { footer, info, ...definition } = buildDefinition({
    book,
    titles,
    images: new Map(),
    emoji,
  });
  const created = info?.creationDate?.toISOString();
  return {
    ...definition,
    info: { ...info, creationDate: created },
    footer:
      typeof footer === "function"
        ? footer(2, 3, { orientation: "portrait", width: 1, height: 1 })
        : footer,
  };
}

it("a single page has no table of contents and no page break", () => {
  const page = {
    id: "p1",
    title: "Install :tea:",
    description: "How to start",
    depth: 0,
    body: toBody(paragraph("A")),
  };
  expect(layOut([page])).toEqual({
    pageSize: "A4",
    pageMargins: [56, 56, 56, 56],
    defaultStyle: { font: "Body", fontSize: 10, lineHeight: 1.2 },
    content: [
      { text: "Guide", fontSize: 26, bold: true, margin: [0, 0, 0, 6] },
      {
        text: [{ text: "Draft " }, { text: "🍵", font: "Emoji" }],
        color: "#666666",
        margin: [0, 0, 0, 20],
      },
      {
        text: [{ text: "Install " }, { text: "🍵", font: "Emoji" }],
        id: "page-p1",
        fontSize: 22,
        bold: true,
        margin: [0, 0, 0, 8],
        tocItem: false,
        tocMargin: [0, 0, 0, 0],
        outline: true,
        outlineText: "Install 🍵",
      },
      { text: "How to start", italics: true, margin: [0, 0, 0, 8] },
      { stack: [{ text: [{ text: "A" }] }], margin: [0, 0, 0, 8] },
    ],
    info: { title: "Guide", subject: "Draft :tea:", creationDate: "2026-03-02T08:00:00.000Z" },
    footer: { text: "2 / 3", alignment: "center", fontSize: 8, margin: [0, 20, 0, 0] },
  });
});

it("several pages have a table of contents, page breaks, and titles whose size is that of their depth", () => {
  const pages = [0, 1, 2, 3].map((depth) => ({
    id: `p${depth}`,
    title: depth === 3 ? " " : `Page ${depth}`,
    depth,
    description: "",
  }));
  expect(layOut(pages, { title: "", subtitle: "" }).content).toEqual([
    { text: "", fontSize: 26, bold: true, margin: [0, 0, 0, 6] },
    { text: "", color: "#666666", margin: [0, 0, 0, 20] },
    { toc: {} },
    {
      text: "Page 0",
      id: "page-p0",
      fontSize: 22,
      bold: true,
      margin: [0, 0, 0, 8],
      tocItem: true,
      tocMargin: [0, 0, 0, 0],
      outline: true,
      outlineText: "Page 0",
      pageBreak: "before",
    },
    {
      text: "Page 1",
      id: "page-p1",
      fontSize: 20,
      bold: true,
      margin: [0, 0, 0, 8],
      tocItem: true,
      tocMargin: [14, 0, 0, 0],
      outline: true,
      outlineText: "Page 1",
      pageBreak: "before",
    },
    {
      text: "Page 2",
      id: "page-p2",
      fontSize: 18,
      bold: true,
      margin: [0, 0, 0, 8],
      tocItem: true,
      tocMargin: [28, 0, 0, 0],
      outline: true,
      outlineText: "Page 2",
      pageBreak: "before",
    },
    {
      text: " ",
      id: "page-p3",
      fontSize: 16,
      bold: true,
      margin: [0, 0, 0, 8],
      tocItem: true,
      tocMargin: [42, 0, 0, 0],
      outline: true,
      outlineText: " ",
      pageBreak: "before",
    },
  ]);
});

it("a book without pages has only a title", () => {
  expect(layOut([]).content).toEqual([
    { text: "Guide", fontSize: 26, bold: true, margin: [0, 0, 0, 6] },
    {
      text: [{ text: "Draft " }, { text: "🍵", font: "Emoji" }],
      color: "#666666",
      margin: [0, 0, 0, 20],
    },
  ]);
});

it("reusable contents of the space are inserted, to four levels", () => {
  const included = {
    a: { body: toBody(paragraph("Inserted"), include("b")) },
    b: { body: toBody(include("b"), paragraph("Nested")) },
  };
  const nodes = [
    include("a"),
    include("nosuch"),
    include("a", { space: "s1" }),
    { ...include("a"), type: "content-ref" },
  ];
  const page = { id: "p1", title: "A", depth: 0, body: toBody(...nodes) };
  expect(layOut([page], { included }).content).toEqual([
    { text: "Guide", fontSize: 26, bold: true, margin: [0, 0, 0, 6] },
    {
      text: [{ text: "Draft " }, { text: "🍵", font: "Emoji" }],
      color: "#666666",
      margin: [0, 0, 0, 20],
    },
    {
      text: "A",
      id: "page-p1",
      fontSize: 22,
      bold: true,
      margin: [0, 0, 0, 8],
      tocItem: false,
      tocMargin: [0, 0, 0, 0],
      outline: true,
      outlineText: "A",
    },
    { stack: [{ text: [{ text: "Inserted" }] }], margin: [0, 0, 0, 8] },
    { stack: [{ text: [{ text: "Nested" }] }], margin: [0, 0, 0, 8] },
    { stack: [{ text: [{ text: "Nested" }] }], margin: [0, 0, 0, 8] },
    { stack: [{ text: [{ text: "Nested" }] }], margin: [0, 0, 0, 8] },
  ]);
});

it("URLs in the HTML of a page lead to their targets in the book", () => {
  const html = '<p><a href="b.md">Next</a> <a href="https://example.com">Web</a></p>';
  const body = toBody(buildBlock("html", { html }));
  const addresses = [[{ kind: "page", page: "p2" }, "b.md"]] as const;
  const pages = [
    { id: "p1", title: "A", depth: 0, body, addresses },
    { id: "p2", title: "B", depth: 0 },
  ];
  expect(layOut(pages).content).toEqual([
    { text: "Guide", fontSize: 26, bold: true, margin: [0, 0, 0, 6] },
    {
      text: [{ text: "Draft " }, { text: "🍵", font: "Emoji" }],
      color: "#666666",
      margin: [0, 0, 0, 20],
    },
    { toc: {} },
    {
      text: "A",
      id: "page-p1",
      fontSize: 22,
      bold: true,
      margin: [0, 0, 0, 8],
      tocItem: true,
      tocMargin: [0, 0, 0, 0],
      outline: true,
      outlineText: "A",
      pageBreak: "before",
    },
    {
      stack: [
        {
          text: [
            { linkToDestination: "page-p2", color: "#1155cc", text: "Next" },
            { text: " " },
            { link: "https://example.com", color: "#1155cc", text: "Web" },
          ],
        },
      ],
      margin: [0, 0, 0, 8],
    },
    {
      text: "B",
      id: "page-p2",
      fontSize: 22,
      bold: true,
      margin: [0, 0, 0, 8],
      tocItem: true,
      tocMargin: [0, 0, 0, 0],
      outline: true,
      outlineText: "B",
      pageBreak: "before",
    },
  ]);
});

it("URLs in the HTML of reusable contents are relative to them", () => {
  const row = '<tr><td><a href="b.md">Next</a></td></tr>';
  const table = buildBlock("html", { html: `<table><tbody>${row}</tbody></table>` });
  const leadTo = (page: string) => [[{ kind: "page" as const, page }, "b.md"] as const];
  const included = {
    a: { body: toBody(table, include("b")), addresses: leadTo("p2") },
    b: { body: toBody(table), addresses: leadTo("p3") },
    c: { body: toBody(table) },
  };
  const body = toBody(include("a"), table, include("c"));
  const pages = ["p1", "p2", "p3"].map((id) => ({ id, title: id, depth: 0 }));
  const first = { id: "p1", title: "p1", depth: 0, body, addresses: leadTo("p1") };
  const { content } = layOut([first, ...pages.slice(1)], { included });
  const links = JSON.stringify(content).match(/"linkToDestination":"[^"]*"|"text":"Next"/g);
  const leads = (page: string) => [`"linkToDestination":"page-${page}"`, '"text":"Next"'];
  // A link whose target is unknown is text.
  expect(links).toEqual([...leads("p2"), ...leads("p3"), ...leads("p1"), '"text":"Next"']);
});
