import { describe, expect, test } from "vitest";
import { formatChanges, formatShortly } from "../../../src/features/history/format-change.ts";
import { toHistoryRow } from "../../../src/features/history/rows.ts";
import type { HistoryEntry } from "../../../src/history/history-entry.ts";
import type { JsonObject, JsonValue } from "../../../src/json/values.ts";

const entry: HistoryEntry = {
  entry: "1.1",
  group: "1",
  at: "2026-01-01T00:00:00Z",
  profile: "default",
  origin: "https://a.example",
  command: "space update",
  method: "PATCH",
  path: "/v1/spaces/S1",
  target: { field: "spaceId", id: "S1" },
  input: {},
  outcome: "done",
};
const secret = `[digest ${"0a".repeat(12)}]`;

test.each<readonly [JsonValue | undefined, string]>([
  [undefined, "none"],
  [null, "none"],
  ["", "none"],
  [false, "false"],
  [0, "0"],
  ["A", '"A"'],
  [secret, "(secret)"],
  [{ a: [secret] }, "(secret)"],
  [["a", { b: 1 }], '["a",{"b":1}]'],
  ["x".repeat(58), `"${"x".repeat(58)}"`],
  ["x".repeat(59), `"${"x".repeat(58)}…`],
  ["\u{1f600}".repeat(59), `"${"\u{1f600}".repeat(58)}…`],
])("%j is printed as %s", (value, text) => {
  expect(formatShortly(value)).toBe(text);
});

describe("formatChanges", () => {
  test.each<readonly [JsonObject | undefined, JsonObject | undefined, JsonObject, string]>([
    [undefined, { title: "B" }, { title: "B" }, ""],
    [{ title: "A" }, { title: "B" }, { title: "B" }, 'title "A" → "B"'],
    [{ title: "A" }, undefined, { title: "B", emoji: "x" }, 'title "A" → "B", emoji none → "x"'],
    [{ title: "A", updatedAt: 1 }, { title: "A" }, {}, "updatedAt 1 → none"],
    // A field that neither the earlier state nor the request has is not a change of this write.
    [{ title: "A" }, { title: "B", other: 1 }, { title: "B" }, 'title "A" → "B"'],
    [{ a: { b: 1, c: 2 } }, { a: { b: 1, c: 3, d: 4 } }, { a: {} }, "a.c 2 → 3, a.d none → 4"],
    [{ a: { b: 1 } }, { a: "x" }, { a: "x" }, 'a {"b":1} → "x"'],
    [{ title: "" }, { title: null }, { title: null }, ""],
    [{ absent: false }, { absent: true }, {}, "deleted"],
    [{ absent: true }, { absent: false }, {}, "restored"],
  ])("from %j to %j with the request %j", (before, after, input, text) => {
    const one = { ...entry, input, ...(before && { before }), ...(after && { after }) };
    expect(formatChanges(one)).toBe(text);
  });
});

test("a row has the target, the operation and the client, and no undefined members", () => {
  const { target: _, ...rest } = entry;
  expect(toHistoryRow({ ...entry, unread: undefined })).toEqual({
    ...rest,
    client: null,
    operation: null,
    target: { field: "spaceId", id: "S1", title: null },
  });
  const full = toHistoryRow({
    ...entry,
    client: "agent",
    operation: "updateSpace",
    target: { ...entry.target, title: "T" },
  });
  expect(full).toMatchObject({ client: "agent", operation: "updateSpace", target: { title: "T" } });
});
