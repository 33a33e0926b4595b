/** Limits of a table of contents, and pages at the paths of the table of contents. */
import { describe, expect, test } from "vitest";
import { checkRepository } from "../../../src/document/repository/check.ts";

async function check(files: Readonly<Record<string, string>>) {
  const { faults, pages } = await checkRepository({
    files: Object.entries(files).map(([path, { length: size }]) => ({ path, size })),
    read: async (path) => files[path] ?? "",
    mayBeUnlisted: () => false,
  });
  const lines = faults.map(
    ({ rule, path, line = "", target, message }) => `${path}:${line} ${rule} ${target}: ${message}`,
  );
  return { lines, pages };
}

/** A table of contents with one page on each level. */
function nest(levels: number, group: string): Readonly<Record<string, string>> {
  const names = Array.from({ length: levels }, (_, at) => `p${at}.md`);
  const items = names.map((name, at) => `${"  ".repeat(at)}* [P](${name})\n`);
  return {
    "README.md": "# Home\n",
    "SUMMARY.md": `${group}${items.join("")}`,
    ...Object.fromEntries(names.map((name) => [name, "# P\n"])),
  };
}

describe("the table of contents is nested up to 30 levels", () => {
  const message = "The table of contents is nested deeper than 30 levels.";

  test.each<[string, number, readonly string[]]>([
    ["", 30, []],
    ["", 31, [`SUMMARY.md:31 too-large levels: ${message}`]],
    ["", 33, [`SUMMARY.md:31 too-large levels: ${message}`]],
    ["## Group\n\n", 29, []],
    ["## Group\n\n", 30, [`SUMMARY.md:32 too-large levels: ${message}`]],
  ])("%j with %i levels", async (group, levels, expected) => {
    const { lines, pages } = await check(nest(levels, group));
    expect(lines).toEqual(expected);
    expect(pages).toBe(levels + 1);
  });
});

describe("published paths of links lead to pages", () => {
  const summary = `* [Home](README.md)
* [A](a.md)
  * [A](b/a.md)
* [A](c.d/a.md)

## My group

* [Q](q.md)
  * [Über](u.md)

## Other group <a href="#slug" id="slug"></a>

* [R](r.md)
* [One](https://example.com)
  * [S](s.md)
* Only text
  * [T](t.md)
`;

  test.each<[string, boolean]>([
    ["a", true],
    ["a/a", true],
    ["a-1", true],
    ["a-2", false],
    ["my-group/q", true],
    ["my-group/q/u", true],
    ["q", true],
    ["nosuch/q", false],
    ["slug/r", true],
    ["other-group/r", false],
    ["slug/s", true],
    ["only-text/t", false],
    ["slug/only-text/t", true],
  ])("%s: %j", async (link, isFound) => {
    const pages = ["a.md", "b/a.md", "c.d/a.md", "q.md", "u.md", "r.md", "s.md", "t.md"];
    const { lines } = await check({
      "README.md": `# Home\n\n[x](${link})\n`,
      "SUMMARY.md": summary,
      ...Object.fromEntries(pages.map((path) => [path, "# P\n"])),
    });
    expect(lines.filter((line) => line.includes("link-broken")).length).toBe(isFound ? 0 : 1);
  });
});

test("a page that is listed twice is one page, whose items are checked", async () => {
  const { lines, pages } = await check({
    "README.md": "# Home\n",
    "a.md": "# A\n",
    "SUMMARY.md": "* [Home](README.md)\n* [A](a.md)\n* [B](a.md)\n  * [C](c.md)\n",
  });
  expect(lines).toEqual([
    "SUMMARY.md:3 page-twice a.md: a.md is listed twice. A file is one page, so this line becomes a link to it.",
    "SUMMARY.md:4 page-missing c.md: c.md was not found.",
  ]);
  expect(pages).toBe(2);
});
