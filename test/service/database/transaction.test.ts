/** Retries and concurrency of transactions, on connections whose queries have no result. */
import { setTimeout as pause } from "node:timers/promises";
import { DummyDriver, Kysely, SqliteAdapter, SqliteQueryCompiler } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CoreTables } from "../../../src/service/database/tables.ts";
import {
  inSnapshot,
  inTransaction,
  runAfterCommit,
  scheduleTransactions,
} from "../../../src/service/database/transaction.ts";

let time = 0;
beforeEach(() => {
  time = 0;
  // Pauses before retries are as short as possible.
  vi.spyOn(Math, "random").mockReturnValue(0);
  vi.spyOn(performance, "now").mockImplementation(() => time);
});
afterEach(() => {
  vi.restoreAllMocks();
});

function connect() {
  return new Kysely<CoreTables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: () => {
        throw new Error("The test reads no tables.");
      },
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}

/** A database that other processes change, and the same database with exclusive transactions. */
function connectShared(most: number) {
  const [db, alone] = [connect(), connect()];
  scheduleTransactions(db, alone, most);
  return { db, alone };
}

const createError = (code: string, message = "refused") =>
  Object.assign(new Error(message), { code });
const outdated = createError("0A000", "cached plan must not change result type");

/** Fails with the errors in turn, and then succeeds. @returns the result and the number of attempts */
async function countAttempts(
  run: (work: () => Promise<string>) => Promise<string>,
  errors: readonly unknown[],
) {
  let attempts = 0;
  const result = await run(async () => {
    const error = errors[attempts++];
    if (error !== undefined) throw error;
    return "done";
  }).catch((error: unknown) => error);
  return [result, attempts];
}

describe.each([
  ["of one process", connect],
  ["of several processes", () => connectShared(2).db],
])("a transaction in a database %s", (_, open) => {
  const duplicate = createError("23505");
  const unsupported = createError("0A000", "not supported");
  const internal = createError("XX000", "cached plan");
  const withoutCode = new Error("cached plan");
  const noError = { code: "40001", message: "cached plan" };

  it.each([
    ["a serialization failure", [createError("40001")], ["done", 2]],
    ["a deadlock", [createError("40P01")], ["done", 2]],
    ["a lock that is held for too long", [createError("55P03")], ["done", 2]],
    ["an outdated statement", [outdated], ["done", 2]],
    ["many serialization failures", Array(7).fill(createError("40001")), ["done", 8]],
    ["one duplicate key", [duplicate], ["done", 2]],
    ["a second duplicate key", [duplicate, duplicate], [duplicate, 2]],
    ["an unsupported feature", [unsupported], [unsupported, 1]],
    ["another error of a cached plan", [internal], [internal, 1]],
    ["an error without a code", [withoutCode], [withoutCode, 1]],
    ["an object that is not an error", [noError], [noError, 1]],
  ])("after %s", async (_name, errors, expected) => {
    const db = open();
    expect(await countAttempts((work) => inTransaction(db, work), errors)).toEqual(expected);
  });

  it("is retried for a minute, and then refused with the last error as its cause", async () => {
    const db = open();
    const attemptAfter = (milliseconds: number) => {
      time = 0;
      const errors = [createError("40001", "first"), createError("40001", "last")];
      return countAttempts(async (work) => {
        const result = inTransaction(db, work);
        time = milliseconds;
        return result;
      }, errors);
    };
    expect(await attemptAfter(59_999)).toEqual(["done", 3]);
    const [error, attempts] = await attemptAfter(60_000);
    expect(error).toMatchObject({
      status: 503,
      retryAfter: 1,
      message:
        "Other changes prevented this one for a minute, so nothing was changed. Retry later.",
      cause: { message: "first" },
    });
    expect(attempts).toBe(1);
  });
});

it("late attempts alternate between exclusive and concurrent ones", async () => {
  const { db, alone } = connectShared(2);
  const attempts: string[] = [];
  await inTransaction(db, async (transaction) => {
    const isAlone = transaction.getExecutor().adapter === alone.getExecutor().adapter;
    attempts.push(isAlone ? "alone" : "beside");
    if (attempts.length < 9) throw createError("40001");
  });
  const early = ["beside", "beside", "beside", "beside", "beside"];
  expect(attempts).toEqual([...early, "alone", "beside", "alone", "beside"]);
});

