import { expect, test } from "vitest";
import {
  getBaseName,
  getPathName,
  isAttachment,
  isMarkdown,
  isOutsideGit,
  isReadme,
  joinPath,
  listLocations,
  resolveFolder,
  resolveLink,
  resolvePath,
  toFormerPageSlug,
  toPageLocation,
  toPageSlug,
  toPathTitle,
  toRelativePath,
} from "../../../src/document/repository/paths.ts";

test.each([
  ["", "a/./b//c", "a/b/c"],
  ["a/b", "../c", "a/c"],
  ["a", "../..", undefined],
  ["a", "/b", "b"],
  ["a", "..", ""],
  ["a", "../../b", undefined],
])("from %j, %j is %j", (folder, path, resolved) => {
  expect(resolvePath(folder, path)).toBe(resolved);
});

test.each([
  ["a/b.md", "c.md", "", "a/c.md"],
  ["a/b.md", "./../c//d", "", "c/d"],
  ["b.md", "../../c.md", "", "c.md"],
  ["a/b.md", "/c/../d", "docs", "d"],
  ["a/b.md", "/..", "docs", undefined],
  ["a/b.md", "../../docs/c", "docs", "c"],
  ["b.md", "../c", "docs", undefined],
  ["b.md", "../other/c", "docs/en", undefined],
  ["b.md", "c", "docs/en", "c"],
])("in %j, the link %j below %j leads to %j", (file, path, root, resolved) => {
  expect(resolveLink(file, path, root)).toBe(resolved);
});

test.each([
  ["a/b.md", true],
  ["a/..b", true],
  ["a/..", false],
  ["a\\..\\b", false],
  [".git/config", false],
  ["a/.GIT. /x", false],
  [".git:x", false],
  [".gi\u200dt", false],
  ["git~12", false],
  ["git~1x", true],
  [".github", true],
  ["a.git", true],
  ["a\nb", false],
])("%j is outside Git's folder: %j", (path, isOutside) => {
  expect(isOutsideGit(path)).toBe(isOutside);
});

test.each([
  // Path; folder, base name, name, title, location of the page, slug
  [
    "a/getting-started.md",
    [
      "a",
      "getting-started.md",
      "getting-started",
      "Getting started",
      "a/getting-started.md",
      "getting-started",
    ],
  ],
  ["README.md", ["", "README.md", "README", "README", "./", "readme"]],
  ["index.markdown", ["", "index.markdown", "index", "Index", "index.markdown", "readme"]],
  ["a/b_c/readme.md", ["a/b_c", "readme.md", "b_c", "B c", "a/b_c/", "b_c"]],
  ["a/xREADME.md", ["a", "xREADME.md", "xREADME", "XREADME", "a/xREADME.md", "xreadme"]],
  ["a/--.md", ["a", "--.md", "--", "Untitled", "a/--.md", "page"]],
])("%j has parts", (path, parts) => {
  expect([
    resolveFolder(path),
    getBaseName(path),
    getPathName(path),
    toPathTitle(path),
    toPageLocation(path),
    toPageSlug(path),
  ]).toEqual(parts);
});

test("slugs were not transliterated before", () => {
  expect([
    toFormerPageSlug("README.md"),
    toFormerPageSlug("a/---.md"),
    toFormerPageSlug("a/B c.md"),
  ]).toEqual(["readme", "page", "b-c"]);
});

test.each([
  ["a/b.md", "a/c.md", "c.md"],
  ["a/b/c.md", "a/d.md", "../d.md"],
  ["b.md", "a/c.md", "a/c.md"],
  ["a/b/c.md", "x/y.md", "../../x/y.md"],
  ["a/b/c.md", "a/b", "../b"],
  ["a/x/c.md", "a/y/x/d.md", "../y/x/d.md"],
])("from %j to %j is %j", (from, to, path) => {
  expect(toRelativePath(from, to)).toBe(path);
});

test.each([
  ["a.md", true, false, false],
  ["a.MARKDOWN", true, false, false],
  ["a.mdx", false, true, false],
  ["a.png", false, true, false],
  [".gitbook/assets/a.md", true, true, false],
  [".gitbook/assetsx/a.md", true, false, false],
  ["x/Index.md", true, false, true],
  ["x/index.html", false, true, false],
  ["x/aindex.md", true, false, false],
])("%j is Markdown %j, an attachment %j, a README %j", (path, markdown, attachment, readme) => {
  expect([isMarkdown(path), isAttachment(path), isReadme(path)]).toEqual([
    markdown,
    attachment,
    readme,
  ]);
});

test("folders and paths are joined, and every location is listed", () => {
  expect([joinPath("", "a"), joinPath("a", ""), joinPath("a", "b")]).toEqual(["a", "a", "a/b"]);
  expect(listLocations("a")).toEqual(["a", "a.md", "a/README.md", "a/index.md"]);
});
