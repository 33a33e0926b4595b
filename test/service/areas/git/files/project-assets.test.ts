/** Files of a repository that are not pages. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { getFile } from "../../../../../src/service/areas/content/files/blobs.ts";
import type { ContentTree, TreeFile } from "../../../../../src/service/areas/content/tree/tree.ts";
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

async function read(files: ListedFiles): Promise<readonly TreeFile[]> {
  await importListed(rows, { "README.md": "# Home\n", ...files });
  return (await readContent(rows)).files;
}

const editFiles = (change: (file: TreeFile) => TreeFile) =>
  publish(platform.workspace, rows.spaceId, (tree: ContentTree) => ({
    ...tree,
    files: tree.files.map(change),
  }));
const at = (name: string) => `.gitbook/assets/${name}`;
const names = (files: readonly TreeFile[]) => files.map(({ name }) => name);

async function readBytes({ hash }: Pick<TreeFile, "hash">): Promise<string> {
  return Buffer.from((await getFile(rows.db, rows.spaceId, hash)) ?? []).toString();
}

test("are those in the folder for attachments, and those that pages and reusable contents use", async () => {
  const files = await read({
    [at("z.png")]: "Z",
    [at("notes.md")]: "# Notes\n",
    "img/linked.png": "L",
    "img/html.svg": "<svg/>",
    "img/included.pdf": "I",
    "img/unused.png": "U",
    "a.md": '[l](img/linked.png)\n\n<img src="img/html.svg">\n',
    ".gitbook/includes/n.md": "[i](../../img/included.pdf)\n",
  });
  expect(
    files.map(({ location, name, contentType, size, git }) => [
      ...[location, name, contentType, size, git?.path],
    ]),
  ).toEqual([
    [at("notes.md"), "notes.md", "text/markdown", 8, at("notes.md")],
    [at("z.png"), "z.png", "image/png", 1, at("z.png")],
    ["img/html.svg", "html.svg", "image/svg+xml", 6, "img/html.svg"],
    ["img/included.pdf", "included.pdf", "application/pdf", 1, "img/included.pdf"],
    ["img/linked.png", "linked.png", "image/png", 1, "img/linked.png"],
  ]);
  expect(await Promise.all(files.map(readBytes))).toEqual(["# Notes\n", "Z", "<svg/>", "I", "L"]);
});

describe("a file that is synchronized", () => {
  test("stays after the last link to it is removed, and goes with its file", async () => {
    const before = await read({ "a.png": "A", "a.md": "![](a.png)\n" });
    const after = await read({ "a.png": "A", "a.md": "None.\n" });
    expect(after).toEqual(before);
    expect(await read({ "a.md": "None.\n" })).toEqual([]);
  });

  test("keeps its name and its type, with other contents and without", async () => {
    await read({ [at("a.png")]: "A" });
    await editFiles((file) => ({ ...file, name: "Mine.jpg", contentType: "image/jpeg" }));
    const { id: revision } = await rows.db
      .selectFrom("spaces")
      .select("revision_id as id")
      .where("id", "=", rows.spaceId)
      .executeTakeFirstOrThrow();
    // As after an export.
    await rows.db
      .updateTable("git_syncs")
      .set({ synced_revision_id: revision })
      .where("space_id", "=", rows.spaceId)
      .execute();
    const same = await read({ [at("a.png")]: "A", "new.md": "# New\n" });
    const own = { name: "Mine.jpg", contentType: "image/jpeg", location: at("a.png") };
    expect(same).toMatchObject([own]);
    const changed = await read({ [at("a.png")]: "Other" });
    expect(changed).toMatchObject([{ ...own, size: 5, id: same[0]?.id }]);
    expect(await readBytes(changed[0] ?? { hash: "" })).toBe("Other");
    const moved = await read({ [at("b.gif")]: "Other" });
    expect(moved).toMatchObject([
      { id: same[0]?.id, name: "b.gif", contentType: "image/gif", location: at("b.gif") },
    ]);
  });

  test("keeps its place, and others are added in the order of their paths", async () => {
    await read({ [at("c")]: "C", [at("m")]: "M" });
    await publish(platform.workspace, rows.spaceId, (tree) => ({
      ...tree,
      files: tree.files.toReversed(),
    }));
    await read({ [at("c")]: "C", [at("m")]: "M", "x.md": "# X\n" });
    const files = await read({
      ...{ [at("z")]: "Z", [at("m")]: "M", [at("b")]: "B", [at("c")]: "C2", [at("a")]: "A" },
    });
    expect(names(files)).toEqual(["m", "c", "a", "b", "z"]);
  });

  test("with the contents of another one is another file", async () => {
    const before = await read({ [at("a")]: "A", [at("b")]: "B" });
    const after = await read({ [at("a")]: "B", [at("b")]: "A" });
    expect(after.map(({ id, hash }) => [id, hash])).toEqual([
      [before[0]?.id, before[1]?.hash],
      [before[1]?.id, before[0]?.hash],
    ]);
  });
});

test("a file of the space has no location until its file is moved", async () => {
  const [stored] = await read({ [at("x")]: "X" });
  const {
    location: _,
    git: __,
    ...own
  } = stored ?? { id: "", name: "", contentType: "", hash: "", size: 0 };
  rows = await createGitRows(platform);
  await importListed(rows, { "README.md": "# Home\n" });
  await publish(platform.workspace, rows.spaceId, (tree) => ({
    ...tree,
    files: [{ ...own, id: "own", name: "a" }],
  }));
  const matched = await read({ [at("a")]: "X" });
  expect(matched).toMatchObject([{ id: "own", name: "a" }]);
  const changed = await read({ [at("a")]: "X2" });
  const moved = await read({ [at("b")]: "X2" });
  expect([matched, changed, moved].map(([file]) => [file?.id, file?.location])).toEqual([
    ["own", at("a")],
    ["own", at("a")],
    ["own", at("b")],
  ]);
});
