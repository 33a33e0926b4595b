import { expect, test } from "vitest";
import { furthestDays, openClock, parseDuration } from "../../../src/service/core/clock.ts";
import { openTestDatabase } from "../../support/platforms/postgres/databases.ts";

const day = 24 * 60 * 60 * 1000;

async function start() {
  const real = { time: Date.parse("2026-01-01T00:00:00.000Z") };
  const db = await openTestDatabase();
  return { real, db, clock: await openClock(db, () => real.time) };
}

test("a moved clock advances from its new time", async () => {
  const { real, clock } = await start();
  await clock.advance(8 * day);
  real.time += 1000;
  expect(clock.now().toISOString()).toBe("2026-01-09T00:00:01.000Z");
  await clock.set(new Date("2030-01-01T00:00:00.000Z"));
  real.time += 1000;
  expect(clock.now().toISOString()).toBe("2030-01-01T00:00:01.000Z");
  await clock.reset();
  expect(clock.now().getTime()).toBe(real.time);
  expect(clock.offset()).toBe(0);
});

test("the offset survives the process", async () => {
  const { real, db, clock } = await start();
  await clock.advance(-3 * day);
  const next = await openClock(db, () => real.time);
  expect(next.now().toISOString()).toBe("2025-12-29T00:00:00.000Z");
});

test("a time far from the real one is refused in any format, and moves nothing", async () => {
  const { real, clock } = await start();
  const far = furthestDays * day;
  for (const span of [
    1e16,
    8000 * 366 * day,
    far + 1,
    -far - 1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ]) {
    await expect(clock.advance(span)).rejects.toThrow(RangeError);
  }
  for (const time of [
    "nonsense",
    "9999-12-31T23:59:59.999Z",
    "9999-12-31T23:59:59-12:00",
    "+010000-01-01T00:00:00Z",
    "0001-01-01T00:00:00Z",
    "-000001-01-01T00:00:00Z",
  ]) {
    await expect(clock.set(new Date(time))).rejects.toThrow(RangeError);
  }
  expect(clock.now().getTime()).toBe(real.time);
  await clock.advance(far);
  // Small steps do not exceed it.
  await expect(clock.advance(1)).rejects.toThrow(RangeError);
  expect(clock.now().toISOString()).toMatch(/^2\d{3}-/);
});

test("a time near the year 10000 is refused even if the real time is near it", async () => {
  const db = await openTestDatabase();
  const clock = await openClock(db, () => Date.parse("9899-12-31T00:00:00.000Z"));
  await expect(clock.advance(2 * day)).rejects.toThrow(RangeError);
});

test("durations need a unit", () => {
  expect(parseDuration("8d")).toBe(8 * day);
  expect(parseDuration("-1.5h")).toBe(-90 * 60 * 1000);
  expect(parseDuration("250ms")).toBe(250);
  expect(parseDuration("2w")).toBe(14 * day);
  for (const text of ["8", "d", "8 d", "8y", "", "1e3s", "0x1d"]) {
    expect(parseDuration(text)).toBeUndefined();
  }
});
