/** The tables of change requests, their reviews, and all comments. */

export type ChangeRequestStatus = "draft" | "open" | "archived" | "merged";

export interface ChangeRequestTable {
  id: string;
  space_id: string;
  /** Sequence number within a space, from 1. */
  number: number;
  status: ChangeRequestStatus;
  subject: string;
  /** A document as JSON. */
  description: string | null;
  created_by: string;
  created_at: string;
  updated_at: string;
  /** The newest revision of the change request itself. */
  revision_id: string;
  /** The space revision on which it was created. */
  revision_initial: string;
  /** The space revision to which it was last updated; null before the first update. */
  revision_merged_ancestor: string | null;
  /** The space revision that the merge created. */
  revision_merged: string | null;
  merged_by: string | null;
  merged_at: string | null;
  cluster_id: string | null;
  /** The id of the scheduled merge; null if there is none, or if it failed. */
  merge_schedule: string | null;
  /** The time of a scheduled merge. */
  merge_at: string | null;
  merge_scheduled_by: string | null;
  /** The reason for which the scheduled merge failed. */
  merge_failure: string | null;
}

/** A user who created or edited a change request. */
export interface ContributorTable {
  change_request_id: string;
  user_id: string;
}

/** A review request; it remains after the review. */
export interface ReviewRequestTable {
  change_request_id: string;
  user_id: string;
  requested_by: string;
  /** The revision of the change request at the time of the review. */
  revision_id: string;
  created_at: string;
}

/** A later review by the same reviewer replaced it. */
export const outdatedByReview = 1;
/** Another review was requested from the reviewer and is not submitted yet. */
export const outdatedByRequest = 2;

export interface ReviewTable {
  id: string;
  change_request_id: string;
  reviewer: string;
  /** The user who requested the review; null if there was no request. */
  requested_by: string | null;
  status: "approved" | "changes-requested";
  revision_id: string;
  /**
   * 0, or the reason why the review is outdated. Whether an edit outdates it is computed in
   * review-standing.ts.
   */
  outdated: 0 | typeof outdatedByReview | typeof outdatedByRequest;
  created_at: string;
}

/** Columns that comments and replies share. */
interface SaidTable {
  id: string;
  posted_by: string;
  posted_at: string;
  edited_at: string | null;
  /** JSON, in the format in which it was posted. */
  body: string;
}

export interface CommentTable extends SaidTable {
  space_id: string;
  change_request_id: string | null;
  /** The id of the change request or space whose comment list contains it. */
  place_id: string;
  /** The page that it refers to; null if it refers to the whole space or change request. */
  page_id: string | null;
  node_id: string | null;
  cell_record: string | null;
  cell_definition: string | null;
  review_id: string | null;
  /** The revision on which it was posted. */
  revision_id: string;
  status: "open" | "resolved";
  resolved_at: string | null;
  resolved_by: string | null;
}

export interface ReplyTable extends SaidTable {
  comment_id: string;
}

export interface ReactionTable {
  /** The id of a comment or of a reply. */
  subject_id: string;
  emoji: string;
  user_id: string;
  reacted_at: string;
}

declare module "../../database/tables.ts" {
  interface CoreTables {
    change_requests: ChangeRequestTable;
    change_request_contributors: ContributorTable;
    review_requests: ReviewRequestTable;
    reviews: ReviewTable;
    comments: CommentTable;
    comment_replies: ReplyTable;
    reactions: ReactionTable;
  }
}
