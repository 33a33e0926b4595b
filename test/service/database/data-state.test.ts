/** Changes on SQLite, whose file belongs to this process; test/service/postgres has those of several. */
import { expect, test, vi } from "vitest";
import {
  countChanges,
  maxUnnoticedWait,
  mayHaveChanged,
  readDataState,
  readVersion,
} from "../../../src/service/database/data-state.ts";
import { openDatabase } from "../../support/platforms/database.ts";

test("each change is noticed, and reads and time are not changes", async () => {
  const db = await openDatabase();
  const state = readDataState(db);
  const version = await readVersion(db);
  expect([state.changes, version]).toEqual([countChanges(db), countChanges(db)]);
  await db.selectFrom("facts").selectAll().execute();
  vi.spyOn(performance, "now").mockReturnValue(state.readAt + 10 * maxUnnoticedWait);
  expect(mayHaveChanged(state, db)).toBe(false);
  vi.restoreAllMocks();
  await db.transaction().execute(async (inside) => {
    await inside.insertInto("facts").values({ name: "a", value: "x" }).execute();
    expect([mayHaveChanged(state, inside), mayHaveChanged(state, db)]).toEqual([true, true]);
    expect(await readVersion(inside)).toBe(countChanges(db));
  });
  expect(mayHaveChanged(readDataState(db), db)).toBe(false);
  expect(await readVersion(db)).not.toBe(version);
  await db.destroy();
});
