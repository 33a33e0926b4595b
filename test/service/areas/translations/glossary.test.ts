import { describe, expect, onTestFinished, test } from "vitest";
import type { Input } from "../../../../src/contract/endpoint.ts";
import * as contract from "../../../../src/contract/translation-glossary.ts";
import { readGlossary } from "../../../../src/service/areas/translations/glossary.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

async function start() {
  const workspace = await openWorkspace();
  onTestFinished(() => workspace.service.close());
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const put = (...operations: Operations) =>
    workspace.ok(admin, contract.put, { organizationId, operations });
  const list = async (options = {}) => {
    const { items } = await workspace.ok(admin, contract.list, { organizationId, ...options });
    return items;
  };
  return { workspace, organizationId, admin, put, list };
}

type Operations = Input<typeof contract.put>["operations"][number][];

/** Operations that the types may refuse. */
function untyped(operations: readonly object[]): Operations {
  return JSON.parse(JSON.stringify(operations));
}

const space = { en: "space", fr: "espace" };
const page = { en: "page", de: "Seite" };

slowTest("entries are added, changed and deleted in the order of the operations", async () => {
  const { workspace, organizationId, admin, put, list } = await start();
  await put({ type: "insert", translations: space }, { type: "insert", translations: page });
  // Entries of one request have the same time.
  const [second, first] = await list({ orderBy: "en" });
  expect([first?.translations, second?.translations]).toEqual([space, page]);
  await put(
    { type: "update", id: first?.id ?? "", translations: { en: "area" } },
    { type: "delete", id: second?.id ?? "" },
  );
  expect((await list()).map(({ translations }) => translations)).toEqual([{ en: "area" }]);
  const one = { organizationId, glossaryEntryId: first?.id ?? "" };
  const entry = await workspace.ok(admin, contract.get, one);
  expect(entry.translations).toEqual({ en: "area" });
  const gone = { organizationId, glossaryEntryId: second?.id ?? "" };
  expect((await workspace.refused(admin, contract.get, gone)).status).toBe(404);
});

test("pages follow the terms of a language, then those without one, each entry once", async () => {
  const { workspace, organizationId, admin, put } = await start();
  const words = ["zebra", "apple", "mango", "kiwi"];
  const inserts = untyped(words.map((en) => ({ type: "insert", translations: { en } })));
  await put(...inserts, { type: "insert", translations: { fr: "pomme" } });
  const terms: unknown[] = [];
  let next: string | undefined;
  do {
    const answer = await workspace.ok(admin, contract.list, {
      ...{ organizationId, orderBy: "en", limit: 2 },
      ...(next !== undefined && { page: next }),
    });
    terms.push(...answer.items.map(({ translations }) => translations.en));
    next = answer.next?.page;
  } while (next !== undefined);
  expect(terms).toEqual([undefined, "apple", "kiwi", "mango", "zebra"]);
});

test("a request with an unknown entry or an invalid term changes nothing", async () => {
  const { workspace, organizationId, admin, put, list } = await start();
  await put({ type: "insert", translations: space });
  const insert = { type: "insert", translations: page };
  for (const wrong of [
    { type: "delete", id: "unknown" },
    { type: "insert", translations: {} },
    { type: "insert", translations: { en: "two\nlines" } },
    { type: "insert", translations: { xx: "word" } },
    { type: "insert", translations: { en: "" } },
    { type: "insert", translations: { en: "a".repeat(256) } },
  ]) {
    const operations = untyped([insert, wrong]);
    const { status } = await workspace.refused(admin, contract.put, { organizationId, operations });
    expect(status).toBe(400);
  }
  expect(await list()).toHaveLength(1);
});

test("members read the glossary, and only users who may create translations change it", async () => {
  const { workspace, organizationId, put } = await start();
  await put({ type: "insert", translations: space });
  const reader = await workspace.member(organizationId, "read");
  expect((await workspace.ok(reader, contract.list, { organizationId })).items).toHaveLength(1);
  const operations = untyped([{ type: "insert", translations: page }]);
  const refused = await workspace.refused(reader, contract.put, { organizationId, operations });
  expect(refused.status).toBe(403);
  const other = await workspace.organization();
  const stranger = await workspace.member(other, "admin");
  expect((await workspace.refused(stranger, contract.list, { organizationId })).status).toBe(404);
});

