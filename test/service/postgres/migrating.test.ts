import { expect, onTestFinished, test } from "vitest";
import { readFact } from "../../../src/service/database/facts.ts";
import { openPostgres, schemaVersion } from "../../support/platforms/database.ts";
import { bareDatabase } from "../../support/platforms/postgres/databases.ts";

test("processes that start on a database without tables create them once, in any order", async () => {
  const database = await bareDatabase();
  const all = await Promise.all([1, 2, 3, 4].map(() => openPostgres(database, () => {})));
  onTestFinished(async () => void (await Promise.all(all.map((db) => db.destroy()))));
  for (const db of all) {
    expect(await readFact(db, "schema-version")).toBe(String(schemaVersion));
  }
});
