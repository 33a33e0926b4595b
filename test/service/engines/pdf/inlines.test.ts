import { expect, it } from "vitest";
import type { Node } from "../../../../src/contract/document.model.ts";
import type { PageContext } from "../../../../src/service/engines/pdf/book.ts";
import { renderLine } from "../../../../src/service/engines/pdf/inlines.ts";
import { buildInline, buildText } from "../../../support/generators/nodes.ts";

const setting: PageContext = {
  book: { title: "", subtitle: "", printedAt: "2026-03-02T08:00:00.000Z", pages: [], images: {} },
  titles: new Map([["p1", "Install"]]),
  images: new Map(),
  emoji: (name) => (name === "tea" ? "🍵" : undefined),
};
const page = { kind: "page", page: "p1" };

const rows: [string, Node[], unknown][] = [
  [
    "marks",
    [
      buildText("A", "bold", "italic"),
      buildText("B", "strikethrough"),
      buildText(":tea:", "code", "bold"),
      buildText(":tea:", "keyboard"),
      buildText(":tea: C", "superscript"),
      buildText("D", "subscript"),
      buildText("E", "nosuch", "toString"),
    ],
    {
      text: [
        { bold: true, italics: true, text: "A" },
        { decoration: "lineThrough", text: "B" },
        { font: "Code", background: "#f0f0f0", bold: true, text: ":tea:" },
        { font: "Code", background: "#e8e8e8", text: ":tea:" },
        { sup: true, text: "🍵", font: "Emoji" },
        { sup: true, text: " C" },
        { sub: true, text: "D" },
        { text: "E" },
      ],
    },
  ],
  [
    "a link",
    [
      buildInline("link", { ref: { kind: "url", url: "https://example.com" } }, [
        buildText("A"),
        buildText("B", "bold"),
      ]),
    ],
    {
      text: [
        { link: "https://example.com", color: "#1155cc", text: "A" },
        { link: "https://example.com", color: "#1155cc", bold: true, text: "B" },
      ],
    },
  ],
  [
    "a link to an unknown page",
    [buildInline("link", { ref: { kind: "page", page: "p2" } }, [buildText("A")])],
    { text: [{ text: "A" }] },
  ],
  [
    "a link to an anchor of the same page",
    [buildInline("link", { ref: { kind: "anchor", anchor: "start" } }, [buildText("A")])],
    { text: [{ text: "A" }] },
  ],
  [
    "a button and a mention",
    [
      buildInline("button", { label: "Start :tea:", ref: page }),
      buildInline("mention", { ref: page, label: "Ada" }),
      buildInline("mention"),
    ],
    {
      text: [
        { linkToDestination: "page-p1", color: "#1155cc", text: "Start " },
        { linkToDestination: "page-p1", color: "#1155cc", text: "🍵", font: "Emoji" },
        { linkToDestination: "page-p1", color: "#1155cc", text: "Ada" },
      ],
    },
  ],
  [
    "nodes in a link",
    [
      buildInline("link", { ref: page }, [
        buildInline("mention", { label: "Ada" }),
        buildInline("emoji", { code: "1f600" }),
        buildInline("nosuch", {}, [buildText("A")]),
        buildInline("inline-image", {
          alt: "Cup",
          ref: { kind: "url", url: "https://example.com/cup.png" },
        }),
      ]),
    ],
    {
      text: [
        { linkToDestination: "page-p1", color: "#1155cc", text: "Ada" },
        { linkToDestination: "page-p1", color: "#1155cc", text: "😀", font: "Emoji" },
        { linkToDestination: "page-p1", color: "#1155cc", text: "A" },
        { linkToDestination: "page-p1", color: "#666666", text: "[Cup]" },
      ],
    },
  ],
  [
    "an image with a source",
    [buildInline("inline-image", { ref: { kind: "url", url: "https://example.com/cup.png" } })],
    { text: [{ link: "https://example.com/cup.png", color: "#666666", text: "[image]" }] },
  ],
  [
    "line breaks and other HTML",
    [
      buildText("a"),
      buildInline("html", { html: "<BR />" }),
      buildInline("html", { html: "<br>x" }),
      buildInline("html", { html: "<b>" }),
      buildText("b"),
    ],
    { text: [{ text: "a" }, { text: "\n" }, { text: "b" }] },
  ],
  [
    "formulas and expressions",
    [
      buildInline("inline-math", { formula: "x" }),
      buildInline("expression", { expression: "y" }),
      buildInline("expression"),
    ],
    {
      text: [
        { font: "Code", text: "x" },
        { font: "Code", text: "y" },
      ],
    },
  ],
  [
    "references to footnotes",
    [
      buildInline("footnote-reference", { label: "a", identifier: "b" }),
      buildInline("footnote-reference", { identifier: "c" }),
      buildInline("footnote-reference"),
    ],
    {
      text: [
        { sup: true, text: "a" },
        { sup: true, text: "c" },
      ],
    },
  ],
  ["an empty line keeps its height", [buildText("")], { text: " " }],
];

it.each(rows)("%s", (_, nodes, content) => {
  expect(renderLine(nodes, setting)).toEqual(content);
});
