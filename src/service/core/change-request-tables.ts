/** The tables of change requests, their reviews, and all comments. */

export type ChangeRequestStatus = "draft" | "open" | "archived" | "merged";

export interface ChangeRequestTable {
  id: string;
  space_id: string;
  /** Counts up within a space, from 1. */
  number: number;
  status: ChangeRequestStatus;
  subject: string;
  /** JSON of a document. */
  description: string | null;
  created_by: string;
  created_at: string;
  updated_at: string;
  /** The newest revision of its own content. */
  revision_id: string;
  /** The revision of the space that it began with. */
  revision_initial: string;
  /** The revision of the space that it was last brought up to; null until the first time. */
  revision_merged_ancestor: string | null;
  /** The revision of the space that its merge made. */
  revision_merged: string | null;
  merged_by: string | null;
  merged_at: string | null;
  cluster_id: string | null;
}

/** Whoever created or edited a change request. */
export interface ContributorTable {
  change_request_id: string;
  user_id: string;
}

/** Someone was asked for a review; the request stays after the review. */
export interface ReviewRequestTable {
  change_request_id: string;
  user_id: string;
  requested_by: string;
  /** The revision of the change request at that time. */
  revision_id: string;
  created_at: string;
}

/** A later review of the same person replaced it. */
export const outdatedByReview = 1;
/** The person was asked to review again, and has not yet. */
export const outdatedByRequest = 2;

export interface ReviewTable {
  id: string;
  change_request_id: string;
  reviewer: string;
  /** Who asked for it; null if nobody did. */
  requested_by: string | null;
  status: "approved" | "changes-requested";
  revision_id: string;
  /** 0, or the reason why it is outdated. Whether an edit outdates it is computed: review-standing.ts. */
  outdated: 0 | typeof outdatedByReview | typeof outdatedByRequest;
  created_at: string;
}

/** What comments and replies share. */
interface SaidTable {
  id: string;
  posted_by: string;
  posted_at: string;
  edited_at: string | null;
  /** JSON, in the form in which it was posted. */
  body: string;
}

export interface CommentTable extends SaidTable {
  space_id: string;
  change_request_id: string | null;
  /** The id of the change request, or else of the space: what the comment is listed under. */
  place_id: string;
  /** What it is about, within the place. */
  page_id: string | null;
  node_id: string | null;
  cell_record: string | null;
  cell_definition: string | null;
  review_id: string | null;
  /** The revision that it was posted on. */
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

declare module "../database/tables.ts" {
  interface Tables {
    change_requests: ChangeRequestTable;
    change_request_contributors: ContributorTable;
    review_requests: ReviewRequestTable;
    reviews: ReviewTable;
    comments: CommentTable;
    comment_replies: ReplyTable;
    reactions: ReactionTable;
  }
}
