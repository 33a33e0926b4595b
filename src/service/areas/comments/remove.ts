/** Removal of the discussions of a purged space and of its change requests. */
import type { Queries } from "../../database/tables.ts";

export async function removeComments(db: Queries, spaceId: string): Promise<void> {
  const comments = () => db.selectFrom("comments").select("id").where("space_id", "=", spaceId);
  const replies = () =>
    db.selectFrom("comment_replies").select("id").where("comment_id", "in", comments());
  await db.deleteFrom("reactions").where("subject_id", "in", replies()).execute();
  await db.deleteFrom("reactions").where("subject_id", "in", comments()).execute();
  await db.deleteFrom("comment_replies").where("comment_id", "in", comments()).execute();
  await db.deleteFrom("comments").where("space_id", "=", spaceId).execute();
}
