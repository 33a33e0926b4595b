import { expect, it } from "vitest";
import { runBeforeClose, runClosingWork } from "../../../src/service/database/closing.ts";
import { openDatabase } from "../../support/platforms/database.ts";

it("all work before the end runs once, in order, and failures are logged", async () => {
  const [db, other] = [await openDatabase(), await openDatabase()];
  const events: unknown[] = [];
  const log = (message: string, error: unknown) => events.push([message, error]);
  const failure = new Error("disk");
  runBeforeClose(db, async () => void events.push("first"));
  runBeforeClose(db, () => Promise.reject(failure));
  runBeforeClose(db, async () => void events.push("second"));
  runBeforeClose(other, async () => void events.push("other"));
  await runClosingWork(db, log);
  await runClosingWork(db, log);
  expect(events).toEqual(["first", ["Work before the end failed.", failure], "second"]);
  await runClosingWork(other, log);
  expect(events.at(-1)).toBe("other");
  for (const one of [db, other]) await one.destroy();
});
