/** Replay protection: records values that may be used only once, until they expire. */
import { createHash } from "node:crypto";
import type { Queries } from "../../database/tables.ts";

/** @returns whether it is the first use */
export async function useOnce(
  db: Queries,
  parts: readonly string[],
  { until, now }: { readonly until: Date; readonly now: Date },
): Promise<boolean> {
  await db.deleteFrom("used_once").where("expires_at", "<", now.toISOString()).execute();
  const hash = computeHash(parts);
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("used_once")
    .values({ hash, expires_at: until.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Whether a value has been used, and has not expired since. */
export async function isUsed(db: Queries, parts: readonly string[]): Promise<boolean> {
  const row = await db
    .selectFrom("used_once")
    .select("hash")
    .where("hash", "=", computeHash(parts))
    .executeTakeFirst();
  return row !== undefined;
}

function computeHash(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}
