import { expect, test } from "vitest";
import { isUsed, useOnce } from "../../../../src/service/areas/sign-in/single-use.ts";
import { openTestDatabase } from "../../../support/platforms/postgres/databases.ts";

test("a value is used once, apart from other values, and forgotten when it has expired", async () => {
  const db = await openTestDatabase();
  const now = new Date("2026-03-02T08:00:00.000Z");
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  const use = (parts: readonly string[], seconds = 0, until = 60) =>
    useOnce(db, parts, { now: at(seconds), until: at(until) });
  expect(await isUsed(db, ["code", "1"])).toBe(false);
  expect(await use(["code", "1"])).toBe(true);
  expect(await use(["code", "1"])).toBe(false);
  expect(await isUsed(db, ["code", "1"])).toBe(true);
  for (const other of [["code", "2"], ["request", "1"], ["code1"], ["code", "1", ""]]) {
    expect([other, await isUsed(db, other), await use(other)]).toEqual([other, false, true]);
  }
  // At its end, a value is still recorded, because it may be presented until then.
  expect(await use(["code", "1"], 60, 120)).toBe(false);
  expect(await use(["long"], 60, 600)).toBe(true);
  expect(await use(["other"], 61, 600)).toBe(true);
  expect(await isUsed(db, ["code", "1"])).toBe(false);
  expect(await isUsed(db, ["long"])).toBe(true);
});
