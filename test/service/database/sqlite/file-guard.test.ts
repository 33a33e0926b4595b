import { describe, expect, onTestFinished, test } from "vitest";
import { loadEngine } from "../../../../src/service/database/sqlite/engine.ts";
import { checkWhole } from "../../../../src/service/database/sqlite/file-guard.ts";
import { Damage } from "../../../../src/service/database/storage-failure.ts";

/** The reason for which a database with these statements is refused. */
async function check(...statements: readonly string[]): Promise<string | undefined> {
  const { DatabaseSync } = await loadEngine();
  const connection = new DatabaseSync(":memory:");
  onTestFinished(() => connection.close());
  connection.exec("pragma foreign_keys = off");
  for (const statement of statements) connection.exec(statement);
  let reason: string | undefined;
  try {
    checkWhole(connection, (damage) => {
      reason = damage;
      return new Damage("data", damage);
    });
  } catch (error) {
    expect(error).toBeInstanceOf(Damage);
  }
  return reason;
}

describe("a database without checksums", () => {
  const facts = "create table facts (name text)";
  const tables = [
    facts,
    "create table spaces (id text primary key)",
    "create table pages (space text references spaces (id))",
  ];

  test.each<[string, readonly string[], string | undefined]>([
    ["is accepted when it is empty", [], undefined],
    ["is accepted when it is complete", [...tables, "insert into spaces values ('a')"], undefined],
    [
      "of another program is refused",
      ["create table bookmarks (id text)"],
      "it is the database of another program",
    ],
    [
      "with a reference to a missing row is refused",
      [...tables, "insert into pages values ('gone')"],
      "a row of pages refers to a missing row",
    ],
    [
      "with a value that its table does not allow is refused",
      [
        facts,
        "create table numbers (value integer check (value > 0))",
        "pragma ignore_check_constraints = on",
        "insert into numbers values (0)",
        "pragma ignore_check_constraints = off",
      ],
      "SQLite's integrity check failed: CHECK constraint failed in numbers",
    ],
  ])("%s", async (_, statements, reason) => {
    expect(await check(...statements)).toBe(reason);
  });
});