/** Transactions that start and end in the order of the test. */
function openQueue(most: number) {
  const { db } = connectShared(most);
  const started: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const results: Promise<unknown>[] = [];
  return {
    started,
    results,
    async begin(...names: readonly string[]) {
      for (const name of names) {
        const work = () =>
          new Promise<void>((resolve, reject) => {
            started.push(name);
            ends.set(name, (error) => (error ? reject(error) : resolve()));
          });
        results.push(inTransaction(db, work).catch((error: unknown) => error));
      }
      await pause(0);
    },
    async end(name: string, error?: Error) {
      ends.get(name)?.(error);
      // After the pause before a retry, which is as long and began earlier.
      await pause(0);
      await pause(0);
    },
    /** Runs a transaction that does not wait. */
    succeed: () => inTransaction(db, async () => undefined),
  };
}

describe("concurrent transactions", () => {
  it("are limited, and start in their order", async () => {
    const { begin, end, started, results } = openQueue(2);
    await begin("a", "b", "c", "d");
    expect(started).toEqual(["a", "b"]);
    await end("b");
    expect(started).toEqual(["a", "b", "c"]);
    await end("a");
    expect(started).toEqual(["a", "b", "c", "d"]);
    for (const name of ["c", "d"]) await end(name);
    expect(await Promise.all(results)).toEqual(Array(4).fill(undefined));
  });

  it("are retried before those that have not run yet", async () => {
    const { begin, end, started } = openQueue(1);
    await begin("a", "b", "c");
    await end("a", createError("40001"));
    await end("b");
    await end("a");
    await end("c");
    expect(started).toEqual(["a", "b", "a", "c"]);
  });

  it.each([
    ["40001", ["a", "b"]],
    ["40P01", ["a", "b"]],
    ["55P03", ["a", "b", "c", "a"]],
  ])("are fewer after the error %s", async (code, expected) => {
    const { begin, end, started } = openQueue(3);
    await begin("a", "b");
    // With a limit of 1.5, the running one leaves no room for another.
    await end("a", createError(code));
    await begin("c");
    expect(started.toSorted()).toEqual(expected.toSorted());
  });

  it("are at least one after many conflicts, and each success allows a tenth more", async () => {
    const { begin, end, succeed, started } = openQueue(2);
    await begin("a");
    for (let times = 0; times < 4; times++) await end("a", createError("40001"));
    await end("a");
    for (let times = 0; times < 8; times++) await succeed();
    await begin("b", "c");
    expect(started.slice(5)).toEqual(["b"]);
    // The tenth success is that of the running transaction.
    await end("b");
    await begin("d", "e");
    expect(started.slice(5)).toEqual(["b", "c", "d"]);
  });

  it("never exceed the maximum after many successes", async () => {
    const { begin, succeed, started } = openQueue(2);
    for (let times = 0; times < 20; times++) await succeed();
    await begin("a", "b", "c");
    expect(started).toEqual(["a", "b"]);
  });

  it("are not fewer after an error of the work", async () => {
    const { begin, end, started, results } = openQueue(2);
    await begin("a");
    await end("a", new RangeError("own error"));
    expect(await results[0]).toMatchObject({ name: "RangeError", message: "own error" });
    await begin("b", "c", "d");
    expect(started).toEqual(["a", "b", "c"]);
  });
});

describe("a snapshot", () => {
  it.each([
    ["is read again if statements are outdated", Array(11).fill(outdated), ["done", 12]],
    ["is read at most twelve times", Array(12).fill(outdated), [outdated, 12]],
    ["is not read again after a conflict", [createError("40001")], [expect.any(Error), 1]],
  ])("%s", async (_, errors, expected) => {
    const db = connect();
    expect(await countAttempts((work) => inSnapshot(db, work), errors)).toEqual(expected);
  });
});

describe("a listener for the commit", () => {
  it("is called after the commit, once per committed attempt, and not after a rollback", async () => {
    const events: string[] = [];
    let attempts = 0;
    await inTransaction(connect(), async (transaction) => {
      attempts++;
      runAfterCommit(transaction, () => events.push(`committed ${attempts}`));
      events.push(`ran ${attempts}`);
      if (attempts === 1) throw createError("40001");
    });
    expect(events).toEqual(["ran 1", "ran 2", "committed 2"]);
  });

  it("is called immediately outside of a transaction", () => {
    const events: string[] = [];
    runAfterCommit(connect(), () => events.push("called"));
    expect(events).toEqual(["called"]);
  });
});
