import { expect, test } from "vitest";
import { formatLocalTime, formatZonedTime } from "../../src/json/local-time.ts";

test("a time is shown in the time zone of this machine", () => {
  const time = new Date(2026, 0, 5, 7, 4, 59).toISOString();
  expect(formatLocalTime(time)).toBe("2026-01-05 07:04");
  expect(formatZonedTime(time)).toMatch(/^2026-01-05 07:04 \S/);
  expect(formatLocalTime(new Date(2026, 11, 31, 18, 30).toISOString())).toBe("2026-12-31 18:30");
});

test.each(["", "soon", "2026-12-31", "2026-99-31T18:00:00Z", "at 2026-12-31T18:00:00Z"])(
  "%j is not a time, and stays as it is",
  (text) => {
    expect([formatLocalTime(text), formatZonedTime(text)]).toEqual([text, text]);
  },
);
