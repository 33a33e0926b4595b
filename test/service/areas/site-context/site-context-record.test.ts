import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import * as siteContent from "../../../../src/contract/site-content.ts";
import type { RecordInput } from "../../../../src/contract/site-context.model.ts";
import * as connection from "../../../../src/contract/site-context-connection.ts";
import * as contract from "../../../../src/contract/site-context-record.ts";
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

test("any records can be stored and are listed once each", async () => {
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

test("a search finds records with all words, if their connection allows it and they have a URL", async () => {
  const { put, search, expose } = await start();
  const url = "https://example.com/1";
  await put([
    makeRecord({ body: "Cannot sign in with Zanzibar", url }),
    makeRecord({ id: "2", title: "Zanzibar", url: "https://example.com/2" }),
    makeRecord({ id: "3", title: "Zanzibar without a URL" }),
  ]);
  expect(await search("zanzibar")).toEqual([]);
  await expose(true);
  expect((await search("zanzibar")).map(({ title }) => title)).toEqual(["Zanzibar", "Login fails"]);
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
});

test("pages of search results contain each record once", async () => {
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
