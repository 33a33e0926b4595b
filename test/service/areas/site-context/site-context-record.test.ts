import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import * as siteContent from "../../../../src/contract/site-content.ts";
import type { RecordInput } from "../../../../src/contract/site-context.model.ts";
import * as connection from "../../../../src/contract/site-context-connection.ts";
import * as contract from "../../../../src/contract/site-context-record.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { openSitesFixture } from "../sites/fixture.ts";

async function start() {
  const fixture = await openSitesFixture();
  const { workspace, admin } = fixture;
  onTestFinished(() => workspace.service.close());
  const of = fixture.of(await fixture.site("Guide"));
  const put = (records: RecordInput[]) => workspace.ok(admin, contract.put, { ...of, records });
  const list = async (options = {}) =>
    (await workspace.ok(admin, contract.list, { ...of, ...options })).items;
  const search = async (query: string) =>
    (await workspace.ok(admin, siteContent.search, { ...of, query })).items;
  const expose = async (isExposed: boolean, searchBoost: "x0.8" | "x1.2" = "x1.2") => {
    const { items } = await workspace.ok(admin, connection.list, of);
    const usageSettings = { changeRequests: false, search: isExposed, searchBoost };
    const siteContextConnectionId = items[0]?.id ?? "";
    await workspace.ok(admin, connection.update, { ...of, siteContextConnectionId, usageSettings });
  };
  return { fixture, workspace, admin, of, put, list, search, expose };
}

function makeRecord(fields: Partial<RecordInput> = {}): RecordInput {
  return { id: "1", type: "ticket", title: "Login fails", body: "Text", ...fields };
}

test("records are created, replaced by their id in the source, and belong to one connection", async () => {
  const { workspace, admin, of, put, list } = await start();
  await put([makeRecord(), makeRecord({ id: "2", type: "document", title: "Guide" })]);
  const before = new Map((await list()).map(({ title, id }) => [title, id]));
  await put([makeRecord({ title: "Login works", url: "https://example.com/1" })]);
  const after = await list({ type: "ticket" });
  expect(after).toMatchObject([
    {
      id: before.get("Login fails"),
      title: "Login works",
      connector: "builtin:api",
      urls: { source: "https://example.com/1" },
    },
  ]);
  const { items } = await workspace.ok(admin, connection.list, of);
  expect(items).toMatchObject([{ connector: "builtin:api", records: 2 }]);
  const one = { ...of, siteContextRecordId: before.get("Guide") ?? "" };
  expect(await workspace.ok(admin, contract.get, one)).toMatchObject({ title: "Guide" });
  expect(await list({ topic: "T1" })).toEqual([]);
  expect(await list({ connector: "builtin:jira" })).toEqual([]);
  expect(await list({ connection: items[0]?.id })).toHaveLength(2);
});

test("a record keeps its creation time unless the source reports another one", async () => {
  const { workspace, put, list } = await start();
  const stored = async () => (await list())[0];
  const [old, older] = ["2026-01-02T03:04:05.000Z", "2025-01-02T03:04:05.000Z"];
  await put([makeRecord()]);
  const first = await stored();
  expect(first?.createdAt).toBe(first?.processedAt);
  for (const [createdAt, expected] of [
    [undefined, first?.createdAt],
    [old, old],
    [undefined, old],
    ["2025-01-02T04:04:05+01:00", older],
    [undefined, older],
  ] as const) {
    await workspace.service.clock.advance(60_000);
    await put([makeRecord(createdAt === undefined ? {} : { createdAt })]);
    const record = await stored();
    expect([createdAt, record?.createdAt]).toEqual([createdAt, expected]);
    expect(record?.processedAt).not.toBe(first?.processedAt);
  }
});

slowTest("any records can be stored and are listed once each", async () => {
  const { put, list } = await start();
  const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 });
  const record = fc.record({
    id: text,
    type: fc.constantFrom("ticket" as const, "document" as const),
    title: text.filter((title) => !title.includes("\0")),
    body: text.filter((body) => !body.includes("\0")),
  });
  const known = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(record, { maxLength: 5 }), async (records) => {
      const valid = records.filter(({ id }) => !id.includes("\0"));
      await put(valid);
      for (const { id } of valid) known.add(id);
      expect(await list({ limit: 1000 })).toHaveLength(known.size);
    }),
    { numRuns: 20 },
  );
});

slowTest(
  "a search finds records with all words, if their connection allows it and they have a URL",
  async () => {
    const { put, search, expose } = await start();
    const url = "https://example.com/1";
    await put([
      makeRecord({ body: "Cannot sign in with Zanzibar", url }),
      makeRecord({ id: "2", title: "Zanzibar", url: "https://example.com/2" }),
      makeRecord({ id: "3", title: "Zanzibar without a URL" }),
    ]);
    expect(await search("zanzibar")).toEqual([]);
    await expose(true);
    expect((await search("zanzibar")).map(({ title }) => title)).toEqual([
      "Zanzibar",
      "Login fails",
    ]);
    expect(await search("ZANZIBAR sign")).toMatchObject([
      { type: "record", title: "Login fails", url },
    ]);
    expect(await search("zanzibar 100%")).toEqual([]);
    expect(await search("%_")).toEqual([]);
    const [boosted] = await search("sign");
    await expose(true, "x0.8");
    const [lowered] = await search("sign");
    expect(boosted?.score).toBeGreaterThan(lowered?.score ?? 0);
    await expose(false);
    expect(await search("zanzibar")).toEqual([]);
  },
);

