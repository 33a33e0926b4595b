import { expect, it } from "vitest";
import type { Node } from "../../../../src/contract/document.model.ts";
import { renderBlocks } from "../../../../src/service/engines/pdf/blocks.ts";
import type { PageContext } from "../../../../src/service/engines/pdf/book.ts";
import {
  addFragments,
  buildBlock,
  buildInline,
  buildText,
} from "../../../support/generators/nodes.ts";

const setting: PageContext = {
  book: {
    title: "Guide",
    subtitle: "",
    printedAt: "2026-03-02T08:00:00.000Z",
    pages: [],
    images: {},
    files: { f1: "prices.csv" },
  },
  titles: new Map([["p1", "Install"]]),
  images: new Map([["dot", "data:image/png;base64,dot"]]),
  emoji: (name) => (name === "tea" ? "🍵" : undefined),
};

const paragraph = (...nodes: Node[]) => buildBlock("paragraph", {}, nodes);
const image = (file: string, data: Record<string, unknown> = {}) =>
  buildInline("inline-image", { ref: { kind: "file", file }, ...data });

/** Layout functions are replaced with their results for the first two lines or columns. */
function evaluateLayout(content: unknown): unknown {
  if (typeof content === "function") return [content(0), content(1)];
  if (Array.isArray(content)) return content.map(evaluateLayout);
  if (typeof content !== "object" || content === null) return content;
  return Object.fromEntries(
    Object.entries(content).map(([name, value]) => [name, evaluateLayout(value)]),
  );
}

