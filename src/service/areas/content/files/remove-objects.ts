/**
 * Removal of objects that no file contents refer to, after the retention: backups of the database may
 * refer to them. The rows change first, so that no transaction starts to use an object that is being
 * removed, and an interrupted removal continues.
 */
import type { ExpressionBuilder } from "kysely";
import { ApiError } from "../../../../errors.ts";
import type { CoreTables, Queries } from "../../../database/tables.ts";
import { inTransaction } from "../../../database/transaction.ts";
import type { ObjectStorage } from "../../../engines/object-storage/object-storage.ts";
import type { LongJob, LongJobCall } from "../../../jobs/job.ts";
import { findObjectStorage } from "./file-storage.ts";
import { createRemovalJob } from "./object-removal.ts";

const day = 24 * 60 * 60 * 1000;
/** The maximum number of objects in a run. */
const batch = 1000;

export const removeUnusedObjects: LongJob = {
  async prepare(_payload, call) {
    const storage = findObjectStorage(call.db);
    if (storage) {
      await removeObjects(call, storage).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        call.warn(`Unused objects are removed later. ${error.message}`);
      });
    }
    return async ({ db, now, enqueue }) => {
      // Another process that shares the data may have an object storage.
      const hasObjects = storage !== undefined || (await hasAnyObject(db));
      if (hasObjects) await enqueue(createRemovalJob(now));
    };
  },
};

type RemovalCall = Pick<LongJobCall, "db" | "now" | "signal">;

/** @returns the number of removed objects */
export async function removeObjects(
  { db, now, signal }: RemovalCall,
  storage: ObjectStorage,
): Promise<number> {
  const time = now.toISOString();
  const until = new Date(now.getTime() - Math.max(storage.setting.keepDays, 1) * day);
  await inTransaction(db, async (transaction) => {
    await selectUnusedObjects(transaction, false).set({ unused_since: null }).execute();
    await selectUnusedObjects(transaction, true)
      .set({ unused_since: time })
      .where("unused_since", "is", null)
      .execute();
  });
  const rows = await db
    .selectFrom("file_objects")
    .select("name")
    .where("unused_since", "<=", until.toISOString())
    .orderBy("unused_since")
    .limit(batch)
    .execute();
  let removed = 0;
  for (const { name } of rows) {
    signal.throwIfAborted();
    if (!(await beginRemoval(db, name))) continue;
    await storage.remove(name);
    await inTransaction(db, (transaction) =>
      transaction
        .deleteFrom("file_objects")
        .where("name", "=", name)
        .where("state", "=", "removing")
        .execute(),
    );
    removed++;
  }
  return removed;
}

/** @param isUnused whether to update the unused objects or the used ones that are noted as unused */
function selectUnusedObjects(db: Queries, isUnused: boolean) {
  const update = db.updateTable("file_objects");
  return isUnused
    ? update.where((row) => row.not(isUsed(row)))
    : update.where("unused_since", "is not", null).where(isUsed);
}

/** Whether contents refer to an object. */
export function isUsed({ exists, selectFrom }: ExpressionBuilder<CoreTables, "file_objects">) {
  return exists(
    selectFrom("blobs").select("blobs.hash").whereRef("blobs.object", "=", "file_objects.name"),
  );
}

/** @returns false if contents refer to the object now */
function beginRemoval(db: Queries, name: string): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const used = await transaction
      .selectFrom("blobs")
      .select("hash")
      .where("object", "=", name)
      .executeTakeFirst();
    if (used) return false;
    await transaction
      .updateTable("file_objects")
      .set({ state: "removing" })
      .where("name", "=", name)
      .execute();
    return true;
  });
}

async function hasAnyObject(db: Queries): Promise<boolean> {
  const row = await db.selectFrom("file_objects").select("name").limit(1).executeTakeFirst();
  return row !== undefined;
}
