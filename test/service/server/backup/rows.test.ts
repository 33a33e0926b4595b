/** Rows of a backup: those that an export leaves out, and the insertion of the others. */
import { describe, expect, test } from "vitest";
import { readFacts } from "../../../../src/service/database/facts.ts";
import {
  type BackupRow,
  belongsToInstallation,
  insertRows,
  withoutOwnTokens,
} from "../../../../src/service/server/backup/rows.ts";
import { slowTests } from "../../../support/generators/amount.ts";
import { openTestPlatform } from "../../../support/platforms/platform.ts";

/** Each fact that the platform stores, and whether it belongs to the data. */
const facts: readonly (readonly [string, boolean])[] = [
  ["owner", true],
  ["organization", true],
  ["clock-offset", true],
  ["admin-token", false],
  ["download-key", false],
  ["visitor-claims-key", false],
  ["sealing-key", false],
  ["sealing-check", false],
  ["generation", false],
  ["schema-version", false],
  ["oldest-program-version", false],
  ["file-contents-location", false],
];

describe("the fact", () => {
  test("of each name is exported if it belongs to the data, and an import keeps the others", async () => {
    const { service } = await openTestPlatform();
    const names = facts.map(([name]) => name);
    const before = await readFacts(service.db, names);
    for (const name of names.filter((one) => !before.has(one))) {
      await service.db.insertInto("facts").values({ name, value: "0" }).execute();
    }
    const { tables, ...rest } = await service.admin.export();
    const exported = (tables.facts ?? []).map(({ name }) => name);
    expect(exported).toEqual(
      facts.flatMap(([name, isExported]) => (isExported ? [name] : [])).toSorted(),
    );
    const own = facts.flatMap(([name, isExported]) => (isExported ? [] : [name]));
    const kept = await readFacts(service.db, own);
    // Facts of another installation in an export have no effect.
    const foreign = own.map((name) => ({ name, value: "foreign" }));
    await service.admin.import({
      ...rest,
      tables: { ...tables, facts: [...(tables.facts ?? []), ...foreign] },
    });
    const after = await readFacts(service.db, own);
    for (const name of own.filter((one) => one !== "generation")) {
      expect([name, after.get(name)]).toEqual([name, kept.get(name)]);
    }
  });
});

test.each<readonly [string, BackupRow, boolean]>([
  ["tokens", { hash: "folder", label: null }, true],
  ["tokens", { hash: "other", label: null }, false],
  ["tokens", { hash: "other", label: "This data folder" }, true],
  ["users", { hash: "folder" }, false],
  ["users", { name: "admin-token" }, false],
  ["facts", { hash: "folder", name: "owner" }, false],
  ["facts", { name: "admin-token" }, true],
])("of the table %s, the row %j belongs to the installation: %s", (table, row, expected) => {
  expect(belongsToInstallation(table, row, "folder")).toBe(expected);
});

describe("principals of an exported row", () => {
  const write = (hash: string, store = "tokens") =>
    JSON.stringify({ user: "u", token: { store, hash } });

  test.each([
    ["jobs", "principal"],
    ["git_operations", "principal"],
    ["translations", "requests"],
    ["integration_feeds", "tunnel_principal"],
    ["uploads", "principal"],
  ])("of %s have no tokens of the installation", (table, column) => {
    const texts = ["own", "own2", "other"].map((hash) => write(hash));
    const row = { id: "1", [column]: `[${texts.join(",")}]`, note: write("own") };
    expect(withoutOwnTokens(table, row, ["own", "own2"])).toEqual({
      ...row,
      [column]: `[{"user":"u"},{"user":"u"},${write("other")}]`,
    });
    expect(withoutOwnTokens("users", row, ["own"])).toEqual(row);
    const agent = { [column]: write("own", "agent_tokens") };
    expect(withoutOwnTokens(table, agent, ["own"])).toEqual(agent);
    expect(withoutOwnTokens(table, { [column]: null }, ["own"])).toEqual({ [column]: null });
  });
});

describe("rows of a table", () => {
  const fact = (name: string, more: object = {}) => ({ name, value: "1", ...more });
  const refused = "tables.facts has rows with different columns";

  slowTests.each<readonly [string, readonly BackupRow[] | undefined, string]>([
    ["are missing", undefined, "tables.facts is required"],
    ["have a column less", [fact("a"), { name: "b" }], refused],
    ["have a column more", [fact("a"), fact("b", { other: 1 })], refused],
    ["have another column", [fact("a"), { name: "b", other: 1 }], refused],
    [
      "have a column more after the first statement",
      [...Array.from({ length: 250 }, (_, at) => fact(`a${at}`)), fact("b", { other: 1 })],
      refused,
    ],
  ])("are refused if they %s", async (_, rows, message) => {
    const { service } = await openTestPlatform();
    const inserting = service.db.transaction().execute((db) => insertRows(db, "facts", rows));
    await expect(inserting).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(message),
    });
  });

  test("are inserted in any order of their columns, except those of the installation", async () => {
    const { service } = await openTestPlatform();
    const rows = [fact("first"), { value: "2", name: "second" }, fact("admin-token")];
    const before = await readFacts(service.db, ["admin-token"]);
    await insertRows(service.db, "facts", rows);
    expect(await readFacts(service.db, ["first", "second", "admin-token"])).toEqual(
      new Map([...before, ["first", "1"], ["second", "2"]]),
    );
  });
});
