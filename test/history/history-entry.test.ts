import { expect, test } from "vitest";
import {
  collectUndoneIds,
  findTitle,
  type HistoryEntry,
  parseHistoryEntries,
} from "../../src/history/history-entry.ts";

const sent = {
  entry: "1.1",
  group: "1",
  at: "2026-01-01T00:00:00Z",
  profile: "default",
  origin: "https://a.example",
  command: "space update",
  method: "PATCH",
  path: "/spaces/S1",
  target: { field: "spaceId", id: "S1" },
  input: { title: "A" },
};

test("entries have their ends, in the order of the requests", () => {
  const other = { ...sent, entry: "1.2" };
  const lines = [
    { entry: "1.2", outcome: "done" },
    sent,
    other,
    { entry: "1.2", ended: "e", outcome: "pending", status: 202 },
    { entry: "1.1", ended: "e", outcome: "refused", status: 403, because: "b" },
    { entry: "1.2", ended: "f", outcome: "done" },
    { entry: "9.9", outcome: "done" },
    { entry: "1.1", outcome: "lost" },
    { entry: 1, outcome: "done" },
    null,
    "text",
    [sent],
  ];
  expect(parseHistoryEntries(lines)).toEqual([
    { ...sent, ended: "e", outcome: "refused", status: 403, because: "b" },
    { ...other, ended: "f", outcome: "done", status: 202 },
  ]);
  expect(parseHistoryEntries([sent])).toEqual([{ ...sent, outcome: "unknown" }]);
});

test.each([
  ...["entry", "group", "at", "profile", "origin", "command", "method", "path"].map((name) => ({
    [name]: 1,
  })),
  { target: "S1" },
  { target: { field: 1, id: "S1" } },
  { target: { field: "spaceId", id: null } },
  { input: [] },
  { input: null },
])("a line with %j is no entry", (part) => {
  expect(parseHistoryEntries([{ ...sent, ...part }])).toEqual([]);
});

test("an undo of an undo does not count", () => {
  const createUndo = (id: string, more: Partial<HistoryEntry> = {}): HistoryEntry => ({
    ...sent,
    entry: id,
    outcome: "done",
    ...more,
  });
  const undone = (...entries: readonly HistoryEntry[]) => [...collectUndoneIds(entries)].sort();
  expect(undone(createUndo("1"), createUndo("2"))).toEqual([]);
  expect(undone(createUndo("1"), createUndo("2", { undoes: "1" }))).toEqual(["1"]);
  expect(
    undone(createUndo("1"), createUndo("2", { undoes: "1" }), createUndo("3", { undoes: "2" })),
  ).toEqual(["2"]);
  expect(undone(createUndo("1"), createUndo("2", { undoes: "1", outcome: "unknown" }))).toEqual([]);
  expect(undone(createUndo("1"), createUndo("2", { undoes: "1", outcome: "refused" }))).toEqual([]);
  expect(undone(createUndo("1", { gone: true }))).toEqual(["1"]);
  expect(undone(createUndo("1"), createUndo("2", { undoes: "1", gone: true }))).toEqual(["2"]);
});

test.each([
  [{ title: "T", displayName: "D" }, "T"],
  [{ title: "", displayName: "D", label: "L" }, "D"],
  [{ label: "L", name: "N" }, "L"],
  [{ name: "N", subject: "S" }, "N"],
  [{ subject: "S", source: "/a" }, "S"],
  [{ source: "/a", user: { displayName: "U" } }, "/a"],
  [{ user: { displayName: "U" } }, "U"],
  [{ user: "U" }, undefined],
  [{ title: "x".repeat(201) }, "x".repeat(200)],
  [{}, undefined],
  ["text", undefined],
])("the title of %j", (value, title) => {
  expect(findTitle(value)).toBe(title);
});
