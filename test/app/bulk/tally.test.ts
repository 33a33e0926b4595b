import { expect, test } from "vitest";
import { buildTallyError, type Tally } from "../../../src/app/bulk/tally.ts";
import { buildReport } from "../../../src/app/output/report.ts";

const none = { unknown: 0, pending: 0, failures: [], interrupted: false, reason: undefined };

/** The exit code of a bulk run in which the remaining items were not started. */
function getCode(tally: Pick<Tally, "count" | "done"> & Partial<Tally>): number {
  const error = buildTallyError({ ...none, ...tally }, "journal.ndjson");
  return error === undefined ? 0 : buildReport(error).exitCode;
}

test("the exit code of a bulk run depends on the results of its items", () => {
  expect(getCode({ count: 3, done: 3 })).toBe(0);
  expect(getCode({ count: 3, done: 2, pending: 1 })).toBe(8);
  expect(getCode({ count: 3, done: 0, pending: 3 })).toBe(8);
  expect(getCode({ count: 3, done: 1, pending: 1 })).toBe(9);
  expect(getCode({ count: 3, done: 1, pending: 1, unknown: 1 })).toBe(9);
  expect(getCode({ count: 3, done: 2, unknown: 1 })).toBe(9);
  expect(getCode({ count: 3, done: 1, interrupted: true })).toBe(130);
});

test("the command for --resume can be pasted for any folder name", () => {
  const error = buildTallyError({ ...none, count: 2, done: 1, failures: [] }, "/my files/a.ndjson");
  expect(buildReport(error).hint).toContain("--resume '/my files/a.ndjson'");
});
