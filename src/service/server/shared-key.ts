/**
 * The encryption key of secrets in a database that several processes share. The operator provides
 * it, so that a stolen copy of the database reveals no secrets; otherwise it is stored in the
 * database.
 */
import { createHmac, randomBytes } from "node:crypto";
import { UsageError } from "../../errors.ts";
import { readFact, sealingCheckFact, sealingKeyFact } from "../database/facts.ts";
import type { Queries } from "../database/tables.ts";

const keyBytes = 32;

/**
 * @param configuredKey 32 bytes in base64url, as in the file `secrets.key` of a data folder
 * @throws UsageError if it is not a valid key, or differs from the key used before
 */
export async function loadSharedKey(
  db: Queries,
  configuredKey: string | undefined,
): Promise<Buffer> {
  if (configuredKey === undefined) {
    if ((await readFact(db, sealingCheckFact)) !== undefined) {
      throw new UsageError(
        "The secrets in this database are encrypted with a key that is not stored in it. Set TOME_SEALING_KEY.",
      );
    }
    return Buffer.from(await readOrInsertFact(db, sealingKeyFact, createKey), "base64url");
  }
  const key = Buffer.from(configuredKey.trim(), "base64url");
  if (key.length !== keyBytes) {
    throw new UsageError(
      "TOME_SEALING_KEY must be 32 bytes in base64url, as in the file secrets.key.",
    );
  }
  const inside = await readFact(db, sealingKeyFact);
  const check = createHmac("sha256", key).update("tome").digest("base64url");
  const isRight =
    inside === undefined
      ? (await readOrInsertFact(db, sealingCheckFact, () => check)) === check
      : Buffer.from(inside, "base64url").equals(key);
  if (!isRight) {
    throw new UsageError(
      "TOME_SEALING_KEY does not match the key that encrypted the secrets in this database.",
    );
  }
  return key;
}

function createKey(): string {
  return randomBytes(keyBytes).toString("base64url");
}

/** If two processes insert it at once, the second uses the value of the first. */
async function readOrInsertFact(db: Queries, name: string, make: () => string): Promise<string> {
  await db
    .insertInto("facts")
    .values({ name, value: make() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await readFact(db, name)) ?? "";
}
