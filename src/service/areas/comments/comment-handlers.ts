/** Operations on comments, in spaces and in change requests. */

import type { create, get, list, update } from "../../../contract/comment.ts";
import { DeferredResponse } from "../../core/deferred-response.ts";
import type { Call } from "../../core/handlers.ts";
import { buildPage, inOrder, type Paging } from "../../core/pages.ts";
import type { CommentTable } from "../../core/rows/change-request-tables.ts";
import type { RequestContextKey } from "../../engines/threads/caller.ts";
import { presentMember, selectMembers } from "../people/members/member-rows.ts";
import {
  type Discussion,
  type DiscussionIds,
  type DiscussionInput,
  openDiscussion,
} from "./discussion.ts";
import { presentComments } from "./present.ts";
import { readCommentPage } from "./queries.ts";
import {
  changeComment,
  deleteComment,
  findComment,
  postComment,
  requireComment,
} from "./threads.ts";

/** @returns a function that presents the page */
export async function listComments(input: DiscussionInput<typeof list>, call: Call) {
  const { spaceId, changeRequestId, ...options } = input;
  return readCommentPage(call, await openDiscussion(call, input, "listComments"), options);
}

export async function createComment(input: DiscussionInput<typeof create>, call: Call) {
  const { spaceId, changeRequestId, ...comment } = input;
  const discussion = await openDiscussion(call, input, "postComment");
  return present(call, discussion, await postComment(call, discussion, comment));
}

/** @returns a function that presents the comment */
export async function getComment(input: DiscussionInput<typeof get>, call: Call) {
  const discussion = await openDiscussion(call, input, "getComment");
  const row = await requireComment(call.db, discussion, input.commentId);
  const present = await presentComments(call, discussion, [row], input.format);
  return (asker: RequestContextKey) => present(row, asker);
}

export async function updateComment(input: DiscussionInput<typeof update>, call: Call) {
  const { spaceId, changeRequestId, commentId, ...changes } = input;
  const discussion = await openDiscussion(call, input, "updateComment");
  const row = await requireComment(call.db, discussion, commentId);
  return present(call, discussion, await changeComment(call, discussion, row, changes));
}

/** @returns whether the comment existed */
export async function removeComment(
  input: DiscussionIds & { readonly commentId: string },
  call: Call,
): Promise<boolean> {
  const discussion = await openDiscussion(call, input, "deleteComment");
  const row = await findComment(call.db, discussion, input.commentId);
  if (row) await deleteComment(call, discussion, row);
  return row !== undefined;
}

async function present(call: Call, discussion: Discussion, row: CommentTable) {
  const present = await presentComments(call, discussion, [row]);
  return new DeferredResponse({ object: "comment", id: row.id }, (asker) => present(row, asker));
}

/** The members who posted a comment or a reply, in the order in which they joined the organization. */
export async function listCommenters(input: DiscussionIds & Paging, call: Call) {
  const { spaceId, changeRequestId, ...options } = input;
  const discussion = await openDiscussion(call, input, "listCommenters");
  return buildPage({
    ...options,
    list: `commenters of ${discussion.id}`,
    read: (after, take) =>
      selectMembers(call.db, discussion.organizationId)
        .where(({ exists, or, selectFrom }) =>
          or([
            exists(
              selectFrom("comments")
                .select("comments.id")
                .where("comments.place_id", "=", discussion.id)
                .whereRef("comments.posted_by", "=", "members.user_id"),
            ),
            exists(
              selectFrom("comment_replies")
                .innerJoin("comments", "comments.id", "comment_replies.comment_id")
                .select("comments.id")
                .where("comments.place_id", "=", discussion.id)
                .whereRef("comment_replies.posted_by", "=", "members.user_id"),
            ),
          ]),
        )
        .$call((query) => inOrder(query, ["members.joined_at", "members.user_id"], after))
        .limit(take)
        .execute(),
    key: (row) => [row.joined_at, row.user_id],
    show: (row) => presentMember(row, call.base),
  });
}
