/** Removes a specification with all that hangs on it; a job for it will find nothing to do. */
import type { Queries } from "../../database/tables.ts";

export async function removeSpecification(db: Queries, id: string): Promise<void> {
  const versions = db
    .selectFrom("specification_versions")
    .select("id")
    .where("specification_id", "=", id);
  await db.deleteFrom("specification_contents").where("version_id", "in", versions).execute();
  await db.deleteFrom("specification_versions").where("specification_id", "=", id).execute();
  await db.deleteFrom("specifications").where("id", "=", id).execute();
}
