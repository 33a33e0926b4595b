/** Links of pages, includes and the table of contents, as an import resolves them. */
import { describe, expect, test } from "vitest";
import { checkRepository } from "../../../src/document/repository/check.ts";

/** The findings about links, in a repository with these files and a page with an anchor. */
async function check(texts: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const files: Readonly<Record<string, string>> = {
    "README.md": "# Home\n",
    "SUMMARY.md": "* [Home](README.md)\n* [A](a.md)\n* [B](sub/b.md)\n",
    "a.md": "# A\n\n## First\n",
    "sub/b.md": "# B\n\n## Second\n",
    ...texts,
  };
  const { faults } = await checkRepository({
    files: Object.entries(files).map(([path, { length: size }]) => ({ path, size })),
    read: async (path) => files[path] ?? "",
    mayBeUnlisted: () => false,
  });
  return faults
    .filter(({ rule }) => rule.endsWith("-broken"))
    .map(({ path, line, message }) => `${path}:${line} ${message}`);
}

const include = ".gitbook/includes/i.md";

describe("the heading that a link points to", () => {
  test.each([
    ["a page", { "README.md": "[x](a.md#first)\n[y](#home)\n\n# Home\n" }, []],
    [
      "the page itself",
      { "README.md": "# Home\n\n[x](#gone)\n" },
      ["README.md:3 #gone points to a heading that does not exist in this page."],
    ],
    [
      "another page",
      { "README.md": "# Home\n\n[x](sub/b.md#first)\n" },
      ["README.md:3 sub/b.md#first points to a heading that does not exist in sub/b.md."],
    ],
    // The heading can be on the page that includes the text.
    ["an include", { [include]: "[x](#first)\n" }, []],
    [
      "a page, in an include",
      { [include]: "## Inner\n\n[x](#gone) [y](../../a.md#gone)\n" },
      [`${include}:3 ../../a.md#gone points to a heading that does not exist in a.md.`],
    ],
    [
      "the include of a page",
      { "README.md": `{% include "${include}" %}\n\n[x](#inner)\n`, [include]: "## Inner\n" },
      [],
    ],
    [
      "a page of the table of contents",
      { "SUMMARY.md": "* [Home](README.md)\n* [A](a.md)\n* [B](a.md#gone)\n" },
      ["SUMMARY.md:3 a.md#gone points to a heading that does not exist in a.md."],
    ],
  ])("is on %s", async (_where, texts, expected) => {
    expect(await check(texts)).toEqual(expected);
  });
});

test("a URL is reported once for each text", async () => {
  const text = "[x](gone.md) [y](gone.md)\n\n[z](a.md#gone) [z](a.md#gone)\n";
  expect(await check({ "README.md": text, "sub/b.md": "[x](gone.md)\n" })).toEqual([
    "README.md:1 gone.md was not found.",
    "README.md:3 a.md#gone points to a heading that does not exist in a.md.",
    "sub/b.md:1 gone.md points to sub/gone.md, which was not found.",
  ]);
});

test.each([
  ["[x](/spaces/S1)", []],
  ["[x](/users/U1)", []],
  ["[x](/spaces/S1/pages/P1)", []],
  ["[x](/pages/P1)", ["README.md:1 /pages/P1 points to pages/P1, which was not found."]],
  ["[x](/files/F1)", ["README.md:1 /files/F1 points to files/F1, which was not found."]],
  ["[x](../up.md)", ["README.md:1 ../up.md points to up.md, which was not found."]],
  [
    "[x](/broken/P1)",
    ["README.md:1 /broken/P1 refers to content that was deleted on the platform."],
  ],
  [
    "[x](broken-reference)",
    ["README.md:1 broken-reference refers to content that was deleted on the platform."],
  ],
])("the link %s has the findings %j", async (text, expected) => {
  expect(await check({ "README.md": `${text}\n` })).toEqual(expected);
});

test("a page may be missing from the table of contents if the caller allows it", async () => {
  const files: Readonly<Record<string, string>> = {
    "README.md": "# Home\n",
    "SUMMARY.md": "* [Home](README.md)\n",
    "a.md": "# A\n",
    "b.md": "# B\n",
  };
  const { faults } = await checkRepository({
    files: Object.entries(files).map(([path, { length: size }]) => ({ path, size })),
    read: async (path) => files[path] ?? "",
    mayBeUnlisted: (path) => path === "a.md",
  });
  expect(faults.map(({ rule, path }) => [rule, path])).toEqual([["page-unlisted", "b.md"]]);
});
