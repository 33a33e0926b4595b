/** HTML of tables and cards whose data Markdown cannot express. */
import { describe, expect, test } from "vitest";
import { writePage } from "../../../src/document/html/page.ts";
import type { RenderContext } from "../../../src/document/html/render-context.ts";

const context: RenderContext = {
  find: (ref) => {
    if (ref.kind === "page") return { address: `/${ref.page}`, title: `Page ${ref.page}` };
    if (ref.kind === "file" && ref.file !== "gone") {
      return { address: `/~files/${ref.file}`, title: `${ref.file}.png` };
    }
    return ref.kind === "url" && ref.url.startsWith("unsafe")
      ? { address: "javascript:x", title: "Unsafe" }
      : undefined;
  },
  operation: () => undefined,
};

interface TableData {
  readonly view?: object;
  readonly definition: Readonly<Record<string, object>>;
  readonly values?: Readonly<Record<string, unknown>>;
}

function render({ view = {}, definition, values = {} }: TableData): string {
  const data = { view, definition, records: { r: { orderIndex: "1", values } } };
  const nodes = [{ object: "block" as const, type: "table", data }];
  return writePage({ object: "document", data: {}, nodes }, context).html;
}

/** The only cell of a table with one column. */
function renderCell(column: object, value: unknown): string | undefined {
  const html = render({ definition: { a: column }, values: { a: value } });
  return /<tbody><tr>(.*)<\/tr><\/tbody>/.exec(html)?.[1];
}

describe("the alignment of a column", () => {
  const horizontal = ["left", "center", "right", "other", undefined];
  const vertical = ["top", "center", "bottom", undefined];
  const types = ["text", "number", "select", undefined];
  const cases = horizontal.flatMap((textAlignment) =>
    vertical.flatMap((verticalAlignment) =>
      types.map((type) => ({ textAlignment, verticalAlignment, type })),
    ),
  );

  test.each(cases)("is part of its header and cells: %j", (column) => {
    const { textAlignment, verticalAlignment, type } = column;
    const names: string[] = [];
    if (textAlignment === "center") names.push("to-center");
    if (textAlignment === "right") names.push("to-right");
    // Without an alignment of their own, numbers are at the right.
    if (textAlignment === undefined && type === "number") names.push("to-right");
    if (verticalAlignment === "center") names.push("to-middle");
    if (verticalAlignment === "bottom") names.push("to-bottom");
    const attribute = names.length === 0 ? "" : ` class="${names.join(" ")}"`;
    const html = render({ definition: { a: { ...column, title: "A" } } });
    expect(html).toContain(`<th scope="col"${attribute}>A</th>`);
    expect(html).toContain(`<td${attribute}></td>`);
  });
});

test.each<[unknown, string]>([
  [{}, ""],
  [null, ""],
  ["x", ""],
  [{ a: 100 }, '<colgroup><col width="100"><col></colgroup>'],
  [{ b: "99.5" }, '<colgroup><col><col width="100"></colgroup>'],
  [{ a: 0, b: -1 }, "<colgroup><col><col></colgroup>"],
  [{ a: 0.4, b: 0.5 }, '<colgroup><col><col width="1"></colgroup>'],
  [{ a: "wide", b: 1 }, '<colgroup><col><col width="1"></colgroup>'],
  [{ a: 1999, b: 2000 }, '<colgroup><col width="1999"><col width="2000"></colgroup>'],
  [{ a: 2001, b: 1e9 }, '<colgroup><col width="2000"><col width="2000"></colgroup>'],
])("the column widths %j have limits", (columnWidths, expected) => {
  const html = render({ view: { columnWidths }, definition: { a: {}, b: {} } });
  expect(/<table>(.*?)<thead>/.exec(html)?.[1]).toBe(expected);
});

test.each<[object, unknown, string]>([
  [{ type: "checkbox" }, true, "☑ yes"],
  [{ type: "checkbox" }, false, "☐ no"],
  [{ type: "checkbox" }, undefined, "☐ no"],
  [{ type: "checkbox" }, "true", "☐ no"],
  [{ type: "rating", max: 3 }, 2, "★★☆ 2 of 3"],
  [{ type: "rating", max: 3 }, 3, "★★★ 3 of 3"],
  [{ type: "rating", max: 3 }, 4, "★★★ 4 of 3"],
  [{ type: "rating" }, 1.5, "★★☆☆☆ 2 of 5"],
  [{ type: "rating", max: 2 }, -1, "☆☆ 0 of 2"],
  [{ type: "rating", max: 2 }, "x", "☆☆ 0 of 2"],
  [{ type: "rating", max: 0 }, 1, " 1 of 0"],
  [{ type: "rating", max: 99 }, 10, "★★★★★★★★★★ 10 of 10"],
  [{ type: "rating", max: 99 }, 99, "★★★★★★★★★★ 10 of 10"],
  [{ type: "select", options: [{ value: "x", label: "Ex" }] }, "x", "Ex "],
  [{ type: "select", options: [{ value: "x" }] }, "x", "x "],
  [{ type: "select" }, "y", "y "],
  [{ type: "select" }, undefined, ""],
  [{ type: "select" }, {}, ""],
  [{ type: "multi-select", options: [{ value: 1, label: "One" }] }, [2, 1, false], "2 One false "],
  [{ type: "number" }, 0, "0"],
  [{}, ["gone", 1, true, {}], "gone, 1, true, "],
  [{}, null, ""],
])("a cell of the column %j with the value %j has the text %j", (column, value, text) => {
  expect(renderCell(column, value)?.replace(/<[^>]*>/g, "")).toBe(text);
});

