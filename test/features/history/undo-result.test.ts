/** Results of an undo in words, and its exit code. */
import { describe, expect, test } from "vitest";
import {
  buildUndoView,
  findHolder,
  findUnsettled,
  type Undone,
  type UndoOutcome,
} from "../../../src/features/history/undo-result.ts";
import type { HistoryEntry } from "../../../src/history/history-entry.ts";

const entry: HistoryEntry = {
  entry: "g.1",
  group: "g",
  at: "2026-01-01T00:00:00Z",
  profile: "default",
  origin: "https://api.example.com",
  command: "space update",
  method: "PATCH",
  path: "/spaces/S1",
  target: { field: "spaceId", id: "S1" },
  input: {},
  outcome: "done",
};

const outcomes: readonly UndoOutcome[] = [
  "undone",
  "undone in part",
  "as it was",
  "changed since",
  "not undone",
  "asked",
  "canceled",
  "unknown",
  "not begun",
];
const finished: readonly UndoOutcome[] = ["undone", "as it was"];

const toResult = (outcome: UndoOutcome, more: Partial<Undone> = {}): Undone => ({
  entry,
  outcome,
  says: `set the title (${outcome})`,
  error:
    finished.includes(outcome) || outcome === "asked" ? undefined : new Error(`It is ${outcome}.`),
  ...more,
});

describe("the result of an undo", () => {
  const pairs = outcomes.flatMap((one) => outcomes.map((other) => [one, other] as const));

  test.each(outcomes)("of one entry that is %s", (outcome) => {
    const error = findUnsettled([toResult(outcome)]);
    if (finished.includes(outcome)) expect(error).toBeUndefined();
    else if (outcome === "asked") {
      expect(error).toMatchObject({
        how: "pending",
        message: "1 of 1 entry is pending on the platform. First: set the title (asked)",
      });
    } else {
      expect(error).toMatchObject({
        how: outcome === "unknown" ? "unknown" : "partial",
        message: `1 of 1 entry could not be undone, or the result is unknown. First: It is ${outcome}.`,
      });
    }
  });

  test.each(pairs)("of two entries that are %s and %s", (...pair) => {
    const incomplete = pair.filter((one) => !finished.includes(one));
    const error = findUnsettled(pair.map((outcome) => toResult(outcome)));
    const [first] = incomplete;
    if (first === undefined) {
      expect(error).toBeUndefined();
    } else if (incomplete.every((one) => one === "asked")) {
      const count = incomplete.length === 1 ? "1 of 2 entries is" : "2 of 2 entries are";
      expect(error).toMatchObject({
        how: "pending",
        message: `${count} pending on the platform. First: set the title (asked)`,
      });
    } else {
      const reason = first === "asked" ? "set the title (asked)" : `It is ${first}.`;
      expect(error).toMatchObject({
        how: "partial",
        message: `${incomplete.length} of 2 entries could not be undone, or the result is unknown. First: ${reason}`,
      });
    }
  });

  test.each<[boolean, string | undefined]>([
    [false, undefined],
    [true, "It changed."],
  ])("does not repeat a reason that was printed (%j, %j)", (withReason, reason) => {
    expect(findUnsettled([toResult("not undone", { reason })], withReason)?.message).toBe(
      "1 of 1 entry could not be undone, or the result is unknown.",
    );
  });
});

describe("the view of an undo", () => {
  const listLines = (results: readonly Undone[], most?: number) =>
    buildUndoView(results, most).flatMap((block) => ("lines" in block ? block.lines : []));
  const format = (results: readonly Undone[], most?: number) =>
    listLines(results, most).map((line) =>
      line.map((part) => (typeof part === "string" ? part : part.text)).join(""),
    );

  test.each<[UndoOutcome, string]>([
    ["undone", ", by this change: set the title (undone)."],
    ["undone in part", ", by this change: set the title (undone in part). It is undone in part."],
    ["as it was", ", by this change: set the title (as it was)."],
    ["changed since", ". It is changed since."],
    ["not undone", ". It is not undone."],
    ["asked", ", by this change: set the title (asked)."],
    ["canceled", ". It is canceled."],
    ["unknown", ", by this change: set the title (unknown). It is unknown."],
    ["not begun", ", by this change: set the title (not begun). It is not begun."],
  ])("of an entry that is %s", (outcome, rest) => {
    expect(format([toResult(outcome)])).toEqual([`${outcome}: tome space update (g.1)${rest}`]);
    const explained = toResult(outcome, { reason: "Printed before." });
    expect(format([explained])[0]?.includes("It is")).toBe(false);
  });

  test("shows the first entries up to the limit", () => {
    expect(format([toResult("undone"), toResult("asked")], 1)).toHaveLength(1);
    expect(format([toResult("undone"), toResult("asked")])).toHaveLength(2);
  });

  test.each(outcomes)("has a color for %s", (outcome) => {
    const [part] = listLines([toResult(outcome)])[0] ?? [];
    const tone = finished.includes(outcome) ? "green" : outcome === "asked" ? "yellow" : "red";
    expect(part).toMatchObject({ tone });
  });
});

test.each<[string, readonly string[], string | undefined]>([
  ["/spaces/S1/content", ["S1"], "S1"],
  ["/spaces/S1/content", ["S2", "S1"], "S1"],
  ["/spaces/S11/content", ["S1"], undefined],
  ["/spaces/S1", [], undefined],
])("the path %s is within one of %j: %s", (path, made, expected) => {
  expect(findHolder({ ...entry, path }, made)).toBe(expected);
});
