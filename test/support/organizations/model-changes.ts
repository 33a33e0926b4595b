/** Rows of change requests that a language model wrote, without a model. */
import type { Queries } from "../../../src/service/database/tables.ts";

/** Makes a change request of the space that of a style guide check, and of the fix of a finding. */
export async function addModelChanges(
  db: Queries,
  { siteId: site_id, spaceId: space_id }: { readonly siteId: string; readonly spaceId: string },
): Promise<void> {
  const { id: change_request_id, created_by } = await db
    .selectFrom("change_requests")
    .select(["id", "created_by"])
    .where("space_id", "=", space_id)
    .orderBy("id")
    .executeTakeFirstOrThrow();
  const { id: finding_id } = await db
    .selectFrom("site_findings")
    .select("id")
    .orderBy("id")
    .executeTakeFirstOrThrow();
  const created_at = "2026-01-01T00:00:00.000Z";
  const spaces = JSON.stringify([space_id]);
  const run = { id: "run1", site_id, styleguide_id: space_id, spaces, created_by, created_at };
  await db.insertInto("styleguide_runs").values(run).execute();
  const ids = { change_request_id, space_id, site_id, run_id: run.id, current_run_id: run.id };
  const result = { changed_pages: 1, checked_at: created_at, failure: null };
  await db
    .insertInto("styleguide_checks")
    .values({ ...ids, ...result, status: "done", requested_by: created_by })
    .execute();
  await db
    .insertInto("finding_change_requests")
    .values({ change_request_id, space_id, finding_id })
    .execute();
}
