import { describe, expect, test } from "vitest";
import * as space from "../../../../src/contract/space.ts";
import {
  commitRevision,
  publishRevision,
} from "../../../../src/service/areas/content/revisions.ts";
import type { ContentTree } from "../../../../src/service/areas/content/tree/tree.ts";
import {
  findChanges,
  findResult,
  readSource,
} from "../../../../src/service/areas/translations/find-changes.ts";
import { insertGlossaryEntry } from "../../../../src/service/areas/translations/glossary.ts";
import { createTranslationRow } from "../../../../src/service/areas/translations/rows.ts";
import type { TranslationTable } from "../../../../src/service/areas/translations/tables.ts";
import { createId } from "../../../../src/service/core/ids.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

interface Texts {
  readonly title?: string;
  readonly description?: string;
  readonly shared?: string;
  readonly slug?: string;
}

function createTree({
  title = "A",
  description,
  shared = "Shared",
  slug = "p",
}: Texts): ContentTree {
  const inner = { id: "inner", type: "document" as const, title: "Inner", slug: "i", pages: [] };
  const about = description === undefined ? {} : { description };
  const page = { id: "page", type: "document" as const, title, slug, pages: [inner], ...about };
  return {
    pages: [page],
    files: [],
    reusableContents: [{ id: "shared", title: shared }],
    variables: {},
  } as ContentTree;
}

async function start() {
  const workspace = await openWorkspace();
  const { db, now } = workspace;
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const call = { db, now, newId: createId, enqueue: async () => {} };
  const create = async (tree?: ContentTree) => {
    const { id, revision } = await workspace.ok(admin, space.create, { organizationId });
    if (!tree) return id;
    const committed = await commitRevision(call, {
      ...{ space: id, parents: [revision], type: "edits", author: null, tree },
    });
    await publishRevision(call, committed);
    return id;
  };
  const [source, result] = [await create(createTree({})), await create(createTree({}))];
  const row: TranslationTable = {
    ...createTranslationRow({
      ...{ id: "T", organization_id: organizationId, source_space: source, language: "fr" },
      ...{ source_language: "en", created_by: admin, instructions: { nodes: [] } as never, now },
    }),
    result_space: result,
  };
  const find = async (texts: Texts, changes: Partial<TranslationTable> = {}) => {
    const tree = createTree(texts);
    const found = await findChanges(db, { ...row, ...changes }, { tree } as never);
    const ids = [...found.pages, ...found.reusableContents].map(({ id }) => id);
    return { ids, translated: JSON.stringify(found.hashes), terms: [...found.terms] };
  };
  return { workspace, db, call, row, find, create, organizationId, admin, source, result };
}

describe("a text is translated again", () => {
  test("after a change of its own title, description or text", async () => {
    const { find } = await start();
    const all = ["page", "inner", "shared"];
    const first = await find({});
    expect(first.ids).toEqual(all);
    const listAfter = async (texts: Texts) => (await find(texts, first)).ids;
    expect(await listAfter({})).toEqual([]);
    expect(await listAfter({ slug: "other" })).toEqual([]);
    expect(await listAfter({ title: "B" })).toEqual(["page"]);
    expect(await listAfter({ description: "D" })).toEqual(["page"]);
    expect(await listAfter({ shared: "Other" })).toEqual(["shared"]);
    // Both hashes are kept for the next run.
    expect(Object.keys(JSON.parse(first.translated)).toSorted()).toEqual(all.toSorted());
  });

  test("if the result does not contain it any more", async () => {
    const { find, create, workspace, admin, result } = await start();
    const first = await find({});
    const empty = await create();
    const all = ["page", "inner", "shared"];
    expect((await find({}, { ...first, result_space: empty })).ids).toEqual(all);
    expect((await find({}, { ...first, result_space: null })).ids).toEqual(all);
    const less = await create({ ...createTree({}), reusableContents: [] } as ContentTree);
    expect((await find({}, { ...first, result_space: less })).ids).toEqual(["shared"]);
    await workspace.ok(admin, space.remove, { spaceId: result });
    expect((await find({}, first)).ids).toEqual(all);
  });

  test("after a change of the terms of its languages", async () => {
    const { find, call, organizationId } = await start();
    const first = await find({});
    expect(first.terms).toEqual([]);
    await insertGlossaryEntry(call, organizationId, { en: "a", de: "b" });
    expect((await find({}, first)).ids).toEqual([]);
    await insertGlossaryEntry(call, organizationId, { en: "a", fr: "b" });
    const second = await find({}, first);
    expect([second.ids, second.terms]).toEqual([["page", "inner", "shared"], [["a", "b"]]]);
    expect((await find({}, second)).ids).toEqual([]);
  });
});

test("source and result are spaces of the organization that are not deleted", async () => {
  const { workspace, db, row, source, result, admin } = await start();
  expect((await readSource({ db }, row))?.space.id).toBe(source);
  expect((await findResult(db, row))?.id).toBe(result);
  expect(await findResult(db, { ...row, result_space: null })).toBeUndefined();
  const other = { ...row, organization_id: await workspace.organization() };
  expect(await readSource({ db }, other)).toBeUndefined();
  expect(await findResult(db, other)).toBeUndefined();
  for (const spaceId of [source, result]) await workspace.ok(admin, space.remove, { spaceId });
  expect(await readSource({ db }, row)).toBeUndefined();
  expect(await findResult(db, row)).toBeUndefined();
});
