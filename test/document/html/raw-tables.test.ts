import { expect, test } from "vitest";
import { parseMarkdown, writeMarkdown } from "../../../src/document/markdown.ts";
import { inPublishedBlocks } from "../../../src/document/published-blocks.ts";

/** Addresses that start with `file:` are files of the space. */
const publish = (markdown: string) =>
  inPublishedBlocks(parseMarkdown(markdown), (url) =>
    url.startsWith("file:") ? { kind: "file", file: url.slice(5) } : { kind: "url", url },
  );

/** A card with two links in a column of files, which has this role. */
const toCards = (role: string) =>
  `<table data-view="cards"><thead><tr><th>A</th><th ${role} data-type="files">B</th></tr></thead><tbody><tr><td>x</td><td><a href="file:F1">1</a><a href="file:F2">2</a></td></tr></tbody></table>`;

test.each([
  // A card has one cover of each kind, and a column of files has several.
  ["data-card-cover", { cover: { kind: "file", file: "F1" } }],
  ["data-card-cover-dark", { coverDark: { kind: "file", file: "F1" } }],
  ["", { c2: ["F1", "F2"] }],
])("with %j, a cell with two files has the value %j", (role, value) => {
  const [table] = publish(toCards(role)).nodes;
  expect(table?.data).toMatchObject({ records: { r1: { values: value } } });
});

