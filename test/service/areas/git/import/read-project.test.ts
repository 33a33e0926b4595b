/** The content that an import makes of the files of a repository. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { loadDocumentFacts } from "../../../../../src/service/areas/content/texts/documents.ts";
import type {
  ContentPage,
  ContentTree,
} from "../../../../../src/service/areas/content/tree/tree.ts";
import { withPage } from "../../../../../src/service/areas/content/tree/tree-edit.ts";
import { slowTest, slowTests } from "../../../../support/generators/amount.ts";
import { createGitRows, type GitRows, openGitPlatform } from "../../../../support/git/git-rows.ts";
import { everyPage, outline, pageCalled } from "../../../../support/git/git-space.ts";
import {
  importListed,
  type ListedFiles,
  readContent,
} from "../../../../support/git/listed-import.ts";
import { publish } from "../../../../support/organizations/content.ts";

let platform: Awaited<ReturnType<typeof openGitPlatform>>;
let rows: GitRows;

beforeAll(async () => {
  platform = await openGitPlatform();
  return () => platform.workspace.service.close();
});

beforeEach(async () => {
  rows = await createGitRows(platform);
});

const edit = (change: (tree: ContentTree) => ContentTree) =>
  publish(platform.workspace, rows.spaceId, change);

async function read(files: ListedFiles): Promise<ContentTree> {
  await importListed(rows, files);
  return readContent(rows);
}

const list = (...lines: readonly string[]) => `# Table of contents\n\n${lines.join("\n")}\n`;
const home = { "README.md": "# Home\n" };

describe("a table of contents", () => {
  test.each<[string, readonly string[], readonly string[]]>([
    [
      "with a link has no pages below it",
      ["* [Home](README.md)", "* [Site](https://example.com)", "  * [A](a.md)", "    * [B](b.md)"],
      ["Home", "Site (link)", "A", "  B"],
    ],
    [
      "with a file twice has a link to its page",
      ["* [Home](README.md)", "* [A](a.md)", "* [Again](a.md)", "  * [B](b.md)"],
      ["Home", "A", "Again (link)", "B"],
    ],
    [
      "with a missing file has an empty page",
      ["* [Home](README.md)", "* [Gone](gone.md)", "  * [A](a.md)"],
      ["Home", "Gone", "  A"],
    ],
    [
      "with a title without a file has an empty page",
      ["* [Home](README.md)", "* Nothing", "  * [A](a.md)"],
      ["Home", "Nothing", "  A"],
    ],
    ["without the first page begins with it", ["* [A](a.md)"], ["Home", "A"]],
    [
      "with the first page in another place leaves it there",
      ["* [A](a.md)", "  * [Start](README.md)"],
      ["A", "  Home"],
    ],
    [
      "with a file without a title has the title of its text, of its list, or of its name",
      ["* [Home](README.md)", "* [](a.md)", "* [Listed](plain.md)", "* [](un-titled.md)"],
      ["Home", "A", "Listed", "Un titled"],
    ],
    [
      "with a link without a title shows its URL",
      ["* [Home](README.md)", "* [](https://example.com)"],
      ["Home", "https://example.com (link)"],
    ],
    [
      "with groups has their pages",
      ["* [Home](README.md)", "", "## One", "", "* [A](a.md)", "", "## Two", "", "## Three"],
      ["Home", "One (group)", "  A", "Two (group)", "Three (group)"],
    ],
  ])("%s", async (_, lines, expected) => {
    const files = {
      "a.md": "# A\n",
      "b.md": "# B\n",
      "plain.md": "Text.\n",
      "un-titled.md": "Text.\n",
    };
    const tree = await read({ ...home, ...files, "SUMMARY.md": list(...lines) });
    expect(outline(tree.pages)).toEqual(expected);
  });

  test("has pages with the locations and ids of their files, which stay", async () => {
    const files = {
      ...home,
      "a.md": "# A\n",
      "SUMMARY.md": list("* [Gone](gone.md)", "* Empty", "* [A](a.md)", "* [Link](https://x.test)"),
    };
    const before = await read(files);
    const fields = ({ id: _, pages: __, git, createdAt, updatedAt, ...page }: ContentPage) => page;
    expect(before.pages.map(fields)).toEqual([
      { type: "document", title: "Home", slug: "readme", location: "README.md" },
      { type: "document", title: "Gone", slug: "gone", location: "gone.md" },
      { type: "document", title: "Empty", slug: "empty" },
      { type: "document", title: "A", slug: "a", location: "a.md" },
      { type: "link", title: "Link", target: { kind: "url", url: "https://x.test" } },
    ]);
    expect(before.pages.map(({ git }) => git?.path)).toEqual([
      ...["README.md", undefined, undefined, "a.md", undefined],
    ]);
    const after = await read({ ...files, "b.md": "# B\n" });
    expect(after.pages.map(({ id }) => id)).toEqual(before.pages.map(({ id }) => id));
    // The missing file is added.
    const added = await read({ ...files, "gone.md": "# Here\n" });
    expect(added.pages[1]).toMatchObject({ id: before.pages[1]?.id, title: "Here" });
  });

  slowTests.each([
    [30, false, undefined],
    [31, false, "too-large"],
    [29, true, undefined],
    [30, true, "too-large"],
  ])("has at most 30 levels: %i, in a group %s", async (depth, isGroup, reason) => {
    const lines = Array.from({ length: depth }, (_, level) => `${"  ".repeat(level)}* P${level}`);
    const files = { ...home, "SUMMARY.md": list(...(isGroup ? ["## Group", ""] : []), ...lines) };
    const result = read(files);
    if (reason === undefined) expect(everyPage((await result).pages).length).toBeGreaterThan(depth);
    else {
      await expect(result).rejects.toMatchObject({
        ...{ reason, message: "The table of contents is nested deeper than 30 levels." },
      });
    }
  });

  slowTest("of folders has at most 12,000 pages", async () => {
    const create = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, number) => [`p${number}.md`, 1]));
    await expect(read({ ...create(12_000), ...home })).rejects.toMatchObject({
      ...{ reason: "too-large", message: expect.stringContaining("has 12001 pages") },
    });
    // One less is read, and its first file does not exist.
    await expect(read({ ...create(11_999), ...home })).rejects.toMatchObject({
      ...{ reason: "failed", message: expect.stringContaining("Cannot read") },
    });
  });
});

test("without a first page, the table of contents has only its own pages", async () => {
  const tree = await read({ "a.md": "# A\n", "SUMMARY.md": list("* [A](a.md)") });
  expect(outline(tree.pages)).toEqual(["A"]);
});

test("redirects are those of the settings, and absent without them", async () => {
  expect((await read(home)).redirects).toBeUndefined();
  const settings = "redirects:\n  old: README.md\n";
  const tree = await read({ ...home, ".gitbook.yaml": settings });
  expect(tree.redirects).toEqual({ old: "README.md" });
});

describe("a slug", () => {
  test("of a group is that of its heading, or follows from its title", async () => {
    const lines = ['## Ä Title <a href="#own" id="own"></a>', "", "## Über uns"];
    const tree = await read({ ...home, "SUMMARY.md": list(...lines) });
    expect(tree.pages.map(({ slug }) => slug)).toEqual(["readme", "own", "uber-uns"]);
  });

  test("of a group that has a former form stays", async () => {
    const files = { ...home, "SUMMARY.md": list("## Über uns") };
    await read(files);
    const [, { id } = { id: "" }] = (await readContent(rows)).pages;
    for (const [slug, expected] of [
      ["über-uns", "über-uns"],
      ["other", "uber-uns"],
    ] as const) {
      await rows.db.deleteFrom("git_syncs").where("space_id", "=", rows.spaceId).execute();
      await edit((tree) => withPage(tree, id, { slug }));
      const tree = await read(files);
      expect(pageCalled(tree, "Über uns")).toMatchObject({ id, slug: expected });
    }
  });

  test("and the absent location of a page of the space stay until its file is moved", async () => {
    await edit((tree) => ({
      ...tree,
      pages: [{ id: "own", type: "document", title: "Own", slug: "a", pages: [] }],
    }));
    const first = await read({ ...home, "a.md": "# A\n" });
    expect(pageCalled(first, "A")).toMatchObject({ id: "own", slug: "a" });
    expect(pageCalled(first, "A").location).toBeUndefined();
    const second = await read({ ...home, "a.md": "# A\n\nMore.\n" });
    expect(pageCalled(second, "A")).toMatchObject({ id: "own", slug: "a" });
    expect(pageCalled(second, "A").location).toBeUndefined();
    const moved = await read({ ...home, "b.md": "# A\n\nMore.\n" });
    expect(pageCalled(moved, "A")).toMatchObject({ id: "own", slug: "b", location: "b.md" });
  });
});

describe("a file that did not change", () => {
  slowTests.each([
    ["of its text", "# Text\n", "Text", "Text"],
    ["of its front matter", "---\ntitle: Head\n---\n\nText.\n", "Head", "Head"],
    ["of the table of contents", "Words.\n", "Before", "After"],
  ])("has the title %s", async (_, text, before, after) => {
    const write = (title: string) => ({
      ...{ ...home, "a.md": text },
      "SUMMARY.md": list("* [Home](README.md)", `* [${title}](a.md)`),
    });
    expect((await read(write("Before"))).pages[1]?.title).toBe(before);
    const { pages } = await read(write("After"));
    expect(pages[1]?.title).toBe(after);
    expect((await read({ ...write(""), "a.md": text })).pages[1]?.title).toBe(
      after === "After" ? "A" : after,
    );
  });

  test.each(["a.md", ".gitbook/includes/a.md"])(
    "is read again if an earlier version has stored its title as a number: %s",
    async (path) => {
      const files = { ...home, [path]: "---\ntitle: 1.10\n---\n\nText.\n" };
      const find = ({ pages, reusableContents }: ContentTree) => reusableContents[0] ?? pages[1];
      const first = find(await read(files));
      expect(first).toMatchObject({ title: "1.10" });
      const earlier = { title: "A", frontMatter: { title: 1.1 } };
      const revision = await edit((tree) => ({
        ...tree,
        pages: tree.pages.map((page, n) => (n === 0 ? page : { ...page, ...earlier })),
        reusableContents: tree.reusableContents.map((content) => ({ ...content, ...earlier })),
      }));
      await rows.db
        .updateTable("git_syncs")
        .set({ synced_revision_id: revision.id })
        .where("space_id", "=", rows.spaceId)
        .execute();
      const again = find(await read({ ...files, "b.md": "# B\n" }));
      expect(again).toMatchObject({ title: "1.10" });
      expect(again?.frontMatter).toEqual(first?.frontMatter);
    },
  );

  test("keeps the settings that it has in the space", async () => {
    const files = { ...home, "a.md": "---\nicon: star\n---\n\n# A\n\nText.\n" };
    const before = await read(files);
    await edit((tree) => withPage(tree, pageCalled(tree, "A").id, { description: "Own" }));
    const after = await read({ ...files, "b.md": "# B\n" });
    const { document, git } = pageCalled(before, "A");
    expect(pageCalled(after, "A")).toMatchObject({
      document,
      git,
      icon: "star",
      description: "Own",
    });
  });

  slowTest("is read again if a link has another target", async () => {
    const text = "[b](b.md), [c](c.md) and ![](d.png)\n";
    const files = { ...home, "a.md": `# A\n\n${text}`, "c.md": "# C\n" };
    const getTargets = async (tree: ContentTree) => {
      const { document = "" } = pageCalled(tree, "A");
      const facts = await loadDocumentFacts(rows.db, rows.spaceId, [document]);
      const exists = (id: string) =>
        everyPage(tree.pages).some((one) => one.id === id) ||
        tree.files.some((one) => one.id === id);
      return (facts.get(document)?.references ?? []).map(({ ref }) => {
        const id = ref.kind === "page" ? ref.page : ref.kind === "file" ? ref.file : "";
        return exists(String(id));
      });
    };
    expect(await getTargets(await read(files))).toEqual([false, true, false]);
    const more = { ...files, "b.md": "# B\n", "d.png": "D" };
    expect(await getTargets(await read(more))).toEqual([true, true, true]);
    const { "c.md": _, "d.png": __, ...less } = more;
    expect(await getTargets(await read(less))).toEqual([true, false, false]);
    expect(await getTargets(await read(more))).toEqual([true, true, true]);
  });
});

test("a computed page stays below its page, and at the end", async () => {
  const files = {
    ...home,
    "a.md": "# A\n",
    "SUMMARY.md": list("* [Home](README.md)", "* [A](a.md)"),
  };
  await read(files);
  const computed = (id: string): ContentPage => ({
    ...{ id, type: "computed", title: id, computed: { type: "x:y", props: {} }, pages: [] },
  });
  await edit((tree) => ({
    ...tree,
    pages: [
      computed("first"),
      ...tree.pages.map((page) =>
        page.title === "Home" ? { ...page, pages: [computed("inner")] } : page,
      ),
    ],
  }));
  const tree = await read({ ...files, "a.md": "# Other\n" });
  expect(
    everyPage(tree.pages)
      .map(({ title }) => title)
      .toSorted(),
  ).toEqual([...["Home", "Other", "first", "inner"]]);
  expect(pageCalled(tree, "Home").pages.map(({ title }) => title)).toEqual(["inner"]);
  const again = await read({ ...files, "a.md": "# Third\n" });
  expect(everyPage(again.pages)).toHaveLength(4);
});

describe("the limit", () => {
  const mebi = 1024 * 1024;
  const include = (number: number) => `.gitbook/includes/n${number}.md`;
  slowTests.each<[string, ListedFiles, string | undefined]>([
    [
      "of all pages",
      { "a.md": 256 * mebi - 6, "b.md": 1 },
      "The pages exceed the limit of 268435456",
    ],
    ["of a file", { ".gitbook/assets/a": 50 * mebi + 1 }, ".gitbook/assets/a has 52428801 bytes"],
    [
      "of all files",
      Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`.gitbook/assets/${n}`, 43 * mebi])),
      "The files exceed the limit of 268435456 bytes in total.",
    ],
    ["of the table of contents", { "SUMMARY.md": 4 * mebi + 1 }, "SUMMARY.md exceeds the limit"],
    ["of the settings", { ".gitbook.yaml": 4 * mebi + 1 }, ".gitbook.yaml exceeds the limit"],
    [
      "of the variables",
      { ".gitbook/vars.yaml": 256 * 1024 + 1 },
      ".gitbook/vars.yaml has 262145 bytes, which exceeds the limit of 262144.",
    ],
    [
      "of the reusable contents",
      Object.fromEntries(Array.from({ length: 2001 }, (_, n) => [include(n), 0])),
      "has 2001 files in .gitbook/includes, which exceeds the limit of 2000",
    ],
    [
      "of their texts",
      { [include(1)]: 64 * mebi, [include(2)]: 1 },
      "exceed the limit of 67108864",
    ],
  ])("%s is checked before a file is read", async (_, files, message) => {
    await expect(read({ ...home, ...files })).rejects.toMatchObject({
      ...{ reason: "too-large", message: expect.stringContaining(message ?? "") },
    });
  });

  slowTests.each<[string, ListedFiles]>([
    ["of all pages", { "a.md": 256 * mebi - 7 }],
    ["of a file", { ".gitbook/assets/a": 50 * mebi }],
    [
      "of all files",
      Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((n) => [`.gitbook/assets/${n}`, 32 * mebi])),
    ],
    ["of the table of contents", { "SUMMARY.md": 4 * mebi }],
    ["of the variables", { ".gitbook/vars.yaml": 256 * 1024 }],
    [
      "of the reusable contents",
      Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [include(n), 0])),
    ],
    ["of their texts", { [include(1)]: 64 * mebi }],
  ])("%s can be reached", async (_, files) => {
    await expect(read({ ...home, ...files })).rejects.toMatchObject({
      ...{ reason: "failed", message: expect.stringContaining("Cannot read") },
    });
  });
});
