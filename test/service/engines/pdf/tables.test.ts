import { expect, it } from "vitest";
import { renderBlocks } from "../../../../src/service/engines/pdf/blocks.ts";
import type { PageContext } from "../../../../src/service/engines/pdf/book.ts";
import { addFragments, buildBlock, buildText } from "../../../support/generators/nodes.ts";

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
};
const url = { kind: "url", url: "https://example.com" };
const paragraph = (words: string) => buildBlock("paragraph", {}, [buildText(words)]);

const definition = {
  name: { title: "Name", type: "text" },
  price: { title: "Price", type: "number", textAlignment: "right" },
};
const records = {
  r1: { orderIndex: "000002", values: { name: "t1", price: 3 } },
  r2: { orderIndex: "000001", values: { name: "t2", price: 0 } },
};
const texts = { t1: [paragraph("Tea")], t2: [], h1: [paragraph("Details")] };

const rows: [string, Record<string, unknown>, unknown][] = [
  [
    "rows are sorted, and columns are aligned",
    { definition, records },
    [
      {
        table: {
          headerRows: 1,
          widths: ["*", "*"],
          body: [
            [
              { text: "Name", bold: true, alignment: "left" },
              { text: "Price", bold: true, alignment: "right" },
            ],
            [
              { stack: [{ text: "" }], alignment: "left" },
              { stack: [{ text: "0" }], alignment: "right" },
            ],
            [
              {
                stack: [{ stack: [{ text: [{ text: "Tea" }] }], margin: [0, 0, 0, 8] }],
                alignment: "left",
              },
              { stack: [{ text: "3" }], alignment: "right" },
            ],
          ],
        },
        layout: "lightHorizontalLines",
        margin: [0, 4, 0, 8],
      },
    ],
  ],
  [
    "a table without a header",
    { definition, records, view: { hideHeader: true } },
    [
      {
        table: {
          headerRows: 0,
          widths: ["*", "*"],
          body: [
            [
              { stack: [{ text: "" }], alignment: "left" },
              { stack: [{ text: "0" }], alignment: "right" },
            ],
            [
              {
                stack: [{ stack: [{ text: [{ text: "Tea" }] }], margin: [0, 0, 0, 8] }],
                alignment: "left",
              },
              { stack: [{ text: "3" }], alignment: "right" },
            ],
          ],
        },
        layout: "lightHorizontalLines",
        margin: [0, 4, 0, 8],
      },
    ],
  ],
  [
    "a table without rows keeps its header",
    { definition, records: {}, view: { hideHeader: true } },
    [
      {
        table: {
          headerRows: 1,
          widths: ["*", "*"],
          body: [
            [
              { text: "Name", bold: true, alignment: "left" },
              { text: "Price", bold: true, alignment: "right" },
            ],
          ],
        },
        layout: "lightHorizontalLines",
        margin: [0, 4, 0, 8],
      },
    ],
  ],
  ["a table without columns", { definition, records, view: { columns: [] } }, []],
  ["a table without data", {}, []],
  [
    "a formatted title, a centered column and a column that is not defined",
    {
      definition: {
        a: { title: "Plain", titleFragment: "h1", textAlignment: "center" },
        b: { title: "Plain", titleFragment: "nosuch" },
      },
      view: { columns: ["a", "b", "c"] },
    },
    [
      {
        table: {
          headerRows: 1,
          widths: ["*", "*", "*"],
          body: [
            [
              {
                stack: [{ stack: [{ text: [{ text: "Details" }] }], margin: [0, 0, 0, 8] }],
                bold: true,
                alignment: "center",
              },
              { text: "Plain", bold: true, alignment: "left" },
              { text: "", bold: true, alignment: "left" },
            ],
          ],
        },
        layout: "lightHorizontalLines",
        margin: [0, 4, 0, 8],
      },
    ],
  ],
  [
    "values by type",
    {
      definition: {
        check: { type: "checkbox" },
        rating: { type: "rating" },
        stars: { type: "rating", max: 3 },
        files: { type: "files" },
        choice: { type: "select", options: [{ value: "o1", label: "Open" }, { value: "o2" }] },
        link: { type: "content-ref" },
        other: {},
      },
      view: { hideHeader: true },
      records: {
        r1: {
          values: {
            check: true,
            rating: 4,
            stars: 2,
            files: ["f1", "f2"],
            choice: ["o1", "", "o2"],
            link: { kind: "page", page: "p1" },
            other: true,
          },
        },
        r2: { values: { check: "yes", files: "f1", choice: "nosuch", link: url, other: { a: 1 } } },
        r3: { values: { link: [url, { kind: "page", page: "p1" }], other: 7 } },
        r4: {},
      },
    },
    [
      {
        table: {
          headerRows: 0,
          widths: ["*", "*", "*", "*", "*", "*", "*"],
          body: [
            [
              { stack: [{ text: "☑" }], alignment: "left" },
              { stack: [{ text: "4 / 5" }], alignment: "left" },
              { stack: [{ text: "2 / 3" }], alignment: "left" },
              { stack: [{ text: "prices.csv, f2" }], alignment: "left" },
              { stack: [{ text: "Open, o2" }], alignment: "left" },
              { stack: [{ text: "Install", linkToDestination: "page-p1" }], alignment: "left" },
              { stack: [{ text: "true" }], alignment: "left" },
            ],
            [
              { stack: [{ text: "☐" }], alignment: "left" },
              { stack: [{ text: "" }], alignment: "left" },
              { stack: [{ text: "" }], alignment: "left" },
              { stack: [{ text: "prices.csv" }], alignment: "left" },
              { stack: [{ text: "nosuch" }], alignment: "left" },
              {
                stack: [{ text: "https://example.com", link: "https://example.com" }],
                alignment: "left",
              },
              { stack: [{ text: "" }], alignment: "left" },
            ],
            [
              { stack: [{ text: "☐" }], alignment: "left" },
              { stack: [{ text: "" }], alignment: "left" },
              { stack: [{ text: "" }], alignment: "left" },
              { stack: [{ text: "" }], alignment: "left" },
              { stack: [{ text: "" }], alignment: "left" },
              { stack: [{ text: "https://example.com, Install" }], alignment: "left" },
              { stack: [{ text: "7" }], alignment: "left" },
            ],
            [
              { stack: [{ text: "☐" }], alignment: "left" },
              { stack: [{ text: "" }], alignment: "left" },
              { stack: [{ text: "" }], alignment: "left" },
              { stack: [{ text: "" }], alignment: "left" },
              { stack: [{ text: "" }], alignment: "left" },
              { stack: [{ text: "" }], alignment: "left" },
              { stack: [{ text: "" }], alignment: "left" },
            ],
          ],
        },
        layout: "lightHorizontalLines",
        margin: [0, 4, 0, 8],
      },
    ],
  ],
  [
    "widths in pixels, which fit in the page",
    { definition, view: { columnWidths: { name: 100, price: 200 } } },
    [
      {
        table: {
          headerRows: 1,
          widths: [75, 150],
          body: [
            [
              { text: "Name", bold: true, alignment: "left" },
              { text: "Price", bold: true, alignment: "right" },
            ],
          ],
        },
        layout: "lightHorizontalLines",
        margin: [0, 4, 0, 8],
      },
    ],
  ],
  [
    "widths that exceed the page",
    { definition, view: { columnWidths: { name: 400, price: 800 } } },
    [
      {
        table: {
          headerRows: 1,
          widths: [161, 322],
          body: [
            [
              { text: "Name", bold: true, alignment: "left" },
              { text: "Price", bold: true, alignment: "right" },
            ],
          ],
        },
        layout: "lightHorizontalLines",
        margin: [0, 4, 0, 8],
      },
    ],
  ],
  [
    "a width beside a column without one",
    { definition, view: { columnWidths: { name: 400 } } },
    [
      {
        table: {
          headerRows: 1,
          widths: [300, "*"],
          body: [
            [
              { text: "Name", bold: true, alignment: "left" },
              { text: "Price", bold: true, alignment: "right" },
            ],
          ],
        },
        layout: "lightHorizontalLines",
        margin: [0, 4, 0, 8],
      },
    ],
  ],
  [
    "a large width beside a column without one",
    { definition, view: { columnWidths: { name: 4000 } } },
    [
      {
        table: {
          headerRows: 1,
          widths: [338.09999999999997, "*"],
          body: [
            [
              { text: "Name", bold: true, alignment: "left" },
              { text: "Price", bold: true, alignment: "right" },
            ],
          ],
        },
        layout: "lightHorizontalLines",
        margin: [0, 4, 0, 8],
      },
    ],
  ],
  [
    "cards have their cover first and their link last",
    {
      definition: { ...definition, cover: { textAlignment: "center" }, dark: {}, target: {} },
      view: {
        type: "cards",
        columns: ["target", "name", "dark", "cover"],
        coverDefinition: "cover",
        coverDefinitionDark: "dark",
        targetDefinition: "target",
      },
      records: {
        r1: { values: { name: "t1", cover: "dot", dark: "dot", target: url } },
        r2: { values: { name: "", cover: ["dot"] } },
        r3: { values: { cover: { ref: { kind: "file", file: "dot" } } } },
        r4: { values: { cover: { kind: "file", file: "f1" } } },
        r5: { values: { cover: url } },
        r6: { values: { cover: null } },
        r7: {},
      },
    },
    [
      {
        table: {
          headerRows: 0,
          widths: ["*", "*", "*"],
          body: [
            [
              {
                stack: [{ image: "data:image/png;base64,dot", fit: [110, 110] }],
                alignment: "center",
              },
              {
                stack: [{ stack: [{ text: [{ text: "Tea" }] }], margin: [0, 0, 0, 8] }],
                alignment: "left",
              },
              {
                stack: [{ text: "https://example.com", link: "https://example.com" }],
                alignment: "left",
              },
            ],
            [
              {
                stack: [{ image: "data:image/png;base64,dot", fit: [110, 110] }],
                alignment: "center",
              },
              { stack: [{ text: "" }], alignment: "left" },
              { stack: [{ text: "" }], alignment: "left" },
            ],
            [
              {
                stack: [{ image: "data:image/png;base64,dot", fit: [110, 110] }],
                alignment: "center",
              },
              { stack: [{ text: "" }], alignment: "left" },
              { stack: [{ text: "" }], alignment: "left" },
            ],
            [
              { stack: [{ text: "prices.csv" }], alignment: "center" },
              { stack: [{ text: "" }], alignment: "left" },
              { stack: [{ text: "" }], alignment: "left" },
            ],
            [
              {
                stack: [{ text: "https://example.com", link: "https://example.com" }],
                alignment: "center",
              },
              { stack: [{ text: "" }], alignment: "left" },
              { stack: [{ text: "" }], alignment: "left" },
            ],
            [
              { stack: [{ text: "" }], alignment: "center" },
              { stack: [{ text: "" }], alignment: "left" },
              { stack: [{ text: "" }], alignment: "left" },
            ],
            [
              { stack: [{ text: "" }], alignment: "center" },
              { stack: [{ text: "" }], alignment: "left" },
              { stack: [{ text: "" }], alignment: "left" },
            ],
          ],
        },
        layout: "lightHorizontalLines",
        margin: [0, 4, 0, 8],
      },
    ],
  ],
  [
    "cards without a cover and a link",
    { definition, records, view: { type: "cards", coverDefinition: 7, targetDefinition: 7 } },
    [
      {
        table: {
          headerRows: 0,
          widths: ["*", "*"],
          body: [
            [
              { stack: [{ text: "" }], alignment: "left" },
              { stack: [{ text: "0" }], alignment: "right" },
            ],
            [
              {
                stack: [{ stack: [{ text: [{ text: "Tea" }] }], margin: [0, 0, 0, 8] }],
                alignment: "left",
              },
              { stack: [{ text: "3" }], alignment: "right" },
            ],
          ],
        },
        layout: "lightHorizontalLines",
        margin: [0, 4, 0, 8],
      },
    ],
  ],
  [
    "covers of another view are values",
    {
      definition: { name: {}, cover: { type: "files" } },
      records: { r1: { values: { name: "A", cover: "f1" } } },
      view: { type: "grid", coverDefinition: "cover", targetDefinition: "name" },
    },
    [
      {
        table: {
          headerRows: 1,
          widths: ["*", "*"],
          body: [
            [
              { text: "", bold: true, alignment: "left" },
              { text: "", bold: true, alignment: "left" },
            ],
            [
              { stack: [{ text: "A" }], alignment: "left" },
              { stack: [{ text: "prices.csv" }], alignment: "left" },
            ],
          ],
        },
        layout: "lightHorizontalLines",
        margin: [0, 4, 0, 8],
      },
    ],
  ],
];

it.each(rows)("%s", (_, data, content) => {
  const table = addFragments(buildBlock("table", data), texts);
  expect(renderBlocks([table], setting)).toEqual(content);
});
