/** The begin and the end of a time on the command line, in pairs. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { parseTime } from "../../src/commands/times.ts";

const now = new Date(2026, 2, 31, 15, 30);

beforeEach(() => vi.useFakeTimers({ now, toFake: ["Date"] }));
afterEach(() => {
  vi.useRealTimers();
});

const since = (word: string) => parseTime("since", word, "begins", "history list");
const until = (word: string) => parseTime("until", word, "ends", "org audit list");
type Day = readonly [year: number, month: number, date: number];

const startOn = ([year, month, date]: Day) => new Date(year, month, date);
const at = (day: Day) => startOn(day).toISOString();
const before = (day: Day) => new Date(startOn(day).getTime() - 1).toISOString();

describe("a whole day", () => {
  test.each([
    ["2026-03-08", [2026, 2, 8], [2026, 2, 9]],
    ["2026-02-28", [2026, 1, 28], [2026, 2, 1]],
    ["2028-02-29", [2028, 1, 29], [2028, 2, 1]],
    ["2025-12-31", [2025, 11, 31], [2026, 0, 1]],
    ["today", [2026, 2, 31], [2026, 3, 1]],
    ["yesterday", [2026, 2, 30], [2026, 2, 31]],
  ] as const)("%s is included from its first to its last millisecond", (word, first, next) => {
    expect([since(word), until(word)]).toEqual([at(first), before(next)]);
  });
});

describe("a moment is the same for both", () => {
  test.each([
    ["30m", 30 * 60],
    ["12h", 12 * 60 * 60],
    ["7d", 7 * 24 * 60 * 60],
  ])("%s", (word, seconds) => {
    const expected = new Date(now.getTime() - seconds * 1000).toISOString();
    expect([since(word), until(word)]).toEqual([expected, expected]);
  });

  test("2026-03-01T09:30:00Z", () => {
    const moment = "2026-03-01T09:30:00Z";
    expect([since(moment), until(moment)]).toEqual([moment, moment]);
  });
});

test.each(["", "2026-02-30", "2026-13-01", "tomorrow", "12", "12s", "2026-03-01Tnoon", "-1d"])(
  "%j is refused, with the flag and the help of its command",
  (word) => {
    expect(() => since(word)).toThrow("--since must be a time");
    expect(() => until(word)).toThrow("--until must be a time");
    expect(() => until(word)).toThrow(
      expect.objectContaining({ hint: "tome org audit list --help" }),
    );
  },
);
