import { expect, test } from "vitest";
import type { Node } from "../../../src/contract/document.model.ts";
import { block, inline, mark, url, words, write } from "../../support/generators/markdown-nodes.ts";

const bold = mark("bold");
const red = mark("color", { text: "red" });
const text = block("paragraph", {}, words("a"));

interface TableData {
  readonly definition?: Record<string, Record<string, unknown>>;
  readonly records?: Record<string, Record<string, unknown>>;
  readonly texts?: Record<string, Node[]>;
  readonly [name: string]: unknown;
}

const table = ({ texts = {}, ...data }: TableData): Node => ({
  ...block("table", data),
  fragments: Object.entries(texts).map(([fragment, nodes]) => ({
    object: "fragment",
    fragment,
    nodes,
  })),
});
const one = {
  definition: { a: { title: "A" } },
  records: { r: { orderIndex: "1", values: { a: "x" } } },
};

test.each<[string, TableData, string]>([
  ["nothing", {}, "|  |\n|  |\n"],
  ["a value", one, "| A |\n| - |\n| x |\n"],
  [
    "rows in order",
    {
      ...one,
      records: {
        s: { orderIndex: "2", values: { a: "y" } },
        r: { orderIndex: "1", values: { a: "x" } },
        t: {},
      },
    },
    "| A |\n| - |\n|   |\n| x |\n| y |\n",
  ],
  [
    "values of every kind",
    {
      definition: { a: { title: "A" } },
      records: Object.fromEntries(
        [1, true, "", null, ["p", "q"], { ref: url("u") }, url("u"), {}].map((a, at) => [
          `r${at}`,
          { orderIndex: String(at), values: { a } },
        ]),
      ),
    },
    `| A      |
| ------ |
| 1      |
| true   |
|        |
|        |
| p, q   |
|        |
| [u](u) |
|        |
`,
  ],
  [
    "texts",
    {
      ...one,
      texts: { x: [text, block("paragraph", {}, words("b", bold))], t: [text] },
      definition: { a: { title: "A", titleFragment: "t" } },
    },
    "| a          |\n| ---------- |\n| a<br>**b** |\n",
  ],
  [
    "alignments",
    {
      definition: {
        a: { title: "A", textAlignment: "left" },
        b: { title: "B", textAlignment: "right" },
        c: { title: "C", textAlignment: "center" },
        d: { title: "D", textAlignment: "odd" },
        e: { title: "E", textAlignment: "left", aligned: false },
      },
      records: { r: {} },
    },
    `| A  |  B |  C  | D | E |
| :- | -: | :-: | - | - |
|    |    |     |   |   |
`,
  ],
  [
    "columns in the order of the view",
    { ...one, view: { columns: ["b", "a"] }, definition: { a: { title: "A" }, b: { title: "B" } } },
    "| B | A |\n| - | - |\n|   | x |\n",
  ],
  [
    "a column that has no definition",
    { ...one, view: { columns: ["a", "z"] } },
    "| A |   |\n| - | - |\n| x |   |\n",
  ],
  [
    "a hidden column",
    {
      ...one,
      view: { columns: ["a"] },
      definition: {
        a: { title: "A", textAlignment: "center" },
        b: { title: "B", textAlignment: "left" },
      },
    },
    `<table><thead><tr><th align="center">A</th><th data-hidden>B</th></tr></thead><tbody><tr><td align="center">x</td><td></td></tr></tbody></table>
`,
  ],
  [
    "a hidden header",
    { ...one, view: { hideHeader: true } },
    "<table><tbody><tr><td>x</td></tr></tbody></table>\n",
  ],
  [
    "a header that is not hidden",
    { ...one, view: { hideHeader: false, type: "grid", columnWidths: {} } },
    "| A |\n| - |\n| x |\n",
  ],
  [
    "cards",
    {
      ...one,
      view: { type: "cards", cardSize: "large", coverDefinition: "a", targetDefinition: "b" },
      definition: { a: { title: "A", type: "files" }, b: { title: "B", type: "content-ref" } },
      records: { r: { values: { a: ["f1", "f2"], b: url("u") } } },
    },
    `<table data-card-size="large" data-view="cards"><thead><tr><th data-card-cover data-type="files">A</th><th data-card-target data-type="content-ref">B</th></tr></thead><tbody><tr><td><a href="/files/f1">/files/f1</a> <a href="/files/f2">/files/f2</a></td><td><a href="u">u</a></td></tr></tbody></table>
`,
  ],
  [
    "small cards",
    { ...one, view: { type: "cards", cardSize: "small", coverDefinitionDark: "a" } },
    `<table data-view="cards"><thead><tr><th data-card-cover-dark>A</th></tr></thead><tbody><tr><td>x</td></tr></tbody></table>
`,
  ],
  [
    "large rows",
    { ...one, view: { cardSize: "large", columnWidths: { a: 50 } } },
    `<table><thead><tr><th width="50">A</th></tr></thead><tbody><tr><td>x</td></tr></tbody></table>
`,
  ],
  [
    "full width",
    { ...one, fullWidth: true },
    `<table data-full-width="true"><thead><tr><th>A</th></tr></thead><tbody><tr><td>x</td></tr></tbody></table>
`,
  ],
  ["full width of another type", { ...one, fullWidth: "yes" }, "| A |\n| - |\n| x |\n"],
  [
    "a search",
    { ...one, search: true },
    `<table data-search="true"><thead><tr><th>A</th></tr></thead><tbody><tr><td>x</td></tr></tbody></table>
`,
  ],
  [
    "no search",
    { ...one, search: false },
    `<table data-search="false"><thead><tr><th>A</th></tr></thead><tbody><tr><td>x</td></tr></tbody></table>
`,
  ],
  ["a search of another type", { ...one, search: "yes" }, "| A |\n| - |\n| x |\n"],
  [
    "a rating",
    {
      ...one,
      definition: {
        a: { title: "A", type: "rating", max: 3 },
        b: { title: "B", type: "rating" },
        c: { title: "C", type: "number", max: 3 },
      },
      records: { r: { values: { a: 2, b: true, c: {} } } },
    },
    `<table><thead><tr><th data-type="rating" data-max="3">A</th><th data-type="rating">B</th><th data-type="number">C</th></tr></thead><tbody><tr><td>2</td><td>true</td><td></td></tr></tbody></table>
`,
  ],
  [
    "choices",
    {
      definition: {
        a: { title: "A & B", type: "select", options: [{ value: "o", label: "O" }] },
        b: { title: "", type: "multi-select" },
      },
      records: {
        r: { values: { a: "o", b: ["o", "p"] } },
        s: { values: { a: "p", b: [] } },
        t: { values: { a: "" } },
      },
    },
    `<table><thead><tr><th data-type="select">A &#x26; B</th><th data-type="multi-select"></th></tr></thead><tbody><tr><td><span data-option="o">O</span></td><td><span data-option="o">o</span> <span data-option="p">p</span></td></tr><tr><td><span data-option="p">p</span></td><td></td></tr><tr><td></td><td></td></tr></tbody></table>
`,
  ],
  [
    "a title with marks beside a type",
    {
      definition: { a: { title: "A", type: "number", titleFragment: "t" } },
      records: {},
      texts: { t: [block("paragraph", {}, words("b", bold))] },
    },
    `<table><thead><tr><th data-type="number"><strong>b</strong></th></tr></thead><tbody></tbody></table>
`,
  ],
  [
    "a list in a cell",
    { ...one, texts: { x: [text, block("list-unordered", {}, block("list-item", {}, text))] } },
    `<table><thead><tr><th>A</th></tr></thead><tbody><tr><td><p>a</p><ul><li>a</li></ul></td></tr></tbody></table>
`,
  ],
  [
    "other blocks in a cell",
    {
      ...one,
      texts: {
        x: [
          block("list-ordered", { start: 3 }, block("list-item", {}, text)),
          block("list-ordered", { start: "3" }, block("list-item", {}, text, text)),
          block("hint", {}, text),
          block("odd", {}, words("o")),
          block("odd"),
          block("html", { html: "<hr>" }),
          block("html"),
          block("images", {}, block("image", { ref: url("u") })),
          block("image", { ref: url("u") }),
          block(
            "code",
            {},
            block("code-line", {}, words("a<")),
            block("code-line", {}, words("b")),
          ),
          { ...block("expandable"), fragments: [{ object: "fragment", nodes: [text] }] },
        ],
      },
    },
    `<table><thead><tr><th>A</th></tr></thead><tbody><tr><td><ol start="3"><li>a</li></ol><ol><li><p>a</p><p>a</p></li></ol><p>a</p><p>o</p><hr><figure><img src="u" alt=""><figcaption></figcaption></figure><img src="u" alt=""><pre><code>a&#x3C;<br>b</code></pre><p>a</p></td></tr></tbody></table>
`,
  ],
  [
    "inline content in a cell of HTML",
    {
      ...one,
      search: true,
      texts: {
        x: [
          block(
            "paragraph",
            {},
            words("a<b", bold),
            words("c", mark("odd"), red),
            inline("line-break"),
            inline("html", { html: "<u>" }),
            inline("html"),
            inline("expression", { expression: "a.b" }),
            inline("inline-math", { formula: "x" }),
            inline("inline-math", {}),
            inline("emoji", { code: "1f44d" }),
            inline("link"),
            inline("mention", { ref: url("u") }),
            inline("icon", { icon: "star" }),
            inline("inline-image", { ref: url("u") }),
            inline("odd", {}, { nodes: [words("o")] }),
          ),
        ],
      },
    },
    `<table data-search="true"><thead><tr><th>A</th></tr></thead><tbody><tr><td><strong>a&#x3C;b</strong><mark style="color:red;background-color:default;">c</mark><br><u><code class="expression">a.b</code>$$x$$$$$$👍<a href=""></a><a href="u" data-mention>u</a><i class="fa-star">:star:</i><img src="u" alt="">o</td></tr></tbody></table>
`,
  ],
  [
    "merged cells",
    {
      definition: { a: { title: "A" }, b: { title: "B" } },
      records: {
        r: { orderIndex: "1", values: { a: "1", b: "2" } },
        s: { orderIndex: "2", values: { a: "3", b: "4" } },
      },
      cellMerges: [
        { anchor: { record: "r", column: "a" }, rowSpan: 2, colSpan: 1 },
        { anchor: { record: "s", column: "a" }, rowSpan: 1, colSpan: 2 },
        { anchor: { record: "r", column: "b" }, rowSpan: 1, colSpan: 1 },
        { anchor: { record: "x", column: "a" }, rowSpan: 2, colSpan: 2 },
        { anchor: { record: "r", column: "x" }, rowSpan: 2, colSpan: 2 },
      ],
    },
    `<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td rowspan="2">1</td><td>2</td></tr><tr><td>4</td></tr></tbody></table>
`,
  ],
  [
    "cells merged across columns",
    {
      definition: { a: { title: "A" }, b: { title: "B" } },
      records: { r: { values: { a: "1", b: "2" } } },
      cellMerges: [
        { anchor: { record: "r", column: "a" }, rowSpan: 1, colSpan: 2 },
        { anchor: { record: "r", column: "a" }, rowSpan: 1, colSpan: 1 },
      ],
    },
    `<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td colspan="2">1</td></tr></tbody></table>
`,
  ],
])("a table with %s", (_content, data, expected) => {
  expect(write(table(data))).toBe(expected);
});

test("a table with too many cells, or too much text in them, is not written", () => {
  const columns = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`c${at}`, {}]));
  const rows = (count: number, values = {}) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`r${at}`, { values }]));
  expect(() => write(table({ definition: columns, records: rows(101) }))).toThrow(
    /^The table has 1000 columns and 101 rows; at most 100000 cells/,
  );
  const long = { t: [block("paragraph", {}, words("x".repeat(1024 * 1024)))] };
  expect(() =>
    write(table({ definition: { a: {} }, records: rows(5, { a: "t" }), texts: long })),
  ).toThrow(/^The cells of the table have 5243740 characters/);
});
