/** Removal of the Git rows of a purged space. */
import type { Queries } from "../../database/tables.ts";

export async function removeGit(db: Queries, spaceId: string): Promise<void> {
  for (const table of ["git_files", "git_operations", "git_syncs", "git_installations"] as const) {
    await db.deleteFrom(table).where("space_id", "=", spaceId).execute();
  }
}
