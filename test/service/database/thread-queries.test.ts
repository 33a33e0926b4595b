import { expect, it } from "vitest";
import {
  type AskedQuery,
  answerQuery,
  createThreadQueries,
  getLanguage,
} from "../../../src/service/database/thread-queries.ts";
import { openDatabase } from "../../support/platforms/database.ts";

it("queries of a thread are executed one after another on the connection of the main thread", async () => {
  const db = await openDatabase();
  const asked: AskedQuery[] = [];
  let active = 0;
  const queries = createThreadQueries(getLanguage(db), async (query) => {
    asked.push(structuredClone(query));
    expect(++active).toBe(1);
    const result = await answerQuery(db, query);
    active--;
    return result;
  });
  await queries.insertInto("facts").values({ name: "a", value: "1" }).execute();
  const rows = () => queries.selectFrom("facts").selectAll().where("name", "=", "a").execute();
  const found = [{ name: "a", value: "1" }];
  expect(await Promise.all([rows(), rows()])).toEqual([found, found]);
  expect(asked.at(-1)).toEqual({
    sql: 'select * from "facts" where "name" = ?',
    parameters: ["a"],
  });
  await db.destroy();
});

it("a failed query does not stop the next one, and transactions are refused", async () => {
  let failures = 1;
  const queries = createThreadQueries("postgresql", async () => {
    if (failures-- > 0) throw new Error("failed");
    return { rows: [{ name: "a" }] };
  });
  const select = () => queries.selectFrom("facts").select("name").execute();
  const [first, second] = await Promise.allSettled([select(), select()]);
  expect(first).toMatchObject({ status: "rejected", reason: { message: "failed" } });
  expect(second).toEqual({ status: "fulfilled", value: [{ name: "a" }] });
  await expect(queries.transaction().execute(select)).rejects.toThrow(
    "A worker thread can only run single queries.",
  );
  expect(queries.selectFrom("facts").select("name").where("name", "=", "a").compile().sql).toBe(
    'select "name" from "facts" where "name" = $1',
  );
});
