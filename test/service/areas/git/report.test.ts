import { describe, expect, test } from "vitest";
import type { ContentTree } from "../../../../src/service/areas/content/tree/tree.ts";
import {
  countKept,
  type FileChange,
  listRepositoryChanges,
  listSpaceChanges,
  type SyncReport,
  sumLines,
  summarize,
} from "../../../../src/service/areas/git/report.ts";
import { page, tree } from "../../../support/organizations/content.ts";

function toTree(pages: readonly string[], reusable: readonly string[] = []): ContentTree {
  return tree(
    pages.map((id) => page(id, { title: `Page ${id}` })),
    { reusableContents: reusable.map((id) => ({ id, title: `Block ${id}` })) },
  );
}

describe("the files of an export are reported", () => {
  const [now, before] = [toTree(["P1"], ["R1"]), toTree(["P1", "P2"], ["R1", "R2"])];

  test.each<[string, Partial<FileChange>, object]>([
    ["of a page", { thing: "P1" }, { object: "page", id: "P1", title: "Page P1" }],
    ["of a deleted page", { thing: "P2" }, { object: "page", id: "P2", title: "Page P2" }],
    [
      "of reusable content",
      { thing: "R1" },
      { object: "reusable-content", id: "R1", title: "Block R1" },
    ],
    [
      "of deleted reusable content",
      { thing: "R2" },
      { object: "reusable-content", id: "R2", title: "Block R2" },
    ],
    ["of an uploaded file", { thing: "F1" }, { object: "file", id: "F1" }],
    ["without a resource", {}, { object: "file" }],
    ["of the table of contents", { path: "SUMMARY.md" }, { object: "table-of-contents" }],
  ])("%s", (_, file, expected) => {
    const change = { path: "a.md", change: "removed", bytes: 0, ...file } as FileChange;
    const [reported, ...others] = listRepositoryChanges([change], {
      now,
      before,
      summary: "SUMMARY.md",
    });
    expect(reported).toMatchObject({ path: change.path, change: "removed", ...expected });
    expect(reported).not.toHaveProperty("bytes");
    expect(others).toEqual([]);
    const isPage = "object" in expected && expected.object === "page";
    const { pages, files } = summarize(reported === undefined ? [] : [reported]);
    expect([pages.removed, files.removed]).toEqual(isPage ? [1, 0] : [0, 1]);
  });
});

test("a moved file of an export is reported with its former path and its lines", () => {
  const now = tree([page("P1", { title: "Page" })]);
  const file = { path: "new.md", change: "moved", thing: "P1", bytes: 4 } as const;
  const lines = { added: 1, removed: 2 };
  const options = { now, before: undefined, summary: "SUMMARY.md" };
  const moved = { ...file, from: "old.md", lines };
  expect(listRepositoryChanges([moved, { ...file, thing: "F1" }], options)).toEqual([
    {
      ...{ object: "page", id: "P1", title: "Page", change: "moved" },
      ...{ path: "new.md", from: "old.md", lines },
    },
    { object: "file", id: "F1", change: "moved", path: "new.md" },
  ]);
});

test("a page that gets or loses its file has no former path", () => {
  const [without, withFile] = [
    tree([page("P1", { description: "Old" })]),
    tree([page("P1", { description: "New", git: { oid: "o", path: "a.md" } })]),
  ];
  const change = { object: "page", change: "changed", id: "P1", title: "P1" };
  const fields = ["description"];
  expect(listSpaceChanges(without, withFile)).toEqual([{ ...change, path: "a.md", fields }]);
  expect(listSpaceChanges(withFile, without)).toEqual([{ ...change, fields }]);
});

