/** The operations on replies to comments in a change request. */
import { getReplies, inChangeRequest, resolved } from "./comment-operations.ts";

export const { list, create, get, update, remove } = getReplies(inChangeRequest, {
  does: "Change the text of a reply in a change request, resolve its comment, or react to it",
  fields: { resolved },
});
