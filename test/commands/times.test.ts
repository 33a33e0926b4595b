/** Times on the command line. */
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { listParameters } from "../../src/app/parse/parameters.ts";
import { readWord } from "../../src/app/parse/values.ts";
import { parseTime, timeExamples } from "../../src/commands/times.ts";
import { UsageError } from "../../src/errors.ts";
import { everyVerb } from "./tree.ts";

const now = new Date(2026, 2, 31, 15, 30);

beforeEach(() => vi.useFakeTimers({ now, toFake: ["Date"] }));
afterEach(() => {
  vi.useRealTimers();
});

const since = (word: string) => parseTime("--since", word, "since");
const future = (word: string) => parseTime("--at", word, "future");
const until = (word: string) => parseTime("--until", word, "until");
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

describe("a day of a change of the clock", () => {
  test.each([
    ["Europe/Berlin", "2026-03-29", "2026-03-28T23:00", "2026-03-29T21:59"],
    ["Europe/Berlin", "2026-10-25", "2026-10-24T22:00", "2026-10-25T22:59"],
    ["America/New_York", "2026-03-08", "2026-03-08T05:00", "2026-03-09T03:59"],
    ["America/New_York", "2026-11-01", "2026-11-01T04:00", "2026-11-02T04:59"],
    ["Pacific/Auckland", "2026-09-27", "2026-09-26T12:00", "2026-09-27T10:59"],
    ["America/Santiago", "2026-09-06", "2026-09-06T04:00", "2026-09-07T02:59"],
    ["UTC", "2026-03-29", "2026-03-29T00:00", "2026-03-29T23:59"],
  ])("in %s, %s ends with the day", (zone, word, first, last) => {
    vi.stubEnv("TZ", zone);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect([since(word), until(word)]).toEqual([`${first}:00.000Z`, `${last}:59.999Z`]);
    expect(future(word)).toBe(`${first}:00.000Z`);
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

describe("a moment of a day, in the time zone of this machine", () => {
  test.each([
    ["tomorrow", new Date(2026, 3, 1)],
    ["tomorrow 08:00", new Date(2026, 3, 1, 8)],
    ["today 18:30", new Date(2026, 2, 31, 18, 30)],
    ["yesterday 7:05", new Date(2026, 2, 30, 7, 5)],
    ["2026-11-28 08:00", new Date(2026, 10, 28, 8)],
    ["2026-11-28T08:00", new Date(2026, 10, 28, 8)],
    ["2026-11-28T08:00:30", new Date(2026, 10, 28, 8, 0, 30)],
    ["2026-11-28 08:00Z", new Date("2026-11-28T08:00:00Z")],
    ["2026-11-28T08:00+05:30", new Date("2026-11-28T02:30:00Z")],
    ["now", now],
  ])("%s", (word, moment) => {
    expect([future(word), since(word), until(word)].slice(0, word === "tomorrow" ? 2 : 3)).toEqual(
      Array.from({ length: word === "tomorrow" ? 2 : 3 }, () => moment.toISOString()),
    );
  });
});

test.each([
  ["45s", 45],
  ["12h", 12 * 60 * 60],
  ["30d", 30 * 24 * 60 * 60],
  ["2w", 14 * 24 * 60 * 60],
])("%s counts forward for an expiry and back for a search", (word, seconds) => {
  expect(Date.parse(future(word)) - now.getTime()).toBe(seconds * 1000);
  expect(now.getTime() - Date.parse(since(word))).toBe(seconds * 1000);
});

test.each([
  ...["", "2026-02-30", "2026-13-01", "12", "12y", "2026-03-01Tnoon", "-1d", "next week"],
  ...[
    "2026-03-01 24:00",
    "2026-03-01 09:60",
    "tomorrow 08:00Z",
    "constructor",
    "constructor 08:00",
  ],
])("%j is refused, with examples that are accepted", (word) => {
  for (const parse of [since, until, future]) {
    expect(() => parse(word)).toThrow(UsageError);
    expect(() => parse(word)).toThrow("must be a time such as 12h");
  }
});

test.each(["since", "until", "future"] as const)("the examples for %s are accepted", (meaning) => {
  const words = timeExamples[meaning].split(/, | or /).map((word) => word.replaceAll("'", ""));
  expect(words.map((word) => Date.parse(parseTime("--at", word, meaning)))).not.toContain(NaN);
});

/** Every flag of a command for a time, with its command. */
const timeFlags = (await everyVerb()).flatMap(([line, verb]) =>
  listParameters(verb)
    .filter(({ field }) => field.kind === "text" && field.format === "date-time")
    .map((flag) => [`${line} --${flag.name}`, flag] as const),
);

test.each(timeFlags)("%s accepts dates, durations and local times", (_line, { field }) => {
  for (const word of ["30d", "tomorrow 08:00", "2026-12-27", "2026-11-28 08:00"]) {
    expect(readWord(field, word, "--at")).toMatch(/^2026-\d\d-\d\dT[\d:.]+Z$/);
  }
});
