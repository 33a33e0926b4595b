import { beforeAll, describe, expect, test } from "vitest";
import * as cr from "../../../../../src/contract/cr.ts";
import type { ContentChange } from "../../../../../src/contract/cr-content.model.ts";
import { writeMarkdown } from "../../../../../src/document/markdown.ts";
import { readTree } from "../../../../../src/service/areas/content/revisions.ts";
import { getDocument } from "../../../../../src/service/areas/content/texts/documents.ts";
import type { ContentPage } from "../../../../../src/service/areas/content/tree/tree.ts";
import { getTreeIndex } from "../../../../../src/service/areas/content/tree/tree-index.ts";
import { slowTests } from "../../../../support/generators/amount.ts";
import { type Desk, openDesk } from "../../../../support/organizations/changes.ts";
import { page, proposeContent } from "../../../../support/organizations/content.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});

const start = [
  page("first", { title: "First", description: "About", emoji: "1f600", pages: [page("inner")] }),
  page("group", { type: "group", title: "Group", pages: [page("last")] }),
];

/** Edits a change request with the pages above. */
async function edit(...changes: readonly ContentChange[]) {
  const { workspace, admin, spaceId } = desk;
  const { db } = workspace;
  const changeRequestId = await desk.begin();
  await proposeContent(workspace, [spaceId, changeRequestId], admin, (tree) => ({
    ...tree,
    pages: start,
  }));
  const input = { spaceId, changeRequestId, changes: [...changes] };
  const { status, message } = await workspace.ask(admin, cr.edit, input);
  const { revision } = await desk.get(changeRequestId);
  const tree = await readTree(db, revision);
  const readText = async ({ document }: ContentPage) =>
    document === undefined
      ? undefined
      : writeMarkdown(await getDocument(db, spaceId, document)).trim();
  return { status, message, tree, readText };
}

/** `a(b c) d`. */
const outline = (pages: readonly ContentPage[]): string =>
  pages
    .map(({ title, pages: below }) => (below.length > 0 ? `${title}(${outline(below)})` : title))
    .join(" ");

describe("a new page", () => {
  const write = (markdown: string) => ({ document: { markdown } });

  test.each<[string, object, Partial<ContentPage>, string | undefined]>([
    ["its title", { title: "T", ...write("Text") }, { title: "T", slug: "t" }, "Text"],
    ["the heading of its text", write("# Head\n\nText"), { title: "Head", slug: "head" }, "Text"],
    [
      "its title before a heading",
      { title: "T", ...write("# Head\n\nText") },
      { title: "T", slug: "t" },
      "Text",
    ],
    [
      "the title in its front matter",
      write("---\ntitle: F\n---\n\nText"),
      { title: "F", slug: "f" },
      "Text",
    ],
    [
      "its heading before front matter",
      write("---\ntitle: F\n---\n\n# Head\n\nText"),
      { title: "Head", slug: "head", frontMatter: { title: "F" } },
      "Text",
    ],
    ["no title", { document: {} }, { title: "Untitled", slug: "untitled" }, undefined],
    [
      "its slug",
      { title: "T", slug: "own", ...write("Text") },
      { title: "T", slug: "own" },
      "Text",
    ],
    [
      "front matter before its attributes",
      { title: "T", description: "A", icon: "star", ...write("---\ndescription: B\n---\n\nText") },
      { title: "T", slug: "t", description: "B", icon: "star" },
      "Text",
    ],
    [
      "no empty attributes and no condition",
      { title: "T", description: "", condition: "visitor.x", hidden: false, ...write("Text") },
      { title: "T", slug: "t", hidden: false },
      "Text",
    ],
  ])("has %s", async (_, change, fields, text) => {
    const { tree, readText } = await edit({ operation: "insert_page", ...change } as never);
    const made = tree.pages.at(-1);
    const { id, createdAt, updatedAt, document, ...shown } = made ?? page("none");
    expect(shown).toEqual({ type: "document", pages: [], ...fields });
    expect(made && (await readText(made))).toBe(text);
  });

  test.each([
    [{}, "First(inner) Group(last) New"],
    [{ at: 0 }, "New First(inner) Group(last)"],
    [{ into: "first" }, "First(inner New) Group(last)"],
    [{ into: "first", at: 0 }, "First(New inner) Group(last)"],
    [{ into: "group", at: 1 }, "First(inner) Group(last New)"],
  ])("is at %j", async (position, expected) => {
    const { tree } = await edit({
      ...{ operation: "insert_page", title: "New", document: {} },
      ...position,
    } as never);
    expect(outline(tree.pages)).toBe(expected);
  });
});

