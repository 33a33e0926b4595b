/** Which reviews of a change request still count. */
import { sql } from "kysely";
import { atLeast } from "../../../contract/roles.ts";
import {
  type ChangeRequestTable,
  outdatedByReview,
  type ReviewTable,
} from "../../core/change-request-tables.ts";
import type { Call } from "../../core/handlers.ts";
import { findSpace } from "../../core/space-rows.ts";
import type { Queries } from "../../database/tables.ts";

/**
 * The revisions whose content proposes the same as the newest one. A pull adds nothing to a
 * proposal: what it brings in is in the space already, and a merge would join both the same way.
 */
export async function revisionsProposingTheSame(
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
    id = revision?.type === "update" ? firstOf(revision.parents) : undefined;
    if (id !== undefined) same.push(id);
  }
  return same;
}

/** A pull names the change request's own revision first. */
function firstOf(parents: string): string | undefined {
  const [own]: readonly string[] = JSON.parse(parents);
  return own;
}

type Given = Pick<ReviewTable, "status" | "outdated" | "revision_id">;

/**
 * Whether something took the place of a review: a later review or request, or for an approval an
 * edit, as nobody approved what the edit made. An edit alone does not answer a request for changes.
 */
export function isOutdatedReview(review: Given, same: readonly string[]): boolean {
  const { status, outdated, revision_id } = review;
  return outdated !== 0 || (status === "approved" && !same.includes(revision_id));
}

/** `isOutdatedReview` as a condition of a query on `reviews`. */
export function outdatedReviews(same: readonly string[]) {
  return sql<boolean>`(outdated <> 0 or (status = 'approved' and revision_id not in (${sql.join(same)})))`;
}

/**
 * The newest review of each person who may still review in the space, also one that was asked for
 * again since: asking is no answer to it.
 */
export async function reviewsStanding(
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
    if (atLeast(space?.role ?? null, "review")) standing.push(review);
  }
  return standing;
}
