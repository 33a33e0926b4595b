import { expect, test } from "vitest";
import { openDatabase } from "../../../src/service/database/open.ts";

test("Nothing is read in the middle of a transaction, and those who wait are served in turn", async () => {
  const db = await openDatabase();
  const seen: string[] = [];
  const read = async (who: string) => {
    const rows = await db.selectFrom("facts").select("name").where("value", "=", "x").execute();
    seen.push(`${who} ${rows.length}`);
  };
  const insert = (name: string) => ({ name, value: "x" });
  const first = db.transaction().execute(async (inside) => {
    await inside.insertInto("facts").values(insert("a")).execute();
    const readers = [read("one"), read("two")];
    await inside.insertInto("facts").values(insert("b")).execute();
    return readers;
  });
  await Promise.all((await Promise.all([first]))[0] ?? []);
  expect(seen).toEqual(["one 2", "two 2"]);
  await db.destroy();
});

test("What a failed transaction wrote is gone", async () => {
  const db = await openDatabase();
  const failing = db.transaction().execute(async (inside) => {
    await inside.insertInto("facts").values({ name: "a", value: "x" }).execute();
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  const rows = await db.selectFrom("facts").select("name").where("name", "=", "a").execute();
  expect(rows).toEqual([]);
  await db.destroy();
});
