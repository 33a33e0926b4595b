import { describe, expect, test } from "vitest";
import * as space from "../../../../src/contract/space.ts";
import {
  commitRevision,
  publishRevision,
} from "../../../../src/service/areas/content/revisions.ts";
import type { ContentTree } from "../../../../src/service/areas/content/tree/tree.ts";
import {
  type Correction,
  findCorrections,
  hashTexts,
  listOutdatedPages,
} from "../../../../src/service/areas/translations/corrections.ts";
import { createTranslationRow } from "../../../../src/service/areas/translations/rows.ts";
import { createId } from "../../../../src/service/core/ids.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

/** A tree with a page, in which another page is nested, and a reusable content. */
function treeOf(title: string, more: object = {}): ContentTree {
  const inner = { id: "inner", type: "document" as const, title: "Inner", slug: "i", pages: [] };
  const page = { id: "page", type: "document" as const, title, slug: "p", pages: [inner], ...more };
  return {
    pages: [page],
    files: [],
    reusableContents: [{ id: "shared", title: "Shared" }],
    variables: {},
  } as unknown as ContentTree;
}

const hashOf = (title: string, more: object = {}) =>
  hashTexts(treeOf(title, more)).get("page") ?? "";

describe("corrections", () => {
  test("concern the title, description and document of each page and reusable content", () => {
    expect([...hashTexts(treeOf("A")).keys()].toSorted()).toEqual(["inner", "page", "shared"]);
    const hashes = [
      hashOf("A"),
      hashOf("B"),
      hashOf("A", { description: "D" }),
      hashOf("A", { document: "H" }),
    ];
    expect(new Set(hashes).size).toBe(4);
    expect(hashOf("A", { slug: "other" })).toBe(hashOf("A"));
  });

  test.each<[string, ContentTree | undefined, Record<string, Correction>, object]>([
    ["A", treeOf("A"), {}, {}],
    ["A", undefined, {}, {}],
    ["B", treeOf("A"), {}, { page: { kept: hashOf("B") } }],
    ["A", treeOf("A"), { page: { kept: hashOf("A") } }, { page: { kept: hashOf("A") } }],
    ["A", treeOf("A"), { page: { kept: hashOf("B") } }, {}],
    [
      "B",
      treeOf("B"),
      { page: { kept: hashOf("B"), offered: "x", changeRequest: "C" } },
      { page: { kept: hashOf("B"), offered: "x", changeRequest: "C" } },
    ],
    ["B", treeOf("A"), { page: { kept: "x", offered: hashOf("B") } }, {}],
    [
      "C",
      treeOf("A"),
      { page: { kept: hashOf("B"), offered: "x", changeRequest: "C" } },
      { page: { kept: hashOf("C"), offered: "x", changeRequest: "C" } },
    ],
    ["A", treeOf("A"), { gone: { kept: "x" } }, {}],
  ])("of the title %s", (title, last, previous, expected) => {
    expect(findCorrections(treeOf(title), last, previous)).toEqual(expected);
  });

  test("of a page that is new in the result are none", () => {
    const last = { ...treeOf("A"), pages: [] } as ContentTree;
    expect(findCorrections(treeOf("B"), last, {})).toEqual({});
  });
});

describe("outdated pages", () => {
  async function start() {
    const workspace = await openWorkspace();
    const { db, now } = workspace;
    const organizationId = await workspace.organization();
    const admin = await workspace.member(organizationId, "admin");
    const { id, revision } = await workspace.ok(admin, space.create, { organizationId });
    const call = { db, now, newId: createId, enqueue: async () => {} };
    const committed = await commitRevision(call, {
      ...{ space: id, parents: [revision], type: "edits", author: null },
      tree: treeOf("A"),
    });
    await publishRevision(call, committed);
    const row = createTranslationRow({
      ...{ id: "T", organization_id: organizationId, source_space: "S", source_language: "en" },
      ...{ language: "fr", created_by: admin, instructions: { nodes: [] } as never, now },
    });
    const list = (corrections: object, result: string | null = id) =>
      listOutdatedPages(db, {
        ...row,
        result_space: result,
        corrections: JSON.stringify(corrections),
      });
    return { workspace, admin, id, list };
  }

  test("are corrected ones whose new translation was offered and not merged", async () => {
    const { workspace, admin, id, list } = await start();
    const open = { page: { kept: "x", offered: "other", changeRequest: "C1" } };
    const outdated = [{ page: "page", changeRequest: "C1" }];
    expect(await list(open)).toEqual(outdated);
    expect(await list({ ...open, gone: { ...open.page, changeRequest: "C2" } })).toEqual(outdated);
    expect(await list({ ...open, shared: { kept: "x" } })).toEqual(outdated);
    const merged = { ...open.page, offered: hashOf("A") };
    expect(await list({ page: merged })).toEqual([]);
    expect(await list({ page: { kept: "x", offered: "other" } })).toEqual([]);
    expect(await list(open, null)).toEqual([]);
    expect(await list(open, "unknown")).toEqual([]);
    await workspace.ok(admin, space.remove, { spaceId: id });
    expect(await list(open)).toEqual([]);
  });
});