slowTest("pages of search results contain each record once", async () => {
  const { workspace, admin, of, put, expose } = await start();
  await put(
    Array.from({ length: 7 }, (_, index) =>
      makeRecord({ id: String(index), title: "Zanzibar", url: `https://example.com/${index}` }),
    ),
  );
  await expose(true);
  const seen: string[] = [];
  let page: string | undefined;
  do {
    const input = { ...of, query: "zanzibar", limit: 3, ...(page !== undefined && { page }) };
    const answer = await workspace.ok(admin, siteContent.search, input);
    seen.push(...answer.items.map(({ id }) => id));
    page = answer.next?.page;
  } while (page !== undefined);
  expect(new Set(seen).size).toBe(7);
  expect(seen).toHaveLength(7);
});

test("readers of the site do not see records, and editors do", async () => {
  const { fixture, workspace, of, put } = await start();
  await put([makeRecord()]);
  const reader = await workspace.member(fixture.org, "read");
  expect((await workspace.refused(reader, contract.list, of)).status).toBe(403);
  const editor = await workspace.member(fixture.org, "edit");
  expect((await workspace.ok(editor, contract.list, of)).items).toHaveLength(1);
  const records = [makeRecord()];
  expect((await workspace.refused(editor, contract.put, { ...of, records })).status).toBe(403);
});

