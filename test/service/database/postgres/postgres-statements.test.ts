import { expect, test } from "vitest";
import { createNaming } from "../../../../src/service/database/postgres/postgres-statements.ts";

test("a query has a name from the fifth execution on, another one in a write, and names are unique", () => {
  const naming = createNaming();
  const asked = (sql: string, planning: "reading" | "writing") =>
    Array.from({ length: 7 }, () => naming(sql, planning));
  const [one, other, writing] = [
    asked("select 1", "reading"),
    asked("select 2", "reading"),
    asked("select 1", "writing"),
  ];
  for (const names of [one, other, writing]) {
    expect(names.slice(0, 4)).toEqual([undefined, undefined, undefined, undefined]);
    expect(new Set(names.slice(4)).size).toBe(1);
  }
  expect(new Set([one[5], other[5], writing[5]]).size).toBe(3);
});

test("the number of names is limited, and existing names stay", () => {
  const naming = createNaming();
  const names = new Set<string>();
  for (let query = 0; query < 5000; query++) {
    for (let time = 0; time < 6; time++) {
      const name = naming(`select ${query}`, "reading");
      if (name !== undefined) names.add(name);
    }
  }
  expect(names.size).toBe(200);
  expect(naming("select 0", "reading")).toBe("tome-1");
  expect(naming("select 4999", "reading")).toBeUndefined();
});
