import { expect, test } from "vitest";
import { parseDay } from "../../src/document/calendar-day.ts";

test.each([
  ["2026-01-31", "2026-01-31T00:00:00.000Z"],
  ["2026-01-31T10:00:00Z", "2026-01-31T10:00:00.000Z"],
  ["2026-01-31T23:30:00-05:00", "2026-02-01T04:30:00.000Z"],
  ["2026-02-30T23:30:00-05:00", undefined],
  ["Jan 31, 2026 10:00 GMT", "2026-01-31T10:00:00.000Z"],
  ["2028-02-29", "2028-02-29T00:00:00.000Z"],
  ["2026-02-29", undefined],
  ["2026-02-30", undefined],
  ["2026-04-31", undefined],
  ["2026-13-01", undefined],
  ["soon", undefined],
  ["", undefined],
])("%s is the time %s", (date, time) => {
  expect(parseDay(date)).toBe(time === undefined ? undefined : Date.parse(time));
});