describe("the glossary", () => {
  test("of an organization is separate, and so are its entries", async () => {
    const { workspace, organizationId, admin, put, list } = await start();
    const other = await workspace.organization("Other");
    await workspace.enroll(other, admin, "admin");
    const inOther = { organizationId: other };
    const foreign = untyped([{ type: "insert", translations: page }]);
    await workspace.ok(admin, contract.put, { ...inOther, operations: foreign });
    const { items } = await workspace.ok(admin, contract.list, inOther);
    const id = items[0]?.id ?? "";
    await put({ type: "insert", translations: space });
    for (const operation of [
      { type: "delete", id },
      { type: "update", id, translations: { en: "taken" } },
    ]) {
      const operations = untyped([{ type: "insert", translations: page }, operation]);
      const asked = { organizationId, operations };
      expect(await workspace.refused(admin, contract.put, asked)).toEqual({
        status: 400,
        message: `operations[1].id ${id} is not an entry of the glossary. No changes were made.`,
      });
    }
    const found = { organizationId, glossaryEntryId: id };
    expect((await workspace.refused(admin, contract.get, found)).status).toBe(404);
    expect((await workspace.ok(admin, contract.list, inOther)).items).toEqual(items);
    expect((await list()).map(({ translations }) => translations)).toEqual([space]);
  });

  test("shows times, and keeps other entries of a request unchanged", async () => {
    const { workspace, organizationId, put, list } = await start();
    await put({ type: "insert", translations: { fr: "un", en: "one" } });
    const created = workspace.now.toISOString();
    workspace.passDays(1);
    await put({ type: "insert", translations: page });
    const updated = workspace.now.toISOString();
    const [first, second] = await list();
    workspace.passDays(1);
    await put({ type: "update", id: second?.id ?? "", translations: { en: "leaf" } });
    const location = (id = "") =>
      `http://127.0.0.1:4000/v1/orgs/${organizationId}/translations-glossary/${id}`;
    expect(await list()).toEqual([
      {
        ...{ object: "glossary-entry", id: first?.id, translations: { en: "one", fr: "un" } },
        ...{ createdAt: created, updatedAt: created, urls: { location: location(first?.id) } },
      },
      {
        ...{ object: "glossary-entry", id: second?.id, translations: { en: "leaf" } },
        ...{ createdAt: updated, updatedAt: workspace.now.toISOString() },
        urls: { location: location(second?.id) },
      },
    ]);
    await put({ type: "delete", id: second?.id ?? "" });
    const terms = await workspace.db.selectFrom("glossary_terms").selectAll().execute();
    expect(terms.map(({ entry_id }) => entry_id)).toEqual([first?.id, first?.id]);
  });

  test("of a translation has the terms of both languages, the newest of equal ones", async () => {
    const { workspace, organizationId, put } = await start();
    const other = await workspace.organization("Other");
    const outsider = await workspace.member(other, "admin");
    await put({ type: "insert", translations: space }, { type: "insert", translations: page });
    await put({ type: "insert", translations: { en: "only" } });
    workspace.passDays(1);
    await put({ type: "insert", translations: { en: "space", fr: "domaine", de: "Bereich" } });
    await workspace.ok(outsider, contract.put, {
      organizationId: other,
      operations: untyped([{ type: "insert", translations: { en: "org", fr: "autre" } }]),
    });
    const read = async (source_language: string, language: string) => {
      const row = { organization_id: organizationId, source_language, language } as never;
      return [...(await readGlossary(workspace.db, row))];
    };
    expect(await read("en", "fr")).toEqual([["space", "domaine"]]);
    expect((await read("en", "de")).toSorted()).toEqual([
      ["page", "Seite"],
      ["space", "Bereich"],
    ]);
    expect(await read("fr", "en")).toEqual([
      ["espace", "space"],
      ["domaine", "space"],
    ]);
    expect(await read("en", "it")).toEqual([]);
  });

  test("has at most 5000 entries", async () => {
    const { workspace, organizationId, admin, put } = await start();
    const { db } = workspace;
    const rows = Array.from({ length: 4999 }, (_, at) => ({
      ...{ id: `E${at}`, organization_id: organizationId, created_at: "", updated_at: "" },
    }));
    for (let at = 0; at < rows.length; at += 200) {
      await db
        .insertInto("glossary_entries")
        .values(rows.slice(at, at + 200))
        .execute();
    }
    const other = await workspace.organization("Other");
    const elsewhere = { id: "other", organization_id: other, created_at: "", updated_at: "" };
    await db.insertInto("glossary_entries").values(elsewhere).execute();
    await put({ type: "insert", translations: space });
    const operations = untyped([{ type: "insert", translations: page }]);
    const asked = { organizationId, operations };
    expect(await workspace.refused(admin, contract.put, asked)).toEqual({
      status: 409,
      message: "The glossary can have at most 5000 entries. Delete entries first.",
    });
    await put({ type: "delete", id: "E0" }, ...operations);
  });
});