describe("context records", () => {
  slowTest("are filtered, the newest first, and belong to their site", async () => {
    const { fixture, workspace, admin, of, put, list } = await start();
    const old = "2020-01-01T00:00:00.000Z";
    await put([
      makeRecord({ id: "1", title: "One", createdAt: old, description: "About one" }),
      makeRecord({ id: "2", title: "Two", type: "document" }),
    ]);
    const [two, one] = await list();
    const { items: connections } = await workspace.ok(admin, connection.list, of);
    const time = workspace.now.toISOString();
    const location = (id = "") =>
      `http://127.0.0.1:4000/v1/orgs/${of.organizationId}/sites/${of.siteId}/context-records/${id}`;
    const common = {
      ...{ object: "context-record", processedAt: time, connector: "builtin:api" },
      connection: connections[0]?.id,
    };
    expect([two, one]).toEqual([
      {
        ...{ ...common, id: two?.id, title: "Two", type: "document", createdAt: time },
        urls: { location: location(two?.id) },
      },
      {
        ...{ ...common, id: one?.id, title: "One", type: "ticket", createdAt: old },
        ...{ description: "About one", urls: { location: location(one?.id) } },
      },
    ]);
    expect(await list({ type: "ticket" })).toEqual([one]);
    expect(await list({ connector: "builtin:api", type: "document" })).toEqual([two]);
    expect(await list({ connection: "unknown" })).toEqual([]);
    const page = await workspace.ok(admin, contract.list, { ...of, limit: 1 });
    expect([page.items, page.count]).toEqual([[two], 2]);
    const elsewhere = fixture.of(await fixture.site("Other"));
    expect((await workspace.ok(admin, contract.list, elsewhere)).items).toEqual([]);
    const foreign = { ...elsewhere, siteContextRecordId: one?.id ?? "" };
    expect((await workspace.refused(admin, contract.get, foreign)).status).toBe(404);
  });

  test("without content create no connection", async () => {
    const { put, workspace, admin, of } = await start();
    await put([]);
    expect((await workspace.ok(admin, connection.list, of)).items).toEqual([]);
  });

  test("of equal ids in a request are one, with the values of the last", async () => {
    const { put, list } = await start();
    await put([
      makeRecord({ title: "First", description: "Old", url: "https://example.com/1" }),
      makeRecord({ title: "Last" }),
    ]);
    const items = await list();
    expect(items.map(({ title, description, urls }) => [title, description, urls.source])).toEqual([
      ["Last", undefined, undefined],
    ]);
  });

  slowTest("of a site are at most 10,000", async () => {
    const { put, workspace, admin, of } = await start();
    await put([makeRecord({ id: "first" })]);
    const { db } = workspace;
    const row = await db.selectFrom("context_records").selectAll().executeTakeFirstOrThrow();
    const rows = Array.from({ length: 9998 }, (_, at) => ({
      ...{ ...row, id: `R${at}`, source_id: `S${at}` },
    }));
    for (let at = 0; at < rows.length; at += 500) {
      await db
        .insertInto("context_records")
        .values(rows.slice(at, at + 500))
        .execute();
    }
    await put([makeRecord({ id: "last" })]);
    const records = [makeRecord({ id: "more" })];
    expect(await workspace.refused(admin, contract.put, { ...of, records })).toEqual({
      status: 409,
      message: "A site can have at most 10000 context records. Delete a context connection first.",
    });
    await put([makeRecord({ id: "last", title: "Replaced" })]);
    const stored = await db
      .selectFrom("context_records")
      .select(["source_id", "title"])
      .where("source_id", "in", ["last", "more"])
      .execute();
    expect(stored).toEqual([{ source_id: "last", title: "Replaced" }]);
  });

  slowTest(
    "are found by at most twelve words in the first 4000 characters, best first",
    async () => {
      const { put, search, expose, workspace, admin, of } = await start();
      const url = "https://example.com/";
      const words = Array.from({ length: 12 }, (_, at) => `word${String.fromCharCode(97 + at)}`);
      await put([
        makeRecord({ id: "1", title: "One", body: words.join(" "), url }),
        makeRecord({ id: "2", title: "Wordb", body: "worda", url }),
        makeRecord({ id: "3", title: "Three", body: `${"x".repeat(3987)} worda`, url }),
        makeRecord({ id: "4", title: "Four", body: `${"x".repeat(3989)} worda`, url }),
        makeRecord({ id: "5", title: "Five", description: "worda", body: "", url }),
      ]);
      await expose(true);
      const titles = async (query: string) => (await search(query)).map(({ title }) => title);
      expect(await titles([...words, "missing"].join(" "))).toEqual(["One"]);
      expect(await titles([...words.slice(1), "missing"].join(" "))).toEqual([]);
      expect(await titles("wordb worda")).toEqual(["Wordb", "One"]);
      expect((await titles("worda")).toSorted()).toEqual(
        ["Five", "One", "Three", "Wordb"].toSorted(),
      );
      // A connection without search stays out of the results.
      const second = await workspace.ok(admin, connection.create, {
        ...{ ...of, connector: "builtin:email" },
      });
      await workspace.db
        .updateTable("context_records")
        .set({ connection_id: second.id })
        .where("source_id", "=", "1")
        .execute();
      expect(await titles("wordb")).toEqual(["Wordb"]);
    },
  );

  test("are shown only to editors, and keep their metadata and the same id of another site", async () => {
    const { fixture, workspace, admin, of, put, list } = await start();
    const elsewhere = fixture.of(await fixture.site("Other"));
    const records = [makeRecord({ title: "Other" })];
    await workspace.ok(admin, contract.put, { ...elsewhere, records });
    await put([makeRecord({ title: "Own", metadata: { priority: "high" } })]);
    expect((await list()).map(({ title }) => title)).toEqual(["Own"]);
    const others = await workspace.ok(admin, contract.list, elsewhere);
    expect(others.items.map(({ title }) => title)).toEqual(["Other"]);
    const rows = await workspace.db
      .selectFrom("context_records")
      .select(["title", "metadata"])
      .orderBy("title")
      .execute();
    expect(rows).toEqual([
      { title: "Other", metadata: null },
      { title: "Own", metadata: '{"priority":"high"}' },
    ]);
    const one = { ...of, siteContextRecordId: (await list())[0]?.id ?? "" };
    const reader = await workspace.member(fixture.org, "read");
    expect((await workspace.refused(reader, contract.get, one)).status).toBe(403);
    const editor = await workspace.member(fixture.org, "edit");
    expect(await workspace.ok(editor, contract.get, one)).toMatchObject({ title: "Own" });
  });

  slowTest(
    "of equal scores are found if they are among the newest 20, and only on their site",
    async () => {
      const { fixture, workspace, admin, put, search, expose } = await start();
      const elsewhere = fixture.of(await fixture.site("Other"));
      const record = (at: number) =>
        makeRecord({
          ...{ id: String(at), title: `Zanzibar ${at}`, description: `About ${at}` },
          ...{ url: `https://example.com/${at}` },
          createdAt: new Date(Date.UTC(2020, 0, 1 + at)).toISOString(),
        });
      await put(Array.from({ length: 22 }, (_, at) => record(at)));
      await expose(true);
      const found = await search("ZANZIBAR");
      // The search of the site orders results of equal scores by their ids.
      expect(found.map(({ title }) => title).toSorted()).toEqual(
        Array.from({ length: 20 }, (_, at) => `Zanzibar ${21 - at}`).toSorted(),
      );
      for (const { title, description } of found) {
        expect(description).toBe(title.replace("Zanzibar", "About"));
      }
      const other = { ...elsewhere, query: "zanzibar" };
      expect((await workspace.ok(admin, siteContent.search, other)).items).toEqual([]);
      await workspace.ok(admin, contract.put, { ...elsewhere, records: [record(30)] });
      expect(await search("zanzibar 30")).toEqual([]);
    },
  );

  test("are found in any case of letters outside ASCII", async () => {
    const { put, search, expose } = await start();
    const url = "https://example.com/";
    await put([makeRecord({ title: "ÄRGER", url }), makeRecord({ id: "2", title: "ärger", url })]);
    await expose(true);
    for (const query of ["ärger", "ÄRGER"]) expect(await search(query)).toHaveLength(2);
  });
});