describe("a page", () => {
  test.each<[object, object]>([
    [{}, {}],
    [{ title: "T" }, { title: "T" }],
    [
      { description: "", emoji: "" },
      { description: undefined, emoji: undefined },
    ],
    [
      { description: "D", noIndex: true, condition: "x" },
      { description: "D", noIndex: true },
    ],
    [{ title: "T", document: { markdown: "---\ntitle: F\n---\n\nText" } }, { title: "F" }],
    [{ title: "T", document: { markdown: "# Head\n\nText" } }, { title: "T" }],
    [{ document: { markdown: "---\ndescription: B\n---\n\nText" } }, { description: "B" }],
    [{ document: {} }, {}],
  ])("is changed by %j", async (change, fields) => {
    const { tree } = await edit({ operation: "update_page", page: "first", ...change } as never);
    const { document, createdAt, updatedAt, pages, ...shown } = tree.pages[0] ?? page("none");
    const { pages: _, ...before } = start[0] ?? page("none");
    const plain = JSON.parse(JSON.stringify({ ...before, ...fields }));
    expect(JSON.parse(JSON.stringify(shown))).toEqual(plain);
    expect(outline(pages)).toBe("inner");
  });

  slowTests.each([
    ["inner", { into: "group" }, "First Group(last inner)"],
    ["inner", { into: "group", at: 0 }, "First Group(inner last)"],
    ["inner", { into: null }, "First Group(last) inner"],
    ["inner", { into: null, at: 0 }, "inner First Group(last)"],
    ["inner", { at: 0 }, "First(inner) Group(last)"],
    ["first", { at: 1 }, "Group(last) First(inner)"],
    ["first", { at: 0 }, "First(inner) Group(last)"],
    ["first", { title: "First" }, "First(inner) Group(last)"],
  ])("%s moves with %j", async (id, position, expected) => {
    const { tree } = await edit({ operation: "update_page", page: id, ...position } as never);
    expect(outline(tree.pages)).toBe(expected);
  });

  test("without a document gets no text", async () => {
    const change = { operation: "update_page", page: "group" } as const;
    const refused = await edit({ ...change, document: { markdown: "Text" } });
    expect([refused.status, refused.message]).toEqual([
      400,
      "changes.0: Page group has the type group, which has no document.",
    ]);
    const { status, tree } = await edit({ ...change, title: "New", document: {} });
    expect([status, tree.pages[1]?.title]).toEqual([200, "New"]);
  });
});

test("links lead to new pages and files by their names, and to pages by their paths", async () => {
  const links = [
    ...["next", "./next", "next.md", "./next.md", "plan", "./plan", "other", "../next"],
    ...["/pages/first/inner", "/pages/first/inner.md", "/pages/first/README.md"],
    ...["/pages/first", "/pages/README.md", "/pages/first/inner#part", "/pages/gone/page"],
  ];
  const { tree, readText } = await edit(
    {
      ...{ operation: "insert_page", title: "Links" },
      document: { markdown: links.map((link) => `[x](${link})`).join("\n\n") },
    },
    { operation: "insert_page", ref: "next", title: "Next", document: {} },
    {
      operation: "insert_files",
      files: [{ ref: "plan", name: "plan.txt", contentType: "text/plain", base64: "aGVsbG8=" }],
    },
  );
  const [, , made, next] = tree.pages;
  const text = made && (await readText(made));
  const [toNext, toPlan] = [`/pages/${next?.id}`, `/files/${tree.files[0]?.id}`];
  expect([...(text ?? "").matchAll(/\]\((.*?)\)/g)].map(([, url]) => url)).toEqual([
    ...[toNext, toNext, toNext, toNext, toPlan, toPlan, "other", "../next"],
    ...["/pages/inner", "/pages/inner", "/pages/first"],
    ...["/pages/first", "/pages/first", "/pages/inner#part", "/pages/gone/page"],
  ]);
  expect(getTreeIndex(tree).pages.size).toBe(6);
});

describe("a file is refused", () => {
  const base64 = "aGVsbG8=";
  const contentType = "text/plain";
  const url = "https://example.com/a.txt";
  const largest = 1024 * 1024;

  test.each<[string, object, number, string]>([
    [
      "without contents",
      { contentType },
      400,
      "a.txt needs its contents as base64, or a url to fetch them from.",
    ],
    [
      "with two sources",
      { contentType, base64, url },
      400,
      "a.txt needs its contents as base64, or a url to fetch them from.",
    ],
    [
      "without a type",
      { base64 },
      400,
      "a.txt needs a contentType, because its contents have none.",
    ],
    [
      "with invalid contents",
      { contentType, base64: "aGVsbG8*" },
      400,
      "The contents of a.txt are not valid base64.",
    ],
    [
      "that is too large",
      { contentType, base64: Buffer.alloc(largest + 1).toString("base64") },
      413,
      `a.txt has ${largest + 1} bytes, which exceeds the limit of ${largest}. Import larger files with Git.`,
    ],
  ])("%s", async (_, file, status, message) => {
    const files = [{ name: "a.txt", ...file }];
    const answer = await edit({ operation: "insert_files", files } as never);
    expect([answer.status, answer.message]).toEqual([status, expect.stringContaining(message)]);
    expect(answer.tree.files).toEqual([]);
  });

  test.each([[base64], [" aGVs\nbG8= "], ["aGVsbG8"]])("but not with %j", async (contents) => {
    const files = [{ name: "a.txt", contentType, base64: contents }];
    const { tree } = await edit({ operation: "insert_files", files });
    expect(tree.files).toMatchObject([{ name: "a.txt", contentType, size: 5 }]);
  });
});

test("a name that is used twice is refused", async () => {
  const { status, message } = await edit(
    { operation: "insert_page", ref: "x", document: {} },
    { operation: "insert_files", files: [{ ref: "x", name: "a", contentType: "a/b", base64: "" }] },
  );
  expect([status, message]).toEqual([
    400,
    "The ref x is used twice. Each ref must identify one page or file.",
  ]);
});
