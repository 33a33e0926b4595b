import { expect, test } from "vitest";
import type { SiteFilePart } from "../../../../src/contract/organization-files.model.ts";
import {
  getDefault,
  listPartFields,
  listSpaceTitles,
} from "../../../../src/features/organization-files/desired/desired-parts.ts";

const space = (key: string, more: object = {}) =>
  ({ type: "space", key, path: key, ...more }) as SiteFilePart;
const section = (key: string, children: readonly SiteFilePart[], more: object = {}) =>
  ({ type: "section", key, title: key, path: key, children, ...more }) as SiteFilePart;
const group = (key: string, children?: readonly SiteFilePart[]) =>
  ({ type: "section-group", key, title: key, ...(children && { children }) }) as SiteFilePart;
const link = {
  type: "external-link",
  key: "l",
  title: "L",
  url: "https://a.example",
} as SiteFilePart;

test.each<readonly [SiteFilePart, object]>([
  [
    space("a"),
    {
      kind: "site-space",
      fields: { space: "spaces/x", section: "P", path: "a", condition: null },
      children: [],
    },
  ],
  [
    space("a", { condition: "c" }),
    {
      kind: "site-space",
      fields: { space: "spaces/x", section: "P", path: "a", condition: "c" },
      children: [],
    },
  ],
  [
    group("g"),
    { kind: "group", fields: { title: "g", icon: null, group: "P", order: [] }, children: [] },
  ],
  [
    section("s", [space("a"), space("b", { default: true })], {
      icon: "i",
      description: "",
      condition: "c",
    }),
    {
      kind: "section",
      fields: {
        title: "s",
        icon: "i",
        group: "P",
        description: null,
        condition: "c",
        path: "s",
        order: ["a", "b"],
        default: "b",
      },
      children: [space("a"), space("b", { default: true })],
    },
  ],
  [
    section("s", [], { description: "d" }),
    {
      kind: "section",
      fields: {
        title: "s",
        icon: null,
        group: "P",
        description: "d",
        condition: null,
        path: "s",
        order: [],
        default: null,
      },
      children: [],
    },
  ],
  [
    link,
    {
      kind: "link",
      fields: {
        title: "L",
        icon: null,
        group: "P",
        description: null,
        condition: null,
        url: "https://a.example",
      },
      children: [],
    },
  ],
])("the fields of %j", (part, expected) => {
  expect(listPartFields(part, "P", "spaces/x")).toEqual(expected);
});

test.each<readonly [readonly SiteFilePart[], string | null]>([
  [[], null],
  [[link], null],
  [[link, space("a"), space("b")], "a"],
  [[space("a"), space("b", { default: true })], "b"],
  [[space("a", { default: false }), space("b")], "a"],
  [[group("g", [group("h", [link, section("s", [])])]), section("t", [])], "s"],
  [
    [
      section("t", [space("x", { default: true })]),
      group("g", [section("s", [], { default: true })]),
    ],
    "s",
  ],
  [[group("g"), space("a")], "a"],
])("the default of %j is %s", (parts, key) => {
  expect(getDefault(parts)).toBe(key);
});

test("titles of site spaces are listed at every depth", () => {
  const parts = [
    space("a", { title: "A" }),
    space("b"),
    group("g", [section("s", [space("c", { title: "C" })])]),
    group("h"),
    link,
  ];
  expect(listSpaceTitles(parts)).toEqual([
    ["a", "A"],
    ["c", "C"],
  ]);
});
