/** Reusable contents of a repository, and those that were created in the space. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { loadDocumentFacts } from "../../../../../src/service/areas/content/texts/documents.ts";
import type { ContentTree } from "../../../../../src/service/areas/content/tree/tree.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { createGitRows, type GitRows, openGitPlatform } from "../../../../support/git/git-rows.ts";
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

async function read(files: ListedFiles): Promise<ContentTree> {
  await importListed(rows, { "README.md": "# Home\n", ...files });
  return readContent(rows);
}

const edit = (change: (tree: ContentTree) => ContentTree) =>
  publish(platform.workspace, rows.spaceId, change);
const at = (name: string) => `.gitbook/includes/${name}.md`;
const titles = ({ reusableContents }: ContentTree) => reusableContents.map(({ title }) => title);
const ids = ({ reusableContents }: ContentTree) => reusableContents.map(({ id }) => id);

test("are the Markdown files of a folder that are not listed as pages", async () => {
  const tree = await read({
    [at("a")]: "A.\n",
    [at("deep/b")]: "B.\n",
    [at("page")]: "# Page\n",
    ".gitbook/includes/c.txt": "C",
    ".gitbook/other/d.md": "D.\n",
    "SUMMARY.md": `* [Home](README.md)\n* [Page](${at("page")})\n`,
  });
  expect(tree.reusableContents).toMatchObject([
    { title: "A", location: at("a"), git: { path: at("a") } },
    { title: "B", location: at("deep/b"), git: { path: at("deep/b") } },
  ]);
  expect(tree.pages.map(({ title }) => title)).toEqual(["Home", "Page"]);
});

describe("a file that did not change", () => {
  test("keeps the title that it has in the space", async () => {
    const before = await read({ [at("a")]: "A.\n", [at("b")]: "B.\n" });
    await edit((tree) => ({
      ...tree,
      reusableContents: tree.reusableContents.map((one) => ({ ...one, title: `My ${one.title}` })),
    }));
    const after = await read({ [at("a")]: "A.\n", [at("b")]: "B.\n", "new.md": "# New\n" });
    expect([titles(after), ids(after)]).toEqual([["My A", "My B"], ids(before)]);
  });

  test("is read again if a link has another target", async () => {
    const files = {
      [at("a")]: "[b](../../b.md)\n",
      [at("c")]: "[d](../../d.md)\n",
      "d.md": "# D\n",
    };
    const getKinds = async (tree: ContentTree) => {
      const hashes = tree.reusableContents.flatMap(({ document }) => document ?? []);
      const facts = await loadDocumentFacts(rows.db, rows.spaceId, hashes);
      return hashes.map((hash) => facts.get(hash)?.references.map(({ ref }) => ref.kind));
    };
    expect(await getKinds(await read(files))).toEqual([["url"], ["page"]]);
    expect(await getKinds(await read({ ...files, "b.md": "# B\n" }))).toEqual([["page"], ["page"]]);
    const { "d.md": _, ...less } = files;
    expect(await getKinds(await read(less))).toEqual([["url"], ["url"]]);
  });

  test("in a space that was synchronized before is read only if another file has it", async () => {
    const before = await read({ [at("a")]: "Same.\n", [at("b")]: "B.\n" });
    const after = await read({ [at("a")]: "B.\n", [at("b")]: "Same.\n" });
    expect([titles(after), ids(after)]).toEqual([["A", "B"], ids(before)]);
    const hashes = ({ reusableContents }: ContentTree) =>
      reusableContents.map(({ document }) => document);
    expect(hashes(after)).toEqual(hashes(before).toReversed());
  });
});

describe("reusable contents of the space", () => {
  const own = { id: "own", title: "Own" };
  const add = () =>
    edit((tree) => ({ ...tree, reusableContents: [own, ...tree.reusableContents] }));

  test("stay without a file, before those of the repository", async () => {
    await read({ [at("a")]: "A.\n" });
    await add();
    const tree = await read({ [at("a")]: "A.\n", [at("b")]: "B.\n" });
    expect(titles(tree)).toEqual(["Own", "A", "B"]);
  });

  slowTest("have no location until their file is moved, and are then removed with it", async () => {
    await read({});
    await add();
    const matched = await read({ [at("own")]: "---\ntitle: Own\n---\n\nText.\n" });
    expect(matched.reusableContents).toMatchObject([{ id: "own" }]);
    expect(matched.reusableContents[0]?.location).toBeUndefined();
    const edited = await read({ [at("own")]: "---\ntitle: Own\n---\n\nMore.\n" });
    expect(edited.reusableContents[0]?.location).toBeUndefined();
    const moved = await read({ [at("moved")]: "---\ntitle: Own\n---\n\nMore.\n" });
    expect(moved.reusableContents).toMatchObject([{ id: "own", location: at("moved") }]);
    expect((await read({})).reusableContents).toEqual([]);
  });

  test("keep their order, also when files are added before them", async () => {
    const before = await read({ [at("m")]: "M.\n", [at("z")]: "Z.\n" });
    const after = await read({ [at("a")]: "A.\n", [at("m")]: "M2.\n", [at("z")]: "Z.\n" });
    expect(titles(after)).toEqual(["M", "Z", "A"]);
    expect(ids(after).slice(0, 2)).toEqual(ids(before));
  });
});

test("an empty file has no document", async () => {
  const tree = await read({ [at("a")]: "", [at("b")]: "---\nowner: us\n---\n" });
  expect(tree.reusableContents.map(({ git: _, id: __, ...content }) => content)).toEqual([
    { title: "A", location: at("a") },
    { title: "B", location: at("b"), frontMatter: { owner: "us" } },
  ]);
});
