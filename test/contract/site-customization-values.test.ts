import { describe, expect, test } from "vitest";
import { dropNulls, mergeSettings } from "../../src/contract/site-customization-values.ts";

describe("mergeSettings", () => {
  test.each<[string, object, object, object]>([
    ["a new member", { title: "A" }, { favicon: {} }, { title: "A", favicon: {} }],
    ["a replaced member", { title: "A" }, { title: "B" }, { title: "B" }],
    ["an absent value", { title: "A" }, { title: undefined }, { title: "A" }],
    ["null", { title: "A" }, { title: null }, { title: null }],
    [
      "members of a group, which are set individually",
      { header: { preset: "bold", links: [1] }, ai: { mode: "none" } },
      { header: { links: [2] } },
      { header: { preset: "bold", links: [2] }, ai: { mode: "none" } },
    ],
    [
      "groups inside styling",
      { styling: { codeTheme: { default: 1, openapi: 1 }, sidebar: { list: "pill" } } },
      { styling: { codeTheme: { openapi: 2 }, sidebar: { background: "filled" } } },
      {
        styling: {
          codeTheme: { default: 1, openapi: 2 },
          sidebar: { list: "pill", background: "filled" },
        },
      },
    ],
    [
      "a value, which is set as a whole",
      { favicon: { icon: "a" }, announcement: { enabled: true, message: "x" } },
      { favicon: { emoji: "b" }, announcement: { enabled: false } },
      { favicon: { emoji: "b" }, announcement: { enabled: false } },
    ],
    [
      "a group instead of another value",
      { header: null },
      { header: { a: 1 } },
      { header: { a: 1 } },
    ],
    ["a list instead of a group", { header: { a: 1 } }, { header: [2] }, { header: [2] }],
    ["a group instead of a list", { header: [2] }, { header: { a: 1 } }, { header: { a: 1 } }],
  ])("%s", (_, below, above, merged) => {
    expect(mergeSettings(below, above)).toEqual(merged);
  });

  const groups = [
    ...["styling", "internationalization", "header", "footer", "themes", "feedback", "ai"],
    ...["advancedCustomization", "pageActions", "externalLinks", "pagination", "trademark"],
    ...["privacyPolicy", "socialPreview", "insights", "git", "pdf", "codeTheme", "sidebar"],
  ];
  test.each(groups)("an update of %s keeps its other members", (name) => {
    expect(mergeSettings({ [name]: { a: 1, b: 1 } }, { [name]: { b: 2 } })).toEqual({
      [name]: { a: 1, b: 2 },
    });
  });
});

test("members that are null are removed from settings and groups, but not from other values", () => {
  const settings = {
    title: null,
    favicon: { icon: null },
    header: { links: null, preset: "bold", logo: { light: null } },
    styling: { codeTheme: { default: null, openapi: "a" }, tint: undefined },
    footer: null,
    announcement: [null],
  };
  expect(dropNulls(settings)).toStrictEqual({
    favicon: { icon: null },
    header: { preset: "bold", logo: { light: null } },
    styling: { codeTheme: { openapi: "a" } },
    announcement: [null],
  });
});
