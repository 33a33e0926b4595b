import { expect, onTestFinished, test } from "vitest";
import {
  type EngineStatement,
  loadEngine,
  toRows,
} from "../../../../src/service/database/sqlite/engine.ts";

async function openThings() {
  const { DatabaseSync } = await loadEngine();
  const connection = new DatabaseSync(":memory:");
  onTestFinished(() => connection.close());
  connection.exec("create table things (id text, size integer, content blob)");
  connection.exec("insert into things values ('a', 1, x'00ff'), ('b', null, null)");
  return connection;
}

const things = [
  { id: "a", size: 1, content: new Uint8Array([0, 255]) },
  { id: "b", size: null, content: null },
];

test("rows are objects with the names of their columns", async () => {
  const connection = await openThings();
  const all = toRows(connection.prepare("select * from things order by id"));
  expect(all([])).toEqual(things);
  const sizes = toRows(connection.prepare("select size + ? as larger from things where id = ?"));
  expect([sizes([2, "a"]), sizes([2, "none"])]).toEqual([[{ larger: 3 }], []]);
});

test("an engine without array rows returns the same rows", async () => {
  const connection = await openThings();
  const statement = connection.prepare("select * from things order by id");
  const plain: EngineStatement = {
    columns: () => statement.columns(),
    setReadBigInts: (wanted) => statement.setReadBigInts(wanted),
    all: (...values) => statement.all(...values),
    run: (...values) => statement.run(...values),
  };
  expect(toRows(plain)([]).map((row) => ({ ...row }))).toEqual(things);
});

test("a column added later is in the rows of an earlier query", async () => {
  const connection = await openThings();
  const all = toRows(connection.prepare("select * from things where id = ?"));
  expect(all(["a"])).toEqual([things[0]]);
  connection.exec("alter table things add column color text default 'red'");
  expect(all(["a"])).toEqual([{ ...things[0], color: "red" }]);
});
