import { expect, it } from "vitest";
import { createJournal } from "../../../../src/service/server/metrics/journal.ts";
import type { RequestRecord } from "../../../../src/service/server/metrics/request-record.ts";

const record: RequestRecord = {
  id: "",
  at: "2026-01-01T00:00:00.000Z",
  method: "GET",
  path: "/v1",
  operation: null,
  status: 200,
  user: null,
  milliseconds: 1,
  slow: null,
  fault: null,
  message: null,
};

function fill(count: number) {
  const journal = createJournal();
  for (let id = 1; id <= count; id++) {
    journal.add({ ...record, id: String(id) }, id % 500 === 0 ? ["getUser"] : []);
  }
  const listIds = (most: number, missesOnly = false) =>
    journal.latest(most, missesOnly).map(({ id }) => Number(id));
  return { journal, listIds };
}

it("lists the latest requests, oldest first", () => {
  const { journal, listIds } = fill(3);
  expect(listIds(2)).toEqual([2, 3]);
  expect(listIds(100)).toEqual([1, 2, 3]);
  expect(listIds(0)).toEqual([]);
  expect(journal.latest(1, false)).toEqual([{ ...record, id: "3", nearMisses: [] }]);
});

it("lists only requests with suggestions", () => {
  const { journal, listIds } = fill(1000);
  expect(listIds(10, true)).toEqual([500, 1000]);
  expect(listIds(1, true)).toEqual([1000]);
  expect(journal.latest(1, true)).toEqual([{ ...record, id: "1000", nearMisses: ["getUser"] }]);
});

it.each([1000, 1001, 1999, 2000, 2001])("keeps the latest 1,000 of %d requests", (count) => {
  const ids = fill(count).listIds(5000);
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([1000, count - 999, count]);
});

it("is empty after it was cleared", () => {
  const { journal, listIds } = fill(1);
  expect([journal.clear(), journal.clear()]).toEqual([true, false]);
  expect(listIds(10)).toEqual([]);
});
