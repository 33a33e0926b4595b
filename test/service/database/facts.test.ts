import { expect, it } from "vitest";
import { readFact, readFacts, removeFact, writeFact } from "../../../src/service/database/facts.ts";
import { openDatabase } from "../../support/platforms/database.ts";

it("a fact is written, replaced and removed, and others stay", async () => {
  const db = await openDatabase();
  for (const name of ["a", "b", "c"]) await writeFact(db, name, `first ${name}`);
  await writeFact(db, "a", "second");
  expect(await readFact(db, "a")).toBe("second");
  await removeFact(db, "b");
  expect(await readFact(db, "b")).toBeUndefined();
  expect([...(await readFacts(db, ["c", "a", "b"]))].toSorted()).toEqual([
    ["a", "second"],
    ["c", "first c"],
  ]);
  await db.destroy();
});