test.each<[string, string]>([
  ["<table>x</table>", "x\n"],
  ["<table><tr><td>1</td></tr></table>", "<table><tbody><tr><td>1</td></tr></tbody></table>\n"],
  ["<table><tr><th>1</th></tr></table>", "<table><tbody><tr><td>1</td></tr></tbody></table>\n"],
  [
    "<table><tr><td>a<td>b<tr><td>c</table>",
    "<table><tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td><td></td></tr></tbody></table>\n",
  ],
  [
    "<table><tr><td>\n\n*a*\n\n</td></tr></table>",
    "<table><tbody><tr><td><em>a</em></td></tr></tbody></table>\n",
  ],
  [
    "<table><caption>C</caption><tr><td>1</td></tr></table>",
    "C\n\n<table><tbody><tr><td>1</td></tr></tbody></table>\n",
  ],
  [
    '<table><tr><td colspan="2" rowspan="0">a</td></tr></table>',
    '<table><tbody><tr><td colspan="2">a</td></tr></tbody></table>\n',
  ],
  [
    "<table><tr><th>A</th><td>B</td></tr><tr><td>1</td></tr></table>",
    "<table><tbody><tr><td>A</td><td>B</td></tr><tr><td>1</td><td></td></tr></tbody></table>\n",
  ],
  [
    "<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>",
    "| A | B |\n| - | - |\n| 1 | 2 |\n",
  ],
  [
    '<table><tr><td rowspan="2">a</td><td>b</td></tr><tr><td>c</td></tr></table>',
    '<table><tbody><tr><td rowspan="2">a</td><td>b</td></tr><tr><td>c</td></tr></tbody></table>\n',
  ],
  [
    "<table><tr><td><table><tr><td>in</td></tr></table></td><td>b</td></tr></table>",
    "<table><tbody><tr><td><p>in</p></td><td>b</td></tr></tbody></table>\n",
  ],
  [
    '<table><tr><td rowspan="2" colspan="2">a</td><td>b</td></tr><tr><td>c</td></tr></table>',
    "<table><tbody><tr><td>a</td><td></td><td>b</td></tr><tr><td></td><td></td><td>c</td></tr></tbody></table>\n",
  ],
  [
    '<table><thead><tr><th data-type="text">H</th></tr></thead><tbody><tr><td></td></tr></tbody></table>',
    "| H |\n| - |\n|   |\n",
  ],
  [
    '<table><thead><tr><th data-type="rating">H</th></tr></thead><tbody><tr><td></td></tr></tbody></table>',
    '<table><thead><tr><th data-type="rating" data-max="5">H</th></tr></thead><tbody><tr><td></td></tr></tbody></table>\n',
  ],
  [
    '<table><thead><tr><th data-type="files">H</th></tr></thead><tbody><tr><td>x</td></tr></tbody></table>',
    '<table><thead><tr><th data-type="files">H</th></tr></thead><tbody><tr><td>x</td></tr></tbody></table>\n',
  ],
  [
    '<table><thead><tr><th data-type="checkbox">H</th></tr></thead><tbody><tr><td></td></tr></tbody></table>',
    '<table><thead><tr><th data-type="checkbox">H</th></tr></thead><tbody><tr><td>false</td></tr></tbody></table>\n',
  ],
  [
    '<table><thead><tr><th data-type="checkbox">H</th></tr></thead><tbody><tr><td>x</td></tr></tbody></table>',
    '<table><thead><tr><th data-type="checkbox">H</th></tr></thead><tbody><tr><td>x</td></tr></tbody></table>\n',
  ],
  [
    '<table><thead><tr><th data-type="checkbox">H</th></tr></thead><tbody><tr><td>✓</td></tr></tbody></table>',
    '<table><thead><tr><th data-type="checkbox">H</th></tr></thead><tbody><tr><td>true</td></tr></tbody></table>\n',
  ],
  [
    '<table><thead><tr><th data-type="files">H</th></tr></thead><tbody><tr><td><img src="i"></td></tr></tbody></table>',
    '<table><thead><tr><th data-type="files">H</th></tr></thead><tbody><tr><td><img src="i" alt=""></td></tr></tbody></table>\n',
  ],
  [
    '<table><thead><tr><th data-type="image">H</th></tr></thead><tbody><tr><td><img src="i"></td></tr></tbody></table>',
    '<table><thead><tr><th data-type="image">H</th></tr></thead><tbody><tr><td><a href="i">i</a></td></tr></tbody></table>\n',
  ],
  [
    '<table><thead><tr><th data-type="number">H</th></tr></thead><tbody><tr><td><img src="i"></td></tr></tbody></table>',
    '<table><thead><tr><th data-type="number">H</th></tr></thead><tbody><tr><td><img src="i" alt=""></td></tr></tbody></table>\n',
  ],
  [
    '<table><thead><tr><th data-type="select">H</th></tr></thead><tbody><tr><td><span>o</span></td></tr></tbody></table>',
    '<table><thead><tr><th data-type="select">H</th></tr></thead><tbody><tr><td>o</td></tr></tbody></table>\n',
  ],
  [
    '<table><thead><tr><th data-type="files">H</th></tr></thead><tbody><tr><td><p>a</p><p>b</p></td></tr></tbody></table>',
    '<table><thead><tr><th data-type="files">H</th></tr></thead><tbody><tr><td><p>a</p><p>b</p></td></tr></tbody></table>\n',
  ],
  [
    '<table><thead><tr><th data-type="image">H</th></tr></thead><tbody><tr><td><a href="">t</a></td></tr></tbody></table>',
    '<table><thead><tr><th data-type="image">H</th></tr></thead><tbody><tr><td><a href="">t</a></td></tr></tbody></table>\n',
  ],
  [
    '<table><thead><tr><th data-type="text">H</th></tr></thead><tbody><tr><td><ul><li>a</li></ul></td></tr></tbody></table>',
    "<table><thead><tr><th>H</th></tr></thead><tbody><tr><td><ul><li>a</li></ul></td></tr></tbody></table>\n",
  ],
  [
    '<table><thead><tr><th data-type="checkbox">H</th></tr></thead><tbody><tr><td><input type="checkbox" checked></td></tr></tbody></table>',
    '<table><thead><tr><th data-type="checkbox">H</th></tr></thead><tbody><tr><td>true</td></tr></tbody></table>\n',
  ],
  [
    '<table><thead><tr><th data-hidden>A</th><th>B</th></tr></thead><tbody><tr><td><a href="file:F1">t</a></td><td>5</td></tr></tbody></table>',
    '<table><thead><tr><th>B</th><th data-hidden>A</th></tr></thead><tbody><tr><td>5</td><td><a href="/files/F1">t</a></td></tr></tbody></table>\n',
  ],
  [
    '<table data-view="cards"><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td><a href="file:F1">t</a></td><td>5</td></tr></tbody></table>',
    '<table data-view="cards"><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td><a href="/files/F1">t</a></td><td>5</td></tr></tbody></table>\n',
  ],
  [
    '<table data-search="true"><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td><a href="file:F1">t</a></td><td>5</td></tr></tbody></table>',
    '<table data-search="true"><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td><a href="/files/F1">t</a></td><td>5</td></tr></tbody></table>\n',
  ],
  [
    '<table data-search="false"><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td><a href="file:F1">t</a></td><td>5</td></tr></tbody></table>',
    '<table data-search="false"><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td><a href="/files/F1">t</a></td><td>5</td></tr></tbody></table>\n',
  ],
  [
    '<table><thead><tr><th data-type="files">H</th></tr></thead><tbody><tr><td><a href="file:F1">t</a><a href="file:F2">t</a></td></tr></tbody></table>',
    '<table><thead><tr><th data-type="files">H</th></tr></thead><tbody><tr><td><a href="/files/F1">/files/F1</a> <a href="/files/F2">/files/F2</a></td></tr></tbody></table>\n',
  ],
  [
    '<table data-full-width="true"><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td><a href="file:F1">t</a></td><td>5</td></tr></tbody></table>',
    '<table data-full-width="true"><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td><a href="/files/F1">t</a></td><td>5</td></tr></tbody></table>\n',
  ],
  [
    '<table><thead><tr><th>A</th><th>B</th></tr></thead><tr><td colspan="2">a</td></tr><tr><td rowspan="9">a</td><td>b</td></tr><tr><td>c</td></tr></table>',
    '<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td colspan="2">a</td></tr><tr><td rowspan="2">a</td><td>b</td></tr><tr><td>c</td></tr></tbody></table>\n',
  ],
  [
    '<table><thead><tr><th data-type="select">A</th><th>B <i>c</i></th></tr></thead><tbody><tr><td><a href="file:F1">t</a></td><td>5</td></tr></tbody></table>',
    '<table><thead><tr><th data-type="select">A</th><th>B <em>c</em></th></tr></thead><tbody><tr><td><a href="/files/F1">t</a></td><td>5</td></tr></tbody></table>\n',
  ],
  [
    '<table><thead><tr><th data-type="select">H</th></tr></thead><tbody><tr><td><span data-option="o">L</span><span data-option="p"></span></td></tr></tbody></table>',
    '<table><thead><tr><th data-type="select">H</th></tr></thead><tbody><tr><td><span data-option="o">L</span> <span data-option="p">p</span></td></tr></tbody></table>\n',
  ],
  [
    '<table><thead><tr><th width="100">A</th><th width="20px" align="right">B</th></tr></thead><tbody><tr><td><a href="file:F1">t</a></td><td>5</td></tr></tbody></table>',
    '<table><thead><tr><th width="100">A</th><th width="20" align="right">B</th></tr></thead><tbody><tr><td><a href="/files/F1">t</a></td><td align="right">5</td></tr></tbody></table>\n',
  ],
  [
    '<table><thead><tr><th data-type="multi-select">H</th></tr></thead><tbody><tr><td><span data-option="o">L</span><span data-option="p"></span></td></tr></tbody></table>',
    '<table><thead><tr><th data-type="multi-select">H</th></tr></thead><tbody><tr><td><span data-option="o">L</span> <span data-option="p">p</span></td></tr></tbody></table>\n',
  ],
  [
    '<table data-view="CARDS" data-card-size="large"><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td><a href="file:F1">t</a></td><td>5</td></tr></tbody></table>',
    '<table data-card-size="large" data-view="cards"><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td><a href="/files/F1">t</a></td><td>5</td></tr></tbody></table>\n',
  ],
  [
    '<table data-view="cards"><thead><tr><th data-card-target>A</th><th data-card-target>B</th></tr></thead><tbody><tr><td><a href="file:F1">t</a></td><td>5</td></tr></tbody></table>',
    '<table data-view="cards"><thead><tr><th>B</th><th data-hidden data-card-target data-type="content-ref">A</th></tr></thead><tbody><tr><td>5</td><td><a href="/files/F1">/files/F1</a></td></tr></tbody></table>\n',
  ],
  [
    '<table><thead><tr><th width="0" align="center" valign="middle">A</th><th valign="top" align="LEFT">B</th></tr></thead><tbody><tr><td><a href="file:F1">t</a></td><td>5</td></tr></tbody></table>',
    "|        A       | B  |\n| :------------: | :- |\n| [t](/files/F1) | 5  |\n",
  ],
  [
    '<table data-view="cards"><thead><tr><th data-card-cover>A</th><th data-card-cover-dark data-type="image">B</th></tr></thead><tbody><tr><td><a href="file:F1">t</a></td><td>5</td></tr></tbody></table>',
    '<table data-view="cards"><thead><tr><th data-hidden data-card-cover data-type="image">A</th><th data-hidden data-card-cover-dark data-type="image">B</th></tr></thead><tbody><tr><td><a href="/files/F1">/files/F1</a></td><td></td></tr></tbody></table>\n',
  ],
  [
    '<table><thead><tr><th data-type="rating" data-max="10"><b>A</b></th><th data-type="rating" data-max="100">B</th></tr></thead><tbody><tr><td><a href="file:F1">t</a></td><td>5</td></tr></tbody></table>',
    '<table><thead><tr><th data-type="rating" data-max="10"><strong>A</strong></th><th data-type="rating" data-max="5">B</th></tr></thead><tbody><tr><td><a href="/files/F1">t</a></td><td>5</td></tr></tbody></table>\n',
  ],
  [
    '<table data-view="cards"><thead><tr><th width="0" align="center" valign="middle">A</th><th valign="top" align="LEFT">B</th></tr></thead><tbody><tr><td><a href="file:F1">t</a></td><td>5</td></tr></tbody></table>',
    '<table data-view="cards"><thead><tr><th align="center">A</th><th>B</th></tr></thead><tbody><tr><td align="center"><a href="/files/F1">t</a></td><td>5</td></tr></tbody></table>\n',
  ],
])("the table %s is exported as Markdown", (html, expected) => {
  expect(writeMarkdown(publish(html))).toBe(expected);
});

