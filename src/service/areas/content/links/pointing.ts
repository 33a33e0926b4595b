/** Which other spaces have references into a space. */
import { membershipIn, roleIn } from "../../../core/access.ts";
import type { Call } from "../../../core/handlers.ts";
import { selectSpaces } from "../../../core/space-rows.ts";
import { type Revision, readRevision } from "../revisions.ts";

/**
 * Only those that the caller may see. A document of an older revision may be all that points, so
 * whether a link is still there is for the links of the revision to say.
 */
export async function spacesPointingInto(
  call: Call,
  target: { readonly id: string; readonly organization_id: string },
): Promise<Revision[]> {
  const membership = await membershipIn(call, target.organization_id);
  if (!membership) return [];
  const rows = await selectSpaces(call)
    .where("spaces.organization_id", "=", target.organization_id)
    .where("spaces.deleted_at", "is", null)
    .where("spaces.id", "in", (query) =>
      query
        .selectFrom("document_spaces")
        .select("document_spaces.space_id")
        .where("document_spaces.target_space_id", "=", target.id),
    )
    .orderBy("spaces.id")
    .execute();
  const seen = rows.filter((row) => roleIn(row, membership.role) !== null);
  return Promise.all(seen.map((row) => readRevision(call.db, row.revision_id)));
}
