import { describe, expect, test } from "vitest";
import type { ContentTree } from "../../../../src/service/areas/content/tree/tree.ts";
import {
  type FileChange,
  listRepositoryChanges,
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
