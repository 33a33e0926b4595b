import { beforeAll, describe, expect, test } from "vitest";
import {
  searchRecords,
  storeRecords,
} from "../../../../src/service/areas/site-context/record-rows.ts";
import { openSitesFixture, type SitesFixture } from "../sites/fixture.ts";

let fixture: SitesFixture;
let [siteId, other]: string[] = [];
const first = "2026-01-01T00:00:00.000Z";
const stored = "2026-02-01T00:00:00.000Z";

const addConnection = (id: string, site_id: string, usage: object) =>
  fixture.workspace.db
    .insertInto("context_connections")
    .values({
      ...{ id, site_id, connector: "builtin:api", setup: null, credentials: null, label: null },
      ...{ usage_settings: JSON.stringify(usage), filter: null, status: "succeeded" },
      ...{ failure_message: null, failure_reason: null, created_at: first, synced_at: null },
    })
    .execute();

const readRecords = () =>
  fixture.workspace.db.selectFrom("context_records").selectAll().orderBy("id").execute();

let nextId = 0;
const store = (
  id: string,
  records: Parameters<typeof storeRecords>[2],
  site = siteId,
  at = stored,
) =>
  storeRecords(
    { db: fixture.workspace.db, now: new Date(at), newId: () => `R${nextId++}` },
    { id, site_id: site ?? "" },
    records,
  );
const search = async (query: string, site = siteId) => {
  const call = { db: fixture.workspace.db, caller: fixture.admin };
  const matches = await searchRecords(call, site ?? "", query);
  return matches.map(({ id, score }) => `${id} ${Math.round(score * 1000) / 1000}`);
};

beforeAll(async () => {
  fixture = await openSitesFixture();
  siteId = await fixture.site();
  other = await fixture.site();
  await addConnection("plain", siteId, { search: true, searchBoost: "x1" });
  await addConnection("boosted", siteId, { search: true, searchBoost: "x1.2" });
  await addConnection("private", siteId, { search: false, searchBoost: "x1.2" });
  await addConnection("elsewhere", other, { search: true });
});

describe("stored records", () => {
  test("have all fields, replace those of the same source, and keep their creation time", async () => {
    await store("plain", [
      { id: "a", type: "ticket", title: "Old", body: "Body" },
      {
        ...{ id: "a", type: "ticket", title: "Login", description: "Fails", body: "BODY" },
        ...{ url: "https://example.com/a", createdAt: "2026-01-01T01:00:00+01:00" },
        metadata: { priority: 1 },
      },
      { id: "b", type: "document", title: "Guide", body: "Text" },
    ]);
    const row = {
      ...{ site_id: siteId, connection_id: "plain", processed_at: stored, metadata: null },
    };
    const [a, b] = [
      {
        ...{ ...row, id: "R0", source_id: "a", type: "ticket", title: "Login", body: "BODY" },
        ...{ description: "Fails", url: "https://example.com/a", created_at: first },
        ...{ metadata: '{"priority":1}', search_text: "login\nfails\nbody" },
      },
      {
        ...{ ...row, id: "R1", source_id: "b", type: "document", title: "Guide", body: "Text" },
        ...{ description: null, url: null, created_at: stored, search_text: "guide\n\ntext" },
      },
    ];
    expect(await readRecords()).toEqual([a, b]);
    const later = "2026-03-01T00:00:00.000Z";
    const long = { id: "a", type: "ticket" as const, title: "X", body: "y".repeat(5000) };
    await store("plain", [long], siteId, later);
    expect(await readRecords()).toEqual([
      {
        ...{ ...a, title: "X", body: long.body, description: null, url: null, metadata: null },
        ...{ search_text: `x\n\n${"y".repeat(3997)}`, processed_at: later },
      },
      b,
    ]);
    await store("boosted", [long], siteId, later);
    expect((await readRecords()).map(({ id }) => id)).toEqual(["R0", "R1", "R2"]);
    await fixture.workspace.db.deleteFrom("context_records").execute();
  });
});

describe("a search of records", () => {
  beforeAll(async () => {
    nextId = 0;
    const record = (id: string, title: string, body: string, fields: object = {}) => ({
      ...{ id, type: "ticket" as const, title, body, url: `https://example.com/${id}`, ...fields },
    });
    await store("plain", [
      record("0", "Login fails", "Password"),
      record("1", "Reset", "The login, or password", { description: "Fails often" }),
      record("2", "Login fails", "Password", { url: undefined }),
      record("3", "Login fails", "Newer password", { createdAt: "2026-02-02T00:00:00Z" }),
    ]);
    await store("boosted", [record("4", "Reset", "Login password fails")]);
    await store("private", [record("5", "Login fails", "Password")]);
    await store("elsewhere", [record("6", "Login fails", "Password")], other);
  });

  test.each([
    ["login", ["R3 2", "R0 2", "R4 1.2", "R1 1"]],
    ["LOGIN fails", ["R3 2", "R0 2", "R4 1.2", "R1 1"]],
    ["login password", ["R3 1.5", "R0 1.5", "R4 1.2", "R1 1"]],
    ["reset", ["R4 2.4", "R1 2"]],
    ["login login", ["R3 2", "R0 2", "R4 1.2", "R1 1"]],
    ["newer", ["R3 1"]],
    ["often", ["R1 1"]],
    ["login zeppelin", []],
    ["?!", []],
    ["%", []],
    ["a b c d e f g h i l n o zeppelin", []],
  ])("for %s finds %j", async (query, expected) => {
    expect(await search(query)).toEqual(expected);
  });

  test("finds only records of the site, and their description and URL", async () => {
    expect(await search("login", other)).toEqual(["R6 2"]);
    const call = { db: fixture.workspace.db, caller: fixture.admin };
    expect(await searchRecords(call, siteId ?? "", "often")).toEqual([
      {
        ...{ id: "R1", title: "Reset", description: "Fails often", score: 1 },
        url: "https://example.com/1",
      },
    ]);
    expect((await searchRecords(call, siteId ?? "", "newer"))[0]).not.toHaveProperty("description");
    expect(await search("login", await fixture.site())).toEqual([]);
  });

  test("compares the first twelve words, and returns the best twenty records", async () => {
    const title = "w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w11 w12";
    const records = Array.from({ length: 21 }, (_, at) => ({
      ...{ id: `many${at}`, type: "ticket" as const, title, body: "", url: "https://example.com/" },
      createdAt: new Date(Date.parse(first) + at).toISOString(),
    }));
    nextId = 100;
    await store("plain", records);
    expect(await search(`${title} zeppelin`)).toEqual(
      Array.from({ length: 20 }, (_, at) => `R${120 - at} 2`),
    );
  });
});