const rows: [string, Node, unknown][] = [
  [
    "headings have a size by level",
    buildBlock(
      "a",
      {},
      [1, 2, 6, 7].map((level) => buildBlock(`heading-${level}`, {}, [buildText("A")])),
    ),
    [
      { stack: [{ text: [{ text: "A" }] }], fontSize: 16, bold: true, margin: [0, 8, 0, 4] },
      { stack: [{ text: [{ text: "A" }] }], fontSize: 14, bold: true, margin: [0, 8, 0, 4] },
      { stack: [{ text: [{ text: "A" }] }], fontSize: 10, bold: true, margin: [0, 8, 0, 4] },
    ],
  ],
  [
    "a heading can be centered",
    buildBlock("heading-1", { align: "center" }, [buildText("A")]),
    [
      {
        stack: [
          { stack: [{ text: [{ text: "A" }] }], fontSize: 16, bold: true, margin: [0, 8, 0, 4] },
        ],
        alignment: "center",
      },
    ],
  ],
  [
    "a paragraph can be at the end of the line",
    buildBlock("paragraph", { align: "end" }, [buildText("A")]),
    [{ stack: [{ stack: [{ text: [{ text: "A" }] }], margin: [0, 0, 0, 8] }], alignment: "right" }],
  ],
  [
    "a paragraph without an alignment",
    buildBlock("paragraph", { align: "start" }, [buildText("A")]),
    [{ stack: [{ text: [{ text: "A" }] }], margin: [0, 0, 0, 8] }],
  ],
  ["an empty paragraph", paragraph(buildText(" ")), []],
  [
    "an image between words",
    paragraph(buildText("a"), image("dot"), buildText("b")),
    [
      { stack: [{ text: [{ text: "a" }] }], margin: [0, 0, 0, 8] },
      { image: "data:image/png;base64,dot", fit: [225, 620], margin: [0, 0, 0, 8] },
      { stack: [{ text: [{ text: "b" }] }], margin: [0, 0, 0, 8] },
    ],
  ],
  [
    "an image alone",
    paragraph(buildText(" "), image("dot"), buildText(" ")),
    [{ image: "data:image/png;base64,dot", fit: [480, 620], margin: [0, 0, 0, 8] }],
  ],
  [
    "an image at the height of a line",
    paragraph(image("dot", { size: "line" })),
    [{ image: "data:image/png;base64,dot", fit: [225, 12], margin: [0, 0, 0, 8] }],
  ],
  [
    "a paragraph with only an image that is not in the PDF",
    paragraph(image("no")),
    [{ stack: [{ text: [{ color: "#666666", text: "[image]" }] }], margin: [0, 0, 0, 8] }],
  ],
  [
    "an image that is not in the PDF is a link to its source",
    paragraph(
      buildInline("inline-image", {
        ref: { kind: "url", url: "https://example.com/cup.png" },
        alt: "Cup",
      }),
    ),
    [
      {
        stack: [
          { text: [{ link: "https://example.com/cup.png", color: "#666666", text: "[Cup]" }] },
        ],
        margin: [0, 0, 0, 8],
      },
    ],
  ],
  [
    "a paragraph of nodes without text",
    paragraph(
      buildInline("expression", { expression: "space.vars.a" }),
      buildInline("footnote-reference", { label: "a" }),
    ),
    [
      {
        stack: [
          {
            text: [
              { font: "Code", text: "space.vars.a" },
              { sup: true, text: "a" },
            ],
          },
        ],
        margin: [0, 0, 0, 8],
      },
    ],
  ],
  ["a paragraph of a line break", paragraph(buildInline("html", { html: "<br>" })), []],
  [
    "an image and a mention",
    paragraph(image("dot"), buildInline("mention", { label: "Ada" })),
    [
      { image: "data:image/png;base64,dot", fit: [225, 620], margin: [0, 0, 0, 8] },
      { stack: [{ text: [{ text: "Ada" }] }], margin: [0, 0, 0, 8] },
    ],
  ],
  [
    "an unordered list",
    buildBlock("list-unordered", {}, [buildBlock("list-item", {}, [paragraph(buildText("one"))])]),
    [
      {
        ul: [{ stack: [{ stack: [{ text: [{ text: "one" }] }], margin: [0, 0, 0, 8] }] }],
        margin: [0, 0, 0, 4],
      },
    ],
  ],
  [
    "an ordered list with a start",
    buildBlock("list-ordered", { start: 3 }, [
      buildBlock("list-item", {}, [paragraph(buildText("one"))]),
    ]),
    [
      {
        ol: [{ stack: [{ stack: [{ text: [{ text: "one" }] }], margin: [0, 0, 0, 8] }] }],
        start: 3,
        margin: [0, 0, 0, 4],
      },
    ],
  ],
  [
    "an ordered list without a start",
    buildBlock("list-ordered", {}, [buildBlock("list-item")]),
    [{ ol: [{ stack: [] }], start: 1, margin: [0, 0, 0, 4] }],
  ],
  [
    "tasks",
    buildBlock("list-tasks", {}, [
      buildBlock("list-item", { checked: true }, [paragraph(buildText("one"))]),
      buildBlock("list-item", { checked: false }),
      buildBlock("list-item", { checked: "yes" }),
    ]),
    [
      {
        ul: [
          {
            columns: [
              { text: "☑", width: 14 },
              [{ stack: [{ text: [{ text: "one" }] }], margin: [0, 0, 0, 8] }],
            ],
            listType: "none",
          },
          { columns: [{ text: "☐", width: 14 }, []], listType: "none" },
          { stack: [] },
        ],
        margin: [0, 0, 0, 4],
      },
    ],
  ],
  [
    "code with a title",
    buildBlock("code", { title: "Start :tea:" }, [
      buildBlock("code-line", {}, [buildText("a :tea:")]),
      buildBlock("code-line", {}, [buildText("  b")]),
    ]),
    [
      {
        text: [{ text: "Start " }, { text: "🍵", font: "Emoji" }],
        bold: true,
        margin: [0, 4, 0, 4],
      },
      {
        table: {
          widths: ["*"],
          body: [
            [{ text: "a :tea:\n  b", font: "Code", fontSize: 8.5, preserveLeadingSpaces: true }],
          ],
        },
        layout: {
          defaultBorder: false,
          fillColor: "#f5f5f5",
          paddingLeft: [8, 8],
          paddingRight: [8, 8],
          paddingTop: [6, 6],
          paddingBottom: [6, 6],
        },
        margin: [0, 0, 0, 8],
      },
    ],
  ],
  [
    "code without lines",
    buildBlock("code", { title: "" }),
    [
      {
        table: {
          widths: ["*"],
          body: [[{ text: " ", font: "Code", fontSize: 8.5, preserveLeadingSpaces: true }]],
        },
        layout: {
          defaultBorder: false,
          fillColor: "#f5f5f5",
          paddingLeft: [8, 8],
          paddingRight: [8, 8],
          paddingTop: [6, 6],
          paddingBottom: [6, 6],
        },
        margin: [0, 0, 0, 8],
      },
    ],
  ],
  [
    "math",
    buildBlock("math", { formula: "x^2" }),
    [
      {
        table: {
          widths: ["*"],
          body: [[{ text: "x^2", font: "Code", fontSize: 8.5, preserveLeadingSpaces: true }]],
        },
        layout: {
          defaultBorder: false,
          fillColor: "#f5f5f5",
          paddingLeft: [8, 8],
          paddingRight: [8, 8],
          paddingTop: [6, 6],
          paddingBottom: [6, 6],
        },
        margin: [0, 0, 0, 8],
      },
    ],
  ],
  [
    "math without a formula",
    buildBlock("math"),
    [
      {
        table: {
          widths: ["*"],
          body: [[{ text: " ", font: "Code", fontSize: 8.5, preserveLeadingSpaces: true }]],
        },
        layout: {
          defaultBorder: false,
          fillColor: "#f5f5f5",
          paddingLeft: [8, 8],
          paddingRight: [8, 8],
          paddingTop: [6, 6],
          paddingBottom: [6, 6],
        },
        margin: [0, 0, 0, 8],
      },
    ],
  ],
  [
    "a quotation",
    buildBlock("blockquote", {}, [paragraph(buildText("A"))]),
    [
      {
        table: {
          widths: ["*"],
          body: [[{ stack: [{ stack: [{ text: [{ text: "A" }] }], margin: [0, 0, 0, 8] }] }]],
        },
        layout: {
          hLineWidth: [0, 0],
          vLineWidth: [2, 0],
          vLineColor: ["#cccccc", "#cccccc"],
          paddingLeft: [10, 10],
        },
        margin: [0, 0, 0, 8],
      },
    ],
  ],
  [
    "a hint",
    buildBlock("hint", {}, [paragraph(buildText("A"))]),
    [
      {
        table: {
          widths: ["*"],
          body: [[{ stack: [{ stack: [{ text: [{ text: "A" }] }], margin: [0, 0, 0, 8] }] }]],
        },
        layout: {
          hLineWidth: [0, 0],
          vLineWidth: [2, 0],
          vLineColor: ["#e8a33d", "#e8a33d"],
          paddingLeft: [10, 10],
        },
        margin: [0, 0, 0, 8],
      },
    ],
  ],
  [
    "a divider",
    buildBlock("divider"),
    [
      {
        canvas: [
          { type: "line", x1: 0, y1: 4, x2: 480, y2: 4, lineWidth: 0.5, lineColor: "#999999" },
        ],
        margin: [0, 4, 0, 10],
      },
    ],
  ],
  [
    "images with captions",
    buildBlock("images", {}, [
      addFragments(buildBlock("image", { ref: { kind: "file", file: "dot" }, width: 400 }), {
        caption: [paragraph(buildText("A dot")), paragraph(buildText(" "))],
      }),
      buildBlock("image", { ref: { kind: "file", file: "dot" }, width: 4000 }),
      buildBlock("image", { ref: { kind: "file", file: "dot" }, width: 0 }),
      buildBlock("image", { ref: { kind: "file", file: "dot" }, width: { unit: "%", value: 50 } }),
      buildBlock("image", { ref: { kind: "url", url: "https://example.com/cup.png" }, alt: "Cup" }),
      buildBlock("image", { ref: { kind: "file", file: "no" } }),
    ]),
    [
      {
        stack: [
          { image: "data:image/png;base64,dot", fit: [300, 620] },
          { stack: [{ text: [{ text: "A dot" }] }], fontSize: 8, italics: true },
        ],
        margin: [0, 0, 0, 8],
      },
      { stack: [{ image: "data:image/png;base64,dot", fit: [480, 620] }], margin: [0, 0, 0, 8] },
      { stack: [{ image: "data:image/png;base64,dot", fit: [480, 620] }], margin: [0, 0, 0, 8] },
      { stack: [{ image: "data:image/png;base64,dot", fit: [480, 620] }], margin: [0, 0, 0, 8] },
      {
        stack: [{ text: "[Cup]", color: "#666666", link: "https://example.com/cup.png" }],
        margin: [0, 0, 0, 8],
      },
      { stack: [{ text: "[image]", color: "#666666" }], margin: [0, 0, 0, 8] },
    ],
  ],
  [
    "a drawing",
    buildBlock("drawing", { ref: { kind: "file", file: "dot" } }),
    [{ stack: [{ image: "data:image/png;base64,dot", fit: [480, 620] }], margin: [0, 0, 0, 8] }],
  ],
  [
    "a caption of inline nodes",
    addFragments(buildBlock("image", { ref: { kind: "file", file: "dot" } }), {
      caption: [buildText("A dot")],
    }),
    [
      {
        stack: [
          { image: "data:image/png;base64,dot", fit: [480, 620] },
          { stack: [{ text: [{ text: "A dot" }] }], fontSize: 8, italics: true },
        ],
        margin: [0, 0, 0, 8],
      },
    ],
  ],
  [
    "an update",
    buildBlock("update", { date: "2026-03-02", tags: "fixes, new" }, [paragraph(buildText("A"))]),
    [
      { text: "2026-03-02 · fixes · new", bold: true, margin: [0, 4, 0, 4] },
      { stack: [{ text: [{ text: "A" }] }], margin: [0, 0, 0, 8] },
    ],
  ],
  [
    "a prompt",
    buildBlock("prompt", { description: "Ask" }, [paragraph(buildText("A"))]),
    [
      { text: "Ask", bold: true, margin: [0, 4, 0, 4] },
      { stack: [{ text: [{ text: "A" }] }], margin: [0, 0, 0, 8] },
    ],
  ],
  [
    "an operation",
    buildBlock("openapi-operation", {
      method: "get",
      path: "/pets",
      ref: { kind: "url", url: "https://example.com/api" },
    }),
    [
      { text: "get /pets", bold: true, margin: [0, 4, 0, 4] },
      {
        text: "https://example.com/api",
        color: "#1155cc",
        link: "https://example.com/api",
        margin: [0, 0, 0, 8],
      },
    ],
  ],
  [
    "an operation without a method",
    buildBlock("swagger", { path: "/pets" }),
    [{ text: "/pets", bold: true, margin: [0, 4, 0, 4] }],
  ],
  [
    "schemas and a webhook without a path",
    buildBlock("a", {}, [buildBlock("openapi-schemas"), buildBlock("openapi-webhook")]),
    [],
  ],
  [
    "an expandable block",
    addFragments(buildBlock("expandable"), {
      "expandable-title": [paragraph(buildText("More"))],
      "expandable-body": [paragraph(buildText("A"))],
    }),
    [
      { stack: [{ stack: [{ text: [{ text: "More" }] }], margin: [0, 0, 0, 8] }], bold: true },
      { stack: [{ text: [{ text: "A" }] }], margin: [0, 0, 0, 8] },
    ],
  ],
  [
    "an expandable block without a title",
    addFragments(buildBlock("expandable"), { "expandable-body": [paragraph(buildText("A"))] }),
    [{ stack: [{ text: [{ text: "A" }] }], margin: [0, 0, 0, 8] }],
  ],
  ["an expandable block without content", buildBlock("expandable"), []],
  [
    "tabs and steps",
    buildBlock("a", {}, [
      buildBlock("tabs-item", { title: "Linux" }, [paragraph(buildText("A"))]),
      buildBlock("stepper-step", { title: "First" }, [paragraph(buildText("B"))]),
    ]),
    [
      { text: "Linux", bold: true, margin: [0, 4, 0, 4] },
      { stack: [{ text: [{ text: "A" }] }], margin: [0, 0, 0, 8] },
      { text: "First", bold: true, margin: [0, 4, 0, 4] },
      { stack: [{ text: [{ text: "B" }] }], margin: [0, 0, 0, 8] },
    ],
  ],
  ["a tab without a title", buildBlock("tabs-item", { title: 7 }), []],
  [
    "a footnote with a label",
    buildBlock("footnote-definition", { label: "a", identifier: "b" }, [paragraph(buildText("A"))]),
    [
      {
        columns: [
          { text: "a.", width: 20 },
          [{ stack: [{ text: [{ text: "A" }] }], margin: [0, 0, 0, 8] }],
        ],
        fontSize: 8,
      },
    ],
  ],
  [
    "a footnote without a label",
    buildBlock("footnote-definition", { identifier: "b" }),
    [{ columns: [{ text: "b.", width: 20 }, []], fontSize: 8 }],
  ],
  [
    "HTML becomes its text",
    buildBlock("html", { html: " <p>one</p><p>two</p> " }),
    [{ text: "one  two", margin: [0, 0, 0, 8] }],
  ],
  ["HTML without text", buildBlock("html", { html: "<hr>" }), []],
  ["HTML without content", buildBlock("html"), []],
  [
    "an unknown block with content",
    buildBlock("nosuch", { ref: { kind: "page", page: "p1" } }, [paragraph(buildText("A"))]),
    [{ stack: [{ text: [{ text: "A" }] }], margin: [0, 0, 0, 8] }],
  ],
  [
    "an unknown block without content is a link",
    buildBlock("content-ref", { ref: { kind: "page", page: "p1" } }),
    [{ text: "Install", color: "#1155cc", linkToDestination: "page-p1", margin: [0, 0, 0, 8] }],
  ],
  ["an unknown block without content and target", buildBlock("nosuch"), []],
  [
    "an embed with a caption",
    addFragments(
      buildBlock("embed", { url: "https://example.com/v", ref: { kind: "page", page: "p1" } }),
      { caption: [paragraph(buildText("A video"))] },
    ),
    [
      {
        text: "https://example.com/v",
        color: "#1155cc",
        link: "https://example.com/v",
        margin: [0, 0, 0, 8],
      },
      { stack: [{ text: [{ text: "A video" }] }], margin: [0, 0, 0, 8] },
    ],
  ],
  [
    "a file",
    buildBlock("file", { ref: { kind: "file", file: "f1" } }),
    [{ text: "prices.csv", color: "#1155cc", margin: [0, 0, 0, 8] }],
  ],
  [
    "a file without a name",
    buildBlock("file", { ref: { kind: "file", file: "f2" } }),
    [{ text: "File", color: "#1155cc", margin: [0, 0, 0, 8] }],
  ],
  [
    "an anchor of a page in the PDF",
    buildBlock("content-ref", { ref: { kind: "anchor", anchor: "start", page: "p1" } }),
    [{ text: "Install", color: "#1155cc", linkToDestination: "page-p1", margin: [0, 0, 0, 8] }],
  ],
  [
    "an anchor of another page",
    buildBlock("content-ref", { ref: { kind: "anchor", anchor: "start", page: "p2" } }),
    [{ text: "#start", color: "#1155cc", margin: [0, 0, 0, 8] }],
  ],
  [
    "an anchor of the same page",
    buildBlock("content-ref", { ref: { kind: "anchor", anchor: "start" } }),
    [{ text: "#start", color: "#1155cc", margin: [0, 0, 0, 8] }],
  ],
  [
    "a page that is not in the PDF",
    buildBlock("content-ref", { ref: { kind: "page", page: "p2" } }),
    [],
  ],
  [
    "a URL that cannot be opened",
    buildBlock("embed", { url: "javascript:alert(1)" }),
    [{ text: "javascript:alert(1)", color: "#1155cc", margin: [0, 0, 0, 8] }],
  ],
  [
    "an email address",
    buildBlock("embed", { url: "MAILTO:ada@example.com" }),
    [
      {
        text: "MAILTO:ada@example.com",
        color: "#1155cc",
        link: "MAILTO:ada@example.com",
        margin: [0, 0, 0, 8],
      },
    ],
  ],
];

it.each(rows)("%s", (_, node, content) => {
  expect(evaluateLayout(renderBlocks([node], setting))).toEqual(content);
});
