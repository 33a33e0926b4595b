/** Permissions to change the text of a comment or a reply, and to delete it. */
import { allows } from "../../../contract/rules.ts";
import { ApiError } from "../../../errors.ts";
import { type Discussion, selectOperation } from "./discussion.ts";

/** @throws ApiError 403 if the caller did not post it */
export function authorizeText(
  discussion: Discussion,
  isAuthor: boolean,
  kind: "comment" | "reply",
): void {
  const operation = kind === "comment" ? "updateComment" : "updateCommentReply";
  if (
    allows(
      discussion.role,
      `${selectOperation(discussion, operation)}.body`,
      isAuthor ? ["author"] : [],
    )
  )
    return;
  throw new ApiError(403, `Only the author of a ${kind} can change its text.`, { field: "body" });
}

/** @throws ApiError 403 if the caller neither posted it nor is an admin of the space */
export function authorizeDeletion(
  discussion: Discussion,
  isAuthor: boolean,
  kind: "comment" | "reply",
): void {
  const operation = kind === "comment" ? "deleteComment" : "deleteCommentReply";
  if (allows(discussion.role, selectOperation(discussion, operation), isAuthor ? ["author"] : []))
    return;
  throw new ApiError(
    403,
    `Only the author of a ${kind} and the admins of the space can delete it.`,
  );
}
