import { expect, onTestFinished, test } from "vitest";
import type { Input } from "../../../../src/contract/endpoint.ts";
import * as contract from "../../../../src/contract/translation-glossary.ts";
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

test("entries are added, changed and deleted in the order of the operations", async () => {
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
