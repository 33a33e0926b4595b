import { describe, expect, test } from "vitest";
import { buildTallyError, isWorthKeeping, type Tally } from "../../../src/app/bulk/tally.ts";
import { buildReport } from "../../../src/app/output/report.ts";
import { ApiError, NetworkError } from "../../../src/errors.ts";
import { createPartial } from "../../support/commands/partial.ts";

const none = { unknown: 0, pending: 0, failures: [], interrupted: false, reason: undefined };

type Result = Pick<Tally, "count" | "done"> & Partial<Tally>;

/** The report of a bulk run; undefined if all items are done. */
function report(tally: Result, journal = "journal.ndjson") {
  const error = buildTallyError({ ...none, ...tally }, journal);
  return error === undefined ? undefined : buildReport(error);
}

/** The exit code of a bulk run in which the remaining items were not started. */
function getCode(tally: Result): number {
  return report(tally)?.exitCode ?? 0;
}

/** @param errors of the failed items, in order */
function failWith(...errors: readonly Error[]): Tally["failures"] {
  return errors.map((error, at) => [
    createPartial<Tally["failures"][number][0]>({ at: `line ${at + 1}` }),
    { is: "failed" as const, error, report: buildReport(error) },
  ]);
}

const notFound = new ApiError(404, "There is no space.");
const unreachable = new NetworkError("Broken.", { arrived: "no" });

test("the exit code of a bulk run depends on the results of its items", () => {
  expect(getCode({ count: 3, done: 3 })).toBe(0);
  expect(getCode({ count: 3, done: 2, pending: 1 })).toBe(8);
  expect(getCode({ count: 3, done: 0, pending: 3 })).toBe(8);
  expect(getCode({ count: 3, done: 1, pending: 1 })).toBe(9);
  expect(getCode({ count: 3, done: 1, pending: 1, unknown: 1 })).toBe(9);
  expect(getCode({ count: 3, done: 2, unknown: 1 })).toBe(9);
  expect(getCode({ count: 3, done: 1, interrupted: true })).toBe(130);
});

describe("a bulk run without a completed item", () => {
  test.each<[Partial<Tally>, number]>([
    [{ failures: failWith(notFound, notFound) }, 5],
    [{ failures: failWith(unreachable) }, 7],
    // The exit codes differ.
    [{ failures: failWith(notFound, unreachable) }, 1],
    [{ failures: failWith(notFound), interrupted: true }, 130],
    [{ failures: failWith(notFound), unknown: 1 }, 9],
    [{ failures: failWith(notFound), pending: 1 }, 9],
    [{}, 9],
  ])("%# ends with the exit code of its failures, if it is the same: %d", (tally, code) => {
    expect(getCode({ count: 2, done: 0, ...tally })).toBe(code);
  });
});

test.each<[tally: Result, message: string]>([
  [{ count: 3, done: 1 }, "1 of 3 items is done, 2 were not started."],
  [{ count: 3, done: 2 }, "2 of 3 items are done, 1 was not started."],
  [
    { count: 3, done: 0, unknown: 1, pending: 2 },
    "0 of 3 items are done, 1 has an unknown outcome, 2 are pending.",
  ],
  [
    { count: 3, done: 0, unknown: 2, pending: 1 },
    "0 of 3 items are done, 2 have an unknown outcome, 1 is pending.",
  ],
  [
    { count: 4, done: 1, failures: failWith(notFound, unreachable) },
    "1 of 4 items is done, 2 failed, 1 was not started. First failure, line 1: There is no space.",
  ],
  [
    { count: 2, done: 1, interrupted: true, reason: "--stop-on-error is set" },
    "Interrupted: 1 of 2 items is done, 1 was not started. The run stopped early: --stop-on-error is set.",
  ],
])("the items are counted by their results: %#", (tally, message) => {
  expect(report(tally)?.message).toBe(message);
});

test.each<[tally: Result, hint: string]>([
  [{ count: 2, done: 0, interrupted: true }, "No item is done. Run the same command again."],
  [{ count: 2, done: 1, pending: 1 }, "Check each pending item later."],
  [
    { count: 2, done: 1, pending: 1, check: "tome git info S1" },
    "Check the pending item later: tome git info S1",
  ],
  [
    { count: 2, done: 0, pending: 2, check: "tome git info S1" },
    "Check each pending item later, such as the first one: tome git info S1",
  ],
  [{ count: 3, done: 1, pending: 1, check: "x" }, "Run the same command with --resume j.ndjson"],
  [
    { count: 2, done: 1, unknown: 1 },
    "Check the unknown items and remove those that are done; then run the same command with --resume j.ndjson --retry-unknown",
  ],
  [
    { count: 3, done: 0, unknown: 1, pending: 2 },
    "Check the unknown items and remove those that are done; then run the same command with --resume j.ndjson --retry-unknown",
  ],
  [
    { count: 3, done: 1, unknown: 1 },
    "Run the same command with --resume j.ndjson. To retry the unknown items too, check them and add --retry-unknown.",
  ],
])("the hint names the next step: %#", (tally, hint) => {
  expect(report(tally, "j.ndjson")?.hint).toBe(hint);
});

test.each<[tally: Result, isKept: boolean]>([
  [{ count: 2, done: 2 }, false],
  [{ count: 2, done: 0, failures: failWith(notFound) }, false],
  [{ count: 2, done: 1 }, true],
  [{ count: 2, done: 0, unknown: 1 }, true],
  [{ count: 2, done: 0, pending: 2 }, true],
])("a journal is kept if a next run needs it: %#", (tally, isKept) => {
  expect(isWorthKeeping({ ...none, ...tally })).toBe(isKept);
});

test("the command for --resume can be pasted for any folder name", () => {
  const { hint } = report({ count: 2, done: 1 }, "/my files/a.ndjson") ?? {};
  expect(hint).toContain("--resume '/my files/a.ndjson'");
});