test.each<[unknown, string]>([
  [{ kind: "page", page: "p" }, '<a href="/p">Page p</a>'],
  [{ ref: { kind: "page", page: "p" } }, '<a href="/p">Page p</a>'],
  [["f", "gone"], '<a href="/~files/f">f.png</a>, gone'],
  ["f", "f"],
  [{ kind: "file", file: "gone" }, "…"],
  [{ kind: "url", url: "gone" }, "gone"],
  [{ kind: "url", url: "unsafe" }, "Unsafe"],
])("a cell with the reference %j links to its target", (value, expected) => {
  expect(renderCell({}, value)).toBe(`<td>${expected}</td>`);
});

describe("a header without text is a cell", () => {
  const fragment = (text: string) => ({
    object: "fragment" as const,
    fragment: "f",
    nodes: [
      {
        object: "block" as const,
        type: "paragraph",
        nodes: [
          { object: "text" as const, leaves: [{ object: "leaf" as const, text, marks: [] }] },
        ],
      },
    ],
  });

  test.each<[string | undefined, string | undefined, string]>([
    [undefined, undefined, "<td></td>"],
    ["", undefined, "<td></td>"],
    ["A", undefined, '<th scope="col">A</th>'],
    ["A", "B", '<th scope="col">B</th>'],
    ["A", "", "<td></td>"],
  ])("with the title %j and the formatted title %j", (title, formatted, expected) => {
    const data = { definition: { a: { title, titleFragment: "f" } }, view: {}, records: {} };
    const fragments = formatted === undefined ? [] : [fragment(formatted)];
    const nodes = [{ object: "block" as const, type: "table", data, fragments }];
    const { html } = writePage({ object: "document", data: {}, nodes }, context);
    expect(/<thead><tr>(.*)<\/tr><\/thead>/.exec(html)?.[1]).toBe(expected);
  });
});

test.each<[object, string, string, string]>([
  [{}, "אב", "ab", ' dir="rtl"'],
  [{}, "Name", "אב", ""],
  [{}, "123", "אב", ""],
  [{ hideHeader: true }, "אב", "ab", ""],
])("the direction of a table %j with the title %s and the cell %s", (view, title, cell, dir) => {
  const html = render({ view, definition: { a: { title } }, values: { a: cell } });
  expect(html).toContain(`<div class="scroll" tabindex="0"${dir}>`);
  expect(html.includes("<thead>")).toBe(!("hideHeader" in view));
});

describe("a card", () => {
  const columns = ["cover", "title", "to", "text", "dark"];
  const definition = Object.fromEntries(columns.map((id) => [id, {}]));
  const view = {
    type: "cards",
    columns,
    coverDefinition: "cover",
    coverDefinitionDark: "dark",
    targetDefinition: "to",
  };

  test.each<[string, Readonly<Record<string, unknown>>, string]>([
    ["without values", {}, '<div class="fields"></div>'],
    ["without a title", { text: "x" }, '<div class="fields"><div>x</div></div>'],
    [
      "with a title and a text",
      { title: "A", text: "x" },
      '<div class="fields"><div class="title">A</div><div>x</div></div>',
    ],
    [
      "with a dark cover only",
      { title: "A", dark: "f" },
      '<div class="fields"><div class="title">A</div></div>',
    ],
    [
      "with a target",
      { to: { ref: { kind: "page", page: "p" } } },
      '<div class="fields"></div><a class="whole" href="/p"><span>Page p</span></a>',
    ],
    ["with an unsafe target", { to: { kind: "url", url: "unsafe" } }, '<div class="fields"></div>'],
  ])("%s", (_, values, expected) => {
    expect(render({ view, definition, values })).toBe(
      `<ul class="cards"><li class="card">${expected}</li></ul>`,
    );
  });

  test.each<[unknown]>([["f"], [["f", "g"]], [{ ref: { kind: "file", file: "f" } }]])(
    "with the cover %j has this image",
    (cover) => {
      const html = render({ view, definition, values: { cover } });
      expect(html).toContain('src="/~files/f"');
      expect(html).not.toContain("~files/g");
      const both = render({ view, definition, values: { cover, dark: ["d"] } });
      expect(both).toContain("/~files/d");
    },
  );
});