describe("the changes of a space are reported", () => {
  const at = (path: string) => ({ git: { oid: "o", path } });
  const image = (id: string, name: string, path?: string) => ({
    ...{ id, name, contentType: "image/png", hash: "h", size: 1, ...(path && at(path)) },
  });
  const before = tree(
    [
      page("same", { title: "Same" }),
      page("edited", { title: "Edited", description: "Old", ...at("edited.md") }),
      page("renamed", { title: "Old name", ...at("old.md") }),
      page("relocated", { title: "Relocated", ...at("relocated.md") }),
      page("parent", { title: "Parent", pages: [page("moved", { title: "Moved" })] }),
      page("gone", { title: "Gone", ...at("gone.md") }),
    ],
    {
      files: [image("f1", "a.png", "a.png"), image("f2", "b.png"), image("f3", "c.png")],
      reusableContents: [
        { id: "r1", title: "Note" },
        { id: "r2", title: "Gone" },
      ],
      variables: { version: "1", same: true },
    },
  );
  const now = tree(
    [
      page("same", { title: "Same" }),
      page("edited", { title: "Edited", description: "New", icon: "x", ...at("edited.md") }),
      page("renamed", { title: "New name", slug: "new", ...at("new.md") }),
      page("relocated", { title: "Relocated", location: "p.md", ...at("p.md") }),
      page("moved", { title: "Moved", description: "New" }),
      page("parent", { title: "Parent" }),
      page("added", { title: "Added", ...at("added.md") }),
    ],
    {
      files: [image("f1", "a2.png", "a2.png"), image("f2", "b2.png"), image("f4", "d.png")],
      reusableContents: [
        { id: "r1", title: "New note" },
        { id: "r3", title: "Added" },
      ],
      variables: { version: "2", same: true },
      redirects: { old: "new.md" },
    },
  );

  test("each resource once, with its former title and path", () => {
    const changes = listSpaceChanges(before, now);
    expect(changes).toEqual([
      {
        ...{ object: "page", change: "changed", id: "edited", title: "Edited", path: "edited.md" },
        fields: ["icon", "description"],
      },
      {
        ...{ object: "page", change: "moved", id: "renamed", title: "New name", path: "new.md" },
        ...{ from: "old.md", formerTitle: "Old name", fields: ["title"] },
      },
      {
        ...{ object: "page", change: "moved", id: "relocated", title: "Relocated", path: "p.md" },
        from: "relocated.md",
      },
      { object: "page", change: "moved", id: "moved", title: "Moved", fields: ["description"] },
      { object: "page", change: "added", id: "added", title: "Added", path: "added.md" },
      { object: "page", change: "removed", id: "gone", title: "Gone", path: "gone.md" },
      {
        ...{ object: "file", change: "moved", id: "f1", title: "a2.png", path: "a2.png" },
        ...{ from: "a.png", fields: ["name"] },
      },
      { object: "file", change: "changed", id: "f2", title: "b2.png", fields: ["name"] },
      { object: "file", change: "added", id: "f4", title: "d.png" },
      { object: "file", change: "removed", id: "f3", title: "c.png" },
      {
        ...{ object: "reusable-content", change: "changed", id: "r1", title: "New note" },
        ...{ formerTitle: "Note", fields: ["title"] },
      },
      { object: "reusable-content", change: "added", id: "r3", title: "Added" },
      { object: "reusable-content", change: "removed", id: "r2", title: "Gone" },
      { object: "variables", change: "changed", fields: ["version"] },
      { object: "redirects", change: "changed" },
    ]);
    expect(summarize(changes)).toEqual({
      pages: { added: 1, changed: 1, moved: 3, removed: 1 },
      files: { added: 2, changed: 4, moved: 1, removed: 2 },
      changes,
    });
    expect(listSpaceChanges(now, now)).toEqual([]);
  });

  test("with the first 500, and the number of the others", () => {
    const some = (count: number): SyncReport["changes"] =>
      Array.from({ length: count }, (_, id) => ({
        ...{ object: "page", id: String(id), change: "added" },
      })) as SyncReport["changes"];
    const all = summarize(some(500));
    expect([all.changes.length, all.pages.added, "more" in all]).toEqual([500, 500, false]);
    for (const count of [501, 503]) {
      const most = summarize(some(count));
      expect([most.changes.length, most.pages.added, most.more]).toEqual([500, count, count - 500]);
      expect(most.changes.at(-1)?.id).toBe("499");
    }
  });

  test("with the lines of all files, and the pages that kept their ids", () => {
    const file = (lines?: { added: number; removed: number }) => ({
      ...{ path: "a.md", change: "changed" as const, thing: undefined, bytes: 0 },
      ...(lines && { lines }),
    });
    expect(
      sumLines([file({ added: 1, removed: 2 }), file(), file({ added: 3, removed: 4 })]),
    ).toEqual({ added: 4, removed: 6 });
    expect(sumLines([])).toEqual({ added: 0, removed: 0 });
    expect([countKept(before, now), countKept(now, before), countKept(tree([]), now)]).toEqual([
      ...[6, 6, 0],
    ]);
  });
});
