/** The key of secrets in a shared database: where it is kept, against where it is given. */
import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { UsageError } from "../../../src/errors.ts";
import { loadSharedKey } from "../../../src/service/server/shared-key.ts";
import { openTestDatabase } from "../../support/platforms/postgres/databases.ts";

const newKey = () => randomBytes(32).toString("base64url");
const wrong = "does not match the key that encrypted the secrets";

describe("a key that is stored in the database", () => {
  test("is the same for every process", async () => {
    const db = await openTestDatabase();
    const key = await loadSharedKey(db, undefined);
    expect(key).toHaveLength(32);
    expect((await loadSharedKey(db, undefined)).equals(key)).toBe(true);
  });

  test("may also be given, and no other one", async () => {
    const db = await openTestDatabase();
    const key = await loadSharedKey(db, undefined);
    const given = key.toString("base64url");
    expect((await loadSharedKey(db, ` ${given}\n`)).equals(key)).toBe(true);
    await expect(loadSharedKey(db, newKey())).rejects.toThrow(wrong);
    expect((await loadSharedKey(db, undefined)).equals(key)).toBe(true);
  });
});

describe("a key that is only given", () => {
  test("must be given again, and no other one", async () => {
    const db = await openTestDatabase();
    const given = newKey();
    const key = await loadSharedKey(db, given);
    expect(key.toString("base64url")).toBe(given);
    expect((await loadSharedKey(db, given)).equals(key)).toBe(true);
    await expect(loadSharedKey(db, newKey())).rejects.toThrow(wrong);
    await expect(loadSharedKey(db, undefined)).rejects.toThrow("Set TOME_SEALING_KEY");
  });
});

test.each([0, 1, 31, 33, 64])("a key of %i bytes is refused", async (length) => {
  const db = await openTestDatabase();
  const given = randomBytes(length).toString("base64url");
  await expect(loadSharedKey(db, given)).rejects.toThrow(UsageError);
  await expect(loadSharedKey(db, given)).rejects.toThrow("must be 32 bytes");
});
