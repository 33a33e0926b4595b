import { expect, test } from "vitest";
import {
  addDays,
  getDayOfWeek,
  getIntervalStart,
  resolveRange,
  toDay,
} from "../../../../src/service/areas/insights/insight-days.ts";

test.each([
  ["2026-03-01", 7, "2026-02-23", "2026-03-01"],
  ["2026-03-02", 1, "2026-03-02", "2026-03-01"],
  ["2026-03-08", 7, "2026-03-02", "2026-03-01"],
  ["2024-12-31", 2, "2024-12-30", "2024-12-01"],
])("%s is day %i of the week that begins on %s", (day, weekday, week, month) => {
  expect([
    getDayOfWeek(day),
    getIntervalStart(day, "day"),
    getIntervalStart(day, "week"),
    getIntervalStart(day, "month"),
  ]).toEqual([weekday, day, week, month]);
});

test.each([
  ["last24Hours", "2024-02-29"],
  ["last7Days", "2024-02-24"],
  ["last30Days", "2024-02-01"],
  ["last3Months", "2023-12-01"],
  ["lastYear", "2023-03-02"],
] as const)("%s begins on %s", (range, first) => {
  const now = new Date("2024-03-01T23:59:59.999Z");
  expect(resolveRange(range, now)).toEqual({ first, last: "2024-03-01" });
});

test("the day of a time changes at midnight in UTC, also before 1970", () => {
  const times = ["2026-03-01T23:59:59.999Z", "2026-03-02T00:00:00.000Z", "1969-12-31T12:00:00Z"];
  expect(times.map((time) => toDay(new Date(time)))).toEqual([
    "2026-03-01",
    "2026-03-02",
    "1969-12-31",
  ]);
  expect([addDays("2024-02-28", 1), addDays("2026-03-01", -1)]).toEqual([
    "2024-02-29",
    "2026-02-28",
  ]);
});
