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
function createTree(title: string, more: object = {}): ContentTree {
  const inner = { id: "inner", type: "document" as const, title: "Inner", slug: "i", pages: [] };
  const page = { id: "page", type: "document" as const, title, slug: "p", pages: [inner], ...more };
  return {
    pages: [page],
    files: [],
    reusableContents: [{ id: "shared", title: "Shared" }],
    variables: {},
  } as ContentTree;
}

const getHash = (title: string, more: object = {}) =>
  hashTexts(createTree(title, more)).get("page") ?? "";

describe("corrections", () => {
  test("concern the title, description and document of each page and reusable content", () => {
    expect([...hashTexts(createTree("A")).keys()].toSorted()).toEqual(["inner", "page", "shared"]);
    const hashes = [
      getHash("A"),
      getHash("B"),
      getHash("A", { description: "D" }),
      getHash("A", { document: "H" }),
    ];
    expect(new Set(hashes).size).toBe(4);
    expect(getHash("A", { slug: "other" })).toBe(getHash("A"));
  });

  test.each<[string, ContentTree | undefined, Record<string, Correction>, object]>([
    ["A", createTree("A"), {}, {}],
    ["A", undefined, {}, {}],
    ["B", createTree("A"), {}, { page: { kept: getHash("B") } }],
    ["A", createTree("A"), { page: { kept: getHash("A") } }, { page: { kept: getHash("A") } }],
    ["A", createTree("A"), { page: { kept: getHash("B") } }, {}],
    [
      "B",
      createTree("B"),
      { page: { kept: getHash("B"), offered: "x", changeRequest: "C" } },
      { page: { kept: getHash("B"), offered: "x", changeRequest: "C" } },
    ],
    ["B", createTree("A"), { page: { kept: "x", offered: getHash("B") } }, {}],
    [
      "C",
      createTree("A"),
      { page: { kept: getHash("B"), offered: "x", changeRequest: "C" } },
      { page: { kept: getHash("C"), offered: "x", changeRequest: "C" } },
    ],
    ["A", createTree("A"), { gone: { kept: "x" } }, {}],
  ])("of the title %s", (title, last, previous, expected) => {
    expect(findCorrections(createTree(title), last, previous)).toEqual(expected);
  });

  test("of a page that is new in the result are none", () => {
    const last = { ...createTree("A"), pages: [] } as ContentTree;
    expect(findCorrections(createTree("B"), last, {})).toEqual({});
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
      tree: createTree("A"),
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
    const merged = { ...open.page, offered: getHash("A") };
    expect(await list({ page: merged })).toEqual([]);
    expect(await list({ page: { kept: "x", offered: "other" } })).toEqual([]);
    expect(await list(open, null)).toEqual([]);
    expect(await list(open, "unknown")).toEqual([]);
    await workspace.ok(admin, space.remove, { spaceId: id });
    expect(await list(open)).toEqual([]);
  });
});
