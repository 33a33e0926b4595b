import { expect, test } from "vitest";
import { millisecondsOf, openClock } from "../../../src/service/core/clock.ts";
import { openTestDatabase } from "../../support/postgres/databases.ts";

const day = 24 * 60 * 60 * 1000;

async function start() {
  const real = { time: Date.parse("2026-01-01T00:00:00.000Z") };
  const db = await openTestDatabase();
  return { real, db, clock: await openClock(db, () => real.time) };
}

test("A moved clock goes on from where it was moved to", async () => {
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

test("The offset outlives the process", async () => {
  const { real, db, clock } = await start();
  await clock.advance(-3 * day);
  const next = await openClock(db, () => real.time);
  expect(next.now().toISOString()).toBe("2025-12-29T00:00:00.000Z");
});

test("A time that no date can hold is refused and moves nothing", async () => {
  const { real, clock } = await start();
  await expect(clock.advance(1e16)).rejects.toThrow(RangeError);
  await expect(clock.advance(8000 * 366 * day)).rejects.toThrow(RangeError);
  await expect(clock.set(new Date("nonsense"))).rejects.toThrow(RangeError);
  expect(clock.now().getTime()).toBe(real.time);
});

test("Spans of time are read with their unit, and nothing else is", () => {
  expect(millisecondsOf("8d")).toBe(8 * day);
  expect(millisecondsOf("-1.5h")).toBe(-90 * 60 * 1000);
  expect(millisecondsOf("250ms")).toBe(250);
  expect(millisecondsOf("2w")).toBe(14 * day);
  for (const text of ["8", "d", "8 d", "8y", "", "1e3s", "0x1d"]) {
    expect(millisecondsOf(text)).toBeUndefined();
  }
});
