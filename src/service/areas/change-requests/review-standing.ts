/** Validity of the reviews of a change request. */
import { sql } from "kysely";
import { allows } from "../../../contract/rules.ts";
import type { Call } from "../../core/handlers.ts";
import {
  type ChangeRequestTable,
  outdatedByReview,
  type ReviewTable,
} from "../../core/rows/change-request-tables.ts";
import { findSpace } from "../../core/rows/space-rows.ts";
import type { Queries } from "../../database/tables.ts";

/**
 * The revisions that propose the same changes as the newest one. An update from the space does not
 * change a proposal: its changes are already in the space, and a merge has the same result.
 */
export async function readEquivalentRevisions(
  db: Queries,
  { revision_id: newest }: Pick<ChangeRequestTable, "revision_id">,
): Promise<readonly string[]> {
  const same = [newest];
  for (let id: string | undefined = newest; id !== undefined; ) {
    const revision: { type: string; parents: string } | undefined = await db
      .selectFrom("revisions")
      .select(["type", "parents"])
      .where("id", "=", id)
      .executeTakeFirst();
    id = revision?.type === "update" ? getFirstParent(revision.parents) : undefined;
    if (id !== undefined) same.push(id);
  }
  return same;
}

/** The first parent of an update is the change request's own revision. */
function getFirstParent(parents: string): string | undefined {
  const [firstParent]: readonly string[] = JSON.parse(parents);
  return firstParent;
}

type ReviewState = Pick<ReviewTable, "status" | "outdated" | "revision_id">;

/**
 * Whether a review is outdated: by a later review or request, or, for an approval, by an edit after
 * it. An edit alone does not resolve a request for changes.
 */
export function isOutdatedReview(review: ReviewState, same: readonly string[]): boolean {
  const { status, outdated, revision_id } = review;
  return outdated !== 0 || (status === "approved" && !same.includes(revision_id));
}

/** `isOutdatedReview` as a condition of a query on `reviews`. */
export function selectOutdatedReviews(same: readonly string[]) {
  return sql<boolean>`(outdated <> 0 or (status = 'approved' and revision_id not in (${sql.join(same)})))`;
}

/**
 * The newest review of each user who may still review in the space. It remains valid even if
 * another review was requested since.
 */
export async function readStandingReviews(
  call: Call,
  row: Pick<ChangeRequestTable, "id" | "space_id">,
): Promise<readonly ReviewTable[]> {
  const reviews = await call.db
    .selectFrom("reviews")
    .selectAll()
    .where("change_request_id", "=", row.id)
    .where("outdated", "!=", outdatedByReview)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const standing: ReviewTable[] = [];
  for (const review of reviews) {
    const space = await findSpace({ ...call, caller: review.reviewer }, row.space_id);
    if (allows(space?.role, "submitChangeRequestReview")) standing.push(review);
  }
  return standing;
}
