import { expect, onTestFinished, test } from "vitest";
import * as cr from "../../../src/contract/cr.ts";
import * as member from "../../../src/contract/member.ts";
import * as space from "../../../src/contract/space.ts";
import { readFact, writeFact } from "../../../src/service/database/facts.ts";
import { inTransaction, runAfterCommit } from "../../../src/service/database/transaction.ts";
import { openPostgres } from "../../support/platforms/database.ts";
import { freshDatabase, openTestDatabase } from "../../support/platforms/postgres/databases.ts";
import { openWorkspace, Workspace } from "../../support/platforms/workspace.ts";

test("concurrent increments lose none, after any number of retries", async () => {
  const db = await openTestDatabase();
  await writeFact(db, "counter", "0");
  const told: string[] = [];
  const raise = (name: string) =>
    inTransaction(db, async (transaction) => {
      const value = Number(await readFact(transaction, "counter"));
      runAfterCommit(transaction, () => told.push(name));
      await writeFact(transaction, "counter", String(value + 1));
    });
  const names = Array.from({ length: 24 }, (_, index) => `n${index}`);
  await Promise.all(names.map(raise));
  expect(await readFact(db, "counter")).toBe("24");
  // `runAfterCommit` runs after the successful attempt, and not after retried ones.
  expect(told.toSorted()).toEqual(names.toSorted());
});

test("a rule over several rows holds if two transactions each read what the other changes", async () => {
  const db = await openTestDatabase();
  for (const name of ["one", "two"]) await writeFact(db, name, "on call");
  // Both have read before either writes, the first time.
  let looked = 0;
  let go = () => {};
  const all = new Promise<void>((resolve) => {
    go = resolve;
  });
  const leave = (name: string) =>
    inTransaction(db, async (transaction) => {
      const rows = await transaction
        .selectFrom("facts")
        .select("name")
        .where("value", "=", "on call")
        .execute();
      if (++looked === 2) go();
      await all;
      if (rows.length > 1) await writeFact(transaction, name, "away");
    });
  await Promise.all([leave("one"), leave("two")]);
  const left = await db.selectFrom("facts").select("name").where("value", "=", "on call").execute();
  expect(left).toHaveLength(1);
});

test("an error in a transaction is thrown, and rolls it back", async () => {
  const db = await openTestDatabase();
  let runs = 0;
  const failing = inTransaction(db, async (transaction) => {
    runs++;
    await writeFact(transaction, "a", "x");
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(runs).toBe(1);
  expect(await readFact(db, "a")).toBeUndefined();
});

/**
 * Two processes whose queries time out early; the other one has an open transaction that has written
 * the fact `held`.
 */
async function holdOpen() {
  const { url } = await freshDatabase();
  const open = async () => {
    const db = await openPostgres({ url, connections: 2, patience: 400 }, () => {});
    onTestFinished(() => db.destroy());
    return db;
  };
  const db = await open();
  const other = await open();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let hold = () => {};
  const isLocked = new Promise<void>((resolve) => {
    hold = resolve;
  });
  const holding = inTransaction(other, async (transaction) => {
    await writeFact(transaction, "held", "first");
    hold();
    await released;
  });
  await isLocked;
  return { db, holding, release };
}

test("a write waits for a row that is locked for longer than a query may take", async () => {
  const { db, holding, release } = await holdOpen();
  let attempts = 0;
  const waiting = inTransaction(db, async (transaction) => {
    attempts++;
    if (attempts === 3) release();
    await writeFact(transaction, "held", "second");
  });
  await Promise.all([holding, waiting]);
  expect(await readFact(db, "held")).toBe("second");
});

test("a write with many conflicts does not wait for a transaction that stays open", async () => {
  const { db, holding, release } = await holdOpen();
  let attempts = 0;
  await inTransaction(db, async (transaction) => {
    attempts++;
    await writeFact(transaction, "other", "written");
    if (attempts < 7) throw Object.assign(new Error("conflict"), { code: "40001" });
  });
  expect(await readFact(db, "other")).toBe("written");
  release();
  await holding;
});

/** Two platforms on one database, like two processes. */
async function two(): Promise<[Workspace, Workspace]> {
  const database = await freshDatabase();
  const one = await openWorkspace({ database });
  const other = await openWorkspace({ database });
  return [one, new Workspace(other.service, one.time)];
}

test("change requests of two concurrent processes have unique numbers without gaps", async () => {
  const [one, other] = await two();
  const org = await one.organization();
  const admin = await one.member(org, "admin");
  const { id: spaceId } = await one.ok(admin, space.create, { organizationId: org });
  const made = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      (index % 2 ? one : other).ok(admin, cr.create, { spaceId, subject: `Change ${index}` }),
    ),
  );
  const numbers = made.map(({ number }) => number).toSorted((a, b) => a - b);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});

test("of two admins who demote each other at once, one stays", async () => {
  const [one, other] = await two();
  const organizationId = await one.organization();
  const first = await one.member(organizationId, "admin");
  const second = await one.member(organizationId, "admin");
  await Promise.all([
    one.ask(first, member.remove, { organizationId, userId: second }),
    other.ask(second, member.remove, { organizationId, userId: first }),
  ]);
  const admins = await one.db
    .selectFrom("members")
    .select("user_id")
    .where("organization_id", "=", organizationId)
    .where("role", "=", "admin")
    .execute();
  expect(admins).toHaveLength(1);
});

test("spaces created by two processes at the same position are ordered", async () => {
  const [one, other] = await two();
  const organizationId = await one.organization();
  const admin = await one.member(organizationId, "admin");
  await Promise.all(
    Array.from({ length: 16 }, (_, index) =>
      (index % 2 ? one : other).ok(admin, space.create, { organizationId, title: `${index}` }),
    ),
  );
  const rows = await one.db.selectFrom("spaces").select("rank").execute();
  expect(new Set(rows.map(({ rank }) => rank)).size).toBe(16);
});
