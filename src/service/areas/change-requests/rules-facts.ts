/** What merge rules ask about a change request. */
import type { Document } from "../../../contract/document.model.ts";
import { textIn } from "../../../document/walk.ts";
import { type ChangeRequestRow, isOutdated } from "../../core/change-request-rows.ts";
import { contributorsTo } from "../../core/contributors.ts";
import type { Call } from "../../core/handlers.ts";
import { reviewsStanding, revisionsProposingTheSame } from "./review-standing.ts";

export interface Facts {
  readonly createdBy: string;
  /** Those who created or edited it. */
  readonly contributors: ReadonlySet<string>;
  /** Who wants to merge it. */
  readonly merger: string;
  readonly hasSubject: boolean;
  readonly hasDescription: boolean;
  readonly outdated: boolean;
  /** The newest review of each person who may still review. */
  readonly reviews: readonly {
    readonly reviewer: string;
    readonly status: "approved" | "changes-requested";
    /** Whether it is about the content that is to be merged: there was no edit since. */
    readonly isOfThisContent: boolean;
    /** Whether this person was asked to review again since. */
    readonly isAskedAgain: boolean;
  }[];
}

export async function factsOf(call: Call, row: ChangeRequestRow): Promise<Facts> {
  const same = await revisionsProposingTheSame(call.db, row);
  const reviews = await reviewsStanding(call, row);
  const description: Document | undefined =
    row.description === null ? undefined : JSON.parse(row.description);
  return {
    createdBy: row.created_by,
    contributors: await contributorsTo(call.db, row.id),
    merger: call.caller,
    hasSubject: row.subject.trim() !== "",
    hasDescription: description?.nodes.some((node) => textIn(node).trim() !== "") ?? false,
    outdated: isOutdated(row),
    reviews: reviews.map(({ reviewer, status, revision_id, outdated }) => ({
      reviewer,
      status,
      isOfThisContent: same.includes(revision_id),
      isAskedAgain: outdated !== 0,
    })),
  };
}
