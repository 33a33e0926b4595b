import { describe, expect, test } from "vitest";
import {
  buildFolderOutline,
  isHidden,
  layOut,
  locateLine,
} from "../../../src/document/repository/outline.ts";
import { readSettings } from "../../../src/document/repository/settings.ts";
import type { SummaryItem, SummaryPart } from "../../../src/document/repository/summary.ts";

/** The table of contents as lines, with the titles of headings. */
function format(parts: readonly SummaryPart[]): string[] {
  const list = (items: readonly SummaryItem[], indent: string): string[] =>
    items.flatMap(({ title, address, items: inner }) => [
      `${indent}${address ?? `(${title})`}`,
      ...list(inner, `${indent}  `),
    ]);
  return parts.flatMap(({ title, items }) => [
    ...(title === undefined ? [] : [`# ${title}`]),
    ...list(items, ""),
  ]);
}

describe("a table of contents of the folders", () => {
  test.each<[string, readonly string[], string | undefined, readonly string[]]>([
    ["sorts numbers", ["c10.md", "c9.md", "c1.md"], undefined, ["c1.md", "c9.md", "c10.md"]],
    [
      "ignores case in the order",
      ["b.md", "A.md", "a.md", "C.md"],
      undefined,
      ["a.md", "A.md", "b.md", "C.md"],
    ],
    [
      "starts with the first page",
      ["a.md", "README.md", "B/README.md"],
      "README.md",
      ["README.md", "a.md", "B/README.md"],
    ],
    ["starts with another first page", ["a.md", "z.md"], "z.md", ["z.md", "a.md"]],
    ["omits other files", ["a.png", "b.txt", "c.markdown"], undefined, ["c.markdown"]],
    [
      "omits folders of tools",
      [".a/b.md", "node_modules/c.md", "d/.e/f.md", "g/node_modules/h.md"],
      undefined,
      [],
    ],
    ["keeps files with a period", [".a.md"], undefined, [".a.md"]],
    [
      "has the page of a folder before its content",
      ["a/b.md", "a/README.md", "a/10/x.md", "a/9/README.md"],
      undefined,
      ["a/README.md", "  a/b.md", "  a/9/README.md", "  (10)", "    a/10/x.md"],
    ],
    [
      "has headings for folders without a page",
      ["my-part/b.md", "a.md", "c/README.md"],
      undefined,
      ["a.md", "c/README.md", "# My part", "my-part/b.md"],
    ],
    ["encodes URLs", ["a b#c?.md"], undefined, ["a%20b%23c%3F.md"]],
  ])("%s", (_, locations, readme, expected) => {
    for (const order of [locations, locations.toReversed()]) {
      expect(format(buildFolderOutline(order, readme))).toEqual(expected);
    }
  });
});

test.each<[string, boolean]>([
  [".git", true],
  ["node_modules", true],
  ["a.b", false],
  ["node_modules2", false],
])("the folder %s is hidden: %j", (name, expected) => {
  expect(isHidden(name)).toBe(expected);
});

const paths = [
  "docs/readme.MD",
  "docs/a.md",
  "docs/b/README.md",
  "docs/b/readme.md",
  "docs/s/summary.md",
  "x.md",
  "docsx/y.md",
];

function open(yaml: string) {
  return layOut(
    paths.map((path) => ({ path })),
    readSettings("", yaml).paths,
  );
}

test("files below the content root, and names regardless of their case", () => {
  const layout = open("root: docs\nstructure:\n  summary: s/SUMMARY.md\n");
  expect([...layout.files.keys()]).toEqual([
    "readme.MD",
    "a.md",
    "b/README.md",
    "b/readme.md",
    "s/summary.md",
  ]);
  expect(layout).toMatchObject({
    summary: { path: "docs/s/summary.md" },
    readme: "readme.MD",
    outlineFolder: "s",
  });
  expect(layout.findReadme("")).toBe("readme.MD");
  expect(layout.findReadme("b")).toBe("b/readme.md");
  expect(layout.findReadme("s")).toBeUndefined();
});

test("the first page of the settings replaces the one of the root folder", () => {
  const layout = open("root: docs\nstructure:\n  readme: a.md\n");
  expect([layout.readme, layout.findReadme(""), layout.outlineFolder]).toEqual([
    "a.md",
    "a.md",
    "",
  ]);
});

test.each<[string | undefined, readonly string[], string | undefined]>([
  [undefined, [], undefined],
  ["../a.md", [], "a.md"],
  ["/a.md", [], "a.md"],
  ["../a.md", ["a.md"], undefined],
  ["../a.md#b", [], undefined],
  ["../b", [], "b/readme.md"],
  ["../b/", [], "b/readme.md"],
  ["../gone.md", [], "gone.md"],
  ["../gone", [], undefined],
  ["new.md", [], "s/new.md"],
  ["https://example.com/a.md", [], undefined],
  ["../../x.md", [], undefined],
])("the line with the URL %j after the pages %j refers to %j", (address, assigned, expected) => {
  const layout = open("root: docs\nstructure:\n  summary: s/SUMMARY.md\n");
  const line = { title: "A", items: [], ...(address !== undefined && { address }) };
  expect(locateLine(line, layout, new Set(assigned))).toBe(expected);
});