test.each<[string, unknown]>([
  [
    "<table><tr><td>1</td></tr></table>",
    [
      {
        object: "block",
        type: "table",
        isVoid: true,
        data: {
          view: { type: "grid", columns: ["c1"], hideHeader: true },
          records: { r1: { orderIndex: "000001", values: { c1: "r1c1" } } },
          definition: {
            c1: { id: "c1", title: "", type: "text", textAlignment: "left", aligned: false },
          },
        },
        fragments: [
          {
            object: "fragment",
            fragment: "r1c1",
            nodes: [
              {
                object: "block",
                type: "paragraph",
                data: {},
                nodes: [{ object: "text", leaves: [{ object: "leaf", text: "1", marks: [] }] }],
                isVoid: false,
              },
            ],
          },
        ],
      },
    ],
  ],
  [
    '<table><thead><tr><th data-type="files">H</th></tr></thead><tbody><tr><td></td></tr></tbody></table>',
    [
      {
        object: "block",
        type: "table",
        isVoid: true,
        data: {
          view: { type: "grid", columns: ["c1"], hideHeader: false },
          records: { r1: { orderIndex: "000001", values: { c1: "r1c1" } } },
          definition: { c1: { id: "c1", title: "H", type: "files" } },
        },
        fragments: [{ object: "fragment", fragment: "r1c1", nodes: [] }],
      },
    ],
  ],
  [
    '<table><thead><tr><th data-type="select">H</th></tr></thead><tbody><tr><td></td></tr></tbody></table>',
    [
      {
        object: "block",
        type: "table",
        isVoid: true,
        data: {
          view: { type: "grid", columns: ["c1"], hideHeader: false },
          records: { r1: { orderIndex: "000001", values: { c1: "r1c1" } } },
          definition: { c1: { id: "c1", title: "H", type: "select", options: [] } },
        },
        fragments: [{ object: "fragment", fragment: "r1c1", nodes: [] }],
      },
    ],
  ],
  [
    '<table><thead><tr><th data-hidden>A</th><th>B</th></tr></thead><tbody><tr><td><a href="file:F1">t</a></td><td>5</td></tr></tbody></table>',
    [
      {
        object: "block",
        type: "table",
        isVoid: true,
        data: {
          view: { type: "grid", columns: ["c1"], hideHeader: false },
          records: { r1: { orderIndex: "000001", values: { h1: "r1h1", c1: "r1c1" } } },
          definition: {
            h1: { id: "h1", title: "A", type: "text", textAlignment: "left", aligned: false },
            c1: { id: "c1", title: "B", type: "text", textAlignment: "left", aligned: false },
          },
        },
        fragments: [
          {
            object: "fragment",
            fragment: "r1h1",
            nodes: [
              {
                object: "block",
                type: "paragraph",
                data: {},
                nodes: [
                  {
                    object: "inline",
                    type: "link",
                    isVoid: false,
                    data: { ref: { kind: "file", file: "F1" } },
                    nodes: [{ object: "text", leaves: [{ object: "leaf", text: "t", marks: [] }] }],
                  },
                ],
                isVoid: false,
              },
            ],
          },
          {
            object: "fragment",
            fragment: "r1c1",
            nodes: [
              {
                object: "block",
                type: "paragraph",
                data: {},
                nodes: [{ object: "text", leaves: [{ object: "leaf", text: "5", marks: [] }] }],
                isVoid: false,
              },
            ],
          },
        ],
      },
    ],
  ],
])("the table %s has these blocks", (html, expected) => {
  expect(publish(html).nodes).toEqual(expected);
});
