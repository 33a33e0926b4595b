/** What is done for a request that posts or changes a text before its transaction begins. */
import type { Body } from "../../../contract/comment.model.ts";
import type { Call } from "../../core/handlers.ts";
import { presentBody, storedBody } from "./bodies.ts";
import { type DiscussionIds, type DiscussionOperation, openDiscussion } from "./discussion.ts";

type Input = DiscussionIds & { readonly body?: Body };

/** Prints a document, which the answer shows as Markdown. */
function prepare(operation: DiscussionOperation) {
  return async (input: Input, call: Call): Promise<void> => {
    const { body } = input;
    if (body === undefined || !("document" in body)) return;
    await openDiscussion(call, input, operation);
    await presentBody(storedBody(body), "markdown", call.caller);
  };
}

export const ofComments = { create: prepare("postComment"), update: prepare("updateComment") };

export const ofReplies = {
  create: prepare("postCommentReply"),
  update: prepare("updateCommentReply"),
};
